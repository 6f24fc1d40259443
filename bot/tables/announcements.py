"""Queuing public messages, in the transaction that makes them true. The outbox sends them afterwards.

A payload is plain data: the text in the table's language, whom it pings, the buttons under it and, for a picture, the
public view with the Changes to point out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

import msgspec

from bot.games.front import TURN_PHASE
from bot.language import Language, choose_language
from bot.names import mention
from bot.narrate.report import report_end, report_next, report_start, report_turn
from bot.narrate.standing import write_result
from bot.tables.preferences import tell_advice
from bot.tables.table import Table
from bot.tables.transaction import Loaded, StepLog, Written, decode_steps, keys_of, resume
from bot.tables.undo import offer_undo
from engine import Game
from engine.core.change import Change
from engine.core.text import Text
from storage import Reader, Writer

_KEY: Final = "untold"
BETWEEN: Final = frozenset({"hand_over", "go_back"})
"""Phases of steps that are put between others, and told with those before."""


def find_asked(game: Game) -> list[tuple[str, int]]:
    """Who has been asked in the running step, one after the other, and how much had happened in it before each of them.

    Every time it comes to another seat the table is told what has happened since the last time.
    """
    twin = game.at_start()
    asked = [(twin.pending_seat, 0)]
    for key in game.keys:
        twin.choose(key)
        if twin.pending_seat != asked[-1][0]:
            asked.append((twin.pending_seat, len(twin.state.log)))
    return asked


def find_news(game: Game) -> int:
    """From where on what has happened in the running step is news to the seat that must decide: since it decided last.

    Whose turn it is sees all of it, and so does a seat that is asked for the first time.
    """
    if not game.keys or game.pending_seat == game.label.seat:
        return 0
    asked = find_asked(game)
    answered = [after for (seat, _), (_, after) in pairwise(asked) if seat == game.pending_seat]
    return answered[-1] if answered else 0


class Untold(msgspec.Struct, frozen=True, omit_defaults=True):
    """That nothing has been told from a step of a turn on; ``lines`` are remarks to be told with it."""

    turn: int
    step: int = 0
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A finished step, with the number of its stored turn and its index there; ``is_own`` for a person's own turn.

    ``ends_turn``: no other step of its stored turn follows.
    """

    turn: int
    index: int
    log: StepLog
    is_own: bool = False
    ends_turn: bool = True


@dataclass(slots=True)
class Chapter:
    """Steps that one message tells, with the board before and after them.

    A person's own turn, turns that were taken without asking anybody, or a stretch of a round.
    """

    is_round: bool
    is_own: bool
    before: Any
    steps: list[Placed] = field(default_factory=list)
    after: Any = None

    @property
    def changes(self) -> list[Change]:
        """Everything that happened in it."""
        return [change for step in self.steps for change in step.log.changes]

    @property
    def turns(self) -> int:
        """How many turns of seats are in it."""
        return sum(step.log.label.phase == TURN_PHASE for step in self.steps)

    @property
    def span(self) -> str:
        """The numbers of its stored turns, first and last: "12-14"; with a step where it has only a part of one.

        "12.1-14.3" begins at step 1 of turn 12, and ends with step 3 of turn 14.
        """
        first, last = self.steps[0], self.steps[-1]
        since = f".{first.index}" if first.index else ""
        until = "" if last.ends_turn else f".{last.index}"
        return f"{first.turn}{since}-{last.turn}{until}"


def read_untold(table: Table) -> Untold | None:
    """What a table has not been told yet, or None when it knows everything."""
    try:
        return msgspec.convert(table.game.options[_KEY], Untold)
    except (KeyError, msgspec.ValidationError):
        return None


async def keep_untold(tx: Writer, table: Table, untold: Untold | None) -> None:
    """Store what a table has not been told yet."""
    now = (await tx.game(table.id)).options
    options = {name: value for name, value in now.items() if name != _KEY}
    if untold is not None:
        options[_KEY] = msgspec.to_builtins(untold)
    if options != now:
        await tx.update_game(table.id, options=options)


