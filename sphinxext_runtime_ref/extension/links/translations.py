"""Destinations as catalogues of the project have them, where MyST keeps only a part of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.locale import init as read_catalogue
from sphinx.util.i18n import docname_to_domain
from sphinx.util.nodes import extract_messages

from sphinxext_runtime_ref.extension.links.source_text import SourceText, key_of

if TYPE_CHECKING:
    from gettext import NullTranslations

    from docutils import nodes
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.links.source_text import Spot
    from sphinxext_runtime_ref.extension.links.walk import FoundLink


class Translations:
    """The translated texts of one document."""

    def __init__(self, env: BuildEnvironment, docname: str) -> None:
        """Remember the document; no catalogue is read yet."""
        self._env = env
        self._docname = docname
        self._texts: dict[nodes.Element, SourceText] = {}
        self._known: NullTranslations | None = None

    def spot(self, link: FoundLink) -> Spot | None:
        """Give the destination of a link that MyST has cut, as its translation has it.

        The offset is that in the translation; there is none where a paragraph is not translated.
        """
        block = _translated_block(link.node) if link.cut else None
        if block is None:
            return None
        if block not in self._texts:
            self._texts[block] = SourceText(self._translation(block), markdown=True)
        text = self._texts[block]
        return text.take(text.markdown([key_of(link.uri)], any_fragment=True), 0)

    def _translation(self, block: nodes.Element) -> str:
        if self._known is None:
            config = self._env.config
            folders = [self._env.srcdir / folder for folder in config.locale_dirs]
            domain = docname_to_domain(self._docname, config.gettext_compact)
            self._known, _ = read_catalogue(folders, config.language, domain)
        message = next((said for node, said in extract_messages(block) if node is block), "")
        return self._known.gettext(message) if message else ""


def _translated_block(node: nodes.Node) -> nodes.Element | None:
    block = node.parent
    while block is not None and "translated" not in block:
        block = block.parent
    return block if block is not None and block["translated"] else None
