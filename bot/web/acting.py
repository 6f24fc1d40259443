"""Do what a person taps on a page: at the table, in their copy of it, or in a lesson on the same board.

The entry points are those of Discord's buttons (`bot.tables.moments`), which check permissions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.errors import StaleButton, TableError, explain
from bot.games.frontend import find_course
from bot.language import Language
from bot.tables.advice import Advice
from bot.tables.choices import Way, WaySearch
from bot.tables.lessons import BEGIN, Lesson, find_first_turn
from bot.tables.moments import Moment, PlaySession
from bot.tables.play import Tables
from bot.tables.practice import PRACTICE
from bot.tables.rewinding import Correction
from bot.tables.table import Spot, Table
from bot.typed import read_number
from engine.core.errors import GameError
from engine.core.text import Text, text
from render.page import Stage

AT_TABLE: Final = ""
"""The name of the session at the table itself."""


class Senseless(TableError):
    """A request that no page of ours sends."""

    def __init__(self) -> None:
        super().__init__(text("page.error.request"))


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap on a page: its action (``verb``), keys and session, and the token of the moment that the page showed.

    Two taps with the same ``number`` are carried out only once.
    """

    verb: str
    keys: tuple[str, ...]
    session: str
    token: str
    number: int


@dataclass(frozen=True, slots=True)
class Touch:
    """A touch with several possible meanings: of spaces, from the first to the last, or of an option's button.

    ``piece`` is the icon that was touched in the first space.
    """

    spaces: tuple[str, ...] = ()
    key: str = ""
    piece: str = ""

    @property
    def places(self) -> tuple[str, ...]:
        """Return the touched spaces and key, which labels need not name."""
        return (*self.spaces, self.key)


@dataclass(frozen=True, slots=True)
class Tried:
    """A line about a space (by its number on the page): typed, with its result, or the present one without a result.

    ``refused`` says why a typed line has no result.
    """

    at: int
    typed: str
    correction: Correction | None = None
    refused: Text | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The moment after a tap, the advice that was asked for, the correction that was tried, and a rematch's table."""

    moment: Moment
    advice: Advice | None = None
    tried: Tried | None = None
    rematch: Table | None = None


def read_tap(body: Mapping[str, Any], number: int) -> Tap:
    """Return the tap that a page has sent. Raises Senseless for an invalid one."""
    verb, token, keys, session = (body.get(name) for name in ("verb", "token", "keys", "session"))
    if not isinstance(verb, str) or not isinstance(token, str) or not isinstance(session or "", str):
        raise Senseless
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise Senseless
    return Tap(verb, tuple(keys), session or AT_TABLE, token, number)


def read_touch(values: Mapping[str, str], stage: Stage) -> Touch:
    """Return the touch that a page asks about. Raises Senseless for an invalid one."""
    spaces = list(stage.outlines)
    numbers = [values[name] for name in ("from", "at") if name in values]
    places = [read_number(number, len(spaces)) for number in numbers]
    if any(place >= len(spaces) for place in places):
        raise Senseless
    if bool(numbers) == ("key" in values):
        raise Senseless
    return Touch(tuple(spaces[place] for place in places), values.get("key", ""), values.get("piece", ""))


def find_ways(moment: Moment, touch: Touch) -> list[Way]:
    """Return the meanings of a touch, or nothing if someone else is asked or an answer waits for Confirm."""
    if moment.decision is None or not moment.is_mine or moment.draft.armed:
        return []
    search = WaySearch(moment)
    match touch.spaces:
        case (place,):
            return search.find_at(place)
        case (source, target):
            return search.find_between(source, target, touch.piece)
    return search.find_behind(touch.key)


