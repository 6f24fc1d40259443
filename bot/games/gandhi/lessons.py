"""Lessons: a small position, always the same, in which somebody plays by the real panel.

There is the guided first turn, and an `Example` for many a paragraph of the rules.

Nothing of it is stored. A lesson is the presses made in it so far, and they stand in the custom id of every button, as
the token of its moment: three letters for each key, a dash between presses. So it goes on after a restart, anybody may
have as many as they like, and taking back is leaving out the last press.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from bot.games.gandhi.examples import Example
from bot.games.gandhi.facts import GAME
from bot.service.drafts.draft import STEP, Draft, extend
from bot.service.moments import Moment, Table
from engine import Game
from engine.core.change import Change
from engine.core.errors import IllegalChoice
from engine.core.text import text
from engine.gandhi.view import View
from storage import Game as StoredGame
from storage import Seat

LESSON: Final = "lesson"
"""Stands for a table in the custom ids of a lesson."""
SEAT: Final = "congress"
SEED: Final = b"a lesson, open to everybody".ljust(32, b".")
BEGIN: Final = "0"
"""The token of a lesson in which nothing has been pressed."""
PATH_LIMIT: Final = 56
"""So many letters of presses fit into a custom id beside the longest key."""
CODE: Final = 3
LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"

POSITION: Final[dict[str, Any]] = {
    "game": GAME,
    "scenario": "short",
    "restraint": 3,
    "unity": 3,
    "viceroy": "irwin",
    "resources": {"raj": 20, "revolutionaries": 5},
    "spaces": {
        "bihar": {"sepoys": 2, "congress": 2, "level": "passive_opposition"},
        "united_provinces": {"sepoys": 1, "underground": 1},
        "bombay_presidency": {"sepoys": 2, "congress": 1, "gandhi": True, "level": "passive_opposition"},
        "delhi": {"troops": 1, "sepoys": 2, "congress": 1, "level": "passive_support"},
        "bombay": {"troops": 1, "sepoys": 1, "level": "passive_support"},
        "calcutta": {"troops": 1, "sepoys": 2, "league": 1, "level": "passive_support"},
        "punjab": {"sepoys": 2, "league": 2, "league_bases": 1},
        "east_bengal": {"league": 1, "underground": 1, "revolutionary_bases": 1, "level": "passive_opposition"},
    },
    "out_of_play": {"troops": 4, "sepoys": 12, "congress": 5, "league": 6, "underground": 6},
    "card": 55,
    "next": 36,
    "campaigns_left": 2,
    "turn": {"seat": SEAT, "may": "operation_and_special"},
}
"""Congress can take Control of Bihar away by a Protest, and that of United Provinces by Gandhi's coming."""

STEPS: Final = ("begin", "space", "railway", "special", "gandhi", "activist", "finish")
"""The steps of the lesson, in their order."""
WISHES: Final[dict[str, tuple[str, ...]]] = {
    "turn.action": ("civil_disobedience",),
    "turn.operation": ("civil_disobedience",),
    "civil_disobedience.space": ("bihar", "special:satyagraha", "done"),
    "civil_disobedience.railway": ("done",),
    "satyagraha.space": ("united_provinces",),
    "satyagraha.what": ("place",),
}
"""What the lesson would choose next, by the kind of the decision: the first that is open and not chosen yet."""
NAMES: Final = {
    "turn.action": "begin",
    "civil_disobedience.space": "space",
    "civil_disobedience.railway": "railway",
    "satyagraha.space": "gandhi",
    "satyagraha.what": "activist",
    "turn.after": "finish",
}
SPECIAL: Final = "special:satyagraha"


@dataclass(slots=True)
class Lesson(Moment):
    """The moment that a lesson has come to. ``path`` is what has been pressed in it.

    ``example`` is the one that it plays; None in the guided first turn.
    """

    path: str = ""
    example: Example | None = None

    @property
    def seat(self) -> str:
        """Whose turn it teaches."""
        return self.example.seat if self.example is not None else SEAT

    @property
    def is_on_the_way(self) -> bool:
        """Whether all that was chosen is what the example chooses."""
        chosen = self.draft.to_commit
        return self.example is not None and self.example.keys[: len(chosen)] == chosen

    @property
    def is_shown(self) -> bool:
        """Whether the example has nothing left to choose."""
        return self.example is not None and self.is_on_the_way and self.example.keys == self.draft.to_commit

    @property
    def token(self) -> str:
        """What a button of this moment carries: the presses before it."""
        return self.path or BEGIN


def read_lesson(token: str | None, name: str, user_id: int, example: Example | None = None) -> Lesson:
    """The lesson that a button belongs to; ``name`` is what the lesson is called.

    One that this version of the program plays otherwise goes back to the last press that it understands.
    """
    lesson = begin_lesson(name, user_id, example)
    for part in (token or BEGIN).split("-") if token != BEGIN else []:
        keys = decode(part, lesson)
        if not keys:
            lesson.notes.append(text("ui.lesson.anew"))
            break
        try:
            take(lesson, keys)
        except IllegalChoice:
            lesson.notes.append(text("ui.lesson.anew"))
            break
    return lesson


