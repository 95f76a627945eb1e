"""The directive ``declaration-coverage``: which declared names documents have."""

from __future__ import annotations

import os
import posixpath
import re
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes

from sphinxext_runtime_ref.errors import ConfigError, DocumentError, Kind
from sphinxext_runtime_ref.extension import messages
from sphinxext_runtime_ref.extension.dependencies import watch
from sphinxext_runtime_ref.extension.tables.directive_base import DeclarationDirective
from sphinxext_runtime_ref.extension.tables.nodes import bullet_list
from sphinxext_runtime_ref.extension.tables.options import spec_of
from sphinxext_runtime_ref.globs import is_glob, matches, plain_start
from sphinxext_runtime_ref.paths import real
from sphinxext_runtime_ref.tables.options import ROW_OPTIONS, Option, OptionType, split_list

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from docutils.nodes import Node

    from sphinxext_runtime_ref.tables.coverage import Coverage, Stale

_EXCLUSION = re.compile(r"[-*]?\s*`*(?P<name>[^\s:`]+)`*\s*:\s*(?P<reason>.*)")
MAX_NAMED = 12
"""How many missing names a warning lists."""

COVERAGE: tuple[Option, ...] = (
    Option(
        "documents",
        OptionType.LIST,
        "GLOB, ...",
        "Documents to look into, relative to this one; ``/`` begins at the source directory. By "
        "default this document.",
    ),
    Option(
        "column",
        OptionType.TEXT,
        "NAME",
        "Column whose text is the name to look for; by default what names the row.",
    ),
)
"""The options of the directive beside those that choose rows."""


class CoverageDirective(DeclarationDirective):
    """Compare a declaration with documents; the content lists exclusions as ``NAME: reason``."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = spec_of((*COVERAGE, *ROW_OPTIONS))

    def made(self) -> list[Node]:
        """Say what is missing, and show how much is there."""
        from sphinxext_runtime_ref.tables.coverage import coverage  # noqa: PLC0415 - see state.py

        table = self.table(*self.wanted())
        documents = list(self._documents())
        column = self.options.get("column", "")
        return self._nodes(coverage(table, documents, self._exclusions(), column))

    def _exclusions(self) -> dict[str, str]:
        result: dict[str, str] = {}
        for line in self.content:
            text = line.strip()
            if not text:
                continue
            found = _EXCLUSION.fullmatch(text)
            if found is None:
                raise ConfigError(f"expected an exclusion 'NAME: reason', got {text!r}")
            result[found["name"]] = found["reason"]
        return result

    def _documents(self) -> Iterator[tuple[str, str]]:
        source = Path(self.env.srcdir)
        own = str(self.env.doc2path(self.env.docname, base=False)).replace(os.sep, "/")
        wanted = split_list(self.options.get("documents", "")) or (f"/{own}",)
        found: dict[str, None] = {}
        for pattern in wanted:
            folder = "" if pattern.startswith("/") else posixpath.dirname(own)
            whole = posixpath.normpath(posixpath.join(folder, pattern.lstrip("/")))
            paths = self._matching(source, whole) if is_glob(whole) else [whole]
            if not paths:
                raise DocumentError(f"no document matches {pattern!r} in {source}")
            found |= dict.fromkeys(paths)
        for path in found:
            yield path, self._text(source / path)

    def _matching(self, source: Path, pattern: str) -> list[str]:
        start = plain_start(pattern)
        folders = [str(source / start)]
        result = []
        for folder, names, files in os.walk(source / start):
            names[:] = sorted(name for name in names if not name.startswith((".", "_")))
            folders += [str(Path(folder, name)) for name in names]
            result += [Path(folder, name).relative_to(source).as_posix() for name in files]
        watch(self.env, folders)
        return sorted(path for path in result if matches(pattern, path))

    def _text(self, path: Path) -> str:
        from sphinxext_runtime_ref.links.markup.markdown import decode  # noqa: PLC0415 - see state.py

        if not real(path).is_relative_to(self.runtime.root):
            raise DocumentError(f"{path} lies outside the root {self.runtime.root}")
        watch(self.env, [str(path)])
        try:
            return decode(path.read_bytes())
        except OSError as fault:
            raise DocumentError(f"{path}: can't be read: {fault.strerror}") from fault

    def _nodes(self, result: Coverage) -> list[Node]:
        if result.missing:
            self.warn(_missing_text(result), Kind.COVERAGE)
        for stale in result.stale:
            self.warn(_stale_text(stale), Kind.COVERAGE)
        for name in result.unused:
            why = "it is documented, or neither declared nor listed"
            self.warn(f"the exclusion of {name!r} excuses nothing: {why}", Kind.COVERAGE)
        if result.missing or result.stale or result.unused:
            # Read again in every build, so that no second one passes by saying nothing.
            self.domain.data["failed"][self.env.docname] = True
        box = nodes.container("", classes=["runtime-ref-coverage"])
        box += nodes.paragraph("", messages.documented(result.documented, result.total))
        if result.missing:
            box += nodes.paragraph("", messages.missing())
            box += bullet_list([self.linked(item.name, item.location)] for item in result.missing)
        accepted = {messages.excluded(): result.excluded, messages.listed(): result.listed}
        for text, names in accepted.items():
            if names:
                box += nodes.paragraph("", text)
                box += bullet_list(starmap(_excuse, names))
        self.set_source_info(box)
        return [box]


def _excuse(name: str, reason: str) -> list[Node]:
    return [nodes.literal("", name), nodes.Text(f": {reason.strip()}")]


def _missing_text(result: Coverage) -> str:
    names = [repr(item.name) for item in result.missing]
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    place = result.missing[0].location
    count = f"{len(names)} of {result.total} names"
    listed = ", ".join(names[:MAX_NAMED]) + more
    return f"{place}: {count} are in no document: {listed}; document or exclude them"


def _stale_text(stale: Stale) -> str:
    hint = f"; did you mean {stale.suggestion!r}?" if stale.suggestion else ""
    return f"{stale.location}: {stale.name!r} is listed, but not declared{hint}"
