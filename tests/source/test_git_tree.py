"""Sources at a git revision, without a checkout."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import ConfigError, DeclarationError, MissingDeclarationError
from sphinxext_runtime_ref.source.reading import git_tree
from sphinxext_runtime_ref.source.reading.git_tree import GitTree
from sphinxext_runtime_ref.source.tree import SourceTree
from tests.folders import git

if TYPE_CHECKING:
    from pathlib import Path


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
    (package / "deep").mkdir()
    (package / "deep/up.py").symlink_to("../m.py")
    (tmp_path / "pkg.old").mkdir()
    (tmp_path / "pkg.old/m.py").write_text("")
    (tmp_path / "notes.txt").write_text("")
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
    assert tree.read("pkg/deep/up.py", 13) == b"NAME = 'old'\n"
    assert list(tree.python_files()) == ["pkg.old/m.py", "pkg/m.py", "pkg/é file.py"]
    assert list(tree.python_files("pkg")) == ["pkg/m.py", "pkg/é file.py"]
    assert [tree.is_folder(path) for path in ("", "pkg/deep", "pkg/m.py", "gone")] == [
        True, True, False, False,
    ]  # fmt: skip
    assert tree.absolute("pkg/m.py") == str(repository / "pkg/m.py")
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
    assert tree.stamp(path) is None
    message = f"^{path}: no such file at the git revision 'old'$"
    with pytest.raises(MissingDeclarationError, match=message):
        tree.read(path, 100)


def test_a_file_over_the_limit_is_an_error(repository: Path) -> None:
    with pytest.raises(DeclarationError, match=r"pkg/m\.py: 13 bytes are over the limit of 12 b"):
        GitTree(repository, "old").read("pkg/m.py", 12)


@pytest.mark.parametrize("revision", ["gone", "--output=x", "", "old..HEAD"])
def test_a_revision_that_is_none_is_named(repository: Path, revision: str) -> None:
    said = f"can't read the git revision {revision!r} in {repository}: there is no such branch, tag"
    with pytest.raises(ConfigError) as caught:
        GitTree(repository, revision)
    assert str(caught.value).startswith(said)


def test_content_has_a_stamp_of_its_own(repository: Path) -> None:
    old, new = GitTree(repository, "old"), GitTree(repository, "HEAD")
    assert old.commit != new.commit
    assert old.stamp("pkg/m.py") == old.stamp("pkg/link.py") != new.stamp("pkg/m.py")
    assert old.stamp("pkg/é file.py") == new.stamp("pkg/é file.py")


def test_chains_of_links_are_followed_as_far_as_linux_does(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "0.py").write_text("X = 1\n")
    for index in range(1, 42):
        (tmp_path / f"{index}.py").symlink_to(f"{index - 1}.py")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "one")
    tree = GitTree(tmp_path, "HEAD")
    assert tree.is_file("40.py")
    assert not tree.is_file("41.py")


def test_a_tree_without_links_and_one_with_a_submodule(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "a").mkdir()
    (tmp_path / "a/m.py").write_text("X = 1\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "one")
    commit = GitTree(tmp_path, "HEAD").commit
    git(tmp_path, "update-index", "--add", "--cacheinfo", f"160000,{commit},sub")
    git(tmp_path, "commit", "-qm", "two")
    tree = GitTree(tmp_path, "HEAD")
    assert tree.read("a/m.py", 100) == b"X = 1\n"
    assert not tree.is_file("sub")
    assert not tree.is_file("a")


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


def test_what_keeps_git_from_answering_is_told(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ConfigError, match=r"git can't be run in .*/nowhere: .*No such file"):
        GitTree(repository / "nowhere", "old")
    monkeypatch.setattr(git_tree, "TIMEOUT", 0)
    with pytest.raises(ConfigError, match="git has not answered in 0 seconds"):
        GitTree(repository, "old")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ConfigError, match="needs git, which is not installed"):
        GitTree(repository, "old")
