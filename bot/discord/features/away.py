"""``/away``: let another person or the automatic player act for a person's seats for a while."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import discord

from bot.discord.common import find_table
from bot.discord.feature import Feature, command, verb
from bot.discord.panel import NO_TOKEN, Components, button, public_buttons, public_view, tables_view
from bot.discord.reply import Answer
from bot.errors import SeveralTables, StaleButton, TableError
from bot.language import Language, Said, clean
from bot.narrate.arrangements import write_absences, write_prospect
from bot.narrate.standing import ask_whom
from bot.tables.absences import AUTOMATIC_PLAYER, Prospect, StandIn, read_until
from bot.tables.authorization import PLAY, find_absences, find_seats, refuse
from bot.tables.table import Table
from engine.core.text import text

Button = discord.ui.Button[discord.ui.View]

MOST_BUTTONS: Final = 20
"""The most tables that one message can ask about."""


class Away(Feature):
    """The command to go away, to come back, and to see who acts for whom."""

    @command()
    async def away(
        self,
        reply: Answer,
        player: discord.Member | None = None,
        automatic: bool = False,
        until: str | None = None,
        everywhere: bool = False,
        back: bool = False,
        table: str | None = None,
    ) -> None:
        """Let someone act for the person for a time, end their absence (``back``), or show who acts for whom.

        Raises TableError for a time or ``everywhere`` without a stand-in, and as `choose_stand_in` does.
        """
        if back:
            await come_back(reply, table, everywhere=everywhere)
            return
        if player is None and not automatic:
            if until or everywhere:
                raise TableError(text("error.away_by_whom"))
            found = await find_table(reply, table)
            check_seated(found, reply.user_id)
            await show_absences(reply, found)
            return
        await leave(reply, table, choose_stand_in(player, automatic=automatic), until or "", everywhere=everywhere)


def choose_stand_in(player: discord.Member | None, *, automatic: bool) -> StandIn:
    """Return the stand-in: ``player``, or the automatic player. Raises TableError if both are named, and for a bot."""
    if player is None:
        return AUTOMATIC_PLAYER
    if automatic:
        raise TableError(text("error.away_both"))
    if player.bot:
        raise TableError(text("error.away_bot", who=player.display_name))
    return StandIn(player.id, player.display_name)


async def leave(reply: Answer, wanted: str | None, stand_in: StandIn, until: str, *, everywhere: bool) -> None:
    """Let someone act for the person at the ``wanted`` table or, if ``everywhere``, at all their tables on the server.

    If one of these tables refuses, none changes. Tables where the automatic player would decide at once for the person
    are left out; the answer has a button for each of them, to agree. A game that the person plays alone is left out,
    too: the automatic player cannot play every seat.
    """
    absences = reply.tables.absences
    zone = (await reply.tables.wishes.find(reply.user_id)).time_zone
    end = read_until(until, datetime.now(zone))
    if not everywhere:
        try:
            found = await find_table(reply, wanted)
        except SeveralTables as error:
            key = f"{stand_in.user_id or 0}.{int(end.timestamp()) if end is not None else 0}"
            view = tables_view(reply.language, error.tables, "goaway", key=key)
            await reply.say(reply.language.say("ui.which"), view)
            return
        await leave_one(reply, found.id, stand_in, end)
        return
    lines, view, agreed = [], Components(), list[str]()
    for game_id in await absences.find_playing(reply.user_id, reply.guild_id):
        table = await reply.tables.table(game_id)
        if stand_in.user_id is None and len(table.people) == 1:
            lines.append(reply.language.say("ui.away.only_you", name=table.game.name))
        elif await has_to_agree(reply, game_id, stand_in):
            lines.append(reply.language.say("ui.away.asked_now", name=table.game.name))
            if len(view.children) < MOST_BUTTONS:
                view.add_item(entrust_button(reply.language, table, end, table.game.name))
        else:
            agreed.append(game_id)
    for table in await absences.leave_everywhere(reply.number, agreed, reply.user_id, stand_in, end):
        lines.append(write_absences(reply.language, table, reply.user_id))
    if not lines:
        await reply.say(reply.language.say("ui.away.no_tables"))
        return
    if agreed or view.children:
        lines.append(f"-# {reply.language.say('ui.away.how_back.everywhere')}")
    await reply.say("\n".join(lines), view if view.children else None)


async def leave_one(reply: Answer, game_id: str, stand_in: StandIn, end: datetime | None) -> None:
    """Let someone act for the person at one table. If the automatic player would decide at once, ask for consent."""
    prospect = await foresee(reply, game_id, stand_in)
    if prospect is not None:
        await ask_first(reply, prospect, end)
        return
    after = await reply.tables.absences.leave(reply.number, game_id, reply.user_id, stand_in, end)
    await show_absences(reply, after)


async def has_to_agree(reply: Answer, game_id: str, stand_in: StandIn) -> bool:
    """Return whether the automatic player would decide something at once; False also if going away is refused."""
    try:
        return await foresee(reply, game_id, stand_in) is not None
    except TableError:
        return False


async def foresee(reply: Answer, game_id: str, stand_in: StandIn) -> Prospect | None:
    """Return what the automatic player would decide at once in the person's place, as a `Prospect`.

    Return None if another person acts for them, or if the game does not wait for them.
    """
    if stand_in.user_id is not None:
        return None
    return await reply.tables.absences.foresee(game_id, reply.user_id)


async def ask_first(reply: Answer, prospect: Prospect, end: datetime | None) -> None:
    """Say what the automatic player would decide at once, and ask for consent.

    Seeing the decision is advice: it is counted, and it is hidden where the table refuses advice.
    """
    table, note = prospect.table, None
    if table.state.allows_advice:
        note = await reply.tables.advisers.count_sight(table.id, reply.user_id, prospect.seat)
    buttons = [entrust_button(reply.language, table, end), *public_buttons(reply.language, table.id, ["turn"])]
    await reply.show(write_prospect(reply.language, prospect, note), view=Components(buttons))


def entrust_button(language: Language, table: Table, end: datetime | None, name: str = "") -> Button:
    """Return the button by which a person agrees that the automatic player decides at once.

    It works as long as the game has not continued. With a ``name``, its label names the table.
    """
    label = language.say("ui.button.entrust_at" if name else "ui.button.entrust", name=Said(clean(name)))
    key = f"{table.game.version}.{int(end.timestamp()) if end is not None else 0}"
    return button(label, table.id, NO_TOKEN, "entrust", key, "danger")


async def show_absences(reply: Answer, table: Table) -> None:
    """Show who acts for the person at a table, and how to come back."""
    words, view = write_absences(reply.language, table, reply.user_id), None
    if find_absences(table, reply.user_id):
        words = f"{words}\n-# {reply.language.say('ui.away.how_back')}"
        view = public_view(reply.language, table.id, ["back"])
    await reply.show(words, view=view)


async def come_back(reply: Answer, wanted: str | None, *, everywhere: bool) -> None:
    """End the person's absence at one table, or at every table of the server. Raises TableError if there is none."""
    absences = reply.tables.absences
    if not everywhere:
        found = await find_table(reply, wanted)
        check_seated(found, reply.user_id)
        await be_back(reply, found.id)
        return
    found_away = await absences.find_away(reply.user_id, reply.guild_id)
    await absences.come_back_everywhere(reply.number, found_away, reply.user_id)
    await reply.say(reply.language.say("ui.away.back"))


