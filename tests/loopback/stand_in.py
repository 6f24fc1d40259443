"""The stand-in itself: Discord's REST interface and gateway on this machine, as far as the bot uses them.

It answers as Discord documents it, refuses what Discord refuses, and writes down in ``faults`` whatever a client or
the stand-in itself did that Discord would not have. `StandIn.fail_next` makes the network fail in a chosen place.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from base64 import b64decode
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, Literal

from aiohttp import BodyPartReader, web

from bot.discord.outgoing import walk
from tests.loopback import judge
from tests.loopback.channels import Channels
from tests.loopback.exchange import CHOICES, DEFER_REPLY, FORM, LAUNCH, PATIENT_SECONDS, REPLY, UPDATE, Exchange
from tests.loopback.gateway import Gateway, Session
from tests.loopback.judge import ENTRY
from tests.loopback.permissions import Refused, find_permissions
from tests.loopback.world import (
    ALL_PERMISSIONS,
    APPLICATION,
    CHANNEL,
    EPHEMERAL,
    GUILD,
    IN_PRIVATE,
    LOADING,
    PRIVATE,
    Files,
    World,
    next_id,
)

Json = dict[str, Any]
Failure = Literal["500", "503", "429", "429 for long", "403", "400", "413", "reset_before", "reset_after", "hang"]

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
HOOK = "/webhooks/{webhook_id}/{webhook_token}"
CHANNEL_ROUTE = "/channels/{channel_id}"
MESSAGES = f"{CHANNEL_ROUTE}/messages"
THREADS = f"{CHANNEL_ROUTE}/threads"
THREAD_MEMBER = f"{CHANNEL_ROUTE}/thread-members/{{user_id}}"
ACTIVE_THREADS = "/guilds/{guild_id}/threads/active"
COMMANDS = "/applications/{application_id}/commands"
GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
EMOJIS = "/applications/{application_id}/emojis"
INSTANCES = "/applications/{application_id}/activity-instances/{instance_id}"
MADE, SILENT = 201, 204
MOST_EMOJIS = 2000
CREATING = {("POST", THREADS), ("POST", EMOJIS)}
INSTANCE: Final = "i-1947-gc"
"""The Activity that is open."""
LONG_WAIT = 15.0
"""Seconds that a client has to wait when it asks too often."""
REQUESTS_KEPT = 5000


@dataclass(frozen=True)
class Request:
    """A request as it came: ``path`` is the template of its address."""

    method: str
    path: str
    body: Any


class StandIn:
    """A Discord of one server. Made by `run_stand_in`."""

    def __init__(self) -> None:
        self.token = f"{secrets.token_urlsafe(18)}.{secrets.token_urlsafe(5)}.{secrets.token_urlsafe(28)}"
        self.world = World()
        self.exchanges: dict[str, Exchange] = {}
        self.requests: deque[Request] = deque(maxlen=REQUESTS_KEPT)
        self.faults: list[str] = []
        self.refusals: list[tuple[str, str, int]] = []
        self.is_judging = True
        self.acknowledge_seconds = PATIENT_SECONDS
        self.api_base = ""
        self.gateway = Gateway(self.world, self.token, "")
        self.posted = asyncio.Event()
        self.channels = Channels(self.world, self.gateway, self.posted)
        self.failed = asyncio.Event()
        self.synced = asyncio.Event()
        self.synced_guild = asyncio.Event()
        self._failures: deque[tuple[str, str, Failure]] = deque()
        self._runner: web.AppRunner | None = None
        self._port = 0

    async def start(self) -> None:
        """Listen on a free port of this machine; after `close`, on the same port again."""
        app = web.Application(client_max_size=1 << 25)
        for method, path, handler in self.list_routes():
            app.router.add_route(method, f"/api/v10{path}", self._serve(method, path, handler))
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_route("*", "/{rest:.*}", self._unknown)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self.api_base = f"http://127.0.0.1:{self._port}/api/v10"
        self.gateway.address = f"ws://127.0.0.1:{self._port}/gateway"

    async def close(self) -> None:
        """Stop listening, as when the network is lost."""
        for session in self.gateway.live:
            if session.socket is not None:
                await session.socket.close(1001)
        if self._runner is not None:
            await self._runner.cleanup()

    def fail_next(self, method: str, path: str, how: Failure, times: int = 1) -> None:
        """Let the next requests to a path (a template) fail: refused, unheard, heard and not answered, or hanging.

        ``failed`` is set when one has.
        """
        self.failed.clear()
        self._failures.extend([(method, path, how)] * times)

    @property
    def pending_failures(self) -> int:
        """Return how many failures have been asked for that no request has met yet."""
        return len(self._failures)

    async def send(self, exchange: Exchange, data: Json, session: Session | None = None) -> None:
        """Tell a client (the newest, unless another is named) of an interaction."""
        self.exchanges[exchange.token] = exchange
        user = self.world.users[exchange.user_id]
        channel = self.world.channels[exchange.channel_id]
        everything = ALL_PERMISSIONS
        if channel["type"] == PRIVATE:
            where = {
                "channel": channel,
                "user": user,
                "app_permissions": IN_PRIVATE,
                "authorizing_integration_owners": {"0": "0"},
                "context": 1,
            }
        else:
            where = {
                "guild_id": str(GUILD),
                "guild": {"id": str(GUILD), "locale": "en-US", "features": []},
                "channel": {**channel, "permissions": everything},
                "member": self.world.member(user),
                "app_permissions": str(find_permissions(self.world, exchange.channel_id).value),
                "guild_locale": "en-US",
                "authorizing_integration_owners": {"0": str(GUILD)},
                "context": 0,
            }
        payload = {
            "id": str(exchange.id),
            "application_id": str(APPLICATION),
            "type": exchange.kind,
            "data": data,
            **where,
            "channel_id": str(exchange.channel_id),
            "token": exchange.token,
            "version": 1,
            "locale": exchange.locale,
            "entitlements": [],
            "attachment_size_limit": 10 << 20,
        }
        if exchange.source is not None:
            payload["message"] = exchange.source
        await (session or self.gateway.live[-1]).tell("INTERACTION_CREATE", payload)

    # -- serving -------------------------------------------------------------------------------------------

    def list_routes(self) -> list[tuple[str, str, Callable[[web.Request, Any, Files], Awaitable[Any]]]]:
        original = f"{HOOK}/messages/@original"
        return [
            ("GET", "/users/@me", self._me),
            ("GET", "/gateway/bot", self._gateway),
            ("GET", "/oauth2/applications/@me", self._application),
            ("PUT", COMMANDS, self._put_commands),
            ("GET", COMMANDS, self._list_commands),
            ("PUT", GUILD_COMMANDS, self._put_guild_commands),
            ("GET", EMOJIS, self._list_emojis),
            ("POST", EMOJIS, self._make_emoji),
            ("DELETE", f"{EMOJIS}/{{emoji_id}}", self._delete_emoji),
            ("GET", INSTANCES, self._send_instance),
            ("POST", CALLBACK, self._callback),
            ("GET", original, self._get_original),
            ("PATCH", original, self._edit_original),
            ("POST", HOOK, self._follow_up),
            ("GET", CHANNEL_ROUTE, self.channels.get_channel),
            ("DELETE", CHANNEL_ROUTE, self.channels.delete_channel),
            ("PATCH", CHANNEL_ROUTE, self.channels.edit_channel),
            ("POST", THREADS, self.channels.make_thread),
            ("GET", ACTIVE_THREADS, self.channels.list_threads),
            ("PUT", THREAD_MEMBER, self.channels.add_member),
            ("GET", THREAD_MEMBER, self.channels.get_member),
            ("POST", MESSAGES, self.channels.post),
            ("GET", MESSAGES, self.channels.read_history),
            ("PUT", f"{MESSAGES}/pins/{{message_id}}", self.channels.pin),
            ("GET", f"{MESSAGES}/{{message_id}}", self.channels.get_message),
            ("PATCH", f"{MESSAGES}/{{message_id}}", self.channels.edit),
            ("DELETE", f"{MESSAGES}/{{message_id}}", self.channels.delete),
        ]

    def _serve(
        self, method: str, path: str, handler: Callable[[web.Request, Any, Files], Awaitable[Any]]
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """Return a handler with everything around it that all requests share."""

        async def serve(request: web.Request) -> web.StreamResponse:
            body, files = await read(request)
            failure = self._take_failure(method, path)
            if failure == "reset_before":
                return hang_up(request)
            if failure == "hang":
                await asyncio.sleep(3600)
            if failure is not None and failure[0].isdigit():
                return fail(failure)
            self.requests.append(Request(method, path, body))
            faults = judge.find_faults(method, path, body) if self.is_judging else []
            if faults:
                self.faults += faults
                return answer(400, {"code": 50035, "message": f"Invalid Form Body: {faults[0]}", "errors": {}})
            if not path.startswith(("/interactions", "/webhooks")) and (
                request.headers.get("Authorization") != f"Bot {self.token}"
            ):
                return answer(401, {"code": 0, "message": "401: Unauthorized"})
            try:
                self._check_emojis(body)
                made = await handler(request, body, files)
            except Refused as error:
                self.refusals.append((method, request.path, error.code))
                wait = {} if error.wait is None else {"retry_after": error.wait, "global": False}
                return answer(error.status, {"code": error.code, "message": str(error), **wait})
            if failure == "reset_after":
                return hang_up(request)
            status = SILENT if made is None else MADE if (method, path) in CREATING else 200
            if self.is_judging:
                self.faults += judge.find_reply_faults(method, path, status, made)
            if made is None:
                return web.Response(status=status)
            reply = answer(status, made)
            if self.world.has_limits and (method, path) == ("GET", CHANNEL_ROUTE):
                limits = {"Limit": "1000", "Remaining": "999", "Reset-After": "1.0"}
                reply.headers.update({f"X-RateLimit-{name}": value for name, value in limits.items()})
            return reply

        return serve

    def _check_emojis(self, body: Any) -> None:
        """Refuse components with an emoji that the application does not have, as Discord does."""
        parts = walk(body.get("components") or ()) if isinstance(body, dict) else ()
        for part in parts:
            for shown in (part, *(part.get("options") or ())):
                emoji = shown.get("emoji") or {}
                if emoji.get("id") and int(emoji["id"]) not in self.world.emojis:
                    raise Refused(400, 50035, "Invalid Form Body: components: Invalid emoji")

    def _take_failure(self, method: str, path: str) -> Failure | None:
        for failure in self._failures:
            if failure[:2] == (method, path):
                self._failures.remove(failure)
                self.failed.set()
                return failure[2]
        return None

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        self.faults.append(f"Unknown request: {request.method} {request.path}")
        return answer(404, {"code": 0, "message": "404: Not Found"})

    # -- the bot itself ------------------------------------------------------------------------------------

    async def _me(self, request: web.Request, body: Any, files: Files) -> Json:
        return {**self.world.bot, "mfa_enabled": False, "locale": "en-US", "verified": True}

    async def _gateway(self, request: web.Request, body: Any, files: Files) -> Json:
        limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
        return {"url": self.gateway.address, "shards": self.world.shards, "session_start_limit": limit}

    async def _application(self, request: web.Request, body: Any, files: Files) -> Json:
        return {
            "id": str(APPLICATION),
            "name": "Gandhi",
            "icon": None,
            "description": "",
            "type": None,
            "bot": self.world.bot,
            "summary": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 0,
            "flags_new": "0",
            "eligible_oauth2_scopes": [],
            "owner": {**self.world.bot},
            "team": None,
            "hook": True,
            "is_monetized": False,
            "is_discoverable": False,
            "is_verified": False,
            "storefront_available": False,
            "integration_types_config": {},
            "explicit_content_filter": 0,
            "creator_monetization_state": 1,
            "integration_public": True,
            "integration_require_code_grant": False,
            "discoverability_state": 1,
            "discovery_eligibility_flags": 0,
            "monetization_state": 1,
            "verification_state": 1,
            "store_application_state": 1,
            "rpc_application_state": 0,
            "interactions_event_types": [],
            "interactions_version": 1,
            "max_participants": None,
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "approximate_guild_count": 1,
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
        }

    async def _put_commands(self, request: web.Request, body: Any, files: Files) -> list[Json]:
        self.faults += judge.find_command_faults(body)
        has_entry = any(command.get("type") == ENTRY for command in body)
        if self.world.has_activities and not has_entry:
            raise Refused(400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation.")
        if has_entry and not self.world.has_activities:
            raise Refused(400, 50035, "Invalid Form Body")
        first = APPLICATION if self.world.keeps_ids else next_id()
        self.world.commands = [complete(command, first + index) for index, command in enumerate(body, start=1)]
        self.synced.set()
        return self.world.commands

    async def _put_guild_commands(self, request: web.Request, body: Any, files: Files) -> list[Json]:
        guild = request.match_info["guild_id"]
        if guild != str(GUILD):
            raise Refused(403, 50001, "Missing Access")
        self.faults += judge.find_command_faults(body, is_of_guild=True)
        first = next_id()
        made = [complete(command, first + index, guild) for index, command in enumerate(body, start=1)]
        self.world.guild_commands = made
        self.synced_guild.set()
        return made

    async def _list_commands(self, request: web.Request, body: Any, files: Files) -> list[Json]:
        if self.world.has_activities and not any(command["type"] == ENTRY for command in self.world.commands):
            made = {"name": "launch", "description": "Launch it", "type": ENTRY, "handler": 2}
            self.world.commands.append(complete(made, next_id()))
        return self.world.commands

    async def _list_emojis(self, request: web.Request, body: Any, files: Files) -> Json:
        return {"items": list(self.world.emojis.values())}

    async def _make_emoji(self, request: web.Request, body: Any, files: Files) -> Json:
        if len(self.world.emojis) >= MOST_EMOJIS:
            raise Refused(400, 30008, "Maximum number of emojis reached (2000)")
        return self.world.add_emoji(body["name"], b64decode(body["image"].partition(",")[2]))

    async def _delete_emoji(self, request: web.Request, body: Any, files: Files) -> None:
        if self.world.emojis.pop(int(request.match_info["emoji_id"]), None) is None:
            raise Refused(404, 10014, "Unknown Emoji")

    async def _send_instance(self, request: web.Request, body: Any, files: Files) -> Json:
        if request.match_info["instance_id"] != INSTANCE or not self.world.present:
            raise Refused(404, 10062, "Unknown Activity")
        place = {"id": f"gc-{CHANNEL}", "kind": "gc", "channel_id": str(CHANNEL), "guild_id": str(GUILD)}
        users = [str(one) for one in sorted(self.world.present)]
        told = {"application_id": str(APPLICATION), "instance_id": INSTANCE, "launch_id": str(next_id())}
        return {**told, "location": place, "users": users}

    # -- interactions --------------------------------------------------------------------------------------

    async def _callback(self, request: web.Request, body: Any, files: Files) -> Json:
        exchange = self._exchange(request.match_info["interaction_token"])
        if exchange.acknowledged is not None:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        if exchange.elapsed > self.acknowledge_seconds:
            raise Refused(404, 10062, "Unknown interaction")
        if body["type"] == LAUNCH and not self.world.has_activities:
            raise Refused(400, 50234, "Activities are not enabled for this app.")
        exchange.acknowledge(body["type"])
        data = body.get("data") or {}
        match body["type"]:
            case 4 | 5:
                flags = (data.get("flags") or 0) & EPHEMERAL
                loading = LOADING if body["type"] == DEFER_REPLY else 0
                exchange.message = self.world.compose(exchange.channel_id, data, files, flags=flags | loading)
                exchange.message["application_id"] = exchange.message["webhook_id"] = str(APPLICATION)
            case 6 | 7:
                exchange.message = exchange.source
                if exchange.message is not None and body["type"] == UPDATE:
                    self.world.change(exchange.message, data, files)
            case 8:
                exchange.choices = data.get("choices") or []
            case 9:
                exchange.form = data
        if body["type"] in (REPLY, UPDATE, CHOICES, FORM, LAUNCH):
            exchange.finish()
        interaction = {
            "id": str(exchange.id),
            "type": exchange.kind,
            "response_message_loading": body["type"] == DEFER_REPLY,
            "response_message_ephemeral": bool((data.get("flags") or 0) & EPHEMERAL),
        }
        made: Json = {"interaction": interaction}
        if body["type"] == LAUNCH:
            interaction["activity_instance_id"] = INSTANCE
            self.world.present.add(exchange.user_id)
            made["resource"] = {"type": LAUNCH, "activity_instance": {"id": INSTANCE}}
        elif exchange.message is not None:
            interaction["response_message_id"] = exchange.message["id"]
            if body["type"] in (REPLY, UPDATE):
                made["resource"] = {"type": body["type"], "message": exchange.message}
        return made

    def _exchange(self, token: str) -> Exchange:
        exchange = self.exchanges.get(token)
        if exchange is None:
            raise Refused(404, 10015, "Unknown Webhook")
        return exchange

    def _answered_exchange(self, request: web.Request) -> tuple[Exchange, Json]:
        exchange = self._exchange(request.match_info["webhook_token"])
        if exchange.message is None:
            raise Refused(404, 10008, "Unknown Message")
        return exchange, exchange.message

    async def _get_original(self, request: web.Request, body: Any, files: Files) -> Json:
        return self._answered_exchange(request)[1]

    async def _edit_original(self, request: web.Request, body: Any, files: Files) -> Json:
        exchange, message = self._answered_exchange(request)
        self.world.change(message, body, files)
        exchange.finish()
        return message

    async def _follow_up(self, request: web.Request, body: Any, files: Files) -> Json:
        exchange = self._exchange(request.match_info["webhook_token"])
        if exchange.response == 0 or (exchange.response == DEFER_REPLY and exchange.finished is None):
            self.faults.append("A follow-up where the deferred answer was to be edited.")
        message = self.world.compose(exchange.channel_id, body, files, flags=(body.get("flags") or 0) & EPHEMERAL)
        exchange.followups.append(message)
        exchange.finish()
        return message


def complete(command: Json, number: int, guild_id: str = "") -> Json:
    """Return a command as Discord keeps it, for everywhere or for one server."""
    own: Json = {"guild_id": guild_id, "contexts": None, "integration_types": [0]}
    everywhere: Json = {
        "contexts": command.get("contexts") or [0],
        "integration_types": command.get("integration_types") or [0],
    }
    return {
        "name_localizations": None,
        "description_localizations": None,
        "default_member_permissions": None,
        "dm_permission": True,
        "nsfw": False,
        "type": 1,
        **command,
        **(own if guild_id else everywhere),
        "id": str(number),
        "application_id": str(APPLICATION),
        "version": str(number),
    }


async def read(request: web.Request) -> tuple[Any, Files]:
    """Return the JSON and the files of a request."""
    files: Files = {}
    if not request.can_read_body:
        return None, files
    if not request.content_type.startswith("multipart/"):
        return await request.json(), files
    body: Any = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = await part.read()
        if part.name == "payload_json":
            body = json.loads(data)
        else:
            files[part.name or ""] = (part.filename or "", bytes(data))
    return body, files


def answer(status: int, body: Any) -> web.Response:
    """Return a reply. Its type is exactly what the library compares with."""
    return web.Response(
        status=status,
        body=json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "Via": "1.1 stand-in"},
    )


def fail(failure: str) -> web.Response:
    """Return a refusal that was asked for."""
    match failure:
        case "429" | "429 for long":
            wait = 0.05 if failure == "429" else LONG_WAIT
            return answer(429, {"message": "You are being rate limited.", "retry_after": wait, "global": False})
        case "403":
            return answer(403, {"code": 50013, "message": "Missing Permissions"})
        case "400":
            return answer(400, {"code": 50035, "message": "Invalid Form Body", "errors": {}})
        case "413":
            return answer(413, {"code": 40005, "message": "Request entity too large"})
    return answer(int(failure), {"code": 0, "message": f"{failure}: Internal Server Error"})


def hang_up(request: web.Request) -> web.StreamResponse:
    """Close the connection without an answer."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)


@asynccontextmanager
async def run_stand_in() -> AsyncIterator[StandIn]:
    """Provide a stand-in that listens until the end of the block."""
    stand_in = StandIn()
    await stand_in.start()
    try:
        yield stand_in
    finally:
        await stand_in.close()
