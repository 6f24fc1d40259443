"""Play tables in a language against the stand-in for Discord, and collect every line that people read.

``python -m tools.verify.output [LANGUAGE ...] [--write FOLDER] [--golden]``

Four people play a game of *Gandhi*, one plays alone against Arjuna to the end, four play *Rajas*; every command is
used, rightly and wrongly. All distinct lines are checked against the patterns of `tools.verify.lines`. ``--write``
writes them to a file for each language, under the command or click that they answer. ``--golden`` writes the short
collection that is committed, which `tests/bot/test_composed_text.py` makes again. Exit code 0: no line has a fault.
1: some have.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import itertools
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import simcord
from discord import app_commands
from PIL import Image

from bot.discord.features import load_modules
from bot.language import list_languages
from storage import open_storage
from tests.bot.people import (
    SEATS,
    SEEDS,
    Panel,
    Sketcher,
    World,
    furnish,
    is_asked,
    make_bot,
    read_panel,
    wait_patiently,
)
from tests.turns import at_random, draw_turn
from tools.verify.asking import PLENTY
from tools.verify.lines import Collection, list_words

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "bot" / "golden"
LOCALES = {"en": "en-GB", "it": "it", "es": "es-ES", "ja": "ja"}
SUB_COMMAND, STRING, INTEGER, BOOLEAN = 1, 3, 4, 5
"""Kinds of options, as Discord numbers them."""
DANGEROUS = frozenset({"privacy delete", "table close", "table leave", "advice"})
"""Commands that end something, or that start other processes."""


# -- the stand-in for Discord ------------------------------------------------------------------------------


class Teller(Sketcher):
    """A pool in which pictures have their real alt text; boards and maps are left blank."""

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Make a picture in place. What shows a whole game is not made."""
        if function.__name__.startswith(("recap", "make_page")):
            return await super().run(function, *arguments)
        return function(*arguments)


def leave_blank(*_: Any) -> Image.Image:
    """Return a picture with nothing on it."""
    return Image.new("RGB", (2, 2))


@dataclass
class Scene:
    """A bot in the stand-in for Discord whose every word is kept."""

    world: World
    kept: Collection
    read: int = 0

    def gather(self, heading: str) -> None:
        """Keep what the bot has sent since the last time."""
        self.kept.begin(heading)
        requests = self.world.env.http_requests
        # Answers first: a post may overtake one.
        for request in sorted(requests[self.read :], key=lambda request: request.path.startswith("/channels")):
            if not request.path.endswith("/commands"):
                for words in list_words(request.json):
                    self.kept.add(words)
        self.read = len(requests)

    async def use(self, who: str, command: str, **options: Any) -> Panel:
        """Use a command and keep what is answered and posted."""
        result = await self.world.people[who].slash(self.world.channel, command, **options)
        await self.rest()
        given = " ".join(f"{name}: {value}" for name, value in options.items() if name not in ("player", "table"))
        self.gather(f"/{command} {given}".strip())
        return read_panel(result.response)

    async def press(self, who: str, panel: Panel, verb: str, key: str | None = None) -> Panel:
        """Press a button and keep what follows."""
        after = await self.world.press(who, panel, verb, key)
        await self.rest()
        self.gather(f"[{verb}] {key or ''}".strip())
        return after

    async def complete(self, who: str, command: str, option: str, typed: str) -> None:
        """Type into an option and keep what is offered."""
        person = self.world.people[who]
        offered = await person.autocomplete(self.world.channel, command, option, typed)
        self.kept.begin(f"/{command} {option}: {typed}…")
        for choice in offered:
            self.kept.add(choice["name"])
        self.read = len(self.world.env.http_requests)

    async def rest(self) -> None:
        """Wait until everything is posted."""
        await self.world.env.settle()
        await self.world.quiet()


@asynccontextmanager
async def open_scene(code: str, kept: Collection) -> AsyncIterator[Scene]:
    """Start a bot in an empty Discord in which everybody uses a language."""
    numbers = itertools.count()
    load_modules()

    def draw_seed(size: int) -> bytes:
        return hashlib.blake2b(f"output {next(numbers)}".encode(), digest_size=size).digest()

    payload = simcord.interactions.base_payload

    def speak(*parts: Any, **more: Any) -> Any:
        record, body = payload(*parts, **more)
        return record, {**body, "locale": LOCALES[code], "guild_locale": LOCALES[code]}

    with tempfile.TemporaryDirectory() as folder:
        storage = await open_storage(f"sqlite:///{folder}/games.sqlite3")
        pool = Teller()
        bot = make_bot(storage, pool, limits=PLENTY)
        with (
            wait_patiently(),
            mock.patch(SEEDS, draw_seed),
            mock.patch("simcord.interactions.base_payload", speak),
            mock.patch("render.gandhi.picture.compose", leave_blank),
            mock.patch("render.rajas.picture.compose", leave_blank),
        ):
            async with simcord.run(bot, settle_timeout=60.0) as env:
                with env.time_context():
                    yield Scene(furnish(env, bot, storage, pool), kept)
        await storage.close()


