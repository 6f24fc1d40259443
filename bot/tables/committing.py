"""Commits: load the game, play a confirmed draft in it, and keep the rest of the draft for later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.errors import NotStarted, TableError
from bot.tables.absences import tell_back
from bot.tables.announcements import announce_notice
from bot.tables.authorization import is_owner
from bot.tables.automation import has_work
from bot.tables.draft import (
    Draft,
    extend,
    find_proposal,
    go_on,
    leave_out_own,
    list_confirmers,
    name_person,
    needs_another,
)
from bot.tables.loading import Loaded, find_stored_turn
from bot.tables.moments import find_stored_draft
from bot.tables.pending import announce
from bot.tables.rewinding import roll_back
from bot.tables.standing_orders import obey
from bot.tables.table import Proposal, Table, change_state
from bot.tables.transaction import TableTransaction, WrittenSteps
from bot.tables.undo import keep_promises
from engine.core.errors import ReplayFailed
from engine.core.text import Text, text


async def load_under_way(tx: TableTransaction) -> Loaded:
    """Return a running game, its running step rolled back if the keys no longer fit the rules.

    Raises NotStarted, also for a finished game, and UnreadableTable.
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
    """Result of a commit: the table with its game, notes for the player, and whether the game continues by itself."""

    loaded: Loaded
    notes: Sequence[Text]
    goes_on: bool


async def commit_draft(tx: TableTransaction, loaded: Loaded, user_id: int, draft: Draft) -> Committed:
    """Play a draft in the game, store the results, and queue the messages. Raises IllegalChoice and StaleVersion."""
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
    turn = loaded.turn if not written.steps else await find_stored_turn(tx, after)
    now = Loaded(after, turn, game.keys if game.decision is not None else loaded.keys, game, game.undo_seat)
    notes = await keep_rest(tx, now, written, seat, draft)
    if not goes_on:
        await go_on_with_order(tx, now)
    return Committed(now, notes, bool(used) or goes_on)


async def commit_proposal(tx: TableTransaction, loaded: Loaded, user_id: int, draft: Draft) -> Committed:
    """Confirm the automatic player's proposal, perhaps with changes; or ask one more person to.

    Raises TableError for a person who has confirmed it already, and as `commit_draft` does.
    """
    table, game = loaded.table, loaded.game
    seat, proposal = game.pending_seat, find_proposal(table) or Proposal(table.game.version, game.step_number)
    is_changed = draft.to_commit != proposal.keys
    if needs_another(table, user_id, draft.to_commit):
        digest = Draft(draft.to_commit).digest
        if (proposal.by, proposal.draft) == (user_id, digest):
            raise TableError(text("error.confirmed_already"))
        await tx.put_draft(table.id, seat, table.game.version, draft.store())
        await change_state(tx, table.id, proposal=replace(proposal, by=user_id, draft=digest))
        key = "ui.public.confirmed_changed" if is_changed else "ui.public.confirmed"
        words = text(key, seat=seat, who=name_person(table, user_id))
        others = [person for person in list_confirmers(table) if person != user_id]
        await announce_notice(tx, await tx.reload(), words, "", user_id, ["turn"], pings=others)
        return Committed(await tx.load_game(), [text("ui.panel.one_more")], goes_on=False)
    if not is_changed:
        await tx.delete_draft(table.id, seat)
        await change_state(tx, table.id, proposal=replace(proposal, is_agreed=True))
        await tx.reload()
        return Committed(await tx.load_game(), [], goes_on=True)
    twin = game.clone()
    keys = leave_out_own(table.front, game, draft.to_commit)
    written = await tx.play(loaded, twin, [(seat, key) for key in keys], user_id)
    await tx.delete_draft(table.id, seat)
    changed = tuple(dict.fromkeys([*table.state.differently, loaded.turn.number]))
    await change_state(tx, table.id, differently=changed)
    after = await tx.reload()
    tx.keep(after, twin)
    people = dict.fromkeys([name_person(table, one) for one in (proposal.by, user_id) if one])
    remark = text("ui.public.differently", seat=seat, who=list(people))
    await announce(tx, loaded, after, twin, written, user_id, [remark], goes_on=has_work(after, twin))
    turn = loaded.turn if not written.steps else await find_stored_turn(tx, after)
    return Committed(Loaded(after, turn, twin.keys, twin), [], has_work(after, twin))


async def keep_rest(tx: TableTransaction, now: Loaded, written: WrittenSteps, seat: str, draft: Draft) -> list[Text]:
    """Carry the rest of a draft over a barrier inside the same step: the next space of an Attack, for example.

    Return notes on what could not be done.
    """
    game, table, decision = now.game, now.table, now.game.decision
    left = table.front.orders.words_of_rest(draft.order) if draft.order and written.steps else ""
    if left:
        # The end of a turn may be known only after it: then an order may have said too much.
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
    """Continue with the rest of the deciding seat's order, if there is one.

    The draft shows the person who acts for that seat which parts failed.
    """
    draft = await find_stored_draft(tx, now)
    if now.game.decision is None or not draft.has_only_order:
        return
    further, notes = go_on(now.table.front, now.game, draft)
    await tx.put_draft(
        now.table.id, now.game.pending_seat, now.table.game.version, replace(further, notes=tuple(notes)).store()
    )


async def come_back(tx: TableTransaction, table: Table, seat: str, user_id: int) -> list[Text]:
    """End the absence of a person who acts again. Return the message for the table."""
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
