"""The lake game as the driver sees it (`engine.core.protocol.Rules`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.dice import Dice
from engine.core.errors import BadPosition
from engine.core.protocol import Label, Result, Rule
from engine.core.text import Text, text
from engine.lake.state import COPIES, GOODS, HELD, MAP, SEATS, Boat, State, count_points
from engine.lake.turn import play_turn


class LakeRules:
    """Two to four boats sail for three rounds."""

    name = "lake"
    first_scenario = "lake"

    def new(self, scenario: str, seats: Mapping[str, str], seed: bytes, options: Mapping[str, Any]) -> State:
        """Return the state before the first turn. Raises BadPosition."""
        if scenario != self.first_scenario:
            raise BadPosition(text("error.unknown_scenario", scenario=scenario))
        played = [seat for seat in SEATS if seat in (seats or SEATS[:2])]
        kinds = {seat: seats.get(seat, "player") for seat in played}
        boats = {seat: Boat(place) for seat, place in zip(played, MAP, strict=False)}
        wants = {place: GOODS[number % len(GOODS)] for number, place in enumerate(MAP)}
        dice = Dice(seed)
        state = State(dice, kinds, boats, wants, dice.shuffle("deck", list(GOODS) * COPIES))
        for boat in boats.values():
            boat.hand = [state.deck.pop() for _ in range(HELD)]
        return state

    def at(self, position: Mapping[str, Any], seed: bytes) -> State:
        """Return the state of a position, in which what it does not say is dealt by chance. Raises BadPosition."""
        state = self.new(self.first_scenario, position.get("seats", {}), seed, {})
        boats: Mapping[str, Any] = position.get("boats", {})
        try:
            state.wants |= position.get("wants", {})
            state.turns, state.used = position.get("turns", 0), list(position.get("used", ()))
            for seat, given in boats.items():
                boat = state.boats[seat]
                boat.at, boat.points = given["at"], given["points"]
                boat.hand, boat.stored = list(given.get("hand", ())), list(given.get("stored", ()))
            left = Counter(list(GOODS) * COPIES)
            left.subtract(state.used)
            for boat in state.boats.values():
                left.subtract([*boat.hand, *boat.stored])
            state.deck = state.dice.shuffle("deck", sorted(left.elements()))
            for seat, boat in state.boats.items():
                given = boats.get(seat, {"holds": HELD, "stores": 0})
                boat.hand += [state.deck.pop() for _ in range(given.get("holds", 0) - len(boat.hand))]
                boat.stored += [state.deck.pop() for _ in range(given.get("stores", 0) - len(boat.stored))]
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise BadPosition(text("error.bad_value", field="boats")) from error
        if state.boats and not {boat.at for boat in state.boats.values()} <= MAP.keys():
            raise BadPosition(text("error.bad_value", field="at"))
        return state

    def step(self, state: State) -> Rule:
        """Play one turn."""
        return play_turn(state)

    def hand_over(self, state: State, seat: str, kind: str) -> Text | None:
        """Give a seat to another kind of player."""
        state.seats[seat] = kind
        state.log.append(Change("hand_over", seat, piece=kind))
        return None

    def label(self, state: State) -> Label:
        """Return the label of the turn that would begin now."""
        return Label("turn", state.seat)

    def result(self, state: State) -> Result | None:
        """7. The most points win; of equals the one that played later."""
        if not state.is_over:
            return None
        points = count_points(state)
        order = list(state.boats)
        ranking = sorted(order, key=lambda seat: (-points[seat], -order.index(seat)))
        best = {seat: max(points[other] for other in order if other != seat) for seat in order}
        return Result(tuple(ranking), {seat: points[seat] - best[seat] for seat in ranking}, "lake_rounds")

    def position(self, state: State, seats: Collection[str] = ()) -> dict[str, Any]:
        """Return what everyone knows, with the cards of some seats."""
        return {**self.view(state, None, seats), "seats": dict(state.seats), "used": list(state.used)}

    def view(self, state: State, decision: Decision | None, seats: Collection[str] = ()) -> dict[str, Any]:
        """Return what everyone sees, with the cards of some seats. At the end all cards are open."""
        boats: dict[str, Any] = {}
        for seat, boat in state.boats.items():
            boats[seat] = {"at": boat.at, "points": boat.points, "holds": len(boat.hand), "stores": len(boat.stored)}
            if seat in seats or state.is_over:
                boats[seat] |= {"hand": sorted(boat.hand), "stored": sorted(boat.stored)}
        return {
            "seats": dict(state.seats),
            "boats": boats,
            "wants": dict(state.wants),
            "left": len(state.deck),
            "turns": state.turns,
        }

    def blind(self, state: State, seats: Collection[str] = ()) -> None:
        """Forget all that is hidden from some seats."""
        state.blind(seats)

    def encode(self, state: State) -> bytes:
        """Return the state as bytes."""
        return msgspec.msgpack.encode(state)

    def decode(self, data: bytes) -> State:
        """Return the state from bytes."""
        return msgspec.msgpack.decode(data, type=State)


RULES = LakeRules()
