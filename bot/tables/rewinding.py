"""Undoing a turn, going back behind a barrier, and corrections of the board.

Everyone at the table must agree to go back or to correct. Nothing is deleted: undone turns stay stored.
`bot.tables.undo` finds what can be undone.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from msgspec.structs import replace

from bot.errors import StaleButton, TableError, WrongPlayer
from bot.tables.announcements import announce_notice, announce_status, find_person_asked
from bot.tables.authorization import CORRECT, PLAY, REWIND, Request, check, find_seats
from bot.tables.committing import Automation
from bot.tables.draft import Draft
from bot.tables.loading import Loaded, PlayedTurn, find_phase, list_changes, list_steps, resume
from bot.tables.pending import announce
from bot.tables.standing_orders import carry_over, drop_at_once, hold_orders, keep_asking
from bot.tables.table import Pending, Table, change_state, put_state, read_state
from bot.tables.timers import keep_time, take_clock_back, take_gains_since
from bot.tables.transaction import TableTransaction, Transactions, do_nothing, once
from bot.tables.undo import find_take_back, take_back_promises
from bot.tables.votes import Motion, Outcome, Vote, Votes
from engine import Game
from engine.core.change import Change
from engine.core.inserted import write_go_back
from engine.core.putting_right import PUT_RIGHT_PHASE, write_patch
from engine.core.text import Text, text
from storage import Reader, Turn


async def take_back(tx: TableTransaction, loaded: Loaded, user_id: int, number: int | None = None) -> None:
    """Undo the choices of a turn back to the last barrier, and announce it; all of them but the last become a draft.

    ``number`` must be that of the turn that can be undone, or None. Raises WrongPlayer for anyone but its player, and
    TableError if it cannot be undone.
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
    again = await tx.rewind(game_id, loaded.table.game.version, back.turn.number, back.seat, user_id=user_id)
    promises = await take_back_promises(tx, back.turn, len(back.kept), again.number)
    for (seat, chooser), choices in groupby(back.kept, key=lambda choice: (choice.seat, choice.user_id)):
        version = (await tx.game(game_id)).version
        await tx.append_choices(game_id, version, seat, [choice.key for choice in choices], user_id=chooser)
    pending = keep_earlier(loaded.table, back.turn.number)
    await put_state(
        tx, game_id, replace(take_clock_back(loaded.table.state, back.seat), proposal=None, pending=pending)
    )
    table = await tx.reload()
    game = resume(table, back.turn, tuple(choice.key for choice in back.kept))
    await carry_over(tx, loaded, table, game)
    for row in table.seats:
        stored = await tx.draft(game_id, row.seat)
        if stored is not None and stored.base_version != table.game.version:
            await tx.delete_draft(game_id, row.seat)
    await drop_at_once(tx, table, game)
    if len(back.returned) > 1:
        draft = Draft(back.returned[:-1], promises=tuple(one for one in promises if one.place < len(back.returned) - 1))
        await tx.put_draft(game_id, back.seat, table.game.version, draft.store())
    key = "ui.public.taken_back.answers" if back.with_answers else "ui.public.taken_back"
    # The person who was asked until now has to know that they no longer are.
    asked = find_person_asked(loaded.table, loaded.game)
    pings = [asked] if asked is not None else []
    await announce_notice(tx, table, text(key, seat=back.seat), back.seat, user_id, pings=pings)
    await announce_status(tx, table)


def keep_earlier(table: Table, number: int) -> Pending | None:
    """Return the first unannounced step if it is before turn ``number``, the first that is undone, or None."""
    pending = table.state.pending
    return pending if pending is not None and pending.turn < number else None


SHOWN = 25
"""The most turns to which people can propose to go back: the newest ones."""
LOOKED_THROUGH = 40
"""The most stored turns that are read to find `SHOWN` turns, because some are not turns of play (`ASIDE`)."""
ASIDE = ("hand_over", "go_back", PUT_RIGHT_PHASE)
"""Phases of steps that are not turns: a seat changes hands, the game has gone back, or the table has corrected it."""


