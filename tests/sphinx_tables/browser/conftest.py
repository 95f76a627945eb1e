"""A headless browser, and a page with tables for it."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
    # A mouse: without one, headless browsers take the page to be touched.
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2",
)
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


@pytest.fixture(scope="session")
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
def until(browser: Any) -> Callable[..., Any]:
    """Run a script until it gives something true; a busy browser answers before it is ready."""
    from selenium.webdriver.support.wait import WebDriverWait  # noqa: PLC0415

    def wait(script: str, *arguments: object) -> Any:
        return WebDriverWait(browser, 30).until(lambda one: one.execute_script(script, *arguments))

    return wait


@pytest.fixture
def arrive(browser: Any, until: Callable[..., Any]) -> Callable[..., None]:
    """Load a page anew; on a busy machine the driver returns before it is there."""
    there = (
        "return document.readyState === 'complete' && location.href === arguments[0]"
        " && document.querySelector(arguments[1]) !== null"
    )

    def open_page(address: str, wanted: str = ".runtime-ref-table") -> None:
        browser.get("about:blank")  # a new fragment alone loads nothing that could be waited for
        until("return location.href === 'about:blank'")
        browser.get(address)
        until(there, address, wanted)

    return open_page


@pytest.fixture
def page(
    browser: Any,
    arrive: Callable[..., None],
    project: Callable[..., Any],
    conf: str,
    request: pytest.FixtureRequest,
) -> Any:
    """Build the page in a theme and open it."""
    theme = getattr(request, "param", "furo")
    pytest.importorskip(theme, reason="comes with the extra 'ecosystem'")
    build = project({"t.py": SOURCE, "docs/index.md": PAGE}, conf).build(html_theme=theme)
    assert build.warnings == []
    browser.set_window_size(1280, 1000)
    arrive((build.out / "index.html").as_uri())
    return browser
