"""Requests about one seat: what it sees, what it chooses, what was before."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request

from rulekit.rulebook.passages import Passage
from rulekit.runtime.narrative.sentence import Level
from rulekit.web.ahead import PlacesAhead, places_ahead
from rulekit.web.answers import Done
from rulekit.web.at_seat import SeatRequest, StateQuery, at_seat, at_seat_with, registry_of
from rulekit.web.catalogue import house_rules_in
from rulekit.web.convertors import BIGGEST
from rulekit.web.events import line_of, news
from rulekit.web.form_body import MOST_LINES, FormChange, Values
from rulekit.web.place_card import opened_place
from rulekit.web.requests import (
    Needed,
    Number,
    RequestBody,
    RequestQuery,
    Said,
    language,
    query,
    read_query,
    refuses,
    who,
)
from rulekit.web.responses import EventResponse, SaveResponse, StateResponse
from rulekit.web.seat_answers import (
    BoardPlaces,
    CardText,
    CardTexts,
    FormAnswer,
    OpenedPlace,
    SelectionAnswer,
    ThingLines,
    WholeStory,
    WhyLines,
)
from rulekit.web.session import StaleState
from rulekit.web.table_answers import HouseRules

Picked = Annotated[dict[Needed, Number], msgspec.Meta(max_length=MOST_LINES)]
"""The ids of options, and how many of each are chosen"""
MoveName = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern="^[^/]*$")]
"""What a client calls a move. Names with a slash are the server's own, and those of the choices of a form"""


class ChoiceBody(RequestBody):
    """``version``: of the view that is answered; ``move``: its own name; ``option``: an id."""

    version: Needed
    move: MoveName
    option: Needed


class FormBody(FormChange):
    """``version``: of the state that it is about."""

    version: Said = ""


class FilledFormBody(RequestBody):
    """A form that is sent."""

    version: Needed
    move: MoveName
    values: Values = msgspec.field(default_factory=list)


class SelectionBody(RequestBody):
    """``picked``: the ids of options, and how many of each are chosen; ``full``: as many as go with them as well."""

    version: Said = ""
    picked: Picked = msgspec.field(default_factory=dict)
    full: bool = False


class SentSelectionBody(RequestBody):
    """A selection that is sent."""

    version: Needed
    move: MoveName
    picked: Picked = msgspec.field(default_factory=dict)


class UndoBody(RequestBody):
    """``alone``: the last choice of a form only."""

    version: Needed
    move: MoveName
    alone: bool = False


class SeenBody(RequestBody):
    """``tag``: that of the state which somebody has before their eyes."""

    tag: Needed


class VisitQuery(StateQuery):
    visit: Annotated[
        int,
        msgspec.Meta(ge=0, le=1, description="1: somebody comes to the page: only what it has not seen is new to them"),
    ] = 0
    brief: Annotated[
        int,
        msgspec.Meta(ge=0, le=1, description="1: only the tables of players; the others come with the next difference"),
    ] = 0


class WhyQuery(RequestQuery):
    option: Annotated[str, msgspec.Meta(description="the id of an option")] = ""


class StoryQuery(RequestQuery):
    level: Annotated[Level, msgspec.Meta(description="how much of it")] = "story"
    chapter: Annotated[
        Annotated[int, msgspec.Meta(ge=0, le=BIGGEST)] | None, msgspec.Meta(description="only this chapter, from 0")
    ] = None
    part: Annotated[
        Literal["all", "seen", "new"],
        msgspec.Meta(description="only what the seat had seen before, or what is new to it"),
    ] = "all"


class EventsQuery(StateQuery):
    states: Annotated[int, msgspec.Meta(ge=0, le=1, description="1: states instead of the numbers of views")] = 0


@query(VisitQuery)
@at_seat
def state(request: SeatRequest) -> StateResponse:
    """Everything that a seat may know of a game."""
    request.registry.come_back(request.session, request.seat)
    asked = request.query(VisitQuery)
    if asked.visit:
        request.registry.recall(request.session, request.seat, again=True)
    return request.answer(brief=bool(asked.brief))


@refuses(409)
@query(StateQuery)
@at_seat_with(ChoiceBody)
def choose(request: SeatRequest, choice: ChoiceBody) -> StateResponse:
    """A choice: ``version`` of the view that it answers, ``move`` its own name, ``option`` the id of the option."""
    request.session.choose(request.seat, choice.version, choice.move, choice.option)
    return _went_on(request)


@refuses(409)
@at_seat_with(FormBody)
def form(request: SeatRequest, filling: FormBody) -> FormAnswer:
    """A form with ``values`` (ids of options, or null) when ``option`` is written into ``line``, or the ``rest`` by chance.

    ``at``: the line whose options are wanted, else the first without a value.
    """
    if filling.version != request.session.version(request.seat):
        raise StaleState
    found = request.page().form(filling.values, filling.line, filling.option, filling.rest, filling.at, filling.like)
    return FormAnswer(found)


@refuses(409)
@query(StateQuery)
@at_seat_with(FilledFormBody)
def send(request: SeatRequest, filled: FilledFormBody) -> StateResponse:
    """All choices of a form: for each line the id of an option, or null."""
    request.session.send(request.seat, filled.version, filled.move, filled.values)
    return _went_on(request)


@at_seat_with(SelectionBody)
def selection(request: SeatRequest, asked: SelectionBody) -> SelectionAnswer:
    """The things out of which several are chosen: with what is ``picked``, how many of each could be, and why not.

    Null where the game has gone on.
    """
    if asked.version != request.session.version(request.seat):
        return SelectionAnswer(None)
    return SelectionAnswer(request.page().selection(asked.picked, asked.full))


