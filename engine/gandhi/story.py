"""The events of a turn in their order, read from the Changes: the one reading for text and pictures.

A `Story` holds data and no words. Its sections and items become a text, its steps are numbered on a map, and
an item knows its steps: so the log, the strip under the map, the captions, the alt text and the animation cannot
contradict each other. Which spaces and values a `Change` has is defined by `engine.gandhi.state`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.core.change import Change
from engine.gandhi.ids import ACTIVE, AVAILABLE, CONGRESS, JAIL, OUT_OF_PLAY, PROTEST, UNDERGROUND

SPACE_VERBS = frozenset(
    {"place", "remove", "arrest", "release", "move", "activate", "hide", "level", "control", "select"}
)
"""Verbs that touch a space: they are drawn on the map and belong to a numbered step."""
TRACK_VERBS = frozenset({"restraint", "unity", "crisis", "resources"})
"""Verbs drawn as old and new value in the boxes beside the map."""
CAPTION_VERBS = frozenset({"begin", "enter", "roll", "viceroy", "over", "phase"})
"""Verbs that are put into words under the map."""
IGNORED_VERBS = frozenset({"reveal", "eligibility", "refuse", "agree", "resume", "put_right"})
"""Verbs that draw nothing themselves: the cards and the eligibility row of the View already show them."""
SILENT_VERBS = frozenset({"eligibility", "over"})
"""Verbs that no section mentions: whose turn it is, and the ranking at the end, are shown elsewhere."""
NET_VERBS = frozenset({"control", "resources"})
"""Verbs of which only the first old value and the last new one of a section count."""
CHAINED_VERBS = frozenset({"level", "restraint", "unity"})
"""Verbs of which neighbouring Changes are merged: from the first old value to the last new one."""
SUMMED_PHASES = frozenset(
    {"resources", "redeploy_raj", "redeploy_congress", "redeploy_league", "redeploy_revolutionaries", "reset"}
)
"""Phases of a Campaign Round that may be shown by their totals: of their many steps, no single choice matters most."""
MARKING_VERBS = frozenset({"begin", "resume", "select", "phase"})
"""Verbs that structure the others, and are never merged."""
TURN_ROLLS = frozenset({"release", "crisis"})
"""Dice that are rolled for a whole turn and not in a space."""
ENDED = frozenset({"executed", "passed"})
"""States of a Faction's eligibility at the end of its turn."""
ARREST, CRISIS = "arrest", "crisis"
CONSEQUENCES = (ARREST, CRISIS)
"""Consequences at the end of a turn that are another Faction's (R-33g): Congress's Protests after an arrest of Gandhi,
and the cubes that a Crisis brings to Raj."""
BOXES = frozenset({"", AVAILABLE, OUT_OF_PLAY, JAIL})
"""Places of pieces that are not spaces."""


class Move(msgspec.Struct, frozen=True):
    """Pieces that went from one space to another in a step."""

    step: int
    seat: str
    piece: str
    count: int
    origin: str
    target: str


class Step(msgspec.Struct):
    """One numbered step: what happened around one space. ``turn`` counts the turns that ended before it."""

    number: int
    seat: str
    action: str
    space: str
    changes: list[Change] = []
    turn: int = 0


class Item(msgspec.Struct):
    """Changes in one selected space, or in none.

    ``action`` is the action or phase that it belongs to; ``label`` repeats it where the item has to name it, after the
    heading. ``changes`` are shown with the item, ``steps`` are those on the map. ``expected`` is the number that its
    step will have when something happens there; 0 when another item has continued since.
    """

    action: str = ""
    label: str = ""
    space: str = ""
    changes: list[Change] = []
    steps: list[Step] = []
    expected: int = 0

    @property
    def number(self) -> int:
        """Return the number that the map shows at this item's space for it, 0 when it shows none."""
        return next((step.number for step in self.steps if step.space == self.space), 0)


