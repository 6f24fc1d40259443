"""Let several people do anything they can at a table, in any order, and check the database after every step.

``python -m tools.verify.fuzz_service [--steps N | --seconds S] [--seed X] [--game NAME]``

They draft, take back, confirm, choose at once, vote on going back and on seats, go away and come back, give standing
orders, leave and take seats, and now and then the program is started again. The same ``--seed`` does the same. Exit
code 0: nothing broke. 1: something did. 2: the command was wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from bot.discord.delivery.status import make_status
from bot.discord.panel import panel
from bot.games.frontend import front_of
from bot.games.playing import AUTOMATIC
from bot.games.registry import FRONTS
from bot.language import list_languages, load_language
from bot.narrate.panel import Sheet
from bot.narrate.standing import report_status
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn
from bot.tables.loading import load, load_table
from bot.tables.moments import TableMoment
from bot.tables.play import Tables
from bot.tables.records import prove, record_game
from bot.tables.rewinding import list_turns
from bot.tables.votes import find_vote
from engine import Game
from engine.core.errors import GameError
from engine.core.record import read_record, verify_record
from storage import Storage, open_storage
from tools.playing import pick
from tools.subjects import find_subject
from tools.verify.asking import PLENTY, without_threads
from tools.verify.ledger import Ledger
from tools.verify.panels import check_answer

PEOPLE = (11, 12, 13, 14, 15)
"""The people who sit at the table in the beginning, and a spectator."""
MOST_STEPS = 6000
"""The most steps at a table whose game does not end."""
PATIENT = timedelta(minutes=7)
"""The time that passes between two steps."""


@dataclass
class Report:
    """The result of a run: what was done, how often it was refused, and what broke."""

    seed: str
    steps: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    ended: int = 0
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def total(self) -> int:
        """Return how many steps were made."""
        return sum(self.steps.values())


class Round:
    """One table, what people do there, and the ledger that is checked after every step."""

    def __init__(self, storage: Storage, chance: Random, report: Report, clock: list[datetime], kind: str) -> None:
        self.front = front_of(kind)
        self.subject = find_subject(kind)
        self.seats: list[str] = []
        self.storage = storage
        self.chance = chance
        self.report = report
        self.clock = clock
        self.tables = Tables(storage, limits=PLENTY)
        self.game_id = ""
        self.ledger = Ledger(storage, "")
        self.interaction = 0
        self.last_tokens: list[str] = []
        self.steps: dict[str, tuple[int, Callable[[], Awaitable[Any]]]] = {
            "choose": (24, self.choose),
            "confirm": (24, self.confirm),
            "turn at once": (60, self.act),
            "undo": (6, self.undo),
            "reset": (2, self.reset),
            "begin": (4, self.begin),
            "stale press": (3, self.press_late),
            "the same press twice": (3, self.press_twice),
            "two at once": (3, self.press_together),
            "rewind": (1, self.rewind),
            "vote": (8, self.vote),
            "away": (2, self.go_away),
            "back": (3, self.come_back),
            "replace": (2, self.replace),
            "order": (3, self.order),
            "clear orders": (1, self.clear_orders),
            "leave": (1, self.leave),
            "join": (6, self.join),
            "look": (6, self.look),
            "panel": (6, self.open_panel),
            "restart": (2, self.restart),
        }

    async def open(self) -> None:
        """Open a table and begin, with the automatic player on the seats that are free."""
        lobby = self.tables.lobby
        table = await lobby.create(
            self.number(),
            name="Salt",
            scenario=self.chance.choice(self.subject.tables),
            players=self.chance.choice(self.front.setup.player_counts or (0,)),
            language=self.chance.choice(("en", "it", "es", "ja")),
            host_user_id=11,
            host_name="Person 11",
            guild_id=1,
            channel_id=5,
        )
        self.game_id = table.id
        self.ledger = Ledger(self.storage, table.id)
        self.seats = [row.seat for row in table.seats]
        for seat in self.seats[: self.chance.choice((1, 2, 2, 3, 4, 4))]:
            person = self.chance.choice(PEOPLE[:4])
            await lobby.join(self.number(), table.id, person, f"Person {person}", seat)
        await self.tables.start(self.number(), table.id, 11, with_automatic=True)
        await self.ledger.check()

    async def run(self, most: int) -> bool:
        """Make at most ``most`` steps; return whether the game has ended. Raises Broken, and any impolite error.

        A polite refusal (GameError) is only counted.
        """
        names = list(self.steps)
        weights = [weight for weight, _ in self.steps.values()]
        for _ in range(most):
            (name,) = self.chance.choices(names, weights)
            self.clock[0] += PATIENT
            self.report.steps[name] += 1
            try:
                await self.steps[name][1]()
            except GameError as error:
                self.report.refused[f"{name}: {error.text.key}"] += 1
            if await self.ledger.check():
                await self.check_end()
                return True
        return False

    async def check_end(self) -> None:
        """Check that a finished game's record replays to the same bytes, and that its seed proves the announcements."""
        _, data = await record_game(self.tables.storage, self.game_id)
        recorded = read_record(data)
        verify_record(Game.load(recorded).record(), recorded)
        await prove(self.storage, self.game_id)

    # -- what people do ------------------------------------------------------------------------------------

    def number(self) -> int:
        """Return the id of the next interaction."""
        self.interaction += 1
        return self.interaction

    def anybody(self) -> int:
        """Return a random person."""
        return self.chance.choice(PEOPLE)

    async def mover(self) -> tuple[int, TableMoment]:
        """Return the person who must decide, and the moment as they see it; anyone where no one sits."""
        moment = await self.tables.moment(self.game_id)
        actor = moment.table.actor(moment.decision.seat) if moment.decision is not None else None
        person = actor.user_id if actor is not None and actor.user_id is not None else self.anybody()
        return person, await self.tables.moment(self.game_id, person)

    async def choose(self) -> None:
        """Choose in a draft: one answer, or several at once."""
        person, moment = await self.mover()
        if moment.decision is None:
            return
        keys = [pick(moment.decision, self.chance)]
        if moment.decision.remaining and self.chance.random() < 0.3:
            more = [option.key for option in moment.decision.options]
            keys = self.chance.sample(more, min(len(more), moment.decision.remaining, 3))
        self.last_tokens.append(moment.token)
        await self.tables.at(self.game_id, person, self.number(), moment.token).choose(keys)

    async def confirm(self) -> None:
        """Confirm a draft, or a choice at once where nothing waits for Confirm."""
        person, moment = await self.mover()
        key = ""
        if not moment.draft.armed and moment.decision is not None:
            key = pick(moment.decision, self.chance)
        await self.tables.at(self.game_id, person, self.number(), moment.token).confirm(key)

    async def act(self) -> None:
        """Play a turn at once: choices of one seat up to a barrier."""
        person, moment = await self.mover()
        twin = moment.game
        keys: list[str] = []
        while twin.decision is not None and len(keys) < 60:
            keys.append(pick(twin.decision, self.chance))
            if twin.crosses_barrier(keys[-1]):
                break
            twin.choose(keys[-1])
        await self.tables.at(self.game_id, person, self.number()).play([*moment.draft.keys, *keys])

    async def undo(self) -> None:
        """Undo something, as the mover or as someone else."""
        person, _ = await self.mover()
        person = person if self.chance.random() < 0.7 else self.anybody()
        await self.tables.at(self.game_id, person, self.number()).undo()

    async def reset(self) -> None:
        """Drop the draft."""
        person, moment = await self.mover()
        await self.tables.at(self.game_id, person, self.number(), moment.token).reset()

    async def begin(self) -> None:
        """Begin an action by command, with spaces."""
        person, moment = await self.mover()
        if moment.decision is not None:
            known = list(self.front.orders.spaces)
            spaces = self.chance.sample(known, 2) if known else []
            await self.tables.at(self.game_id, person, self.number()).begin(
                pick(moment.decision, self.chance), spaces[: self.chance.randint(0, 2)]
            )

    async def press_late(self) -> None:
        """Click a button of an earlier moment, which must be refused unless nothing has changed."""
        if not self.last_tokens:
            return
        person, moment = await self.mover()
        if moment.decision is not None:
            token = self.chance.choice(self.last_tokens[-20:])
            key = pick(moment.decision, self.chance)
            await self.tables.at(self.game_id, person, self.number(), token).confirm(key)
            self.ledger.hold(token == moment.token, "a late press is refused", (token, moment.token))

    async def press_twice(self) -> None:
        """Check that the same interaction does nothing the second time."""
        person, moment = await self.mover()
        if moment.decision is None:
            return
        number, key = self.number(), pick(moment.decision, self.chance)
        await self.tables.at(self.game_id, person, number, moment.token).confirm("" if moment.draft.armed else key)
        before = await self.ledger.count()
        await self.tables.at(self.game_id, person, number, moment.token).confirm(key)
        self.ledger.hold(await self.ledger.count() == before, "an interaction counts once", number)

    async def press_together(self) -> None:
        """Send clicks at the same moment: the first one counts, and each other is refused or continues from there."""
        person, moment = await self.mover()
        if moment.decision is None:
            return
        works = [
            self.tables.at(self.game_id, who, self.number(), moment.token).choose([pick(moment.decision, self.chance)])
            for who in (person, person, self.anybody())
        ]
        for outcome in await asyncio.gather(*works, return_exceptions=True):
            if isinstance(outcome, BaseException) and not isinstance(outcome, GameError):
                raise outcome

    async def rewind(self) -> None:
        """Propose to go back to one of the last turns."""
        async with self.storage.read() as reader:
            turns = await list_turns(reader, self.game_id)
        if turns:
            turn = self.chance.choice(turns[:4])
            await self.tables.rewinding.propose(self.number(), self.game_id, self.anybody(), turn.number)

    async def vote(self) -> None:
        """Answer the open vote."""
        async with self.storage.read() as reader:
            vote = await find_vote(reader, await load_table(reader, self.game_id))
        if vote is None:
            return
        agree = self.chance.random() < 0.85
        await self.tables.votes.answer(self.number(), self.game_id, self.anybody(), vote.number, agree=agree)

    async def go_away(self) -> None:
        """Go away: Arjuna or someone else acts for a while, or without an end."""
        other = self.anybody()
        stand_in = AUTOMATIC_PLAYER if self.chance.random() < 0.5 else StandIn(other, f"Person {other}")
        until = self.clock[0] + timedelta(days=1) if self.chance.random() < 0.5 else None
        await self.tables.absences.leave(self.number(), self.game_id, self.anybody(), stand_in, until)

    async def come_back(self) -> None:
        """End an absence."""
        await self.tables.absences.come_back(self.number(), self.game_id, self.anybody())

    async def replace(self) -> None:
        """Propose someone else, or Arjuna, for a seat."""
        other = self.anybody()
        newcomer = AUTOMATIC_PLAYER if self.chance.random() < 0.3 else StandIn(other, f"Person {other}")
        await self.tables.replacing.propose(
            self.number(), self.game_id, self.anybody(), self.chance.choice(self.seats), newcomer
        )

    async def order(self) -> None:
        """Give a standing order."""
        wish = self.subject.wish(self.chance)
        if wish is not None:
            await self.tables.standing_orders.give(self.number(), self.game_id, self.anybody(), wish)

    async def clear_orders(self) -> None:
        """Take standing orders back."""
        await self.tables.standing_orders.clear(self.number(), self.game_id, self.anybody(), None)

    async def leave(self) -> None:
        """Leave one's seats."""
        await self.tables.lobby.leave(self.number(), self.game_id, self.anybody(), "")

    async def join(self) -> None:
        """Take a seat that is free, or ask for one of Arjuna's."""
        person = self.anybody()
        seat = self.chance.choice(("", *self.seats))
        holder = (await self.tables.table(self.game_id)).holder(seat)
        if holder is not None and holder.kind == AUTOMATIC:
            newcomer = StandIn(person, f"Person {person}")
            await self.tables.replacing.propose(self.number(), self.game_id, person, seat, newcomer)
        else:
            await self.tables.lobby.join(self.number(), self.game_id, person, f"Person {person}", seat)
        await self.tables.automation.play(self.game_id)

    async def look(self) -> None:
        """Read the moment, the last steps and the standing orders."""
        person = self.anybody()
        await self.tables.moment(self.game_id, person)
        await self.tables.recaps.list_steps(self.game_id, 3)
        await self.tables.standing_orders.list(self.game_id, person)

    async def open_panel(self) -> None:
        """Open the panel of the mover, and of anyone, and the buttons of the table: Discord must take them all."""
        for person in ((await self.mover())[0], self.anybody()):
            moment = await self.tables.moment(self.game_id, person)
            language = load_language(self.chance.choice(list_languages())).of_game(*moment.table.voice)
            check_answer(language, *panel(language, moment))
            status = report_status(language, moment.table, moment)
            sheet = Sheet(status.title, status.words, status.colour)
            check_answer(language, sheet, make_status(language, moment.table, status))

    async def restart(self) -> None:
        """Restart the program with nothing but the database."""
        self.tables = Tables(self.storage, limits=PLENTY)
        await self.tables.automation.resume()
        async with self.storage.read() as reader:
            await load(reader, self.game_id, self.tables.cache)


