"""Turn lines: a whole turn in one line, such as ``/quarry orders: orange 9, 5 4, b2 nes``. Words name options.

The words are read in the order of the questions. Some kinds of questions (`USUAL`) get the usual answer if no word
answers them; the panel asks the others. Words about questions after a roll of dice are kept until then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Final, NoReturn

import msgspec

from bot.errors import BadInput, about
from bot.games.answers import Line, Understood
from bot.games.names import plain
from bot.games.rajas.facts import area_of
from bot.language import Language, load_language
from engine import Game
from engine.core.decision import Decision, Option
from engine.core.protocol import Barrier
from engine.core.text import text
from engine.rajas.asking import DECLINE, DONE, TAKE_FEWER
from engine.rajas.ids import COLOUR_OF, VALUE_OF

ENOUGH: Final = 3
"""The fewest letters of an abbreviated name."""
FLIP: Final = "flip"
PLAIN_WORDS: Final = {DONE: "done", TAKE_FEWER: "fewer", DECLINE: "none", FLIP: "turned"}
"""The English words for answers that name no object. A language's own have the keys ``order.word.<word>``."""
USUAL: Final = frozenset({"pay", "die_for", "reroll", "make_room", "good"})
"""The kinds of questions that get their usual answer if no word answers them."""
VOCABULARIES: Final = {
    "take": "colour",
    "leave": "colour",
    "upgrade": "building",
    "good": "good",
    "yield": "space",
    "at": "space",
}
"""The vocabulary with the name of an answer, by the first word of the answer's key."""
DICE: Final = frozenset({"pay", "die_for"})
"""The kinds of questions about dice to give back. A line names such a die by its pips, with or without its colour."""
CHOICES: Final = 20
"""The most possible answers that an error names."""


class WaitingOrder(msgspec.Struct, frozen=True):
    """The words of an order that wait for a roll of dice or for the panel, with the order's seat, step and language."""

    seat: str
    step: int
    language: str
    words: tuple[str, ...]


def split(typed: str) -> list[str]:
    """Return typed text as single words. Letters and digits are separate words: ``b2`` becomes ``b`` and ``2``."""
    return re.findall(r"[^\W\d_]+|\d+", plain(typed))


def understand(language: Language, game: Game, action: str, typed: str) -> Understood:
    """Return the answers of an order for the seat that must decide. The game is not changed.

    ``action`` is an area or a space for workers. Raises BadInput for words that are unclear or impossible.
    """
    twin = game.blind()
    decision = twin.decision
    words = split(typed)
    reading = Reading(language, twin, words)
    if decision is not None and decision.kind == "place" and action not in decision.keys:
        options = [option for option in decision.options if area_of(option.key) == action]
        if not options:
            closed = [option for option in decision.closed() if action in (option.key, area_of(option.key))]
            reasons = [about(option.why, [option.text]) for option in closed if option.why is not None]
            raise BadInput(reasons[0] if reasons else text("error.unknown_key", key=action))
        reading.choose(reading.match(decision, options) or reading.refuse(decision, options))
    elif decision is not None and action in decision.keys:
        reading.choose(action)
    elif game.keys and action not in (game.keys[0], area_of(game.keys[0])):
        raise BadInput(text("error.order_left_over", words=language.word(f"action.{action}")))
    return reading.run()


def go_on(game: Game, rest: str) -> Understood | None:
    """Return the answers of the rest of an order, or None if it belongs to another seat or step. Raises BadInput."""
    left = read_rest(rest)
    if left is None or game.pending_seat != left.seat or game.step_number != left.step:
        return None
    return Reading(load_language(left.language, "rajas"), game.blind(), list(left.words)).run()


def read_rest(rest: str) -> WaitingOrder | None:
    """Return the rest of an order from its stored text, or None for an unknown format."""
    try:
        return msgspec.json.decode(rest, type=WaitingOrder)
    except msgspec.MsgspecError:
        return None


def words_of_rest(rest: str) -> str:
    """Return the unused words of the rest of an order, or "" for an unknown format."""
    left = read_rest(rest)
    return " ".join(left.words) if left is not None else ""


