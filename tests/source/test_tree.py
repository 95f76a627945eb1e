"""The tree of files: imports between them, what is consulted, what is read again."""

# ruff: noqa: E501 - cases read best one a line
from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError, MissingDeclarationError
from sphinxext_runtime_ref.source.reading.files import WorkingTree
from sphinxext_runtime_ref.source.symbols import DeclarationKind, evaluate, lookup
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.source.values import Literal, Sequence, Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

PACKAGE = {
    "pkg/__init__.py": "from .a import VALUE as EXPORTED\nfrom . import b\nfrom .late import *\n",
    "pkg/a.py": "VALUE = 1\n_HIDDEN = 2\n",
    "pkg/b.py": "from pkg.a import VALUE\nfrom .sub import deep\nOTHER = VALUE + 1\n",
    "pkg/late.py": "__all__ = ['LATE', '_UNDER']\nLATE = 3\n_UNDER = 4\nNOT_ALL = 5\n",
    "pkg/sub/__init__.py": "",
    "pkg/sub/deep.py": "from ..a import VALUE\nfrom ... import nothing\nDEEP = VALUE\n",
    "space/mod.py": "NAME = 'space'\n",
}


@pytest.mark.parametrize(
    ("imports", "expression", "text"),
    [
        ("from pkg import EXPORTED", "EXPORTED", "1"),
        ("import pkg", "pkg.EXPORTED", "1"),
        ("import pkg.a as short", "short.VALUE", "1"),
        ("import pkg.sub.deep", "pkg.sub.deep.DEEP", "1"),
        ("from pkg import b", "b.OTHER", "2"),
        ("from pkg.b import deep", "deep.DEEP", "1"),
        ("from pkg import *", "(LATE, EXPORTED)", "(3, 1)"),
        ("from pkg.late import *", "(LATE, _UNDER)", "(3, 4)"),
        ("from pkg.a import *", "VALUE", "1"),
        ("from pkg.a import *\nY = [VALUE]\nZ = [VALUE]", "(VALUE, Y, Z)", "(1, [1], [1])"),
        ("import space.mod", "space.mod.NAME", "'space'"),
        ("from space import mod", "mod.NAME", "'space'"),
        ("if TYPE_CHECKING:\n    from pkg.a import VALUE\nelse:\n    VALUE = 9", "VALUE", "9"),
        ("if TYPE_CHECKING:\n    from pkg.a import VALUE", "VALUE", "1"),
        ("import typing\nif typing.TYPE_CHECKING:\n    import pkg", "pkg.EXPORTED", "1"),
        ("from torch import *", "(float16, len)", "($float16, $len)"),
        ("import torch.nn as nn", "nn.Linear", "$nn.Linear"),
        ("from gone.away import THING", "THING", "$THING"),
    ],
)  # fmt: skip
def test_names_are_followed_through_imports(
    read: Callable[..., str], imports: str, expression: str, text: str
) -> None:
    assert read({**PACKAGE, "m.py": f"{imports}\nX = [{expression}]\n"}) == f"[{text}]"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("from pkg.a import NOPE\nX = [NOPE]\n", "pkg/a.py binds no name 'NOPE' (m.py:1:1)"),
        ("from pkg import *\nX = [NOT_ALL]\n", "'NOT_ALL' is not defined"),
        ("from pkg.a import *\nX = [_HIDDEN]\n", "'_HIDDEN' is not defined"),
        ("from .. import a\nX = [a]\n", "a relative import leads out of the root (m.py:1:1)"),
        ("from broken import A\nX = [A]\n", "'(' was never closed (broken.py:1:5)"),
        ("from cycle import X as Y\nX = [Y]\n", "circular definition: cycle.py:1:1 → circle.py:1:1 → cycle"),
        ("A = B\nB = A\nX = [A]\n", "'B' is not defined"),
    ],
)  # fmt: skip
def test_what_an_import_lacks_is_said(
    tree: Callable[..., SourceTree], source: str, reason: str
) -> None:
    extra = {
        "broken.py": "A = (\n",
        "cycle.py": "from circle import X\n",
        "circle.py": "from cycle import X\n",
    }
    made = tree({**PACKAGE, **extra, "m.py": source})
    value = evaluate(made, made.module("m.py"), "X")[0].value
    assert isinstance(value, Sequence)
    item = value.items[0]
    assert isinstance(item, Unevaluated)
    assert reason in item.reason


