"""The state of a game as plain data, its dice included, with everything that follows from it: counts, values, limits.

What asks a player is in the modules of the chapters; what changes the state is in `engine.rajas.state`.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.core.dice import Dice
from engine.rajas.board import BOARD, Reward, Tile, action_of
from engine.rajas.ids import (
    BUILDING_VALUES,
    BUILDINGS,
    COLOUR_OF,
    COLOURS,
    DICE_OF_A_COLOUR,
    EXPERT_HANDS,
    FIRST_WORKERS,
    HANDS,
    MOST_UPGRADES,
    NAVARATNAS,
    SETUP,
    START_KARMA,
    VALUE_OF,
    WAITING_ORDER,
)


class Placed(msgspec.Struct):
    """A tile on a square: its roads as it lies (see `engine.rajas.roads`), and the tile below it, if it covers one."""

    tile: str
    roads: int
    covered: str = ""


class Player(msgspec.Struct):
    """The belongings of one player. ``upgrades`` counts the steps made for each kind of building.

    ``expert`` marks the Navaratnas side of the province and Kali's back. ``bonus`` counts the bonuses already gained on
    the money track. ``joined`` names the yield spaces already joined, ``yield_tiles`` the yield tile on each of them.
    ``made_up`` counts the yield tiles offered this round because of fewer workers. ``fresh`` is the kind of building
    whose last upgrade counts from the next turn on.
    """

    expert: bool = False
    dice: list[str] = []
    karma: int = START_KARMA
    upgrades: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(BUILDINGS, 0))
    fame: int = 0
    money: int = 0
    boat: int = 0
    active: int = FIRST_WORKERS
    waiting: list[str] = msgspec.field(default_factory=lambda: list(WAITING_ORDER))
    bonus: int = 0
    province: dict[str, Placed] = {}
    joined: list[str] = []
    yield_tiles: dict[str, str] = {}
    made_up: int = 0
    fresh: str = ""

    @property
    def overlap(self) -> int:
        """Fine del gioco: return how many points of fame the two markers overlap; negative while they are apart."""
        return self.fame + (self.money + 1) // 2 - BOARD.meet

    @property
    def hands(self) -> int:
        """Dadi: return how many dice Kali can hold."""
        return EXPERT_HANDS if self.expert else HANDS

    @property
    def free_hands(self) -> int:
        """Dadi: return how many more dice Kali can take."""
        return self.hands - len(self.dice)

    def values(self, colour: str) -> list[int]:
        """Return the pips of the dice of a colour, from few to many."""
        return [VALUE_OF[die] for die in self.dice if COLOUR_OF[die] == colour]

    def kinds_of_dice(self) -> list[str]:
        """Return the different dice on Kali."""
        return list(dict.fromkeys(self.dice))

    def tiles(self) -> Iterable[Tile]:
        """Return the tiles of the province that are not covered."""
        return (BOARD.tiles[here.tile] for here in self.province.values())

    def markets(self, good: str) -> list[int]:
        """Return the values of the markets of a good, the best first (Q-08), in coins."""
        values = [value for tile in self.tiles() for kind, value in tile.markets if kind == good]
        return sorted(values, reverse=True)

    def building_value(self, building: str) -> int:
        """Miglioramenti: return the fame for a building that is added now."""
        steps = self.upgrades[building] - (self.fresh == building)
        return BUILDING_VALUES[steps]

    def may_upgrade(self, building: str) -> bool:
        """Miglioramenti: return whether a kind of building can still be improved."""
        return self.upgrades[building] < MOST_UPGRADES

    def road_map(self) -> dict[str, int]:
        """Return the roads on every square that has any, the residence included."""
        roads = {square: here.roads for square, here in self.province.items()}
        roads[BOARD.residence] = BOARD.residence_roads
        return roads


class Facts(msgspec.Struct):
    """A game's state.

    ``seats`` says who plays each seat, clockwise. ``round`` counts from 1, and so does ``phase_number``, the rulebook's
    phase within it. ``index`` counts the acting player from ``first`` on. ``placed`` are the seats that have placed a
    worker in this phase. ``next_first`` has visited the Great Mogul. ``workers`` says whose worker is where. The last
    of a stack lies on top. ``white`` and ``spent`` are the pile and the discards of the white yield tiles, ``supply``
    the yield tiles that lie open. ``river_tiles`` names the tile on each river space, or nothing. ``crossed`` names who
    has brought the markers together, in order.
    """

    scenario: str
    ganga: bool
    seats: dict[str, str]
    players: dict[str, Player]
    stacks: dict[str, list[str]]
    white: list[str]
    spent: list[str]
    supply: dict[str, int]
    river_tiles: list[str]
    dice: Dice
    phase: str = SETUP
    round: int = 1
    phase_number: int = 1
    index: int = 0
    first: str = ""
    next_first: str = ""
    placed: list[str] = []
    workers: dict[str, str] = {}
    crossed: list[str] = []
    ranking: tuple[str, ...] = ()
    reveals: int = 0

    # -- the table -----------------------------------------------------------------------------------------

    @property
    def uses_yield_tiles(self) -> bool:
        """Navaratnas: return whether yield tiles are laid on the provinces. Not in mixed groups."""
        return self.scenario == NAVARATNAS

    def order(self) -> list[str]:
        """Flusso del gioco: return the seats clockwise from the first player."""
        table = list(self.seats)
        start = table.index(self.first) if self.first else 0
        return table[start:] + table[:start]

    def slots(self) -> dict[str, int]:
        """Return the spaces for workers of this table, with their prices in coins."""
        return BOARD.slots[len(self.seats)]

    def workers_left(self, seat: str) -> int:
        """Return how many workers a seat may still place this round."""
        return self.players[seat].active - sum(owner == seat for owner in self.workers.values())

    def free_slot(self, action: str) -> tuple[str, int]:
        """Cava, Porto: return the first free space of an action and its price in coins; an empty string when all are
        taken.
        """
        workers = self.workers
        for slot, price in BOARD.spaces[len(self.seats)][action]:
            if slot not in workers:
                return slot, price
        return "", 0

    def stands_at(self, seat: str, action: str) -> bool:
        """Return whether a seat has a worker on a space of an action."""
        return any(owner == seat and action_of(slot) == action for slot, owner in self.workers.items())

    # -- the supplies --------------------------------------------------------------------------------------

    def reserve(self, colour: str) -> int:
        """Dadi: return how many dice of a colour lie in the reserve."""
        held = sum(COLOUR_OF[die] == colour for player in self.players.values() for die in player.dice)
        return DICE_OF_A_COLOUR - held

    def reserves(self) -> dict[str, int]:
        """Dadi: return how many dice of each colour lie in the reserve."""
        return {colour: self.reserve(colour) for colour in COLOURS}

    def top(self, stack: str) -> Tile | None:
        """Cava: return the tile on top of a stack, or None."""
        tiles = self.stacks[stack]
        return BOARD.tiles[tiles[-1]] if tiles else None

    def tops(self) -> list[Tile]:
        """Cava: return the tiles on top of the stacks."""
        return [BOARD.tiles[tiles[-1]] for tiles in self.stacks.values() if tiles]

    # -- the river -----------------------------------------------------------------------------------------

    def free_spaces_ahead(self, seat: str) -> list[int]:
        """Fiume: return the river spaces ahead of a seat's boat that no other boat holds. The last one holds any
        number.
        """
        boats = {player.boat for other, player in self.players.items() if other != seat}
        start, last = self.players[seat].boat + 1, BOARD.river_last
        return [space for space in range(start, last + 1) if space == last or space not in boats]

    def river_reward(self, space: int) -> Reward:
        """Fiume, Ganga: return what a river space gives: its tile, or what is printed."""
        tile = self.river_tiles[space - 1]
        return BOARD.river_tiles[tile] if tile else BOARD.river[space - 1]
