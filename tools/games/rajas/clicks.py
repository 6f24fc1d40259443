"""Count the clicks that the turns of whole games of Rajas take, from *Your turn* to the public message.

Two players answer as Birbal would, or by chance. On each panel they take the click that gives the most of the answers
still to give, as someone would who knows what they want.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final

import discord

from bot.discord.panel import panel_view
from bot.games.frontend import front_of
from bot.games.rajas.facts import area_of
from bot.language import Language, load_language
from bot.tables.draft import KEY_SEPARATOR, Draft, extend
from engine import Game
from engine.core.decision import Decision
from engine.rajas.birbal.thoughts import total
from engine.rajas.birbal.weighing import weigh
from engine.rajas.ids import BASIC, PLAYER, SEATS
from tools.bench.clicks import BUTTON, LIST, Counted
from tools.verify.panels import make_moment

KIND: Final = "rajas"
GAMES: Final = 4
"""The number of games that are played for each row."""
OPEN: Final = 1
"""The click on *Your turn*."""

Answer = Callable[[Game, Decision], str]


def answer_as_birbal(game: Game, decision: Decision) -> str:
    """Return what Birbal would answer."""
    weighed = weigh(game, decision)
    return max(weighed, key=lambda key: total(weighed[key]))


def answer_by(chance: Random) -> Answer:
    """Return a player that gives any allowed answer at random."""
    return lambda game, decision: chance.choice(decision.options).key


def count_in_games(answer: Answer, games: int = GAMES) -> dict[str, list[int]]:
    """Return the clicks of every placement in games of two, by the area where the worker went."""
    language, found = load_language("en", KIND), defaultdict[str, list[int]](list)
    for number in range(games):
        game = Game.new(KIND, BASIC, dict.fromkeys(SEATS[:2], PLAYER), bytes([number]) * 32)
        while game.decision is not None:
            start, keys, phase = game.clone(), [], game.label.phase
            step = game.step_number
            while game.step_number == step and (decision := game.decision) is not None:
                keys.append(answer(game, decision))
                game.choose(keys[-1])
            if phase == front_of(KIND).setup.turn_phase:
                found[area_of(keys[0])].append(OPEN + count_presses(language, start, keys))
    return found


def count_presses(language: Language, game: Game, keys: list[str]) -> int:
    """Return how many clicks give these answers and confirm them; the game continues with them.

    Raises ValueError when no click gives the next answers.
    """
    left, presses, draft = list(keys), 0, Draft()
    scene = game.blind()
    while left:
        given, is_confirm, clicks = max(
            find_ways(language, scene, draft, left), key=lambda way: (len(way[0]), way[1], -way[2])
        )
        presses += clicks
        if not is_confirm:
            draft = press(scene, draft, given)
            left_behind = len(draft.to_commit)
            left = keys[left_behind:]
            if draft.armed:
                presses += 1
                is_confirm = True
        else:
            left = left[len(given) :]
        if is_confirm:
            for key in keys[: len(keys) - len(left)]:
                game.choose(key)
            keys, draft = left, Draft()
            scene = game.blind()
    return presses


def press(scene: Game, draft: Draft, keys: tuple[str, ...]) -> Draft:
    """Return a draft extended by some answers."""
    for key in keys:
        draft = extend(scene, draft, [key]).draft
    return draft


def find_ways(
    language: Language, scene: Game, draft: Draft, wanted: list[str]
) -> Iterator[tuple[tuple[str, ...], bool, int]]:
    """Yield the answers of every click that gives only wanted ones, whether it confirms, and its count of clicks."""
    moment = make_moment(scene, draft)
    shortcuts = {short.name: short.keys for short in moment.front.orders.list_shortcuts(language, scene)}
    for made in panel_view(language, moment, moment.find_offers()).children:
        for verb, keys in read(made, shortcuts):
            if list(keys) == wanted[: len(keys)]:
                yield keys, verb == "confirm", LIST if verb == "pick" else BUTTON


def read(
    made: discord.ui.Item[discord.ui.View], shortcuts: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the verb and the keys of a button, or of each option of a list."""
    if isinstance(made, discord.ui.Select):
        for option in made.options:
            yield "pick", tuple(option.value.split(KEY_SEPARATOR))
    elif isinstance(made, discord.ui.Button) and made.custom_id:
        verb, key = made.custom_id.split(":", 4)[3:]
        if verb == "short":
            yield verb, shortcuts[key]
        elif verb in ("choose", "confirm") and key:
            yield verb, tuple(key.split(KEY_SEPARATOR))


def write_rows(games: int = GAMES) -> list[str]:
    """Return the table, a row for each area and one for all."""
    columns = [count_in_games(answer_as_birbal, games), count_in_games(answer_by(Random(1)), games)]
    rows = []
    for area in (*front_of(KIND).score.figures.leads, ""):
        cells = []
        for found in columns:
            counts = [count for name, many in found.items() if area in ("", name) for count in many]
            cells.append(f"{sum(counts) / len(counts):.1f} ({min(counts)} to {max(counts)})")
        rows.append(f"| {area or 'all'} | {' | '.join(cells)} |")
    return ["| placement | with Birbal's choices | with choices by chance |", "|---|---|---|", *rows]


def count_all() -> Counted:
    """Return the table. No placement has its own limit."""
    return Counted(write_rows())


CLICKS = count_all
