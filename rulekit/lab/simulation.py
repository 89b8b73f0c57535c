"""Simulates many games of one set-up: wins by seat, lengths, the options chosen and their gain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from statistics import NormalDist, median

from attrs import evolve, field, frozen

from rulekit.lab.plan import RunPlan, make_plan, table
from rulekit.lab.records import Record, RunFile, rows, stopped_games
from rulekit.lab.self_play import SIXTIETHS
from rulekit.lab.statistics import Interval, holm, mean, of_blocks
from rulekit.lab.workers import Jobs, cores, run
from rulekit.runtime.compiled import Compiled

RARE = 20
"""An option that fewer players than this chose, or did not choose, is not compared."""


@frozen
class SeatOutcome:
    """The results of one seat. ``scores``: of all games in which it was ranked."""

    seat: int
    player: str
    share: Interval
    score: Interval
    scores: Sequence[int]


@frozen
class ChoiceUse:
    """How often something was chosen, and how those fared who did. ``gain``: their share of the win less that of the others;
    None where too few did, or too few did not. ``chance``: how likely so large a gain is without any (Holm, over all)."""

    choice: str
    option: str
    times: int
    players: int
    """Players (a seat of a game) who chose it at least once"""
    gain: Interval | None = None
    chance: float = 1.0
    question: int = -1
    """The number of the first question at which it was chosen"""
    value: int = -1
    """What it is there"""


@frozen
class Simulation:
    """The outcome of a simulation."""

    plan: RunPlan
    title: str
    players: tuple[str, ...]
    records: Sequence[Record]
    """Whole blocks from the first seed on, stopped games among them"""
    whole: bool
    note: str
    seats: Sequence[SeatOutcome]
    length: Interval
    """Decisions in a game"""
    uses: Sequence[ChoiceUse]
    unused: Sequence[tuple[str, Sequence[str]]]
    """(choice, things of its kind that nobody ever chose there)"""
    stopped: Mapping[str, Sequence[int]] = field(factory=dict)
    """Reason -> seeds of the games that stopped"""

    @property
    def finished(self) -> list[Record]:
        return [r for r in self.records if r.stopped is None]

    @property
    def rows(self) -> list[dict[str, object]]:
        """One row for each seat of each game, as for a data frame: ``pandas.DataFrame(rulekit.simulate(...).rows)``."""
        return rows(self.records, self.players)

    def as_dict(self) -> dict[str, object]:
        """Fit for JSON."""

        def interval(x: Interval) -> dict[str, float | None]:
            return {"value": x.value, "low": x.low if x.known else None, "high": x.high if x.known else None}

        return {
            "game": self.title,
            "games": len(self.records),
            "whole": self.whole,
            "bots": list(self.plan.bots),
            "variants": list(self.plan.variants),
            "seats": [
                {"seat": s.seat, "player": s.player, "share": interval(s.share), "score": interval(s.score)}
                for s in self.seats
            ],
            "decisions": interval(self.length),
            "stopped": {reason: list(seeds) for reason, seeds in self.stopped.items()},
            "uses": [
                {"choice": u.choice, "option": u.option, "times": u.times, "players": u.players}
                | ({} if u.gain is None else {"gain": interval(u.gain), "p": u.chance})
                for u in self.uses
            ],
        }


def simulate(
    folder: str | Path,
    games: int = 1000,
    bots: Sequence[str] = ("random",),
    players: int | None = None,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    variants: Sequence[str | Path] = (),
    jobs: Jobs | None = None,
    resume: bool = False,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Simulation:
    """Plays many games by bots. Raises UserError and RulesError for a plan that cannot be played."""
    plan = make_plan(folder, bots, games, players, seed, options, variants, uses=True)
    kept = RunFile(plan, resume)
    whole = run(plan, cores() if jobs is None else jobs, kept, told)
    return outcome(plan, kept.done, whole, kept.fault)


def outcome(plan: RunPlan, records: Sequence[Record], whole: bool = True, note: str = "") -> Simulation:
    """The outcome from the records."""
    game = table(plan)
    compiled = game.compiled(plan.players, plan.options)
    names = tuple(compiled.image.seats)
    records = records[: len(records) // plan.block * plan.block]
    finished = [r for r in records if r.stopped is None]
    return Simulation(
        plan,
        game.title,
        names,
        records,
        whole,
        note,
        [_seat(k, name, finished) for k, name in enumerate(names)],
        mean([r.decisions for r in finished]),
        _uses(compiled, finished) if plan.uses else [],
        list(_unused(compiled, finished)) if plan.uses else [],
        stopped_games(records),
    )


def _seat(k: int, name: str, records: Sequence[Record]) -> SeatOutcome:
    by_seed: dict[int, list[float]] = {}
    for r in records:
        by_seed.setdefault(r.seed, []).append(r.won[k] / SIXTIETHS)
    scores = [score for r in records if (score := r.scores[k]) is not None]
    share = of_blocks([sum(won) / len(won) for won in by_seed.values()])
    return SeatOutcome(k + 1, name, share, mean(scores), scores)


def histogram(numbers: Sequence[int], most: int = 24) -> list[tuple[int, int, int]]:
    """(from, to, how many) in at most so many equal steps."""
    if not numbers:
        return []
    low, high = min(numbers), max(numbers)
    step = max(1, -(-(high - low + 1) // most))
    counts = Counter((n - low) // step for n in numbers)
    return [(low + k * step, low + (k + 1) * step - 1, counts[k]) for k in range((high - low) // step + 1)]


def middle(numbers: Sequence[int]) -> float:
    """The median; 0 of nothing."""
    return median(numbers) if numbers else 0.0


# ---------------------------------------------------------------- what is chosen
def _uses(compiled: Compiled, records: Sequence[Record]) -> list[ChoiceUse]:
    times: Counter[tuple[str, str]] = Counter()
    won: dict[tuple[str, str], list[float]] = {}
    first: dict[tuple[str, str], tuple[int, int]] = {}
    everybody = [won_ / SIXTIETHS for r in records for won_ in r.won]
    for r in records:
        for k, used in enumerate(r.uses):
            found: Counter[tuple[str, str]] = Counter()
            for key, n in used.items():
                question, value = map(int, key.split(":"))
                what = _said(compiled, question, value)
                first.setdefault(what, (question, value))
                found[what] += n
            for what, n in found.items():
                times[what] += n
                won.setdefault(what, []).append(r.won[k] / SIXTIETHS)
    out = [
        ChoiceUse(*what, n, len(won[what]), _gain(won[what], everybody), 1.0, *first[what]) for what, n in times.items()
    ]
    compared = [k for k, use in enumerate(out) if use.gain is not None]
    chances = holm([_chance(out[k].gain) for k in compared])
    for k, chance in zip(compared, chances, strict=True):
        out[k] = evolve(out[k], chance=chance)
    return sorted(out, key=lambda use: (use.choice, -use.times, use.option))


def _said(compiled: Compiled, question: int, value: int) -> tuple[str, str]:
    """(choice, option). A question without a name is called by the line that asks it."""
    about, labels = compiled.image.asks[question], compiled.labels("en")
    return str(about.choice or about.name or labels.line(about.line)), labels.id(about.sort, value)


def _gain(chose: Sequence[float], everybody: Sequence[float]) -> Interval | None:
    """The difference of two shares, for unequal spreads (Welch, with the normal curve)."""
    n, m = len(chose), len(everybody) - len(chose)
    if n < RARE or m < RARE:
        return None
    a, b = sum(chose) / n, (sum(everybody) - sum(chose)) / m
    squares = sum(x * x for x in chose)
    spread_a = max(squares / n - a * a, 0.0)
    spread_b = max((sum(x * x for x in everybody) - squares) / m - b * b, 0.0)
    half = NormalDist().inv_cdf(0.975) * sqrt(spread_a / n + spread_b / m)
    return Interval(a - b, a - b - half, a - b + half)


def _chance(gain: Interval | None) -> float:
    from rulekit.lab.statistics import p_value

    return 1.0 if gain is None else p_value(gain)


def _unused(compiled: Compiled, records: Sequence[Record]) -> Iterator[tuple[str, Sequence[str]]]:
    """Things that could have been chosen as far as their kind goes, and never were."""
    chosen: dict[str, set[int]] = {}
    roots: dict[str, str] = {}
    for key in sorted({key for r in records for used in r.uses for key in used}):
        question, value = map(int, key.split(":"))
        about = compiled.image.asks[question]
        if about.sort.head == "kind" and about.choice:
            chosen.setdefault(str(about.choice), set()).add(value)
            roots[str(about.choice)] = about.sort.of
    for choice, values in chosen.items():
        members = compiled.image.kinds[roots[choice]].members
        never = [member.name for k, member in enumerate(members) if k not in values]
        if never:
            yield choice, never
