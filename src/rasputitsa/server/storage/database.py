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
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from rasputitsa.kernel import RasputitsaError

MIGRATIONS = Path(__file__).parent.parent / "migrations"


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
    """The database behind an address, its tables up to date."""
    try:
        engine = _engine(url)
        with engine.begin() as connection:
            _migrate(connection)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise CannotOpen(f"database address {url!r} cannot be used: {error}") from None
    except SQLAlchemyError as error:
        raise CannotOpen(f"cannot open the database {make_url(url).render_as_string()}: {why(error)}") from None
    return engine


def why(error: SQLAlchemyError) -> str:
    """The first line of what the database itself said."""
    original = getattr(error, "orig", None) or error
    return str(original).strip().splitlines()[0] if str(original).strip() else type(original).__name__


def _engine(url: str) -> Engine:
    address = make_url(url)
    if address.drivername in ("postgresql", "postgres"):
        address = address.set(drivername="postgresql+psycopg")
    if address.get_backend_name() != "sqlite":
        return create_engine(address, pool_pre_ping=True)
    engine = create_engine(address, connect_args={"timeout": 5.0})
    event.listen(engine, "connect", _tune_sqlite)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def _tune_sqlite(connection: Any, _record: Any) -> None:
    """WAL, so that readers never wait; FULL, so that a commit survives even the power going; transactions begin
    where we say (the driver would begin them late, and two writers could then stand in each other's way)."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    if current == scripts.get_current_head():
        return
    if current is not None and current not in {script.revision for script in scripts.walk_revisions()}:
        raise CannotOpen("the saved games were written by a newer version of this program; please update it")
    command.upgrade(config, "head")
