"""The games that are in memory, and who is told when one of them goes on."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress

import msgspec
from attrs import define, evolve, field, frozen

from rulekit.diagnostics import RulesError, UserError
from rulekit.plugins.senders import Sender, Turn
from rulekit.runtime.chance import generator_of
from rulekit.runtime.commitment import Opening, new_secret
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match
from rulekit.runtime.persistence.choices import named
from rulekit.web.bot_moves import BotMoves
from rulekit.web.catalogue import Catalogue
from rulekit.web.change_feed import ChangeFeed
from rulekit.web.clock import NO_CLOCK, ClockRules
from rulekit.web.course import Course
from rulekit.web.luck import Luck
from rulekit.web.numbered_moves import name_moves
from rulekit.web.session import GameSession
from rulekit.web.side_store import BOT_IN, BOT_OUT, NEW_CLOCK, SECRETS, Notice, SeenRow, SideRecords, SideStore
from rulekit.web.store import GameStore
from rulekit.web.stored_rows import GameRow, MoveRow, SeatRow, now
from rulekit.web.tokens import digest, invitation, new_id, new_token, watch_token

LOG = logging.getLogger("rulekit.web")
GRACE = 60
"""Seconds that somebody has who is just looking at the page, before they are told that it is their turn"""
STAND_IN = "greedy"
"""The bot that takes the seat of who has no time left"""
MOST_LIVE = 2000
"""So many games are held in memory; the others are read from the database when somebody looks at them"""
MOST_CODE = 15_000_000
"""Of set-ups with so many characters of code together (:attr:`Compiled.code`), about 250 MB"""
IDLE = 300.0
"""Seconds after which a game that nobody has asked for is no longer held"""


class NotBegun(Exception):
    """The game begins when all who are to add a nonce to its luck have done so."""


@frozen
class CreatedGame:
    """A new game with the secret of its ``host``, from which its links follow."""

    id: str
    host: str
    seats: int

    @property
    def invitations(self) -> list[str]:
        """The invitations, each of which opens its seat once."""
        return [invitation(self.host, seat, 0) for seat in range(1, self.seats + 1)]

    @property
    def watch(self) -> str:
        """The token of the spectators' link."""
        return watch_token(self.host)


