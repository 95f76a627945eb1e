"""Many documents at once: several processes, and what an earlier run found out."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.links import cache as caches
from sphinxext_runtime_ref.links import workers
from sphinxext_runtime_ref.links.record import digest
from sphinxext_runtime_ref.links.run import How, check, check_documents, find_problems
from sphinxext_runtime_ref.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sphinxext_runtime_ref.links.model import Checked

OLD = 1_600_000_000


def write(root: Path, name: str, text: str, *, age: int = OLD) -> None:
    """Write a file that seems to be of long ago, so that its time can be believed."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (age, age))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Make a tree with good and broken links of many kinds."""
    root = tmp_path / "root"
    for number in range(30):
        write(
            root,
            f"part{number % 4}/page{number:02}.md",
            f"# Page {number}\n\n[a](page{number + 4:02}.md#page-{number + 4})\n"
            f"[b](../part{(number + 1) % 4}/page{number + 1:02}.md) [c](#page-{number})\n"
            f"[d](../src/x.py#L{number}) [e](https://x.invalid) [f](GONE.md)\n",
        )
    write(root, "src/x.py", "x = 1\n" * 10)
    write(root, "extra.rst", "`x <part0/page00.md>`_ `y <gone.md>`_\n")
    return root


def documents(root: Path) -> list[str]:
    found = (path.relative_to(root).as_posix() for path in root.rglob("*"))
    return sorted(path for path in found if path.endswith((".md", ".rst")))


def seen(results: Sequence[Checked]) -> list[tuple[Any, int]]:
    return [(checked.results, checked.working) for checked in results]


def problems(root: Path, how: How | None = None, settings: Settings | None = None) -> list[Any]:
    return seen(list(find_problems(root, documents(root), settings or Settings(), how)))


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

        monkeypatch.setattr("sphinxext_runtime_ref.links.files.read_regular", refuse)

    return forbid


