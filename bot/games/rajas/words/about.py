"""The second line of an option in a list: its cost, gain or features for the seat that must decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.games.rajas.words.names import draw_roads, name_features, name_reward
from bot.language import Language
from engine.core.decision import Option
from engine.rajas.board import BOARD, Reward
from engine.rajas.effects import Effect, Prospect, Use, foresee_action
from engine.rajas.ids import ASSORTED, CHAMBER, GALLERY, HARBOUR, MARKET, MASTER_BUILDER, QUARRY, TERRACE, VERANDA
from engine.rajas.quarry import yield_of
from engine.rajas.view import View, facts_of

Writer = Callable[[Language, View, str], str]


def describe(language: Language, option: Option, view: View, *, briefly: bool = False) -> str:
    """Return the cost and gain of an option for the deciding seat; "" without one, or if the label says everything."""
    if not view.pending:
        return ""
    kind, _, rest = option.key.partition(":")
    writer = WRITERS.get(kind)
    return writer(language, view, rest) if writer is not None else ""


def about_market(language: Language, view: View, good: str) -> str:
    """II. Return the coins that a market action brings now, with the goods sold."""
    use = foresee(view, f"{MARKET}:{good}")
    if not use.effect.coins:
        return language.say("rajas.about.market_none")
    if good == ASSORTED:
        return language.say("rajas.about.market_assorted", coins=use.effect.coins)
    return language.say("rajas.about.market", count=use.value, coins=use.effect.coins)


def foresee(view: View, action: str) -> Use:
    """Return the result (`Use`) if the deciding seat placed a worker on the space of an action now."""
    return foresee_action(facts_of(view), view.pending, action)


def about_gallery(language: Language, view: View, colour: str) -> str:
    """III. Return a gallery's exchange: one die for two of another colour, or for as many as the reserve has."""
    takes, dice = BOARD.galleries[colour], foresee(view, f"{GALLERY}:{colour}").effect.dice
    if not dice:
        return language.say("rajas.about.none_in_reserve", colour=takes)
    return language.say("rajas.about.gallery", colour=colour, takes=takes, count=len(dice))


def about_terrace(language: Language, view: View, colour: str) -> str:
    """III. Return the colour of the die that a terrace space gives, or that the reserve has no such die."""
    has_die = bool(foresee(view, f"{TERRACE}:{colour}").effect.dice)
    return language.say(f"rajas.about.{TERRACE if has_die else 'none_in_reserve'}", colour=colour)


def about_chamber(language: Language, view: View, chamber: str) -> str:
    """III. Return the die that a person of the palace costs, and the effect that they have now."""
    use = foresee(view, f"{CHAMBER}:{chamber}")
    if chamber == MASTER_BUILDER:
        return language.say("rajas.about.master_builder", value=use.value)
    if use.effect.spaces:
        number = use.effect.spaces[0]
        reward = name_reward(language, facts_of(view).river_reward(number))
        return language.say("rajas.about.portuguese", value=use.value, number=number, reward=reward)
    what = name_effect(language, use.effect) or language.say("rajas.about.nothing")
    return language.say("rajas.about.chamber", value=use.value, what=what)


def name_effect(language: Language, effect: Effect) -> str:
    """Return the certain gain from an effect, such as “1 karma, 1 die of any colour”, or ""."""
    parts = [name_reward(language, reward) for reward in effect.rewards]
    parts += [language.say("rajas.about.yield_tile")] if effect.yield_tiles else []
    parts += [language.say("rajas.about.first")] if effect.is_first else []
    return language.put_together("items", parts)


def about_tile(language: Language, view: View, stack: str) -> str:
    """I. Return the features, roads and animal of the top tile of a stack, or "" for an empty stack."""
    top = view.stacks[stack].top
    if not top:
        return ""
    tile = BOARD.tiles[top]
    what, animal = name_features(language, tile), language.word(f"animal.{tile.back}")
    return language.say("rajas.about.tile", what=what, roads=draw_roads(language, tile), animal=animal)


def about_square(language: Language, view: View, square: str) -> str:
    """La Plancia Provincia: return the tile on a square, or the yields that a tile there could join, or ""."""
    player = view.players[view.pending]
    if square in player.province:
        here = player.province[square]
        what, sign = name_features(language, BOARD.tiles[here.tile]), language.word(f"roads.{here.roads}")
        return language.say("rajas.about.lies", what=what, roads=sign.partition(" ")[0])
    open_yields = [one for one in dict.fromkeys(BOARD.joins[square].values()) if one not in player.joined]
    facts = facts_of(view)
    prospect = Prospect(facts, view.pending)
    rewards = [name_now(language, prospect, yield_of(facts, view.pending, one)) for one in open_yields]
    return language.say("rajas.about.square", what=language.put_together("items", rewards)) if rewards else ""


def about_river(language: Language, view: View, number: str) -> str:
    """IV. Return a river space's gain if it differs from the printed reward, and whether a worker is on the way."""
    player, facts = view.players[view.pending], facts_of(view)
    reward, prospect = facts.river_reward(int(number)), Prospect(facts, view.pending)
    parts = [] if brings_all(prospect, reward) else [name_now(language, prospect, reward)]
    if player.boat <= BOARD.waiting["river"] < int(number) and "river" in player.waiting:
        parts.append(language.say("rajas.about.boat"))
    return language.put_together("items", parts)


def about_yield(language: Language, view: View, space: str) -> str:
    """Spazi Rendita: return the gain from a yield if it differs from the printed reward now, or else ""."""
    facts = facts_of(view)
    reward, prospect = yield_of(facts, view.pending, space), Prospect(facts, view.pending)
    return "" if brings_all(prospect, reward) else name_now(language, prospect, reward)


def brings_all(prospect: Prospect, reward: Reward) -> bool:
    """Return whether a seat would receive a reward exactly as it is printed, or get a choice from it."""
    effect = prospect.receive(reward)
    return bool(effect.spaces or effect.chambers or effect.rewards == [reward])


def name_now(language: Language, prospect: Prospect, reward: Reward) -> str:
    """Return a reward's gain for a seat now as text: as printed, or less, or the coins of a market, or nothing."""
    if brings_all(prospect, reward):
        return name_reward(language, reward)
    return name_effect(language, prospect.receive(reward)) or language.say("rajas.about.nothing")


WRITERS: Final[dict[str, Writer]] = {
    QUARRY: lambda language, view, rest: language.say("rajas.about.quarry"),
    HARBOUR: lambda language, view, rest: language.say("rajas.about.harbour"),
    VERANDA: lambda language, view, rest: language.say("rajas.about.veranda"),
    TERRACE: about_terrace,
    GALLERY: about_gallery,
    MARKET: about_market,
    CHAMBER: about_chamber,
    "tile": about_tile,
    "square": about_square,
    "river": about_river,
    "yield": about_yield,
}
"""The function that describes an option, by the first word of the option's key."""
