"""Tables of games: who sits where, what was decided, and what was kept of a game that is over."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlalchemy import JSON, BigInteger, ForeignKeyConstraint, Index, String, UniqueConstraint, text
from sqlmodel import Field

from storage.columns import UtcTime
from storage.models.base import Json, Stored

GameStatus = Literal["open", "playing", "archived", "over", "closed"]
SeatKind = Literal["player", "arjuna", "empty"]
TurnStatus = Literal["open", "done", "rolled_back"]
LeftBy = Literal["left", "replaced", "freed", "agreed", "dropped_out", "closed", "forgotten"]
"""How a person has left a seat of a running game: they did so, others had them replaced, a moderator freed the seat,
everyone at the table agreed, they dropped out of the season, they closed the game, or they deleted their data."""
ChoiceKind = Literal["choose", "undo", "rewind"]


class Game(Stored):
    """One table of a game. ``version`` counts what has been decided; ``seed`` is secret until the game is over."""

    id: str = Field(primary_key=True)
    guild_id: int | None = Field(default=None, sa_type=BigInteger)
    channel_id: int = Field(sa_type=BigInteger)
    thread_id: int | None = Field(default=None, sa_type=BigInteger)
    name: str
    kind: str
    scenario: str
    status: GameStatus = Field(default="open", sa_type=String)
    language: str
    version: int = 0
    rules_version: str
    seed: bytes = Field(repr=False)
    host_user_id: int = Field(sa_type=BigInteger)
    options: Json = Field(default_factory=dict, sa_type=JSON)
    created: datetime = Field(sa_type=UtcTime)
    updated: datetime = Field(sa_type=UtcTime)
    finished: datetime | None = Field(default=None, sa_type=UtcTime)


class GameTable(Game, table=True):
    """Rows of `Game`."""

    __tablename__ = "game"
    __table_args__ = (
        Index(None, "guild_id", "status"),
        Index(None, "channel_id"),
        Index(None, "thread_id"),
        Index(None, "host_user_id"),
    )


class Seat(Stored):
    """One seat of a game and who holds it. ``place`` is its order among the seats."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    seat: str = Field(primary_key=True)
    place: int
    kind: SeatKind = Field(default="empty", sa_type=String)
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    display_name: str = ""
    joined: datetime | None = Field(default=None, sa_type=UtcTime)


class SeatTable(Seat, table=True):
    """Rows of `Seat`."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("game_id", "place"), Index(None, "user_id"))


class Entry(Stored):
    """A person's time on a seat of a running game that has ended before the game, and what ended it.

    ``number`` counts the entries of a seat; who has a seat at the end is in `Seat` only.
    """

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    seat: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    display_name: str = ""
    since: datetime | None = Field(default=None, sa_type=UtcTime)
    until: datetime = Field(sa_type=UtcTime)
    left_by: LeftBy = Field(sa_type=String)


class EntryTable(Entry, table=True):
    """Rows of `Entry`."""

    __tablename__ = "entry"
    __table_args__ = (Index(None, "user_id"),)


class Turn(Stored):
    """One turn: the state at its start (``snapshot``, with its ``digest``) and, once done, its ``changes``.

    Numbers only go up. A turn that was taken back keeps its row, as ``rolled_back``, and the turn played instead
    has a new number.
    """

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    number: int = Field(primary_key=True)
    label: Json = Field(default_factory=dict, sa_type=JSON)
    snapshot: bytes = Field(repr=False)
    digest: str
    status: TurnStatus = Field(default="open", sa_type=String)
    changes: bytes | None = None
    created: datetime = Field(sa_type=UtcTime)
    finished: datetime | None = Field(default=None, sa_type=UtcTime)


class TurnTable(Turn, table=True):
    """Rows of `Turn`."""

    __tablename__ = "turn"
    __table_args__ = (
        # At most one turn of a game is under way, whatever the program does.
        Index(
            "uq_turn_open",
            "game_id",
            unique=True,
            sqlite_where=text("status = 'open'"),
            postgresql_where=text("status = 'open'"),
        ),
    )


class Choice(Stored):
    """One line of a game's log, which only grows.

    ``choose`` adds ``key`` to its turn, ``undo`` takes the last key of the turn back, ``rewind`` ends the turn in
    favour of an earlier one, whose number is its key. ``user_id`` is None where no person chose.
    """

    game_id: str = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    turn_number: int
    kind: ChoiceKind = Field(sa_type=String)
    seat: str
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    key: str = ""
    created: datetime = Field(sa_type=UtcTime)


class ChoiceTable(Choice, table=True):
    """Rows of `Choice`."""

    __tablename__ = "choice"
    __table_args__ = (
        ForeignKeyConstraint(["game_id", "turn_number"], ["turn.game_id", "turn.number"]),
        Index(None, "game_id", "turn_number"),
    )


class Draft(Stored):
    """A seat's unconfirmed keys, on top of the game at ``base_version``."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    seat: str = Field(primary_key=True)
    base_version: int
    keys: list[str] = Field(default_factory=list, sa_type=JSON)
    updated: datetime = Field(sa_type=UtcTime)


class DraftTable(Draft, table=True):
    """Rows of `Draft`."""

    __tablename__ = "draft"


class Statistic(Stored):
    """The facts of a finished game."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    facts: Json = Field(default_factory=dict, sa_type=JSON)
    created: datetime = Field(sa_type=UtcTime)


class StatisticTable(Statistic, table=True):
    """Rows of `Statistic`."""

    __tablename__ = "statistic"


class Review(Stored):
    """The review of a finished game, the same for everyone: what was found so far, or all of it."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    payload: Json = Field(default_factory=dict, sa_type=JSON)
    is_done: bool = False
    updated: datetime = Field(sa_type=UtcTime)


class ReviewTable(Review, table=True):
    """Rows of `Review`."""

    __tablename__ = "review"
