"""Alt text: what a picture shows, for those who do not see it, from the same View and Changes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.change import Change
from engine.rajas.board import BOARD, Tile
from engine.rajas.ids import BUILDING_VALUES, COLOUR_OF, VALUE_OF
from engine.rajas.story import Story, read_story
from engine.rajas.view import View
from render.labels import ENGLISH_LABELS, Labels
from render.rajas.captions import action_name, gap_words, headline, seat_name, step_captions, summary, tile_name

MOST = 1024
"""Discord's limit for the description of a file, in characters."""


def alt_text(view: View, changes: Sequence[Change] = (), labels: Labels = ENGLISH_LABELS, layout: str = "") -> str:
    """Describe the board in at most `MOST` characters, in whole sentences, what matters most first.

    The turn comes first, then each player, workers on their spaces, the open tiles, and provinces; where the layout
    is that of the seats alone, no spaces and no open tiles.
    """
    state = _describe_state(view, labels)
    told = [cut(_tell(view, read_story(changes), labels), MOST - len(state) - 2)] if changes else []
    rest = [_describe_workers(view, labels), *_describe_tiles(view, labels)] if layout != "seats" else []
    rest += [describe_province(view, seat, labels) for seat in view.order]
    return labels.fit([*told, state, *filter(None, rest)], MOST)


def _tell(view: View, story: Story, labels: Labels) -> str:
    parts = [labels.sentence(headline(story, labels))]
    parts += [labels.sentence(f"{mark} {text}") for mark, text in step_captions(story, labels)]
    rest = summary(story, view, labels)
    if rest:
        parts.append(labels.sentence(labels.join("facts", rest)))
    return labels.join("sentences", parts)


def describe_seat(view: View, seat: str, labels: Labels) -> str:
    """Return the state of a player: fame, coins, the gap, karma, dice, workers, boat."""
    player = view.players[seat]
    parts = [
        labels.say("put.value", name=labels["rajas.fame"], value=player.fame),
        labels.say("put.value", name=labels["rajas.coins"], value=player.money),
        gap_words(player.overlap, labels),
        labels.say("put.value", name=labels["rajas.karma"], value=player.karma),
        labels.say("put.value", name=labels["rajas.workers"], value=f"{player.workers}/{player.active}"),
        labels.say("put.value", name=labels["rajas.boat"], value=player.boat),
    ]
    dice = _group_dice(player.dice, labels)
    if dice:
        parts.append(labels.say("put.value", name=labels["rajas.dice"], value=dice))
    lowest = min(BUILDING_VALUES)
    raised = {f"building.{kind}": value for kind, value in player.values.items() if value > lowest}
    if raised:
        values = labels.join("items", [labels.say("put.value", name=labels[key], value=raised[key]) for key in raised])
        parts.append(labels.say("put.value", name=labels["rajas.values"], value=values))
    return labels.say("put.fact", name=seat_name(seat, labels), what=labels.join("items", parts))


def _group_dice(dice: Sequence[str], labels: Labels) -> str:
    """Return dice by colour: "orange 3 6, blue 2"."""
    held: dict[str, list[str]] = {}
    for die in dice:
        held.setdefault(COLOUR_OF[die], []).append(str(VALUE_OF[die]))
    names = [labels.say("rajas.die", colour=labels[f"colour.{one}"], pips=" ".join(held[one])) for one in held]
    return labels.join("items", names)


def _describe_state(view: View, labels: Labels) -> str:
    parts = []
    if view.winner:
        parts.append(labels.say("caption.over", seat=seat_name(view.winner, labels)))
    else:
        parts.append(labels.say("rajas.round", number=view.round, phase=view.phase_number))
    parts += [describe_seat(view, seat, labels) for seat in view.order]
    if view.pending:
        parts.append(labels.say("alt.pending", seat=seat_name(view.pending, labels)))
    return labels.sentence(labels.join("facts", parts))


def _describe_workers(view: View, labels: Labels) -> str:
    """Return the spaces with workers, and whose they are."""
    found: dict[str, list[str]] = {}
    for slot, here in view.slots.items():
        if here.seat:
            found.setdefault(action_name(slot, labels), []).append(seat_name(here.seat, labels))
    places = [labels.say("put.aside", what=name, aside=labels.join("items", seats)) for name, seats in found.items()]
    what = labels.join("items", places)
    return labels.say("put.fact", name=labels["rajas.workers"], what=what) if places else ""


def _describe_tiles(view: View, labels: Labels) -> list[str]:
    """Return the open tiles and what is on them, a sentence for each colour."""
    open_tiles: dict[str, list[str]] = {}
    for stack, here in view.stacks.items():
        if here.top:
            tile = describe_tile(BOARD.tiles[here.top], labels)
            open_tiles.setdefault(stack.partition(":")[0], []).append(tile)
    name = labels["action.quarry"]
    return [labels.say("put.fact", name=name, what=labels.join("items", tiles)) for tiles in open_tiles.values()]


def describe_province(view: View, seat: str, labels: Labels) -> str:
    """Return the tiles of a province with their squares, or an empty string where none has been built."""
    province = view.players[seat].province
    tiles = [f"{square} {describe_tile(BOARD.tiles[here.tile], labels)}" for square, here in province.items()]
    what = labels.join("items", tiles)
    return labels.say("rajas.province_has", seat=seat_name(seat, labels), tiles=what) if tiles else ""


def describe_tile(tile: Tile, labels: Labels) -> str:
    """Return a tile and what is on it: "orange 9 (temple, silk 3)"."""
    parts = [labels[f"building.{building}"] for building in tile.buildings]
    parts += [labels.say("put.value", name=labels[f"good.{good}"], value=value) for good, value in tile.markets]
    return labels.say("put.aside", what=tile_name(tile, labels), aside=labels.join("items", parts))


def cut(text: str, most: int) -> str:
    """A text of at most so many letters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
