"""5.1.3 The steps of Events that take pieces off the map: removed, arrested, or out of play."""

from __future__ import annotations

from engine.core.decision import Option
from engine.core.protocol import Step
from engine.core.text import text
from engine.gandhi.asking import DONE, DONE_OPTION, piece_option
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.events import data
from engine.gandhi.events.execution import Execution, Procedure, expand
from engine.gandhi.events.markers import MARKER_COUNTS, remove_marker
from engine.gandhi.events.pieces import spaces_of
from engine.gandhi.ids import (
    ACTIVE,
    ACTIVISTS,
    AVAILABLE,
    BASES,
    FACTION_OF,
    GANDHI,
    GUERRILLAS,
    JAIL,
    OUT_OF_PLAY,
    REVOLUTIONARY_BASES,
)
from engine.gandhi.state import State


def count_at(state: State, kind: str, place: str) -> int:
    """How many pieces or markers of a kind are in a space, in Available or in Jail."""
    if place in GEOGRAPHY:
        return int(getattr(state.spaces[place], kind))
    if place == AVAILABLE:
        return state.available.get(kind, 0) if kind != ACTIVE else 0
    return state.jail.get(kind, 0)


def removable(execution: Execution, step: data.Remove) -> list[str]:
    """The kinds of pieces and markers that a step may take off, not the Faction's own where it names adversaries."""
    return [kind for kind in expand(step.pieces) if not (step.adversaries and FACTION_OF.get(kind) == execution.seat)]


class Removal:
    """What one step has taken so far, and what it may still take. ``left`` counts down from the step's amount.

    ``where`` are the spaces and boxes that met the conditions when the step began.
    """

    def __init__(self, execution: Execution, step: data.Remove, space: str) -> None:
        self.execution = execution
        self.step = step
        self.left = execution.amount(step.at_most, space)
        self.kinds = removable(execution, step)
        self.where = [*spaces_of(execution, step.where, space, step.among_selected), *step.boxes]
        self.taken: dict[str, int] = {}
        self.factions: list[str] = []
        self.bases = 0

    def kinds_at(self, place: str) -> list[str]:
        """The kinds that may be taken from a space or box now, Bases last where the text says so."""
        step = self.step
        kinds = [kind for kind in self.kinds if count_at(self.execution.state, kind, place)]
        if step.factions and len(self.factions) >= step.factions:
            kinds = [kind for kind in kinds if FACTION_OF[kind] in self.factions]
        if self.bases >= step.most_bases:
            kinds = [kind for kind in kinds if kind not in BASES]
        if step.bases_last:
            kinds = [kind for kind in kinds if kind not in BASES or not self.is_protected(kind, place)]
        return kinds

    def is_protected(self, base: str, space: str) -> bool:
        """Bases last (3.2.4, R-33e): not while pieces that protect the Base, and that this step may remove, remain.

        Guerrillas protect Revolutionaries Bases, Activists of either Faction Muslim League Bases.
        """
        state = self.execution.state
        protecting = GUERRILLAS if base == REVOLUTIONARY_BASES else ACTIVISTS
        return any(count_at(state, kind, space) for kind in self.kinds if kind in protecting)

    def places(self) -> list[str]:
        """The spaces, and the boxes where the text says so, from which something may be taken now."""
        step = self.step
        places = self.where
        if len(self.taken) >= step.most_spaces:
            places = [place for place in places if place in self.taken]
        if step.per_space:
            places = [place for place in places if self.taken.get(place, 0) < step.per_space]
        return [place for place in places if self.kinds_at(place)]

    def factions_missing(self, kind: str = "") -> int:
        """How many more Factions must lose pieces (after one of ``kind``) because the text names their number."""
        factions = {*self.factions, FACTION_OF[kind]} if kind else {*self.factions}
        return max(0, self.step.factions - len(factions))

    def may_stop(self) -> bool:
        """Whether the executing Faction may leave it at what is taken."""
        return self.step.up_to and not (self.taken and self.factions_missing())

    def is_forced(self) -> bool:
        """Whether all that is there must be taken, so that nothing need be asked."""
        step, state = self.step, self.execution.state
        if step.up_to or step.factions or step.per_space or step.most_spaces < 99:
            return False
        there = {
            (place, kind): count_at(state, kind, place) for place in self.places() for kind in self.kinds_at(place)
        }
        bases = sum(count for (_, kind), count in there.items() if kind in BASES)
        return sum(there.values()) <= self.left and bases <= step.most_bases - self.bases

    def most(self, kind: str, place: str) -> int:
        """How many pieces of a kind may be taken from a place at once."""
        most = min(self.left, count_at(self.execution.state, kind, place))
        if self.step.per_space:
            most = min(most, self.step.per_space - self.taken.get(place, 0))
        if kind in BASES:
            most = min(most, self.step.most_bases - self.bases)
        if self.step.factions:
            most = min(most, max(1, self.left - self.factions_missing(kind)))
        return most

    def take(self, kind: str, place: str, count: int) -> None:
        """Take pieces and remember them."""
        count = take_off(self.execution.state, self.step, kind, place, count, sum(self.taken.values()))
        faction = FACTION_OF.get(kind, "")
        if faction and faction not in self.factions:
            self.factions.append(faction)
        self.taken[place] = self.taken.get(place, 0) + count
        self.bases += count if kind in BASES else 0
        self.left -= count
        if self.step.remember and place not in self.execution.selected:
            self.execution.selected.append(place)


