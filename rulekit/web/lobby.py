"""Requests of the lobby: what can be played, new games, the games of a browser."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rulekit.bots import find_bots
from rulekit.languages import own
from rulekit.web.at_seat import Fields, hall_of
from rulekit.web.catalogue import Catalogue
from rulekit.web.clock import DAY
from rulekit.web.hall import Hall
from rulekit.web.people import NAME_LENGTH, link
from rulekit.web.requests import cookie_name, language, needed, takes
from rulekit.web.uploads import Uploads

MOST_BANK = 365


async def games(request: Request) -> Response:
    """What can be played: games with their players, options, variants, and the bots at hand."""
    hall, lang = hall_of(request), language(request)
    return JSONResponse(
        {
            "games": await run_sync(_offers, hall.catalogue, lang),
            "bots": sorted(find_bots()),
            "uploads": request.app.state.uploads.allowed,
        }
    )


def _offers(catalogue: Catalogue, lang: str) -> list[dict[str, Any]]:
    out = []
    for name in catalogue.folders:
        game = catalogue.load(name)
        options = [
            {
                "name": o.name,
                "text": game.said(o.text, lang),
                "sort": o.sort,
                "values": list(o.values),
                "labels": [game.said(value, lang) for value in o.values],
                "default": o.default,
            }
            for o in game.options.values()
        ]
        out.append(
            {
                "name": name,
                "title": own(game.names, lang) or game.title,
                "players": [game.fewest, game.most],
                "usual": game.usual,
                "seats": {str(n): [game.said(name, lang) for name in names[:n]] for n, names in game.seatings.items()},
                "options": options,
                "variants": [
                    {"name": variant, "title": catalogue.variant_title(path, lang) or variant.replace("_", " ")}
                    for variant, path in catalogue.variants(name).items()
                ],
            }
        )
    return out


@takes(
    game=str,
    title=str,
    players=int,
    variants=list,
    options=dict,
    people=list,
    bots=dict,
    seed=int,
    save=dict,
    clock=dict,
    text=str,
)
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
        _clock(fields["clock"] or {}),
        fields["text"] or "",
    )
    if fields["text"]:
        findings = (await run_sync(_checked, request, fields))["findings"]
        if any(x["severity"] == "error" for x in findings):
            return JSONResponse({"code": "rules", "error": "these rules hold mistakes", "diagnostics": findings}, 422)
    id, tokens, watch = await run_sync(made)
    seats = [{"seat": k, "link": link(request, token)} for k, token in enumerate(tokens, 1)]
    return JSONResponse({"id": id, "seats": seats, "watch": link(request, watch)}, 201)


@takes(game=str, variants=list, text=str, players=int, options=dict)
async def check(request: Request, fields: Fields) -> Response:
    """Looks at house rules as ``rulekit check`` and ``rulekit try`` do.

    ``findings`` with their places; ``tried``, line by line; ``played``: how many choices were made with them.
    """
    needed(fields, "game", "text")
    return JSONResponse(await run_sync(_checked, request, fields, language(request)))


def _checked(request: Request, fields: Fields, lang: str | None = None) -> Fields:
    catalogue, name = hall_of(request).catalogue, fields["game"]
    uploads: Uploads = request.app.state.uploads
    variants = catalogue.paths(name, [str(v) for v in fields["variants"] or ()])
    options = {str(k): str(v) for k, v in (fields["options"] or {}).items()}
    return uploads.check(catalogue.folder(name), variants, fields["text"], fields["players"], options, lang)


def _clock(said: Mapping[str, Any]) -> dict[str, int]:
    """``days`` in the bank of each seat, ``hours`` that each choice adds. Raises HTTPException 422."""
    days, hours = said.get("days", 0), said.get("hours", 0)
    whole = all(isinstance(n, int) and not isinstance(n, bool) for n in (days, hours))
    if not whole or set(said) - {"days", "hours"} or not (0 <= days <= MOST_BANK and 0 <= hours <= MOST_BANK * 24):
        raise HTTPException(422, f"a clock is days (0 to {MOST_BANK}) and hours, as whole numbers")
    return {"bank": days * DAY, "more": hours * 3600} if days else {}


async def whoami(request: Request) -> Response:
    """Which seat of which game the bearer's token opens."""
    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    place = await run_sync(hall_of(request).store.seat_of, token)
    if place is None:
        raise HTTPException(401, "this link opens nothing: it was handed over, or it is not whole")
    return JSONResponse({"game": place[0], "seat": place[1]})


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
                asked, over = live.decision(seat) is not None, live.match.over
            out.append({"id": game, "seat": seat, "title": live.row.title, "asked": asked, "over": over})
    return sorted(out, key=lambda x: (not x["asked"], x["over"]))
