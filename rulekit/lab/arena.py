"""Ranks bots: win shares with intervals, and Elo. The unit of all intervals is the block: one seed, every seating."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from attrs import asdict, frozen

from rulekit.lab.plan import RunPlan, make_plan
from rulekit.lab.records import Record, RunFile, stopped_games
from rulekit.lab.self_play import SIXTIETHS
from rulekit.lab.statistics import Interval, elo, of_blocks
from rulekit.lab.workers import Jobs, cores, run


@frozen
class Strength:
    """How one bot did. ``share``: of all wins, with its interval; ``even``: what equals would have; ``elo`` against equals."""

    bot: str
    seats: int
    """Seats that it took, over all games"""
    share: Interval
    even: float
    elo: Interval


@frozen
class Arena:
    """The outcome of an arena."""

    plan: RunPlan
    games: int
    """Games of whole blocks: what is counted"""
    stopped: Mapping[str, Sequence[int]]
    """Reason -> seeds of the games that stopped"""
    strengths: Sequence[Strength]
    whole: bool
    """Whether all games were played"""
    note: str = ""

    @property
    def rows(self) -> list[dict[str, object]]:
        """One row for each bot, as for a data frame: ``pandas.DataFrame(rulekit.arena(...).rows)``."""
        return [
            {
                "bot": s.bot,
                "seats": s.seats,
                "share": s.share.value,
                "low": s.share.low,
                "high": s.share.high,
                "even": s.even,
                "elo": s.elo.value,
                "elo_low": s.elo.low,
                "elo_high": s.elo.high,
            }
            for s in self.strengths
        ]

    def as_dict(self) -> dict[str, object]:
        """Fit for JSON; an Elo without end is None."""
        rows = [{k: None if v in (float("inf"), float("-inf")) else v for k, v in row.items()} for row in self.rows]
        plan = {k: v for k, v in asdict(self.plan).items() if k in ("players", "bots", "seed", "content", "variants")}
        return {**plan, "games": self.games, "stopped": {**self.stopped}, "whole": self.whole, "strengths": rows}


def arena(
    folder: str | Path,
    bots: Sequence[str],
    games: int = 100,
    players: int | None = None,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    variants: Sequence[str | Path] = (),
    jobs: Jobs | None = None,
    resume: bool = False,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Arena:
    """Plays bots against each other. ``games`` is rounded up to whole blocks; ``jobs``: processes, normally one for each
    core; ``told(done, of)`` is called after each game. Raises UserError for an unknown bot or game."""
    plan = make_plan(folder, bots, games, players, seed, options, variants)
    kept = RunFile(plan, resume)
    whole = run(plan, cores() if jobs is None else jobs, kept, told)
    return outcome(plan, kept.done, whole, kept.fault)


def outcome(plan: RunPlan, records: Sequence[Record], whole: bool = True, note: str = "") -> Arena:
    """The ranking by the records. Only the unbroken row of whole blocks counts: else short games would count more often."""
    blocks = len(records) // plan.block
    counted = records[: blocks * plan.block]
    found = []
    for bot in dict.fromkeys(plan.bots):
        shares = [_share(counted[k * plan.block : (k + 1) * plan.block], bot) for k in range(blocks)]
        seats = sum(r.bots.count(bot) for r in counted)
        even = sum(seating.count(bot) for seating in plan.seatings) / (plan.block * plan.players)
        share = of_blocks(shares)
        rating = Interval(*(elo(x, even) if even < 1 else 0.0 for x in (share.value, share.low, share.high)))
        found.append(Strength(bot, seats, share, even, rating))
    found.sort(key=lambda s: -s.elo.value)
    return Arena(plan, len(counted), stopped_games(counted), found, whole, note)


def _share(block: Sequence[Record], bot: str) -> float:
    """The share of a bot in all wins of a block; games without a winner count for nobody."""
    wins = sum(won for r in block for name, won in zip(r.bots, r.won, strict=True) if name == bot)
    return wins / (SIXTIETHS * len(block))
