"""What everybody may see: the public view of a game, as typed plain data.

Pictures, messages and automation read this and nothing else. It never holds the seed, the order of a stack below its
top tile, or that of the pile of white yield tiles.
"""

from __future__ import annotations

import msgspec


class SquareView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A square with a tile: the sides to which its roads lead, clockwise from north, and the tile below, if any."""

    tile: str
    roads: str
    covered: str = ""


class PlayerView(msgspec.Struct, frozen=True):
    """What lies before one player.

    ``values`` is the fame that each kind of building is worth. ``workers`` counts those still to be placed, of the
    ``active`` ones; ``waiting`` names where others wait. ``bonus`` is the money space of the next bonus, 0 when all
    have been had. ``overlap`` is in points of fame, negative while the markers are apart.
    """

    expert: bool
    dice: tuple[str, ...]
    hands: int
    karma: int
    values: dict[str, int]
    fame: int
    money: int
    overlap: int
    boat: int
    active: int
    workers: int
    waiting: tuple[str, ...]
    bonus: int
    province: dict[str, SquareView]
    joined: tuple[str, ...]
    yield_tiles: dict[str, str]
    made_up: int


class SlotView(msgspec.Struct, frozen=True):
    """A space for a worker: what it costs in coins, and whose worker is there."""

    cost: int
    seat: str = ""


class StackView(msgspec.Struct, frozen=True):
    """A stack of province tiles: the one on top (empty when it has run out), and how many there are."""

    top: str
    count: int


class View(msgspec.Struct, frozen=True):
    """The public view of a game.

    ``phase`` is the stage of play, ``pending`` the seat that must decide. ``phase_number`` counts the phases of the
    ``round``; ``order`` names the seats from the first player on. ``next_first`` has been to the Great Mogul. ``river``
    holds the tile on each river space, or nothing. ``white_left`` counts the pile of white yield tiles, ``white_spent``
    are its discards, ``supply`` the yield tiles that lie open. ``crossed`` names who has brought the markers together.
    """

    scenario: str
    ganga: bool
    phase: str
    pending: str
    round: int
    phase_number: int
    order: tuple[str, ...]
    next_first: str
    seats: dict[str, str]
    players: dict[str, PlayerView]
    slots: dict[str, SlotView]
    stacks: dict[str, StackView]
    reserve: dict[str, int]
    river: tuple[str, ...]
    white_left: int
    white_spent: tuple[str, ...]
    supply: dict[str, int]
    crossed: tuple[str, ...]
    winner: str = ""
