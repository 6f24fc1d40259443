"""What became of a vote, for who has voted."""

from __future__ import annotations

from bot.language import Language
from bot.tables.rewinding import PlayedTurn
from bot.tables.table import Table
from bot.tables.votes import Outcome


def write_vote(language: Language, vote: Outcome) -> str:
    """Whether the game has gone back, or who has still to agree."""
    if vote.is_done:
        return language.say("ui.rewind.done")
    return language.say("ui.rewind.waiting", seat=list(vote.missing))


def name_played(language: Language, table: Table, played: PlayedTurn) -> str:
    """A turn in a list of turns: which it was, and what was done in it."""
    name = table.front.words.name_step(played.turn.label, played.turn.number)
    what = table.front.words.name_deeds(language, played.changes)
    return language.say("ui.step.running" if played.is_running else "ui.step.did", name=name, what=what)
