"""``/table open``, ``entrance``, ``reserve`` and ``ping``: how tables and players find each other.

The answers to people who ask for a seat are here too; how they ask is in `table`. `bot.tables.entrance` decides and
stores.
"""

from __future__ import annotations

import logging
from typing import Any, Final

import discord
from discord import app_commands

from bot.discord.common import Seat, complete_date, read_date
from bot.discord.feature import Feature, command, verb
from bot.discord.outgoing import fit_message
from bot.discord.panel import Press, tables_view
from bot.discord.places import PLACES, Place, find_lacking, find_place
from bot.discord.reply import Answer
from bot.discord.rights import can_see_table, find_rank
from bot.errors import TableError
from bot.language import Role, Said, Time
from bot.narrate.announcements import speak_at
from bot.narrate.arrangements import write_table_settings
from bot.narrate.standing import list_line
from bot.tables.entrance import is_looking
from bot.tables.table import Table
from engine.core.text import text
from storage import GameStatus

log = logging.getLogger(__name__)

OPEN: Final[tuple[GameStatus, ...]] = ("open",)
SHOWN = 10
"""The most tables in the list of those that look for players."""
DAYS = (1, 3, 7, 14, 30)
"""Suggested numbers of days for which a table looks for players; any other date can be typed."""


complete_until = complete_date(*DAYS)


class Entrance(Feature, extends="table"):
    """Commands by which tables and players find each other."""

    @command()
    async def open(self, reply: Answer) -> None:
        """List the tables of this server that look for players; those that stop looking soonest come first."""
        tables, language, now = reply.tables, reply.language, reply.tables.storage.now()
        found = await tables.lobby.find_tables(guild_id=reply.guild_id, statuses=OPEN, limit=None)
        looking = [one for one in found if is_looking(one, now) and can_see_table(reply.interaction, one)]
        looking.sort(key=lambda table: table.state.looking or now.timestamp() * 2)
        if not looking:
            await reply.say(language.say("ui.looking.nothing"))
            return
        lines = []
        for table in looking[:SHOWN]:
            line = list_line(language.of_game(table.game.kind), table)
            until = table.state.looking
            lines.append(language.say("ui.looking.until", what=Said(line), when=Time(until, "R")) if until else line)
        await reply.show("\n".join(lines), view=tables_view(language, looking[:SHOWN], "take", "ui.looking.take"))

    @command(tables="lobby")
    @app_commands.autocomplete(until=complete_until)
    async def entrance(
        self,
        reply: Answer,
        table: Table,
        private: bool | None = None,
        consent: bool | None = None,
        until: str | None = None,
        talk: bool | None = None,
    ) -> None:
        """Change who may join, until when the table looks for players, and whether private talks are allowed.

        Raises TableError as `Entrances.change` does, and BadInput for an unreadable date.
        """
        preferences = await reply.tables.wishes.find(reply.user_id)
        day = read_date(until, preferences) if until is not None else None
        after = await reply.tables.entrances.change(
            reply.number, table.id, reply.user_id, private=private, consent=consent, until=day, talk=talk
        )
        await reply.say(write_table_settings(reply.language, after))

    @command(tables="lobby")
    async def reserve(
        self, reply: Answer, table: Table, player: discord.User, seat: Seat | None = None, cancel: bool = False
    ) -> None:
        """Reserve the named seat, or any empty seat, for a person; with ``cancel``, free the seat reserved for them.

        Raises TableError as `Entrances.reserve` and `Entrances.release` do, and for a bot.
        """
        refuse_bots(reply)
        entrances = reply.tables.entrances
        if cancel:
            kept = await entrances.release(reply.number, table.id, reply.user_id, player.id)
        else:
            kept = await entrances.reserve(reply.number, table.id, reply.user_id, player.id, seat or "")
        key = "ui.reserved.cancelled" if cancel else "ui.reserved"
        await reply.say(reply.language.say(key, seat=kept, who=player.display_name))

    @command(tables="lobby")
    async def ping(self, reply: Answer, table: Table) -> None:
        """Ping the server's role for people who look for tables.

        Raises TableError as `Entrances.take_ping` does, and before that if the bot cannot post at the table.
        """
        channel = await find_channel(reply, table)
        role = await reply.tables.entrances.take_ping(reply.number, table.id, reply.user_id)
        if role:
            await ping_role(table, channel, role)
        await reply.say(reply.language.say("ui.looking.pinged"))


def refuse_bots(reply: Answer) -> None:
    """Raise TableError if an option or a field of a form names a bot, which could never take its seat."""
    data: Any = reply.interaction.data or {}
    for user in ((data.get("resolved") or {}).get("users") or {}).values():
        if user.get("bot"):
            raise TableError(text("error.away_bot", who=user.get("global_name") or user["username"]))


async def find_channel(reply: Answer, table: Table) -> Place:
    """Return the channel or thread of a table. Raises TableError if it is gone, or if the bot may not post there."""
    channel = await find_place(reply.bot, table.place)
    if not isinstance(channel, PLACES):
        raise TableError(text("error.no_channel"))
    if (lacking := find_lacking(channel)) is not None:
        raise TableError(lacking)
    return channel


async def ping_role(table: Table, channel: Place, role: int) -> None:
    """Ping a role in the channel or thread of a table that looks for players, with a button to take a seat."""
    language = speak_at(table)
    free = [row.seat for row in table.seats if row.kind == "empty" and row.seat not in table.state.reserved]
    words = language.say("ui.looking.ping", name=table.game.name, seat=free, role=Role(role))
    allowed = discord.AllowedMentions(roles=[discord.Object(role)])
    view = tables_view(language, [table], "take", "ui.looking.take")
    await channel.send(**fit_message(content=words, view=view), allowed_mentions=allowed)


@verb("admit", "turnaway")
async def answer_request(reply: Answer, press: Press, number: int, table: Table) -> None:
    """Admit or refuse the person whose request has the number in the key. Raises as `Entrances.answer` does."""
    is_for, rank = press.verb == "admit", await find_rank(reply, table)
    entrances = reply.tables.entrances
    await entrances.answer(reply.number, table.id, reply.user_id, number, agree=is_for, rank=rank)
    await reply.say(reply.language.say("ui.answered"))
