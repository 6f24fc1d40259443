"""Effects of an answer now: amounts from public information, for lists, reasons, advice and Birbal.

Nothing here rolls a die or looks below a top tile: dice are only counted, and the effects of their pips or of a drawn
tile are left out. The state is not changed. The payment is taken into account: the hand of Kali that a die leaves, the
karma that turns it over, the coins of the space.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec

from engine.core.text import Text, text, why_not
from engine.rajas.board import BOARD, Bonus, Reward, Tile
from engine.rajas.facts import Facts, Player
from engine.rajas.hands import DieCost
from engine.rajas.ids import (
    ASSORTED,
    BUILDINGS,
    CHAMBER,
    COLOUR_OF,
    COLOURS,
    DANCER,
    FREE_CHAMBERS,
    GALLERY,
    GOODS,
    GREAT_MOGUL,
    H_DICE,
    H_KARMA,
    H_MARKET,
    H_PALACE,
    HARBOUR,
    MARKET,
    MOST_KARMA,
    MOST_UPGRADES,
    PORTUGUESE,
    RAJA,
    TERRACE,
    TURNED,
    VALUE_OF,
    VERANDA,
    YOGI,
)
from engine.rajas.market import count_assorted, count_good, good_cost
from engine.rajas.palace import (
    DANCER_DICE,
    GALLERY_DICE,
    MOGUL_FAME,
    PORTUGUESE_STEPS,
    RAJA_COINS,
    VERANDA_COINS,
    YOGI_KARMA,
    chamber_cost,
    gallery_cost,
    why_chamber_closed,
)
from engine.rajas.quarry import score
from engine.rajas.river import HARBOUR_COST, HARBOUR_PIPS
from engine.rajas.tracks import counted


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """The effect of an answer for its seat now.

    ``coins`` and ``fame`` are those for which the tracks have room, ``karma`` and ``upgrades`` the levels and steps
    that are left to be made. ``dice`` are those that the reserve has and that will be rolled, by colour, or an empty
    string for one of any colour; ``crowded`` of them have no free hand. ``spaces`` are the river spaces where the boat
    may stop, and ``chambers`` the Chambers that may be visited: one of them is chosen. ``yield_tiles`` counts those
    drawn or chosen. ``bonuses`` of the tracks and waiting ``workers`` are reached by the coins and the fame; what the
    bonuses bring is not part of the other amounts.
    """

    coins: int = 0
    fame: int = 0
    karma: int = 0
    upgrades: int = 0
    dice: tuple[str, ...] = ()
    crowded: int = 0
    yield_tiles: int = 0
    is_first: bool = False
    spaces: tuple[int, ...] = ()
    chambers: tuple[str, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    workers: tuple[str, ...] = ()

    @property
    def rewards(self) -> list[Reward]:
        """Return the effect as rewards for a text, as far as it contains no choice."""
        amounts = {"upgrade": self.upgrades, "coins": self.coins, "fame": self.fame, "karma": self.karma}
        found = [Reward(kind, amount) for kind, amount in amounts.items() if amount]
        if self.dice and not any(self.dice):
            found.append(Reward("dice", len(self.dice)))
        elif self.dice:
            found.append(Reward("dice_of", words=self.dice))
        return found


NOTHING: Final = Effect()


class Prospect:
    """A seat's means once it has paid: its coins, karma and free hands, and the dice of the reserve.

    ``key`` is the die that it gives back, as an answer: ``die:blue:4``, ``flip:green:3``, or an empty string.
    """

    __slots__ = ("facts", "free_hands", "given", "karma", "money", "player", "seat", "value")

    def __init__(self, facts: Facts, seat: str, key: str = "", price: int = 0) -> None:
        how, _, die = key.partition(":")
        self.facts, self.seat = facts, seat
        self.player = player = facts.players[seat]
        self.money = player.money - price
        self.karma = player.karma - (how == "flip")
        self.free_hands = player.free_hands + bool(die)
        self.given = COLOUR_OF.get(die, "")
        self.value = VALUE_OF[TURNED[die] if how == "flip" else die] if die else 0

    # -- amounts -------------------------------------------------------------------------------------------

    def advance(self, coins: int = 0, fame: int = 0) -> Effect:
        """Bonus sui tracciati: return the effect of coins and fame, with the bonuses and workers on the way."""
        player = self.player
        money = min(BOARD.money_last, self.money + coins)
        after = min(BOARD.fame_last, player.fame + fame)
        bonuses: list[Bonus] = []
        if after > player.fame:
            bonuses += [one for one in BOARD.fame_bonuses if player.fame < one.space <= after]
        if coins and player.bonus < len(BOARD.money_bonuses):
            bonuses += [one for one in BOARD.money_bonuses[player.bonus :] if one.space <= money]
        workers: list[str] = []
        if player.waiting:
            if after >= BOARD.waiting["fame"] and "fame" in player.waiting:
                workers.append("fame")
            if money >= BOARD.waiting["money"] and "money" in player.waiting:
                workers.append("money")
        return Effect(
            coins=max(0, money - self.money),
            fame=after - player.fame,
            bonuses=tuple(bonuses),
            workers=tuple(workers),
        )

    def raise_karma(self, levels: int) -> int:
        """Karma: return for how many levels there is room."""
        return min(levels, MOST_KARMA - self.karma)

    def upgrade(self, steps: int) -> int:
        """I miglioramenti: return how many steps buildings can still make, up to ``steps``."""
        return min(steps, sum(MOST_UPGRADES - self.player.upgrades[building] for building in BUILDINGS))

    def reserve(self, colour: str) -> int:
        """Dadi: return how many dice of a colour lie in the reserve once the seat has given back its own."""
        return self.facts.reserve(colour) + (self.given == colour)

    def take_any(self, count: int) -> Effect:
        """Dadi: return the effect of taking dice of any colours, as many as the reserve has."""
        count = min(count, sum(map(self.reserve, COLOURS)))
        return Effect(dice=("",) * count, crowded=max(0, count - self.free_hands))

    def take_dice(self, colours: Sequence[str]) -> Effect:
        """Dadi: return the effect of taking dice of the colours shown, as far as the reserve has them."""
        there: list[str] = []
        for colour in dict.fromkeys(colours):
            there += [colour] * min(colours.count(colour), self.reserve(colour))
        return Effect(dice=tuple(there), crowded=max(0, len(there) - self.free_hands))

    def sail(self, steps: int) -> Effect:
        """IV. Return the effect of sailing: the spaces where the boat may stop within ``steps`` free ones."""
        return Effect(spaces=tuple(self.facts.free_spaces_ahead(self.seat)[:steps]))

    def best_good(self, at_most: int) -> int:
        """Fiume: return the coins for the best single good, with up to ``at_most`` markets."""
        return max(count_good(self.player, good, at_most) for good in GOODS)

    def list_chambers(self, chambers: Iterable[str]) -> Effect:
        """Fiume, Ganga: return the effect of a free Chamber: those that may be visited without a die."""
        return Effect(
            chambers=tuple(
                chamber for chamber in chambers if why_chamber_closed(self.facts, self.seat, chamber, free=True) is None
            )
        )

    # -- what gives them -----------------------------------------------------------------------------------

    def receive(self, reward: Reward) -> Effect:
        """Return the effect of a reward now."""
        found = REWARDS.get(reward.kind)
        if found is not None:
            return found(self, reward)
        amount = counted(self.player, reward) if reward.kind != KARMA_COUNTED else reward.amount * self.karma
        return self.advance(coins=amount) if reward.kind.startswith("coins") else self.advance(fame=amount)

    def build(self, tile: Tile) -> Effect:
        """I. Return the score of a tile when it is added, without yields, which depend on its square."""
        return self.advance(*score(self.player, tile))

    def visit(self, chamber: str) -> Effect:
        """III. Return the effect of a person of the palace, without the tiles that the Master Builder chooses later."""
        if chamber == GREAT_MOGUL:
            return msgspec.structs.replace(self.advance(fame=MOGUL_FAME), is_first=True)
        if chamber == DANCER:
            return msgspec.structs.replace(self.take_any(DANCER_DICE), yield_tiles=1)
        if chamber == YOGI:
            return msgspec.structs.replace(self.take_any(1), karma=self.raise_karma(YOGI_KARMA))
        if chamber == RAJA:
            return msgspec.structs.replace(self.advance(coins=RAJA_COINS), upgrades=self.upgrade(1))
        if chamber == PORTUGUESE:
            return Effect(spaces=self.sail(PORTUGUESE_STEPS).spaces[PORTUGUESE_STEPS - 1 :])
        return NOTHING

    def act(self, action: str) -> Effect:
        """Return the effect of the action of a space for workers, with the die that is given back for it."""
        kind, _, rest = action.partition(":")
        if kind == MARKET:
            if rest == ASSORTED:
                return self.advance(coins=count_assorted(self.player))
            return self.advance(coins=count_good(self.player, rest, self.value))
        if kind == VERANDA:
            return self.advance(coins=VERANDA_COINS)
        if kind == TERRACE:
            return self.take_dice((rest,))
        if kind == GALLERY:
            return self.take_dice((BOARD.galleries[rest],) * GALLERY_DICE)
        if kind == CHAMBER:
            return self.visit(rest)
        return self.sail(self.value) if kind == HARBOUR else NOTHING


KARMA_COUNTED: Final = "fame_per_karma"
REWARDS: Final[dict[str, Callable[[Prospect, Reward], Effect]]] = {
    "coins": lambda prospect, what: prospect.advance(coins=what.amount),
    "fame": lambda prospect, what: prospect.advance(fame=what.amount),
    "karma": lambda prospect, what: Effect(karma=prospect.raise_karma(what.amount)),
    "upgrade": lambda prospect, what: Effect(upgrades=prospect.upgrade(what.amount)),
    "dice": lambda prospect, what: prospect.take_any(what.amount),
    "dice_of": lambda prospect, what: prospect.take_dice(what.words),
    "karma_dice": lambda prospect, what: prospect.take_dice(what.words * prospect.karma),
    "dice_by_karma": lambda prospect, what: prospect.take_any(prospect.karma),
    "assorted": lambda prospect, what: prospect.advance(coins=count_assorted(prospect.player)),
    "one_good": lambda prospect, what: prospect.advance(coins=prospect.best_good(what.amount)),
    "boat": lambda prospect, what: prospect.sail(1),
    "advance": lambda prospect, what: prospect.sail(what.amount),
    "chamber": lambda prospect, what: prospect.list_chambers(what.words or FREE_CHAMBERS),
}
"""The effect of every kind of reward; those not named count something the player has."""


# -- dice that an action takes -----------------------------------------------------------------------------


def die_cost(facts: Facts, seat: str, action: str) -> DieCost | None:
    """Pagamento in dadi: return the die that an action takes, or None where it takes none."""
    kind, _, rest = action.partition(":")
    if kind == CHAMBER:
        return chamber_cost(facts, seat, rest)
    if kind == MARKET:
        return good_cost(facts.players[seat], rest) if rest != ASSORTED else None
    if kind == GALLERY:
        return gallery_cost(rest)
    return HARBOUR_COST if kind == HARBOUR else None


class Use(msgspec.Struct, frozen=True):
    """The result of placing a worker now: the die that is usually given back, as an answer, and what it brings.

    ``value`` is the value of the die then. Without a suitable die, ``key`` is empty, and ``value`` is the one it should
    show.
    """

    key: str
    value: int
    effect: Effect


def foresee_action(facts: Facts, seat: str, action: str) -> Use:
    """Return the effect of a space for workers for a seat now, after its price and the usual die are paid."""
    player, price = facts.players[seat], facts.free_slot(action)[1]
    cost = die_cost(facts, seat, action)
    key = cost.usual(player) if cost is not None else ""
    prospect = Prospect(facts, seat, key, price)
    if cost is not None and not key:
        prospect.value = wanted_value(player, action)
    return Use(key, prospect.value, prospect.act(action))


def wanted_value(player: Player, action: str) -> int:
    """Return the value that a die for an action should show: that of the Chamber, or as many pips as are useful."""
    kind, _, rest = action.partition(":")
    if kind == CHAMBER:
        return BOARD.chambers[rest]
    return len(player.markets(rest)) if kind == MARKET else max(HARBOUR_PIPS)


# -- what brings nothing, or only in part ------------------------------------------------------------------


def find_shortfalls(facts: Facts, seat: str, actions: Iterable[str]) -> dict[str, Text]:
    """Return which of some actions would now bring a seat nothing, or less than is printed, each with the reason."""
    found = {action: find_shortfall(facts, seat, action) for action in actions}
    return {action: reason for action, reason in found.items() if reason is not None}


def find_shortfall(facts: Facts, seat: str, action: str) -> Text | None:
    """Return why an action would now bring a seat nothing, or less than is printed, or None."""
    kind, _, rest = action.partition(":")
    if kind not in (MARKET, TERRACE, GALLERY, CHAMBER):
        return None
    effect = foresee_action(facts, seat, action).effect
    if kind == MARKET:
        return why_idle(H_MARKET, text("rajas.about.market_none")) if effect == NOTHING else None
    if kind == TERRACE:
        return find_missing_dice(effect, 1, rest)
    if kind == GALLERY:
        return find_missing_dice(effect, GALLERY_DICE, BOARD.galleries[rest])
    if rest == DANCER:
        return find_missing_dice(effect, DANCER_DICE)
    if rest == YOGI and effect == NOTHING:
        return why_idle(H_KARMA, text("rajas.about.nothing"))
    if rest == YOGI and effect.karma < YOGI_KARMA:
        return why_not("rajas.part_karma", H_KARMA, count=effect.karma, of=YOGI_KARMA)
    return why_not("rajas.part_upgrade", H_PALACE) if rest == RAJA and not effect.upgrades else None


def find_missing_dice(effect: Effect, wanted: int, colour: str = "") -> Text | None:
    """Dadi: return why fewer dice come than are printed, or None."""
    count = len(effect.dice)
    if effect == NOTHING:
        return why_idle(H_DICE, text("rajas.about.none_in_reserve", colour=colour))
    return why_not("rajas.part_dice", H_DICE, count=count, of=wanted) if count < wanted else None


def why_idle(rule: str, reason: Text) -> Text:
    """Return the reason why an action may be chosen although it would change nothing."""
    return why_not("idle", rule, reason=reason)
