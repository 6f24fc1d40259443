"""Plans in Gandhi: turns that people plan as turn lines for a face-up card, and a Redeploy planned in advance."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from bot.errors import BadInput
from bot.games.gandhi.orders.lines import NO_CHOICE
from bot.games.gandhi.orders.matching import NOTHING_WORDS, YES_WORDS
from bot.games.gandhi.orders.notation import EVENT, OTHER_SIGNS, find_named_space, read_orders
from bot.games.names import plain
from bot.games.planning import PASS
from bot.games.playing import Planning
from bot.language import Language
from engine import Game
from engine.core.text import text
from engine.gandhi.board import BOARD
from engine.gandhi.campaign.redeploy import REDEPLOYS, skip_to_redeploy
from engine.gandhi.events.interpreter import SIDES
from engine.gandhi.sequence import ELIGIBLE
from engine.gandhi.state import State

SEPARATORS: Final = str.maketrans(dict.fromkeys(",;:>()", " "))
"""The translation table that replaces each sign between the words of orders by a space."""


class GandhiPlanning(Planning):
    """2.3, 6.4, 8.3 Plans for a turn on the Current Card or the next one, and for a Redeploy; proposals of Arjuna.

    A Redeploy can be planned while another Faction is asked for its own. People may change Arjuna's turns, because its
    printed cards describe them. The ``time`` of a turn is the number of its card.
    """

    proposes = True
    own_questions = NO_CHOICE
    phases = tuple(REDEPLOYS)
    actions: Mapping[str, str] = {
        "ui.ahead.pass": PASS,
        **{f"ui.ahead.event.{side}": f"{EVENT}{side}" for side in SIDES},
    }

    def find_time(self, game: Game, seat: str, wanted: int) -> int:
        """Return ``wanted``, or for 0 the Current Card if the Faction can still act on it later, else the next card.

        Raises BadInput if the Faction cannot plan for that card, or if it is a Campaign card.
        """
        state: State = game.state
        is_asked = game.pending_seat == seat
        may_act = state.cylinders[seat] == ELIGIBLE and not is_asked
        cards = [card for card in (*([state.card] if may_act else []), state.upcoming) if card in BOARD.events]
        if not cards or wanted not in (0, *cards):
            raise BadInput(text("ui.ahead.other_card"))
        return wanted or cards[0]

    def find_later(self, game: Game, seat: str) -> Game | None:
        """6.4 Return a copy of the game at a person's later Redeploy, or None if none comes or nothing can move."""
        if game.label.phase not in REDEPLOYS or not game.state.is_person(seat):
            return None
        state = game.rules.decode(game.snapshot())
        if not skip_to_redeploy(state, seat):
            return None
        later = Game(game.rules, state, start=game.start, number=game.step_number)
        return later if later.label.seat == later.pending_seat == seat else None

    def count_time(self, game: Game) -> int:
        """Return the number of the Current Card."""
        return int(game.state.card)

    def is_time(self, game: Game, time: int) -> bool:
        """Return whether the card with the number ``time`` is the Current Card."""
        return bool(game.state.card == time)

    def is_over(self, game: Game, time: int) -> bool:
        """Return whether the card with the number ``time`` was discarded: it is not the Current Card or the next."""
        return time not in (game.state.card, game.state.upcoming)

    def is_first(self, game: Game) -> bool:
        """2.3.4 Return whether no Faction has acted on the Current Card yet."""
        return not game.state.first

    def name_time(self, language: Language, time: int) -> str:
        """Return the number and title of the planned turn's card."""
        return language.say("ui.card.plain", card=time)

    def find_named(self, language: Language, orders: str) -> Collection[str]:
        """Return the ids of all spaces that are named in orders. An answer such as “no” is not a short name."""
        words = orders.translate(OTHER_SIGNS).translate(SEPARATORS).split()
        found = set()
        while words:
            space, length = find_named_space(language, words)
            if space and plain(words[0]) not in NOTHING_WORDS | YES_WORDS:
                found.add(space)
            del words[: max(1, length)]
        return found

    def describe(self, game: Game, names: Collection[str]) -> Mapping[str, Any]:
        """Return the content of each named space, as in a position."""
        spaces = game.position()["spaces"]
        return {space: spaces.get(space, {}) for space in names}

    def check_line(self, language: Language, seat: str, action: str, orders: str) -> None:
        """Raise BadInput if orders cannot be read (`read_orders`). A pass has no orders to check."""
        if action != PASS:
            read_orders(language, action, seat, orders)
