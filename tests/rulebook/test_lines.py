"""The lines of the rules in Chinese, one by one, as they are quoted to who asks why."""

from __future__ import annotations

import re

import pytest

from rulekit.explain.quotes import bare
from rulekit.explain.quotes import said as row_said
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from rulekit.rulebook import filled, said
from rulekit.rulebook.lines import said_lines
from tests.playing import ROOT, SHOGUN

GAMES = {
    "shogun": SHOGUN,
    **{n: ROOT / "plugins" / n / f"rulekit_{n}" / "game" for n in ("most_dangerous_time", "nobunaga_successors")},
}


def test_lines_and_values_are_said_as_in_the_rulebook() -> None:
    lines = said(SHOGUN, [], "zh")
    assert lines["score the year"] == "年终计分"
    assert filled(lines["move card to my hand"]) == "将牌移到自己的手牌"
    assert lines["adjust tax income: at least 6"] == "“此处的税收”：至少为6"
    assert filled(lines["drafted"]) == "已选取"  # a value by itself
    refused = lines["refuse if target belongs to me"]
    assert filled(refused) == "若目的地属于该玩家，则不允许"  # without the text for players
    assert filled(refused, {"target": "大和"}) == "若大和属于该玩家，则不允许"
    assert lines["if renewing and exchanging is allowed"].startswith("若明牌自动更换，且")


def test_what_stands_in_a_text_for_players_is_not_taken_for_a_clause_or_a_remark() -> None:
    row = '  refuse if here is full: "no [more] # than 3"  [SHG-1, SHG-2]  [SHG-3]   # a remark with "quotes"'
    assert row_said(row) == '  refuse if here is full: "no [more] # than 3"'
    assert bare(row_said(row)) == "refuse if here is full"
    assert bare("to go:") == "to go"


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_the_games_is_there(game: str) -> None:
    program = read_program(GAMES[game], find_plugins().devices)
    lines = said_lines(program, "zh-Hans")
    bodies = [p.body for p in program.points.values()] + [e.body for e in program.entries.values()]
    for x in (inner for body in bodies for outer in body for inner in outer.walk()):
        row = bare(row_said(program.sources[x.span.file].splitlines()[x.span.line - 1]))
        assert row in lines, row
        assert not re.search("[<>]|&[a-z]+;", lines[row]), lines[row]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_quoted_by_itself_can_be_read(game: str, lang: str) -> None:
    """The member that is spoken of is a mark while a sentence is put together, and a word, or nothing, in the end."""
    quoted = said(GAMES[game], [], lang)
    assert all(text.isprintable() for text in quoted.values())
    assert not [text for text in quoted.values() if text.startswith(("存在所有", "不存在所有"))]


def test_what_a_variant_says_is_there_with_it_only() -> None:
    variant = SHOGUN / "variants" / "long_war.rules"
    row = "adjust tax income if Tax Ceiling is in event-space"
    assert any(line.startswith(row) for line in said(SHOGUN, [variant], "zh"))
    assert not any(line.startswith(row) for line in said(SHOGUN, [], "zh"))


def test_a_language_without_a_table_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        said(ROOT / "games" / "tic_tac_toe", [], "ja")
