"""What happened in a turn, in the order it happened: numbered steps, moves and sums, read from the Changes.

Pictures, captions and alt text all start from here, so they cannot tell different stories.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.core.change import Change

SPACE_VERBS = frozenset(
    {"place", "remove", "arrest", "release", "move", "activate", "hide", "level", "control", "select"}
)
"""Verbs that touch a space: they are drawn on the map and belong to a numbered step."""
TRACK_VERBS = frozenset({"restraint", "unity", "crisis", "resources"})
"""Verbs drawn as old and new value in the boxes beside the map."""
CAPTION_VERBS = frozenset({"begin", "enter", "roll", "viceroy", "over", "phase"})
"""Verbs told in words under the map."""
IGNORED_VERBS = frozenset({"reveal", "eligibility", "refuse", "agree", "resume"})
"""Verbs that draw nothing of their own: the cards and the eligibility row of the View already show them."""
BOXES = frozenset({"", "available", "out_of_play", "jail"})


@dataclass(frozen=True)
class Move:
    """Pieces that went from one space to another in a step."""

    step: int
    seat: str
    piece: str
    count: int
    origin: str
    target: str


@dataclass
class Step:
    """One numbered step: what happened around one space. ``space`` is empty when no space was touched."""

    number: int
    seat: str
    action: str
    space: str
    changes: list[Change] = field(default_factory=list)


@dataclass
class Story:
    """A turn read from its Changes.

    ``actions`` holds (seat, action) in order. ``deltas`` counts, for each space, how many of each kind came (positive)
    or went; ``levels`` and ``controls`` hold old and new values; ``tracks`` the first old and last new value of
    Restraint, Unity, Crisis and each seat's Resources (under the seat's id).
    """

    actions: list[tuple[str, str]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    deltas: dict[str, dict[str, int]] = field(default_factory=dict)
    levels: dict[str, tuple[int, int]] = field(default_factory=dict)
    controls: dict[str, tuple[int, int]] = field(default_factory=dict)
    tracks: dict[str, tuple[int, int]] = field(default_factory=dict)
    others: list[Change] = field(default_factory=list)

    @property
    def touched(self) -> list[str]:
        """The spaces where something is different now or moved through, in order of their first step."""
        seen: dict[str, None] = {}
        for step in self.steps:
            for change in step.changes:
                for key in spaces_of(change):
                    seen.setdefault(key)
        return list(seen)

    def numbers(self, space: str) -> list[int]:
        """Return the numbers of the steps that belong to a space, in order."""
        return [step.number for step in self.steps if step.space == space]


def spaces_of(change: Change) -> list[str]:
    """Return the spaces that a Change touches: its origin and target, without boxes. Empty for other verbs."""
    if change.verb not in SPACE_VERBS:
        return []
    return [key for key in (change.origin, change.target) if key not in BOXES]


def read_story(changes: Sequence[Change]) -> Story:
    """Read the Changes of a turn, or of any stretch of play."""
    story = Story()
    action, selected = "", ""
    for change in changes:
        if change.verb == "begin":
            action, selected = change.piece, ""
            if action != "transfer":
                story.actions.append((change.seat, action))
            continue
        if change.verb in ("phase", "resume"):
            action, selected = change.piece, ""
        if change.verb == "select":
            selected = change.target
            continue
        if change.verb == "move" and selected not in (change.origin, change.target):
            # An Operation goes on where a Special Activity interrupted it: the selection is over.
            selected = ""
        if change.verb in SPACE_VERBS and spaces_of(change):
            _add_to_step(story, change, action, selected)
            _count(story, change)
        elif change.verb in TRACK_VERBS:
            _follow(story, change)
        elif change.verb not in IGNORED_VERBS:
            story.others.append(change)
    _drop_unchanged(story)
    return story


def _add_to_step(story: Story, change: Change, action: str, selected: str) -> None:
    """Put a Change into the step of the selected space; without a selection, into one step for each space."""
    touched = spaces_of(change)
    last = story.steps[-1] if story.steps else None
    home = selected if selected else (change.target if change.target in touched else touched[0])
    if change.verb == "control" and last is not None and any(home in spaces_of(made) for made in last.changes):
        # Control follows from the pieces that came or went just before: it is no step of its own.
        home = last.space
    if last is None or last.space != home or last.action != action or last.seat != change.seat:
        last = Step(len(story.steps) + 1, change.seat, action, home)
        story.steps.append(last)
    last.changes.append(change)
    if change.verb == "move":
        story.moves.append(Move(last.number, change.seat, change.piece, change.count, change.origin, change.target))


def _count(story: Story, change: Change) -> None:
    def add(space: str, piece: str, number: int) -> None:
        if space not in BOXES:
            kinds = story.deltas.setdefault(space, {})
            kinds[piece] = kinds.get(piece, 0) + number

    if change.verb in ("place", "release", "move"):
        add(change.target, change.piece, change.count)
    if change.verb in ("remove", "arrest", "move"):
        add(change.origin, change.piece, -change.count)
    if change.verb in ("activate", "hide"):
        gained, lost = ("active", "underground") if change.verb == "activate" else ("underground", "active")
        add(change.target, gained, change.count)
        add(change.target, lost, -change.count)
    values = story.levels if change.verb == "level" else story.controls if change.verb == "control" else None
    if values is not None and change.old is not None and change.new is not None:
        first = values[change.target][0] if change.target in values else change.old
        values[change.target] = (first, change.new)


def _follow(story: Story, change: Change) -> None:
    key = change.target if change.verb == "resources" else change.verb
    if change.old is None or change.new is None:
        return
    first = story.tracks[key][0] if key in story.tracks else change.old
    story.tracks[key] = (first, change.new)


def _drop_unchanged(story: Story) -> None:
    """Forget sums that came back to where they began."""
    for values in (story.levels, story.controls, story.tracks):
        for key in [key for key, (old, new) in values.items() if old == new]:
            del values[key]
    for kinds in story.deltas.values():
        for kind in [kind for kind, number in kinds.items() if number == 0]:
            del kinds[kind]
