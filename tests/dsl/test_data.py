"""Tables are the same, positions included, whether the optional parser in C is there or not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit.diagnostics import Diagnostic, Span
from rulekit.dsl import data, yaml_reader
from rulekit.dsl.datum import Datum

TOP = Path(__file__).parents[2]
TABLES = sorted([*TOP.glob("games/**/*.yaml"), *TOP.glob("plugins/**/game/*.yaml")], key=str)
BROKEN = ("a: [1, 2\nb: 3\n", 'a: "open\n', "- x\n  y: 1\n", "a: *b\n", "a: 1\na: 2\n", "a: 1\n\tb: 2\n")


CHANGES = [*":,[]{}#\"'\n -*&!|>?", "  ", "\n  ", "- ", ": ", " #", "a: b", "{a: b}", "[]", "''", "a: 1\n    b: 2"]


def told(datum: Datum | None) -> Any:
    if datum is None:
        return None
    inside = [told(x) for x in datum.items or ()] or {k: told(v) for k, v in (datum.fields or {}).items()}
    return datum.sort, datum.text, datum.span, inside, datum.keys


def both(monkeypatch: pytest.MonkeyPatch, text: str) -> tuple[tuple[Any, list[Diagnostic]], ...]:
    out = []
    for fast in (True, False):
        found: list[Diagnostic] = []
        with monkeypatch.context() as patch:
            if not fast:
                patch.setattr(yaml_reader, "_in_c", lambda: None)
            out.append((told(yaml_reader.read("t.yaml", text, found)), found))
    return tuple(out)


@pytest.mark.parametrize("path", TABLES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_both_parsers_give_the_same_data(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("_ruamel_yaml")
    with_it, without = both(monkeypatch, path.read_text(encoding="utf-8"))
    assert with_it == without
    assert with_it[0] is not None and with_it[0][2] != Span("t.yaml", 1)


@pytest.mark.parametrize("text", ["a: {b: , c: 1}\n", "a:\nb: 1\n", "a: \n\n\nb:   # nothing\nc: ''\n"])
def test_where_nothing_stands_is_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("_ruamel_yaml")
    with_it, without = both(monkeypatch, text)
    assert with_it == without


@pytest.mark.parametrize("text", BROKEN)
def test_both_parsers_tell_the_same_mistakes(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("_ruamel_yaml")
    with_it, without = both(monkeypatch, text)
    assert with_it == without
    assert with_it[1]


def test_a_table_that_comes_again_has_forgotten_who_asked() -> None:
    """What nothing reads is told, though an earlier reading in this process did read it."""
    text = "towns:\n  Alder: {income: 3}\n"
    first = data.load(Path("t.yaml"), "t.yaml", text, [])
    assert first is not None and first.fields is not None and first.fields["towns"].fields is not None
    first.used.add("towns")
    first.fields["towns"].fields["Alder"].used.add("income")
    again = data.load(Path("t.yaml"), "t.yaml", text, [])
    assert again is not None and again.fields is not None and again.fields["towns"].fields is not None
    assert not again.used and not again.fields["towns"].fields["Alder"].used


def test_who_reads_a_table_notes_what_is_used_for_itself() -> None:
    """Several threads of a server read games at once; what one reader has asked for is nothing to another."""
    text = "towns:\n  Ash: {tax: 3, roads: [Elm]}\n"
    one, other = (data.load(Path("towns.yaml"), "towns.yaml", text, []) for _ in range(2))
    assert one is not None and other is not None and one.fields and other.fields
    one.used.add("towns")
    one.fields["towns"].used.add("Ash")
    assert not other.used and not other.fields["towns"].used
    again = data.load(Path("towns.yaml"), "towns.yaml", text, [])
    assert again is not None and not again.used and one.used == {"towns"}
