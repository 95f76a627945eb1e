"""What the reader says of a module and what Python makes of it agree."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sphinxext_runtime_ref.errors import DeclarationError
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.tree import SourceTree
from sphinxext_runtime_ref.source.values import (
    Call,
    Literal,
    Mapping,
    Sequence,
    SequenceType,
    Symbol,
    Unevaluated,
)

if TYPE_CHECKING:
    from pathlib import Path

    from sphinxext_runtime_ref.source.values import Value

TYPES = {
    SequenceType.TUPLE: tuple,
    SequenceType.LIST: list,
    SequenceType.SET: set,
    SequenceType.FROZENSET: frozenset,
}
QUICK = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
DOUBLING = re.compile(r"\*\*? 2|\*= 2")
NAMES = (*(f"{kind}{index}" for kind in "ISLTZD" for index in range(2)), "X")
PRELUDE = (
    "I0, I1 = 3, -7", "S0 = 'ab c'", "S1 = 'é' 'x'", "L0 = [1, 'a']", "L1 = list(range(3))",
    "T0 = (1, (2,), 'b')", "T1 = ()", "Z0 = {1, 'a'}", "Z1 = frozenset((2, 3))",
    "D0 = {'a': 1, 2: [5], 'd': {}}", "D1 = dict(a='x')",
)  # fmt: skip


def words(*texts: str) -> st.SearchStrategy[str]:
    return st.sampled_from(texts)


def filled(*templates: str, **parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Fill the marks ``<name>`` of one of the templates, each with a text of its own."""

    def fill(template: str) -> st.SearchStrategy[str]:
        pieces = re.split(r"<(\w+)>", template)
        return st.tuples(
            *(parts[piece] if index % 2 else st.just(piece) for index, piece in enumerate(pieces))
        ).map("".join)

    return words(*templates).flatmap(fill)


