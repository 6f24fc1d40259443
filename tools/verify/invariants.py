"""Invariants of any game after every choice: its question, its texts, its secrets."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from engine.core.decision import Decision
from engine.core.text import Text

Row = Mapping[str, Any]

KEY = re.compile(r"[a-z0-9_:.+\-]{1,60}")
KIND = re.compile(r"[a-z_]+(\.[a-z_]+)*")
SECRETS = ("seed", "deck", "dice", "counters")


class Broken(AssertionError):
    """An invariant is broken. ``name`` says which, in a few stable words."""

    def __init__(self, name: str, detail: object = "") -> None:
        super().__init__(f"{name}: {detail}" if detail != "" else name)
        self.name = name


def hold(true: bool, name: str, detail: object = "") -> None:
    """Raise Broken unless something is true."""
    if not true:
        raise Broken(name, detail)


def check_question(
    decision: Decision, seats: Collection[str], purse: int, is_rule: Callable[[str], bool], spaces: Collection[str]
) -> None:
    """Check that a question has an option, every key once, and a reason with its paragraph for each closed one.

    Raises Broken.

    ``purse`` is what may be spent, ``is_rule`` says whether a word names a paragraph, ``spaces`` are those known.
    """
    where = f"{decision.seat} {decision.kind}"
    keys = [option.key for option in decision.options]
    hold(decision.seat in seats, "a seat decides", where)
    hold(KIND.fullmatch(decision.kind) is not None, "kinds are words", where)
    hold(bool(keys), "some enabled option", where)
    hold(len(set(keys)) == len(keys), "no key twice", (where, keys))
    hold(decision.default is None or decision.default in keys, "the default is allowed", (where, decision.default))
    hold(decision.remaining is None or decision.remaining >= 0, "no negative count", (where, decision.remaining))
    hold(decision.space in spaces, "the decision's space is a space or box", (where, decision.space))
    check_text(decision.prompt, where)
    for option in decision.options:
        hold(option.enabled, "allowed options have no reason against them", (where, option.key))
        hold(KEY.fullmatch(option.key) is not None, "keys are short and plain", (where, option.key))
        hold(0 <= option.cost <= purse, "costs can be paid", (where, option.key, option.cost))
        check_text(option.text, where)
    check_closed(decision, set(keys), is_rule, where)


def check_closed(decision: Decision, keys: set[str], is_rule: Callable[[str], bool], where: str) -> None:
    """Check that closed options are not legal, come once, and say why with the paragraph."""
    closed = decision.closed()
    names = [option.key for option in closed]
    hold(not keys & set(names), "nothing is both allowed and closed", (where, sorted(keys & set(names))))
    hold(len(set(names)) == len(names), "nothing is closed twice", (where, names))
    for option in closed:
        reason = option.why
        if reason is None:
            raise Broken("a closed option says why", (where, option.key))
        hold(is_rule(reason.rule), "a reason has its paragraph", (where, str(reason)))
        hold(reason.key.startswith("why."), "a reason is one", (where, str(reason)))
        check_text(option.text, where)
        check_text(reason, where)


def check_text(message: Text, where: str) -> None:
    """Check that texts are keys with plain parameters: they can be stored and sent."""
    hold(bool(message.key), "a text has a key", where)
    try:
        msgspec.json.encode(message)
    except (TypeError, ValueError) as error:
        raise Broken("texts are plain data", (where, message.key)) from error


def check_secrets(view: Row, seed: str) -> None:
    """Check that a view has neither the seed nor anything named like the hidden things. Raises Broken."""
    names = [name for name in view if any(secret in name for secret in SECRETS)]
    hold(not names, "no secret in the view", names)
    if seed:
        hold(seed not in msgspec.json.encode(view).decode(), "no seed in the view")