class Section(msgspec.Struct):
    """One Faction's actions, or one phase of a Campaign Round, or what follows a turn for another Faction.

    ``follows`` names what such a consequence follows from: one of `CONSEQUENCES`, else it is empty. ``begun`` holds the
    Changes with which its actions began, ``general`` what belongs to no space, ``closing`` the
    cards that were revealed, and ``net`` the first old and last new value of Control and Resources, ``resources`` each
    of their Changes. ``sums`` counts for each space what came and went in a phase that is shown by its totals.
    """

    seat: str = ""
    phase: str = ""
    follows: str = ""
    begun: list[Change] = []
    items: list[Item] = []
    general: list[Change] = []
    closing: list[Change] = []
    net: dict[tuple[str, str], Change] = {}
    resources: list[Change] = []
    sums: dict[str, dict[str, int]] = {}

    @property
    def is_empty(self) -> bool:
        """Return whether nothing worth telling happened."""
        told = any(item.changes for item in self.items) or self.general or self.lasting()
        return not (self.begun or told or self.closing)

    def lasting(self) -> list[Change]:
        """Return the net changes that did not cancel out."""
        return [change for change in self.net.values() if change.old != change.new]


class Story(msgspec.Struct):
    """A turn, or any stretch of play, read from its Changes.

    ``actions`` holds (seat, action) in order, without transfers. ``deltas`` counts, for each space, how many of each
    kind came (positive) or went; ``levels`` and ``controls`` hold old and new values; ``tracks`` the first old and last
    new value of Restraint, Unity, Crisis and each seat's Resources (under the seat's id). ``others`` are the Changes
    shown under the map beside the steps and tracks. ``is_summed`` says that phases are shown by their totals,
    ``ended`` how many turns have come to their end.
    """

    is_summed: bool = False
    ended: int = 0
    actions: list[tuple[str, str]] = []
    sections: list[Section] = []
    steps: list[Step] = []
    moves: list[Move] = []
    deltas: dict[str, dict[str, int]] = {}
    levels: dict[str, tuple[int, int]] = {}
    controls: dict[str, tuple[int, int]] = {}
    tracks: dict[str, tuple[int, int]] = {}
    others: list[Change] = []

    @property
    def phases(self) -> list[str]:
        """Return the phases of a Campaign Round that it holds, in order."""
        return [section.phase for section in self.sections if section.phase]

    @property
    def touched(self) -> list[str]:
        """Return the spaces where something is different now or moved through, in order of their first step."""
        changes = (change for step in self.steps for change in step.changes)
        spaces = [space for change in changes for space in spaces_of(change)]
        return list(dict.fromkeys([*spaces, *self.deltas, *self.levels, *self.controls]))

    def numbers(self, space: str) -> list[int]:
        """Return the numbers of the steps that belong to a space, in order."""
        return [step.number for step in self.steps if step.space == space]

    def part(self, first: int, last: int) -> Story:
        """Return the steps ``first`` to ``last``, both by number and included, with what they alone did on the map."""
        part = Story(actions=self.actions, steps=[step for step in self.steps if first <= step.number <= last])
        part.moves = [move for move in self.moves if first <= move.step <= last]
        for step in part.steps:
            for change in step.changes:
                _count(part, change)
        _drop_unchanged(part)
        return part


def spaces_of(change: Change) -> list[str]:
    """Return the spaces that a Change touches: its origin and target, without boxes. Empty for other verbs."""
    if change.verb not in SPACE_VERBS:
        return []
    return [key for key in (change.origin, change.target) if key not in BOXES]


def place_of(change: Change) -> str:
    """Return the space that a Change belongs to, its target or else its origin; empty for neither."""
    return next(reversed(spaces_of(change)), "")


def merge(changes: Iterable[Change]) -> list[Change]:
    """Merge neighbouring Changes of the same pieces: three times one Troop becomes three Troops."""
    merged: list[Change] = []
    for change in changes:
        last = merged[-1] if merged else None
        if last is None:
            merged.append(change)
        elif change.verb in CHAINED_VERBS and (last.verb, last.target) == (change.verb, change.target):
            merged[-1] = msgspec.structs.replace(last, new=change.new)
        elif _says_the_same(change, last):
            merged[-1] = msgspec.structs.replace(last, count=last.count + change.count)
        else:
            merged.append(change)
    return merged


def _says_the_same(change: Change, last: Change) -> bool:
    """Return whether two Changes differ in their count alone."""
    if change.new is not None or change.verb in MARKING_VERBS:
        return False
    return msgspec.structs.replace(change, count=last.count) == last


