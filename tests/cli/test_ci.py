"""The hooks and the action run what they say."""

from __future__ import annotations

import os
import shlex
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml  # type: ignore[import-untyped] # its stubs are one more package

from sphinxext_runtime_ref.cli.parser import build_parser

if TYPE_CHECKING:
    from collections.abc import Callable

TOP = Path(__file__).parents[2]
HOOKS = yaml.safe_load((TOP / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION = yaml.safe_load((TOP / "action.yml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_s_command_exists(hook: dict[str, Any]) -> None:
    program, *arguments = shlex.split(hook["entry"])
    assert program == "runtime-ref"
    assert hook["language"] == "python"
    names = ["a.md"] if hook.get("pass_filenames", True) else []
    assert build_parser().parse_args([*arguments, *names]).command == arguments[0]


def test_the_action_hands_inputs_over_by_the_environment_only() -> None:
    assert ACTION["runs"]["using"] == "composite"
    scripts = [step["run"] for step in ACTION["runs"]["steps"] if "run" in step]
    assert scripts
    assert not any("${{" in script for script in scripts)


@pytest.fixture
def action(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the step that checks, as a runner does."""
    program = tmp_path / "runtime-ref"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sphinxext_runtime_ref "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    step = next(step for step in ACTION["runs"]["steps"] if step.get("name") == "Check")

    def call(**inputs: str) -> subprocess.CompletedProcess[str]:
        given = {"COMMAND": "links", "PATHS": "", "ROOT": "", "SARIF_FILE": "", **inputs}
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=tmp_path,
            env={**os.environ, "RUNTIME_REF": str(program), **given},
            check=False,
            capture_output=True,
            text=True,
            timeout=120,
        )

    return call


def test_the_action_annotates_and_fails(
    tmp_path: Path, action: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    (tmp_path / "a b.md").write_text("[x](gone.md)\n")
    (tmp_path / "c.md").write_text("[x](a%20b.md)\n")
    done = action(PATHS="a b.md\nc.md\n", ROOT=".", SARIF_FILE="out.sarif")
    assert done.returncode == 1
    assert done.stdout.startswith("::error file=a b.md,line=1,col=5,title=runtime-ref target::")
    assert '"version": "2.1.0"' in (tmp_path / "out.sarif").read_text()
    assert action(PATHS="c.md", ROOT=".").returncode == 0


def test_the_action_checks_what_is_configured(
    tmp_path: Path, action: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.runtime-ref]\nmaintained-docs = ['a.md']\n")
    done = action(COMMAND="check")
    assert done.returncode == 1
    assert "::error file=a.md,line=1,title=runtime-ref document::" in done.stdout


def test_the_action_refuses_other_commands(
    action: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = action(COMMAND="fix; touch x")
    assert done.returncode == 2
    assert "expected the command check or links" in done.stdout
