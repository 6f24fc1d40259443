"""Random games and positions of Gandhi."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import Game
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import (
    ARJUNA,
    CONGRESS,
    GANDHI,
    INVENTORY,
    LEAGUE,
    LEVEL_NAMES,
    MOST_RESOURCES,
    OUT_OF_PLAY,
    PLAYER,
    RAJ,
    REVOLUTIONARIES,
    SEATS,
    TROOPS,
)
from engine.gandhi.position import MAY

SIDES = ([[CONGRESS, LEAGUE], [RAJ, REVOLUTIONARIES]], [[CONGRESS, LEAGUE]], [[RAJ, REVOLUTIONARIES]])
"""Factions that one person may run together with two or three players (1.5)."""


def random_seats(chance: Random) -> dict[str, str]:
    """Return a seating: four people half of the time, otherwise any of the sixteen."""
    if chance.random() < 0.5:
        return dict.fromkeys(SEATS, PLAYER)
    return {seat: chance.choice((PLAYER, ARJUNA)) for seat in SEATS}


def random_game(scenario: str, chance: Random) -> Game:
    """Return a game of a scenario with a random seed and seating, now and then with two Factions run by one person."""
    seats = random_seats(chance)
    options: dict[str, Any] = {}
    if chance.random() < 0.2:
        seats = dict.fromkeys(SEATS, PLAYER)
        options["sides"] = chance.choice(SIDES)
    return Game.new(scenario=scenario, seats=seats, seed=chance.randbytes(32), options=options)


def random_position(chance: Random) -> dict[str, Any]:
    """Return a random position that breaks no limit of chapter 1, in the position format.

    A fifth of them are in Crisis, most are crowded, half open on a seat's decision.
    """
    crisis = chance.random() < 0.2
    spaces: dict[str, dict[str, Any]] = {space: random_space(space, chance) for space in BOARD.everywhere}
    place_markers(spaces, chance)
    jail: dict[str, Any] = {}
    out_of_play: dict[str, int] = {}
    for piece, total in INVENTORY.items():
        left = total
        if piece in (CONGRESS, LEAGUE) and chance.random() < 0.5:
            jail[piece] = chance.randint(0, 4)
            left -= jail[piece]
        if chance.random() < 0.5:
            out_of_play[piece] = chance.randint(0, left // 3)
            left -= out_of_play[piece]
        place_pieces(spaces, piece, chance.randint(left // 3, left), chance)
    if chance.random() < 0.15:
        jail[GANDHI] = True
    elif chance.random() < 0.95:
        spaces[chance.choice(BOARD.everywhere)][GANDHI] = True
    position: dict[str, Any] = {
        "scenario": chance.choice(("short", "main")),
        "restraint": 1 if crisis else chance.randint(1, 5),
        "unity": 1 if crisis else chance.randint(1, 5),
        "viceroy": chance.choice(tuple(BOARD.viceroys)),
        "resources": {seat: chance.choice((0, chance.randint(0, MOST_RESOURCES))) for seat in (RAJ, REVOLUTIONARIES)},
        "spaces": {space: row for space, row in spaces.items() if row},
        "jail": jail,
        OUT_OF_PLAY: out_of_play,
        "campaigns_left": chance.randint(1, 3),
        "seats": random_seats(chance),
    }
    if chance.random() < 0.5:
        position["turn"] = {"seat": chance.choice(SEATS), "may": chance.choice(MAY)}
    return position


def random_space(space: str, chance: Random) -> dict[str, Any]:
    """Return the level of Support or Opposition and the Muslim State of one space."""
    land = GEOGRAPHY[space]
    row: dict[str, Any] = {}
    if not land.is_railway and (level := chance.randint(-2, 2)):
        row["level"] = LEVEL_NAMES[level]
    if land.is_province and chance.random() < 0.15:
        row["muslim_state"] = True
    return row


def place_markers(spaces: dict[str, dict[str, Any]], chance: Random) -> None:
    """Place some Protest, Unrest and Strike markers, within their supplies."""
    for space in chance.sample(BOARD.everywhere, chance.randint(0, sum(BOARD.protest_boxes.values()))):
        spaces[space]["protest"] = True
    for _ in range(chance.choice((0, chance.randint(0, BOARD.unrest_markers), BOARD.unrest_markers))):
        space = chance.choice(BOARD.everywhere)
        if not GEOGRAPHY[space].is_railway:
            spaces[space]["unrest"] = spaces[space].get("unrest", 0) + 1
        else:
            spaces[space]["strike"] = True


def place_pieces(spaces: dict[str, dict[str, Any]], piece: str, count: int, chance: Random) -> None:
    """Place pieces of one kind where stacking allows (1.4.2), a few in each of some spaces."""
    favoured = chance.sample(BOARD.everywhere, chance.randint(4, len(BOARD.everywhere)))
    for _ in range(count):
        space = chance.choice(favoured)
        row, land = spaces[space], GEOGRAPHY[space]
        if piece.endswith("_bases"):
            if row.get("league_bases", 0) + row.get("revolutionary_bases", 0) >= land.population:
                continue
        elif piece == TROOPS and (land.is_princely_state or row.get("muslim_state")):
            continue
        side = chance.choice(("underground", "active")) if piece == "underground" else piece
        row[side] = row.get(side, 0) + 1
