"""The pages and files that a build writes beside its documents."""

from __future__ import annotations

import os
import posixpath
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinxext_runtime_ref.links.markup.html import ids
from sphinxext_runtime_ref.paths import is_file

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.links.domain import LinksDomain

STATIC = "_static/"
PAGE = ".html"


class Output:
    """What the output of a builder holds; what is not there yet is told from the configuration.

    :param domain: knows what earlier builds had, and perhaps left in the output.
    """

    def __init__(self, env: BuildEnvironment, builder: Builder, domain: LinksDomain) -> None:
        """Remember where to look."""
        self._gone, self._copied = domain.gone, domain.copied
        self._env = env
        self._builder = builder
        self._html = builder.format == "html"
        self._end = env.config.html_file_suffix or PAGE
        self._pages: dict[str, frozenset[str] | None] = {}
        self._places = [(os.fspath(source), start) for source, start in _places(builder)]
        self._known: dict[str, bool] = {}

    def writes(self, path: str) -> bool:
        """Tell whether the build writes a path of the output."""
        if path in self.generated:
            return True
        if self._configured(path):
            return True
        if not self._html or path in self._retired or path in self._copied:
            return False
        return self._file(path) is not None

    def ids(self, path: str) -> Collection[str] | None:
        """Give the ids of a page; ``None`` when the page is not written, or is no page."""
        known = self.generated.get(path)
        if known is not None:
            return known
        file = self._file(path) if self._html else None
        if file is None or file.suffix not in {PAGE, self._end}:
            return None
        if path not in self._pages:
            text = file.read_text(encoding="utf-8", errors="replace")
            self._pages[path] = frozenset(attribute.value for attribute in ids(text))
        return self._pages[path]

    def is_kept(self, path: str) -> bool:
        """Tell whether a path is that of a file as it is, not of a page that the builder names."""
        if self._configured(path):
            return True
        return path not in self.generated and is_file(Path(self._builder.outdir, path))

    def _base(self, path: str) -> str:
        return path.removesuffix(self._end if path.endswith(self._end) else PAGE)

    def _file(self, path: str) -> Path | None:
        out = Path(self._builder.outdir)
        base = self._base(path)
        # The page of a document is no page beside it: one that is a folder is there only once it
        # is written, and that of a document that went stays in the output.
        if any(name in self._env.found_docs for name in (path, f"{path}/index")) or any(
            name in self._gone for name in (base, base.removesuffix("/index"), f"{base}/index")
        ):
            return None
        for name in (path, posixpath.join(base, f"index{self._end}")):
            if is_file(out / name):
                return out / name
        return None

    @cached_property
    def generated(self) -> dict[str, Collection[str] | None]:
        """Give the generated pages, and their ids where these are known before writing."""
        pages: dict[str, Collection[str] | None] = dict.fromkeys(self._index_pages())
        pages |= self._module_pages()
        pages |= dict.fromkeys(f"{name}.html" for name in self._env.config.html_additional_pages)
        if self._end != PAGE:
            pages |= {f"{self._base(name)}{self._end}": ids for name, ids in pages.items()}
        return pages

    @property
    def _retired(self) -> set[str]:
        """Give the index pages that an earlier build may have left behind."""
        indices = {f"{name}.html" for name, _ in self._domain_indices()}
        pages = {"genindex.html", "search.html", *indices}
        pages |= {f"{self._base(name)}{self._end}" for name in pages}
        return pages - set(self.generated)

    def _index_pages(self) -> list[str]:
        config, builder = self._env.config, self._builder
        if builder.name == "singlehtml":
            return []
        pages = ["genindex.html"] if config.html_use_index else []
        if getattr(builder, "search", True):
            pages.append("search.html")
        wanted = config.html_domain_indices
        for name, index in self._domain_indices():
            listed = name in wanted if isinstance(wanted, (list, tuple, set, frozenset)) else wanted
            if listed and index.generate()[0]:
                pages.append(f"{name}.html")
        return pages

    def _domain_indices(self) -> list[tuple[str, Any]]:
        return [
            (f"{name}-{index.name}", index(domain))
            for name, domain in sorted(self._env.domains.items())
            for index in domain.indices
        ]

    def _module_pages(self) -> dict[str, Collection[str] | None]:
        one_page = self._builder.name == "singlehtml"  # of which viewcode is no part
        modules = {} if one_page else getattr(self._env, "_viewcode_modules", {})
        pages: dict[str, Collection[str] | None] = {
            f"_modules/{name.replace('.', '/')}.html": frozenset(entry[1])
            for name, entry in modules.items()
            if entry
        }
        if pages:
            pages["_modules/index.html"] = None
        return pages

    def _configured(self, path: str) -> bool:
        """Tell whether the configuration has a path copied into the output."""
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = any(map(is_file, self.origins(path)))
        return known

    def origins(self, path: str) -> Iterator[str]:
        """Give the files that the configuration would have copied to a path of the output."""
        for source, start in self._places:
            inside = path[len(start) :] if path.startswith(start) else ""
            if inside and os.path.basename(source) == inside:  # noqa: PTH119 - a Path costs more
                yield source
            if inside:
                yield os.path.join(source, inside)  # noqa: PTH118


def copied(builder: Builder) -> Iterator[str]:
    """Give the paths in the output of what the configuration has copied there."""
    for source, start in _places(builder):
        if is_file(source):
            yield start + source.name
        for folder, _, names in os.walk(source):
            inside = Path(folder).relative_to(source)
            yield from (start + (inside / name).as_posix() for name in names)


def _places(builder: Builder) -> Iterator[tuple[Path, str]]:
    config = builder.config
    for places, start in ((config.html_static_path, STATIC), (config.html_extra_path, "")):
        yield from ((Path(builder.confdir, place), start) for place in places)
