"""The pictures themselves: golden ones, the same bytes every time, sizes, and what goes wrong."""

from __future__ import annotations

import asyncio
import io
import os
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.gandhi.view import CardView
from render.gandhi import Options, Picture, Turn, draw, draw_card, draw_chart, draw_sheet, recap_game, recap_turn
from render.labels import Labels
from render.pool import RenderPool, SlowPool
from render.worker import WorkerLost
from tests.render.views import FACES, extreme_view, middle_view, over_view, sample_turn, setup_view

GOLDEN = Path(__file__).parent / "golden"
SMALL = 480
"""Width of the golden pictures: small files, yet every mark shows."""
SIDES = ("Gandhi goes to any space. Place a Protest there.", "Arrest up to three Activists where Raj has Control.")

PICTURES: dict[str, Callable[[], Picture]] = {
    "short": lambda: draw(setup_view("short")),
    "main": lambda: draw(setup_view("main")),
    "turn": lambda: draw(middle_view(), sample_turn()),
    "turn_dark": lambda: draw(middle_view(), sample_turn(), Options(theme="dark")),
    "turn_colour_blind": lambda: draw(middle_view(), sample_turn(), Options(theme="colour_blind", layout="map")),
    "turn_dim": lambda: draw(middle_view(), sample_turn(), Options(layout="map", dim=True)),
    "extreme": lambda: draw(extreme_view()),
    "panel": lambda: draw(middle_view(), (), Options(layout="panel")),
    "over": lambda: draw(over_view(), (), Options(layout="panel")),
    "west": lambda: draw(middle_view(), sample_turn(), Options(layout="west")),
    "pair": lambda: draw(middle_view(), sample_turn(), Options(layout="map", before=setup_view("short"))),
    "candidates": lambda: draw(
        middle_view(), (), Options(layout="map", candidates=("assam", "bihar", "delhi"), chosen="orissa", dim=True)
    ),
    "japanese": lambda: draw(middle_view(), sample_turn(), Options(language="ja")),
    "legend": lambda: draw(middle_view(), (), Options(layout="legend")),
    "event": lambda: draw_card(FACES[0], SIDES),
    "viceroy": lambda: draw_card(CardView(75, "Lord Irwin", viceroy="irwin")),
    "sheet": lambda: draw_sheet("congress"),
    "sheet_dark": lambda: draw_sheet("raj", Options(theme="dark", language="it")),
    "sheet_japanese": lambda: draw_sheet("revolutionaries", Options(language="ja")),
    "chart": lambda: draw_chart([setup_view("main").victory, setup_view("short").victory, middle_view().victory]),
}


@cache
def drawn(name: str) -> Picture:
    """Return a picture, drawn once for all tests that look at it."""
    return PICTURES[name]()


def open_picture(picture: Picture) -> Image.Image:
    image = Image.open(io.BytesIO(picture.data))
    assert image.size == (picture.width, picture.height)
    return image.convert("RGB")


def shrink(image: Image.Image) -> Image.Image:
    height = image.height * SMALL // image.width
    return image.resize((SMALL, height), Image.Resampling.BOX)


