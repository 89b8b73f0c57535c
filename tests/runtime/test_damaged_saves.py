"""A save with anything changed in it is resumed as the match that it was, or refused with a UserError; never a traceback."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import rulekit
from tests.playing import TOY, game, play

VALUES: list[Any] = [None, "", [], {}, -1, 10**30, "x", True, 1.5, [1], {"a": 1}, 0, 99999, [[]], [None]]


def paths(x: Any, path: tuple = ()) -> Iterator[tuple]:
    if path:
        yield path
    for k in x if isinstance(x, dict) else range(len(x)) if isinstance(x, list) else ():
        yield from paths(x[k], (*path, k))


def damaged(saved: dict[str, Any], random: Random) -> dict[str, Any]:
    made: dict[str, Any] = copy.deepcopy(saved)
    all_paths = list(paths(made))
    path = random.choice(random.choice([all_paths, [p for p in all_paths if len(p) <= 2]]))
    inner = made
    for k in path[:-1]:
        inner = inner[k]
    if random.random() < 0.3:
        del inner[path[-1]]
    elif random.random() < 0.5 and type(inner[path[-1]]) is int:
        inner[path[-1]] += random.choice([-1, 1, 2, 1000])
    else:
        inner[path[-1]] = random.choice(VALUES)
    return made


@pytest.mark.parametrize("journal", [True, False], ids=["told", "quiet"])
@pytest.mark.parametrize("block", range(4))
def test_damage_is_refused(journal: bool, block: int) -> None:
    match = game(TOY).start(2, 3)
    for _ in play(match, Random(3), 14):
        pass
    saved = json.loads(json.dumps(match.save()))
    refused = 0
    for seed in range(block * 200, block * 200 + 200):
        try:
            resumed = game(TOY).resume(damaged(saved, Random(seed)), journal)
        except rulekit.UserError as error:
            assert error.message
            refused += 1
            continue
        if not journal:
            assert resumed == match, "a changed state was taken for the true one"
    assert refused > 50


@pytest.mark.parametrize("junk", [None, [], "x", 3, {}, {"format": "rulekit-save"}], ids=repr)
def test_junk_is_no_save(junk: Any) -> None:
    for way in (game(TOY).resume, game(TOY).replay):
        with pytest.raises(rulekit.UserError):
            way(junk)


def test_a_replay_asks_whether_the_choices_can_be_made_and_not_where_they_are_said_to_lead() -> None:
    match = game(TOY).start(2, 3)
    states = [match.hash() for _ in play(match, Random(3), 14)]
    assert len({*states}) == len(states) > 10
    saved = json.loads(json.dumps(match.save()))
    for other in ({"hash": "0" * len(saved["hash"])}, {"position": copy.deepcopy(saved["position"])}):
        forged = {**saved, **other}
        if "position" in other:
            next(iter(forged["position"].values())).clear()
        with pytest.raises(rulekit.UserError, match="damaged"):
            game(TOY).resume(forged)
        assert game(TOY).replay(forged) == match
        assert [game(TOY).replay(forged, to).hash() for to in range(len(states))] == states
    for broken in ([0, "no such option", ""], saved["choices"][0]):
        lacking = {**saved, "choices": [*saved["choices"][:-1], broken]}
        with pytest.raises(rulekit.UserError, match="damaged"):
            game(TOY).replay(lacking)
