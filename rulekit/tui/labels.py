"""Positions the labels of places on a raster: two lines, one line or a short one, as there is room; none touches another.

They depend on the board and its scale, not on the position, so that nothing jumps in play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import define, evolve, field, frozen
from rich.cells import cell_len

from rulekit.tui.raster import ASPECT, Raster

HELD = 4
"""So many cells are reserved for the owner of a place and the strength there,"""
LEAST = 2
"""as many where all is full,"""
ROOMY = 7
"""and so many where there is room, for the number of an option as well."""
ROUNDS = 9
REACH = (5, 2)
"""So far from its point a label is moved, across and down."""
OUTSIDE, AWAY, ON_OTHERS = 6, 1, 10
"""What it costs: a cell outside one's own area, a step away from the point, a cell on another place's area."""


@frozen
class Label:
    """``name`` is written in row ``y``, the owner of the place in the row ``held``, both from column ``x``. Without room for a
    name it is empty."""

    key: str
    x: int
    y: int
    width: int
    name: str
    held: int

    @property
    def rows(self) -> range:
        return range(self.y, max(self.y, self.held) + 1)


@define
class _Labeller:
    """The most crowded places choose first. Who finds no room then is given some for their owner before all others, and it is
    done anew."""

    raster: Raster
    names: Mapping[str, str]
    taken: Counter[tuple[int, int]] = field(factory=Counter)
    """cell -> the number of labels that cover it or its neighbours"""

    def run(self) -> dict[str, Label]:
        order, first = self._order(), list[str]()
        for _ in range(ROUNDS):
            self.taken.clear()
            found = {key: self._held(key) for key in first}
            found |= {key: self._named(key) or self._held(key) for key in order if key not in found}
            lost = [key for key, label in found.items() if label is None]
            if not lost:
                break
            first += lost
        for key in first:
            label = found[key]
            if label is not None:
                self._take(label, -1)
                found[key] = self._named(key) or self._take(label)
        return {key: self._wider(label or self._anyhow(key)) for key, label in found.items()}

    def _named(self, key: str) -> Label | None:
        """With the name, in two lines, or in one behind the owner; None where there is no room for it."""
        wide = cell_len(self.names[key])
        for width, rows in (max(wide, HELD), 2), (wide + 1 + HELD, 1):
            best = min(self._spots(key, width, rows), default=None)
            if best is not None:
                _, x, y = best
                return self._take(Label(key, x, y, width, self.names[key], y + rows - 1))
        return None

    def _held(self, key: str) -> Label | None:
        """The label without a name, with room for the owner only."""
        for width in (HELD, LEAST):
            best = min(self._spots(key, width, 1), default=None)
            if best is not None:
                return self._take(Label(key, best[1], best[2], width, "", best[2]))
        return None

    def _anyhow(self, key: str) -> Label:
        ax, ay = self.raster.at[key]
        return self._take(Label(key, int(ax) - 1, int(ay), LEAST, "", int(ay)))

    def _take(self, label: Label, times: int = 1) -> Label:
        for row in label.rows:
            for column in range(label.x - 1, label.x + label.width + 1):
                self.taken[column, row] += times
        return label

    def _wider(self, label: Label) -> Label:
        """The same label, widened as far as nothing is in the way."""
        width = label.width
        while width < ROOMY and label.x + width < self.raster.columns:
            column = [(label.x + width + 1, row) for row in label.rows]
            if any(self.taken[cell] for cell in column):
                break
            for cell in column:
                self.taken[cell] += 1
            width += 1
        return evolve(label, width=width)

    def _order(self) -> list[str]:
        """The places to be labelled, the most crowded first."""
        at = self.raster.at

        def crowd(key: str) -> float:
            x, y = at[key]
            return -sum(1 / (1 + (x - ox) ** 2 + 4 * (y - oy) ** 2) for ox, oy in at.values())

        return sorted(at, key=crowd)

    def _spots(self, key: str, width: int, rows: int) -> Iterator[tuple[float, int, int]]:
        raster = self.raster
        ax, ay = raster.at[key]
        left, top = round(ax - width / 2), round(ay - rows / 2)
        for dy in range(-REACH[1], REACH[1] + 1):
            for dx in range(-REACH[0], REACH[0] + 1):
                x, y = left + dx, top + dy
                if x < 0 or y < 0 or x + width > raster.columns or y + rows > raster.rows:
                    continue
                cells = [(column, row) for row in range(y, y + rows) for column in range(x, x + width)]
                if any(self.taken[cell] for cell in cells):
                    continue
                owners = [raster.owner[row][column] for column, row in cells]
                cost = OUTSIDE * sum(owner is None for owner in owners)
                cost += ON_OTHERS * sum(owner not in (None, key) for owner in owners)
                yield cost + AWAY * (abs(dx) + ASPECT * abs(dy)), x, y


def labels(raster: Raster, names: Mapping[str, str]) -> dict[str, Label]:
    """A label for each place; ``names`` by the keys of places."""
    return _Labeller(raster, names).run()


def overlaps(found: Sequence[Label]) -> list[tuple[str, str]]:
    """The labels that touch: none, unless even short ones have no room."""
    out = []
    for k, one in enumerate(found):
        for other in found[k + 1 :]:
            rows = set(one.rows) & set(other.rows)
            if rows and one.x < other.x + other.width and other.x < one.x + one.width:
                out.append((one.key, other.key))
    return out