class Rewinding:
    """Votes to go back to the start of an earlier turn."""

    def __init__(self, transactions: Transactions, automation: Automation, votes: Votes) -> None:
        self._transactions = transactions
        self._automation = automation
        self._votes = votes
        votes.motions[REWIND.name] = Motion(
            write_question,
            lambda vote, seats: text("ui.public.rewind_refused", seat=list(seats)),
            self._go_back,
            "rewind",
        )

    async def list_turns(self, game_id: str) -> list[PlayedTurn]:
        """Return the turns to whose start the game can go back, the newest first, with their first steps' Changes."""
        async with self._transactions.storage.read() as reader:
            turns = await list_turns(reader, game_id)
            loaded = await self._automation.load(reader, game_id) if turns else None
        played = []
        for turn in turns:
            if turn.status == "open" and loaded is not None:
                played.append(PlayedTurn(turn, tuple(loaded.game.state.log), is_running=True))
            else:
                played.append(PlayedTurn(turn, tuple(list_steps([turn])[0].changes)))
        return played

    async def propose(self, interaction_id: int | None, game_id: str, user_id: int, number: int) -> Outcome:
        """Ask the table to go back to the start of a turn. The proposal counts as the person's own agreement.

        Raises NotStarted, and TableError for a person without a seat, an unknown turn, a turn before a die or a card in
        a season's game, and as `Votes.open` does.
        """
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            request = Request(table, user_id)
            check(REWIND, request)
            if number not in [turn.number for turn in await list_turns(tx, game_id)]:
                raise TableError(text("error.no_such_turn", number=number))
            if table.circle is not None and await goes_behind(tx, number):
                raise TableError(text("error.season_rewind"))
            await self._votes.open(tx, REWIND, request, turn=number)
        return await self._votes.conclude(game_id)

    async def _go_back(self, tx: TableTransaction, table: Table, vote: Vote, user_id: int | None) -> None:
        turn = await find_turn(tx, table, vote)
        seat = vote.agreed[0]
        seen = dict((await tx.load_game()).game.state.dice.counters)
        behind = table.state.gone_behind + await goes_behind(tx, turn.number)
        await tx.rewind(table.id, vote.version, turn.number, seat, user_id=user_id)
        turns = await tx.turns(table.id) if table.state.put_right else []
        put_right = sum(find_phase(one) == PUT_RIGHT_PHASE for one in turns)
        # People know the rolls that were undone, so the game continues with other random numbers.
        await tx.reload()
        loaded = await tx.load_game()
        gone_back = table.state.gone_back + 1
        differently = tuple(number for number in table.state.differently if number < turn.number)
        counts = {"gone_back": gone_back, "gone_behind": behind, "put_right": put_right, "differently": differently}
        await change_state(tx, table.id, **counts, proposal=None, pending=keep_earlier(table, turn.number))
        state = read_state((await tx.game(table.id)).options)
        await put_state(tx, table.id, take_gains_since(state, turn.number, tx.now))
        await tx.play(loaded, loaded.game.clone(), [(seat, write_go_back(seen))], user_id)
        for row in table.seats:
            await tx.delete_draft(table.id, row.seat)
        after = await tx.reload()
        # The table has gone back so that this seat can decide: no order may answer at once, as it did before.
        await hold_orders(tx, after, loaded.game.pending_seat)
        message = text("ui.public.rewound", what=name_turn(table, turn), seat=vote.agreed)
        await announce_notice(tx, after, message, str(turn.label.get("seat", "")), user_id)
        await announce_status(tx, after)


CHANCE: Final = frozenset({"roll", "reveal"})
"""Verbs of Changes by which people see chance: a die or a card."""


async def goes_behind(tx: TableTransaction, number: int) -> bool:
    """Return whether a die was rolled, or a card revealed, since the start of the turn with this number."""
    loaded = await tx.load_game()
    changes = list_changes(await tx.turns(tx.table.id, first=number))
    return any(change.verb in CHANCE for change in [*changes, *loaded.game.state.log])


async def find_turn(reader: Reader, table: Table, vote: Vote) -> Turn:
    """Return the turn to whose start a vote would go back. Raises TableError if the turn does not exist."""
    turn = await reader.turn(table.id, vote.turn)
    if turn is None:
        raise TableError(text("error.no_vote"))
    return turn


async def write_question(tx: TableTransaction, table: Table, vote: Vote) -> Text:
    """Return the question of a vote to go back."""
    what = name_turn(table, await find_turn(tx, table, vote))
    return text("ui.public.rewind_asked", seat=vote.agreed, what=what, to=list(vote.missing))


async def list_turns(reader: Reader, game_id: str) -> list[Turn]:
    """Return up to `SHOWN` valid turns, the newest first; the running turn only after a choice in it.

    Stored turns in which a seat changed hands, the game went back or was corrected are left out. There are none if the
    game is over.
    """
    play = await reader.load_play(game_id)
    done = await reader.turns(game_id, last=LOOKED_THROUGH)
    running = [play.turn] if play.turn is not None and play.keys else []
    turns = [*running, *(turn for turn in reversed(done) if find_phase(turn) not in ("", *ASIDE))]
    return turns[:SHOWN] if play.turn is not None else []


def name_turn(table: Table, turn: Turn) -> Text:
    """Return the name of a stored turn in the words of its game, such as whose turn it was, and on which card."""
    return table.front.words.name_step(turn.label, turn.number)


