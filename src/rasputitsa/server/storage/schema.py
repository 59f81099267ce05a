"""The tables. Changes go through a migration (server/migrations)."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

SQLITE_CLOCK = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
POSTGRES_CLOCK = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""Milliseconds by the database's clock, the one clock of all processes."""

games = Table(
    "games",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", String(16), nullable=False, unique=True),
    Column("name", String(200), nullable=False),
    Column("title", String(64), nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("edition", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("seed", String(128), nullable=False),
    Column("dice_since", Integer, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("parent", String(16)),
    Column("parent_ply", Integer),
    Column("rev", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("standing", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("deleted", BigInteger),
    Column("people", Text, nullable=False, server_default="{}"),
    Column("undone", Text, nullable=False, server_default="{}"),
    Column("version", Integer, nullable=False, server_default="0"),
    Column("cuts", Integer, nullable=False, server_default="0"),
    Column("ended", Text, nullable=False, server_default="null"),
    Column("orders", Text, nullable=False, server_default="{}"),
    Column("to_move", String(16), nullable=False, server_default=""),
    Column("turn_since", BigInteger, nullable=False, server_default="0"),
    Index("ix_games_listing", "deleted", "updated"),
)
"""One row per game. `seats`, `options`, `standing`, `people`, `undone` (see table.history), `ended` and `orders` are
JSON; `rules` is the version of the rules it began under; times are milliseconds since 1970. `ended` is how a game ended
that its rules did not end: resigned, a draw agreed on, out of time. `to_move` is the side that decides, and
`turn_since` when it began to, by the database's clock.

`rev` guards against two writers. By `version`, which grows when name, seats, people or trash change, and `cuts`, which
grows when something is taken back, another process sees what it has to read again."""

processes = Table(
    "processes",
    metadata,
    Column("tag", String(16), primary_key=True),
    Column("reported", BigInteger, nullable=False),
    Column("figures", Text, nullable=False),
)
"""The newest figures of each server process, so that one answer speaks for all."""

plies = Table(
    "plies",
    metadata,
    Column("game", Integer, ForeignKey("games.number", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("side", String(16), nullable=False),
    Column("deed", Text, nullable=False),
    Column("flags", SmallInteger, nullable=False),
    Column("turn", SmallInteger, nullable=False),
    Column("phase", String(64), nullable=False),
    Column("active", String(16), nullable=False),
    Column("note", Text),
    Column("position", LargeBinary),
    Column("key", String(40)),
    sqlite_with_rowid=False,
)
"""One small row per action. `flags`: 1 reveals, 2 the die of a battle. `position`: see table.journal.Ply."""
