"""Plans of people: turn lines that are played when their time comes, in any game with turn lines.

A plan may also hold the answers to questions that a seat is asked later in a round, chosen on a panel.

A planned turn has one or several ways, and the bot plays the first way that is allowed when the time comes. If no way
is allowed as written, or if something named in the lines has changed, the bot plays nothing and asks the person.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from bot.errors import BadInput
from bot.games.answers import AHEAD, LATER, Acted, StandingOrder, Understood
from bot.games.frontend import Frontend, front_of
from bot.games.names import plain
from bot.language import Language, Said, load_language, plainly
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.errors import GameError
from engine.core.text import Text, text

PASS: Final = "pass"  # noqa: S105
"""The action of a `PlannedWay` that passes. Such a way has no orders."""
LONGEST: Final = 12
"""The most questions at the end of a turn that get the usual answer."""
LONGEST_LINE: Final = 200
"""The most characters that are shown of a typed line."""
LONGEST_NAME: Final = 3
"""The most words in the name of an action."""


class PlannedWay(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way to take a planned turn: an action and its orders, and the whole line as it was ``typed``.

    ``is_first`` means that the way counts only if the seat acts before all others.
    """

    action: str
    orders: str = ""
    is_first: bool = False
    typed: str = ""


Turn = tuple[PlannedWay, ...]
"""The ways to take a planned turn, the most wanted first."""


@dataclass(frozen=True, slots=True)
class PlanWish:
    """A plan as a person gives it. Each turn has one or more ways: a typed line, and whether the seat must act first.

    ``time`` is the time of the first turn in the count of the game (`Planning`); 0 means the next possible time.
    """

    language: Language
    turns: tuple[tuple[tuple[str, bool], ...], ...]
    time: int = 0
    kind: str = AHEAD
    seats: Sequence[str] = ()
    """The seats that may plan. An empty value means all seats."""

    def make_order(self, game: Game, seat: str) -> PlannedTurns:
        """Return the plan as it is stored for a seat, valid from this moment of the game on.

        Raises BadInput for a line that is not understood, and for an impossible time.
        """
        front = front_of(game.rules.name)
        turns = tuple(
            tuple(read_way(self.language, front, seat, typed, is_first=is_first) for typed, is_first in ways)
            for ways in self.turns
        )
        names = {
            name for ways in turns for way in ways for name in front.planning.find_named(self.language, way.orders)
        }
        named = dict(front.planning.describe(game, sorted(names)))
        time = front.planning.find_time(game, seat, self.time)
        language = self.language.code
        return PlannedTurns(AHEAD, game=front.setup.kind, time=time, named=named, language=language, turns=turns)


class Planned(StandingOrder, frozen=True, omit_defaults=True, kw_only=True):
    """A plan for a seat at a ``time`` of a game (`Planning`).

    ``named`` has the state of everything that the plan names (`Planning.describe`): a change of it ends the plan.
    """

    game: str
    time: int
    named: dict[str, Any] = msgspec.field(default_factory=dict)

    @property
    def front(self) -> Frontend:
        """Return the front end of the game."""
        return front_of(self.game)

    @property
    def begins_at(self) -> str:
        """Return the phase in which the plan begins: by default the seat's own turn."""
        return self.front.setup.turn_phase

    def has_run_out(self, game: Game) -> bool:
        """Return whether the time of the plan has passed."""
        return self.front.planning.is_over(game, self.time)

    def act(self, seat: str, game: Game, obeyed: Collection[tuple[str, str]]) -> Acted | None:
        """Return the answers, or why they cannot be given; None before their time, and while no person has the seat."""
        decision, label = game.decision, game.label
        if decision is None or decision.seat != seat or self.front.player.is_automatic(game, seat):
            return None
        if (continued := self.go_on(game)) is not None:
            return continued
        begins = (label.phase, label.seat) == (self.begins_at, seat) and not game.keys
        if not begins or not self.front.planning.is_time(game, self.time):
            return None
        changed = why_changed(self.front, game, self.named)
        return Acted(why=changed) if changed else self.begin(game)

    def go_on(self, game: Game) -> Acted | None:
        """Return the next answers of a plan that is partly played, or None for any other plan."""
        return None

    def begin(self, game: Game) -> Acted:
        """Return the first answers, or why they cannot be given. Each kind of plan overrides this method."""
        return Acted(why=text("ui.ahead.no_way"))


