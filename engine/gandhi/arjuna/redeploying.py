"""8.9.3 Redeploy of Non-player Factions: each instruction in order, every piece at most once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.core.decision import Decision
from engine.gandhi.arjuna.filters import active_pieces
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.working import Work, default_answer, tell_move
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import (
    ACTIVE,
    ACTIVE_OPPOSITION,
    CONGRESS,
    CUBES,
    GANDHI,
    GUERRILLAS,
    LEAGUE,
    SEPOYS,
    TROOPS,
    UNDERGROUND,
)

ORIGIN = "redeploy.origin"
STATES_WITH_SEPOYS = 3
GUERRILLAS_AT_REST = 3

Count = Callable[[str], int]


class Redeploy:
    """A Redeploy under way. ``arrived`` counts the pieces that have moved: they stay where they are.

    ``held`` counts the pieces that an instruction has brought to a space: no later instruction takes them away.
    """

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.state = mind.state
        self.arrived: dict[tuple[str, str], int] = {}
        self.held: dict[str, int] = {}
        self.told = ("", "", "")
        mind.think("round", "redeploy", ())

    def count(self, piece: str, space: str) -> int:
        """Return how many pieces of a kind are in a space."""
        return int(getattr(self.state.spaces[space], piece))

    def movable(self, piece: str, space: str) -> int:
        """Return how many pieces of a kind in a space have not moved yet."""
        return max(0, self.count(piece, space) - self.arrived.get((piece, space), 0))

    def is_open(self, piece: str, target: str) -> bool:
        """6.4.2 - 6.4.5 Return whether pieces may go to a space; the Non-player Raj uses no Railways (8.1.3)."""
        state = self.state
        if GEOGRAPHY[target].is_railway:
            return False
        if piece in CUBES:
            if state.is_state(target):
                return piece == SEPOYS
            return not state.is_province(target) or state.has_control(target)
        here = state.spaces[target]
        bases = {LEAGUE: here.league_bases, UNDERGROUND: here.revolutionary_bases, ACTIVE: here.revolutionary_bases}
        return not state.has_control(target) or bases.get(piece, 0) > 0

    def move(self, decision: Decision, piece: str, origin: str, target: str, number: int = 1) -> Work:
        """Move pieces through the engine's questions."""
        before = self.count(piece, target)
        answers = {"redeploy.piece": piece, "redeploy.count": str(number), "redeploy.target": target}
        decision = yield origin
        while decision.kind in answers:
            decision = yield answers[decision.kind]
        came = self.count(piece, target) - before
        self.arrived[piece, target] = self.arrived.get((piece, target), 0) + came
        self.tell(piece, origin, target, came)
        return decision

    def tell(self, piece: str, origin: str, target: str, count: int) -> None:
        """Keep a move for the explanation; the next move is added to it if it goes the same way."""
        thoughts, way = self.mind.thoughts, (piece, origin, target)
        if self.told == way and thoughts and thoughts[-1].text.key.startswith("arjuna.move"):
            count += thoughts.pop().text.params["count"]
        self.told = way
        tell_move(self.mind, piece, count, origin, target)

    def find_source(self, kind: str, target: str, free: Count, rank: Count) -> str:
        """Return the space that sends the next piece: the highest rank among those that can spare one; ties at random.

        ``kind`` is the field of a space that counts these pieces.
        """
        ranks = {}
        for space, here in self.state.spaces.items():
            # Most spaces have none of these pieces, and are skipped early.
            if getattr(here, kind) and space != target and free(space) > 0:
                ranks[space] = rank(space)
        if not ranks:
            return ""
        best = max(ranks.values())
        return self.mind.random_space((space for space in ranks if ranks[space] == best), told=False)

    def get(self, decision: Decision, piece: str, target: str, number: int, free: Count, rank: Count) -> Work:
        """8.1.5 Move pieces to a space until it has ``number`` of them, counting those already there."""
        while self.count(piece, target) < number and self.is_open(piece, target):
            origin = self.find_source(piece, target, free, rank)
            if not origin:
                break
            decision = yield from self.move(decision, piece, origin, target)
        self.held[target] = max(self.held.get(target, 0), min(number, self.count(piece, target)))
        return decision

    def in_order(self, spaces: Iterable[str], *rows: Count) -> Iterator[str]:
        """Yield spaces by rows of scores, the highest first; equal ones at random (8.1.2)."""
        left = list(spaces)
        while left:
            scores = {space: [row(space) for row in rows] for space in left}
            best = max(scores.values())
            space = self.mind.random_space((space for space in left if scores[space] == best), told=False)
            left.remove(space)
            yield space

    def spread(self, decision: Decision, piece: str, targets: Sequence[str], free: Count, rank: Count) -> Work:
        """8.9.3 Distribute what remains evenly: each piece goes where the fewest are, while that evens them out."""
        while targets := [space for space in targets if self.is_open(piece, space)]:
            fewest = min(self.count(piece, space) for space in targets)
            among = set(targets)

            def spare(space: str, among: set[str] = among, fewest: int = fewest) -> int:
                return 0 if space in among and self.count(piece, space) < fewest + 2 else free(space)

            fewest_there = [space for space in targets if self.count(piece, space) == fewest]
            target = self.mind.random_space(fewest_there, told=False)
            origin = self.find_source(piece, target, spare, rank)
            if not origin:
                break
            decision = yield from self.move(decision, piece, origin, target)
        return decision

    def empty_railways(self, decision: Decision, pieces: Iterable[str]) -> Work:
        """6.4.3 - 6.4.5 Move everything that is still on a Railway off it."""
        for piece in pieces:
            for railway in BOARD.railways:
                while self.count(piece, railway):
                    targets = [space for space in BOARD.lands if self.is_open(piece, space)]
                    decision = yield from self.move(decision, piece, railway, self.mind.random_space(targets))
        return decision


