"""What is chosen while no person does: by bots, by standing answers, by moves that were planned on the analysis board."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from functools import cache

from attrs import evolve, frozen

from rulekit.bots import Bot, ask, find_bots
from rulekit.plugins.contracts import PluginFault
from rulekit.runtime.decisions import Decision
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.narrative.sentence import befalls
from rulekit.web.server_paths import without_folders
from rulekit.web.session import GameSession, StaleState
from rulekit.web.side_store import OrderRow, PlanRow, SideRecords, SideStore
from rulekit.web.stored_rows import SeatRow

LOG = logging.getLogger("rulekit.web")
AT_ONCE = 0.1
"""Seconds that a request spends on such choices; the others are made in the background"""
FALLBACK = "random"
"""The bot that chooses where another one is not there, or has failed"""
CHANCE, OTHER, CONCERNED, GONE, DONE = "chance", "other", "concerned", "gone", "done"
"""Why an answer given in advance holds no longer: chance decided something; something else is asked; the player is concerned;
the option is not there; all was chosen"""


@frozen
class Answer:
    """What is chosen for a question; ``plan``: what is left of the plan that it comes from."""

    decision: Decision
    value: int
    plan: PlanRow | None = None


@frozen
class RemainingWork:
    """A bot that has to think; without a ``bot``: something is left to choose, for which there was no time."""

    seat: int = 0
    bot: str = ""


def go_on(
    session: GameSession, side: SideStore, beside: SideRecords | None = None, seconds: float = AT_ONCE
) -> RemainingWork | None:
    """Makes the choices that need no thinking (standing answers, plans, bots that take any option) for at most ``seconds``.

    Returns the work that remains before a person is asked. Another process may do the same: one of them wins. Where the rules
    fail, it sets ``session.trouble`` and the game waits. ``beside``: what is stored beside the moves, if it was just read.
    """
    if session.unfit:
        return None
    found = beside or side.beside(session.row.id)
    seats, orders = found.seats, list(found.orders)
    plans = {plan.seat: plan for plan in found.plans if not plan.stopped}
    until = time.monotonic() + seconds
    with session.lock:
        while True:
            answer = _answer(session, side, seats, orders, plans)
            if not isinstance(answer, Answer):
                return answer
            if time.monotonic() > until:
                return RemainingWork()
            chance = _streams(session)
            try:
                take(session, answer.decision, answer.value)
            except StaleState:
                session.catch_up()
                continue
            except (RuleFailure, PluginFault) as error:
                LOG.warning(
                    "game %s: the rules fail at what seat %d chooses: %s", session.row.id, answer.decision.seat, error
                )
                session.trouble = without_folders(str(error))
                return None
            if answer.plan is not None:
                _continue(session, side, plans, answer.plan, chance != _streams(session))


def take(session: GameSession, decision: Decision, value: int) -> None:
    """Makes a choice that no person sends. Its name is none that a client can give to a move.

    Raises StaleState, RuleFailure and PluginFault.
    """
    session.take(decision, [value], f"/{session.number + 1}")


def _answer(
    session: GameSession, side: SideStore, seats: Sequence[SeatRow], orders: list[OrderRow], plans: dict[int, PlanRow]
) -> Answer | RemainingWork | None:
    thinking = None
    for decision in session.match.decisions:
        bot = seats[decision.seat - 1].bot
        if bot:
            name = bot if bot in _bots() else FALLBACK
            if getattr(_bots()[name], "blind", False):
                return Answer(decision, decision.options[ask(name, _bots()[name], session.match, decision)].value)
            thinking = thinking or RemainingWork(decision.seat, name)
            continue
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
    return thinking


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
    """Whether the question is about what somebody does to the player, or something has happened to them since the answer was
    given, ``moves`` moves after the beginning."""
    player = decision.player
    told = session.match.story(player, session.happened_at(moves))
    lines = [line for x in told for _, line in x.lines()]
    return any(befalls(line, player) for line in (*decision.course(), *lines))
