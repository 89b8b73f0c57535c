"""Finds a spot for everything that must not touch anything else: names, stacks of pieces, numbers.

Each of them has candidates with a price, and two that touch cost more than any price. We begin with those that have the least
choice and then, again and again, move one that touches another to where that costs least, for the moment not back to where it
came from: the search for few conflicts of Minton et al. (1992) with a short tabu list. It is quick enough for hundreds of names;
the random numbers are always the same, so that a board is always drawn alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from attrs import frozen

from rulekit.board.geometry import Box

TOUCH = 100.0
"""What it costs when two things touch."""
GAP = 1.0
"""So near to each other is touching."""
MOVES = 800
MOST = 60
"""No thing tries more candidates than this, the cheapest ones."""
TABU = 12


@frozen
class CandidatePosition:
    """``boxes`` are covered if it is taken, at a price; what it touches of things that stay where they are is in the price."""

    boxes: Sequence[Box]
    price: float


def solve(things: Sequence[Sequence[CandidatePosition]], seed: int = 1) -> list[int]:
    """For each thing the candidate to be taken. Every thing has at least one."""
    kept = [_cheapest_first(them)[:MOST] for them in things]
    search = _TabuSearch([[them[c] for c in rows] for them, rows in zip(things, kept, strict=True)])
    taken = search.run(Random(seed))
    return [rows[c] for rows, c in zip(kept, taken, strict=True)]


def _cheapest_first(candidates: Sequence[CandidatePosition]) -> list[int]:
    return sorted(range(len(candidates)), key=lambda c: candidates[c].price)


class _TabuSearch:
    """``touched[k][c]``: how many things the candidate ``c`` of ``k`` touches as they are taken now."""

    def __init__(self, things: Sequence[Sequence[CandidatePosition]]) -> None:
        self.things = things
        self.near = _near(things)
        self.edges = [_edges(candidates) for candidates in things]
        self.touched = [[0] * len(candidates) for candidates in things]
        self.taken = [-1] * len(things)
        self._met: dict[tuple[int, int], Sequence[tuple[list[int], Sequence[int]]]] = {}

    def run(self, random: Random) -> list[int]:
        order = sorted(range(len(self.things)), key=lambda k: sum(c.price < TOUCH for c in self.things[k]))
        for k in order:
            self._take(k, self._cheapest(k, range(len(self.things[k]))))
        best, least = list(self.taken), self._total()
        tabu: dict[tuple[int, int], int] = {}
        for move in range(MOVES):
            bad = [k for k in order if self._cost(k, self.taken[k]) >= TOUCH]
            if not bad:
                break
            k = bad[random.randrange(len(bad))]
            free = [c for c in range(len(self.things[k])) if c != self.taken[k] and tabu.get((k, c), -1) < move]
            if not free:
                continue
            tabu[k, self.taken[k]] = move + TABU
            self._take(k, min((self._cost(k, c) + random.random(), c) for c in free)[1])
            if (total := self._total()) < least:
                best, least = list(self.taken), total
        for k, c in enumerate(best):
            self._take(k, c)
        self._polish()
        return self.taken

    def _polish(self) -> None:
        """Everything goes to where it costs least with all others as they are, until nothing moves."""
        for _ in range(6):
            moved = False
            for k, candidates in enumerate(self.things):
                c = self._cheapest(k, range(len(candidates)))
                if self._cost(k, c) < self._cost(k, self.taken[k]) - 1e-6:
                    self._take(k, c)
                    moved = True
            if not moved:
                return

    def _cheapest(self, k: int, choices: Sequence[int]) -> int:
        return min(choices, key=lambda c: (self._cost(k, c), c))

    def _cost(self, k: int, c: int) -> float:
        return self.things[k][c].price + TOUCH * self.touched[k][c]

    def _total(self) -> float:
        return sum(self._cost(k, c) for k, c in enumerate(self.taken))

    def _take(self, k: int, c: int) -> None:
        if c == self.taken[k]:
            return
        for by, n in ((-1, self.taken[k]), (1, c)):
            if n >= 0:
                for counts, met in self._meets(k, n):
                    for m in met:
                        counts[m] += by
        self.taken[k] = c

    def _meets(self, k: int, c: int) -> Sequence[tuple[list[int], Sequence[int]]]:
        """The candidates of other things that a candidate touches, each thing by its row of ``touched``."""
        found = self._met.get((k, c))
        if found is None:
            found = []
            for j in self.near[k]:
                met = {
                    m
                    for box in self.things[k][c].boxes
                    for m, left, top, right, bottom in self.edges[j]
                    if box.left < right and left < box.right and box.top < bottom and top < box.bottom
                }
                if met:
                    found.append((self.touched[j], [*met]))
            self._met[k, c] = found
        return found


def _edges(candidates: Sequence[CandidatePosition]) -> Sequence[tuple[int, float, float, float, float]]:
    """All boxes of a thing with the candidate that each belongs to, grown by the gap: left, top, right, bottom."""
    return [
        (m, box.left - GAP, box.top - GAP, box.right + GAP, box.bottom + GAP)
        for m, candidate in enumerate(candidates)
        for box in candidate.boxes
    ]


def _near(things: Sequence[Sequence[CandidatePosition]]) -> list[list[int]]:
    """Which things can touch which at all."""
    reach = []
    for candidates in things:
        boxes = [box for candidate in candidates for box in candidate.boxes]
        whole = boxes[0]
        for box in boxes[1:]:
            whole = whole.joined(box)
        reach.append(whole.grown(GAP))
    return [[j for j, other in enumerate(reach) if j != k and other.meets(box)] for k, box in enumerate(reach)]
