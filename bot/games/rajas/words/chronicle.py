"""Changes as text: for each turn a heading, its effects as clauses in order, and the moves of the seat's markers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.games.rajas.words.names import name_reward, name_tile
from bot.games.showing import ANY_FOCUS, Focus
from bot.language import Language
from engine.core.change import Change
from engine.rajas.board import BOARD, action_of
from engine.rajas.ids import (
    BIRBAL,
    BUILDING_VALUES,
    CHAMBER,
    DANCER,
    GREAT_MOGUL,
    MASTER_BUILDER,
    PORTUGUESE,
    RAJA,
    YOGI,
)
from engine.rajas.palace import PORTUGUESE_STEPS
from engine.rajas.roads import NAMES

TRACKS: Final = ("fame", "coins", "karma")
"""The tracks of markers. A turn names each of them once, with the value before it and after it."""
GATHERED: Final = {"take_die": "take", "give_die": "give", "reroll": "reroll"}
"""The verbs of Changes of dice, with the end of their text key. Several of one verb in a row become one clause."""
UNTOLD: Final = frozenset({"workers_back", "phase", "made_up", "over", "bonus", "go_back"})
"""The verbs of Changes that no text mentions."""
DRAWS: Final = frozenset({"draw_yield", "draw_brown"})
"""The verbs of Changes that name the yield tile that may be placed next."""
WORKERS: Final = frozenset({"new_worker", "worker_gone"})
"""The verbs of Changes that may come between a boat's move and the reward of its space."""
LOG: Final = "log.rajas."
OPTION: Final = "option.rajas.deed."
"""The voices: the first part of the text keys of clauses about a played turn, and of those to a person who chooses."""
NOBODYS: Final = frozenset({"round", "shuffle_yields", "river_tile", "first", "hand_over"})
"""The verbs of Changes that belong to no seat's turn and have a separate line."""


@dataclass
class Section:
    """A seat's placement: the action of its space, and the Changes after it. Without ``action``, other Changes."""

    seat: str
    action: str = ""
    changes: list[Change] = field(default_factory=list)


def read_sections(changes: Iterable[Change]) -> list[Section]:
    """Return Changes as sections: a new one begins where another seat acts or another worker is placed.

    Changes that no text mentions (`UNTOLD`) are left out.
    """
    sections: list[Section] = []
    for change in changes:
        if change.verb in UNTOLD or (change.verb == "roll" and change.piece == "river"):
            continue
        is_nobodys = change.verb in NOBODYS
        seat = "" if is_nobodys else change.seat
        if change.verb == "worker":
            sections.append(Section(seat, action_of(change.target)))
            continue
        if is_nobodys or not sections or sections[-1].seat != seat:
            sections.append(Section(seat))
        sections[-1].changes.append(change)
    return sections


def tell(
    language: Language,
    changes: Iterable[Change],
    runners: Mapping[str, str] | None = None,
    *,
    is_under_way: bool = False,
    known: str = "",
    chooser: str = "",
) -> list[str]:
    """Return the effects of Changes as lines. ``is_under_way`` makes no difference in this game.

    ``runners`` has the kind of player of each seat. The seat ``known`` is not named. The lines of the seat ``chooser``
    are written as its player's options.
    """
    lines: list[str] = []
    for section in read_sections(changes):
        voice = OPTION if section.seat == chooser else LOG
        clauses, tracks = write_clauses(language, section, voice), write_tracks(language, section)
        if section.action:
            is_birbals = (runners or {}).get(section.seat) == BIRBAL
            key = "log.rajas.heading.automatic" if is_birbals else "log.rajas.heading"
            what = language.word(f"action.{section.action}")
            lines.append(what if section.seat == known else language.say(key, seat=section.seat, what=what))
            lines += [clauses] if clauses else []
        elif section.seat not in ("", known) and (told := clauses or tracks):
            lines.append(language.say("log.rajas.of", seat=section.seat, what=told))
            if not clauses:
                continue
        elif clauses:
            lines.append(clauses)
        if tracks:
            lines.append(tracks)
    return lines


def name_deeds(language: Language, changes: Sequence[Change], seat: str = "") -> str:
    """Return the effects of a turn, or with any ``seat`` those of a click for several answers, without Markdown.

    The line of a turn does not name the acting seat, because a title names it.
    """
    sections = read_sections(changes)
    acting = {section.seat for section in sections if section.action} or {section.seat for section in sections} - {""}
    whose = acting.pop() if len(acting) == 1 else ""
    lines = tell(language, changes, known="" if seat else whose, chooser=seat)
    plain = (line.replace("*", "").replace("`", "") for line in lines)
    return language.put_together("clauses", plain) or language.say("log.nothing")


