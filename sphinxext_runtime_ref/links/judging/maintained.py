"""Documents outside of Sphinx that a project names in its configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.globs import is_glob, matches
from sphinxext_runtime_ref.links.model import CheckResult, Hyperlink, Status
from sphinxext_runtime_ref.links.tree.files import NO_SUCH, Fault
from sphinxext_runtime_ref.links.tree.kinds import documents_among
from sphinxext_runtime_ref.links.tree.outputs import authored

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.links.tree.files import Files
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.settings import Settings


def maintained_documents(
    files: Files, settings: Settings, place: Callable[[str], Location] | None = None
) -> tuple[tuple[str, ...], tuple[CheckResult, ...]]:
    """Find the maintained documents.

    A plain entry that names a folder stands for the documents in it; what Sphinx built is none.

    :param place: gives the place of an entry in the configuration.
    :return: sorted paths relative to the root, and a finding for each plain entry that is
        missing.
    """
    paths: set[str] = set()
    missing: list[CheckResult] = []
    for entry in settings.maintained_docs:
        if is_glob(entry):
            listed = authored(files.listing.around(entry))
            paths.update(p for p in documents_among(listed) if matches(entry, p))
            continue
        found = files.resolve("", entry)
        if isinstance(found, Fault):
            missing.append(_missing_entry(entry, found, place and place(entry)))
        elif found.is_dir:
            below = files.listing.below(found.path)
            paths.update(documents_among(authored(below, found.path)))
        else:
            paths.add(found.path)
    return tuple(sorted(paths)), tuple(missing)


def _missing_entry(entry: str, fault: Fault, place: Location | None) -> CheckResult:
    result = missing_document(entry, fault)
    if place is None or not place.line:
        return result
    setting = "runtime_ref_maintained_docs" if place.path.endswith(".py") else "maintained-docs"
    return result._replace(info=f"{result.info}; {setting} names it at {place}")


def missing_document(path: str, fault: Fault) -> CheckResult:
    """Make the finding for a document that is not there."""
    # Of a link, it is plain what there is not.
    reason = "there is no such file" if fault.info == NO_SUCH else fault.info
    return CheckResult(
        Hyperlink(path, 0, 0, ""),
        Status.BROKEN,
        Kind.DOCUMENT,
        f"this document is to be checked, but {reason}",
        suggestion=fault.suggestion,
    )
