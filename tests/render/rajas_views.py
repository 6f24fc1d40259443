"""Tables of Rajas of the Ganges to draw: set positions and a turn, without a game played."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine import Game
from engine.core.change import Change
from engine.rajas.position import state_at, view_of
from engine.rajas.view import View

SEED = b"pictures".ljust(32, b".")
PROVINCE = {
    "b1": {"tile": "orange_09", "roads": "ESW"},
    "a1": {"tile": "purple_07", "roads": "ES"},
    "a2": {"tile": "blue_12", "roads": "NS"},
    "a3": {"tile": "green_14", "roads": "NSW"},
    "d1": {"tile": "blue_15", "roads": "ESW"},
    "e1": {"tile": "orange_03", "roads": "EW"},
    "c2": {"tile": "green_13", "roads": "NES"},
    "d2": {"tile": "purple_11", "roads": "SW", "covered": "purple_01"},
}
POSITION: dict[str, Any] = {
    "scenario": "basic",
    "seats": {"lotus": "player", "peacock": "player", "banyan": "birbal", "conch": "player"},
    "phase": "place",
    "round": 4,
    "phase_number": 3,
    "first": "peacock",
    "acting": "lotus",
    "placed": ["peacock", "banyan", "conch"],
    "players": {
        "lotus": {
            "dice": ["orange:3", "orange:6", "purple:2", "blue:5", "blue:4", "green:1", "green:5"],
            "karma": 2,
            "upgrades": {"temple": 1, "palace": 2},
            "fame": 27,
            "money": 41,
            "boat": 12,
            "active": 5,
            "bonus": 2,
            "province": PROVINCE,
            "joined": ["left3", "corner_left", "right1"],
        },
        "peacock": {"dice": ["purple:6", "green:2"], "fame": 15, "money": 41, "boat": 8, "active": 4},
        "banyan": {"dice": ["blue:1"] * 3, "karma": 0, "fame": 15, "money": 18, "boat": 9, "active": 4},
        "conch": {"dice": ["orange:6"], "karma": 3, "fame": 15, "money": 7, "boat": 22, "active": 4},
    },
    "workers": {
        "quarry:1": "peacock",
        "quarry:2": "banyan",
        "market:tea": "lotus",
        "chamber:yogi": "conch",
        "chamber:great_mogul": "lotus",
        "veranda:1": "peacock",
        "terrace:blue": "banyan",
        "harbour:1": "conch",
    },
}


def at(**changes: Any) -> View:
    """Return the view of `POSITION` with other fields."""
    return view_of(state_at({**POSITION, **changes}, SEED), None)


@cache
def middle_view() -> View:
    """Return the middle of a game of four."""
    return at()


@cache
def setup_view() -> View:
    """Return two people at the start."""
    game = Game.new("rajas", "basic", seats={"lotus": "player", "peacock": "player"}, seed=SEED)
    view: View = game.view()
    return view


@cache
def expert_view() -> View:
    """Return two experts, with river tiles and yield tiles."""
    players = {
        "lotus": {"dice": ["green:6"] * 8, "province": PROVINCE, "yield_tiles": {"corner_left": "brown_curves"}},
        "peacock": {"fame": 30, "money": 62, "boat": 30},
    }
    seats = {"lotus": "player", "peacock": "player"}
    river = {"2": "dancer", "9": "advance", "12": "one_good", "17": "karma_dice", "22": "orange_purple_blue"}
    return at(
        scenario="navaratnas",
        ganga=True,
        seats=seats,
        players=players,
        river=river,
        first="lotus",
        placed=[],
        workers={},
    )


@cache
def over_view() -> View:
    """Return a finished game, in which two have crossed."""
    players = {
        **POSITION["players"],
        "conch": {"fame": 45, "money": 40, "boat": 30},
        "banyan": {"fame": 30, "money": 65},
    }
    return at(players=players, crossed=["banyan", "conch"], phase="over", workers={}, placed=[])


def sample_turn() -> list[Change]:
    """Return a long turn: a tile with two features, a bonus, yields, the boat."""
    return [
        Change("worker", "lotus", target="quarry:3"),
        Change("coins", "lotus", old=38, new=36),
        Change("karma", "lotus", old=3, new=2),
        Change("turn_die", "lotus", "purple", old=1, new=6),
        Change("give_die", "lotus", "purple", old=6),
        Change("give_die", "lotus", "purple", old=3),
        Change("build", "lotus", "purple_07", origin="purple:cow", target="a1", new=6),
        Change("join", "lotus", target="left1"),
        Change("fame", "lotus", old=21, new=27),
        Change("coins", "lotus", old=36, new=37),
        Change("karma", "lotus", old=0, new=2),
        Change("coins", "lotus", old=37, new=41),
        Change("boat", "lotus", old=8, new=12),
        Change("upgrade", "lotus", "palace", old=1, new=2),
        Change("take_die", "lotus", "green", new=5),
    ]
