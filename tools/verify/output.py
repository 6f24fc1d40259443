"""Play tables in a language against the stand-in for Discord, and collect every line that people read.

``python -m tools.verify.output [LANGUAGE ...] [--write FOLDER] [--golden]``

Four people play a game of *Gandhi*, one plays alone against Arjuna to the end, four play *Rajas*, and a club has a
season; every command is used, rightly and wrongly. All distinct lines are checked against the patterns of
`tools.verify.lines`. ``--write`` writes them to a file for each language, under the command or click that they answer.
``--golden`` writes the first evening of one person, which is committed and which `tests/bot/test_composed_text.py`
makes again: few enough lines to read all of them at every change. Exit code 0: no line has a fault. 1: some have.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from discord import app_commands

from bot.games.frontend import find_scenario
from bot.language import list_languages
from tests.bot.people import SEATS, is_asked
from tests.turns import at_random, draw_turn
from tools.verify.clubs import play_club
from tools.verify.lines import Lines
from tools.verify.scene import UNTOLD, Scene, open_scene

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "bot" / "golden"
SUB_COMMAND, STRING, INTEGER, BOOLEAN, PERSON = 1, 3, 4, 5, 6
"""Kinds of options, as Discord numbers them."""
DANGEROUS = frozenset({"privacy delete", "table close", "table leave", "advice"})
"""Commands that are left out: they end something, or start other processes."""


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
    ("away", {"automatic": True}),
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
"""Commands with senseless options or at the wrong time, and some that arrange things."""
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
    """Let everyone click on their panels at random, and keep each panel under the click before it."""
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


async def spend_first_evening(scene: Scene) -> None:
    """Collect what a new person reads: help, the lesson, a turn alone, some looks, the start of the other game.

    Lists and descriptions of pictures are left out: `collect` has them.
    """
    scene.without, scene.has_edits = ("options", "name", "description"), False
    await scene.use("Asha", "help")
    lesson = await scene.use("Asha", "tutorial")
    await scene.press("Asha", lesson, "guide")
    panel = await scene.use("Asha", "alone")
    panel = await scene.press("Asha", panel, "beginalone")
    table = (await scene.world.bot.tables.lobby.find_tables(guild_id=scene.world.guild.id))[0]
    chance = random.Random(4)
    await click(scene, table.id, chance, 8)
    await look_around(scene, "Asha", [("status", {}), ("catchup", {}), ("log", {}), ("rules", {"paragraph": "3.3.1"})])
    await look_around(scene, "Asha", [("rally", {"spaces": "Delih"}), ("undo", {})])
    scene.world.channel = scene.world.guild.create_text_channel("ganges")
    rajas_id = await open_game(scene, "navaratnas", {"Asha": "lotus", "Bilal": "peacock"}, players=2)
    await click(scene, rajas_id, random.Random(3), 2)


async def play_short(scene: Scene, code: str) -> None:
    """Collect the beginning of each game, every look, and what is refused."""
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
    """Use every command with each choice of each option, and with senseless words and numbers."""
    for command in scene.world.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command) and command.qualified_name not in DANGEROUS:
            given = command.to_dict(scene.world.bot.tree).get("options", [])
            for option in given:
                if option.get("autocomplete") and option["name"] not in UNTOLD:
                    option["choices"] = await scene.complete(who, command.qualified_name, option["name"], "")
            for options in list_uses(given, scene.world.people["Bilal"]):
                await scene.use(who, command.qualified_name, **options)


def list_uses(options: Sequence[Mapping[str, Any]], person: Any) -> Iterator[dict[str, Any]]:
    """Yield ways to use a command: the required options alone, then one more each time, but no ``language``."""
    needed = {
        option["name"]: person if option["type"] == PERSON else next(list_values(option))
        for option in options
        if option.get("required")
    }
    yield needed
    for option in options:
        if option["type"] in (STRING, INTEGER, BOOLEAN) and option["name"] != "language":
            for value in list_values(option):
                yield {**needed, option["name"]: value}


def list_values(option: Mapping[str, Any]) -> Iterator[Any]:
    """Yield values for an option: every choice or suggestion, and else the least, the most, and words without sense."""
    yield from (choice["value"] for choice in option.get("choices") or ())
    if option.get("choices") and not option.get("autocomplete"):
        return
    if option["type"] == INTEGER:
        yield from dict.fromkeys((option.get("min_value", 1), option.get("max_value", 3)))
    elif option["type"] == BOOLEAN:
        yield from (True, False)
    elif option["type"] == STRING:
        yield from ("xyzzy", "Punjab, Sind", "3.2.1")


async def collect_first_evening(code: str) -> Lines:
    """Return what someone reads on their first evening, in a language: only the games that they play are there."""
    kept = Lines(code, is_short=True)
    async with open_scene(code, kept) as scene:
        async with scene.world.storage.transaction() as tx:
            await tx.put_server_settings(
                scene.world.guild.id, {"games": [find_scenario(name)[0] for name in ("short", "navaratnas")]}
            )
        await spend_first_evening(scene)
    return kept


async def collect(code: str, *, is_short: bool = False) -> Lines:
    """Return what people read in a language; the short collection leaves out whole games and the use of everything."""
    kept = Lines(code, is_short)
    async with open_scene(code, kept) as scene:
        await play_short(scene, code)
        if not is_short:
            await play_long(scene, code)
    async with open_scene(code, kept) as scene:
        await play_club(scene)
    return kept


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.verify.output", description="Which lines do people read?")
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help="all when none is named")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write the lines of each language to a file here")
    parser.add_argument("--golden", action="store_true", help="write the first evening, which is committed")
    options = parser.parse_args(arguments)
    faults: list[str] = []
    for code in options.languages or list_languages():
        kept = asyncio.run(collect_first_evening(code) if options.golden else collect(code))
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
