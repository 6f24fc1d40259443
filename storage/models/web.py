"""Tables of web pages: their addresses, and the private links to them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Index
from sqlmodel import Field

from storage.columns import UtcTime
from storage.models.base import Stored


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
