"""2.1 Set up: scenarios, the deck, and Gandhi's first place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.data import find_misfit, name_data
from engine.core.dice import Dice
from engine.core.errors import BadData, BadPosition
from engine.core.protocol import Rule
from engine.core.text import Text, text
from engine.gandhi.asking import ask_space
from engine.gandhi.board import BOARD, GEOGRAPHY, read_data
from engine.gandhi.facts import EMPTY_JAIL, Here
from engine.gandhi.ids import (
    ARJUNA,
    AVAILABLE,
    AWAY,
    CONGRESS,
    GANDHI,
    INVENTORY,
    KINDS,
    LEAGUE,
    LEVELS,
    PLAYER,
    RAJ,
    REVOLUTIONARIES,
    SEATS,
    TROOPS,
    UNDERGROUND,
)
from engine.gandhi.schema import Occupied, ScenariosFile, StacksFile
from engine.gandhi.state import State, empty_spaces

SCENARIOS_FILE = "scenarios.toml"


def read_scenarios() -> dict[str, dict[str, Any]]:
    """2.1 Return the scenarios by name. Raises BadData for a file in which one lacks a value, or has a wrong one."""
    rows = read_data(SCENARIOS_FILE, ScenariosFile)
    faults = [fault for name, row in rows.items() for fault in find_faults(f"{name_data(SCENARIOS_FILE)}, {name}", row)]
    if faults:
        raise BadData(faults)
    return rows


def find_faults(place: str, row: Mapping[str, Any]) -> Iterator[str]:
    """2.1 Yield what is wrong with a scenario whose values have the right kinds, such as unknown spaces."""
    for space, here in row["spaces"].items():
        if space not in BOARD.spaces:
            yield f"{place}, spaces: '{space}' is unknown."
        else:
            yield from find_misfit(f"{place}, spaces.{space}", here, Occupied)
    yield from (f"{place}, control: '{space}' is unknown." for space in row["control"] if space not in BOARD.lands)
    piles = row["campaign_piles"]
    if len(set(piles)) < len(piles) or max(piles) > row["piles"]:
        yield f"{place}, campaign_piles: must be different piles from 1 to {row['piles']}."
    if not row.get("gandhi_placed_by") and not any(here.get("gandhi") for here in row["spaces"].values()):
        yield f"{place}, spaces: Gandhi must be in one space, or be placed by Congress."


SCENARIOS: dict[str, dict[str, Any]] = read_scenarios()
PILE = 6

ARJUNA_STACKS = {
    seat: [card["id"] for card in read_data("arjuna.toml", StacksFile)["card"] if card["seat"] == seat]
    for seat in SEATS
}
"""8.3 The six Arjuna cards of each Faction."""
PAIRS = ((RAJ, REVOLUTIONARIES), (CONGRESS, LEAGUE))
"""1.5 The Factions that one person may run together."""


def read_seats(seats: Any) -> dict[str, str]:
    """Return who plays each seat, one of `KINDS`: a person where it is not named. Raises BadPosition."""
    if not isinstance(seats, Mapping):
        raise BadPosition(text("error.bad_value", field="seats"))
    for seat, kind in seats.items():
        if seat not in SEATS:
            raise BadPosition(text("error.unknown_seat", seat=str(seat)))
        if kind not in KINDS:
            raise BadPosition(text("error.unknown_seat_kind", seat=seat, kind=str(kind)))
    return {seat: seats.get(seat, PLAYER) for seat in SEATS}


def split_kinds(kinds: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return who plays each seat just now, and the seats whose owner is away."""
    runners = {seat: kind.removeprefix(AWAY) for seat, kind in kinds.items()}
    return runners, [seat for seat, kind in kinds.items() if kind.startswith(AWAY)]


