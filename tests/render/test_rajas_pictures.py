"""The pictures of Rajas of the Ganges: golden ones, the same bytes every time, sizes, and what goes wrong."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import cache

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.core.change import Change
from engine.rajas.story import read_story
from render.labels import ENGLISH_LABELS, LANGUAGES
from render.rajas import (
    CONTENTS,
    Options,
    Picture,
    Turn,
    draw_board,
    draw_chart,
    draw_contents,
    draw_end,
    draw_province,
    draw_sheet,
    race,
    recap_game,
    recap_turn,
)
from render.rajas.captions import step_captions, summary
from render.rajas.wide import TILE, stack_place
from render.strip import TEXT
from tests.render.rajas_views import expert_view, middle_view, over_view, sample_turn, setup_view
from tests.render.test_pictures import GOLDEN, open_picture, shrink

TURNINGS = ("NES", "ESW", "NSW", "NEW")
SQUARE = "b3"


def draw_turnings(layout: str, turnings: Sequence[str]) -> Picture:
    """Draw the ways in which a tile may lie on a square."""
    options = Options(layout=layout)
    return draw_province(middle_view(), "lotus", options, tile="orange_13", square=SQUARE, turnings=turnings)


PICTURES: dict[str, Callable[[], Picture]] = {
    "rajas_turn": lambda: draw_board(middle_view(), sample_turn()),
    "rajas_setup_dark": lambda: draw_board(setup_view(), (), Options(theme="dark", language="it")),
    "rajas_phone": lambda: draw_board(middle_view(), sample_turn(), Options(layout="phone")),
    "rajas_experts": lambda: draw_board(expert_view(), (), Options(theme="colour_blind", language="ja")),
    "rajas_province": lambda: draw_province(middle_view(), "lotus", squares=("b2", "c3", "e2")),
    "rajas_turnings": lambda: draw_turnings("phone", TURNINGS),
    "rajas_payment": lambda: draw_province(
        middle_view(), "lotus", Options(layout="province"), tile="orange_13", square=SQUARE
    ),
    "rajas_end": lambda: draw_end(over_view()),
    "rajas_sheet": lambda: draw_sheet("lotus"),
    "rajas_chart": lambda: draw_chart([middle_view(), over_view()]),
}


@cache
def drawn(name: str) -> Picture:
    """Return a picture, drawn once for all tests that look at it."""
    return PICTURES[name]()


@pytest.mark.golden
@pytest.mark.few("rajas_turn", "rajas_province", "rajas_turnings")
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


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_a_picture_is_small_and_has_alt_text(name: str) -> None:
    picture = drawn(name)
    assert len(picture.data) <= 700_000
    assert picture.media_type == "image/png"
    assert 40 < len(picture.alt) <= 1024
    image = Image.open(io.BytesIO(picture.data))
    assert image.size == (picture.width, picture.height)


def test_the_picture_for_phones_is_readable_at_the_width_of_a_phone() -> None:
    """390 pixels wide, letters of the words are 12 pixels high."""
    picture = drawn("rajas_phone")
    assert picture.width == 900
    assert TEXT * 390 / picture.width > 12


def test_drawing_the_same_input_twice_gives_the_same_bytes() -> None:
    assert PICTURES["rajas_turn"]().data == drawn("rajas_turn").data


def test_unknown_themes_and_layouts_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown theme 'pink': choose one of classic, dark, colour_blind"):
        draw_board(middle_view(), (), Options(theme="pink"))
    with pytest.raises(ValueError, match="unknown layout 'moon': choose one of full, phone"):
        draw_board(middle_view(), (), Options(layout="moon"))
    with pytest.raises(ValueError, match="a chart needs at least one turn"):
        draw_chart([])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_alt_text_of_the_board_shows_no_raw_key_in_any_language(language: str) -> None:
    """No key is shown in the place of a word."""
    alt = draw_board(middle_view(), sample_turn(), Options(language=language)).alt
    assert "rajas." not in alt
    assert "{" not in alt


def test_the_boards_before_and_after_are_side_by_side() -> None:
    picture = draw_board(middle_view(), sample_turn(), Options(before=middle_view()))
    assert picture.width == 1612
    assert picture.height < 1100


def test_the_alt_text_names_numbered_places_by_their_number() -> None:
    picture = draw_province(expert_view(), "lotus", Options(layout="phone"), yields=("left1", "corner_right"))
    assert picture.alt.startswith("You may choose, by number: 1 (left 1), 2 (right corner); Lotus:")
    picture = draw_province(middle_view(), "lotus", squares=("b2", "c3"), tile="orange_10")
    assert picture.alt.startswith("Squares for orange 8, by number: 1 (b2), 2 (c3); Lotus:")


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize(("layout", "right", "bottom"), [("full", 1030, 1010), ("phone", 900, 860)])
def test_every_rotation_of_a_tile_has_room(layout: str, right: int, bottom: int, count: int) -> None:
    """The rotations cover neither the province, which ends at ``right`` and ``bottom``, nor the edge of the picture."""
    picture = draw_turnings(layout, TURNINGS[:count])
    assert len(picture.data) <= 700_000
    shown, one = open_picture(picture), open_picture(draw_turnings(layout, TURNINGS[:1]))
    bare = open_picture(draw_province(middle_view(), "lotus", Options(layout=layout)))
    (width, height), edge = shown.size, 10
    for side in ((0, 0, edge, height - 60), (width - edge, 0, width, height - 60)):
        assert ImageChops.difference(shown.crop(side), bare.crop(side)).getbbox() is None
    lower = [image.crop((0, image.height - edge, width, image.height)) for image in (shown, bare)]
    assert ImageChops.difference(*lower).getbbox() is None
    board = (0, 0, right, bottom - 60)
    assert ImageChops.difference(shown.crop(board), one.crop(board)).getbbox() is None


def test_drawing_rotations_in_a_picture_without_kali_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown layout 'province': choose one of full, phone"):
        draw_turnings("province", TURNINGS)


def test_captions_and_summary_of_a_turn_of_several_seats_name_each_seat() -> None:
    turns = [*sample_turn()[:2], Change("worker", "conch", target="veranda:2"), Change("coins", "conch", old=7, new=9)]
    told = step_captions(read_story(turns), ENGLISH_LABELS)
    assert told == [("1", "Lotus: Quarry: −2 coins"), ("2", "Conch: Veranda: +2 coins")]
    rest = summary(read_story(turns), middle_view(), ENGLISH_LABELS)
    assert "Lotus: Coins 38 to 36, 13 points to go" in rest
    assert "Conch: Coins 7 to 9, 42 points to go" in rest


def test_a_recap_of_a_turn_has_a_frame_for_each_step() -> None:
    """The table before, the steps of the turn one after the other, the whole turn."""
    picture = recap_turn(middle_view(), middle_view(), sample_turn()[:7])
    image = Image.open(io.BytesIO(picture.data))
    assert picture.media_type == "image/gif"
    assert getattr(image, "n_frames", 1) == 3


def test_a_recap_of_a_game_has_a_frame_for_the_start_and_each_turn() -> None:
    turns = [Turn(middle_view(), tuple(sample_turn())), Turn(over_view(), ())]
    image = Image.open(io.BytesIO(recap_game(middle_view(), turns).data))
    assert getattr(image, "n_frames", 1) == 3


def test_the_alt_text_of_a_chart_names_every_player() -> None:
    alt = draw_chart([setup_view(), setup_view()]).alt
    assert all(ENGLISH_LABELS[f"seat.{seat}"] in alt for seat in setup_view().players)


def test_markers_that_have_met_do_not_cover_each_other() -> None:
    """Neither covers the other, on the same space or passed: that is how a game ends."""
    for fame, money in ((300.0, 300.0), (310.0, 300.0), (300.0, 310.0), (0.0, 0.0), (700.0, 700.0)):
        x, y = race.part(fame, money, (0, 700, 0))
        assert abs(x - y) >= race.MARKER
        assert fame == money or (x > y) == (fame > money)
    assert race.part(100, 500, (0, 700, 0)) == (100, 500)


def test_a_picture_of_the_race_shows_the_bonuses_and_workers_still_ahead() -> None:
    """Fame bonuses and workers not yet reached, the next bonus of the money track and those after it."""
    lotus = middle_view().players["lotus"]
    assert [(track, space) for track, space, _ in race.list_ahead(lotus)] == [
        ("fame", 31),
        ("money", 44),
        ("money", 55),
    ]
    start = [(track, space) for track, space, _ in race.list_ahead(setup_view().players["lotus"])]
    assert ("fame", 15) in start
    assert ("money", 20) in start


def test_the_next_tile_of_a_stack_has_no_mark_after_a_tile_was_taken() -> None:
    """The tile that was taken is small at the corner of its stack; no ring is round the one that lies open now."""
    x, y = (round(value) for value in stack_place("purple:cow"))
    box = (x - 5, y - 5, x + TILE // 2, y + TILE // 2)
    plain, told = (open_picture(draw_board(middle_view(), turn)) for turn in ((), sample_turn()))
    assert ImageChops.difference(plain.crop(box), told.crop(box)).getbbox() is None
    corner = (x + TILE // 2, y + TILE // 2, x + TILE, y + TILE)
    assert ImageChops.difference(plain.crop(corner), told.crop(corner)).getbbox() is not None


def test_the_alt_text_describes_the_board() -> None:
    alt = draw_board(middle_view()).alt
    assert "Dice (orange 3, orange 6, purple 2, blue 4, blue 5, green 1, green 5), Buildings (" in alt
    assert ", Buildings (temple 3, palace 4)." in alt
    assert "Workers: Quarry (Peacock, Banyan), Tea market (Lotus), Veranda (Peacock)," in alt
    assert "Quarry: orange 2 (silk 2), " in alt
    assert alt.removeprefix(alt.partition("Quarry: orange")[0]).count("Quarry") == 1
    assert "Province of Lotus: b1 orange 7 (tea 3), a1 purple 6 (temple, silk 1)" in draw_board(expert_view()).alt


def test_alt_text_of_seat_boxes_describes_only_provinces() -> None:
    alt = draw_board(middle_view(), (), Options(layout="seats")).alt
    assert "Province of Lotus: b1 orange 7 (tea 3)" in alt
    assert "Quarry" not in alt
    assert "Yields: left 3, left corner, right 1." in draw_province(middle_view(), "lotus").alt


def test_a_caption_about_several_seats_names_the_seat_of_each_step() -> None:
    """In the set-up no one has placed a worker yet, so every yield tile says whose it is."""
    turns = [Change("lay_yield", seat, "brown_curves", target="corner_left") for seat in ("lotus", "peacock")]
    told = step_captions(read_story(turns), ENGLISH_LABELS)
    assert told == [("1", "Lotus: Yield tile on left corner"), ("2", "Peacock: Yield tile on left corner")]


@pytest.mark.parametrize("layout", CONTENTS)
def test_a_picture_of_the_components_is_small_and_its_alt_text_lists_tiles(layout: str) -> None:
    picture = draw_contents(Options(layout=layout))
    assert (picture.width, len(picture.data) < 400_000) == (1400, True)
    assert layout != "tiles" or picture.alt.startswith("Orange 2 (silk 2), orange 3 (temple),")
    with pytest.raises(ValueError, match="unknown layout 'moon': choose one of tiles, river"):
        draw_contents(Options(layout="moon"))
