"""Tryouts: what is counted of a variant's lines is what happened, games that stop can be seen, and what the command tells."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulekit.cli import main
from rulekit.diagnostics import RulesError, UserError
from rulekit.lab.line_effects import Measurement
from rulekit.lab.self_play import Player
from rulekit.lab.try_report import lines
from rulekit.lab.tryout import Tryout, try_out
from rulekit.runtime.random_answers import Choice

GAME = """game Steps "Steps":
  named "走步" in zh-Hans
  played by 2 players, called North, South
  begins with play it
  layers printed, weather, house

family wind:
  layer weather
  at first in wind-pile
  in force while it is in sky
places seen by all:
  sky: 1 wind
  bank: coins
  purse of each player: coins
places seen by nobody:
  wind-pile: a pile of winds
piece coin, coins: 4, at first in bank
marks seen by all:
  points of each player: from 0 up, at first 0
  tired of each player: from 0 to 9, at first 0

wind Breeze "A breeze":
  one card
  adjust gain: plus 0

to play it:
  shuffle wind-pile
  move the top card of wind-pile to sky, face up
  repeat 4 times: play a round
  end the game, ranking players by points of it

to play a round:
  each player in players:
    choose n from 0 to 3: "how far?"
    walk n
    if resting is allowed: rest

to walk {n: number}: raise my points by gain of n
to rest: raise my tired by 1

number gain of {n: number}: n
permission resting by {me: player}:
  refuse if my points is at most 2: "not tired yet"
