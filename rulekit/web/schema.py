"""The tables of the database, for SQLite and PostgreSQL alike. Choices are appended and never changed."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
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
    comment="seat: from 1; digest: of the token; bot: who chooses instead of a person, or empty",
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
    comment="number: from 1 without gaps; sort: choice or undo; move: the client's own name for it",
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
    comment="standing answers: the name of a question, the id of the option, and the number of moves when it was given",
)
Index("messages_of_game", messages.c.game, messages.c.id)
