"""The tables of the database, for SQLite and PostgreSQL alike. Choices are appended and never changed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    DefaultClause,
    Engine,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    delete,
    insert,
    inspect,
    select,
    text,
)

from rulekit.diagnostics import UserError

LOG = logging.getLogger("rulekit.web")
VERSION = 2
"""Of the layout; 1 is that of rulekit 0.2.0, whose databases do not say it"""
metadata = MetaData()

layout = Table(
    "layout", metadata, Column("version", Integer, primary_key=True), comment="one row: the version of this layout"
)

rule_sets = Table(
    "rule_sets",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("texts", Text, nullable=False),
    comment="the files of a game and its variants, by content: JSON, path -> text",
)
games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("title", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules", Text, ForeignKey("rule_sets.hash"), nullable=False),
    Column("setup", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("watch_digest", Text, nullable=False),
    Column("over", Integer, nullable=False, server_default="0"),
    Column("host_digest", Text, nullable=False, server_default=""),
    comment="over: 1 after the end; host_digest: of the host's token, empty before 0.3.0; setup: JSON with seats, options,"
    " variants, clock, chance (the generator; without it that of 0.2.0) and luck (where the seed comes from); times are"
    " seconds since 1970",
)
seats = Table(
    "seats",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", Text, nullable=False, default=""),
    Column("absent", Integer, nullable=False, server_default="0"),
    Column("invitation", Text, nullable=False, server_default=""),
    Column("held", Integer, nullable=False, server_default="1"),
    Column("failed", Text, nullable=False, server_default=""),
    Column("invitations", Integer, nullable=False, server_default="0"),
    comment="seat: from 1; digest: of the token; bot: who chooses instead of a person, or empty; absent: 1 while a bot"
    " replaces a person whose time was up; invitation: the digest of a token that is good for one visit; held: 1 if a person"
    " ever had the seat; failed: which bot failed there, and why, or empty; invitations: how many the host"
    " has made in place of the first",
)
nonces = Table(
    "nonces",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("nonce", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    comment="what seats have added to the luck of a game before it began",
)
moves = Table(
    "moves",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("sort", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("option", Text, nullable=False),
    Column("choices", Integer, nullable=False),
    Column("move", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    UniqueConstraint("game", "seat", "move"),
    comment="number: from 1 without gaps; sort: choice (question: its key, option: its id), undo (choices: so many), back"
    " (choices: so many are left), skip (the moves after number choices and before this one are left out, since they do not"
    " fit the rules); move: the client's own name for it; made: seconds since 1970",
)
numbered_moves = Table(
    "numbered_moves",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("sort", Text, nullable=False),
    Column("question", Integer, nullable=False),
    Column("value", BigInteger, nullable=False),
    Column("move", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    comment="moves that rulekit 0.2.0 stored, in numbers of its compilation, until the game is opened for the first time",
)
messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("sort", Text, nullable=False, server_default=""),
    comment="sort: empty for what somebody has said; else what has happened to the seat, see side_store.SeatEvent",
)
orders = Table(
    "orders",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("question", Text, primary_key=True),
    Column("answer", Text, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("until", Text, nullable=False, server_default=""),
    Column("stopped", Text, nullable=False, server_default=""),
    Column("said", Text, nullable=False, server_default=""),
    comment="standing answers: the name of a question, the id of the option, the number of moves when it was given; until:"
    " concerned, or empty; stopped: why it holds no longer, or empty; said: question and answer as they were read then, as JSON:"
    " language -> two texts",
)
plans = Table(
    "plans",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("choices", Text, nullable=False),
    Column("stopped", Text, nullable=False),
    comment="choices that a seat has planned ahead: JSON, the questions and the ids of options",
)
votes = Table(
    "votes",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("moves", Integer, nullable=False),
    Column("keep", Integer, nullable=False),
    comment="who wants to go back to the last choice of the seat with keep >= 0; good as long as there are so many moves of"
    " which all know",
)
absences = Table(
    "absences",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("voter", Integer, primary_key=True),
    comment="which seats want a bot to stand in for the person in a seat",
)
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("sort", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("told", Integer, nullable=False),
    Column("pause", Integer, nullable=False, server_default="0"),
    comment="which seats get notices of their turns, and where; told: the number of moves at the last notice, or -1; "
    "pause: the least seconds between two notices to the address",
)
seen = Table(
    "seen",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("moves", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    comment="read markers: the number of moves up to which a seat has seen the game, and when it last looked",
)
outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("sort", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    comment="notices that are still to be sent",
)
deliveries = Table(
    "deliveries",
    metadata,
    Column("sort", Text, primary_key=True),
    Column("address", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    comment="when a notice was sent to an address last",
)
Index("messages_of_game", messages.c.game, messages.c.id)
Index("outbox_by_time", outbox.c.due)
Index("seats_by_digest", seats.c.digest)
Index("seats_by_invitation", seats.c.invitation)
Index("games_by_spectators", games.c.watch_digest)
Index("games_by_host", games.c.host_digest)


def upgrade(engine: Engine) -> None:
    """Brings a database to the layout of today, or makes it. Raises UserError for that of a newer rulekit.

    What has only come in addition, tables, indexes and columns with a default, is found by comparing; what else has changed has
    a step.
    """
    with engine.begin() as db:
        # Several servers may start at once.
        if engine.dialect.name == "postgresql":
            db.execute(text("SELECT pg_advisory_xact_lock(hashtext('rulekit schema'))"))
        else:
            db.exec_driver_sql("BEGIN IMMEDIATE")
        there = set(inspect(db).get_table_names())
        found = _version(db) if layout.name in there else 1 if games.name in there else VERSION
        if found > VERSION:
            raise UserError(
                f"this database has the layout {found}, and this rulekit knows those up to {VERSION}",
                "a newer rulekit has been here: install that one",
            )
        for step in range(found, VERSION):
            LOG.info("the database gets layout %d in place of %d", step + 1, step)
            STEPS[step](db)
        metadata.create_all(db)
        _add_columns(db)
        for index in [index for table in metadata.sorted_tables for index in table.indexes]:
            index.create(db, checkfirst=True)
        db.execute(delete(layout))
        db.execute(insert(layout).values(version=VERSION))


def _version(db: Connection) -> int:
    return int(db.execute(select(layout.c.version)).scalar_one())


def _add_columns(db: Connection) -> None:
    """Adds the columns of later versions."""
    known = inspect(db)
    for table in metadata.sorted_tables:
        there = {column["name"] for column in known.get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                kind, default = column.type.compile(db.dialect), column.server_default
                assert isinstance(default, DefaultClause), f"{table.name}.{column.name} needs a default"
                added = f"{column.name} {kind} DEFAULT '{default.arg}' NOT NULL"
                db.execute(text(f"ALTER TABLE {table.name} ADD COLUMN {added}"))


def _set_numbers_apart(db: Connection) -> None:
    """From layout 1, that of rulekit 0.2.0: moves were kept in the numbers of a compilation. Only who knows the rules can name
    them, when the game is opened (:mod:`rulekit.web.numbered_moves`)."""
    numbered_moves.create(db)
    names = ", ".join(column.name for column in numbered_moves.columns)
    db.execute(text(f"INSERT INTO numbered_moves ({names}) SELECT {names} FROM moves"))
    db.execute(text("DROP TABLE moves"))


STEPS: Mapping[int, Callable[[Connection], None]] = {1: _set_numbers_apart}
"""Layout -> what leads to the next one"""
