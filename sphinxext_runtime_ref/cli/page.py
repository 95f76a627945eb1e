"""The committed reference page, as it is and as it should be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.cli.context import config_fault
from sphinxext_runtime_ref.cli.sources import catalogue_of, source_tree, warner
from sphinxext_runtime_ref.errors import ConfigError, Diagnostic, Kind
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.paths import exists, is_file, real
from sphinxext_runtime_ref.reports.reference_page import first_difference, render
from sphinxext_runtime_ref.tables.runtime import runtime_report

if TYPE_CHECKING:
    from pathlib import Path

    from sphinxext_runtime_ref.cli.context import Context
    from sphinxext_runtime_ref.errors import DeclarationError
    from sphinxext_runtime_ref.tables.runtime import Warn


@dataclass(frozen=True, slots=True)
class Page:
    """The reference page.

    :param name: POSIX, relative to the root.
    :param present: its bytes, ``None`` when there is no such file.
    :param wanted: what the declarations make of it, with line feeds.
    """

    path: Path
    name: str
    present: bytes | None
    wanted: str

    @property
    def is_current(self) -> bool:
        """Tell whether it says what it should; newlines may be of either kind."""
        return self.present is not None and _plain(self.present) == self.wanted.encode()

    def content(self) -> bytes:
        """Give what to write, with the newlines that the file has."""
        old = self.present or b""
        windows = b"\r\n" in old and old.count(b"\r\n") == old.count(b"\n")
        text = self.wanted.replace("\n", "\r\n") if windows else self.wanted
        return text.encode()


def read_page(
    context: Context, warn: Warn | None = None, unread: list[DeclarationError] | None = None
) -> Page:
    """Read the page and the declarations that it describes.

    :param warn: is told what is worth saying of declarations; they are printed by default.
    :param unread: takes the faults of tables that can't be read, which the page then lacks.
    :raises ConfigError: when the setting ``reference_page`` is missing or leads out of the root.
    :raises DeclarationError: when a declaration can't be read, without ``unread``.
    """
    name = context.settings.reference_page
    if name is None:
        raise ConfigError(
            "there is no reference page: set reference-page below [tool.runtime-ref] in "
            "pyproject.toml, such as reference-page = 'docs/runtime_reference.md'"
        )
    path = context.root / name
    target = real(path)
    fault = partial(config_fault, context.project, "reference_page")
    if not target.is_relative_to(context.root):
        raise fault(f"expected a path below the root, got {name!r}")
    if ".git" in target.relative_to(context.root).parts:
        raise fault(f"expected a path outside of .git, got {name!r}")
    if exists(path) and not is_file(path):
        raise fault(f"expected a file, {name!r} is none")
    relative = path.relative_to(context.root).as_posix()
    tree, catalogue = source_tree(context), catalogue_of(context)
    report = runtime_report(tree, catalogue, warn or warner(), unread=unread)
    present = path.read_bytes() if exists(path) else None
    return Page(path, relative, present, render(report, relative))


def page_faults(context: Context, warn: Warn | None = None) -> tuple[Diagnostic, ...]:
    """Say what is wrong with the page, or with the declarations that it describes.

    :param warn: see :func:`read_page`.
    """
    unread: list[DeclarationError] = []
    page = read_page(context, warn, unread)
    if unread:
        place = Location(page.name)
        return tuple(Diagnostic(item.message, item.location or place) for item in unread)
    if page.is_current:
        return ()
    advice = "run 'runtime-ref write'"
    if page.present is None:
        message = f"the reference page is missing; {advice}"
        return (Diagnostic(message, Location(page.name), Kind.DOCUMENT),)
    old = _plain(page.present).decode("utf-8", "replace")
    line = first_difference(old, page.wanted)
    message = f"the reference page is not current; {advice}"
    return (Diagnostic(message, Location(page.name, line), Kind.DOCUMENT),)


def _plain(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n")