def tell_so_far(language: Language, changes: Iterable[Change], focus: Focus = ANY_FOCUS) -> list[str]:
    """Return the effects of Changes as lines for the person who is choosing.

    Of the focus, only ``is_headed`` and ``answer`` count.
    """
    lines: list[str] = []
    for section in read_sections(changes):
        if section.action and focus.is_headed:
            lines.append(language.say("ui.panel.so_far", what=language.word(f"action.{section.action}")))
        voice = OPTION if focus.seat in ("", section.seat) else LOG
        told = (write_clauses(language, section, voice, focus.answer), write_tracks(language, section))
        lines += [line for line in told if line]
    return lines


def write_tracks(language: Language, section: Section) -> str:
    """Return the moves of the markers in a turn, such as “fame 3 to 7, coins 4 to 2”, or "".

    For a marker that has returned to its start, add the point that was furthest from there.
    """
    parts = []
    for track in TRACKS:
        moved = [change for change in section.changes if change.verb == track]
        if not moved:
            continue
        old, new = int(moved[0].old or 0), int(moved[-1].new or 0)
        between = max((int(change.new or 0) for change in moved), key=lambda value: abs(value - old))
        key = f"log.rajas.track.{track}"
        parts.append(language.say(key if old != new else f"{key}.back", old=old, between=between, new=new))
    return language.put_together("items", parts)


def write_clauses(language: Language, section: Section, voice: str = LOG, answer: str = "") -> str:
    """Return the effects of a turn without tracks, in order. Dice that come or go together are one clause.

    What the option with the key ``answer`` says, beside the text, is not said again.
    """
    clauses: list[str] = []
    gathered: list[Change] = []
    for number, change in enumerate(section.changes):
        if gathered and gathered[-1].verb != change.verb:
            clauses.append(write_dice(language, gathered, voice, answer))
            gathered = []
        before = section.changes[number - 1] if number else change
        visited = find_visited(section.changes[number:]) if change.verb == "boat" else ""
        if change.verb in GATHERED:
            gathered.append(change)
        elif change.verb == "lay_yield" and before.verb in DRAWS and before.piece == change.piece:
            clauses[-1:] = [
                write_yield_tile(language, before, voice, ".then"),
                language.say(in_voice(language, voice, "lay_drawn"), place=change.target),
            ]
        elif is_said(change, answer):
            continue
        elif visited:
            clauses.append(language.say("log.rajas.boat_visit", new=change.new, action=f"{CHAMBER}:{visited}"))
        elif change.verb in CLAUSES:
            clauses.append(CLAUSES[change.verb](language, change, voice))
    if gathered:
        clauses.append(write_dice(language, gathered, voice, answer))
    return language.put_together("clauses", [clause for clause in clauses if clause])


def is_said(change: Change, answer: str) -> bool:
    """Return whether the option with the key ``answer`` says a Change: a better building, or a tile's place."""
    kind, _, what = answer.partition(":")
    if change.verb == "upgrade":
        return (kind, what) == ("upgrade", change.piece)
    return kind == "roads" and change.verb in ("build", "cover")


def in_voice(language: Language, voice: str, key: str) -> str:
    """Return the text key of a clause in a voice. A clause without a verb has one text for both voices."""
    own = f"{voice}{key}"
    return own if language.has(own) else f"{LOG}{key}"


def find_visited(changes: Sequence[Change]) -> str:
    """Fiume: return the person of the palace that a boat has reached, as later Changes show, or "" if none.

    The Changes begin with the move of the boat. They do not name the person, and a new field would change old records.
    """
    boat, after = changes[0], [change for change in changes[1:] if change.verb not in WORKERS]
    ends = (place for place, change in enumerate(after) if change.verb in ("boat", "bonus"))
    verbs = [change.verb for change in after[: next(ends, len(after))]]
    if "cover" in verbs:
        return MASTER_BUILDER
    if {"draw_yield", "lay_yield"} & set(verbs):
        return DANCER
    if not after or BOARD.river[(boat.new or 1) - 1].kind != CHAMBER:
        return ""
    first = after[0]
    if "next_first" in verbs:
        return GREAT_MOGUL
    if first.verb == "boat" and (first.new or 0) - (first.old or 0) >= PORTUGUESE_STEPS:
        return PORTUGUESE
    return {"karma": YOGI, "upgrade": RAJA}.get(first.verb, "")


