"""What is chosen while no person does: by bots, by standing answers, by moves that were planned on the analysis board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from attrs import evolve, frozen

from rulekit.bots import Bot, ask, find_bots
from rulekit.runtime.decisions import Decision
from rulekit.tabletop.story import done_by_others
from rulekit.web.desk import Beside, Desk, OrderRow, PlanRow
from rulekit.web.live import Live, Stale
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


def go_on(live: Live, desk: Desk, beside: Beside | None = None) -> None:
    """Lets bots, standing answers and plans choose until a person is asked. Another process may do the same: one of them wins.

    ``beside``: what is stored beside the moves, if it was just read.
    """
    found = beside or desk.beside(live.row.id)
    seats, orders = found.seats, list(found.orders)
    plans = {plan.seat: plan for plan in found.plans if not plan.stopped}
    for _ in range(MOST_BY_ITSELF):
        with live.lock:
            answer = _answer(live, desk, seats, orders, plans)
            if answer is None:
                return
            chance = _streams(live)
            try:
                live.take(answer.decision, [answer.value], f"auto-{live.number + 1}")
            except Stale:
                live.catch_up()
                continue
            if answer.plan is not None:
                _continue(live, desk, plans, answer.plan, chance != _streams(live))


def _answer(
    live: Live, desk: Desk, seats: Sequence[SeatRow], orders: list[OrderRow], plans: dict[int, PlanRow]
) -> Answer | None:
    for decision in live.match.decisions:
        bot = seats[decision.seat - 1].bot
        if bot:
            name = bot if bot in _bots() else "random"
            return Answer(decision, decision.options[ask(name, _bots()[name], live.match, decision)].value)
        if decision.seat in plans:
            plan = plans[decision.seat]
            (asked, option), rest = plan.choices[0], plan.choices[1:]
            value = _value(decision, option)
            if asked == decision.prompt() and value is not None:
                return Answer(decision, value, evolve(plan, choices=rest))
            _stop_plan(live, desk, plans, plan, OTHER)
        for order in [o for o in orders if o.seat == decision.seat and o.question == decision.name and not o.stopped]:
            value = _value(decision, order.answer)
            concerned = order.until == CONCERNED and _concerned(live, decision, order.moves)
            if value is not None and not concerned:
                return Answer(decision, value)
            if concerned:
                orders.remove(order)
                desk.set_order(live.row.id, evolve(order, stopped=CONCERNED))
    return None


@cache
def _bots() -> Mapping[str, Bot]:
    return find_bots()


def _value(decision: Decision, option: str) -> int | None:
    return next((o.value for o in decision.options if o.id == option), None)


def _continue(live: Live, desk: Desk, plans: dict[int, PlanRow], plan: PlanRow, chance: bool) -> None:
    if chance or not plan.choices:
        _stop_plan(live, desk, plans, plan, CHANCE if plan.choices else DONE)
    else:
        plans[plan.seat] = plan
        desk.set_plan(live.row.id, plan)


def _stop_plan(live: Live, desk: Desk, plans: dict[int, PlanRow], plan: PlanRow, why: str) -> None:
    plans.pop(plan.seat, None)
    desk.set_plan(live.row.id, evolve(plan, stopped=why))


def _streams(live: Live) -> list[int]:
    return [live.match.s[k] for k in live.match.compiled.image.streams.values()]


def _concerned(live: Live, decision: Decision, moves: int) -> bool:
    """Whether the question is about what somebody does to the player, or something has happened to him since the answer was
    given, ``moves`` moves after the beginning."""
    player = decision.player
    told = live.match.story(player, live.happened_at(moves), "short")
    lines = [line for x in told for _, line in x.lines()]
    return any(done_by_others(line, player) for line in (*decision.course(), *lines))
