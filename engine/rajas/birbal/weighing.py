"""What speaks for every answer to a decision: one function for each kind of decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from engine.core.decision import Decision
from engine.rajas.asking import DECLINE, DONE, TAKE_FEWER
from engine.rajas.birbal.outlook import Build, Outlook
from engine.rajas.birbal.thoughts import Terms, merge, total
from engine.rajas.board import BOARD
from engine.rajas.hands import shows, usable
from engine.rajas.ids import (
    ASSORTED,
    CHAMBER,
    COLOUR_OF,
    GALLERY,
    HARBOUR,
    MARKET,
    MASTER_BUILDER,
    QUARRY,
    TERRACE,
    TURNED,
    VALUE_OF,
    VERANDA,
)
from engine.rajas.market import count_assorted, count_good
from engine.rajas.palace import VERANDA_COINS
from engine.rajas.quarry import Placing, yield_of
from engine.rajas.river import SMALL
from engine.rajas.roads import roads_of

Weighing = Callable[[Outlook, Decision], dict[str, Terms]]

REROLL_BELOW: Final = 3
"""Dice with fewer pips are rerolled."""


# -- where to place a worker -------------------------------------------------------------------------------


def weigh_place(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Every open space, with the best that could be made of it."""
    weighed: dict[str, Terms] = {}
    for option in decision.options:
        terms = weigh_action(outlook, option.key)
        if option.cost:
            terms = merge(terms, {"price": -outlook.weights.coin * option.cost})
        lean = outlook.weights.leans.get(option.key.partition(":")[0])
        weighed[option.key] = merge(terms, {"lean": lean}) if lean else terms
    return weighed


def weigh_action(outlook: Outlook, action: str) -> Terms:
    """What an action brings, with the best die for it."""
    kind, _, rest = action.partition(":")
    if kind == QUARRY:
        return best_of(list(outlook.builds()))
    if kind == MARKET and rest == ASSORTED:
        return outlook.gain(coins=count_assorted(outlook.player))
    if kind == VERANDA:
        low = sum(max(0.0, REROLL_BELOW + 0.5 - VALUE_OF[die]) for die in outlook.player.dice)
        return merge(outlook.gain(coins=VERANDA_COINS), {"dice": outlook.weights.pip * low * outlook.later})
    if kind == TERRACE:
        return {"dice": outlook.dice(1) if outlook.state.reserve(rest) else 0.0, "need": outlook.need(rest)}
    ways = {key: weigh_die(outlook, action, key) for key in dice_for(outlook, action)}
    return max(ways.values(), key=total, default={})


def best_of(builds: list[Build]) -> Terms:
    """What speaks for the best of some builds."""
    return max((build.terms for build in builds), key=total, default={})


def dice_for(outlook: Outlook, action: str) -> list[str]:
    """The dice that an action would take, as keys."""
    kind, _, rest = action.partition(":")
    player = outlook.player
    if kind == HARBOUR:
        dice, flips = usable(player, SMALL)
    elif kind == CHAMBER:
        dice, flips = usable(player, shows(BOARD.chambers[rest]))
    elif kind == GALLERY:
        dice, flips = [die for die in player.kinds_of_dice() if COLOUR_OF[die] == rest], []
    else:
        dice, flips = player.kinds_of_dice(), []
    return [*(f"die:{die}" for die in dice), *(f"flip:{die}" for die in flips)]


# -- dice to give back -------------------------------------------------------------------------------------


def weigh_die(outlook: Outlook, action: str, key: str) -> Terms:
    """An action with a certain die: what the action brings, less what the die and the karma are worth."""
    how, _, die = key.partition(":")
    value = VALUE_OF[TURNED[die] if how == "flip" else die]
    spent = {"dice": -outlook.die(VALUE_OF[die]), "need": -outlook.need(COLOUR_OF[die])}
    if how == "flip":
        spent["karma"] = -outlook.weights.karma * outlook.later
    return merge(spent, weigh_effect(outlook, action, value))


def weigh_effect(outlook: Outlook, action: str, value: int) -> Terms:
    """What an action brings with a die of so many pips."""
    kind, _, rest = action.partition(":")
    if kind == HARBOUR:
        spaces = outlook.state.free_spaces_ahead(outlook.seat)[:value]
        return max((outlook.sail(space) for space in spaces), key=total, default={})
    if kind == MARKET:
        return outlook.gain(coins=count_good(outlook.player, rest, value))
    if kind == GALLERY:
        colour = BOARD.galleries[rest]
        taken = min(2, outlook.state.reserve(colour))
        return {
            "dice": outlook.die(3.5) * min(taken, outlook.player.free_hands + 1),
            "need": 1.5 * outlook.need(colour),
        }
    return outlook.chamber(rest)


