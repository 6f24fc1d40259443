"""Counts that do not depend on the machine: function calls, game copies, database statements, pixels and bytes.

Each figure may differ from the kept one by 3 %. A change that costs more says so in its commit and writes the new
figure here; so does a change that saves more.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest
from PIL import Image
from sqlalchemy import event
from sqlalchemy.engine import Engine

from engine import Game
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.ids import SEATS
from render import gandhi as render
from tests.bot.people import World
from tests.turns import at_random, draw_turn, plainly
from tools.playing import play_on

ROOT: Final = f"{Path(__file__).resolve().parents[2]}/"
PACKAGES: Final = tuple(ROOT + package for package in ("bot/", "engine/", "render/", "storage/", "texts/"))
INLINED: Final = frozenset({"<listcomp>", "<dictcomp>", "<setcomp>"})
"""Calls in Python 3.11 only: later versions inline them."""
TOLERANCE: Final = 0.03

CALLS_OF_RANDOM_PLAY: Final = 108.3
CALLS_OF_ARJUNA: Final = 181.1
CALLS_OF_A_CLICK: Final = 5_776
CALLS_OF_A_CONFIRM: Final = 15_804
COPIES_OF_A_CLICK: Final = 2
COPIES_OF_A_CONFIRM: Final = 7
STATEMENTS_OF_A_CLICK: Final = 6
STATEMENTS_OF_A_CONFIRM: Final = 39
TRANSACTIONS_OF_A_CONFIRM: Final = 5
STATEMENTS_OF_ITS_TRANSACTION: Final = 20
"""A Confirm without its delivery, which is one transaction."""
TRANSACTIONS_OF_A_DELIVERY: Final = 4
STATEMENTS_OF_A_DELIVERY: Final = 20
"""Behind a Confirm: its message, the status, and the *Undo turn* that is removed from the message before."""
PIXELS_OF_A_PICTURE: Final = 4_622_770
BYTES_OF_A_PICTURE: Final = 364_752


class Calls:
    """Counts calls of our own functions in this thread, and how many of them copy a game."""

    def __init__(self) -> None:
        self.count = 0
        self.copies = 0

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGES) and code.co_name not in INLINED:
            self.count += 1
            self.copies += code is Game.at_start.__code__

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count the calls inside the block."""
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)


def near(kept: float) -> Any:
    return pytest.approx(kept, rel=TOLERANCE)


def count_calls(play: Callable[[], int]) -> float:
    """Return the calls per decision, after everything has been loaded and cached."""
    play()
    calls = Calls()
    with calls.counting():
        made = play()
    return calls.count / made


def play_at_random() -> int:
    chance = random.Random(1)
    games = [Game.new(scenario=scenario, seed=chance.randbytes(32)) for scenario in ("short", "main")]
    return sum(play_on(game, chance, 600) for game in games)


def play_arjuna() -> int:
    game = Game.new(scenario="short", seats=dict.fromkeys(SEATS, "arjuna"), seed=b"counts")
    Arjuna(game).play()
    return sum(len(step.keys) for step in game.steps)


def test_calls_per_decision_of_random_play_are_near_the_kept_figure() -> None:
    assert count_calls(play_at_random) == near(CALLS_OF_RANDOM_PLAY)


def test_arjunas_calls_per_decision_are_near_the_kept_figure() -> None:
    assert count_calls(play_arjuna) == near(CALLS_OF_ARJUNA)


@contextmanager
def statements() -> Iterator[list[str]]:
    """Collect the statements that the database executes, each transaction's BEGIN among them."""
    executed: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        executed.append(statement)

    def note_begin(connection: Any) -> None:
        executed.append("BEGIN")

    event.listen(Engine, "before_cursor_execute", note)
    event.listen(Engine, "begin", note_begin)
    try:
        yield executed
    finally:
        event.remove(Engine, "before_cursor_execute", note)
        event.remove(Engine, "begin", note_begin)


async def test_a_click_and_a_confirm_stay_within_their_counts(world: World) -> None:
    """A click draws the panel of a turn, and Confirm ends it. The first panel is drawn before counting."""
    game_id = await world.start_table(seed="modules")
    name = await world.whose(game_id)
    tables, user_id = world.bot.tables, world.people[name].id
    await world.slash(name, "turn")
    click = Calls()
    with statements() as of_click, click.counting():
        await world.slash(name, "turn")
        await world.quiet()
    moment = await tables.moment(game_id, user_id)
    keys = draw_turn(moment.game, at_random(random.Random(2)))
    await tables.at(game_id, user_id).insert(lambda game: keys)
    panel = await world.slash(name, "turn")
    confirm = Calls()
    with statements() as of_confirm, confirm.counting():
        await world.press(name, panel, "confirm", "")
        await world.quiet()
    assert (click.count, click.copies, len(of_click)) == (
        near(CALLS_OF_A_CLICK),
        near(COPIES_OF_A_CLICK),
        near(STATEMENTS_OF_A_CLICK),
    )
    assert (confirm.count, confirm.copies, len(of_confirm)) == (
        near(CALLS_OF_A_CONFIRM),
        near(COPIES_OF_A_CONFIRM),
        near(STATEMENTS_OF_A_CONFIRM),
    )
    assert sum(statement.startswith("BEGIN") for statement in of_confirm) <= TRANSACTIONS_OF_A_CONFIRM


