"""The tables of a server with accounts: people, their devices and tokens, the lobby, what is said at a table, ratings.

Times are milliseconds since 1970. Persons are named by their account's id, games by their id.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    text,
)

from rasputitsa.server.storage.schema import POSTGRES_CLOCK, SQLITE_CLOCK, metadata


def _person(name: str = "account", *, primary_key: bool = False, index: bool = False) -> Column[str]:
    account = ForeignKey("accounts.id", ondelete="CASCADE")
    return Column(name, String(16), account, nullable=False, primary_key=primary_key, index=index or None)


accounts = Table(
    "accounts",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("nickname", String(40), nullable=False),
    Column("nickname_key", String(40), nullable=False, unique=True),
    Column("email", String(254), nullable=False),
    Column("email_key", String(254), nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("confirmed", BigInteger, nullable=False),
    Column("admin", Boolean, nullable=False),
    Column("zone", String(64), nullable=False),
    Column("locale", String(16), nullable=False),
    Column("notices", Text, nullable=False),
    Column("shows", Text, nullable=False),
    Column("holidays", Text, nullable=False),
    Column("mail_off", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("closed", BigInteger),
)
"""A row is written when its address has been confirmed (`confirmed`). The `_key`s are what makes two of them the same.
`notices`, `shows` and `holidays` are JSON (accounts/messages.py). `mail_off` says why no mail is sent any more (the
address bounced); empty while it is. A closed account keeps its row, emptied of what names the person, because games
point at it."""

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("key", String(64), nullable=False, unique=True),
    _person(index=True),
    Column("device", String(200), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
)
"""One row per device that is signed in; `key` is the SHA-256 of its cookie."""

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("key", String(64), nullable=False, unique=True),
    _person(index=True),
    Column("name", String(80), nullable=False),
    Column("scopes", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)
"""For programs; `key` is the SHA-256 of the token, `scopes` words with spaces between."""

guesses = Table(
    "guesses",
    metadata,
    Column("key", String(80), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Failed tries to sign in, by address and by account."""

keys = Table(
    "keys",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(200), nullable=False),
)
"""What the processes of one database keep secret together: the key that signs links."""

presence = Table(
    "presence",
    metadata,
    _person(primary_key=True),
    Column("tag", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""Who has a page open, by process; refreshed while it is open."""

offers = Table(
    "offers",
    metadata,
    Column("id", String(16), primary_key=True),
    _person("owner", index=True),
    Column("guest", String(16)),
    Column("link", String(40)),
    Column("rematch", String(16)),
    Column("side", String(16), nullable=False),
    Column("game", Text, nullable=False),
    Column("terms", Text, nullable=False),
    Column("words", String(300), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("closed", BigInteger),
    Column("became", String(16)),
    Index("ix_offers_closed", "closed"),
)
"""Games that wait for somebody: for anyone, for one person (`guest`), or for whoever has the `link`. `game` (title,
scenario, edition, options) and `terms` (clock, rated, public) are JSON; `became` is the game that came of it."""

matches = Table(
    "matches",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("terms", Text, nullable=False),
    Column("proposals", Text, nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("reminders", Integer, nullable=False),
    Column("reminded", BigInteger),
    Column("settled", BigInteger),
    Index("ix_matches_settled", "settled"),
)
"""A game between accounts: its terms, and what was proposed at the table and not yet answered (JSON). `reminders`
counts those sent in the turn under way; `settled` is when its result was entered."""

results = Table(
    "results",
    metadata,
    Column("game", String(16), primary_key=True),
    _person(primary_key=True, index=True),
    Column("opponent", String(16), nullable=False),
    Column("title", String(64), nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("side", String(16), nullable=False),
    Column("score", Float, nullable=False),
    Column("how", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("mu", Float),
    Column("sigma", Float),
    Column("at", BigInteger, nullable=False),
)
"""What came of a game for a person: 1, 0.5 or 0, and the rating after it."""

ratings = Table(
    "ratings",
    metadata,
    _person(primary_key=True),
    Column("title", String(64), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("game", String(16), nullable=False, index=True),
    _person(),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("game", String(16), primary_key=True),
    _person(primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

blocks = Table(
    "blocks",
    metadata,
    _person(primary_key=True),
    _person("other", primary_key=True),
    Column("at", BigInteger, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("by", String(16), nullable=False),
    Column("about", String(16), nullable=False),
    Column("game", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("handled", BigInteger),
    Column("answer", Text, nullable=False),
)

deeds = Table(
    "deeds",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("by", String(16), nullable=False),
    Column("act", String(40), nullable=False),
    Column("about", String(80), nullable=False),
    Column("why", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""What those who run the server have done."""

jobs = Table(
    "jobs",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("kind", String(40), nullable=False),
    Column("key", String(200), nullable=False, unique=True),
    Column("data", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("taken", BigInteger),
    Column("done", BigInteger),
    Column("failed", Text, nullable=False),
    Index("ix_jobs_due", "done", "due"),
)
"""What is to be done once, whatever crashes: mails above all. One row per cause (`key`), written in the transaction of
its cause (accounts/post.py); `data` is JSON. A runner takes what is `due`, until `taken` (then another may); `done` is
when it was, `failed` what went wrong at the last of `tries`."""

_NOW = {
    "sqlite": f"SELECT {SQLITE_CLOCK}",
    "postgresql": f"SELECT {POSTGRES_CLOCK}",
}


def moment(connection: Connection) -> int:
    """What the database's clock says: the one clock of all processes."""
    return int(connection.execute(text(_NOW[connection.dialect.name])).scalar_one())
