"""A hostile rule file is answered with a place inside the file: by itself, before anything is read into a game."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Diagnostic
from rulekit.dsl.parser import parse
from tests.hostile.places import inside
from tests.hostile.rules import DEEP, HIDDEN


def read(text: str) -> Diagnostic:
    found: list[Diagnostic] = []
    parse(text, "x.rules", found)
    (d,) = found
    inside(d, text)
    return d


@pytest.mark.parametrize("name", DEEP)
def test_brackets_in_remarks_texts_and_citations_are_not_counted(name: str) -> None:
    found = read(DEEP[name])
    assert found.code == "RK103" and "nested more than 64 deep" in found.message


@pytest.mark.parametrize("where", ["# {}\nto rest: stop", 'to rest: say "{}"', "to rest: stop [{}]"])
def test_what_is_not_nested_is_read(where: str) -> None:
    found: list[Diagnostic] = []
    assert parse(where.format("(" * 100) + "\n", "x.rules", found) and not found


@pytest.mark.parametrize("name", HIDDEN)
def test_characters_that_do_not_show_themselves_are_refused(name: str) -> None:
    found = read(HIDDEN[name])
    assert found.code == "RK101" and found.span.line == 2 and "U+" in found.message
