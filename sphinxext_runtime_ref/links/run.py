"""Checking many documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.links.check import make_checker

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sphinxext_runtime_ref.links.check import Checker
    from sphinxext_runtime_ref.links.model import Checked, CheckResult
    from sphinxext_runtime_ref.settings import Settings


def check_documents(
    root: Path, paths: Iterable[str], settings: Settings, *, checker: Checker | None = None
) -> Iterator[CheckResult]:
    """Check documents in the GitHub dialect and give the results for all their links.

    :param root: absolute.
    :param paths: POSIX, relative to the root.
    :param checker: to share what is known of the tree (:func:`~.check.make_checker`).
    :return: results by file, line and column.
    """
    checker = checker or make_checker(root, settings)
    for path in sorted(set(paths)):
        yield from checker.check(path)


def find_problems(
    root: Path, paths: Iterable[str], settings: Settings, *, checker: Checker | None = None
) -> Iterator[Checked]:
    """Check documents in the GitHub dialect and give, for each, what is not good."""
    checker = checker or make_checker(root, settings)
    for path in sorted(set(paths)):
        yield checker.problems(path)
