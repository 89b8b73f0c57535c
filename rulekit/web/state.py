"""What a seat is sent, as JSON: the types of the state that the server writes (``payload``) and programs read (``client``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from rulekit.runtime.view_json import Json


class Named(TypedDict):
    """A thing that a text names. ``kind``: its kind, ``id``: its name in the rules."""

    kind: str
    id: str
    name: str


Spoken = Sequence[str | Named]
"""A text in parts"""


class OptionState(TypedDict):
    """``place``: the place of the board for which it is, if there is one."""

    id: str
    label: str
    place: str


class RefusedState(TypedDict):
    """An option that the rules refuse."""

    id: str
    label: str
    reason: str


class DecisionState(TypedDict):
    """A question. ``prompt``: in the language of the seat, ``asks``: in English; ``rule``: where the line is that asks."""

    name: str
    prompt: str
    asks: str
    sort: Sequence[str]
    rule: str
    clauses: Sequence[str]
    options: Sequence[OptionState]
    refused: Sequence[RefusedState]


class FormLineState(TypedDict):
    """A line of a form. ``asks``: what of its question the lines do not share; ``value``: the id of the option in it."""

    asks: str
    prompt: str
    value: str | None
    label: str


class FormState(TypedDict):
    """A form. ``open``: the lines in which something still has to be; ``cleared``: those that were cleared by the last change;
    ``options``: what may be in the line ``at`` (-1: none)."""

    title: str
    lines: Sequence[FormLineState]
    open: Sequence[int]
    cleared: Sequence[int]
    at: int
    options: Sequence[OptionState]


class HeaderState(TypedDict):
    """The header: rules in force, the current step, and the players it waits for."""

    lines: Sequence[Spoken]
    course: Sequence[Spoken]
    waiting: Sequence[Named]


class SheetState(TypedDict):
    """A table to be shown: the names of its columns, and its rows."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


class TablesState(TypedDict):
    """``players``: a row for each; ``common``: what belongs to the whole table."""

    players: Sequence[SheetState]
    common: Sequence[SheetState]


class SideState(TypedDict):
    """How a player is drawn: colours as ``#rrggbb``, ``ink`` for the letter on it."""

    key: str
    name: str
    letter: str
    colour: str
    ink: str


class WayState(TypedDict):
    """A sort of way, and the keys of the places to which it leads."""

    name: str
    to: Sequence[str]


class PlaceState(TypedDict):
    """A place of the board in words."""

    key: str
    name: str
    owner: str
    lying: Sequence[str]
    ways: Sequence[WayState]


class Reason(TypedDict):
    why: str
    n: int


ScoreState = TypedDict(
    "ScoreState",
    {"player": str, "name": str, "mark": str, "sum": int, "total": int, "for": Sequence[Reason]},
)
"""What one player got: ``for`` each reason how much, and the total that he has"""


class LineState(TypedDict):
    """A sentence of the story with its subordinate ones. ``concerns``: another player did this to the reader."""

    sort: str
    parts: Spoken
    yours: NotRequired[bool]
    concerns: NotRequired[bool]
    rule: NotRequired[str]
    clauses: NotRequired[Sequence[str]]
    score: NotRequired[ScoreState]
    inside: NotRequired[Sequence[LineState]]


class StandingState(TypedDict):
    """How a player has ended. ``rank``: from 1."""

    seat: int
    name: str
    score: int
    rank: int


class GameState(TypedDict):
    """Which game it is. ``clock``: as it was asked for; ``board``: whether there is a map."""

    id: str
    title: str
    name: str
    variants: Sequence[str]
    clock: Mapping[str, int]
    board: bool


class PersonState(TypedDict):
    """Who is in a seat. ``left``: seconds on his clock, ``since``: when he was asked, in seconds since 1970;
    only where there is a clock."""

    seat: int
    name: str
    bot: str
    absent: bool
    left: NotRequired[int]
    since: NotRequired[int | None]


class OrderState(TypedDict):
    """A standing answer of the seat. ``stopped``: why it is no longer given."""

    question: str
    answer: str
    until: str
    stopped: str


class PlanState(TypedDict):
    """A plan of the seat: how many choices are left of it, and why it has stopped."""

    left: int
    stopped: str


class BackState(TypedDict):
    """Whether the seat can ask all to go back, and which seats have."""

    can: bool
    votes: Sequence[int]


class SettledState(TypedDict):
    """What the seat has settled beforehand."""

    orders: Sequence[OrderState]
    plan: PlanState | None
    back: BackState


class State(SettledState):
    """All that a seat sees. ``version``: of the question, which a move names; ``sight``: of what is seen; ``tag``: of all;
    ``view``: see :mod:`rulekit.runtime.view_types`; ``lit``: the places that the story names; ``said``: how many messages there
    are; ``board``: names the drawing."""

    tag: str
    game: GameState
    seat: int
    version: str
    sight: str
    header: HeaderState
    order: Sequence[str]
    tables: TablesState
    sides: Sequence[SideState]
    story: Sequence[LineState]
    lit: Sequence[str]
    over: bool
    standings: Sequence[StandingState]
    undo: str | None
    undoes: int
    said: int
    people: Sequence[PersonState]
    decisions: Sequence[DecisionState]
    form: FormState | None
    view: Json
    board: NotRequired[str]
