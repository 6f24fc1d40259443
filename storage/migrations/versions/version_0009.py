"""Browsers in which people want to be notified, and the secrets of the web pages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of browsers and of the secrets of the web pages."""
    op.create_table(
        "push_device",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("endpoint", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_device")),
    )
    op.create_index(op.f("ix_push_device_user_id"), "push_device", ["user_id"], unique=False)
    op.create_table(
        "web_secret",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_web_secret")),
    )


def downgrade() -> None:
    """Remove the tables of browsers and secrets."""
    op.drop_table("web_secret")
    op.drop_index(op.f("ix_push_device_user_id"), table_name="push_device")
    op.drop_table("push_device")
