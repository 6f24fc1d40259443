"""Companions of games at a physical table, entered line by line in tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli import build_parser
from bot.console.companion import Companion, start_game
from bot.language import load_language
from bot.tables.moments import Moment
from engine import Game
from engine.core.decision import Decision
from engine.core.errors import GameError

OPEN = "card 12; next 30; viceroy irwin"
POSITION = """Restraint 2
Unity 3
Raj 12
Revolutionaries 6
Punjab 1T 3S 1C 1L 2U 1LB Protest 1 Unrest
Bihar 2S 2C 1U PO
Delhi 2T 4S
Calcutta 1T 2S 1L
West Bengal 3L
Bombay Presidency 2S 1C Gandhi
Jail 1C
Out of play 4T 10S 5C 5L 5U
Campaigns 2
Played 1 17 44
Card 12
Next 30
Viceroy irwin
"""


def begin(tmp_path: Path, *words: str) -> Companion:
    """Return a companion of a game that the command line describes."""
    options = build_parser().parse_args(["companion", str(tmp_path / "game.gandhi.jsonl"), *words])
    return Companion(start_game(options, load_language("en", "gandhi")), load_language("en", "gandhi"))


def pending(game: Game | Moment) -> Decision:
    """Return the question that is asked."""
    assert game.decision is not None
    return game.decision


def enter(companion: Companion, line: str) -> str:
    """Return the answer to a line."""
    return "\n".join(companion.enter(line))


def refused(companion: Companion, line: str) -> str:
    """Return the reason why a line is refused."""
    with pytest.raises(GameError) as caught:
        list(companion.enter(line))
    return str(load_language("en", "gandhi").say(caught.value.text))
