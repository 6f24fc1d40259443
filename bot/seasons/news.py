"""News of seasons: posts like those of tables, queued in the transaction that makes them true."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from bot.seasons.club import Club
from storage import Post, Writer

SEASON: Final = "season"
"""The kind of the posts about seasons, and their target: none of them waits for a message of a table."""
About = Literal["entrance", "round", "end", "asked", "again", "stays", "expelled", "substitute", "withdrawn"]
"""The subjects of news: people may enter; a round has begun; the season is over; a person is asked whether they still
play, is asked again, still plays, or is taken out; a substitute is named, or no longer one."""


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """News of a season: about the round with a ``number``, about a person (``who``, by ``name``), ``by`` someone.

    ``until`` is when silence counts as a yes, in seconds since 1970.
    """

    season: str
    about: About
    number: int = 0
    who: int = 0
    name: str = ""
    by: int = 0
    until: int = 0


async def queue_news(tx: Writer, club: Club, news: News) -> bool:
    """Queue news of a season. Return whether that was possible: before its first round, a season has no posts.

    They are posts of its first game, which `lock_club` has locked.
    """
    if not club.games:
        return False
    payload: dict[str, Any] = msgspec.to_builtins(news)
    await tx.enqueue(club.games[0][0].game_id, SEASON, SEASON, payload)
    return True


def read_news(post: Post) -> News:
    """Return queued news. Raises msgspec.ValidationError if their content was deleted."""
    return msgspec.convert(post.payload, News)
