"""How a table stands, in words: who sits where, who is asked, and how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bot.games.front import front_of
from bot.language import Language
from bot.names import Said
from bot.tables.moments import Moment
from bot.tables.table import ABANDONED, Absence, Table
from engine import Game
from engine.core.protocol import Result
from storage import Seat


def signed(number: int) -> str:
    """A margin with its sign: +3, 0, −2."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def name_holder(language: Language, table: Table, row: Seat) -> str:
    """Who holds a seat: a mention, which pings nobody by itself, Arjuna, or nobody; and who acts while he is away."""
    if row.user_id is None:
        return language.say("ui.seat.forgotten" if row.kind == "player" else f"ui.seat.{row.kind}")
    who, absence = Said(f"<@{row.user_id}>"), table.absence(row.seat)
    if absence is None:
        return who
    return language.say("ui.seat.away", who=who, by=name_stand_in(language, absence))


def name_stand_in(language: Language, absence: Absence) -> str:
    """Who acts for somebody who is away: a mention, or Arjuna; and until when."""
    by = language.say("ui.seat.arjuna") if absence.stand_in_id is None else Said(f"<@{absence.stand_in_id}>")
    return by if absence.until is None else language.say("ui.away.until", who=by, when=show_time(absence.until))


def show_time(moment: datetime) -> str:
    """A moment as Discord shows it, in the reader's time zone."""
    return f"<t:{int(moment.timestamp())}:f>"


def name_actor(language: Language, table: Table, seat: str, *, mention: bool = False) -> str:
    """Who is asked for a seat that somebody holds: its holder by name, or "X for Y" where a stand-in acts."""
    holder, actor = table.holder(seat), table.actor(seat)
    if holder is None or actor is None:
        return ""
    who = Said(f"<@{actor.user_id}>") if mention else actor.display_name
    if actor.user_id == holder.user_id:
        return who
    return language.say("ui.stand_in", who=who, whom=holder.display_name)


def write_seats(language: Language, table: Table, view: Any = None) -> list[str]:
    """Who holds each seat, and while a game is on whether it may act soon."""
    front = front_of(table.game.kind)
    lines = []
    for row in table.seats:
        who = name_holder(language, table, row)
        status = front.write_status(language, view, row.seat) if view is not None else ""
        line = language.say("ui.seat", seat=row.seat, who=who)
        lines.append(f"{line} · {status}" if status else line)
    return lines


def write_standings(language: Language, table: Table, view: Any) -> list[str]:
    """Each seat in one line: who plays it, and how it stands."""
    front = front_of(table.game.kind)
    return [front.write_standing(language, view, row.seat, name_holder(language, table, row)) for row in table.seats]


def write_headline(language: Language, first: str, reason: str, *, lost: bool) -> str:
    """Who has won a game and how, in a few words: the same in messages, on the map and in the records."""
    return language.say("over.lost" if lost else f"over.{reason}", seat=first)


def write_result(language: Language, result: Result) -> str:
    """The headline of a game that is over."""
    return write_headline(language, result.ranking[0], result.reason, lost=result.all_players_lose)


def list_places(ranking: Sequence[str], *, lost: bool) -> list[tuple[int, str]]:
    """The place of each seat, from first to last; 0 for those who share none, because all players lose equally."""
    return [(0 if lost and place > 1 else place, seat) for place, seat in enumerate(ranking, start=1)]


def write_ranking(language: Language, game: Game, result: Result, table: Table) -> list[str]:
    """Everybody from first to last: who they were, the margin, and what it is made of where the game can say that."""
    lines = []
    for place, seat in list_places(result.ranking, lost=result.all_players_lose):
        row = table.holder(seat)
        what = table.front.sum_up_score(language, game, seat)
        key = "ui.over.place" if place else "ui.over.lost"
        lines.append(
            language.say(
                f"{key}.why" if what else key,
                number=place,
                seat=seat,
                who=name_holder(language, table, row) if row is not None else "",
                margin=signed(result.margins[seat]),
                what=what,
            )
        )
    return lines


def ask_whom(language: Language, moment: Moment) -> str:
    """Whose decision it is and what is asked, for those who wait."""
    decision = moment.decision
    if moment.table.is_abandoned:
        return language.say("ui.waiting.abandoned", who=str(moment.table.game.options[ABANDONED]))
    if decision is None:
        return language.say("ui.waiting.over")
    holder = moment.table.holder(decision.seat)
    if holder is None:
        return language.say("ui.waiting.empty", seat=decision.seat)
    return language.say(
        "ui.waiting.for",
        seat=decision.seat,
        who=name_actor(language, moment.table, decision.seat),
        what=language.say(decision.prompt),
    )
