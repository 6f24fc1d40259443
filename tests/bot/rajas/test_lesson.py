"""The guided first turn of Rajas: it lays the tile that its text names, and ends after any detour."""

from __future__ import annotations

import random

import pytest

from bot.discord.limits import CUSTOM_ID_LIMIT
from bot.discord.panel import panel
from bot.games.frontend import find_course, front_of
from bot.language import list_languages, load_language
from bot.tables.lessons import (
    PATH_LIMIT,
    Lesson,
    begin_lesson,
    find_first_turn,
    finish,
    name_step,
    read_lesson,
    suggest,
    take,
)
from tests.bot.people import World

FIRST_TURN = front_of("rajas").lessons.courses[0]
LESSON, STEPS = FIRST_TURN.id, FIRST_TURN.steps
LEARNER = 7


def begin() -> Lesson:
    """Return the lesson at its beginning."""
    return begin_lesson(FIRST_TURN)


def follow(lesson: Lesson) -> list[str]:
    """Do what the lesson suggests until it waits for Confirm, and return its steps."""
    steps = []
    while not lesson.draft.armed:
        steps.append(name_step(lesson))
        take(lesson, [suggest(lesson)])
        assert len(steps) < 20
    return steps


def test_the_lesson_goes_through_its_steps_and_has_the_announced_results() -> None:
    lesson = begin()
    assert tuple(dict.fromkeys(follow(lesson))) == STEPS
    before = lesson.start.players["lotus"]
    changes, after = finish(lesson)
    player = after.players["lotus"]
    assert (player.fame - before.fame, player.money - before.money) == (4, 4)
    assert player.province["a3"].tile == "orange_14"
    assert [change.target for change in changes if change.verb == "join"] == ["left3"]


@pytest.mark.parametrize("number", range(20))
def test_a_lesson_reaches_its_end_after_a_random_detour(number: int) -> None:
    chance = random.Random(number)
    lesson = begin()
    for _ in range(chance.randrange(1, 6)):
        if lesson.draft.armed or lesson.decision is None:
            break
        ways = [[option.key] for option in lesson.decision.options]
        shortcuts = [short.keys for short in lesson.front.orders.list_shortcuts(load_language(), lesson.game)]
        ways += [[">".join(keys)] for keys in shortcuts]
        take(lesson, chance.choice(ways))
        assert read_lesson(lesson.token, FIRST_TURN).draft == lesson.draft
    follow(lesson)
    _, view = panel(load_language("en", "rajas"), lesson)
    ids = [part["custom_id"] for row in view.to_components() for part in row["components"]]
    assert all(len(made) <= CUSTOM_ID_LIMIT for made in ids)
    assert len(lesson.path) <= PATH_LIMIT
    assert finish(lesson)[0]


def test_every_step_of_the_lesson_has_a_sentence_in_every_language() -> None:
    for code in list_languages():
        here, elsewhere = load_language(code, "rajas"), load_language(code)
        for step in ("name", *STEPS, "final"):
            assert f"ui.lesson.{step}" in here.keys, (code, step)
            assert len(here.say(f"ui.lesson.{step}")) < 600
        for step in ("name", "begin", "final"):
            assert here.say(f"ui.lesson.{step}") != elsewhere.say(f"ui.lesson.{step}"), (code, step)


def test_an_unknown_game_gets_the_first_lesson_of_gandhi_and_rajas_has_its_own() -> None:
    assert find_first_turn("rajas") is find_course(LESSON) is FIRST_TURN
    assert find_first_turn("").kind == find_first_turn("chess").kind == "gandhi"


async def test_the_lesson_is_played_by_the_real_panel_with_a_shortcut(world: World) -> None:
    panel = await world.slash("Asha", "tutorial", example=LESSON)
    assert "Step 1 of 5" in panel.words
    panel = await world.press("Asha", panel, "choose", "quarry")
    panel = await world.pick("Asha", panel, "tile:orange:tiger")
    assert panel.message.attachments, "where the tile would lie"
    panel = await world.press("Asha", panel, "short", "pay")
    assert "Step 4 of 5" in panel.words
    panel = await world.press("Asha", panel, "choose", "square:a3")
    panel = await world.press("Asha", panel, "confirm", "roads:new")
    assert "What everyone would see" in panel.words
    assert panel.message.attachments
    assert world.messages() == []
    panel = await world.press("Asha", panel, "again")
    assert "Step 1 of 5" in panel.words
