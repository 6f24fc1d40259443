"""A stored table: its state, its seats and who holds them, absences, and the names of people in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import FieldInfo, replace

from bot.errors import NotStarted
from bot.games.frontend import Frontend, front_of
from bot.games.playing import AUTOMATIC, name_rival
from bot.games.showing import PHONE
from bot.language import Mention, Time
from bot.tables.declared import ENDS, FOLLOWS, Switch, list_following, list_switches
from engine.core.text import Text, text
from storage import Circle, Json, Seat, Writer
from storage import Game as StoredGame

AtLimit = Literal["nothing", "remind", "default", "arjuna"]
"""Actions of a table at its limit: nothing, a reminder, the least committing answer, or the automatic player's turn."""
AT_LIMIT: Final[tuple[AtLimit, ...]] = ("nothing", "remind", "default", "arjuna")


class Pace(msgspec.Struct, frozen=True):
    """The reminders and limits of a table, in hours.

    ``remind`` is the time after which a player without settings of their own is reminded (0: never), ``limit`` the time
    for a decision (0: unlimited), and ``at_limit`` the action at its end. With a ``bank`` there is no limit for each
    decision: every seat has a clock with that time, and gets ``increment`` more with each decision.
    """

    remind: int = 24
    limit: int = 0
    at_limit: AtLimit = "nothing"
    bank: int = 0
    increment: int = 0

    @property
    def until(self) -> timedelta | None:
        """Return the time for each decision, or None: without a limit, without an action at it, or with clocks."""
        is_limited = self.limit > 0 and self.at_limit != "nothing" and not self.bank
        return timedelta(hours=self.limit) if is_limited else None

    @property
    def has_clocks(self) -> bool:
        """Return whether every seat has a clock, and the table acts when a clock is at zero."""
        return self.bank > 0 and self.at_limit != "nothing"


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """How often a seat has asked for advice (``count``), the version of the game at which it last did, and how many of
    these requests were announced (``told``)."""

    count: int = 0
    version: int = -1
    told: int = 0


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """The question that a game waits for: the seat that decides at ``version``, in which ``step``, and who is asked.

    ``owner`` holds the seat and ``who`` is asked: the owner, or their stand-in (0: no single person). Times are in
    seconds since 1970. The question was asked at ``since``, and has to be answered by ``until`` (0: at any time);
    ``spent`` are the seconds of the seat's earlier questions in this step, less the time of an outage of the bot during
    this one (`bot.tables.timers.give_back`). A clock is counted up to ``counted``, the time of the last change of the
    game. It rests in the quiet hours ``quiet`` of the time zone ``zone``. ``gained`` is the seat whose decision led to
    this question, if its clock gained time by that. An absence has protected the seat since ``guarded`` (0: none has),
    until ``is_lapsed``.

    ``reminders`` is how many were sent, without one about an unconfirmed draft (``is_nudged``). With ``is_told``, it
    was announced that the table waits in vain; with ``is_away``, the owner is away without a stand-in; with
    ``is_undone``, the decision before it was undone; with ``is_final``, drafts no longer delay the end; with
    ``is_reached``, the limit has passed while the bot was running; with ``is_over``, it has passed, and has no further
    consequences.
    """

    version: int
    seat: str
    who: int
    since: int
    counted: int
    until: int = 0
    reminders: int = 0
    is_away: bool = False
    is_told: bool = False
    is_nudged: bool = False
    gained: str = ""
    is_undone: bool = False
    owner: int = 0
    step: int = 0
    spent: int = 0
    quiet: tuple[int, int] | None = None
    zone: str = ""
    is_final: bool = False
    is_over: bool = False
    is_reached: bool = False
    guarded: int = 0
    is_lapsed: bool = False

    @property
    def is_bothered(self) -> bool:
        """Return whether a reminder for this question was sent, so that it may still be in the channel."""
        return self.reminders > 0 or self.is_nudged


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rest of the time of a seat that was asked in a ``step`` but is not asked now.

    Its ``owner`` has ``left`` seconds (-1: no limit), after ``spent`` seconds of questions so far. With
    ``is_final``, drafts no longer delay the end; with ``is_again``, another person's undo has ended its question.
    """

    owner: int
    step: int
    left: int
    spent: int
    is_final: bool = False
    is_again: bool = False


class Gain(msgspec.Struct, frozen=True):
    """A decision in a ``step`` by which the clock of a seat gained time, which belongs to its ``owner``."""

    step: int
    seat: str
    owner: int


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first unannounced step, as the number of a stored turn and an index in it.

    ``lines`` are remarks for its announcement. People who have ``missed`` their time are pinged in the announcement,
    which has a button for their return.
    """

    turn: int
    step: int = 0
    lines: tuple[Text | str, ...] = ()
    missed: tuple[int, ...] = ()


