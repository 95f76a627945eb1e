"""Broken links that are meant to be: comments in documents, and patterns in the configuration."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError, Kind
from sphinxext_runtime_ref.globs import matches
from sphinxext_runtime_ref.links.model import CheckResult, Dialect, Form, Hyperlink, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    import regex

    from sphinxext_runtime_ref.location import Location

COMMENT = re.compile(r"\s*runtime-ref:\s*ignore\s*")
"""The text of an ignore comment, without the comment's marks."""
TIMEOUT = 1.0
"""Seconds that one pattern may take on one destination."""


class Comments:
    """The ignore comments of one document.

    A comment stands for the broken links on its line; when no link is there, for those on the
    next line with text.

    :param comments: the line of each comment, with the next line that has text.
    :param links: the lines of all links of the document.
    """

    def __init__(self, comments: Mapping[int, int], links: Collection[int]) -> None:
        """Work out which line each comment covers."""
        self._lines = sorted(comments)
        self._covering: dict[int, set[int]] = {}
        for line in self._lines:
            covered = line if line in links else comments[line]
            self._covering.setdefault(covered, set()).add(line)
        self._used: set[int] = set()

    def ignore(self, line: int) -> bool:
        """Tell whether a broken link on a line is ignored, and note that its comment is used."""
        self._used |= self._covering.get(line, set())
        return line in self._covering

    @property
    def unused(self) -> list[int]:
        """Give the lines of the comments that ignored nothing."""
        return [line for line in self._lines if line not in self._used]


def lines_with_text(lines: Sequence[str], after: Iterable[int]) -> dict[int, int]:
    """Give, for some lines of a text, the next line that has text; all are 1-based."""
    found = {}
    for line in after:
        number = line
        while number < len(lines) and not lines[number].strip():
            number += 1
        found[line] = number + 1
    return found


class Patterns:
    """The patterns of the configuration, and which of them matched.

    :param destinations: regular expressions, matched from the start of a destination.
    :param documents: globs of documents whose links are not checked.
    """

    def __init__(self, destinations: Sequence[str] = (), documents: Sequence[str] = ()) -> None:
        """Compile the expressions."""
        self._expressions: list[tuple[str, regex.Pattern[str]]] = []
        self.documents = tuple(documents)
        self.used: set[str] = set()
        if destinations:
            # re can't stop an expression that takes forever
            import regex  # noqa: PLC0415 - slow to load, and few projects have patterns

            self._expressions = [(text, regex.compile(text)) for text in destinations]

    def ignore(self, uri: str) -> bool:
        """Tell whether a destination is ignored, and note that the pattern is used.

        :raises ConfigError: when a pattern takes too long.
        """
        for text, expression in self._expressions:
            try:
                found = expression.match(uri, timeout=TIMEOUT)
            except TimeoutError as fault:
                raise ConfigError(
                    f"ignore: the pattern {text!r} took over {TIMEOUT:g} s on {uri[:80]!r}; write "
                    "it without nested repeats"
                ) from fault
            if found:
                self.used.add(text)
                return True
        return False

    def ignore_document(self, path: str) -> bool:
        """Tell whether the links of a document are not to be checked."""
        for pattern in self.documents:
            if matches(pattern, path):
                self.used.add(pattern)
                return True
        return False


def unused_comment(path: str, line: int, dialect: Dialect = Dialect.GITHUB) -> CheckResult:
    """Make the finding for an ignore comment that ignores nothing."""
    return CheckResult(
        Hyperlink(path, line, 1, "", Form.LINK),
        Status.BROKEN,
        Kind.IGNORE,
        "this ignore comment ignores no broken link; remove it",
        dialect=dialect,
    )


def unused_patterns(
    patterns: Iterable[str],
    used: Collection[str],
    place: Callable[[str], Location],
    dialect: Dialect = Dialect.GITHUB,
) -> list[CheckResult]:
    """Make the findings for the patterns that match no link.

    :param used: those that matched one.
    :param place: gives the place of a pattern in the configuration.
    """
    return [
        CheckResult(
            Hyperlink(*place(pattern)[:3], ""),
            Status.BROKEN,
            Kind.IGNORE,
            f"the ignore pattern {pattern!r} matches no link; remove it",
            dialect=dialect,
        )
        for pattern in patterns
        if pattern not in used
    ]
