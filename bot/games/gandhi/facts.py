"""Facts about Gandhi that its front end adds to those of the engine: options, colours, actions, spaces and sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.games.answers import Action
from engine import Game
from engine.gandhi import catalogue
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.events.interpreter import is_side_possible
from engine.gandhi.ids import SEATS

GAME: Final = "gandhi"
HEAD_START: Final = "head_start"
"""The option of a table that gives people's Factions more Resources or Available Activists at the start. It is our own
handicap, and not in the rules."""
FORESIGHT: Final = "foresight"
"""The option of a table that shows everyone the Faction order of the card after the next: our own handicap."""
PAIRS: Final = (("raj", "revolutionaries"), ("congress", "league"))
"""1.5 The pairs of Factions that one person may run as one side."""

COLOURS: Final = {"raj": 0xC41E2C, "congress": 0xF08C1E, "league": 0x1F8040, "revolutionaries": 0x6B6570}
"""The accent colour of each Faction's panels, as 0xRRGGBB."""

RESOURCE_SEATS: Final = ("raj", "revolutionaries")
"""1.8 The Factions that have Resources."""


def list_actions() -> Iterator[Action]:
    """3.0, 4.0 Yield every Operation of the game, and then every Special Activity, in the order of the Factions."""
    for is_special, menu in ((False, catalogue.OPERATIONS), (True, catalogue.SPECIAL_ACTIVITIES)):
        for name in dict.fromkeys(name for seat in SEATS for name in menu[seat]):
            holders = tuple(seat for seat in SEATS if name in menu[seat])
            yield Action(name, f"special:{name}" if is_special else name, holders, is_special)


ACTIONS: Final = tuple(list_actions())
SPACES: Final = {space: GEOGRAPHY[space].kind for space in BOARD.everywhere}
"""1.3 The kind of every space of the board: City, Province, Princely State or Railway, as in the engine."""


def list_cards() -> tuple[int, ...]:
    """Return the numbers of all Event cards in ascending order."""
    return tuple(sorted(BOARD.events))


def can_event_change(game: Game, side: str) -> bool:
    """5.1.2 Return whether a side of the current Event would change anything if the deciding seat executed it."""
    seat = game.pending_seat
    return bool(seat) and is_side_possible(game.state, seat, side)


def shorten_deck(game: Game, count: int) -> Game:
    """2.2 Return the game at the start of its step, with at most ``count`` face-down cards.

    The topmost Event cards are removed. Campaign cards always stay.
    """
    state = game.rules.decode(game.snapshot())
    while len(state.deck) > count:
        top = next((place for place, card in enumerate(state.deck) if card in BOARD.events), None)
        if top is None:
            break
        del state.deck[top]
    return Game(game.rules, state, start=game.start, number=game.step_number)


def form_sides(seats: Mapping[str, int]) -> list[list[str]]:
    """1.5 Return the pairs of Factions that one person runs as one side. ``seats`` has the user id of each seat.

    Only the two pairs of the rules count, and only for a person without a third seat: someone who tries out all four
    seats alone plays four Factions.
    """
    held: dict[int, set[str]] = {}
    for seat, user in seats.items():
        held.setdefault(user, set()).add(seat)
    return [list(pair) for pair in PAIRS if any(own == set(pair) for own in held.values())]
