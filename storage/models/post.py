"""Tables of messages and timers: what to send, where it was sent, what was answered, what to do at a time."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlalchemy import JSON, BigInteger, Index, String, UniqueConstraint
from sqlmodel import Field

from storage.columns import RowNumber, UtcTime
from storage.models.base import Json, Stored

PostStatus = Literal["queued", "sending", "sent", "failed", "superseded"]
TimerStatus = Literal["waiting", "fired", "cancelled"]


class SeenInteraction(Stored):
    """An interaction that was answered, and the answer to give when it comes again."""

    id: int = Field(primary_key=True, sa_type=BigInteger)
    game_id: str | None = Field(default=None, foreign_key="game.id")
    answer: Json = Field(default_factory=dict, sa_type=JSON)
    created: datetime = Field(sa_type=UtcTime)


class SeenInteractionTable(SeenInteraction, table=True):
    """Rows of `SeenInteraction`."""

    __tablename__ = "interaction_seen"
    __table_args__ = (Index(None, "created"),)


class Post(Stored):
    """A message to send, in the order of ``seq`` within its game and target, a path (see `PostWriter.enqueue`).

    ``nonce`` (at most 25 characters) lets the receiver recognise a repetition. A worker that claims a post has it until
    ``claimed_until``; after that, another may take it over. ``attempts`` counts the claims.
    """

    id: int = Field(default=None, primary_key=True, sa_type=RowNumber)
    game_id: str = Field(foreign_key="game.id")
    seq: int
    kind: str
    target: str
    payload: Json = Field(default_factory=dict, sa_type=JSON)
    nonce: str = Field(unique=True)
    status: PostStatus = Field(default="queued", sa_type=String)
    attempts: int = 0
    error: str | None = None
    not_before: datetime = Field(sa_type=UtcTime)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcTime)
    message_id: int | None = Field(default=None, sa_type=BigInteger)
    created: datetime = Field(sa_type=UtcTime)
    sent: datetime | None = Field(default=None, sa_type=UtcTime)


class PostTable(Post, table=True):
    """Rows of `Post`."""

    __tablename__ = "outbox"
    __table_args__ = (UniqueConstraint("game_id", "seq"), Index(None, "status", "not_before"))


class MessageRef(Stored):
    """Where a game's message of one kind (its board, its prompt) is, to edit it later."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    kind: str = Field(primary_key=True)
    channel_id: int = Field(sa_type=BigInteger)
    message_id: int = Field(sa_type=BigInteger)


class MessageRefTable(MessageRef, table=True):
    """Rows of `MessageRef`."""

    __tablename__ = "message_ref"


class Timer(Stored):
    """Something to do at ``due``, unless the game has moved on from ``version``."""

    id: int = Field(default=None, primary_key=True, sa_type=RowNumber)
    game_id: str = Field(foreign_key="game.id")
    kind: str
    seat: str | None = None
    due: datetime = Field(sa_type=UtcTime)
    version: int
    payload: Json = Field(default_factory=dict, sa_type=JSON)
    status: TimerStatus = Field(default="waiting", sa_type=String)


class TimerTable(Timer, table=True):
    """Rows of `Timer`."""

    __tablename__ = "timer"
    __table_args__ = (Index(None, "status", "due"), Index(None, "game_id"))