def two_pop(space: str) -> int:
    """Return 1 for a space of Population 2, and 0 for any other."""
    return int(GEOGRAPHY[space].population == 2)


def stop(decision: Decision) -> Work:
    """Give the default answer to every question, so that nothing more moves."""
    while True:
        decision = yield default_answer(decision)


# -- Raj ---------------------------------------------------------------------------------------------------


class RajRedeploy(Redeploy):
    """The Raj's Redeploy, which must lose no Raj Control, even after all Troops above one have left each City."""

    def lasting_cubes(self, space: str) -> int:
        """6.4.2 Return how many cubes stay in a space after Redeploy: of the Troops in a City only one."""
        here = self.state.spaces[space]
        return min(here.troops, 1) + here.sepoys if GEOGRAPHY[space].is_city else here.cubes

    def is_held(self, space: str) -> bool:
        """Return whether Raj Control of a City will last."""
        return self.lasting_cubes(space) > active_pieces(self.state, space)

    def free_troops(self, space: str) -> int:
        """Return how many Troops may leave: of a City all but one, of a Province as many as its Control can spare."""
        troops = self.movable(TROOPS, space)
        if GEOGRAPHY[space].is_city:
            return max(0, min(troops, self.state.spaces[space].troops - 1))
        return self.spare(space, troops)

    def free_sepoys(self, space: str) -> int:
        """Count Sepoys that may leave a space."""
        return self.spare(space, self.movable(SEPOYS, space))

    def free_sepoys_but_one(self, space: str) -> int:
        """Count Sepoys that may leave a space when each City and each State that has one keeps one."""
        free = self.free_sepoys(space)
        if GEOGRAPHY[space].is_city or self.state.is_state(space):
            free = min(free, self.state.spaces[space].sepoys - 1)
        return free

    def spare(self, space: str, cubes: int) -> int:
        """8.9.3 Return how many of some cubes may leave without a loss of Raj Control."""
        state = self.state
        if not state.has_control(space):
            return cubes
        if GEOGRAPHY[space].is_city and not self.is_held(space):
            return cubes
        return max(0, min(cubes, self.lasting_cubes(space) - active_pieces(state, space) - 1))

    def rank(self, space: str) -> int:
        """8.9.3, D-88 Rank a space to leave: uncontrolled Provinces first, then those that hold most Sepoys."""
        exposed = self.state.is_province(space) and not self.state.has_control(space)
        return 100 * exposed + self.state.spaces[space].sepoys


