"""8.1 Arjuna at the table: it never stalls, thinks the same again after a reload, and sees only what is public."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from engine import Game
from engine.core.decision import Decision
from engine.core.game import Game as Driver
from engine.gandhi.arjuna.cards import CARDS
from engine.gandhi.arjuna.player import Arjuna, explain_step, play_out
from engine.gandhi.arjuna.thoughts import Explanation, summarise
from engine.gandhi.ids import ARJUNA, CONGRESS, LEAGUE, PLAYER, RAJ, REVOLUTIONARIES, SEATS
from tests.arjuna.thinking import ALL_ARJUNA, draw_next, mind_at, players, table
from tools.playing import pick

SCENARIOS = ("short", "main")
SEATINGS = [tuple(seat for place, seat in enumerate(SEATS) if number >> place & 1) for number in range(16)]
"""The people of the sixteen seatings."""
NEVER = {"arjuna.not_possible", "arjuna.played_differently"}
"""Thoughts that must never occur: an answer was missing in the plan."""


def seed_of(number: int) -> bytes:
    """Return a seed for a game."""
    return number.to_bytes(32, "big")


def game_of(scenario: str, number: int, people: tuple[str, ...] = ()) -> Game:
    """Return a game with some people."""
    return Game.new(scenario=scenario, seats=players(*people), seed=seed_of(number))


def play_mixed(game: Game, chance: Random) -> list[Explanation]:
    """Play to the end: people at random, the others by Arjuna."""
    arjuna = Arjuna(game)
    explanations = arjuna.play()
    while game.decision is not None:
        game.choose(pick(game.decision, chance))
        explanations += arjuna.play()
    return explanations


def wait_for_person(game: Driver, arjuna: Arjuna) -> Decision | None:
    """Let Arjuna answer until a person must, and return what is asked then; None when the game is over."""
    while arjuna.must_decide:
        arjuna.answer()
    return game.decision


def thoughts_in(explanations: list[Explanation]) -> set[str]:
    """Return every message key that was thought."""
    return {thought.text.key for one in explanations for thought in one.thoughts}


# -- whole games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", SEATINGS, ids=lambda people: "+".join(people) or "nobody")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_arjuna_plays_a_game_of_any_seating_to_its_end(scenario: str, people: tuple[str, ...]) -> None:
    """8.0 Zero to four people who play at random: no one stalls, and no answer is a stopgap."""
    game = game_of(scenario, 16 * len(scenario) + len(people), people)
    explanations = play_mixed(game, Random(7))
    assert game.result is not None
    assert sorted(game.result.ranking) == sorted(SEATS)
    assert not thoughts_in(explanations) & NEVER
    assert all(one.seat not in people for one in explanations)


@pytest.mark.whole_game
def test_every_side_of_every_card_is_reached_and_played() -> None:
    """8.3 All forty-eight sides, in games of both scenarios. The first two games play the rarest ones."""
    sides = {side for letter in CARDS for side in (letter, letter + letter)}
    drawn: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for number in (57, 21, *range(60)):
        for one in Arjuna(game_of(SCENARIOS[number % 2], number)).play():
            side = ""
            for thought in one.thoughts:
                if thought.kind == "card" and "letter" in thought.text.params:
                    side = thought.text.params["letter"]
                    drawn[side] += 1
                elif thought.kind == "operation" and side:
                    played[side] += 1
        if sides <= set(played):
            break
    assert set(drawn) == sides
    assert sides - set(played) == set()


def test_the_same_seed_gives_the_same_game_in_two_processes() -> None:
    """No answer depends on the order of a set, which differs from process to process."""
    script = (
        "from engine import Game; from engine.gandhi.arjuna.player import Arjuna; from engine.gandhi.ids import SEATS\n"
        "game = Game.new(scenario='main', seats=dict.fromkeys(SEATS, 'arjuna'), seed=b'one for all')\n"
        "Arjuna(game).play()\n"
        "print(game.digest())"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        )
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout != ""


def test_a_game_replays_from_its_record_without_arjuna() -> None:
    """Every answer is in the record, the number of cards drawn too."""
    game = game_of("main", 5)
    play_out(game)
    again = Game.load(game.record())
    assert again.digest() == game.digest()
    assert again.result == game.result


def test_thinking_without_explaining_gives_the_same_game() -> None:
    """The thoughts change nothing."""
    one, other = game_of("short", 8), game_of("short", 8)
    Arjuna(one).play()
    assert Arjuna(other, explains=False).play()
    assert one.digest() == other.digest()


def test_arjuna_has_no_answer_when_the_game_is_over() -> None:
    """There is no decision then."""
    game = game_of("short", 1)
    arjuna = Arjuna(game)
    arjuna.play()
    assert not arjuna.must_decide
    assert arjuna.play() == []
    with pytest.raises(ValueError, match="over"):
        arjuna.answer()


# -- interrupted by people ---------------------------------------------------------------------------------


def reloaded(game: Driver) -> Driver:
    """Return a game read again from its snapshot, as it is before the first key of a step."""
    return Driver.resume(game.rules, game.rules.encode(game.state), (), start=game.start, number=game.step_number)


def interrupted_games() -> Iterator[tuple[Driver, Random]]:
    """Yield games with people, in which Arjuna's turns are interrupted now and then.

    In the last one NP Congress asks a person who plays Raj for Gandhi, at once.
    """
    for number in range(16):
        people = ((RAJ,), (CONGRESS,), (RAJ, CONGRESS), (LEAGUE, REVOLUTIONARIES))[number % 4]
        yield game_of(SCENARIOS[number % 2], 40 + number, people), Random(number)
    spaces = {"bihar": {"congress": 1, "sepoys": 4}}
    prison = table(spaces, CONGRESS, may="operation_and_special", people=[RAJ], jail={"gandhi": True})
    draw_next(prison, CONGRESS, "H")
    yield reloaded(prison), Random(1)


@pytest.mark.whole_game
def test_a_reload_in_the_middle_of_a_step_changes_nothing() -> None:
    """A fresh Arjuna for every answer, on a game loaded again, plays as one that was never interrupted.

    People are asked in the middle of its turns: Gandhi's release, Troops of a new Muslim State and the like.
    """
    in_the_middle: Counter[str] = Counter()
    for game, chance in interrupted_games():
        lasting = Arjuna(game)
        while (decision := game.decision) is not None:
            if not lasting.must_decide:
                if game.keys and game.label.seat and game.state.seats[game.label.seat] == ARJUNA:
                    in_the_middle[decision.kind] += 1
                game.choose(pick(decision, chance))
                continue
            loaded = Driver.resume(game.rules, game.snapshot(), game.keys, start=game.start, number=game.step_number)
            assert Arjuna(loaded).answer() == lasting.answer()
            assert loaded.digest() == game.digest()
    assert {"satyagraha.release", "displace.city"} <= set(in_the_middle)


def test_the_explanation_of_an_interrupted_turn_holds_all_its_thoughts() -> None:
    """An explanation holds the thoughts before and after the question to a person, after a reload as well."""
    checked = 0
    for game, chance in interrupted_games():
        lasting = Arjuna(game)
        explanations = lasting.play()
        while game.decision is not None:
            middle = game.keys and lasting.thinking()
            game.choose(pick(game.decision, chance))
            if middle and lasting.must_decide and game.keys:
                loaded = Arjuna(
                    Driver.resume(game.rules, game.snapshot(), game.keys, start=game.start, number=game.step_number)
                )
                assert [one.thoughts for one in loaded.thinking()] == [one.thoughts for one in lasting.thinking()]
                checked += 1
            explanations += lasting.play()
        for one in explanations:
            keys = [key for step in game.steps if step.number == one.turn for key in step.keys]
            assert set(one.keys) <= set(keys)
    assert checked


def test_arjuna_decides_again_after_an_undo_of_a_persons_choice() -> None:
    """After an undo of a person's choice the plan is that of the position as it is now."""
    game = next(game for game, _ in interrupted_games())
    arjuna = Arjuna(game)
    chance = Random(3)
    undone = 0
    while undone < 40 and (decision := wait_for_person(game, arjuna)) is not None:
        game.choose(pick(decision, chance))
        if game.undo_seat and chance.random() < 0.5:
            game.undo()
            undone += 1
    assert undone
    arjuna.finished()
    while (decision := wait_for_person(game, arjuna)) is not None:
        assert not thoughts_in(arjuna.finished()) & NEVER
        game.choose(pick(decision, chance))


