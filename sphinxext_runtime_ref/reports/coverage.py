"""What documents say of a declaration's names, as text, JSON and Markdown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.printable import on_line
from sphinxext_runtime_ref.reports.markdown import code, table, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.tables.coverage import Coverage, Stale


def render_text(coverage: Coverage) -> str:
    """Render a line for each thing to do, at the place to go to."""
    lines = [f"{item.location}: {item.name} is not documented" for item in coverage.missing]
    lines += [
        f"{item.location}: {item.name} is not declared{_hint(item)}" for item in coverage.stale
    ]
    lines += [f"the exclusion of {name} is not needed" for name in coverage.unused]
    return "".join(f"{on_line(line)}\n" for line in lines)


def summary(coverage: Coverage) -> str:
    """Count in one line."""
    line = f"{coverage.table}: {coverage.documented:,} of {coverage.total:,} names documented"
    parts = [
        f"{len(coverage.missing):,} missing" if coverage.missing else "",
        f"{len(coverage.excluded):,} excluded" if coverage.excluded else "",
        f"{len(coverage.listed):,} listed on purpose" if coverage.listed else "",
        f"{len(coverage.stale):,} not declared" if coverage.stale else "",
    ]
    return ", ".join([line, *filter(None, parts)])


def render_json(coverage: Coverage) -> str:
    """Render one JSON document."""
    data = {
        "table": coverage.table,
        "total": coverage.total,
        "documented": coverage.documented,
        "complete": coverage.complete,
        "missing": [{"name": item.name, "source": str(item.location)} for item in coverage.missing],
        "stale": [
            {
                "name": item.name,
                "place": str(item.location),
                "suggestion": item.suggestion or None,
            }
            for item in coverage.stale
        ],
        "excluded": [{"name": name, "reason": reason} for name, reason in coverage.excluded],
        "listed": [{"name": name, "reason": reason} for name, reason in coverage.listed],
        "unused": list(coverage.unused),
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def render_markdown(coverage: Coverage) -> str:
    """Render a section with a table for each kind of thing to do."""
    return "\n".join(_markdown(coverage)) + "\n"


def _markdown(coverage: Coverage) -> Iterator[str]:
    yield f"## Coverage of {code(coverage.table)}"
    yield ""
    yield f"{text(summary(coverage))}."
    if coverage.missing:
        rows = [(code(item.name), code(str(item.location))) for item in coverage.missing]
        yield from ("", *table(("Not documented", "Declared at"), rows))
    if coverage.stale:
        stale = [
            (code(item.name), code(str(item.location)), code(item.suggestion))
            for item in coverage.stale
        ]
        yield from ("", *table(("Not declared", "Named at", "Near name"), stale))
    for header, accepted in (
        ("Excluded", coverage.excluded),
        ("Listed on purpose", coverage.listed),
    ):
        if accepted:
            rows = [(code(name), text(reason)) for name, reason in accepted]
            yield from ("", *table((header, "Reason"), rows))


def _hint(item: Stale) -> str:
    return f"; did you mean {item.suggestion}?" if item.suggestion else ""
