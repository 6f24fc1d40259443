"""A tiny game for the tests of the driver, so that they show what the driver does and nothing of Gandhi.

Two seats, ``left`` and ``right``, take turns. In a turn a seat adds 1, 2 or 3 to a total as often as it likes, may
roll a die, may turn up the next card of a hidden pile, may ask the other seat whether to double the total, and
ends its turn with ``done``. Between two turns an automatic step adds one. The game ends after six turns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from engine.core.change import Change
from engine.core.decision import Decision, Option
from engine.core.dice import BlindDice, Dice
from engine.core.game import Game
from engine.core.protocol import Label, Result, Rule
from engine.core.record import Start
from engine.core.text import Text, text, why_not

SEATS = ("left", "right")
TURNS = 6
SEED = bytes(range(32))
TOO_MUCH = why_not("too_much", "1.1")


class CountingState(msgspec.Struct):
    """The total, how many steps have been played, and the hidden pile."""

    dice: Dice
    pile: list[int]
    total: int = 0
    steps: int = 0
    reveals: int = 0
    given: list[str] = []
    seats: dict[str, str] = {}
    log: list[Change] = []

    def add(self, amount: int, verb: str = "add") -> None:
        """Add to the total."""
        self.log.append(Change(verb, count=amount, old=self.total, new=self.total + amount))
        self.total += amount


class CountingRules:
    """The rules of the tiny game, or with another ``step`` of one that goes wrong."""

    name = "counting"
    first_scenario = "count"

    def __init__(self, step: Callable[[CountingState], Rule] | None = None) -> None:
        self.begin = step or begin

    def new(self, scenario: str, seats: Mapping[str, str], seed: bytes, options: Mapping[str, Any]) -> CountingState:
        """Return a new game."""
        dice = Dice(seed)
        return CountingState(dice, dice.shuffle("deck", [10, 20, 30, 40]), seats=dict(seats))

    def at(self, position: Mapping[str, Any], seed: bytes) -> CountingState:
        """Return the state with a total, which is the whole position."""
        return CountingState(Dice(seed), [10, 20], total=position["total"])

    def step(self, state: CountingState) -> Rule:
        """Return the step that begins now."""
        return self.begin(state)

    def hand_over(self, state: CountingState, seat: str, kind: str) -> Text | None:
        """Let any seat change hands, once."""
        if seat in state.given:
            return text("error.hand_over_no_change")
        state.given.append(seat)
        state.seats[seat] = kind
        state.log.append(Change("hand_over", piece=kind, target=seat))
        return None

    def put_right(self, state: CountingState, patch: Mapping[str, Any]) -> Text | None:
        """Correct the total, to any number."""
        refused = [name for name in patch if name != "total"]
        if refused:
            return text("error.put_right_field", field=refused[0])
        state.log.append(Change("put_right", old=state.total, new=patch["total"]))
        state.total = patch["total"]
        return None

    def label(self, state: CountingState) -> Label:
        """Return the label of the step that begins now."""
        return Label("between") if state.steps % 2 else Label("turn", seat_of(state))

    def result(self, state: CountingState) -> Result | None:
        """Return who wins: left with an even total, right with an odd one."""
        if state.steps < 2 * TURNS:
            return None
        order = SEATS if state.total % 2 == 0 else SEATS[::-1]
        return Result(order, {"left": state.total, "right": -state.total}, "counted")

    def position(self, state: CountingState, seats: Collection[str] = ()) -> dict[str, Any]:
        """Return the public position."""
        return {"total": state.total, "steps": state.steps}

    def view(self, state: CountingState, decision: Decision | None, seats: Collection[str] = ()) -> dict[str, Any]:
        """Return the public view."""
        return {"total": state.total, "pending": decision.seat if decision else "", "seats": state.seats}

    def blind(self, state: CountingState, seats: Collection[str] = ()) -> None:
        """Forget the seed and the faces of the pile."""
        state.dice = BlindDice(b"")
        state.pile = [0] * len(state.pile)

    def encode(self, state: CountingState) -> bytes:
        """Return the state as bytes."""
        return msgspec.msgpack.encode(state)

    def decode(self, data: bytes) -> CountingState:
        """Return the state from bytes."""
        return msgspec.msgpack.decode(data, type=CountingState)


def seat_of(state: CountingState) -> str:
    """Return whose turn it is."""
    return SEATS[state.steps // 2 % 2]


def number_option(number: int) -> Option:
    """Return the option to add a number."""
    return Option(str(number), text("number", number=number), number, role="number")


def begin(state: CountingState) -> Rule:
    """Return a turn, or the automatic step between two turns."""
    return between(state) if state.steps % 2 else play_turn(state, seat_of(state))


def play_turn(state: CountingState, seat: str) -> Rule:
    """Play a turn of one seat."""
    other = SEATS[1 - SEATS.index(seat)]
    while True:
        options = [number_option(number) for number in (1, 2, 3)]
        options += [Option(key, text(key)) for key in ("roll", "turn_up", "ask")]
        options.append(Option("done", text("done"), role="stop"))
        key = yield Decision(
            seat, "act", text("ask.act"), options, closed=lambda: [Option("4", text("number", number=4), 4, TOO_MUCH)]
        )
        if key == "done":
            break
        if key == "roll":
            state.reveals += 1
            state.add(state.dice.roll("dice"), "roll")
        elif key == "turn_up":
            state.dice.look()
            state.reveals += 1
            state.add(state.pile.pop(), "turn_up")
        elif key == "ask":
            answer = yield Decision(other, "double", text("ask.double"), [Option("yes", text("yes")), NO])
            if answer == "yes":
                state.add(state.total, "double")
        else:
            state.add(int(key))
    state.steps += 1


NO = Option("no", text("no"), role="decline")


def between(state: CountingState) -> Rule:
    """Play the automatic step, which adds one."""
    yield from ()
    state.add(1, "pause")
    state.steps += 1


def new_game(seed: bytes = SEED) -> Game:
    """Return a new game of the tiny game."""
    rules = CountingRules()
    return Game(rules, rules.new("", {}, seed, {}), start=Start("counting", seed.hex()))


def play(game: Game, *keys: str) -> None:
    """Choose keys in order."""
    for key in keys:
        game.choose(key)
