"""The requests of the API under ``/api/v1``: lobby, seats, moves, boards, talk."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import Any, TypeVar

from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from rulekit.board import read_position, svg
from rulekit.bots import find_bots
from rulekit.web.events import news
from rulekit.web.hall import Hall
from rulekit.web.library import Library
from rulekit.web.payload import explained, payload, replayed
from rulekit.web.requests import cookie_name, found, language, needed, takes, who
from rulekit.web.store import OrderRow
from rulekit.web.tokens import new_token

T = TypeVar("T")
Fields = dict[str, Any]
NAME_LENGTH, MESSAGE_LENGTH = 40, 1000


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


# ---------------------------------------------------------------- lobby
async def games(request: Request) -> Response:
    """What can be played: games with their players, options, variants, and the bots at hand."""
    hall, lang = hall_of(request), language(request)
    return JSONResponse({"games": await run_sync(_offers, hall.library, lang), "bots": sorted(find_bots())})


def _offers(library: Library, lang: str) -> list[dict[str, Any]]:
    out = []
    for name in library.folders:
        game = library.load(name)
        options = [
            {"name": o.name, "text": o.text, "sort": o.sort, "values": list(o.values), "default": o.default}
            for o in game.options.values()
        ]
        out.append(
            {
                "name": name,
                "title": game.names.get(lang) or game.names.get(lang.partition("-")[0]) or game.title,
                "players": [game.fewest, game.most],
                "usual": game.usual,
                "seats": {str(n): list(names[:n]) for n, names in game.seatings.items()},
                "options": options,
                "variants": library.variants(name),
            }
        )
    return out


@takes(game=str, title=str, players=int, variants=list, options=dict, people=list, bots=dict, seed=int, save=dict)
async def create(request: Request, fields: Fields) -> Response:
    """A new game. Answers with its id, a link for each seat, and the spectators' link."""
    (game,) = needed(fields, "game")
    hall = hall_of(request)
    if hall.store.count_games() >= request.app.state.most_games:
        raise HTTPException(507, "this server holds as many games as it may")
    bots = {int(seat): str(bot) for seat, bot in (fields["bots"] or {}).items() if str(seat).isdigit() and bot}
    unknown = next((bot for bot in bots.values() if bot not in find_bots()), None)
    if unknown is not None:
        raise HTTPException(422, f"there is no bot {unknown[:40]!r}; there are: {', '.join(sorted(find_bots()))}")
    made = partial(
        hall.create,
        game,
        fields["players"],
        [str(v) for v in fields["variants"] or ()],
        {str(k): str(v) for k, v in (fields["options"] or {}).items()},
        [str(p)[:NAME_LENGTH] for p in fields["people"] or ()],
        bots,
        fields["seed"],
        (fields["title"] or "")[:NAME_LENGTH],
        fields["save"],
    )
    id, tokens, watch = await run_sync(made)
    seats = [{"seat": k, "link": _link(request, token)} for k, token in enumerate(tokens, 1)]
    return JSONResponse({"id": id, "seats": seats, "watch": _link(request, watch)}, 201)


def _link(request: Request, token: str) -> str:
    base = request.app.state.public or str(request.base_url).rstrip("/")
    return f"{base}/join/{token}"


async def mine(request: Request) -> Response:
    """The games of which this browser holds a seat, with whether it is asked there."""
    hall = hall_of(request)
    seats = [name.split("_") for name in request.cookies if name.startswith("seat_")]
    held = [("_".join(parts[1:-1]), int(parts[-1])) for parts in seats if len(parts) > 2 and parts[-1].isdigit()]
    known = [
        (game, seat)
        for game, seat in held[:200]
        if hall.store.seat_of(request.cookies[cookie_name(game, seat)]) == (game, seat)
    ]
    return JSONResponse({"games": await run_sync(_mine, hall, known)})


def _mine(hall: Hall, known: list[tuple[str, int]]) -> list[dict[str, Any]]:
    out = []
    for game, seat in known:
        live = hall.live(game)
        if live is not None:
            with live.lock:
                asked, over = bool(live.decisions(seat)), live.match.over
            out.append({"id": game, "seat": seat, "title": live.row.title, "asked": asked, "over": over})
    return sorted(out, key=lambda x: (not x["asked"], x["over"]))