async def gather(
    reader: Reader, table: Table, game: Game, written: Written, untold: Untold | None, *, by_person: bool
) -> list[Placed]:
    """The finished steps that have not been told, those that were just written, ``by_person`` or not, last.

    A turn of a seat that a person runs is their own if they have chosen anything in it: a standing order may not have
    asked them.
    """
    found = [(*place, step) for place, step in zip(written.places, written.steps, strict=True)]
    if untold is not None:
        found = [
            (turn.number, index, step)
            for turn in await reader.turns(table.id, first=untold.turn)
            for index, step in enumerate(decode_steps(turn.changes))
            if (turn.number, index) >= (untold.turn, untold.step)
        ]
    ends = {number: index for number, index, _ in found}
    steps = []
    for number, index, step in found:
        label = step.label
        is_own = label.phase == TURN_PHASE and not table.front.is_automatic(game, label.seat)
        if is_own and not (by_person and (number, index) in written.places):
            is_own = any(row.user_id is not None for row in await reader.choices(table.id, number))
        steps.append(Placed(number, index, step, is_own, ends[number] == index))
    return steps


async def divide(
    reader: Reader,
    loaded: Loaded,
    game: Game,
    written: Written,
    steps: Sequence[Placed],
    untold: Untold | None,
) -> list[Chapter]:
    """Finished steps as chapters. ``game`` is where those just ``written`` lead; they are the last of ``steps``."""
    front = loaded.table.front
    chapters: list[Chapter] = []
    for step in steps:
        phase = step.log.label.phase
        kind = (front.is_round(phase), step.is_own)
        if not chapters or (phase not in BETWEEN and kind != (chapters[-1].is_round, chapters[-1].is_own)):
            if chapters:
                chapters[-1].after = await _find_view(reader, loaded.table, game, written, chapters[-1].steps[-1])
            before = chapters[-1].after if chapters else await _find_start(reader, loaded, untold)
            chapters.append(Chapter(*kind, before))
        chapters[-1].steps.append(step)
    if chapters:
        chapters[-1].after = await _find_view(reader, loaded.table, game, written, steps[-1])
    return chapters


async def _find_start(reader: Reader, loaded: Loaded, untold: Untold | None) -> Any:
    """The board before the first step that has not been told."""
    turn = await reader.turn(loaded.table.id, untold.turn) if untold is not None else None
    if untold is None or turn is None:
        return loaded.game.at_start().view()
    game = resume(loaded.table, turn, await keys_of(reader, turn) if untold.step else ())
    return game.view_after(untold.step - 1) if untold.step else game.view()


async def _find_view(reader: Reader, table: Table, game: Game, written: Written, step: Placed) -> Any:
    """The board as a step has left it."""
    place = (step.turn, step.index)
    if place in written.places:
        return game.view_after(written.places.index(place))
    turn = await reader.turn(table.id, step.turn)
    if turn is None:
        return game.view()
    return resume(table, turn, await keys_of(reader, turn)).view_after(step.index)


TURN = "turn"
STATUS = "status"
NOTICE = "notice"
REMINDER = "reminder"
"""The one message that reminds somebody; without content it takes the one before away."""
ENDING = "ending"
PICTURE = "picture"
UNDO = "undo"
"""The one message under which a turn can be undone."""
PUBLIC = "public"
BESIDE = "public/status"
"""Where a table's status goes: after the messages that wait, and no message waits for it."""

NOBODY = 0
"""The actor of a turn that Arjuna took."""


class Payload(msgspec.Struct, omit_defaults=True):
    """What a queued message holds. ``buttons`` are verbs; ``is_end`` adds the record file, ``is_round`` draws totals.

    ``ping`` is the id of the person who must act, ``pings`` those of all who are asked something together.
    ``scores`` are everybody's before what the picture shows.
    """

    content: str = ""
    language: str = "en"
    ping: int | None = None
    pings: list[int] = []
    buttons: list[str] = []
    view: Any = None
    changes: list[Change] = []
    is_round: bool = False
    scores: dict[str, int] = {}
    is_end: bool = False
    message_id: int = 0

    def store(self) -> dict[str, Any]:
        """The payload as JSON for the database."""
        # What a language has said is a kind of text that the library does not know.
        data: dict[str, Any] = msgspec.to_builtins(self, enc_hook=str)
        return data

    @classmethod
    def read(cls, data: dict[str, Any]) -> Payload:
        """The payload that `store` wrote."""
        return msgspec.convert(data, cls)