@refuses(409)
@query(StateQuery)
@at_seat_with(SentSelectionBody)
def select(request: SeatRequest, sent: SentSelectionBody) -> StateResponse:
    """All choices of a selection together: the ids of the options that are chosen, and how many of each."""
    request.session.select(request.seat, sent.version, sent.move, sent.picked)
    return _went_on(request)


def _went_on(request: SeatRequest) -> StateResponse:
    registry, number = request.registry, request.session.number
    beside = registry.beside(request.game)
    registry.bots.go_on(request.session, beside)
    registry.tell(request.session)
    same = request.session.number == number and not (beside.votes or beside.orders or beside.plans)
    return request.answer(beside if same else None)


@refuses(409)
@query(StateQuery)
@at_seat_with(UndoBody)
def undo(request: SeatRequest, asked: UndoBody) -> StateResponse:
    """Takes the seat's last choice back; a form is taken back whole, unless ``alone`` asks for its last choice only."""
    request.plays()
    request.session.undo(request.seat, asked.version, asked.move, asked.alone)
    return request.answer()


@query(WhyQuery)
@at_seat
def why(request: SeatRequest) -> WhyLines:
    """What an option would lead to, and the rule lines on which it rests."""
    page, option = request.page(), request.query(WhyQuery).option
    return WhyLines(page.leads_to(option), page.explained(option))


@query(WhyQuery)
@at_seat
def ahead(request: SeatRequest) -> PlacesAhead:
    """What an option leads to: the next question, and the places of its options, where looking gives nothing away."""
    return places_ahead(request.page(), request.query(WhyQuery).option)


@query(StoryQuery)
@at_seat
def story(request: SeatRequest) -> WholeStory:
    """What has happened so far, at a ``level`` (headline, story, full, ledger), and where points came from."""
    asked = request.query(StoryQuery)
    return request.page().before(asked.level, asked.chapter, asked.part)


@at_seat_with(SeenBody)
def seen(request: SeatRequest, looked: SeenBody) -> Done:
    """Somebody has the state with this ``tag`` on their screen; what comes later will be new to the seat when it looks again."""
    request.plays()
    sent = request.session.sent.last(request.seat, request.lang)
    if sent is None or sent.state.tag != looked.tag:  # another process has sent it, or an earlier one
        request.page().news(request.registry.beside(request.game), None)
        sent = request.session.sent.last(request.seat, request.lang)
    if sent is not None and sent.state.tag == looked.tag:
        request.registry.note_seen(request.session, request.seat, sent.moves)
    return Done()


@at_seat
def places(request: SeatRequest) -> BoardPlaces:
    """Every place of the board in words: whose it is, what lies there, where one goes from it."""
    page = request.page()
    return BoardPlaces(page.places(page.view.shown))


@refuses(404)
@at_seat
def place(request: SeatRequest) -> OpenedPlace:
    """The detail view of a place: owner, pieces and cards, adjacent places, refused options. ``key``: its name in rules."""
    found = opened_place(request.page(), request.http.path_params["key"])
    if found is None:
        raise HTTPException(404, "there is no such place")
    return found


@at_seat
def thing(request: SeatRequest) -> ThingLines:
    """What the game shows with a thing now (``shown with it`` in its rules), for example how much room is left there."""
    return ThingLines(request.page().shown_with(request.http.path_params["key"]))


@at_seat
def cards(request: SeatRequest) -> CardTexts:
    """What the rulebook says of each card, action, deed, question and sort of units of this game; nothing of it is secret."""
    passages = request.registry.catalogue.passages(request.session.game, request.lang)
    return CardTexts([_card_text(passage) for passage in passages])


def _card_text(passage: Passage) -> CardText:
    asked = passage.sort == "question"  # named as what it chooses, which may be the name of a card
    keys, summary = ([], passage.note) if asked else (passage.keys, passage.summary)
    return CardText(keys, passage.title, summary, passage.text, passage.file, passage.first, passage.last)


@at_seat
def house_rules(request: SeatRequest) -> HouseRules:
    """The texts of the variants that this table plays with; everybody at the table may read them."""
    return HouseRules(house_rules_in(request.registry.store.rules(request.session.row.rules)))


@query(EventsQuery)
async def events(request: Request) -> EventResponse:
    """Server-sent events: ``view`` with a version whenever the view of the seat is another one.

    With ``?states=1`` they are ``state``: the whole state, or what is different since that with the tag ``have``.
    """
    registry, asked = registry_of(request), read_query(request, EventsQuery)
    seated = await run_sync(who, request, registry.opens)
    if await run_sync(registry.session, seated.game) is None:
        raise HTTPException(404, "there is no such game")
    last = request.headers.get("last-event-id") or asked.have
    line = await run_sync(line_of, registry, seated, language(request), bool(asked.states), last)
    return EventResponse(news(registry, seated, line), headers={"X-Accel-Buffering": "no"})


@refuses(403)
@at_seat
def save(request: SeatRequest) -> SaveResponse:
    """The game as a file for the terminal.

    It holds all secrets, so that only an ended game gives it, or one in which nobody else ever had a seat. Who takes one later is
    told of it.
    """
    if not request.may_know_all():
        raise HTTPException(403, "a file of the game would hold the secrets of the others: it is there after the end")
    request.registry.note_secrets(request.session, request.seat)
    row, match = request.session.row, request.session.match
    saved = {**match.save(), "variants": row.variants}
    if match.over and row.luck.opening is not None:
        saved = row.luck.opening.added_to(saved)
    return SaveResponse(msgspec.json.encode(saved))
