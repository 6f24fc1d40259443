"""6.0 A second reading of the Campaign Round: each phase of whole Rounds, from random positions, by its outcome."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES
from engine.gandhi.position import state_at
from engine.gandhi.rules import GandhiRules
from engine.gandhi.state import State
from tests.rulebook.scattered import scatter

ROUNDS = 120
RULES = GandhiRules()
CARDS = sorted(BOARD.campaign_cards)


def has_control(state: State, space: str) -> bool:
    """1.7.1 Return whether Raj Controls a space."""
    here, land = state.spaces[space], GEOGRAPHY[space]
    if not (land.is_city or (land.is_province and not here.muslim_state)):
        return False
    others = int(here.gandhi) + here.active + here.league_bases + here.revolutionary_bases
    others += here.congress + here.league if here.protest else 0
    return here.troops + here.sepoys > others


def is_state(state: State, space: str) -> bool:
    """1.3.5 Return whether a space is a State."""
    return GEOGRAPHY[space].is_princely_state or state.spaces[space].muslim_state


def differing(before: State, after: State, field: str) -> list[str]:
    """Return the spaces in which a field has changed."""
    return [s for s in BOARD.everywhere if getattr(before.spaces[s], field) != getattr(after.spaces[s], field)]


def check_resources(before: State, after: State) -> None:
    """6.2.1 - 6.2.3 Check the Strikes and the Resources."""
    due = []
    for railway in BOARD.railways:
        here = before.spaces[railway]
        lost = any(GEOGRAPHY[city].is_city and not has_control(before, city) for city in GEOGRAPHY[railway].adjacent)
        crowd = here.congress + here.league > here.troops + here.sepoys
        if not here.strike and (here.protest or crowd or lost):
            due.append(railway)
    supply = 12 - sum(here.unrest + here.strike for here in before.spaces.values())
    struck = differing(before, after, "strike")
    assert set(struck) <= set(due)
    assert len(struck) == min(supply, len(due))
    assert not any(after.spaces[railway].protest for railway in struck)
    econ = sum(GEOGRAPHY[railway].econ for railway in BOARD.railways if not after.spaces[railway].strike)
    assert after.resources[RAJ] == max(0, min(50, before.resources[RAJ] + econ) - 2 * sum(before.jail.values()))
    bases = sum(here.revolutionary_bases for here in before.spaces.values())
    assert after.resources[REVOLUTIONARIES] == min(50, before.resources[REVOLUTIONARIES] + 2 * bases)


def check_imperialism(before: State, after: State) -> None:
    """6.3.1 Check what Raj has bought by Imperialism, and who has left the Jail for it."""
    bought = sorted({*differing(before, after, "level"), *differing(before, after, "unrest")})
    assert len(bought) <= 4
    purchases = 0
    for space in bought:
        old, new = before.spaces[space], after.spaces[space]
        assert has_control(before, space)
        assert old.troops
        assert old.sepoys
        assert 0 <= new.level - old.level <= 2
        assert new.level == old.level or not new.unrest
        purchases += new.level - old.level + old.unrest - new.unrest
    price = 2 if before.viceroy == "mountbatten" else 3
    assert before.resources[RAJ] - after.resources[RAJ] == price * purchases
    prisoners = before.jail[CONGRESS] + before.jail[LEAGUE]
    assert prisoners - after.jail[CONGRESS] - after.jail[LEAGUE] == min(prisoners, 2 * len(bought))
    assert not after.jail["gandhi"]
    if before.jail["gandhi"]:
        (place,) = differing(before, after, "gandhi")
        assert not has_control(before, place)


def check_programme(seat: str, before: State, after: State) -> None:
    """6.3.2 Check where one Faction has shifted levels, and how far; `play_round` counts both."""
    for space in differing(before, after, "level"):
        here = before.spaces[space]
        assert not is_state(before, space)
        assert not has_control(before, space)
        assert here.congress + here.gandhi if seat == CONGRESS else here.league + here.league_bases
        assert 1 <= here.level - after.spaces[space].level <= 2


def check_base(piece: str, before: State, after: State) -> None:
    """6.3.3, 6.3.4 Check that at most one Base was built, and where."""
    built = differing(before, after, piece)
    assert len(built) <= 1
    for space in built:
        assert not GEOGRAPHY[space].is_railway
        assert not has_control(before, space)
        assert after.spaces[space].league_bases + after.spaces[space].revolutionary_bases <= GEOGRAPHY[space].population


def check_raj(before: State, after: State) -> None:
    """6.4.1, 6.4.2 Check the Redeploy of Raj."""
    assert after.viceroy == BOARD.campaign_cards[before.card]
    field = 0
    for space, here in after.spaces.items():
        land = GEOGRAPHY[space]
        if is_state(after, space):
            assert not here.troops
        elif land.is_province:
            assert not (here.troops or here.sepoys) or has_control(after, space)
        assert not land.is_city or here.troops <= 1
        field += here.troops if land.is_railway or land.is_province else 0
    assert before.resources[RAJ] - after.resources[RAJ] == 2 * field


def check_rails_are_clear(*pieces: str) -> Callable[[State, State], None]:
    """6.4.3 - 6.4.5 Return a check that some kinds of pieces have left the Railways."""

    def check(before: State, after: State) -> None:
        for piece in pieces:
            assert before.on_map(piece) == after.on_map(piece)
            assert not any(getattr(after.spaces[railway], piece) for railway in BOARD.railways)

    return check


def check_reset(before: State, after: State) -> None:
    """6.5 Check the Reset; cubes may come in the Crisis that it brings (6.8)."""
    for space, here in after.spaces.items():
        old = before.spaces[space]
        assert (here.protest, here.strike, here.active) == (False, False, 0)
        assert old.unrest - here.unrest == int(old.unrest > 0 and not (old.underground or old.active))
        assert here.underground == old.underground + old.active
    assert after.restraint == after.unity == before.campaigns_left
    assert set(after.cylinders.values()) == {"eligible"}
    assert after.card == before.upcoming
    waiting = before.out_of_play["troops"] + before.out_of_play["sepoys"]
    rolls = [change for change in after.log if change.verb == "roll"]
    assert len(rolls) == int(before.campaigns_left == 1 and waiting > 0)


CHECKS: dict[str, Callable[[State, State], None]] = {
    "resources": check_resources,
    "imperialism": check_imperialism,
    "constructive_congress": lambda before, after: check_programme(CONGRESS, before, after),
    "constructive_league": lambda before, after: check_programme(LEAGUE, before, after),
    "pakistan_movement": lambda before, after: check_base("league_bases", before, after),
    "secret_societies": lambda before, after: check_base("revolutionary_bases", before, after),
    "redeploy_raj": check_raj,
    "redeploy_congress": check_rails_are_clear("congress"),
    "redeploy_league": check_rails_are_clear("league"),
    "redeploy_revolutionaries": check_rails_are_clear("underground", "active"),
    "reset": check_reset,
}


def run_phase(state: State, chance: random.Random) -> None:
    """Play the phase that the state names with random answers."""
    step = RULES.step(state)
    try:
        decision = next(step)
        while True:
            keys = sorted(decision.keys)
            # A Redeploy by chance would take long, so it is ended early.
            is_over = "done" in keys and decision.kind.startswith("redeploy") and chance.random() < 0.2
            decision = step.send("done" if is_over else chance.choice(keys))
    except StopIteration:
        return


def play_round(number: int) -> list[str]:
    """Play a Round from a random position and check each phase. Returns the phases."""
    chance = random.Random(number)
    position: dict[str, Any] = scatter(chance)
    del position["turn"]
    cards = [card for card in CARDS if BOARD.campaign_cards[card] != position["viceroy"]]
    state = state_at(
        {**position, "phase": "resources", "card": chance.choice(cards), "campaigns_left": chance.choice((0, 1, 2, 3))},
        number.to_bytes(32, "big"),
    )
    phases = []
    shifted: list[str] = []
    while state.phase in CHECKS and "reset" not in phases:
        before, phase = state.copy(), state.phase
        state.log = []
        run_phase(state, chance)
        if state.phase == "crisis":
            run_phase(state, chance)
        CHECKS[phase](before, state)
        phases.append(phase)
        if phase.startswith("constructive"):
            shifted += differing(before, state, "level")
    assert len(shifted) == len(set(shifted)) <= position["unity"]
    assert (state.phase == "over") == (state.ended == "final") == (phases[-1] == "secret_societies")
    return phases


@pytest.mark.parametrize("start", range(0, ROUNDS, 40))
def test_every_phase_follows_its_rules_in_rounds_from_random_positions(start: int) -> None:
    """6.2 to 6.5, 6.8: what every phase may and must do; the final Round stops after Secret Societies (6.3.5)."""
    lengths = {len(play_round(number)) for number in range(start, start + 40)}
    assert lengths == {6, len(CHECKS)}
