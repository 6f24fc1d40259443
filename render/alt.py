"""Alt text: what a picture shows, for those who do not see it, from the same View and Changes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.change import Change
from engine.gandhi.view import View
from render.labels import ENGLISH_LABELS, Labels

MOST = 1024
"""Discord's limit for the description of a file, in characters."""


def alt_text(view: View, changes: Sequence[Change] = (), labels: Labels = ENGLISH_LABELS) -> str:
    """Describe the picture in at most `MOST` characters: the turn first, then the state of the game."""
    parts = [f"{labels['title']}, {labels.get(f'scenario.{view.scenario}', view.scenario)}."]
    if view.card is not None:
        parts.append(f"{labels['card.current']}: {view.card.number} {view.card.title}.")
    parts.append(f"{labels['restraint']} {view.restraint}, {labels['unity']} {view.unity}.")
    for seat, row in view.victory.items():
        parts.append(f"{labels[f'seat.{seat}']} {row.value}/{row.threshold}.")
    text = " ".join(parts)
    return text if len(text) <= MOST else text[: MOST - 1] + "…"
