"""Questions about a few spaces show them on a picture, with the numbers that their buttons have."""

from __future__ import annotations

import pytest

from bot.discord.panel import panel
from bot.games.gandhi.front import FRONT
from bot.games.showing import is_pictured
from bot.language import load_language
from engine.gandhi.board import BOARD
from render.gandhi.base import WHOLE
from render.gandhi.regions import find_window
from render.pictures import Options
from tests.bot.people import World
from tests.bot.pressing import begin
from tests.playing import game_at
from tools.verify.panels import make_moment

SPACES = {"bihar": {"congress": 2, "gandhi": True}, "delhi": {"congress": 1}, "punjab": {"congress": 1}}


def test_the_alt_text_of_a_question_names_its_spaces_by_number() -> None:
    game = game_at(SPACES, "congress")
    assert game.decision is not None
    assert not is_pictured(FRONT.pictures, game.decision)
    game.choose("civil_disobedience")
    drawn = FRONT.pictures.draw_question(game, Options())
    assert drawn is not None
    assert drawn.alt.startswith("You may choose, by number: 1 Delhi, 2 Punjab, 3 Bihar.")
    assert drawn.width < WHOLE[2]
    assert dict(FRONT.pictures.number_places(game.decision)) == {"delhi": 1, "punjab": 2, "bihar": 3}


def test_buttons_of_a_question_are_numbered_only_beside_its_picture() -> None:
    game = game_at(SPACES, "congress")
    game.choose("civil_disobedience")
    moment = make_moment(game.blind())
    for has_picture, wanted in (
        (True, {"1 · Delhi", "2 · Punjab", "3 · Bihar"}),
        (False, {"Delhi", "Punjab", "Bihar"}),
    ):
        _, rows = panel(load_language(), moment, is_pictured=has_picture)
        labels = {part["label"] for row in rows.to_components() for part in row["components"]}
        assert wanted <= labels


@pytest.mark.parametrize(
    "spaces", [("delhi",), ("karachi", "calcutta"), ("madras", "lahore_peshawar"), BOARD.everywhere]
)
def test_the_window_for_a_question_lies_on_the_map_and_is_wide_enough(spaces: tuple[str, ...]) -> None:
    left, top, right, bottom = find_window(spaces)
    assert 0 <= left < right <= WHOLE[2]
    assert 0 <= top < bottom <= WHOLE[3]
    assert right - left >= 800


async def test_a_question_is_shown_with_a_picture_and_numbered_buttons(world: World) -> None:
    game_id = await world.start_table()
    name, shown = await begin(world, game_id, game_at(SPACES, "congress"), "congress")
    shown = await world.press(name, shown, "choose", "civil_disobedience")
    assert any(ran == "draw_question" for ran, _ in world.pool.ran)
    assert "1 · Delhi" in shown.buttons.values()


async def test_the_picture_of_a_question_that_is_asked_again_is_not_drawn_again(world: World) -> None:
    game_id = await world.start_table()
    name, shown = await begin(world, game_id, game_at(SPACES, "congress"), "congress")

    def count() -> int:
        return [ran for ran, _ in world.pool.ran].count("draw_question")

    shown = await world.press(name, shown, "choose", "civil_disobedience")
    drawn = count()
    assert drawn
    await world.slash(name, "turn")
    assert count() == drawn
    shown = await world.press(name, shown, "choose", "delhi")
    drawn = count()
    await world.press(name, shown, "undo")
    assert count() == drawn
