"""Tryouts: what is counted of a variant's lines is what happened."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.lab.try_report import lines
from rulekit.lab.tryout import try_out
from tests.lab.trying import choices, fact, points, tried


def test_an_adjustment_counts_where_the_value_is_another(game: Path) -> None:
    found = tried(game, "  adjust gain: at most 2\n")
    steps = [n for made in choices(found) for n in made]
    one = fact(found, 2, "adjust")
    assert one.numbers["applied"] == len(steps) == 96
    assert one.numbers["times"] == steps.count(3) > 0
    assert one.numbers["games"] == sum(3 in made for made in choices(found))


def test_an_adjustment_that_changes_nothing_is_doubtful(game: Path) -> None:
    found = tried(game, "  adjust gain: at most 9\n")
    assert fact(found, 2, "adjust idle").doubtful and found.doubtful
    assert "heard 96 times in 12 games, and never gave another value" in "\n".join(lines(found, "en"))


def test_for_whom_a_new_mark_is_visible_is_told(game: Path) -> None:
    marks = "  marks seen by their owner:\n    spite of each player: from 0 to 9, at first 0\n"
    marks += "  marks seen by all:\n    peace: from 0 to 9, at first 0\n"
    found = tried(game, f"{marks}  after rest:\n    raise my spite by 1\n", games=2)
    told = [*lines(found, "en")]
    assert told[(at := told.index("Who sees what it keeps")) : at + 3] == [
        told[at],
        "  spite: its owner alone",
        "  peace: all",
    ]
    assert "  spite：只有主人" in [*lines(found, "zh-Hans")]
    assert "Who sees what it keeps" not in [*lines(tried(game, "  adjust gain: at most 2\n", games=2), "en")]


def test_a_refusal_counts_where_the_printed_rules_allow(game: Path) -> None:
    found = tried(game, '  refuse resting if my points is at most 4: "go on"\n')
    wanted = sum(2 < n <= 4 for made in choices(found) for player in (0, 1) for n in points(made, player))
    assert fact(found, 2, "refuse").numbers["times"] == wanted > 0


def test_of_two_refusals_it_is_told_which_decides_alone(game: Path) -> None:
    found = tried(
        game,
        '  refuse resting if my points is at most 3: "a little"\n  refuse resting if my points is at most 5: "more"\n',
    )
    after = [n for made in choices(found) for player in (0, 1) for n in points(made, player)]
    assert fact(found, 2, "refuse").numbers["times"] == after.count(3) > 0
    assert fact(found, 2, "alone").numbers["times"] == 0 and fact(found, 2, "alone").doubtful
    assert fact(found, 3, "refuse").numbers["times"] == after.count(4) + after.count(5) > 0


@pytest.mark.parametrize("body,line,what", [
    ('  refuse resting if my points is at least 13: "far"\n', 2, "refuse never"),
    ("  after rest if my tired is at least 9: lower my points by 1\n", 2, "said never"),
    ("  after rest:\n    if my tired is at least 9: lower my points by 1\n", 3, "if never"),
    ("  after rest: raise my points by 0\n", 2, "line idle"),
    ("  after rest: raise my points by bonus\n  number bonus:\n    1 if my tired is 9\n    0 otherwise\n".replace(
        "bonus:", "bonus for {me: player}:"), 4, "clause never"),
    ("  after rest:\n    needs my tired is at most 8: \"worn out\"\n", 3, "needs never"),
    ("  add wind Storm \"A storm\":\n    one card\n    adjust gain: minus 0\n", 2, "card"),
    ("  after walk:\n    choose p among players except me: \"who?\"\n    raise points of p by 1\n", 3, "question forced"),
])  # fmt: skip
def test_what_a_line_never_does(game: Path, body: str, line: int, what: str) -> None:
    found = tried(game, body)
    assert fact(found, line, what).doubtful is (what != "card")


def test_what_never_comes_up_stands_first(game: Path) -> None:
    body = "  adjust gain: at most 2\n  after rest if my tired is at least 9: lower my points by 1\n"
    body += '  refuse resting if my points is at most 3: "a little"\n'
    found = tried(game, body, games=4)
    assert [row.span.line for row in found.rows] == [2, 3, 4]
    told = "\n".join(lines(found, "en"))
    assert told.index("mine.rules:3 ") < told.index("mine.rules:2 ") < told.index("mine.rules:4 ")


FETCHED = """  places seen by nobody:
    chore-pile: a pile of chores
  after rest: carry out Fetch

family chore:
  layer house
  compulsory, whole or not at all
  at first in chore-pile
