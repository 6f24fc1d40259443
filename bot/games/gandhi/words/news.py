"""News of some turns for one Faction, in at most three lines: the effects on it, changes for all, others' actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec

from bot.games.gandhi.words.chronicle import name_actions, name_plain_action, write_control
from bot.games.gandhi.words.outlook import write_margin, write_tracks_since
from bot.games.gandhi.words.totals import PLAIN, REDEPLOY, write_check, write_sums
from bot.language import Language, Said
from engine.core.change import Change
from engine.gandhi.comparing import compare, compare_shares
from engine.gandhi.ids import CONGRESS, GANDHI, LEAGUE, MUSLIM_STATE, OWN_PIECES, REVOLUTIONARIES, SEATS, UNREST
from engine.gandhi.story import CRISIS, Section, Story, place_of, read_story, spaces_of
from engine.gandhi.view import View

Played = Sequence[tuple[View, Sequence[Change]]]
"""The turns that were played, in order: for each the view before it, and its Changes."""
HARM = frozenset({"remove", "arrest"})
"""The verbs of Changes by which a Faction loses pieces or markers."""
MARKERS = {CONGRESS: ("protest", "strike"), LEAGUE: ("protest",)}
"""The markers that a Faction places. Their loss is news for it."""
TRACKS = ("restraint", "unity")
LASTING = (UNREST, MUSLIM_STATE)
"""The markers whose changes are news for a Faction in spaces with its pieces."""
SCARCE = 2
"""The news give the number of Unrest markers that are left if it is at most this."""
RESET = "reset"
"""6.5 The phase in which everyone's markers leave the map."""
QUIET_PHASES = frozenset({"victory", "resources", CRISIS, *REDEPLOY})
"""Phases whose changes on the map `write_turns` leaves out, because other lines say them."""
MOST_PLACES = 4
"""The most spaces that are named after the effects of a phase. If there are more, no space is named."""


class Deed(msgspec.Struct):
    """The effects of another Faction, or of a phase of a Campaign Round, on one Faction.

    ``lost`` are its lost pieces and markers by space, ``freed`` its pieces released from Jail. ``left`` are the lasting
    changes in spaces with its pieces, by kind and then by space. ``shares`` are the changes of its victory total by
    part, such as Support, and then by space. ``resources`` are its Resources before and after each change.
    """

    lost: dict[str, list[Change]] = {}
    freed: list[Change] = []
    left: dict[str, dict[str, list[Change]]] = {}
    shares: dict[str, dict[str, int]] = {}
    resources: list[tuple[int, int]] = []


def write_news(language: Language, turns: Played, after: View, seat: str) -> list[str]:
    """Return the news of some turns for a Faction: a line about itself, one about all, and one about actions."""
    before = turns[0][0]
    tracks = compare(before, after).tracks
    gained = {key: pair for key, pair in tracks.items() if key in SEATS and key != seat and pair[1] > pair[0]}
    deeds = gather_deeds(language, turns, after, seat)
    moved = [other for other in SEATS if after.victory[other].margin != before.victory[other].margin]
    is_round = any(change.verb == "phase" for _, made in turns for change in made)
    lines = [
        [
            write_crisis(language, turns, before, after),
            *(write_item(language, doer, write_harm(language, deed)) for doer, deed in deeds.items()),
            *write_markers(language, before, after, seat),
            *([write_margin(language, seat, before, after)] if seat in moved else []),
        ],
        [
            *write_course(language, turns, after, seat),
            write_tracks_since(language, Story(tracks=gained)) if is_round else "",
            *(
                write_margin(language, other, before, after)
                for other in moved
                if other != seat and after.victory[other].margin > 0
            ),
        ],
        write_turns(language, turns, after, seat),
    ]
    told = [line for parts in lines if (line := language.put_together("parts", filter(None, parts)))]
    if is_round and not told:
        told = [language.say("log.round.plain")]
    return [line[:1].upper() + line[1:] for line in told]


