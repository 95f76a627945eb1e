"""What tools make of declarations: a table of the comparison page, each cell from builds.

Needs sphinx-autoapi and sphinxcontrib-enum; takes a few minutes.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.comparison_site import (
    AUTOAPI,
    AUTODOC,
    ENUM,
    EXTENSIONS,
    MEMBERS,
    MODES,
    OURS,
    Built,
    Site,
    Try,
    cell,
    row,
)
from benchmarks.report import table, versions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PACKAGES = ("sphinx", "sphinx-autoapi", "sphinxcontrib-enum")
YES = {tool: [("yes", page, "")] for tool, page in MEMBERS.items()}
ALL = "   :members:\n   :undoc-members:\n"
MODULE = {
    AUTODOC: f".. automodule:: app.modes\n{ALL}",
    AUTOAPI: f".. autoapimodule:: app.modes\n{ALL}",
}
PAGES = "autoapi_generate_api_docs = True\n"
"""For pages of its own, as sphinx-autoapi makes them by default."""
MOCK = "autodoc_mock_imports = ['not_installed']\n"
SKIP = """
def skip(app, what, name, obj, skip, options):
    return skip or name.endswith('ASKED')

def setup(app):
    app.connect('autoapi-skip-member', skip)
"""


def shown(symbol: str, ours: str = "") -> dict[str, list[Try]]:
    """Ask each tool for a symbol of the package, with options of our directive."""
    pages = {
        OURS: f".. declaration-table:: app/modes.py:{symbol}\n{ours}",
        **MODULE,
        ENUM: f".. enum-table:: app.modes.{symbol}\n",
    }
    return {tool: [("yes", page, "")] for tool, page in pages.items()}


def options(
    ours: str = "", autodoc: str = "", autoapi: str = "", enum: str = ""
) -> dict[str, list[Try]]:
    """Try an option of each tool's directive for the enum; the cell names it."""
    given = zip(EXTENSIONS, (ours, autodoc, autoapi, enum), strict=True)
    return {
        tool: [(option.split(":")[1], f"{MEMBERS[tool]}   {option}\n", "")]
        for tool, option in given
        if option
    }


def says(*words: str) -> Callable[[Built], bool]:
    """Ask for words on the page."""
    return lambda built: all(word in built.text() for word in words)


def tabulates(*words: str) -> Callable[[Built], bool]:
    """Ask for words in a table."""
    return lambda built: all(word in built.tables() for word in words)


def ordered(*words: str) -> Callable[[Built], bool]:
    """Ask for words in an order."""
    return lambda built: re.search(".*".join(words), built.text(), re.DOTALL) is not None


def without(word: str, other: str) -> Callable[[Built], bool]:
    """Ask for a page that has the other word only."""
    return lambda built: other in built.text() and word not in built.text()


def warns(word: str) -> Callable[[Built], bool]:
    """Ask for a warning, and exit code 1."""
    return lambda built: built.code == 1 and word in built.said


def reading() -> Iterator[list[str]]:
    """Ask what is read, and how."""
    yield ["imports the package", *(imports(tool) for tool in EXTENSIONS)]
    mocked = {tool: [*YES[tool], ("with a mock", MEMBERS[tool], MOCK)] for tool in (AUTODOC, ENUM)}
    missing = ("\nfrom app.base", "\nimport not_installed\nfrom app.base")
    text = "a package whose dependency is not installed"
    yield row(text, {**YES, **mocked}, says("Of one length"), missing)
    yield row("a value that another file gives", YES, says("707"))
    text = "a dictionary with what a file and a later line add"
    yield row(text, shown("MODELS"), says("alpha", "gamma"))
    for text, value, source in (
        ("what a function of the package returns", "4242", "ask()"),
        ("what only the environment can tell", "4711", 'int(os.environ["TOLD"])'),
    ):
        cells = row(text, YES, says(value))
        as_source = [("as source text", MEMBERS[OURS], "")]
        yield [text, cell(OURS, as_source, says(source), None), *cells[2:]]
    yield ["a changed source changes the page", *(refreshes(tool) for tool in EXTENSIONS)]


def tables() -> Iterator[list[str]]:
    """Ask for tables, and what can be done with them."""
    yield row("enum members as a table", YES, tabulates("STATIC", "EAGER", "Of one length"))
    yield row("a dictionary as a table", shown("MODELS"), tabulates("alpha", "beta"))
    calls = "   :shape: calls\n"
    yield row("calls as a table", shown("register", calls), tabulates("first", "222"))
    decorators = "   :shape: decorators\n"
    yield row("decorated classes as a table", shown("registered", decorators), tabulates("quick"))
    chosen = options(ours=":columns: name, doc", enum=":columns: name, doc")
    yield row("choose columns", chosen, without("static", "Of one length"))
    left = options(
        ours=":where: name != 'ASKED'",
        autodoc=":exclude-members: ASKED",
        autoapi=":exclude-members: ASKED",
        enum=":exclude-members: ASKED",
    )
    left[AUTOAPI].append(("autoapi-skip-member", MEMBERS[AUTOAPI], SKIP))
    yield row("leave members out", left, without("ASKED", "EAGER"))
    order = options(
        ours=":sort: name",
        autodoc=":member-order: alphabetical",
        autoapi=":member-order: alphabetical",
        enum=":members: EAGER, STATIC",
    )
    setting = "autoapi_member_order = 'alphabetical'\n"
    order[AUTOAPI].append(("autoapi_member_order", MEMBERS[AUTOAPI], setting))
    yield row("order of members", order, ordered("EAGER", "STATIC"))
    yield row("group members", options(ours=":group: group"), tabulates("Plain", "Counted"))
    joined = options(ours=":join: NOTES")
    yield row("join columns of another declaration", joined, tabulates("Of one length", "oldest"))
    yield ["rows to download", *downloads()]


