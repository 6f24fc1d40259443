"""The book of finished games as text: people, the longest and closest games, rankings; and all games as a CSV table.

The list of games and the totals of a server or a person are in `bot.narrate.records`.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Sequence
from datetime import UTC

from bot.games.frontend import list_all_seats
from bot.language import Language
from bot.narrate.panel import BODY_LIMIT
from bot.narrate.records import name_person, write_career_sums, write_count, write_nothing, write_sums
from bot.narrate.standing import fit, list_places
from bot.tables.past import Past
from bot.tables.records import (
    Career,
    Period,
    add_up_seats,
    find_closest,
    find_longest,
    lead_of,
    list_careers,
    list_rivals,
    rank_period,
)

MOST_PEOPLE = 20
MOST_GAMES = 5
COLUMNS = (
    "game", "table", "scenario", "finished", "turns", "days", "seat", "player", "player_id", "place", "margin", "won",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The first characters by which a spreadsheet takes a text for a formula."""


def write_people(language: Language, games: Sequence[Past], user_id: int | None) -> str:
    """Return a line for each person with their games by seat, or one person's games by seat and by opponent."""
    if not games:
        return write_nothing(language, user_id)
    if user_id is None:
        lines = [write_career(language, career, games) for career in list_careers(games)[:MOST_PEOPLE]]
        return fit(language, lines or [language.say("ui.book.nobody")], [], BODY_LIMIT)
    lines = [write_count(language, games, user_id)]
    lines += [write_sums(language, seat, own) for seat, own in add_up_seats(games, user_id).items()]
    rivals = list_rivals(games, user_id)[:MOST_PEOPLE]
    if rivals:
        lines += ["", f"**{language.say('ui.book.rivals')}**"]
    lines += [
        language.say("ui.book.rival", who=name_person(games, rival.person), count=rival.games, ahead=rival.ahead)
        for rival in rivals
    ]
    return fit(language, lines, [], BODY_LIMIT)


def write_career(language: Language, career: Career, games: Sequence[Past]) -> str:
    """Return a person's games in one line: how many they have played and won, in all and with each seat."""
    seats = [
        language.say("ui.book.seat", seat=seat, count=career.seats[seat][0], won=career.seats[seat][1])
        for seat in list_all_seats()
        if seat in career.seats
    ]
    whole = write_career_sums(language, career, games)
    return language.say("ui.book.career", what=whole, seats=language.put_together("items", seats))


def write_extremes(language: Language, games: Sequence[Past]) -> str:
    """Return the longest games, and the games with the smallest lead of the winner, a line for each."""
    if not games:
        return write_nothing(language, None)
    lines = [f"**{language.say('ui.book.longest')}**"]
    for past in find_longest(games, MOST_GAMES):
        told = {"name": past.game.name, "id": past.game.id, "turns": past.turns, "count": past.days}
        lines.append(language.say("ui.book.long", **told))
    closest = find_closest(games, MOST_GAMES)
    if closest:
        lines += ["", f"**{language.say('ui.book.closest')}**"]
    for past in closest:
        first, second = past.ranking[:2]
        lines.append(
            language.say(
                "ui.book.close", name=past.game.name, id=past.game.id, seat=first, to=second, count=lead_of(past)
            )
        )
    return fit(language, lines, [], BODY_LIMIT)


def write_period(language: Language, games: Sequence[Past], season: Period) -> str:
    """Return the ranking of people by points for the games of a year or a month, below the name of that ``season``."""
    lines = [f"**{language.say('ui.book.season', season=season.name)}**"]
    ranks = rank_period(games)[:MOST_PEOPLE]
    lines += [
        language.say(
            "ui.book.rank",
            number=place,
            who=name_person(games, rank.person),
            count=rank.points,
            won=rank.won,
            played=rank.games,
        )
        for place, rank in enumerate(ranks, start=1)
    ]
    if not ranks:
        lines.append(language.say("ui.book.nobody"))
    return fit(language, lines, ["", language.say("ui.book.points")], BODY_LIMIT)


def write_csv(games: Sequence[Past]) -> bytes:
    """Return games as a CSV table with a line for each seat, in UTF-8 with a byte order mark for spreadsheets."""
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(COLUMNS)
    for past in games:
        for place, seat in list_places(past.ranking, lost=past.nobody_won):
            row = past.seat(seat)
            is_forgotten = row.user_id is None and row.kind == "player"
            writer.writerow(
                [
                    past.game.id,
                    harmless(past.game.name),
                    past.game.scenario,
                    past.finished.astimezone(UTC).date().isoformat(),
                    past.turns,
                    past.days,
                    seat,
                    harmless("(deleted)" if is_forgotten else row.display_name),
                    row.user_id or "",
                    place or "",
                    past.margins[seat],
                    int(seat == past.winner),
                ]
            )
    return table.getvalue().encode("utf-8-sig")


def harmless(words: str) -> str:
    """Return typed text with an apostrophe before it if a spreadsheet might take it for a formula (`FORMULA`).

    Some spreadsheets also accept full-width signs, and blanks before a sign.
    """
    plain = unicodedata.normalize("NFKC", words)
    start = "".join(sign for sign in plain if sign.isprintable() or sign in FORMULA)
    return f"'{words}" if plain.startswith(FORMULA) or start.lstrip().startswith(FORMULA) else words
