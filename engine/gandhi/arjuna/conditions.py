"""8.3 The conditions of the blue boxes on Arjuna cards: each compares something on the board with a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.gandhi.arjuna.filters import active_pieces
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import ACTIVE, AVAILABLE, SEPOYS, TROOPS, UNDERGROUND

Answer = tuple[bool, int, int]
"""(whether it holds, what was found, what it was compared with)."""

Condition = Callable[[Mind, int], Answer]


def found(spaces: Iterable[bool], at_least: int = 1) -> Answer:
    """How many spaces meet something, compared with the number asked for."""
    count = sum(spaces)
    return count >= at_least, count, at_least


def own(mind: Mind, space: str) -> int:
    """The acting NV Faction's Activists in a space."""
    return int(getattr(mind.state.spaces[space], mind.seat))


def is_two_pop_province(mind: Mind, space: str) -> bool:
    """A Province of Population 2 that is not a Muslim State."""
    return GEOGRAPHY[space].population == 2 and mind.state.is_province(space)


def cubes_in_a_space(mind: Mind, value: int) -> Answer:
    """So many cubes in one space."""
    most = max(here.cubes for here in mind.state.spaces.values())
    return most >= value, most, value


def low_raj(mind: Mind, value: int) -> Answer:
    """Raj is weak in India: fewer than six Troops there, or ten or more Sepoys Available."""
    troops = mind.state.on_map(TROOPS)
    return troops < 6 or mind.state.available[SEPOYS] >= 10, troops, 6


def two_pop_province_without_control(mind: Mind, value: int) -> Answer:
    """A 2-Pop Province lacks Raj Control."""
    state = mind.state
    return found(is_two_pop_province(mind, space) and not state.has_control(space) for space in BOARD.lands)


def adversaries_in_a_state(mind: Mind, value: int) -> Answer:
    """Activists or Guerrillas stand in a State."""
    state = mind.state
    return found(
        state.is_state(space) and state.spaces[space].activists + state.spaces[space].guerrillas > 0
        for space in BOARD.lands
    )


def muslim_states(mind: Mind, value: int) -> Answer:
    """So many Muslim States in India."""
    return found((here.muslim_state for here in mind.state.spaces.values()), value)


def more_troops_in_cities(mind: Mind, value: int) -> Answer:
    """More Troops in Cities than in Provinces."""
    state = mind.state
    cities = sum(state.spaces[space].troops for space in BOARD.cities)
    provinces = sum(state.spaces[space].troops for space in BOARD.lands if state.is_province(space))
    return cities > provinces, cities, provinces


def cubes_available(mind: Mind, value: int) -> Answer:
    """So many cubes Available."""
    count = mind.state.available[TROOPS] + mind.state.available[SEPOYS]
    return count >= value, count, value


def controlled_with_active_adversaries(mind: Mind, value: int) -> Answer:
    """So many spaces with Raj Control hold Active adversaries."""
    state = mind.state
    return found((state.has_control(space) and active_pieces(state, space) > 0 for space in BOARD.lands), value)


def controlled_with_active_guerrillas(mind: Mind, value: int) -> Answer:
    """So many spaces with Raj Control hold Active Guerrillas."""
    state = mind.state
    return found((state.has_control(space) and state.spaces[space].active > 0 for space in BOARD.lands), value)


def restraint_above(mind: Mind, value: int) -> Answer:
    """Restraint is above a value."""
    return mind.state.restraint > value, mind.state.restraint, value


def unity_above(mind: Mind, value: int) -> Answer:
    """Unity is above a value."""
    return mind.state.unity > value, mind.state.unity, value


def protest_in_two_pop_province(mind: Mind, value: int) -> Answer:
    """A 2-Pop Province has a Protest."""
    return found(is_two_pop_province(mind, space) and mind.state.spaces[space].protest for space in BOARD.lands)


def protest_in_two_pop_space(mind: Mind, value: int) -> Answer:
    """A 2-Pop space has a Protest."""
    return found(GEOGRAPHY[space].population == 2 and here.protest for space, here in mind.state.spaces.items())


def protest_in_two_pop_muslim(mind: Mind, value: int) -> Answer:
    """A 2-Pop Muslim space has a Protest."""
    return found(
        GEOGRAPHY[space].population == 2 and GEOGRAPHY[space].muslim and here.protest
        for space, here in mind.state.spaces.items()
    )


def two_pop_muslim_without_control(mind: Mind, value: int) -> Answer:
    """A 2-Pop Muslim space lacks Raj Control."""
    return found(
        GEOGRAPHY[space].population == 2 and GEOGRAPHY[space].muslim and not mind.state.has_control(space)
        for space in BOARD.lands
    )


def cubes_in_protest_space_without_activists(mind: Mind, value: int) -> Answer:
    """Cubes stand in a Protest space without Activists."""
    return found(here.protest and here.cubes > 0 and not here.activists for here in mind.state.spaces.values())


def underground_at_support(mind: Mind, value: int) -> Answer:
    """An Underground Guerrilla stands where there is Support."""
    return found(here.underground > 0 and here.level > 0 for here in mind.state.spaces.values())


def underground_at_opposition(mind: Mind, value: int) -> Answer:
    """An Underground Guerrilla stands where there is Opposition."""
    return found(here.underground > 0 and here.level < 0 for here in mind.state.spaces.values())


