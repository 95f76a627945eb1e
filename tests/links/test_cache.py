"""What an earlier run found out, and when it still holds."""

from __future__ import annotations

import json
import os
import re
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.links.running import cache as caches
from sphinxext_runtime_ref.links.running.run import RunOptions, find_problems
from sphinxext_runtime_ref.links.tree.record import digest
from sphinxext_runtime_ref.settings import Settings
from tests.folders import git

if TYPE_CHECKING:
    from pathlib import Path


OLD = 1_600_000_000


def age_cache(path: Path) -> None:
    """Make a cache believe the times of files that were just written."""
    head, _, body = path.read_bytes().partition(b"\n")
    content = json.loads(body)
    content["taken"] += 10 * caches.RACY
    body = json.dumps(content).encode()
    assert head.startswith(caches.FORMAT)
    path.write_bytes(caches.FORMAT + digest(body).encode() + b"\n" + body)


@pytest.fixture
def never_read(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give a function after whose call no document may be read."""

    def forbid() -> None:
        def refuse(*_: object) -> None:
            raise AssertionError("a document was read")

        monkeypatch.setattr("sphinxext_runtime_ref.links.tree.files.read_regular", refuse)

    return forbid


@pytest.mark.parametrize("count", [1, 2])
def test_a_second_run_reads_nothing_and_says_the_same(
    pages: Any, count: int, never_read: Any
) -> None:
    how = RunOptions(workers=count, cache=pages.root.parent / "cache/links.json")
    cold = pages.problems(how)
    assert how.cache
    age_cache(how.cache)
    never_read()
    assert pages.problems(how) == cold


def test_what_was_just_written_is_compared_by_content(pages: Any, never_read: Any) -> None:
    how = RunOptions(workers=1, cache=pages.root.parent / "links.json")
    cold = pages.problems(how)
    assert how.cache
    before = how.cache.read_bytes()
    assert pages.problems(how) == cold
    never_read()
    assert pages.problems(how) == cold
    assert how.cache.read_bytes() != before


CHANGES = {
    "a document": ("part0/page00.md", "# Page 0\n[x](gone2.md)\n"),
    "the target of a fragment": ("part0/page04.md", "# Renamed\n"),
    "a file with lines": ("src/x.py", "x = 1\n"),
    "a target of the same size": ("part0/page04.md", None),
    "a new file": ("part2/GONE.md", "now here\n"),
    "a file that was missing elsewhere": ("other/GONE.md", "now a suggestion\n"),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("aged", [True, False])
def test_a_change_is_seen(pages: Any, change: str, *, aged: bool) -> None:
    how = RunOptions(workers=1, cache=pages.root.parent / "links.json")
    cold = pages.problems(how)
    assert how.cache
    if aged:
        age_cache(how.cache)
    name, text = CHANGES[change]
    old = (pages.root / name).read_text(encoding="utf-8") if (pages.root / name).exists() else ""
    pages.write(name, old.replace("# P", "# Q", 1) if text is None else text)
    fresh = pages.problems()
    assert fresh != cold
    assert pages.problems(how) == fresh
    assert pages.problems(how) == fresh


def test_a_new_name_where_no_link_leads_is_a_suggestion(pages: Any) -> None:
    pages.write("apart/x.txt", "x")
    how = RunOptions(workers=1, cache=pages.root.parent / "links.json")
    pages.problems(how)
    assert how.cache
    age_cache(how.cache)
    pages.write("apart/GONE.md", "now a suggestion\n")
    assert pages.problems(how) == pages.problems()


def test_what_stays_missing_needs_no_second_reading(pages: Any, never_read: Any) -> None:
    pages.write("s.md", "[x](src/x.py/gone.md)")
    how = RunOptions(workers=1, cache=pages.root.parent / "links.json")
    cold = pages.problems(how)
    assert how.cache
    age_cache(how.cache)
    never_read()
    assert pages.problems(how) == cold


@pytest.mark.parametrize("name", ["src", "src/x.py"])
def test_what_was_only_touched_is_compared_once(pages: Any, name: str) -> None:
    how = RunOptions(workers=1, cache=pages.root.parent / "links.json")
    cold = pages.problems(how)
    assert how.cache
    age_cache(how.cache)
    os.utime(pages.root / name, (OLD + 1, OLD + 1))
    before = how.cache.read_bytes()
    assert pages.problems(how) == cold
    after = how.cache.read_bytes()
    assert after != before
    age_cache(how.cache)
    aged = how.cache.read_bytes()
    assert pages.problems(how) == cold
    assert how.cache.read_bytes() == aged


def test_a_change_in_the_moment_after_a_run_is_seen_after_a_run_on_others(
    pages: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    how = RunOptions(workers=1, cache=pages.root.parent / "links.json")
    pages.problems(how)
    assert how.cache
    pages.write("part0/page04.md", "# Renam\n")
    # a clock that is coarse tells both contents by the same time
    _, _, body = how.cache.read_bytes().partition(b"\n")
    content = json.loads(body)
    now = (pages.root / "part0/page04.md").stat()
    for row in content["files"]:
        if row[0] == "part0/page04.md":
            row[1:4] = now.st_size, now.st_mtime_ns, now.st_ctime_ns
    body = json.dumps(content).encode()
    how.cache.write_bytes(caches.FORMAT + digest(body).encode() + b"\n" + body)
    monkeypatch.setattr(caches, "started", lambda: time.time_ns() + 10 * caches.RACY)
    pages.write("part1/page01.md", "# Other\n")
    list(find_problems(pages.root, ["part1/page01.md"], Settings(), how))
    assert pages.problems(how) == pages.problems()


def test_a_target_that_can_no_longer_be_read_is_seen(pages: Any) -> None:
    how = RunOptions(workers=1, cache=pages.root.parent / "links.json")
    pages.problems(how)
    os.truncate(pages.root / "src/x.py", 65 * 2**20)
    fresh = pages.problems()
    assert "larger than 64 MB" in str(fresh)
    assert pages.problems(how) == fresh


def test_a_file_that_vanishes_is_seen(pages: Any) -> None:
    how = RunOptions(workers=1, cache=pages.root.parent / "links.json")
    pages.problems(how)
    (pages.root / "src/x.py").unlink()
    assert pages.problems(how) == pages.problems()


def test_a_symbolic_link_that_leads_elsewhere_is_seen(pages: Any) -> None:
    (pages.root / "link").symlink_to("src")
    pages.write("s.md", "[x](link/x.py)")
    how = RunOptions(workers=1, cache=pages.root.parent / "links.json")
    pages.problems(how)
    (pages.root / "link").unlink()
    (pages.root / "link").symlink_to("part0")
    assert pages.problems(how) == pages.problems()


@pytest.mark.parametrize(
    "settings",
    [
        Settings(ignore=("GONE",)),
        Settings(ignore_documents=("part0/*",)),
        Settings(line_anchors="forbid"),
        Settings(source_url="https://x.invalid/r/{path}"),
        Settings(require_tracked=True),
    ],
    ids=["ignore", "ignore_documents", "line_anchors", "source_url", "require_tracked"],
)
def test_other_settings_have_other_results(pages: Any, settings: Settings) -> None:
    for command in (["init", "-q"], ["add", "part0", "part1"]):
        git(pages.root, *command)
    pages.write("part0/own.md", "[x](https://x.invalid/r/gone.md)\n")
    how = RunOptions(workers=1, cache=pages.root.parent / "links.json")
    cold = pages.problems(how)
    assert how.cache
    age_cache(how.cache)
    other = pages.problems(None, settings)
    assert other != cold
    assert pages.problems(how, settings) == other


def test_a_run_on_some_documents_keeps_what_is_known_of_the_others(
    pages: Any, never_read: Any
) -> None:
    how = RunOptions(workers=1, cache=pages.root.parent / "links.json")
    cold = pages.problems(how)
    assert how.cache
    age_cache(how.cache)
    pages.write("part0/page00.md", "# Page 0\n")
    list(find_problems(pages.root, ["part0/page00.md"], Settings(), how))
    age_cache(how.cache)
    never_read()
    warm = pages.problems(how)
    assert warm[2:] == cold[2:]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"GONE", b"DONE"),
        lambda data: data[:-1] + b"\xff",
        lambda data: data.replace(b"cache 1", b"cache 0"),
        lambda _: b"{}",
        lambda _: caches.FORMAT + digest(b"[]").encode() + b"\n[]",
        lambda _: caches.FORMAT + digest(b"{").encode() + b"\n{",
        lambda _: b"\x80" * 100,
    ],
)
def test_a_damaged_cache_is_made_anew(pages: Any, spoil: Any) -> None:
    how = RunOptions(workers=1, cache=pages.root.parent / "links.json")
    cold = pages.problems(how)
    assert how.cache
    how.cache.write_bytes(spoil(how.cache.read_bytes()))
    assert pages.problems(how) == cold
    assert caches.load(how.cache, pages.root, "another key").documents == {}
    assert b"GONE" in how.cache.read_bytes()


def test_runs_at_once_do_not_harm_each_other(pages: Any) -> None:
    how = RunOptions(workers=1, cache=pages.root.parent / "links.json")
    wanted, found = pages.problems(), list[Any]()
    threads = [
        threading.Thread(target=lambda: found.extend(pages.problems(how) for _ in range(3)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 12


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/runtime-ref"),
        ("win32", {}, "{home}/AppData/Local/runtime-ref"),
        ("darwin", {"XDG_CACHE_HOME": "/xdg"}, "{home}/Library/Caches/runtime-ref"),
        ("linux", {"XDG_CACHE_HOME": "/xdg", "LOCALAPPDATA": "/local"}, "/xdg/runtime-ref"),
        ("linux", {}, "{home}/.cache/runtime-ref"),
    ],
)
def test_each_system_has_its_own_folder_for_caches(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    variables: dict[str, str],
    folder: str,
) -> None:
    for name in ("RUNTIME_REF_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {**variables, "HOME": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    path = caches.default_path(tmp_path)
    assert path.parent.as_posix() == folder.format(home=tmp_path.as_posix())
    assert re.fullmatch(r"links-[0-9a-f]{24}\.json", path.name)


def test_the_cache_is_kept_where_caches_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RUNTIME_REF_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr("sys.platform", "linux")
    one, two = caches.default_path(tmp_path / "a"), caches.default_path(tmp_path / "b")
    assert one.parent == tmp_path / "xdg/runtime-ref"
    assert one != two
    monkeypatch.setenv("RUNTIME_REF_CACHE_DIR", str(tmp_path / "own"))
    assert caches.default_path(tmp_path).parent == tmp_path / "own"
