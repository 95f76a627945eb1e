"""Links that lead through the project's own repository, its index and its configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import ConfigError, Kind
from sphinxext_runtime_ref.globs import matches
from sphinxext_runtime_ref.links.judging.maintained import maintained_documents
from sphinxext_runtime_ref.links.running.run import check_documents
from sphinxext_runtime_ref.links.running.select import select
from sphinxext_runtime_ref.links.tree.files import Files
from sphinxext_runtime_ref.links.tree.listing import walk
from sphinxext_runtime_ref.links.tree.outputs import authored
from sphinxext_runtime_ref.settings import Settings
from tests.folders import git, write

if TYPE_CHECKING:
    from pathlib import Path

GITHUB = "https://github.com/org/repo"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Make a clone with a few documents and an ignored one."""
    git(tmp_path, "init", "-q", "-b", "trunk")
    files = {
        "README.md": "# R\n",
        "docs/a.md": "# A\n",
        "docs/sub/b.rst": "B\n=\n",
        "docs/.hidden.md": "x\n",
        "src/x.py": "a = 1\n",
        "build/gen.md": "x\n",
        ".gitignore": "build/\n",
    }
    write(tmp_path, files)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "x")
    return tmp_path


def statuses(root: Path, uris: list[str], settings: Settings) -> list[str]:
    text = "\n\n".join(f"[x](<{uri}>)" for uri in uris)
    (root / "docs/links.md").write_text(text, encoding="utf-8")
    found = check_documents(root, ["docs/links.md"], settings)
    return [str(result.kind or result.status) for result in found]


def test_urls_of_the_own_repository_are_local_files(root: Path) -> None:
    uris = [
        f"{GITHUB}/blob/trunk/src/x.py#L1",
        f"{GITHUB}/blob/trunk/src/x.py#L2",
        f"{GITHUB}/blob/HEAD/src/gone.py",
        f"{GITHUB}/tree/trunk/docs",
        f"{GITHUB}/blob/v1.0/src/gone.py",
        f"{GITHUB}/issues/1",
        "https://github.com/org/other/blob/trunk/src/gone.py",
    ]
    wanted = ["working", "lines", "target", "working", "unchecked", "unchecked", "unchecked"]
    assert statuses(root, uris, Settings(source_url=GITHUB)) == wanted
    assert statuses(root, uris, Settings()) == ["unchecked"] * 7
    bare = check_documents(root, ["docs/links.md"], Settings(source_url=GITHUB))
    assert len(list(bare)) == 7


@pytest.mark.parametrize(
    ("remote", "wanted"),
    [
        ({}, ["unchecked", "unchecked", "unchecked"]),
        ({"main": "", "master": "", "dev": ""}, ["target", "unchecked", "unchecked"]),
        ({"master": ""}, ["unchecked", "target", "unchecked"]),
        ({"main": "", "dev": "", "HEAD": "dev"}, ["unchecked", "unchecked", "target"]),
    ],
)
def test_urls_of_the_default_branch_are_checked_on_other_branches(
    root: Path, remote: dict[str, str], wanted: list[str]
) -> None:
    for name, leads_to in remote.items():
        ref = f"refs/remotes/origin/{name}"
        if leads_to:
            git(root, "symbolic-ref", ref, f"refs/remotes/origin/{leads_to}")
        else:
            git(root, "update-ref", ref, "HEAD")
    uris = [f"{GITHUB}/blob/{name}/src/gone.py" for name in ("main", "master", "dev")]
    assert statuses(root, uris, Settings(source_url=GITHUB)) == wanted
    found = statuses(root, uris[2:], Settings(source_url=GITHUB, source_revision="dev"))
    assert found == ["target"]


@pytest.mark.parametrize("after", ["", ".", ")),", "?!'", "&gt;&quot;", " x", "<b>", "*_~"])
def test_bare_urls_of_the_own_repository_are_checked(root: Path, after: str) -> None:
    text = f"see {GITHUB}/blob/trunk/gone_file.py{after}"
    (root / "docs/links.md").write_text(text, encoding="utf-8")
    (found,) = check_documents(root, ["docs/links.md"], Settings(source_url=GITHUB))
    assert (found.link.uri, found.kind) == (f"{GITHUB}/blob/trunk/gone_file.py", Kind.TARGET)


def test_a_root_below_the_top_has_urls_with_a_prefix(root: Path) -> None:
    settings = Settings(source_url=GITHUB, source_revision="v2")
    (root / "docs/links.md").write_text(
        f"[a]({GITHUB}/blob/v2/docs/a.md) [b]({GITHUB}/blob/v2/docs/c.md) "
        f"[c]({GITHUB}/blob/v2/src/gone.py)",
        encoding="utf-8",
    )
    found = check_documents(root / "docs", ["links.md"], settings)
    assert [result.status for result in found] == ["working", "broken", "unchecked"]


def test_a_root_below_the_top_may_be_written_with_escapes(root: Path) -> None:
    (root / "my docs").mkdir()
    url = f"{GITHUB}/blob/HEAD/my%20docs/gone.md"
    (root / "my docs/links.md").write_text(f"[a]({url})", encoding="utf-8")
    (found,) = check_documents(root / "my docs", ["links.md"], Settings(source_url=GITHUB))
    assert found.kind is Kind.TARGET


def test_a_template_names_files_as_well(root: Path) -> None:
    url = "https://git.invalid/r/{path}?h={revision}#n{line}"
    uris = ["https://git.invalid/r/src/x.py", "https://git.invalid/r/src/gone.py"]
    assert statuses(root, uris, Settings(source_url=url)) == ["working", "target"]