def add_up(changes: Sequence[Change]) -> list[Change]:
    """Return the Changes of a step with like ones added up and those that cancel out removed; Control comes last."""
    joined: dict[tuple[str, str, str, str], Change] = {}
    for change in changes:
        places = ("", change.target) if change.verb in ("level", "control") else (change.origin, change.target)
        key = (change.verb, change.piece, *places)
        before = joined.get(key)
        if before is None:
            joined[key] = change
        elif change.verb in ("level", "control"):
            joined[key] = Change(change.verb, change.seat, target=change.target, old=before.old, new=change.new)
        else:
            total = before.count + change.count
            joined[key] = Change(change.verb, change.seat, change.piece, total, change.origin, change.target)
    told = [change for change in joined.values() if change.old is None or change.old != change.new]
    return sorted(told, key=lambda change: change.verb == "control")


def read_story(changes: Iterable[Change], *, totals: bool = False) -> Story:
    """Read the Changes of a turn, or of any stretch of play.

    With ``totals`` there are no steps and moves in the phases that can be shown by their totals (`SUMMED_PHASES`).
    """
    story = Story(sections=[Section()], is_summed=totals)
    action, selected = "", ""
    for change in merge(changes):
        match change.verb:
            case "begin":
                action, selected = change.piece, change.target
                _begin(story, change)
                continue
            case "phase":
                action, selected = change.piece, ""
                story.sections.append(Section(phase=change.piece))
            case "eligibility" if change.piece in ENDED:
                # The next action belongs to another turn, even if the same Faction acts.
                action, selected = "", ""
                story.ended += 1
                story.sections.append(Section())
            case "resume":
                action, selected = change.piece, ""
                story.sections[-1].items.append(Item(action, action))
            case "select":
                selected = change.target
                _select(story, action, selected)
                continue
            case "move" if selected not in (change.origin, change.target):
                # The Operation continues after a Special Activity, elsewhere: the selection is over.
                selected = ""
            case "place" | "remove" | "arrest" | "release" | "activate" | "hide" | "level":
                # An Event may select all its spaces first, and then act in them.
                selected = selected if place_of(change) in ("", selected) else ""
        consequence = _find_consequence(story.sections[-1], change)
        if consequence:
            action, selected = consequence, ""
            story.sections.append(Section(seat=change.seat, follows=consequence))
        section = story.sections[-1]
        step = None
        if totals and section.phase in SUMMED_PHASES and spaces_of(change):
            _count(story, change)
            _add_to_sums(section.sums, change)
        else:
            step = _show(story, change, action, selected)
        _tell(section, action, change, step)
    _drop_unchanged(story)
    _expect(story)
    return story


def _begin(story: Story, change: Change) -> None:
    """Begin an action: in the section of its Faction, or in a new one. A section's second action is named again."""
    if change.piece != "transfer":
        story.actions.append((change.seat, change.piece))
    section = story.sections[-1]
    label = change.piece
    if section.phase or not section.begun or section.seat != change.seat:
        section = Section(seat=change.seat)
        story.sections.append(section)
        label = ""
    section.begun.append(change)
    section.items.append(Item(change.piece, label, change.target))


def _select(story: Story, action: str, space: str) -> None:
    """Begin the item of a space. An item that has only a name so far becomes it; one of the same space continues."""
    items = story.sections[-1].items
    here = items[-1] if items else None
    if here is not None and here.label and not here.changes and not here.space:
        here.space = space
    elif here is None or not here.changes or (here.action, here.space) != (action, space):
        items.append(Item(action, space=space))


def _find_consequence(section: Section, change: Change) -> str:
    """Return the cause of a Change that follows a turn and is not its Faction's action; an empty string for others."""
    if section.phase or (section.follows and section.seat == change.seat):
        return ""
    if change.verb == "roll" and change.piece == CRISIS:
        return CRISIS
    is_protest = change.verb == "place" and change.piece == PROTEST and change.seat == CONGRESS
    return ARREST if is_protest and section.seat not in ("", CONGRESS) else ""


def _tell(section: Section, action: str, change: Change, step: Step | None) -> None:
    """Add a Change to the item of its space, or to the part of the section that belongs to no space.

    In a turn, what happens in another space than the one selected is a separate item, as it is a separate step.
    """
    if change.verb in SILENT_VERBS or change.verb in MARKING_VERBS:
        return
    if change.verb in NET_VERBS:
        key = (change.verb, change.target)
        first = section.net.get(key)
        section.net[key] = change if first is None else msgspec.structs.replace(first, new=change.new)
        section.resources += [change] if change.verb == "resources" else []
        return
    place = place_of(change)
    here = section.items[-1] if section.items else None
    if step is not None and (here is None or step not in here.steps):
        has_begun = here is not None and (bool(here.changes) or here.space not in ("", step.space))
        if here is None or (has_begun and not section.phase):
            here = Item(action, space="" if section.phase else step.space)
            section.items.append(here)
        elif not section.phase:
            here.space = step.space
        here.steps.append(step)
    is_die_of_space = change.verb == "roll" and change.piece not in TURN_ROLLS
    if change.verb == "reveal":
        section.closing.append(change)
    elif section.items and (place or is_die_of_space):
        section.items[-1].changes.append(change)
    else:
        section.general.append(change)


