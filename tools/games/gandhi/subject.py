"""Gandhi as the tools play and check it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from bot.games.gandhi.facts import GAME
from bot.games.gandhi.standing_orders import GandhiOrder
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.inserted import HAND_OVER, write_go_back
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.board import BOARD
from engine.gandhi.hand_over import is_between_cards
from engine.gandhi.ids import ARJUNA, AWAY, PLAYER
from engine.gandhi.state import State
from render.gandhi.alt import alt_text
from tools.games.gandhi.client import Client
from tools.games.gandhi.invariants import GandhiWatch
from tools.games.gandhi.positions import random_game, random_position
from tools.subjects import Follower, Subject, Watch
from tools.verify.invariants import hold

POSITION = "position"
"""A random position, in place of a scenario."""
MOST_FROM_POSITION = 120
"""Choices played from a random position: enough for a few turns and often a Campaign Round."""
HAND_OVERS = 1 / 60
"""The share of choices before which a seat changes hands, where one may."""


def another_deck(deck: list[int], chance: Random) -> list[int]:
    """Return the same cards in another possible order: two Campaign cards are never next to each other (2.1)."""
    events = [card for card in deck if card not in BOARD.campaign_cards]
    campaigns = [card for card in deck if card in BOARD.campaign_cards]
    chance.shuffle(events)
    chance.shuffle(campaigns)
    order: list[int] = []
    for card in deck:
        kind = campaigns if card in BOARD.campaign_cards else events
        order.append(kind.pop())
    for here in range(1, len(order) - 1):
        if order[here] in BOARD.campaign_cards and chance.random() < 0.5:
            order[here - 1], order[here] = order[here], order[here - 1]
    return order


def disguise(state: State, chance: Random) -> None:
    """Put another deck below the visible cards."""
    state.deck = another_deck(state.deck, chance)


class GandhiSubject(Subject):
    """Games of both scenarios, and from random positions; in half of them Arjuna answers with its own thoughts."""

    def __init__(self) -> None:
        super().__init__(GAME)
        self.sources = (*self.sources, POSITION)
        self.tables = ("short", "short", "main")

    def start(self, source: str, chance: Random) -> Game:
        """Return a game of a scenario, or from a random position."""
        if source == POSITION:
            return Game.at(random_position(chance), seed=chance.randbytes(32))
        return random_game(source, chance)

    def find_most(self, source: str) -> int:
        """Return the number of choices after which a game from a position is cut off; 0 for a whole game."""
        return MOST_FROM_POSITION if source == POSITION else 0

    def watch(self) -> Watch:
        """Return the checks of a game."""
        return GandhiWatch()

    def follow(self, game: Game) -> Follower:
        """Return a client that folds Changes over its own view."""
        return Client(game)

    def disguise(self, state: Any, chance: Random, seats: Collection[str] = ()) -> None:
        """Give a state another deck below the visible cards."""
        disguise(state, chance)

    def thinks(self, chance: Random) -> bool:
        """Return whether Arjuna answers with its own thoughts in a game, and not at random."""
        return chance.random() < 0.5

    def answer(self, game: Game, decision: Decision) -> str:
        """Return Arjuna's answer on its own seat, thought out on a copy; an empty string on a person's."""
        if game.state.seats[decision.seat] != ARJUNA:
            return ""
        key = Arjuna(game.clone(), explains=False).answer()
        hold(key in decision.keys, "Arjuna answers what is allowed", key)
        return key

    def change_hands(self, game: Game, chance: Random) -> str:
        """Return now and then a key by which a seat changes hands or the game goes back, otherwise an empty string."""
        if game.keys or chance.random() >= HAND_OVERS:
            return ""
        seat = chance.choice(tuple(game.state.seats))
        people = [name for name, kind in game.state.seats.items() if kind == PLAYER]
        given = chance.choice((ARJUNA, AWAY + ARJUNA))
        kind = given if game.state.seats[seat] == PLAYER else PLAYER
        if people == [seat] or (kind == PLAYER and not is_between_cards(game.state)):
            return ""
        if chance.random() < 0.3:
            return write_go_back({"dice": game.state.dice.counters.get("dice", 0) + chance.randint(0, 5)})
        return f"{HAND_OVER}{seat}:{kind}"

    def describe(self, view: Any, changes: Sequence[Change]) -> str:
        """Return the alt text of the map."""
        return alt_text(view, changes)

    def wish(self, chance: Random) -> GandhiOrder:
        """Return a random standing order."""
        kind: Any = chance.choice(("pass", "campaign", "transfer", "release"))
        lasts: Any = chance.choice(("card", "campaign", "game"))
        return GandhiOrder(kind, lasts, answer=chance.choice(("yes", "no")), at_most=chance.randint(1, 9))


SUBJECT = GandhiSubject()
