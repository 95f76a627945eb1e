"""Where tables come from: addresses of declarations, and the files that were consulted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import ConfigError, DeclarationError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]


def test_all_files_consulted_are_dependencies(build: Build, tmp_path: Path) -> None:
    files = {
        "a.py": "from b import X\nfrom gone import Y\nT = {'x': X, 'y': Y}\n",
        "b.py": "X = 1\n",
    }
    found = build(files, "a.py:T").dependencies
    root = str(tmp_path)
    assert {f"{root}/a.py", f"{root}/b.py", f"{root}/gone.py"} <= found


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("m.py:T-1", "expected 'path/to/file.py:SYMBOL' or 'package.module:SYMBOL'"),
        (":T", "expected 'path/to/file.py:SYMBOL'"),
        ("m.py::T", "source 'm.py::T': expected 'path/to/file.py:SYMBOL'"),
        ("m.py:T:a", "source 'm.py:T:a': expected 'path/to/file.py:SYMBOL'"),
    ],
)
def test_a_malformed_source_is_refused(build: Build, source: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        build({"m.py": "T = {}\n"}, source)


def test_sources_that_lead_nowhere(build: Build, tmp_path: Path) -> None:
    files = {"pkg/__init__.py": "", "pkg/mod.py": "T = {'a': 1}\n"}
    assert len(build(files, "pkg.mod:T").rows) == 1
    with pytest.raises(
        DeclarationError, match=r"there is no module 'pkg.mood': looked for pkg/mood"
    ):
        build(files, "pkg.mood:T")
    with pytest.raises(DeclarationError, match=r"pkg/mood\.py: no such .*mean 'pkg/mod\.py'\?"):
        build(files, "pkg/mood.py:T")
    (tmp_path / "pkg/modes.py").symlink_to("gone.py")
    with pytest.raises(DeclarationError, match=r"pkg/modes\.py: no such .*; did.* 'pkg/mod\.py'\?"):
        build(files, "pkg/modes.py:T")
    with pytest.raises(DeclarationError, match=r"old/mod\.py: no such .*; did.* 'pkg/mod\.py'\?"):
        build(files, "old/mod.py:T")
    twice = {**files, "other/mod.py": ""}
    with pytest.raises(DeclarationError, match=rf"old/mod\.py: no such .* the root {tmp_path}$"):
        build(twice, "old/mod.py:T")
    with pytest.raises(DeclarationError, match=r"'\.\./m\.py' is not a path below the root"):
        build(files, "../m.py:T")
    with pytest.raises(DeclarationError, match=r"the root; did you mean 'pkg\.mod:T'\?$"):
        build(files, "pkg.mod.T")
    with pytest.raises(DeclarationError, match=r"the root$"):
        build(files, "pkg.mod.T:T")
    with pytest.raises(DeclarationError, match=r"'notes\.md' is no Python file: expected one that"):
        build({**files, "notes.md": ""}, "notes.md:T")
    with pytest.raises(ConfigError, match="declaration-table: no source"):
        build(files)
