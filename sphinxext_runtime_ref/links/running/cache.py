"""The verdicts of an earlier run, for documents that nothing has changed for.

The cache is a file of one line that names its format and the digest of the rest, and the rest in
JSON. One that is damaged, of another version or for other settings counts as empty.
"""

from __future__ import annotations

import json
import os
import sys
import time
from itertools import product
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.atomic import write_bytes
from sphinxext_runtime_ref.errors import Kind
from sphinxext_runtime_ref.links.model import Checked, CheckResult, Form, Hyperlink, Status
from sphinxext_runtime_ref.links.tree.folders import digest_entries, list_folder, real_path
from sphinxext_runtime_ref.links.tree.reading import read_regular
from sphinxext_runtime_ref.links.tree.record import Record, digest, stamp

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from sphinxext_runtime_ref.links.tree.record import FileState, Stamp

FORMAT = b"runtime-ref links cache 1 "
_OPTIONAL: tuple[type, ...] = (str, NoneType)
_FILE = frozenset({(str, int, int, int, str)})
_FOLDER = frozenset({(int, int, int, str)})
_DOCUMENT = frozenset({(int, list, list, list)})
_ROW = frozenset(
    (int, int, str, str, str, str, kind, str, target, suggestion)
    for kind, target, suggestion in product(_OPTIONAL, repeat=3)
)
_FORMS = {form.value: form for form in Form}
_STATUSES = {status.value: status for status in Status}
_KINDS: dict[str | None, Kind | None] = {None: None, **{kind.value: kind for kind in Kind}}
RACY = 2 * 10**9
"""Nanoseconds in which a file can change without its time telling so, on any file system."""


def default_path(root: Path) -> Path:
    """Give the cache file of a root: ``RUNTIME_REF_CACHE_DIR``, else the user's cache folder."""
    name = f"links-{digest(os.fsencode(os.path.realpath(root)))}.json"
    own = os.environ.get("RUNTIME_REF_CACHE_DIR")
    if own:
        return Path(own, name)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "runtime-ref" / name


class Cache:
    """What earlier runs found out.

    :param root: absolute.
    :param key: everything besides files that verdicts depend on.
    """

    def __init__(self, root: str, key: str) -> None:
        """Make an empty one."""
        self.root = root
        self._start = os.path.join(root, "")  # noqa: PTH118 - paths are put after it
        self.key = key
        self.record = Record({}, {}, {})
        self.taken = 0
        """When the record was begun, in nanoseconds."""
        self.documents: dict[str, Checked] = {}
        self.changed = False
        self._same: dict[str, bool] = {}

    def holds(self, listing: str) -> bool:
        """Tell whether the tree still has the same names; if not, no verdict holds.

        :param listing: digest of the names that suggestions would be chosen from now.
        """
        record = self.record
        return (
            record.listing in {"", listing}
            and all(real_path(self.root, link) == to for link, to in record.followed.items())
            and all(self._same_folder(folder) for folder in record.folders)
        )

    def get(self, path: str) -> Checked | None:
        """Give what was found out about a document that has not changed since."""
        found = self.documents.get(path)
        if found is None or not self._same_file(path):
            return None
        return found if all(map(self._same_file, found.targets)) else None

    def put(self, path: str, checked: Checked) -> None:
        """Remember what was found out about a document."""
        self.documents[path] = checked
        self.changed = True

    def update(self, record: Record, begun: int) -> None:
        """Add what a run read, and make all hold from when it began."""
        files = self.record.files
        for path in [path for path, state in files.items() if path not in self._same]:
            # not compared in this run, and perhaps changed in the moment after the last one
            if max(files[path][0][1:]) >= self.taken - RACY:
                del files[path]
        self.record.update(record)
        self.taken = begun

    def _same_folder(self, folder: str) -> bool:
        known = self.record.folders[folder]
        if known is not None and self._same_stamp(folder, known[0]):
            return True
        found = list_folder(self.root, folder)
        if found is None or known is None:
            return found is None and known is None
        self.record.folders[folder] = (found[1], known[1])
        self.changed = True
        return digest_entries(found[0]) == known[1]

    def _same_file(self, path: str) -> bool:
        same = self._same.get(path)
        if same is None:
            same = self._same[path] = self._compare(path, self.record.files.get(path))
        return same

    def _compare(self, path: str, known: FileState | None) -> bool:
        if known is None:
            return False
        if self._same_stamp(path, known[0]):
            return True
        try:
            data, status = read_regular(f"{self._start}{path}")
        except (OSError, ValueError):
            return False
        self.record.files[path] = (stamp(status), known[1])
        self.changed = True
        return digest(data) == known[1]

    def _same_stamp(self, path: str, known: Stamp) -> bool:
        try:
            now = stamp(os.stat(f"{self._start}{path}"))  # noqa: PTH116 - a Path costs more
        except (OSError, ValueError):
            return False
        return now == known and max(now[1], now[2]) < self.taken - RACY


