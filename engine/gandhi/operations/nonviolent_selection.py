"""3.3 Which spaces Congress and the Muslim League may select for an Operation, and how many."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.decision import Remaining
from engine.core.text import Text, why_not
from engine.gandhi.asides import with_removal
from engine.gandhi.asking import DONE, Asked, Reason, ask_space, nothing_idle
from engine.gandhi.board import BOARD
from engine.gandhi.facts import Here
from engine.gandhi.ids import CONGRESS, LEAGUE
from engine.gandhi.state import State
from engine.gandhi.turn import Turn

NEGOTIATE = "negotiate"

NO_SLOT = {
    CONGRESS: why_not("restraint_used_up", "3.3"),
    LEAGUE: why_not("unity_used_up", "3.3"),
}
SELECTED_FOR_NEGOTIATE = why_not("selected_for_negotiate", "3.1.1")


def own_activists(here: Here, seat: str) -> int:
    """Return the number of a nonviolent Faction's own Activists in a space."""
    return here.congress if seat == CONGRESS else here.league


def own_pieces(here: Here, seat: str) -> int:
    """Return the number of a nonviolent Faction's own pieces in a space: Activists, with Gandhi or with its Bases."""
    return here.congress + here.gandhi if seat == CONGRESS else here.league + here.league_bases


def has_activists_on_map(state: State, seat: str) -> bool:
    """Return whether a nonviolent Faction has any Activist on the map."""
    for here in state.spaces.values():
        if getattr(here, seat):
            return True
    return False


def is_free_space(turn: Turn, space: str) -> bool:
    """3.3 Return whether a space is outside the limit: a Protest or Gandhi (Congress), a Base (League)."""
    here = turn.state.spaces[space]
    return here.protest or here.gandhi if turn.seat == CONGRESS else here.league_bases > 0


def slots_left(turn: Turn) -> int:
    """3.3 Return how many more spaces Congress (Restraint) or the Muslim League (Unity) may select, free ones apart
    (R-34).

    Unity and Restraint count as they are now (3.1.5); a slot that was used stays used when the track rises.
    """
    limit = turn.state.restraint if turn.seat == CONGRESS else turn.state.unity
    return max(0, limit - turn.slots)


def spaces_left(turn: Turn, spaces: Sequence[str]) -> int:
    """3.3 Return how many of some open spaces can be selected: all that do not count against the limit, others up to
    it.
    """
    free = sum(is_free_space(turn, space) for space in spaces)
    return free + min(slots_left(turn), len(spaces) - free)


def why_no_slot(turn: Turn, space: str) -> Text | None:
    """3.1.1, 3.3 Return why a space cannot be selected because of earlier selections, or None.

    The limit of spaces may be reached, or Negotiate may exclude its own space (R-46).
    """
    if turn.selected and (reason := turn.why_not_selectable(space)) is not None:
        return reason
    if turn.special == NEGOTIATE and space in turn.special_selected:
        return SELECTED_FOR_NEGOTIATE
    if turn.slots < (turn.state.restraint if turn.seat == CONGRESS else turn.state.unity):
        return None
    return None if is_free_space(turn, space) else NO_SLOT[turn.seat]


def take_slot(turn: Turn, space: str) -> None:
    """3.1.5 Count a selection against the limit at the moment of selecting. A used slot stays used (R-34)."""
    turn.slots += not is_free_space(turn, space)


def select_special_space(
    turn: Turn,
    kind: str,
    why: Reason,
    *,
    optional: bool = False,
    remaining: Remaining = None,
    changes_next: bool = False,
    idle: Reason = nothing_idle,
) -> Asked:
    """4.1.1 Ask for a space of the Special Activity and note it as selected. `DONE` when none can be or was chosen.

    Own pieces may be removed instead; ``changes_next`` is for `asides.with_removal`, ``idle`` for `ask_space`.
    """

    def question() -> Asked:
        return ask_space(
            turn.seat,
            kind,
            BOARD.everywhere,
            why,
            optional=optional,
            idle=idle,
            remaining=remaining,
            action=turn.special,
        )

    space = yield from with_removal(turn, question, changes_next=changes_next)
    if space != DONE:
        turn.special_selected.append(space)
        turn.state.select(space)
    return space
