"""Choices: the one list of all that can be chosen at a moment, for panel, page and form; and the meanings of one touch.

In a form, a person answers several questions together, instead of by many clicks; its answers are the keys of clicks. A
*way* is one meaning that the touch of a place, or a drag from one place to another, may have: answers to the next
questions. Nothing here is a rule: every way is tried on a copy without hidden data, along the game's own questions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bot.games.answers import Shortcut
from bot.games.playing import FORM, sort_by_region
from bot.language import Language
from bot.tables.draft import KEY_SEPARATOR, find_way
from bot.tables.moments import Moment
from bot.tables.offers import (
    MOST_PLANS,
    NO_OFFERS,
    Offers,
    Options,
    Plan,
    Plans,
    bare,
    count_useful,
    find_ending,
    find_plans,
    go,
    name_answers,
)
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision, Option, Role
from engine.core.text import Text

NO_SHORTCUTS: Final[Mapping[str, Shortcut]] = {}


@dataclass(frozen=True, slots=True)
class Choice:
    """A plan, a shortcut or an option (``what``) that a person can choose by one click.

    ``press`` has the keys of the click. ``of`` is the option that a plan begins with, or that a number belongs to.
    ``words`` are the label of a shortcut to the same keys or, after `bot.narrate.options.name_choices`, of a plan.
    ``is_confirm`` means that the click is a Confirm, ``is_decisive`` that it is one of `Offers.decisive`, ``is_onward``
    that the click first ends the question, and ``is_covered`` that plans include every continuation of the option.
    """

    press: str
    what: Option | Plan | Shortcut
    of: str = ""
    words: str = ""
    warning: Text | None = None
    is_confirm: bool = False
    is_decisive: bool = False
    is_onward: bool = False
    is_covered: bool = False

    @property
    def role(self) -> Role | Literal["plan", "shortcut"]:
        """Return the role of an option; for other choices “plan” or “shortcut”."""
        if isinstance(self.what, Option):
            return self.what.role
        return "plan" if isinstance(self.what, Plan) else "shortcut"

    @property
    def place(self) -> str:
        """Return the key of the choice's subject: the first key of a plan, otherwise the last key of the click."""
        return self.of if isinstance(self.what, Plan) else bare(self.press)


def find_choices(language: Language, moment: Moment, offers: Offers) -> list[Choice]:
    """Return a person's choices at a moment: shortcuts, then the answers as `list_answers` yields them.

    There are none if the decision is not theirs, or a draft waits for Confirm. A shortcut to the keys of another choice
    is left out; an option then has its label.
    """
    decision = moment.decision
    if decision is None or not moment.is_mine or moment.draft.armed:
        return []
    shortcuts = {
        KEY_SEPARATOR.join(short.keys): short for short in moment.front.orders.list_shortcuts(language, moment.game)
    }
    others = [
        Choice(press, short, words=short.words, is_confirm=short.is_end)
        for press, short in shortcuts.items()
        if not offers.is_offered(decision, press)
    ]
    return [*others, *list_answers(decision, offers, shortcuts)]


def list_answers(
    decision: Decision, offers: Offers = NO_OFFERS, shortcuts: Mapping[str, Shortcut] = NO_SHORTCUTS
) -> Iterator[Choice]:
    """Yield the answers to a question: plans, then its options, then the options after its end."""
    warnings = {**decision.warnings(), **offers.warnings}

    def make(option: Option, of: str = "", *, is_onward: bool = False) -> Choice:
        return Choice(
            option.key,
            option,
            of if of != option.key else "",
            shortcuts[option.key].words if option.key in shortcuts else "",
            warnings.get(option.key),
            offers.is_confirm(option.key),
            option.key in offers.decisive,
            is_onward,
            of in offers.planned.whole,
        )

    yield from list_plans(offers.planned.plans, offers.planned.whole)
    for option in decision.options:
        for one in offers.counted.get(option.key, (option,)):
            yield make(one, option.key)
    for option in (*offers.specials, *offers.onward):
        yield make(option, is_onward=True)


def list_plans(plans: Iterable[Plan], covered: Collection[str] = ()) -> Iterator[Choice]:
    """Yield plans as choices. ``covered`` are the options whose every continuation is among the plans."""
    for plan in plans:
        yield Choice(plan.press, plan, plan.keys[0], is_covered=plan.keys[0] in covered)