def _show(story: Story, change: Change, action: str, selected: str) -> Step | None:
    """Add a Change to what the map and the boxes beside it show. Returns the step that it belongs to, if any."""
    if spaces_of(change):
        _count(story, change)
        return _add_to_step(story, change, action, selected)
    if change.verb in TRACK_VERBS:
        _follow(story, change)
    elif change.verb not in IGNORED_VERBS:
        story.others.append(change)
    return None


def _add_to_step(story: Story, change: Change, action: str, selected: str) -> Step:
    """Put a Change into the step of the selected space; without a selection, into one step for each space."""
    last = story.steps[-1] if story.steps else None
    home = selected if selected else place_of(change)
    if change.verb == "control" and last is not None and any(home in spaces_of(made) for made in last.changes):
        # Control follows from the pieces that came or went just before: it is not a separate step.
        home = last.space
    if last is None or (last.turn, last.space, last.action, last.seat) != (story.ended, home, action, change.seat):
        last = Step(len(story.steps) + 1, change.seat, action, home, turn=story.ended)
        story.steps.append(last)
    last.changes.append(change)
    if change.verb == "move":
        story.moves.append(Move(last.number, change.seat, change.piece, change.count, change.origin, change.target))
    return last


def _count(story: Story, change: Change) -> None:
    """Add a Change to the sums of its spaces."""
    _add_to_sums(story.deltas, change)
    values = story.levels if change.verb == "level" else story.controls if change.verb == "control" else None
    if values is not None:
        _span(values, change.target, change)


def _add_to_sums(sums: dict[str, dict[str, int]], change: Change) -> None:
    """Add a Change to the sums of the spaces where pieces came or went."""

    def add(space: str, piece: str, number: int) -> None:
        if space not in BOXES:
            kinds = sums.setdefault(space, {})
            kinds[piece] = kinds.get(piece, 0) + number

    if change.verb in ("remove", "arrest", "move"):
        add(change.origin, change.piece, -change.count)
    if change.verb in ("place", "release", "move"):
        add(change.target, change.piece, change.count)
    if change.verb in ("activate", "hide"):
        gained, lost = (ACTIVE, UNDERGROUND) if change.verb == "activate" else (UNDERGROUND, ACTIVE)
        add(change.target, gained, change.count)
        add(change.target, lost, -change.count)


def _follow(story: Story, change: Change) -> None:
    """Update a track or a Faction's Resources to its new value."""
    _span(story.tracks, change.target if change.verb == "resources" else change.verb, change)


def _span(values: dict[str, tuple[int, int]], key: str, change: Change) -> None:
    """Keep the first old and the last new value of a track."""
    if change.old is not None and change.new is not None:
        first = values[key][0] if key in values else change.old
        values[key] = (first, change.new)


def _drop_unchanged(story: Story) -> None:
    """Forget sums that came back to where they began."""
    for values in (story.levels, story.controls, story.tracks):
        for key in [key for key, (old, new) in values.items() if old == new]:
            del values[key]
    for kinds in story.deltas.values():
        for kind in [kind for kind, number in kinds.items() if number == 0]:
            del kinds[kind]


def _expect(story: Story) -> None:
    """Number the last selected spaces, in which nothing has happened yet, as the map would number them."""
    waiting: list[tuple[str, Item]] = []
    for section in reversed(story.sections):
        for item in reversed(section.items):
            if item.steps:
                break
            if item.space and not item.changes:
                waiting.insert(0, (section.seat, item))
        else:
            continue
        break
    last = story.steps[-1] if story.steps else None
    number, before = len(story.steps), (last.space, last.action, last.seat) if last is not None else None
    for seat, item in waiting:
        here = (item.space, item.action, seat)
        number += here != before
        item.expected, before = number, here
