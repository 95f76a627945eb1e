"""What fragments can name in reStructuredText, as docutils and GitHub give it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from sphinxext_runtime_ref.links.markup.rst_blocks import (
    SHORT,
    is_adornment,
    is_markup,
    table_end,
    width_of,
)
from sphinxext_runtime_ref.links.markup.rst_inline import AFTER, BEFORE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

# Letters that do not decompose (``_non_id_translate`` and its digraphs in ``docutils.nodes``).
_LETTERS = dict(
    zip(
        map(ord, "øđħıłŧƀƃƈƌƒƙƚƞƥƫƭƴƶǥȥȴȵȶȷȼȿɀɇɉɋɍɏ"),
        "odhiltbbcdfklnpttyzgzlntjcszejqry",
        strict=True,
    )
) | {ord("ß"): "sz", ord("æ"): "ae", ord("œ"): "oe", ord("ȸ"): "db", ord("ȹ"): "qp"}
# The counts keep a long line of such markup from taking forever.
_MARKUP = re.compile(
    rf"""``(?P<literal>.+?)``
    |{BEFORE}(?:(?P<role>:[A-Za-z][\w.+:-]{{0,60}}:)|_)?`(?P<text>(?:\\.|[^`\\])+)`
        (?P<mark>__?{AFTER}|{AFTER})
    |{BEFORE}(?P<star>\*\*?)(?!\s)(?P<strong>.{{1,300}}?)(?<!\s)(?P=star){AFTER}
    |{BEFORE}\[\#?(?P<note>[^\]\s]{{0,60}})\]_{AFTER}
    |{BEFORE}\|(?P<substituted>[^|\s](?:[^|]{{0,60}}[^|\s])?)\|(?:__?)?{AFTER}
    |{BEFORE}(?P<name>(?:(?!_)\w)+(?:[-._+:](?:(?!_)\w)+){{0,20}})__?{AFTER}
    |\\(?:\s|(?P<escaped>.))""",
    re.VERBOSE,
)
_EMBEDDED = re.compile(r"(?:^|\s+)<((?:\\.|[^<>\\])+)>$")
_ESCAPE = re.compile(r"\\(?:\s|(.))")
_NUMBERED = {":pep:": "PEP ", ":pep-reference:": "PEP ", ":rfc:": "RFC ", ":rfc-reference:": "RFC "}
_ROLES = frozenset(
    f":{name}:"
    for name in (
        *("abbreviation", "ab", "acronym", "ac", "code", "emphasis", "i", "index", "kbd"),
        *("literal", "math", "strong", "sub", "subscript", "sup", "superscript", "t", "title"),
        *("title-reference", "uri", "url"),
    )
)
"""Roles of docutils; GitHub shows any other one as it is written."""
_OWN_ROLE = re.compile(r"\s*\.\. +role:: +([^\s(]+)", re.IGNORECASE)


class Title(NamedTuple):
    """The text of a section's title, without its markup.

    :param line: 0-based.
    :param text: as docutils alone makes an id of it: an unknown role stays as it is written.
    :param shown: the same with what stands for substitutions.
    :param project: as a project shows it that knows all roles.
    """

    line: int
    text: str
    shown: str
    project: str


def make_id(name: str) -> str:
    """Give the id that docutils makes of a name (``docutils.nodes.make_id``)."""
    text = normalize("NFKD", name.lower().translate(_LETTERS)).encode("ascii", "ignore").decode()
    text = re.sub(r"[^a-z0-9]+", "-", " ".join(text.split()))
    return re.sub(r"^[-0-9]+|-+$", "", text)


def titles(lines: Sequence[str], replaced: Mapping[str, str]) -> Iterator[Title]:
    """Find the titles of the sections.

    :param replaced: what stands for substitutions, as written.
    """
    own = (_OWN_ROLE.match(line) for line in lines if "role::" in line)
    known = _ROLES.union(f":{role[1]}:" for role in own if role)
    for number in _title_lines(lines):
        title = lines[number].strip()
        text = shown = _MARKUP.sub(lambda found: _plain(found, known), title).strip()
        if "|" in title and replaced:
            shown = _MARKUP.sub(lambda found: _replaced(found, replaced), title)
            shown = _MARKUP.sub(lambda found: _plain(found, known), shown)
        yield Title(number, text, shown, _MARKUP.sub(_project, title).strip())


def _title_lines(lines: Sequence[str]) -> Iterator[int]:
    """Give the indices of the lines that are titles, as docutils comes to them."""
    styles: list[str] = []
    depth = number = 0
    while number < len(lines):
        start = number
        title, number = _title_at(lines, start)
        if title is None:
            continue
        style = lines[title + 1][0] * (1 + title - start)
        # docutils drops a title that is two levels below the one before
        if style not in styles and depth == len(styles):
            styles.append(style)
        if style in styles[: depth + 1]:
            depth = styles.index(style) + 1
            yield title


def _title_at(lines: Sequence[str], number: int) -> tuple[int | None, int]:
    """Tell whether a block that begins in a line is a title, and where the next block may begin."""
    line, below = lines[number].rstrip(), _line(lines, number + 1)
    if not line or line[0].isspace() or is_markup(line):
        return None, max(table_end(lines, number), number + 1)
    if is_adornment(line) and below:
        good = _line(lines, number + 2) == line and not is_adornment(below)
        if len(line) >= SHORT or (good and width_of(below) <= len(line)):
            return (number + 1 if good else None), number + 3
    elif is_adornment(below) and (len(below) >= SHORT or width_of(line) <= len(below)):
        return number, number + 2
    end = number + 1
    while end < len(lines) and lines[end].strip() and not lines[end][0].isspace():
        end += 1
    return None, end


def _line(lines: Sequence[str], number: int) -> str:
    return lines[number].rstrip() if number < len(lines) else ""


def section_ids(found: Sequence[Title], taken: set[str]) -> Iterator[str]:
    """Give the ids of sections.

    :param taken: ids of everything else.
    """
    count, used = 0, set(taken)
    for title in found:
        name = make_id(title.text)
        while not name or name in used:
            count += 1
            name = f"id{count}"
        used.add(name)
        yield name
    yield from {make_id(title.project) for title in found} - used - {""}


def _replaced(found: re.Match[str], replaced: Mapping[str, str]) -> str:
    name = found["substituted"]
    return found[0] if name is None else replaced.get(" ".join(name.split()), found[0])


def _plain(found: re.Match[str], known: AbstractSet[str]) -> str:
    role = found["role"]
    if role is None or role in known:
        return _content(found)
    return _NUMBERED[role] + _content(found) if role in _NUMBERED else f"{role}`{found['text']}`"


def _project(found: re.Match[str]) -> str:
    role, text = found["role"], _content(found)
    if role is None or role in _ROLES:
        return text
    if role in _NUMBERED:
        return _NUMBERED[role] + text
    if (target := _EMBEDDED.search(text)) and target.start():
        return text[: target.start()]
    return text.rpartition(".")[2] if text[:1] == "~" else text.removeprefix("!")


def _content(found: re.Match[str]) -> str:
    kind = found.lastgroup
    if kind is None:
        return ""
    if found["text"] is None:
        return found[kind]
    text = found["text"]
    if found["mark"] and (target := _EMBEDDED.search(text)):
        text = text[: target.start()] or target[1]
    return _ESCAPE.sub(lambda one: one[1] or "", text)
