"""Flusso del gioco, Fine del round: rounds of phases, in each of which everyone places a worker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Final

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import Text, why_not
from engine.rajas.asking import action_option, ask, close
from engine.rajas.board import BOARD
from engine.rajas.effects import find_shortfalls
from engine.rajas.facts import Facts
from engine.rajas.ids import (
    ASSORTED,
    CHAMBER,
    CHAMBERS,
    GALLERY,
    GOODS,
    H_COSTS,
    HARBOUR,
    MARKET,
    OVER,
    PLACE,
    QUARRY,
    ROUND_END,
    TERRACE,
    VERANDA,
)
from engine.rajas.market import play_market, why_market_closed
from engine.rajas.navaratnas import is_made_up_for, make_up
from engine.rajas.palace import (
    play_chamber,
    play_gallery,
    play_terrace,
    play_veranda,
    why_chamber_closed,
    why_gallery_closed,
)
from engine.rajas.quarry import play_quarry, why_quarry_closed
from engine.rajas.river import play_harbour, why_harbour_closed
from engine.rajas.state import State
from engine.rajas.victory import ranked

Play = Callable[[State, str], Rule]
Why = Callable[[Facts, str], Text | None]

SPACE_TAKEN = why_not("rajas.space_taken", H_COSTS)


@cache
def too_few_coins(cost: int, coins: int) -> Text:
    """Costi: return the reason that a space costs more coins than the seat has."""
    return why_not("rajas.too_few_coins", H_COSTS, cost=cost, coins=coins)


def never_closed(state: Facts, seat: str) -> Text | None:
    """Return None: an action that costs nothing is open while its space is free."""
    return None


def list_actions() -> dict[str, tuple[Play, Why]]:
    """Return every action of a space for workers: its rule, and the function that returns why it is closed."""
    actions: dict[str, tuple[Play, Why]] = {QUARRY: (play_quarry, why_quarry_closed)}
    for good in (ASSORTED, *GOODS):
        actions[f"{MARKET}:{good}"] = (partial(play_market, good=good), partial(why_market_closed, good=good))
    actions[VERANDA] = (play_veranda, never_closed)
    for colour in BOARD.terraces:
        actions[f"{TERRACE}:{colour}"] = (partial(play_terrace, colour=colour), never_closed)
    for colour in BOARD.galleries:
        why = partial(why_gallery_closed, colour=colour)
        actions[f"{GALLERY}:{colour}"] = (partial(play_gallery, colour=colour), why)
    for chamber in CHAMBERS:
        chamber_why = partial(why_chamber_closed, chamber=chamber)
        actions[f"{CHAMBER}:{chamber}"] = (partial(play_chamber, chamber=chamber), chamber_why)
    actions[HARBOUR] = (play_harbour, why_harbour_closed)
    return actions


ACTIONS: Final = list_actions()


# -- whose turn it is --------------------------------------------------------------------------------------


def acts(state: Facts, seat: str) -> bool:
    """Flusso del gioco: return whether a seat has something to do in its turn: a worker to place, or a yield tile to
    take.
    """
    return state.workers_left(seat) > 0 or is_made_up_for(state, seat)


def next_seat(state: Facts) -> str:
    """Flusso del gioco: return who acts next in this phase, clockwise from the first player, or an empty string."""
    return next((seat for seat in state.order()[state.index :] if acts(state, seat)), "")


# -- a turn ------------------------------------------------------------------------------------------------


def why_closed(state: Facts, seat: str, action: str, slot: str, price: int) -> Text | None:
    """Costi: return why no worker of a seat can be placed on the next free space of an action, or None."""
    if not slot:
        return SPACE_TAKEN
    coins = state.players[seat].money
    if price > coins:
        return too_few_coins(price, coins)
    return ACTIONS[action][1](state, seat)


def open_actions(state: Facts, seat: str) -> list[Option]:
    """Piazzare i Lavoratori: return every action for which a seat can place a worker now, at its price."""
    options: list[Option] = []
    for action in ACTIONS:
        slot, price = state.free_slot(action)
        if why_closed(state, seat, action, slot, price) is None:
            options.append(action_option(action, price))
    return options


def closed_actions(state: Facts, seat: str) -> list[Option]:
    """Piazzare i Lavoratori: return every action for which a seat cannot place a worker now, with the reason."""
    options: list[Option] = []
    for action in ACTIONS:
        slot, price = state.free_slot(action)
        reason = why_closed(state, seat, action, slot, price)
        if reason is not None:
            options.append(close(action_option(action, price), reason))
    return options


def place_turn(state: State) -> Rule:
    """Piazzare i Lavoratori: place a worker, pay what the space costs, do its action.

    A player must place one while any space is open, and is skipped when none is (Q-02). A player without workers may
    get a yield tile (Navaratnas).
    """
    seat = next_seat(state)
    state.index = state.order().index(seat)
    state.acting = seat
    if state.workers_left(seat):
        yield from place_worker(state, seat)
    else:
        yield from make_up(state, seat)
    state.players[seat].fresh = ""
    state.acting = ""
    state.index += 1
    go_on(state)


def place_worker(state: State, seat: str) -> Rule:
    """Piazzare i Lavoratori: place a worker, pay the price, and do the action."""
    options = open_actions(state, seat)
    if not options:
        state.note("skip")
        return
    left = state.workers_left(seat)
    action = yield from ask(
        seat,
        "place",
        options,
        closed=lambda: closed_actions(state, seat),
        warnings=lambda: find_shortfalls(state, seat, [option.key for option in options]),
        default=usual_action(options),
        always=True,
        left=left,
    )
    slot, price = state.free_slot(action)
    state.place_worker(seat, slot)
    state.pay(seat, price)
    yield from ACTIONS[action][0](state, seat)


def usual_action(options: Sequence[Option]) -> str:
    """Return the action that a prompt offers first: the veranda, which costs nothing, or the first open space."""
    return next((option.key for option in options if option.key == VERANDA), options[0].key)


def go_on(state: State) -> None:
    """Flusso del gioco, Fine del gioco: pass to the next player, phase or round, or end the game."""
    if next_seat(state):
        return
    if state.crossed:
        state.end(ranked(state))
        state.phase = OVER
    elif state.placed and any(state.workers_left(seat) for seat in state.seats):
        state.begin_phase()
    else:
        state.phase = ROUND_END


def end_round(state: State) -> Rule:
    """Fine del round: make the Great Mogul's guest first, or the next player clockwise; all workers come back."""
    yield from ()
    state.make_first(state.next_first or state.order()[1])
    state.return_workers()
    state.begin_round()
    state.phase = PLACE