def check_seated(table: Table, user_id: int) -> None:
    """Raise TableError for a person who has no seat and stands in for no one."""
    if not find_seats(PLAY, table, user_id):
        raise refuse(PLAY, table)


@verb("back")
async def be_back(reply: Answer, game_id: str) -> None:
    """End an absence, and say which seats are back at once and which later. Raises TableError without an absence."""
    absences, language = reply.tables.absences, reply.language
    await absences.come_back(reply.number, game_id, reply.user_id)
    moment = await reply.tables.moment(game_id, reply.user_id)
    words = [language.say("ui.away.back")]
    if kept := await absences.find_kept(game_id, reply.user_id):
        words.append(language.say("ui.away.kept", seat=kept))
    is_asked = moment.is_mine and not moment.is_ahead
    if is_asked and not kept:
        words.append(ask_whom(language, moment))
    await reply.show("\n".join(words), view=public_view(language, game_id, ["turn"]) if is_asked else None)


@verb("goaway")
async def go_away(reply: Answer, game_id: str, key: str) -> None:
    """Let a stand-in act for the person at the table that they chose among several.

    The key has the stand-in's id, 0 for the automatic player, and the end of the absence (`read_end`). Raises
    StaleButton if the key cannot be read or the stand-in has left.
    """
    who, _, until = key.partition(".")
    end = read_end(until)
    if not who.isdecimal():
        raise StaleButton
    stand_in, guild = AUTOMATIC_PLAYER, reply.interaction.guild
    if int(who):
        try:
            found = await guild.fetch_member(int(who)) if guild is not None else None
        except discord.NotFound as error:
            raise StaleButton from error
        stand_in = choose_stand_in(found, automatic=False)
    await leave_one(reply, game_id, stand_in, end)


def read_end(until: str) -> datetime | None:
    """Return the time in a button's key (seconds since 1970), or None for 0. Raises StaleButton for other text."""
    if not until.isdecimal():
        raise StaleButton
    try:
        return datetime.fromtimestamp(int(until), UTC) if int(until) else None
    except (OverflowError, ValueError) as error:
        raise StaleButton from error


@verb("entrust")
async def entrust(reply: Answer, game_id: str, key: str) -> None:
    """Hand the person's seats to the automatic player.

    The key has the version of the game at which they agreed, and the end of the absence. Raises StaleButton for a key
    that cannot be read.
    """
    version, _, until = key.partition(".")
    end = read_end(until)
    if not version.isdecimal():
        raise StaleButton
    leave = reply.tables.absences.leave
    await show_absences(reply, await leave(reply.number, game_id, reply.user_id, AUTOMATIC_PLAYER, end, int(version)))
