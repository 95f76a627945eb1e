"""A cache that is damaged, old or made up makes no traceback, and damage is never believed."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sphinxext_runtime_ref.links.running import cache as caches
from sphinxext_runtime_ref.links.running.run import RunOptions, find_problems
from sphinxext_runtime_ref.links.running.saving import Saver
from sphinxext_runtime_ref.links.tree.record import digest
from sphinxext_runtime_ref.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sphinxext_runtime_ref.links.model import Checked

COUNT = 4
NAMES = [f"f{number}.md" for number in range(COUNT)]
Key = tuple[str | int, ...]


class Tree:
    """A tree with a cache of its links."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.root.mkdir()
        for number, name in enumerate(NAMES):
            other = (number + 1) % COUNT
            text = f"# H{number}\n[a](f{other}.md#h{other}) [b](no.md) [c](self/f1.md)\n"
            (self.root / name).write_text(text)
            os.utime(self.root / name, (time.time() - 60,) * 2)
        (self.root / "self").symlink_to(".")
        self.cache = folder / "cache.json"
        self.wanted = self.problems()
        self.good = self.cache.read_bytes()
        self.content = json.loads(self.good.partition(b"\n")[2])

    def problems(self) -> list[Checked]:
        how = RunOptions(cache=self.cache, workers=1)
        return list(find_problems(self.root, NAMES, Settings(), how))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    return Tree(tmp_path_factory.mktemp("cached"))


def signed(body: bytes) -> bytes:
    return caches.FORMAT + digest(body).encode() + b"\n" + body


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.data())
def test_a_damaged_cache_is_made_anew(tree: Tree, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(tree.good) - 1))
    change = data.draw(st.sampled_from(["cut", "flip", "insert", "drop"]))
    good = tree.good
    tree.cache.write_bytes(
        {
            "cut": good[:at],
            "flip": good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :],
            "insert": good[:at] + b"0" + good[at:],
            "drop": good[:at] + good[at + 1 :],
        }[change]
    )
    assert tree.problems() == tree.wanted
    assert caches.load(tree.cache, tree.root, tree.content["key"]).documents


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 1000,
        b"runtime-ref links cache 0 x\n{}",
        signed(b"[" * 100_000),
        signed(b"[]"),
        signed(b"null"),
        signed(b"1" * 5000),
        signed(b'{"key": "\\ud800"}'),
    ],
)
def test_another_file_is_no_cache(tree: Tree, content: bytes) -> None:
    tree.cache.write_bytes(content)
    assert tree.problems() == tree.wanted


def paths(value: Any, start: Key = ()) -> Iterator[Key]:
    yield start
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from paths(value[key], (*start, key))


ODD: list[Any] = [
    None,
    -1,
    0,
    1e300,
    True,
    10**30,
    "",
    "x",
    "../../x",
    "/etc",
    "\ud800",
    "a\0",
    [],
    {},
    [1],
    {"a": 1},
]


@settings(
    max_examples=80,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_a_made_up_cache_makes_no_traceback(tree: Tree, data: st.DataObject) -> None:
    content = copy.deepcopy(tree.content)
    path = data.draw(st.sampled_from(list(paths(content))[1:]))
    inner = content
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = data.draw(st.sampled_from(ODD))
    tree.cache.write_bytes(signed(json.dumps(content).encode()))
    found = tree.problems()
    assert len(found) == COUNT
    for checked in found:
        for result in checked.results:
            assert isinstance(result.message, str)
            assert not (result.target or "").startswith("\x00")


def test_a_cache_that_can_not_be_written_is_said(tree: Tree) -> None:
    said: list[str] = []
    target = tree.root / "f0.md" / "cache.json"
    with Saver(said.append) as saver:
        how = RunOptions(cache=target, workers=1, saver=saver)
        assert list(find_problems(tree.root, NAMES, Settings(), how)) == tree.wanted
    assert len(said) == 1
    assert "the cache was not written" in said[0]


def test_a_cache_that_another_process_can_not_write_is_said_once(
    tmp_path: Path, spawn: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(100):
        (tmp_path / f"{number}.md").write_text("[x](no.md)\n")
    monkeypatch.setenv("RUNTIME_REF_CACHE_DIR", str(tmp_path / "0.md"))
    done = spawn("links", "--jobs", "2", ".")
    assert (done.returncode, done.stdout.count("\n")) == (1, 100)
    assert done.stderr.count("the cache was not written") == 1
    assert "File exists (--no-cache does without)" in done.stderr


WRITER_DIES = """
import os
from pathlib import Path
from sphinxext_runtime_ref.links.running.saving import Saver
with Saver(print) as saver:
    saver.begin(Path("cache"), lambda: WRITE, beside=True)
    print("meanwhile", flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no other process")
@pytest.mark.parametrize("write", ["os.kill(os.getpid(), 9)", "1 / 0"])
def test_a_writer_that_dies_is_told(write: str) -> None:
    code = WRITER_DIES.replace("WRITE", write)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == (
        "meanwhile\nthe cache was not written: cache: the process that wrote it died\n"
    )


INTERRUPTED = """
import os, signal, time
from pathlib import Path
from sphinxext_runtime_ref.links.running.saving import Saver
try:
    with Saver(print) as saver:
        saver.begin(Path("cache"), lambda: time.sleep(1), beside=True)
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
except KeyboardInterrupt:
    print("interrupted", flush=True)
try:
    os.waitpid(-1, 0)
except ChildProcessError:
    print("nothing is left")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no other process")
def test_an_interrupt_leaves_no_writer() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=True
    )
    assert done.stdout == "interrupted\nnothing is left\n"


FORKED = """
import os, signal
from sphinxext_runtime_ref.links.running.interrupts import held
try:
    with held():
        child = os.fork()
        os.kill(os.getpid(), signal.SIGINT)
        if not child:
            print("the child goes on", flush=True)
            os._exit(0)
        os.waitpid(child, 0)
        print("so does the block", flush=True)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no other process")
def test_a_process_that_begins_leaves_interrupts_to_the_first_one() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORKED], capture_output=True, text=True, check=True
    )
    assert done.stdout == "the child goes on\nso does the block\ninterrupted\n"


@pytest.mark.parametrize("content", ["", "\0", "[]", "null", "[" * 100_000, '{"version": 1}'])
def test_the_ids_that_a_build_kept_are_not_believed_either(project: Any, content: str) -> None:
    made = project({"docs/index.md": "# I\n\n[x](../README.md#no)\n", "README.md": "# R\n"})
    os.utime(made.root / "README.md", (time.time() - 60,) * 2)
    made.build()
    (store,) = made.root.rglob("runtime_ref_anchors.json")
    store.write_text(content)
    made.write({"docs/index.md": "# I\n\n[x](../README.md#no) again\n"})
    (said,) = made.build().warnings
    assert "README.md has no such heading or id" in said


@pytest.mark.parametrize(
    "content", ["", "[]", "3", "[" * 100_000, '{"index": "0"}', '["_source/x"]']
)
def test_a_damaged_list_of_source_pages_takes_no_page_away(project: Any, content: str) -> None:
    made = project({"docs/index.md": "# I\n\n{source}`x.py`\n", "x.py": "X = 1\n"})
    made.build()
    (store,) = made.root.rglob("runtime_ref_pages_html.json")
    store.write_text(content)
    build = made.build()
    assert build.warnings == []
    assert (build.out / "index.html").is_file()
    assert (build.out / "_source/x.py.html").is_file()
