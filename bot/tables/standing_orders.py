"""Standing orders: a player's answers for their seat, given in advance.

The front end of a game defines its kinds of orders. An order answers with the options that are open when its question
comes up, like a person. It answers only questions that come up after it was given, and none in the middle of its
player's own turn. It is secret until it is used.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import msgspec

from bot.errors import TableError
from bot.games.answers import LATER, PLANS, StandingOrder
from bot.games.planning import plan_answers, read_plan
from bot.tables.announcements import announce_notice
from bot.tables.authorization import ORDER, check_seats, find_seats, is_owner
from bot.tables.draft import Draft, is_proposed
from bot.tables.loading import Loaded, load
from bot.tables.table import Table
from bot.tables.transaction import TableTransaction, Transactions, WrittenSteps, once
from engine import Game
from engine.core.text import Text, text
from storage import Arrangement, Reader

MOST_USES = 12
"""The most answers by standing orders in one transaction. Further answers are given in the next."""


@dataclass(frozen=True, slots=True)
class Given:
    """A stored standing order: its id, its seat, and the version of the game at which it was given."""

    id: int
    seat: str
    version: int
    order: StandingOrder


def read_order(table: Table, row: Arrangement) -> Given | None:
    """Return the order in a stored arrangement, or None if this version of the program cannot read it."""
    try:
        if row.payload.get("kind") in PLANS:
            return Given(row.id, row.seat, row.version, read_plan(row.payload))
        return Given(row.id, row.seat, row.version, msgspec.convert(row.payload, table.front.orders.standing_type))
    except (msgspec.ValidationError, KeyError):
        return None


async def list_rows(reader: Reader, table: Table, seat: str | None = None) -> list[Arrangement]:
    """Return the stored orders of people who still hold their seats: at a table, or only for one ``seat``."""
    rows = await reader.arrangements(table.id, "order", seat=seat)
    return [row for row in rows if is_owner(table, row.seat, row.user_id)]


async def list_orders(reader: Reader, table: Table, seat: str | None = None) -> list[Given]:
    """Return those orders of `list_rows` that this version of the program can read."""
    orders = (read_order(table, row) for row in await list_rows(reader, table, seat))
    return [each for each in orders if each is not None]


async def obey(
    tx: TableTransaction, loaded: Loaded, table: Table, game: Game, written: WrittenSteps
) -> tuple[Table, WrittenSteps, list[Text]]:
    """Let standing orders answer the present question, and continue while they have an answer.

    ``game`` is the clone in which ``written`` was chosen, and is changed; ``table`` is the table as stored after that.
    Return the table after the answers, ``written`` with the steps of the answers, and a remark for each used order.
    Raises StaleVersion if someone else has changed the game.
    """
    rows = await list_rows(tx, table)
    orders = {row.id: read_order(table, row) for row in rows}
    given = [each for each in orders.values() if each is not None and each.version < table.game.version]
    done = think(game.clone(), given) if given else Deeds()
    unreadable = [row for row in rows if orders[row.id] is None and row.seat == game.pending_seat]
    done.dropped.extend((row.seat, text("ui.ahead.unreadable")) for row in unreadable)
    for row in unreadable:
        await tx.drop_arrangements(table.id, arrangement_id=row.id)
    if done.answers:
        more = await tx.play(replace(loaded, table=table), game, done.answers, None)
        for seat in dict.fromkeys(seat for seat, _ in done.answers):
            await tx.delete_draft(table.id, seat)
        written = WrittenSteps(
            more.version,
            [*written.steps, *more.steps],
            [*written.changes, *more.changes],
            [*written.places, *more.places],
        )
        after = await tx.reload()
    else:
        after = table
    for each in given:
        if each.id in done.over:
            await tx.drop_arrangements(table.id, arrangement_id=each.id)
        elif (now := done.changed.get(each.id)) is not None:
            await keep_used(tx, after, each, now)
    await carry_over(tx, loaded, after, game)
    for seat, why in done.dropped:
        # The notes of a draft are shown to the person who acts for the seat, and a stand-in must not see a plan.
        if after.actor(seat) != after.holder(seat):
            continue
        note = text("ui.ahead.dropped", why=why)
        await tx.put_draft(table.id, seat, after.game.version, Draft(notes=(note,)).store())
    return after, written, [text(f"ui.order.used.{kind}", seat=seat) for seat, kind in dict.fromkeys(done.used)]


async def carry_over(tx: TableTransaction, before: Loaded, table: Table, game: Game) -> None:
    """Keep drafts valid in a phase that people may plan (`look_ahead`), except that of the seat asked ``before``.

    A seat's draft stays valid while others answer, and when the seat itself is asked.
    """
    if game.label.phase in table.front.planning.phases:
        await carry_drafts(tx, before, table, [before.game.pending_seat])


async def carry_drafts(tx: TableTransaction, before: Loaded, table: Table, without: Collection[str]) -> None:
    """Keep the drafts that were valid ``before`` valid at the present version, except for the seats ``without``."""
    for row in table.seats:
        draft = await tx.draft(table.id, row.seat)
        if draft is not None and draft.base_version == before.table.game.version and row.seat not in without:
            await tx.put_draft(table.id, row.seat, table.game.version, draft.keys, draft.updated)


async def keep_asking(
    tx: TableTransaction, before: Loaded, table: Table, game: Game, moved: Collection[str] = ()
) -> None:
    """Let a question stay open after a step that was inserted before it, and in which the seats ``moved`` change hands.

    ``before`` is the game before that step, ``game`` and ``table`` are as stored after it. A vote stays valid, and
    drafts do, except those of ``moved`` seats and a proposal of the automatic player. Orders that were given since the
    question was asked still do not answer it.
    """
    seat, ballot = before.game.pending_seat, await tx.ballot(table.id)
    if ballot is not None and ballot.version == before.table.game.version:
        await tx.put_ballot(table.id, ballot.kind, table.game.version, ballot.payload, ballot.votes)
    await carry_drafts(tx, before, table, [*moved, *([seat] if is_proposed(before.table, before.game) else [])])
    if seat == game.pending_seat and seat not in moved:
        await hold_orders(tx, table, seat, since=before.table.game.version)


async def hold_orders(tx: TableTransaction, table: Table, seat: str, since: int = 0) -> None:
    """Keep the orders for a seat, given at version ``since`` or later, from answering the question that is open now."""
    for row in await list_rows(tx, table, seat):
        if since <= row.version < table.game.version:
            await tx.drop_arrangements(table.id, arrangement_id=row.id)
            await tx.arrange(table.id, row.user_id, "order", seat=seat, version=table.game.version, payload=row.payload)


async def keep_used(tx: TableTransaction, table: Table, before: Given, after: Given) -> None:
    """Store an order that its use has changed, and announce the use to its owner, if the order has a message for it."""
    holder = table.holder(after.seat)
    if holder is None or holder.user_id is None:
        return
    await tx.drop_arrangements(table.id, arrangement_id=before.id)
    stored = after.order.store()
    await tx.arrange(table.id, holder.user_id, "order", seat=after.seat, version=after.version, payload=stored)
    message = after.order.tell_use(after.seat, before.order)
    if message is not None:
        await announce_notice(tx, table, message, "", None, pings=[holder.user_id])


@dataclass(frozen=True, slots=True)
class Deeds:
    """The results of standing orders: the ``answers`` in order, as seats and keys; ``used`` orders, as seats and kinds.

    ``changed`` are the orders that their use has changed, by their ids, and ``over`` the ids of those that are used up.
    ``dropped`` are the seats whose planned turn cannot be played, with the reasons.
    """

    answers: list[tuple[str, str]] = field(default_factory=list)
    used: list[tuple[str, str]] = field(default_factory=list)
    changed: dict[int, Given] = field(default_factory=dict)
    over: set[int] = field(default_factory=set)
    dropped: list[tuple[str, Text]] = field(default_factory=list)


def think(twin: Game, given: Sequence[Given]) -> Deeds:
    """Return the results of the orders that answer the present and the next questions; play them in ``twin``."""
    done, obeyed = Deeds(), set[tuple[str, str]]()
    # A plan comes before other orders for a turn.
    orders = {each.id: each for each in sorted(given, key=lambda each: each.order.kind not in PLANS)}
    while twin.decision is not None and len(done.answers) < MOST_USES:
        seat = twin.pending_seat
        acting = ((each, each.order.act(seat, twin, obeyed)) for each in orders.values() if each.seat == seat)
        each, acted = next(((each, acted) for each, acted in acting if acted is not None), (None, None))
        if each is None or acted is None:
            break
        if acted.after is None:
            del orders[each.id]
            done.changed.pop(each.id, None)
            done.over.add(each.id)
        elif acted.after != each.order:
            orders[each.id] = done.changed[each.id] = replace(each, order=acted.after)
        if acted.why is not None:
            done.dropped.append((seat, acted.why))
            break
        obeyed.add((seat, each.order.kind))
        done.used.append((seat, each.order.name_use(acted.keys[0])))
        for key in acted.keys:
            done.answers.append((seat, key))
            twin.choose(key)
    return done


async def drop_at_once(tx: TableTransaction, table: Table, game: Game) -> None:
    """Delete the orders that would answer the pending decision: a person who undoes an answer wants to decide."""
    for each in await list_orders(tx, table):
        if each.order.act(each.seat, game, ()) is not None:
            await tx.drop_arrangements(table.id, arrangement_id=each.id)


class Wish(Protocol):
    """The order that a person asks for. For a seat and a moment of a game, it makes the `StandingOrder` to store."""

    @property
    def kind(self) -> str:
        """Return the kind of the order: one of the game's kinds of standing orders."""

    @property
    def seats(self) -> Sequence[str]:
        """Return the seats that the order can answer for; none means all."""

    def make_order(self, game: Game, seat: str) -> StandingOrder:
        """Return the order for a seat, beginning at this moment of a game."""


