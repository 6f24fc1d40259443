"""``/table watch`` and ``/table replace``: people who watch, and people who take another's seat."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from bot.discord.common import Choice, Seat, find_table, localise
from bot.discord.feature import Feature, command, verb
from bot.discord.features.away import choose_stand_in
from bot.discord.panel import Press, public_view
from bot.discord.reply import Answer
from bot.errors import StaleButton, TableError
from bot.narrate.arrangements import write_outcome
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn
from bot.tables.authorization import is_owner
from bot.tables.entrance import Ping
from bot.tables.lobby import seated_since
from bot.tables.replacing import check_change
from bot.tables.table import Table
from bot.typed import read_number
from engine.core.text import text

log = logging.getLogger(__name__)

PINGS: tuple[Ping, ...] = ("never", "card", "game")
PING_CHOICES = [app_commands.Choice(name=localise(f"watch.{one}"), value=one) for one in PINGS]


class Sharing(Feature, extends="table"):
    """Commands about people who have no seat at a table."""

    @command()
    @app_commands.choices(ping=PING_CHOICES)
    async def watch(self, reply: Answer, table: Table, ping: Choice | None = None) -> None:
        """Watch a table in its thread, with or without notifications."""
        wanted: Ping = next(one for one in PINGS if one == (ping.value if ping is not None else "never"))
        await reply.bot.tables.entrances.watch(reply.interaction.id, table.id, reply.user_id, wanted)
        is_in = await let_in(reply, table)
        key = f"ui.watch.{wanted}" if is_in else "ui.watch.outside"
        await reply.say(reply.language.say(key, name=table.game.name, where=f"<#{table.place}>"))

    @command()
    async def replace(
        self,
        reply: Answer,
        seat: Seat,
        player: discord.Member | None = None,
        automatic: bool = False,
        table: str | None = None,
    ) -> None:
        """Give the person's own seat to someone, or ask the table to give another's."""
        if player is None and not automatic:
            raise TableError(text("error.replace_by_whom"))
        newcomer = choose_stand_in(player, automatic=automatic)
        found = await find_table(reply, table)
        if newcomer == AUTOMATIC_PLAYER and found.game.status == "playing" and is_owner(found, seat, reply.user_id):
            await ask_first(reply, found, seat)
            return
        await propose(reply, found.id, seat, newcomer)


async def ask_first(reply: Answer, table: Table, seat: str) -> None:
    """Say what happens when a person's seat becomes automatic, and ask. Raises TableError if they may not do it."""
    check_change(table, seat, AUTOMATIC_PLAYER)
    language = reply.language.of_game(table.game.kind)
    lines = [language.say("ui.replace.sure", seat=seat, name=table.game.name)]
    if warning := table.front.player.warn_of_giving_up(table.opponent):
        lines.append(language.say(warning))
    key = f"cede:{seat}.{seated_since(table, [seat])}"
    await reply.show("\n".join(lines), view=public_view(language, table.id, [key]))


async def propose(reply: Answer, game_id: str, seat: str, newcomer: StandIn) -> None:
    """Propose that someone takes a seat, and report the result."""
    replacing = reply.bot.tables.replacing
    outcome = await replacing.propose(reply.interaction.id, game_id, reply.user_id, seat, newcomer)
    await reply.say(write_outcome(reply.language, outcome))


@verb("cede")
async def cede(reply: Answer, press: Press, keys: list[str]) -> None:
    """Give a seat to the automatic player after a confirmation. The key has the seat, and since when it was held."""
    seat, _, since = press.key.rpartition(".")
    table = await reply.bot.tables.table(press.game_id)
    if not is_owner(table, seat, reply.user_id) or since != str(seated_since(table, [seat])):
        raise StaleButton
    await propose(reply, press.game_id, seat, AUTOMATIC_PLAYER)


async def let_in(reply: Answer, table: Table) -> bool:
    """Add the person to the thread of a table, if it has one. Return False if Discord does not let the bot."""
    if table.game.thread_id is None:
        return True
    try:
        thread = await reply.bot.fetch_channel(table.game.thread_id)
        if isinstance(thread, discord.Thread):
            await thread.add_user(discord.Object(reply.user_id))
    except discord.HTTPException as error:
        log.info("A spectator could not be added to the thread of table %s: %s", table.id, error)
        return False
    return True


@verb("accept", "decline")
async def vote(reply: Answer, press: Press, keys: list[str]) -> None:
    """Vote about a seat or about settings. The key of the button is the number of the vote."""
    number, is_for = read_number(press.key, -1), press.verb == "accept"
    votes = reply.bot.tables.votes
    outcome = await votes.answer(reply.interaction.id, press.game_id, reply.user_id, number, agree=is_for)
    await reply.say(write_outcome(reply.language, outcome) if is_for else reply.language.say("ui.replace.refused"))
