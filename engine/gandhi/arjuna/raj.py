"""8.6.3 Operations of the Non-player Raj. It never executes Garrison."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.gandhi.arjuna.cards import OperationBox
from engine.gandhi.arjuna.filters import active_pieces
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import choose_adversary, select_space
from engine.gandhi.arjuna.working import Work, default_answer, first_rows, spaces_of, work_through
from engine.gandhi.asking import DONE, NO, YES
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import CONGRESS, GANDHI, LEAGUE, REVOLUTIONARIES, SEPOYS, TROOPS

TROOPS_PER_CITY = 3
CUBES_PER_CITY = 6


class Sepoys:
    """8.6.2 Whether Sepoys may still operate: after each space in which they did, a die may stop them.

    The number is Restraint, or 1 under the fitting Viceroy (8.1.6). Troops always go on.
    """

    def __init__(self, mind: Mind, operation: str, *, rolls: bool) -> None:
        self.mind = mind
        self.may_operate = True
        self.rolls = rolls
        self.number = mind.state.lord.sepoy_cost.get(operation, mind.state.restraint)

    def have_operated(self) -> None:
        """8.6.2 Roll after a space in which Sepoys operated."""
        if not self.rolls or not self.may_operate:
            return
        roll = self.mind.roll("activation")
        self.may_operate = roll > self.number
        self.mind.think("instruction", "activation", (), number=self.number, roll=roll, stops=not self.may_operate)


# -- 8.6.3 Deploy ------------------------------------------------------------------------------------------


def deploy(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.3 Deploy: three Troops to each City, Sepoys up to six cubes; two cubes from Out of Play, Troops first."""
    state = mind.state
    sepoys = Sepoys(mind, "deploy", rolls=True)
    left = {"cubes": 0, "used": 0}

    def troops_wanted(city: str) -> int:
        return min(max(0, TROOPS_PER_CITY - state.spaces[city].troops), state.available[TROOPS])

    def is_worth(city: str) -> bool:
        return bool(troops_wanted(city) or (sepoys.may_operate and state.available[SEPOYS]))

    def choose(pending: Decision, index: int) -> str:
        mind.aim = Aim()
        left["cubes"], left["used"] = CUBES_PER_CITY, 0
        return select_space(mind, "place_cubes", filter(is_worth, spaces_of(pending)), first_rows(box, index))

    def answer(pending: Decision) -> str:
        city = pending.space
        if pending.kind == "deploy.piece":
            if TROOPS in pending.keys and troops_wanted(city):
                return TROOPS
            if SEPOYS in pending.keys and sepoys.may_operate:
                return SEPOYS
            return DONE if DONE in pending.keys else pending.options[0].key
        if pending.kind == "deploy.count":
            piece = pending.prompt.params.get("piece")
            most = max(int(option.key) for option in pending.options)
            count = max(1, min(most, troops_wanted(city))) if piece == TROOPS else most
            if piece == SEPOYS:
                left["used"] = count
            return str(count)
        return default_answer(pending)

    def stops(city: str) -> bool:
        if left["used"]:
            sepoys.have_operated()
        return False

    decision = yield from work_through(mind, decision, "deploy.city", choose, answer, stops)
    if decision.kind == "deploy.city" and DONE in decision.keys:
        decision = yield DONE
    while decision.kind == "deploy.enter":
        decision = yield decision.options[0].key
    return decision


# -- 8.6.3 Sweep -------------------------------------------------------------------------------------------


