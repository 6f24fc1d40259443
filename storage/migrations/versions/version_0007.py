"""Entries of people at running games that have ended early; substitutes of a season, and entrants who are asked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of entries and substitutes, with indexes by person, and three columns of entrants."""
    op.create_table(
        "entry",
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("display_name", sa.String(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("left_by", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", "number", name=op.f("pk_entry")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_entry_game_id")),
    )
    op.create_table(
        "substitute",
        sa.Column("season_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("display_name", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("season_id", "user_id", name=op.f("pk_substitute")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_substitute_season_id")),
    )
    for table in ("entry", "substitute"):
        op.create_index(op.f(f"ix_{table}_user_id"), table, ["user_id"])
    for column in ("asked", "asked_by"):
        op.add_column("entrant", sa.Column(column, sa.BigInteger(), nullable=True))
    op.add_column("entrant", sa.Column("is_reminded", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Remove the tables of entries and substitutes, and the three columns of entrants."""
    for column in ("is_reminded", "asked_by", "asked"):
        op.drop_column("entrant", column)
    for table in ("substitute", "entry"):
        op.drop_table(table)
