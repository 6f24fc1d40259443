"""The state of a table as text: its seats, whose move it is and since when, its status, its result, its line in lists.

`fit` and `shorten` are here too: they cut texts to `CONTENT_LIMIT` and other limits. The panel of the person who
decides is in `bot.narrate.panel`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from bot.games.frontend import PLAIN_COLOUR, Frontend
from bot.language import Language, Place, Said, Time
from bot.tables.draft import list_confirmers
from bot.tables.loading import PlayedTurn, list_steps
from bot.tables.moments import Moment, TableMoment
from bot.tables.preferences import name_span
from bot.tables.records import Reliability
from bot.tables.rewinding import ASIDE
from bot.tables.table import AUTOMATIC_ACTOR, Question, Table, name_actor, name_holder
from engine import Game
from engine.core.protocol import Result

CONTENT_LIMIT = 2000
"""Discord's limit for the text of a message, in characters."""
NAME_ROOM = 130
"""The characters left free in a message of a table for its name, which is added if a place has several tables."""


LONG_WORD: Final = 20
"""The most characters of a word that `shorten` drops instead of cutting it."""
DEEDS_LIMIT: Final = 24
"""The most characters about the last turn in a status message. The message about that turn has all of them."""
PART_END: Final = re.compile(r"[,;:] | \+ | · |[、；：＋]")
"""The signs between the parts of a turn's effects, in any language."""
NO_SIGNS: Final[Mapping[str, str]] = {}
"""The signs of seats, such as icons, when there are none."""


def write_seats(language: Language, table: Table, signs: Mapping[str, str] = NO_SIGNS) -> list[str]:
    """Return a line for each seat with the name of its holder, after the seat's sign if it has one."""
    return [
        signs.get(row.seat, "") + language.say("ui.seat", seat=row.seat, who=name_holder(table, row))
        for row in table.seats
    ]


def write_standings(language: Language, table: Table, view: Any, signs: Mapping[str, str] = NO_SIGNS) -> list[str]:
    """Return a line for each seat with its holder and its score, after the seat's sign if it has one."""
    write = table.front.score.write_seat
    return [
        signs.get(row.seat, "") + write(language, view, row.seat, language.phrase(name_holder(table, row)))
        for row in table.seats
    ]


def write_headline(language: Language, first: str, reason: str, *, lost: bool) -> str:
    """Return the winner of a game and the reason in a few words, or with ``lost`` that all players have lost."""
    return language.say("over.lost" if lost else f"over.{reason}", seat=first)


def write_result(language: Language, result: Result) -> str:
    """Return the winner and the reason of a result in a few words (`write_headline`)."""
    return write_headline(language, result.ranking[0], result.reason, lost=result.all_players_lose)


def list_places(ranking: Sequence[str], *, lost: bool) -> list[tuple[int, str]]:
    """Return each place from 1 with its seat, in order. If all players have ``lost``, places after the first are 0."""
    return [(0 if lost and place > 1 else place, seat) for place, seat in enumerate(ranking, start=1)]


def write_places(language: Language, result: Result | None) -> list[str]:
    """Return the headline of a result and a line for each seat with its place and margin; nothing without a result."""
    if result is None:
        return []
    return [
        write_result(language, result),
        *(
            language.say(
                "page.place" if place else "ui.over.lost.page",
                number=place,
                seat=seat,
                margin=language.signed(result.margins[seat]),
            )
            for place, seat in list_places(result.ranking, lost=result.all_players_lose)
        ),
    ]


def write_ranking(
    language: Language, front: Frontend, result: Result, holders: Sequence[Any], game: Game | None
) -> list[str]:
    """Return a line for each seat from first to last: holder, margin and, with a ``game``, the parts of the score.

    ``holders`` are the names of the holders in the order of the ranking.
    """
    lines = []
    places = list_places(result.ranking, lost=result.all_players_lose)
    for (place, seat), who in zip(places, holders, strict=True):
        what = front.score.sum_up(language, game, seat) if game is not None else ""
        key = f"{'ui.over.place' if place else 'ui.over.lost'}{'.why' if what else ''}"
        margin = language.signed(result.margins[seat])
        lines.append(language.say(key, number=place, seat=seat, who=who, margin=margin, what=what))
    return lines


def ask_whom(language: Language, moment: Moment) -> str:
    """Return a sentence for people who wait: who decides and the question, or the reason why no one decides."""
    decision = moment.decision
    if moment.abandoned_by is not None:
        return write_abandoned(language, moment.abandoned_by)
    if decision is None:
        return language.say("ui.waiting.over")
    who = moment.asked
    if isinstance(moment, TableMoment) and moment.is_proposed:
        return language.say("ui.waiting.proposed", seat=decision.seat)
    if not who:
        return language.say("ui.waiting.empty", seat=decision.seat)
    key = "ui.waiting.automatic" if who == AUTOMATIC_ACTOR else "ui.waiting.for"
    return language.say(key, seat=decision.seat, who=who, what=language.say(moment.front.words.ask(decision)))


