"""The moment a game has come to as one person sees it, and why somebody else may not decide in it."""

from __future__ import annotations

from bot.errors import StaleButton, WrongPlayer
from bot.service.authorization import PLAY, Request, find_seats, is_allowed
from bot.service.drafts.draft import Draft, play_draft
from bot.service.history.barriers import find_undo_seat
from bot.service.loading import Loaded
from bot.service.moments import Moment, Table, read_token
from bot.service.untold import find_news
from engine import Game
from engine.core.dice import Hidden
from engine.core.errors import IllegalChoice
from engine.core.text import text
from storage import Reader, Writer


async def see(reader: Reader, loaded: Loaded, user_id: int | None) -> Moment:
    """The moment of a game as a person sees it, with their draft when the decision is theirs."""
    draft = Draft()
    if decides(loaded, user_id):
        row = await reader.draft(loaded.table.id, loaded.game.pending_seat)
        # A draft on top of an older version is stale: the game has moved on without it.
        if row is not None and row.base_version == loaded.table.game.version:
            draft = Draft.read(row.keys)
    return await see_with(reader, loaded, user_id, draft)


async def find_stored_draft(reader: Reader, loaded: Loaded) -> Draft:
    """What is stored of a draft of the seat that must decide, whatever moment it belongs to."""
    row = await reader.draft(loaded.table.id, loaded.game.pending_seat)
    return Draft.read(row.keys) if row is not None else Draft()


async def see_with(reader: Reader, loaded: Loaded, user_id: int | None, draft: Draft) -> Moment:
    """The moment as a person sees it who has this draft. One that the rules refuse by now is left out.

    Its game knows nothing hidden: whatever is made of a moment cannot tell what the next card or die is.
    """
    game = loaded.game.blind()
    moment = Moment(
        table=loaded.table,
        game=game,
        draft=Draft(),
        start=game.view(),
        changes=[],
        step=list(game.state.log),
        is_mine=decides(loaded, user_id),
        news=find_news(loaded.game),
    )
    try:
        moment.changes = play_draft(game, draft)
        moment.draft = draft
        moment.notes = list(draft.notes)
    except (IllegalChoice, Hidden):
        moment.game = loaded.game.blind()
    if user_id is not None and loaded.table.game.status == "playing" and moment.draft.is_empty:
        undo_seat = await find_undo_seat(reader, loaded)
        if is_allowed(PLAY, Request(loaded.table, user_id, undo_seat)):
            moment.undo_seat = undo_seat
    return moment


async def see_own(tx: Writer, loaded: Loaded, user_id: int, token: str | None) -> Moment:
    """The moment of the person whose decision it is. Raises WrongPlayer and StaleButton."""
    moment = await see(tx, loaded, user_id)
    if not moment.is_mine:
        raise refuse(loaded.table, loaded.game, user_id)
    check_token(moment, token)
    return moment


def decides(loaded: Loaded, user_id: int | None) -> bool:
    """Whether the pending decision is a person's, for themselves or for somebody for whom they stand in."""
    seat = loaded.game.pending_seat
    return (
        user_id is not None
        and loaded.table.game.status == "playing"
        and is_allowed(PLAY, Request(loaded.table, user_id, seat))
        and not loaded.table.front.is_automatic(loaded.game, seat)
    )


def check_token(moment: Moment, token: str | None) -> None:
    """Raise StaleButton unless a button belongs to this very moment. A command has no token."""
    if token is None:
        return
    read_token(token)
    if token != moment.token:
        raise StaleButton


def refuse(table: Table, game: Game, user_id: int) -> WrongPlayer:
    """Why a person may not decide now."""
    if not find_seats(PLAY, table, user_id):
        return WrongPlayer(text("error.no_seat", name=table.game.name))
    seat = game.pending_seat
    actor = table.actor(seat)
    if actor is None:
        return WrongPlayer(text("error.seat_empty", seat=seat))
    who = table.automatic_name if table.front.is_automatic(game, seat) else actor.display_name
    return WrongPlayer(text("error.not_yours", seat=seat, who=who))
