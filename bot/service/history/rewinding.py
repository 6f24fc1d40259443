"""Going back behind a barrier, which only the table together can: by a vote of everybody there. Nothing is erased."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.errors import TableError
from bot.language import Language
from bot.service.automation import Automation
from bot.service.loading import load_table
from bot.service.moments import Table, check_under_way
from bot.service.posting import GONE_BACK, NOTICE, PUBLIC, Payload, announce_notice, announce_status, language_of
from bot.service.road import Road, SeenBefore
from bot.service.votes import REWIND, find_numbered, find_vote, number_of, open_vote
from bot.service.writing import decode_steps, write_choices
from engine.core.change import Change
from engine.core.game import write_go_back
from engine.core.text import text
from storage import Ballot, Reader, Storage, Turn, Writer

SHOWN = 25
"""Turns that can be named: the newest."""
LOOKED_THROUGH = 40
"""Stored turns among which these are found: some of them are none."""
ASIDE = ("hand_over", "go_back")
"""What a step is called that is put beside the turns: a seat changes hands, or the game has gone back."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn that the game can go back to: how it is stored, and what happened in it, so far when it ``is_running``."""

    turn: Turn
    changes: tuple[Change, ...]
    is_running: bool = False

    @property
    def number(self) -> int:
        """The number under which it is stored."""
        return self.turn.number


@dataclass(frozen=True, slots=True)
class RewindVote:
    """What became of a vote: the table, the seats still to agree, whether the game has gone back, and its number."""

    table: Table
    missing: tuple[str, ...]
    is_done: bool
    number: int = 0


