"""Commands and seats of a game are where it is played: on the servers that offer it, and at its tables."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.client import TableBot, greet
from bot.discord.common import Named, find_seat
from bot.discord.context import EVERY_SERVER
from bot.discord.features.look import list_ways
from bot.discord.features.settings import list_automatic
from bot.discord.syncing import DIGEST, Syncing, digest_of
from bot.errors import BadInput
from bot.games.frontend import front_of
from bot.language import load_language
from bot.tables.lessons import find_first_turn
from bot.tables.play import Tables
from bot.tables.servers import ServerSettings, keep_games, list_games, toggle_game
from storage import Storage
from tests.bot.people import World
from tests.bot.players import PEOPLE, open_table
from tests.loopback import judge

ADDED = "rajas"


@pytest.fixture
def rajas_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer Rajas of the Ganges only on servers that add it."""
    monkeypatch.setattr(front_of(ADDED).setup, "is_usual", False)


class Http:
    """Discord, as far as commands go: those of each server."""

    def __init__(self) -> None:
        self.given: dict[int, list[str]] = {}
        self.everywhere: list[str] = []

    async def get_global_commands(self, application_id: int) -> list[Any]:
        return []

    async def bulk_upsert_global_commands(self, application_id: int, payload: list[Any]) -> list[Any]:
        assert judge.find_command_faults(payload) == []
        self.everywhere = [one["name"] for one in payload]
        return payload

    async def bulk_upsert_guild_commands(self, application_id: int, guild_id: int, payload: list[Any]) -> list[Any]:
        assert judge.find_command_faults(payload, is_of_guild=True) == []
        self.given[guild_id] = [one["name"] for one in payload]
        return payload


@pytest.mark.usefixtures("rajas_is_added")
def test_a_server_offers_the_usual_games_until_its_moderators_choose() -> None:
    settings = ServerSettings()
    usual = [kind for kind in list_games() if kind != ADDED]
    assert [kind for kind in list_games() if settings.offers(kind)] == usual
    both = ServerSettings(games=toggle_game(settings, ADDED))
    assert both.games == tuple(list_games())
    assert toggle_game(both, ADDED) == () == keep_games(usual)


@pytest.mark.usefixtures("rajas_is_added")
async def test_commands_of_an_added_game_are_removed_after_its_last_table_ends(world: World) -> None:
    http = Http()
    tables = world.bot.tables
    bot: Any = SimpleNamespace(tables=tables, http=http, tree=world.bot.tree, application_id=7, inside=None)
    syncing = Syncing(bot)

    async def offer(guild_id: int, games: tuple[str, ...]) -> None:
        async with tables.storage.transaction() as tx:
            stored = await tx.lock_server_settings(guild_id)
            await tx.put_server_settings(guild_id, {**stored, "games": games})
        http.given.clear()
        assert await syncing._sync()

    await syncing.forget()
    await offer(1, ("gandhi", ADDED))
    assert {"quarry", "market", "palace", "harbour"} == {*http.given[1]}
    assert not {*http.given[1]} & {*http.everywhere}
    assert "rally" in http.everywhere
    await offer(2, ("gandhi",))
    assert http.given == {}, "nothing beside what is everywhere"

    lobby = await tables.lobby.create(
        1, name="Ganges", scenario="basic", language="en", host_user_id=5, host_name="A", guild_id=1, channel_id=5
    )
    await offer(1, ())
    assert http.given == {}, "a table of it has not ended"
    await tables.lobby.close(2, lobby.id, 5, "A")
    await offer(1, ())
    assert http.given == {1: []}
    async with tables.storage.read() as reader:
        assert not (await reader.server_settings(1)).get(DIGEST)
        assert (await reader.server_settings(EVERY_SERVER))[DIGEST]
    assert digest_of(7, []) != digest_of(8, [])


async def test_an_unknown_command_used_while_commands_are_registered_registers_them_again(world: World) -> None:
    http = Http()
    bot: Any = SimpleNamespace(tables=world.bot.tables, http=http, tree=world.bot.tree, application_id=7, inside=None)
    syncing = Syncing(bot)
    await syncing.forget()
    register, times = http.bulk_upsert_global_commands, 0

    async def doubt_meanwhile(application_id: int, payload: list[Any]) -> list[Any]:
        nonlocal times
        times += 1
        await syncing.doubt()
        return await register(application_id, payload)

    http.bulk_upsert_global_commands = doubt_meanwhile  # type: ignore[method-assign]
    syncing.kick()
    await syncing.rest(5.0)
    assert times == 2


