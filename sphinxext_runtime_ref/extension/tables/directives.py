"""The directives that show tables of declarations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.languages import get_language
from docutils.parsers.rst import directives as docutils_directives
from docutils.utils import new_document
from sphinx import addnodes

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.extension import messages
from sphinxext_runtime_ref.extension.domain import RowObject
from sphinxext_runtime_ref.extension.sources.links import DECLARATION, SourceUse
from sphinxext_runtime_ref.extension.tables.changes_directive import ChangesDirective
from sphinxext_runtime_ref.extension.tables.coverage_directive import CoverageDirective
from sphinxext_runtime_ref.extension.tables.directive_base import DeclarationDirective
from sphinxext_runtime_ref.extension.tables.options import FOLD_LENGTH, table_spec
from sphinxext_runtime_ref.extension.tables.path_links import with_path_links
from sphinxext_runtime_ref.printable import on_page
from sphinxext_runtime_ref.tables.catalogue import GENERAL
from sphinxext_runtime_ref.tables.model import SOURCE, Column

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from docutils.nodes import Element, Node
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinxext_runtime_ref.errors import RuntimeRefError
    from sphinxext_runtime_ref.extension.state import State
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.tables.catalogue import TableDefinition
    from sphinxext_runtime_ref.tables.model import Row, Table

_UNUSUAL = re.compile(r"[^\w.:/+@-]+")


class TableDirective(DeclarationDirective):
    """A table of the catalogue; each name in it gets a class of its own."""

    definition: ClassVar[TableDefinition]
    optional_arguments = 1

    def made(self) -> list[Node]:
        """Read the declarations and make the table."""
        source = self.arguments[0].strip() if self.arguments else None
        table = self.table(self.definition.name, source)
        return self._nodes(with_path_links(table, self.runtime, self.env))

    def failed(self, fault: RuntimeRefError) -> list[Node]:
        """Warn of an error, and note that rows are missing because of it."""
        kind = self.definition.object_type
        self.domain.note_unread(self.env.docname, kind, fault.kind.value)
        return super().failed(fault)

    def _nodes(self, table: Table) -> list[Node]:
        from sphinxext_runtime_ref.extension.tables.cells import CellStyle  # noqa: PLC0415 - see state.py
        from sphinxext_runtime_ref.extension.tables.table_nodes import Appearance, table_box  # noqa: PLC0415

        self.say(table.diagnostics)
        self.needs_style()
        columns = self._columns(table)
        indexed = "no-index" not in self.options
        anchors = self._anchors(table) if indexed else {}
        look = Appearance(
            columns=columns,
            style=CellStyle(self.options.get("fold", FOLD_LENGTH), self.parsed),
            subject=" ".join(self.arguments).strip() or self.definition.name,
            caption=self._caption(),
            anchors=anchors,
            grouped=table.grouped,
            widths=self._widths(len(columns)),
            align=self._align(len(columns)),
            classes=tuple(self.options.get("class", ())),
            filterable=self.options.get("filterable", ""),
        )
        box, element = table_box(table, look)
        self.set_source_info(box)
        self.add_name(element)
        self._note_rows(table, anchors)
        for row in element.findall(nodes.row):
            if row["ids"]:
                self.state.document.note_explicit_target(row, row)
        if indexed:
            # Within the box, so that a label before the directive is one of the box.
            box.insert(0, self._index(table, anchors))
        return [box]

    def _columns(self, table: Table) -> tuple[Column, ...]:
        columns = table.columns if "columns" in self.options else table.columns_below_headings
        if "no-source" in self.options:
            columns = tuple(column for column in columns if column.name != SOURCE)
            if not columns:
                raise ConfigError("option 'no-source': no column is left that could be shown")
            return columns
        if any(column.name == SOURCE for column in columns):
            return columns
        return (*columns, Column(SOURCE, "Source"))

    def _caption(self) -> Element | None:
        text = self.options.get("caption")
        if not text:
            return None
        content, problems = self.parse_inline(text, lineno=self.lineno)
        title = nodes.title(text, "", *content, *problems)
        self.set_source_info(title)
        return title

    def _widths(self, count: int) -> str | list[int]:
        widths: str | list[int] = self.options.get("widths", "auto")
        if isinstance(widths, list) and len(widths) != count:
            raise ConfigError(
                f"option 'widths': the table has {count} columns, got {len(widths)} widths"
            )
        return widths

    def _align(self, count: int) -> tuple[str, ...]:
        words: tuple[str, ...] = self.options.get("align", ())
        if len(words) > 1 and len(words) != count:
            raise ConfigError(
                f"option 'align': the table has {count} columns, got {len(words)} words"
            )
        return words

    def _row_name(self, row_id: str) -> str:
        name = " ".join(on_page(row_id).split())
        prefix = self.options.get("prefix")
        if prefix is None and self.definition.name == GENERAL and self.arguments:
            prefix = self.arguments[0].rpartition(":")[2].strip()
        return f"{prefix}.{name}" if prefix else name

    def _anchors(self, table: Table) -> dict[str, str]:
        taken = set(self.state.document.ids)
        result: dict[str, str] = {}
        for row in table.rows:
            base = anchor(f"{table.object_type}-{self._row_name(row.id)}")
            made, number = base, 2
            while made in taken:
                made, number = f"{base}-{number}", number + 1
            taken.add(made)
            result[row.id] = made
        return result

    def _note_rows(self, table: Table, anchors: dict[str, str]) -> None:
        docname = self.env.docname
        directive = self.place()
        rows, uses = [], []
        for row in table.rows:
            target, name = anchors.get(row.id, ""), self._row_name(row.id)
            own = f"{row.location.path}:{row.location.line}"
            rows.append(RowObject(table.object_type, name, target, own, directive))
            uses.append(SourceUse(row.location.path, *row.location.line_range, target, name))
            for place in _linked_places(row, table.columns):
                uses.append(SourceUse(place.path, *place.line_range, target, name))
                self.domain.note_reference(docname, DECLARATION, f"{place.path}:{place.line}")
        self.domain.note_uses(docname, uses)
        if anchors:
            self.domain.note_rows(docname, tuple(rows))

    def _index(self, table: Table, anchors: dict[str, str]) -> Node:
        entries = [
            ("single", messages.row_title(table.object_type, self._row_name(row)), target, "", None)
            for row, target in anchors.items()
        ]
        return addnodes.index(entries=entries)


def setup_directives(app: Sphinx, state: State) -> None:
    """Register the directives, those of tables once the configuration says which there are."""
    app.add_directive("declaration-coverage", CoverageDirective)
    app.add_directive("declaration-changes", ChangesDirective)

    def register(app: Sphinx, config: Config) -> None:
        del config
        for name in state.catalogue.names():
            if is_taken(name):
                state.warn_setting("tables", f"{name}: the name is taken by another directive")
            else:
                app.add_directive(name, table_directive(state.catalogue.get(name)))

    app.connect("config-inited", register, priority=900)


def is_taken(name: str) -> bool:
    """Tell whether there is a directive of that name already."""
    document = new_document("")
    found, _ = docutils_directives.directive(name, get_language("en"), document)
    return found is not None


def table_directive(definition: TableDefinition) -> type[TableDirective]:
    """Make the directive of a table in the catalogue."""
    name = definition.name
    spec = table_spec(general=name == GENERAL)
    members: dict[str, Any] = {"definition": definition, "option_spec": spec}
    return type(f"{name.title().replace('-', '')}Directive", (TableDirective,), members)


def anchor(text: str) -> str:
    """Make an id that stays readable and works in each output format."""
    return _UNUSUAL.sub("-", on_page(text)).strip("-") or "row"


def _linked_places(row: Row, columns: Sequence[Column]) -> Iterator[Location]:
    for column in columns:
        cell = row.cells.get(column.name)
        if cell is not None:
            for part in (cell, *cell.items):
                yield from (place for _, place in part.links)