class Reading:
    """A reading of one order: its words answer the questions of a copy of the game without hidden information."""

    def __init__(self, language: Language, game: Game, words: list[str]) -> None:
        self.language = language
        self.game = game
        self.words = words
        self.keys: list[str] = []
        self.clauses: list[str] = []
        self.ending = ""

    def run(self) -> Understood:
        """Answer questions up to a barrier or a question for the panel, and return the answers.

        Raises BadInput if the next words do not answer a question, or if words are left after the turn.
        """
        seat, step = self.game.pending_seat, self.game.step_number
        while not self.ending and (decision := self.game.decision) is not None and decision.seat == seat:
            key = self.match(decision, decision.options)
            if not key and decision.kind in USUAL:
                key = decision.usual
            if not key:
                if self.words:
                    self.refuse(decision, decision.options)
                break
            self.choose(key)
        if self.words and self.ending and self.game.foresee(self.ending).barrier is not Barrier.REVEALS:
            raise BadInput(text("error.order_left_over", words=" ".join(self.words)))
        rest = ""
        if self.words:
            rest = msgspec.json.encode(WaitingOrder(seat, step, self.language.code, tuple(self.words))).decode()
        return Understood(tuple(self.keys), self.ending, tuple(self.clauses), rest)

    def choose(self, key: str) -> None:
        """Choose a key in the copy, or keep it as the ``ending`` if it crosses a barrier. Raises IllegalChoice."""
        decision = self.game.decision
        option = decision.option(key) if decision is not None else None
        if option is not None:
            self.clauses.append(self.language.say(option.text))
        if self.game.draft(key) is None:
            self.ending = key
            return
        self.keys.append(key)

    def match(self, decision: Decision, options: Sequence[Option]) -> str:
        """Return the key of the option that the next words name, and remove these words.

        Return "" if the next word names no option, or if words about a die do not name its pips. Raises BadInput if the
        words name several options.
        """
        left = [(option, name_option(self.language, option)) for option in options]
        taken = 0
        for word in self.words:
            fitting = [(option, strike(names, word)) for option, names in left]
            found = [(option, names) for option, names in fitting if names is not None]
            if not found:
                break
            left = found
            taken += 1
        if not taken or (decision.kind in DICE and not any(word.isdigit() for word in self.words[:taken])):
            return ""
        if len(left) > 1 and not any(word in flip_words(self.language) for word in self.words[:taken]):
            left = [one for one in left if not one[0].key.startswith(f"{FLIP}:")] or left
        if decision.kind in DICE and len(left) > 1:
            left = [one for one in left if one[0].key == decision.default] or left
        if len(left) > 1:
            self.refuse(decision, [option for option, _ in left])
        del self.words[:taken]
        return left[0][0].key

    def refuse(self, decision: Decision, options: Sequence[Option]) -> NoReturn:
        """Raise BadInput because the next words are no possible answer. The error lists up to `CHOICES` answers."""
        choices = [self.language.say(option.text) for option in options[:CHOICES]]
        typed = " ".join(self.words)
        question = self.language.say(decision.prompt)
        raise BadInput(
            text(
                "error.order_not_possible.some" if len(options) > CHOICES else "error.order_not_possible",
                words=typed,
                question=question,
                choices=self.language.put_together("items", choices),
            )
        )


def strike(names: Sequence[frozenset[str]], word: str) -> tuple[frozenset[str], ...] | None:
    """Return the names of an option without the first that a word means, or None if it means none of the names."""
    for index, spellings in enumerate(names):
        if any(means(word, spelling) for spelling in spellings):
            return (*names[:index], *names[index + 1 :])
    return None


def means(word: str, spelling: str) -> bool:
    """Return whether a word is this spelling, or its beginning with at least `ENOUGH` letters."""
    return word == spelling or (len(word) >= ENOUGH and not word.isdigit() and spelling.startswith(word))


# -- names of options --------------------------------------------------------------------------------------


def name_option(language: Language, option: Option) -> tuple[frozenset[str], ...]:
    """Return the words that name an option, each as the set of its spellings. A line may use any number of them."""
    kind, _, rest = option.key.partition(":")
    namer = NAMERS.get(kind)
    if option.key in PLAIN_WORDS:
        return (frozenset({*spell_plain(language, option.key), *split(language.say(option.text))}),)
    if namer is not None:
        names = namer(language, rest)
        return (*names, frozenset({str(option.text.params["cost"])})) if "cost" in option.text.params else tuple(names)
    return tuple(spell(language, f"action.{option.key}", *split(option.key.replace("_", " "))))


def spell(language: Language, key: str, *more: str) -> list[frozenset[str]]:
    """Return each word of a name, in a language and in English, and ``more`` words, each as a set of one spelling."""
    ours, english = split(language.word(key)), split(load_language().word(key))
    return [frozenset({word}) for word in dict.fromkeys([*ours, *english, *more])]


