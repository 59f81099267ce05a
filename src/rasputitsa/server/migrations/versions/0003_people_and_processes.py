"""Who takes part in a game, the dice that were undone, the client's own keys of actions, and what several processes
need to follow each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("people", sa.Text(), nullable=False, server_default="{}"))
    op.add_column("games", sa.Column("undone", sa.Text(), nullable=False, server_default="{}"))
    op.add_column("games", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("games", sa.Column("cuts", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("plies", sa.Column("key", sa.String(40)))
    op.create_table(
        "processes",
        sa.Column("tag", sa.String(16), nullable=False),
        sa.Column("reported", sa.BigInteger(), nullable=False),
        sa.Column("figures", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("tag", name="pk_processes"),
    )
    op.create_index("ix_games_updated", "games", ["updated"])


def downgrade() -> None:
    op.drop_table("processes")
    op.drop_index("ix_games_updated", "games")
    op.drop_column("plies", "key")
    for name in ("cuts", "version", "undone", "people"):
        op.drop_column("games", name)
