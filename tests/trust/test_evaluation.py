"""Sources that are small and mean much: each is answered within bounds of time and memory."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

LONG = 'S = "a" * 1_000_000\n'
FEW = "D = {i: i for i in range(90000)}\nL = [i for i in range(90000)]\n"
WORST = 'A = "a" * 1_000_000\nB = "a" * 250_000 + "b" + "a" * 250_000\n'
SOURCES = {
    "a tuple of long strings formatted": LONG + 'T = (S,) * 100_000\nX = ["%s" * 100_000 % T]',
    "a key formatted again and again": LONG + 'X = ["%(a)s" * 100_000 % {"a": S}]',
    "a field formatted again and again": 'X = [("{0}" * 300_000).format("")]',
    "the text of a list of long strings": LONG + "L = [S] * 200_000\nX = [str(L), f'{L}']",
    "cells that share a long string": LONG + "L = [S] * 2000\nX = [L] * 90",
    "values that share a long string": LONG + "X = {i: S for i in range(60_000)}",
    "source text again and again": 'X = [f("' + "a" * 9999 + '") for i in range(190_000)]',
    "lookups": FEW + "X = [D[i] for i in range(90_000)]",
    "lookups with a default": FEW + "X = [D.get(i) for i in range(90_000)]",
    "membership": FEW + "X = [i in L for i in range(90_000)]",
    "positions": FEW + "X = [L.index(i) for i in range(90_000)]",
    "large keys": FEW + "T = tuple(L)\nX = {(T, i) for i in range(90_000)}",
    "comparisons of lists": FEW + "M = [i for i in range(90_000)]\nX = [L == M for i in L]",
    "comparisons of strings": WORST + "X = [A == A + B for i in range(190_000)]",
    "searching backwards": WORST + "X = [A.rfind(B), A.rsplit(B)]",
    "splitting": 'A = "a " * 500_000\nX = [len(A.split()) for i in range(1000)]',
    "the length of a string": LONG + "X = [len(S) for i in range(190_000)]",
    "unpacking": FEW + "X = [[*L, *L, *L, *L] for i in range(90_000)]",
    "sorting": FEW + "X = [len(sorted(L)) for i in range(1000)]",
    "an encoding of quadratic time": LONG + 'X = [S.encode("punycode"), S.encode().decode("idna")]',
    "a value that holds itself deeper": "X = [[]]\n" + "X[0] = [X[0]]\n" * 2000,
    "many changes": "X = {}\n" + "".join(f"X[{i}] = {i}\n" for i in range(9000)),
    "three loops": "X = [a for a in range(1000) for b in range(1000) for c in range(1000)]",
    "dense source": "X = [" + "1," * 1_900_000 + "]",
    "many statements": "a\n" * 1_900_000 + "X = [1]",
    "ten megabytes": "X = ['" + "x" * 10_000_000 + "']",
}
RUN = """
import json, sys, time
from pathlib import Path
from sphinxext_runtime_ref.errors import RuntimeRefError
from sphinxext_runtime_ref.source.symbols import evaluate
from sphinxext_runtime_ref.source.tree import SourceTree
for path in sorted(Path(sys.argv[1]).iterdir()):
    begun = time.process_time()
    try:
        tree = SourceTree(path)
        said = str(len(evaluate(tree, tree.module("m.py"), "X")))
    except RuntimeRefError as fault:
        said = str(fault)[:200]
    print(json.dumps([path.name, time.process_time() - begun, said]), flush=True)
"""
MEMORY = 1 << 30


@pytest.mark.parametrize("part", range(3))
def test_there_is_an_answer_within_bounds(tmp_path: Path, part: int) -> None:
    own = list(SOURCES.items())[part::3]
    for number, (_, text) in enumerate(own):
        (tmp_path / f"{number:02}").mkdir()
        (tmp_path / f"{number:02}/m.py").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(tmp_path)],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )
    assert done.stderr == ""
    results = [json.loads(line) for line in done.stdout.splitlines()]
    spent = {own[int(name)][0]: seconds for name, seconds, _ in results}
    assert list(spent) == [name for name, _ in own]
    assert {name: seconds for name, seconds in spent.items() if seconds > 10} == {}
