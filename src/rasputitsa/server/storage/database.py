"""Opening the database: where it lies, how it is tuned, and bringing its tables up to date."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import platformdirs
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from rasputitsa.kernel import RasputitsaError

MIGRATIONS = Path(__file__).parent.parent / "migrations"
READERS = 8
"""Connections kept open for reading and for rare changes; actions have writers of their own."""
PATIENCE = 5.0
"""Seconds a writer waits for another process's transaction."""

WATCHFUL: dict[str, Any] = {
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""A PostgreSQL that vanished without closing its connections (a machine that died, a network that was cut) is missed
after half a minute instead of after hours."""


class CannotOpen(RasputitsaError):
    """The database cannot be used; the text says what to do."""


def home() -> Path:
    """The folder of the saved games: RASPUTITSA_HOME, or Rasputitsa in the user's documents."""
    chosen = os.environ.get("RASPUTITSA_HOME")
    return Path(chosen).expanduser() if chosen else platformdirs.user_documents_path() / "Rasputitsa"


def local_url(folder: Path | None = None) -> str:
    """The address of the embedded database; makes its folder."""
    place = folder or home()
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotOpen(f"cannot make the folder for saved games {place}: {error.strerror}") from None
    return f"sqlite:///{place / 'games.db'}"


def open_engine(url: str) -> Engine:
    """The database behind an address, its tables up to date. Complaints never repeat the address as it was given: it
    may hold a password."""
    address = _address(url)
    try:
        engine = _engine(address)
        with engine.begin() as connection:
            _check_letters(connection)
            _migrate(connection)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise CannotOpen(f"the database {_shown(address)} cannot be used: {_no_driver(error)}") from None
    except SQLAlchemyError as error:
        raise CannotOpen(f"cannot open the database {_shown(address)}: {why(error)}") from None
    return engine


def why(error: SQLAlchemyError) -> str:
    """The first line of what the database itself said."""
    original = getattr(error, "orig", None) or error
    return str(original).strip().splitlines()[0] if str(original).strip() else type(original).__name__


def _address(url: str) -> URL:
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        form = "sqlite:///file or postgresql://user:password@host:port/name"
        raise CannotOpen(f"the database address cannot be used: it should read {form}, the port a number") from None


def _shown(address: URL) -> str:
    """The address as one may print it: no password, wherever it was written."""
    return address.set(query={}).render_as_string(hide_password=True)


def _no_driver(error: Exception) -> str:
    if isinstance(error, ModuleNotFoundError):
        return f"the package {error.name} is not installed (for PostgreSQL: pip install 'rasputitsa[postgres]')"
    return "this program keeps games in sqlite or postgresql databases only"


def _engine(address: URL) -> Engine:
    if address.drivername in ("postgresql", "postgres"):
        address = address.set(drivername="postgresql+psycopg")
    if address.get_backend_name() not in ("sqlite", "postgresql"):
        raise ArgumentError(address.get_backend_name())
    if address.get_backend_name() != "sqlite":
        wishes = {"connect_timeout": 10, "client_encoding": "utf8", **WATCHFUL}
        return create_engine(address, pool_pre_ping=True, pool_size=READERS, connect_args=wishes)
    engine = create_engine(address, connect_args={"timeout": PATIENCE}, pool_size=READERS)
    event.listen(engine, "connect", _tune_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _begin_sqlite(connection: Connection) -> None:
    """Readers see the last commit and wait for nobody; a writer asks for the lock before it reads anything."""
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def _tune_sqlite(connection: Any, _record: Any) -> None:
    """WAL, so that readers never wait; FULL, so that a commit survives even the power going; transactions begin
    where we say (the driver would begin them late, and two writers could then stand in each other's way)."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def move(url: str, to: str) -> str:
    """Bring the tables to another version, newer or older; the version they then have."""
    address = _address(url)
    try:
        engine = _engine(address)
        with engine.begin() as connection:
            config, current = _config(connection), _version(connection)
            older = current is not None and to not in ("head", current) and to < current
            (command.downgrade if older else command.upgrade)(config, to)
            return str(_version(connection))
    except CommandError as error:
        raise CannotOpen(f"there is no version {to!r} of the tables: {error}") from None
    except SQLAlchemyError as error:
        raise CannotOpen(f"cannot change the database {_shown(address)}: {why(error)}") from None


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _check_letters(connection: Connection) -> None:
    """A PostgreSQL set up where no language is chosen makes databases without an alphabet."""
    if connection.dialect.name != "postgresql":
        return
    found = connection.exec_driver_sql("SHOW server_encoding").scalar()
    if found != "UTF8":
        raise CannotOpen(
            f"the database keeps its text as {found}, and names and chat need UTF8: make it anew with "
            "CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0"
        )


def _migrate(connection: Connection) -> None:
    """One process at a time: the others wait, and find that it is done."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(19410622)")
    config = _config(connection)
    scripts = ScriptDirectory.from_config(config)
    current = _version(connection)
    if current == scripts.get_current_head():
        return
    if current is not None and current not in {script.revision for script in scripts.walk_revisions()}:
        raise CannotOpen("the saved games were written by a newer version of this program; please update it")
    command.upgrade(config, "head")
