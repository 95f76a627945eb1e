"""Conditions: one flag has one truth, and what makes no difference is not said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.source.conditions import join

if TYPE_CHECKING:
    from collections.abc import Callable

FLAGS = "import flags, cfg\nfrom flags import A, B, is_cpu\n_hip = flags.is_hip()\n"
LIST = f"{FLAGS}X = []\n"
BOTH = "if {0}:\n    X.append(1)\nif {1}:\n    X.append(2)\n"


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        ("A", "A", "[1, 2] | if A / [] | if not A"),
        ("A", "not A", "[1] | if A / [2] | if not A"),
        ("A", "flags.A", "[1, 2] | if A / [] | if not A"),
        ("is_cpu()", "is_cpu()", "[1, 2] | if is_cpu() / [] | if not is_cpu()"),
        ("_hip", "_hip", "[1, 2] | if _hip / [] | if not _hip"),
        ("cfg.on", "not cfg.on", "[1] | if cfg.on / [2] | if not cfg.on"),
        ("A and B", "A", "[1, 2] | if A and B / [2] | if not (A and B), if A / [] | if not A"),
        ("A", "A and B", "[1, 2] | if A and B / [1] | if A, if not (A and B) / [] | if not A"),
        ("A or B", "B", "[1, 2] | if B / [1] | if A or B, if not B / [] | if not (A or B)"),
        ("A == 1", "A == 1", "[1, 2] | if A == 1 / [] | if not (A == 1)"),
        ("A or B", "A or B", "[1, 2] | if A or B / [] | if not (A or B)"),
    ],
)
def test_a_flag_that_is_tested_twice_has_one_truth(
    read: Callable[..., str], first: str, second: str, text: str
) -> None:
    assert read(LIST + BOTH.format(first, second)) == text


@pytest.mark.parametrize(
    "source",
    [
        "if A:\n    X.append(1)\nA = flags.other()\nif A:\n    X.append(2)\n",
        "if _hip:\n    X.append(1)\n_hip.clear()\nif _hip:\n    X.append(2)\n",
        "if cfg.on:\n    X.append(1)\ncfg.on = flags.other()\nif cfg.on:\n    X.append(2)\n",
        "if 1 in A:\n    X.append(1)\nif 1 in A:\n    X.append(2)\n",
        "if next(A):\n    X.append(1)\nif next(A):\n    X.append(2)\n",
        "if A[0]:\n    X.append(1)\nif A[0]:\n    X.append(2)\n",
    ],
)
def test_what_may_change_between_two_tests_is_tested_twice(
    read: Callable[..., str], source: str
) -> None:
    assert [part.partition(" |")[0] for part in read(LIST + source).split(" / ")] == [
        *("[1, 2]", "[1]", "[2]", "[]"),
    ]


def test_what_follows_from_several_tests_is_not_said(read: Callable[..., str]) -> None:
    source = "if A or B:\n    X.append(1)\nif A:\n    X.append(2)\nif B:\n    X.append(3)\n"
    assert read(LIST + source) == (
        "[1, 2, 3] | if A, if B / [1, 2] | if A, if not B / [1, 3] | if not A, if B"
        " / [] | if not (A or B)"
    )
    source = "if A and B:\n    X.append(1)\nelif A:\n    X.append(2)\nif B:\n    X.append(3)\n"
    assert read(LIST + source) == (
        "[1, 3] | if A and B / [2] | if not (A and B) and A"
        " / [3] | if not (A and B) and not A, if B / [] | if not (A and B) and not A, if not B"
    )


def test_one_value_of_several_branches_has_all_their_conditions(read: Callable[..., str]) -> None:
    source = "if A:\n    X.append(1)\nelif B:\n    X.append(1)\n"
    assert read(LIST + source) == "[1] | if A; or if not A and B / [] | if not A and not B"


def test_a_branch_without_the_name_counts(read: Callable[..., str]) -> None:
    source = "if A:\n    X = 1\nelif B:\n    X = 1\nelif cfg.on:\n    X = 2\n"
    assert read(FLAGS + source) == "1 | if A; or if not A and B / 2 | if not A and not B and cfg.on"


def test_branches_that_read_alike_are_said_once(read: Callable[..., str]) -> None:
    inner = "    try:\n        import b\n        X = 1\n    except ImportError:\n        X = 2\n"
    source = f"try:\n    import a\n    X = 1\nexcept ImportError:\n{inner}"
    assert read(source) == "1 | try / 2 | except ImportError"


def test_lists_are_joined_in_place() -> None:
    found = join(["abc", "axc", "abcd", "cab", "aa"], str)
    assert [(one.item, one.lists) for one in found] == [
        *(("a", [0, 1, 2, 3, 4]), ("b", [0, 2, 3]), ("x", [1])),
        *(("c", [0, 1, 2, 3]), ("d", [2]), ("a", [4])),
    ]
