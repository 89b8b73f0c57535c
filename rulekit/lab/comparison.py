"""Compares a game with and without variants, on the same seeds: differences, their significance, and the power of the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from pathlib import Path, PurePath
from statistics import stdev

from attrs import frozen

from rulekit.diagnostics import UserError
from rulekit.lab.messages import text
from rulekit.lab.records import Record
from rulekit.lab.self_play import SIXTIETHS
from rulekit.lab.simulation import Simulation, simulate
from rulekit.lab.statistics import Interval, holm, mean, needed_for, p_value, seen_with
from rulekit.lab.workers import Jobs

SHARE = "win share"

UNSEEN = 3
"""What never happened in n games may still happen in so many of n (95 %)"""


@frozen
class Shift:
    """One number in both. ``difference``: with the variant less without it; ``chance``: how likely so large a one is without any
    (Holm, over all that is compared); ``seen``: the least difference that so many games show in 80 of 100 runs."""

    what: str
    player: str
    base: float
    laid: float
    difference: Interval
    chance: float
    seen: float
    spread: float

    @property
    def sure(self) -> bool:
        """Whether it is a finding at 5 %, all comparisons taken together."""
        return self.chance < 0.05


@frozen
class Comparison:
    """The outcome of a comparison. ``pairs``: seeds (and seatings) that came to an end in both."""

    base: Simulation
    laid: Simulation
    pairs: int
    moved: Sequence[Shift]
    gain: float
    """How many times as many games it would take without pairing, by the scores"""

    @property
    def rows(self) -> list[dict[str, object]]:
        """One row for each number that is compared, as for a data frame."""
        return [
            {
                "what": m.what,
                "player": m.player,
                "base": m.base,
                "with": m.laid,
                "difference": m.difference.value,
                "low": m.difference.low if m.difference.known else None,
                "high": m.difference.high if m.difference.known else None,
                "p": m.chance,
                "seen": None if m.seen == inf else m.seen,
            }
            for m in self.moved
        ]

    @property
    def games(self) -> list[dict[str, object]]:
        """One row for each seat of each game of both, as :attr:`Simulation.rows`; ``changes``: those with which the game was
        played, empty for the base."""
        both = ((self.base, ""), (self.laid, " ".join(self.changes)))
        return [{"changes": changes, **row} for found, changes in both for row in found.rows]

    @property
    def changes(self) -> list[str]:
        """The differences of the two set-ups: names of variants, and options as ``NAME=VALUE``."""
        return [PurePath(v).stem for v in self.variants] + self.options

    @property
    def variants(self) -> list[str]:
        """The files of the variants in which the two differ."""
        return [v for v in self.laid.plan.variants if v not in self.base.plan.variants]

    @property
    def options(self) -> list[str]:
        """The options in which the two differ, as ``NAME=VALUE``."""
        base, laid = self.base.plan.options, self.laid.plan.options
        return [f"{k}={v}" for k, v in laid.items() if base.get(k) != v]

    @property
    def least(self) -> float:
        """The least change of a win share that this run would have seen for every player; infinite where there were no pairs."""
        return max((m.seen for m in self.moved if m.what == SHARE), default=inf)

    @property
    def more(self) -> int:
        """How many more games would show a change of 1 point in a win share."""
        spread = max((m.spread for m in self.moved if m.what == SHARE), default=0.0)
        return max(0, needed_for(0.01, spread) - self.pairs)

    @property
    def power(self) -> str:
        """The power of this run for win shares, in one English sentence."""
        return power(self, "en")


def power(found: Comparison, lang: str) -> str:
    """The power of a run for win shares, in one sentence."""
    return text(_power_key(found), lang, least=100 * found.least, more=f"{found.more:,}", pairs=found.pairs)


def _power_key(found: Comparison) -> str:
    """The key of the sentence (:mod:`rulekit.lab.messages`)."""
    if not any(m.spread for m in found.moved if m.what == SHARE):
        return "power none" if found.pairs > UNSEEN else "power few"
    return "power more" if found.more else "power"


def compare(
    folder: str | Path,
    variants: Sequence[str | Path],
    games: int = 1000,
    bots: Sequence[str] = ("random",),
    players: int | None = None,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    over: Sequence[str | Path] = (),
    jobs: Jobs | None = None,
    resume: bool = False,
    told: Callable[[int, int], None] = lambda done, of: None,
    changed: Mapping[str, object] | None = None,
) -> Comparison:
    """Plays the same seeds with and without ``variants`` and with the options of ``changed``; ``over``: variants that lie over
    both. Raises UserError."""
    base = simulate(folder, games, bots, players, seed, options, over, jobs, resume, told)
    if not base.whole:
        return outcome(base, base)
    other, all_ = {**(options or {}), **(changed or {})}, [*over, *variants]
    both = simulate(folder, games, bots, players, seed, other, all_, jobs, resume, told)
    return outcome(base, both)


def outcome(base: Simulation, laid: Simulation) -> Comparison:
    """Pairs the games of two simulations. Raises UserError where other people sit at the table."""
    if base.players != laid.players:
        raise UserError("the variant changes who plays: the two cannot be compared seat by seat")
    other = {r.game: r for r in laid.finished}
    pairs = [(r, other[r.game]) for r in base.finished if r.game in other]
    found = [_decisions(pairs)] if pairs else []
    for k, name in enumerate(base.players):
        found.append(_moved(SHARE, name, pairs, partial(_share, k)))
        found.append(_moved("score", name, pairs, partial(_score, k)))
    chances = holm([p_value(m.difference) for m in found])
    moved = [
        Shift(m.what, m.player, m.base, m.laid, m.difference, chance, m.seen, m.spread)
        for m, chance in zip(found, chances, strict=True)
    ]
    return Comparison(base, laid, len(pairs), moved, _gain(pairs, len(base.players)))


Pairs = Sequence[tuple[Record, Record]]


def _share(k: int, record: Record) -> float:
    return record.won[k] / SIXTIETHS


def _score(k: int, record: Record) -> float | None:
    return record.scores[k]


def _decisions(pairs: Pairs) -> Shift:
    return _moved("decisions", "", pairs, lambda r: r.decisions)


def _moved(what: str, player: str, pairs: Pairs, number: Callable[[Record], float | None]) -> Shift:
    both = [(number(a), number(b)) for a, b in pairs]
    known = [(a, b) for a, b in both if a is not None and b is not None]
    differences = [b - a for a, b in known]
    spread = stdev(differences) if len(differences) > 1 else 0.0
    before, after = (sum(x[k] for x in known) / len(known) if known else 0.0 for k in (0, 1))
    seen = seen_with(spread, len(differences))
    if what == SHARE and differences:
        seen = max(seen, UNSEEN / len(differences))
    return Shift(what, player, before, after, mean(differences), 1.0, seen, spread)


def _gain(pairs: Pairs, players: int) -> float:
    """(spread of both for themselves) / (spread of their difference), over the mean score of a game."""
    both = [[sum(x or 0 for x in r.scores) / players for r in pair] for pair in pairs]
    if len(both) < 3:
        return 1.0
    apart = sum(stdev(column) ** 2 for column in zip(*both, strict=True))
    together = stdev([b - a for a, b in both]) ** 2
    return apart / together if together else inf
