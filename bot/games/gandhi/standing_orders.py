"""The standing orders of Gandhi that answer single questions: their kinds, and the option that each kind chooses."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal

import msgspec

from bot.games.answers import StandingOrder
from bot.language import Language
from engine import Game
from engine.core.decision import Decision
from engine.core.text import Text, text
from engine.gandhi.campaign.redeploy import ROUND_PHASES
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
"""6.3, 6.4 The steps of a Campaign Round that a Faction may skip, each with the kinds of its questions."""
SEATS_ASKED: Final[dict[OrderKind, tuple[str, ...]]] = {"transfer": (RAJ, REVOLUTIONARIES), "release": (RAJ,)}
"""1.5.2, 4.3.2 The Factions for which an order of a kind can answer. Orders of other kinds answer for any Faction."""


class GandhiOrder(StandingOrder, frozen=True, omit_defaults=True):
    """One standing order, given while ``card`` was the Current Card (0: before the first card).

    It ``lasts`` for that card, for the whole game, or until the next Campaign Round is over. ``campaigns`` is the
    number of Campaign Rounds that were left when it was given. A pass is not used on the cards ``unless``, nor without
    its ``condition``. ``steps`` are the steps of a Campaign Round to skip, of `STEPS`; none means all. A yes to
    transfers gives up to ``at_most`` Resources on each card; ``given`` is the sum given on the card ``given_on``.
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
        """Return the Factions for which an order of this kind can answer. An empty result means all Factions."""
        return SEATS_ASKED.get(self.kind, ())

    def make_order(self, game: Game, seat: str) -> GandhiOrder:
        """Return the order, valid from the present card and Campaign Round on."""
        return msgspec.structs.replace(self, card=int(game.state.card), campaigns=find_campaigns(game))

    def given_now(self, card: int) -> int:
        """Return the number of Resources that the order has given on the card with this number."""
        return self.given if self.given_on == card else 0

    def has_run_out(self, game: Game) -> bool:
        """Return whether the order has ended with its card or its Campaign Round. An order for the game never ends.

        An order that was given before the first card ends with the first card.
        """
        if self.lasts == "card":
            return int(game.state.card) != self.card if self.card else bool(game.state.played)
        return self.lasts == "campaign" and find_campaigns(game) != self.campaigns

    def find_answer(self, seat: str, game: Game, obeyed: Collection[tuple[str, str]]) -> str:
        """Return the key that the order chooses at the pending decision, or "".

        The question about the Activist of a pass (2.3.3) is answered only if an order has just passed.
        """
        decision = game.decision
        if decision is None or decision.seat != seat or not game.state.is_person(seat) or self.has_run_out(game):
            return ""
        if decision.kind == "pass.activist" and (seat, "pass") not in obeyed:
            return ""
        key = ANSWERS[self.kind](self, decision, game)
        return key if key in decision.keys else ""

    def name_use(self, key: str) -> str:
        """Return the kind of the order, with ``.yes`` or ``.no`` after it if that was the answer."""
        return f"{self.kind}.{key}" if key in ("yes", "no") else self.kind

    def use(self, key: str, game: Game) -> GandhiOrder:
        """Return the order after its answer: unchanged, or with the Resources that a yes to a transfer has given."""
        decision = game.decision
        if self.kind != "transfer" or key != "yes" or decision is None:
            return self
        card = int(game.state.card)
        return msgspec.structs.replace(self, given=self.given_now(card) + find_amount(decision), given_on=card)

    def tell_use(self, seat: str, before: GandhiOrder) -> Text:
        """Return a message with the Resources that the order has given since ``before``, its earlier state."""
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
    """2.4 Return the number of Campaign Rounds that are not over yet. A Round that is under way counts too."""
    state: State = game.state
    return state.campaigns_left + (state.phase in ROUND_PHASES)


def answer_pass(order: GandhiOrder, decision: Decision, game: Game) -> str:
    """2.3.3 Return the key of a pass at the start of a turn, or of the usual answer about its Activist, or ""."""
    if decision.kind == "pass.activist":
        return decision.usual
    if decision.kind != "turn.action" or game.keys or game.state.card in order.unless:
        return ""
    return decision.key_of("pass") if not order.condition or holds(order.condition, decision, game.state) else ""


def holds(condition: Condition, decision: Decision, state: State) -> bool:
    """Return whether a condition for passing holds at the start of a turn.

    "second": another Faction has acted on the card. "limited": only a Limited Operation is allowed. "jailed": Gandhi is
    in Jail. "crisis": there is a Crisis.
    """
    if condition == "second":
        return bool(state.first)
    if condition == "limited":
        return decision.prompt.params.get("may") == "limited_operation"
    if condition == "jailed":
        return bool(state.is_gandhi_in_jail)
    return bool(state.is_crisis)


def answer_campaign(order: GandhiOrder, decision: Decision, game: Game) -> str:
    """6.3, 6.4 Return the key that ends a step of the Campaign Round at once, or "" if the order does not skip it."""
    if game.keys:
        return ""
    wanted = order.steps or tuple(STEPS)
    return decision.key_of("stop") if any(decision.kind in STEPS[step] for step in wanted) else ""


def answer_transfer(order: GandhiOrder, decision: Decision, game: Game) -> str:
    """1.5.2 Return "yes" or "no" to a transfer of Resources; "" to more than the order still accepts on this card."""
    if decision.kind != "transfer.consent":
        return ""
    if order.answer == "no":
        return "no"
    return "yes" if find_amount(decision) <= order.at_most - order.given_now(int(game.state.card)) else ""


def find_amount(decision: Decision) -> int:
    """1.5.2 Return the number of Resources that a transfer would move, from the question about it."""
    return int(str(decision.prompt.params["amount"]))


def answer_release(order: GandhiOrder, decision: Decision, game: Game) -> str:
    """4.3.2 Return the order's "yes" or "no" to the release of Gandhi for Satyagraha; "" for another question."""
    return order.answer if decision.kind == "satyagraha.release" else ""


ANSWERS: Final = {
    "pass": answer_pass,
    "campaign": answer_campaign,
    "transfer": answer_transfer,
    "release": answer_release,
}
"""The function that finds the answer of an order, by its kind. It returns "" where the order does not answer."""
