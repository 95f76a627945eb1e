"""Shapes that installed packages add."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sphinxext_runtime_ref.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Texts = Callable[..., list[list[str]]]

PLUGIN = """\
from sphinxext_runtime_ref.tables.display import text_cell
from sphinxext_runtime_ref.tables.elements import Element, Elements


def pipeline(context):
    declared = context.declaration(context.address.symbol)
    steps = declared.variants[0].value.value.split("->")
    items = tuple(
        Element(step.strip(), {"step": text_cell(step.strip())}, declared.location)
        for step in steps
    )
    return Elements(items, ("step",), declared.location)
"""


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    info = site / "my_shapes-1.0.dist-info"
    info.mkdir(parents=True)
    (site / "my_shapes_of_a_test.py").write_text(PLUGIN, encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-shapes\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[sphinxext_runtime_ref.tables]\n"
        "pipeline = my_shapes_of_a_test:pipeline\n"
        "broken = my_shapes_of_a_test:nope\n"
    )
    monkeypatch.syspath_prepend(str(site))


@pytest.mark.usefixtures("plugin")
def test_an_added_shape_reads_rows(texts: Texts) -> None:
    assert texts("FLOW = 'read -> check -> write'\n", "FLOW", shape="pipeline") == [
        ["read"],
        ["check"],
        ["write"],
    ]


@pytest.mark.usefixtures("plugin")
def test_a_shape_that_can_not_be_had_is_named(texts: Texts) -> None:
    with pytest.raises(ConfigError, match=r"shape 'broken' can't be loaded: .*nope"):
        texts("FLOW = 1\n", "FLOW", shape="broken")
    with pytest.raises(ConfigError, match=r"no shape 'pipelin'; did you mean 'pipeline'\?"):
        texts("FLOW = 1\n", "FLOW", shape="pipelin")
