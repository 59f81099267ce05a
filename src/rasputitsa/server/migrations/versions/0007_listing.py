"""An index for pages of the list of games."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_games_listing", "games", ["deleted", "updated"])
    op.drop_index("ix_games_updated", "games")


def downgrade() -> None:
    op.create_index("ix_games_updated", "games", ["updated"])
    op.drop_index("ix_games_listing", "games")
