"""From Discord to the web page of a table: a person's private link, and a new address for the page."""

from __future__ import annotations

import re
from argparse import Namespace

import discord

from bot.console.keeping import rename_table
from bot.discord.layout import ROW
from bot.discord.outgoing import walk
from bot.housekeeping import listen
from bot.language import load_language
from bot.web.links import Links
from tests.bot.people import World, list_links, read_panel
from tools.verify.asking import Asker

BASE = "https://pages.example"
PRIVATE = re.compile(rf"{BASE}/t/(?P<address>[\w-]+)/p/(?P<link>[\w-]+)#(?P<secret>[\w-]+)")
PUBLIC = re.compile(rf"{BASE}/t/(?P<address>[\w-]+)")
SENTENCES = load_language("en")


def serve(world: World) -> Links:
    """Have the bot know the address of its pages."""
    world.bot.links = Links(world.storage, BASE)
    return world.bot.links


async def ask_for_link(world: World, name: str) -> re.Match[str]:
    """Click On the board, and return the private link."""
    panel = await world.press(name, await world.slash(name, "turn"), "web")
    assert "This link is yours alone" in panel.words
    [url] = list_links(panel.message)
    found = PRIVATE.fullmatch(url)
    assert found is not None, url
    return found


async def test_on_the_board_is_the_second_button_of_the_tools_of_a_panel(world: World) -> None:
    game_id = await world.start_table()
    serve(world)
    panel = await world.slash(await world.whose(game_id), "turn")
    parts = walk(panel.message.components)
    tools = [part["components"] for part in parts if part["type"] == discord.ComponentType.action_row.value][-1]
    assert [made["custom_id"].split(":")[3] for made in tools][1] == "web"
    assert len(tools) <= ROW


async def test_the_button_on_the_board_gives_a_link_for_one_person_and_one_table(world: World) -> None:
    game_id = await world.start_table()
    links, name = serve(world), await world.whose(game_id)
    link, again = await ask_for_link(world, name), await ask_for_link(world, name)
    person = world.people[name].id
    assert await links.find_game(link["address"]) == game_id
    assert await links.find_person(game_id, link["link"], link["secret"]) == person
    assert await links.find_person(game_id, link["link"], "another secret") is None
    assert await links.find_person("another", link["link"], link["secret"]) is None
    # Each click makes a new secret, for another browser, and both are valid.
    assert link["secret"] != again["secret"]
    assert await links.find_person(game_id, again["link"], again["secret"]) == person


async def test_the_pinned_message_and_the_board_lead_to_the_page_once_the_game_has_begun(world: World) -> None:
    links, game_id = serve(world), await world.open_table()
    await world.quiet()
    assert list_links(world.status()) == []
    await world.press("Asha", read_panel(world.status()), "take", "raj")
    await world.press("Asha", await world.press("Asha", read_panel(world.status()), "start"), "fill")
    await world.quiet()
    page = await links.find_page(game_id)
    assert list_links(world.status()) == [page]
    assert list_links((await world.slash("Asha", "board")).message) == [page]


async def test_without_web_pages_a_panel_offers_none_and_the_command_says_so(world: World) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    assert not (await world.slash(name, "turn")).has("web")
    assert (await world.slash(name, "table page")).words == SENTENCES.say("error.no_web")


async def test_a_new_address_ends_the_old_one_and_every_private_link(world: World) -> None:
    game_id = await world.start_table()
    links, name = serve(world), await world.whose(game_id)
    link = await ask_for_link(world, name)
    renewed = PUBLIC.search((await world.slash("Asha", "table page")).words)
    assert renewed is not None
    assert renewed["address"] != link["address"]
    assert await links.find_game(link["address"]) == ""
    assert await links.find_game(renewed["address"]) == game_id
    assert await links.find_person(game_id, link["link"], link["secret"]) is None
    # The pinned status led to the old address until someone made a turn, after the end of a game for ever.
    await world.env.settle()
    await world.quiet()
    async with world.storage.read() as reader:
        ref = await reader.message_ref(game_id, "status")
    assert ref is not None
    status = world.env.backend.get_message(ref.channel_id, ref.message_id)
    addresses = [part["url"] for part in walk(status.components) if part.get("url")]
    assert addresses == [f"{BASE}/t/{renewed['address']}"]


async def test_the_hook_for_a_status_gets_a_table_as_another_program_changed_it(world: World) -> None:
    """Another program may have changed the table, such as ``gandhi tables rename``."""
    game_id = await world.start_table()
    seen: list[str] = []
    world.bot.tables.transactions.on_status = lambda table: seen.append(table.game.name)
    await rename_table(world.storage, Namespace(table=game_id, name="Dandi"), print)
    await listen(world.bot.tables)
    await world.quiet()
    assert seen == ["Dandi"]


async def test_a_stranger_cannot_change_the_address_of_a_table_or_get_a_private_link(world: World) -> None:
    game_id = await world.start_table()
    links = serve(world)
    world.people["Zoe"] = world.guild.add_member(world.env.create_user("zoe", global_name="Zoe"))
    before = await links.find_page(game_id)
    refused = await world.slash("Zoe", "table page", table=game_id)
    assert BASE not in refused.words
    assert await links.find_page(game_id) == before
    # A copied button gives a stranger no link either.
    shown = await Asker(world.bot, world.channel.id).press(world.people["Zoe"].id, "en-GB", f"g1:{game_id}:-:web:")
    assert shown
    assert BASE not in str(shown)