@define
class GameRegistry:
    """All games of a server. Used from many threads; waiting is done on the event loop."""

    store: GameStore
    catalogue: Catalogue
    senders: Mapping[str, Sender] = field(factory=dict)
    public: str = ""
    grace: int = GRACE
    most_live: int = MOST_LIVE
    most_code: int = MOST_CODE
    feed: ChangeFeed = field(init=False, factory=ChangeFeed)
    side: SideStore = field(init=False)
    bots: BotMoves = field(init=False)
    _live: OrderedDict[str, GameSession] = field(init=False, factory=OrderedDict)
    _used: dict[str, float] = field(init=False, factory=dict)
    """game in memory -> when it was asked for last"""
    _lock: threading.RLock = field(init=False, factory=threading.RLock)
    _followed: dict[str, int] = field(init=False, factory=dict)
    """game -> after how many changes by others their moves were looked for last"""
    _settings: dict[str, int] = field(init=False, factory=dict)
    """game -> after how many changes by others its settings were read last"""
    _beside: dict[str, tuple[int, SideRecords]] = field(init=False, factory=dict)
    """game -> what is stored beside its moves, and after how many changes by others it was read"""

    def __attrs_post_init__(self) -> None:
        self.side = SideStore(self.store.engine, self.feed.changed)
        self.store.touched = self.feed.changed
        self.bots = BotMoves(self.store, self.side, self.catalogue, self.session, self.tell)

    # ------------------------------------------------------------ games
    def create(
        self,
        game: str,
        players: int | None = None,
        variants: Sequence[str] = (),
        options: Mapping[str, str] | None = None,
        people: Sequence[str] = (),
        bots: Mapping[int, str] | None = None,
        seed: int | None = None,
        title: str = "",
        saved: Mapping[str, object] | None = None,
        clock: ClockRules = NO_CLOCK,
        text: str = "",
        nonces: bool = False,
    ) -> CreatedGame:
        """A new game.

        ``people``: their names by seat; ``bots``: seat, from 1 -> bot; ``saved``: a game that goes on here; ``text``: house rules
        that were checked; ``nonces``: the game begins when each person has added one to its luck. Raises UserError for a set-up
        that is refused.
        """
        texts = self.catalogue.texts(game, variants, text)
        loaded = self.catalogue.kept(digest(json.dumps(texts)), texts) if text else self.catalogue.load(game, variants)
        if saved is None:
            luck = Luck("seed")
            if seed is None:
                opening = Opening(new_secret())
                luck, seed = Luck("server", opening.secret), opening.seed
            match = loaded.start(players, seed, options or {})
        else:
            luck, match = Luck("save"), loaded.resume(saved)
            seed, options = match.seed, setup_of(loaded, match)
        if nonces:
            if not luck.secret:
                raise UserError("nothing can be added to luck that is settled", "leave out the seed and the save")
            people_at = [seat for seat in range(1, len(match.players) + 1) if not (bots or {}).get(seat)]
            luck = msgspec.structs.replace(luck, asks=tuple(people_at))
        self.store.keep_rules(loaded.hash, texts)
        made = CreatedGame(new_id(), new_token(), len(match.players))
        chosen = {name: str(value) for name, value in (options or {}).items()}
        row = GameRow(
            made.id,
            now(),
            title or loaded.title,
            game,
            loaded.hash,
            match.players,
            chosen,
            tuple(variants),
            seed,
            digest(made.watch),
            clock,
            generator_of(match.s, match.compiled.image.streams),
            luck,
            now(),
            digest(made.host),
        )
        self._begin(made, row, loaded, match, people, bots or {})
        return made

    def fork(self, game: GameRow, course: Course) -> CreatedGame:
        """A new game that goes on from where a course of another one is, with the same rules and names."""
        made = CreatedGame(new_id(), new_token(), len(game.seats))
        row = evolve(
            game,
            id=made.id,
            created=now(),
            watch_digest=digest(made.watch),
            host_digest=digest(made.host),
            clock=NO_CLOCK,
            luck=Luck("save"),
            begun=now(),
        )
        self._begin(made, row, course.game, course.match, [seat.name for seat in self.store.seats(game.id)], {})
        return made

    def _begin(
        self,
        made: CreatedGame,
        row: GameRow,
        loaded: Game,
        match: Match,
        people: Sequence[str],
        bots: Mapping[int, str],
    ) -> None:
        """Stores a new game with the choices that were made in it, and lets it begin unless it waits for nonces."""
        names = [*people, *match.players[len(people) :]]
        seats = [
            SeatRow(k, digest(token), names[k - 1] or match.players[k - 1], bots.get(k, ""))
            for k, token in enumerate(made.invitations, 1)
        ]
        self.store.add_game(row, seats)
        moves = [
            MoveRow.of(n, player + 1, named(match, player, question, value), f"import-{n}", row.created)
            for n, (player, question, value, _) in enumerate(match.past or (), 1)
        ]
        if moves:
            self.store.add_moves(row.id, moves)
        if not row.luck.waits:
            session = GameSession(self.store, Course.of(row, loaded), on_change=self.feed.moved)
            session.catch_up()
            self._remember(session)
            self.bots.go_on(session)
        LOG.info("game %s of %s begins with %d seats, %d of bots", row.id, row.game, len(seats), len(bots))

    def session(self, id: str) -> GameSession | None:
        """A game with all that is stored of it; None when there is no such game. Raises NotBegun."""
        return self.followed(id) if self.store.alone else self._looked_up(id)

    def _looked_up(self, id: str) -> GameSession | None:
        with self._lock:
            found, others = self._live.get(id), self.feed.by_others(id)
            if found is not None:
                self._live.move_to_end(id)
                self._used[id] = time.monotonic()
        if found is None:
            row = self.store.game(id)
            if row is None:
                return None
            if row.luck.waits:
                raise NotBegun
            game = self.rules(row)
            name_moves(self.store, row, game)
            found = GameSession(self.store, Course.of(row, game), on_change=self.feed.moved)
            with found.lock:
                found.catch_up()
            found = self._remember(found)
            self.bots.go_on(found)
        else:
            row = self.store.game(id) if self._settings.get(id) != others else None
            with found.lock:
                if row is not None:
                    found.follow_settings(row)
                found.catch_up()
        self._settings[id] = others
        return found

    def followed(self, id: str) -> GameSession | None:
        """A game with all that this process was told of: like :meth:`live`, but looks at the store only after a change."""
        with self._lock:
            found, others = self._live.get(id), self.feed.by_others(id)
            if found is not None and self._followed.get(id) == others and not found.behind:
                self._live.move_to_end(id)
                self._used[id] = time.monotonic()
                return found
        found = self._looked_up(id)
        if found is not None:
            self._followed[id] = others
        return found

    def beside(self, game: str) -> SideRecords:
        """The stored records of a game beside its moves."""
        return self.kept_beside(game) if self.store.alone else self._read_beside(game)

    def kept_beside(self, game: str) -> SideRecords:
        """The same as it was when this process was last told of a change by others."""
        change = self.feed.count(game)
        others, kept = self._beside.get(game, (-1, None))
        if kept is None or others != self.feed.by_others(game):
            return self._read_beside(game)
        return kept if kept.change == change else evolve(kept, change=change)

    def _read_beside(self, game: str) -> SideRecords:
        change, others = self.feed.count(game), self.feed.by_others(game)
        found = evolve(self.side.beside(game), change=change)
        self._beside[game] = others, found
        return found

    def opens(self, token: str, game: str, seat: int) -> bool:
        """Whether a token opens a seat of a game, or with 0 the place of a spectator."""
        session = self._live.get(game)
        if session is None or not self.store.alone:
            return self.store.seat_of(token) == (game, seat)
        if not seat:
            return session.row.watch_digest == digest(token)
        return any(row.seat == seat and row.digest == digest(token) for row in self.beside(game).seats)

    def rules(self, row: GameRow) -> Game:
        """The rules with which a game was begun: the files if they are still the same, else the texts that were kept."""
        try:
            game = self.catalogue.load(row.game, row.variants)
            if game.hash == row.rules:
                return game
        except (UserError, RulesError):
            pass
        return self.catalogue.kept(row.rules, self.store.rules(row.rules))

    def _remember(self, session: GameSession) -> GameSession:
        with self._lock:
            kept = self._live.setdefault(session.row.id, session)
            self._used[session.row.id] = time.monotonic()
            while len(self._live) > self.most_live or (len(self._live) > 1 and self._code() > self.most_code):
                self._drop(next(iter(self._live)))
            return kept

    def _code(self) -> int:
        return sum(
            {session.match.compiled.key: session.match.compiled.code for session in self._live.values()}.values()
        )

    def _drop(self, id: str) -> None:
        del self._live[id], self._used[id]
        for kept in (self._followed, self._settings, self._beside):
            kept.pop(id, None)

    def forget_idle(self, seconds: float = IDLE) -> int:
        """Holds no longer what nobody has asked for, unless its clock runs; gives how many are left. All of it is stored."""
        with self._lock:
            late = time.monotonic() - seconds
            for id, session in list(self._live.items()):
                if self._used[id] < late and (session.match.over or not session.row.clock.bank):
                    self._drop(id)
            replays = sum(session.looked_back for session in self._live.values())
            LOG.debug("%d games in memory, with %d of code and %d replays", len(self._live), self._code(), replays)
            return len(self._live)

    def in_memory(self) -> list[GameSession]:
        """The games in memory."""
        return list(self._live.values())

    def set_title(self, game: str, title: str) -> None:
        """Changes the title of a table, and announces it there."""
        self.store.set_title(game, title)
        self.announce(game)
        with suppress(NotBegun):
            self.session(game)

    def set_clock(self, game: str, clock: ClockRules) -> None:
        """Sets the clock of a table, and announces it there."""
        self.store.set_clock(game, clock)
        self.side.add_event(game, 0, NEW_CLOCK)
        self.announce(game)
        with suppress(NotBegun):
            self.session(game)

    def announce(self, game: str) -> None:
        """Announces a change of a game to all who follow it, in every process."""
        self.store.notify(game)
        self.feed.changed(game)

    def note_secrets(self, session: GameSession, seat: int) -> None:
        """Tells all at the table, and who comes later, that a seat was given everything that is secret in a game that goes on."""
        game = session.row.id
        if session.match.over or any(x.sort == SECRETS and x.seat == seat for x in self.side.messages(game)):
            return
        self.side.add_event(game, seat, SECRETS)
        self.announce(game)

    # ------------------------------------------------------------ who has seen how much
    def recall(self, session: GameSession, seat: int, again: bool = False) -> None:
        """Loads the read marker of a seat from the database: once for each session, or ``again`` at a new visit."""
        if seat and (again or not session.looks.knows(seat)):
            session.looks.begin(seat, self.side.seen(session.row.id, seat))

    def note_seen(self, session: GameSession, seat: int, moves: int) -> None:
        """Stores the read marker of a seat, as a number of moves. No other seat gets news of it."""
        session.looks.visit(seat)
        self.side.set_seen(session.row.id, seat, SeenRow(moves, now()))

    # ------------------------------------------------------------ whose turn it is
    def tell(self, session: GameSession) -> None:
        """Puts notices for those who are asked now and wanted to be told into the outbox."""
        if not self.kept_beside(session.row.id).wanted:
            return
        rows = self.side.subscriptions(session.row.id)
        asked, bots = (
            session.asked(),
            {row.seat for row in self.store.seats(session.row.id) if row.bot and not row.absent},
        )
        for row in rows:
            if row.seat in asked - bots and row.told < session.number:
                self.side.post(session.row.id, row, session.number, now() + self.grace)

    def turn(self, notice: Notice) -> Turn | None:
        """The turn for a notice; None when the seat is not asked any more."""
        session = self.session(notice.game)
        if session is None:
            return None
        with session.lock:
            if notice.seat not in session.asked():
                return None
            name = self.store.seats(notice.game)[notice.seat - 1].name
            return Turn(session.row.title, name, f"{self.public.rstrip('/')}/games/{notice.game}/{notice.seat}")

    def come_back(self, session: GameSession, seat: int) -> None:
        """Gives a seat back to who looks at it, if a bot stood in for them."""
        if seat and any(row.seat == seat and row.absent for row in self.beside(session.row.id).seats):
            self.let_stand_in(session, seat, "")
            self.announce(session.row.id)

    def let_stand_in(self, session: GameSession, seat: int, bot: str = STAND_IN) -> None:
        """A bot chooses for a person until that person comes back; with an empty name none does any more. All are told."""
        self.store.set_bot(session.row.id, seat, bot, absent=True)
        self.side.drop_absence(session.row.id, seat)
        self.side.add_event(session.row.id, seat, BOT_IN if bot else BOT_OUT)
        if bot:
            self.bots.go_on(session)
            self.tell(session)


def setup_of(game: Game, match: Match) -> dict[str, str]:
    """The options of a match by name, as texts."""
    values = match.compiled.image.options
    return {
        name: o.values[values[name]] if o.sort != "number" else str(values[name]) for name, o in game.options.items()
    }
