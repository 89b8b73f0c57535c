"""Two readers of one language: what `rows` reads, the grammar reads in the same way; what the grammar refuses, `rows` does."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulekit.diagnostics import Diagnostic
from rulekit.dsl import rows
from rulekit.dsl.grammar import parsed
from rulekit.dsl.parser import parse
from rulekit.dsl.syntax import Line, Token
from tests.playing import ROOT

FILES = sorted((ROOT / "games").rglob("*.rules"))
SIGNS = [
    *':,()[]{}#"\n -*|.',
    "the ",
    "\n  ",
    "\n\n",
    "# x\n",
    "# x,\n",
    ",\n  ",
    ", # x\n",
    " 3",
    "[A-1]",
    "Aa B",
    "{x: y}",
]


def tokens(found: Iterable[Token]) -> list[Any]:
    return [(t.kind, t.text, t.line, t.column, t.end, tokens(t.items)) for t in found]


def shown(line: Line) -> Any:
    """Everything that a line holds; what it tells before its tokens are made comes first."""
    early = (line.first, line.number, line.span, line.is_note, line.spelling)
    cited = [(c.clause, c.line, c.column, c.end) for c in line.citations]
    tail = None if line.tail is None else tokens(line.tail)
    body = None if line.body is None else [shown(sub) for sub in line.body]
    return early, tokens(line.tokens), tail, body, cited


def both(text: str) -> bool:
    """Compares the readers; says whether the text is in order."""
    found: list[Diagnostic] = []
    slow, quick = parsed(text, "some.rules", found), rows.read(text, "some.rules")
    if quick is not None:
        assert not found, text
        assert [shown(line) for line in quick] == [shown(line) for line in slow], text
    return quick is not None


@pytest.mark.parametrize("game", sorted({path.relative_to(ROOT / "games").parts[0] for path in FILES}))
def test_all_files_of_the_games_are_read_as_the_grammar_reads_them(game: str) -> None:
    for path in (p for p in FILES if p.relative_to(ROOT / "games").parts[0] == game):
        text = path.read_text(encoding="utf-8")
        assert both(text), path


def test_a_changed_text_means_the_same_to_both() -> None:
    chance = Random(1)
    texts = [path.read_text(encoding="utf-8").split("\n") for path in FILES]
    good = 0
    for _ in range(1500):
        whole = chance.choice(texts)
        first = chance.randrange(len(whole))
        text = textwrap.dedent("\n".join(whole[first : first + chance.randint(1, 10)]))
        for _ in range(chance.randint(1, 3)):
            at = chance.randint(0, len(text))
            text = text[:at] + chance.choice(["", *SIGNS]) + text[at + chance.choice((0, 1, 1, 5)) :]
        good += both(text)
    assert 300 < good < 1200  # the changes are neither harmless nor all deadly


@pytest.mark.parametrize(
    "text",
    [
        "# nothing but a remark",
        "\n\n",
        "a: b\n  c [X-1]\nd [X-2, X-3] [X-4] # e [f]\n",
        "a 1, b,  # a remark behind the comma\n    c {d: e,\n      f (g, h)}\ni\n",
        "a # a remark that ends in a comma,\nb\n",
        'a "(:# [x]": b [Y-1]\n  the c\n',
        "a:\n    b:\n     c\n    d\n  \ne",
    ],
)
def test_what_is_in_order_needs_no_grammar(text: str) -> None:
    assert both(text)


def test_a_remark_that_ends_in_a_comma_ends_its_line() -> None:
    found: list[Diagnostic] = []
    wrong = "a # first,\nb # second,\nc = d\n"
    assert parse(wrong, Path("x.rules").name, found) == []
    assert [(d.code, d.span.line) for d in found] == [("RK101", 3)]
