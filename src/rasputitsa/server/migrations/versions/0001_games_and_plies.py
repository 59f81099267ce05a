"""Games and their plies."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("seed", sa.String(128), nullable=False),
        sa.Column("dice_since", sa.Integer(), nullable=False),
        sa.Column("parent", sa.String(16)),
        sa.Column("parent_ply", sa.Integer()),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("standing", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("deleted", sa.BigInteger()),
        sa.PrimaryKeyConstraint("number", name="pk_games"),
        sa.UniqueConstraint("id", name="uq_games_id"),
    )
    op.create_table(
        "plies",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(16), nullable=False),
        sa.Column("deed", sa.Text(), nullable=False),
        sa.Column("flags", sa.SmallInteger(), nullable=False),
        sa.Column("turn", sa.SmallInteger(), nullable=False),
        sa.Column("phase", sa.String(64), nullable=False),
        sa.Column("active", sa.String(16), nullable=False),
        sa.Column("note", sa.Text()),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name="fk_plies_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "ply", name="pk_plies"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("plies")
    op.drop_table("games")
