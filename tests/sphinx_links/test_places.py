"""The exact line and column of a destination, in the file that holds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

CONF = (
    "myst_heading_anchors = 3\nshow_warning_types = True\nexclude_patterns = ['part*']\n"
    "myst_enable_extensions = ['colon_fence', 'html_image', 'substitution', 'deflist']\n"
)
MARK = "¦"
"""Stands before each destination that is looked for; it is taken out of the text."""

MARKDOWN = {
    "paragraph": "first\nsecond [x](¦gone.md) and\nthird [text that\nwraps](¦gone.md)\n",
    "angle": "a [x](<¦my gone.md>) b\n",
    "encoded": "a [x](¦my%20gone.md) b\n",
    "escaped": "a [x](¦go\\_ne\\(1\\).md) b\n",
    "parentheses": "a [x](¦gone_(1).md 'title') b\n",
    "title": '[x](¦gone.md\n"title over\nlines")\n',
    "same text": "gone.md [gone.md](¦gone.md) and `[gone.md](gone.md)` [y](¦gone.md)\n",
    "code first": "`[x](gone.md)` and ``[x](gone.md)`` then [x](¦gone.md)\n",
    "comment first": "a <!-- [x](gone.md) --> then [x](¦gone.md)\n",
    "code block first": "```\n[x](gone.md)\n```\n\n[x](¦gone.md)\n",
    "multi-byte": "héllo 🚀 日本 [x](¦gone.md) [ü](¦goné.md)\n",
    "tabs": "- a\n\n\t- b\n\n\t\t[x](¦gone.md)\n",
    "quote": "> > a [x](¦gone.md)\n",
    "list": "- item\n  - nested\n    [z](¦gone.md)\n\n1. one\n\n   [y](¦gone.md)\n",
    "table": "| a | b |\n|---|---|\n| \\| | [w](¦gone.md) |\n| [v](¦gone.md) | 2 |\n",
    "heading": "## See [x](¦gone.md)\n",
    "footnote": "a[^1]\n\n[^1]: see [x](¦gone.md)\n",
    "note": "```{note}\n:class: c\n\nwords\n[x](¦gone.md)\n```\n",
    "nested": "````{note}\na\n\n```{tip}\nb `c`\n\n- [x](¦gone.md)\n```\n````\n",
    "colons": ":::{note} Title\n[x](¦gone.md)\n:::\n",
    "definition list": "term\n: words [x](¦gone.md)\n",
    "reference": "one ¦[x][ref] and\n¦[ref][] and ¦[ref]\n\n[ref]: gone.md\n",
    "image": "a ![x](¦gone.png) b\n",
    "linked image": "[![x](¦gone.png)](¦gone.md)\n",
    "figure": "```{figure} ¦gone.png\n:target: ¦gone.md\n\ncaption [x](¦gone2.md)\n```\n",
    "image directive": "```{image} ¦gone.png\n:alt: x\n```\n",
    "html": 'a <a href="¦gone.md">x</a> <img src="¦gone.png">\n',
    "html block": (
        "<div>\n<a\n href='¦gone.md'>x</a>\n<img srcset='¦one.png 1x, ¦two.png 2x'>\n</div>\n"
    ),
    "html entity": 'a <a href="¦gone&amp;.md">x</a>\n',
    "download": "{download}`x <¦gone.bin>` {download}`¦gone.bin`\n",
    "detour": "a [x](¦../docs/d0.md#nope) [y](¦./gone.md) [z](¦sub/../gone.md)\n",
    "rst": "```{eval-rst}\n`x <¦gone.html>`_ and `y\n<¦gone.html>`_ and `gone`\n```\n",
    "autolink": "<¦project:gone.md> <¦path:gone.txt>\n",
    "anchor": "a [x](¦#nope) [y](¦../README.md#nope)\n",
    "lines": "a [x](¦../src/x.py#L9) [y](¦../src/x.py#L8)\n",
    "long": "word " * 3000 + "[x](¦gone.md)\n",
}
REST = {
    "embedded": "first\n`x <¦gone.html>`_ and `y\n<¦gone.html>`__\n",
    "named": "a ¦`some\nname`_ and ¦other_ b\n\n.. _some name: gone.html\n.. _other: gone2.html\n",
    "anonymous": "a ¦`x`__\n\n__ gone.html\n",
    "list": "- a\n\n  - `x <¦gone.html>`_\n",
    "table": "=====  =====\na      b\n=====  =====\n1      `x <¦gone.html>`_\n=====  =====\n",
    "note": ".. note::\n\n   a `x <¦gone.html>`_\n",
    "image": ".. image:: ¦gone.png\n   :target: ¦gone.html\n",
    "figure": ".. figure:: ¦gone.png\n\n   caption `x <¦gone.html>`_\n",
    "substitution": "a |im| b\n\n.. |im| image:: ¦gone.png\n",
    "raw": ".. raw:: html\n\n   <a href='¦gone.html'>x</a>\n",
    "download": ":download:`x <¦gone.bin>` :download:`¦gone.bin`\n",
    "title": "Part `x <¦gone.html>`_\n-----------------------\n\ntext\n",
    "multi-byte": "héllo 🚀 `x <¦gone.html>`_\n",
    "tabs": "- a\n\n\t`x <¦gone.html>`_\n",
    "literal first": "``<gone.html>`` `x <¦gone.html>`_\n",
    "escaped": "a `x <¦go\\_ne.html>`_ `y <¦./gone\\*.html>`_ b\n",
    "spaces": "a `x <¦go ne.html>`_ `y <¦gone\n.html>`_\n\n.. image:: ¦my/\n   gone.png\n",
    "alias": "a ¦`x <other_>`_ and ¦other_\n\n.. _other: gone.html\n",
    "substituted link": "a ¦|im|_\n\n.. |im| image:: x.png\n.. _im: gone.html\n",
    "replaced": "a |x| and |x|\n\n.. |x| replace:: b `x <¦gone.html>`__\n",
    "unused": "a ¦b_\n\n.. |x| replace:: `x <no.html>`__ :download:`no.zip`\n.. _b: gone.html\n",
    "caption": ".. literalinclude:: x.png\n   :caption: :download:`¦gone.bin`\n",
}


def places(text: str) -> list[tuple[int, int]]:
    """Give line and column of each mark, as if the marks were not there."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        for index, part in enumerate(line.split(MARK)[:-1]):
            before = "".join(line.split(MARK)[:index]) + part
            found.append((number, len(before) + 1))
    return found


