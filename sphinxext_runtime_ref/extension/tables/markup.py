"""Markup that stands in a source file, parsed as that of the document.

What is said of it is said of its place in that file.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.parsers.rst.states import RSTState
from docutils.statemachine import StringList, string2lines
from sphinx.util.docutils import switch_source_input
from sphinx.util.logging import NAMESPACE, get_node_location
from sphinx.util.parsing import nested_parse_to_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.util.docutils import SphinxDirective


def parse_markup(directive: SphinxDirective, text: str, source: str, line: int) -> list[nodes.Node]:
    """Parse text as the document of a directive is parsed.

    :param source: of the nodes, and of what is said while they are made.
    :param line: of the text there, 1-based; 0 where it is not known.
    """
    state, first = directive.state, max(line - 1, 0)
    if not isinstance(state, RSTState):
        return _parse_markdown(state, text, f"{source} (Markdown)", first, directive.lineno)
    lines = string2lines(text, convert_whitespace=True)
    content = StringList(lines, items=[(source, first + at) for at in range(len(lines))])
    with switch_source_input(state, content):
        return nested_parse_to_nodes(state, content, allow_section_headings=False)


def _parse_markdown(
    state: RSTState, text: str, source: str, first: int, lineno: int
) -> list[nodes.Node]:
    """Parse text of a source file with MyST, which only knows lines of the document.

    :param first: line of the text in the source, from 0.
    :param lineno: the directive's line, from which MyST counts.
    """
    own = str(state.document["source"])
    with _said_of(source, own, state.document.settings.env.docname):
        made = nested_parse_to_nodes(
            state, text, offset=first - lineno, allow_section_headings=False
        )
    for node in made:
        for part in node.findall():
            if part.source == own:
                part.source = source
    return made


@contextmanager
def _said_of(source: str, own: str, docname: str) -> Iterator[None]:
    """Say in the messages of a parser that its lines are those of another file."""

    def moved(record: logging.LogRecord) -> bool:
        place = getattr(record, "location", None)
        if isinstance(place, nodes.Node):
            place = get_node_location(place)
        if isinstance(place, str):
            place = tuple(place.rsplit(":", 1))
        if isinstance(place, tuple) and place[0] in {own, docname}:
            record.location = f"{source}:{place[1]}"
        return True

    handlers = list(logging.getLogger(NAMESPACE).handlers)
    for handler in handlers:
        handler.addFilter(moved)
    try:
        yield
    finally:
        for handler in handlers:
            handler.removeFilter(moved)
