"""The ids of a rendered Markdown page as GitHub gives them."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.markup.html import COMMENT, attributes, unescape
from sphinxext_runtime_ref.links.markup.slugs import slugs_of, unique_slugs
from sphinxext_runtime_ref.links.urls import unquote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_COMMENT = re.compile(COMMENT, re.DOTALL)
_HEADING = re.compile(r"<[hH][1-6](?:\s[^>]*)?(?:>|\Z)([^<]*+(?:<(?!/[hH][1-6]\s*>)[^<]*+)*+)")
_TAG = re.compile(r"<[^>\n]*(?:>|$)", re.MULTILINE)
# every loop may run to the end of the text, so that no start is tried in vain again and again;
# most tags have no attribute, or are written by the parser without a name, and are left at once
_NAMED_TAG = re.compile(
    r"""<(?=[A-Za-z][^\s/>]*\s)(?:a\ (?:id|name)="([^"&]*)">
    |((?!(?:(?:a\ href|code\ class|t[hd]\ style)="[^"]*"|img\ src="[^"]*"\ alt="[^"]*"\ /)>)
        [A-Za-z][^\s/>]*\s
        (?:[^>"']|"[^"]*(?:"|\Z)|'[^']*(?:'|\Z))*+(?:>|\Z)))""",
    re.VERBOSE,
)
_NAME = re.compile(r"(?:id|name)\s*=", re.IGNORECASE)
_BRACES = re.compile(r"\{[^{}]*#([^\s{}]+)[^{}]*\}\s*$")
_PREFIX = "user-content-"


class PageIds:
    """What fragments of a page can name.

    :param slugs: one slug a heading, in order.
    :param names: values of ``id`` and ``name``, and the page's own ids, in order. They are not
        read before a fragment names no heading.
    :param loose: other slugs that raw HTML headings are known to have had.
    :param braces: ids that headings give as ``{#id}``, which GitHub does not read, with the slugs
        that they have instead.
    """

    __slots__ = ("_folded", "_headings", "_known", "_names", "braces", "loose", "slugs")

    def __init__(
        self,
        slugs: Iterable[str],
        names: Iterable[str],
        loose: Iterable[str] = (),
        braces: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Keep the ids."""
        self.slugs, self.loose, self.braces = tuple(slugs), tuple(loose), braces
        self._headings = frozenset((*self.slugs, *self.loose))
        self._names = names
        self._known: frozenset[str] | None = None
        self._folded: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """Give the values of ``id`` and ``name``, and the page's own ids, in order."""
        return self.read_names()

    def read_names(self) -> tuple[str, ...]:
        """Give :attr:`names`; the page, which is kept until then, is not needed any more."""
        if not isinstance(self._names, tuple):
            self._names = tuple(self._names)
        return self._names

    @property
    def all(self) -> tuple[str, ...]:
        """Give everything worth suggesting."""
        return (*self.slugs, *self.names)

    def heading(self, fragment: str) -> int | None:
        """Give the number, from 0, of the heading that a decoded fragment names."""
        wanted = fragment.removeprefix(_PREFIX)
        folded = [one.lower() for one in self.slugs]
        for names, name in ((list(self.slugs), wanted), (folded, wanted.lower())):
            if name in names:
                return names.index(name)
        return None

    def has_quoted(self, fragment: str) -> bool:
        """Tell whether a fragment, as written, leads somewhere without regard to case."""
        decoded = unquote(fragment)
        return decoded in {"", "top"} or self.has(decoded, ignore_case=True)

    def has(self, fragment: str, *, ignore_case: bool) -> bool:
        """Tell whether a decoded fragment leads somewhere."""
        wanted = fragment.removeprefix(_PREFIX)
        if wanted in self._headings or (ignore_case and wanted.lower() in self._headings):
            return True
        if self._known is None:
            self._known = self._headings.union(self.names)
            self._folded = frozenset(map(str.lower, self._known))
        return wanted in self._known or (ignore_case and wanted.lower() in self._folded)


def page_ids(html: str) -> PageIds:
    """Read the headings and ids of rendered Markdown.

    Headings written as raw HTML get slugs as well; ``name`` counts on every element.
    """
    # one character is found many times faster than several
    if "!" in html and "<!--" in html:
        html = _COMMENT.sub("", html)
    texts = _heading_texts(html)
    loose = slugs_of([" ".join(text.split()) for text in texts if text != text.strip()])
    slugs = unique_slugs(texts)
    braces = {
        found[1]: name
        for text, name in zip(texts, slugs, strict=True)
        if "{" in text and (found := _BRACES.search(text))
    }
    return PageIds(slugs, _names(html), loose, braces)


def heading_texts(html: str) -> list[str]:
    """Give the texts of the headings in HTML, as they count for slugs."""
    return _heading_texts(_COMMENT.sub("", html))


def _heading_texts(html: str) -> list[str]:
    headings = _HEADING.findall(html)
    if "\t" in html and "\t</" in html:
        # The parser leaves a tab at the end of a line, and the spaces before it.
        headings = [text.rstrip(" \t") if text.endswith("\t") else text for text in headings]
    return _plain_texts(headings)


def _plain_texts(headings: list[str]) -> list[str]:
    """Take the markup out of headings; in one go, as one by one is slow."""
    joined = "\n".join(heading.replace("\n", "") for heading in headings)
    if "<" in joined:
        joined = _TAG.sub("", joined)
    texts = joined.split("\n") if headings else []
    return [unescape(text) for text in texts] if "&" in joined else texts


def _names(html: str) -> Iterator[str]:
    for plain, tag in _NAMED_TAG.findall(html):
        if plain:
            yield plain
        elif tag and _NAME.search(tag):
            prefix = "fn-" if tag.startswith('div class="footnote-definition"') else ""
            for attribute in attributes(f"<{tag}"):
                if attribute.name in {"id", "name"} and attribute.value:
                    yield prefix + attribute.value