# ---------------------------------------------------------------- one seat
def at_seat(work: Callable[[Request, Hall, str, int], T]) -> Callable[[Request], Awaitable[T]]:
    """A handler that runs in a thread, for who holds the seat."""

    @wraps(work)
    async def handler(request: Request) -> T:
        hall = hall_of(request)
        seated = who(request, hall.store)
        return await run_sync(work, request, hall, seated.game, seated.seat)

    return handler


def _payload(request: Request, hall: Hall, game: str, seat: int) -> dict[str, Any]:
    live = found(hall.live(game))
    since = request.query_params.get("since", "0")
    with live.lock:
        return payload(live, seat, language(request), hall.store.seats(game), int(since) if since.isdigit() else 0)


@at_seat
def state(request: Request, hall: Hall, game: str, seat: int) -> Response:
    """Everything that a seat may know of a game."""
    return JSONResponse(_payload(request, hall, game, seat))


@takes(version=str, move=str, option=str)
async def choose(request: Request, fields: Fields) -> Response:
    """A choice: ``version`` of the view that it answers, ``move`` its own name, ``option`` the id of the option."""
    hall = hall_of(request)
    seated = who(request, hall.store)
    version, move, option = needed(fields, "version", "move", "option")

    def work() -> dict[str, Any]:
        found(hall.live(seated.game)).choose(seated.seat, version, move, option)
        return _payload(request, hall, seated.game, seated.seat)

    return JSONResponse(await run_sync(work))


@takes(version=str, move=str)
async def undo(request: Request, fields: Fields) -> Response:
    """Takes the seat's last choice back."""
    hall = hall_of(request)
    seated = who(request, hall.store)
    version, move = needed(fields, "version", "move")

    def work() -> dict[str, Any]:
        found(hall.live(seated.game)).undo(seated.seat, version, move)
        return _payload(request, hall, seated.game, seated.seat)

    return JSONResponse(await run_sync(work))


@at_seat
def why(request: Request, hall: Hall, game: str, seat: int) -> Response:
    """The rule lines on which an option rests."""
    live = found(hall.live(game))
    with live.lock:
        lines = explained(live, seat, request.query_params.get("option", ""), language(request))
    return JSONResponse({"lines": lines})


@at_seat
def replay(request: Request, hall: Hall, game: str, seat: int) -> Response:
    """The game as the seat saw it at the ``step``-th of its steps, from 0."""
    live = found(hall.live(game))
    with live.lock:
        return JSONResponse(replayed(live, seat, language(request), request.path_params["step"]))


@at_seat
def board(request: Request, hall: Hall, game: str, seat: int) -> Response:
    """The board as the seat sees it, as SVG; ``?step=`` shows an earlier one, as the seat saw it then."""
    live, lang = found(hall.live(game)), language(request)
    drawn = hall.library.board(live.row.game)
    layout = hall.library.layout(live.row.game, lang)
    step = request.query_params.get("step", "")
    with live.lock:
        if step.isdigit():
            view = replayed(live, seat, lang, int(step))["view"]
        else:
            view = live.match.view(live.player(seat), lang)
    text = svg(drawn, lang, read_position(view, drawn), live.row.title, layout)
    return Response(text, media_type="image/svg+xml")


