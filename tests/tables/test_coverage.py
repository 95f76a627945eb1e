"""Names that documents lack, and names that they should have lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import ConfigError, DeclarationError
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.tables.coverage import coverage
from sphinxext_runtime_ref.tables.display import text_cell
from sphinxext_runtime_ref.tables.model import Row, Table

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = ("hermes", "llama3_json", "mistral", "phi4")


def table(*names: str) -> Table:
    rows = tuple(
        Row(name, {"key": text_cell(name.upper())}, Location("p.py", line))
        for line, name in enumerate(names or NAMES, start=10)
    )
    return Table("parsers", "row", (), rows, Location("p.py", 1), available=("key",))


def missing(text: str, **rest: object) -> list[str]:
    return [item.name for item in coverage(table(), [("d.md", text)], **rest).missing]  # type: ignore[arg-type]  # checked by use


def test_a_name_counts_only_as_a_whole_word() -> None:
    text = "Use `hermes`, llama3_json. Not mistral-large or phi4mini, but (phi4)."
    assert missing(text) == ["mistral"]


def test_names_may_be_spread_over_documents() -> None:
    result = coverage(table(), [("a.md", "hermes mistral"), ("b.rst", "``phi4`` llama3_json")])
    assert result.complete
    assert (result.total, result.documented) == (4, 4)


def test_another_column_can_hold_the_names() -> None:
    assert missing("HERMES LLAMA3_JSON MISTRAL", column="key") == ["PHI4"]
    with pytest.raises(
        DeclarationError, match=r"^p\.py\S* option 'column': no row has a column 'kye' \(did you"
    ):
        missing("", column="kye")


def test_missing_names_lead_to_their_declaration() -> None:
    result = coverage(table(), [("a.md", "hermes llama3_json mistral")])
    assert [str(item.location) for item in result.missing] == ["p.py:13"]


def test_exclusions_need_a_reason_and_a_use() -> None:
    text = "hermes llama3_json mistral"
    reasons = {"phi4": "experimental", "hermes": "is documented", "gone": "was removed"}
    result = coverage(table(), [("a.md", text)], reasons)
    assert not result.missing
    assert result.excluded == (("phi4", "experimental"),)
    assert result.unused == ("hermes", "gone")
    with pytest.raises(ConfigError, match="the exclusion of 'phi4' needs a reason"):
        coverage(table(), [], {"phi4": " "})


def test_an_entry_that_is_listed_on_purpose_is_excluded_like_others() -> None:
    documents = [("a.md", "- `hermes`\n- `phi4`\n- `old`\n\nmistral llama3_json `gone`\n")]
    reasons = {"old": "removed in 2.0"}
    result = coverage(table(), documents, reasons)
    assert result.complete
    assert result.listed == (("old", "removed in 2.0"),)
    assert (result.documented, result.excluded) == (4, ())
    # A name that is only mentioned needs no excuse.
    assert coverage(table(), documents, {**reasons, "gone": "x"}).unused == ("gone",)


def test_an_exclusion_does_not_make_a_list_one_of_names() -> None:
    documents = [("a.md", "- `hermes`\n- `old`\n- `older`\n\nmistral llama3_json phi4\n")]
    result = coverage(table(), documents, {"old": "removed", "older": "removed"})
    assert (result.stale, result.listed, result.unused) == ((), (), ("old", "older"))


MARKDOWN_LIST = "- `hermes`: fast\n- `mistal`\n\n- `phi4`\n  continued `odd`\n"
MARKDOWN_TABLE = "| Name | Use |\n| --- | --- |\n| hermes | x |\n| `mistal` | y |\n| phi4 | z |\n"
RST_LIST = "* ``hermes`` -- fast\n* ``mistal``\n* ``phi4``\n"
RST_TABLE = (
    ".. list-table::\n\n   * - Name\n     - Use\n   * - ``hermes``\n     - x\n"
    "   * - ``mistal``\n     - y\n   * - ``phi4``\n     - z\n"
)


@pytest.mark.parametrize(
    ("path", "text", "place"),
    [
        ("d.md", MARKDOWN_LIST, "d.md:2:4"),
        ("d.md", MARKDOWN_TABLE, "d.md:4:4"),
        ("d.rst", RST_LIST, "d.rst:2:5"),
        ("d.rst", RST_TABLE, "d.rst:7:10"),
    ],
)
def test_an_entry_that_is_no_longer_declared_is_stale(path: str, text: str, place: str) -> None:
    (stale,) = coverage(table(), [(path, text)]).stale
    assert (stale.name, str(stale.location), stale.suggestion) == ("mistal", place, "mistral")


@pytest.mark.parametrize("heading", ["**Serving**", "**Two words**"])
def test_the_heading_of_a_group_in_a_table_is_no_entry(heading: str) -> None:
    text = f"| Name | Use |\n| --- | --- |\n| hermes | x |\n| {heading} |  |\n| phi4 | z |\n"
    assert not coverage(table(), [("d.md", text)]).stale
    text = text.replace(f"{heading} |  |", "**odd** | of it |")
    assert [item.name for item in coverage(table(), [("d.md", text)]).stale] == ["odd"]


@pytest.mark.parametrize("entry", ["**odd**", '"odd"', "`odd`", "**`odd`**", "`odd X`", "odd"])
def test_an_entry_may_be_marked_up(entry: str) -> None:
    text = f"- hermes\n- phi4\n- {entry}\n- **not one**\n"
    assert [item.name for item in coverage(table(), [("d.md", text)]).stale] == ["odd"]


def test_a_list_of_other_things_is_left_alone() -> None:
    text = "- `alpha`\n- `beta`\n- `hermes`\n- `gamma`\n\n- Hermes is good\n- the mistral parser\n"
    assert not coverage(table(), [("d.md", text)]).stale


@pytest.mark.parametrize(
    ("text", "stale"),
    [
        ("- `hermes`\n- `gone`\n", []),
        ("- `hermes`\n- `phi4`\n- `gone`\n- `lost`\n", ["gone", "lost"]),
        ("- `hermes`\n- `phi4`\n- `gone`\n- `lost`\n- `left`\n", []),
    ],
)
def test_two_known_entries_and_half_of_all_make_a_list_one_of_names(
    text: str, stale: list[str]
) -> None:
    assert [item.name for item in coverage(table(), [("d.md", text)]).stale] == stale


def test_what_is_declared_does_not_depend_on_the_rows_that_are_looked_for(
    build: Callable[..., Table],
) -> None:
    source = "P = {'hermes': 1, 'phi4': 2, 'mistral': 3}\n"
    text = "- `hermes`\n- `phi4`\n- `gone`\n"
    result = coverage(build(source, "P", where="value == 3"), [("d.md", text)])
    assert [item.name for item in result.missing] == ["mistral"]
    assert [item.name for item in result.stale] == ["gone"]
