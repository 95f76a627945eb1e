"""Configuration in ``pyproject.toml``: found upward, validated, faults at their line."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext_runtime_ref.errors import ConfigError
from sphinxext_runtime_ref.project_file import ProjectFile, fault_of, load
from sphinxext_runtime_ref.toml_keys import key_positions

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]


def written(folder: Path, text: str) -> ProjectFile:
    (folder / "pyproject.toml").write_bytes(text.encode())
    return load(folder)


def test_the_nearest_file_with_the_section_counts(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    inner = tmp_path / "pkg/deep"
    inner.mkdir(parents=True)
    (tmp_path / "pkg/pyproject.toml").write_text("[project]\nname = 'runtime-ref-user'\n")
    (tmp_path / "pyproject.toml").write_text("[tool.runtime-ref]\ncheck-links = false\n")
    found = load(inner)
    assert found.path == tmp_path / "pyproject.toml"
    assert found.root == tmp_path
    assert found.values == {"check_links": False}
    assert found.faults == ()


def test_the_search_ends_at_the_repository(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.runtime-ref]\n")
    (tmp_path / "repo/.git").mkdir(parents=True)
    assert load(tmp_path / "repo").path is None


def test_a_fault_is_told_of_a_file_that_has_gone_since_it_was_read(tmp_path: Path) -> None:
    fault = fault_of(tmp_path / "pyproject.toml", "tables", "env: no such source")
    assert str(fault) == f"{(tmp_path / 'pyproject.toml').as_posix()}: tables: env: no such source"


def test_dashes_and_underscores_are_one_but_table_names_keep_theirs(tmp_path: Path) -> None:
    found = written(
        tmp_path,
        "[tool.runtime-ref]\nmaintained-docs = ['README.md']\nsource_pages = false\n"
        "[tool.runtime-ref.tables.env-table]\nsource = 'envs.py:ENV'\nobject-type = 'env'\n",
    )
    assert found.faults == ()
    assert found.values["maintained_docs"] == ["README.md"]
    assert found.values["source_pages"] is False
    assert found.values["tables"] == {"env-table": {"source": "envs.py:ENV", "object_type": "env"}}


def test_a_relative_root_means_the_same_folder_to_everyone(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "pyproject.toml").write_text("[tool.runtime-ref]\nroot = 'src'\n")
    assert load(tmp_path / "sub").values["root"] == str(tmp_path / "src")


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("[tool.runtime-ref]\n\nchek-links = true\n", "3:1", "did you mean 'check-links'?"),
        (
            "[tool.runtime-ref]\nfoo = 1\n",
            "2:1",
            "unknown key 'foo'; expected one of root, sources,",
        ),
        ("[tool.runtime-ref]\nmaintaned-docs = []\n", "2:1", "did you mean 'maintained-docs'?"),
        (
            "[tool.runtime-ref.tables.env]\nsource = 'a.py:X'\nshap = 'env'\n",
            "3:1",
            "tables.env: unknown key 'shap'; did you mean 'shape'?",
        ),
        (
            "[tool.runtime-ref.sources]\nroute = 'a.py'\n",
            "2:1",
            "sources: unknown key 'route'; did you mean 'routes'?",
        ),
        (
            "[tool.runtime-ref.assume]\nx = 1\n",
            "2:1",
            "unknown key 'x'; expected one of python, platform, true, false",
        ),
        ("[tool.runtime-ref]\ncheck-links = 'yes'\n", "2:1", "expected true or false, got 'yes'"),
        ("[tool]\nruntime-ref = { ignore = ['('] }\n", "2:17", "'(' is not a regular expression"),
        ("[tool.runtime-ref]\nignore = []\nx_y.z = 1\n", "3:1", "unknown key 'x_y'"),
        (
            "[tool.runtime-ref.tables.env]\nsource = 'a.py:X'\n# why\nshape = 3\n",
            "4:1",
            "tables.env.shape: expected a non-empty string, got 3",
        ),
        ("[tool.runtime-ref]\n[tool.runtime-ref.tables.a]\n", "2:26", "expected a 'source'"),
        ("[tool.runtime-ref]\nroot='a'\nsource-pages=1\n", "3:1", "source-pages: expected true"),
        (
            "[tool.runtime-ref]\ncheck-links = true\ncheck_links = true\n",
            "3:1",
            "'check_links' is set twice",
        ),
        ('tool."runtime-ref"."check-links" = 1\n', "1:20", "expected true or false, got 1"),
    ],
)
def test_a_fault_is_told_at_its_line(tmp_path: Path, text: str, place: str, message: str) -> None:
    (tmp_path / ".git").mkdir()
    [fault] = written(tmp_path, text).faults
    assert message in fault.message
    assert str(fault.location) == f"{(tmp_path / 'pyproject.toml').as_posix()}:{place}"


@pytest.mark.parametrize(
    ("definition", "place", "message"),
    [
        ("X = {source='m.py:T'}", "3:1", "tables.X: expected a directive name"),
        ("route-table = {source='m.py:T'}", "3:1", "tables.route-table: the name is taken"),
        ("x-t = {source='m'}", "3:8", "tables.x-t.source: expected 'path/to/file.py:SYMBOL'"),
        ("x-t = {source='m.py:T', sort='-'}", "3:1", "tables.x-t: option 'sort': '-' names no"),
        ("x-t = {source='m.py:T', where='a ='}", "3:1", "tables.x-t: where 'a =' is no expression"),
        ("x-t.source='m.py:T'\nx-t.object-type='X'", "4:5", "tables.x-t.object_type: expected"),
        ("x-t = {source='m.py:T', formats={a='b'}}", "3:34", "tables.x-t.formats.a: expected one"),
    ],
)
def test_a_table_that_cannot_be_defined_is_told_at_its_line(
    tmp_path: Path, run: Run, definition: str, place: str, message: str
) -> None:
    text = f"[tool.runtime-ref]\n[tool.runtime-ref.tables]\n{definition}\n"
    (tmp_path / "pyproject.toml").write_text(text)
    done = run("dump")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"pyproject.toml:{place}: error: {message}")


def test_a_fault_of_one_of_several_tables_names_the_table(tmp_path: Path, run: Run) -> None:
    (tmp_path / "m.py").write_text("T = {'a': 1}\n")
    text = "[tool.runtime-ref.tables]\na-t = {source='m.py:T'}\nb-t = {source='m.py:T', "
    (tmp_path / "pyproject.toml").write_text(f"{text}columns=['kye']}}\n")
    done = run("dump")
    assert done.returncode == 1
    assert done.stderr.startswith(
        "m.py:1:1: error: b-t: option 'columns': no row has a column 'kye'"
    )
    assert done.stderr.endswith("; b-t sets 'columns' at pyproject.toml:3:25\n")
    (tmp_path / "pyproject.toml").write_text(f"{text}shape='maping'}}\n")
    done = run("dump")
    assert done.returncode == 2
    assert done.stderr.startswith(
        "pyproject.toml:3:25: error: tables.b-t.shape: there is no shape 'maping'; did you mean"
    )
    (tmp_path / "pyproject.toml").write_text(f"{text}headers={{kye='X', key='K'}}}}\n")
    done = run("dump")
    assert done.returncode == 0
    assert done.stderr == "m.py:1:1: warning: b-t: no row has a column 'kye', which has a header\n"


def test_every_fault_is_told_in_order_and_the_rest_is_kept(tmp_path: Path) -> None:
    found = written(
        tmp_path, "[tool.runtime-ref]\nreports = ['pdf']\nbar = 1\nline-anchors = 'pinned'\n"
    )
    assert [fault.location and fault.location.line for fault in found.faults] == [2, 3]
    assert found.values == {"line_anchors": "pinned"}


@pytest.mark.parametrize(
    ("data", "place", "message"),
    [
        (b"# runtime-ref\n[tool.runtime-ref\n", ":2:18", "not valid TOML"),
        (b"# runtime-ref \xff\n", "", "not UTF-8"),
        (b"[tool]\nruntime-ref = 3\n", "", "expected a table [tool.runtime-ref]"),
    ],
)
def test_a_file_that_is_not_toml_is_an_error(
    tmp_path: Path, data: bytes, place: str, message: str
) -> None:
    (tmp_path / "pyproject.toml").write_bytes(data)
    with pytest.raises(ConfigError) as caught:
        load(tmp_path)
    assert message in caught.value.message
    assert str(caught.value.location) == (tmp_path / "pyproject.toml").as_posix() + place


BARE = st.text("abz09_-", min_size=1, max_size=5)
QUOTED = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=5)
SCALARS = st.sampled_from(
    [
        "1",
        "-0.5e3",
        "true",
        "1979-05-27T07:32:00Z",
        '"a # b"',
        "'\\'",
        '"\\"]"',
        '"""\nk = 1\n"""',
        "'''a'' = 2'''",
        '"""x\\""""""',
        "[ ]",
        "{}",
        "inf",
    ]
)


