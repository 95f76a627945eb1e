"""Configuration owners: the classes that a root class reaches through its fields."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError, DeclarationError
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.source.classes import Wanted, class_facts
from sphinxext_runtime_ref.tables.display import text_cell
from sphinxext_runtime_ref.tables.elements import Element, Elements
from sphinxext_runtime_ref.tables.model import Cell, CellKind
from sphinxext_runtime_ref.tables.shapes.attributes import first_paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.classes import ClassFacts
    from sphinxext_runtime_ref.tables.shapes.context import Context

    Key = tuple[str, str]

COLUMNS = ("type", "owner_paths", "methods")
ROOT = "(root)"
MOST_PATHS = 10_000


def read_owners(context: Context) -> Elements:
    """Read the classes below the root class's package that its field annotations reach.

    Each has all the dotted paths of fields that lead to it, and its lifecycle and hash methods:
    its own in order of definition, then those of its bases.

    :raises DeclarationError: when the root class is missing or no class, or when classes own each
        other in more ways than can be listed.
    """
    facts: dict[Key, ClassFacts] = {}
    with context.tree.recording() as consulted:
        root = _root(context)
        facts[root.path, root.name] = root
        package = posixpath.dirname(root.path)
        owners = _owners(root, facts, package, context)
    _require_readable(consulted, package, context)
    items = tuple(
        _element(facts[key], paths, context)
        for key, paths in sorted(owners.items(), key=lambda item: _dotted(facts[item[0]], context))
    )
    return Elements(items, COLUMNS, root.location)


def _root(context: Context) -> ClassFacts:
    address = context.address
    if address.symbol:
        return context.class_facts(address.symbol, _wanted(context.module.path))
    where, _, name = address.where.rpartition(".")
    if not where or "/" in address.where:
        raise ConfigError(
            f"{address}: expected the dotted name of the root class, such as "
            "'package.config.Config', or 'path/to/file.py:Config'"
        )
    inside = context.at(where, name)
    return inside.class_facts(name, _wanted(inside.module.path))


def _wanted(path: str) -> Wanted:
    """Leave out what no owner path needs: details of fields, and classes of other packages."""
    return Wanted(details=False, below=posixpath.dirname(path))


def _owners(
    root: ClassFacts, facts: dict[Key, ClassFacts], package: str, context: Context
) -> dict[Key, list[str]]:
    """Walk all paths of fields; a class that owns itself ends its path."""
    owners: dict[Key, list[str]] = {(root.path, root.name): []}
    pending: list[tuple[Key, str, tuple[Key, ...]]] = [((root.path, root.name), "", ())]
    walked = 0
    while pending:
        key, path, above = pending.pop()
        for name, owned in _owned(facts[key], package, facts, context):
            walked += 1
            if walked > MOST_PATHS:
                raise DeclarationError(
                    f"more than {MOST_PATHS} owner paths lead through {root.name}; the fields "
                    "of its classes refer to each other too often",
                    root.location,
                )
            dotted = f"{path}.{name}".lstrip(".")
            paths = owners.setdefault(owned, [])
            if dotted not in paths:
                paths.append(dotted)
            if owned not in above and owned != key:
                pending.append((owned, dotted, (*above, key)))
    return owners


def _owned(
    owner: ClassFacts, package: str, facts: dict[Key, ClassFacts], context: Context
) -> Iterator[tuple[str, Key]]:
    for field in owner.fields:
        for reference in field.references:
            key = (reference.path, reference.name)
            if not _is_below(reference.path, package):
                continue
            if key not in facts:
                module = context.tree.module(reference.path)
                wanted = Wanted(details=False, below=package)
                facts[key] = class_facts(context.tree, module, reference.name, wanted)
            yield field.name, key


def _require_readable(consulted: set[str], package: str, context: Context) -> None:
    """Refuse files that can't be read: an annotation that leads there would just have no class."""
    top = context.tree.files.absolute("").rstrip("/")
    for absolute in sorted(consulted):
        path = absolute.removeprefix(top).lstrip("/")
        if path.endswith(".py") and _is_below(path, package) and context.tree.exists(path):
            context.tree.module(path)


def _is_below(path: str, package: str) -> bool:
    return not package or path.startswith(f"{package}/")


def _dotted(facts: ClassFacts, context: Context) -> str:
    """Give the name by which one imports the class."""
    return f"{context.tree.import_name(facts.path)}.{facts.name}"


def _element(facts: ClassFacts, paths: Sequence[str], context: Context) -> Element:
    place = facts.location
    methods = _methods(facts, context.lifecycle_methods)
    dotted = _dotted(facts, context)
    return Element(
        id=facts.name,
        cells={
            "type": Cell(dotted, CellKind.SYMBOL, location=place, links=((dotted, place),)),
            "name": Cell(facts.name, CellKind.SYMBOL, location=place),
            "owner_paths": _paths_cell(sorted(paths), place),
            "methods": Cell(
                ", ".join(name for name, _ in methods), CellKind.SYMBOL, links=tuple(methods)
            ),
            "kind": text_cell(facts.kind.value),
        },
        location=place,
        symbol=facts.name,
        doc=first_paragraph(facts.doc),
    )


def _paths_cell(paths: Sequence[str], place: Location) -> Cell:
    if not paths:
        return text_cell(ROOT)
    items = tuple(Cell(path, CellKind.SYMBOL) for path in paths)
    literals = tuple(values.Literal(path, place) for path in paths)
    value = values.Sequence(values.SequenceType.TUPLE, literals, place)
    return Cell(", ".join(paths), CellKind.SYMBOL, value, place, items)


def _methods(facts: ClassFacts, wanted: Sequence[str]) -> list[tuple[str, Location]]:
    """Give the wanted methods, the class's own first and then base by base, each by line."""
    found = [method for name, method in facts.methods.items() if name in wanted]
    order = list(dict.fromkeys(method.owner for method in facts.methods.values()))
    own = [facts.name, *[owner for owner in order if owner != facts.name]]
    found.sort(key=lambda m: (own.index(m.owner), m.location.line))
    return [(method.name, method.location) for method in found]
