"""Seasons of a club: who entered them, and their tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of seasons, of their entrants, and of their games."""
    op.create_table(
        "season",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("name", "kind", "scenario")),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("players", "rounds")),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("language", "status")),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("host_user_id", sa.BigInteger(), nullable=False),
        *(sa.Column(name, sa.JSON(), nullable=False) for name in ("options", "plan")),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("round", "announced")),
        sa.Column("starts", sa.BigInteger(), nullable=True),
        sa.Column("ends", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season")),
    )
    op.create_index(op.f("ix_season_guild_id_status"), "season", ["guild_id", "status"])
    op.create_index(op.f("ix_season_due"), "season", ["due"])
    op.create_table(
        "entrant",
        sa.Column("season_id", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("display_name", sa.String(), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.Column("left", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("season_id", "place", name=op.f("pk_entrant")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_entrant_season_id")),
        sa.UniqueConstraint("season_id", "user_id", name=op.f("uq_entrant_season_id_user_id")),
    )
    op.create_index(op.f("ix_entrant_user_id"), "entrant", ["user_id"])
    op.create_table(
        "season_game",
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("season_id", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("places", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_season_game")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_season_game_game_id")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_season_game_season_id")),
        sa.UniqueConstraint("season_id", "round", "number", name=op.f("uq_season_game_season_id_round_number")),
    )


def downgrade() -> None:
    """Remove the tables of seasons, entrants and season games."""
    for name in ("season_game", "entrant", "season"):
        op.drop_table(name)
