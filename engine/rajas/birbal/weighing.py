"""Weights of the answers to a decision: one function for each kind of decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from engine.core.decision import Decision
from engine.core.game import Game
from engine.rajas.asking import DECLINE, DONE, TAKE_FEWER
from engine.rajas.birbal.outlook import Build, Outlook
from engine.rajas.birbal.thoughts import Terms, merge, total
from engine.rajas.birbal.weights import WEIGHTS, Weights
from engine.rajas.board import BOARD
from engine.rajas.effects import Prospect, die_cost
from engine.rajas.ids import CHAMBER, COLOUR_OF, MASTER_BUILDER, QUARRY, VALUE_OF, VERANDA
from engine.rajas.quarry import Placing
from engine.rajas.roads import roads_of

Weighing = Callable[[Outlook, Decision], dict[str, Terms]]

REROLL_BELOW: Final = 3
"""Dice with fewer pips are rerolled."""


# -- where to place a worker -------------------------------------------------------------------------------


def weigh_place(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every open space, from its best use."""
    weighed: dict[str, Terms] = {}
    for option in decision.options:
        terms = weigh_action(outlook, option.key, option.cost)
        if option.cost:
            terms = merge(terms, {"price": -outlook.weights.coin * option.cost})
        leans = outlook.weights.leans
        lean = sum(leans.get(name, 0.0) for name in {option.key, option.key.partition(":")[0]})
        weighed[option.key] = merge(terms, {"lean": lean}) if lean else terms
    return weighed


def weigh_action(outlook: Outlook, action: str, price: int = 0) -> Terms:
    """Return the terms of an action, with the best die for it."""
    if action == QUARRY:
        return best_of(list(outlook.builds()))
    cost = die_cost(outlook.state, outlook.seat, action)
    if cost is None:
        return weigh_effect(outlook, action, Prospect(outlook.state, outlook.seat, "", price))
    ways = weigh_dice(outlook, action, cost.keys(outlook.player), price).values()
    return merge(*max(ways, key=lambda way: total(way[0]) + total(way[1]), default=()))


def best_of(builds: list[Build]) -> Terms:
    """Return the terms of the best of some builds; none without a build."""
    return max((build.terms for build in builds), key=total, default={})


# -- dice to give back -------------------------------------------------------------------------------------


def weigh_dice(outlook: Outlook, action: str, keys: Iterable[str], price: int = 0) -> dict[str, tuple[Terms, Terms]]:
    """Return by answer the terms of the die and karma given for an action, and the terms of its effect then.

    The effect is the same for all dice that show the same value, turned over or not.
    """
    effects: dict[tuple[str, int], Terms] = {}
    weighed: dict[str, tuple[Terms, Terms]] = {}
    for key in keys:
        how, _, die = key.partition(":")
        value = VALUE_OF[die]
        spent = {"dice": -outlook.die(value), "need": -outlook.need(COLOUR_OF[die])}
        if how == "flip":
            spent["karma"] = outlook.karma(-1, outlook.player.karma)
        if (how, value) not in effects:
            prospect = Prospect(outlook.state, outlook.seat, key, price)
            effects[how, value] = weigh_effect(outlook, action, prospect)
        weighed[key] = (spent, effects[how, value])
    return weighed


def weigh_effect(outlook: Outlook, action: str, prospect: Prospect) -> Terms:
    """Return the terms of an action's effect once its die is given back, preferred colours and rerolls included."""
    kind, _, rest = action.partition(":")
    if kind == CHAMBER:
        return outlook.chamber(rest, prospect)
    effect = prospect.act(action)
    terms = outlook.worth(effect, prospect)
    if kind == VERANDA:
        low = sum(max(0.0, REROLL_BELOW + 0.5 - VALUE_OF[die]) for die in outlook.player.dice)
        terms["dice"] = outlook.weights.reroll * low * outlook.later
    elif effect.dice:
        # Each further die of a colour is worth half as much as the first.
        terms["need"] = 0.5 * (1 + len(effect.dice)) * outlook.need(effect.dice[0])
    return terms


