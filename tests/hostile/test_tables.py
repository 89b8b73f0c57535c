"""A hostile table is answered with a place inside the file; nothing recurses, nothing ends the process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulekit.characters import hidden
from rulekit.diagnostics import Diagnostic
from rulekit.dsl import yaml_reader
from tests.hostile.places import inside
from tests.hostile.tables import BROKEN, DEEP, HIDDEN, KEYS, TABLES


@pytest.fixture(params=["C", "Python"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    if request.param == "C":
        pytest.importorskip("_ruamel_yaml")
    else:
        monkeypatch.setattr(yaml_reader, "_in_c", lambda: None)
    yield request.param


def read(text: str) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    data = yaml_reader.read("t.yaml", text, found)
    assert data is not None or found
    for d in found:
        inside(d, text)
    return found


@pytest.mark.parametrize("name", DEEP)
def test_depth_is_counted_before_anything_is_composed(name: str, parser: str) -> None:
    (found,) = read(DEEP[name])
    assert found.code == "RK201"
    assert "nested more than 32 deep" in found.message or "cannot be a key" in found.message


@pytest.mark.parametrize(
    "text", ["# " + "[" * 100 + "\na: 1\n", 'a: "' + "[" * 100 + '"\n', "a: '" + "{" * 100 + "'\n"]
)
def test_brackets_in_remarks_and_texts_are_not_counted(text: str, parser: str) -> None:
    assert not read(text)


def test_what_is_not_too_deep_is_read(parser: str) -> None:
    assert not read("a: " + "[" * 32 + "]" * 32)
    assert read("a: " + "[" * 33 + "]" * 33)


@pytest.mark.parametrize("name", KEYS)
def test_a_key_is_a_word(name: str, parser: str) -> None:
    (found,) = read(KEYS[name])
    assert "cannot be a key" in found.message and found.hint


@pytest.mark.parametrize("name", HIDDEN)
def test_characters_that_do_not_show_themselves_are_refused(name: str, parser: str) -> None:
    (found,) = read(HIDDEN[name])
    assert found.code == "RK201" and found.span.line == 2
    assert hidden(found.message) is None


@pytest.mark.parametrize("name", BROKEN)
def test_broken_tables_are_answered(name: str, parser: str) -> None:
    if parser == "C" or len(BROKEN[name]) < 100_000:  # the parser in Python takes long, and is not asked for so much
        read(BROKEN[name])


def test_names_are_different() -> None:
    assert len(TABLES) == len(DEEP) + len(KEYS) + len(HIDDEN) + len(BROKEN) + 5
