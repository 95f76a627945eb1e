"""Run measurements and print their results as Markdown."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import growth, links, profiles, startup, tables
from benchmarks.report import machine, seconds, table, times
from sphinxext_runtime_ref.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.links import Comparison

ROOT = Path(__file__).parents[1]
SIZES = [1_000, 4_000, 16_000]
SECTIONS = ("links", "checkout", "tables", "startup", "growth", "profile")


def main() -> None:
    """Run what the arguments ask for, one section each."""
    arguments = parse()
    sections = {
        "links": lambda: on_generated_trees(arguments),
        "checkout": lambda: on_checkouts(arguments),
        "tables": lambda: on_tables(arguments),
        "startup": lambda: on_startup(arguments),
        "growth": lambda: on_growth(arguments),
        "profile": lambda: on_profiles(arguments),
    }
    wanted = arguments.section or [name for name in sections if name != "checkout"]
    lines = [machine(), ""]
    for name in wanted:
        print(f"measuring {name}", file=sys.stderr)
        lines += [*sections[name](), ""]
        if arguments.output:  # what was measured is kept, whatever the next section does
            arguments.output.write_text("\n".join(lines), encoding="utf-8")
    if not arguments.output:
        print("\n".join(lines))


def parse() -> argparse.Namespace:
    """Read the arguments."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "section",
        nargs="*",
        metavar="section",
        help=f"{', '.join(SECTIONS)}; all but checkout by default",
    )
    parser.add_argument("--checkout", action="append", type=Path, default=[], metavar="DIR")
    parser.add_argument("--site", action="append", type=Path, default=[], metavar="DOCS")
    parser.add_argument("--declaration", action="append", default=[], metavar="FILE:SYMBOL")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="N")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--output", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.section if name not in SECTIONS]:
        parser.error(f"there is no section {unknown[0]!r}; there are {', '.join(SECTIONS)}")
    return arguments


def on_generated_trees(arguments: argparse.Namespace) -> Iterator[str]:
    """Compare link checkers on generated trees."""
    yield from comparison_table(links.generated(arguments.sizes, arguments.repeats))


def on_checkouts(arguments: argparse.Namespace) -> Iterator[str]:
    """Compare link checkers on the folders given."""
    found = (links.compare(f, f.name, arguments.repeats) for f in arguments.checkout)
    yield from comparison_table(found)


def comparison_table(comparisons: Iterable[Comparison]) -> Iterator[str]:
    """Give a row for each tree: times, ratios, memory."""
    head = ["tree", "files", "MB", "cold", "again", "lychee", "rumdl"]
    head += [
        "cold / lychee",
        "cold / rumdl",
        "again / lychee",
        "CPU",
        "CPU lychee",
        "MiB",
        "MiB lychee",
    ]
    rows = []
    for one in comparisons:
        print(f"  {one.tree}", file=sys.stderr)
        results = [one.results.get(n) for n in (links.OURS, links.WARM, "lychee", "rumdl")]
        rows.append(
            [
                one.tree,
                f"{one.documents:,}",
                f"{one.megabytes:.1f}",
                *(seconds(r.wall) if r else "" for r in results),
                times(one.against("lychee")),
                times(one.against("rumdl")),
                times(one.against("lychee", links.WARM)),
                *(seconds(r.cpu) if r else "" for r in (results[0], results[2])),
                *(f"{r.memory:.0f}" if r else "" for r in (results[0], results[2])),
            ]
        )
    yield from table(head, rows)


def on_tables(arguments: argparse.Namespace) -> Iterator[str]:
    """Measure the reading of tables: those of the example, and of checkouts at default sources."""
    found = [*tables.readings(ROOT, tables.EXAMPLE, arguments.repeats)]
    example = "docs/example/kestrel/envs.py:environment_variables"
    found.append(tables.declaration(ROOT, example, arguments.repeats))
    for root in arguments.checkout:
        found += tables.readings(root.resolve(), Settings().sources, arguments.repeats)
        for source in arguments.declaration:
            found.append(tables.declaration(root.resolve(), source, arguments.repeats))
    rows = [
        [
            one.name,
            f"{one.rows}",
            f"{one.files}",
            seconds(one.ours.wall),
            seconds(one.parsing.wall),
            one.base,
            times(one.times),
        ]
        for one in found
    ]
    yield from table(["tables", "rows", "files", "ours", "parsing", "compared with", "ratio"], rows)


def on_startup(arguments: argparse.Namespace) -> Iterator[str]:
    """Measure starts."""
    results = startup.starts(arguments.repeats)
    rows = [[f"`{name}`", seconds(result.wall)] for name, result in results.items()]
    added = startup.added_to_sphinx(arguments.repeats)
    rows.append(["imports that the extension adds to `sphinx-build`", f"{added:.0f} ms"])
    yield from table(["start", "time"], rows)


def on_growth(arguments: argparse.Namespace) -> Iterator[str]:
    """Measure how time and memory grow."""
    results = growth.measure(arguments.sizes, arguments.repeats)
    rows = [
        [f"{size:,}", seconds(result.wall), f"{result.memory:.0f} MiB"]
        for size, result in results.items()
    ]
    yield from table(["documents", "time", "memory"], rows)
    yield ""
    if len(results) > 1:
        for name, fit in growth.fits(results).items():
            yield (
                f"{name} = {fit.base:.3g} + {fit.slope * 1000:.3g} for each 1,000 documents "
                f"(R² {fit.quality:.4f}); 100,000 documents: {fit.at(100_000):.3g}\n"
            )


def on_profiles(arguments: argparse.Namespace) -> Iterator[str]:
    """Say in a comment which functions take most of the time."""
    found = [profiles.of_links()]
    found += [profiles.of_build(docs.resolve()) for docs in arguments.site or [ROOT / "docs"]]
    yield "<!-- The last profiles: the ten functions that took most time of their own."
    for lines in found:
        yield ""
        yield from lines
    yield "-->"


if __name__ == "__main__":
    main()
