"""Games at a physical table: people enter the cards, and the bot plays the Factions without a person."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bot.errors import BadInput
from bot.games.frontend import Frontend
from bot.language import Language
from engine import Game
from engine.core.errors import BadPosition
from engine.core.putting_right import apply_patch
from engine.core.record import Start
from engine.core.text import Text, text

PLAYED_BY: Final = ("seats", "sides")
"""Fields of a position about who plays."""
EXAMPLE: Final = "card 12; next 30; viceroy irwin"
WHOLE: Final = "="
"""The sign before lines that describe the whole board: everything else is removed."""


def list_said(start: Start) -> tuple[str, ...]:
    """Return what people enter in a game instead of the seed: “cards”, and other manual input."""
    position = start.position
    return (*(["cards"] if position.get("told") is True else []), *position.get("by_hand", ()))


def read_set_up(language: Language, front: Frontend, scenario: str, typed: str) -> dict[str, Any]:
    """Return the position in lines, whose cards are entered by people, without who plays it.

    Anything not in the lines is as in the printed set-up, or in a position (JSON) before them. The game says which
    fields people must enter (`Positions.dealt`). Raises BadInput, also if an open card is missing or the game has no
    such helper, and BadPosition.
    """
    dealt = front.positions.dealt
    if not dealt:
        raise BadInput(text("error.physical_game", game=Text(f"game.{front.setup.kind}")))
    position: dict[str, Any] = {"scenario": scenario, "spaces": {}, "resources": {}}
    lines = typed.lstrip().removeprefix(WHOLE).lstrip()
    if lines.startswith("{"):
        pasted, end, lines = lines.rpartition("}")
        position = read_pasted(pasted + end)
    elif not typed.lstrip().startswith(WHOLE):
        position = Game.new(front.setup.kind, scenario, seed=bytes(32)).position()
        position = {name: value for name, value in position.items() if name not in dealt}
    patch = front.positions.read_lines(language, position, lines)
    whole = {**apply_patch(position, patch), "game": front.setup.kind, "told": True}
    if any(name not in whole for name in dealt):
        raise BadInput(text("error.physical_cards", example=EXAMPLE))
    Game.at(whole)
    return whole


def read_pasted(data: str) -> dict[str, Any]:
    """Return the position of an earlier game, without who played it. Raises BadPosition."""
    try:
        position = msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadPosition(text("error.bad_value", field="position")) from error
    return {name: value for name, value in position.items() if name not in PLAYED_BY}
