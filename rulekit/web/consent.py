"""Going back further than a player may alone: by consent of all, as long as nothing has come by chance and nothing was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.runtime.failures import Refused
from rulekit.web.desk import VoteRow
from rulekit.web.live import Live

if TYPE_CHECKING:
    from rulekit.web.hall import Hall


def agree(live: Live, hall: Hall, seat: int) -> None:
    """A seat proposes to go back to its last choice, or agrees to what was proposed. When all people have agreed the game is
    there again. Raises Refused when chance or a card that was seen stands between."""
    game, desk = live.row.id, hall.desk
    votes = [vote for vote in desk.votes(game) if vote.moves == live.number]
    keep = votes[0].keep if votes else live.keep_after(seat)
    if keep is None:
        raise Refused("since then something came by chance, or a card was seen")
    people = {row.seat for row in hall.store.seats(game) if not row.bot}
    desk.set_vote(game, VoteRow(seat, live.number, keep))
    if people <= {seat, *(vote.seat for vote in votes)}:
        desk.drop_votes(game)
        live.go_back(keep, f"back-{live.number + 1}")


def withdraw(live: Live, hall: Hall) -> None:
    """Somebody does not want to go back."""
    hall.desk.drop_votes(live.row.id)