def language_of(table: Table) -> Language:
    """The language of a table's public messages."""
    return choose_language(table.game.language).of_game(*table.manner)


def whom_to_ping(table: Table, game: Game, actor_id: int | None) -> int | None:
    """The person who must act next, for themselves or in another's place, unless it is the one who just did."""
    if game.decision is None or table.front.is_automatic(game, game.decision.seat):
        return None
    actor, absence = table.actor(game.decision.seat), table.absence(game.decision.seat)
    if actor is None or actor.user_id == actor_id or (absence is not None and absence.stand_in_id is None):
        return None
    return actor.user_id


def call(table: Table, game: Game) -> list[str]:
    """*Your turn*, under a message after which a person is asked; nothing under any other."""
    if game.decision is None or table.front.is_automatic(game, game.decision.seat):
        return []
    actor, absence = table.actor(game.decision.seat), table.absence(game.decision.seat)
    is_arjunas = absence is not None and absence.stand_in_id is None
    return ["turn"] if actor is not None and actor.user_id is not None and not is_arjunas else []


def following(table: Table, game: Game, actor_id: int | None) -> list[str]:
    """The lines at the end of a public message: who decides next, and what."""
    if game.decision is None:
        return []
    ping = whom_to_ping(table, game, actor_id) is not None
    return report_next(language_of(table), table, game.decision, game, ping)


async def announce(
    tx: Writer,
    loaded: Loaded,
    table: Table,
    game: Game,
    written: Written,
    actor_id: int,
    remarks: Sequence[Text] = (),
    asides: Sequence[Text] = (),
    *,
    goes_on: bool = False,
) -> None:
    """Queue what a commit makes public: finished turns with the map, or who is asked in the middle of one.

    A choice after which the same person simply goes on in the same turn is not told before the turn is over, unless
    there are ``remarks``: sentences about how it came about. ``asides`` are told with what is told anyway. While a game
    ``goes_on`` by itself only a person's own turn is told; the rest waits until somebody is asked (see `untold`).
    """
    untold = read_untold(table)
    is_asked = loaded.game.pending_seat != game.pending_seat
    if not (written.steps or is_asked or remarks or (untold is not None and not goes_on)):
        return
    steps = await gather(tx, table, game, written, untold, by_person=actor_id != NOBODY)
    language = language_of(table)
    asides = [*asides, *(await tell_advice(tx, table))]
    lines = [*(untold.lines if untold is not None else ()), *(f"-# {language.say(one)}" for one in (*remarks, *asides))]
    own = max((number for number, step in enumerate(steps, 1) if step.is_own), default=0)
    now = steps[:own] if goes_on else steps
    post = Posting(tx, loaded, table, game, written, actor_id, untold)
    if now:
        await post.tell(now, lines, is_last=not goes_on)
    elif not goes_on:
        await post.tell_so_far(lines)
    rest = None
    if goes_on:
        later = steps[len(now)] if len(now) < len(steps) else None
        turn, step = (later.turn, later.index) if later is not None else await find_open(tx, table, loaded)
        rest = Untold(turn, step, () if now else tuple(lines))
    if rest is not None or untold is not None:
        await keep_untold(tx, table, rest)
    if game.decision is None:
        watching = await find_watchers(tx, table, game, None, Payload(), actor_id)
        await announce_ending(tx, table, game, watching)
    await announce_status(tx, table)


async def find_open(tx: Writer, table: Table, loaded: Loaded) -> tuple[int, int]:
    """The turn that is under way, of which nothing has been finished."""
    play = await tx.load_play(table.id)
    return (play.turn.number if play.turn is not None else loaded.turn.number), 0


