"""Requests about one seat: what it sees, what it chooses, what was before."""

from __future__ import annotations

from typing import Annotated

import msgspec
from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from rulekit.runtime.narrative.sentence import LEVELS, Level
from rulekit.web.at_seat import HAVE, Place, at_seat, at_seat_with, hall_of
from rulekit.web.autoplay import go_on
from rulekit.web.catalogue import OVER
from rulekit.web.events import line_of, news
from rulekit.web.requests import Body, Needed, Said, language, query, who

MOST_LINES = 200
Values = Annotated[list[Said | None], msgspec.Meta(max_length=MOST_LINES)]
"""For each line of a form the id of an option, or null"""


class Choice(Body):
    """``version``: of the view that is answered; ``move``: its own name; ``option``: an id."""

    version: Needed
    move: Needed
    option: Needed


class Filling(Body):
    """``line``: where ``option`` is written, from 0; ``rest``: all others by chance; ``at``: the line whose options are
    wanted."""

    version: Said = ""
    values: Values = msgspec.field(default_factory=list)
    line: int | None = None
    option: Said | None = None
    rest: bool = False
    at: int | None = None


class Filled(Body):
    """A form that is sent."""

    version: Needed
    move: Needed
    values: Values = msgspec.field(default_factory=list)


class TakingBack(Body):
    """``alone``: the last choice of a form only."""

    version: Needed
    move: Needed
    alone: bool = False


@query(have=HAVE)
@at_seat
def state(place: Place) -> Response:
    """Everything that a seat may know of a game."""
    place.hall.come_back(place.live, place.seat)
    return place.answer()


@at_seat_with(Choice)
def choose(place: Place, choice: Choice) -> Response:
    """A choice: ``version`` of the view that it answers, ``move`` its own name, ``option`` the id of the option."""
    place.live.choose(place.seat, choice.version, choice.move, choice.option)
    return _went_on(place)


@at_seat_with(Filling)
def form(place: Place, filling: Filling) -> Response:
    """A form with ``values`` (ids of options, or null) when ``option`` is written into ``line``, or the ``rest`` by chance.

    ``at``: the line whose options are wanted, else the first without a value.
    """
    if filling.version != place.live.version(place.seat):
        raise HTTPException(409, "the game has gone on: look again")
    found = place.page().form(filling.values, filling.line, filling.option, filling.rest, filling.at)
    return JSONResponse({"form": found})


@at_seat_with(Filled)
def send(place: Place, filled: Filled) -> Response:
    """All choices of a form: for each line the id of an option, or null."""
    place.live.send(place.seat, filled.version, filled.move, filled.values)
    return _went_on(place)


def _went_on(place: Place) -> Response:
    hall, number = place.hall, place.live.number
    beside = hall.beside(place.game)
    if beside.votes:
        hall.desk.drop_votes(place.game)
    go_on(place.live, hall.desk, beside)
    hall.tell(place.live)
    same = place.live.number == number and not (beside.votes or beside.orders or beside.plans)
    return place.answer(beside if same else None)


@query(have=HAVE)
@at_seat_with(TakingBack)
def undo(place: Place, asked: TakingBack) -> Response:
    """Takes the seat's last choice back; a form is taken back whole, unless ``alone`` asks for its last choice only."""
    place.live.undo(place.seat, asked.version, asked.move, asked.alone)
    if place.hall.beside(place.game).votes:
        place.hall.desk.drop_votes(place.game)
    return place.answer()


@query(option="the id of an option")
@at_seat
def why(place: Place) -> Response:
    """The rule lines on which an option rests."""
    return JSONResponse({"lines": place.page().explained(place.query("option"))})


@query(level="short, story or full")
@at_seat
def story(place: Place) -> Response:
    """What has happened so far, at a ``level`` (short, story, full), and where points came from."""
    asked = place.query("level")
    level: Level = next((level for level in LEVELS if level == asked), "story")
    return JSONResponse(place.page().before(level))


@at_seat
def replay(place: Place) -> Response:
    """The game as the seat saw it at the ``step``-th of its steps, from 0."""
    return JSONResponse(place.page().replayed(place.request.path_params["step"]))


@query(step="the number of an earlier state, from 0")
@at_seat
def board(place: Place) -> Response:
    """The board as the seat sees it, as SVG; ``?step=`` shows an earlier one, as the seat saw it then. 404 without a board."""
    live, lang, catalogue, page = place.live, place.lang, place.hall.catalogue, place.page()
    if not catalogue.has_board(live.row.game):
        raise HTTPException(404, "this game has no board")
    drawn, layout = catalogue.board(live.row.game), catalogue.layout(live.row.game, lang)
    view = page.seen_at(int(place.query("step"))) if place.query("step").isdigit() else page.view
    text = catalogue.drawings.svg(view, drawn, lang, live.row.title, layout)
    return Response(text, media_type="image/svg+xml")


@at_seat
def places(place: Place) -> Response:
    """Every place of the board in words: whose it is, what lies there, where one goes from it."""
    page = place.page()
    return JSONResponse({"places": page.places(page.view.shown)})


@at_seat
def thing(place: Place) -> Response:
    """What the game shows with a thing now (``shown with it`` in its rules), for example how much room is left there."""
    return JSONResponse({"lines": place.page().shown_with(place.request.path_params["key"])})


@at_seat
def cards(place: Place) -> Response:
    """What the rulebook says of each card, action and deed of this game; nothing of it is secret."""
    passages = place.hall.catalogue.passages(place.live.game.hash, place.lang)
    found = [{"keys": p["keys"], "title": p["title"], "text": p["text"]} for p in passages]
    return JSONResponse({"cards": found}, headers={"Cache-Control": "private, max-age=600"})


@at_seat
def house_rules(place: Place) -> Response:
    """The texts of the variants that this table plays with; everybody at the table may read them."""
    texts = place.hall.store.rules(place.live.row.rules)
    found = {name.partition("/")[2]: text for name, text in texts.items() if name.startswith(f"{OVER}/")}
    return JSONResponse({"variants": found})


@query(states="1: states instead of the numbers of views", have=HAVE)
async def events(request: Request) -> Response:
    """Server-sent events: ``view`` with a version whenever the view of the seat is another one.

    With ``?states=1`` they are ``state``: the whole state, or what is different since that with the tag ``have``.
    """
    hall, asked = hall_of(request), request.query_params
    seated = await run_sync(who, request, hall.opens)
    if await run_sync(hall.live, seated.game) is None:
        raise HTTPException(404, "there is no such game")
    last = request.headers.get("last-event-id") or asked.get("have", "")
    line = await run_sync(line_of, hall, seated, language(request), asked.get("states") == "1", last)
    return StreamingResponse(
        news(hall, seated, line), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


@at_seat
def save(place: Place) -> Response:
    """The game as a file for the terminal: it holds all secrets, so that only an ended game gives it, or one with one person."""
    people = [row.seat for row in place.hall.store.seats(place.game) if not row.bot]
    if not place.live.match.over and people != [place.seat]:
        raise HTTPException(403, "a file of the game would hold the secrets of the others: it is there after the end")
    return JSONResponse({**place.live.match.save(), "variants": list(place.live.row.variants)})
