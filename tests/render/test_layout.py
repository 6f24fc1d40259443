"""Nothing overlaps, everything lies inside its space and the picture, and texts fit their boxes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from PIL import Image, ImageDraw

from engine.gandhi.story import Story, read_story
from engine.gandhi.view import View
from render.fonts import fit_size, load_font, measure
from render.gandhi.base import COUNTRIES
from render.gandhi.board import Board, Box, Railway, Space, load_board
from render.gandhi.captions import step_captions
from render.gandhi.panel import FRAMES
from render.gandhi.picture import PANEL_PLACES, PANEL_SIZE
from render.gandhi.pieces import lay_out_things
from render.labels import LANGUAGES, labels_for
from render.strip import MOST_REST, lay_out_lines, lay_out_rest, strip_fits
from tests.render.views import extreme_view, middle_view, sample_turn, setup_view

Named = tuple[str, Box]
NOTE = (34, 28)


def square(center: tuple[int, int], size: int) -> Box:
    half = size // 2
    return (center[0] - half, center[1] - half, center[0] + half, center[1] + half)


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def fixed_boxes(board: Board) -> Iterator[Named]:
    """Yield everything that always has the same place: names, badges, step numbers, plates, Towns' labels."""
    for key, space in board.spaces.items():
        yield (f"{key} name", space.name_box)
        yield (f"{key} level", square(space.level, board.badge))
        if space.control is not None:
            yield (f"{key} control", square(space.control, board.badge))
        yield (f"{key} note", note_box(space))
    for key, railway in board.railways.items():
        x, y = railway.plate
        yield (f"{key} plate", (x - 17, y - 13, x + 17, y + 13))
        yield (f"{key} note", note_box(railway))
    for town in board.towns:
        yield (f"{town.name} label", town.label)


