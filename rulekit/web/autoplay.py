"""What is chosen while no person does: by bots, by standing answers, by moves that were planned on the analysis board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from attrs import evolve, frozen

from rulekit.bots import Bot, ask, find_bots
from rulekit.runtime.decisions import Decision
from rulekit.tabletop.story import done_by_others
from rulekit.web.session import GameSession, Stale
from rulekit.web.side_store import OrderRow, PlanRow, SideRecords, SideStore
from rulekit.web.store import SeatRow

MOST_BY_ITSELF = 20_000
"""So many moves bots and standing answers make without a person between them"""
CHANCE, OTHER, CONCERNED, GONE, DONE = "chance", "other", "concerned", "gone", "done"
"""Why an answer given in advance holds no longer: chance decided something; something else is asked; the player is concerned;
the option is not there; all was chosen"""


@frozen
class Answer:
    """What is chosen for a question; ``plan``: what is left of the plan that it comes from."""

    decision: Decision
    value: int
    plan: PlanRow | None = None


def go_on(session: GameSession, side: SideStore, beside: SideRecords | None = None) -> None:
    """Lets bots, standing answers and plans choose until a person is asked. Another process may do the same: one of them wins.

    ``beside``: what is stored beside the moves, if it was just read.
    """
    found = beside or side.beside(session.row.id)
    seats, orders = found.seats, list(found.orders)
    plans = {plan.seat: plan for plan in found.plans if not plan.stopped}
    for _ in range(MOST_BY_ITSELF):
        with session.lock:
            answer = _answer(session, side, seats, orders, plans)
            if answer is None:
                return
            chance = _streams(session)
            try:
                session.take(answer.decision, [answer.value], f"auto-{session.number + 1}")
            except Stale:
                session.catch_up()
                continue
            if answer.plan is not None:
                _continue(session, side, plans, answer.plan, chance != _streams(session))


def _answer(
    session: GameSession, side: SideStore, seats: Sequence[SeatRow], orders: list[OrderRow], plans: dict[int, PlanRow]
) -> Answer | None:
    for decision in session.match.decisions:
        bot = seats[decision.seat - 1].bot
        if bot:
            name = bot if bot in _bots() else "random"
            return Answer(decision, decision.options[ask(name, _bots()[name], session.match, decision)].value)
        if decision.seat in plans:
            plan = plans[decision.seat]
            (asked, option), rest = plan.choices[0], plan.choices[1:]
            value = _value(decision, option)
            if asked == decision.prompt() and value is not None:
                return Answer(decision, value, evolve(plan, choices=rest))
            _stop_plan(session, side, plans, plan, OTHER)
        for order in [o for o in orders if o.seat == decision.seat and o.question == decision.name and not o.stopped]:
            value = _value(decision, order.answer)
            concerned = order.until == CONCERNED and _concerned(session, decision, order.moves)
            if value is not None and not concerned:
                return Answer(decision, value)
            if concerned:
                orders.remove(order)
                side.set_order(session.row.id, evolve(order, stopped=CONCERNED))
    return None


@cache
def _bots() -> Mapping[str, Bot]:
    return find_bots()


def _value(decision: Decision, option: str) -> int | None:
    return next((o.value for o in decision.options if o.id == option), None)


def _continue(session: GameSession, side: SideStore, plans: dict[int, PlanRow], plan: PlanRow, chance: bool) -> None:
    if chance or not plan.choices:
        _stop_plan(session, side, plans, plan, CHANCE if plan.choices else DONE)
    else:
        plans[plan.seat] = plan
        side.set_plan(session.row.id, plan)


def _stop_plan(session: GameSession, side: SideStore, plans: dict[int, PlanRow], plan: PlanRow, why: str) -> None:
    plans.pop(plan.seat, None)
    side.set_plan(session.row.id, evolve(plan, stopped=why))


def _streams(session: GameSession) -> list[int]:
    return [session.match.s[k] for k in session.match.compiled.image.streams.values()]


def _concerned(session: GameSession, decision: Decision, moves: int) -> bool:
    """Whether the question is about what somebody does to the player, or something has happened to him since the answer was
    given, ``moves`` moves after the beginning."""
    player = decision.player
    told = session.match.story(player, session.happened_at(moves), "short")
    lines = [line for x in told for _, line in x.lines()]
    return any(done_by_others(line, player) for line in (*decision.course(), *lines))
