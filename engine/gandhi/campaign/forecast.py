"""The effect of a Campaign Round now (6.1 to 6.3), found by playing its phases on a blind copy.

At each choice, the copy takes the plainest answer and notes what was offered, so that nothing hidden is disclosed.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.core.change import Change
from engine.core.decision import Decision, Option
from engine.core.protocol import Result, Rule
from engine.core.text import Text
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.campaign.rounds import PHASES
from engine.gandhi.state import State
from engine.gandhi.victory import result, solo_ending

OFFERING = ("imperialism", "constructive_congress", "constructive_league", "pakistan_movement", "secret_societies")
"""The phases in which a Faction may do something somewhere."""

Answer = Callable[[Decision], str]


class Income(msgspec.Struct, frozen=True):
    """6.2 A Faction's Resources before and after the Resources Phase, with what it earns and pays by the log.

    Where Congress chooses which Railways are struck, ``least`` is what is left after the dearest choice for Raj, and
    ``after`` what is left after the cheapest.
    """

    seat: str
    before: int
    earned: int
    paid: int
    after: int
    least: int


class Offer(msgspec.Struct, frozen=True):
    """6.3 Choices of a Faction in a phase: the spaces it may choose from, and in how many at most."""

    seat: str
    phase: str
    spaces: tuple[str, ...]
    most: int = 1


class Forecast(msgspec.Struct, frozen=True):
    """A Campaign Round as it would go now.

    ``verdict`` is how the victory check would end the game, None if it would not; ``alone`` is the same for a lone
    player. ``strikes`` are the Railways that would be struck; with ``may_choose`` Congress chooses among more.
    """

    verdict: Result | None
    alone: Text | None
    incomes: tuple[Income, ...]
    strikes: tuple[str, ...]
    may_choose: bool
    offers: tuple[Offer, ...]


def foresee_round(state: State) -> Forecast:
    """Play a Campaign Round up to its Support Phase on a copy, and return what happens. The state stays as it is."""
    verdict, alone = foresee_check(state)
    cheap, dear = copy_blind(state), copy_blind(state)
    asked = run(PHASES["resources"](cheap), lambda decision: min(decision.options, key=_econ_of).key)
    run(PHASES["resources"](dear), lambda decision: max(decision.options, key=_econ_of).key)
    incomes = tuple(find_income(state, cheap, dear, seat) for seat in state.resources if state.is_player(seat))
    strikes = tuple(name for name in BOARD.railways if cheap.spaces[name].strike and not state.spaces[name].strike)
    offers = tuple(offer for phase in OFFERING if (offer := find_offer(cheap, phase)) is not None)
    return Forecast(verdict, alone, incomes, strikes, bool(asked), offers)


def foresee_check(state: State) -> tuple[Result | None, Text | None]:
    """6.1 Return the result of a victory check, and a lone player's. The state stays as it is."""
    twin = copy_blind(state)
    run(PHASES["victory"](twin), answer_plainly)
    return result(twin), solo_ending(twin)


def copy_blind(state: State) -> State:
    """Return a copy without hidden information: rolling a die or revealing a card would fail."""
    twin = state.copy()
    twin.blind()
    return twin


def run(rule: Rule, answer: Answer) -> list[Decision]:
    """Play a rule to its end, and return its questions."""
    asked = []
    try:
        decision = next(rule)
        while True:
            asked.append(decision)
            decision = rule.send(answer(decision))
    except StopIteration:
        return asked


def answer_plainly(decision: Decision) -> str:
    """Return the answer that commits to nothing, or failing that the first."""
    return decision.plain or decision.options[0].key


def find_income(state: State, cheap: State, dear: State, seat: str) -> Income:
    """Return the effect of the Resources Phase on a Faction's Resources, from two copies."""
    moves = [change for change in cheap.log if change.verb == "resources" and change.target == seat]
    return Income(
        seat,
        state.resources[seat],
        sum(max(_step(change), 0) for change in moves),
        sum(max(-_step(change), 0) for change in moves),
        cheap.resources[seat],
        dear.resources[seat],
    )


def find_offer(twin: State, phase: str) -> Offer | None:
    """Return the choices that a phase offers first, or None when it asks nothing that may be declined."""
    asked = run(PHASES[phase](twin), answer_plainly)
    if not asked or not asked[0].key_of("stop"):
        return None
    spaces = tuple(option.key for option in asked[0].options if option.role == "space")
    return Offer(asked[0].seat, phase, spaces, asked[0].remaining or 1)


def _step(change: Change) -> int:
    return (change.new or 0) - (change.old or 0)


def _econ_of(option: Option) -> int:
    return GEOGRAPHY[option.key].econ
