"""Tables of web pages: addresses, the private links to them, the browsers that are notified, and the secrets."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, BigInteger, Index
from sqlmodel import Field

from storage.columns import UtcTime
from storage.models.base import Json, Stored


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


class PushDevice(Stored):
    """A browser in which a person is notified: where and how to reach it, and which question of a game it knows.

    ``id`` is the digest of ``endpoint``; ``key`` and ``secret`` encrypt what is sent to it. ``told`` holds these
    questions by game.
    """

    id: str = Field(primary_key=True)
    user_id: int = Field(sa_type=BigInteger)
    endpoint: str
    key: str
    secret: str
    language: str
    told: Json = Field(default_factory=dict, sa_type=JSON)
    created: datetime = Field(sa_type=UtcTime)


class PushDeviceTable(PushDevice, table=True):
    """Rows of `PushDevice`."""

    __tablename__ = "push_device"
    __table_args__ = (Index(None, "user_id"),)


class WebSecret(Stored):
    """A secret of the web pages, by its name, such as the key with which notifications are signed."""

    name: str = Field(primary_key=True)
    secret: str


class WebSecretTable(WebSecret, table=True):
    """Rows of `WebSecret`."""

    __tablename__ = "web_secret"
