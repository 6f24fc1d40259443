"""News of other seats' turns for one seat, in a line for each of the others.

A line first has the actions of a seat, then its changed values, and then its dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import dropwhile
from typing import Final

from bot.games.rajas.words.chronicle import Section, find_visited, read_sections
from bot.games.rajas.words.names import name_dice, name_reward, name_tile
from bot.games.showing import NEWS_LINES
from bot.language import Language
from engine.core.change import Change
from engine.rajas.board import BOARD
from engine.rajas.ids import CHAMBER, SETUP
from engine.rajas.view import PlayerView, View

FEW: Final = 2
"""The most workers of a seat whose tiles are all named in full. If it has placed more, or built more than one tile,
only the tile of the last worker is named in full."""
TILES: Final = frozenset({"build", "cover"})


@dataclass
class SeatDeeds:
    """The workers that a seat has placed, by round, each with its Changes; and whether the seat's markers have met."""

    rounds: dict[int, list[Section]] = field(default_factory=dict)
    has_crossed: bool = False


def write_news(language: Language, turns: Sequence[tuple[View, Sequence[Change]]], after: View, seat: str) -> list[str]:
    """Return a line for each other seat with its actions in some turns. Seats whose markers have met come first.

    If the ``seat`` has not acted in the present round, the lines name the rounds, because only the workers of the
    present round occupy spaces. If no one else has acted in it either, the last line says that it has begun. Without a
    ``seat``, there is a line for every seat.
    """
    views = [*(view for view, _ in turns), after]
    before = next((view for view in views[:-1] if view.phase != SETUP), views[0])
    made = gather_deeds(turns, seat)
    own = after.players.get(seat)
    is_new = after.round > 1 and (own.workers == own.active if own is not None else before.round < after.round)
    is_first = is_new and not any(after.round in deeds.rounds for deeds in made.values())
    lines = []
    for other in sorted(made, key=lambda one: not made[one].has_crossed):
        deeds, old, new = made[other], before.players[other], after.players[other]
        parts = [
            language.say("picture.rajas.fact.cross") if deeds.has_crossed else "",
            write_deeds(language, deeds, after, other, is_new=is_new and not is_first),
            write_changes(language, old, new, is_next=before.next_first != other == after.next_first),
            write_dice(language, new.dice) if new.dice != old.dice else "",
        ]
        # A seat has no line if it has only received its coins in the set-up.
        if what := language.put_together("parts", filter(None, parts)):
            lines.append(language.say("log.rajas.of", seat=other, what=what))
    if is_first:
        begins = language.say("rajas.news.first" if seat else "picture.rajas.round_begins", number=after.round)
        # The new round comes last, after the actions in the old one, in the last line if `NEWS_LINES` are reached.
        last = lines[-1:] if len(lines) == NEWS_LINES else []
        lines[len(lines) - len(last) :] = [language.put_together("parts", [*last, begins])]
    return lines


def write_dice(language: Language, dice: Sequence[str]) -> str:
    """Return the dice that a seat has left as text, by colour, or that it has none."""
    what = name_dice(language, dice)
    return language.say("rajas.news.dice", what=what) if dice else what


def gather_deeds(turns: Sequence[tuple[View, Sequence[Change]]], seat: str) -> dict[str, SeatDeeds]:
    """Return the deeds of each seat except ``seat``, in the order in which the seats first acted."""
    made: dict[str, SeatDeeds] = {}
    for view, changes in turns:
        number, sections = view.round, read_sections(changes)
        if view.phase == SETUP:
            sections = [*dropwhile(lambda section: not section.action, sections)]
        for section in sections:
            number = max([number, *(int(change.new or 0) for change in section.changes if change.verb == "round")])
            if section.seat in ("", seat):
                continue
            deeds = made.setdefault(section.seat, SeatDeeds())
            deeds.has_crossed |= any(change.verb == "cross" for change in section.changes)
            workers = deeds.rounds.setdefault(number, [])
            if section.action or not workers:
                workers.append(Section(section.seat, section.action, [*section.changes]))
            else:
                workers[-1].changes += section.changes
    return made


def write_deeds(language: Language, deeds: SeatDeeds, after: View, seat: str, *, is_new: bool) -> str:
    """Return the actions of a seat's workers, one after the other, the newest round first.

    With ``is_new``, each round is named.
    """
    placed = [worker for workers in deeds.rounds.values() for worker in workers]
    tiles = sum(change.verb in TILES for worker in placed for change in worker.changes)
    is_long = len(placed) > FEW or tiles > 1
    parts = []
    for number, workers in sorted(deeds.rounds.items(), reverse=True):
        words = [write_deed(language, one, briefly=is_long and one is not placed[-1]) for one in workers]
        what = language.put_together("actions", filter(None, words))
        is_first = number == after.round and seat == after.order[0]
        key = "log.rajas.in_round.first" if is_first else "log.rajas.in_round"
        parts.append(language.say(key, number=number, what=what) if is_new and what else what)
    return language.put_together("clauses", filter(None, parts))


def write_deed(language: Language, worker: Section, *, briefly: bool = False) -> str:
    """Return a worker's action, and its effects: tiles built or laid, stops of the boat, a skipped action."""
    parts = [language.word(f"action.{worker.action}")] if worker.action else []
    boats = [number for number, change in enumerate(worker.changes) if change.verb == "boat"]
    for number, change in enumerate(worker.changes):
        match change.verb:
            case "build" | "cover":
                tile = BOARD.tiles[change.piece]
                name = language.say("rajas.news.tile", colour=tile.colour, cost=tile.cost)
                what = name if briefly else name_tile(language, tile)
                parts.append(language.say(f"rajas.news.{change.verb}", what=what, square=change.target))
            case "boat":
                visited = find_visited(worker.changes[number:])
                if visited:
                    action = f"{CHAMBER}:{visited}"
                    parts.append(language.say("rajas.news.boat.visit", number=change.new, action=action))
                elif number == boats[-1]:
                    parts.append(language.say("rajas.news.boat", number=change.new))
            case "lay_yield":
                reward = name_reward(language, BOARD.yield_tiles[change.piece].reward)
                parts.append(language.say("log.rajas.lay_yield", reward=reward, place=change.target))
            case "skip":
                parts.append(language.say("log.rajas.skip"))
    return language.put_together("items", parts)


def write_changes(language: Language, old: PlayerView, new: PlayerView, *, is_next: bool) -> str:
    """Return the values of a seat that have changed, as they are now, tracks with the difference; or "".

    ``is_next`` means that the seat will now be the first of the next round.
    """
    tracks = {"fame": (old.fame, new.fame), "coins": (old.money, new.money), "karma": (old.karma, new.karma)}
    parts = [
        language.say(f"rajas.news.{track}", number=now, change=language.signed(now - then))
        for track, (then, now) in tracks.items()
        if now != then
    ]
    parts += [
        language.say("rajas.value", building=building, value=value)
        for building, value in new.values.items()
        if value != old.values[building]
    ]
    parts += [language.say("rajas.news.workers", count=new.active)] if new.active != old.active else []
    parts += [language.say("log.rajas.next_first")] if is_next else []
    return language.say("rajas.news.now", what=language.put_together("items", parts)) if parts else ""