# -- what people do ----------------------------------------------------------------------------------------

LOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("turn", {}),
    ("help", {}),
    ("status", {}),
    ("card", {}),
    ("board", {}),
    ("log", {}),
    ("recap", {"turns": 1}),
    ("why", {}),
    ("catchup", {}),
    ("mine", {}),
    ("table show", {}),
    ("table list", {}),
    ("away", {}),
    ("standing list", {}),
    ("records", {}),
    ("settings", {}),
    ("privacy show", {}),
    ("table verify", {}),
    ("whatif", {}),
    ("event", {}),
    ("faction", {}),
    ("rules", {}),
    ("tutorial", {}),
)
"""Commands that change nothing."""
WRONG: tuple[tuple[str, dict[str, Any]], ...] = (
    ("card", {"table": "xyzzy"}),
    ("rules", {"paragraph": "99.9"}),
    ("rules", {"paragraph": "3.2.3"}),
    ("deploy", {"spaces": "Delih"}),
    ("deploy", {"orders": "xyzzy 9Q"}),
    ("rally", {"spaces": "Punjab"}),
    ("rally", {"orders": "Punjab: 9"}),
    ("march", {"orders": "Punjab > Punjab 9U"}),
    ("govern", {"spaces": "Punjab"}),
    ("transfer", {"way": "give", "amount": 50}),
    ("event", {"side": "shaded", "orders": "xyzzy"}),
    ("table join", {"seat": "raj"}),
    ("table join", {"seat": "lotus"}),
    ("table start", {}),
    ("table rewind", {"to": 99}),
    ("standing pass", {"unless": "xyzzy"}),
    ("standing pass", {}),
    ("standing gandhi", {"answer": "yes"}),
    ("standing transfers", {"answer": "no", "up_to": 3}),
    ("standing clear", {}),
    ("standing clear", {"kind": "pass"}),
    ("away", {"until": "xyzzy"}),
    ("away", {"back": True}),
    ("away", {"arjuna": True}),
    ("settings", {"zone": "xyzzy"}),
    ("settings", {"quiet": "22-7"}),
    ("settings", {"quiet": "xyzzy"}),
    ("table settings", {"limit": 48, "at_limit": "remind"}),
    ("table replace", {"seat": "raj"}),
    ("table watch", {"ping": "card"}),
    ("market", {}),
    ("undo", {}),
    ("confirm", {}),
    ("records", {"season": "xyzzy"}),
)
"""Commands with what nobody should type, or at the wrong time, and some that arrange things."""
RAJAS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("quarry", {}),
    ("market", {"goods": "market:tea"}),
    ("palace", {"where": "gallery:purple"}),
    ("palace", {"orders": "xyzzy"}),
    ("harbour", {"orders": "9, xyzzy"}),
    ("standing next", {"place": "veranda"}),
    ("standing list", {}),
    ("deploy", {}),
    ("rules", {"paragraph": "Ganga"}),
)
"""Commands at a table of *Rajas*."""


