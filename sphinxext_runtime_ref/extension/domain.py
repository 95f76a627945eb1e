"""The ``runtime`` domain: the rows of tables as objects, and references to them and to source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole

from sphinxext_runtime_ref.extension.addresses import document_address, reference_to
from sphinxext_runtime_ref.extension.environment import RUNTIME, runtime_domain
from sphinxext_runtime_ref.extension.role_lines import RoleLines
from sphinxext_runtime_ref.extension.sources.links import (
    DECLARATION,
    SOURCE,
    SourceUse,
    resolve_source,
)
from sphinxext_runtime_ref.tables.catalogue import NAMED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from docutils.nodes import Element, document, reference
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.state import State

BY_DOCUMENT = ("rows", "uses", "watched", "failed", "unread", "styled", "references", "findings")
"""What is stored by document, and forgotten with it."""

MAX_ENDS = 20
"""By how many ends of its dotted name a row can be named."""

ROW = "row"
"""Object type of the rows of the general table."""


class RowObject(NamedTuple):
    """A row as the domain stores it.

    :param place: where the row is declared: ``path/to/file.py:line``.
    :param directive: where the document shows it, as warnings say it.
    :param only: the expressions of the ``only`` blocks that it stands in.
    """

    object_type: str
    name: str
    anchor: str
    place: str
    directive: str
    only: tuple[str, ...] = ()


class Shown(NamedTuple):
    """A row and the document that shows it."""

    docname: str
    row: RowObject


def _ends(name: str) -> Iterator[str]:
    """Give the ends of a dotted name, the last ones where it has very many."""
    parts = name.rsplit(".", MAX_ENDS)
    return (".".join(parts[start:]) for start in range(1, len(parts)))


class RowRole(XRefRole):
    """A reference to a row by its name."""

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Note the reference, so that its document is written again when the row moves.

        As in Sphinx's own roles, ``~`` before the name shows its last part alone.
        """
        if not has_explicit_title and target.startswith("~"):
            target = target[1:]
            title = target.rpartition(".")[2]
        domain = runtime_domain(env)
        domain.note_reference(env.docname, refnode["reftype"], target)
        refnode.line = domain.lines.line(refnode.source, refnode.line, self.rawtext)
        return super().process_link(env, refnode, has_explicit_title, title, target)


