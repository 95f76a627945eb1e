"""Every link of a Markdown text, and exactly where its destination is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sphinxext_runtime_ref.links.markup import markdown
from sphinxext_runtime_ref.links.markup.documents import read_links
from sphinxext_runtime_ref.links.markup.inline import inline_links
from sphinxext_runtime_ref.links.markup.markdown_links import read_text
from sphinxext_runtime_ref.links.markup.survey import survey
from sphinxext_runtime_ref.links.model import Form
from sphinxext_runtime_ref.links.running.run import RunOptions, find_problems
from sphinxext_runtime_ref.links.urls import unquote
from sphinxext_runtime_ref.location import Positions
from sphinxext_runtime_ref.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

LINK, IMAGE, HTML = Form.LINK, Form.IMAGE, Form.HTML
REFERENCE, DEFINITION = Form.REFERENCE, Form.DEFINITION


def links(text: str | bytes) -> list[tuple[int, int, str, Form]]:
    data = text if isinstance(text, bytes) else text.encode()
    return [(x.line, x.column, x.uri, x.form) for x in read_links("a.md", data).links]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("![[x](a.md) <a href=b.md> ![y](c.png) <d:e>](f.png)", [(1, 46, "f.png", IMAGE)]),
        ("![[x][r]](f.png)\n\n[r]: a.md", [(1, 11, "f.png", IMAGE)]),
        ("[x](a.md)", [(1, 5, "a.md", LINK)]),
        ("é [a[^é] b[^1]](a.md)\n\n[^é]: [^1]\n\n[^1]: x", [(1, 17, "a.md", LINK)]),
        ("![a[^1]](a.png) [[^1]](b.md)\n\n[^1]: x",
         [(1, 10, "a.png", IMAGE), (1, 24, "b.md", LINK)]),
        ("[a[^1]][r]\n\n[^1]: x\n\n[r]: a.md", [(1, 9, "a.md", LINK)]),
        ("[a[^1] (a.md) `[a[^1]](b.md)`\n\n[^1]: x", []),
        ("é [x](a.md)", [(1, 7, "a.md", LINK)]),
        ("👍 [x](a.md)", [(1, 7, "a.md", LINK)]),
        ("\t- x\n\n- [x](a.md)", [(3, 7, "a.md", LINK)]),
        ("- x\n\n\t[x](a.md)", [(3, 6, "a.md", LINK)]),
        ("[x](  a.md  'title' )", [(1, 7, "a.md", LINK)]),
        ('[x](<a b.md> "title")', [(1, 6, "a b.md", LINK)]),
        ("[x](\x0ca.md) [y](\v\n\f b.md)", [(1, 6, "a.md", LINK), (2, 3, "b.md", LINK)]),
        ("[x]:\f a.md\n", [(1, 7, "a.md", DEFINITION)]),
        ("[y]:\v\n\f b.md", [(2, 3, "b.md", DEFINITION)]),
        ("[x](\na.md)", [(2, 1, "a.md", LINK)]),
        ("[x](>a.md)", [(1, 5, ">a.md", LINK)]),
        ("- é <a\n  href='a.md' id=é\n  k>b</a> <img\n  src=c.png>",
         [(2, 9, "a.md", HTML), (4, 7, "c.png", HTML)]),
        ("> - x <a\r\n>   href='a.md'>b</a>", [(2, 11, "a.md", HTML)]),
        ("> [x](\n> a.md\n> 'title')", [(2, 3, "a.md", LINK)]),
        ("> - [x\n>   y](<a.md>)", [(2, 9, "a.md", LINK)]),
        ("[x](a_(b).md)", [(1, 5, "a_(b).md", LINK)]),
        (r"[x](a_\(b.md)", [(1, 5, "a_(b.md", LINK)]),
        ("[x](a&amp;b.md)", [(1, 5, "a&b.md", LINK)]),
        ("[a [b] c](a.md)", [(1, 11, "a.md", LINK)]),
        (r"[a \](b) c](a.md)", [(1, 13, "a.md", LINK)]),
        ("[`](b.md)`](a.md)", [(1, 13, "a.md", LINK)]),
        ("[![alt](pic.png)](a.md)", [(1, 9, "pic.png", IMAGE), (1, 19, "a.md", LINK)]),
        ("![al*t*](pic.png)", [(1, 10, "pic.png", IMAGE)]),
        ("[](a.md)", [(1, 4, "a.md", LINK)]),
        ("**[x](a.md)**", [(1, 7, "a.md", LINK)]),
        ("# [x](a.md) #", [(1, 7, "a.md", LINK)]),
        ("[x](a.md)\n---", [(1, 5, "a.md", LINK)]),
        ("|a|\n|-|\n|[x](a\\|b.md)|", [(3, 6, "a|b.md", LINK)]),
        ("| a |\n|---|\n| [x](a.md) | [y](b.md) |", [(3, 7, "a.md", LINK)]),
        ("a[^1]\n\n[^1]: note\n    [x](a.md)", [(4, 9, "a.md", LINK)]),
        ("a\r\nb [x](a.md)\r\n", [(2, 7, "a.md", LINK)]),
        ("- [ ] [x](a.md)", [(1, 11, "a.md", LINK)]),
        ("> [!NOTE]\n> [x](a.md)", [(2, 7, "a.md", LINK)]),
        ("> [!NOTE]\n> <br>\n> [x](a.md)", [(3, 7, "a.md", LINK)]),
        ("> [!TIP]\n> <img src=b.png>\n> [x](a.md)",
         [(2, 12, "b.png", HTML), (3, 7, "a.md", LINK)]),
        ("> [!NOTE]\n> [r]: b.md\n>\n> [r]", []),
        ("<https://x.invalid> <me@x.invalid>", [
            (1, 2, "https://x.invalid", LINK),
            (1, 22, "mailto:me@x.invalid", LINK),
        ]),
        ("see https://x.invalid/a_b(c)), and", [(1, 5, "https://x.invalid/a_b(c)", LINK)]),
        ("**https://x.invalid/a**", [(1, 3, "https://x.invalid/a", LINK)]),
        (
            "```\nhttps://no.invalid\n```\n\n    https://no.invalid\n\nhttps://x.invalid",
            [(7, 1, "https://x.invalid", LINK)],
        ),
        ("[http://x.invalid](a.md)", [(1, 20, "a.md", LINK)]),
        ("[x][r]\n\n[r]: a.md", [(1, 5, "a.md", LINK)]),
        ("[r][] ![r]\n\n[R]: <a b.md> (t)", [(1, 2, "a b.md", LINK), (1, 9, "a b.md", IMAGE)]),
        ("[x][gone] [y][]", [(1, 5, "gone", REFERENCE), (1, 12, "y", REFERENCE)]),
        ("![x][gone] ![y][]", [(1, 6, "gone", REFERENCE), (1, 14, "y", REFERENCE)]),
        ("é [x\ny][gone]", [(2, 4, "gone", REFERENCE)]),
        ("[r]:\n  a.md\n  'title'\n", [(2, 3, "a.md", DEFINITION)]),
        ("> [r]: <a.md>", [(1, 9, "a.md", DEFINITION)]),
        ("<a href=a.md>x</a>", [(1, 9, "a.md", HTML)]),
        ("x <IMG\n SRC = ' a.png '>", [(2, 10, "a.png", HTML)]),
        ("> <div>\n> <a\n> href='a.md'>", [(3, 9, "a.md", HTML)]),
        ("é <b><a title='>' href=\"a&amp;b.md\">", [(1, 25, "a&b.md", HTML)]),
        ("<div>\né <a href=a.md>\nxx <a href=b.md>", [
            (2, 11, "a.md", HTML),
            (3, 12, "b.md", HTML),
        ]),
        ("<video poster=p.png src=v.mp4>", [
            (1, 15, "p.png", HTML),
            (1, 25, "v.mp4", HTML),
        ]),
        ("---\nx: '[x](a.md)'\n---\n[x](b.md)", [(4, 5, "b.md", LINK)]),
        ("---\nx: y\n---\n    [x](a.md)\n", []),
        ("---\nx [y](a.md):\n---\n", []),
        ("---\n\n[x](a.md)\n\n---\n", [(3, 5, "a.md", LINK)]),
        ("---\r\nx: '[x](a.md)'\r\n...\r\n[x](b.md)", [(4, 5, "b.md", LINK)]),
        ("---\n---\n[x](b.md)", [(3, 5, "b.md", LINK)]),
        ("--- \nx: [x](a.md)\n[y](b.md)", [(2, 8, "a.md", LINK), (3, 5, "b.md", LINK)]),
        ("\ufeff[x](a.md)", [(1, 5, "a.md", LINK)]),
        ("$[x](a.md)$ and $5 [y](b.md) or $6", [(1, 24, "b.md", LINK)]),
        ("$$\n[x](a.md)\n$$", []),
        ("[x] [ ] [^n] `[x](a)` \\[x](b) [x]\\(c)", []),
        ("    [x](a.md)\n", []),
        ("```\n[x](a.md)\n", []),
        ("<!-- [x](a.md)\n\n[x](b.md) -->\n", []),
        ("<pre>\n[x](a.md)\n</pre>", []),
        ("[a][b][c] usage [x][, y] [Microsoft][Some Driver][Server] grid[1][2] f()[i][j]", []),
        ("标签[x][gone]", [(1, 7, "gone", REFERENCE)]),
        ("[r][]\n\n[r]: a.md", [(1, 2, "a.md", LINK)]),
        ("[r]\n\n[r]: a.md", [(1, 2, "a.md", LINK)]),
        ("[x][gone] [y](a.md)", [(1, 5, "gone", REFERENCE), (1, 15, "a.md", LINK)]),
        ("[r]: a.md\n\n[y](b.md)", [(1, 6, "a.md", DEFINITION), (3, 5, "b.md", LINK)]),
        ("[x](a b.md)", []),
        ("[r]: a.md\n\n[x]\\[r] [x]\\[gone]", [(1, 6, "a.md", DEFINITION)]),
        ("<div>\n<!--\n\n[x](a.md)\n\n<p>\n--><a href=b.md>", [(7, 12, "b.md", HTML)]),
        ("<div>\n<!--\n\n[x](a.md) --> [x](b.md)", []),
        ("<div>\n<!--\n\n[x](a.md)\n\n<p>\n--!><a href=b.md>", [(7, 13, "b.md", HTML)]),
        ("<div>\n<!--\n\n[x](a.md)\n\n<p>-->\n\n[y](b.md)", [(8, 5, "b.md", LINK)]),
        ("<div>\n<!-->\n\n[x](a.md)", [(4, 5, "a.md", LINK)]),
        ("> <!-- x --!>\n\n[x](a.md)", [(3, 5, "a.md", LINK)]),
        ("x <!---->\n\n[x](a.md)", [(3, 5, "a.md", LINK)]),
        ("<b title='<!--'>[x](a.md)", [(1, 21, "a.md", LINK)]),
        ("<script>'<!--'</script>\n\n[x](a.md)", [(3, 5, "a.md", LINK)]),
    ],
)  # fmt: skip
def test_places(text: str, expected: list[tuple[int, int, str, Form]]) -> None:
    assert links(text) == expected


def test_bytes_that_are_not_utf8_do_not_shift_what_follows() -> None:
    assert links(b"caf\xe9 [x](a.md)") == [(1, 10, "a.md", LINK)]


def test_a_lone_carriage_return_ends_no_line() -> None:
    assert links("a\rb [x](a.md)") == [(1, 9, "a.md", LINK)]


def test_titles_are_kept() -> None:
    found = read_links("a.md", b"[x](a.md 'def f') [y][r]\n\n[r]: b.md \"def g\"").links
    assert [link.title for link in found] == ["def f", "def g"]


def test_ignore_comments_in_code_are_text() -> None:
    text = b"`<!-- runtime-ref: ignore -->`\n\n    <!-- runtime-ref: ignore -->\n"
    assert read_links("a.md", text).comments == {}


@pytest.mark.parametrize(
    "text",
    [
        "<!-- runtime-ref: ignore -->",
        "> a <!--runtime-ref:ignore-->",
        "- <!-- runtime-ref: ignore -->",
    ],
)
def test_ignore_comments(text: str) -> None:
    assert list(read_links("a.md", f"x\n\n{text}\n".encode()).comments) == [3]


PIECES = st.sampled_from(
    [
        "[x](a.md)", "[R\n", "R]",
        "[x](<b c.md> 't')", "[x](<b c.md>)", "[x](a_\\(b.md)", "[x](a(b)(c).md)",
        "![i](p.png)", "[r]", "[x][r]", "[q][]", "[x][gone]", "<https://x.invalid>", "<m@x.xyz>",
        "\n", "\n\n", " ", "> ", "- ", "    ", "`", "```\n", "<a href='h.md'>", "</a>", "<a name='",
        "<img src=i.png srcset='j.png 2x'>", "<a href>", "<!-- ", " -->", "[r]: r.md\n", "\\", "*",
        "_", "|", "|-|\n", "# ", "$", "&amp;", "é", "[", "]", "(", ")", "<", ">", "<div>\n",
        "</div>\n", "![", "](k.md)", "[^1]", "[^1]: note ", "---\n", "<T>", "~~", "https://x.invalid/y",
    ]
)  # fmt: skip
DEFINING = st.sampled_from(
    [
        "[x](a.md)", "[r]", "[x][r]", "[R]", "[r][]", "`[r]`", "text ", "\n", "\n\n", "> ", "- ",
        "1. ", "[ ] ", "    ", "```\n", "[r]: r.md\n", "[s]: s&amp;.md#x\n", "[s]", "[r]: <r.md>\n",
        "[r]: r.md 't'\n", "[r]: r.md t\n", "[r]:r.md\n", "[r]::m\n", "[r]::m(1, 2)\n",
        "[r]:\nr.md\n", "[^1]: ", "[^1]", "<!-- c -->\n", "<!--\n", "-->\n", "<div>\n", "# ",
        "\r\n", "| a |\n|-|\n", "[r\nr]", "[r]: a(b\n", "$$", "é", "[r]: é\u00a0x\n",
        "\u00a0\n", "\\",
    ]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=25).map("".join))
def test_a_quick_look_finds_what_a_close_look_finds(text: str) -> None:
    # in a block of HTML, a tag that is not closed hides the next one
    assume("<http" not in text.replace("<https://x.invalid>", ""))
    close = read_text(text, bare=False)
    quick, _ = survey(text)
    undefined = [(one.offset, one.uri) for one in close.occurrences if one.form is REFERENCE]
    wanted = sorted(
        unquote(one.uri) for one in close.occurrences if one.form not in {DEFINITION, REFERENCE}
    )
    if not quick.doubtful:
        assert [tuple(one) for one in quick.undefined] == undefined
        assert not close.comments
        assert sorted(map(unquote, quick.destinations)) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "<!--><a href=no.md> -->",
        "<!---><a href=no.md> -->",
        "<!-- --!><a href=no.md> -->",
        "x <iMG\n SRC = 'no.md'>",
        "<html <!--''><img src=no.md>",
        "<div>\n<sOURCE SrcSet=no.md>",
        'x <sup class="footnote-reference"><a href="no.md">1</a></sup>',
    ],
)
def test_links_in_unusual_html_are_checked(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.md").write_text(f"{text}\n")
    assert [link[2] for link in links(text)] == ["no.md"]
    (found,) = find_problems(tmp_path, ["a.md"], Settings(), RunOptions(workers=1))
    assert [result.link.uri for result in found.results] == ["no.md"]


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=20).map("".join))
def test_a_place_is_where_the_destination_is(text: str) -> None:
    lines = markdown.decode(text.encode()).split("\n")
    for link in read_links("a.md", text.encode()).links:
        rest = "\n".join(lines[link.line - 1 :])[link.column - 1 :]
        label = rest.startswith(("r]", "r\n", "q]", "gone"))
        # a label may have a line feed, which the parser gives as a space
        written = rest.replace("\\(", "(").replace("\n", " ")
        uri = link.uri.removeprefix("mailto:")
        assert label or rest.startswith(uri) or written.startswith(uri)


@settings(max_examples=800, deadline=None)
@given(st.lists(st.one_of(PIECES, DEFINING), max_size=14).map("".join))
def test_places_found_without_events_are_those_of_the_events(text: str) -> None:
    quick, _ = survey(text)
    found = None if quick.doubtful else inline_links(text, quick)
    if found is not None:
        positions = Positions(text.encode())
        every = read_text(text, bare=False).occurrences
        close = [one for one in every if one.form not in {DEFINITION, REFERENCE}]
        places = [(positions.place(one.offset), one.uri) for one in close]
        assert [(Positions(text).place(offset), uri) for offset, uri in found] == places
        images = {number for number, one in enumerate(close) if one.form is IMAGE}
        assert images == quick.images
