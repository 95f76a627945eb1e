"""Where a table's declaration is: ``path/to/file.py:SYMBOL`` and its other forms."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError, MissingDeclarationError, alternatives
from sphinxext_runtime_ref.globs import is_glob
from sphinxext_runtime_ref.tables.suggest import near_names

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.tree import SourceTree

_DOTTED = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_SYMBOL = re.compile(r"[\w*?]+(\.[\w*?]+)*")


@dataclass(frozen=True, slots=True)
class Address:
    """The parts of a table's source.

    :param where: a POSIX path below the root, a glob of such paths, or a dotted module name.
    :param symbol: the (dotted) name in it, for calls and decorators a glob of names; ``""`` for
        the whole module.
    """

    where: str
    symbol: str

    def __str__(self) -> str:
        """Give the source as it is written."""
        return f"{self.where}:{self.symbol}" if self.symbol else self.where

    @property
    def is_glob(self) -> bool:
        """Tell whether more than one file may be meant."""
        return is_glob(self.where)


def parse_address(text: str) -> Address:
    """Split ``path/to/file.py:SYMBOL``, ``package.module:SYMBOL`` or a glob of files.

    :raises ConfigError: when the text has none of these forms.
    """
    where, _, symbol = text.strip().rpartition(":") if ":" in text else (text.strip(), "", "")
    where, symbol = where.strip().replace("\\", "/"), symbol.strip()
    if not where or ":" in where or (symbol and not _SYMBOL.fullmatch(symbol)):
        raise ConfigError(
            f"source {text!r}: expected 'path/to/file.py:SYMBOL' or 'package.module:SYMBOL'"
        )
    return Address(where, symbol)


def find_module(tree: SourceTree, address: Address) -> Module:
    """Give the module at a path, or of a dotted name.

    :raises DeclarationError: when there is none, or when it can't be read.
    """
    where = address.where
    if where.endswith((".py", ".pyi")) or "/" in where:
        return _module_at(tree, where.removeprefix("./"))
    module = tree.find(where) if _DOTTED.fullmatch(where) else None
    if module is None:
        raise MissingDeclarationError(_no_module(tree, address))
    return module


def _no_module(tree: SourceTree, address: Address) -> str:
    where = address.where
    if tree.exists(where):
        return f"{where!r} is no Python file: expected one that ends in .py"
    path, (module, _, name) = where.replace(".", "/"), where.rpartition(".")
    is_inside = not address.symbol and module and tree.find(module)
    hint = f"; did you mean '{module}:{name}'?" if is_inside else ""
    return (
        f"there is no module {where!r}: looked for {path}.py and {path}/__init__.py "
        f"below the root{hint}"
    )


def _module_at(tree: SourceTree, path: str) -> Module:
    try:
        return tree.module(path)
    except MissingDeclarationError as fault:
        if is_glob(path):
            raise MissingDeclarationError(
                f"{path!r} may mean several files, which only the shapes 'calls', 'decorators' and "
                "'classes' read"
            ) from None
        near = _near_paths(tree, path)
        hint = f"; did you mean {alternatives(near)}?" if near else ""
        raise MissingDeclarationError(f"{fault.message}{hint}", fault.location) from None


def _near_paths(tree: SourceTree, path: str) -> list[str]:
    """Give files of like names in the same folder, else the only one of the same name elsewhere."""
    folder, name = posixpath.split(path)
    # The folder is the same for all: only the names of the files tell them apart.
    others = (other for other in tree.glob(posixpath.join(folder, "*.py")) if other != path)
    near = [posixpath.join(folder, n) for n in near_names(name, map(posixpath.basename, others))]
    if near or name == "__init__.py" or is_glob(name):
        return near
    elsewhere = [other for other in tree.glob(f"**/{name}") if other != path]
    return elsewhere if len(elsewhere) == 1 else []


def find_modules(tree: SourceTree, address: Address) -> tuple[Module, ...]:
    """Give the modules that an address names: one, or all that match a glob, sorted by path.

    ``*`` stays within a folder, ``**`` goes through folders.

    :raises DeclarationError: when there is none, or when one can't be read.
    """
    if not address.is_glob:
        return (find_module(tree, address),)
    paths = tree.glob(address.where.removeprefix("./"))
    if not paths:
        raise MissingDeclarationError(f"no Python file below the root matches {address.where!r}")
    return tuple(tree.module(path) for path in paths)
