"""Where findings in docstrings are that autodoc and autosummary show."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CONF = (
    "import sys\nsys.path.insert(0, '..')\nautosummary_generate = False\n"
    "extensions += ['sphinx.ext.autodoc', 'sphinx.ext.autosummary']\n"
)
SHOWN = '''"""The module `x <gone.md>`__."""

from shown_parts.inner import moved


class First:
    """Class `x <gone.md>`__."""

    #: words `x <gone.md>`__
    value = 1

    def same(self):
        """Method.

        See `x <gone.md>`__ and :download:`gone.zip`.
        """


class Second:
    def same(self):
        """Method `x <gone.md>`__."""


async def last():
    """Function `x <gone.md>`__."""
'''
INNER = '''"""Inner."""


def moved():
    """Moved `x <lost.md>`__."""
'''


@pytest.fixture
def unloaded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    for name in [name for name in sys.modules if name.startswith("shown_parts")]:
        del sys.modules[name]


@pytest.mark.usefixtures("unloaded")
def test_each_docstring_has_its_own_place(
    project: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = project(
        {
            "shown_parts/__init__.py": SHOWN,
            "shown_parts/inner.py": INNER,
            "docs/index.rst": (
                "R\n=\n\n.. automodule:: shown_parts\n   :members:\n   :undoc-members:\n"
                "   :imported-members:\n   :member-order: bysource\n"
            ),
            "docs/short.rst": (
                ":orphan:\n\nS\n=\n\n.. autosummary::\n\n   shown_parts.inner.moved\n"
            ),
        },
        CONF,
    )
    monkeypatch.syspath_prepend(str(made.root))
    rows = [row for row in made.build("locallinks").report() if row["status"] == "broken"]
    assert sorted((row["filename"], row["lineno"], row["column"], row["uri"]) for row in rows) == [
        ("../shown_parts/__init__.py", 1, 19, "gone.md"),
        ("../shown_parts/__init__.py", 7, 18, "gone.md"),
        ("../shown_parts/__init__.py", 9, 18, "gone.md"),
        ("../shown_parts/__init__.py", 15, 17, "gone.md"),
        ("../shown_parts/__init__.py", 15, 44, "gone.zip"),
        ("../shown_parts/__init__.py", 21, 23, "gone.md"),
        ("../shown_parts/__init__.py", 25, 21, "gone.md"),
        ("../shown_parts/inner.py", 5, 18, "lost.md"),
        ("short.rst", 8, 0, "lost.md"),
    ]
