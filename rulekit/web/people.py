"""Requests about who sits there: names, links, bots, what is answered in advance, going back together, notices, talk."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rulekit.bots import find_bots
from rulekit.web.at_seat import HAVE, Fields, Place, at_seat, at_seat_with
from rulekit.web.autoplay import CONCERNED, go_on
from rulekit.web.consent import agree, withdraw
from rulekit.web.desk import OrderRow, PlanRow, Subscription
from rulekit.web.notices import checked
from rulekit.web.requests import needed, query
from rulekit.web.tokens import new_token

NAME_LENGTH, MESSAGE_LENGTH, PLAN_LENGTH = 40, 1000, 100


def link(request: Request, token: str) -> str:
    """The secret link that a token stands for."""
    base = request.app.state.public or str(request.base_url).rstrip("/")
    return f"{base.rstrip('/')}/join/{token}"


@at_seat_with(name=str, bot=str, new_link=bool)
def rename(place: Place, fields: Fields) -> Response:
    """What the person in a seat is called; a new link for it, which makes the old one void; a bot in it, or none."""
    place.plays()
    store, answer = place.hall.store, {}
    if fields["name"]:
        store.rename(place.game, place.seat, fields["name"][:NAME_LENGTH])
    if fields["bot"] is not None:
        if fields["bot"] and fields["bot"] not in find_bots():
            raise HTTPException(422, f"there is no bot {fields['bot'][:40]!r}")
        store.set_bot(place.game, place.seat, fields["bot"])
        go_on(place.live, place.hall.desk)
        place.hall.tell(place.live)
    if fields["new_link"]:
        token = new_token()
        store.hand_over(place.game, place.seat, token)
        answer["link"] = link(place.request, token)
    place.hall.announce(place.game)
    return JSONResponse(answer)


@query(have=HAVE)
@at_seat_with(question=str, answer=str, until=str)
def order(place: Place, fields: Fields) -> Response:
    """A standing answer: from now on ``question`` is answered with ``answer``.

    ``until``: ``concerned``, if only as long as it does not concern the player; without an answer it is taken back.
    """
    place.plays()
    (question,) = needed(fields, "question")
    if fields["until"] not in (None, "", CONCERNED):
        raise HTTPException(422, f"the field until can be {CONCERNED}, or empty")
    if fields["answer"]:
        row = OrderRow(place.seat, question, fields["answer"], place.live.number, fields["until"] or "")
        place.hall.desk.set_order(place.game, row)
        go_on(place.live, place.hall.desk)
        place.hall.tell(place.live)
    else:
        place.hall.desk.drop_order(place.game, place.seat, question)
    place.hall.announce(place.game)
    return place.answer()


@query(have=HAVE)
@at_seat_with(choices=list)
def plan(place: Place, fields: Fields) -> Response:
    """Moves planned ahead, made one after the other until one no longer fits or chance decides something.

    ``choices``: objects with what is asked (``asks``) and the id of the ``option``; an empty list takes the plan back.
    """
    place.plays()
    choices = fields["choices"] or []
    if len(choices) > PLAN_LENGTH or not all(_is_planned(x) for x in choices):
        raise HTTPException(422, "the field choices has another shape than it should")
    if choices:
        place.hall.desk.set_plan(place.game, PlanRow(place.seat, [(x["asks"], x["option"]) for x in choices]))
        go_on(place.live, place.hall.desk)
        place.hall.tell(place.live)
    else:
        place.hall.desk.drop_plan(place.game, place.seat)
    place.hall.announce(place.game)
    return place.answer()


def _is_planned(x: object) -> bool:
    return isinstance(x, dict) and all(isinstance(x.get(name), str) for name in ("asks", "option"))


@query(have=HAVE)
@at_seat_with(agree=bool)
def back(place: Place, fields: Fields) -> Response:
    """Going back to the seat's last choice, beyond what ``undo`` may: when all people agree. Anybody may also refuse."""
    place.plays()
    if fields["agree"] is False:
        withdraw(place.live, place.hall)
    else:
        agree(place.live, place.hall, place.seat)
    place.hall.announce(place.game)
    return place.answer()


@at_seat_with(sort=str, address=str)
def subscribe(place: Place, fields: Fields) -> Response:
    """Where to tell the seat that it is asked: ``sort`` mail or hook, an ``address``; without one it is told no more."""
    place.plays()
    (sort,) = needed(fields, "sort")
    if fields["address"]:
        address = checked(place.hall.senders, sort, fields["address"])
        place.hall.desk.subscribe(place.game, Subscription(place.seat, sort, address))
        place.hall.tell(place.live)
    else:
        place.hall.desk.unsubscribe(place.game, place.seat, sort)
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


@at_seat_with(text=str)
def say(place: Place, fields: Fields) -> Response:
    """Says something to all at the table."""
    (text,) = needed(fields, "text")
    place.hall.desk.add_message(place.game, place.seat, text[:MESSAGE_LENGTH])
    place.hall.announce(place.game)
    return JSONResponse({}, 201)
