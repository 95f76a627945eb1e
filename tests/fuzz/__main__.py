"""Fuzz one target, guided by coverage."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from tests.fuzz.targets import TARGETS
from tests.fuzz.work import COUNTS, write_seeds, write_words

ROOT = Path(__file__).parents[2]
SECONDS = 1200
"""Until an input is given up that no signal of Python's stops; the machine may stand still."""
MEGABYTES = 1024


def main() -> int:
    """Fuzz, and say how much; 1 when an input was found that breaks a promise."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--minutes", type=float, default=1, help="of computing (default: 1)")
    parser.add_argument("--folder", type=Path, help="keeps the inputs that reach more, for later")
    parser.add_argument("--seeds", type=Path, action="append", default=[], help="more real files")
    parser.add_argument("--only", type=Path, metavar="FILE", help="run this input, without atheris")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        if arguments.only:
            TARGETS[arguments.target].run(Path(temporary), arguments.only.read_bytes())
            return 0
        if find_spec("atheris") is None:
            parser.error("atheris is not installed: pip install -e '.[fuzz,test]'")
        folder = (arguments.folder or Path(temporary)) / arguments.target
        trees = [ROOT / "tests", ROOT / "docs", *arguments.seeds]
        return fuzz(arguments.target, folder.resolve(), arguments.minutes, trees)


def fuzz(name: str, folder: Path, minutes: float, trees: list[Path]) -> int:
    """Start the other process; it ends by itself, or at the first failure."""
    seeds, corpus = folder / "seeds", folder / "corpus"
    for made in (seeds, corpus):
        made.mkdir(parents=True, exist_ok=True)
    write_seeds(seeds, trees, TARGETS[name])
    write_words(folder / "words", TARGETS[name].words)
    options = [
        f"-timeout={SECONDS}",
        f"-report_slow_units={SECONDS}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-max_len={TARGETS[name].size}",
        f"-dict={folder / 'words'}",
        f"-exact_artifact_path={folder / 'failed'}",
    ]
    command = [sys.executable, "-m", "tests.fuzz.child", name, str(folder), str(60 * minutes)]
    done = subprocess.run([*command, *options, str(corpus), str(seeds)], cwd=ROOT, check=False)
    inputs, used = COUNTS.unpack((folder / "counts").read_bytes())
    said = f"{name}: {inputs:,} inputs, {used / 60:.1f} minutes of computing"
    failed = folder / "failed"
    if done.returncode:
        again = f"python -m tests.fuzz {name} --only {failed}"
        said += f"; a promise is broken: {again}" if failed.exists() else "; interrupted"
    sys.stdout.write(f"{said}\n")
    return int(done.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
