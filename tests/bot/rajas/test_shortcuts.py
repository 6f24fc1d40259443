"""Clicks of Rajas that give several answers: they can always be played, and confirm themselves at a barrier."""

from __future__ import annotations

import random

import discord
import pytest

from bot.discord.outgoing import check_message
from bot.discord.panel import panel_view
from bot.games.answers import Shortcut
from bot.games.frontend import front_of
from bot.games.rajas.shortcuts import find_place
from bot.language import load_language
from bot.narrate.panel import write_panel
from bot.tables.draft import Draft
from bot.tables.moments import TableMoment
from bot.tables.offers import Offers
from engine import Game
from tests.bot.rajas.test_pictures import find_question
from tests.playing import choose
from tests.rulebook.rajas.table import Row, table
from tools.games.rajas.clicks import answer_as_birbal, answer_by, count_in_games
from tools.verify.panels import make_moment

FRONT = front_of("rajas")
ENGLISH = load_language("en", "rajas")


@pytest.mark.parametrize("scenario", ["basic", "navaratnas"])
def test_every_shortcut_is_legal_and_says_whether_it_ends_the_turn(scenario: str) -> None:
    game = Game.new("rajas", scenario, dict.fromkeys(FRONT.setup.list_seats(3), "player"), bytes([5]) * 32)
    chance, seen = random.Random(5), set()
    while (decision := game.decision) is not None:
        for short in FRONT.orders.list_shortcuts(ENGLISH, game.blind()):
            twin = game.blind()
            for key in short.keys[:-1]:
                assert not twin.crosses_barrier(key)
                twin.choose(key)
            assert twin.crosses_barrier(short.keys[-1]) == short.is_end
            assert short.words
            assert ":" not in short.words
            seen.add(short.name.partition(".")[0])
        game.choose(chance.choice(decision.options).key)
    assert {"whole", "pay", "place", "sail", "alike", "low"} <= seen


def test_one_confirm_pays_for_a_tile_and_lays_it() -> None:
    game = find_question("pay")
    short = next(one for one in FRONT.orders.list_shortcuts(ENGLISH, game.blind()) if one.name == "whole")
    ending = f":confirm:{'>'.join(short.keys)}"
    made = [item for item in panel_view(ENGLISH, *_panel(game)).children if isinstance(item, discord.ui.Button)]
    labels = [str(item.label) for item in made if str(item.custom_id).endswith(ending)]
    assert [label.partition(" ")[0] for label in labels] == ["Confirm:"]
    seat = game.pending_seat
    place = find_place(game.blind(), [key for key in short.keys if key.startswith(("die", "flip"))])
    assert place is not None
    for key in short.keys:
        game.choose(key)
    assert game.view().players[seat].province[place.square].tile == place.tile


def test_each_reachable_river_space_is_offered_with_the_lowest_sufficient_die() -> None:
    for seed in range(9):
        game = Game.new("rajas", "basic", dict.fromkeys(FRONT.setup.list_seats(2), "player"), bytes([seed]) * 32)
        if game.decision is not None and "harbour" in game.decision.keys:
            game.choose("harbour")
            if game.decision.kind == "die_for":
                break
    shorts = FRONT.orders.list_shortcuts(ENGLISH, game.blind())
    assert [short.words.partition(",")[0] for short in shorts] == ["Space 1", "Space 2", "Space 3"][: len(shorts)]
    pips = sorted(int(die.partition(":")[2]) for die in game.view().players[game.pending_seat].dice)
    for space, short in enumerate(shorts, 1):
        assert int(short.keys[0].rpartition(":")[2]) == next(value for value in pips if value >= space)


@pytest.mark.whole_game
def test_a_turn_takes_few_clicks() -> None:
    """Your turn and Confirm count as clicks, and a list counts twice."""
    by_birbal = count_in_games(answer_as_birbal, 1)
    quarry = by_birbal["quarry"]
    everything = [count for many in by_birbal.values() for count in many]
    assert sum(quarry) / len(quarry) < 5.8
    assert sum(everything) / len(everything) < 5.2
    by_chance = [count for many in count_in_games(answer_by(random.Random(1)), 1).values() for count in many]
    assert sum(by_chance) / len(by_chance) < 4.9
    assert max(by_chance) <= 12


