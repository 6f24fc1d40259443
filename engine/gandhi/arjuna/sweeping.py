"""8.6.3, 8.4.2 Sweep of the Non-player Raj, and the roll after which Sepoys no longer operate (8.6.2)."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.core.text import Text
from engine.gandhi.arjuna.cards import OperationBox
from engine.gandhi.arjuna.filters import active_pieces
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import select_space
from engine.gandhi.arjuna.working import Work, default_answer, finish, first_rows, spaces_of, work_through
from engine.gandhi.asking import DONE, NO, YES
from engine.gandhi.board import BOARD
from engine.gandhi.ids import SEPOYS, TROOPS
from engine.gandhi.operations.cubes import price_of_sepoys
from engine.gandhi.operations.sweep import WAYS, is_railway_open, why_not_sweep

ALL = "cubes"
RESTRAINT = Text("arjuna.number.restraint")
VICEROY = Text("arjuna.number.viceroy")


class Sepoys:
    """8.6.2 Whether Sepoys may still operate: after each space in which they did, a die may stop them (N-01, N-03).

    The number is Restraint, or 1 under the fitting Viceroy (8.1.6, N-02). Troops always continue. There is no roll in a
    Limited Operation, nor where ``rolls`` is false.
    """

    def __init__(self, mind: Mind, operation: str, *, rolls: bool = True) -> None:
        self.mind = mind
        self.operation = operation
        self.may_operate = True
        self.rolls = rolls and not mind.turn.limited

    def have_operated(self) -> None:
        """8.6.2 Roll after a space in which Sepoys operated."""
        if not self.rolls or not self.may_operate:
            return
        state = self.mind.state
        number = price_of_sepoys(state, self.operation)
        what = VICEROY if self.operation in state.lord.sepoy_cost else RESTRAINT
        roll = self.mind.roll("activation")
        self.may_operate = roll > number
        key = "activation.goes_on" if self.may_operate else "activation.sepoys_stop"
        self.mind.think("activation", key, (), what=what, number=number, roll=roll)


class Sweep:
    """8.6.3, 8.4.2 A Sweep under way: where it has gone, where the next cubes come from, and what they still need.

    No space that was a destination becomes an origin, so cubes that are not in a destination have not moved (3.1.2).
    """

    def __init__(self, mind: Mind, sepoys: Sepoys) -> None:
        self.mind = mind
        self.sepoys = sepoys
        self.destinations: list[str] = []
        self.in_place = False
        self.origin = ""
        self.left: dict[str, list[str]] = {}
        self.supply: dict[str, dict[str, int]] = {}
        self.open_roads: dict[str, frozenset[str]] = {}
        self.sepoys_before = 0
        self.searches_with_sepoys = False
        self.searching: set[str] = set()

    # -- what may move -------------------------------------------------------------------------------------

    def look_around(self) -> None:
        """8.6.3 Find the spaces that cubes may leave now, and how many of each type.

        Never from a Protest space or a destination, and never so many that Raj loses Control.
        """
        self.supply = {}
        self.open_roads = {}
        state, may_operate = self.mind.state, self.sepoys.may_operate
        for origin, here in state.spaces.items():
            troops, sepoys = here.troops, here.sepoys if may_operate else 0
            spare = troops + sepoys
            if not spare or here.protest or origin in self.destinations:
                continue
            if state.has_control(origin):
                spare = min(spare, here.cubes - active_pieces(state, origin) - 1)
            if spare > 0:
                self.supply[origin] = {TROOPS: min(troops, spare), SEPOYS: min(sepoys, spare), ALL: spare}

    def comes(self, origin: str, space: str, piece: str) -> int:
        """3.2.3 Return how many cubes of a type may go from an origin to a destination now."""
        free = self.supply.get(origin)
        if not free or not free[piece] or origin not in self.roads(space):
            return 0
        return 0 if piece == TROOPS and self.mind.state.is_state(space) else free[piece]

    def roads(self, space: str) -> frozenset[str]:
        """3.2.3 Return the spaces from which cubes can come to a destination: neighbours, and along open Railways."""
        found = self.open_roads.get(space)
        if found is None:
            state = self.mind.state
            found = self.open_roads[space] = frozenset(
                origin
                for origin, between in WAYS[space].items()
                if origin in self.supply and (not between or any(is_railway_open(state, rail) for rail in between))
            )
        return found

    def shortage(self, space: str) -> int:
        """8.6.3 Return how many more cubes exceed Active adversaries, with the Guerrillas that this Sweep turns up."""
        state = self.mind.state
        here = state.spaces[space]
        searching = here.troops + (here.sepoys if self.sepoys.may_operate else 0)
        return max(0, active_pieces(state, space) + min(here.underground, searching) + 1 - here.cubes)

    def wanted(self, origin: str, space: str) -> str:
        """8.6.3 Return the cube an origin sends next: one Troop (not to States), one Sepoy, then Sepoys before Troops.

        "Get" counts what is there already (8.1.5), so a Troop or a Sepoy that is there need not come.
        """
        here = self.mind.state.spaces[space]
        troops, sepoys = self.comes(origin, space, TROOPS), self.comes(origin, space, SEPOYS)
        if troops and not here.troops:
            return TROOPS
        if sepoys and not here.sepoys:
            return SEPOYS
        if not (troops or sepoys) or not self.shortage(space):
            return ""
        return SEPOYS if sepoys else TROOPS

    def can_enter(self, space: str) -> bool:
        """8.6.3 Return whether any cube would move to a destination; if not, it is skipped."""
        here = self.mind.state.spaces[space]
        if here.sepoys and (here.troops or self.mind.state.is_state(space)) and not self.shortage(space):
            return False
        return any(self.wanted(origin, space) for origin in self.roads(space) if origin != space)

    def can_search(self, space: str) -> bool:
        """3.2.3 Return whether cubes can Sweep in place there: Troops or usable Sepoys, and someone to find."""
        here = self.mind.state.spaces[space]
        return here.underground > 0 and (here.troops > 0 or (here.sepoys > 0 and self.sepoys.may_operate))

    def cubes_near(self, space: str) -> int:
        """Return how many cubes could come to a space at most."""
        return sum(
            min(free[ALL], self.comes(origin, space, TROOPS) + self.comes(origin, space, SEPOYS))
            for origin in self.roads(space)
            if origin != space and (free := self.supply[origin])
        )

    # -- choosing ------------------------------------------------------------------------------------------

    def aim(self) -> Aim:
        """Return what a Sweep would change in a space: cubes come, and each cube there turns up a Guerrilla."""

        def found(space: str) -> int:
            here = self.mind.state.spaces[space]
            return min(here.underground, here.cubes + self.cubes_near(space))

        return Aim(cubes=self.cubes_near, active=found)

    def choose(self, box: OperationBox, spaces: list[str], index: int) -> str:
        """8.6.3 Return a destination by the Sweep column that cubes can enter; lastly spaces to Sweep in place.

        In place those at the most Support come first while Sepoys may take part.
        """
        self.look_around()
        if not self.in_place:
            open_spaces = filter(self.can_enter, spaces)
            space = select_space(self.mind, "sweep", open_spaces, first_rows(box, index), self.aim())
            if space:
                return self.start(space)
            self.in_place = True
        hiding = [space for space in spaces if self.can_search(space)]
        if not hiding:
            return ""
        levels = self.mind.state.spaces
        most = max(levels[space].level for space in hiding)
        self.mind.think("row", "in_place", hiding)
        return self.start(self.mind.random_space(space for space in hiding if levels[space].level == most))

    def start(self, space: str) -> str:
        """Begin the moves into a destination, or the search in it, and return it."""
        self.destinations.append(space)
        self.origin = ""
        self.left[space] = []
        here = self.mind.state.spaces[space]
        self.sepoys_before = here.sepoys
        self.searches_with_sepoys = self.sepoys.may_operate and here.sepoys > 0 and here.underground > 0
        if self.sepoys.may_operate:
            self.searching.add(space)
        return space

    def next_origin(self, space: str, offered: list[str]) -> str:
        """8.4.2 Return the origin that sends the next cube: the same while it can, then the one with the most cubes.

        Once an origin has no more to send, another is looked for only while cubes do not exceed Active adversaries.
        """
        if self.in_place:
            return ""
        if self.origin in offered and self.wanted(self.origin, space):
            return self.origin
        if self.origin:
            self.left[space].append(self.origin)
            if not self.shortage(space):
                return ""
        open_origins = [name for name in offered if name not in self.left[space] and self.wanted(name, space)]
        if not open_origins:
            return ""
        cubes = {name: self.mind.state.spaces[name].cubes for name in open_origins}
        most = max(cubes.values())
        self.origin = self.mind.random_space(name for name in open_origins if cubes[name] == most)
        self.mind.think("row", "origin", (self.origin,), where=space)
        return self.origin

    def number(self, space: str, piece: str) -> int:
        """Return how many cubes of a type come from the origin at once: as many as would come one after the other."""
        here = self.mind.state.spaces[space]
        free = self.comes(self.origin, space, piece)
        if piece == TROOPS and not here.troops and self.comes(self.origin, space, SEPOYS):
            return 1
        searching = here.troops + (here.sepoys if self.sepoys.may_operate else 0)
        others = active_pieces(self.mind.state, space)
        count = 1
        while count < free and here.cubes + count <= others + min(here.underground, searching + count):
            count += 1
        return count

    def answer(self, decision: Decision) -> str:
        """8.6.3 Return the cubes for the destination, and after all moves whether Sepoys in place take part.

        They do where they still operated when the destination was selected.
        """
        if decision.kind == "sweep.sepoys":
            return YES if decision.space in self.searching else NO
        space = self.destinations[-1]
        self.look_around()
        if decision.kind == "sweep.origin":
            return self.next_origin(space, spaces_of(decision)) or DONE
        if decision.kind == "sweep.piece":
            piece = self.wanted(self.origin, space)
            return piece if piece in decision.keys else default_answer(decision)
        if decision.kind == "sweep.count":
            most = decision.numbers[-1]
            return str(min(most, self.number(space, str(decision.prompt.params.get("piece")))))
        return default_answer(decision)

    def end_space(self) -> None:
        """8.6.2 Roll after a destination in which Sepoys came or searched."""
        if not self.destinations:
            return
        came = self.mind.state.spaces[self.destinations[-1]].sepoys > self.sepoys_before
        if came or self.searches_with_sepoys:
            self.sepoys.have_operated()


def sweep(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.3 Sweep into destinations by column, then in place wherever cubes can find Guerrillas (D-74)."""
    plan = Sweep(mind, Sepoys(mind, "sweep"))

    def choose(pending: Decision, index: int) -> str:
        return plan.choose(box, spaces_of(pending), index)

    def stops(space: str) -> bool:
        plan.end_space()
        return False

    decision = yield from work_through(mind, decision, "sweep.space", choose, plan.answer, stops)
    decision = yield from finish(decision, "sweep.space")
    while decision.kind == "sweep.sepoys":
        decision = yield plan.answer(decision)
    return decision


def can_sweep(mind: Mind) -> bool:
    """8.1.5 Return whether a cube would move, or find a Guerrilla where it is."""
    plan = Sweep(mind, Sepoys(mind, "sweep"))
    plan.look_around()
    return any(
        (plan.can_search(space) or plan.can_enter(space)) and why_not_sweep(mind.turn, space) is None
        for space in BOARD.lands
    )
