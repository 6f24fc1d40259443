"""Random positions with everything that is possible in each space, for tests that compare."""

from __future__ import annotations

import random
from typing import Any

from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import CONGRESS, INVENTORY, LEAGUE, LEVELS, RAJ, REVOLUTIONARIES, SEATS


def scatter(chance: random.Random) -> dict[str, Any]:
    """Return a random position with everything that is possible in each space."""
    spaces: dict[str, dict[str, Any]] = {space: {} for space in BOARD.everywhere}
    for space in BOARD.lands:
        spaces[space]["level"] = chance.choice(list(LEVELS))
        if GEOGRAPHY[space].is_province and chance.random() < 0.1:
            spaces[space]["muslim_state"] = True
    crowded = chance.sample(BOARD.everywhere, chance.randint(5, len(BOARD.everywhere)))
    left = dict(INVENTORY)
    for piece, total in INVENTORY.items():
        for _ in range(chance.randint(0, total)):
            space = chance.choice(crowded)
            row, land = spaces[space], GEOGRAPHY[space]
            if piece == "troops" and (land.is_princely_state or row.get("muslim_state")):
                continue
            if piece.endswith("bases") and (
                row.get("league_bases", 0) + row.get("revolutionary_bases", 0) >= land.population
            ):
                continue
            side = "active" if piece == "underground" and chance.random() < 0.4 else piece
            row[side] = row.get(side, 0) + 1
            left[piece] -= 1
    for space in chance.sample(BOARD.everywhere, chance.randint(0, 8)):
        spaces[space]["protest"] = True
    for space in chance.sample(BOARD.everywhere, chance.randint(0, 12)):
        spaces[space].update({"unrest": 1} if space in BOARD.lands else {"strike": True})
    jail: dict[str, Any] = {piece: chance.randint(0, left[piece]) for piece in (CONGRESS, LEAGUE)}
    if chance.random() < 0.3:
        jail["gandhi"] = True
    else:
        spaces[chance.choice(crowded)]["gandhi"] = True
    return {
        "spaces": spaces,
        "jail": jail,
        "out_of_play": {piece: chance.randint(0, left[piece]) for piece in ("troops", "sepoys", "underground")},
        "restraint": chance.choice((1, 1, 2, 3, 4, 5)),
        "unity": chance.choice((1, 1, 2, 3, 4, 5)),
        "viceroy": chance.choice(list(BOARD.viceroys)),
        "resources": {RAJ: chance.choice((0, 1, 3, 5, 30)), REVOLUTIONARIES: chance.choice((0, 1, 2, 5, 20))},
        "card": 30,
        "next": 12,
        "turn": {
            "seat": chance.choice(SEATS),
            "may": chance.choice(("operation_and_special", "operation_and_special", "limited_operation")),
        },
    }