@pytest.mark.golden
@pytest.mark.few("turn", "panel", "sheet")
@pytest.mark.parametrize("name", sorted(PICTURES))
def test_a_picture_looks_like_its_stored_golden_picture(name: str) -> None:
    """Made again by ``python -m tests.render.make_golden``; look at them before you commit them."""
    now = shrink(open_picture(drawn(name)))
    golden = Image.open(GOLDEN / f"{name}.png").convert("RGB")
    assert now.size == golden.size
    difference = ImageChops.difference(now, golden).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 2.5
    patches = difference.resize((now.width // 12, now.height // 12), Image.Resampling.BOX)
    assert max(patches.tobytes()) < 24, "a part of the picture looks different"


@pytest.mark.parametrize("name", ["turn", "west", "event"])
def test_drawing_the_same_input_twice_gives_the_same_bytes(name: str) -> None:
    assert PICTURES[name]().data == drawn(name).data


@pytest.mark.parametrize("name", ["short", "turn", "turn_dark", "extreme", "west", "japanese"])
def test_a_picture_file_is_small_and_the_picture_wide_enough(name: str) -> None:
    picture = drawn(name)
    assert len(picture.data) <= 700_000
    assert 1600 <= picture.width <= 1700
    assert picture.media_type == "image/png"
    assert picture.alt


def test_the_picture_of_a_turn_has_marks_and_a_strip_below_the_board() -> None:
    """Compare the picture of a turn with that of the same board without Changes."""
    plain, told = draw(middle_view()), drawn("turn")
    assert plain.data != told.data
    assert told.height > plain.height


def test_a_card_uses_the_terms_that_a_table_has_changed() -> None:
    labels = Labels("en", {f"title.{FACES[0].number}": "A walk to the sea"})
    assert draw_card(FACES[0], SIDES, labels=labels).alt.startswith("55 “A walk to the sea”. Unshaded: Gandhi goes")


def test_unknown_themes_and_layouts_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown theme 'pink': choose one of classic, dark, colour_blind"):
        draw(middle_view(), (), Options(theme="pink"))
    with pytest.raises(ValueError, match="unknown layout 'moon': choose one of full, map, panel"):
        draw(middle_view(), (), Options(layout="moon"))
    with pytest.raises(ValueError, match="unknown theme 'pink'"):
        draw_card(FACES[0], SIDES, Options(theme="pink"))
    with pytest.raises(ValueError, match="unknown theme 'pink'"):
        draw_chart([middle_view().victory], Options(theme="pink"))
    with pytest.raises(ValueError, match="a chart needs at least one turn"):
        draw_chart([])


def test_a_picture_in_an_unknown_language_is_in_english() -> None:
    assert draw(middle_view(), (), Options(language="xx")).data == draw(middle_view()).data


def test_a_card_with_very_long_texts_can_be_drawn() -> None:
    long = ("Place a Protest and an Activist in every space that Congress can reach. " * 9,) * 2
    assert draw_card(FACES[1], long).data


def test_a_recap_of_a_turn_has_a_frame_for_each_step() -> None:
    picture = recap_turn(setup_view("short"), middle_view(), sample_turn())
    image = Image.open(io.BytesIO(picture.data))
    assert picture.media_type == "image/gif"
    assert getattr(image, "n_frames", 1) == 8, "the board before, six steps, the whole turn"
    assert len(picture.data) < 8_000_000
    assert picture.alt


def test_a_recap_of_a_game_has_a_frame_for_the_start_and_each_turn() -> None:
    turns = [Turn(middle_view(), tuple(sample_turn())), Turn(setup_view("short"), ())]
    image = Image.open(io.BytesIO(recap_game(setup_view("main"), turns).data))
    assert getattr(image, "n_frames", 1) == 3


async def test_the_pool_draws_pictures_identical_to_direct_ones() -> None:
    pool = RenderPool(2)
    try:
        picture = await pool.run(draw, middle_view(), sample_turn())
        card = await pool.run(draw_card, FACES[0], SIDES)
    finally:
        pool.close()
    assert picture is not None
    assert card is not None
    assert picture.data == PICTURES["turn"]().data
    assert card.data == PICTURES["event"]().data


async def test_a_lost_process_for_slow_pictures_is_replaced() -> None:
    pool = SlowPool()
    try:
        assert await pool.run(os.getpid) != os.getpid()
        with pytest.raises(WorkerLost):
            await pool.run(os._exit, 1)
        with pytest.raises(ZeroDivisionError):
            await pool.run(divmod, 1, 0)
    finally:
        pool.close()


async def test_closing_the_pool_ends_a_hanging_process() -> None:
    pool = SlowPool()
    pid = await pool.run(os.getpid)
    os.kill(pid, signal.SIGSTOP)
    hung = asyncio.ensure_future(pool.run(os.getpid))
    await asyncio.sleep(0)
    pool.close()
    with pytest.raises(WorkerLost):
        await asyncio.wait_for(hung, 5)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_the_pool_passes_errors_to_the_caller() -> None:
    pool = RenderPool(1)
    try:
        with pytest.raises(ValueError, match="unknown theme"):
            await pool.run(draw, middle_view(), (), Options(theme="pink"))
    finally:
        pool.close()
