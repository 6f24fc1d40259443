"""Helps tests to put Arjuna before a position: a mind with given dice, a single plan, a single card to draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import Game
from engine.gandhi.arjuna import play
from engine.gandhi.arjuna.cards import OperationBox, SpecialBox, SpecialOption
from engine.gandhi.arjuna.event_play import choose_side, find_column, play_event
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.arjuna.rounds import REACTIONS
from engine.gandhi.arjuna.specials import execute_first
from engine.gandhi.arjuna.thoughts import Explanation
from engine.gandhi.arjuna.working import Work, default_answer
from engine.gandhi.ids import ARJUNA, SEATS
from tests.playing import game_at, seed_rolling

Spaces = Mapping[str, Mapping[str, Any]]

ALL_ARJUNA = dict.fromkeys(SEATS, ARJUNA)


def players(*seats: str) -> dict[str, str]:
    """Return a seating in which only these seats are people's."""
    return {seat: "player" if seat in seats else ARJUNA for seat in SEATS}


def rolling(seat: str, *rolls: int) -> bytes:
    """Return a seed with which the first dice of a Non-player Faction fall as given, in the first step of a game."""
    return seed_rolling(*rolls, stream=f"arjuna:0:{seat}")


def table(
    spaces: Spaces, seat: str = "", *rolls: int, may: str = "any", people: Sequence[str] = (), **position: Any
) -> Game:
    """Return a game of Non-player Factions (but for ``people``) that opens on a seat, whose own dice fall as given.

    Neither its card nor the next one is Critical for anyone or effective for a Non-player Faction.
    """
    position = {"card": 45, "next": 3 if position.get("card") == 59 else 59, **position}
    seed = rolling(seat, *rolls) if rolls else b"a seed for Arjuna"
    return game_at(spaces, seat, may, seed, seats=players(*people), **position)


def mind_of(game: Game, seat: str) -> Mind:
    """Return a Faction's mind in a game, with its own dice."""
    mind = Mind(seat, game.step_number, game.state, game.state.dice)
    if game.decision is not None and game.decision.seat == seat:
        mind.follow(game.decision)
    return mind


def mind_at(spaces: Spaces, seat: str, *rolls: int, people: Sequence[str] = (), **position: Any) -> Mind:
    """Return a Faction's mind at a position, whose dice fall as given."""
    return mind_of(table(spaces, seat, *rolls, people=people, **position), seat)


def carry_out(game: Game, mind: Mind, plan: Work) -> list[str]:
    """Run a plan to its end or the end of the step, and return its keys. Other Non-player Factions react by themselves.

    A person who is asked takes the default.
    """
    turn = game.step_number
    keys: list[str] = []
    try:
        key = next(plan)
        while True:
            keys.append(key)
            game.choose(key)
            while (decision := game.decision) is not None and game.step_number == turn:
                if decision.seat == mind.seat and decision.kind not in REACTIONS:
                    break
                is_arjuna = game.state.seats[decision.seat] == ARJUNA
                react = REACTIONS.get(decision.kind) if is_arjuna else None
                other = mind if decision.seat == mind.seat else mind_of(game, decision.seat)
                game.choose(react(other, decision) if react else default_answer(decision))
            if decision is None or game.step_number != turn:
                return keys
            key = plan.send(decision)
    except StopIteration:
        return keys


def operate(game: Game, operation: str, **box: Any) -> tuple[Mind, list[str]]:
    """Let the deciding Faction execute an Operation as a card's box orders it."""
    decision = game.decision
    assert decision is not None
    mind = mind_of(game, decision.seat)

    def plan() -> Work:
        pending = yield from play.operate(mind, decision, OperationBox(operation, **box))
        return (yield from play.leave(pending))

    return mind, carry_out(game, mind, plan())


def special(game: Game, *options: tuple[str, tuple[str, ...]]) -> tuple[Mind, list[str]]:
    """Let the deciding Faction execute the first possible one of some Special Activities."""
    decision = game.decision
    assert decision is not None
    mind = mind_of(game, decision.seat)
    box = SpecialBox(tuple(SpecialOption(word, steps) for word, steps in options))
    return mind, carry_out(game, mind, execute_first(mind, decision, box))


def take_event(game: Game) -> tuple[Mind, list[str]]:
    """Let the deciding Faction execute its side of the Event."""
    decision = game.decision
    assert decision is not None
    mind = mind_of(game, decision.seat)
    side = choose_side(mind)
    column = find_column(mind, side)

    def plan() -> Work:
        pending = yield f"event:{side}"
        return (yield from play_event(mind, pending, side, column))

    return mind, carry_out(game, mind, plan())


def column_for(game: Game, seat: str) -> str:
    """Return the column of the current Event for a Faction, empty when it is not effective."""
    mind = mind_of(game, seat)
    return find_column(mind, choose_side(mind))


def is_effective(game: Game, seat: str) -> bool:
    """Return whether the current Event is effective for a Faction."""
    return bool(column_for(game, seat))


def draw_next(game: Game, seat: str, *letters: str) -> None:
    """Put Arjuna cards so that a Faction draws them next, in this order."""
    stack = [card for card in game.state.arjuna[seat] if card not in letters]
    game.state.arjuna[seat] = [stack[0], *letters, *stack[1:]]


def play_turn(game: Game) -> Explanation:
    """Let Arjuna play one step, and return the explanation of the Faction that began it."""
    arjuna = Arjuna(game)
    turn = game.step_number
    while game.step_number == turn and arjuna.must_decide:
        arjuna.answer()
    return arjuna.finished()[0]


def told(thinking: Mind | Explanation) -> list[str]:
    """Return the message keys of what was thought, without their prefix."""
    return [thought.text.key.removeprefix("arjuna.") for thought in thinking.thoughts]


def texts(thinking: Mind | Explanation, key: str) -> list[dict[str, Any]]:
    """Return the parameters of every thought with a message key."""
    return [thought.text.params for thought in thinking.thoughts if thought.text.key == f"arjuna.{key}"]