def test_the_stand_in_for_discord_enforces_the_rules_for_server_commands() -> None:
    plain = {"name": "ask", "description": "Ask", "type": 1}
    assert judge.find_command_faults([plain], is_of_guild=True) == []
    for key in ("contexts", "integration_types", "dm_permission"):
        assert judge.find_command_faults([{**plain, key: [0]}], is_of_guild=True)
        assert not judge.find_command_faults([{**plain, key: [0]}])
    assert judge.find_command_faults([{**plain, "type": 4}], is_of_guild=True)
    assert judge.find_command_faults([{**plain, "name": f"a{n}"} for n in range(101)], is_of_guild=True)


async def test_a_seat_is_found_by_its_name_in_the_persons_language_or_in_english(storage: Storage) -> None:
    tables = Tables(storage)
    table = await tables.table(await open_table(tables, PEOPLE))
    italian = load_language("it", table.game.kind)
    for typed in ("raj", "Raj", "league", "Muslim League", italian.word("seat.league")):
        assert find_seat(italian, typed, table) in ("raj", "league")
    with pytest.raises(BadInput):
        find_seat(italian, "lotus", table)
    assert find_seat(italian, "lotus") == "lotus"


async def test_completion_of_a_seat_offers_only_the_seats_of_the_table(world: World) -> None:
    await world.slash("Asha", "table new", scenario="basic", name="Ganges")
    offered = await world.people["Asha"].autocomplete(world.channel, "table join", "seat", "")
    seats = [one.value if hasattr(one, "value") else one["value"] for one in offered]
    assert seats == list(front_of("rajas").setup.list_seats())
    await world.slash("Asha", "table join", seat=seats[0].title())
    refused = await world.slash("Asha", "table join", seat="Raj")
    assert "There is no seat called “Raj”" in refused.words


@pytest.mark.usefixtures("rajas_is_added")
@pytest.mark.parametrize("command", ["table new", "season open"])
async def test_only_the_scenarios_and_variants_of_offered_games_are_suggested(world: World, command: str) -> None:
    asha, rajas = world.people["Asha"], front_of(ADDED).setup

    async def suggest(option: str) -> list[str]:
        offered = await asha.autocomplete(world.channel, command, option, "")
        return [one.value if hasattr(one, "value") else one["value"] for one in offered]

    usual = [front_of(kind).setup for kind in list_games() if kind != ADDED]
    assert await suggest("scenario") == [f"{setup.kind}:{one}" for setup in usual for one in setup.scenarios]
    assert not {*rajas.variants} & {*await suggest("variant")}
    tables = world.bot.tables
    async with tables.storage.transaction() as tx:
        await tx.put_server_settings(world.guild.id, {"games": [ADDED]})
    assert await suggest("scenario") == [f"{ADDED}:{one}" for one in rajas.scenarios]
    assert await suggest("variant") == [*rajas.variants]


@pytest.mark.parametrize("command", ["table new", "season open"])
async def test_variants_and_opponents_are_suggested_for_the_game_of_the_scenario(world: World, command: str) -> None:
    for kind, typed in (("gandhi", "short"), ("rajas", "rajas:basic")):
        front = front_of(kind)
        expected = {"variant": [*front.setup.variants], "opponent": list(list_automatic(front))}
        for option, values in expected.items():
            offered = await world.people["Asha"].autocomplete(world.channel, command, option, "", scenario=typed)
            assert [one.value if hasattr(one, "value") else one["value"] for one in offered] == values


async def test_a_scenario_is_found_by_its_id_or_its_name(world: World) -> None:
    for name, typed in (("Id", "basic"), ("Both", "rajas:basic"), ("Name", load_language().word("scenario.basic"))):
        await world.slash("Asha", "table new", scenario=typed, name=name)
    async with world.bot.tables.storage.read() as reader:
        assert [game.kind for game in await reader.games_by(statuses=["open"], limit=None)] == ["rajas"] * 3
    refused = (await world.slash("Asha", "table new", scenario="chess", name="Chess")).words
    assert refused.startswith("There is no scenario called “chess”: choose ")
    assert load_language().word("scenario.short") in refused


@pytest.mark.usefixtures("rajas_is_added")
async def test_a_season_can_only_be_of_a_game_that_the_server_offers(world: World) -> None:
    role = world.guild.create_role("Organisers", permissions=discord.Permissions(manage_channels=True))
    asha = world.env.create_user("organiser", global_name="Asha")
    world.people["Asha"] = world.guild.add_member(asha, roles=[role])
    ends = (world.storage.now() + timedelta(days=30)).strftime("%Y-%m-%d")
    refused = await world.slash("Asha", "season open", name="Winter", ends=ends, scenario="basic")
    assert "This server does not offer" in refused.words


