"""The first message of the bot on a server: one picture, one sentence, and Play alone first."""

from __future__ import annotations

import pytest

from bot.client import greet, greet_server
from bot.language import list_languages, load_language
from tests.bot.people import World, read_panel


@pytest.mark.parametrize("code", list_languages())
@pytest.mark.parametrize("key", ["ui.greeting", "ui.play.welcome"])
async def test_a_greeting_has_a_picture_a_sentence_and_play_alone_as_first_button(
    world: World, code: str, key: str
) -> None:
    language = load_language(code)
    channel = world.bot.get_channel(world.channel.id)
    await greet(world.bot, channel, language, key)  # type: ignore[arg-type]
    message = world.messages()[-1]
    panel = read_panel(message)
    assert len(message.attachments) == 1
    assert message.attachments[0].description
    assert "\n" not in panel.words
    assert ". " not in panel.words
    assert panel.words.count("。") <= 1
    assert [made.split(":")[3] for made in panel.buttons] == ["alone", "new", "lesson"]
    assert next(iter(panel.buttons.values())) == language.say("ui.button.alone")


async def test_a_server_that_adds_the_bot_is_greeted_where_it_welcomes_people(world: World) -> None:
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    before = len(world.messages())
    world.bot.dispatch("guild_join", guild)
    await world.env.settle()
    assert len(world.messages()) == before
    guild._system_channel_id = world.channel.id
    await greet_server(world.bot, guild)
    assert "Rajas of the Ganges" in read_panel(world.messages()[-1]).words