class Sweep:
    """8.6.3, 8.4.2 A Sweep under way: where it goes, from where, and how many more cubes a destination needs."""

    def __init__(self, mind: Mind, sepoys: Sepoys, *, limited: bool) -> None:
        self.mind = mind
        self.sepoys = sepoys
        self.limited = limited
        self.destinations: list[str] = []
        self.moved_in: dict[str, dict[str, int]] = {}
        self.in_place = False
        self.used_sepoys = False

    def free_cubes(self, origin: str, piece: str) -> int:
        """8.6.3 Cubes of a type that may leave an origin: never so many that Raj loses Control there."""
        if origin in self.destinations:
            return 0
        state = self.mind.state
        here = state.spaces[origin]
        count = int(getattr(here, piece))
        if here.protest:
            return 0
        if state.has_control(origin):
            count = min(count, here.cubes - active_pieces(state, origin) - 1)
        return max(0, count)

    def shortage(self, space: str) -> int:
        """8.6.3 How many more cubes it takes to exceed Active adversaries, Guerrillas this Sweep turns up included."""
        state = self.mind.state
        here = state.spaces[space]
        searching = here.troops + (here.sepoys if self.sepoys.may_operate else 0)
        found = min(here.underground, searching)
        return max(0, active_pieces(state, space) + found + 1 - here.cubes)

    def wanted(self, space: str, origins: list[str]) -> str:
        """8.6.3 Which cube comes next: one Troop (not to States), one Sepoy, then Sepoys before Troops as needed."""
        state = self.mind.state
        here = state.spaces[space]
        troops = any(self.free_cubes(origin, TROOPS) for origin in origins) and not state.is_state(space)
        sepoys = self.sepoys.may_operate and any(self.free_cubes(origin, SEPOYS) for origin in origins)
        if troops and not here.troops:
            return TROOPS
        if sepoys and not here.sepoys:
            return SEPOYS
        if self.shortage(space):
            return SEPOYS if sepoys else TROOPS if troops else ""
        return ""

    def sources(self, space: str) -> list[str]:
        """Where cubes for a destination may be looked for before it is selected: anywhere within two steps."""
        near = GEOGRAPHY[space].adjacent
        over = {far for rail in GEOGRAPHY[space].rail_adjacent for far in GEOGRAPHY[rail].adjacent}
        return [origin for origin in {*near, *over} if origin != space]

    def choose(self, box: OperationBox, decision: Decision, index: int) -> str:
        """8.6.3 A destination by the Sweep column that cubes can reach; then spaces to Sweep in place."""
        mind, state = self.mind, self.mind.state
        mind.aim = Aim()
        if not self.in_place:
            reachable = [space for space in spaces_of(decision) if self.wanted(space, sorted(self.sources(space)))]
            space = select_space(mind, "sweep", reachable, first_rows(box, index))
            if space:
                self._start(space)
                return space
            self.in_place = True
        hiding = [
            space
            for space in spaces_of(decision)
            if state.spaces[space].underground
            and (state.spaces[space].troops or (self.sepoys.may_operate and state.spaces[space].sepoys))
        ]
        if not hiding:
            return ""
        most = max(state.spaces[space].level for space in hiding)
        space = mind.random_space([space for space in hiding if state.spaces[space].level == most])
        mind.think("instruction", "sweep_in_place", (space,))
        self._start(space)
        return space

    def _start(self, space: str) -> None:
        self.destinations.append(space)
        self.used_sepoys = False

    def answer(self, decision: Decision) -> str:
        """8.6.3 The cubes for the destination, and whether Sepoys in place take part."""
        space = self.destinations[-1]
        if decision.kind == "sweep.origin":
            origins = [] if self.in_place else spaces_of(decision)
            piece = self.wanted(space, origins)
            sources = [origin for origin in origins if piece and self.free_cubes(origin, piece)]
            if not sources:
                return DONE
            most = max(self.mind.state.spaces[origin].cubes for origin in sources)
            return self.mind.random_space(
                [origin for origin in sources if self.mind.state.spaces[origin].cubes == most]
            )
        if decision.kind == "sweep.piece":
            origin = str(decision.prompt.params.get("origin", ""))
            piece = self.wanted(space, [origin])
            piece = piece if piece in decision.keys else decision.options[0].key
            self.used_sepoys = self.used_sepoys or piece == SEPOYS
            return piece
        if decision.kind == "sweep.count":
            return "1"
        if decision.kind == "sweep.sepoys":
            self.used_sepoys = self.used_sepoys or self.sepoys.may_operate
            return YES if self.sepoys.may_operate else NO
        return default_answer(decision)

    def stops(self, space: str) -> bool:
        """8.6.2 Roll after a destination in which Sepoys operated."""
        if self.used_sepoys:
            self.sepoys.have_operated()
        return False


