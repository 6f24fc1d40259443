"""The status message of a table, and lines cut to the length of a message."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language import Language
from bot.narrate.standing import ask_whom, write_seats, write_standings
from bot.narrate.times import write_since
from bot.tables.moments import Moment
from bot.tables.table import Table

CONTENT_LIMIT = 2000
"""Discord's limit for the text of a message, in characters."""


NAME_ROOM = 130
"""Characters left free in a message of a table: its name stands before it where several are played in one place."""


def fit(language: Language, body: Sequence[str], tail: Sequence[str], limit: int = CONTENT_LIMIT - NAME_ROOM) -> str:
    """Lines as one text within a limit. The tail is kept; of the body, lines that do not fit give way to a remark."""
    end = "\n".join(tail)
    kept: list[str] = []
    for number, line in enumerate(body):
        left = len(body) - number
        remark = language.say("ui.more_lines", count=left)
        size = sum(len(kept_line) + 1 for kept_line in [*kept, line]) + len(end) + 1
        is_last = left == 1
        if size + (0 if is_last else len(remark) + 1) > limit:
            kept.append(remark)
            break
        kept.append(line)
    return "\n".join([*kept, end] if end else kept)[:limit]


def report_status(language: Language, table: Table, moment: Moment | None) -> str:
    """The one pinned message of a table; ``moment`` is None before the game has begun."""
    years = language.word(f"scenario.{table.game.scenario}")
    body = [language.say("ui.status.title", name=table.game.name, scenario=years, id=table.id)]
    if moment is None:
        return fit(language, [*body, *write_seats(language, table)], ["", write_lobby(language, table)])
    view = moment.view
    body += [*table.front.score.write_state(language, view), *write_standings(language, table, view)]
    return fit(language, body, ["", ask_whom(language, moment), *write_since(language, table)])


def write_lobby(language: Language, table: Table) -> str:
    """What a table that has not begun waits for."""
    if table.game.status == "closed":
        return language.say("ui.waiting.closed")
    empty = [row.seat for row in table.seats if row.kind == "empty"]
    if empty:
        return language.say("ui.waiting.seats", seat=empty, count=len(empty))
    return language.say("ui.waiting.start")
