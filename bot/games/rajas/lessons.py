"""The guided first turn of Rajas: a tile is paid, laid and turned so that a yield is joined."""

from __future__ import annotations

from typing import Any, Final

from bot.games.lessons import Course
from bot.games.rajas.examples import EXAMPLES
from bot.games.rajas.facts import GAME
from engine.rajas.ids import BASIC, H_PROVINCE, H_QUARRY, PLAYER

LESSON: Final = "rajas1"
"""In place of a table in the custom ids of the first turn."""
SEAT: Final = "lotus"

POSITION: Final[dict[str, Any]] = {
    "game": GAME,
    "scenario": BASIC,
    "seats": {SEAT: PLAYER, "peacock": PLAYER},
    "round": 3,
    "acting": SEAT,
    "players": {
        SEAT: {
            "dice": ["orange:6", "orange:5", "orange:4", "green:2", "blue:5"],
            "karma": 2,
            "fame": 6,
            "money": 5,
            "boat": 3,
            "province": {
                "c2": {"tile": "purple_03", "roads": "NS"},
                "c3": {"tile": "blue_02", "roads": "NW"},
                "b3": {"tile": "green_03", "roads": "EW"},
            },
        },
        "peacock": {
            "dice": ["purple:3", "green:6", "blue:1"],
            "fame": 4,
            "money": 12,
            "boat": 1,
            "province": {"d1": {"tile": "orange_02", "roads": "SW"}},
        },
    },
    "tops": {"orange:tiger": "orange_14"},
}
"""Lotus can reach the left edge with a tile that has three roads."""

STEPS: Final = ("begin", "tile", "pay", "square", "roads")
"""The steps of the lesson, in their order."""
FIRST_TURN: Final = Course(
    id=LESSON,
    seat=SEAT,
    position=POSITION,
    rules=(H_QUARRY, H_PROVINCE),
    steps=STEPS,
    names={"place": "begin", "tile": "tile", "pay": "pay", "square": "square", "roads": "roads"},
    wishes={
        "place": ("quarry",),
        "tile": ("tile:orange:tiger",),
        "square": ("square:a3",),
        "roads": ("roads:new",),
    },
)
COURSES: Final = (FIRST_TURN, *EXAMPLES)