async def look_around(scene: Scene, who: str, commands: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """Use commands one after the other."""
    for command, options in commands:
        await scene.use(who, command, **options)


async def click(scene: Scene, game_id: str, chance: random.Random, clicks: int) -> None:
    """Let everybody click on their panels at random, and keep each panel under the click before it."""
    done = 0
    while done < clicks and (name := await scene.world.whose(game_id)):
        panel = await scene.use(name, "turn", table=game_id)
        if not is_asked(panel):
            raise RuntimeError(f"{name} is not asked anything: {panel.words}")
        while done < clicks and is_asked(panel):
            panel = await scene.world.press_at_random(name, panel, chance)
            await scene.rest()
            scene.gather("A click")
            done += 1


async def play_at_once(scene: Scene, game_id: str, chance: random.Random, turns: int = 10_000) -> None:
    """Play whole turns at random, each by one commit with its announcements, until the game is over."""
    tables = scene.world.bot.tables
    for number in range(turns):
        moment = await tables.moment(game_id)
        if moment.decision is None:
            break
        holder = moment.table.holder(moment.decision.seat)
        if holder is None or holder.user_id is None:
            break
        await tables.at(game_id, holder.user_id).play(draw_turn(moment.game, at_random(chance)))
        await scene.rest()
        scene.gather(f"turn {number + 1}")


async def open_game(scene: Scene, scenario: str, seats: dict[str, str], **options: Any) -> str:
    """Open a table with the people on their seats, begin, and return its id."""
    await scene.use("Asha", "table new", scenario=scenario, name=f"{scenario.title()}", **options)
    found = await scene.world.bot.tables.lobby.find_tables(guild_id=scene.world.guild.id)
    await scene.rest()
    for who, seat in seats.items():
        await scene.use(who, "table join", seat=seat, table=found[0].id)
    panel = await scene.use("Asha", "table start", table=found[0].id)
    if panel.has("fill"):
        await scene.press("Asha", panel, "fill")
    return found[0].id


async def play_short(scene: Scene, code: str) -> None:
    """Collect what is committed: the beginning of each game, every look, and what is refused."""
    await look_around(scene, "Asha", [("help", {}), ("turn", {}), ("table list", {}), ("table join", {})])
    game_id = await open_game(
        scene, "short", {who: seat.split()[-1].lower() for who, seat in SEATS.items()}, language=code
    )
    await click(scene, game_id, random.Random(5), 10)
    await look_around(scene, "Asha", LOOKS)
    await look_around(scene, await scene.world.whose(game_id), WRONG)
    scene.world.channel = scene.world.guild.create_text_channel("two")
    rajas_id = await open_game(scene, "navaratnas", {"Asha": "lotus", "Bilal": "peacock"}, language=code, players=2)
    await click(scene, rajas_id, random.Random(3), 8)
    await look_around(scene, await scene.world.whose(rajas_id), [*LOOKS[:4], *RAJAS])


async def play_long(scene: Scene, code: str) -> None:
    """Collect whole games, and the answer to every command with every choice."""
    world = scene.world
    seats = {who: seat.split()[-1].lower() for who, seat in SEATS.items()}
    world.channel = world.guild.create_text_channel("four")
    game_id = await open_game(scene, "main", seats, language=code)
    await click(scene, game_id, random.Random(1), 250)
    await try_commands(scene, await world.whose(game_id))
    await play_at_once(scene, game_id, random.Random(1))
    await look_around(scene, "Asha", LOOKS)
    world.channel = world.guild.create_text_channel("alone")
    game_id = await open_game(scene, "short", {"Asha": "congress"}, language=code)
    await click(scene, game_id, random.Random(2), 60)
    await look_around(scene, "Asha", LOOKS)
    await play_at_once(scene, game_id, random.Random(2))
    await look_around(scene, "Asha", LOOKS)
    world.channel = world.guild.create_text_channel("ganges")
    seats = dict(zip(SEATS, ("lotus", "peacock", "banyan", "conch"), strict=True))
    game_id = await open_game(scene, "navaratnas", seats, language=code, players=4, variant="ganga")
    await click(scene, game_id, random.Random(3), 200)
    await try_commands(scene, await world.whose(game_id))
    await play_at_once(scene, game_id, random.Random(3), 120)
    await look_around(scene, "Asha", LOOKS)


async def try_commands(scene: Scene, who: str) -> None:
    """Use every command with each choice of each option, and with words and numbers that nobody should type."""
    for command in scene.world.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command) and command.qualified_name not in DANGEROUS:
            given = command.to_dict(scene.world.bot.tree).get("options", [])
            for options in list_uses(given):
                await scene.use(who, command.qualified_name, **options)


def list_uses(options: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield ways to use a command: with what must be given, and with one more option each time."""
    needed = {option["name"]: next(list_values(option)) for option in options if option.get("required")}
    yield needed
    for option in options:
        if option["type"] in (STRING, INTEGER, BOOLEAN):
            for value in list_values(option):
                yield {**needed, option["name"]: value}


def list_values(option: Mapping[str, Any]) -> Iterator[Any]:
    """Yield values for an option: every choice, or the least, the most, and words without sense."""
    if option.get("choices"):
        yield from (choice["value"] for choice in option["choices"])
    elif option["type"] == INTEGER:
        yield from dict.fromkeys((option.get("min_value", 1), option.get("max_value", 3)))
    elif option["type"] == BOOLEAN:
        yield from (True, False)
    elif option["type"] == STRING:
        yield from ("xyzzy", "Punjab, Sind", "3.2.1")


async def collect(code: str, *, is_short: bool = False) -> Collection:
    """Return what people read in a language; the short collection is the one that is committed."""
    kept = Collection(code, is_short)
    async with open_scene(code, kept) as scene:
        await play_short(scene, code)
        if not is_short:
            await play_long(scene, code)
    return kept


def main(arguments: list[str] | None = None) -> int:
    """The command line. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.verify.output", description="Which lines do people read?")
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help="all when none is named")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write the lines of each language to a file here")
    parser.add_argument("--golden", action="store_true", help="write the short collection that is committed")
    options = parser.parse_args(arguments)
    faults: list[str] = []
    for code in options.languages or list_languages():
        kept = asyncio.run(collect(code, is_short=options.golden))
        folder = GOLDEN if options.golden else options.write
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{code}.txt").write_text(kept.write(), encoding="utf-8")
        print(f"{code}: {len(kept.known):,} lines", file=sys.stderr)
        faults += kept.list_faults()
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
