"""The story includes the changes that a variant makes inside an event which the game words itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

import rulekit
from tests.playing import SHOGUN, step

GRANARIES = """\
variant Granaries of Shogun "Granaries":
  years is 1
  before suffer the shortage: open the granaries of me
  to open the granaries of {{me: player}}:
    {told}
    raise my rice by 1
"""


def winter(folder: Path, words: str) -> list[str]:
    """The lines of a winter, as Red hears it."""
    rules = folder / "granaries.rules"
    rules.write_text(GRANARIES.format(told=words), encoding="utf-8")
    match, chance = rulekit.load(SHOGUN, [rules]).start(3, seed=7), Random(1)
    while not match.over:
        step(match, chance)
    told = [line.text for node in match.story("Red") for _, line in node.lines()]
    return told[next(k for k, text in enumerate(told) if text.startswith("Winter of year 1")) :]


@pytest.mark.parametrize(
    ("words", "said"),
    [("", "Granaries: rice of Red"), ('tell "{me} opens the granaries"', "Red opens the granaries"), ("not told", "")],
    ids=["nobody has words", "the author has", "the author is silent"],
)
def test_a_change_of_a_variant_in_an_event_of_the_game(words: str, said: str, tmp_path: Path) -> None:
    told = [text for text in winter(tmp_path, words) if "rice of" in text or "granaries" in text]
    assert all(text.startswith(("Granaries: rice of", "Red", "Blue", "Yellow")) for text in told)
    assert bool(told) == bool(said) and (not said or sum(said in text for text in told) == 1), told


RELIEF = """\
variant Relief of Shogun "Relief":
  named "济弱" in zh-Hans
  after clean up:
    {told}
    each player in players with the least number of provinces of it: move up to 2 chests from bank to my purse
"""


@pytest.mark.parametrize(
    ("words", "lang", "said"),
    [
        ("set year to year", "en", "Relief: 2 chests from bank to purse of "),
        ("set year to year", "zh-Hans", "济弱：2个宝箱从银行移到"),
        ("not told", "en", ""),
    ],
    ids=["nobody has words", "in Chinese", "the author is silent"],
)
def test_a_change_of_a_variant_in_a_rule_of_which_nothing_is_told(
    words: str, lang: str, said: str, tmp_path: Path
) -> None:
    rules = tmp_path / "relief.rules"
    rules.write_text(RELIEF.format(told=words), encoding="utf-8")
    match, chance = rulekit.load(SHOGUN, [rules]).start(3, seed=7), Random(1)
    while not any("Summer" in line.text for node in match.story("Red") for _, line in node.lines()):
        step(match, chance)
    told = [line.text for node in match.story("Red", lang=lang) for _, line in node.lines()]
    found = [text for text in told if said and text.startswith(said)]
    assert len(found) == bool(said) and not (said == "" and any("bank to purse" in text for text in told)), told


BLOSSOMS = """\
variant Blossoms of Shogun "Blossoms":
  before lay out the action cards if season is Spring:
    each player in players: see the blossoms
  to see the blossoms:
    pay 1 chest
    raise my points by 2{reason}
"""


@pytest.mark.parametrize(
    ("reason", "why"),
    [("", "Blossoms 2"), (', for "the feast"', "the feast 2")],
    ids=["the title of the variant", "a reason"],
)
def test_points_and_payments_of_a_variant_are_told_once_and_in_time(reason: str, why: str, tmp_path: Path) -> None:
    rules = tmp_path / "blossoms.rules"
    rules.write_text(BLOSSOMS.format(reason=reason), encoding="utf-8")
    match, chance = rulekit.load(SHOGUN, [rules]).start(3, seed=7), Random(1)
    while not any("Summer" in line.text for node in match.story("Red") for _, line in node.lines()):
        step(match, chance)
    told = [line.text for node in match.story("Red") for _, line in node.lines()]
    spring = next(k for k, text in enumerate(told) if text == "Spring of year 1 begins")
    assert told[spring + 1 : spring + 3] == [
        "Blossoms: 1 chest from purse of Red to bank",
        f"Red: +2 points (2): {why}",
    ]
    assert sum("points of" in text or "points (2)" in text for text in told) == 3


@pytest.mark.parametrize(
    ("name", "said", "not_said"),
    [
        ("open_bids", {"en": "Red bids ", "zh-Hans": "红方公开出价："}, {"en": "made a bid", "zh-Hans": "计划并出价"}),
        ("dice_battles", {"en": "The dice give ", "zh-Hans": "掷骰结果"}, {"en": "he tower gives", "zh-Hans": "骰塔"}),
    ],
)
def test_a_variant_that_does_it_otherwise_says_so(
    name: str, said: Mapping[str, str], not_said: Mapping[str, str]
) -> None:
    match, chance = rulekit.load(SHOGUN, [SHOGUN / "variants" / f"{name}.rules"]).start(3, seed=7), Random(1)
    while not match.over:
        step(match, chance)
    for lang in said:
        told = [line.text for node in match.story("Red", lang=lang) for _, line in node.lines()]
        assert any(said[lang] in text for text in told)
        assert not [text for text in told if not_said[lang] in text]
