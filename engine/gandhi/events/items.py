"""5.1 Taking or putting pieces or markers: one loop for every such step, and one set of limits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import Text, text
from engine.gandhi.asking import DONE, DONE_OPTION
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.events import data
from engine.gandhi.events.execution import Execution
from engine.gandhi.ids import (
    ACTIVISTS,
    AVAILABLE,
    BASES,
    CUBES,
    FACTION_OF,
    GUERRILLAS,
    JAIL,
    MUSLIM_STATE,
    PIECES,
    POOL,
    PROTEST,
    STRIKE,
    UNDERGROUND,
    UNREST,
)
from engine.gandhi.state import State

GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "cubes": CUBES,
    "activists": ACTIVISTS,
    "guerrillas": GUERRILLAS,
    "bases": BASES,
    "pieces": PIECES,
    "adversaries": PIECES,
}
"""Words of the data for several kinds of pieces. Gandhi is named on his own."""
MARKERS: Final = (PROTEST, UNREST, STRIKE, MUSLIM_STATE)

NO_LIMITS: Final = data.Limits()


@cache
def expand(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the kinds of pieces on the map and of markers that the words of the data mean."""
    return tuple(kind for word in words for kind in GROUPS.get(word, (word,)))


@cache
def expand_placed(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the kinds as they come from a box: Guerrillas Underground (1.4.3)."""
    return tuple(dict.fromkeys(UNDERGROUND if kind in GUERRILLAS else kind for kind in expand(words)))


@cache
def expand_for(words: tuple[str, ...], seat: str) -> tuple[str, ...]:
    """Return the kinds that the words mean for an executing Faction: its own pieces are no adversaries."""
    kinds = expand(words)
    return tuple(kind for kind in kinds if "adversaries" not in words or FACTION_OF.get(kind) != seat)


def count_at(state: State, kind: str, place: str) -> int:
    """Return how many pieces or markers of a kind are in a space, in Available, in Jail or in Out of Play."""
    here = state.spaces.get(place)
    if here is not None:
        there: int = +getattr(here, kind)
        return there
    return count_in_box(state, kind, place)


def count_in_box(state: State, kind: str, place: str) -> int:
    """Return how many pieces of a kind are in Available, in Jail or in Out of Play."""
    if place == AVAILABLE:
        return state.available.get(kind, 0)
    if place == JAIL:
        return state.jail.get(kind, 0)
    return state.out_of_play.get(POOL.get(kind, kind), 0)


class Items(ABC):
    """The loop: it asks where, what and how many, until the number is reached, nothing is left or the Faction stops.

    Each kind of step says in a subclass what may be taken or put in a place (`stock`), what else its own text demands
    (`allows`), how it is done (`take`) and how it asks. ``where`` are the places that met the conditions when the step
    began, ``open`` those where anything may be done now, with the kinds; ``supply`` is how much there is in all, where
    that is known; ``done`` counts what was done in each place; ``has_asked`` says that the present round has asked
    where or what.
    """

    kind_where = "event.to"
    kind_what = "event.what"
    may_be_forced = True
    one_by_one = False

    def __init__(self, execution: Execution, step: Any, space: str, where: list[str], kinds: Sequence[str]) -> None:
        self.execution = execution
        self.state = execution.state
        self.step: Any = step
        self.space = space
        self.where = where
        self.kinds = kinds
        self.limits: data.Limits = getattr(step, "limits", NO_LIMITS)
        self.is_limited = self.limits != NO_LIMITS
        self.left = data.ALL
        self.supply = data.ALL
        self.done: dict[str, int] = {}
        self.factions: list[str] = []
        self.open: dict[str, list[str]] = {}
        self.untouched: frozenset[str] = frozenset()
        self.bases = 0
        self.has_asked = False

    # -- what each kind of step says -----------------------------------------------------------------------

    def stock(self, key: str, place: str) -> int:
        """Return how many of a kind can be taken from a place, or put there, by the rules alone."""
        here = self.state.spaces.get(place)
        return +getattr(here, key) if here is not None else count_in_box(self.state, key, place)

    def room(self, key: str, place: str) -> int:
        """Return how many of a kind can be taken from a place, or put there, one at a time."""
        return self.stock(key, place)

    def allows(self, key: str, place: str) -> bool:
        """Return whether the step's own text allows a kind in a place."""
        return True

    @abstractmethod
    def take(self, key: str, place: str, count: int) -> Rule:
        """Take this many of a kind from a place, or put them there."""

    def ask_where(self) -> Text | None:
        """Return the question for a place."""
        return None

    def ask_what(self, place: str) -> Text | None:
        """Return the question for a kind."""
        return None

    def option(self, key: str) -> Option:
        """Return the option for a kind."""
        return Option(key, text("piece", piece=key))

    def named(self, place: str) -> str:
        """Return the place as a question names it, or none if there is only one."""
        return place

    # -- limits --------------------------------------------------------------------------------------------

    def most(self, key: str, place: str) -> int:
        """Return how many of a kind may still be taken from a place, or put there, under every limit."""
        most = min(self.left, self.stock(key, place))
        if most <= 0 or not self.is_limited:
            return most
        limits = self.limits
        kind = key.partition(":")[0]
        most = min(most, limits.per_space - self.done.get(place, 0))
        if kind in BASES:
            most = min(most, limits.bases - self.bases)
        if limits.factions:
            spare = self.left - self.factions_missing(kind)
            most = min(most, spare if FACTION_OF[kind] in self.factions else max(1, spare))
        if limits.each_of:
            spare = self.left - self.spaces_missing(place)
            most = min(most, spare if place in self.done else max(1, spare))
        return most

    def find_open(self) -> dict[str, list[str]]:
        """Find the places where anything may be done now, and the kinds that may be taken there, or put there."""
        places, kinds = self.where, self.kinds
        if self.limits.factions:
            self.untouched = self.find_untouched()
            if len(self.factions) >= self.limits.factions:
                kinds = [kind for kind in kinds if FACTION_OF[kind] in self.factions]
        if self.is_limited and len(self.done) >= (self.limits.each_of or self.limits.spaces):
            places = [place for place in places if place in self.done]
        how_many = self.most if self.is_limited else self.stock
        self.open = {}
        for place in places:
            keys = [key for key in kinds if how_many(key, place) > 0 and self.allows(key, place)]
            if keys:
                self.open[place] = keys
        return self.open

    def places(self) -> list[str]:
        """Return the places where anything may be done now."""
        return list(self.find_open())

    def find_untouched(self) -> frozenset[str]:
        """Return the Factions that have something to touch, and have not been touched yet."""
        return frozenset(
            FACTION_OF[kind]
            for kind in self.kinds
            if FACTION_OF[kind] not in self.factions and any(self.stock(kind, place) for place in self.where)
        )

    def factions_missing(self, kind: str = "") -> int:
        """Return how many more Factions must be touched (after ``kind``), as far as any have something to touch."""
        touched = {*self.factions, *((FACTION_OF[kind],) if kind else ())}
        missing = self.limits.factions - len(touched)
        return min(missing, len(self.untouched - touched)) if missing > 0 else 0

    def spaces_missing(self, place: str) -> int:
        """Return how many spaces besides this one must still receive a piece, because the text names their number."""
        return self.limits.each_of - len({*self.done, place})

    def may_stop(self) -> bool:
        """Return whether the executing Faction may stop now."""
        return bool(self.step.is_optional) and not (self.done and self.factions_missing())

    def supply_of(self, key: str) -> int:
        """Return how many of a kind there are for all places together."""
        return data.ALL

    def count_left(self) -> int:
        """Return how many more can be taken or put at most, one at a time."""
        keys = self.find_open()
        places = list(keys)
        spare = {place: self.limits.per_space - self.done.get(place, 0) for place in places}
        counts = {place: min(spare[place], sum(self.room(key, place) for key in keys[place])) for place in places}
        fresh = sorted((count for place, count in counts.items() if place not in self.done), reverse=True)
        more = max(0, (self.limits.each_of or self.limits.spaces) - len(self.done))
        supply = sum(self.supply_of(key) for key in {key for found in keys.values() for key in found})
        return min(self.left, supply, sum(counts[place] for place in places if place in self.done) + sum(fresh[:more]))

    def is_forced(self) -> bool:
        """Return whether everything in the open places must be taken, so that no question is needed."""
        if self.step.every:
            return True
        limits = self.limits
        if not self.may_be_forced or self.step.is_optional or limits.factions or limits.each_of:
            return False
        if limits.per_space < data.ALL or limits.spaces < data.ALL:
            return False
        there = {(key, place): self.most(key, place) for place, keys in self.open.items() for key in keys}
        bases = sum(count for (key, _), count in there.items() if key in BASES)
        return sum(there.values()) <= self.left and bases <= limits.bases - self.bases

    # -- the loop ------------------------------------------------------------------------------------------

    def run(self) -> Rule:
        """Take or put until the step's number is reached, nothing is left, or the executing Faction stops."""
        if not self.find_open():
            return
        wanted = yield from self.execution.measure(self.step.amount, self.space if self.space in GEOGRAPHY else "")
        self.left = min(wanted, self.supply)
        while self.left > 0:
            if not self.find_open():
                break
            chosen = self.choose_all() if self.is_forced() else (yield from self.choose())
            if chosen is None:
                continue
            key, place, count = chosen
            if key == DONE:
                return
            yield from self.take(key, place, count)
            self.note(key, place, count)
        if isinstance(self.step.exactly, int) and (self.left > 0 or wanted > self.supply):
            self.execution.falls_short = True

    def choose_all(self) -> tuple[str, str, int]:
        """Return the next forced choice in the places open now: the kind, the place and the number."""
        place, keys = next(iter(self.open.items()))
        key = keys[0]
        return key, place, self.most(key, place)

    def choose(self) -> Any:
        """Ask where of the places open now, what and how many, and return the kind, the place and the number.

        `DONE` as the kind when the Faction stops, None to begin again (1.4.1).
        """
        execution, may_stop = self.execution, self.may_stop()
        place = yield from execution.ask_candidates(
            self.kind_where,
            list(self.open),
            self.places,
            optional=may_stop,
            remaining=self.count_left,
            space=self.space,
            prompt=self.ask_where(),
        )
        if place == DONE:
            return DONE, "", 0
        asks_where = not self.space and (may_stop or len(self.open) > 1)
        keys = self.open[place]
        options = [self.option(key) for key in keys]
        if may_stop and self.space:
            options.append(DONE_OPTION)
        self.has_asked = asks_where or len(options) > 1
        key = yield from execution.ask_plain(
            self.kind_what,
            options,
            space=self.named(place),
            remaining=None if asks_where else self.count_left,
            prompt=self.ask_what(place),
        )
        if not key:
            return None
        if key == DONE or self.one_by_one:
            return key, place, 1
        most = self.most(key, place)
        is_certain = not self.step.is_optional and len(keys) == 1 and len(self.open) == 1
        least = most if is_certain and not self.limits.each_of else 1
        count = yield from execution.ask_count(most, least, space=self.named(place), piece=key.partition(":")[0])
        return (key, place, count) if count else None

    def note(self, key: str, place: str, count: int) -> None:
        """Keep what was done, for the limits and for later steps."""
        kind = key.partition(":")[0]
        self.left -= count
        self.done[place] = self.done.get(place, 0) + count
        self.bases += count if kind in BASES else 0
        faction = FACTION_OF.get(kind, "")
        if faction and faction not in self.factions:
            self.factions.append(faction)
        if place in GEOGRAPHY:
            self.execution.remember(place)
