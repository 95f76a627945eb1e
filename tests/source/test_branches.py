"""Branches: decided by assumptions, or kept with their condition."""

# ruff: noqa: E501 - cases read best one a line
from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import DeclarationError, LimitError
from sphinxext_runtime_ref.source.assume import Assumptions, assumptions_from

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("try:\n    import f\n    X = 1\nexcept ImportError:\n    X = 2\n", "1 | try / 2 | except ImportError"),
        ("try:\n    X = 1\nexcept (A, B):\n    X = 2\nexcept:\n    X = 3\nelse:\n    Y = 1\n", "1 | try / 2 | except (A, B) / 3 | except"),
        ("try:\n    X = 1\nexcept E:\n    raise\n", "1"),
        ("try:\n    Y = 1\nfinally:\n    X = 2\n", "2"),
        ("if f():\n    X = 1\nelse:\n    X = 2\n", "1 | if f() / 2 | if not f()"),
        ("if a.b > 1:\n    X = 1\nelif c:\n    X = 2\nelse:\n    X = 3\n", "1 | if a.b > 1 / 2 | if not (a.b > 1) and c / 3 | if not (a.b > 1) and not c"),
        ("if not a:\n    X = 1\nelse:\n    X = 2\n", "1 | if not a / 2 | if a"),
        ("if a or b:\n    X = 1\nelif c or d:\n    X = 2\n", "1 | if a or b / 2 | if not (a or b) and (c or d)"),
        ("if a:\n    X = 1\n", "1 | if a"),
        ("if a:\n    X = 1\nelse:\n    if b:\n        X = 2\n", "1 | if a / 2 | if not a, if b"),
        ("X = [1]\nif a:\n    X.append(2)\n", "[1, 2] | if a / [1] | if not a"),
        ("X = 1\nif a:\n    X = 2\n", "2 | if a / 1 | if not a"),
        ("if a:\n    X = 1\nelse:\n    X = 1\n", "1"),
        ("if a:\n    A = B = 1\nelse:\n    A = B = 2\nX = (A, B)\n", "(1, 1) | if a / (2, 2) | if not a"),
        ("if a:\n    A = 1\nelse:\n    A = 2\nX = (A, A + 1) if A else 0\n", "(1, 2) | if a / (2, 3) | if not a"),
        ("match f():\n    case 'a':\n        X = 1\n    case str() if g:\n        X = 2\n    case _:\n        X = 3\n", "1 | case 'a' / 2 | case str() if g / 3 | case _"),
        ("K = 2\nmatch K:\n    case 1:\n        X = 1\n    case 2 | 3:\n        X = 2\n", "2"),
        ("K = 5\nX = 0\nmatch K:\n    case 1:\n        X = 1\n", "0"),
        ("if __name__ == '__main__':\n    X = 1\nelse:\n    X = 2\n", "2"),
        ("if (1, 2) < (1, 3) and 'a' in 'ab':\n    X = 1\nelse:\n    X = 2\n", "1"),
        ("if 0 and unknown:\n    X = 1\nelse:\n    X = 2\n", "2"),
        ("if True or unknown:\n    X = 1\nelse:\n    X = 2\n", "1"),
        ("with open('f') as g:\n    X = 1\n", "1"),
        ("if a:\n    X = 1\nelif (b if c else d):\n    X = 2\nelif (lambda: 0):\n    X = 3\nelif (e := g):\n    X = 4\n", "1 | if a / 2 | if not a and (b if c else d) / 3 | if not a and not (b if c else d) and (lambda: 0) / 4 | if not a and not (b if c else d) and not (lambda: 0) and (e := g)"),
        ("if a.b:\n X = 1\nelif a[0]:\n X = 2\nelif a():\n X = 3\nelif not c:\n X = 4\nelse:\n X = 5\n", "1 | if a.b / 2 | if not a.b and a[0] / 3 | if not a.b and not a[0] and a() / 4 | if not a.b and not a[0] and not a() and not c / 5 | if not a.b and not a[0] and not a() and c"),
        ("if a:\n    X = 1\nelif not (b or c):\n    X = 2\nelse:\n    X = 3\n", "1 | if a / 2 | if not a and not (b or c) / 3 | if not a and (b or c)"),
        ("if (a\n    > b):\n    X = 1\n", "1 | if a > b"),
        ("if a: X = 1\nelse:\n  if b: X = 2\n  else: X = 3\n", "1 | if a / 2 | if not a, if b / 3 | if not a, if not b"),
        ("if a:\n  X = 1\nelse:\n  X = 2\n  if b: X = 3\n", "1 | if a / 3 | if not a, if b / 2 | if not a, if not b"),
        ("try:\n    X = 1\nexcept E:\n    X = 2\n    raise\nexcept F:\n    raise G\nexcept (A,\n        B):\n    X = 3\n", "1 | try / 3 | except (A, B)"),
        ("X = 0\ntry:\n    pass\nexcept* E:\n    X = 2\nelse:\n    X = 3\n", "3 | try / 2 | except E"),
        ("match f():\n    case 1:\n        X = 1\n", "1 | case 1"),
        ("e = 1\ntry:\n    X = [e]\nexcept E as e:\n    X = 0\n", "[1] | try / 0 | except E"),
        ("class C:\n    if a:\n        Y = 1\n    elif b:\n        Y = 2\nX = [C.Y]\n", "[1] | if a / [2] | if not a and b / [?C.Y] | if not a and not b"),
    ],
)  # fmt: skip
def test_what_stays_open_is_kept_with_its_condition(
    read: Callable[..., str], source: str, text: str
) -> None:
    assert read(source) == text


