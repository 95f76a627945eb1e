"""What fragments can name in the files below the root."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.links.judging import lines as line_anchors
from sphinxext_runtime_ref.links.markup.headings import PageIds, heading_texts, page_ids
from sphinxext_runtime_ref.links.markup.html import ids
from sphinxext_runtime_ref.links.suggest import Candidates, near
from sphinxext_runtime_ref.links.tree.files import Fault
from sphinxext_runtime_ref.links.tree.kinds import (
    HTML,
    IMAGE,
    MARKDOWN,
    NOTEBOOK,
    OTHER_MARKUP,
    PDF,
    RST,
    SVG,
    suffix,
)
from sphinxext_runtime_ref.links.urls import unquote

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.links.tree.files import Files
    from sphinxext_runtime_ref.links.urls import Destination

MOST_WAITING = 8 * 2**20
"""Characters of pages that are kept in case that their names are asked for."""
VIEW_HINTS = frozenset({"gh-dark-mode-only", "gh-light-mode-only", "only-dark", "only-light"})
"""Fragments that tell GitHub or MkDocs when to show a picture."""


class Anchors:
    """The anchors of target files, each read and parsed once.

    :param files: where the bytes come from.
    """

    def __init__(self, files: Files) -> None:
        """Remember the files; nothing is read yet."""
        self._files = files
        self.asked: set[str] = set()
        """Files whose anchors were asked for; for a caller to empty."""
        self._pages: dict[str, PageIds | None] = {}
        self._waiting = 0
        self._candidates: dict[str, Candidates] = {}
        self._lines: dict[str, list[str] | None] = {}

    def check(
        self, path: str, destination: Destination, *, ignore_case: bool = True
    ) -> Fault | None:
        """Check that a file has what the fragment of a destination names.

        :param path: the existing file that it leads to, POSIX and relative to the root.
        :param destination: the decoded form of its fragment is tried first, then the raw one; with
            the query ``plain=1`` Markdown has lines instead of headings.
        :param ignore_case: ids of Markdown pages are compared without case, as on GitHub.
        :return: a fault has a fragment as its suggestion.
        :raises DocumentError: when the file can't be read.
        """
        decoded, *raw = destination.fragments
        if decoded in {"", "top"}:
            return None
        self.asked.add(path)
        plain = destination.plain
        fault = self._check(path, decoded, plain=plain, ignore_case=ignore_case)
        if fault and raw and not self._check(path, raw[0], plain=plain, ignore_case=ignore_case):
            return None
        return fault

    def _check(self, path: str, fragment: str, *, plain: bool, ignore_case: bool) -> Fault | None:
        kind = suffix(path)
        if kind in OTHER_MARKUP:
            return None
        page = None if plain else self.page(path)
        if page is not None and page.has(fragment, ignore_case=ignore_case and kind not in HTML):
            return None
        # GitHub shows the source of HTML
        if page is None or (kind in HTML and line_anchors.is_line_anchor(fragment)):
            return self._check_plain(path, fragment)
        if fragment in page.braces:
            info = f"{path} gives this id as {{#{fragment}}}, which GitHub does not read"
            return Fault(Kind.ANCHOR, info, page.braces[fragment])
        what = "id" if kind in HTML else "heading or id"
        return Fault(Kind.ANCHOR, f"{path} has no such {what}", self.near(path, fragment))

    def _check_plain(self, path: str, fragment: str) -> Fault | None:
        lines = self.lines(path)
        if fragment in VIEW_HINTS and suffix(path) in IMAGE | SVG:
            return None
        if lines is None:
            if suffix(path) in PDF and "=" in fragment:
                return None
            return Fault(Kind.ANCHOR, f"{path} is a binary file, without anchors")
        if line_anchors.is_line_anchor(fragment):
            return line_anchors.check(lines, fragment)
        if suffix(path) in SVG:
            known = tuple(attribute.value for attribute in ids("\n".join(lines)))
            if fragment in known or fragment.startswith("svgView("):
                return None
            return Fault(Kind.ANCHOR, f"{path} has no such id", near(fragment, known))
        capital = fragment[:1].upper() + fragment[1:].replace("-l", "-L")
        hint = capital if line_anchors.is_line_anchor(capital) else None
        return Fault(
            Kind.ANCHOR, f"{path} is shown as text and has only lines (L10, L10-L20)", hint
        )

    def near(self, path: str, fragment: str) -> str | None:
        """Give the fragment of a file that is spelled most like another one."""
        if path not in self._candidates:
            page = self.page(path)
            self._candidates[path] = Candidates(page.all if page else ())
        names, wanted = self._candidates[path], unquote(fragment)
        return names.near(wanted) or names.related(wanted)

    def line_of(self, path: str, fragment: str) -> int | None:
        """Give the line that a fragment of a Markdown or text file leads to, where known.

        :raises DocumentError: when the file can't be read.
        """
        page, wanted = self.page(path), unquote(fragment)
        if page is None:
            place = line_anchors.parse(wanted)
            return None if isinstance(place, Fault) else place.first
        if suffix(path) not in MARKDOWN:
            return None
        from sphinxext_runtime_ref.links.markup.markdown_links import heading_lines  # noqa: PLC0415 - rare

        lines = heading_lines(self._files.read(path))
        number = page.heading(wanted)
        return lines[number] if number is not None and number < len(lines) else None

    def page(self, path: str) -> PageIds | None:
        """Give the ids of a file that is shown as a page, ``None`` for one shown as text.

        :raises DocumentError: when the file can't be read.
        """
        if path not in self._pages:
            self._pages[path] = _read_page(suffix(path), path, self._files, self._ids)
        return self._pages[path]

    def rendered(self, path: str, html: str) -> PageIds:
        """Give the ids of a Markdown file that was rendered already."""
        page = self._pages.get(path)
        if page is None:
            page = self._pages[path] = self._ids(html)
        return page

    def _ids(self, html: str) -> PageIds:
        page = page_ids(html)
        self._waiting += len(html)
        if self._waiting > MOST_WAITING:
            page.read_names()
        return page

    def lines(self, path: str) -> list[str] | None:
        """Give the lines of a file, ``None`` for a binary one.

        :raises DocumentError: when the file can't be read.
        """
        if path not in self._lines:
            text = line_anchors.text_of(self._files.read(path))
            shown = None if suffix(path) in IMAGE | PDF else text
            self._lines[path] = None if shown is None else line_anchors.split_lines(shown)
        return self._lines[path]


def _read_page(
    kind: str, path: str, files: Files, ids_of: Callable[[str], PageIds]
) -> PageIds | None:
    if kind in MARKDOWN:
        from sphinxext_runtime_ref.links.markup import markdown  # noqa: PLC0415 - its parser loads slowly

        return ids_of(markdown.render(markdown.decode(files.read(path))))
    if kind in NOTEBOOK:
        from sphinxext_runtime_ref.links.markup import markdown, notebook  # noqa: PLC0415

        html = "\n".join(map(markdown.render, notebook.markdown_cells(files.read(path))))
        page = ids_of(html)
        # Jupyter and nbconvert give a heading its text as an id, with "-" for each space
        own = [text.strip().replace(" ", "-") for text in heading_texts(html)]
        return PageIds(page.slugs, page.read_names(), (*page.loose, *own), page.braces)
    if kind in HTML:
        text = files.read(path).decode("utf-8-sig", "replace")
        return PageIds((), tuple(attribute.value for attribute in ids(text)))
    if kind in RST:
        from sphinxext_runtime_ref.links.markup import rst  # noqa: PLC0415

        return rst.page(files.read(path))
    return None