def reported(build: Any, name: str) -> list[tuple[int, int]]:
    rows = [row for row in build.report() if row["filename"] == name and row["status"] == "broken"]
    return [(row["lineno"], row["column"]) for row in rows]


def check_all(made: Any, texts: dict[str, str], suffix: str) -> None:
    """Compare the places of a document a text, and the lines of the warnings."""
    build = made.build("locallinks")
    found = {what: reported(build, f"d{n}{suffix}") for n, what in enumerate(texts)}
    assert found == {what: places(HEADS[suffix] + text) for what, text in texts.items()}
    for number, what in enumerate(texts):
        name = f"d{number}{suffix}:"
        warned = [line for line in build.warnings if name in line and "[runtime_ref." in line]
        lines = [line.split(name)[1] for line in warned]
        assert sorted(int(line.partition(":")[0]) for line in lines) == [n for n, _ in found[what]]


def project_of(texts: dict[str, str], suffix: str, newline: str) -> dict[str, str | bytes]:
    whole = {f"docs/d{n}{suffix}": HEADS[suffix] + text for n, text in enumerate(texts.values())}
    files = {name: text.replace(MARK, "").replace("\n", newline) for name, text in whole.items()}
    others: dict[str, str | bytes] = {
        "README.md": "# R\n",
        "src/x.py": "a = 1\n",
        "docs/x.png": b"x",
    }
    return {"docs/index.md": INDEX, **others, **files}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_markdown(newline: str, project: Callable[..., Any]) -> None:
    made = project(project_of(MARKDOWN, ".md", newline), CONF)
    check_all(made, MARKDOWN, ".md")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_restructured_text(newline: str, project: Callable[..., Any]) -> None:
    made = project(project_of(REST, ".rst", newline), CONF)
    check_all(made, REST, ".rst")


def test_byte_order_mark(project: Callable[..., Any]) -> None:
    made = project({"docs/index.md": "\ufeff[x](gone.md)\n"}, CONF)
    assert reported(made.build("locallinks"), "index.md") == [(1, 5)]


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_encodings(encoding: str, project: Callable[..., Any]) -> None:
    text = "# R\n\né [ü](goné.md)\n"
    made = project({"docs/index.md": text.encode(encoding)}, f"source_encoding = {encoding!r}\n")
    build = made.build("locallinks")
    assert reported(build, "index.md") == [(3, 7)]
    assert [row["uri"] for row in build.report()] == ["goné.md"]


def test_a_file_that_changes_while_it_is_read(project: Callable[..., Any]) -> None:
    conf = (
        "from pathlib import Path\ndef change(app, docname, content):\n"
        "    Path(app.env.doc2path(docname)).write_text('\\n\\n' + content[0])\n"
        "    content[0] += '\\n'\n"
        "def setup(app):\n    app.connect('source-read', change)\n"
    )
    build = project({"docs/index.md": "# R\n\n[x](gone.md)\n"}, conf).build("locallinks")
    assert reported(build, "index.md") == [(3, 5)]


