"""Whether the data of the board, the cards and the scenarios says nothing impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core.errors import GameError
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.check import check_data
from engine.gandhi.events.data import EVENTS
from engine.gandhi.ids import INVENTORY, SEATS
from engine.gandhi.setup import SCENARIOS, new_state

EVENT_CARDS = 72
VICEROYS = 7
MUSLIM_SPACES = 10
FACTION_ORDERS = 24
"""Four Factions can stand in 24 orders; each should come three times (2.3.2)."""


def find_faults() -> list[str]:
    """Everything that is wrong, one sentence each. Raises BadPosition when a file cannot be read."""
    return [*check_board(), *check_cards(), *check_data(), *check_scenarios()]


def check_board() -> Iterator[str]:
    """1.3 Adjacency goes both ways, every space can be reached, and the printed numbers are there."""
    for space, land in GEOGRAPHY.items():
        if not land.adjacent:
            yield f"{land.name} is adjacent to nothing."
        for other in land.adjacent:
            if other not in GEOGRAPHY:
                yield f"{land.name} is adjacent to {other}, which is no space."
            elif space not in GEOGRAPHY[other].adjacent:
                yield f"{land.name} is adjacent to {GEOGRAPHY[other].name}, but not the other way."
        if land.is_railway and land.population:
            yield f"{land.name} is a Railway and has Population."
        if land.is_railway and not land.econ:
            yield f"{land.name} is a Railway without Economic Value."
    unreached = set(GEOGRAPHY) - reach(next(iter(GEOGRAPHY)))
    if unreached:
        yield f"These spaces cannot be reached from the others: {', '.join(sorted(unreached))}."
    muslim = sum(land.muslim for land in GEOGRAPHY.values())
    if muslim != MUSLIM_SPACES:
        yield f"There are {muslim} Muslim spaces, and should be {MUSLIM_SPACES}."
    named = {space for region in BOARD.random_spaces for space in region.spaces}
    if named != set(BOARD.lands):
        yield f"The Random Spaces map differs from the board in: {', '.join(sorted(named ^ set(BOARD.lands)))}."


def reach(start: str) -> set[str]:
    """Every space that can be reached from one."""
    reached, waiting = {start}, [start]
    while waiting:
        for other in GEOGRAPHY[waiting.pop()].adjacent:
            if other in GEOGRAPHY and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


def check_cards() -> Iterator[str]:
    """2.3.2, 2.5 All Event cards with a whole Faction order, all Viceroys with a card of their own."""
    if set(BOARD.events) != set(range(1, EVENT_CARDS + 1)):
        yield f"The Event cards are not numbered 1 to {EVENT_CARDS}."
    for card in BOARD.events.values():
        if sorted(card.order) != sorted(SEATS):
            yield f"Card {card.number} does not name every Faction once."
        if not card.title:
            yield f"Card {card.number} has no title."
    orders = Counter(card.order for card in BOARD.events.values())
    if len(orders) != FACTION_ORDERS:
        yield f"There are {len(orders)} Faction orders, and should be {FACTION_ORDERS}."
    if len(BOARD.viceroys) != VICEROYS or len(BOARD.campaign_cards) != VICEROYS:
        yield f"There are not {VICEROYS} Viceroys with a Campaign card each."
    shared = set(BOARD.campaign_cards) & set(BOARD.events)
    if shared:
        yield f"These numbers are both an Event and a Campaign card: {sorted(shared)}."


def check_scenarios() -> Iterator[str]:
    """2.1 Every scenario sets up, with the printed totals, Control and Available pieces."""
    for name, data in SCENARIOS.items():
        try:
            state = new_state(name, {}, bytes(32), {})
        except GameError as error:
            yield f"The scenario {name} cannot be set up: {error}."
            continue
        totals = {seat: state.victory_total(seat) for seat in SEATS}
        if totals != data["totals"]:
            yield f"The scenario {name} begins with the totals {totals}, and should with {data['totals']}."
        control = {space for space in BOARD.lands if state.has_control(space)}
        if control != set(data["control"]):
            wrong = ", ".join(sorted(control ^ set(data["control"])))
            yield f"The scenario {name} begins with the wrong Control in: {wrong}."
        for piece in INVENTORY:
            if state.available[piece] != data["available"].get(piece, 0):
                yield f"The scenario {name} begins with {state.available[piece]} {piece} Available."


def summarise() -> str:
    """What was checked, when nothing is wrong."""
    return (
        f"All is well: {len(BOARD.lands)} spaces, {len(BOARD.railways)} Railways, {len(BOARD.events)} Event cards "
        f"({len(EVENTS)} with effects), {len(BOARD.viceroys)} Viceroys, {len(SCENARIOS)} scenarios."
    )
