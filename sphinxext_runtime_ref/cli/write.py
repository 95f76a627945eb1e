"""``runtime-ref write``: keep the reference page current."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.atomic import write_bytes
from sphinxext_runtime_ref.cli.context import load_context
from sphinxext_runtime_ref.cli.output import emit
from sphinxext_runtime_ref.cli.page import read_page

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.description = (
        "Rewrite the reference page from the sources if it is not current. Nothing else is "
        "written, and the page is replaced as a whole or not at all."
    )
    parser.add_argument("--quiet", "-q", action="store_true", help="say nothing when it went well")


def run(arguments: Namespace) -> int:
    """Write the page if what it should say differs from what it says."""
    page = read_page(load_context(arguments))
    if not page.is_current:
        write_bytes(page.path.resolve(), page.content())
    if not arguments.quiet:
        emit(f"{page.name}: {'is current' if page.is_current else 'written'}\n")
    return 0
