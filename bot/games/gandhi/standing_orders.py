"""The standing orders of Gandhi: what can be said beforehand, and which of the open options it comes to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec

from bot.games.gandhi.facts import is_automatic
from engine import Game
from engine.core.decision import Decision
from engine.core.text import Text, text
from engine.gandhi.ids import RAJ, REVOLUTIONARIES
from engine.gandhi.state import State

OrderKind = Literal["pass", "campaign", "transfer", "release"]
Lasting = Literal["card", "campaign", "game"]
Condition = Literal["", "second", "limited", "jailed", "crisis"]

LASTING: Final[tuple[Lasting, ...]] = ("card", "campaign", "game")
CONDITIONS: Final[tuple[Condition, ...]] = ("second", "limited", "jailed", "crisis")
STEPS: Final = {
    "imperialism": ("imperialism.space",),
    "constructive": ("constructive.space",),
    "bases": ("pakistan_movement", "secret_societies"),
    "redeploy": ("redeploy.origin",),
}
"""6.3, 6.4 The steps of a Campaign Round that a Faction may leave out, and the questions with which they open."""
SEATS_ASKED: Final[dict[OrderKind, tuple[str, ...]]] = {"transfer": (RAJ, REVOLUTIONARIES), "release": (RAJ,)}
"""1.5.2, 4.3.2 The Factions that are asked what an order answers; with other kinds, all are."""


@dataclass(frozen=True, slots=True)
class Wish:
    """An order as it is given: its kind, for how long, and what narrows it (see `Order`). ``seat`` may be empty."""

    kind: OrderKind
    lasts: Lasting
    seat: str = ""
    unless: tuple[int, ...] = ()
    condition: Any = ""
    steps: tuple[str, ...] = ()
    answer: Any = "no"
    at_most: int = 0


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """One standing order, from ``card`` (the Current Card then) on.

    It holds for that card, up to the end of the Campaign Round in which only so many ``campaigns`` are left, or for the
    whole game. ``unless`` (cards) and ``condition`` narrow a pass, ``steps`` (of `STEPS`; none means all) a Campaign
    Round, ``at_most`` (Resources on each card) a yes to a transfer. It has ``given`` so many on the card ``given_on``.
    """

    kind: OrderKind
    lasts: Lasting
    card: int
    campaigns: int
    unless: tuple[int, ...] = ()
    condition: Condition = ""
    steps: tuple[str, ...] = ()
    answer: Literal["yes", "no"] = "no"
    at_most: int = 0
    given: int = 0
    given_on: int = 0

    def given_now(self, card: int) -> int:
        """Return how many Resources it has given on a card."""
        return self.given if self.given_on == card else 0

    def store(self) -> dict[str, Any]:
        """The order as JSON for the database."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


def make_order(wish: Wish, game: Game) -> Order:
    """The order that somebody wishes for at this moment of a game."""
    return Order(
        kind=wish.kind,
        lasts=wish.lasts,
        card=int(game.state.card),
        campaigns=find_campaigns(game),
        unless=wish.unless,
        condition=wish.condition,
        steps=wish.steps,
        answer=wish.answer,
        at_most=wish.at_most,
    )


def read_order(payload: Mapping[str, Any]) -> Order:
    """The order that `Order.store` wrote."""
    return msgspec.convert(dict(payload), Order)


def find_campaigns(game: Game) -> int:
    """2.4 How many Campaign cards were face down before the Campaign that is coming, or under way."""
    state: State = game.state
    return state.campaigns_left + (state.phase not in ("turn", "crisis"))


def has_run_out(order: Order, game: Game) -> bool:
    """Whether the time for which an order was given is over."""
    if order.lasts == "card":
        return int(game.state.card) != order.card
    return order.lasts == "campaign" and find_campaigns(game) != order.campaigns


def find_answer(order: Order, seat: str, game: Game, obeyed: Collection[tuple[str, str]]) -> str:
    """The key that an order chooses at the pending decision, or an empty string when it has nothing to say to it.

    ``obeyed`` are the seats and kinds of the orders that have answered just before: which Activist a pass brings is
    only answered for a pass by order.
    """
    decision = game.decision
    if decision is None or decision.seat != seat or is_automatic(game, seat) or has_run_out(order, game):
        return ""
    if decision.kind == "pass.activist" and (seat, "pass") not in obeyed:
        return ""
    key = ANSWERS[order.kind](order, decision, game)
    return key if key in decision.keys else ""


def name_use(order: Order, key: str) -> str:
    """What an order has done, for the remark about it."""
    return f"{order.kind}.{key}" if key in ("yes", "no") else order.kind


def answer_pass(order: Order, decision: Decision, game: Game) -> str:
    """2.3.3 Pass, before anything has been done; and bring the Activist that passing offers first."""
    if decision.kind == "pass.activist":
        return decision.default or ""
    if decision.kind != "turn.action" or game.keys or game.state.card in order.unless:
        return ""
    return decision.key_of("pass") if not order.condition or holds(order.condition, decision, game.state) else ""


def holds(condition: Condition, decision: Decision, state: State) -> bool:
    """Whether what makes somebody pass is so at the start of their turn."""
    if condition == "second":
        return bool(state.first)
    if condition == "limited":
        return decision.prompt.params.get("may") == "limited_operation"
    if condition == "jailed":
        return bool(state.is_gandhi_in_jail)
    return bool(state.is_crisis)


def answer_campaign(order: Order, decision: Decision, game: Game) -> str:
    """6.3, 6.4 End a step of the Campaign Round that need not be used."""
    if game.keys:
        return ""
    wanted = order.steps or tuple(STEPS)
    return decision.key_of("stop") if any(decision.kind in STEPS[step] for step in wanted) else ""


def answer_transfer(order: Order, decision: Decision, game: Game) -> str:
    """1.5.2 Consent to transfers of Resources, up to so many on a card, or refuse them."""
    if decision.kind != "transfer.consent":
        return ""
    if order.answer == "no":
        return "no"
    return "yes" if find_amount(decision) <= order.at_most - order.given_now(int(game.state.card)) else ""


def find_amount(decision: Decision) -> int:
    """1.5.2 Return how many Resources a transfer is about."""
    return int(str(decision.prompt.params["amount"]))


def use(order: Order, key: str, game: Game) -> Order:
    """Return an order as it is once it has chosen a key."""
    decision = game.decision
    if order.kind != "transfer" or key != "yes" or decision is None:
        return order
    card = int(game.state.card)
    return msgspec.structs.replace(order, given=order.given_now(card) + find_amount(decision), given_on=card)


def tell_use(seat: str, before: Order, after: Order) -> Text:
    """Return what an order has given, for the person who gave the order."""
    amount = after.given - before.given_now(after.given_on)
    return text("ui.order.told.transfer", seat=seat, amount=amount, count=after.given, at_most=after.at_most)


def answer_release(order: Order, decision: Decision, game: Game) -> str:
    """4.3.2 Release Gandhi from Jail for Satyagraha, or keep him there."""
    return order.answer if decision.kind == "satyagraha.release" else ""


ANSWERS: Final = {
    "pass": answer_pass,
    "campaign": answer_campaign,
    "transfer": answer_transfer,
    "release": answer_release,
}
