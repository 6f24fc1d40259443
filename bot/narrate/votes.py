"""What became of a vote, for who has voted."""

from __future__ import annotations

from bot.language import Language
from bot.service.history.rewinding import RewindVote


def write_vote(language: Language, vote: RewindVote) -> str:
    """Whether the game has gone back, or who has still to agree."""
    if vote.is_done:
        return language.say("ui.rewind.done")
    return language.say("ui.rewind.waiting", seat=list(vote.missing))
