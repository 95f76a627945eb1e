"""The line of a role: parsers know that of its block alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.extension.environment import links_domain
from sphinxext_runtime_ref.extension.links.node_sources import DOCSTRING, read_text
from sphinxext_runtime_ref.extension.links.source_text import BACK, SourceText
from sphinxext_runtime_ref.extension.links.syntax import occurrences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.environment import BuildEnvironment

_ROLE = re.compile(r":([^`]+):`(.*)`", re.DOTALL)
_BETWEEN = r"[\s>]+"
"""What may stand between two words of a block: a new line, in a quotation with its mark."""


class RoleLines:
    """Finds roles in the texts of one document, each occurrence once."""

    def __init__(self, env: BuildEnvironment) -> None:
        """Read nothing yet."""
        self._env = env
        self._docname = ""
        self._texts: dict[str, SourceText | None] = {}
        self._taken: set[tuple[str, int]] = set()

    def clear(self) -> None:
        """Begin with another document."""
        self._texts.clear()
        self._taken.clear()

    def line(self, source: str | None, line: int | None, rawtext: str) -> int | None:
        """Give the line of a role, or that of its block where it is not seen.

        :param source: as docutils names it.
        :param line: of the block, in that source.
        :param rawtext: the role as it is written; MyST gives it as reStructuredText has it.
        """
        if self._env.docname != self._docname:  # workers read several without a word
            self.clear()
            self._docname = self._env.docname
        text = self._text(source) if source and line else None
        if text is None or not source or not line:
            return line
        for first in (line, line - BACK):
            for offset in self._offsets(text, text.start_of(first), rawtext):
                if (source, offset) not in self._taken:
                    self._taken.add((source, offset))
                    return text.place(offset)[0]
        return line

    def _offsets(self, text: SourceText, start: int, rawtext: str) -> Iterator[int]:
        role = _ROLE.fullmatch(rawtext)
        likely = [rawtext, f"{{{role[1]}}}`{role[2]}`"] if role else [rawtext]
        for needle in likely:
            yield from occurrences(text.text, needle, start)
        for needle in likely:
            wrapped = _BETWEEN.join(map(re.escape, needle.split()))
            for match in re.compile(wrapped).finditer(text.text, start):
                yield match.start()

    def _text(self, source: str) -> SourceText | None:
        if source not in self._texts:
            text = None
            if source == str(self._env.doc2path(self._env.docname)):
                text = links_domain(self._env).texts.get(self._env.docname)
            if text is None and DOCSTRING not in source:
                text = read_text(source)
            self._texts[source] = None if text is None else SourceText(text, markdown=False)
        return self._texts[source]
