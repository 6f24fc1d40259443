"""Advice for a person: Birbal's own answer and the next best ones, each followed to its end."""

from __future__ import annotations

import msgspec

from engine.core.game import Game
from engine.rajas.birbal.thoughts import Terms, total
from engine.rajas.birbal.weighing import weigh

MOST_PROPOSED = 3
"""The most answers that are proposed."""
MOST_ANSWERS = 60
"""The most answers of a proposed turn."""


class Proposal(msgspec.Struct, frozen=True):
    """A proposed turn: its answers up to the first unknown thing, the arguments for the first answer, and its author.

    ``is_birbals``: it is the turn that Birbal would take.
    """

    keys: tuple[str, ...]
    terms: Terms
    is_birbals: bool


def advise(game: Game) -> list[Proposal]:
    """Return up to three turns that the deciding seat may take now, the best first. The game is not changed."""
    if game.decision is None:
        return []
    weighed = weigh(game, game.decision)
    ranked = sorted(weighed, key=lambda key: -total(weighed[key]))
    # Only the best answer of each kind is proposed, since the others differ little from it.
    kinds = {key.partition(":")[0]: key for key in reversed(ranked)}
    best = [key for key in ranked if key in kinds.values() or len(kinds) == 1][:MOST_PROPOSED]
    return [Proposal(follow(game, key), weighed[key], key == best[0]) for key in best]


def follow(game: Game, key: str) -> tuple[str, ...]:
    """Return an answer and Birbal's answers after it, up to a die, a tile, another player, or the end of the step."""
    twin = game.blind()
    seat, keys = twin.pending_seat, [key]
    while not twin.crosses_barrier(keys[-1]) and len(keys) < MOST_ANSWERS:
        twin.choose(keys[-1])
        if twin.decision is None or twin.pending_seat != seat:
            break
        weighed = weigh(twin, twin.decision)
        keys.append(max(weighed, key=lambda one: total(weighed[one])))
    return tuple(keys)
