"""What a name can lead to, before it becomes a value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from sphinxext_runtime_ref.source.values import (
    Call,
    Literal,
    Mapping,
    Record,
    Sequence,
    Symbol,
    Unevaluated,
)

if TYPE_CHECKING:
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope
    from sphinxext_runtime_ref.source.values import Value

LAMBDA = "a lambda has no static value"


@dataclass(frozen=True, slots=True)
class Bound:
    """A name that an assignment binds below the root.

    :param identity: ``path:NAME`` of the assignment.
    """

    value: Value
    identity: str
    definition: Location


@dataclass(frozen=True, slots=True)
class Plain:
    """A value that is not reached through a name of its own."""

    value: Value


@dataclass(frozen=True, slots=True)
class ModuleTarget:
    """A module below the root."""

    module: Module


@dataclass(frozen=True, slots=True)
class FolderTarget:
    """A package without a file of its own; its modules are attributes."""

    dotted: str
    folder: str


@dataclass(frozen=True, slots=True)
class External:
    """Something outside of the root, by its dotted name."""

    dotted: str
    definition: Location | None = None


@dataclass(frozen=True, slots=True)
class ClassTarget:
    """A class below the root."""

    scope: Scope

    @property
    def identity(self) -> str:
        """``path:Qualified.Name``."""
        return self.scope.identity("")

    @property
    def definition(self) -> Location:
        """Where the class statement is."""
        return self.scope.location


@dataclass(frozen=True, slots=True)
class FunctionTarget:
    """A function or method below the root."""

    scope: Scope
    event: Event

    @property
    def identity(self) -> str:
        """``path:Qualified.name``."""
        return self.scope.identity(self.event.name)

    @property
    def definition(self) -> Location:
        """Where it is defined."""
        return self.scope.module.location(self.event.node)


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an enum below the root.

    :param is_equal: whether it equals its value.
    """

    value: Value
    identity: str
    definition: Location
    is_equal: bool


@dataclass(frozen=True, slots=True)
class Builtin:
    """A builtin function or class."""

    name: str


Target: TypeAlias = (
    Bound
    | Plain
    | ModuleTarget
    | FolderTarget
    | External
    | ClassTarget
    | FunctionTarget
    | Member
    | Builtin
)


def identity_of(target: Target) -> str:
    """Give what all spellings of the thing have in common, ``""`` for a plain value."""
    match target:
        case Bound() | ClassTarget() | FunctionTarget() | Member():
            return target.identity
        case ModuleTarget():
            return target.module.path
        case External() | FolderTarget():
            return target.dotted
        case Builtin():
            return f"builtins.{target.name}"
        case Plain(value=Symbol(identity=identity)):
            return identity
        case _:
            return ""


def to_value(target: Target, text: str, location: Location) -> Value:
    """Make a value of what a name leads to.

    :param text: the name as written.
    :param location: where it is written.
    """
    match target:
        case Plain():
            return target.value
        case Bound():
            return _bound(target, text, location)
        case Member():
            return Symbol(
                text,
                target.identity,
                location,
                target.value,
                target.definition,
                is_equal=target.is_equal,
            )
        case ClassTarget() | FunctionTarget() | External():
            return Symbol(text, identity_of(target), location, None, target.definition)
        case _:
            return Symbol(text, identity_of(target), location)


def _bound(target: Bound, text: str, location: Location) -> Value:
    value = target.value
    match value:
        case Literal() | Sequence() | Mapping():
            return replace(value, name=text)
        case Record() | Call():
            return Symbol(text, target.identity, location, value, target.definition)
        case Symbol():
            definition = value.definition or target.definition
            return replace(value, text=text, location=location, definition=definition, name=None)
        case Unevaluated(reason=reason) if reason == LAMBDA:
            return Symbol(text, target.identity, location, None, target.definition)
        case _:
            return replace(value, name=text)
