"""What the script and the style sheet do, in a real browser: click, type, tab, print."""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
THEMES = ("furo", "pydata_sphinx_theme", "sphinx_rtd_theme", "alabaster")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
SIZES = {"b": 0x10, "a": 9, "c": 100}
ROWS = "".join(
    f'    "row_{n:02}": ("{"word " * (n * 4)}end", {n % 7}, {n % 2 == 0}),\n' for n in range(40)
)
SOURCE = f"SMALL = {SIZES!r}\n# HEX\nHEX = {{'b': 0x10, 'a': 9, 'c': 100}}\nBIG = {{\n{ROWS}}}\n"
PAGE = """\
# Page

```{declaration-table} t.py:HEX
:columns: key, value
```

```{declaration-table} t.py:BIG
:fields: text, size, even
:fold: 100
```

```{declaration-table} t.py:BIG
:columns: key, value[1] as Size
:group: value[1]
:no-index:
:filterable: no
```

{source}`t.py#L5-L8`
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Start a headless browser; on a machine for checks, a missing one is a failure."""
    if CHROMIUM is None or DRIVER is None:
        if os.environ.get("CI"):
            pytest.fail("these checks need chromium and chromedriver")
        pytest.skip("needs chromium and chromedriver")
    from selenium import webdriver  # noqa: PLC0415 - only where there is a browser
    from selenium.webdriver.chrome.service import Service  # noqa: PLC0415

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    profile = tmp_path_factory.mktemp("profile")
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def page(
    browser: Any, project: Callable[..., Any], conf: str, request: pytest.FixtureRequest
) -> Any:
    """Build the page in a theme and open it."""
    theme = getattr(request, "param", "furo")
    pytest.importorskip(theme, reason="comes with the extra 'ecosystem'")
    build = project({"t.py": SOURCE, "docs/index.md": PAGE}, conf).build(html_theme=theme)
    assert build.warnings == []
    browser.set_window_size(1280, 1000)
    browser.get((build.out / "index.html").as_uri())
    return browser


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


def test_a_link_to_a_hidden_row_shows_it(page: Any) -> None:
    box = page.find_element("css selector", ".runtime-ref-filter input")
    box.send_keys("row_39")
    assert keys(page, 1) == ["row_39"]
    page.execute_script("location.hash = 'row-BIG.row_03'")
    row = page.find_element("id", "row-BIG.row_03")
    page.execute_async_script("setTimeout(arguments[0], 100)")
    assert row.is_displayed()


def test_the_linked_row_stands_out(page: Any) -> None:
    page.execute_script("location.hash = 'row-BIG.row_30'")
    script = """
        const row = document.getElementById(arguments[0]);
        const box = row.closest('.runtime-ref-scroll').getBoundingClientRect();
        const head = row.closest('table').tHead.getBoundingClientRect();
        const place = row.getBoundingClientRect();
        return [getComputedStyle(row.cells[1]).backgroundColor, place.top - box.top,
                place.top - head.bottom, box.bottom - place.top];
    """
    colour, _, below_head, above_end = page.execute_script(script, "row-BIG.row_30")
    plain = page.execute_script(script, "row-BIG.row_31")[0]
    assert colour != plain
    assert below_head >= 0, "not under the sticky header"
    assert above_end > 0


def test_the_mark_copies_the_rows_address(page: Any) -> None:
    page.execute_script(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: (text) => "
        "{ window.copied = text; return Promise.resolve(); }}})"
    )
    link = page.find_element("css selector", "#row-HEX\\.a a.runtime-ref-link")
    assert link.get_attribute("title") == "Link to this row"
    page.execute_script("arguments[0].click()", link)
    assert page.execute_script("return window.copied").endswith("index.html#row-HEX.a")
    page.execute_async_script("setTimeout(arguments[0], 50)")
    assert page.find_element("css selector", "[role=status]").text == "Link copied"


@pytest.mark.parametrize("page", THEMES, indirect=True)
@pytest.mark.parametrize("width", [390, 1280])
def test_wide_tables_scroll_in_their_own_box(page: Any, width: int) -> None:
    page.set_window_size(width, 900)
    script = """
        const box = document.querySelectorAll('.runtime-ref-scroll')[1];
        box.scrollTop = 400;
        const head = box.querySelector('th').getBoundingClientRect();
        return [box.getBoundingClientRect().right - document.documentElement.clientWidth,
                box.scrollHeight > box.clientHeight,
                Math.abs(head.top - box.getBoundingClientRect().top)];
    """
    beyond, scrolls, distance = page.execute_script(script)
    assert beyond <= 0, "the box fits the page"
    assert scrolls
    assert distance <= 2, "the header stays"