def write_abandoned(language: Language, who: str) -> str:
    """Return a sentence that an unfinished game was closed, by ``who`` if that is not ""."""
    return language.say("ui.waiting.abandoned", who=who) if who else language.say("ui.waiting.expired")


def shorten(words: str, limit: int) -> str:
    """Return text cut to ``limit`` characters, between two words if possible, with "…" at the cut."""
    if len(words) <= limit:
        return words
    cut = words[: limit - 1]
    whole = cut.rpartition(" ")[0]
    return (whole if whole and len(whole) > limit - LONG_WORD else cut).rstrip(" ,;:·+(、；：＋（") + "…"


def shorten_deeds(words: str) -> str:
    """Return the effects of a turn cut to `DEEDS_LIMIT`: after a whole part if possible, else between two words."""
    if len(words) <= DEEDS_LIMIT:
        return words
    ends = [end.start() for end in PART_END.finditer(words[:DEEDS_LIMIT])]
    return f"{words[: ends[-1]]}…" if ends else shorten(words, DEEDS_LIMIT)


def fit(language: Language, body: Sequence[str], tail: Sequence[str], limit: int = CONTENT_LIMIT - NAME_ROOM) -> str:
    """Return lines as one text within ``limit``. Of a ``body`` that is too long, the last lines are only counted."""
    whole, end = "\n".join([*body, *tail]), "\n".join(tail)
    if len(whole) <= limit:
        return whole
    kept: list[str] = []
    for number, line in enumerate(body):
        remark = language.say("ui.more_lines", count=len(body) - number)
        size = sum(len(kept_line) + 1 for kept_line in [*kept, line]) + len(end) + 1
        if size + len(remark) + 1 > limit:
            kept.append(remark)
            break
        kept.append(line)
    return "\n".join([*kept, end] if end else kept)[:limit]


def write_title(language: Language, table: Table) -> str:
    """Return the first line of a table's status: its name, scenario and id."""
    years = language.word(f"scenario.{table.game.scenario}")
    return language.say("ui.status.title", name=table.game.name, scenario=years, id=table.id)


class Status(NamedTuple):
    """The status of a table as text: its title, its present state, a line for each seat by id, and an accent colour."""

    title: str
    words: str
    seats: Mapping[str, str]
    colour: int = PLAIN_COLOUR


def report_status(
    language: Language,
    table: Table,
    moment: Moment | None,
    signs: Mapping[str, str] = NO_SIGNS,
    *,
    reliability: Mapping[int, Reliability] | None = None,
    last: PlayedTurn | None = None,
) -> Status:
    """Return the status of a table. ``moment`` is None unless the game is running or over.

    Lines about a seat begin with its sign. Without a moment, they show the ``reliability`` of people, by user id; with
    one, a line names the ``last`` turn.
    """
    title = write_title(language, table)
    if moment is None:
        seats = write_seats(language, table, signs=signs)
        for number, row in enumerate(table.seats):
            known = (reliability or {}).get(row.user_id or 0)
            if known is not None:
                what = Said(seats[number])
                if known.turns:
                    what = Said(language.say("ui.lobby.reliable", what=what, count=known.in_time, of=known.turns))
                seats[number] = language.say("ui.lobby.left", what=what, count=known.left) if known.left else what
        return Status(title, write_lobby(language, table), by_seat(table, seats))
    view, decision = moment.view, moment.decision
    sign = signs.get(decision.seat, "") if decision is not None else ""
    lines = [sign + write_move(language, table, moment)]
    if last is not None:
        lines.append(f"-# {name_last(language, table, last)}")
    lines += ["", *table.front.score.write_state(language, view), *write_clocks(language, table)]
    colour = table.front.setup.colours.get(decision.seat, PLAIN_COLOUR) if decision is not None else PLAIN_COLOUR
    seats = write_standings(language, table, view, signs)
    return Status(title, fit(language, lines, []), by_seat(table, seats), colour)


def by_seat(table: Table, lines: Sequence[str]) -> dict[str, str]:
    """Return one line for each of a table's seats by the seat's id. ``lines`` are in the order of the seats."""
    return {row.seat: line for row, line in zip(table.seats, lines, strict=True)}


