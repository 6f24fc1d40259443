"""Turns and rounds in few words: a line for each of several turns, or for each phase of a Campaign Round.

A line has sums, and the numbers of its steps on the map. For the single steps, see `chronicle`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bot.games.gandhi.words.chronicle import (
    MOST_NAMED,
    find_open,
    name_actions,
    say,
    say_all,
    write_checked,
    write_control,
    write_item,
    write_section,
    write_values,
)
from bot.games.gandhi.words.standing import count_own
from bot.language import Counted, Language, Said
from engine.core.change import Change
from engine.gandhi.ids import ACTIVISTS, GANDHI, OWN_PIECES, PLAYER, SEATS
from engine.gandhi.story import Item, Section, read_story
from engine.gandhi.view import View, number_round

REDEPLOY = frozenset({"redeploy_raj", "redeploy_congress", "redeploy_league", "redeploy_revolutionaries"})
"""6.4 The phases of the Redeploy, in which pieces move, or leave the map and become Available."""
PLAIN = dict.fromkeys(ACTIVISTS, "activists")
"""The names of pieces in a line that has named their Faction."""
QUIET = frozenset({"roll"})
"""Verbs that a short line leaves out. The line has the effects of a roll instead."""


def tell_briefly(
    language: Language,
    changes: Sequence[Change],
    runners: Mapping[str, str] | None = None,
    under_way: Sequence[Change] = (),
) -> list[str]:
    """Return a line with the effects of each of several turns, and then those of a turn ``under_way`` in full."""
    finished = len(read_story(changes).sections)
    lines: list[str] = []
    sections = read_story([*changes, *under_way]).sections
    unfinished = find_open(sections[finished:])
    for index, section in enumerate(sections):
        if section.is_empty:
            continue
        is_automatic = (runners or {}).get(section.seat, PLAYER) != PLAYER
        if index < finished:
            lines += write_turn(language, section, is_automatic=is_automatic)
        else:
            lines += write_section(language, section, is_automatic=is_automatic, unfinished=unfinished)
    return lines


def write_turn(language: Language, section: Section, *, is_automatic: bool) -> list[str]:
    """Return a Faction's turn in one line: its actions, their numbers on the map, and the result.

    A card that it revealed has a separate line. A section without an action has only lines for its Changes.
    """
    closing = say_all(language, section.closing)
    if not (section.begun or section.follows):
        return [*say_all(language, section.general), *closing]
    key = "log.brief.arjuna" if is_automatic else "log.brief"
    line = language.say(key, seat=section.seat, what=name_actions(language, section, name_briefly))
    numbers = sorted({step.number for item in section.items for step in item.steps if step.number})
    if numbers:
        line = language.say("log.brief.numbered", what=Said(line), number=f"`{write_ranges(numbers)}`")
    parts = [
        # A roll precedes its results.
        *say_all(language, (change for change in section.general if change.verb == "roll")),
        *write_sums(language, [change for item in section.items for change in item.changes], section.seat),
        *say_all(language, (change for change in section.general if change.verb != "roll")),
        *write_control(language, section.lasting(), MOST_NAMED),
        *write_values(language, section.lasting()),
    ]
    if clauses := language.put_together("items", filter(None, parts)):
        line = language.say("log.brief.result", what=Said(line), clauses=Said(clauses))
    return [line, *closing]


def write_ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers as ranges: "1-4, 7"."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and ranges[-1][-1] == number - 1:
            ranges[-1][1:] = [number]
        else:
            ranges.append([number])
    return ", ".join("-".join(map(str, ends)) for ends in ranges)


def name_briefly(language: Language, change: Change) -> str:
    """Return the name of the action that begins with a Change; for an Event, with its card's number and its side."""
    if change.new is None:
        return language.word(f"action.{change.piece}")
    action, _, side = change.piece.partition(":")
    return language.say(
        "log.event.brief", what=language.word(f"action.{action}"), card=change.new, side=language.word(f"side.{side}")
    )


