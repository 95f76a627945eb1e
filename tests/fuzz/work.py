"""The folder of a run: the pieces of real files that it begins with, words, and what it counts."""

from __future__ import annotations

import hashlib
import re
import struct
from typing import TYPE_CHECKING

from tests.fuzz.trees import PARTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tests.fuzz.targets import Target

COUNTS = struct.Struct("<Qd")
"""The inputs, and the seconds of processor time."""
_TEXT = re.compile(r"\"{3}(.*?)\"{3}|\"((?:\\.|[^\"\\\n])+)\"|'((?:\\.|[^'\\\n])+)'", re.DOTALL)
_MOST_SEEDS = 4000
_SKIPPED = {".git", ".venv", "node_modules", "__pycache__"}


def write_seeds(folder: Path, trees: Iterable[Path], target: Target) -> None:
    """Write the pieces of all files with the target's endings, and the texts of tests."""
    pieces: dict[bytes, None] = {}
    for tree in trees:
        for path in sorted(tree.rglob("*")):
            if not _SKIPPED.isdisjoint(path.parts) or not path.is_file():
                continue
            if path.suffix in target.endings:
                pieces.update(
                    dict.fromkeys(_pieces(path.read_bytes(), target.size // target.parts))
                )
            elif path.suffix == ".py" and path.name.startswith("test_"):
                pieces.update(dict.fromkeys(_texts(path.read_text(encoding="utf-8"))))
    mixed = sorted(pieces, key=lambda piece: hashlib.sha256(piece).digest())
    starts = range(0, min(len(mixed), _MOST_SEEDS), target.parts)
    joined = (PARTS.join(mixed[start : start + target.parts]) for start in starts)
    for seed in (*target.examples, *joined):
        (folder / hashlib.sha256(seed).hexdigest()[:20]).write_bytes(seed[: target.size])


def _pieces(data: bytes, size: int) -> Iterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


def _texts(source: str) -> Iterator[bytes]:
    for found in _TEXT.finditer(source):
        text = found[1] or (found[2] or found[3]).replace("\\n", "\n")
        if len(text) > 2:
            yield text.encode()


def write_words(path: Path, words: Iterable[str]) -> None:
    """Write words of the languages that are read, for libFuzzer to put into inputs."""
    lines = []
    for word in words:
        escaped = "".join(f"\\x{byte:02x}" for byte in word.encode())
        lines.append(f'"{escaped}"\n')
    path.write_text("".join(lines), encoding="ascii")
