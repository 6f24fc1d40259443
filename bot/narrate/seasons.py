"""Seasons as text: announcements, people, rounds and standings. The ratings of each game are here too.

The web page of a season is in `bot.web.seasons`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from bot.games.frontend import front_of
from bot.language import UNNAMED, Language, Mention, Place, Role, Said, Time, plainly, show
from bot.narrate.book import harmless
from bot.narrate.panel import BODY_LIMIT
from bot.narrate.standing import fit
from bot.seasons.club import Club, News, Standing, name_table
from bot.seasons.gate import find_silence
from bot.seasons.ratings import Rating, Ratings, Who, sort_best
from bot.tables.past import Past, find_name
from engine.core.dice import commit
from storage import NOBODY, Entrant, SeasonGame

SHOWN: int = 20
"""The most people in a list."""
AT_THE_END: int = 5
"""The most people in the announcement of a season's end, and in the ratings of a seat or against automatic players."""
COLUMNS = ("place", "player", "player_id", "points", "won", "opponents", "margin", "played", "decided_by")


def write_season(language: Language, club: Club, user_id: int, tables: Mapping[str, int]) -> str:
    """Return a season as text: its dates, its people, its present round, and the planned seats of a person.

    ``tables`` has the channel or thread of each game, by the id of the game.
    """
    season = club.season
    lines = [*write_terms(language, club), "", *write_entrants(language, club)]
    if season.status == "open":
        lines += ["", language.say("ui.season.digest", digest=commit(season.seed))]
        return fit(language, lines, [], BODY_LIMIT)
    if season.status == "playing":
        lines += ["", *write_round(language, club, season.round, tables)]
        if not club.is_last:
            lines.append(language.say("ui.season.next", when=Time.of(club.start_of(season.round + 1))))
        lines += write_own(language, club, user_id)
    else:
        lines += ["", language.say(f"ui.season.{season.status}")]
    end = ["", language.say("ui.season.seed", seed=season.seed.hex())] if season.round else []
    return fit(language, lines, end, BODY_LIMIT)


def write_terms(language: Language, club: Club) -> list[str]:
    """Return lines on a season's game and dates, on a required role if any, and if corrected games do not count."""
    season = club.season
    lines = [
        language.say("ui.season.game", scenario=season.scenario, count=season.players, rounds=season.rounds),
        write_dates(language, club),
    ]
    if club.options.role:
        lines.append(language.say("ui.season.role", what=Role(club.options.role)))
    if club.options.drops_corrected:
        lines.append(language.say("ui.season.corrected"))
    return lines


def write_dates(language: Language, club: Club) -> str:
    """Return a sentence on when a season begins and ends or, without a date to begin, on who starts it."""
    until = Time.of(club.season.ends)
    if club.season.starts is None:
        host = club.season.host_user_id
        who = Mention(host) if host != NOBODY else language.say("ui.seat.forgotten")
        return language.say("ui.season.until", who=who, when=until)
    return language.say("ui.season.dates", since=Time.of(club.season.starts), when=until)


def write_entrants(language: Language, club: Club) -> list[str]:
    """Return lines with a season's people, those who dropped out, substitutes, and people asked if they still play."""
    names = [list_entrant(language, one) for one in club.active]
    lines = [language.say("ui.season.entrants", names=names, count=len(names))] if names else []
    left = [list_entrant(language, one) for one in club.entrants if one.left is not None]
    lines += [language.say("ui.season.out", names=left)] if left else []
    substitutes = [language.say("ui.person.in_list", who=Said(plainly(one.display_name))) for one in club.substitutes]
    lines += [language.say("ui.season.substitutes", names=substitutes)] if substitutes else []
    for one in club.active:
        if one.asked is not None and one.asked_by is not None:
            until = Time.of(one.asked + find_silence(club))
            lines.append(language.say("ui.season.is_asked", who=Said(name_entrant(language, one)), when=until))
    return lines or [language.say("ui.season.nobody")]


def name_entrant(language: Language, entrant: Entrant, write: Callable[[str], str] = plainly) -> str:
    """Return the name of a person in a season, formatted by ``write``, or a text for a person with deleted data."""
    return Said(write(entrant.display_name)) if entrant.user_id is not None else language.say("ui.seat.forgotten")


