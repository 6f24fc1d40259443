"""8.3 The conditions of the blue boxes on Arjuna cards: each compares something on the board with a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.gandhi.arjuna.filters import active_pieces
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.facts import Here
from engine.gandhi.ids import ACTIVE, SEPOYS, TROOPS, UNDERGROUND

Answer = tuple[bool, int, int, tuple[str, ...]]
"""(result, found value, compared value, the spaces where it was found)."""

Condition = Callable[[Mind, int], Answer]

FEW_TROOPS = 6
MANY_SEPOYS = 10
FEW_GUERRILLAS = 6


def found_in(spaces: Iterable[str], test: Callable[[str], object], at_least: int = 1) -> Answer:
    """Return whether enough spaces meet a test, with their number, the required number (at least one) and names."""
    names = tuple(space for space in spaces if test(space))
    at_least = max(1, at_least)
    return len(names) >= at_least, len(names), at_least, names


def most_in(mind: Mind, count: Callable[[Here], int], at_least: int) -> Answer:
    """Return whether any space has at least this many of something, with the maximum, and the spaces that do."""
    counts = {space: count(here) for space, here in mind.state.spaces.items()}
    most = max(counts.values())
    return most >= at_least, most, at_least, tuple(space for space in counts if counts[space] >= at_least)


def own(mind: Mind, space: str) -> int:
    """Return the number of the acting NV Faction's Activists in a space."""
    return int(getattr(mind.state.spaces[space], mind.seat))


def is_two_pop_province(mind: Mind, space: str) -> bool:
    """Return whether a space is a Province of Population 2 that is not a Muslim State."""
    return GEOGRAPHY[space].population == 2 and mind.state.is_province(space)


def is_two_pop_muslim(space: str) -> bool:
    """Return whether a space is a Muslim space of Population 2."""
    return GEOGRAPHY[space].population == 2 and GEOGRAPHY[space].muslim


# -- Raj ---------------------------------------------------------------------------------------------------


def cubes_in_a_space(mind: Mind, value: int) -> Answer:
    """Return whether at least ``value`` cubes are in one space."""
    return most_in(mind, lambda here: here.cubes, value)


def low_raj(mind: Mind, value: int) -> Answer:
    """Test whether Raj is weak in India: fewer than six Troops there, or ten or more Sepoys Available."""
    troops = mind.state.on_map(TROOPS)
    return troops < FEW_TROOPS or mind.state.available[SEPOYS] >= MANY_SEPOYS, troops, mind.state.available[SEPOYS], ()


def two_pop_province_without_control(mind: Mind, value: int) -> Answer:
    """Return whether at least ``value`` 2-Pop Provinces lack Raj Control."""
    state = mind.state
    return found_in(BOARD.lands, lambda space: is_two_pop_province(mind, space) and not state.has_control(space), value)


def adversaries_in_a_state(mind: Mind, value: int) -> Answer:
    """Test whether Activists or Guerrillas are in a State."""
    state = mind.state
    return found_in(
        BOARD.lands,
        lambda space: state.is_state(space) and state.spaces[space].activists + state.spaces[space].guerrillas > 0,
    )


def muslim_states(mind: Mind, value: int) -> Answer:
    """Return whether India has at least ``value`` Muslim States."""
    return found_in(BOARD.lands, lambda space: mind.state.spaces[space].muslim_state, value)


def more_troops_in_cities(mind: Mind, value: int) -> Answer:
    """Test whether more Troops are in Cities than in Provinces."""
    state = mind.state
    cities = sum(state.spaces[space].troops for space in BOARD.cities)
    provinces = sum(state.spaces[space].troops for space in BOARD.lands if state.is_province(space))
    return cities > provinces, cities, provinces, ()


def cubes_available(mind: Mind, value: int) -> Answer:
    """Return whether at least ``value`` cubes are Available."""
    count = mind.state.available[TROOPS] + mind.state.available[SEPOYS]
    return count >= value, count, value, ()


def controlled_with_active_adversaries(mind: Mind, value: int) -> Answer:
    """Return whether at least ``value`` spaces with Raj Control hold Active adversaries."""
    state = mind.state
    return found_in(BOARD.lands, lambda space: state.has_control(space) and active_pieces(state, space) > 0, value)


def cubes_in_protest_space_without_activists(mind: Mind, value: int) -> Answer:
    """Test whether cubes are in a Protest space without Activists."""
    spaces = mind.state.spaces
    return found_in(
        BOARD.everywhere,
        lambda space: spaces[space].protest and spaces[space].cubes > 0 and not spaces[space].activists,
    )


