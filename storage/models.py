"""The tables.

Each table has two classes: the plain one (``Game``) names the columns and is what repositories return, already
checked by type and no longer tied to a session; the other (``GameTable``) is its row in the database, and stays
inside this package. Ids are text or numbers from outside, payloads are JSON or bytes: nothing here knows the rules
or Discord.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Literal

from sqlalchemy import JSON, BigInteger, ForeignKeyConstraint, Index, MetaData, String, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from storage.columns import RowNumber, UtcTime

Json = dict[str, Any]
GameStatus = Literal["open", "playing", "over", "closed"]
SeatKind = Literal["player", "arjuna", "empty"]
TurnStatus = Literal["open", "done", "rolled_back"]
ChoiceKind = Literal["choose", "undo", "rewind"]
PostStatus = Literal["queued", "sending", "sent", "failed", "superseded"]
TimerStatus = Literal["waiting", "fired", "cancelled"]
ArrangementKind = Literal["away", "order", "watch", "vote"]


class Stored(SQLModel):
    """The root of every table. Constraints have names by rule, so that a migration can find them again."""

    metadata: ClassVar[MetaData] = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )


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


class Ballot(Stored):
    """A vote that a table is taking, at most one at a time: what about (``kind``, ``payload``), and who is for it.

    It holds for the game at ``version`` only. ``votes`` are seats.
    """

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    kind: str
    version: int
    payload: Json = Field(default_factory=dict, sa_type=JSON)
    votes: list[str] = Field(default_factory=list, sa_type=JSON)
    created: datetime = Field(sa_type=UtcTime)


class BallotTable(Ballot, table=True):
    """Rows of `Ballot`."""

    __tablename__ = "ballot"


class Arrangement(Stored):
    """Arrangement of a person at one table, from ``version`` of its game on and up to ``until`` (None: no end).

    ``away``: who acts for ``seat`` instead, the person ``other_user_id`` or, where that is None, automation.
    ``order``: what is to be answered for ``seat`` when it is asked. ``watch``: the events to notify them of.
    ``vote``: what they have proposed for ``seat`` and may not propose again yet.
    """

    id: int = Field(default=None, primary_key=True, sa_type=RowNumber)
    game_id: str = Field(foreign_key="game.id")
    user_id: int = Field(sa_type=BigInteger)
    kind: ArrangementKind = Field(sa_type=String)
    seat: str = ""
    other_user_id: int | None = Field(default=None, sa_type=BigInteger)
    version: int = 0
    until: datetime | None = Field(default=None, sa_type=UtcTime)
    payload: Json = Field(default_factory=dict, sa_type=JSON)
    created: datetime = Field(sa_type=UtcTime)


class ArrangementTable(Arrangement, table=True):
    """Rows of `Arrangement`."""

    __tablename__ = "arrangement"
    __table_args__ = (Index(None, "game_id"), Index(None, "user_id"), Index(None, "other_user_id"))


class WebPage(Stored):
    """The web page of a game. Anyone who has its ``address`` may look at it."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    address: str = Field(unique=True)


class WebPageTable(WebPage, table=True):
    """Rows of `WebPage`."""

    __tablename__ = "web_page"


class WebLink(Stored):
    """A private link with which a person plays on the web page of a game. ``digest`` is that of its secret part."""

    id: str = Field(primary_key=True)
    game_id: str = Field(foreign_key="game.id")
    user_id: int = Field(sa_type=BigInteger)
    digest: str
    used: datetime = Field(sa_type=UtcTime)


class WebLinkTable(WebLink, table=True):
    """Rows of `WebLink`."""

    __tablename__ = "web_link"
    __table_args__ = (Index(None, "game_id"), Index(None, "user_id"))


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

    ``nonce`` (at most 25 characters) lets the receiver know a repetition. A worker that claims a post has it until
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


class UserPreference(Stored):
    """Preference of one person: language, time zone, quiet hours and the like."""

    user_id: int = Field(primary_key=True, sa_type=BigInteger)
    preferences: Json = Field(default_factory=dict, sa_type=JSON)


class UserPreferenceTable(UserPreference, table=True):
    """Rows of `UserPreference`."""

    __tablename__ = "user_pref"


class ServerSetting(Stored):
    """Setting of one server, made by its moderators."""

    guild_id: int = Field(primary_key=True, sa_type=BigInteger)
    settings: Json = Field(default_factory=dict, sa_type=JSON)


class ServerSettingTable(ServerSetting, table=True):
    """Rows of `ServerSetting`."""

    __tablename__ = "server_setting"


class Statistic(Stored):
    """The facts of a finished game."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    facts: Json = Field(default_factory=dict, sa_type=JSON)
    created: datetime = Field(sa_type=UtcTime)


class StatisticTable(Statistic, table=True):
    """Rows of `Statistic`."""

    __tablename__ = "statistic"
