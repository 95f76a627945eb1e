"""What a project declares to be true of the machine that its code would run on."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

TYPE_CHECKING_NAMES = frozenset(
    {"TYPE_CHECKING", "typing.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING"}
)


def _running() -> tuple[int, ...]:
    return sys.version_info[:2]


@dataclass(frozen=True, slots=True)
class Assumptions:
    """Assumptions that decide branches; the branches of anything else are all kept.

    :param python: version that ``sys.version_info`` has; default: that of the running Python.
    :param platform: ``sys.platform``; ``None`` leaves tests of it undecided.
    :param true: names, as written or as imported, that are true.
    :param false: names that are false.
    """

    python: tuple[int, ...] = _running()
    platform: str | None = None
    true: frozenset[str] = frozenset()
    false: frozenset[str] = frozenset()

    def of(self, *names: str, checking: bool = False) -> bool | None:
        """Tell whether a thing of any of these names is assumed true or false.

        :param checking: whether the code is seen as a type checker does, not as it runs.
        """
        for name in names:
            if name in self.false:
                return False
            if name in self.true:
                return True
            if name in TYPE_CHECKING_NAMES:
                if self.false & TYPE_CHECKING_NAMES:
                    return False
                return checking or bool(self.true & TYPE_CHECKING_NAMES)
        return None


def assumptions_from(values: Mapping[str, Any]) -> Assumptions:
    """Make assumptions of the validated setting ``assume``."""
    version = values.get("python")
    return Assumptions(
        python=tuple(int(part) for part in version.split(".")) if version else _running(),
        platform=values.get("platform"),
        true=frozenset(values.get("true", ())),
        false=frozenset(values.get("false", ())),
    )
