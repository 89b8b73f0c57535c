"""A folded journal tells the same, also of what is long past, and so does a tree that has forgotten it."""

from __future__ import annotations

import random

import pytest

import rulekit
from rulekit.runtime.folded import RECENT, SIZE, FoldedList
from rulekit.runtime.narrative.event_tree import EventTree
from rulekit.runtime.narrative.rows import GameOver, Row, Skipped
from tests.playing import ROOT


def test_a_folded_list_is_the_list() -> None:
    items: list[Row] = [Skipped(k, -1, k, (k, (k, (k, 1))), {0: [k]}) for k in range(3 * SIZE)]
    folded: FoldedList[Row] = FoldedList()
    for k, item in enumerate(items):
        folded.append(item)
        if k % 10 == 0:
            folded.fold()
    assert list(folded) == items == folded and len(folded) == len(items)
    assert [folded[k] for k in (0, SIZE, -1)] == [items[k] for k in (0, SIZE, -1)]
    assert folded[5:] == items[5:] and folded[-3:] == items[-3:]
    copy = folded[:]
    copy.append(GameOver(1))
    assert len(folded) == len(items) and copy[-1] == GameOver(1) and {type(x) for x in copy} == {Skipped, GameOver}
    del folded[len(items) - RECENT :]
    assert list(folded) == items[:-RECENT]
    with pytest.raises(ValueError):
        del folded[3:]


@pytest.mark.parametrize("seed", range(3))
def test_stories_are_the_same(seed: int) -> None:
    """Of each seat, from its last choice on and from the beginning, while another match keeps all of it."""
    game, chance = rulekit.load(ROOT / "games" / "shogun"), random.Random(seed)
    whole, folded = game.start(4, seed), game.start(4, seed)
    told = dict.fromkeys((*whole.players, None), 0)
    for k in range(260):
        if whole.over:
            break
        n = chance.randrange(len(whole.asks))
        player, _, options, _ = whole.asks[n]
        value = chance.choice(options)
        whole.decide(n, value)
        folded.decide(n, value)
        told[whole.players[player]] = whole.happened
        folded.fold_journal()
        tree = folded.tree
        if isinstance(tree, EventTree):
            tree.forget(min(told[name] for name in whole.players))
        for viewer in told:
            since = told[viewer] if viewer is not None else min(told[name] for name in whole.players)
            assert folded.story(viewer, since) == whole.story(viewer, since)
            assert folded.header(viewer) == whole.header(viewer)
        if k % 40 == 0:
            assert folded.story(whole.players[0]) == whole.story(whole.players[0])
            assert folded.scores(None) == whole.scores(None)
            assert folded.save() == whole.save()
