"""Draws the board in character cells: owners, strengths, options, and recent changes.

Colour is never the only sign: owners have letters, options numbers, what is new a mark.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import Factory, frozen
from rich.cells import cell_len
from rich.style import Style

from rulekit.board.geometry import edges
from rulekit.board.look import Sign
from rulekit.board.position import HIDDEN, PlaceContents, Position
from rulekit.board.sides import Owner, ink_on
from rulekit.tui.canvas import Canvas, blend
from rulekit.tui.labels import Label
from rulekit.tui.raster import PARTS, Raster

SEA, LAND, INK, PALE = "#17344a", "#4b4840", "#12100c", "#f4efe2"
BORDER = "#c9bfa6"
"""Between regions of a board of points."""
CHOICE, NEW = "#f4efe2", "#ffffff"
"""That of the numbers of options, which is no player's, and that of what is new"""
OWNED, OWNED_POINTS = 0.42, 0.65
"""How much of the land's colour is left in that of its owner, on a board of areas and on one of points"""
VIVID, VIVID_POINTS = 0.2, 0.3
"""and where a terminal has 256 colours: nearer to the owner's, two owners would be of one"""
GLOW = 0.3
"""How much lighter a place is where something has just happened."""
GLYPHS = {
    "circle": "•", "square": "▪", "triangle": "▴", "diamond": "♦", "star": "✦", "wave": "≋", "keep": "♜", "gate": "⌂",
    "fan": "◗", "flame": "✹", "flag": "⚑",
}  # fmt: skip
"""Signs of one cell for the shapes of the look; none of them is twice as wide in any font."""
LIT = "*"
BESIDE = 1
"""So many cells behind a label are free, unless another one begins there."""


@frozen
class MapScene:
    """What changes from question to question; places by their names in the rules. ``cursor`` is the place that is pointed at."""

    position: Position = Factory(Position)
    sides: Mapping[str, Owner] = Factory(dict)
    options: Mapping[str, int] = Factory(dict)
    lit: Collection[str] = ()
    cursor: str = ""
    coloured: bool = True
    """Without colours borders are lines everywhere; with them, where areas of one colour meet."""
    vivid: bool = False
    """Whether the terminal has no more than 256 colours"""


def draw(raster: Raster, labels: Mapping[str, Label], scene: MapScene) -> Canvas:
    """Draws a board with the position of a scene."""
    canvas = Canvas(raster.columns, raster.rows)
    places = raster.geography.board.places
    grounds = {key: _ground(raster, place.thing, scene) for key, place in places.items()}
    _paint(canvas, raster, grounds, scene.coloured)
    if raster.geography.points:
        _lines_between_points(canvas, raster)
    else:
        _outlines(canvas, raster, SEA if scene.coloured else "")
    later = {*scene.options, *scene.lit, scene.cursor}
    begins = {(label.x, row) for label in labels.values() for row in label.rows}
    for key in sorted(labels, key=lambda key: places[key].thing in later):
        _label(canvas, raster, labels[key], grounds[key], scene, begins)
    return canvas


def _paint(canvas: Canvas, raster: Raster, grounds: Mapping[str, str], fine: bool) -> None:
    def colour(key: str | None) -> str:
        return SEA if key is None else grounds[key]

    for y, row in enumerate(raster.owner):
        upper, lower = raster.parts[PARTS * y], raster.parts[PARTS * y + 1]
        for x, key in enumerate(row):
            if fine:
                a, b = upper[PARTS * x : PARTS * x + PARTS]
                c, d = lower[PARTS * x : PARTS * x + PARTS]
                canvas.quarter(x, y, (colour(a), colour(b), colour(c), colour(d)))
            else:
                canvas.paint(x, y, colour(key))


def _ground(raster: Raster, thing: str, scene: MapScene) -> str:
    standing = scene.position.at(thing)
    ground = LAND
    if standing is not None and standing.owner in scene.sides:
        areas, points = (VIVID, VIVID_POINTS) if scene.vivid else (OWNED, OWNED_POINTS)
        ground = blend(scene.sides[standing.owner].colour, LAND, points if raster.geography.points else areas)
    return blend(ground, NEW, GLOW) if thing in scene.lit else ground