def redeploy_raj(mind: Mind, decision: Decision) -> Work:
    """8.9.3 Redeploy Non-player Raj, steps 1 to 5. No Raj Control is lost; N-26: nothing is paid."""
    work = RajRedeploy(mind)
    state = mind.state
    provinces = [space for space in BOARD.lands if state.is_province(space)]
    # 1. Each Troop in a Province gets a Sepoy.
    for province in work.in_order(space for space in provinces if state.spaces[space].troops):
        number = state.spaces[province].sepoys + state.spaces[province].troops
        decision = yield from work.get(decision, SEPOYS, province, number, work.free_sepoys, work.rank)
    # 2. Each City gets a Troop. Troops that Provinces can spare go to a City, where all but one leave the map (6.4.2).
    for city in work.in_order(city for city in BOARD.cities if not state.spaces[city].troops):
        decision = yield from work.get(decision, TROOPS, city, 1, work.free_troops, work.rank)
    for province in provinces:
        if state.has_control(province) and (spare := work.free_troops(province)):
            city = max(BOARD.cities, key=lambda name: state.spaces[name].troops)
            decision = yield from work.move(decision, TROOPS, province, city, spare)
    # 3. Each City gets a Sepoy, then as many as add Raj Control.
    for city in work.in_order(city for city in BOARD.cities if not state.spaces[city].sepoys):
        decision = yield from work.get(decision, SEPOYS, city, 1, work.free_sepoys_but_one, work.rank)
    for city in work.in_order(city for city in BOARD.cities if not work.is_held(city)):
        missing = active_pieces(state, city) + 1 - work.lasting_cubes(city)
        number = state.spaces[city].sepoys + missing
        decision = yield from work.get(decision, SEPOYS, city, number, work.free_sepoys_but_one, work.rank)
    # 4. Three States without Support get a Sepoy each (D-99).
    quiet = [space for space in BOARD.lands if state.is_state(space) and state.spaces[space].level <= 0]
    for _, space in zip(range(STATES_WITH_SEPOYS), work.in_order(quiet), strict=False):
        decision = yield from work.get(decision, SEPOYS, space, 1, work.free_sepoys_but_one, work.rank)
    # 5. Sepoys left in Provinces without Raj Control go to the spaces with it in turn, 2-Pop spaces first.
    held = list(work.in_order((space for space in BOARD.lands if state.has_control(space)), two_pop))
    turn = 0
    for province in provinces:
        while held and not state.has_control(province) and work.movable(SEPOYS, province):
            decision = yield from work.move(decision, SEPOYS, province, held[turn % len(held)])
            turn += 1
    return (yield from stop(decision))


# -- Congress and the Muslim League ------------------------------------------------------------------------


def redeploy_congress(mind: Mind, decision: Decision) -> Work:
    """8.9.3 Redeploy Non-player Congress, steps 1 to 4."""
    work = Redeploy(mind)
    spaces = mind.state.spaces

    def free(space: str) -> int:
        kept = 0 if spaces[space].level == ACTIVE_OPPOSITION else GEOGRAPHY[space].population
        return min(work.movable(CONGRESS, space), spaces[space].congress - max(kept, work.held.get(space, 0)))

    def rank(space: str) -> int:
        return spaces[space].congress + 100 * GEOGRAPHY[space].is_railway

    def support(space: str) -> int:
        return spaces[space].level

    # 1. Gandhi goes to the space with the most Support; he may stay where he is even under Raj Control.
    now = mind.state.gandhi_space()
    if now:
        choices = [space for space in BOARD.lands if space == now or work.is_open(GANDHI, space)]
        best = next(work.in_order(choices, support, two_pop, lambda space: space == now))
        if best != now:
            decision = yield from work.move(decision, GANDHI, now, best)
    # 2. and 3. Each 2-Pop space gets two Activists, non-Muslim first; each 1-Pop space gets one, most Support first.
    twos = [space for space in BOARD.lands if two_pop(space)]
    for space in work.in_order(twos, lambda space: not GEOGRAPHY[space].muslim):
        decision = yield from work.get(decision, CONGRESS, space, 2, free, rank)
    for space in work.in_order((space for space in BOARD.lands if not two_pop(space)), support):
        decision = yield from work.get(decision, CONGRESS, space, 1, free, rank)
    # 4. The others spread evenly over 2-Pop spaces.
    decision = yield from work.spread(decision, CONGRESS, twos, free, rank)
    decision = yield from work.empty_railways(decision, (CONGRESS,))
    return (yield from stop(decision))


