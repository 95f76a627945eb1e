"""``runtime-ref fix``: a destination changes, and nothing else in its document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext_runtime_ref.cli.fix.edits import Replacement, apply
from sphinxext_runtime_ref.links.model import Form, Hyperlink
from tests.folders import git, write

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        (
            "a.md",
            b"\xef\xbb\xbf[x](readme.md)\r\nend\r\n",
            b"\xef\xbb\xbf[x](README.md)\r\nend\r\n",
        ),
        ("a.md", b"caf\xe9 \r\n\n[x](readme.md)\r", b"caf\xe9 \r\n\n[x](README.md)\r"),
        ("a.md", "é [x](<readme.md>)\n".encode(), "é [x](<README.md>)\n".encode()),
        ("a.md", b"[r]\n\n[r]: readme.md 'T'\n", b"[r]\n\n[r]: README.md 'T'\n"),
        ("a.md", b"<a href='readme.md'>x</a>\n", b"<a href='README.md'>x</a>\n"),
        ("a.rst", b"`x <readme.md>`__ here\r\n", b"`x <README.md>`__ here\r\n"),
        ("a.rst", b".. _x: readme.md\n\nx_\n", b".. _x: README.md\n\nx_\n"),
        ("a.rst", b".. figure:: p.png\n   :target: readme.md\n", None),
    ],
)
def test_only_the_destination_changes(
    tmp_path: Path, run: Run, name: str, before: bytes, after: bytes | None
) -> None:
    write(tmp_path, {name: before, "README.md": "# R\n", "p.png": b"\x89PNG"})
    done = run("fix", name)
    assert done.returncode == 0, done.stderr
    expected = before.replace(b"readme", b"README") if after is None else after
    assert (tmp_path / name).read_bytes() == expected


def test_a_lone_carriage_return_ends_no_line(tmp_path: Path, run: Run) -> None:
    old = "One\rtwo [x](To.md)\n\n[y](To.md)\n"
    write(tmp_path, {"a.md": old, "to.md": "# T\n"})
    done = run("fix", "--diff", "a.md")
    assert done.stderr == "links: 2 would be fixed, 0 left\n"
    write(tmp_path, {"a.diff": done.stdout})
    git(tmp_path, "apply", "a.diff")
    new = old.replace("To", "to").encode()
    assert (tmp_path / "a.md").read_bytes() == new
    write(tmp_path, {"a.md": old})
    assert run("fix", "a.md").stdout == (
        "a.md:1:13: 'To.md' -> 'to.md' (capitals)\na.md:3:5: 'To.md' -> 'to.md' (capitals)\n"
    )
    assert (tmp_path / "a.md").read_bytes() == new


def test_the_mode_of_a_file_and_a_link_to_it_stay(tmp_path: Path, run: Run) -> None:
    write(tmp_path, {"real.md": "[x](readme.md)\n", "README.md": "# R\n"})
    (tmp_path / "real.md").chmod(0o640)
    (tmp_path / "a.md").symlink_to("real.md")
    assert run("fix", "a.md").returncode == 0
    assert (tmp_path / "a.md").is_symlink()
    assert (tmp_path / "real.md").read_text() == "[x](README.md)\n"
    assert (tmp_path / "real.md").stat().st_mode & 0o777 == 0o640


def test_a_destination_in_other_words_is_left(tmp_path: Path, run: Run) -> None:
    write(tmp_path, {"a.md": "[x](read\\_me.md)\n", "READ_ME.md": "# R\n"})
    done = run("fix", "a.md")
    assert done.returncode == 1
    assert (tmp_path / "a.md").read_text() == "[x](read\\_me.md)\n"


def test_a_label_that_reads_as_its_destination_stays(tmp_path: Path, run: Run) -> None:
    write(
        tmp_path,
        {"a.md": "![readme.md] [x][Readme.md] [y](readme\\.md)\n\n[README.md]: readme.md\n"},
    )
    write(tmp_path, {"README.md": "# R\n"})
    done = run("fix", "a.md")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, "links: 2 fixed, 1 left")
    fixed = "![readme.md] [x][Readme.md] [y](readme\\.md)\n\n[README.md]: README.md\n"
    assert (tmp_path / "a.md").read_text() == fixed


WORDS = st.text(st.sampled_from("aé漢 \t([]`*\r\n\\"), max_size=12)


@given(st.lists(st.tuples(WORDS, st.sampled_from(["old.md", "other.md"])), max_size=6), WORDS)
def test_edits_touch_nothing_else(parts: list[tuple[str, str]], tail: str) -> None:
    text, replacements = "", []
    for before, uri in parts:
        text += before + "<"
        lines = text.split("\n")
        link = Hyperlink("a.html", len(lines), len(lines[-1]) + 1, uri, Form.HTML)
        if uri == "old.md":
            replacements.append(Replacement(link, "new.md", ""))
        text += uri + ">"
    data, done = apply("a.html", (text + tail).encode(), replacements)
    expected = "".join(f"{before}<{uri.replace('old', 'new')}>" for before, uri in parts) + tail
    assert data.decode() == expected
    assert len(done) == len(replacements)