class StandingOrders:
    """The standing orders of the people at tables."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    async def give(
        self, interaction_id: int | None, game_id: str, user_id: int, wish: Wish, seat: str = ""
    ) -> list[Given]:
        """Give an order for a seat of a person, in place of an earlier one of its kind, and return all their orders.

        With "" it is for the person's only seat that such an order can answer for. The order answers later questions,
        but not the pending one. Raises NotStarted, and TableError for a game without such orders, and for a person
        without such a seat, or with several and none named.
        """
        async with once(), self._transactions.begin(game_id, interaction_id, user_id) as tx:
            loaded = await tx.load_game()
            if wish.kind not in loaded.table.front.orders.standing:
                raise TableError(text("error.other_game", name=loaded.table.game.name))
            seat = choose_seat(check_seats(ORDER, loaded.table, user_id), wish.seats, seat)
            await keep_order(tx, loaded.table, seat, user_id, wish.make_order(loaded.game, seat))
        return await self.list(game_id, user_id)

    async def list(self, game_id: str, user_id: int) -> list[Given]:
        """Return a person's valid orders at a table. Raises NotStarted, and TableError for a person without a seat."""
        async with self._transactions.storage.read() as reader:
            loaded = await load(reader, game_id, self._transactions.cache)
            check_seats(ORDER, loaded.table, user_id)
            return await find_own(reader, loaded, user_id)

    async def clear(self, interaction_id: int | None, game_id: str, user_id: int, kind: str | None) -> int:
        """Delete a person's orders at a table, all or those of one kind, and return their number."""
        count = 0
        async with once(), self._transactions.begin(game_id, interaction_id, user_id) as tx:
            table = tx.table
            for row in await list_rows(tx, table):
                if is_owner(table, row.seat, user_id) and kind in (None, row.payload.get("kind")):
                    count += await tx.drop_arrangements(game_id, arrangement_id=row.id)
        return count


