"""One project with the extensions that people combine, and warnings as errors."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Project

NEIGHBOURS = {
    "autoapi": "autoapi.extension",
    "myst_nb": "myst_nb",
    "sphinx_copybutton": "sphinx_copybutton",
    "sphinx_design": "sphinx_design",
    "sphinx_needs": "sphinx_needs",
}
THEMES = ("alabaster", "furo", "pydata_sphinx_theme", "sphinx_rtd_theme")
pytestmark = pytest.mark.skipif(
    not all(find_spec(name) for name in (*NEIGHBOURS, *THEMES)),
    reason="needs the extra 'ecosystem'; .ci/run has a step with it",
)
CONF = f"""
import sys
sys.path.insert(0, '..')
project = 'combined'
extensions = [
    'sphinx.ext.autodoc', 'sphinx.ext.napoleon', 'sphinx.ext.intersphinx',
    *{list(NEIGHBOURS.values())!r}, 'sphinxext_runtime_ref',
]
myst_enable_extensions = ['colon_fence']
autoapi_dirs = ['../app']
autoapi_keep_files = False
intersphinx_mapping = {{'other': ('https://other.invalid/', 'other.inv')}}
needs_types = [dict(directive='req', title='Requirement', prefix='R_', color='#fff', style='node')]
nb_execution_mode = 'off'
nitpicky = True
nitpick_ignore = [('py:class', 'enum.Enum'), ('py:obj', 'enum.Enum')]
"""
APP = '''"""The application."""

from enum import Enum


class Mode(Enum):
    """How requests are batched."""

    EAGER = "eager"
    """Each on its own."""
    STATIC = "static"
    """Requests of one length together."""


def run(mode: Mode) -> int:
    """Run once.

    Args:
        mode: how.

    Returns:
        The number of requests.
    """
    return len(mode.value)
'''
PAGE = """# Combined

```{toctree}
notebook
autoapi/index
```

::::{grid} 2
:::{grid-item-card} Modes
```{declaration-table} app/modes.py:Mode
:name: modes
:caption: Modes
```
:::
:::{grid-item}
Nothing here.
:::
::::

See {ref}`modes`, {runtime:row}`Mode.EAGER`, {source}`app/modes.py#run` and
[the file](../app/modes.py#L6). Elsewhere: {runtime:route}`decode_fast`.

```{req} Modes are batched
:id: R_BATCH

Batched by {runtime:row}`Mode.STATIC`.
```

```{autofunction} app.modes.run
:no-index:
```
"""
NOTEBOOK = """---
file_format: mystnb
kernelspec: {display_name: Python 3, language: python, name: python3}
---
# Notebook

Back to [the modes](index.md#modes).

```{code-cell} ipython3
1 + 1
```
"""
INVENTORY = """
import zlib
from pathlib import Path
head = b"# Sphinx inventory version 2\\n# Project: other\\n# Version: 1\\n"
head += b"# The remainder of this file is compressed using zlib.\\n"
row = b"decode_fast runtime:route 1 page.html#decode_fast -\\n"
Path("docs/other.inv").write_bytes(head + zlib.compress(row))
"""


@pytest.fixture
def combined(project: Callable[..., Project]) -> Project:
    """Make the project; its build runs in a process of its own, as these extensions keep state."""
    made = project(
        {
            "docs/conf.py": CONF + "runtime_ref_root = '..'\n",
            "docs/index.md": PAGE,
            "docs/notebook.md": NOTEBOOK,
            "app/__init__.py": '"""Package."""\n',
            "app/modes.py": APP,
        }
    )
    subprocess.run([sys.executable, "-c", INVENTORY], cwd=made.root, check=True)
    return made


@pytest.mark.parametrize("theme", THEMES)
def test_a_combined_project_builds_without_a_warning(combined: Project, theme: str) -> None:
    command = [sys.executable, "-W", "ignore", "-m", "sphinx", "-W", "--keep-going", "-q"]
    command += ["-D", f"html_theme={theme}", "-b", "html", "docs", "out"]
    done = subprocess.run(
        command, cwd=combined.root, check=False, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    page = Path(combined.root, "out/index.html").read_text(encoding="utf-8")
    assert "Each on its own." in page
    assert 'href="https://other.invalid/page.html#decode_fast"' in page
    assert "1 broken" not in done.stdout
