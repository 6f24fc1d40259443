"""How things stand for one player, and what they are worth: all in points of fame, a coin being half of one.

It reads what lies open, and never the order of a stack or of the white yield tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from engine.rajas.birbal.thoughts import Terms, merge, total
from engine.rajas.board import BOARD, Reward, Tile
from engine.rajas.building import can_be_covered, find_covers, ways_to_cover
from engine.rajas.costs import Payment, cheapest
from engine.rajas.facts import Facts
from engine.rajas.hands import purse_of
from engine.rajas.ids import (
    BUILDINGS,
    COLOURS,
    DANCER,
    FREE_CHAMBERS,
    GOODS,
    GREAT_MOGUL,
    MASTER_BUILDER,
    MOST_KARMA,
    PORTUGUESE,
    RAJA,
    YOGI,
)
from engine.rajas.market import count_assorted, count_good
from engine.rajas.palace import PORTUGUESE_STEPS, RAJA_COINS, YOGI_KARMA
from engine.rajas.quarry import all_places, new_yields, score, yield_of
from engine.rajas.river import exactly
from engine.rajas.roads import OPPOSITE, SIDES
from engine.rajas.tracks import counted


class Weights(msgspec.Struct, frozen=True):
    """How much things count. Fame is 1; what is spent later is worth less when few rounds are left.

    ``leans`` adds to an action (by the first word of its key): for measuring, not for play.
    """

    coin: float = 0.5
    pip: float = 0.25
    die: float = 1.0
    karma: float = 0.8
    upgrade: float = 0.35
    worker: float = 1.6
    market: float = 0.2
    road: float = 0.3
    yield_ahead: float = 0.16
    sail: float = 0.16
    first: float = 0.5
    white_tile: float = 1.2
    finish: float = 8.0
    progress: float = 8.0
    leans: dict[str, float] = {}


WEIGHTS: Final = Weights()
DEEPEST: Final = 2
"""How many rewards that bring rewards are thought through."""


class Build(msgspec.Struct, frozen=True):
    """A tile that could be built, on a square, lying in a certain way, with what speaks for it."""

    tile: Tile
    square: str
    roads: int
    terms: Terms


class Outlook:
    """One player's view of the game at one decision."""

    def __init__(self, state: Facts, seat: str, weights: Weights = WEIGHTS) -> None:
        self.state = state
        self.seat = seat
        self.weights = weights
        self.player = state.players[seat]
        gap = -max(player.overlap for player in state.players.values())
        self.rounds = 0.0 if state.crossed else max(0.3, gap / weights.progress)
        self.later = min(1.0, self.rounds / 1.6)
        """How much something counts that is of use only later in the game."""
        self._needs: dict[str, float] | None = None
        self._scores: dict[str, Terms] = {}
        self._yields: dict[tuple[str, int], float] = {}

    # -- what things are worth -----------------------------------------------------------------------------

    def die(self, value: float) -> float:
        """A die with some pips."""
        return (self.weights.die + self.weights.pip * value) * self.later

    def dice(self, count: int) -> float:
        """Dice yet to be rolled; those without a free hand take the place of worse ones."""
        free = min(count, self.player.free_hands)
        return self.die(3.5) * (free + 0.3 * (count - free))

    def karma(self, levels: int) -> float:
        """Levels of karma, as far as there is room for them."""
        return self.weights.karma * self.later * min(levels, MOST_KARMA - self.player.karma)

    def upgrade(self, building: str = "") -> float:
        """An upgrade of a kind of building, or of the best."""
        player = self.player
        kinds = [building] if building else BUILDINGS
        seen = {kind: 0.0 for kind in kinds if player.may_upgrade(kind)}
        for tile in self.state.tops():
            for kind in tile.buildings:
                if kind in seen:
                    seen[kind] += 1.0
        if not seen:
            return 0.0
        return self.weights.upgrade * self.rounds * (0.8 + 0.12 * max(seen.values())) * self.later

    def gain(self, coins: int = 0, fame: int = 0, depth: int = 0) -> Terms:
        """Coins and fame, with the bonuses and workers that they bring within reach, and the end of the game."""
        player, weights = self.player, self.weights
        money = min(BOARD.money_last, player.money + coins)
        after = min(BOARD.fame_last, player.fame + fame)
        terms = {"fame": float(after - player.fame), "coins": weights.coin * (money - player.money)}
        bonus = 0.0
        if depth < DEEPEST:
            for one in BOARD.fame_bonuses:
                if player.fame < one.space <= after:
                    bonus += self.reward(one.reward, depth + 1)
            for one in BOARD.money_bonuses[player.bonus :]:
                if one.space <= money:
                    bonus += self.reward(one.reward, depth + 1)
        terms["bonus"] = bonus
        workers = [after >= BOARD.waiting["fame"] and "fame" in player.waiting]
        workers.append(money >= BOARD.waiting["money"] and "money" in player.waiting)
        terms["worker"] = self.worker() * sum(workers)
        terms["finish"] = self.finish(after + (money + 1) // 2 - BOARD.meet)
        return terms

    def worker(self) -> float:
        """One more worker for the rest of the game."""
        return self.weights.worker * self.rounds

    def finish(self, overlap: int) -> float:
        """Bringing the markers together, if nobody who has done so is ahead."""
        rivals = [self.state.players[seat].overlap for seat in self.state.crossed if seat != self.seat]
        if overlap < 0 or self.player.overlap >= 0 or overlap <= max(rivals, default=-1):
            return 0.0
        return self.weights.finish

    def reward(self, what: Reward, depth: int = 0) -> float:
        """What a reward is worth now."""
        return REWARDS.get(what.kind, Outlook.counted)(self, what, depth)

    def counted(self, what: Reward, depth: int) -> float:
        """A reward that counts something the player has."""
        amount = counted(self.player, what)
        if what.kind.startswith("coins"):
            return total(self.gain(coins=amount, depth=depth))
        return total(self.gain(fame=amount, depth=depth))

    def best_good(self, at_most: int) -> int:
        """The coins for the best single good."""
        return max(count_good(self.player, good, at_most) for good in GOODS)

    def sail(self, space: int, depth: int = 0) -> Terms:
        """Sailing to a river space: the way, the worker at the bridge, and the reward."""
        player = self.player
        terms = {"river": self.weights.sail * (space - player.boat) * self.later}
        if "river" in player.waiting and space > BOARD.waiting["river"]:
            terms["worker"] = self.worker()
        if depth < DEEPEST:
            terms["reward"] = self.reward(self.state.river_reward(space), depth + 1)
        return terms

    def boat(self, steps: int, depth: int) -> float:
        """Sailing up to so many spaces."""
        spaces = self.state.free_spaces_ahead(self.seat)[:steps]
        return max((total(self.sail(space, depth)) for space in spaces), default=0.0)

    def chamber(self, chamber: str, depth: int = 0) -> Terms:
        """What a Chamber of the palace does."""
        if chamber == GREAT_MOGUL:
            return merge(self.gain(fame=2, depth=depth), {"first": self.weights.first * self.later})
        if chamber == DANCER:
            return {"dice": self.dice(2), "yield_tile": self.weights.white_tile * max(0.5, self.later)}
        if chamber == YOGI:
            return {"dice": self.dice(1), "karma": self.karma(YOGI_KARMA)}
        if chamber == RAJA:
            return merge(self.gain(coins=RAJA_COINS, depth=depth), {"upgrade": self.upgrade()})
        if chamber == PORTUGUESE:
            space = exactly(self.state, self.seat, PORTUGUESE_STEPS)
            return self.sail(space, depth) if space else {}
        best = max(self.covers(), key=lambda build: total(build.terms), default=None)
        return best.terms if best else {}

    def best_chamber(self, words: tuple[str, ...], depth: int) -> float:
        """The best Chamber that a river space may open."""
        if depth >= DEEPEST:
            return 2.0
        chambers = [chamber for chamber in words or FREE_CHAMBERS if depth == 0 or chamber != MASTER_BUILDER]
        return max(total(self.chamber(chamber, depth + 1)) for chamber in chambers)

    # -- building ------------------------------------------------------------------------------------------

    def payment(self, colour: str, cost: int) -> Payment | None:
        """The usual payment of so many pips."""
        return cheapest(tuple(self.player.values(colour)), self.player.karma, cost)

    def spent(self, payment: Payment) -> Terms:
        """What dice and karma given away are worth."""
        karma = sum(turned for _, turned in payment)
        terms = {"dice": -sum(self.die(value) for value, _ in payment)}
        if karma:
            terms["karma"] = -self.weights.karma * self.later * karma
        return terms

    def lie(self, tile: Tile, square: str, roads: int) -> Terms:
        """What a tile brings on a square, lying in a certain way: score, yields, roads and later markets."""
        if tile.id not in self._scores:
            self._scores[tile.id] = {**self.gain(*score(self.player, tile)), "markets": self.markets(tile)}
        terms = dict(self._scores[tile.id])
        terms["yields"] = sum(self.yields(space, 1) for space in new_yields(self.player, square, roads))
        terms["roads"] = self.roads(square, roads)
        return terms

    def yields(self, space: str, depth: int) -> float:
        """What a yield space gives."""
        if (space, depth) not in self._yields:
            self._yields[space, depth] = self.reward(yield_of(self.state, self.seat, space), depth)
        return self._yields[space, depth]

    def markets(self, tile: Tile) -> float:
        """What the markets of a tile may earn in the rounds to come: more where others of their good are."""
        worth = 0.0
        for good, value in tile.markets:
            same = len(self.player.markets(good))
            worth += value * (1.0 + 0.12 * min(3, same))
        return self.weights.market * worth * min(6.0, self.rounds)

    def roads(self, square: str, roads: int) -> float:
        """Road ends that lead on, yields ahead of them, and roads that are cut off."""
        player, weights = self.player, self.weights
        lying = player.road_map()
        worth = 0.0
        for side in SIDES:
            other = BOARD.near[square].get(side, "")
            if not other:
                continue
            if other in lying:
                if lying[other] & OPPOSITE[side] and not roads & side:
                    worth -= weights.road * 0.6
            elif roads & side:
                worth += weights.road
                ahead = [one for one in dict.fromkeys(BOARD.joins[other].values()) if one not in player.joined]
                worth += weights.yield_ahead * sum(self.yields(one, DEEPEST) for one in ahead)
        return worth * min(1.0, self.rounds / 3)

    def builds(self) -> Iterator[Build]:
        """Every tile that can be paid, wherever and however it may lie."""
        places = all_places(self.player)
        for tile in self.state.tops():
            payment = self.payment(tile.colour, tile.cost)
            if payment is None:
                continue
            spent = self.spent(payment)
            yield from self.lies(tile, places[tile.road], spent)

    def lies(self, tile: Tile, places: dict[str, tuple[int, ...]], spent: Terms) -> Iterator[Build]:
        """Every way in which a tile may lie."""
        for square, ways in places.items():
            for roads in ways:
                yield Build(tile, square, roads, merge(self.lie(tile, square, roads), spent))

    def covers(self) -> Iterator[Build]:
        """Every tile that the Master Builder could lay on one of the province."""
        for square in can_be_covered(self.player):
            yield from self.covers_on(square)

    def covers_on(self, square: str) -> Iterator[Build]:
        """Every tile that the Master Builder could lay on a square. The markets below are lost."""
        player = self.player
        below = BOARD.tiles[player.province[square].tile]
        lost = {"markets": -self.markets(below)}
        for tile, price in find_covers(player, self.state.tops(), purse_of(player), square):
            payment = self.payment(tile.colour, price)
            if payment is not None:
                for roads in ways_to_cover(player, square, tile.road):
                    yield Build(tile, square, roads, merge(self.lie(tile, square, roads), self.spent(payment), lost))

    # -- colours -------------------------------------------------------------------------------------------

    def needs(self) -> dict[str, float]:
        """How much a die of each colour is wanted: the best tile of the colour that one more die brings near."""
        if self._needs is None:
            self._needs = {}
            for colour in COLOURS:
                values = self.player.values(colour)
                near = [
                    sum(score(self.player, tile)) / 2 - 0.25 * max(0.0, tile.cost - sum(values) - 3.5)
                    for tile in self.state.tops()
                    if tile.colour == colour
                ]
                self._needs[colour] = 0.08 * max(near, default=0.0) - 0.03 * len(values)
        return self._needs

    def need(self, colour: str) -> float:
        """How much a die of a colour is wanted, beyond what any die is worth."""
        return self.needs()[colour] * self.later


Worth = Callable[[Outlook, Reward, int], float]

REWARDS: Final[dict[str, Worth]] = {
    "coins": lambda outlook, what, depth: total(outlook.gain(coins=what.amount, depth=depth)),
    "fame": lambda outlook, what, depth: total(outlook.gain(fame=what.amount, depth=depth)),
    "karma": lambda outlook, what, depth: outlook.karma(what.amount),
    "upgrade": lambda outlook, what, depth: outlook.upgrade(),
    "dice": lambda outlook, what, depth: outlook.dice(what.amount),
    "dice_of": lambda outlook, what, depth: outlook.dice(len(what.words)),
    "karma_dice": lambda outlook, what, depth: outlook.dice(outlook.player.karma),
    "dice_by_karma": lambda outlook, what, depth: outlook.dice(outlook.player.karma),
    "assorted": lambda outlook, what, depth: total(outlook.gain(coins=count_assorted(outlook.player), depth=depth)),
    "one_good": lambda outlook, what, depth: total(outlook.gain(coins=outlook.best_good(what.amount), depth=depth)),
    "boat": lambda outlook, what, depth: outlook.boat(1, depth),
    "advance": lambda outlook, what, depth: outlook.boat(what.amount, depth),
    "chamber": lambda outlook, what, depth: outlook.best_chamber(what.words, depth),
}
"""The worth of every kind of reward; those not named count something the player has."""
