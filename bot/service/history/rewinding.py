"""Going back behind a barrier, which only the table together can: by a vote of everybody there. Nothing is erased."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.errors import TableError
from bot.language import Language
from bot.service.authorization import REWIND, Request, check
from bot.service.automation import Automation
from bot.service.loading import load_table
from bot.service.moments import GONE_BACK, Table
from bot.service.posting import announce_notice, announce_status, language_of
from bot.service.road import Road, SeenBefore
from bot.service.votes import Motion, Outcome, Vote, Votes
from bot.service.writing import decode_steps, write_choices
from engine.core.change import Change
from engine.core.game import write_go_back
from engine.core.text import Text, text
from storage import Reader, Storage, Turn, Writer

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


class Rewinding:
    """Votes to go back to the start of an earlier turn."""

    def __init__(self, storage: Storage, road: Road, automation: Automation, votes: Votes) -> None:
        self._storage = storage
        self._road = road
        self._automation = automation
        self._votes = votes
        votes.motions[REWIND.name] = Motion(write_question, write_refusal, self._go_back, ("agree", "refuse"))

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

    async def propose(self, interaction_id: int | None, game_id: str, user_id: int, number: int) -> Outcome:
        """Ask the table to go back to the start of a turn; the asking player agrees.

        Raises TableError for somebody without a seat, a turn that is not there, and while the table votes already.
        """
        with suppress(SeenBefore):
            async with self._road.enter(game_id, interaction_id) as tx:
                table = await load_table(tx, game_id)
                request = Request(table, user_id)
                check(REWIND, request)
                if number not in [turn.number for turn in await list_turns(tx, game_id)]:
                    raise TableError(text("error.no_such_turn", number=number))
                await self._votes.open(tx, REWIND, request, turn=number)
        return await self._votes.conclude(game_id)

    async def vote(
        self, interaction_id: int | None, game_id: str, user_id: int, number: int, *, agree: bool
    ) -> Outcome:
        """Agree to go back, or refuse. Raises TableError as `Votes.answer` does."""
        return await self._votes.answer(interaction_id, game_id, user_id, number, agree=agree, kinds=[REWIND.name])

    async def _go_back(self, tx: Writer, table: Table, vote: Vote, user_id: int | None) -> None:
        turn = await find_turn(tx, table, vote)
        seat = vote.agreed[0]
        seen = dict((await self._automation.load(tx, table.id)).game.state.dice.counters)
        await tx.rewind(table.id, vote.version, turn.number, seat, user_id=user_id)
        options = (await tx.game(table.id)).options
        await tx.update_game(table.id, options={**options, GONE_BACK: int(options.get(GONE_BACK, 0)) + 1})
        # What has been rolled is known: what is played now is rolled with other dice, and the record says why.
        loaded = await self._automation.load(tx, table.id)
        await write_choices(tx, loaded, loaded.game.clone(), seat, [write_go_back(seen)], user_id)
        for row in table.seats:
            await tx.delete_draft(table.id, row.seat)
        after = await load_table(tx, table.id)
        message = text("ui.public.rewound", what=name_turn(language_of(table), table, turn), seat=vote.agreed)
        await announce_notice(tx, after, message, str(turn.label.get("seat", "")), user_id)
        await announce_status(tx, after)


async def find_turn(reader: Reader, table: Table, vote: Vote) -> Turn:
    """Return the turn to whose start a vote would go back. Raises TableError when it is not there."""
    turn = await reader.turn(table.id, vote.turn)
    if turn is None:
        raise TableError(text("error.no_vote"))
    return turn


async def write_question(tx: Writer, table: Table, vote: Vote) -> Text:
    """Return what those who must agree are asked."""
    what = name_turn(language_of(table), table, await find_turn(tx, table, vote))
    return text("ui.public.rewind_asked", seat=vote.agreed, what=what, to=list(vote.missing))


def write_refusal(vote: Vote, seats: Sequence[str]) -> Text:
    """Return that the game goes on."""
    return text("ui.public.rewind_refused", seat=list(seats))


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


def name_turn(language: Language, table: Table, turn: Turn) -> str:
    """A stored turn by name: whose it was, and on which card."""
    return table.front.name_step(language, turn.label, turn.number)
