"""The labels of options and choices, and the hints beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.games.frontend import Frontend
from bot.language import Language, Said
from bot.narrate.standing import shorten
from bot.tables.choices import Choice
from bot.tables.lessons import Lesson
from bot.tables.moments import Moment
from bot.tables.offers import Plan, bare, name_answers
from engine.core.decision import Option
from engine.core.text import Text, text

LABEL_LIMIT = 80
CHOICE_LIMIT = 100
IN_SIGHT = 30
"""The characters of a button that a phone shows beside an icon and a number."""
COLONS = frozenset(":：")
NO_NUMBERS: Mapping[str, int] = {}
HINT_LENGTH = 60
"""The most characters that fit on one line of a phone."""


def write_hint(language: Language, warning: Text) -> str:
    """Return a warning in a few words, for the second line of an option, or "" for a warning without a reason."""
    reason = warning.params.get("reason")
    return language.say(f"ui.hint.{warning.key}", reason=reason) if isinstance(reason, Text) else ""


def label_option(language: Language, option: Option, limit: int = LABEL_LIMIT, warning: Text | None = None) -> str:
    """Return an option's label with its cost and its warning, cut to ``limit`` characters."""
    words = say_option(language, option.text)
    words = words[:1].upper() + words[1:]
    if option.role == "special":
        words = language.say("ui.option.special", what=words)
    asides = [language.say("ui.cost", count=option.cost)] if option.cost else []
    if warning is not None:
        asides.append(language.say(f"ui.aside.{warning.key}"))
    if asides:
        words = language.say("ui.option.aside", what=words, aside=language.put_together("items", asides))
    return shorten(words, limit)


def name_choices(language: Language, moment: Moment, choices: Iterable[Choice]) -> list[Choice]:
    """Return the choices, in which each plan has a label with its certain effects. Costs are added by `label_choice`.

    Plans with the same beginning show their different answers first, because a phone cuts the end of a long line.
    """
    found = list(choices)
    plans = {choice.press: choice.what for choice in found if isinstance(choice.what, Plan)}
    seat = moment.game.pending_seat
    told = {press: moment.front.words.name_deeds(language, plan.changes, seat) for press, plan in plans.items()}
    taken = {
        press: {say_option(language, words): words for words in name_answers(plan.options)}
        for press, plan in plans.items()
    }
    named = {}
    for press, words in told.items():
        same = [taken[other] for other, said in told.items() if said[:IN_SIGHT] == words[:IN_SIGHT]]
        differ = [answer for answer in taken[press] if not all(answer in others for others in same)]
        if not words:
            words = name_taken(language, list(taken[press]))
        elif differ:
            for answer in differ:
                # A space that the answer names is not named again.
                words = words.removeprefix(
                    language.say("ui.option.counted", what=taken[press][answer].params.get("what", ""), count="")
                )
                # Nor are its pieces, which are named instead of their box.
                words = words.removesuffix(language.say("ui.option.counted", what="", count=Said(answer)))
                piece = taken[press][answer].params.get("piece")
                counted = language.count(piece, 1) if isinstance(piece, str) else ""
                ending = language.say("ui.option.counted", what="", count=Said(counted))
                if counted and words.endswith(ending):
                    words = words.removesuffix(ending)
                    differ = [counted if other == answer else other for other in differ]
            # No brackets before those of a cost, unless there would be two colons.
            key, rest = ("ui.option.aside", "aside") if set(words) & COLONS else ("ui.option.counted", "count")
            words = language.say(key, what=language.put_together("items", differ), **{rest: Said(words)})
        named[press] = words[:1].upper() + words[1:]
    return [replace(one, words=named[one.press]) if one.press in named else one for one in found]


def name_taken(language: Language, answers: Sequence[str]) -> str:
    """Return the answers of a plan without certain effects: the first, then the rest behind it; "" for none."""
    if len(answers) < 2:
        return "".join(answers)
    rest = language.put_together("items", answers[1:])
    return language.say("ui.option.counted", what=Said(answers[0]), count=Said(rest))


