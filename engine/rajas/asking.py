"""How rules ask, and a small function for each kind of option, which all rules use."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from engine.core.decision import Decision, Option, Remaining
from engine.core.text import Text, text
from engine.rajas.board import Reward, Tile, YieldTile
from engine.rajas.ids import CHAMBER, COLOUR_OF, TURNED, VALUE_OF
from engine.rajas.roads import NAMES

Asked = Generator[Decision, str, str]
AskedCount = Generator[Decision, str, int]

DONE: Final = "reroll:done"
TAKE_FEWER: Final = "take_fewer"
DECLINE: Final = "decline"


def ask(
    seat: str,
    kind: str,
    options: Sequence[Option],
    /,
    *,
    closed: Callable[[], Iterable[Option]] | None = None,
    default: str | None = None,
    remaining: Remaining = None,
    space: str = "",
    action: str = "",
    always: bool = False,
    subject: object = None,
    warnings: Callable[[], Mapping[str, Text]] | None = None,
    **params: object,
) -> Asked:
    """Ask for one of several options. Does not ask when only one is allowed, unless ``always``.

    ``subject`` is what the question is about, for automation. Returns the key.
    """
    if len(options) == 1 and not always:
        return options[0].key
    decision = Decision(
        seat,
        kind,
        text(f"ask.rajas.{kind}", **params),
        list(options),
        closed=closed or no_options,
        default=default,
        remaining=remaining,
        space=space,
        action=action,
        warnings=warnings or no_warnings,
    )
    decision.subject = subject
    key = yield decision
    return key


def no_warnings() -> Mapping[str, Text]:
    """Return no warnings, for a question that has none."""
    return {}


def no_options() -> Iterable[Option]:
    """Return no options: none is closed."""
    return ()


# -- the options -------------------------------------------------------------------------------------------


def close(option: Option, why: Text) -> Option:
    """Return the same option, closed for a reason."""
    return Option(option.key, option.text, option.cost, why, option.role)


@cache
def action_option(action: str, cost: int) -> Option:
    """Return the option to place a worker for an action, at a price in coins."""
    return Option(action, text("rajas.action", action=action), cost, role="action")


@cache
def chamber_option(chamber: str) -> Option:
    """Return the option to use a Chamber of the palace without a worker."""
    return Option(f"{CHAMBER}:{chamber}", text("rajas.action", action=f"{CHAMBER}:{chamber}"), role="action")


@cache
def tile_option(tile: Tile, coins: int, fame: int, karma: int = 0) -> Option:
    """Return the option to take the top tile of a stack: what it would score now, and its cost in karma."""
    gain = {(True, True): "both", (True, False): "coins", (False, True): "fame", (False, False): "nothing"}
    key = f"option.rajas.tile_{gain[bool(coins), bool(fame)]}"
    words = text(key, colour=tile.colour, cost=tile.cost, coins=coins, fame=fame)
    if karma:
        words = text("option.rajas.tile_karma", **words.params, tile=words, karma=karma)
    return Option(f"tile:{tile.stack}", words)


@cache
def empty_stack_option(stack: str) -> Option:
    """Return the option for a stack that has run out."""
    colour, _, animal = stack.partition(":")
    return Option(f"tile:{stack}", text("option.rajas.empty_stack", colour=colour, animal=animal))


@cache
def square_option(square: str, number: int = 0) -> Option:
    """Return the option to choose a square of the province, with its number in a menu."""
    words = (
        text("rajas.square_numbered", square=square, number=number) if number else text("rajas.square", square=square)
    )
    return Option(f"square:{square}", words, role="space")


@cache
def roads_option(roads: int, letter: str = "", joined: tuple[str, ...] = ()) -> Option:
    """Return the option to lay a tile in one way: the sides to which its roads lead, and the yield spaces they join.

    ``letter`` is its place in a menu, A for the first.
    """
    words = text("rajas.roads", roads=NAMES[roads])
    if letter:
        words = text("option.rajas.roads", letter=letter, roads=NAMES[roads])
    if joined:
        words = text("option.rajas.roads_join", letter=letter, roads=NAMES[roads], place=list(joined))
    return Option(f"roads:{NAMES[roads].lower()}", words)


@cache
def die_option(die: str, coins: int | None = None) -> Option:
    """Return the option to give back a die as it lies, with the coins that it brings if they depend on it."""
    words = text("option.rajas.die", colour=COLOUR_OF[die], value=VALUE_OF[die])
    return Option(f"die:{die}", words if coins is None else text("option.rajas.for_coins", what=words, coins=coins))


@cache
def flip_option(die: str, coins: int | None = None) -> Option:
    """Return the option to turn a die over with karma and give it back, with its coins if they depend on it."""
    after = VALUE_OF[TURNED[die]]
    words = text("option.rajas.flip", colour=COLOUR_OF[die], value=VALUE_OF[die], turned=after)
    return Option(f"flip:{die}", words if coins is None else text("option.rajas.for_coins", what=words, coins=coins))


@cache
def take_option(colour: str) -> Option:
    """Return the option to take a die of a colour."""
    return Option(f"take:{colour}", text("option.rajas.take", colour=colour))


@cache
def leave_option(colour: str) -> Option:
    """Return the option to leave a die of a colour in the reserve, because no hand is free."""
    return Option(f"leave:{colour}", text("option.rajas.leave", colour=colour))


@cache
def return_option(die: str) -> Option:
    """Return the option to put a die back to free a hand of Kali."""
    return Option(f"return:{die}", text("option.rajas.return", colour=COLOUR_OF[die], value=VALUE_OF[die]))


@cache
def take_fewer_option(count: int) -> Option:
    """Return the option to take only as many dice as there are free hands."""
    return Option(TAKE_FEWER, text("option.rajas.take_fewer", count=count), role="decline")


@cache
def reroll_option(die: str) -> Option:
    """Return the option to reroll a die."""
    return Option(f"reroll:{die}", text("option.rajas.reroll", colour=COLOUR_OF[die], value=VALUE_OF[die]))


DONE_OPTION: Final = Option(DONE, text("option.rajas.reroll_done"), role="stop")
"""The option to reroll no more dice."""


@cache
def upgrade_option(building: str, value: int) -> Option:
    """Return the option to improve a kind of building, to a value in fame."""
    return Option(f"upgrade:{building}", text("option.rajas.upgrade", building=building, value=value))


@cache
def good_option(good: str, coins: int) -> Option:
    """Return the option to count the markets of a good, for coins."""
    return Option(f"good:{good}", text("option.rajas.good", good=good, coins=coins))


@cache
def river_option(space: int, reward: Reward) -> Option:
    """Return the option to sail to a river space."""
    return Option(f"river:{space}", text("option.rajas.river", number=space, reward=reward_text(reward)), role="space")


@cache
def yield_option(space: str, reward: Reward) -> Option:
    """Return the option to take the reward of a yield space first."""
    return Option(f"yield:{space}", text("option.rajas.yield", place=space, reward=reward_text(reward)))


@cache
def yield_tile_option(tile: YieldTile) -> Option:
    """Return the option to take a yield tile."""
    words = text("rajas.yield_tile", colour=tile.colour, reward=reward_text(tile.reward))
    return Option(f"yield_tile:{tile.id}", words)


@cache
def at_option(space: str, number: int) -> Option:
    """Return the option to lay a yield tile on a yield space, with its number in a menu."""
    return Option(f"at:{space}", text("rajas.yield_space", place=space, number=number), role="space")


DECLINE_OPTION: Final = Option(DECLINE, text("option.rajas.decline"), role="decline")
"""The option to decline."""


def reward_text(reward: Reward) -> Text:
    """Return the text that names a reward."""
    kind, per, counted = reward.kind.partition("_per_")
    if per:
        return text(f"rajas.reward.{kind}_per", amount=reward.amount, counted=counted)
    if kind == CHAMBER:
        key = "rajas.reward.chamber" if reward.words else "rajas.reward.chamber_any"
        return text(key, action=[f"{CHAMBER}:{word}" for word in reward.words])
    if kind == "dice_of" and len(set(reward.words)) == 1:
        return text("rajas.reward.dice_same", amount=len(reward.words), colour=reward.words[0])
    return text(f"rajas.reward.{kind}", amount=reward.amount, colour=list(reward.words))
