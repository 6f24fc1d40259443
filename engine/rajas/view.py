"""The public view of a game: all that everyone may see, as typed plain data.

Pictures, messages and automation read this and nothing else. It never holds the seed, the order of a stack below its
top tile, or that of the pile of white yield tiles.
"""

from __future__ import annotations

import msgspec

from engine.core.dice import BlindDice
from engine.rajas.board import BOARD
from engine.rajas.facts import Facts, Placed, Player
from engine.rajas.ids import BUILDING_VALUES
from engine.rajas.roads import roads_of


class SquareView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A square with a tile: the sides to which its roads lead, clockwise from north, and the tile below, if any."""

    tile: str
    roads: str
    covered: str = ""


class PlayerView(msgspec.Struct, frozen=True):
    """The area of one player.

    ``values`` is the fame that each kind of building is worth. ``workers`` counts those still to be placed, of the
    ``active`` ones; ``waiting`` names where others wait. ``bonus`` is the money space of the next bonus, 0 after the
    last one. ``overlap`` is in points of fame, negative while the markers are apart.
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
    """A space for a worker: its price in coins, and whose worker is there."""

    cost: int
    seat: str = ""


class StackView(msgspec.Struct, frozen=True):
    """A stack of province tiles: the one on top (empty when it has run out), and how many there are."""

    top: str
    count: int


class View(msgspec.Struct, frozen=True):
    """The public view of a game.

    ``phase`` is the stage of play, ``pending`` the seat that must decide. ``phase_number`` counts the phases of the
    ``round``; ``order`` names the seats from the first player on. ``next_first`` has visited the Great Mogul. ``river``
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


def facts_of(view: View) -> Facts:
    """Return the facts in a view, so that the rules can be asked about them: none of them is hidden.

    Only the top tile of a stack is known. An upgrade that counts from the next turn counts at once here.
    """
    return Facts(
        scenario=view.scenario,
        ganga=view.ganga,
        seats=dict(view.seats),
        players={seat: _player_of(player) for seat, player in view.players.items()},
        stacks={
            name: [""] * (stack.count - 1) + [stack.top] if stack.count else [] for name, stack in view.stacks.items()
        },
        white=[""] * view.white_left,
        spent=list(view.white_spent),
        supply=dict(view.supply),
        river_tiles=list(view.river),
        dice=BlindDice(b""),
        phase=view.phase,
        round=view.round,
        phase_number=view.phase_number,
        first=view.order[0],
        next_first=view.next_first,
        workers={slot: place.seat for slot, place in view.slots.items() if place.seat},
        crossed=list(view.crossed),
    )


def _player_of(player: PlayerView) -> Player:
    spaces = [bonus.space for bonus in BOARD.money_bonuses]
    return Player(
        expert=player.expert,
        dice=list(player.dice),
        karma=player.karma,
        upgrades={building: BUILDING_VALUES.index(value) for building, value in player.values.items()},
        fame=player.fame,
        money=player.money,
        boat=player.boat,
        active=player.active,
        waiting=list(player.waiting),
        bonus=spaces.index(player.bonus) if player.bonus else len(spaces),
        province={
            square: Placed(one.tile, roads_of(one.roads), one.covered) for square, one in player.province.items()
        },
        joined=list(player.joined),
        yield_tiles=dict(player.yield_tiles),
        made_up=player.made_up,
    )
