"""The look of a board as data, as ``board.yaml`` gives it. The fields are described in docs/boards.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from attrs import Factory, frozen

from rulekit.board.geometry import Point
from rulekit.diagnostics import Span

SHAPES = ("circle", "square", "triangle", "diamond", "star", "wave", "keep", "gate", "fan", "flame", "flag", "none")
PATTERNS = ("none", "rising", "falling", "upright", "level", "dots", "grid", "crosses")
INK, PAPER, SEA, LAND = "#2e2a26", "#f6f0e0", "#cfe1ea", "#efe6d0"

Said = Mapping[str, str]
"""A text by language; there is always an English one."""


def said(texts: Said, language: str) -> str:
    return texts.get(language) or texts["en"]


@frozen
class Stroke:
    """How one sort of route is drawn. ``dash`` is a list of lengths as in SVG, or nothing for a whole line."""

    name: Said
    colour: str = INK
    width: float = 2
    dash: str = ""
    sea: bool = False
    """It keeps to the sea where it can."""


@frozen
class PlaceSymbol:
    """How places of one sort are drawn. ``size`` is half their width, ``letter`` stands for them in the text form."""

    name: Said
    shape: str = "circle"
    size: float = 8
    letter: str = "o"
    colour: str = PAPER
    sea: bool = False
    """Places of this sort lie in the sea."""


@frozen
class Tint:
    """Colours by the values of a column; ``part`` picks one where the column has a value for each name of an option."""

    column: str = ""
    part: str = ""
    colours: Mapping[str, str] = Factory(dict)


@frozen
class PrintedNumber:
    """A number that is printed on every place: a column of its table. 0 is not drawn."""

    name: Said
    shape: str = "circle"
    colour: str = PAPER


@frozen
class Sign:
    """How pieces of one sort are drawn, or a truth that is marked on a place.

    ``owner``: the mark or column that holds the owner of the piece; pieces of players need none. ``apart``: a truth;
    pieces for which it holds stand apart from the others, in a frame. ``counts``: a piece for which this truth holds counts as so
    many. ``short``: each is drawn by itself, with the first letters of its name; where there is a mark ``named_by``, those alone
    of which it has a value among ``named``. ``signs``: each is drawn by itself, with a sign for what the mark ``told_by`` says,
    or for its owner and that: ``White King``.
    """

    name: Said
    shape: str = "none"
    colour: str = PAPER
    letter: str = ""
    owner: str = ""
    apart: str = ""
    counts: Mapping[str, int] = Factory(dict)
    short: bool = False
    told_by: str = ""
    signs: Mapping[str, str] = Factory(dict)
    named_by: str = ""
    named: frozenset[str] = frozenset()


@frozen
class Side:
    """How everything of one owner is drawn. Without a letter the first ones of the name are used."""

    colour: str = ""
    letter: Said = Factory(dict)
    pattern: str = ""
    crest: str = ""


@frozen
class Owners:
    """``mark``: of a place, in play; ``column``: of its table, on the bare board; ``table``: a file with their names."""

    mark: str = ""
    column: str = ""
    table: str = ""
    sides: Mapping[str, Side] = Factory(dict)


HELD = "held"
"""The column that counts the places of the board that are a player's"""


@frozen
class Mention:
    """Something of the rules that ``board.yaml`` names. ``what``: ``own``, a mark or place that every player has, ``shared``, a
    shared place, ``thing``, anything that can have an icon, ``lying``, what can lie on the board, ``mark``, what is written down
    of a place or a counter, ``truth``, such a mark that holds or does not, or ``deed``, a rule that is carried out."""

    name: str
    what: Literal["own", "shared", "thing", "lying", "mark", "truth", "deed"]
    span: Span


@frozen
class Look:
    """Everything that ``board.yaml`` says. Sizes and places are in the units of the labels and outlines of the table."""

    table: str
    places: str
    width: float
    height: float
    letters: float = 11
    legend: Point | None = None
    below: bool = False
    """The legend stands below the board."""
    number: str = ""
    number_name: Said = Factory(dict)
    sort: str = ""
    marks: Mapping[str, PlaceSymbol] = Factory(dict)
    routes: Mapping[str, Stroke] = Factory(dict)
    tint: Tint = Tint()
    sea: str = ""
    """The colour of what is neither land nor an area; the paper's without it."""
    land: Sequence[Sequence[Point]] = ()
    water: Sequence[Sequence[Point]] = ()
    region: str = ""
    stretch: tuple[float, float] = (1, 1)
    room: tuple[float, float] | None = None
    stack: tuple[float, float] = (0, 0)
    facts: Mapping[str, PrintedNumber] = Factory(dict)
    owners: Owners = Owners()
    pieces: Mapping[str, Sign] = Factory(dict)
    markers: Mapping[str, Sign] = Factory(dict)
    grid: bool = False
    """The text form shows the places as squares in rows."""
    strip: Sequence[str] = ()
    """Places whose cards stand above the board; without any, all that have numbered spaces"""
    stops: Sequence[str] = ()
    """Deeds after which the telling waits for the reader, such as the end of a turn"""
    columns: Mapping[str, Said] = Factory(dict)
    """The columns of the players' table, in their order: marks and places of a player, or ``HELD`` -> the heading, or nothing
    for the name that the game gives it"""
    icons: Mapping[str, str] = Factory(dict)
    """Name of a card, action, piece, kind or place -> name of its icon"""
    mentions: Sequence[Mention] = ()
