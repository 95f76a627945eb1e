"""What changed between two readings of a table."""

from __future__ import annotations

from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.tables.changes import CellChange, compare
from sphinxext_runtime_ref.tables.display import text_cell
from sphinxext_runtime_ref.tables.model import Column, Row, Table


def table(rows: dict[str, dict[str, str]], line: int = 1) -> Table:
    names = dict.fromkeys(["source", *(name for cells in rows.values() for name in cells)])
    return Table(
        name="t",
        object_type="row",
        columns=tuple(Column(name, name) for name in names),
        rows=tuple(
            Row(
                key,
                {n: text_cell(t) for n, t in {**cells, "source": f"m.py:{line}"}.items()},
                Location("m.py", line),
            )
            for key, cells in rows.items()
        ),
        location=Location("m.py", 1),
    )


def test_rows_are_added_removed_and_changed() -> None:
    before = table({"a": {"n": "1"}, "b": {"n": "2"}, "c": {"n": "3"}})
    after = table({"d": {"n": "4"}, "c": {"n": "3"}, "b": {"n": "5", "m": "x"}}, line=9)
    changes = compare(before, after)
    assert [row.id for row in changes.added] == ["d"]
    assert [row.id for row in changes.removed] == ["a"]
    assert [(change.after.id, change.cells) for change in changes.changed] == [
        ("b", (CellChange("n", "2", "5"), CellChange("m", None, "x")))
    ]


def test_a_row_that_only_moved_is_the_same() -> None:
    assert not compare(table({"a": {"n": "1"}}), table({"a": {"n": "1"}}, line=40))


def test_a_table_that_appears_or_vanishes() -> None:
    one = table({"a": {"n": "1"}})
    assert [row.id for row in compare(None, one).added] == ["a"]
    assert [row.id for row in compare(one, None).removed] == ["a"]
    assert not compare(None, None)
