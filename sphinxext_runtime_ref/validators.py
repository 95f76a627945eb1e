"""Validators of configuration values: each returns the value as it is kept, or raises."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.globs import matches

Validator = Callable[[object], Any]
"""Takes a raw value and returns the one to keep, or raises :exc:`ConfigError`."""


def _expected(what: str, value: object) -> ConfigError:
    return ConfigError(f"expected {what}, got {value!r}")


def unknown_key(key: object, known: Collection[str]) -> str:
    """Give the message about a key that is not among those that are known."""
    from difflib import get_close_matches  # noqa: PLC0415 - only on the way to an error

    near = get_close_matches(str(key), known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(known)}"
    return f"unknown key {key!r}; {hint}"


def text(value: object) -> str:
    """Accept a string that is not empty and can name a file."""
    if not isinstance(value, str) or not value:
        raise _expected("a non-empty string", value)
    if "\0" in value:
        raise _expected("a string without null characters", value)
    return value


def text_or_none(value: object) -> str:
    """Accept what :func:`text` does, and the empty string."""
    return "" if value == "" else text(value)


def boolean(value: object) -> bool:
    """Accept ``True`` or ``False``."""
    if isinstance(value, bool):
        return value
    raise _expected("True or False", value)


def optional(inner: Validator) -> Validator:
    """Accept ``None`` beside what ``inner`` accepts."""
    return lambda value: None if value is None else inner(value)


def choice(*names: str) -> Validator:
    """Accept one of the given strings."""

    def validate(value: object) -> str:
        if isinstance(value, str) and value in names:
            return value
        raise _expected("one of " + ", ".join(map(repr, names)), value)

    return validate


def list_of(inner: Validator) -> Validator:
    """Accept a list, tuple or set of what ``inner`` accepts; keep a tuple."""

    def validate(value: object) -> tuple[Any, ...]:
        if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
            raise _expected("a list", value)
        items = sorted(value, key=repr) if isinstance(value, (set, frozenset)) else value
        return tuple(inner(item) for item in items)

    return validate


def mapping_of(inner: Validator) -> Validator:
    """Accept a mapping of strings to what ``inner`` accepts."""

    def validator(key: object) -> Validator:
        if not isinstance(key, str):
            raise _expected("string keys", key)
        return inner

    return lambda value: MappingProxyType(_items(value, validator))


def record(
    inner: Mapping[str, Validator], defaults: Mapping[str, Any] = MappingProxyType({})
) -> Validator:
    """Accept a mapping of some of the given keys to what their validators accept.

    :param defaults: values of keys that are not there.
    """

    def validator(key: Any) -> Validator:
        if key not in inner:
            raise ConfigError(unknown_key(key, inner))
        return inner[key]

    return lambda value: MappingProxyType({**defaults, **_items(value, validator)})


def _items(value: object, validator: Callable[[object], Validator]) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise _expected("a dictionary", value)
    result = {}
    for key, item in value.items():
        validate = validator(key)
        try:
            result[key] = validate(item)
        except ConfigError as fault:
            raise ConfigError(f"{key}: {fault.message}") from fault
    return result


def regular_expression(value: object) -> str:
    """Accept the text of a regular expression."""
    import regex  # noqa: PLC0415 - costs start-up time, and few need it

    pattern = text(value)
    try:
        regex.compile(pattern)
    except regex.error as fault:
        raise ConfigError(f"{pattern!r} is not a regular expression: {fault}") from fault
    except RecursionError as fault:
        raise ConfigError(
            f"{pattern[:80]!r}... is not a regular expression: nested too deeply"
        ) from fault
    return pattern


def source_url(value: object) -> str:
    """Accept a repository's URL, or a URL template with ``{path}``."""
    url = text(value)
    if not url.startswith(("https://", "http://")):
        raise _expected("a URL with https:// or http://", value)
    from urllib.parse import urlsplit  # noqa: PLC0415 - costs start-up time, and few need it

    try:
        urlsplit(url)
    except ValueError as fault:
        raise ConfigError(f"{url!r} is not a URL: {fault}") from fault
    names = set(re.findall(r"\{([^{}]*)\}", url))
    unknown = names - {"path", "line", "end", "revision"}
    if unknown or (names and "path" not in names):
        raise _expected("a template of {path}, {line}, {end} and {revision}, with {path}", value)
    return url


def glob(value: object) -> str:
    """Accept a path or a pattern of paths."""
    pattern = text(value)
    matches(pattern, "")
    return pattern


def inner_path(value: object) -> str:
    """Accept the path of something below the folder that it is relative to."""
    path = text(value)
    parts = path.replace("\\", "/").split("/")
    if path.startswith(("/", "\\")) or ":" in parts[0] or ".." in parts:
        raise _expected("a relative path without '..'", value)
    return path


def python_version(value: object) -> str:
    """Accept a Python version such as ``'3.12'``."""
    if isinstance(value, str) and re.fullmatch(r"\d+(\.\d+){1,2}", value):
        return value
    raise _expected("a Python version such as '3.12'", value)


assumptions = record(
    {
        "python": python_version,
        "platform": text,
        "true": list_of(text),
        "false": list_of(text),
    }
)
"""Accepts a mapping of ``python``, ``platform``, ``true`` and ``false``."""

_table = record(
    {
        "source": text,
        "shape": text,
        "columns": list_of(text),
        "keys": list_of(text),
        "fields": list_of(text),
        "headers": mapping_of(text),
        "formats": mapping_of(text),
        "required": list_of(text),
        "exact": list_of(text),
        "strictness": choice("strict", "source", "skip"),
        "where": text,
        "sort": text,
        "group": text,
        "join": text,
        "follow": text,
        "label": text,
        "object_type": text,
        "title": text,
    }
)


def table_definition(value: object) -> Mapping[str, Any]:
    """Accept the definition of a project's own table."""
    result: Mapping[str, Any] = _table(value)
    if "source" not in result:
        raise ConfigError("expected a 'source', such as 'path/to/file.py:SYMBOL'")
    return result
