"""Words that readers of built pages see; translated through Sphinx's catalogues."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.locale import get_translation

if TYPE_CHECKING:
    from sphinx.application import Sphinx

CATALOGUE = "sphinxext_runtime_ref"

_lazily = get_translation(CATALOGUE)


def _(text: str) -> str:
    """Translate a message; this is the name that catalogues are made by."""
    return str(_lazily(text))


def translated(text: str) -> str:
    """Translate a text that the code of the extension contains; others stay as they are."""
    # The empty message is the catalogue's own header.
    return _(text) if text else ""


def setup_messages(app: Sphinx) -> None:
    """Register the translations that the package brings."""
    app.add_message_catalog(CATALOGUE, str(Path(__file__).parent.parent / "locale"))


def table_title(subject: str) -> str:
    """Give the name of a table without a caption, by what it shows."""
    return f"{_('Table of declarations')}: {subject}"


def table_labels() -> dict[str, str]:
    """Give the words that a table's script needs."""
    return {
        "filter": _("Filter rows"),
        "shown": _("{shown} of {total} rows"),
        "copied": _("Link copied"),
        "sort": _("Sort by this column"),
    }


def row_title(object_type: str, name: str) -> str:
    """Give a row's entry in the general index."""
    return _("%(name)s (%(type)s)") % {"name": name, "type": translated(object_type)}


def link_title() -> str:
    """Give the title of the mark that links to a row."""
    return _("Link to this row")


def truth(value: bool) -> str:
    """Give the word for a truth value."""
    return _("yes") if value else _("no")


def error_title() -> str:
    """Give the title of the box that stands where a table should be."""
    return _("These declarations can't be shown")


def no_rows() -> str:
    """Give what a table without rows says."""
    return _("No row matches.")


def no_group() -> str:
    """Give the heading of the rows that belong to no group."""
    return _("Others")


def skipped_note(count: int) -> str:
    """Give the note on rows that were left out."""
    return _("Rows left out because they can't be evaluated: %d") % count


def documented(count: int, total: int) -> str:
    """Give how many names documents have."""
    return _("%(count)d of %(total)d names are documented.") % {"count": count, "total": total}


def missing() -> str:
    """Give what stands before the names that no document has."""
    return _("Missing:")


def excluded() -> str:
    """Give what stands before the names that need no documentation."""
    return _("Left out on purpose:")


def listed() -> str:
    """Give what stands before the names that lists have though they are not declared."""
    return _("Listed on purpose:")


def added() -> str:
    """Give the heading of rows that are new."""
    return _("Added")


def removed() -> str:
    """Give the heading of rows that are gone."""
    return _("Removed")


def changed() -> str:
    """Give the heading of rows with other cells than before."""
    return _("Changed")


def changes(name: str, since: str, until: str) -> str:
    """Give what stands before the rows that differ.

    :param until: the later revision, ``""`` for the files as they are.
    """
    text = _("%(name)s from %(since)s to %(until)s:") if until else _("%(name)s since %(since)s:")
    return text % {"name": name, "since": since, "until": until}


def unchanged(name: str, since: str, until: str) -> str:
    """Give what is said where nothing changed."""
    text = (
        _("%(name)s: nothing changed from %(since)s to %(until)s.")
        if until
        else _("%(name)s: nothing changed since %(since)s.")
    )
    return text % {"name": name, "since": since, "until": until}


def source_page_words() -> dict[str, str]:
    """Give the words of source pages."""
    return {
        "referred": _("Referred to from"),
        "lines": _("lines %(start)d to %(end)d"),
        "line": _("line %(start)d"),
        "back": _("Shown in %s"),
    }
