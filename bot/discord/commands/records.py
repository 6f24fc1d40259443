"""``/records``: the finished games of this server."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord.commands.common import Choice, Interaction, find_table
from bot.discord.commands.feature import Feature, command
from bot.discord.components import Press
from bot.discord.reply import Answer
from bot.discord.screens import finished_games as past
from bot.discord.verbs import verb
from bot.service.drafts.spaces import CHOICES
from bot.service.history.book import beside, read_season, season_of
from storage.columns import utc_now


async def complete_season(interaction: Interaction, typed: str) -> list[Choice]:
    """This year and the one before, and their months up to now, newest first."""
    now = season_of(utc_now())
    years = [now.name, beside(now, -1).name]
    months = [f"{year}-{month:02}" for year in years for month in range(12, 0, -1)]
    open_now = [name for name in [*years, *months] if read_season(name).since <= utc_now()]
    return [app_commands.Choice(name=name, value=name) for name in open_now if name.startswith(typed)][:CHOICES]


class Records(Feature):
    """Finished games, added up or one of them."""

    @command(tables="finished")
    @app_commands.autocomplete(season=complete_season)
    async def records(
        self,
        reply: Answer,
        person: discord.User | None = None,
        season: str | None = None,
        table: str | None = None,
    ) -> None:
        """The finished games of the server, of a person or of a season; or one of them again."""
        if table is None:
            named = read_season(season).name if season else ""
            page = "season" if named and person is None else "games"
            await past.show_book(reply, past.Leaf(page, person.id if person is not None else 0, named))
        else:
            await past.show_past(reply, await find_table(reply, table, is_over_fine=True))


@verb("leaf", in_place=True)
async def turn_leaf(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show another leaf of the book of finished games."""
    await past.show_book(reply, past.read_leaf(press.key))


@verb("csv")
async def export(reply: Answer, press: Press, keys: list[str]) -> None:
    """Hand out the games of a leaf as a file."""
    await past.show_csv(reply, past.read_leaf(press.key))
