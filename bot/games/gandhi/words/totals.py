"""Turns and rounds in few words: a line for each of several turns, or for each phase of a Campaign Round.

The numbers are those of the steps on the map; what a line adds up, the details tell one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bot.games.gandhi.words.chronicle import find_open, name_actions, say, write_item, write_net, write_section
from bot.language import Language
from engine.core.change import Change
from engine.gandhi.ids import GANDHI, SEATS
from engine.gandhi.story import Item, Section, read_story
from engine.gandhi.view import View, number_round

REDEPLOY = frozenset({"redeploy_raj", "redeploy_congress", "redeploy_league", "redeploy_revolutionaries"})
"""6.4 Phases in which pieces move, and those that must leave the map go to Available."""
QUIET = frozenset({"roll"})
"""Verbs of items that a line in few words leaves out: it has the result of the dice instead."""


def tell_briefly(
    language: Language,
    changes: Sequence[Change],
    runners: Mapping[str, str] | None = None,
    under_way: Sequence[Change] = (),
) -> list[str]:
    """Return what several turns did, a line for each Faction's; what is ``under_way`` after them in full."""
    finished = len(read_story(changes).sections)
    lines: list[str] = []
    sections = read_story([*changes, *under_way]).sections
    unfinished = find_open(sections[finished:])
    for index, section in enumerate(sections):
        if section.is_empty:
            continue
        is_arjuna = (runners or {}).get(section.seat) == "arjuna"
        if index < finished:
            lines += write_turn(language, section, is_arjuna=is_arjuna)
        else:
            lines += write_section(language, section, is_arjuna=is_arjuna, unfinished=unfinished)
    return lines


def write_turn(language: Language, section: Section, *, is_arjuna: bool) -> list[str]:
    """Return a Faction's turn in one line: what it did, where by the numbers of the map, and what it came to."""
    closing = [say(language, change, "") for change in section.closing]
    if not (section.begun or section.follows):
        return [*(say(language, change, "") for change in section.general), *closing]
    key = "log.heading.arjuna" if is_arjuna else "log.heading"
    numbers: dict[str, list[int]] = {}
    for step in dict.fromkeys((step.number, step.space) for item in section.items for step in item.steps):
        numbers.setdefault(step[1], []).append(step[0])
    names = [
        language.say("log.numbered", number=" ".join(f"`{one}`" for one in own), what=language.word(f"space.{space}"))
        for space, own in numbers.items()
    ]
    idle = dict.fromkeys(item.space for item in section.items if item.space and item.space not in numbers)
    parts = [
        language.say(key, seat=section.seat, what=name_actions(language, section)),
        language.put_together("items", names),
        write_idle(language, list(idle)),
        *write_sums(language, [change for item in section.items for change in item.changes]),
        *(say(language, change, "") for change in section.general),
        *write_net(language, section.lasting()),
    ]
    return [language.put_together("parts", filter(None, parts)), *closing]


def write_idle(language: Language, spaces: Sequence[str]) -> str:
    """Return the spaces that were selected and stayed as they were."""
    names = language.put_together("items", [language.word(f"space.{space}") for space in spaces])
    return language.say("log.item", what=names, clauses=language.say("log.nothing")) if names else ""


def write_sums(language: Language, changes: Iterable[Change]) -> list[str]:
    """Return the sum of Changes wherever they were: pieces that came and went, levels, and Gandhi's way."""
    sums: dict[tuple[str, str], int] = {}
    targets: dict[str, None] = {}
    levels, others = 0, []
    for change in changes:
        if change.piece == GANDHI:
            others.append(say(language, change, ""))
        elif change.verb == "level":
            levels += (change.new or 0) - (change.old or 0)
        elif change.verb not in QUIET:
            key = (change.verb, change.piece)
            sums[key] = sums.get(key, 0) + change.count
            targets |= {change.target: None} if change.verb == "move" else {}
    signs = {"place": 1, "remove": -1}
    balance: Counter[str] = Counter()
    for (verb, piece), count in sums.items():
        if verb in signs:
            balance[piece] += signs[verb] * count
    came = [write_balance(language, piece, count) for piece, count in balance.items() if count]
    moved = [language.count(piece, count) for (verb, piece), count in sums.items() if verb == "move"]
    rest = [
        say(language, Change(verb, "", piece, count), "")
        for (verb, piece), count in sums.items()
        if verb not in signs and verb != "move"
    ]
    return [
        language.put_together("items", came),
        language.say("log.moved", what=language.put_together("items", moved), place=list(targets)) if moved else "",
        *rest,
        *others,
        write_levels(language, levels),
    ]


