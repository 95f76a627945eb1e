"""Classes as tables show them: fields, members, methods, bases."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import NoClassError
from sphinxext_runtime_ref.source import references
from sphinxext_runtime_ref.source.conditions import condition_of, join
from sphinxext_runtime_ref.source.equality import key
from sphinxext_runtime_ref.source.reading import comments, docstrings
from sphinxext_runtime_ref.source.scopes.scope import Action
from sphinxext_runtime_ref.source.scopes.targets import ClassTarget
from sphinxext_runtime_ref.source.symbols import definition_of, find
from sphinxext_runtime_ref.source.types import enums, inheritance
from sphinxext_runtime_ref.source.types.fields import fields_of
from sphinxext_runtime_ref.source.types.inheritance import ClassKind
from sphinxext_runtime_ref.source.worlds import in_worlds

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.conditions import Joined
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.scopes.scope import Scope
    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.types.enumerated import EnumMember
    from sphinxext_runtime_ref.source.types.fields import ClassField
    from sphinxext_runtime_ref.source.types.inheritance import ClassInfo
    from sphinxext_runtime_ref.source.worlds import Outcome


@dataclass(frozen=True, slots=True)
class Method:
    """A method or property, own or inherited.

    :param owner: the class that defines it.
    """

    name: str
    owner: str
    location: Location


@dataclass(frozen=True, slots=True)
class ClassFacts:
    """What a class statement and those of its bases declare.

    :param name: dotted name in its module.
    :param bases: as written.
    :param ancestors: names of all bases: those below the root as in their module, others dotted.
    :param members: of an enum, in declared order, aliases included.
    :param methods: by name.
    :param condition: the undecided branches under which there is this class.
    """

    name: str
    path: str
    kind: ClassKind
    location: Location
    doc: str
    bases: tuple[str, ...]
    ancestors: tuple[str, ...]
    fields: tuple[ClassField, ...]
    members: tuple[EnumMember, ...]
    methods: dict[str, Method]
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which facts of a class are wanted; less of them means less to read.

    :param details: whether members are, and defaults, constraints and texts of fields; without
        them, only ``name``, ``references``, ``location`` and ``owner`` of fields are told.
    :param below: folder in which the classes are that annotations may refer to; ``""`` for any.
    """

    details: bool = True
    below: str = ""


ALL = Wanted()


def class_facts(tree: SourceTree, module: Module, name: str, wanted: Wanted = ALL) -> ClassFacts:
    """Give the facts of a class, of all that undecided branches declare by one name together.

    :param name: dotted name in the module; a re-export is followed.
    :raises DeclarationError: when there is no such class.
    """
    outcomes = _outcomes(tree, module, name, wanted)
    return outcomes[0].result if len(outcomes) == 1 else _merged(outcomes)


def class_variants(tree: SourceTree, module: Module, name: str) -> tuple[ClassFacts, ...]:
    """Give the facts of each of the classes that undecided branches declare by one name.

    :raises DeclarationError: when there is no such class.
    """
    by_place: dict[Location, list[Outcome[ClassFacts]]] = {}
    for outcome in _outcomes(tree, module, name, ALL):
        by_place.setdefault(outcome.result.location, []).append(outcome)
    return tuple(
        replace(_merged(same), condition=condition_of((one.world for one in same), same[0].every))
        for same in by_place.values()
    )


def _outcomes(
    tree: SourceTree, module: Module, name: str, wanted: Wanted
) -> list[Outcome[ClassFacts]]:
    def run(ev: Evaluator) -> ClassFacts:
        target = find(ev, module, name)
        if not isinstance(target, ClassTarget):
            raise NoClassError(f"{name!r} is no class", definition_of(target))
        return _facts(ev, inheritance.class_info(ev, target.scope), wanted)

    return in_worlds(tree, module, run)


def _merged(outcomes: list[Outcome[ClassFacts]]) -> ClassFacts:
    """Join the facts of several worlds: what is not in all of them has a condition."""
    first, every = outcomes[0].result, [outcome.world for outcome in outcomes]

    def condition(one: Joined[ClassField] | Joined[EnumMember]) -> str:
        return condition_of((every[at] for at in one.lists), every)

    fields = join((outcome.result.fields for outcome in outcomes), _known, lambda *_: True)
    members = join((outcome.result.members for outcome in outcomes), lambda one: one.name)
    methods = {name: m for outcome in outcomes for name, m in outcome.result.methods.items()}
    return replace(
        first,
        fields=tuple(replace(one.item, condition=condition(one)) for one in fields),
        members=tuple(replace(one.item, condition=condition(one)) for one in members),
        methods=methods,
    )


def _known(field: ClassField) -> Hashable:
    """Give what is the same for fields that are shown as one."""
    return (field.name, field.default_source, repr(field.default and key(field.default)))


def _facts(ev: Evaluator, info: ClassInfo, wanted: Wanted) -> ClassFacts:
    scope = info.scope
    node = scope.node
    if not isinstance(node, ast.ClassDef):
        raise TypeError(f"{scope.qualname} is no class")
    text = scope.module.text
    place = scope.module.location(node)
    is_enum = info.kind is ClassKind.ENUM
    return ClassFacts(
        name=scope.qualname,
        path=scope.module.path,
        kind=info.kind,
        location=place,
        doc=ast.get_docstring(node) or "",
        bases=tuple(text.segment(base) for base in node.bases),
        ancestors=(*(inner.qualname for inner in info.order[1:]), *sorted(info.bases)),
        fields=() if is_enum else tuple(_fields(ev, info, wanted)),
        members=_members(ev, scope) if is_enum and wanted.details else (),
        methods=_methods(info),
    )


def _fields(ev: Evaluator, info: ClassInfo, wanted: Wanted) -> Iterator[ClassField]:
    said = {scope: _described(scope) for scope in info.order if wanted.details}
    for item in fields_of(ev, info, details=wanted.details):
        scope, node, doc = item.scope, item.node, item.doc
        if wanted.details and not doc:
            doc = comments.doc_of(scope.module, item.location) or said[scope].get(item.name, "")
        named = references.class_references(ev, node, scope, wanted.below) if node else ()
        yield replace(item, doc=doc, references=named)


def _members(ev: Evaluator, scope: Scope) -> tuple[EnumMember, ...]:
    said = _described(scope)
    return tuple(
        replace(one, doc=comments.doc_of(scope.module, one.location) or said.get(one.name, ""))
        for one in enums.members(ev, scope)
    )


def _described(scope: Scope) -> dict[str, str]:
    """Give what the docstring of a class says of its fields or members."""
    doc = ast.get_docstring(scope.node) if isinstance(scope.node, ast.ClassDef) else None
    return docstrings.described(doc) if doc else {}


def _methods(info: ClassInfo) -> dict[str, Method]:
    methods: dict[str, Method] = {}
    for scope in info.order:
        for name, events in scope.events.items():
            functions = [event for event in events if event.action is Action.FUNCTION]
            if functions and name not in methods:
                place = scope.module.location(functions[0].node)
                methods[name] = Method(name, scope.qualname, place)
    return methods
