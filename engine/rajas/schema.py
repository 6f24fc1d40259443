"""Contenuto: what the data files may hold. Words and sums are checked by `engine.rajas.check`."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Length: TypeAlias = Annotated[int, Meta(ge=1, le=999)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Coins: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Reward: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z_0-9]+(:([0-9]{1,2}|[a-z_]+(,[a-z_]+)*))?$")]
Square: TypeAlias = Annotated[str, Meta(pattern="^[a-z][0-9]$")]


class Row(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A row with an id, and the source of its values."""

    id: str
    source: str


class TrackRow(Row):
    """A track, or the sum at which the markers meet."""

    last: Length


class BonusRow(Row):
    """A bonus of a track."""

    track: Literal["fame", "money"]
    space: int
    reward: Reward


class WaitingRow(Row):
    """A place where a worker waits."""

    space: Length


class PriceRow(Row):
    """The prices in coins of the spaces for an action."""

    coins: Annotated[tuple[Coins, ...], Meta(min_length=1, max_length=12)]


class SpacesRow(Row):
    """The numbers of spaces for an action with two, three and four players."""

    count: tuple[Count, Count, Count]


class GalleryRow(Row):
    """A gallery, named by the colour of the die that it needs; ``takes`` is the colour of the dice that it gives."""

    takes: str


class ChamberRow(Row):
    """A Chamber: the die that it costs."""

    die: int


class Province(msgspec.Struct, forbid_unknown_fields=True):
    """The province board."""

    columns: Annotated[int, Meta(ge=1, le=9)]
    rows: Annotated[int, Meta(ge=1, le=9)]
    cut: tuple[Square, ...]
    residence: str
    roads: tuple[Literal["N", "E", "S", "W"], ...]
    source: str


class YieldRow(Row):
    """A yield space: the sides of squares that join it, and its rewards."""

    at: Annotated[tuple[Annotated[str, Meta(pattern="^[a-z][0-9]:[NESW]$")], ...], Meta(min_length=1)]
    basic: Reward
    colour: str
    small: Reward


class BoardFile(msgspec.Struct):
    """The content of ``board.toml``."""

    track: tuple[TrackRow, ...]
    bonus: tuple[BonusRow, ...]
    waiting_worker: tuple[WaitingRow, ...]
    price: tuple[PriceRow, ...]
    spaces: tuple[SpacesRow, ...]
    terrace: tuple[Row, ...]
    gallery: tuple[GalleryRow, ...]
    chamber: tuple[ChamberRow, ...]
    province: Province
    yields: tuple[YieldRow, ...] = msgspec.field(name="yield")


class TileRow(Row):
    """A province tile."""

    colour: str
    back: str
    cost: int
    road: str
    buildings: tuple[str, ...]
    markets: tuple[Annotated[str, Meta(pattern="^[a-z]+:[0-9]{1,2}$")], ...]


class TilesFile(msgspec.Struct):
    """The content of ``tiles.toml``."""

    tile: tuple[TileRow, ...]


class RiverSpaceRow(msgspec.Struct, forbid_unknown_fields=True):
    """A space of the river."""

    number: int
    reward: Reward
    source: str


class RiverTileRow(Row):
    """A kind of river tile."""

    reward: Reward
    count: Annotated[int, Meta(ge=0, le=8)]


class RiverFile(msgspec.Struct):
    """The content of ``river.toml``."""

    space: tuple[RiverSpaceRow, ...]
    river_tile: tuple[RiverTileRow, ...]


class YieldTileRow(Row):
    """A kind of yield tile."""

    colour: str
    reward: Reward
    count: Annotated[int, Meta(ge=0, le=30)]


class YieldsFile(msgspec.Struct):
    """The content of ``yields.toml``."""

    yield_tile: tuple[YieldTileRow, ...]