# -- tracks and markers ------------------------------------------------------------------------------------


def restraint_above(mind: Mind, value: int) -> Answer:
    """Test whether Restraint is above ``value``."""
    return mind.state.restraint > value, mind.state.restraint, value, ()


def unity_above(mind: Mind, value: int) -> Answer:
    """Test whether Unity is above ``value``."""
    return mind.state.unity > value, mind.state.unity, value, ()


def protest_in_two_pop_province(mind: Mind, value: int) -> Answer:
    """Return whether at least ``value`` 2-Pop Provinces have a Protest."""
    return found_in(
        BOARD.lands, lambda space: is_two_pop_province(mind, space) and mind.state.spaces[space].protest, value
    )


def protest_in_two_pop_space(mind: Mind, value: int) -> Answer:
    """Return whether at least ``value`` 2-Pop spaces have a Protest."""
    return found_in(
        BOARD.lands, lambda space: GEOGRAPHY[space].population == 2 and mind.state.spaces[space].protest, value
    )


def protest_in_two_pop_muslim(mind: Mind, value: int) -> Answer:
    """Return whether at least ``value`` 2-Pop Muslim spaces have a Protest."""
    return found_in(BOARD.lands, lambda space: is_two_pop_muslim(space) and mind.state.spaces[space].protest, value)


def two_pop_muslim_without_control(mind: Mind, value: int) -> Answer:
    """Return whether a 2-Pop Muslim space lacks Raj Control."""
    return found_in(BOARD.lands, lambda space: is_two_pop_muslim(space) and not mind.state.has_control(space))


def protest_province_without_control(mind: Mind, value: int) -> Answer:
    """Return whether a Province with a Protest lacks Raj Control."""
    state = mind.state
    return found_in(
        BOARD.lands,
        lambda space: state.is_province(space) and state.spaces[space].protest and not state.has_control(space),
    )


def muslim_protest_space_without_control(mind: Mind, value: int) -> Answer:
    """Return whether a Muslim space with a Protest lacks Raj Control."""
    state = mind.state
    return found_in(
        BOARD.lands,
        lambda space: GEOGRAPHY[space].muslim and state.spaces[space].protest and not state.has_control(space),
    )


def protests_available(mind: Mind, value: int) -> Answer:
    """Return whether at least ``value`` Protest markers are Available at the present Restraint (1.10)."""
    count = mind.state.protests_available()
    return count >= value, count, value, ()


# -- nonviolent Factions -----------------------------------------------------------------------------------


def own_in_protest_spaces(mind: Mind, value: int) -> Answer:
    """Return whether at least ``value`` Protest spaces hold Activists of the Faction."""
    return found_in(BOARD.everywhere, lambda space: mind.state.spaces[space].protest and own(mind, space) > 0, value)


def protest_space_without_own(mind: Mind, value: int) -> Answer:
    """Return whether a Protest space has no Activists of the Faction."""
    return found_in(BOARD.everywhere, lambda space: mind.state.spaces[space].protest and not own(mind, space))


def activists_match_cubes_without_protest(mind: Mind, value: int) -> Answer:
    """Test whether NV Activists at least equal cubes in a space without Protest."""

    def matches(space: str) -> bool:
        here = mind.state.spaces[space]
        return not here.protest and here.activists > 0 and here.activists >= here.cubes

    return found_in(BOARD.everywhere, matches)


def protest_would_remove_control(mind: Mind, value: int) -> Answer:
    """Return whether a Protest in a space with own Activists would remove Raj Control."""
    state = mind.state

    def would(space: str) -> bool:
        here = state.spaces[space]
        if here.protest or not own(mind, space) or not state.has_control(space):
            return False
        return here.cubes <= active_pieces(state, space) + here.activists

    return found_in(BOARD.lands, would)


def die_at_most_available_and_jail(mind: Mind, value: int) -> Answer:
    """Return whether a die roll is at most the number of own Activists Available and in Jail."""
    count = mind.state.available[mind.seat] + mind.state.jail[mind.seat]
    roll = mind.roll("test")
    return roll <= count, roll, count, ()


# -- Revolutionaries ---------------------------------------------------------------------------------------


def controlled_with_active_guerrillas(mind: Mind, value: int) -> Answer:
    """Return whether at least ``value`` spaces with Raj Control hold Active Guerrillas."""
    state = mind.state
    return found_in(BOARD.lands, lambda space: state.has_control(space) and state.spaces[space].active > 0, value)


