"""What every total is made of, and what a victory check and a Campaign Round would bring now, in words."""

from __future__ import annotations

import random

import pytest

from bot.discord.limits import DESCRIPTION_LIMIT
from bot.games.gandhi.facts import SPACES
from bot.games.gandhi.front import FRONT
from bot.language import list_languages, load_language
from bot.narrate.standing import write_headline
from engine import Game
from engine.core.decision import Option
from engine.core.text import text
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.ids import CAMPAIGN
from tests.bot.people import World
from tests.playing import game_at
from tests.turns import at_random, draw_turn

ENGLISH = load_language("en")
BOARD = {
    "bihar": {"level": "active_opposition", "sepoys": 1},
    "sind": {"level": "passive_opposition", "muslim_state": True},
    "delhi": {"troops": 2, "level": "passive_support"},
}


def test_every_total_lists_the_spaces_that_contribute_to_it() -> None:
    lines = FRONT.score.explain(ENGLISH, game_at(BOARD))
    assert "-# Opposition 5 = Bihar 2 × 2 + Sind 1" in lines
    assert "-# Muslim Opposition 1 = Sind 1" in lines
    assert "-# Muslim States 2 = Sind 1 × 2" in lines
    assert "-# Support 1 = Delhi 1" in lines
    assert "-# Raj Control 3 = Bihar 2 + Delhi 1" in lines
    assert not any("Unrest" in line for line in lines), "a part of none is not told"
    assert FRONT.score.sum_up(ENGLISH, game_at(BOARD), "raj") == "Support 1 + Raj Control 3 = 4"
    assert FRONT.score.sum_up(ENGLISH, game_at(BOARD), "congress") == "Opposition 5"


def test_the_outlook_says_who_would_win_and_what_a_round_brings() -> None:
    railways = {name: {"sepoys": 1} for name in tuple(SPACES) if GEOGRAPHY[name].is_railway}
    cities = {name: {"troops": 1} for name in tuple(SPACES) if GEOGRAPHY[name].is_city}
    resources = {"raj": 10, "revolutionaries": 5}
    game = game_at({**BOARD, **railways, **cities}, "raj", resources=resources, jail={"congress": 3})
    words = "\n".join([*FRONT.outlook.write_verdict(ENGLISH, game), *FRONT.outlook.write_outlook(ENGLISH, game)])
    econ = sum(GEOGRAPHY[name].econ for name in railways)
    assert "no one would win. Closest: Muslim League, 3 (−11)" in words
    assert f"Raj: Resources 10 + {econ} − 6 = {4 + econ}" in words
    assert "Revolutionaries: Resources 5 + 0 − 0 = 5; Secret Societies" in words
    assert "Strikes" not in words
    names = "bihar punjab united_provinces madras_presidency bombay_presidency central_provinces"
    game = game_at({name: {"level": "active_opposition"} for name in names.split()}, "raj")
    assert (
        f"**If victory were checked now:** {write_headline(ENGLISH, 'congress', 'victory', lost=False)}."
        in "\n".join(FRONT.outlook.write_verdict(ENGLISH, game))
    )


@pytest.mark.parametrize("number", range(2))
def test_outlook_texts_do_not_depend_on_hidden_data(number: int) -> None:
    game = Game.new("gandhi", "short", seed=bytes([number]) * 32)
    chance = random.Random(number)
    for _ in range(8):
        if game.decision is None:
            break
        assert FRONT.outlook.write_outlook(ENGLISH, game) == FRONT.outlook.write_outlook(ENGLISH, game.blind())
        assert FRONT.outlook.write_verdict(ENGLISH, game) == FRONT.outlook.write_verdict(ENGLISH, game.blind())
        assert FRONT.score.explain(ENGLISH, game) == FRONT.score.explain(ENGLISH, game.blind())
        for key in draw_turn(game, at_random(chance)):
            game.choose(key)


def test_the_hint_of_a_space_begins_with_its_population_or_econ() -> None:
    view = game_at({**BOARD, "karachi_lahore": {"league": 1}}).view()

    def hint(space: str) -> str:
        return FRONT.words.describe_option(ENGLISH, Option(space, text("space", space=space), role="space"), view)

    assert hint("bihar") == "Pop 2 · Active Opposition · Raj Control · 1 Sepoy"
    assert hint("punjab") == "Pop 2 · empty"
    assert hint("karachi_lahore") == f"Econ {GEOGRAPHY['karachi_lahore'].econ} · 1 Muslim League Activist"
    for space in tuple(SPACES):
        land = GEOGRAPHY[space]
        assert hint(space).startswith(f"Econ {land.econ}" if land.is_railway else f"Pop {land.population}")


@pytest.mark.parametrize("code", list_languages())
def test_the_longest_status_fits_into_an_answer(code: str) -> None:
    """Tried on the fullest board: a level in every space, with Unrest, Bases and Control where possible."""
    levels = ("active_support", "active_opposition", "passive_opposition")
    lands = [name for name in tuple(SPACES) if not GEOGRAPHY[name].is_railway]
    rows = {name: {"level": levels[number % 3], "unrest": int(number % 3 > 1)} for number, name in enumerate(lands)}
    rows |= {name: {**rows[name], "troops": 1} for name in lands if GEOGRAPHY[name].is_province}
    language, game = load_language(code), game_at({name: dict(row) for name, row in rows.items()}, "raj")
    lines = [*FRONT.score.explain(language, game), *FRONT.outlook.write_outlook(language, game)]
    lines += [
        *FRONT.score.write_cards(language, game.view()),
        *FRONT.score.write_boxes(language, game.view()),
    ]
    assert len("\n".join(lines)) < DESCRIPTION_LIMIT - 700


def test_foresight_is_listed_among_the_cards() -> None:
    """Our own handicap: the order of the card after the next, or that it is a Campaign card."""
    game = Game.new(scenario="short", seed=b"any", options={"foresight": True})
    order = " > ".join(ENGLISH.word(f"seat.{seat}") for seat in game.view().foreseen)
    assert f"After that: a card in the order {order}" in FRONT.score.write_cards(ENGLISH, game.view())
    game.state.foreseen = (CAMPAIGN,)
    assert "After that: a Campaign card" in FRONT.score.write_cards(ENGLISH, game.view())
    plain = Game.new(scenario="short", seed=b"any")
    assert "After that" not in "".join(FRONT.score.write_cards(ENGLISH, plain.view()))


async def test_the_status_has_buttons_to_the_sums_the_round_and_the_pieces(world: World) -> None:
    game_id = await world.start_table()
    status = await world.slash("Dev", "status")
    game = (await world.bot.tables.moment(game_id)).game
    assert FRONT.outlook.write_verdict(ENGLISH, game)[0] in status.words
    for part, lines in (
        ("sums", FRONT.score.explain(ENGLISH, game)),
        ("round", [*FRONT.score.write_cards(ENGLISH, game.view()), *FRONT.outlook.write_outlook(ENGLISH, game)]),
        ("pieces", FRONT.score.write_boxes(ENGLISH, game.view())),
    ):
        status = await world.press("Dev", status, "state", part)
        assert [line for line in lines if line.removeprefix("-# ") not in status.words] == []
    assert "would win" in (await world.press("Dev", status, "state", "now")).words
