"""Branches: decided by assumptions, or kept with their condition."""

# ruff: noqa: E501 - cases read best one a line
from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import LimitError
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
    assert read(TESTS, assumptions=assumed) == "['3.11', 'linux', 'typing', 'cuda']"
    windows = {"python": "3.13", "platform": "win32", "true": ["HAS_FAST"]}
    assumed = assumptions_from({**windows, "false": ["torch.cuda.is_available"]})
    assert read(TESTS, assumptions=assumed) == "['new', 'windows', 'nt', 'typing', 'fast']"


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
    with pytest.raises(LimitError, match="limit of 32 variants; declare assumptions"):
        read("".join(lines))


def test_a_test_may_look_at_what_its_branch_changes(read: Callable[..., str]) -> None:
    assert read("X = 2\nif not X:\n    X += 1\nelse:\n    X += len([X])\n") == "3"
    assert read("X = []\nif not X:\n    X.append(1)\nif len(X) == 1:\n    X += [2]\n") == "[1, 2]"
    assert read("X = [0]\nif sum([len(y) for y in [X]]) == 1:\n    X.append(1)\n").startswith(
        "[0, 1] | if"
    )
