"""The standing orders of Gandhi for single questions: their kinds, and which open option each chooses."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal

import msgspec

from bot.games.answers import StandingOrder
from bot.language import Language
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
"""6.3, 6.4 The steps of a Campaign Round that a Faction may skip, each with the beginnings of its questions."""
SEATS_ASKED: Final[dict[OrderKind, tuple[str, ...]]] = {"transfer": (RAJ, REVOLUTIONARIES), "release": (RAJ,)}
"""1.5.2, 4.3.2 The Factions that an order can answer for; orders of other kinds are for all."""


class GandhiOrder(StandingOrder, frozen=True, omit_defaults=True):
    """One standing order, given while ``card`` was the Current Card.

    It ``lasts`` for that card, for the whole game, or until the next Campaign Round is over; ``campaigns`` is the
    number of Campaign Rounds left until then. A pass may be narrowed by ``unless`` (cards) and ``condition``, a
    Campaign Round by ``steps`` (of `STEPS`; none means all), a yes to a transfer by ``at_most`` (Resources on each
    card). The order has ``given`` so many Resources on the card ``given_on``.
    """

    kind: OrderKind
    lasts: Lasting
    unless: tuple[int, ...] = ()
    condition: Condition = ""
    steps: tuple[str, ...] = ()
    answer: Literal["yes", "no"] = "no"
    at_most: int = 0
    card: int = 0
    campaigns: int = 0
    given: int = 0
    given_on: int = 0

    @property
    def seats(self) -> Sequence[str]:
        """Return the Factions that an order of this kind can answer for; none means all."""
        return SEATS_ASKED.get(self.kind, ())

    def make_order(self, game: Game, seat: str) -> GandhiOrder:
        """Return the order, valid from the present card and Campaign on."""
        return msgspec.structs.replace(self, card=int(game.state.card), campaigns=find_campaigns(game))

    def given_now(self, card: int) -> int:
        """Return the Resources that the order has given on a card."""
        return self.given if self.given_on == card else 0

    def has_run_out(self, game: Game) -> bool:
        """Return whether the card or the Campaign Round for which the order lasts is over."""
        if self.lasts == "card":
            return int(game.state.card) != self.card
        return self.lasts == "campaign" and find_campaigns(game) != self.campaigns

    def find_answer(self, seat: str, game: Game, obeyed: Collection[tuple[str, str]]) -> str:
        """Return the key that the order chooses, or an empty string.

        The question about the Activist of a pass is answered only after a pass by order.
        """
        decision = game.decision
        if decision is None or decision.seat != seat or not game.state.is_person(seat) or self.has_run_out(game):
            return ""
        if decision.kind == "pass.activist" and (seat, "pass") not in obeyed:
            return ""
        key = ANSWERS[self.kind](self, decision, game)
        return key if key in decision.keys else ""

    def name_use(self, key: str) -> str:
        """Return the key of the remark, which contains yes or no if that was the answer."""
        return f"{self.kind}.{key}" if key in ("yes", "no") else self.kind

    def use(self, key: str, game: Game) -> GandhiOrder:
        """Return the order after its answer: a transfer also counts the Resources that it has given on this card."""
        decision = game.decision
        if self.kind != "transfer" or key != "yes" or decision is None:
            return self
        card = int(game.state.card)
        return msgspec.structs.replace(self, given=self.given_now(card) + find_amount(decision), given_on=card)

    def tell_use(self, seat: str, before: GandhiOrder) -> Text:
        """Return the Resources that the order has given since ``before``, its earlier state."""
        amount = self.given - before.given_now(self.given_on)
        return text("ui.order.told.transfer", seat=seat, amount=amount, count=self.given, at_most=self.at_most)

    def write(self, language: Language, seat: str) -> str:
        """Return the order as a sentence, with its duration."""
        if self.kind == "pass":
            words = language.say("ui.order.pass", seat=seat)
            if self.unless:
                names = [language.say("ui.card.plain", card=card) for card in self.unless]
                words = language.say("ui.order.but", what=words, more=language.say("ui.order.unless", names=names))
            if self.condition:
                more = language.word(f"order.condition.{self.condition}")
                words = language.say("ui.order.but", what=words, more=more)
        elif self.kind == "campaign":
            steps = [language.word(f"order.step.{step}") for step in self.steps] or [language.word("order.step.all")]
            words = language.say("ui.order.campaign", seat=seat, names=steps)
        else:
            words = language.say(f"ui.order.{self.kind}.{self.answer}", seat=seat, count=self.at_most)
        return language.say("ui.order.line", what=words, when=language.word(f"order.lasts.{self.lasts}"))


def find_campaigns(game: Game) -> int:
    """2.4 Return the number of Campaign Rounds that are not over, the present one included."""
    state: State = game.state
    return state.campaigns_left + (state.phase not in ("turn", "crisis"))


def answer_pass(order: GandhiOrder, decision: Decision, game: Game) -> str:
    """2.3.3 Return the pass, before anything else is chosen in a turn; or the usual answer about its Activist."""
    if decision.kind == "pass.activist":
        return decision.usual
    if decision.kind != "turn.action" or game.keys or game.state.card in order.unless:
        return ""
    return decision.key_of("pass") if not order.condition or holds(order.condition, decision, game.state) else ""


def holds(condition: Condition, decision: Decision, state: State) -> bool:
    """Return whether a condition for passing holds at the start of a turn."""
    if condition == "second":
        return bool(state.first)
    if condition == "limited":
        return decision.prompt.params.get("may") == "limited_operation"
    if condition == "jailed":
        return bool(state.is_gandhi_in_jail)
    return bool(state.is_crisis)


def answer_campaign(order: GandhiOrder, decision: Decision, game: Game) -> str:
    """6.3, 6.4 Return the end of an optional step of the Campaign Round."""
    if game.keys:
        return ""
    wanted = order.steps or tuple(STEPS)
    return decision.key_of("stop") if any(decision.kind in STEPS[step] for step in wanted) else ""


def answer_transfer(order: GandhiOrder, decision: Decision, game: Game) -> str:
    """1.5.2 Return the consent to a transfer of Resources, up to the number for a card, or the refusal."""
    if decision.kind != "transfer.consent":
        return ""
    if order.answer == "no":
        return "no"
    return "yes" if find_amount(decision) <= order.at_most - order.given_now(int(game.state.card)) else ""


def find_amount(decision: Decision) -> int:
    """1.5.2 Return the Resources in a transfer."""
    return int(str(decision.prompt.params["amount"]))


def answer_release(order: GandhiOrder, decision: Decision, game: Game) -> str:
    """4.3.2 Return whether Gandhi is released from Jail for Satyagraha: the answer of the order."""
    return order.answer if decision.kind == "satyagraha.release" else ""


ANSWERS: Final = {
    "pass": answer_pass,
    "campaign": answer_campaign,
    "transfer": answer_transfer,
    "release": answer_release,
}
