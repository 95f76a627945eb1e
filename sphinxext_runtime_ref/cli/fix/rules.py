"""Which broken links have one certain destination, and which."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.cli.fix.edits import Replacement
from sphinxext_runtime_ref.cli.fix.sections import renamed_heading
from sphinxext_runtime_ref.errors import DocumentError, Kind
from sphinxext_runtime_ref.links.judging import lines as line_anchors
from sphinxext_runtime_ref.links.judging.lines import LineRange
from sphinxext_runtime_ref.links.suggest import plain
from sphinxext_runtime_ref.links.tree.files import Found
from sphinxext_runtime_ref.links.tree.kinds import MARKDOWN, suffix
from sphinxext_runtime_ref.links.urls import Destination, split, unquote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext_runtime_ref.cli.fix.history import History
    from sphinxext_runtime_ref.links.judging.anchors import Anchors
    from sphinxext_runtime_ref.links.model import CheckResult
    from sphinxext_runtime_ref.links.tree.files import Files


class Rules:
    """Decides on broken links; whatever leaves a choice is left alone."""

    def __init__(self, files: Files, anchors: Anchors, history: History) -> None:
        """Take what is known of the tree and of its past."""
        self._files = files
        self._anchors = anchors
        self._history = history

    def prepare(self, results: Iterable[CheckResult]) -> None:
        """Ask git for everything that the broken links will need, in few walks."""
        moved = [result for result in results if result.kind is Kind.TARGET]
        gone = {
            wanted
            for result in moved
            for path in (split(result.link.uri) or Destination("")).paths
            if (wanted := joined(result.link.path, path)) is not None
        }
        self._history.prepare(gone, {result.link.path for result in moved})

    def replacement(self, result: CheckResult) -> Replacement | None:
        """Give the certain destination of a broken link, ``None`` where there is none."""
        destination = split(result.link.uri)
        if destination is None:
            return None
        try:
            found = self._decide(result, destination)
        except DocumentError:
            # The target can't be read, so nothing about it is certain.
            return None
        if found is None or found[0] == result.link.uri:
            return None
        return Replacement(result.link, *found)

    def _decide(self, result: CheckResult, destination: Destination) -> tuple[str, str] | None:
        match result.kind:
            case Kind.CASE:
                return self._other_capitals(result)
            case Kind.TARGET:
                return self._moved(result.link.path, destination)
            case Kind.ANCHOR if result.target:
                return self._anchor(result, destination, result.target)
            case Kind.LINES if result.target:
                return self._drifted(result, destination, result.target)
        return None

    def _other_capitals(self, result: CheckResult) -> tuple[str, str] | None:
        if result.suggestion is None:
            return None
        new = split(result.suggestion)
        folder = posixpath.dirname(result.link.path)
        found = self._files.resolve(folder, unquote(new.path)) if new else None
        if not isinstance(found, Found) or self._has_twin(found.path):
            return None
        return result.suggestion, "capitals"

    def _has_twin(self, path: str) -> bool:
        folded = path.casefold()
        return any(
            other != path and other.casefold() == folded for other in self._files.names.paths
        )

    def _moved(self, document: str, destination: Destination) -> tuple[str, str] | None:
        for path in destination.paths:
            for target, reason in self._moved_targets(document, path):
                trailing = "/" if path.endswith("/") else ""
                spelled = _relative(document, path, target) + trailing
                new = Destination(spelled, destination.query, destination.fragment)
                fragment = self._fragment_after_move(target, new)
                return destination.spelled(spelled, fragment), reason
        return None

    def _moved_targets(self, document: str, path: str) -> Iterator[tuple[str, str]]:
        """Give where a target may be now, the surest first."""
        wanted = joined(document, path)
        if wanted is not None:
            now = self._history.moved_to(wanted) or self._history.folder_moved_to(wanted)
            if now is not None:
                yield now, f"{wanted} moved"
        for before in self._history.moved_from(document):
            wanted = joined(before, path)
            if wanted is None or path.startswith("/"):
                continue
            if isinstance(self._files.resolve("", wanted), Found):
                yield wanted, f"this document moved from {before}"
            elif (now := self._history.moved_to(wanted)) is not None:
                yield now, f"{wanted} moved"

    def _fragment_after_move(self, target: str, new: Destination) -> str | None:
        if not new.fragment or not (self._files.root / target).is_file():
            return None
        if self._anchors.check(target, new) is None:
            return None
        return self._renamed_heading(target, unquote(new.fragment))

    def _anchor(
        self, result: CheckResult, destination: Destination, target: str
    ) -> tuple[str, str] | None:
        wanted = unquote(destination.fragment or "")
        suggested = split(result.suggestion or "")
        near = unquote(suggested.fragment or "") if suggested else ""
        if near and plain(near) == plain(wanted):
            page = self._anchors.page(target)
            alike = (
                {other for other in page.all if plain(other) == plain(wanted)} if page else {near}
            )
            return (result.suggestion or "", "spelling") if len(alike) == 1 else None
        renamed = self._renamed_heading(target, wanted)
        return (destination.spelled(fragment=renamed), "heading renamed") if renamed else None

    def _renamed_heading(self, target: str, wanted: str) -> str | None:
        if suffix(target) not in MARKDOWN:
            return None
        paths = (target, *self._history.moved_from(target))
        versions = (data for path in paths for data in self._history.versions(path))
        return renamed_heading(versions, self._files.read(target), wanted)

    def _drifted(
        self, result: CheckResult, destination: Destination, target: str
    ) -> tuple[str, str] | None:
        if result.suggestion:
            return result.suggestion, "lines moved"
        place = line_anchors.parse(unquote(destination.fragment or ""))
        commit = self._history.line_commit(result.link.path, result.link.line)
        if commit is None or not isinstance(place, LineRange):
            return None
        data = self._history.content(commit, target)
        old = line_anchors.text_of(data) if data is not None else None
        new = self._anchors.lines(target)
        moved = _found_again(line_anchors.split_lines(old or ""), new or [], place)
        return (destination.spelled(fragment=str(moved)), "lines moved") if moved else None


def _found_again(old: list[str], new: list[str], place: LineRange) -> LineRange | None:
    """Find the one place at which lines stand now that stood at another one."""
    block = [line.rstrip() for line in old[place.first - 1 : place.last]]
    length = place.last - place.first + 1
    if len(block) != length or not any(len(line.strip()) > 2 for line in block):
        return None
    lines = [line.rstrip() for line in new]
    hits = [
        index
        for index in range(len(lines) - length + 1)
        if lines[index] == block[0] and lines[index : index + length] == block
    ]
    if len(hits) != 1:
        return None
    first = hits[0] + 1
    return LineRange(first, first + length - 1, place.first_column, place.last_column)


def joined(document: str, path: str) -> str | None:
    """Give the path below the root that a link in a document means, ``None`` outside of it."""
    folder = "" if path.startswith("/") else posixpath.dirname(document)
    joined = posixpath.normpath(posixpath.join(folder, path.lstrip("/") or "."))
    return None if joined.startswith("..") else joined


def _relative(document: str, written: str, path: str) -> str:
    if written.startswith("/"):
        return f"/{path}"
    relative = posixpath.relpath(path, posixpath.dirname(document) or ".")
    return f"./{relative}" if written.startswith("./") and relative[:1] != "." else relative
