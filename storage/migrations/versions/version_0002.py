"""Votes that a table takes, and tables found by their host."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of votes, and the index by which a host's tables are counted."""
    op.create_table(
        "ballot",
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("votes", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_ballot")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_ballot_game_id")),
    )
    op.create_index(op.f("ix_game_host_user_id"), "game", ["host_user_id"])


def downgrade() -> None:
    """Remove the table of votes, and the index by which a host's tables are counted."""
    op.drop_index(op.f("ix_game_host_user_id"), table_name="game")
    op.drop_table("ballot")
