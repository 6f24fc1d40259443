"""Every kind of question that the rules can ask a person is answered through a real panel, in one of the languages."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import pytest

from bot.language import load_language
from engine import Game
from engine.core.protocol import Rules
from engine.core.record import Start
from tests.bot.people import World
from tests.bot.pressing import LOCALES, answer, begin, check_way_on, speak
from tests.playing import choose, game_at

GAMES = 40
"""The number of random games, which ask nearly every question; the others are in `RARE`."""

NOT_ASKED = {
    "arjuna.card": "Arjuna has it asked beside its own decision (`test_companion`)",
    "arjuna.cards": "only Arjuna has cards",
    "arjuna.die": "Arjuna has it asked beside its own decision (`test_companion`)",
    "govern.congress": "Govern removes one piece, and asks which (4.2.2)",
    "govern.gandhi": "Govern removes one piece, and asks which (4.2.2)",
    "govern.target": "Govern removes one piece, and asks which (4.2.2)",
    "martial_law.gandhi": "Martial Law leaves Gandhi alone (4.2.3)",
    "martial_law.target": "Martial Law is about Activists alone (4.2.3)",
    "reset.protest": "only Arjuna places a Protest at the end of a Campaign Round (8.9.4)",
    "turn.may": "a part of the question of a turn",
    "turn.seat": "a part of the question of a turn",
}
"""Questions with words that no one is ever asked, and why."""


@dataclass(frozen=True)
class Way:
    """How a question comes up: where its step begins, the answers before it, and the answer to it."""

    rules: Rules
    snapshot: bytes
    start: Start
    number: int
    keys: tuple[str, ...]
    kinds: tuple[str, ...]

    @property
    def game(self) -> Game:
        """Return the game at the start of the step."""
        return Game.resume(self.rules, self.snapshot, (), start=self.start, number=self.number)


def list_kinds() -> set[str]:
    """Return every kind of question: each has words. Words of three parts are variants of the question of an Event."""
    kinds = {key.removeprefix("ask.") for key in load_language().keys if key.startswith("ask.")}
    return {kind for kind in kinds if kind.count(".") < 2 and kind not in NOT_ASKED}


def list_ways() -> Iterator[Way]:
    """Yield questions from random games."""
    for number in range(GAMES):
        game = Game.new(scenario=("short", "main")[number % 2], seed=bytes([number]) * 32)
        chance = random.Random(number)
        kinds: list[str] = []
        while (decision := game.decision) is not None:
            if not game.keys:
                kinds = []
            keys = [option.key for option in decision.options]
            if decision.kind == "turn.action" and chance.random() < 0.9:
                keys = [key for key in keys if key not in ("pass", "transfer")] or keys
            key = chance.choice(keys)
            kinds.append(decision.kind)
            if decision.kind not in kinds[:-1]:
                yield make_way(game, (*game.keys, key), kinds)
            game.choose(key)


def make_way(game: Game, keys: Sequence[str], kinds: Sequence[str]) -> Way:
    """Return a way from the start of the running step of a game."""
    return Way(game.rules, game.snapshot(), game.start, game.step_number, tuple(keys), tuple(kinds))


def list_rare() -> Iterator[Way]:
    """Yield ways to questions that hardly ever come up, from positions in which they do."""
    rich = {"raj": 20, "revolutionaries": 10}
    positions: list[tuple[Game, tuple[str, ...]]] = [
        (
            game_at(
                {"karachi_lahore": {"sepoys": 1, "underground": 1}, "lahore_delhi": {"sepoys": 1, "underground": 1}},
                "raj",
                "limited_operation",
                resources=rich,
            ),
            ("garrison", "done", "karachi_lahore"),
        ),
        (
            game_at(
                {"hyderabad": {"sepoys": 1, "congress": 2, "league": 2, "gandhi": True, "protest": True}},
                "raj",
                resources=rich,
            ),
            ("special:treaty", "no", "1"),
        ),
        (
            game_at({"hyderabad": {"sepoys": 1, "congress": 2, "active": 1, "protest": True}}, "raj", resources=rich),
            ("special:treaty", "revolutionaries"),
        ),
        (
            game_at(
                {
                    "punjab": {"underground": 2, "troops": 1},
                    "sind": {"underground": 1, "troops": 1},
                    "bihar": {"congress": 1, "gandhi": True},
                },
                "revolutionaries",
                resources=rich,
            ),
            ("unrest", "punjab", "sind", "special:assassinate", "sind"),
        ),
        (
            game_at({"bihar": {"troops": 1, "unrest": 2}, "punjab": {"congress": 1}}, "raj", resources=rich),
            ("special:govern", "1"),
        ),
        (
            game_at({"bihar": {"troops": 1, "congress": 1, "league": 1, "protest": True}}, "raj", resources=rich),
            ("special:martial_law", "1"),
        ),
        (
            game_at({"bihar": {"troops": 2, "congress": 2, "active": 2, "protest": True}}, "raj", resources=rich),
            ("assault", "bihar", "revolutionaries"),
        ),
        (
            game_at({"punjab": {"underground": 3, "active": 3}}, "revolutionaries", resources=rich, unity=2),
            ("rally", "punjab", "base", "1"),
        ),
        (game_at({}, "raj", told=True), (*["pass"] * 4, "37")),
        (
            game_at({"punjab": {"underground": 3}}, "revolutionaries", resources=rich, by_hand=["dice"]),
            ("attack", "punjab", "2"),
        ),
    ]
    for game, keys in positions:
        twin, kinds = game.clone(), []
        for key in keys:
            assert twin.decision is not None
            assert key in twin.decision.keys, (key, twin.decision)
            kinds.append(twin.decision.kind)
            choose(twin, key)
        yield make_way(game, keys, kinds)


@cache
def choose_ways() -> list[Way]:
    """Return few ways that answer every kind, the rarest kinds first."""
    ways: dict[str, list[Way]] = {}
    for way in (*list_rare(), *list_ways()):
        ways.setdefault(way.kinds[-1], []).append(way)
    chosen: list[Way] = []
    answered: set[str] = set()
    for kind in sorted(ways, key=lambda kind: (len(ways[kind]), kind)):
        if kind not in answered:
            best = min(ways[kind], key=lambda way: len(way.keys))
            chosen.append(best)
            answered |= set(best.kinds)
    return chosen


def test_the_chosen_games_ask_every_kind_of_question() -> None:
    asked = {kind for way in choose_ways() for kind in way.kinds}
    assert list_kinds() - asked == set()
    assert asked - list_kinds() == set()


@pytest.mark.whole_game
@pytest.mark.few("en")
@pytest.mark.parametrize("code", sorted(LOCALES))
async def test_every_question_is_answered_on_a_panel(
    world: World, code: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    speak(world, monkeypatch, dict.fromkeys(world.people, code))
    game_id = await world.start_table()
    part = sorted(LOCALES).index(code)
    for way in choose_ways()[part :: len(LOCALES)]:
        game = way.game.clone()
        name, panel = await begin(world, game_id, game)
        for key, kind in zip(way.keys, way.kinds, strict=True):
            assert game.decision is not None
            assert game.decision.kind == kind
            check_way_on(panel)
            panel = await answer(world, name, panel, key)
            game.choose(key)
            mover = await world.whose(game_id)
            if mover and mover != name:
                name, panel = mover, await world.slash(mover, "turn")
        check_way_on(panel)
        moment = await world.bot.tables.moment(game_id, world.people[name].id)
        assert moment.game.digest() == game.blind().digest(), way.keys
    assert [record.getMessage() for record in caplog.records if "No sentence" in record.getMessage()] == []