PROMPTS = {AVAILABLE: "remove", JAIL: "arrest", OUT_OF_PLAY: "exile"}
"""What a prompt says that is done, by where the pieces go."""


def run_remove(execution: Execution, step: data.Remove, space: str) -> Step:
    """5.1.3 Remove or arrest pieces, as many as the text says and the executing Faction's choice of which."""
    if not remove_possible(execution, step, space):
        return
    removal = Removal(execution, step, space)
    verb = PROMPTS[step.to]
    while removal.left > 0:
        places = removal.places()
        if not places:
            break
        if removal.is_forced():
            there = places[0]
            kind = removal.kinds_at(there)[0]
            count = removal.most(kind, there)
        else:
            there = yield from execution.ask_candidates(
                "event.from",
                removal.places,
                optional=removal.may_stop(),
                remaining=removal.left,
                space=space,
                prompt=text(f"ask.event.{verb}.from", piece=expand(step.pieces)),
            )
            if there == DONE:
                break
            kinds = removal.kinds_at(there)
            options: list[Option] = [piece_option(name) for name in kinds]
            if removal.may_stop() and space:
                options.append(DONE_OPTION)
            kind = yield from execution.ask_plain(
                "event.what",
                options,
                space=there,
                remaining=removal.left,
                prompt=text(f"ask.event.{verb}.what", where=there),
            )
            if kind == DONE:
                break
            if not kind:
                continue
            most = removal.most(kind, there)
            least = most if not step.up_to and len(kinds) == 1 and len(removal.places()) == 1 else 1
            count = yield from execution.ask_count(most, least, space=there, piece=kind)
            if not count:
                continue
        removal.take(kind, there, count)
    if step.count_as:
        execution.counts[step.count_as] = execution.counts.get(step.count_as, 0) + sum(removal.taken.values())


def take_off(state: State, step: data.Remove, kind: str, place: str, count: int, before: int) -> int:
    """5.1.3 Arrested pieces go to Jail, removed ones to Available unless the text says Out of Play."""
    if kind in MARKER_COUNTS:
        remove_marker(state, kind, place, count)
        return count
    if place not in GEOGRAPHY:
        return state.exile(kind, count, place)
    if step.to == JAIL and (kind in ACTIVISTS or kind == GANDHI):
        return state.arrest(kind, place, count)
    if step.to == JAIL:
        return state.remove(kind, place, count)
    if step.to == OUT_OF_PLAY:
        return state.remove(kind, place, count, OUT_OF_PLAY)
    to_available = min(count, max(0, step.first_to_available - before))
    done = state.remove(kind, place, to_available)
    return done + state.remove(kind, place, count - to_available, OUT_OF_PLAY)


def remove_possible(execution: Execution, step: data.Remove, space: str) -> bool:
    """Whether any piece can be taken off. Does not roll."""
    if not execution.is_worth(step.at_most, space):
        return False
    state = execution.state
    return any(
        count_at(state, kind, place)
        for place in [*spaces_of(execution, step.where, space, step.among_selected), *step.boxes]
        for kind in removable(execution, step)
    )


PROCEDURES = {data.Remove: Procedure(run_remove, remove_possible)}
"""How the step runs, and whether it would change anything."""
