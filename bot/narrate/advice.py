"""Help and advice as text: help for a person's situation, and suggested turns with their turn lines and reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.answers import Line, Suggestion
from bot.games.frontend import PLAIN_COLOUR, Frontend
from bot.games.showing import Focus, fit_lines
from bot.language import Language, Said
from bot.narrate.options import label_option
from bot.narrate.panel import BODY_LIMIT, Sheet, find_prompt, write_armed
from bot.narrate.standing import fit, shorten
from bot.tables.advice import Advice
from bot.tables.authorization import PLAY, find_seats
from bot.tables.moments import TableMoment
from bot.tables.table import Table
from engine.core.change import Change

MINE: Final = ("your_turn", "choosing", "event", "campaign", "middle", "setup")
"""The situations in which a person must choose. The help then shows the question."""
COMMANDS: Final = {
    "board": "",
    "card": "cards",
    "status": "",
    "log": "",
    "rules": "rules",
    "faction": "sheets",
    "tutorial": "lessons",
}
"""The commands that help in every situation, each with the offer that a game needs for it (`Frontend.offers`)."""
NAME_LIMIT = 70
"""The most characters of a turn's effects in the heading of a suggestion. The turn line below shows all of them."""
MOST_LINES = 12
"""The most lines with the effects of a suggested turn that has no turn line."""


def write_advice(language: Language, advice: Advice, *, again: bool = False) -> Sheet:
    """Return a sheet with all suggestions of some advice. With ``again``, it says that the advice was found again."""
    body: list[str] = [language.say("ui.advice.again"), ""] if again else []
    for number, (one, moment) in enumerate(advice.suggestions, start=1):
        body += [*write_suggestion(language, number if len(advice.suggestions) > 1 else 0, one, moment), ""]
    tail = [language.say("ui.advice.told", count=advice.count)]
    title = language.say("ui.advice.title", seat=advice.seat)
    colour = advice.table.front.setup.colours.get(advice.seat, PLAIN_COLOUR)
    return Sheet(title, fit(language, body, tail, BODY_LIMIT), colour)


def write_suggestion(language: Language, number: int, one: Suggestion, moment: TableMoment) -> list[str]:
    """Return a suggested turn, the draft of ``moment``, as lines: its effects, turn line, changed scores and reasons.

    A ``number`` of 0 is left out: there is only one suggestion.
    """
    front = moment.front
    changes, view = moment.foretell(moment.find_offers().ending)
    what = shorten(name_suggestion(language, moment, changes), NAME_LIMIT)
    lines = [f"**{number} · {what}**" if number else f"**{what}**"]
    if one.line is not None:
        lines.append(f"`{write_command(one.line)}`")
    else:
        told = front.words.tell_so_far(
            language, changes, Focus(moment.game.pending_seat, is_over=True, is_headed=False)
        )
        lines += [f"> {line}" for line in fit_lines(told, MOST_LINES)]
    moved = front.score.write_changes(language, moment.start, view)
    lines.append(moved or language.say("ui.advice.same"))
    reasons = [language.say(reason) for reason in one.reasons]
    if one.is_own:
        reasons.append(language.say("ui.advice.own"))
    return [*lines, *(f"· {reason}" for reason in reasons)]


def name_suggestion(language: Language, moment: TableMoment, changes: Sequence[Change]) -> str:
    """Return the effects of a suggested turn in one line, or its answer if no effect is known before Confirm."""
    option = moment.decision.option(moment.draft.armed) if moment.decision is not None else None
    if changes or option is None:
        return moment.front.words.name_deeds(language, changes)
    return label_option(language, option)


def write_command(line: Line) -> str:
    """Return a turn line as the slash command that people type."""
    name, _, side = line.action.partition(":")
    words: Sequence[str] = (
        f"/{name.replace('_', '-')}",
        *([f"side: {side}"] if side else []),
        *([f"orders: {line.orders}"] if line.orders else []),
    )
    return " ".join(words)


def write_help(
    language: Language, front: Frontend, table: Table | None, moment: TableMoment | None, situation: str
) -> str:
    """Return help for a person's ``situation`` (`name_situation`): what they can do and how, and useful commands."""
    decision = moment.decision if moment is not None else None
    seat = decision.seat if decision is not None else ""
    name = table.game.name if table is not None else ""
    lines = [language.say(f"ui.help.{situation}", seat=seat, name=name)]
    if moment is not None and decision is not None:
        if situation in MINE:
            lines.append(f"> {language.say(find_prompt(moment.front, decision))}")
        elif situation == "armed":
            lines.append(f"> {write_armed(language, moment, decision)}")
    if situation in ("your_turn", "choosing") and table is not None:
        lines += write_ways(language, front, seat)
    commands = [name for name, offer in COMMANDS.items() if not offer or offer in front.offers]
    words = language.put_together("parts", [language.say(f"ui.help.command.{name}") for name in commands])
    return "\n".join([*lines, "", language.say("ui.help.always", what=Said(words))])


def write_ways(language: Language, front: Frontend, seat: str) -> list[str]:
    """Return lines on how a seat acts in a game: by turn lines, with an example, or by a command or the panel."""
    if "orders in one line" in front.offers:
        example = front.lessons.examples.get(seat, "")
        return [language.say("ui.help.ways"), *([language.say("ui.help.line", example=example)] if example else [])]
    command = next((action.command for action in front.orders.actions if seat in action.seats), "")
    return [language.say("ui.help.ways.command" if command else "ui.help.ways.panel", what=Said(command))]


def name_situation(table: Table | None, moment: TableMoment | None, user_id: int) -> str:
    """Return the name of a person's situation at a table, which decides on their help and its buttons.

    It is "no_table"; "over" for a finished or archived game; before the game "seated" or, without a seat, "open". If
    the person must decide, it is "armed" when only Confirm is left, otherwise a `Situation`. While an automatic player
    decides, it is "automatic". While another person decides, it is "wait", and for a spectator "watch".
    """
    if table is None:
        return "no_table"
    if table.game.status in ("archived", "over"):
        return "over"
    if moment is None:
        return "seated" if find_seats(PLAY, table, user_id) else "open"
    decision = moment.decision
    if moment.is_mine and decision is not None:
        return "armed" if moment.draft.armed else moment.front.lessons.name_situation(moment.view, decision)
    if decision is not None and table.is_automatic(decision.seat):
        return "automatic"
    return "wait" if find_seats(PLAY, table, user_id) else "watch"