async def events(request: Request) -> Response:
    """Server-sent events: ``view`` with a version whenever the view of the seat is another one."""
    hall = hall_of(request)
    seated = who(request, hall.store)
    if await run_sync(hall.live, seated.game) is None:
        raise HTTPException(404, "there is no such game")
    last = request.headers.get("last-event-id", "")
    stream = news(hall, seated.game, seated.seat, last)
    return StreamingResponse(stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


@at_seat
def save(request: Request, hall: Hall, game: str, seat: int) -> Response:
    """The game as a file for the terminal: it holds all secrets, so that only an ended game gives it, or one with one person."""
    live = found(hall.live(game))
    people = [row.seat for row in hall.store.seats(game) if not row.bot]
    with live.lock:
        if not live.match.over and people != [seat]:
            raise HTTPException(
                403, "a file of the game would hold the secrets of the others: it is there after the end"
            )
        return JSONResponse({**live.match.save(), "variants": list(live.row.variants)})


# ---------------------------------------------------------------- people
@takes(name=str, bot=str, new_link=bool)
async def rename(request: Request, fields: Fields) -> Response:
    """What the person in a seat is called; a new link for it; a bot in it, or none."""
    hall = hall_of(request)
    seated = who(request, hall.store)
    if not seated.seat:
        raise HTTPException(403, "spectators change nothing")
    if fields["name"]:
        await run_sync(hall.store.rename, seated.game, seated.seat, fields["name"][:NAME_LENGTH])
    if fields["bot"] is not None:
        if fields["bot"] and fields["bot"] not in find_bots():
            raise HTTPException(422, f"there is no bot {fields['bot'][:40]!r}")
        await run_sync(hall.store.set_bot, seated.game, seated.seat, fields["bot"])
        live = found(await run_sync(hall.live, seated.game))
        await run_sync(live.go_on)
    answer: dict[str, Any] = {}
    if fields["new_link"]:
        token = new_token()
        await run_sync(hall.store.hand_over, seated.game, seated.seat, token)
        answer["link"] = _link(request, token)
    hall.changed(seated.game)
    return JSONResponse(answer)


@takes(question=str, answer=str)
async def order(request: Request, fields: Fields) -> Response:
    """A standing answer: from now on ``question`` is answered with ``answer``; without an answer it is taken back."""
    hall = hall_of(request)
    seated = who(request, hall.store)
    (question,) = needed(fields, "question")

    def work() -> dict[str, Any]:
        live = found(hall.live(seated.game))
        if fields["answer"]:
            hall.store.set_order(seated.game, OrderRow(seated.seat, question, fields["answer"], live.number))
            live.go_on()
        else:
            hall.store.drop_order(seated.game, seated.seat, question)
        return _payload(request, hall, seated.game, seated.seat)

    return JSONResponse(await run_sync(work))


@at_seat
def messages(request: Request, hall: Hall, game: str, seat: int) -> Response:
    """What was said at the table."""
    after = request.query_params.get("after", "0")
    rows = hall.store.messages(game, int(after) if after.isdigit() else 0)
    return JSONResponse({"messages": [{"id": r.id, "seat": r.seat, "text": r.text, "at": r.made} for r in rows]})


@takes(text=str)
async def say(request: Request, fields: Fields) -> Response:
    """Says something to all at the table."""
    hall = hall_of(request)
    seated = who(request, hall.store)
    (text,) = needed(fields, "text")
    await run_sync(hall.store.add_message, seated.game, seated.seat, text[:MESSAGE_LENGTH])
    hall.changed(seated.game)
    return JSONResponse({}, 201)


async def openapi(request: Request) -> Response:
    """This description."""
    from rulekit.web.openapi import description

    return JSONResponse(description(ROUTES))


SEAT = "/api/v1/games/{game}/seats/{seat:int}"
ROUTES = [
    Route("/api/v1/openapi.json", openapi),
    Route("/api/v1/games", games),
    Route("/api/v1/games", create, methods=["POST"]),
    Route("/api/v1/mine", mine),
    Route(SEAT, state),
    Route(SEAT, rename, methods=["PATCH"]),
    Route(f"{SEAT}/choices", choose, methods=["POST"]),
    Route(f"{SEAT}/undo", undo, methods=["POST"]),
    Route(f"{SEAT}/why", why),
    Route(f"{SEAT}/board.svg", board),
    Route(f"{SEAT}/replay/{{step:int}}", replay),
    Route(f"{SEAT}/save", save),
    Route(f"{SEAT}/events", events),
    Route(f"{SEAT}/orders", order, methods=["POST"]),
    Route(f"{SEAT}/messages", messages),
    Route(f"{SEAT}/messages", say, methods=["POST"]),
]
