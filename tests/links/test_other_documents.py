"""Links of HTML, notebooks and reStructuredText, and where they are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinxext_runtime_ref.links.markup import rst
from sphinxext_runtime_ref.links.markup.documents import read_links
from sphinxext_runtime_ref.links.markup.html import candidates, ids
from sphinxext_runtime_ref.links.markup.rst_names import make_id
from sphinxext_runtime_ref.links.running.run import check_documents
from sphinxext_runtime_ref.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path


def places(path: str, text: str) -> list[tuple[int, int, str]]:
    return [(x.line, x.column, x.uri) for x in read_links(path, text.encode()).links]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<a href='a.md'>\n<A HREF=b.md>", [(1, 10, "a.md"), (2, 9, "b.md")]),
        ('é<link href="a.css"><area href=b>', [(1, 14, "a.css"), (1, 32, "b")]),
        ("<img src=a srcset='b 1x,\n c 2x'>", [(1, 10, "a"), (1, 20, "b"), (2, 2, "c")]),
        ("<iframe src=a></iframe><track src=b>", [(1, 13, "a"), (1, 35, "b")]),
        ("<source srcset=c><embed src=d>", [(1, 16, "c"), (1, 29, "d")]),
        ("<audio src=a></audio><video src=b poster=c>", [(1, 12, "a"), (1, 33, "b"), (1, 42, "c")]),
        ("<script src=a.js>'<a href=x>'</script><a href=b>", [(1, 13, "a.js"), (1, 47, "b")]),
        ("<script>'</scripts><a href=x></script-a><a href=x>'</script><a href=b>", [(1, 69, "b")]),
        ("<!-- <a href=x> --><a href=b>", [(1, 28, "b")]),
        ("<style>a::after { content: '<a href=x>' }</style>", []),
        ("<p href=x data-src=y><a name=z>", []),
        ("<a title='<a href=x>' href='a&amp;b'>", [(1, 29, "a&b")]),
        ("<a href=' a\n.md '>", [(1, 11, "a.md")]),
        ("<a href='x", []),
        ("<a href=x <b>", [(1, 9, "x")]),
        ("<base href='/sub/'><a href=a><a href=../b><a href=#c>", [
            (1, 28, "/sub/a"), (1, 38, "/b"), (1, 51, "/sub/#c"),
        ]),
        ("<base href='https://x.invalid/'><a href=a>", [(1, 41, "https://x.invalid/a")]),
        ("<base href='http://[x'><a href=a>", [(1, 32, "a")]),
        ("<base target=_top href=/s/><base href=/t/><a href=a>", [(1, 51, "/s/a")]),
        ("\n<a href=a.md>", [(2, 9, "a.md")]),
        ("<a href=sub/a.md><a href=b.md>", [(1, 9, "sub/a.md"), (1, 26, "b.md")]),
    ],
)  # fmt: skip
def test_html(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert places("a.html", text) == expected


def test_candidates_of_a_srcset() -> None:
    text = "a.png, b.png 2x ,c.png (min-width: 1, 2) 3x, data:image/png;base64,AA== 1x,,d,e 4w"
    assert [url for url, _ in candidates(text)] == [
        "a.png",
        "b.png",
        "c.png",
        "data:image/png;base64,AA==",
        "d,e",
    ]
    assert all(text[offset:].startswith(url) for url, offset in candidates(text))


def test_ids_of_html() -> None:
    text = "<p id=a><a name='b'><form name=c><A ID='d&amp;e'><!-- <p id=f> --><p id=''>"
    assert [attribute.value for attribute in ids(text)] == ["a", "b", "d&e"]


def notebook(*cells: tuple[str, str | list[str]], indent: int | None = 1) -> str:
    return json.dumps(
        {
            "cells": [
                {"cell_type": kind, "metadata": {"source": "[x](m.md)"}, "source": source}
                for kind, source in cells
            ],
            "metadata": {},
            "nbformat": 4,
        },
        indent=indent,
        ensure_ascii=False,
    )


def test_notebook_places_are_those_of_the_file() -> None:
    text = notebook(
        ("markdown", ["# É\n", 'a "q" [x](a.md)\n', "[y\n", "z](b.md)"]),
        ("code", ["[x](no.md)"]),
        ("markdown", "[x](c0.md) <!-- runtime-ref: ignore -->\n[y](c1.md)"),
        ("markdown", "\\[no](x) 👍 [x](c.md)\nand [y](d.md)"),
    )
    lines = text.split("\n")
    found = places("n.ipynb", text)
    assert [uri for *_, uri in found] == ["a.md", "b.md", "c0.md", "c1.md", "c.md", "d.md"]
    for line, column, uri in found:
        assert lines[line - 1][column - 1 :].startswith(uri)


def test_escapes_in_notebooks_do_not_shift_columns() -> None:
    text = json.dumps(json.loads(notebook(("markdown", 'é 👍 "\t [x](a.md)'))))
    ((line, column, uri),) = places("n.ipynb", text)
    assert line == 1
    assert text[column - 1 :].startswith(uri)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.text(alphabet='aé👍"\\\t\n ]', max_size=8), min_size=1, max_size=4),
    st.booleans(),
    st.booleans(),
)
def test_notebook_places(texts: list[str], ascii_only: bool, indented: bool) -> None:
    source = [f"{text}\n\n[x](<u.md>)\n\n" for text in texts]
    book = json.loads(notebook(("markdown", source)))
    text = json.dumps(book, ensure_ascii=ascii_only, indent=2 if indented else None)
    lines = text.split("\n")
    for line, column, uri in places("n.ipynb", text):
        assert lines[line - 1][column - 1 :].startswith(uri)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "is no notebook: line 1, column 2"),
        ("[]", "is no notebook of format 4: expected a list of 'cells'"),
        ('{"cells": [1]}', "is no notebook of format 4"),
        ("[" * 100_000, "is no notebook: nested too deeply"),
    ],
)
def test_what_is_no_notebook(text: str, fault: str) -> None:
    assert fault in read_links("n.ipynb", text.encode()).fault


def test_a_notebook_that_is_none_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "n.ipynb").write_text("[]", encoding="utf-8")
    (found,) = check_documents(tmp_path, ["n.ipynb"], Settings())
    assert found.message == (
        "this document is to be checked, but it is no notebook of format 4: expected a list of "
        "'cells'"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See `x <a.md>`_ and `y\n<b.md>`__.", [(1, 9, "a.md"), (2, 2, "b.md")]),
        (".. _x: a.md\n.. __: b.md\n__ c.md", [(1, 8, "a.md"), (2, 8, "b.md"), (3, 4, "c.md")]),
        (".. _a b:\n.. _`c: d`: e.md", [(2, 13, "e.md")]),
        (".. image:: a.png\n   :target: b.md\n   :alt: c", [(1, 12, "a.png"), (2, 13, "b.md")]),
        (".. |x| image:: a.png", [(1, 16, "a.png")]),
        (".. image::\n.. figure:: a.png\n   :target:\n", [(2, 13, "a.png")]),
        ("\n`x <a.md>`_", [(2, 5, "a.md")]),
        ("`x\n\n<a.md>`_ and `y <b.md>`_", [(3, 18, "b.md")]),
        ("``é <b.md>\n`` and `x <a.md>`_", [(2, 12, "a.md")]),
        ("``a `x <no.md>`_ b`` and `y <b.md>`_", [(1, 30, "b.md")]),
        ("- a\n\n  .. figure:: a.png", [(3, 15, "a.png")]),
        (":download:`x <a.zip>` :download:`b.zip`", [(1, 15, "a.zip"), (1, 34, "b.zip")]),
        (".. raw:: html\n\n   <a href='a.md'>\n\n`x <b.md>`_", [(3, 13, "a.md"), (5, 5, "b.md")]),
        (".. raw:: latex\n\n   <a href='a.md'>\n", []),
        ("::\n\n  `x <a.md>`_\n\n`x <b.md>`_", [(5, 5, "b.md")]),
        ("Code::\n\n  `x <a.md>`_\n", []),
        ("Code::\n\n", []),
        ("Code::\n\nCode `x <a.md>`_\n", [(3, 10, "a.md")]),
        ("Code::\n\n  # y\n  `x <a.md>`_\n", []),
        (">>> x", []),
        ("Code::\n\n  x = 1\n  `x <a.md>`_\n", []),
        (".. code-block:: rst\n\n   `x <a.md>`_\n", []),
        (".. a comment `x <a.md>`_\n   `x <a.md>`_\n", []),
        ("..\n   `x <a.md>`_\n\n   `x <a.md>`_\n", []),
        ("..\n\n   `x <a.md>`_\n", [(3, 8, "a.md")]),
        ("- ..\n\n..", []),
        ("``x <a.md>`` and :ref:`x <a.md>` and `x <other_>`_", []),
        (".. note:: `x <a.md>`_\n\n   `y <b.md>`_", [(1, 15, "a.md"), (3, 8, "b.md")]),
        (r"`x <a\_b.md>`_", [(1, 5, "a_b.md")]),
        ("é `x <a.md>`_", [(1, 7, "a.md")]),
        ("\x0c\n\n.. image:: a.png\n\n\v`x <b.md>`_", [(3, 12, "a.png"), (5, 6, "b.md")]),
        ("é\u2028\u2028.. image:: a.png\n\x1c`x <b.md>`_", [(1, 15, "a.png"), (2, 6, "b.md")]),
        ("a\r\r.. image:: a.png\r\n`x <b.md>`_", [(1, 15, "a.png"), (2, 5, "b.md")]),
        (".. raw:: html\r\r  <a href='a.md'>\n", [(1, 27, "a.md")]),
        (".. _x:\n   a.md\n.. _y: b/\n   c.md\n", [(2, 4, "a.md"), (3, 8, "b/c.md")]),
        (".. _x: y_\n.. _z: `a b`_\n.. __: y_\n.. _v: ./a_", [(4, 8, "./a_")]),
        (
            ".. image::\n   a.png\n   :target: b_\n.. image:: my\n   pic.png",
            [(2, 4, "a.png"), (4, 12, "mypic.png")],
        ),
        (".. image:: my pic\\ 1.png", [(1, 12, "mypic 1.png")]),
        (
            "* - .. image:: a.png\n       :target: b.md\n  - 1. .. figure:: c.png",
            [(1, 16, "a.png"), (2, 17, "b.md"), (3, 20, "c.png")],
        ),
        ("| .. image:: a.png | .. image:: b.png |", [(1, 14, "a.png"), (1, 33, "b.png")]),
        ("|`x <a.md>`_|", [(1, 6, "a.md")]),
        (":target: a.md\n:name: b", []),
        (r"`\<x\>`_ `x\ <a.md>`_ `x<a.md>`_ a`x <a.md>`_ `x <a.md>`_b", []),
        ("see:`a < b <a.md>`_ `<b.md>`_.", [(1, 13, "a.md"), (1, 23, "b.md")]),
        (r"`x <a\_>`_ `x <a_>`_", [(1, 5, "a_")]),
        (":py:func:`x <a.md>`_", []),
        ("`m <me@x.invalid>`_ `x <a\nb.md>`_", [(1, 5, "mailto:me@x.invalid"), (1, 25, "ab.md")]),
        (".. image:: a@2x.png", [(1, 12, "a@2x.png")]),
        ("- x::\n\n    `x <a.md>`_\n\n  `x <b.md>`_", [(5, 7, "b.md")]),
        ("x::\n\n> `x <a.md>`_\n> x\n\n`x <b.md>`_", [(6, 5, "b.md")]),
        ("x::\n   `x <a.md>`_", [(2, 8, "a.md")]),
        (">>> '`x <a.md>`_'\n'`x <a.md>`_'\n\n`x <b.md>`_", [(4, 5, "b.md")]),
        ("Title\n:::::\n\n  `x <a.md>`_", [(4, 7, "a.md")]),
        (".. parsed-literal::\n\n  `x <a.md>`_", [(3, 7, "a.md")]),
        ("`` a\n\n`x <a.md>`_ ``", [(3, 5, "a.md")]),
        ("a`` `x <a.md>`_ ``b``", [(1, 9, "a.md")]),
        ("```a``` ``` `x <a.md>`_ ```", []),
        ("``a `x <a.md>`_\n\n``b``", [(1, 9, "a.md")]),
        (":Logo: .. image:: a.png\n\n-a  .. image:: b.png", [(1, 19, "a.png"), (3, 16, "b.png")]),
        ("===  ===============\na    .. image:: a.png\n===  ===============\n", [(2, 17, "a.png")]),
        (
            ".. image:: a.png\n   :target:\n     b/\n     c.md\n",
            [(1, 12, "a.png"), (3, 6, "b/c.md")],
        ),
        (
            ".. image:: a.png\n   :alt: b\n     c\n   :target: d.md\n",
            [
                (1, 12, "a.png"),
                (4, 13, "d.md"),
            ],
        ),
        ("text\n.. image:: a.png\n\n- b\n  .. _c: d.md\n.. image:: e.png", [(6, 12, "e.png")]),
        ("text\n.. comment? `x <a.md>`_\n", [(2, 17, "a.md")]),
        ("- .. code::\n\n    `x <a.md>`_\n\n  `x <b.md>`_", [(5, 7, "b.md")]),
        (".. meta::\n   :description: `x <a.md>`_", []),
        ("`m <mailto:me@x.invalid>`_", [(1, 5, "mailto:me@x.invalid")]),
        (
            "(https://x.invalid/a_b.) `y <http://y.invalid>`_ ``https://no.invalid``\n\n\
.. _z: https://z.invalid\n.. comment https://no.invalid\n\nfile:///a/b",
            [
                (1, 2, "https://x.invalid/a_b"),
                (1, 30, "http://y.invalid"),
                (3, 8, "https://z.invalid"),
                (6, 1, "file:///a/b"),
            ],
        ),
    ],
)
def test_rst(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert places("a.rst", text) == expected


@pytest.mark.parametrize(
    "name",
    ["code", "code-block", "sourcecode", "math", "highlight", "raw", "doctest", "testcode",
     "testsetup", "testoutput", "productionlist", "prompt", "mermaid", "graphviz"],
)  # fmt: skip
def test_directives_of_code_hold_no_links(name: str) -> None:
    text = f".. {name}:: x\n\n   `x <a.md>`_\n\n`x <b.md>`_\n"
    assert places("a.rst", text) == [(5, 5, "b.md")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", "<!-- \\ --><a href=a.md>"),
        ("a.rst", "\\ `x <a.md>`_"),
        ("n.ipynb", notebook(("markdown", "'\\' [x](a.md)"), indent=None)),
    ],
)
def test_bytes_that_are_not_utf8_do_not_shift_what_follows(name: str, text: str) -> None:
    data = text.encode().replace(b"\\\\", b"\\").replace(b"\\", b"\xe9")
    (link,) = read_links(name, data).links
    assert data.decode("latin-1")[link.column - 1 :].startswith("a.md")


def test_ids_of_rst() -> None:
    text = (
        "=====\nTitle\n=====\n\nA & B: `code`\n-------------\n\n.. _My Target:\n\n"
        "Title\n=====\n\nTitle\n=====\n\nLong name\n====\n\nLonger\n===\n\n"
        "Inline _`spot one`.\n\n.. image:: x\n   :name: Pic 1\n\n.. _away: a.md\n\n"
        "日本語\n======\n\n.. raw:: html\n\n   <a id='raw-id' name='raw-name'></a><b id=''></b>\n"
    )
    assert set(rst.page(text.encode()).names) == {
        "title", "a-b-code", "my-target", "id1", "id2", "id3", "long-name", "spot-one", "pic-1",
        "raw-id", "raw-name",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        *("====\n Ti\n====\n", "Größe æ Øl\n==========\n", "A\\ B *c*\\ d \\*\n=============\n"),
        *(" In\n===\n\nreal\n====\n", "Łódź ĳ ŉ\n========\n", "日本\n====\n\né\n=\n"),
        ".. code:: python\n   :name: The Code\n\n   x = ':name: no'\n   :name: no\n\nA\n=\n",
        ".. math::\n   :name: eq\n\n   x\n",
        *(".. math:: :name: eq\n\n   x\n", ".. image::\n   x\n   :name: p\n"),
        *("A ``b_`` __init__ c\n===================\n", "A `b <c.md>`__ `<d>`__\n" + "=" * 22),
        *(":code:`a b` :pep:`8` :pep:`9`\n" + "=" * 29, "A *b*\\ c **d**\\ e\n" + "=" * 17),
        ".. role:: own(code)\n\n:own:`a` b\n===========\n",
        *("ab\n..\n\nx\n", "abc\n..\n\n", "ab\n\n..\n\ncd\n==\n"),
        *("words\nNo title\n========\n", "====\nTitle\n======\n\nb\n=\n", "==\nABC\n==\n"),
        *("a\n=\n\nb\n-\n\nc\n~\n\nd\n-\n\ne\n^\n\nf\n~\n\ng\n=\n\nh\n~\n", "a\n=\nb\n-\n"),
        *(
            "ab 日本\n===\n\né\u0301é\u0301\n==\n",
            "term\n  words\nab\n==\n",
            "- a\n===\n",
            ":a: b\n=====\n",
        ),
        *(
            "1. a\n====\n",
            "--flag\n======\n",
            ".. _a:\nb\n=\n",
            "=======\n Ti tle\n=======\n\n  ==\n  no\n  ==\n",
        ),
        "===== =====\nabc   def\n-----------\ng     h\n===== =====\ni     j\n===== =====\n\nk\n=\n",
        *(".. _a:\n\n.. _b:\n\nc\n", "words\n.. _a:\n"),
        "+---+--------+\n| a | .. _b: |\n|   |        |\n|   | d      |\n+---+--------+\n",
        "|A.b| c\n=======\n\n.. |A.b| replace:: d\n",
    ],
)
def test_ids_of_rst_are_those_of_docutils(text: str) -> None:
    settings = {"report_level": 5, "halt_level": 5, "auto_id_prefix": "id", "doctitle_xform": False}
    tree = publish_doctree(text, settings_overrides=settings)
    named = [part["ids"] for part in tree.findall(nodes.Element) if part["ids"]]
    assert sorted(rst.page(text.encode()).names) == sorted(name for ids in named for name in ids)


def test_headings_of_rst_have_the_slugs_of_github_too() -> None:
    text = (
        "Version 1.2\n===========\n\nC++ & Python\n============\n\nC++ & Python\n============\n\n"
        "日本\n====\n\nUse `it <a.md>`_ or b_\n=====================\n\n.. _b: c.md\n\n"
        ":py:mod:`a.b_c`\n===============\n"
    )
    page = rst.page(text.encode())
    assert page.slugs == (
        "version-12", "c--python", "c--python-1", "日本", "use-it-or-b", "pymodab_c",
    )  # fmt: skip
    assert {"version-1-2", "c-python", "py-mod-a-b-c", "a-b-c"} < set(page.names)
    assert page.has("Version-12", ignore_case=True)


def test_slugs_of_rst_have_what_stands_for_substitutions_and_headings_of_html() -> None:
    text = (
        "The |A B| & |no|\n================\n\n.. |a  b| replace:: no\n"
        ".. |A B| replace:: *new*\n   name\n.. |logo| image:: a.png\n\n"
        ".. raw:: html\n\n   <h2>Raw <b>one</b></h2>\n   <p name=named>\n\n"
        "|logo| Last\n===========\n\nRaw one\n=======\n"
    )
    page = rst.page(text.encode())
    assert page.slugs == ("the-new-name--no", "raw-one", "-last", "raw-one-1")
    assert {"the-a-b-no", "named"} < set(page.names)


def test_names_of_contents_and_notes() -> None:
    text = (
        ".. contents::\n\n.. contents:: On this page\n\nA [#one]_ [Two]_\n\n"
        ".. [#one] x\n.. [Two] y\n.. _`a b`: c.md\n"
    )
    names = rst.page(text.encode()).names
    assert names == ("contents", "on-this-page", "one", "two")


def test_targets_that_lead_away_are_no_ids() -> None:
    text = ".. _a:\n\n.. _b:\n.. _c: d.md\n\n.. _e:\n\nwords\n"
    assert rst.page(text.encode()).names == ("e",)


def test_letters_of_ids_are_those_of_docutils() -> None:
    for code in range(0x20, 0x3000):
        name = f"a{chr(code)}b"
        assert make_id(name) == nodes.make_id(name), hex(code)


def test_ignore_comments_of_rst() -> None:
    text = ".. runtime-ref: ignore\n\n`x <a.md>`_\n\n::\n\n  .. runtime-ref: ignore\n\n"
    text += "a\n\n..\n   runtime-ref: ignore\n\n\n`y <b.md>`_\n"
    found = read_links("a.rst", text.encode())
    assert found.comments == {1: 3, 12: 15}


def test_an_ignore_comment_below_other_ends_of_lines(tmp_path: Path) -> None:
    text = "a\u2028b\x0c\n\n.. runtime-ref: ignore\n\n`x <gone.md>`_\n\n`y <gone.md>`_\n"
    (tmp_path / "a.rst").write_text(text, encoding="utf-8")
    found = check_documents(tmp_path, ["a.rst"], Settings())
    assert [(one.link.line, one.status) for one in found] == [(5, "ignored"), (7, "broken")]
