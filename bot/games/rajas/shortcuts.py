"""What is usually answered together, as one press: the best payment, dice of one colour, all low dice again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from bot.games.front import Shortcut
from bot.games.rajas.words.names import name_dice
from bot.language import Language
from engine import Game
from engine.core.decision import Decision
from engine.rajas.asking import DONE
from engine.rajas.costs import cheapest
from engine.rajas.ids import CHAMBER, COLOURS, GALLERY, MARKET, TERRACE, VALUE_OF, VERANDA

LOW: Final = 3
"""Dice up to so many pips gain by being rolled again, taken all in all."""


def divide(decision: Decision) -> Mapping[str, Sequence[str]]:
    """The options of a decision by kinds: the spaces by their areas, and the tiles, with what is on them."""
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
    """The shortcuts of what is asked now."""
    decision = game.decision
    finder = FINDERS.get(decision.kind) if decision is not None else None
    return list(finder(language, game, decision)) if finder is not None and decision is not None else []


def pay_best(language: Language, game: Game, decision: Decision) -> Iterator[Shortcut]:
    """Cava, Costruttore: the payment that spends least, where it is more than one die."""
    colour, left = str(decision.prompt.params["colour"]), int(decision.prompt.params["left"])
    player = game.state.players[decision.seat]
    payment = cheapest(tuple(player.values(colour)), player.karma, left)
    keys = follow(game, decision)
    if payment is None or len(payment) == 1 or not keys:
        return
    parts = [
        language.say("rajas.short.flipped", old=value, new=7 - value) if turned else str(value)
        for value, turned in sorted(payment)
    ]
    dice = language.say("rajas.dice", colour=colour, what=" + ".join(parts))
    yield Shortcut("pay", language.say("rajas.short.pay", what=dice), keys)


def follow(game: Game, decision: Decision) -> tuple[str, ...]:
    """The usual answers to a kind of question for as long as it is asked, up to a die or a face-down tile."""
    twin, keys = game.blind(), []
    asked: Decision | None = decision
    while asked is not None and asked.kind == decision.kind and asked.seat == decision.seat and asked.default:
        key = asked.default
        keys.append(key)
        if twin.crosses_barrier(key):
            break
        twin.choose(key)
        asked = twin.decision
    return tuple(keys)


def take_alike(language: Language, game: Game, decision: Decision) -> Iterator[Shortcut]:
    """Dadi: all the dice that come in one colour."""
    count = decision.remaining or 1
    reserves = game.state.reserves()
    chosen: Sequence[str] = decision.subject if isinstance(decision.subject, list) else ()
    if count > 1 and not chosen:
        for colour in COLOURS:
            if reserves[colour] >= count:
                words = language.say("rajas.short.same", count=count, colour=colour)
                yield Shortcut(f"alike.{colour}", words, (f"take:{colour}",) * count)


def reroll_low(language: Language, game: Game, decision: Decision) -> Iterator[Shortcut]:
    """La Terrazza Esterna: every die that is low is rolled again."""
    chosen: Sequence[str] = decision.subject if isinstance(decision.subject, list) else ()
    dice = list(game.state.players[decision.seat].dice)
    low = [die for die in dice if VALUE_OF[die] <= LOW]
    if low and not chosen:
        keys = [f"reroll:{die}" for die in low]
        if len(low) < len(dice):
            keys.append(DONE)
        yield Shortcut(
            "low", language.say("rajas.short.reroll", count=len(low), what=name_dice(language, low)), tuple(keys)
        )


FINDERS: Final[dict[str, Callable[[Language, Game, Decision], Iterator[Shortcut]]]] = {
    "pay": pay_best,
    "take": take_alike,
    "reroll": reroll_low,
}
"""The shortcuts of each kind of question."""
