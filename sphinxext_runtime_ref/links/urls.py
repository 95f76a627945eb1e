"""Destinations of links: what is local, and its parts."""

from __future__ import annotations

import re
from typing import NamedTuple

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_EXTERNAL = frozenset(
    {
        *("data", "ftp", "ftps", "geo", "git", "http", "https", "irc", "ircs", "magnet", "mailto"),
        *("matrix", "news", "sip", "sms", "ssh", "svn", "tel", "urn", "vscode"),
        *("ws", "wss", "xmpp"),
    }
)
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
# "&" may begin a character reference
_UNSAFE = re.compile(rb"[^A-Za-z0-9_.~!$&'()*+,;=:@/-]|&(?=#?[A-Za-z0-9]+;)")


def scheme(uri: str) -> str:
    """Give the scheme of a URI in lower case, or an empty string.

    RFC 3986, section 3.1: a colon after the first ``/``, ``?`` or ``#`` starts no scheme.
    """
    found = _SCHEME.match(uri)
    return found[1].lower() if found else ""


def is_external(uri: str) -> bool:
    """Tell whether a URI leads out of any project: ``//host/path``, ``tel:``, ``mailto:``...

    Other schemes may be the first part of a label, as in ``sec:intro``.
    """
    return uri.startswith("//") or scheme(uri) in _EXTERNAL


def names_machine(uri: str) -> bool:
    """Tell whether a URI names a file of one machine: ``file:``, or a drive letter."""
    name = scheme(uri)
    return name == "file" or len(name) == 1


def is_template(uri: str) -> bool:
    """Tell whether a destination is only made by a template: Jinja, Jekyll, Handlebars."""
    return "{{" in uri or "{%" in uri


def unquote(text: str) -> str:
    """Undo percent-encoding once; bytes that are not UTF-8 become surrogate escapes.

    A file name with such bytes is spelled by Python in the same way.
    """
    if "%" not in text:
        return text
    data = text.encode("utf-8", "surrogateescape")
    data = _ESCAPE.sub(lambda found: bytes.fromhex(found[1].decode()), data)
    return data.decode("utf-8", "surrogateescape")


def _decoded_and_raw(text: str) -> tuple[str, ...]:
    decoded = unquote(text)
    return (decoded,) if decoded == text else (decoded, text)


def quote(path: str) -> str:
    """Percent-encode what would end or change the path of a link."""
    return _quote(path).replace("(", "%28").replace(")", "%29")


def _quote(path: str) -> str:
    if path.isascii():
        return _UNSAFE.sub(lambda found: b"%%%02X" % found[0][0], path.encode()).decode()
    return "".join(char if char >= "\x80" else _quote(char) for char in path)


class Destination(NamedTuple):
    """The parts of a local destination, as written.

    :param path: empty for a link within the document.
    :param query: without its ``?``.
    :param fragment: without its ``#``; ``None`` where there is no ``#``.
    """

    path: str
    query: str = ""
    fragment: str | None = None

    @property
    def plain(self) -> bool:
        """Tell whether the query asks for a file's lines instead of its rendered page."""
        return "plain=1" in self.query.split("&")

    @property
    def paths(self) -> tuple[str, ...]:
        """Give the decoded path and, where it differs, the raw one: the order of trying them."""
        return _decoded_and_raw(self.path)

    @property
    def fragments(self) -> tuple[str, ...]:
        """Give the decoded fragment and, where it differs, the raw one."""
        return _decoded_and_raw(self.fragment or "")

    def spelled(self, path: str | None = None, fragment: str | None = None) -> str:
        """Write the destination again with another path or fragment (both not encoded)."""
        text = self.path if path is None else quote(path)
        query = f"?{self.query}" if self.query else ""
        fragment = self.fragment if fragment is None else fragment
        return f"{text}{query}" + ("" if fragment is None else f"#{fragment}")


def split(uri: str) -> Destination | None:
    """Take a destination apart; ``None`` when it has a scheme or a host and so is not local."""
    if uri.startswith("//") or _SCHEME.match(uri):
        return None
    rest, mark, fragment = uri.partition("#")
    path, _, query = rest.partition("?")
    return Destination(path, query, fragment if mark else None)
