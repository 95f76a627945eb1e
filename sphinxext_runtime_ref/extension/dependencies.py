"""Which documents are read again: those that use a file that changed, appeared or vanished."""

from __future__ import annotations

import os
import stat
import time
import zlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinxext_runtime_ref.errors import ConfigError, DocumentError
from sphinxext_runtime_ref.extension.compat import note_dependency, output_path
from sphinxext_runtime_ref.extension.environment import runtime_domain
from sphinxext_runtime_ref.links.judging.lines import split_lines, text_of
from sphinxext_runtime_ref.paths import is_file
from sphinxext_runtime_ref.settings import DEFINITIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.domain import RuntimeDomain
    from sphinxext_runtime_ref.extension.state import State


CLOCKS_DIFFER = 50_000
"""By how many microseconds a file system's clock may be behind."""

REVISION = "git revision "
"""Before the name of a branch, tag or commit, where others are watched by their path."""


def setup_dependencies(app: Sphinx) -> None:
    """Ask for outdated documents, before and after reading, in every build."""
    app.connect("env-get-outdated", outdated)
    app.connect("env-updated", behind)
    app.connect("env-get-updated", moved)


def watch(env: BuildEnvironment, paths: Iterable[str]) -> None:
    """Read the current document again when one of these files changes.

    :param paths: absolute; of files, of files that were looked for in vain, and of folders whose
        listing was used.
    """
    watched = runtime_domain(env).data["watched"].setdefault(env.docname, {})
    for path in sorted(paths):
        watched[path] = signature(path)
        if is_file(Path(path)):
            note_dependency(env, Path(path))


def watch_revision(env: BuildEnvironment, revision: str) -> None:
    """Read the current document again when a branch or tag names another commit."""
    domain = runtime_domain(env)
    watched = domain.data["watched"].setdefault(env.docname, {})
    watched[REVISION + revision] = _revision_signature(domain.state.root, revision)


def _signature_of(watched: str, root: Path) -> int:
    """Give the signature of what is watched: a path, or a revision."""
    if watched.startswith(REVISION):
        return _revision_signature(root, watched.removeprefix(REVISION))
    return signature(watched)


def _revision_signature(root: Path, revision: str) -> int:
    from sphinxext_runtime_ref.source.reading.git_tree import commit_of  # noqa: PLC0415 - few ask for it

    try:
        return 1 + zlib.crc32(commit_of(root, revision).encode())
    except ConfigError:
        return 0


def signature(path: str) -> int:
    """Give a number that changes when a file, or the listing of a folder, does; 0 for none."""
    try:
        status = os.stat(path)  # noqa: PTH116 - called for each file of each document
        if stat.S_ISDIR(status.st_mode):
            names = "\0".join(sorted(os.listdir(path)))  # noqa: PTH208
            return 1 + zlib.crc32(os.fsencode(names))
    except (OSError, ValueError):
        return 0
    return 1 + zlib.crc32(f"{status.st_mtime_ns} {status.st_size}".encode())


def outdated(_app: Sphinx, env: BuildEnvironment, *_: object) -> list[str]:
    """Give the documents to read again; a handler of ``env-get-outdated``.

    A document with a table that could not be shown, or a source reference that leads nowhere, is
    read in every build, so that no second build passes by saying nothing.
    """
    domain = runtime_domain(env)
    digest = settings_digest(domain.state)
    last, domain.data["settings"] = domain.data["settings"], digest
    if last not in {"", digest}:
        return sorted(env.found_docs)
    seen: dict[str, int] = {}
    result = set(domain.data["failed"])
    for docname, watched in domain.data["watched"].items():
        for path, before in watched.items():
            if path not in seen:
                seen[path] = _signature_of(path, domain.state.root)
            if seen[path] != before:
                result.add(docname)
    return sorted(result.union(_beyond_the_end(domain)))


def _beyond_the_end(domain: RuntimeDomain) -> Iterator[str]:
    """Give the documents that link lines which their source file does not have any more."""
    counts: dict[str, int] = {}
    for docname, uses in domain.data["uses"].items():
        for use in uses:
            if use.end and use.path not in counts:
                counts[use.path] = _line_count(domain.state, use.path)
            if use.end and use.end > counts[use.path]:
                yield docname
                break


def _line_count(state: State, path: str) -> int:
    try:
        text = text_of(state.files.read(path))
    except DocumentError:
        return 0
    return len(split_lines(text or ""))


def settings_digest(state: State) -> str:
    """Give a text that changes when a setting does that documents depend on.

    Sphinx compares what ``conf.py`` sets; this also sees the project file and the root.
    """
    values = [
        f"{name}={getattr(state.settings, name)!r}"
        for name, definition in DEFINITIONS.items()
        if definition.rebuild == "env"
    ]
    return f"{zlib.crc32(repr([str(state.root), *values]).encode()):08x}"


def moved(_app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Give the documents to write again since a row they refer to moved, appeared or vanished."""
    return note_moved(env, sorted(set(runtime_domain(env).moved())))


def note_moved(env: BuildEnvironment, docnames: list[str]) -> list[str]:
    """Note when what documents refer to moved, and give the documents back."""
    times = runtime_domain(env).data["moved"]
    times.update(dict.fromkeys(docnames, time.time_ns() // 1000))
    return docnames


def behind(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Give the documents whose pages are older than what is known of them; for ``env-updated``.

    Sphinx writes what the same build has read. Where another builder has read it meanwhile, with
    the same environment, or where a build was stopped, a page would keep the rows of then.
    """
    builder, times = app.builder, runtime_domain(env).data["moved"]
    suffix = getattr(builder, "out_suffix", "")
    if not suffix:
        return []  # writes everything in every build
    result: list[str] = []
    for docname, read in env.all_docs.items():
        if isinstance(builder, StandaloneHTMLBuilder):
            path = output_path(builder, docname)
        else:
            path = Path(builder.outdir, docname + suffix)
        known = max(read, times.get(docname, 0)) - CLOCKS_DIFFER
        with suppress(OSError):
            if path.stat().st_mtime_ns // 1000 < known:
                result.append(docname)
    return result