def test_every_command_option_with_choices_offers_at_least_one_choice(simcord_bot: TableBot) -> None:
    commands = [one for one in simcord_bot.tree.walk_commands() if isinstance(one, app_commands.Command)]
    chosen = [
        (one.qualified_name, name, param.choices)
        for one in commands
        for name, param in one._params.items()
        if type(param._annotation).__name__ == "ChoiceTransformer"
    ]
    assert len(chosen) > 10
    assert [(command, name) for command, name, choices in chosen if not choices] == []


async def test_only_lessons_of_offered_games_and_of_games_in_play_are_suggested(world: World) -> None:
    asha, tables = world.people["Asha"], world.bot.tables

    async def suggest() -> list[str]:
        offered = await asha.autocomplete(world.channel, "tutorial", "example", "First turn")
        return [one.value if hasattr(one, "value") else one["value"] for one in offered]

    async def offer(*games: str) -> None:
        async with tables.storage.transaction() as tx:
            await tx.put_server_settings(world.guild.id, {"games": games})

    gandhi, rajas = (find_first_turn(kind).id for kind in ("gandhi", ADDED))
    assert await suggest() == [gandhi, rajas]
    await offer(ADDED)
    assert await suggest() == [rajas]
    assert any(f":{rajas}:" in button for button in (await world.slash("Asha", "tutorial")).buttons)
    await offer()
    await world.slash("Asha", "table new", scenario="short", name="Salt")
    await offer(ADDED)
    assert await suggest() == [gandhi, rajas], "a game that is removed is played to its end"


async def test_help_and_greeting_show_the_first_game_that_the_server_offers(world: World) -> None:
    async with world.bot.tables.storage.transaction() as tx:
        await tx.put_server_settings(world.guild.id, {"games": [ADDED]})
    first, second = front_of(ADDED).setup.seats[:2]
    panel = await world.slash("Asha", "help")
    assert panel.has("faction", first)
    assert panel.has("lesson", ADDED)
    assert (await world.slash("Asha", "faction")).has("sheet", second)
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await greet(world.bot, channel, load_language(), "ui.greeting")
    assert first in world.pool.drawn[-1][0].seats


OPTIONS: dict[str, Named] = {
    "table new opponent": lambda front: ("standard", *front.player.opponents),
    "season open opponent": lambda front: ("standard", *front.player.opponents),
    "table settings opponent": lambda front: ("standard", *front.player.opponents),
    "board region": lambda front: front.pictures.parts,
    "board view": list_ways,
    "standing clear kind": lambda front: front.orders.standing,
}


@pytest.mark.parametrize("option", OPTIONS)
async def test_options_suggest_only_values_of_games_that_the_server_offers(world: World, option: str) -> None:
    (command, _, name), list_values = option.rpartition(" "), OPTIONS[option]

    async def suggest() -> list[str]:
        offered = await world.people["Asha"].autocomplete(world.channel, command, name, "")
        return [one.value if hasattr(one, "value") else one["value"] for one in offered]

    gandhi, rajas = (list(list_values(front_of(kind))) for kind in ("gandhi", ADDED))
    assert {*gandhi} != {*rajas}
    async with world.bot.tables.storage.transaction() as tx:
        await tx.put_server_settings(world.guild.id, {"games": ["gandhi"]})
    assert await suggest() == gandhi
    async with world.bot.tables.storage.transaction() as tx:
        await tx.put_server_settings(world.guild.id, {"games": [ADDED]})
    assert await suggest() == rajas


async def test_an_opponent_is_found_by_its_name_and_an_unknown_view_is_refused(world: World) -> None:
    words, player = load_language().of_game("gandhi"), front_of("gandhi").player
    named = words.say(f"ui.opponent.{player.opponents[0]}")
    await world.slash("Asha", "table new", scenario="short", name="Salt", opponent=named)
    (table,) = await world.bot.tables.lobby.find_tables(guild_id=world.guild.id)
    assert table.opponent == player.opponents[0]
    assert "nosuch" not in (await world.slash("Asha", "table settings", opponent="standard")).words
    (table,) = await world.bot.tables.lobby.find_tables(guild_id=world.guild.id)
    assert table.opponent == ""
    refused = await world.slash("Asha", "board", region="moon")
    assert refused.words.startswith("There is no view called “moon”: choose ")