class Proposal(msgspec.Struct, frozen=True, omit_defaults=True):
    """An automatic player's proposal for a turn at a ``version`` of the game, in a ``step``: ``keys`` up to a barrier.

    The person ``by`` (0: none yet) has confirmed the draft with the digest ``draft``, and one more person has to.
    ``is_agreed``: the turn continues automatically to its end.
    """

    version: int
    step: int
    keys: tuple[str, ...] = ()
    by: int = 0
    draft: str = ""
    is_agreed: bool = False


class Calls(msgspec.Struct, frozen=True):
    """How often people were pinged at a table, by their ids as text, on one day: its number since 1970 (UTC)."""

    day: int
    counts: dict[str, int]


def may_propose(table: Table) -> bool:
    """Return whether a table may have people confirm the turns of the game's own automatic player; not in a season."""
    return table.front.planning.proposes and not table.opponent and not table.state.season


def has_narrow(table: Table) -> bool:
    """Return whether the game of a table has a picture of the board for phones."""
    return PHONE in table.front.pictures.ways


class TableState(msgspec.Struct, frozen=True, omit_defaults=True, rename={"pending": "untold", "question": "waiting"}):
    """Everything stored about a table besides its columns, in `storage.Game.options`, as readable JSON.

    - ``host``: the name of the host, ``rematch``: the id of the rematch's table, ``former``: earlier names of this one;
    - ``seats``: the kind of player that began the game on each seat, ``opponent``: who plays the empty seats, as the
      host has chosen (empty: the game's own automatic player);
    - ``data``: digests of the data with which the game is played (`engine.core.data.digest_files`);
    - ``position``: the position from which the game began (empty: its scenario);
    - ``pace``: reminders and limit, ``no_advice``: whether no one may ask for advice, ``advice``: the seats that asked;
    - ``vote``: the seat about which the table votes, where the silence of its owner counts;
    - ``gone_back``: how often the game has gone back to an earlier turn, ``gone_behind``: how often to before a die
      or a card, ``put_right``: how often it was corrected, ``withdrawn``: the keys of the turns that were withdrawn
      before the game was imported, by the numbers of the turns in which it went back;
    - ``proposes``: whether people confirm the turns of the automatic player, ``proposal``: a turn that waits for that,
      ``differently``: the turns that people have changed, by their numbers;
    - ``anybody_starts``: whether everyone with a seat may start the game, ``narrow``: whether turns are posted with the
      picture for phones;
    - ``asked``: when the silent table was asked whether it continues (0: it was not), ``kept``: when someone said yes,
      and ``archived``: since when its game is archived, all in seconds since 1970;
    - ``abandoned``: who closed the game unfinished (None: no one did);
    - ``private``: whether it is not listed, ``consent``: whether its host must admit newcomers, ``looking``: until when
      it looks for players, in seconds since 1970 (0: always), ``pinged``: whether it has pinged the role for that,
      ``reserved``: the seats kept for someone, ``no_talk``: whether no one may open private threads;
    - ``season``: the id of the season that it belongs to;
    - ``clocks``: the seconds left on each seat's clock (`Pace.bank`) when the game last began to wait for the seat,
      ``clock_owners``: the people to whom this time belongs, and ``gains``: the last decisions by which clocks gained
      time;
    - ``question``: the question that the table waits for, ``shares``: the rest of other seats' time in this step,
      ``calls``: how often people were pinged today, and ``pending``: the first step that is not announced yet.

    ``options`` are those of the game's rules. They are stored beside the other fields, under their own names.
    """

    host: Annotated[str, ENDS] = ""
    rematch: Annotated[str, ENDS] = ""
    former: Annotated[tuple[str, ...], ENDS] = ()
    seats: Annotated[dict[str, str], ENDS] = {}
    opponent: Annotated[str, FOLLOWS] = ""
    position: Annotated[dict[str, Any], ENDS] = {}
    data: Annotated[dict[str, str], ENDS] = {}
    pace: Annotated[Pace, FOLLOWS] = Pace()
    no_advice: Annotated[bool, FOLLOWS, Switch("advice", ("allowed", "refused"), is_ticked=False)] = False
    advice: Annotated[dict[str, Asked], ENDS] = {}
    vote: Annotated[str, ENDS] = ""
    gone_back: Annotated[int, ENDS] = 0
    put_right: Annotated[int, ENDS] = 0
    gone_behind: Annotated[int, ENDS] = 0
    withdrawn: Annotated[tuple[tuple[int, tuple[tuple[str, ...], ...]], ...], ENDS] = ()
    proposes: Annotated[
        bool,
        FOLLOWS,
        Switch("turns", ("played", "proposed"), is_agreed=True, condition=may_propose, refusal="error.no_proposals"),
    ] = False
    proposal: Annotated[Proposal | None, ENDS] = None
    differently: Annotated[tuple[int, ...], ENDS] = ()
    anybody_starts: Annotated[bool, FOLLOWS, Switch("start", ("host", "everyone"), is_early=True)] = False
    narrow: Annotated[
        bool, FOLLOWS, Switch("picture", ("wide", "narrow"), condition=has_narrow, refusal="error.no_narrow_picture")
    ] = False
    asked: Annotated[int, ENDS] = 0
    kept: Annotated[int, ENDS] = 0
    archived: Annotated[int, ENDS] = 0
    abandoned: Annotated[str | None, ENDS] = None
    private: Annotated[bool, FOLLOWS] = False
    consent: Annotated[bool, FOLLOWS] = False
    looking: Annotated[int, ENDS] = 0
    pinged: Annotated[bool, ENDS] = False
    reserved: Annotated[list[str], ENDS] = []
    no_talk: Annotated[bool, FOLLOWS] = False
    season: Annotated[str, ENDS] = ""
    clocks: Annotated[dict[str, int], ENDS] = {}
    clock_owners: Annotated[dict[str, int], ENDS] = {}
    gains: Annotated[tuple[Gain, ...], ENDS] = ()
    question: Annotated[Question | None, ENDS] = None
    shares: Annotated[dict[str, Share], ENDS] = {}
    calls: Annotated[Calls | None, ENDS] = None
    pending: Annotated[Pending | None, ENDS] = None
    options: Annotated[dict[str, Any], FOLLOWS] = {}

    def find_clock(self, seat: str, owner: int) -> int:
        """Return the seconds on a seat's clock, not counting the present wait; a new ``owner`` has the full time."""
        full = self.pace.bank * 3600
        return self.clocks.get(seat, full) if self.clock_owners.get(seat, owner) == owner else full

    @property
    def allows_advice(self) -> bool:
        """Return whether people may ask for advice."""
        return not self.no_advice


