"""Where the labels of places stand on a raster: two lines, one line or a short one, as there is room; none touches another.

They depend on the board and its scale and not on what lies there, so that nothing jumps in play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define, evolve, field, frozen
from rich.cells import cell_len

from rulekit.tui.raster import ASPECT, Raster

HELD = 4
"""So many cells are kept for who holds a place and how strongly,"""
ROOMY = 7
"""and so many where there is room, for the number of an option as well."""
REACH = (5, 2)
"""So far from its point a label is moved, across and down."""
OUTSIDE, AWAY, ON_OTHERS = 6, 1, 10
"""What it costs: a cell outside one's own area, a step away from the point, a cell on another place's area."""


@frozen
class Label:
    """``name`` is written in row ``y``, and who holds the place in the row ``held``, both from column ``x``. Without room for a
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
    raster: Raster
    names: Mapping[str, str]
    taken: set[tuple[int, int]] = field(factory=set)

    def run(self) -> dict[str, Label]:
        return {key: self._wider(label) for key, label in {key: self._label(key) for key in self._order()}.items()}

    def _wider(self, label: Label) -> Label:
        """The same label with room for more, as far as nothing is in the way."""
        width = label.width
        while width < ROOMY and label.x + width < self.raster.columns:
            column = [(label.x + width + 1, row) for row in label.rows]
            if any(cell in self.taken for cell in column):
                break
            self.taken.update(column)
            width += 1
        return evolve(label, width=width)

    def _order(self) -> list[str]:
        """The most crowded first."""
        at = self.raster.at

        def crowd(key: str) -> float:
            x, y = at[key]
            return -sum(1 / (1 + (x - ox) ** 2 + 4 * (y - oy) ** 2) for ox, oy in at.values())

        return sorted(at, key=crowd)

    def _label(self, key: str) -> Label:
        name = self.names[key]
        wide = cell_len(name)
        forms = (max(wide, HELD), 2, name), (wide + 1 + HELD, 1, name), (HELD, 1, "")
        for width, rows, shown in forms:
            best = min(self._spots(key, width, rows), default=None)
            if best is not None:
                _, x, y = best
                for row in range(y, y + rows):
                    self.taken.update((column, row) for column in range(x - 1, x + width + 1))
                if rows == 1 and shown:  # both in one line: the holder stands before the name
                    return Label(key, x, y, width, shown, y)
                return Label(key, x, y, width, shown, y + rows - 1)
        ax, ay = self.raster.at[key]
        return Label(key, int(ax) - 1, int(ay), HELD, "", int(ay))

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
                if any(cell in self.taken for cell in cells):
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
