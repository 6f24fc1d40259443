"""``/help`` as a private message: where the person stands, and buttons for what they may do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.discord.components import NO_GAME, NO_TOKEN, Components, button
from bot.discord.layout import ROW, Style
from bot.discord.reply import Answer
from bot.discord.screens.factions import guess_seat
from bot.discord.signposts import rule_buttons
from bot.errors import NoTable, SeveralTables
from bot.narrate.guide import name_situation, write_help
from bot.service.advice import may_ask

if TYPE_CHECKING:
    from bot.language import Language
    from bot.service.moments import Moment, Table

NEXT = {
    "no_table": ["new"],
    "open": [],
    "seated": ["start"],
    "your_turn": ["turn", "advise", "card", "board"],
    "choosing": ["turn", "advise", "board"],
    "event": ["turn", "advise", "card", "board"],
    "campaign": ["turn", "advise", "board"],
    "middle": ["turn", "advise", "board"],
    "setup": ["turn", "board"],
    "armed": ["confirm", "turn", "undo"],
    "wait": ["board", "card", "log"],
    "arjuna": ["board", "log", "reasons"],
    "watch": ["board", "card", "log"],
    "over": ["log", "board", "verify"],
}
"""What one may press next in each situation; the first is what the help speaks of."""
LEADING = frozenset({"new", "turn", "start", "confirm"})
"""Verbs that move the game on."""


async def show_help(reply: Answer) -> None:
    """What the person can do right now."""
    table, moment = await find_moment(reply)
    if table is not None:
        reply.speak_of(*table.manner)
    words = write_help(reply.language, table, moment, reply.user_id)
    await reply.show(words, view=help_view(reply.language, table, moment, reply.user_id))


async def find_moment(reply: Answer) -> tuple[Table | None, Moment | None]:
    """The table that is played where the person is, and the moment its game has come to; None where there is none."""
    if reply.interaction.guild_id is None:
        return None, None
    try:
        table = await reply.bot.tables.lobby.pick(
            guild_id=reply.interaction.guild_id,
            channel_id=reply.channel_id,
            user_id=reply.user_id,
            is_over_fine=True,
        )
    except SeveralTables as error:
        table = error.tables[0]
    except NoTable:
        return None, None
    if table.game.status not in ("playing", "over"):
        return table, None
    return table, await reply.bot.tables.moment(table.id, reply.user_id)


def find_paragraphs(moment: Moment | None) -> list[str]:
    """The paragraph of the rules about what is asked now, if something is."""
    return [moment.front.find_paragraph(moment.decision)] if moment is not None and moment.decision is not None else []


def help_view(language: Language, table: Table | None, moment: Moment | None, user_id: int) -> discord.ui.View:
    """The buttons under the help: what to do next, then what explains more."""
    situation = name_situation(table, moment, user_id)
    game_id = table.id if table is not None else NO_GAME
    view = Components()
    if situation == "open" and table is not None:
        for seat in table.seats:
            if seat.kind == "empty":
                label = language.say("ui.button.take", seat=seat.seat)
                view.add_item(button(label, game_id, NO_TOKEN, "take", seat.seat, "primary", 0))
    for verb in NEXT[situation]:
        if verb == "advise" and table is not None and not may_ask(table):
            continue
        style: Style = "primary" if verb in LEADING else "secondary"
        view.add_item(button(language.say(f"ui.button.{verb}"), game_id, NO_TOKEN, verb, "", style, 0))
    if moment is not None and moment.undo_seat and sum(item.row == 0 for item in view.children) < ROW:
        view.add_item(button(language.say("ui.button.take_back"), game_id, NO_TOKEN, "retract", row=0))
    for made in rule_buttons(language, find_paragraphs(moment), row=1):
        view.add_item(made)
    seat_wanted = guess_seat(table, moment, user_id)
    view.add_item(button(language.say("ui.button.faction"), NO_GAME, NO_TOKEN, "faction", seat_wanted, row=1))
    view.add_item(button(language.say("ui.button.rules"), NO_GAME, NO_TOKEN, "chapters", row=1))
    kind = table.front.kind if table is not None else ""
    if table is None or table.front.courses:
        view.add_item(button(language.say("ui.button.lesson"), NO_GAME, NO_TOKEN, "lesson", kind, row=1))
    return view