def gather_deeds(language: Language, turns: Played, after: View, seat: str) -> dict[str, Deed]:
    """Return the effects of others on a Faction, by the name of the Faction or phase that caused them, in order."""
    deeds: dict[str, Deed] = {}
    views = [*(view for view, _ in turns), after]
    last: dict[tuple[str, str], str] = {}
    for (_, changes), old, new in zip(turns, views, views[1:], strict=False):
        sections = [section for section in read_story(changes).sections if section.seat or section.phase]
        for section in sections:
            if section.seat != seat:
                doer = _name_doer(language, section)
                _add_section(deeds.setdefault(doer, Deed()), section, seat)
                last |= dict.fromkeys(_list_lasting(section), doer)
        if sections and sections[0].seat != seat:
            deed = deeds[_name_doer(language, sections[0])]
            for kind, spaces in compare_shares(old, new, seat).items():
                here = deed.shares.setdefault(kind, {})
                for space, number in spaces.items():
                    here[space] = here.get(space, 0) + number
    _add_lasting(deeds, last, views[0], after, seat)
    return deeds


def _add_section(deed: Deed, section: Section, seat: str) -> None:
    """Add the effects of a section on a Faction to a deed: lost pieces, exposed Guerrillas, Resources, freed pieces."""
    own = {*OWN_PIECES[seat], *MARKERS.get(seat, ()), *([GANDHI] if seat == CONGRESS else [])}
    for item in section.items if section.phase != RESET else ():
        lost = [
            change
            for change in item.changes
            if (change.verb in HARM and change.piece in own) or (change.verb == "activate" and seat == REVOLUTIONARIES)
        ]
        # A piece that is placed again in the same space is not lost.
        pieces = {change.piece for change in lost if change.verb == "remove"}
        lost += [change for change in item.changes if change.verb == "place" and lost and change.piece in pieces]
        if lost:
            deed.lost.setdefault(item.space, []).extend(lost)
    # Pieces released by a phase are left out: the line of the phase names them.
    made = [*section.general, *(change for item in section.items for change in item.changes)] if section.seat else []
    deed.freed += [change for change in made if change.verb == "release" and change.piece in own]
    for change in section.resources:
        if change.target == seat and change.old is not None and change.new is not None:
            _extend(deed.resources, change.old, change.new)


def _extend(pairs: list[tuple[int, int]], old: int, new: int) -> None:
    """Add a pair of values before and after. If it begins with the last pair's end, extend that pair instead."""
    if pairs and pairs[-1][1] == old:
        pairs[-1] = (pairs[-1][0], new)
    else:
        pairs.append((old, new))


def _list_lasting(section: Section) -> Iterator[tuple[str, str]]:
    """Yield the kind and the space of each Change of a section that may last: of levels, `LASTING` markers, Control."""
    for item in section.items:
        for change in item.changes:
            if change.verb == "level" or change.piece in LASTING:
                yield change.piece or change.verb, place_of(change)
    if CRISIS not in (section.phase, section.follows):
        # Control that a Crisis changes is left out: the line of the Crisis names it.
        yield from (key for key in section.net if key[0] == "control")


def _add_lasting(
    deeds: Mapping[str, Deed], last: Mapping[tuple[str, str], str], before: View, after: View, seat: str
) -> None:
    """Add the lasting differences in spaces with a Faction's pieces to the deeds of those who made them.

    ``last`` has the doer of the last Change of each kind in each space. A Change that was reversed makes no difference.
    Spaces that changed the Faction's victory total are left out, because another clause names them.
    """
    difference = compare(before, after)
    counted = {space for deed in deeds.values() for spaces in deed.shares.values() for space in spaces}
    for (kind, space), doer in last.items():
        if not any(getattr(view.spaces[space], piece) for view in (before, after) for piece in OWN_PIECES[seat]):
            continue
        pair = {"level": difference.levels, "control": difference.controls}.get(kind, {}).get(space)
        number = difference.deltas.get(space, {}).get(kind, 0)
        if pair is not None and (kind == "control" or seat != REVOLUTIONARIES) and space not in counted:
            made = Change(kind, target=space, old=pair[0], new=pair[1])
            side = f"{kind}.{pair[1] > pair[0]}"
        elif number and (kind != UNREST or seat != REVOLUTIONARIES):
            made = Change("place" if number > 0 else "remove", piece=kind, count=abs(number), target=space)
            side = f"{kind}.{number > 0}"
        else:
            continue
        deeds[doer].left.setdefault(side, {})[space] = [made]


def _name_doer(language: Language, section: Section) -> str:
    return language.word(f"seat.{section.seat}" if section.seat else f"phase.{section.phase}")


def write_item(language: Language, doer: str, parts: Iterable[str]) -> str:
    """Return the ``parts`` that are not empty as a line that begins with the name of the ``doer``, or "" for none."""
    clauses = language.put_together("items", filter(None, parts))
    return language.say("log.item", what=doer, clauses=clauses) if clauses else ""


