"""Tables are the same, positions included, whether the optional parser in C is there or not."""

from __future__ import annotations

import textwrap
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulekit.diagnostics import Diagnostic, Span
from rulekit.dsl import data, plain_yaml
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
                patch.setattr("ruamel.yaml.main.CParser", None)
            out.append((told(data._composed("t.yaml", text, found)), found))
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


# ---------------------------------------------------------------- what is read without a YAML parser
def plain(text: str) -> bool:
    """Compares the plain reader with the parser; says whether the text is plain."""
    quick = plain_yaml.read(text, "t.yaml")
    if quick is not None:
        found: list[Diagnostic] = []
        assert told(quick) == told(data._composed("t.yaml", text, found)), text
        assert not found, text
    return quick is not None


@pytest.mark.parametrize("path", TABLES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_every_table_of_the_games_is_plain(path: Path) -> None:
    assert plain(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        "# nothing\n",
        "a:\n- b\n-  c d # e\nf:\ng: # h\n  i\n",
        "- a: 1\n  b: [2, {c: }]\n-\u0020- d\n  - e\n",
        "a:\n  {b: c,\n   \"d e\": ['f''g',\n   -1]}\n",
        "a: one text\n  on two rows\nb: it''s\n'c''d': #\n",
    ],
)
def test_what_is_plain(text: str) -> None:
    assert plain(text)


@pytest.mark.parametrize("text", [*BROKEN, "a: |\n  b\n", "? a\n: b\n", 'a: "\\n"\n', "a: &b c\n", "a: b", "--- a\n"])
def test_what_is_not_plain_is_left_to_the_parser(text: str) -> None:
    assert plain_yaml.read(text, "t.yaml") is None


def test_a_changed_table_is_the_same_to_both() -> None:
    chance = Random(1)
    texts = [path.read_text(encoding="utf-8").split("\n") for path in TABLES]
    good = 0
    for _ in range(1200):
        whole = chance.choice(texts)
        first = chance.randrange(len(whole))
        text = textwrap.dedent("\n".join(whole[first : first + chance.randint(1, 8)])) + "\n"
        for _ in range(chance.randint(1, 3)):
            at = chance.randint(0, len(text))
            text = text[:at] + chance.choice(["", *CHANGES]) + text[at + chance.choice((0, 1, 1, 4)) :]
        good += plain(text)
    assert 100 < good < 1000


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
