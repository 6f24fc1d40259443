"""8.7.1 Special Activities of the Non-player Raj."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.decision import Decision
from engine.gandhi.arjuna.cards import SpecialOption
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import select_space
from engine.gandhi.arjuna.raj import targets
from engine.gandhi.arjuna.special_way import Way, note_selected, pursue
from engine.gandhi.arjuna.working import Work, default_answer, spaces_of
from engine.gandhi.asking import NO, YES
from engine.gandhi.board import BOARD
from engine.gandhi.ids import PROTEST
from engine.gandhi.operations.targets import count_removable
from engine.gandhi.special_activities.raj import GOVERN_WAYS, IMPERIALISM, REMOVE, why_not_govern, why_not_martial_law

# -- Treaty ------------------------------------------------------------------------------------------------


def is_open_to_treaty(mind: Mind, space: str) -> bool:
    """8.7.1 Return whether a space is a State with Sepoys where Active adversaries can be removed."""
    state = mind.state
    return state.is_state(space) and state.spaces[space].sepoys > 0 and count_removable(state, space) > 0


def treaty(mind: Mind, option: SpecialOption) -> Work:
    """8.7.1 Remove or arrest Active adversaries in each State with Sepoys. Nothing moves."""

    def answer(pending: Decision) -> str:
        if pending.kind == "treaty.space":
            places = [space for space in spaces_of(pending) if is_open_to_treaty(mind, space)]
            return note_selected(mind, select_space(mind, "remove_or_replace", places)) or default_answer(pending)
        return REMOVE if pending.kind == "treaty.what" else targets(mind, pending)

    return (yield from pursue("treaty", answer))


# -- Govern ------------------------------------------------------------------------------------------------


GOVERN_STEPS = {
    "remove_protests": (PROTEST, "remove_or_replace"),
    "imperialism": (IMPERIALISM, "shift_to_support"),
    "remove_adversaries": (REMOVE, "remove_or_replace"),
}
"""8.7.1 The instructions of Govern: the engine's key, and the column."""


def may_govern(mind: Mind, step: str, space: str) -> bool:
    """8.7.1 Return whether an instruction of Govern can be carried out in a space, which takes cubes there."""
    return mind.state.spaces[space].cubes > 0 and GOVERN_WAYS[GOVERN_STEPS[step][0]](mind.turn, space) is None


class Imperialism:
    """8.7.1, N-25 The limit of Imperialism in one Govern: a die roll, for all removed markers and shifted levels."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.limit = -1
        self.before: dict[str, tuple[int, int, bool]] = {}

    def roll(self) -> None:
        """Roll the die that sets the limit, unless it was rolled before."""
        if self.limit < 0:
            self.limit = self.mind.roll("imperialism")

    def enter(self, space: str) -> None:
        """Begin Imperialism in a space: keep what is there before it."""
        here = self.mind.state.spaces[space]
        self.before[space] = (here.unrest, here.level, here.muslim_state)

    def lost_marker(self, space: str) -> bool:
        """Return whether the Muslim State marker of a space was removed, after which its level stays."""
        return self.before[space][2] and not self.mind.state.spaces[space].muslim_state

    def left(self) -> int:
        """Return how much of the limit is left after what has been done."""
        spaces = self.mind.state.spaces
        done = sum(
            unrest - spaces[space].unrest + abs(level - spaces[space].level) + self.lost_marker(space)
            for space, (unrest, level, _) in self.before.items()
        )
        return self.limit - done


def govern(mind: Mind, option: SpecialOption) -> Work:
    """8.7.1 Execute the card's actions in order, in up to two spaces; a die limits Imperialism (N-25)."""
    steps = list(option.steps)
    imperialism = Imperialism(mind)
    current: dict[str, str] = {}

    def select(spaces: Sequence[str]) -> str:
        """Return the next space and, kept in ``current``, what is done there."""
        while steps:
            key, column = GOVERN_STEPS[steps[0]]
            places = [space for space in spaces if may_govern(mind, steps[0], space)]
            if places and key == IMPERIALISM:
                imperialism.roll()
            if places and not (key == IMPERIALISM and imperialism.left() <= 0):
                aim = Aim(active=lambda space: -1) if key == REMOVE else Aim()
                space = select_space(mind, column, places, option.first, aim)
                if key == IMPERIALISM:
                    imperialism.enter(space)
                current[space] = key
                return note_selected(mind, space, "govern")
            steps.pop(0)
        return ""

    def answer(pending: Decision) -> str:
        if pending.kind == "govern.space":
            return select(spaces_of(pending)) or default_answer(pending)
        if pending.kind == "govern.what":
            return current[pending.space]
        if pending.kind == "govern.muslim_state":
            return YES if imperialism.left() > 0 else NO
        if pending.kind in ("govern.unrest", "govern.levels"):
            counts = pending.numbers
            left = 0 if imperialism.lost_marker(pending.space) else imperialism.left()
            return str(max(min(counts), min(max(counts), left)))
        return targets(mind, pending)

    # If only one space is open, even just to remove a Strike, it is selected without a question.
    open_spaces = [space for space in BOARD.everywhere if why_not_govern(mind.turn, space) is None]
    if len(open_spaces) == 1:
        select(open_spaces)
    return (yield from pursue("govern", answer))


def can_govern(mind: Mind, option: SpecialOption) -> bool:
    """8.7.1 Return whether any of the card's Govern actions can be executed."""
    return any(may_govern(mind, step, space) for step in option.steps for space in BOARD.everywhere)


# -- Martial Law -------------------------------------------------------------------------------------------


def is_open_to_martial_law(mind: Mind, space: str) -> bool:
    """8.7.1 Return whether cubes, Activists and Unrest are there (Lord Linlithgow needs no Unrest, 8.1.6)."""
    state = mind.turn.state
    if why_not_martial_law(mind.turn, space) is not None:
        return False
    return state.spaces[space].unrest > 0 or not state.lord.martial_law_adds_unrest


def martial_law(mind: Mind, option: SpecialOption) -> Work:
    """8.7.1 Remove Activists by Remove or Replace, in one space, or in two if India is in Crisis."""
    spaces = mind.state.spaces

    def calmed(space: str) -> int:
        """4.2.3 Rank a space by Activists that become Inactive when its Protest goes."""
        return -spaces[space].activists if spaces[space].protest else 0

    def answer(pending: Decision) -> str:
        if pending.kind == "martial_law.space":
            places = [space for space in spaces_of(pending) if is_open_to_martial_law(mind, space)]
            space = select_space(mind, "remove_or_replace", places, aim=Aim(active=calmed))
            return note_selected(mind, space) or default_answer(pending)
        return targets(mind, pending)

    return (yield from pursue("martial_law", answer))


WAYS: dict[str, Way] = {
    "treaty": Way("treaty", lambda mind, option: any(is_open_to_treaty(mind, space) for space in BOARD.lands), treaty),
    "govern": Way("govern", can_govern, govern, tuple(GOVERN_STEPS)),
    "martial_law": Way(
        "martial_law",
        lambda mind, option: any(is_open_to_martial_law(mind, space) for space in BOARD.everywhere),
        martial_law,
    ),
}
"""8.7.1 The ways to execute the Special Activities of Raj, by the card's word."""
