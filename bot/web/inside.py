"""The board inside Discord: how people enter an Activity, which table they see there, and their other actions.

The page is loaded once, in one of Discord's frames. Discord says who the person is and in which channel; the table
says what they may do. For a player, the page then has a private link as outside Discord, but for this frame alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Final, Protocol

from aiohttp import web

from bot.games.frontend import front_of
from bot.language import Language, choose_language, list_languages, load_language
from bot.narrate.paragraphs import name_game
from bot.narrate.standing import waits_for
from bot.tables.authorization import KNOW, PLAY, find_seats
from bot.tables.entrance import is_looking
from bot.tables.play import Tables
from bot.tables.table import Table
from bot.web.answers import Refused, RequestLimits, check_origin, find_language, read_json, write_rules
from bot.web.application import Application, Guest, Guests, Instance, NotVouchedFor, Visitor
from bot.web.connections import find_host
from bot.web.files import write_shell
from bot.web.links import UNUSED, Links
from bot.web.seasons import HAS_PAGE
from storage import UnknownGame

log = logging.getLogger(__name__)

TICKET: Final = "ticket"
GUEST: Final = "guest"
COOKIE: Final = "page"
PAUSES: Final = (0.0, 0.5, 1.0)
"""The pauses in seconds before Discord is asked, and asked again, whether someone is in an Activity."""
SEEN: Final = 60.0
"""Seconds after which Discord is asked again whether someone is still there."""
MOST_TABLES: Final = 25
FIRST_WORDS: Final = ("outside", "trouble", "opening")
WORDS: Final = (*FIRST_WORDS, "tables", "close", "back", "share", "browser", "nothing")


class Beyond(Protocol):
    """The bot's connection with Discord and its painter, as the pages inside Discord need them."""

    def is_public(self, thread_id: int) -> bool:
        """Return whether a thread is known, and everyone in its channel may read it."""

    async def offers(self, guild_id: int | None) -> list[str]:
        """Return the kinds of the games that are offered on a server."""

    async def open_alone(self, guest: Guest, kind: str) -> str:
        """Open a game for one person in the channel where they are, and return its id. Raises TableError."""

    async def draw_turn(self, guest: Guest, table: Table) -> bytes | None:
        """Return a picture of a table's last turn, or None if it cannot be drawn.

        Raises TableError before the first turn has been played, and after too many pictures.
        """