def list_entrant(language: Language, entrant: Entrant, write: Callable[[str], str] = plainly) -> str:
    """Return the name of a person in a season as it is written in a list, in the form of ``write``."""
    name = Said(name_entrant(language, entrant, write))
    return language.say("ui.person.in_list", who=name) if entrant.user_id is not None else name


def write_round(language: Language, club: Club, number: int, tables: Mapping[str, int]) -> list[str]:
    """Return a heading, and a line for each table of a round with its place and who has which seat.

    If the round has no tables yet, return a line that it begins soon.
    """
    games = [(game, status) for game, status in club.games if game.round == number]
    if not games:
        return [language.say("ui.season.soon")]
    lines = [f"**{language.say('ui.season.round', number=number, rounds=club.season.rounds)}**"]
    for game, status in games:
        place = tables.get(game.game_id, club.season.channel_id)
        # The link to a thread shows its name.
        is_thread = place != club.season.channel_id
        where = (
            show(Place(place))
            if is_thread
            else Said(f"**{plainly(name_table(club.season, game.round, game.number))}**")
        )
        key = "ui.season.table" if status in ("open", "playing") else "ui.season.table_over"
        lines.append(language.say(key, where=where, what=Said(write_seating(language, club, game))))
    return lines


def write_seating(language: Language, club: Club, game: SeasonGame, write: Callable[[str], str] = plainly) -> str:
    """Return each seat at a table of a season with the person who is planned for it, or the automatic player."""
    by_place = {one.place: one for one in club.entrants}
    seats = front_of(club.season.kind).setup.list_seats(club.season.players)
    names = [
        language.say(
            "ui.season.seat",
            seat=seat,
            who=list_entrant(language, by_place[place], write)
            if place in by_place
            else Said(language.say("ui.seat.arjuna")),
        )
        for seat, place in zip(seats, game.places, strict=True)
    ]
    return language.put_together("items", names)


def write_own(language: Language, club: Club, user_id: int) -> list[str]:
    """Return a line with a person's seats in the rounds that are planned, or nothing if they have none."""
    own = club.find(user_id)
    seats = front_of(club.season.kind).setup.list_seats(club.season.players)
    planned = [
        language.word(f"seat.{seats[list(table).index(own.place)]}")
        for tables in club.season.plan
        for table in tables
        if own is not None and own.place in table
    ]
    return [language.say("ui.season.own", seat=Said(language.put_together("items", planned)))] if planned else []


def announce_season(language: Language, club: Club) -> str:
    """Return the public message about a new season: its host, game, dates and terms, and the digest of its seed."""
    season = club.season
    lines = [
        language.say("ui.season.opened", name=season.name, who=Mention(season.host_user_id)),
        *write_terms(language, club),
        language.say("ui.season.digest", digest=commit(season.seed)),
    ]
    return "\n".join(lines)


def announce_round(language: Language, club: Club, number: int, tables: Mapping[str, int]) -> str:
    """Return the public message about a new round. With the first round, the seed is disclosed.

    The message pings no one, because each table pings its people when its game begins.
    """
    head = language.say("ui.season.begun", name=club.season.name, number=number, rounds=club.season.rounds)
    end = [language.say("ui.season.seed", seed=club.season.seed.hex())] if number == 1 else []
    return fit(language, [head, *write_round(language, club, number, tables)[1:]], end)


def announce_end(language: Language, club: Club, standings: Sequence[Standing], by: int = 0) -> str:
    """Return the public message about the end of a season. ``by`` is the person who ended it early, or 0."""
    ended = [language.say("ui.season.ended_by", who=Mention(by), name=club.season.name)] if by else []
    if club.season.status == "closed" or not any(one.played for one in standings):
        return "\n".join([*ended, language.say("ui.season.closed_early", name=club.season.name)])
    lines = [*ended, language.say("ui.season.final", name=club.season.name)]
    return fit(language, [*lines, *list_standings(language, club, standings[:AT_THE_END])], [])


def write_news(language: Language, club: Club, news: News) -> str:
    """Return the public message about a person in a season: asked if they still play, taken out, or a substitute.

    People who have deleted their data are not named.
    """
    return language.say(
        f"ui.season.news.{news.about}",
        name=club.season.name,
        who=Mention(news.who) if news.who else UNNAMED,
        by=Mention(news.by) if news.by else UNNAMED,
        when=Time.of(datetime.fromtimestamp(news.until, UTC)),
    )


