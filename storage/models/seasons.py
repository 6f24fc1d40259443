"""Tables of seasons: their entrants, their substitutes, and their games."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from sqlalchemy import JSON, BigInteger, Index, String, UniqueConstraint
from sqlmodel import Field

from storage.columns import UtcTime
from storage.models.base import Json, Stored

SeasonStatus = Literal["open", "playing", "over", "closed"]


class Season(Stored):
    """A season of a club: several rounds of tables of one game, with ``players`` seats each.

    ``seed`` decides who meets whom, and is secret while people enter. ``round`` is the last that has begun (0: none).
    ``plan`` holds the rounds still to come, each a list of tables: the places of entrants, or null, by seat. ``due`` is
    when the season must be looked at next (None: never), ``announced`` is the last round whose beginning was announced.
    """

    id: str = Field(primary_key=True)
    guild_id: int | None = Field(default=None, sa_type=BigInteger)
    channel_id: int = Field(sa_type=BigInteger)
    name: str
    kind: str
    scenario: str
    players: int
    rounds: int
    language: str
    status: SeasonStatus = Field(default="open", sa_type=String)
    seed: bytes = Field(repr=False)
    host_user_id: int = Field(sa_type=BigInteger)
    options: Json = Field(default_factory=dict, sa_type=JSON)
    plan: list[Any] = Field(default_factory=list, sa_type=JSON)
    round: int = 0
    announced: int = 0
    starts: datetime | None = Field(default=None, sa_type=UtcTime)
    ends: datetime = Field(sa_type=UtcTime)
    due: datetime | None = Field(default=None, sa_type=UtcTime)
    created: datetime = Field(sa_type=UtcTime)


class SeasonTable(Season, table=True):
    """Rows of `Season`."""

    __tablename__ = "season"
    __table_args__ = (Index(None, "guild_id", "status"), Index(None, "due"))


class Entrant(Stored):
    """Someone who entered a season. ``place`` counts them; ``left`` is when they dropped out (None: they have not).

    ``asked`` is when they were last asked whether they still play, by ``asked_by`` (None: they have answered);
    ``is_reminded``: they were asked a second time.
    """

    season_id: str = Field(primary_key=True, foreign_key="season.id")
    place: int = Field(primary_key=True)
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    display_name: str = ""
    joined: datetime = Field(sa_type=UtcTime)
    left: datetime | None = Field(default=None, sa_type=UtcTime)
    asked: datetime | None = Field(default=None, sa_type=UtcTime)
    asked_by: int | None = Field(default=None, sa_type=BigInteger)
    is_reminded: bool = False


class EntrantTable(Entrant, table=True):
    """Rows of `Entrant`."""

    __tablename__ = "entrant"
    __table_args__ = (UniqueConstraint("season_id", "user_id"), Index(None, "user_id"))


class Substitute(Stored):
    """Someone who may take over free seats of a season's games. They earn no points by it."""

    season_id: str = Field(primary_key=True, foreign_key="season.id")
    user_id: int = Field(primary_key=True, sa_type=BigInteger)
    display_name: str = ""


class SubstituteTable(Substitute, table=True):
    """Rows of `Substitute`."""

    __tablename__ = "substitute"
    __table_args__ = (Index(None, "user_id"),)


class SeasonGame(Stored):
    """A table of a season: its round, its number in the round, and the places of the entrants who were to sit there."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    season_id: str = Field(foreign_key="season.id")
    round: int
    number: int
    places: list[Any] = Field(default_factory=list, sa_type=JSON)


class SeasonGameTable(SeasonGame, table=True):
    """Rows of `SeasonGame`."""

    __tablename__ = "season_game"
    __table_args__ = (UniqueConstraint("season_id", "round", "number"),)