def test_untracked_targets(root: Path) -> None:
    uris = ["../build/gen.md", "a.md", "../src"]
    assert statuses(root, uris, Settings()) == ["working"] * 3
    tracked = statuses(root, uris, Settings(require_tracked=True))
    assert tracked == ["untracked", "working", "working"]


def test_folders_are_walked_as_git_sees_them(root: Path) -> None:
    (root / "docs/new.md").write_text("x", encoding="utf-8")
    everything = ["README.md", "docs/.hidden.md", "docs/a.md", "docs/new.md", "docs/sub/b.rst"]
    assert select(root, ["."], root) == everything
    assert select(root, ["docs/sub", "README.md"], root) == ["README.md", "docs/sub/b.rst"]
    assert select(root, ["build/gen.md"], root) == ["build/gen.md"]
    assert select(root, ["**/*.rst"], root) == ["docs/sub/b.rst"]
    assert select(root, ["*.md"], root / "docs") == ["docs/.hidden.md", "docs/a.md", "docs/new.md"]
    assert select(root, ["../README.md"], root / "docs") == ["README.md"]
    assert select(root, ["../*.md"], root / "docs") == ["README.md"]
    assert select(root, ["../docs/s*/*"], root / "src") == ["docs/sub/b.rst"]
    assert select(root, [f"{root}/docs/a*"], root / "src") == ["docs/a.md"]


def test_a_pattern_finds_what_is_in_the_built_folder_that_it_names(root: Path) -> None:
    write(root / "site", dict.fromkeys((".buildinfo", "index.html", "sub/page.html"), "x"))
    assert select(root, ["site/*.html"], root) == ["site/index.html"]
    assert select(root, ["site/sub/*.html"], root) == ["site/sub/page.html"]
    assert select(root, ["../*.html"], root / "site/sub") == ["site/index.html"]
    with pytest.raises(ConfigError, match="the pattern matches no document"):
        select(root, ["**/*.html"], root)


@pytest.mark.parametrize("known", [True, False])
def test_a_folder_has_its_own_files_only(root: Path, *, known: bool) -> None:
    write(root, dict.fromkeys(("doc/x.md", "doc.md", "docs2/y.md"), "x"))
    files = Files(root)
    if known:
        assert "docs2/y.md" in files.paths
    assert select(root, ["doc"], root, files) == ["doc/x.md"]
    assert select(root, ["docs"], root, files) == ["docs/.hidden.md", "docs/a.md", "docs/sub/b.rst"]


def test_without_git_a_folder_is_walked_whole(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert "build/gen.md" in select(root, ["."], root)
    assert not any(path.startswith(".git/") for path in select(root, ["."], root))


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("gone.md", "gone.md: no such file or folder"),
        ("gone/*.md", "gone/\\*.md: the pattern matches no document"),
        ("../..", "outside of the root .*; name the folder above both with --root"),
    ],
)
def test_what_cannot_be_selected(root: Path, argument: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        select(root / "docs", [argument], root / "docs")


def test_the_walk_of_an_endless_tree_ends(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sphinxext_runtime_ref.links.tree.listing.MAX_FILES", 2)
    missed: list[str] = []
    assert len(list(walk(root, "", missed))) == 2
    assert missed == [
        ".: holds more than 2 files, and the rest are left out; name the folders with the documents"
    ]


def test_maintained_documents(root: Path) -> None:
    settings = Settings(maintained_docs=("README.md", "docs/**/*.rst", "docs", "GONE.md", "*.rst"))
    paths, missing = maintained_documents(Files(root), settings)
    assert paths == ("README.md", "docs/.hidden.md", "docs/a.md", "docs/sub/b.rst")
    assert [(result.link.path, result.kind, result.info) for result in missing] == [
        ("GONE.md", Kind.DOCUMENT, "this document is to be checked, but there is no such file")
    ]
    by_pattern = Settings(maintained_docs=("docs/**/*.rst",))
    assert maintained_documents(Files(root), by_pattern) == (("docs/sub/b.rst",), ())


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("*.md", "a.md", True),
        ("*.md", "sub/a.md", False),
        ("**/*.md", "a.md", True),
        ("**/*.md", "x/y/a.md", True),
        ("docs/**", "docs/x/y", True),
        ("docs/**/a.md", "docs/a.md", True),
        ("docs/**/a.md", "docs/x/a.md", True),
        ("docs/**/a.md", "docs/xa.md", False),
        ("?.md", "a.md", True),
        ("[ab].md", "b.md", True),
        ("[!ab].md", "b.md", False),
        ("[!a].md", "/.md", False),
        ("a[1].md", "a1.md", True),
        ("a.md", "aXmd", False),
        ("[", "[", True),
        ("**/**/**/**/x", "a/" * 30, False),
    ],
)
def test_globs(pattern: str, path: str, *, expected: bool) -> None:
    assert matches(pattern, path) is expected


def test_files_that_only_end_like_those_of_a_site_make_none() -> None:
    site = ["x/objects.inv", "x/searchindex.js", "x/a.md"]
    assert list(authored(site)) == []
    assert list(authored(site, "x")) == site
    alike = ["x/old-objects.inv", "x/searchindex.js", "x/a.md", "y/a.buildinfo", "y/a.md"]
    assert list(authored(alike)) == alike


def test_where_git_can_not_tell_its_own_folder_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path, dict.fromkeys((".git/a.md", "b.md", "sub/.git/c.md", "sub/d.md"), "x\n"))
    assert select(tmp_path, ["."], tmp_path) == ["b.md", "sub/d.md"]
