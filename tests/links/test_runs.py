"""Many documents at once: a quick look, and several processes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.links.running import workers
from sphinxext_runtime_ref.links.running.run import (
    RunOptions,
    check,
    check_documents,
    default_workers,
    find_problems,
)
from sphinxext_runtime_ref.settings import Settings
from tests.folders import git

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("before", "found"), [("", []), ("[a][b]\n\n", ["b"])])
def test_a_comment_over_several_blocks_hides_references(
    tmp_path: Path, before: str, found: list[str]
) -> None:
    text = f"{before}<div><!--\n\n[x][y]\n\n--></div>\n"
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    (checked,) = find_problems(tmp_path, ["a.md"], Settings())
    assert [result.link.uri for result in checked.results] == found


def test_problems_are_what_a_full_check_finds_bad(pages: Any) -> None:
    every = list(check_documents(pages.root, pages.documents(), Settings()))
    bad = [result for result in every if result.status in {"broken", "ignored"}]
    found = list(find_problems(pages.root, pages.documents(), Settings()))
    assert [result for checked in found for result in checked.results] == bad
    assert len(bad) > 40
    assert sum(checked.working for checked in found) == sum(r.status == "working" for r in every)


@pytest.mark.parametrize(
    ("tree", "usable", "processors", "workers"),
    [
        ((10, 1000), range(4), 4, 1),
        ((2000, 0), range(4), 64, 4),
        ((2000, 0), range(64), 64, 8),
        ((10, 2**24), range(4), 64, 4),
        ((2000, 0), None, 3, 3),
        ((2000, 0), None, None, 1),
    ],
)
def test_as_many_processes_are_started_as_may_be_used(
    monkeypatch: pytest.MonkeyPatch,
    tree: tuple[int, int],
    usable: range | None,
    processors: int | None,
    workers: int,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: usable, raising=False)
    if usable is None:
        monkeypatch.delattr(os, "sched_getaffinity")
    assert default_workers(*tree) == workers


@pytest.mark.parametrize(
    "text",
    [
        "[x](gone.md) and [y](#top) [z](a.md)",
        "![x](gone.png) [y](a_(b).md) [z](a.md#no)",
        "[x](https://x.invalid/a) [y](mailto:me@x.invalid) [z](gone.md)",
        "<https://x.invalid> [x](gone.md) <me@x.invalid>",
        "[x][r] and [r] and [r][]\n\n[r]: gone.md\n[unused]: no.md\n",
        "é [x][r] [y](gone.md)\n\n[r]: gone.md\n",
        "[x](a\\_b.md) [y](a&amp;b.md) [z](<a b.md>)",
        "[x]( gone.md ) [y](\n<gone.md>)",
        "| a |\n|---|\n| [x](gone.md) |",
        "> - [x](gone.md)\n>   [y](gone.md)",
        "<b>x</b> <br> <p align=center> [x](gone.md)",
        "[undefined][label] [x](gone.md)",
        "<!-- a comment --> [x](gone.md)",
        "# a_b\n\n[x](#a_b) [y](#ab)\n",
        "C:\\ [x](C:/a.md) [y](file:///a) {{ [z]({{ url }}) }}",
        "- [ ] [x](gone.md)\n\na[^1]\n\n[^1]: b [x](gone.md)\n",
    ],
)
def test_ordinary_documents_are_looked_through_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    every = list(check_documents(tmp_path, ["a.md"], Settings()))

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the document was looked through again")

    monkeypatch.setattr("sphinxext_runtime_ref.links.markup.markdown_links.read_text", refuse)
    (quick,) = find_problems(tmp_path, ["a.md"], Settings(), RunOptions(workers=1))
    assert quick.results == tuple(one for one in every if one.status == "broken")
    assert quick.working == sum(one.status == "working" for one in every)


@pytest.mark.parametrize(
    "text",
    [
        '<p title="\n<a href="a.md">x</a>\n',
        '<div title=\'\n<a href="a.md">x</a>\n\n[y](gone.md)',
        "<p\n<img src=a.md>\n",
        "<b title='> <a href=gone.md>'>[x](a.md)</b>",
        "> <!-- x --!>\n\n[x](a.md) [y](gone.md)",
        '<a href="a.md" id="z"></a> [x](#z) [y](#w)',
        "[r] `[a](gone.md)`\n\n[r]: gone.md\n",
        "[x ![y](#z)](#z)\n\n# Z\n",
    ],
)
def test_strange_documents_are_looked_at_closely(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    every = list(check_documents(tmp_path, ["a.md"], Settings()))
    (quick,) = find_problems(tmp_path, ["a.md"], Settings())
    assert quick.results == tuple(one for one in every if one.status == "broken")
    assert quick.working == sum(one.status == "working" for one in every)


def chunks_of(size: int) -> Any:
    return lambda paths, _: [paths[start : start + size] for start in range(0, len(paths), size)]


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_several_processes_say_what_one_says(
    pages: Any, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(workers, "divide", chunks_of(chunk))
    alone = pages.problems(RunOptions(workers=1))
    assert pages.problems(RunOptions(workers=3)) == alone
    full = list(check_documents(pages.root, pages.documents(), Settings()))
    several = check(pages.root, pages.documents(), Settings(), RunOptions(workers=2))
    assert [result for checked in several for result in checked.results] == full


def test_several_processes_know_what_git_tracks(
    pages: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in (["init", "-q"], ["add", "part0", "part1", "extra.rst"]):
        git(pages.root, *command)
    monkeypatch.setattr(workers, "divide", chunks_of(1))
    settings = Settings(require_tracked=True)
    alone = pages.problems(RunOptions(workers=1), settings)
    assert alone != pages.problems(RunOptions(workers=1))
    assert pages.problems(RunOptions(workers=3), settings) == alone


def test_a_process_that_dies_is_made_up_for(pages: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = pages.problems(RunOptions(workers=1))
    monkeypatch.setattr(workers, "divide", chunks_of(4))
    monkeypatch.setattr(workers, "_work", lambda *_: os._exit(9))
    cache = pages.root.parent / "cache.json"
    assert pages.problems(RunOptions(workers=2, cache=cache)) == alone
    assert not cache.exists()


def test_a_process_that_dies_before_it_tells_what_it_read_leaves_no_cache(
    pages: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = pages.problems(RunOptions(workers=1))
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
    cache = pages.root.parent / "cache.json"
    assert pages.problems(RunOptions(workers=2, cache=cache)) == alone
    assert not cache.exists()


def test_processes_end_with_the_one_that_started_them(pages: Any) -> None:
    code = (
        "import os, sys; from pathlib import Path; "
        "from sphinxext_runtime_ref.links.running.run import RunOptions, find_problems; "
        "from sphinxext_runtime_ref.settings import Settings; "
        "found = find_problems(Path(sys.argv[1]), sys.argv[2:], Settings(), RunOptions(3)); "
        "next(found); os.kill(os.getpid(), 9)"
    )
    command = [sys.executable, "-c", code, str(pages.root), *pages.documents()]
    # all of them hold the pipe, which has its end when the last of them has
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert done.stderr == ""


def test_an_error_in_a_process_is_raised_here(pages: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(require_tracked=True)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(pages.root.parent))
    with pytest.raises(ConfigError, match="require_tracked needs git"):
        pages.problems(RunOptions(workers=2), settings)


def test_few_large_documents_give_the_same_in_as_many_processes_as_are_worth_it(
    tmp_path: Path,
) -> None:
    names = [f"{number}.md" for number in range(9)]
    text = "Some text.\n" * 60_000
    for name in names:
        (tmp_path / name).write_text(f"# H\n\n{text}\n[x](no-{name}) [y](#h)\n")
    one, some = (
        list(find_problems(tmp_path, names, Settings(), RunOptions(workers=count)))
        for count in (1, 0)
    )
    assert some == one
    assert [checked.results[0].link.uri for checked in one] == [f"no-{name}" for name in names]