MOST_FIELDS: Final = 5
MOST_FORM_TRIED: Final = 200
"""The most plans that are found for a form. Each of its fields then has at most `MOST_PLANS`."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: choices, of which a person may make up to ``most``.

    ``subject`` is the option with which all of them begin, if there is one. ``is_beside`` means that the choices are
    additional actions.
    """

    choices: tuple[Choice, ...]
    most: int = 1
    subject: Option | None = None
    is_beside: bool = False


def has_form(moment: Moment, decision: Decision, plans: Plans) -> bool:
    """Return whether a question has a form: it is about several spaces, and a list holds its spaces and its plans.

    It must also take several answers, unless the game itself lists the choices in its form.
    """
    spaces = sum(option.role == "space" for option in decision.options)
    if spaces <= 1 or spaces > MOST_PLANS or len(plans.plans) > MOST_PLANS:
        return False
    return (count_useful(decision) or 0) > 1 or has_own_form(moment, decision)


def has_own_form(moment: Moment, decision: Decision) -> bool:
    """Return whether the game itself lists the choices in the form of a question."""
    return moment.front.orders.list_usual(moment.game, decision, FORM + decision.kind) is not None


def find_fields(moment: Moment) -> list[Field]:
    """Return the fields of the form for the pending question, or none if it is not the person's or has no form."""
    decision = moment.decision
    if decision is None or not moment.is_mine or moment.draft.armed:
        return []
    offers = moment.find_offers()
    if not has_form(moment, decision, offers.planned):
        return []
    return [*find_own(moment, decision, offers.planned), *find_beside(moment, decision)][:MOST_FIELDS]


def find_own(moment: Moment, decision: Decision, planned: Plans) -> Iterator[Field]:
    """Yield the fields about the question itself: one for each option, at most `MOST_FIELDS`, or one for all."""
    detailed = plan(moment, moment.game, decision, FORM + decision.kind, MOST_FORM_TRIED).plans
    subjects = list(dict.fromkeys(each.keys[0] for each in detailed))
    most = count_useful(decision) or 1
    if (subjects and has_own_form(moment, decision)) or 1 < len(subjects) <= MOST_FIELDS:
        for key in subjects[:MOST_FIELDS]:
            own = tuple(each for each in detailed if each.keys[0] == key)[:MOST_PLANS]
            yield Field(tuple(list_plans(own)), most=count_times(moment.game, own), subject=decision.option(key))
    elif planned.plans:
        yield Field(tuple(list_plans(planned.plans)), most=min(most, len({each.keys[0] for each in planned.plans})))
    else:
        known = {choice.press: choice for choice in list_answers(decision) if choice.role == "space"}
        keys = sort_by_region(list(known)[:MOST_PLANS], moment.front.orders.regions)
        yield Field(tuple(known[key] for key in keys), most=min(most, len(known)))


def count_times(game: Game, plans: Sequence[Plan]) -> int:
    """Return how many plans can be played one after the other, at least 1; the same plan may be played again."""
    times, twin = 0, game.clone()
    while any(follow(twin, each) for each in reversed(plans)):
        times += 1
    return max(1, times)


def follow(game: Game, plan: Plan) -> bool:
    """Play a plan in a game, and return whether it was possible without a barrier. If not, a part may be played."""
    decision = game.decision
    if decision is None or not decision.allows(plan.keys[0]):
        return False
    way = find_way(game, plan.keys, plan.changes)
    return way is not None and all(game.draft(key) is not None for key in way)


def find_beside(moment: Moment, decision: Decision) -> Iterator[Field]:
    """Yield one field for the additional actions that are allowed now and have usual answers, if there are any."""
    plans: list[Plan] = []
    for option in decision.options:
        twin = go(moment.game, option.key) if option.role == "special" else None
        then = twin.decision if twin is not None else None
        if twin is None or then is None or then.seat != decision.seat:
            continue
        found = plan(moment, twin, then, then.kind).plans
        if len(plans) + len(found) <= MOST_PLANS:
            first = (decision, option)
            plans += (Plan((option.key, *each.keys), each.changes, each.cost, (first, *each.options)) for each in found)
    if plans:
        yield Field(tuple(list_plans(plans)), is_beside=True)


def plan(moment: Moment, game: Game, decision: Decision, begun: str, most: int = MOST_PLANS) -> Plans:
    """Return the plans of a question at a moment (`find_plans`)."""
    return find_plans(game, decision, moment.front.orders.list_usual, moment.price, begun, most)


MOST_WAYS: Final = 12
"""The most ways that are offered for one tap: more would not fit beside the touched place on a phone."""
MOST_TRIED: Final = 80
"""The most answers that are tried for one tap."""
LONGEST_WAY: Final = 8
"""The most answers of a way before it reaches its place."""
BEGINNINGS: Final[tuple[Role, ...]] = ("action", "special", "event")
"""The roles of options that begin an action or an Event: a touch of a place may mean that this begins there."""


