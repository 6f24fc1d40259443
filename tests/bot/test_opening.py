"""Opening a table: by a form behind a button, and by a command that says who may join."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.discord.limits import repair
from bot.language import list_languages, load_language
from bot.tables.entrance import is_looking
from bot.tables.table import Table
from tests.bot.people import World, read_panel

ENGLISH = load_language()


async def find_only(world: World) -> Table:
    """Return the one table of the server."""
    (table,) = await world.bot.tables.lobby.find_tables(guild_id=world.guild.id)
    return table


async def ask(world: World) -> Any:
    """Click Open a table, and return what is shown."""
    nothing = await world.slash("Asha", "help")
    return await world.people["Asha"].click(nothing.message, custom_id=nothing.find("new"))


async def test_the_open_a_table_button_shows_a_form(world: World) -> None:
    shown = await ask(world)
    assert shown.modal is not None
    assert shown.modal["title"] == ENGLISH.say("ui.button.new")
    fields = {label["component"]["custom_id"]: label["component"] for label in shown.modal["components"]}
    assert list(fields) == ["game", "name", "who", "reserve", "until"]
    games = [option["value"] for option in fields["game"]["options"]]
    assert {"short/0", "main/0", "basic/2", "basic/4"} <= {*games}
    assert [option["value"] for option in fields["game"]["options"] if option.get("default")] == ["short/0"]


async def test_a_submitted_form_opens_the_table_that_it_describes(world: World) -> None:
    shown = await ask(world)
    bilal = world.people["Bilal"]
    values: dict[str, Any] = {"game": ["basic/3"], "name": "By the river", "who": ["private", "consent"]}
    values |= {"reserve": [bilal], "until": ["3"]}
    opened = await world.people["Asha"].submit_modal(shown, values)
    table = await find_only(world)
    state = table.state
    assert (table.game.name, table.game.kind, len(table.seats)) == ("By the river", "rajas", 3)
    assert (state.private, state.consent, len(state.reserved)) == (True, True, 1)
    left = state.looking - world.storage.now().timestamp()
    assert timedelta(days=2).total_seconds() < left <= timedelta(days=3).total_seconds()
    assert "By the river" in read_panel(opened.response).words
    # The person is pinged, and can sit down at once.
    await world.quiet()
    assert [message.content for message in world.messages() if f"<@{bilal.id}>" in message.content]
    joined = await world.bot.tables.lobby.join(None, table.id, bilal.id, "Bilal", "")
    assert joined.seats_of(bilal.id) == state.reserved


async def test_an_empty_form_opens_a_short_game(world: World) -> None:
    await world.people["Asha"].submit_modal(await ask(world), {"game": ["short/0"]})
    table = await find_only(world)
    assert (table.game.scenario, table.state.private, table.state.looking) == ("short", False, 0)
    assert is_looking(table, world.storage.now())


async def test_reserving_more_seats_than_there_are_opens_no_table(world: World) -> None:
    shown = await ask(world)
    people = [world.people[name] for name in ("Bilal", "Charu", "Dev")]
    said = await world.people["Asha"].submit_modal(shown, {"game": ["basic/2"], "name": "Salt", "reserve": people})
    assert ENGLISH.say("error.no_seat_to_reserve", name="Salt") in read_panel(said.response).words
    assert await world.bot.tables.lobby.find_tables(guild_id=world.guild.id) == []


async def test_the_command_for_a_new_table_sets_who_may_join(world: World) -> None:
    day = (world.storage.now() + timedelta(days=9)).strftime("%Y-%m-%d")
    said = await world.slash(
        "Asha", "table new", name="Salt", reserve=world.people["Dev"], private=True, consent=True, until=day
    )
    table = await find_only(world)
    assert (table.state.private, table.state.consent, table.state.reserved) == (True, True, ["raj"])
    assert table.state.looking > 0
    assert f"<@{world.people['Dev'].id}>" in said.words


@pytest.mark.parametrize("until", ["2001-01-01", "soon"])
async def test_a_past_or_invalid_day_opens_no_table(world: World, until: str) -> None:
    said = await world.slash("Asha", "table new", name="Salt", until=until)
    assert len(said.words.splitlines()) == 1
    assert await world.bot.tables.lobby.find_tables(guild_id=world.guild.id) == []


async def test_only_a_guest_reads_who_opened_the_table_before_it_begins(world: World) -> None:
    game_id = await world.open_table()
    await world.bot.tables.settings.change(None, game_id, world.people["Asha"].id, anybody_starts=True)
    await world.slash("Bilal", "table join", seat="raj")
    asked = {name: (await world.slash(name, "table start")).words for name in ("Asha", "Bilal")}
    assert ["Start now, or wait" in words for words in asked.values()] == [True, True]
    assert ["Asha opened this table." in words for words in asked.values()] == [False, True]


@pytest.mark.parametrize("code", list_languages())
async def test_the_form_for_a_new_table_is_within_discords_limits_in_every_language(world: World, code: str) -> None:
    await world.slash("Asha", "settings", language=code)
    shown = await ask(world)
    assert repair(dict(shown.modal)) == []
