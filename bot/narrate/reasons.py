"""The automatic player's reasons as text: a summary in a few lines, or every thought in order."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.answers import Explanation, Thought
from bot.games.frontend import Frontend
from bot.language import Language, Said

MOST_SPACES = 25
"""The most spaces that are named after a thought. Of more spaces, only the number is shown."""


def write_reasons(
    language: Language, front: Frontend, explanations: Sequence[Explanation], *, in_full: bool
) -> list[str]:
    """Return the reasons for some steps: for each the Faction, then the summary or, without one, all thoughts."""
    lines: list[str] = []
    for explanation in explanations:
        told = [] if in_full else tell_briefly(language, front, explanation)
        lines += [f"**{language.word(f'seat.{explanation.seat}')}**", *(told or tell_all(language, explanation))]
    return lines


def tell_briefly(language: Language, front: Frontend, explanation: Explanation) -> list[str]:
    """Return the summary of an explanation, a line for each text."""
    return [f"· {language.say(line)}" for line in front.player.summarise(explanation)]


def tell_all(language: Language, explanation: Explanation) -> list[str]:
    """Return a line for every thought of an explanation, with its spaces."""
    return [f"· {tell_thought(language, thought)}" for thought in explanation.thoughts]


def tell_thought(language: Language, thought: Thought) -> str:
    """Return a thought with its spaces, or their number if there are more than `MOST_SPACES`, in brackets."""
    what = language.say(thought.text)
    if not thought.spaces:
        return what
    if len(thought.spaces) > MOST_SPACES:
        return language.say("ui.reasons.many", what=what, count=len(thought.spaces))
    names = language.put_together("items", (language.word(f"space.{space}") for space in thought.spaces))
    return language.say("ui.reasons.spaces", what=what, names=Said(names))


def find_candidates(explanations: Sequence[Explanation]) -> tuple[list[str], str]:
    """Return the candidates of the last selection among several spaces, and the space selected, or [] and ""."""
    running: list[str] = []
    chosen = ""
    for explanation in explanations:
        for index, thought in enumerate(explanation.thoughts):
            if thought.kind == "column" and len(thought.spaces) > 1:
                after = [one for one in explanation.thoughts[index:] if one.kind == "select"]
                running, chosen = list(thought.spaces), after[0].spaces[0] if after and after[0].spaces else ""
    return running, chosen
