"""Watch tables at which host, players, stand-ins, a moderator and an outsider do anything they can for days.

`tools.verify.hold_ups` watches them beside seasons.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from math import ceil, inf
from random import Random
from typing import Any, Final

import msgspec

from bot.errors import TableError
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn
from bot.tables.announcements import MOST_CALLS, read_announcement
from bot.tables.authorization import FREE, list_holders
from bot.tables.play import Tables
from bot.tables.preferences import Preferences
from bot.tables.reminders import find_answers
from bot.tables.scheduler import Timekeeper
from bot.tables.table import Pace, Question, Table
from bot.tables.timers import GRACE, GUARD, LATEST, PATIENCE_UNHURRIED, as_time, is_stalled
from bot.tables.votes import find_vote
from engine.core.errors import GameError
from storage import Storage
from tests.bot.clock import Clock
from tools.verify.asking import PLENTY

HOST, MODERATOR, OUTSIDER, STAND_IN = 11, 77, 99, 55
PEOPLE: Final = (11, 12, 13, 14, STAND_IN, OUTSIDER)
"""The host, three other players, a frequent stand-in, and a person without a seat."""
PACES: Final = (
    Pace(12, 24, "default"),
    Pace(0, 6, "default"),
    Pace(24, 12, "arjuna"),
    Pace(24, 72, "default"),
    Pace(24, 24, "remind"),
    Pace(),
    Pace(24, 0, "default", 24, 6),
    Pace(24, 0, "arjuna", 48, 1),
)
TICK: Final = timedelta(minutes=30)
"""The step in which time passes: all that is due in a step is done at its end."""
DAYS: Final = 25
"""Days that pass at a table, at most."""
RESCUE: Final = PATIENCE_UNHURRIED + timedelta(days=1)
"""The longest wait for one decision: then a moderator must get the game going within a day and an hour."""


class Broken(Exception):
    """A promise about time that was broken."""


@dataclass
class Report:
    """The result of a run: what was done, how often it was refused, and what broke."""

    seed: str
    steps: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    seasons: int = 0
    longest: timedelta = timedelta()
    pings: int = 0
    failures: list[str] = field(default_factory=list)
    show: Callable[[Report], None] = lambda report: None


class Watch:
    """A table over days: the actions of its people, and the checks after each of them."""

    def __init__(self, storage: Storage, clock: Clock, chance: Random, report: Report) -> None:
        self.storage, self.clock, self.chance, self.report = storage, clock, chance, report
        self.tables = Tables(storage, limits=PLENTY)
        self.keeper = Timekeeper(self.tables)
        self.game_id = ""
        self.seats: list[str] = []
        self.last: Table | None = None
        self.drafted: list[str] = []
        self.best, self.best_since = -1, clock()
        self.done, self.done_at = 0, -1
        self.acts: dict[str, tuple[int, Callable[[int], Awaitable[Any]]]] = {
            "turn": (12, self.play),
            "draft": (8, self.draft),
            "undo": (6, self.undo),
            "away": (6, self.go_away),
            "back": (6, self.come_back),
            "wishes": (3, self.wish),
            "pace": (1, self.change_pace),
            "vote": (5, self.vote),
            "replace": (3, self.replace),
            "free": (1, self.free),
            "leave": (2, self.leave),
            "join": (4, self.join),
            "rewind": (1, self.rewind),
            "look": (3, self.look),
            "host": (1, self.hand_over),
            "keep": (1, self.keep),
            "correct": (1, self.correct),
            "order": (2, self.order),
        }

    async def open(self) -> None:
        """Open a table of two to four people, with a pace, and begin."""
        made = await self.tables.lobby.create(
            1, name="Salt", scenario="short", language="en", host_user_id=HOST, host_name="11", guild_id=1, channel_id=5
        )
        self.game_id, self.seats = made.id, [row.seat for row in made.seats]
        for person in PEOPLE[:4]:
            if self.chance.random() < 0.3:
                await self.wish(person)
        seats = self.chance.sample(self.seats, len(self.seats))
        for seat, person in zip(seats[: self.chance.randint(2, 4)], PEOPLE[:4], strict=False):
            await self.tables.lobby.join(None, self.game_id, person, str(person), seat)
        await self.tables.settings.change(None, self.game_id, HOST, pace=self.chance.choice(PACES))
        await self.tables.start(None, self.game_id, HOST, with_automatic=True)
        self.last = await self.tables.table(self.game_id)

    async def run(self, days: int, deadline: float = inf) -> None:
        """Let the people act for ``days``, or up to the ``deadline`` by the machine's clock."""
        names = list(self.acts)
        weights = [weight for weight, _ in self.acts.values()]
        end = self.clock() + timedelta(days=days)
        slow = self.chance.choice((0.2, 1.0, 6.0))
        while self.clock() < end and time.monotonic() < deadline:
            name = self.chance.choices(names, weights)[0]
            person = self.chance.choice(PEOPLE[:4]) if self.chance.random() < 0.7 else self.chance.choice(PEOPLE)
            self.report.steps[name] += 1
            try:
                await self.acts[name][1](person)
            except (TableError, GameError) as error:
                self.report.refused[
                    f"{name}: {getattr(getattr(error, 'text', None), 'key', type(error).__name__)}"
                ] += 1
            self.report.show(self.report)
            await self.check(name)
            await self.wait(self.chance.expovariate(1 / slow))
            if self.last is None or self.last.game.status != "playing":
                return
            await self.rescue(self.last)

    async def wait(self, hours: float) -> None:
        """Let hours pass while the bot is up. The half hours in which nothing is due pass at once."""
        end = self.clock() + timedelta(hours=hours)
        while self.clock() < end:
            async with self.storage.read() as reader:
                due = await reader.next_due()
            idle = max((due or end) - self.clock(), TICK)
            self.clock.moment = min(end, self.clock() + ceil(idle / TICK) * TICK)
            await self.keeper.fire_due()
            await self.check("time")

    async def check(self, after: str) -> None:
        """Raise Broken unless the open question has kept its time, and the game continues in time."""
        before, table = self.last, await self.tables.table(self.game_id)
        self.last = table
        old, new = before.state.question if before is not None else None, table.state.question
        if table.game.status != "playing" or before is None or new is None or old is None:
            return
        await self.check_draft(old, new, after)
        # A step in which someone else's seat changes hands, or a correction, leaves the question open.
        is_same = old.version == new.version or old.since == new.since
        is_open = is_same and (old.seat, old.owner) == (new.seat, new.owner) and bool(old.who and new.who)
        if is_open and new.until != old.until:
            has_agreed = before.state.pace != table.state.pace
            if not has_agreed or (new.until > old.until > 0):
                raise Broken(f"{after} moved the end of a question by {new.until - old.until} s: {old} to {new}")
        await self.check_progress(table, new, after)

    async def check_draft(self, old: Question, new: Question, after: str) -> None:
        """Raise Broken when something that someone else did has lost the draft of the person who is still asked."""
        async with self.storage.read() as reader:
            row = await reader.draft(self.game_id, new.seat)
        before, self.drafted = self.drafted, row.keys if row is not None and row.base_version == new.version else []
        is_same = (old.since, old.seat, old.who) == (new.since, new.seat, new.who) and bool(new.who)
        if (
            is_same
            and before
            and self.drafted != before
            and after in ("away", "back", "wishes", "order", "keep", "host")
        ):
            raise Broken(f"{after} lost the draft {before}: {old} to {new}")

    async def check_progress(self, table: Table, question: Question, after: str) -> None:
        """Raise Broken when a game with a limit at which something happens has been held up for too long."""
        if self.done_at != table.game.version:
            async with self.storage.read() as reader:
                self.done, self.done_at = len(await reader.turns(self.game_id)), table.game.version
        done, pace = self.done, table.state.pace
        # The automatic player never gets the last seat of a person.
        others = [row.seat for row in table.seats if row.user_id is not None and row.seat != question.seat]
        has_others = any(not table.has_automatic_stand_in(seat) for seat in others)
        is_acting = pace.at_limit == "default" or (pace.at_limit == "arjuna" and has_others)
        is_bound = bool(question.who) and is_acting and pace.until is not None
        if done > self.best or not is_bound or (self.last is not None and after in ("rewind", "vote", "pace", "join")):
            self.best, self.best_since = max(done, self.best) if is_bound else done, self.clock()
            return
        limit = pace.until or timedelta()
        held = self.clock() - self.best_since
        self.report.longest = max(self.report.longest, held)
        # Three people may each take two limits, if their seat changes hands, and a draft's time: the one who undoes
        # their turn, the next one, and one in between.
        if held > 6 * limit + 3 * (GRACE + LATEST):
            raise Broken(f"a game was held up for {held} by {question}")

    async def rescue(self, table: Table) -> None:
        """Have a moderator free the seat for which a game has waited for too long; raise Broken unless that helps."""
        question = table.state.question
        if question is None or not question.who or self.clock() - as_time(question.since) < RESCUE:
            return
        self.report.steps["rescue"] += 1
        if not is_stalled(table, question.seat, self.clock()):
            raise Broken(f"nobody may be moved on after {RESCUE}: {question}")
        async with self.storage.read() as reader:
            vote = await find_vote(reader, table)
        if vote is None or (vote.kind, vote.seat) != (FREE.name, question.seat):
            try:
                await self.tables.replacing.free(None, self.game_id, MODERATOR, question.seat, rank="moderator")
            except TableError as error:
                is_guarded = (
                    error.text.key == "error.owner_away" and self.clock() < as_time(question.since) + RESCUE + GUARD
                )
                if is_guarded or error.text.key == "error.vote_again":
                    return
                raise Broken(f"a moderator cannot free a seat: {error!r} ({question})") from error
        wait = max(24, int((table.state.pace.until or timedelta(hours=24)) / timedelta(hours=1))) + 1
        for _ in range(wait):
            await self.wait(1)
            table = await self.tables.table(self.game_id)
            if table.state.question is None or table.state.question.since != question.since:
                return
            for act in (self.look, self.draft, self.vote):
                try:
                    await act(question.owner)
                except (TableError, GameError):
                    continue
        raise Broken(f"a moderator has not freed the seat in {wait} hours: {question}")

    # -- what people do ----------------------------------------------------------------------------------------

    async def play(self, person: int) -> None:
        """Play a turn, mostly as a person who is asked."""
        if self.chance.random() < 0.7 and self.last is not None and self.last.state.question is not None:
            person = self.last.state.question.who or person
        if not (await self.tables.moment(self.game_id, person)).is_mine:
            return
        await self.tables.at(self.game_id, person).reset()
        async with self.storage.read() as reader:
            loaded = await self.tables.automation.load(reader, self.game_id)
        answers = find_answers(loaded.table.front, loaded.game)
        await self.tables.at(self.game_id, person).play([key for _, key in answers])

    async def draft(self, person: int) -> None:
        """Replace the draft of the seat that is asked by one choice."""
        if self.last is not None and self.last.state.question is not None:
            person = self.last.state.question.who or person
        session = self.tables.at(self.game_id, person)
        await session.reset()
        moment = await self.tables.moment(self.game_id, person)
        if moment.decision is not None:
            await session.choose([self.chance.choice(moment.decision.options).key])

    async def undo(self, person: int) -> None:
        """Undo something, mostly as the person who can."""
        for one in PEOPLE if self.chance.random() < 0.6 else (person,):
            moment = await self.tables.moment(self.game_id, one)
            if moment.undo_seat:
                await self.tables.at(self.game_id, one).undo()
                return

    async def go_away(self, person: int) -> None:
        """Go away, replaced by a stand-in or the automatic player, with or without an end."""
        by = StandIn(self.chance.choice(PEOPLE), "Somebody") if self.chance.random() < 0.7 else AUTOMATIC_PLAYER
        until = self.clock() + timedelta(days=self.chance.randint(1, 10)) if self.chance.random() < 0.5 else None
        await self.tables.absences.leave(None, self.game_id, person, by, until)

    async def come_back(self, person: int) -> None:
        """End an absence."""
        await self.tables.absences.come_back(None, self.game_id, person)

    async def wish(self, person: int) -> None:
        """Change a person's reminders, quiet hours and time zone at random."""
        begin = self.chance.randrange(1440)
        quiet = (begin, (begin + self.chance.randint(60, 720)) % 1440) if self.chance.random() < 0.7 else None
        zone = self.chance.choice(("", "Europe/Rome", "Asia/Kolkata", "America/New_York"))
        changed = Preferences(remind=self.chance.choice((None, 0, 3, 24, 72)), quiet=quiet, zone=zone)
        await self.tables.wishes.change(person, changed, ("remind", "quiet", "zone"))

    async def change_pace(self, person: int) -> None:
        """Propose another pace."""
        await self.tables.settings.change(None, self.game_id, person, pace=self.chance.choice(PACES))

    async def vote(self, person: int) -> None:
        """Answer the open vote."""
        async with self.storage.read() as reader:
            vote = await find_vote(reader, await self.tables.table(self.game_id))
        if vote is not None:
            agree = self.chance.random() < 0.6
            await self.tables.votes.answer(None, self.game_id, person, vote.number, agree=agree)

    async def replace(self, person: int) -> None:
        """Offer a seat, or propose another player for it."""
        newcomer = self.chance.choice(PEOPLE)
        by = StandIn(newcomer, str(newcomer)) if self.chance.random() < 0.7 else AUTOMATIC_PLAYER
        await self.tables.replacing.propose(None, self.game_id, person, self.chance.choice(self.seats), by)

    async def free(self, person: int) -> None:
        """Have a moderator propose to free a seat."""
        seat = self.chance.choice(self.seats)
        await self.tables.replacing.free(None, self.game_id, MODERATOR, seat, rank="moderator")

    async def leave(self, person: int) -> None:
        """Leave one's seats, unless no one would be left; mostly, someone else then sits down."""
        table = await self.tables.table(self.game_id)
        held = table.seats_of(person)
        if not held or len(table.people) < 2:
            return
        await self.tables.lobby.leave(None, self.game_id, person, held[0])
        if self.chance.random() < 0.8:
            newcomer = self.chance.choice(PEOPLE)
            await self.tables.lobby.join(None, self.game_id, newcomer, str(newcomer), held[0])

    async def join(self, person: int) -> None:
        """Take a seat that is free."""
        await self.tables.lobby.join(None, self.game_id, person, str(person), "")

    async def rewind(self, person: int) -> None:
        """Propose to go back to an earlier turn."""
        turns = await self.tables.rewinding.list_turns(self.game_id)
        if turns:
            await self.tables.rewinding.propose(None, self.game_id, person, self.chance.choice(turns).number)

    async def correct(self, person: int) -> None:
        """Propose a correction of the board."""
        restraint = self.chance.randint(0, 5)
        tried = await self.tables.corrections.try_out(self.game_id, person, lambda game: {"restraint": restraint})
        await self.tables.corrections.propose(None, self.game_id, person, tried.version)

    async def order(self, person: int) -> None:
        """Give the standing order to pass, for this card or the whole game."""
        kind = (await self.tables.table(self.game_id)).front.orders.standing_type
        order = msgspec.convert({"kind": "pass", "lasts": self.chance.choice(("card", "game"))}, kind)
        await self.tables.standing_orders.give(None, self.game_id, person, order)

    async def look(self, person: int) -> None:
        """Read what the panel shows to a person."""
        await self.tables.moment(self.game_id, person)

    async def hand_over(self, person: int) -> None:
        """Make another person the host."""
        table = await self.tables.table(self.game_id)
        heir = self.chance.choice(list(list_holders(table).values()))
        await self.tables.replacing.hand_over(None, self.game_id, table.game.host_user_id, heir, str(heir))

    async def keep(self, person: int) -> None:
        """Keep the table open, as the button under the question does."""
        await self.tables.expiry.keep(None, self.game_id, person, str(person))


async def count_pings(storage: Storage, game_id: str) -> Counter[tuple[int, str]]:
    """Return how often each person was pinged at a table on each day."""
    counted: Counter[tuple[int, str]] = Counter()
    async with storage.read() as reader:
        for post in await reader.posts(game_id):
            if "announces" in post.payload:
                for person in set(read_announcement(post.payload).everybody):
                    counted[person, f"{post.created:%Y-%m-%d}"] += 1
    return counted


async def watch_table(
    storage: Storage, clock: Clock, chance: Random, report: Report, days: int, deadline: float
) -> None:
    """Watch one table. Raises Broken."""
    one = Watch(storage, clock, chance, report)
    await one.open()
    await one.run(days, deadline)
    most = max((await count_pings(storage, one.game_id)).values(), default=0)
    report.pings = max(report.pings, most)
    if most > MOST_CALLS:
        raise Broken(f"a person was pinged {most} times in a day")
