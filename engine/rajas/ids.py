"""The words of the game as ids, and the headings of the rulebook."""

from __future__ import annotations

from typing import Final

SEATS: Final = ("lotus", "peacock", "banyan", "conch")
"""Seats are named by emblems, since the players' colours are also those of dice. A table of two has the first two."""
FEWEST_PLAYERS: Final = 2

PLAYER: Final = "player"
BIRBAL: Final = "birbal"

BASIC: Final = "basic"
NAVARATNAS: Final = "navaratnas"
MIXED: Final = "mixed"
SCENARIOS: Final = (BASIC, NAVARATNAS, MIXED)

COLOURS: Final = ("orange", "purple", "blue", "green")
ANIMALS: Final = ("snake", "cow", "tiger")
GOODS: Final = ("silk", "tea", "spices")
BUILDINGS: Final = ("temple", "palace", "fort", "mill")

PIPS: Final = (1, 2, 3, 4, 5, 6)
DICE_OF_A_COLOUR: Final = 12
DICE: Final = tuple(f"{colour}:{value}" for colour in COLOURS for value in PIPS)
"""The dice as they lie on Kali, such as ``orange:5``, in the order in which they are kept."""
COLOUR_OF: Final = {die: die.partition(":")[0] for die in DICE}
VALUE_OF: Final = {die: int(die.partition(":")[2]) for die in DICE}
TURNED: Final = {die: f"{COLOUR_OF[die]}:{7 - VALUE_OF[die]}" for die in DICE}
"""Karma: every die with its opposite face up."""

WHITE: Final = "white"
YELLOW: Final = "yellow"
RED: Final = "red"
BROWN: Final = "brown"
YIELD_COLOURS: Final = {WHITE: 8, YELLOW: 9, RED: 6, BROWN: 7}

RIVER_TILES: Final = 8
TILES_OF_A_COLOUR: Final = 16
WORKERS: Final = 6
FIRST_WORKERS: Final = 3
MOST_WORKERS: Final = {BASIC: 5, NAVARATNAS: 6, MIXED: 5}
START_MONEY: Final = 3
START_KARMA: Final = 1
MOST_KARMA: Final = 3
HANDS: Final = 10
EXPERT_HANDS: Final = 8
BUILDING_VALUES: Final = (2, 3, 4)
MOST_UPGRADES: Final = len(BUILDING_VALUES) - 1
WAITING_ORDER: Final = ("fame", "money", "river")
"""Q-10: the order in which workers come that are reached by the same step."""

QUARRY: Final = "quarry"
HARBOUR: Final = "harbour"
MARKET: Final = "market"
ASSORTED: Final = "assorted"
VERANDA: Final = "veranda"
TERRACE: Final = "terrace"
GALLERY: Final = "gallery"
CHAMBER: Final = "chamber"
GREAT_MOGUL: Final = "great_mogul"
DANCER: Final = "dancer"
YOGI: Final = "yogi"
RAJA: Final = "raja"
MASTER_BUILDER: Final = "master_builder"
PORTUGUESE: Final = "portuguese"
CHAMBERS: Final = (GREAT_MOGUL, DANCER, YOGI, RAJA, MASTER_BUILDER, PORTUGUESE)
FREE_CHAMBERS: Final = CHAMBERS[1:]
"""Chambers that the river may offer: all but the Great Mogul's."""

SETUP: Final = "setup"
PLACE: Final = "place"
ROUND_END: Final = "round_end"
OVER: Final = "over"

# Headings of the rulebook, to which reasons refer.
H_SETUP: Final = "setup"
H_COSTS: Final = "costs"
H_DICE: Final = "dice"
H_QUARRY: Final = "quarry"
H_PROVINCE: Final = "province"
H_MARKET: Final = "market"
H_PALACE: Final = "palace"
H_RIVER: Final = "river"
H_KARMA: Final = "karma"
H_NAVARATNAS: Final = "navaratnas"
HEADINGS: Final = (
    H_SETUP,
    H_COSTS,
    H_DICE,
    H_QUARRY,
    H_PROVINCE,
    H_MARKET,
    H_PALACE,
    H_RIVER,
    H_KARMA,
    H_NAVARATNAS,
)
