"""Shortcuts: several answers in one click, for a payment, the place of a tile, a river move, or dice.

This module also divides the options of a question into lists (`divide`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from bot.games.answers import Shortcut
from bot.games.rajas.words.about import name_now
from bot.games.rajas.words.names import name_dice, name_tile
from bot.language import Language
from engine import Game
from engine.core.decision import Decision
from engine.rajas.asking import DONE
from engine.rajas.birbal.outlook import Outlook
from engine.rajas.birbal.thoughts import total
from engine.rajas.costs import cheapest
from engine.rajas.effects import Prospect
from engine.rajas.ids import CHAMBER, COLOURS, GALLERY, HARBOUR, MARKET, QUARRY, TERRACE, TURNED, VALUE_OF, VERANDA
from engine.rajas.quarry import Placing, new_yields, open_tiles, yield_of
from engine.rajas.roads import NAMES

LOW: Final = 3
"""The most pips of a die that a reroll usually improves."""


class TilePlace(msgspec.Struct, frozen=True):
    """The best place for a tile by Birbal's evaluation.

    ``keys`` are the answers that choose the place, ``joined`` the yields that the tile would join there.
    """

    keys: tuple[str, ...]
    tile: str
    square: str
    roads: int
    joined: tuple[str, ...]


def divide(decision: Decision) -> Mapping[str, Sequence[str]]:
    """Return the lists of a decision's options: areas for a placement, or all tiles. Other options become buttons."""
    keys = [option.key for option in decision.options]
    if decision.kind == "place":
        dice = (VERANDA, TERRACE, GALLERY)
        return {
            "rajas.market": [key for key in keys if key.partition(":")[0] == MARKET],
            "rajas.palace": [key for key in keys if key.partition(":")[0] in dice],
            "rajas.chamber": [key for key in keys if key.partition(":")[0] == CHAMBER],
        }
    if decision.kind == "tile":
        return {"rajas.tile": keys}
    return {}


def list_shortcuts(language: Language, game: Game) -> Sequence[Shortcut]:
    """Return the shortcuts for the pending question; an empty list if its kind has none."""
    decision = game.decision
    finder = FINDERS.get(decision.kind) if decision is not None else None
    return list(finder(language, game, decision)) if finder is not None and decision is not None else []


def make(game: Game, name: str, words: str, keys: Sequence[str]) -> Shortcut:
    """Return a shortcut for some keys, with ``is_end`` if the last key crosses a barrier. The game is not changed."""
    twin = game.blind()
    for key in keys[:-1]:
        twin.choose(key)
    return Shortcut(name, words, tuple(keys), twin.crosses_barrier(keys[-1]))


def pay_best(language: Language, game: Game, decision: Decision) -> Iterator[Shortcut]:
    """Cava, Costruttore: yield the cheapest payment with the best place for the tile, and then the payment alone.

    A payment of one die is not offered alone, because that die has a button.
    """
    colour, left = str(decision.prompt.params["colour"]), int(decision.prompt.params["left"])
    player = game.state.players[decision.seat]
    payment = cheapest(tuple(player.values(colour)), player.karma, left)
    keys = follow(game, decision)
    if payment is None or not keys:
        return
    pay = language.say("rajas.short.pay", what=name_payment(language, colour, sorted(payment)))
    place = find_place(game, keys)
    if place is not None:
        where = name_place(language, game, decision.seat, place)
        yield make(game, "whole", language.put_together("clauses", (pay, where)), (*keys, *place.keys))
    if len(payment) > 1:
        yield make(game, "pay", pay, keys)


def name_payment(language: Language, colour: str, payment: Iterable[tuple[int, bool]]) -> str:
    """Return a payment as text, “orange 5 + 2 turned to 5”, from each die's pips and whether karma turns it over."""
    parts = [
        language.say("rajas.short.flipped", old=value, new=7 - value) if turned else str(value)
        for value, turned in payment
    ]
    return language.say("rajas.dice", colour=colour, what=language.put_together("actions", parts))


def name_only_tile(language: Language, game: Game, decision: Decision) -> Iterator[Shortcut]:
    """Cava: yield a button for the quarry that names the tile, if only one tile can be afforded.

    The button also names the dice if no other payment is possible. Otherwise the payment is asked for next.
    """
    option = decision.option(QUARRY)
    tiles = open_tiles(game.state, game.state.players[decision.seat])
    if option is None or not option.enabled or len(tiles) > 1:
        return
    words = language.say("ui.option.aside", what=option.text, aside=language.say("ui.cost", count=option.cost))
    payment: list[tuple[int, bool]] = []
    is_turned = False
    for change in game.look_ahead((QUARRY,)).changes:
        if change.verb == "give_die":
            value = int(change.old or 0)
            payment.append((7 - value if is_turned else value, is_turned))
        is_turned = change.verb == "turn_die"
    dice = name_payment(language, tiles[0].colour, payment)
    twin = game.blind()
    is_asked = twin.draft(QUARRY) is not None and twin.decision is not None and twin.decision.kind == "pay"
    key = "rajas.short.only_tile_payable" if is_asked else "rajas.short.only_tile"
    yield make(game, QUARRY, language.say(key, what=words, tile=name_tile(language, tiles[0]), dice=dice), (QUARRY,))


