"""Of what an expression is made: a change of its value may be one of the names in it.

``a`` of ``a = b["x"]`` is something inside of ``b``; that of ``a = [b]`` is a new object that holds
``b``. Nothing is evaluated here, and in doubt a value may be any of the names.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.mutation.argument_binding import all_of
from sphinxext_runtime_ref.source.mutation.callees import (
    CONSTRUCTORS,
    callees,
    chain,
    classes_of,
)
from sphinxext_runtime_ref.source.mutation.relations import (
    MAX_DEPTH,
    Way,
    parameters,
    turns,
    turns_of,
)
from sphinxext_runtime_ref.source.reading.syntax import (
    arguments,
    attribute_at,
    dotted,
    global_named,
    object_named,
    object_of,
)
from sphinxext_runtime_ref.source.scopes.aliases import own_part
from sphinxext_runtime_ref.source.scopes.scope import REBINDING, UNNAMED, Action
from sphinxext_runtime_ref.source.scopes.vocabulary import COPYING, ITEMS, UNRELATED, VIEWS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.source.mutation.callees import Callee
    from sphinxext_runtime_ref.source.mutation.relations import Roots
    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope

OWN = ":"
"""Before the name of an attribute that an object alone has."""


def roots(node: ast.expr, scope: Scope, depth: int = MAX_DEPTH) -> Roots:
    """Give the names and attributes of which an expression is made.

    :param scope: in which it stands.
    :param depth: functions that may still be looked into.
    """
    return _Walk(scope, depth).walk(node)


class Origins:
    """Of what the names of a function are made."""

    def __init__(self, scope: Scope, depth: int = MAX_DEPTH, *, walked: bool = True) -> None:
        """Read the statements.

        :param depth: functions that may still be looked into.
        :param walked: whether the variables of comprehensions matter.
        """
        self.scope = scope
        self.depth = depth
        self.values: dict[str, list[tuple[ast.expr, Way, Event | None]]] = {}
        for events in (*scope.events.values(), *scope.looped.values()):
            for event in events:
                found = ((value, way, event) for value, way in _values(event))
                self.values.setdefault(event.name, []).extend(found)
        for name, items in turns(scope.node) if walked else ():
            self.values.setdefault(name, []).append((items, Way.INSIDE, None))

    def of(self, name: str, change: Event | None = None) -> Roots:
        """Give all names and attributes of which the values of a name are made.

        :param change: of the name: what it puts into the value it does not change.
        """
        return self.spread([(name, Way.ITSELF)], change)

    def spread_of(self, node: ast.expr) -> Roots:
        """Give that of which an expression is made, and that of which its names are."""
        own = roots(node, self.scope, self.depth)
        return own | self.spread(own)

    def spread(self, pairs: Iterable[tuple[str, Way]], change: Event | None = None) -> Roots:
        """Give that of which these names are made, as far as they are made of anything."""
        found: set[tuple[str, Way]] = set()
        pending = [*pairs]
        while pending:
            name, way = pending.pop()
            for value, further, event in self.values.get(name, ()):
                if event is not None and event is change:
                    continue
                for root, last in roots(value, self.scope, self.depth):
                    pair = root, way.then(further).then(last)
                    if pair not in found:
                        found.add(pair)
                        pending.append(pair)
        return frozenset(found)


def _values(event: Event) -> Iterator[tuple[ast.expr, Way]]:
    """Give the expressions that a name gets by a statement, or that its value holds after it."""
    value = own_part(event)
    if value is None or (event.name == UNNAMED and isinstance(value, ast.Attribute)):
        return  # what is done to an attribute is noted with its object
    if event.action in REBINDING:
        if event.unpack and isinstance(event.unpack[-1], slice):
            yield value, Way.HOLDING
        elif event.action is Action.OTHER or (event.unpack and value is event.value):
            yield value, Way.INSIDE
        else:
            yield value, Way.ITSELF
    elif event.action is Action.CALL and isinstance(value, ast.Call):
        yield from ((part, Way.HOLDING) for part in arguments(value))
    else:
        yield value, Way.HOLDING


class _Walk:
    def __init__(self, scope: Scope, depth: int) -> None:
        self.scope = scope
        self.depth = depth
        self.found: set[tuple[str, Way]] = set()
        self.pending: list[tuple[ast.expr, Way]] = []
        self.seen: set[tuple[int, Way]] = set()
        self.variables: dict[str, list[ast.expr]] = {}

    def walk(self, node: ast.expr) -> Roots:
        self.go(Way.ITSELF, node)
        while self.pending:
            part, way = self.pending.pop()
            self.part(part, way)
        return frozenset(self.found)

    def go(self, way: Way, *nodes: ast.expr | None) -> None:
        for node in nodes:
            if node is not None and (id(node), way) not in self.seen:
                self.seen.add((id(node), way))
                self.pending.append((node, way))

    def part(self, node: ast.expr, way: Way) -> None:
        match attribute_at(node):
            case found if name := global_named(found):
                self.found.add((name, way))
            case ast.Name(id=name):
                self.found.add((name, way))
                self.go(way.then(Way.INSIDE), *self.variables.get(name, ()))
            case ast.Attribute(value=of, attr=name):
                base = object_named(of)
                if base is not None:
                    self.found.add((f"{base}.{name}", way))
                else:
                    self.go(way.then(Way.INSIDE), of)
            case ast.Subscript(value=of, slice=key):
                self.go(way.then(Way.HOLDING if isinstance(key, ast.Slice) else Way.INSIDE), of)
            case ast.IfExp(body=one, orelse=other):
                self.go(way, one, other)
            case ast.BoolOp(values=values):
                self.go(way, *values)
            case ast.NamedExpr(value=of) | ast.Await(value=of) | ast.Starred(value=of):
                self.go(way, of)
            case ast.Call() as call:
                self.call(call, way)
            case _:
                self.made(node, way.then(Way.HOLDING))

    def made(self, node: ast.expr, way: Way) -> None:
        """Go on with what a new object holds."""
        match node:
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                self.go(way, *items)
            case ast.Dict(values=items):
                self.go(way, *items)
            case ast.BinOp(left=left, right=right):
                self.go(way, left, right)
            case ast.DictComp(value=item) | ast.ListComp(elt=item):
                self.comprehension(node, item, way)
            case ast.SetComp(elt=item) | ast.GeneratorExp(elt=item):
                self.comprehension(node, item, way)

    def comprehension(self, node: ast.expr, item: ast.expr, way: Way) -> None:
        for name, items in turns_of(node):
            self.variables.setdefault(name, []).append(items)
        self.go(way, item)

    def call(self, node: ast.Call, way: Way) -> None:
        function = node.func
        given = arguments(node)
        of, name = None, dotted(function) or ""
        if isinstance(function, ast.Attribute):
            of, name = function.value, function.attr
        functions = callees(function, self.scope) if self.depth else []
        for one in functions:
            for part, further in _given_back(one, node, self.depth):
                if isinstance(part, str):
                    self.found.add((part, way.then(further)))
                else:
                    self.go(way.then(further), part)
        if functions or name in UNRELATED:
            return
        if of is not None and name in VIEWS | ITEMS:
            self.go(way.then(Way.HOLDING if name in VIEWS else Way.INSIDE), of, *given)
        elif name in COPYING:
            self.go(way.then(Way.HOLDING), *given)
        else:
            # What an unknown function gives may be what it is given, or belong to its object.
            elsewhere = isinstance(of, ast.Name) and is_imported(of.id, self.scope)
            self.go(way.then(Way.INSIDE), None if elsewhere else of, *given)


def is_imported(name: str, scope: Scope) -> bool:
    """Tell whether a name stands for something of another module."""
    events = scope.home_of(name).events.get(name, ())
    return any(event.action is Action.IMPORT for event in events)


def _given_back(callee: Callee, call: ast.Call, depth: int) -> Iterator[tuple[ast.expr | str, Way]]:
    """Give of what a call of a function of the module is made: arguments, and names elsewhere."""
    function, node = callee.function, callee.node
    given = [*all_of(call, node, is_method=callee.is_method)]
    if callee.is_method and isinstance(call.func, ast.Attribute):
        given += [(name, call.func.value) for name in parameters(node)[:1]]
    if node.name in CONSTRUCTORS:
        yield from ((value, Way.HOLDING) for _, value in given)
        return
    own = {*parameters(node), *function.events} - _of_module(function)
    for root, way in _returned(function, depth):
        yield from ((value, way) for parameter, value in given if parameter == root)
        if "." in root:
            inside = Way.HOLDING if way is Way.HOLDING else Way.INSIDE
            base = root.partition(".")[0]
            yield from ((value, inside) for parameter, value in given if parameter == base)
            yield from ((name, way) for name in attributes_of((root,), function))
        elif root not in own:
            yield root, way


def _returned(function: Scope, depth: int) -> Roots:
    if depth not in function.returned:
        function.returned[depth] = frozenset()  # what it gives by itself adds nothing
        origins = Origins(function, depth - 1)
        found: set[tuple[str, Way]] = set()
        for part in ast.walk(function.node):
            if isinstance(part, ast.Return | ast.Yield | ast.YieldFrom) and part.value:
                way = Way.ITSELF if isinstance(part, ast.Return) else Way.HOLDING
                own = roots(part.value, function, depth - 1)
                found |= {(name, way.then(further)) for name, further in own}
        function.returned[depth] = frozenset(found) | origins.spread(found)
    return function.returned[depth]


def _of_module(function: Scope) -> set[str]:
    parts = ast.walk(function.node)
    return {name for part in parts if isinstance(part, ast.Global) for name in part.names}


def attributes_of(names: Iterable[str], function: Scope) -> Iterator[str]:
    """Give the attributes of classes that ``cls.name``, ``self.name`` or ``Class.name`` are.

    One that an object alone has is told with a mark: ``Class.:name``.
    """
    for name in names:
        base, dot, attribute = name.rpartition(".")
        for owner in classes_of(object_of(base), function) if dot else ():
            holders = [scope for scope in chain(owner) if attribute in scope.events]
            yield f"{holders[0].qualname}.{attribute}" if holders else own_name(owner, attribute)


def own_name(owner: Scope, attribute: str) -> str:
    """Give what stands for an attribute that the objects of a class have, but not the class."""
    return f"{owner.qualname}.{OWN}{attribute.removeprefix(OWN)}"
