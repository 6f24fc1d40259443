"""Finished games as text: a single game with its ranking and proof, and the list and totals of a server or a person.

Comparisons of people and games are in `bot.narrate.book`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.games.playing import AUTOMATIC
from bot.language import Language, Mention, Said, plainly, show
from bot.narrate.panel import BODY_LIMIT
from bot.narrate.standing import fit, link, list_places, write_headline
from bot.tables.loading import Recap
from bot.tables.past import Past, find_name
from bot.tables.records import Career, Proof, Sums, add_up_seats, list_careers
from storage import Seat

SHOWN_GAMES = 10
SHOWN_PEOPLE = 10


def write_records(language: Language, games: Sequence[Past], user_id: int | None) -> str:
    """Return the finished games of a server or of a person: a line for each of the newest games, then totals."""
    if not games:
        return write_nothing(language, user_id)
    lines = [write_count(language, games, user_id)]
    lines += [write_line(language, past) for past in games[:SHOWN_GAMES]]
    sums = add_up_seats(games, user_id)
    lines += ["", f"**{language.say('ui.records.by_seat')}**"]
    lines += [write_sums(language, seat, own) for seat, own in sums.items()]
    if user_id is None:
        careers = list_careers(games)[:SHOWN_PEOPLE]
        if careers:
            lines += ["", f"**{language.say('ui.records.by_person')}**"]
        lines += [write_career_sums(language, career, games) for career in careers]
    return fit(language, lines, ["", language.say("ui.records.how")], BODY_LIMIT)


def name_person(games: Iterable[Past], user_id: int) -> str:
    """Return the name under which a person last played, or a mention, which strangers would see only as a number."""
    return find_name(games, user_id) or show(Mention(user_id))


def write_career_sums(language: Language, career: Career, games: Iterable[Past]) -> str:
    """Return a line with the numbers of games that a person has won and played."""
    return language.say("ui.records.person", who=name_person(games, career.person), won=career.won, count=career.games)


def write_nothing(language: Language, user_id: int | None) -> str:
    """Return a sentence that a server, or the person with this user id, has no finished game."""
    if user_id is None:
        return language.say("ui.records.nothing")
    return language.say("ui.records.nothing_of", who=show(Mention(user_id)))


def write_count(language: Language, games: Sequence[Past], user_id: int | None) -> str:
    """Return a line with the number of a server's games, or of a person's, with how many of them they have won."""
    if user_id is None:
        return language.say("ui.records.count", count=len(games))
    won = sum(past.has_won(user_id) for past in games)
    return language.say("ui.records.count_of", who=name_person(games, user_id), count=len(games), won=won)


def write_line(language: Language, past: Past) -> str:
    """Return a finished game in a line: winner, how often it was corrected or went back, margins, length and date."""
    others = [
        language.say("ui.records.margin", seat=seat, margin=language.signed(past.margins[seat]))
        for seat in past.ranking
    ]
    head = write_past_headline(language, past)
    if not past.nobody_won:
        head = language.say("ui.records.won", what=head, who=name_player(language, past.seat(past.winner)))
    if past.state.put_right:
        head = language.say("ui.records.put_right", what=head, count=past.state.put_right)
    if past.state.gone_back:
        head = language.say("ui.records.gone_back", what=head, count=past.state.gone_back)
    return language.say(
        "ui.records.line",
        name=past.game.name,
        id=past.game.id,
        scenario=past.game.scenario,
        what=head,
        margins=language.put_together("items", others),
        turns=past.turns,
        when=f"<t:{int(past.finished.timestamp())}:d>",
    )


def write_past_headline(language: Language, past: Past) -> str:
    """Return the winner of a finished game and the reason in a few words (`write_headline`)."""
    return write_headline(language, past.winner, past.reason, lost=past.nobody_won)


def write_past(language: Language, past: Past, end: Sequence[str] = ()) -> list[str]:
    """Return a finished game as lines: its scenario and end, changed proposals, corrections, going back, its length.

    ``end`` are the lines of the message at its end. Without them, the end is a ranking from the stored facts.
    """
    lines = [language.word(f"scenario.{past.game.scenario}"), *(end or write_past_ranking(language, past))]
    back = language.say("ui.over.gone_back", count=past.state.gone_back)
    # The message at the end may have some of these sentences already.
    right = language.say("ui.over.put_right", count=past.state.put_right)
    changed = language.say("ui.over.differently", count=len(past.state.differently))
    lines += [changed] if past.state.differently and changed not in lines else []
    lines += [right] if past.state.put_right and right not in lines else []
    lines += [back] if past.state.gone_back and back not in lines else []
    lines.append(language.say("ui.records.length", turns=past.turns, count=past.days))
    return lines


def write_past_ranking(language: Language, past: Past) -> list[str]:
    """Return the headline of a finished game and a line with each seat's margin, from the stored facts alone."""
    lines = [f"**{write_past_headline(language, past)}**"]
    for place, seat in list_places(past.ranking, lost=past.nobody_won):
        key, who = "ui.over.place" if place else "ui.over.lost", name_player(language, past.seat(seat))
        lines.append(language.say(key, number=place, seat=seat, who=who, margin=language.signed(past.margins[seat])))
    return lines