STORED: Final = {one.encode_name: one for one in msgspec.structs.fields(TableState) if one.name != "options"}
"""The fields by their stored names. All other names are options of the rules."""


def read_state(stored: Mapping[str, Any]) -> TableState:
    """Return a stored state. A field that cannot be read has its default: it is damaged, or from another version."""
    state = read_fields(TableState, STORED, stored)
    return replace(state, options={name: value for name, value in stored.items() if name not in STORED})


def find_switches() -> Mapping[str, Switch]:
    """Return the settings of a table that are on or off, by the names of their fields."""
    return list_switches(TableState)


def follow_state(state: TableState, **changes: Any) -> TableState:
    """Return the initial state of a rematch's table: the settings that it copies from ``state``, and ``changes``."""
    return type(state)(**{name: getattr(state, name) for name in list_following(type(state))} | changes)


Kind = TypeVar("Kind")


def read_fields(kind: type[Kind], fields: Mapping[str, FieldInfo], stored: Mapping[str, Any]) -> Kind:
    """Return a struct from the stored values of ``fields``. A field that cannot be read has its default."""
    known = {name: value for name, value in stored.items() if name in fields}
    try:
        return msgspec.convert(known, kind)
    except msgspec.ValidationError:
        return msgspec.convert({name: known[name] for name in known if is_readable(fields[name], known[name])}, kind)


