"""Destinations and their parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext_runtime_ref.links.urls import Destination, is_external, quote, scheme, split, unquote


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("a.md", Destination("a.md")),
        ("a.md#", Destination("a.md", "", "")),
        ("a.md?raw=1#x?y#z", Destination("a.md", "raw=1", "x?y#z")),
        ("#x", Destination("", "", "x")),
        ("?plain=1#L2", Destination("", "plain=1", "L2")),
        ("/a/b", Destination("/a/b")),
        ("./a:b.md", Destination("./a:b.md")),
        ("", Destination("")),
    ],
)
def test_local_destinations(uri: str, expected: Destination) -> None:
    assert split(uri) == expected


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("https://x.invalid/a", "https"),
        ("HTTP://x", "http"),
        ("mailto:me@x.invalid", "mailto"),
        ("data:image/png;base64,AA", "data"),
        ("vscode+x:y", "vscode+x"),
        ("a.md:12", "a.md"),
        ("//x.invalid/a", ""),
    ],
)
def test_what_is_not_local(uri: str, name: str) -> None:
    assert split(uri) is None
    assert scheme(uri) == name


@pytest.mark.parametrize(
    ("uri", "leads_out"),
    [
        *((f"{name}:x", True) for name in ("https", "mailto", "tel", "data", "ssh", "git", "ws")),
        *((f"{name}:x", True) for name in ("SSH", "irc", "svn", "urn", "xmpp", "vscode")),
        *(("//x.invalid/a", True), ("sec:intro", False), ("fig:x", False), ("a.md", False)),
    ],
)
def test_a_scheme_that_is_none_may_be_a_label(uri: str, *, leads_out: bool) -> None:
    assert is_external(uri) is leads_out


def test_decoding_happens_once_and_keeps_strange_bytes() -> None:
    assert unquote("a%2520b") == "a%20b"
    assert unquote("caf%C3%A9 100%") == "café 100%"
    assert unquote("%ff.md") == "\udcff.md"


def test_the_raw_form_is_the_second_try() -> None:
    assert Destination("a%20b").paths == ("a b", "a%20b")
    assert Destination("a", "", "x%3A").fragments == ("x:", "x%3A")
    assert Destination("a", "", "x").fragments == ("x",)


@given(st.text(alphabet="aé%/?#:.& \\ü", max_size=12))
def test_the_parts_make_up_the_whole(uri: str) -> None:
    parts = split(uri)
    if parts is None:
        assert scheme(uri) or uri.startswith("//")
    else:
        assert parts.spelled() == uri or uri.rstrip("?") == parts.spelled() or "?#" in uri


def test_what_would_end_a_destination_is_quoted() -> None:
    assert quote("a (1)/é#?%<b>.md") == "a%20%281%29/é%23%3F%25%3Cb%3E.md"
    assert quote("\x7f\x80.md") == "%7F\x80.md"


@given(st.text(max_size=20))
def test_a_quoted_path_is_read_as_itself(path: str) -> None:
    encodable = path.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    written = quote(encodable)
    assert unquote(written) == encodable
    assert not set(written) & set('?# ()<>"\\')