class RuntimeDomain(Domain):
    """Rows by type and name; everything is stored by document, small and without nodes."""

    name = RUNTIME
    label = "Runtime declarations"
    data_version = 7
    initial_data: ClassVar[dict[str, Any]] = {
        "rows": {},  # docname -> tuple of RowObject
        "uses": {},  # docname -> tuple of SourceUse
        "watched": {},  # docname -> {absolute path or git revision: signature}
        "failed": {},  # docname -> True
        "unread": {},  # docname -> (object type, kind of warning) of tables that are not there
        "styled": {},  # docname -> True, where the style sheet is needed
        "references": {},  # docname -> {(type, name): (docname, anchor) as written, or ()}
        "findings": {},  # docname -> [(message, kind, place in the document)]
        "moved": {},  # docname -> microseconds when what it refers to moved
        "settings": "",
    }
    state: State

    def __init__(self, env: BuildEnvironment) -> None:
        """Add the object types of the project's own tables."""
        super().__init__(env)
        self._objects: dict[tuple[str, str], Shown] | None = None
        self._places: dict[str, Shown | None] = {}
        self._ends: dict[tuple[str, str], list[Shown]] = {}
        self.lines = RoleLines(env)
        own = self.state.catalogue.definitions.values()
        named, others = ([item.object_type for item in items] for items in (NAMED, own))
        for kind in dict.fromkeys((*named, ROW, *others)):
            self.add_object_type(kind, ObjType(kind, kind))
            self.roles[kind] = RowRole(warn_dangling=True)

    def note_rows(self, docname: str, rows: tuple[RowObject, ...]) -> None:
        """Store rows that a document shows."""
        self.data["rows"][docname] = (*self.data["rows"].get(docname, ()), *rows)
        self._objects = None

    def process_doc(self, env: BuildEnvironment, docname: str, document: document) -> None:
        """Note which rows only some builds show, now that the document is whole."""
        del env
        conditions: dict[str, tuple[str, ...]] = {}
        rows = self.data["rows"].get(docname, ())
        for block in document.findall(addnodes.only) if rows else ():
            for element in block.findall(nodes.row):
                for anchor in element["ids"]:
                    conditions[anchor] = (*conditions.get(anchor, ()), block["expr"])
        if conditions:
            self.data["rows"][docname] = tuple(
                row._replace(only=conditions.get(row.anchor, ())) for row in rows
            )

    def hidden(self, docname: str) -> set[str]:
        """Give the anchors of the rows that a document does not show in this build."""
        rows = self.data["rows"].get(docname, ())
        return {row.anchor for row in rows if not self.state.shows(row.only)}

    def note_uses(self, docname: str, uses: Iterable[SourceUse]) -> None:
        """Store that a document refers to lines of source files."""
        known = self.data["uses"].get(docname, ())
        self.data["uses"][docname] = tuple(dict.fromkeys([*known, *uses]))

    def note_finding(self, docname: str, text: str, kind: str, place: str) -> None:
        """Store what is to be said of a document in every build, also where it is not read."""
        self.data["findings"].setdefault(docname, []).append((text, kind, place))

    def note_unread(self, docname: str, kind: str, warning: str) -> None:
        """Store that a document lacks a table, so that references to its rows lead nowhere."""
        self.data["unread"].setdefault(docname, []).append((kind, warning))

    def note_reference(self, docname: str, kind: str, target: str) -> None:
        """Store that a document refers to a row, or to a declaration at ``path:line``."""
        self.data["references"].setdefault(docname, {})[kind, target] = None

    def moved(self) -> Iterator[str]:
        """Give the documents whose references lead elsewhere than when they were written.

        Those with a reference to a row that is not there are written in every build, since that is
        when it is said.
        """
        for docname, references in self.data["references"].items():
            for (kind, target), before in references.items():
                place = kind == DECLARATION
                shown = self.find_place(target) if place else self.find(kind, target)
                now = (shown.docname, shown.row.anchor) if shown else ()
                if (before is not None and before != now) or not (shown or place):
                    yield docname
                references[kind, target] = now

    @property
    def objects(self) -> dict[tuple[str, str], Shown]:
        """Give the rows that are shown, by type and name; of several documents, the first one's."""
        if self._objects is None:
            self._objects, self._places, self._ends = {}, {}, {}
            for docname, rows in sorted(self.data["rows"].items()):
                for row in filter(lambda row: self.state.shows(row.only), rows):
                    shown = Shown(docname, row)
                    key = row.object_type, row.name
                    if self._objects.setdefault(key, shown) is shown:
                        for end in _ends(row.name):
                            self._ends.setdefault((row.object_type, end), []).append(shown)
                    # Rows that share a line can't be told apart by it.
                    other = self._places.setdefault(row.place, shown)
                    if other and other.row.object_type == row.object_type:
                        self._places[row.place] = other if other.row.name == row.name else None
        return self._objects

    def find(self, kind: str, name: str) -> Shown | None:
        """Give a row by its name, or by the end of its name where that is unique."""
        whole = self.objects.get((kind, name))
        if whole is not None:
            return whole
        ends = self._ends.get((kind, name), ())
        return ends[0] if len(ends) == 1 else None

    def find_place(self, place: str) -> Shown | None:
        """Give the row that is declared at ``path:line``."""
        return self._places.get(place) if self.objects else None

    def names(self, kind: str) -> list[str]:
        """Give the names of all rows of a type."""
        return [name for other, name in self.objects if other == kind]

    def clear_doc(self, docname: str) -> None:
        """Forget what a document says."""
        for kind in (*BY_DOCUMENT, "moved"):
            self.data[kind].pop(docname, None)
        self.lines.clear()
        self._objects = None

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Take over what a worker process read."""
        for kind in BY_DOCUMENT:
            for docname in docnames:
                if docname in otherdata[kind]:
                    self.data[kind][docname] = otherdata[kind][docname]
        self._objects = None

    def resolve_xref(  # noqa: PLR0913, PLR0917 - Sphinx's signature
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> reference | None:
        """Resolve a reference to a row, to a declaration or to source lines."""
        shown = self._wanted(typ, target, node)
        if shown is None:
            if typ in {SOURCE, DECLARATION}:
                return resolve_source(env, builder, fromdocname, node, contnode)
            return None
        title = f"{shown.row.object_type} {shown.row.name}"
        address = document_address(builder, fromdocname, shown.docname, shown.row.anchor)
        return reference_to(address, contnode, internal=True, reftitle=title)

    def _wanted(self, typ: str, target: str, node: pending_xref) -> Shown | None:
        if typ == SOURCE:
            return None
        if typ == DECLARATION:
            return self.find_place(f"{target}:{node['refstart']}")
        return self.find(typ, target)

    def resolve_any_xref(  # noqa: PLR0913, PLR0917 - Sphinx's signature
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, reference]]:
        """Resolve the role ``any``."""
        found: list[tuple[str, reference]] = []
        for kind in self.object_types:
            if (kind, target) not in self.objects:
                continue
            made = self.resolve_xref(env, fromdocname, builder, kind, target, node, contnode)
            if made is not None:
                found.append((f"{self.name}:{kind}", made))
        return found

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Give all rows for the inventory and the search."""
        for (kind, name), shown in self.objects.items():
            yield name, name, kind, shown.docname, shown.row.anchor, 1

    def get_full_qualified_name(self, node: Element) -> str | None:
        """Give the name that an inventory has for a reference."""
        target: str | None = node.get("reftarget")
        return target


def setup_domain(app: Sphinx, state: State) -> None:
    """Register the domain of an application, which knows the application's state."""
    app.add_domain(type("RuntimeDomain", (RuntimeDomain,), {"state": state}))