@st.composite
def keys(draw: st.DrawFn) -> str:
    if draw(st.booleans()):
        return draw(BARE)
    text = draw(QUOTED)
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@st.composite
def values(draw: st.DrawFn, depth: int = 2) -> str:
    kind = draw(st.sampled_from(["scalar", "array", "table"] if depth else ["scalar"]))
    if kind == "scalar":
        return draw(SCALARS)
    items = draw(st.lists(values(depth - 1), max_size=3))
    if kind == "array":
        return "[ # note ]\n" + ",\n ".join(items) + "\n]"
    pairs = [f"{draw(keys())} = {item}" for item in items]
    return "{ " + ", ".join(pairs) + " }"


@st.composite
def documents(draw: st.DrawFn) -> str:
    lines = []
    for _ in range(draw(st.integers(0, 6))):
        kind = draw(st.sampled_from(["pair", "table", "array", "comment"]))
        key = " . ".join(draw(st.lists(keys(), min_size=1, max_size=3)))
        lines.append(
            {
                "pair": f"{key} = {draw(values())}  # end",
                "table": f"[ {key} ]",
                "array": f"[[{key}]]",
                "comment": "# [x]\n",
            }[kind]
        )
    return draw(st.sampled_from(["\n", "\r\n"])).join(lines)


