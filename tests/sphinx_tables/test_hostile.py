"""Sources that mean harm, or are odd: a warning or a page within seconds, never a traceback."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup

if TYPE_CHECKING:
    from collections.abc import Callable

BAD: dict[str, str | bytes] = {
    "deep": "T = " + "[" * 5000 + "]" * 5000 + "\n",
    "power": "T = {'a': 9 ** 9 ** 9}\n",
    "shift": "T = {'a': 1 << 10 ** 9}\n",
    "repeat": "T = {'a': 'x' * 10 ** 10}\n",
    "range": "T = {'a': list(range(10 ** 9))}\n",
    "cycle": "A = B\nB = A\nT = {'a': A}\n",
    "nulls": b"T = {'a': 1}\n\0\n",
    "bytes": b"T = {'a': '\xff\xfe\xfa'}\n",
    "syntax": "T = {'a': \n",
    "huge": b"# " + b"x" * (11 * 2**20) + b"\nT = {'a': 1}\n",
    "itself": "from t import T\n",
}


@pytest.mark.parametrize("name", BAD)
def test_a_hostile_source_is_a_warning(project: Callable[..., Any], conf: str, name: str) -> None:
    text = "# Top\n\n```{declaration-table} t.py:T\n:strict:\n```\n"
    made = project({"t.py": BAD[name], "docs/index.md": text}, conf)
    start = time.monotonic()
    build = made.build("dummy")
    assert time.monotonic() - start < 20
    [warning] = build.warnings
    assert "docs/index.md:3: WARNING: t.py" in warning
    assert warning.endswith("[runtime_ref.declaration]")
    assert len(warning) < 2000


def test_a_link_out_of_the_root_is_not_followed(project: Callable[..., Any], conf: str) -> None:
    text = "# Top\n\n```{declaration-table} in/t.py:T\n```\n\n{source}`in/t.py`\n"
    made = project({"docs/index.md": text, "in/x": ""}, conf)
    outside = made.root.parent / f"{made.root.name}-outside.py"
    outside.write_text("T = {'secret': 1}\n", encoding="utf-8")
    (made.root / "in/t.py").symlink_to(outside)
    build = made.build()
    assert len(build.warnings) == 2
    assert "outside the root" in build.warnings[0]
    assert "leads out of the root" in build.warnings[1]
    assert "secret" not in build.html()
    assert not (build.out / "_source").exists()


KEYS = [
    "a b",
    "ü→",
    "<script>alert(1)</script>",
    "\"quote's",
    "new\nline",
    "nul\0",
    "half\ud800",
    "",
    "%{}\\~^_#$&",
    "[x](y)",
    "`",
    "x" * 500,
]


@pytest.mark.parametrize("builder", ["html", "latex", "text", "man", "xml", "epub"])
def test_odd_keys_make_pages(project: Callable[..., Any], conf: str, builder: str) -> None:
    source = "T = {\n" + "".join(f"    {key!r}: {key!r},\n" for key in KEYS) + "}\n"
    more = "project = 'X'\nversion = '1'\nauthor = copyright = 'us'\n"
    text = "# Top\n\n```{declaration-table} t.py:T\n:caption: Odd\n```\n"
    build = project({"t.py": source, "docs/index.md": text}, conf + more).build(builder)
    assert build.warnings == []
    if builder != "html":
        return
    page = BeautifulSoup(build.html(), "html.parser")
    rows = page.select("table.runtime-ref tbody tr")
    ids = [row["id"] for row in rows]
    assert len(set(ids)) == len(KEYS)
    assert all(not set(str(each)) & set(" <>\"'\n\0{}%") for each in ids)
    assert {"row-T.a-b", "row-T.ü", "row-T.nul-x00"} <= set(ids)
    shown = [row.select("td")[0].get_text(strip=True) for row in rows]
    assert shown[5] == "nul\\x00"
    assert shown[6] == "half\\ud800"
    assert shown[2] == KEYS[2]
    for row, link in zip(rows, page.select("a.runtime-ref-link"), strict=True):
        assert link["href"] == f"#{row['id']}"
