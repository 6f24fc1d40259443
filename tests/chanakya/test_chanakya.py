"""Chanakya: imagined games depend on nothing hidden, the search takes what went best, and its games replay."""

from __future__ import annotations

import pytest

from engine import Game
from engine.core.dice import Dice
from engine.core.game import Game as Driver
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.board import BOARD
from engine.gandhi.chanakya import plans
from engine.gandhi.chanakya.actors import Actors
from engine.gandhi.chanakya.earning import EARN
from engine.gandhi.chanakya.imagining import imagine
from engine.gandhi.chanakya.plans import list_plans, make_plan
from engine.gandhi.chanakya.player import Chanakya, must_think, search_turn
from engine.gandhi.chanakya.search import LEAST_RACING, Search
from engine.gandhi.chanakya.thoughts import NOTHING_FOUND, Finding, explain, find
from engine.gandhi.ids import ARJUNA, CHANAKYA, CONGRESS, LEAGUE, PLAYER, RAJ, REVOLUTIONARIES, SEATS
from engine.gandhi.state import show_order
from engine.gandhi.victory import find_lone_player, solo_ending, winners
from tests.playing import game_at

TRIES = 3


def seated(**kinds: str) -> dict[str, str]:
    """Return a seating with Arjuna on every seat that is not named."""
    return {**dict.fromkeys(SEATS, ARJUNA), **kinds}


def game_before_turn(seat: str, scenario: str = "short", seed: bytes = b"any") -> Game:
    """Return a game in which Chanakya has one seat, where its first turn begins."""
    game = Game.new(scenario=scenario, seats=seated(**{seat: CHANAKYA}), seed=seed)
    player = Chanakya(game, lambda start, played: NOTHING_FOUND)
    while not must_think(game):
        player.answer()
    return game


def hide_otherwise(game: Driver, seed: bytes) -> Driver:
    """Return the same game with other secrets: another deck, other dice, Arjuna's cards in another order."""
    state = game.rules.decode(game.snapshot())
    dice = Dice(seed)
    state.deck = dice.shuffle("deck", state.deck)
    state.arjuna = {one: dice.shuffle("arjuna", stack) for one, stack in state.arjuna.items()}
    state.dice = dice
    return type(game)(game.rules, state, start=game.start, number=game.step_number)


# -- imagining ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["short", "main"])
def test_an_imagined_deck_agrees_with_all_public_facts(scenario: str) -> None:
    """2.1, 2.2 As many cards as lie there, none that has been seen, and a Campaign card in every second pile."""
    game = game_before_turn(RAJ, scenario)
    state, twin = game.state, imagine(game, b"one").state
    assert len(twin.deck) == len(state.deck) == len(set(twin.deck))
    assert not {state.card, state.upcoming, *state.played} & set(twin.deck)
    for first in range(len(twin.deck) - 13, -1, -13):
        assert sum(card in BOARD.campaign_cards for card in twin.deck[first : first + 13]) == 1
    assert state.viceroy not in {BOARD.campaign_cards.get(card) for card in twin.deck}
    assert imagine(game, b"two").state.deck != twin.deck


def test_an_imagined_deck_begins_with_the_cards_that_foresight_shows() -> None:
    """Whatever lies on top of the real deck, with a Campaign card where one lies in the topmost pile."""
    game = Game.new(scenario="short", seats=seated(), seed=b"any", options={"foresight": True})
    state, player = game.state, Arjuna(game)
    while state.deck and game.decision is not None:
        imagined = imagine(game, b"one").state.deck
        assert show_order(imagined[0]) == state.foreseen == show_order(state.deck[0])
        assert len(set(imagined)) == len(imagined) == len(state.deck)
        number = game.step_number
        while game.pending_seat and game.step_number == number:
            player.answer()


def test_a_search_does_not_depend_on_hidden_data() -> None:
    """Two games that look alike to everyone give the same imagined games, candidates and values."""
    game = game_before_turn(CONGRESS)
    other = hide_otherwise(game, b"other secrets")
    assert other.snapshot() != game.snapshot()
    assert other.position() == game.position()
    assert imagine(game, b"one").digest() == imagine(other, b"one").digest()
    assert search_turn(game, tries=TRIES) == search_turn(other, tries=TRIES)


