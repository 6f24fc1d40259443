"""A file with a decorated method or handler is all that a new command or button needs."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import discord
import pytest
from discord import app_commands

import bot.games
from bot.client import COMPONENT
from bot.discord import features as commands
from bot.discord.feature import VERBS, Verbs, make_handler
from bot.discord.features import add_commands
from bot.discord.panel import Press
from bot.discord.reply import Answer
from bot.errors import StaleButton
from tests.bot.people import World

NEW_FILE = """
from bot.discord.feature import Feature, command
from bot.discord.panel import Press
from bot.discord.reply import Answer
from bot.discord.feature import verb
from bot.tables.table import Table


class Greeting(Feature):
    @command(tables="any")
    async def greet(self, reply: Answer, table: Table, times: int = 1) -> None:
        await reply.say("Hello, " * times + table.game.name)


class GreetingOfSeasons(Feature, extends="season"):
    @command("greet")
    async def greet_back(self, reply: Answer) -> None:
        await reply.say("Hello, all")


@verb("wave", in_place=True)
async def wave(reply: Answer, press: Press, keys: list[str]) -> None:
    await reply.say("Bye")
"""


@pytest.fixture
def with_a_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a game a folder of commands with one file in it."""
    commands.load_modules()
    folder = tmp_path / "more" / "commands"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "__init__.py").write_text("")
    (folder / "greeting.py").write_text(NEW_FILE)
    monkeypatch.setattr(bot.games, "__path__", [*bot.games.__path__, str(tmp_path)])
    monkeypatch.setattr(bot.games, "more", None, raising=False)
    for name in ("more", "more.commands", "more.commands.greeting"):
        monkeypatch.setitem(sys.modules, f"bot.games.{name}", SimpleNamespace())
        monkeypatch.delitem(sys.modules, f"bot.games.{name}")
    monkeypatch.setitem(VERBS, "wave", VERBS["help"])
    monkeypatch.delitem(VERBS, "wave")
    monkeypatch.setattr(VERBS, "in_place", {*VERBS.in_place})


@pytest.mark.usefixtures("with_a_new_file")
def test_commands_and_buttons_of_a_new_file_are_registered() -> None:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree)
    made = tree.get_command("greet")
    assert isinstance(made, app_commands.Command)
    assert [(one.name, one.autocomplete) for one in made.parameters] == [("times", False), ("table", True)]
    group = tree.get_command("season")
    assert isinstance(group, app_commands.Group)
    assert group.get_command("greet") is not None
    assert "wave" in VERBS
    assert "wave" in VERBS.in_place


@pytest.mark.usefixtures("with_a_new_file")
async def test_a_new_command_finds_its_table_and_answers(world: World) -> None:
    await world.start_table()
    assert (await world.slash("Asha", "greet", times=2)).words == "Hello, Hello, Salt March"


def test_registering_a_second_handler_for_a_verb_is_refused() -> None:
    verbs = Verbs()
    verbs.register("wave")(VERBS["help"])
    with pytest.raises(ValueError, match="wave"):
        verbs.register("wave")(VERBS["help"])


def click(custom_id: str) -> Press:
    """Return a click on the button with a custom id."""
    match = COMPONENT.fullmatch(custom_id)
    assert match is not None
    return Press(match, match["verb"])


async def test_a_handler_gets_the_parts_of_a_click_that_its_parameters_name() -> None:
    given: list[tuple[object, ...]] = []

    async def work(reply: Answer, press: Press, game_id: str, number: int = 1, key: str = "", *, no: str = "") -> None:
        given.append((press.verb, game_id, number, key, no))

    handle = make_handler(work)
    await handle(cast("Answer", None), click("g1:abc:-:wave:7"))
    await handle(cast("Answer", None), click("g1:abc:-:wave:east"))
    assert given == [("wave", "abc", 7, "7", ""), ("wave", "abc", 1, "east", "")]


async def test_a_click_whose_key_lacks_the_number_that_its_handler_needs_is_refused() -> None:
    given: list[int] = []

    async def work(reply: Answer, number: int) -> None:
        given.append(number)

    await make_handler(work)(cast("Answer", None), click("g1:abc:-:wave:12"))
    with pytest.raises(StaleButton):
        await make_handler(work)(cast("Answer", None), click("g1:abc:-:wave:"))
    assert given == [12]
