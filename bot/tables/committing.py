"""Play in a game: confirmed drafts and, without a click, automatic turns and seats that change hands.

Each automatic turn is played like a person's, in one transaction. After a crash the next start finds the game waiting
and continues. The automatic turns before a person's are announced together, by the transaction after which the person
is asked (`bot.tables.pending`). Reasons for automatic turns are not stored, only the results of searches: from these,
the same reasons can be found again.

The table decides who sits where, and the rules follow when they can: a seat becomes automatic as soon as no turn is
under way, and returns to a person when a card is over.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.errors import NotStarted, TableError
from bot.games.playing import AUTOMATIC
from bot.tables.announcements import NOBODY, announce_notice, announce_status, tell_back
from bot.tables.authorization import is_owner, list_holders
from bot.tables.draft import (
    Draft,
    draft_keys,
    extend,
    find_proposal,
    go_on,
    is_proposed,
    leave_out_own,
    list_confirmers,
    name_person,
    needs_another,
)
from bot.tables.loading import Loaded, find_stored_turn, fit_draft, load
from bot.tables.moments import find_stored_draft
from bot.tables.pending import announce
from bot.tables.search import SearchFailed, SearchQueue
from bot.tables.standing_orders import keep_asking, obey
from bot.tables.table import Proposal, Table, change_state
from bot.tables.transaction import TableTransaction, Transactions, WrittenSteps
from bot.tables.undo import keep_promises, roll_back
from engine import Game
from engine.core.errors import GameError, ReplayFailed
from engine.core.inserted import HAND_OVER
from engine.core.text import Text, text
from storage import Reader, StorageError

log = logging.getLogger(__name__)


async def load_under_way(tx: TableTransaction) -> Loaded:
    """Return a running game. If the keys of its running step no longer fit the rules, roll the step back first.

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
    """Result of a commit: the table with its game, notes for the player, and whether automatic turns follow."""

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
    """Confirm the automatic player's proposal, perhaps with changes; or ask one more person to confirm it too.

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
    """Keep the unplayed rest of a draft, its queue or its order, and return notes on the parts that cannot be kept.

    The rest is kept for the next question of the same step, such as the next space of an Attack.
    """
    game, table, decision = now.game, now.table, now.game.decision
    left = table.front.orders.words_of_rest(draft.order) if draft.order and written.steps else ""
    if left:
        # A person who types an order cannot always know where the turn will end.
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
    """Continue the turn line that waits in the draft of the deciding seat, and store notes on failed parts.

    Only the person who acts for the seat sees these notes. A draft with chosen keys, or without an order, stays
    unchanged.
    """
    draft = await find_stored_draft(tx, now)
    if now.game.decision is None or not draft.has_only_order:
        return
    further, notes = go_on(now.table.front, now.game, draft)
    lines = replace(further, notes=tuple(notes)).store()
    await tx.put_draft(now.table.id, now.game.pending_seat, now.table.game.version, lines)


async def come_back(tx: TableTransaction, table: Table, seat: str, user_id: int) -> list[Text]:
    """End the absences of a person who acts for their own seat again, and return the message for the table, if any."""
    if table.absence(seat) is None or not is_owner(table, seat, user_id):
        return []
    await tx.drop_arrangements(table.id, kind="away", user_id=user_id)
    return [tell_back(table, [one for one in table.absences if is_owner(table, one.seat, user_id)])]


def tell_substitute(table: Table, seat: str, user_id: int) -> list[Text]:
    """Return the message that a stand-in has acted for the holder of a seat, or none if the holder has acted."""
    absence, holder = table.absence(seat), table.holder(seat)
    if absence is None or absence.stand_in_id is None or holder is None or is_owner(table, seat, user_id):
        return []
    return [text("ui.public.acted_for", who=absence.stand_in_name, whom=holder.display_name, seat=seat)]


MOST_TURNS = 400
"""The most automatic turns in a row: a whole game has fewer, so more are a fault."""


class Found(NamedTuple):
    """The result of a search for a turn at a version of a game. ``thought`` is None if the search failed.

    ``is_short`` means that it had less than half of the usual time.
    """

    version: int
    thought: Any
    is_short: bool


class Automation:
    """Plays the automatic player's turns at tables, and lets seats change hands."""

    def __init__(self, transactions: Transactions, searches: SearchQueue) -> None:
        self._transactions = transactions
        self._searches = searches

    async def load(self, reader: Reader, game_id: str) -> Loaded:
        """Return a game at its present moment. Raises as `bot.tables.loading.load` does."""
        return await load(reader, game_id, self._transactions.cache)

    async def play(self, game_id: str) -> int:
        """Play the automatic player's turns until a person must decide or the game is over.

        Return how many steps that took: turns, seats that changed hands, and searches whose result came too late.
        Raises NotStarted, ReplayFailed, UnreadableTable and StorageError, as loading a game does, and RuntimeError
        after `MOST_TURNS`.
        """
        try:
            for turns in range(MOST_TURNS):
                found = await self._search(game_id)
                if not await self._play_one(game_id, found):
                    return turns
            raise RuntimeError(f"Table {game_id}: more than {MOST_TURNS} automatic turns in a row.")
        except StorageError:
            raise
        except Exception:
            # Even if the next turn fails, announce the turns that were played.
            with suppress(GameError):
                await self._tell(game_id)
            raise

    async def resume(self) -> None:
        """Continue the games in which someone other than a person may have to act, after a crash for example.

        These are games with automatic seats, absences or standing orders. Errors are logged.
        """
        async with self._transactions.storage.read() as reader:
            games = await reader.games_by(statuses=["playing"], seat_kind=AUTOMATIC, limit=None)
            arranged = [*await reader.games_arranged("away"), *await reader.games_arranged("order")]
        for game_id in dict.fromkeys([*(game.id for game in games), *arranged]):
            try:
                await self.play(game_id)
            except Exception:
                # A fault at one table must not hold up the others.
                log.exception("The automatic player cannot continue at table %s.", game_id)

    async def _search(self, game_id: str) -> Found | None:
        """Return the result of a search for the next automatic turn, or None if that turn needs no search.

        The game is not locked meanwhile: if someone changes it, `_play_one` ignores the result.
        """
        async with self._transactions.storage.read() as reader:
            loaded = await load(reader, game_id, self._transactions.cache)
        table, game = loaded.table, loaded.game
        if table.game.status != "playing" or game.decision is None:
            return None
        if finish_for_automatic(table, game) or find_hand_over(table, game):
            return None
        search = table.front.player.plan_search(game, table.opponent)
        if search is None:
            return None
        try:
            thought = await self._searches.find(search)
            return Found(table.game.version, thought, self._searches.was_short(search))
        except SearchFailed:
            return Found(table.game.version, None, is_short=False)

    async def _play_one(self, game_id: str, found: Found | None) -> bool:
        """Play one automatic turn, or in a Campaign Round all phases up to a person's; or let one seat change hands.

        The answers of standing orders that follow are played too. Return False when the game waits for a person or is
        not running.
        """
        async with self._transactions.begin(game_id, None) as tx:
            loaded = await tx.load_game()
            if loaded.table.game.status != "playing":
                return False
            if found is not None and found.version != loaded.table.game.version:
                return True
            thought = found.thought if found is not None else None
            game = loaded.game.clone()
            written = WrittenSteps(loaded.table.game.version, [], [])
            plain = finish_for_automatic(loaded.table, loaded.game)
            hand_over = [] if plain else find_hand_over(loaded.table, loaded.game)
            is_asked = not (plain or hand_over) and is_proposed(loaded.table, loaded.game)
            if is_asked and find_proposal(loaded.table) is not None:
                return False
            answers = plain or hand_over or think_ahead(loaded.table, loaded.game, thought)
            if is_asked and await self._propose(tx, loaded, [key for _, key in answers]):
                return False
            if answers:
                written = await tx.play(loaded, game, answers, found=thought)
            table = await tx.reload() if answers else loaded.table
            if hand_over:
                await keep_asking(tx, loaded, table, game, [seat for seat, _ in hand_over])
            table, written, remarks = await obey(tx, loaded, table, game, written)
            if not (answers or remarks):
                if table.state.pending is not None:
                    await announce(tx, loaded, table, game, written, NOBODY)
                return False
            if plain:
                remarks.insert(0, text("ui.public.plain", seat=plain[0][0]))
            elif found is not None and thought is None and answers and not hand_over:
                remarks.insert(0, text("ui.public.unsearched", seat=answers[0][0]))
            elif found is not None and found.is_short and answers and not hand_over:
                remarks.insert(0, text("ui.public.short_search", seat=answers[0][0]))
            tx.keep(table, game)
            if hand_over and table.state.question is not None:
                # The step in which a seat changes hands must not end the question that someone else was asked.
                question = msgspec.structs.replace(table.state.question, step=game.step_number)
                await change_state(tx, game_id, question=question)
                table = await tx.reload()
            if hand_over and not remarks and not calls_back(table, game, hand_over):
                # The reason was announced already, when someone left or came back.
                await announce_status(tx, table)
                return True
            await announce(tx, loaded, table, game, written, NOBODY, remarks, goes_on=has_work(table, game))
            return True

    async def _propose(self, tx: TableTransaction, loaded: Loaded, answers: Sequence[str]) -> bool:
        """Draft the automatic player's turn, and ask people to confirm it. Return False if no key can be drafted."""
        table, game = loaded.table, loaded.game
        keys = fit_draft(game, answers)
        if not keys:
            return False
        await tx.put_draft(table.id, game.pending_seat, table.game.version, draft_keys(game.blind(), keys).store())
        await change_state(tx, table.id, proposal=Proposal(table.game.version, game.step_number, keys))
        remarks = [text("ui.public.proposed")] if table.state.pending is None else []
        nothing = WrittenSteps(table.game.version, [], [])
        await announce(tx, loaded, await tx.reload(), game, nothing, NOBODY, remarks)
        return True

    async def _tell(self, game_id: str) -> None:
        """Announce the turns that are not announced yet, without waiting until a person is asked."""
        async with self._transactions.begin(game_id, None) as tx:
            loaded = await tx.load_game()
            if loaded.table.state.pending is not None:
                nothing = WrittenSteps(loaded.table.game.version, [], [])
                await announce(tx, loaded, loaded.table, loaded.game, nothing, NOBODY)


