"""6.0 Campaign Rounds, one step of the game for each phase and Faction."""

from __future__ import annotations

from collections.abc import Callable, Generator

from engine.core.decision import Decision
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asking import DONE, SPACE_OPTIONS, ask_count, ask_space
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.forces import release_activists, why_no_base
from engine.gandhi.ids import (
    ACTIVE_OPPOSITION,
    ACTIVE_SUPPORT,
    CONGRESS,
    GANDHI,
    LEAGUE,
    LEAGUE_BASES,
    RAJ,
    REVOLUTIONARIES,
    REVOLUTIONARY_BASES,
    SEATS,
)
from engine.gandhi.sequence import ELIGIBLE, reveal_next, roll_for_crisis
from engine.gandhi.setup import shuffle_arjuna
from engine.gandhi.state import State
from engine.gandhi.victory import end_game, winners

ALREADY_CHOSEN = why_not("already_selected", "6.3")
CANNOT_PAY = why_not("cannot_pay", "6.3.1")
NEEDS_CONTROL = why_not("needs_control", "6.3.1")
NEEDS_BOTH_CUBES = why_not("needs_troops_and_sepoys", "6.3.1")
NOTHING_TO_BUY = why_not("nothing_to_buy", "6.3.1")
NOT_CITY_OR_PROVINCE = why_not("not_city_or_province", "6.3.1")
GANDHI_UNDER_CONTROL = why_not("has_control", "6.3.1")
PROGRAMME_UNDER_CONTROL = why_not("has_control", "6.3.2")
BASE_UNDER_CONTROL = {LEAGUE: why_not("has_control", "6.3.3"), REVOLUTIONARIES: why_not("has_control", "6.3.4")}
NO_OWN_PIECE = why_not("no_own_piece", "6.3.2")
NO_OWN_ACTIVIST = why_not("no_own_activists", "8.9.4")
NO_MORE_OPPOSITION = why_not("already_active_opposition", "6.3.2")
NOT_CITY_OR_PROVINCE_HERE = why_not("not_city_or_province", "6.3.2")

IMPERIALISM_SPACES = 4
LEVELS_PER_SPACE = 2
RAILWAY_ECON = sum(GEOGRAPHY[railway].econ for railway in BOARD.railways)


def check_victory(state: State) -> Rule:
    """6.1 End the game at once if a Faction meets its condition (R-69)."""
    yield from ()
    if winners(state):
        end_game(state, "victory")
        return
    state.phase = "resources"


def gather_resources(state: State) -> Rule:
    """6.2 Place Strikes, then give Raj and Revolutionaries their earnings."""
    yield from place_strikes(state)
    if state.is_player(RAJ):
        state.acting = RAJ
        struck = sum(GEOGRAPHY[railway].econ for railway in BOARD.railways if state.spaces[railway].strike)
        state.earn(RAJ, RAILWAY_ECON - struck)
        state.pay(RAJ, 2 * state.prisoners())
    if state.is_player(REVOLUTIONARIES):
        state.acting = REVOLUTIONARIES
        state.earn(REVOLUTIONARIES, 2 * state.on_map(REVOLUTIONARY_BASES))
    state.phase = "imperialism"


def needs_strike(state: State, railway: str) -> bool:
    """6.2.1 Return whether a Railway has a Protest, more Activists than cubes, or a City without Raj Control beside it
    (R-70).
    """
    here = state.spaces[railway]
    if here.strike:
        return False
    return (
        here.protest
        or here.activists > here.cubes
        or any(not state.has_control(city) for city in GEOGRAPHY[railway].city_adjacent)
    )


def place_strikes(state: State) -> Rule:
    """6.2.1 Place Strikes for Congress on all Railways due; it chooses where if too few are Available."""
    if not (state.is_player(CONGRESS) or state.is_player(RAJ)):
        # While Raj is a Non-player Faction, other Non-player Factions place no Strikes on Railways (8.1.3, N-23).
        return
    state.acting = CONGRESS
    waiting = [railway for railway in BOARD.railways if needs_strike(state, railway)]
    while waiting and state.unrest_available():
        railway = waiting[0]
        if len(waiting) > state.unrest_available():
            railway = yield Decision(
                CONGRESS,
                "strikes.railway",
                text("ask.strikes.railway", count=state.unrest_available()),
                [SPACE_OPTIONS[name] for name in waiting],
                remaining=state.unrest_available(),
            )
        waiting.remove(railway)
        state.remove_protest(railway)
        state.add_strike(railway)


