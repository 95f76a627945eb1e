"""The errors that the project raises, and the kinds of finding that it reports."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxext_runtime_ref.location import Location


class Kind(StrEnum):
    """Kinds of finding: the subtypes of the Sphinx warning type ``runtime_ref``.

    The text under each member is rendered into the documentation.
    """

    DECLARATION = "declaration"
    """A directive's source can't be read, or does not have the declared shape."""
    DEFAULT = "default"
    """The annotation of an environment variable declares another default than is in effect."""
    COVERAGE = "coverage"
    """A declared name that no document has, or a listed name that is not declared."""
    DUPLICATE = "duplicate"
    """Two tables show the same row, so that a reference to it could mean either."""
    TARGET = "target"
    """The file or document that a link names does not exist."""
    ANCHOR = "anchor"
    """The target has no such id or heading."""
    LINES = "lines"
    """The line range is not in the file, is malformed, or has drifted from its pinned text."""
    OUTSIDE = "outside"
    """The target lies outside the root."""
    CASE = "case"
    """The target exists only with other capitals."""
    UNTRACKED = "untracked"
    """The target exists, but git does not track it."""
    REFERENCE = "reference"
    """A reference label is not defined."""
    IGNORE = "ignore"
    """An ignore comment or pattern matches nothing."""
    DOCUMENT = "document"
    """A maintained document is missing or unreadable."""
    CONFIG = "config"
    """A configuration value is invalid; its default is used instead."""


def alternatives(names: Iterable[str]) -> str:
    """Quote and list at least one name, as messages do: ``'a', 'b' or 'c'``."""
    *rest, last = map(repr, names)
    return f"{', '.join(rest)} or {last}" if rest else last


class Diagnostic(NamedTuple):
    """Something worth saying that does not stop the work.

    :param message: what is wrong and what would help, without the place.
    :param location: where; shown before the message.
    """

    message: str
    location: Location | None = None
    kind: Kind = Kind.DECLARATION

    def __str__(self) -> str:
        """Give ``path:line:column: message``."""
        return f"{self.location}: {self.message}" if self.location else self.message


class RuntimeRefError(Exception):
    """Base of all errors that this project raises on bad input.

    :param message: what was found, what was expected and what to do.
    :param location: where it was found, as far as that is known.
    """

    kind = Kind.DECLARATION

    def __init__(self, message: str, location: Location | None = None) -> None:
        """Keep the message and its place apart, so that reports can use both."""
        super().__init__(message, location)
        self.message = message
        self.location = location

    def __str__(self) -> str:
        """Give ``path:line:column: message``."""
        return f"{self.location}: {self.message}" if self.location else self.message


class DeclarationError(RuntimeRefError):
    """A declaration is missing, can't be read or does not have the expected shape."""


class MissingDeclarationError(DeclarationError):
    """There is no such file, module or symbol."""


UNPARSABLE = "not valid Python"
"""How the message begins of an error about a file that can't be parsed; a colon comes after it."""


class NoClassError(DeclarationError):
    """A class is expected where something else is declared."""


NO_FILE = "no such file below the root"
"""How the message begins of an error about a file that is not there; the root comes after it."""


class EvaluationError(DeclarationError):
    """An expression has no value that could be told without running it."""


class DeletedError(EvaluationError):
    """A name has been deleted by the time that it is asked for; the place is that of ``del``."""


class NoAttributeError(EvaluationError):
    """A class has no such attribute, neither of its own nor of its bases."""


class LimitError(EvaluationError):
    """An evaluation reached one of its bounds; the message names it."""


class ConfigError(RuntimeRefError):
    """A configuration value is invalid."""

    kind = Kind.CONFIG


class ProjectFileError(ConfigError):
    """A project file has faults; all of them are told at once.

    :param faults: at least one; the first is the error's own message.
    """

    def __init__(self, faults: tuple[Diagnostic, ...]) -> None:
        """Keep every fault."""
        super().__init__(faults[0].message, faults[0].location)
        self.faults = faults


class DocumentError(RuntimeRefError):
    """A document can't be read."""

    kind = Kind.DOCUMENT
