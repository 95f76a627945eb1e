"""Take the pictures that the documentation shows, from built pages in headless Chromium.

Needs selenium, Pillow, chromium and chromedriver: ``python .ci/pictures.py HTML docs/images``.
Look at every picture afterwards.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.by import By

if TYPE_CHECKING:
    from collections.abc import Iterator

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
)
MOUSE = "--blink-settings=primaryHoverType=2,availableHoverTypes=2"
"""Without a mouse, headless browsers show pages as they are where nothing hovers."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture.

    :param page: built page, with the fragment to arrive at.
    :param width: of the window in CSS pixels.
    :param script: what is done on the page before.
    :param dark: whether the reader prefers a dark page.
    """

    name: str
    page: str
    width: int = 1280
    height: int = 800
    script: str = ""
    dark: bool = False

    @property
    def mobile(self) -> bool:
        """Tell whether the picture is of a small screen that is touched."""
        return self.width < 500


SHOW = """
document.documentElement.style.scrollBehavior = 'auto';
const element = {};
document.querySelector('.back-to-top').style.display = 'none';
window.scrollTo(0, 0);
window.scrollTo(0, element.getBoundingClientRect().top - {});
"""


def show(name: str, above: int = 70) -> str:
    """Give a script that scrolls to an element, with some pixels above it."""
    return SHOW.format(f"document.getElementById({name!r})", above)


FILTER = (
    show("all-routes", 130)
    + """
const box = element.closest('.runtime-ref-table').querySelector('input');
box.value = 'xqa';
box.dispatchEvent(new Event('input', {bubbles: true}));
"""
)
LINKED = show("all-codecs", 265)
PICTURES = (
    Picture("table", "runtime/index.html#codec-FP8_E4M3", height=560, script=LINKED),
    Picture(
        "source-page", "_source/docs/example/kestrel/attention/codecs.py.html#L42-L48", height=640
    ),
    Picture("filter", "runtime/index.html", height=560, script=FILTER),
    Picture("narrow", "runtime/index.html", width=390, height=700, script=show("all-codecs")),
    Picture("dark", "runtime/index.html", height=620, script=show("all-bindings"), dark=True),
)


@contextmanager
def browser(picture: Picture) -> Iterator[Chrome]:
    """Start a browser with nothing remembered."""
    with tempfile.TemporaryDirectory() as profile:
        options = ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        if picture.dark:
            options.add_argument("--force-dark-mode")
        if not picture.mobile:
            options.add_argument(MOUSE)
        driver = Chrome(options, ChromeService("/usr/bin/chromedriver"))
        try:
            yield driver
        finally:
            driver.quit()


def take(html: Path, picture: Picture, target: Path) -> None:
    """Take one picture, in few enough colours to stay small."""
    with browser(picture) as driver:
        metrics = {
            "width": picture.width,
            "height": picture.height,
            "deviceScaleFactor": 1,
            "mobile": picture.mobile,
        }
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if picture.dark else "light"}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        page, hash_mark, fragment = picture.page.partition("#")
        driver.get((html / page).as_uri() + hash_mark + fragment)
        driver.implicitly_wait(5)
        driver.find_element(By.CSS_SELECTOR, "[role=main]")
        driver.execute_script(picture.script)
        time.sleep(1)  # until smooth scrolling has come to rest
        data = driver.get_screenshot_as_png()
    image = Image.open(io.BytesIO(data)).convert("RGB").quantize(128)
    image.save(target / f"{picture.name}.png", optimize=True)


def main() -> None:
    """Take all pictures, or those that are named."""
    html, target, *names = Path(sys.argv[1]).resolve(), Path(sys.argv[2]), *sys.argv[3:]
    for picture in PICTURES:
        if not names or picture.name in names:
            take(html, picture, target)
            size = (target / f"{picture.name}.png").stat().st_size
            print(f"{picture.name}: {size // 1024} kB")


if __name__ == "__main__":
    main()
