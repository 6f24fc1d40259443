"""News of some turns for one Faction, in at most three lines: what was done to it, what else counts, who did what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bot.games.gandhi.words.chronicle import name_actions, write_net
from bot.games.gandhi.words.outlook import write_actions, write_margin, write_tracks_since
from bot.games.gandhi.words.totals import REDEPLOY, write_check, write_sums
from bot.language import Language
from bot.names import Said
from engine.core.change import Change
from engine.gandhi.comparing import compare, compare_shares
from engine.gandhi.ids import CONGRESS, GANDHI, LEAGUE, OWN_PIECES, RAJ, REVOLUTIONARIES, SEATS
from engine.gandhi.story import CRISIS, Section, Story, place_of, read_story
from engine.gandhi.view import View

HARM = frozenset({"remove", "arrest"})
"""Verbs of pieces that a Faction loses."""
MARKERS = {CONGRESS: ("protest", "strike"), LEAGUE: ("protest",)}
"""Markers by which a Faction acts, and of which it hears when they are lost."""
RESET = "reset"
"""6.5 The phase in which everyone's markers leave the map."""
QUIET_PHASES = frozenset({"victory", "resources", CRISIS, *REDEPLOY})
"""Phases whose changes on the map have no part here: other lines say them."""
MOST_PLACES = 4
"""The most spaces that are named behind what a phase has changed."""


class Deed(msgspec.Struct):
    """The harm that another Faction, or a phase of a Campaign Round, has done to one Faction, and to tracks.

    ``lost`` are pieces and ``shifted`` levels, by space, ``freed`` pieces released from Jail; ``shares`` is what spaces
    add more or less to its victory total, by kind.
    """

    lost: dict[str, list[Change]] = {}
    shifted: dict[str, list[Change]] = {}
    freed: list[Change] = []
    shares: dict[str, dict[str, int]] = {}
    tracks: dict[str, tuple[int, int]] = {}


def write_news(language: Language, turns: Sequence[tuple[View, Sequence[Change]]], after: View, seat: str) -> list[str]:
    """Return what others have done in some turns, in at most three lines, what concerns a Faction first."""
    before, changes = turns[0][0], [change for _, made in turns for change in made]
    tracks = compare(before, after).tracks
    crisis = Story(tracks={key: tracks[key] for key in ("crisis",) if key in tracks})
    gained = {key: pair for key, pair in tracks.items() if key in SEATS and key != seat and pair[1] > pair[0]}
    deeds = gather_deeds(language, turns, after, seat)
    moved = [other for other in SEATS if after.victory[other].margin != before.victory[other].margin]
    sections = [section for _, made in turns for section in read_story(made).sections]
    is_round = any(section.phase for section in sections)
    others = [change for change in changes if change.seat != seat or change.verb == "phase"]
    lines = [
        [
            *([f"**{write_tracks_since(language, crisis)}**"] if crisis.tracks else []),
            *(write_item(language, doer, write_harm(language, deed, seat)) for doer, deed in deeds.items()),
            *([write_margin(language, seat, before, after)] if seat in moved else []),
        ],
        [
            *(write_checks(language, turns) if is_round else []),
            *(write_item(language, doer, [write_tracks(language, deed, seat)]) for doer, deed in deeds.items()),
            write_tracks_since(language, Story(tracks=gained)) if is_round else "",
            *(write_effects(language, section) for section in sections if CRISIS in (section.phase, section.follows)),
            *(
                write_margin(language, other, before, after)
                for other in moved
                if other != seat and after.victory[other].margin > 0
            ),
        ],
        [
            *(
                write_effects(language, section)
                for section in sections
                if section.phase and section.phase not in QUIET_PHASES
            ),
            write_actions(language, others),
            *(write_redeploys(language, changes) if is_round else []),
        ],
    ]
    told = [line for parts in lines if (line := language.put_together("parts", filter(None, parts)))]
    if is_round and not told:
        told = [language.say("log.round.plain")]
    return [line[:1].upper() + line[1:] for line in told]


def gather_deeds(
    language: Language, turns: Sequence[tuple[View, Sequence[Change]]], after: View, seat: str
) -> dict[str, Deed]:
    """Return what others have done, by who did it, in their order."""
    deeds: dict[str, Deed] = {}
    views = [*(view for view, _ in turns), after]
    for (_, changes), old, new in zip(turns, views, views[1:], strict=False):
        sections = [section for section in read_story(changes).sections if section.seat or section.phase]
        for section in sections:
            if section.seat != seat:
                _add_section(deeds.setdefault(_name_doer(language, section), Deed()), section, old, seat)
        if sections and sections[0].seat != seat:
            deed = deeds[_name_doer(language, sections[0])]
            for kind, spaces in compare_shares(old, new, seat).items():
                here = deed.shares.setdefault(kind, {})
                for space, number in spaces.items():
                    here[space] = here.get(space, 0) + number
    return deeds


