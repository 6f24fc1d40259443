"""``/away``: somebody acts for one's seats for a while, another person or Arjuna."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.discord.commands.common import find_table
from bot.discord.commands.feature import Feature, command
from bot.discord.components import Press
from bot.discord.reply import Answer
from bot.discord.verbs import verb
from bot.errors import TableError
from bot.narrate.arrangements import write_absences
from bot.service.seats.absences import ARJUNA, StandIn, read_until
from engine.core.text import text


class Away(Feature):
    """Being away, and coming back."""

    @command()
    async def away(
        self,
        reply: Answer,
        player: discord.Member | None = None,
        arjuna: bool = False,
        until: str | None = None,
        everywhere: bool = False,
        back: bool = False,
        table: str | None = None,
    ) -> None:
        """Go, come back, or see who acts for whom."""
        if back:
            await come_back(reply, table, everywhere=everywhere)
            return
        if player is None and not arjuna:
            if until or everywhere:
                raise TableError(text("error.away_by_whom"))
            found = await find_table(reply, table)
            await reply.say(write_absences(reply.language, found, reply.user_id))
            return
        await leave(reply, table, choose_stand_in(player, arjuna=arjuna), until or "", everywhere=everywhere)


def choose_stand_in(player: discord.Member | None, *, arjuna: bool) -> StandIn:
    """Who is to act: a person or Arjuna, not both and no bot. Raises TableError."""
    if player is None:
        return ARJUNA
    if arjuna:
        raise TableError(text("error.away_both"))
    if player.bot:
        raise TableError(text("error.away_bot", who=player.display_name))
    return StandIn(player.id, player.display_name)


async def leave(reply: Answer, wanted: str | None, stand_in: StandIn, until: str, *, everywhere: bool) -> None:
    """Have somebody act at one table, or at every table of the server where one can."""
    absences = reply.bot.tables.absences
    zone = (await reply.bot.tables.wishes.find(reply.user_id)).time_zone
    end = read_until(until, datetime.now(zone))
    if not everywhere:
        found = await find_table(reply, wanted)
        table = await absences.leave(reply.interaction.id, found.id, reply.user_id, stand_in, end)
        await reply.say(write_absences(reply.language, table, reply.user_id))
        return
    lines = []
    is_new = await absences.is_new(reply.interaction.id)
    for game_id in await absences.find_playing(reply.user_id, reply.interaction.guild_id):
        try:
            table = await reply.bot.tables.table(game_id)
            if is_new:
                table = await absences.leave(None, game_id, reply.user_id, stand_in, end)
            lines.append(write_absences(reply.language, table, reply.user_id))
        except TableError as error:
            named = await reply.bot.tables.table(game_id)
            lines.append(reply.language.say("ui.fact", name=named.game.name, what=reply.language.say(error.text)))
    await reply.say("\n".join(lines) if lines else reply.language.say("ui.away.no_tables"))


async def come_back(reply: Answer, wanted: str | None, *, everywhere: bool) -> None:
    """Act oneself again, at one table or at every table of the server."""
    absences = reply.bot.tables.absences
    if not everywhere:
        found = await find_table(reply, wanted)
        await absences.come_back(reply.interaction.id, found.id, reply.user_id)
        await reply.say(reply.language.say("ui.away.back"))
        return
    for game_id in await absences.find_away(reply.user_id, reply.interaction.guild_id):
        await absences.come_back(None, game_id, reply.user_id)
    await reply.say(reply.language.say("ui.away.back"))


@verb("back")
async def back(reply: Answer, press: Press, keys: list[str]) -> None:
    """Be back at one's seats, which somebody else or Arjuna has played. Raises TableError for who is not away."""
    await reply.bot.tables.absences.come_back(reply.interaction.id, press.game_id, reply.user_id)
    await reply.say(reply.language.say("ui.away.back"))
