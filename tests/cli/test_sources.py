"""How a declaration is named on the command line, and what is near a name that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.folders import write

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A package with an empty folder beside it, in a repository."""
    names = ("vserve/cli.py", "vserve/environ.py", "vserve/__init__.py")
    write(tmp_path, dict.fromkeys(names, "LIMIT = 1\n"))
    (tmp_path / "sub/deep").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    return tmp_path


def test_a_path_may_be_relative_to_the_current_folder(tree: Path, run: Run) -> None:
    for name in ("../../vserve/cli.py", "vserve/cli.py", str(tree / "vserve/cli.py")):
        done = run("dump", f"{name}:LIMIT", "--format", "csv", cwd=tree / "sub/deep")
        assert (done.returncode, done.stdout) == (0, "value\n1\n")
    done = run("dump", "../../vserve/envs.py:LIMIT", cwd=tree / "sub/deep")
    assert done.returncode == 1
    assert done.stderr == (
        f"vserve/envs.py: error: no such file below the root {tree}; "
        "did you mean 'vserve/environ.py'?\n"
    )


@pytest.mark.parametrize("name", ["../../../x.py", "/nowhere/x.py"])
def test_a_path_that_leads_out_names_the_root(tree: Path, run: Run, name: str) -> None:
    done = run("dump", f"{name}:LIMIT", cwd=tree / "sub/deep")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {name}: outside of the root {tree}; ")


def test_only_what_is_really_near_is_suggested(tree: Path, run: Run) -> None:
    done = run("dump", "vserve/clj.py:LIMIT", cwd=tree)
    assert done.stderr.endswith("; did you mean 'vserve/cli.py'?\n")
    done = run("dump", "vserve/zzz.py:LIMIT", cwd=tree)
    assert "did you mean" not in done.stderr


def test_coverage_is_told_of_the_source(tree: Path, run: Run) -> None:
    (tree / "a.md").write_text("Nothing.\n", encoding="utf-8")
    (tree / "vserve/limits.py").write_text("LIMITS = {'a': 1}\n", encoding="utf-8")
    done = run("coverage", "vserve/limits.py:LIMITS", "a.md", cwd=tree)
    assert done.stderr == "vserve/limits.py:LIMITS: 0 of 1 names documented, 1 missing\n"


def test_coverage_takes_the_options_of_its_directive(tree: Path, run: Run) -> None:
    (tree / "a.md").write_text("The word is alpha.\n", encoding="utf-8")
    text = "LIMITS = [('alpha', 1), ('beta', f())]\n"
    (tree / "vserve/limits.py").write_text(text, encoding="utf-8")
    command = ("coverage", "vserve/limits.py:LIMITS", "a.md", "--fields", "word, number")
    assert "1 of 2 names" in run(*command, "--label", "word", cwd=tree).stderr
    skipping = run(*command, "--column", "word", "--strictness", "skip", cwd=tree)
    assert (skipping.returncode, skipping.stdout) == (0, "")
    assert skipping.stderr == (
        "vserve/limits.py:1:1: warning: rows left out because they can't be evaluated: 1\n"
        "vserve/limits.py:LIMITS: 1 of 1 names documented\n"
    )
    strict = run(*command, "--strict", cwd=tree)
    assert (strict.returncode, strict.stdout) == (1, "")
    assert strict.stderr.startswith("vserve/limits.py:1:")
    wrong = run(*command, "--column", "wrod", cwd=tree)
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert (
        "vserve/limits.py:1:1: error: option 'column': no row has a column 'wrod' (did you"
        in wrong.stderr
    )


def test_a_module_without_constants_says_what_else_it_assigns(tree: Path, run: Run) -> None:
    source = tree / "vserve/limits.py"
    source.write_text("_x = 1\n", encoding="utf-8")
    no_constants = "the module assigns no constants, which are names in upper case"
    done = run("dump", "vserve/limits.py", cwd=tree)
    assert done.stderr == f"vserve/limits.py: error: {no_constants}\n"
    names = [f"n{number}" for number in range(9)]
    source.write_text("".join(f"{name} = 1\n" for name in names), encoding="utf-8")
    done = run("dump", "vserve/limits.py", cwd=tree)
    assert done.returncode == 1
    assert f"{no_constants}; ask for one of its names, such as vserve/limits.py:n0 (" in done.stderr
    assert done.stderr.endswith("(n0, n1, n2, n3, n4, n5, n6, n7, ...)\n")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--shape", "enums"], 2),
        (["--strictness", "maybe"], 2),
        (["--column-format", "zz"], 2),
        (["--colums", "value"], 2),
        (["--columns", "nam"], 1),
        (["--sort", "foo"], 1),
        (["--where", "nam == 1"], 1),
        (["--where", "name ="], 2),
        (["--join", "OTHER"], 1),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_exit_codes_tell_options_from_rows(
    tree: Path, run: Run, options: list[str], code: int
) -> None:
    done = run("dump", "vserve/cli.py:LIMIT", *options, cwd=tree)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith("vserve/cli.py:" if code == 1 else ("error: ", "usage: "))


def test_a_file_alone_gives_its_constants(tree: Path, run: Run) -> None:
    (tree / "vserve/limits.py").write_text("A = 1\nB = 'x'\n", encoding="utf-8")
    for source in ("vserve/limits.py", "vserve.limits"):
        done = run("dump", source, "--format", "csv", cwd=tree)
        assert done.stdout == "name,value\nA,1\nB,x\n"
