"""Show that hidden information stays hidden: two games that differ in nothing else get every question, and must agree.

``python -m tools.verify.secrecy [--outputs N] [--seed X] [--game NAME]``

Tables are opened and some turns played at them; then the database is copied, and every game in the copy gets another
seed and other hidden things, by `Subject.disguise` of the game. The module ``secrecy`` in its folder of `tools.games`
may add questions. From then on two bots are asked the same by everyone there: commands, buttons, completions, drafts up
to Confirm, and the page of the table. Whole answers are compared: words, buttons, pictures with their alt text, bytes
of the page. Where seats have hands, there are two such worlds for each seat, which differ in all that is hidden from
it: then its person and a stranger are asked.

Exit code 0: no answer differed. 1: some did, or something went wrong. 2: the command was wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from bot.client import TableBot
from bot.games.frontend import front_of
from bot.games.registry import FRONTS
from bot.tables.moments import TableMoment
from bot.tables.search import SearchQueue
from engine.core.decision import Decision
from engine.core.dice import commit
from storage import open_storage
from tools.playing import pick
from tools.verify.asking import Asker, Output, list_components, make_bot, without_threads
from tools.verify.asking_pages import PageAsker, PageComparison, open_asker
from tools.verify.two_worlds import find_secrets, part, prepare

NOW = datetime(1930, 3, 12, tzinfo=UTC)
STRANGER = 99
LOCALES = ("en-GB", "it", "es-ES", "ja")

LOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("turn", {}),
    ("help", {}),
    ("status", {}),
    ("card", {}),
    ("board", {}),
    ("board", {"view": "pair"}),
    ("board", {"view": "words"}),
    ("log", {}),
    ("recap", {"turns": 2}),
    ("why", {}),
    ("table show", {}),
    ("table list", {}),
    ("away", {}),
    ("standing list", {}),
    ("records", {}),
    ("privacy show", {}),
    ("table verify", {}),
    ("whatif", {}),
    ("advice", {}),
)
"""Questions that anyone may ask without changing anything."""
COMPLETIONS = (("table rewind", "to"), ("turn", "table"), ("rules", "paragraph"))
LOOKING = frozenset(
    {"turn", "why", "map", "board", "card", "log", "reasons", "reasoning", "thoughts", "look", "details", "verify"}
)
"""Verbs of buttons that show something and change nothing."""
MOST_KEYS = 14
"""Options of a decision that are each tried, where it has more."""
FEW_KEYS = 4
MOST_STEPS = 24
"""Clicks of a random draft."""


@dataclass
class Report:
    """The result of a comparison: outputs by what was asked, and the answers that differed."""

    outputs: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    incidents: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        """Return how many outputs have been compared."""
        return sum(self.outputs.values())


class Comparison:
    """Asks two bots everything that can be asked at one table.

    ``digests`` are those of the two seeds, which may differ.
    """

    def __init__(
        self,
        bots: Sequence[TableBot],
        game: str,
        game_id: str,
        channel_id: int,
        report: Report,
        chance: Random,
        *,
        pages: Sequence[PageAsker] = (),
        is_quick: bool = False,
        seats: Collection[str] = (),
    ) -> None:
        self.bots = bots
        self.pages = pages
        self.game_id = game_id
        self.secrets = find_secrets(game)
        self.seats = seats
        self.orders = front_of(game).orders
        self.askers = [Asker(bot, channel_id) for bot in bots]
        self.report = report
        self.chance = chance
        self.locale = chance.choice(LOCALES)
        self.digests: list[str] = []
        self.is_quick = is_quick
        self.token = ""

    async def look(self, mover: int | None = None) -> TableMoment:
        """Return the moment as the mover has it in the first world."""
        return await self.bots[0].tables.moment(self.game_id, mover)

    async def same(self, what: str, user_id: int, way: str, *given: Any, **options: Any) -> list[Output]:
        """Ask both the same, compare, and return the first answer."""
        answers = [await getattr(asker, way)(user_id, self.locale, *given, **options) for asker in self.askers]
        written = [self.write(answer) for answer in answers]
        self.report.outputs[what] += max(1, len(answers[0]))
        if written[0] != written[1]:
            self.report.differences.append(
                f"table {self.game_id}, {what} by {user_id}: {given} {options}\n  {written[0]}\n  {written[1]}"
            )
        first: list[Output] = answers[0]
        for custom_id, _ in list_components(first):
            _, game_id, token, verb, _ = custom_id.split(":", 4)
            if game_id == self.game_id and verb == "map":
                self.token = token
        return first

    def write(self, answer: Sequence[Output]) -> str:
        """Return an answer as text. The published digests of the two seeds rightly differ, and are left out."""
        words = json.dumps(answer, default=str, sort_keys=True, ensure_ascii=False)
        for digest in self.digests:
            words = words.replace(digest, "DIGEST")
        return words

    async def run(self) -> None:
        """Ask everything at the table: commands, completions, options, drafts and pages.

        The people who know the same in both worlds ask, and a stranger.
        """
        for bot in self.bots:
            self.digests.append(commit((await bot.tables.table(self.game_id)).game.seed))
        moment = await self.look()
        decision = asked(moment)
        people = self.secrets.people
        mover = people[decision.seat]
        self.token = (await self.look(mover)).token
        self.report.tables += 1
        if self.seats and decision.seat not in self.seats:
            await self.look_on()
            return
        for user_id in (mover,) if self.is_quick else (*self.list_people(), STRANGER, mover):
            await self.ask_around(user_id, everything=user_id in (mover, STRANGER))
        await self.complete_all(mover)
        await self.try_options(mover, moment)
        await self.try_commands(mover, moment)
        for _ in range(1 if self.is_quick else 3):
            await self.wander(mover)
        others = [person for person in self.list_people() if person != mover]
        await self.ask_for_pages((mover,) if self.is_quick else (mover, *others[:1], STRANGER))

    def list_people(self) -> list[int]:
        """Return the people who know the same in both worlds."""
        return [user_id for seat, user_id in self.secrets.people.items() if not self.seats or seat in self.seats]

    async def look_on(self) -> None:
        """Use every command and button of a person who is not asked, and compare the answers."""
        for user_id in (*self.list_people(), STRANGER):
            await self.ask_around(user_id, everything=True)
            await self.complete_all(user_id)
        await self.ask_for_pages((*self.list_people(), STRANGER))

    async def ask_for_pages(self, people: Sequence[int]) -> None:
        """Ask for the web page of the table, if its game has one, and play on it up to Confirm."""
        moment = await self.bots[0].tables.moment(self.game_id)
        if moment.front.pictures.set_stage(moment.view) is None:
            return
        code = self.locale.partition("-")[0]
        for user_id in people:
            compared = PageComparison(self.pages, code, self.chance, is_quick=self.is_quick)
            await compared.run(self.game_id, user_id)
            self.report.outputs["page"] += compared.asked
            self.report.differences += [f"table {self.game_id}, {one}" for one in compared.differences]

    async def ask_around(self, user_id: int, *, everything: bool) -> None:
        """Use the commands that only show something, and click the buttons under the answers."""
        looks = (*LOOKS, *self.secrets.looks) if everything else LOOKS[:3]
        for command, options in self.chance.sample(looks, 6) if self.is_quick else looks:
            shown = await self.same(f"/{command}", user_id, "slash", command, **options)
            for custom_id, _ in list_components(shown):
                if custom_id.split(":", 4)[3] in LOOKING and (everything and self.chance.random() < 0.4):
                    await self.same(f"[{custom_id.split(':', 4)[3]}]", user_id, "press", custom_id)

    async def complete_all(self, mover: int) -> None:
        """Ask for the completions of every option that has some."""
        actions = self.orders.actions
        for action in self.chance.sample(actions, min(4, len(actions))) if self.is_quick else actions:
            for typed in ("",) if self.is_quick else ("", *self.secrets.typed):
                await self.same("completion", mover, "complete", action.command, "spaces", typed)
        for command, option in (*self.secrets.completions, *COMPLETIONS):
            await self.same("completion", mover, "complete", command, option, "")

    async def try_options(self, mover: int, moment: TableMoment) -> None:
        """Choose each option, or some where there are many, look around behind it, and drop it."""
        keys = sorted(asked(moment).keys)
        most = FEW_KEYS if self.is_quick else MOST_KEYS
        if len(keys) > most:
            keys = self.chance.sample(keys, most)
        for key in keys:
            await self.press_key(mover, key)
            for command in ("turn", "help"):
                await self.same(f"/{command} with a draft", mover, "slash", command)
            await self.go_back(mover)

    async def try_commands(self, mover: int, moment: TableMoment) -> None:
        """Use the commands that draft an action, with spaces and with orders, some of which are not legal."""
        spaces = list(self.orders.spaces)
        decision = asked(moment)
        near = [option.key for option in decision.options if option.key in self.orders.spaces] or spaces or [""]
        mine = [action for action in self.orders.actions if decision.seat in action.seats]
        for action in self.chance.sample(mine, min(3, len(mine))) if self.is_quick else mine:
            some = self.chance.sample(spaces, min(3, len(spaces)))
            await self.same("/action", mover, "slash", action.command, spaces=self.chance.choice(near))
            await self.go_back(mover)
            if not action.is_special:
                orders = (some[0], "; ".join(some), f"{some[0]}: no; {some[1]} > {some[2]} 1") if some[2:] else some
                for order in orders:
                    await self.same("/action orders", mover, "slash", action.command, orders=order)
                    await self.same("/turn with an order", mover, "slash", "turn")
                    await self.go_back(mover)
                await self.order_what_fits(mover, action.key, action.command)
        lines = self.secrets.corrections
        for typed in self.chance.sample(lines, min(6, len(lines))) if self.is_quick else lines:
            await self.same("/table correct", mover, "slash", "table correct", changes=typed)
        await self.same("/pass", mover, "slash", "pass")
        await self.same("/help with a draft", mover, "slash", "help")
        await self.go_back(mover)

    async def order_what_fits(self, mover: int, key: str, command: str) -> None:
        """Order an Operation in spaces that are legal for it, with one more space each time."""
        game = (await self.look(mover)).game
        if game.decision is None or key not in game.decision.keys or game.crosses_barrier(key):
            return
        game.choose(key)
        spaces = [option.key for option in game.decision.options if option.role == "space"]
        self.chance.shuffle(spaces)
        for count in range(1, min(2 if self.is_quick else 4, len(spaces)) + 1):
            await self.same("/action orders", mover, "slash", command, orders="; ".join(spaces[:count]))
            await self.same("/turn with an order", mover, "slash", "turn")
            await self.go_back(mover)

    async def wander(self, mover: int) -> None:
        """Draft at random, up to Confirm, looking around now and then."""
        for _ in range(MOST_STEPS):
            moment = await self.look(mover)
            if moment.decision is None or moment.draft.armed or not moment.is_mine:
                break
            shown = await self.press_key(mover, pick(moment.decision, self.chance))
            for custom_id, _ in list_components(shown):
                if custom_id.split(":", 4)[3] in LOOKING and self.chance.random() < 0.2:
                    await self.same(f"[{custom_id.split(':', 4)[3]}]", mover, "press", custom_id)
        await self.same("/turn with a draft", mover, "slash", "turn")
        await self.same("/help with a draft", mover, "slash", "help")
        await self.same("/undo", mover, "slash", "undo")
        await self.go_back(mover)

    async def press_key(self, mover: int, key: str) -> list[Output]:
        """Choose a key with the moment's token, which both panels must have, and return the first answers."""
        return await self.same("panel", mover, "press", f"g1:{self.game_id}:{self.token}:choose:{key}")

    async def go_back(self, mover: int) -> None:
        """Drop the draft."""
        await self.same("panel", mover, "press", f"g1:{self.game_id}:{self.token}:reset:")


