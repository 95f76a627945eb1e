"""Which files below a root are read, and what is said of all others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sphinxext_runtime_ref.errors import DeclarationError, MissingDeclarationError
from sphinxext_runtime_ref.source.reading.files import WorkingTree, inside
from tests.folders import write


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    names = ("m.py", "a/n.py", "a/b/o.py", ".hidden/p.py", "a/.hidden.py", "a/q.txt", "z.py/r.py")
    write(root, dict.fromkeys(names, "X = 1\n"))
    (tmp_path / "root-2").mkdir()
    (tmp_path / "root-2/s.py").write_bytes(b"X = 2\n")
    (root / "out.py").symlink_to(tmp_path / "root-2/s.py")
    (root / "out").symlink_to(tmp_path / "root-2")
    (root / "in.py").symlink_to(root / "m.py")
    (root / "gone.py").symlink_to(root / "nowhere.py")
    (root / "loop.py").symlink_to(root / "loop.py")
    os.mkfifo(root / "pipe.py")
    return root


@pytest.mark.parametrize(
    ("path", "plain"),
    [
        ("m.py", "m.py"),
        ("./a//n.py", "a/n.py"),
        ("a/../m.py", "m.py"),
        ("a\\n.py", "a/n.py"),
        ("..m.py", "..m.py"),
        ("a/b/", "a/b"),
    ],
)
def test_a_path_below_the_root_has_one_plain_form(path: str, plain: str) -> None:
    assert inside(path) == plain


@pytest.mark.parametrize(
    "path", ["", ".", "..", "a/..", "../m.py", "..\\m.py", "a/../../m.py", "/m.py", "m\0.py"]
)
def test_what_is_no_path_below_the_root_is_refused(path: str) -> None:
    with pytest.raises(DeclarationError) as caught:
        inside(path)
    assert str(caught.value) == (
        f"{path!r} is not a path below the root; expected one such as 'package/module.py'"
    )


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("out.py", "out.py: lies outside the root (a symbolic link leads there)"),
        ("out/s.py", "out/s.py: lies outside the root (a symbolic link leads there)"),
        ("pipe.py", "pipe.py: not a regular file"),
        ("a", "a: is a folder; expected a Python file, such as 'package/module.py'"),
        ("m.py/n.py", "m.py/n.py: can't be read: Not a directory"),
        ("loop.py", "loop.py: can't be read: Too many levels of symbolic links"),
        ("x" * 300, "x" * 300 + ": can't be read: File name too long"),
        ("m\0.py", "m\0.py: lies outside the root (a symbolic link leads there)"),
    ],
)
def test_a_file_that_can_not_be_read_says_why(root: Path, path: str, message: str) -> None:
    files = WorkingTree(root)
    with pytest.raises(DeclarationError) as caught:
        files.read(path, 100)
    assert str(caught.value) == message
    assert not files.is_file(path)


def test_a_missing_file_names_the_root(root: Path) -> None:
    for name in ("nowhere.py", "gone.py"):
        with pytest.raises(MissingDeclarationError) as caught:
            WorkingTree(root).read(name, 100)
        assert str(caught.value) == f"{name}: no such file below the root {root}"


def test_the_size_of_a_file_is_bounded_at_its_edge(root: Path) -> None:
    files = WorkingTree(root)
    assert files.read("m.py", 6) == files.read("in.py", 6) == b"X = 1\n"
    with pytest.raises(DeclarationError, match="6 bytes are over the limit of 5 bytes"):
        files.read("m.py", 5)
    with pytest.raises(DeclarationError) as caught:
        files.read("m.py", 3)
    assert str(caught.value) == ("m.py: 6 bytes are over the limit of 3 bytes for a source file")


def test_a_file_without_a_size_is_bounded_too() -> None:
    # Files of the kernel have content and a size of 0.
    with pytest.raises(DeclarationError, match="4 bytes are over the limit of 3 bytes"):
        WorkingTree(Path("/proc")).read("version", 3)


def test_files_and_folders_are_told_apart(root: Path) -> None:
    files = WorkingTree(root)
    names = ("", "m.py", "a", "a/b", "z.py", "in.py", "gone.py", "loop.py", "pipe.py", "out", "m\0")
    assert [name for name in names if files.is_file(name)] == ["m.py", "in.py"]
    assert [name for name in names if files.is_folder(name)] == ["", "a", "a/b", "z.py"]
    assert files.absolute("a/n.py") == str(root / "a/n.py")
    assert files.absolute("") == str(root)
    assert WorkingTree(Path("/")).absolute("") == "/"
    assert WorkingTree(Path("/")).absolute("a") == "/a"


def test_a_stamp_changes_with_the_file(root: Path) -> None:
    files = WorkingTree(root)
    before = files.stamp("m.py")
    assert before == files.stamp("m.py") == files.stamp("in.py") is not None
    os.utime(root / "m.py", ns=(1, 1))
    second = files.stamp("m.py")
    (root / "m.py").write_bytes(b"X = 12\n")
    os.utime(root / "m.py", ns=(1, 1))
    assert len({before, second, files.stamp("m.py")}) == 3
    assert files.stamp("nowhere.py") is files.stamp("m\0.py") is None


def test_python_files_come_in_order_without_hidden_folders(root: Path) -> None:
    files = WorkingTree(root)
    below_a = ["a/.hidden.py", "a/n.py", "a/b/o.py"]
    top = ["gone.py", "in.py", "loop.py", "m.py", "out.py", "pipe.py"]
    assert list(files.python_files()) == [*top, *below_a, "z.py/r.py"]
    assert list(files.python_files("a")) == below_a
    assert list(files.python_files("nowhere")) == []
    assert list(files.python_files("out")) == []
    assert list(files.python_files("..")) == []
