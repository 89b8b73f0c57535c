"""What is kept beside the moves of a game: talk, standing answers, plans, votes, and who wants to be told what."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Literal

from attrs import field, frozen
from sqlalchemy import ColumnElement, Connection, Engine, Table, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from rulekit.web import schema
from rulekit.web.clock import TimeUp
from rulekit.web.database import reading, writing
from rulekit.web.store import seats_in
from rulekit.web.stored_rows import SeatRow, now

SeatEvent = Literal["link", "bot", "person", "secrets", "clock", "late", "answered", "overdue"]
"""Announcements about a seat: a new link, a bot that plays for an absent person, the return of the person, all
secrets of a game that goes on; a clock that the host has changed; and that the time of the seat has run out: as a note alone,
with a question that is answered in its place, with a vote that the others may hold"""
NEW_LINK: SeatEvent = "link"
BOT_IN: SeatEvent = "bot"
BOT_OUT: SeatEvent = "person"
SECRETS: SeatEvent = "secrets"
NEW_CLOCK: SeatEvent = "clock"
TIME_UP: Mapping[TimeUp, SeatEvent] = {"bot": BOT_IN, "note": "late", "answer": "answered", "vote": "overdue"}


@frozen
class MessageRow:
    """Something that was said at the table; ``made``: seconds since 1970. ``sort``: what has happened to the seat, see
    :data:`SeatEvent`, or empty if somebody has said it."""

    id: int
    seat: int
    text: str
    made: int
    sort: str = ""


@frozen
class OrderRow:
    """A standing answer of a seat to a question, given after ``moves`` moves. ``until``: ``concerned`` or empty; ``stopped``:
    why it holds no longer, as a key, or empty; ``said``: language -> the question and the answer as they were read then."""

    seat: int
    question: str
    answer: str
    moves: int
    until: str = ""
    stopped: str = ""
    said: Mapping[str, Sequence[str]] = field(factory=dict)


@frozen
class PlanRow:
    """Choices that a seat has planned: for each what is asked (in English) and the id of the option. ``stopped`` as above."""

    seat: int
    choices: Sequence[tuple[str, str]]
    stopped: str = ""


@frozen
class VoteRow:
    """A seat that agrees to go back. ``moves``: :attr:`Course.apart` then, as long as which the vote is good; ``keep``: 0 or more
    for who has proposed it, to whose last choice one goes back, -1 for the others."""

    seat: int
    moves: int
    keep: int


@frozen
class SeenRow:
    """What a seat has looked at: the game after so many ``moves``, last at that time."""

    moves: int
    at: int


@frozen
class Subscription:
    """The subscription of a seat to notices of its turns. ``sort``: the kind of the address; ``told``: the number of moves at the
    last notice, or -1; ``pause``: the least seconds between two notices to the address."""

    seat: int
    sort: str
    address: str
    told: int = -1
    pause: int = 0


@frozen
class Notice:
    """Something to be sent to an address, for the ``tries``-th time after it failed."""

    id: int
    game: str
    seat: int
    sort: str
    address: str
    tries: int


@frozen
class SideRecords:
    """All that a state shows beside the match: who sits there, and what was settled beforehand."""

    seats: Sequence[SeatRow]
    orders: Sequence[OrderRow]
    plans: Sequence[PlanRow]
    votes: Sequence[VoteRow]
    absences: Mapping[int, Sequence[int]]
    """seat -> the seats that want a bot to stand in for the person there"""
    said: int
    """The id of the last message, 0 where nothing was said"""
    wanted: bool
    """Whether somebody wants to be told that it is their turn"""
    change: int = 0
    """After how many changes of the game it was asked for: nothing that is shown is another one as long as it is the same"""


class SideStore:
    """The other tables of a database. Every method is one transaction."""

    def __init__(self, engine: Engine, touched: Callable[[str], None] = lambda game: None) -> None:
        """``touched``: is told of each game of which something was changed here."""
        self.engine, self.touched = engine, touched

    def beside(self, game: str) -> SideRecords:
        """All that a state shows beside the match, read at one moment."""
        said = select(func.max(schema.messages.c.id)).where(schema.messages.c.game == game)
        wanted = select(schema.subscriptions.c.seat).where(schema.subscriptions.c.game == game).limit(1)
        with reading(self.engine) as db:
            seats, last = seats_in(db, game), int(db.execute(said).scalar() or 0)
            told = db.execute(wanted).first() is not None
            return SideRecords(
                seats, _orders(db, game), _plans(db, game), _votes(db, game), _absences(db, game), last, told
            )

    # ------------------------------------------------------------ talk
    def add_message(self, game: str, seat: int, text: str) -> None:
        with writing(self.engine) as db:
            db.execute(insert(schema.messages).values(game=game, seat=seat, text=text, made=now()))
        self.touched(game)

    def add_event(self, game: str, seat: int, event: SeatEvent) -> None:
        """Adds an event of a seat to the messages of the table."""
        with writing(self.engine) as db:
            db.execute(insert(schema.messages).values(game=game, seat=seat, text="", made=now(), sort=event))
        self.touched(game)

    def last_event(self, game: str, seat: int, event: SeatEvent) -> int:
        """When this happened to a seat last, in seconds since 1970; 0 if it never did."""
        m = schema.messages
        with reading(self.engine) as db:
            last = select(func.max(m.c.made)).where(m.c.game == game, m.c.seat == seat, m.c.sort == event)
            return int(db.execute(last).scalar() or 0)

    def messages(self, game: str, after: int = 0, most: int = 500) -> list[MessageRow]:
        """The last messages of a game with an id above ``after``, oldest first."""
        m = schema.messages
        with reading(self.engine) as db:
            rows = db.execute(select(m).where(m.c.game == game, m.c.id > after).order_by(m.c.id.desc()).limit(most))
            return [MessageRow(r.id, r.seat, r.text, r.made, r.sort) for r in rows][::-1]

    # ------------------------------------------------------------ answers given in advance
    def set_order(self, game: str, row: OrderRow) -> None:
        self._put(schema.orders, game, {"seat": row.seat, "question": row.question}, {
            "answer": row.answer, "moves": row.moves, "until": row.until, "stopped": row.stopped,
            "said": json.dumps(dict(row.said)),
        })  # fmt: skip

    def drop_order(self, game: str, seat: int, question: str) -> None:
        self._drop(schema.orders, game, {"seat": seat, "question": question})

    def set_plan(self, game: str, row: PlanRow) -> None:
        values = {"choices": json.dumps([list(x) for x in row.choices]), "stopped": row.stopped}
        self._put(schema.plans, game, {"seat": row.seat}, values)

    def drop_plan(self, game: str, seat: int) -> None:
        self._drop(schema.plans, game, {"seat": seat})

    # ------------------------------------------------------------ going back together
    def set_vote(self, game: str, row: VoteRow) -> None:
        self._put(schema.votes, game, {"seat": row.seat}, {"moves": row.moves, "keep": row.keep})

    def drop_votes(self, game: str) -> None:
        self._drop(schema.votes, game, {})

    def votes(self, game: str) -> list[VoteRow]:
        with reading(self.engine) as db:
            return _votes(db, game)

    # ------------------------------------------------------------ who is absent
    def add_absence(self, game: str, seat: int, voter: int) -> None:
        """Notes that a seat wants a bot to stand in for the person in another one."""
        with suppress(IntegrityError), writing(self.engine) as db:  # who wants it already
            db.execute(insert(schema.absences).values(game=game, seat=seat, voter=voter))
        self.touched(game)

    def drop_absence(self, game: str, seat: int) -> None:
        """Removes all votes for a bot at a seat."""
        self._drop(schema.absences, game, {"seat": seat})

    # ------------------------------------------------------------ who has seen how much
    def set_seen(self, game: str, seat: int, row: SeenRow) -> None:
        """Moves the read marker of a seat forward; an earlier one is ignored. No other seat gets news of it."""
        t = schema.seen
        here, values = _where(t, game, {"seat": seat}), {"moves": row.moves, "at": row.at}
        with suppress(IntegrityError), writing(self.engine) as db:  # it has seen more already
            if not db.execute(update(t).where(*here, t.c.moves <= row.moves).values(**values)).rowcount:
                db.execute(insert(t).values(game=game, seat=seat, **values))

    def seen(self, game: str, seat: int) -> SeenRow | None:
        """The read marker of a seat, if it has one."""
        t = schema.seen
        with reading(self.engine) as db:
            row = db.execute(select(t).where(*_where(t, game, {"seat": seat}))).first()
            return SeenRow(row.moves, row.at) if row is not None else None

    # ------------------------------------------------------------ notices
    def subscribe(self, game: str, row: Subscription) -> None:
        values = {"address": row.address, "told": row.told, "pause": row.pause}
        self._put(schema.subscriptions, game, {"seat": row.seat, "sort": row.sort}, values)

    def unsubscribe(self, game: str, seat: int, sort: str) -> None:
        self._drop(schema.subscriptions, game, {"seat": seat, "sort": sort})

    def subscriptions(self, game: str) -> list[Subscription]:
        with reading(self.engine) as db:
            rows = db.execute(select(schema.subscriptions).where(schema.subscriptions.c.game == game))
            return [Subscription(r.seat, r.sort, r.address, r.told, r.pause) for r in rows]

    def post(self, game: str, row: Subscription, moves: int, due: int) -> None:
        """Puts a notice into the outbox, unless one of so many moves was put there before. ``due``: the earliest moment that it
        may be sent; the pause of the address may make it later."""
        s, d = schema.subscriptions, schema.deliveries
        here = (s.c.game == game) & (s.c.seat == row.seat) & (s.c.sort == row.sort) & (s.c.told < moves)
        with writing(self.engine) as db:
            if db.execute(update(s).where(here).values(told=moves)).rowcount:
                last = db.execute(select(d.c.at).where((d.c.sort == row.sort) & (d.c.address == row.address))).scalar()
                notice = {"game": game, "seat": row.seat, "sort": row.sort, "address": row.address}
                later = due if last is None else max(due, last + row.pause)
                db.execute(insert(schema.outbox).values(**notice, due=later, tries=0))

    def take_notices(self, most: int = 20) -> list[Notice]:
        """Notices that are due, and the others that wait for the same addresses. Each is given to one process only, and is gone
        here. ``most``: of addresses."""
        o = schema.outbox
        out = []
        with writing(self.engine) as db:
            due = select(o.c.sort, o.c.address).where(o.c.due <= now()).group_by(o.c.sort, o.c.address)
            for sort, address in db.execute(due.order_by(func.min(o.c.due)).limit(most)).all():
                for row in db.execute(
                    select(o).where((o.c.sort == sort) & (o.c.address == address)).order_by(o.c.due)
                ).all():
                    if db.execute(delete(o).where(o.c.id == row.id)).rowcount:
                        out.append(Notice(row.id, row.game, row.seat, row.sort, row.address, row.tries))
        return out

    def note_delivery(self, sort: str, address: str) -> None:
        """Notes the time at which a notice was sent to an address."""
        d = schema.deliveries
        with writing(self.engine) as db:
            if not db.execute(update(d).where((d.c.sort == sort) & (d.c.address == address)).values(at=now())).rowcount:
                db.execute(insert(d).values(sort=sort, address=address, at=now()))

    def post_again(self, notice: Notice, wait: int) -> None:
        """For a notice that could not be sent: once more, after so many seconds."""
        values = {"game": notice.game, "seat": notice.seat, "sort": notice.sort, "address": notice.address}
        with writing(self.engine) as db:
            db.execute(insert(schema.outbox).values(**values, due=now() + wait, tries=notice.tries + 1))

    # ------------------------------------------------------------ rows of a game by the rest of their key
    def _put(self, table: Table, game: str, key: Mapping[str, object], values: Mapping[str, object]) -> None:
        with writing(self.engine) as db:
            if not db.execute(update(table).where(*_where(table, game, key)).values(**values)).rowcount:
                db.execute(insert(table).values(game=game, **key, **values))
        self.touched(game)

    def _drop(self, table: Table, game: str, key: Mapping[str, object]) -> None:
        with writing(self.engine) as db:
            db.execute(delete(table).where(*_where(table, game, key)))
        self.touched(game)


def _where(table: Table, game: str, key: Mapping[str, object]) -> list[ColumnElement[bool]]:
    return [table.c.game == game, *(table.c[name] == value for name, value in key.items())]


def _orders(db: Connection, game: str) -> list[OrderRow]:
    rows = db.execute(select(schema.orders).where(schema.orders.c.game == game))
    return [
        OrderRow(r.seat, r.question, r.answer, r.moves, r.until, r.stopped, json.loads(r.said or "{}")) for r in rows
    ]


def _plans(db: Connection, game: str) -> list[PlanRow]:
    rows = db.execute(select(schema.plans).where(schema.plans.c.game == game))
    return [PlanRow(r.seat, [(x[0], x[1]) for x in json.loads(r.choices)], r.stopped) for r in rows]


def _absences(db: Connection, game: str) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    rows = db.execute(select(schema.absences).where(schema.absences.c.game == game).order_by(schema.absences.c.voter))
    for row in rows:
        found.setdefault(row.seat, []).append(row.voter)
    return found


def _votes(db: Connection, game: str) -> list[VoteRow]:
    rows = db.execute(select(schema.votes).where(schema.votes.c.game == game))
    return [VoteRow(r.seat, r.moves, r.keep) for r in rows]
