"""What a seat is sent: the classes of the state that the server writes (:mod:`rulekit.web.payload`) and programs read
(:mod:`rulekit.web.client`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType

from rulekit.web.clock import ClockRules
from rulekit.web.view_state import ListChanges, RowChange, TableState, ViewFrame, ViewState, decoded


class Named(Struct):
    """A thing that a text names. ``kind``: its kind, ``id``: its name in the rules."""

    kind: str
    id: str
    name: str


Spoken = Sequence[str | Named]
"""A text in parts"""


class CostState(Struct):
    """``amount`` of ``have``, of what is called ``unit``; ``short``: how many are missing."""

    amount: int
    have: int
    unit: str
    short: int


class OptionState(Struct, omit_defaults=True):
    """``place``: the place of the board for which it is, if there is one; ``notes``: what the rules show with it; ``declines``:
    whether it takes nothing of what is offered, as `none` and `done`."""

    id: str
    label: str
    place: str
    costs: list[CostState] = []
    notes: list[str] = []
    declines: bool = False


class RefusedState(Struct):
    """An option that the rules refuse."""

    id: str
    label: str
    reason: str


class RollState(Struct, omit_defaults=True):
    """Dice that were thrown together. ``plus``: what changes each of them; ``hits``: how many hit, -1 where they were added up;
    ``who``: whose hits they are."""

    dice: Sequence[int]
    plus: int = 0
    hits: int = -1
    who: str = ""


class DecisionState(Struct, omit_defaults=True):
    """A question. ``prompt``: in the language of the seat, ``asks``: in English; ``rule``: where the line is that asks;
    ``notes``: what the rules show with it; ``several``: whether several of the options can be chosen, see
    :class:`SelectionState`; ``rolls``: the dice that were thrown last in what is going on; ``window``: whether
    it asks for a card to be played now."""

    name: str
    prompt: str
    asks: str
    sort: Sequence[str]
    rule: str
    clauses: Sequence[str]
    options: Sequence[OptionState]
    refused: Sequence[RefusedState]
    notes: list[str] = []
    several: bool = False
    rolls: list[RollState] = []
    window: bool = False


class SelectedState(Struct, omit_defaults=True):
    """Something that can be chosen together with others, or so many that are alike. ``values``: what holds of it; ``chosen``: how
    many of it are, ``most``: how many could be with what else is chosen; ``reason``: why none can be; ``costs``, ``notes``: what
    the rules show with it."""

    id: str
    label: str
    values: Sequence[str]
    chosen: int
    most: int
    reason: str = ""
    costs: list[CostState] = []
    notes: list[str] = []


class SelectionState(Struct):
    """Several things that are chosen together. ``complete``: whether they can be sent so; ``apart``: the ids of those that do
    not go with the others."""

    members: Sequence[SelectedState]
    complete: bool
    apart: Sequence[str]


class FormLineState(Struct, omit_defaults=True):
    """A line of a form. ``asks``: what of its question the lines do not share; ``value``: the id of the option in it. ``about``:
    what the rules show with the question, ``costs`` and ``notes``: with the option; ``icon``: the drawing of what it is about
    (see ``icons`` of the game), if it has one."""

    asks: str
    prompt: str
    value: str | None
    label: str
    about: list[str] = []
    costs: list[CostState] = []
    notes: list[str] = []
    icon: str = ""


class FormState(Struct, omit_defaults=True):
    """A form. ``open``: the lines in which something still has to be; ``cleared``: those that were cleared by the last change;
    ``options``: what may be in the line ``at`` (-1: none); ``costs``: what all lines cost together."""

    title: str
    lines: Sequence[FormLineState]
    open: Sequence[int]
    cleared: Sequence[int]
    at: int
    options: Sequence[OptionState]
    costs: list[CostState] = []


class HeaderState(Struct):
    """The header: rules in force, the current step, and the players it waits for. ``declared``: whether the game has one, which
    may be empty now."""

    lines: Sequence[Spoken]
    course: Sequence[Spoken]
    waiting: Sequence[Named]
    declared: bool


class SheetState(Struct):
    """A table to be shown: the names of its columns, and its rows. ``icons``: one for each column, empty where it has none; no
    icons at all where the game declares no columns."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    icons: Sequence[str] = ()


