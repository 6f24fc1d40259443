"""Advice for a person: Arjuna's turn in their place, and the plans with the best results.

Nothing hidden has any influence: everything is rehearsed on imagined games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from engine.core.change import Change
from engine.core.game import Game
from engine.gandhi.arjuna.rounds import REACTIONS
from engine.gandhi.arjuna.thoughts import Explanation
from engine.gandhi.chanakya.actors import Actors, Plan
from engine.gandhi.chanakya.imagining import imagine
from engine.gandhi.chanakya.plans import CARDS_PLAN, list_sober_plans, make_plan
from engine.gandhi.chanakya.search import Candidate, Search
from engine.gandhi.chanakya.thoughts import Considered, consider, read_turn

MOST_PROPOSED = 3
"""The most turns that are proposed."""
MOST_TRIED = 8
"""The most turns that are tried on imagined games: those that look best at their end."""
MOST_ANSWERS = 200
"""The most answers of a turn."""

GoesOn = Callable[[int], bool]
"""A function that returns whether to imagine another game, after so many of them."""


class Proposal(msgspec.Struct, frozen=True):
    """A turn that someone may take, with the thoughts that led to it.

    ``keys`` are its answers from now up to the first die, card or answer of someone else, that one included.
    ``considered``: the results of the games imagined after it, if any. ``is_arjunas``: Arjuna would do the same by its
    tables and cards.
    """

    keys: tuple[str, ...]
    explanation: Explanation | None = None
    considered: Considered | None = None
    is_arjunas: bool = False


class Rehearsal(msgspec.Struct):
    """A plan's answers before anything unknown happens, what they change, and the thoughts behind them."""

    keys: tuple[str, ...]
    changes: Sequence[Change]
    explanation: Explanation | None
    failed: bool


def advise(game: Game, goes_on: GoesOn) -> list[Proposal]:
    """Return turns for the deciding seat, the best first. ``goes_on`` limits the search.

    At the beginning of a turn, and when it continues, several turns are proposed; elsewhere only Arjuna's answer.
    """
    decision = game.decision
    if decision is None:
        return []
    is_own_turn = game.label.phase == "turn" and game.label.seat == decision.seat
    if not is_own_turn and (not game.keys or decision.kind in REACTIONS):
        rehearsal = rehearse(game, None)
        return [Proposal(rehearsal.keys, rehearsal.explanation, is_arjunas=True)] if rehearsal.keys else []
    search = Search(game, plans=list_sober_plans(decision.seat, is_begun=bool(game.keys)))
    own = search.rehearse(CARDS_PLAN) if not game.keys else None
    search.race(list_tried(search, own))
    while search.candidates and is_own_turn and goes_on(search.tries):
        search.try_once()
    return [propose(search, one, own) for one in select(list(search.ranking()), own)]


def list_tried(search: Search, own: Candidate | None) -> list[Candidate]:
    """Return the turns to try: those that look best, and Arjuna's own."""
    tried = search.candidates[:MOST_TRIED]
    if own is None or any(one.keys == own.keys for one in tried):
        return tried
    return [*tried[: MOST_TRIED - 1], own]


def select(ranked: Sequence[Candidate], own: Candidate | None) -> list[Candidate]:
    """Return up to three turns, the best first: one for each set of actions, and Arjuna's own among them."""
    chosen: list[Candidate] = []
    seen: set[frozenset[str]] = set()
    is_found = own is None
    for one in ranked:
        is_own = own is not None and one.keys == own.keys
        actions = frozenset(read_turn(one.changes)[0])
        room = MOST_PROPOSED - len(chosen) - (not is_found and not is_own)
        if room > 0 and (is_own or actions not in seen):
            chosen.append(one)
            seen.add(actions)
            is_found = is_found or is_own
    return chosen


def propose(search: Search, one: Candidate, own: Candidate | None) -> Proposal:
    """Return a candidate as a proposal, with the thoughts from another rehearsal of its turn."""
    is_own = own is not None and one.keys == own.keys
    rehearsal = rehearse(search.game, make_plan(CARDS_PLAN if is_own else one.plan), search.seed)
    thoughts = rehearsal.explanation if rehearsal.keys == one.keys else None
    return Proposal(one.keys, thoughts, consider(one, search.seat), is_own)


def rehearse(game: Game, plan: Plan | None, seed: bytes = b"advice") -> Rehearsal:
    """Follow a plan (default: Arjuna's) from the present step of a game up to the first unknown thing."""
    twin = imagine(game, seed)
    seat, number, reveals = game.pending_seat, twin.step_number, twin.state.reveals
    actors = Actors(twin, plan, seed, explains=True)
    log: list[Change] = twin.state.log
    keys: list[str] = []
    while (twin.pending_seat, twin.step_number) == (seat, number) and len(keys) < MOST_ANSWERS:
        keys.append(actors.answer())
        if twin.state.reveals != reveals:
            break
    told = [*actors.finished(), *actors.thinking()]
    thoughts = next((one for one in told if (one.seat, one.turn) == (seat, number)), None)
    return Rehearsal(tuple(keys), log, thoughts, actors.failed)