def read_sides(sides: Any, seats: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """1.5 Return the Factions of each person: the pairs in ``sides``, and every other Faction alone.

    Only Raj with Revolutionaries and Congress with the Muslim League can be run together. Raises BadPosition.
    """
    groups: list[tuple[str, ...]] = []
    if not isinstance(sides, (list, tuple, type(None))):
        raise BadPosition(text("error.bad_sides", sides=str(sides)))
    for group in sides or ():
        names = tuple(seat for seat in SEATS if seat in group) if isinstance(group, (list, tuple)) else ()
        is_owned = all(seats[seat] == PLAYER or seats[seat].startswith(AWAY) for seat in names)
        if names not in PAIRS or len(group) != len(names) or not is_owned:
            raise BadPosition(text("error.bad_sides", sides=str(group)))
        if names not in groups:
            groups.append(names)
    named = [seat for group in groups for seat in group]
    return (*groups, *((seat,) for seat in SEATS if seat not in named))


def read_space(space: str, row: Any) -> Here:
    """Return one space of a position or scenario. Raises BadPosition for an unknown space, piece or level."""
    if space not in BOARD.spaces:
        raise BadPosition(text("error.unknown_space", space=str(space)))
    if not isinstance(row, Mapping):
        raise BadPosition(text("error.bad_value", field=f"spaces.{space}"))
    here = Here()
    for name, value in row.items():
        if name == "level":
            if not isinstance(value, str) or value not in LEVELS:
                raise BadPosition(text("error.unknown_level", space=space, level=str(value)))
            here.level = LEVELS[value]
        elif name not in Here.__struct_fields__:
            raise BadPosition(text("error.unknown_piece", space=space, piece=str(name)))
        elif isinstance(getattr(here, name), bool):
            if not isinstance(value, bool):
                raise BadPosition(text("error.bad_value", field=f"spaces.{space}.{name}"))
            setattr(here, name, value)
        elif not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise BadPosition(text("error.bad_value", field=f"spaces.{space}.{name}"))
        else:
            setattr(here, name, value)
    return here


def build_deck(dice: Dice, piles: int, campaign_piles: list[int], events: list[int], campaigns: list[int]) -> list[int]:
    """2.1 Deal Events into piles of six and shuffle a Campaign card into some of them; the first pile on top."""
    order = dice.shuffle("deck", events)
    lords = list(campaigns)
    deck: list[int] = []
    for pile in range(1, piles + 1):
        cards = order[(pile - 1) * PILE : pile * PILE]
        if pile in campaign_piles:
            cards = dice.shuffle("deck", [*cards, lords.pop(0)])
        deck += cards
    return deck


def new_state(scenario: str, seats: Mapping[str, str], seed: bytes, options: Mapping[str, Any]) -> State:
    """2.1 Return a scenario set up. ``options`` may hold ``sides`` (1.5), and ``head_start`` for persons
    (`give_head_start`), and ``foresight`` (`State.reveal`), which are our own handicaps.

    Raises BadPosition for an unknown scenario or seat, and for an owner's scenario that is impossible.

    Its first two cards lie open (2.2), but in the Main scenario only after Gandhi has been placed.
    """
    state = lay_out(scenario, seats, seed, options)
    refuse_impossible(state)
    if options.get("head_start"):
        give_head_start(state)
    shuffle_arjuna(state)
    if state.phase == "turn":
        open_first_cards(state)
    return state


def lay_out(scenario: str, seats: Mapping[str, str], seed: bytes, options: Mapping[str, Any]) -> State:
    """2.1 Return a scenario as its data says, possible or not. Raises BadPosition for unknown names."""
    data = SCENARIOS.get(scenario)
    if data is None:
        raise BadPosition(text("error.unknown_scenario", scenario=scenario))
    kinds = read_seats(seats)
    runners, away = split_kinds(kinds)
    dice = Dice(seed)
    campaigns = dice.shuffle("deck", list(BOARD.campaign_cards))
    deck = build_deck(dice, data["piles"], data["campaign_piles"], list(BOARD.events), campaigns)
    unused = [card for card in campaigns if card not in deck]
    spaces = empty_spaces()
    for space, row in data["spaces"].items():
        spaces[space] = read_space(space, row)
    state = State(
        scenario=scenario,
        seats=runners,
        sides=read_sides(options.get("sides"), kinds),
        phase="gandhi_placed" if data.get("gandhi_placed_by") else "turn",
        restraint=data["restraint"],
        unity=data["unity"],
        viceroy=BOARD.campaign_cards[dice.shuffle("deck", unused)[0]],
        resources={RAJ: data["resources"][RAJ], REVOLUTIONARIES: data["resources"][REVOLUTIONARIES]},
        spaces=spaces,
        available=dict.fromkeys(INVENTORY, 0),
        out_of_play={piece: data["out_of_play"].get(piece, 0) for piece in INVENTORY},
        jail={**EMPTY_JAIL, **data.get("jail", {})},
        deck=deck,
        card=0,
        upcoming=0,
        played=[],
        cylinders=dict.fromkeys(SEATS, "eligible"),
        dice=dice,
        away=away,
    )
    fill_available(state)
    state.foresight = bool(options.get("foresight"))
    return state


MORE_RESOURCES = {RAJ: 10, REVOLUTIONARIES: 8}
MORE_ACTIVISTS = 4
"""A head start: this many own Activists are Available instead of Out of Play."""


def give_head_start(state: State) -> None:
    """Give the Factions that a person runs more than the others: our own handicap, not the rulebook's."""
    for seat in filter(state.is_person, SEATS):
        if seat in MORE_RESOURCES:
            state.resources[seat] += MORE_RESOURCES[seat]
        else:
            entering = min(MORE_ACTIVISTS, state.out_of_play[seat])
            state.out_of_play[seat] -= entering
            state.available[seat] += entering


def open_first_cards(state: State) -> None:
    """2.2 Reveal the deck's top card to be played first, and then the next one. Neither is a Campaign card."""
    state.card = state.reveal()
    state.upcoming = state.reveal()


def shuffle_arjuna(state: State) -> None:
    """8.3 Shuffle the Arjuna cards of the Non-player Factions, a stack for each (at the start and in each Reset)."""
    state.arjuna = {
        seat: state.dice.shuffle("arjuna", stack)
        for seat, stack in ARJUNA_STACKS.items()
        if state.seats[seat] == ARJUNA
    }


def fill_available(state: State) -> None:
    """1.4.1 Fill Available with what is not on the map, in Jail or Out of Play; negative if there are too many."""
    for piece, total in INVENTORY.items():
        on_map = state.on_map(piece) + (state.on_map("active") if piece == UNDERGROUND else 0)
        state.available[piece] = total - on_map - state.out_of_play.get(piece, 0) - state.jail.get(piece, 0)


def find_impossible(state: State) -> Iterator[Text]:
    """1.3, 1.4 Yield a reason for everything that is impossible in a position or scenario."""
    for space, here in state.spaces.items():
        land = GEOGRAPHY[space]
        if here.bases > land.population:
            yield text("error.too_many_bases", space=space)
        if here.troops and (land.is_princely_state or here.muslim_state):
            yield text("error.troops_in_state", space=space, piece=TROOPS)
        if here.muslim_state and not land.is_province:
            yield text("error.muslim_state_not_in_province", space=space)
        if land.is_railway and (here.level or here.unrest):
            yield text("error.not_on_railway", space=space)
        if here.strike and not land.is_railway:
            yield text("error.strike_not_on_railway", space=space)
    if sum(here.markers for here in state.spaces.values()) > BOARD.unrest_markers:
        yield text("error.too_many_unrest", total=BOARD.unrest_markers)
    if state.protests_on_map() > sum(BOARD.protest_boxes.values()):
        yield text("error.too_many_protests", total=sum(BOARD.protest_boxes.values()))
    # In the set-up of the Main scenario Gandhi is still to come (2.1).
    if state.is_gandhi_in_jail + state.on_map(GANDHI) + (state.phase == "gandhi_placed") > 1:
        yield text("error.two_gandhis")
    for piece, total in INVENTORY.items():
        if state.available[piece] < 0:
            yield text("error.too_many_pieces", piece=piece, total=total)


def refuse_impossible(state: State) -> None:
    """Refuse to start a game from an impossible state. Raises BadPosition with the first reason."""
    for reason in find_impossible(state):
        raise BadPosition(reason)


def place_gandhi(state: State) -> Rule:
    """2.1 Place Gandhi, one Activist and one Protest marker in any one space (Congress); then open the cards (2.2)."""
    state.acting = CONGRESS
    space = yield from ask_space(CONGRESS, "setup.gandhi", BOARD.everywhere, lambda space: None)
    state.place_gandhi(space)
    state.add_protest(space)
    state.place(CONGRESS, space, 1, AVAILABLE)
    state.acting = ""
    open_first_cards(state)
    state.note("reveal", "event", new=state.card)
    state.phase = "turn"
