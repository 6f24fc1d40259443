"""A stand-in for Discord's window, for ``gandhi play`` and for tests: a frame with one of our pages inside it.

It has three parts of Discord: the frame, which talks to the page; the proxy for all its traffic, with Discord's own
rules; and the routes that say who someone is and who is in an Activity.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from typing import Any, Final

import aiohttp
from aiohttp import web

from bot.web.application import Application, Visitor
from bot.web.connections import listen

SECRET: Final = "the client secret"  # noqa: S105
TOKEN: Final = "the token of the bot"  # noqa: S105
APPLICATION: Final = 1930_03_12
RULES: Final = (
    "default-src 'self' https://discord.com/api; script-src 'self'; style-src 'self'; connect-src 'self' "
    "https://discord.com/api; img-src 'self' data: blob: https://cdn.discordapp.com https://media.discordapp.net"
)
"""The documented rules of Discord's proxy for what a page may load, applied on top of ours."""
KEPT_BACK: Final = frozenset({"content-length", "transfer-encoding", "connection", "keep-alive", "host"})
"""Headers that concern one connection only, and are not passed on."""
FILES: Final = {"/": ("window.html", "text/html"), "/window.js": ("window.js", "text/javascript")}


class Window:
    """The stand-in for the window. ``people`` has the people who may be in it, by name or id.

    The Activity is in a channel of a server, or in a private one (``guild_id`` is None). ``holds_streams`` makes its
    proxy hold an answer back until it is complete, as some proxies do.
    """

    def __init__(
        self, pages: str, ports: tuple[int, int], people: Mapping[str, Visitor], channel_id: int, guild_id: int | None
    ) -> None:
        self.address = f"http://localhost:{ports[0]}"
        self.proxy = f"http://127.0.0.1:{ports[1]}"
        self.people = dict(people)
        self.channel_id = channel_id
        self.guild_id = guild_id
        self.instance_id = "i-1930-gc"
        self.present = {one.user_id for one in people.values()}
        self.holds_streams = False
        self.uploads: list[bytes] = []
        self._pages = pages
        self._ports = ports
        self._codes: dict[str, Visitor] = {}
        self._tokens: dict[str, Visitor] = {}

    def find_application(self, *framed_by: str) -> Application:
        """Return an application that asks this window instead of Discord. ``framed_by`` are pages around the window."""
        api, frames = f"http://127.0.0.1:{self._ports[0]}/api", (self.address, *framed_by)
        return Application(TOKEN, SECRET, lambda: APPLICATION, api_base=api, origin=self.proxy, frames=frames)

    def make_code(self, name: str) -> str:
        """Return a code for the person with this key in `people`. A page finds out with it, once, who they are."""
        code = secrets.token_urlsafe(12)
        self._codes[code] = self.people[name]
        return code

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Serve the frame, the proxy and the routes during the block."""
        outer, inner = web.Application(client_max_size=1 << 24), web.Application()
        for path in FILES:
            outer.router.add_get(path, self._send_file)
        outer.router.add_post("/code", self._send_code)
        outer.router.add_post("/api/oauth2/token", self._exchange)
        outer.router.add_get("/api/users/@me", self._send_me)
        outer.router.add_get("/api/applications/{application}/activity-instances/{instance}", self._send_instance)
        outer.router.add_post("/api/applications/{application}/attachment", self._keep)
        inner.router.add_route("*", "/{path:.*}", self._pass_on)
        async with (
            aiohttp.ClientSession(auto_decompress=False, timeout=aiohttp.ClientTimeout(None)) as self._session,
            listen(outer, "127.0.0.1", self._ports[0]),
            listen(inner, "127.0.0.1", self._ports[1]),
        ):
            yield

    # -- the frame -----------------------------------------------------------------------------------------

    async def _send_file(self, request: web.Request) -> web.Response:
        name, kind = FILES[request.path]
        words = files("bot.console").joinpath("page", name).read_text(encoding="utf-8")
        told: dict[str, Any] = {"page": self.proxy, "instance": self.instance_id, "channel": str(self.channel_id)}
        told |= {"guild": str(self.guild_id or ""), "people": {key: one.name for key, one in self.people.items()}}
        return web.Response(text=words.replace("/*DATA*/", json.dumps(told)), content_type=kind)

    async def _send_code(self, request: web.Request) -> web.Response:
        name = (await request.json())["name"]
        return web.json_response({"code": self.make_code(name)} if name in self.people else {})

    # -- the routes of the application ---------------------------------------------------------------------

    async def _exchange(self, request: web.Request) -> web.Response:
        form = await request.post()
        is_ours = (form.get("client_id"), form.get("client_secret")) == (str(APPLICATION), SECRET)
        who = self._codes.pop(str(form.get("code")), None) if is_ours else None
        if who is None or form.get("grant_type") != "authorization_code":
            return web.json_response({"error": "invalid_grant"}, status=400)
        token = secrets.token_urlsafe(12)
        self._tokens[token] = who
        return web.json_response({"access_token": token, "token_type": "Bearer", "scope": "identify"})

    async def _send_me(self, request: web.Request) -> web.Response:
        who = self._tokens.get(request.headers.get("Authorization", "").removeprefix("Bearer "))
        if who is None:
            return web.json_response({"code": 0, "message": "401: Unauthorized"}, status=401)
        return web.json_response(
            {"id": str(who.user_id), "username": who.name.lower(), "global_name": who.name, "locale": who.locale}
        )

    async def _send_instance(self, request: web.Request) -> web.Response:
        asked = (request.match_info["application"], request.match_info["instance"])
        if asked != (str(APPLICATION), self.instance_id) or request.headers.get("Authorization") != f"Bot {TOKEN}":
            return web.json_response({"code": 0, "message": "404: Not Found"}, status=404)
        kind, more = ("gc", {"guild_id": str(self.guild_id)}) if self.guild_id is not None else ("pc", {})
        place = {"id": f"{kind}-{self.channel_id}", "kind": kind, "channel_id": str(self.channel_id), **more}
        who = [str(one) for one in sorted(self.present)]
        told = {"application_id": str(APPLICATION), "instance_id": self.instance_id, "launch_id": "1"}
        return web.json_response({**told, "location": place, "users": who})

    async def _keep(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return web.json_response({"code": 0, "message": "401: Unauthorized"}, status=401)
        form: Any = await request.post()
        self.uploads.append(form["file"].file.read())
        url = f"https://cdn.discordapp.com/ephemeral-attachments/{len(self.uploads)}/{form['file'].filename}"
        told = {"id": str(len(self.uploads)), "filename": form["file"].filename, "size": len(self.uploads[-1])}
        return web.json_response({"attachment": {**told, "url": url, "proxy_url": url}})

    # -- the proxy -----------------------------------------------------------------------------------------

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        """Pass a request on to the page server; add Discord's Content-Security-Policy to that of the answer."""
        headers = {name: value for name, value in request.headers.items() if name.lower() not in KEPT_BACK}
        headers["X-Forwarded-For"] = "35.0.0.1"
        address, body = self._pages + request.path_qs, await request.read()
        asking = self._session.request(request.method, address, headers=headers, data=body, allow_redirects=False)
        async with asking as answer:
            response = web.StreamResponse(status=answer.status)
            for name, value in answer.headers.items():
                if name.lower() not in KEPT_BACK:
                    response.headers.add(name, value)
            response.headers.add("Content-Security-Policy", RULES)
            if answer.content_type == "text/event-stream" and not self.holds_streams:
                await response.prepare(request)
                with suppress(aiohttp.ClientError, ConnectionError):
                    async for part in answer.content.iter_any():
                        await response.write(part)
                return response
            whole = await answer.read()
            await response.prepare(request)
            await response.write(whole)
            return response
