"""The review of a finished game: chances, turns that cost some, and luck, all from imagined games.

Nothing hidden has any influence: a turn is judged by what everyone could know when it was taken. After it everyone
is assumed to play in Arjuna's way, up to the next victory check, where the margins say how likely each is to win.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import partial

import msgspec

from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.game import Game
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.rounds import REACTIONS
from engine.gandhi.arjuna.working import Work, default_answer
from engine.gandhi.chanakya.actors import BEFORE_CHECK, Actors, Plan
from engine.gandhi.chanakya.imagining import imagine
from engine.gandhi.chanakya.plans import list_sober_plans, make_plan
from engine.gandhi.chanakya.search import Candidate, Search, chances
from engine.gandhi.ids import SEATS
from engine.gandhi.sequence import PASS

GAMES = 12
"""Games imagined for the chances at the start of a turn, and again after it as it was played."""
TRIES = 36
"""Games imagined for each other turn, in a race of those that look best."""
MOST_TRIED = 8
"""The most turns that take part in this race."""
MOST_KINDS = 2
"""The most other kinds of turns that are compared with the played one in the end."""

Chances = dict[str, float]


class Other(msgspec.Struct, frozen=True):
    """Another turn: its plan, its actions, and how much better it did in the race, as a share of games won."""

    plan: str
    actions: tuple[str, ...]
    gain: float


class Measured(msgspec.Struct, frozen=True, omit_defaults=True):
    """A turn: everyone's chances before it, and after it as it was played, whatever dice and cards came.

    ``others`` are the turns of other kinds that did best, if they were looked for.
    """

    before: Chances
    played: Chances
    others: tuple[Other, ...] = ()


def list_answers(game: Game, keys: Sequence[str]) -> tuple[tuple[str, ...], list[Change]]:
    """Play a recorded turn again, and return the answers that its own seat gave as a choice, and the Changes.

    Answers that Arjuna gives by a rule without a plan are left out, such as those in others' turns.
    """
    seat, own, done = game.pending_seat, [], len(game.steps)
    for key in keys:
        decision = game.decision
        if decision is not None and decision.seat == seat and decision.kind not in REACTIONS:
            own.append(key)
        game.choose(key)
    changes = game.steps[done].changes if len(game.steps) > done else game.state.log
    return tuple(own), list(changes)


def name_kind(seat: str, changes: Sequence[Change]) -> tuple[str, ...]:
    """Return the actions of a seat in a turn, in order: its kind. A turn without any is a pass."""
    actions = dict.fromkeys(one.piece for one in changes if one.verb == "begin" and one.seat == seat)
    return tuple(actions) or (PASS,)


def follow(keys: Sequence[str], mind: Mind, decision: Decision) -> Work:
    """Play a turn as it was played. Where the dice fall otherwise, answers that do not fit are left out."""
    mind.follow(decision)
    left = list(keys)
    while True:
        fitting = next((place for place, key in enumerate(left) if decision.allows(key)), None)
        if fitting is None:
            decision = yield default_answer(decision)
        else:
            key = left[fitting]
            del left[: fitting + 1]
            decision = yield key


def play_games(start: Game, plan: Plan | None, games: int, seed: bytes) -> list[Chances]:
    """Imagine games after a turn that follows a plan (None: Arjuna's way), and return the chances at their ends.

    With the same seed, games after different turns have the same decks and dice.
    """
    found = []
    for number in range(games):
        game = imagine(start, hashlib.blake2b(seed + number.to_bytes(4, "big")).digest())
        Actors(game, plan, seed).play_on()
        found.append(chances(game.state))
    return found


def mean(ends: Sequence[Chances]) -> Chances:
    """Return the mean chances of everyone."""
    return {seat: round(sum(one[seat] for one in ends) / len(ends), 4) for seat in SEATS}


def judge(start: Game, games: int, seed: bytes) -> Chances:
    """Return everyone's chances where a step starts. Those in a Campaign Round follow from the margins."""
    if start.decision is None or not (start.state.final or start.state.phase in BEFORE_CHECK):
        return {seat: round(chance, 4) for seat, chance in chances(start.state).items()}
    return mean(play_games(start, None, games, seed))


def measure(
    start: Game, keys: Sequence[str], kind: Sequence[str], seed: bytes, *, games: int = GAMES, tries: int = TRIES
) -> Measured:
    """Measure a played turn from its start. Other turns are looked for with ``tries`` games; with 0, none are."""
    seat = start.pending_seat
    played = play_games(start, partial(follow, keys), max(games, tries // 2), seed)
    before = judge(start, games, seed)
    if not tries:
        return Measured(before, mean(played[:games]))
    search = Search(start, seed=seed, plans=list_sober_plans(seat, is_begun=False))
    search.race(search.candidates[:MOST_TRIED])
    while search.candidates and search.tries < tries:
        search.try_once()
    own = [one[seat] for one in played]
    return Measured(before, mean(played[:games]), tuple(list_others(search, own, kind)))


def list_others(search: Search, own: Sequence[float], kind: Sequence[str]) -> list[Other]:
    """Return the turns that did best, one of each kind, without the kind of the played turn."""
    found: list[Other] = []
    seen = {frozenset(kind)}
    for one in search.ranking():
        actions = name_kind(search.seat, one.changes)
        if frozenset(actions) not in seen and one.tries:
            seen.add(frozenset(actions))
            found.append(Other(one.plan, actions, round(gain_over(one, own), 4)))
    return found[:MOST_KINDS]


def gain_over(one: Candidate, own: Sequence[float]) -> float:
    """Return how much better a turn did than the played one, in the same games."""
    same = min(len(one.wins), len(own))
    return (sum(one.wins[:same]) - sum(own[:same])) / same if same else 0.0


def compare(start: Game, keys: Sequence[str], plans: Sequence[str], games: int, seed: bytes) -> list[float]:
    """Return how much better than the played turn each plan did, as a share of games won, in games of a seed."""
    seat = start.pending_seat
    own = [one[seat] for one in play_games(start, partial(follow, keys), games, seed)]
    gains = []
    for plan in plans:
        ends = [one[seat] for one in play_games(start, make_plan(plan), games, seed)]
        gains.append(round((sum(ends) - sum(own)) / games, 4))
    return gains


def weigh_luck(start: Game, keys: Sequence[str], after: Game, games: int, seed: bytes) -> Chances:
    """Return how much everyone's chances after a turn differ from those that the played turn could expect."""
    expected = mean(play_games(start, partial(follow, keys), games, seed))
    came = judge(after, games, seed)
    return {seat: round(came[seat] - expected[seat], 4) for seat in SEATS}
