"""The easy and the strong Birbal: imagined games depend on nothing hidden, and the search takes what went best."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from bot.games.playing import name_rival
from bot.games.rajas.front import FRONT
from bot.games.rajas.rival import EASY, LEAST_TRIES, MEDIUM, STRENGTHS, STRONG
from bot.language import load_language
from bot.narrate.reasons import write_reasons
from engine import Game
from engine.core.dice import Dice
from engine.rajas.birbal.chances import GAPS, WORTH, chances, find_stages
from engine.rajas.birbal.finding import Finding, find, find_easily
from engine.rajas.birbal.imagining import imagine
from engine.rajas.birbal.player import Birbal
from engine.rajas.birbal.search import LEAST_RACING, Search, find_candidates, must_think, search_turn
from engine.rajas.board import BOARD
from engine.rajas.ids import BIRBAL, NAVARATNAS, SCENARIOS, SEATS
from texts import list_languages
from tools.balance.strengths import play_one

TRIES = 14


def game_after(turns: int, scenario: str = "basic", players: int = 2, seed: bytes = b"any") -> Game:
    """Return a game of Birbals, after so many turns of theirs."""
    options = {"experts": [SEATS[0]]} if scenario == "mixed" else {}
    game = Game.new("rajas", scenario, dict.fromkeys(SEATS[:players], BIRBAL), seed, options)
    birbal = Birbal(game, explains=False)
    while not must_think(game) or turns:
        turns -= must_think(game)
        birbal.answer()
    return game


def hide_otherwise(game: Game, seed: bytes) -> Game:
    """Return the same game with other secrets: stacks and pile in another order, and other dice."""
    state = game.rules.decode(game.snapshot())
    dice = Dice(seed)
    state.stacks = {stack: [*dice.shuffle("s", tiles[:-1]), *tiles[-1:]] for stack, tiles in state.stacks.items()}
    state.white = dice.shuffle("s", state.white)
    state.dice = dice
    return Game(game.rules, state, start=game.start, number=game.step_number)


# -- imagining ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_imagined_stacks_agree_with_all_public_facts(scenario: str) -> None:
    """As many tiles as lie there, of those that no one has seen."""
    game = game_after(25, scenario, 3)
    state, one, two = game.state, imagine(game, b"one").state, imagine(game, b"two").state
    assert one.stacks != two.stacks
    for stack, tiles in state.stacks.items():
        assert sorted(one.stacks[stack]) == sorted(tiles)
        assert one.stacks[stack][-1:] == tiles[-1:]
    assert sorted([*one.white, *one.spent]) == sorted([*state.white, *state.spent])
    assert bool(state.white) == (scenario != NAVARATNAS)


def test_a_search_does_not_depend_on_hidden_data() -> None:
    """Two games that look alike to everyone give the same imagined games, candidates and shares."""
    game = game_after(9)
    other = hide_otherwise(game, b"other secrets")
    assert other.snapshot() != game.snapshot()
    assert other.position() == game.position()
    assert imagine(game, b"one").digest() == imagine(other, b"one").digest()
    assert find(search_turn(game, TRIES)) == find(search_turn(other, TRIES))
    assert find_easily(game) == find_easily(other)


def test_data_sent_to_a_search_contain_no_hidden_data() -> None:
    game = game_after(9)
    for opponent in (EASY, STRONG):
        search = FRONT.player.plan_search(game, opponent)
        assert search is not None
        snapshot = search.arguments[0].snapshot
        assert game.state.dice.seed not in snapshot
        state = game.rules.decode(snapshot)
        assert not any(tile for tiles in state.stacks.values() for tile in tiles[:-1])
        assert not any(state.white)


# -- the search --------------------------------------------------------------------------------------------


def test_the_chances_rise_with_fame_and_follow_the_final_ranking() -> None:
    game = game_after(20, players=3)
    state = game.state
    before = chances(state)
    assert sum(before.values()) == pytest.approx(1)
    state.players["lotus"].fame += 5
    assert chances(state)["lotus"] > before["lotus"]
    state.ranking = ("conch", "lotus", "peacock")
    assert chances(state) == {"lotus": 0.0, "peacock": 0.0, "banyan": 0.0}
    assert all(len(row) == len(GAPS) for row in WORTH.values())


@pytest.mark.parametrize(
    ("fame", "stages"), [(0, (0, 0, 1)), (BOARD.meet - 14, (0, 1, 0)), (BOARD.meet - 9, (0.5, 0.5, 0)), (60, (1, 0, 0))]
)
def test_the_stage_of_each_player_is_interpolated_from_their_fame(
    fame: int, stages: tuple[float, float, float]
) -> None:
    game = game_after(0)
    for player in game.state.players.values():
        player.fame, player.money = fame, 0
    assert find_stages(game.state) == pytest.approx(stages)


def test_candidates_are_different_placements_and_birbals_choice_is_first() -> None:
    game = game_after(9)
    candidates = find_candidates(game)
    assert len({one.keys for one in candidates}) == len(candidates) > 5
    assert [one.regret for one in candidates] == sorted(one.regret for one in candidates)
    plain = Birbal(game.blind(), explains=False)
    assert plain.answer() == candidates[0].keys[0]
    for one in candidates:
        game.blind().try_all(one.keys[:-1])


def test_a_search_drops_the_worst_candidates() -> None:
    search = Search(game_after(9))
    count = len(search.candidates)
    while len(search.racing) > LEAST_RACING:
        ranked = list(search.ranking())
        search.try_once()
        assert all(one in search.racing for one in ranked[: len(search.racing)])
    out = [one for one in search.candidates if one not in search.racing]
    assert max(one.tries for one in out) <= min(one.tries for one in search.racing)
    assert all(one.tries == len(one.wins) for one in search.candidates)
    assert len(search.ranking()) == count
    assert search.ranking()[0] in search.racing


def test_strong_birbal_plays_the_turn_it_found_and_explains_it() -> None:
    """In every language, in full and in a few lines, with every word known."""
    game = game_after(9)
    search = FRONT.player.plan_search(game, STRONG, TRIES)
    assert search is not None
    found = search.function(*search.arguments, math.inf)
    assert found["games"] == TRIES
    player = FRONT.player.make(game, found)
    assert player is not None
    number, keys = game.step_number, found["considered"][0]["keys"]
    while game.step_number == number:
        player.answer()
    assert list(game.steps[number].keys[: len(keys)]) == list(keys)
    [played] = player.finished()
    stored = FRONT.player.explain_found(found, number)
    assert stored is not None
    told = [thought.text for thought in stored.thoughts]
    assert [thought.text for thought in played.thoughts][: len(told)] == told
    check_words([stored, tell(find_easily(game_after(9)))])


def tell(finding: Finding) -> Any:
    """Return the reasons for what was found, as they are shown later."""
    return FRONT.player.explain_found(msgspec.to_builtins(finding), 1)


def check_words(explanations: list[Any]) -> None:
    """Check that every thought has a text in every language."""
    for code in list_languages():
        language = load_language(code, "rajas", BIRBAL)
        for in_full in (True, False):
            lines = write_reasons(language, FRONT, explanations, in_full=in_full)
            assert len(lines) > len(explanations)
            assert not any("birbal." in line or "{" in line for line in lines)


@pytest.mark.parametrize("turns", range(4, 60, 7))
def test_the_explanation_of_a_search_lacks_no_text_at_any_stage_of_a_game(turns: int) -> None:
    game = game_after(turns, SCENARIOS[turns % 2], 3)
    check_words([tell(find(search_turn(game, 12)))])


def test_medium_birbal_searches_nothing() -> None:
    game = game_after(9)
    assert FRONT.player.plan_search(game, "") is None
    assert FRONT.player.plan_search(game, MEDIUM) is None
    assert {name_rival(opponent) for opponent in STRENGTHS} == {BIRBAL}
    assert {FRONT.player.kind_of(opponent) for opponent in STRENGTHS} == {FRONT.player.kind}
    assert FRONT.player.plan_rehearsal(EASY) is None
    rehearsal = FRONT.player.plan_rehearsal(STRONG)
    assert rehearsal is not None
    assert rehearsal.function(*rehearsal.arguments, 0.0) is None


def test_a_search_without_time_still_tries_a_turn() -> None:
    search = FRONT.player.plan_search(game_after(9), STRONG)
    assert search is not None
    assert search.function(*search.arguments, 0.0)["games"] == LEAST_TRIES


def test_a_search_result_is_not_used_for_another_step() -> None:
    game = game_after(9)
    finding = find_easily(game)
    assert finding.answer(game.step_number, ()) == finding.considered[0].keys[0]
    assert finding.answer(game.step_number + 1, ()) == ""
    assert finding.answer(game.step_number, ("other",)) == ""


@pytest.mark.whole_game
def test_strong_birbal_wins_most_games_against_medium_birbal() -> None:
    """Measured over more games with ``python -m tools.balance.strengths``."""
    assert sum(play_one(number, 2, 8, "test")[0] for number in range(3)) >= 2
