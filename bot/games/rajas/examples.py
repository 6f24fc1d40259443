"""The printed examples of the rulebook as positions to play, in our own words.

The text of an example is ``example.rajas.quarry`` in the catalogues of the game. ``keys`` are the choices of the
rulebook, or choices that show its number; those behind a die are played at the end.

Two of its 35 examples are not positions: the counts of the components, and the set-up, which has no choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bot.games.lessons import Course
from bot.games.rajas.facts import GAME
from engine.rajas.board import BOARD
from engine.rajas.ids import (
    BASIC,
    H_COSTS,
    H_DICE,
    H_KARMA,
    H_MARKET,
    H_NAVARATNAS,
    H_PALACE,
    H_PROVINCE,
    H_QUARRY,
    H_RIVER,
    NAVARATNAS,
    PLAYER,
)

SEAT: Final = "lotus"
PREFIX: Final = "rex"
"""The beginning of an example's id, in place of a table in custom ids."""
UPGRADES, WORKERS, BONUSES, ROUND_END, END, GANGA = "upgrades", "workers", "bonuses", "round_end", "end", "ganga"
"""The headings of the rules that no reason names."""

Row = dict[str, Any]

CORNER: Final = {
    "c2": {"tile": "purple_03", "roads": "NS"},
    "c3": {"tile": "blue_02", "roads": "NW"},
    "b3": {"tile": "green_03", "roads": "EW"},
}
"""A road from the residence to the square in the left corner (a3)."""
RIGHT_CORNER: Final = {
    "c2": {"tile": "purple_03", "roads": "NS"},
    "c3": {"tile": "blue_02", "roads": "NE"},
    "d3": {"tile": "green_03", "roads": "EW"},
}
MARKETS: Final = {
    "b1": {"tile": "orange_04", "roads": "EW"},
    "a1": {"tile": "purple_01", "roads": "ES"},
    "c2": {"tile": "orange_09", "roads": "NES"},
    "d1": {"tile": "orange_01", "roads": "SW"},
}
"""Tea for 2, 2 and 3 coins, and silk for 2."""
TO_COVER: Final = {
    "b1": {"tile": "blue_03", "roads": "EW"},
    "a1": {"tile": "orange_05", "roads": "ESW"},
    "c2": {"tile": "green_16", "roads": "NEW"},
}
"""A tile that joins a yield on a1, which the Master Builder may cover."""
THREE: Final = (SEAT, "peacock", "banyan")
PLACED: Final = (
    *(f"terrace:{colour}" for colour in ("blue", "green", "orange", "purple")),
    *(f"veranda:{number}" for number in (1, 2, 3)),
    "market:silk",
)
"""Spaces for the workers of an earlier phase."""
FULL: Final = [f"{colour}:{value}" for colour in ("blue", "green") for value in (2, 3, 4, 5, 6)]


def make_course(
    heading: str, part: str, row: Mapping[str, Any], keys: tuple[str, ...], peacock: Row | None = None, **also: Any
) -> Course:
    """Return an example of a heading from the belongings of Lotus and Peacock, the choices, and other conditions."""
    position = {
        "game": GAME,
        "scenario": BASIC,
        "seats": {SEAT: PLAYER, "peacock": PLAYER},
        "acting": SEAT,
        "players": {
            SEAT: {"karma": 0, **row},
            "peacock": {"dice": ["purple:3", "green:6"], "money": 4, **(peacock or {})},
        },
        **also,
    }
    name = f"{heading}{part}"
    return Course(
        id=f"{PREFIX}{name}", seat=SEAT, position=position, rules=(heading,), words=f"example.rajas.{name}", keys=keys
    )


