"""Where docstrings stand that autodoc shows."""

from __future__ import annotations

import re
import sys

DOCSTRING = ":docstring of "
"""How autodoc names the source of a docstring: ``path/module.py:docstring of module.function``."""


def file_of(source: str) -> str:
    """Give the file of a source."""
    return source.partition(DOCSTRING)[0]


def in_own_module(source: str) -> str | None:
    """Name a docstring's source by the module that its object is from, where another shows it.

    Sphinx names the file of the module that imports it. The module was loaded by autodoc.
    """
    path, _, name = source.partition(DOCSTRING)
    module = name
    while module and module not in sys.modules:
        module = module.rpartition(".")[0]
    own = getattr(sys.modules.get(module), "__file__", None)
    if not isinstance(own, str) or not own.endswith(".py") or own == path:
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
