"""The nearest good spelling of a name."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_CANDIDATES = 2000
MAX_LENGTH = 120
_SHORT = 3
"""Letters of names so short that with one replaced they are other words."""
_STEM = 4
"""Letters that two forms of a word begin with."""
_ENDING = 7
"""Letters by which they may differ in length, as ``config`` and ``configuration``."""
_WORD = re.compile(r"[^\W\d_]+|\d+")
_LITTLE = re.compile("(?:an?|and|are|for|from|how|in|is|of|on|or|the|to|using|with|your)")
"""Words that make no heading another one."""


def near(name: str, candidates: Iterable[str]) -> str | None:
    """Give the candidate that is spelled most like ``name``; see :meth:`Candidates.near`."""
    return Candidates(candidates).near(name)


class Candidates:
    """Good spellings, ready for many questions."""

    def __init__(self, names: Iterable[str]) -> None:
        """Index the names; where two are alike the first one counts."""
        self._folded: dict[str, str] = {}
        self._plain: dict[str, str] = {}
        self._by_length: dict[int, list[tuple[int, str, str, int]]] = {}
        for number, name in enumerate(names):
            folded = name.casefold()
            if self._folded.setdefault(folded, name) is name:
                self._plain.setdefault(plain(name), name)
                if number < MAX_CANDIDATES:
                    entry = (number, name, folded, _letters(folded))
                    self._by_length.setdefault(len(folded), []).append(entry)

    def near(self, name: str) -> str | None:
        """Give the name that is spelled most like another, or ``None`` when none is near.

        One that differs only in capitals, or in ``-``, ``_``, ``.`` and spaces, is nearest; after
        that one within an edit for every four characters, at most four edits (numbers are not
        compared so), and for three characters one with a character more or less. Ties go to the
        first. The work is bounded: long names, and candidates after the 2,000th, are not compared
        by edits.
        """
        wanted = name.casefold()
        same = self._folded.get(wanted) or self._plain.get(plain(name) or "\n")
        if same is not None or wanted.isdigit() or len(wanted) > MAX_LENGTH:
            return same
        stem = len(wanted.partition(".")[0])
        limit = min(4, stem // 4) or int(stem == _SHORT)
        letters = _letters(wanted)
        distance: Distance | None = None
        best, best_number, best_distance = None, -1, limit + 1
        # those of the same length first: what is found soon spares comparisons
        for more in sorted(range(-limit, limit + 1), key=abs):
            if stem == _SHORT and not more:
                continue
            for number, other, folded, others in self._by_length.get(len(wanted) + more, ()):
                allowed = best_distance - (number > best_number)
                if not allowed:
                    break
                if (letters & ~others).bit_count() > allowed or (
                    (others & ~letters).bit_count() > allowed
                ):
                    continue
                distance = distance or Distance(wanted)
                found = distance.to(folded, allowed)
                if found <= allowed:
                    best, best_number, best_distance = other, number, found
        return best

    def related(self, name: str) -> str | None:
        """Give the name that has all words of another, else one that has two or more of them alone.

        Forms of a word count as one: ``install`` and ``installation``. Of several names the one
        with the fewest other words is given, and none where that is not one alone.
        """
        wanted = _words(name)
        found: dict[str, tuple[bool, int]] = {}
        for word in wanted:
            for other, words in self._by_stem.get(word[:_STEM], ()):
                lacks = not _has_all(wanted, words)
                if not lacks or (len(words) > 1 and _has_all(words, wanted)):
                    found[other] = (lacks, abs(len(words) - len(wanted)))
        nearest = min(found.values(), default=None)
        best = [other for other, rank in found.items() if rank == nearest]
        return best[0] if len(best) == 1 else None

    @cached_property
    def _by_stem(self) -> dict[str, list[tuple[str, list[str]]]]:
        stems = defaultdict(list)
        for name in islice(self._folded.values(), MAX_CANDIDATES):
            words = _words(name)
            for stem in {word[:_STEM] for word in words}:
                stems[stem].append((name, words))
        return stems


def _words(name: str) -> list[str]:
    found = _WORD.findall(name[:MAX_LENGTH].casefold())
    return [word for word in found if not _LITTLE.fullmatch(word)]


def _has_all(some: list[str], words: list[str]) -> bool:
    return all(any(_is_form(one, other) for other in words) for one in some)


def _is_form(one: str, other: str) -> bool:
    # of "choose" and "choosing", all but one letter of the shorter
    length = max(min(len(one), len(other)) - 1, _STEM)
    return one[:length] == other[:length] and abs(len(one) - len(other)) <= _ENDING


def _letters(name: str) -> int:
    """Give the characters of a name as bits, several characters to a bit."""
    bits = 0
    for char in set(name):
        bits |= 1 << (ord(char) & 63)
    return bits


def plain(name: str) -> str:
    """Give a name without its capitals and separators."""
    return name.casefold().translate(_SEPARATORS)


_SEPARATORS = str.maketrans("", "", "-_. ")


class Distance:
    """Counts the edits (insert, delete, replace) between one string and others.

    Whole columns of the usual table are the bits of a number (Myers 1999, as simplified by Hyyrö
    2001), so that a comparison takes a step for each character of the other string alone.

    :param one: of 1 to :data:`MAX_LENGTH` characters.
    """

    def __init__(self, one: str) -> None:
        """Note where each character of the string stands."""
        self._length = len(one)
        self._places: dict[str, int] = {}
        for number, char in enumerate(one):
            self._places[char] = self._places.get(char, 0) | 1 << number

    def to(self, other: str, limit: int) -> int:
        """Count the edits to another string that is not empty, up to ``limit`` + 1."""
        length, rest = self._length, len(other)
        places, last, every = self._places, 1 << (length - 1), (1 << length) - 1
        more, less, count = every, 0, length
        for char in other:
            equal = places.get(char, 0)
            across = (((equal & more) + more) ^ more) | equal | less
            up, down = less | ~(across | more), more & across
            if up & last:
                count += 1
            elif down & last:
                count -= 1
            rest -= 1
            if count - rest > limit:
                return limit + 1
            up, down = up << 1 | 1, down << 1
            more, less = (down | ~(across | up)) & every, up & across & every
        return count