def test_included_files(project: Callable[..., Any]) -> None:
    files = {
        "docs/index.md": "# Root\n\n```{include} part.txt\n```\n\n[x](gone.md)\n",
        "docs/part.txt": "one\n\n- [x](gone.md)\n",
        "docs/sub/r.rst": ":orphan:\n\nR\n=\n\n.. include:: part2.inc\n",
        "docs/sub/part2.inc": "`x <gone.html>`_\n\nfar `y <gone.html>`_\n",
        "docs/sub/a.md": (
            "---\norphan: true\n---\n# A\n\n```{include} ../../README.md\n:relative-docs: docs\n"
            ":relative-images:\n:start-line: 2\n```\n"
        ),
        "README.md": "# R\n\n[x](docs/gone.md) [y](docs/index.md)\n\n![z](pics/no.png)\n",
    }
    build = project(files, CONF).build("locallinks")
    rows = [row for row in build.report() if row["status"] == "broken"]
    assert [(r["filename"], r["lineno"], r["column"], r["uri"]) for r in rows] == [
        ("../README.md", 3, 5, "docs/gone.md"),
        ("../README.md", 5, 6, "pics/no.png"),
        ("index.md", 6, 5, "gone.md"),
        ("part.txt", 3, 7, "gone.md"),
        ("sub/part2.inc", 1, 5, "gone.html"),
        ("sub/part2.inc", 3, 9, "gone.html"),
    ]
    assert len(build.warnings) == 6


def test_one_file_included_twice_is_reported_once(project: Callable[..., Any]) -> None:
    include = "```{include} part.txt\n```\n"
    files = {
        "docs/index.md": f"# Root\n\n{include}\n{include}",
        "docs/a.md": f"---\norphan: true\n---\n# A\n\n{include}",
        "docs/part.txt": "[x](gone.md)\n",
    }
    build = project(files, CONF).build("locallinks")
    assert reported(build, "part.txt") == [(1, 5)]
    assert len(build.warnings) == 1


def test_a_finding_names_the_document_that_includes_its_file(project: Callable[..., Any]) -> None:
    include = "```{include} sub/part.md\n```\n"
    files = {
        "docs/index.md": f"# Root\n\n{include}",
        "docs/again.md": f"---\norphan: true\n---\n{include}",
        "docs/sub/part.md": "---\norphan: true\n---\n# P\n\n[x](other.md) [y](gone.md)\n",
        "docs/sub/other.md": "---\norphan: true\n---\n# O\n",
    }
    build = project(files, CONF).build("locallinks")
    assert [line.partition("sub/part.md:6: WARNING: ")[2] for line in build.warnings] == [
        (
            "'other.md': no such file or folder from docs/again.md, which includes this; "
            "did you mean 'sub/other.md'? [runtime_ref.target]"
        ),
        "'gone.md': no such file or folder [runtime_ref.target]",
    ]


INDEX = "# Root\n\n```{toctree}\n:glob:\n\nd*\n```\n"
HEADS = {".md": "# Title\n\n", ".rst": "Title\n=====\n\n"}


def test_a_raw_file(project: Callable[..., Any]) -> None:
    files = {
        "docs/index.rst": "R\n=\n\n.. raw:: html\n   :file: part.htm\n",
        "docs/part.htm": "<p>\n<a href='gone.html'>x</a> <img src='data:image/png;base64,i='>\n",
    }
    build = project(files, CONF).build("locallinks")
    assert reported(build, "part.htm") == [(2, 10)]
    assert [row["status"] for row in build.report()] == ["broken", "unchecked"]


def test_what_an_extension_makes_is_its_own_business(project: Callable[..., Any]) -> None:
    conf = (
        "from docutils import nodes\nfrom docutils.parsers.rst import Directive\n"
        "class Made(Directive):\n    def run(self):\n"
        "        return [nodes.image(uri='made.png'), nodes.raw('', '<a href=\"made.html\">', "
        "format='html')]\n"
        "def setup(app):\n    app.add_directive('made', Made)\n"
    )
    build = project({"docs/index.rst": "R\n=\n\n.. made::\n"}, CONF + conf).build()
    assert build.report() == []
    assert [line.rpartition("[")[2] for line in build.warnings] == ["image.not_readable]"]


def test_links_that_the_configuration_puts_around_documents(project: Callable[..., Any]) -> None:
    conf = (
        "rst_prolog = '.. |a| replace:: `x <no.html>`__\\n.. |pic| image:: no.png\\n"
        ".. |un| replace:: `x <un.html>`__'\n"
        "rst_epilog = '.. _Out: out.html'\n"
    )
    text = "R\n=\n\nWords\nand |a| and\n|pic|\n\n- Out_ |a|\n"
    build = project({"docs/index.rst": text}, CONF + conf).build()
    rows = [row for row in build.report() if row["status"] == "broken"]
    assert sorted((row["lineno"], row["column"], row["uri"]) for row in rows) == [
        (5, 5, "no.html"),
        (6, 1, "no.png"),
        (8, 3, "out.html"),
        (8, 8, "no.html"),
    ]
    assert len(build.warnings) == 4
