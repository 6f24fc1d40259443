"""The application at Discord, for the pages inside it: who someone is, who is in an Activity, and shared pictures.

Nothing that a page says about a person or a channel is trusted: Discord is asked, with the secrets of the application.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import aiohttp

API: Final = "https://discord.com/api/v10"
PROXY: Final = "https://{}.discordsays.com"
"""The host of the pages that Discord shows: the proxy of the application."""
FRAMES: Final = tuple(f"https://{name}" for name in ("discord.com", "ptb.discord.com", "canary.discord.com"))
"""The pages of Discord that show ours inside them."""
SECONDS: Final = 10.0
AT_ONCE: Final = 8
"""The most questions at a time; the others wait."""
INSTANCE: Final = re.compile(r"[\w-]{1,100}", re.ASCII)
CODE: Final = re.compile(r"[\w.-]{1,200}", re.ASCII)


class NotVouchedFor(Exception):
    """Discord does not know the person, or cannot be asked."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person as Discord knows them."""

    user_id: int
    name: str
    locale: str = ""


@dataclass(frozen=True, slots=True)
class Instance:
    """An Activity that is open in a channel, and the people who are in it."""

    channel_id: int
    guild_id: int | None
    people: frozenset[int]


class Application:
    """The application at Discord. ``find_id`` returns its id, which is known once the bot has logged in.

    ``api_base``, ``origin`` and ``frames`` are those of a stand-in for Discord, for tests and ``gandhi play``: its
    address for questions, the origin of its proxy, and of the pages that show ours.
    """

    def __init__(
        self,
        token: str,
        secret: str,
        find_id: Callable[[], int],
        *,
        api_base: str = "",
        origin: str = "",
        frames: tuple[str, ...] = FRAMES,
    ) -> None:
        self.frames = frames
        self._token = token
        self._secret = secret
        self._find_id = find_id
        self._api_base = api_base or API
        self._origin = origin
        self._session: aiohttp.ClientSession | None = None
        self._asking = asyncio.Semaphore(AT_ONCE)

    @property
    def id(self) -> int:
        """Return the id of the application; 0 before the bot has logged in."""
        return self._find_id()

    @property
    def origin(self) -> str:
        """Return the origin that browsers see for pages inside Discord."""
        return self._origin or PROXY.format(self.id)

    async def identify(self, code: str) -> Visitor:
        """Return the person of a code. Discord takes each once, and no token is kept. Raises NotVouchedFor."""
        if not CODE.fullmatch(code):
            raise NotVouchedFor("no code")
        form = {
            "client_id": str(self.id),
            "client_secret": self._secret,
            "grant_type": "authorization_code",
            "code": code,
        }
        token = read_word(await self._ask("POST", "/oauth2/token", data=form), "access_token")
        me = await self._ask("GET", "/users/@me", f"Bearer {token}")
        number = read_word(me, "id")
        if not number.isdecimal():
            raise NotVouchedFor("no id")
        name = me.get("global_name") or me.get("username") or ""
        return Visitor(int(number), str(name), str(me.get("locale") or ""))

    async def find_instance(self, instance_id: str) -> Instance | None:
        """Return an open Activity, or None if there is none with this id. Raises NotVouchedFor."""
        if not INSTANCE.fullmatch(instance_id):
            return None
        found = await self._ask("GET", f"/applications/{self.id}/activity-instances/{instance_id}", self._bot, 404)
        place = found.get("location") or {}
        if found.get("instance_id") != instance_id or str(found.get("application_id")) != str(self.id):
            return None
        guild_id = place.get("guild_id")
        try:
            people = frozenset(int(one) for one in found.get("users") or ())
            return Instance(int(place["channel_id"]), int(guild_id) if guild_id else None, people)
        except (KeyError, TypeError, ValueError) as error:
            raise NotVouchedFor("no place") from error

    async def upload(self, picture: bytes, name: str) -> str:
        """Have Discord keep a picture for a while, and return its address. Raises NotVouchedFor."""
        form = aiohttp.FormData()
        form.add_field("file", picture, filename=name)
        found = await self._ask("POST", f"/applications/{self.id}/attachment", self._bot, data=form)
        return read_word(found.get("attachment") or {}, "url")

    async def close(self) -> None:
        """End the connections."""
        if self._session is not None:
            await self._session.close()

    @property
    def _bot(self) -> str:
        return f"Bot {self._token}"

    async def _ask(self, method: str, path: str, who: str = "", absent: int = 0, data: Any = None) -> dict[str, Any]:
        """Return Discord's answer, or an empty object for the status ``absent``. Raises NotVouchedFor."""
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(SECONDS))
        headers = {"Authorization": who} if who else {}
        try:
            async with (
                self._asking,
                self._session.request(method, self._api_base + path, headers=headers, data=data) as answer,
            ):
                found = await answer.json() if answer.status != absent else {}
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            raise NotVouchedFor(f"{path.partition('?')[0]}: {error!r}") from error
        if answer.status not in (200, absent) or not isinstance(found, dict):
            raise NotVouchedFor(f"{path}: status {answer.status}")
        return found


def read_word(found: dict[str, Any], name: str) -> str:
    """Return a word of an answer. Raises NotVouchedFor."""
    word = found.get(name)
    if not isinstance(word, str) or not word:
        raise NotVouchedFor(f"no {name}")
    return word
