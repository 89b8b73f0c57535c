"""The routes of the API under ``/api/v1``."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from rulekit.web import analysis, causes, fairness, host, links, lobby, looking_back, offers, people, seat, thought
from rulekit.web.convertors import register
from rulekit.web.device_pictures import device_picture


async def openapi(request: Request) -> JSONResponse:
    """This description."""
    from rulekit.web.openapi import description

    return JSONResponse(description(ROUTES))


register()
SEAT = "/api/v1/games/{game:id}/seats/{seat:number}"
HOST = "/api/v1/games/{game:id}/host"
HOSTED_SEAT = f"{HOST}/seats/{{seat:number}}"
ROUTES = [
    Route("/api/v1/openapi.json", openapi),
    Route("/api/v1/games", offers.games),
    Route("/api/v1/offer", offers.offer),
    Route("/api/v1/games", lobby.create, methods=["POST"]),
    Route("/api/v1/check", lobby.check, methods=["POST"]),
    Route("/api/v1/join", links.join, methods=["POST"]),
    Route("/api/v1/whoami", lobby.whoami),
    Route("/api/v1/mine", lobby.mine),
    Route("/api/v1/devices/{device}/picture.svg", device_picture),
    Route(SEAT, seat.state),
    Route(SEAT, people.rename, methods=["PATCH"]),
    Route(f"{SEAT}/choices", seat.choose, methods=["POST"]),
    Route(f"{SEAT}/form", seat.form, methods=["POST"]),
    Route(f"{SEAT}/form/send", seat.send, methods=["POST"]),
    Route(f"{SEAT}/selection", seat.selection, methods=["POST"]),
    Route(f"{SEAT}/selection/send", seat.select, methods=["POST"]),
    Route(f"{SEAT}/undo", seat.undo, methods=["POST"]),
    Route(f"{SEAT}/back", people.back, methods=["POST"]),
    Route(f"{SEAT}/analysis", analysis.analysis, methods=["POST"]),
    Route(f"{SEAT}/analysis/form", analysis.analysis_form, methods=["POST"]),
    Route(f"{SEAT}/why", seat.why),
    Route(f"{SEAT}/ahead", seat.ahead),
    Route(f"{SEAT}/story", seat.story),
    Route(f"{SEAT}/seen", seat.seen, methods=["POST"]),
    Route(f"{SEAT}/cards", seat.cards),
    Route(f"{SEAT}/things/{{key}}", seat.thing),
    Route(f"{SEAT}/rules", seat.house_rules),
    Route(f"{SEAT}/board.svg", looking_back.board),
    Route(f"{SEAT}/places", seat.places),
    Route(f"{SEAT}/places/{{key}}", seat.place),
    Route(f"{SEAT}/replay", looking_back.chapters),
    Route(f"{SEAT}/replay/{{step:number}}", looking_back.replay),
    Route(f"{SEAT}/replay/{{step:number}}/opinion", thought.opinion),
    Route(f"{SEAT}/replay/{{step:number}}/causes", causes.causes),
    Route(f"{SEAT}/quote", causes.quote),
    Route(f"{SEAT}/fork", looking_back.fork, methods=["POST"]),
    Route(f"{SEAT}/save", seat.save),
    Route(f"{SEAT}/link", links.own_link),
    Route(f"{SEAT}/luck", fairness.luck),
    Route(f"{SEAT}/luck", fairness.add_nonce, methods=["POST"]),
    Route(f"{SEAT}/events", seat.events),
    Route(f"{SEAT}/orders", people.order, methods=["POST"]),
    Route(f"{SEAT}/plan", people.plan, methods=["POST"]),
    Route(f"{SEAT}/stand-in", people.stand_in, methods=["POST"]),
    Route(f"{SEAT}/notices", people.subscriptions),
    Route(f"{SEAT}/notices", people.subscribe, methods=["POST"]),
    Route(f"{SEAT}/messages", people.messages),
    Route(f"{SEAT}/messages", people.say, methods=["POST"]),
    Route(HOST, host.table),
    Route(HOST, host.change_table, methods=["PATCH"]),
    Route(f"{HOST}/rules", host.hosted_rules),
    Route(HOSTED_SEAT, host.change_seat, methods=["PATCH"]),
    Route(f"{HOSTED_SEAT}/qr.svg", host.qr_code),
]