def test_long_cells_open_and_print_whole(page: Any) -> None:
    fold = page.find_element("css selector", "details.runtime-ref-fold")
    assert fold.get_attribute("open") is None
    fold.find_element("css selector", "summary").click()
    assert fold.get_attribute("open") is not None
    assert not fold.find_element("css selector", ".runtime-ref-preview").is_displayed()
    page.execute_script("window.dispatchEvent(new Event('beforeprint'))")
    assert page.execute_script(
        "return [...document.querySelectorAll('details.runtime-ref-fold')].every(f => f.open)"
    )


def test_paper_has_no_scroll_boxes(page: Any) -> None:
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    script = """
        const box = document.querySelectorAll('.runtime-ref-scroll')[1];
        const style = getComputedStyle(box);
        return [style.maxHeight, style.overflowY,
                getComputedStyle(box.querySelector('th')).position,
                getComputedStyle(document.querySelector('.runtime-ref-filter')).display,
                box.scrollHeight - box.clientHeight];
    """
    try:
        found = page.execute_script(script)
    finally:
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert found == ["none", "visible", "static", "none", 0]


def test_nothing_is_asked_of_the_network_and_no_error_is_logged(page: Any) -> None:
    page.get_log("browser")
    page.get_log("performance")
    page.refresh()
    page.execute_async_script("setTimeout(arguments[0], 100)")
    logged = [item for item in page.get_log("browser") if "runtime-ref" in item["message"]]
    assert logged == []
    asked = {
        message["params"]["request"]["url"]
        for item in page.get_log("performance")
        if (message := json.loads(item["message"])["message"])["method"]
        == "Network.requestWillBeSent"
    }
    assert any("runtime-ref.js" in url for url in asked)
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_without_the_script_all_is_there(page: Any, tmp_path: Path) -> None:
    page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        page.refresh()
        html = page.page_source
    finally:
        page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert "runtime-ref-filter" not in html
    assert html.count('<th scope="row"') + html.count('scope="row"') >= 83
    assert tmp_path.exists()


def test_a_range_of_lines_is_marked_on_arrival(page: Any) -> None:
    link = page.find_element("css selector", "a.runtime-ref-source[href$='#L5-L8']")
    page.get(link.get_attribute("href"))
    script = """
        return [...document.querySelectorAll('.runtime-ref-line')].slice(0, 12).map(
            (line) => getComputedStyle(line).backgroundColor);
    """
    colours = page.execute_script(script)
    assert len(set(colours[4:8])) == 1
    assert colours[4] not in {colours[3], colours[8]}


CONTRAST = """
    const parse = (text) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1;
      const context = canvas.getContext('2d', {willReadFrequently: true});
      context.fillStyle = text;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      return a ? [r, g, b, a / 255] : [0, 0, 0, 0];
    };
    const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3]));
    const ground = (element) => {
      const layers = [];
      for (let at = element; at; at = at.parentElement) {
        layers.push(parse(getComputedStyle(at).backgroundColor));
      }
      return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
    };
    const light = (colour) => {
      const part = colour.map((c) => c / 255).map(
        (c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
    };
    const ratio = (element) => {
      const below = ground(element);
      const text = over(parse(getComputedStyle(element).color), below);
      const [high, low] = [light(text), light(below)].sort((a, b) => b - a);
      return (high + 0.05) / (low + 0.05);
    };
    return [...document.querySelectorAll(arguments[0])].slice(0, 60).map(
      (element) => [element.tagName + '.' + element.className, ratio(element)]);
"""


@pytest.mark.parametrize("page", THEMES, indirect=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast(page: Any, scheme: str) -> None:
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    try:
        page.get(page.current_url.partition("#")[0] + "#row-BIG.row_01")
        page.refresh()
        wanted = ".runtime-ref-table thead th, .runtime-ref-table tbody tr > *, .runtime-ref-mark"
        measured = page.execute_script(CONTRAST, wanted)
    finally:
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert len(measured) > 40
    low = [(name, round(value, 2)) for name, value in measured if value < 4.5]
    assert low == []