class TablesState(Struct):
    """``players``: a row for each; ``common``: what belongs to the whole table."""

    players: Sequence[SheetState]
    common: Sequence[SheetState]


class SideState(Struct):
    """How a player is drawn: colours as ``#rrggbb``, ``ink`` for the letter or the crest on it. ``crest``: the symbol
    ``crest-...`` of that name in ``/static/icons.svg``."""

    key: str
    name: str
    letter: str
    colour: str
    ink: str
    crest: str = ""


class WayState(Struct):
    """A sort of way, and the keys of the places to which it leads."""

    name: str
    to: Sequence[str]


class BoardPlaceState(Struct):
    """A place of the board in words. ``values``: what is printed there and what holds of it now."""

    key: str
    name: str
    owner: str
    lying: Sequence[str]
    ways: Sequence[WayState]
    values: Sequence[str]


class LyingThing(Struct):
    """So many things that are alike, and what holds of each of them. ``key``: what their sort is called in the rules, of cards
    the name of one of them; empty for what is hidden."""

    name: str
    key: str
    count: int
    values: Sequence[str]


class Reason(Struct):
    parts: Spoken
    n: int


class ScoreState(Struct):
    """What one player got: for each of the ``reasons`` how much, and the total that they have."""

    player: str
    name: str
    mark: str
    sum: int
    total: int
    reasons: Sequence[Reason] = msgspec.field(name="for")


class ThrownState(Struct):
    """``count`` pieces of one sort; ``owner``: the seat from 0, -1 for nobody."""

    name: str
    owner: int
    count: int


class ThrowState(Struct):
    """One use of a device: its key and its name, what was ``given`` to it and what came of it; ``picture``: if it has one."""

    key: str
    name: str
    picture: bool
    given: Sequence[ThrownState]
    result: Sequence[ThrownState]


class LineState(Struct, omit_defaults=True):
    """A sentence of the story with its subordinate ones. ``concerns``: another player did this to the reader; only where it is
    ``yours``. ``throws``: what devices did in it, ``rolls``: which dice were thrown in it; ``block``: whether it is told
    together with the dice in or below it, as a battle. ``chapter``: the heading of the chapter that begins with it."""

    sort: str
    parts: Spoken
    yours: bool = False
    concerns: bool | UnsetType = UNSET
    rule: str = ""
    clauses: list[str] = []
    score: ScoreState | None = None
    throws: list[ThrowState] = []
    rolls: list[RollState] = []
    block: bool = False
    chapter: str = ""
    inside: list[LineState] = []


class LookedState(Struct):
    """Up to where the seat had looked before the story that it is sent. ``at``: when, in seconds since 1970, null where that is
    not known; ``chapter``: the number of the chapter of the story in which that was, from 0, and its ``title``; ``backs``: how
    often something was taken back, as far as all know."""

    at: int | None
    chapter: int
    title: str
    backs: int


class StandingState(Struct):
    """How a player has ended. ``rank``: from 1; ``ties``: what broke ties, with the number of this player."""

    seat: int
    name: str
    score: int
    rank: int
    ties: Sequence[tuple[str, int]]


class GameState(Struct):
    """Which game it is. ``variants``: the names of those that were chosen; ``house_rules``: the titles of all that are in force,
    in the language of the seat; ``board``: whether there is a map; ``strip``: the places whose
    cards stand above it, none where the game does not say; ``luck``: where its seed comes from
    (:data:`rulekit.web.luck.Source`), with the ``commitment``, if there is one; ``icons``: thing -> the symbol ``icon-...``
    of that name in ``/static/icons.svg``."""

    id: str
    title: str
    name: str
    variants: Sequence[str]
    house_rules: Sequence[str]
    clock: ClockRules
    board: bool
    strip: Sequence[str]
    luck: str
    commitment: str
    icons: Mapping[str, str]


