"""Row by row and in one go: both follow one grammar, and read the same; what the grammar refuses, `rows` refuses."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulekit.diagnostics import Diagnostic
from rulekit.dsl import rows
from rulekit.dsl.grammar import RULES, SAID, Grammar
from rulekit.dsl.lark_parser import parsed
from rulekit.dsl.parser import parse
from rulekit.dsl.syntax import Line, Token
from tests.playing import ROOT, python

pytestmark = pytest.mark.slow

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
        'a: "b"\n  c [X-1]\nd [X-2, X-3] [X-4] # e [f]\n',
        "a 1, b,  # a remark behind the comma\n    c {d: e,\n      f (g, h)}\ni\n",
        "a # a remark that ends in a comma,\nb\n",
        'a "(:# [x]": "b" [Y-1]\n  the c\n',
        "a:\n    b:\n     c\n    d\n  \ne",
    ],
)
def test_what_is_in_order_needs_no_grammar(text: str) -> None:
    assert both(text)


def test_a_block_stands_behind_the_colon_or_below_it() -> None:
    """What stood behind it was silently left out."""
    found: list[Diagnostic] = []
    assert rows.read("a: b\n  c\n", "x") is None
    assert not parsed("a: b\n  c\n", "x", found)
    assert [(d.code, d.span.line, d.span.column) for d in found] == [("RK105", 1, 4)]


def built(grammar: Grammar, row: str) -> tuple[list[str], bool, bool] | None:
    """The texts of the head of a row, whether a block may stand below it, and whether it can do without."""
    signs = grammar.signs(row)
    shape = None if signs is None else grammar.shape([sign[0] for sign in signs])
    if signs is None or shape is None:
        return None
    return [signs[part][1] for part in shape.phrases[0] if isinstance(part, int)], shape.leads, shape.alone


def test_rows_are_what_the_grammar_says() -> None:
    """Nothing about the language stands anywhere else: with another grammar, rows are cut and built otherwise."""
    text = (ROOT / "rulekit/dsl/rules.lark").read_text(encoding="utf-8")
    usual = Grammar.of(text)
    assert built(usual, "move 3 the Red - all  # now") == (["move", "3", "Red", "-", "all"], False, True)
    assert built(usual, "to go:") == (["to", "go"], True, False)
    assert built(usual, "if so: stop") == (["if", "so"], True, True)
    assert [built(usual, row) for row in ("move ~ 3", "move ; 3", "a: b: c", "3)", "a {3: b}")] == [None] * 5
    changed = text.replace("/[,+*|-]/", "/[,+*|~-]/").replace("/the\\b/", "/now\\b/")
    changed = re.sub(
        r"line: (phrase CITE\* _NL) +-> sentence", r'line: \1 -> sentence | phrase ";" \1 -> sentence', changed
    )
    other = Grammar.of(changed)
    assert built(other, "move ~ the now Red") == (["move", "~", "the", "Red"], False, True)
    assert built(other, "move; stop") == (["move"], False, True)


def test_what_is_kept_of_the_grammar_is_what_lark_says() -> None:
    said = json.loads(SAID.read_text(encoding="utf-8"))
    text = RULES.read_text(encoding="utf-8")
    kept, asked = Grammar.kept(text, said), Grammar.of(text)
    assert kept is not None, "the grammar has changed: python -m tests.dsl.update_grammar"
    assert (kept.cut, kept.ignored, kept.items) == (asked.cut, asked.ignored, asked.items)
    assert len(kept.shapes) > 50
    for row in kept.shapes:
        assert kept.shape(row) == asked.shape(row), row
    assert Grammar.kept(text + " ", said) is None


def test_a_game_without_mistakes_needs_no_lark() -> None:
    program = "import os, sys; os.environ['RULEKIT_CACHE'] = 'off'; import rulekit\n"
    program += "print(*rulekit.check('games/shogun')[0], 'lark' in sys.modules)"
    assert python(program) == "False\n"


def test_a_remark_that_ends_in_a_comma_ends_its_line() -> None:
    found: list[Diagnostic] = []
    wrong = "a # first,\nb # second,\nc = d\n"
    assert parse(wrong, Path("x.rules").name, found) == []
    assert [(d.code, d.span.line) for d in found] == [("RK101", 3)]
