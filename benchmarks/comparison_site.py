"""One small package, and projects in which one tool each documents it.

A cell of the comparison is a build of its own: it names the option by which a tool did what is
asked, or says ``yes``. ``no`` is what a build has shown; a dash says that the tool has nothing that
could be tried.
"""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

BASE = """
BASE = {"alpha": 1}
ZERO = 700


def ask():
    return 4000 + 242


def register(name, size):
    pass


def registered(name):
    return lambda cls: cls
"""
MODES = '''"""Modes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from app.base import BASE, ZERO, ask, register, registered

Path(os.environ["IMPORTED"]).touch()


class Mode(Enum):
    """How requests are batched."""

    # ==== Plain ====
    STATIC = "static"
    """Of one length."""
    EAGER = "eager"
    """On its own."""
    # ==== Counted ====
    MOVED = ZERO + 7
    """From another file."""
    ASKED = ask()
    """By a call."""
    TOLD = int(os.environ["TOLD"])
    """By the environment."""


NOTES = {"STATIC": "oldest", "EAGER": "slowest"}
MODELS = {**BASE, "beta": 2}
"""Models."""
MODELS["gamma"] = 333

register("first", 111)
register("second", 222)


@registered("quick")
class Quick:
    """Runs fast."""


@dataclass(frozen=True)
class Job:
    """A job."""

    size: int
    """Size."""
    depth: int = 9
    """Depth."""


class Jobs(Job, Enum):
    """Jobs."""

    SMALL = (5,)
    """A small one."""


JOBS = (Job(5), Job(6))


class Base:
    """Base."""


class Runner(Base):
    """Runs.

    Args:
        mode: how it does.
    """

    def __init__(self, mode: Mode, size: int = 3) -> None:
        """Begin."""
'''
PACKAGE = {"app/__init__.py": "", "app/base.py": BASE, "app/modes.py": MODES}
OURS, AUTODOC, AUTOAPI, ENUM = "this project", "autodoc", "sphinx-autoapi", "sphinxcontrib-enum"
EXTENSIONS = {
    OURS: ["sphinxext_runtime_ref"],
    AUTODOC: ["sphinx.ext.autodoc", "sphinx.ext.napoleon"],
    AUTOAPI: ["autoapi.extension", "sphinx.ext.napoleon"],
    ENUM: ["sphinxcontrib_enum"],
}
GENERATED = "autoapi_dirs = ['../app']\nautoapi_generate_api_docs = False\n"
SETTINGS = {OURS: "runtime_ref_root = '..'\n", AUTOAPI: GENERATED}
MEMBERS = {
    OURS: ".. declaration-table:: app/modes.py:Mode\n",
    AUTODOC: ".. autoclass:: app.modes.Mode\n   :members:\n   :undoc-members:\n",
    AUTOAPI: ".. autoapiclass:: app.modes.Mode\n   :members:\n   :undoc-members:\n",
    ENUM: ".. enum-table:: app.modes.Mode\n",
}
"""What each tool is asked for to show the enum."""


@dataclass(frozen=True, slots=True)
class Built:
    """One build: its exit code with warnings as errors, what it said, and its pages."""

    code: int
    said: str
    pages: list[str]

    def text(self) -> str:
        """Give the words of the pages' bodies."""
        bodies = [page.partition('role="main"')[2] for page in self.pages]
        return " ".join(_words(body.partition("sphinxsidebar")[0]) for body in bodies)

    def tables(self) -> str:
        """Give the words of their tables."""
        found = re.findall(r"<table.*?</table>", " ".join(self.pages), re.DOTALL)
        return _words(" ".join(found))


def _words(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", markup))


class Site:
    """A project that one tool documents."""

    def __init__(self, folder: Path, tool: str, page: str, conf: str = "") -> None:
        """Write it."""
        self.folder, self.tool, self.marker = folder, tool, folder / "imported"
        names = EXTENSIONS[tool]
        head = f"import sys\nsys.path.insert(0, {str(folder)!r})\nextensions = {names!r}\n"
        settings = f"html_theme = 'basic'\n{SETTINGS.get(tool, '')}{conf}"
        self.write({**PACKAGE, "docs/conf.py": head + settings})
        self.write({"docs/index.rst": f"Top\n===\n\n{page}"})

    def write(self, files: Mapping[str, str]) -> None:
        """Write some of its files."""
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def build(self) -> Built:
        """Build it in a process of its own."""
        command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "docs", "out"]
        environment = {**os.environ, "IMPORTED": str(self.marker), "TOLD": "4711"}
        done = subprocess.run(
            command, cwd=self.folder, check=False, capture_output=True, text=True, env=environment
        )
        files = sorted((self.folder / "out").rglob("index.html"))
        pages = [file.read_text(encoding="utf-8") for file in files]
        return Built(done.returncode, done.stdout + done.stderr, pages)


Try = tuple[str, str, str]
"""What the cell says when it worked, the page's text, and lines for ``conf.py``."""


def cell(
    tool: str, tries: list[Try], worked: Callable[[Built], bool], change: tuple[str, str] | None
) -> str:
    """Give the first answer whose build worked.

    :param change: a text of ``app/modes.py``, and what is there instead.
    """
    for says, page, conf in tries:
        with tempfile.TemporaryDirectory() as name:
            site = Site(Path(name), tool, page, conf)
            if change:
                assert MODES.count(change[0]) == 1
                site.write({"app/modes.py": MODES.replace(*change)})
            if worked(site.build()):
                return says
    return "no" if tries else "-"


def row(
    text: str,
    tries: Mapping[str, list[Try]],
    worked: Callable[[Built], bool],
    change: tuple[str, str] | None = None,
) -> list[str]:
    """Give a row of the table."""
    print(text, file=sys.stderr)
    return [text, *(cell(tool, tries.get(tool, []), worked, change) for tool in EXTENSIONS)]
