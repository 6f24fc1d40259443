"""The second line of an option in a list: what it costs and brings, worked out for the seat that must decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.games.rajas.words.names import (
    draw_roads,
    name_features,
    name_reward,
    reward_of_space,
    reward_of_yield,
)
from bot.language import Language
from engine.core.decision import Option
from engine.rajas.board import BOARD
from engine.rajas.ids import (
    ASSORTED,
    BUILDING_VALUES,
    CHAMBER,
    GALLERY,
    GOODS,
    HARBOUR,
    MARKET,
    MOST_KARMA,
    PORTUGUESE,
    QUARRY,
    RAJA,
    TERRACE,
    VALUE_OF,
    VERANDA,
    YOGI,
)
from engine.rajas.palace import GALLERY_DICE, PORTUGUESE_STEPS, YOGI_KARMA
from engine.rajas.view import PlayerView, View

Writer = Callable[[Language, View, str], str]


def describe(language: Language, option: Option, view: View) -> str:
    """What an option is about, in a few words; an empty string where its own words say all."""
    if not view.pending:
        return ""
    kind, _, rest = option.key.partition(":")
    writer = WRITERS.get(kind)
    return writer(language, view, rest) if writer is not None else ""


def about_market(language: Language, view: View, good: str) -> str:
    """II. What a market action would bring now."""
    held = {one: list_markets(view.players[view.pending], one) for one in GOODS}
    if good == ASSORTED:
        coins = sum(values[0] for values in held.values() if values)
        return language.say("rajas.about.market_assorted" if coins else "rajas.about.market_none", coins=coins)
    markets = held[good]
    if not markets:
        return language.say("rajas.about.market_none")
    pips = [VALUE_OF[die] for die in view.players[view.pending].dice]
    die = min(pips, key=lambda value: (value < len(markets), abs(value - len(markets))), default=len(markets))
    return language.say("rajas.about.market", count=die, coins=sum(markets[:die]))


def list_markets(player: PlayerView, good: str) -> list[int]:
    """The values of a player's markets of a good, the best first."""
    tiles = (BOARD.tiles[here.tile] for here in player.province.values())
    return sorted((value for tile in tiles for kind, value in tile.markets if kind == good), reverse=True)


def about_gallery(language: Language, view: View, colour: str) -> str:
    """III. One die for two, or for as many as the reserve has."""
    takes = BOARD.galleries[colour]
    count = min(GALLERY_DICE, view.reserve[takes])
    if not count:
        return language.say("rajas.about.none_in_reserve", colour=takes)
    return language.say("rajas.about.gallery", colour=colour, takes=takes, count=count)


def about_terrace(language: Language, view: View, colour: str) -> str:
    """III. One die, if the reserve has any of its colour."""
    return language.say(f"rajas.about.{TERRACE if view.reserve[colour] else 'none_in_reserve'}", colour=colour)


def about_chamber(language: Language, view: View, chamber: str) -> str:
    """III. What a person of the palace wants and does."""
    value, number, reward, key = BOARD.chambers[chamber], 0, "", chamber
    player = view.players[view.pending]
    karma = gain_karma(player, value)
    if (chamber == YOGI and not karma) or (chamber == RAJA and min(player.values.values()) == BUILDING_VALUES[-1]):
        key = f"{chamber}_full"
    if chamber == PORTUGUESE:
        ahead = list_ahead(view)
        number = ahead[PORTUGUESE_STEPS - 1] if len(ahead) >= PORTUGUESE_STEPS else 0
        reward = name_reward(language, reward_of_space(view, number)) if number else ""
    return language.say(f"rajas.about.{key}", value=value, number=number, reward=reward, karma=karma)


def gain_karma(player: PlayerView, value: int) -> int:
    """Karma: how much of what the Yogi gives can be kept, once a die of a value is given back, turned over perhaps."""
    has_die = any(VALUE_OF[die] == value for die in player.dice)
    left = player.karma if has_die else max(0, player.karma - 1)
    return min(YOGI_KARMA, MOST_KARMA - left)


def list_ahead(view: View) -> list[int]:
    """The free river spaces ahead of the boat of the seat that must decide."""
    others = {player.boat for seat, player in view.players.items() if seat != view.pending}
    start, last = view.players[view.pending].boat + 1, BOARD.river_last
    return [space for space in range(start, last + 1) if space == last or space not in others]


def about_tile(language: Language, view: View, stack: str) -> str:
    """I. What is on the top tile of a stack."""
    top = view.stacks[stack].top
    if not top:
        return ""
    tile = BOARD.tiles[top]
    what, animal = name_features(language, tile), language.word(f"animal.{tile.back}")
    return language.say("rajas.about.tile", what=what, roads=draw_roads(language, tile), animal=animal)


def about_square(language: Language, view: View, square: str) -> str:
    """La Plancia Provincia: what lies on a square, or the yields that a tile there could join."""
    player = view.players[view.pending]
    if square in player.province:
        here = player.province[square]
        what, sign = name_features(language, BOARD.tiles[here.tile]), language.word(f"roads.{here.roads}")
        return language.say("rajas.about.lies", what=what, roads=sign.partition(" ")[0])
    open_yields = [one for one in dict.fromkeys(BOARD.joins[square].values()) if one not in player.joined]
    rewards = [name_reward(language, reward_of_yield(view, view.pending, one)) for one in open_yields]
    return language.say("rajas.about.square", what=language.put_together("items", rewards)) if rewards else ""


def about_river(language: Language, view: View, number: str) -> str:
    """IV. Whether a worker waits on the way to a river space."""
    player = view.players[view.pending]
    passes = player.boat <= BOARD.waiting["river"] < int(number)
    return language.say("rajas.about.boat") if passes and "river" in player.waiting else ""


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
}
"""What is said of an option, by the first word of its key."""
