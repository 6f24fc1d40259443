"""III. Azione Palazzo: La Terrazza Esterna, La Terrazza, La Galleria, Le Camere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import Text, why_not
from engine.rajas.asking import DONE, DONE_OPTION, ask, chamber_option, close, reroll_option
from engine.rajas.board import BOARD, Reward
from engine.rajas.building import cover_tile, why_builder_closed
from engine.rajas.facts import Facts
from engine.rajas.hands import DieCost, can_use, shows, take_any, take_dice, use_die
from engine.rajas.ids import (
    CHAMBER,
    COLOUR_OF,
    DANCER,
    FREE_CHAMBERS,
    GALLERY,
    GREAT_MOGUL,
    H_COSTS,
    H_PALACE,
    MASTER_BUILDER,
    PIPS,
    PORTUGUESE,
    RAJA,
    VALUE_OF,
    YOGI,
)
from engine.rajas.navaratnas import choose_yield_tile
from engine.rajas.rewards import gain, reward
from engine.rajas.river import exactly, stop_at
from engine.rajas.state import State
from engine.rajas.tracks import advance, choose_upgrade

VERANDA_COINS: Final = 2
MOGUL_FAME: Final = 2
DANCER_DICE: Final = 2
YOGI_KARMA: Final = 2
GALLERY_DICE: Final = 2
RAJA_COINS: Final = 3
PORTUGUESE_STEPS: Final = 6

NO_DIE = why_not("rajas.no_die", H_COSTS)
NO_DIE_SHOWING = {value: why_not("rajas.no_die_showing", H_COSTS, value=value) for value in PIPS}
NOT_SIX_SPACES = why_not("rajas.not_six_spaces", H_PALACE)


def play_veranda(state: State, seat: str) -> Rule:
    """III. La Terrazza Esterna: gain 2 coins, and reroll any of the player's dice, all at once."""
    yield from advance(state, seat, coins=VERANDA_COINS)
    player = state.players[seat]
    left = list(player.dice)
    chosen: list[str] = []
    while left:
        options = [DONE_OPTION, *map(reroll_option, dict.fromkeys(left))]
        key = yield from ask(seat, "reroll", options, default=DONE, remaining=len(left), subject=chosen)
        if key == DONE:
            break
        die = key.removeprefix("reroll:")
        left.remove(die)
        chosen.append(die)
    state.reroll(seat, chosen)


def play_terrace(state: State, seat: str, colour: str) -> Rule:
    """III. La Terrazza: take one die of the colour shown."""
    yield from take_dice(state, seat, [colour])


def why_gallery_closed(state: Facts, seat: str, colour: str) -> Text | None:
    """III. La Galleria: return why it is closed (the player has no die of the colour shown), or None."""
    return None if state.players[seat].values(colour) else NO_DIE


def play_gallery(state: State, seat: str, colour: str) -> Rule:
    """III. La Galleria: give back a die of the colour shown, of any value; take two of the other colour."""
    yield from use_die(state, seat, f"{GALLERY}:{colour}", gallery_cost(colour))
    yield from take_dice(state, seat, [BOARD.galleries[colour]] * GALLERY_DICE)


def gallery_cost(colour: str) -> DieCost:
    """III. La Galleria: return its cost: a die of the colour shown, with any value, so usually one with few pips."""
    return DieCost(lambda die, turned: not turned and COLOUR_OF[die] == colour, prefer=VALUE_OF.__getitem__)


def why_chamber_closed(state: Facts, seat: str, chamber: str, free: bool = False) -> Text | None:
    """III. Le Camere: return why one is closed (no die of its value, or nothing for it to do), or None."""
    player = state.players[seat]
    if not free and not can_use(player, shows(BOARD.chambers[chamber])):
        return NO_DIE_SHOWING[BOARD.chambers[chamber]]
    if chamber == PORTUGUESE and not exactly(state, seat, PORTUGUESE_STEPS):
        return NOT_SIX_SPACES
    if chamber == MASTER_BUILDER:
        return why_builder_closed(state, seat, free, BOARD.chambers[chamber])
    return None


def chamber_cost(state: Facts, seat: str, chamber: str) -> DieCost:
    """III. Le Camere: return the cost: a die of the value shown, usually of the most frequent colour.

    For the Master Builder it must leave enough to pay a tile.
    """
    player = state.players[seat]
    fits = shows(BOARD.chambers[chamber])

    def leaves_a_cover(die: str, turned: bool) -> bool:
        return fits(die, turned) and why_builder_closed(state, seat, die=die, turned=turned) is None

    return DieCost(
        leaves_a_cover if chamber == MASTER_BUILDER else fits,
        prefer=lambda die: -len(player.values(COLOUR_OF[die])),
    )


def play_chamber(state: State, seat: str, chamber: str) -> Rule:
    """III. Le Camere: give back a die of the value shown, of any colour, for the effect."""
    yield from use_die(state, seat, f"{CHAMBER}:{chamber}", chamber_cost(state, seat, chamber))
    yield from EFFECTS[chamber](state, seat)


@reward("chamber")
def gain_chamber(state: State, seat: str, what: Reward) -> Rule:
    """Fiume, Ganga: gain the effect of any Chamber, or of the one shown, without worker or die, even if it is taken."""
    chambers = what.words or FREE_CHAMBERS
    options: list[Option] = []
    closed: list[Option] = []
    for chamber in chambers:
        reason = why_chamber_closed(state, seat, chamber, free=True)
        if reason is None:
            options.append(chamber_option(chamber))
        else:
            closed.append(close(chamber_option(chamber), reason))
    if options:
        key = yield from ask(seat, "chamber_free", options, closed=lambda: closed)
        yield from EFFECTS[key.removeprefix(f"{CHAMBER}:")](state, seat)


# -- Le Camere ---------------------------------------------------------------------------------------------


def visit_great_mogul(state: State, seat: str) -> Rule:
    """Gran Mogul: gain 2 fame, and be first player in the next round."""
    state.visit_mogul(seat)
    yield from advance(state, seat, fame=MOGUL_FAME)


def visit_dancer(state: State, seat: str) -> Rule:
    """Danzatrice: take 2 dice of any colours; then the reward of a white yield tile that is drawn and discarded.

    Navaratnas: choose a yield tile for the player's province instead.
    """
    yield from take_any(state, seat, DANCER_DICE)
    if state.uses_yield_tiles:
        yield from choose_yield_tile(state, seat)
    else:
        tile = state.draw_white(seat)
        yield from gain(state, seat, BOARD.yield_tiles[tile].reward)


def visit_yogi(state: State, seat: str) -> Rule:
    """Yogi: gain 2 levels of karma and 1 die of any colour."""
    state.raise_karma(seat, YOGI_KARMA)
    yield from take_any(state, seat, 1)


def visit_raja(state: State, seat: str) -> Rule:
    """Raja Man Singh: gain 1 upgrade and 3 coins."""
    yield from choose_upgrade(state, seat)
    yield from advance(state, seat, coins=RAJA_COINS)


def visit_portuguese(state: State, seat: str) -> Rule:
    """Portoghese: move the boat exactly 6 free spaces forward and take the reward."""
    yield from stop_at(state, seat, exactly(state, seat, PORTUGUESE_STEPS))


EFFECTS: Final[dict[str, Callable[[State, str], Rule]]] = {
    GREAT_MOGUL: visit_great_mogul,
    DANCER: visit_dancer,
    YOGI: visit_yogi,
    RAJA: visit_raja,
    MASTER_BUILDER: cover_tile,
    PORTUGUESE: visit_portuguese,
}
"""Le Camere: the effect of each person."""
