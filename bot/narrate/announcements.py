"""Announcements as text, with their buttons and pictures, which are made when an announcement is delivered.

The announcements themselves, as data, are in `bot.tables.announcements`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.frontend import Frontend
from bot.games.playing import has_review, read_view
from bot.games.showing import is_on_map, list_runners
from bot.language import Language, Mention, Said, choose_language, show
from bot.narrate.standing import fit, write_ranking, write_result
from bot.tables.announcements import AnyAnnouncement, Attachment, Ending, Notice, Reminder, Start, Turns, Written
from bot.tables.table import Table
from engine import Game

MOST_LINES: Final = 6
"""The most lines of a turn in full. A longer turn is shortened, and **Details** shows the rest."""
VOTES = {"vote": ("accept", "decline"), "rewind": ("agree", "refuse"), "request": ("admit", "turnaway")}
"""The verbs of the two buttons of a vote, of a vote to go back, and of a request for a seat, by the `Offer`."""


def speak_at(table: Table, code: str = "") -> Language:
    """Return the language ``code``, by default that of a table's public messages, with the terms of its game."""
    return choose_language(code or table.game.language).of_game(*table.voice)


def write_announcement(language: Language, table: Table, announced: AnyAnnouncement, game: Game | None = None) -> str:
    """Return an announcement as text, "" for an `Attachment`. An `Ending` has more lines with the finished ``game``."""
    match announced:
        case Turns():
            return write_turns(language, table.front, announced)
        case Start():
            return write_start(language, table, announced)
        case Ending():
            return "\n".join(write_ending(language, table, announced, game))
        case Notice():
            words = "\n".join(language.say(one) for one in [*announced.before, announced.text])
            people = name_people(announced.everybody)
            head = language.say("ui.notice.to", names=people, what=words) if people else words
            lines = table.front.words.tell(language, announced.changes) if announced.changes else []
            return fit(language, [head, *(f"> {line}" for line in lines)], [])
        case Reminder():
            return language.put_together("sentences", map(language.say, announced.texts))
        case Written():
            return announced.content
        case Attachment():
            return ""


def list_buttons(front: Frontend, announced: AnyAnnouncement) -> list[str]:
    """Return the buttons below an announcement in order, each as its verb, or as verb and key with a colon."""
    match announced:
        case Turns():
            called = ["turn"] if announced.is_called else []
            undo = [f"retract:{announced.undo}"] if announced.undo is not None else []
            turns = "-".join(part.partition(".")[0] for part in announced.span.split("-"))
            return [
                *(["log"] if announced.result is not None else []),
                *([*called, "card", *undo] if announced.next is not None else []),
                *announced.offers,
                *([f"reasons:{turns}"] if announced.has_reasons else []),
                *([f"details:{announced.span}"] if announced.style != "so_far" else []),
            ]
        case Start():
            return ["turn", "card"] if announced.is_called else ["card"]
        case Ending():
            return ["verify", "rematch", *(["review"] if has_review(front.lessons) else [])]
        case Notice():
            verbs = [verb for offer in announced.offers for verb in VOTES.get(offer, (offer,))]
            return [f"{verb}:{announced.vote}" if announced.vote and verb != "turn" else verb for verb in verbs]
        case Reminder():
            return ["turn", "catchup"]
        case Written():
            return announced.buttons
        case Attachment():
            return []


def find_picture(front: Frontend, announced: AnyAnnouncement) -> Attachment | None:
    """Return the picture to add to the message of an announcement, as data, or None for a message without picture."""
    picture = Attachment(message_id=0, language=announced.language)
    match announced:
        case Turns(style="so_far"):
            return None
        case Turns():
            if not is_on_map(front.pictures, announced.changes):
                return None
            picture.view, picture.changes = announced.view, [*announced.changes, *announced.under_way]
            picture.is_round = announced.style == "round"
            picture.scores = front.score.list_totals(read_view(front.setup, announced.before))
        case Start() | Ending():
            picture.view = announced.view
        case Notice() if announced.view is not None:
            picture.view, picture.changes = announced.view, announced.changes
        case Written() | Attachment() if announced.view is not None:
            picture.view, picture.changes = announced.view, announced.changes
            picture.is_round, picture.scores = announced.is_round, announced.scores
        case _:
            return None
    return picture


def write_turns(language: Language, front: Frontend, turns: Turns) -> str:
    """Return the message about some turns: their effects, the changed totals, remarks, who decides next, and pings."""
    before, view = read_view(front.setup, turns.before), read_view(front.setup, turns.view)
    runners = list_runners(view)
    done = [change for change in turns.changes if not front.words.is_revealed(change)]
    match turns.style:
        case "round":
            words = front.words.tell_round(language, done, before, view, runners)
        case "brief":
            words = front.words.tell_briefly(language, done, runners, turns.under_way)
        case "full":
            is_under_way = bool(turns.under_way)
            words = front.words.tell(language, [*done, *turns.under_way], runners, is_under_way=is_under_way)
            if len(words) > MOST_LINES and not is_under_way:
                words = front.words.tell_briefly(language, done, runners)
        case "so_far":
            words = front.words.tell(language, turns.changes, runners, is_under_way=True)
    words = words or front.words.tell_idle(language, turns.changes)
    if turns.style != "so_far":
        words = [*words, *front.words.tell_revealed(language, turns.changes, view)]
    totals = front.score.write_changes(language, before, view)
    tail = [note if isinstance(note, str) else f"-# {language.say(note)}" for note in turns.notes]
    if turns.result is not None:
        tail.append(f"**{write_result(language, turns.result)}**")
    if turns.next is not None:
        tail.append(language.say(turns.next))
    if turns.pings:
        tail.append(write_mentions(turns.pings))
    # An empty line comes first, because otherwise the last line of a list would continue.
    gap = [""] if tail and (words or turns.style != "so_far") else []
    return fit(language, words, [*([f"-# {totals}"] if totals else []), *gap, *tail])


def write_start(language: Language, table: Table, start: Start) -> str:
    """Return the message about a game's beginning: who has which seat, the first cards, the secret seed's digest."""
    body = [
        language.say("ui.start", name=table.game.name, scenario=table.game.scenario),
        *(language.say(line) for line in start.seats),
        *table.front.score.write_cards(language, read_view(table.front.setup, start.view)),
        language.say("ui.start.digest", digest=start.digest),
    ]
    return fit(language, body, ["", *([language.say(start.next)] if start.next is not None else [])])


def write_ending(language: Language, table: Table, ending: Ending, game: Game | None) -> list[str]:
    """Return the message about a game's end as lines: winner and reason, ranking, remarks, mentions of spectators."""
    return [
        f"**{write_result(language, ending.result)}**",
        *write_ranking(language, table.front, ending.result, ending.holders, game),
        # Text directly after a list is shown as part of its last line.
        "",
        *(table.front.score.write_end(language, game) if game is not None else []),
        *(language.say(note) for note in ending.notes),
        *([write_mentions(ending.watching)] if ending.watching else []),
    ]


def write_mentions(people: Sequence[int]) -> str:
    """Return a line in small letters with mentions of people."""
    return f"-# {name_people(people)}"


def name_people(people: Sequence[int]) -> Said:
    """Return mentions of people, separated by spaces."""
    return Said(" ".join(show(Mention(person)) for person in people))
