"""EPUB books: what a checker of EPUB asks for, as far as it needs nothing but the book itself."""

from __future__ import annotations

import posixpath
import zipfile
from collections import Counter
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urldefrag, urlsplit
from xml.etree import ElementTree as ET

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

TYPES = {
    ".xhtml": "application/xhtml+xml",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".ncx": "application/x-dtbncx+xml",
}


def local(tag: str) -> str:
    """Give an element's name without its namespace."""
    return tag.rpartition("}")[2]


class Book:
    """An EPUB as its package says that it is."""

    def __init__(self, file: Any) -> None:
        with zipfile.ZipFile(file) as book:
            self.names = [name for name in book.namelist() if not name.endswith("/")]
            self.files = {name: book.read(name) for name in self.names}
        container = ET.fromstring(self.files["META-INF/container.xml"])
        [root] = [node for node in container.iter() if local(node.tag) == "rootfile"]
        self.root = root.attrib["full-path"]
        self.package = ET.fromstring(self.files[self.root])
        self.pages: Mapping[str, ET.Element] = {
            name: ET.fromstring(text)
            for name, text in self.files.items()
            if name.endswith(".xhtml")
        }

    def all(self, name: str) -> list[Mapping[str, str]]:
        """Give the attributes of all elements of a name in the package."""
        return [node.attrib for node in self.package.iter() if local(node.tag) == name]

    def faults(self) -> Iterator[str]:
        """Give what is wrong with the book."""
        if self.names[0] != "mimetype" or self.files["mimetype"] != b"application/epub+zip":
            yield "the first file is not 'mimetype'"
        yield from self._package()
        for name, page in self.pages.items():
            ids = Counter(node.get("id") for node in page.iter())
            yield from (
                f"{name}: id {own!r} is there twice" for own, n in ids.items() if own and n > 1
            )
            yield from (f"{name}: {uri}" for uri in self._links(page) if not self._leads(name, uri))
        ncx = self.files["toc.ncx"]
        for node in ET.fromstring(ncx).iter():
            if not self._leads("toc.ncx", node.get("src") or ""):
                yield f"toc.ncx: {node.get('src')}"

    def _package(self) -> Iterator[str]:
        items = self.all("item")
        for key in ("id", "href"):
            yield from (f"{k} twice" for k, n in Counter(i[key] for i in items).items() if n > 1)
        listed = {unquote(item["href"]) for item in items}
        ids = {item["id"] for item in items}
        yield from (f"{name} is not there" for name in listed - set(self.names))
        own = {"mimetype", self.root, "META-INF/container.xml"}
        yield from (f"{name} is not listed" for name in set(self.names) - listed - own)
        for item in items:
            wanted = TYPES.get(posixpath.splitext(item["href"])[1], item["media-type"])
            if item["media-type"] != wanted:
                yield f"{item['href']} has the type {item['media-type']}"
        order = [item["idref"] for item in self.all("itemref")]
        yield from (f"{name} of the spine is not listed" for name in set(order) - ids)
        if len(order) != len(set(order)):
            yield "the spine has a page twice"
        if [item.get("properties") for item in items].count("nav") != 1:
            yield "there is not one table of contents"

    def _links(self, page: ET.Element) -> Iterator[str]:
        for node in page.iter():
            yield from (text for key in ("href", "src") if (text := node.get(key)) is not None)

    def _leads(self, name: str, uri: str) -> bool:
        if urlsplit(uri).scheme in {"https", "http", "mailto"}:
            return True
        path, anchor = urldefrag(uri)
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(path)))
        target = target if path else name
        if not anchor or target not in self.pages:
            return target in self.files
        return any(node.get("id") == unquote(anchor) for node in self.pages[target].iter())


HARD = r"""
HARD = {
    "<b>&\"'": "<script>alert(1)</script> & 'quotes' \"double\"",
    "a b|c`d": "pipe | tick ` back\\slash\n\nnew & line",
    "ünï/çødé": "שלום עולם",
    "xxx": "long " * 60,
}
"""
PAGES = {
    "docs/index.rst": (
        "Top\n===\n\n.. toctree::\n\n   all\n   sub/hard\n\n:runtime:row:`HARD.xxx` "
        ":source:`pkg/limits.py#LIMITS` :source:`pkg/limits.py#L1`\n"
    ),
    "docs/sub/hard.md": (
        "# Hard\n\n```{declaration-table} hard.py:HARD\n:caption: A *b* & c\n:name: hard\n"
        ":fold: 20\n```\n\n[code](../../hard.py) {ref}`hard` {runtime:codec}`FP16`\n\n"
        "```{declaration-table} pkg/limits.py:NOTHING\n```\n"
    ),
}


@pytest.mark.parametrize("more", ["", "runtime_ref_source_url = 'https://x.org/{path}#L{line}'\n"])
def test_a_book_is_whole(
    project: Callable[..., Any], sources: dict[str, str], conf: str, all_tables: str, more: str
) -> None:
    files = {**sources, **PAGES, "hard.py": HARD, "docs/all.md": all_tables}
    more += "project = 'Tables'\nversion = '1'\nauthor = copyright = 'us'\nepub_show_urls = 'no'\n"
    made = project(files, conf.replace("check_links = False", "check_links = True") + more)
    for _ in range(2):
        build = made.build("epub")
        [warning] = build.warnings
        assert "'NOTHING'" in warning
        book = Book(build.out / "Tables.epub")
        assert list(book.faults()) == []
        # Source pages are left out, so that rows say their place as text.
        assert b"hard.py:5" in book.files["sub/hard.xhtml"]
        assert not any("_source" in name or "runtime_ref" in name for name in book.names)


def test_the_faults_of_a_book_are_found(project: Callable[..., Any]) -> None:
    text = "# Top\n\n```{declaration-table} t.py:T\n```\n"
    more = "project = 'Tables'\nversion = '1'\nauthor = copyright = 'us'\n"
    book = Book(
        project({"t.py": "T = {'a': 1}\n", "docs/index.md": text}, more).build("epub").out
        / "Tables.epub"
    )
    [row] = [node for node in book.pages["index.xhtml"].iter() if node.get("id") == "row-T.a"]
    row.append(ET.Element("a", {"href": "#row-T.b", "id": "row-T.a"}))
    book.files["left.css"] = b""
    book.names.append("left.css")
    assert list(book.faults()) == [
        "left.css is not listed",
        "index.xhtml: id 'row-T.a' is there twice",
        "index.xhtml: #row-T.b",
    ]
