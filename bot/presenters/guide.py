"""Help by situation: what one can do now, the ways to do it, and what to press next."""

from __future__ import annotations

from typing import Final

from bot.language import Language
from bot.presenters.panel import ask_briefly, write_armed
from bot.service.moments import Moment, Table
from engine.gandhi import catalogue

EXAMPLES: Final = {
    "raj": "/deploy orders: delhi: 3T 3S; madras: 2S",
    "congress": "/civil-disobedience orders: bihar, bombay",
    "league": "/rally orders: punjab; sind",
    "revolutionaries": "/march orders: orissa > bihar 1U",
}
"""A whole turn in one line, for each Faction (see ``docs/orders.md``)."""

INTERRUPTIONS: Final = {
    "arrest": "3.2.4",
    "crisis": "6.8",
    "displace": "1.3.5",
    "satyagraha.release": "4.3.2",
    "transfer.consent": "1.5.2",
}
"""What somebody is asked in the middle of, or after, a turn that need not be their own, and the paragraph about it."""
PARAGRAPHS: Final = {
    "turn": "2.3.4",
    "event": "5.1",
    "pass": "2.3.3",
    "setup": "2.1",
    "remove_own": "1.4.1",
    "transfer": "1.5.2",
    "strikes": "6.2.1",
    "imperialism": "6.3.1",
    "constructive": "6.3.2",
    "pakistan_movement": "6.3.3",
    "secret_societies": "6.3.4",
}
"""The paragraph about a decision, by the first part of its kind; Operations and Special Activities aside."""
REDEPLOY: Final = {"raj": "6.4.2", "congress": "6.4.3", "league": "6.4.4", "revolutionaries": "6.4.5"}
OPERATIONS: Final = {"raj": "3.2", "congress": "3.3", "league": "3.3", "revolutionaries": "3.4"}
SPECIAL_ACTIVITIES: Final = {"raj": "4.2", "congress": "4.3", "league": "4.4", "revolutionaries": "4.5"}

MINE: Final = ("your_turn", "choosing", "event", "campaign", "middle", "setup")
"""The situations in which one has something to choose: the question itself is told."""


def write_help(language: Language, table: Table | None, moment: Moment | None, user_id: int) -> str:
    """What the person can do next, how, and the commands that are always there."""
    situation = name_situation(table, moment, user_id)
    decision = moment.decision if moment is not None else None
    seat = decision.seat if decision is not None else ""
    name = table.game.name if table is not None else ""
    lines = [language.say(f"ui.help.{situation}", seat=seat, name=name)]
    if moment is not None and decision is not None:
        if situation in MINE:
            lines.append(f"> {language.say(ask_briefly(decision))}")
        elif situation == "armed":
            lines.append(f"> {write_armed(language, moment, decision)}")
    if situation in ("your_turn", "choosing"):
        lines += [language.say("ui.help.ways"), language.say("ui.help.line", example=EXAMPLES[seat])]
    return "\n".join([*lines, "", language.say("ui.help.always")])


def name_situation(table: Table | None, moment: Moment | None, user_id: int) -> str:
    """Where a person stands, in a word."""
    if table is None:
        return "no_table"
    if table.game.status == "over":
        return "over"
    if moment is None:
        return "seated" if table.acts_for(user_id) else "open"
    decision = moment.decision
    if moment.is_mine and decision is not None:
        return "armed" if moment.draft.armed else name_question(moment)
    holder = table.holder(decision.seat) if decision is not None else None
    if holder is not None and holder.kind == "arjuna":
        return "arjuna"
    return "wait" if table.acts_for(user_id) else "watch"


def name_question(moment: Moment) -> str:
    """What kind of thing the person is asked."""
    kind = moment.decision.kind if moment.decision is not None else ""
    if any(kind.startswith(interruption) for interruption in INTERRUPTIONS):
        return "middle"
    if moment.view.phase not in ("turn", "gandhi_placed"):
        return "campaign"
    first = kind.partition(".")[0]
    if first in ("event", "setup"):
        return first
    return "your_turn" if kind == "turn.action" else "choosing"


def find_paragraph(moment: Moment | None) -> str:
    """The paragraph of the rules about what is asked now, or an empty string."""
    decision = moment.decision if moment is not None else None
    if decision is None:
        return ""
    for interruption, number in INTERRUPTIONS.items():
        if decision.kind.startswith(interruption):
            return number
    first = decision.kind.partition(".")[0]
    if first == "redeploy":
        return REDEPLOY[decision.seat]
    return PARAGRAPHS.get(first) or number_action(decision.seat, first)


def number_action(seat: str, name: str) -> str:
    """3.2 to 4.5 The paragraph of an Operation or Special Activity of a Faction, or an empty string."""
    for section, menu in ((OPERATIONS, catalogue.OPERATIONS), (SPECIAL_ACTIVITIES, catalogue.SPECIAL_ACTIVITIES)):
        if name in menu[seat]:
            return f"{section[seat]}.{list(menu[seat]).index(name) + 1}"
    return ""
