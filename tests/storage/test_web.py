"""The addresses of pages and the private links to them."""

from __future__ import annotations

from datetime import timedelta

from storage import Storage
from storage.columns import utc_now
from tests.storage.helpers import create_game

ASHA, BILAL = 10, 20


async def test_a_page_is_found_by_its_address_until_it_has_another(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
        assert await tx.web_address(game.id) == ""
        await tx.put_web_address(game.id, "first")
        await tx.put_web_address(game.id, "second")
    async with storage.read() as reader:
        assert await reader.web_address(game.id) == "second"
        assert (await reader.web_game("first"), await reader.web_game("second")) == ("", game.id)


async def test_a_person_keeps_only_the_newest_private_links_of_a_table(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game, other = await create_game(tx), await create_game(tx)
        await tx.add_web_link("other", other.id, ASHA, "d", most=2)
        await tx.add_web_link("bilal", game.id, BILAL, "d", most=2)
    for name in ("one", "two", "three"):
        async with storage.transaction() as tx:
            await tx.add_web_link(name, game.id, ASHA, "d", most=2)
    async with storage.read() as reader:
        links = {name: await reader.web_link(name) for name in ("one", "two", "three", "bilal", "other")}
    assert [name for name, link in links.items() if link is None] == ["one"]


async def test_private_links_end_with_their_page_or_when_they_are_unused(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game, other = await create_game(tx), await create_game(tx)
        await tx.add_web_link("one", game.id, ASHA, "d", most=2)
        await tx.add_web_link("two", other.id, ASHA, "d", most=2)
        await tx.delete_web_links(game.id)
        assert await tx.web_link("one") is None
        await tx.clear_web_links(utc_now() - timedelta(hours=1))
        assert await tx.web_link("two") is not None
        await tx.use_web_link("two")
        await tx.clear_web_links(utc_now() + timedelta(hours=1))
        assert await tx.web_link("two") is None


async def test_the_links_of_a_person_are_deleted_with_their_data(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
        await tx.add_web_link("one", game.id, ASHA, "d", most=2)
        await tx.forget_user(ASHA)
        assert await tx.web_link("one") is None
