"""Settings of tables and servers by a form: it opens with what is set, and changes only what is chosen otherwise."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.discord.features.table_settings import read_wishes
from bot.discord.layout import SELECT
from bot.discord.limits import repair
from bot.language import load_language
from bot.tables.servers import ServerSettings, list_games
from bot.tables.table import Pace, Table
from engine.core.text import text
from tests.bot.people import World, read_panel


async def ask(world: World, name: str, command: str, **options: Any) -> Any:
    """Use a command that answers with a form, and return what is shown."""
    shown = await world.people[name].slash(world.channel, command, **options)
    assert shown.modal is not None
    assert repair({**shown.modal, "components": [*shown.modal["components"]]}) == []
    return shown


def read(shown: Any) -> dict[str, Any]:
    """Return what is chosen beforehand in each field of a form."""
    found: dict[str, Any] = {}
    for label in shown.modal["components"]:
        part = label["component"]
        chosen = [option["value"] for option in part.get("options", ()) if option.get("default")]
        found[part["custom_id"]] = chosen or [str(one["id"]) for one in part.get("default_values", ())]
    return found


async def find_only(world: World) -> Table:
    """Return the one table of the server."""
    (table,) = await world.bot.tables.lobby.find_tables(guild_id=world.guild.id)
    return table


async def test_the_form_of_a_table_shows_its_settings_and_changes_only_what_is_chosen(world: World) -> None:
    await world.open_table()
    shown = await ask(world, "Asha", "table settings")
    before = read(shown)
    assert before == {
        "time": ["limit:0"],
        "at_limit": ["nothing"],
        "opponent": ["standard"],
        "language": ["en"],
        "allow": ["advice"],
    }
    answer = await world.people["Asha"].submit_modal(shown, {**before, "time": ["bank:72"], "allow": ["start"]})
    state = (await find_only(world)).state
    assert (state.allows_advice, state.anybody_starts) == (False, True)
    assert (state.pace.bank, state.pace.increment, state.pace.at_limit) == (72, 6, "remind")
    assert "each seat has a clock of 3 days" in read_panel(answer.response).words
    shown = await ask(world, "Asha", "table settings")
    now = read(shown)
    assert (now["time"], now["allow"], now["at_limit"]) == (["bank:72"], ["start"], ["remind"])
    await world.people["Asha"].submit_modal(shown, {**now, "time": ["limit:24"], "at_limit": ["arjuna"], "allow": []})
    state = (await find_only(world)).state
    assert state.pace == Pace(24, 24, "arjuna", 0, 6)
    assert (state.allows_advice, state.anybody_starts) == (False, False), "all boxes may be empty"


async def test_the_form_sets_the_opponent_and_the_language_and_resets_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No process for searches is needed.
    monkeypatch.setattr(world.bot.tables.searches, "warm_up", lambda rehearsal: None)
    await world.open_table()
    strong = (await find_only(world)).front.player.opponents[-1]
    for chosen, kept, language in ((strong, strong, "it"), ("standard", "", "en")):
        shown = await ask(world, "Asha", "table settings")
        said = {**read(shown), "opponent": [chosen], "language": [language]}
        await world.people["Asha"].submit_modal(shown, said)
        table = await find_only(world)
        assert (table.opponent, table.game.language) == (kept, language)


async def test_unchanged_fields_of_a_form_change_nothing(world: World) -> None:
    game_id = await world.start_table()
    shown = await ask(world, "Asha", "table settings")
    version = (await world.bot.tables.table(game_id)).state
    answer = await world.people["Asha"].submit_modal(shown, read(shown))
    assert "Settings of" in read_panel(answer.response).words
    assert (await world.bot.tables.table(game_id)).state == version
    # In a running game, the others are asked.
    shown = await ask(world, "Asha", "table settings")
    answer = await world.people["Asha"].submit_modal(shown, {**read(shown), "time": ["limit:6"]})
    assert "Waiting for" in read_panel(answer.response).words


async def test_moderators_have_a_form_for_their_server(world: World) -> None:
    keepers = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_threads=True))
    helpers = world.guild.create_role("Helpers")
    for name, role in (("Mina", keepers), ("Hari", helpers)):
        world.people[name] = world.guild.add_member(world.env.create_user(name.lower(), global_name=name), roles=[role])
    shown = await ask(world, "Mina", "server settings")
    games = [*list_games()]
    before = {"language": ["discord"], "pace": ["none"], "games": games, "channels": [], "moderators": []}
    assert read(shown) == before
    said = {"language": ["it"], "games": games[:1], "channels": [world.channel], "moderators": [helpers]}
    answer = await world.people["Mina"].submit_modal(shown, {**before, **said})
    assert f"<@&{helpers.id}>" in read_panel(answer.response).words
    found = await world.bot.tables.servers.find(world.guild.id)
    assert found == ServerSettings(helpers.id, "it", "", (games[0],), (world.channel.id,))
    assert "ha cambiato le impostazioni di questo server." in world.messages()[-1].content
    # A moderator by role is asked about another role.
    shown = await ask(world, "Hari", "server settings")
    assert [*read(shown)] == ["language", "pace", "games", "channels", "ping"]
    assert read(shown)["channels"] == [str(world.channel.id)]
    await world.people["Hari"].submit_modal(
        shown, {"language": ["discord"], "pace": ["daily"], "games": games, "channels": [], "ping": [keepers]}
    )
    found = await world.bot.tables.servers.find(world.guild.id)
    assert found == ServerSettings(helpers.id, "", "daily", (), (), keepers.id)


async def test_a_moderator_reads_where_the_bot_cannot_post(world: World) -> None:
    keepers = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_threads=True))
    world.people["Mina"] = world.guild.add_member(world.env.create_user("mina", global_name="Mina"), roles=[keepers])
    hidden = world.guild.create_text_channel("hidden")
    assert world.bot.user is not None
    overwrite = Overwrite(
        target_id=world.bot.user.id,
        type=OverwriteType.MEMBER,
        allow=0,
        deny=discord.Permissions(send_messages=True).value,
    )
    world.env.backend.set_overwrite(hidden.id, overwrite)
    shown = await ask(world, "Mina", "server settings")
    said = {**read(shown), "channels": [world.channel, hidden]}
    words = read_panel((await world.people["Mina"].submit_modal(shown, said)).response).words
    language = load_language()
    lacking = [
        language.say("ui.server.cannot_post", where=f"<#{one.id}>", permission=text("permission.send_messages"))
        for one in (world.channel, hidden)
    ]
    assert [line in words for line in lacking] == [False, True]


async def test_channels_beyond_the_list_of_the_form_stay_allowed(world: World) -> None:
    """Each submitted form took the twenty-sixth channel and all after it out of the settings."""
    keepers = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_threads=True))
    world.people["Mina"] = world.guild.add_member(world.env.create_user("mina", global_name="Mina"), roles=[keepers])
    made = [world.guild.create_text_channel(f"room {number}") for number in range(SELECT + 2)]
    for one in made:
        await world.bot.tables.servers.change(None, world.guild.id, 1, "manager", {}, channel=one.id)
    shown = await ask(world, "Mina", "server settings")
    said = read(shown)
    assert said["channels"] == [str(one.id) for one in made[:SELECT]]
    await world.people["Mina"].submit_modal(shown, {**said, "language": ["it"], "channels": made[1:SELECT]})
    found = await world.bot.tables.servers.find(world.guild.id)
    assert (found.language, found.channels) == ("it", tuple(one.id for one in made[1:]))


async def test_a_person_who_may_not_change_the_settings_sees_them_without_a_form(world: World) -> None:
    await world.open_table()
    shown = await world.slash("Bilal", "table settings")
    assert "**Settings of Salt March**" in shown.words
    assert "**Settings of this server**" in (await world.slash("Bilal", "server settings")).words


@pytest.mark.parametrize("said", ["time=bank:5", "time=x:24", "language=xx", "at_limit=?"])
async def test_values_that_a_form_does_not_offer_change_nothing(world: World, said: str) -> None:
    await world.open_table()
    table = await find_only(world)
    assert read_wishes(table, [said, "allow=advice"]) == {}
