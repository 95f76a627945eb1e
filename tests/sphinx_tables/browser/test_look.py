"""What the style sheet does, in a real browser: boxes, colours, print."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

THEMES = ("furo", "pydata_sphinx_theme", "sphinx_rtd_theme", "alabaster")


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


@pytest.mark.parametrize("page", THEMES, indirect=True)
def test_the_mark_of_a_row_is_as_dark_as_its_text(page: Any) -> None:
    page.execute_script("location.hash = 'row-BIG.row_30'")
    mark, text = page.execute_script("""
        const cell = document.getElementById('row-BIG.row_30').cells[0];
        return [cell.querySelector('.runtime-ref-link'), cell.querySelector('p')]
            .map(element => getComputedStyle(element).color);
    """)
    assert mark == text


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


FIELDS = '''\
from dataclasses import dataclass


@dataclass
class CacheConfig:
    gpu_memory_utilization: float = 0.9
    """The fraction of the memory of a device that may be used."""
    number_of_blocks: int | None = None
    """How many blocks to allocate, for tests."""
'''


def test_a_narrow_page_has_room_for_the_description(
    browser: Any, arrive: Callable[..., None], project: Callable[..., Any], conf: str
) -> None:
    text = (
        "# Top\n\n```{declaration-table} t.py:CacheConfig\n"
        ":columns: name, type, default, doc, constraints\n```\n"
    )
    build = project({"t.py": FIELDS, "docs/index.md": text}, conf).build(html_theme="alabaster")
    assert build.warnings == []
    browser.set_window_size(1280, 1000)
    arrive((build.out / "index.html").as_uri())
    beyond, lines, weight = browser.execute_script("""
        const box = document.querySelector('.runtime-ref-scroll');
        const cell = box.querySelector('tbody tr').cells[3].getBoundingClientRect();
        const code = box.querySelector('td a code');
        return [cell.right - box.getBoundingClientRect().right, cell.height / 20,
                getComputedStyle(code).fontWeight];
    """)
    assert beyond <= 0, "the description is in sight"
    assert lines < 4
    assert weight == "400", "links do not outweigh the names"


LONG = "package.subpackage.some_module.with_a_long_name.AnotherLongClassName.attribute_of_it"


def test_long_names_in_text_break_between_their_words(
    browser: Any, arrive: Callable[..., None], project: Callable[..., Any], conf: str
) -> None:
    comment = "A key, of which there is a little more to say than fits."
    source = f"T = {{\n    # {comment}\n    'one': {LONG!r}\n}}\n"
    text = "# Top\n\n```{declaration-table} t.py:T\n```\n"
    build = project({"t.py": source, "docs/index.md": text}, conf).build(html_theme="furo")
    assert build.warnings == []
    browser.set_window_size(1280, 1000)
    arrive((build.out / "index.html").as_uri())
    beyond, lines, copied = browser.execute_script("""
        const box = document.querySelector('.runtime-ref-scroll');
        const text = box.querySelector('tbody tr').cells[1].querySelector('p');
        const range = document.createRange();
        const lines = new Map();
        const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
        while (nodes.nextNode()) {
            for (let at = 0; at < nodes.currentNode.length; at++) {
                range.setStart(nodes.currentNode, at);
                range.setEnd(nodes.currentNode, at + 1);
                const top = range.getBoundingClientRect().top;
                lines.set(top, (lines.get(top) || '') + range.toString());
            }
        }
        range.selectNodeContents(text);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        return [box.scrollWidth - box.clientWidth, [...lines.values()],
                getSelection().toString()];
    """)
    assert beyond <= 0, "nothing is pushed out of sight"
    assert len(lines) > 1
    assert all(line.endswith((".", "_")) for line in lines[:-1])
    assert copied == LONG


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


def test_nothing_is_asked_of_the_network_and_no_error_is_logged(
    page: Any, arrive: Callable[..., None]
) -> None:
    page.get_log("browser")
    page.get_log("performance")
    arrive(page.current_url)
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


def test_without_the_script_all_is_there(page: Any, arrive: Callable[..., None]) -> None:
    address = page.current_url
    page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        arrive(address)
        html = page.page_source
    finally:
        page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert "runtime-ref-filter" not in html
    assert html.count('scope="row"') >= 43


def test_a_range_of_lines_is_marked_on_arrival(page: Any, arrive: Callable[..., None]) -> None:
    link = page.find_element("css selector", "a.runtime-ref-source[href$='#L5-L8']")
    arrive(link.get_attribute("href"), ".runtime-ref-line")
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
def test_text_has_enough_contrast(page: Any, arrive: Callable[..., None], scheme: str) -> None:
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    try:
        address = page.current_url.partition("#")[0]
        arrive(f"{address}#row-BIG.row_01")
        wanted = ".runtime-ref-table thead th, .runtime-ref-table tbody tr > *, .runtime-ref-mark"
        measured = page.execute_script(CONTRAST, wanted)
    finally:
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert len(measured) > 40
    low = [(name, round(value, 2)) for name, value in measured if value < 4.5]
    assert low == []