"a coin from the bank"
chore Fetch "Fetch": {line}
"""


def test_a_line_that_takes_a_whole_card_back_is_told_with_the_reason(game: Path) -> None:
    found = tried(game, FETCHED.format(line="move 1 coin from bank to my purse"), games=6)
    rested = [sum(n > 2 for player in (0, 1) for n in points(made, player)) for made in choices(found)]
    one = fact(found, 11, "taken back")
    assert one.doubtful and one.numbers["games"] == sum(n > 4 for n in rested) > 0
    assert one.numbers["times"] == sum(max(n - 4, 0) for n in rested)
    told = "\n".join(lines(found, "en"))
    assert (
        f"{one.numbers['times']} times this line could not be carried out, and nothing of what it belongs to was"
        in told
    )
    assert "the first time: North: bank holds 0 coins, and 1 should leave it" in told.replace("South", "North")
    assert not found.stops and "Nothing doubtful" not in told
    again = try_out(game, [game.parent / "mine.rules"], 6, jobs=1, resume=True)
    assert again.rows == found.rows  # as they are read from the file of the run


def test_a_refusal_with_a_reason_is_meant(game: Path) -> None:
    line = 'needs coins in bank is at least 1: "the bank is empty"'
    found = tried(game, FETCHED.format(line=f"\n  {line}\n  move 1 coin from bank to my purse"), games=2)
    assert not [x for row in found.rows for x in row.facts if x.what == "taken back"]


def test_all_files_of_a_folder_are_the_variant(game: Path) -> None:
    folder = game.parent / "mine"
    folder.mkdir()
    (folder / "a.rules").write_text('variant Mine of Steps "Mine":\n  after rest: grow weary\n', encoding="utf-8")
    marks = "marks seen by all:\n  spite of each player: from 0 to 9, at first 0\n"
    deed = "to grow weary:\n  raise my spite by 1, to no more than 9\n"
    (folder / "b.rules").write_text(marks + deed, encoding="utf-8")
    found = try_out(game, [folder], 2, jobs=1)
    assert "  spite: all" in [*lines(found, "en")]
    image = found.tracer.compiled.image
    assert {Path(x.file).name: x.variant for x in image.lines} == {
        "game.rules": "",
        "a.rules": "Mine",
        "b.rules": "Mine",
    }


def test_a_card_that_never_comes_is_told(game: Path) -> None:
    found = tried(game, '  add wind Storm "A storm":\n    one card\n    adjust gain: plus 1\n')
    lay = fact(found, 2, "card").numbers
    assert 0 < lay["games"] < 12
    assert fact(found, 4, "adjust").numbers["games"] <= lay["games"]


def test_of_the_game_itself_only_conditions_count(game: Path) -> None:
    """Its lines would take most of the time, and nobody reads how often they were carried out."""
    found = tried(game, "  after rest:\n    move up to 1 coin from bank to my purse\n", 2)
    places = found.tracer.trace.numbers
    assert {Path(file).name for file, _, sort in places if sort.endswith("line")} == {"mine.rules"}
    assert {Path(file).name for file, _, sort in places if sort.endswith("yes")} == {"game.rules"}


def test_changes_of_the_state_are_those_of_the_journal(game: Path) -> None:
    found = tried(game, "  after rest:\n    move up to 1 coin from bank to my purse\n")
    rested = [sum(n > 2 for player in (0, 1) for n in points(made, player)) for made in choices(found)]
    assert fact(found, 3, "line changed").numbers["times"] == sum(min(4, n) for n in rested)


def test_nobody_ranked(game: Path) -> None:
    found = tried(
        game,
        "  set far, of players: players where points of it is at least 20\n"
        "  before rest: end the game, ranking far by points of it\n",
    )
    assert len(found.unranked) == sum(max(points(made, 0) + points(made, 1)) > 2 for made in choices(found)) > 0
    assert "nobody ranked" in "\n".join(lines(found, "en"))


@pytest.mark.parametrize(
    ("games", "said"), [(2, "too few to see a change"), (12, "a change in 3 of 12 may still be missed")]
)
def test_few_pairs_are_called_few(game: Path, games: int, said: str) -> None:
    """With two pairs it is no news that a change in three of two may be missed."""
    found = tried(game, '  refuse resting if my points is at least 9999: "never"\n', games)
    assert said in "\n".join(lines(found, "en"))


def test_what_happens_no_more(game: Path) -> None:
    found = tried(game, '  refuse resting if my tired is at most 8: "never"\n')
    (rest,) = [x for x in found.happened if x.what == "rest"]
    assert rest.never and rest.sure and rest.base > 1
    assert f"rest: never in 12 games; {rest.base:.1f} times a game without" in "\n".join(lines(found, "en"))