def is_readable(field: FieldInfo, value: Any) -> bool:
    """Return whether a stored value fits a field of a struct."""
    try:
        msgspec.convert(value, field.type)
    except msgspec.ValidationError:
        return False
    return True


def store_state(state: TableState) -> Json:
    """Return the stored form of a state. A pace without clocks has no fields for them: older versions know none."""
    stored = msgspec.to_builtins(replace(state, options={}))
    if pace := stored.get("pace"):
        stored["pace"] = {name: value for name, value in pace.items() if value or name not in ("bank", "increment")}
    return {**stored, **state.options}


async def put_state(tx: Writer, game_id: str, state: TableState) -> None:
    """Store the state of a table."""
    await tx.update_game(game_id, options=store_state(state))


async def change_state(tx: Writer, game_id: str, **changes: Any) -> None:
    """Change some fields of a table's stored state. If they have these values already, nothing is written."""
    now = read_state((await tx.game(game_id)).options)
    state = replace(now, **changes)
    if state != now:
        await put_state(tx, game_id, state)


class Spot(NamedTuple):
    """The thread of a table on Discord; in a forum, ``message_id`` is its first message, with the status."""

    thread_id: int
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Absence:
    """An absence of the person ``user_id`` with a seat, up to ``until`` (None: until they are back).

    The person ``stand_in_id`` acts for them: None is the automatic player. If their stand-in has stopped, it is their
    own id.
    """

    seat: str
    user_id: int
    stand_in_id: int | None
    stand_in_name: str = ""
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A stored table with its seats in order, the absences of their holders, and the people of its season.

    ``circle``, the people of its season, is set only for a season's table that is loaded alone, as in each transaction.
    """

    game: StoredGame
    seats: tuple[Seat, ...]
    absences: tuple[Absence, ...] = ()
    circle: Circle | None = None
    state: TableState = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "state", read_state(self.game.options))

    @property
    def id(self) -> str:
        """Return the id of the table: six small letters and digits, none of them 0."""
        return self.game.id

    @property
    def front(self) -> Frontend:
        """Return the front end of the game that is played here."""
        return front_of(self.game.kind)

    @property
    def opponent(self) -> str:
        """Return the opponent that the host has chosen for empty seats, or "" for the game's own automatic player."""
        return self.state.opponent

    @property
    def automatic_name(self) -> str:
        """Return the name of the automatic player, as it is stored for the seats that it holds."""
        return name_rival(self.opponent).capitalize() or self.front.player.name

    @property
    def voice(self) -> tuple[str, str]:
        """Return the game, and the rival on empty seats or "": they decide which terms sentences use at this table."""
        return self.game.kind, name_rival(self.opponent)

    @property
    def place(self) -> int:
        """Return the id of the thread in which the table is played, or of its channel if it has no thread."""
        return self.game.thread_id or self.game.channel_id

    @property
    def has_begun(self) -> bool:
        """Return whether the game of the table is running or over."""
        return self.game.status in ("playing", "over")

    @property
    def is_abandoned(self) -> bool:
        """Return whether the game was closed unfinished."""
        return self.state.abandoned is not None

    @property
    def abandoned_by(self) -> str:
        """Return the name of the person who closed the game unfinished; "" without one, or if no one is known."""
        return self.state.abandoned or ""

    @property
    def people(self) -> set[int]:
        """Return the ids of the people who hold seats."""
        return {seat.user_id for seat in self.seats if seat.user_id is not None}

    @property
    def people_by_seat(self) -> tuple[tuple[str, str, int | None], ...]:
        """Return a key that changes when a seat gets another player, or its holder another stand-in."""
        held = tuple((row.seat, row.kind, row.user_id) for row in self.seats)
        return held + tuple((one.seat, "away", one.stand_in_id) for one in self.absences)

    @property
    def is_full(self) -> bool:
        """Return whether every seat is taken."""
        return all(seat.kind != "empty" for seat in self.seats)

    def is_open_to_all(self, row: Seat) -> bool:
        """Return whether anyone may take a seat: it is empty or, before the game, the automatic player holds it."""
        return row.kind == "empty" or (row.kind == AUTOMATIC and self.game.status == "open")

    def is_automatic(self, seat: str) -> bool:
        """Return whether the automatic player holds a seat. A person who is away still holds theirs."""
        return any(row.seat == seat and row.kind == AUTOMATIC for row in self.seats)

    def holder(self, seat: str) -> Seat | None:
        """Return the seat's row if a person or the automatic player holds it, or None if it is empty or unknown."""
        return next((row for row in self.seats if row.seat == seat and row.kind != "empty"), None)

    def seats_of(self, user_id: int) -> list[str]:
        """Return the seats that a person holds."""
        return [row.seat for row in self.seats if row.user_id == user_id]

    def absence(self, seat: str) -> Absence | None:
        """Return the absence of a seat's present holder, or None if they are not away."""
        holder = self.holder(seat)
        for absence in self.absences:
            if holder is not None and absence.seat == seat and absence.user_id == holder.user_id:
                return absence
        return None

    def has_automatic_stand_in(self, seat: str) -> bool:
        """Return whether a seat's holder is away, and the automatic player acts for them."""
        absence = self.absence(seat)
        return absence is not None and absence.stand_in_id is None

    def owner_of(self, seat: str) -> int:
        """Return the id of the person who holds a seat, even while another acts for them; 0 if no person holds it."""
        holder = self.holder(seat)
        return holder.user_id or 0 if holder is not None else 0

    def find_clock(self, seat: str) -> int:
        """Return the seconds on the clock of the person who holds a seat, not counting the present wait."""
        return self.state.find_clock(seat, self.owner_of(seat))

    def actor(self, seat: str) -> Seat | None:
        """Return a seat's row as `holder` does, but with id and name of the holder's stand-in, if that is a person."""
        holder, absence = self.holder(seat), self.absence(seat)
        if holder is None or absence is None or absence.stand_in_id is None:
            return holder
        return holder.model_copy(update={"user_id": absence.stand_in_id, "display_name": absence.stand_in_name})