async def keep_order(tx: TableTransaction, table: Table, seat: str, user_id: int, order: StandingOrder) -> None:
    """Store an order of a person for their seat, in place of an earlier one of its kind."""
    for row in await list_rows(tx, table, seat):
        if row.payload.get("kind") == order.kind:
            await tx.drop_arrangements(table.id, arrangement_id=row.id)
    await tx.arrange(table.id, user_id, "order", seat=seat, version=table.game.version, payload=order.store())


async def find_own(reader: Reader, loaded: Loaded, user_id: int, kinds: Collection[str] = ()) -> list[Given]:
    """Return a person's orders that have not run out: all, or only those of some ``kinds``."""
    mine = find_seats(ORDER, loaded.table, user_id)
    given = [each for each in await list_orders(reader, loaded.table) if each.seat in mine] if mine else []
    return [
        each for each in given if (not kinds or each.order.kind in kinds) and not each.order.has_run_out(loaded.game)
    ]


async def look_ahead(reader: Reader, loaded: Loaded, user_id: int) -> Loaded:
    """Return the game as if a person, who is not asked now, were asked their later question in the round.

    Return ``loaded`` itself if there is no such question, or they have planned it already.
    """
    table, planning = loaded.table, loaded.table.front.planning
    if loaded.now is not None or table.game.status != "playing" or loaded.game.label.phase not in planning.phases:
        return loaded
    for seat in find_seats(ORDER, table, user_id):
        later = planning.find_later(loaded.game, seat)
        if later is not None and not any(
            each.order.kind == LATER and not each.order.has_run_out(loaded.game)
            for each in await list_orders(reader, table, seat)
        ):
            return replace(loaded, game=later, keys=(), undo_seat="", undo_seats={}, now=loaded)
    return loaded


async def keep_answers(tx: TableTransaction, ahead: Loaded, user_id: int, keys: Sequence[str]) -> None:
    """Store a person's answers to their later question (`look_ahead`), in place of their draft."""
    table, seat = ahead.table, ahead.game.pending_seat
    await tx.delete_draft(table.id, seat)
    await keep_order(tx, table, seat, user_id, plan_answers(ahead.game, keys))


async def find_planners(reader: Reader, table: Table, game: Game) -> dict[str, int]:
    """Return by seat the people who can already plan the seat's later question in the round, and have no order for it.

    People who are away are left out.
    """
    found: dict[str, int] = {}
    for row in table.seats if game.label.phase in table.front.planning.phases else ():
        later = table.front.planning.find_later(game, row.seat)
        if later is None or row.user_id is None or table.absence(row.seat) is not None:
            continue
        orders = await list_orders(reader, table, row.seat)
        if not any(each.order.act(row.seat, later, ()) for each in orders):
            found[row.seat] = row.user_id
    return found


def choose_seat(mine: Sequence[str], asked: Sequence[str], wanted: str) -> str:
    """Return which seat of ``mine`` an order is for: ``wanted`` if given, and one of ``asked`` if there are any.

    Raises TableError if no seat fits, or more than one.
    """
    seats = [seat for seat in mine if wanted in ("", seat) and (not asked or seat in asked)]
    if len(seats) == 1:
        return str(seats[0])
    if seats:
        raise TableError(text("error.order_which_seat", seat=seats))
    raise TableError(text("error.order_no_seat", seat=list(asked) or [wanted]))
