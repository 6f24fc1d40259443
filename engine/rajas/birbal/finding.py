"""The result of a search as plain data, and why Birbal placed as it did, as thoughts. `search` is what chooses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from engine.core.game import Game
from engine.core.text import Text, text
from engine.rajas.asking import chamber_option, die_option, flip_option, square_option, take_option
from engine.rajas.birbal.search import Candidate, Search, take_easily
from engine.rajas.birbal.thoughts import Thought
from engine.rajas.board import BOARD
from engine.rajas.ids import CHAMBER

TOLD: Final = 4
"""The number of placements in an explanation, including the chosen one."""


class Considered(msgspec.Struct, frozen=True, omit_defaults=True):
    """A placement that was considered: its answers, how often it was tried, and the share of games won after it.

    ``tile`` is the tile that it takes. ``lost_to`` is the other player who won most of the games, with their share.
    ``chosen`` is the share won after the chosen placement in the same games.
    """

    keys: tuple[str, ...]
    tile: str = ""
    tries: int = 0
    won: float = 0.0
    lost_to: str = ""
    lost: float = 0.0
    chosen: float | None = None


class Finding(msgspec.Struct, frozen=True):
    """Result of a search: all that is needed to play the turn and to explain it. The chosen placement comes first.

    ``step`` is the number of the step for which it was made; ``games`` counts the imagined games: an easy opponent
    imagines none.
    """

    seat: str
    step: int
    games: int
    considered: tuple[Considered, ...]

    def answer(self, step: int, keys: tuple[str, ...]) -> str:
        """Return the answer after some keys of a step; an empty string where nothing was found."""
        chosen = self.considered[0].keys
        is_next = step == self.step and len(keys) < len(chosen) and chosen[: len(keys)] == keys
        return chosen[len(keys)] if is_next else ""


def find(search: Search) -> Finding:
    """Return what a search has found so far."""
    ranked = search.ranking()
    best = [one for place, one in enumerate(ranked) if one.tries or not place][:TOLD]
    considered = tuple(consider(one, search.seat, best[0]) for one in best)
    return Finding(search.seat, search.game.step_number, search.tries, considered)


def find_easily(game: Game) -> Finding:
    """Return the placement of an easy opponent, which imagines no games."""
    one = take_easily(game)
    return Finding(game.pending_seat, game.step_number, 0, (Considered(one.keys, one.tile),))


def consider(one: Candidate, seat: str, best: Candidate) -> Considered:
    """Return a candidate as plain data, compared with the best one if it is another."""
    tries = max(1, one.tries)
    lost_to = max((other for other in one.ends if other != seat), key=lambda other: one.ends[other], default="")
    same = best.wins[: one.tries]
    return Considered(
        keys=one.keys,
        tile=one.tile,
        tries=one.tries,
        won=sum(one.wins) / tries,
        lost_to=lost_to,
        lost=one.ends.get(lost_to, 0.0) / tries,
        chosen=sum(same) / len(same) if best is not one and same else None,
    )


# -- in words ----------------------------------------------------------------------------------------------


def explain(finding: Finding) -> list[Thought]:
    """Return why the first placement was chosen: its chances, the most dangerous player, and the other placements."""
    chosen, *others = finding.considered
    if not finding.games:
        return [Thought("choose", text("birbal.easily", what=name_answers(chosen)))]
    thoughts = [
        Thought("games", text("birbal.tried", count=finding.games)),
        Thought("choose", text("birbal.chosen", what=name_answers(chosen), share=percent(chosen.won))),
    ]
    if chosen.lost:
        thoughts.append(Thought("term", text("birbal.feared", seat=chosen.lost_to, share=percent(chosen.lost))))
    return thoughts + [compare(one) for one in others]


def compare(one: Considered) -> Thought:
    """Return a placement that was not chosen, compared with the chosen one in the same games."""
    chosen = percent(one.chosen or 0.0)
    what, share = name_answers(one), percent(one.won)
    return Thought("other", text("birbal.beside", what=what, share=share, chosen=chosen, count=one.tries))


def percent(share: float) -> int:
    """Return a share of 1 as whole percent."""
    return round(100 * share)


def name_answers(one: Considered) -> list[Text]:
    """Return the answers of a placement in words, one after the other."""
    found = [NAMES[kind](rest) for kind, _, rest in (key.partition(":") for key in one.keys[1:]) if kind in NAMES]
    if one.tile:
        found.insert(0, text("birbal.tile", colour=BOARD.tiles[one.tile].colour, cost=BOARD.tiles[one.tile].cost))
    return [text("rajas.action", action=one.keys[0]), *found]


NAMES: Final[dict[str, Callable[[str], Text]]] = {
    "square": lambda square: square_option(square).text,
    "roads": lambda roads: text("rajas.roads", roads=roads.upper()),
    "die": lambda die: die_option(die).text,
    "flip": lambda die: flip_option(die).text,
    "take": lambda colour: take_option(colour).text,
    "river": lambda space: text("birbal.river", number=int(space)),
    CHAMBER: lambda chamber: chamber_option(chamber).text,
}
"""How answers are named, by the first word of their keys; others go without a name."""