def write_season_standings(
    language: Language, club: Club, standings: Sequence[Standing], ratings: Ratings | None = None
) -> str:
    """Return the standings of a season, with the tie-breaks between equal points, and the ratings if given."""
    lines, end = list_standings(language, club, standings[:SHOWN]), ["", language.say("ui.standings.how")]
    if ratings is not None:
        people = {one.user_id for one in club.entrants}
        best = [one for one in ratings.list_best() if one.who in people or isinstance(one.who, str)]
        lines += ["", f"**{language.say('ui.ratings.title')}**"]
        lines += list_ratings(language, best[:SHOWN], lambda who: name_in(language, club, who))
        end.append(language.say("ui.standings.ratings"))
    return fit(language, lines or [language.say("ui.season.nobody")], end, BODY_LIMIT)


def list_standings(language: Language, club: Club, standings: Sequence[Standing]) -> list[str]:
    """Return a line for each person with place and points; at equal points, with the tie-break that decides."""
    lines = []
    for one in standings:
        line = language.say(
            "ui.standings.line",
            number=one.place,
            who=name_in(language, club, one.person),
            count=one.points,
            won=one.won,
            played=one.played,
            opponents=one.opponents,
            margin=language.signed(one.margin),
        )
        why = "" if one.decides == "points" else language.say(f"ui.standings.{one.decides}")
        lines.append(language.say("ui.standings.why", what=line, how=why) if why else line)
    return lines


def name_in(language: Language, club: Club, who: Who, write: Callable[[str], str] = plainly) -> str:
    """Return the name of a person in a season, a mention of anyone else, or the name of an automatic player."""
    if isinstance(who, str):
        return name_automatic(language, who)
    entrant = next((one for one in club.entrants if one.user_id == who), None)
    return name_entrant(language, entrant, write) if entrant is not None else show(Mention(who))


def name_automatic(language: Language, who: str) -> str:
    """Return the name of the opponent with this id, or else that of the automatic player of the language's game."""
    return language.say(f"ui.opponent.{who}" if language.has(f"ui.opponent.{who}") else "automatic")


def list_ratings(language: Language, ratings: Sequence[Rating], name: Callable[[Who], str]) -> list[str]:
    """Return a line for each rating: its place in the list, whose it is, its value and uncertainty, number of games."""
    return [
        language.say(
            "ui.ratings.line",
            number=number,
            who=Said(name(one.who)),
            rating=one.shown,
            spread=one.uncertainty,
            count=one.games,
        )
        for number, one in enumerate(ratings, start=1)
    ]


def write_ratings(language: Language, games: Sequence[Past], ratings: Mapping[str, Ratings]) -> str:
    """Return the best ratings in each game: overall, of one person against automatic players, and for each seat."""
    lines: list[str] = []
    for kind, own in sorted(ratings.items()):
        spoken = language.of_game(kind)

        def name(who: Who, spoken: Language = spoken) -> str:
            return name_automatic(spoken, who) if isinstance(who, str) else plainly(find_name(games, who))

        lines += [f"**{spoken.word(f'game.{kind}')}**", *list_ratings(spoken, own.list_best()[:SHOWN], name), ""]
        if own.alone:
            best = sort_best(own.alone)[:AT_THE_END]
            lines += [f"**{spoken.say('ui.ratings.alone')}**", *list_ratings(spoken, best, name), ""]
        for seat in front_of(kind).setup.seats:
            best = own.list_best(seat)[:AT_THE_END]
            if best:
                lines += [f"**{spoken.word(f'seat.{seat}')}**", *list_ratings(spoken, best, name)]
    return fit(language, lines or [language.say("ui.book.nobody")], ["", language.say("ui.ratings.how")], BODY_LIMIT)


def write_standings_csv(club: Club, standings: Sequence[Standing]) -> bytes:
    """Return standings as a CSV table with a line for each person, in UTF-8 with a byte order mark for spreadsheets."""
    names = {one.user_id: one.display_name for one in club.entrants}
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(COLUMNS)
    for one in standings:
        numbers = (one.points, one.won, one.opponents, one.margin, one.played)
        writer.writerow([one.place, harmless(names[one.person]), one.person, *numbers, one.decides])
    return table.getvalue().encode("utf-8-sig")