def label_choice(
    language: Language, choice: Choice, limit: int = LABEL_LIMIT, numbers: Mapping[str, int] = NO_NUMBERS
) -> str:
    """Return the label of a choice with its number on a picture, and its cost if there is room within ``limit``."""
    what, words = choice.what, choice.words
    number = None if choice.is_onward else numbers.get(choice.place)
    if isinstance(what, Plan):
        aside = language.say("ui.cost", count=what.cost) if what.cost > 0 else ""
        full = language.say("ui.option.aside", what=words, aside=aside) if aside else words
        ways = (write_number(language, full, number), write_number(language, words, number))
        words = next((label for label in ways if len(label) <= limit), words)
    elif isinstance(what, Option):
        words = words or write_number(language, label_option(language, what, limit, choice.warning), number)
    return shorten(words, limit)


def hint_choice(
    language: Language,
    moment: Moment,
    choice: Choice,
    view: Any,
    *,
    has_region: bool = False,
    briefly: bool = False,
) -> str:
    """Return the second line of a choice, or "". With ``has_region`` (in a long list) it names the place's region."""
    hint = ""
    if isinstance(choice.what, Option):
        hint = hint_option(language, moment.front, choice.what, view, choice.warning, briefly=briefly)
    region = moment.front.orders.regions.get(choice.place) if has_region else None
    parts = [language.say(f"ui.view.{region}")] if region else []
    return shorten(language.put_together("parts", [*parts, *([hint] if hint else [])]), CHOICE_LIMIT)


def must_be_brief(language: Language, moment: Moment, choices: Iterable[Choice], view: Any) -> bool:
    """Return whether the text of any choice of a list is too long for a phone, so that all are written briefly."""
    options = (choice.what for choice in choices if isinstance(choice.what, Option))
    return any(len(describe(language, moment.front, option, view)) > HINT_LENGTH for option in options)


def write_number(language: Language, words: str, number: int | None) -> str:
    """Return a label with its number on a picture before it, or unchanged without a number."""
    return words if number is None else language.say("ui.option.numbered", number=number, what=Said(words))


def say_option(language: Language, words: Text) -> str:
    """Return the text of an option in a language. A number is shown with what it counts, such as “3 Troops”."""
    inner = words.params.get("what")
    if words.key == "ui.option.counted":
        asked, count = f"{words.key}.{words.params.get('asked')}", words.params["count"]
        key = next((key for key in (f"{asked}.{count}", asked) if language.has(key)), words.key)
        words = text(key, what=inner, count=count)
    if words.key == "ui.option.counted" and isinstance(inner, Text) and "piece" in inner.params:
        counted = language.count(str(inner.params["piece"]), int(words.params["count"]))
        key = f"{inner.key}.counted"
        return language.say(key, what=Said(counted)) if language.has(key) else counted
    return language.say(words)


def hint_option(
    language: Language,
    front: Frontend,
    option: Option,
    view: Any,
    warning: Text | None = None,
    *,
    briefly: bool = False,
) -> str:
    """Return the second line of an option in a list, such as the content of a space, or "".

    An option with a warning has the warning's reason instead. A text too long for a phone is written briefly, and any
    text with ``briefly``.
    """
    if warning is not None and (why := write_hint(language, warning)):
        return shorten(why, CHOICE_LIMIT)
    words = describe(language, front, option, view, briefly=briefly)
    if len(words) > HINT_LENGTH and not briefly:
        words = describe(language, front, option, view, briefly=True)
    return shorten(words, CHOICE_LIMIT)


def describe(language: Language, front: Frontend, option: Option, view: Any, *, briefly: bool = False) -> str:
    """Return the text of a game on an option, whatever keys its button sends, or ""."""
    option = Option(bare(option.key), option.text, option.cost, option.why, option.role)
    return front.words.describe_option(language, option, view, briefly=briefly)


def name_action(language: Language, moment: Moment, name: str) -> str:
    """Return the label of a button of a lesson or of a copy. ``name`` is the verb of a copy's button."""
    if isinstance(moment, Lesson):
        return language.say("ui.button.outcome" if moment.is_shown else "ui.button.guide")
    return language.say(f"ui.button.trial.{name}")
