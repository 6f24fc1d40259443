"""The turning point of a finished game, and the proof that it was fair, in words."""

from __future__ import annotations

from bot.language import Language
from bot.tables.recaps import Recap
from bot.tables.records import Proof
from bot.tables.table import Table


def write_turning_point(language: Language, tale: Recap) -> list[str]:
    """In which turn of a whole game its first in the ranking took the lead for good; nothing where that is unknown."""
    front = tale.table.front
    found = front.score.find_turning_point(tale.views)
    if found is None:
        return []
    number, seat = found
    if not number:
        return [language.say("ui.over.always", seat=seat)]
    what = front.words.name_step(tale.turns[number - 1].label, number)
    return [language.say("ui.over.turning", what=what, seat=seat)]


def write_proof(language: Language, proof: Proof) -> str:
    """That everything agrees, in numbers."""
    lines = [
        language.say("ui.proof.title", name=proof.table.game.name),
        language.say("ui.proof.replayed", steps=proof.steps, choices=proof.choices),
        language.say("ui.proof.chance", numbers=proof.numbers, dice=proof.dice, cards=proof.cards),
        language.say("ui.proof.digest", digest=proof.digest),
    ]
    if proof.message_id is not None:
        lines.append(language.say("ui.proof.where", where=link(proof.table, proof.message_id)))
    return "\n".join(lines)


def link(table: Table, message_id: int) -> str:
    """The address of a message of a table."""
    return f"https://discord.com/channels/{table.game.guild_id or '@me'}/{table.place}/{message_id}"
