"""What is kept of games, seats, moves and messages: one class for SQLite and PostgreSQL. It knows no rules."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen
from sqlalchemy import Connection, Engine, Row, create_engine, delete, event, func, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError

from rulekit.web import schema
from rulekit.web.tokens import digest


class Overtaken(Exception):
    """Another move took this number first: look again."""


@frozen
class GameRow:
    """A game as it was set up. ``seats``: names in the rules' words, clockwise; ``options``: by name, as texts."""

    id: str
    created: int
    title: str
    game: str
    rules: str
    seats: tuple[str, ...]
    options: Mapping[str, str]
    variants: tuple[str, ...]
    seed: int
    watch_digest: str


@frozen
class SeatRow:
    """Who sits where: ``seat`` from 1, ``name`` of the person, ``bot`` empty for a person."""

    seat: int
    digest: str
    name: str
    bot: str


@frozen
class MoveRow:
    """One move. ``sort``: choice or undo; ``seat`` from 1."""

    number: int
    seat: int
    sort: str
    question: int
    value: int
    move: str


@frozen
class MessageRow:
    id: int
    seat: int
    text: str
    made: int


@frozen
class OrderRow:
    """A standing answer of a seat to a question, given after ``moves`` moves."""

    seat: int
    question: str
    answer: str
    moves: int