def write_balance(language: Language, piece: str, number: int) -> str:
    """Return so many pieces more or fewer: "+2 Troops", "−1 Sepoy"."""
    return language.say("log.more" if number > 0 else "log.fewer", what=language.count(piece, abs(number)))


def write_levels(language: Language, levels: int) -> str:
    """Return so many levels towards Support or Opposition, or nothing."""
    side = "support" if levels > 0 else "opposition"
    return language.say(f"log.levels.{side}", count=abs(levels)) if levels else ""


# -- 6.0 a Campaign Round ----------------------------------------------------------------------------------


def tell_round(
    language: Language,
    changes: Sequence[Change],
    before: View,
    after: View,
    runners: Mapping[str, str] | None = None,
) -> list[str]:
    """Return a stretch of a Campaign Round: which one, then a line for each phase in which something happened."""
    story = read_story(changes, totals=True)
    number, of = number_round(after, story.phases)
    lines = [f"**{language.say('log.round', number=number, count=of) if of else language.say('log.round.plain')}**"]
    closing: list[str] = []
    for section in story.sections:
        closing += [say(language, change, "") for change in section.closing]
        if section.phase == "victory":
            lines.append(write_check(language, changes, before))
        elif not section.phase and not section.is_empty:
            lines += write_section(language, section, is_arjuna=(runners or {}).get(section.seat) == "arjuna")
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
    """6.1 Return the victory check: who has won, or everybody's margin when nobody has."""
    over = next((change for change in changes if change.verb == "over"), None)
    margins = [
        language.say("log.round.margin", seat=seat, margin=language.signed(before.victory[seat].margin))
        for seat in SEATS
    ]
    what = language.put_together("items", margins)
    if over is not None and over.piece == "victory":
        clauses = language.say("log.round.won", seat=over.target, what=what)
    else:
        clauses = language.say("log.round.goes_on", what=what)
    return language.say("log.item", what=language.word("phase.victory"), clauses=clauses)


def write_phase(language: Language, section: Section) -> list[str]:
    """Return what a phase came to: its numbered spaces or its totals, what belongs to no space, Resources as a sum."""
    items = [item for item in section.items if item.changes]
    told = [write_numbered(language, item) for item in items]
    placed = [change for change in section.general if place_of_sum(section, change)]
    general = [say(language, change, "") for change in section.general if not place_of_sum(section, change)]
    sums = write_sums(language, placed) if section.phase == "reset" else write_places(language, section)
    control = [change for change in section.lasting() if change.verb == "control"]
    return [*general, *told, *sums, *write_net(language, control), *write_resources(language, section)]


def write_numbered(language: Language, item: Item) -> str:
    """Return what happened in one space, after its number on the map where it has one."""
    what = write_item(language, item)
    return language.say("log.numbered", number=f"`{item.number}`", what=what) if item.number else what


def place_of_sum(section: Section, change: Change) -> bool:
    """Return whether the totals of its spaces already say a Change."""
    return bool(section.sums) and any(key in section.sums for key in (change.origin, change.target))


def write_places(language: Language, section: Section) -> list[str]:
    """Return what each space has gained and lost, "Delhi +2 Troops, −1 Sepoy", and what became Available."""
    gone = [change for change in section.general if change.verb == "remove" and place_of_sum(section, change)]
    gone = gone if section.phase in REDEPLOY else []
    sums = {space: Counter(kinds) for space, kinds in section.sums.items()}
    left: dict[str, Counter[str]] = {}
    for change in gone:
        sums[change.origin][change.piece] += change.count
        left.setdefault(change.origin, Counter())[change.piece] += change.count
    lines = []
    for space, kinds in sums.items():
        parts = [write_balance(language, piece, number) for piece, number in kinds.items() if number]
        if parts:
            name = language.word(f"space.{space}")
            lines.append(language.say("log.sum", what=name, clauses=language.put_together("items", parts)))
    if left:
        places = [name_pieces(language, space, kinds) for space, kinds in left.items()]
        lines.append(language.say("log.sum.available", what=language.put_together("items", places)))
    return lines


def name_pieces(language: Language, space: str, kinds: Mapping[str, int]) -> str:
    """Return a space with so many pieces of each kind: "Delhi 2 Troops"."""
    counted = language.put_together("actions", [language.count(piece, count) for piece, count in kinds.items()])
    return language.say("log.sum", what=language.word(f"space.{space}"), clauses=counted)


def write_resources(language: Language, section: Section) -> list[str]:
    """1.8 Return each Faction's Resources as a sum: "Raj 26 + 40 − 18 = 48"."""
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
