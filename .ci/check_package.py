"""Check the built distributions: their contents, their page, and that the wheel works alone."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

PACKAGE = "sphinxext_runtime_ref"
IN_WHEEL = {
    f"{PACKAGE}/__init__.py",
    f"{PACKAGE}/__main__.py",
    f"{PACKAGE}/py.typed",
    f"{PACKAGE}/settings.py",
}
IN_SDIST = {
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "docs/conf.py",
    "docs/example/kestrel/attention/codecs.py",
    "pyproject.toml",
    f"{PACKAGE}/py.typed",
    "tests/conftest.py",
}
CODE = re.compile(r"^(`{3,})\w*\n.*?^\1$|`[^`\n]+`", re.DOTALL | re.MULTILINE)
RELATIVE = re.compile(r"!?\[[^\]]*\]\((?!https:)[^)]*\)")
NEVER = {".git", ".hypothesis", ".mypy_cache", ".pytest_cache", ".venv", "__pycache__", "_build"}
CONF = "extensions = ['myst_parser', 'sphinxext_runtime_ref']\n"
SOURCE = "LIMITS = {'rows': 4, 'columns': 8}\n"
PAGE = "# Limits\n\n```{declaration-table} limits.py:LIMITS\n```\n\n[source](limits.py)\n"


def fail(message: str) -> None:
    """End with a message."""
    raise SystemExit(f"package check: {message}")


def check_contents(names: set[str], needed: set[str], archive: str) -> None:
    """Compare an archive's names with what must and must not be there."""
    if missing := sorted(needed - names):
        fail(f"{archive} lacks {', '.join(missing)}")
    if extra := sorted(name for name in names if NEVER & set(name.split("/"))):
        fail(f"{archive} should not hold {', '.join(extra[:5])}")


def check_wheel(path: Path) -> None:
    """Check that the wheel holds the package with its data, and nothing else."""
    names = set(zipfile.ZipFile(path).namelist())
    check_contents(names, IN_WHEEL, path.name)
    tracked = {
        file.as_posix()
        for file in Path(PACKAGE).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    check_contents(names, tracked, path.name)
    if stray := sorted(n for n in names - tracked if ".dist-info/" not in n):
        fail(f"{path.name} holds {', '.join(stray[:5])}")


def check_description(path: Path) -> None:
    """Check that the text of the package page has no link or picture that only a checkout has."""
    with zipfile.ZipFile(path) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        head, _, text = archive.read(name).decode().partition("\n\n")
    if "Description-Content-Type: text/markdown" not in head or "## In thirty seconds" not in text:
        fail(f"{path.name} has no description")
    if found := RELATIVE.findall(CODE.sub("", text)):
        fail(f"the description of {path.name} has {', '.join(found)}")


def check_sdist(path: Path) -> None:
    """Check that the sdist holds sources, documentation and tests."""
    with tarfile.open(path) as archive:
        names = {member.name.partition("/")[2] for member in archive.getmembers()}
    check_contents(names, IN_SDIST, path.name)


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command and give its output; end when it fails."""
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, check=False, capture_output=True, text=True
    )
    if done.returncode:
        fail(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def check_install(wheel: Path) -> None:
    """Install the wheel into a fresh environment and use both doors, away from the sources."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "env", with_pip=True)
        binaries = folder / "env" / ("Scripts" if sys.platform == "win32" else "bin")
        run(binaries / "python", "-m", "pip", "install", "--quiet", wheel.resolve())
        project = folder / "project"
        project.mkdir()
        for file, text in {"conf.py": CONF, "limits.py": SOURCE, "index.md": PAGE}.items():
            (project / file).write_text(text, encoding="utf-8")
        run(binaries / "sphinx-build", "-W", "-b", "html", ".", "_build", cwd=project)
        page = (project / "_build/index.html").read_text(encoding="utf-8")
        if "columns" not in page:
            fail("the built page shows no table")
        dump = run(binaries / "runtime-ref", "dump", "limits.py:LIMITS", cwd=project)
        if "rows" not in dump:
            fail("'runtime-ref dump' shows no rows")


def main() -> None:
    """Check the one wheel and the one sdist in a folder."""
    folder = Path(sys.argv[1])
    wheel, sdist = next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))
    check_wheel(wheel)
    check_description(wheel)
    check_sdist(sdist)
    print(run(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist).strip())
    check_install(wheel)
    print(f"package check: {wheel.name} and {sdist.name} are good")


if __name__ == "__main__":
    main()
