"""Reviews of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of reviews."""
    op.create_table(
        "review",
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("is_done", sa.Boolean(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_review")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_review_game_id")),
    )


def downgrade() -> None:
    """Remove the table of reviews."""
    op.drop_table("review")