def weigh_die_for(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Every die that the space takes."""
    if decision.action == f"{CHAMBER}:{MASTER_BUILDER}":
        return {
            option.key: {"dice": -outlook.die(VALUE_OF[option.key.partition(":")[2]])} for option in decision.options
        }
    return {option.key: weigh_die(outlook, decision.action, option.key) for option in decision.options}


def weigh_pay(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """The dice of the usual payment, and nothing for the others."""
    return {option.key: {"payment": float(option.key == decision.default)} for option in decision.options}


# -- building ----------------------------------------------------------------------------------------------


def weigh_tile(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Every tile, where it lies best."""
    square = decision.subject
    builds = outlook.covers_on(square) if isinstance(square, str) else outlook.builds()
    return best_by(builds_by_key(list(builds), lambda build: f"tile:{build.tile.stack}"), decision)


def weigh_cover(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Every square that may be covered, with the best tile for it."""
    return best_by(builds_by_key(list(outlook.covers()), lambda build: f"square:{build.square}"), decision)


def weigh_square(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Every square for a tile, lying as it lies best there."""
    subject = decision.subject
    if not isinstance(subject, Placing):
        return {}
    builds = outlook.lies(subject.tile, subject.places, {})
    return best_by(builds_by_key(list(builds), lambda build: f"square:{build.square}"), decision)


def weigh_roads(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Every way in which the tile may lie on its square."""
    subject = decision.subject
    if not isinstance(subject, Placing):
        return {}
    return {
        option.key: outlook.lie(subject.tile, decision.space, roads_of(option.key.removeprefix("roads:").upper()))
        for option in decision.options
    }


def builds_by_key(builds: list[Build], key: Callable[[Build], str]) -> dict[str, list[Build]]:
    """Builds by the answer that leads to them."""
    found: dict[str, list[Build]] = {}
    for build in builds:
        found.setdefault(key(build), []).append(build)
    return found


def best_by(found: dict[str, list[Build]], decision: Decision) -> dict[str, Terms]:
    """The best build for every answer."""
    return {option.key: best_of(found.get(option.key, [])) for option in decision.options}


# -- what is won -------------------------------------------------------------------------------------------


def weigh_take(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Every colour, by how much a die of it is wanted; the second of a colour less."""
    chosen = Counter(decision.subject) if isinstance(decision.subject, list) else Counter[str]()
    return {
        option.key: {"need": outlook.need(option.key.partition(":")[2]) - 0.1 * chosen[option.key.partition(":")[2]]}
        for option in decision.options
    }


def weigh_leave(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """The colour that is wanted least stays."""
    return {option.key: {"need": -outlook.need(option.key.partition(":")[2])} for option in decision.options}


def weigh_make_room(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """A die with few pips makes room for one that is rolled."""
    weighed: dict[str, Terms] = {}
    for option in decision.options:
        if option.key == TAKE_FEWER:
            weighed[option.key] = {}
        else:
            die = option.key.partition(":")[2]
            better = outlook.die(3.0) - outlook.die(VALUE_OF[die])
            weighed[option.key] = {"dice": better, "need": -outlook.need(COLOUR_OF[die])}
    return weighed


def weigh_reroll(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Dice with few pips are rerolled."""
    weighed: dict[str, Terms] = {DONE: {}}
    for option in decision.options:
        if option.key != DONE:
            value = VALUE_OF[option.key.partition(":")[2]]
            weighed[option.key] = {"dice": outlook.weights.pip * (REROLL_BELOW - 0.5 - value)}
    return weighed


def weigh_upgrade(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Every kind of building, by the open tiles that show it."""
    return {option.key: {"upgrade": outlook.upgrade(option.key.partition(":")[2])} for option in decision.options}


def weigh_boat(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Every river space within reach."""
    return {option.key: outlook.sail(int(option.key.partition(":")[2])) for option in decision.options}


def weigh_chamber_free(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Every Chamber that the river opens."""
    return {option.key: outlook.chamber(option.key.partition(":")[2], 1) for option in decision.options}


def weigh_good(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Every good, by its coins."""
    return {option.key: {"coins": 0.5 * option.text.params["coins"]} for option in decision.options}


def weigh_yield_order(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """The yields that have been joined, the best first."""
    return {
        option.key: {"reward": outlook.reward(yield_of(outlook.state, outlook.seat, option.key.partition(":")[2]), 1)}
        for option in decision.options
    }


def weigh_yield_tile(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """Every yield tile, by what it would give today, less for the way to it."""
    weighed: dict[str, Terms] = {}
    for option in decision.options:
        if option.key == DECLINE:
            weighed[option.key] = {}
        else:
            tile = BOARD.yield_tiles[option.key.partition(":")[2]]
            weighed[option.key] = {"reward": 0.5 * outlook.reward(tile.reward, 1) * outlook.later}
    return weighed


def weigh_yield_space(outlook: Outlook, decision: Decision) -> dict[str, Terms]:
    """A yield space that a road is likely to reach: one with an open square beside it."""
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
"""Every kind of decision."""
