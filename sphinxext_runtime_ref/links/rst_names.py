"""What fragments can name in reStructuredText, as docutils and GitHub give it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from sphinxext_runtime_ref.links.rst_inline import AFTER, BEFORE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

# Letters that do not decompose (``_non_id_translate`` and its digraphs in ``docutils.nodes``).
_LETTERS = dict(
    zip(
        map(ord, "øđħıłŧƀƃƈƌƒƙƚƞƥƫƭƴƶǥȥȴȵȶȷȼȿɀɇɉɋɍɏ"),
        "odhiltbbcdfklnpttyzgzlntjcszejqry",
        strict=True,
    )
) | {ord("ß"): "sz", ord("æ"): "ae", ord("œ"): "oe", ord("ȸ"): "db", ord("ȹ"): "qp"}
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*\s*$")
# The counts keep a long line of such markup from taking forever.
_MARKUP = re.compile(
    rf"""``(?P<literal>.+?)``
    |{BEFORE}(?:(?P<role>:[A-Za-z][\w.+:-]{{0,60}}:)|_)?`(?P<text>(?:\\.|[^`\\])+)`
        (?P<mark>__?{AFTER}|{AFTER})
    |{BEFORE}(?P<star>\*\*?)(?!\s)(?P<strong>.{{1,300}}?)(?<!\s)(?P=star){AFTER}
    |{BEFORE}\[\#?(?P<note>[^\]\s]{{0,60}})\]_{AFTER}
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
        *(
            "abbreviation",
            "ab",
            "acronym",
            "ac",
            "code",
            "emphasis",
            "i",
            "index",
            "kbd",
            "literal",
        ),
        *("math", "strong", "sub", "subscript", "sup", "superscript", "t", "title"),
        *("title-reference", "uri", "url"),
    )
)
"""Roles of docutils; GitHub shows any other one as it is written."""
_OWN_ROLE = re.compile(r"\s*\.\. +role:: +([^\s(]+)", re.IGNORECASE)


class Title(NamedTuple):
    """The text of a section's title, without its markup.

    :param text: as docutils alone shows it: an unknown role stays as it is written.
    :param project: as a project shows it that knows all roles.
    """

    text: str
    project: str


def make_id(name: str) -> str:
    """Give the id that docutils makes of a name (``docutils.nodes.make_id``)."""
    text = normalize("NFKD", name.lower().translate(_LETTERS)).encode("ascii", "ignore").decode()
    text = re.sub(r"[^a-z0-9]+", "-", " ".join(text.split()))
    return re.sub(r"^[-0-9]+|-+$", "", text)


def titles(lines: Sequence[str]) -> Iterator[Title]:
    """Find the titles of the sections."""
    own = (_OWN_ROLE.match(line) for line in lines if "role::" in line)
    known = _ROLES.union(f":{role[1]}:" for role in own if role)
    for before, above, line in zip(("", *lines), lines, lines[1:], strict=False):
        title, below = above.rstrip(), line.rstrip()
        if not title or _ADORNMENT.match(title):
            continue
        if not _ADORNMENT.match(below) or len(below) < min(len(title), 4):
            continue
        # Only a title between two lines may be indented.
        if title[0].isspace() and before.rstrip() != below:
            continue
        title = title.strip()
        text = _MARKUP.sub(lambda found: _plain(found, known), title)
        yield Title(text.strip(), _MARKUP.sub(_project, title).strip())


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
