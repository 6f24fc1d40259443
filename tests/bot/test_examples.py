"""The examples of the rules: each can be followed to its end, left, taken back, and tried from `/rules`."""

from __future__ import annotations

import random

import pytest

from bot.discord.features.learn import find_wanted
from bot.discord.panel import panel
from bot.errors import StaleButton
from bot.games.frontend import find_course, front_of
from bot.games.lessons import Course
from bot.language import list_languages, load_language
from bot.narrate.paragraphs import load_paragraphs
from bot.tables import lessons
from bot.tables.lessons import (
    BEGIN,
    MOST_PATHS,
    STORED,
    Lesson,
    begin_lesson,
    find_path,
    finish,
    keep_path,
    key_of,
    list_examples,
    name_path,
    name_step,
    read_lesson,
    suggest,
    take,
    take_back,
)
from engine import Game
from engine.core.errors import IllegalChoice
from storage import Storage
from tests.bot.people import World, restart
from tests.bot.test_lessons import guide_to_the_end

LEARNER = 7
ALL = list_examples()


def follow(example: Course) -> Lesson:
    """Do what the example does, as far as it stays private."""
    lesson = begin_lesson(example)
    for _ in example.keys:
        if lesson.draft.armed or lesson.is_shown:
            break
        assert name_step(lesson) == "try"
        take(lesson, [suggest(lesson)])
    return lesson


@pytest.mark.parametrize("example", ALL, ids=lambda example: example.id)
def test_an_example_followed_in_a_lesson_ends_like_the_same_choices_in_a_game(example: Course) -> None:
    game = Game.at(example.position, seed=example.seed)
    assert game.pending_seat == example.seat
    for key in example.keys:
        game.choose(key)
    lesson = follow(example)
    assert name_step(lesson) in ("armed", "shown")
    again = read_lesson(lesson.path, example)
    assert (again.draft, again.notes) == (lesson.draft, [])
    changes, after = finish(lesson)
    assert after == game.view()
    assert changes


@pytest.mark.parametrize("example", ALL, ids=lambda example: example.id)
def test_every_choice_of_an_example_has_a_panel_and_can_be_undone(example: Course) -> None:
    lesson = begin_lesson(example)
    for _ in example.keys:
        assert panel(load_language(), lesson)
        if lesson.draft.armed:
            break
        take(lesson, [suggest(lesson)])
        before = read_lesson(take_back(lesson.path), example)
        assert len(before.draft.to_commit) < len(lesson.draft.to_commit)


@pytest.mark.parametrize("code", list_languages())
def test_every_example_has_a_text_and_a_paragraph_in_every_language(code: str) -> None:
    for example in ALL:
        language = load_language(code, example.kind)
        assert language.has(example.words), (code, example.number)
        assert len(language.say(example.words)) < 600
        assert example.number in load_paragraphs(code, front_of(example.kind).lessons.rulebook or "")
        assert find_course(example.id) is example
        assert find_wanted(key_of(example)) is example
    for step in ("try", "shown", "armed", "astray"):
        assert load_language(code).say(f"ui.example.{step}", seat="raj")


def test_ids_of_examples_differ() -> None:
    assert len({example.id for example in ALL}) == len(ALL)
    assert find_course("ex999") is None


@pytest.mark.parametrize("seed", range(6))
def test_an_example_can_be_finished_after_random_choices(seed: int) -> None:
    chance = random.Random(seed)
    lesson = begin_lesson(chance.choice(ALL))
    while not lesson.draft.armed and lesson.decision is not None:
        options = [option.key for option in lesson.decision.options if option.role != "extra"]
        try:
            take(lesson, [chance.choice(options)])
        except IllegalChoice:
            break
        assert name_step(lesson) in ("try", "shown", "armed", "astray")
        assert panel(load_language(), lesson)
    finish(lesson)


# -- on Discord ------------------------------------------------------------------------------------------------


