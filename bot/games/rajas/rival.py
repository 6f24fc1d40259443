"""Birbal's strengths at the tables of the bot, and its search as a task for another process."""

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
"""Birbal's strengths: the easy one takes any of the placements that look good, the medium one the best, and the strong
one searches."""

TRIES: Final = 160
"""The most games that the strong Birbal imagines for a placement, if there is time."""
LEAST_TRIES: Final = 24
"""The fewest games that it imagines, however busy the machine is: with fewer it would play worse than without a
search."""


def plan_search(game: Game, opponent: str, tries: int = 0) -> answers.Search | None:
    """Return the search for a placement of the strong or the easy Birbal, without anything hidden.

    Return None for the medium one, which needs no search, and when no placement of Birbal's is pending.
    """
    if opponent not in (EASY, STRONG) or not must_think(game):
        return None
    return answers.Search(search, (publish(game), 0 if opponent == EASY else tries or TRIES))


def search(public: PublicGame, tries: int, seconds: float) -> dict[str, Any]:
    """Search until ``tries`` games are imagined or the seconds are over (but see `LEAST_TRIES`).

    With 0 tries, take an easy placement instead. Returns the `Finding` as plain data.
    """
    end = monotonic() + seconds
    game = resume_public(Game, RajasRules(), public)
    if not tries:
        return plain(find_easily(game))
    searching = Search(game)
    answers.try_often(searching, tries, LEAST_TRIES, end)
    return plain(find(searching))


def plain(finding: Finding) -> dict[str, Any]:
    """Return a finding as data that can be stored as JSON."""
    data: dict[str, Any] = msgspec.to_builtins(finding)
    return data


def plan_rehearsal(opponent: str) -> answers.Search | None:
    """Return the search that prepares the strong Birbal's process (`rehearse`), or None for another strength."""
    return answers.Search(rehearse, ()) if opponent == STRONG else None


def rehearse(seconds: float) -> None:
    """Imagine a game without needing the result, so that everything that is read and computed once is ready."""
    game = Game.new(RajasRules.name, seats=dict.fromkeys(SEATS[:2], BIRBAL), seed=b"rehearsal")
    Search(game).try_once()


def make_player(game: Game, found: Any = None) -> Birbal:
    """Return Birbal, with the result of a search for the pending placement if there is one."""
    return Birbal(game, finding=msgspec.convert(found, Finding) if found else None)


def explain_found(found: Any, number: int) -> Explanation:
    """Return why a placement was chosen, from the result of the search. ``number`` is that of its step."""
    finding = msgspec.convert(found, Finding)
    return Explanation(finding.seat, number, PLACE, tuple(explain(finding)), finding.considered[0].keys)
