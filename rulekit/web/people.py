"""Requests about who sits there: names, links, bots, what is answered in advance, going back together, notices, talk."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET
from starlette.exceptions import HTTPException
from starlette.requests import Request

from rulekit.bots import find_bots
from rulekit.i18n.catalogue import LANGUAGES
from rulekit.web.answers import Done
from rulekit.web.at_seat import SeatRequest, StateQuery, at_seat, at_seat_with, slow_at_seat_with
from rulekit.web.consent import agree, let_stand_in, withdraw
from rulekit.web.notices import checked
from rulekit.web.requests import Needed, RequestBody, RequestQuery, Said, SeatNumber, query, refuses
from rulekit.web.responses import StateResponse
from rulekit.web.side_store import NEW_LINK, OrderRow, PlanRow, Subscription
from rulekit.web.table_answers import ChangedSeat, Message, Messages, NoticeAddress, Notices
from rulekit.web.tokens import new_token

NAME_LENGTH, MESSAGE_LENGTH, PLAN_LENGTH = 40, 1000, 100
Pause = Annotated[int, msgspec.Meta(ge=0, le=7 * 24 * 3600)]
AFTER = "the `id` of the last message that is there already"


class SeatBody(RequestBody):
    """``bot``: the bot that plays for the seat, empty for none. Fields that are left out do not change."""

    name: Said = ""
    bot: Said | None = None
    new_link: bool = False


class OrderBody(RequestBody):
    """``until``: ``concerned``, if only as long as it does not concern the player. Without an answer it is taken back."""

    question: Needed
    answer: Said = ""
    until: Literal["", "concerned"] = ""


class PlannedChoice(msgspec.Struct):
    """What is asked, and the id of an option."""

    asks: Said
    option: Said


class PlanBody(RequestBody):
    """Moves planned ahead; an empty list takes them back."""

    choices: Annotated[list[PlannedChoice], msgspec.Meta(max_length=PLAN_LENGTH)] = msgspec.field(default_factory=list)


class VoteBody(RequestBody):
    """``agree``: false refuses the proposal."""

    agree: bool = True


class AbsenceBody(RequestBody):
    """``of``: the absent player's seat; ``agree``: false to vote against a bot."""

    of: SeatNumber
    agree: bool = True


class SubscriptionBody(RequestBody):
    """``sort``: mail or hook. Without an address the subscription ends. ``pause``: the least seconds between two
    notices to the address; turns in between share the next notice."""

    sort: Needed
    address: Said = ""
    pause: Pause = 0


class MessageBody(RequestBody):
    LINES = ("text",)
    text: Needed


class MessagesQuery(RequestQuery):
    after: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1, description=AFTER)] = 0


def link(request: Request, token: str) -> str:
    """The secret link that a token stands for."""
    base = request.app.state.public or str(request.base_url).rstrip("/")
    return f"{base.rstrip('/')}/join/{token}"


@at_seat_with(SeatBody)
def rename(request: SeatRequest, sitting: SeatBody) -> ChangedSeat:
    """What the person in a seat is called; a new link for it, which makes the old one void; a bot in it, or none."""
    request.plays()
    store, answer = request.registry.store, ChangedSeat()
    if sitting.name:
        store.rename(request.game, request.seat, sitting.name[:NAME_LENGTH])
    if sitting.bot is not None:
        if sitting.bot and sitting.bot not in find_bots():
            raise HTTPException(422, f"there is no bot {sitting.bot[:40]!r}")
        store.set_bot(request.game, request.seat, sitting.bot)
        request.registry.bots.go_on(request.session)
        request.registry.tell(request.session)
    if sitting.new_link:
        token = new_token()
        store.hand_over(request.game, request.seat, token)
        request.registry.side.add_event(request.game, request.seat, NEW_LINK)
        answer.link = link(request.http, token)
    request.registry.announce(request.game)
    return answer