class Inside:
    """Answers the requests of pages that Discord shows inside its window."""

    def __init__(self, tables: Tables, links: Links, application: Application, beyond: Beyond | None = None) -> None:
        self.application = application
        self.beyond = beyond
        self.guests = Guests()
        self._tables = tables
        self._links = links
        self._limits = RequestLimits()

    def add_routes(self, app: web.Application) -> None:
        """Add the routes of the pages inside Discord."""
        app.router.add_get("/", self._send_shell)
        app.router.add_post("/inside/arrive", self._arrive)
        app.router.add_get("/inside/tables", self._send_tables)
        for verb, handler in (("open", self._open), ("join", self._join), ("browse", self._browse)):
            app.router.add_post(f"/inside/{verb}", handler)
        if self.beyond is not None:
            app.router.add_post("/inside/alone", self._begin_alone)
            app.router.add_post("/inside/share", self._share)

    def find(self, request: web.Request) -> Guest | None:
        """Return the person whose page sends a request, or None for a stranger."""
        return self.guests.find(request.cookies.get(GUEST, ""))

    # -- arriving ------------------------------------------------------------------------------------------

    async def _send_shell(self, request: web.Request) -> web.StreamResponse:
        """Send the page for Discord, with the state that its sign-in returns, and rules that let Discord show it."""
        self._limits.check(f"arrival {find_host(request)}", 120, 10)
        state, ticket = self.guests.begin()
        words = {code: write_words(load_language(code), FIRST_WORDS) for code in list_languages()}
        frames = [*self.application.frames]
        body = write_shell({"client": str(self.application.id), "state": state, "frames": frames, "words": words})
        response = web.Response(body=body, content_type="text/html", charset="utf-8")
        set_cookie(response, TICKET, ticket, "/inside/arrive", 600)
        response.headers["Content-Security-Policy"] = write_rules(" ".join(frames))
        return response

    async def _arrive(self, request: web.Request) -> web.StreamResponse:
        """Find out who a visitor is by the code from Discord, and send their first table, if any. Raises Refused."""
        check_origin(request, self.application.origin)
        self._limits.check(f"arrival {find_host(request)}", 120, 10)
        body = await read_json(request)
        code, state, instance_id = (read_text(body, name) for name in ("code", "state", "instance"))
        if not self.guests.take(state, request.cookies.get(TICKET, "")):
            raise Refused(403, "page.error.inside")
        try:
            visitor = await self.application.identify(code)
            place = await self._find_place(instance_id, visitor)
        except NotVouchedFor as error:
            log.warning("Someone could not arrive inside Discord: %s", error)
            raise Refused(403, "page.error.inside") from error
        if place is None:
            raise Refused(403, "page.error.inside")
        wished = (await self._tables.wishes.find(visitor.user_id)).language
        language = choose_language(wished or visitor.locale).code
        secret = self.guests.admit(visitor, language, instance_id, place)
        response = web.json_response({"language": language})
        guest = self.guests.find(secret)
        table = await self._find_first(guest) if guest is not None else None
        if guest is not None and table is not None:
            response = await self._show(guest, table)
        set_cookie(response, GUEST, secret, "/")
        return response

    async def _find_place(self, instance_id: str, visitor: Visitor) -> Instance | None:
        """Return the Activity of a page once Discord has the person in it, else None. Raises NotVouchedFor."""
        for pause in PAUSES:
            await asyncio.sleep(pause)
            found = await self.application.find_instance(instance_id)
            if found is not None and visitor.user_id in found.people:
                return found
        return None

    async def _find_guest(self, request: web.Request) -> Guest:
        """Return the person who asks, and find out again where they are if that is long ago. Raises Refused."""
        guest = self.find(request)
        if guest is None:
            self._limits.check(f"stranger {find_host(request)}", 20, 1)
            raise Refused(403, "page.error.inside")
        self._limits.check(f"guest {guest.user_id}", 30, 3)
        if self.guests.clock() - guest.seen > SEEN:
            guest.seen, guest.place = self.guests.clock(), None
            try:
                found = await self.application.find_instance(guest.instance_id)
            except NotVouchedFor as error:
                log.warning("Where someone is inside Discord cannot be found out: %s", error)
                return guest
            guest.place = found if found is not None and guest.user_id in found.people else None
        return guest

    # -- which table ---------------------------------------------------------------------------------------

    async def _find_first(self, guest: Guest) -> Table | None:
        """Return the table to show first: the table that a person wants to see, else the first that waits for them.

        Otherwise return the only running game of theirs in this channel, or of other people there; else None.
        """
        wish = self.guests.take_wish(guest.user_id)
        if wish:
            try:
                wanted = await self._tables.table(wish)
            except UnknownGame:
                wanted = None
            if wanted is not None and wanted.game.status in HAS_PAGE and self._may_know(guest, wanted):
                return wanted
        mine, others = await self._find_tables(guest)
        if waiting := [one for one in mine if waits_for(one, guest.user_id)]:
            return waiting[0]
        for found in ([one for one in mine if is_here(guest, one)], [one for one in others if is_here(guest, one)]):
            running = [one for one in found if one.game.status == "playing"]
            if len(running) == 1:
                return running[0]
        return None

    async def _find_tables(self, guest: Guest) -> tuple[list[Table], list[Table]]:
        """Return a person's tables, those that wait for them first, and the tables of other people in their channel."""
        mine = (await self._tables.lobby.find_mine(guest.user_id))[:MOST_TABLES]
        if guest.place is None:
            return mine, []
        there = await self._tables.lobby.find_tables(channel_id=guest.place.channel_id, limit=None)
        known = {one.id for one in mine}
        others = [one for one in there if one.id not in known and self._may_know(guest, one)]
        return mine, others[:MOST_TABLES]

    def _may_know(self, guest: Guest, table: Table) -> bool:
        """Return whether a person may know of a table: it is theirs, or everyone in their channel sees it."""
        if find_seats(KNOW, table, guest.user_id):
            return True
        if table.state.private or not is_here(guest, table):
            return False
        thread = table.game.thread_id
        is_in_it = guest.place is not None and guest.place.channel_id == thread
        return thread is None or is_in_it or (self.beyond is not None and self.beyond.is_public(thread))

    async def _find_table(self, request: web.Request, guest: Guest) -> tuple[Table, Mapping[str, Any]]:
        """Return the table that a page's request names, and all data of the request. Raises Refused and UnknownGame."""
        body = await read_json(request)
        table = await self._tables.table(read_text(body, "game"))
        if not self._may_know(guest, table):
            raise Refused(404, "page.error.gone")
        return table, body

    # -- what a page asks for ------------------------------------------------------------------------------

    async def _send_tables(self, request: web.Request) -> web.StreamResponse:
        """Send the tables that a person may open or join here, and the text of the page."""
        guest = await self._find_guest(request)
        language = find_language(request) if request.query.get("language") else load_language(guest.language)
        mine, others = await self._find_tables(guest)
        now = self._tables.storage.now()
        waiting = [one for one in mine if waits_for(one, guest.user_id)]
        groups = {
            "waiting": (waiting, "play"),
            "mine": ([one for one in mine if one not in waiting], "open"),
            "here": ([one for one in others if one.game.status == "playing"], "watch"),
            "looking": ([one for one in others if is_looking(one, now)], "join"),
        }
        told = [
            {
                "title": language.say(f"ui.inside.{name}"),
                "tables": [write_table(language, table, guest, way) for table in tables],
            }
            for name, (tables, way) in groups.items()
            if tables
        ]
        kinds = await self._list_kinds(guest)
        names = [(kind, name_game(language, front_of(kind))) for kind in kinds]
        alone = [{"kind": kind, "label": language.say("ui.inside.alone", name=name)} for kind, name in names]
        return web.json_response({"groups": told, "alone": alone, "words": write_words(language, WORDS)})

    async def _list_kinds(self, guest: Guest) -> list[str]:
        if self.beyond is None or guest.place is None:
            return []
        return list(await self.beyond.offers(guest.place.guild_id))

    async def _open(self, request: web.Request) -> web.StreamResponse:
        """Send the address of a table's page; with ``later`` in the request, only remember the wish to see it."""
        guest = await self._enter(request)
        table, body = await self._find_table(request, guest)
        if body.get("later") is True:
            self.guests.want(guest.user_id, table.id)
            return web.json_response({})
        return await self._show(guest, table)

    async def _join(self, request: web.Request) -> web.StreamResponse:
        """Take a free seat at a table that looks for players, at most one. Raises TableError."""
        guest = await self._enter(request)
        table, _ = await self._find_table(request, guest)
        if guest.user_id not in table.people:
            await self._tables.lobby.join(None, table.id, guest.user_id, guest.name, "")
        return web.json_response({})

    async def _browse(self, request: web.Request) -> web.StreamResponse:
        """Send a link to a table for the person's own browser."""
        guest = await self._enter(request)
        table, _ = await self._find_table(request, guest)
        make = self._links.make_private(table.id, guest.user_id) if is_player(guest, table) else None
        return web.json_response({"link": await (make or self._links.find_page(table.id))})

    async def _begin_alone(self, request: web.Request) -> web.StreamResponse:
        """Begin a game for one person here, and remember it for their page.

        Raises Refused for a game that is not offered here, and TableError as `Beyond.open_alone` does.
        """
        guest = await self._enter(request)
        kind = read_text(await read_json(request), "kind")
        if self.beyond is None or kind not in await self._list_kinds(guest):
            raise Refused(400, "page.error.request")
        self._limits.check(f"alone {guest.user_id}", 3, 0.02)
        self.guests.want(guest.user_id, await self.beyond.open_alone(guest, kind))
        return web.json_response({})

    async def _share(self, request: web.Request) -> web.StreamResponse:
        """Have Discord keep a picture of a table's last turn, and send its address.

        Raises Refused without a picture and if Discord does not take it, and TableError as `Beyond.draw_turn` does.
        """
        guest = await self._enter(request)
        table, _ = await self._find_table(request, guest)
        self._limits.check(f"share {guest.user_id}", 3, 0.05)
        picture = await self.beyond.draw_turn(guest, table) if self.beyond is not None else None
        if picture is None:
            raise Refused(404, "error.no_picture")
        try:
            return web.json_response({"url": await self.application.upload(picture, "turn.webp")})
        except NotVouchedFor as error:
            log.warning("A picture could not be shared: %s", error)
            raise Refused(503, "page.error.inside") from error

    async def _enter(self, request: web.Request) -> Guest:
        """Return the person whose page sends a request, after a check of its origin. Raises Refused."""
        check_origin(request, self.application.origin)
        return await self._find_guest(request)

    async def _show(self, guest: Guest, table: Table) -> web.Response:
        """Send the address of a table's page: the person's private page if they play, else the public one.

        Raises Refused for a table without a page.
        """
        if table.game.status not in HAS_PAGE:
            raise Refused(409, "page.error.no_page")
        told = {"game": table.id, "language": guest.language}
        if not is_player(guest, table):
            return web.json_response({**told, "page": strip(await self._links.find_page(table.id))})
        link, _, secret = (await self._links.make_private(table.id, guest.user_id, is_inside=True)).partition("#")
        response = web.json_response({**told, "page": strip(link)})
        set_cookie(response, COOKIE, secret, strip(link), int(UNUSED.total_seconds()))
        return response


