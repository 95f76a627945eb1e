"""Builds that follow another: what changed is built again, and nothing else."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

INDEX = "# Top\n\n```{toctree}\ncodecs\nroutes\nlimits\nprose\n```\n"
DOCS = {
    "docs/index.md": INDEX,
    "docs/codecs.md": "# Codecs\n\n```{kv-codec-table}\n```\n",
    "docs/routes.md": "# Routes\n\n```{route-table}\n```\n",
    "docs/limits.md": "# Limits\n\n```{declaration-table} pkg/limits.py:LIMITS\n```\n",
    "docs/prose.md": "# Prose\n\nNothing but {runtime:codec}`FP8`.\n",
}


@pytest.fixture
def made(project: Callable[..., Any], sources: dict[str, str], conf: str) -> Any:
    result = project({**sources, **DOCS}, conf)
    assert result.build().warnings == []
    return result


def read(build: Any) -> list[str]:
    """Give the documents that a build read, by what it says."""
    return sorted(re.findall(r"reading sources\.\.\. \[ *\d+%\] (\S+)", build.stdout))


def written(build: Any) -> list[str]:
    return sorted(re.findall(r"writing output\.\.\. \[ *\d+%\] (\S+)", build.stdout))


def test_a_first_build_reads_each_document_once(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    build = project({**sources, **DOCS}, conf).build()
    assert "5 added, 0 changed, 0 removed" in build.stdout


def test_nothing_changed_builds_nothing(made: Any) -> None:
    build = made.build()
    assert read(build) == []
    assert written(build) == []


def test_a_changed_source_builds_what_shows_it(made: Any, sources: dict[str, str]) -> None:
    made.write({"pkg/limits.py": sources["pkg/limits.py"].replace("8192", "4096")})
    build = made.build()
    assert read(build) == ["limits"]
    assert "4096" in build.html("limits.html")
    assert read(made.build()) == []


def test_a_changed_import_builds_what_rests_on_it(made: Any, sources: dict[str, str]) -> None:
    text = sources["pkg/codecs.py"].replace('"bfloat16"', '"bf16"')
    made.write({"pkg/codecs.py": text})
    assert read(made.build()) == ["codecs", "routes"]


def test_an_older_file_in_its_place_is_noticed(made: Any, sources: dict[str, str]) -> None:
    path = made.root / "pkg/limits.py"
    made.write({"pkg/limits.py": sources["pkg/limits.py"].replace("8192", "1")})
    os.utime(path, (1, 1))
    build = made.build()
    assert read(build) == ["limits"]


def test_a_deleted_source_is_said_in_every_build_until_it_is_back(
    made: Any, sources: dict[str, str]
) -> None:
    (made.root / "pkg/limits.py").unlink()
    for _ in range(2):
        build = made.build()
        [warning] = build.warnings
        assert "docs/limits.md:3: WARNING: pkg/limits.py: no such file" in warning
        assert read(build) == ["limits"]
    made.write({"pkg/limits.py": sources["pkg/limits.py"]})
    build = made.build()
    assert build.warnings == []
    assert "8192" in build.html("limits.html")
    assert read(made.build()) == []


def test_a_new_file_in_the_way_of_an_import_is_noticed(
    project: Callable[..., Any], conf: str
) -> None:
    made = project(
        {
            "a.py": "from late import X\nT = {'x': X}\n",
            "docs/index.md": "# Top\n\n```{declaration-table} a.py:T\n```\n",
        },
        conf,
    )
    first = made.build()
    assert first.warnings == []
    assert "42" not in first.html()
    made.write({"late.py": "X = 42\n"})
    second = made.build()
    assert read(second) == ["index"]
    assert "42" in second.html()


def test_a_new_file_that_a_glob_matches_is_noticed(project: Callable[..., Any], conf: str) -> None:
    plugin = "register('%s', 'mod')\n"
    made = project(
        {
            "plugins/a.py": plugin % "first",
            "docs/index.md": (
                "# Top\n\n```{declaration-table} plugins/*.py:register\n:shape: calls\n```\n"
            ),
        },
        conf,
    )
    assert made.build().warnings == []
    made.write({"plugins/b.py": plugin % "second"})
    build = made.build()
    assert read(build) == ["index"]
    assert "second" in build.html()


def test_a_link_to_lines_that_are_gone_is_none_any_more(
    project: Callable[..., Any], conf: str
) -> None:
    conf = conf.replace("check_links = False", "check_links = True")
    text = "# Top\n\n[lines](../x.py#L2-L3)\n"
    made = project({"x.py": "a = 1\nb = 2\nc = 3\n", "docs/index.md": text}, conf)
    assert 'href="_source/x.py.html#L2-L3"' in made.build().html()
    made.write({"x.py": "a = 1\nb = 2\nd = 4\n"})
    assert read(made.build()) == []
    made.write({"x.py": "a = 1\nb = 2\n"})
    build = made.build()
    assert read(build) == ["index"]
    assert "#L2-L3" not in build.html()
    [warning] = build.warnings
    again = made.build()
    assert (again.warnings, read(again)) == ([warning], [])


def test_prose_is_written_again_when_its_row_is_gone(made: Any, sources: dict[str, str]) -> None:
    text = sources["pkg/codecs.py"]
    text = text.replace(", FP8)", ")").replace("FP8 = ", "OLD = ")
    routing = sources["pkg/routing.py"].replace("FP8", "BF16")
    made.write({"pkg/codecs.py": text, "pkg/routing.py": routing})
    build = made.build()
    assert "prose" in written(build)
    assert "prose" not in read(build)
    [warning] = build.warnings
    assert "docs/prose.md:3: WARNING: there is no codec 'FP8'" in warning


def test_prose_is_written_again_when_its_row_moves(made: Any) -> None:
    made.write(
        {
            "docs/codecs.md": "# Codecs\n",
            "docs/limits.md": DOCS["docs/limits.md"] + "\n```{kv-codec-table}\n```\n",
        }
    )
    build = made.build()
    assert build.warnings == []
    assert read(build) == ["codecs", "limits"]
    assert 'href="limits.html#codec-FP8"' in build.html("prose.html")
    assert 'href="limits.html#codec-FP8"' in build.html("routes.html")


def test_a_table_that_cannot_be_read_is_said_once_and_not_at_each_reference(made: Any) -> None:
    good = (made.root / "pkg/codecs.py").read_text()
    made.write({"pkg/codecs.py": f"def broken(:\n{good}"})
    build = made.build()
    assert "prose" in written(build)
    tables = [line for line in build.warnings if "pkg/codecs.py:1:12" in line]
    first, second = tables
    said = "pkg/codecs.py:1:12: not valid Python: invalid syntax (read with Python "
    assert f"docs/codecs.md:3: WARNING: {said}" in first
    assert "docs/routes.md:3: WARNING: pkg/routing.py:" in second
    assert ": not valid Python (pkg/codecs.py:1:12); expected " in second
    assert build.warnings == tables
    assert made.build().warnings == tables
    made.write({"docs/prose.md": DOCS["docs/prose.md"] + "\n{runtime:row}`nowhere`\n"})
    *rest, warning = made.build().warnings
    assert rest == tables
    assert "docs/prose.md:5: WARNING: there is no row 'nowhere'" in warning
    made.write({"docs/prose.md": DOCS["docs/prose.md"], "pkg/codecs.py": good})
    build = made.build()
    assert (build.warnings, "#codec-FP8" in build.html("prose.html")) == ([], True)


def test_what_stops_a_file_is_said_in_full_once(made: Any) -> None:
    again = "\n```{declaration-table} pkg/codecs.py:KV_CODECS\n:no-index:\n```\n"
    text = f"{DOCS['docs/codecs.md']}{again}\n{{source}}`pkg/codecs.py#FP8`\n"
    made.write({"pkg/codecs.py": "def broken(:\n", "docs/codecs.md": text})
    for build in (made.build(), made.build()):
        first, second, third, fourth = build.warnings
        assert "docs/codecs.md:3: WARNING: pkg/codecs.py:1:12: not valid Python: inv" in first
        short = "pkg/codecs.py:1:12: not valid Python, as said above [runtime_ref"
        assert f"docs/codecs.md:6: WARNING: {short}" in second
        assert f"docs/codecs.md:10: WARNING: 'pkg/codecs.py#FP8': {short}" in third
        assert "docs/routes.md:3: " in fourth


def test_a_reference_speaks_where_the_missing_table_may_not(made: Any) -> None:
    made.write({"pkg/codecs.py": "def broken(:\n"})
    [warning] = made.build(suppress_warnings=["runtime_ref"]).warnings
    assert "docs/prose.md:3: WARNING: there is no codec 'FP8'" in warning


def test_a_removed_document_takes_its_rows_with_it(made: Any) -> None:
    (made.docs / "codecs.md").unlink()
    made.write({"docs/index.md": INDEX.replace("codecs\n", "")})
    build = made.build()
    [warning] = build.warnings
    assert "there is no codec 'FP8'" in warning


def inventory(build: Any) -> list[tuple[str, str, str]]:
    domain = build.env.domains["runtime"]
    return sorted((item[2], item[0], f"{item[3]}#{item[4]}") for item in domain.get_objects())


def test_parallel_builds_equal_serial_ones(
    project: Callable[..., Any], sources: dict[str, str], conf: str
) -> None:
    docs = {**DOCS, "docs/again.md": DOCS["docs/codecs.md"], "docs/bad.md": "# Bad\n\n"}
    docs["docs/bad.md"] += "```{kv-codec-table} no.py\n```\n\n{source}`pkg/none.py`\n"
    docs |= {f"docs/n{n}.md": f"# N{n}\n\n{{runtime:route}}`decode_{n}`\n" for n in range(8)}
    made = project({**sources, **docs}, conf + "suppress_warnings = ['toc.not_included']\n")
    serial = made.build(out="serial")
    parallel = made.build(out="parallel", jobs=4)
    assert len(serial.warnings) >= 10
    assert sorted(serial.warnings) == sorted(parallel.warnings)
    assert inventory(serial) == inventory(parallel)
    assert (serial.out / "objects.inv").read_bytes() == (parallel.out / "objects.inv").read_bytes()
    for path in sorted(serial.out.rglob("*.html")):
        other = parallel.out / path.relative_to(serial.out)
        assert path.read_text(encoding="utf-8") == other.read_text(encoding="utf-8"), path.name
    for name in ("codecs", "routes", "bad"):
        assert str(serial.env.get_doctree(name)) == str(parallel.env.get_doctree(name))
