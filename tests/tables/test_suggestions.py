"""Near names in messages: likely ones, quoted, and no others."""

from __future__ import annotations

import pytest

from sphinxext_runtime_ref.links.suggest import Candidates, near
from sphinxext_runtime_ref.tables.suggest import did_you_mean, near_names


@pytest.mark.parametrize(
    ("name", "candidate", "is_near"),
    [
        ("APP_SM70_GONE", "APP_SM70_GDN_KKT_BK", False),
        ("APP_CACHE_SIZE", "APP_CACHE_TTL", False),
        ("APP_CACHE_SIZE", "APP_CACHE_SIZES", True),
        ("APP_CAHCE_SIZE", "APP_CACHE_SIZE", True),
        ("batch_token", "batch_tokens", True),
        ("enviroment_variables", "environment_variables", True),
        ("Mode", "BatchMode", True),
        ("max_len", "MAX_LENGTH", True),
    ],
)
def test_names_alike_by_their_first_words_alone_are_not_near(
    name: str, candidate: str, *, is_near: bool
) -> None:
    assert near_names(name, [candidate]) == ([candidate] if is_near else [])


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["name1"], "; did you mean 'name1'?"),
        (["name1", "name2"], "; did you mean 'name1' or 'name2'?"),
        (["name1", "name2", "name3"], "; did you mean 'name1', 'name2' or 'name3'?"),
    ],
)
def test_near_names_are_listed_as_in_a_sentence(names: list[str], said: str) -> None:
    found = did_you_mean("name", names)
    assert sorted(found.split("'")[1::2]) == names
    assert found.translate(str.maketrans("123", "###")) == said.translate(
        str.maketrans("123", "###")
    )


@pytest.mark.parametrize(
    ("name", "candidate", "is_near"),
    [
        ("env.py", "envs.py", True),
        ("env.py", "en.py", True),
        ("env.py", "enc.py", False),
        ("a.py", "ab.py", False),
        ("abc", "abcd", True),
    ],
)
def test_a_short_file_name_is_near_one_with_a_letter_more_or_less(
    name: str, candidate: str, *, is_near: bool
) -> None:
    assert near(name, [candidate]) == (candidate if is_near else None)


def test_long_names_are_not_compared_by_edits() -> None:
    assert near("a" * 120, ["a" * 119]) == "a" * 119
    assert near("a" * 121, ["a" * 120]) is None


HEADINGS = (
    "how-routes-are-made",
    "choosing-the-kernel",
    "installation",
    "install-from-source",
    "basic-usage",
    "advanced-usage",
    "mode-2",
    "cohere-rerank-api",
    "chat-api",
    "sphinxextautodoc",
)


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("install", "installation"),
        ("choosing-kernels", "choosing-the-kernel"),
        ("choose-a-kernel-for-prefill", "choosing-the-kernel"),
        ("routes", "how-routes-are-made"),
        ("install-the-source", "install-from-source"),
        ("usage", None),
        ("how-to-do-it", None),
        ("kernel-routes", None),
        ("mode", "mode-2"),
        ("rerank-api", "cohere-rerank-api"),
        ("chat-template", None),
        ("installation-target", None),
        ("sphinx-settings", None),
        ("mode-1", None),
    ],
)
def test_a_heading_is_related_to_one_that_says_more_or_less(name: str, heading: str | None) -> None:
    assert Candidates(HEADINGS).related(name) == heading


def test_the_nearest_of_many_alike_names_is_found() -> None:
    names = [f"SERVE_{number:04d}_CACHE_{number % 7}" for number in range(2000)]
    assert near_names("SERVE_1503_CACHD_5", names)[0] == "SERVE_1503_CACHE_5"
    assert near_names("serve_1503_cache_5", names)[0] == "SERVE_1503_CACHE_5"
    assert near_names("unlike", names) == []