class PlannedTurns(Planned, frozen=True, omit_defaults=True, kw_only=True):
    """Planned turns, one after the other. ``rest`` is the part of the first line that waits for a die, or ""."""

    language: str
    turns: tuple[Turn, ...]
    rest: str = ""

    def begin(self, game: Game) -> Acted:
        """Return the answers of the first way that is allowed, or the reason against the first way that was tried."""
        why: Text | None = None
        for way in self.turns[0]:
            if way.is_first and not self.front.planning.is_first(game):
                continue
            try:
                return self._play(game, way)
            except GameError as error:
                why = why or error.text
        return Acted(why=text("ui.ahead.not_possible", why=why) if why is not None else text("ui.ahead.no_way"))

    def _play(self, game: Game, way: PlannedWay) -> Acted:
        """Return the answers of a way. Raises GameError if the way is not allowed or leaves a choice open."""
        if way.action == PASS:
            decision = game.decision
            key = decision.find_key(PASS) if decision is not None else ""
            if not key:
                raise BadInput(text("ui.ahead.no_pass"))
            return self._follow(game, Understood((key,), "", ()))
        language = load_language(self.language, self.game)
        return self._follow(game, self.front.orders.understand(language, game, way.action, way.orders))

    def go_on(self, game: Game) -> Acted | None:
        """Return the answers of ``rest`` once its die is rolled, or why they cannot be given; None without a rest."""
        if not self.rest:
            return None
        try:
            understood = self.front.orders.go_on(game, self.rest)
            if understood is None:
                return Acted(why=text("ui.ahead.no_way"))
            return self._follow(game, understood)
        except GameError as error:
            return Acted(why=text("ui.ahead.not_possible", why=error.text))

    def _follow(self, game: Game, understood: Understood) -> Acted:
        """Return the line's answers, then usual ones up to a barrier, and the rest of the plan.

        Raises BadInput if a question has no usual answer.
        """
        keys = [*understood.keys, *([understood.ending] if understood.ending else [])]
        if not understood.ending:
            keys += find_end(game, understood.keys)
        later = self.turns[1:]
        after: PlannedTurns | None = msgspec.structs.replace(self, turns=later, rest="") if later else None
        if understood.rest:
            after = msgspec.structs.replace(self, rest=understood.rest)
        return Acted(tuple(keys), after)

    def write(self, language: Language, seat: str) -> str:
        """Return the plan as a sentence: the lines of each turn, and the time of the first one."""
        turns = [
            language.say("ui.ahead.ways", names=[Said(write_way(language, way)) for way in ways]) for ways in self.turns
        ]
        what = language.say("ui.ahead.plan", seat=seat, what=Said(language.put_together("clauses", turns)))
        when = self.front.planning.name_time(language, self.time)
        return language.say("ui.order.line", what=what, when=when)


def write_way(language: Language, way: PlannedWay) -> str:
    """Return a way as it was typed, and its condition if it counts only for the seat that acts first."""
    return (
        language.say("ui.ahead.first", words=plainly(way.typed, LONGEST_LINE))
        if way.is_first
        else plainly(way.typed, LONGEST_LINE)
    )


class PlannedAnswers(Planned, frozen=True, omit_defaults=True, kw_only=True):
    """All answers to the questions of a seat in a later ``phase`` of a round.

    ``changes`` are the effects that the answers had when the person planned them.
    """

    phase: str
    keys: tuple[str, ...]
    changes: tuple[Change, ...] = ()

    @property
    def begins_at(self) -> str:
        """Return the phase of the round in which the seat is asked these questions."""
        return self.phase

    def begin(self, game: Game) -> Acted:
        """Return the answers, or why they cannot be given now."""
        try:
            draft_all(game, self.keys)
        except GameError as error:
            return Acted(why=text("ui.ahead.not_possible", why=error.text))
        return Acted(self.keys)

    def name_use(self, key: str) -> str:
        """Return the kind of planned turns, because their remark fits these answers too."""
        return AHEAD

    def write(self, language: Language, seat: str) -> str:
        """Return a sentence on the effects that the answers had when they were planned."""
        words = self.front.words.name_deeds(language, self.changes, seat) if self.changes else ""
        return language.say("ui.ahead.later", seat=seat, what=Said(words or language.say("log.nothing")))


