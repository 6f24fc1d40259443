"""8.1 A Non-player Faction at work in one step: what it sees, its own dice, and what it has thought so far."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeAlias

import msgspec

from engine.core.decision import Decision
from engine.core.dice import Dice
from engine.gandhi.arjuna.thoughts import Thought, thought
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.facts import Facts

Plan: TypeAlias = Generator[str, Decision, Any]
"""A plan yields the key it chooses and receives the next decision of its seat."""


class Aim(msgspec.Struct, frozen=True):
    """What the action under consideration would do in a space, for the rows about Raj Control.

    ``protesting``: it places a Protest. ``weight``: Active pieces it adds. ``cubes_removed``: cubes it takes away.
    ``removing``: it removes Active adversaries for the Raj.
    """

    protesting: bool = False
    weight: int = 0
    cubes_removed: int = 0
    removing: bool = False


class Mind:
    """One Non-player Faction in one step. It reads the board and the cards that lie face up, nothing else.

    ``selected`` holds the spaces of its Operation so far, ``refusals`` how often Raj has kept Gandhi in Jail.
    Its dice come from a stream of their own for each step, so that the same position gives the same answers.
    """

    def __init__(self, seat: str, turn: int, state: Facts, seed: bytes, trial: Callable[[], Any]) -> None:
        self.seat = seat
        self.turn = turn
        self.state = state
        self.trial = trial
        self.thoughts: list[Thought] = []
        self.stack: list[str] = list(getattr(state, "arjuna", {}).get(seat, ()))
        self.cards_drawn = 0
        self.aim = Aim()
        self.selected: list[str] = []
        self.special_done = False
        self.refusals = 0
        self._dice = Dice(seed)
        self._stream = f"arjuna:{turn}:{seat}"

    def think(self, kind: str, key: str, spaces: Iterable[str] = (), /, **params: Any) -> None:
        """Keep a thought for the explanation."""
        self.thoughts.append(thought(kind, key, tuple(spaces), **params))

    def roll(self, purpose: str) -> int:
        """Roll one die of Arjuna's own."""
        result = self._dice.roll(self._stream)
        self.think("roll", "roll", purpose=purpose, result=result)
        return result

    def pick_evenly(self, candidates: list[str], purpose: str) -> str:
        """8.1.3 One of several at an equal chance."""
        if len(candidates) == 1:
            return candidates[0]
        chosen = candidates[self._dice.number(self._stream, len(candidates))]
        self.think("tie", "even_chance", tuple(candidates), purpose=purpose, chosen=chosen)
        return chosen

    # -- 8.1.2, 8.1.3 random spaces ------------------------------------------------------------------------

    def random_space(self, candidates: Iterable[str]) -> str:
        """8.1.2 One of several Cities, Provinces and States by the Random Spaces map; Railways last (8.1.3)."""
        names = list(candidates)
        lands = {name for name in names if not GEOGRAPHY[name].is_railway}
        if len(lands) == 1:
            return lands.pop()
        if not lands:
            return self.random_railway(names)
        first, second = self._dice.roll(self._stream), self._dice.roll(self._stream)
        region, place = first - 1, second - 1
        for _ in range(36):
            space = BOARD.random_spaces[region].spaces[place]
            if space in lands:
                self.think("tie", "random_space", sorted(lands), first=first, second=second, chosen=space)
                return space
            place += 1
            if place == 6:
                region, place = (region + 1) % 6, 0
        raise AssertionError("The Random Spaces map holds every City, Province and State.")

    def random_railway(self, candidates: list[str]) -> str:
        """8.1.3 Among Railways: the highest Econ, then next to a random City, then an equal chance."""
        best = max(GEOGRAPHY[name].econ for name in candidates)
        names = [name for name in candidates if GEOGRAPHY[name].econ == best]
        if len(names) == 1:
            return names[0]
        cities = {city for name in names for city in GEOGRAPHY[name].city_adjacent}
        if cities:
            city = self.random_space(cities)
            names = [name for name in names if city in GEOGRAPHY[name].city_adjacent]
        return self.pick_evenly(names, "railway")