class Store:
    """Games in a database, named by a URL of SQLAlchemy. Every method is one transaction."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        schema.metadata.create_all(self.engine)

    def close(self) -> None:
        self.engine.dispose()

    # ------------------------------------------------------------ rules, games, seats
    def keep_rules(self, hash: str, texts: Mapping[str, str]) -> None:
        """Keeps the texts of a game by their hash; the same again is no mistake."""
        with self.engine.begin() as db:
            if db.execute(select(schema.rule_sets.c.hash).where(schema.rule_sets.c.hash == hash)).first() is None:
                db.execute(insert(schema.rule_sets).values(hash=hash, texts=json.dumps(dict(texts))))

    def rules(self, hash: str) -> dict[str, str]:
        """The texts that were kept under a hash. Raises KeyError when there are none."""
        with self.engine.connect() as db:
            found = db.execute(select(schema.rule_sets.c.texts).where(schema.rule_sets.c.hash == hash)).scalar()
        if found is None:
            raise KeyError(hash)
        return dict(json.loads(found))

    def add_game(self, row: GameRow, seats: Sequence[SeatRow]) -> None:
        setup = {"seats": row.seats, "options": dict(row.options), "variants": row.variants}
        with self.engine.begin() as db:
            db.execute(
                insert(schema.games).values(
                    id=row.id,
                    created=row.created,
                    title=row.title,
                    game=row.game,
                    rules=row.rules,
                    setup=json.dumps(setup),
                    seed=str(row.seed),
                    watch_digest=row.watch_digest,
                )
            )
            db.execute(
                insert(schema.seats),
                [{"game": row.id, "seat": s.seat, "digest": s.digest, "name": s.name, "bot": s.bot} for s in seats],
            )

    def game(self, id: str) -> GameRow | None:
        with self.engine.connect() as db:
            found = db.execute(select(schema.games).where(schema.games.c.id == id)).first()
        return None if found is None else _game(found)

    def games(self, ids: Sequence[str]) -> list[GameRow]:
        """Those of these games that exist, newest first."""
        with self.engine.connect() as db:
            wanted = select(schema.games).where(schema.games.c.id.in_(ids)).order_by(schema.games.c.created.desc())
            return [_game(row) for row in db.execute(wanted)]

    def count_games(self) -> int:
        with self.engine.connect() as db:
            return int(db.execute(select(func.count()).select_from(schema.games)).scalar_one())

    def seats(self, game: str) -> list[SeatRow]:
        """The seats of a game in their order."""
        with self.engine.connect() as db:
            rows = db.execute(select(schema.seats).where(schema.seats.c.game == game).order_by(schema.seats.c.seat))
            return [SeatRow(row.seat, row.digest, row.name, row.bot) for row in rows]

    def seat_of(self, token: str) -> tuple[str, int] | None:
        """(game, seat) that a token opens; the seat is 0 for the spectators' link; None for an unknown token."""
        known = digest(token)
        with self.engine.connect() as db:
            row = db.execute(select(schema.seats).where(schema.seats.c.digest == known)).first()
            if row is not None:
                return row.game, row.seat
            game = db.execute(select(schema.games.c.id).where(schema.games.c.watch_digest == known)).scalar()
        return None if game is None else (game, 0)

    def hand_over(self, game: str, seat: int, token: str) -> None:
        """A new link for a seat: the old one opens nothing from now on."""
        self._change_seat(game, seat, digest=digest(token))

    def rename(self, game: str, seat: int, name: str) -> None:
        self._change_seat(game, seat, name=name)

    def set_bot(self, game: str, seat: int, bot: str) -> None:
        """Lets a bot choose for a seat; an empty name gives it back to the person."""
        self._change_seat(game, seat, bot=bot)

    def _change_seat(self, game: str, seat: int, **values: str) -> None:
        here = (schema.seats.c.game == game) & (schema.seats.c.seat == seat)
        with self.engine.begin() as db:
            db.execute(update(schema.seats).where(here).values(**values))

    # ------------------------------------------------------------ moves
    def add_move(self, game: str, row: MoveRow) -> None:
        """Appends a move. Raises Overtaken when its number, or its own name, is taken: nothing is stored then."""
        try:
            with self.engine.begin() as db:
                db.execute(
                    insert(schema.moves).values(
                        game=game,
                        number=row.number,
                        seat=row.seat,
                        sort=row.sort,
                        question=row.question,
                        value=row.value,
                        move=row.move,
                        made=_now(),
                    )
                )
                if db.dialect.name == "postgresql":
                    db.exec_driver_sql("SELECT pg_notify('rulekit_moves', %s)", (game,))
        except IntegrityError as error:
            raise Overtaken(game) from error

    def moves(self, game: str, after: int = 0) -> list[MoveRow]:
        """The moves of a game with a number above ``after``, in their order."""
        m = schema.moves
        with self.engine.connect() as db:
            rows = db.execute(select(m).where(m.c.game == game, m.c.number > after).order_by(m.c.number))
            return [MoveRow(r.number, r.seat, r.sort, r.question, r.value, r.move) for r in rows]

    def has_move(self, game: str, seat: int, move: str) -> bool:
        m = schema.moves
        with self.engine.connect() as db:
            wanted = select(m.c.number).where(m.c.game == game, m.c.seat == seat, m.c.move == move)
            return db.execute(wanted).first() is not None

    # ------------------------------------------------------------ messages and standing answers
    def add_message(self, game: str, seat: int, text: str) -> None:
        with self.engine.begin() as db:
            db.execute(insert(schema.messages).values(game=game, seat=seat, text=text, made=_now()))

    def messages(self, game: str, after: int = 0, most: int = 500) -> list[MessageRow]:
        """The last messages of a game with an id above ``after``, oldest first."""
        m = schema.messages
        with self.engine.connect() as db:
            rows = db.execute(select(m).where(m.c.game == game, m.c.id > after).order_by(m.c.id.desc()).limit(most))
            return [MessageRow(r.id, r.seat, r.text, r.made) for r in rows][::-1]

    def set_order(self, game: str, row: OrderRow) -> None:
        with self.engine.begin() as db:
            _drop_order(db, game, row.seat, row.question)
            db.execute(
                insert(schema.orders).values(
                    game=game, seat=row.seat, question=row.question, answer=row.answer, moves=row.moves
                )
            )

    def drop_order(self, game: str, seat: int, question: str) -> None:
        with self.engine.begin() as db:
            _drop_order(db, game, seat, question)

    def orders(self, game: str) -> list[OrderRow]:
        with self.engine.connect() as db:
            rows = db.execute(select(schema.orders).where(schema.orders.c.game == game))
            return [OrderRow(r.seat, r.question, r.answer, r.moves) for r in rows]


def _drop_order(db: Connection, game: str, seat: int, question: str) -> None:
    o = schema.orders
    db.execute(delete(o).where(o.c.game == game, o.c.seat == seat, o.c.question == question))


def _game(row: Row[Any]) -> GameRow:
    setup = json.loads(row.setup)
    return GameRow(
        row.id,
        row.created,
        row.title,
        row.game,
        row.rules,
        tuple(setup["seats"]),
        setup["options"],
        tuple(setup["variants"]),
        int(row.seed),
        row.watch_digest,
    )


def _engine(url: str) -> Engine:
    made = make_url(url)
    if made.get_backend_name() != "sqlite":
        return create_engine(made, pool_pre_ping=True)
    engine = create_engine(made, connect_args={"timeout": 30})

    @event.listens_for(engine, "connect")
    def durable(connection: Any, _record: Any) -> None:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _now() -> int:
    return int(time.time())
