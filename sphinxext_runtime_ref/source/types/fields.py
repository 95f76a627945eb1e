"""Fields of dataclasses, named tuples, typed dictionaries, pydantic models and attrs classes."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.evaluation import choose
from sphinxext_runtime_ref.source.evaluation.evaluator import Context
from sphinxext_runtime_ref.source.reading.syntax import dotted, one_line
from sphinxext_runtime_ref.source.scopes.scope import Action, Event
from sphinxext_runtime_ref.source.types import inheritance
from sphinxext_runtime_ref.source.types.inheritance import ClassKind
from sphinxext_runtime_ref.source.types.specifiers import (
    annotated,
    annotation_text,
    default_of,
    described,
    is_constant,
    metadata_text,
    options_of,
    specifier_of,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.references import ClassReference
    from sphinxext_runtime_ref.source.scopes.scope import Scope
    from sphinxext_runtime_ref.source.types.inheritance import ClassInfo
    from sphinxext_runtime_ref.source.values import Value

NO_CONSTRAINT = frozenset(
    {
        *("default", "default_factory", "factory", "init", "kw_only", "repr", "compare", "hash"),
        *("description", "title", "alias", "validation_alias", "serialization_alias", "doc"),
        *("metadata", "exclude", "converter", "validator", "eq", "order", "type", "on_setattr"),
        *("json_schema_extra", "examples", "deprecated", "frozen", "validate_default"),
    }
)
SPECIAL_FORMS = frozenset({"ClassVar", "KW_ONLY", "InitVar", "Required", "NotRequired"})


@dataclass(frozen=True, slots=True)
class ClassField:
    """A field of a class.

    :param annotation: type as written, without the quotes of a string annotation.
    :param default: what the field is when it is not given; ``None`` when it must be, when its
        value is made anew by a factory that is not known, or when it was not asked for.
    :param default_source: the default as one reads it: ``4``, ``list()``; ``""`` when required.
    :param scope: the class that declares it.
    :param factory: whether the default is made anew for each object.
    :param constraints: names and source text of limits (``gt``: ``0``).
    :param doc: description that is part of the declaration: the string after the field, or the
        ``description`` of its specifier; of the facts of a class, a comment or what the class's
        docstring says as well.
    :param node: the annotation.
    :param references: of the facts of a class, the classes below the root that the annotation
        names.
    :param condition: of the facts of a class, the undecided branch under which it has the field
        like this.
    """

    name: str
    annotation: str
    default: Value | None
    default_source: str
    required: bool
    location: Location
    scope: Scope
    init: bool = True
    keyword_only: bool = False
    alias: str = ""
    factory: bool = False
    constraints: tuple[tuple[str, str], ...] = ()
    doc: str = ""
    node: ast.expr | None = None
    references: tuple[ClassReference, ...] = ()
    condition: str = ""

    @property
    def owner(self) -> str:
        """Name of the class that declares it; that of an inherited field is another one."""
        return self.scope.qualname


def fields_of(ev: Evaluator, info: ClassInfo, *, details: bool = True) -> tuple[ClassField, ...]:
    """Give the fields of a class, inherited ones first, in the order of the constructor.

    :param details: whether to tell more than names, nodes of annotations and places; defaults may
        mean to read more modules.
    """
    known = ev.fields.get((info.scope, details))
    if known is not None:
        return known
    merged: dict[str, ClassField] = {}
    for scope in reversed(info.order):
        inner = inheritance.class_info(ev, scope)
        if info.kind is ClassKind.DATACLASS and inner.kind is not ClassKind.DATACLASS:
            continue
        if inner.kind is ClassKind.NAMEDTUPLE and _has_fixed_fields(ev, inner):
            continue
        kind = info.kind if inner.kind is ClassKind.PLAIN else inner.kind
        for item in own_fields(ev, _Body(scope, kind, details)):
            merged[item.name] = item
    result = tuple(merged.values())
    ev.fields[info.scope, details] = result
    return result


def _has_fixed_fields(ev: Evaluator, info: ClassInfo) -> bool:
    """Tell whether a class is below a named tuple: what it annotates is no field."""
    below = (inheritance.class_info(ev, scope).kind for scope in info.order[1:])
    return ClassKind.NAMEDTUPLE in below


@dataclass(frozen=True, slots=True)
class _Body:
    scope: Scope
    kind: ClassKind
    details: bool


def own_fields(ev: Evaluator, body: _Body) -> Iterator[ClassField]:
    """Give the fields that a class itself declares."""
    scope, kind = body.scope, body.kind
    keyword_only = kind is ClassKind.PYDANTIC or _flag(scope, "kw_only")
    for event in _declarations(ev, scope):
        annotation = event.annotation
        if annotation is None and (
            kind is not ClassKind.ATTRS
            or specifier_of(ev, event.value, Context(scope, event.position)) is None
        ):
            continue
        head = _head(annotation, scope) if annotation is not None else ""
        if head == "KW_ONLY":
            keyword_only = True
            continue
        if head == "ClassVar" or event.action not in {Action.ASSIGN, Action.DECLARE}:
            continue
        if kind is ClassKind.PYDANTIC and event.name.startswith("_"):
            continue
        if annotation is not None and not body.details:
            yield _outline(scope, event, annotation)
        else:
            yield _field(ev, body, event, head, keyword_only=keyword_only)


def _declarations(ev: Evaluator, scope: Scope) -> list[Event]:
    """Give each name of a class once, in the order of the first annotations.

    As in Python, the last annotation of a name and the last value that it gets are what counts.
    """
    found: list[tuple[int, Event]] = []
    for events in scope.events.values():
        held = [event for event in events if choose.holds(ev, scope, event.choices)]
        typed = [event for event in held if event.annotation is not None]
        bound = [event for event in held if event.action in {Action.ASSIGN, Action.DELETE}][-1:]
        if bound and bound[0].action is Action.DELETE:
            # An annotation stays when the value that came with it is deleted.
            bound = [replace(event, value=None, action=Action.DECLARE) for event in typed[-1:]]
            held = bound
        if typed:
            (whole,) = bound or typed[-1:]
            if len(held) > 1:
                whole = replace(whole, node=typed[0].node, annotation=typed[-1].annotation)
            found.append((typed[0].position, whole))
        elif held:
            found.append((held[0].position, held[0]))
    return [event for _, event in sorted(found, key=lambda pair: pair[0])]


def _outline(scope: Scope, event: Event, annotation: ast.expr) -> ClassField:
    """Give a field without its details."""
    place = scope.module.location(event.node)
    return ClassField(event.name, "", None, "", False, place, scope, node=annotation)


def _field(
    ev: Evaluator, body: _Body, event: Event, head: str, *, keyword_only: bool
) -> ClassField:
    scope = body.scope
    context = Context(scope, event.position)
    options = options_of(ev, event, context)
    default, source, factory = default_of(ev, options, context)
    if event.value is None and not source and body.kind in {ClassKind.DATACLASS, ClassKind.PLAIN}:
        default, source, factory = _inherited_default(ev, scope, event.name)
    init = not is_constant(options.get("init"), value=False)
    required = init and not source
    if body.kind is ClassKind.TYPEDDICT:
        optional = head == "NotRequired" or (
            _flag(scope, "total", wanted=False) and head != "Required"
        )
        required, default = not optional, None
    text = scope.module.text
    annotation, metadata = annotated(ev, event.annotation or options.get("type"), context)
    alias = text_of(ev, options.get("alias", options.get("validation_alias")), context)
    if body.kind is ClassKind.ATTRS and event.name.startswith("_"):
        alias = alias or event.name.lstrip("_")
    place = scope.module.location(event.node)
    return ClassField(
        name=event.name,
        annotation=annotation_text(annotation, text.segment(annotation)) if annotation else "",
        default=default,
        default_source=source,
        required=required,
        location=place,
        scope=scope,
        init=init,
        keyword_only=is_constant(options.get("kw_only"), value=True)
        or (keyword_only and not is_constant(options.get("kw_only"), value=False)),
        alias=alias,
        factory=factory,
        constraints=tuple(
            (name, one_line(text.segment(value)))
            for name, value in options.items()
            if name not in NO_CONSTRAINT
        ),
        doc=scope.module.docs.get((place.line, place.column), "")
        or text_of(ev, options.get("description", options.get("doc")), context)
        or next(filter(None, (described(ev, part, context) for part in metadata)), "")
        or metadata_text(ev, options.get("metadata"), context),
        node=annotation,
    )


def _inherited_default(ev: Evaluator, scope: Scope, name: str) -> tuple[Value | None, str, bool]:
    """Give the default of a field that is only annotated anew: the attribute of a base.

    A dataclass leaves the default of each field as an attribute, but none of what a factory makes;
    with slots, it leaves none at all.
    """
    for base in inheritance.class_info(ev, scope).order[1:]:
        is_made = inheritance.class_info(ev, base).kind is ClassKind.DATACLASS
        for event in _declarations(ev, base):
            if event.name != name:
                continue
            if is_made and event.annotation is not None and _flag(base, "slots"):
                return None, "", False
            context = Context(base, event.position)
            options = options_of(ev, event, context) if event.value is not None else {}
            found = default_of(ev, options, context)
            if found[1] and not (is_made and found[2]):
                return found
    return None, "", False


def _head(node: ast.expr, scope: Scope) -> str:
    """Give the special form that an annotation is: ``ClassVar``, ``KW_ONLY``, ``Required``..."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        written = re.match(r"\s*([\w.]+)", node.value)
        name = written[1] if written else ""
    else:
        name = dotted(node.value if isinstance(node, ast.Subscript) else node) or ""
    module = scope.module.scope
    for event in module.events.get(name, ()):
        if event.alias is not None:
            name = event.alias.name
    last = name.rpartition(".")[2]
    return last if last in SPECIAL_FORMS else ""


def _flag(scope: Scope, name: str, *, wanted: bool = True) -> bool:
    """Tell whether a class statement or one of its decorators gives a keyword that value."""
    return any(
        item.arg == name and isinstance(item.value, ast.Constant) and item.value.value is wanted
        for item in inheritance.keywords_of(scope)
    )
