"""Notifications in browsers for people who want them: one for each decision, on each device, outside quiet hours.

Every attempt is stored before it is made. If a push service does not accept a notification, it is tried again after
each of `PAUSES`. If no device of a person can be reached, Discord pings them again.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
import msgspec
from aiohttp.abc import ResolveResult
from aiohttp.resolver import ThreadedResolver

from bot.language import load_language
from bot.tables.loading import load_table
from bot.tables.play import Tables
from bot.tables.preferences import Preferences, find_preferences
from bot.tables.reminders import send_reminder
from bot.tables.table import Question, Table
from bot.web.answers import Refused
from bot.web.links import Links
from bot.worker import ROUND, BackgroundWorker
from storage import GameStatus, PushDevice, StorageError, UnknownGame, Writer
from texts import list_languages

log = logging.getLogger(__name__)

MOST_DEVICES: Final = 8
"""The most browsers with notifications for a person: the newest remain."""
MOST_TOLD: Final = 100
"""The most games for which a browser's last question is kept."""
LONGEST_PART: Final = 500
"""The most letters of an address, and of a key."""
SECONDS: Final = 10.0
"""Seconds that a push service may take."""
KEPT: Final = 24 * 3600
"""Seconds for which a push service keeps a notification for a device that is off."""
PAUSES: Final = (30.0, 120.0, 600.0)
"""Seconds after each attempt but the last until a push service is tried again."""
LAST: Final = 30.0
"""Seconds after the last attempt until it counts as failed, if its result was never stored."""
GONE: Final = (404, 410)
"""Statuses of a push service for a device that no longer takes notifications."""
PLAYING: Final[tuple[GameStatus, ...]] = ("playing",)
KEY: Final = "push"
HAS_LIBRARY: Final = find_spec("pywebpush") is not None
"""Whether the packages for encrypting notifications are installed: the extra ``push``."""


class PublicResolver(ThreadedResolver):
    """Finds hosts of the Internet, but none of this machine or its network."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return the addresses of a host. Raises OSError if one of them is not public."""
        found = await super().resolve(host, port, family)
        if not all(ip_address(one["host"]).is_global for one in found):
            raise OSError(f"{host} is not a host of the Internet.")
        return found


def open_session() -> aiohttp.ClientSession:
    """Return a client for push services."""
    connector = aiohttp.TCPConnector(resolver=PublicResolver(), limit=20)
    timeout = aiohttp.ClientTimeout(total=SECONDS)
    return aiohttp.ClientSession(connector=connector, timeout=timeout, cookie_jar=aiohttp.DummyCookieJar())


def is_address(endpoint: str) -> bool:
    """Return whether a push service may be at an address: HTTPS, a name instead of a number, the usual port."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    with suppress(ValueError):
        ip_address(host)
        return False
    is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and "@" not in parts.netloc
    return is_plain and parts.scheme == "https" and "." in host and port in (None, 443)


def read_device(body: Mapping[str, Any], user_id: int, now: datetime) -> PushDevice:
    """Return the browser for which a page requests notifications. Raises Refused."""
    endpoint, key, secret = (body.get(name) for name in ("endpoint", "p256dh", "auth"))
    parts = [one for one in (endpoint, key, secret) if isinstance(one, str) and 0 < len(one) <= LONGEST_PART]
    if len(parts) < 3 or not is_address(parts[0]) or not is_key(parts[1], 65) or not is_key(parts[2], 16):
        raise Refused(400, "page.error.request")
    language = body.get("language")
    return PushDevice(
        id=name_device(parts[0]),
        user_id=user_id,
        endpoint=parts[0],
        key=parts[1],
        secret=parts[2],
        language=language if isinstance(language, str) and language in list_languages() else "",
        created=now,
    )


def is_key(words: str, length: int) -> bool:
    """Return whether a text is base64, as browsers write it, for ``length`` bytes."""
    try:
        return len(base64.urlsafe_b64decode(words + "=" * (-len(words) % 4))) == length
    except ValueError:
        return False


def name_device(endpoint: str) -> str:
    """Return the id of a browser, made from its push address."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def mark_question(question: Question) -> str:
    """Return a text that identifies a question, also after its draft was dropped or its answer was undone."""
    return f"{question.seat} {question.since}"


def find_attempts(device: PushDevice, game_id: str, mark: str) -> tuple[int, float]:
    """Return how often a browser was tried for a question (-1: it was notified), and when it may be tried again.

    The time is in seconds since 1970. ``mark`` identifies the question (`mark_question`).
    """
    known = device.told.get(game_id)
    if known == mark:
        return -1, 0.0
    return (known[1], known[2]) if isinstance(known, list) and known[0] == mark else (0, 0.0)


async def is_notified_instead(tables: Tables, user_id: int) -> bool:
    """Return whether a person's browser notifies them in place of Discord's ping, as they wish."""
    if not HAS_LIBRARY or (await tables.wishes.find(user_id)).ping:
        return False
    async with tables.storage.read() as reader:
        return bool(await reader.push_devices(user_id))


