"""The gateway of the stand-in: sessions that identify, resume, and receive events."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.loopback.world import APPLICATION, World

Json = dict[str, Any]

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 9, 10, 11
WRONG_TOKEN = 4004
LEAST_CLOSE_CODE = 1000


@dataclass
class Session:
    """One client's session: it outlives its connection, and receives missed events when it resumes."""

    id: str
    token: str
    intents: int
    shard: list[int]
    socket: Connection | None = None
    sequence: int = 0
    told: list[Json] = field(default_factory=list)

    async def tell(self, event: str, data: Json) -> None:
        """Tell the client of an event, now or when it resumes."""
        self.sequence += 1
        frame = {"op": DISPATCH, "t": event, "s": self.sequence, "d": data}
        self.told = [*self.told[-100:], frame]
        if self.socket is not None:
            await self.socket.send(frame)


class Connection:
    """One web socket, compressed as the client asked."""

    def __init__(self, socket: web.WebSocketResponse, compression: str) -> None:
        self._socket = socket
        self._deflate = zlib.compressobj() if compression == "zlib-stream" else None

    async def send(self, frame: Json) -> None:
        """Send a frame; a connection that is gone takes nothing."""
        text = json.dumps(frame)
        try:
            if self._deflate is None:
                await self._socket.send_str(text)
            else:
                data = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self._socket.send_bytes(data)
        except ConnectionError:
            pass

    async def close(self, code: int) -> None:
        """Close the connection with a code."""
        await self._socket.close(code=code)


class Gateway:
    """All sessions. ``connected`` reports each that has identified."""

    def __init__(self, world: World, token: str, address: str) -> None:
        self.world = world
        self.token = token
        self.address = address
        self.sessions: list[Session] = []
        self.connected: asyncio.Queue[Session] = asyncio.Queue()
        self.resumed = 0
        self.close_codes: list[int | None] = []
        self.refusals: deque[int] = deque()
        """How the next connections end: with a status instead of a socket, or with a code that closes it."""

    @property
    def live(self) -> list[Session]:
        """Return the sessions with an open connection, the oldest first."""
        return [session for session in self.sessions if session.socket is not None]

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection until it ends."""
        refusal = self.refusals.popleft() if self.refusals else 0
        if 0 < refusal < LEAST_CLOSE_CODE:
            return web.Response(status=refusal)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        if refusal:
            await socket.close(code=refusal)
            return socket
        connection = Connection(socket, request.query.get("compress", ""))
        await connection.send({"op": HELLO, "d": {"heartbeat_interval": 41_250}})
        session: Session | None = None
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            frame = json.loads(message.data)
            match frame["op"]:
                case 1:
                    await connection.send({"op": HEARTBEAT_ACK})
                case 2:
                    session = await self._identify(connection, frame["d"])
                case 6:
                    session = await self._resume(connection, frame["d"])
        self.close_codes.append(socket.close_code)
        if session is not None and session.socket is connection:
            session.socket = None
        return socket

    async def _identify(self, connection: Connection, data: Json) -> Session | None:
        if data["token"] != self.token:
            await connection.close(WRONG_TOKEN)
            return None
        session = Session(secrets.token_hex(8), data["token"], data["intents"], data.get("shard", [0, 1]), connection)
        self.sessions.append(session)
        guild = self.world.guild()
        number, count = session.shard
        # A test of several processes lets each of them see the one server.
        is_here = self.world.shards == 1 or (int(guild["id"]) >> 22) % count == number
        await session.tell(
            "READY",
            {
                "v": 10,
                "user": self.world.bot,
                "guilds": [{"id": guild["id"], "unavailable": True}] if is_here else [],
                "session_id": session.id,
                "resume_gateway_url": self.address,
                "shard": session.shard,
                "application": {"id": str(APPLICATION), "flags": 0},
            },
        )
        if is_here:
            await session.tell("GUILD_CREATE", guild)
        self.connected.put_nowait(session)
        return session

    async def _resume(self, connection: Connection, data: Json) -> Session | None:
        for session in self.sessions:
            if session.id == data["session_id"]:
                session.socket = connection
                for frame in session.told:
                    if frame["s"] > data["seq"]:
                        await connection.send(frame)
                await session.tell("RESUMED", {})
                self.resumed += 1
                return session
        await connection.send({"op": INVALID_SESSION, "d": False})
        return None
