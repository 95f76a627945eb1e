"""The bound of what is looked at to tell what one call does."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxext_runtime_ref.source.scopes.scope import Scope

MOST_STEPS = 120
"""Names and bases that are looked at for one call."""


class Steps:
    """Counts what is looked at for one call: each name may lead to several others."""

    def __init__(self) -> None:
        """Begin with none."""
        self.taken = 0
        self.names: list[tuple[str, Scope]] = []

    def take(self) -> bool:
        """Take a step; tell whether it may be taken."""
        self.taken += 1
        return not self.are_spent

    @contextmanager
    def of(self, name: str, home: Scope) -> Iterator[bool]:
        """Follow a name; tell whether it is not being followed already."""
        is_new = (name, home) not in self.names
        self.names.append((name, home))
        yield is_new
        self.names.pop()

    @property
    def are_spent(self) -> bool:
        """Tell whether something was not looked at."""
        return self.taken > MOST_STEPS
