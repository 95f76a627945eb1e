"""Imports: what an imported name leads to, below the root or outside of it."""

from __future__ import annotations

import ast
import posixpath
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import EvaluationError
from sphinxext_runtime_ref.source.evaluation import choose, type_checking
from sphinxext_runtime_ref.source.scopes.targets import Bound, External, FolderTarget, ModuleTarget
from sphinxext_runtime_ref.source.values import Literal, Sequence

if TYPE_CHECKING:
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.scopes.targets import Target


def imported(ev: Evaluator, scope: Scope, event: Event) -> Target:
    """Tell what an import statement binds a name to.

    :raises EvaluationError: when the module below the root has no such name.
    """
    alias = event.alias
    if alias is None:
        raise TypeError("not an import")
    if isinstance(event.node, ast.Import):
        name = alias.name if alias.asname else alias.name.partition(".")[0]
        return absolute(ev, scope.module, name)
    source = _source(ev, scope.module, event)
    return member(ev, source, alias.name, scope, event)


def absolute(ev: Evaluator, module: Module, dotted: str) -> Target:
    """Tell what a dotted module name leads to in an import of that module."""
    return _loaded(ev, _absolute_path(ev, module, dotted))


def _loaded(ev: Evaluator, found: str | FolderTarget | External) -> Target:
    return ModuleTarget(ev.tree.module(found)) if isinstance(found, str) else found


def _absolute_path(ev: Evaluator, module: Module, dotted: str) -> str | FolderTarget | External:
    """Give the file of a module, the folder of a package without one, or what is outside."""
    tree = ev.tree
    folder = None
    for root in tree.roots_for(module.path, dotted):
        path = tree.module_path(dotted, root)
        if path is not None:
            return path
        if folder is None and tree.is_package(dotted, root):
            folder = posixpath.join(root, *dotted.split("."))
    return FolderTarget(dotted, folder) if folder is not None else External(dotted)


def source_path(
    ev: Evaluator, module: Module, node: ast.ImportFrom
) -> str | FolderTarget | External:
    """Give the file of the module that a from-import names, without reading it."""
    if not node.level:
        return _absolute_path(ev, module, node.module or "")
    folder = posixpath.dirname(module.path)
    for _ in range(node.level - 1):
        if not folder:
            raise EvaluationError("a relative import leads out of the root", module.location(node))
        folder = posixpath.dirname(folder)
    if node.module:
        path = ev.tree.module_path(node.module, folder)
        if path is not None:
            return path
        folder = posixpath.join(folder, *node.module.split("."))
    dotted = folder.replace("/", ".")
    package = f"{folder}/__init__.py" if folder else "__init__.py"
    if ev.tree.exists(package):
        return package
    return FolderTarget(dotted, folder) if ev.tree.files.is_folder(folder) else External(dotted)


def _source(ev: Evaluator, module: Module, event: Event) -> Target:
    if not isinstance(event.node, ast.ImportFrom):
        raise TypeError("not a from-import")
    return _loaded(ev, source_path(ev, module, event.node))


def member(ev: Evaluator, source: Target, name: str, scope: Scope, event: Event) -> Target:
    """Tell what a name of an imported module leads to."""
    match source:
        case ModuleTarget(module=module):
            if module is scope.module:
                # ``from . import x`` in a package's own file means the module x.
                found = submodule(ev, module, name)
                if found is not None:
                    return found
            place = scope.module.location(event.node)
            return attribute(ev, module, name, place)
        case FolderTarget():
            return folder_member(ev, source, name)
        case External():
            return External(f"{source.dotted}.{name}")
        case _:
            raise EvaluationError(f"{name!r} is imported from something that is no module")


def folder_member(ev: Evaluator, folder: FolderTarget, name: str) -> Target:
    """Tell what a module of a package without a file leads to."""
    path = ev.tree.module_path(name, folder.folder)
    if path is not None:
        return ModuleTarget(ev.tree.module(path))
    dotted = f"{folder.dotted}.{name}"
    inner = posixpath.join(folder.folder, name)
    return FolderTarget(dotted, inner) if ev.tree.files.is_folder(inner) else External(dotted)


def submodule(ev: Evaluator, module: Module, name: str) -> Target | None:
    """Give a module of a package, ``None`` when there is none."""
    if not module.is_package:
        return None
    folder = posixpath.dirname(module.path)
    path = ev.tree.module_path(name, folder)
    if path is not None:
        return ModuleTarget(ev.tree.module(path))
    inner = posixpath.join(folder, name)
    dotted = inner.replace("/", ".")
    return FolderTarget(dotted, inner) if ev.tree.files.is_folder(inner) else None


def attribute(ev: Evaluator, module: Module, name: str, place: Location) -> Target:
    """Tell what a name in a module leads to, seen from outside.

    :raises EvaluationError: when the module binds no such name.
    """
    _refuse_half_run(ev, module, name, place)
    found = ev.names.resolve(ev, module.scope, name, None) or submodule(ev, module, name)
    found = found or type_checking.target(ev, module.scope, name)
    if found is not None:
        return found
    if "__getattr__" in module.scope.events:
        return External(f"{ev.tree.import_name(module.path)}.{name}")
    for star in module.scope.stars:
        source = star_source(ev, module.scope, star)
        if isinstance(source, External):
            return External(f"{source.dotted}.{name}")
    raise EvaluationError(f"{module.path} binds no name {name!r}", place)


def _refuse_half_run(ev: Evaluator, module: Module, name: str, place: Location) -> None:
    """Refuse a name that changes in a module which imports the one that asks for it.

    :raises EvaluationError: when it can't be told how far that module has run by then.
    """
    events = module.scope.events.get(name, ())
    if place.path == module.path or len(events) < 2:
        return
    if any(where.path == module.path for _, where in ev.active):
        raise EvaluationError(f"{name!r} is asked for before all of {module.path} has run", place)


def star_source(ev: Evaluator, scope: Scope, event: Event) -> Target:
    """Give the module of ``from module import *``."""
    return _source(ev, scope.module, event)


def from_stars(
    ev: Evaluator, scope: Scope, name: str, position: int | None, after: int = -1
) -> Target | None:
    """Look a name up in what a scope imports by ``*``.

    :param after: the position of what binds the name before that.
    """
    for star in reversed(scope.stars):
        late = position is not None and star.position >= position
        if late or star.position < after or not choose.holds(ev, scope, star.choices):
            continue
        source = star_source(ev, scope, star)
        if not isinstance(source, ModuleTarget):
            continue
        place = scope.module.location(star.node)
        key = (star, name)
        if any(active == key for active, _ in ev.active):
            continue
        ev.active.append((key, place))
        try:
            if is_public(ev, source.module, name):
                found = ev.names.resolve(ev, source.module.scope, name, None)
                if found is not None:
                    return found
        finally:
            ev.active.pop()
    return None


def is_public(ev: Evaluator, module: Module, name: str) -> bool:
    """Tell whether ``*`` imports a name: ``__all__`` decides, else the underscore."""
    if "__all__" not in module.scope.events:
        return not name.startswith("_")
    target = ev.names.resolve(ev, module.scope, "__all__", None)
    if isinstance(target, Bound) and isinstance(target.value, Sequence):
        items = target.value.items
        if all(isinstance(item, Literal) for item in items):
            return any(isinstance(item, Literal) and item.value == name for item in items)
    return not name.startswith("_")
