"""Alt text: what a picture shows, for those who do not see it, from the same View and Changes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.change import Change
from engine.gandhi.story import Story, read_story
from engine.gandhi.view import View
from render.gandhi.captions import headline, step_captions, summary, write_result
from render.labels import ENGLISH_LABELS, Labels

MOST = 1024
"""Discord's limit for the description of a file, in characters."""
MOST_REST = 300
"""The limit in characters for changes beside the map."""


def alt_text(
    view: View, changes: Sequence[Change] = (), labels: Labels = ENGLISH_LABELS, *, totals: bool = False
) -> str:
    """Describe the picture in at most `MOST` characters.

    The turn comes first: who did what, then its steps as far as they fit, then what else changed; the state of the
    game comes last and is never cut. ``totals`` as for the picture.
    """
    state = _describe_state(view, labels)
    if not changes:
        return _cut(state, MOST)
    story = read_story(changes, totals=totals)
    head = labels.sentence(headline(story, view, labels))
    result = write_result(view, labels) if view.winner else ""
    rest = _cut(_facts([fact for fact in summary(story, view, labels) if fact != result], labels), MOST_REST)
    room = MOST - len(head) - len(rest) - len(state) - 3
    parts = [head, _tell_steps(story, labels, room), rest, state]
    return _cut(labels.join("sentences", (part for part in parts if part)), MOST)


def _tell_steps(story: Story, labels: Labels, room: int) -> str:
    """Return the numbered steps that fit into so many characters, and how many are left out."""
    told: list[str] = []
    captions = [labels.sentence(f"{mark} {text}") for mark, text in step_captions(story, labels)]
    for index, caption in enumerate(captions):
        left = len(captions) - index
        more = labels.sentence(labels.say("caption.more", count=left))
        used = sum(len(line) + 1 for line in told)
        if used + len(caption) + (len(more) + 1 if left > 1 else 0) > room:
            return labels.join("sentences", [*told, more] if used + len(more) <= room else told)
        told.append(caption)
    return labels.join("sentences", told)


def _describe_state(view: View, labels: Labels) -> str:
    parts = []
    if view.winner:
        parts.append(write_result(view, labels))
    elif view.card is not None:
        title = labels.get(f"title.{view.card.number}", view.card.title)
        parts.append(labels.say("put.fact", name=labels["card.current"], what=f"{view.card.number} {title}"))
    for seat, row in view.victory.items():
        sign = "+" if row.margin > 0 else "−" if row.margin < 0 else ""
        total = labels.say("put.value", name=labels[f"seat.{seat}"], value=f"{row.value}/{row.threshold}")
        parts.append(labels.say("put.aside", what=total, aside=f"{sign}{abs(row.margin)}"))
    tracks = {"restraint": view.restraint, "unity": view.unity}
    parts.append(
        labels.join("items", (labels.say("put.value", name=labels[key], value=value) for key, value in tracks.items()))
    )
    if view.crisis:
        parts.append(labels["crisis.yes"])
    for seat, amount in view.resources.items():
        parts.append(labels.say("put.value", name=labels[f"resources.{seat}"], value=amount))
    if view.pending:
        parts.append(labels.say("alt.pending", seat=labels[f"seat.{view.pending}"]))
    return _facts(parts, labels)


def _facts(parts: list[str], labels: Labels) -> str:
    return labels.sentence(labels.join("facts", parts)) if parts else ""


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
