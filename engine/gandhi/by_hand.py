"""A physical table: people draw the Arjuna cards and roll the dice of Non-player Factions."""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.core.decision import Decision, Option
from engine.core.protocol import Rule
from engine.core.text import Text, text
from engine.gandhi.asking import NUMBER_OPTIONS
from engine.gandhi.ids import ARJUNA, DICE
from engine.gandhi.setup import ARJUNA_STACKS
from engine.gandhi.state import State

ASK: Final = "ask:"
"""The prefix of a Non-player Faction's question for people, in the key that asks it: ``ask:card``, ``ask:test``."""
CARD: Final = "card"
PURPOSES: Final = ("test", "activation", "imperialism")
"""The purposes of Arjuna's dice: each is a question too."""


def hear(state: State, rule: Rule) -> Rule:
    """Play a step in which Non-player Factions may ask people interrupting questions at their own decisions."""
    drawn: list[str] = []
    key: str | None = None
    while True:
        try:
            decision = next(rule) if key is None else rule.send(key)
        except StopIteration:
            return
        if state.seats[decision.seat] == ARJUNA:
            decision.aside = partial(ask_beside, state, decision.seat, drawn)
        key = yield decision


def ask_beside(state: State, seat: str, drawn: list[str], key: str) -> Rule | None:
    """Return the question for a person that a key of a Non-player Faction asks, or None for any other key."""
    what, person = key.removeprefix(ASK), state.find_person("")
    if not (key.startswith(ASK) and person):
        return None
    if what == CARD and ARJUNA in state.by_hand and len(drawn) < len(ARJUNA_STACKS[seat]):
        return ask_card(person, seat, drawn)
    if what in PURPOSES and DICE in state.by_hand:
        return ask_die(person, what)
    return None


def ask_card(person: str, seat: str, drawn: list[str]) -> Rule:
    """8.3 Ask which Arjuna card has been drawn, without those already drawn in this step (N-08)."""
    options = [
        Option(card, text("option.arjuna_card", letter=card)) for card in ARJUNA_STACKS[seat] if card not in drawn
    ]
    card = yield Decision(person, "arjuna.card", text("ask.arjuna.card", seat=seat), options)
    drawn.append(card)


def ask_die(person: str, purpose: str) -> Rule:
    """8.1 Ask which number Arjuna's die shows."""
    prompt = text("ask.arjuna.die", purpose=Text(f"arjuna.purpose.{purpose}"))
    yield Decision(person, "arjuna.die", prompt, NUMBER_OPTIONS[1:7])
