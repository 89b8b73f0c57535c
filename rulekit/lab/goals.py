"""What a search looks for: a goal in words, and how far games are from it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import inf, sqrt
from statistics import fmean

from attrs import frozen

from rulekit.diagnostics import UserError
from rulekit.lab.records import Record
from rulekit.lab.statistics import Interval, t_of
from rulekit.lab.sweep import LENGTH, SHARE, Metric

GROUPS = 20
"""Groups of blocks of the jackknife"""
FORMS = "`win share per seat even`, `win share of PLAYER 30 %`, `score 40`, `score of PLAYER 40`, `decisions 300`"
FORM = re.compile(r"(win share|score|decisions)(?: of (.+?))? (-?\d+(?:\.\d+)?) ?(%?)")

Block = Sequence[float]
"""What one seed measured, seat by seat"""


@frozen
class Goal:
    """``measures``: what is measured; ``target``: what each of them should be; ``mean``: only their mean should."""

    text: str
    measures: tuple[Metric, ...]
    target: float
    mean: bool

    @classmethod
    def read(cls, text: str, players: Sequence[str]) -> Goal:
        """One of :data:`FORMS`. Raises UserError for anything else."""
        said = " ".join(text.split())
        seats = range(len(players))
        if said.lower() in ("win share per seat even", "even"):
            return cls("win share per seat even", tuple(Metric(SHARE, k) for k in seats), 1 / len(players), False)
        found = FORM.fullmatch(said)
        if found is None or (found[1] == LENGTH and found[2]) or (found[1] == SHARE and not found[2]):
            raise UserError(f"{text} is no goal", f"for example: {FORMS}")
        if found[2] and found[2].lower() not in [name.lower() for name in players]:
            raise UserError(f"nobody here is called {found[2]}", "at the table: " + ", ".join(players))
        wanted = float(found[3]) / (100 if found[4] or found[1] == SHARE else 1)
        if found[1] == LENGTH:
            return cls(said, (Metric(LENGTH),), wanted, True)
        own = [k for k in seats if not found[2] or players[k].lower() == found[2].lower()]
        return cls(said, tuple(Metric(found[1], k) for k in own), wanted, True)

    def blocks(self, records: Sequence[Record]) -> dict[int, Block]:
        """The measures by seed, without seeds in which a game stopped or somebody has no score."""
        out: dict[int, list[list[float]]] = {}
        lost = set()
        for record in records:
            row = [m.of(record) for m in self.measures]
            known = [x for x in row if x is not None]
            if len(known) == len(row):
                out.setdefault(record.seed, []).append(known)
            else:
                lost.add(record.seed)
        return {
            seed: [sum(x) / len(x) for x in zip(*rows, strict=True)] for seed, rows in out.items() if seed not in lost
        }

    def off(self, blocks: Sequence[Block]) -> float:
        """How far off the goal: of one number the distance, of several the root of their mean square distance; infinite for no
        blocks."""
        if not blocks:
            return inf
        means: list[float] = [sum(x) / len(blocks) for x in zip(*blocks, strict=True)]
        if self.mean:
            return abs(sum(means) / len(means) - self.target)
        spread = fmean((x - self.target) ** 2 for x in means)
        return sqrt(spread)

    def compared(self, blocks: Mapping[int, Block], best: Mapping[int, Block]) -> Interval:
        """How much further off something is than the best, on the seeds of both, with a 95 % interval."""
        seeds = sorted(blocks.keys() & best.keys())
        groups = min(GROUPS, len(seeds))
        if groups < 2:
            return Interval(0.0, -inf, inf)

        def difference(left_out: int) -> float:
            kept = [seed for k, seed in enumerate(seeds) if k % groups != left_out]
            return self.off([blocks[seed] for seed in kept]) - self.off([best[seed] for seed in kept])

        whole, parts = difference(-1), [difference(k) for k in range(groups)]
        middle = sum(parts) / groups
        error = sqrt((groups - 1) / groups * sum((x - middle) ** 2 for x in parts))
        half = t_of(0.95, groups - 1) * error
        return Interval(whole, whole - half, whole + half)
