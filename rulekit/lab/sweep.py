"""A setting is swept: the same seeds are played with each of its values, and what comes of them is told with intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf, isfinite
from pathlib import Path

from attrs import frozen

from rulekit.api import load
from rulekit.diagnostics import UserError
from rulekit.lab.plan import RunPlan, make_plan
from rulekit.lab.records import Record, RunFile
from rulekit.lab.self_play import SIXTIETHS
from rulekit.lab.setting import SettingValue, Swept, points
from rulekit.lab.statistics import Interval, benjamini_hochberg, mean, of_blocks, p_value
from rulekit.lab.workers import Jobs, cores, run_all

SHARE, SCORE, LENGTH = "win share", "score", "decisions"


@frozen
class Metric:
    """Something that is measured of a game. ``seat``: from 0; -1 where it is of no seat."""

    what: str
    seat: int = -1

    def of(self, record: Record) -> float | None:
        """The measure of one game; None for a game that stopped, and for the score of a player without a rank."""
        if record.stopped is not None:
            return None
        if self.what == SHARE:
            return record.won[self.seat] / SIXTIETHS
        return record.scores[self.seat] if self.what == SCORE else record.decisions

    def over(self, records: Sequence[Record]) -> Interval:
        """With its interval. Games of one seed belong together."""
        blocks: dict[int, list[float]] = {}
        for record in records:
            value = self.of(record)
            if value is not None:
                blocks.setdefault(record.seed, []).append(value)
        found = [sum(block) / len(block) for block in blocks.values()]
        return of_blocks(found) if self.what == SHARE else mean(found)


@frozen
class Value:
    """One value of what is swept. ``measured``: by measure, in the order of :attr:`Sweep.measures`; ``chances``: how likely so
    large a difference to the reference is without any (Benjamini and Hochberg, over the sweep)."""

    value: str
    records: Sequence[Record]
    measured: Sequence[Interval]
    chances: Sequence[float]

    @property
    def stopped(self) -> int:
        return sum(record.stopped is not None for record in self.records)


@frozen
class Sweep:
    """The outcome of a sweep. ``reference``: the value that all others are compared with."""

    title: str
    swept: Swept
    plan: RunPlan
    players: tuple[str, ...]
    measures: Sequence[Metric]
    values: Sequence[Value]
    reference: str
    whole: bool
    note: str

    @property
    def rows(self) -> list[dict[str, object]]:
        """One row for each value and measure, as for a data frame."""
        return [
            {
                "value": v.value,
                "games": len(v.records),
                "stopped": v.stopped,
                "what": m.what,
                "player": self.players[m.seat] if m.seat >= 0 else "",
                "mean": i.value,
                "low": i.low if isfinite(i.low) else None,
                "high": i.high if isfinite(i.high) else None,
                "p": chance,
            }
            for v in self.values
            for m, i, chance in zip(self.measures, v.measured, v.chances, strict=True)
        ]

    def as_dict(self) -> dict[str, object]:
        """Fit for JSON."""
        return {
            "game": self.title,
            "setting": self.swept.name,
            "reference": self.reference,
            "bots": list(self.plan.bots),
            "seed": self.plan.seed,
            "whole": self.whole,
            "rows": self.rows,
        }


def sweep(
    folder: str | Path,
    swept: Swept,
    games: int = 400,
    bots: Sequence[str] = ("random",),
    players: int | None = None,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    variants: Sequence[str | Path] = (),
    jobs: Jobs | None = None,
    resume: bool = False,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Sweep:
    """Plays ``games`` with each value on the same seeds. Random bots play in a native library where there can be one. Raises
    UserError and RulesError for what cannot be played."""
    plans = plans_of(points(folder, variants, options or {}, swept), folder, games, bots, players, seed)
    work = [(plan, RunFile(plan, resume)) for plan in plans]
    whole = run_all(work, cores() if jobs is None else jobs, told)
    return outcome(
        swept, plans, [kept.done for _, kept in work], whole, next((k.fault for _, k in work if k.fault), "")
    )


def plans_of(
    found: Sequence[SettingValue], folder: str | Path, games: int, bots: Sequence[str], players: int | None, seed: int
) -> list[RunPlan]:
    """A plan for each point; at all of them sit as many players."""
    plans = list[RunPlan]()
    for point in found:
        many = players if not plans else plans[0].players
        plans.append(make_plan(folder, bots, games, many, seed, point.options, point.variants))
    return plans


def outcome(
    swept: Swept, plans: Sequence[RunPlan], records: Sequence[Sequence[Record]], whole: bool = True, note: str = ""
) -> Sweep:
    """The outcome from the records of each value."""
    names = seats_of(plans[0])
    if any(seats_of(plan) != names for plan in plans):
        raise UserError(f"{swept.name} changes who plays: the values cannot be compared seat by seat")
    measures = [Metric(what, k) for what in (SHARE, SCORE) for k in range(len(names))] + [Metric(LENGTH)]
    game = load(plans[0].folder, plans[0].variants)
    usual = game.options[swept.name].default if swept.name in game.options else swept.values[0]
    reference = usual if usual in swept.values else swept.values[0]
    base = records[swept.values.index(reference)]
    chances = [[_chance(m, base, found) for m in measures] if found is not base else [] for found in records]
    together = iter(benjamini_hochberg([p for row in chances for p in row]))
    values = [
        Value(value, found, [m.over(found) for m in measures], [next(together) for _ in row] or [1.0] * len(measures))
        for value, found, row in zip(swept.values, records, chances, strict=True)
    ]
    return Sweep(game.title, swept, plans[0], names, measures, values, reference, whole, note)


def seats_of(plan: RunPlan) -> tuple[str, ...]:
    """The names at the table."""
    return tuple(load(plan.folder, plan.variants).compiled(plan.players, plan.options).image.seats)


def _chance(measure: Metric, base: Sequence[Record], found: Sequence[Record]) -> float:
    """Of the differences of games with the same seed and seating."""
    pairs = [(measure.of(a), measure.of(b)) for a, b in zip(base, found, strict=False)]
    differences = [b - a for a, b in pairs if a is not None and b is not None]
    interval = mean(differences)
    return 1.0 if interval.high == inf else p_value(interval)