"""


@pytest.fixture
def game(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "steps"
    folder.mkdir()
    (folder / "game.rules").write_text(GAME, encoding="utf-8")
    return folder


def variant(game: Path, body: str) -> Path:
    path = game.parent / "mine.rules"
    path.write_text(f'variant Mine of Steps "Mine":\n{body}', encoding="utf-8")
    return path


def tried(game: Path, body: str, games: int = 12) -> Tryout:
    return try_out(game, [variant(game, body)], games, jobs=1)


def fact(found: Tryout, line: int, what: str) -> Measurement:
    """What was measured of a line of the variant."""
    (row,) = [row for row in found.rows if row.span.line == line]
    (one,) = [x for x in row.facts if x.what == what]
    return one


def choices(found: Tryout) -> list[list[int]]:
    """What was chosen in each game, player by player in turn: played again by the plain rules."""
    player = Player(found.laid.plan)
    out = []
    for number in range(len(found.laid.records)):
        made: list[Choice] = []
        seed, seats = found.laid.plan.game(number)
        player._play(player.game.start(2, seed, journal=False), seats, made)
        out.append([value for _, _, value in made])
    return out


# ---------------------------------------------------------------- what is counted
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


def points(made: list[int], player: int) -> list[int]:
    """The points of a player after each of his rounds."""
    own = made[player::2]
    return [sum(own[: k + 1]) for k in range(len(own))]


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


# ---------------------------------------------------------------- games that stop
STOPS = {
    "too low": (
        "  after walk: lower my points by 1\n",
        "points of North would be -1: it is 0 or more",
        "North的points将变为-1：不得小于0",
    ),
    "too few": (
        "  after rest: move 1 coin from bank to my purse\n",
        "bank holds 0 coins, and 1 should leave it",
        "bank只有0 coins，却要移走1",
    ),
    "too high": (
        "  after rest: raise my tired by 8\n",
        "tired of South would be 10: it goes from 0 to 9",
        "South的tired将变为10：应在0至9之间",
    ),
    "nothing to choose": (
        '  after rest:\n    choose n from 1 to my points - 6: "how many?"\n',
        "there is nothing to choose",
        "没有可选的选项",
    ),
    "nobody wins": (
        "  before rest: end the game, won by players where points of it is 99\n",
        "nobody is meant by it",
        "所指的人不存在",
    ),
    "not met": ('  after rest:\n    needs my tired is 1: "{me} is tired"\n', "South is tired", "South is tired"),
    "taken": (
        '  after rest: move Storm to sky, face up\n  add wind Storm "A storm":\n    one card\n',
        "A breeze lies in sky already",
        "sky中已有A breeze",
    ),
}


@pytest.mark.parametrize("sort", STOPS)
def test_why_a_game_stops(game: Path, sort: str) -> None:
    body, said, chinese = STOPS[sort]
    found = tried(game, body, 20)
    assert found.stops
    assert any(said in found.because(stop) for stop in found.stops), [found.because(stop) for stop in found.stops]
    assert any(chinese in found.because(stop, "zh-Hans") for stop in found.stops), [
        found.because(stop, "zh-Hans") for stop in found.stops
    ][:2]


def run(game: Path, body: str, *words: str) -> Result:
    return CliRunner().invoke(main, ["try", str(game), "--variant", str(variant(game, body)), "--jobs", "1", *words])


def test_a_stopped_game_can_be_seen(game: Path) -> None:
    done = run(game, "  after walk: lower my points by 1\n", "--games", "10", "--saves", str(game.parent / "kept"))
    assert done.exit_code == 1, done.output
    path = game.parent / "kept" / "steps-mine-1.json"
    assert f"rulekit replay {path}" in done.output and "mine.rules:2: this line cannot be carried out" in done.output
    (last,) = [row for row in done.output.splitlines() if "chose 0 (how far?)" in row]
    told = CliRunner().invoke(main, ["replay", str(path), "--plain"])
    before = int(last.split("decision ")[1].split(":")[0]) - 1
    assert told.exit_code == 0 and told.output.endswith(f"\n{before} decision{'s' if before != 1 else ''}\n")
    assert CliRunner().invoke(main, ["replay", str(path), "--verify"]).exit_code == 0
    gone = CliRunner().invoke(main, ["play", "--resume", str(path), "--auto", "--plain"])
    assert "mine.rules:2" in gone.output or gone.exit_code == 0


def test_a_game_that_stops_before_the_first_question(game: Path) -> None:
    done = run(game, "  before play a round: lower tired of North by 1\n", "--games", "4")
    assert done.exit_code == 1 and "before anybody is asked" in done.output
    assert "tired of North would be -1" in done.output and "rulekit replay" not in done.output


# ---------------------------------------------------------------- the command
def test_one_and_two_processes_tell_the_same(game: Path) -> None:
    path = variant(game, "  adjust gain: at most 2\n")
    one, two = (try_out(game, [path], 10, jobs=jobs) for jobs in (1, 2))
    assert json.dumps(one.as_dict()) == json.dumps(two.as_dict())
    assert list(lines(one, "en")) == list(lines(two, "en"))


def test_json_and_a_variant_that_is_fine(game: Path) -> None:
    done = run(game, "  adjust gain: plus 1\n", "--games", "8", "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert data["games"] == 8 and data["whole"] and data["stopped"] == []
    (row,) = data["lines"]
    assert row["place"].endswith("mine.rules:2") and row["facts"][0]["times"] == 64
    assert all(set(x) >= {"what", "place", "base", "with", "low", "high", "p"} for x in data["happenings"])


def test_chinese(game: Path) -> None:
    said = run(game, "  after walk: lower my points by 1\n", "--games", "6", "--lang", "zh").output
    assert "中断的对局" in said and "这一行无法执行：" in said and "重现至此" in said
    assert "games" not in said.replace("games/", "")


def test_what_is_played_when_it_is_interrupted_is_told(game: Path) -> None:
    path = variant(game, "  adjust gain: plus 1\n")

    def stopping(at: int) -> Callable[[int, int], None]:
        def told(done: int, of: int) -> None:
            if done == at:
                raise KeyboardInterrupt

        return told

    found = try_out(game, [path], 10, jobs=1, told=stopping(4))
    assert found.interrupted and len(found.laid.records) == 4 and not found.comparison.pairs
    assert fact(found, 2, "adjust").numbers["applied"] == 32
    begun: list[int] = []
    whole = try_out(game, [path], 10, jobs=1, resume=True, told=lambda done, of: begun.append(done))
    assert begun[0] == 4 and not whole.interrupted and whole.comparison.pairs == 10


def test_no_game_is_begun_when_time_is_over(game: Path) -> None:
    found = try_out(game, [variant(game, "  adjust gain: plus 1\n")], 50, jobs=1, seconds=0)
    assert not found.interrupted and len(found.laid.records) == len(found.base.records) == 1
    assert "time was over after 1 of 50 games" in "\n".join(lines(found, "en"))


def test_what_bots_try_out_is_not_counted(game: Path) -> None:
    """A bot that looks ahead carries lines out in its head: they are not lines of the game."""
    found = try_out(game, [variant(game, "  adjust gain: plus 1\n")], 4, ["greedy"], jobs=1)
    assert fact(found, 2, "adjust").numbers["applied"] == 32


def test_what_bots_alone_read_is_no_line_of_the_game(game: Path) -> None:
    """By what bots judge a position no game is decided: that no game came to it says nothing of the variant. What the game reads
    as well is told."""
    body = """  bots judge by my worth
  number worth of {me: player}: my points + gain of 1 + my comfort
  number comfort of {me: player}: my tired
  adjust comfort: plus 1
  adjust gain: plus 1
"""
    for bots in (["random"], ["greedy"]):
        found = try_out(game, [variant(game, body)], 4, bots, jobs=1)
        assert [row.span.line for row in found.rows] == [6]


def test_mistakes(game: Path) -> None:
    with pytest.raises(RulesError):
        tried(game, "  adjust gian: plus 1\n")
    with pytest.raises(UserError, match="no variant to try"):
        try_out(game, [])
    assert run(game, "  adjust gian: plus 1\n").exit_code == 1
    assert "did you mean `gain`?" in run(game, "  adjust gian: plus 1\n").output


def test_what_is_kept_of_the_compiled_rules_tells_the_same(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time nothing is compiled: what counts comes from the cache. What lies there in another form is left aside."""
    from rulekit import cache
    from rulekit.lab import tracing

    body = '  adjust gain: at most 2\n  add wind Gale "A gale":\n    one card\n'
    first = tried(game, body)
    with monkeypatch.context() as without:
        without.setattr(tracing, "traced", lambda *args: pytest.fail("compiled once more"))
        again = tried(game, body)
    assert [*lines(again, "en")] == [*lines(first, "en")] and again.rows == first.rows
    assert again.laid.records == first.laid.records
    with monkeypatch.context() as damaged:
        damaged.setattr(cache, "read", lambda name: {"image": {}, "numbers": [], "own": []})
        assert cache.stored(tracing._CachedTrace, "any") is None