def strip(link: str) -> str:
    """Return the path of a link, without the host: the frame in Discord has another host."""
    return "/" + link.split("/", 3)[3]


def is_player(guest: Guest, table: Table) -> bool:
    """Return whether a person plays a running game, for themselves or for someone who is away."""
    return table.game.status == "playing" and bool(find_seats(PLAY, table, guest.user_id))


def is_here(guest: Guest, table: Table) -> bool:
    """Return whether a table is played in the channel where someone is, or in a thread of it."""
    place, game = guest.place, table.game
    return (
        place is not None and place.guild_id == game.guild_id and place.channel_id in (game.channel_id, game.thread_id)
    )


def set_cookie(response: web.Response, name: str, value: str, path: str, seconds: int | None = None) -> None:
    """Have a browser keep a cookie that no script can read, and that only one of Discord's frames sends."""
    age = f"; Max-Age={seconds}" if seconds is not None else ""
    # Older versions of Python do not know partitioned cookies.
    rules = f"Path={path}{age}; HttpOnly; Secure; SameSite=None; Partitioned"
    response.headers.add("Set-Cookie", f"{name}={value}; {rules}")


def read_text(body: Mapping[str, Any], name: str) -> str:
    """Return the ASCII text of a field in a page's request. Raises Refused if there is none."""
    word = body.get(name)
    if not isinstance(word, str) or not word.isascii():
        raise Refused(400, "page.error.request")
    return word


