"""Makes the choices of bots, standing answers and plans: at once where nobody has to think, else beside the requests."""

from __future__ import annotations

import logging
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress

from attrs import define, field
from msgspec.structs import replace

from rulekit.characters import one_line
from rulekit.plugins.contracts import PluginFault
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.match import Match
from rulekit.runtime.packed_state import pack
from rulekit.web.autoplay import FALLBACK, RemainingWork, go_on, take
from rulekit.web.bot_worker import BotChoice, ThinkJob
from rulekit.web.cancelled import Cancellation
from rulekit.web.catalogue import Catalogue
from rulekit.web.game_job import about
from rulekit.web.server_paths import without_folders
from rulekit.web.session import GameSession, StaleState
from rulekit.web.side_store import SideRecords, SideStore
from rulekit.web.store import GameStore
from rulekit.web.thinking import BOTS, PEOPLE, BotQueue, Worker

LOG = logging.getLogger("rulekit.web")
MOST_BEGUN = 200
"""So many games with bots go on by themselves after a start; others when somebody looks at them"""
MOST_WHY = 400
"""Maximum length of the message about a bot that failed"""


@define
class BotMoves:
    """``session``: a game in memory, with all that is stored of it; ``tell``: is called when a person is asked after a bot has
    chosen."""

    store: GameStore
    side: SideStore
    catalogue: Catalogue
    session: Callable[[str], GameSession | None]
    tell: Callable[[GameSession], None]
    thinkers: BotQueue = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.thinkers = BotQueue(self.think)

    def go_on(self, session: GameSession, beside: SideRecords | None = None) -> None:
        """Lets a game go on until a person is asked: at once where nobody has to think, else soon. ``beside``: what is stored
        beside the moves, if it was just read."""
        if go_on(session, self.side, beside) is not None:
            people = any(not seat.bot for seat in self.store.seats(session.row.id))
            self.thinkers.want(session.row.id, PEOPLE if people else BOTS)

    def begin(self) -> None:
        """Lets the bots go on that thought when the server ended."""
        for game in self.store.with_bots(MOST_BEGUN):
            self.thinkers.want(game, BOTS)

    def think(self, game: str, worker: Worker) -> bool:
        """Goes on with a game by one thought of a bot; whether there is more to think about. Raises ServerStopping."""
        session = self.session(game)
        if session is None:
            return False
        with session.lock:
            left, number = go_on(session, self.side), session.number
        if left is None or not left.bot:
            return self._rests(session, left)
        thought = worker.think(self._job(session, left, number))
        session = self.session(game)
        if session is None:
            return False
        with session.lock:
            decision, seat = session.decision(left.seat), self.store.seats(game)[left.seat - 1]
            if session.number != number or decision is None or not seat.bot:
                return True  # somebody was quicker, or has taken a choice back, or the seat: it is looked at anew
            option = next((o for o in decision.options if o.id == thought.option), None)
            if option is None:
                self._replace(game, left, thought.error or f"it chose {thought.option!r}, which is no option")
                return True
            with suppress(StaleState):
                try:
                    take(session, decision, option.value)
                except (RuleFailure, PluginFault) as error:
                    self._replace(game, left, f"the rules fail at what it chose: {error}")
            return self._rests(session, go_on(session, self.side))

    def _rests(self, session: GameSession, left: RemainingWork | None) -> bool:
        if left is None:
            self.tell(session)
        return left is not None

    def ask(self, session: GameSession, match: Match, seat: int, bot: str, cancellation: Cancellation) -> BotChoice:
        """What a bot would choose for a seat in a match of the same set-up that is nobody's secret. Raises ServerStopping and
        RequestGone."""
        job = replace(self._job(session, RemainingWork(seat, bot), -1), position=b64encode(pack(match)).decode())
        return self.thinkers.ask(job, cancellation)

    def _job(self, session: GameSession, left: RemainingWork, number: int) -> ThinkJob:
        """``number``: of the last move of the game that it takes along, less than 0 for none."""
        moves = [move for move in self.store.moves(session.row.id) if move.number <= number] if number >= 0 else []
        return ThinkJob(**about(session, self.catalogue, moves), after=0, seat=left.seat, bot=left.bot)

    def _replace(self, game: str, left: RemainingWork, why: str) -> None:
        """A bot that has failed does not choose there again: another one does, and all are told."""
        LOG.warning("game %s: the bot %s of seat %d failed: %s", game, left.bot, left.seat, why)
        told = without_folders(one_line(why))
        self.store.fail_bot(game, left.seat, FALLBACK, f"{left.bot}: {told}"[:MOST_WHY])

    def stop(self) -> None:
        """Ends all thinking at once; what was not chosen is chosen after the next start."""
        self.thinkers.stop()