def build_support(state: State) -> Rule:
    """6.3.1 Buy Imperialism, then release two prisoners for each of its spaces, then let Gandhi leave Jail."""
    state.acting = RAJ
    spaces = yield from spend_on_imperialism(state)
    yield from release_activists(state, RAJ, "imperialism.release", 2 * len(spaces))
    yield from let_gandhi_go(state)
    state.phase = "constructive_congress"


def spend_on_imperialism(state: State) -> Generator[Decision, str, list[str]]:
    """6.3.1 Buy Unrest off and Support for Raj in up to four spaces (R-71). Returns the spaces."""
    selected: list[str] = []
    price = state.lord.imperialism_cost if state.is_player(RAJ) else 0
    while len(selected) < IMPERIALISM_SPACES:
        left = IMPERIALISM_SPACES - len(selected)
        space = yield from ask_space(
            RAJ,
            "imperialism.space",
            BOARD.lands,
            lambda space: ALREADY_CHOSEN if space in selected else why_no_imperialism(state, space, price),
            optional=True,
            remaining=min(left, state.resources[RAJ] // price) if price else left,
            count=left,
            price=price,
        )
        if space == DONE:
            break
        selected.append(space)
        state.select(space)
        yield from buy_in(state, space, price)
    return selected


def why_no_imperialism(state: State, space: str, price: int) -> Text | None:
    """6.3.1 Return why Raj can buy nothing in a space, or None.

    It needs Control, Troops and Sepoys, and something to buy.
    """
    here = state.spaces[space]
    if GEOGRAPHY[space].is_railway or state.is_state(space):
        return NOT_CITY_OR_PROVINCE
    if not state.has_control(space):
        return NEEDS_CONTROL
    if not (here.troops and here.sepoys):
        return NEEDS_BOTH_CUBES
    if not here.unrest and here.level == ACTIVE_SUPPORT:
        return NOTHING_TO_BUY
    return CANNOT_PAY if state.resources[RAJ] < price else None


def buy_in(state: State, space: str, price: int) -> Rule:
    """6.3.1 Buy in one space: any number of Unrest markers, then up to two levels; at least one purchase."""
    here = state.spaces[space]
    worth = here.unrest + min(LEVELS_PER_SPACE, ACTIVE_SUPPORT - here.level)
    bought = yield from ask_count(
        RAJ,
        "imperialism.purchases",
        min(worth, state.resources[RAJ] // price) if price else worth,
        1,
        space=space,
        price=price,
        unrest=here.unrest,
        level=here.level,
    )
    for _ in range(bought):
        buy_imperialism(state, space, price)


def let_gandhi_go(state: State) -> Rule:
    """6.3.1 Release Gandhi from Jail to a space without Raj Control, as Raj chooses (R-72)."""
    if state.is_gandhi_in_jail:
        space = yield from ask_space(
            RAJ,
            "imperialism.gandhi",
            BOARD.everywhere,
            lambda space: GANDHI_UNDER_CONTROL if state.has_control(space) else None,
        )
        state.release(GANDHI, 1, space)


def buy_imperialism(state: State, space: str, price: int) -> None:
    """6.3.1 Buy once: an Unrest marker off or, once there is none, a level towards Active Support."""
    state.pay(RAJ, price)
    if not state.remove_unrest(space):
        state.shift_level(space, 1)


def run_programme(state: State, seat: str) -> Rule:
    """6.3.2 Shift spaces with own pieces and no Raj Control by one or two levels each.

    Congress and then the Muslim League shift different spaces, together no more than Unity (R-73).
    """
    state.acting = seat

    def why(space: str) -> Text | None:
        here = state.spaces[space]
        if space in state.programme:
            return ALREADY_CHOSEN
        if GEOGRAPHY[space].is_railway or state.is_state(space):
            return NOT_CITY_OR_PROVINCE_HERE
        if not (here.congress_pieces if seat == CONGRESS else here.league_pieces):
            return NO_OWN_PIECE
        if state.has_control(space):
            return PROGRAMME_UNDER_CONTROL
        return NO_MORE_OPPOSITION if here.level == ACTIVE_OPPOSITION else None

    while len(state.programme) < state.unity:
        left = state.unity - len(state.programme)
        space = yield from ask_space(
            seat, "constructive.space", BOARD.lands, why, optional=True, remaining=left, count=left
        )
        if space == DONE:
            break
        state.programme.append(space)
        state.select(space)
        most = min(LEVELS_PER_SPACE, state.spaces[space].level - ACTIVE_OPPOSITION)
        levels = yield from ask_count(seat, "constructive.levels", most, 1, space=space)
        state.shift_level(space, -levels)
    state.phase = "constructive_league" if seat == CONGRESS else "pakistan_movement"
    if seat == LEAGUE:
        state.programme = []


def constructive_congress(state: State) -> Rule:
    """6.3.2 Run Congress's part of the Constructive Programme."""
    yield from run_programme(state, CONGRESS)


def constructive_league(state: State) -> Rule:
    """6.3.2 Run the Muslim League's part of the Constructive Programme."""
    yield from run_programme(state, LEAGUE)


def place_base(state: State, seat: str, piece: str, kind: str) -> Rule:
    """6.3.3, 6.3.4 Place a Base in one non-Railway space with no Raj Control and room (R-74)."""
    state.acting = seat
    if not state.available[piece]:
        return

    def why(space: str) -> Text | None:
        return why_no_base(state, space) or (BASE_UNDER_CONTROL[seat] if state.has_control(space) else None)

    space = yield from ask_space(seat, kind, BOARD.lands, why, optional=True)
    if space != DONE:
        state.place(piece, space)


def pakistan_movement(state: State) -> Rule:
    """6.3.3 Place a Base for the Muslim League, if it likes."""
    yield from place_base(state, LEAGUE, LEAGUE_BASES, "pakistan_movement")
    state.phase = "secret_societies"


def secret_societies(state: State) -> Rule:
    """6.3.4 Place a Base for Revolutionaries, if they like. 6.3.5 End the game after the final Round."""
    yield from place_base(state, REVOLUTIONARIES, REVOLUTIONARY_BASES, "secret_societies")
    if state.final:
        end_game(state, "final")
        return
    state.phase = "redeploy_raj"


def reset(state: State) -> Rule:
    """6.5 Reset Phase, in the order of its five steps; then the next cards, and 6.8 the Crisis of the last Campaign."""
    state.acting = ""
    for space in BOARD.everywhere:
        state.remove_protest(space)
    for space, here in state.spaces.items():
        if here.unrest and not here.guerrillas:
            state.remove_unrest(space)
        state.hide(space)
    for railway in BOARD.railways:
        state.remove_strike(railway)
    campaigns = state.campaigns_left
    state.set_restraint(campaigns)
    state.set_unity(campaigns)
    for seat in SEATS:
        state.cylinders[seat] = ELIGIBLE
    state.first = ""
    if not state.is_player(CONGRESS):
        yield from place_protest_at_reset(state)
    state.card, state.upcoming = state.upcoming, 0
    yield from reveal_next(state)
    shuffle_arjuna(state)
    state.crisis_triggered = False
    if state.is_crisis and state.phase == "turn":
        state.phase = "crisis"


def begin_crisis(state: State) -> Rule:
    """6.8, R-82 Roll for a Crisis that begins with the Reset before the last Campaign, before its first card."""
    yield from roll_for_crisis(state)
    state.phase = "turn"


def place_protest_at_reset(state: State) -> Rule:
    """8.9.4, N-27 Place a Protest where Non-player Congress has Activists, at the end of the Reset."""
    state.acting = CONGRESS

    def why(space: str) -> Text | None:
        return None if state.spaces[space].congress and not state.spaces[space].protest else NO_OWN_ACTIVIST

    space = yield from ask_space(CONGRESS, "reset.protest", BOARD.everywhere, why)
    if space != DONE:
        state.add_protest(space)


PHASES: dict[str, Callable[[State], Rule]] = {
    "victory": check_victory,
    "resources": gather_resources,
    "imperialism": build_support,
    "constructive_congress": constructive_congress,
    "constructive_league": constructive_league,
    "pakistan_movement": pakistan_movement,
    "secret_societies": secret_societies,
    "reset": reset,
}
"""The phases of a Campaign Round by name; `redeploy` adds those of 6.4."""

PHASE_SEATS = {
    "resources": CONGRESS,
    "imperialism": RAJ,
    "constructive_congress": CONGRESS,
    "constructive_league": LEAGUE,
    "pakistan_movement": LEAGUE,
    "secret_societies": REVOLUTIONARIES,
    "redeploy_raj": RAJ,
    "redeploy_congress": CONGRESS,
    "redeploy_league": LEAGUE,
    "redeploy_revolutionaries": REVOLUTIONARIES,
    "crisis": RAJ,
    "gandhi_placed": CONGRESS,
}
"""The Faction of each phase in which one Faction decides."""
