"""Play whole games on the pages of their tables by taps, on a phone, and count the taps.

``python -m tools.bench.taps [--game NAME] [--seat NAME] [--games N] [--by-chance] [--write]``

Someone plays alone, with automatic players on the other seats, and answers as they are advised, or by chance. The same
answers are given at a second table with the same seed on the panels of Discord, and both are counted: on panels each
pick in a form or a list too, as on the page. It also prints which questions took most touches, by kind. After every
Confirm the board of the page must be that of the game, and in the end each of its moments that of the record.
``--write`` keeps the table in ``docs/clicks.md``. Exit code 0: everything agreed. 1: something did not.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final
from unittest import mock

from bot.client import TableBot
from bot.discord.painter import Painter
from bot.games.frontend import find_scenario, front_of, list_fronts
from bot.language import load_language
from bot.narrate.replay_page import Teller, play_again
from bot.tables.loading import load
from bot.tables.records import record_game
from bot.web.links import Links
from bot.web.server import serve_web
from engine import Game
from engine.core.record import read_record
from render.page import Scene
from storage import open_storage
from tests.browser import Tab, find_chromium, open_tab
from tests.storage.server import find_free_port
from tools.bench.clicks import CHANNEL, Finger, write_page
from tools.bench.hands import HEIGHT, READY, WIDTH, Hand, Pieces, Unreachable
from tools.playing import pick
from tools.verify.asking import GUILD, describe, make_bot, without_threads

PERSON: Final = 11
MOST_ANSWERS: Final = 200
"""The most answers of a random turn."""

KINDS: Final = ("tap", "hold", "drag")
"""The kinds of touches that choose something."""

Choosing = Callable[[Game], Sequence[str]]
"""Returns the answers of a person from the present moment of a game up to the next Confirm."""

Watching = Callable[[TableBot, str, Game, Tab], Awaitable[None]]
"""Looks at the page of a table with this id before each turn, and when its game is over."""


class Differs(Exception):
    """The board of a page differs from its game, or the game has no page."""


@dataclass
class Count:
    """The cost of a game: its turns, the touches of the page by kind, the clicks on panels.

    ``spent`` has the touches that chose something, by the kind of the question and of the touch.
    """

    name: str
    turns: int = 0
    clicks: int = 0
    touches: Counter[str] = field(default_factory=Counter)
    spent: Counter[str] = field(default_factory=Counter)
    small: float = field(default=1000.0)

    @property
    def taps(self) -> int:
        """Return every touch but swipes, which bring something into sight."""
        return sum(self.touches[kind] for kind in KINDS)


def as_advised(game: Game) -> Sequence[str]:
    """Return the answers that the game advises without imagined games; random answers where it has no advice."""
    front, blind = front_of(game.rules.name), game.blind()
    search = front.lessons.plan_advice(load_language("en", game.rules.name), blind)
    found = search.function(*search.arguments, 0.0) if search is not None else ()
    return next((one.keys for one in found if one.is_own), found[0].keys) if found else by_chance(Random(0))(game)


def by_chance(chance: Random) -> Choosing:
    """Return a function that answers by chance."""

    def choose(game: Game) -> Sequence[str]:
        while True:
            keys: list[str] = []
            twin = game.blind()
            while len(keys) < MOST_ANSWERS and twin.decision is not None:
                keys.append(pick(twin.decision, chance))
                if twin.draft(keys[-1]) is None:
                    return keys

    return choose


@asynccontextmanager
async def open_pages() -> AsyncIterator[tuple[TableBot, Links]]:
    """Open a bot that serves the pages of its tables, and draws no pictures for panels."""
    drawing = mock.AsyncMock(return_value=describe("A question."))
    with (
        tempfile.TemporaryDirectory() as folder,
        without_threads(),
        mock.patch.object(Painter, "draw_question", drawing),
    ):
        storage = await open_storage(f"sqlite:///{Path(folder) / 'taps.sqlite3'}")
        bot = make_bot(storage)
        address = f"127.0.0.1:{find_free_port()}"
        links = Links(storage, f"http://{address}")
        try:
            async with serve_web(bot.tables, links, address):
                yield bot, links
        finally:
            bot.painter.close()
            await storage.close()


async def open_table(bot: TableBot, scenario: str, people: Mapping[str, int], seed: bytes, number: int = 1) -> str:
    """Open a table at which people sit on some seats and automatic players on the others; return its id."""
    tables, counts = bot.tables, front_of(find_scenario(scenario)[0]).setup.player_counts
    with mock.patch("bot.tables.lobby.token_bytes", return_value=seed):
        table = await tables.lobby.create(
            number,
            name="Salt March",
            scenario=scenario,
            language="en",
            host_user_id=PERSON,
            host_name="Asha",
            guild_id=GUILD,
            channel_id=CHANNEL,
            players=len(people) if len(people) in counts else 0,
        )
    for seat, user_id in people.items():
        await tables.lobby.join(None, table.id, user_id, seat.title(), seat)
    await tables.start(None, table.id, PERSON, with_automatic=True)
    return table.id


async def find_game(bot: TableBot, game_id: str) -> Game:
    """Return the game of a table."""
    async with bot.tables.storage.read() as reader:
        return (await load(reader, game_id, bot.tables.cache)).game


def list_pieces(scene: Scene) -> Pieces:
    """Return the icons that a page must show in each space for a scene."""
    placed = {space: [[one.icon, one.count] for one in there if one.count] for space, there in scene.places.items()}
    return {space: there for space, there in placed.items() if there}


async def compare_now(bot: TableBot, game_id: str, hand: Hand) -> None:
    """Compare the board of a page with the game at its table. Raises Differs."""
    game = await find_game(bot, game_id)
    front = front_of(game.rules.name)
    stage = front.pictures.set_stage(game.view())
    if stage is None:
        raise Differs("The game has no page.")
    version = (await bot.tables.table(game_id)).game.version
    await hand.tab.wait_for(f"{READY} && replay.version >= {version} && replay.turn().token.startsWith('{version}-')")
    await hand.tab.run("replay.go(replay.last)")
    # A person who is asked later in a round sees the board as it will be then.
    seen = (await hand.tables.moment(game_id, hand.user_id)).game.view()
    check(f"After {version} changes", await hand.read_board(), list_pieces(stage.show(seen, ())))


async def compare_all(bot: TableBot, game_id: str, hand: Hand) -> int:
    """Compare every moment of a page with the record of the finished game; return their number. Raises Differs."""
    record = read_record((await record_game(bot.tables.storage, game_id))[1])
    game = Game.from_start(record.start)
    front = front_of(game.rules.name)
    stage = front.pictures.set_stage(game.view())
    if stage is None:
        raise Differs("The game has no page.")
    replayed = play_again(front, game, record)
    teller = Teller(front, stage, {"en": load_language("en", game.rules.name)}, replayed.before)
    told = [teller.begin(), *(teller.tell(one) for one in replayed.stretches)]
    scenes = [moment.scene for moment in told if moment is not None]
    last = await hand.tab.run("replay.last")
    if last != len(scenes) - 1:
        raise Differs(f"The page has {last} moments after its first, the record {len(scenes) - 1}.")
    for number, scene in enumerate(scenes):
        await hand.tab.run(f"replay.go({number})")
        check(f"Moment {number}", await hand.read_board(), list_pieces(scene))
    return len(scenes)


def check(when: str, shown: Pieces, expected: Pieces) -> None:
    """Raise Differs unless a page shows the expected pieces in every space."""
    for space in {**expected, **shown}:
        if shown.get(space, []) != expected.get(space, []):
            raise Differs(f"{when}, {space}: {shown.get(space)} instead of {expected.get(space)}")


async def play_alone(
    chromium: Path,
    scenario: str,
    seat: str,
    seed: bytes,
    choose: Choosing,
    most: int = 1000,
    watch: Watching | None = None,
) -> Count:
    """Play a game alone on the page and on panels, at most ``most`` turns. Raises Differs and Unreachable.

    Return what it cost.
    """
    count = Count(f"{scenario}, {seat}, seed {int.from_bytes(seed)}")
    async with open_pages() as (bot, links):
        people = {seat: PERSON}
        game_id, other = [await open_table(bot, scenario, people, seed, number) for number in (1, 2)]
        link = await links.make_private(game_id, PERSON)
        with tempfile.TemporaryDirectory() as folder:
            async with open_tab(chromium, link, Path(folder), WIDTH, HEIGHT) as tab:
                hand, is_open = Hand(tab, bot.tables, game_id, PERSON), False
                while count.turns < most and (game := await find_game(bot, game_id)).decision is not None:
                    if watch is not None:
                        await watch(bot, game_id, game, tab)
                    answers = choose(game)
                    count.turns += 1
                    await hand.give(answers)
                    version = (await bot.tables.table(other)).game.version
                    # Where a turn continues after a Confirm, the panel is still open, and no click opens it.
                    count.clicks += await click(bot, other, answers, count.turns) - is_open
                    is_open = (await bot.tables.table(other)).game.version == version + 1
                    await compare_now(bot, game_id, hand)
                if game.decision is None:
                    await compare_all(bot, game_id, hand)
                    if watch is not None:
                        await watch(bot, game_id, game, tab)
                if tab.faults:
                    raise Differs(str(tab.faults))
        count.touches, count.spent, count.small = hand.counts, hand.spent, hand.small
    return count


async def play_together(
    chromium: Path, scenario: str, seats: Sequence[str], seed: bytes, choose: Choosing, most: int = 1000
) -> int:
    """Play a game of several people, of whom the last clicks on panels and the others tap on their own pages.

    Return how many turns were played, at most ``most``. Raises Differs and Unreachable.
    """
    people, turns = {seat: PERSON + place for place, seat in enumerate(seats)}, 0
    async with open_pages() as (bot, links), AsyncExitStack() as opened:
        game_id, hands = await open_table(bot, scenario, people, seed), {}
        for seat in seats[:-1]:
            folder = opened.enter_context(tempfile.TemporaryDirectory())
            link = await links.make_private(game_id, people[seat])
            tab = await opened.enter_async_context(open_tab(chromium, link, Path(folder), WIDTH, HEIGHT))
            hands[seat] = Hand(tab, bot.tables, game_id, people[seat])
        while turns < most and (game := await find_game(bot, game_id)).decision is not None:
            answers, seat = choose(game), game.pending_seat
            turns += 1
            if seat in hands:
                await hands[seat].give(answers)
            else:
                await click(bot, game_id, answers, turns, people[seat])
            for hand in hands.values():
                await compare_now(bot, game_id, hand)
        for hand in hands.values():
            if game.decision is None:
                await compare_all(bot, game_id, hand)
            if hand.tab.faults:
                raise Differs(str(hand.tab.faults))
    return turns


async def click(bot: TableBot, game_id: str, answers: Sequence[str], number: int, user_id: int = PERSON) -> int:
    """Give answers on panels, and return the clicks that it took, those in the fields of forms too."""
    finger = Finger(bot, game_id, user_id, answers, with_fields=True)
    # Each interaction has its own number, since the bot does nothing for one that it has seen.
    finger.asker.count += number * 1000
    return await finger.run()


def write_rows(counts: Sequence[Count]) -> list[str]:
    """Return the table, a row for each game and one for all."""
    total = Count("all")
    for one in counts:
        total.turns, total.clicks = total.turns + one.turns, total.clicks + one.clicks
        total.touches += one.touches
    rows = []
    for one in (*counts, total):
        kinds = [str(one.touches[kind]) for kind in (*KINDS, "swipe")]
        share = f"{one.taps / max(one.clicks, 1):.2f}"
        rows.append(f"| {' | '.join([one.name, str(one.turns), *kinds, str(one.clicks), share])} |")
    head = "| game | turns | taps | holds | drags | swipes | clicks on panels | touches for a click |"
    return [head, "|---|---|---|---|---|---|---|---|", *rows]


def write_profile(counts: Sequence[Count], most: int = 20) -> list[str]:
    """Return the questions that took most touches, by the kind of touch."""
    spent = sum((one.spent for one in counts), Counter[str]())
    return [f"{number:5} {what}" for what, number in spent.most_common(most)]


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.taps", description="How many taps does a game take on the page?"
    )
    parser.add_argument("--game", default="", help="one game only")
    parser.add_argument("--games", type=int, default=1, help="so many games from each seat")
    parser.add_argument("--seat", default="", help="one seat only")
    parser.add_argument("--turns", type=int, default=1000, help="at most so many turns of each")
    parser.add_argument("--by-chance", action="store_true", help="answer by chance")
    parser.add_argument("--write", action="store_true", help="keep the tables in docs/clicks.md")
    options = parser.parse_args(arguments)
    chromium = find_chromium()
    if chromium is None:
        parser.error("no Chromium is installed")
    is_kept = True
    for front in list_fronts():
        kind, scenario = front.setup.kind, front.setup.scenarios[0]
        if options.game not in ("", kind):
            continue
        counts = []
        for number in range(1, options.games + 1):
            for seat in front.setup.list_seats()[: front.setup.player_counts[0] if front.setup.player_counts else None]:
                if options.seat not in ("", seat):
                    continue
                choose = by_chance(Random(number)) if options.by_chance else as_advised
                try:
                    counts.append(
                        asyncio.run(
                            play_alone(chromium, scenario, seat, number.to_bytes(32, "big"), choose, options.turns)
                        )
                    )
                    print(counts[-1], flush=True)
                except (Differs, Unreachable) as error:
                    print(f"{scenario}, {seat}, seed {number}: {error}", flush=True)
                    is_kept = False
        print("\n".join([*write_rows(counts), *write_profile(counts), ""]))
        if options.write:
            write_page(f"taps of {kind}", "taps", write_rows(counts))
    return int(not is_kept)


if __name__ == "__main__":
    sys.exit(main())
