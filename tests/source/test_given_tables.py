"""Collections that something is given which changes them later, or by way of something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree

CALLABLE_OBJECT = """\
class Reg:
    def __init__(self, table): self.table = table
    def __call__(self, cls):
        self.table[cls.__name__] = cls
        return cls
"""
METHOD = """\
class Reg:
    def __init__(self, table): self.table = table
    def add(self, cls):
        self.table[cls.__name__] = cls
        return cls
"""
MAKING_METHOD = """\
class Reg:
    def __init__(self, table): self.table = table
    def add(self, name):
        def deco(cls):
            self.table[name] = cls
            return cls
        return deco
"""
DECORATOR = """\
def reg(table):
    def deco(cls):
        table[cls.__name__] = cls
        return cls
    return deco
"""
MAKER_OF_MAKERS = """\
def reg(table):
    def outer(name):
        def deco(cls):
            table[name] = cls
            return cls
        return deco
    return outer
"""
ITERABLE = """\
class It:
    def __init__(self, t): self.t = t
    def __iter__(self):
        self.t['x'] = 1
        return iter(())
"""
MODULES = {
    "selfpartial": """\
import functools
def reg(table, cls=None):
    if cls is None:
        return functools.partial(reg, table)
    table[cls.__name__] = cls
    return cls
M = {}
@reg(M)
class A: pass
""",
    "selflambda": """\
def reg(table, cls=None):
    if cls is None:
        return lambda c: reg(table, c)
    table[cls.__name__] = cls
    return cls
M = {}
@reg(M)
class A: pass
""",
    "returnpartial": """\
import functools
def put(t, k, c):
    t[k] = c
    return c
def reg(table, key):
    return functools.partial(put, table, key)
M = {}
@reg(M, 'a')
class A: pass
""",
    "lambda": """\
def reg(table):
    return lambda c: table.setdefault(c.__name__, c)
M = {}
@reg(M)
class A: pass
""",
    "obj": f"""\
{CALLABLE_OBJECT}M = {{}}
@Reg(M)
class A: pass
""",
    "obj2": f"""\
{CALLABLE_OBJECT}M = {{}}
r = Reg(M)
@r
class A: pass
""",
    "returnsobj": f"""\
{CALLABLE_OBJECT}M = {{}}
def reg(t): return Reg(t)
@reg(M)
class A: pass
""",
    "obj3": f"""\
{METHOD}M = {{}}
class A: pass
Reg(M).add(A)
""",
    "obj4": f"""\
{METHOD}M = {{}}
@Reg(M).add
class A: pass
""",
    "obj5": f"""\
{MAKING_METHOD}M = {{}}
r = Reg(M)
@r.add('x')
class A: pass
""",
    "obj6": f"""\
{MAKING_METHOD}M = {{}}
@Reg(M).add('x')
class A: pass
""",
    "partialmaker": f"""\
import functools
{DECORATOR}M = {{}}
r = functools.partial(reg, M)
@r()
class A: pass
""",
    "expr": f"""\
{DECORATOR}M = {{}}
H = {{'m': M}}
@reg(H['m'])
class A: pass
""",
    "cond": f"""\
{DECORATOR}M = {{}}
N = {{}}
@reg(M if 1 else N)
class A: pass
""",
    "three": f"""\
{MAKER_OF_MAKERS}M = {{}}
r = reg(M)
@r('x')
class A: pass
""",
    "three2": f"""\
{MAKER_OF_MAKERS}M = {{}}
@reg(M)('x')
class A: pass
""",
    "setitem": """\
def reg(table):
    return table.update
M = {}
reg(M)({'x': 1})
""",
    "setitem2": """\
import functools
M = {}
functools.partial(M.__setitem__, 'x')(1)
""",
    "setitem3": """\
import functools
M = {}
f = functools.partial(M.__setitem__, 'x')
f(1)
""",
    "kw": """\
def reg(*, into):
    def deco(cls):
        into[cls.__name__] = cls
        return cls
    return deco
M = {}
@reg(into=M)
class A: pass
""",
    "kwargs": """\
def reg(**kw):
    def deco(cls):
        kw['into'][cls.__name__] = cls
        return cls
    return deco
M = {}
@reg(into=M)
class A: pass
""",
    "args": """\
def reg(*tables):
    def deco(cls):
        for t in tables: t[cls.__name__] = cls
        return cls
    return deco
M = {}
@reg(M)
class A: pass
""",
    "attr": """\
def reg(table):
    def deco(cls):
        table['x'].append(cls)
        return cls
    return deco
M = {'x': []}
@reg(M)
class A: pass
""",
    "wrapped": """\
import functools
def reg(table):
    def deco(fn):
        @functools.wraps(fn)
        def w(*a): return fn(*a)
        table[fn.__name__] = w
        return w
    return deco
