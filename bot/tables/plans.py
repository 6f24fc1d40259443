"""Plans: an option together with the answers that usually follow it, as one click.

Nothing here is a rule: every plan is tried on a copy that knows nothing hidden, along the game's own questions. Which
answers are usual, the game's front end says (`Orders.list_usual`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.tables.draft import KEY_SEPARATOR
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision, Option

Options = tuple[tuple[Decision, Option], ...]
"""Answers, each with the question that it answers."""
Price = Callable[[Any, Any], int]
"""Returns what a seat has spent between two public views."""
Usual = Callable[[Game, Decision, str], Sequence[str] | None]
"""The usual answers to a pending decision, for a plan that began with one of a kind (`Orders.list_usual`)."""

MOST_PLANS = 25
"""As many plans as a list has lines."""
LONGEST_PLAN = 12
"""Answers in a plan."""
LONGEST_PRESS = 100
"""Characters of a line’s value in a list."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Answers that belong together, what they change as far as that is certain, what they cost, and their options."""

    keys: tuple[str, ...]
    changes: Sequence[Change]
    cost: int = 0
    options: Options = ()

    @property
    def press(self) -> str:
        """Return the keys as a component carries them."""
        return KEY_SEPARATOR.join(self.keys)


@dataclass(frozen=True, slots=True)
class Plans:
    """The plans of a decision. ``whole`` are the options that need no button, since plans hold every way with them."""

    plans: tuple[Plan, ...] = ()
    whole: frozenset[str] = frozenset()


NO_PLANS: Final = Plans()


def find_plans(
    game: Game, decision: Decision, list_usual: Usual, price: Price, begun: str = "", most: int = MOST_PLANS
) -> Plans:
    """Return the plans of a decision, the most useful first, and at most so many.

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
            before = game.view()
        for keys, changes, twin, options in ways:
            cost = 0
            if is_paid:
                cost = price(before, twin.view() if twin is not None else game.look_ahead(keys).view)
            plans.append(Plan(keys, changes, cost, options))
        if walk.is_whole:
            whole.add(first)
    return Plans(tuple(plans), frozenset(whole))


class _Search:
    """One run through everything that may follow an option. ``is_whole``: every way with it has been found."""

    def __init__(self, game: Game, decision: Decision, list_usual: Usual, begun: str) -> None:
        self.game = game
        self.first = decision
        self.begun = begun
        self.list_usual = list_usual
        self.is_whole = True
        self.is_paid = False

    def follow(
        self, game: Game, keys: tuple[str, ...], changes: tuple[Change, ...] = (), options: Options = ()
    ) -> Iterator[tuple[tuple[str, ...], Sequence[Change], Game | None, Options]]:
        """Yield every way behind the last key, which has not been chosen in ``game`` yet, with the game after it."""
        asked = game.decision
        option = asked.option(keys[-1]) if asked is not None else None
        if asked is not None and option is not None:
            options = (*options, (asked, option))
        twin = game.clone()
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
        for key in usual:
            yield from self.follow(twin, (*keys, key), changes, options)

    def find_usual(self, game: Game, decision: Decision | None, keys: tuple[str, ...]) -> Sequence[str] | None:
        """Return the answers with which a plan goes on, or None where it ends."""
        first = self.first
        if decision is None or len(keys) >= LONGEST_PLAN or decision.seat != first.seat:
            return None
        if (decision.kind, decision.space) == (first.kind, first.space):
            return None
        return self.list_usual(game, decision, self.begun)
