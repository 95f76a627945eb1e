"""Fixtures: small Sphinx projects and command-line runs."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.sandbox import SandboxedEnvironment
from sphinx.application import Sphinx
from sphinx.cmd.build import main as build_main
from sphinx.locale import translators
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinxext_runtime_ref.cli import main
from tests.folders import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path
    from types import CodeType

    from sphinx.environment import BuildEnvironment

# How fast a machine is under load says nothing about a property; CI gives the same answer twice.
settings.register_profile(
    "any-machine",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("any-machine")

# Sphinx takes CI for a terminal, and writes colours and rewound lines to it.
os.environ["NO_COLOR"] = "1"

ANSI = re.compile(r"\x1b\[[0-9;]*m")
CONF = "extensions = ['myst_parser', 'sphinxext_runtime_ref']\nhtml_theme = 'basic'\n"


@dataclass
class Build:
    """What one Sphinx build left behind."""

    out: Path
    env: BuildEnvironment
    status: int
    warnings: list[str]
    stdout: str

    def html(self, name: str = "index.html") -> str:
        """Give the text of a built page."""
        return (self.out / name).read_text(encoding="utf-8")

    def report(self) -> list[dict[str, Any]]:
        """Give the rows of the JSON Lines report."""
        text = (self.out / "runtime_ref/output.json").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]


@dataclass
class Project:
    """A folder with a Sphinx project in ``docs`` that can be built again and again."""

    root: Path
    overrides: dict[str, Any] = field(default_factory=dict)

    @property
    def docs(self) -> Path:
        return self.root / "docs"

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files relative to the root; text goes out as UTF-8 with its newlines kept."""
        write(self.root, files)

    def build(
        self,
        builder: str = "html",
        *,
        jobs: int = 1,
        out: str = "",
        source: Path | None = None,
        **conf: Any,
    ) -> Build:
        """Build in this process; a second call on the same output is an incremental build.

        :param source: another folder than ``docs``.
        """
        source = source or self.docs
        status, warning = io.StringIO(), io.StringIO()
        folder = self.root / (out or f"out-{builder}")
        translators.clear()  # the language of an earlier build would stay for a whole process
        with patch_docutils(source), docutils_namespace():
            app = Sphinx(
                srcdir=source,
                confdir=source,
                outdir=folder,
                doctreedir=folder.parent / f".{folder.name}-doctrees",
                buildername=builder,
                confoverrides={**self.overrides, **conf},
                status=status,
                warning=warning,
                parallel=jobs,
            )
            app.build()
        text = ANSI.sub("", warning.getvalue())
        return Build(
            out=folder,
            env=app.env,
            status=app.statuscode,
            warnings=[line for line in text.splitlines() if line.strip()],
            stdout=ANSI.sub("", status.getvalue()),
        )


@pytest.fixture(scope="session", autouse=True)
def _no_cache_at_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ["RUNTIME_REF_CACHE_DIR"] = str(tmp_path_factory.mktemp("cache"))


class Compiled(BytecodeCache):
    """The templates of themes, compiled once a process: half of a small build's time."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self.known[bucket.key, bucket.checksum] = bucket.code


@pytest.fixture(scope="session", autouse=True)
def _compiled_templates() -> Iterator[None]:
    made = partial(SandboxedEnvironment, bytecode_cache=Compiled())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sphinx.jinja2glue.SandboxedEnvironment", made)
        yield


@pytest.fixture
def project(tmp_path: Path) -> Callable[..., Project]:
    """Make a project from files (paths relative to the root) and lines for ``conf.py``."""

    def make(files: Mapping[str, str | bytes], conf: str = "") -> Project:
        made = Project(tmp_path)
        made.write({"docs/conf.py": CONF + "runtime_ref_root = '..'\n" + conf})
        made.write(files)
        return made

    return make


Done = subprocess.CompletedProcess[str]


def in_this_process(
    program: Callable[[Sequence[str]], int], args: Sequence[str], cwd: Path, stdin: str
) -> Done:
    """Run a program's main function as the program would be run in a folder."""
    streams = [io.BytesIO(stdin.encode()), io.BytesIO(), io.BytesIO()]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(cwd)
        patch.setenv("COLUMNS", "80")
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            text = io.TextIOWrapper(stream, "utf-8", newline="", write_through=True)
            patch.setattr(sys, name, text)
        code = program(args)
        _, out, err = (stream.getvalue().decode() for stream in streams)
    return Done(args, code, out, err)


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Done]:
    """Run the command line in this process, in ``tmp_path``: starting one takes far longer."""

    def call(*args: str, cwd: Path = tmp_path, stdin: str = "") -> Done:
        return in_this_process(main, args, cwd, stdin)

    return call


@pytest.fixture
def sphinx_build() -> Callable[..., Done]:
    """Run ``sphinx-build`` in this process, in a folder."""

    def call(cwd: Path, *args: str) -> Done:
        translators.clear()
        return in_this_process(build_main, [*args], cwd, "")

    return call


@pytest.fixture
def spawn(tmp_path: Path) -> Callable[..., Done]:
    """Run the command line in a process of its own, in ``tmp_path``."""

    def call(*args: str, **options: Any) -> Done:
        return subprocess.run(
            [sys.executable, "-m", "sphinxext_runtime_ref", *args],
            check=False,
            **{
                "cwd": tmp_path,
                "env": {**os.environ, "PYTHONUTF8": "1", "COLUMNS": "80"},
                "capture_output": True,
                "text": True,
                "timeout": 120,
                **options,
            },
        )

    return call
