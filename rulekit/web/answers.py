"""What the routes answer beside states, as classes: a handler returns one, the description of the API prints its schema, and
:mod:`rulekit.web.client` reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from rulekit.web.clock import ClockRules
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


class ResponseBody(Struct):
    """The body of an answer. ``STATUS``: that of HTTP, ``CACHE``: what its ``Cache-Control`` says if it may be kept."""

    STATUS: ClassVar[int] = 200
    CACHE: ClassVar[str] = ""


class Done(ResponseBody):
    """The request was carried out; there is nothing to answer."""

    STATUS = 201


# ---------------------------------------------------------------- refusals
class Problem(Struct, kw_only=True):
    """A mistake in rules. ``file``: of the game, ``severity``, ``hint`` and ``width`` (in characters): of house rules, where
    ``line`` is 0 for elsewhere."""

    code: str
    severity: str | UnsetType = UNSET
    message: str
    hint: str | UnsetType = UNSET
    file: str | UnsetType = UNSET
    line: int
    column: int
    width: int | UnsetType = UNSET


GUARD_CODES = {403: "other_site", 413: "too_large", 421: "host", 429: "too_often", 431: "too_many_headers"}
"""Status -> code, where a request is refused before any handler looks at it"""
CODES = (
    *("http", "stale", "not_begun", "refused", "rules", "user", "failure", "storage", "files_gone"),
    *GUARD_CODES.values(),
)
Code = Annotated[str, msgspec.Meta(extra_json_schema={"enum": [*CODES]})]


class Error(Struct, kw_only=True, omit_defaults=True):
    """Why a request was refused. ``code``: a short name; ``http`` where the status says all."""

    code: Code = ""
    error: str
    diagnostics: list[Problem] = []


# ---------------------------------------------------------------- the lobby
class OptionOffer(Struct):
    """An option of a game. ``default``: one of its ``values``; ``labels``: these as people call them."""

    name: str
    text: str
    sort: str
    values: Sequence[str]
    labels: Sequence[str]
    default: str


class VariantOffer(Struct):
    """``text``: what it changes, in a sentence; empty where its author does not say it."""

    name: str
    title: str
    text: str


class GameOffer(ResponseBody):
    """A game. ``players``: the fewest and the most; ``seats``: how many play -> what the seats are called; ``chapters``: whether
    a heading divides its story into some; ``ticked``: the names of those ``variants`` that whoever runs the server wants to be
    chosen at first."""

    name: str
    title: str
    players: tuple[int, int]
    usual: int
    seats: Mapping[str, Sequence[str]]
    options: Sequence[OptionOffer]
    variants: Sequence[VariantOffer]
    ticked: Sequence[str]
    chapters: bool


class Offers(ResponseBody):
    """``faulty``: the names of games whose rules hold mistakes; ``uploads``: whether house rules may be sent; ``password``:
    whether who sets a table needs one."""

    games: Sequence[GameOffer]
    faulty: Sequence[str]
    bots: Sequence[str]
    uploads: bool
    password: bool


class SeatLink(Struct):
    seat: int
    link: str


class NewGame(ResponseBody):
    """A game that was begun: the secret links of its seats, the one to ``watch`` it, and that of its ``host``."""

    STATUS = 201
    id: str
    seats: Sequence[SeatLink]
    watch: str
    host: str


class OpenedSeat(ResponseBody):
    """What a token opens; ``seat`` 0 is the place of a spectator."""

    game: str
    seat: int


class JoinedSeat(ResponseBody):
    """The seat of a link. ``token``: what opens it from now on, if the browser does not keep it as a cookie; ``host``: the link
    is that of the table's host, and opens no seat."""

    game: str
    seat: int
    token: str | UnsetType = UNSET
    host: bool | UnsetType = UNSET


class MyGame(Struct):
    """``title``: of the table, ``player``: in whose place the seat is, empty for spectators; ``asked``: whether the seat is,
    ``waits``: whom the others wait for; ``over``: whether the game is; ``trouble``: whether it cannot go on."""

    id: str
    seat: int
    title: str
    game: str
    player: str
    asked: bool
    waits: Sequence[str]
    over: bool
    trouble: bool


class MyTable(Struct):
    """A table that this browser is the host of."""

    id: str
    title: str
    game: str


class MyGames(ResponseBody):
    games: Sequence[MyGame]
    tables: Sequence[MyTable]


# ---------------------------------------------------------------- the host of a table
class HostedSeat(Struct):
    """``name``: of the person, empty where nobody has said it; ``bot``: who chooses there, ``absent``: until the person comes
    back; ``joined``: whether somebody has opened the link of the seat, ``link``: as long as nobody has."""

    seat: int
    player: str
    name: str
    bot: str
    absent: bool
    joined: bool
    link: str | UnsetType = UNSET


class ChosenOption(Struct):
    """An option of a table with the chosen ``value``, one of ``values``; ``normal``: that without a choice."""

    text: str
    value: str
    values: Sequence[str]
    normal: str


class VariantInUse(Struct):
    """House rules in force. ``text``: what they change, in a sentence; empty where their author does not say it."""

    title: str
    text: str


class HostedTable(ResponseBody):
    """A table as its host sees it. ``link``: of its host, ``watch``: of the spectators; ``chapters``: whether a heading divides
    the story of the game into some; ``missing``: the seats on whose nonces the game waits; ``bots``: those at hand."""

    id: str
    title: str
    game: str
    link: str
    watch: str
    seats: Sequence[HostedSeat]
    options: Sequence[ChosenOption]
    variants: Sequence[VariantInUse]
    clock: ClockRules
    chapters: bool
    missing: Sequence[int]
    bots: Sequence[str]


# ---------------------------------------------------------------- a seat
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


class HouseRules(ResponseBody):
    """``variants``: name of the file -> its text."""

    variants: Mapping[str, str]


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


# ---------------------------------------------------------------- luck
class NonceState(Struct):
    """What a seat adds to the luck. ``given``: whether it has; ``nonce``: what, once the game has begun."""

    seat: int
    name: str
    given: bool
    nonce: str


class LuckState(ResponseBody):
    """Where the chance of a game comes from. ``source``: server, seed, save, or empty for old games; ``chance``: the generator;
    ``secret`` and ``seed``, a decimal number: only after the end."""

    source: str
    commitment: str
    chance: str
    begun: bool
    over: bool
    nonces: Sequence[NonceState]
    secret: str
    seed: str


# ---------------------------------------------------------------- people
class ChangedSeat(ResponseBody):
    """``link``: the new one, if it was asked for."""

    link: str | UnsetType = UNSET


class OwnLink(ResponseBody):
    """``host``: whether the browser is that of the table's host, too."""

    link: str
    host: bool


class NoticeAddress(Struct):
    """``pause``: the least seconds between two notices to the address."""

    sort: str
    address: str
    pause: int


class Notices(ResponseBody):
    """``sorts``: the kinds of notices that this server can send; ``notices``: the addresses of the seat."""

    sorts: Sequence[str]
    notices: Sequence[NoticeAddress]


class Message(Struct):
    """``at``: seconds since 1970. ``sort``: for what nobody has said, but has happened to the seat: it has a new ``link``, a
    ``bot`` plays there, the ``person`` has returned, it was given all ``secrets`` of the game, as a save or a fork; or its time
    has run out: all are told that it is ``late``, its question is ``answered``, or the others may vote (``overdue``). ``clock``:
    the host has changed that of the table."""

    id: int
    seat: int
    text: str
    at: int
    sort: str | UnsetType = UNSET


class Messages(ResponseBody):
    messages: Sequence[Message]
