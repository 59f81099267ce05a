"""The tables of notices: what was reported of a turn, webhooks, and browsers that take pushes."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Table, Text

from rasputitsa.server.storage.schema import metadata


def _account() -> Column[str]:
    return Column("account", String(16), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True)


waits = Table(
    "waits",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("stage", Integer, nullable=False),
)
"""What was reported to the side to move about the turn that began at `since` (`games.turn_since`): 0 its programs and
browsers, 1 also a mail, 2 and more the weekly reminders. It changes in the transaction that leaves the job."""

webhooks = Table(
    "webhooks",
    metadata,
    Column("id", String(16), primary_key=True),
    _account(),
    Column("url", Text, nullable=False),
    Column("secret", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("failing", BigInteger),
    Column("off", Text, nullable=False),
)
"""Addresses that get the reports a person gets. `failures` counts those since the last success,
`failing` is when the first of them was; `off` says why it was
switched off, empty while it is on."""

pushes = Table(
    "pushes",
    metadata,
    Column("id", String(16), primary_key=True),
    _account(),
    Column("key", String(64), nullable=False, unique=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(200), nullable=False),
    Column("auth", String(100), nullable=False),
    Column("device", String(200), nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""Browsers that take pushes, as they subscribed; `key` is the SHA-256 of the endpoint."""