def test_packages_below_other_folders_are_found(read: Callable[..., str]) -> None:
    files = {
        "python/lib/core/x.py": "from lib.core.y import A\nX = (A,)\n",
        "python/lib/core/y.py": "A = 'namespace'\n",
        "src/app/x.py": "from app.y import A\nX = (A,)\n",
        "src/app/y.py": "A = 'src'\n",
        "tool/x.py": "from y import A\nX = (A,)\n",
        "tool/y.py": "A = 'script'\n",
        "pack/__init__.py": "",
        "pack/x.py": "from y import A\nX = (A,)\n",
        "pack/y.py": "A = 'needs a dot'\n",
        "types.py": "A = 'not the one of the library'\n",
        "m.py": "from types import A\nX = (A,)\n",
    }
    assert read(files, "python/lib/core/x.py:X") == "('namespace')"
    assert read(files, "src/app/x.py:X") == "('src')"
    assert read(files, "tool/x.py:X") == "('script')"
    assert read(files, "pack/x.py:X") == "($A)"
    assert read(files, "m.py:X") == "($A)"


def test_every_file_that_is_consulted_is_recorded(
    tree: Callable[..., SourceTree], tmp_path: Path
) -> None:
    made = tree(
        {**PACKAGE, "m.py": "from pkg import EXPORTED\nimport gone\nX = (EXPORTED, gone.y)\n"}
    )
    for _ in range(2):
        with made.recording() as seen:
            evaluate(made, made.module("m.py"), "X")
        names = {os.path.relpath(path, tmp_path) for path in seen}
        assert {"m.py", "pkg/__init__.py", "pkg/a.py", "gone.py", "gone/__init__.py"} <= names
        assert "pkg/b.py" not in names
        assert all(Path(path).is_absolute() for path in seen)
    for _ in range(2):
        with made.recording() as seen:
            made.peek("pkg/b.py")
        assert [os.path.relpath(path, tmp_path) for path in seen] == ["pkg/b.py"]


def test_a_folder_is_a_package_with_or_without_a_file_of_its_own(
    tree: Callable[..., SourceTree],
) -> None:
    made = tree({"pkg/__init__.py": "", "space/a.py": "", "src/lib/sub/a.py": "", "m.py": ""})
    names = ("pkg", "space", "lib", "lib.sub", "m", "gone")
    assert [name for name in names if made.is_package(name)] == ["pkg", "space"]
    assert [name for name in names if made.is_package(name, "src")] == ["lib", "lib.sub"]


def test_recordings_may_be_nested(tree: Callable[..., SourceTree]) -> None:
    made = tree({"m.py": "X = 1\n", "n.py": "X = 1\n"})
    with made.recording() as outer:
        made.module("m.py")
        with made.recording() as inner:
            made.module("n.py")
        made.module("m.py")
    assert len(outer) == 2
    assert [Path(path).name for path in inner] == ["n.py"]
    made = tree({"p.py": "from q import Y\nX = [Y]\n", "q.py": "class Y: ...\n"})
    with made.recording() as outer:
        evaluate(made, made.module("p.py"), "X")
        with made.recording() as inner:
            evaluate(made, made.module("p.py"), "X")
    assert {Path(path).name for path in outer} == {Path(path).name for path in inner}


def test_what_was_recorded_is_not_taken_for_what_is_there_later(
    tree: Callable[..., SourceTree],
) -> None:
    made = tree({"p.py": "from q import Y\nX = [Y]\n", "q.py": "class Y: ...\n"})
    with made.recording():
        evaluate(made, made.module("p.py"), "X")
    tree({"q.py": "Y = 5\n"})
    made.refresh()
    value = evaluate(made, made.module("p.py"), "X")[0].value
    assert isinstance(value, Sequence)
    assert isinstance(value.items[0], Literal)


def test_a_recording_keeps_nothing_that_a_branch_decides(tree: Callable[..., SourceTree]) -> None:
    files = {
        "fast.py": "def run(): ...\n",
        "slow.py": "def run(): ...\n",
        "n.py": "try:\n    from fast import run\nexcept ImportError:\n    from slow import run\n",
        "m.py": "from n import run\nX = [run]\n",
    }
    made = tree(files)
    with made.recording():
        found = evaluate(made, made.module("m.py"), "X")
    assert [variant.condition for variant in found] == ["try", "except ImportError"]
    items = [variant.value.items[0] for variant in found if isinstance(variant.value, Sequence)]
    assert [getattr(item, "identity", "") for item in items] == ["fast.py:run", "slow.py:run"]