async def fuzz(
    seed: str,
    steps: int = 0,
    seconds: float = 0.0,
    show: Callable[[Report], None] | None = None,
    *,
    at_first: bool = False,
    game: str,
) -> Report:
    """Make steps, or continue for a time, one table after the other. ``at_first`` ends with the first failure."""
    report, began, number = Report(seed), time.monotonic(), 0

    def is_over() -> bool:
        report.seconds = time.monotonic() - began
        if at_first and report.failures:
            return True
        return report.total >= steps if steps else report.seconds >= seconds

    while not is_over():
        chance = Random(f"{seed} {number}")
        number += 1
        clock = [datetime(1930, 3, 12, tzinfo=UTC)]
        with (
            tempfile.TemporaryDirectory() as folder,
            without_threads(),
            mock.patch("bot.tables.lobby.token_bytes", chance.randbytes),
        ):
            storage = await open_storage(
                f"sqlite:///{Path(folder) / 'games.sqlite3'}", now=partial(clock.__getitem__, 0)
            )
            play = Round(storage, chance, report, clock, game)
            try:
                await play.open()
                report.tables += 1
                left = MOST_STEPS
                while left > 0 and not is_over():
                    some = min(left, 50, max(1, steps - report.total)) if steps else min(left, 50)
                    left -= some
                    if await play.run(some):
                        report.ended += 1
                        break
                    if show is not None:
                        show(report)
            except Exception as error:  # The fuzzer looks for any error but a polite refusal.
                told = "".join(traceback.format_exception(error))
                report.failures.append(f"table {number - 1}, step {report.total}: {told}")
            finally:
                await storage.close()
    return report


