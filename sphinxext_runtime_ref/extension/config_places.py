"""Where the configuration of a build sets a value: ``conf.py`` or the project file."""

from __future__ import annotations

import ast
import os
import re
import warnings
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.project_file import fault_of, key_place, place_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.config import Config
PREFIX = "runtime_ref_"
UNSET = "<not set>"
"""What a value that ``conf.py`` does not set is, so that the project file's can hold.

A text, since Sphinx takes values from its command line only where the default is one.
"""
_UNKNOWN = re.compile("unknown key '([^']*)'")


class Assigned(NamedTuple):
    """A name that ``conf.py`` sets.

    :param value: what it is set to, where that is an assignment of its own.
    """

    line: int
    name: str
    value: ast.expr | None


class Places:
    """Gives the places of settings.

    :param project: the project file, where there is one with the section.
    """

    def __init__(self, config: Config, conf: Path, project: Path | None) -> None:
        """Read nothing yet: most configurations have no fault."""
        self._config = config
        self._conf = conf
        self.project = project

    def fault(self, setting: str, message: str) -> tuple[str, str | None]:
        """Give what to say of a value, and where; without a place the value is a default.

        :param message: what is wrong, after the keys that lead to it in the value.
        """
        key = message.partition(": ")[0]
        if self._comes_from_project(setting, key) and self.project:
            return str(fault_of(self.project, setting, message)), None
        line = 0 if self._is_given(setting) else self._line(setting, message)
        return f"{PREFIX}{setting}: {message}", f"{self._conf}:{line}" if line else None

    def of_key(self, setting: str, *keys: str) -> str:
        """Give the place of a key in a setting that is a mapping, ``""`` where it is not known."""
        if self._comes_from_project(setting, keys[0]) and self.project:
            place = key_place(self.project, setting, *keys)
            return str(place) if place else ""
        line = self._line(setting, "".join(f"{key}: " for key in keys))
        return f"{shown(self._conf)}:{line}" if line else ""

    def of_item(self, setting: str, item: str, root: Path) -> Location:
        """Give the place of an item of a list, relative to the root."""
        if self._comes_from_project(setting) and self.project:
            return place_of(self.project, root, setting, item)
        path = Path(os.path.relpath(self._conf, root)).as_posix()
        return Location(path, 0 if self._is_given(setting) else self._line(setting, f"{item!r} "))

    def _comes_from_project(self, setting: str, key: str = "") -> bool:
        value = self._config[PREFIX + setting]
        if self.project is None:
            return False
        if value == UNSET:
            return key_place(self.project, setting) is not None
        # Dictionaries of both files are merged.
        is_other = isinstance(value, Mapping) and bool(key) and key not in value
        return is_other and key_place(self.project, setting, key) is not None

    def _is_given(self, setting: str) -> bool:
        return PREFIX + setting in self._config.overrides

    def _line(self, setting: str, message: str) -> int:
        found = [item for item in self.assigned if item.name == PREFIX + setting]
        return line_of(found[-1], message) if found else 0

    @cached_property
    def assigned(self) -> list[Assigned]:
        """Give what ``conf.py`` sets, in order."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # those of its syntax, Sphinx has shown already
                module = ast.parse(self._conf.read_bytes())
        except (OSError, SyntaxError, ValueError):
            return []
        return sorted(_assigned(module), key=lambda item: item[:2])


def line_of(setting: Assigned, message: str) -> int:
    """Give the line of the part of a value that a message is about.

    :param message: begins with the keys that lead there, a colon after each.
    """
    line, node, rest = setting.line, setting.value, message
    while isinstance(node, ast.Dict):
        texts = dict(_pairs(node))
        unknown = _UNKNOWN.match(rest)
        key = next((name for name in texts if rest.startswith(f"{name}: ")), None)
        if key is None:
            found = texts.get(unknown[1]) if unknown else None
            return found[0] if found else line
        rest = rest[len(key) + 2 :]
        line, node = texts[key]
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        for item in node.elts:
            if isinstance(item, ast.Constant) and _is_about(rest, item.value):
                return item.lineno
    return line


def _pairs(node: ast.Dict) -> Iterator[tuple[str, tuple[int, ast.expr]]]:
    for key, value in zip(node.keys, node.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield key.value, (key.lineno, value)


def _is_about(message: str, value: object) -> bool:
    return message.startswith(f"{value!r} ") or message.endswith(f"got {value!r}")


def _assigned(module: ast.Module) -> Iterator[Assigned]:
    open_nodes: list[ast.AST] = [module]
    while open_nodes:
        node = open_nodes.pop(0)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield Assigned(node.lineno, node.id, None)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield Assigned(node.lineno, node.targets[0].id, node.value)
            open_nodes += [*node.targets[1:], node.value]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield Assigned(node.lineno, node.target.id, node.value)
        elif not isinstance(
            node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
        ):
            open_nodes += ast.iter_child_nodes(node)
