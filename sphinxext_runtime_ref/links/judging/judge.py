"""The verdict on a link as GitHub, or an editor, shows the document."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.errors import DocumentError, Kind
from sphinxext_runtime_ref.links.judging import pins
from sphinxext_runtime_ref.links.model import CheckResult, Form, Status
from sphinxext_runtime_ref.links.suggest import near
from sphinxext_runtime_ref.links.tree.files import NEEDS_FILE, Fault, Found
from sphinxext_runtime_ref.links.tree.kinds import OTHER_MARKUP, suffix
from sphinxext_runtime_ref.links.urls import Destination, is_template, names_machine, scheme, split

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinxext_runtime_ref.links.judging.anchors import Anchors
    from sphinxext_runtime_ref.links.markup.ignores import Patterns
    from sphinxext_runtime_ref.links.model import Hyperlink
    from sphinxext_runtime_ref.links.tree.files import Files


class GithubJudge(NamedTuple):
    """Judges links in the GitHub dialect.

    :param patterns: destinations that are ignored.
    :param line_anchors: the setting of that name.
    :param local_path: gives the path below the root, and the fragment, that a URL of the
        project's own repository stands for; ``None`` for any other URL.
    """

    files: Files
    anchors: Anchors
    patterns: Patterns
    line_anchors: str
    local_path: Callable[[str], Destination | None] = lambda _uri: None

    def judge(self, link: Hyperlink) -> CheckResult:
        """Give the verdict on one link.

        :raises ConfigError: when a pattern takes too long, or git can't tell what is tracked.
        """
        uri = link.uri
        if link.form is Form.DEFINITION:
            return CheckResult(link, Status.UNCHECKED, info="nothing uses this definition")
        if self.patterns.ignore(uri):
            return CheckResult(link, Status.IGNORED, info="matches an ignore pattern")
        if link.form is Form.REFERENCE:
            return CheckResult(
                link, Status.BROKEN, Kind.REFERENCE, "no reference of this label is defined"
            )
        if is_template(uri):
            return CheckResult(link, Status.UNCHECKED, info="a template's place, filled in later")
        destination = split(uri)
        if destination is None:
            destination = self.local_path(uri)
            if destination is None:
                return _foreign(link)
        return self._judge_local(link, destination)

    def _judge_local(self, link: Hyperlink, destination: Destination) -> CheckResult:
        path = link.path
        if destination.path:
            found = self._resolve(path.rpartition("/")[0], destination)
            if isinstance(found, Fault):
                return self._judge_missing(link, destination, found)
            path = found.path
            if found.is_dir:
                return self._judge_folder(link, destination, path)
        elif link.form is Form.IMAGE:
            return _broken(link, Fault(Kind.TARGET, NEEDS_FILE), None)
        return self._judge_fragment(link, destination, path)

    def _judge_missing(
        self, link: Hyperlink, destination: Destination, fault: Fault
    ) -> CheckResult:
        if fault.kind is Kind.OUTSIDE:
            from sphinxext_runtime_ref.links.judging.sourceurl import is_site_page  # noqa: PLC0415 - seldom needed

            if is_site_page(self.files.root, link.path, destination.paths[0]):
                info = "a page of the repository's web site"
                return CheckResult(link, Status.UNCHECKED, info=info)
        return _broken(link, fault, _way(link.path, destination, fault.suggestion))

    def _resolve(self, folder: str, destination: Destination) -> Found | Fault:
        found = [self.files.resolve(folder, path) for path in destination.paths]
        return next((one for one in found if isinstance(one, Found)), found[0])

    def _judge_folder(self, link: Hyperlink, destination: Destination, path: str) -> CheckResult:
        if not destination.fragment or destination.fragment == "top":
            return CheckResult(link, Status.WORKING, target=path)
        readme = self.files.readme(path)
        if readme is None:
            fault = Fault(Kind.ANCHOR, "leads to a folder without a README that has headings")
            return _broken(link, fault, None, path)
        if destination.fragment.lower() == "readme":
            return CheckResult(link, Status.WORKING, target=readme)
        return self._judge_fragment(link, destination, readme)

    def _judge_fragment(self, link: Hyperlink, destination: Destination, path: str) -> CheckResult:
        if not destination.fragment:
            return CheckResult(link, Status.WORKING, target=path)
        if suffix(path) in OTHER_MARKUP:
            info = f"the anchors of .{suffix(path)} files are not read"
            return CheckResult(link, Status.UNCHECKED, info=info, target=path)
        try:
            fault = self.anchors.check(path, destination) or pins.check(
                self.line_anchors, self.anchors, path, destination, link.title
            )
        except DocumentError as error:
            fault = Fault(Kind.DOCUMENT, f"{path} {error.message}")
        if fault is None:
            return CheckResult(link, Status.WORKING, target=path)
        better = fault.suggestion and destination.spelled(fragment=fault.suggestion)
        return _broken(link, fault, better, path)


def _broken(
    link: Hyperlink, fault: Fault, suggestion: str | None, target: str | None = None
) -> CheckResult:
    return CheckResult(link, Status.BROKEN, fault.kind, fault.info, target, suggestion)


def _foreign(link: Hyperlink) -> CheckResult:
    if not names_machine(link.uri):
        return CheckResult(link, Status.UNCHECKED)
    what = "a file: URL" if scheme(link.uri) == "file" else "a path with a drive letter"
    info = f"{what} works on one machine only; write a relative path"
    return CheckResult(link, Status.BROKEN, Kind.TARGET, info)


def _way(document: str, destination: Destination, path: str | None) -> str | None:
    """Write the destination again so that it leads to another path below the root."""
    if path is None:
        return None
    if destination.path.startswith("/"):
        return destination.spelled(f"/{path}")
    relative = posixpath.relpath(path or ".", posixpath.dirname(document) or ".")
    dotted = destination.path.startswith("./") and not relative.startswith(".")
    return destination.spelled(f"./{relative}" if dotted else relative)


def with_label(result: CheckResult, labels: Sequence[str]) -> CheckResult:
    """Suggest the nearest label where a reference is not defined."""
    if result.kind is not Kind.REFERENCE:
        return result
    return result._replace(suggestion=near(result.link.uri, labels))
