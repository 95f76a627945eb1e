"""The shape that a declaration has by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source import values
from sphinxext_runtime_ref.source.types.inheritance import ClassKind
from sphinxext_runtime_ref.tables.shapes.arguments import find_arguments
from sphinxext_runtime_ref.tables.shapes.constants import read_constants
from sphinxext_runtime_ref.tables.shapes.enums import read_enum
from sphinxext_runtime_ref.tables.shapes.environment import environment_elements, is_environment
from sphinxext_runtime_ref.tables.shapes.fields import read_fields
from sphinxext_runtime_ref.tables.shapes.items import unwrap
from sphinxext_runtime_ref.tables.shapes.values import elements_from, elements_of

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.classes import ClassFacts
    from sphinxext_runtime_ref.tables.elements import Elements
    from sphinxext_runtime_ref.tables.shapes.context import Context


def read_auto(context: Context) -> Elements:
    """Read a declaration in the shape that its kind and its value suggest.

    A module gives its constants; a class its members, fields or constants; a function, or a
    parser, the arguments that are added; a mapping of environment lookups a registry of
    variables; any other value the rows that it spreads over.

    :raises DeclarationError: for a name that has no value: a function without arguments of a
        parser, a member of an enumeration, a module or something from outside of the root.
    """
    if not context.address.symbol:
        return read_constants(context)
    if context.address.is_glob:
        raise DeclarationError(
            f"{context.address}: several files may be meant; say with the option 'shape' whether "
            "'calls', 'decorators' or 'classes' are the rows"
        )
    declared = context.declaration(context.address.symbol)
    if declared.is_class:
        facts = context.class_facts(context.address.symbol)
        if facts.members:
            return read_enum(context)
        return read_fields(context) if _has_fields(facts, context) else read_constants(context)
    if declared.nature or isinstance(unwrap(declared.variants[0].value), values.Call):
        arguments = find_arguments(context)
        if arguments is not None:
            return arguments
    if declared.nature:
        raise DeclarationError(_without_value(context, declared.nature), declared.location)
    first = declared.variants[0].value
    if isinstance(first, values.Mapping) and is_environment(first, context):
        return environment_elements(declared, context)
    return elements_from(declared, elements_of, context)


def _without_value(context: Context, nature: str) -> str:
    symbol = context.address.symbol
    text = f"{symbol!r} is {nature}, which has no value to show"
    if nature == "a function":
        return (
            f"{text}, and it adds no arguments to a parser; with the option 'shape', 'calls' reads "
            "where it is called, 'decorators' what it decorates, 'fields' its parameters"
        )
    if nature.startswith("a member"):
        return f"{text}; name its class, {symbol.rpartition('.')[0]!r}, for all members"
    return f"{text}; expected a constant, a collection, a class or a parser"


def _has_fields(facts: ClassFacts, context: Context) -> bool:
    """Tell fields from constants: a class without a constructor of its own may have either."""
    if facts.kind is not ClassKind.PLAIN:
        return bool(facts.fields)
    fields = [field.name for field in facts.fields]
    assigned = [n for n in context.assigned_names(facts.name) if not n.startswith("_")]
    constants = [name for name in (*fields, *assigned) if name.isupper() or name not in fields]
    return bool(fields) and not constants
