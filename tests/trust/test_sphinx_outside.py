"""A build copies, shows and links nothing outside of the root, and injects no HTML."""

from __future__ import annotations

import json
import os
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Make = Callable[..., Any]

SECRET = "the secret outside of the root"
UP = "../../secret.txt"
MARKDOWN = f"""# I

[a]({UP}) [b](/../secret.txt) [c](%2e%2e/%2e%2e/secret.txt) [d](..%2f..%2fsecret.txt) ![e]({UP})
[f](../link.txt) [g](../folder/secret.txt) ![h](../link.png) [i](../link.txt#L1) {{source}}`{UP}`
<a href="{UP}">j</a> <img src="{UP}"> <img srcset="{UP} 1x, ../link.png 2x"> {{download}}`{UP}`

```{{declaration-table}} {UP}:X
```

```{{declaration-table}} leak.py:X
```
"""
RST = f"""R
=

`a <{UP}>`_ :download:`{UP}` :source:`{UP}` :source:`leak.py` :download:`../link.txt`

.. image:: {UP}
.. figure:: ../link.png
   :target: {UP}
.. raw:: html

   <a href="{UP}">x</a><img src="../link.png">
"""


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml", "latex", "epub", "text"])
def test_nothing_outside_of_the_root_is_shown(project: Make, tmp_path: Path, builder: str) -> None:
    root = tmp_path / "root"
    made = project({"root/docs/index.md": MARKDOWN, "root/docs/rst.rst": RST})
    conf = (tmp_path / "docs/conf.py").read_text()
    (root / "docs/conf.py").write_text(conf)
    for name in ("secret.txt", "outside.png"):
        (tmp_path / name).write_text(f"{SECRET}\nX = [1]\n")
    (root / "link.txt").symlink_to("../secret.txt")
    (root / "leak.py").symlink_to("../secret.txt")
    (root / "link.png").symlink_to("../outside.png")
    (root / "folder").symlink_to("..")
    build = made.build(builder, source=root / "docs", show_warning_types=True)
    for file in build.out.rglob("*"):
        assert not (file.is_file() and SECRET.encode() in file.read_bytes()), file
        if file.suffix in {".html", ".xhtml"}:
            assert "secret.txt" not in hrefs(file), file
    outside = [line for line in build.warnings if "[runtime_ref.outside]" in line]
    assert len(outside) == 24
    others = [line for line in build.warnings if "runtime_ref" not in line]
    assert not [line for line in others if "toctree" not in line and "epub" not in line.lower()]


def hrefs(file: Path) -> str:
    found: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            del tag
            found.extend(str(value) for name, value in attrs if name in {"href", "src", "srcset"})

    Reader().feed(file.read_text(encoding="utf-8"))
    return "\n".join(found)


EVIL = '"><img src=x onerror=alert(1)>'
CODECS = f"""
from dataclasses import dataclass
import torch

@dataclass(frozen=True)
class KVCodec:
    name: str
    aliases: tuple
    storage_dtype: object
    element_dtype: object = None
    quantized: bool = False

# {EVIL}
ALIASES = ("</script><script>alert(2)</script>", "\\x1b[31m\\u202e\\x00\\ud800")
FP16 = KVCodec({EVIL!r}, ALIASES, torch.float16)
KV_CODECS = (FP16,)
"""
TABLE = f"""
T = {{
    # {EVIL}
    {EVIL!r}: "javascript:alert(1)",
    "]]>--><script>alert(3)</script>": unknown({EVIL!r}),
    "' onmouseover='alert(4)": "{{{{ 7*7 }}}} {{% raw %}}",
    "\\\\input{{/etc/passwd}}": "\\\\write18{{id}} $x$",
}}
"""
FOLDER = "src/<img src=x onerror=alert(1)>"
PAGE = f"""# I

```{{kv-codec-table}}
```

```{{evil-table}}
:columns: key as {EVIL[2:]}, value, doc, source
:class: a" onmouseover="alert(1)
:group: doc
```

[a](../{quote(FOLDER)}/c.py#L3) {{source}}`src/e.py#T`
"""


@pytest.fixture
def evil(project: Make, tmp_path: Path) -> Any:
    (tmp_path / "pyproject.toml").write_text(
        f"[tool.runtime-ref.tables.evil-table]\nsource = 'src/e.py:T'\ntitle = '{EVIL}'\n"
        f"headers = {{ value = '{EVIL}' }}\n"
    )
    return project(
        {f"{FOLDER}/c.py": CODECS, "src/e.py": TABLE, "docs/index.md": PAGE},
        f"runtime_ref_sources = {{'codecs': {FOLDER + '/c.py'!r}}}\n",
    )


class Watch(HTMLParser):
    """Collects what a browser would run."""

    def __init__(self) -> None:
        super().__init__()
        self.active: list[str] = []
        self.script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.script = tag == "script"
        for name, value in attrs:
            if name.startswith("on") or (value or "").strip().lower().startswith("javascript:"):
                self.active.append(f"{tag} {name}={value}")

    def handle_data(self, data: str) -> None:
        if self.script and "alert(" in data:
            self.active.append(data)


@pytest.mark.parametrize("builder", ["html", "singlehtml", "epub"])
def test_names_docs_values_and_paths_inject_nothing(evil: Any, builder: str) -> None:
    build = evil.build(builder)
    pages = [file for file in build.out.rglob("*") if file.suffix in {".html", ".xhtml"}]
    assert any("alert(" in file.read_text(encoding="utf-8") for file in pages)
    for file in pages:
        watch = Watch()
        watch.feed(file.read_text(encoding="utf-8"))
        assert watch.active == [], file


def test_the_search_index_and_the_inventory_hold_text(evil: Any) -> None:
    build = evil.build("html")
    text = (build.out / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    # The names of objects are put into a page as HTML by Sphinx's search; terms are only compared.
    objects = json.dumps(index["objects"])
    assert "alert" in objects
    assert "<" not in objects
    assert (build.out / "objects.inv").is_file()


def test_latex_reads_and_runs_nothing(evil: Any) -> None:
    build = evil.build("latex")
    (tex,) = build.out.glob("*.tex")
    text = tex.read_text(encoding="utf-8")
    assert r"\textbackslash{}write18" in text
    assert r"\write18" not in text
    assert r"\input{/etc" not in text


@pytest.mark.parametrize("name", ["pipe", "loop", "device", "folder.py"])
def test_strange_files_are_broken_links(project: Make, tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "device").symlink_to("/dev/zero")
    (tmp_path / "folder.py").mkdir()
    html = f"<a href='../{name}#L1'>y</a><img src='../{name}'>"
    text = f"`x <../{name}>`__\n\n.. raw:: html\n\n   {html}\n"
    build = project({"docs/index.rst": f"I\n=\n\n{text}"}).build(show_warning_types=True)
    wrong = [line for line in build.warnings if "runtime_ref" in line]
    assert len(wrong) == (1 if name == "folder.py" else 3)


def test_names_that_no_file_can_have(project: Make, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / os.fsdecode(b"\xff\xfe.txt")).write_text("a\n")
    hrefs = ["n" * 300 + ".md", "../%00.txt", "../" + "a/" * 3000 + "x.md", "../%FF%FE.txt"]
    text = "".join(f"<a href='{href}'>x</a>\n" for href in hrefs)
    build = project({"docs/index.md": f"# I\n\n<div>\n{text}</div>\n"}).build()
    assert len(build.warnings) == 3
    assert all("no such file or folder" in line for line in build.warnings)
    assert "\\udcff" not in ascii(build.html())
