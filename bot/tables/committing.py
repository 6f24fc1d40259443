"""Commits: load the game, play a confirmed draft in it, and keep what is left of the draft for later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.errors import NotStarted
from bot.tables.absences import tell_back
from bot.tables.authorization import is_owner
from bot.tables.automation import has_work
from bot.tables.draft import Draft, extend, go_on
from bot.tables.loading import Loaded, find_turn
from bot.tables.moments import find_stored_draft
from bot.tables.pending import announce
from bot.tables.promises import keep_promises
from bot.tables.rewinding import roll_back
from bot.tables.standing_orders import obey
from bot.tables.table import Table
from bot.tables.transaction import TableTransaction, WrittenSteps
from engine.core.errors import ReplayFailed
from engine.core.text import Text, text


async def load_under_way(tx: TableTransaction) -> Loaded:
    """Return a game that is being played, its running step rolled back if the keys no longer fit the rules.

    Raises NotStarted, also for a game that is over, and UnreadableTable.
    """
    try:
        loaded = await tx.load_game()
    except ReplayFailed:
        await roll_back(tx, tx.table.id)
        tx.cache.forget(tx.table.id)
        loaded = await tx.load_game()
    if loaded.game.decision is None or loaded.table.game.status != "playing":
        raise NotStarted(text("error.over", name=loaded.table.game.name))
    return loaded


@dataclass(frozen=True, slots=True)
class Committed:
    """Where a commit has led: the table with its game, notes for the player, and whether the game goes on by itself."""

    loaded: Loaded
    notes: Sequence[Text]
    goes_on: bool


async def commit_draft(tx: TableTransaction, loaded: Loaded, user_id: int, draft: Draft) -> Committed:
    """Play a draft in the game, store what follows, and queue the messages. Raises IllegalChoice and StaleVersion."""
    game = loaded.game.clone()
    seat = game.pending_seat
    written = await tx.play(loaded, game, [(seat, key) for key in draft.to_commit], user_id)
    await tx.delete_draft(loaded.table.id, seat)
    remarks = await come_back(tx, loaded.table, seat, user_id)
    after, written, used = await obey(tx, loaded, await tx.reload(), game, written)
    remarks += await keep_promises(tx, loaded, user_id, draft)
    asides = tell_substitute(loaded.table, seat, user_id)
    tx.keep(after, game)
    goes_on = has_work(after, game)
    await announce(tx, loaded, after, game, written, user_id, [*remarks, *used], asides, goes_on=goes_on)
    turn = loaded.turn if not written.steps else (await find_turn(tx, after))[0]
    now = Loaded(after, turn, game.keys if game.decision is not None else loaded.keys, game, game.undo_seat)
    notes = await keep_rest(tx, now, written, seat, draft)
    if not goes_on:
        await go_on_with_order(tx, now)
    return Committed(now, notes, bool(used) or goes_on)


async def keep_rest(tx: TableTransaction, now: Loaded, written: WrittenSteps, seat: str, draft: Draft) -> list[Text]:
    """Carry what is left of a draft over a barrier inside the same step: the next space of an Attack, for example.

    Returns notes on what could not be done.
    """
    game, table, decision = now.game, now.table, now.game.decision
    left = table.front.orders.words_of_rest(draft.order) if draft.order and written.steps else ""
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
    extended = extend(game.blind((seat,)), Draft(), queue)
    await tx.put_draft(table.id, seat, table.game.version, extended.draft.store())
    return extended.notes


async def go_on_with_order(tx: TableTransaction, now: Loaded) -> None:
    """Go on with the rest of the order of the seat that must decide, if there is one.

    The draft shows the person who acts for that seat what could not be done.
    """
    draft = await find_stored_draft(tx, now)
    if now.game.decision is None or not draft.has_only_order:
        return
    further, notes = go_on(now.table.front, now.game, draft)
    await tx.put_draft(now.table.id, now.game.pending_seat, now.table.game.version, further.with_notes(notes).store())


async def come_back(tx: TableTransaction, table: Table, seat: str, user_id: int) -> list[Text]:
    """End the absence of a person who acts again. Returns what the table is to know of it."""
    if table.absence(seat) is None or not is_owner(table, seat, user_id):
        return []
    await tx.drop_arrangements(table.id, kind="away", user_id=user_id)
    return [tell_back(table, [one for one in table.absences if is_owner(table, one.seat, user_id)])]


def tell_substitute(table: Table, seat: str, user_id: int) -> list[Text]:
    """Return that a stand-in acted for a person, if so."""
    absence, holder = table.absence(seat), table.holder(seat)
    if absence is None or absence.stand_in_id is None or holder is None or is_owner(table, seat, user_id):
        return []
    return [text("ui.public.acted_for", who=absence.stand_in_name, whom=holder.display_name, seat=seat)]
