"""All games and accounts in one file, and back: lines of JSON, compressed; to the other kind of database too."""

from __future__ import annotations

import gzip
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, RowMapping, Table, func, insert, select, text

from rasputitsa.kernel import Invalid
from rasputitsa.server.storage.database import MIGRATIONS
from rasputitsa.server.storage.online import accounts, guesses, presence
from rasputitsa.server.storage.schema import games, metadata, plies, processes

FIRST = "rasputitsa backup 1"
PASSING = (processes, presence, guesses)
"""What means nothing to another server."""


def save(engine: Engine, file: Path) -> int:
    """Write all games; how many. What is stored meanwhile is in it or not, each action as a whole. Only its
    owner can read the file: addresses and what people wrote are in it."""
    part, count = file.with_name(f".{file.name}.part"), 0
    try:
        part.touch(0o600)
        with (
            gzip.open(part, "wb") as out,
            engine.connect().execution_options(reading=True, isolation_level=_one_moment(engine)) as connection,
        ):
            out.write(msgspec.json.encode({"file": FIRST, "tables": _newest()}) + b"\n")
            for game in connection.execute(select(games).order_by(games.c.number)).mappings():
                moves = connection.execute(select(plies).where(plies.c.game == game["number"]).order_by(plies.c.ply))
                line = {"game": dict(game), "plies": [_plain(row) for row in moves.mappings()]}
                out.write(msgspec.json.encode(line) + b"\n")
                count += 1
            for table in _others():
                for row in connection.execute(select(table)).mappings():
                    line = {"table": str(table.name), "row": {str(name): value for name, value in row.items()}}
                    out.write(msgspec.json.encode(line) + b"\n")
        part.replace(file)
    except OSError as error:
        raise Invalid(f"cannot write {file}: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)
        engine.dispose()
    return count


def _one_moment(engine: Engine) -> str:
    """All of it as it was when the backup began."""
    return "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"


def bring_back(engine: Engine, file: Path) -> int:
    """Put the games of a backup into an empty database: all of them or none; how many."""
    try:
        with engine.begin() as connection:
            if any(connection.execute(select(func.count()).select_from(t)).scalar_one() for t in (games, accounts)):
                raise Invalid("the database is not empty: bring a backup back into a new one")
            count = sum(_add(connection, line) for line in _lines(file))
            _go_on_counting(connection)
            return count
    finally:
        engine.dispose()


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    try:
        with gzip.open(file, "rb") as lines:
            head = msgspec.json.decode(next(iter(lines), b"null"))
            if not isinstance(head, dict) or head.get("file") != FIRST:
                raise Invalid(f"{file} is no backup of games")
            if head.get("tables", "") > _newest():
                raise Invalid(f"{file} was written by a newer version of this program; please update it")
            for line in lines:
                yield msgspec.json.decode(line)
    except (OSError, EOFError, msgspec.MsgspecError) as error:
        raise Invalid(f"cannot read the backup {file}: {error}") from None


def _others() -> list[Table]:
    """All tables but those of the games, each after those it points at."""
    return [table for table in metadata.sorted_tables if table not in (games, plies, *PASSING)]


def _go_on_counting(connection: Connection) -> None:
    """PostgreSQL numbers new rows after those that were brought back, not from 1."""
    numbered = [table for table in _others() if "number" in table.c and connection.dialect.name == "postgresql"]
    for table in numbered:
        last = f"(SELECT coalesce(max(number), 0) + 1 FROM {table.name})"
        connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'number'), {last}, false)"))


def _add(connection: Connection, line: dict[str, Any]) -> int:
    """A line of the file; how many games it is."""
    if "table" in line:
        connection.execute(insert(metadata.tables[line["table"]]).values(**line["row"]))
        return 0
    game = {name: value for name, value in line["game"].items() if name != "number"}
    number = connection.execute(insert(games).values(**game)).inserted_primary_key[0]  # type: ignore[index]
    moves = [{**ply, "game": number, "position": _bytes(ply["position"])} for ply in line["plies"]]
    if moves:
        connection.execute(insert(plies), moves)
    return 1


def _plain(row: RowMapping) -> dict[str, Any]:
    return {**row, "position": None if row["position"] is None else b64encode(row["position"]).decode()}


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else b64decode(text)


def _newest() -> str:
    """The version of the tables that this program knows."""
    return max(path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
