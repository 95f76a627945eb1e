"""What has no value: it is kept as it is written, with the reason and its place."""

# ruff: noqa: E501 - cases read best one a line
from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.values import Unevaluated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.source.values import Value

PRELUDE = """\
import a, copy, enum, ext, os, torch, typing
from dataclasses import dataclass, replace
L = [3, 1, 2]
D = {'a': 1, 'b': 2}
S = {1, 2}
F = frozenset({2, 3})
OPEN = {'x': 1, **a.MORE, 'y': 2}
NAMES = {'widht': 1}
class Color(enum.Enum):
    RED = 1
class Plain: ...
class Generic(typing.Generic[int], object): ...
class Kind:
    def __init__(self, n): ...
@dataclass
class Point:
    x: int
    width: int = 0
@dataclass
class Pair:
    a: int
    b: int
    c: int = 0
def function(): ...
A = Kind(1)
ORIGIN = Point(0)
MEMBER = Color.RED
UNKNOWN = ext.value + 1
"""


@pytest.mark.parametrize(
    ("marked", "reason"),
    [
        ("1 + [2]", "Python does not allow this operation on these types"),
        ("{1} + {2}", "Python does not allow this operation on these types"),
        ("[1] + (2,)", "Python does not allow this operation on these types"),
        ("{1} @ {2}", "Python does not allow this operation on sets"),
        ("{1} * 2", "a set can't be multiplied"),
        ("Color.RED + 1", "Color.RED is an enum member"),
        ("f(1) + 1", "f(1) has no static value"),
        ("-torch.x", "torch.x has no static value"),
        ("'%s' % (torch.x,)", "torch.x has no static value"),
        ("torch.x is None", "torch.x has no static value"),
        ("1 == torch.x", "torch.x has no static value"),
        ("6 in [f(), 5]", "it can't be told whether these are equal"),
        ("'z' in OPEN", "a.MORE has no static value (m.py:7:19)"),
        ("OPEN['x']", "a.MORE has no static value (m.py:7:19)"),
        ("OPEN.get('x')", "a.MORE has no static value (m.py:7:19)"),
        ("OPEN.get('z', 1)", "a.MORE has no static value (m.py:7:19)"),
        ("{'linux': 1}.get(torch.x, 2)", "it can't be told whether it has that key"),
        ("{torch.x: 1}.get('linux', 2)", "it can't be told whether it has that key"),
        ("OPEN.keys()", "a.MORE has no static value (m.py:7:19)"),
        ("{1, 2}[0]", "no static value"),
        ("{1: 2}[1:2]", "no static value"),
        ("[1]['a']", "TypeError: 'str' object cannot be interpreted as an integer"),
        ("[1].index(2)", "there is no such item"),
        ("[f(), 2].index(2)", "it can't be told which items are equal"),
        ("'a'.encode('punycode')", "the encoding 'punycode' has no static value"),
        ("'a'.encode(encoding='idna')", "the encoding 'idna' has no static value"),
        ("b'a'.decode('punycode')", "the encoding 'punycode' has no static value"),
        ("b'a'.decode(encoding='utf-8')", "keyword arguments are not expected"),
        ("','.join([1])", "TypeError: sequence item 0: expected str instance, int found"),
        ("{1}.union(f())", "f() has no static value"),
        ("sorted([2, 1], key=len)", "a int can't be iterated over"),
        ("min([2, 1], key=print)", "what the function returns has no static value"),
        ("sorted(['a'], key=str.maketrans)", "what the function returns has no static value"),
        ("list(map(print, [1]))", "what the function returns has no static value"),
        ("list(map(len))", "a function and what it is applied to are expected"),
    ("list(map())", "a function and what it is applied to are expected"),
        ("list(map(len, {'a', 'b'}))", "the order of a set depends on the run"),
        ("list(filter(print, [1]))", "what the function returns has no static value"),
        ("pow(2, 3, 5)", "takes at most 2 arguments"),
        ("dict.fromkeys([[1]])", "a list can't be a key or an item of a set"),
        ("min(())", "min() of nothing"),
        ("max([])", "max() of nothing"),
        ("sorted([1, 'a'])", "TypeError: '<' not supported between instances of 'str' and 'int'"),
        ("Point(1, 2, 3)", "Point takes 2 positional fields, 3 are given"),
        ("Point(1, x=2)", "Point is given the field 'x' twice"),
        ("Point()", "Point is missing the field 'x'"),
        ("Pair(c=1)", "Pair is missing the field 'a', 'b'"),
        ("Pair(1)", "Pair is missing the field 'b'"),
        ("Point(widht=1)", "Point has no field 'widht'; did you mean 'width'?"),
        ("Point(zzz=1)", "Point has no field 'zzz'; it has x, width"),
        ("Point(**NAMES)", "Point has no field 'widht'; did you mean 'width'? (m.py:8:19)"),
        ("replace(ORIGIN, widht=1)", "Point has no field 'widht'; did you mean 'width'?"),
        ("replace(ORIGIN, **NAMES)", "Point has no field 'widht'; did you mean 'width'? (m.py:8:19)"),
        ("replace()", "replace() takes one positional argument"),
        ("replace(A, x=1)", "A has no static value"),
        ("dict(D, D)", "dict() takes at most one positional argument"),
        ("dict([(1, 2, 3)])", "a pair of key and value is expected"),
        ("dict([1])", "a int can't be iterated over"),
        ("dict(**L)", "no static value (m.py:3:5)"),
        ("dict(**{1: 2})", "keyword arguments must have names that are strings"),
        ("dict(**{'a': 1, **os.environ})", "os.environ has no static value"),
        ("dict({**os.environ})", "os.environ has no static value"),
        ("list(L, L)", "takes at most 1 arguments"),
        ("len()", "missing argument 'obj'"),
        ("[x for x in Point]", "Point has no static value"),
        ("len(1)", "a int can't be iterated over"),
        ("len({**os.environ})", "os.environ has no static value"),
        ("len({f(), f()})", "f() has no static value"),
        ("len({f(): 1, f(2): 2})", "f() has no static value"),
        ("sum(L, begin=2)", "unexpected argument 'begin'"),
        ("sum(L, 2, start=3)", "unexpected argument 'start'"),
        ("sum()", "missing argument 'iterable'"),
        ("sum(L, [])", "Python does not allow this operation on these types"),
        ("sorted()", "sorted() takes one positional argument"),
        ("sorted(L, L)", "sorted() takes one positional argument"),
        ("copy.copy()", "one argument is expected"),
        ("copy.copy(L, memo=1)", "one argument is expected"),
        ("typing.cast(int)", "missing argument 'val'"),
        ("list(enumerate('ab', 'c'))", "enumerate() counts from an integer"),
        ("list(enumerate())", "missing argument 'iterable'"),
        ("list(zip('ab', 'c', strict=True))", "ValueError: zip() argument 2 is shorter..."),
        ("list(reversed(S))", "the order of a set depends on the run..."),
        ("reversed()", "missing argument 'sequence'"),
        ("list(range('a'))", "TypeError: 'str' object cannot be interpreted as an integer"),
        ("bool(os.sep)", "os.sep has no static value"),
        ("bool(1, 2)", "takes at most 1 arguments"),
        ("any([os.sep])", "it can't be told which items are true"),
        ("all()", "missing argument 'i'"),
        ("int('7', base=8)", "arguments of this kind have no static value"),
        ("int([1])", "arguments of this kind have no static value"),
        ("int('x')", "ValueError: invalid literal for int() with base 10: 'x'"),
        ("chr(i=1)", "keyword arguments are not expected"),
        ("chr(-1)", "ValueError: chr() arg not in range..."),
        ("str(S)", "the text of a set depends on the run"),
        ("str({'a': [S]})", "the text of a set depends on the run"),
        ("repr((F, 1))", "the text of a set depends on the run"),
        ("str(1, 2)", "takes at most 1 arguments"),
        ("typing.get_args(list[int])", "list[int] has no static value"),
        ("typing.get_args()", "missing argument 'tp'"),
        ("f'{S}'", "the text of a set depends on the run"),
        ("f'{S!r}'", "the text of a set depends on the run"),
        ("f'{1:q}'", "ValueError: Unknown format code 'q'..."),
        ("f'{os.sep}'", "os.sep has no static value"),
        ("'%s' % (S,)", "the text of a set depends on the run"),
        ("'%d' % 'a'", "TypeError: %d format: a real number is required, not str"),
        ("'%s %s' % (1,)", "TypeError: not enough arguments for format string"),
        ("'%(z)s' % D", "KeyError: 'z'"),
        ("'%*d' % (3, 1)", "a width of '*' has no static value"),
        ("'%.*f' % (3, 1.0)", "a width of '*' has no static value"),
        ("'{:{}}'.format(1, 2)", "a nested format specification has no static value"),
        ("'{0[0]}'.format(L)", "a format field with attributes has no static value"),
        ("'{}'.format()", "IndexError..."),
        ("'{z}'.format(a=1)", "KeyError: 'z'"),
        ("'{'.format(1)", "ValueError: Single '{' encountered in format string"),
        ("'{:d}'.format('a')", "ValueError: Unknown format code 'd'..."),
        ("{[1]: 2}", "a list can't be a key or an item of a set"),
        ("{(1, [2]): 2}", "a list can't be a key or an item of a set"),
        ("{S: 2}", "a set can't be a key or an item of a set (m.py:5:5)"),
        ("set([D])", "a dict can't be a key or an item of a set (m.py:4:5)"),
        ("{1, 2} - {f()}", "f() has no static value"),
        ("{1, f()} & {1}", "f() has no static value"),
        ("{1} ^ {f()}", "f() has no static value"),
        ("{1, 2}.intersection([f()])", "f() has no static value"),
        ("{1, f()}.difference([1])", "f() has no static value"),
        ("[1, ⟨*5⟩]", "a int can't be iterated over"),
        ("{⟨**L⟩}", "no static value (m.py:3:5)"),
        ("[x for x in 5]", "a int can't be iterated over"),
        ("[x for x, y in L]", "a int can't be iterated over (m.py:3:6)"),
        ("[x for x, y in [(1, 2, 3)]]", "2 items expected, 3 found"),
        ("[x for x, *y, z in [(1,)]]", "3 items expected, 1 found"),
        ("[1 for L[0] in L]", "a target of this kind has no static value (m.py:3:6)"),
        ("[x for x in L if os.sep]", "it can't be told whether os.sep"),
        ("{[x]: 1 for x in L}", "a list can't be a key or an item of a set"),
        ("{os.sep or x: 1 for x in L}", "os.sep has no static value"),
        ("[x async for x in L]", "an asynchronous comprehension has no static value"),
        ("not os.sep", "os.sep has no static value"),
        ("os.sep and 1", "os.sep has no static value"),
        ("-os.sep", "os.sep has no static value"),
        ("1 + os.sep", "os.sep has no static value"),
        ("-'a'", "TypeError: bad operand type for unary -: 'str'"),
        ("L[0:'a']", "TypeError: slice indices must be integers..."),
        ("S[0]", "no static value (m.py:5:5)"),
        ("await L", "a await expression has no static value"),
        ("os.cpu_count() or 1", "os.cpu_count() has no static value"),
        ("lambda: 1", "a lambda has no static value"),
        ("missing", "'missing' is not defined"),
        ("1 + 'a'", "TypeError: unsupported operand type(s) for +: 'int' and 'str'"),
        ("1 // 0", "ZeroDivisionError..."),
        ("1 @ 2", "TypeError: unsupported operand type(s) for @: 'int' and 'int'"),
        ("{'a': 1}['b']", "no such key"),
        ("[1][5]", "IndexError: tuple index out of range"),
        ("len(os.environ)", "os.environ has no static value"),
        ("{[]: 1}", "a list can't be a key or an item of a set"),
        ("','.join({'a', 'b'})", "the order of a set depends on the run"),
        ("1 if os.sep else 2", "os.sep is neither known nor assumed"),
        ("1 if (os.sep\n  and a) else 2", "os.sep and a is neither known nor assumed"),
        ("[i for i in 'a' if os.sep\n  and i]", "it can't be told whether os.sep and i"),
        ("os.environ['K']", "an item of os.environ has no static value"),
        ("(i for i in os.walk('.'))", "os.walk('.') has no static value"),
        ("await_", "'await_' is not defined"),
        ("'{0.real}'.format(1)", "a format field with attributes has no static value"),
        ("Plain.nope", "class Plain has no attribute 'nope'"),
        ("Generic.nope", "class Generic has no attribute 'nope'"),
        ("Color.NOPE", "enum Color has no member 'NOPE'"),
        ("Color.RDE", "enum Color has no member 'RDE'; did you mean 'RED'?"),
        ("Color['NOPE']", "the enum has no such member"),
        ("Color[['RED']]", "the enum has no such member"),
        ("Color[1]", "the enum has no such member"),
        ("Color.RED.shade", "the attribute 'shade' of an enum member has no static value"),
        ("MEMBER.shade", "the attribute 'shade' of an enum member has no static value"),
        ("Kind(1).attr", "the attribute 'attr' has no static value"),
        ("UNKNOWN.attr", "ext.value has no static value (m.py:28:11)"),
        ("torch.lower['b']", "an item of torch.lower has no static value"),
        ("function['b']", "function has no static value"),
        ("ext.value.upper() + 'x'", "ext.value.upper() has no static value"),
    ],
)  # fmt: skip
def test_what_has_no_value_says_why_and_where(
    tree: Callable[..., SourceTree],
    parts: Callable[[Value], Iterator[Value]],
    marked: str,
    reason: str,
) -> None:
    """Angle brackets mark the part that has none; three dots stand for what Python words anew."""
    before, _, rest = marked.rpartition("⟨")
    blamed, _, after = rest.partition("⟩")
    made = tree(f"{PRELUDE}X = ['é', {before}{blamed}{after}]\n")
    module = made.module("m.py")
    (variant,) = evaluate(made, module, "X")
    found = next(part for part in parts(variant.value) if isinstance(part, Unevaluated))
    known, dots, _ = reason.partition("...")
    assert found.reason.startswith(known) if dots else found.reason == reason
    assert found.source == blamed
    operand = blamed.lstrip("*")
    stars = len(blamed) - len(operand)
    place = (PRELUDE.count("\n") + 1, len("X = ['é', ") + len(before) + stars + 1)
    assert (found.location.line, found.location.column) == place
    assert module.text.cut(found.location) == operand
