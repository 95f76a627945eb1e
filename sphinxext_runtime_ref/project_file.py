"""``[tool.runtime-ref]`` of the nearest ``pyproject.toml``."""

from __future__ import annotations

import os
import re
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinxext_runtime_ref.errors import ConfigError, Diagnostic, Kind
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.paths import exists, is_file, real, top_level
from sphinxext_runtime_ref.settings import NAMES, settings_from
from sphinxext_runtime_ref.validators import unknown_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinxext_runtime_ref.toml_keys import Path as KeyPath

SECTION = ("tool", "runtime-ref")
_MISSPELT = re.compile(rb"^[ \t]*\[+[ \t]*tool[ \t]*\.[ \t]*[\"']?runtime_ref\b", re.MULTILINE)
_UNKNOWN = re.compile("unknown key '([^']*)'")


class ProjectFile(NamedTuple):
    """What a project's ``pyproject.toml`` says.

    :param path: the file, or ``None`` where no file above has the section.
    :param root: the folder that its values are relative to.
    :param values: valid values by setting name; a relative ``root`` is made absolute, so that it
        means the same folder to whoever reads it.
    :param faults: unknown keys and invalid values, with their place in the file; none of them is
        in ``values``.
    """

    path: Path | None
    root: Path
    values: Mapping[str, Any] = MappingProxyType({})
    faults: tuple[Diagnostic, ...] = ()


def load(start: Path) -> ProjectFile:
    """Read the nearest ``pyproject.toml`` with a ``[tool.runtime-ref]`` section.

    The search goes upward from ``start`` and ends at the top of the git repository.

    :raises ConfigError: when a file on the way is not valid TOML.
    :raises OSError: when it can't be read.
    """
    start = real(start)
    for folder in (start, *start.parents):
        path = folder / "pyproject.toml"
        if is_file(path) and (found := _read(path)):
            return found
        if exists(folder / ".git"):
            break
    return ProjectFile(None, start)


def _read(path: Path) -> ProjectFile | None:
    data = path.read_bytes()
    if b"runtime-ref" not in data and not _MISSPELT.search(data):
        return None
    import tomllib  # noqa: PLC0415 - most runs need no TOML, and start sooner without it

    try:
        # Newlines as tomllib sees them, so that both count lines alike.
        text = data.decode("utf-8").replace("\r\n", "\n")
        tool = tomllib.loads(text).get(SECTION[0])
        section = tool.get(SECTION[1]) if isinstance(tool, dict) else None
    except tomllib.TOMLDecodeError as fault:
        raise ConfigError(f"not valid TOML: {fault}", _place_of(fault, path)) from fault
    except RecursionError as fault:
        raise ConfigError("not valid TOML: nested too deeply", Location(shown(path))) from fault
    except UnicodeDecodeError as fault:
        raise ConfigError(f"not UTF-8, as TOML must be: {fault}", Location(shown(path))) from fault
    except ValueError as fault:
        raise ConfigError(f"not valid TOML: {fault}", Location(shown(path))) from fault
    if isinstance(tool, dict) and "runtime_ref" in tool:
        from sphinxext_runtime_ref.toml_keys import key_positions  # noqa: PLC0415 - rarely needed

        place = Location(shown(path), *key_positions(text)[SECTION[0], "runtime_ref"])
        raise ConfigError("the section is called [tool.runtime-ref], with '-'; rename it", place)
    if section is None:
        return None
    if not isinstance(section, dict):
        raise ConfigError("expected a table [tool.runtime-ref]", Location(shown(path)))
    return _validated(path, text, section)


def _validated(path: Path, text: str, section: Mapping[str, Any]) -> ProjectFile:
    faults: list[tuple[KeyPath, str]] = []
    values: dict[str, Any] = {}
    for key, value in section.items():
        name = key.replace("-", "_")
        if name not in NAMES:
            known = [name.replace("_", "-") for name in NAMES]
            faults.append(((key,), unknown_key(key, known)))
        elif name in values:
            faults.append(((key,), f"{key!r} is set twice, with '-' and with '_'"))
        else:
            values[name] = _with_underscores(value) if name == "tables" else value
    spelling = {key.replace("-", "_"): key for key in section}
    for name in list(values):
        for fault in _faults(name, spelling[name], values[name]):
            faults.append(((spelling[name], *fault[0]), fault[1]))
            values.pop(name, None)
    if "root" in values:
        root = path.parent / values["root"]
        # Anybody may propose a change of this file: what it names must be part of the change.
        top = top_level(path.parent)
        if top and not real(root).is_relative_to(top):
            faults.append(((spelling["root"],), f"root: expected a folder inside of {top}"))
            del values["root"]
        else:
            values["root"] = str(root)
    return ProjectFile(path, path.parent, MappingProxyType(values), _placed(path, text, faults))


