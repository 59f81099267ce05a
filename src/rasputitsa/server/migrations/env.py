"""Alembic's way in: `open_engine` brings a database up to date through the connection it hands over. For developers:
`alembic -c src/rasputitsa/server/migrations/alembic.ini revision --autogenerate -m "..."` writes a new migration."""

from __future__ import annotations

from alembic import context
from sqlalchemy import create_engine

from rasputitsa.server.storage.online import accounts

connection = context.config.attributes.get("connection")
if connection is None:
    connection = create_engine(context.config.get_main_option("sqlalchemy.url") or "").connect()
context.configure(connection=connection, target_metadata=accounts.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
