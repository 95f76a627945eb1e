"""The one configuration that the Sphinx extension and the command line share.

Every field has its type, default, validator and help here, and nowhere else: ``conf.py`` knows it
as ``runtime_ref_<name>``, ``pyproject.toml`` as ``<name>`` (``-`` and ``_`` are one) below
``[tool.runtime-ref]``, and the reference documentation is made from these definitions.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, dataclass_transform

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


class Definition(NamedTuple):
    """What is to be known of a setting.

    :param help: reStructuredText.
    """

    default: Any
    validate: Validator
    help: str
    rebuild: Rebuild = "env"


def _setting(
    validate: Validator, text: str, *, default: object, rebuild: Rebuild = "env"
) -> Any:  # what is declared to hold a value stands for it in the class
    return Definition(default, validate, text, rebuild)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(_setting,))
class _Values:
    """As a frozen dataclass, which loads much slower.

    :raises TypeError: for an unknown name.
    """

    def __init__(self, **values: object) -> None:
        unknown = values.keys() - DEFINITIONS.keys()
        if unknown:
            raise TypeError(f"unknown settings: {', '.join(sorted(unknown))}")
        vars(self).update({name: one.default for name, one in DEFINITIONS.items()} | values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"settings can't be changed, tried {name} = {value!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"settings can't be changed, tried to delete {name}")

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({values})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Values) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment] # some values are mappings


class Settings(_Values):
    """A validated configuration; a fresh one has all the defaults."""

    root: str | None = _setting(
        check.optional(check.text),
        "Folder that links and declaration sources may use, relative to the configuration file. "
        "Default: the git top level, else the source directory.",
        default=None,
    )
    sources: Mapping[str, str] = _setting(
        check.record(dict.fromkeys(DEFAULT_SOURCES, check.text_or_none), DEFAULT_SOURCES),
        "Sources of the named tables: a path relative to the root, for ``configurations`` the "
        "dotted name of the root class; ``''`` for no such table.",
        default=DEFAULT_SOURCES,
    )
    source_url: str | None = _setting(
        check.optional(check.source_url),
        "Where source links lead: the URL of a GitHub, GitLab, Bitbucket or sourcehut repository, "
        "or a template with ``{path}``, ``{line}``, ``{end}`` and ``{revision}``. Without it, "
        "HTML output gets source pages.",
        default=None,
    )
    source_revision: str | None = _setting(
        check.optional(check.text),
        "Branch, tag or commit in repository links. Default: the commit that is checked out.",
        default=None,
    )
    source_pages: bool = _setting(
        check.boolean,
        "Generate highlighted source pages in HTML output where ``source_url`` is not set.",
        default=True,
    )
    lifecycle_methods: tuple[str, ...] = _setting(
        check.list_of(check.text),
        "Methods that the config table links as lifecycle and hash methods.",
        default=LIFECYCLE_METHODS,
    )
    tables: Mapping[str, Mapping[str, Any]] = _setting(
        check.mapping_of(check.table_definition),
        "Project-defined tables: each becomes a directive, a role and a section of the dump.",
        default=MappingProxyType({}),
    )
    assume: Mapping[str, Any] = _setting(
        check.assumptions,
        "Assumptions for branches: ``python`` (``'3.12'``), ``platform`` (``'linux'``), ``true`` "
        "and ``false`` (lists of names or dotted names).",
        default=MappingProxyType({}),
    )
    reference_page: str | None = _setting(
        check.optional(check.text),
        "Markdown page, relative to the root, that ``runtime-ref write`` keeps current.",
        rebuild="",
        default=None,
    )
    check_links: bool = _setting(
        check.boolean,
        "Check local links on every build.",
        default=True,
    )
    check_github: bool = _setting(
        check.boolean,
        "Links in Sphinx documents must also work when the document is read on GitHub.",
        rebuild="",
        default=False,
    )
    rewrite_links: bool = _setting(
        check.boolean,
        "Make links to files, folders, generated pages and lines work in the built pages.",
        default=True,
    )
    maintained_docs: tuple[str, ...] = _setting(
        check.list_of(check.glob),
        "Documents outside of Sphinx to check as they are read on GitHub: globs relative to the "
        "root; a plain name must exist.",
        rebuild="",
        default=(),
    )
    require_tracked: bool = _setting(
        check.boolean,
        "A link's target must be in git's index.",
        rebuild="",
        default=False,
    )
    ignore: tuple[str, ...] = _setting(
        check.list_of(check.regular_expression),
        "Destinations not to check: regular expressions, matched from the start.",
        rebuild="",
        default=(),
    )
    ignore_documents: tuple[str, ...] = _setting(
        check.list_of(check.glob),
        "Documents whose links are not checked: globs, relative to the source directory (root for "
        "maintained documents).",
        rebuild="",
        default=(),
    )
    line_anchors: str = _setting(
        check.choice("range", "pinned", "forbid"),
        "``range``: line anchors must exist; ``pinned``: the text in a link's title must be on "
        "one of its lines; ``forbid``: ask for a symbol instead.",
        rebuild="",
        default="range",
    )
    reports: tuple[str, ...] = _setting(
        check.list_of(check.choice("txt", "json", "sarif", "junit", "github", "gitlab")),
        "Reports that a build writes.",
        rebuild="",
        default=("txt", "json"),
    )
    report_dir: str = _setting(
        check.inner_path,
        "Folder of the reports, relative to the output directory.",
        rebuild="",
        default="runtime_ref",
    )


DEFINITIONS = {name: one for name, one in vars(Settings).items() if isinstance(one, Definition)}
"""By name, in the order of the documentation."""
NAMES = tuple(DEFINITIONS)


def settings_from(values: Mapping[str, object], on_error: Callable[[str, str], None]) -> Settings:
    """Validate raw values.

    :param values: by setting name; names that are missing have their default.
    :param on_error: called with the setting's name and a message for each invalid value, which
        then has its default; raise from it to refuse instead.
    """
    valid: dict[str, Any] = {}
    for name, definition in DEFINITIONS.items():
        if name not in values:
            continue
        try:
            valid[name] = definition.validate(values[name])
        except ConfigError as fault:
            on_error(name, fault.message)
    return Settings(**valid)