def redeploy_league(mind: Mind, decision: Decision) -> Work:
    """8.9.3 Redeploy the Non-player Muslim League, steps 1 to 4."""
    work = Redeploy(mind)
    spaces = mind.state.spaces

    def free(space: str) -> int:
        kept = GEOGRAPHY[space].population if GEOGRAPHY[space].muslim else 0
        return min(work.movable(LEAGUE, space), spaces[space].league - max(kept, work.held.get(space, 0)))

    def rank(space: str) -> int:
        return spaces[space].league + 100 * GEOGRAPHY[space].is_railway

    def support(space: str) -> int:
        return spaces[space].level

    muslim = [space for space in BOARD.lands if GEOGRAPHY[space].muslim]
    twos = [space for space in muslim if two_pop(space)]
    # 1. In all 2-Pop Muslim spaces, the Muslim League gets more pieces than Congress (D-85).
    for space in work.in_order(twos):
        number = spaces[space].congress_pieces + 1 - spaces[space].league_bases
        decision = yield from work.get(decision, LEAGUE, space, number, free, rank)
    # 2. and 3. Each of them gets two Activists, and each 1-Pop Muslim space gets one, most Support first.
    for space in work.in_order(twos, support):
        decision = yield from work.get(decision, LEAGUE, space, 2, free, rank)
    for space in work.in_order((space for space in muslim if not two_pop(space)), support):
        decision = yield from work.get(decision, LEAGUE, space, 1, free, rank)
    # 4. The others spread evenly over 2-Pop Muslim spaces.
    decision = yield from work.spread(decision, LEAGUE, twos, free, rank)
    decision = yield from work.empty_railways(decision, (LEAGUE,))
    return (yield from stop(decision))


# -- Revolutionaries ---------------------------------------------------------------------------------------


class RebelRedeploy(Redeploy):
    """The Revolutionaries' Redeploy: Guerrillas of either side alike."""

    def free(self, space: str) -> int:
        """8.9.3 Count Guerrillas that may leave a space: one stays where Unrest or their Base is, none on Railways."""
        here = self.state.spaces[space]
        kept = max(int(bool(here.unrest or here.revolutionary_bases)), self.held.get(space, 0))
        movable = sum(self.movable(side, space) for side in GUERRILLAS)
        return max(0, min(movable, here.guerrillas - kept))

    def rank(self, space: str) -> int:
        """8.9.3 Return the rank of a space to leave: Railways first, then the spaces with the most Guerrillas."""
        return self.state.spaces[space].guerrillas + 100 * GEOGRAPHY[space].is_railway

    def get_guerrillas(self, decision: Decision, target: str, number: int) -> Work:
        """8.1.5 Move Guerrillas to a space until it has ``number`` of them."""
        while self.state.spaces[target].guerrillas < number and self.is_open(UNDERGROUND, target):
            origin = self.find_source("guerrillas", target, self.free, self.rank)
            if not origin:
                break
            side = next(side for side in GUERRILLAS if self.movable(side, origin))
            decision = yield from self.move(decision, side, origin, target)
        self.held[target] = min(number, self.state.spaces[target].guerrillas)
        return decision


def redeploy_revolutionaries(mind: Mind, decision: Decision) -> Work:
    """8.9.3, D-86 Redeploy Non-player Revolutionaries, steps 1 to 3."""
    work = RebelRedeploy(mind)
    state = mind.state
    spaces = state.spaces
    # 1. and 2. Each space with Unrest and no Raj Control gets a Guerrilla, and so does each space with a Base.
    for space in work.in_order(space for space in BOARD.lands if spaces[space].unrest and not state.has_control(space)):
        decision = yield from work.get_guerrillas(decision, space, 1)
    for space in work.in_order(space for space in BOARD.lands if spaces[space].revolutionary_bases):
        decision = yield from work.get_guerrillas(decision, space, 1)
    # 3. 2-Pop spaces without Unrest get three Guerrillas each, most Support first.
    quiet = [space for space in BOARD.lands if two_pop(space) and not spaces[space].unrest]
    for space in work.in_order(quiet, lambda space: spaces[space].level):
        decision = yield from work.get_guerrillas(decision, space, GUERRILLAS_AT_REST)
    decision = yield from work.empty_railways(decision, GUERRILLAS)
    return (yield from stop(decision))


PLANS = {
    "redeploy_raj": redeploy_raj,
    "redeploy_congress": redeploy_congress,
    "redeploy_league": redeploy_league,
    "redeploy_revolutionaries": redeploy_revolutionaries,
}
"""8.9.3 Each Faction's Redeploy by the name of its phase."""