def test_problems_are_what_a_full_check_finds_bad(root: Path) -> None:
    every = list(check_documents(root, documents(root), Settings()))
    bad = [result for result in every if result.status in {"broken", "ignored"}]
    found = list(find_problems(root, documents(root), Settings()))
    assert [result for checked in found for result in checked.results] == bad
    assert len(bad) > 40
    assert sum(checked.working for checked in found) == sum(r.status == "working" for r in every)


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_several_processes_say_what_one_says(
    root: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(workers, "chunk_size", lambda *_: chunk)
    alone = problems(root, How(workers=1))
    assert problems(root, How(workers=3)) == alone
    full = list(check_documents(root, documents(root), Settings()))
    several = check(root, documents(root), Settings(), How(workers=2))
    assert [result for checked in several for result in checked.results] == full


def test_several_processes_know_what_git_tracks(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in (["init", "-q"], ["add", "part0", "part1", "extra.rst"]):
        subprocess.run(["git", *command], cwd=root, check=True, capture_output=True)
    monkeypatch.setattr(workers, "chunk_size", lambda *_: 1)
    settings = Settings(require_tracked=True)
    alone = problems(root, How(workers=1), settings)
    assert alone != problems(root, How(workers=1))
    assert problems(root, How(workers=3), settings) == alone


def test_a_process_that_dies_is_made_up_for(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = problems(root, How(workers=1))
    monkeypatch.setattr(workers, "chunk_size", lambda *_: 4)
    monkeypatch.setattr(workers, "_work", lambda *_: os._exit(9))
    cache = root.parent / "cache.json"
    assert problems(root, How(workers=2, cache=cache)) == alone
    assert not cache.exists()


def test_a_process_that_dies_before_it_tells_what_it_read_leaves_no_cache(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = problems(root, How(workers=1))
    work: Any = workers._work

    class Dying:
        def __init__(self, connection: Any) -> None:
            self.connection = connection

        def __getattr__(self, name: str) -> Any:
            return getattr(self.connection, name)

        def recv(self) -> Any:
            said = self.connection.recv()
            return os._exit(9) if said is None else said

    monkeypatch.setattr(workers, "_work", lambda ours, *rest: work(Dying(ours), *rest))
    cache = root.parent / "cache.json"
    assert problems(root, How(workers=2, cache=cache)) == alone
    assert not cache.exists()


def test_processes_end_with_the_one_that_started_them(root: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; "
        "from sphinxext_runtime_ref.links.run import How, find_problems; "
        "from sphinxext_runtime_ref.settings import Settings; "
        "found = find_problems(Path(sys.argv[1]), sys.argv[2:], Settings(), How(workers=3)); "
        "next(found); os.kill(os.getpid(), 9)"
    )
    command = [sys.executable, "-c", code, str(root), *documents(root)]
    # all of them hold the pipe, which has its end when the last of them has
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert done.stderr == ""


def test_an_error_in_a_process_is_raised_here(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(require_tracked=True)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(root.parent))
    with pytest.raises(ConfigError, match="require_tracked needs git"):
        problems(root, How(workers=2), settings)


@pytest.mark.parametrize("count", [1, 2])
def test_a_second_run_reads_nothing_and_says_the_same(
    root: Path, count: int, never_read: Any
) -> None:
    how = How(workers=count, cache=root.parent / "cache/links.json")
    cold = problems(root, how)
    assert how.cache
    age_cache(how.cache)
    never_read()
    assert problems(root, how) == cold


def test_what_was_just_written_is_compared_by_content(root: Path, never_read: Any) -> None:
    how = How(workers=1, cache=root.parent / "links.json")
    cold = problems(root, how)
    assert how.cache
    before = how.cache.read_bytes()
    assert problems(root, how) == cold
    never_read()
    assert problems(root, how) == cold
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
def test_a_change_is_seen(root: Path, change: str, *, aged: bool) -> None:
    how = How(workers=1, cache=root.parent / "links.json")
    cold = problems(root, how)
    assert how.cache
    if aged:
        age_cache(how.cache)
    name, text = CHANGES[change]
    old = (root / name).read_text(encoding="utf-8") if (root / name).exists() else ""
    write(root, name, old.replace("# P", "# Q", 1) if text is None else text)
    fresh = problems(root)
    assert fresh != cold
    assert problems(root, how) == fresh
    assert problems(root, how) == fresh


def test_what_stays_missing_needs_no_second_reading(root: Path, never_read: Any) -> None:
    write(root, "s.md", "[x](src/x.py/gone.md)")
    how = How(workers=1, cache=root.parent / "links.json")
    cold = problems(root, how)
    assert how.cache
    age_cache(how.cache)
    never_read()
    assert problems(root, how) == cold


@pytest.mark.parametrize("name", ["src", "src/x.py"])
def test_what_was_only_touched_is_compared_once(root: Path, name: str) -> None:
    how = How(workers=1, cache=root.parent / "links.json")
    cold = problems(root, how)
    assert how.cache
    age_cache(how.cache)
    os.utime(root / name, (OLD + 1, OLD + 1))
    before = how.cache.read_bytes()
    assert problems(root, how) == cold
    after = how.cache.read_bytes()
    assert after != before
    age_cache(how.cache)
    aged = how.cache.read_bytes()
    assert problems(root, how) == cold
    assert how.cache.read_bytes() == aged


def test_a_change_in_the_moment_after_a_run_is_seen_after_a_run_on_others(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    how = How(workers=1, cache=root.parent / "links.json")
    problems(root, how)
    assert how.cache
    write(root, "part0/page04.md", "# Renam\n")
    # a clock that is coarse tells both contents by the same time
    _, _, body = how.cache.read_bytes().partition(b"\n")
    content = json.loads(body)
    now = (root / "part0/page04.md").stat()
    for row in content["files"]:
        if row[0] == "part0/page04.md":
            row[1:4] = now.st_size, now.st_mtime_ns, now.st_ctime_ns
    body = json.dumps(content).encode()
    how.cache.write_bytes(caches.FORMAT + digest(body).encode() + b"\n" + body)
    monkeypatch.setattr(caches, "started", lambda: time.time_ns() + 10 * caches.RACY)
    write(root, "part1/page01.md", "# Other\n")
    list(find_problems(root, ["part1/page01.md"], Settings(), how))
    assert problems(root, how) == problems(root)


def test_a_target_that_can_no_longer_be_read_is_seen(root: Path) -> None:
    how = How(workers=1, cache=root.parent / "links.json")
    problems(root, how)
    os.truncate(root / "src/x.py", 65 * 2**20)
    fresh = problems(root)
    assert "larger than 64 MB" in str(fresh)
    assert problems(root, how) == fresh


def test_a_file_that_vanishes_is_seen(root: Path) -> None:
    how = How(workers=1, cache=root.parent / "links.json")
    problems(root, how)
    (root / "src/x.py").unlink()
    assert problems(root, how) == problems(root)


def test_a_symbolic_link_that_leads_elsewhere_is_seen(root: Path) -> None:
    (root / "link").symlink_to("src")
    write(root, "s.md", "[x](link/x.py)")
    how = How(workers=1, cache=root.parent / "links.json")
    problems(root, how)
    (root / "link").unlink()
    (root / "link").symlink_to("part0")
    assert problems(root, how) == problems(root)


def test_other_settings_have_other_results(root: Path) -> None:
    how = How(workers=1, cache=root.parent / "links.json")
    problems(root, how)
    settings = Settings(ignore=("GONE",))
    assert problems(root, how, settings) == problems(root, None, settings)


def test_a_run_on_some_documents_keeps_what_is_known_of_the_others(
    root: Path, never_read: Any
) -> None:
    how = How(workers=1, cache=root.parent / "links.json")
    cold = problems(root, how)
    assert how.cache
    age_cache(how.cache)
    write(root, "part0/page00.md", "# Page 0\n")
    list(find_problems(root, ["part0/page00.md"], Settings(), how))
    age_cache(how.cache)
    never_read()
    warm = problems(root, how)
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
def test_a_damaged_cache_is_made_anew(root: Path, spoil: Any) -> None:
    how = How(workers=1, cache=root.parent / "links.json")
    cold = problems(root, how)
    assert how.cache
    how.cache.write_bytes(spoil(how.cache.read_bytes()))
    assert problems(root, how) == cold
    assert caches.load(how.cache, root, "another key").documents == {}
    assert b"GONE" in how.cache.read_bytes()


def test_runs_at_once_do_not_harm_each_other(root: Path) -> None:
    how = How(workers=1, cache=root.parent / "links.json")
    wanted, found = problems(root), list[Any]()
    threads = [
        threading.Thread(target=lambda: found.extend(problems(root, how) for _ in range(3)))
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