def sweep(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.3 Sweep into destinations by column, then in place wherever cubes can find Guerrillas."""
    plan = Sweep(mind, Sepoys(mind, "sweep", rolls=True), limited=False)

    def choose(pending: Decision, index: int) -> str:
        return plan.choose(box, pending, index)

    return (yield from work_through(mind, decision, "sweep.space", choose, plan.answer, plan.stops))


# -- 8.6.3 Assault -----------------------------------------------------------------------------------------


def removals(mind: Mind, space: str, *, with_sepoys: bool) -> int:
    """3.2.4 How many pieces an Assault could remove: one for each cube with Troops, one for two Sepoys without."""
    here = mind.state.spaces[space]
    if here.troops:
        return here.troops + (here.sepoys if with_sepoys else 0)
    return here.sepoys // 2 if with_sepoys else 0


def removable(mind: Mind, space: str) -> int:
    """Active adversaries that an Assault could reach at all."""
    here = mind.state.spaces[space]
    activists = here.activists if mind.state.are_activists_active(space) else 0
    bases = here.league_bases if not (here.activists - activists) else 0
    bases += here.revolutionary_bases if not here.underground else 0
    return activists + here.gandhi + here.active + bases


def assault(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.3 Assault by Remove or Replace where it would have an effect; Wavell's Sweep comes first (8.1.6)."""
    sepoys = Sepoys(mind, "assault", rolls=True)
    used = {"sepoys": False}
    plan = Sweep(mind, Sepoys(mind, "sweep", rolls=False), limited=True)

    def has_effect(space: str) -> bool:
        return bool(removable(mind, space) and removals(mind, space, with_sepoys=sepoys.may_operate))

    def choose(pending: Decision, index: int) -> str:
        if index == 0 and "free_sweep" in pending.keys and any(map(has_effect, spaces_of(pending))):
            return "free_sweep"
        mind.aim = Aim(removing=True)
        here = select_space(mind, "remove_or_replace", filter(has_effect, spaces_of(pending)), first_rows(box, index))
        if here:
            used["sepoys"] = not mind.state.spaces[here].troops
        return here

    def answer(pending: Decision) -> str:
        if pending.kind == "assault.free_sweep":
            mind.aim = Aim()
            useful = [name for name in spaces_of(pending) if has_effect(name)]
            space = select_space(mind, "sweep", useful or spaces_of(pending))
            plan.destinations.append(space)
            return space
        if pending.kind.startswith("sweep."):
            return plan.answer(pending)
        if pending.kind == "assault.sepoys":
            used["sepoys"] = used["sepoys"] or sepoys.may_operate
            return YES if sepoys.may_operate else NO
        return targets(mind, pending)

    def stops(space: str) -> bool:
        if used["sepoys"]:
            sepoys.have_operated()
        return False

    return (yield from work_through(mind, decision, "assault.space", choose, answer, stops))


def targets(mind: Mind, decision: Decision) -> str:
    """8.5.4, N-12 Whom to remove: first the group of the piece that the Adversary Priorities name, then the other."""
    space = decision.space
    here = mind.state.spaces[space]
    subject = decision.kind.partition(".")[2]
    if subject == "target":
        kinds = [GANDHI] if here.gandhi else []
        kinds += [kind for kind in (CONGRESS, LEAGUE, "league_bases") if getattr(here, kind)]
        rebels = [kind for kind in ("active", "revolutionary_bases") if getattr(here, kind)]
        groups = {"nonviolent": kinds, REVOLUTIONARIES: rebels}
        open_groups = [key for key in groups if key in decision.keys]
        if len(open_groups) > 1:
            first = choose_adversary(mind, space, kinds + rebels)
            return REVOLUTIONARIES if first in rebels else "nonviolent"
        return open_groups[0]
    if subject == "gandhi":
        return YES
    if subject == "congress":
        counts = sorted(int(option.key) for option in decision.options)
        return str(counts[-1] if choose_adversary(mind, space, [CONGRESS, LEAGUE]) == CONGRESS else counts[0])
    if subject == "piece":
        return choose_adversary(mind, space, [option.key for option in decision.options])
    return default_answer(decision)


# -- what would be possible --------------------------------------------------------------------------------


def can_deploy(mind: Mind) -> bool:
    """8.1.5 Whether any cube could be placed."""
    state = mind.state
    return state.available[SEPOYS] > 0 or (
        state.available[TROOPS] > 0 and any(state.spaces[city].troops < TROOPS_PER_CITY for city in BOARD.cities)
    )


def can_sweep(mind: Mind) -> bool:
    """8.1.5 Whether a cube could move, or find a Guerrilla where it stands."""
    state = mind.state
    plan = Sweep(mind, Sepoys(mind, "sweep", rolls=False), limited=False)
    return any(here.underground and here.cubes for here in state.spaces.values()) or any(
        plan.wanted(space, plan.sources(space)) for space in BOARD.lands
    )


def can_assault(mind: Mind) -> bool:
    """8.1.5 Whether an Assault would remove anything."""
    return any(removable(mind, space) and removals(mind, space, with_sepoys=True) for space in mind.state.spaces)