def underground_off_neutral(mind: Mind, value: int) -> Answer:
    """An Underground Guerrilla stands where there is Support or Opposition."""
    return found(here.underground > 0 and here.level != 0 for here in mind.state.spaces.values())


def underground_without_unrest(mind: Mind, value: int) -> Answer:
    """An Underground Guerrilla stands where there is no Unrest."""
    return found(
        here.underground > 0 and not here.unrest and not GEOGRAPHY[space].is_railway
        for space, here in mind.state.spaces.items()
    )


def every_guerrilla_with_unrest(mind: Mind, value: int) -> Answer:
    """All Guerrillas stand where there is Unrest already."""
    outside = sum(here.guerrillas for here in mind.state.spaces.values() if not here.unrest)
    return outside == 0, outside, 0


def guerrillas_above_cubes_and_activists(mind: Mind, value: int) -> Answer:
    """In a space Guerrillas exceed cubes and Activists together."""
    return found(here.guerrillas > here.cubes + here.activists for here in mind.state.spaces.values())


def guerrillas_in_india(mind: Mind, value: int) -> Answer:
    """So many Guerrillas on the map."""
    count = mind.state.on_map(UNDERGROUND) + mind.state.on_map(ACTIVE)
    return count >= value, count, value


def guerrillas_in_a_space(mind: Mind, value: int) -> Answer:
    """So many Guerrillas in one space."""
    most = max(here.guerrillas for here in mind.state.spaces.values())
    return most >= value, most, value


def guerrillas_exceed_unity_somewhere(mind: Mind, value: int) -> Answer:
    """Guerrillas exceed Unity in a space."""
    most = max(here.guerrillas for here in mind.state.spaces.values())
    return most > mind.state.unity, most, mind.state.unity


def low_revolutionaries(mind: Mind, value: int) -> Answer:
    """The Revolutionaries are weak: fewer than six Guerrillas in India, or a Base without Guerrillas."""
    state = mind.state
    count = state.on_map(UNDERGROUND) + state.on_map(ACTIVE)
    exposed = any(here.revolutionary_bases and not here.guerrillas for here in state.spaces.values())
    return count < 6 or exposed, count, 6


def protest_province_without_control(mind: Mind, value: int) -> Answer:
    """A Province with a Protest lacks Raj Control."""
    state = mind.state
    return found(
        state.is_province(space) and state.spaces[space].protest and not state.has_control(space)
        for space in BOARD.lands
    )


def muslim_protest_space_without_control(mind: Mind, value: int) -> Answer:
    """A Muslim space with a Protest lacks Raj Control."""
    state = mind.state
    return found(
        GEOGRAPHY[space].muslim and state.spaces[space].protest and not state.has_control(space)
        for space in BOARD.lands
    )


def own_in_protest_spaces(mind: Mind, value: int) -> Answer:
    """Own Activists stand in so many Protest spaces."""
    return found(
        (here.protest and own(mind, space) > 0 for space, here in mind.state.spaces.items()),
        value,
    )


def protest_space_without_own(mind: Mind, value: int) -> Answer:
    """A Protest space has no own Activists."""
    return found(here.protest and not own(mind, space) for space, here in mind.state.spaces.items())


def protests_available(mind: Mind, value: int) -> Answer:
    """So many Protest markers are Available at the present Restraint (1.10)."""
    count = mind.state.protests_available()
    return count >= value, count, value


def activists_match_cubes_without_protest(mind: Mind, value: int) -> Answer:
    """NV Activists at least equal cubes in a space without Protest."""
    return found(
        not here.protest and here.activists > 0 and here.activists >= here.cubes for here in mind.state.spaces.values()
    )


def protest_would_remove_control(mind: Mind, value: int) -> Answer:
    """A Protest where own Activists stand would take Raj Control away."""
    state = mind.state
    return found(
        own(mind, space) > 0
        and state.has_control(space)
        and state.spaces[space].cubes <= active_pieces(state, space, with_protest=True)
        for space in BOARD.lands
    )


def die_at_most_available_and_jail(mind: Mind, value: int) -> Answer:
    """A die roll is at most the number of own Activists Available and in Jail."""
    count = mind.state.available[mind.seat] + mind.state.jail[mind.seat]
    roll = mind.roll(AVAILABLE)
    return roll <= count, roll, count


def die_above_own_in_india(mind: Mind, value: int) -> Answer:
    """A die roll is at least the number of own Activists in India."""
    count = mind.state.on_map(mind.seat)
    roll = mind.roll("in_india")
    return roll >= count, roll, count


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
        controlled_with_active_guerrillas,
        restraint_above,
        unity_above,
        protest_in_two_pop_province,
        protest_in_two_pop_space,
        protest_in_two_pop_muslim,
        two_pop_muslim_without_control,
        cubes_in_protest_space_without_activists,
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
        protest_province_without_control,
        muslim_protest_space_without_control,
        own_in_protest_spaces,
        protest_space_without_own,
        protests_available,
        activists_match_cubes_without_protest,
        protest_would_remove_control,
        die_at_most_available_and_jail,
        die_above_own_in_india,
    )
}
"""Every condition by name."""
