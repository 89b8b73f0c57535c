"""The symbols of a program: options, kinds, pieces, places, marks, families and whatever else a heading declares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from attrs import define, field

from rulekit.diagnostics import Span
from rulekit.dsl.tree import Node, Statement, TextTemplate
from rulekit.dsl.types import Type

Names = dict[str, str]
"""Display names by language: ``{"en": "Harbour", "zh-Hans": "港口"}``."""


LARGEST = 1_000_000_000
"""No number of a game goes beyond this, to either side."""


@define(eq=False)
class GameOption:
    name: str
    sort: str  # names, number, truth
    values: Sequence[str]
    low: int
    high: int
    default: int
    text: str
    span: Span
    printed: int | None = None
    """What it normally is in the game itself, where a variant has set it"""

    def say(self, value: int) -> str:
        match self.sort:
            case "names":
                return self.values[value]
            case "truth":
                return "yes" if value else "no"
        return str(value)


Cell = int | tuple[int, ...]
"""An entry of a table: a number, the index of a member, or the members of a set"""


@define(eq=False)
class Column:
    name: str
    type: Type
    each: str | None
    """The option whose value picks the entry (``a region for each side``)."""
    span: Span
    cells: list[list[Cell]] = field(factory=list)
    """For each member its entry, with ``each`` one for each value of the option"""
    low: int | None = None
    high: int | None = None
    shown: bool = True
    """Whether the table says it of a member; the rules read it in any case"""

    @property
    def numbers(self) -> list[int]:
        """The entries of a column of numbers that is the same for all."""
        return [n for row in self.cells for n in row if isinstance(n, int)]


@define(eq=False)
class Kind:
    """``sort``: table, names, states, each, union, family, player. ``ways``: for ``each``, what it has one for each of."""

    name: str
    sort: str
    span: Span | None
    members: list[str] = field(factory=list)
    display: list[Names] = field(factory=list)
    columns: dict[str, Column] = field(factory=dict)
    ways: list[tuple[str, str, int, int]] = field(factory=list)
    """(name, kind or "" for a number, low, high)"""
    called: str = ""
    """How people call a member of an ``each``: a text with its ways, ``{suit} {rank}``; "" where the kind's own name is said"""
    counts: tuple[str, str] | None = None
    """(kind, column) for a kind with as many members as that column says"""
    parts: Sequence[str] = ()
    holds: list[str] = field(factory=list)
    first: Node | None = None
    """The place where its members lie at the beginning"""
    keeper: tuple[Node, Span] | None = None
    """With whom, as everybody knows, a member lies that is not seen, and where that is said; None where nobody knows"""


@define(eq=False)
class Piece:
    name: str
    plural: str
    count: int
    each: bool
    span: Span
    group: str = ""
    home: Node | None = None
    """The place where it lies at first"""


@define(eq=False)
class Group:
    name: str
    plural: str
    span: Span
    pieces: list[str] = field(factory=list)
    columns: dict[str, list[int]] = field(factory=dict)


@define(eq=False)
class Place:
    """``contents``: pieces and groups, or kinds. ``capacity`` 1 makes it a spot. ``row``: spots numbered or one for each."""

    name: str
    owners: Sequence[str]
    contents: Sequence[str]
    counted: bool
    capacity: int
    pile: bool
    mine: bool
    seen: str
    turns: bool
    span: Span
    row: tuple[str, int, int] | None = None
    """("", low, high) for numbered spots, (kind, 0, 0) for one spot for each member of a kind"""
    holder: bool = False
    """Whether the members of its owner's kind are the places themselves (``kind town ...: holds units``)."""

    @property
    def is_spot(self) -> bool:
        return self.capacity == 1 and not self.counted


@define(eq=False)
class Mark:
    name: str
    owners: Sequence[str]
    type: Type
    low: int | None
    high: int | None
    first: Node | None
    seen: str
    span: Span
    scene: str | None = None
    told: bool = True
    """Whether the journal tells of its changes."""


