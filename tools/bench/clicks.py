"""Count the clicks that turns take, from *Your turn* to the public message, by the buttons of the panel.

``python -m tools.bench.clicks [--write]``

On each panel the program takes the click that gives the most answers of the turn, as someone would who knows what they
want. A list counts as two clicks, with several picks as three; a form as two, and its fields are counted separately.
The module ``clicks`` in the folder of each game in `tools.games` lists the turns. ``--write`` keeps the tables in
``docs/clicks.md``. Exit code 0: no turn takes more clicks than it should. 1: one does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import discord
import msgspec

import tools.games
from bot.client import TableBot
from bot.tables.draft import KEY_SEPARATOR, Draft, extend
from engine import Game
from engine.core.discovery import Discovered
from tools.verify.asking import Asker, list_components, list_fields

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "clicks.md"
BEGIN, END = "<!-- {name}: written by tools/bench/{tool}.py -->", "<!-- /{name} -->"
CHANNEL = 5
MOST_PICKED = 4
BUTTON, LIST, SEVERAL, FORM = 1, 2, 3, 2
"""Clicks: one for a button, two for a list (open, pick), three for several picks, two for a form (open, submit).

Where the fields of forms count, each of several picks does too.
"""


class Counted(msgspec.Struct, frozen=True):
    """A table of clicks as lines of Markdown, and whether no turn takes more than it should."""

    rows: list[str]
    is_kept: bool = True


CLICKS: Discovered[Callable[[], Counted]] = Discovered(tools.games.__name__, tools.games.__path__, "clicks", "CLICKS")
"""The function of each game that counts its clicks."""


class Way(msgspec.Struct, frozen=True):
    """A possible next step of a person: its clicks, those in the fields of its form, and the answers that it gives."""

    clicks: int
    given: tuple[str, ...]
    custom_id: str
    picked: tuple[str, ...] = ()
    form: Mapping[str, Any] | None = None
    in_fields: int = 0

    def weigh(self, *, with_fields: bool) -> tuple[float, int]:
        """Return the answers per click, and the number of answers, by which ways are compared."""
        clicks = self.clicks + (self.in_fields if with_fields else 0)
        return len(self.given) / clicks, len(self.given)


class Finger:
    """Someone who knows which answers they want, and takes the shortest way to them.

    ``with_fields`` counts what is clicked in forms, too.
    """

    def __init__(
        self, bot: TableBot, game_id: str, user_id: int, answers: Sequence[str], *, with_fields: bool = False
    ) -> None:
        self.with_fields = with_fields
        self.bot = bot
        self.game_id = game_id
        self.user_id = user_id
        self.asker = Asker(bot, CHANNEL)
        self.left = list(answers)
        self.clicks = 0

    async def run(self) -> int:
        """Click until the turn is confirmed; return the clicks. Raises ValueError where none gives the next answers."""
        version = (await self.bot.tables.table(self.game_id)).game.version
        shown = await self.use(Way(BUTTON, (), f"g1:{self.game_id}:-:turn:"))
        while (await self.bot.tables.table(self.game_id)).game.version == version:
            ways = [way async for way in self.find_ways(shown)]
            if not ways:
                raise ValueError(f"No button leads on to {self.left}: {[made for made, _ in list_components(shown)]}")
            way = max(ways, key=lambda way: way.weigh(with_fields=self.with_fields))
            shown = await self.use(way)
            del self.left[: len(way.given)]
        if self.left:
            raise ValueError(f"Confirmed before {self.left}.")
        return self.clicks

    async def use(self, way: Way) -> list[dict[str, Any]]:
        """Click a button, choose from a list, or open a form, fill it in and submit it."""
        self.clicks += way.clicks + (way.in_fields if self.with_fields else 0)
        if way.form is not None:
            return await self.asker.submit(self.user_id, "en-GB", way.form, way.picked)
        return await self.asker.press(self.user_id, "en-GB", way.custom_id, way.picked)

    async def find_ways(self, shown: list[dict[str, Any]]) -> AsyncIterator[Way]:
        """Yield every way that gives the next answers and no others."""
        moment = await self.bot.tables.moment(self.game_id, self.user_id)
        for custom_id, values in list_components(shown):
            verb, key = custom_id.split(":", 4)[3:]
            if verb == "confirm" and key.split(KEY_SEPARATOR) == (self.left or [""]):
                yield Way(BUTTON, tuple(self.left), custom_id)
            elif verb == "choose" and self.begins_with(keys := key.split(KEY_SEPARATOR)):
                yield Way(BUTTON, tuple(keys), custom_id)
            elif verb == "form":
                opened = await self.asker.press(self.user_id, "en-GB", custom_id)
                for form in (output["form"] for output in opened if "form" in output):
                    offered = [option["value"] for field in list_fields(form) for option in field["options"]]
                    for picked, given in self.several(moment.game, offered):
                        yield Way(FORM, given, custom_id, picked, form, count_in_fields(form, picked))
            elif verb == "pick":
                for value in values:
                    if self.begins_with(keys := value.split(KEY_SEPARATOR)):
                        yield Way(LIST, tuple(keys), custom_id, (value,))
                for picked, given in self.several(moment.game, values):
                    if len(picked) > 1:
                        yield Way(SEVERAL, given, custom_id, picked, in_fields=len(picked) - 1)

    def several(self, game: Game, values: Sequence[str]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Yield the values that can be picked together, in the order of the answers, and the answers that they give."""
        wanted = " ".join(self.left)
        fitting = [value for value in values if f" {value.replace(KEY_SEPARATOR, ' ')} " in f" {wanted} "]
        fitting.sort(key=lambda value: f" {wanted} ".index(f" {value.replace(KEY_SEPARATOR, ' ')} "))
        for count in range(1, min(len(fitting), MOST_PICKED) + 1):
            for picked in combinations(fitting, count):
                if self.left[0] != picked[0].split(KEY_SEPARATOR)[0]:
                    continue
                extended = extend(game.blind(), Draft(), picked).draft
                if not extended.queue and self.begins_with(extended.to_commit):
                    yield picked, extended.to_commit

    def begins_with(self, answers: Sequence[str]) -> bool:
        """Return whether these are the next answers of the turn."""
        return list(answers) == self.left[: len(answers)]


def count_in_fields(form: Mapping[str, Any], picked: Sequence[str]) -> int:
    """Count the clicks in the fields of a form: one for each box, and those of a list as on panels."""
    count = 0
    for field in list_fields(form):
        chosen = sum(option["value"] in picked for option in field["options"])
        if field["type"] == discord.ComponentType.checkbox_group.value:
            count += chosen
        elif chosen:
            count += LIST if chosen == 1 else SEVERAL + chosen - 1
    return count


def write_page(name: str, tool: str, lines: Sequence[str]) -> None:
    """Write a table of a tool into its page in ``docs``."""
    begin, end = BEGIN.format(name=name, tool=tool), END.format(name=name)
    page = PAGE.read_text("utf-8")
    head, _, rest = page.partition(begin)
    _, _, tail = rest.partition(end)
    PAGE.write_text(head + "\n".join([begin, *lines, end]) + tail, "utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.clicks", description="How many clicks does a turn take?"
    )
    parser.add_argument("--write", action="store_true", help="keep the tables in docs/clicks.md")
    options = parser.parse_args(arguments)
    is_kept = True
    for game, count in CLICKS.items():
        counted = count()
        is_kept = is_kept and counted.is_kept
        print("\n".join([*counted.rows, ""]))
        if options.write:
            write_page(f"clicks of {game}", "clicks", counted.rows)
    return int(not is_kept)


if __name__ == "__main__":
    sys.exit(main())