integers: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        words("0", "1", "-1", "7", "0xF", "1_1", "2**3", "1 << 5", "True", "I0", "I1"),
        filled(
            "(<i> + <i>)", "(<i> - <i>)", "(<i> * <i>)", "(<i> // <i>)", "(<i> % <i>)", "-<i>",
            "~<i>", "(<i> | <i>)", "(<i> & <i>)", "(<i> ^ <i>)", "(<i> >> 1)", "(<i> ** 2)",
            "len(<c>)", "int('<i>')", "abs(<i>)", "sum([<i>, <i>])", "min(<i>, <i>)",
            "max([<i>, <i>])", "(<i> if <b> else <i>)", "<s>.count('a')", "<q>.count(<i>)",
            "D0.get('a', <i>)", "L1[<i>]", "T0[0]", "ord(<s>[0])", "round(2.5)", "int(3.7)",
            i=integers, c=st.one_of(ordered, sets), b=booleans, s=strings, q=sequences,
        ),
    )
)  # fmt: skip
booleans: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        words("True", "False", "None", "not I0"),
        filled(
            "(<i> < <i>)", "(<i> == <i>)", "(<i> <= <i> != <i>)", "(<s> in <s>)", "(<a> in <q>)",
            "(<s> not in D0)", "(<a> == <a>)", "(<a> != <a>)", "not <a>", "(<b> and <b>)",
            "(<b> or <b>)", "bool(<a>)", "any(<q>)", "all([<a>, <b>])", "(<i> is None)",
            "<s>.startswith('a')", "<s>.isupper()", "(<z> <= <z>)",
            i=integers, s=strings, a=anything, q=sequences, b=booleans, z=sets,
        ),
    )
)  # fmt: skip
strings: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        words("''", "'a'", "'b' 'c'", r"r'\d'", "'a b  c'", "'Key'", "S0", "S1", "'''m\nn'''"),
        filled(
            "(<s> + <s>)", "(<s> * 2)", "<s>.upper()", "<s>.strip()", "<s>.replace('a', 'bb')",
            "'-'.join([<s>, <s>])", "f'{I0}/{I1:>4}'", "f'{S0!r}<{I0:03d}>'",
            "'%s=%r' % (<i>, <s>)",
            "'{}:{n}'.format(<i>, n=<s>)", "str(<i>)", "repr(<s>)", "<s>[1:]", "<s>[::-1]",
            "<s>.title()", "<s>.zfill(5)", "<s>.center(7, '*')", "<s>.removeprefix('a')",
            "hex(<i>)", "''.join(sorted(<s>))", "(<s> if <b> else <s>)", "(<s> or <s>)",
            "', '.join(str(x) for x in <q>)", "<s>.partition('b')[0]", "<s>.split('b')[0]",
            s=strings, i=integers, b=booleans, q=sequences,
        ),
    )
)  # fmt: skip
sequences: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        words("[]", "()", "L0", "L1", "T0", "T1"),
        filled(
            "[<a>, <a>]", "(<a>,)", "(<a>, <a>, <a>)", "[*<c>, <a>]", "(*<q>, *<q>)", "list(<c>)",
            "tuple(<c>)", "([<a>] + L0)", "(T0 + (<a>,))", "(<q> * 2)", "<q>[1:]", "<q>[::-1]",
            "sorted([<i>, <i>])", "[x for x in <c>]", "[x for x in <q> if x]", "<s>.split()",
            "tuple((x, <i>) for x in <q>)", "list(enumerate(<q>))", "list(zip(<q>, <q>))",
            "list(reversed(<q>))", "list(<d>.items())", "list(<d>.values())", "list(<d>.keys())",
            "[y for x in (<q>, <q>) for y in x]", "(<q> if <b> else <q>)", "list(range(4))",
            "L0.copy()", "sorted(<s>, reverse=True)", "[D0, <a>]", "(L0, L1)", "(<q> or <q>)",
            a=anything, c=ordered, q=sequences, i=integers, s=strings, b=booleans, d=mappings,
        ),
    )
)  # fmt: skip
sets: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        words("set()", "Z0", "Z1", "{1, 'a', 1}", "frozenset()"),
        filled(
            "{<i>, <s>}", "set(<s>)", "frozenset([<i>, <s>])", "(<z> | <z>)", "(<z> & <z>)",
            "(<z> - <z>)", "(<z> ^ <z>)", "{x for x in <s>}", "<z>.union([<i>])", "set(<d>)",
            "<z>.intersection({<i>, 1})", "<z>.difference((<i>, 'a'))", "{*<z>, <i>}",
            i=integers, s=strings, z=sets, d=mappings,
        ),
    )
)  # fmt: skip
mappings: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        words("{}", "D0", "D1", "dict()"),
        filled(
            "{<i>: <a>, <s>: <a>}", "{**<d>, <s>: <a>}", "{<i>: 1, **<d>}", "dict(a=<a>)",
            "dict(<d>, b=<a>)", "(<d> | <d>)", "{x: <i> for x in <s>}", "dict([(<i>, <a>)])",
            "{k: v for k, v in <d>.items()}", "<d>.copy()", "dict(zip('abc', <q>))",
            "{k: (v, <a>) for k, v in <d>.items() if k != 'a'}", "(<d> if <b> else <d>)",
            "{(<i>, <s>): L0}", "{'n': {'m': L1, <i>: D1}}",
            i=integers, s=strings, d=mappings, a=anything, q=sequences, b=booleans,
        ),
    )
)  # fmt: skip
# A set has no order, so that nothing ordered can be made of one.
ordered: st.SearchStrategy[str] = st.deferred(lambda: st.one_of(sequences, mappings, strings))
scalars = words("0.50", "-2.5e1", "1 / 4", "b'x'")
anything: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(integers, strings, booleans, sequences, sets, mappings, scalars)
)
definitions = st.tuples(
    filled("I0, I1 = <i>, 4", "I0 = I1 = 2", i=words("5", "1 + 1", "len('abc')")),
    filled("S0, S1 = <s>, 'b'", "S0 = S1 = 'abca'", s=words("'a'", "'x' 'y'", "'-'.join('ab')")),
    filled("L0 = [<i>, <s>]", "L0 = L1 = [<s>, <i>]", "L0 = list(<s>)", i=integers, s=strings),
    filled("L1 = [*<q>]", "L1 = L0", "L1 = L0.copy()", "L1 = [[<i>], L0]", q=sequences, i=integers),
    filled("T0 = (<a>, L0)", "T0 = tuple(<q>)", "T0 = ()", a=anything, q=sequences),
    filled("T1 = T0", "T1 = [L0, L1]", "T1 = L1 if <b> else L0", "T1 = (L0, {'l': L1})",
        b=booleans),
    filled("Z0 = {<i>, <s>}", "Z0 = set(<q>)", i=integers, s=strings, q=sequences),
    filled("Z1 = Z0", "Z1 = frozenset(Z0)", "Z1 = Z0 | {<i>}", i=integers),
    filled("D0 = {'a': <a>, 2: [<i>]}", "D0 = dict(a=L0, d={})", a=anything, i=integers),
    filled("D1 = D0", "D1 = {'a': D0, 'b': <a>}", "D1 = {**D0}", "D1 = D0.get('d')", a=anything),
)  # fmt: skip
changes = st.one_of(
    filled(
        "L0.append(<a>)", "L1.extend(<q>)", "L0.insert(<i>, <a>)", "L1 += <q>", "L0[0] = <a>",
        "L0.pop()", "L1.reverse()", "L1.remove(<i>)", "del L0[0]", "L1.clear()", "L0 = L0 + [<a>]",
        "L1.sort()", "L0 *= 2", "L0 += L1", "T1[0].append(<a>)", "T0 += (<a>,)", "T0[-1].pop()",
        a=anything, q=sequences, i=integers,
    ),
    filled(
        "D0[<i>] = <a>", "D0['a'] = <a>", "D1.update(<d>)", "D1.update(b=<a>)", "D0 |= <d>",
        "del D0['a']", "D0.setdefault(<s>, <a>)", "D0.pop('a', None)", "D0['d'][<s>] = <a>",
        "D1['a'].update({<s>: <a>})", "D0[2].append(<a>)", "D0['a'] += <i>", "D1.clear()",
        "D0.setdefault('l', []).append(<a>)", "D1['a'] = L0", "D1['d'] = {}",
        a=anything, d=mappings, i=integers, s=strings,
    ),
    filled(
        "Z0.add(<i>)", "Z0.update(<s>)", "Z0.discard(<i>)", "Z0 |= <z>", "Z0 -= <z>", "Z0 &= <z>",
        "Z1 |= {<i>}", "Z0.difference_update(<z>)", "I0 += <i>", "S0 += <s>", "S1 *= 2",
        i=integers, s=strings, z=sets,
    ),
)  # fmt: skip
blocks = filled(
    "if <b>:\n    <x>\nelse:\n    <y>", "for x in tuple(<q>):\n    L0.append(x)\n    I0 += 1",
    "for k, v in <d>.items():\n    D1[k] = (v, <i>)\n    if k == 'a':\n        <x>",
    "for x in (L0, L1):\n    x.append(1)", "x = L0\nx.append(<i>)",
    "x = L0 if <b> else L1\nx.pop()",
    "try:\n    <x>\nfinally:\n    <y>",
    "match <i>:\n    case 1:\n        <x>\n    case _:\n        <y>",
    "class C:\n    L0 = [1]\n    K = L0 + [<i>]\nX = tuple(C.K)", "X = (y := <i>, y)",
    "X = [L0, {'k': D0}]\nX[0].append(<i>)", "X = D0['a']\nX += [<i>]", "L0 = [<i>]", "D0 = <d>",
    "X = I0", "X = S0", "X = T0", "X = Z1", "X = L0", "X = I0\nX += <i>",
    b=booleans, x=changes, y=changes, q=sequences, d=mappings, i=integers,
)  # fmt: skip
statements = st.one_of(changes, changes, blocks)


