"""Birbal answers every decision through the same options, says why, and beats random play."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine import Game
from engine.rajas.birbal.player import Birbal, explain_step, play_out
from engine.rajas.birbal.thoughts import summarise, total
from engine.rajas.birbal.weighing import WEIGHINGS, weigh
from engine.rajas.birbal.weights import OLDER, WEIGHTS
from engine.rajas.ids import BIRBAL, PLAYER, SEATS
from engine.rajas.ids import SCENARIOS as SOURCES
from tests.rulebook.rajas.table import MARKETS, pending, table
from tools.balance.birbal import Usage, against_random, answer_by, interval, table_of
from tools.balance.fit_birbal import find_direction, make_weights, read_weights
from tools.games.rajas.subject import disguise, random_rajas

SEED = b"birbal"


def alone(seed: bytes = SEED, players: int = 3, **options: object) -> Game:
    """Return a game in which Birbal has every seat."""
    return Game.new("rajas", seats=dict.fromkeys(SEATS[:players], BIRBAL), seed=seed, options=options)


def test_birbal_plays_a_whole_game() -> None:
    game = alone()
    explanations = Birbal(game).play()
    assert game.result is not None
    assert 5 <= game.state.round <= 12
    acted = [one for one in explanations if one.phase == "place"]
    assert {one.seat for one in acted} == set(SEATS[:3])
    assert all(one.keys and one.thoughts for one in acted)
    assert all(summarise(one) for one in acted)


def test_birbal_wins_nine_of_ten_games_against_a_random_player() -> None:
    """Measured over more games with ``python -m tools.balance.birbal``."""
    won, rounds = against_random(20, "test")
    assert won >= 18
    assert rounds < 12


def test_birbal_values_every_answer_to_every_question() -> None:
    """Birbal weighs each answer to every question of the rules, in named terms."""
    met: set[str] = set()
    for number, scenario in enumerate((*SOURCES, *SOURCES)):
        chance = Random(number)
        game = random_rajas(scenario, chance)
        while (decision := game.decision) is not None:
            met.add(decision.kind)
            weighed = weigh(game, decision)
            assert set(weighed) == decision.keys
            game.choose(chance.choice(decision.options).key)
    assert met <= set(WEIGHINGS)
    assert len(met) >= len(WEIGHINGS) - 3


def test_explaining_a_turn_after_a_reload_gives_the_same_reasons() -> None:
    """After a reload, the same position gives the same answer and the same reasons."""
    game = alone(players=2)
    for _ in range(12):
        start = game.rules.decode(game.snapshot())
        number = game.step_number
        birbal = Birbal(game)
        while game.step_number == number:
            before = birbal.answer()
        again = explain_step(Game(game.rules, start, start=game.start, number=number), game.steps[number].keys)
        assert [one for one in birbal.finished() if one.turn == number] == again
        assert before


def test_the_explanation_is_the_same_after_an_undo_and_a_reload() -> None:
    game = Game.at({**table({"lotus": {"dice": ["blue:2", "blue:5", "green:3"]}}).position(), "acting": "lotus"})
    game.hand_over("lotus", BIRBAL)
    birbal = Birbal(game)
    game.choose("gallery:blue")
    assert birbal.thinking()[0].keys == ("gallery:blue",)
    game.undo()
    birbal.answer()
    reloaded = Game.resume(game.rules, game.snapshot(), game.keys, start=game.start, number=game.step_number)
    assert Birbal(reloaded).thinking() == birbal.thinking()


def test_birbal_does_not_answer_for_people() -> None:
    seats = {"lotus": PLAYER, "peacock": BIRBAL}
    game = Game.new("rajas", seats=seats, seed=SEED)
    play_out(game)
    assert pending(game).seat == "lotus"
    assert not Birbal(game).must_decide


def test_birbal_has_no_answer_once_the_game_is_over() -> None:
    game = alone(players=2)
    birbal = Birbal(game, explains=False)
    birbal.play()
    with pytest.raises(ValueError, match="over"):
        birbal.answer()


def test_birbal_does_not_depend_on_hidden_data() -> None:
    """Another order below the tops and another pile change no answer and no reason."""
    game = alone(players=2)
    chance = Random(3)
    for _ in range(40):
        decision = game.decision
        if decision is None:
            break
        twin = game.clone()
        disguise(twin.state, chance)
        twin.state.dice.seed = b"another"
        assert weigh(twin, pending(twin)) == weigh(game, decision)
        weighed = weigh(game, decision)
        game.choose(max(weighed, key=lambda key: total(weighed[key])))


def test_birbal_takes_the_market_that_earns_more() -> None:
    """Seven coins of tea for a die that is of little use otherwise."""
    row = {"province": MARKETS, "dice": ["blue:3"], "karma": 0, "money": 40, "fame": 30}
    game = table({"lotus": row}, workers={"market:assorted:1": "peacock"})
    weighed = weigh(game, pending(game))
    assert max(weighed, key=lambda key: total(weighed[key])) == "market:tea"
    assert weighed["market:tea"]["coins"] == pytest.approx(7 * WEIGHTS.coin)
    assert weighed["market:tea"]["dice"] < 0


@pytest.mark.whole_game
def test_birbal_uses_every_kind_of_space_on_the_board() -> None:
    """It uses each kind of space in two of a hundred turns in which that is open; older weights ignored the Yogi."""
    usage = Usage(Counter(), Counter())
    table_of({str(number): answer_by(WEIGHTS) for number in range(3)}, 40, "whole board", usage)
    assert len(usage.open) == 13
    assert {kind: usage.share(kind) for kind in usage.open if usage.share(kind) < 0.02} == {}
    older = Usage(Counter(), Counter())
    table_of({str(number): answer_by(OLDER) for number in range(2)}, 10, "whole board", older)
    assert older.share("chamber:yogi") < 0.02


def test_the_fit_reads_and_varies_every_weight() -> None:
    vector = read_weights(OLDER)
    assert make_weights(vector, {}).pips == pytest.approx(OLDER.pips)
    sure, _ = find_direction(vector, {}, 4, "test", Usage(Counter(), Counter()))
    assert sure.keys() == vector.keys()
    assert all(sure.values())


def test_the_confidence_interval_of_sixty_wins_in_a_hundred_is_correct() -> None:
    assert interval(60, 100) == pytest.approx((0.502, 0.691), abs=0.001)
