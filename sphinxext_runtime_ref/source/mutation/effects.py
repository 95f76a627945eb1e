"""What a call of a module's own function changes: the values that it is given, and the module's.

Nothing is evaluated here: it is only told which names have another value after the call.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.source.mutation import applying, argument_binding, objects
from sphinxext_runtime_ref.source.mutation.bodies import (
    changed_by,
    of_nested,
    of_roots,
    of_statements,
    parts_of,
    rebinds,
    through,
)
from sphinxext_runtime_ref.source.mutation.callees import (
    Callee,
    callees,
    made_in,
)
from sphinxext_runtime_ref.source.mutation.derived import Origins, roots
from sphinxext_runtime_ref.source.mutation.effect import (
    CALLED,
    FIELDS,
    INSIDE,
    Effect,
    Effects,
    any_of,
    deepened,
    given_to,
    joined,
    with_others,
)
from sphinxext_runtime_ref.source.mutation.relations import parameters
from sphinxext_runtime_ref.source.mutation.steps import Steps
from sphinxext_runtime_ref.source.reading.syntax import arguments, dotted, names_in
from sphinxext_runtime_ref.source.scopes.bindings import child_scope
from sphinxext_runtime_ref.source.scopes.namespaces import ANY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinxext_runtime_ref.source.scopes.scope import Event, Scope

MAX_DEPTH = 20
"""Functions that call each other, as far as they are looked into."""
LATER = "later"
"""Stands for no name: what changes does so only where something is made of what the call gives."""


def effects_of_call(call: ast.Call, scope: Scope, depth: int = MAX_DEPTH) -> dict[str, Effect]:
    """Give what a call of the module's own functions changes, by the caller's name for it.

    An attribute of a class has its dotted name: ``Factory.registry``; where functions are not
    looked into far enough, :data:`~.namespaces.ANY` may change.

    :param scope: that of the call.
    """
    steps = Steps()
    found = _effects(call, scope, depth, steps)
    return found | {ANY: INSIDE} if steps.are_spent else found


def _effects(call: ast.Call, scope: Scope, depth: int, steps: Steps) -> dict[str, Effect]:
    if dotted(call.func) in applying.PARTIAL:
        return {}
    if applying.is_applying(call):
        return _of_applied(call, scope, depth, steps)
    if isinstance(call.func, ast.Call) and dotted(call.func.func) not in applying.PARTIAL:
        makers = callees(call.func.func, scope, steps)
        made = [_of_maker(one, call, call.func, scope, depth) for one in makers]
        functions = [one for one in callees(call.func, scope, steps) if not one.is_local]
        found = any_of([*made, *(_of_callee(one, call, scope, depth) for one in functions)])
        found = joined([found, _of_given(call.func, makers, scope, depth, steps)])
    else:
        functions = callees(call.func, scope, steps)
        found = any_of(_of_callee(one, call, scope, depth) for one in functions)
    if isinstance(call.func, ast.Attribute):
        for name in [name for name in found if "." in name]:
            for other in objects.overriding(name, call.func.value, scope):
                found[name] = found[other] = replace(INSIDE, anew=found[name].anew)
    if (method := objects.method_of(call.func, scope)) is not None:
        found = joined([found, *_of_object(method, functions, scope, depth)])
    # What an object has is changed, and with it whatever the object was made of.
    parts = [*objects.changed_with(call, functions, found, scope)]
    if not functions and objects.is_given(call.func, scope):
        parts += arguments(call)
    return joined([found, *(of_roots(roots(part, scope), scope, INSIDE) for part in parts)])


def _of_given(
    maker: ast.Call, makers: list[Callee], scope: Scope, depth: int, steps: Steps
) -> dict[str, Effect]:
    """Give what becomes of what a call is given whose result is called, and of its object."""
    elsewhere = {
        name
        for one in makers
        for name in _known_effects_of(one.event, one.scope, depth)
        if name not in parameters(one.node)
    }
    effects = _effects(maker, scope, depth, steps)
    return with_others({name: effects[name] for name in effects.keys() - elsewhere})


def _of_object(
    method: ast.Attribute, functions: list[Callee], scope: Scope, depth: int
) -> Iterator[dict[str, Effect]]:
    """Give what changes with the object of which a method is called."""
    for one in functions or objects.methods_named(method.attr, scope):
        own = next(iter(parameters(one.node)[: one.is_method]), "")
        effect = _known_effects_of(one.event, one.scope, depth).get(own)
        of = roots(method.value, scope) if effect is not None else frozenset()
        if effect is not None and functions:
            yield of_roots(of, scope, effect)
        else:
            # which class it is of is not known
            yield objects.touched(of, scope)


def _of_applied(call: ast.Call, scope: Scope, depth: int, steps: Steps) -> dict[str, Effect]:
    """Give what changes where a function is called for all items of others: ``map(f, items)``."""
    function, *given = applying.applied(call)
    if function is None:
        return {}
    items: list[ast.expr] = [
        ast.Subscript(one, ast.Constant(0), ast.Load()) for one in given if one
    ]
    made = ast.Call(function, items, [])
    found = Effects(_of_handed(function, [], scope, depth))
    found.join(_effects(made, scope, depth, steps))
    if (target := changed_by(made)) is not None:
        found.join(of_roots(roots(target, scope), scope, INSIDE))
    return with_others(found)


def effects_of(callee: Callee, scope: Scope) -> dict[str, Effect]:
    """Give what a function changes where it is not known what it is given."""
    return _of_callee(callee, None, scope, MAX_DEPTH)


def effects_on_parameters(callee: Callee) -> Mapping[str, Effect]:
    """Give what a function changes, its parameters among it."""
    return _known_effects_of(callee.event, callee.scope, MAX_DEPTH)


def _of_callee(
    callee: Callee, call: ast.Call | None, around: Scope, depth: int
) -> dict[str, Effect]:
    """Give the effects of a function.

    :param call: where it is called; ``None`` where it is not known what it is given.
    :param around: the scope of the call.
    """
    node = callee.node
    own = parameters(node)
    effects = _known_effects_of(callee.event, callee.scope, depth)
    found = Effects(
        (name, effect) for name, effect in effects.items() if name.partition(CALLED)[0] not in own
    )
    whole = applying.with_partial(
        callee.partial, call or ast.Call(ast.Name(callee.event.name), [], [])
    )
    for parameter, value in argument_binding.others_of(whole, node, is_method=callee.is_method):
        inside = effects.get(parameter)
        if inside is not None and (inside.deep or isinstance(value, ast.Starred)):
            found.join(dict.fromkeys(names_in(value), INSIDE))
            found.join(of_roots(roots(value, around), around, replace(inside, deep=True)))
        if parameter + CALLED in effects:
            found.join(_of_handed(value, given_to(parameter, effects), around, depth))
    bound = list(argument_binding.arguments_of(whole, node, is_method=callee.is_method))
    for parameter, value in bound:
        if parameter in effects and isinstance(value, ast.Name):
            found.join({value.id: effects[parameter]})
        elif parameter in effects:
            found.join(of_roots(roots(value, around), around, effects[parameter]))
        if parameter + CALLED in effects:
            others = [*arguments(whole), *(one for _, one in bound), *given_to(parameter, effects)]
            found.join(_of_handed(value, others, around, depth))
    return found if callee.plain else with_others(found)


def _known_effects_of(event: Event, scope: Scope, depth: int) -> dict[str, Effect]:
    """Give what :func:`_effects_of` does, which is looked into once."""
    if event not in scope.effects:
        if depth <= 0:
            return {ANY: INSIDE}
        # While it is looked into, a function that calls itself may do anything to what it gets.
        scope.effects[event] = dict.fromkeys(parameters(child_scope(scope, event).node), FIELDS)
        scope.effects[event] = _effects_of(event, scope, depth)
    return scope.effects[event]


def _of_handed(
    function: ast.expr, others: list[ast.expr], scope: Scope, depth: int
) -> dict[str, Effect]:
    """Give what changes where a function is handed to another one that calls it.

    :param others: what else the other one is given.
    """
    if isinstance(function, ast.Name) and function.id in parameters(scope.node):
        given = (name for other in others for name in names_in(other))
        return dict.fromkeys((function.id + CALLED + name for name in ("", *given)), INSIDE)
    found = Effects()
    for one in callees(function, scope):
        found.join(_of_callee(one, None, scope, depth - 1))
        effects = one.scope.effects.get(one.event, {})
        for effect in filter(None, map(effects.get, parameters(one.node)[one.is_method :])):
            for other in others:
                found.join(dict.fromkeys(names_in(other), effect))
    return deepened(found)


def _of_maker(
    callee: Callee, call: ast.Call, maker: ast.Call, scope: Scope, depth: int
) -> dict[str, Effect]:
    """Give what a function changes that another one makes: ``register("name")(function)``.

    :param scope: that of the calls.
    """
    outer = callee.function
    own = {*parameters(callee.node), *outer.events}
    given = dict(argument_binding.arguments_of(maker, callee.node, is_method=callee.is_method))
    known = dict(callee.scope.effects)
    at_once = _effects_of(callee.event, callee.scope, depth - 1, makes=False)
    callee.scope.effects = known  # what it makes belongs to what it does
    found = Effects(with_others(at_once))
    for inner in made_in(outer):
        effects = _of_callee(Callee(outer, inner, plain=callee.plain), call, outer, depth - 1)
        for name, effect in effects.items():
            value = given.get(name)
            if isinstance(value, ast.Name):
                found.join(with_others({value.id: effect}))
            elif value is not None:
                found.join(of_roots(roots(value, scope), scope, effect))
            elif name not in own:
                found.join({name: effect})
    return found


def _effects_of(event: Event, scope: Scope, depth: int, *, makes: bool = True) -> dict[str, Effect]:
    """Give what a function does to its parameters and to names that are not its own.

    :param makes: whether what the functions in it do counts.
    """
    function = child_scope(scope, event)
    parts = list(parts_of(function.node))
    origins = Origins(function)
    found = of_nested(parts, function)
    by_statements = of_statements(function, origins)
    of_module = {name for part in parts if isinstance(part, ast.Global) for name in part.names}
    of_module |= function.by_text
    own = {*parameters(function.node)}
    bound = {name for name, events in function.events.items() if any(map(rebinds, events))}
    local = bound - of_module - own
    # What a function that it makes does may happen at any time later.
    for inner in made_in(function) if depth > 0 and makes else ():
        of = parameters(child_scope(function, inner).node)
        made = _known_effects_of(inner, function, depth - 1)
        found.join(deepened({name: made[name] for name in made if name not in of}))
    # a function that it calls, and that calls it, does the same once more
    again = with_others(joined((found, by_statements)))
    for name in local & again.keys():
        del again[name]
    scope.effects[event] = scope.effects.get(event, {}) | again
    unused = {id(part.value) for part in parts if isinstance(part, ast.Expr)}
    for part in parts:
        if isinstance(part, ast.Call):
            effects = effects_of_call(applying.without_partial(part), function, depth - 1)
            if effects.pop(LATER, None) and id(part) in unused:
                continue
            found.join(with_others(effects))
            is_method = isinstance(part.func, ast.Attribute)
            called_by = () if is_method else origins.spread_of(part.func)
            for name in own & {root for root, _ in called_by}:
                given = {root for one in arguments(part) for root, _ in origins.spread_of(one)}
                called = (name + CALLED + root for root in ("", *(given - local - own)))
                found.join(dict.fromkeys(called, INSIDE))
    for name, effect in [*found.items()]:
        # The values of a name of the module are not those that it has here.
        found.join(through(name, origins, effect) if name not in of_module else {})
    found.join(by_statements)
    found.join(dict.fromkeys(bound & of_module, Effect(anew=True)))
    for name in local & found.keys():
        del found[name]
    is_async = isinstance(function.node, ast.AsyncFunctionDef)
    if found and (is_async or any(isinstance(one, ast.Yield | ast.YieldFrom) for one in parts)):
        return deepened(found) | {LATER: INSIDE}
    return found