TESTS = """\
import sys, os, platform, torch
from typing import TYPE_CHECKING
X = []
if sys.version_info >= (3, 12):
    X.append('new')
if sys.version_info[:2] == (3, 11) and sys.version_info.minor == 11:
    X.append('3.11')
if sys.platform == 'win32':
    X.append('windows')
elif sys.platform.startswith('linux'):
    X.append('linux')
if platform.system() == 'Windows' or os.name == 'nt':
    X.append('nt')
if TYPE_CHECKING:
    X.append('typing')
if torch.cuda.is_available():
    X.append('cuda')
if HAS_FAST:
    X.append('fast')
"""


def test_declared_assumptions_decide(read: Callable[..., str]) -> None:
    linux = {"python": "3.11", "platform": "linux", "true": ["torch.cuda.is_available"]}
    assumed = assumptions_from({**linux, "false": ["HAS_FAST"]})
    assert read(TESTS, assumptions=assumed) == "['3.11', 'linux', 'cuda']"
    true = ["HAS_FAST", "TYPE_CHECKING"]
    windows = {"python": "3.13", "platform": "win32", "true": true}
    assumed = assumptions_from({**windows, "false": ["torch.cuda.is_available"]})
    assert read(TESTS, assumptions=assumed) == "['new', 'windows', 'nt', 'typing', 'fast']"


def test_without_a_declared_version_that_of_the_running_python_counts(
    read: Callable[..., str],
) -> None:
    major, minor = sys.version_info[:2]
    assert read("import sys\nX = sys.version_info[:2]\n") == f"({major}, {minor})"


@pytest.mark.parametrize(
    ("test", "verdict"),
    [
        ("sys.version_info >= (3, 12)", True),
        ("sys.version_info > (3, 12)", True),
        ("sys.version_info[:3] > (3, 9, 7)", True),
        ("(3, 9, 7) <= sys.version_info < (4,)", True),
        ("sys.version_info < (3, 13, 1)", True),
        ("sys.version_info == (3, 13)", None),
        ("sys.version_info >= (3, 12, 4)", None),
        ("sys.version_info < (3, 12, 0, 'final', 0)", None),
        ("sys.version_info.micro > 2", None),
    ],
)
def test_a_version_decides_only_what_is_assumed_of_it(
    read: Callable[..., str], test: str, verdict: bool | None
) -> None:
    source = f"import sys\nif {test}:\n    X = True\nelse:\n    X = False\n"
    both = f"True | if {test} / False | if not ({test})"
    assumed = Assumptions(python=(3, 12))
    assert read(source, assumptions=assumed) == (both if verdict is None else str(verdict))
    whole = Assumptions(python=(3, 12, 4))
    assert read(source, assumptions=whole) == str(eval(test, {"sys": Version}))


