"""A turn in words, from the labels: for the strip under the board and for the alt text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.rajas.board import BOARD, Reward, Tile, action_of
from engine.rajas.ids import COLOUR_OF, VALUE_OF
from engine.rajas.story import NO_TILE, TILE, WORKER, Fact, Step, Story
from engine.rajas.view import View
from render.labels import Labels

AMOUNTS = ("paid", "coins", "fame", "karma")
"""Kinds of facts that are an amount of something."""


def seat_name(seat: str, labels: Labels) -> str:
    """Return the name of a seat."""
    return labels[f"seat.{seat}"]


def action_name(slot: str, labels: Labels) -> str:
    """Return the name of a space for workers: ``market:tea`` is "Tea market"."""
    return labels[f"action.{action_of(slot)}"]


def tile_name(tile: Tile, labels: Labels) -> str:
    """Return the name of a tile: its colour and price."""
    return labels.say("rajas.tile", colour=labels[f"colour.{tile.colour}"], cost=tile.cost)


def dice_names(dice: Iterable[str], labels: Labels) -> str:
    """Return dice in words: "orange 5, blue 2"."""
    names = (labels.say("rajas.die", colour=labels[f"colour.{COLOUR_OF[die]}"], pips=VALUE_OF[die]) for die in dice)
    return labels.join("items", names)


def reward_name(reward: Reward, labels: Labels) -> str:
    """Return a simple reward in words, as on white yield tiles."""
    return labels.say(f"rajas.reward.{reward.kind}", count=reward.amount, number=reward.amount)


def yield_name(space: str, labels: Labels) -> str:
    """Return the name of a yield space."""
    return labels[f"space.{space}"]


def headline(story: Story, labels: Labels) -> str:
    """Return the title of a turn: who placed a worker where."""
    parts = []
    for step in story.steps:
        if step.kind == WORKER and step.seat:
            what = action_name(step.place, labels) if step.place else labels["rajas.no_space"]
            parts.append(labels.say("put.fact", name=seat_name(step.seat, labels), what=what))
    if parts:
        return labels.join("parts", parts)
    if story.winner:
        return labels.say("caption.over", seat=seat_name(story.winner, labels))
    if story.rounds:
        return labels.say("rajas.round_begins", number=story.rounds[-1])
    return labels["rajas.setup"] if story.rolled else labels["turn.none"]


def step_captions(story: Story, labels: Labels) -> list[tuple[str, str]]:
    """Return (number, caption) of every numbered step, with the player's name at each change of player."""
    steps = [step for step in story.steps if step.number]
    several = len({step.seat for step in steps}) > 1
    told, before = [], ""
    for step in steps:
        what = tell_step(step, labels)
        if (several and (step.kind == WORKER or step.seat != before)) or step.kind in (TILE, NO_TILE):
            what = labels.say("put.fact", name=seat_name(step.seat, labels), what=what)
        told.append((str(step.number), what))
        before = step.seat
    return told


def tell_step(step: Step, labels: Labels) -> str:
    """Return one step in words: its place and its results."""
    facts = [phrase for fact in step.facts() if (phrase := tell_fact(fact, step, labels))]
    where = _place_of(step, labels)
    return labels.say("caption.step", space=where, what=labels.join("items", facts)) if facts else where


def _place_of(step: Step, labels: Labels) -> str:
    match step.kind:
        case "worker":
            return action_name(step.place, labels)
        case "build" | "cover" | "tile" | "no_tile":
            tile = tile_name(BOARD.tiles[step.tile], labels)
            key = "rajas" if step.kind in ("build", "cover") else "rajas.put_right"
            return labels.say(f"{key}.{step.kind}", tile=tile, square=step.place)
        case "yields":
            names = [yield_name(space, labels) for space in step.places]
            return labels.say("rajas.yields", places=labels.join("items", names))
        case "boat":
            where = labels.say("rajas.boat_to", number=step.place)
            return labels.say("put.fact", name=bonus_name(step.via, labels), what=where) if step.via else where
        case "bonus":
            return bonus_name(step.place, labels)
        case _:
            return labels.say("rajas.yield_tile", place=yield_name(step.place, labels))


def bonus_name(bonus: str, labels: Labels) -> str:
    """Return the name of a bonus of a track."""
    track, _, space = bonus.partition("_")
    return labels.say(f"rajas.bonus.{track}", number=space)


def tell_fact(fact: Fact, step: Step, labels: Labels) -> str:
    """Return one fact in a few words, or an empty string."""
    pieces = fact.pieces
    if fact.kind in AMOUNTS:
        return labels.say(f"rajas.fact.{fact.kind}", count=fact.amount, number=fact.amount)
    if fact.kind in ("gave", "rolled"):
        return labels.say(f"rajas.fact.{fact.kind}", dice=dice_names(pieces, labels))
    if fact.kind in ("turned", "rerolled"):
        before, after = pieces[::2], pieces[1::2]
        if fact.kind == "turned":
            return labels.say("rajas.fact.turned", die=dice_names(before, labels), pips=VALUE_OF[after[0]])
        return labels.say("rajas.fact.rerolled", before=dice_names(before, labels), after=dice_names(after, labels))
    if fact.kind == "upgrade":
        name = labels[f"building.{pieces[0]}"]
        return labels.say("rajas.fact.upgrade", building=name, value=fact.amount)
    if fact.kind == "white":
        return labels.say("rajas.fact.white", reward=reward_name(BOARD.yield_tiles[pieces[0]].reward, labels))
    if fact.kind in ("new_worker", "cross", "decline", "next_first"):
        return labels.say(f"rajas.fact.{fact.kind}", number=fact.amount)
    return ""


def summary(story: Story, view: View, labels: Labels) -> list[str]:
    """Return the text beside the steps: the new places of markers, a new round, the end."""
    phrases = []
    for seat in dict.fromkeys(story.seats):
        ways = {track: way for track in ("fame", "coins") if (way := story.moved(seat, track)) is not None}
        moved = [
            labels.say("caption.track", name=labels[f"rajas.{track}"], old=old, new=new)
            for track, (old, new) in ways.items()
        ]
        if moved and seat in view.players:
            moved.append(gap_words(view.players[seat].overlap, labels))
        if moved and len(set(story.seats)) > 1:
            what = labels.join("items", moved)
            moved = [labels.say("put.fact", name=seat_name(seat, labels), what=what)]
        phrases += moved
    for seat in story.crossed:
        phrases.append(labels.say("rajas.crossed", seat=seat_name(seat, labels)))
    if story.rounds and story.seats:
        phrases.append(labels.say("rajas.round_begins", number=story.rounds[-1]))
    if story.winner:
        phrases.append(labels.say("caption.over", seat=seat_name(story.winner, labels)))
    return list(dict.fromkeys(phrases))


def gap_words(overlap: int, labels: Labels) -> str:
    """Return how far apart someone's markers are, or how far they overlap."""
    gap = abs(overlap)
    return labels.say("rajas.apart", count=gap, number=gap) if overlap < 0 else labels.say("rajas.overlap", number=gap)


def number_words(places: Sequence[str], labels: Labels) -> str:
    """Return numbered places in words: "1 (b2), 2 (c3)"."""
    return labels.join(
        "items", (labels.say("put.aside", what=number, aside=place) for number, place in enumerate(places, 1))
    )