@query(StateQuery)
@at_seat_with(OrderBody)
def order(request: SeatRequest, order: OrderBody) -> StateResponse:
    """A standing answer: from now on ``question`` is answered with ``answer``.

    ``until``: ``concerned``, if only as long as it does not concern the player; without an answer it is taken back.
    """
    request.plays()
    if order.answer:
        decision, said = request.session.decision(request.seat), {}
        if decision is not None and decision.name == order.question:
            labels = [o for o in decision.options if o.id == order.answer]
            said = {lang: (decision.prompt(lang), o.label(lang)) for lang in LANGUAGES for o in labels}
        row = OrderRow(request.seat, order.question, order.answer, request.session.number, order.until, said=said)
        request.registry.side.set_order(request.game, row)
        request.registry.bots.go_on(request.session)
        request.registry.tell(request.session)
    else:
        request.registry.side.drop_order(request.game, request.seat, order.question)
    request.registry.announce(request.game)
    return request.answer()


@query(StateQuery)
@at_seat_with(PlanBody)
def plan(request: SeatRequest, plan: PlanBody) -> StateResponse:
    """Moves planned ahead, made one after the other until one no longer fits or chance decides something.

    ``choices``: objects with what is asked (``asks``) and the id of the ``option``; an empty list takes the plan back.
    """
    request.plays()
    if plan.choices:
        request.registry.side.set_plan(request.game, PlanRow(request.seat, [(x.asks, x.option) for x in plan.choices]))
        request.registry.bots.go_on(request.session)
        request.registry.tell(request.session)
    else:
        request.registry.side.drop_plan(request.game, request.seat)
    request.registry.announce(request.game)
    return request.answer()


@refuses(409)
@query(StateQuery)
@at_seat_with(VoteBody)
def back(request: SeatRequest, going: VoteBody) -> StateResponse:
    """Going back to the seat's last choice, beyond what ``undo`` may: when all people agree. Anybody may also refuse."""
    request.plays()
    if going.agree:
        agree(request.session, request.registry, request.seat)
    else:
        withdraw(request.session, request.registry)
    request.registry.announce(request.game)
    return request.answer()


@query(StateQuery)
@at_seat_with(AbsenceBody)
def stand_in(request: SeatRequest, absence: AbsenceBody) -> StateResponse:
    """A vote to let a bot play for somebody who has been asked for a day, until that person comes back. It takes all others."""
    request.plays()
    if absence.agree:
        let_stand_in(request.session, request.registry, request.seat, absence.of)
    else:
        request.registry.side.drop_absence(request.game, absence.of)
    request.registry.announce(request.game)
    return request.answer()


@slow_at_seat_with(SubscriptionBody)
def subscribe(request: SeatRequest, notice: SubscriptionBody) -> Notices:
    """Where to tell the seat that it is asked: ``sort`` mail or hook, an ``address``; without one it is told no more."""
    request.plays()
    if notice.address:
        address = checked(request.registry.senders, notice.sort, notice.address)
        request.registry.side.subscribe(
            request.game, Subscription(request.seat, notice.sort, address, pause=notice.pause)
        )
        with request.session.lock:
            request.registry.tell(request.session)
    else:
        request.registry.side.unsubscribe(request.game, request.seat, notice.sort)
    return _notices(request)


@refuses(403)
@at_seat
def subscriptions(request: SeatRequest) -> Notices:
    """Where the seat is told that it is asked, and what this server can send."""
    request.plays()
    return _notices(request)


def _notices(request: SeatRequest) -> Notices:
    found = [s for s in request.registry.side.subscriptions(request.game) if s.seat == request.seat]
    return Notices(sorted(request.registry.senders), [NoticeAddress(s.sort, s.address, s.pause) for s in found])


@query(MessagesQuery)
@at_seat
def messages(request: SeatRequest) -> Messages:
    """What was said at the table."""
    rows = request.registry.side.messages(request.game, request.query(MessagesQuery).after)
    return Messages([Message(r.id, r.seat, r.text, r.made, r.sort or UNSET) for r in rows])


@at_seat_with(MessageBody)
def say(request: SeatRequest, talk: MessageBody) -> Done:
    """Says something to all at the table."""
    request.registry.side.add_message(request.game, request.seat, talk.text[:MESSAGE_LENGTH])
    request.registry.announce(request.game)
    return Done()
