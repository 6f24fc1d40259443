"""1.4.4, 3.2.4, 4.2.1, 4.2.2 How Raj removes adversaries: whom it targets, what must go, and what goes to Jail."""

from __future__ import annotations

from collections.abc import Generator

from engine.core.decision import Decision, Option
from engine.core.protocol import Rule
from engine.core.text import text
from engine.gandhi.asking import DONE, DONE_OPTION, NO, YES, ask_count, ask_option, ask_yes
from engine.gandhi.facts import Facts
from engine.gandhi.ids import ACTIVE, CONGRESS, GANDHI, LEAGUE, LEAGUE_BASES, RAJ, REVOLUTIONARIES, REVOLUTIONARY_BASES
from engine.gandhi.state import State

NONVIOLENT = "nonviolent"
GROUPS = (NONVIOLENT, REVOLUTIONARIES)
"""1.4.4 Targets of Assault and Treaty: both NV Factions as one, and the Revolutionaries (R-33c)."""


# -- what can be removed -----------------------------------------------------------------------------------


def count_active_activists(state: Facts, space: str) -> int:
    """1.4.3 Return how many Activists in a space Raj can arrest: all of them or none."""
    here = state.spaces[space]
    return here.congress + here.league if state.are_activists_active(space) else 0


def count_nonviolent(state: Facts, space: str) -> int:
    """3.2.4 Return how many NV pieces could be removed. Inactive Activists protect Muslim League Bases (R-33e)."""
    here = state.spaces[space]
    if state.are_activists_active(space) or not (here.congress or here.league):
        return here.congress + here.league + here.gandhi + here.league_bases
    return int(here.gandhi)


def count_revolutionaries(state: Facts, space: str) -> int:
    """3.2.4 Count the Revolutionaries' pieces that could be removed. Underground Guerrillas protect Bases (R-33e)."""
    here = state.spaces[space]
    return here.active if here.underground else here.active + here.revolutionary_bases


def count_removable(state: Facts, space: str) -> int:
    """3.2.4, 4.2.1, 4.2.2 Return how many pieces Raj could remove from a space at most, both groups together."""
    return count_nonviolent(state, space) + count_revolutionaries(state, space)


def removable_pieces(state: Facts, space: str) -> list[str]:
    """4.2.2 Return every kind of piece of which Raj could remove one from a space now, Bases last."""
    here = state.spaces[space]
    pieces = []
    if state.are_activists_active(space):
        pieces += [piece for piece in (CONGRESS, LEAGUE) if getattr(here, piece)]
    if here.gandhi:
        pieces.append(GANDHI)
    if here.league_bases and not here.activists:
        pieces.append(LEAGUE_BASES)
    if here.active:
        pieces.append(ACTIVE)
    if here.revolutionary_bases and not here.guerrillas:
        pieces.append(REVOLUTIONARY_BASES)
    return pieces


# -- removing ----------------------------------------------------------------------------------------------


def remove_one(state: State, piece: str, space: str) -> None:
    """3.2.4 Remove one piece: Activists and Gandhi to Jail, Guerrillas and Bases to Available."""
    if piece == GANDHI:
        arrest_gandhi(state, space)
    elif piece in (CONGRESS, LEAGUE):
        state.arrest(piece, space)
    else:
        state.remove(piece, space)


def arrest_gandhi(state: State, space: str) -> None:
    """3.2.4 Arrest Gandhi at once; the consequences wait for the end of the Raj turn (R-33f)."""
    if state.arrest(GANDHI, space):
        state.gandhi_arrested = True


def remove_targets(state: State, action: str, space: str, removals: int) -> Rule:
    """1.4.4 Remove Active pieces of one group to the extent possible, and only then of the other (R-33c).

    Raj chooses the first group, and whether to target the other with what is left (3.1.4).
    """
    counts = {NONVIOLENT: count_nonviolent(state, space), REVOLUTIONARIES: count_revolutionaries(state, space)}
    waiting = [group for group in GROUPS if counts[group]]
    targeted = False
    while removals and waiting:
        options = [Option(group, text(f"option.target.{group}", count=counts[group])) for group in waiting]
        if targeted:
            options.append(DONE_OPTION)
        group = yield from ask_option(
            RAJ,
            f"{action}.target",
            options,
            remaining=min(len(waiting), 1 + (removals > min(counts[group] for group in waiting))),
            space=space,
            action=action,
            count=removals,
        )
        if group == DONE:
            return
        if group == NONVIOLENT:
            removals -= yield from remove_nonviolent(state, action, space, removals)
        else:
            removals -= remove_revolutionaries(state, space, removals)
        waiting.remove(group)
        targeted = True


def remove_nonviolent(state: State, action: str, space: str, removals: int) -> Generator[Decision, str, int]:
    """1.4.4 Remove any Active Activists and Gandhi of both NV Factions, then Muslim League Bases. Returns how many.

    Gandhi must be arrested when the removals are enough for all Active Activists and him; otherwise Raj chooses
    (R-33d).
    """
    here = state.spaces[space]
    activists = count_active_activists(state, space)
    if removals >= activists + here.gandhi:
        used = activists + here.gandhi
        if activists:
            state.arrest(CONGRESS, space, here.congress)
            state.arrest(LEAGUE, space, here.league)
        arrest_gandhi(state, space)
        if not here.activists:
            used += state.remove(LEAGUE_BASES, space, removals - used)
        return used
    left = removals
    if here.gandhi:
        answer = yield from ask_yes(RAJ, f"{action}.gandhi", default=NO, space=space, action=action, count=removals)
        if answer == YES:
            arrest_gandhi(state, space)
            left -= 1
    congress = yield from ask_count(
        RAJ,
        f"{action}.congress",
        min(left, here.congress),
        max(0, left - here.league),
        space=space,
        action=action,
        count=left,
    )
    state.arrest(CONGRESS, space, congress)
    state.arrest(LEAGUE, space, left - congress)
    return removals


def remove_revolutionaries(state: State, space: str, removals: int) -> int:
    """1.4.4 Remove Active Guerrillas, then Bases if no Guerrilla is left, not even Underground. Returns how many."""
    here = state.spaces[space]
    used = state.remove(ACTIVE, space, removals)
    if not here.guerrillas:
        used += state.remove(REVOLUTIONARY_BASES, space, removals - used)
    return used
