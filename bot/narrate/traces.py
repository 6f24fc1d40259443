"""What is stored about a person, in words."""

from __future__ import annotations

from bot.language import Language
from storage import Traces


def write_traces(language: Language, traces: Traces) -> str:
    """Everything that is stored about a person, one line for each kind; a sentence when there is nothing."""
    if traces.is_empty:
        return language.say("ui.privacy.nothing")
    counts = (
        ("seats", traces.seats),
        ("past_seats", traces.past_seats),
        ("hosted", traces.hosted),
        ("choices", traces.choices),
        ("arrangements", traces.arrangements),
        ("preferences", int(traces.has_preferences)),
    )
    lines = [language.say(f"ui.privacy.{name}", count=count) for name, count in counts if count]
    return "\n".join([language.say("ui.privacy.title"), *(f"- {line}" for line in lines)])
