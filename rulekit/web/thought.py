"""What a bot would choose, for who asks: on the analysis board, and after the end at each step of the replay."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.exceptions import HTTPException

from rulekit.runtime.decisions import Decision
from rulekit.runtime.failures import Refused
from rulekit.runtime.match import Match
from rulekit.web.at_seat import SeatRequest, queued_at_seat
from rulekit.web.requests import refuses
from rulekit.web.seat_answers import BotOpinion, BotOpinions
from rulekit.web.thinking import ServerStopping

BOT = "greedy"


def own_first(decisions: Sequence[Decision], seat: int) -> list[Decision]:
    """The current questions; if several players choose at once, those of a seat first."""
    return sorted(decisions, key=lambda decision: decision.seat != seat)


def thought_of(request: SeatRequest, match: Match, decision: Decision) -> str:
    """The option that a bot takes, thought of in a worker process; ended when nobody waits for it any more."""
    try:
        thought = request.registry.bots.ask(request.session, match, decision.seat, BOT, request.cancellation)
    except ServerStopping:
        raise HTTPException(503, "the server is being stopped") from None
    if not thought.option:
        raise Refused(thought.error, decision.rule)
    return thought.option


@refuses(403)
@queued_at_seat(lambda _: "trying")
def opinion(request: SeatRequest) -> BotOpinions:
    """What a bot would have chosen at the ``step``-th step of the replay, knowing what the player saw.

    Nothing where nobody was asked; only after the end of the game, since it rests on what the others had in hand.
    """
    session = request.session
    with session.lock:
        if not session.match.over:
            raise HTTPException(403, "what a bot would have chosen is told after the end of the game")
        page = request.page()
    replay = session.replay()
    with replay.lock:
        match = replay.at(request.seat, request.http.path_params["step"])
    found = own_first(match.decisions, request.seat)[:1]
    return BotOpinions(
        [
            BotOpinion(
                page.called[decision.player],
                decision.prompt(request.lang),
                decision.find(thought_of(request, match, decision)).label(request.lang),
            )
            for decision in found
        ]
    )
