"""The steps of a turn in words, from the labels: for the strip under the map and for the alt text."""

from __future__ import annotations

from engine.core.change import Change
from engine.gandhi.ids import PLAYER
from engine.gandhi.story import BOXES, Step, Story, add_up
from engine.gandhi.view import CardView, View, number_round
from render.gandhi.board import load_board
from render.labels import Labels

LEVEL_KEYS = {
    -2: "level.active_opposition",
    -1: "level.passive_opposition",
    0: "level.neutral",
    1: "level.passive_support",
    2: "level.active_support",
}


def card_name(card: CardView, labels: Labels) -> str:
    """Return the name of a card: its title, or the Viceroy of a Campaign card in the language of the picture."""
    given = labels.get(f"title.{card.number}", "")
    return given or (labels[f"viceroy.{card.viceroy}"] if card.viceroy else card.title)


def space_name(key: str, labels: Labels) -> str:
    """Return the name of a space or Railway."""
    return labels.get(f"space.{key}", load_board().place(key).name)


def piece_name(piece: str, count: int, labels: Labels) -> str:
    """Return the name of a piece or marker, singular or plural where it has both."""
    return labels.get(f"piece.{piece}.{'one' if count == 1 else 'many'}", labels[f"piece.{piece}"])


def action_name(action: str, labels: Labels) -> str:
    """Return the name of an action; ``event:shaded`` names the side after the Event."""
    return labels.get(f"action.{action}", action.replace("_", " ").replace(":", ": ").capitalize())


def count_piece(piece: str, count: int, labels: Labels) -> str:
    """Return pieces or markers with their number; Gandhi goes without one, for there is only one."""
    name = piece_name(piece, count, labels)
    return name if piece == "gandhi" else labels.say("put.count", count=count, piece=name)


def headline(story: Story, view: View, labels: Labels) -> str:
    """Return the title of a turn: who did what."""
    if not story.actions:
        phases = story.phases
        number, total = number_round(view, phases) if story.is_summed else (0, 0)
        if total:
            return labels.say("phase.round", number=number, total=total)
        return labels.get(f"phase.{phases[0]}", labels["phase.other"]) if phases else labels["turn.none"]
    turns: list[tuple[str, dict[str, None]]] = []
    for seat, action in story.actions:
        if not turns or turns[-1][0] != seat:
            turns.append((seat, {}))
        turns[-1][1].setdefault(action_name(action, labels))
    parts = []
    for seat, names in turns:
        what = labels.join("actions", names)
        who = labels[f"seat.{seat}"] if seat else ""
        kind = view.seats.get(seat, PLAYER)
        if who and kind != PLAYER:
            who = labels.say("put.aside", what=who, aside=labels[kind])
        parts.append(labels.say("put.fact", name=who, what=what) if who else what)
    return labels.join("parts", parts)


def step_captions(story: Story, labels: Labels) -> list[tuple[str, str]]:
    """Return (numbers, caption) for all steps; neighbouring steps that did the same in several spaces share a line."""
    told: list[tuple[list[int], list[str], str, tuple[str, str, int]]] = []
    for step in story.steps:
        what = _phrases(step, labels)
        name = space_name(step.space, labels)
        key = (step.seat, step.action, step.turn)
        if told and told[-1][2] == what and told[-1][3] == key and not any(c.verb == "move" for c in step.changes):
            told[-1][0].append(step.number)
            told[-1][1].append(name)
        else:
            told.append(([step.number], [name], what, key))
    lines = []
    for numbers, names, what, _ in told:
        mark = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
        lines.append((mark, labels.say("caption.step", space=labels.join("items", names), what=what)))
    return lines


def write_result(view: View, labels: Labels) -> str:
    """Return who has won a finished game and how, in the words of the messages; for an old View, only who."""
    seat = labels[f"seat.{view.winner}"]
    if not view.ending:
        return labels.say("caption.over", seat=seat)
    return labels.say("over.lost" if view.all_players_lose else f"over.{view.ending}", seat=seat)


def summary(story: Story, view: View, labels: Labels) -> list[str]:
    """Return what changed beside the map: tracks, Resources, rolls and the like, one short phrase each."""
    phrases = []
    for key, (old, new) in story.tracks.items():
        if key == "crisis":
            phrases.append(labels["crisis.begins"] if new else labels["crisis.ends"])
        else:
            name = labels[key] if key in ("restraint", "unity") else labels[f"resources.{key}"]
            phrases.append(labels.say("caption.track", name=name, old=old, new=new))
    rolls = [str(change.new) for change in story.others if change.verb == "roll"]
    if rolls:
        phrases.append(labels.say("caption.roll", count=len(rolls), number=labels.join("items", rolls)))
    for change in add_up([change for change in story.others if change.verb in ("enter", "release")]):
        if change.verb == "enter":
            pieces = count_piece(change.piece, change.count, labels)
            phrases.append(labels.say("caption.enter", count=change.count, pieces=pieces))
        else:
            phrases.append(_say(change, "", labels)[0])
    for change in story.others:
        if change.verb == "viceroy":
            phrases.append(labels.say("caption.viceroy", name=labels[f"viceroy.{change.target}"]))
        elif change.verb == "over":
            first = labels.say("caption.over", seat=labels[f"seat.{change.target}"])
            phrases.append(write_result(view, labels) if view.winner else first)
    return list(dict.fromkeys(phrases))


def _phrases(step: Step, labels: Labels) -> str:
    """Return what a step did, as one line; a phrase that holds for several spaces is said once."""
    told: dict[str, list[str]] = {}
    for change in add_up(step.changes):
        phrase, where = _say(change, step.space, labels)
        told.setdefault(phrase, []).append(where)
    lines = []
    for phrase, places in told.items():
        named = [space_name(place, labels) for place in places if place and place != step.space]
        if named and len(named) < len(places):
            named.insert(0, space_name(step.space, labels))
        lines.append(labels.say("put.aside", what=phrase, aside=labels.join("items", named)) if named else phrase)
    return labels.join("phrases", lines)


def _say(change: Change, home: str, labels: Labels) -> tuple[str, str]:
    """Return a short phrase for one Change, relative to the step's space, and the space it is about ("" for a box)."""
    verb = change.verb
    if verb == "level":
        old, new = labels[LEVEL_KEYS[change.old or 0]], labels[LEVEL_KEYS[change.new or 0]]
        return labels.say("caption.level", old=old, new=new), change.target
    if verb == "control":
        return labels["caption.control_gained" if change.new else "caption.control_lost"], change.target
    kind = "underground" if verb in ("activate", "hide") else change.piece
    pieces = count_piece(kind, change.count, labels) if kind else ""
    if verb == "move":
        if change.target == home:
            key = "caption.move_in"
        elif change.origin == home:
            key = "caption.move_out"
        else:
            key = "caption.move"
        ways = {
            "from": labels.place("from", change.origin, space_name(change.origin, labels)),
            "to": labels.place("to", change.target, space_name(change.target, labels)),
        }
        return labels.say(key, count=change.count, pieces=pieces, **ways), home
    key = f"caption.{verb}"
    if verb == "remove" and change.target == "out_of_play":
        key = "caption.remove_out_of_play"
    if verb == "place" and change.origin == "out_of_play":
        key = "caption.place_out_of_play"
    if verb == "release" and change.target in BOXES:
        key = "caption.release_available"
    where = change.origin if verb in ("remove", "arrest") else change.target
    return labels.say(key, count=change.count, pieces=pieces), "" if where in BOXES else where
