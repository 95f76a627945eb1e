"""Heading slugs as GitHub makes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext_runtime_ref.links.markup.headings import page_ids
from sphinxext_runtime_ref.links.markup.markdown import render
from sphinxext_runtime_ref.links.markup.markdown_links import heading_lines
from sphinxext_runtime_ref.links.markup.slugs import slug, unique_slugs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Quick start", "quick-start"),
        ("snake_case & kebab-case", "snake_case--kebab-case"),
        ("What's new in 2.0?", "whats-new-in-20"),
        ("  two  spaces ", "--two--spaces-"),
        ("a\tb", "ab"),
        ("non\u00a0breaking", "nonbreaking"),
        ("en – em — bar ― minus −", "en--em--bar--minus-"),
        ("100 % (all)", "100--all"),
        ("C++ / C#", "c--c"),
        ("`code` *em*", "code-em"),
        ("ÀÉÎ", "àéî"),
        ("ΟΔΟΣ", "οδοσ"),
        ("İstanbul", "i̇stanbul"),
        ("ß ẞ", "ß-ß"),
        ("日本語 の 見出し。", "日本語-の-見出し"),
        ("ภาษาไทย", "ภาษาไทย"),
        ("हिन्दी", "हिन्दी"),
        ("עִבְרִית", "עִבְרִית"),
        ("🚀 go 👩‍🚀", "-go-"),
        ("m² ½ ①", "m--"),
        ("Ⅳ ⅳ ٣", "ⅳ-ⅳ-٣"),
        ("Ⓐ 🄰 🅐 🅰", "ⓐ-🄰-🅐-🅰"),
        ("𝐀 ϒ", "𝐀-ϒ"),
        ("🄯🄰🅉🅊 🅏🅐🅩🅪 🅯🅰🆉🆊 ⒵Ⓐⓩ⓪", "🄰🅉-🅐🅩-🅰🆉-ⓐⓩ"),
        ("a‿b", "a‿b"),
        ("zero\u200dwidth\u200bspace", "zerowidthspace"),
        ("ª º µ", "ª-º-µ"),
        ("+1 :thumbsup:", "1-thumbsup"),
        ("", ""),
        ("!?", ""),
    ],
)
def test_slug(text: str, expected: str) -> None:
    assert slug(text) == expected


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        (["a", "a", "a"], ["a", "a-1", "a-2"]),
        (["e", "e", "e 1", "e-1", "e"], ["e", "e-1", "e-1-1", "e-1-2", "e-2"]),
        (["foxtrot-1", "foxtrot", "foxtrot"], ["foxtrot-1", "foxtrot", "foxtrot-2"]),
        (["", ""], ["", "-1"]),
        (["A", "a"], ["a", "a-1"]),
        (["constructor", "__proto__", "__proto__"], ["constructor", "__proto__", "__proto__-1"]),
        ([], []),
    ],
)  # fmt: skip
def test_taken_slugs_are_numbered(headings: list[str], expected: list[str]) -> None:
    assert unique_slugs(headings) == expected


@given(st.text())
def test_a_slug_is_its_own_slug(text: str) -> None:
    assert slug(slug(text)) == slug(text)


@given(st.lists(st.text(alphabet="aA1- \n", max_size=4), max_size=20))
def test_slugs_are_unique(headings: list[str]) -> None:
    found = unique_slugs(headings)
    assert len(found) == len(set(found)) == len(headings)


@given(st.lists(st.text(max_size=6), max_size=8))
def test_together_is_as_one_by_one(headings: list[str]) -> None:
    plain = [heading.replace("\n", "") for heading in headings]
    taken: set[str] = set()
    for heading, unique in zip(plain, unique_slugs(headings), strict=True):
        base, number = slug(heading), 0
        while (wanted := f"{base}-{number}" if number else base) in taken:
            number += 1
        assert unique == wanted
        taken.add(unique)


@pytest.mark.parametrize(
    ("text", "slugs", "names"),
    [
        ("# A `b` [c](d) **e**", ["a-b-c-e"], []),
        ("# ![alt](x) A", ["-a"], []),
        ("# A <br> B &lt;c&gt; \\*", ["a--b-c-"], []),
        ("A\nB\n===", ["ab"], []),
        ("# A\n\n> # A\n\n- # A", ["a", "a-1", "a-2"], []),
        ("# <a id='x'></a>A", ["a"], ["x"]),
        ('<h2 align="center">Big <i>One</i></h2>\n\n# Big One', ["big-one", "big-one-1"], []),
        ("<!-- # A\n<h1>A</h1><a id='x'></a> -->\n# A", ["a"], []),
        ("```\n# A\n```\n# B", ["b"], []),
        ("<td ID = 'x' name=y title='id=z'>", [], ["x", "y"]),
        ("<div title='a > b' id=\"x&amp;y\">", [], ["x&y"]),
        ('x <a href=\'y\' id=z></a><a href="y" id="w"></a>', [], ["z", "w"]),
        ('x <img src="y" alt="" id="z"> <code class="y" id="w">', [], ["z", "w"]),
        ('<td style="text-align: left" id="z">', [], ["z"]),
        ("# #", [""], []),
        ("# A \t\n\n# B\t #\n\n# C ![](x) \t\n\nD \t\n===", ["a", "b", "c-", "d"], []),
    ],
)
def test_ids_of_a_page(text: str, slugs: list[str], names: list[str]) -> None:
    page = page_ids(render(text))
    assert list(page.slugs) == slugs
    assert list(page.names) == names


def test_lines_of_headings() -> None:
    text = (
        "# A\n\n<div class='wide'><h2>B</h2>\n<p>x</p><h3\n>C</h3></div>\n\n"
        "words <h4>D</h4>\n\nE\n=\n\n> # F\n\n<header>\n\n```\n# no\n```\n<!--\n<h1>no</h1>\n-->\n"
    )
    assert page_ids(render(text)).slugs == tuple("abcdef")
    assert heading_lines(text.encode()) == [1, 3, 4, 7, 9, 12]


def test_footnotes_have_ids() -> None:
    page = page_ids(render("a[^n]\n\n[^n]: note"))
    assert page.has("fn-n", ignore_case=False)
    assert not page.has("n", ignore_case=False)


def test_indented_raw_headings_are_found_with_and_without_their_space() -> None:
    page = page_ids(render("<h1>\n  The  Name\n</h1>"))
    assert page.has("--the--name", ignore_case=False)
    assert page.has("the-name", ignore_case=False)
