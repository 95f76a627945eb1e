"""The ids of a rendered Markdown page as GitHub gives them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sphinxext_runtime_ref.links.html import attributes, tags, unescape
from sphinxext_runtime_ref.links.slugs import Slugger, slug

_HEADING_END = re.compile(r"</[hH][1-6]\s*>")
_COMMENT_OR_TAG = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)
_PREFIX = "user-content-"


@dataclass(frozen=True, slots=True)
class PageIds:
    """What fragments of a page can name.

    :param slugs: one slug a heading, in order.
    :param names: values of ``id`` and ``name``, and the page's own ids, in order.
    :param loose: other slugs that raw HTML headings are known to have had.
    """

    slugs: tuple[str, ...]
    names: tuple[str, ...]
    loose: frozenset[str] = frozenset()

    @property
    def all(self) -> tuple[str, ...]:
        """Give everything worth suggesting."""
        return (*self.slugs, *self.names)

    def heading(self, fragment: str) -> int | None:
        """Give the number, from 0, of the heading that a decoded fragment names."""
        wanted = fragment.removeprefix(_PREFIX)
        folded = [one.lower() for one in self.slugs]
        for names, name in ((self.slugs, wanted), (folded, wanted.lower())):
            if name in names:
                return names.index(name)
        return None

    def has(self, fragment: str, *, ignore_case: bool) -> bool:
        """Tell whether a decoded fragment leads somewhere."""
        wanted = fragment.removeprefix(_PREFIX)
        if wanted in self.slugs or wanted in self.names or wanted in self.loose:
            return True
        if not ignore_case:
            return False
        folded = wanted.lower()
        return folded in self.loose or any(folded == other.lower() for other in self.all)


def page_ids(html: str) -> PageIds:
    """Read the headings and ids of rendered Markdown.

    Headings written as raw HTML get slugs as well; ``name`` counts on every element.
    """
    slugger, slugs, names, loose = Slugger(), [], [], set()
    for tag in tags(html):
        name = tag["name"].lower()
        if len(name) == 2 and name[0] == "h" and name[1] in "123456":
            end = _HEADING_END.search(html, tag.end())
            text = unescape(_COMMENT_OR_TAG.sub("", html[tag.end() : end.start() if end else None]))
            slugs.append(slugger.add(text))
            if text != text.strip():
                loose.add(slug(" ".join(text.split())))
        if tag["attributes"]:
            names.extend(_names(tag))
    return PageIds(tuple(slugs), tuple(names), frozenset(loose))


def _names(tag: re.Match[str]) -> list[str]:
    found = {attribute.name: attribute.value for attribute in attributes(tag)}
    names = [found[name] for name in ("id", "name") if found.get(name)]
    if "footnote-definition" in found.get("class", ""):
        return [f"fn-{name}" for name in names]
    return names