@dataclass(frozen=True, slots=True)
class Posting:
    """What the messages after a commit are made of."""

    tx: Writer
    loaded: Loaded
    table: Table
    game: Game
    written: Written
    actor_id: int
    untold: Untold | None

    async def tell(self, steps: Sequence[Placed], lines: Sequence[str], *, is_last: bool) -> None:
        """Queue a message for each chapter of these steps. With ``is_last`` the last one says who is asked now."""
        chapters = await divide(self.tx, self.loaded, self.game, self.written, steps, self.untold)
        start = chapters[0].before
        for chapter in chapters:
            is_end = is_last and chapter is chapters[-1]
            await self._tell_chapter(chapter, start, lines if chapter is chapters[-1] else (), is_last=is_end)

    async def _tell_chapter(self, chapter: Chapter, start: Any, lines: Sequence[str], *, is_last: bool) -> None:
        table, game, front, language = self.table, self.game, self.table.front, language_of(self.table)
        payload = Payload(language=language.code, is_round=chapter.is_round)
        under_way, view = [], chapter.after
        tail = [*lines]
        if is_last:
            view = game.view()
            under_way = [] if chapter.is_round else self._find_under_way()
            tail += await self._call(payload, start)
        payload.buttons += await self._find_reasons(chapter.steps[0].turn, chapter.steps[-1].turn)
        payload.buttons.append(f"details:{chapter.span}")
        if is_last and game.decision is None and game.result is not None:
            tail = [*lines, f"**{write_result(language, game.result)}**"]
            payload.buttons.insert(0, "log")
        if payload.pings:
            tail.append(f"-# {' '.join(f'<@{user_id}>' for user_id in payload.pings)}")
        told, runners = chapter.changes, front.list_runners(view)
        if chapter.is_round:
            words = front.tell_round(language, told, chapter.before, chapter.after, runners)
        elif not chapter.is_own and chapter.turns + bool(under_way) > 1:
            words = front.tell_briefly(language, told, runners, under_way)
        else:
            words = front.tell(language, [*told, *under_way], runners, is_under_way=bool(under_way))
        words = [*(words or front.tell_idle(language, told)), *front.tell_revealed(language, told, chapter.after)]
        payload.content = report_turn(language, front, words, chapter.before, view, ["", *tail] if tail else [])
        if front.is_on_map(told):
            payload.view, payload.changes = view, [*told, *under_way]
            payload.scores = front.list_scores(chapter.before)
        await self.tx.enqueue(table.id, TURN, PUBLIC, payload.store())

    async def tell_so_far(self, lines: Sequence[str]) -> None:
        """Queue a message about somebody asked in the middle of a turn: what has happened since the last of them."""
        table, game, language = self.table, self.game, language_of(self.table)
        payload, view = Payload(language=language.code), game.view()
        tail = [*lines, *(await self._call(payload, view))]
        payload.buttons += await self._find_reasons(self.loaded.turn.number, self.loaded.turn.number)
        seen = find_asked(self.loaded.game)[-1][1] if self.untold is None else 0
        changes = game.state.log[seen:]
        words = table.front.tell(language, changes, table.front.list_runners(view), is_under_way=True)
        words = words or table.front.tell_idle(language, changes)
        payload.content = report_turn(language, table.front, words, view, view, ["", *tail] if words else tail)
        await self.tx.enqueue(table.id, TURN, PUBLIC, payload.store())

    def _find_under_way(self) -> list[Change]:
        """What has happened in a turn whose owner has begun it, and in which somebody else is asked now."""
        game = self.game
        is_asked = game.decision is not None and game.keys and game.pending_seat != game.label.seat
        return list(game.state.log) if is_asked else []

    async def _call(self, payload: Payload, start: Any) -> list[str]:
        """Who decides next, and what: the lines that say so, with the pings and buttons of their message."""
        table, game = self.table, self.game
        if game.decision is None:
            # Who asked to be pinged at the end is pinged by the message after this one, with everybody who plays.
            return []
        payload.ping = whom_to_ping(table, game, self.actor_id)
        payload.pings = await find_watchers(self.tx, table, game, start, payload, self.actor_id)
        payload.buttons = [*call(table, game), "card", *await offer_undo(self.tx, table, game)]
        return following(table, game, self.actor_id)

    async def _find_reasons(self, first: int, last: int) -> list[str]:
        """The button for why Arjuna did what it did, if it may have decided something in these turns."""
        front, game = self.table.front, self.game
        if any(front.is_automatic(game, row.seat) for row in self.table.seats):
            for number in range(first, last + 1):
                if any(choice.user_id is None for choice in await self.tx.choices(self.table.id, number)):
                    return [f"reasons:{first}-{last}"]
        return []


