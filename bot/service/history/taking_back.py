"""Taking back what has been confirmed: by its player up to the last barrier, or because the rules have changed."""

from __future__ import annotations

import logging
from itertools import groupby

from bot.errors import TableError, WrongPlayer
from bot.service.authorization import PLAY, find_seats
from bot.service.history.barriers import find_take_back
from bot.service.loading import Loaded, load_table, resume
from bot.service.posting import announce_notice, announce_status
from bot.service.standing_orders.obeying import drop_at_once
from engine.core.text import text
from storage import Writer

log = logging.getLogger(__name__)


async def take_back(tx: Writer, loaded: Loaded, user_id: int, number: int | None = None) -> None:
    """Take a turn back to the last barrier; all of it but the last key returns to the draft.

    ``number`` is the turn that is meant (None: the last that can be). Raises WrongPlayer, and TableError when it cannot
    be taken back (any more).
    """
    seats = find_seats(PLAY, loaded.table, user_id)
    if not seats:
        raise WrongPlayer(text("error.no_seat", name=loaded.table.game.name))
    back = await find_take_back(tx, loaded)
    if back is None or number not in (None, back.turn.number):
        raise TableError(text("error.nothing_to_undo"))
    if back.seat not in seats:
        raise WrongPlayer(text("error.not_yours_to_undo", seat=back.seat))
    game_id = loaded.table.id
    await tx.rewind(game_id, loaded.table.game.version, back.turn.number, back.seat, user_id=user_id)
    for (seat, chooser), choices in groupby(back.kept, key=lambda choice: (choice.seat, choice.user_id)):
        version = (await tx.game(game_id)).version
        await tx.append_choices(game_id, version, seat, [choice.key for choice in choices], user_id=chooser)
    for row in loaded.table.seats:
        await tx.delete_draft(game_id, row.seat)
    table = await load_table(tx, game_id)
    await drop_at_once(tx, table, resume(table, back.turn, tuple(choice.key for choice in back.kept)))
    if len(back.returned) > 1:
        await tx.put_draft(game_id, back.seat, table.game.version, back.returned[:-1])
    key = "ui.public.taken_back.answers" if back.with_answers else "ui.public.taken_back"
    await announce_notice(tx, table, text(key, seat=back.seat), back.seat, user_id)
    await announce_status(tx, table)


async def roll_back(tx: Writer, game_id: str) -> None:
    """Take a step whose stored choices no longer fit the rules back to its start, and tell the table."""
    play = await tx.load_play(game_id)
    if play.turn is None:
        return
    log.warning("Turn %s of table %s no longer replays: it is rolled back.", play.turn.number, game_id)
    seat = str(play.turn.label.get("seat", ""))
    await tx.rewind(game_id, play.game.version, play.turn.number, seat)
    for row in await tx.seats(game_id):
        await tx.delete_draft(game_id, row.seat)
    table = await load_table(tx, game_id)
    await announce_notice(tx, table, text("ui.public.rolled_back"), seat, None)
    await announce_status(tx, table)
