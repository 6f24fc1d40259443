"""Lessons: small fixed positions in which a person plays on the real panel.

A game has a guided first turn, and examples for paragraphs of its rules (`Course`).

The state of a lesson is the list of its clicks. The token in the custom id of every button contains this list: three
letters for each key, a dash between clicks. So a lesson continues after a restart, a person may have any number of
lessons, and undo leaves out the last click. Only a list that is too long for a button is stored (`keep_path`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.errors import StaleButton, TableError
from bot.games.frontend import front_of, list_fronts
from bot.games.lessons import Course
from bot.games.registry import FRONTS
from bot.language import load_language
from bot.tables.draft import KEY_SEPARATOR, Draft, extend
from bot.tables.moments import Moment, find_shortcut
from engine import Game
from engine.core.change import Change
from engine.core.errors import IllegalChoice
from engine.core.text import text
from storage import Storage

BEGIN: Final = "0"
"""The token of a lesson without clicks."""
PATH_LIMIT: Final = 56
"""The most letters of clicks that fit into a custom id with the longest key."""
MOST_LETTERS: Final = 2000
"""The most letters for the clicks of a lesson; a lesson takes no more clicks after that."""
STORED: Final = f"{BEGIN}-"
"""The beginning of the token of a stored list of clicks."""
CODE: Final = 3
LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(slots=True, kw_only=True)
class Lesson(Moment):
    """A moment in a lesson. ``path`` has the clicks so far, encoded as in a token."""

    course: Course
    path: str = ""

    @property
    def seat(self) -> str:
        """Return the seat that the person plays in the lesson."""
        return self.course.seat

    @property
    def is_on_the_way(self) -> bool:
        """Return whether all choices so far are those of the example; False in a guided first turn."""
        chosen = self.draft.to_commit
        return bool(self.course.words) and self.course.keys[: len(chosen)] == chosen

    @property
    def is_shown(self) -> bool:
        """Return whether every choice of the example has been made."""
        return self.is_on_the_way and self.course.keys == self.draft.to_commit

    @property
    def id(self) -> str:
        """Return the id of the course."""
        return self.course.id

    @property
    def actions(self) -> Sequence[str]:
        """Return the one action besides playing: “guide”, which shows the next step."""
        return ("guide",)

    @property
    def token(self) -> str:
        """Return the token of a button: the earlier clicks, or the key under which they are stored."""
        return name_path(self.path) if self.is_long else self.path or BEGIN

    @property
    def is_long(self) -> bool:
        """Return whether the clicks of the lesson do not fit into a button."""
        return len(self.path) > PATH_LIMIT


def read_lesson(token: str | None, course: Course) -> Lesson:
    """Return the lesson of a course after the clicks of a token, or at its beginning for None.

    If this version of the program does not know a click, the lesson ends with the click before it, and has a note.
    """
    lesson = begin_lesson(course)
    for part in token.split("-") if token and token != BEGIN else []:
        try:
            take(lesson, decode(part, lesson))
        except IllegalChoice:
            lesson.notes.append(text("ui.lesson.anew"))
            break
    return lesson


def begin_lesson(course: Course) -> Lesson:
    """Return the lesson of a course before its first click."""
    game = Game.at(course.position, seed=course.seed)
    return Lesson(game, Draft(), game.view(), [], [], is_mine=True, course=course)


def take(lesson: Lesson, keys: Sequence[str]) -> None:
    """Choose keys in a lesson, as a click on the panel does. Raises IllegalChoice, also when the lesson is too long."""
    path = "-".join(filter(None, (lesson.path, "".join(map(encode_key, keys)))))
    if len(path) > MOST_LETTERS:
        raise IllegalChoice(keys[0], text("error.lesson_long"))
    extended = extend(lesson.game, lesson.draft, keys)
    lesson.draft = extended.draft
    lesson.changes += extended.changes
    lesson.notes = extended.notes
    lesson.path = path


def name_path(path: str) -> str:
    """Return the token under which the clicks of a long lesson are stored."""
    return f"{STORED}{hashlib.blake2b(path.encode(), digest_size=8).hexdigest()}"


def take_back(token: str | None) -> str:
    """Return the token of the lesson without its last click. ``token`` must not be that of a stored list."""
    return (token or BEGIN).rpartition("-")[0] or BEGIN


def name_step(lesson: Lesson) -> str:
    """Return the name of the lesson's step, by which its text is found: “armed” while a key waits for Confirm.

    In an example, it is “shown” at the end of the example, “try” on its way, and “astray” after other choices. In a
    first turn, it is a name of the course for the question, or “astray”.
    """
    decision, course = lesson.decision, lesson.course
    if lesson.draft.armed:
        return "armed"
    if course.words:
        return "shown" if lesson.is_shown else "try" if lesson.is_on_the_way else "astray"
    name = course.names.get(decision.kind, "astray") if decision is not None else "astray"
    return course.refine(name, lesson.draft.keys)


def suggest(lesson: Lesson) -> str:
    """Return the key that the lesson proposes next, or "" at its end. These keys lead to the end from any moment."""
    decision = lesson.decision
    if decision is None:
        return ""
    chosen, course = lesson.draft.keys, lesson.course
    if lesson.is_on_the_way:
        wishes = fresh = course.keys[len(chosen) : len(chosen) + 1]
    else:
        wishes = course.wishes.get(decision.kind, ())
        fresh = tuple(wish for wish in wishes if wish not in chosen)
    for key in (*fresh, decision.key_of("stop"), *wishes, decision.usual):
        if key in decision.keys:
            return key
    useful = [option.key for option in decision.options if option.role not in ("extra", "special")]
    return useful[0] if useful else decision.options[0].key


def finish(lesson: Lesson, key: str = "") -> tuple[list[Change], Any]:
    """Play the lesson's draft, with ``key`` after it: return all changes, and the board afterwards.

    The example's later choices, behind a die or for another seat, are made too. One click may hold several keys. Raises
    IllegalChoice for a key that is not allowed.
    """
    last = [lesson.draft.armed] if lesson.draft.armed else key.split(KEY_SEPARATOR) if key else []
    for each in last:
        lesson.changes += lesson.game.choose(each)
    played = (*lesson.draft.keys, *last)
    if lesson.course.keys[: len(played)] == played:
        for each in lesson.course.keys[len(played) :]:
            lesson.changes += lesson.game.choose(each)
    return lesson.changes, lesson.game.view()


def encode_key(key: str) -> str:
    """Return the three letters, a hash, by which a key is stored in a token."""
    number = int.from_bytes(hashlib.blake2b(key.encode(), digest_size=4).digest())
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(CODE))


def decode(part: str, lesson: Lesson) -> list[str]:
    """Return the keys of a click in a path. Raises IllegalChoice unless all of them are allowed now."""
    decision = lesson.decision
    if decision is None:
        raise IllegalChoice(part, text("ui.lesson.anew"))
    ways = [*(option.key for option in decision.options), *lesson.find_offers().presses]
    ways += [
        KEY_SEPARATOR.join(short.keys) for short in lesson.front.orders.list_shortcuts(load_language(), lesson.game)
    ]
    named = {encode_key(key): key for key in ways}
    keys = [named.get(code, "") for code in re.findall(f".{{1,{CODE}}}", part)]
    if not keys or not all(keys):
        raise IllegalChoice(part, text("ui.lesson.anew"))
    return keys


@dataclass(frozen=True, slots=True)
class LessonSession:
    """A `PlaySession` in a lesson, at the moment that the ``token`` of the button describes."""

    storage: Storage
    course: Course
    user_id: int
    token: str | None = None

    @property
    def id(self) -> str:
        """Return the id of the course."""
        return self.course.id

    async def moment(self) -> Lesson:
        """Return the moment. Raises StaleButton if its stored list of clicks is lost."""
        return read_lesson(await find_path(self.storage, self.user_id, self.token), self.course)

    async def choose(self, keys: Sequence[str]) -> Lesson:
        """Choose keys, as one click. Raises StaleButton and IllegalChoice."""
        return await self._take(await self.moment(), keys)

    async def take_shortcut(self, name: str) -> Lesson:
        """Choose all answers of a shortcut. Raises StaleButton and IllegalChoice."""
        lesson = await self.moment()
        return await self._take(lesson, [KEY_SEPARATOR.join(find_shortcut(lesson.game, name))])

    async def undo(self, number: int | None = None) -> Lesson:
        """Undo the last click; ``number`` has no meaning in a lesson. Raises StaleButton."""
        path = await find_path(self.storage, self.user_id, self.token)
        return await self._keep(read_lesson(take_back(path), self.course))

    async def reset(self) -> Lesson:
        """Return the lesson without any clicks."""
        return begin_lesson(self.course)

    async def confirm(self, key: str = "") -> Lesson:
        """End the lesson with the choices so far, and the keys in ``key``. Raises StaleButton and IllegalChoice."""
        lesson = await self.moment()
        lesson.outcome = finish(lesson, key)
        return lesson

    async def act(self, name: str) -> Lesson:
        """Show the lesson's next step (“guide”), or begin again (“again”). Raises StaleButton for another name."""
        if name == "again":
            return await self.reset()
        if name != "guide":
            raise StaleButton
        lesson = await self.moment()
        if lesson.draft.armed or lesson.is_shown:
            return await self.confirm()
        return await self._take(lesson, [suggest(lesson)])

    async def _take(self, lesson: Lesson, keys: Sequence[str]) -> Lesson:
        take(lesson, keys)
        return await self._keep(lesson)

    async def _keep(self, lesson: Lesson) -> Lesson:
        if lesson.is_long:
            await keep_path(self.storage, self.user_id, lesson.path)
        return lesson


