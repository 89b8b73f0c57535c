"""`rulekit lint`: what is declared and never used, never come to, never applies; and how a warning is silenced."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.cli.commands.explain import story
from rulekit.diagnostics import UserError
from rulekit.dsl.explained import explained
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from tests.playing import ROOT, SHOGUN, TOY

pytestmark = pytest.mark.slow

GAMES = sorted(p.parent for folder in ("games/*", "plugins/*/*/game") for p in ROOT.glob(f"{folder}/game.rules"))

VARIANTS = sorted(path for game in GAMES for path in game.glob("variants/*.rules"))
ASKED = '\n  choose n from 0 to 2: "how deep?"\n  raise my points by n\n'

MORE = ASKED[1:].replace("n from", "m from").replace("by n", "by m")
NUTS = "piece nut, nuts: 5, at first in sack\nplaces seen by all:\n  sack: nuts\n"


def findings(text: str, place: Path) -> list[tuple[str, int]]:
    """What lint finds in a further file of the toy game."""
    shutil.copytree(TOY, place)
    (place / "more.rules").write_text(text, encoding="utf-8")
    found, _ = rulekit.lint(place)
    return [(d.code, d.span.line) for d in found if d.span.file.endswith("more.rules")]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("places seen by all:\n  shed: coins\n", [("RK371", 2)]),
        ("marks seen by all:\n  mood of each player: from 0 to 3\n", [("RK371", 2)]),
        (
            "marks seen by all:\n  mood of each player: from 0 to 3\n"
            '"more mood"\norder Brood "Brood" in {here: town}: raise my mood by 1\n',
            [("RK371", 2)],
        ),
        ("number fee of {here: town}: 2\n", [("RK371", 1)]),
        ("family charm:\n  layer house\n", [("RK371", 1)]),
        ('"a point more"\nfeast Dance "A dance": raise my points by 1\n', [("RK372", 2)]),
        ('feast Dance "A dance": raise my points by 1\n', [("RK372", 1), ("RK374", 1)]),
        ("scene duel of {a: player}:\n  to fight it out: raise points of a by 1\n", [("RK372", 1), ("RK346", 2)]),
        ("to dig: dig deeper\nto dig deeper: shuffle draw-pile\n", [("RK346", 1), ("RK372", 2)]),
        ("window peep:\n  asks seat 1\n", [("RK372", 1), ("RK374", 1)]),
        ('"a peep"\nwindow peep:\n  asks seat 1\n"a look"\norder Peek "A look" in {here: town}:\n  open peep\n', []),
        (f'feast Dance "A dance": {ASKED}', [("RK372", 1), ("RK374", 1)]),
        (f'"a dance"\nfeast Dance "A dance": {ASKED}', [("RK372", 2)]),
        (f"to dig: {ASKED}", [("RK346", 1), ("RK374", 2)]),
        (f'"how deep"\nto dig: {ASKED}', [("RK346", 2)]),
        (f"to dig: {ASKED}".replace("  choose", '  "how deep"\n  choose'), [("RK346", 1)]),
        (f"to dig: {ASKED}{MORE}".replace("  choose", '  "how deep"\n  choose', 1), [("RK346", 1), ("RK374", 5)]),
        (NUTS, [("RK374", 1)]),
        (f'"nuts are eaten"\n{NUTS}', []),
        ("to dig: shuffle draw-pile   # no RK346: for later\n", []),
        ("# no RK346: for later\nto dig: shuffle draw-pile\n", []),
        ("to dig: shuffle draw-pile   # no RK346\n", [("RK346", 1), ("RK364", 1)]),
        ("# no RK371: nothing is wrong below\nnumber fee of {here: town}: 2   # no RK371: for later\n", [("RK364", 2)]),
    ],
)
def test_findings(text: str, wanted: list[tuple[str, int]], tmp_path: Path) -> None:
    assert sorted(findings(text, tmp_path / "toy")) == sorted(wanted)


@pytest.mark.parametrize(
    ("choice", "dead"),
    [
        ("goal among towns", True),
        ("goal among towns, or none", True),
        ("goal among players", True),
        ("goal from 1 to 4", True),
        ("goal among 1, 3", True),
        ("goal from 1 to rounds", True),
        ("goal among towns where it is walled", False),
        ("goal among my towns", False),
        ("goal from 1 to my points", False),
        ("goal from rounds to 3", False),
    ],
)
def test_an_otherwise_below_a_choice_that_is_never_empty(choice: str, dead: bool, tmp_path: Path) -> None:
    head = 'weather Trial "A trial":\n  one card with force 1\n  after change weather:\n    each player in players:\n'
    lines = f'      choose {choice}: "which?"\n      otherwise: skip\n      raise my points by 1\n'
    found = [x for x in findings(head + lines, tmp_path / "toy") if x[0] == "RK373"]
    assert found == ([("RK373", 6)] if dead else [])


def test_an_otherwise_below_a_choice_that_a_card_limits_may_come(tmp_path: Path) -> None:
    order = 'order Roam "Roam" in {here: town}:\n  choose goal among towns: "where?"\n  otherwise: stop\n'
    order += "  set owner of goal to me\n"
    card = 'weather Haze "A haze":\n  one card with force 1\n  refuse goal in Roam if goal is walled: "haze"\n'
    assert [x for x in findings(order, tmp_path / "a") if x[0] == "RK373"] == [("RK373", 3)]
    assert not [x for x in findings(order + card, tmp_path / "b") if x[0] == "RK373"]


def test_a_card_that_speaks_fewer_languages_than_the_others(tmp_path: Path) -> None:
    game = tmp_path / "toy"
    shutil.copytree(TOY, game)
    (game / "more.rules").write_text('"a point more"\nfeast Dance "A dance": raise my points by 1\n', encoding="utf-8")
    (game / "words.yaml").write_text("zh-Hans:\n  a point more: 多1分\n  the end: 结束\n", encoding="utf-8")
    rest = '"a point less"\nfeast Fast "A fast": lower my points by 1\n'
    (game / "rest.rules").write_text(rest, encoding="utf-8")
    found = [
        d for d in rulekit.lint(game)[0] if d.code == "RK374" and d.span.file.endswith(("more.rules", "rest.rules"))
    ]
    assert [d.message for d in found] == ["what the feast `Fast` does is not told in zh-Hans"]
    assert (found[0].hint or "").endswith('below `zh-Hans`:  "a point less": ...')


def test_a_variant_is_told_in_the_words_of_its_game(tmp_path: Path) -> None:
    """A house rule that lies elsewhere may speak one language."""
    heading = 'variant Never of Shogun "Never":\n  years is 1\n'
    own, elsewhere = SHOGUN / "variants/long_war.rules", tmp_path / "never.rules"
    assert rulekit.lint(SHOGUN, [own])[0] == []
    for text, wanted in (
        (heading, ["nothing tells people what the variant `Never` changes"]),
        (f'"a year"\n{heading}', []),
    ):
        elsewhere.write_text(text, encoding="utf-8")
        assert [d.message for d in rulekit.lint(SHOGUN, [elsewhere])[0]] == wanted
    game = tmp_path / "shogun"
    shutil.copytree(SHOGUN, game)
    mine = game / "variants/never.rules"
    mine.write_text(f'"a year"\n{heading}', encoding="utf-8")
    found = [d.message for d in rulekit.lint(game, [mine])[0]]
    assert found == [f"what the variant `Never` changes is not told in {lang}" for lang in ("zh-Hans", "zh-Hant", "ja")]


def test_a_game_is_asked_for_its_variants_by_their_headings(tmp_path: Path) -> None:
    game = tmp_path / "shogun"
    shutil.copytree(SHOGUN, game)
    (game / "variants/never.rules").write_text('\nvariant Never of Shogun "No more":\n  nothing\n', encoding="utf-8")
    (found,) = rulekit.lint(game)[0]
    assert (found.code, found.message, found.span.line) == (
        "RK374",
        "nothing tells people what the variant `No more` changes",
        2,
    )


def test_an_adjustment_that_never_applies(tmp_path: Path) -> None:
    path = tmp_path / "never.rules"
    path.write_text(
        '"never"\nvariant Never of Shogun "Never":\n  adjust tax income if years is 9: plus 1\n', encoding="utf-8"
    )
    found, _ = rulekit.lint(SHOGUN, [path])
    assert [d.code for d in found] == ["RK373"]


@pytest.mark.parametrize("game", GAMES, ids=lambda p: p.parent.name)
def test_our_games_hold_nothing_useless(game: Path) -> None:
    assert [f"{d.span}: {d.message}" for d in rulekit.lint(game)[0]] == []


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda p: p.stem)
def test_nor_do_their_variants(variant: Path) -> None:
    assert [f"{d.span}: {d.message}" for d in rulekit.lint(variant.parent.parent, [variant])[0]] == []


WARGAMES = [
    SHOGUN,
    *(game for game in GAMES if game.parent.name in ("rulekit_most_dangerous_time", "rulekit_nobunaga_successors")),
]
LAID = [(game, None) for game in WARGAMES] + [(SHOGUN, path) for path in VARIANTS if path.parent.parent == SHOGUN]


@pytest.mark.parametrize(("game", "variant"), LAID, ids=lambda p: "" if p is None else p.stem or p.name)
def test_whatever_players_meet_has_a_sentence_in_english_and_chinese(game: Path, variant: Path | None) -> None:
    """Cards, events, actions, kinds of units, questions, variants; and lint finds none without, also none that is silenced."""
    laid = [variant] if variant is not None else []
    program = read_program(game, find_plugins().devices, laid)
    found = explained(program)
    families = {entry.family for entry in program.entries.values()}
    assert families and all(any(x.about.startswith(f"what the {family} `") for x in found) for family in families)
    assert any(x.about.endswith("` means") for x in found) and len([x for x in found if "question" in x.about]) > 10
    assert [x.about for x in found if not x.note] == []
    assert [x.about for x in found if x.note not in program.translations["zh-Hans"]] == []
    assert [d.message for d in rulekit.lint(game, laid)[0]] == []
    assert not any("no RK374" in text for text in program.sources.values())


def test_explain() -> None:
    assert "adjust toll" in story("rk309")
    assert "What to do" in story("RK101")
    with pytest.raises(UserError, match="RK999"):
        story("RK999")
