"""The hidden things of Gandhi, and tables at which much depends on them."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

from bot.games.gandhi.facts import GAME
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import PLAYER, SEATS
from engine.gandhi.state import State
from tools.games.gandhi.positions import random_position, random_seats
from tools.games.gandhi.subject import another_deck
from tools.verify.two_worlds import Secrets


class GandhiSecrets(Secrets):
    """The deck below the visible cards, and the order of Arjuna's cards."""

    looks = (("board", {"region": "north"}), ("event", {}))
    completions = (("standing pass", "unless"),)
    typed = ("b", "Punjab, ", "Delhi, Bihar, ")
    corrections = (*(f"next {card}" for card in range(1, 73)), "Unity 5; Restraint 1; next 7", "Delhi 9T; next 99")

    def open_position(self, number: int, chance: Random) -> dict[str, Any]:
        """Return a random position; every second one is at the brink (`bring_to_the_brink`)."""
        position = random_position(chance)
        if number % 2 == 0:
            bring_to_the_brink(position, chance)
        position["seats"] = dict.fromkeys(SEATS, PLAYER) if chance.random() < 0.7 else random_seats(chance)
        if PLAYER not in position["seats"].values():
            position["seats"]["congress"] = PLAYER
        return position

    def hide(self, state: Any, chance: Random, *, is_first: bool, seats: Collection[str] = ()) -> None:
        """Hide another deck, with a Campaign card on top in the first of two games, and another order of cards."""
        hide(state, chance, is_first=is_first)


def hide(state: State, chance: Random, *, is_first: bool) -> None:
    """Give a state another deck and another order of Arjuna's cards."""
    state.deck = put_on_top(another_deck(state.deck, chance), campaign=is_first)
    for stack in state.arjuna.values():
        chance.shuffle(stack)


def bring_to_the_brink(position: dict[str, Any], chance: Random) -> None:
    """Make the next turn the last on its card, with someone above the threshold and prisoners to release.

    The result of that turn depends on the face-down card and on a die.
    """
    seat = chance.choice(SEATS)
    position["turn"] = {"seat": seat, "may": chance.choice(("any", "operation_only", "limited_operation"))}
    position["eligible"] = [seat]
    level = chance.choice(("active_support", "active_opposition"))
    for space, land in GEOGRAPHY.items():
        if not land.is_railway:
            position["spaces"].setdefault(space, {})["level"] = level
    for piece in ("congress", "league"):
        row = next((row for row in position["spaces"].values() if row.get(piece)), None)
        if row is not None:
            row[piece] -= 1
            position["jail"][piece] = position["jail"].get(piece, 0) + 1


def put_on_top(deck: list[int], *, campaign: bool) -> list[int]:
    """Return a deck whose top card is, or is not, a Campaign card, where the deck has such a card."""
    fitting = [card for card in deck if (card in BOARD.campaign_cards) == campaign]
    if not fitting:
        return deck
    top = fitting[0]
    return [top, *(card for card in deck if card != top)]


SECRETS = GandhiSecrets(GAME)