def note_box(place: Space | Railway) -> Box:
    x, y = place.note
    return (x - NOTE[0] // 2, y - NOTE[1] // 2, x + NOTE[0] // 2, y + NOTE[1] // 2)


def overlaps(boxes: list[Named]) -> list[tuple[str, str]]:
    return [(a[0], b[0]) for a, b in combinations(boxes, 2) if overlap(a[1], b[1])]


def test_fixed_parts_of_the_map_do_not_overlap() -> None:
    assert overlaps(list(fixed_boxes(load_board()))) == []


@pytest.mark.parametrize("view", [setup_view("short"), setup_view("main"), middle_view(), extreme_view()])
def test_pieces_overlap_no_other_part_of_the_map(view: View) -> None:
    boxes = [(f"{thing.space} {thing.kind}", square(thing.spot, thing.size)) for thing in lay_out_things(view, Story())]
    assert overlaps([*fixed_boxes(load_board()), *boxes]) == []


def test_shadows_of_removed_pieces_overlap_nothing() -> None:
    things = lay_out_things(middle_view(), read_story(sample_turn()))
    boxes = [(f"{thing.space} {thing.kind}", square(thing.spot, thing.size)) for thing in things]
    assert any(thing.count == 0 for thing in things)
    assert overlaps(boxes) == []


def test_slots_of_a_space_overlap_no_fixed_part_and_no_other_space() -> None:
    """The slots for every number of groups of pieces touch nothing that is fixed and no slot of another space."""
    board = load_board()
    places: list[Space | Railway] = [*board.spaces.values(), *board.railways.values()]
    reach = {place.id: [square(spot, slots.size) for slots in place.slots for spot in slots.spots] for place in places}
    fixed = list(fixed_boxes(board))
    for key, boxes in reach.items():
        for name, box in fixed:
            assert not any(overlap(box, slot) for slot in boxes), f"{key} runs into {name}"
    for a, b in combinations(reach, 2):
        assert not any(overlap(x, y) for x in reach[a] for y in reach[b]), f"{a} runs into {b}"


def test_each_number_of_piece_groups_has_as_many_separate_slots() -> None:
    board = load_board()
    places: list[Space | Railway] = [*board.spaces.values(), *board.railways.values()]
    for place in places:
        assert [len(slots.spots) for slots in place.slots] == list(range(1, len(place.slots) + 1)), place.id
        assert len(place.slots) == (12 if isinstance(place, Space) else 9)
        for slots in place.slots:
            spots = [("", square(spot, slots.size)) for spot in slots.spots]
            assert overlaps(spots) == []


def test_all_parts_of_a_space_lie_inside_its_borders() -> None:
    board = load_board()
    for key, space in board.spaces.items():
        mask = Image.new("1", (board.width, board.height))
        draw = ImageDraw.Draw(mask)
        if space.center is not None:
            x, y = space.center
            draw.ellipse((x - space.radius, y - space.radius, x + space.radius, y + space.radius), fill=1)
            boxes = []
        else:
            for outline in space.outlines:
                draw.polygon(outline, fill=1)
            boxes = [space.name_box, square(space.level, board.badge), note_box(space)]
            boxes += [square(space.control, board.badge)] if space.control is not None else []
        boxes += [square(spot, slots.size) for slots in space.slots for spot in slots.spots]
        for box in boxes:
            area = mask.crop((box[0] + 1, box[1] + 1, box[2] - 1, box[3] - 1))
            assert area.getextrema() == (255, 255) or area.getextrema() == (1, 1), f"{key}: {box} leaves the space"


def test_princely_states_have_no_control_badge() -> None:
    """1.7.1: Only Cities and Provinces can have Raj Control."""
    for space in load_board().spaces.values():
        assert (space.control is None) == (space.kind == "state")


def test_all_parts_of_the_map_lie_inside_the_picture_and_outside_the_boxes() -> None:
    board = load_board()
    boxes = list(fixed_boxes(board))
    boxes += [
        (space.id, (space.center[0] - 80, space.center[1] - 80, space.center[0] + 80, space.center[1] + 80))
        for space in board.spaces.values()
        if space.center is not None
    ]
    for name, (left, top, right, bottom) in boxes:
        assert left >= 4, name
        assert top >= 4, name
        assert right <= board.width - 4, name
        assert bottom <= board.height - 4, name
        for frame in FRAMES:
            assert not overlap((left, top, right, bottom), frame.box), f"{name} lies under the box {frame.key}"


def test_boxes_beside_the_map_do_not_overlap() -> None:
    assert overlaps([(frame.key, frame.box) for frame in FRAMES]) == []
    apart = [(frame.key, (left, top, left + frame.width, top + frame.height)) for frame, left, top in PANEL_PLACES]
    assert overlaps(apart) == []
    assert all(box[2] <= PANEL_SIZE[0] and box[3] <= PANEL_SIZE[1] for _, box in apart)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_spaces_and_towns_fit_their_boxes(language: str) -> None:
    board, labels = load_board(), labels_for(language)
    for key, space in board.spaces.items():
        left, top, right, bottom = space.name_box
        lines = labels.lines(key, space.lines)
        assert len(lines) * board.name_line <= bottom - top + 1, key
        for line in lines:
            size = fit_size(line, "serif_bold", board.name_size, right - left)
            assert measure(line, "serif_bold", size) <= right - left, key
            assert size >= 18, f"{key} is set in {size} pixels"
    for town in board.towns:
        word = labels[f"town.{town.name.lower()}"]
        size = fit_size(word, "serif", board.town_size, town.label[2] - town.label[0])
        assert size >= 13, word
    assert all(key in labels for key, *_ in COUNTRIES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [1600, 1640, 1612])
def test_captions_of_a_turn_fit_their_strip(language: str, width: int) -> None:
    labels = labels_for(language)
    captions = step_captions(read_story(sample_turn()), labels)
    for many in (captions[:2], captions, captions * 6):
        columns = lay_out_lines(many, width, labels)
        assert strip_fits(columns, width)
        assert all(len(lines) <= 8 for lines in columns)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_other_changes_says_how_many_do_not_fit(language: str) -> None:
    labels = labels_for(language)
    facts = [labels.say("caption.track", name=labels[f"resources.{seat}"], old=1, new=20) for seat in ("raj",) * 30]
    assert lay_out_rest([], 1548, labels) == []
    assert "".join(lay_out_rest(facts[:1], 1548, labels)) == facts[0]
    lines = lay_out_rest(facts, 1548, labels)
    told = "".join(lines).count(facts[0][-4:])
    assert len(lines) == MOST_REST
    assert lines[-1].endswith(labels.say("caption.more_changes", count=len(facts) - told))


def test_caption_lines_that_do_not_fit_are_counted() -> None:
    labels = labels_for("en")
    captions = step_captions(read_story(sample_turn()), labels) * 9
    columns = lay_out_lines(captions, 1600, labels)
    shown = sum(bool(line.mark) for lines in columns for line in lines)
    assert columns[-1][-1].text == f"and {len(captions) - shown} more"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_a_language_is_in_the_fonts(language: str) -> None:
    labels = labels_for(language)
    # Alt texts and the board in words are read, and never drawn.
    for key in (key for key in labels if not key.startswith(("alt.", "place."))):
        for letter in labels[key]:
            if letter.isspace() or letter in "{}|":
                continue
            face = "japanese" if letter >= "\u3000" else "serif_bold"
            font = load_font(face, 30)
            missing = font.getmask("\ue000")
            glyph = font.getmask(letter)
            same = glyph.size == missing.size and bytes(glyph) == bytes(missing)
            assert not same, f"{language} {key}: {letter!r} is not in the font"