REFUSALS: Final = {"over": "error.over", "archived": "error.archived", "closed": "ui.closed"}
"""The keys of the errors at a table whose game is over or archived, or that was closed before its game."""


def check_under_way(table: Table) -> None:
    """Raise NotStarted unless the game at a table is running; the error says if it is over, archived or closed."""
    if table.game.status != "playing":
        key = REFUSALS.get(table.game.status, "error.not_started")
        raise NotStarted(text(key, name=table.game.name))


def name_of(row: Seat | None) -> str:
    """Return the name in a seat's row, as of ``table.holder(seat)`` or ``table.actor(seat)``; "" for None."""
    return row.display_name if row is not None else ""


def name_holder(table: Table, row: Seat) -> Text | Mention:
    """Return who holds a seat, or that it is free or reserved; for a person who is away, also who acts for them."""
    if row.kind == "empty" and row.seat in table.state.reserved and table.game.status == "open":
        return text("ui.seat.reserved")
    if row.user_id is None:
        return text("ui.seat.forgotten" if row.kind == "player" else f"ui.seat.{row.kind}")
    absence = table.absence(row.seat)
    if absence is None:
        return Mention(row.user_id)
    return text("ui.seat.away", who=Mention(row.user_id), by=name_stand_in(absence))


def name_stand_in(absence: Absence) -> Text | Mention:
    """Return who acts for a person who is away, and until when: a mention, or the automatic player."""
    by = text("ui.seat.arjuna") if absence.stand_in_id is None else Mention(absence.stand_in_id)
    return by if absence.until is None else text("ui.away.until", who=by, when=Time.of(absence.until))


AUTOMATIC_ACTOR: Final = text("ui.seat.arjuna")
"""The name of the automatic player where a sentence says who is asked."""


def name_actor(table: Table, seat: str, *, mention: bool = False) -> Text | Mention | str:
    """Return who is asked for a seat, by name or as a ``mention``: its holder or “X for Y”; "" for an empty seat."""
    holder, actor = table.holder(seat), table.actor(seat)
    if holder is None or actor is None:
        return ""
    who: Text | Mention | str = AUTOMATIC_ACTOR
    if actor.user_id is not None:
        who = Mention(actor.user_id) if mention else actor.display_name
    if actor.user_id == holder.user_id:
        return who
    return text("ui.stand_in", who=who, whom=holder.display_name)
