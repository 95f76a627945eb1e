"""Sources at a git revision, without a checkout."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import ConfigError, DeclarationError
from sphinxext_runtime_ref.source.git_tree import GitTree
from sphinxext_runtime_ref.source.tree import SourceTree

if TYPE_CHECKING:
    from pathlib import Path


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(
        ["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, timeout=60
    )


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose first commit, tagged ``old``, is not what lies on disk."""
    git(tmp_path, "init", "-q")
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "m.py").write_text("NAME = 'old'\n")
    (package / "é file.py").write_text("X = 1\n")
    (package / "link.py").symlink_to("m.py")
    (tmp_path / "there").symlink_to("pkg")
    (tmp_path / "out.py").symlink_to("../outside.py")
    (tmp_path / "loop.py").symlink_to("loop.py")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden/h.py").write_text("")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "one")
    git(tmp_path, "tag", "old")
    (package / "m.py").write_text("NAME = 'new'\n")
    (package / "added.py").write_text("")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "two")
    return tmp_path


def test_content_is_the_revision_s(repository: Path) -> None:
    tree = GitTree(repository, "old")
    assert tree.read("pkg/m.py", 100) == b"NAME = 'old'\n"
    assert tree.read("there/link.py", 100) == b"NAME = 'old'\n"
    assert not tree.is_file("pkg/added.py")
    assert tree.is_folder("there")
    assert list(tree.python_files()) == ["pkg/m.py", "pkg/é file.py"]
    assert GitTree(repository, "HEAD").is_file("pkg/added.py")
    assert (repository / "pkg/m.py").read_text() == "NAME = 'new'\n"


def test_a_root_below_the_top_level_has_its_own_paths(repository: Path) -> None:
    tree = GitTree(repository / "pkg", "old")
    assert tree.is_file("m.py")
    assert not tree.is_file("pkg/m.py")
    assert SourceTree(tree).module("m.py").path == "m.py"


@pytest.mark.parametrize("path", ["out.py", "loop.py", "gone.py", "pkg"])
def test_what_is_no_file_below_the_root_is_an_error(repository: Path, path: str) -> None:
    tree = GitTree(repository, "old")
    assert not tree.is_file(path)
    with pytest.raises(DeclarationError, match=f"{path}: no such file at the git revision 'old'"):
        tree.read(path, 100)


def test_a_file_over_the_limit_is_an_error(repository: Path) -> None:
    with pytest.raises(DeclarationError, match="13 bytes are over the limit of 5 bytes"):
        GitTree(repository, "old").read("pkg/m.py", 5)


@pytest.mark.parametrize("revision", ["gone", "--output=x", "", "old..HEAD"])
def test_a_revision_that_is_none_is_named(repository: Path, revision: str) -> None:
    with pytest.raises(ConfigError, match="can't read the git revision"):
        GitTree(repository, revision)


def test_a_folder_without_git_or_files_is_told(repository: Path, tmp_path: Path) -> None:
    (repository / "empty").mkdir()
    with pytest.raises(ConfigError, match="holds no files at the git revision 'old'"):
        GitTree(repository / "empty", "old")
    with pytest.raises(ConfigError, match="not a git repository"):
        GitTree(tmp_path.parent, "HEAD")


def test_a_clone_without_contents_reads_what_it_has(repository: Path, tmp_path: Path) -> None:
    git(repository, "config", "uploadpack.allowFilter", "true")
    git(
        repository,
        "clone",
        "-q",
        "--filter=blob:none",
        "--no-checkout",
        f"file://{repository}",
        "c",
    )
    clone = repository / "c"
    tree = GitTree(clone, "HEAD")
    assert tree.is_file("pkg/m.py")
    assert tree.read("pkg/m.py", 100) == b"NAME = 'new'\n"
    git(clone, "remote", "set-url", "origin", f"file://{tmp_path / 'gone'}")
    with pytest.raises(ConfigError, match="can't read the git revision 'old'"):
        GitTree(clone, "old").read("pkg/m.py", 100)


def test_a_machine_without_git_is_told(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ConfigError, match="needs git, which is not installed"):
        GitTree(repository, "old")