class Version:
    version_info = type("", (tuple,), {"micro": 4})((3, 12, 4, "final", 0))


def test_a_name_that_is_declared_twice_in_one_branch_is_refused(read: Callable[..., str]) -> None:
    source = "try:\n    X = 1\nexcept OSError:\n    X = 2\nelse:\n    X = 3\n"
    with pytest.raises(DeclarationError, match=r"twice, at m\.py:2:5 and at m\.py:6:5"):
        read(source)


def test_without_a_declared_platform_nothing_is_chosen_for_it(read: Callable[..., str]) -> None:
    source = "import sys\nif sys.platform == 'win32':\n    X = 1\nelse:\n    X = 2\n"
    assert read(source) == "1 | if sys.platform == 'win32' / 2 | if not (sys.platform == 'win32')"
    assert read(source, assumptions=Assumptions(platform="darwin")) == "2"


def test_branches_of_other_files_count(read: Callable[..., str]) -> None:
    files = {
        "n.py": "try:\n    import fast\n    IMPL = 'fast'\nexcept ImportError:\n    IMPL = 'slow'\n",
        "m.py": "from n import IMPL\nif a:\n    X = IMPL\nelse:\n    X = 'none'\n",
    }
    assert read(files) == (
        "'fast' | if a, try / 'slow' | if a, except ImportError / 'none' | if not a"
    )


def test_too_many_combinations_are_refused(read: Callable[..., str]) -> None:
    lines = [f"if a{i}:\n    A{i} = 1\nelse:\n    A{i} = 2\n" for i in range(8)]
    lines.append("X = (" + ", ".join(f"A{i}" for i in range(8)) + ")\n")
    with pytest.raises(
        LimitError, match="limit of 32 variants; declare assumptions to decide them: if "
    ):
        read("".join(lines))


def test_a_test_may_look_at_what_its_branch_changes(read: Callable[..., str]) -> None:
    assert read("X = 2\nif not X:\n    X += 1\nelse:\n    X += len([X])\n") == "3"
    assert read("X = []\nif not X:\n    X.append(1)\nif len(X) == 1:\n    X += [2]\n") == "[1, 2]"
    assert read("X = [0]\nif sum([len(y) for y in [X]]) == 1:\n    X.append(1)\n").startswith(
        "[0, 1] | if"
    )
    itself = read("import m\nif m.Y:\n    Y = 1\nX = Y\n")
    assert itself == "1 | if m.Y / ?Y | if not m.Y"


KNOWN = """\
import os, torch, enum
from dataclasses import dataclass
class Kind:
    def __init__(self, n): ...
@dataclass
class P:
    x: int = 1
class C(enum.Enum):
    A = 0
K = Kind(1)
R = P()
M = C.A
L = [os.getpid() + 1]
D = {1: os.getpid() + 1}
Q = [P(os.getpid() + 1)]
def f(): ...
"""


