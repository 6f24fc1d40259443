"""Count the clicks that turns take, from *Your turn* to the public message, by the buttons of the panel.

``python -m tools.bench.clicks [--write]``

On each panel the program makes the click that gives the most of the answers of a turn, as somebody would who knows
what they want. Which turns are counted, the module ``clicks`` in the folder of each game in `tools.games` says.
``--write`` keeps the tables in ``docs/performance.md``. Exit code 0: no turn takes more clicks than it should. 1: one
does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

import tools.games
from bot.client import TableBot
from bot.tables.draft import KEY_SEPARATOR, Draft, extend
from engine.core.discovery import Discovered
from tools.verify.asking import Asker, list_components

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "performance.md"
BEGIN, END = "<!-- clicks of {game}: written by tools/bench/clicks.py -->", "<!-- /clicks of {game} -->"
CHANNEL = 5
MOST_PICKED = 4


class Counted(msgspec.Struct, frozen=True):
    """A table of clicks as lines of Markdown, and whether no turn takes more than it should."""

    rows: list[str]
    is_kept: bool = True


CLICKS: Discovered[Callable[[], Counted]] = Discovered(tools.games.__name__, tools.games.__path__, "clicks", "CLICKS")
"""What counts the clicks of a game."""


class Finger:
    """Somebody who knows which answers they want, and takes the shortest way to them."""

    def __init__(self, bot: TableBot, game_id: str, user_id: int, answers: Sequence[str]) -> None:
        self.bot = bot
        self.game_id = game_id
        self.user_id = user_id
        self.asker = Asker(bot, CHANNEL)
        self.left = list(answers)
        self.presses = 0

    async def run(self) -> int:
        """Press until the turn is confirmed."""
        version = (await self.bot.tables.table(self.game_id)).game.version
        shown = await self.press(f"g1:{self.game_id}:-:turn:")
        while (await self.bot.tables.table(self.game_id)).game.version == version:
            custom_id, picked, given = await self.find_best(shown)
            shown = await self.press(custom_id, picked)
            del self.left[: len(given)]
        if self.left:
            raise ValueError(f"Confirmed before {self.left}.")
        return self.presses

    async def press(self, custom_id: str, picked: Sequence[str] = ()) -> list[dict[str, Any]]:
        """Click a button, or choose from a list."""
        self.presses += 1
        return await self.asker.press(self.user_id, "en-GB", custom_id, picked)

    async def find_best(self, shown: list[dict[str, Any]]) -> tuple[str, Sequence[str], Sequence[str]]:
        """The press that gives the most of the answers that are left: its custom id, what is picked, the answers."""
        ways = [way async for way in self.find_ways(shown)]
        if not ways:
            raise ValueError(f"No button leads on to {self.left}: {[made for made, _ in list_components(shown)]}")
        return max(ways, key=lambda way: len(way[2]))

    async def find_ways(self, shown: list[dict[str, Any]]) -> AsyncIterator[tuple[str, Sequence[str], Sequence[str]]]:
        """Yield every click that gives nothing but answers that are wanted next."""
        moment = await self.bot.tables.moment(self.game_id, self.user_id)
        for custom_id, values in list_components(shown):
            verb, key = custom_id.split(":", 4)[3:]
            if verb == "confirm" and key.split(KEY_SEPARATOR) == (self.left or [""]):
                yield custom_id, (), self.left[:]
            for picked in ([value] for value in values) if values else [[key]] if verb == "choose" else []:
                if self.begins_with(picked[0].split(KEY_SEPARATOR)):
                    yield custom_id, picked, picked[0].split(KEY_SEPARATOR)
            for picked in self.several(values):
                extended = extend(moment.game.blind(), Draft(), picked).draft
                given = extended.to_commit
                if not extended.queue and self.begins_with(given):
                    yield custom_id, picked, given

    def several(self, values: Sequence[str]) -> Iterator[list[str]]:
        """Several picks of one list, in the order in which they are wanted."""
        wanted = [answer for answer in dict.fromkeys(self.left) if answer in values]
        for count in range(2, min(len(wanted), MOST_PICKED) + 1):
            yield wanted[:count]

    def begins_with(self, answers: Sequence[str]) -> bool:
        """Whether these answers are wanted next."""
        return list(answers) == self.left[: len(answers)]


def write_page(game: str, lines: Sequence[str]) -> None:
    """Keep the table of a game in the documentation."""
    begin, end = BEGIN.format(game=game), END.format(game=game)
    page = PAGE.read_text("utf-8")
    head, _, rest = page.partition(begin)
    _, _, tail = rest.partition(end)
    PAGE.write_text(head + "\n".join([begin, *lines, end]) + tail, "utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.clicks", description="How many clicks does a turn take?"
    )
    parser.add_argument("--write", action="store_true", help="keep the tables in docs/performance.md")
    options = parser.parse_args(arguments)
    is_kept = True
    for game, count in CLICKS.items():
        counted = count()
        is_kept = is_kept and counted.is_kept
        print("\n".join([*counted.rows, ""]))
        if options.write:
            write_page(game, counted.rows)
    return int(not is_kept)


if __name__ == "__main__":
    sys.exit(main())
