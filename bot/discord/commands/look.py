"""Looking: the board, the cards, how the game stands, what happened; by command and by button."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

from bot.discord.commands.common import Choice
from bot.discord.commands.feature import Feature, command
from bot.discord.commands.translating import localise
from bot.discord.components import PREFIX, Press
from bot.discord.reply import Answer
from bot.discord.screens import board as views
from bot.discord.screens import table as looking
from bot.discord.screens.catchup import show_catchup
from bot.discord.screens.reasons import show_reasons, turn_page
from bot.discord.verbs import verb
from bot.games.front import list_fronts
from bot.service.moments import Table

MOST_TURNS = 12
MOST_SCENES = 25


def name_views(names: Iterable[str]) -> list[Choice]:
    """Ways to look at the board as choices, each once."""
    return [app_commands.Choice(name=localise(f"ui.view.{name}"), value=name) for name in dict.fromkeys(names)]


PARTS = name_views(part for front in list_fronts() for part in front.parts)
WAYS = name_views(way for front in list_fronts() for way in views.list_ways(front))


class Look(Feature):
    """Commands that show something of a table, finished ones too."""

    @command(tables="any", offers="card")
    async def card(self, reply: Answer, table: Table) -> None:
        """The cards that lie open."""
        await looking.show_cards(reply, table)

    @command(tables="any", offers="status")
    async def status(self, reply: Answer, table: Table) -> None:
        """How the game stands."""
        await looking.show_status(reply, table)

    @command(tables="any", offers="board")
    @app_commands.choices(region=PARTS, view=WAYS)
    async def board(
        self, reply: Answer, table: Table, region: Choice | None = None, view: Choice | None = None
    ) -> None:
        """The map, whole or in part, now or as the last turn changed it."""
        wanted = region or view
        await views.show_board(reply, table, wanted.value if wanted is not None else "")

    @command(tables="any")
    async def recap(
        self,
        reply: Answer,
        table: Table,
        turns: app_commands.Range[int, 1, MOST_SCENES] = 1,
        whole: bool = False,
    ) -> None:
        """The last turns, or the game so far, in motion."""
        await views.show_recap(reply, table, None if whole else turns)

    @command(tables="any", offers="catchup")
    async def catchup(self, reply: Answer, table: Table) -> None:
        """What has happened since one's own last turn."""
        await show_catchup(reply, table)

    @command(tables="any", offers="log", turns="turns")
    async def log(
        self, reply: Answer, table: Table, turns: app_commands.Range[int, 1, MOST_TURNS] = looking.LOG_TURNS
    ) -> None:
        """What happened."""
        await looking.show_log(reply, table, turns)

    @command(tables="any", offers="reasons")
    async def why(self, reply: Answer, table: Table, full: bool = False) -> None:
        """The reasons of Arjuna's last turn, and from there of every other."""
        await show_reasons(reply, table, in_full=full)


@verb("board")
async def board(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the map."""
    await views.show_board(reply, await reply.bot.tables.table(press.game_id))


@verb("status")
async def status(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show how the game stands."""
    await looking.show_status(reply, await reply.bot.tables.table(press.game_id))


@verb("catchup")
async def catchup(reply: Answer, press: Press, keys: list[str]) -> None:
    """Tell what has happened since one's own last turn."""
    await show_catchup(reply, await reply.bot.tables.table(press.game_id))


@verb("card")
async def card(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the cards."""
    await looking.show_cards(reply, await reply.bot.tables.table(press.game_id))


@verb("log")
async def log(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the last turns."""
    await looking.show_log(reply, await reply.bot.tables.table(press.game_id))


@verb("reasons")
async def reasons(reply: Answer, press: Press, keys: list[str]) -> None:
    """Tell why Arjuna did what it did in the turns that the message tells of: those that the key names.

    Messages of an earlier version name them on their other buttons only.
    """
    turns = press.key or find_turns(reply)
    await show_reasons(reply, await reply.bot.tables.table(press.game_id), turns)


def find_turns(reply: Answer) -> str:
    """The turns that the details of the message are about on which a button was pressed; empty when it has none."""
    rows = reply.interaction.message.components if reply.interaction.message is not None else []
    children = [child for row in rows for child in getattr(row, "children", [])]
    ids = [str(getattr(child, "custom_id", "") or "").split(":", 4) for child in children]
    return next((made[4] for made in ids if made[0] == PREFIX and len(made) > 4 and made[3] == "details"), "")


@verb("thoughts")
async def thoughts(reply: Answer, press: Press, keys: list[str]) -> None:
    """Tell everything that Arjuna thought in its last turn."""
    await show_reasons(reply, await reply.bot.tables.table(press.game_id), in_full=True)


@verb("reasoning", in_place=True)
async def reasoning(reply: Answer, press: Press, keys: list[str]) -> None:
    """Go on from the reasons that are shown to others."""
    await turn_page(reply, await reply.bot.tables.table(press.game_id), press.key)


@verb("look", in_place=True)
async def look(reply: Answer, press: Press, keys: list[str]) -> None:
    """Look at the board in another way: the key names it, and after a point the turns it is about."""
    what, _, turns = press.key.partition(".")
    await views.show_board(reply, await reply.bot.tables.table(press.game_id), what, turns)


@verb("details")
async def details(reply: Answer, press: Press, keys: list[str]) -> None:
    """Tell everything about the turns that the key names, with the board before and after them."""
    await views.show_board(reply, await reply.bot.tables.table(press.game_id), "pair", press.key)
