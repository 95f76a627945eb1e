"""What is only known when all documents are read: repeated, unknown and hidden rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util import logging
from sphinx.util.logging import is_suppressed_warning

from sphinxext_runtime_ref.errors import Kind, alternatives
from sphinxext_runtime_ref.extension.domain import ROW
from sphinxext_runtime_ref.extension.environment import RUNTIME, runtime_domain
from sphinxext_runtime_ref.printable import on_page
from sphinxext_runtime_ref.spelling import COMPARED
from sphinxext_runtime_ref.tables.suggest import did_you_mean, near_names

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.domains import Domain
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.domain import Shown

LOGGER = logging.getLogger(__name__)

MAX_NAMED = 3
"""How many rows a message names."""

MAX_LISTED = 8
"""Up to how many rows a message names them all, where none is like the one that is missing."""


def setup_consistency(app: Sphinx) -> None:
    """Check after reading, in every build, when a reference is not found, and before writing."""
    app.connect("env-updated", warn_repeated)
    app.connect("env-updated", warn_found)
    app.connect("warn-missing-reference", warn_unknown)
    app.connect("write-started", leave_out_of_index)


def warn_repeated(_app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Warn of rows that two tables show; the first document's, by name, is the one linked."""
    domain = runtime_domain(env)
    repeated: dict[tuple[str, str, bool], list[Shown]] = {}
    for docname, rows in sorted(domain.data["rows"].items()):
        for row in rows:
            first = domain.objects.get(row[:2])
            if first is None or not domain.state.shows(row.only):
                continue
            # A build that writes no links can't tell which of them another one would show.
            if domain.state.tags is None and (row.only or first.row.only):
                continue
            if (first.docname, first.row.anchor) != (docname, row.anchor):
                where = (row.directive, first.docname, first.docname == docname)
                repeated.setdefault(where, []).append(first._replace(row=row))
    for (directive, docname, is_same), shown in repeated.items():
        other = str(env.doc2path(docname, base=False))
        path, _, line = domain.objects[shown[0].row[:2]].row.directive.rpartition(":")
        if is_same:
            other = f"this document, at line {line}"
        elif path == str(env.doc2path(docname)):  # and not what the document includes
            other = f"{other}:{line}"
        _warn_of(directive, other, shown, domain.objects)
    return []


def warn_found(_app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Warn of what was found in the declarations of all documents, whichever were read again.

    A contradiction of two defaults is said once where several tables show the row.
    """
    said: set[str] = set()
    for _, found in sorted(runtime_domain(env).data["findings"].items()):
        for text, kind, place in found:
            if kind == Kind.DEFAULT:
                if text in said:
                    continue
                said.add(text)
            LOGGER.warning("%s", on_page(text), type="runtime_ref", subtype=kind, location=place)
    return []


def _warn_of(
    directive: str, other: str, shown: list[Shown], objects: dict[tuple[str, str], Shown]
) -> None:
    kind = shown[0].row.object_type
    if len(shown) > 1:
        kind = "rows" if kind == ROW else f"{kind} rows"
    names = ", ".join(repr(item.row.name) for item in shown[:MAX_NAMED])
    more = f" and {len(shown) - MAX_NAMED} more" if len(shown) > MAX_NAMED else ""
    first = [objects[item.row[:2]].row for item in shown]
    if all(one.directive == item.row.directive for one, item in zip(first, shown, strict=True)):
        advice = "include the table once: its rows can be targets in one place alone"
    elif all(one.place == item.row.place for one, item in zip(first, shown, strict=True)):
        advice = "give one of the tables the option ':no-index:'"
    else:
        advice = (
            "they are declared at different places; give one of the tables a ':prefix:' of its own"
        )
    LOGGER.warning(
        "%s %s%s: also shown in %s; %s",
        kind,
        names,
        more,
        other,
        advice,
        type="runtime_ref",
        subtype=Kind.DUPLICATE.value,
        location=directive,
    )


def _nearest(target: str, names: list[str]) -> str:
    """Compare with the ends of names, too: a reference may have the end alone."""
    near = near_names(target, names)
    if not near:
        parts = target.count(".") + 1
        ends: dict[str, list[str]] = {}
        for name in names[:COMPARED]:
            ends.setdefault(".".join(name.split(".")[-parts:]), []).append(name)
        near = [name for end in near_names(target, ends) for name in ends[end]]
    if near:
        return f"; did you mean {alternatives(near[:MAX_NAMED])}?"
    if len(names) > MAX_LISTED:
        return f"; none of the {len(names)} that there are is like it"
    return did_you_mean(target, names)


def _left_out(env: BuildEnvironment, kind: str, target: str) -> str:
    for docname, rows in runtime_domain(env).data["rows"].items():
        for row in rows:
            if row[:2] == (kind, target):
                path = env.doc2path(docname, base=False)
                block = " in ".join(f"'only:: {expression}'" for expression in row.only)
                return f"; {path} has it in {block}, which this build leaves out"
    return ""


def _of_other_type(env: BuildEnvironment, kind: str, target: str) -> str:
    domain = runtime_domain(env)
    others = [
        other for other in domain.object_types if other != kind and domain.find(other, target)
    ]
    named = [f"{domain.name}:{other}" for other in others]
    return f"; the role {alternatives(named)} has a row of that name" if named else ""


def _is_unread(env: BuildEnvironment, kind: str) -> bool:
    suppressed = env.config.suppress_warnings
    return any(
        other == kind and not is_suppressed_warning("runtime_ref", warning, suppressed)
        for tables in runtime_domain(env).data["unread"].values()
        for other, warning in tables
    )


def warn_unknown(app: Sphinx, domain: Domain | None, node: pending_xref) -> bool | None:
    """Name the near rows where a reference finds none; a handler of ``warn-missing-reference``.

    Nothing is said where a table that may have the row could not be read: that has been said.
    """
    if domain is None or domain.name != RUNTIME:
        return None
    kind, target = node["reftype"], node["reftarget"]
    if _is_unread(app.env, kind):
        return True
    names = runtime_domain(app.env).names(kind)
    ends = [name for name in names if name.endswith(f".{target}")]
    hint = f"; it could be {alternatives(ends[:MAX_NAMED])}" if ends else _nearest(target, names)
    hint = _left_out(app.env, kind, target) or _of_other_type(app.env, kind, target) or hint
    LOGGER.warning(
        "there is no %s %r%s", kind, target, hint, location=node, type="ref", subtype=kind
    )
    return True


def leave_out_of_index(app: Sphinx, _builder: Builder) -> None:
    """Keep rows that are not shown out of the general index; a handler of ``write-started``.

    The environment is saved before that: a build with other tags still has them.
    """
    domain = runtime_domain(app.env)
    entries = app.env.domains["index"].data["entries"]
    for docname in domain.data["rows"]:
        hidden = domain.hidden(docname)
        if hidden:
            entries[docname] = [entry for entry in entries[docname] if entry[2] not in hidden]