def list_examples() -> Iterator[Course]:
    """Yield the examples in the order of the rules."""
    yield make_course(
        H_COSTS,
        "",
        {"money": 1, "dice": ["blue:3", "blue:5"]},
        ("quarry", "tile:blue:cow", "die:blue:3", "square:c2", "roads:new"),
        tops={"blue:cow": "blue_09"},
    )
    yield make_course(H_DICE, "", {"dice": FULL}, ("terrace:orange", "return:blue:2"))
    yield make_course(
        H_QUARRY,
        "",
        {"money": 5, "dice": ["orange:4", "orange:5", "green:6"]},
        ("quarry", "tile:orange:tiger", "die:orange:4", "square:b1"),
        tops={"orange:tiger": "orange_12"},
    )
    yield make_course(
        H_PROVINCE,
        "",
        {"money": 1, "dice": ["orange:4"], "province": CORNER},
        ("quarry", "square:a3", "roads:esw", "yield:left3", "take:purple"),
        tops={"orange:snake": "orange_05"},
    )
    yield make_course(
        H_PROVINCE,
        "b",
        {"money": 1, "dice": ["orange:4"]},
        ("quarry", "square:c2", "roads:new"),
        tops={"orange:snake": "orange_05"},
    )
    mills: Row = {"money": 1, "fame": 10, "dice": ["purple:5", "purple:5"], "upgrades": {"mill": 1}}
    yield make_course(
        UPGRADES,
        "",
        {**mills, "province": RIGHT_CORNER},
        (
            "quarry",
            "tile:purple:tiger",
            "square:e3",
            "roads:esw",
            "yield:corner_right",
            "take:blue",
            "upgrade:fort",
        ),
        tops={"purple:tiger": "purple_14"},
    )
    yield make_course(
        UPGRADES,
        "b",
        {"money": 1, "fame": 4, "dice": ["orange:5"]},
        ("quarry", "tile:orange:cow", "square:c2", "roads:new", "upgrade:fort"),
        tops={"orange:cow": "orange_06"},
    )
    yield make_course(
        UPGRADES,
        "c",
        {"money": 1, "fame": 8, "dice": ["orange:5", "orange:5"]},
        ("quarry", "tile:orange:tiger", "square:c2", "roads:ne"),
        tops={"orange:tiger": "orange_11"},
    )
    yield make_course(H_MARKET, "", {"province": MARKETS}, ("market:assorted",))
    tea = {"province": MARKETS, "dice": ["blue:4", "green:2"]}
    yield make_course(H_MARKET, "b", tea, ("market:tea", "die:blue:4"))
    yield make_course(
        H_MARKET,
        "c",
        {"province": MARKETS},
        ("market:assorted",),
        seats=dict.fromkeys(THREE, PLAYER),
        workers={"market:assorted:1": "peacock"},
    )
    yield make_course(H_PALACE, "", {"dice": ["blue:1", "green:6"]}, ("veranda", "reroll:blue:1", "reroll:done"))
    yield make_course(H_PALACE, "b", {"dice": ["blue:2", "blue:5", "green:1"]}, ("gallery:blue", "die:blue:2"))
    yield make_course(H_PALACE, "c", {"dice": ["blue:3"]}, ("chamber:yogi", "take:purple"))
    below = {"c2": {"tile": "orange_05", "roads": "NEW"}}
    yield make_course(
        H_PALACE,
        "d",
        {"province": below, "dice": ["purple:2", "green:5"], "fame": 8},
        ("chamber:master_builder", "roads:ne"),
        tops={"purple:cow": "purple_07", "purple:snake": "purple_01", "purple:tiger": "purple_16"},
    )
    yield make_course(H_PALACE, "e", {"dice": ["blue:6"], "boat": 0}, ("chamber:portuguese",), {"boat": 3})
    yield make_course(H_PALACE, "f", {"dice": ["blue:2"]}, ("terrace:orange",))
    yield make_course(
        H_PALACE,
        "g",
        {"province": TO_COVER, "joined": ["left1"], "dice": ["purple:1", "green:5"], "fame": 8},
        ("chamber:master_builder", "square:a1", "roads:esw"),
        tops={"purple:cow": "purple_06", "purple:snake": "purple_05", "purple:tiger": "purple_16"},
    )
    yield make_course(
        H_RIVER,
        "",
        {"money": 1, "dice": ["blue:2"], "boat": 2, "upgrades": {"mill": 1}},
        ("harbour", "river:5", "upgrade:mill"),
        {"boat": 4},
        workers={"harbour:1": "peacock"},
    )
    yield make_course(
        H_RIVER,
        "b",
        {"dice": ["blue:1"], "boat": 7},
        ("harbour", "chamber:raja", "upgrade:fort"),
        workers={"chamber:raja": "peacock"},
    )
    yield make_course(H_RIVER, "c", {"dice": ["blue:3"], "boat": 2}, ("harbour", "river:4"))
    yield make_course(
        H_RIVER,
        "d",
        {"dice": ["blue:1"], "fame": 6, "boat": BOARD.river_last - 1},
        ("harbour",),
        {"boat": BOARD.river_last},
    )
    five = {**MARKETS, "c3": {"tile": "blue_10", "roads": "NS"}}
    yield make_course(H_RIVER, "e", {"province": five, "dice": ["blue:1"], "boat": 8}, ("harbour",))
    yield make_course(H_KARMA, "", {"dice": ["blue:3"], "karma": 1}, ("chamber:raja", "upgrade:fort"))
    yield make_course(WORKERS, "", {"money": 18}, ("veranda",))
    yield make_course(
        BONUSES,
        "",
        {"dice": ["blue:1"], "fame": 30, "boat": 3},
        ("chamber:great_mogul", "upgrade:fort"),
        {"boat": 4},
    )
    yield make_course(
        ROUND_END,
        "",
        {"money": 10},
        ("terrace:blue",),
        first="peacock",
        next_first=SEAT,
        phase_number=3,
        placed=["peacock"],
        workers={
            "chamber:great_mogul": SEAT,
            "terrace:green": SEAT,
            "veranda:1": "peacock",
            "veranda:2": "peacock",
            "veranda:3": "peacock",
        },
    )
    yield make_course(
        END,
        "",
        {"money": 52, "fame": 35, "dice": ["blue:1"], "bonus": 3},
        ("chamber:great_mogul",),
        {"money": 65, "fame": 30, "bonus": 4},
        crossed=["peacock"],
        placed=["peacock"],
        first="peacock",
    )
    yield make_course(
        END,
        "b",
        {"money": 58, "fame": 31, "bonus": 4},
        ("veranda",),
        seats=dict.fromkeys(THREE, PLAYER),
        first="banyan",
        placed=["banyan"],
        workers={"terrace:blue": "banyan"},
    )
    yield make_course(
        H_NAVARATNAS,
        "",
        {"money": 1, "dice": ["orange:4"], "province": CORNER, "yield_tiles": {"left3": "yellow_coins_5"}},
        ("quarry", "square:a3", "roads:esw", "yield:left3"),
        scenario=NAVARATNAS,
        tops={"orange:snake": "orange_05"},
    )
    yield make_course(
        H_NAVARATNAS,
        "b",
        {"active": 4, "waiting": []},
        ("yield_tile:white_coins_3", "at:left1"),
        {"active": 5, "waiting": []},
        scenario=NAVARATNAS,
        phase_number=5,
        workers=dict.fromkeys(PLACED[:4], SEAT) | dict.fromkeys(PLACED[4:], "peacock"),
    )
    yield make_course(
        GANGA,
        "",
        {"province": MARKETS, "dice": ["blue:1"], "boat": 3},
        ("harbour", "good:tea"),
        ganga=True,
        river={"4": "one_good"},
    )
    yield make_course(
        GANGA,
        "b",
        {"karma": 3, "dice": ["blue:1"], "boat": 1},
        ("harbour", "take:blue", "take:blue", "take:orange"),
        ganga=True,
        river={"2": "karma_dice"},
    )


EXAMPLES: Final = tuple(list_examples())