def write_sums(language: Language, changes: Iterable[Change], seat: str = "") -> list[str]:
    """Return the sums of Changes in all spaces, then those of Gandhi and levels.

    Pieces that came and went, moves, and other Changes are in the order in which they first happened.
    Some of the texts may be empty. Pieces of the acting ``seat`` are named without their Faction.
    """
    sums: dict[tuple[str, str], int] = {}
    levels, others = 0, []
    for change in changes:
        if change.piece == GANDHI:
            others.append(say(language, change, ""))
        elif change.verb == "level":
            levels += (change.new or 0) - (change.old or 0)
        elif change.verb not in QUIET:
            key = (change.verb, change.piece)
            sums[key] = sums.get(key, 0) + change.count
    signs = {"place": 1, "remove": -1}
    balance: Counter[str] = Counter()
    for (verb, piece), count in sums.items():
        if verb in signs:
            balance[piece] += signs[verb] * count
    came = [write_balance(language, piece, count, seat) for piece, count in balance.items() if count]
    moved = [Counted(piece, count) for (verb, piece), count in sums.items() if verb == "move"]
    rest = say_all(
        language,
        (
            Change(verb, "", piece, count)
            for (verb, piece), count in sums.items()
            if verb not in signs and verb != "move"
        ),
    )
    told = {
        "balance": [language.put_together("items", came)],
        "move": [language.say("log.moved", pieces=moved) if moved else ""],
        "": rest,
    }
    kinds = dict.fromkeys("balance" if verb in signs else verb if verb == "move" else "" for verb, _ in sums)
    return [
        *(part for kind in kinds for part in told[kind]),
        *others,
        write_levels(language, levels),
    ]


def write_balance(language: Language, piece: str, number: int, seat: str = "") -> str:
    """Return the change in a number of pieces, such as “+2 Troops”. Those of ``seat`` are named without its name."""
    count = count_own if piece in OWN_PIECES.get(seat, ()) else Language.count
    return language.say("log.more" if number > 0 else "log.fewer", what=count(language, piece, abs(number)))


def write_levels(language: Language, levels: int) -> str:
    """Return a sum of levels towards Support (above 0) or Opposition (below 0) as text, or "" for 0."""
    side = "support" if levels > 0 else "opposition"
    return language.say(f"log.levels.{side}", count=abs(levels)) if levels else ""


# -- 6.0 a Campaign Round ----------------------------------------------------------------------------------


def tell_round(
    language: Language, changes: Sequence[Change], before: View, after: View, runners: Mapping[str, str] | None = None
) -> list[str]:
    """Return a part of a Campaign Round: a line with the round's number, then a line for each phase with Changes."""
    story = read_story(changes, totals=True)
    number, of = number_round(after, story.phases)
    lines = [f"**{language.say('log.round', number=number, count=of) if of else language.say('log.round.plain')}**"]
    closing: list[str] = []
    for section in story.sections:
        closing += say_all(language, section.closing)
        if section.phase == "victory":
            lines.append(write_check(language, changes, before))
        elif not section.phase and not section.is_empty:
            lines += write_section(language, section, is_automatic=(runners or {}).get(section.seat, PLAYER) != PLAYER)
        elif parts := [part for part in write_phase(language, section) if part]:
            clauses = language.put_together("parts", parts)
            lines.append(language.say("log.item", what=language.word(f"phase.{section.phase}"), clauses=clauses))
    if len(lines) == 1 and story.phases:
        names = [language.word(f"phase.{phase}") for phase in dict.fromkeys(story.phases)]
        lines.append(
            language.say("log.item", what=language.put_together("items", names), clauses=language.say("log.nothing"))
        )
    return [*lines, *closing]


def write_check(language: Language, changes: Iterable[Change], before: View) -> str:
    """6.1 Return a line on the victory check, with each Faction's margin in the view ``before``."""
    margins = [
        language.say("log.round.margin", seat=seat, margin=language.signed(before.victory[seat].margin))
        for seat in SEATS
    ]
    return write_checked(language, changes, language.put_together("items", margins))


