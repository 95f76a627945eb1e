"""Comments and strings that document a declaration, and section banners."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.source.reading.comments import doc_of, read_comments, section_of
from sphinxext_runtime_ref.source.symbols import evaluate, lookup
from sphinxext_runtime_ref.source.values import Mapping

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.source.tree import SourceTree


@pytest.mark.parametrize(
    ("source", "doc"),
    [
        ("# Above.\nX = 1\n", "Above."),
        ("# One\n# two.\nX = 1  # end\n", "One\ntwo."),
        ("X = 1  # end\n", "end"),
        ("X = [\n  1,\n]  # end\n", "end"),
        ("# plain\nX = 1  #: marked\n", "marked"),
        ("#: One\n#: two\nX = 1\n", "One\ntwo"),
        ("# not\n#: this\nX = 1\n", "this"),
        ("# far\n\nX = 1\n", ""),
        ("Y = 0  # of y\nX = 1\n", ""),
        ("X = 1  # noqa: E501\n", ""),
        ("# type: ignore[x]\nX = 1\n", ""),
        ("# ==== Section ====\nX = 1\n", ""),
        ("# ==== Section ====\n# Doc.\nX = 1\n", "Doc."),
        ("X = '# no'  # yes\n", "yes"),
        ("X = 'it\\'s # no'\n", ""),
        ("X = '''\n# no\n'''\n", ""),
        ("X = 1\n'''String.\n\n    Indented.\n'''\n", "String.\n\nIndented."),
        ("if True:\n    # Inside.\n    X = 1\n", "Inside."),
        ("def X():\n    '''Doc.'''\n", "Doc."),
        ("# Above a class.\nclass X: ...\n", "Above a class."),
        ("é = 'é'; X = 1  # ünïcode\n", "ünïcode"),
        ("# Text.  # noqa: E501\nX = 1\n", "Text."),
        ("X = 1  # text  # pylint: disable=bad\n", "text"),
        ("X = 1  # type: ignore[x]  # text\n", "text"),
        ("X = 1  # fmt: skip\n", ""),
        ("# Text.\n# --8<-- [start:x]\nX = 1\n", "Text."),
        ("# --8<-- [start:x]\nclass X:\n  # --8<-- [end:x]\n  a = 1\n", ""),
        ("X = 1  # type: a word for readers\n", "type: a word for readers"),
        ("# Sizes:\n#   - one  # of two\nX = 1\n", "Sizes:\n  - one  # of two"),
        ("X = [  # the list\n  1,  # one\n]\n", "the list"),
        ("X: list[int] = [  # the list\n  1,\n]\n", "the list"),
        ("X = [1,  # one\n  2]\n", ""),
        ("class X: a = 1  # the class\n", "the class"),
        ("def X(): ...  # what it does\n", "what it does"),
        ("class X:  # the class\n  a = 1  # a\n", "the class"),
        ("\n\n# a\nX = 1\n", "a"),
        ("# a\n  # b\nX = 1\n", "a\nb"),
        ("  # a\n# b\nX = 1\n", "b"),
        ("# ---\n# a\n# ---\nX = 1\n", ""),
        ("# a\n# [Section]\n# b\nX = 1\n", "b"),
        ("#no space\n#   three\nX = 1\n", "no space\n  three"),
        ("Y = 1  # y\n# x\nX = 1\n", "x"),
        ("X = (1,  # one\n     2)  # two\n", "two"),
        ("X = 1; Y = 2  # both\n", ""),
        ("X = 1; Y = {  # of y\n}\n", ""),
        ("X = [\n    1,\n]\n# after\n", ""),
        ("#: a\n# b\n#: c\nX = 1  #: d\n", "a\nc"),
        ("#: a\nX = 1  # d\n", "a"),
        ("## a\n# #1 b\nX = 1\n", "a\n#1 b"),
        ("#\n# a\n#\nX = 1\n", "a"),
        ("X = 1  # a\n\n'''doc'''\n", "doc"),
    ],
)
def test_what_documents_a_declaration(
    tree: Callable[..., SourceTree], source: str, doc: str
) -> None:
    made = tree(source)
    assert lookup(made, made.module("m.py"), "X").doc == doc


COLLECTION = """\
# ==== Outside ====
X = {
    # ==== Network ====
    # Where to listen.
    'port': 1,
    'host': 2,  # the name

    # [Decoder-only]
    'a': {
        # ---- Deep ----
        'b': 1,
    },
    # -------------- #
    # Fine-grained (all)
    # -------------- #
    'c': 3, 'd': 4,  # both
    ######## Shouted ########
    'e': (
        5
    ),
    'f': (  # noqa: E501
        6
    ),
    'g': (  # all of it
        7
    ),
    'h': (  # name
        8,  # size
    ),
    'i': (9,  # name
        10),
    'j': (  # name
        11,  # size
    ),  # all of it
}
"""


def test_items_have_docs_and_sections_of_their_own(tree: Callable[..., SourceTree]) -> None:
    made = tree(COLLECTION)
    module = made.module("m.py")
    value = evaluate(made, module, "X")[0].value
    assert isinstance(value, Mapping)
    found = {}
    for k, v in value.items:
        span = Location(
            "m.py", k.location.line, k.location.column, v.location.end_line, v.location.end_column
        )
        name = module.text.cut(k.location).strip("'")
        found[name] = (doc_of(module, span), section_of(module, span, value.location.line))
    assert found == {
        "port": ("Where to listen.", "Network"),
        "host": ("the name", "Network"),
        "a": ("", "Decoder-only"),
        "c": ("", "Fine-grained (all)"),
        "d": ("both", "Fine-grained (all)"),
        "e": ("", "Shouted"),
        "f": ("", "Shouted"),
        "g": ("all of it", "Shouted"),
        "h": ("", "Shouted"),
        "i": ("", "Shouted"),
        "j": ("all of it", "Shouted"),
    }
    assert section_of(module, Location("m.py", 12, 9), 2) == "Deep"
    assert section_of(module, Location("m.py", 5, 5)) == "Network"
    assert section_of(module, Location("m.py", 2, 1)) == "Outside"
    assert section_of(module, Location("m.py", 5, 5), since=4) == ""


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("x = f\"{a['#']}\"  # c\n", [1]),
        ("x = r'\\'  # c\n", [1]),
        ("x = '''a\n# no\n''' # c\n", [3]),
        ('x = """\\"""#no""" # c\n', [1]),
        ("x = b'#'\n#\n##\n", [2, 3]),
        ("x = 'a' \\\n  '#' # c", [2]),
    ],
)
def test_comments_are_told_from_strings(source: str, lines: list[int]) -> None:
    assert list(read_comments(source)) == lines