@dataclass(frozen=True, slots=True)
class Way:
    """The answers that one touch may mean: keys, options, the effects that are sure before any die or card, and cost.

    ``game`` is the game after these answers, or None if the last one crosses a barrier.
    """

    keys: tuple[str, ...]
    options: Options
    changes: Sequence[Change]
    game: Game | None
    cost: int = 0

    @property
    def press(self) -> str:
        """Return the keys as one click, as a component carries them."""
        return KEY_SEPARATOR.join(self.keys)

    @property
    def decision(self) -> Decision | None:
        """Return the question after the way, or None after a barrier."""
        return self.game.decision if self.game is not None else None

    def has_asked(self, kind: str) -> bool:
        """Return whether the way answers a question of this kind."""
        return any(decision.kind == kind for decision, _ in self.options)

    def find_ending(self) -> str:
        """Return the keys of this way and of the end of the turn after it; "" if another choice must come first.

        If the way crosses a barrier, its own keys are enough.
        """
        if self.game is None or self.decision is None:
            return self.press
        ending = find_ending(self.game, self.decision)
        is_plain = ending is not None and not ending.taken and self.decision.key_of("stop") == ending.keys[0]
        return KEY_SEPARATOR.join((*self.keys, *ending.keys)) if ending is not None and is_plain else ""

    def name(self, places: Collection[str]) -> list[Text]:
        """Return the texts of the answers, without answers about ``places``: the person has touched these."""
        return name_answers(self.options, places)


class WaySearch:
    """Finds the possible meanings of a touch at a moment of a game."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        self._before = moment.game.state
        self._begin = Way((), (), (), moment.game)
        self._tried = 0

    def find_at(self, place: str) -> list[Way]:
        """Return the meanings of touching a place: its option, or an action that begins there."""
        return self._complete(self._reach({place}))

    def find_behind(self, key: str) -> list[Way]:
        """Return the ways that begin with an option: one for each answer to the question after it."""
        first = self._take(self._begin, key)
        return self._complete([first] if first is not None else [], with_spaces=True)

    def find_between(self, source: str, target: str, piece: str = "") -> list[Way]:
        """Return the ways that move a piece from one place to another; those whose keys include ``piece`` first."""

        def is_move(way: Way) -> bool:
            return any((change.origin, change.target) == (source, target) for change in way.changes)

        found = [way for reached in self._reach({source, target}) for way in self._complete([reached]) if is_move(way)]
        return sorted(found, key=lambda way: piece not in way.keys)[:MOST_WAYS]

    def _take(self, way: Way, key: str) -> Way | None:
        """Return a way with one more answer, or None if that is not allowed, or too many have been tried."""
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
        """Yield the ways that choose all of these places, the shortest first."""
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
        """Return the continuations of some ways, at most `MOST_WAYS`. A way with none or too many is not continued."""
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
    """Return the options that may lead to the places ``left``: these themselves, else answers before or between them.

    ``is_begun`` means that the way has reached another place already.
    """
    places = [option for option in decision.options if option.key in left and option.role == "space"]
    if places:
        return places
    if not way.keys:
        roles: tuple[Role, ...] = (*BEGINNINGS, "stop") if decision.space else BEGINNINGS
        # From a question without a space, “stop” leads to no other place: it ends the turn or crosses a barrier.
        found = [option for option in decision.options if option.role in roles]
        return [*found, *(list_plain(decision) if is_begun else ())]
    return list_plain(decision) if is_begun and not way.has_asked(decision.kind) else []


def find_following(way: Way, *, with_spaces: bool) -> list[Option]:
    """Return the answers with which a way may continue.

    There are none if another seat is asked, or the way has answered a question of this kind. With ``with_spaces``, only
    the spaces of the question are returned if it has any.
    """
    decision = way.decision
    if decision is None or decision.seat != way.options[0][0].seat or way.has_asked(decision.kind):
        return []
    if with_spaces and (spaces := [option for option in decision.own if option.role == "space"]):
        return spaces
    return list_plain(decision)


def list_plain(decision: Decision) -> list[Option]:
    """Return the answers to a question that begin no action or Event, the usual one first; none if it has spaces."""
    if any(option.role == "space" for option in decision.own):
        return []
    found = [option for option in decision.own if option.role not in ("extra", *BEGINNINGS)]
    return sorted(found, key=lambda option: option.key != decision.usual)
