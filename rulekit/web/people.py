"""Requests about who sits there: names, links, bots, what is answered in advance, going back together, notices, talk."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rulekit.bots import find_bots
from rulekit.web.at_seat import HAVE, Place, at_seat, at_seat_with
from rulekit.web.autoplay import go_on
from rulekit.web.consent import agree, withdraw
from rulekit.web.desk import OrderRow, PlanRow, Subscription
from rulekit.web.notices import checked
from rulekit.web.requests import Body, Needed, Said, query
from rulekit.web.tokens import new_token

NAME_LENGTH, MESSAGE_LENGTH, PLAN_LENGTH = 40, 1000, 100


class Sitting(Body):
    """``bot``: the bot that plays for the seat, empty for none. Fields that are left out do not change."""

    name: Said = ""
    bot: Said | None = None
    new_link: bool = False


class Order(Body):
    """``until``: ``concerned``, if only as long as it does not concern the player. Without an answer it is taken back."""

    question: Needed
    answer: Said = ""
    until: Literal["", "concerned"] = ""


class PlannedChoice(msgspec.Struct):
    """What is asked, and the id of an option."""

    asks: Said
    option: Said


class Plan(Body):
    """Moves planned ahead; an empty list takes them back."""

    choices: Annotated[list[PlannedChoice], msgspec.Meta(max_length=PLAN_LENGTH)] = msgspec.field(default_factory=list)


class GoingBack(Body):
    """``agree``: false refuses what others want."""

    agree: bool = True


class Notice(Body):
    """``sort``: mail or hook. Without an address the subscription ends."""

    sort: Needed
    address: Said = ""


class Talk(Body):
    text: Needed


def link(request: Request, token: str) -> str:
    """The secret link that a token stands for."""
    base = request.app.state.public or str(request.base_url).rstrip("/")
    return f"{base.rstrip('/')}/join/{token}"


@at_seat_with(Sitting)
def rename(place: Place, sitting: Sitting) -> Response:
    """What the person in a seat is called; a new link for it, which makes the old one void; a bot in it, or none."""
    place.plays()
    store, answer = place.hall.store, {}
    if sitting.name:
        store.rename(place.game, place.seat, sitting.name[:NAME_LENGTH])
    if sitting.bot is not None:
        if sitting.bot and sitting.bot not in find_bots():
            raise HTTPException(422, f"there is no bot {sitting.bot[:40]!r}")
        store.set_bot(place.game, place.seat, sitting.bot)
        go_on(place.live, place.hall.desk)
        place.hall.tell(place.live)
    if sitting.new_link:
        token = new_token()
        store.hand_over(place.game, place.seat, token)
        answer["link"] = link(place.request, token)
    place.hall.announce(place.game)
    return JSONResponse(answer)


@query(have=HAVE)
@at_seat_with(Order)
def order(place: Place, order: Order) -> Response:
    """A standing answer: from now on ``question`` is answered with ``answer``.

    ``until``: ``concerned``, if only as long as it does not concern the player; without an answer it is taken back.
    """
    place.plays()
    if order.answer:
        row = OrderRow(place.seat, order.question, order.answer, place.live.number, order.until)
        place.hall.desk.set_order(place.game, row)
        go_on(place.live, place.hall.desk)
        place.hall.tell(place.live)
    else:
        place.hall.desk.drop_order(place.game, place.seat, order.question)
    place.hall.announce(place.game)
    return place.answer()


@query(have=HAVE)
@at_seat_with(Plan)
def plan(place: Place, plan: Plan) -> Response:
    """Moves planned ahead, made one after the other until one no longer fits or chance decides something.

    ``choices``: objects with what is asked (``asks``) and the id of the ``option``; an empty list takes the plan back.
    """
    place.plays()
    if plan.choices:
        place.hall.desk.set_plan(place.game, PlanRow(place.seat, [(x.asks, x.option) for x in plan.choices]))
        go_on(place.live, place.hall.desk)
        place.hall.tell(place.live)
    else:
        place.hall.desk.drop_plan(place.game, place.seat)
    place.hall.announce(place.game)
    return place.answer()


@query(have=HAVE)
@at_seat_with(GoingBack)
def back(place: Place, going: GoingBack) -> Response:
    """Going back to the seat's last choice, beyond what ``undo`` may: when all people agree. Anybody may also refuse."""
    place.plays()
    if going.agree:
        agree(place.live, place.hall, place.seat)
    else:
        withdraw(place.live, place.hall)
    place.hall.announce(place.game)
    return place.answer()


@at_seat_with(Notice)
def subscribe(place: Place, notice: Notice) -> Response:
    """Where to tell the seat that it is asked: ``sort`` mail or hook, an ``address``; without one it is told no more."""
    place.plays()
    if notice.address:
        address = checked(place.hall.senders, notice.sort, notice.address)
        place.hall.desk.subscribe(place.game, Subscription(place.seat, notice.sort, address))
        place.hall.tell(place.live)
    else:
        place.hall.desk.unsubscribe(place.game, place.seat, notice.sort)
    return JSONResponse(_notices(place))


@at_seat
def subscriptions(place: Place) -> Response:
    """Where the seat is told that it is asked, and what this server can send."""
    place.plays()
    return JSONResponse(_notices(place))


def _notices(place: Place) -> dict[str, object]:
    found = [s for s in place.hall.desk.subscriptions(place.game) if s.seat == place.seat]
    return {
        "sorts": sorted(place.hall.senders),
        "notices": [{"sort": s.sort, "address": s.address} for s in found],
    }


@query(after="the `id` of the last message that is there already")
@at_seat
def messages(place: Place) -> Response:
    """What was said at the table."""
    after = place.query("after")
    rows = place.hall.desk.messages(place.game, int(after) if after.isdigit() else 0)
    return JSONResponse({"messages": [{"id": r.id, "seat": r.seat, "text": r.text, "at": r.made} for r in rows]})


@at_seat_with(Talk)
def say(place: Place, talk: Talk) -> Response:
    """Says something to all at the table."""
    place.hall.desk.add_message(place.game, place.seat, talk.text[:MESSAGE_LENGTH])
    place.hall.announce(place.game)
    return JSONResponse({}, 201)
