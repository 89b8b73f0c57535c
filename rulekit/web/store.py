"""What is kept of games, seats, moves and messages: one class for SQLite and PostgreSQL. It knows no rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import msgspec
from attrs import asdict
from sqlalchemy import Connection, Row, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from rulekit.web import schema
from rulekit.web.clock import ClockRules
from rulekit.web.database import opened, reading, writing
from rulekit.web.decoding import decode
from rulekit.web.stored_rows import GameRow, MoveRow, NumberedMove, SeatRow, StoredSetup, now
from rulekit.web.tokens import digest, new_id

CHANNEL = "rulekit_games"
"""On which PostgreSQL tells other processes that one has changed a game: the name of that process, and the id of the game"""


class MoveConflict(Exception):
    """Another move has taken this number."""


class GameStore:
    """Games in a database, named by a URL of SQLAlchemy. Every method is one transaction.

    Raises UserError for a database that cannot be used, see :func:`rulekit.web.database.opened`.
    """

    def __init__(self, url: str) -> None:
        self.engine = opened(url, schema.upgrade)
        self.alone = self.engine.dialect.name == "sqlite"
        """Whether nobody else writes there: a file belongs to one process"""
        self.name = new_id()
        """That of this process towards the others, so that none takes its own news for that of another one"""
        self.touched: Callable[[str], None] = lambda game: None
        """Is told of each game of which another thing than a move was changed"""

    def close(self) -> None:
        self.engine.dispose()

    # ------------------------------------------------------------ rules, games, seats
    def keep_rules(self, hash: str, texts: Mapping[str, str]) -> None:
        """Stores the texts of a game under their hash; storing the same texts again does nothing."""
        with suppress(IntegrityError), writing(self.engine) as db:  # another server keeps the same at the same moment
            if db.execute(select(schema.rule_sets.c.hash).where(schema.rule_sets.c.hash == hash)).first() is None:
                db.execute(insert(schema.rule_sets).values(hash=hash, texts=json.dumps(dict(texts))))

    def rules(self, hash: str) -> dict[str, str]:
        """The texts stored under a hash. Raises KeyError when there are none."""
        with reading(self.engine) as db:
            found = db.execute(select(schema.rule_sets.c.texts).where(schema.rule_sets.c.hash == hash)).scalar()
        if found is None:
            raise KeyError(hash)
        return dict(json.loads(found))

    def add_game(self, row: GameRow, seats: Sequence[SeatRow]) -> None:
        setup = StoredSetup(row.seats, dict(row.options), row.variants, row.clock, row.chance, row.luck)
        with writing(self.engine) as db:
            db.execute(
                insert(schema.games).values(
                    id=row.id,
                    created=row.created,
                    title=row.title,
                    game=row.game,
                    rules=row.rules,
                    setup=msgspec.json.encode(setup).decode(),
                    seed=str(row.seed),
                    watch_digest=row.watch_digest,
                    host_digest=row.host_digest,
                )
            )
            db.execute(
                insert(schema.seats),
                [
                    {
                        "game": row.id,
                        "seat": s.seat,
                        "digest": s.digest,
                        "invitation": s.digest,
                        "name": s.name,
                        "bot": s.bot,
                        "held": int(not s.bot),
                    }
                    for s in seats
                ],
            )

    def game(self, id: str) -> GameRow | None:
        with reading(self.engine) as db:
            found = db.execute(select(schema.games).where(schema.games.c.id == id)).first()
            return None if found is None else _game(db, found)

    def games(self, ids: Sequence[str]) -> list[GameRow]:
        """Those of these games that exist, newest first."""
        with reading(self.engine) as db:
            wanted = select(schema.games).where(schema.games.c.id.in_(ids)).order_by(schema.games.c.created.desc())
            return [_game(db, row) for row in db.execute(wanted)]

    def clocked(self, most: int = 1000) -> list[str]:
        """The games with a clock, the newest first."""
        g = schema.games
        with reading(self.engine) as db:
            wanted = select(g.c.id).where(g.c.setup.contains('"bank"')).order_by(g.c.created.desc()).limit(most)
            return list(db.execute(wanted).scalars())

    def set_title(self, game: str, title: str) -> None:
        """Changes the title of a table."""
        with writing(self.engine) as db:
            db.execute(update(schema.games).where(schema.games.c.id == game).values(title=title))
        self.touched(game)

    def set_clock(self, game: str, clock: ClockRules) -> None:
        """Sets the clock of a game in place of the one that it had."""
        g = schema.games
        with writing(self.engine) as db:
            stored = db.execute(select(g.c.setup).where(g.c.id == game).with_for_update()).scalar_one()
            setup = msgspec.structs.replace(decode(stored, StoredSetup), clock=clock)
            db.execute(update(g).where(g.c.id == game).values(setup=msgspec.json.encode(setup).decode()))
        self.touched(game)

    def end(self, game: str) -> None:
        """Notes that a game is over."""
        with writing(self.engine) as db:
            db.execute(update(schema.games).where(schema.games.c.id == game).values(over=1))

    def with_bots(self, most: int) -> list[str]:
        """Games that are not over in which bots sit, the newest first."""
        g, s = schema.games, schema.seats
        bots = select(s.c.game).where(s.c.bot != "")
        wanted = select(g.c.id).where(g.c.over == 0, g.c.id.in_(bots)).order_by(g.c.created.desc()).limit(most)
        with reading(self.engine) as db:
            return list(db.execute(wanted).scalars())

    def count_games(self) -> int:
        with reading(self.engine) as db:
            return int(db.execute(select(func.count()).select_from(schema.games)).scalar_one())

    def seats(self, game: str) -> list[SeatRow]:
        """The seats of a game in their order."""
        with reading(self.engine) as db:
            return seats_in(db, game)

    def seat_of(self, token: str) -> tuple[str, int] | None:
        """(game, seat) that a token opens; the seat is 0 for the spectators' link; None for an unknown token."""
        known = digest(token)
        with reading(self.engine) as db:
            row = db.execute(select(schema.seats).where(schema.seats.c.digest == known)).first()
            if row is not None:
                return row.game, row.seat
            game = db.execute(select(schema.games.c.id).where(schema.games.c.watch_digest == known)).scalar()
        return None if game is None else (game, 0)

    def hosted(self, token: str) -> str | None:
        """The game whose host a token shows; None for an unknown token."""
        with reading(self.engine) as db:
            known = schema.games.c.host_digest == digest(token)
            return db.execute(select(schema.games.c.id).where(known)).scalar()

    def hand_over(self, game: str, seat: int, token: str, number: int | None = None) -> None:
        """A new invitation to a seat: the old link opens nothing from now on, and what its owner has settled beforehand, or
        wanted to be told, is dropped. ``number``: of the invitation, if it is the host's."""
        beforehand = (
            schema.orders,
            schema.plans,
            schema.votes,
            schema.absences,
            schema.subscriptions,
            schema.outbox,
            schema.seen,
        )
        with writing(self.engine) as db:
            for table in beforehand:
                db.execute(delete(table).where(table.c.game == game, table.c.seat == seat))
            voted = schema.absences.c.voter == seat
            db.execute(delete(schema.absences).where(schema.absences.c.game == game, voted))
            count = {} if number is None else {"invitations": number}
            self._set_seat(db, game, seat, digest=digest(token), invitation=digest(token), **count)
        self.touched(game)

    def accept(self, invitation: str, token: str) -> bool:
        """Puts a token of the visitor's own in the place of an invitation; False where it is none or
        another visitor was first."""
        s, known = schema.seats, digest(invitation)
        with writing(self.engine) as db:
            found = db.execute(select(s).where(s.c.invitation == known)).first()
            here = (s.c.digest == known) & (s.c.invitation == known)
            if found is None:
                return False
            if not db.execute(update(s).where(here).values(digest=digest(token), held=1)).rowcount:
                return bool(found.digest == digest(token))
        self.touched(found.game)
        return True

    def invited(self, invitation: str) -> tuple[str, int] | None:
        """(game, seat) to which an invitation was, also one that was accepted; None for what was none."""
        s = schema.seats
        with reading(self.engine) as db:
            row = db.execute(select(s).where(s.c.invitation == digest(invitation))).first()
        return (row.game, row.seat) if row is not None else None

    def rename(self, game: str, seat: int, name: str) -> None:
        self._change_seat(game, seat, name=name)

    def set_bot(self, game: str, seat: int, bot: str, absent: bool = False) -> None:
        """Lets a bot choose for a seat; an empty name gives it back to the person. ``absent``: until the person comes back."""
        held = {} if bot else {"held": 1}
        self._change_seat(game, seat, bot=bot, absent=int(absent and bool(bot)), failed="", **held)

    def fail_bot(self, game: str, seat: int, bot: str, failed: str) -> None:
        """Replaces the bot of a seat; ``failed``: which one it was and why it failed, for all to read."""
        self._change_seat(game, seat, bot=bot, failed=failed)

    def _change_seat(self, game: str, seat: int, **values: str | int) -> None:
        with writing(self.engine) as db:
            self._set_seat(db, game, seat, **values)
        self.touched(game)

    def _set_seat(self, db: Connection, game: str, seat: int, **values: str | int) -> None:
        here = (schema.seats.c.game == game) & (schema.seats.c.seat == seat)
        db.execute(update(schema.seats).where(here).values(**values))

    def add_nonce(self, game: str, seat: int, nonce: str) -> bool:
        """Keeps the nonce of a seat; False where it has given another one before, which stands."""
        n = schema.nonces
        with suppress(IntegrityError), writing(self.engine) as db:
            db.execute(insert(n).values(game=game, seat=seat, nonce=nonce, made=now()))
        with reading(self.engine) as db:
            kept = db.execute(select(n.c.nonce).where(n.c.game == game, n.c.seat == seat)).scalar()
        return kept == nonce

    # ------------------------------------------------------------ moves
    def add_moves(self, game: str, rows: Sequence[MoveRow]) -> None:
        """Appends moves, all or none. Raises MoveConflict when a number, or a move's own name, is taken."""
        try:
            with writing(self.engine) as db:
                db.execute(insert(schema.moves), [{"game": game, **asdict(row)} for row in rows])
                self._notify(db, game)
        except IntegrityError as error:
            raise MoveConflict(game) from error

    def notify(self, game: str) -> None:
        """Tells other processes that something of a game has changed."""
        with writing(self.engine) as db:
            self._notify(db, game)

    def _notify(self, db: Connection, game: str) -> None:
        if not self.alone:
            told = {"channel": CHANNEL, "news": f"{self.name} {game}"}
            db.execute(text("SELECT pg_notify(:channel, :news)"), told)

    def moves(self, game: str, after: int = 0) -> list[MoveRow]:
        """The moves of a game with a number above ``after``, in their order; none that a later one skips."""
        m = schema.moves
        with reading(self.engine) as db:
            rows = db.execute(select(m).where(m.c.game == game, m.c.number > after).order_by(m.c.number))
            found = [MoveRow(r.number, r.seat, r.sort, r.move, r.made, r.question, r.option, r.choices) for r in rows]
        skips = [(row.choices, row.number) for row in found if row.sort == "skip"]
        return [row for row in found if not any(left < row.number < skip for left, skip in skips)]

    def numbered_moves(self, game: str) -> list[NumberedMove]:
        """The moves of a game that are still kept as rulekit 0.2.0 did, in their order."""
        m = schema.numbered_moves
        with reading(self.engine) as db:
            rows = db.execute(select(m).where(m.c.game == game).order_by(m.c.number))
            return [NumberedMove(r.number, r.seat, r.sort, r.question, r.value, r.move, r.made) for r in rows]

    def keep_by_name(self, game: str, rows: Sequence[MoveRow]) -> None:
        """Stores the moves of a game by name from now on; another server may have done the same before."""
        with suppress(IntegrityError), writing(self.engine) as db:
            db.execute(insert(schema.moves), [{"game": game, **asdict(row)} for row in rows])
            db.execute(delete(schema.numbered_moves).where(schema.numbered_moves.c.game == game))

    def has_move(self, game: str, seat: int, *names: str) -> bool:
        """Whether a seat has made a move of one of these names."""
        m = schema.moves
        with reading(self.engine) as db:
            wanted = select(m.c.number).where(m.c.game == game, m.c.seat == seat, m.c.move.in_(names))
            return db.execute(wanted).first() is not None


def seats_in(db: Connection, game: str) -> list[SeatRow]:
    """The seats of a game in their order."""
    rows = db.execute(select(schema.seats).where(schema.seats.c.game == game).order_by(schema.seats.c.seat))
    return [
        SeatRow(r.seat, r.digest, r.name, r.bot, bool(r.absent), bool(r.held), r.failed, r.invitation, r.invitations)
        for r in rows
    ]


def _game(db: Connection, row: Row[tuple[object, ...]]) -> GameRow:
    setup = decode(row.setup, StoredSetup)
    luck, begun = setup.luck, row.created
    if luck.asks:
        given = db.execute(select(schema.nonces).where(schema.nonces.c.game == row.id)).all()
        luck = msgspec.structs.replace(luck, nonces={x.seat: x.nonce for x in given})
        begun = max([begun, *(x.made for x in given)])
    return GameRow(
        row.id,
        row.created,
        row.title,
        row.game,
        row.rules,
        setup.seats,
        setup.options,
        setup.variants,
        luck.opening.seed if luck.opening is not None else int(row.seed),
        row.watch_digest,
        setup.clock,
        setup.chance,
        luck,
        begun,
        row.host_digest,
    )
