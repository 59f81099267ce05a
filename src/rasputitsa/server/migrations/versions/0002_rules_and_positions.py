"""The version of the rules a game began under, and the position after each ply."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("rules", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("plies", sa.Column("position", sa.LargeBinary()))


def downgrade() -> None:
    op.drop_column("plies", "position")
    op.drop_column("games", "rules")