def weigh_die_for(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every die that the space takes."""
    if decision.action == f"{CHAMBER}:{MASTER_BUILDER}":
        return {
            option.key: {"dice": -outlook.die(VALUE_OF[option.key.partition(":")[2]])} for option in decision.options
        }
    weighed = weigh_dice(outlook, decision.action, [option.key for option in decision.options])
    return {key: merge(*parts) for key, parts in weighed.items()}


def weigh_pay(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every die to pay with: 1 for the one in the usual payment, 0 for the others."""
    return {option.key: {"payment": float(option.key == decision.default)} for option in decision.options}


# -- building ----------------------------------------------------------------------------------------------


def weigh_tile(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every tile, where it lies best."""
    square = decision.subject
    builds = outlook.covers_on(square) if isinstance(square, str) else outlook.builds()
    return best_by(builds_by_key(list(builds), lambda build: f"tile:{build.tile.stack}"), decision)


def weigh_cover(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every square that may be covered, with the best tile for it."""
    return best_by(builds_by_key(list(outlook.covers()), lambda build: f"square:{build.square}"), decision)


def weigh_square(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every square for a tile, in its best turning there."""
    subject = decision.subject
    if not isinstance(subject, Placing):
        return {}
    builds = outlook.lies(subject.tile, subject.places)
    return best_by(builds_by_key(list(builds), lambda build: f"square:{build.square}"), decision)


def weigh_roads(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every turning of the tile on its square."""
    subject = decision.subject
    if not isinstance(subject, Placing):
        return {}
    return {
        option.key: outlook.lie(subject.tile, decision.space, roads_of(option.key.removeprefix("roads:").upper()))
        for option in decision.options
    }


def builds_by_key(builds: list[Build], key: Callable[[Build], str]) -> dict[str, list[Build]]:
    """Group builds by the answer that leads to them."""
    found: dict[str, list[Build]] = {}
    for build in builds:
        found.setdefault(key(build), []).append(build)
    return found


def best_by(found: dict[str, list[Build]], decision: Decision) -> dict[str, Terms]:
    """Return the terms of the best build for every answer."""
    return {option.key: best_of(found.get(option.key, [])) for option in decision.options}


# -- dice, goods and yields ------------------------------------------------------------------------------------


def weigh_take(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every colour: the value of a die of it, less for each that is already chosen."""
    chosen = Counter(decision.subject) if isinstance(decision.subject, list) else Counter[str]()
    return {
        option.key: {"need": outlook.need(option.key.partition(":")[2]) - 0.1 * chosen[option.key.partition(":")[2]]}
        for option in decision.options
    }


def weigh_leave(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every colour to leave in the reserve: the one with the least value is best."""
    return {option.key: {"need": -outlook.need(option.key.partition(":")[2])} for option in decision.options}


def weigh_make_room(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every die to give back: one with few pips makes room for one that is rolled."""
    weighed: dict[str, Terms] = {}
    for option in decision.options:
        if option.key == TAKE_FEWER:
            weighed[option.key] = {}
        else:
            die = option.key.partition(":")[2]
            better = outlook.die(3) - outlook.die(VALUE_OF[die])
            weighed[option.key] = {"dice": better, "need": -outlook.need(COLOUR_OF[die])}
    return weighed


def weigh_reroll(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every die to reroll: those with few pips are worth it."""
    weighed: dict[str, Terms] = {DONE: {}}
    for option in decision.options:
        if option.key != DONE:
            value = VALUE_OF[option.key.partition(":")[2]]
            weighed[option.key] = {"dice": outlook.weights.reroll * (REROLL_BELOW - 0.5 - value)}
    return weighed


def weigh_upgrade(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every kind of building, from the open tiles that show it."""
    return {option.key: {"upgrade": outlook.upgrade(option.key.partition(":")[2])} for option in decision.options}


def weigh_boat(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every river space within reach."""
    return {
        option.key: outlook.sail(int(option.key.partition(":")[2]), outlook.prospect) for option in decision.options
    }


def weigh_chamber_free(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every Chamber that the river opens."""
    return {
        option.key: outlook.chamber(option.key.partition(":")[2], outlook.prospect, 1) for option in decision.options
    }


def weigh_good(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every good: its coins."""
    coin = outlook.weights.coin
    return {option.key: {"coins": coin * option.text.params["coins"]} for option in decision.options}


def weigh_yield_order(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every yield that has been joined: its reward."""
    return {option.key: {"reward": outlook.yields(option.key.partition(":")[2], 1)} for option in decision.options}


def weigh_yield_tile(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every yield tile: what it would give now, less for the way to it."""
    weighed: dict[str, Terms] = {}
    for option in decision.options:
        if option.key == DECLINE:
            weighed[option.key] = {}
        else:
            tile = BOARD.yield_tiles[option.key.partition(":")[2]]
            weighed[option.key] = {"reward": 0.5 * outlook.reward(tile.reward, outlook.prospect, 1) * outlook.later}
    return weighed


def weigh_yield_space(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Return the terms of every yield space: more for one with open squares beside it, which a road can reach."""
    province = outlook.player.province
    weighed: dict[str, Terms] = {}
    for option in decision.options:
        space = option.key.partition(":")[2]
        open_sides = sum(
            square not in province for square, sides in BOARD.joins.items() for one in sides.values() if one == space
        )
        weighed[option.key] = {"roads": 0.1 * open_sides}
    return weighed


WEIGHINGS: Final[dict[str, Weighing]] = {
    "place": weigh_place,
    "die_for": weigh_die_for,
    "pay": weigh_pay,
    "tile": weigh_tile,
    "cover": weigh_cover,
    "square": weigh_square,
    "roads": weigh_roads,
    "take": weigh_take,
    "leave": weigh_leave,
    "make_room": weigh_make_room,
    "reroll": weigh_reroll,
    "upgrade": weigh_upgrade,
    "boat": weigh_boat,
    "chamber_free": weigh_chamber_free,
    "good": weigh_good,
    "yield_order": weigh_yield_order,
    "yield_tile": weigh_yield_tile,
    "yield_space": weigh_yield_space,
}
"""The function that weighs the answers, by the kind of decision."""


def weigh(game: Game, decision: Decision, weights: Weights = WEIGHTS) -> dict[str, Terms]:
    """Return the terms of every allowed answer to a decision, by its key. Of equal answers, the first is taken."""
    weighed = WEIGHINGS[decision.kind](Outlook(game.state, decision.seat, weights), decision)
    return {option.key: weighed.get(option.key, {}) for option in decision.options}
