"""``/table watch``, ``replace``, ``talk`` and ``promises``: spectators, changes of people, and talks of the players.

The answers to votes are here too, except about going back (`table`).
"""

from __future__ import annotations

import logging
from contextlib import suppress

import discord
from discord import app_commands

from bot.discord.common import Choice, Seat, find_table, localise, read_choice
from bot.discord.feature import Feature, command, verb
from bot.discord.features.away import choose_stand_in
from bot.discord.outgoing import fit_message
from bot.discord.panel import Press, public_view
from bot.discord.places import PRIVATE_THREADS, SEND_IN_THREADS, cannot_talk, find_place, look_up, make_talk
from bot.discord.reply import Answer
from bot.errors import StaleButton, TableError
from bot.language import Mention, Place, show
from bot.narrate.announcements import speak_at
from bot.narrate.arrangements import write_outcome
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn
from bot.tables.authorization import is_owner
from bot.tables.entrance import Ping, Talk
from bot.tables.lobby import seated_since
from bot.tables.replacing import check_change
from bot.tables.table import Table
from engine.core.text import text

log = logging.getLogger(__name__)

PINGS: tuple[Ping, ...] = ("never", "card", "game")
PING_CHOICES = [app_commands.Choice(name=localise(f"watch.{one}"), value=one) for one in PINGS]


class Sharing(Feature, extends="table"):
    """Commands for watching a table and for giving a seat to someone else."""

    @command()
    @app_commands.choices(ping=PING_CHOICES)
    async def watch(self, reply: Answer, table: Table, ping: Choice | None = None) -> None:
        """Watch a table in its thread, with or without pings. Raises TableError as `Entrances.watch` does."""
        wanted: Ping = next(one for one in PINGS if one == read_choice(ping, "never"))
        await reply.tables.entrances.watch(reply.number, table.id, reply.user_id, wanted)
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
        """Give the person's own seat to someone, or propose to the table to give the seat of another person.

        Raises TableError without a newcomer or with two, and as `Replacing.propose` does.
        """
        if player is None and not automatic:
            raise TableError(text("error.replace_by_whom"))
        newcomer = choose_stand_in(player, automatic=automatic)
        found = await find_table(reply, table)
        if newcomer == AUTOMATIC_PLAYER and found.game.status == "playing" and is_owner(found, seat, reply.user_id):
            await ask_first(reply, found, seat)
            return
        await propose(reply, found.id, seat, newcomer)


async def ask_first(reply: Answer, table: Table, seat: str) -> None:
    """Say what happens when a person's seat becomes automatic, and ask whether they are sure.

    Raises TableError if the seat cannot become automatic.
    """
    check_change(table, seat, AUTOMATIC_PLAYER)
    language = reply.language.of_game(table.game.kind)
    lines = [language.say("ui.replace.sure", seat=seat, name=table.game.name)]
    if warning := table.front.player.warn_of_giving_up(table.opponent):
        lines.append(language.say(warning))
    key = f"cede:{seat}.{seated_since(table, [seat])}"
    await reply.show("\n".join(lines), view=public_view(language, table.id, [key]))


async def propose(reply: Answer, game_id: str, seat: str, newcomer: StandIn) -> None:
    """Propose that ``newcomer`` takes a seat, and report the result. Raises TableError as `Replacing.propose` does."""
    outcome = await reply.tables.replacing.propose(reply.number, game_id, reply.user_id, seat, newcomer)
    await reply.say(write_outcome(reply.language, outcome))


@verb("cede")
async def cede(reply: Answer, table: Table, key: str) -> None:
    """Give a seat to the automatic player after a confirmation. Raises StaleButton if the seat has changed hands."""
    seat, _, since = key.rpartition(".")
    if not is_owner(table, seat, reply.user_id) or since != str(seated_since(table, [seat])):
        raise StaleButton
    await propose(reply, table.id, seat, AUTOMATIC_PLAYER)


async def let_in(reply: Answer, table: Table) -> bool:
    """Add the person to the thread of a table, if it has one. Return False if Discord refuses that."""
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
async def vote(reply: Answer, press: Press, number: int = -1) -> None:
    """Answer the vote with this number, and report the result. The answers about going back are in `table`."""
    is_for = press.verb == "accept"
    outcome = await reply.tables.votes.answer(reply.number, press.game_id, reply.user_id, number, agree=is_for)
    await reply.say(write_outcome(reply.language, outcome) if is_for else reply.language.say("ui.replace.refused"))


class Talking(Feature, extends="table"):
    """Commands for talks and promises of the players of a table."""

    @command()
    async def talk(self, reply: Answer, table: Table, seat: Seat, other: Seat | None = None) -> None:
        """Open a private thread with one or two others at the table, or link to the existing thread.

        Raises TableError as `Talks.begin` does, and if the bot may not open the thread.
        """
        seats = [one for one in (seat, other) if one is not None]
        talk = await reply.tables.talks.begin(table.id, reply.user_id, seats)
        thread = await enter_thread(reply, talk)
        await reply.say(reply.language.say("ui.talk.opened", where=Place(thread.id)))

    @command()
    async def promises(self, reply: Answer, table: Table) -> None:
        """List the latest promises at a table, the newest first, without those of undone turns."""
        found = await reply.tables.recaps.promises(table.id)
        say = reply.language.of_game(table.game.kind).say
        await reply.say("\n".join([say("ui.promises"), *map(say, found)]) if found else say("ui.promises.none"))


async def enter_thread(reply: Answer, talk: Talk) -> discord.Thread:
    """Return the thread of a talk, opened if there is none. Raises TableError if the bot may not open one."""
    async with reply.tables.talks.lock(talk):
        return await find_thread(reply, talk) or await open_thread(reply, talk)


async def find_thread(reply: Answer, talk: Talk) -> discord.Thread | None:
    """Return the thread of a talk, or None if it was not opened yet, or if it is gone."""
    known = await reply.tables.talks.find_thread(talk)
    if known is None:
        return None
    try:
        found = await reply.bot.fetch_channel(known)
    except (discord.NotFound, discord.Forbidden):
        return None
    return found if isinstance(found, discord.Thread) else None


async def find_parent(reply: Answer, talk: Talk) -> discord.TextChannel:
    """Return the channel where the thread of a talk is opened.

    Raises TableError if there is none, or if the bot may not open private threads and write in them there.
    """
    channel = await find_place(reply.bot, talk.table.place)
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    if not isinstance(parent, discord.TextChannel):
        raise TableError(cannot_talk(PRIVATE_THREADS))
    granted = look_up(parent)
    for name in (PRIVATE_THREADS, SEND_IN_THREADS):
        if granted is not None and not getattr(granted, name):
            raise TableError(cannot_talk(name))
    return parent


async def open_thread(reply: Answer, talk: Talk) -> discord.Thread:
    """Open and store the thread of a talk, and add its people. Raises TableError if the bot may not open it."""
    thread = await make_talk(await find_parent(reply, talk), talk)
    if thread is None:
        raise TableError(cannot_talk(PRIVATE_THREADS))
    await reply.tables.talks.keep_thread(talk, thread.id)
    people = " ".join(show(Mention(person)) for person in talk.people)
    words = speak_at(talk.table).say("ui.talk.begun", name=talk.table.game.name, seat=list(talk.seats))
    for person in talk.people:
        # A mention adds people only if the bot may invite them.
        with suppress(discord.HTTPException):
            await thread.add_user(discord.Object(person))
    allowed = discord.AllowedMentions(users=[discord.Object(person) for person in talk.people])
    await thread.send(**fit_message(content=f"{people}\n{words}"), allowed_mentions=allowed)
    return thread
