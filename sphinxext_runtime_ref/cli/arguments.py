"""Arguments that several commands take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import Kind

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Sequence

SKIPPABLE = (
    Kind.TARGET,
    Kind.ANCHOR,
    Kind.LINES,
    Kind.OUTSIDE,
    Kind.CASE,
    Kind.UNTRACKED,
    Kind.REFERENCE,
    Kind.IGNORE,
    Kind.DOCUMENT,
)


def add_report(
    parser: ArgumentParser,
    formats: Sequence[str],
    *,
    default: str = "text",
    note: str = "",
    quiet: bool = True,
) -> None:
    """Add what says how to report: ``--format``, ``--output`` and ``--quiet``.

    :param note: what else the help says of the default format.
    :param quiet: whether the command sums up on standard error.
    """

    def name(text: str) -> str:
        # The setting "reports" has another name for it.
        return "text" if text == "txt" and "text" in formats else text

    parser.add_argument(
        "--format",
        type=name,
        choices=formats,
        default=default,
        help=f"form of the report (default: {default}{note})",
    )
    parser.add_argument(
        "--output",
        "-o",
        metavar="FILE",
        help="write the report to a file; - is the standard output",
    )
    if quiet:
        parser.add_argument("--quiet", "-q", action="store_true", help="no summary")


def add_skip(parser: ArgumentParser) -> None:
    """Add ``--skip``."""
    parser.add_argument(
        "--skip",
        action="append",
        choices=[kind.value for kind in SKIPPABLE],
        default=[],
        metavar="KIND",
        help="count findings about links of a kind as ignored; may be given again: "
        + ", ".join(SKIPPABLE),
    )