def lay_best(language: Language, game: Game, decision: Decision) -> Iterator[Shortcut]:
    """La Plancia Provincia: yield a shortcut that lays the tile on its best square in the best rotation."""
    place = find_place(game)
    if place is not None:
        yield make(game, "place", name_place(language, game, decision.seat, place), place.keys)


def find_place(game: Game, keys: Sequence[str] = ()) -> TilePlace | None:
    """Return the best place for the tile, or None unless ``keys`` lead to the question about its place."""
    twin = game.blind()
    for key in keys:
        if twin.draft(key) is None:
            return None
    decision = twin.decision
    subject = decision.subject if decision is not None else None
    if decision is None or not isinstance(subject, Placing) or decision.kind not in ("square", "roads"):
        return None
    best = max(Outlook(twin.state, decision.seat).lies(subject.tile, subject.places), key=lambda one: total(one.terms))
    square, roads = f"square:{best.square}", f"roads:{NAMES[best.roads].lower()}"
    joined = tuple(new_yields(twin.state.players[decision.seat], best.square, best.roads))
    answers = [square] if decision.kind == "square" else [roads]
    lies = decision.kind == "square" and twin.draft(square) is not None
    if lies and twin.decision is not None and roads in twin.decision.keys:
        answers.append(roads)
    return TilePlace(tuple(answers), subject.tile.id, best.square, best.roads, joined)


def name_place(language: Language, game: Game, seat: str, place: TilePlace) -> str:
    """Return a place as text, with the rewards of the yields joined there, such as “c2 └ up, right: 5 coins”."""
    where = language.say("rajas.short.place", square=place.square, roads=NAMES[place.roads])
    if not place.joined:
        return where
    prospect = Prospect(game.state, seat)
    rewards = [name_now(language, prospect, yield_of(game.state, seat, space)) for space in place.joined]
    return language.say("rajas.short.brings", what=where, reward=language.put_together("items", rewards))


def sail_best(language: Language, game: Game, decision: Decision) -> Iterator[Shortcut]:
    """IV. Yield a shortcut from the harbour to every river space within reach, with the least valuable die for it."""
    if decision.action != HARBOUR:
        return
    spaces = game.state.free_spaces_ahead(decision.seat)
    ways = [option.key for option in decision.options]
    for steps, space in enumerate(spaces[: max(map(pips_of, ways))], 1):
        # The least valuable die needs no karma, and has the fewest pips. Of equal dice the first is taken.
        key = min((key for key in ways if pips_of(key) >= steps), key=lambda one: (one[0] == "f", pips_of(one)))
        twin, keys, sail = game.blind(), [key], f"river:{space}"
        if twin.draft(key) is not None and twin.decision is not None and sail in twin.decision.keys:
            keys.append(sail)
        die = key.partition(":")[2]
        what = name_dice(language, [die])
        if key.startswith("flip"):
            what = language.say("rajas.short.flipped", old=what, new=VALUE_OF[TURNED[die]])
        reward = name_now(language, Prospect(game.state, decision.seat, key), game.state.river_reward(space))
        yield make(
            game, f"sail.{space}", language.say("rajas.short.sail", what=what, number=space, reward=reward), keys
        )


def pips_of(key: str) -> int:
    """Return the pips of the die that a key gives back, after it was turned over if the key says so."""
    how, _, die = key.partition(":")
    return VALUE_OF[TURNED[die] if how == "flip" else die]


def follow(game: Game, decision: Decision) -> tuple[str, ...]:
    """Return the usual answers to a question as long as questions of the same kind follow, up to a barrier."""
    twin, keys = game.blind(), []
    asked: Decision | None = decision
    while asked is not None and asked.kind == decision.kind and asked.seat == decision.seat and (key := asked.usual):
        keys.append(key)
        if twin.draft(key) is None:
            break
        asked = twin.decision
    return tuple(keys)


def take_alike(language: Language, game: Game, decision: Decision) -> Iterator[Shortcut]:
    """Dadi: yield a shortcut for each colour of which the reserve has enough dice: take all dice in that colour."""
    count = decision.remaining or 1
    reserves = game.state.reserves()
    chosen: Sequence[str] = decision.subject if isinstance(decision.subject, list) else ()
    if count > 1 and not chosen:
        for colour in COLOURS:
            if reserves[colour] >= count:
                words = language.say("rajas.short.same", count=count, colour=colour)
                yield make(game, f"alike.{colour}", words, (f"take:{colour}",) * count)


def reroll_low(language: Language, game: Game, decision: Decision) -> Iterator[Shortcut]:
    """La Terrazza Esterna: yield a shortcut that rolls every low die again (`LOW`), if there is one."""
    chosen: Sequence[str] = decision.subject if isinstance(decision.subject, list) else ()
    dice = list(game.state.players[decision.seat].dice)
    low = [die for die in dice if VALUE_OF[die] <= LOW]
    if low and not chosen:
        keys = [f"reroll:{die}" for die in low]
        if len(low) < len(dice):
            keys.append(DONE)
        words = language.say("rajas.short.reroll", count=len(low), what=name_dice(language, low))
        yield make(game, "low", words, keys)


FINDERS: Final[dict[str, Callable[[Language, Game, Decision], Iterator[Shortcut]]]] = {
    "place": name_only_tile,
    "pay": pay_best,
    "square": lay_best,
    "die_for": sail_best,
    "take": take_alike,
    "reroll": reroll_low,
}
"""The function that yields the shortcuts of a question, by its kind."""
