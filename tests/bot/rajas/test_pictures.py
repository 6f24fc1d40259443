"""Pictures at a table of Rajas of the Ganges: each person's picture shows what they can choose."""

from __future__ import annotations

import random

import pytest

from bot.games.frontend import front_of
from engine import Game
from render.pictures import Options

FRONT = front_of("rajas")
NAVARATNAS = ("navaratnas", 3)
BASIC = ("basic", 2)


def find_question(kind: str, table: tuple[str, int] = BASIC, least: int = 2) -> Game:
    """Return a game at a question of a kind, with some options, found by playing at random."""
    scenario, players = table
    for number in range(20):
        game = Game.new(
            "rajas", scenario, dict.fromkeys(FRONT.setup.list_seats(players), "player"), bytes([number]) * 32
        )
        chance = random.Random(number)
        while (decision := game.decision) is not None:
            if decision.kind == kind and len(decision.options) >= least:
                return game
            keys = [option.key for option in decision.options]
            game.choose("quarry" if "quarry" in keys else chance.choice(keys))
    raise AssertionError(kind)


@pytest.mark.parametrize(
    ("kind", "table"), [("square", BASIC), ("roads", BASIC), ("yield_space", NAVARATNAS), ("cover", BASIC)]
)
def test_a_question_about_places_has_a_picture(kind: str, table: tuple[str, int]) -> None:
    game = find_question(kind, table)
    assert kind in FRONT.pictures.pictured
    before = game.digest()
    picture = FRONT.pictures.draw_question(game.blind(), Options(language="it"))
    assert picture is not None
    assert len(picture.data) < 700_000
    assert picture.alt
    assert game.digest() == before


def test_a_question_about_no_place_has_no_picture() -> None:
    game = find_question("place")
    assert FRONT.pictures.draw_question(game, Options()) is None


@pytest.mark.parametrize("layout", [*FRONT.pictures.ways, "lotus", "peacock", "conch", "map"])
def test_every_view_of_a_table_is_drawn(layout: str) -> None:
    """The views of a seat that is not taken, and a view that only another game has, are tried too."""
    game = find_question("place")
    assert (
        FRONT.pictures.draw(game.view(), game.steps[-1].changes if game.steps else [], Options(layout=layout))
        is not None
    )


def test_the_relevant_part_of_the_board_is_the_province_of_the_acting_player() -> None:
    game = find_question("tile")
    assert FRONT.pictures.find_parts(game.state.log) == (game.pending_seat,)
    assert FRONT.pictures.find_parts([]) == FRONT.pictures.ways[:1]


def test_a_sheet_can_be_written_in_words_and_drawn() -> None:
    told = FRONT.lessons.write_sheet("lotus", "en")
    assert "markers" in told[0]
    assert any(line.startswith("Master Builder: Cover a tile") for line in told)
    drawn = FRONT.lessons.draw_sheet("lotus", Options())
    assert drawn is not None
    assert drawn.alt.startswith("Lotus. Goal: Bring your two markers together")