def write_clocks(language: Language, table: Table) -> list[str]:
    """Return a line with the clock of each person's seat, as it was before the present wait; nothing without clocks."""
    if not table.state.pace.has_clocks:
        return []
    seats = [row.seat for row in table.seats if row.kind == "player"]
    left = [
        language.say("ui.status.clock", seat=seat, when=name_span(table.find_clock(seat) // 3600)) for seat in seats
    ]
    return [language.say("ui.status.clocks", what=Said(language.put_together("items", left)))]


def write_lobby(language: Language, table: Table) -> str:
    """Return a sentence on what a table needs before it begins, or that it is closed or archived."""
    if table.game.status == "closed":
        return language.say("ui.waiting.closed")
    if table.game.status == "archived":
        return language.say("ui.waiting.archived", when=Time(table.state.archived))
    empty = [row.seat for row in table.seats if row.kind == "empty"]
    if empty:
        return language.say("ui.waiting.seats", seat=empty, count=len(empty))
    return language.say("ui.waiting.start")


def list_line(language: Language, table: Table) -> str:
    """Return the line of a table in a server's list: its name, and its number of people or whose move it is."""
    return language.say(
        f"ui.list.{table.game.status}",
        name=table.game.name,
        id=table.id,
        scenario=table.game.scenario,
        count=sum(row.kind != "empty" for row in table.seats),
        of=len(table.seats),
        what=write_whose_move(language, table),
        where=Place(table.place),
    )


def mine_line(language: Language, table: Table, user_id: int, server: str) -> str:
    """Return the line of a table in a person's list: whether it waits for them, and a link that works everywhere.

    ``server`` is the name of the table's server, or "" if it is not known.
    """
    language = language.of_game(table.game.kind)
    question = find_question(table)
    if table.game.status == "open":
        free = sum(row.kind == "empty" for row in table.seats)
        what = language.say("ui.mine.open", count=free) if free else language.say("ui.mine.full")
    elif table.game.status == "archived":
        what = language.say("ui.mine.archived", when=Time(table.state.archived, "R"))
    elif question is not None and waits_for(table, user_id):
        key = "ui.mine.proposed" if is_for_people(question) else "ui.mine.yours"
        what = language.say(key, seat=question.seat, when=Time(question.since, "R"))
    else:
        what = write_whose_move(language, table)
    line = language.say("ui.mine.line", name=table.game.name, where=Said(link(table)), what=what)
    return language.say("ui.mine.at", what=line, name=server) if server else line


def link(table: Table) -> str:
    """Return the address on Discord of a table's thread, or of its channel if it has no thread."""
    return f"https://discord.com/channels/{table.game.guild_id or '@me'}/{table.place}"


def waits_for(table: Table, user_id: int) -> bool:
    """Return whether a running game waits for a person: for their decision, or to confirm a proposal."""
    question = find_question(table)
    if table.game.status != "playing" or question is None:
        return False
    return user_id in list_confirmers(table) if is_for_people(question) else question.who == user_id


def is_for_people(question: Question) -> bool:
    """Return whether a game waits for people to confirm what the automatic player proposes."""
    return not question.who and bool(question.until)


def write_whose_move(language: Language, table: Table) -> str:
    """Return whose move it is at a running game, and since when, without loading the game."""
    question = find_question(table)
    if question is None or not question.seat:
        return language.say("ui.list.on")
    if table.holder(question.seat) is None:
        return language.say("ui.list.free", seat=question.seat)
    if not question.who:
        key = "ui.list.proposed" if is_for_people(question) else "ui.list.arjuna"
        return language.say(key, seat=question.seat)
    who = name_actor(table, question.seat)
    return language.say("ui.list.move", seat=question.seat, who=who, when=Time(question.since, "R"))


def find_question(table: Table) -> Question | None:
    """Return the question at a table, or None if none is stored, or only one that is older than the game."""
    question = table.state.question
    return question if question is not None and question.version == table.game.version else None


def write_move(language: Language, table: Table, moment: Moment) -> str:
    """Return a sentence on whose move it is; for a person, since when and until when; or why it is no one's."""
    who, decision, question = moment.asked, moment.decision, find_question(table)
    is_proposed = isinstance(moment, TableMoment) and moment.is_proposed
    if decision is None or not who or moment.abandoned_by is not None or is_proposed:
        return ask_whom(language, moment)
    if who == AUTOMATIC_ACTOR:
        return language.say("ui.waiting.move.automatic", seat=decision.seat, who=who)
    move = language.say("ui.waiting.move", seat=decision.seat, who=who)
    if question is None or not question.who:
        return move
    since = Time(question.since, "R")
    if not question.until:
        return language.say("ui.waiting.since", what=Said(move), since=since)
    return language.say("ui.waiting.until", what=Said(move), since=since, until=Time(question.until, "R"))


def name_last(language: Language, table: Table, played: PlayedTurn) -> str:
    """Return a line on the last turn: its seat and its effects, cut to `DEEDS_LIMIT`, or its phase.

    If a seat also changed hands then, that is left out.
    """
    steps = list_steps([played.turn])
    steps = [step for step in steps if step.label.phase not in ASIDE] or steps
    label = steps[0].label
    what = shorten_deeds(table.front.words.name_deeds(language, [change for step in steps for change in step.changes]))
    if not label.seat:
        what = language.word(f"phase.{label.phase}")
    elif label.phase not in ASIDE:
        what = language.say("ui.step.by", seat=label.seat, what=Said(what))
    return language.say("ui.status.last", what=Said(what))


def name_played(language: Language, table: Table, played: PlayedTurn) -> str:
    """Return a turn in one line for a list: its name and its effects, with a remark if it is still running."""
    name = table.front.words.name_step(played.turn.label, played.turn.number)
    what = table.front.words.name_deeds(language, played.changes)
    return language.say("ui.step.running" if played.is_running else "ui.step.did", name=name, what=what)