def load(path: Path, root: Path, key: str) -> Cache:
    """Read a cache; an empty one where there is none that can be believed."""
    cache = Cache(os.path.realpath(root), key)
    try:
        data, _ = read_regular(os.fspath(path))
    except (OSError, ValueError):
        return cache
    head, _, body = data.partition(b"\n")
    if head != FORMAT + digest(body).encode():
        return cache
    try:
        _fill(cache, json.loads(body))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return Cache(cache.root, key)
    return cache


def save(path: Path, cache: Cache) -> None:
    """Write a cache; whole, or not at all.

    :raises OSError: when it can't be written.
    """
    numbers = {name: number for number, name in enumerate(cache.record.files)}
    kept = {
        name: checked
        for name, checked in cache.documents.items()
        if name in numbers and all(target in numbers for target in checked.targets)
    }
    content = {
        "key": cache.key,
        "taken": cache.taken,
        "folders": cache.record.folders,
        "followed": cache.record.followed,
        "listing": cache.record.listing,
        "files": [[name, *state[0], state[1]] for name, state in cache.record.files.items()],
        "documents": {name: _packed(checked, numbers) for name, checked in kept.items()},
    }
    body = json.dumps(content, separators=(",", ":")).encode()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_bytes(path, FORMAT + digest(body).encode() + b"\n" + body)


def started() -> int:
    """Give the time at which a run begins, for :attr:`Cache.taken`."""
    return time.time_ns()


def _fill(cache: Cache, content: Mapping[str, Any]) -> None:
    if content["key"] != cache.key:
        return
    record = cache.record
    for row in content["files"]:
        name, size, modified, status, name_of_content = _of_types(row, _FILE)
        record.files[name] = ((size, modified, status), name_of_content)
    for name, state in content["folders"].items():
        if state is None:
            record.folders[name] = None
        else:
            times, names_in_it = state
            size, modified, status, known = _of_types([*times, names_in_it], _FOLDER)
            record.folders[name] = ((size, modified, status), known)
    for link, target in content["followed"].items():
        _of_types([target], {(str,), (NoneType,)})
        record.followed[link] = target
    (record.listing,) = _of_types([content["listing"]], {(str,)})
    (cache.taken,) = _of_types([content["taken"]], {(int,)})
    names = list(record.files)
    for name, packed in content["documents"].items():
        cache.documents[name] = _unpacked(name, packed, names)


def _packed(checked: Checked, numbers: Mapping[str, int]) -> list[Any]:
    # neither the path of the links, which all have, nor the dialect
    rows = [[*one.link[1:], *one[1:-1]] for one in checked.results]
    targets = [numbers[target] for target in checked.targets]
    return [checked.working, targets, list(checked.patterns), rows]


def _unpacked(path: str, packed: Sequence[Any], names: list[str]) -> Checked:
    working, targets, patterns, rows = _of_types(packed, _DOCUMENT)
    _of_types(targets, {(int,) * len(targets)})
    _of_types(patterns, {(str,) * len(patterns)})
    return Checked(
        tuple([_result(path, row) for row in rows]),
        working,
        tuple([names[number] for number in targets]),
        tuple(patterns),
    )


def _result(path: str, row: Sequence[Any]) -> CheckResult:
    line, column, uri, form, title, status, kind, info, target, suggestion = _of_types(row, _ROW)
    return CheckResult(
        Hyperlink(path, line, column, uri, _FORMS[form], title),
        _STATUSES[status],
        _KINDS[kind],
        info,
        target,
        suggestion,
    )


def _of_types(row: Sequence[Any], types: AbstractSet[tuple[type, ...]]) -> Sequence[Any]:
    """Give a row as it is.

    :param types: what the types of its values may be.
    :raises TypeError: when it is no list, or its values are of other types.
    """
    if not isinstance(row, list) or tuple(map(type, row)) not in types:
        raise TypeError(f"not a row of {types}: {row!r}")
    return row
