"""reStructuredText outside of Sphinx: its links and ids, read without docutils.

Paths and ids are told by line, which docutils does not do for links within a paragraph.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.markup import rst_explicit, rst_inline
from sphinxext_runtime_ref.links.markup.headings import PageIds, heading_texts
from sphinxext_runtime_ref.links.markup.html import attributes, urls
from sphinxext_runtime_ref.links.markup.ignores import COMMENT, lines_with_text
from sphinxext_runtime_ref.links.markup.rst_blocks import (
    block_end,
    continues_text,
    indent,
    next_text,
    spaces,
)
from sphinxext_runtime_ref.links.markup.rst_explicit import directive, directive_name
from sphinxext_runtime_ref.links.markup.rst_names import make_id, section_ids, titles
from sphinxext_runtime_ref.links.markup.slugs import unique_slugs
from sphinxext_runtime_ref.links.model import DocumentLinks, Form, Hyperlink
from sphinxext_runtime_ref.location import Positions

if TYPE_CHECKING:
    from collections.abc import Sequence

_COMMENT_LINE = re.compile(r"\s*\.\.(?:\s+(.*))?$")
_QUOTE = re.compile(r"[!-/:-@\[-`{-~]")
_SPACES = str.maketrans("\v\f", "  ")
_CODE = frozenset(
    {"code", "code-block", "sourcecode", "math", "highlight", "raw", "meta", "doctest", "testcode",
     "testsetup", "testoutput", "productionlist", "prompt", "mermaid", "graphviz"}
)  # fmt: skip


@dataclass(slots=True)
class _Found:
    """What is found in the blocks that hold no text.

    :param ids: that raw HTML and blocks of code have.
    :param headings: of raw HTML, with the index of the line before.
    """

    links: list[Hyperlink] = field(default_factory=list)
    comments: list[int] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)


def read(path: str, data: bytes) -> DocumentLinks:
    """Read the links of a reStructuredText file."""
    text, found = data.decode("utf-8-sig", "replace"), _Found()
    lines = _blanked(_in_lines(text), path, found)
    plain = rst_inline.without_literals(lines)
    for links in (rst_explicit.links(lines), rst_inline.links(plain)):
        found.links.extend(Hyperlink(path, *link) for link in links)
    marked = {(link.line, link.column) for link in found.links}
    bare = (link for link in rst_inline.bare_urls(plain) if link[:2] not in marked)
    found.links.extend(Hyperlink(path, *link) for link in bare)
    _number_as_git(found, text)
    found.links.sort()
    following = lines_with_text(text.split("\n"), found.comments)
    return DocumentLinks(tuple(found.links), following)


def _number_as_git(found: _Found, text: str) -> None:
    """Put all places into lines that only a line feed ends, as in every other document."""
    starts, line, column = [], 1, 0
    for piece in _in_lines(text, keepends=True):
        starts.append((line, column))
        line, column = (line + 1, 0) if piece.endswith("\n") else (line, column + len(piece))
    for number, link in enumerate(found.links):
        line, column = starts[link.line - 1]
        found.links[number] = link._replace(line=line, column=column + link.column)
    found.comments[:] = [starts[end - 1][0] for end in found.comments]


def _in_lines(text: str, *, keepends: bool = False) -> list[str]:
    """Split a text where docutils does, to which form feeds and vertical tabs are spaces."""
    return text.translate(_SPACES).splitlines(keepends)


def page(data: bytes) -> PageIds:
    """Give what fragments can name: headings as GitHub's slugs, and the ids of docutils."""
    found = _Found()
    lines = _blanked(_in_lines(data.decode("utf-8-sig", "replace")), "", found)
    named = [*rst_explicit.names(lines), *rst_inline.targets(rst_inline.without_literals(lines))]
    ids = [*found.ids, *map(make_id, named)]
    sections = list(titles(lines, rst_explicit.replacements(lines)))
    ids += section_ids(sections, set(ids))
    headings = sorted([*found.headings, *((title.line, title.shown) for title in sections)])
    return PageIds(unique_slugs([text for _, text in headings]), ids)


def _blanked(lines: Sequence[str], path: str, found: _Found) -> list[str]:
    """Empty the lines of literal blocks and comments; raw HTML among them is read on the way."""
    result, number = list(lines), 0
    while number < len(lines):
        line = lines[number]
        first, end = number, number + 1
        name = directive_name(line)
        explicit = ".." in line and not continues_text(result, number)
        if explicit and name in _CODE:
            end = block_end(lines, number)
            _read_code(path, lines, number, end, found)
        elif explicit and name is None and _is_comment(line):
            end = number if _is_empty_comment(lines, number) else block_end(lines, number)
            if COMMENT.fullmatch(" ".join(lines[number:end]).strip().removeprefix("..")):
                found.comments.append(end)
        elif name is None and _ends_with_colons(line):
            first, end = _literal(lines, number)
        elif line.lstrip().startswith(">>> "):
            end = _filled(lines, number)
        else:
            first = end
        for inside in range(first, end):
            result[inside] = ""
        number = max(end, number + 1)
    return result


def _ends_with_colons(line: str) -> bool:
    """Tell whether a literal block may follow; a line of many colons is that of a title."""
    return line.rstrip().endswith("::") and not line.strip().startswith("::::")


def _literal(lines: Sequence[str], number: int) -> tuple[int, int]:
    """Give the lines of the literal block after a paragraph that ends with two colons."""
    start = next_text(lines, number + 1)
    if start in (number + 1, len(lines)):
        return start, start
    end = block_end(lines, number)
    # a block that is not indented has a mark of quotation before each line
    mark = lines[start].lstrip()[:1]
    if _QUOTE.match(mark) and indent(lines[number]) == spaces(lines[start]):
        end = start
        while end < len(lines) and lines[end].lstrip().startswith(mark):
            end += 1
    return number + 1, max(end, number + 1)


def _filled(lines: Sequence[str], number: int) -> int:
    """Give the index of the blank line that ends a paragraph."""
    while number < len(lines) and lines[number].strip():
        number += 1
    return number


def _is_comment(line: str) -> bool:
    found = _COMMENT_LINE.match(line)
    return found is not None and not (found[1] or "").startswith(("_", "[", "|"))


def _is_empty_comment(lines: Sequence[str], number: int) -> bool:
    """Tell whether a comment has no text, and so no block after it either."""
    return lines[number].strip() == ".." and not "".join(lines[number + 1 : number + 2]).strip()


def _read_code(path: str, lines: Sequence[str], number: int, end: int, found: _Found) -> None:
    """Read what the directive of a block of code names and, where it is raw HTML, its links."""
    code = directive(lines, number)
    if code is None:
        return
    found.ids.extend(make_id(part.text) for name, part in code.options if name == "name")
    if code.name == "raw" and any("html" in part.text.split() for part in code.arguments[:1]):
        _read_raw(path, lines, number + 1, end, found)


def _read_raw(path: str, lines: Sequence[str], start: int, end: int, found: _Found) -> None:
    text = "\n".join(lines[start:end])
    positions = Positions(text)
    found.headings += ((start, heading) for heading in heading_texts(text))
    for attribute in attributes(text):
        if attribute.name in {"id", "name"} and attribute.value:
            found.ids.append(attribute.value)
        for url, offset in urls(attribute):
            line, column = positions.place(offset)
            found.links.append(Hyperlink(path, start + line, column, url, Form.HTML))
