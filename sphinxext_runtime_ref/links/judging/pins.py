"""Line anchors that carry what they expect, and projects that want none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.links.judging import lines as line_anchors
from sphinxext_runtime_ref.links.judging.lines import LineRange
from sphinxext_runtime_ref.links.tree.files import Fault
from sphinxext_runtime_ref.links.tree.kinds import HTML, suffix
from sphinxext_runtime_ref.links.urls import unquote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxext_runtime_ref.links.judging.anchors import Anchors
    from sphinxext_runtime_ref.links.urls import Destination


def check(
    mode: str, anchors: Anchors, path: str, destination: Destination, title: str
) -> Fault | None:
    """Apply the setting ``line_anchors`` to a link whose lines exist.

    :param mode: ``range``, ``pinned`` or ``forbid``.
    :param path: the target, POSIX and relative to the root.
    :param title: the link's title; in ``pinned`` mode the text that one of its lines must hold.
    :return: a fault has a fragment as its suggestion.
    :raises DocumentError: when the target can't be read.
    """
    wanted = unquote(destination.fragment or "")
    if mode == "range" or not line_anchors.is_line_anchor(wanted):
        return None
    has_lines = destination.plain or suffix(path) in HTML or anchors.page(path) is None
    lines = anchors.lines(path) if has_lines else None
    if lines is None:
        return None
    if mode == "forbid":
        advice = (
            f"name a symbol of {path}: by the role 'source' in documents of Sphinx, in the text of "
            "a link to the whole file elsewhere"
        )
        return Fault(Kind.LINES, f"line anchors drift and are not allowed here; {advice}")
    place = line_anchors.parse(wanted)
    if not title or isinstance(place, Fault):
        return None
    return _check_pin(lines, place, title)


def _check_pin(lines: Sequence[str], place: LineRange, title: str) -> Fault | None:
    expected = " ".join(title.split())
    if any(expected in _squeezed(line) for line in lines[place.first - 1 : place.last]):
        return None
    hits = [number for number, line in enumerate(lines, 1) if expected in _squeezed(line)]
    if not hits:
        return Fault(Kind.LINES, f"{expected!r} is not there, nor anywhere else in the file")
    length = place.last - place.first
    if len(hits) == 1 and hits[0] + length <= len(lines):
        moved = LineRange(hits[0], hits[0] + length)
        return Fault(Kind.LINES, f"{expected!r} moved to line {hits[0]}", str(moved))
    numbers = ", ".join(map(str, hits[:5])) + (", …" if len(hits) > 5 else "")
    return Fault(Kind.LINES, f"{expected!r} is not there, but at line {numbers}")


def _squeezed(line: str) -> str:
    return " ".join(line.split())
