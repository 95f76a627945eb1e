"""reStructuredText outside of Sphinx: its links and ids, read without docutils.

Paths and ids are told by line, which docutils does not do for links within a paragraph.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from unicodedata import normalize

from sphinxext_runtime_ref.links.documents import DocumentLinks
from sphinxext_runtime_ref.links.html import attributes, tags, urls
from sphinxext_runtime_ref.links.ignores import COMMENT, lines_with_text
from sphinxext_runtime_ref.links.model import Form, Hyperlink
from sphinxext_runtime_ref.links.positions import TextPositions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_DIRECTIVE = re.compile(r"(\s*)(?:\.\. +)?(?:\|[^|]+\| +)?([\w:.+-]+?) ?::(?:[ \t]+(.*))?$")
_DIRECTIVE_START = re.compile(r"\s*\.\. +(?:\|[^|]+\| +)?[\w:.+-]+? ?::(?:\s|$)")
_TARGET = re.compile(r"\s*\.\. +_(?:`([^`]+)`|((?:\\.|[^:\\]|:(?!\s|$))+)):(?:\s+(\S.*))?$")
_ANONYMOUS = re.compile(r"\s*(?:\.\. +__:|__)\s+(\S.*)$")
_COMMENT_LINE = re.compile(r"\s*\.\.(?:\s+(.*))?$")
_FIELD = re.compile(r"\s*:(target|name|alt):\s*(.*)$")
_OPTION = re.compile(r"\s+:[\w-]+:(?:\s|$)")
_EMBEDDED = re.compile(r"(?<![\w`\\:])`[^`<>]*?<([^`<>]+)>`__?(?![\w`])", re.DOTALL)
_DOWNLOAD = re.compile(r":download:`(?:[^`<>]*<([^`<>]+)>|([^`<>]+))`")
_LITERAL = re.compile(r"``(?:[^`]|`(?!`))+``", re.DOTALL)
_INLINE_TARGET = re.compile(r"(?<![\w`])_`([^`]+)`(?!\w)")
_OTHER_ENDS = re.compile(r"[\x1c-\x1e\x85\u2028\u2029]|\r(?!\n)")
_SPACES = str.maketrans("\v\f", "  ")
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*\s*$")
_PATH_DIRECTIVES = frozenset({"image", "figure"})
# Letters that do not decompose (``_non_id_translate`` and its digraphs in ``docutils.nodes``).
_LETTERS = dict(
    zip(
        map(ord, "øđħıłŧƀƃƈƌƒƙƚƞƥƫƭƴƶǥȥȴȵȶȷȼȿɀɇɉɋɍɏ"),
        "odhiltbbcdfklnpttyzgzlntjcszejqry",
        strict=True,
    )
) | {ord("ß"): "sz", ord("æ"): "ae", ord("œ"): "oe", ord("ȸ"): "db", ord("ȹ"): "qp"}
_CODE = frozenset(
    {"code", "code-block", "sourcecode", "parsed-literal", "math", "highlight", "raw", "doctest",
     "testcode", "testsetup", "testoutput", "productionlist", "prompt", "mermaid", "graphviz"}
)  # fmt: skip


@dataclass(slots=True)
class _Found:
    links: list[Hyperlink] = field(default_factory=list)
    comments: list[int] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)


def read(path: str, data: bytes) -> DocumentLinks:
    """Read the links of a reStructuredText file."""
    text = data.decode("utf-8-sig", "replace")
    found = _read(path, text)
    if _OTHER_ENDS.search(text):
        _number_as_git(found, text)
    found.links.sort()
    following = lines_with_text(text.split("\n"), found.comments)
    return DocumentLinks(tuple(found.links), tuple(found.comments), following)


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


def ids(data: bytes) -> tuple[str, ...]:
    """Give the ids of the sections and explicit targets, as docutils makes them."""
    return tuple(_read("", data.decode("utf-8-sig", "replace")).ids)


def make_id(name: str) -> str:
    """Give the id that docutils makes of a name (``docutils.nodes.make_id``)."""
    text = normalize("NFKD", name.lower().translate(_LETTERS)).encode("ascii", "ignore").decode()
    text = re.sub(r"[^a-z0-9]+", "-", " ".join(text.split()))
    return re.sub(r"^[-0-9]+|-+$", "", text)


def _read(path: str, text: str) -> _Found:
    found, lines = _Found(), _in_lines(text)
    blocks = _blanked(lines, path, found)
    for number, line in enumerate(blocks, 1):
        _read_line(path, number, line, found)
    _read_inline(path, blocks, found)
    found.ids.extend(_section_ids(blocks, set(found.ids)))
    return found


def _blanked(lines: Sequence[str], path: str, found: _Found) -> list[str]:
    """Empty the lines of literal blocks; raw HTML among them is read on the way."""
    result, number = list(lines), 0
    while number < len(lines):
        line = lines[number]
        directive = _DIRECTIVE.match(line) if _DIRECTIVE_START.match(line) else None
        name = directive[2].lower() if directive else ""
        literal = name in _CODE or (not directive and line.rstrip().endswith("::"))
        comment = not literal and _is_comment(line) and not _is_empty_comment(lines, number)
        if not literal and not comment:
            number += 1
            continue
        end = _block_end(lines, number)
        if name == "raw" and directive and "html" in (directive[3] or "").split():
            _read_raw(path, lines, number + 1, end, found)
        if comment and COMMENT.fullmatch(" ".join(lines[number:end]).strip().removeprefix("..")):
            found.comments.append(end)
        if directive:
            found.ids.extend(_names_of(lines[number + 1 : end]))
        first = number if comment or name in _CODE else number + 1
        for inside in range(first, end):
            result[inside] = ""
        number = max(end, number + 1)
    return result


def _names_of(lines: Sequence[str]) -> Iterator[str]:
    """Give the ids that the options of a directive give."""
    for line in lines:
        if not _OPTION.match(line):
            break
        option = _FIELD.match(line)
        if option and option[1] == "name":
            yield make_id(option[2])


def _is_comment(line: str) -> bool:
    found = _COMMENT_LINE.match(line)
    if not found or _DIRECTIVE_START.match(line):
        return False
    return not (found[1] or "").startswith(("_", "[", "|"))


def _is_empty_comment(lines: Sequence[str], number: int) -> bool:
    """Tell whether a comment has no text, and so no block after it either."""
    return lines[number].strip() == ".." and not "".join(lines[number + 1 : number + 2]).strip()


def _block_end(lines: Sequence[str], start: int) -> int:
    """Give the index after the block that is indented deeper than the line it starts at."""
    depth, end = _indent(lines[start]), start + 1
    for number in range(start + 1, len(lines)):
        if lines[number].strip():
            if _indent(lines[number]) <= depth:
                break
            end = number + 1
    return end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _read_raw(path: str, lines: Sequence[str], start: int, end: int, found: _Found) -> None:
    text = "\n".join(lines[start:end])
    positions = TextPositions(text)
    for tag in tags(text):
        for attribute in attributes(tag):
            if attribute.name == "id" and attribute.value:
                found.ids.append(attribute.value)
            for url, offset in urls(attribute):
                line, column = positions.place(offset)
                found.links.append(Hyperlink(path, start + line, column, url, Form.HTML))


def _read_line(path: str, number: int, line: str, found: _Found) -> None:
    def add(match: re.Match[str], group: int, form: Form) -> None:
        uri = match[group].strip()
        if uri and not uri.endswith("_"):
            found.links.append(Hyperlink(path, number, match.start(group) + 1, _clean(uri), form))

    if target := _TARGET.match(line):
        name = (target[1] or target[2]).strip().replace("\\", "")
        if target[3] and not target[3].startswith("`"):
            add(target, 3, Form.LINK)
        else:
            found.ids.append(make_id(name))
    elif anonymous := _ANONYMOUS.match(line):
        add(anonymous, 1, Form.LINK)
    elif _DIRECTIVE_START.match(line):
        directive = _DIRECTIVE.match(line)
        if directive and directive[2].lower() in _PATH_DIRECTIVES and directive[3]:
            add(directive, 3, Form.IMAGE)
    elif option := _FIELD.match(line):
        if option[1] == "target":
            add(option, 2, Form.LINK)
        elif option[1] == "name":
            found.ids.append(make_id(option[2]))


def _read_inline(path: str, lines: Sequence[str], found: _Found) -> None:
    text = "\n".join(lines)
    text = _LITERAL.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    positions = TextPositions(text)
    for pattern, form in ((_EMBEDDED, Form.LINK), (_DOWNLOAD, Form.DOWNLOAD)):
        for match in pattern.finditer(text):
            group = match.lastindex or 1
            uri = _clean(match[group])
            if "\n\n" in match[0] or (form is Form.LINK and uri.endswith("_")):
                continue
            found.links.append(Hyperlink(path, *positions.place(match.start(group)), uri, form))
    found.ids.extend(make_id(match[1]) for match in _INLINE_TARGET.finditer(text))


def _clean(uri: str) -> str:
    """Undo escapes and line breaks within a URI, as docutils does."""
    return re.sub(r"\\(.)", r"\1", "".join(uri.split()) if "\n" in uri else uri.strip())


def _section_ids(lines: Sequence[str], taken: set[str]) -> Iterator[str]:
    count = 0
    for before, above, line in zip(("", *lines), lines, lines[1:], strict=False):
        title, below = above.rstrip(), line.rstrip()
        if not title or _ADORNMENT.match(title):
            continue
        if not _ADORNMENT.match(below) or len(below) < min(len(title), 4):
            continue
        # Only a title between two lines may be indented.
        if title[0].isspace() and before.rstrip() != below:
            continue
        title = re.sub(r"\\(?:\s|(.))", r"\1", title)
        name = make_id(re.sub(r"[`*]|<[^>]*>`_+|:\w+:(?=`)|_\b(?=\s|$)", "", title))
        while not name or name in taken:
            count += 1
            name = f"id{count}"
        taken.add(name)
        yield name
