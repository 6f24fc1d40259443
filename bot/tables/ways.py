"""Ways: all possible meanings of one touch, of a place, of a button, or from one place to another.

Nothing here is a rule: every way is tried on a copy without hidden data, along the game's own questions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.tables.draft import KEY_SEPARATOR
from bot.tables.moments import Moment
from bot.tables.offers import Options, find_ending, name_answers
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision, Option, Role
from engine.core.text import Text

MOST_WAYS: Final = 12
"""The most ways that fit beside a finger."""
MOST_TRIED: Final = 80
"""The most answers that are tried for one tap."""
LONGEST_WAY: Final = 8
"""The most answers of a way before it reaches its place."""
BEGINNINGS: Final[tuple[Role, ...]] = ("action", "special", "event")
"""The roles of options that begin something: a touch of a place may mean that it begins there."""


@dataclass(frozen=True, slots=True)
class Way:
    """The answers of one touch: their options, their certain effects, and their cost.

    ``game`` is the game after them, or None if the last one crosses a barrier.
    """

    keys: tuple[str, ...]
    options: Options
    changes: Sequence[Change]
    game: Game | None
    cost: int = 0

    @property
    def press(self) -> str:
        """Return the keys in the form for a component."""
        return KEY_SEPARATOR.join(self.keys)

    @property
    def decision(self) -> Decision | None:
        """Return what is asked next."""
        return self.game.decision if self.game is not None else None

    def has_asked(self, kind: str) -> bool:
        """Return whether the way answers a question of this kind."""
        return any(decision.kind == kind for decision, _ in self.options)

    def find_ending(self) -> str:
        """Return the keys with which Confirm ends the turn after this way, if nothing is left to choose."""
        if self.game is None or self.decision is None:
            return self.press
        ending = find_ending(self.game, self.decision)
        is_plain = ending is not None and not ending.taken and self.decision.key_of("stop") == ending.keys[0]
        return KEY_SEPARATOR.join((*self.keys, *ending.keys)) if ending is not None and is_plain else ""

    def name(self, places: Collection[str]) -> list[Text]:
        """Return the text of the answers, without those about some visible places."""
        return name_answers(self.options, places)


class WaySearch:
    """Finds the possible meanings of a touch at a moment of a game."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        self._before = moment.game.state
        self._begin = Way((), (), (), moment.game)
        self._tried = 0

    def find_at(self, place: str) -> list[Way]:
        """Return the meanings of touching a place: its option, or something that begins there."""
        return self._complete(self._reach({place}))

    def find_behind(self, key: str) -> list[Way]:
        """Return an option with each of the answers to the next question."""
        first = self._take(self._begin, key)
        return self._complete([first] if first is not None else [], with_spaces=True)

    def find_between(self, source: str, target: str, piece: str = "") -> list[Way]:
        """Return the ways in which something moves from one place to another; those with a ``piece`` first."""

        def is_move(way: Way) -> bool:
            return any((change.origin, change.target) == (source, target) for change in way.changes)

        found = [way for reached in self._reach({source, target}) for way in self._complete([reached]) if is_move(way)]
        return sorted(found, key=lambda way: piece not in way.keys)[:MOST_WAYS]

    # -- inside --------------------------------------------------------------------------------------------

    def _take(self, way: Way, key: str) -> Way | None:
        """Return a way with another answer, or None if that is not allowed, or enough has been tried."""
        decision = way.decision
        option = decision.option(key) if decision is not None else None
        if way.game is None or decision is None or option is None or not option.enabled or self._tried >= MOST_TRIED:
            return None
        self._tried += 1
        keys, options = (*way.keys, key), (*way.options, (decision, option))
        twin = way.game.blind()
        changes = twin.draft(key)
        if changes is None:
            outlook = self._moment.game.look_ahead(keys)
            return Way(keys, options, outlook.changes, None, self._price(outlook.view))
        return Way(keys, options, [*way.changes, *changes], twin, self._price(twin.state))

    def _price(self, position: object) -> int:
        return self._moment.price(self._before, position)

    def _reach(self, places: set[str]) -> Iterator[Way]:
        """Yield the shortest ways that choose all of some places, whatever begins there."""
        begin = self._begin.decision
        if begin is None:
            return
        waiting = deque([(self._begin, places - {begin.space} if len(places) > 1 else places)])
        while waiting:
            way, left = waiting.popleft()
            asked = way.decision
            if not left:
                yield way
            elif asked is not None and asked.seat == begin.seat and len(way.keys) < LONGEST_WAY:
                for option in find_leading(way, asked, left, is_begun=len(left) < len(places)):
                    if (after := self._take(way, option.key)) is not None:
                        waiting.append((after, left - {option.key}))

    def _complete(self, ways: Iterable[Way], *, with_spaces: bool = False) -> list[Way]:
        """Return ways with the answers that follow them, while there are few."""
        waiting, done = list(ways), list[Way]()
        while waiting:
            way = waiting.pop(0)
            options = find_following(way, with_spaces=with_spaces)
            with_spaces = False
            if len(done) + len(waiting) + len(options) > MOST_WAYS or self._tried + len(options) > MOST_TRIED:
                options = []
            after = [further for option in options if (further := self._take(way, option.key)) is not None]
            waiting[:0] = after
            if not after:
                done.append(way)
        return done[:MOST_WAYS]


def find_leading(way: Way, decision: Decision, left: Collection[str], *, is_begun: bool) -> list[Option]:
    """Find the options that may lead to places: a place itself, else the answers before or between them."""
    places = [option for option in decision.options if option.key in left and option.role == "space"]
    if places:
        return places
    if not way.keys:
        roles: tuple[Role, ...] = (*BEGINNINGS, "stop") if decision.space else BEGINNINGS
        # Behind the end of a turn, or of a question that crosses a barrier, nothing can be chosen.
        found = [option for option in decision.options if option.role in roles]
        return [*found, *(list_plain(decision) if is_begun else ())]
    return list_plain(decision) if is_begun and not way.has_asked(decision.kind) else []


def find_following(way: Way, *, with_spaces: bool) -> list[Option]:
    """Return the answers with which a way may continue, or none if the next question is about something else."""
    decision = way.decision
    if decision is None or decision.seat != way.options[0][0].seat or way.has_asked(decision.kind):
        return []
    if with_spaces and (spaces := [option for option in decision.own if option.role == "space"]):
        return spaces
    return list_plain(decision)


def list_plain(decision: Decision) -> list[Option]:
    """Return the answers to a question without places, the usual one first; none if places can be chosen."""
    if any(option.role == "space" for option in decision.own):
        return []
    found = [option for option in decision.own if option.role not in ("extra", *BEGINNINGS)]
    return sorted(found, key=lambda option: option.key != decision.usual)