def write_phase(language: Language, section: Section) -> list[str]:
    """Return the result of a phase: Changes without a space, then its spaces or their totals, Control and Resources.

    Some of the texts may be empty.
    """
    items = [item for item in section.items if item.changes]
    told = [write_numbered(language, item) for item in items]
    placed = [change for change in section.general if is_in_sums(section, change)]
    general = say_all(language, (change for change in section.general if not is_in_sums(section, change)))
    sums = write_sums(language, placed) if section.phase == "reset" else write_places(language, section)
    return [
        *general,
        *told,
        *sums,
        *write_control(language, section.lasting()),
        *write_resources(language, section),
    ]


def write_numbered(language: Language, item: Item) -> str:
    """Return the effects of an item, after its number on the map if it has one."""
    what = write_item(language, item)
    return language.say("log.numbered", number=f"`{item.number}`", what=what) if item.number else what


def is_in_sums(section: Section, change: Change) -> bool:
    """Return whether the totals of a section's spaces already contain a Change."""
    return bool(section.sums) and any(key in section.sums for key in (change.origin, change.target))


def write_places(language: Language, section: Section) -> list[str]:
    """Return the gains and losses of each space, such as “Delhi +2 Troops, −1 Sepoy”; for a Redeploy, arrivals.

    Spaces with the same gains and losses share a part.
    """
    if section.phase in REDEPLOY:
        return write_arrivals(language, section)
    spaces: dict[str, list[str]] = {}
    for space, kinds in section.sums.items():
        parts = [write_balance(language, piece, number) for piece, number in kinds.items() if number]
        if parts:
            spaces.setdefault(language.put_together("items", parts), []).append(language.word(f"space.{space}"))
    return [
        language.say("log.sum.each" if len(names) > 1 else "log.sum", what=names, clauses=clauses)
        for clauses, names in spaces.items()
    ]


def write_arrivals(language: Language, section: Section) -> list[str]:
    """6.4 Return the arrivals of each kind of piece, such as “Troops → Delhi 2, Sind 1”, then those made Available."""
    came: dict[str, list[str]] = {}
    for space, kinds in section.sums.items():
        for piece, count in kinds.items():
            if count > 0:
                came.setdefault(piece, []).append(language.say("log.sum.space", space=space, count=count))
    lines = [
        language.say("log.sum.piece", piece=PLAIN.get(piece, piece), what=language.put_together("items", places))
        for piece, places in came.items()
        if piece != GANDHI
    ]
    lines += [
        language.say("log.sum.gandhi", space=space) for space, kinds in section.sums.items() if kinds.get(GANDHI, 0) > 0
    ]
    gone: Counter[str] = Counter()
    for change in section.general:
        if change.verb == "remove" and is_in_sums(section, change):
            gone[change.piece] += change.count
    if gone:
        counted = language.put_together("items", [language.count(piece, count) for piece, count in gone.items()])
        lines.append(language.say("log.sum.available", what=counted))
    return lines


def write_resources(language: Language, section: Section) -> list[str]:
    """1.8 Return each Faction's changed Resources as a sum, such as "Raj 26 + 40 − 18 = 48"."""
    lines = []
    for seat in dict.fromkeys(change.target for change in section.resources):
        own = [change for change in section.resources if change.target == seat]
        terms: list[int] = []
        for change in own:
            by = (change.new or 0) - (change.old or 0)
            if terms and (terms[-1] > 0) == (by > 0):
                terms[-1] += by
            else:
                terms.append(by)
        what = str(own[0].old)
        for term in terms:
            what = language.say("log.sum.plus" if term > 0 else "log.sum.minus", what=what, count=abs(term))
        lines.append(language.say("log.sum.resources", seat=seat, what=what, new=own[-1].new))
    return lines
