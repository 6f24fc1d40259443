"""A small Discord on loopback: enough for a bot to log in, become ready, and leave."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

TOKEN = "a.token.of.ours"  # noqa: S105
BOT = {"id": "42", "username": "Gandhi", "discriminator": "0", "avatar": None, "bot": True}
HEARTBEAT = 41_250
"""Milliseconds between heartbeats, as Discord asks for."""


@dataclass
class StandIn:
    """The stand-in, with what the bot did."""

    port: int = 0
    commands: list[dict[str, Any]] = field(default_factory=list)
    intents: int = 0
    closed_with: int | None = None
    ready: int = 0

    @property
    def settings(self) -> dict[str, str]:
        """Return the environment that points the bot here."""
        return {
            "DISCORD_API_BASE": f"http://127.0.0.1:{self.port}/api/v10",
            "DISCORD_GATEWAY": f"ws://127.0.0.1:{self.port}/gateway",
        }

    async def answer(self, request: web.Request) -> web.Response:
        """Answer each request that a bot makes of the REST interface at its start."""
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return reply({"code": 0, "message": "401: Unauthorized"}, status=401)
        if request.path.endswith("/users/@me"):
            return reply(BOT)
        if request.path.endswith("/applications/@me"):
            team = {"id": "43", "name": "Gandhi", "icon": None, "description": "", "bot_public": True}
            return reply({**team, "bot_require_code_grant": False, "verify_key": "", "owner": BOT, "flags": 0})
        if request.method == "GET" and request.path.endswith("/commands"):
            return reply([])
        if request.method == "PUT" and request.path.endswith("/commands"):
            self.commands = await request.json()
            made = [
                {"id": str(100 + number), "application_id": "43", "version": "1", **command}
                for number, command in enumerate(self.commands)
            ]
            return reply(made)
        return reply({"code": 0, "message": f"404: {request.path}"}, status=404)

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        """Serve the gateway: say hello, answer identify with ready, and confirm heartbeats."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": HEARTBEAT}, "s": None, "t": None})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            sent = json.loads(message.data)
            if sent["op"] == 1:
                await socket.send_json({"op": 11, "d": None, "s": None, "t": None})
            elif sent["op"] == 2:
                self.intents = sent["d"]["intents"]
                await socket.send_json({"op": 0, "s": 1, "t": "READY", "d": self.greeting()})
                self.ready += 1
        self.closed_with = socket.close_code
        return socket

    def greeting(self) -> dict[str, Any]:
        """Return the first event for a bot that is in no server."""
        return {
            "v": 10,
            "user": BOT,
            "guilds": [],
            "private_channels": [],
            "session_id": "one",
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
            "application": {"id": "43", "flags": 0},
        }


def reply(data: Any, status: int = 200) -> web.Response:
    """Return an answer with exactly the content type that clients compare with."""
    return web.Response(body=json.dumps(data), status=status, content_type="application/json")


@asynccontextmanager
async def stand_in() -> AsyncIterator[StandIn]:
    """Provide a running stand-in, on a free port of loopback."""
    made = StandIn()
    application = web.Application()
    application.router.add_get("/gateway", made.gateway)
    application.router.add_route("*", "/api/v10/{rest:.*}", made.answer)
    runner = web.AppRunner(application, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    made.port = runner.addresses[0][1]
    try:
        yield made
    finally:
        await runner.cleanup()
