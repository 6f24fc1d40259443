"""Advice in words: what one may do, the order that says it, what it does to the margins, and why."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.answers import Line, Suggestion
from bot.games.frontend import PLAIN_COLOUR
from bot.games.showing import fit_lines
from bot.language import Language
from bot.narrate.panel import BODY_LIMIT, Sheet, label_option, shorten
from bot.narrate.report import fit
from bot.tables.advice import Advice
from bot.tables.moments import TableMoment
from engine.core.change import Change

NAME_LIMIT = 70
"""So many letters name what a turn does; its order says the rest."""
MOST_LINES = 12
"""So many lines tell what a turn does that has no order."""


def write_advice(language: Language, advice: Advice, *, again: bool = False) -> Sheet:
    """All of a piece of advice. ``again`` says that it had to be found again."""
    body: list[str] = [language.say("ui.advice.again"), ""] if again else []
    for number, (one, moment) in enumerate(advice.suggestions, start=1):
        body += [*write_suggestion(language, number if len(advice.suggestions) > 1 else 0, one, moment), ""]
    tail = [language.say("ui.advice.told", count=advice.count)]
    title = language.say("ui.advice.title", seat=advice.seat)
    colour = advice.table.front.setup.colours.get(advice.seat, PLAIN_COLOUR)
    return Sheet(title, fit(language, body, tail, BODY_LIMIT), colour)


def write_suggestion(language: Language, number: int, one: Suggestion, moment: TableMoment) -> list[str]:
    """A turn that one may take: what it does, its order, the margins after it, and the reasons."""
    front = moment.front
    changes, view = moment.foretell(moment.find_offers().ending)
    what = shorten(name_suggestion(language, moment, changes), NAME_LIMIT)
    lines = [f"**{number} · {what}**" if number else f"**{what}**"]
    if one.line is not None:
        lines.append(f"`{write_command(one.line)}`")
    else:
        told = front.words.tell_so_far(language, changes, moment.game.pending_seat, is_over=True, is_headed=False)
        lines += [f"> {line}" for line in fit_lines(told, MOST_LINES)]
    moved = front.score.write_changes(language, moment.start, view)
    lines.append(moved or language.say("ui.advice.same"))
    reasons = [language.say(reason) for reason in one.reasons]
    if one.is_own:
        reasons.append(language.say("ui.advice.own"))
    return [*lines, *(f"· {reason}" for reason in reasons)]


def name_suggestion(language: Language, moment: TableMoment, changes: Sequence[Change]) -> str:
    """What a turn does, in one line; where nothing of it can be told before Confirm, the answer itself."""
    option = moment.decision.option(moment.draft.armed) if moment.decision is not None else None
    if changes or option is None:
        return moment.front.words.name_deeds(language, changes)
    return label_option(language, option)


def write_command(line: Line) -> str:
    """An order as one would type it."""
    name, _, side = line.action.partition(":")
    words: Sequence[str] = (
        f"/{name.replace('_', '-')}",
        *([f"side: {side}"] if side else []),
        *([f"orders: {line.orders}"] if line.orders else []),
    )
    return " ".join(words)
