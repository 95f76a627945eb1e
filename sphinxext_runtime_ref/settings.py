"""The one configuration that the Sphinx extension and the command line share.

Every field has its type, default, validator and help here, and nowhere else: ``conf.py`` knows it
as ``runtime_ref_<name>``, ``pyproject.toml`` as ``<name>`` (``-`` and ``_`` are one) below
``[tool.runtime-ref]``, and the reference documentation is made from these definitions.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import sphinxext_runtime_ref.validators as check
from sphinxext_runtime_ref.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinxext_runtime_ref.validators import Validator

Rebuild: TypeAlias = Literal["", "env"]
"""What Sphinx does when the value changes: nothing, or read all documents again."""

LIFECYCLE_METHODS = (
    "__post_init__",
    "resolve",
    "resolve_fields",
    "capture_inputs",
    "compute_hash",
    "graph_options",
    "hash_options",
    "finalize_hash",
    "bind_consumers",
    "value",
    "gib_bytes",
)

DEFAULT_SOURCES = MappingProxyType(
    {
        "codecs": "vllm/v1/attention/kv_codecs.py",
        "routes": "vllm/v1/attention/backends/flash_v100/routing.py",
        "bindings": "vllm/model_executor/layers/fused_moe/sm70/declarations.py",
        "configurations": "vllm.config.vllm.VllmConfig",
    }
)


def _setting(default: object, validate: Validator, text: str, *, rebuild: Rebuild = "env") -> Any:
    metadata = {"validate": validate, "help": text, "rebuild": rebuild}
    return field(default_factory=lambda: default, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """A validated configuration; a fresh one has all the defaults."""

    root: str | None = _setting(
        None,
        check.optional(check.text),
        "Folder that links and declaration sources may use, relative to the configuration file. "
        "Default: the git top level, else the source directory.",
    )
    sources: Mapping[str, str] = _setting(
        DEFAULT_SOURCES,
        check.mapping_of(check.text, keys=tuple(DEFAULT_SOURCES), defaults=DEFAULT_SOURCES),
        "Sources of the named tables: a path relative to the root, for ``configurations`` the "
        "dotted name of the root class.",
    )
    source_url: str | None = _setting(
        None,
        check.optional(check.source_url),
        "Where source links lead: the URL of a GitHub, GitLab, Bitbucket or sourcehut repository, "
        "or a template with ``{path}``, ``{line}``, ``{end}`` and ``{revision}``. Without it, "
        "HTML output gets source pages.",
    )
    source_revision: str | None = _setting(
        None,
        check.optional(check.text),
        "Branch, tag or commit in repository links. Default: the commit that is checked out.",
    )
    source_pages: bool = _setting(
        True,
        check.boolean,
        "Generate highlighted source pages in HTML output where ``source_url`` is not set.",
    )
    lifecycle_methods: tuple[str, ...] = _setting(
        LIFECYCLE_METHODS,
        check.list_of(check.text),
        "Methods that the config table links as lifecycle and hash methods.",
    )
    tables: Mapping[str, Mapping[str, Any]] = _setting(
        MappingProxyType({}),
        check.mapping_of(check.table_definition),
        "Project-defined tables: each becomes a directive, a role and a section of the dump.",
    )
    assume: Mapping[str, Any] = _setting(
        MappingProxyType({}),
        check.assumptions,
        "Assumptions for branches: ``python`` (``'3.12'``), ``platform`` (``'linux'``), ``true`` "
        "and ``false`` (lists of names or dotted names).",
    )
    reference_page: str | None = _setting(
        None,
        check.optional(check.text),
        "Markdown page, relative to the root, that ``runtime-ref write`` keeps current.",
        rebuild="",
    )
    check_links: bool = _setting(
        True,
        check.boolean,
        "Check local links on every build.",
        rebuild="env",
    )
    check_github: bool = _setting(
        False,
        check.boolean,
        "Links in Sphinx documents must also work when the document is read on GitHub.",
        rebuild="",
    )
    rewrite_links: bool = _setting(
        True,
        check.boolean,
        "Make links to files, folders, generated pages and lines work in the built pages.",
    )
    maintained_docs: tuple[str, ...] = _setting(
        (),
        check.list_of(check.glob),
        "Documents outside of Sphinx to check as they are read on GitHub: globs relative to the "
        "root; a plain name must exist.",
        rebuild="",
    )
    require_tracked: bool = _setting(
        False,
        check.boolean,
        "A link's target must be in git's index.",
        rebuild="",
    )
    ignore: tuple[str, ...] = _setting(
        (),
        check.list_of(check.regular_expression),
        "Destinations not to check: regular expressions, matched from the start.",
        rebuild="",
    )
    ignore_documents: tuple[str, ...] = _setting(
        (),
        check.list_of(check.glob),
        "Documents whose links are not checked: globs, relative to the source directory (root for "
        "maintained documents).",
        rebuild="",
    )
    line_anchors: str = _setting(
        "range",
        check.choice("range", "pinned", "forbid"),
        "``range``: line anchors must exist; ``pinned``: the text or symbol in a link's title must "
        "be at its line; ``forbid``: ask for a symbol instead.",
        rebuild="",
    )
    reports: tuple[str, ...] = _setting(
        ("txt", "json"),
        check.list_of(check.choice("txt", "json", "sarif", "junit", "github", "gitlab")),
        "Reports that a build writes.",
        rebuild="",
    )
    report_dir: str = _setting(
        "runtime_ref",
        check.inner_path,
        "Folder of the reports, relative to the output directory.",
        rebuild="",
    )


NAMES = tuple(f.name for f in fields(Settings))


def definition(name: str) -> tuple[Validator, Any, str, Rebuild]:
    """Give a setting's validator, default, help and Sphinx rebuild kind."""
    for item in fields(Settings):
        if item.name == name:
            data = item.metadata
            return data["validate"], getattr(Settings(), name), data["help"], data["rebuild"]
    raise KeyError(name)


def settings_from(values: Mapping[str, object], on_error: Callable[[str, str], None]) -> Settings:
    """Validate raw values.

    :param values: by setting name; names that are missing have their default.
    :param on_error: called with the setting's name and a message for each invalid value, which
        then has its default; raise from it to refuse instead.
    """
    valid: dict[str, Any] = {}
    for item in fields(Settings):
        if item.name not in values:
            continue
        try:
            valid[item.name] = item.metadata["validate"](values[item.name])
        except ConfigError as fault:
            on_error(item.name, fault.message)
    return Settings(**valid)
