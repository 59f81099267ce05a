"""Guessing is slowed: after some failures one waits, longer each time, by address and by account, over all processes.

A try counts before it is made, so that a thousand at once are a thousand; one that succeeds is taken back.
"""

from __future__ import annotations

import hashlib
import ipaddress

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from rasputitsa.server.limits import TooMuch
from rasputitsa.server.storage.online import guesses, moment

FREE = {"account": 10, "address": 50, "mail": 20}
"""Failures after which one waits. Mails asked for count too, by the address that asks."""
SECOND, MINUTE, DAY = 1000, 60 * 1000, 24 * 60 * 60 * 1000
LONGEST = 15 * MINUTE
"""No longer: nobody shall be able to lock somebody else out of his account for good."""


def account_key(email_key: str) -> str:
    """The same form whether there is such an account or not."""
    return f"account:{hashlib.sha256(email_key.encode()).hexdigest()[:40]}"


def address_key(address: str, what: str = "address") -> str:
    """Whoever has one IPv6 address has the whole of its network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return f"{what}:{address[:50]}"
    return f"{what}:{found if found.version == 4 else ipaddress.ip_network((int(found), 64), strict=False)}"


def attempt(connection: Connection, *keys: str) -> None:
    """One more try, or a refusal that says how long to wait."""
    now = moment(connection)
    for key in sorted(keys):
        count, at = _known(connection, key)
        wait = 0 if now - at > DAY else at + _pause(key, count) - now
        if wait > 0:
            raise TooMuch(f"Too many tries. Wait {_words(wait)} and try again.")
        count = 1 if now - at > DAY else count + 1
        connection.execute(update(guesses).where(guesses.c.key == key).values(count=count, at=now))


def succeeded(connection: Connection, account: str, address: str) -> None:
    """It was no guess."""
    connection.execute(delete(guesses).where(guesses.c.key == account))
    less = update(guesses).where(guesses.c.key == address, guesses.c.count > 0)
    connection.execute(less.values(count=guesses.c.count - 1))


def forget(connection: Connection) -> None:
    """Old failures are forgiven."""
    connection.execute(delete(guesses).where(guesses.c.at < moment(connection) - DAY))


def _known(connection: Connection, key: str) -> tuple[int, int]:
    """How many failures, and when the last was; nobody else changes it until this transaction ends."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    fresh = insert(guesses).values(key=key, count=0, at=0).on_conflict_do_nothing(index_elements=["key"])
    connection.execute(fresh)
    row = connection.execute(select(guesses.c.count, guesses.c.at).where(guesses.c.key == key).with_for_update()).one()
    return row[0], row[1]


def _pause(key: str, count: int) -> int:
    """Two seconds after the free ones, and twice as long each time."""
    over = count - FREE[key.partition(":")[0]]
    return 0 if over < 0 else min(LONGEST, 2 * SECOND << min(over, 20))


def _words(wait: int) -> str:
    seconds = wait // SECOND + 1
    return f"{seconds} seconds" if seconds < 120 else f"{seconds // 60 + 1} minutes"
