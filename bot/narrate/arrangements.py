"""Absences and replacements in words, for the person who made them."""

from __future__ import annotations

from bot.language import Language
from bot.narrate.report import fit
from bot.narrate.times import write_table_settings
from bot.tables.absences import Prospect
from bot.tables.authorization import NEWCOMER
from bot.tables.preferences import may_ask
from bot.tables.table import Table, name_stand_in
from bot.tables.votes import Outcome
from engine.core.text import Text


def write_absences(language: Language, table: Table, user_id: int) -> str:
    """Who acts for a person at a table, and for whom they act; a sentence when there is nothing."""
    lines = []
    for absence in table.absences:
        holder = table.holder(absence.seat)
        if absence.user_id == absence.stand_in_id == user_id:
            lines.append(language.say("ui.away.alone", name=table.game.name, seat=absence.seat))
        elif absence.user_id == user_id:
            by = name_stand_in(absence)
            lines.append(language.say("ui.away.mine", name=table.game.name, seat=absence.seat, by=by))
        elif absence.stand_in_id == user_id and holder is not None:
            who = holder.display_name
            lines.append(language.say("ui.away.for", name=table.game.name, seat=absence.seat, who=who))
    return "\n".join(lines) if lines else language.say("ui.away.nobody", name=table.game.name)


def write_prospect(language: Language, prospect: Prospect, note: Text | None = None) -> str:
    """What Arjuna would decide at once in a person's place, and the question whether it shall.

    ``note`` says that to see it counts as advice; where nobody may ask for advice, it is not shown.
    """
    end = [language.say("ui.away.sure.end"), *([f"-# {language.say(note)}"] if note is not None else [])]
    if not may_ask(prospect.table):
        unseen = language.say("ui.away.sure.unseen", seat=prospect.seat, name=prospect.table.game.name)
        return fit(language, [unseen], end)
    lines = prospect.table.front.words.tell(language, prospect.changes, prospect.runners)
    lines = lines or [language.say(reason) for reason in prospect.reasons]
    if not prospect.is_whole:
        lines.append(language.say("ui.away.chance"))
    head = language.say("ui.away.sure", seat=prospect.seat, name=prospect.table.game.name)
    return fit(language, [head, *(f"> {line}" for line in lines)], end)


def write_outcome(language: Language, outcome: Outcome) -> str:
    """Who has still to agree to something, or what has changed: who plays a seat, or the table's settings."""
    if not outcome.is_done:
        return write_missing(language, outcome)
    if outcome.seat:
        return language.say("ui.replace.done", seat=outcome.seat, who=outcome.name)
    return write_table_settings(language, outcome.table)


def write_missing(language: Language, outcome: Outcome) -> str:
    """Who has still to agree to something: seats, and a newcomer by name."""
    names = [outcome.name if one == NEWCOMER else language.word(f"seat.{one}") for one in outcome.missing]
    return language.say("ui.replace.waiting", names=names)
