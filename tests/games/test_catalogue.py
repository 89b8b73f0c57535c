"""The list of clauses and the rulings of SHOGUN are whole: each has a source or a reason, and rule tests that name it."""

from __future__ import annotations

import re
from functools import cache

import pytest
from ruamel.yaml import YAML

from rulekit.dsl.program import Program
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from tests.playing import SHOGUN, game

RULINGS = (SHOGUN / "rulings.md").read_text(encoding="utf-8")
SECTIONS = {part.partition("\n")[0]: part for part in re.split(r"^### ", RULINGS, flags=re.MULTILINE)[1:]}
TELLINGS = {"zh", "en", "walkthrough", "inferred"}


@cache
def program() -> Program:
    return read_program(SHOGUN, find_plugins().devices, tests=True)


@cache
def clauses() -> dict[str, dict[str, object]]:
    rows: dict[str, dict[str, object]] = YAML(typ="safe").load((SHOGUN / "clauses.yaml").read_text(encoding="utf-8"))
    return rows


def test_every_clause_names_its_source() -> None:
    for name, clause in clauses()["clauses"].items():
        assert isinstance(clause, dict), name
        assert set(clause["source"]) <= TELLINGS and clause["source"], name


def test_every_clause_and_every_ruling_has_its_tests() -> None:
    named = {clause for test in program().tests for clause in test.covers}
    assert set(program().clauses) - named == set()


def test_every_ruling_is_told_at_length() -> None:
    """A question, what the tellings say, the choice and the reason."""
    assert set(SECTIONS) == set(clauses()["rulings"])
    for name, section in SECTIONS.items():
        for part in ("**Weight ", "- Tellings:", "- We play:", "- Why:"):
            assert part in section, f"{name} lacks “{part}”"


@pytest.mark.parametrize("option", sorted(set(game().options) - {"side", "setup", "years", "first-seat"}))
def test_an_option_that_switches_a_ruling_is_told_there(option: str) -> None:
    """And a rule test that sets it names this ruling: the other reading is proved as well."""
    rulings = {name for name, section in SECTIONS.items() if f"- Option: `{option}`" in section}
    assert rulings, f"no ruling names the option {option}"
    for name in rulings:
        assert any(
            name in test.covers and any(op == "option" and values["x"] == option for op, values, *_ in test.lines)
            for test in program().tests
        ), f"no rule test of {name} plays with {option}"


def test_every_option_of_a_ruling_exists() -> None:
    told = {
        word for section in SECTIONS.values() for word in re.findall(r"^- Option: `([\w-]+)`", section, re.MULTILINE)
    }
    assert told <= set(game().options)
