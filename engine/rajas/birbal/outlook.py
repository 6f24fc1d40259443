"""The worth of everything for one player, in points of fame; a coin is about half a point.

It reads public information only, and never the order of a stack or of the white yield tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from engine.rajas.birbal.thoughts import Terms, merge, total
from engine.rajas.birbal.weights import WEIGHTS, Weights
from engine.rajas.board import BOARD, Reward, Tile
from engine.rajas.building import can_be_covered, find_covers, ways_to_cover
from engine.rajas.costs import Payment, cheapest
from engine.rajas.effects import Effect, Prospect
from engine.rajas.facts import Facts
from engine.rajas.hands import purse_of
from engine.rajas.ids import BUILDINGS, COLOURS, MASTER_BUILDER
from engine.rajas.quarry import Places, all_places, new_yields, score, yield_of
from engine.rajas.roads import OPPOSITE, SIDES

DEEPEST: Final = 2
"""How deep rewards that bring other rewards are followed."""


class Build(msgspec.Struct, frozen=True):
    """A tile that could be built: its square, its turning, and the arguments for it."""

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
        self.prospect = Prospect(state, seat)
        """The seat's means now, with nothing to pay."""
        self.tops = state.tops()
        gap = -max(player.overlap for player in state.players.values())
        self.rounds = 0.0 if state.crossed else max(0.3, gap / weights.progress)
        self.later = min(1.0, self.rounds / weights.late)
        """The factor for things that are useful only later in the game."""
        self._lying = self.player.road_map()
        self._needs: dict[str, float] | None = None
        self._scores: dict[str, Terms] = {}
        self._yields: dict[tuple[str, int], float] = {}
        self._rewards: dict[tuple[Reward, int, int, int], float] = {}
        self._cover: Terms | None = None
        self._spots: dict[tuple[str, int], tuple[float, float]] = {}
        self._best_spots: dict[str, tuple[str, int]] = {}
        self.die_to_come = sum(weights.pips) / len(weights.pips) * self.later
        """The worth of a die that is still to be rolled."""

    # -- what things are worth -----------------------------------------------------------------------------

    def die(self, value: int) -> float:
        """Return the worth of a die with this many pips."""
        return self.weights.pips[value - 1] * self.later

    def dice(self, effect: Effect) -> float:
        """Return the worth of dice yet to be rolled; those without a free hand take the place of worse ones."""
        return self.die_to_come * (len(effect.dice) + (self.weights.crowded - 1) * effect.crowded)

    def karma(self, levels: int, had: int) -> float:
        """Return the worth of levels of karma beside those already had; below zero for levels that are spent."""
        weights = self.weights
        low, high = sorted((had, had + levels))
        worth = sum(weights.karma * weights.karma_fade**level for level in range(low, high))
        return worth * self.later * (1 if levels >= 0 else -1)

    def upgrade(self, building: str = "") -> float:
        """Return the worth of an upgrade of a kind of building, or of the best kind."""
        player = self.player
        kinds = [building] if building else BUILDINGS
        seen = {kind: 0.0 for kind in kinds if player.may_upgrade(kind)}
        for tile in self.tops:
            for kind in tile.buildings:
                if kind in seen:
                    seen[kind] += 1.0
        if not seen:
            return 0.0
        return self.weights.upgrade * self.rounds * (0.8 + 0.12 * max(seen.values())) * self.later

    def worker(self) -> float:
        """Return the worth of one more worker for the rest of the game."""
        return self.weights.worker * self.rounds

    def finish(self, overlap: int) -> float:
        """Return the worth of bringing the markers together, if no one who has done so is ahead."""
        if overlap < 0 or self.player.overlap >= 0:
            return 0.0
        rivals = [self.state.players[seat].overlap for seat in self.state.crossed if seat != self.seat]
        return self.weights.finish if overlap > max(rivals, default=-1) else 0.0

    # -- what effects are worth ----------------------------------------------------------------------------

    def worth(self, effect: Effect, prospect: Prospect, depth: int = 0) -> Terms:
        """Return the terms of an effect: each of its amounts, and the best of its choices."""
        terms: Terms = {}
        if effect.coins or effect.fame:
            terms["fame"] = float(effect.fame)
            terms["coins"] = self.weights.coin * effect.coins
            overlap = self.player.fame + effect.fame + (prospect.money + effect.coins + 1) // 2 - BOARD.meet
            terms["finish"] = self.finish(overlap)
            terms["worker"] = self.worker() * len(effect.workers)
            if effect.bonuses and depth < DEEPEST:
                terms["bonus"] = sum(self.reward(one.reward, prospect, depth + 1) for one in effect.bonuses)
        if effect.dice:
            terms["dice"] = self.dice(effect)
        if effect.karma:
            terms["karma"] = self.karma(effect.karma, prospect.karma)
        if effect.upgrades:
            terms["upgrade"] = self.upgrade() * effect.upgrades
        if effect.yield_tiles:
            terms["yield_tile"] = self.weights.white_tile * max(0.5, self.later)
        if effect.is_first:
            terms["first"] = self.weights.first * self.later
        if effect.spaces:
            best = max((self.sail(space, prospect, depth) for space in effect.spaces), key=total)
            terms = merge(terms, best)
        if effect.chambers:
            terms["reward"] = self.best_chamber(effect.chambers, prospect, depth)
        return terms

    def reward(self, what: Reward, prospect: Prospect, depth: int = 0) -> float:
        """Return what a reward is worth now."""
        place = (what, prospect.karma, prospect.free_hands, depth)
        found = self._rewards.get(place)
        if found is None:
            found = self._rewards[place] = total(self.worth(prospect.receive(what), prospect, depth))
        return found

    def sail(self, space: int, prospect: Prospect, depth: int = 0) -> Terms:
        """Return the terms of sailing to a river space: the way, the worker at the bridge, and the reward."""
        player = self.player
        terms = {"river": self.weights.sail * (space - player.boat) * self.later}
        if "river" in player.waiting and space > BOARD.waiting["river"]:
            terms["worker"] = self.worker()
        if depth < DEEPEST:
            terms["reward"] = self.reward(self.state.river_reward(space), prospect, depth + 1)
        return terms

    def chamber(self, chamber: str, prospect: Prospect, depth: int = 0) -> Terms:
        """Return the terms of a Chamber of the palace."""
        if chamber == MASTER_BUILDER:
            if self._cover is None:
                best = max(self.covers(), key=lambda build: total(build.terms), default=None)
                self._cover = best.terms if best else {}
            return self._cover
        return self.worth(prospect.visit(chamber), prospect, depth)

    def best_chamber(self, chambers: Sequence[str], prospect: Prospect, depth: int) -> float:
        """Return the worth of the best Chamber that a river space may open."""
        if depth >= DEEPEST:
            return 2.0
        found = [chamber for chamber in chambers if depth == 0 or chamber != MASTER_BUILDER]
        return max((total(self.chamber(chamber, prospect, depth + 1)) for chamber in found), default=0.0)

    # -- building ------------------------------------------------------------------------------------------

    def payment(self, colour: str, cost: int) -> Payment | None:
        """Return the usual payment of ``cost`` pips."""
        return cheapest(tuple(self.player.values(colour)), self.player.karma, cost)

    def spent(self, payment: Payment) -> Terms:
        """Return the terms of dice and karma that are given away, below zero."""
        karma = sum(turned for _, turned in payment)
        terms = {"dice": -sum(self.die(value) for value, _ in payment)}
        if karma:
            terms["karma"] = self.karma(-karma, self.player.karma)
        return terms

    def lie(self, tile: Tile, square: str, roads: int) -> Terms:
        """Return the terms of a tile on a square in one turning: score, yields, roads and later markets."""
        if tile.id not in self._scores:
            scored = self.worth(self.prospect.build(tile), self.prospect)
            self._scores[tile.id] = {**scored, "markets": self.markets(tile)}
        yields, ways = self.spot(square, roads)
        return {**self._scores[tile.id], "yields": yields, "roads": ways}

    def spot(self, square: str, roads: int) -> tuple[float, float]:
        """Return the worth of roads on a square, for any tile: of yields that they join, and of ways that they open."""
        found = self._spots.get((square, roads))
        if found is None:
            joined = sum(self.yields(space, 1) for space in new_yields(self.player, square, roads))
            found = self._spots[square, roads] = (joined, self.roads(square, roads))
        return found

    def best_spot(self, road: str, places: Places) -> tuple[str, int]:
        """Return the square where a tile with a shape of road lies best, and its roads there."""
        found = self._best_spots.get(road)
        if found is None:
            spots = [(square, roads) for square, ways in places.items() for roads in ways]
            found = self._best_spots[road] = max(spots, key=lambda spot: sum(self.spot(*spot)))
        return found

    def yields(self, space: str, depth: int) -> float:
        """Return the worth of the reward of a yield space."""
        if (space, depth) not in self._yields:
            self._yields[space, depth] = self.reward(yield_of(self.state, self.seat, space), self.prospect, depth)
        return self._yields[space, depth]

    def markets(self, tile: Tile) -> float:
        """Return what the markets of a tile may earn in the rounds to come: more where others of their good are."""
        worth = 0.0
        for good, value in tile.markets:
            same = len(self.player.markets(good))
            worth += value * (1.0 + 0.12 * min(3, same))
        return self.weights.market * worth * min(6.0, self.rounds)

    def roads(self, square: str, roads: int) -> float:
        """Return the worth of roads: ends that lead on, yields ahead of them, and roads that are cut off."""
        player, weights, lying = self.player, self.weights, self._lying
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
        """Yield every tile that can be paid, on its best square in its best turning."""
        places = all_places(self.player)
        for tile in self.tops:
            payment = self.payment(tile.colour, tile.cost)
            if payment is not None and places[tile.road]:
                square, roads = self.best_spot(tile.road, places[tile.road])
                yield Build(tile, square, roads, merge(self.lie(tile, square, roads), self.spent(payment)))

    def lies(self, tile: Tile, places: Places) -> Iterator[Build]:
        """Yield every square and turning for a tile."""
        for square, ways in places.items():
            for roads in ways:
                yield Build(tile, square, roads, self.lie(tile, square, roads))

    def covers(self) -> Iterator[Build]:
        """Yield every tile that the Master Builder could lay on one of the province."""
        for square in can_be_covered(self.player):
            yield from self.covers_on(square)

    def covers_on(self, square: str) -> Iterator[Build]:
        """Yield every tile that the Master Builder could lay on a square. The markets below are lost."""
        player = self.player
        below = BOARD.tiles[player.province[square].tile]
        lost = {"markets": -self.markets(below)}
        for tile, price in find_covers(player, self.tops, purse_of(player), square):
            payment = self.payment(tile.colour, price)
            if payment is not None:
                ways = ways_to_cover(player, square, tile.road)
                roads = max(ways, key=lambda roads: sum(self.spot(square, roads)))
                yield Build(tile, square, roads, merge(self.lie(tile, square, roads), self.spent(payment), lost))

    # -- colours -------------------------------------------------------------------------------------------

    def needs(self) -> dict[str, float]:
        """Return the extra worth of a die of each colour: that of the best tile that one more die brings near."""
        if self._needs is None:
            self._needs = {}
            for colour in COLOURS:
                values = self.player.values(colour)
                near = [
                    sum(score(self.player, tile)) / 2 - 0.25 * max(0.0, tile.cost - sum(values) - 3.5)
                    for tile in self.tops
                    if tile.colour == colour
                ]
                self._needs[colour] = self.weights.need * max(near, default=0.0) - 0.03 * len(values)
        return self._needs

    def need(self, colour: str) -> float:
        """Return by how much a die of a colour is worth more than any die."""
        return self.needs()[colour] * self.later
