"""What is answered to a seat, beside its states: forms, reasons, looking back, what stands in a place, the analysis board."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from rulekit.web.answers import ResponseBody
from rulekit.web.state import (
    BoardPlaceState,
    DecisionState,
    FormState,
    HeaderState,
    LineState,
    LyingThing,
    RefusedState,
    ScoreState,
    SelectionState,
    SideState,
    Spoken,
    StandingState,
    TablesState,
)
from rulekit.web.view_state import ViewState


class FormAnswer(ResponseBody):
    form: FormState | None


class SelectionAnswer(ResponseBody):
    """None where the game has gone on: another question is asked now."""

    selection: SelectionState | None


class WhyLine(Struct):
    """A rule line with the values on which it rests. ``speaks_for``: whether it is for the option."""

    rule: str
    text: str
    clauses: Sequence[str]
    speaks_for: bool = msgspec.field(name="for")
    values: Sequence[str]


class WhyLines(ResponseBody):
    """``then``: what an option that is allowed would lead to, as far as the player could take it back."""

    then: Sequence[str]
    lines: Sequence[WhyLine]


class WholeStory(ResponseBody):
    """``chapters``: their headings; the first is empty for what was before any."""

    story: Sequence[LineState]
    scores: Sequence[ScoreState]
    chapters: Sequence[str]


class ChapterState(Struct):
    """A step at which the heading of the game changes."""

    step: int
    title: str


class ReplayChapters(ResponseBody):
    """What the steps of a replay are divided into, by the heading of the game; nothing for a game that has none."""

    chapters: Sequence[ChapterState]


class ReplayedState(ResponseBody):
    """The ``step``-th of so many ``steps``, from 0; ``back``: whether a choice was taken back in it; ``story``: what led to
    it; ``lit``: the places that this names; ``next``: the next step that has something to tell."""

    step: int
    steps: int
    next: int
    back: bool
    view: ViewState
    tables: TablesState
    sides: Sequence[SideState]
    places: Sequence[BoardPlaceState]
    header: HeaderState
    order: Sequence[str]
    story: Sequence[LineState]
    lit: Sequence[str]


class AskedCondition(Struct):
    """A condition that was checked before a change. ``text``: its rule line."""

    rule: str
    text: str
    holds: bool


class StepCause(Struct):
    """A change in a step of the replay. ``parts``: the change in words; ``text``: the rule line that made it; ``values``: those
    that the line used."""

    parts: Spoken
    rule: str
    text: str
    clauses: Sequence[str]
    values: Sequence[str]
    asked: Sequence[AskedCondition]


class StepCauses(ResponseBody):
    """Why a step came about; ``more``: how many further changes there were."""

    causes: Sequence[StepCause]
    more: int


class RuleQuote(ResponseBody):
    """A line of the rules. ``title``, ``whole``: the title and the text of its rule in the rulebook; empty if it is not there."""

    rule: str
    text: str
    clauses: Sequence[str]
    title: str
    whole: str


class BotOpinion(Struct):
    """What a bot would have answered, in words."""

    player: str
    prompt: str
    label: str


class BotOpinions(ResponseBody):
    opinions: Sequence[BotOpinion]


class BoardPlaces(ResponseBody):
    places: Sequence[BoardPlaceState]


class ThingValue(Struct):
    name: str
    value: str


class WayThere(Struct):
    """A sort of way, and the places to which it leads: the key of each, and its name."""

    name: str
    to: Sequence[tuple[str, str]]


class RefusedThere(RefusedState):
    """With the ``rule`` line that refuses it, and the clauses which that cites."""

    rule: str
    clauses: Sequence[str]


class OpenedPlace(ResponseBody):
    """A place as a seat sees it. ``values``: what is printed there and what holds of it now; ``shown``: what the game shows with
    it; ``refused``: what the seat is asked and cannot do there."""

    key: str
    name: str
    owner: str
    lying: Sequence[LyingThing]
    values: Sequence[ThingValue]
    shown: Sequence[str]
    ways: Sequence[WayThere]
    refused: Sequence[RefusedThere]


class ThingLines(ResponseBody):
    lines: Sequence[str]


class CardText(Struct):
    """``keys``: the names in rules of the cards that have this text; ``summary``: what its author says of it, and its values;
    the same as the exact rule in ``text`` where the author says nothing. ``file``, ``first``, ``last``: the lines of the rules in
    which it stands. A question has neither keys nor a title: it is found by its line."""

    keys: Sequence[str]
    title: str
    summary: str
    text: str
    file: str
    first: int
    last: int


class CardTexts(ResponseBody):
    CACHE = "private, max-age=600"
    cards: Sequence[CardText]


class TriedMove(Struct):
    """A choice on the analysis board. ``asks``: the question in English; ``option``: an id."""

    seat: int
    player: str
    asks: str
    prompt: str
    option: str
    label: str


class AskedState(DecisionState, kw_only=True):
    """A question with who is asked."""

    seat: int
    player: str


class AnalysisState(ResponseBody):
    """The analysis board after the moves of its ``line``. ``svg``: the drawing, empty without a board; ``lines``: those of the
    header; ``form``: that which begins at the first of the ``decisions``, if one does."""

    view: ViewState
    tables: TablesState
    sides: Sequence[SideState]
    places: Sequence[BoardPlaceState]
    svg: str
    line: Sequence[TriedMove]
    lines: Sequence[Spoken]
    decisions: Sequence[AskedState]
    form: FormState | None
    over: bool
    standings: Sequence[StandingState]