@pytest.mark.parametrize(
    "note",
    [
        *("type: ignore", "type: ignore[x]", "noqa", "noqa: E1", "fmt: off", "yapf: disable"),
        *("isort: skip", "pylint: disable=a", "pragma: no cover", "mypy: ignore-errors"),
        *("ruff: noqa", "pyright: ignore", "flake8: noqa", "nosec", "nosec B1", "cspell: disable"),
        *("codespell:ignore x", "SPDX-License-Identifier: MIT", "!/bin/sh", "NOQA"),
    ],
)
def test_notes_to_tools_document_nothing(tree: Callable[..., SourceTree], note: str) -> None:
    sources = (f"X = 1  # {note}\n", f"# {note}\nX = 1\n", f"# Text.\n# {note}\n# More.\nX = 1\n")
    made = tree({f"m{at}.py": source for at, source in enumerate(sources)})
    docs = [lookup(made, made.module(f"m{at}.py"), "X").doc for at in range(len(sources))]
    assert docs == ["", "", "Text.\nMore."]


@pytest.mark.parametrize(
    ("above", "title"),
    [
        *((f"# {rule * 2} A {rule * 2}", "A") for rule in "-=*#~_+"),
        *((f"# {rule * 3} A b - c", "A b - c") for rule in "-=*#~_"),
        *((f"# {rule * 3}\n    # A\n    # {rule * 3}", "A") for rule in "-=*#~_+<>"),
        ("# ==A==", "A"),
        ("# <<< A >>>", "A"),
        ("# [A b]", "A b"),
        ("#### A ####", "A"),
        ("# ----- #\n    # A\n    # ----- #", "A"),
        ("# = A =", ""),
        ("# A ===", ""),
        ("# -- A", ""),
        ("# [A] b", ""),
        ("# ===", ""),
        ("# ==\n    # A\n    # ==", ""),
        ("# ---\n    # A\n    1, # ---", ""),
        ("1, # ---\n    # A\n    # ---", ""),
        ("# A\n    # ---", ""),
        ("# ---\n    # A", ""),
        ("2, # == A ==", ""),
        ("  # == A ==", ""),
        ("# == A ==\n    # == B ==", "B"),
        ("# == A ==\n  # == B ==", "B"),
        ("# == A ==\n      # == B ==", "A"),
    ],
)
def test_banners_that_name_a_section(
    tree: Callable[..., SourceTree], above: str, title: str
) -> None:
    source = f"X = [\n    {above}\n    'item',\n]\n"
    line = source[: source.index("'item'")].count("\n") + 1
    module = tree(source).module("m.py")
    assert section_of(module, Location("m.py", line, 5), since=1) == title