class PersonState(Struct):
    """Who is in a seat. ``left``: seconds on their clock, if there is one; ``since``: when they were asked, in seconds since
    1970, null while they are not; ``failed``: which bot has failed, and why;
    ``absent_for``: the seats that want a bot to stand in."""

    seat: int
    name: str
    bot: str
    absent: bool
    since: int | None
    left: int | UnsetType = UNSET
    failed: str | UnsetType = UNSET
    absent_for: Sequence[int] | UnsetType = UNSET


class OrderState(Struct):
    """A standing answer of the seat. ``asks``, ``label``: question and answer in words; ``stopped``: why it has stopped."""

    question: str
    answer: str
    asks: str
    label: str
    until: str
    stopped: str


class PlanState(Struct):
    """A plan of the seat: how many choices are left of it, and why it has stopped."""

    left: int
    stopped: str


class BackState(Struct):
    """Whether the seat can ask all to go back, and which seats have. ``what``: what the choice led to that is to be made again,
    as far as the seat knows it."""

    can: bool
    votes: Sequence[int]
    what: Spoken


class StateFields(Struct, kw_only=True):
    """All that a seat sees beside its view. ``version``: of the question, which a move names; ``sight``: of what is seen;
    ``trouble``: how the rules fail, so that the game cannot go on; ``unfit``: whether they do at moves that were made under
    other rules, without which all may agree to go on; ``story``: what is new, see ``looked``; ``lit``: the places that it names
    for what others did, or those named in the prompt if no option is itself a place; ``said``: how
    many messages there are; ``board``: names the drawing."""

    game: GameState
    seat: int
    version: str
    sight: str
    header: HeaderState
    order: Sequence[str]
    tables: TablesState
    sides: Sequence[SideState]
    story: Sequence[LineState]
    looked: LookedState
    lit: Sequence[str]
    over: bool
    trouble: str
    unfit: bool
    standings: Sequence[StandingState]
    undo: str | None
    undoes: int
    orders: Sequence[OrderState]
    plan: PlanState | None
    back: BackState
    said: int
    people: Sequence[PersonState]
    decisions: Sequence[DecisionState]
    form: FormState | None
    board: str | UnsetType = UNSET


class State(StateFields, kw_only=True):
    """All that a seat sees. ``tag``: names it."""

    tag: str
    view: ViewState


def _partial(name: str, whole: type[Struct]) -> type[Struct]:
    """A class with the fields of another one, each of which may be left out."""
    fields = [(field, shape | UnsetType, UNSET) for field, shape in get_type_hints(whole).items()]
    doc = {"__doc__": f"Those fields of {whole.__name__} that are different."}
    return msgspec.defstruct(name, fields, module=__name__, namespace=doc)


if TYPE_CHECKING:
    StateChange: TypeAlias = Struct
    ViewChange: TypeAlias = Struct
else:
    StateChange, ViewChange = _partial("StateChange", StateFields), _partial("ViewChange", ViewFrame)


class Difference(Struct):
    """What makes of the state ``since`` the state ``tag``. ``rows``: kind of the table -> number of the row -> what is new
    on it; ``tables``: all of them, for who has only some."""

    since: str
    tag: str
    set: StateChange
    view: ViewChange
    lists: ListChanges
    rows: dict[str, dict[int, RowChange]]
    tables: list[TableState] | UnsetType = UNSET


class Unchanged(Struct):
    """The state is the one that is there already."""

    tag: str


StateAnswer = State | Difference | Unchanged
"""What is answered to somebody who has named the state that they have"""


class _Head(Struct):
    since: str = ""
    version: str = ""


def state_answer(body: bytes | str) -> StateAnswer:
    """Reads what may be a whole state, a difference or neither. Raises msgspec.DecodeError."""
    head = decoded(body, _Head)
    if head.since:
        return decoded(body, Difference)
    return decoded(body, State) if head.version else decoded(body, Unchanged)
