"""Words that readers of built pages see; translated through Sphinx's catalogues."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.locale import get_translation

if TYPE_CHECKING:
    from sphinx.application import Sphinx

CATALOGUE = "sphinxext_runtime_ref"

_ = get_translation(CATALOGUE)


def translated(text: str) -> str:
    """Translate a text that the code of the extension contains; others stay as they are."""
    # The empty message is the catalogue's own header.
    return str(_(text)) if text else ""


def setup_messages(app: Sphinx) -> None:
    """Register the translations that the package brings."""
    app.add_message_catalog(CATALOGUE, str(Path(__file__).parent.parent / "locale"))


def table_title(subject: str) -> str:
    """Give the name of a table without a caption, by what it shows."""
    return f"{_('Table of declarations')}: {subject}"


def table_labels() -> dict[str, str]:
    """Give the words that a table's script needs."""
    return {
        "filter": str(_("Filter rows")),
        "shown": str(_("{shown} of {total} rows")),
        "copied": str(_("Link copied")),
        "sort": str(_("Sort by this column")),
    }


def row_title(object_type: str, name: str) -> str:
    """Give a row's entry in the general index."""
    return str(_("%(name)s (%(type)s)")) % {"name": name, "type": translated(object_type)}


def link_title() -> str:
    """Give the title of the mark that links to a row."""
    return str(_("Link to this row"))


def truth(value: bool) -> str:
    """Give the word for a truth value."""
    return str(_("yes")) if value else str(_("no"))


def error_title() -> str:
    """Give the title of the box that stands where a table should be."""
    return str(_("These declarations can't be shown"))


def no_rows() -> str:
    """Give what a table without rows says."""
    return str(_("No row matches."))


def no_group() -> str:
    """Give the heading of the rows that belong to no group."""
    return str(_("Others"))


def skipped_note(count: int) -> str:
    """Give the note on rows that were left out."""
    return str(_("Rows left out because they can't be evaluated: %d")) % count


def documented(count: int, total: int) -> str:
    """Give how many names documents have."""
    return str(_("%(count)d of %(total)d names are documented.")) % {"count": count, "total": total}


def missing() -> str:
    """Give what stands before the names that no document has."""
    return str(_("Missing:"))


def excluded() -> str:
    """Give what stands before the names that need no documentation."""
    return str(_("Left out on purpose:"))


def listed() -> str:
    """Give what stands before the names that lists have though they are not declared."""
    return str(_("Listed on purpose:"))


def added() -> str:
    """Give the heading of rows that are new."""
    return str(_("Added"))


def removed() -> str:
    """Give the heading of rows that are gone."""
    return str(_("Removed"))


def changed() -> str:
    """Give the heading of rows with other cells than before."""
    return str(_("Changed"))


def changes(name: str, since: str, until: str) -> str:
    """Give what stands before the rows that differ.

    :param until: the later revision, ``""`` for the files as they are.
    """
    text = _("%(name)s from %(since)s to %(until)s:") if until else _("%(name)s since %(since)s:")
    return str(text) % {"name": name, "since": since, "until": until}


def unchanged(name: str, since: str, until: str) -> str:
    """Give what is said where nothing changed."""
    text = (
        _("%(name)s: nothing changed from %(since)s to %(until)s.")
        if until
        else _("%(name)s: nothing changed since %(since)s.")
    )
    return str(text) % {"name": name, "since": since, "until": until}


def condition_note(condition: str) -> str:
    """Give the remark on a row that only exists in one branch."""
    return str(_("if %s")) % condition


def source_page_words() -> dict[str, str]:
    """Give the words of source pages."""
    return {
        "referred": str(_("Referred to from")),
        "lines": str(_("lines %(start)d to %(end)d")),
        "line": str(_("line %(start)d")),
        "back": str(_("Shown in %s")),
    }
