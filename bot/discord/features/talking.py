"""``/table talk``, a private thread for two or three people at a table, and ``/table promises``."""

from __future__ import annotations

import logging
from contextlib import suppress

import discord

from bot.discord.common import Seat
from bot.discord.feature import Feature, command
from bot.discord.places import PRIVATE_THREADS, SEND_IN_THREADS, cannot_talk, look_up, make_talk
from bot.discord.reply import Answer
from bot.errors import TableError
from bot.names import Mention, Place, show
from bot.tables.entrance import Talk
from bot.tables.table import Table

log = logging.getLogger(__name__)


class Talking(Feature, extends="table"):
    """Private talks at a table."""

    @command()
    async def talk(self, reply: Answer, table: Table, seat: Seat, other: Seat | None = None) -> None:
        """Open a private thread with one or two others at the table, or link to the existing one."""
        seats = [one for one in (seat, other) if one is not None]
        talk = await reply.bot.tables.talks.begin(table.id, reply.user_id, seats)
        thread = await enter_thread(reply, talk)
        await reply.say(reply.language.say("ui.talk.opened", where=Place(thread.id)))

    @command()
    async def promises(self, reply: Answer, table: Table) -> None:
        """List the promises made at a table, with the ones that people have confirmed."""
        found = await reply.bot.tables.recaps.promises(table.id)
        say = reply.language.of_game(table.game.kind).say
        await reply.say("\n".join([say("ui.promises"), *map(say, found)]) if found else say("ui.promises.none"))


async def enter_thread(reply: Answer, talk: Talk) -> discord.Thread:
    """Return the thread of a talk, opened if there is none. Raises TableError."""
    async with reply.bot.tables.talks.lock(talk):
        return await find_thread(reply, talk) or await open_thread(reply, talk)


async def find_thread(reply: Answer, talk: Talk) -> discord.Thread | None:
    """Return the thread in which a talk continues, or None if it is gone."""
    known = await reply.bot.tables.talks.find_thread(talk)
    if known is None:
        return None
    try:
        found = await reply.bot.fetch_channel(known)
    except (discord.NotFound, discord.Forbidden):
        return None
    return found if isinstance(found, discord.Thread) else None


async def find_parent(reply: Answer, talk: Talk) -> discord.TextChannel:
    """Return the channel where the thread of a talk is opened. Raises TableError if the bot may not."""
    channel = await find_place(reply, talk.table)
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    if not isinstance(parent, discord.TextChannel):
        raise TableError(cannot_talk(PRIVATE_THREADS))
    granted = look_up(parent)
    for name in (PRIVATE_THREADS, SEND_IN_THREADS):
        if granted is not None and not getattr(granted, name):
            raise TableError(cannot_talk(name))
    return parent


async def find_place(reply: Answer, table: Table) -> object:
    """Return the channel, thread or post of a table, which may be archived, or None if it is gone."""
    try:
        return reply.bot.get_channel(table.place) or await reply.bot.fetch_channel(table.place)
    except (discord.NotFound, discord.Forbidden):
        return None


async def open_thread(reply: Answer, talk: Talk) -> discord.Thread:
    """Open the thread of a talk, with everyone in it. Raises TableError if the bot may not."""
    thread = await make_talk(await find_parent(reply, talk), reply.language, talk)
    if thread is None:
        raise TableError(cannot_talk(PRIVATE_THREADS))
    await reply.bot.tables.talks.keep_thread(talk, thread.id)
    people = " ".join(show(Mention(person)) for person in talk.people)
    words = reply.language.say("ui.talk.begun", name=talk.table.game.name, seat=list(talk.seats))
    for person in talk.people:
        # A mention adds people only if the bot may invite them.
        with suppress(discord.HTTPException):
            await thread.add_user(discord.Object(person))
    allowed = discord.AllowedMentions(users=[discord.Object(person) for person in talk.people])
    await thread.send(f"{people}\n{words}", allowed_mentions=allowed)
    return thread
