"""The web pages of tables: their addresses, and the private links to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of web pages and of the private links to them."""
    op.create_table(
        "web_page",
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_web_page")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_web_page_game_id")),
        sa.UniqueConstraint("address", name=op.f("uq_web_page_address")),
    )
    op.create_table(
        "web_link",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_web_link")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_web_link_game_id")),
    )
    for column in ("game_id", "user_id"):
        op.create_index(op.f(f"ix_web_link_{column}"), "web_link", [column])


def downgrade() -> None:
    """Remove the tables of web pages and private links."""
    op.drop_table("web_link")
    op.drop_table("web_page")