def print_report(report: Report) -> None:
    """Print the report for people."""
    print(
        f"seed {report.seed}: {report.total:,} steps at {report.tables} tables in {report.seconds:.0f} s, "
        f"{report.ended} games ended"
    )
    print("steps: " + ", ".join(f"{name} {count:,}" for name, count in report.steps.most_common()))
    print("refused: " + ", ".join(f"{name} {count:,}" for name, count in report.refused.most_common(40)))
    for failure in report.failures[:10]:
        print(f"\nBROKEN: {failure}")
    print("nothing broke" if not report.failures else f"\n{len(report.failures)} tables broke")


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.verify.fuzz_service", description="People at tables, under watch."
    )
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--steps", type=int, default=0, help="make so many steps (default: 2000)")
    length.add_argument("--seconds", type=float, default=0.0, help="go on for so long")
    parser.add_argument("--seed", default="", help="do the same again (default: another each time)")
    parser.add_argument("--game", choices=tuple(FRONTS), default=next(iter(FRONTS)), help="which game (%(default)s)")
    options = parser.parse_args(arguments)
    if options.steps < 0 or options.seconds < 0:
        parser.error("--steps and --seconds must be above zero")
    steps = options.steps or (0 if options.seconds else 2000)

    def show(report: Report) -> None:
        sys.stderr.write(f"\r{report.total:,} steps, {report.tables} tables, {len(report.failures)} broken ")
        sys.stderr.flush()

    report = asyncio.run(fuzz(options.seed or f"{time.time_ns():x}", steps, options.seconds, show, game=options.game))
    print_report(report)
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
