"""What a player may not do alone, by consent of all: going back further, as long as nothing has come by chance and nothing was
seen; going on without moves that do not fit the rules any more; and letting a bot stand in for somebody who is absent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.runtime.failures import Refused
from rulekit.web.clock import DAY
from rulekit.web.session import GameSession
from rulekit.web.side_store import VoteRow
from rulekit.web.stored_rows import now

if TYPE_CHECKING:
    from rulekit.web.registry import GameRegistry


def agree(session: GameSession, registry: GameRegistry, seat: int) -> None:
    """A seat proposes to go back to its last choice, or agrees to what was proposed. When all people have agreed the game is
    there again. Raises Refused when chance or a card that was seen stands between.

    Where stored moves do not fit the rules any more, they agree to go on without them.
    """
    session.refuse_if_over()
    game, side, moves = session.row.id, registry.side, session.course.apart
    votes = [vote for vote in side.votes(game) if vote.moves == moves]
    proposer = next((vote.seat for vote in votes if vote.keep >= 0), seat)
    keep = session.number if session.unfit else session.course.keep_after(proposer)
    if keep is None:
        raise Refused("since then something came by chance, or a card was seen")
    people = {row.seat for row in registry.store.seats(game) if not row.bot}
    side.set_vote(game, VoteRow(seat, moves, keep if seat == proposer else -1))
    if people <= {seat, *(vote.seat for vote in votes)}:
        side.drop_votes(game)
        if session.unfit:
            session.skip()
        else:
            session.go_back(keep, f"/back-{session.number + 1}")


def let_stand_in(session: GameSession, registry: GameRegistry, voter: int, seat: int) -> None:
    """Records a vote to let a bot play for an absent person until that person returns; with the last vote it does.

    Raises Refused if the seat is not a person's, or has been asked for less than a day and, where the table votes then, has time
    left.
    """
    session.refuse_if_over()
    people = {row.seat for row in registry.store.seats(session.row.id) if not row.bot}
    since = session.others_clock.since(seat)
    if seat == voter or seat not in people:
        raise Refused("a bot can stand in only for another person")
    clock = session.others_clock
    late = bool(clock.bank) and clock.rules.then == "vote" and clock.left(seat, now()) < 0
    if since is None or (now() - since < DAY and not late):
        raise Refused("a bot can stand in only for somebody who has been asked for a day")
    registry.side.add_absence(session.row.id, seat, voter)
    if people - {seat} <= {*registry.side.beside(session.row.id).absences[seat]}:
        registry.let_stand_in(session, seat)


def withdraw(session: GameSession, registry: GameRegistry) -> None:
    """Refuses a proposal to go back."""
    registry.side.drop_votes(session.row.id)