_KEY: Final = "lessons"
MOST_PATHS: Final = 30
"""The most stored lists of clicks of a person; the oldest list is dropped first."""


async def keep_path(storage: Storage, user_id: int, path: str) -> None:
    """Store the clicks of a lesson for a person."""
    async with storage.transaction() as tx:
        stored = await tx.user_preferences(user_id)
        paths = [other for other in stored.get(_KEY, []) if other != path]
        await tx.put_user_preferences(user_id, {**stored, _KEY: [*paths, path][-MOST_PATHS:]})


async def find_path(storage: Storage, user_id: int, token: str | None) -> str | None:
    """Return the path for a token, or the token itself if it is a path or None. Raises StaleButton for a lost path."""
    if token is None or not token.startswith(STORED):
        return token
    async with storage.read() as reader:
        paths = (await reader.user_preferences(user_id)).get(_KEY, [])
    found = next((path for path in paths if name_path(path) == token), None)
    if found is None:
        raise StaleButton
    return str(found)


def key_of(course: Course) -> str:
    """Return the key by which a person opens an example: its paragraph or, if another is first there, its id."""
    return course.number if find_example(course.number) is course else course.id


def find_example(number: str) -> Course | None:
    """Return the first example of a paragraph of the rules, or None."""
    return next((course for course in list_examples() if course.number == number), None)


def list_examples(kind: str = "") -> list[Course]:
    """Return the examples of a game, or of all, in the order of the rulebook."""
    fronts = [front_of(kind)] if kind else list_fronts()
    return [course for front in fronts for course in front.lessons.courses if course.words]


def list_first_turns() -> list[Course]:
    """Return the guided first turn of every game that has one."""
    return [course for front in list_fronts() for course in front.lessons.courses if not course.words]


def find_first_turn(kind: str) -> Course:
    """Return the guided first turn of a game; for an unknown game, that of the first game that has one.

    Raises TableError for a game without one.
    """
    courses = list_first_turns()
    found = next((course for course in courses if course.kind == kind), None if kind in FRONTS else courses[0])
    if found is None:
        raise TableError(text("error.no_lessons"))
    return found