class Counted(WorkingTree):
    """Files that count how often each is read."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.reads: list[str] = []

    def read(self, path: str, limit: int) -> bytes:
        self.reads.append(path)
        return super().read(path, limit)


def test_a_refreshed_tree_reads_nothing_else(
    tree: Callable[..., SourceTree], tmp_path: Path
) -> None:
    tree({"m.py": "X = 1\n", "n.py": "X = 1\n"})
    files = Counted(tmp_path)
    made = SourceTree(files)
    same = made.module("m.py")
    assert made.peek("m.py") == "X = 1\n"
    assert made.peek("n.py") == made.peek("n.py") == "X = 1\n"
    assert made.peek("gone.py") == made.peek("gone.py") == ""
    assert files.reads == ["m.py", "n.py", "gone.py"]
    tree({"n.py": "X = 2\n", "gone.py": "X = 3\n"})
    made.refresh()
    assert files.reads == ["m.py", "n.py", "gone.py"]
    assert made.module("m.py") is same
    assert (made.peek("n.py"), made.peek("gone.py")) == ("X = 2\n", "X = 3\n")
    tree({"m.py": "X = (\n"})
    made.refresh()
    assert files.reads[5:] == ["m.py"]
    assert made.peek("m.py") == ""


def test_a_refreshed_tree_reads_what_has_changed(
    tree: Callable[..., SourceTree], tmp_path: Path
) -> None:
    made = tree({"m.py": "import n\nX = (n.Y,)\n", "k.py": "X = 1\n"})
    same = made.module("k.py")
    assert "External" not in repr(evaluate(made, made.module("m.py"), "X"))
    (tmp_path / "n.py").write_text("Y = 5\n")
    (tmp_path / "m.py").write_text("import n\nX = [n.Y]\n")
    os.utime(tmp_path / "k.py", ns=(1, 1))
    made.refresh()
    value = evaluate(made, made.module("m.py"), "X")[0].value
    assert isinstance(value, Sequence)
    assert isinstance(value.items[0], Literal)
    assert value.items[0].value == 5
    assert made.module("k.py") is same
    (tmp_path / "m.py").unlink()
    made.refresh()
    with pytest.raises(MissingDeclarationError):
        made.module("m.py")


def test_an_error_is_kept_too_and_raised_anew(tree: Callable[..., SourceTree]) -> None:
    made = tree("X = (\n")
    faults = []
    for _ in range(2):
        with pytest.raises(DeclarationError) as caught:
            made.module("m.py")
        faults.append(caught.value)
    assert str(faults[0]) == str(faults[1])
    assert faults[0] is not faults[1]


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("pkg/*.py", ["pkg/__init__.py", "pkg/a.py", "pkg/b.py", "pkg/late.py"]),
        ("pkg/**/d*.py", ["pkg/sub/deep.py"]),
        ("**/[ab].py", ["pkg/a.py", "pkg/b.py"]),
        ("nowhere/*.py", []),
        ("../*.py", []),
    ],
)
def test_globs_give_python_files(
    tree: Callable[..., SourceTree], pattern: str, found: list[str]
) -> None:
    made = tree({**PACKAGE, ".hidden/a.py": "", "pkg/a.txt": ""})
    with made.recording() as seen:
        assert list(made.glob(pattern)) == found
    # a new file in any of their folders is noticed
    assert {str(Path(made.files.absolute(path)).parent) for path in found} <= seen


def test_declarations_are_looked_up_with_their_whole_stretch(
    tree: Callable[..., SourceTree],
) -> None:
    made = tree(
        {
            **PACKAGE,
            "m.py": "from pkg import EXPORTED\nimport torch\n\n\n"
            "class C:\n    '''Doc.'''\n"
            "    A = [\n        1,\n    ]\n\n    @staticmethod\n    def f():\n        '''Inner.'''\n"
            "        LOCAL = 3\n        return LOCAL\n\nH = torch.half  # half\n",
        }
    )
    module = made.module("m.py")

    def place(name: str) -> tuple[str, DeclarationKind, int, int, str]:
        found = lookup(made, module, name)
        return found.location.path, found.kind, *found.location.line_range, found.doc

    assert place("C") == ("m.py", DeclarationKind.CLASS, 5, 15, "Doc.")
    assert place("C.A") == ("m.py", DeclarationKind.ASSIGNMENT, 7, 9, "")
    assert place("C.f") == ("m.py", DeclarationKind.FUNCTION, 12, 15, "Inner.")
    assert place("C.f.LOCAL") == ("m.py", DeclarationKind.ASSIGNMENT, 14, 14, "")
    assert place("EXPORTED") == ("pkg/a.py", DeclarationKind.ASSIGNMENT, 1, 1, "")
    assert place("H") == ("m.py", DeclarationKind.IMPORT, 17, 17, "half")
    for name, message in (
        ("C.g", "'C.g' is not declared in m.py in C"),
        ("C.f.LOCALS", "did you mean 'LOCAL"),
        ("torch", "it comes from torch"),
        ("EXPORTD", "did you mean 'EXPORTED"),
    ):
        with pytest.raises(MissingDeclarationError, match=message):
            lookup(made, module, name)
