"""The public messages: a finished turn, somebody asked in the middle of one, the start and the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.games.front import FrontEnd
from bot.language import Language
from bot.narrate.standing import (
    ask_whom,
    name_actor,
    write_ranking,
    write_result,
    write_seats,
    write_standings,
)
from bot.narrate.times import write_since
from bot.tables.moments import Moment
from bot.tables.preferences import sum_up_advice
from bot.tables.table import Table
from engine import Game
from engine.core.decision import Decision

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


def report_turn(
    language: Language, front: FrontEnd, words: Sequence[str], before: Any, after: Any, following: Sequence[str]
) -> str:
    """A turn, or several, finished or not: what happened, which victory totals moved, and what follows."""
    totals = front.write_score_changes(language, before, after)
    return fit(language, words, [*([f"-# {totals}"] if totals else []), *following])


def report_next(language: Language, table: Table, decision: Decision, game: Game, ping: bool) -> list[str]:
    """Who decides next, and what. The person is named by a mention; whether it pings is for the sender to say."""
    if table.front.is_automatic(game, decision.seat):
        return [language.say("ui.next.arjuna", seat=decision.seat)]
    actor = table.actor(decision.seat)
    if actor is None or actor.user_id is None:
        return [language.say("ui.next.empty", seat=decision.seat)]
    who = name_actor(language, table, decision.seat, mention=ping)
    return [language.say("ui.next", seat=decision.seat, who=who, what=language.say(decision.prompt))]


def report_start(language: Language, table: Table, view: Any, digest: str, following: Sequence[str]) -> str:
    """The beginning of a game: who plays what, the first cards, and the digest of the secret seed."""
    body = [
        language.say("ui.start", name=table.game.name, scenario=table.game.scenario),
        *write_seats(language, table),
        *table.front.write_cards(language, view, effects=False),
        language.say("ui.start.digest", digest=digest),
    ]
    return fit(language, body, following)


def report_end(language: Language, table: Table, game: Game) -> list[str]:
    """The end of a game: who won and how, the ranking, and what the game has to say about it."""
    if game.result is None:
        return []
    people = {row.user_id for row in table.seats if row.user_id is not None}
    times = int(table.game.options.get("gone_back", 0)) if len(people) == 1 else 0
    return [
        f"**{write_result(language, game.result)}**",
        *write_ranking(language, game, game.result, table),
        # What follows a list without a gap is shown as part of its last line.
        "",
        *table.front.write_end(language, game),
        *([language.say("ui.over.gone_back", count=times)] if times else []),
        *(language.say(line) for line in sum_up_advice(table)),
    ]


def report_status(language: Language, table: Table, moment: Moment | None) -> str:
    """The one pinned message of a table; ``moment`` is None before the game has begun."""
    years = language.word(f"scenario.{table.game.scenario}")
    body = [language.say("ui.status.title", name=table.game.name, scenario=years, id=table.id)]
    if moment is None:
        return fit(language, [*body, *write_seats(language, table)], ["", write_lobby(language, table)])
    view = moment.view
    body += [*table.front.write_state(language, view), *write_standings(language, table, view)]
    return fit(language, body, ["", ask_whom(language, moment), *write_since(language, table)])


def write_lobby(language: Language, table: Table) -> str:
    """What a table that has not begun waits for."""
    if table.game.status == "closed":
        return language.say("ui.waiting.closed")
    empty = [row.seat for row in table.seats if row.kind == "empty"]
    if empty:
        return language.say("ui.waiting.seats", seat=empty, count=len(empty))
    return language.say("ui.waiting.start")
