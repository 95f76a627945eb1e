"""Files and folders below the root, as links see them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import ConfigError, DocumentError, Kind
from sphinxext_runtime_ref.links.tree.files import Fault, Files, Found
from sphinxext_runtime_ref.links.tree.reading import MAX_BYTES
from tests.folders import git, write

if TYPE_CHECKING:
    from pathlib import Path


def lay(root: Path, *names: str) -> None:
    write(root, dict.fromkeys(names, "x\n"))


@pytest.mark.parametrize(
    ("folder", "path", "expected"),
    [
        ("", "a.md", Found("a.md")),
        ("sub", "../a.md", Found("a.md")),
        ("sub", "b.md", Found("sub/b.md")),
        ("sub", "./b.md", Found("sub/b.md")),
        ("sub", "/sub//b.md", Found("sub/b.md")),
        ("", "nowhere/../a.md", Found("a.md")),
        ("sub", "", Found("sub", is_dir=True)),
        ("sub", ".", Found("sub", is_dir=True)),
        ("sub", "..", Found("", is_dir=True)),
        ("", "sub/", Found("sub", is_dir=True)),
    ],
)
def test_paths_that_exist(tmp_path: Path, folder: str, path: str, expected: Found) -> None:
    lay(tmp_path, "a.md", "sub/b.md")
    files = Files(tmp_path)
    assert files.resolve(folder, path) == expected
    plain = files.plain_file(folder, path)
    assert plain is None or Found(plain) == expected


@pytest.mark.parametrize(
    ("path", "kind", "suggestion"),
    [
        ("gone.md", Kind.TARGET, None),
        ("../a.md", Kind.OUTSIDE, None),
        ("sub/../../a.md", Kind.OUTSIDE, None),
        ("a.md/", Kind.TARGET, "a.md"),
        ("a.md/b", Kind.TARGET, None),
        ("A.md", Kind.CASE, "a.md"),
        ("SUB/Long_Name.md", Kind.CASE, "sub/long_name.md"),
        ("sub/long-name.md", Kind.TARGET, "sub/long_name.md"),
        ("sub/long_nam.md", Kind.TARGET, "sub/long_name.md"),
        ("long_name.md", Kind.TARGET, "sub/long_name.md"),
        ("other/long_name.md", Kind.TARGET, "sub/long_name.md"),
        ("sub\\long_name.md", Kind.TARGET, "sub/long_name.md"),
        ("a\0.md", Kind.TARGET, None),
        ("x" * 5000, Kind.TARGET, None),
    ],
)
def test_paths_that_do_not(tmp_path: Path, path: str, kind: Kind, suggestion: str | None) -> None:
    lay(tmp_path, "a.md", "sub/long_name.md")
    files = Files(tmp_path)
    found = files.resolve("", path)
    assert isinstance(found, Fault)
    assert (found.kind, found.suggestion) == (kind, suggestion)
    assert files.plain_file("", path) is None


def test_two_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    lay(tmp_path, "one/x/page.md", "two/y/page.md", "two/x/page.md", "sub/README.md")
    files = Files(tmp_path)
    assert files.near("one/y/page.md") == "two/y/page.md"
    assert files.near("two/sub/x/page.md") == "two/x/page.md"
    assert files.near("three/page.md") is None
    assert files.near("x/page.md") is None
    assert files.near("other/README.md") is None
    assert files.near("other/sub/README.md") == "sub/README.md"


def test_one_of_two_files_of_a_name_is_not_chosen_without_its_folder(tmp_path: Path) -> None:
    lay(tmp_path, "one/x/page.md", "two/y/page.md")
    assert Files(tmp_path).near("one/z/page.md") is None
    assert Files(tmp_path).near("z/x/page.md") == "one/x/page.md"


def test_a_name_as_it_is_comes_before_one_beside_that_is_like_it(tmp_path: Path) -> None:
    lay(tmp_path, "docs/pages.md", "other/page.md")
    assert Files(tmp_path).near("docs/page.md") == "other/page.md"
    lay(tmp_path, "docs/longer_namee.md", "other/longer_name.md")
    assert Files(tmp_path).near("docs/longer-name.md") == "docs/longer_namee.md"
    assert Files(tmp_path).near("none/longer-name.md") == "other/longer_name.md"


def test_a_name_of_six_letters_is_near_one_edit_away_only(tmp_path: Path) -> None:
    lay(tmp_path, "headeda")
    assert Files(tmp_path).near("header") is None
    assert Files(tmp_path).near("headed") == "headeda"


def test_a_number_is_never_near_another(tmp_path: Path) -> None:
    lay(tmp_path, "12345679", "abcdefgh")
    assert Files(tmp_path).near("12345678") is None
    assert Files(tmp_path).near("abcdefgx") == "abcdefgh"


@pytest.mark.parametrize("name", ["README.md", "readme.markdown", "ReadMe.MD", "README.rst"])
def test_the_page_of_a_folder(tmp_path: Path, name: str) -> None:
    lay(tmp_path, "sub/README.adoc", "sub/a.README.md", f"sub/{name}", f"README.{name}")
    assert Files(tmp_path).readme("sub") == f"sub/{name}"
    assert Files(tmp_path).readme("") is None
    assert Files(tmp_path).readme("none") is None


@pytest.mark.parametrize("name", ["index.md", "README.md", "__init__.py"])
def test_a_name_that_every_folder_has_is_no_suggestion(tmp_path: Path, name: str) -> None:
    lay(tmp_path, f"one/{name}")
    assert Files(tmp_path).near(f"two/{name}") is None
    assert Files(tmp_path).near(f"two/one/{name}") == f"one/{name}"


def test_symbolic_links(tmp_path: Path) -> None:
    root = tmp_path / "root"
    lay(root, "sub/b.md")
    lay(tmp_path, "outside.md")
    (root / "in").symlink_to("sub")
    (root / "file.md").symlink_to("sub/b.md")
    (root / "out.md").symlink_to("../outside.md")
    os.mkfifo(tmp_path / "pipe")
    (root / "pipe").symlink_to("../pipe")
    (root / "gone").symlink_to("nowhere")
    (root / "loop").symlink_to("loop")
    files = Files(root)
    assert files.resolve("", "in/b.md") == Found("in/b.md")
    assert files.resolve("", "file.md") == Found("file.md")
    for name in ("out.md", "pipe"):
        outside = files.resolve("", name)
        assert isinstance(outside, Fault)
        assert outside.kind is Kind.OUTSIDE
        assert outside.info == f"the symbolic link {name} leads out of the root"
    for name in ("gone", "loop", "loop/x"):
        dangling = files.resolve("", name)
        assert isinstance(dangling, Fault)
        assert dangling.kind is Kind.TARGET
        assert dangling.info == f"the symbolic link {name.split('/')[0]} leads nowhere"


def test_the_root_may_be_a_symbolic_link(tmp_path: Path) -> None:
    lay(tmp_path, "real/a.md")
    (tmp_path / "root").symlink_to("real")
    assert Files(tmp_path / "root").resolve("", "a.md") == Found("a.md")


def test_names_that_are_composed_otherwise_are_another_spelling(tmp_path: Path) -> None:
    lay(tmp_path, "cafe\u0301.md")
    found = Files(tmp_path).resolve("", "caf\u00e9.md")
    assert isinstance(found, Fault)
    assert (found.kind, found.suggestion) == (Kind.CASE, "cafe\u0301.md")


def test_names_that_are_not_utf8(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff.md")).write_bytes(b"x")
    assert Files(tmp_path).resolve("", "\udcff.md") == Found("\udcff.md")


def test_only_tracked_files_exist_where_that_is_required(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    lay(tmp_path, "a.md", "sub/b.md", "new/c.md")
    git(tmp_path, "add", "a.md", "sub")
    files = Files(tmp_path, require_tracked=True)
    assert files.resolve("", "a.md") == Found("a.md")
    assert files.resolve("", "sub") == Found("sub", is_dir=True)
    for name, info in (
        ("new", "holds no file that git tracks (missing after a clone)"),
        ("new/c.md", "exists, but git does not track it (missing after a clone)"),
    ):
        assert files.resolve("", name) == Fault(Kind.UNTRACKED, info)


@pytest.mark.parametrize("installed", [True, False])
def test_without_git_nothing_can_be_told_to_be_tracked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, installed: bool
) -> None:
    lay(tmp_path, "a.md")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    if not installed:
        monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigError, match="require_tracked needs git"):
        Files(tmp_path, require_tracked=True).resolve("", "a.md")
    assert Files(tmp_path).near("sub/a.md") == "a.md"


@pytest.mark.parametrize("name", ["faq.html", "faq", "faq.md"])
def test_a_page_is_near_the_document_that_it_is_made_of(tmp_path: Path, name: str) -> None:
    lay(tmp_path, "docs/faq.rst", "docs/faq.py", "docs/faqs.html")
    assert Files(tmp_path).near(f"docs/{name}") == "docs/faq.rst"
    assert Files(tmp_path).near("docs/faq.txt") is None


def test_a_deleted_file_that_git_tracks_is_no_suggestion(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    lay(tmp_path, "docs/pic.png", "docs/b.md")
    git(tmp_path, "add", ".")
    (tmp_path / "docs/pic.png").unlink()
    info = "it is not on the disk, though git tracks it"
    assert Files(tmp_path).resolve("docs", "pic.png") == Fault(Kind.TARGET, info)
    assert Files(tmp_path).near("pic.png") is None


def test_what_sphinx_wrote_is_no_suggestion(tmp_path: Path) -> None:
    lay(tmp_path, "docs/_build/.buildinfo", "docs/_build/_downloads/1f/cache.py")
    assert Files(tmp_path).near("src/cache.py") is None
    lay(tmp_path, "lib/cache.py")
    assert Files(tmp_path).near("src/cache.py") == "lib/cache.py"


def test_suggestions_name_no_ignored_file(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    lay(tmp_path, "build/page.md", "docs/other.md")
    (tmp_path / ".gitignore").write_text("build/\n", encoding="utf-8")
    assert Files(tmp_path).near("page.md") is None
    assert Files(tmp_path).near("other.md") == "docs/other.md"


def test_reading_never_waits_and_says_why_it_fails(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "folder.md").mkdir()
    with (tmp_path / "large.md").open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    files = Files(tmp_path)
    for name, reason in (
        ("pipe.md", "not a regular file"),
        ("folder.md", "not a regular file"),
        ("large.md", "larger than 64 MB"),
        ("gone.md", "No such file or directory"),
    ):
        with pytest.raises(DocumentError, match=reason):
            files.read(name)
