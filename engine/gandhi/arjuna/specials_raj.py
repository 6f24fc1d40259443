"""8.7.1 Special Activities of the Non-player Raj."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.decision import Decision
from engine.gandhi.arjuna.cards import SpecialOption
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import select_space
from engine.gandhi.arjuna.raj import targets
from engine.gandhi.arjuna.special_way import Way, note_selected, pursue
from engine.gandhi.arjuna.working import Work, default_answer, spaces_of
from engine.gandhi.asking import NO, YES
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import ACTIVE_SUPPORT, PROTEST
from engine.gandhi.operations.targets import count_removable
from engine.gandhi.special_activities.raj import IMPERIALISM, REMOVE

# -- Treaty ------------------------------------------------------------------------------------------------


def is_open_to_treaty(mind: Mind, space: str) -> bool:
    """8.7.1 A State with Sepoys where Active adversaries can be removed."""
    state = mind.state
    return state.is_state(space) and state.spaces[space].sepoys > 0 and count_removable(state, space) > 0


def treaty(mind: Mind, option: SpecialOption) -> Work:
    """8.7.1 Treaty: remove or arrest Active adversaries in each State with Sepoys. Nothing moves."""

    def answer(pending: Decision) -> str:
        if pending.kind == "treaty.space":
            mind.aim = Aim()
            places = [space for space in spaces_of(pending) if is_open_to_treaty(mind, space)]
            return note_selected(mind, select_space(mind, "remove_or_replace", places)) or default_answer(pending)
        return REMOVE if pending.kind == "treaty.what" else targets(mind, pending)

    return (yield from pursue("treaty", answer))


# -- Govern ------------------------------------------------------------------------------------------------


def can_clear_protest(mind: Mind, space: str) -> bool:
    """8.7.1 Govern: cubes, a Protest and no Activists."""
    here = mind.state.spaces[space]
    return here.cubes > 0 and here.protest and not here.activists


def can_buy(mind: Mind, space: str) -> bool:
    """8.7.1 Govern: a space open to Imperialism where there is something to remove or shift."""
    state = mind.state
    here = state.spaces[space]
    if GEOGRAPHY[space].is_railway or not here.cubes or state.active_adversaries_of_raj(space):
        return False
    return bool(here.unrest or here.muslim_state or here.level < ACTIVE_SUPPORT)


def can_remove(mind: Mind, space: str) -> bool:
    """8.7.1 Govern: cubes and somebody Active to remove."""
    return mind.state.spaces[space].cubes > 0 and count_removable(mind.state, space) > 0


GOVERN_STEPS: dict[str, tuple[str, str, Callable[[Mind, str], bool]]] = {
    "remove_protests": (PROTEST, "remove_or_replace", can_clear_protest),
    "imperialism": (IMPERIALISM, "shift_to_support", can_buy),
    "remove_adversaries": (REMOVE, "remove_or_replace", can_remove),
}
"""8.7.1 The instructions of Govern: the engine's key, the column, and where it can be done."""


class Imperialism:
    """8.7.1, N-25 A die limits how many markers are removed and levels shifted, in all spaces of one Govern."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.limit = -1
        self.before: dict[str, tuple[int, int, bool]] = {}

    def roll(self) -> None:
        """Roll the limit, once."""
        if self.limit < 0:
            self.limit = self.mind.roll("imperialism")

    def enter(self, space: str) -> None:
        """Begin with a space."""
        here = self.mind.state.spaces[space]
        self.before[space] = (here.unrest, here.level, here.muslim_state)

    def lost_marker(self, space: str) -> bool:
        """Whether the Muslim State marker of a space was removed: then its level stays."""
        return self.before[space][2] and not self.mind.state.spaces[space].muslim_state

    def left(self) -> int:
        """How much of the limit is left after what has been done."""
        spaces = self.mind.state.spaces
        done = sum(
            unrest - spaces[space].unrest + abs(level - spaces[space].level) + self.lost_marker(space)
            for space, (unrest, level, _) in self.before.items()
        )
        return self.limit - done


def is_open_to_govern(mind: Mind, space: str) -> bool:
    """4.2.2 Where the engine lets Govern act, Strikes included. A single such space is selected without a question."""
    here = mind.state.spaces[space]
    marker = (here.protest or here.strike) and not here.activists
    return here.cubes > 0 and (marker or can_buy(mind, space) or can_remove(mind, space))


def govern(mind: Mind, option: SpecialOption) -> Work:
    """8.7.1 Govern: the card's actions in order, in up to two spaces; a die limits Imperialism (N-25)."""
    steps = list(option.steps)
    imperialism = Imperialism(mind)
    current: dict[str, str] = {}

    def select(spaces: Sequence[str]) -> str:
        """The next space and, kept in ``current``, what is done there."""
        while steps:
            key, column, keep = GOVERN_STEPS[steps[0]]
            places = [space for space in spaces if keep(mind, space)]
            if places and key == IMPERIALISM:
                imperialism.roll()
            if places and not (key == IMPERIALISM and imperialism.left() <= 0):
                mind.aim = Aim(active=lambda space: -1) if key == REMOVE else Aim()
                space = select_space(mind, column, places, option.first)
                if key == IMPERIALISM:
                    imperialism.enter(space)
                current[space] = key
                return note_selected(mind, space)
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
            counts = [int(choice.key) for choice in pending.options]
            left = 0 if imperialism.lost_marker(pending.space) else imperialism.left()
            return str(max(min(counts), min(max(counts), left)))
        return targets(mind, pending)

    open_spaces = [space for space in BOARD.everywhere if is_open_to_govern(mind, space)]
    if len(open_spaces) == 1:
        select(open_spaces)
    return (yield from pursue("govern", answer))


def can_govern(mind: Mind, option: SpecialOption) -> bool:
    """8.7.1 Whether any of the card's Govern actions can be executed."""
    return any(GOVERN_STEPS[step][2](mind, space) for step in option.steps for space in BOARD.everywhere)


# -- Martial Law -------------------------------------------------------------------------------------------


def is_open_to_martial_law(mind: Mind, space: str) -> bool:
    """8.7.1 Cubes and Activists, and Unrest already (not needed under Lord Linlithgow, 8.1.6)."""
    here = mind.state.spaces[space]
    if not (here.cubes and here.activists):
        return False
    return here.unrest > 0 or not mind.state.lord.martial_law_adds_unrest


def martial_law(mind: Mind, option: SpecialOption) -> Work:
    """8.7.1 Martial Law by Remove or Replace, in two spaces if India is in Crisis."""
    spaces = mind.state.spaces

    def calmed(space: str) -> int:
        """4.2.3 The Protest goes, so that no Activist there stays Active."""
        return -spaces[space].activists if spaces[space].protest else 0

    def answer(pending: Decision) -> str:
        if pending.kind == "martial_law.space":
            mind.aim = Aim(active=calmed)
            places = [space for space in spaces_of(pending) if is_open_to_martial_law(mind, space)]
            return note_selected(mind, select_space(mind, "remove_or_replace", places)) or default_answer(pending)
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
"""8.7.1 The Special Activities of the Raj by the card's word."""
