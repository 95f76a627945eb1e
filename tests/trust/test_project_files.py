"""Project files come with pull requests: strange ones are refused at their place."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.cli import main
from sphinxext_runtime_ref.globs import matches

if TYPE_CHECKING:
    from pathlib import Path

SECTION = "[tool.runtime-ref]\n"
REFUSED = {
    "nesting": (SECTION + "ignore = " + "[" * 3000 + "]" * 3000, "nested too deeply"),
    "a huge number": (SECTION + "root = " + "9" * 5000, "not valid TOML"),
    "no UTF-8": (b"[tool.runtime-ref]\nroot = '\xff'", "not UTF-8"),
    "a tool that is text": ("tool = 'runtime-ref'", "nothing to check"),
    "a section that is a number": ("[tool]\nruntime-ref = 3", "expected a table"),
    "the whole disk": (SECTION + "root = '/'", "2:1: error: root: expected a folder inside of"),
    "the folder above": (SECTION + "root = '..'", "2:1: error: root: expected a folder inside of"),
    "a null character": (SECTION + 'root = "\\u0000"', "without null characters"),
    "a page outside": (SECTION + "reference-page = '../x.md'", "below the root"),
    "a page in git's folder": (SECTION + "reference-page = '.git/config'", "outside of .git"),
    "a page that is a pipe": (SECTION + "reference-page = 'pipe'", "expected a file"),
    "reports outside": (SECTION + "report-dir = '../x'", "without '..'"),
    "reports at a fixed place": (SECTION + "report-dir = '/etc'", "without '..'"),
    "an address that runs": (
        SECTION + "source-url = 'javascript:alert(1)//{path}'",
        "https:// or http://",
    ),
    "an address that is none": (SECTION + "source-url = 'https://[bad'", "is not a URL"),
    "an address with code": (
        SECTION + "source-url = 'https://x/{path.__class__}{path}'",
        "expected a template",
    ),
    "a deep expression": (SECTION + f"ignore = ['{'(' * 3000}{')' * 3000}']", "nested too deeply"),
    "a malformed expression": (SECTION + "ignore = ['(']", "not a regular expression"),
    "a malformed pattern": (SECTION + "maintained-docs = ['[z-a].md']", "not a pattern of paths"),
    "thousands of keys": (
        SECTION + "".join(f"k{number} = 1\n" for number in range(3000)),
        "3001:1: error: unknown key 'k2999'",
    ),
}


@pytest.mark.parametrize(("content", "said"), REFUSED.values(), ids=REFUSED)
def test_a_strange_project_file_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    content: str | bytes,
    said: str,
) -> None:
    root = tmp_path / "root"
    (root / ".git").mkdir(parents=True)
    os.mkfifo(root / "pipe")
    data = content if isinstance(content, bytes) else content.encode()
    (root / "pyproject.toml").write_bytes(data)
    (root / ".git/config").write_text("[core]\n")
    monkeypatch.chdir(root)
    assert main(["check"]) == 2
    assert said in capsys.readouterr().err
    assert (root / ".git/config").read_text() == "[core]\n"


def test_an_expression_that_takes_for_ever_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text(SECTION + "ignore = ['(a|aa)+$']")
    (tmp_path / "a.md").write_text(f"[x]({'a' * 60}!)\n")
    monkeypatch.chdir(tmp_path)
    assert main(["links", "a.md", "--no-cache"]) in {1, 2}
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("**/" * 30 + "x", "a/" * 200 + "y"),
        ("*a" * 100 + "b", "a" * 250),
        ("**/*a*/" * 30 + "z", "aa/" * 400 + "y"),
        ("?*" * 100, "a" * 99),
    ],
)
def test_globs_take_time_in_proportion(pattern: str, path: str) -> None:
    assert not matches(pattern, path)


@pytest.mark.parametrize(
    ("pattern", "path", "wanted"),
    [
        ("docs/**", "docs/a/b.md", True),
        ("docs/**", "docs", False),
        ("**/*.md", "a.md", True),
        ("*.md", "x/a.md", False),
        ("a/**/b", "a/b", True),
        ("a/**/b", "a/x/b/b", True),
        ("**/x/**/y", "p/x/q/x/y", True),
        ("[!a]*.md", "b.md", True),
        ("[!a]*.md", "a.md", False),
        ("a?c", "a/c", False),
        ("[a&&b].md", "&.md", True),
        ("[a||b].md", "|.md", True),
        ("[a~~b].md", "b.md", True),
        ("[[a].md", "[.md", True),
        ("[+--].md", ",.md", True),
        ("[--a].md", "A.md", True),
        ("[---].md", "-.md", True),
        ("[a-].md", "-.md", True),
        ("*a*b*c", "xaybzc", True),
        ("*a*b*c", "xbyazc", False),
        ("a**b", "axyb", True),
        ("a.b", "axb", False),
    ],
)
def test_globs_match_as_git_does(pattern: str, path: str, wanted: bool) -> None:
    assert matches(pattern, path) is wanted
