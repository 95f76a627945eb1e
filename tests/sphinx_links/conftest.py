"""Reading built pages: which of their links lead somewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

URLS = {"a": "href", "img": "src", "source": "src", "video": "src", "link": "href"}


@dataclass
class Link:
    """A link of a built page.

    :param text: what it shows.
    :param external: not a path of the output.
    :param alive: the file is there, and has the id.
    """

    page: str
    url: str
    text: str = ""
    external: bool = False
    alive: bool = False


class Page(HTMLParser):
    """The ids of a page, and the links of its body."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = {"", "top"}
        self.links: list[Link] = []
        self._open: list[Link] = []
        self._name = path.name
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        for name in ("id", "name"):
            self.ids.add(values.get(name) or "")
        url = values.get(URLS.get(tag, "")) if tag in URLS else None
        if tag == "a":
            self._open.append(Link(self._name, url or "", external=url is None))
        if url is None or "headerlink" in (values.get("class") or ""):
            return
        link = self._open[-1] if tag == "a" else Link(self._name, url, values.get("alt") or "")
        self.links.append(link)
        for candidate in (values.get("srcset") or "").split(","):
            if candidate.strip():
                self.links.append(Link(self._name, candidate.split()[0]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        for link in self._open:
            link.text += data


@dataclass
class Crawl:
    """All links of an output folder."""

    links: list[Link] = field(default_factory=list)

    def showing(self, text: str) -> list[Link]:
        """Give the links whose text is just this."""
        return [link for link in self.links if link.text.strip() == text]

    @property
    def dead(self) -> set[tuple[str, str]]:
        """Give page and URL of the local links that lead nowhere."""
        return {
            (link.page, link.url) for link in self.links if not link.external and not link.alive
        }


def crawl_folder(out: Path) -> Crawl:
    """Follow every link of every page."""
    pages = {path.resolve(): Page(path) for path in sorted(out.rglob("*.html"))}
    result = Crawl()
    for path, page in pages.items():
        for link in page.links:
            link.page = path.relative_to(out.resolve()).as_posix()
            url = urlsplit(link.url)
            link.external = bool(url.scheme or url.netloc)
            if not link.external:
                target = (path.parent / unquote(url.path)).resolve() if url.path else path
                target = target / "index.html" if target.is_dir() else target
                known = pages[target].ids if target in pages else None
                found = known is None or {url.fragment, unquote(url.fragment)} & known
                inside = target.is_relative_to(out.resolve())
                link.alive = inside and target.is_file() and bool(found)
            result.links.append(link)
    return result


@pytest.fixture(scope="session")
def crawl() -> Callable[[Path], Crawl]:
    """Give :func:`crawl_folder`."""
    return crawl_folder
