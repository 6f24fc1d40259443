"""The first tables: of games, of people and servers, and of messages and timers. A released version never changes."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# These are spelled out, not imported: a migration must mean the same after the models have changed.
TEXT = sa.String()
BIG = sa.BigInteger()
NUMBER = sa.Integer()
ROW_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.BigInteger()
JSON = sa.JSON()
BYTES = sa.LargeBinary()


def column(name: str, kind: sa.types.TypeEngine[Any], *, null: bool = False) -> sa.Column[Any]:
    """Return a column, required unless ``null``."""
    return sa.Column(name, kind, nullable=null)


def game_column() -> sa.Column[Any]:
    """Return the column by which a row belongs to a game."""
    return column("game_id", TEXT)


def of_game(table: str) -> sa.ForeignKeyConstraint:
    """Return the constraint that the game of `game_column` exists."""
    return sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f(f"fk_{table}_game_id"))


def primary_key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    """Return the primary key of a table."""
    return sa.PrimaryKeyConstraint(*columns, name=op.f(f"pk_{table}"))


def upgrade() -> None:
    """Make the tables of games, of people and servers, and of what is to be sent or done later."""
    make_games()
    make_people_and_servers()
    make_deferred_work()


def make_games() -> None:
    """Create the tables of a game: its seats, turns, choices and drafts, and its facts once finished."""
    op.create_table(
        "game",
        column("id", TEXT),
        column("guild_id", BIG, null=True),
        column("channel_id", BIG),
        column("thread_id", BIG, null=True),
        column("name", TEXT),
        column("kind", TEXT),
        column("scenario", TEXT),
        column("status", TEXT),
        column("language", TEXT),
        column("version", NUMBER),
        column("rules_version", TEXT),
        column("seed", BYTES),
        column("host_user_id", BIG),
        column("options", JSON),
        column("created", MOMENT),
        column("updated", MOMENT),
        column("finished", MOMENT, null=True),
        primary_key("game", "id"),
    )
    op.create_index(op.f("ix_game_guild_id_status"), "game", ["guild_id", "status"])
    op.create_index(op.f("ix_game_channel_id"), "game", ["channel_id"])
    op.create_index(op.f("ix_game_thread_id"), "game", ["thread_id"])
    op.create_table(
        "seat",
        game_column(),
        column("seat", TEXT),
        column("place", NUMBER),
        column("kind", TEXT),
        column("user_id", BIG, null=True),
        column("display_name", TEXT),
        column("joined", MOMENT, null=True),
        primary_key("seat", "game_id", "seat"),
        of_game("seat"),
        sa.UniqueConstraint("game_id", "place", name=op.f("uq_seat_game_id_place")),
    )
    op.create_index(op.f("ix_seat_user_id"), "seat", ["user_id"])
    op.create_table(
        "turn",
        game_column(),
        column("number", NUMBER),
        column("label", JSON),
        column("snapshot", BYTES),
        column("digest", TEXT),
        column("status", TEXT),
        column("changes", BYTES, null=True),
        column("created", MOMENT),
        column("finished", MOMENT, null=True),
        primary_key("turn", "game_id", "number"),
        of_game("turn"),
    )
    is_open = sa.text("status = 'open'")
    op.create_index("uq_turn_open", "turn", ["game_id"], unique=True, sqlite_where=is_open, postgresql_where=is_open)
    op.create_table(
        "choice",
        game_column(),
        column("seq", NUMBER),
        column("turn_number", NUMBER),
        column("kind", TEXT),
        column("seat", TEXT),
        column("user_id", BIG, null=True),
        column("key", TEXT),
        column("created", MOMENT),
        primary_key("choice", "game_id", "seq"),
        sa.ForeignKeyConstraint(
            ["game_id", "turn_number"], ["turn.game_id", "turn.number"], name=op.f("fk_choice_game_id_turn_number")
        ),
    )
    op.create_index(op.f("ix_choice_game_id_turn_number"), "choice", ["game_id", "turn_number"])
    op.create_table(
        "draft",
        game_column(),
        column("seat", TEXT),
        column("base_version", NUMBER),
        column("keys", JSON),
        column("updated", MOMENT),
        primary_key("draft", "game_id", "seat"),
        of_game("draft"),
    )
    op.create_table(
        "statistic",
        game_column(),
        column("facts", JSON),
        column("created", MOMENT),
        primary_key("statistic", "game_id"),
        of_game("statistic"),
    )


def make_people_and_servers() -> None:
    """Create the tables of preferences and settings."""
    op.create_table(
        "user_pref", column("user_id", BIG), column("preferences", JSON), primary_key("user_pref", "user_id")
    )
    op.create_table(
        "server_setting", column("guild_id", BIG), column("settings", JSON), primary_key("server_setting", "guild_id")
    )


def make_deferred_work() -> None:
    """Create tables of answers given, messages to send and where they went, and things to do at a time."""
    op.create_table(
        "interaction_seen",
        column("id", BIG),
        column("game_id", TEXT, null=True),
        column("answer", JSON),
        column("created", MOMENT),
        primary_key("interaction_seen", "id"),
        of_game("interaction_seen"),
    )
    op.create_index(op.f("ix_interaction_seen_created"), "interaction_seen", ["created"])
    op.create_table(
        "outbox",
        column("id", ROW_NUMBER),
        game_column(),
        column("seq", NUMBER),
        column("kind", TEXT),
        column("target", TEXT),
        column("payload", JSON),
        column("nonce", TEXT),
        column("status", TEXT),
        column("attempts", NUMBER),
        column("error", TEXT, null=True),
        column("not_before", MOMENT),
        column("claimed_until", MOMENT, null=True),
        column("message_id", BIG, null=True),
        column("created", MOMENT),
        column("sent", MOMENT, null=True),
        primary_key("outbox", "id"),
        of_game("outbox"),
        sa.UniqueConstraint("game_id", "seq", name=op.f("uq_outbox_game_id_seq")),
        sa.UniqueConstraint("nonce", name=op.f("uq_outbox_nonce")),
    )
    op.create_index(op.f("ix_outbox_status_not_before"), "outbox", ["status", "not_before"])
    op.create_table(
        "message_ref",
        game_column(),
        column("kind", TEXT),
        column("channel_id", BIG),
        column("message_id", BIG),
        primary_key("message_ref", "game_id", "kind"),
        of_game("message_ref"),
    )
    op.create_table(
        "timer",
        column("id", ROW_NUMBER),
        game_column(),
        column("kind", TEXT),
        column("seat", TEXT, null=True),
        column("due", MOMENT),
        column("version", NUMBER),
        column("payload", JSON),
        column("status", TEXT),
        primary_key("timer", "id"),
        of_game("timer"),
    )
    op.create_index(op.f("ix_timer_status_due"), "timer", ["status", "due"])
    op.create_index(op.f("ix_timer_game_id"), "timer", ["game_id"])


def downgrade() -> None:
    """Remove every table, those first that refer to others."""
    for table in (
        "timer",
        "message_ref",
        "outbox",
        "interaction_seen",
        "server_setting",
        "user_pref",
        "statistic",
        "draft",
        "choice",
        "turn",
        "seat",
        "game",
    ):
        op.drop_table(table)