async def test_an_example_opened_from_the_rules_ends_with_the_public_message(world: World) -> None:
    rule = await world.slash("Asha", "rules", paragraph="3.4.3")
    panel = await world.press("Asha", rule, "example", "3.4.3")
    assert "dice fall as in the rulebook" in panel.words
    panel = await world.press("Asha", panel, "choose", "attack")
    await restart(world)
    panel = await world.press("Asha", panel, "guide")
    assert "Confirm** shows the result" in panel.words
    panel = await world.press("Asha", panel, "confirm", "")
    assert "Attack roll 2" in panel.words
    assert "Attack roll 1" in panel.words
    assert panel.message.attachments
    assert world.messages() == [], "no one else sees anything of it"
    panel = await world.press("Asha", panel, "example", "3.4.4")
    assert "There is a Crisis" in panel.words


async def test_show_me_goes_through_an_example_and_shows_its_outcome(world: World) -> None:
    panel = await world.slash("Bilal", "tutorial", example="4.2.2")
    panel = await guide_to_the_end(world, "Bilal", panel)
    assert "What everyone would see" in panel.words
    assert "Govern" in panel.words
    assert BEGIN in next(made for made in panel.buttons if ":again:" in made)
    panel = await world.press("Bilal", panel, "again")
    assert "help in three spaces" in panel.words


async def test_an_example_with_too_many_choices_for_a_button_continues_after_a_restart(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "PATH_LIMIT", 5)
    panel = await world.slash("Bilal", "tutorial", example="3.2.2")
    for _ in range(3):
        panel = await world.press("Bilal", panel, "guide")
    assert f":{STORED}" in next(made for made in panel.buttons if ":guide:" in made)
    assert not panel.has("catchup")
    await restart(world)
    panel = await world.press("Bilal", panel, "undo")
    panel = await guide_to_the_end(world, "Bilal", panel)
    assert "What everyone would see" in panel.words
    assert "Garrison" in panel.words


async def test_only_the_newest_long_lesson_paths_of_a_person_are_stored(storage: Storage) -> None:
    ways = [f"{'abc-' * 20}{number:03}" for number in range(MOST_PATHS + 1)]
    for way in ways:
        await keep_path(storage, LEARNER, way)
    assert await find_path(storage, LEARNER, "abc-def") == "abc-def"
    assert await find_path(storage, LEARNER, name_path(ways[1])) == ways[1]
    for user_id, way in ((LEARNER, ways[0]), (LEARNER + 1, ways[1])):
        with pytest.raises(StaleButton):
            await find_path(storage, user_id, name_path(way))


async def test_a_choice_outside_an_example_is_mentioned_and_can_be_undone(world: World) -> None:
    panel = await world.slash("Charu", "tutorial", example="3.4.1 Rally")
    panel = await world.press("Charu", panel, "choose", "attack")
    assert "own way" in panel.words
    panel = await world.press("Charu", panel, "undo")
    assert "You play **Revolutionaries**" in panel.words


async def test_no_example_is_offered_or_begun_for_a_paragraph_without_one(world: World) -> None:
    rule = await world.slash("Asha", "rules", paragraph="1.1")
    assert not rule.has("example")
    assert "no example" in (await world.slash("Asha", "tutorial", example="1.1")).words


async def test_an_unknown_example_is_quoted_as_it_was_typed(world: World) -> None:
    refused = await world.slash("Asha", "tutorial", example="Punjab, Sind")
    assert "“Punjab, Sind”" in refused.words


async def test_an_example_of_rajas_is_tried_from_its_rules(world: World) -> None:
    rule = await world.slash("Asha", "rules", paragraph="market")
    panel = await world.press("Asha", rule, "example", "market")
    assert "Assorted goods count the best of each good" in panel.words
    panel = await guide_to_the_end(world, "Asha", panel)
    assert "coins 0 to 5" in panel.words
    assert panel.message.attachments
    panel = await world.press("Asha", panel, "example", "rexmarketb")
    assert "A die of 4 on tea" in panel.words