class Rewinding:
    """Votes to go back to the start of an earlier turn."""

    def __init__(self, storage: Storage, road: Road, automation: Automation) -> None:
        self._storage = storage
        self._road = road
        self._automation = automation

    async def list_turns(self, game_id: str) -> list[PlayedTurn]:
        """The turns whose start the game can go back to, the newest first, with what happened in each."""
        async with self._storage.read() as reader:
            turns = await list_turns(reader, game_id)
            loaded = await self._automation.load(reader, game_id) if turns else None
        played = []
        for turn in turns:
            if turn.status == "open" and loaded is not None:
                played.append(PlayedTurn(turn, tuple(loaded.game.state.log), is_running=True))
            else:
                played.append(PlayedTurn(turn, tuple(decode_steps(turn.changes)[0].changes)))
        return played

    async def propose(self, interaction_id: int | None, game_id: str, user_id: int, number: int) -> RewindVote:
        """Ask the table to go back to the start of a turn; the asking player agrees.

        Raises TableError for somebody without a seat, a turn that is not there, and while the table votes already.
        """
        with suppress(SeenBefore):
            async with self._road.enter(game_id, interaction_id) as tx:
                table = await load_table(tx, game_id)
                mine = check_seated(table, user_id)
                turns = {turn.number: turn for turn in await list_turns(tx, game_id)}
                if number not in turns:
                    raise TableError(text("error.no_such_turn", number=number))
                ballot = await open_vote(tx, table, REWIND, {"turn": number, "seat": mine[0]}, mine)
                await self._count(tx, table, ballot, turns[number], user_id, is_new=True)
        return await self._find_vote(game_id)

    async def vote(
        self, interaction_id: int | None, game_id: str, user_id: int, number: int, *, agree: bool
    ) -> RewindVote:
        """Agree to go back, or refuse, which ends the vote with this number.

        Raises TableError for somebody without a seat, and when there is no such vote (any more).
        """
        with suppress(SeenBefore):
            async with self._road.enter(game_id, interaction_id) as tx:
                table = await load_table(tx, game_id)
                mine = check_seated(table, user_id)
                ballot = await find_numbered(tx, table, REWIND, number)
                turn = await tx.turn(game_id, int(ballot.payload["turn"]))
                if turn is None:
                    raise TableError(text("error.no_vote"))
                if not agree:
                    await tx.delete_ballot(game_id)
                    await announce_notice(tx, table, text("ui.public.rewind_refused", seat=mine), "", user_id)
                else:
                    votes = [*ballot.votes, *(seat for seat in mine if seat not in ballot.votes)]
                    ballot = await tx.put_ballot(game_id, REWIND, ballot.version, ballot.payload, votes)
                    await self._count(tx, table, ballot, turn, user_id, is_new=False)
        return await self._find_vote(game_id)

    async def _count(self, tx: Writer, table: Table, ballot: Ballot, turn: Turn, user_id: int, *, is_new: bool) -> None:
        """Go back when everybody has agreed; else, for a new vote, ask the others."""
        missing = find_missing(table, ballot)
        language = language_of(table)
        if not missing:
            await self._go_back(tx, table, ballot, turn, user_id)
        elif is_new:
            actors = [table.actor(seat) for seat in missing]
            people = {actor.user_id for actor in actors if actor is not None and actor.user_id is not None}
            content = language.say(
                "ui.public.rewind_asked",
                seat=ballot.votes,
                what=name_turn(language, table, turn),
                to=list(missing),
            )
            mentions = " ".join(f"<@{person}>" for person in sorted(people))
            payload = Payload(
                content=f"{mentions} {content}",
                language=language.code,
                pings=sorted(people),
                buttons=[f"agree:{number_of(ballot)}", f"refuse:{number_of(ballot)}"],
            )
            await tx.enqueue(table.id, NOTICE, PUBLIC, payload.store())

    async def _go_back(self, tx: Writer, table: Table, ballot: Ballot, turn: Turn, user_id: int) -> None:
        seat = str(ballot.payload["seat"])
        seen = dict((await self._automation.load(tx, table.id)).game.state.dice.counters)
        await tx.rewind(table.id, ballot.version, turn.number, seat, user_id=user_id)
        await tx.delete_ballot(table.id)
        times = int(table.game.options.get(GONE_BACK, 0)) + 1
        await tx.update_game(table.id, options={**table.game.options, GONE_BACK: times})
        # What has been rolled is known: what is played now is rolled with other dice, and the record says why.
        loaded = await self._automation.load(tx, table.id)
        await write_choices(tx, loaded, loaded.game.clone(), seat, [write_go_back(seen)], user_id)
        for row in table.seats:
            await tx.delete_draft(table.id, row.seat)
        after = await load_table(tx, table.id)
        language = language_of(table)
        message = text("ui.public.rewound", what=name_turn(language, table, turn), seat=ballot.votes)
        await announce_notice(tx, after, message, str(turn.label.get("seat", "")), user_id)
        await announce_status(tx, after)

    async def _find_vote(self, game_id: str) -> RewindVote:
        await self._automation.play(game_id)
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            ballot = await find_vote(reader, table, REWIND)
        if ballot is None:
            return RewindVote(table, (), True)
        return RewindVote(table, find_missing(table, ballot), False, number_of(ballot))


async def list_turns(reader: Reader, game_id: str) -> list[Turn]:
    """The newest turns that hold, the newest first; the running one only once something was chosen in it.

    That a seat has changed hands, or the game has gone back, is no turn.
    """
    play = await reader.load_play(game_id)
    done = await reader.turns(game_id, last=LOOKED_THROUGH)
    running = [play.turn] if play.turn is not None and play.keys else []
    turns = [*running, *(turn for turn in reversed(done) if is_turn(turn))]
    return turns[:SHOWN] if play.turn is not None else []


def is_turn(turn: Turn) -> bool:
    """Whether somebody acted in a finished turn, as it is stored."""
    steps = decode_steps(turn.changes)
    return bool(steps) and steps[0].label.phase not in ASIDE


def find_missing(table: Table, ballot: Ballot) -> tuple[str, ...]:
    """The seats whose people have not agreed yet. Free seats and Arjuna's are not asked."""
    return tuple(seat.seat for seat in table.seats if seat.kind == "player" and seat.seat not in ballot.votes)


def check_seated(table: Table, user_id: int) -> Sequence[str]:
    """The seats of a person at a table that is being played. Raises NotStarted, and TableError without a seat."""
    check_under_way(table)
    mine = table.acts_for(user_id)
    if not mine:
        raise TableError(text("error.no_seat", name=table.game.name))
    return mine


def name_turn(language: Language, table: Table, turn: Turn) -> str:
    """A stored turn by name: whose it was, and on which card."""
    return table.front.name_step(language, turn.label, turn.number)
