"""The sources that docutils names: files, and docstrings that autodoc shows."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCSTRING = ":docstring of "
"""How autodoc names the source of a docstring: ``path/module.py:docstring of module.function``."""


def read_text(path: str) -> str | None:
    """Give the text of a file; ``None`` where there is none, as for "<generated>"."""
    try:
        # a Path or a buffer costs more than the reading
        with open(path, "rb", buffering=0) as stream:  # noqa: PTH123
            text = stream.read().decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def file_of(source: str) -> str:
    """Give the file of a source."""
    return source.partition(DOCSTRING)[0]


def sources(source: str, instead: str | None) -> Iterator[str]:
    """Give a source, and where what it names may be instead.

    :param instead: the document's file, where the source is no file.
    """
    yield source
    if (instead or DOCSTRING in source) and (other := _in_own_module(source) or instead):
        yield other


def _in_own_module(source: str) -> str | None:
    """Name a docstring's source by the module that its object is from, where another shows it.

    Sphinx names the file of the module that imports it, and none for some attributes up to 8.
    The module was loaded by autodoc.
    """
    path, mark, name = f":{source}".partition(DOCSTRING)
    module = name if mark else ""
    while module and module not in sys.modules:
        module = module.rpartition(".")[0]
    own = getattr(sys.modules.get(module), "__file__", None)
    if not isinstance(own, str) or not own.endswith(".py") or own == path[1:]:
        return None
    return f"{own}{DOCSTRING}{name}"


def line_of(source: str, text: str) -> int:
    """Give the line at which the object of a docstring is defined, 0 where that is not seen.

    :param text: of the source's file.
    """
    name, reached = source.partition(DOCSTRING)[2].partition(" ")[0], 0
    for part in name.split("."):
        own = re.escape(part)
        start = re.compile(
            rf"^[ \t]*(?:(?:(?:async[ \t]+)?def|class)[ \t]+{own}\b|{own}[ \t]*[:=])", re.MULTILINE
        )
        found = start.search(text, reached)
        reached = found.start() if found else reached
    line = text.count("\n", 0, reached)
    above = text[:reached].split("\n")[:-1]
    while above and above.pop().lstrip().startswith("#:"):  # the comment of an attribute
        line -= 1
    return line + 1 if reached else 0
