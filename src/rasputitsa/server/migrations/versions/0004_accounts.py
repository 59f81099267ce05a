"""Accounts: people, devices, tokens, the lobby, games between people, talk, ratings; how a game ended that its rules
did not end, whose turn it has been since when, and standing orders."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("nickname", sa.String(length=40), nullable=False),
        sa.Column("nickname_key", sa.String(length=40), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_key", sa.String(length=254), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("confirmed", sa.BigInteger(), nullable=False),
        sa.Column("admin", sa.Boolean(), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("locale", sa.String(length=16), nullable=False),
        sa.Column("notices", sa.Text(), nullable=False),
        sa.Column("shows", sa.Text(), nullable=False),
        sa.Column("holidays", sa.Text(), nullable=False),
        sa.Column("mail_off", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("email_key", name="uq_accounts_email_key"),
        sa.UniqueConstraint("nickname_key", name="uq_accounts_nickname_key"),
    )
    op.create_table(
        "deeds",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(length=16), nullable=False),
        sa.Column("act", sa.String(length=40), nullable=False),
        sa.Column("about", sa.String(length=80), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_deeds"),
    )
    op.create_table(
        "guesses",
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_guesses"),
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )
    op.create_table(
        "matches",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("proposals", sa.Text(), nullable=False),
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.Column("reminders", sa.Integer(), nullable=False),
        sa.Column("reminded", sa.BigInteger(), nullable=True),
        sa.Column("settled", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("game", name="pk_matches"),
    )
    op.create_index("ix_matches_settled", "matches", ["settled"], unique=False)
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(length=16), nullable=False),
        sa.Column("about", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("handled", sa.BigInteger(), nullable=True),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_reports"),
    )
    op.create_table(
        "blocks",
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("other", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_blocks_account", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other"], ["accounts.id"], name="fk_blocks_other", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account", "other", name="pk_blocks"),
    )
    op.create_table(
        "chat",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_chat_account", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("number", name="pk_chat"),
    )
    op.create_index("ix_chat_game", "chat", ["game"], unique=False)
    op.create_table(
        "notes",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_notes_account", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "account", name="pk_notes"),
    )
    op.create_table(
        "offers",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("owner", sa.String(length=16), nullable=False),
        sa.Column("guest", sa.String(length=16), nullable=True),
        sa.Column("link", sa.String(length=40), nullable=True),
        sa.Column("rematch", sa.String(length=16), nullable=True),
        sa.Column("side", sa.String(length=16), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("words", sa.String(length=300), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("became", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["accounts.id"], name="fk_offers_owner", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_offers"),
    )
    op.create_index("ix_offers_closed", "offers", ["closed"], unique=False)
    op.create_index("ix_offers_owner", "offers", ["owner"], unique=False)
    op.create_table(
        "presence",
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("tag", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_presence_account", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account", "tag", name="pk_presence"),
    )
    op.create_table(
        "ratings",
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("title", sa.String(length=64), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_ratings_account", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account", "title", name="pk_ratings"),
    )
    op.create_table(
        "results",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("opponent", sa.String(length=16), nullable=False),
        sa.Column("title", sa.String(length=64), nullable=False),
        sa.Column("scenario", sa.String(length=64), nullable=False),
        sa.Column("side", sa.String(length=16), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("how", sa.String(length=16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=True),
        sa.Column("sigma", sa.Float(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_results_account", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "account", name="pk_results"),
    )
    op.create_index("ix_results_account", "results", ["account"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("device", sa.String(length=200), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_sessions_account", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("key", name="uq_sessions_key"),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("scopes", sa.String(length=80), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_tokens_account", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("key", name="uq_tokens_key"),
    )
    op.create_index("ix_tokens_account", "tokens", ["account"], unique=False)
    op.add_column("games", sa.Column("ended", sa.Text(), server_default="null", nullable=False))
    op.add_column("games", sa.Column("orders", sa.Text(), server_default="{}", nullable=False))
    op.add_column("games", sa.Column("to_move", sa.String(length=16), server_default="", nullable=False))
    op.add_column("games", sa.Column("turn_since", sa.BigInteger(), server_default="0", nullable=False))
    op.execute("UPDATE games SET turn_since = updated")


def downgrade() -> None:
    for name in ("turn_since", "to_move", "orders", "ended"):
        op.drop_column("games", name)
    for name in (
        "tokens",
        "sessions",
        "results",
        "ratings",
        "presence",
        "offers",
        "notes",
        "chat",
        "blocks",
        "reports",
        "matches",
        "keys",
        "guesses",
        "deeds",
        "accounts",
    ):
        op.drop_table(name)
