"""Bonus sui tracciati, I miglioramenti degli edifici, Karma: the tracks, and what is gained along them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import why_not
from engine.rajas.asking import ask, close, upgrade_option
from engine.rajas.board import BOARD, Bonus, Reward
from engine.rajas.facts import Player
from engine.rajas.ids import BUILDING_VALUES, BUILDINGS, H_QUARRY, MOST_UPGRADES
from engine.rajas.rewards import gain, reward
from engine.rajas.state import State

HIGHEST_VALUE = why_not("rajas.highest_value", H_QUARRY)

COUNTS: Final[dict[str, Callable[[Player], int]]] = {
    "market": lambda player: sum(len(tile.markets) for tile in player.tiles()),
    "building": lambda player: sum(len(tile.buildings) for tile in player.tiles()),
    "market_tile": lambda player: sum(bool(tile.markets) for tile in player.tiles()),
    "curve": lambda player: sum(tile.road == "curve" for tile in player.tiles()),
    "upgrade": lambda player: sum(player.upgrades.values()),
    "karma": lambda player: player.karma,
    "worker": lambda player: player.active,
    "joined_tile": lambda player: sum(space in player.joined for space in player.yield_tiles),
    "3_river_spaces": lambda player: player.boat // 3,
}
"""The functions that count the things for which a reward gives coins or fame, by their names in rewards."""


def advance(state: State, seat: str, coins: int = 0, fame: int = 0) -> Rule:
    """Bonus sui tracciati: move the markers, then take the bonuses reached or passed, in order (Q-05).

    Those of the fame track come before those of the money track. A bonus may move the markers again; the bonuses there
    are taken at once.
    """
    player = state.players[seat]
    before = player.fame
    state.gain_fame(seat, fame)
    after = player.fame
    state.earn(seat, coins)
    for bonus in BOARD.fame_bonuses:
        if before < bonus.space <= after:
            yield from take_bonus(state, seat, bonus)
    while player.bonus < len(BOARD.money_bonuses) and player.money >= BOARD.money_bonuses[player.bonus].space:
        bonus = BOARD.money_bonuses[player.bonus]
        state.mark_bonus(seat)
        yield from take_bonus(state, seat, bonus)


def take_bonus(state: State, seat: str, bonus: Bonus) -> Rule:
    """Bonus sui tracciati: take the bonus; the upgrade of the fame track counts from the next turn."""
    if bonus.reward.kind == "upgrade" and bonus.track == "fame":
        yield from choose_upgrade(state, seat, fresh=True)
    else:
        yield from gain(state, seat, bonus.reward)


def choose_upgrade(state: State, seat: str, fresh: bool = False) -> Rule:
    """I miglioramenti: improve a kind of building of choice by a step; lost when all are at 4 (Q-09)."""
    player = state.players[seat]
    options: list[Option] = []
    closed: list[Option] = []
    for building in BUILDINGS:
        steps = player.upgrades[building]
        if player.may_upgrade(building):
            options.append(upgrade_option(building, BUILDING_VALUES[steps + 1]))
        else:
            closed.append(close(upgrade_option(building, BUILDING_VALUES[MOST_UPGRADES]), HIGHEST_VALUE))
    if options:
        key = yield from ask(seat, "upgrade", options, closed=lambda: closed)
        state.upgrade(seat, key.partition(":")[2], fresh)


@reward("coins")
def gain_coins(state: State, seat: str, what: Reward) -> Rule:
    """Fiume: gain ``amount`` coins."""
    yield from advance(state, seat, coins=what.amount)


@reward("fame")
def gain_fame(state: State, seat: str, what: Reward) -> Rule:
    """Fiume: gain ``amount`` points of fame."""
    yield from advance(state, seat, fame=what.amount)


@reward("karma")
def gain_karma(state: State, seat: str, what: Reward) -> Rule:
    """Karma: raise karma by ``amount`` levels."""
    yield from ()
    state.raise_karma(seat, what.amount)


@reward("upgrade")
def gain_upgrade(state: State, seat: str, what: Reward) -> Rule:
    """I miglioramenti: gain ``amount`` upgrades."""
    for _ in range(what.amount):
        yield from choose_upgrade(state, seat)


@reward(*(f"coins_per_{name}" for name in COUNTS))
def gain_coins_for_each(state: State, seat: str, what: Reward) -> Rule:
    """Fiume, Navaratnas: gain coins for each thing of a kind that a player has."""
    yield from advance(state, seat, coins=counted(state.players[seat], what))


@reward(*(f"fame_per_{name}" for name in COUNTS))
def gain_fame_for_each(state: State, seat: str, what: Reward) -> Rule:
    """Fiume, Navaratnas: gain fame for each thing of a kind that a player has."""
    yield from advance(state, seat, fame=counted(state.players[seat], what))


def counted(player: Player, what: Reward) -> int:
    """Return the amount of a reward that counts things: what it gives for one, times how many there are."""
    return what.amount * COUNTS[what.kind.split("_per_", 1)[1]](player)
