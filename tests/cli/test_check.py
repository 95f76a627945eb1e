"""``check``, ``write`` and ``dump``, and the flags that stand for them."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]

PAGE = "docs/reference page.md"


@pytest.mark.parametrize("command", ["write", "--write"])
def test_write_makes_the_page_and_then_leaves_it(
    runtime_tree: Path, run: Run, command: str
) -> None:
    before = sorted(runtime_tree.rglob("*"))
    done = run(command)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{PAGE}: written\n", "")
    page = runtime_tree / PAGE
    assert sorted({*runtime_tree.rglob("*")} - {*before}) == [page]
    text = page.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## Configuration owners",
        "## KV codecs",
        "## Attention route declarations",
        "## MoE stage bindings",
        "## Limits",
    ]
    assert "| `FP8` | fp8 / fp8 | `torch.uint8` / `torch.float8_e4m3fn` | True | " in text
    assert "[rt/codecs.py](../rt/codecs.py#L16) |" in text
    assert text.index("`decode`") < text.index("`prefill_a`") < text.index("`prefill_b`")
    assert "| `rt.config.Engine` | (root) | `__post_init__`: " in text
    assert "| `rt.config.Cache` | `cache`, `spare` | `compute_hash`: " in text
    assert "| Key | Value | Source |\n| --- | --- | --- |\n| batch | `4` | " in text
    stamp = page.stat().st_mtime_ns
    again = run(command)
    assert (again.returncode, again.stdout) == (0, f"{PAGE}: is current\n")
    assert page.stat().st_mtime_ns == stamp


@pytest.mark.parametrize("command", [[], ["check"], ["--check"]], ids=" ".join)
def test_check_is_silent_on_stderr_when_all_is_good(
    runtime_tree: Path, run: Run, command: list[str]
) -> None:
    run("write")
    files = {path: path.read_bytes() for path in runtime_tree.rglob("*") if path.is_file()}
    done = run(*command)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("reference page: current; links: ")
    assert done.stdout.endswith(" checked, 0 broken\n")
    after = {path: path.read_bytes() for path in runtime_tree.rglob("*") if path.is_file()}
    assert after == files


def test_check_tells_each_finding_in_a_line(runtime_tree: Path, run: Run) -> None:
    run("write")
    source = runtime_tree / "rt/codecs.py"
    source.write_text("\n" + source.read_text())
    (runtime_tree / "README.md").write_text("[x](rt/codecs.py#L99)\n\n[y](gone.md)\n")
    done = run("--check")
    assert done.returncode == 1
    first, second, third = done.stderr.splitlines()
    assert first.startswith("README.md:1:5: lines: 'rt/codecs.py#L99': ")
    assert second.startswith("README.md:3:5: target: 'gone.md': ")
    page = (runtime_tree / PAGE).read_text().splitlines()
    line = next(number for number, text in enumerate(page, 1) if text.startswith("| `FP16`"))
    assert third == (
        f"{PAGE}:{line}: document: the reference page is not current; run 'runtime-ref write'"
    )


def test_a_page_that_is_missing_is_a_finding(runtime_tree: Path, run: Run) -> None:
    done = run("check", "--quiet")
    assert done.returncode == 1
    assert done.stderr == (
        f"{PAGE}: document: the reference page is missing; run 'runtime-ref write'\n"
    )
    assert done.stdout == ""
    assert not (runtime_tree / PAGE).exists()
    assert run("check").stdout.startswith("reference page: missing; links: ")
    (runtime_tree / PAGE).write_text("old\n")
    assert run("check").stdout.startswith("reference page: not current; links: ")


def test_a_declaration_that_cannot_be_read_has_its_place(runtime_tree: Path, run: Run) -> None:
    (runtime_tree / "rt/moe.py").write_text('STAGE_BINDINGS = {"w13": {"dense": ("gemm",)}}\n')
    for command, kind in (("check", "declaration"), ("write", "error"), ("dump", "error")):
        done = run(command)
        assert done.returncode == 1
        assert f"rt/moe.py:1:29: {kind}: " in done.stderr or "FP4_STAGE_BINDINGS" in done.stderr
        assert "Traceback" not in done.stderr
    assert not (runtime_tree / PAGE).exists()


def test_windows_newlines_of_a_page_are_kept(runtime_tree: Path, run: Run) -> None:
    run("write")
    page = runtime_tree / PAGE
    windows = page.read_bytes().replace(b"\n", b"\r\n")
    page.write_bytes(windows)
    assert run("check").returncode == 0
    page.write_bytes(windows.replace(b"FP8", b"FP9"))
    assert run("write").returncode == 0
    assert page.read_bytes() == windows


def test_check_reports_in_every_format(runtime_tree: Path, run: Run) -> None:
    done = run("check", "--format", "github")
    assert done.returncode == 1
    assert done.stdout.startswith(f"::error file={PAGE},line=1,title=runtime-ref document::")
    (runtime_tree / "out").mkdir()
    done = run("check", "--format", "json", "--output", "out/report.json")
    assert (done.returncode, done.stdout) == (1, "")
    report = json.loads((runtime_tree / "out/report.json").read_text())
    assert report["counts"]["broken"] == 1


@pytest.mark.parametrize("command", ["dump", "--json"])
def test_dump_prints_every_table(
    runtime_tree: Path, run: Run, command: str, validate: Callable[[Any, str], None]
) -> None:
    done = run(command, "--root", str(runtime_tree))
    assert (done.returncode, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    validate(data, "dump")
    assert set(data) == {
        "evidence",
        "codecs",
        "routes",
        "configurations",
        "bindings",
        "tables",
    }
    assert [row["symbol"] for row in data["codecs"]] == ["FP16", "FP8"]
    assert data["routes"][0] == {
        "name": "decode",
        "stage": "decode",
        "codecs": ["FP16"],
        "max_chunk": 8,
        "sizes": [],
        "source": "rt/routes.py:21",
    }
    assert data["configurations"][1]["owners"] == []
    assert [row["family"] for row in data["bindings"]] == ["awq/fp8", "nvfp4"]
    depth = data["tables"]["limit-table"]["rows"][1]
    assert [cell["text"] for cell in depth.values()] == ["depth", "16"]


def test_dump_of_one_declaration_in_every_format(
    runtime_tree: Path, run: Run, validate: Callable[[Any, str], None]
) -> None:
    source = "rt/limits.py:LIMITS"
    data = json.loads(run("dump", source).stdout)
    validate(data, "table")
    assert data["rows"][0]["key"]["source"] == "rt/limits.py:1:11"
    rows = run("dump", source, "--format", "jsonl").stdout.splitlines()
    validate({"columns": ["key", "value"], "rows": [json.loads(row) for row in rows]}, "table")
    assert [json.loads(row)["key"]["text"] for row in rows] == ["batch", "depth"]
    assert run("dump", source, "--format", "csv").stdout == "key,value\nbatch,4\ndepth,16\n"
    markdown = run("dump", source, "--format", "markdown", "--where", "value > 4").stdout
    assert markdown.splitlines()[2:] == ["| depth | 16 |"]
    signed = run("dump", source, "--sort", "-value", "--columns", "key", "--format", "csv")
    assert signed.stdout == "key\ndepth\nbatch\n"
    (runtime_tree / "out").mkdir()
    done = run("dump", source, "--output", "out/x.csv", "--format", "csv")
    assert (done.returncode, done.stdout) == (0, "")
    assert (runtime_tree / "out/x.csv").read_text().startswith("key,value\n")


@pytest.mark.parametrize(
    ("source", "code", "message"),
    [
        ("rt/limits.py:LIMITZ", 1, "LIMITS"),
        ("rt/gone.py:LIMITS", 1, "rt/gone.py"),
        ("limits table", 1, "limits table"),
    ],
)
def test_a_source_that_is_not_there_is_told(
    runtime_tree: Path, run: Run, source: str, code: int, message: str
) -> None:
    done = run("dump", source, "--root", str(runtime_tree))
    assert done.returncode == code
    assert "error: " in done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr


BLOCKED = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"sphinx", "docutils", "myst_parser", "rt"}:
            raise ImportError(f"{name} must not be imported")
sys.meta_path.insert(0, Block())
from sphinxext_runtime_ref.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["write"],
        ["check"],
        ["dump"],
        ["dump", "rt/limits.py:LIMITS"],
        ["links", "README.md"],
        ["coverage", "rt/limits.py:LIMITS", "docs/guide.md"],
        ["fix", "README.md"],
        ["completion", "bash"],
    ],
    ids=" ".join,
)
def test_commands_run_without_sphinx(runtime_tree: Path, arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED, *arguments],
        cwd=runtime_tree,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == int(arguments[0] in {"check", "coverage"})


def test_data_follows_the_schema_where_a_value_is_not_known(
    tmp_path: Path, run: Run, validate: Callable[[Any, str], None]
) -> None:
    (tmp_path / "m.py").write_text("A = [1, unknown]\n")
    data = json.loads(run("dump", "m.py:A").stdout)
    validate(data, "table")
    assert data["rows"][1]["value"]["reason"] == "'unknown' is not defined"


@pytest.mark.parametrize("flag", ["-W", "--fail-on-warning"])
def test_warnings_of_declarations_fail_where_one_asks_for_it(
    tmp_path: Path, run: Run, flag: str
) -> None:
    (tmp_path / "pyproject.toml").write_text(
        "[tool.runtime-ref]\nreference-page = 'page.md'\n"
        "[tool.runtime-ref.tables.limit-table]\nsource = 'limits.py:LIMITS'\n"
        "object_type = 'limit'\nexact = ['key', 'value', 'unit']\n"
    )
    (tmp_path / "limits.py").write_text("\nLIMITS = {\n    'batch': 4,\n    'batch': 5,\n}\n")
    assert run("write").returncode == 0
    drift = (
        "limits.py:2:1: warning: limit-table: the columns changed: unit vanished; "
        "the definition expects key, value, unit\n"
    )
    twice = (
        "limits.py:4:5: warning: duplicate key 'batch', first at limits.py:3:5; "
        "the later value wins\n"
    )
    done = run("check")
    assert (done.returncode, sorted(done.stderr.splitlines(keepends=True))) == (0, [drift, twice])
    assert done.stdout == "reference page: current\n"
    done = run("check", flag)
    found = (drift + twice).replace("warning:", "declaration:")
    assert (done.returncode, done.stderr) == (1, found)
    assert done.stdout == "reference page: current; declarations: 2 warnings\n"
    done = run("check", flag, "--format", "github")
    assert done.stdout.count("::error file=limits.py,line=") == 2
