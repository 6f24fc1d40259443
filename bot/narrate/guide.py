"""Help by situation: what one can do now, the ways to do it, and what to press next."""

from __future__ import annotations

from typing import Final

from bot.games.frontend import front_of
from bot.games.playing import AUTOMATIC
from bot.language import Language
from bot.narrate.panel import find_prompt, write_armed
from bot.tables.authorization import PLAY, find_seats
from bot.tables.moments import TableMoment
from bot.tables.table import Table

MINE: Final = ("your_turn", "choosing", "event", "campaign", "middle", "setup")
"""The situations in which there is something to choose: the question itself is told."""


def write_help(language: Language, table: Table | None, moment: TableMoment | None, user_id: int) -> str:
    """What the person can do next, how, and the commands that are always there."""
    situation = name_situation(table, moment, user_id)
    decision = moment.decision if moment is not None else None
    seat = decision.seat if decision is not None else ""
    name = table.game.name if table is not None else ""
    lines = [language.say(f"ui.help.{situation}", seat=seat, name=name)]
    if moment is not None and decision is not None:
        if situation in MINE:
            lines.append(f"> {language.say(find_prompt(moment.front, decision))}")
        elif situation == "armed":
            lines.append(f"> {write_armed(language, moment, decision)}")
    if situation in ("your_turn", "choosing"):
        lines.append(language.say("ui.help.ways"))
        if example := front_of(table.game.kind).lessons.give_example(seat) if table is not None else "":
            lines.append(language.say("ui.help.line", example=example))
    return "\n".join([*lines, "", language.say("ui.help.always")])


def name_situation(table: Table | None, moment: TableMoment | None, user_id: int) -> str:
    """Where a person stands, in a word."""
    if table is None:
        return "no_table"
    if table.game.status == "over":
        return "over"
    if moment is None:
        return "seated" if find_seats(PLAY, table, user_id) else "open"
    decision = moment.decision
    if moment.is_mine and decision is not None:
        return "armed" if moment.draft.armed else moment.front.lessons.name_situation(moment.view, decision)
    holder = table.holder(decision.seat) if decision is not None else None
    if holder is not None and holder.kind == AUTOMATIC:
        return "arjuna"
    return "wait" if find_seats(PLAY, table, user_id) else "watch"
