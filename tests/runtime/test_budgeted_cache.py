"""Caches that share a budget: they give what was put in, keep what is used, and hold no more together than they may."""

from __future__ import annotations

import gc
import random
import threading
import weakref

import pytest
from attrs import evolve

import rulekit
from rulekit.runtime.budgeted_cache import BudgetedCache, CacheBudget
from rulekit.runtime.compiled_cache import CompiledCache
from tests.playing import ROOT


@pytest.mark.parametrize("most", [1, 2, 10, 100])
def test_all_caches_together_hold_no_more_than_the_budget(most: int) -> None:
    budget, chance = CacheBudget(most), random.Random(most)
    caches = [BudgetedCache[int, str](budget) for _ in range(20)]
    for _ in range(5000):
        k, key = chance.randrange(20), chance.randrange(30)
        found = caches[k].get(key)
        assert found in (None, f"{k} {key}")
        if found is None:
            caches[k].put(key, f"{k} {key}")
        assert budget.kept <= most


def test_what_is_used_again_and_again_stays() -> None:
    budget = CacheBudget(10)
    used, passing = BudgetedCache[int, str](budget), BudgetedCache[int, str](budget)
    used.put(1, "used")
    for key in range(1000):
        passing.put(key, "")
        assert used.get(1) == "used"
    assert passing.get(0) is None


def test_what_is_not_used_makes_room() -> None:
    budget = CacheBudget(10)
    cache, other = BudgetedCache[int, str](budget), BudgetedCache[int, str](budget)
    cache.put(1, "old")
    for key in range(10):
        other.put(key, "")
    assert cache.get(1) is None


def test_caches_are_used_by_several_threads() -> None:
    budget = CacheBudget(60)
    caches, wrong = [BudgetedCache[int, str](budget) for _ in range(10)], list[object]()

    def use(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(20_000):
            k, key = chance.randrange(10), chance.randrange(40)
            found = caches[k].get(key)
            if found is None:
                caches[k].put(key, f"{k} {key}")
            elif found != f"{k} {key}":
                wrong.append(found)

    threads = [threading.Thread(target=use, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for key in range(100):  # what the threads left behind ages, as anything else does
        caches[0].put(key, "")
    assert not wrong
    assert budget.kept <= 60


def test_views_of_all_set_ups_share_one_budget() -> None:
    """However long a server plays, in however many languages and set-ups."""
    cache = CompiledCache(parts=CacheBudget(2000))
    game = evolve(rulekit.load(ROOT / "games" / "shogun"), cache=cache)
    for players in (3, 5):
        match, chance = game.start(players, players), random.Random(players)
        for _ in range(150):
            decision = chance.choice(match.decisions)
            match.choose(decision, chance.choice(list(decision.options)))
            for lang in ("en", "zh-Hans"):
                for viewer in (*match.players, None):
                    shown = match.compiled.views(viewer, lang).of(match).shown
            assert cache.parts.kept <= 2000
        assert shown == match.view(None, "zh-Hans")
    assert cache.parts.kept


def test_what_nobody_uses_any_more_goes_without_the_collector() -> None:
    """It makes the whole server wait, so that it comes seldom."""
    match = rulekit.load(ROOT / "games" / "tic_tac_toe").start(None, 1)
    gc.collect()
    gc.disable()
    try:
        views = match.compiled.passing_views(None, "en")
        views.of(match)
        alive = weakref.ref(views.budget)
        del views
        assert alive() is None
    finally:
        gc.enable()