def write_words(language: Language, names: tuple[str, ...]) -> dict[str, str]:
    """Return the texts with these names, which the page shows outside the board."""
    return {name: language.say(f"ui.inside.word.{name}") for name in names}


def write_table(language: Language, table: Table, guest: Guest, way: str) -> dict[str, str]:
    """Return a table for the list, as texts: its name, its state, and the person's actions there."""
    language = language.of_game(*table.voice)
    game = table.game
    told = {"game": game.id, "name": game.name, "line": write_line(language, table, guest)}
    can_open = way == "join" or game.status in HAS_PAGE
    return told | (
        {"verb": "join" if way == "join" else "open", "label": language.say(f"ui.inside.way.{way}")} if can_open else {}
    )


def write_line(language: Language, table: Table, guest: Guest) -> str:
    """Return the state of a table's game in one line."""
    taken = sum(row.kind != "empty" for row in table.seats)
    question = table.state.question
    if table.game.status == "open":
        return language.say("ui.inside.line.open", scenario=table.game.scenario, count=taken, of=len(table.seats))
    if table.game.status == "archived":
        return language.say("ui.inside.line.archived", scenario=table.game.scenario)
    key = "yours" if waits_for(table, guest.user_id) else "playing"
    if question is None or not question.seat:
        return language.say("ui.inside.line.over", scenario=table.game.scenario)
    return language.say(f"ui.inside.line.{key}", scenario=table.game.scenario, seat=question.seat)
