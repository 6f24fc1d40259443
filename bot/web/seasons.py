"""The page of a season: its standings, and who met whom at which table. It needs no script in the browser."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

from babel.dates import format_date

from bot.language import Language, Said, clean, list_languages, load_language
from bot.narrate.seasons import name_in, write_seating
from bot.seasons.club import Club, Standing, load_club, name_table, rank_club
from bot.web.links import BYTES, Links
from storage import Storage, UnknownGame

COLUMNS: Final = ("place", "player", "points", "won", "opponents", "margin", "played", "decided")
HAS_PAGE: Final = ("playing", "over")
"""The statuses of games whose tables have a page."""


class SeasonPages:
    """Finds seasons by address, and writes their pages. ``style`` is the address of the style sheet."""

    def __init__(self, storage: Storage, links: Links, style: str) -> None:
        self._storage = storage
        self._links = links
        self._style = style

    async def find(self, season_id: str, address: str) -> Club:
        """Return the season with this id. Raises UnknownGame if the address is not that of its page."""
        async with self._storage.read() as reader:
            club = await load_club(reader, season_id)
        if not hmac.compare_digest(make_address(club.season.seed).encode(), address.encode()):
            raise UnknownGame(season_id)
        return club

    async def write(self, club: Club, code: str) -> str:
        """Return the page of a season in the language with this code, or in the season's own for an unknown code."""
        languages = list_languages()
        wanted = code if code in languages else club.season.language
        language = load_language(wanted if wanted in languages else "en").of_game(club.season.kind)
        standings, _ = await rank_club(self._storage, club)
        links = {
            game.game_id: await self._links.find_page(game.game_id) for game, status in club.games if status in HAS_PAGE
        }
        return "\n".join(write_page(language, club, standings, links, self._style))


def make_address(seed: bytes) -> str:
    """Return the secret part of a season's address, which no one can guess."""
    made = hashlib.blake2b(seed, digest_size=BYTES, person=b"page of a season").digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def find_season_page(links: Links, club: Club) -> str:
    """Return the link to the page of a season."""
    return f"{links.base}/s/{club.season.id}/{make_address(club.season.seed)}"


def write_page(
    language: Language, club: Club, standings: Sequence[Standing], links: Mapping[str, str], style: str
) -> Iterator[str]:
    """Yield the lines of a page. Everything that a person has written is escaped."""
    season, title = club.season, escape(clean(club.season.name))
    about = language.say("ui.season.game", scenario=season.scenario, count=season.players, rounds=season.rounds)
    yield f'<!doctype html>\n<html lang="{language.code}">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">\n<meta name="robots" content="noindex">'
    yield f'<title>{title}</title>\n<link rel="icon" href="data:,">\n<link rel="stylesheet" href="{style}">\n</head>'
    yield f"<body>\n<header>\n<h1>{title}</h1>\n<p>{escape(about)}</p>\n<p>{escape(write_state(language, club))}</p>"
    yield f'<nav aria-label="{escape(language.say("page.language"))}">'
    for code in list_languages():
        current = ' aria-current="true"' if code == language.code else ""
        name = escape(load_language(code).word(f"language.{code}"))
        yield f'<a href="?language={code}" lang="{code}" hreflang="{code}"{current}>{name}</a>'
    yield "</nav>\n</header>\n<main>"
    yield from write_standings(language, club, standings)
    for number in range(season.round, 0, -1):
        yield from write_round(language, club, number, links)
    yield "</main>\n</body>\n</html>"


def write_state(language: Language, club: Club) -> str:
    """Return a sentence that a season is over, or until when it lasts."""
    if club.season.status in ("over", "closed"):
        return language.say(f"ui.season.{club.season.status}")
    return language.say(
        "ui.season.page.until",
        when=Said(format_date(club.season.ends, "long", locale=language.locale)),
    )


def write_standings(language: Language, club: Club, standings: Sequence[Standing]) -> Iterator[str]:
    """Yield the table of the standings of all people in the season, or a sentence if there are none."""
    yield f"<section>\n<h2>{escape(language.say('ui.season.page.standings'))}</h2>"
    if not standings:
        yield f"<p>{escape(language.say('ui.season.nobody'))}</p>\n</section>"
        return
    heads = "".join(f'<th scope="col">{escape(language.say(f"ui.season.page.{name}"))}</th>' for name in COLUMNS)
    yield f'<div class="wide" tabindex="0"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>'
    for one in standings:
        why = "" if one.decides == "points" else language.say(f"ui.standings.{one.decides}")
        numbers = (str(one.points), str(one.won), str(one.opponents), language.signed(one.margin), str(one.played))
        cells = "".join(f"<td>{number}</td>" for number in numbers)
        name = escape(name_in(language, club, one.person, clean))
        yield f'<tr><td>{one.place}</td><th scope="row">{name}</th>{cells}<td class="why">{escape(why)}</td></tr>'
    how = language.say("ui.standings.how").removeprefix("-# ")
    yield f'</tbody>\n</table></div>\n<p class="small">{escape(how)}</p>\n</section>'


def write_round(language: Language, club: Club, number: int, links: Mapping[str, str]) -> Iterator[str]:
    """Yield the tables of a round: who sits where, with links to their pages."""
    heading = language.say("ui.season.round", number=number, rounds=club.season.rounds)
    yield f"<section>\n<h2>{escape(heading)}</h2>\n<ul>"
    for game, status in club.games:
        if game.round != number:
            continue
        name = escape(clean(name_table(club.season, game.round, game.number)))
        link = links.get(game.game_id)
        shown = f'<a href="{escape(link)}">{name}</a>' if link is not None else name
        state = "playing" if status in ("open", "playing") else "over"
        yield f"<li><h3>{shown}</h3><p class='small'>{escape(language.say(f'ui.season.page.{state}'))}</p>"
        yield f"<p>{escape(write_seating(language, club, game, clean))}</p></li>"
    yield "</ul>\n</section>"
