"""A panel's offers besides the options of a decision: several keys in one click, plans, and the result of Confirm.

A plan is an option together with the answers that usually follow it. The game's front end says which answers are usual
(`Orders.list_usual`). Nothing here is a rule: every sequence is tried on a copy without hidden data, and offered only
if the game asks these questions. The role of an option (`Option.role`) says in any game what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.tables.draft import KEY_SEPARATOR, Draft
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision, Option, Role
from engine.core.protocol import Barrier, Foresight, Outlook
from engine.core.text import Text, text

Options = tuple[tuple[Decision, Option], ...]
"""Answers in order, each as its question and the chosen option."""
Price = Callable[[Any, Any], int]
"""Returns the Resources that the deciding seat has spent between two positions: views, or states of a game."""
Usual = Callable[[Game, Decision, str], Sequence[str] | None]
"""Returns the keys of the usual answers to a pending decision, for a plan that began with a question of a kind; None
at the end of a plan (`Orders.list_usual`)."""

MOST_PLANS = 25
"""The most plans for a decision: Discord's lists have this number of lines."""
LONGEST_PLAN = 12
"""The most answers in a plan."""
LONGEST_PRESS = 100
"""The most characters of a line's value in a list."""

COUNTED: tuple[Role, ...] = ("piece", "choice")
"""Roles that may be combined with the number that is asked for next."""
IDLE = "why.idle"
"""The key of the reason why an option would have no effect."""
MOST_TRIED = 12
"""The most options of a decision that are combined with numbers; with more, the number is asked for afterwards."""
MOST_COUNTED = 25
"""The most combinations with numbers that fit into a list; with more, the number is asked for afterwards."""
MOST_DECISIVE = 4
"""The most answers of a question whose buttons are Confirms themselves, if each of the answers crosses a barrier."""
LONGEST_END = 6
"""The most questions at the end of a turn that get the usual answer."""
KEY_LIMIT = 60
"""The most letters of keys that fit into a custom id."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An option and the answers that usually follow it, with their certain effects, their cost, and their decisions."""

    keys: tuple[str, ...]
    changes: Sequence[Change]
    cost: int = 0
    options: Options = ()

    @property
    def press(self) -> str:
        """Return the keys as one click, as a component carries them."""
        return KEY_SEPARATOR.join(self.keys)


@dataclass(frozen=True, slots=True)
class Plans:
    """The plans of a decision. ``whole`` are the options whose every continuation is a plan: they need no button."""

    plans: tuple[Plan, ...] = ()
    whole: frozenset[str] = frozenset()


