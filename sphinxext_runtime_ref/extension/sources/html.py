"""The HTML of a source page."""

from __future__ import annotations

from collections import defaultdict
from html import escape
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound

from sphinxext_runtime_ref.extension.sources.links import line_anchor

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pygments.lexer import Lexer

BACKS = "runtime-ref-backs"
SHOWN = 3
"""How many links back a line shows; the list above the source has all of them."""

LINE = "runtime-ref-line"
MARKED = f"{LINE} runtime-ref-marked"
MOST_HIGHLIGHTED = 1_000_000
"""Characters up to which a file is highlighted; a larger one is shown as plain text."""


class Back(NamedTuple):
    """A link back to a place that refers to the file.

    :param title: of the document.
    :param text: what the place is about; may be empty.
    :param start: first line that it refers to, 0 for the whole file.
    """

    uri: str
    title: str
    text: str
    start: int
    end: int

    @property
    def label(self) -> str:
        """Give the text of the link."""
        return f"{self.text} ({self.title})" if self.text else self.title


def page_html(path: str, text: str, backs: Sequence[Back], words: Mapping[str, str]) -> str:
    """Make the body of a page: where the file is referred to, and its lines.

    :param words: what is said, by :func:`.messages.source_page_words`.
    """
    rows = highlighted_lines(path, text)
    backs = tuple(dict.fromkeys(backs))
    at_line: dict[int, list[Back]] = defaultdict(list)
    marked: set[int] = set()
    for back in backs:
        at_line[back.start].append(back)
        if back.start:
            marked.update(range(back.start, min(back.end, len(rows)) + 1))
    ranges = sorted({(back.start, back.end) for back in backs if back.end > back.start})
    starts = {start: list(same) for start, same in groupby(ranges, itemgetter(0))}
    lines = [
        _line(number, row, at_line.get(number, ()), starts.get(number, ()), words)
        for number, row in enumerate(rows, 1)
    ]
    parts = [
        f"<h1>{escape(path)}</h1>",
        _style(ranges),
        _list(backs, words),
        '<div class="highlight runtime-ref-code"><pre>',
        "".join(
            f'<span class="{MARKED if number in marked else LINE}" id="L{number}">{line}\n</span>'
            for number, line in enumerate(lines, 1)
        ),
        "</pre></div>",
    ]
    return "\n".join(part for part in parts if part)


def highlighted_lines(path: str, text: str) -> list[str]:
    """Highlight a file and give its lines, each of them HTML that is whole by itself."""
    lexer = _lexer(path, text)
    made = highlight(text, lexer, HtmlFormatter(nowrap=True))
    return made.removesuffix("\n").split("\n") if text else []


def _lexer(path: str, text: str) -> Lexer:
    if len(text) <= MOST_HIGHLIGHTED:
        try:
            found = get_lexer_for_filename(path, stripnl=False)
        except ClassNotFound:
            pass
        else:
            return found
    plain: Lexer = TextLexer(stripnl=False)
    return plain


def _line(
    number: int,
    row: str,
    backs: Sequence[Back],
    ranges: Iterable[tuple[int, int]],
    words: Mapping[str, str],
) -> str:
    anchors = "".join(f'<a id="{line_anchor(*lines)}"></a>' for lines in ranges)
    links = _backs(backs, words)
    link = f'<a class="runtime-ref-number" href="#L{number}" data-line="{number}"></a>'
    return f'{anchors}{link}<span class="runtime-ref-text">{row}</span>{links}'


def _backs(backs: Sequence[Back], words: Mapping[str, str]) -> str:
    made = [
        f'<a class="runtime-ref-back" href="{escape(back.uri, quote=True)}" '
        f'title="{escape(words["back"] % back.label, quote=True)}">{escape(back.text or "↩")}</a>'
        for back in backs[:SHOWN]
    ]
    if len(backs) > SHOWN:
        made.append(f'<a class="runtime-ref-back" href="#{BACKS}">+{len(backs) - SHOWN}</a>')
    return "".join(made)


def _style(ranges: Iterable[tuple[int, int]]) -> str:
    # One rule a range marks its lines on arrival without any script.
    rules = "".join(
        f'pre:has([id="{line_anchor(*lines)}"]:target) > '
        f":nth-child(n + {lines[0]}):nth-child(-n + {lines[1]})"
        "{background: var(--runtime-ref-target)}"
        for lines in ranges
    )
    return f"<style>{rules}</style>" if rules else ""


def _list(backs: Sequence[Back], words: Mapping[str, str]) -> str:
    if not backs:
        return ""
    items = "".join(f"<li>{_item(back, words)}</li>" for back in backs)
    return (
        f'<details class="runtime-ref-backs" id="{BACKS}"><summary>{escape(words["referred"])} '
        f"({len(backs)})</summary><ul>{items}</ul></details>"
    )


def _item(back: Back, words: Mapping[str, str]) -> str:
    link = f'<a href="{escape(back.uri, quote=True)}">{escape(back.label)}</a>'
    if not back.start:
        return link
    form = words["lines"] if back.end > back.start else words["line"]
    where = escape(form % {"start": back.start, "end": back.end})
    return f'{link}, <a href="#{line_anchor(back.start, back.end)}">{where}</a>'
