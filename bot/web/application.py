"""People inside Discord's window: who they are according to Discord, which Activity they are in, and shared pictures.

Nothing that a page says about a person or a channel is trusted: Discord is asked, with the secrets of the application.
Data about guests is in memory only. A page gets a state when it is loaded, and its browser a ticket. When a person
arrives, both are used up, and the browser gets a secret that identifies the person.
"""

from __future__ import annotations

import asyncio
import hmac
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import aiohttp

from bot.web.links import BYTES, digest

API: Final = "https://discord.com/api/v10"
PROXY: Final = "https://{}.discordsays.com"
"""The origin of the pages that Discord shows: its proxy for the application with this id."""
FRAMES: Final = tuple(f"https://{name}" for name in ("discord.com", "ptb.discord.com", "canary.discord.com"))
"""The pages of Discord that show ours inside them."""
SECONDS: Final = 10.0
AT_ONCE: Final = 8
"""The most requests to Discord at a time; the others wait."""
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
        """Return the person whose page has got a code from Discord. Raises NotVouchedFor.

        A code works once. The person's token is not kept.
        """
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
        """Close the connections to Discord."""
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
    """Return the text of a field in an answer, which must not be empty. Raises NotVouchedFor."""
    word = found.get(name)
    if not isinstance(word, str) or not word:
        raise NotVouchedFor(f"no {name}")
    return word


MOST: Final = 10_000
"""The most states, guests and wishes that are kept; the oldest is dropped first."""
ARRIVAL: Final = 600.0
"""Seconds within which a loaded page must arrive."""
STAY: Final = 43_200.0
"""Seconds after which a guest has to arrive again."""
WISH: Final = 300.0
"""Seconds for which a person's wish to see a table is remembered."""


@dataclass(slots=True)
class Guest:
    """A person inside Discord, who arrived at ``came``, in seconds of `Guests.clock`.

    ``place`` is the Activity in which they were when Discord was last asked, at ``seen``, or None.
    """

    user_id: int
    name: str
    language: str
    instance_id: str
    place: Instance | None
    seen: float
    came: float


class Guests:
    """Loaded pages, people who have arrived, and the table that each wants to see."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._states: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self._guests: OrderedDict[str, Guest] = OrderedDict()
        self._wishes: OrderedDict[int, tuple[str, float]] = OrderedDict()

    def begin(self) -> tuple[str, str]:
        """Return a new state for a page, and the ticket with which its browser must return that state (`take`)."""
        state, ticket = secrets.token_urlsafe(BYTES), secrets.token_urlsafe(BYTES)
        self._states[state] = (digest(ticket), self.clock())
        trim(self._states)
        return state, ticket

    def take(self, state: str, ticket: str) -> bool:
        """Return whether a state was given to the browser with this ticket, and is not too old. A state works once."""
        known, begun = self._states.pop(state, ("", 0.0))
        is_fresh = bool(known) and self.clock() - begun < ARRIVAL
        return is_fresh and hmac.compare_digest(known, digest(ticket))

    def admit(self, visitor: Visitor, language: str, instance_id: str, place: Instance) -> str:
        """Remember a person who has arrived, and return their secret."""
        secret, now = secrets.token_urlsafe(BYTES), self.clock()
        guest = Guest(visitor.user_id, visitor.name, language, instance_id, place, now, now)
        self._guests[digest(secret)] = guest
        trim(self._guests)
        return secret

    def find(self, secret: str) -> Guest | None:
        """Return the person of a secret, or None if the secret is unknown or too old."""
        guest = self._guests.get(digest(secret)) if secret.isascii() else None
        return guest if guest is not None and self.clock() - guest.came < STAY else None

    def want(self, user_id: int, game_id: str) -> None:
        """Remember that a person is about to open a table."""
        self._wishes[user_id] = (game_id, self.clock())
        self._wishes.move_to_end(user_id)
        trim(self._wishes)

    def take_wish(self, user_id: int) -> str:
        """Return the id of the table that a person wants to see, and forget it; "" without a recent wish."""
        game_id, since = self._wishes.pop(user_id, ("", 0.0))
        return game_id if game_id and self.clock() - since < WISH else ""

    def forget(self, user_id: int) -> None:
        """Forget a person: their pages have to arrive again."""
        self._wishes.pop(user_id, None)
        for secret in [secret for secret, guest in self._guests.items() if guest.user_id == user_id]:
            del self._guests[secret]


def trim(kept: OrderedDict[Any, Any]) -> None:
    """Remove the oldest entries beyond `MOST`."""
    while len(kept) > MOST:
        kept.popitem(last=False)