def calls_back(table: Table, game: Game, hand_over: Sequence[tuple[str, str]]) -> bool:
    """Return whether a person has got one of the ``hand_over`` seats back and must decide now, and so be pinged."""
    seat = game.pending_seat
    return seat in dict(hand_over) and not table.front.player.is_automatic(game, seat)


def has_work(table: Table, game: Game) -> bool:
    """Return whether a game continues without anyone's click, apart from standing orders."""
    if game.decision is None:
        return False
    is_automatic = table.front.player.is_automatic(game, game.pending_seat)
    return is_automatic or bool(finish_for_automatic(table, game) or find_hand_over(table, game))


def finish_for_automatic(table: Table, game: Game) -> list[tuple[str, str]]:
    """Return answers for a seat that has become automatic in the middle of a turn, as seats and keys.

    They are the usual or least committing answers: the automatic player can take over only between turns (8.1), and no
    one else may answer. For any other seat there are none.
    """
    front, game = table.front, game.clone()
    number, decision = game.step_number, game.decision
    answers: list[tuple[str, str]] = []
    while game.keys and decision is not None and game.step_number == number:
        seat = decision.seat
        if not is_for_automatic(table, seat) or front.player.is_automatic(game, seat):
            break
        if decision.kind in front.positions.entered:
            # Only people know the cards and dice of a physical table: the game waits for the absent person, or, if the
            # seat has no person any more, for anyone who plays (`is_for_everyone`).
            break
        key = decision.usual or decision.plain or decision.options[0].key
        answers.append((seat, key))
        game.choose(key)
        decision = game.decision
    return answers


