"""What marks the rows and the cells of a table, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

THEMES = ("furo", "pydata_sphinx_theme", "sphinx_rtd_theme", "alabaster")
SEEN = "return document.querySelector(arguments[0]).checkVisibility({opacityProperty: true})"
MARK = "#row-HEX\\.a a.runtime-ref-link"
OTHER = "#row-HEX\\.b a.runtime-ref-link"


@pytest.mark.parametrize("page", THEMES, indirect=True)
def test_the_mark_of_a_row_shows_under_the_mouse_and_with_the_keyboard(page: Any) -> None:
    from selenium.webdriver import ActionChains, Keys  # noqa: PLC0415

    assert page.execute_script("return matchMedia('(hover: hover)').matches")
    assert [page.execute_script(SEEN, mark) for mark in (MARK, OTHER)] == [False, False]

    cell = page.find_element("css selector", "#row-HEX\\.a td")
    ActionChains(page).move_to_element(cell).perform()
    assert [page.execute_script(SEEN, mark) for mark in (MARK, OTHER)] == [True, False]
    ActionChains(page).move_to_element(page.find_element("css selector", "h1")).perform()
    assert not page.execute_script(SEEN, MARK)

    page.execute_script("document.querySelector('th button').focus()")
    for _ in range(12):
        page.switch_to.active_element.send_keys(Keys.TAB)
        if page.execute_script("return document.activeElement.matches(arguments[0])", MARK):
            break
    assert [page.execute_script(SEEN, mark) for mark in (MARK, OTHER)] == [True, False]


@pytest.mark.parametrize("page", THEMES, indirect=True)
def test_the_marks_of_all_rows_show_where_nothing_hovers(
    page: Any, until: Callable[..., Any]
) -> None:
    page.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        assert until("return matchMedia('(hover: none)').matches")
        assert [page.execute_script(SEEN, mark) for mark in (MARK, OTHER)] == [True, True]
    finally:
        page.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


UNKNOWN = """\
import os
from dataclasses import dataclass


@dataclass
class Cache:
    folder: str = (
        os.environ["HOME"]
        + "/".join(
            ["cache", "kernels"],
        )
    )
    size: int = 3
"""


def test_source_text_stands_in_a_box_of_its_own(
    browser: Any, arrive: Callable[..., None], project: Callable[..., Any], conf: str
) -> None:
    text = "# Top\n\n```{declaration-table} t.py:Cache\n:columns: name, default\n```\n"
    build = project({"t.py": UNKNOWN, "docs/index.md": text}, conf).build(html_theme="alabaster")
    assert build.warnings == []
    arrive((build.out / "index.html").as_uri())
    boxes, line = browser.execute_script("""
        const code = document.querySelector('#row-Cache\\\\.folder td code');
        return [code.getClientRects().length, getComputedStyle(code).borderLeftStyle];
    """)
    assert boxes == 1, "not a stripe for each line, over its indentation"
    assert line == "dashed"


def test_the_column_of_sources_is_no_wider_than_what_it_shows(
    browser: Any, arrive: Callable[..., None], project: Callable[..., Any], conf: str
) -> None:
    path = "a_package_with_a_name/of_some_length/modes.py"
    text = f"# Top\n\n```{{declaration-table}} {path}:MODES\n```\n"
    source = "MODES = {'eager': 'each request on its own, which is slow and always works'}\n"
    build = project({path: source, "docs/index.md": text}, conf).build()
    assert build.warnings == []
    arrive((build.out / "index.html").as_uri())
    browser.set_window_size(390, 900)
    spare = browser.execute_script("""
        const cell = document.querySelector('td:last-child');
        return cell.clientWidth - cell.querySelector('a').getBoundingClientRect().width;
    """)
    assert spare < 60
