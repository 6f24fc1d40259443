"""Chanakya, the stronger opponent, at tables: its strengths, and its search as a task for another process."""

from __future__ import annotations

from time import monotonic
from typing import Any, Final

import msgspec

from bot.games import answers
from engine import Game as Driver
from engine.core.game import Game
from engine.core.record import Start
from engine.gandhi.arjuna.thoughts import Explanation
from engine.gandhi.chanakya.player import Chanakya, must_think
from engine.gandhi.chanakya.search import Search
from engine.gandhi.chanakya.thoughts import NOTHING_FOUND, Finding, explain, find, summarise
from engine.gandhi.ids import CHANAKYA, SEATS
from engine.gandhi.rules import GandhiRules

RIVAL: Final = "chanakya"
EASY: Final = f"{RIVAL}_1"
STRENGTHS: Final = {EASY: 10, f"{RIVAL}_2": 50, f"{RIVAL}_3": 1000}
"""The ids of Chanakya's strengths, each with the most games that it imagines for a turn, if there is time."""
EASY_TURNS: Final = 4
"""The number of random turns among which the easy strength searches; the others consider all turns."""

LEAST_TRIES: Final = 8
"""The fewest games that a search imagines, even on a busy machine: the reasons for a turn are made from them."""


def plan_search(game: Game, opponent: str, tries: int = 0) -> answers.Search | None:
    """Return the search for Chanakya's pending turn, or None if no such turn is pending.

    Its arguments hold no hidden information. ``tries`` is the most games to imagine; 0 means `STRENGTHS`.
    """
    if not must_think(game):
        return None
    start = game.at_start()
    game.rules.blind(start.state)
    few, most = EASY_TURNS if opponent == EASY else 0, tries or STRENGTHS.get(opponent, 1)
    return answers.Search(search, (game.rules.encode(start.state), game.keys, game.step_number, most, few))


def search(snapshot: bytes, keys: tuple[str, ...], number: int, tries: int, few: int, seconds: float) -> dict[str, Any]:
    """Search until ``tries`` games are imagined or the seconds are over, and return the `Finding` as plain data.

    At least `LEAST_TRIES` games are imagined. ``few`` is the number of random turns to consider; 0 means all turns.
    """
    end = monotonic() + seconds
    game = Game.resume(GandhiRules(), snapshot, (), start=Start("gandhi", ""), number=number)
    searching = Search(game, keys, few=few)
    answers.try_often(searching, tries, LEAST_TRIES, end)
    found: dict[str, Any] = msgspec.to_builtins(find(searching))
    return found


def plan_rehearsal(opponent: str) -> answers.Search | None:
    """Return the search that prepares the process for Chanakya (`rehearse`), or None for another opponent."""
    return answers.Search(rehearse, ()) if opponent in STRENGTHS else None


def rehearse(seconds: float) -> None:
    """Imagine one game and drop the result: data that is read or computed only once is then ready for a search."""
    game = Driver.new(seats=dict.fromkeys(SEATS, CHANAKYA), seed=b"rehearsal")
    Search(game).try_once()


def make_player(game: Game, found: Any = None) -> Chanakya:
    """Return the automatic player for a running game. ``found`` is the result of `search` for the pending turn."""
    finding = msgspec.convert(found, Finding) if found else None

    def recall(start: Game, played: tuple[str, ...]) -> Finding:
        return finding if finding is not None and finding.seat == start.pending_seat else NOTHING_FOUND

    return Chanakya(game, recall)


def explain_found(found: Any, number: int) -> Explanation:
    """Return the reasons for a turn, from the result of its `search`. ``number`` is the number of the turn's step."""
    finding = msgspec.convert(found, Finding)
    return Explanation(finding.seat, number, "turn", tuple(explain(finding)), ())


__all__ = ["RIVAL", "STRENGTHS", "explain_found", "make_player", "plan_rehearsal", "plan_search", "summarise"]
