"""Tables of people: their votes and arrangements, settings of persons and servers, and the actions of moderators."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlalchemy import JSON, BigInteger, Index, String
from sqlmodel import Field

from storage.columns import RowNumber, UtcTime
from storage.models.base import Json, Stored

ArrangementKind = Literal["away", "order", "watch", "vote", "reserve", "request", "removed", "called", "promise"]


class Ballot(Stored):
    """A vote that a table is taking, at most one at a time: its subject (``kind``, ``payload``), and who is for it.

    It is about the game at ``version`` only. ``votes`` are seats.
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
    ``reserve``: ``seat`` is kept for them. ``request``: they have asked to sit down.
    ``vote``: what they have proposed for ``seat`` and may not propose again yet. ``removed``: a moderator has removed
    them, and they may not come back yet. ``called``: the person ``other_user_id`` has had them pinged. ``promise``:
    what they have promised with something that they confirmed.
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


class UserPreference(Stored):
    """The preferences of one person: language, time zone, quiet hours and the like."""

    user_id: int = Field(primary_key=True, sa_type=BigInteger)
    preferences: Json = Field(default_factory=dict, sa_type=JSON)


class UserPreferenceTable(UserPreference, table=True):
    """Rows of `UserPreference`."""

    __tablename__ = "user_pref"


class ServerSetting(Stored):
    """The settings of one server, made by its moderators."""

    guild_id: int = Field(primary_key=True, sa_type=BigInteger)
    settings: Json = Field(default_factory=dict, sa_type=JSON)


class ServerSettingTable(ServerSetting, table=True):
    """Rows of `ServerSetting`."""

    __tablename__ = "server_setting"


class AuditEntry(Stored):
    """An action of a moderator, or of the host of the bot: who, when, what, at which table (None: on the server).

    ``user_id`` is None for the host of the bot, and for a person who has had their data deleted.
    """

    id: int = Field(default=None, primary_key=True, sa_type=RowNumber)
    guild_id: int | None = Field(default=None, sa_type=BigInteger)
    game_id: str | None = Field(default=None, foreign_key="game.id")
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    action: str
    details: Json = Field(default_factory=dict, sa_type=JSON)
    created: datetime = Field(sa_type=UtcTime)


class AuditEntryTable(AuditEntry, table=True):
    """Rows of `AuditEntry`."""

    __tablename__ = "audit_entry"
    __table_args__ = (Index(None, "guild_id"), Index(None, "game_id"), Index(None, "user_id"))