async def announce_ending(tx: Writer, table: Table, game: Game, watching: Sequence[int]) -> None:
    """Queue the message after the last turn, which pings everybody who plays: the ranking, the final board, the record.

    The turning point and the seed are added when it is sent; the chart and the recap follow once it is there.
    """
    language = language_of(table)
    people = sorted({row.user_id for row in table.seats if row.user_id is not None})
    others = [user_id for user_id in watching if user_id not in people]
    body = report_end(language, table, game)
    body += [f"-# {' '.join(f'<@{user_id}>' for user_id in others)}"] if others else []
    payload = Payload(
        content="\n".join(body),
        language=language.code,
        pings=[*people, *others],
        buttons=["verify", "rematch"],
        view=game.view(),
        is_end=True,
    )
    await tx.enqueue(table.id, ENDING, PUBLIC, payload.store())


async def find_watchers(tx: Writer, table: Table, game: Game, start: Any, payload: Payload, actor_id: int) -> list[int]:
    """Those who asked to be pinged now: at the end of a card, or of the game. Nobody is pinged twice.

    ``start`` is the board before what is told.
    """
    if game.decision is None:
        wanted = {"card", "game"}
    elif table.front.find_card(start) != table.front.find_card(game.view()):
        wanted = {"card"}
    else:
        return []
    return [
        row.user_id
        for row in await tx.arrangements(table.id, "watch")
        if row.payload.get("ping") in wanted and row.user_id not in (actor_id, payload.ping)
    ]


async def announce_start(tx: Writer, table: Table, game: Game, actor_id: int) -> None:
    """Queue the first message of a game, with the map of the starting position."""
    view = game.view()
    content = report_start(language_of(table), table, view, game.seed_digest, ["", *following(table, game, None)])
    payload = Payload(
        content=content,
        language=table.game.language,
        ping=whom_to_ping(table, game, None),
        buttons=[*call(table, game), "card"],
        view=view,
    )
    await tx.enqueue(table.id, TURN, PUBLIC, payload.store())
    await announce_status(tx, table)


async def announce_notice(
    tx: Writer,
    table: Table,
    message: Text,
    seat: str,
    actor_id: int | None,
    buttons: Sequence[str] = (),
    *,
    pings: Sequence[int] = (),
) -> None:
    """Queue one sentence for the table; it pings who acts for ``seat``, and ``pings``, unless that person did it."""
    language = language_of(table)
    holder = table.actor(seat) if seat else None
    is_told = holder is not None and holder.user_id is not None and holder.user_id != actor_id
    caller = holder.user_id if is_told and holder is not None else None
    others = [one for one in pings if one not in (actor_id, caller)]
    called = [mention(one) for one in (*([caller] if caller is not None else []), *others)]
    content = " ".join([*called, language.say(message)])
    payload = Payload(
        pings=others,
        content=content,
        language=language.code,
        ping=caller,
        buttons=[*(["turn"] if is_told and table.game.status == "playing" else []), *buttons],
    )
    await tx.enqueue(table.id, NOTICE, PUBLIC, payload.store())


async def announce_status(tx: Writer, table: Table) -> None:
    """Queue the pinned status message again; only the newest counts."""
    await tx.enqueue(table.id, STATUS, BESIDE, {}, supersede=True)