def run(lines: list[str]) -> tuple[str, dict[str, Any]]:
    """Give the module of the statements that Python accepts, and its names."""
    # The reader has bounds, Python has none.
    assume(sum(len(DOUBLING.findall(line)) for line in lines) < 12)
    kept: list[str] = []
    space: dict[str, Any] = {}
    for line in lines:
        attempt: dict[str, Any] = {}
        try:
            exec(compile("\n".join([*kept, line]), "m.py", "exec"), attempt)
        except Exception:  # noqa: BLE001 - whatever Python refuses is left out
            continue
        kept.append(line)
        space = attempt
    return "\n".join(kept) + "\n", {name: space[name] for name in NAMES if name in space}


def agrees(value: Value, real: Any) -> bool:
    """Tell whether a value is what Python says, as far as it is evaluated."""
    match value:
        case Unevaluated() | Call() | Symbol(value=None | Call()):
            return True
        case Sequence() | Mapping() if _is_open(value):
            return True
        case Literal(value=float() as number) if math.isnan(number):
            return isinstance(real, float) and math.isnan(real)
        case Literal():
            return type(value.value) is type(real) and value.value == real
        case Sequence(type=kind) if kind in {SequenceType.SET, SequenceType.FROZENSET}:
            return type(real) is TYPES[kind] and _same_set(value, real)
        case Sequence(type=kind):
            return (
                type(real) is TYPES[kind]
                and len(real) == len(value.items)
                and all(map(agrees, value.items, real))
            )
        case Mapping():
            return (
                isinstance(real, dict)
                and len(real) == len(value.items)
                and all(
                    agrees(k, rk) and agrees(v, rv)
                    for (k, v), (rk, rv) in zip(value.items, real.items(), strict=True)
                )
            )
        case _:
            return False


