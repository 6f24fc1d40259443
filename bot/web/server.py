"""Serves the web pages. Off unless GANDHI_WEB names an address; behind a proxy that speaks HTTPS.

The page of a table asks for its data once, and then receives changes as server-sent events. Actions on a private page
use the same entry points of the table service as a click on Discord, with their checks of permissions, outdated moments
and repeated requests. What is in a page is written in `bot.web.pages`, `bot.web.turn` and `bot.web.seasons`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from bot.errors import SettingsError, TableError, explain, explain_storage
from bot.games.frontend import front_of
from bot.games.registry import FRONTS
from bot.language import Language
from bot.narrate.records import write_proof
from bot.narrate.standing import link
from bot.tables.authorization import PLAY, find_seats
from bot.tables.moments import TableMoment
from bot.tables.play import Tables
from bot.tables.preferences import Preferences
from bot.tables.records import prove, record_game
from bot.tables.table import Table
from bot.typed import read_address, read_number
from bot.web.acting import AT_TABLE, Done, PageActor, Senseless, find_ways, read_tap, read_touch
from bot.web.answers import (
    Refused,
    RequestLimits,
    check_origin,
    find_language,
    name_places,
    number_of,
    read_json,
    send_body,
    send_json,
    write_rules,
)
from bot.web.connections import find_host, listen
from bot.web.files import VERSION, PictureFiles, draw_emblem, read_files
from bot.web.inside import COOKIE, Inside
from bot.web.links import INSIDE, UNUSED, Links
from bot.web.pages import Page, Pages, find_reasons
from bot.web.push import Pushes, name_device, read_device
from bot.web.seasons import SeasonPages
from bot.web.streams import Reader, Streams
from bot.web.turn import write_beside, write_news, write_rule, write_turn, write_way
from bot.worker import WHOSE
from engine.core.errors import GameError, ReplayFailed
from engine.core.text import Text
from storage import StorageError, UnknownGame
from texts import list_languages

log = logging.getLogger(__name__)

MOST_BODY: Final = 8_000
YEAR: Final = 31_536_000
SHORT: Final = 12
"""The most letters of a table's name below an icon on a home screen."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class WebServer:
    """Answers the requests of browsers. ``framed_by`` is the origin of a page that may show these pages inside it."""

    def __init__(self, tables: Tables, links: Links, framed_by: str = "", inside: Inside | None = None) -> None:
        self._tables = tables
        self._inside = inside
        self._links = links
        self._pages = Pages(tables)
        self._limits = RequestLimits()
        self._pictures = PictureFiles()
        self.pushes = Pushes(tables, links)
        self._streams = Streams(tables)
        links.on_renewed = self.notice
        self._seasons = SeasonPages(tables.storage, links, f"{urlsplit(links.base).path}/static/{VERSION}/season.css")
        parts = urlsplit(links.base)
        self._origin, self._prefix = f"{parts.scheme}://{parts.netloc}", parts.path
        self._is_secure = parts.scheme == "https"
        self._files = read_files(self._prefix)
        self._headers = {
            "Content-Security-Policy": write_rules(framed_by or "'none'"),
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        }

    def make_app(self) -> web.Application:
        """Return the application with every route."""
        app = web.Application(middlewares=[self._guard], client_max_size=MOST_BODY)
        if self._inside is not None:
            self._inside.add_routes(app)
        app.router.add_get("/push.js", self._send_worker)
        app.router.add_get("/static/{version}/{file}", self._send_file)
        app.router.add_get("/s/{season}/{address}", self._send_season)
        app.router.add_get("/pictures/{version}/{stage}/{theme}/{picture}.webp", self._send_picture)
        app.router.add_get("/emblems/{kind}.svg", self._send_emblem)
        for base in ("/t/{address}", "/t/{address}/p/{link}"):
            app.router.add_get(base, self._send_shell)
            app.router.add_get(f"{base}/data", self._send_data)
            app.router.add_get(f"{base}/events", self._send_events)
            app.router.add_get(f"{base}/since", self._send_since)
            app.router.add_get(f"{base}/reasons", self._send_reasons)
            app.router.add_get(f"{base}/rule", self._send_rule)
            app.router.add_get(f"{base}/manifest.json", self._send_manifest)
            app.router.add_get(f"{base}/proof", self._send_proof)
            app.router.add_get(f"{base}/record", self._send_record)
        app.router.add_post("/t/{address}/p/{link}/enter", self._enter)
        app.router.add_get("/t/{address}/p/{link}/turn", self._send_turn)
        app.router.add_get("/t/{address}/p/{link}/ways", self._send_ways)
        app.router.add_get("/t/{address}/p/{link}/beside", self._send_beside)
        app.router.add_post("/t/{address}/p/{link}/do", self._do)
        app.router.add_get("/t/{address}/p/{link}/push", self._send_push)
        app.router.add_post("/t/{address}/p/{link}/push", self._push)
        return app

    def notice(self, game_id: str) -> None:
        """Send the readers of a table its changes, and notify the person who is asked now."""
        self._pages.notice(game_id)
        self._streams.wake(game_id)
        self.pushes.notice(game_id)

    def compare(self, table: Table) -> None:
        """Send the readers of a table its changes if another program has changed it."""
        if self._pages.is_outdated(table):
            self.notice(table.id)

    async def close(self) -> None:
        """End every stream, and the connections to push services and Discord."""
        await self.pushes.close()
        await self._streams.close()
        if self._inside is not None:
            await self._inside.application.close()

    # -- every request -------------------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request. Any error becomes one sentence, and every answer has the common headers."""
        try:
            response = await handler(request)
        except (asyncio.CancelledError, ConnectionError):
            raise
        except Exception as error:
            response = write_refusal(request, error, self._tables.lobby.name_place)
        if not response.prepared:
            for name, value in (*self._headers.items(), ("Cache-Control", "no-store")):
                response.headers.setdefault(name, value)
        return response

    async def _find_game(self, request: web.Request) -> str:
        address = request.match_info["address"]
        if "link" not in request.match_info:
            self._limits.check(self._name_reader(request), 200, 20)
        game_id = await self._links.find_game(address)
        if not game_id:
            raise Refused(404, "page.error.gone")
        return game_id

    async def _find_person(self, request: web.Request, game_id: str) -> int:
        link = request.match_info["link"]
        secret = request.cookies.get(COOKIE, "")
        user_id = await self._links.find_person(game_id, link, secret) if secret else None
        if user_id is None:
            self._limits.check(f"stranger {find_host(request)}", 20, 1)
            raise Refused(403, "page.error.link")
        self._limits.check(f"link {link}", 40, 10)
        return user_id

    def _check_origin(self, request: web.Request) -> None:
        """Raise Refused unless a request comes from one of our pages: inside Discord if its link is for there."""
        is_inside = request.match_info["link"].startswith(INSIDE) and self._inside is not None
        check_origin(request, self._inside.application.origin if is_inside and self._inside else self._origin)

    def _name_reader(self, request: web.Request) -> str:
        """Return the name of a public page's reader for limits: their address or, inside Discord, their id.

        Inside Discord all readers have the same address.
        """
        guest = self._inside.find(request) if self._inside is not None else None
        return f"guest {guest.user_id}" if guest is not None else f"reader {find_host(request)}"

    # -- what everyone may see ----------------------------------------------------------------------------

    async def _send_shell(self, request: web.Request) -> web.StreamResponse:
        await self._find_game(request)
        return web.Response(body=self._files["page.html"].body, content_type="text/html", charset="utf-8")

    async def _send_season(self, request: web.Request) -> web.StreamResponse:
        self._limits.check(self._name_reader(request), 200, 20)
        club = await self._seasons.find(request.match_info["season"], request.match_info["address"])
        text = await self._seasons.write(club, request.query.get("language", ""))
        return web.Response(text=text, content_type="text/html")

    async def _send_file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["file"]
        if name not in self._files or name == "page.html":
            raise web.HTTPNotFound
        file, headers = self._files[name], {"Cache-Control": f"public, max-age={YEAR}, immutable"}
        if file.packed and "gzip" in request.headers.get("Accept-Encoding", ""):
            headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
            return web.Response(body=file.packed, content_type=file.kind, headers=headers)
        return web.Response(body=file.body, content_type=file.kind, headers=headers)

    async def _send_picture(self, request: web.Request) -> web.StreamResponse:
        name, theme, picture = (request.match_info[part] for part in ("stage", "theme", "picture"))
        found = await self._pictures.find(name, theme, picture)
        if found is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": f"public, max-age={YEAR}"}
        return web.Response(body=found, content_type="image/webp", headers=headers)

    async def _send_data(self, request: web.Request) -> web.StreamResponse:
        page = await self._find_page(request, await self._find_game(request))
        self._pictures.add(page.stage)
        source = f"{self._prefix}/pictures/{VERSION}/{page.stage.name}"
        return send_body(request, *await page.pack(list_languages(), source))

    async def _find_page(self, request: web.Request, game_id: str) -> Page:
        if self._tables.storage.is_shared:
            # Another process may have changed the table.
            self.compare(await self._tables.table(game_id))
        page = await self._pages.find(game_id, find_language(request).code)
        if page is None:
            raise Refused(404, "page.error.no_page")
        return page

    async def _send_reasons(self, request: web.Request) -> web.StreamResponse:
        page = await self._find_page(request, await self._find_game(request))
        number = read_number(request.query.get("moment", ""), -1)
        return await send_json(request, await find_reasons(self._tables, page, page.table.id, number))

    async def _send_rule(self, request: web.Request) -> web.StreamResponse:
        table = await self._tables.table(await self._find_game(request))
        told = write_rule(find_language(request), request.query.get("number", ""), table.game.kind)
        return await send_json(request, told)

    async def _send_proof(self, request: web.Request) -> web.StreamResponse:
        game_id = await self._find_game(request)
        self._limits.check(f"proof of {self._name_reader(request)}", 5, 0.1)
        proof = await prove(self._tables.storage, game_id)
        return await send_json(request, {"lines": write_proof(find_language(request), proof).splitlines()})

    async def _send_record(self, request: web.Request) -> web.StreamResponse:
        game_id = await self._find_game(request)
        self._limits.check(f"proof of {self._name_reader(request)}", 5, 0.1)
        name, body = await record_game(self._tables.storage, game_id)
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return web.Response(body=body, content_type="application/jsonl", headers=headers)

    async def _send_manifest(self, request: web.Request) -> web.StreamResponse:
        """Send the data for adding a page to a home screen; the address in it opens nothing without a secret."""
        table = await self._tables.table(await self._find_game(request))
        here = request.path.removesuffix("/manifest.json")
        emblem = f"{self._prefix}/emblems/{table.game.kind}.svg"
        return web.json_response(
            {
                "name": table.game.name,
                "short_name": table.game.name[:SHORT],
                "start_url": f"{self._prefix}{here}",
                "scope": f"{self._prefix}{here}",
                "display": "standalone",
                "background_color": "#efe6d2",
                "theme_color": "#efe6d2",
                "icons": [{"src": emblem, "sizes": "any", "type": "image/svg+xml"}],
            },
            content_type="application/manifest+json",
        )

    async def _send_emblem(self, request: web.Request) -> web.StreamResponse:
        kind = request.match_info["kind"]
        if kind not in FRONTS:
            raise web.HTTPNotFound
        headers = {"Cache-Control": f"public, max-age={YEAR}"}
        return web.Response(body=draw_emblem(front_of(kind)), content_type="image/svg+xml", headers=headers)

    async def _send_since(self, request: web.Request) -> web.StreamResponse:
        """Send the changes once, to a reader whose stream is held back by a proxy."""
        game_id = await self._find_game(request)
        user_id = await self._find_person(request, game_id) if "link" in request.match_info else None
        page = await self._find_page(request, game_id)
        moment = await self._tables.moment(game_id, user_id) if user_id is not None else None
        news = msgspec.Raw(page.write_since(request.query.get("at", "")))
        return await send_json(request, {"page": news, "turn": moment.token if moment is not None else ""})

    async def _send_events(self, request: web.Request) -> web.StreamResponse:
        """Send changes from the reader's mark until the reader leaves."""
        game_id = await self._find_game(request)
        link = request.match_info.get("link", "")
        user_id = await self._find_person(request, game_id) if link else None
        whose = f"link {link}" if link else self._name_reader(request)
        reader = Reader(
            game_id,
            user_id,
            whose,
            request.headers.get("Last-Event-ID") or request.query.get("at", ""),
            lambda: self._find_page(request, game_id),
            lambda: self._may_read(request, game_id, user_id),
            lambda: request.transport is not None and not request.transport.is_closing(),
        )
        with self._streams.hold_place(reader):
            await self._find_page(request, game_id)
            response = web.StreamResponse(
                headers={**self._headers, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
            )
            response.content_type = "text/event-stream"
            await response.prepare(request)
            try:
                await self._streams.send(response, reader)
            except Exception as error:
                # The answer has begun, so no other can be sent. The browser asks again, and gets the error then.
                write_refusal(request, error, self._tables.lobby.name_place)
            return response

    async def _may_read(self, request: web.Request, game_id: str, user_id: int | None) -> bool:
        """Return whether a page is still at the address of a request and, if private, still that person's."""
        if user_id is None:
            return await self._links.is_page(game_id, request.match_info["address"])
        link, secret = request.match_info["link"], request.cookies.get(COOKIE, "")
        return await self._links.find_person(game_id, link, secret, is_use=False) == user_id

    # -- a person's own page -------------------------------------------------------------------------------

    async def _enter(self, request: web.Request) -> web.StreamResponse:
        """Take the secret of a private link, and have the browser keep it as a cookie that no script can read.

        Raises Refused for a wrong secret, and after too many attempts from one address.
        """
        self._check_origin(request)
        game_id = await self._find_game(request)
        link = request.match_info["link"]
        self._limits.check(f"stranger {find_host(request)}", 20, 1)
        secret = (await read_json(request)).get("secret")
        if not isinstance(secret, str) or await self._links.find_person(game_id, link, secret) is None:
            raise Refused(403, "page.error.link")
        response = web.json_response({})
        self._keep_secret(request, response, secret)
        return response

    def _keep_secret(self, request: web.Request, response: web.StreamResponse, secret: str) -> None:
        """Have the browser keep the secret of a private link for as long as the link may be unused."""
        response.set_cookie(
            COOKIE,
            secret,
            path=f"{self._prefix}/t/{request.match_info['address']}/p/{request.match_info['link']}",
            max_age=int(UNUSED.total_seconds()),
            httponly=True,
            secure=self._is_secure,
            samesite="Strict",
        )

    async def _send_turn(self, request: web.Request) -> web.StreamResponse:
        player, page = await self._find_player(request)
        moment = await player.look_again(request.query.get("session", AT_TABLE), request.query.get("token", ""))
        response = await self._send_done(request, player, page, Done(moment), has_news=True)
        if not request.match_info["link"].startswith(INSIDE):
            # Each use renews the week of a link; inside Discord, a page gets another link when it is loaded.
            self._keep_secret(request, response, request.cookies[COOKIE])
        return response

    async def _send_ways(self, request: web.Request) -> web.StreamResponse:
        """Send the meanings of a touch at the page's moment, or nothing if that has passed."""
        player, page = await self._find_player(request)
        touch, token = read_touch(request.query, page.stage), request.query.get("token", "")
        moment = await player.look_again(request.query.get("session", AT_TABLE), token)
        ways = find_ways(moment, touch) if moment.token == token else []
        told = [write_way(page.language, moment, way, touch.places) for way in ways]
        return await send_json(request, {"token": token, "ways": told})

    async def _send_beside(self, request: web.Request) -> web.StreamResponse:
        """Send the sheet of a seat or the standing orders, which a person reads beside the board."""
        player, page = await self._find_player(request)
        what = request.query.get("what", "")
        return await send_json(request, await write_beside(self._tables, page, player.game_id, player.user_id, what))

    async def _do(self, request: web.Request) -> web.StreamResponse:
        """Do what a person has tapped. A refusal comes with the present moment."""
        self._check_origin(request)
        player, page = await self._find_player(request)
        body = await read_json(request)
        tap = read_tap(body, number_of(request.match_info["link"], body.get("once")))
        WHOSE.set(player.user_id)
        try:
            done = await player.act(tap)
        except Senseless:
            raise
        except GameError as error:
            done = Done(await player.look_again(tap.session, tap.token))
            done.moment.notes = [explain(error)]
        self._streams.count_tap(player.game_id, player.user_id)
        # Automatic players may have answered a Confirm already, or played to the end.
        has_news = tap.verb == "confirm" and (done.moment.is_mine or done.moment.decision is None)
        return await self._send_done(request, player, page, done, has_news=has_news)

    async def _send_worker(self, request: web.Request) -> web.StreamResponse:
        """Send the program that shows notifications, from an address where it may act for the pages of all tables."""
        return web.Response(body=self._files["push.js"].body, content_type="text/javascript", charset="utf-8")

    async def _send_push(self, request: web.Request) -> web.StreamResponse:
        """Send the key with which a browser asks for notifications ("": there are none), and whether Discord pings."""
        user_id = await self._find_person(request, await self._find_game(request))
        preferences = await self._tables.wishes.find(user_id)
        return await send_json(request, {"key": await self.pushes.find_key(), "ping": preferences.ping})

    async def _push(self, request: web.Request) -> web.StreamResponse:
        """Turn the notifications of this browser, or the pings of Discord, on or off for a person."""
        self._check_origin(request)
        user_id = await self._find_person(request, await self._find_game(request))
        body = await read_json(request)
        if isinstance(ping := body.get("ping"), bool):
            await self._tables.wishes.change(user_id, Preferences(ping=ping), ("ping",))
        elif "auth" in body:
            await self.pushes.add(read_device(body, user_id, self._tables.storage.now()))
        else:
            await self.pushes.remove(name_device(str(body.get("endpoint"))), user_id)
        return await send_json(request, {})

    async def _find_player(self, request: web.Request) -> tuple[PageActor, Page]:
        """Return the actor for the person of a private page, and the page before any action. Raises Refused."""
        game_id = await self._find_game(request)
        user_id = await self._find_person(request, game_id)
        page = await self._find_page(request, game_id)
        return PageActor(self._tables, game_id, user_id, page.language, page.stage), page

    async def _send_done(
        self, request: web.Request, player: PageActor, page: Page, done: Done, *, has_news: bool = False
    ) -> web.StreamResponse:
        """Send the moment after an action; with ``has_news`` also what others have done meanwhile."""
        seats = find_seats(PLAY, await self._tables.table(player.game_id), player.user_id)
        told = write_turn(page.language, done, page, seats)
        told["notes"] = [name_places(note, self._tables.lobby.name_place) for note in told["notes"]]
        if has_news and isinstance(done.moment, TableMoment):
            tale = await self._tables.recaps.tell_since(player.game_id, player.user_id)
            # The page is found again, because the action and the automatic players have changed it.
            page = await self._find_page(request, player.game_id)
            told["news"] = write_news(page.language, done.moment, tale, page, seats)
        if done.rematch is not None and not request.match_info["link"].startswith(INSIDE):
            told["link"] = await self._write_link(page.language, done.rematch, player.user_id)
        return await send_json(request, told)

    async def _write_link(self, language: Language, table: Table, user_id: int) -> dict[str, str]:
        """Write the link to another table: to a person's page if they play there, and to Discord before it begins."""
        if table.has_begun and find_seats(PLAY, table, user_id):
            private = await self._links.make_private(table.id, user_id)
            return {"label": language.say("ui.button.open_board"), "href": private}
        return {"label": language.say("ui.button.open_discord"), "href": link(table)}


def write_refusal(request: web.Request, error: Exception, name_place: Callable[[int], str]) -> web.Response:
    """Return an answer with the sentence about the error of a request. An unexpected error is logged."""
    status, what = explain_refusal(error)
    sentence = name_places(find_language(request).say(what), name_place)
    response = web.json_response({"error": sentence}, status=status)
    if status in (429, 503):
        # Under too much load, the connection is closed, so that someone else can have it.
        response.force_close()
    return response


def explain_refusal(error: Exception) -> tuple[int, str | Text]:
    """Return the status of a failed request, and the text for it. Errors that are not refusals are logged."""
    match error:
        case Refused():
            return error.status, error.key
        case UnknownGame():
            return 404, "page.error.gone"
        case StorageError():
            log.error("The database failed a request of a web page: %s", error)
            return 503, explain_storage(error)
        case Senseless():
            return 400, error.text
        case TableError() | ReplayFailed():
            return 409, error.text
        case web.HTTPException():
            return error.status, "page.error.request"
    log.error("A web page could not be answered.", exc_info=error)
    return 500, "page.error.server"


@asynccontextmanager
async def serve_web(
    tables: Tables, links: Links | None, address: str, framed_by: str = "", inside: Inside | None = None
) -> AsyncIterator[None]:
    """Serve the pages at ``address``, as ``host:port``, during the block; serve nothing if ``links`` is None.

    ``framed_by`` is the origin of a page that may show these pages in a frame; ``inside`` serves them in Discord too.
    Raises SettingsError if the address cannot be used.
    """
    if links is None:
        yield
        return
    host, port = read_address("GANDHI_WEB", address)
    server = WebServer(tables, links, framed_by, inside)
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(listen(server.make_app(), host, port))
        except OSError as error:
            raise SettingsError(f"The web pages cannot be served at {address}: {error.strerror}.") from error
        stack.push_async_callback(server.close)
        tables.transactions.on_change = server.notice
        tables.transactions.on_status = server.compare
        await server.pushes.begin()
        yield
