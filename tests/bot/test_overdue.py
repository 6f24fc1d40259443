"""Answers when the time is over: they are legal, come to an end, and commit to as little as possible."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot.games.gandhi.front import FRONT
from bot.tables.reminders import find_answers, is_whole_turn
from engine import Game

GAMES = 5
LEAST = ("done", "end", "no", "pass", "0")
"""The keys of this game that commit to least, the best first."""


def moments(games: int, share: float) -> Iterator[tuple[Game, random.Random]]:
    """Yield games of four people at random moments, at this share of all their decisions."""
    for number in range(games):
        chance = random.Random(number)
        game = Game.new(scenario=("short", "main")[number % 2], seed=bytes([number + 1]) * 32)
        while game.decision is not None:
            if chance.random() < share:
                yield game, chance
            game.choose(chance.choice(game.decision.options).key)


@pytest.mark.whole_game
def test_automatic_answers_are_legal_and_end_the_turn_or_lead_to_another_seat() -> None:
    whole = beside = 0
    for game, _ in moments(GAMES, 0.15):
        decision, number, is_whole = game.decision, game.step_number, is_whole_turn(FRONT, game)
        assert decision is not None
        for like_automatic in (False, True):
            answers = find_answers(FRONT, game, like_automatic=like_automatic)
            assert game.decision is decision
            assert answers
            assert {seat for seat, _ in answers} == {decision.seat}
            twin = game.clone()
            for _, key in answers:
                twin.choose(key)
            after = twin.decision
            assert after is None or after.seat != decision.seat or twin.step_number != number
        whole, beside = whole + is_whole, beside + (not is_whole)
    assert whole > 100
    assert beside > 50


def test_a_turn_that_has_not_begun_is_passed() -> None:
    passed = 0
    for game, _ in moments(2, 0.3):
        decision = game.decision
        if decision is not None and decision.kind == "turn.action" and not game.keys and "pass" in decision.keys:
            assert find_answers(FRONT, game)[0][1] == "pass"
            passed += 1
    assert passed > 10


def test_the_plain_answer_of_a_decision_is_the_one_that_commits_least() -> None:
    seen = set()
    for game, _ in moments(2, 1.0):
        decision = game.decision
        assert decision is not None
        least = decision.plain
        if least:
            assert all(key not in decision.keys for key in LEAST[: LEAST.index(least)])
            seen.add(least)
        else:
            assert not set(LEAST) & decision.keys
    assert {"done", "no", "pass", "0"} <= seen


def test_automatic_answers_of_arjuna_release_no_one_and_give_nothing() -> None:
    asked = 0
    for game, _ in moments(GAMES, 1.0):
        decision = game.decision
        if decision is None or decision.kind not in ("satyagraha.release", "transfer.consent"):
            continue
        asked += 1
        # 8.1.4 Arjuna releases no one and gives nothing.
        assert find_answers(FRONT, game, like_automatic=True)[0][1] == "no"
    assert asked


def test_imperialism_that_is_ended_early_releases_one_activist_of_each_faction() -> None:
    """8.9.2 The Round ends after one of two spaces. Then one Activist of each Faction is released, not two of one."""
    here = {"troops": 3, "sepoys": 3, "unrest": 2}
    position = {
        "scenario": "short",
        "spaces": {"east_bengal": here, "delhi": here},
        "jail": {"congress": 3, "league": 1},
        "phase": "imperialism",
        "resources": {"raj": 20},
        "restraint": 3,
        "unity": 3,
        "campaigns_left": 1,
        "next": 30,
    }
    game = Game.at(position)
    game.choose("east_bengal")
    assert [key for _, key in find_answers(FRONT, game)] == ["4", "done", "1"]
