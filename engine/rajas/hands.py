"""Dadi, Karma: taking dice onto Kali, giving them back, and turning them over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

import msgspec

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import Text, why_not
from engine.rajas.asking import (
    TAKE_FEWER,
    Asked,
    AskedCount,
    ask,
    close,
    die_option,
    flip_option,
    leave_option,
    return_option,
    take_fewer_option,
    take_option,
)
from engine.rajas.board import Reward
from engine.rajas.costs import cheapest, most
from engine.rajas.facts import Player
from engine.rajas.ids import COLOUR_OF, COLOURS, H_COSTS, H_DICE, H_KARMA, TURNED, VALUE_OF
from engine.rajas.rewards import reward
from engine.rajas.state import State

Fits = Callable[[str, bool], bool]
"""A function that returns whether a die on Kali is suitable, as it lies or turned over."""

NO_KARMA = why_not("rajas.no_karma", H_KARMA)
DIE_DOES_NOT_FIT = why_not("rajas.die_does_not_fit", H_COSTS)
NONE_IN_RESERVE = why_not("rajas.none_in_reserve", H_DICE)


# -- taking dice -------------------------------------------------------------------------------------------


def make_room(state: State, seat: str, count: int) -> AskedCount:
    """Dadi: ask, with too few free hands, to take fewer dice or give some back. Returns how many may be taken."""
    player = state.players[seat]
    while player.free_hands < count:
        free = player.free_hands
        options = [take_fewer_option(free), *map(return_option, player.kinds_of_dice())]
        key = yield from ask(
            seat, "make_room", options, default=TAKE_FEWER, remaining=count - free, count=count, free=free
        )
        if key == TAKE_FEWER:
            return free
        state.give_die(seat, key.partition(":")[2])
    return count


def take_any(state: State, seat: str, count: int) -> Rule:
    """Dadi: take dice of any colours that the reserve has; all are chosen, then all are rolled."""
    count = min(count, sum(state.reserves().values()))
    count = yield from make_room(state, seat, count)
    reserves = state.reserves()
    chosen: list[str] = []
    while len(chosen) < count:
        options = [take_option(colour) for colour in COLOURS if reserves[colour]]
        gone = [close(take_option(colour), NONE_IN_RESERVE) for colour in COLOURS if not reserves[colour]]
        left = count - len(chosen)
        key = yield from ask(seat, "take", options, closed=partial(list, gone), remaining=left, subject=chosen)
        colour = key.partition(":")[2]
        reserves[colour] -= 1
        chosen.append(colour)
    for colour in chosen:
        state.take_die(seat, colour)


def take_dice(state: State, seat: str, colours: Iterable[str]) -> Rule:
    """Dadi: take dice of given colours. One that the reserve does not have is not received."""
    wanted = Counter(colours)
    there = {colour: min(count, state.reserve(colour)) for colour, count in wanted.items()}
    free = yield from make_room(state, seat, sum(there.values()))
    while sum(there.values()) > free:
        options = [leave_option(colour) for colour, count in there.items() if count]
        key = yield from ask(seat, "leave", options, remaining=sum(there.values()) - free)
        there[key.partition(":")[2]] -= 1
    for colour, count in there.items():
        for _ in range(count):
            state.take_die(seat, colour)


@reward("dice")
def gain_any_dice(state: State, seat: str, what: Reward) -> Rule:
    """Fiume: take ``amount`` dice of any colours."""
    yield from take_any(state, seat, what.amount)


@reward("dice_of")
def gain_dice(state: State, seat: str, what: Reward) -> Rule:
    """Navaratnas, Ganga: take one die of each colour shown."""
    yield from take_dice(state, seat, what.words)


@reward("karma_dice")
def gain_karma_dice(state: State, seat: str, what: Reward) -> Rule:
    """Fiume: take one die of the colour shown for each level of karma."""
    yield from take_dice(state, seat, what.words * state.players[seat].karma)


@reward("dice_by_karma")
def gain_dice_by_karma(state: State, seat: str, what: Reward) -> Rule:
    """Ganga: take as many dice of any colours as the player has levels of karma."""
    yield from take_any(state, seat, state.players[seat].karma)


# -- giving dice -------------------------------------------------------------------------------------------


def shows(*values: int) -> Fits:
    """Pagamento in dadi: return a test whether a die shows one of some values when it is given back."""
    return lambda die, turned: VALUE_OF[TURNED[die] if turned else die] in values


def any_die(die: str, turned: bool) -> bool:
    """Pagamento in dadi: return True, since a die of any value is accepted."""
    return True


def usable(player: Player, fits: Fits, better: Callable[[str], bool] | None = None) -> tuple[list[str], list[str]]:
    """Karma: return the dice that are suitable as they lie, and those that are when turned over.

    ``better`` selects the dice that are worth turning; by default those that do not fit as they lie.
    """
    kinds = player.kinds_of_dice()
    dice = [die for die in kinds if fits(die, False)]
    if player.karma <= 0:
        return dice, []
    flips = [die for die in kinds if fits(die, True) and (better(die) if better else die not in dice)]
    return dice, flips


def can_use(player: Player, fits: Fits) -> bool:
    """Pagamento in dadi: return whether any die is suitable, turned over with karma if necessary."""
    return any(fits(die, False) or (player.karma > 0 and fits(die, True)) for die in player.dice)


class DieCost(msgspec.Struct, frozen=True):
    """A die that an action takes: which are suitable, which are worth turning over, and which one is usually given.

    ``better`` selects the dice that are worth turning; by default those that do not fit as they lie. ``prefer`` gives
    the usual one the lowest number. ``coins`` gives the coins for a value of the die, where they depend on it.
    """

    fits: Fits
    better: Callable[[str], bool] | None = None
    prefer: Callable[[str], int] = lambda die: 0
    coins: Callable[[int], int] | None = None

    def count_coins(self, value: int) -> int | None:
        """Return the coins for a die that shows a value, or None where they do not depend on it."""
        return self.coins(value) if self.coins is not None else None

    def keys(self, player: Player) -> list[str]:
        """Return the suitable dice as answers: first as they lie, then turned over."""
        dice, flips = usable(player, self.fits, self.better)
        return [*(f"die:{die}" for die in dice), *(f"flip:{die}" for die in flips)]

    def usual(self, player: Player) -> str:
        """Return the die that is usually given, as an answer; an empty string if none is suitable."""
        keys = self.keys(player)
        return min(keys, key=lambda key: (key[0] == "f", self.prefer(key.partition(":")[2])), default="")


def use_die(state: State, seat: str, action: str, cost: DieCost) -> Asked:
    """Pagamento in dadi, Karma: choose a suitable die, turn it over with karma if wished, and give it back.

    Returns the die as it was given back.
    """
    player = state.players[seat]
    dice, flips = usable(player, cost.fits, cost.better)
    options = [die_option(die, cost.count_coins(VALUE_OF[die])) for die in dice]
    options += [flip_option(die, cost.count_coins(VALUE_OF[TURNED[die]])) for die in flips]

    def closed() -> list[Option]:
        others = [die for die in player.kinds_of_dice() if die not in dice]
        karma = [close(flip_option(die), NO_KARMA) for die in others if not player.karma and cost.fits(die, True)]
        return [*(close(die_option(die), DIE_DOES_NOT_FIT) for die in others), *karma]

    default = cost.usual(player)
    key = yield from ask(seat, "die_for", options, closed=closed, default=default, action=action, for_action=action)
    return give(state, seat, key)


def give(state: State, seat: str, key: str) -> str:
    """Pagamento in dadi: give back the die of a key such as ``die:blue:4`` or ``flip:green:3``, and return the die."""
    how, _, die = key.partition(":")
    if how == "flip":
        die = state.turn_die(seat, die)
    state.give_die(seat, die)
    return die


# -- paying pips -------------------------------------------------------------------------------------------


Purse = dict[str, int]
"""The most that the dice of each colour can pay, in pips."""


def purse_of(player: Player, die: str = "", turned: bool = False) -> Purse:
    """Cava, Costruttore: return what a player could pay in each colour, with karma.

    A ``die`` may be given back first, perhaps turned over.
    """
    karma = player.karma - turned
    purse: Purse = {}
    for colour in COLOURS:
        values = player.values(colour)
        if die and COLOUR_OF[die] == colour:
            values.remove(VALUE_OF[die])
        purse[colour] = most(values, karma)
    return purse


def pay_dice(state: State, seat: str, colour: str, cost: int) -> Rule:
    """Cava, Costruttore: give back dice of a colour, one at a time, until they are worth the cost. More is allowed."""
    player = state.players[seat]
    left = cost
    while left > 0:
        values = player.values(colour)
        dice = [f"{colour}:{value}" for value in dict.fromkeys(values)]
        options, closed = payment_options(player, dice, values, left)
        value, turned = (cheapest(tuple(values), player.karma, left) or ())[-1]
        default = f"{'flip' if turned else 'die'}:{colour}:{value}"
        key = yield from ask(
            seat,
            "pay",
            options,
            closed=partial(list, closed),
            default=default,
            remaining=partial(count_payments, player, colour, left),
            subject=left,
            colour=colour,
            left=left,
        )
        left -= VALUE_OF[give(state, seat, key)]


def payment_options(player: Player, dice: list[str], values: list[int], left: int) -> tuple[list[Option], list[Option]]:
    """Return the dice that may be given back next so that the rest can be paid, and those that leave too little."""
    options: list[Option] = []
    closed: list[Option] = []
    for die in dice:
        value = VALUE_OF[die]
        others = list(values)
        others.remove(value)
        if value + most(others, player.karma) >= left:
            options.append(die_option(die))
        else:
            closed.append(close(die_option(die), too_little(left - value)))
        if value <= 3:
            if player.karma and 7 - value + most(others, player.karma - 1) >= left:
                options.append(flip_option(die))
            else:
                closed.append(close(flip_option(die), NO_KARMA if not player.karma else too_little(left - 7 + value)))
    return options, closed


def count_payments(player: Player, colour: str, left: int) -> int:
    """Cava, Costruttore: return how many dice of a colour can be given back at most for what is left to pay."""
    values, number = sorted(player.values(colour)), 0
    while left > 0 and number < len(values):
        left -= values[number]
        number += 1
    return number


def too_little(left: int) -> Text:
    """Return the reason why a die is closed: it would leave more to pay than the other dice can."""
    return why_not("rajas.too_little_left", H_COSTS, left=left)