def links() -> Iterator[list[str]]:
    """Ask for links to what is shown, and what happens when it vanishes."""
    role = "\nSee :py:attr:`app.modes.Mode.EAGER`.\n"
    linked = {tool: [("yes", f"{MEMBERS[tool]}{role}", "nitpicky = True\n")] for tool in EXTENSIONS}
    row_role = "\nSee :runtime:row:`Mode.EAGER`.\n"
    linked[OURS] = [("yes", f"{MEMBERS[OURS]}{row_role}", "nitpicky = True\n")]
    conf = "nitpicky = True\nextensions.append('sphinx.ext.autodoc')\n"
    both = f"{MEMBERS[ENUM]}\n{MEMBERS[AUTODOC]}{role}"
    linked[ENUM].append(("beside autodoc", both, conf))
    yield row("prose links to a member", linked, lambda built: _leads(built.pages[0]))
    renamed = ("class Mode(Enum)", "class Modes(Enum)")
    yield row("a build fails when what is shown vanishes", YES, warns("Mode"), renamed)
    fields = {
        OURS: [("yes", ".. declaration-table:: app/modes.py:JOBS\n   :columns: size, depth\n", "")],
        AUTODOC: [("yes", ".. autoclass:: app.modes.Job\n   :members: size, depth\n", "")],
        AUTOAPI: [("yes", ".. autoapiclass:: app.modes.Job\n   :members: size, depth\n", "")],
        ENUM: [("yes", ".. enum-table:: app.modes.Jobs\n   :columns: name, size, depth\n", "")],
    }
    fields[AUTOAPI].append(("yes", ".. autoapiattribute:: app.modes.Job.depth\n", ""))
    gone = ('    depth: int = 9\n    """Depth."""\n', "")
    yield row("a build fails when a field that it names vanishes", fields, warns("depth"), gone)


def documentation() -> Iterator[list[str]]:
    """Ask for documentation of an API."""
    runner = {
        AUTODOC: [("yes", f".. autoclass:: app.modes.Runner\n{ALL}   :show-inheritance:\n", "")],
        AUTOAPI: [("yes", f".. autoapiclass:: app.modes.Runner\n{ALL}   :show-inheritance:\n", "")],
    }
    yield row("signatures", runner, says("size: int = 3"))
    yield row("base classes", runner, says("Bases:", "Base"))
    yield row("sections of docstrings", runner, says("Parameters"))


def _leads(page: str) -> bool:
    found = re.search(r'See <a class="[^"]*" href="#([^"]+)"', page)
    return found is not None and f'id="{found[1]}"' in page


def imports(tool: str) -> str:
    """Say whether the package was imported."""
    with tempfile.TemporaryDirectory() as name:
        site = Site(Path(name), tool, MEMBERS[tool])
        site.build()
        return "yes" if site.marker.exists() else "no"


def refreshes(tool: str) -> str:
    """Say whether a second build shows a docstring that has changed since the first."""
    tries = [("yes", "")]
    if tool == AUTOAPI:
        tries.append(("on its own pages", PAGES))
    for says, conf in tries:
        with tempfile.TemporaryDirectory() as name:
            site = Site(Path(name), tool, MEMBERS[tool], conf)
            assert "Of one length" in site.build().text()
            site.write({"app/modes.py": MODES.replace("Of one length", "All equally long")})
            if "All equally long" in site.build().text():
                return says
    return "no"


def downloads() -> list[str]:
    """Say how the rows can be had as data."""
    with tempfile.TemporaryDirectory() as name:
        Site(Path(name), OURS, MEMBERS[OURS])
        command = [sys.executable, "-m", "sphinxext_runtime_ref", "dump", "--root", name]
        command += ["app/modes.py:Mode", "--format", "csv"]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        ours = "runtime-ref dump" if "STATIC" in done.stdout else "no"
    enum = [("download", f"{MEMBERS[ENUM]}   :download:\n", "")]
    return [
        ours,
        "-",
        "-",
        cell(ENUM, enum, lambda built: 'download="Mode.csv"' in built.pages[0], None),
    ]


def main() -> None:
    """Print the table and the versions."""
    rows = [*reading(), *tables(), *links(), *documentation()]
    print("\n".join(table(["", *EXTENSIONS], rows, numbers=False)))
    print(f"\nVersions: {versions(PACKAGES)}.")


if __name__ == "__main__":
    main()
