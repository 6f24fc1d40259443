"""A setting that is declared once, at a field of a table's state, appears wherever settings do."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Annotated, Any

import msgspec
import pytest
from babel.messages.catalog import Catalog
from discord import app_commands

from bot import language
from bot.discord.features.table_settings import TableSettingsCommands, list_allowed, read_wishes
from bot.language import load_language
from bot.narrate.arrangements import write_table_settings
from bot.tables import table as stored
from bot.tables.declared import ENDS, FOLLOWS, Switch
from bot.tables.play import Tables
from bot.tables.table import TableState
from storage import Storage
from tests.bot.players import HOST, PEOPLE, open_lobby, open_table, posts_of
from texts import read_catalogue

WORDS = {
    "command.table.settings.lanterns": "Whether lanterns burn",
    "ui.setting.lanterns": "Lanterns burn",
    "ui.setting.lanterns.out": "out",
    "ui.setting.lanterns.lit": "lit",
    "ui.table_settings.lanterns.lit": "Lanterns: lit.",
    "ui.public.lanterns.lit": "From now on lanterns burn.",
    "ui.public.lanterns.out": "From now on no lantern burns.",
    "ui.public.term.lanterns.lit": "lanterns burn",
}


class BrightState(TableState, frozen=True):
    """The state of a table with two settings more: one that a rematch has too, and one of this game only."""

    lit: Annotated[bool, FOLLOWS, Switch("lanterns", ("out", "lit"), is_agreed=True)] = False
    bells: Annotated[bool, ENDS, Switch("bells", ("still", "ringing"), is_ticked=False)] = False


@pytest.fixture(autouse=True)
def lanterns(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Provide the two settings and the words of the first, in English."""

    def read(code: str, folder: str = "") -> Catalog:
        # Others keep the catalogue as it is.
        found = read_catalogue.__wrapped__(code, folder)
        for key, words in WORDS.items() if (code, folder) == ("en", "") else ():
            found.add(key, words)
        return found

    monkeypatch.setattr(stored, "TableState", BrightState)
    fields = {one.encode_name: one for one in msgspec.structs.fields(BrightState) if one.name != "options"}
    monkeypatch.setattr(stored, "STORED", fields)
    monkeypatch.setattr(language, "read_catalogue", read)
    load_language.cache_clear()
    yield
    load_language.cache_clear()


async def test_a_new_setting_is_an_option_of_the_command_with_its_words_and_choices(storage: Storage) -> None:
    (made,) = TableSettingsCommands().make_commands()
    option = made.get_parameter("lanterns")
    assert option is not None
    assert str(option.description) == "Whether lanterns burn"
    assert [(str(choice.name), choice.value) for choice in option.choices] == [("out", "out"), ("lit", "lit")]
    tables, said = Tables(storage), []

    async def say(words: str) -> None:
        said.append(words)

    game_id = await open_lobby(tables)
    reply: Any = SimpleNamespace(
        tables=tables,
        number=7,
        user_id=HOST,
        language=load_language(),
        use_voice=lambda *voice: None,
        say=say,
    )
    lit = app_commands.Choice(name="lit", value="lit")
    await TableSettingsCommands().settings(reply, await tables.table(game_id), lanterns=lit)
    assert "\nLanterns: lit.\n" in said[0]
    assert (await tables.table(game_id)).state == BrightState(host="Raj", lit=True)


async def test_a_new_setting_appears_in_the_form_and_in_the_list_of_settings(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    table = await tables.table(game_id)
    boxes = [(box.label, box.value, box.default) for box in list_allowed(load_language(), table)]
    assert boxes[-2:] == [("Lanterns burn", "lanterns", False), ("bells", "bells", True)]
    wishes = read_wishes(table, ["allow=advice", "allow=lanterns"])
    assert wishes == {"lit": True, "bells": True}
    assert "Lanterns" not in write_table_settings(load_language(), table)
    # Before the game no one is asked.
    changed = (await tables.settings.change(None, game_id, HOST, **wishes)).table
    assert "\nLanterns: lit.\n" in write_table_settings(load_language(), changed)
    assert read_wishes(changed, ["allow=advice", "allow=lanterns"]) == {}


async def test_the_table_votes_on_a_new_setting_and_a_rematch_keeps_it(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    asked = await tables.settings.change(None, game_id, HOST, lit=True, bells=True)
    assert asked.missing == ("congress", "league", "revolutionaries")
    assert asked.table.state.bells, "the host changes it alone"  # type: ignore[attr-defined]
    contents = [post.content for post in await posts_of(storage, game_id)]
    assert any("Proposal by Raj: lanterns burn. All" in content for content in contents)
    for seat in asked.missing:
        asked = await tables.votes.answer(None, game_id, PEOPLE[seat], asked.number, agree=True)
    assert any("From now on lanterns burn." in post.content for post in await posts_of(storage, game_id))
    async with tables.transactions.begin(game_id, None) as tx:
        await tx.update_game(game_id, status="over")
    made, _ = await tables.lobby.rematch(8, game_id, HOST, "Raj")
    assert made.state == BrightState(host="Raj", lit=True)
