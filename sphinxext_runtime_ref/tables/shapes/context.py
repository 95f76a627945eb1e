"""What every shape may ask: declarations, classes, comments, signatures."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import ConfigError, DeclarationError
from sphinxext_runtime_ref.globs import is_glob
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source.classes import Wanted, class_facts
from sphinxext_runtime_ref.source.evaluation.evaluator import Context as EvaluationContext
from sphinxext_runtime_ref.source.operations import class_assignments
from sphinxext_runtime_ref.source.reading import comments
from sphinxext_runtime_ref.source.scopes.bindings import child_scope
from sphinxext_runtime_ref.source.scopes.scope import Action
from sphinxext_runtime_ref.source.signatures import ParameterKind, parameters
from sphinxext_runtime_ref.source.symbols import evaluate, lookup
from sphinxext_runtime_ref.source.types.specifiers import annotation_text
from sphinxext_runtime_ref.source.worlds import in_worlds
from sphinxext_runtime_ref.tables.address import Address, find_module, find_modules
from sphinxext_runtime_ref.tables.choices import Choices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxext_runtime_ref.errors import Diagnostic
    from sphinxext_runtime_ref.source.classes import ClassFacts
    from sphinxext_runtime_ref.source.evaluate import Variant
    from sphinxext_runtime_ref.source.evaluation.evaluator import Evaluator
    from sphinxext_runtime_ref.source.module import Module
    from sphinxext_runtime_ref.source.scopes.scope import Scope
    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.values import Call, Value

_DOTTED_PATH = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*(?::[^\W\d]\w*(?:\.[^\W\d]\w*)*)?")
_DUPLICATE_KEY = "duplicate key"
# What may stand between a key and its value.
_BETWEEN = re.compile(r"(?:[\s:(\\]|#[^\n]*)*")


@dataclass(frozen=True, slots=True)
class Notes:
    """What the comments around a line say.

    :param doc: the comment above or at the end of the line.
    :param group: the section banner above it.
    """

    doc: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Declared:
    """The value of a declaration.

    :param variants: one, or one for each combination of branches that stays undecided.
    :param location: where it is bound.
    :param is_class: whether it is a class.
    :param nature: what it is instead of something with a value, see :class:`.Evaluation`.
    """

    variants: Sequence[Variant]
    location: Location
    diagnostics: tuple[Diagnostic, ...] = ()
    is_class: bool = False
    nature: str = ""


@dataclass(frozen=True, slots=True)
class Annotated:
    """An annotated name of a module, such as ``APP_PORT: int = 8000``.

    :param text: the annotation as written, without the quotes of a string annotation.
    :param value: what is assigned, ``None`` where nothing is.
    """

    text: str
    value: Value | None
    location: Location


@dataclass(frozen=True, slots=True)
class Context:
    """A declaration to read, and the files around it.

    :param address: where it is.
    :param choices: the table's options.
    :param lifecycle_methods: methods that the table of configuration owners links.
    :param collection: the statement whose parts are read; banners above it are not theirs.
    :param signatures: parameter names of callees that were asked for already.
    """

    tree: SourceTree
    address: Address
    choices: Choices = field(default_factory=Choices)
    lifecycle_methods: tuple[str, ...] = ()
    collection: Location | None = None
    signatures: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False)

    @property
    def module(self) -> Module:
        """The module that the address names."""
        return find_module(self.tree, self.address)

    def declaration(self, symbol: str, *, unique_keys: bool = False) -> Declared:
        """Evaluate a declaration of the module.

        :param unique_keys: whether a key that a dictionary has twice is an error.
        :raises DeclarationError: when it is missing or declared twice.
        """
        module = self.module
        found = evaluate(self.tree, module, symbol)
        for diagnostic in found.diagnostics if unique_keys else ():
            if diagnostic.message.startswith(_DUPLICATE_KEY):
                raise DeclarationError(f"{symbol}: {diagnostic.message}", diagnostic.location)
        place = found.location or Location(module.path)
        return Declared(found.variants, place, found.diagnostics, found.is_class, found.nature)

    def place(self, symbol: str) -> Location:
        """Give the place of a declaration, that of the module for none."""
        module = self.module
        if not symbol:
            return Location(module.path)
        return lookup(self.tree, module, symbol).location

    def class_facts(self, name: str, wanted: Wanted | None = None) -> ClassFacts:
        """Give the facts of a class of the module.

        :param wanted: which facts; all of them by default.
        :raises DeclarationError: when there is no such class.
        """
        return class_facts(self.tree, self.module, name, wanted or Wanted())

    def class_at(self, path: str, name: str) -> tuple[Context, ClassFacts] | None:
        """Give a class by its file and name, with a context for it; ``None`` without one."""
        inside = self.at(path, name)
        try:
            return inside, inside.class_facts(name)
        except DeclarationError:
            return None

    def class_by_path(self, text: str) -> tuple[Context, ClassFacts] | None:
        """Give the class that ``"pkg.mod:Class"`` or ``"pkg.mod.Class"`` names."""
        if not _DOTTED_PATH.fullmatch(text):
            return None
        where, _, name = text.rpartition(":") if ":" in text else text.rpartition(".")
        module = self.tree.find(where) if where else None
        return self.class_at(module.path, name) if module is not None else None

    def is_below_root(self, text: str) -> bool:
        """Tell whether a dotted path begins with a package below the root."""
        first = text.partition(":")[0].partition(".")[0]
        dotted = bool(_DOTTED_PATH.fullmatch(text)) and ("." in text or ":" in text)
        return dotted and (self.tree.find(first) is not None or self.tree.is_package(first))

    def assigned_names(self, owner: str) -> tuple[str, ...]:
        """Give the names that the module, or a class of it, assigns, in order."""
        scope = self.module.scope
        if owner:
            path, _, name = lookup(self.tree, self.module, owner).identity.partition(":")
            scope = _class_scope(self.tree.module(path).scope, name)
        events = [event for found in scope.events.values() for event in found]
        events.sort(key=lambda event: event.position)
        later = class_assignments.events_of(scope)
        assigned = (event for event in (*events, *later) if event.action is Action.ASSIGN)
        return tuple(dict.fromkeys(event.name for event in assigned))

    def annotations(self) -> dict[str, Annotated]:
        """Give the annotated names of the module, those below ``TYPE_CHECKING`` included."""
        module = self.module
        found: dict[str, Annotated] = {}

        def run(ev: Evaluator) -> dict[str, Annotated]:
            for name, events in module.scope.events.items():
                for event in events:
                    if event.annotation is None:
                        continue
                    around = EvaluationContext(module.scope, event.position)
                    found[name] = Annotated(
                        annotation_text(event.annotation, module.text.segment(event.annotation)),
                        ev.checker.value(event.value, around) if event.value is not None else None,
                        module.location(event.node),
                    )
            return found

        return in_worlds(self.tree, module, run)[0].result

    def notes(self, *places: Location) -> Notes:
        """Give what the comments around the first of some places say of the thing there.

        :param places: parts of one thing, as a key and its value; the last one ends it.
        """
        try:
            module = self.tree.module(places[0].path)
        except DeclarationError:
            return Notes()
        span = self.span(places[0], places[-1])
        if places[0] == span != places[-1]:
            # What is said at the end of the key's line is said of the key, whatever comes between.
            span = span._replace(end_column=0)
        around = self.collection
        inside = around is not None and around.path == span.path and around.line <= span.line
        since = around.line if around is not None and inside else 0
        return Notes(comments.doc_of(module, span), comments.section_of(module, span, since))

    def statement(self, place: Location) -> Location:
        """Give a stretch from the beginning of its first line: comments above belong to that."""
        lines = self.tree.module(place.path).text.lines
        before = lines[place.line - 1][: place.column - 1]
        return place._replace(column=len(before) - len(before.lstrip()) + 1)

    def within(self, collection: Location) -> Context:
        """Give the same context for the parts of a collection."""
        return replace(self, collection=collection)

    def span(self, first: Location, last: Location) -> Location:
        """Give the stretch from one place to another, the first one where they are apart.

        A comprehension may take a key from one place and its value from another.
        """
        if first.path != last.path or last.end_line < first.line:
            return first
        if last.line > first.end_line:
            gap = Location(
                first.path, first.end_line, first.end_column, last.line, max(last.column, 1)
            )
            if not _BETWEEN.fullmatch(self.tree.module(first.path).text.cut(gap)):
                return first
        return first._replace(end_line=last.end_line, end_column=last.end_column)

    def parameters(self, call: Call) -> tuple[str, ...]:
        """Give the names of a callee's ordinary parameters, none when they are not known."""
        known = self.signatures.get(call.identity)
        if known is None:
            known = self.signatures[call.identity] = self._parameters(call.identity)
        return known

    def _parameters(self, identity: str) -> tuple[str, ...]:
        path, _, name = identity.partition(":")
        if not name:
            return ()
        try:
            found = parameters(self.tree, self.tree.module(path), name)
        except DeclarationError:
            return ()
        return tuple(item.name for item in found if item.kind is ParameterKind.ORDINARY)

    def modules(self) -> tuple[Module, ...]:
        """Give the modules that the address names, one unless it is a glob.

        :raises DeclarationError: when there are none.
        """
        return find_modules(self.tree, self.address)

    def called_names(self, module: Module, wanted: str) -> tuple[str, ...]:
        """Give the names that a glob such as ``*_state`` means: functions and imports of a module.

        :param wanted: a name, which is given as it is, or a glob.
        """
        if not is_glob(wanted):
            return (wanted,)
        callable_names = (
            name
            for name, events in module.scope.events.items()
            if any(e.action in {Action.FUNCTION, Action.CLASS, Action.IMPORT} for e in events)
        )
        return tuple(name for name in callable_names if fnmatchcase(name, wanted))

    def here(self) -> Location:
        """Give the place of the file, or of the glob, that the address names."""
        address = self.address
        return Location(address.where if address.is_glob else self.module.path)

    def require_symbol(self, what: str) -> str:
        """Give the address's symbol.

        :raises ConfigError: when it has none.
        """
        if not self.address.symbol:
            raise ConfigError(f"{self.address}: expected {what} after a colon")
        return self.address.symbol

    def at(self, path: str, symbol: str) -> Context:
        """Give a context for another declaration, without options."""
        return replace(self, address=Address(path, symbol), choices=Choices())


def _class_scope(scope: Scope, dotted: str) -> Scope:
    for part in dotted.split("."):
        events = [event for event in scope.events.get(part, ()) if event.action is Action.CLASS]
        if events:
            scope = child_scope(scope, events[-1])
    return scope
