"""The tables of the database, for SQLite and PostgreSQL alike. Choices are appended and never changed."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    DefaultClause,
    Engine,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    inspect,
    text,
)

metadata = MetaData()

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
    comment="setup: JSON with seats, options and variants; times are seconds since 1970",
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
    comment="seat: from 1; digest: of the token; bot: who chooses instead of a person, or empty; absent: 1 while a bot"
    " stands in for a person who did not come",
)
moves = Table(
    "moves",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("sort", Text, nullable=False),
    Column("question", Integer, nullable=False),
    Column("value", BigInteger, nullable=False),
    Column("move", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    UniqueConstraint("game", "seat", "move"),
    comment="number: from 1 without gaps; sort: choice, undo (value: so many choices), back (value: so many choices are"
    " left); move: the client's own name for it; made: seconds since 1970",
)
messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
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
    comment="standing answers: the name of a question, the id of the option, the number of moves when it was given; until:"
    " concerned, or empty; stopped: why it holds no longer, or empty",
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
    comment="who wants to go back so far that only keep choices are left; good as long as there are so many moves",
)
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("sort", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("told", Integer, nullable=False),
    comment="who is told by mail or web hook that it is his turn; told: the number of moves of the last notice, or -1",
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
Index("messages_of_game", messages.c.game, messages.c.id)
Index("outbox_by_time", outbox.c.due)


def upgrade(engine: Engine) -> None:
    """Makes what is missing: all tables, and columns that came with a later version."""
    metadata.create_all(engine)
    known = inspect(engine)
    for table in metadata.sorted_tables:
        there = {column["name"] for column in known.get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                kind = column.type.compile(engine.dialect)
                default = column.server_default
                assert isinstance(default, DefaultClause), f"{table.name}.{column.name} needs a default"
                with engine.begin() as db:
                    db.execute(
                        text(
                            f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind} DEFAULT '{default.arg}' NOT NULL"
                        )
                    )