def plan_answers(game: Game, keys: Sequence[str]) -> PlannedAnswers:
    """Return the plan that holds some answers. The ``game`` is a future state from `Planning.find_later`.

    Raises IllegalChoice and BadInput as `draft_all` does.
    """
    front = front_of(game.rules.name)
    named = front.planning.describe(game, sorted({key for key in keys if key in front.orders.spaces}))
    changes = draft_all(game, keys)
    time = front.planning.count_time(game)
    phase, told = game.label.phase, tuple(changes)
    return PlannedAnswers(
        LATER, game=front.setup.kind, time=time, named=dict(named), phase=phase, keys=tuple(keys), changes=told
    )


def draft_all(game: Game, keys: Sequence[str]) -> list[Change]:
    """Return the Changes of some answers, without those of the last answer. The game is not changed.

    Raises IllegalChoice for a closed answer. Raises BadInput if the last answer does not cross a barrier, such as the
    end of a step, or if an earlier one does.
    """
    twin, changes = game.blind(), list[Change]()
    for place, key in enumerate(keys, 1):
        made = twin.draft(key)
        if (made is None) != (place == len(keys)):
            raise BadInput(text("ui.ahead.unfinished"))
        changes += made or ()
    return changes


def why_changed(front: Frontend, game: Game, named: Mapping[str, Any]) -> Text | None:
    """Return a text with the ids in ``named`` whose state is no longer the given one, or None if all are unchanged."""
    now = front.planning.describe(game, list(named))
    changed = [name for name, value in named.items() if now.get(name) != value]
    return text("ui.ahead.changed", place=changed) if changed else None


def read_plan(payload: Mapping[str, Any]) -> PlannedTurns | PlannedAnswers:
    """Return a plan from the data of `StandingOrder.store`."""
    if payload.get("kind") == LATER:
        return msgspec.convert(dict(payload), PlannedAnswers)
    return msgspec.convert(dict(payload), PlannedTurns)


def find_end(game: Game, keys: Sequence[str]) -> Iterator[str]:
    """Yield the usual answers that follow some keys, up to the next barrier. The game is not changed.

    A kind of question that comes again is answered by its end if possible. Raises BadInput without a usual answer.
    """
    twin, asked = game.blind(), set[str]()
    for key in keys:
        if twin.decision is not None:
            asked.add(twin.decision.kind)
        if twin.draft(key) is None:
            return
    for _ in range(LONGEST):
        decision = twin.decision
        key = find_usual(decision, asked) if decision is not None else ""
        if not key:
            break
        yield key
        if twin.draft(key) is None:
            return
    raise BadInput(text("ui.ahead.unfinished"))


def find_usual(decision: Decision, asked: Collection[str]) -> str:
    """Return the key that ends the question if its kind was ``asked`` before, or else the key of the usual answer.

    Return "" if there is no such key, or if its option has a cost or begins an action.
    """
    key = (decision.key_of("stop") if decision.kind in asked else "") or decision.usual
    option = decision.option(key) if key else None
    return option.key if option is not None and not option.cost and option.role != "action" else ""


def read_way(language: Language, front: Frontend, seat: str, typed: str, *, is_first: bool = False) -> PlannedWay:
    """Return the way that a typed line means: first the name of an action, then its orders.

    Raises BadInput for an unknown action, and for orders that are impossible in any position.
    """
    words = typed.split()
    names = dict(list_names(language, front, seat))
    for length in range(min(LONGEST_NAME, len(words)), 0, -1):
        action = names.get(plain(" ".join(words[:length])))
        if action is not None:
            orders = " ".join(words[length:])
            front.planning.check_line(language, seat, action, orders)
            return PlannedWay(action, orders, is_first, typed.strip())
    raise BadInput(text("ui.ahead.no_action", words=typed))


def list_names(language: Language, front: Frontend, seat: str) -> Iterator[tuple[str, str]]:
    """Yield all names of the actions that can begin a seat's turn, in plain letters, each with the action's id."""
    for action in front.orders.actions:
        if seat in action.seats and not action.is_special:
            yield plain(action.command.replace("-", " ")), action.id
            yield plain(language.word(f"action.{action.id}")), action.id
    for key, name in front.planning.actions.items():
        yield plain(language.word(key)), name
        yield plain(load_language(game=front.setup.kind).word(key)), name
