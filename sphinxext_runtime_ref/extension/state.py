"""What one application holds in memory: settings, root, catalogue, the source tree of a build.

The code that reads sources and tables is loaded with the first of them: a start of Sphinx shall not
wait for what a build with nothing to read never uses.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from sphinxext_runtime_ref.errors import NO_FILE, UNPARSABLE, ConfigError
from sphinxext_runtime_ref.extension.config import read_settings, warn_setting
from sphinxext_runtime_ref.extension.config_places import PREFIX
from sphinxext_runtime_ref.links.tree.files import Files
from sphinxext_runtime_ref.paths import is_folder, real, top_level
from sphinxext_runtime_ref.repository import repository
from sphinxext_runtime_ref.settings import Settings
from sphinxext_runtime_ref.tables.catalogue import Catalogue, catalogue_from

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util.tags import Tags

    from sphinxext_runtime_ref.errors import RuntimeRefError
    from sphinxext_runtime_ref.extension.config_places import Places
    from sphinxext_runtime_ref.location import Location
    from sphinxext_runtime_ref.repository import Repository
    from sphinxext_runtime_ref.source.tree import SourceTree


@dataclass
class State:
    """Made with its application and never pickled; worker processes inherit it.

    :param settings: validated; the defaults until ``config-inited``.
    :param places: of the settings; set with them.
    :param root: folder that paths of sources and links are relative to; absolute and resolved.
    :param repository: where source links lead, ``None`` for source pages.
    :param tags: what ``only`` blocks ask for; ``None`` in builds that write no links.
    """

    settings: Settings = field(default_factory=Settings)
    places: Places | None = None
    root: Path = Path()
    catalogue: Catalogue = field(default_factory=lambda: Catalogue(MappingProxyType({})))
    repository: Repository | None = None
    tags: Tags | None = None
    _is_assumed: bool = False
    _unparsable: dict[str, str] = field(default_factory=dict)
    _tree: SourceTree | None = None
    _files: Files | None = None

    def configure(self, app: Sphinx, config: Config) -> None:
        """Validate the configuration; each fault is a warning."""
        confdir = Path(app.confdir)
        self.settings, self.places = read_settings(config, confdir)
        root = _root(self.settings, confdir, Path(app.srcdir), self.warn_setting)
        self.root, self._is_assumed = root or real(Path(app.srcdir)), root is None
        self.repository = self._repository()
        catalogue = catalogue_from(self.settings, self.warn_setting)
        self.catalogue = replace(catalogue, place=self.places.of_key)

    def warn_setting(self, name: str, message: str) -> None:
        """Say that a setting is invalid, where it is set."""
        assert self.places is not None  # noqa: S101 - set with the settings
        warn_setting(self.places, name, message)

    def place_of(self, name: str, item: str) -> Location:
        """Give the place of an item of a setting that is a list, relative to the root."""
        assert self.places is not None  # noqa: S101 - set with the settings
        return self.places.of_item(name, item, self.root)

    def begin(self, app: Sphinx) -> None:
        """Take the tags of a build that writes links; a handler of ``builder-inited``."""
        self.tags = None if app.builder.format in {"", "text", "man"} else app.tags

    def shows(self, conditions: Iterable[str]) -> bool:
        """Tell whether this build shows what stands in ``only`` blocks of these expressions."""
        try:
            return self.tags is None or all(map(self.tags.eval_condition, conditions))
        except Exception:  # noqa: BLE001 - as Sphinx does, which says what is wrong with it
            return True

    def forget_sources(self, *_: object) -> list[str]:
        """Start a build with sources as they are now; a handler of ``env-get-outdated``."""
        self._files = None
        self._unparsable = {}
        if self._tree is not None:
            self._tree.refresh()
        return []

    @property
    def outside_advice(self) -> str:
        """Give the end of a message about what leads out of the root."""
        return f"; the root is {self.root}, and {PREFIX}root can name a folder further up"

    def said_of(self, fault: RuntimeRefError) -> str:
        """Give what to say of an error, short of what is said of a file already.

        A file that can't be parsed takes all tables with it that read it, or read what imports it.
        """
        text = str(fault)
        if self._is_assumed and fault.message.startswith(NO_FILE):
            text += f"; {PREFIX}root can name another folder than that of the documents"
        for long, short in self._unparsable.items():
            text = text.replace(long, short)
        if fault.location and fault.message.startswith(UNPARSABLE):
            place = str(fault.location)
            self._unparsable[str(fault)] = f"{place}: {UNPARSABLE}, as said above"
            self._unparsable[f"{fault.message} ({place})"] = f"{UNPARSABLE} ({place})"
        return text

    @property
    def tree(self) -> SourceTree:
        """Give the sources of this build; each file is read once a process."""
        if self._tree is None:
            self._tree = self.tree_at(None)
        return self._tree

    def tree_at(self, revision: str | None) -> SourceTree:
        """Give the sources as they are at a revision of git; as files have them for ``None``.

        :raises ConfigError: when there is no such revision.
        """
        from sphinxext_runtime_ref.source.assume import assumptions_from  # noqa: PLC0415
        from sphinxext_runtime_ref.source.reading.git_tree import GitTree  # noqa: PLC0415
        from sphinxext_runtime_ref.source.tree import SourceTree  # noqa: PLC0415

        files = self.root if revision is None else GitTree(self.root, revision)
        return SourceTree(files, assumptions_from(self.settings.assume))

    @property
    def files(self) -> Files:
        """Give the files of this build, as links see them."""
        if self._files is None:
            self._files = Files(self.root)
        return self._files

    def _repository(self) -> Repository | None:
        if self.settings.source_url is None:
            return None
        try:
            return repository(self.settings.source_url, self.settings.source_revision, self.root)
        except ConfigError as fault:
            self.warn_setting("source_url", fault.message)
            return None


def setup_state(app: Sphinx, state: State) -> None:
    """Configure the state before anything else of the extension asks for it."""
    app.connect("config-inited", state.configure, priority=100)
    app.connect("builder-inited", state.begin)
    app.connect("env-get-outdated", state.forget_sources, priority=100)


def _root(
    settings: Settings, confdir: Path, srcdir: Path, warn: Callable[[str, str], None]
) -> Path | None:
    """Give the root; ``None`` where neither a setting nor git tells of one."""
    if settings.root is not None:
        root = real(confdir / settings.root)
        if is_folder(root):
            return root
        warn("root", f"expected a folder that exists, got {str(root)!r}")
    return top_level(real(srcdir))