def underground_at_support(mind: Mind, value: int) -> Answer:
    """Return whether an Underground Guerrilla is in a space with Support."""
    spaces = mind.state.spaces
    return found_in(BOARD.lands, lambda space: spaces[space].underground > 0 and spaces[space].level > 0)


def underground_at_opposition(mind: Mind, value: int) -> Answer:
    """Return whether an Underground Guerrilla is in a space with Opposition."""
    spaces = mind.state.spaces
    return found_in(BOARD.lands, lambda space: spaces[space].underground > 0 and spaces[space].level < 0)


def underground_off_neutral(mind: Mind, value: int) -> Answer:
    """Return whether an Underground Guerrilla is in a space with Support or Opposition."""
    spaces = mind.state.spaces
    return found_in(BOARD.lands, lambda space: spaces[space].underground > 0 and spaces[space].level != 0)


def underground_without_unrest(mind: Mind, value: int) -> Answer:
    """Return whether an Underground Guerrilla is in a space without Unrest."""
    spaces = mind.state.spaces
    return found_in(BOARD.lands, lambda space: spaces[space].underground > 0 and not spaces[space].unrest)


def every_guerrilla_with_unrest(mind: Mind, value: int) -> Answer:
    """Return whether all Guerrillas are in spaces with Unrest; also the number of others, and their spaces."""
    spaces = mind.state.spaces
    outside = {space: here.guerrillas for space, here in spaces.items() if here.guerrillas and not here.unrest}
    return not outside, sum(outside.values()), 0, tuple(outside)


def guerrillas_above_cubes_and_activists(mind: Mind, value: int) -> Answer:
    """Return whether Guerrillas exceed cubes and Activists together in a space."""
    spaces = mind.state.spaces
    return found_in(
        BOARD.everywhere, lambda space: spaces[space].guerrillas > spaces[space].cubes + spaces[space].activists
    )


def guerrillas_in_india(mind: Mind, value: int) -> Answer:
    """Return whether at least ``value`` Guerrillas are on the map."""
    count = mind.state.on_map(UNDERGROUND) + mind.state.on_map(ACTIVE)
    return count >= value, count, value, ()


def guerrillas_in_a_space(mind: Mind, value: int) -> Answer:
    """Return whether at least ``value`` Guerrillas are in one space."""
    return most_in(mind, lambda here: here.guerrillas, value)


def guerrillas_exceed_unity_somewhere(mind: Mind, value: int) -> Answer:
    """Test whether Guerrillas exceed Unity in a space."""
    holds, most, _, spaces = most_in(mind, lambda here: here.guerrillas, mind.state.unity + 1)
    return holds, most, mind.state.unity, spaces


def low_revolutionaries(mind: Mind, value: int) -> Answer:
    """Return whether fewer than six Guerrillas are in India, or a space with one of their Bases has none."""
    state = mind.state
    count = state.on_map(UNDERGROUND) + state.on_map(ACTIVE)
    exposed = tuple(s for s, here in state.spaces.items() if here.revolutionary_bases and not here.guerrillas)
    return count < FEW_GUERRILLAS or bool(exposed), count, len(exposed), exposed


CONDITIONS: dict[str, Condition] = {
    condition.__name__: condition
    for condition in (
        cubes_in_a_space,
        low_raj,
        two_pop_province_without_control,
        adversaries_in_a_state,
        muslim_states,
        more_troops_in_cities,
        cubes_available,
        controlled_with_active_adversaries,
        cubes_in_protest_space_without_activists,
        restraint_above,
        unity_above,
        protest_in_two_pop_province,
        protest_in_two_pop_space,
        protest_in_two_pop_muslim,
        two_pop_muslim_without_control,
        protest_province_without_control,
        muslim_protest_space_without_control,
        protests_available,
        own_in_protest_spaces,
        protest_space_without_own,
        activists_match_cubes_without_protest,
        protest_would_remove_control,
        die_at_most_available_and_jail,
        controlled_with_active_guerrillas,
        underground_at_support,
        underground_at_opposition,
        underground_off_neutral,
        underground_without_unrest,
        every_guerrilla_with_unrest,
        guerrillas_above_cubes_and_activists,
        guerrillas_in_india,
        guerrillas_in_a_space,
        guerrillas_exceed_unity_somewhere,
        low_revolutionaries,
    )
}
"""Every condition by name."""
