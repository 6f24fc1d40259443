"""Birbal, the automatic player, at tables: its strengths, and its search as a task for another process."""

from __future__ import annotations

from time import monotonic
from typing import Any, Final

import msgspec

from bot.games import answers
from engine import Game
from engine.core.public import PublicGame, publish, resume_public
from engine.rajas.birbal.finding import Finding, explain, find, find_easily
from engine.rajas.birbal.player import Birbal
from engine.rajas.birbal.search import Search, must_think
from engine.rajas.birbal.thoughts import Explanation
from engine.rajas.ids import BIRBAL, PLACE, SEATS
from engine.rajas.rules import RajasRules

EASY, MEDIUM, STRONG = STRENGTHS = tuple(f"{BIRBAL}_{strength}" for strength in (1, 2, 3))
"""The ids of Birbal's strengths. The easy Birbal takes a random placement of those that look good, the medium Birbal
takes the best, and the strong Birbal searches."""

TRIES: Final = 160
"""The most games that the strong Birbal imagines for a placement, if there is time."""
LEAST_TRIES: Final = 24
"""The fewest games that it imagines, even on a busy machine. With fewer, it would play worse than without a search."""


def plan_search(game: Game, opponent: str, tries: int = 0) -> answers.Search | None:
    """Return the search for a placement of the strong or the easy Birbal. Its arguments hold no hidden information.

    Return None for the medium Birbal, which needs no search, and if no placement of Birbal's is pending. ``tries`` is
    the most games to imagine; 0 means `TRIES`.
    """
    if opponent not in (EASY, STRONG) or not must_think(game):
        return None
    return answers.Search(search, (publish(game), 0 if opponent == EASY else tries or TRIES))


def search(public: PublicGame, tries: int, seconds: float) -> dict[str, Any]:
    """Search until ``tries`` games are imagined or the seconds are over, and return the `Finding` as plain data.

    At least `LEAST_TRIES` games are imagined. With 0 tries, choose the easy Birbal's placement without a search.
    """
    end = monotonic() + seconds
    game = resume_public(Game, RajasRules(), public)
    if not tries:
        return plain(find_easily(game))
    searching = Search(game)
    answers.try_often(searching, tries, LEAST_TRIES, end)
    return plain(find(searching))


def plain(finding: Finding) -> dict[str, Any]:
    """Return a finding as plain data, which can be stored as JSON."""
    data: dict[str, Any] = msgspec.to_builtins(finding)
    return data


def plan_rehearsal(opponent: str) -> answers.Search | None:
    """Return the search that prepares the process for the strong Birbal (`rehearse`), or None for another opponent."""
    return answers.Search(rehearse, ()) if opponent == STRONG else None


def rehearse(seconds: float) -> None:
    """Imagine one game and drop the result: data that is read or computed only once is then ready for a search."""
    game = Game.new(RajasRules.name, seats=dict.fromkeys(SEATS[:2], BIRBAL), seed=b"rehearsal")
    Search(game).try_once()


def make_player(game: Game, found: Any = None) -> Birbal:
    """Return Birbal for a running game. ``found`` is the result of `search` for the pending placement, if any."""
    return Birbal(game, finding=msgspec.convert(found, Finding) if found else None)


def explain_found(found: Any, number: int) -> Explanation:
    """Return the reasons for a placement, from the result of its `search`. ``number`` is the number of its step."""
    finding = msgspec.convert(found, Finding)
    return Explanation(finding.seat, number, PLACE, tuple(explain(finding)), finding.considered[0].keys)
