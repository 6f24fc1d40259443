"""Answers for someone who does not answer in time, if the table allows that.

In the middle of another's turn and in a Campaign Round that is the least committing answer, or the automatic one
without any. A whole turn is passed, or the seat goes to the automatic player until its person is back.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

from bot.games.answers import AutomaticPlayer
from bot.games.frontend import Frontend
from bot.tables.announcements import Offer, announce_status
from bot.tables.loading import GameCache, Loaded
from bot.tables.pending import announce, put_off
from bot.tables.standing_orders import obey
from bot.tables.table import Table
from bot.tables.transaction import TableTransaction
from engine import Game
from engine.core.decision import Decision
from engine.core.text import Text, text

log = logging.getLogger(__name__)

ABSENT: Final = -1
"""The actor of an answer that no one gave. No one has this id, so the next person is pinged in any case."""
MOST_ANSWERS: Final = 200
"""The most answers in a row: more are a fault."""


class Overdue:
    """Answers for people who have not answered in time. Everything happens in the given transaction."""

    def __init__(self, cache: GameCache) -> None:
        self._cache = cache

    async def answer(self, tx: TableTransaction, game_id: str) -> None:
        """Give the least committing answers for the seat that must decide. Raises GameError and StorageError."""
        loaded = await tx.load_game()
        seat = loaded.game.pending_seat
        key = "ui.overdue.default"
        if is_whole_turn(loaded.table.front, loaded.game):
            key = "ui.overdue.ended" if loaded.keys else "ui.overdue.passed"
        await self._play(
            tx,
            loaded,
            find_answers(loaded.table.front, loaded.game),
            [text(key, seat=seat, who=name_holder(loaded, seat))],
        )

    async def hand_over(self, tx: TableTransaction, game_id: str) -> bool:
        """Decide automatically for the pending seat; return whether it may. Raises GameError, StorageError.

        A seat changes hands between two turns only: a turn that has begun is finished first. In the middle of another's
        turn the question is only answered; the seat stays with its person. The last person at a table keeps the seat,
        because otherwise the game would run to its end without anyone.
        """
        loaded = await tx.load_game()
        seat, front = loaded.game.pending_seat, loaded.table.front
        holder = loaded.table.holder(seat)
        if not is_whole_turn(loaded.table.front, loaded.game):
            who = name_holder(loaded, seat)
            remark = text("ui.overdue.arjuna_answers", seat=seat, who=who)
            await self._play(tx, loaded, find_answers(front, loaded.game, like_automatic=True), [remark])
            return True
        if holder is None or holder.user_id is None or not has_other_people(loaded, seat):
            return False
        message = text("ui.overdue.arjuna", seat=seat, who=holder.display_name)
        if loaded.keys:
            ended = text("ui.overdue.ended", seat=seat, who=name_holder(loaded, seat))
            await self._play(tx, loaded, find_answers(front, loaded.game), [ended, message], ["back"])
        await tx.drop_arrangements(game_id, kind="away", user_id=holder.user_id, seat=seat)
        version = (await tx.game(game_id)).version
        await tx.arrange(game_id, holder.user_id, "away", seat=seat, version=version)
        if not loaded.keys:
            # The automatic player plays at once, in the same message.
            await put_off(tx, loaded, message, find_missing(loaded.table, seat))
        await announce_status(tx, await tx.reload())
        return True

    async def _play(
        self,
        tx: TableTransaction,
        loaded: Loaded,
        answers: list[tuple[str, str]],
        remarks: Sequence[Text],
        offers: Sequence[Offer] = (),
    ) -> None:
        """Play answers that no one gave, and announce that."""
        game = loaded.game.clone()
        written = await tx.play(loaded, game, answers, None)
        await tx.delete_draft(loaded.table.id, loaded.game.pending_seat)
        after, written, used = await obey(tx, loaded, await tx.reload(), game, written)
        tx.keep(after, game)
        missed = find_missing(loaded.table, loaded.game.pending_seat)
        await announce(tx, loaded, after, game, written, ABSENT, [*remarks, *used], missed=missed, offers=offers)


def find_missing(table: Table, seat: str) -> list[int]:
    """Return the people who have not answered for a seat: its owner, and their stand-in."""
    actor = table.actor(seat)
    asked = [table.owner_of(seat), (actor.user_id or 0) if actor is not None else 0]
    return [person for person in dict.fromkeys(asked) if person]


def name_holder(loaded: Loaded, seat: str) -> str:
    """Return the name of the person who acts for a seat."""
    actor = loaded.table.actor(seat)
    return actor.display_name if actor is not None else ""


def has_other_people(loaded: Loaded, seat: str) -> bool:
    """Return whether other people than the one on this seat play here and are not away."""
    table, front = loaded.table, loaded.table.front
    return any(
        row.kind == "player" and row.seat != seat and not front.player.is_automatic(loaded.game, row.seat)
        for row in table.seats
    )


def is_whole_turn(front: Frontend, game: Game) -> bool:
    """Return whether the game waits for someone's own turn, and not for an interrupting question."""
    return game.label.phase == front.setup.turn_phase and game.label.seat == game.pending_seat


def find_answers(front: Frontend, game: Game, *, like_automatic: bool = False) -> list[tuple[str, str]]:
    """Return answers for a silent seat: to the end of its turn, or while it is asked without a break.

    In a round these are all phases of the seat until another's. ``like_automatic`` prefers the automatic player's
    answers.
    """
    twin = game.clone()
    seat, number, is_turn = game.pending_seat, game.step_number, game.label.phase == front.setup.turn_phase
    player, begun = front.player.make(twin) if like_automatic else None, ""
    answers: list[tuple[str, str]] = []
    while (decision := twin.decision) is not None and decision.seat == seat:
        has_ended = twin.step_number != number
        if has_ended and (is_turn or twin.label.phase == front.setup.turn_phase):
            break
        if len(answers) == MOST_ANSWERS:
            raise RuntimeError(f"No end of answers for {seat}: {decision!r}")
        key = "" if like_automatic else decision.plain
        if key:
            player, begun = None, ""
        elif player is None or (front.orders.begins_plan(decision.kind) and begun not in ("", decision.kind)):
            # Keep the plan: a new one for each question could move the same pieces there and back.
            player, begun = front.player.make(twin), decision.kind
        key = key or (ask_automatic(player, decision) if player is not None else "")
        if twin.decision is decision:
            key = key or decision.plain or decision.usual or decision.options[0].key
            twin.choose(key)
        answers.append((seat, key))
    return answers


def ask_automatic(player: AutomaticPlayer, decision: Decision) -> str:
    """Let the automatic player answer the decision of the game it has, and return the key, or "".

    Its tables are made for its own seats: they may lack what a person's seat needs.
    """
    try:
        return player.answer()
    except (LookupError, ValueError, TypeError, RuntimeError) as error:
        log.info("The automatic player has no answer for a person: %r to %r", error, decision)
        return ""
