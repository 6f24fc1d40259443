"""Nothing on the pictures of Rajas lies on anything else, and every word has room."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest

from engine.rajas.board import BOARD
from engine.rajas.ids import COLOURS, SEATS
from engine.rajas.story import read_story
from render.fonts import measure
from render.labels import LANGUAGES, labels_for
from render.rajas import phone, track, wide
from render.rajas.captions import step_captions
from render.rajas.ending import rank
from render.rajas.kali import hand_places
from render.rajas.province import PLANS, corner_of, yield_places
from render.rajas.rewards import letter_of, reward_picture
from render.rajas.river import Course, places
from render.rajas.slots import Blocks
from render.rajas.slots import places as slot_places
from render.rajas.sprites import PAINTERS, die, sprite
from render.rajas.supply import draw_supply
from render.rajas.tiles import ROOM, draw_tile
from render.strip import lay_out_lines, strip_fits
from tests.render.rajas_views import expert_view, middle_view, over_view, sample_turn

PLAYERS = (2, 3, 4)
TABLES: list[tuple[str, int, Blocks, Course]] = [
    *(("full", players, wide.BLOCKS, wide.RIVER) for players in PLAYERS),
    *(("phone", players, phone.blocks(players), phone.course(players)) for players in PLAYERS),
]


@pytest.mark.parametrize(("layout", "players", "blocks", "course"), TABLES)
def test_spaces_for_workers_lie_apart_and_in_their_blocks(
    layout: str, players: int, blocks: Blocks, course: Course
) -> None:
    spots = slot_places(blocks, players)
    assert set(spots) == set(BOARD.slots[players])
    for (first, a), (second, b) in combinations(spots.items(), 2):
        assert math.dist(a, b) >= blocks.size, (layout, first, second)
    for slot, (x, y) in spots.items():
        name = slot.split(":", maxsplit=1)[0]
        left, top, right, bottom = getattr(blocks, name if name in ("quarry", "market", "harbour") else "palace")
        half = blocks.size / 2
        assert left <= x - half < x + half <= right, (layout, slot)
        assert top <= y - half < y + half <= bottom, (layout, slot)


@pytest.mark.parametrize(("layout", "players", "blocks", "course"), TABLES)
def test_river_spaces_lie_apart_and_in_their_box(layout: str, players: int, blocks: Blocks, course: Course) -> None:
    spots = places(course)
    assert len(spots) == BOARD.river_last + 1
    for a, b in combinations(spots, 2):
        assert math.dist(a, b) >= course.size * 0.91, layout
    for x, y in spots:
        assert course.left <= x <= course.right
        assert course.top <= y <= course.bottom


@pytest.mark.parametrize("players", PLAYERS)
def test_market_palace_and_harbour_do_not_overlap(players: int) -> None:
    for blocks in (wide.BLOCKS, phone.blocks(players)):
        for a, b in combinations((blocks.market, blocks.palace, blocks.harbour), 2):
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart


def test_the_money_and_fame_tracks_are_aligned_as_in_the_rulebooks_example() -> None:
    """The example of the end: what lies beside each other there lies beside each other here."""
    for money, fame in ((65, 28), (66, 28), (120, 1), (119, 1), (1, 60), (2, 60)):
        begin, end = track.fame_span(fame)
        low, high = track.money_span(money)
        assert begin - 0.01 <= low < high <= end + 0.01
    ends = [track.fame_span(space) for space in range(BOARD.fame_last + 1)]
    assert all(a[1] == pytest.approx(b[0]) for a, b in pairwise(ends))


@pytest.mark.parametrize("name", ["fame", "money"])
def test_markers_on_a_track_do_not_hide_each_other(name: str) -> None:
    """Peacock, banyan and conch share a space of fame, lotus and peacock one of money."""
    found = track.marker_places(middle_view().players, name)
    assert set(found) == set(SEATS)
    for (first, (a, size)), (second, (b, other)) in combinations(found.items(), 2):
        assert math.dist(a, b) >= 0.7 * (size + other) / 2, (first, second)


@pytest.mark.parametrize("layout", sorted(PLANS))
def test_yield_spaces_lie_outside_all_squares(layout: str) -> None:
    plan = PLANS[layout]
    spots = yield_places(plan)
    assert set(spots) == set(BOARD.yields)
    for a, b in combinations(spots.values(), 2):
        assert math.dist(a, b) >= 76
    for x, y in spots.values():
        assert 36 <= x <= plan.width - 36
        for square in BOARD.squares:
            left, top = corner_of(square, plan)
            assert not (left + 4 < x < left + plan.side - 4 and top + 4 < y < top + plan.side - 4)


@pytest.mark.parametrize("hands", [8, 10])
def test_the_dice_in_a_hand_lie_apart(hands: int) -> None:
    spots = hand_places(hands)
    assert len(spots) == hands
    assert all(math.dist(a, b) >= 68 for a, b in combinations(spots, 2))


def test_rewards_tiles_and_dice_can_be_drawn() -> None:
    labels = labels_for("en")
    rewards = [*BOARD.river, *BOARD.river_tiles.values()]
    rewards += [tile.reward for tile in BOARD.yield_tiles.values()]
    rewards += [reward for space in BOARD.yields.values() for reward in (space.basic, space.small)]
    for reward in rewards:
        assert reward_picture(reward, 40, "classic", labels).getbbox() is not None, reward
    for kind in PAINTERS:
        assert sprite(kind, 24, "dark").getbbox() is not None, kind
    assert all(set(ROOM[roads]) for roads in ROOM)
    assert len({die("blue", pips, 40, "classic", "B").tobytes() for pips in range(1, 7)}) == 6
    assert draw_tile("orange_09", "NEW", 60, "classic", "O").size == (60, 60)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_colour_has_its_own_letter(language: str) -> None:
    letters = [letter_of(colour, labels_for(language)) for colour in COLOURS]
    assert len(set(letters)) == len(COLOURS)
    assert all(1 <= len(letter) <= 2 for letter in letters)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [900, 1600])
def test_the_captions_of_a_turn_fit_their_strip(language: str, width: int) -> None:
    labels = labels_for(language)
    columns = lay_out_lines(step_captions(read_story(sample_turn()), labels), width, labels)
    assert strip_fits(columns, width)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_chambers_fit_their_boxes(language: str) -> None:
    labels = labels_for(language)
    for blocks in (wide.BLOCKS, phone.blocks(4)):
        room = (blocks.palace[2] - blocks.palace[0] - 16) // 6 - 18
        for chamber in BOARD.chambers:
            assert measure(labels[f"action.chamber:{chamber}"], "serif_bold", 11) <= room


@pytest.mark.parametrize("width", [900, 1600])
def test_only_a_game_of_experts_has_a_supply_of_open_yield_tiles(width: int) -> None:
    labels = labels_for("en")
    image = draw_supply(expert_view(), width, "classic", labels)
    assert image.width == width
    assert not middle_view().supply


def test_the_final_ranking_begins_with_the_winner() -> None:
    assert rank(over_view())[:2] == ["conch", "banyan"]
