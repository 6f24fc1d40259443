"""All choices at a moment, listed once. Panel, page and form only show them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from bot.games.answers import Shortcut
from bot.language import Language
from bot.tables.draft import KEY_SEPARATOR
from bot.tables.moments import Moment
from bot.tables.offers import NO_OFFERS, Offers, Plan, bare
from engine.core.decision import Decision, Option, Role
from engine.core.text import Text

NO_SHORTCUTS: Final[Mapping[str, Shortcut]] = {}


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice: an option, perhaps with a number or behind the end of the question, a plan or a shortcut.

    ``press`` has the keys of a click. ``of`` is the option of the question that it continues, if any. ``words`` are the
    label of a shortcut, also if it leads to the same option and says more. ``is_decisive`` means that each of the few
    answers is its own Confirm, ``is_covered`` that plans include everything with it.
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
        """Return the role of an option, or that this is not one."""
        if isinstance(self.what, Option):
            return self.what.role
        return "plan" if isinstance(self.what, Plan) else "shortcut"

    @property
    def place(self) -> str:
        """Return the key of the choice's subject: the beginning of a plan, otherwise the last key."""
        return self.of if isinstance(self.what, Plan) else bare(self.press)


def find_choices(language: Language, moment: Moment, offers: Offers) -> list[Choice]:
    """Return a person's choices at a moment: shortcuts, plans, options, and those behind the question's end.

    A draft that waits for its Confirm leaves no choice. A shortcut to an existing choice is left out.
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
    """Yield the answers to a question: plans, then its options, then those behind its end."""
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
    """Yield plans as choices. Those that begin with some options include everything with them."""
    for plan in plans:
        yield Choice(plan.press, plan, plan.keys[0], is_covered=plan.keys[0] in covered)