def is_for_automatic(table: Table, seat: str) -> bool:
    """Return whether the table gives a seat to the automatic player: as its holder, or while the holder is away."""
    return table.is_automatic(seat) or table.has_automatic_stand_in(seat)


def find_hand_over(table: Table, game: Game) -> list[tuple[str, str]]:
    """8.1, 1.5 Return the next change of a seat's player that the table requires, as a seat and its key; or nothing.

    The automatic player gets the last seat of a person only if another person waits to have their seat back: otherwise
    the game would run to its end without anyone.
    """
    front = table.front
    if game.keys or game.decision is None:
        return []
    people = [row.seat for row in table.seats if not front.player.is_automatic(game, row.seat)]
    waiting = [row for row in table.seats if row.kind == "player" and not is_for_automatic(table, row.seat)]
    for row in table.seats:
        if is_for_automatic(table, row.seat):
            wanted = front.player.kind_of(table.opponent, is_owned=row.kind == "player")
            # An automatic seat changes if the table has chosen another opponent, or an absent person has left the seat.
            is_other = front.player.kind_in(game, row.seat) != wanted
            if len(people) > 1 or waiting if row.seat in people else is_other:
                return [(row.seat, f"{HAND_OVER}{row.seat}:{wanted}")]
        elif row.seat not in people and front.player.may_return(game):
            return [(row.seat, f"{HAND_OVER}{row.seat}:player")]
    parted = front.player.find_parted(game, list_holders(table))
    return [(parted, f"{HAND_OVER}{parted}:player")] if parted else []


def think_ahead(table: Table, game: Game, found: Any = None) -> list[tuple[str, str]]:
    """Return the next automatic choices, as seats and keys, found on a copy; nothing if a person must decide.

    ``found`` is the result of a search for the pending turn. The choices end when a person must decide, or with the
    first turn; in a round, they continue over several steps.
    """
    game = game.clone()
    player = table.front.player.make(game, found)
    answers: list[tuple[str, str]] = []
    while player is not None and player.must_decide and game.decision is not None:
        number, phase, seat = game.step_number, game.label.phase, game.decision.seat
        answers.append((seat, player.answer()))
        if game.step_number != number and phase == table.front.setup.turn_phase:
            break
    return answers
