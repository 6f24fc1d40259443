"""Reasons of the automatic player: for a message's turns, and from there through the whole game."""

from __future__ import annotations

import discord

from bot.discord.panel import NO_TOKEN, Components, button
from bot.discord.reply import Answer
from bot.errors import StaleButton, TableError
from bot.games.frontend import PLAIN_COLOUR
from bot.language import Language
from bot.narrate.panel import Sheet
from bot.narrate.reasons import find_candidates, write_reasons
from bot.tables.recaps import Reasoning
from bot.tables.table import Table
from render.pictures import Options, Picture

FULL = "full"
"""At the end of a key: show every thought."""


async def show_reasons(reply: Answer, table: Table, turns: str = "", *, in_full: bool = False) -> None:
    """Explain the automatic player's actions in some turns (“12-14”), or in the last one, with buttons to other turns.

    Raises StaleButton.
    """
    if turns:
        first, last = read_span(turns)
        found = await reply.bot.tables.reasonings.of(table.id, first, last)
    else:
        found = await reply.bot.tables.reasonings.newest(table.id)
    if found is None:
        await reply.say(reply.language.say("ui.reasons.none_here" if turns else "ui.reasons.nothing"))
        return
    await show_page(reply, found, in_full=in_full)


async def turn_page(reply: Answer, table: Table, key: str) -> None:
    """Continue from the turns in the key: ``before.12``, ``after.14`` or ``at.12-14``, with `FULL` for every thought.

    Raises as `show_reasons` does.
    """
    way, _, rest = key.partition(".")
    turns, _, mode = rest.partition(".")
    reasonings = reply.bot.tables.reasonings
    if way == "at":
        first, last = read_span(turns)
        found = await reasonings.of(table.id, first, last)
    elif way in ("before", "after") and turns.isdecimal():
        found = await (reasonings.before if way == "before" else reasonings.after)(table.id, int(turns))
    else:
        raise StaleButton
    if found is None:
        await reply.say(reply.language.say("ui.reasons.none_there"))
        return
    await show_page(reply, found, in_full=mode == FULL)


def read_span(turns: str) -> tuple[int, int]:
    """Return the first and last number of some turns. Raises StaleButton."""
    first, _, last = turns.partition("-")
    if not (first.isdecimal() and (last or first).isdecimal()):
        raise StaleButton
    return int(first), int(last or first)


async def show_page(reply: Answer, found: Reasoning, *, in_full: bool) -> None:
    """Show the reasons for some turns, in full, or in brief with a map of the candidates."""
    language, front = reply.language, found.table.front
    lines: list[str] = []
    for one in found.reasons:
        lines.append(f"-# {language.say(front.words.name_step(one.turn.label, one.turn.number))}")
        lines += write_reasons(language, front, one.explanations, in_full=in_full)
    picture = None if in_full else await draw_candidates(reply, found)
    sheet = Sheet(language.say("ui.reasons.title"), "\n".join(lines), PLAIN_COLOUR)
    await reply.show(sheet=sheet, view=page_view(language, found, in_full=in_full), picture=picture)


async def draw_candidates(reply: Answer, found: Reasoning) -> Picture | None:
    """Return the board before the last choice among several spaces, with the candidates marked.

    Return None for one picture too many: a person who reads many turns continues without it.
    """
    for one in reversed(found.reasons):
        candidates, chosen = find_candidates(one.explanations)
        if candidates:
            try:
                reply.count_picture()
            except TableError:
                return None
            marks = Options(
                theme=reply.theme,
                language=reply.language.code,
                layout="map",
                candidates=tuple(candidates),
                chosen=chosen,
            )
            return await reply.bot.painter.draw(found.table.front, one.before, options=marks)
    return None


def page_view(language: Language, found: Reasoning, *, in_full: bool) -> discord.ui.View:
    """Return the buttons under reasons: earlier turns, later turns, and every thought."""
    view, mode = Components(), f".{FULL}" if in_full else ""
    pages = [
        ("earlier", f"before.{found.first}{mode}", found.has_earlier),
        ("later", f"after.{found.last}{mode}", found.has_later),
        ("brief", f"at.{found.first}-{found.last}", True)
        if in_full
        else ("thoughts", f"at.{found.first}-{found.last}.{FULL}", True),
    ]
    for name, key, is_open in pages:
        made = button(language.say(f"ui.button.{name}"), found.table.id, NO_TOKEN, "reasoning", key)
        made.disabled = not is_open
        view.add_item(made)
    return view