def asked(moment: TableMoment) -> Decision:
    """Return the decision that is pending at a table."""
    if moment.decision is None:
        raise ValueError("The game is over.")
    return moment.decision


async def compare(
    seed: str,
    game: str,
    outputs: int,
    tables: int = 10,
    show: Any = None,
    *,
    is_quick: bool = False,
    at_first: bool = False,
) -> Report:
    """Compare at least ``outputs`` outputs, ``tables`` tables at a time, for each seat if seats know different things.

    ``is_quick`` asks less at each table, and ``at_first`` ends with the table at which something differs.
    """
    report, chance, first = Report(), Random(seed), 100
    draw = mock.patch("bot.tables.lobby.token_bytes", chance.randbytes)
    # On a busy machine, a time limit could cut one of the two answers short.
    wait = mock.patch("bot.discord.features.actions.PATIENCE", 3600.0)
    draw_on = mock.patch("bot.discord.painter.PATIENCE", 3600.0)
    while report.total < outputs and not (at_first and report.differences):
        for seats in find_secrets(game).views:
            with tempfile.TemporaryDirectory() as folder, without_threads(), draw, wait, draw_on:
                await compare_some(Path(folder), game, report, chance, tables, first, outputs, show, is_quick, seats)
            first += tables
    return report


async def compare_some(
    folder: Path,
    game: str,
    report: Report,
    chance: Random,
    count: int,
    first: int,
    outputs: int,
    show: Any,
    is_quick: bool,
    seats: Collection[str],
) -> None:
    """Open tables, make the two worlds, and ask at each table until there are enough outputs."""
    paths = [folder / f"{name}.sqlite3" for name in ("one", "other")]
    origin = folder / "origin.sqlite3"
    storage = await open_storage(f"sqlite:///{origin}", now=lambda: NOW)
    await prepare(storage, game, chance, count, first)
    with closing(sqlite3.connect(origin)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for path in paths:
        shutil.copy(origin, path)
    ready = await part(paths[0], paths[1], storage, chance, seats)
    await storage.close()
    storages = [await open_storage(f"sqlite:///{path}", now=lambda: NOW) for path in paths]
    bots = [make_bot(one) for one in storages]
    for bot in bots:
        # The number of games imagined in two seconds is not secret, and varies.
        bot.tables.advisers.searches = SearchQueue(workers=0, seconds=0.0)
    opened = AsyncExitStack()
    try:
        pages = [await opened.enter_async_context(open_asker(bot.tables)) for bot in bots]
        for game_id in ready:
            if report.total >= outputs and not seats:
                break
            table = await bots[0].tables.table(game_id)
            compared = Comparison(
                bots, game, game_id, table.place, report, chance, pages=pages, is_quick=is_quick, seats=seats
            )
            await compared.run()
            report.incidents = max(bot.metrics.find_count("incidents") for bot in bots)
            if show is not None:
                show(report)
    finally:
        await opened.aclose()
        for bot in bots:
            bot.painter.close()
        for one in storages:
            await one.close()


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.verify.secrecy", description="Does anything tell what is hidden?"
    )
    parser.add_argument("--outputs", type=int, default=20_000, help="compare so many outputs (default: 20000)")
    parser.add_argument("--game", choices=tuple(FRONTS), default=next(iter(FRONTS)), help="which game (%(default)s)")
    parser.add_argument("--seed", default="", help="ask the same again (default: another each time)")
    options = parser.parse_args(arguments)
    if options.outputs < 1:
        parser.error("--outputs must be above zero")
    seed, began = options.seed or f"{time.time_ns():x}", time.monotonic()

    def show(report: Report) -> None:
        sys.stderr.write(f"\r{report.total:,} outputs, {report.tables} tables, {len(report.differences)} differ ")
        sys.stderr.flush()

    report = asyncio.run(compare(seed, options.game, options.outputs, show=show))
    print(f"\nseed {seed}: {report.total:,} outputs at {report.tables} tables in {time.monotonic() - began:.0f} s")
    print(", ".join(f"{what} {count:,}" for what, count in sorted(report.outputs.items())))
    for difference in report.differences[:20]:
        print(f"\nDIFFERENT: {difference}")
    print(f"\n{len(report.differences)} outputs differ, {report.incidents} incidents")
    return 1 if report.differences or report.incidents else 0


if __name__ == "__main__":
    sys.exit(main())