def _add_section(deed: Deed, section: Section, before: View, seat: str) -> None:
    """Add what a section did: own pieces and markers lost, Guerrillas exposed, levels of spaces with own pieces."""
    own = {*OWN_PIECES[seat], *MARKERS.get(seat, ()), *([GANDHI] if seat == CONGRESS else [])}
    for item in section.items if section.phase != RESET else ():
        lost = [
            change
            for change in item.changes
            if (change.verb in HARM and change.piece in own) or (change.verb == "activate" and seat == REVOLUTIONARIES)
        ]
        # What is put back at once is no loss.
        pieces = {change.piece for change in lost if change.verb == "remove"}
        lost += [change for change in item.changes if change.verb == "place" and lost and change.piece in pieces]
        if lost:
            deed.lost.setdefault(item.space, []).extend(lost)
        here = before.spaces.get(item.space)
        if here is not None and seat != REVOLUTIONARIES and any(getattr(here, piece) for piece in OWN_PIECES[seat]):
            levels = [change for change in item.changes if change.verb == "level" and _is_against(change, seat)]
            if levels:
                deed.shifted.setdefault(item.space, []).extend(levels)
    # The line of a phase says whom it releases.
    made = [*section.general, *(change for item in section.items for change in item.changes)] if section.seat else []
    deed.freed += [change for change in made if change.verb == "release" and change.piece in own]
    for change in [*section.general, *section.resources]:
        key = change.target if change.verb == "resources" else change.verb
        if key in ("restraint", "unity", seat) and change.old is not None and change.new is not None:
            deed.tracks[key] = (deed.tracks.get(key, (change.old, 0))[0], change.new)


def _is_against(change: Change, seat: str) -> bool:
    """Return whether a level has moved away from what a Faction wants: Support for Raj, Opposition for the others."""
    levels = (change.new or 0) - (change.old or 0)
    return levels < 0 if seat == RAJ else levels > 0


def _name_doer(language: Language, section: Section) -> str:
    return language.word(f"seat.{section.seat}" if section.seat else f"phase.{section.phase}")


def write_item(language: Language, doer: str, parts: Iterable[str]) -> str:
    """Return what someone did, after their name; nothing where they did nothing."""
    clauses = language.put_together("items", filter(None, parts))
    return language.say("log.item", what=doer, clauses=clauses) if clauses else ""


def write_harm(language: Language, deed: Deed, seat: str) -> list[str]:
    """Return what was done to a Faction: its pieces, levels, Resources and victory total, and where."""
    shares = {space for spaces in deed.shares.values() for space, number in spaces.items() if number}
    shifted = {space: made for space, made in deed.shifted.items() if space not in shares}
    freed = language.put_together("items", filter(None, write_sums(language, deed.freed)))
    parts = [_write_places(language, deed.lost), _write_places(language, shifted), freed]
    if seat in deed.tracks:
        old, new = deed.tracks[seat]
        parts.append(language.say("ui.news.resources", old=old, new=new))
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


def _write_places(language: Language, made: Mapping[str, Sequence[Change]]) -> str:
    """Return the sum of what was done in some spaces, with their names."""
    sums = write_sums(language, [change for changes in made.values() for change in changes])
    what = language.put_together("items", filter(None, sums))
    # Gandhi's own line names the space.
    where = [
        space
        for space, changes in made.items()
        if space and any(write_sums(language, [change for change in changes if change.piece != GANDHI]))
    ]
    return language.say("ui.news.where", what=Said(what), place=where) if where else what


def write_tracks(language: Language, deed: Deed, seat: str) -> str:
    """1.8, 1.10 Return Restraint and Unity, where someone has changed them."""
    pairs = {key: pair for key, pair in deed.tracks.items() if key != seat and pair[0] != pair[1]}
    return write_tracks_since(language, Story(tracks=pairs))


def write_effects(language: Language, section: Section) -> str:
    """6.2 to 6.8 Return what a phase or a Crisis has changed on the map, and where if these are few spaces."""
    name = language.word(f"phase.{section.phase}") if section.phase else name_actions(language, section)
    changes = [change for item in section.items for change in item.changes]
    changes += [change for change in section.general if change.piece]
    what = language.put_together("items", filter(None, write_sums(language, changes)))
    where = list(dict.fromkeys(filter(None, (place_of(change) for change in changes if change.piece != GANDHI))))
    if what and 0 < len(where) <= MOST_PLACES:
        what = language.say("ui.news.where", what=Said(what), place=where)
    control = [change for change in section.lasting() if change.verb == "control"]
    return write_item(language, name, [what, *write_net(language, control)])


def write_checks(language: Language, turns: Sequence[tuple[View, Sequence[Change]]]) -> list[str]:
    """6.1 Return victory checks, with everyone's margin there."""
    return [
        write_check(language, made, before)
        for before, made in turns
        if any((change.verb, change.piece) == ("phase", "victory") for change in made)
    ]


def write_redeploys(language: Language, changes: Sequence[Change]) -> list[str]:
    """6.4 Return how many pieces each Faction redeployed."""
    told = []
    for section in read_story(changes, totals=True).sections:
        came: dict[str, int] = {}
        for kinds in section.sums.values() if section.phase in REDEPLOY else ():
            for piece, count in kinds.items():
                came[piece] = came.get(piece, 0) + max(count, 0)
        pieces = (language.count(piece, count) for piece, count in came.items() if count)
        told.append(write_item(language, language.word(f"phase.{section.phase}"), pieces) if section.phase else "")
    return told
