"""Opening a table: its settings, its place, and the table itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord

from bot.discord.places import (
    SEND_IN_THREADS,
    THREADS,
    NewPlace,
    do_without,
    find_forum,
    find_home,
    find_home_in_forum,
    list_places,
    look_up,
    make_thread,
)
from bot.discord.reply import Answer
from bot.faultpoints import fault_point
from bot.names import Mention, Said, clean, show
from bot.tables.entrance import OPEN_TO_ALL, Door
from bot.tables.preferences import OPEN
from bot.tables.table import Table

SHORT: Final = "short"


@dataclass(frozen=True, slots=True)
class Opening:
    """Everything chosen before a table is opened; ``wants_thread`` is None if the bot decides."""

    scenario: str = ""
    name: str = ""
    language: str = ""
    wants_thread: bool | None = None
    pace: str = ""
    players: int = 0
    variant: str = ""
    opponent: str = ""
    door: Door = OPEN_TO_ALL


async def create_table(reply: Answer, opening: Opening) -> tuple[Table, list[str]]:
    """Create a table, in its own thread or post if possible and wanted, and return it with remarks.

    Missing settings come from the server, or else from the person. Raises TableError when the bot may not post here, or
    the lobby refuses (see `Lobby.create`).
    """
    lobby, wants_thread = reply.bot.tables.lobby, opening.wants_thread
    server = await reply.bot.tables.servers.find(reply.interaction.guild_id)
    here, person = reply.interaction.channel, reply.interaction.user
    forum = find_forum(reply.bot, server, here, person)
    if forum is not None:
        home = find_home_in_forum(look_up(forum) or reply.interaction.app_permissions)
    else:
        home = choose_home(reply, wants_thread=reply.bot.threads if wants_thread is None else wants_thread)
    table = await lobby.create(
        reply.interaction.id,
        name=opening.name or reply.language.say("ui.table.default_name", who=Said(clean(reply.user_name))),
        scenario=opening.scenario or server.choose_scenario(SHORT),
        language=opening.language or server.language or reply.language.code,
        host_user_id=reply.user_id,
        host_name=reply.user_name,
        guild_id=reply.interaction.guild_id,
        channel_id=forum.id if forum is not None else reply.channel_id,
        pace=opening.pace or server.pace or OPEN,
        players=opening.players,
        variant=opening.variant,
        opponent=opening.opponent,
        places=list_places(forum or here),
        door=opening.door,
    )
    fault_point("opened")
    reply.use_voice(*table.voice)
    spot = await make_thread(reply.bot, forum or here, reply.language, table) if home.in_thread else None
    table = await lobby.settle(table.id, spot)
    remarks = []
    if wants_thread and spot is None and not {THREADS, SEND_IN_THREADS} & {*home.missed}:
        remarks.append(reply.language.say("ui.table.no_thread"))
    return table, [*remarks, *(f"-# {reply.language.say(do_without(name))}" for name in home.missed)]


async def open_table(reply: Answer, opening: Opening) -> None:
    """Open a table, and say where it is. Raises TableError as `create_table` does."""
    table, remarks = await create_table(reply, opening)
    words = [reply.language.say("ui.table.opened", name=table.game.name, where=f"<#{table.place}>")]
    kept = dict(zip(table.state.reserved, opening.door.reserve, strict=False))
    words += [reply.language.say("ui.reserved", seat=seat, who=Said(show(Mention(kept[seat])))) for seat in kept]
    await reply.say("\n".join([*words, *remarks]))


def choose_home(reply: Answer, *, wants_thread: bool) -> NewPlace:
    """Return the place of a table that is opened here. Raises TableError when the bot may not post here."""
    if isinstance(reply.interaction.channel, discord.DMChannel):
        # Discord names few permissions there: the bot has all that it needs.
        return NewPlace(in_thread=False, missed=())
    granted, channel = reply.interaction.app_permissions, reply.interaction.channel
    # The chat of a voice channel has no threads.
    can_have = isinstance(channel, discord.TextChannel | discord.Thread)
    return find_home(granted, wants_thread=wants_thread and can_have, is_thread=isinstance(channel, discord.Thread))


async def open_rematch(reply: Answer, game_id: str) -> None:
    """Open another game with the people of a finished one, beside its place, and say where it is.

    Raises TableError as `Rematches.open` does.
    """
    tables = reply.bot.tables
    old = await tables.table(game_id)
    made, is_new = await tables.rematches.open(reply.interaction.id, game_id, reply.user_id, reply.user_name)
    if is_new:
        fault_point("opened")
        channel = reply.interaction.channel
        beside = channel.parent if isinstance(channel, discord.Thread) else channel
        spot = await make_thread(reply.bot, beside, reply.language, made) if old.game.thread_id is not None else None
        made = await tables.lobby.settle(made.id, spot)
        await tables.rematches.tell(old, made, reply.user_id)
    key = "ui.rematch.opened" if is_new else "ui.rematch.there"
    await reply.say(reply.language.say(key, name=made.game.name, where=f"<#{made.place}>"))