def write_harm(language: Language, deed: Deed) -> list[str]:
    """Return the parts of a deed as texts: lost and freed pieces, levels and Control, Resources, victory total."""
    parts = [*_write_places(language, deed.lost), *filter(None, write_sums(language, deed.freed))]
    for side, made in deed.left.items():
        changes = [change for here in made.values() for change in here]
        parts += (
            write_control(language, changes, MOST_PLACES)
            if side.startswith("control")
            else _write_places(language, made)
        )
    parts += [language.say("ui.news.resources", old=old, new=new) for old, new in deed.resources]
    total = sum(number for spaces in deed.shares.values() for number in spaces.values())
    if total:
        kinds = {kind: [space for space, number in spaces.items() if number] for kind, spaces in deed.shares.items()}
        what = [
            language.say(
                "ui.news.where",
                what=Said(language.say(f"ui.score.{kind}", count=language.signed(sum(deed.shares[kind].values())))),
                place=spaces,
            )
            for kind, spaces in kinds.items()
            if spaces
        ]
        parts.append(
            language.say("ui.news.total", margin=language.signed(total), what=language.put_together("items", what))
        )
    return parts


def _write_places(language: Language, made: Mapping[str, Sequence[Change]]) -> list[str]:
    """Return the sums of Changes by space, a clause for each kind of piece, with its spaces except for Gandhi."""
    kinds: dict[tuple[str, str], dict[str, list[Change]]] = {}
    for space, changes in made.items():
        for change in changes:
            verb = "place" if change.verb == "remove" else change.verb
            kinds.setdefault((verb, change.piece), {}).setdefault(space, []).append(change)
    told = []
    for (_, piece), spaces in kinds.items():
        what = language.put_together(
            "items", filter(None, write_sums(language, [change for here in spaces.values() for change in here]))
        )
        where = [space for space, here in spaces.items() if space and any(write_sums(language, here))]
        is_placed = what and where and piece != GANDHI
        told.append(language.say("ui.news.where", what=Said(what), place=where) if is_placed else what)
    return [words for words in told if words]


def write_crisis(language: Language, turns: Played, before: View, after: View) -> str:
    """1.10 Return a text on a Crisis that has begun, ended, or done both between two views; "" if there was none."""
    if not any(change.verb == "crisis" for _, made in turns for change in made):
        return ""
    if before.crisis == after.crisis:
        return f"**{language.say('ui.news.crisis.again' if after.crisis else 'ui.news.crisis.passed')}**"
    return f"**{language.say('log.crisis' if after.crisis else 'log.crisis.over')}**"


def write_markers(language: Language, before: View, after: View, seat: str) -> list[str]:
    """1.10 Return texts on the changed numbers of available Protests and of scarce Unrest, if a Faction uses them."""
    told = []
    if seat in MARKERS and before.protests_available != after.protests_available:
        told.append(language.say("ui.news.protests", old=before.protests_available, new=after.protests_available))
    old, new = before.unrest_available, after.unrest_available
    if seat in (CONGRESS, REVOLUTIONARIES) and old != new and min(old, new) <= SCARCE:
        told.append(language.say("ui.news.markers", old=old, new=new))
    return told


def write_course(language: Language, turns: Played, after: View, seat: str) -> list[str]:
    """1.8, 1.10, 6.1, 6.2 Return texts, in order, on victory checks, on Restraint and Unity, and on some phases.

    The phases are the Resources Phase and those of a Crisis. The Faction's own moves of the tracks are left out.
    """
    told: list[str] = []
    lasting = compare(turns[0][0], after).controls
    moved: list[tuple[str, dict[str, tuple[int, int]]]] = []

    def put_moved() -> None:
        told.extend(
            write_item(language, doer, [write_tracks_since(language, Story(tracks=pairs))]) for doer, pairs in moved
        )
        moved.clear()

    views = [*(view for view, _ in turns), after]
    for (_, made), *around in zip(turns, views, views[1:], strict=False):
        for section in read_story(made).sections:
            if section.phase == "victory":
                put_moved()
                told.append(write_check(language, made, _find_checked(made, *around)))
            pairs = {
                change.verb: (change.old or 0, change.new or 0) for change in section.general if change.verb in TRACKS
            }
            if pairs and section.seat != seat:
                doer = _name_doer(language, section)
                known = moved.pop()[1] if moved and moved[-1][0] == doer else {}
                for key, (old, new) in pairs.items():
                    known[key] = (known.get(key, (old, 0))[0], new)
                moved.append((doer, {key: pair for key, pair in known.items() if pair[0] != pair[1]}))
            if CRISIS in (section.phase, section.follows) or section.phase == "resources":
                put_moved()
                told.append(write_effects(language, section, lasting))
    put_moved()
    return told


