"""Standing orders: what is to be answered for a seat when it is asked, as its holder has said beforehand.

An order answers through the options that are open at that moment, like a person. It answers only questions that come up
after it was given, and nothing in the middle of what its holder has begun. It is secret until it is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import msgspec

from bot.gandhi import is_automatic
from bot.service.loading import Loaded, load_table
from bot.service.moments import Table
from bot.service.writing import Written, write_answers
from engine import Game
from engine.core.decision import Decision
from engine.core.text import Text, text
from engine.gandhi.state import State
from storage import Arrangement, Reader, Writer

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
MOST_USES = 12
"""Answers by order in one commit. What is left then is answered in the next."""

PASS_KEY = "pass"  # noqa: S105


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """One standing order, from ``card`` (the Current Card then) on.

    It holds for that card, up to the end of the Campaign Round in which only so many ``campaigns`` are left, or for the
    whole game. ``unless`` (cards) and ``condition`` narrow a pass, ``steps`` (of `STEPS`; none means all) a Campaign
    Round, ``at_most`` (Resources) a yes to a transfer.
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

    def store(self) -> dict[str, Any]:
        """The order as JSON for the database."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


@dataclass(frozen=True, slots=True)
class Given:
    """A standing order as it is kept: its number, its seat, and the version of the game at which it was given."""

    id: int
    seat: str
    version: int
    order: Order


def read_order(row: Arrangement) -> Given:
    """The order in a stored arrangement."""
    return Given(row.id, row.seat, row.version, msgspec.convert(row.payload, Order))


def find_campaigns(game: Game) -> int:
    """2.4 How many Campaign cards were face down before the Campaign that is coming, or under way."""
    state: State = game.state
    return state.campaigns_left + (state.phase != "turn")


def has_run_out(order: Order, game: Game) -> bool:
    """Whether the time for which an order was given is over."""
    if order.lasts == "card":
        return int(game.state.card) != order.card
    return order.lasts == "campaign" and find_campaigns(game) != order.campaigns


def find_answer(order: Order, seat: str, game: Game) -> str:
    """The key that an order chooses at the pending decision, or an empty string when it has nothing to say to it."""
    decision = game.decision
    if decision is None or decision.seat != seat or is_automatic(game, seat) or has_run_out(order, game):
        return ""
    key = ANSWERS[order.kind](order, decision, game)
    return key if key in decision.keys else ""


def answer_pass(order: Order, decision: Decision, game: Game) -> str:
    """2.3.3 Pass, before anything has been done; and bring the Activist that passing offers first."""
    if decision.kind == "pass.activist":
        return decision.default or ""
    if decision.kind != "turn.action" or game.keys or game.state.card in order.unless:
        return ""
    return PASS_KEY if not order.condition or holds(order.condition, decision, game.state) else ""


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
    return "done" if any(decision.kind in STEPS[step] for step in wanted) else ""


def answer_transfer(order: Order, decision: Decision, game: Game) -> str:
    """1.5.2 Consent to a transfer of Resources, up to so many, or refuse it."""
    if decision.kind != "transfer.consent":
        return ""
    if order.answer == "no":
        return "no"
    return "yes" if int(str(decision.prompt.params["amount"])) <= order.at_most else ""


def answer_release(order: Order, decision: Decision, game: Game) -> str:
    """4.3.2 Release Gandhi from Jail for Satyagraha, or keep him there."""
    return order.answer if decision.kind == "satyagraha.release" else ""


ANSWERS: Final = {
    "pass": answer_pass,
    "campaign": answer_campaign,
    "transfer": answer_transfer,
    "release": answer_release,
}


async def list_orders(reader: Reader, table: Table, seat: str | None = None) -> list[Given]:
    """The orders that stand at a table, of those who still hold their seats."""
    rows = await reader.arrangements(table.id, "order", seat=seat)
    return [read_order(row) for row in rows if row.seat in table.seats_of(row.user_id)]


async def obey(
    tx: Writer, loaded: Loaded, table: Table, game: Game, written: Written
) -> tuple[Table, Written, list[Text]]:
    """Let standing orders answer what is asked now, and go on while they have an answer.

    ``game`` is the clone in which ``written`` was chosen, ``table`` the table as stored after that. Returns the table
    and what was written then, with a remark for each order that was used. Raises StaleVersion when somebody was faster.
    """
    given = [each for each in await list_orders(tx, table) if each.version < table.game.version]
    answers, used = think(game.clone(), given) if given else ([], [])
    if not answers:
        return table, written, []
    more = await write_answers(tx, replace(loaded, table=table), game, answers, None)
    for seat in dict.fromkeys(seat for seat, _ in answers):
        await tx.delete_draft(table.id, seat)
    remarks = [text(f"ui.order.used.{kind}", seat=seat) for seat, kind in dict.fromkeys(used)]
    both = Written(
        more.version,
        [*written.steps, *more.steps],
        [*written.changes, *more.changes],
        written.turns + more.turns,
    )
    return await load_table(tx, table.id), both, remarks


def think(twin: Game, given: Sequence[Given]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """What orders answer one after the other, tried on a copy: seats with keys, and seats with what was done."""
    answers: list[tuple[str, str]] = []
    used: list[tuple[str, str]] = []
    while twin.decision is not None and len(answers) < MOST_USES:
        seat, kind = twin.decision.seat, twin.decision.kind
        for each in given:
            key = find_answer(each.order, each.seat, twin) if each.seat == seat else ""
            if key and (kind != "pass.activist" or (seat, "pass") in used):
                break
        else:
            break
        answers.append((seat, key))
        used.append((seat, f"{each.order.kind}.{key}" if key in ("yes", "no") else each.order.kind))
        twin.choose(key)
    return answers, used


async def drop_at_once(tx: Writer, table: Table, game: Game) -> None:
    """Drop the orders that would answer the pending decision: an undone answer is not given again."""
    for each in await list_orders(tx, table):
        if find_answer(each.order, each.seat, game):
            await tx.drop_arrangements(table.id, arrangement_id=each.id)
