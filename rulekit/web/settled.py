"""What a seat has settled beforehand, and whether all are asked to go back to before a choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulekit.web.session import GameSession
from rulekit.web.side_store import OrderRow, SideRecords, VoteRow
from rulekit.web.state import BackState, OrderState, PlanState, Spoken
from rulekit.web.story_cache import spoken


def settled(session: GameSession, seat: int, lang: str, beside: SideRecords) -> Mapping[str, object]:
    """The seat's standing answers and plan, and the proposals to everybody."""
    votes = [vote for vote in beside.votes if vote.moves == session.course.apart]
    plan = next((plan for plan in beside.plans if plan.seat == seat), None)
    can = bool(seat) and not session.match.over and _can_ask_back(session, seat)
    return {
        "orders": [_order(row, lang) for row in beside.orders if row.seat == seat],
        "plan": PlanState(len(plan.choices), plan.stopped) if plan is not None else None,
        "back": BackState(can, sorted(vote.seat for vote in votes), _asked_back(session, seat, lang, votes)),
    }


def _order(row: OrderRow, lang: str) -> OrderState:
    asks, label = row.said.get(lang, (row.question, row.answer))
    return OrderState(row.question, row.answer, asks, label, row.until, row.stopped)


def _can_ask_back(session: GameSession, seat: int) -> bool:
    if session.unfit:
        return True
    return (
        session.match.can_undo(session.player(seat) or "") is not None and session.course.keep_after(seat) is not None
    )


def _asked_back(session: GameSession, seat: int, lang: str, votes: Sequence[VoteRow]) -> Spoken:
    """What the choice led to which is to be made again, as the story tells it to the seat; nothing where that is a secret."""
    asked = next((vote for vote in votes if vote.keep >= 0), None)
    if asked is None or session.unfit or asked.keep >= len(session.course.made):
        return []
    since, proposer = session.course.made[asked.keep].happened, session.player(asked.seat)
    told = session.stories.of(session.match, session.player(seat), lang, "story", since)
    return spoken(next((sentence.parts for sentence in told if sentence.player == proposer), ()))