@pytest.mark.parametrize(
    ("test", "verdict"),
    [
        ("{'a': 1}", True), ("[]", False), ("Kind", True), ("f", True), ("1 < 2", True), ("P.x", True), ("0.0", False),
        ("R.x and 1", True), ("os.x or 1", True), ("os.x and 0", False), ("not (os.x or 1)", False), ("not []", True),
        ("[*os.x]", None), ("[1, *os.x]", None), ("{**os.x}", None), ("{1: 2, **os.x}", None), ("R", None), ("P()", None),
        ("C.A", None), ("M", None), ("torch", None), ("torch.x", None), ("K", None), ("'a' in os.x", None), ("not os.x", None),
        ("os.x or 0", None), ("os.x and 1", None), ("f()", None), ("C.A == os.x", None), ("os.x is None", None),
        ("C.A is None", False), ("R is None", False), ("K is not None", True), ("Kind is None", False), ("None == 1", False),
        ("C.A == C.A", True), ("[R] == [1, 2]", None), ("[1, R] == 3", False), ("{'a': [1]} == {'a': [2]}", False),
        ("{1: R} == {1: R}", True), ("R == R", True), ("K == K", True), ("[K] == [K]", True), ("P(K) == P(K)", True),
        ("L == L", None), ("D == D", None), ("Q == Q", None), ("Kind(1) == Kind(1)", None), ("L == D", False), ("L == [1]", None),
        ("P(2) == P(3)", None), ("P(2) == P(2)", True), ("{os.x: 1} == {1: 1}", None),
        ("{1: os.x} == {1: 1}", None), ("(1, 2) == [1, 2]", False), ("frozenset([1]) == {1}", True), ("'1' == 1", False),
    ],
)  # fmt: skip
def test_a_test_is_decided_only_by_what_is_known(
    read: Callable[..., str], test: str, *, verdict: bool | None
) -> None:
    text = read(f"{KNOWN}if {test}:\n    X = 1\nelse:\n    X = 2\n")
    inverse = test.removeprefix("not ") if test.startswith("not ") else ""
    plain = " " not in test and test[0] not in "[{("
    other = inverse or (f"not {test}" if plain else f"not ({test})")
    assert text == {True: "1", False: "2", None: f"1 | if {test} / 2 | if {other}"}[verdict]


@pytest.mark.parametrize(
    ("subject", "cases", "text"),
    [
        ("f()", ["(1 |\n          2)"], "1 | case 1 | 2 / 0 | no case matches f()"),
        ("1", ["1 if f()"], "1 | case 1 if f() / 0 | no case matches 1"),
        ("1", ["1 if 0", "1"], "2"),
        ("1", ["1 if 1", "1"], "1"),
        ("f()", ["2 if 0", "3"], "2 | case 3 / 0 | no case matches f()"),
        ("f()", ["2 if 1", "_"], "1 | case 2 if 1 / 2 | case _"),
        ("1", ["2 if f()", "1"], "2"),
        ("None", ["True", "None"], "2"),
        ("True", ["None", "True"], "2"),
        ("1", ["2", "x", "1"], "2"),
        ("1", ["os.x | 1"], "1"),
        ("1", ["2 | 3", "_"], "2"),
        ("1", ["os.x | 2", "1"], "1 | case os.x | 2 / 2 | case 1"),
        ("(1, 2)", ["(1, 2)"], "1 | case (1, 2) / 0 | no case matches (1, 2)"),
        ("C.A", ["C.A"], "1"),
        ("os . x", ["'a'"], "1 | case 'a' / 0 | no case matches os . x"),
    ],
)
def test_a_match_takes_the_first_case_that_fits(
    read: Callable[..., str], subject: str, cases: list[str], text: str
) -> None:
    body = "".join(f"    case {case}:\n        X = {at}\n" for at, case in enumerate(cases, 1))
    assert read(f"{KNOWN}X = 0\nmatch {subject}:\n{body}") == text


def test_what_a_name_is_assumed_to_be(read: Callable[..., str]) -> None:
    files = {
        "n.py": "def HAS(): ...\n",
        "m.py": "from torch.cuda import is_available as ia\nfrom n import HAS as H\nimport n, torch\n"
        "X = []\n"
        + "".join(
            f"if {test}:\n    X.append({at})\n"
            for at, test in enumerate(
                ["ia()", "torch.cuda.is_available()", "H", "H()", "n.HAS()", "not OFF", "not ia()"]
            )
        ),
    }
    names = frozenset({"torch.cuda.is_available", "HAS"})
    assumed = Assumptions(true=names, false=frozenset({"OFF"}))
    assert read(files, assumptions=assumed) == "[0, 1, 2, 3, 4, 5]"
    calls = (
        "if torch.cuda.is_available(0):\n    X = 1\nif torch.cuda.is_available(a=0):\n    X = 2\n"
    )
    assert read({"m.py": f"import torch\nX = 0\n{calls}"}, assumptions=assumed).count(" / ") == 2