def _panel(game: Game) -> tuple[TableMoment, Offers]:
    moment = make_moment(game.blind(), Draft())
    return moment, moment.find_offers()


LOW: Row = {"dice": ["orange:1", "blue:1", "green:4"], "karma": 0}


@pytest.mark.parametrize(
    ("lotus", "area", "press", "words"),
    [
        (LOW, "harbour", "die:orange:1", "Space 1, 3 coins (orange 1)"),
        ({"dice": ["orange:1"], "karma": 0}, "veranda", "reroll:orange:1", "Reroll 1 low die (orange 1)"),
    ],
)
def test_a_shortcut_that_equals_an_option_is_offered_once(lotus: Row, area: str, press: str, words: str) -> None:
    game = table({"lotus": lotus})
    choose(game, area)
    blind = game.blind()
    assert any(short.keys == (press,) for short in FRONT.orders.list_shortcuts(ENGLISH, blind))
    view = panel_view(ENGLISH, *_panel(blind))
    check_message(view=view)
    presses = [item for item in view.children if isinstance(item, discord.ui.Button) and item.custom_id]
    labels = [item.label for item in presses if str(item.custom_id).endswith(f":{press}")]
    assert labels == [f"Confirm: {words}"]


def test_two_shortcuts_with_the_same_answers_are_one_button(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table({"lotus": LOW})
    choose(game, "harbour")
    both = [Shortcut(name, name, ("die:green:4", "river:2"), is_end=True) for name in ("one", "other")]
    monkeypatch.setattr(type(FRONT.orders), "list_shortcuts", lambda *given: both)
    view = panel_view(ENGLISH, *_panel(game.blind()))
    check_message(view=view)
    made = [str(item.custom_id) for item in view.children if isinstance(item, discord.ui.Button)]
    assert [one.endswith(":confirm:die:green:4>river:2") for one in made].count(True) == 1


@pytest.mark.parametrize("dice", [[], ["orange:6"], ["orange:1", "blue:1", "green:4"]])
def test_no_placement_is_chosen_for_a_player(dice: list[str]) -> None:
    """Without dice the panel once had a Confirm that placed a worker on the veranda."""
    game = table({"lotus": {"dice": dice, "karma": 0}})
    moment, offers = _panel(game)
    assert game.decision is not None
    assert game.decision.kind == "place"
    assert offers.ending is None
    assert offers.decisive == {}
    assert _buttons(game, "confirm") == []
    assert "Confirm" not in write_panel(ENGLISH, moment, offers).body


def test_a_click_on_one_of_few_open_spaces_does_not_confirm_the_turn() -> None:
    """A second click in the same place once placed a second worker, after a turn that ended a round."""
    workers = dict.fromkeys(["terrace:orange", "terrace:purple", "market:assorted:1"], "peacock")
    game = table({"lotus": {"dice": [], "karma": 0}}, workers=workers)
    assert game.decision is not None
    assert set(game.decision.keys) == {"veranda", "terrace:blue", "terrace:green"}
    assert _buttons(game, "confirm") == []


def test_the_quarry_names_its_only_tile_and_payment_before_they_are_chosen() -> None:
    game = table({"lotus": {"dice": ["orange:2"], "karma": 0, "money": 4}}, tops={"orange:snake": "orange_01"})
    (label,) = _buttons(game, "choose:quarry")
    assert label == "Quarry (1 coin), orange tile 2 (silk 2) for orange 2"
    several = table({"lotus": {"dice": ["orange:6", "blue:6"], "karma": 0, "money": 4}})
    assert _buttons(several, "choose:quarry") == ["Quarry (1 coin)"]


def _buttons(game: Game, press: str) -> list[str]:
    """Return the labels of the buttons of a panel with a click."""
    view = panel_view(ENGLISH, *_panel(game))
    return [
        str(item.label)
        for item in view.children
        if isinstance(item, discord.ui.Button) and f":{press}" in str(item.custom_id)
    ]
