"""Comments: the text that documents a declaration, and the banners of sections."""

from __future__ import annotations

import ast
import re
import sys
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sphinxext_runtime_ref.location import Location

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinxext_runtime_ref.source.module import Module

# Strings are matched so that a "#" in one is no comment. The possessive forms never backtrack.
_TOKEN = re.compile(
    r"""\#[^\n]*+
    | '''(?:[^'\\]++|\\.|'(?!''))*+'''
    | \"\"\"(?:[^"\\]++|\\.|"(?!""))*+\"\"\"
    | '(?:[^'\\\n]++|\\.)*+'
    | "(?:[^"\\\n]++|\\.)*+"
    """,
    re.VERBOSE | re.DOTALL,
)
_RULE = re.compile(r"[-=*#~_+<>]{3,}(?:\s+#+)?")
_BANNERS = (
    re.compile(r"[-=*#~_+<>]{2,}\s*(?P<title>[^\s].*?)\s*[-=*#~_+<>]{2,}"),
    re.compile(r"[-=*#~_]{3,}\s+(?P<title>[^\s].*)"),
    re.compile(r"\[(?P<title>[^\]]+)\]"),
)
_PRAGMA = re.compile(
    r"""(?ix) (?:^|\s*\#\s*) (?:
      (?:noqa|nosec|nosemgrep|nosonar|nolint|noinspection|skipcq|keep-sorted|cspell|codespell)\b
    | (?:type|ty)\s*:\s*ignore | doctest\s*:\s*\+ | pyre-(?:ignore|fixme|strict) | spdx- | -\*-
    | -+8<-+  # where a snippet begins or ends, https://facelessuser.github.io/pymdown-extensions
    | (?:fmt|yapf|isort|pylint|pragma|ruff|flake8|mypy|pyright|basedpyright|pyrefly|pytype
      |runtime-ref):
    ) [^\#]* | ^!.*"""
)
"""A note to a tool, alone or beside what readers are told."""
_IGNORE = re.compile(r"(?:^|#\s*)runtime-ref:\s*ignore\b")
_OPENS = re.compile(r"[\[({:]\s*\Z")
_BLOCK = re.compile(r"(?:class|def|async)\b")
_ASSIGNMENT = re.compile(r"[\w.]+\s*(?::[^=]*)?=")
_CHANGE = re.compile(r"\s*[\w.]+(?:\[[^\]]*\])*(?:\[|\s*[+|]=\s*[\[({]|\.\w+\((?:\w+=|[\[({])?)")
"""What is before the only item that a statement puts in: ``X[``, ``X.add(``, ``X |= {``."""
_REST = re.compile(r"(?:\]\s*=[^=].*|[\])},\s]*(?:\#.*)?)")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment.

    :param column: of its ``#``, 1-based.
    :param text: without the ``#`` and the space after it.
    :param alone: whether nothing else is on its line.
    :param marked: whether it begins with ``#:``, the mark of documentation.
    """

    column: int
    text: str
    alone: bool
    marked: bool


def read_comments(text: str) -> Mapping[int, Comment]:
    """Give the comments of Python source by line."""
    comments: dict[int, Comment] = {}
    line, counted = 1, 0
    for found in _TOKEN.finditer(text):
        token = found[0]
        if not token.startswith("#"):
            continue
        start = found.start()
        line += text.count("\n", counted, start)
        counted = start
        begin = text.rfind("\n", 0, start) + 1
        marked = token.startswith("#:")
        body = token[2:] if marked else token[1:]
        comments[line] = Comment(
            column=start - begin + 1,
            text=body.removeprefix(" ").rstrip(),
            alone=not text[begin:start].strip(),
            marked=marked,
        )
    return comments


def doc_of(module: Module, location: Location) -> str:
    """Give what is said about a declaration or an item of a collection.

    The string after an assignment, else the comment lines right above it, else the comment at the
    end of its line; ``#:`` comments go before others. Banners and blank lines end a comment, notes
    to tools (``noqa``, ``type: ignore``) are none.

    Of several lines, the end of the last one counts, else that of the first one where it ends in a
    bracket or colon; but not for an item whose parts have comments too: there it tells of a part.
    """
    after = module.docs.get((location.line, location.column))
    if after is not None:
        return after
    above, at_end = _above(module, location), _at_end(module, location)
    if at_end is not None and at_end.marked and not (above and above[0].marked):
        above = []
    marked = [comment for comment in above if comment.marked]
    said = [_said(comment) for comment in marked or above]
    return "\n".join(said).strip() or (_said(at_end).strip() if at_end else "")


def ignore_of(module: Module, location: Location) -> Location | None:
    """Give the place of the comment that accepts what is wrong with a declaration.

    ``runtime-ref: ignore`` is on one of its lines, or in the comment lines right above it.
    """
    comments, first = module.comments, location.line
    while (above := comments.get(first - 1)) is not None and above.alone:
        first -= 1
    for line in range(first, (location.end_line or location.line) + 1):
        comment = comments.get(line)
        if comment is not None and _IGNORE.search(comment.text):
            return Location(module.path, line, comment.column)
    return None


def _said(comment: Comment) -> str:
    """Give what a comment tells readers, without its notes to tools."""
    text, notes = _PRAGMA.subn("", comment.text)
    return text.strip().removeprefix("#").strip() if notes else text.removeprefix("# ")


def _above(module: Module, location: Location) -> list[Comment]:
    lines = module.text.lines
    before, column = lines[location.line - 1][: location.column - 1], location.column
    if before.strip():
        if not _is_put_in(module, location):
            return []
        column = len(before) - len(before.lstrip()) + 1
    comments = module.comments
    found: list[Comment] = []
    line = location.line - 1
    while (comment := comments.get(line)) is not None and comment.alone:
        if comment.column != column and found:
            break
        if _is_banner(module, line):
            break
        if not _PRAGMA.match(comment.text) or _said(comment):
            found.append(comment)
        line -= 1
    return found[::-1]


def _is_put_in(module: Module, location: Location) -> bool:
    """Tell whether an item is all that a statement puts into a collection."""
    lines = module.text.lines
    before = lines[location.line - 1][: location.column - 1]
    after = lines[(location.end_line or location.line) - 1][max(location.end_column - 1, 0) :]
    return bool(_CHANGE.fullmatch(before) and _REST.fullmatch(after))


def _at_end(module: Module, location: Location) -> Comment | None:
    lines = module.text.lines
    start, last = location.line, location.end_line or location.line
    code = lines[start - 1][location.column - 1 :]
    is_block = _BLOCK.match(code) is not None
    comment = _trailing(module, last)
    if comment is not None and not (is_block and start < last):
        between = lines[last - 1][max(location.end_column - 1, 0) : comment.column - 1]
        if not location.end_column or not between.strip(", \t"):
            return comment
        if not between.strip(",)]} \t") and _is_put_in(module, location):
            return comment
    comment = _trailing(module, start) if start < last else None
    if comment is None or not _OPENS.search(lines[start - 1][: comment.column - 1]):
        return None
    is_item = not (is_block or _ASSIGNMENT.match(code))
    inside = range(start + 1, last + 1)
    return None if is_item and any(_trailing(module, line) for line in inside) else comment


def _trailing(module: Module, line: int) -> Comment | None:
    """Give the comment behind the code of a line, unless it is for tools alone."""
    comment = module.comments.get(line)
    return comment if comment is not None and not comment.alone and _said(comment) else None


def section_of(module: Module, location: Location, since: int = 0) -> str:
    """Give the title of the nearest banner above a line, ``""`` when there is none.

    ``# ==== Title ====``, ``# [Title]`` and a title between two rules are banners. One in a
    function or class is for what is in that.

    :param since: first line that counts: that of the collection whose item is looked at.
    """
    banners = module.banners
    for banner in reversed(banners[: bisect_left(banners, (location.line,))]):
        if banner.line < since:
            break
        if banner.column <= location.column and location.line < banner.end:
            return banner.title
    return ""


class Banner(NamedTuple):
    """The banner of a section.

    :param end: the line of the first statement below that is further left, which ends its block.
    """

    line: int
    column: int
    title: str
    end: int


def read_banners(module: Module) -> list[Banner]:
    """Give the banners of a module in order."""
    banners: list[Banner] = []
    starts = sorted((node.lineno, node.col_offset + 1) for node in _statements(module.tree))
    columns, lines = [0], [sys.maxsize]  # of the statements below: each further left than the next
    for line, comment in reversed([*module.comments.items()]):
        while starts and starts[-1][0] > line:
            start, column = starts.pop()
            at = bisect_left(columns, column)
            columns[at:], lines[at:] = [column], [start]
        if comment.alone and (title := _title(module, line)):
            end = lines[bisect_left(columns, comment.column) - 1]
            banners.append(Banner(line, comment.column, title, end))
    return banners[::-1]


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    pending = [node]
    while pending:
        inner = [part for part in ast.iter_child_nodes(pending.pop()) if _has_statements(part)]
        pending += inner
        yield from (part for part in inner if isinstance(part, ast.stmt))


def _has_statements(node: ast.AST) -> bool:
    return isinstance(node, ast.stmt | ast.excepthandler | ast.match_case)


def _title(module: Module, line: int) -> str:
    comments = module.comments
    comment = comments[line]
    if _is_line(comment):
        return ""
    for pattern in _BANNERS:
        found = pattern.fullmatch(comment.text)
        if found:
            return found["title"].strip()
    before, after = comments.get(line - 1), comments.get(line + 1)
    boxed = before is not None and after is not None and before.alone and after.alone
    if boxed and before and after and _is_line(before) and _is_line(after):
        return comment.text.strip()
    return ""


def _is_line(comment: Comment) -> bool:
    return _RULE.fullmatch(comment.text) is not None


def _is_banner(module: Module, line: int) -> bool:
    return _is_line(module.comments[line]) or bool(_title(module, line))
