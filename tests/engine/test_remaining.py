"""`Decision.remaining`: how often a question can still be answered, in random games of both games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

from engine import Game
from engine.core.decision import Decision, Option
from engine.gandhi.ids import PLAYER
from engine.rajas.ids import BASIC, NAVARATNAS, SEATS
from tools.games.gandhi.positions import random_game, random_position
from tools.playing import pick

ENDS = ("stop", "decline", "pass")
MENUS = ("turn.action", "turn.operation", "turn.after")
WITHOUT_LIMIT = ("redeploy.origin", "redeploy.piece", "redeploy.count", "redeploy.target")
"""6.4 Pieces are redeployed as often as a Faction likes."""
SPECIALS = ("aid", "govern", "martial_law", "persuade", "treaty")
MOST_DECISIONS = 240
MOST_OF_A_KIND = 6
GAMES = 24
MOST_TRIED = 12


def list_answers(decision: Decision) -> list[Option]:
    """Return the answers to a question that count: not its end, and nothing that is done besides it."""
    besides = {"remove_own", "transfer", "free_sweep"}
    return [one for one in decision.own if one.role not in (*ENDS, "special", "extra") and one.key not in besides]


def is_same(one: Decision, other: Decision) -> bool:
    """Return whether two decisions put the same question."""
    steps = [getattr(decision.subject, "step", None) for decision in (one, other)]
    about = [(decision.seat, decision.kind, decision.space) for decision in (one, other)]
    return about[0] == about[1] and steps[0] is steps[1]


def answer(decision: Decision, chance: Random | None) -> str:
    """Return an answer to another question: the one that leaves the most, its end or the lowest number; or any."""
    answers = list_answers(decision)
    if chance is not None and answers and chance.random() < 0.5:
        return chance.choice(answers).key
    ends = [one for one in decision.own if one.role in ENDS]
    numbers = [one for one in answers if one.role == "number"]
    return [*ends, *numbers, *answers][0].key


def find_next(game: Game, key: str, chance: Random | None = None) -> Decision | None:
    """Return the same question again after an answer, others answered plainly or by chance; None when it is over."""
    asked, step = game.decision, game.step_number
    assert asked is not None
    game.choose(key)
    for _ in range(20):
        decision = game.decision
        if decision is None or game.step_number != step or decision.kind in MENUS:
            return None
        if is_same(asked, decision):
            return decision
        if asked.remaining is None and decision.remaining is not None:
            return None
        game.choose(answer(decision, chance))
    return None


def is_before_operation(game: Game) -> bool:
    """R-44 Return whether a Special Activity comes first: then it leaves what an Operation needs."""
    return (
        game.start.game == "gandhi"
        and [change.verb for change in game.state.log].count("begin") == 1
        and (game.decision is not None and game.decision.action in SPECIALS)
    )


def check(game: Game, decision: Decision, chance: Random) -> None:
    """Check that every answer lowers what remains, and the best ones by one."""
    remaining, answers = decision.remaining, list_answers(decision)
    where = (decision.kind, decision.space, remaining, sorted(decision.keys))
    assert remaining is None or remaining >= bool(answers), where
    # If the question cannot be stopped, the last answers may follow without being asked.
    is_reached = remaining is None or remaining < 2 or not decision.key_of("stop") or is_before_operation(game)
    for option in chance.sample(answers, min(MOST_TRIED, len(answers))):
        for tries in range(3):
            following = find_next(game.clone(), option.key, chance if tries else None)
            if following is None or not list_answers(following):
                continue
            assert remaining is not None, where
            assert following.remaining is not None
            assert following.remaining < remaining, (where, option.key, following.remaining)
            is_reached = is_reached or following.remaining == remaining - 1
    assert is_reached or len(answers) > MOST_TRIED, where


def list_games(name: str, chance: Random) -> Iterator[Game]:
    """Yield random games, and positions where there are any."""
    while name == "gandhi":
        yield Game.at(random_position(chance), seed=chance.randbytes(32))
        yield random_game(chance.choice(("short", "main")), chance)
    while True:
        seats = dict.fromkeys(SEATS[: chance.choice((2, 3, 4))], PLAYER)
        yield Game.new(name, chance.choice((BASIC, NAVARATNAS)), seats, chance.randbytes(32))


def watch(name: str, chance: Random, skips: Callable[[Decision], bool]) -> Counter[str]:
    """Play games at random and check the first decisions of each kind. Returns how many were checked."""
    checked: Counter[str] = Counter()
    for game in islice(list_games(name, chance), GAMES):
        for _ in range(chance.choice((MOST_DECISIONS // 4, MOST_DECISIONS))):
            if (decision := game.decision) is None:
                break
            if list_answers(decision) and checked[decision.kind] < MOST_OF_A_KIND and not skips(decision):
                checked[decision.kind] += 1
                check(game, decision, chance)
            game.choose(pick(decision, chance))
    return checked


@pytest.mark.fuzz
def test_gandhi_asks_no_question_more_often_than_its_decisions_announce() -> None:
    """No question is put more often than it says, and each as often as it says if one answers to that end."""
    checked = watch("gandhi", Random(1), lambda decision: decision.kind in (*MENUS, *WITHOUT_LIMIT))
    assert len(checked) > 60


def test_rajas_asks_no_question_more_often_than_its_decisions_announce() -> None:
    """Each question comes as often as it says; one that is asked once may come again for the next reward."""
    checked = watch("rajas", Random(1), lambda decision: decision.remaining is None or decision.remaining < 2)
    assert {"take", "reroll", "pay"} <= set(checked)