class PageActor:
    """A person on the page of a table, and everything that they can do there."""

    def __init__(self, tables: Tables, game_id: str, user_id: int, language: Language, stage: Stage) -> None:
        self._tables = tables
        self.game_id = game_id
        self.user_id = user_id
        self._language = language
        self._stage = stage

    async def look(self, session: str = AT_TABLE, token: str | None = None) -> Moment:
        """Return the present moment of a session.

        Raises Senseless for an unknown session, TableError for another table or board, and as the session does.
        """
        moment = await self._open(session, token).moment()
        self._check_board(moment)
        return moment

    async def look_again(self, session: str, token: str) -> Moment:
        """Return the present moment of a session or, if the session is gone, that of the table with a note of it."""
        if session == AT_TABLE:
            return await self.look()
        try:
            # The token contains the step of a lesson; a copy remembers its own.
            return await self.look(session, token if session != PRACTICE and token else None)
        except TableError as error:
            moment = await self.look()
            moment.notes = [explain(error)]
            return moment

    async def act(self, tap: Tap) -> Done:
        """Carry out a tap, and return its result. Raises Senseless for an invalid tap, and as the session does."""
        first = tap.keys[0] if tap.keys else ""
        match tap.verb:
            case "advise" if tap.session == AT_TABLE:
                advice = await self._tables.advisers.ask(self.game_id, self.user_id, self._language)
                return Done(await self.look(), advice)
            case "heed" if tap.session == AT_TABLE:
                return await self._heed(tap, first)
            case "correct" if tap.session == AT_TABLE:
                return await self._correct(tap)
            case "putright" if tap.session == AT_TABLE:
                return await self._put_right(tap, first)
            case "rematch" if tap.session == AT_TABLE:
                return await self._open_rematch(tap)
            case "whatif":
                self._tables.practices.open(await self._tables.look(self.game_id, self.user_id), self.user_id)
                return Done(await self.look(PRACTICE))
            case "lesson":
                table = await self._tables.table(self.game_id)
                course = find_course(first) if first else find_first_turn(table.front.setup.kind)
                if course is None or course.kind != table.front.setup.kind:
                    raise Senseless
                return Done(await self.look(course.id, BEGIN))
        return Done(await self._play(tap, first))

    async def _correct(self, tap: Tap) -> Done:
        """Try a typed line about a space. If it is empty, return the line that describes the space now.

        A line that `Corrections.try_out` refuses is returned with the reason. Raises Senseless for an unknown space.
        """
        spaces = list(self._stage.outlines)
        number, typed = (*tap.keys, "", "")[:2]
        at = read_number(number, len(spaces))
        if at >= len(spaces):
            raise Senseless
        moment = await self._tables.moment(self.game_id)
        positions = moment.front.positions
        if not typed:
            position = moment.game.position()
            return Done(await self.look(), tried=Tried(at, positions.write_lines(self._language, position, spaces[at])))
        try:
            correction = await self._tables.corrections.try_out(
                self.game_id, self.user_id, lambda game: positions.read_lines(self._language, game.position(), typed)
            )
        except GameError as error:
            return Done(await self.look(), tried=Tried(at, typed, refused=explain(error)))
        return Done(await self.look(), tried=Tried(at, typed, correction))

    async def _put_right(self, tap: Tap, version: str) -> Done:
        """Make the correction that was tried at a version of the game, or propose it to the table.

        Raises Senseless if ``version`` is not a number, and as `Corrections.propose` does.
        """
        if (seen := read_number(version, -1)) < 0:
            raise Senseless
        outcome = await self._tables.corrections.propose(tap.number, self.game_id, self.user_id, seen)
        moment = await self.look()
        done = text("ui.correct.done")
        moment.notes = [done if outcome.is_done else text("ui.rewind.waiting", seat=list(outcome.missing))]
        return Done(moment)

    async def _open_rematch(self, tap: Tap) -> Done:
        """Open a rematch of this table's game, or find the existing one, and return the moment with a note of it."""
        old = await self._tables.table(self.game_id)
        # A person without a seat can only be the host.
        name = next((row.display_name for row in old.seats if row.user_id == self.user_id), old.state.host)
        made, is_new = await self._tables.lobby.rematch(tap.number, self.game_id, self.user_id, name)
        if is_new:
            # The new table stays in the thread of the old one: only Discord's side of the bot can make another thread.
            spot = Spot(old.game.thread_id) if old.game.thread_id is not None else None
            made = await self._tables.lobby.settle(made.id, spot)
            await self._tables.lobby.tell_rematch(old, made)
        moment = await self.look()
        moment.notes = [text("page.rematch", name=made.game.name)]
        return Done(moment, rematch=made)

    async def _heed(self, tap: Tap, which: str) -> Done:
        """Draft an advised turn (``which``: version and number), or ask for advice again if it is forgotten.

        Raises StaleButton if ``which`` cannot be read.
        """
        version, _, number = which.partition(".")
        if min(chosen := (read_number(version, -1), read_number(number, -1))) < 0:
            raise StaleButton
        moment = await self._tables.at(self.game_id, self.user_id, tap.number).accept_advice(*chosen)
        if moment is not None:
            return Done(moment)
        advice = await self._tables.advisers.ask(self.game_id, self.user_id, self._language)
        return Done(await self.look(), advice)

    async def _play(self, tap: Tap, first: str) -> Moment:
        session = self._open(tap.session, tap.token, tap.number)
        match tap.verb:
            case "choose" if tap.keys:
                return await session.choose(tap.keys)
            case "short" if tap.keys:
                return await session.take_shortcut(first)
            case "instead" if tap.keys:
                before = await session.undo()
                return await self._open(tap.session, before.token, tap.number - 1).choose(tap.keys)
            case "confirm":
                return await session.confirm(first)
            case "undo":
                return await session.undo()
            case "reset":
                return await session.reset()
            case "act" if tap.keys:
                moment = await session.act(first)
                # If nothing is left of a session, the table is shown again.
                return moment if moment is not None else await self.look()
        raise Senseless

    def _open(self, session: str, token: str | None = None, number: int | None = None) -> PlaySession:
        """Open a session of this table, of a copy of it, or of a lesson.

        Raises TableError for a copy of another table or a lost copy, and Senseless for an unknown session.
        """
        if session == AT_TABLE:
            return self._tables.at(self.game_id, self.user_id, number, token)
        if session == PRACTICE:
            if self._tables.practices.find(self.user_id).source != self.game_id:
                raise TableError(text("error.no_trial"))
        elif find_course(session) is None:
            raise Senseless
        return self._tables.session(session, self.user_id, number, token)

    def _check_board(self, moment: Moment) -> None:
        """Raise TableError for a lesson that is played on another board than this table."""
        if isinstance(moment, Lesson):
            stage = moment.front.pictures.set_stage(moment.view)
            if stage is None or stage.name != self._stage.name:
                raise TableError(text("page.error.other_board"))
