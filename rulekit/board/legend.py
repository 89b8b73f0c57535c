"""Draws the legend of a board: in two columns beside it, or in rows below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

from attrs import evolve, frozen

from rulekit.board import chip_rows, chips, shapes
from rulekit.board.geometry import Box, Point
from rulekit.board.layout import LEGEND_ROW, BoardLayout, legend_box, mark_of
from rulekit.board.look import INK, PAPER, PlaceSymbol, PrintedNumber, Said, Sign, Stroke
from rulekit.board.position import HIDDEN, Position
from rulekit.board.sides import Owner, ink_on
from rulekit.board.text_width import width
from rulekit.i18n.catalogue import MessageCatalogue
from rulekit.languages import punctuation

CASING = 0.8
"""What of the dark ground of a light route is seen at each side of it"""
MOST = {"circle": 0.82, "square": 0.75, "wave": 0.55}
"""The sizes of shapes at most, in letters, so that they stay in their rows"""
HALF = 1.1
"""Half the width of the signs, in letters."""
APART, NAMED = "apart", "AB"
FACE_DOWN = MessageCatalogue("name", {"face down": "face down"})
TITLES = MessageCatalogue(
    "legend", {"places": "Places", "routes": "Routes", "contents": "On the board", "owners": "Owners"}
)
TINTS = "tints"
COLUMNS: Mapping[str, int] = {"places": 0, "routes": 0, "contents": 0, TINTS: 1, "owners": 2}
"""The groups of a legend, in the order in which they come, and the columns in which they stand"""


@frozen
class LegendEntry:
    """``draw`` gives the sign round a point; ``group`` is one of COLUMNS."""

    said: str
    draw: Callable[[Point], str]
    group: str = "places"


def entries(layout: BoardLayout, position: Position | None, owners: Mapping[str, Owner]) -> list[LegendEntry]:
    """Everything that is drawn on this board, in this position."""
    return [
        *_sorts(layout),
        *_numbers(layout),
        *_routes(layout),
        *(_pieces(layout, position) if position is not None else ()),
        *_tints(layout),
        *_owners(layout, position, owners),
    ]


def below(layout: BoardLayout, position: Position | None, owners: Mapping[str, Owner]) -> tuple[list[str], float]:
    """The legend in rows below the board, and how high it is."""
    letters, frame = layout.look.letters, layout.frame
    left, step = 2 * letters, LEGEND_ROW * letters
    x, y = left, frame.bottom + step
    rows: list[str] = []
    column = 0
    for title, group in _titled(layout, position, owners):
        if rows and COLUMNS[group[0].group] != column:
            x, y = left, y + step
        column = COLUMNS[group[0].group]
        for k, entry in enumerate(group):
            headed = title if k == 0 else ""
            head = width(headed, letters) + letters if headed else 0.0
            wide = (2 * HALF + 0.6 + 1.6) * letters + width(entry.said, letters)
            if x > left and x + head + wide > frame.right:
                x, y = left, y + step
            if headed:
                rows.append(_title(headed, (x, y), letters))
            rows.append(_row(entry, (x + head, y), letters))
            x += head + wide
    if not rows:
        return [], 0.0
    panel = Box(0, frame.bottom, frame.right, y + step)
    return [shapes.rect(panel, {"class": "rk-panel", "fill": PAPER}), *rows], y + step - frame.bottom


def beside(layout: BoardLayout, position: Position | None, owners: Mapping[str, Owner]) -> list[str]:
    """The legend on the board, where the look puts it."""
    look, box = layout.look, legend_box(layout.board, layout.language)
    if look.legend is None or box is None:
        return []
    letters, step = look.letters, LEGEND_ROW * look.letters
    rows = []
    found = _titled(layout, position, owners)
    x, bottom, right = look.legend[0], look.legend[1], box.left
    for _, groups in groupby(found, lambda titled: COLUMNS[titled[1][0].group]):
        y, wide = look.legend[1], 0.0
        for title, group in groups:
            if title:
                rows.append(_title(title, (x, y), letters))
                wide = max(wide, width(title, letters) - (2 * HALF + 0.6) * letters)
                y += step
            for entry in group:
                rows.append(_row(entry, (x, y), letters))
                wide = max(wide, width(entry.said, letters))
                y += step
        bottom = max(bottom, y)
        x += wide + (2 * HALF + 2) * letters
        right = x
    panel = Box(box.left, box.top, right - 0.5 * letters, bottom)
    return [shapes.rect(panel, {"class": "rk-panel", "fill": PAPER, "rx": 4}), *rows] if rows else []


def _titled(
    layout: BoardLayout, position: Position | None, owners: Mapping[str, Owner]
) -> list[tuple[str, list[LegendEntry]]]:
    """The entries by group, each with its title; a group that is alone needs none."""
    groups = [
        (key, list(group)) for key, group in groupby(entries(layout, position, owners), lambda entry: entry.group)
    ]
    titles = {key: TITLES.form(key, layout.language) for key in TITLES}
    titles[TINTS] = layout.board.word(layout.look.tint.column, layout.language)
    return [(titles[key] if len(groups) > 1 else "", group) for key, group in groups]


def _title(said: str, at: Point, letters: float) -> str:
    x, y = at
    placed: dict[str, str | float] = {"x": x, "y": y + shapes.BASE * letters, "font-size": letters}
    fitted: dict[str, str | float] = {"textLength": width(said, letters), "lengthAdjust": "spacingAndGlyphs"}
    return shapes.tag("text", {"class": "rk-title", **placed, **fitted}, shapes.escape(said))


def _row(entry: LegendEntry, at: Point, letters: float) -> str:
    x, y = at
    text = {"x": x + (2 * HALF + 0.6) * letters, "y": y + shapes.BASE * letters, "font-size": letters}
    wide: dict[str, str | float] = {"textLength": width(entry.said, letters)} if len(entry.said) > 1 else {}
    said = shapes.tag(
        "text", {**text, **wide, "lengthAdjust": "spacingAndGlyphs" if wide else ""}, shapes.escape(entry.said)
    )
    return entry.draw((x + HALF * letters, y)) + said


# ---------------------------------------------------------------- what there is
def _sorts(layout: BoardLayout) -> Iterator[LegendEntry]:
    look, letters = layout.look, layout.look.letters
    for sort, mark in look.marks.items():
        places = [spot.place for spot in layout.spots.values() if spot.place.sort == sort and spot.mark is not None]
        if places and mark_of(look, places[0]).shape != "none":
            size = min(mark.size, letters * MOST.get(mark.shape, 0.62))

            def draw(at: Point, mark: PlaceSymbol = mark, size: float = size) -> str:
                return shapes.shape(mark.shape, at, size, {"class": "rk-mark", "fill": mark.colour, "stroke": INK})

            yield LegendEntry(layout.board.said(mark.name, layout.language), draw)


def _numbers(layout: BoardLayout) -> Iterator[LegendEntry]:
    look, letters, board = layout.look, layout.look.letters, layout.board
    if look.number and any(spot.number is not None for spot in layout.spots.values()):

        def disc(at: Point) -> str:
            drawn = shapes.shape("circle", at, letters * 0.6, {"class": "rk-disc", "fill": PAPER, "stroke": INK})
            return drawn + shapes.text(["1"], at, letters * 0.85, "rk-number")

        yield LegendEntry(board.said(look.number_name or {"en": look.number}, layout.language), disc)
    for fact in look.facts.values():

        def token(at: Point, fact: PrintedNumber = fact) -> str:
            size = letters * (0.5 if fact.shape == "diamond" else 0.58)
            drawn = shapes.shape(fact.shape, at, size, {"class": "rk-fact", "fill": fact.colour})
            return drawn + shapes.text(["1"], at, letters * 0.82, "rk-number")

        yield LegendEntry(board.said(fact.name, layout.language), token)


def _routes(layout: BoardLayout) -> Iterator[LegendEntry]:
    letters = layout.look.letters
    for sort, stroke in layout.look.routes.items():
        if stroke.width and any(sort in way.sorts for way in layout.paths):

            def line(at: Point, stroke: Stroke = stroke) -> str:
                (x, y), reach = at, HALF * letters
                course = f"M{shapes.n(x - reach)} {shapes.n(y)}h{shapes.n(2 * reach)}"
                below = ""
                if (
                    ink_on(stroke.colour) == INK
                ):  # as light as the paper: on the board it lies on land or on other routes
                    below = _line(
                        "rk-casing", course, evolve(stroke, colour=INK, width=stroke.width + 2 * CASING, dash="")
                    )
                return below + _line("rk-route", course, stroke)

            yield LegendEntry(layout.board.said(stroke.name, layout.language), line, "routes")


def _line(kind: str, course: str, stroke: Stroke) -> str:
    dash: dict[str, str | float] = {"stroke-dasharray": stroke.dash} if stroke.dash else {}
    paint: dict[str, str | float] = {"stroke": stroke.colour, "stroke-width": stroke.width, "fill": "none", **dash}
    return shapes.tag("path", {"class": kind, "d": course, **paint})


def _tints(layout: BoardLayout) -> Iterator[LegendEntry]:
    letters = layout.look.letters
    used = {spot.place.tint for spot in layout.spots.values()}
    for value, colour in layout.look.tint.colours.items():
        if value in used and any(spot.place.outline for spot in layout.spots.values()):

            def swatch(at: Point, colour: str = colour) -> str:
                box = Box.around(*at, 1.6 * letters, 1.1 * letters)
                return shapes.rect(box, {"class": "rk-fact", "fill": colour})

            yield LegendEntry(layout.board.word(value, layout.language), swatch, TINTS)


def _pieces(layout: BoardLayout, position: Position) -> Iterator[LegendEntry]:
    look, board, high = layout.look, layout.board, 1.35 * layout.look.letters
    stacks = [stack for standing in position.places.values() for stack in standing.stacks]
    lying = {(stack.sort, stack.short) for stack in stacks}
    signs: list[tuple[str, Sign, bool]] = []
    for sort, sign in look.pieces.items():
        if (sort, True) in lying and sign.named_by:
            words = [board.word(value, layout.language) for value in sorted(sign.named)]
            name = {layout.language: punctuation(layout.language).comma.join(words)}
            signs.append((sort, evolve(sign, name=name), False))
        elif (sort, True) in lying:
            signs.append((sort, sign, False))
        if (sort, False) in lying:
            signs.append((sort, evolve(sign, short=False), False))
    marked = {marker for standing in position.places.values() for marker in standing.markers}
    signs += [(sort, sign, False) for sort, sign in look.markers.items() if sort in marked]
    truths: dict[str, Said] = {}
    for sign in look.pieces.values():
        if sign.apart in position.truths:
            truths[sign.apart] = {"en": position.truths[sign.apart]}
    signs += [(truth, Sign(said), True) for truth, said in truths.items()]
    if (HIDDEN, False) in lying:
        signs.append((HIDDEN, Sign(FACE_DOWN.in_every_language("face down")), False))
    for sort, sign, apart in signs:
        label = "" if sign.shape != "none" else NAMED if sign.short else "?" if sort == HIDDEN else "3"
        chip = chips.Chip(label, None, sign, 1, "", {}, sign.short, apart)

        def draw(at: Point, chip: chips.Chip = chip) -> str:
            return "".join(chip_rows.draw([chip], Box.around(*at, 2 * HALF * layout.look.letters, high)))

        yield LegendEntry(board.said(sign.name, layout.language), draw, "contents")


def _owners(layout: BoardLayout, position: Position | None, owners: Mapping[str, Owner]) -> Iterator[LegendEntry]:
    used = {place.owner for place in layout.board.places.values()} if position is None else set()
    if position is not None:
        for standing in position.places.values():
            used |= {standing.owner, *(stack.owner for stack in standing.stacks)}
    for key, owner in owners.items():
        if key in used:
            chip = evolve(chips.plate(owner), said="")

            def draw(at: Point, chip: chips.Chip = chip) -> str:
                letters = layout.look.letters
                return "".join(chip_rows.draw([chip], Box.around(*at, 2 * HALF * letters, 1.35 * letters)))

            yield LegendEntry(owner.name, draw, "owners")