def test_imagined_play_changes_neither_the_game_nor_its_record() -> None:
    game = game_before_turn(LEAGUE)
    before = game.digest(), game.step_number
    twin = imagine(game, b"one")
    Arjuna(twin).play()
    search_turn(game, tries=1)
    assert (game.digest(), game.step_number) == before
    assert not twin.steps


# -- the search --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_plans_have_different_names_and_candidates_have_different_turns(seat: str) -> None:
    """Each plan has its own name; those that go into the search differ in what they do."""
    names = list(list_plans(seat))
    assert len(names) == len(set(names))
    assert all(callable(make_plan(name)) for name in names)
    search = Search(game_before_turn(seat))
    keys = [one.keys for one in search.candidates]
    assert len(keys) == len(set(keys)) > 5


def test_a_search_finds_the_same_turn_for_the_same_position() -> None:
    game = game_before_turn(REVOLUTIONARIES)
    found = search_turn(game, tries=TRIES)
    assert found == search_turn(game, tries=TRIES)
    assert found.games == TRIES
    assert sum(one.tries for one in found.considered) <= TRIES


def test_a_search_continues_a_turn_that_has_begun() -> None:
    """After a restart in the middle of a turn only plans are considered that would have begun so."""
    game = game_before_turn(CONGRESS)
    wanted = Search(game).candidates[3].keys
    assert all(one.keys[:1] == wanted[:1] for one in Search(game, wanted[:1]).candidates)


def test_a_search_drops_the_worst_candidates() -> None:
    """The race is between two at last, which have been tried more often than all others."""
    search = Search(game_before_turn(LEAGUE))
    search.race(search.candidates[:6])
    while len(search.racing) > LEAST_RACING:
        ranked = list(search.ranking())
        search.try_once()
        assert all(one in search.racing for one in ranked[: len(search.racing)])
    out = [one for one in search.candidates if one not in search.racing]
    assert max(one.tries for one in out) <= min(one.tries for one in search.racing)
    assert max(one.tries for one in search.racing) - min(one.tries for one in search.racing) <= 1
    assert list(search.ranking())[:LEAST_RACING] == sorted(search.racing, key=lambda one: one is not search.best)


def test_each_candidate_is_compared_with_the_chosen_turn_in_the_same_imagined_games() -> None:
    """A turn that dropped out early had fewer games: the reasons say how the chosen turn did in those."""
    search = Search(game_before_turn(LEAGUE))
    search.race(search.candidates[:4])
    while search.tries < 14:
        search.try_once()
    chosen, *others = find(search).considered
    best = search.best
    assert chosen.chosen is None
    assert chosen.won == pytest.approx(best.won_of_first(best.tries))
    assert len({one.tries for one in others}) > 1
    assert [one.chosen for one in others] == [best.won_of_first(one.tries) for one in others]
    assert [thought.text.key for thought in explain(find(search))[-len(others) :]] == ["chanakya.beside"] * len(others)


@pytest.mark.parametrize("seat", SEATS)
def test_no_imagined_turn_gives_away_pieces_or_resources(seat: str) -> None:
    """1.4.1, 1.5.2 Random legal play neither removes own pieces for nothing nor sends Resources."""
    search = Search(game_before_turn(seat), plans=[f"any:{number}" for number in range(24)])
    assert search.candidates
    given = [key for one in search.candidates for key in one.keys if key in ("remove_own", "transfer")]
    assert not given


def test_the_revolutionaries_use_aid_to_keep_enough_resources() -> None:
    """4.5.1 Aid brings Resources, which Arjuna does not need: as a turn, and in everyone's imagined games."""
    game = game_before_turn(REVOLUTIONARIES)
    before = game.state.resources[REVOLUTIONARIES]
    richer = [one for one in Search(game).candidates if f"{EARN} " in one.plan]
    assert any((change.new or 0) > before for one in richer for change in one.changes if change.verb == "resources")
    poor = imagine(game, b"one")
    poor.state.resources[REVOLUTIONARIES] = 0
    Actors(poor).answer()
    assert poor.decision is not None
    assert poor.decision.kind == "aid.space"


