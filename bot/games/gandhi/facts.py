"""Facts of this game by name: its seats, actions, spaces and cards. All else is asked of the engine."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from bot.games.answers import Action
from engine import Game
from engine.core.data import find_override
from engine.core.text import Text
from engine.gandhi import catalogue
from engine.gandhi.arjuna.player import Arjuna as Player
from engine.gandhi.arjuna.player import explain_step
from engine.gandhi.arjuna.thoughts import Explanation, Thought, summarise
from engine.gandhi.board import BOARD, GEOGRAPHY, read_data, read_shipped
from engine.gandhi.events.data import EVENTS_FILE
from engine.gandhi.events.interpreter import SIDES as EVENT_SIDES
from engine.gandhi.events.interpreter import is_side_possible
from engine.gandhi.hand_over import is_between_cards
from engine.gandhi.ids import LEVEL_NAMES, SEATS
from engine.gandhi.setup import SCENARIOS
from engine.gandhi.victory import solo_ending

GAME: Final = "gandhi"
HEAD_START: Final = "head_start"
"""The option of a table whose players begin with more than the empty seats: a handicap of our own."""
FORESIGHT: Final = "foresight"
"""The option of a table at which the Faction order of the card after the next lies open: a handicap of our own."""
PAIRS: Final = (("raj", "revolutionaries"), ("congress", "league"))
"""1.5 The pairs of Factions that one person may run as one side."""

COLOURS: Final = {"raj": 0xC41E2C, "congress": 0xF08C1E, "league": 0x1F8040, "revolutionaries": 0x6B6570}
"""The accent of each Faction's panels. A colour never says anything that the text does not say as well."""

RESOURCE_SEATS: Final = ("raj", "revolutionaries")
"""1.8 The Factions that have Resources."""

NAMING_FILES: Final = ("board.toml", "cards.toml", EVENTS_FILE)
"""The data files that hold names."""

SPACE_KINDS: Final = ("city", "province", "princely_state", "railway")


def list_actions() -> list[Action]:
    """Every Operation and Special Activity of the game, once each, in the order of the Factions (3.0, 4.0)."""
    holders: dict[tuple[str, bool], list[str]] = {}
    for is_special, menu in ((False, catalogue.OPERATIONS), (True, catalogue.SPECIAL_ACTIVITIES)):
        for seat in SEATS:
            for name in menu[seat]:
                holders.setdefault((name, is_special), []).append(seat)
    return [
        Action(name, f"special:{name}" if is_special else name, tuple(seats), is_special)
        for (name, is_special), seats in holders.items()
    ]


def find_names() -> dict[str, str]:
    """The proper names that the data of the game holds, by the text key under which a language may translate them."""
    return name_all(*map(read_data, NAMING_FILES))


def find_replaced_names() -> dict[str, str]:
    """Those of `find_names` that an owner's data (GANDHI_DATA) replaces: every language shows them as written there."""
    if not any(map(find_override, NAMING_FILES)):
        return {}
    shipped = name_all(*map(read_shipped, NAMING_FILES))
    return {key: words for key, words in find_names().items() if shipped.get(key) != words}


def name_all(board: Mapping[str, Any], cards: Mapping[str, Any], events: Mapping[str, Any]) -> dict[str, str]:
    """The names of spaces, cards and Viceroys and the wording of Events in data files, by their text keys."""
    names = {f"space.{row['id']}": row["name"] for row in (*board["space"], *board["railway"])}
    names |= {f"card.{row['number']}": row["title"] for row in cards["event"]}
    names |= {f"card.{row['number']}": row["name"] for row in cards["viceroy"]}
    for row in events["event"]:
        names |= {f"event.{row['number']}.{side}": row[side]["text"] for side in EVENT_SIDES}
    return names | {f"viceroy.{row['id']}": row["name"] for row in cards["viceroy"]}


def list_cards() -> tuple[int, ...]:
    """The numbers of all Event cards."""
    return tuple(sorted(BOARD.events))


def list_spaces() -> tuple[str, ...]:
    """Every space of the board."""
    return BOARD.everywhere


def is_space(key: str) -> bool:
    """Whether an option key names a space of the board."""
    return key in GEOGRAPHY


def kind_of_space(space: str) -> str:
    """ "city", "province", "princely_state" or "railway" (1.3)."""
    return GEOGRAPHY[space].kind


def name_level(level: int) -> str:
    """The id of a level of Support or Opposition, from -2 (Active Opposition) to 2 (Active Support)."""
    return LEVEL_NAMES[level]


def can_event_change(game: Game, side: str) -> bool:
    """5.1.2 Whether a side of the current Event would change anything for the seat that must decide."""
    seat = game.pending_seat
    return bool(seat) and is_side_possible(game.state, seat, side)


def is_automatic(game: Game, seat: str) -> bool:
    """8.1 Whether Arjuna or Chanakya runs a seat as the rules see it at this moment."""
    return bool(seat) and not game.state.is_person(seat)


def is_card_over(game: Game) -> bool:
    """8.1 Whether a card has just ended, so that a seat may go back from Arjuna to a person."""
    return is_between_cards(game.state)


def shorten_deck(game: Game, count: int) -> Game:
    """2.2 A game at the start of a step with so many face-down cards: Events go from the top, never a Campaign card."""
    state = game.rules.decode(game.snapshot())
    while len(state.deck) > count:
        top = next((place for place, card in enumerate(state.deck) if card in BOARD.events), None)
        if top is None:
            break
        del state.deck[top]
    return Game(game.rules, state, start=game.start, number=game.step_number)


def find_solo_ending(game: Game) -> Text | None:
    """8.10 How a finished game ended for a lone player among Non-player Factions; None for any other game."""
    return solo_ending(game.state)


def list_scenarios() -> dict[str, str]:
    """The scenarios: id and years."""
    return {name: str(data["years"]) for name, data in SCENARIOS.items()}


def form_sides(seats: Mapping[str, int]) -> list[list[str]]:
    """1.5 The pairs of Factions that one person runs as one side. ``seats`` tells who holds each seat.

    Only the two pairs of the rules count, and only for a person who holds nothing else: whoever tries out all four
    seats alone plays four Factions.
    """
    held: dict[int, set[str]] = {}
    for seat, user in seats.items():
        held.setdefault(user, set()).add(seat)
    return [list(pair) for pair in PAIRS if any(own == set(pair) for own in held.values())]


def order_seats(seats: Collection[str]) -> list[str]:
    """Seats in the order of the rulebook."""
    return [seat for seat in SEATS if seat in seats]


__all__ = [
    "EVENT_SIDES",
    "Explanation",
    "Player",
    "Thought",
    "explain_step",
    "summarise",
]