M = {}
@reg(M)
def a(): pass
""",
    "asyncdef": """\
def reg(table):
    def deco(fn):
        table[fn.__name__] = fn
        return fn
    return deco
M = {}
@reg(M)
async def a(): pass
""",
    "static": """\
class R:
    @staticmethod
    def reg(table):
        def deco(c):
            table[c.__name__] = c
            return c
        return deco
M = {}
@R.reg(M)
class A: pass
""",
    "classm": """\
class R:
    @classmethod
    def reg(cls, table):
        def deco(c):
            table[c.__name__] = c
            return c
        return deco
M = {}
@R.reg(M)
class A: pass
""",
    "inclass": f"""\
{DECORATOR}M = {{}}
class Out:
    @reg(M)
    class A: pass
    @reg(M)
    def b(self): pass
""",
    "clsattr": f"""\
{DECORATOR}M = {{}}
class Out:
    T = M
    @reg(T)
    class A: pass
""",
    "ownkw": """\
def reg(cls=None, *, table):
    def deco(c):
        table[c.__name__] = c
        return c
    return deco if cls is None else deco(cls)
M = {}
@reg(table=M)
class A: pass
""",
    "ctx": """\
from contextlib import contextmanager
@contextmanager
def reg(table):
    table['x'] = 1
    yield table
M = {}
with reg(M) as t:
    t['y'] = 2
""",
    "gen": """\
def reg(table):
    for x in 'ab':
        table[x] = 1
        yield x
M = {}
L = list(reg(M))
""",
    "prop": """\
class R:
    def __init__(self, t): self.t = t
    def __setitem__(self, k, v): self.t[k] = v
    def __iadd__(self, o):
        self.t['z'] = o
        return self
M = {}
r = R(M)
r['x'] = 1
""",
    "iadd": """\
class R:
    def __init__(self, t): self.t = t
    def __iadd__(self, o):
        self.t['z'] = o
        return self
M = {}
r = R(M)
r += 1
""",
    "with": """\
class R:
    def __init__(self, t): self.t = t
    def __enter__(self):
        self.t['z'] = 1
        return self
    def __exit__(self, *a): pass
M = {}
with R(M): pass
""",
    "init": """\
class R:
    def __init__(self, t):
        t['z'] = 1
M = {}
R(M)
""",
    "initsuper": """\
class B:
    def __init__(self, t):
        t['z'] = 1
class R(B):
    def __init__(self, t):
        super().__init__(t)
M = {}
R(M)
""",
    "post": """\
from dataclasses import dataclass
@dataclass
class R:
    t: dict
    def __post_init__(self):
        self.t['z'] = 1
M = {}
R(M)
""",
    "chain": """\
class R:
    def __init__(self): self.t = None
    def use(self, t):
        self.t = t
        return self
    def add(self, k):
        self.t[k] = 1
        return self
M = {}
R().use(M).add('x')
""",
    "star": """\
def reg(table, x):
    table[x] = 1
M = {}
ARGS = (M, 'x')
reg(*ARGS)
""",
    "getattr": """\
class C: pass
M = {}
C.m = M
getattr(C, 'm')['x'] = 1
""",
    "ns": """\
from types import SimpleNamespace
M = {}
n = SimpleNamespace(m=M)
n.m['x'] = 1
""",
    "iteruse": f"""\
{ITERABLE}M = {{}}
for _ in It(M): pass
""",
    "iteruse2": f"""\
{ITERABLE}M = {{}}
L = [*It(M)]
""",
    "repr": """\
class It:
    def __init__(self, t): self.t = t
    def __repr__(self):
        self.t['x'] = 1
        return 'x'
M = {}
L = f'{It(M)}'
""",
    "eq": """\
class It:
    def __init__(self, t): self.t = t
    def __eq__(self, o):
        self.t['x'] = 1
        return True
M = {}
L = It(M) == 1
""",
    "initsub": """\
class B:
    def __init_subclass__(cls, into=None):
        into[cls.__name__] = cls
M = {}
class A(B, into=M): pass
""",
}


@pytest.mark.parametrize("source", MODULES.values(), ids=MODULES.keys())
def test_a_collection_that_changes_by_way_of_something_else_has_no_value(
    tree: Callable[..., SourceTree], source: str
) -> None:
    names: dict[str, Any] = {"__name__": "m"}
    exec(compile(source, "m.py", "exec", dont_inherit=True), names)
    assert names["M"] not in ({}, {"x": []})
    files = tree({"m.py": source})
    value = evaluate(files, files.module("m.py"), "M")[0].value
    assert isinstance(value, Unevaluated)
    assert "changed at m.py:" in value.reason or "may be changed" in value.reason, value.reason
