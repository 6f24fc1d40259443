"""The web pages of tables: addresses, private links to play there, browsers to be notified, and secrets."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, delete, select, update

from storage.models import Json, PushDevice, PushDeviceTable, WebLink, WebLinkTable, WebPageTable, WebSecretTable
from storage.unit import Unit, select_by


class WebReader(Unit):
    """Reads the addresses and private links of web pages, the browsers to be notified, and the secrets."""

    async def web_address(self, game_id: str) -> str:
        """Return the address of a table's page, or an empty string."""
        row = await self._session.get(WebPageTable, game_id)
        return row.address if row is not None else ""

    async def web_game(self, address: str) -> str:
        """Return the id of the game whose page has an address, or an empty string."""
        query = select(WebPageTable.game_id).where(col(WebPageTable.address) == address)
        return (await self._session.exec(query)).one_or_none() or ""

    async def web_link(self, link_id: str) -> WebLink | None:
        """Return a private link, or None."""
        return await self._find_one(WebLink, select_by(WebLinkTable, "id"), id=link_id)

    async def push_people(self) -> set[int]:
        """Return the people who are notified in a browser."""
        return set((await self._session.exec(select(PushDeviceTable.user_id).distinct())).all())

    async def push_devices(self, user_id: int) -> list[PushDevice]:
        """Return the browsers in which a person is notified, the oldest first."""
        query = select_by(PushDeviceTable, "user_id", order=("created", "id"))
        return await self._find(PushDevice, query, user_id=user_id)

    async def web_secret(self, name: str) -> str:
        """Return a secret of the web pages, or an empty string."""
        row = await self._session.get(WebSecretTable, name)
        return row.secret if row is not None else ""


class WebWriter(WebReader):
    """Writes the addresses and private links of web pages, the browsers to be notified, and the secrets."""

    async def put_web_address(self, game_id: str, address: str) -> None:
        """Give a table's page an address, in place of an earlier one."""
        await self._put(WebPageTable, game_id=game_id, address=address)

    async def add_web_link(self, link_id: str, game_id: str, user_id: int, digest: str, most: int) -> None:
        """Store a private link. Of a person's links of its kind at a table, only the ``most`` that were used last are
        kept.

        The kind is the part of an id before its last ``-``; all ids without one are of one kind.
        """
        self._session.add(WebLinkTable(id=link_id, game_id=game_id, user_id=user_id, digest=digest, used=self._now()))
        await self._session.flush()
        kind, mark, _ = link_id.rpartition("-")
        is_alike = col(WebLinkTable.id).like(f"{kind}-%") if mark else col(WebLinkTable.id).not_like("%-%")
        mine = (col(WebLinkTable.game_id) == game_id, col(WebLinkTable.user_id) == user_id, is_alike)
        newest = select(WebLinkTable.id).where(*mine).order_by(col(WebLinkTable.used).desc()).limit(most)
        kept = (await self._session.exec(newest)).all()
        await self._session.exec(delete(WebLinkTable).where(*mine, col(WebLinkTable.id).not_in(kept)))

    async def use_web_link(self, link_id: str) -> None:
        """Remember that a private link has just been used."""
        await self._session.exec(update(WebLinkTable).where(col(WebLinkTable.id) == link_id).values(used=self._now()))

    async def delete_web_links(self, game_id: str) -> None:
        """Delete the private links of a table."""
        await self._session.exec(delete(WebLinkTable).where(col(WebLinkTable.game_id) == game_id))

    async def clear_web_links(self, before: datetime) -> None:
        """Delete the private links that were last used before a moment."""
        await self._session.exec(delete(WebLinkTable).where(col(WebLinkTable.used) < before))

    async def put_push_device(self, device: PushDevice, most: int) -> None:
        """Notify a person in a browser, and no one else there; only the ``most`` newest of their browsers are kept."""
        await self._put(PushDeviceTable, **device.model_dump())
        await self._session.flush()
        mine = col(PushDeviceTable.user_id) == device.user_id
        newest = select(PushDeviceTable.id).where(mine).order_by(col(PushDeviceTable.created).desc()).limit(most)
        kept = (await self._session.exec(newest)).all()
        await self._session.exec(delete(PushDeviceTable).where(mine, col(PushDeviceTable.id).not_in(kept)))

    async def tell_push_device(self, device_id: str, told: Json) -> None:
        """Remember of which questions a browser was notified."""
        await self._session.exec(update(PushDeviceTable).where(col(PushDeviceTable.id) == device_id).values(told=told))

    async def delete_push_device(self, device_id: str, user_id: int) -> None:
        """Stop notifying a person in a browser."""
        mine = (col(PushDeviceTable.id) == device_id, col(PushDeviceTable.user_id) == user_id)
        await self._session.exec(delete(PushDeviceTable).where(*mine))

    async def put_web_secret(self, name: str, secret: str) -> None:
        """Keep a secret of the web pages."""
        await self._put(WebSecretTable, name=name, secret=secret)
