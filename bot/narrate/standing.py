"""How a table stands, in words: who sits where, who is asked, and how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.games.frontend import Frontend, front_of
from bot.language import Language
from bot.tables.moments import Moment
from bot.tables.table import Table, name_holder
from engine import Game
from engine.core.protocol import Result


def signed(number: int) -> str:
    """A margin with its sign: +3, 0, −2."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def write_seats(language: Language, table: Table, view: Any = None) -> list[str]:
    """Who holds each seat, and while a game is on whether it may act soon."""
    front = front_of(table.game.kind)
    lines = []
    for row in table.seats:
        who = name_holder(table, row)
        status = front.score.write_status(language, view, row.seat) if view is not None else ""
        line = language.say("ui.seat", seat=row.seat, who=who)
        lines.append(f"{line} · {status}" if status else line)
    return lines


def write_standings(language: Language, table: Table, view: Any) -> list[str]:
    """Each seat in one line: who plays it, and how it stands."""
    front = front_of(table.game.kind)
    holders = {row.seat: language.phrase(name_holder(table, row)) for row in table.seats}
    return [front.score.write_seat(language, view, seat, who) for seat, who in holders.items()]


def write_headline(language: Language, first: str, reason: str, *, lost: bool) -> str:
    """Who has won a game and how, in a few words: the same in messages, on the map and in the records."""
    return language.say("over.lost" if lost else f"over.{reason}", seat=first)


def write_result(language: Language, result: Result) -> str:
    """The headline of a game that is over."""
    return write_headline(language, result.ranking[0], result.reason, lost=result.all_players_lose)


def list_places(ranking: Sequence[str], *, lost: bool) -> list[tuple[int, str]]:
    """The place of each seat, from first to last; 0 for those who share none, because all players lose equally."""
    return [(0 if lost and place > 1 else place, seat) for place, seat in enumerate(ranking, start=1)]


def write_places(language: Language, result: Result | None) -> list[str]:
    """Return who has won, and the ranking, one line for each seat; nothing while a game goes on."""
    if result is None:
        return []
    return [
        write_result(language, result),
        *(
            language.say(
                "page.place" if place else "ui.over.lost.page",
                number=place,
                seat=seat,
                margin=signed(result.margins[seat]),
            )
            for place, seat in list_places(result.ranking, lost=result.all_players_lose)
        ),
    ]


def write_ranking(
    language: Language, front: Frontend, result: Result, holders: Sequence[Any], game: Game | None
) -> list[str]:
    """Return everybody from first to last: who they were, the margin, and what it is made of where ``game`` can say."""
    lines = []
    places = list_places(result.ranking, lost=result.all_players_lose)
    for (place, seat), who in zip(places, holders, strict=True):
        what = front.score.sum_up(language, game, seat) if game is not None else ""
        key = f"{'ui.over.place' if place else 'ui.over.lost'}{'.why' if what else ''}"
        margin = signed(result.margins[seat])
        lines.append(language.say(key, number=place, seat=seat, who=who, margin=margin, what=what))
    return lines


def ask_whom(language: Language, moment: Moment) -> str:
    """Whose decision it is and what is asked, for those who wait."""
    decision = moment.decision
    if moment.abandoned_by:
        return language.say("ui.waiting.abandoned", who=moment.abandoned_by)
    if decision is None:
        return language.say("ui.waiting.over")
    who = moment.asked
    if not who:
        return language.say("ui.waiting.empty", seat=decision.seat)
    return language.say("ui.waiting.for", seat=decision.seat, who=who, what=language.say(decision.prompt))
