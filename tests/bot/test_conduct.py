"""Conduct: nothing that people do ends in silence or in another's error message, whatever fails underneath."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from discord import app_commands

from bot.client import TableBot
from bot.discord.feature import VERBS
from storage import StorageError
from tests.bot.people import World


def complete_options(bot: TableBot) -> Iterator[tuple[str, str]]:
    """Yield every option that completes itself, with its command."""
    for command in bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            for parameter in command.parameters:
                if parameter.autocomplete:
                    yield command.qualified_name, parameter.name


async def test_completion_raises_no_error_when_the_database_fails(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_table()

    def fail(*_: Any) -> Any:
        raise StorageError("The database is locked.")

    monkeypatch.setattr(world.storage, "read", fail)
    monkeypatch.setattr(world.storage, "transaction", fail)
    found = list(complete_options(world.bot))
    assert ("table verify", "table") in found
    for command, option in found:
        choices = await world.people["Asha"].autocomplete(world.channel, command, option, "a")
        assert len(choices) <= 25, (command, option)
    assert "Ignoring exception in autocomplete" not in caplog.text


async def test_an_internal_fault_of_a_button_is_reported_with_a_number(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game_id = await world.start_table()
    panel = await world.slash("Asha", "board")

    async def fail(*_: Any, **__: Any) -> Any:
        raise RuntimeError("A fault.")

    for verb in ("look", "verify"):
        assert verb in VERBS
        monkeypatch.setitem(VERBS, verb, fail)
    words = (await world.press("Asha", panel, "look", "east.")).words
    assert "Something went wrong" in words
    number = next(record for record in caplog.records if "Incident" in record.getMessage()).getMessage().split()[1]
    assert number in words
    assert (await world.bot.tables.table(game_id)).game.status == "playing"


async def test_a_failed_picture_is_mentioned_and_the_text_is_sent(world: World) -> None:
    game_id = await world.start_table()
    await world.pass_turn(game_id)
    world.pool.broken = True
    for command, options in (
        ("board", {}),
        ("board", {"region": "west"}),
        ("board", {"view": "pair"}),
        ("recap", {}),
        ("recap", {"whole": True}),
    ):
        panel = await world.slash("Dev", command, **options)
        assert "cannot be drawn" in panel.words, (command, options)
        assert panel.message.attachments == []
