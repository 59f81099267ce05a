"""Notices: what was reported of a turn, webhooks, pushes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "waits",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_waits"),
    )
    op.create_table(
        "webhooks",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(length=80), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("failing", sa.BigInteger(), nullable=True),
        sa.Column("off", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_webhooks_account", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
    )
    op.create_index("ix_webhooks_account", "webhooks", ["account"])
    op.create_table(
        "pushes",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.String(length=200), nullable=False),
        sa.Column("auth", sa.String(length=100), nullable=False),
        sa.Column("device", sa.String(length=200), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_pushes_account", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_pushes"),
        sa.UniqueConstraint("key", name="uq_pushes_key"),
    )
    op.create_index("ix_pushes_account", "pushes", ["account"])


def downgrade() -> None:
    for name in ("pushes", "webhooks", "waits"):
        op.drop_table(name)
