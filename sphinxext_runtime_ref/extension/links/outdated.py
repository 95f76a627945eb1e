"""Documents to read or write again because what their links lead to has changed."""

from __future__ import annotations

import posixpath
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.extension.dependencies import note_moved
from sphinxext_runtime_ref.extension.environment import links_domain
from sphinxext_runtime_ref.extension.links.targets import named_from
from sphinxext_runtime_ref.links.judging.sphinx_rules import Origin, Role
from sphinxext_runtime_ref.links.tree.files import Fault
from sphinxext_runtime_ref.links.urls import split
from sphinxext_runtime_ref.paths import exists

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.links.domain import LinksDomain


class Before(NamedTuple):
    """What documents were like when the build began.

    :param ids: ids and names of the documents that are about to be read again.
    """

    ids: dict[str, tuple[tuple[str, ...], dict[str, str]]]
    added: frozenset[str]
    removed: frozenset[str]


def outdated_documents(
    app: Sphinx,
    env: BuildEnvironment,
    added: AbstractSet[str],
    changed: AbstractSet[str],
    removed: AbstractSet[str],
) -> list[str]:
    """Give the documents with a link whose file came or went; a handler of ``env-get-outdated``.

    The file of a document goes, too, when another one takes its place: ``a.md`` that of ``a.rst``.
    """
    domain = links_domain(env)
    domain.refresh(app)
    targets, documents = domain.targets, domain.documents
    is_there = cache(lambda path: exists(domain.state.root / path))
    again = [
        docname
        for docname, record in documents.items()
        if any(map(is_there, record.wanted)) or not all(map(is_there, record.found))
    ]
    # MyST looks for the file of a document while it reads a link to it
    switched = {
        docname
        for docname in changed & documents.keys()
        if documents[docname].path != targets.file_of(docname)
    }
    if switched:
        again += [docname for docname in documents if switched & {*_linked(domain, docname)}]
    domain.before = Before(
        {
            docname: (documents[docname].ids, dict(targets.names(docname)))
            for docname in {*changed, *again}
            if docname in documents
        },
        frozenset(added),
        frozenset(removed),
    )
    return again


def moved_documents(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Give the documents to write again since ids that they link moved; for ``env-updated``."""
    domain = links_domain(env)
    before, domain.before = domain.before, None
    domain.refresh(app)
    if before is None:
        return []
    moved = before.added | {
        docname
        for docname, (ids, names) in before.ids.items()
        if docname in domain.documents
        and (ids, names) != (domain.documents[docname].ids, domain.targets.names(docname))
    }
    if not moved and not before.removed:
        return []
    read = {*before.ids, *before.added}
    again = [
        docname
        for docname, record in sorted(domain.documents.items())
        if record.local
        and docname not in read
        and any(name in moved or name in before.removed for name in _linked(domain, docname))
    ]
    return note_moved(env, again)


def _linked(domain: LinksDomain, docname: str) -> Iterator[str]:
    """Give the documents that one links, also those that are gone."""
    for link in domain.documents[docname].links:
        parts = split(link.destination or link.uri)
        if parts is None or not parts.path:
            continue
        origin = Origin(docname, link.form, link.labels)
        target = domain.targets.finder.find(origin, parts)
        if isinstance(target, Fault):
            yield posixpath.splitext(named_from(docname, parts.paths[0]))[0]
        elif target.role is Role.DOCUMENT:
            yield target.name
