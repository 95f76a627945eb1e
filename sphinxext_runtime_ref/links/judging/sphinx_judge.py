"""The verdict on a link in a Sphinx project."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import DocumentError, Kind
from sphinxext_runtime_ref.links.judging import pins
from sphinxext_runtime_ref.links.judging.sphinx_rules import COPIED, Finder, Role, Target
from sphinxext_runtime_ref.links.model import CheckResult, Dialect, Form, Status
from sphinxext_runtime_ref.links.suggest import Candidates, near, plain
from sphinxext_runtime_ref.links.tree.files import Fault
from sphinxext_runtime_ref.links.tree.kinds import RST, suffix
from sphinxext_runtime_ref.links.urls import is_external, names_machine, split, unquote

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.links.judging.anchors import Anchors
    from sphinxext_runtime_ref.links.judging.sphinx_rules import Origin
    from sphinxext_runtime_ref.links.model import Hyperlink
    from sphinxext_runtime_ref.links.tree.files import Files
    from sphinxext_runtime_ref.links.urls import Destination

NO_LABEL = "no such label, document or object"
NO_OBJECT = "no such file, label or object"
_OBJECT = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*){2,}")
CANNOT_FOLLOW = "exists, but this renderer cannot follow the link (rewrite_links is off)"


class SphinxJudge:
    """Judges links as a Sphinx project renders them.

    :param finder: finds targets; its faults may come without a suggestion.
    :param files: gives the suggestions.
    :param line_anchors: the setting of that name.
    :param local_path: gives the path below the root, and the fragment, that a URL of the
        project's own repository stands for; ``None`` for any other URL.
    """

    def __init__(
        self,
        finder: Finder,
        files: Files,
        anchors: Anchors,
        *,
        line_anchors: str,
        local_path: Callable[[str], Destination | None],
    ) -> None:
        """Remember where to look."""
        self._finder = finder
        self._suggesting = Finder(files, finder.project)
        self._anchors = anchors
        self._project = finder.project
        self._line_anchors = line_anchors
        self._local_path = local_path
        self._anchors_of: dict[str, tuple[Candidates, dict[str, str]]] = {}

    @cached_property
    def _labels(self) -> Candidates:
        return Candidates(self._project.labels())

    def judge(self, link: Hyperlink, origin: Origin, destination: str = "") -> CheckResult:
        """Judge one link.

        :param destination: what the renderer was given, where that is not what was written.
        """
        if link.form is Form.DEFINITION:
            return _unchecked(link, "nothing uses this definition")
        result = CheckResult(link, Status.WORKING, dialect=Dialect.SPHINX)
        if link.form is Form.REFERENCE:
            return _broken(result, Fault(Kind.REFERENCE, "no such reference definition"))
        uri = destination or link.uri
        parts = split(uri)
        if parts is None and origin.labels and not names_machine(uri):
            led_out = self._project.repairs and is_external(uri)
            if not led_out or self._is_label(origin, uri):
                return self._label(result, origin, uri)
        if parts is None:
            return self._foreign(result, uri)
        target = self._finder.find(origin, parts)
        fault: Fault | None
        if isinstance(target, Target):
            fault, named = self._judge_target(link, origin, parts, target), self._name(target)
        else:
            fault, named = target, None
        if fault is None:
            return result._replace(target=named)
        # before anything is suggested: a label looks like a file that is not there
        may_be_label = origin.labels and not (isinstance(target, Target) and parts.path)
        if may_be_label and self._is_label(origin, uri):
            return result._replace(info="found by the renderer")
        if isinstance(target, Fault):
            fault = self._missing(origin, uri, parts, target)
        elif target.role is Role.DOCUMENT and fault.kind is Kind.ANCHOR:
            better = self._near_anchor(origin, parts, target)
            fault = fault._replace(suggestion=parts.spelled(fragment=better) if better else None)
        return _broken(result, fault, named)

    def _label(self, result: CheckResult, origin: Origin, uri: str) -> CheckResult:
        """Judge a label with a colon, which looks like a scheme: ``sec:intro``."""
        if self._is_label(origin, uri):
            return result._replace(info="found by the renderer")
        return _broken(result, Fault(Kind.TARGET, NO_LABEL, self._labels.near(uri)))

    def _is_label(self, origin: Origin, uri: str) -> bool:
        return self._project.knows(origin.document, unquote(uri.removeprefix("#")))

    def _foreign(self, result: CheckResult, uri: str) -> CheckResult:
        if names_machine(uri):
            info = "names a file of one machine; write a relative path"
            return _broken(result, Fault(Kind.TARGET, info))
        parts = self._local_path(uri)
        if parts is None:
            return _unchecked(result.link)
        found = self._finder.files.resolve("", unquote(parts.path))
        if isinstance(found, Fault):
            return _broken(result, found._replace(suggestion=None))
        fault = None if found.is_dir else self._check_file(result.link, found.path, parts)
        if fault is None:
            return result._replace(target=found.path)
        better = fault.suggestion and f"{uri.partition('#')[0]}#{fault.suggestion}"
        return _broken(result, fault._replace(suggestion=better), found.path)

    def _judge_target(
        self, link: Hyperlink, origin: Origin, parts: Destination, target: Target
    ) -> Fault | None:
        unable = None if self._project.repairs else self._unable(origin, parts, target)
        if unable:
            return unable
        if target.role is Role.DOCUMENT:
            return self._check_document(origin, parts, target)
        if target.role is Role.PAGE:
            return self._check_page(parts, target)
        if target.role is Role.FILE and origin.form not in COPIED:
            fault = self._check_file(link, target.name, parts)
            if fault and fault.suggestion:
                return fault._replace(suggestion=parts.spelled(fragment=fault.suggestion))
            return fault
        return None

    def _check_document(self, origin: Origin, parts: Destination, target: Target) -> Fault | None:
        ids = self._project.ids(target.name)
        for fragment in parts.fragments:
            if fragment in {"", "top"} or fragment in ids:
                return None
        names = self._project.names(target.name) if origin.labels else {}
        if any(fragment in names for fragment in parts.fragments):
            return None
        if not parts.path and origin.labels:
            return Fault(Kind.ANCHOR, "no such heading, id, label or object")
        where = self._project.file_of(target.name) if parts.path else "this document"
        return Fault(Kind.ANCHOR, f"{where} has no such heading or id")

    def _near_anchor(self, origin: Origin, parts: Destination, target: Target) -> str | None:
        wanted = parts.fragments[0]
        other, ids = self._project.names(target.name), self._project.ids(target.name)
        lower = wanted.lower()
        if lower in ids or (origin.labels and lower in other):
            return lower
        known = self._anchors_of.get(target.name)
        if known is None:
            spelled = {plain(name): own for name, own in reversed([*other.items()])}
            known = self._anchors_of[target.name] = Candidates(sorted(ids)), spelled
        candidates, spelled = known
        same = other.get(wanted) or other.get(lower) or candidates.near(wanted)
        same = same or spelled.get(plain(wanted))
        if not same and not parts.path and origin.labels:
            same = self._labels.near(wanted)
        return same or candidates.related(wanted)

    def _check_page(self, parts: Destination, target: Target) -> Fault | None:
        if parts.fragments[0] in {"", "top"}:
            return None
        ids = self._project.written_ids(target.name)
        if ids is None or any(fragment in ids for fragment in parts.fragments):
            return None
        same = near(parts.fragments[0], sorted(ids))
        suggestion = parts.spelled(fragment=same) if same else None
        return Fault(Kind.ANCHOR, f"the page {target.name} has no such id", suggestion)

    def _check_file(self, link: Hyperlink, path: str, parts: Destination) -> Fault | None:
        if not parts.fragment:
            return None
        try:
            fault = self._anchors.check(path, parts, ignore_case=False)
            if fault and fault.kind is Kind.ANCHOR and not fault.suggestion:
                return self._with_role(link, path, parts.fragment, fault)
            return fault or pins.check(self._line_anchors, self._anchors, path, parts, link.title)
        except DocumentError as error:
            return Fault(Kind.DOCUMENT, f"{path} {error.message}")

    def _with_role(self, link: Hyperlink, path: str, fragment: str, fault: Fault) -> Fault:
        """Name the role that links to a symbol, where the fragment looks like one of the file."""
        parts = fragment.split(".")
        if suffix(path) != "py" or not all(map(str.isidentifier, parts)):
            return fault
        word = re.compile(rf"\b{re.escape(parts[-1])}\b")
        if not any(map(word.search, self._anchors.lines(path) or ())):
            return fault
        role = ":source:" if suffix(link.path) in RST else "{source}"
        return fault._replace(info=f"{fault.info}; {role}`{path}#{fragment}` links to the symbol")

    def _missing(self, origin: Origin, uri: str, parts: Destination, fault: Fault) -> Fault:
        """Find a destination that leads nowhere once more, now with a suggestion."""
        again = self._suggesting.find(origin, parts)
        fault = again if isinstance(again, Fault) else fault
        better = self._finder.near_document(origin, parts)
        if better is None and fault.suggestion is not None:
            better = self._finder.spelling(origin, parts, fault.suggestion)
        if fault.kind is Kind.TARGET and origin.labels and "." not in uri and "/" not in uri:
            return fault._replace(info=NO_LABEL, suggestion=better or self._labels.near(uri))
        if fault.kind is Kind.TARGET and origin.labels and _OBJECT.fullmatch(uri):
            fault = fault._replace(info=NO_OBJECT)
        return fault._replace(suggestion=better)

    def _unable(self, origin: Origin, parts: Destination, target: Target) -> Fault | None:
        """Say what the renderer alone can't follow."""
        kind = Kind.TARGET
        if target.role is Role.DOCUMENT:
            if not parts.path:
                return None
            by_file = self._project.document_at(self._project.file_of(target.name)) is not None
            as_file = parts.paths[0].endswith(self._project.file_of(target.name).rpartition("/")[2])
            works = (
                by_file and as_file
                if origin.labels
                else parts.path.endswith(self._project.page_ends[0])
            )
        elif target.role is Role.PAGE:
            works = not origin.labels
        elif target.role is Role.FILE:
            copied = origin.form in COPIED or origin.labels
            works = copied and (not target.fragment or origin.form in COPIED)
            works = works and (origin.form is not Form.IMAGE or parts.path == parts.paths[0])
            works = works and not (origin.form in COPIED and parts.query)
            if target.fragment and copied:
                kind = Kind.LINES if target.fragment.startswith("L") else Kind.ANCHOR
        else:
            works = False
        return None if works else Fault(kind, CANNOT_FOLLOW)

    def _name(self, target: Target) -> str:
        if target.role is not Role.DOCUMENT:
            return target.name
        source = self._project.source
        name = self._project.file_of(target.name)
        return f"{source}/{name}" if source else name


def _broken(result: CheckResult, fault: Fault, target: str | None = None) -> CheckResult:
    kind, info, suggestion = fault
    return result._replace(
        status=Status.BROKEN, kind=kind, info=info, target=target, suggestion=suggestion
    )


def _unchecked(link: Hyperlink, info: str = "") -> CheckResult:
    return CheckResult(link, Status.UNCHECKED, info=info, dialect=Dialect.SPHINX)
