"""Short texts of a panel, and the meaning of a few typed letters."""

from __future__ import annotations

import pytest

from bot.errors import BadInput
from bot.games.gandhi import front
from bot.games.gandhi.front import FRONT
from bot.games.gandhi.orders.understanding import understand
from bot.games.names import find_spaces
from bot.games.showing import fit_lines
from bot.language import load_language
from engine.core.text import text
from engine.gandhi.board import BOARD
from tests.bot.people import World
from tests.bot.pressing import begin
from tests.playing import Spaces, game_at

RICH = {"raj": 20, "revolutionaries": 10}
PLACE = {"space": "delhi", "origin": "delhi", "seat": "raj"}


@pytest.mark.parametrize(
    ("code", "asked"),
    [
        ("en", "Jail: which piece do you move Out of Play?"),
        ("it", "Prigione: quale pezzo porti Fuori dal Gioco?"),
        ("es", "Prisión: ¿qué ficha envías Fuera del Juego?"),
        ("ja", "刑務所：どのピースをプレイ外に送りますか？"),
    ],
)
def test_a_question_about_a_box_names_the_box(code: str, asked: str) -> None:
    language = load_language(code)
    assert language.say("ask.event.exile.what", where="jail") == asked
    assert language.say("ask.event.count", space="available", piece="sepoys").startswith(language.word("box.available"))


@pytest.mark.parametrize("code", ["en", "it", "es", "ja"])
@pytest.mark.parametrize("key", ["ask.march.destination", "ask.garrison.destination", "ask.assault.congress"])
def test_one_piece_is_asked_for_in_the_singular(code: str, key: str) -> None:
    language = load_language(code)
    one, two = (language.say(key, **PLACE, piece="underground", count=count) for count in (1, 2))
    assert one != two
    plural = language.word("piece.underground", 2)
    assert key == "ask.assault.congress" or code == "ja" or plural not in one


def test_the_question_about_one_guerrilla_is_in_the_singular() -> None:
    said = load_language().say("ask.march.destination", **PLACE, piece="underground", count=1)
    assert said == "Where does 1 Underground Guerrilla from Delhi go?"


@pytest.mark.parametrize(
    ("code", "asked"),
    [
        ("en", "Gandhi from Delhi: to which space?"),
        ("it", "Gandhi da Delhi: verso quale spazio?"),
        ("es", "Gandhi desde Delhi: ¿a qué casilla?"),
    ],
)
def test_a_question_about_gandhis_redeploy_has_no_plural_verb(code: str, asked: str) -> None:
    assert load_language(code).say("ask.redeploy.target", piece="gandhi", origin="delhi") == asked


def test_the_request_for_one_resource_is_in_the_singular() -> None:
    assert "1 Resource." in load_language().say("ask.transfer.consent", seat="raj", amount=1)
    assert "2 Resources." in load_language().say("ask.transfer.consent", seat="raj", amount=2)


@pytest.mark.parametrize("code", ["en", "it", "es", "ja"])
def test_the_question_of_a_redeploy_does_not_name_the_button_done(code: str) -> None:
    """If Done ends your part of a turn, the button is called Confirm."""
    language = load_language(code)
    assert language.word("option.done") not in language.say("ask.redeploy.origin", seat="raj")


@pytest.mark.parametrize(("protest", "is_asked"), [(False, True), (True, False)])
def test_a_protest_is_asked_for_only_where_it_can_be_placed(protest: bool, is_asked: bool) -> None:
    spaces: Spaces = {"bihar": {"congress": 2}, "delhi": {"congress": 1}, "united_provinces": {"protest": protest}}
    game = game_at(spaces, "congress")
    for key in ("demonstrate", "united_provinces", "bihar", "1"):
        game.choose(key)
    assert game.decision is not None
    assert game.decision.kind == "demonstrate.move"
    assert ("protest" in game.decision.keys) is is_asked
    assert ("Protest" in load_language().say(game.decision.prompt)) is is_asked


# -- a few letters -------------------------------------------------------------------------------------------


def test_the_ambiguous_beginning_of_a_name_means_the_space_that_is_open() -> None:
    language = load_language()
    assert find_spaces(language, "bomb", BOARD.everywhere, lambda done: ["bombay"]) == ["bombay"]
    assert find_spaces(language, "bihar, bomb", BOARD.everywhere, lambda done: [] if not done else ["bombay"]) == [
        "bihar",
        "bombay",
    ]
    for is_open in ([], ["bombay", "bombay_presidency"]):
        with pytest.raises(BadInput, match="ambiguous_space"):
            find_spaces(language, "bomb", BOARD.everywhere, lambda done, is_open=is_open: is_open)  # type: ignore[misc]


def test_an_order_reads_an_ambiguous_name_as_the_space_where_it_is_possible() -> None:
    language = load_language()
    game = game_at({}, "raj", resources=RICH)
    assert understand(language, game, "deploy", "bomb 2T").keys[:2] == ("deploy", "bombay")
    both = game_at({"bombay": {"troops": 1}, "bombay_presidency": {"troops": 1}}, "raj", resources=RICH)
    with pytest.raises(BadInput, match="ambiguous_space"):
        understand(language, both, "sweep", "bomb")


async def test_a_command_reads_an_ambiguous_beginning_as_the_open_space(world: World) -> None:
    game_id = await world.start_table()
    name, _ = await begin(world, game_id, game_at({}, "raj", resources=RICH), "raj")
    panel = await world.slash(name, "deploy", spaces="bomb")
    assert "Bombay: deploy which cubes?" in panel.words


async def test_an_order_shows_the_map_that_it_leads_to(world: World) -> None:
    game_id = await world.start_table()
    name, _ = await begin(world, game_id, game_at({}, "raj", resources=RICH), "raj")
    panel = await world.slash(name, "deploy", orders="delhi 3T")
    assert any("delhi" in [change.target for change in changes] for _, changes in world.pool.drawn)
    assert panel.message.attachments
    assert panel.has("confirm")


@pytest.mark.parametrize(("most", "shown"), [(1, ["…"]), (2, ["…", "c"]), (3, ["a", "b", "c"])])
def test_lines_that_do_not_fit_leave_out_the_first(most: int, shown: list[str]) -> None:
    """With one line allowed, all were shown."""
    assert fit_lines(["a", "b", "c"], most) == shown


def test_a_lone_player_reads_how_far_they_fell_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_at({"delhi": {"troops": 1}}, "congress")
    monkeypatch.setattr(front, "solo_ending", lambda _: text("solo.lost.raj", difference=-19))
    assert FRONT.score.write_end(load_language(), game) == ["**Defeat: Raj finished 19 ahead of you.**"]


@pytest.mark.parametrize(
    ("code", "said"), [("it", "Il Tavolo di Dev è chiuso."), ("es", "La «Mesa de Dev» está cerrada.")]
)
def test_a_table_whose_name_begins_with_table_is_not_called_a_table_twice(code: str, said: str) -> None:
    language = load_language(code)
    assert language.say("ui.closed", name=language.say("ui.table.default_name", who="Dev")) == said
    assert (
        language.say("ui.closed", name="Salt")
        == {"it": "Il tavolo Salt è chiuso.", "es": "La mesa «Salt» está cerrada."}[code]
    )
