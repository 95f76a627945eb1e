"""Every report format, from the same findings."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from sphinxext_runtime_ref.errors import Diagnostic, Kind
from sphinxext_runtime_ref.links.model import CheckResult, Hyperlink, Status
from sphinxext_runtime_ref.location import Location
from sphinxext_runtime_ref.printable import on_line
from sphinxext_runtime_ref.reports.findings import (
    NOUNS,
    Finding,
    finding_of,
    findings_from,
    in_order,
    summary,
)
from sphinxext_runtime_ref.reports.formats import BUILD_REPORTS, FORMATS, render, write_reports
from sphinxext_runtime_ref.reports.text import render as render_text

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent


def result(
    path: str, line: int, uri: str, status: Status = Status.BROKEN, **rest: Any
) -> CheckResult:
    kind = rest.pop("kind", Kind.ANCHOR if status is Status.BROKEN else None)
    info = rest.pop("info", "no such heading" if status is Status.BROKEN else "")
    return CheckResult(Hyperlink(path, line, 7, uri), status, kind, info, **rest)


RESULTS = (
    result("docs/b.md", 12, "c.md#x", target="docs/c.md", suggestion="c.md#xy"),
    result("docs/a, b.md", 3, "no.md", kind=Kind.TARGET, info="100% missing:\nno file"),
    result("docs/b.md", 2, "c.md", Status.WORKING, target="docs/c.md"),
    result("docs/b.md", 4, "https://x.test/", Status.UNCHECKED),
    result("docs/b.md", 5, "old.md", Status.IGNORED, info="matches 'old'"),
)


@pytest.fixture
def findings() -> tuple[Finding, ...]:
    return findings_from(RESULTS)


def test_linkcheck_text_has_the_broken_links_only(findings: tuple[Finding, ...]) -> None:
    assert render("txt", findings) == (
        "docs/a, b.md:3: [broken] no.md: 100% missing:\\nno file\n"
        "docs/b.md:12: [broken] c.md#x: no such heading\n"
    )


def test_linkcheck_json_has_every_link_in_order(
    findings: tuple[Finding, ...], validate: Callable[[Any, str], None]
) -> None:
    rows = [json.loads(line) for line in render("jsonl", findings).splitlines()]
    assert [(row["filename"], row["lineno"], row["status"]) for row in rows] == [
        ("docs/a, b.md", 3, "broken"),
        ("docs/b.md", 2, "working"),
        ("docs/b.md", 4, "unchecked"),
        ("docs/b.md", 5, "ignored"),
        ("docs/b.md", 12, "broken"),
    ]
    keys = "filename lineno status code uri info column kind target suggestion"
    assert [" ".join(row) for row in rows] == [keys] * 5
    assert rows[-1]["suggestion"] == "c.md#xy"
    assert rows[1]["kind"] is None
    for row in rows:
        validate(row, "link")


def test_linkcheck_names_files_as_the_build_does() -> None:
    found = findings_from(RESULTS[:1], lambda path: path.removeprefix("docs/"))
    assert json.loads(render("jsonl", found))["filename"] == "b.md"
    assert render("txt", found).startswith("b.md:12: ")
    assert json.loads(render("gitlab", found))[0]["location"]["path"] == "docs/b.md"


def test_the_json_document_counts(
    findings: tuple[Finding, ...], validate: Callable[[Any, str], None]
) -> None:
    data = json.loads(render("json", findings))
    validate(data, "links")
    assert data["counts"] == {"working": 1, "broken": 2, "ignored": 1, "unchecked": 1}
    assert len(data["links"]) == 5


def test_text_reads_like_a_compiler(findings: tuple[Finding, ...]) -> None:
    assert render("text", findings) == (
        "docs/a, b.md:3:7: target: 'no.md': 100% missing:\\nno file\n"
        "docs/b.md:12:7: anchor: 'c.md#x': no such heading; did you mean 'c.md#xy'?\n"
    )
    coloured = render_text(findings, colour=True)
    assert "\x1b[1mdocs/b.md:12:7\x1b[0m: \x1b[31manchor\x1b[0m: " in coloured


def test_github_annotations_are_escaped(findings: tuple[Finding, ...]) -> None:
    assert render("github", findings) == (
        "::error file=docs/a%2C b.md,line=3,col=7,title=runtime-ref target::"
        "'no.md': 100%25 missing:%0Ano file\n"
        "::error file=docs/b.md,line=12,col=7,title=runtime-ref anchor::"
        "'c.md#x': no such heading; did you mean 'c.md#xy'?\n"
    )


def test_gitlab_fingerprints_survive_moved_lines(findings: tuple[Finding, ...]) -> None:
    rows = json.loads(render("gitlab", findings))
    assert rows[1] == {
        "description": "'c.md#x': no such heading; did you mean 'c.md#xy'?",
        "check_name": "runtime_ref.anchor",
        "fingerprint": rows[1]["fingerprint"],
        "severity": "major",
        "location": {"path": "docs/b.md", "lines": {"begin": 12}},
    }
    moved = json.loads(render("gitlab", findings_from([result("docs/b.md", 40, "c.md#x")])))
    assert moved[0]["fingerprint"] == rows[1]["fingerprint"]
    twice = json.loads(render("gitlab", findings_from([RESULTS[0]] * 3)))
    assert len({row["fingerprint"] for row in twice}) == 3


def test_junit_counts_every_checked_link(findings: tuple[Finding, ...]) -> None:
    root = ET.fromstring(render("junit", findings))
    assert root.attrib == {
        "name": "runtime-ref",
        "tests": "4",
        "failures": "2",
        "errors": "0",
        "skipped": "1",
    }
    assert [suite.get("name") for suite in root] == ["docs/a, b.md", "docs/b.md"]
    [failure] = root[0].iter("failure")
    assert failure.attrib == {"type": "target", "message": "'no.md': 100% missing:\nno file"}
    assert [len(case) for case in root[1]] == [0, 1, 1]


def test_the_schema_knows_every_kind_and_so_do_the_counts() -> None:
    schema = json.loads((HERE.parents[1] / "docs/reference/schemas/link.schema.json").read_text())
    assert set(schema["properties"]["kind"]["enum"]) == {*map(str, Kind), None}
    assert set(NOUNS) == set(Kind)


def sarif_schema() -> Draft7Validator:
    return Draft7Validator(json.loads((HERE / "data/sarif-2.1.0.json").read_text()))


def test_sarif_follows_the_published_schema(findings: tuple[Finding, ...]) -> None:
    log = json.loads(render("sarif", findings))
    sarif_schema().validate(log)
    run = log["runs"][0]
    first, second = run["results"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "docs/a%2C%20b.md"
    assert second["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 12,
        "startColumn": 7,
    }
    rules = run["tool"]["driver"]["rules"]
    assert rules[second["ruleIndex"]]["id"] == second["ruleId"] == "runtime_ref.anchor"
    assert {rule["id"] for rule in rules} == {f"runtime_ref.{kind}" for kind in Kind}


def test_a_finding_without_a_line_points_to_its_file() -> None:
    found = (finding_of(Diagnostic("is missing", Location("README.md"), Kind.DOCUMENT)),)
    assert render("text", found) == "README.md: document: is missing\n"
    assert render("github", found).startswith("::error file=README.md,line=1,title=")
    sarif_schema().validate(json.loads(render("sarif", found)))


def test_the_summary_counts_by_kind(findings: tuple[Finding, ...]) -> None:
    assert summary(findings) == (
        "links: 4 checked, 2 broken, 1 ignored (1 missing target, 1 anchor)"
    )
    many = findings_from([result("a.md", 1, "x", Status.WORKING)] * 1204)
    assert summary(many) == "links: 1,204 checked, 0 broken"


def test_a_build_writes_the_reports_it_is_asked_for(
    tmp_path: Path, findings: tuple[Finding, ...]
) -> None:
    written = write_reports(tmp_path / "runtime_ref", tuple(BUILD_REPORTS), findings)
    assert sorted(path.name for path in written) == sorted(
        name for _, name in BUILD_REPORTS.values()
    )
    assert sorted(path.name for path in (tmp_path / "runtime_ref").iterdir()) == sorted(
        path.name for path in written
    )
    text = (tmp_path / "runtime_ref/output.json").read_text(encoding="utf-8")
    assert text == render("jsonl", findings)


ANYTHING = st.text(st.characters(exclude_categories=()), max_size=20)


@example("\ud800", "", "")
@given(ANYTHING, ANYTHING, ANYTHING)
def test_no_text_breaks_a_report(path: str, uri: str, info: str) -> None:
    found = findings_from([result(path or "x", 1, uri, info=info or "?")])
    out = {name: render(name, found).encode("utf-8", "backslashreplace") for name in FORMATS}
    ET.fromstring(out["junit"])
    sarif_schema().validate(json.loads(out["sarif"]))
    assert json.loads(out["jsonl"])["lineno"] == 1
    assert json.loads(out["gitlab"])[0]["check_name"] == "runtime_ref.anchor"
    for name in ("text", "txt", "github"):
        assert len(re.split(r"[\r\n]", out[name].decode().removesuffix("\n"))) == 1, name
    assert b"\x1b" not in out["text"] + out["txt"]


@given(st.text(st.characters(exclude_categories=())))
def test_printable_text_cannot_steer_a_terminal(text: str) -> None:
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]", on_line(text))
    if text.isprintable():
        assert on_line(text) == text


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 3))))
def test_order_is_by_place_and_keeps_equals_as_they_came(places: list[tuple[str, int]]) -> None:
    found = in_order(
        findings_from([result(path, line, str(index)) for index, (path, line) in enumerate(places)])
    )
    assert [(item.path, item.line, int(item.uri)) for item in found] == sorted(
        (path, line, index) for index, (path, line) in enumerate(places)
    )