def begin_lesson(name: str, user_id: int, example: Example | None = None) -> Lesson:
    """A lesson in which nothing has been pressed: the guided first turn, or an example."""
    if example is None:
        game, table = Game.at(POSITION, seed=SEED), make_table(name, user_id)
    else:
        game = Game.at(example.position, seed=example.seed)
        table = make_table(name, user_id, example.id, example.seat)
    return Lesson(
        example=example,
        table=table,
        game=game,
        draft=Draft(),
        start=game.view(),
        changes=[],
        step=[],
        is_mine=True,
    )


def take(lesson: Lesson, keys: Sequence[str]) -> None:
    """Choose keys in a lesson, as a press in the panel does. Raises IllegalChoice, and when the lesson is too long."""
    path = "-".join([*([lesson.path] if lesson.path else []), encode(keys)])
    if len(path) > PATH_LIMIT:
        raise IllegalChoice(keys[0], text("error.lesson_long"))
    extended = extend(lesson.game, lesson.draft, keys)
    lesson.draft = extended.draft
    lesson.changes += extended.changes
    lesson.notes = extended.notes
    lesson.path = path


def take_back(token: str | None) -> str:
    """The token of the lesson without its last press."""
    return (token or BEGIN).rpartition("-")[0] or BEGIN


def name_step(lesson: Lesson) -> str:
    """Which step of the lesson this is, or "armed", or "astray" where the lesson has no words for what was chosen."""
    decision, keys = lesson.decision, lesson.draft.keys
    if lesson.draft.armed:
        return "armed"
    if lesson.example is not None:
        return "shown" if lesson.is_shown else "try" if lesson.is_on_the_way else "astray"
    name = NAMES.get(decision.kind, "astray") if decision is not None else "astray"
    if name == "space" and any(key in keys for key in lesson.start.spaces):
        return "finish" if SPECIAL in keys else "special"
    return name


def suggest(lesson: Lesson) -> str:
    """The key that the lesson would choose now. From wherever one has gone, following it leads to the end."""
    decision = lesson.decision
    if decision is None:
        return ""
    chosen = lesson.draft.keys
    if lesson.example is not None and lesson.is_on_the_way:
        wishes = lesson.example.keys[len(chosen) : len(chosen) + 1]
    else:
        wishes = WISHES.get(decision.kind, ()) if lesson.example is None else ()
    fresh = wishes if lesson.example is not None else tuple(wish for wish in wishes if wish not in chosen)
    for key in (*fresh, decision.key_of("stop"), *wishes):
        if key in decision.keys:
            return key
    if decision.default in decision.keys:
        return decision.default or ""
    useful = [option.key for option in decision.options if option.role not in ("extra", "special")]
    return useful[0] if useful else decision.options[0].key


def finish(lesson: Lesson, key: str = "") -> tuple[list[Change], View]:
    """Play what the lesson has drafted, with ``key`` after it: everything that changed, and the board afterwards.

    What an example would go on to choose, behind a die or for another Faction, is chosen as well. One press may hold
    several keys. Raises IllegalChoice for a key that is not allowed.
    """
    last = [lesson.draft.armed] if lesson.draft.armed else key.split(STEP) if key else []
    for each in last:
        lesson.changes += lesson.game.choose(each)
    played = (*lesson.draft.keys, *last)
    if lesson.example is not None and lesson.example.keys[: len(played)] == played:
        for each in lesson.example.keys[len(played) :]:
            lesson.changes += lesson.game.choose(each)
    return lesson.changes, lesson.game.view()


def encode(keys: Sequence[str]) -> str:
    """A press as it stands in a path."""
    return "".join(encode_key(key) for key in keys)


def encode_key(key: str) -> str:
    """Three letters for a key."""
    number = int.from_bytes(hashlib.blake2b(key.encode(), digest_size=4).digest())
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(CODE))


def decode(part: str, lesson: Lesson) -> list[str]:
    """The keys that a press of a path chose among those that are allowed; nothing when it cannot be told."""
    decision = lesson.decision
    if decision is None:
        return []
    ways = [*(option.key for option in decision.options), *lesson.find_offers().presses]
    named = {encode_key(key): key for key in ways}
    keys = [named.get(code, "") for code in cut(part)]
    return keys if all(keys) else []


def cut(part: str) -> Iterator[str]:
    """The codes of a press."""
    for start in range(0, len(part), CODE):
        yield part[start : start + CODE]


def make_table(name: str, user_id: int, game_id: str = LESSON, seat: str = SEAT) -> Table:
    """A table that is nowhere stored, at which the learner holds the seat of the lesson."""
    then = datetime(1930, 3, 12, tzinfo=UTC)
    game = StoredGame(
        id=game_id,
        channel_id=0,
        name=name,
        kind=GAME,
        scenario="short",
        status="playing",
        language="en",
        rules_version="",
        seed=SEED,
        host_user_id=user_id,
        created=then,
        updated=then,
    )
    return Table(game, (Seat(game_id=game_id, seat=seat, place=1, kind="player", user_id=user_id),))