# -- what it sees ------------------------------------------------------------------------------------------


def with_another_deck(game: Driver) -> Driver:
    """Return the same game with the face-down cards in another order, and the game's own dice further on."""
    twin = reloaded(game)
    twin.state.deck.reverse()
    twin.state.dice.counters["dice"] = twin.state.dice.counters.get("dice", 0) + 17
    twin.state.dice.counters["deck"] = twin.state.dice.counters.get("deck", 0) + 5
    return reloaded(twin)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_arjuna_sees_no_face_down_card_and_no_die_before_it_falls(scenario: str) -> None:
    """Two games that differ only in the hidden deck and dice get the same answers until something hidden is shown."""
    game = game_of(scenario, 77)
    arjuna = Arjuna(game)
    compared = 0
    while game.decision is not None:
        if not game.keys and game.label.phase == "turn":
            hidden = with_another_deck(game)
            before = hidden.state.reveals
            blind = Arjuna(hidden)
            mine: list[str] = []
            while blind.must_decide and hidden.state.reveals == before and hidden.step_number == game.step_number:
                mine.append(blind.answer())
            assert [arjuna.answer() for _ in mine] == mine
            compared += len(mine)
        else:
            arjuna.answer()
    assert compared > 100


def test_the_dice_of_arjuna_come_from_a_separate_stream() -> None:
    """8.1.2 Arjuna rolls on its own stream: its thinking moves no counter of the game's dice."""
    mind = mind_at({}, RAJ, 3, 5)
    before = dict(mind.state.dice.counters)
    assert [mind.roll("restraint"), mind.roll("restraint")] == [3, 5]
    assert mind.pick_evenly(["bihar", "punjab"], "railway") in ("bihar", "punjab")
    assert mind.state.dice.counters == before


