"""Lays a board out: moves places apart, bends routes, and finds a spot for every name, number and pile of pieces.

The layout depends on the board and the language, not on the position, so that nothing jumps in play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import define, evolve

from rulekit.board import spots
from rulekit.board.cells import cells
from rulekit.board.geometry import Box, Point, bounds
from rulekit.board.layout import BoardLayout, PlaceLayout, between, faults, legend_box, mark_of
from rulekit.board.paths import Ends, Path, in_any, path
from rulekit.board.places import Board, BoardPlace
from rulekit.board.solver import TOUCH, CandidatePosition, solve
from rulekit.board.spread import Spread as Moves
from rulekit.board.spread import spread
from rulekit.board.text_width import broken

STACK = (3.6, 1.45)
"""The usual room for pieces, in letters."""
MARGIN = 12.0
DOUBT = 40.0
"""The most it costs when a name could be taken for that of another place."""
ENOUGH = 30
"""So many candidates that touch nothing are enough for one name."""
TURNS = 2
"""How often names and routes make way for each other."""
TRIES = 8
"""How often places without room for their names are moved further apart."""

Near = Sequence[tuple[str, Box]]
"""Fixed boxes near a place, each with the place that it belongs to."""
Ways = Sequence[tuple[bool, Point, Point, Box]]
"""Parts of routes round a place, each with the box round it, and whether they are those of a route of its own."""


def lay_out(board: Board, language: str = "en") -> BoardLayout:
    """The board with every name, number and route where it touches as little as possible."""
    crowded: list[str] = []
    best: tuple[int, BoardLayout] | None = None
    for _ in range(TRIES):
        found = _Layouter(board, language, crowded).layout()
        wrong = list(faults(found))
        if best is None or len(wrong) < best[0]:
            best = len(wrong), found
        if not wrong or board.look.room is None:
            break
        crowded += [key for fault in wrong for key in fault.places]  # they need more room than the others
    assert best is not None
    return best[1]


@define
class _Layouter:
    board: Board
    language: str
    crowded: Sequence[str] = ()

    @cached_property
    def frame(self) -> Box:
        return Box(0, 0, self.board.look.width, self.board.look.height)

    @cached_property
    def moves(self) -> Moves:
        """The places at their coordinates in the table and in the drawing."""
        look, places = self.board.look, self.board.places
        before = {key: place.at for key, place in places.items()}
        if look.room is None or any(place.outline for place in places.values()):
            return Moves([], [])
        inner = self.frame.grown(-MARGIN - look.letters)
        ways = [(route.a, route.b) for route in self.board.routes]
        after = spread(before, ways, look.room, inner, self.crowded)
        return Moves(list(before.values()), [after[key] for key in before])

    @cached_property
    def places(self) -> dict[str, BoardPlace]:
        after = self.moves.after
        if not after:
            return dict(self.board.places)
        return {key: evolve(place, at=at) for (key, place), at in zip(self.board.places.items(), after, strict=True)}

    @cached_property
    def land(self) -> list[list[Point]]:
        return self._along(self.board.look.land)

    @cached_property
    def water(self) -> list[list[Point]]:
        return self._along(self.board.look.water)

    def _along(self, outlines: Sequence[Sequence[Point]]) -> list[list[Point]]:
        """Outlines in the units of the drawing, moved as the places round them."""
        across, down = self.board.look.stretch
        scaled = [[(x * across, y * down) for x, y in corners] for corners in outlines]
        return [[self.moves.moved(point) for point in corners] for corners in scaled] if self.moves.after else scaled

    @cached_property
    def marks(self) -> dict[str, Box | None]:
        look = self.board.look
        return {key: spots.mark_box(mark_of(look, p), p.at, p.outline) for key, p in self.places.items()}

    def layout(self) -> BoardLayout:
        areas = any(place.outline for place in self.places.values())
        found, paths = self._areas() if areas else self._points()
        around = {} if areas else cells({key: place.at for key, place in self.places.items()}, self.frame)
        return evolve(self._layout(found, paths), land=self.land, water=self.water, cells=around)

    def _layout(self, found: Mapping[str, PlaceLayout], paths: Sequence[Path]) -> BoardLayout:
        return BoardLayout(self.board, self.language, self.frame, found, paths, (), (), {})

    # ------------------------------------------------------------ routes
    def _pairs(self) -> dict[tuple[str, str], list[str]]:
        """The sorts of route that are drawn between two places, the lowest first."""
        out: dict[tuple[str, str], list[str]] = {}
        for sort, stroke in self.board.look.routes.items():
            for route in self.board.routes:
                if route.sort == sort and stroke.width:
                    pair = (route.a, route.b) if (route.b, route.a) not in out else (route.b, route.a)
                    out.setdefault(pair, []).append(sort)
        return out

    def _paths(self, boxes: Mapping[str, Sequence[Box]], kept: Mapping[tuple[str, str], Path] = {}) -> list[Path]:
        return [
            kept.get(pair)
            or self._path(pair, sorts, [box for key, found in boxes.items() if key not in pair for box in found])
            for pair, sorts in self._pairs().items()
        ]

    def _path(self, pair: tuple[str, str], sorts: Sequence[str], boxes: Sequence[Box]) -> Path:
        sea = any(self.board.look.routes[sort].sea for sort in sorts)
        ends = self._end(pair[0]), self._end(pair[1])
        return path(sorts, pair, ends, boxes, (lambda point: not in_any(point, self._solid)) if sea else None)

    @cached_property
    def _solid(self) -> list[tuple[Box, Sequence[Point]]]:
        """The polygons of all land."""
        areas = [*self.land, *(place.outline for place in self.places.values() if place.outline)]
        return [(bounds(corners), corners) for corners in areas]

    def _end(self, key: str) -> Ends:
        place, mark = self.places[key], self.marks[key]
        if place.outline:
            area = [(bounds(place.outline), place.outline)]
            return Ends(place.at, lambda point: in_any(point, area))
        if mark is None:
            return Ends(place.at, lambda point: False)
        (x, y), wide, high = place.at, (mark.right - mark.left) / 2, (mark.bottom - mark.top) / 2
        if mark_of(self.board.look, place).shape == "square":
            return Ends(place.at, lambda p: abs(p[0] - x) <= wide and abs(p[1] - y) <= high)
        return Ends(place.at, lambda p: ((p[0] - x) / wide) ** 2 + ((p[1] - y) / high) ** 2 <= 1)

    # ------------------------------------------------------------ areas
    def _areas(self) -> tuple[dict[str, PlaceLayout], list[Path]]:
        """A board of areas; points that stand among them have their name and their pieces beside their mark."""
        out: dict[str, PlaceLayout] = {}
        choices = {key: self._blocks(place, self.marks[key]) for key, place in self.places.items()}
        candidates = [
            [
                CandidatePosition([*block.boxes(), *([mark] if (mark := self.marks[key]) else [])], price)
                for block, price in found
            ]
            for key, found in choices.items()
        ]
        for (key, found), k in zip(choices.items(), solve(candidates), strict=True):
            block, place, mark = found[k][0], self.places[key], self.marks[key]
            number = spots.number_boxes(mark, self.board.look.letters)[0] if mark is not None and place.number else None
            lines = (place.name(self.language),)
            out[key] = PlaceLayout(place, place.at, lines, block.label, block.stack, mark, number, block.facts)
        boxes = {f"{key} itself": [*spot.texts(), spot.stack] for key, spot in out.items()}
        return out, self._paths(boxes)  # not even the places at its ends may be touched by a route

    def _blocks(self, place: BoardPlace, mark: Box | None) -> list[tuple[spots.Block, float]]:
        look, stack = self.board.look, self._stack_size()
        size = spots.text_size((place.name(self.language),), look.letters)
        if mark is not None:
            return list(spots.beside(mark, stack, size))
        corners = place.outline or list(Box.around(*place.at, 2 * stack[0], 6 * look.letters).corners())
        facts = len(place.facts) + bool(place.number)
        return spots.within(corners, place.at, stack, size, facts, look.letters)

    def _stack_size(self) -> tuple[float, float]:
        look = self.board.look
        wide, high = look.stack
        return (wide, high) if wide and high else (STACK[0] * look.letters, STACK[1] * look.letters)

    # ------------------------------------------------------------ points
    def _points(self) -> tuple[dict[str, PlaceLayout], list[Path]]:
        """Routes go round marks, then names round routes; where that does not do, routes go round names, and so on."""
        fixed = {key: [box.grown(1.5)] for key, box in self.marks.items() if box is not None}
        paths = self._paths(fixed)
        best: tuple[int, dict[str, PlaceLayout], list[Path]] | None = None
        for turn in range(TURNS):
            found = self._named(paths, self._numbers(paths), turn)
            for _ in range(2):
                wrong = sum(1 for _ in faults(self._layout(found, paths)))
                if best is None or wrong < best[0]:
                    best = wrong, found, paths
                if not wrong:
                    return found, paths
                paths = self._bent(fixed, found, paths)
        assert best is not None
        return best[1], best[2]

    def _bent(
        self, fixed: Mapping[str, Sequence[Box]], found: Mapping[str, PlaceLayout], paths: Sequence[Path]
    ) -> list[Path]:
        """The routes, those that touch a name or a number in another bend."""
        boxes = {
            key: [*fixed.get(key, ()), spot.stack] for key, spot in found.items()
        }  # a place's own routes may lie there
        boxes |= {f"{key} itself": spot.texts() for key, spot in found.items()}
        bad = {
            k
            for k, p in enumerate(paths)
            if any(p.crosses(box) for key, some in boxes.items() if key not in (p.a, p.b) for box in some)
        }
        return self._paths(boxes, {(p.a, p.b): p for k, p in enumerate(paths) if k not in bad})

    def _numbers(self, paths: Sequence[Path]) -> dict[str, Box]:
        """The disc with the number of each place that has one: where no route is, and no mark of another place."""
        out = {}
        for key, place in self.places.items():
            mark = self.marks[key]
            if place.number and mark is not None:
                boxes = spots.number_boxes(mark, self.board.look.letters)
                others = [box for other, box in self.marks.items() if other != key and box is not None]

                def bad(box: Box, others: Sequence[Box] = others) -> int:
                    crossed = sum(p.crosses(box) for p in paths)
                    return crossed + sum(box.meets(other, 1) for other in others)

                out[key] = min(boxes, key=bad)
        return out

    def _named(self, paths: Sequence[Path], numbers: Mapping[str, Box], seed: int) -> dict[str, PlaceLayout]:
        """Names and room for pieces, beside the marks."""
        keys = list(self.places)
        legend = legend_box(self.board, self.language)
        fixed = [(key, box) for key, box in self.marks.items() if box is not None] + list(numbers.items())
        fixed += [("", legend)] if legend is not None else []
        segments = [(p, a, b, bounds((a, b))) for p in paths for a, b in p.segments()]
        names, piles = [], []
        for key in keys:
            mark = self.marks[key] or Box.around(*self.places[key].at, 0, 0)
            reach = mark.grown(max(spots.GAPS) + self._longest)
            near = [(other, box) for other, box in fixed if box.meets(reach)]
            ways = [(key in (p.a, p.b), a, b, box) for p, a, b, box in segments if box.meets(reach)]
            names.append(list(self._beside(key, mark, near, ways)))
            piles.append(list(self._piles(key, mark, near, ways)))
        things = [[candidate for candidate, _ in rows] for rows in names] + piles
        taken = solve(things, seed)
        out = {}
        for k, key in enumerate(keys):
            label, lines = names[k][taken[k]]
            pile = piles[k][taken[len(keys) + k]]
            place = self.places[key]
            mark_box, number = self.marks[key], numbers.get(key)
            out[key] = PlaceLayout(place, place.at, lines, label.boxes[0], pile.boxes[0], mark_box, number)
        return out

    @cached_property
    def _longest(self) -> float:
        names = [place.name(self.language) for place in self.places.values()]
        return max([self._stack_size()[0], *(spots.text_size((name,), self.board.look.letters)[0] for name in names)])

    def _beside(self, key: str, mark: Box, near: Near, ways: Ways) -> Iterator[tuple[CandidatePosition, Sequence[str]]]:
        """Spots for a name: further and further away until there are enough that touch nothing."""
        name = self.places[key].name(self.language)
        free = 0
        for rank in range(len(spots.GAPS)):
            for n, lines in enumerate(dict.fromkeys([(name,), broken(name)])):
                for box, cost in spots.around(mark, *spots.text_size(lines, self.board.look.letters), rank):
                    price = cost + 2.5 * n + self._price(key, box, near, ways)
                    free += price < TOUCH
                    yield CandidatePosition((box,), price), lines
            if free >= ENOUGH:
                return

    def _piles(self, key: str, mark: Box, near: Near, ways: Ways) -> Iterator[CandidatePosition]:
        """The same for the room for pieces, which may cover the routes of their own place."""
        foreign = [way for way in ways if not way[0]]
        free = 0
        for rank in range(len(spots.GAPS)):
            for box, cost in spots.around(mark, *self._stack_size(), rank):
                under = 2.0 * sum(box.crossed(a, b) for own, a, b, _ in ways if own)
                price = cost + under + self._price(key, box, near, foreign)
                free += price < TOUCH
                yield CandidatePosition((box,), price)
            if free >= ENOUGH:
                return

    def _price(self, key: str, box: Box, near: Near, ways: Ways) -> float:
        """What a box costs for what it touches, and for being near the mark of another place."""
        grown, own = box.grown(1), between(box, self.marks[key])
        cost = 0.0 if grown.within(self.frame) else 3 * TOUCH
        far = own + self.board.look.letters / 2  # there is no doubt about what is further away
        left, top, right, bottom = grown.left, grown.top, grown.right, grown.bottom
        for other, there in near:
            if left < there.right and there.left < right and top < there.bottom and there.top < bottom:
                cost += TOUCH
            elif other and other != key and box.meets(there, far):
                cost += self._doubt(own, between(box, there))
        for _, a, b, there in ways:
            if cost > 4 * TOUCH:
                break
            if left < there.right and there.left < right and top < there.bottom and there.top < bottom:
                cost += TOUCH * grown.crossed(a, b)
        return cost

    def _doubt(self, own: float, other: float) -> float:
        """What it costs when a name could be taken for that of another place: the nearer that is, the more."""
        return max(0.0, min(DOUBT, 3 * (own + self.board.look.letters / 2 - other)))
