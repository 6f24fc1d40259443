"""Lists of names in sentences: names for two kinds, agreement with several pieces, and lists whose order counts."""

from __future__ import annotations

import pytest

from bot.games.gandhi.facts import GAME
from bot.games.rajas.standing_orders import WorkerOrder
from bot.language import Counted, load_language
from bot.narrate.panel import write_answer
from engine.core.text import text


@pytest.mark.parametrize(
    ("code", "asked"),
    [
        ("en", "Event: where do you remove Troops, Activists or Guerrillas from?"),
        ("it", "Evento: da dove rimuovi Truppe, Attivisti o Guerriglieri?"),
    ],
)
def test_a_question_names_activists_and_guerrillas_once_for_all_their_kinds(code: str, asked: str) -> None:
    pieces = ["troops", "congress", "league", "underground", "active"]
    assert load_language(code, GAME).say("ask.event.remove.from", piece=pieces) == asked


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        ((("active", 1), ("underground", 1)), "1 Guerriglia Attiva e 1 Guerriglia Nascosta rimosse"),
        ((("active", 1), ("troops", 2)), "1 Guerriglia Attiva e 2 Truppe rimosse"),
        ((("active", 2), ("troops", 2)), "2 Guerriglieri Attivi e 2 Truppe rimossi"),
        ((("active", 2), ("underground", 2)), "2 Guerriglieri Attivi e 2 Guerriglieri Nascosti rimossi"),
        ((("sepoys", 1), ("congress", 1)), "1 Sepoy e 1 Attivista del Congresso rimossi"),
        ((("sepoys", 1), ("league_bases", 1)), "1 Sepoy e 1 Base della Lega Musulmana rimossi"),
    ],
)
def test_an_italian_participle_agrees_with_all_pieces(pieces: tuple[tuple[str, int], ...], told: str) -> None:
    counted = [Counted(piece, count) for piece, count in pieces]
    assert load_language("it", GAME).say("log.remove", pieces=counted, at="") == told


def test_a_question_about_a_number_names_no_space_if_none_is_given() -> None:
    asked = text("ask.event.count.all", at_least=0, at_most=4, space="", piece="league")
    assert load_language("en", GAME).say(asked) == "Event: how many Muslim League Activists?"


@pytest.mark.parametrize(
    ("places", "told"),
    [
        (("veranda",), "Lotus: place a worker on Veranda if there is room (only once)."),
        (
            ("veranda", "market:silk"),
            "Lotus: place a worker on Veranda, then Silk market, whichever has room first (only once).",
        ),
    ],
)
def test_an_order_for_a_worker_names_its_places_in_order_of_preference(places: tuple[str, ...], told: str) -> None:
    order = WorkerOrder(kind="next", places=places, lasts="placement")
    assert order.write(load_language("en", "rajas"), "lotus") == told


@pytest.mark.parametrize(
    ("number", "clauses", "line"),
    [
        ("1", "1 Guerrilla placed", "**1** Guerrilla placed"),
        ("1", "12 Guerrillas placed", "**1**: 12 Guerrillas placed"),
        ("2", "your turn ends", "**2**: your turn ends"),
    ],
)
def test_an_answer_is_named_once_with_its_effects(number: str, clauses: str, line: str) -> None:
    assert write_answer(load_language("en", GAME), text("option.number", number=int(number)), clauses) == line


@pytest.mark.parametrize(
    ("items", "joined"),
    [
        (["Punjab", "East Bengal"], "Punjab ed East Bengal"),
        (["Sind", "Punjab", "East Bengal"], "Sind, Punjab ed East Bengal"),
        (["East Bengal", "Punjab"], "East Bengal e Punjab"),
        (["East Bengal"], "East Bengal"),
        ([], ""),
    ],
)
def test_an_italian_list_joins_with_ed_before_a_word_that_begins_with_e(items: list[str], joined: str) -> None:
    assert load_language("it").join(items) == joined
