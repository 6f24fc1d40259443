"""Commands to look: the board, the cards, how the game stands, what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.commands.common import Choice, Command, Interaction, complete_table, describe, find_table
from bot.discord.commands.translating import localise
from bot.discord.hub import CommandTree
from bot.discord.reply import Answer, answer
from bot.discord.screens import board as views
from bot.discord.screens import table as looking
from bot.games.front import list_fronts

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.service.moments import Table

MOST_TURNS = 12
MOST_SCENES = 25


def add_to(tree: CommandTree) -> None:
    """Add the commands."""
    looks = (
        ("card", looking.show_cards),
        ("status", looking.show_status),
    )
    for name, work in looks:
        tree.add_command(make_command(name, work))
    tree.add_command(make_board())
    tree.add_command(make_recap())
    tree.add_command(make_log())
    tree.add_command(make_why())


def make_command(name: str, work: Callable[[Answer, Table], Awaitable[None]]) -> Command:
    """A command that shows something of a table."""

    async def run(interaction: Interaction, table: str | None = None) -> None:
        async def do(reply: Answer) -> None:
            await work(reply, await find_table(reply, table, is_over_fine=True))

        await answer(interaction, do)

    command: Command = app_commands.Command(name=name, description=describe(name), callback=run)
    app_commands.describe(table=describe("which_table"))(command)
    command.guild_only = True
    command.autocomplete("table")(complete_table)
    return command


def make_board() -> Command:
    """``/board``: the map, whole or in part, now or as the last turn changed it."""

    async def run(
        interaction: Interaction, region: Choice | None = None, view: Choice | None = None, table: str | None = None
    ) -> None:
        async def do(reply: Answer) -> None:
            wanted = region or view
            found = await find_table(reply, table, is_over_fine=True)
            await views.show_board(reply, found, wanted.value if wanted is not None else "")

        await answer(interaction, do)

    command: Command = app_commands.Command(name="board", description=describe("board"), callback=run)
    fronts = list_fronts()
    parts = dict.fromkeys(part for front in fronts for part in front.parts)
    ways = dict.fromkeys(way for front in fronts for way in views.list_ways(front))
    app_commands.choices(region=name_views(list(parts)), view=name_views(list(ways)))(command)
    app_commands.describe(region=describe("board.region"), view=describe("board.view"), table=describe("which_table"))(
        command
    )
    command.guild_only = True
    command.autocomplete("table")(complete_table)
    return command


def name_views(names: Sequence[str]) -> list[Choice]:
    """Ways to look at the board as choices."""
    return [app_commands.Choice(name=localise(f"ui.view.{name}"), value=name) for name in names]


def make_recap() -> Command:
    """``/recap``: the last turns, or the game so far, in motion."""

    async def run(
        interaction: Interaction,
        turns: app_commands.Range[int, 1, MOST_SCENES] = 1,
        whole: bool = False,
        table: str | None = None,
    ) -> None:
        async def do(reply: Answer) -> None:
            found = await find_table(reply, table, is_over_fine=True)
            await views.show_recap(reply, found, None if whole else turns)

        await answer(interaction, do)

    command: Command = app_commands.Command(name="recap", description=describe("recap"), callback=run)
    app_commands.describe(turns=describe("recap.turns"), whole=describe("recap.whole"), table=describe("which_table"))(
        command
    )
    command.guild_only = True
    command.autocomplete("table")(complete_table)
    return command


def make_log() -> Command:
    """``/log``: what happened."""

    async def run(
        interaction: Interaction,
        turns: app_commands.Range[int, 1, MOST_TURNS] = looking.LOG_TURNS,
        table: str | None = None,
    ) -> None:
        async def do(reply: Answer) -> None:
            await looking.show_log(reply, await find_table(reply, table, is_over_fine=True), turns)

        await answer(interaction, do)

    command: Command = app_commands.Command(name="log", description=describe("log"), callback=run)
    app_commands.describe(turns=describe("turns"), table=describe("which_table"))(command)
    command.guild_only = True
    command.autocomplete("table")(complete_table)
    return command


def make_why() -> Command:
    """``/why``: the reasons of Arjuna's last turn."""

    async def run(interaction: Interaction, full: bool = False, table: str | None = None) -> None:
        async def do(reply: Answer) -> None:
            await looking.show_reasons(reply, await find_table(reply, table, is_over_fine=True), in_full=full)

        await answer(interaction, do)

    command: Command = app_commands.Command(name="why", description=describe("why"), callback=run)
    app_commands.describe(full=describe("why.full"), table=describe("which_table"))(command)
    command.guild_only = True
    command.autocomplete("table")(complete_table)
    return command