def _find_checked(made: Sequence[Change], before: View, after: View) -> View:
    """Return the view with the totals of a turn's victory check: ``before`` if the map changed later, or ``after``."""
    check = next(place for place, change in enumerate(made) if change.verb == "phase" and change.piece == "victory")
    return before if any(spaces_of(change) and change.piece != "strike" for change in made[check:]) else after


def write_turns(language: Language, turns: Played, after: View, seat: str) -> list[str]:
    """Return lines, in order, with the actions of other seats and the effects of phases, a line for each card.

    If a turn was on a card that is no longer the Current Card, every line begins with its card.
    """
    told: list[tuple[int, str, str]] = []
    lasting = compare(turns[0][0], after).controls
    for before, made in turns:
        card = before.card.number if before.card is not None and not before.card.viceroy else 0
        for section, summed in zip(read_story(made).sections, read_story(made, totals=True).sections, strict=True):
            if section.phase in REDEPLOY:
                told.append((0, "", write_redeploy(language, summed)))
            elif section.phase and section.phase not in QUIET_PHASES:
                told.append((0, "", write_effects(language, section, lasting)))
            elif section.begun and section.seat != seat:
                name = name_actions(language, section, name_plain_action)
                if told and told[-1][:2] == (card, section.seat):
                    name = language.put_together("items", [told.pop()[2], name])
                told.append((card, section.seat, name))
    told = [one for one in told if one[2]]
    now = after.card.number if after.card is not None else 0
    is_named = any(card not in (0, now) for card, *_ in told)
    lines = []
    for card, group in groupby(told, key=lambda one: one[0]):
        parts = [language.say("ui.round.seat", seat=one, what=what) if one else what for _, one, what in group]
        line = language.put_together("parts", parts)
        lines.append(language.say("ui.news.card", card=card, what=Said(line)) if card and is_named else line)
    return lines


def write_effects(language: Language, section: Section, lasting: Mapping[str, tuple[int, int]]) -> str:
    """6.2 to 6.8 Return the effects of a phase or a Crisis on the map, with the spaces if they are few, or "".

    ``lasting`` has the spaces whose Control is different after all turns: other changes of Control are left out.
    """
    name = language.word(f"phase.{section.phase}") if section.phase else name_actions(language, section)
    changes = [change for item in section.items for change in item.changes]
    changes += [change for change in section.general if change.piece]
    his = [change for change in changes if change.piece == GANDHI]
    rest = [change for change in changes if change.piece != GANDHI]
    what = language.put_together("items", filter(None, write_sums(language, rest)))
    where = list(dict.fromkeys(filter(None, map(place_of, rest))))
    if what and 0 < len(where) <= MOST_PLACES:
        what = language.say("ui.news.where", what=Said(what), place=where)
    control = [
        change
        for change in section.lasting()
        if change.verb == "control" and lasting.get(change.target, ("", ""))[1] == change.new
    ]
    return write_item(language, name, [what, *write_sums(language, his), *write_control(language, control)])


def write_redeploy(language: Language, section: Section) -> str:
    """6.4 Return how many pieces a Faction redeployed, and how many left the map and where, from a summed section."""
    came: dict[str, int] = {}
    gone: dict[str, dict[str, int]] = {}
    for space, kinds in section.sums.items():
        for piece, count in kinds.items():
            came[piece] = came.get(piece, 0) + max(count, 0)
            if count < 0:
                gone.setdefault(piece, {})[space] = count
    parts = [language.count(PLAIN.get(piece, piece), count) for piece, count in came.items() if count]
    for piece, spaces in gone.items():
        lost = -sum(spaces.values()) - came.get(piece, 0)
        if lost > 0:
            what = language.say("log.fewer", what=language.count(PLAIN.get(piece, piece), lost))
            where = list(spaces) if len(spaces) <= MOST_PLACES else []
            parts.append(language.say("ui.news.where", what=Said(what), place=where) if where else what)
    return write_item(language, language.word(f"phase.{section.phase}"), parts)
