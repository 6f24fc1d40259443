"""Find the option that words of a turn line name, or the usual answer to a question about which it says nothing."""

from __future__ import annotations

from collections.abc import Sequence, Set

from bot.errors import BadInput
from bot.games.gandhi.facts import SPACES
from bot.games.gandhi.orders.notation import LETTERS, SPECIAL, Leg, read_count
from bot.games.names import initials, name_any, plain
from bot.language import Language
from engine.core.change import Change
from engine.core.decision import Decision, Option
from engine.core.text import text

MOST_NAMED = 8
"""The most possible answers that an error names."""
NOTHING_WORDS = frozenset({"no", "none", "nothing", "done", "end", "n", "niente", "nessuno", "nada", "ninguno", "なし"})
"""The words, in any language, that end or decline a question."""
REMOVE_OWN = "remove_own"
"""1.4.1 The option that a line must name in full, because “remove” alone means an answer of the question itself."""
YES_WORDS = frozenset({"yes", "y", "si", "はい"})
DONE = "done"
END = "end"
STOPS = (DONE, END)

MENUS = ("turn.action", "turn.operation")
"""Kinds of questions that ask which action or Operation the Faction executes."""
SELECTIONS = ("space", "city", "origin")
ORIGINS = ("sweep.origin", "treaty.origin", "demonstrate.move", "deploy.source")
TARGETS = ("civil_disobedience.railway", "garrison.destination", "march.destination")
PIECES = ("sweep.piece", "garrison.piece", "march.piece", "deploy.piece")
COUNTS = (
    "sweep.count",
    "garrison.count",
    "march.count",
    "deploy.count",
    "treaty.count",
    "demonstrate.count",
    "civil_disobedience.count",
)
ESCORT = "demonstrate.escort"
ENDS_UNASKED = ("civil_disobedience.railway", "march.piece", "demonstrate.move")
"""Kinds of questions that the answer "done" ends if an order has no further words about them."""
FIRST_UNASKED = ("rally.what",)
"""Kinds of questions whose first answer is the usual answer: Activists or Guerrillas rather than a Base."""


def selects(decision: Decision, operation: str) -> bool:
    """Return whether a decision asks for the next space of an Operation, or for an action after the Operation."""
    action, _, asked = decision.kind.partition(".")
    if decision.kind == "turn.after":
        return True
    return action == operation and asked in SELECTIONS and decision.kind not in ORIGINS


def find_usual(decision: Decision, answered: Set[str]) -> str:
    """Return the key of the usual answer to a question about which an order says nothing, or "" if there is none.

    ``answered`` are the kinds of questions that the order has already answered in this clause: their end is usual.
    """
    keys = decision.keys
    if decision.usual:
        return decision.usual
    if decision.kind == "demonstrate.move" and "protest" in keys:
        return "protest"
    if decision.kind in FIRST_UNASKED:
        return decision.options[0].key
    if DONE in keys and (decision.kind in ENDS_UNASKED or decision.kind in answered):
        return DONE
    if len(decision.options) == 1:
        return decision.options[0].key
    numbers = [option.key for option in decision.options if option.key.isdigit()]
    return numbers[-1] if len(numbers) == len(decision.options) else ""


def match(language: Language, decision: Decision, words: str) -> str:
    """Return the key of the option that words name by key, letter, number or label, or "" if they name none.

    Special Activities are not considered.
    """
    wanted, count = plain(words), None if " " in words else read_count(words)
    if not wanted:
        return ""
    options = [
        option
        for option in decision.options
        if not option.key.startswith(SPECIAL) and (option.key != REMOVE_OWN or wanted == plain(REMOVE_OWN))
    ]
    if wanted in NOTHING_WORDS:
        # If the question ends without an answer, the word is meant for a later question.
        ends_anyway = decision.default == DONE or (decision.kind in ENDS_UNASKED and "protest" not in decision.keys)
        return next((key for key in ("no", "0", DONE) if key in decision.keys and not ends_anyway), "")
    if count is not None:
        piece, number = count
        named = {"base": "bases"}.get(piece, piece)
        if piece in decision.keys:
            return piece
        for option in options:
            if option.key == str(number) and option.key.isdigit() and (number or words.isdigit()):
                return option.key
            if piece and (option.key.partition(":")[0] == piece or option.key.endswith(f"_{named}")):
                return option.key
        if words.isdigit() or words.casefold() in LETTERS:
            return ""
    places = [option.key for option in options if option.key in SPACES]
    others = [option for option in options if option.key not in SPACES]
    return name_any(language, words, places) or match_words(language, others, wanted)


def match_words(language: Language, options: Sequence[Option], wanted: str) -> str:
    """Return the key of the option whose key, label or initials are ``wanted``, or "" for none.

    If no option fits so exactly, return the only one whose key or label begins with ``wanted``.
    """
    starts: set[str] = set()
    for option in options:
        shown = plain(language.say(option.text))
        if wanted in (plain(option.key), shown, *([initials(shown)] if len(wanted) > 1 else [])):
            return option.key
        if wanted in YES_WORDS and option.key == "yes":
            return option.key
        if plain(option.key).startswith(wanted) or shown.startswith(wanted):
            starts.add(option.key)
    return starts.pop() if len(starts) == 1 else ""


def not_possible(language: Language, words: str, decisions: Sequence[Decision]) -> BadInput:
    """Return the error for a word that answers no question.

    For a count, it names the first of ``decisions`` that asks for a number, for other words the first that does not;
    if there is none, the first of all.
    """
    numeric = read_count(words) is not None
    decision = min(decisions, key=lambda asked: asked.options[0].key.isdigit() != numeric, default=None)
    if decision is None:
        return BadInput(text("error.order_left_over", words=words))
    shown = [language.say(option.text) for option in decision.options if option.key != END]
    choices = language.put_together("items", shown[:MOST_NAMED])
    key = "error.order_not_possible.some" if len(shown) > MOST_NAMED else "error.order_not_possible"
    return BadInput(text(key, words=words, question=decision.prompt, choices=choices))


def name_of(key: str) -> str:
    """Return the text key that names an option's key where the decision has no such option."""
    return f"action.{key.removeprefix(SPECIAL)}" if key != DONE else "option.done"


def fits(leg: Leg, change: Change) -> bool:
    """Return whether a Change carries out a move of an order or a part of it: with its spaces and its kind of piece."""
    if change.target != leg.target or (leg.piece and change.piece != leg.piece):
        return False
    return change.origin == leg.origin if leg.origin else change.origin not in SPACES
