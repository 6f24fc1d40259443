"""One commit: a draft is played, stored with all that follows from it, and told, in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.service.automation import has_work
from bot.service.drafts.draft import Draft, extend
from bot.service.drafts.ordering import go_on
from bot.service.loading import Loaded, Memory, find_turn, load_table
from bot.service.posting import announce
from bot.service.seats.absences import come_back, tell_substitute
from bot.service.seeing import find_stored_draft
from bot.service.standing_orders.obeying import obey
from bot.service.writing import Written, write_choices
from engine.core.text import Text, text
from storage import Writer


@dataclass(frozen=True, slots=True)
class Committed:
    """Where a commit has led: the table with its game, notes for the player, and whether the game goes on by itself."""

    loaded: Loaded
    notes: Sequence[Text]
    goes_on: bool


async def commit_draft(tx: Writer, memory: Memory, loaded: Loaded, user_id: int, draft: Draft) -> Committed:
    """Play a draft in the game, store what follows, and queue the messages. Raises IllegalChoice and StaleVersion."""
    game = loaded.game.clone()
    seat = game.pending_seat
    written = await write_choices(tx, loaded, game, seat, draft.to_commit, user_id)
    await tx.delete_draft(loaded.table.id, seat)
    remarks = await come_back(tx, loaded.table, seat, user_id)
    after, written, used = await obey(tx, loaded, await load_table(tx, loaded.table.id), game, written)
    asides = tell_substitute(loaded.table, seat, user_id)
    memory.stage(tx, after, game)
    goes_on = has_work(after, game)
    await announce(tx, loaded, after, game, written, user_id, [*remarks, *used], asides, goes_on=goes_on)
    turn = loaded.turn if not written.steps else (await find_turn(tx, after))[0]
    now = Loaded(after, turn, game.keys if game.decision is not None else loaded.keys, game, game.undo_seat)
    notes = await keep_rest(tx, now, written, seat, draft)
    if not goes_on:
        await go_on_with_order(tx, now)
    return Committed(now, notes, bool(used) or goes_on)


async def keep_rest(tx: Writer, now: Loaded, written: Written, seat: str, draft: Draft) -> list[Text]:
    """Carry what is left of a draft over a barrier inside the same step: the next space of an Attack, for example.

    Returns notes on what could not be done.
    """
    game, table, decision = now.game, now.table, now.game.decision
    left = table.front.words_of_rest(draft.order) if draft.order and written.steps else ""
    if left:
        # What ends a turn may be revealed only by going there: then an order may have said too much.
        return [text("error.order_left_over", words=left)]
    if draft.order and not written.steps:
        await tx.put_draft(table.id, seat, table.game.version, Draft(order=draft.order).store())
    if not draft.queue or written.steps or decision is None or decision.seat != seat:
        return []
    queue = [item.key for item in draft.queue if item.kind == decision.kind and item.key in decision.keys]
    if not queue:
        return []
    extended = extend(game.blind(), Draft(), queue)
    await tx.put_draft(table.id, seat, table.game.version, extended.draft.store())
    return extended.notes


async def go_on_with_order(tx: Writer, now: Loaded) -> None:
    """Go on with the rest of the order of the seat that must decide, if there is one.

    What could not be done is told to the person who acts for that seat, with the draft.
    """
    draft = await find_stored_draft(tx, now)
    if now.game.decision is None or not draft.has_only_order:
        return
    further, notes = go_on(now.table.front, now.game, draft)
    await tx.put_draft(now.table.id, now.game.pending_seat, now.table.game.version, further.with_notes(notes).store())