KEPT: Final = 500
"""The most corrections in memory that people have tried but not yet proposed."""


@dataclass(frozen=True, slots=True)
class Correction:
    """The effect of a correction: the game before and after it, both without hidden data, and the Changes.

    ``is_alone`` means that no other person has a seat, so that no one else has to agree.
    """

    table: Table
    before: Game
    after: Game
    changes: Sequence[Change]
    is_alone: bool

    @property
    def version(self) -> int:
        """Return the version of the game that is corrected."""
        return self.table.game.version


class Corrections:
    """Tries corrections, has tables vote on them, and makes the corrections on which everyone agrees.

    ``on_corrected`` is called after each correction, in its transaction, so that a season can notify its organiser.
    """

    def __init__(self, transactions: Transactions, automation: Automation, votes: Votes) -> None:
        self._transactions = transactions
        self._automation = automation
        self._votes = votes
        self._tried: OrderedDict[tuple[str, int], tuple[int, str]] = OrderedDict()
        self.on_corrected: Callable[[TableTransaction, Table], Awaitable[None]] = do_nothing
        votes.motions[CORRECT.name] = Motion(
            ask_to_correct,
            lambda vote, seats: text("ui.public.put_right_refused", seat=list(seats)),
            self._put_right,
            silence=CORRECT.name,
            show=show_changes,
        )

    async def try_out(self, game_id: str, user_id: int, read: Callable[[Game], Mapping[str, Any]]) -> Correction:
        """Try a correction, and keep it in memory for `propose`. ``read`` returns it for the present game.

        Raises NotStarted, TableError for a person without a seat, IllegalChoice for an impossible correction, and what
        ``read`` raises.
        """
        async with self._transactions.storage.read() as reader:
            loaded = await self._automation.load(reader, game_id)
        table = loaded.table
        check(CORRECT, Request(table, user_id))
        key = write_patch(read(loaded.game))
        after = loaded.game.clone()
        changes = after.choose(key)
        self._tried[game_id, user_id] = (table.game.version, key)
        self._tried.move_to_end((game_id, user_id))
        while len(self._tried) > KEPT:
            self._tried.popitem(last=False)
        return Correction(table, loaded.game.blind(), after.blind(), changes, len(table.people) == 1)

    async def propose(self, interaction_id: int | None, game_id: str, user_id: int, version: int) -> Outcome:
        """Have the table vote on the correction that a person has tried; a person who is alone makes it at once.

        ``version`` is that of the tried correction. Raises StaleButton if the game has changed since, or the correction
        is no longer in memory, and TableError as `Votes.open` does.
        """
        tried = self._tried.get((game_id, user_id))
        async with once(), self._transactions.begin(game_id, interaction_id, user_id) as tx:
            table = tx.table
            request = Request(table, user_id)
            check(CORRECT, request)
            loaded = await tx.load_game()
            if tried is None or version != tried[0] or version != table.game.version:
                raise StaleButton
            loaded.game.clone().choose(tried[1])
            await self._votes.open(tx, CORRECT, request, turn=loaded.turn.number, terms={"key": tried[1]})
        return await self._votes.conclude(game_id, kind=CORRECT.name)

    async def _put_right(self, tx: TableTransaction, table: Table, vote: Vote, user_id: int | None) -> None:
        loaded = await tx.load_game()
        game = loaded.game.clone()
        actor = user_id if user_id is not None else vote.by
        written = await tx.play(loaded, game, [(vote.agreed[0], str(vote.terms["key"]))], actor)
        for row in table.seats:
            await tx.delete_draft(table.id, row.seat)
        state = read_state((await tx.game(table.id)).options)
        await put_state(tx, table.id, replace(keep_time(state), put_right=state.put_right + 1))
        after = await tx.reload()
        await keep_asking(tx, loaded, after, game)
        remarks = [text("ui.public.put_right", seat=vote.agreed)] if len(table.people) > 1 else []
        await announce(tx, loaded, after, game, written, actor, remarks)
        await self.on_corrected(tx, after)
        tx.keep(after, game)


async def ask_to_correct(tx: TableTransaction, table: Table, vote: Vote) -> Text:
    """Return the question of a vote on a correction."""
    return text("ui.public.put_right_asked", seat=vote.agreed, to=list(vote.missing))


async def show_changes(tx: TableTransaction, table: Table, vote: Vote) -> tuple[Any, list[Change]]:
    """Return the board after a correction on which a table votes, and the Changes that lead to it."""
    game = (await tx.load_game()).game.clone()
    changes = game.choose(str(vote.terms["key"]))
    return game.view(), changes