def _outlines(canvas: Canvas, raster: Raster, without: str) -> None:
    for area in raster.geography.areas.values():
        for a, b in edges(area.outline):
            canvas.line(raster.cell(a), raster.cell(b), INK, without=without)
    _ways(canvas, raster)


def _lines_between_points(canvas: Canvas, raster: Raster) -> None:
    for a, b in raster.geography.borders:
        x, y = raster.cell(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
        if 0 <= x < raster.columns and 0 <= y < raster.rows and raster.owner[int(y)][int(x)] is not None:
            canvas.line(raster.cell(a), raster.cell(b), BORDER, (1, 2))
    _ways(canvas, raster)


def _ways(canvas: Canvas, raster: Raster) -> None:
    look = raster.geography.board.look
    for way in raster.geography.ways:
        stroke = look.routes[way.sort]
        if stroke.width:
            colour = blend(stroke.colour, PALE, 0.35)
            canvas.line(raster.at[way.a], raster.at[way.b], colour, (2, 3) if stroke.dash else (1, 0))


def _label(
    canvas: Canvas, raster: Raster, label: Label, ground: str, scene: MapScene, begins: Collection[tuple[int, int]]
) -> None:
    """``begins``: the cells at which labels begin."""
    place = raster.geography.board.places[label.key]
    pointed = place.thing == scene.cursor
    plain = Style(color=ink_on(ground), bgcolor=ground)
    parts = list(_held(raster, place.thing, plain, scene))
    if label.name and label.held != label.y:
        name = label.name
        style = plain + Style(bold=place.thing in scene.options, reverse=pointed)
        canvas.write(label.x, label.y, name, style)
        room = max(label.width, cell_len(name))
    else:
        room = label.width
        if label.name:
            parts.append((label.name, plain + Style(reverse=pointed)))
    x, end = label.x, label.x + room
    if (end + BESIDE, label.held) not in begins:
        end += BESIDE
    if place.thing in scene.options and sum(cell_len(text) for text, _ in parts) < end - x:
        parts.insert(1, (" ", plain))  # else the number of the option reads like a part of what stands there
    for text, style in parts:
        if x > label.x and x + cell_len(text) > end:
            break  # what stands there belongs to the next place
        canvas.write(x, label.held, text, style)
        x += cell_len(text)


def _held(raster: Raster, thing: str, plain: Style, scene: MapScene) -> list[tuple[str, Style]]:
    """The number of the option, the owner of the place with its strength or the signs of their pieces, the other players there,
    and the other pieces."""
    parts: list[tuple[str, Style]] = []
    if thing in scene.options:
        parts.append((str(scene.options[thing]), Style(color=INK, bgcolor=CHOICE, bold=True)))
    if thing in scene.lit:
        parts.append((LIT, plain + Style(bold=True)))
    standing = scene.position.at(thing)
    if standing is not None:
        for owner, strength in strengths(standing).items():
            side = scene.sides[owner]
            signs = "".join(sign for stack in standing.stacks if stack.owner == owner for sign in stack.signs)
            said = signs or f"{side.letter}{strength or ''}"
            parts.append((said, Style(color=side.ink, bgcolor=side.colour, bold=True)))
        rest = _others(raster, standing)
        if rest:
            parts.append((rest, plain))
    parts.append((" ", plain)) if parts and len(parts[-1][0]) == 0 else None
    return parts


def strengths(standing: PlaceContents) -> dict[str, int]:
    """The players at a place with their strength, its owner first."""
    found = {standing.owner: 0} if standing.owner else {}
    for stack in standing.stacks:
        if stack.owner:
            found[stack.owner] = found.get(stack.owner, 0) + stack.strength
    return found


def _others(raster: Raster, standing: PlaceContents) -> str:
    """The pieces without an owner, as signs with numbers: ``♜⌂2``; face-down things as a question mark."""
    look = raster.geography.board.look
    out = ""
    for stack in standing.stacks:
        if not stack.owner:
            sign = look.pieces.get(stack.sort, Sign({"en": stack.sort}))
            glyph = "?" if stack.sort == HIDDEN else sign.letter or GLYPHS.get(sign.shape, "•")
            out += glyph + (str(stack.count) if stack.count > 1 else "")
    return out + "".join(GLYPHS.get(look.markers[key].shape, "!") for key in standing.markers)