def write_sums(language: Language, seat: str, own: Sums) -> str:
    """Return a line about the finished games of one Faction: games, games won, mean and best margin."""
    return language.say(
        "ui.records.seat",
        seat=seat,
        won=own.won,
        count=own.games,
        mean=language.decimal(own.mean, is_signed=True),
        best=language.signed(max(own.margins)),
    )


def name_player(language: Language, row: Seat) -> str:
    """Return who had a Faction: a person's name, the automatic player's, or a text for a person with deleted data."""
    if row.user_id is None and row.kind == "player":
        return language.say("ui.seat.forgotten")
    if row.user_id is not None:
        name = plainly(row.display_name) if row.display_name else show(Mention(row.user_id))
        return language.say("ui.person.in_list", who=Said(name))
    if row.kind == AUTOMATIC and row.display_name:
        return Said(plainly(row.display_name))  # A list may have several games, each with its own automatic player.
    return language.say(f"ui.seat.{row.kind}")


def write_turning_point(language: Language, tale: Recap) -> list[str]:
    """Return a line with the turn since which the winner was always first, or nothing if that is unknown."""
    front = tale.table.front
    found = front.score.find_turning_point(tale.views)
    if found is None:
        return []
    number, seat = found
    if not number:
        return [language.say("ui.over.always", seat=seat)]
    what = front.words.name_step(tale.turns[number - 1].label, number)
    return [language.say("ui.over.turning", what=what, seat=seat)]


def write_proof(language: Language, proof: Proof) -> str:
    """Return a text that a replayed game agrees with its record, with the numbers of steps, choices, dice and cards."""
    said = Said(language.join([language.word(f"said.{what}") for what in proof.said]))
    lines = [
        language.say("ui.proof.said" if proof.said else "ui.proof.title", name=proof.table.game.name, what=said),
        language.say("ui.proof.replayed", steps=proof.steps, choices=proof.choices),
        language.say("ui.proof.chance", numbers=proof.numbers, dice=proof.dice, cards=proof.cards),
        language.say("ui.proof.digest", digest=proof.digest),
    ]
    if proof.put_right:
        steps = [str(step) for step in proof.put_right]
        lines.insert(2, language.say("ui.proof.put_right", count=len(steps), names=steps))
    if proof.differently:
        lines.insert(2, language.say("ui.over.differently", count=proof.differently))
    if proof.message_id is not None:
        lines.append(language.say("ui.proof.where", where=f"{link(proof.table)}/{proof.message_id}"))
    return "\n".join(lines)