NO_PLANS: Final = Plans()


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The result of Confirm: its keys, and their certain effects.

    ``taken`` names the answers that Confirm gives to later questions; ends of questions are left out.
    """

    keys: tuple[str, ...]
    outlook: Outlook
    taken: tuple[Text, ...] = ()

    @property
    def foresight(self) -> Foresight:
        """Return the barrier that the last key crosses."""
        return self.outlook.foresight

    @property
    def press(self) -> str:
        """Return the keys as one click, as a button carries them."""
        return KEY_SEPARATOR.join(self.keys)


@dataclass(frozen=True, slots=True)
class Offers:
    """The offers of a panel besides the options of its decision.

    ``counted`` replaces some options, by key: each by itself combined with every number that would be asked for next.
    ``onward`` are the spaces, and ``specials`` the actions, that are open after the end of the question about the
    present space; ``warnings`` belong to these. ``ending`` is the result of Confirm, if there is a Confirm.
    ``decisive`` has the result of each option, if the button of each is a Confirm. ``planned`` are the plans.
    """

    counted: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    onward: tuple[Option, ...] = ()
    specials: tuple[Option, ...] = ()
    warnings: Mapping[str, Text] = field(default_factory=dict)
    ending: TurnEnd | None = None
    decisive: Mapping[str, TurnEnd] = field(default_factory=dict)
    planned: Plans = NO_PLANS

    @property
    def presses(self) -> list[str]:
        """Return every click of several keys that the panel may offer."""
        ways = [option.key for options in self.counted.values() for option in options]
        ways += [option.key for option in (*self.onward, *self.specials)]
        return ways + [plan.press for plan in self.planned.plans]

    def is_confirm(self, key: str) -> bool:
        """Return whether the button of an option is a Confirm itself, so that the panel shows its result."""
        return key in self.decisive or (self.ending is not None and self.ending.keys == (key,))

    def is_offered(self, decision: Decision, press: str) -> bool:
        """Return whether a panel offers a click with these keys even without a shortcut."""
        ending = self.ending.press if self.ending is not None else ""
        return press in decision.keys or press == ending or press in self.presses


NO_OFFERS: Final = Offers()


def ask_everything(game: Game, decision: Decision, begun: str) -> None:
    """Return None: there are no usual answers, so every question is asked."""


def find_offers(game: Game, draft: Draft, price: Price, list_usual: Usual = ask_everything) -> Offers:
    """Return the offers of a panel besides the options of the decision; none where no decision is pending.

    ``game`` is the game after the draft's keys.
    """
    decision = game.decision
    if decision is None:
        return NO_OFFERS
    if draft.armed:
        return Offers(ending=foretell(game, (draft.armed,)))
    counted = dict(find_counted(game, decision, price))
    if draft.queue or draft.order:
        # The rest of the draft continues after the next answer, so only that is offered.
        return Offers(counted, ending=find_ending(game, decision, 1))
    onward, specials, warnings = find_onward(game, decision)
    decisive = find_decisive(game, decision)
    planned = find_plans(game, decision, list_usual, price) if not decisive else NO_PLANS
    return Offers(counted, onward, specials, warnings, find_ending(game, decision), decisive, planned)


def count_useful(decision: Decision) -> int | None:
    """Return how many more answers can have an effect, at least one; None for a question that is asked once."""
    useful = decision.useful
    if useful is None:
        return None
    idle = [warning for warning in decision.warnings().values() if warning.key == IDLE]
    spaces = sum(option.role == "space" for option in decision.options)
    return max(1, min(useful, spaces - len(idle)) if spaces else useful)


def bare(key: str) -> str:
    """Return the last key of a click, which is its subject."""
    return key.rpartition(KEY_SEPARATOR)[2]


def foretell(game: Game, keys: tuple[str, ...], taken: tuple[Text, ...] = ()) -> TurnEnd:
    """Return the result of keys of which only the last may cross a barrier. Raises IllegalChoice."""
    return TurnEnd(keys, game.look_ahead(keys), taken)


def go(game: Game, key: str) -> Game | None:
    """Return a copy of the game after a key, or None if the key crosses a barrier. Raises IllegalChoice."""
    twin = game.blind()
    return twin if twin.draft(key) is not None else None


def find_counted(game: Game, decision: Decision, price: Price) -> Iterator[tuple[str, tuple[Option, ...]]]:
    """Yield the key of each option that only a number can follow, and this option combined with each number."""
    fitting = [option for option in decision.options if option.role in COUNTED]
    if not fitting or len(fitting) > MOST_TRIED:
        return
    found = {option.key: combine(game, option, price) for option in fitting}
    if sum(len(options) or 1 for options in found.values()) <= MOST_COUNTED:
        yield from ((key, options) for key, options in found.items() if options)


def combine(game: Game, option: Option, price: Price) -> tuple[Option, ...]:
    """Return an option combined with each number that may follow it; nothing if another question may follow."""
    twin = go(game, option.key)
    decision = twin.decision if twin is not None else None
    if decision is None or any(number.role != "number" for number in decision.options):
        return ()
    made = []
    for number in decision.options:
        keys = (option.key, number.key)
        cost = price(game.state, game.look_ahead(keys).view) if option.cost else 0
        words = text("ui.option.counted", what=option.text, count=int(number.key), asked=decision.kind)
        made.append(Option(KEY_SEPARATOR.join(keys), words, cost, None, option.role))
    return tuple(made)


def find_onward(game: Game, decision: Decision) -> tuple[tuple[Option, ...], tuple[Option, ...], Mapping[str, Text]]:
    """Return the spaces, actions and warnings (by key) that follow the end of a question about one space; else none."""
    stop = decision.key_of("stop")
    twin = go(game, stop) if stop and decision.space else None
    then = twin.decision if twin is not None else None
    if then is None or then.space or then.action != decision.action or not then.key_of("space"):
        return (), (), {}
    warnings = {KEY_SEPARATOR.join((stop, key)): warning for key, warning in then.warnings().items()}
    has_specials = bool(decision.key_of("special"))
    specials = () if has_specials else tuple(put_behind(stop, then, "special"))
    return tuple(put_behind(stop, then, "space")), specials, warnings


def put_behind(stop: str, then: Decision, role: Role) -> Iterator[Option]:
    """Yield the options of the decision ``then`` that have a role, each with the key ``stop`` before its own."""
    for option in then.options:
        if option.role == role:
            yield Option(KEY_SEPARATOR.join((stop, option.key)), option.text, option.cost, None, role)


def find_ending(game: Game, decision: Decision, most: int = LONGEST_END) -> TurnEnd | None:
    """Return the result of Confirm, which answers each question up to the next barrier; None if there is no Confirm.

    An answer is the end of the question, or else its usual answer if that is free. There is no Confirm if a question
    has neither, if more than ``most`` answers are needed, if their keys are too long for a button, and if the pending
    question has no end and its usual answer crosses no barrier.
    """
    keys: list[str] = []
    taken: list[Text] = []
    twin = game
    asked: Decision | None = decision
    while asked is not None and len(keys) < most:
        option = find_plain(asked)
        if option is None:
            return None
        keys.append(option.key)
        if option.role != "stop" and asked is not decision and says_something(asked, option):
            taken.append(name_answer(asked, option))
        after = go(twin, option.key)
        if after is None:
            press = KEY_SEPARATOR.join(keys)
            return foretell(game, tuple(keys), tuple(taken)) if len(press) <= KEY_LIMIT else None
        if option.role != "stop" and asked is decision:
            return None
        twin, asked = after, after.decision
    return None


def name_answer(decision: Decision, option: Option) -> Text:
    """Return the text of an answer to show without its question: a number gets the pieces or space it is about."""
    if option.role != "number":
        return option.text
    what = decision.prompt if "piece" in decision.prompt.params else text("space", space=decision.space)
    return text("ui.option.counted", what=what, count=int(option.key), asked=decision.kind)


def says_something(decision: Decision, option: Option) -> bool:
    """Return whether the text of an answer is clear without its question: a number must have pieces or a space."""
    return option.role != "number" or "piece" in decision.prompt.params or bool(decision.space)


def name_answers(options: Options, places: Collection[str] = ()) -> list[Text]:
    """Return the texts of consecutive answers, without ends of questions and answers about ``places``.

    A number is put into the text of the answer before it. An end that is the only answer is kept.
    """
    words: list[Text] = []
    for place, (decision, option) in enumerate(options):
        before = options[place - 1][1] if place else None
        if option.role == "number" and before is not None and before.role in COUNTED:
            words[-1:] = [text("ui.option.counted", what=before.text, count=int(option.key), asked=decision.kind)]
        elif option.role == "number":
            words.append(name_answer(decision, option))
        elif option.key not in places and (option.role != "stop" or len(options) == 1):
            words.append(option.text)
    return words


def find_plain(decision: Decision) -> Option | None:
    """Return the end of a question or, without one, its usual answer; None if there is neither, or it has a cost.

    The main action of a turn is never chosen for anyone.
    """
    key = decision.key_of("stop") or decision.usual
    option = decision.option(key) if key else None
    return option if option is not None and not option.cost and option.role != "action" else None


def find_decisive(game: Game, decision: Decision) -> dict[str, TurnEnd]:
    """Return the result of each answer, by key, if there are few and every one crosses a barrier; otherwise nothing.

    The main actions of a turn need a separate Confirm, because the click before may have ended a turn with a button in
    the same place. At such a question only a pass, which is complete with one click, is decisive.
    """
    passing = decision.key_of("pass")
    if passing and any(option.role == "action" for option in decision.options):
        ending = foretell(game, (passing,))
        return {passing: ending} if ending.foresight.barrier is not Barrier.NONE else {}
    keys = [option.key for option in decision.options if option.role not in ("space", "action")]
    if not 1 < len(keys) == len(decision.options) <= MOST_DECISIVE:
        return {}
    endings = {key: foretell(game, (key,)) for key in keys}
    return {} if any(each.foresight.barrier is Barrier.NONE for each in endings.values()) else endings


def find_plans(
    game: Game, decision: Decision, list_usual: Usual, price: Price, begun: str = "", most: int = MOST_PLANS
) -> Plans:
    """Return the plans of a decision, the most useful first, and at most ``most`` of them.

    ``begun`` is the kind of the question as `Orders.list_usual` knows it, by default that of the decision.
    """
    begun = begun or decision.kind
    plans: list[Plan] = []
    whole: set[str] = set()
    before: Any = None
    for first in list_usual(game, decision, begun) or ():
        walk = _Search(game, decision, list_usual, begun)
        ways = [way for way in walk.follow(game, (first,)) if len(KEY_SEPARATOR.join(way[0])) <= LONGEST_PRESS]
        if len(plans) + len(ways) > most or all(len(keys) == 1 for keys, *_ in ways):
            continue
        option = decision.option(first)
        is_paid = walk.is_paid or (option is not None and option.cost > 0)
        if is_paid and before is None:
            before = game.state
        for keys, changes, twin, options in ways:
            cost = 0
            if is_paid:
                cost = price(before, twin.state if twin is not None else game.look_ahead(keys).view)
            plans.append(Plan(keys, changes, cost, options))
        if walk.is_whole:
            whole.add(first)
    return Plans(tuple(plans), frozenset(whole))


class _Search:
    """A search through the usual answers that may follow an option.

    ``is_whole`` says that it has found all possible continuations, ``is_paid`` that some of them cost Resources.
    """

    def __init__(self, game: Game, decision: Decision, list_usual: Usual, begun: str) -> None:
        self.game = game
        self.first = decision
        self.begun = begun
        self.list_usual = list_usual
        self.is_whole = True
        self.is_paid = False

    def follow(
        self,
        game: Game,
        keys: tuple[str, ...],
        changes: tuple[Change, ...] = (),
        options: Options = (),
        *,
        may_go: bool = False,
    ) -> Iterator[tuple[tuple[str, ...], Sequence[Change], Game | None, Options]]:
        """Yield the keys, changes, game and options of every continuation of ``keys``, of which the last is not chosen.

        The yielded game is None if the last key of a continuation crosses a barrier. ``may_go`` means that the
        parameter ``game`` may be changed, because the caller does not need it any more.
        """
        asked = game.decision
        option = asked.option(keys[-1]) if asked is not None else None
        if asked is not None and option is not None:
            options = (*options, (asked, option))
        twin = game if may_go else game.clone()
        made = twin.draft(keys[-1])
        if made is None:
            yield keys, self.game.look_ahead(keys).changes, None, options
            return
        changes = (*changes, *made)
        decision = twin.decision
        usual = self.find_usual(twin, decision, keys)
        if decision is None or usual is None:
            yield keys, changes, twin, options
            return
        own = {option.key for option in decision.own}
        self.is_whole = self.is_whole and own <= set(usual)
        self.is_paid = self.is_paid or any(option.cost for option in decision.own)
        for place, key in enumerate(usual, 1):
            yield from self.follow(twin, (*keys, key), changes, options, may_go=place == len(usual))

    def find_usual(self, game: Game, decision: Decision | None, keys: tuple[str, ...]) -> Sequence[str] | None:
        """Return the answers with which a plan continues, or None at its end."""
        first = self.first
        if decision is None or len(keys) >= LONGEST_PLAN or decision.seat != first.seat:
            return None
        if (decision.kind, decision.space) == (first.kind, first.space):
            return None
        return self.list_usual(game, decision, self.begun)
