"""The front end of a game for the bot: its eleven parts in one object, and what each game offers or lacks.

Each part (`bot.games.playing`, `bot.games.showing`) has a plain default for everything that the bot asks, so a game
with nothing but seats and scenarios can be played, in text alone. A game that knows more has a subclass of the part. It
overrides a method, or names the function that answers: ``tell = staticmethod(chronicle.tell)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from babel import Locale

from bot.games.lessons import Course
from bot.games.playing import Lessons, Orders, Planning, Player, Positions, Setup
from bot.games.registry import FRONTS
from bot.games.showing import Icons, Outlook, Pictures, Score, Words
from bot.language import DEFAULT, list_languages, load_language

PLAIN_COLOUR: Final = 0x8A7A5C
"""The accent colour of panels that belong to no seat, as 0xRRGGBB."""


@dataclass(frozen=True)
class Frontend:
    """The front end of a game: everything that the bot knows about it, in eleven parts."""

    setup: Setup
    words: Words = field(default_factory=Words)
    score: Score = field(default_factory=Score)
    outlook: Outlook = field(default_factory=Outlook)
    pictures: Pictures = field(default_factory=Pictures)
    icons: Icons = field(default_factory=Icons)
    player: Player = field(default_factory=Player)
    orders: Orders = field(default_factory=Orders)
    planning: Planning = field(default_factory=Planning)
    positions: Positions = field(default_factory=Positions)
    lessons: Lessons = field(default_factory=Lessons)

    @cached_property
    def offers(self) -> frozenset[str]:
        """Return the names of the offers (`OFFERS`) that the game has. Other offers get no command and no button."""
        given = {offer for offer, (part, base, names) in OFFERS.items() if is_given(getattr(self, part), base, names)}
        return frozenset(given - ({"lessons"} if not self.lessons.courses else set()))


OFFERS: Final[Mapping[str, tuple[str, type, tuple[str, ...]]]] = {
    "picture": ("pictures", Pictures, ("draw",)),
    "page": ("pictures", Pictures, ("set_stage",)),
    "cards": ("score", Score, ("write_cards", "explain_cards")),
    "automatic player": ("player", Player, ("make",)),
    "reasons": ("player", Player, ("explain_step", "explain_found")),
    "orders in one line": ("orders", Orders, ("understand",)),
    "standing orders": ("orders", Orders, ("standing",)),
    "corrections": ("positions", Positions, ("read_lines",)),
    "rules": ("lessons", Lessons, ("rulebook",)),
    "lessons": ("lessons", Lessons, ("courses",)),
    "sheets": ("lessons", Lessons, ("draw_sheet", "write_sheet")),
    "advice": ("lessons", Lessons, ("plan_advice",)),
}
"""The offers that a game may have, by name: the part of the front end that makes the offer, the plain class of that
part, and its members. A game has the offer if its own class overrides at least one of these members."""


def is_given(part: object, base: type, names: Sequence[str]) -> bool:
    """Return whether the class of a part overrides at least one of the named members of its plain class ``base``."""
    return any(getattr(type(part), name) is not getattr(base, name) for name in names)


def find_lacks(front: Frontend) -> str:
    """Return one English sentence on the names, offers and translations that a game lacks, or "" if it has all."""
    kind, setup = front.setup.kind, front.setup
    english = load_language(DEFAULT, kind)
    keys = [f"game.{kind}", *(f"scenario.{one}" for one in setup.scenarios), *(f"seat.{one}" for one in setup.seats)]
    keys += [f"action.{action.id}" for action in front.orders.actions]
    lacks = [f"no words for {key}" for key in keys if not english.has(key)]
    lacks += [f"no {offer}" for offer in OFFERS if offer not in front.offers]
    for code in list_languages():
        spoken = load_language(code, kind).keys | load_language(code).keys
        if missing := [key for key in keys if english.has(key) and key not in spoken]:
            lacks.append(f"{len(missing)} names without {Locale.parse(code).get_display_name(DEFAULT)}")
    name = english.word(f"game.{kind}") if english.has(f"game.{kind}") else kind.capitalize()
    return f"{name}: {'; '.join(lacks)}." if lacks else ""


def front_of(kind: str) -> Frontend:
    """Return the front end of the game called ``kind``. Raises KeyError for an unknown name."""
    front: Frontend = FRONTS[kind]
    return front


def list_fronts() -> list[Frontend]:
    """Return the front ends of all games."""
    return [front_of(kind) for kind in FRONTS]


def list_all_seats() -> list[str]:
    """Return the ids of the seats of all games, each once."""
    return list(dict.fromkeys(seat for front in list_fronts() for seat in front.setup.seats))


def find_course(session_id: str) -> Course | None:
    """Return the lesson of any game with this id, or None, for example for the id of a table."""
    return next((one for front in list_fronts() for one in front.lessons.courses if one.id == session_id), None)


def find_scenario(name: str) -> tuple[str, str]:
    """Return the names of a game and of its scenario, from ``<game>:<scenario>`` or from the scenario alone.

    Raises KeyError for an unknown name.
    """
    kind, _, scenario = name.rpartition(":")
    for front in [front_of(kind)] if kind else list_fronts():
        if scenario in front.setup.scenarios:
            return front.setup.kind, scenario
    raise KeyError(name)
