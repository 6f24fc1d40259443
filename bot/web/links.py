"""The addresses of pages, and the private links with which people play there.

An address cannot be guessed, and shows only public things. A private link has an id, which is part of the address, and
a secret, which only its person has: the browser gets it behind the ``#`` of the link, where no server and no log sees
it, and keeps it in a cookie. The database has only its digest.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from bot.tables.announcements import announce_status
from bot.tables.authorization import PAGE, Request, check
from bot.tables.loading import load_table
from storage import Storage

BYTES: Final = 16
"""Random bytes of an address, and of a secret."""
ID_BYTES: Final = 8
UNUSED: Final = timedelta(days=7)
"""How long an unused private link remains valid."""
NOTED: Final = timedelta(hours=1)
"""How old the stored time of a link's last use may be before another use is stored."""
INSIDE: Final = "in-"
"""The beginning of the ids of links for pages inside Discord."""
MOST_LINKS: Final = 8
"""The most private links of a person at a table: one for each device."""
KNOWN: Final = 1000
"""The most addresses in memory."""


class Links:
    """Makes, finds and ends addresses and private links."""

    def __init__(self, storage: Storage, base: str) -> None:
        self.base = base.rstrip("/")
        self.on_renewed: Callable[[str], None] = lambda game_id: None
        """Called with the id of a game whose page has got another address, and lost all private links."""
        self._storage = storage
        self._known: OrderedDict[str, str] = OrderedDict()

    async def find_page(self, game_id: str) -> str:
        """Return the link to a table's page; a table without an address gets one. Raises UnknownGame."""
        return f"{self.base}/t/{await self._find_address(game_id)}"

    async def find_game(self, address: str) -> str:
        """Return the id of the game whose page has an address, or "" if there is none."""
        known = {} if self._storage.is_shared else self._known
        found = next((game_id for game_id, one in known.items() if one == address), "")
        if not found and address.isascii():
            async with self._storage.read() as reader:
                found = await reader.web_game(address)
            if found:
                self._know(found, address)
        return found

    async def is_page(self, game_id: str, address: str) -> bool:
        """Return whether a game's page still has this ``address``."""
        known = self._recall(game_id)
        return known == address if known else await self.find_game(address) == game_id

    async def renew(self, game_id: str, user_id: int) -> str:
        """Give a table's page another address and end every private link to it; return the link to the page.

        An update of the status message, which links to the page, is queued. Raises UnknownGame, and TableError for a
        person who is neither the host nor seated.
        """
        address = secrets.token_urlsafe(BYTES)
        async with self._storage.transaction() as tx:
            table = await load_table(tx, game_id)
            check(PAGE, Request(table, user_id))
            await tx.lock_game(game_id)
            await tx.put_web_address(game_id, address)
            await tx.delete_web_links(game_id)
            if table.has_begun:
                await announce_status(tx, table)
        self._know(game_id, address)
        self.on_renewed(game_id)
        return f"{self.base}/t/{address}"

    async def make_private(self, game_id: str, user_id: int, *, is_inside: bool = False) -> str:
        """Return a new private link for a person at a table; with ``is_inside`` one for pages inside Discord.

        Of each kind, the person keeps the `MOST_LINKS` that were used last: an older link ends. Raises UnknownGame.
        """
        made = (INSIDE if is_inside else "") + secrets.token_hex(ID_BYTES)
        address = await self._find_address(game_id)
        secret = secrets.token_urlsafe(BYTES)
        async with self._storage.transaction() as tx:
            await tx.lock_game(game_id)
            await tx.add_web_link(made, game_id, user_id, digest(secret), MOST_LINKS)
        return f"{self.base}/t/{address}/p/{made}#{secret}"

    async def find_person(self, game_id: str, link_id: str, secret: str, *, is_use: bool = True) -> int | None:
        """Return the id of the person to whom a private link belongs, or None if the link is not valid.

        With ``is_use``, store that it was used.
        """
        if not link_id.isascii() or not secret.isascii():
            return None
        async with self._storage.read() as reader:
            link = await reader.web_link(link_id)
        if link is None or link.game_id != game_id or not hmac.compare_digest(link.digest, digest(secret)):
            return None
        age = self._storage.now() - link.used
        if age > UNUSED:
            return None
        if age > NOTED and is_use:
            async with self._storage.transaction() as tx:
                await tx.use_web_link(link_id)
        return link.user_id

    async def _find_address(self, game_id: str) -> str:
        address = self._recall(game_id)
        if not address:
            async with self._storage.read() as reader:
                address = await reader.web_address(game_id)
            if not address:
                async with self._storage.transaction() as tx:
                    await tx.lock_game(game_id)
                    address = await tx.web_address(game_id) or secrets.token_urlsafe(BYTES)
                    await tx.put_web_address(game_id, address)
            self._know(game_id, address)
        return address

    def _recall(self, game_id: str) -> str:
        """Return the address of a game's page from memory; "" if it is unknown, or if another process may change it."""
        return "" if self._storage.is_shared else self._known.get(game_id, "")

    def _know(self, game_id: str, address: str) -> None:
        self._known[game_id] = address
        self._known.move_to_end(game_id)
        while len(self._known) > KNOWN:
            self._known.popitem(last=False)


def digest(secret: str) -> str:
    """Return the stored digest of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
