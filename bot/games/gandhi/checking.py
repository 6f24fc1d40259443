"""Check the data files of the board, the cards, the Events and the scenarios for faults, for ``gandhi check-data``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.language import load_language
from engine.core.data import name_data
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.check import CARDS_FILE
from engine.gandhi.check import check_data as check_events
from engine.gandhi.events.data import EVENTS
from engine.gandhi.ids import INVENTORY, SEATS
from engine.gandhi.setup import SCENARIOS, SCENARIOS_FILE, find_impossible, lay_out

EVENT_CARDS = 72
VICEROYS = 7
MUSLIM_SPACES = 10
FACTION_ORDERS = 24
"""2.3.2 The number of possible orders of four Factions. All must be on Event cards."""


def check_data() -> tuple[list[str], str]:
    """Return a sentence for every fault, with file, row and field, and then a sentence on how much was checked.

    Raises BadData for a file that cannot be read.
    """
    return [*check_board(), *check_cards(), *check_events(), *check_scenarios()], summarise()


def check_board() -> Iterator[str]:
    """1.3 Yield a sentence for each fault of the board.

    Faults are one-way borders, unreachable spaces, a wrong number of Muslim spaces, and a Random Spaces map that
    differs from the board.
    """
    name = name_data("board.toml")
    for space, land in GEOGRAPHY.items():
        place = f"{name}, {'railway' if land.is_railway else 'space'} {space}, adjacent"
        one_way = [GEOGRAPHY[other].name for other in land.adjacent if space not in GEOGRAPHY[other].adjacent]
        yield from (f"{place}: {land.name} is adjacent to {other}, but not the other way." for other in one_way)
    unreached = set(GEOGRAPHY) - reach(next(iter(GEOGRAPHY)))
    if unreached:
        yield f"{name}, space, adjacent: {', '.join(sorted(unreached))} cannot be reached from the other spaces."
    muslim = sum(land.muslim for land in GEOGRAPHY.values())
    if muslim != MUSLIM_SPACES:
        yield f"{name}, space, muslim: there are {muslim} Muslim spaces, and should be {MUSLIM_SPACES}."
    named = {space for region in BOARD.random_spaces for space in region.spaces}
    if named != set(BOARD.lands):
        wrong = ", ".join(sorted(named ^ set(BOARD.lands)))
        yield f"{name}, random_region, spaces: the Random Spaces map differs from the board in: {wrong}."


def reach(start: str) -> set[str]:
    """Return every space that can be reached from the space ``start`` by adjacent spaces, including ``start``."""
    reached, waiting = {start}, [start]
    while waiting:
        for other in GEOGRAPHY[waiting.pop()].adjacent:
            if other in GEOGRAPHY and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


def check_cards() -> Iterator[str]:
    """2.3.2, 2.5 Yield a sentence for each fault in the Event cards, their Faction orders and the Viceroys' cards."""
    name = name_data(CARDS_FILE)
    if set(BOARD.events) != set(range(1, EVENT_CARDS + 1)):
        yield f"{name}, card, number: the Event cards are not numbered 1 to {EVENT_CARDS}."
    orders = Counter(card.order for card in BOARD.events.values())
    if len(orders) != FACTION_ORDERS:
        yield f"{name}, card, order: there are {len(orders)} Faction orders, and should be {FACTION_ORDERS}."
    if len(BOARD.viceroys) != VICEROYS or len(BOARD.campaign_cards) != VICEROYS:
        yield f"{name}, viceroy, number: there are not {VICEROYS} Viceroys with a Campaign card each."
    shared = set(BOARD.campaign_cards) & set(BOARD.events)
    if shared:
        yield f"{name}, viceroy, number: {', '.join(map(str, sorted(shared)))} is an Event card too."


def check_scenarios() -> Iterator[str]:
    """2.1 Yield a sentence for each fault of a scenario: an impossible set-up, or other values than the printed ones.

    The values are the victory totals, the spaces with Raj Control, and the Available pieces.
    """
    for name, data in SCENARIOS.items():
        place = f"{name_data(SCENARIOS_FILE)}, {name}"
        state = lay_out(name, {}, bytes(32), {})
        yield from (f"{place}, spaces: {load_language().say(reason)}" for reason in find_impossible(state))
        for seat in SEATS:
            if state.victory_total(seat) != data["totals"][seat]:
                yield f"{place}, totals.{seat}: the scenario begins with {state.victory_total(seat)}."
        control = {space for space in BOARD.lands if state.has_control(space)}
        if control != set(data["control"]):
            wrong = ", ".join(sorted(control ^ set(data["control"])))
            yield f"{place}, control: the scenario begins with another Control in: {wrong}."
        for piece in INVENTORY:
            if state.available[piece] != data["available"].get(piece, 0):
                yield f"{place}, available.{piece}: the scenario begins with {state.available[piece]}."


def summarise() -> str:
    """Return a sentence with the numbers of spaces, Railways, cards, Viceroys and scenarios that were checked."""
    return (
        f"Gandhi: {len(BOARD.lands)} spaces, {len(BOARD.railways)} Railways, {len(BOARD.events)} Event cards "
        f"({len(EVENTS)} with effects), {len(BOARD.viceroys)} Viceroys, {len(SCENARIOS)} scenarios."
    )