def paths(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield (*path, key)
            yield from paths(value, (*path, key))
    elif isinstance(data, list):
        for item in data:
            yield from paths(item, path)


@given(documents())
def test_every_key_of_a_file_is_found_where_it_stands(text: str) -> None:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    plain = text.replace("\r\n", "\n")
    found = key_positions(plain)
    assert set(found) == set(paths(data))
    lines = plain.split("\n")
    for path, (line, column) in found.items():
        rest = lines[line - 1][column - 1 :]
        assert rest.startswith((path[-1], '"')), (path, rest)


def test_a_section_with_an_underscore_is_refused(tmp_path: Path, run: Run) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.other]\n[tool.runtime_ref]\nroot = '.'\n")
    done = run("dump")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "pyproject.toml:2:7: error: the section is called [tool.runtime-ref], with '-'; rename it\n"
    )


def test_a_page_that_cannot_be_is_told_at_its_line(tmp_path: Path, run: Run) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.runtime-ref]\nreference-page = '../R.md'\n")
    for command in ("check", "write"):
        done = run(command)
        assert done.returncode == 2
        said = "pyproject.toml:2:1: error: reference-page: expected a path below the root, got"
        assert done.stderr.startswith(said)


def test_check_tells_all_tables_that_cannot_be_read(tmp_path: Path, run: Run) -> None:
    (tmp_path / "pyproject.toml").write_text(
        "[tool.runtime-ref]\nreference-page = 'R.md'\n[tool.runtime-ref.sources]\n"
        "codecs = 'c.py'\nroutes = 'r.py'\n[tool.runtime-ref.tables.a-t]\nsource = 'a.py:T'\n"
    )
    done = run("check")
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert [line.partition(":")[0] for line in lines[:3]] == ["a.py", "c.py", "r.py"]
    assert lines[0].endswith("; a-t has this source from pyproject.toml:7:1")
    assert lines[1].endswith(
        "; kv-codec-table has this source from the key 'codecs' at pyproject.toml:4:1"
    )
