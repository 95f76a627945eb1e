"""Arguments of parsers in documents: headings of groups, and roles of subcommands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bs4 import BeautifulSoup

if TYPE_CHECKING:
    from collections.abc import Callable

CLI = """\
import argparse

def make_parser():
    parser = argparse.ArgumentParser(prog="tool")
    parser.add_argument_group("Server").add_argument("--port", default=1)
    commands = parser.add_subparsers()
    for name in ("run", "walk"):
        command = commands.add_parser(name)
        command.add_argument("--fast", help="%(prog)s faster")
    return parser
"""


def test_a_role_names_the_subcommand(project: Callable[..., Any], conf: str) -> None:
    table = "# Top\n\n```{declaration-table} cli.py:make_parser\n:group: group\n```\n\n"
    roles = "{runtime:row}`--port` {runtime:row}`make_parser.walk --fast`"
    made = project({"cli.py": CLI, "docs/index.md": table + roles}, conf)
    build = made.build()
    assert build.warnings == []
    page: Any = BeautifulSoup(build.html(), "html.parser")
    assert [head.get_text() for head in page.select(".runtime-ref-group th")] == [
        "Server",
        "Others",
    ]
    [link] = [one for one in page.select("p a") if one.get_text() == "make_parser.walk --fast"]
    row = page.find(id=link["href"].removeprefix("#"))
    assert "walk" in row.get_text()
    assert "tool walk faster" in row.get_text()
    made.write({"docs/index.md": f"{table}{{runtime:row}}`--fast`"})
    [warning] = made.build().warnings
    assert "there is no row '--fast'" in warning
    assert "make_parser.run --fast" in warning
