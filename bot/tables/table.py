"""A table as it is stored: who sits where, and who is away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.errors import NotStarted
from bot.games.frontend import Frontend, front_of
from bot.games.playing import name_rival
from bot.names import Mention, Time
from engine.core.text import Text, text
from storage import Game as StoredGame
from storage import Seat

ABANDONED: Final = "abandoned"
"""The option of a table that tells who put its game away unfinished."""
OPPONENT: Final = "opponent"
"""The option of a table that tells who plays its empty seats."""
GONE_BACK: Final = "gone_back"
"""The option of a table that counts how often its game has gone back to an earlier turn."""
VOTE: Final = "vote"
"""The option of a table that votes about a seat: which seat, where its owner's silence counts."""


@dataclass(frozen=True, slots=True)
class Absence:
    """That the holder of a seat is away, up to ``until`` (None: until they are back), and who acts instead.

    ``stand_in_id`` is None where Arjuna does, and the holder's own where their stand-in has resigned.
    """

    seat: str
    user_id: int
    stand_in_id: int | None
    stand_in_name: str = ""
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A stored table with its seats, in their order, and who of those who hold them is away."""

    game: StoredGame
    seats: tuple[Seat, ...]
    absences: tuple[Absence, ...] = ()

    @property
    def id(self) -> str:
        """The short id of the table."""
        return self.game.id

    @property
    def front(self) -> Frontend:
        """The front end of the game that is played here."""
        return front_of(self.game.kind)

    @property
    def opponent(self) -> str:
        """Who is to play the empty seats, as the host has chosen; empty for the game's own automatic player."""
        return str(self.game.options.get(OPPONENT, ""))

    @property
    def automatic_name(self) -> str:
        """The name under which the automatic player holds a seat."""
        return name_rival(self.opponent).capitalize() or self.front.player.name

    @property
    def voice(self) -> tuple[str, str]:
        """How one speaks at this table: of which game, and of which rival on its empty seats (or none)."""
        return self.game.kind, name_rival(self.opponent)

    @property
    def place(self) -> int:
        """The channel or thread in which the table is played."""
        return self.game.thread_id or self.game.channel_id

    @property
    def is_abandoned(self) -> bool:
        """Whether the game was closed unfinished."""
        return ABANDONED in self.game.options

    @property
    def abandoned_by(self) -> str:
        """Who closed the game unfinished; empty where nobody did."""
        return str(self.game.options.get(ABANDONED, ""))

    @property
    def people(self) -> set[int]:
        """Everybody who holds a seat."""
        return {seat.user_id for seat in self.seats if seat.user_id is not None}

    @property
    def people_by_seat(self) -> tuple[tuple[str, str, int | None], ...]:
        """Who holds each seat, and who stands in for whom, in a form that can be compared and looked up."""
        held = tuple((row.seat, row.kind, row.user_id) for row in self.seats)
        return held + tuple((one.seat, "away", one.stand_in_id) for one in self.absences)

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.kind != "empty" for seat in self.seats)

    def holder(self, seat: str) -> Seat | None:
        """The seat's row when somebody holds it, or None."""
        return next((row for row in self.seats if row.seat == seat and row.kind != "empty"), None)

    def seats_of(self, user_id: int) -> list[str]:
        """The seats that a person holds."""
        return [row.seat for row in self.seats if row.user_id == user_id]

    def absence(self, seat: str) -> Absence | None:
        """That the holder of a seat is away, or None."""
        holder = self.holder(seat)
        for absence in self.absences:
            if holder is not None and absence.seat == seat and absence.user_id == holder.user_id:
                return absence
        return None

    def actor(self, seat: str) -> Seat | None:
        """The seat's row with the person in it who is asked: its holder, or the stand-in. None: nobody."""
        holder, absence = self.holder(seat), self.absence(seat)
        if holder is None or absence is None or absence.stand_in_id is None:
            return holder
        return holder.model_copy(update={"user_id": absence.stand_in_id, "display_name": absence.stand_in_name})


def check_under_way(table: Table) -> None:
    """Raise NotStarted unless the game at a table has begun and is not over."""
    if table.game.status != "playing":
        key = "error.over" if table.game.status == "over" else "error.not_started"
        raise NotStarted(text(key, name=table.game.name))


def name_holder(table: Table, row: Seat) -> Text | Mention:
    """Return who holds a seat: a mention, the automatic player or nobody; and who acts while they are away."""
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


def name_actor(table: Table, seat: str, *, mention: bool = False) -> Text | Mention | str:
    """Return who is asked for a seat that somebody holds: its holder by name, or "X for Y" where a stand-in acts."""
    holder, actor = table.holder(seat), table.actor(seat)
    if holder is None or actor is None:
        return ""
    who: Mention | str = Mention(actor.user_id) if mention else actor.display_name
    if actor.user_id == holder.user_id:
        return who
    return text("ui.stand_in", who=who, whom=holder.display_name)