def _faults(name: str, spelled: str, value: object) -> Iterator[tuple[KeyPath, str]]:
    said: list[str] = []
    settings_from({name: value}, lambda _, message: said.append(message))
    for message in said:
        # The validators speak of values as conf.py has them.
        text = message.replace("expected True or False", "expected true or false")
        yield _inner_fault(spelled, value, text)


def _inner_fault(spelled: str, value: object, message: str) -> tuple[KeyPath, str]:
    # Validators of nested values put the keys that lead there before the message.
    inner: list[str] = []
    rest = message
    while isinstance(value, dict):
        key = next((key for key in value if rest.startswith(f"{key}: ")), None)
        if key is None:
            break
        inner.append(key)
        value, rest = value[key], rest[len(key) + 2 :]
    place = inner
    if isinstance(value, dict) and (unknown := _UNKNOWN.match(rest)):
        place = [*inner, *(key for key in value if key == unknown[1])]
    return tuple(place), f"{'.'.join((spelled, *inner))}: {rest}"


def _placed(path: Path, text: str, faults: list[tuple[KeyPath, str]]) -> tuple[Diagnostic, ...]:
    if not faults:
        return ()
    from sphinxext_runtime_ref.toml_keys import key_positions  # noqa: PLC0415 - rarely needed

    positions = key_positions(text)
    plain = {_plain(found): place for found, place in reversed(positions.items())}
    result = []
    for key, message in faults:
        full = (*SECTION, *key)
        place = positions.get(full) or plain.get(_plain(full))
        line, column = place or plain[_plain(full[:3])]
        result.append(Diagnostic(message, Location(shown(path), line, column), Kind.CONFIG))
    return tuple(sorted(result, key=lambda item: item.location or Location("")))


def fault_of(path: Path, name: str, message: str) -> Diagnostic:
    """Give a fault with its place that is found only when a value is put to use.

    :param path: the project file.
    :param message: what is wrong with a setting, after the keys that lead to it in there.
    """
    text, section = _again(path)
    key = _spelled(section, name)
    value = _with_underscores(section[key]) if name == "tables" else section[key]
    inner, said = _inner_fault(key, value, message)
    return _placed(path, text, [((key, *inner), said)])[0]


def key_place(path: Path, name: str, *keys: str) -> Location | None:
    """Give the place of a setting, or of a key in it or the last one before that is there.

    :param path: the project file.
    :returns: ``None`` where the file has neither the setting nor the first key in it.
    """
    from sphinxext_runtime_ref.toml_keys import key_positions  # noqa: PLC0415 - rarely needed

    try:
        text, section = _again(path)
        full = (*SECTION, _spelled(section, name), *keys)
    except (OSError, ValueError, LookupError, StopIteration):
        return None  # changed since it was read
    positions = {_plain(key): place for key, place in reversed(key_positions(text).items())}
    for length in range(len(full), len(SECTION) + bool(keys), -1):
        place = positions.get(_plain(full[:length]))
        if place:
            return Location(shown(path), *place)
    return None


def _again(path: Path) -> tuple[str, dict[str, Any]]:
    import tomllib  # noqa: PLC0415 - as above

    text = path.read_bytes().decode().replace("\r\n", "\n")
    return text, tomllib.loads(text)[SECTION[0]][SECTION[1]]


def _spelled(section: Mapping[str, Any], name: str) -> str:
    return next(key for key in section if key.replace("-", "_") == name)


def place_of(path: Path, root: Path, name: str, item: str) -> Location:
    """Give the place of an item of a setting that is a list, as far as it can be told.

    :param path: the project file.
    :param root: the folder that the place is relative to.
    """
    from sphinxext_runtime_ref.toml_keys import item_positions  # noqa: PLC0415 - rarely needed

    relative = Path(os.path.relpath(path, root)).as_posix()
    try:
        text, section = _again(path)
        key = _spelled(section, name)
        position = item_positions(text, (*SECTION, key))[section[key].index(item)]
    except (OSError, ValueError, LookupError, StopIteration):
        return Location(relative)  # changed since it was read
    return Location(relative, *position)


def _plain(key: KeyPath) -> KeyPath:
    return tuple(part.replace("-", "_") for part in key)


def _with_underscores(tables: object) -> object:
    # Only the keys of a definition: a table's own name is a directive's name and keeps its dashes.
    if not isinstance(tables, dict):
        return tables
    return {
        name: {key.replace("-", "_"): item for key, item in definition.items()}
        if isinstance(definition, dict)
        else definition
        for name, definition in tables.items()
    }


def _place_of(fault: Exception, path: Path) -> Location:
    match = re.search(r"\(at line (\d+), column (\d+)\)", str(fault))
    line, column = (int(match[1]), int(match[2])) if match else (0, 0)
    return Location(shown(path), line, column)


def shown(path: Path) -> str:
    """Give a path as messages show it: relative to the current folder, where it is below that."""
    here = Path.cwd()
    inside = path.is_relative_to(here)
    return (path.relative_to(here) if inside else path).as_posix()
