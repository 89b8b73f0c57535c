"""What happens when the time of a seat has run out, as its table has chosen (:data:`rulekit.web.clock.TimeUp`)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

from rulekit.bots import ask, find_bots
from rulekit.diagnostics import RulesError, UserError
from rulekit.plugins.contracts import PluginFault
from rulekit.runtime.decisions import Decision
from rulekit.runtime.failures import RuleFailure
from rulekit.web.autoplay import FALLBACK, take
from rulekit.web.clock import TimeUp
from rulekit.web.registry import GameRegistry, NotBegun
from rulekit.web.server_paths import without_folders
from rulekit.web.session import GameSession, StaleState
from rulekit.web.side_store import BOT_OUT, TIME_UP
from rulekit.web.stored_rows import now

LOG = logging.getLogger("rulekit.web")
BACK = 3600
"""Seconds that somebody has who is back, before a bot stands in for them again"""


def remember_clocked(registry: GameRegistry) -> None:
    """Brings games with a clock into memory, where :func:`look_at_clocks` finds them."""
    for id in registry.store.clocked():
        with _others_go_on(id), suppress(NotBegun, UserError, RulesError):
            registry.session(id)


def look_at_clocks(registry: GameRegistry) -> int:
    """Does what each table has chosen for who is asked and has no time left; gives for how many something was done."""
    count = 0
    for session in registry.in_memory():
        if not session.row.clock.bank or session.match.over:
            continue
        id = session.row.id
        with _others_go_on(id), session.lock:
            session.catch_up()
            rows = [row for row in registry.store.seats(id) if not row.bot and row.seat in session.asked()]
            late = [row.seat for row in rows if session.clock.left(row.seat, now()) < 0]
            done = [seat for seat in late if _DONE[session.row.clock.then](registry, session, seat)]
            count += len(done)
            if done:
                registry.announce(id)
    return count


def _bot(registry: GameRegistry, session: GameSession, seat: int) -> bool:
    if registry.side.last_event(session.row.id, seat, BOT_OUT) > now() - BACK:
        return False
    registry.let_stand_in(session, seat)
    LOG.info("game %s: a bot stands in for seat %d, whose time is up", session.row.id, seat)
    return True


def _note(registry: GameRegistry, session: GameSession, seat: int) -> bool:
    """Announces the overrun to everybody, once for each bank."""
    event = TIME_UP[session.row.clock.then]
    told = registry.side.last_event(session.row.id, seat, event) >= session.clock.begun
    if not told:
        registry.side.add_event(session.row.id, seat, event)
    return not told


def _answer(registry: GameRegistry, session: GameSession, seat: int) -> bool:
    """Answers what the seat is asked now, all lines of a form, and no more than that."""
    _note(registry, session, seat)
    decision = session.decision(seat)
    form = session.form(decision) if decision is not None else None
    for _ in range(len(form.prompts) if form is not None else 1):
        decision = session.decision(seat)
        if decision is None:
            break
        try:
            take(session, decision, _value(registry, session, decision))
        except StaleState:  # somebody was quicker: the next look sees what is asked then
            session.catch_up()
            break
        except (RuleFailure, PluginFault) as error:
            LOG.warning("game %s: the rules fail at what is chosen for seat %d: %s", session.row.id, seat, error)
            session.trouble = without_folders(str(error))
            return False
    registry.bots.go_on(session)
    registry.tell(session)
    return True


def _value(registry: GameRegistry, session: GameSession, decision: Decision) -> int:
    """The standing answer of the seat, also one that was stopped, if it is allowed; else any option, by chance."""
    orders = registry.side.beside(session.row.id).orders
    wanted = {order.answer for order in orders if order.seat == decision.seat and order.question == decision.name}
    values = [option.value for option in decision.options if option.id in wanted]
    if values:
        return values[0]
    return decision.options[ask(FALLBACK, find_bots()[FALLBACK], session.match, decision)].value


_DONE: Mapping[TimeUp, Callable[[GameRegistry, GameSession, int], bool]] = {
    "bot": _bot,
    "answer": _answer,
    "note": _note,
    "vote": _note,
}


@contextmanager
def _others_go_on(game: str) -> Iterator[None]:
    """Logs any error of one game, so that the others go on."""
    try:
        yield
    except Exception:
        LOG.exception("the clock of game %s was not looked at", game)
