"""What is told of a rule line that cannot be carried out: for whom, what would be, what the limit is; and no secret."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulekit
from rulekit.cli import main
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.labels import Labels
from rulekit.stuck import CODES, TEXTS, UNSAID, in_words

GAME = """game Stuck "Stuck":
  played by 2 players, called North, South
  begins with play it
piece coin, coins: 9, at first in bank
kind card is Sun, Moon:
  at first in deck
places seen by all:
  bank: coins
  purse of each player: coins
  table-top: 1 card
places seen by nobody:
  deck: a pile of cards
marks seen by all:
  points of each player: from 0 to 9
  height: from 2 up
marks seen by their owner:
  hope of each player: from 0 to 9
to play it:
  for seat 1: try it for me
  end the game, ranking players by points of it
to try it for {me: player}:
  choose n from 0 to 20: "how many?"
  LINE
"""

CASES = [
    ("move n + 5 coins from bank to my purse", 8, "North: bank holds 9 coins, and 13 should leave it"),
    ("set my points to n + 2", 8, "points of North would be 10: it goes from 0 to 9"),
    ("lower height by n", 7, "North: height would be -5: it is 2 or more"),
    ("raise my hope by n", 12, "North: it would leave its limits"),
    ("move n coins from my purse to bank", 1, "purse of North holds 0 coins, and 1 should leave it"),
    ("set my hope to 4\\n  move my hope coins from my purse to bank", 1, "North: fewer lie there than are needed"),
    ("set my hope to 9\\n  set my points to my hope + n", 3, "North: it would leave its limits"),
    ("move Sun to table-top\\n  move Moon to table-top", 3, "North: a card lies there already"),
    ("choose card among cards where it is in table-top", 3, "North: there is nothing to choose"),
    ("choose 3 of deck, as band", 3, "North: to be chosen: 3, and fewer can be"),
    ("move the top card of deck to table-top\\n  move the top card of deck to table-top", 3, "North: a card lies there already"),
    ("move the card in table-top to deck", 3, "no card lies there"),
    ("repeat n * 100 times: set my points to 1", 11, "there are too many rounds"),
    ("end the game, won by (players where points of it is n)", 3, "North: nobody is meant by it"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "n", "told"), CASES, ids=[line for line, _, _ in CASES])
def test_what_is_told(line: str, n: int, told: str, tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(GAME.replace("LINE", line.replace("\\n", "\n")), encoding="utf-8")
    game = rulekit.load(tmp_path)
    for journal in (True, False):
        match = game.start(2, 1, journal=journal)
        with pytest.raises(RuleFailure) as failed:
            match.choose(match.decisions[0], n)
        assert str(failed.value).endswith(f" ({told})")


def test_the_reason_is_told_in_the_language_of_the_reader(tmp_path: Path) -> None:
    """The line stays as its author wrote it, the reason does not stay English."""
    (tmp_path / "game.rules").write_text(GAME.replace("LINE", "set my points to n + 12"), encoding="utf-8")
    match = rulekit.load(tmp_path).start(2, 1)
    with pytest.raises(RuleFailure) as failed:
        match.choose(match.decisions[0], 8)
    chinese = "North的points将变为20：应在0至9之间"
    assert failed.value.told("zh-Hans").endswith(f"set my points to n + 12 ({chinese})")
    done = CliRunner().invoke(main, ["play", str(tmp_path), "--auto", "--seed", "2", "--lang", "zh"])
    assert done.exit_code == 1 and "这一行无法执行" in done.output and "应在0至9之间" in done.output


def labels(folder: Path, lang: str = "en") -> Labels:
    (folder / "game.rules").write_text(GAME.replace("LINE", "raise my points by n"), encoding="utf-8")
    return rulekit.load(folder).start(2, 1).compiled.labels(lang)


def test_who_writes_the_rules_sees_the_numbers(tmp_path: Path) -> None:
    names = labels(tmp_path)
    assert in_words((CODES["range"], -1, 12, 1, 6), names, to_author=True) == "12 is not from 1 to 6"
    assert in_words((CODES["range"], -1, 12, 1, 6), names) == UNSAID.form("range", "en")
    assert in_words((), names) == ""


def test_what_a_number_may_not_be_is_said_of_each_sort_of_limit(tmp_path: Path) -> None:
    names = labels(tmp_path)
    height, points = (names.image.marks[name].base for name in ("height", "points"))
    low, high = ((CODES["limits"], -1, height, n) for n in (1, 2_000_000_000))
    assert in_words(low, names) == "height would be 1: it is 2 or more"
    assert in_words(high, names) == "height would be 2,000,000,000: that is too much"
    assert (
        in_words((CODES["limits"], 1, points, 12), names) == "South: points of North would be 12: it goes from 0 to 9"
    )


def test_whoever_writes_in_chinese_reads_the_same_numbers(tmp_path: Path) -> None:
    english, chinese = (labels(tmp_path, lang) for lang in ("en", "zh-Hans"))
    assert english.base == "en" and chinese.base == "zh"
    named = {"few": (0, 0, 22, 33), "limits": (english.image.marks["points"].base, 22)}
    coins = next(x.base for x in english.image.columns if (x.sort, x.name) == ("count", "bank"))
    named["few"] = (0, coins, 22, 33)
    spot = english.image.places["table-top"].base
    named["taken"], named["empty"] = (spot, 0), (english.image.places["deck"].base,)
    for name, code in CODES.items():
        values = named.get(name, (11, 22, 33)[: TEXTS.form(name, "en").count("{")])
        told, said = (in_words((code, 1, *values), names, to_author=True) for names in (english, chinese))
        assert told.startswith("South: ") and said.startswith("South：")
        assert re.findall(r"\d+", told) == re.findall(r"\d+", said) or name == "few"
        assert re.search(r"[\u4e00-\u9fff]", said)


def test_pieces_below_nothing_are_told(tmp_path: Path) -> None:
    names = labels(tmp_path)
    assert (
        in_words((CODES["few"], -1, 0, 0, -2, 4), names)
        == "-2 of coins are to be moved: a number of pieces is 0 or more"
    )