def write_dice(language: Language, changes: list[Change], voice: str, answer: str = "") -> str:
    """Return one clause about dice that were all taken, all given back, or all rolled again (`GATHERED`)."""
    if [(change.verb, f"die:{change.piece}:{change.old}") for change in changes] == [("give_die", answer)]:
        return language.say(in_voice(language, voice, "give.this"))
    verb = changes[0].verb
    values = [change.new if verb == "take_die" else change.old for change in changes]
    if verb == "reroll":
        parts = [language.say("log.rajas.rerolled", colour=one.piece, old=one.old, new=one.new) for one in changes]
    elif len({change.piece for change in changes}) == 1:
        # The colour is named once.
        parts = [language.say("rajas.dice", colour=changes[0].piece, what=[str(value) for value in values])]
    else:
        dice = zip(changes, values, strict=True)
        parts = [language.say("log.rajas.die", colour=change.piece, value=value) for change, value in dice]
    return language.say(in_voice(language, voice, GATHERED[verb]), what=parts)


def write_build(language: Language, change: Change, voice: str) -> str:
    """Return a clause about a tile that was built or that covers another tile, with its square."""
    what = name_tile(language, BOARD.tiles[change.piece])
    return language.say(in_voice(language, voice, change.verb), what=what, square=change.target)


def write_yield_tile(language: Language, change: Change, voice: str, then: str = "") -> str:
    """Return a clause about a yield tile that was drawn or laid, with its reward.

    ``then`` is the end of the text key of a tile that is placed in the next clause.
    """
    reward = name_reward(language, BOARD.yield_tiles[change.piece].reward)
    return language.say(in_voice(language, voice, f"{change.verb}{then}"), reward=reward, place=change.target)


def write_river_tile(language: Language, change: Change, voice: str) -> str:
    """Return a clause about a river tile that was laid, with its reward."""
    reward = name_reward(language, BOARD.river_tiles[change.piece])
    return language.say("log.rajas.river_tile", new=change.new, reward=reward)


def write_put_right(language: Language, change: Change, voice: str) -> str:
    """Return a clause about a correction by the table or, for a Change without a piece, the heading of corrections."""
    if not change.piece:
        return f"**{language.word('phase.put_right')}**"
    what = ""
    if change.piece == "top":
        what = name_tile(language, BOARD.tiles[change.target])
    elif change.piece in ("tile", "tile_below", "no_tile"):
        what = name_tile(language, BOARD.tiles[change.origin])
    elif change.piece == "river_tile":
        what = name_reward(language, BOARD.river_tiles[change.target])
    elif change.piece in ("worker", "no_worker"):
        what = language.word(f"action.{action_of(change.target)}")
    elif change.piece == "next_first" and change.target:
        what = language.word(f"emblem.{change.target}")
    key, roads = f"log.rajas.put_right.{change.piece}", NAMES[change.new or 0] if change.piece == "tile" else ""
    return language.say(
        key, what=what, place=change.target, square=change.target, roads=roads, old=change.old, new=change.new
    )


def write_plainly(language: Language, change: Change, voice: str) -> str:
    """Return the text of a Change's verb with its target, old and new values."""
    key = in_voice(language, voice, change.verb)
    return language.say(key, seat=change.target, place=change.target, old=change.old, new=change.new)


CLAUSES: Final[dict[str, Callable[[Language, Change, str], str]]] = {
    "build": write_build,
    "cover": write_build,
    "draw_yield": write_yield_tile,
    "draw_brown": write_yield_tile,
    "lay_yield": write_yield_tile,
    "river_tile": write_river_tile,
    "turn_die": lambda language, change, voice: language.say(
        in_voice(language, voice, "turn"), colour=change.piece, old=change.old, new=change.new
    ),
    "upgrade": lambda language, change, voice: language.say(
        "log.rajas.upgrade", building=change.piece, value=BUILDING_VALUES[change.new or 0]
    ),
    "roll": lambda language, change, voice: language.say("log.rajas.roll_first", new=change.new),
    "hand_over": lambda language, change, voice: language.say(f"log.rajas.hand_over.{change.piece}", to=change.target),
    **dict.fromkeys(
        ("boat", "join", "new_worker", "worker_gone", "shuffle_yields", "first", "next_first", "skip", "decline"),
        write_plainly,
    ),
    "put_right": write_put_right,
    "round": write_plainly,
    "cross": write_plainly,
}
"""The function that writes a Change as a clause in a voice, by its verb. Other functions write tracks and dice."""
