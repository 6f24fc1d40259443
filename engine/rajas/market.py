"""II. Azione Mercato: coins for the markets of the player's province; and the rewards that count markets.

The most valuable markets always count (Q-08).
"""

from __future__ import annotations

from functools import partial

from engine.core.protocol import Rule
from engine.core.text import Text, why_not
from engine.rajas.asking import ask, good_option
from engine.rajas.board import Reward
from engine.rajas.facts import Facts, Player
from engine.rajas.hands import DieCost, any_die, can_use, use_die
from engine.rajas.ids import ASSORTED, GOODS, H_COSTS, H_MARKET, MARKET, VALUE_OF
from engine.rajas.rewards import reward
from engine.rajas.state import State
from engine.rajas.tracks import advance

ASSORTED_ACTION = f"{MARKET}:{ASSORTED}"
ONE_ASSORTED = why_not("rajas.one_assorted_a_round", H_MARKET)
NO_DIE = why_not("rajas.no_die", H_COSTS)


def count_assorted(player: Player) -> int:
    """Merci Assortite: return the coins for one market of each kind of good."""
    return sum(values[0] for good in GOODS if (values := player.markets(good)))


def count_good(player: Player, good: str, at_most: int) -> int:
    """Merci Specifiche: return the coins for up to ``at_most`` markets of one good."""
    return sum(player.markets(good)[:at_most])


def why_market_closed(state: Facts, seat: str, good: str) -> Text | None:
    """II. Return why a market is closed, or None. A seat may use one assorted space in a round.

    A market of one good takes any die.
    """
    if good == ASSORTED:
        return ONE_ASSORTED if state.stands_at(seat, ASSORTED_ACTION) else None
    return None if can_use(state.players[seat], any_die) else NO_DIE


def good_cost(player: Player, good: str) -> DieCost:
    """Merci Specifiche: return the cost: any die; the usual one counts all markets of the good with the fewest pips."""
    markets = len(player.markets(good))
    return DieCost(
        any_die,
        better=lambda die: VALUE_OF[die] <= 3 and VALUE_OF[die] < markets,
        prefer=lambda die: abs(VALUE_OF[die] - markets) + 6 * (VALUE_OF[die] < markets),
        coins=partial(count_good, player, good),
    )


def play_market(state: State, seat: str, good: str) -> Rule:
    """II. Merci: count one market of each good, or give back a die and count as many of one good as it shows."""
    player = state.players[seat]
    if good == ASSORTED:
        yield from advance(state, seat, coins=count_assorted(player))
        return
    die = yield from use_die(state, seat, f"{MARKET}:{good}", good_cost(player, good))
    yield from advance(state, seat, coins=count_good(player, good, VALUE_OF[die]))


@reward("assorted")
def gain_assorted(state: State, seat: str, what: Reward) -> Rule:
    """Fiume: gain the coins for one market of each kind of good."""
    yield from advance(state, seat, coins=count_assorted(state.players[seat]))


@reward("one_good")
def gain_one_good(state: State, seat: str, what: Reward) -> Rule:
    """Fiume, Ganga: score up to ``amount`` markets of one good of choice, without a die."""
    player = state.players[seat]
    worth = {good: count_good(player, good, what.amount) for good in GOODS}
    options = [good_option(good, coins) for good, coins in worth.items() if coins]
    if options:
        best = max(worth, key=lambda good: worth[good])
        key = yield from ask(seat, "good", options, default=f"good:{best}", count=what.amount)
        yield from advance(state, seat, coins=worth[key.partition(":")[2]])
