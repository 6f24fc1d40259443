"""Check that validators by other people accept what the bot sends. Needs Node.js and npm.

The requests of some play in every language, with most commands, are collected at the stand-in, and each shape of a
request is checked against the schemas of discord-api-spec and the builders of discord.js. ``--schema`` writes the
schema by which the tests judge.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bot.errors import SettingsError
from tests.loopback.inside import run_inside, settle
from tests.loopback.judge import SCHEMA, without_numbers
from tests.loopback.people import Panel, Person, wait_for
from tests.loopback.stand_in import StandIn, run_stand_in
from tests.loopback.table import NAMES, SEATS
from tests.loopback.world import Json

FOLDER: Final = Path(__file__).with_name("node")
TWIN: Final = Path(__file__).with_name("twin")
ROOT: Final = Path(__file__).resolve().parents[2]
LOCALES: Final = dict(zip(NAMES, ("en-GB", "it", "es-ES", "ja"), strict=True))
ASKED: Final = """
help|status|log|card|board|catchup|mine|settings|why|alone|table list|table show|table new|table settings|table entrance
table talk seat:congress|server settings|records|privacy|orders|faction|learn|whatif|season show
"""
"""Commands whose answers are collected; those that the bot does not have are left out."""
TURNS: Final = 6
CLICKS: Final = 60
"""The most clicks of a person in a turn."""


async def harvest() -> list[Json]:
    """Play a little in every language, and return one request of each shape that the bot has sent."""
    with tempfile.TemporaryDirectory() as folder:
        async with run_stand_in() as stand_in, run_inside(stand_in, Path(folder), threads=False) as bot:
            people = {}
            for number, (name, locale) in enumerate(LOCALES.items()):
                stand_in.world.add_user(name, 1000 + number)
                people[name] = Person(stand_in, 1000 + number, name, locale=locale)
            asha = people["Asha"]
            await wait_for(stand_in.synced.wait())
            for scenario, seats in (("short", SEATS), ("basic", {"Asha": "lotus", "Dev": "peacock"})):
                more = {"players": 2} if scenario == "basic" else {}
                await asha.slash("table new", scenario=scenario, name=f"Wire {scenario}", **more)
                (table,) = [one for one in await bot.tables.lobby.find_tables() if one.game.scenario == scenario]
                for name, seat in seats.items():
                    await people[name].slash("table join", seat=seat, table=table.id)
                await asha.slash("table start", table=table.id)
                await settle(bot)
                for person in people.values():
                    await ask_everything(stand_in, person, table.id)
                for turn in range(TURNS):
                    await play_turn(people, table.id, random.Random(turn))
                await settle(bot)
            return list(find_shapes(stand_in).values())


async def ask_everything(stand_in: StandIn, person: Person, game_id: str) -> None:
    """Use the commands of `ASKED`, at a table where they take one."""
    known = dict(list_commands(stand_in.world.commands))
    for line in ASKED.strip().replace("\n", "|").split("|"):
        path, _, given = line.partition(" seat:")
        if path not in known:
            continue
        options: dict[str, Any] = {"seat": given} if given else {}
        if "table" in known[path]:
            options["table"] = game_id
        if {name for name, is_required in known[path].items() if is_required} <= {*options}:
            exchange = await person.type(path, options)
            await wait_for(exchange.answered.wait())


def list_commands(commands: Sequence[Json], before: str = "") -> list[tuple[str, dict[str, bool]]]:
    """Return every command by its path, with its options, and whether each is required."""
    made = []
    for command in commands:
        path = f"{before} {command['name']}".strip()
        options = command.get("options") or []
        if any(option["type"] <= 2 for option in options):
            made += list_commands(options, path)
        else:
            made.append((path, {option["name"]: bool(option.get("required")) for option in options}))
    return made


async def play_turn(people: Mapping[str, Person], game_id: str, chance: random.Random) -> None:
    """Let the person who is asked click by chance, and open each form on the way."""
    for person in people.values():
        panel = await person.slash("turn", table=game_id)
        for _ in range(CLICKS):
            if not panel.is_asked:
                break
            await open_form(person, panel)
            custom_id, values = panel.choose(chance)
            panel = await person.use(panel, custom_id, values)


async def open_form(person: Person, panel: Panel) -> None:
    """Open the form of a panel, if it has one."""
    made = next((one for one in panel.buttons if one.split(":", 4)[3] == "form"), "")
    if made:
        exchange = await person.touch(panel, made)
        await wait_for(exchange.answered.wait())


def find_shapes(stand_in: StandIn) -> dict[str, Json]:
    """Return one request of each shape: those that differ in ids and words alone are one."""
    shapes: dict[str, Json] = {}
    for request in stand_in.requests:
        if request.body is not None:
            body = without_numbers(request.body)
            shape = json.dumps([request.method, request.path, blur(body)], sort_keys=True)
            shapes.setdefault(shape, {"method": request.method, "path": request.path, "body": body})
    return shapes


def blur(value: Any) -> Any:
    """Return a body without what may differ between requests of one shape: lengths of texts count by tens."""
    if isinstance(value, dict):
        return {name: blur(part) for name, part in value.items()}
    if isinstance(value, list):
        return [blur(part) for part in value]
    return len(value) // 10 if isinstance(value, str) else value


def run_node(script: str, *arguments: str, folder: Path = FOLDER) -> int:
    """Run a script of a folder with the packages that it needs. Raises SettingsError without Node.js."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise SettingsError("Node.js and npm are needed: install them, and try again.")
    subprocess.run([npm, "ci", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
    return subprocess.run([node, script, *arguments], cwd=folder, check=False).returncode


def write_schema() -> int:
    """Write the schema of the routes that the stand-in serves."""
    with tempfile.TemporaryDirectory() as folder:
        routes = Path(folder) / "routes.json"
        routes.write_text(json.dumps([[method, path] for method, path, _ in StandIn().list_routes()]), encoding="utf-8")
        return run_node("schema.mjs", str(routes), str(SCHEMA))


def judge_harvest(target: Path | None) -> int:
    """Collect the requests, and have the validators check them."""
    with tempfile.TemporaryDirectory() as folder:
        path = target or Path(folder) / "harvest.json"
        path.write_text(json.dumps(asyncio.run(harvest())), encoding="utf-8")
        return run_node("judge.mjs", str(path.resolve()), str(SCHEMA))


def play_on_twin() -> int:
    """Start the bot on discord-digital-twin, and open a table there."""
    with tempfile.TemporaryDirectory() as folder:
        return run_node("twin.mjs", sys.executable, folder, str(ROOT), folder=TWIN)


def main() -> int:
    """Run the command, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.verify.wire", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--schema", action="store_true", help="write the schema by which the tests judge")
    parser.add_argument("--twin", action="store_true", help="open a table on discord-digital-twin instead")
    parser.add_argument("--harvest", type=Path, metavar="FILE", help="keep what was harvested in this file")
    options = parser.parse_args()
    if options.twin:
        return play_on_twin()
    return write_schema() if options.schema else judge_harvest(options.harvest)


if __name__ == "__main__":
    sys.exit(main())
