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
    from collections.abc import Callable, Iterator, Mapping

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
    except UnicodeDecodeError as fault:
        raise ConfigError(f"not UTF-8, as TOML must be: {fault}", Location(shown(path))) from fault
    except RecursionError as fault:
        raise ConfigError("not valid TOML: nested too deeply", Location(shown(path))) from fault
    except ValueError as fault:
        raise ConfigError(f"not valid TOML: {fault}", _place_of(fault, path)) from fault
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
    spelled: dict[str, str] = {}
    for key, raw in section.items():
        name = key.replace("-", "_")
        if name not in NAMES:
            known = [name.replace("_", "-") for name in NAMES]
            faults.append(((key,), unknown_key(key, known)))
        elif name in spelled:
            faults.append(((key,), f"{key!r} is set twice, with '-' and with '_'"))
        else:
            spelled[name] = key
            value = _with_underscores(raw) if name == "tables" else raw
            wrong = [((key, *inner), text) for inner, text in _faults(name, key, value)]
            faults += wrong
            if not wrong:
                values[name] = value
    if "root" in values:
        root = path.parent / values["root"]
        # Anybody may propose a change of this file: what it names must be part of the change.
        top = top_level(path.parent)
        if top and not real(root).is_relative_to(top):
            faults.append(((spelled["root"],), f"root: expected a folder inside of {top}"))
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
    position = _positions(text)
    result = []
    for key, message in faults:
        full = (*SECTION, *key)
        place = Location(shown(path), *(position(full) or position(full[:3]) or ()))
        result.append(Diagnostic(message, place, Kind.CONFIG))
    return tuple(sorted(result, key=lambda item: item.location or Location("")))


def _positions(text: str) -> Callable[[KeyPath], tuple[int, int] | None]:
    """Give what finds the line and column of a key, in its spelling or with ``-`` for ``_``."""
    from sphinxext_runtime_ref.toml_keys import key_positions  # noqa: PLC0415 - rarely needed

    found = key_positions(text)
    plain = {_plain(key): place for key, place in reversed(found.items())}
    return lambda key: found.get(key) or plain.get(_plain(key))


def fault_of(path: Path, name: str, message: str) -> Diagnostic:
    """Give a fault with its place that is found only when a value is put to use.

    :param path: the project file.
    :param message: what is wrong with a setting, after the keys that lead to it in there.
    """
    again = _again(path, name)
    if again is None:
        return Diagnostic(f"{name}: {message}", Location(shown(path)), Kind.CONFIG)
    text, key, value = again
    inner, said = _inner_fault(
        key, _with_underscores(value) if name == "tables" else value, message
    )
    return _placed(path, text, [((key, *inner), said)])[0]


def key_place(path: Path, name: str, *keys: str) -> Location | None:
    """Give the place of a setting, or of a key in it or the last one before that is there.

    :param path: the project file.
    :returns: ``None`` where the file has neither the setting nor the first key in it.
    """
    again = _again(path, name)
    if again is None:
        return None
    text, key, _ = again
    full, position = (*SECTION, key, *keys), _positions(text)
    for length in range(len(full), len(SECTION) + bool(keys), -1):
        place = position(full[:length])
        if place:
            return Location(shown(path), *place)
    return None


def _again(path: Path, name: str) -> tuple[str, str, Any] | None:
    """Read a project file again.

    :return: its text, a setting's key as it is spelled there, and the value; ``None`` where the
        file does not have the setting, or has changed so that it can't be read.
    """
    import tomllib  # noqa: PLC0415 - as above

    try:
        text = path.read_bytes().decode().replace("\r\n", "\n")
        section = tomllib.loads(text)[SECTION[0]][SECTION[1]]
        key = next(key for key in section if key.replace("-", "_") == name)
        return text, key, section[key]
    except (OSError, ValueError, TypeError, LookupError, StopIteration, RecursionError):
        return None


def place_of(path: Path, root: Path, name: str, item: str) -> Location:
    """Give the place of an item of a setting that is a list, as far as it can be told.

    :param path: the project file.
    :param root: the folder that the place is relative to.
    """
    from sphinxext_runtime_ref.toml_keys import item_positions  # noqa: PLC0415 - rarely needed

    relative = Path(os.path.relpath(path, root)).as_posix()
    text, key, value = _again(path, name) or ("", "", ())
    if not isinstance(value, list) or item not in value:
        return Location(relative)  # changed since it was read
    return Location(relative, *item_positions(text, (*SECTION, key))[value.index(item)])


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
