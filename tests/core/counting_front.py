"""The front end of the counting game, which shows how little the bot needs of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

import engine
from bot.games import registry
from bot.games.answers import Action, AutomaticPlayer, Explanation
from bot.games.frontend import Frontend
from bot.games.playing import AUTOMATIC, Orders, Player, Setup
from bot.games.registry import Names
from bot.games.showing import Score, Words
from bot.language import Language, load_language
from engine import Game
from engine.core.change import Change
from engine.core.text import Text, text
from tests.core.counting import SEATS, CountingRules

NAMES = {
    "scenario.count": "Counting to six",
    "seat.left": "Left",
    "seat.right": "Right",
    "action.ask": "Ask",
    "ask.act": "What now? Add, roll, turn up a card, ask, or be done.",
    "ask.double": "Double the total?",
    "number": "Add {number}",
    "roll": "Roll a die",
    "turn_up": "Turn up a card",
    "ask": "Ask whether to double",
    "done": "Done",
    "yes": "Yes",
    "no": "No",
    "why.too_much": "{place} is too much ({rule}).",
    "log.add": "+{count}: {old} to {new}",
    "log.roll": "a die, +{count}: {old} to {new}",
    "log.turn_up": "a card, +{count}: {old} to {new}",
    "log.double": "doubled: {old} to {new}",
    "log.pause": "a pause: {old} to {new}",
    "log.hand_over": "{seat} changes hands",
    "counting.total": "Total {total}",
    "counting.even": "Left likes an even total, Right an odd one.",
    "counting.three": "Three is the most that can be added.",
    "over.counted": "{seat} wins the count",
}
"""Every word of the game, in English, by the key of its text."""


class Thought(msgspec.Struct, frozen=True):
    """A thought of the counter."""

    text: Text
    kind: str = "count"
    spaces: tuple[str, ...] = ()


class Reason(msgspec.Struct, frozen=True):
    """The counter's thoughts in a step."""

    seat: str
    thoughts: Sequence[Thought]


class Counter:
    """Adds three, is done, and never doubles."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.reasons: list[Explanation] = []

    @property
    def must_decide(self) -> bool:
        """Return whether an automatic seat is asked."""
        seats: Mapping[str, str] = self.game.state.seats
        return self.game.decision is not None and seats.get(self.game.pending_seat) == AUTOMATIC

    def answer(self) -> str:
        """Answer, and return the key."""
        decision = self.game.decision
        assert decision is not None
        key = "no" if decision.kind == "double" else "done" if "3" in self.game.keys else "3"
        if key == "3":
            self.reasons.append(Reason(decision.seat, [Thought(text("counting.three"))]))
        self.game.choose(key)
        return key

    def finished(self) -> Sequence[Explanation]:
        """Return its reasons since the last call."""
        reasons, self.reasons = self.reasons, []
        return reasons

    def thinking(self) -> Sequence[Explanation]:
        """Return its reasons so far."""
        return self.reasons


class CountingSetup(Setup):
    """Two people, or one and the counter, count to six turns."""

    kind = "counting"
    seats = SEATS
    scenarios = ("count",)


class CountingWords(Words):
    """One line for each Change."""

    def tell(
        self,
        language: Language,
        changes: Iterable[Change],
        runners: Mapping[str, str] | None = None,
        *,
        is_under_way: bool = False,
    ) -> list[str]:
        """Return one line for each Change."""
        return [
            language.say(f"log.{change.verb}", seat=change.target, count=change.count, old=change.old, new=change.new)
            for change in changes
        ]


class CountingScore(Score):
    """The total."""

    def write_tracks(self, language: Language, view: Any, seat: str = "") -> str:
        """Return the total."""
        return language.say("counting.total", total=view["total"])

    def write_end(self, language: Language, game: Game) -> list[str]:
        """Return who likes which total."""
        return [language.say("counting.even")]


class CountingPlayer(Player):
    """The counter."""

    def make(self, game: Game, found: Any = None) -> AutomaticPlayer:
        """Return the counter."""
        return Counter(game)

    def explain_step(self, game: Game, keys: Sequence[str]) -> Sequence[Explanation]:
        """Return what the counter thought in a step."""
        player = Counter(game)
        while player.must_decide and len(game.keys) < len(keys):
            player.answer()
        return player.finished()


class CountingOrders(Orders):
    """Orders in which asking has its own command."""

    actions = (Action("ask", "ask", SEATS, is_special=False),)


COUNTING = Frontend(
    CountingSetup(), words=CountingWords(), score=CountingScore(), player=CountingPlayer(), orders=CountingOrders()
)


def install() -> None:
    """Make the game known to the engine and the bot, in this process."""
    engine.GAMES["counting"] = CountingRules()
    registry.FRONTS["counting"] = COUNTING
    registry.NAMES["counting"] = Names(find=lambda: NAMES)
    load_language.cache_clear()