def _is_open(value: Sequence | Mapping) -> bool:
    """Tell whether ``*x`` or ``**x`` of something unknown is in a display."""
    keys = value.items if isinstance(value, Sequence) else [key for key, _ in value.items]
    return any(isinstance(item, Unevaluated) and item.source.startswith("*") for item in keys)


def _same_set(value: Sequence, real: Any) -> bool:
    """Compare a set; whether 1 or True stays of the two is not told."""
    known = [item for item in value.items if not isinstance(item, Unevaluated)]
    return (len(known) < len(value.items) or len(real) == len(known)) and all(
        item.value in real
        if isinstance(item, Literal)
        else any(agrees(item, other) for other in real)
        for item in known
    )


def check(text: str, names: dict[str, Any], folder: Path) -> Counter[str]:
    (folder / "m.py").write_text(text, encoding="utf-8")
    tree = SourceTree(folder)
    module = tree.module("m.py")
    seen: Counter[str] = Counter()
    for name, real in names.items():
        try:
            variants = evaluate(tree, module, name)
        except DeclarationError as fault:
            seen["refused"] += 1
            named = fault.location is not None or "variants" in fault.message
            assert named, fault  # noqa: PT017 - a refusal is fine, one without a place is not
            continue
        for variant in variants:
            assert variant.condition or agrees(variant.value, real), (
                f"{name} = {real!r} in Python, read as {variant.value!r} from\n{text}"
            )
        seen[type(variants[0].value).__name__] += 1
    return seen


@given(st.one_of(integers, booleans, strings, sequences, sets, mappings))
@QUICK
def test_expressions_agree_with_python(tmp_path: Path, source: str) -> None:
    text, names = run([*PRELUDE, f"X = {source}"])
    check(text, names, tmp_path)


@given(definitions, st.lists(statements, max_size=8))
@QUICK
def test_statements_agree_with_python(
    tmp_path: Path, first: tuple[str, ...], lines: list[str]
) -> None:
    text, names = run([*first, *lines])
    check(text, names, tmp_path)
