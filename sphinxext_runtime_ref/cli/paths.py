"""The documents that a command is to look at."""

from __future__ import annotations

import os
import re
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.cli.output import tell
from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.links.judging.maintained import maintained_documents
from sphinxext_runtime_ref.links.running.select import select
from sphinxext_runtime_ref.links.tree.files import Files
from sphinxext_runtime_ref.links.tree.kinds import is_document
from sphinxext_runtime_ref.paths import is_folder
from sphinxext_runtime_ref.project_file import place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinxext_runtime_ref.cli.context import Context
    from sphinxext_runtime_ref.links.model import CheckResult

STDIN = "-"
"""The name that stands for a list on the standard input."""
_ESCAPE = re.compile(rb"\\(?:([0-7]{3})|(.))")
_LETTERS = dict(zip(b"abtnvfr", b"\a\b\t\n\v\f\r", strict=True))


def documents(
    names: Sequence[str], context: Context, files: Files | None = None
) -> tuple[Sequence[str], tuple[CheckResult, ...]]:
    """Give the documents that are named, or those that the configuration names.

    :param names: documents, folders and globs, relative to the current folder; ``-`` stands for
        those that the standard input lists, one a line. Such a list may have other files as well,
        as version control gives it: what is neither a document nor a folder is passed over.
    :return: POSIX paths relative to the root, and a finding for each one that the configuration
        names and that is missing.
    :raises ConfigError: when nothing is named, or what is named does not exist.
    """
    if "" in names:
        raise ConfigError("expected the name of a document or folder, got an empty one")
    if not (names or context.settings.maintained_docs):
        raise ConfigError(
            "no documents: name some, or list them as maintained-docs below [tool.runtime-ref] "
            "in pyproject.toml"
        )
    files = files or Files(context.root)
    missing: tuple[CheckResult, ...] = ()
    if names:
        paths: Sequence[str] = select(context.root, _listed(names), Path.cwd(), files)
    else:
        project = context.project
        place = partial(place_of, project, context.root, "maintained_docs") if project else None
        paths, missing = maintained_documents(files, context.settings, place)
    for what in files.listing.missed:
        tell(f"warning: {what}")
    return paths, missing


def namesakes(output: str | None, root: Path, paths: Iterable[str]) -> list[str]:
    """Give those of the documents that an ``--output`` may be, as they have its name.

    :param paths: POSIX, relative to the root.
    """
    name = Path(output or "").name
    return [str(root / path) for path in paths if path.rpartition("/")[2] == name]


def _listed(names: Sequence[str]) -> list[str]:
    result: list[str] = []
    for name in names:
        if name != STDIN:
            result.append(name)
            continue
        listed = (os.fsdecode(_unquoted(line)) for line in sys.stdin.buffer.read().splitlines())
        result.extend(
            line for line in listed if is_document(line) or (line and is_folder(Path(line)))
        )
    return result


def _unquoted(name: bytes) -> bytes:
    """Undo the quotes that git puts around a name with unusual characters (``core.quotePath``)."""
    if not (len(name) > 1 and name.startswith(b'"') and name.endswith(b'"')):
        return name
    return _ESCAPE.sub(_character, name[1:-1])


def _character(escape: re.Match[bytes]) -> bytes:
    octal, letter = escape.groups()
    code = int(octal, 8) & 0xFF if octal else _LETTERS.get(letter[0], letter[0])
    return bytes([code])
