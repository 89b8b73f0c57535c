"""The arena: seats, pairs, the same result for any number of processes, going on, and what can be wrong."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from attrs import evolve

from rulekit.diagnostics import UserError
from rulekit.lab.arena import arena, outcome
from rulekit.lab.plan import make_plan, seatings
from rulekit.lab.records import RunFile
from rulekit.lab.self_play import Player
from rulekit.lab.summary import ranked
from rulekit.lab.workers import run
from tests.playing import ROOT

GAME = ROOT / "games" / "tic_tac_toe"
pytestmark = pytest.mark.usefixtures("own_cache")


@pytest.mark.parametrize(
    "bots,players", [("a", 3), ("ab", 2), ("ab", 3), ("ab", 4), ("abbb", 4), ("abc", 4), ("abcde", 3)]
)
def test_each_bot_sits_in_each_seat_equally_often(bots: str, players: int) -> None:
    found = seatings(tuple(bots), players)
    for bot in set(bots):
        taken = Counter(k for seats in found for k, name in enumerate(seats) if name == bot)
        assert len({taken[k] for k in range(players)}) == 1, (bot, found)


def test_greedy_beats_random_and_shares_add_up() -> None:
    found = arena(GAME, ["random", "greedy"], games=60, jobs=1)
    first, second = found.strengths
    assert first.bot == "greedy" and first.share.value > 0.5 and first.elo.value > 0
    assert first.share.value + second.share.value == pytest.approx(1)
    assert first.share.low < first.share.value < first.share.high and found.games == 60 and found.whole


def test_games_that_stopped_are_told_with_their_reason() -> None:
    """The fault of a bot, too: nobody has to look for it with another command."""
    plan = make_plan(GAME, ["greedy", "random"], 4)
    player = Player(plan)
    records = [player.play(k) for k in range(4)]
    fault = "the bot greedy failed: ValueError"
    found = outcome(plan, [records[0], *(evolve(r, stopped=fault) for r in records[1:3]), records[3]])
    assert found.stopped == {fault: [records[1].seed, records[2].seed]}
    said = "\n".join(ranked(found, "en"))
    assert f"2 games stopped, the first with seed {records[1].seed}: {fault}" in said
    assert found.as_dict()["stopped"] == found.stopped


def test_one_and_two_processes_tell_the_same() -> None:
    one, two = (arena(GAME, ["greedy", "random"], games=12, jobs=jobs) for jobs in (1, 2))
    assert json.dumps(one.as_dict()) == json.dumps(two.as_dict())


def test_an_interrupted_run_keeps_what_is_done_and_goes_on() -> None:
    plan = make_plan(GAME, ["greedy", "random"], 10)

    def stop(done: int, of: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    kept = RunFile(plan, resume=False)
    assert not run(plan, 1, kept, stop)
    assert kept.path is not None and len(kept.path.read_text().splitlines()) == 4
    assert not outcome(plan, kept.done, whole=False).whole
    with kept.path.open("a") as file:
        file.write('{"game": 4, "half a li')
    told: list[int] = []
    found = arena(GAME, ["greedy", "random"], 10, resume=True, jobs=1, told=lambda done, of: told.append(done))
    assert told[0] == 4 and found.whole
    assert found.as_dict() == arena(GAME, ["greedy", "random"], 10, jobs=1).as_dict()


KEPT = (
    '{"game":0,"seed":1,"bots":["greedy","random"],"decisions":7,"won":[60,0],"scores":[1,0]}',
    '{"game":1,"seed":1,"bots":["random","greedy"],"stopped":"mine.rules:2: no","choices":[[0,4],[1,-1]],"decisions":1,'
    '"won":[0,0],"scores":[null,null],"uses":[{"0:4":1},{}],"lines":{"3":1},"questions":{"0":[2,1,0,[4,-1]]},'
    '"changes":{"12":1},"rules":{"1":2},"cards":{"wind 0":{"sky":1}}}',
)


def test_the_file_of_a_run_is_that_of_earlier_versions() -> None:
    """An interrupted run goes on with another version of rulekit; a line of another shape ends what is read."""
    plan = make_plan(GAME, ["greedy", "random"], 10)
    kept = RunFile(plan, resume=False)
    assert kept.path is not None
    kept.path.write_text("".join(f"{line}\n" for line in (*KEPT, '{"game":2,"seed":2}')))
    first, stopped = RunFile(plan, resume=True).done
    assert kept.path.read_text().splitlines() == list(KEPT)
    assert first.stopped is None and first.won == [60, 0] and not first.counts.lines
    assert stopped.choices == [(0, 4), (1, -1)] and stopped.counts.questions["0"].asked == 2


def test_a_full_disk_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan(GAME, ["random"], 4)
    kept = RunFile(plan, resume=False)
    assert kept.path is not None
    kept.path = kept.path / "below a file"
    assert run(plan, 1, kept, lambda done, of: None)
    assert len(kept.done) == plan.games and "cannot be kept" in kept.fault


def test_the_same_seed_is_played_from_every_seat() -> None:
    plan = make_plan(GAME, ["greedy", "random"], 5)
    assert plan.games == 6 and [plan.game(k)[0] for k in range(4)] == [1, 1, 2, 2]
    assert Player(plan).play(3) == Player(plan).play(3)


@pytest.mark.parametrize("bots,games,said", [(["gredy"], 4, "there is no bot gredy"), (["random"], 0, "nothing to play"),
                                             ([], 4, "nobody is to play")])  # fmt: skip
def test_what_cannot_be_played(bots: list[str], games: int, said: str) -> None:
    with pytest.raises(UserError, match=said):
        arena(GAME, bots, games)
