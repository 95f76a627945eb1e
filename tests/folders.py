"""Folders for tests: files in them, and repositories."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

IDENTITY = ("-c", "user.name=A", "-c", "user.email=a@example.org")


def write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files by their paths in a folder; text as UTF-8 with its newlines kept."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def git(folder: Path, *arguments: str) -> None:
    """Run git in a folder, as somebody who can commit."""
    command = ["git", *IDENTITY, *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=60)