def spell_one(language: Language, key: str) -> frozenset[str]:
    """Return the words each of which is enough to mean a name: all its words, in a language and in English."""
    return frozenset([*split(language.word(key)), *split(load_language().word(key))])


def spell_plain(language: Language, key: str) -> set[str]:
    """Return the spellings for an answer of `PLAIN_WORDS`, in English and in a language."""
    return {PLAIN_WORDS[key], *split(write_plainly(language, key))}


def flip_words(language: Language) -> set[str]:
    """Return the words that mean to turn a die over, in a language and in English."""
    words = split(language.say("option.rajas.flip", colour="", value="", turned=""))
    return {"turn", *spell_plain(language, FLIP), *words}


def name_die(language: Language, die: str) -> list[frozenset[str]]:
    """Return the words that name a die: its colour and its pips, each with its spellings."""
    return [spell_one(language, f"colour.{COLOUR_OF[die]}"), frozenset({str(VALUE_OF[die])})]


def name_stack(language: Language, stack: str) -> list[frozenset[str]]:
    """Return the words that name a stack of tiles: its colour and its animal. `name_option` adds the tile's cost."""
    colour, _, animal = stack.partition(":")
    return [spell_one(language, f"colour.{colour}"), spell_one(language, f"animal.{animal}")]


Namer = Callable[[Language, str], Sequence[frozenset[str]]]

NAMERS: Final[dict[str, Namer]] = {
    "die": name_die,
    FLIP: lambda language, die: [*name_die(language, die), frozenset(flip_words(language))],
    "return": name_die,
    "reroll": name_die,
    "take": lambda language, colour: [spell_one(language, f"colour.{colour}")],
    "leave": lambda language, colour: [spell_one(language, f"colour.{colour}")],
    "tile": name_stack,
    "square": lambda language, square: [frozenset({square[0]}), frozenset({square[1:]})],
    "roads": lambda language, roads: [frozenset(map("".join, permutations(roads)))],
    "upgrade": lambda language, building: [spell_one(language, f"building.{building}")],
    "good": lambda language, good: [spell_one(language, f"good.{good}")],
    "river": lambda language, number: [frozenset({number})],
    "yield": lambda language, space: spell(language, f"space.{space}"),
    "at": lambda language, space: spell(language, f"space.{space}"),
}
"""The functions that return the words for an option, by the first word of its key. Other options are actions."""


# -- writing lines -----------------------------------------------------------------------------------------


def write_line(language: Language, game: Game, keys: Sequence[str]) -> Line | None:
    """Return the turn line for the keys of the running step.

    Return None if they do not begin with a placement, or if one of them is not possible.
    """
    game = game.at_start()
    first = game.decision
    if not keys or first is None or first.kind != "place":
        return None
    area = area_of(keys[0])
    parts: list[str] = []
    for index, key in enumerate(keys):
        decision = game.decision
        option = decision.option(key) if decision is not None else None
        if decision is None or option is None:
            return None
        if key != area:
            parts.append(write_option(language, decision, option))
        if index < len(keys) - 1:
            game.choose(key)
    return Line(area, ", ".join(parts))


def write_option(language: Language, decision: Decision, option: Option) -> str:
    """Return an answer as it is written on a line, in the language with its accents."""
    kind, _, rest = option.key.partition(":")
    if option.key in PLAIN_WORDS:
        return write_plainly(language, option.key)
    if kind in ("die", FLIP, "return", "reroll"):
        die = f"{language.word(f'colour.{COLOUR_OF[rest]}')} {VALUE_OF[rest]}"
        return f"{die} {write_plainly(language, FLIP)}" if kind == FLIP else die
    if kind == "tile":
        return write_tile(language, decision, option)
    if kind in ("square", "roads", "river"):
        return rest
    words = VOCABULARIES.get(kind)
    return language.word(f"{words}.{rest}" if words else f"action.{option.key}").lower()


def write_plainly(language: Language, key: str) -> str:
    """Return the word for an answer of `PLAIN_WORDS` in a language."""
    return language.word(f"order.word.{PLAIN_WORDS[key]}")


def write_tile(language: Language, decision: Decision, option: Option) -> str:
    """Return the colour and cost of a tile, and its animal if another open tile has the same colour and cost."""
    colour, cost = option.text.params["colour"], option.text.params["cost"]
    written = f"{language.word(f'colour.{colour}')} {cost}"
    alike = [one for one in decision.options if (one.text.params["colour"], one.text.params["cost"]) == (colour, cost)]
    animal = language.word(f"animal.{option.key.rpartition(':')[2]}")
    return f"{written} {animal}" if len(alike) > 1 else written