class Pushes(BackgroundWorker):
    """Notifies people in the browsers that they have chosen."""

    what = "notifications"

    def __init__(self, tables: Tables, links: Links) -> None:
        super().__init__()
        self._tables = tables
        self._storage = tables.storage
        self._links = links
        self._people: set[int] = set()
        self._read_at = float("-inf")
        self._key: Any = None
        self._changed: set[str] = set()
        self._later: set[str] = set()
        self._session: aiohttp.ClientSession | None = None

    async def begin(self) -> None:
        """Notify people who were asked while the program was not running."""
        if not HAS_LIBRARY:
            return
        with suppress(StorageError):
            await self._find_people()
            async with self._storage.read() as reader:
                for user_id in self._people:
                    games = await reader.games_of(user_id, PLAYING)
                    self._changed |= {game.id for game in games}
        if self._changed:
            self.kick()

    def notice(self, game_id: str) -> None:
        """Have a table that has changed checked soon, so that the person who is asked there is notified."""
        is_old = asyncio.get_running_loop().time() - self._read_at > ROUND and self._storage.is_shared
        if HAS_LIBRARY and (self._people or is_old):
            self._changed.add(game_id)
            self.kick()

    async def close(self) -> None:
        """Stop, and close the connections to push services."""
        await super().close()
        if self._session is not None:
            await self._session.close()

    async def find_key(self) -> str:
        """Return the public key for which browsers make push addresses; "" where the packages for that are missing."""
        if not HAS_LIBRARY:
            return ""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        key = (await self._find_key()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(key).decode().rstrip("=")

    async def add(self, device: PushDevice) -> None:
        """Store a browser, in which a person is notified from the next question on."""
        async with self._storage.transaction() as tx:
            for game in await tx.games_of(device.user_id, PLAYING):
                question = (await load_table(tx, game.id)).state.question
                if question is not None and question.who == device.user_id:
                    device.told[game.id] = mark_question(question)
            await tx.put_push_device(device, MOST_DEVICES)
        self._people.add(device.user_id)

    async def remove(self, device_id: str, user_id: int) -> None:
        """Stop notifying a person in a browser. If they have no other browser, Discord pings them again."""
        async with self._storage.transaction() as tx:
            await tx.delete_push_device(device_id, user_id)
            has_other = bool(await tx.push_devices(user_id))
        if not has_other:
            await self._restore_ping(user_id)

    async def _restore_ping(self, user_id: int) -> bool:
        """Turn Discord pings on again for a person without a browser to notify; return whether they were off."""
        if (await self._tables.wishes.find(user_id)).ping:
            return False
        await self._tables.wishes.change(user_id, Preferences(), ("ping",))
        return True

    async def _find_people(self) -> None:
        async with self._storage.read() as reader:
            self._people = await reader.push_people()
        self._read_at = asyncio.get_running_loop().time()

    async def _find_key(self) -> Any:
        """Return the key that signs notifications, making it when it is first needed."""
        from py_vapid import Vapid02

        if self._key is None:
            async with self._storage.transaction() as tx:
                written = await tx.web_secret(KEY)
                if not written:
                    made = Vapid02()
                    made.generate_keys()
                    written = made.private_pem().decode()
                    await tx.put_web_secret(KEY, written)
            self._key = Vapid02.from_pem(written.encode())
        return self._key

    # -- a round -------------------------------------------------------------------------------------------

    async def _work(self) -> float | None:
        if asyncio.get_running_loop().time() - self._read_at > ROUND:
            await self._find_people()
        waits = []
        for game_id in [*(self._changed | self._later)]:
            self._changed.discard(game_id)
            self._later.discard(game_id)
            try:
                wait = await self._look(game_id)
            except StorageError:
                self._changed.add(game_id)
                raise
            if wait is not None:
                self._later.add(game_id)
                waits.append(wait)
        return min(waits, default=None)

    async def _look(self, game_id: str) -> float | None:
        """Notify the person who is asked at a table. Return the seconds until the next check, or None for no check.

        The table is checked again when quiet hours end, or when a browser may be tried again.
        """
        with suppress(UnknownGame):
            table = await self._tables.table(game_id)
            question = table.state.question
            if table.game.status != "playing" or question is None or question.who not in self._people:
                return None
            async with self._storage.read() as reader:
                preferences = await find_preferences(reader, question.who)
            now = self._storage.now()
            waking = preferences.find_waking(now)
            if waking > now:
                return min((waking - now).total_seconds(), ROUND)
            devices = await self._claim(game_id, question)
            if devices:
                page = urlsplit(await self._links.find_page(game_id)).path
                said = [(one, write(table, question, one, preferences.language, page)) for one in devices]
                taken = await asyncio.gather(*(self._send(device, words) for device, words in said))
                await self._settle(
                    game_id, question, [one for one, is_taken in zip(devices, taken, strict=True) if is_taken]
                )
            return await self._plan_next_try(game_id, question, had_devices=bool(devices))
        return None

    async def _claim(self, game_id: str, question: Question) -> list[PushDevice]:
        """Return the browsers to be tried now for a question, and store when each may be tried again."""
        mark, claimed = mark_question(question), []
        now = self._storage.now().timestamp()
        async with self._storage.transaction() as tx:
            await tx.lock_game(game_id)
            for device in await tx.push_devices(question.who):
                attempts, due = find_attempts(device, game_id, mark)
                if 0 <= attempts <= len(PAUSES) and due <= now:
                    pause = [*PAUSES, LAST][attempts]
                    await self._keep(tx, device, game_id, [mark, attempts + 1, now + pause])
                    claimed.append(device)
        return claimed

    async def _keep(self, tx: Writer, device: PushDevice, game_id: str, known: Any) -> None:
        """Store about a browser what `find_attempts` reads for a game, and forget all but the last `MOST_TOLD` games.

        ``known`` is the mark of a question of which the browser was notified, or a list of mark, attempts and time.
        """
        told = {key: other for key, other in device.told.items() if key != game_id} | {game_id: known}
        await tx.tell_push_device(device.id, dict([*told.items()][-MOST_TOLD:]))

    async def _settle(self, game_id: str, question: Question, taken: Sequence[PushDevice]) -> None:
        """Store that browsers were notified of a question."""
        names = {device.id for device in taken}
        async with self._storage.transaction() as tx:
            await tx.lock_game(game_id)
            for device in await tx.push_devices(question.who):
                if device.id in names:
                    await self._keep(tx, device, game_id, mark_question(question))

    async def _plan_next_try(self, game_id: str, question: Question, *, had_devices: bool) -> float | None:
        """Return the seconds until a browser is tried again, or None if none will be.

        If no browser can be reached, have Discord ping the person.
        """
        async with self._storage.read() as reader:
            devices = await reader.push_devices(question.who)
        now, mark = self._storage.now().timestamp(), mark_question(question)
        tried = [find_attempts(device, game_id, mark) for device in devices]
        waits = [due - now for attempts, due in tried if attempts > 0 and (attempts <= len(PAUSES) or due > now)]
        if waits or any(attempts < 0 for attempts, _ in tried):
            return max(0.05, min(waits)) if waits else None
        if (devices or had_devices) and await self._restore_ping(question.who):
            async with self._tables.transactions.begin(game_id, None) as tx:
                table = await tx.reload()
                asked = table.state.question
                if asked is not None and asked.who == question.who and mark_question(asked) == mark:
                    await send_reminder(tx, table, asked, "ui.remind")
        return None

    async def _send(self, device: PushDevice, words: bytes) -> bool:
        """Send one notification, and return whether a push service took it. A browser that is gone is forgotten.

        Raises StorageError.
        """
        self._session = self._session or open_session()
        try:
            body, headers = await asyncio.to_thread(seal, await self._find_key(), device, words, self._links.base)
            answer = await self._session.post(device.endpoint, data=body, headers=headers, allow_redirects=False)
            answer.release()
        except StorageError:
            raise
        except Exception as error:
            # A browser may have sent a wrong address or key. The others must be notified nevertheless.
            log.warning("A notification was not taken: %r", error)
            return False
        if answer.status in GONE:
            async with self._storage.transaction() as tx:
                await tx.delete_push_device(device.id, device.user_id)
        elif answer.status >= 300:
            log.warning("A push service at %s answers %s.", urlsplit(device.endpoint).netloc, answer.status)
        return answer.status < 300


def write(table: Table, question: Question, device: PushDevice, language: str, page: str) -> bytes:
    """Return a notification as JSON for the page's service worker; ``page`` is the path of the table's page."""
    code = language or device.language or table.game.language
    spoken = load_language(code).of_game(*table.voice)
    title = spoken.say("page.your_turn", seat=spoken.word(f"seat.{question.seat}"))
    return msgspec.json.encode({"title": str(title), "body": table.game.name, "tag": table.id, "page": page})


def seal(key: Any, device: PushDevice, words: bytes, base: str) -> tuple[bytes, dict[str, str]]:
    """Return text encrypted for a browser, and the headers by which a push service recognises the sender."""
    from pywebpush import WebPusher

    where = urlsplit(device.endpoint)
    keys = {"p256dh": device.key, "auth": device.secret}
    sealed = WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(words)
    until = int(datetime.now(UTC).timestamp()) + int(timedelta(hours=12).total_seconds())
    claims = {"aud": f"{where.scheme}://{where.netloc}", "exp": until, "sub": f"https://{urlsplit(base).hostname}"}
    headers = {"Content-Encoding": "aes128gcm", "TTL": str(KEPT), "Urgency": "normal", **key.sign(claims)}
    return bytes(sealed["body"]), headers