@define(eq=False)
class Family:
    name: str
    layer: str
    span: Span
    slot: tuple[str, Type] | None = None
    whole: bool = False
    zone: Node | None = None
    """The place where its cards are in force; None: they are always"""
    mine: bool = False
    source: Node | None = None
    """The place that its cards are played from; None: they are always at hand."""


@define(eq=False)
class FamilyEntry:
    """A card's or an action's text. ``over``: the slot that runs over a group or a kind, one entry for each row."""

    name: str
    family: str
    title: str
    layer: str
    span: Span
    names: Names = field(factory=dict)
    slots: dict[str, Type] = field(factory=dict)
    over: tuple[str, str] | None = None
    copies: list[dict[str, int]] = field(factory=list)
    body: list[Statement] = field(factory=list)
    citations: Sequence[str] = ()
    indices: list[int] = field(factory=list)
    """Its members of the family's kind: one for each copy, or one for each row of ``over``."""
    passes_on: bool = False
    """Its text carries out another card of its family that is chosen in play (:mod:`rulekit.dsl.call_graph`)."""


@define(eq=False)
class RuleTable:
    """``table prices for {left: number} gives buying, selling``: rows by ranges of a number."""

    name: str
    slot: tuple[str, Type]
    columns: Sequence[str]
    rows: list[tuple[int, int | None, list[int], Span]]
    span: Span
    types: list[Type] = field(factory=list)


@define(eq=False)
class Graph:
    kind: str
    routes: list[str]
    edges: list[tuple[int, int, int]]
    """(member, member, sort of route)"""


@define(eq=False)
class Scene:
    name: str
    slots: dict[str, Type]
    marks: list[str] = field(factory=list)
    span: Span | None = None
    outer: str | None = None


@define(eq=False)
class Window:
    """Who is asked, in which order, and when it closes. ``plays``: (entry, condition) of all that can be played in it."""

    name: str
    span: Span
    asked: list[Node] = field(factory=list)
    """players one by one, or one set of players"""
    turn: bool = False
    until_pass: bool = False
    until_success: bool = False
    prompt: TextTemplate | None = None
    """The question as people hear it"""
    alike: bool | None = None
    """Whether all who may hold a card are asked; None: where the cards are played from hands that others do not see"""
    plays: list[tuple[str, Node | None]] = field(factory=list)


@define(eq=False)
class Variant:
    """``layer``: in which all that it says from outside is heard, its new cards too."""

    name: str
    title: str
    span: Span
    layer: str
    names: Names = field(factory=dict)


SETTING_UP = ("players", "seated", "option", "seed")
"""Lines of a rule test that fix what is fixed before the first card is laid."""


class RuleTestLine(NamedTuple):
    """``op``: the operation of its phrase; ``values``: what the slots of the phrase hold, by their names."""

    op: str
    values: dict[str, Any]
    span: Span
    text: str


@define(eq=False)
class RuleTest:
    title: str
    covers: Sequence[str]
    span: Span
    lines: list[RuleTestLine] = field(factory=list)

    @property
    def of_a_set_up(self) -> bool:
        """Nothing but a set-up, and that the game refuses it."""
        ops = [line.op for line in self.lines]
        return ops[-2:] == ["set-up", "refused"] and all(op in SETTING_UP for op in ops[:-2])


class Need(NamedTuple):
    """A condition of a set-up, and the reason that is given where it fails."""

    condition: Node | None
    reason: TextTemplate | None
    span: Span


class Display(NamedTuple):
    """A text that is shown while its condition holds, always where it has none. ``kind``: beside each member of a kind, which is
    called ``it`` in the text; empty for above the table."""

    text: TextTemplate
    condition: Node | None
    span: Span
    kind: str = ""


@define(eq=False)
class UsedDevice:
    """A device of the game, with its settings."""

    name: str
    settings: dict[str, int]
    span: Span