# -- why ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [(), (RAJ,), (CONGRESS, LEAGUE)])
def test_explaining_a_stored_step_gives_the_original_explanation(people: tuple[str, ...]) -> None:
    """An explanation is not stored, since snapshot and keys give it again, with the same answers."""
    game = game_of("short", 13, people)
    chance = Random(1)
    arjuna = Arjuna(game)
    snapshots = {game.step_number: game.snapshot()}
    told: list[Explanation] = []
    while game.decision is not None:
        told += arjuna.play() if arjuna.must_decide else []
        if game.decision is not None:
            game.choose(pick(game.decision, chance))
        snapshots[game.step_number] = game.snapshot()
    told += arjuna.finished()
    checked = 0
    for step in game.steps:
        if step.number not in snapshots:
            continue
        start = Driver.resume(game.rules, snapshots[step.number], (), start=game.start, number=step.number)
        again = explain_step(start, step.keys)
        assert again == [one for one in told if one.turn == step.number]
        assert start.steps[0].digest == step.digest
        checked += bool(again)
    assert checked > 3 or not people


def test_every_explanation_of_a_turn_has_a_summary() -> None:
    """A few lines: what was decided, the card and its test, what was done and where."""
    explanations = Arjuna(game_of("main", 12)).play()
    turns = [one for one in explanations if one.phase == "turn" and "arjuna.decides" in str(one.thoughts)]
    assert turns
    for one in turns:
        lines = summarise(one)
        assert 1 <= len(lines) <= 12
        assert lines[0].key.startswith("arjuna.decides.")
    cards = [line for one in turns for line in summarise(one) if line.key in ("arjuna.card", "arjuna.flip")]
    assert cards
    spaces = [line for one in turns for line in summarise(one) if line.params.get("space")]
    assert spaces


# -- changing hands ----------------------------------------------------------------------------------------


def test_a_seat_can_change_between_a_person_and_arjuna_in_mid_game() -> None:
    """8.1 A person leaves a seat to Arjuna and takes it back: the game continues, and replays to the same bytes."""
    chance = Random(5)
    game = game_of("main", 31, SEATS)
    arjuna = Arjuna(game)
    changed = 0
    while (decision := wait_for_person(game, arjuna)) is not None:
        if not game.keys and chance.random() < 0.3:
            seat = chance.choice(SEATS)
            kind = ARJUNA if game.state.seats[seat] == PLAYER else PLAYER
            changes = game.hand_over(seat, kind)
            assert [(change.piece, change.target) for change in changes if change.verb == "hand_over"] == [(kind, seat)]
            changed += 1
            continue
        game.choose(pick(decision, chance))
    assert changed > 5
    assert Game.load(game.record()).digest() == game.digest()


def test_arjuna_plays_a_game_to_its_end_after_everyone_has_left() -> None:
    """8.1 From a game of four people to one of none."""
    game = game_of("short", 3, SEATS)
    for seat in SEATS:
        game.hand_over(seat, ARJUNA)
    assert game.position()["seats"] == ALL_ARJUNA
    play_out(game)
    assert game.result is not None