async def test_the_delivery_of_a_confirm_keeps_to_its_counts(world: World) -> None:
    game_id = await world.start_table(seed="modules")
    tables = world.bot.tables
    for _ in range(2):
        name = await world.whose(game_id)
        await tables.at(game_id, world.people[name].id).insert(lambda game: draw_turn(game, plainly))
        panel = await world.slash(name, "turn")
        await world.quiet()
        with statements() as executed:
            await world.press(name, panel, "confirm", "")
            await world.quiet()
    begins = [place for place, statement in enumerate(executed) if statement.startswith("BEGIN")]
    delivery = executed[begins[1] :]
    assert begins[1] - begins[0] - 1 <= STATEMENTS_OF_ITS_TRANSACTION, "\n".join(executed[: begins[1]])
    assert len(begins) - 1 <= TRANSACTIONS_OF_A_DELIVERY
    assert len(delivery) - (len(begins) - 1) <= STATEMENTS_OF_A_DELIVERY, "\n".join(delivery)
    async with world.bot.tables.storage.read() as reader:
        assert await reader.message_refs(game_id, "undo.") == []


def test_a_picture_stays_within_its_counts_of_pixels_and_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(scenario="short", seats=dict.fromkeys(SEATS, "arjuna"), seed=b"pictures")
    player = Arjuna(game)
    while len(game.steps) < 8:
        player.answer()
    view, changes = game.view(), game.steps[-1].changes
    render.draw(view, changes)
    pasted = 0

    def counted(method: Any) -> Any:
        def paste(image: Image.Image, other: Any, *rest: Any, **named: Any) -> Any:
            nonlocal pasted
            if isinstance(other, Image.Image):
                pasted += other.width * other.height
            return method(image, other, *rest, **named)

        return paste

    monkeypatch.setattr(Image.Image, "paste", counted(Image.Image.paste))
    monkeypatch.setattr(Image.Image, "alpha_composite", counted(Image.Image.alpha_composite))
    picture = render.draw(view, changes)
    assert (pasted, len(picture.data)) == (near(PIXELS_OF_A_PICTURE), near(BYTES_OF_A_PICTURE))


async def test_a_turn_is_drawn_once_for_all_its_messages(world: World) -> None:
    """A turn is drawn once, for its message and the status."""
    beforehand = len(world.pool.drawn)
    game_id = await world.start_table(seed="pictures")
    assert len(world.pool.drawn) - beforehand == 1, "the beginning"
    for _ in range(6):
        name = await world.whose(game_id)
        await world.bot.tables.at(game_id, world.people[name].id).insert(lambda game: draw_turn(game, plainly))
        panel = await world.slash(name, "turn")
        drawn = len(world.pool.drawn)
        await world.press(name, panel, "confirm", "")
        await world.quiet()
        assert len(world.pool.drawn) - drawn == 1
    drawn = len(world.pool.drawn)
    await world.slash("Asha", "table settings", advice="refused")
    await world.quiet()
    assert len(world.pool.drawn) == drawn, "nothing has happened on the board"
    await world.slash("Asha", "table settings", language="it")
    await world.quiet()
    assert (len(world.pool.drawn), world.pool.options[-1].language) == (drawn + 1, "it")


async def test_turns_with_automatic_answers_have_one_picture_for_each_message(world: World) -> None:
    """Each message has its picture, and positions in the middle of Arjuna's turns are not drawn."""
    tables, chance = world.bot.tables, random.Random(3)
    game_id = await world.open_table(seed="x")
    await world.slash("Asha", "table join", seat="raj")
    await tables.start(None, game_id, world.people["Asha"].id, with_automatic=True)
    await world.quiet()
    drawn, told = len(world.pool.drawn), len(world.messages())
    for _ in range(5):
        await tables.at(game_id, world.people["Asha"].id).insert(lambda game: draw_turn(game, at_random(chance)))
        await world.press("Asha", await world.slash("Asha", "turn"), "confirm", "")
        await world.quiet()
    pictures = sum(bool(message.attachments) for message in world.messages()[told:])
    assert (len(world.pool.drawn) - drawn, pictures) == (9, 9)
