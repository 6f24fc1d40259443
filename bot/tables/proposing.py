"""Proposals: people confirm the automatic player's turns, or change them to match their printed cards.

One person confirms; if several play, one more has to confirm the same. A proposal without confirmation is played after
the limit of the table, and after a day at the latest.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from bot.games.frontend import Frontend
from bot.games.playing import AUTOMATIC
from bot.tables.authorization import list_actors
from bot.tables.draft import Draft
from bot.tables.table import Proposal, Table, may_propose
from engine import Game

LONGEST_WAIT: Final = timedelta(days=1)
"""The longest that a proposal waits."""


def is_proposed(table: Table, game: Game) -> bool:
    """Return whether people have to confirm what the automatic player would do now in its own turn.

    A seat of an absent person does not count: no one else decides about it.
    """
    decision, state, front = game.decision, table.state, table.front
    if not state.proposes or decision is None or table.game.status != "playing" or not may_propose(table):
        return False
    holder, proposal = table.holder(decision.seat), state.proposal
    is_agreed = proposal is not None and proposal.is_agreed and proposal.step == game.step_number
    return (
        holder is not None
        and holder.kind == AUTOMATIC
        and front.player.is_automatic(game, decision.seat)
        and (game.label.phase, game.label.seat) == (front.setup.turn_phase, decision.seat)
        and decision.kind not in front.planning.own_questions
        and not is_agreed
        and bool(list_confirmers(table))
    )


def find_proposal(table: Table) -> Proposal | None:
    """Return the proposal at this version of the game, or None."""
    proposal = table.state.proposal
    return proposal if proposal is not None and proposal.version == table.game.version else None


def list_confirmers(table: Table) -> list[int]:
    """Return the people who may confirm: those who act for the seats of people."""
    return sorted(set(list_actors(table).values()))


def find_wait(table: Table) -> timedelta:
    """Return how long a proposal waits at a table."""
    limit = table.state.pace.until
    return min(limit, LONGEST_WAIT) if limit is not None else LONGEST_WAIT


def needs_another(table: Table, user_id: int, keys: Sequence[str]) -> bool:
    """Return whether one more person has to confirm these keys."""
    proposal = find_proposal(table)
    if len(list_confirmers(table)) < 2 or proposal is None:
        return False
    return proposal.by in (0, user_id) or proposal.draft != digest_keys(keys)


def digest_keys(keys: Sequence[str]) -> str:
    """Return a few letters that distinguish keys from others."""
    return Draft(tuple(keys)).digest


def leave_out_own(front: Frontend, game: Game, keys: Sequence[str]) -> tuple[str, ...]:
    """Return the keys before the question that only the automatic player answers."""
    twin = game.blind()
    for place, key in enumerate(keys):
        if twin.decision is None or twin.decision.kind in front.planning.own_questions:
            return tuple(keys[:place])
        if twin.draft(key) is None:
            break
    return tuple(keys)


def name_person(table: Table, user_id: int) -> str:
    """Return the name of a person who acts for a seat."""
    seat = next((seat for seat, who in list_actors(table).items() if who == user_id), "")
    actor = table.actor(seat)
    return actor.display_name if actor is not None else ""
