"""The arrangements of people at a table: stand-ins, standing orders, notifications."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of arrangements, with the indexes by which those of a game and of a person are found."""
    op.create_table(
        "arrangement",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("other_user_id", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_arrangement")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_arrangement_game_id")),
    )
    for column in ("game_id", "user_id", "other_user_id"):
        op.create_index(op.f(f"ix_arrangement_{column}"), "arrangement", [column])


def downgrade() -> None:
    """Remove the table of arrangements, with its indexes."""
    op.drop_table("arrangement")