def test_a_plan_may_limit_the_number_of_spaces_of_an_operation() -> None:
    """3.1.1 As many spaces as the plan says, and then what follows the Operation."""
    game = game_before_turn(REVOLUTIONARIES)
    for most in (1, 2):
        twin = imagine(game, b"one")
        number = twin.step_number
        actors = Actors(twin, make_plan(f"rally {most}"), b"ties")
        selected = 0
        while twin.step_number == number:
            selected += actors.answer() in BOARD.everywhere
        assert not actors.failed
        assert selected == most


def test_the_search_takes_a_victory_that_is_one_point_away() -> None:
    """The last turn before a check, at 38 for Raj's threshold: whatever brings one more point wins."""
    controlled = {city: {"troops": 2, "sepoys": 2, "level": "active_support"} for city in BOARD.cities}
    provinces = ("punjab", "bihar", "united_provinces", "bombay_presidency", "madras_presidency")
    held = {space: {"sepoys": 3, "level": "active_support"} for space in provinces}
    game = game_at({**controlled, **held}, RAJ, "any", b"close", seats=seated(raj=CHANAKYA), resources={"raj": 20})
    found = search_turn(game, tries=60)
    assert found.considered[0].won == 1


# -- at the table ------------------------------------------------------------------------------------------


@pytest.mark.whole_game
def test_a_game_of_four_chanakyas_ends_and_replays_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """All answers are in the record, as those of people are."""
    monkeypatch.setattr(plans, "ANY_PLANS", 4)
    game = Game.new(scenario="short", seats=dict.fromkeys(SEATS, CHANAKYA), seed=b"four of them")
    found: list[Finding] = []

    def searching(start: Driver, played: tuple[str, ...]) -> Finding:
        found.append(search_turn(start, played, tries=1))
        return found[-1]

    explanations = Chanakya(game, searching).play()
    assert game.result is not None
    assert len(found) > 20
    assert any(thought.text.key == "chanakya.chosen" for one in explanations for thought in one.thoughts)
    again = Game.load(game.record())
    assert again.digest() == game.digest()


def test_chanakya_pays_for_operations_like_a_player() -> None:
    """3.1 Arjuna's Operations cost nothing; Chanakya's do."""
    game = game_before_turn(RAJ)
    search = Search(game)
    spent = [change for one in search.candidates for change in one.changes if change.verb == "resources"]
    assert any(change.target == RAJ and (change.new or 0) < (change.old or 0) for change in spent)


def test_without_a_search_chanakya_finishes_its_turn_and_says_so() -> None:
    game = game_before_turn(CONGRESS)
    number = game.step_number
    player = Chanakya(game, lambda start, played: NOTHING_FOUND)
    while game.step_number == number:
        player.answer()
    assert game.step_number > number
    assert [thought.text.key for thought in explain(NOTHING_FOUND)] == ["chanakya.unsearched"]


def test_a_player_against_chanakya_does_not_count_as_a_lone_player() -> None:
    """8.10 is only for a person whose opponents are all Non-player Factions."""
    lone = Game.new(scenario="short", seats=seated(raj=PLAYER), seed=b"any").state
    assert find_lone_player(lone) == (RAJ,)
    beside = Game.new(scenario="short", seats=seated(raj=PLAYER, congress=CHANAKYA), seed=b"any").state
    assert find_lone_player(beside) == ()
    assert solo_ending(beside) is None
    assert winners(beside) == []


def test_a_seat_can_change_between_arjuna_and_chanakya_in_both_directions() -> None:
    game = Game.new(scenario="short", seats=seated(raj=PLAYER), seed=b"any")
    while game.keys or game.decision is None:
        Arjuna(game).answer()
    game.hand_over(CONGRESS, CHANAKYA)
    assert game.state.seats[CONGRESS] == CHANAKYA
    assert CONGRESS not in game.state.arjuna
    game.hand_over(CONGRESS, ARJUNA)
    assert CONGRESS in game.state.arjuna
