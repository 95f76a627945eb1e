"""The ``runtime`` domain: the rows of tables as objects, and references to them and to source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util.nodes import make_refnode

from sphinxext_runtime_ref.extension.source_links import SourceUse, resolve_source
from sphinxext_runtime_ref.tables.catalogue import NAMED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from docutils.nodes import Element, reference
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.state import State

ROW = "row"
"""Object type of the rows of the general table."""


class RowObject(NamedTuple):
    """A row as the domain stores it.

    :param place: where the row is declared: ``path/to/file.py:line``.
    :param directive: where the document shows it, as warnings say it.
    """

    object_type: str
    name: str
    anchor: str
    place: str
    directive: str


class Shown(NamedTuple):
    """A row and the document that shows it."""

    docname: str
    row: RowObject


class RuntimeDomain(Domain):
    """Rows by type and name; everything is stored by document, small and without nodes."""

    name = "runtime"
    label = "Runtime declarations"
    data_version = 1
    initial_data: ClassVar[dict[str, Any]] = {
        "rows": {},  # docname -> tuple of RowObject
        "uses": {},  # docname -> tuple of SourceUse
        "watched": {},  # docname -> {absolute path: signature}
        "failed": {},  # docname -> True
        "references": {},  # docname -> tuple of (type, name)
        "settings": "",
    }
    state: State

    def __init__(self, env: BuildEnvironment) -> None:
        """Add the object types of the project's own tables."""
        super().__init__(env)
        self._objects: dict[tuple[str, str], Shown] | None = None
        self._places: dict[str, Shown | None] = {}
        definitions = self.state.catalogue.definitions.values()
        for kind in dict.fromkeys([*(item.object_type for item in NAMED), ROW]):
            self._add_type(kind)
        for definition in definitions:
            if definition.object_type not in self.object_types:
                self._add_type(definition.object_type)

    def _add_type(self, kind: str) -> None:
        self.add_object_type(kind, ObjType(kind, kind))
        self.roles[kind] = XRefRole(warn_dangling=True)

    def note_rows(self, docname: str, rows: tuple[RowObject, ...]) -> None:
        """Store rows that a document shows."""
        self.data["rows"][docname] = (*self.data["rows"].get(docname, ()), *rows)
        self._objects = None

    def note_use(self, docname: str, use: SourceUse) -> None:
        """Store that a document refers to lines of a source file."""
        uses = self.data["uses"].get(docname, ())
        if use not in uses:
            self.data["uses"][docname] = (*uses, use)

    @property
    def objects(self) -> dict[tuple[str, str], Shown]:
        """Give the rows by type and name; of several documents, the first one's."""
        if self._objects is None:
            self._objects, self._places = {}, {}
            for docname, rows in sorted(self.data["rows"].items()):
                for row in rows:
                    shown = Shown(docname, row)
                    self._objects.setdefault((row.object_type, row.name), shown)
                    # Rows that share a line can't be told apart by it.
                    other = self._places.setdefault(row.place, shown)
                    if other and other.row[:2] != row[:2]:
                        self._places[row.place] = None
        return self._objects

    def find(self, kind: str, name: str) -> Shown | None:
        """Give a row by its name, or by the end of its name where that is unique."""
        objects = self.objects
        if (kind, name) in objects:
            return objects[kind, name]
        ends = [
            shown
            for (other, full), shown in objects.items()
            if other == kind and full.endswith("." + name)
        ]
        return ends[0] if len(ends) == 1 else None

    def find_place(self, place: str) -> Shown | None:
        """Give the row that is declared at ``path:line``."""
        return self._places.get(place) if self.objects else None

    def names(self, kind: str) -> list[str]:
        """Give the names of all rows of a type."""
        return [name for other, name in self.objects if other == kind]

    def clear_doc(self, docname: str) -> None:
        """Forget what a document says."""
        for kind in ("rows", "uses", "watched", "failed", "references"):
            self.data[kind].pop(docname, None)
        self._objects = None

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Take over what a worker process read."""
        for kind in ("rows", "uses", "watched", "failed", "references"):
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
        """Resolve a reference to a row, to the row of a symbol, or to source lines."""
        if typ == "source":
            return resolve_source(env, builder, fromdocname, node, contnode)
        shown = self.find_place(target) if typ == "symbol" else self.find(typ, target)
        if shown is None:
            # A symbol without a row is no mistake, also not in a nitpicky build.
            return contnode if typ == "symbol" else None  # type: ignore[return-value]
        title = f"{shown.row.object_type} {shown.row.name}"
        return make_refnode(builder, fromdocname, shown.docname, shown.row.anchor, contnode, title)

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
