"""What the script does, in a real browser: click, type, tab."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def keys(page: Any, table: int) -> list[str]:
    """Give the first cells of the rows that are shown, without their marks."""
    script = """
        return [...document.querySelectorAll('table.runtime-ref')[arguments[0]].tBodies[0].rows]
            .filter((row) => row.offsetParent !== null)
            .map((row) => row.cells[0].querySelector('p').firstChild.textContent);
    """
    result: list[str] = page.execute_script(script, table)
    return result


def header(page: Any, table: int, column: int) -> Any:
    script = "return document.querySelectorAll('table.runtime-ref')[%d].tHead.rows[0].cells[%d]"
    return page.execute_script(script % (table, column))


def click(page: Any, table: int, column: int) -> str:
    cell = header(page, table, column)
    page.execute_script("arguments[0].querySelector('button').click()", cell)
    order: str = cell.get_attribute("aria-sort")
    return order


def test_numbers_are_sorted_as_numbers(page: Any) -> None:
    assert keys(page, 0) == ["b", "a", "c"]
    assert click(page, 0, 1) == "ascending"
    assert keys(page, 0) == ["a", "b", "c"]
    assert click(page, 0, 1) == "descending"
    assert keys(page, 0) == ["c", "b", "a"]
    assert click(page, 0, 1) == "none"
    assert keys(page, 0) == ["b", "a", "c"]
    click(page, 0, 1)
    click(page, 0, 0)
    assert header(page, 0, 1).get_attribute("aria-sort") == "none"
    assert keys(page, 0) == ["a", "b", "c"]


def test_what_is_listened_to_has_names_of_its_own(page: Any) -> None:
    names = []
    for _ in range(3):
        names.append(header(page, 0, 1).find_element("tag name", "button").accessible_name)
        click(page, 0, 1)
    assert names == ["Value"] * 3, "an arrow is no part of a column's name"
    regions = page.find_elements("css selector", "[role=region]")
    assert [region.accessible_name for region in regions] == [
        "Table of declarations: t.py:HEX",
        "Table of declarations: t.py:BIG",
        "Table of declarations: t.py:BIG",
    ]


def test_cells_over_several_columns_are_sorted_with_each(
    browser: Any, arrive: Callable[..., None], project: Callable[..., Any], conf: str
) -> None:
    source = "T = {'a': (1, 9), 'b': ext.NAME, 'c': (3, 2)}\nimport ext\n"
    page = "# Top\n\n```{declaration-table} t.py:T\n```\n"
    build = project({"t.py": source, "docs/index.md": page}, conf).build()
    arrive((build.out / "index.html").as_uri())
    click(browser, 0, 2)
    assert keys(browser, 0) == ["c", "a", "b"]
    # What stands for both columns takes no place from the one after them.
    click(browser, 0, 3)
    assert keys(browser, 0) == ["a", "b", "c"]
    line = "return getComputedStyle(document.querySelector('.runtime-ref-shared > p'), '::after')"
    assert float(browser.execute_script(f"{line}.width").removesuffix("px")) > 0


def test_the_keyboard_sorts(page: Any) -> None:
    from selenium.webdriver.common.keys import Keys  # noqa: PLC0415

    button = page.execute_script("return arguments[0].querySelector('button')", header(page, 0, 0))
    button.send_keys(Keys.ENTER)
    assert keys(page, 0) == ["a", "b", "c"]
    button.send_keys(Keys.TAB)
    focused = page.switch_to.active_element
    assert focused.tag_name == "button"
    assert focused.text == "Value"


def test_rows_stay_in_their_groups(page: Any) -> None:
    def groups() -> list[str]:
        rows = "[...document.querySelectorAll('tr.runtime-ref-group')]"
        script = f"return {rows}.map((row) => row.textContent.trim())"
        result: list[str] = page.execute_script(script)
        return result

    before, rows = groups(), keys(page, 2)
    click(page, 2, 0)
    assert click(page, 2, 0) == "descending"
    after = keys(page, 2)
    assert groups() == before
    start = rows.index(before[1]) if before[1] in rows else 0
    assert after[0] == before[0]
    assert sorted(after) == sorted(rows)
    assert after[1:7] == list(reversed(rows[1:7])), start


def test_rows_are_filtered(page: Any) -> None:
    [box] = page.find_elements("css selector", ".runtime-ref-filter input")
    assert box.get_attribute("aria-label") == "Filter rows"
    box.send_keys("ROW_1 yes")
    shown = keys(page, 1)
    assert shown == [f"row_{n}" for n in range(10, 20, 2)]
    status = page.find_element("css selector", ".runtime-ref-filter [role=status]")
    assert status.text == "5 of 40 rows"
    from selenium.webdriver.common.keys import Keys  # noqa: PLC0415

    box.send_keys(Keys.ESCAPE)
    assert len(keys(page, 1)) == 40
    assert status.text == ""


def test_a_link_to_a_hidden_row_shows_it(page: Any, until: Callable[..., Any]) -> None:
    box = page.find_element("css selector", ".runtime-ref-filter input")
    box.send_keys("row_39")
    assert keys(page, 1) == ["row_39"]
    page.execute_script("location.hash = 'row-BIG.row_03'")
    assert until("return document.getElementById('row-BIG.row_03').checkVisibility()")


def test_the_mark_copies_the_rows_address(page: Any, until: Callable[..., Any]) -> None:
    page.execute_script(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: (text) => "
        "{ window.copied = text; return Promise.resolve(); }}})"
    )
    link = page.find_element("css selector", "#row-HEX\\.a a.runtime-ref-link")
    assert link.get_attribute("title") == "Link to this row"
    page.execute_script("arguments[0].click()", link)
    assert page.execute_script("return window.copied").endswith("index.html#row-HEX.a")
    assert until("return document.querySelector('[role=status]').textContent") == "Link copied"
