"""Each player's chance to win, computed from what they have. It is meant for positions between two rounds."""

from __future__ import annotations

import math
from typing import Final

from engine.rajas.board import BOARD
from engine.rajas.facts import Facts, Player
from engine.rajas.ids import GOODS
from engine.rajas.roads import SIDES

Stages = tuple[float, float, float]

GAPS: Final[Stages] = (4.0, 14.0, 30.0)
"""Points of fame between the leader's two markers, at three stages of a game: late, in the middle, and early."""
WORTH: Final[dict[str, Stages]] = {
    "overlap": (0.448, 0.214, 0.165),
    "dice": (0.325, 0.277, 0.296),
    "karma": (0.137, 0.063, 0.118),
    "upgrades": (0.142, 0.336, 0.507),
    "value": (0.199, 0.164, 0.291),
    "markets": (-0.333, -0.175, -0.456),
    "goods": (0.394, 0.346, 0.425),
    "workers": (0.370, 0.853, 0.349),
    "ahead": (0.113, 0.219, 0.218),
    "bonuses": (-0.032, 0.183, 0.152),
    "first": (0.315, 0.047, 0.031),
}
"""How much each amount counts at these gaps; between two gaps it is interpolated.

The chances of two players are as e to the power of their sums: a logistic regression on the beginnings of rounds in
6,400 games of Birbals whose weights were varied. The pips of dice and the place of the boat made no difference beside
the rest.
"""


def measure(state: Facts, seat: str) -> dict[str, float]:
    """Return the amounts that count for a player, by the names in `WORTH`."""
    player = state.players[seat]
    goods = [player.markets(good) for good in GOODS]
    return {
        "overlap": player.overlap,
        "dice": len(player.dice),
        "karma": player.karma,
        "upgrades": sum(player.upgrades.values()),
        "value": sum(map(sum, goods)),
        "markets": sum(map(len, goods)),
        "goods": sum(map(bool, goods)),
        "workers": player.active,
        "ahead": count_ahead(player),
        "bonuses": -player.bonus,
        "first": state.first == seat,
    }


def count_ahead(player: Player) -> int:
    """Return the number of unjoined yield spaces beside squares to which a road leads."""
    lying, found = player.road_map(), 0
    for square, roads in lying.items():
        for side in SIDES:
            other = BOARD.near[square].get(side, "") if roads & side else ""
            if other and other not in lying:
                found += len(set(BOARD.joins[other].values()).difference(player.joined))
    return found


def find_stages(state: Facts) -> Stages:
    """Return how much each of the three gaps counts at the present gap; the three add up to 1."""
    near, middle, far = GAPS
    gap = min(far, max(near, -max(player.overlap for player in state.players.values())))
    if gap < middle:
        share = (gap - near) / (middle - near)
        return 1 - share, share, 0.0
    share = (gap - middle) / (far - middle)
    return 0.0, 1 - share, share


def chances(state: Facts) -> dict[str, float]:
    """Return each player's chance to win; for an ended game 1 and 0."""
    if state.ranking:
        return {seat: float(seat == state.ranking[0]) for seat in state.seats}
    stages = find_stages(state)
    worth = {name: sum(map(float.__mul__, row, stages)) for name, row in WORTH.items()}
    sums = {seat: sum(worth[name] * amount for name, amount in measure(state, seat).items()) for seat in state.seats}
    most = max(sums.values())
    powers = {seat: math.exp(value - most) for seat, value in sums.items()}
    total = sum(powers.values())
    return {seat: power / total for seat, power in powers.items()}
