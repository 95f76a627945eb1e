"""Places of inline links, found without the parser's events.

What looks like an inline link or an autolink in the source is never less than what is one: the
pattern finds each, and more in code and comments. So when the source has as many as the parser's
HTML, and with the same destinations in the same order, they are the links.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.html import unescape
from sphinxext_runtime_ref.links.urls import unquote

if TYPE_CHECKING:
    from sphinxext_runtime_ref.links.survey import Survey

_LINK = re.compile(
    r"""\]\(\s*(?:<([^<>\n]*)>|((?:[^\\\s()<>]|\\.|\((?:[^\\\s()<>]|\\.)*\))*))
    |<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>
    |<([A-Za-z0-9.!\#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+)>""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def inline_links(text: str, survey: Survey) -> list[tuple[int, str]] | None:
    """Give the offset of each destination and the destination, as a link's source has them.

    :param text: decoded Markdown.
    :param survey: of this text.
    :return: in the order of the survey; ``None`` when only the parser can tell.
    """
    # definitions make links without a destination, and nested ones are in another order
    if not survey.plain or "]:" in text or "[![" in text:
        return None
    found: list[tuple[int, str]] = []
    for match in _LINK.finditer(text):
        kind = match.lastindex or 0
        uri = match[kind]
        if kind <= 2:
            uri = unescape(_ESCAPE.sub(r"\1", uri))
        found.append((match.start(kind), f"mailto:{uri}" if kind == 4 else uri))
    if len(found) != len(survey.destinations):
        return None
    same = all(
        uri == other or unquote(uri) == unquote(other)
        for (_, uri), other in zip(found, survey.destinations, strict=True)
    )
    return found if same else None
