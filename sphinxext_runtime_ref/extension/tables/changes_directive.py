"""The directive ``declaration-changes``: what changed in a table since a git revision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.extension import messages
from sphinxext_runtime_ref.extension.dependencies import watch_revision
from sphinxext_runtime_ref.extension.tables.directive_base import DeclarationDirective
from sphinxext_runtime_ref.extension.tables.nodes import bullet_list
from sphinxext_runtime_ref.extension.tables.options import spec_of
from sphinxext_runtime_ref.tables.options import OPTIONS, Option, OptionType

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils.nodes import Element, Node

    from sphinxext_runtime_ref.source.tree import SourceTree
    from sphinxext_runtime_ref.tables.changes import CellChange, TableChanges
    from sphinxext_runtime_ref.tables.model import Row

_NAME = "\0"
"""Stands in a sentence for the table's name, which is set as code."""

CHANGES: tuple[Option, ...] = (
    Option(
        "since",
        OptionType.TEXT,
        "REVISION",
        "Git revision to compare with: a tag, a branch or a commit. Required.",
    ),
    Option(
        "until",
        OptionType.TEXT,
        "REVISION",
        "Git revision that is compared; by default the files as they are.",
    ),
)
"""The options of the directive beside those of the table."""


class ChangesDirective(DeclarationDirective):
    """Compare two states of a table, without checking anything out."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = spec_of((*CHANGES, *OPTIONS))

    def made(self) -> list[Node]:
        """Read both states and list what differs."""
        from sphinxext_runtime_ref.tables.changes import compare  # noqa: PLC0415 - see state.py

        since, until = self.options.get("since"), self.options.get("until")
        if not since:
            raise ConfigError("option 'since' is missing: expected a git revision, such as a tag")
        name, source = self.wanted()
        old = self._at(since)
        # A table that is new since a revision is all additions, not an error.
        is_new = not _exists(old, source or self.runtime.catalogue.get(name).source)
        before = None if is_new else self.table(name, source, old)
        after = self.table(name, source, self._at(until) if until else None)
        return self._nodes(compare(before, after))

    def _at(self, revision: str) -> SourceTree:
        watch_revision(self.env, revision)
        return self.runtime.tree_at(revision)

    def _nodes(self, changes: TableChanges) -> list[Node]:
        said = messages.changes if changes else messages.unchanged
        lead = self._lead(said(_NAME, self.options["since"], self.options.get("until", "")))
        if not changes:
            return [lead]
        parts: tuple[tuple[str, list[Element]], ...] = (
            (messages.added(), [self._row(row) for row in changes.added]),
            (messages.changed(), [self._row(item.after, item.cells) for item in changes.changed]),
            (messages.removed(), [nodes.literal("", row.id) for row in changes.removed]),
        )
        result = nodes.definition_list("", classes=["runtime-ref-changes"])
        for title, items in parts:
            if items:
                result += _part(title, items)
        return [lead, result]

    def _lead(self, text: str) -> nodes.paragraph:
        before, _, after = text.partition(_NAME)
        name = nodes.literal("", self.arguments[0].strip())
        lead = nodes.paragraph("", "", nodes.Text(before), name, nodes.Text(after))
        self.set_source_info(lead)
        return lead

    def _row(self, row: Row, cells: tuple[CellChange, ...] = ()) -> Element:
        line = nodes.inline()
        is_past = "until" in self.options
        line += nodes.literal("", row.id) if is_past else self.linked(row.id, row.location)
        for index, cell in enumerate(cells):
            line += nodes.Text("; " if index else ": ")
            line += _cell(cell)
        return line


def _cell(change: CellChange) -> list[Node]:
    parts: list[Node] = [nodes.Text(f"{change.column} ")]
    for text in (change.before, change.after):
        if len(parts) > 1:
            parts.append(nodes.Text(" → "))
        parts.append(nodes.literal("", text) if text else nodes.Text("-"))
    return parts


def _part(title: str, items: list[Element]) -> nodes.definition_list_item:
    term = nodes.term("", f"{title} ({len(items)})")
    body = bullet_list([item] for item in items)
    return nodes.definition_list_item("", term, nodes.definition("", body))


def _exists(tree: SourceTree, source: str) -> bool:
    where = source.rpartition(":")[0] if ":" in source else source
    if where.endswith((".py", ".pyi")):
        return tree.exists(where)
    return True
