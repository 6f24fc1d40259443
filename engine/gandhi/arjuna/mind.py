"""8.1 A Non-player Faction in one step: its view, its own dice, and its thoughts so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

import msgspec

from engine.core.decision import Decision
from engine.core.dice import Dice
from engine.core.text import Text
from engine.gandhi.arjuna.thoughts import Thought
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.by_hand import CARD
from engine.gandhi.facts import Facts
from engine.gandhi.ids import ARJUNA, DICE
from engine.gandhi.turn import Turn

if TYPE_CHECKING:
    from engine.gandhi.state import State

CHANCES = {"railway": "space", "piece": "piece", "faction": "seat"}
"""The parameter of the message for each kind of thing that is chosen with equal chance."""

REGIONS = len(BOARD.random_spaces)


def nothing(space: str) -> int:
    """Return 0: no change."""
    return 0


class Aim(msgspec.Struct, frozen=True):
    """The effect of the action under consideration on a space, for the rows about Raj Control.

    ``cubes``: how many cubes it brings (negative: takes away); ``active``: how many Active pieces other than cubes.
    """

    cubes: Callable[[str], int] = nothing
    active: Callable[[str], int] = nothing


NO_AIM = Aim()


class Unsaid(Exception):
    """Interruption: Arjuna needs a card or a die that people have not entered yet.

    ``what`` is the question for it (`by_hand`).
    """

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Mind:
    """One Non-player Faction in one step. It reads the board and the cards that lie face up, nothing else.

    ``step`` is the number of the step. ``turn`` is the engine's state of the execution under way, and is only read:
    what may be selected, what was, whether it is limited, which Special Activity was done. Its dice come from a
    separate stream for each step, so that the same position gives the same answers; in a game that knows nothing
    hidden, each of them raises Hidden. Without ``explains`` it keeps no thoughts, which is faster. ``said`` are the
    cards and dice that people have entered in this step, each with its question; None where it never asks.
    """

    def __init__(
        self,
        seat: str,
        step: int,
        state: Facts,
        dice: Dice,
        *,
        explains: bool = True,
        said: list[tuple[str, str]] | None = None,
    ) -> None:
        self.seat = seat
        self.step = step
        self.state = state
        self.turn = Turn(cast("State", state), seat, {})
        self.explains = explains
        self.thoughts: list[Thought] = []
        self.stack: list[str] = list(state.arjuna.get(seat, ()))
        self.cards_drawn = 0
        self._dice = dice.anew()
        self._stream = f"arjuna:{step}:{seat}"
        self._said = said

    def follow(self, decision: Decision) -> None:
        """Read the turn of a decision."""
        if isinstance(decision.subject, Turn):
            self.turn = decision.subject

    def think(self, kind: str, key: str, spaces: Iterable[str] = (), /, **params: Any) -> None:
        """Keep a thought for the explanation."""
        if self.explains:
            self.thoughts.append(Thought(kind, Text(f"arjuna.{key}", params), tuple(spaces)))

    def draw(self) -> str:
        """8.3 Move the top card of the stack to the bottom, and return the next one, which shows now (N-08).

        Raises Hidden in a game that knows nothing hidden, or Unsaid where people draw.
        """
        if self._said is not None and self.state.is_by_hand(ARJUNA):
            card = self._hear(CARD, self._said)
            self.stack = [card, *(other for other in self.stack if other != card)]
        else:
            self._dice.look()
            self.stack.append(self.stack.pop(0))
        self.cards_drawn += 1
        return self.stack[0]

    def _hear(self, what: str, said: list[tuple[str, str]]) -> str:
        """Return people's next answer to a question. Raises Unsaid."""
        place = next((place for place, (asked, _) in enumerate(said) if asked == what), None)
        if place is None:
            raise Unsaid(what)
        return said.pop(place)[1]

    def roll(self, purpose: str) -> int:
        """Roll one of Arjuna's dice and return its number. Raises Unsaid where people roll."""
        if self._said is not None and self.state.is_by_hand(DICE):
            result = int(self._hear(purpose, self._said))
        else:
            result = self._dice.roll(self._stream)
        self.think("roll", "roll", purpose=Text(f"arjuna.purpose.{purpose}"), result=result)
        return result

    def pick_evenly(self, candidates: list[str], key: str) -> str:
        """8.1.3 Return one of several at an equal chance. ``key`` says of what (see `CHANCES`)."""
        if len(candidates) == 1:
            return candidates[0]
        chosen = candidates[self._dice.number(self._stream, len(candidates))]
        spaces = tuple(candidates) if candidates[0] in GEOGRAPHY else ()
        self.think("tie", f"even_chance.{key}", spaces, **{CHANCES[key]: chosen})
        return chosen

    # -- 8.1.2, 8.1.3 random spaces ------------------------------------------------------------------------

    def random_space(self, candidates: Iterable[str], *, told: bool = True) -> str:
        """8.1.2 Return one of several Cities, Provinces and States by the Random Spaces map; Railways last (8.1.3).

        The roll is kept as a thought, unless ``told`` is false because chance only decides an order.
        """
        names = list(candidates)
        if len(names) == 1:
            return names[0]
        lands = {name for name in names if not GEOGRAPHY[name].is_railway}
        if len(lands) == 1:
            return lands.pop()
        if not lands:
            return self.random_railway(names)
        first, second = self._dice.roll(self._stream), self._dice.roll(self._stream)
        region, place = first - 1, second - 1
        while BOARD.random_spaces[region].spaces[place] not in lands:
            place += 1
            if place == len(BOARD.random_spaces[region].spaces):
                region, place = (region + 1) % REGIONS, 0
        space = BOARD.random_spaces[region].spaces[place]
        if told:
            self.think("tie", "random_space", sorted(lands), first=first, second=second, space=space)
        return space

    def random_railway(self, candidates: list[str]) -> str:
        """8.1.3 Return one of several Railways: the highest Econ, then next to a random City, then an equal chance."""
        best = max(GEOGRAPHY[name].econ for name in candidates)
        names = [name for name in candidates if GEOGRAPHY[name].econ == best]
        if len(names) == 1:
            return names[0]
        cities = {city for name in names for city in GEOGRAPHY[name].city_adjacent}
        if cities:
            city = self.random_space(cities)
            names = [name for name in names if city in GEOGRAPHY[name].city_adjacent]
        return self.pick_evenly(names, "railway")
