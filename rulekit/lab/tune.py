"""The value of a setting with which games come nearest to a goal.

Sequential halving (Karnin, Koren, Somekh 2013) on common random numbers: all values that are left play the same seeds, the worse
half is dropped, those that stay play on, each round with the same number of games in all. How sure the order is tells a
jackknife over groups of seeds (Quenouille 1956, Tukey 1958). The value found is then played on new seeds, since the best of many
looks better than it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, inf, isfinite, log2
from pathlib import Path

from attrs import evolve, frozen

from rulekit.api import load
from rulekit.diagnostics import UserError
from rulekit.lab.goals import Block, Goal
from rulekit.lab.plan import RunPlan
from rulekit.lab.records import Record, RunFile
from rulekit.lab.setting import Swept, points
from rulekit.lab.statistics import Interval
from rulekit.lab.sweep import Metric, plans_of, seats_of
from rulekit.lab.workers import Jobs, Work, cores, run_all

FRESH = 1_000_000_000
"""How far the seeds of the check are from those of the search"""
FEWEST = 24
"""Games that each value plays at least in a round"""


@frozen
class Candidate:
    """One value. ``off``: how far it was off the goal on all that it played; ``behind``: how much further than the best on common
    seeds; ``rounds``: how many it played."""

    value: str
    games: int
    rounds: int
    off: float
    behind: Interval

    @property
    def possible(self) -> bool:
        """Whether it may be as good as the best, or better (95 %)."""
        return self.behind.low <= 0


@frozen
class Tuning:
    """The outcome of a search. ``checked``: the measures of the best value on new seeds; empty where it was interrupted."""

    title: str
    swept: Swept
    goal: Goal
    players: tuple[str, ...]
    bots: tuple[str, ...]
    candidates: Sequence[Candidate]
    best: str
    checked: Sequence[tuple[Metric, Interval]]
    fresh: int
    stopped: int
    whole: bool
    note: str
    plan: RunPlan
    """Of the first value"""

    @property
    def possible(self) -> list[str]:
        """Other values that may be as good."""
        return [c.value for c in self.candidates if c.possible and c.value != self.best]

    def as_dict(self) -> dict[str, object]:
        """Fit for JSON."""
        return {
            "game": self.title,
            "setting": self.swept.name,
            "goal": self.goal.text,
            "bots": list(self.bots),
            "best": self.best,
            "possible": self.possible,
            "whole": self.whole,
            "stopped": self.stopped,
            "candidates": [
                {"value": c.value, "games": c.games, "rounds": c.rounds, "off": _finite(c.off)}
                | {"behind": _finite(c.behind.value), "low": _finite(c.behind.low), "high": _finite(c.behind.high)}
                for c in self.candidates
            ],
            "checked": [
                {"what": m.what, "player": self.players[m.seat] if m.seat >= 0 else "", "mean": i.value}
                | {"low": _finite(i.low), "high": _finite(i.high)}
                for m, i in self.checked
            ],
            "fresh": self.fresh,
        }


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None


def tune(
    folder: str | Path,
    swept: Swept,
    goal: str,
    games: int = 8000,
    bots: Sequence[str] = ("random",),
    players: int | None = None,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    variants: Sequence[str | Path] = (),
    jobs: Jobs | None = None,
    resume: bool = False,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Tuning:
    """Looks among the values of ``swept`` for the one that comes nearest to ``goal`` (:data:`rulekit.lab.goals.FORMS`).
    ``games``: in all, without those on new seeds. Raises UserError and RulesError for what cannot be played."""
    plans = plans_of(points(folder, variants, options or {}, swept), folder, 1, bots, players, seed)
    names = seats_of(plans[0])
    if any(seats_of(plan) != names for plan in plans):
        raise UserError(f"{swept.name} changes who plays: the values cannot be compared seat by seat")
    many = cores() if jobs is None else jobs
    search = _SuccessiveHalving(Goal.read(goal, names), plans, [RunFile(plan, resume) for plan in plans], games)
    whole = all(run_all(work, many, told) for work in search.rounds())
    best = search.best()
    plan = evolve(plans[best], seed=plans[best].seed + FRESH, games=_whole(plans[best], len(search.kept[best].done)))
    check = RunFile(plan, resume)
    whole = whole and run_all([(plan, check)], many, told)
    return _outcome(search, swept, names, best, check.done if whole else [], whole)


class _SuccessiveHalving:
    """The rounds of a search. ``left``: numbers of the values that are not dropped."""

    def __init__(self, goal: Goal, plans: Sequence[RunPlan], kept: Sequence[RunFile], games: int) -> None:
        self.goal, self.plans, self.kept, self.games = goal, plans, kept, games
        self.left = list(range(len(plans)))
        self.played = [0] * len(plans)
        self.counts = [0] * len(plans)

    def rounds(self) -> Iterator[Work]:
        """The games to play, round by round; after each round the worse half is dropped."""
        count = max(1, ceil(log2(len(self.plans))))
        for number in range(count):
            more = max(FEWEST, self.games // (count * len(self.left)))
            for k in self.left:
                self.played[k] += 1
                self.counts[k] = _whole(self.plans[k], self.counts[k] + more)
            yield [(evolve(self.plans[k], games=self.counts[k]), self.kept[k]) for k in self.left]
            if number < count - 1:
                self.left = sorted(sorted(self.left, key=self.off)[: ceil(len(self.left) / 2)])

    def records(self, k: int) -> Sequence[Record]:
        """Those of the seeds that its rounds have asked for: a run that is gone on with may have more."""
        return self.kept[k].done[: self.counts[k]]

    def blocks(self, k: int) -> dict[int, Block]:
        return self.goal.blocks(self.records(k))

    def off(self, k: int) -> float:
        return self.goal.off([*self.blocks(k).values()])

    def best(self) -> int:
        """Among those that played most."""
        return min(self.left, key=self.off)


def _whole(plan: RunPlan, games: int) -> int:
    return max(1, -(-games // plan.block)) * plan.block


def _outcome(
    search: _SuccessiveHalving, swept: Swept, names: tuple[str, ...], best: int, fresh: Sequence[Record], whole: bool
) -> Tuning:
    blocks = [search.blocks(k) for k in range(len(search.plans))]
    candidates = [
        Candidate(
            value,
            len(search.records(k)),
            search.played[k],
            search.goal.off([*blocks[k].values()]),
            Interval(0.0, 0.0, 0.0)
            if k == best
            else search.goal.compared(blocks[k], blocks[best])
            if blocks[k]
            else Interval(inf, inf, inf),
        )
        for k, value in enumerate(swept.values)
    ]
    return Tuning(
        load(search.plans[0].folder, search.plans[0].variants).title,
        swept,
        search.goal,
        names,
        search.plans[0].bots,
        candidates,
        swept.values[best],
        [(m, m.over(fresh)) for m in search.goal.measures] if fresh else [],
        len(fresh),
        sum(r.stopped is not None for k in range(len(search.plans)) for r in search.records(k)),
        whole,
        next((k.fault for k in search.kept if k.fault), ""),
        search.plans[0],
    )
