"""Paths of sources in roles and directives: where a file moved, they follow it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.cli.fix.edits import Replacement, decode
from sphinxext_runtime_ref.errors import DocumentError
from sphinxext_runtime_ref.links.judging.lines import split_lines
from sphinxext_runtime_ref.links.model import Hyperlink
from sphinxext_runtime_ref.links.tree.files import Fault
from sphinxext_runtime_ref.links.tree.kinds import MARKDOWN, suffix

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinxext_runtime_ref.cli.fix.history import History
    from sphinxext_runtime_ref.links.tree.files import Files

_ROLE = r"`(?:[^`<]*<)?[!~]*(?P<path>[^`<>#\s]+)(?:#[^`<>]*)?>?`"
_ARGUMENT = r"[ \t]+(?P<path>[^\s:]+\.pyi?)(?=[:\s]|$)"
# The option may go on in lines below; there and in it, each item is FILE:SYMBOL or a symbol.
_JOIN = re.compile(r"[ \t>]*(?::join:|join:)(?=\s)")
_MORE = re.compile(r"[ \t>]+[^\s:,]+\.pyi?:[\w.]+[ \t]*(?:,|$)")
_JOINED = re.compile(r"(?<![^\s,\"'])(?P<path>[^\s:,\"']+\.pyi?)(?=:\w)")
_NAMES = ("declaration-table", "declaration-coverage", "declaration-changes")


class Sources:
    """The paths, relative to the root, that documents name as sources.

    :param directives: names of directives of the project's own tables.
    """

    def __init__(self, files: Files, history: History, directives: Iterable[str] = ()) -> None:
        """Take what is known of the tree and of its past."""
        self._files = files
        self._history = history
        names = "|".join(map(re.escape, sorted({*_NAMES, *directives})))
        fence = rf"^[ \t>]*(?:`{{3,}}|~{{3,}}|:{{3,}})\{{(?:{names})\}}{_ARGUMENT}"
        directive = rf"^[ \t]*\.\. (?:{names})::{_ARGUMENT}"
        self._markdown = (re.compile(r"\{source\}" + _ROLE), re.compile(fence))
        self._rst = (re.compile(":source:" + _ROLE), re.compile(directive))

    def moved(self, documents: Sequence[str]) -> dict[str, list[Replacement]]:
        """Give what is to change in each document; other paths that are not there are left out."""
        gone = {path: list(self._gone(path)) for path in documents}
        self._history.prepare({link.uri for links in gone.values() for link in links}, ())
        found: dict[str, list[Replacement]] = {}
        for path, links in gone.items():
            for link in links:
                now = self._history.moved_to(link.uri)
                if now is not None:
                    made = Replacement(link, now, f"{link.uri} moved")
                    found.setdefault(path, []).append(made)
        return found

    def configured(self, sources: Iterable[str]) -> dict[str, str]:
        """Give where the files of sources that the configuration names moved to."""
        paths = {source.partition(":")[0] for source in sources}
        gone = {  # asking git about nothing costs nothing
            path
            for path in paths
            if path.endswith((".py", ".pyi")) and isinstance(self._files.resolve("", path), Fault)
        }
        self._history.prepare(gone, ())
        moved = {path: self._history.moved_to(path) for path in sorted(gone)}
        return {path: now for path, now in moved.items() if now is not None}

    def _gone(self, document: str) -> Iterator[Hyperlink]:
        try:
            text = decode(self._files.read(document)).value
        except DocumentError:
            # It is told as a finding of the document itself.
            return
        patterns = self._markdown if suffix(document) in MARKDOWN else self._rst
        joins = False
        for number, line in enumerate(split_lines(text), start=1):
            joins = bool(_JOIN.match(line) or (joins and _MORE.match(line)))
            for pattern in (_JOINED,) if joins else patterns:
                for match in pattern.finditer(line):
                    if isinstance(self._files.resolve("", match["path"]), Fault):
                        yield Hyperlink(document, number, match.start("path") + 1, match["path"])
