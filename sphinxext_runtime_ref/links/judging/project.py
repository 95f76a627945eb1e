"""What judging by Sphinx's rules asks of a Sphinx project."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


class Project(Protocol):
    """A Sphinx project after its documents were read; nothing here imports Sphinx."""

    @property
    def source(self) -> str:
        """Folder of the documents: POSIX, relative to the root, empty for the root itself."""

    @property
    def repairs(self) -> bool:
        """Whether links that the renderer alone can't follow are made to work."""

    @property
    def page_ends(self) -> tuple[str, ...]:
        """What paths of pages may end with: first what those in the output do."""

    def document_at(self, path: str) -> str | None:
        """Give the document whose source file has a path relative to the source folder."""

    def is_document(self, name: str) -> bool:
        """Tell whether a document of this name is part of the project."""

    def file_of(self, name: str) -> str:
        """Give the path of a document's source file, relative to the source folder."""

    def documents(self) -> Collection[str]:
        """Give the names of all documents."""

    def ids(self, name: str) -> Collection[str]:
        """Give every id that a document's page has."""

    def names(self, name: str) -> Mapping[str, str]:
        """Give what a document's author may write for an id: heading slugs and labels."""

    def labels(self) -> Collection[str]:
        """Give the labels of the whole project."""

    def knows(self, name: str, target: str) -> bool:
        """Tell whether the renderer finds a label, document or object from within a document."""

    def writes(self, path: str) -> bool:
        """Tell whether the build writes a page or file, by its path in the output."""

    def written_ids(self, path: str) -> Collection[str] | None:
        """Give the ids of a written page that is no document; ``None`` when that can't be told."""
