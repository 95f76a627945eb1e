"""What is kept of a document: its links, ids and ignore comments."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from docutils import nodes

    from sphinxext_runtime_ref.extension.links.walk import FoundLink
    from sphinxext_runtime_ref.links.model import Form


class LinkRecord(NamedTuple):
    """A link as it is stored.

    :param path: the file that holds it: POSIX, relative to the root.
    :param destination: what the renderer was given, where ``uri`` does not tell.
    :param labels: labels and document names count as well as paths.
    """

    path: str
    line: int
    column: int
    uri: str
    form: Form
    title: str = ""
    destination: str = ""
    labels: bool = False


class Comment(NamedTuple):
    """An ignore comment.

    :param last: its last line; the line before the next one with text, where the language wants
        empty ones.
    """

    path: str
    line: int
    last: int


class DocumentRecord(NamedTuple):
    """What is stored of a document.

    :param path: its file, relative to the source folder.
    :param ids: every id that its page will have.
    :param local: one of the links is local, so that the page may need other addresses.
    :param wanted: paths, relative to the root, of files that were not there when it was read.
    :param found: paths of the files and folders, documents apart, that its links lead to.
    :param trusted: what MyST renders as it should be while it is there: documents, each with a
        heading's slug or nothing, and labels after an empty name. ``None`` where other links of
        the page may need help.
    """

    path: str
    links: tuple[LinkRecord, ...]
    ids: tuple[str, ...]
    local: bool
    comments: tuple[Comment, ...] = ()
    wanted: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    trusted: tuple[tuple[str, str], ...] | None = None


class Collected(NamedTuple):
    """What a document holds.

    :param links: each with its nodes; more than one where an extension copied it.
    :param definitions: reference definitions that nothing uses.
    :param ids: every id that its page will have.
    :param defined: pictures in the definitions of substitutions.
    :param generated: some raw HTML has links that are not in the source.
    """

    links: Mapping[LinkRecord, Sequence[FoundLink]]
    definitions: tuple[LinkRecord, ...]
    ids: tuple[str, ...]
    comments: tuple[Comment, ...]
    defined: Sequence[nodes.Element]
    generated: bool
