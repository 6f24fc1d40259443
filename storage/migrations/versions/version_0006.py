"""The actions of moderators."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of moderators' actions, with indexes by server, game and person."""
    op.create_table(
        "audit_entry",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("game_id", sa.String(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_entry")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_audit_entry_game_id")),
    )
    for column in ("guild_id", "game_id", "user_id"):
        op.create_index(op.f(f"ix_audit_entry_{column}"), "audit_entry", [column])


def downgrade() -> None:
    """Remove the table of moderators' actions."""
    op.drop_table("audit_entry")
