"""The guided first turn: it can be followed, left and taken up again, and it always comes to its end."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bot.discord.features.play import name_course
from bot.discord.limits import CUSTOM_ID_LIMIT
from bot.discord.panel import panel
from bot.games.frontend import front_of
from bot.language import list_languages, load_language
from bot.narrate.panel import write_panel
from bot.tables.lessons import (
    BEGIN,
    MOST_LETTERS,
    PATH_LIMIT,
    Lesson,
    begin_lesson,
    encode_key,
    finish,
    list_examples,
    list_first_turns,
    name_step,
    read_lesson,
    suggest,
    take,
    take_back,
)
from engine.core.errors import IllegalChoice
from tests.bot.people import Panel, World, restart

FIRST_TURN = front_of("gandhi").lessons.courses[0]
LESSON, STEPS = FIRST_TURN.id, FIRST_TURN.steps
LEARNER = 7
WARNING = "⚠"


def follow(lesson: Lesson, most: int = 40) -> int:
    """Do what the lesson suggests until it waits for Confirm, and return how many clicks that took."""
    for presses in range(most):
        if lesson.draft.armed:
            return presses
        take(lesson, [suggest(lesson)])
    raise AssertionError(f"No end after {most} presses: {lesson.draft}")


def test_the_steps_of_the_lesson_come_in_their_listed_order() -> None:
    lesson = begin_lesson(FIRST_TURN)
    steps = []
    while not lesson.draft.armed:
        steps.append(name_step(lesson))
        take(lesson, [suggest(lesson)])
    assert tuple(steps) == STEPS
    assert name_step(lesson) == "armed"


@pytest.mark.parametrize("kind", ["gandhi", "rajas"])
def test_further_examples_of_a_paragraph_are_numbered_from_two(kind: str) -> None:
    language, seen = load_language("en", kind), Counter[str]()
    for course in list_examples(kind):
        seen[course.number] += 1
        name = name_course(language, course)
        count = seen[course.number]
        assert course.number in name or kind != "gandhi"
        assert name.endswith(f" ({count})") if count > 1 else not name.endswith(")")


def test_the_lesson_ends_raj_control_in_two_spaces() -> None:
    lesson = begin_lesson(FIRST_TURN)
    assert lesson.start.spaces["bihar"].control
    assert lesson.start.spaces["united_provinces"].control
    follow(lesson)
    changes, after = finish(lesson)
    assert [change.target for change in changes if change.verb == "control"] == ["bihar", "united_provinces"]
    assert not after.spaces["bihar"].control
    assert not after.spaces["united_provinces"].control
    assert after.spaces["united_provinces"].gandhi
    assert after.victory["raj"].value < lesson.start.victory["raj"].value


def test_a_lesson_plays_identically_every_time() -> None:
    lessons = [begin_lesson(FIRST_TURN) for _ in range(2)]
    for lesson in lessons:
        follow(lesson)
    assert lessons[0].token == lessons[1].token
    assert finish(lessons[0]) == finish(lessons[1])


def test_a_lesson_can_be_continued_from_the_token_of_any_button() -> None:
    lesson = begin_lesson(FIRST_TURN)
    while not lesson.draft.armed:
        take(lesson, [suggest(lesson)])
        again = read_lesson(lesson.token, FIRST_TURN)
        assert (again.draft, again.path, again.notes) == (lesson.draft, lesson.path, [])
        before = read_lesson(take_back(lesson.token), FIRST_TURN)
        assert len(before.draft.to_commit) < len(lesson.draft.to_commit)
    assert take_back(BEGIN) == BEGIN


@pytest.mark.parametrize("token", [None, "", "0", "zzz", "-", "9mh-zzz", "9m"])
def test_a_lesson_with_an_unknown_token_can_be_played_to_its_end(token: str | None) -> None:
    lesson = read_lesson(token, FIRST_TURN)
    assert follow(lesson) > 0


@pytest.mark.parametrize("token", [None, "", BEGIN])
def test_the_first_screen_of_a_lesson_has_no_warning_sign(token: str | None) -> None:
    lessons = [read_lesson(token, course) for course in [*list_first_turns(), *list_examples()]]
    assert len(lessons) > 60
    assert [lesson.id for lesson in lessons if WARNING in write_panel(load_language(), lesson).body] == []


def test_a_lesson_of_an_earlier_version_begins_with_a_warning() -> None:
    lesson = read_lesson("zzz", FIRST_TURN)
    assert WARNING in write_panel(load_language(), lesson).body


@pytest.mark.parametrize("number", range(150))
def test_a_lesson_reaches_its_end_after_a_random_detour(number: int) -> None:
    """Random clicks, several spaces at once among them; then the lesson is followed to its end."""
    chance = random.Random(number)
    lesson = begin_lesson(FIRST_TURN)
    for _ in range(chance.randrange(1, 9)):
        if lesson.draft.armed or lesson.decision is None:
            break
        # Pieces given back on the side would lengthen the path beyond what a button's name holds.
        options = [option.key for option in lesson.decision.options if option.role != "extra"]
        count = min(len(options), chance.choice((1, 1, 1, lesson.decision.remaining or 1)))
        take(lesson, chance.sample(options, count))
    follow(lesson)
    _, view = panel(load_language(), lesson)
    ids = [part["custom_id"] for row in view.to_components() for part in row["components"]]
    assert all(len(made) <= CUSTOM_ID_LIMIT for made in ids)
    again = read_lesson(lesson.path, FIRST_TURN)
    assert again.draft == lesson.draft
    assert finish(lesson)[0]


def test_the_options_of_a_lesson_question_have_different_short_codes() -> None:
    for number in range(40):
        chance = random.Random(number)
        lesson = begin_lesson(FIRST_TURN)
        while not lesson.draft.armed and lesson.decision is not None:
            keys = [option.key for option in lesson.decision.options]
            assert len({encode_key(key) for key in keys}) == len(keys)
            try:
                take(lesson, [chance.choice(keys)])
            except IllegalChoice:
                break


def test_a_lesson_that_became_too_long_refuses_a_choice_and_keeps_its_draft() -> None:
    lesson = begin_lesson(FIRST_TURN)
    lesson.path = "aaa-" * (MOST_LETTERS // 4) + "aaa"
    assert len(lesson.token) < PATH_LIMIT
    draft = lesson.draft
    with pytest.raises(IllegalChoice, match="lesson_long"):
        take(lesson, ["civil_disobedience"])
    assert lesson.draft == draft


def test_every_step_of_the_lesson_has_a_sentence_in_every_language() -> None:
    for code in list_languages():
        language = load_language(code)
        for step in (*STEPS, "armed", "astray", "final"):
            assert f"ui.lesson.{step}" in language.keys, (code, step)
            assert len(language.say(f"ui.lesson.{step}", space="united_provinces")) < 600


# -- on Discord ------------------------------------------------------------------------------------------------


async def test_the_lesson_is_played_by_the_real_panel_and_ends_with_the_public_message(world: World) -> None:
    panel = await world.slash("Asha", "tutorial")
    assert "Step 1 of 7" in panel.words
    panel = await world.press("Asha", panel, "choose", "civil_disobedience")
    assert "Step 2 of 7" in panel.words
    panel = await world.pick("Asha", panel, "bihar")
    assert "Step 3 of 7" in panel.words
    panel = await world.press("Asha", panel, "choose", "done")
    panel = await world.press("Asha", panel, "choose", "special:satyagraha")
    panel = await world.pick("Asha", panel, "united_provinces")
    panel = await world.press("Asha", panel, "choose", "place")
    assert "Step 7 of 7" in panel.words
    panel = await world.press("Asha", panel, "map")
    assert panel.message.attachments
    panel = await world.press("Asha", panel, "confirm", "done")
    assert "What everyone would see" in panel.words
    assert "Satyagraha" in panel.words
    assert panel.message.attachments
    assert world.messages() == [], "no one else sees anything of it"
    assert await world.bot.tables.lobby.find_tables(guild_id=world.guild.id) == []
    panel = await world.press("Asha", panel, "again")
    assert "Step 1 of 7" in panel.words


async def guide_to_the_end(world: World, name: str, panel: Panel, most: int = 30) -> Panel:
    """Click "Show me" until it is over."""
    for _ in range(most):
        if not panel.has("guide"):
            return panel
        panel = await world.press(name, panel, "guide")
    raise AssertionError(panel.words)


async def test_the_show_me_button_plays_the_whole_lesson(world: World) -> None:
    panel = await guide_to_the_end(world, "Bilal", await world.slash("Bilal", "tutorial"))
    assert "What everyone would see" in panel.words


async def test_a_lesson_survives_a_restart_and_can_be_taken_back(world: World) -> None:
    panel = await world.slash("Asha", "tutorial")
    for _ in range(4):
        panel = await world.press("Asha", panel, "guide")
    assert "Step 5 of 7" in panel.words
    await restart(world)
    panel = await world.press("Asha", panel, "undo")
    assert "Step 4 of 7" in panel.words
    panel = await world.press("Asha", panel, "reset")
    assert "Step 1 of 7" in panel.words
    panel = await world.press("Asha", panel, "choose", "pass")
    assert "waits for **Confirm**" in panel.words or "own way" in panel.words
    panel = await guide_to_the_end(world, "Asha", panel)
    assert "What everyone would see" in panel.words


async def test_the_button_why_not_in_a_lesson_names_paragraphs_of_the_rules(world: World) -> None:
    panel = await world.slash("Asha", "tutorial")
    reasons = await world.press("Asha", panel, "why")
    assert "2.3.4" in reasons.words
    shown = await world.press("Asha", reasons, "rule", "2.3.4")
    assert "What you may choose" in shown.words


async def test_a_lesson_panel_has_buttons_after_random_clicks(world: World) -> None:
    chance = random.Random(3)
    panel = await world.slash("Charu", "tutorial")
    for _ in range(25):
        if not panel.has("guide"):
            panel = await world.press("Charu", panel, "again")
        elif chance.random() < 0.2:
            panel = await world.press("Charu", panel, "guide")
        else:
            panel = await world.press_at_random("Charu", panel, chance)
        assert panel.buttons
        assert "incident" not in panel.words
    assert LESSON in next(iter(panel.buttons))
