"""Alt text: the table of a picture in words, for those who do not see it. The message beside it says what was done."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.change import Change
from engine.rajas.board import BOARD, Tile
from engine.rajas.ids import BUILDING_VALUES
from engine.rajas.story import read_story
from engine.rajas.view import View
from render.labels import ENGLISH_LABELS, Labels
from render.pictures import ALT_LIMIT
from render.rajas.captions import action_name, dice_names, gap_words, seat_name, tile_name


def alt_text(view: View, changes: Sequence[Change] = (), labels: Labels = ENGLISH_LABELS, layout: str = "") -> str:
    """Describe the board in at most `ALT_LIMIT` characters, in whole sentences, what matters most first.

    Each player comes first, in the order of the turn, then the provinces of those who have built, workers on their
    spaces, the open tiles, and the other provinces. With the layout "seats", spaces and open tiles are left out.
    """
    built = [step.seat for step in read_story(changes).steps if step.tile]
    seats = sorted(view.order, key=lambda seat: seat not in built)
    provinces = [describe_province(view, seat, labels) for seat in seats]
    count = len([seat for seat in seats if seat in built])
    rest = [_describe_workers(view, labels), *_describe_tiles(view, labels)] if layout != "seats" else []
    parts = [_describe_state(view, labels), *provinces[:count], *rest, *provinces[count:]]
    return labels.fit(filter(None, parts), ALT_LIMIT)


def describe_seat(view: View, seat: str, labels: Labels) -> str:
    """Return the state of a player: fame, coins, gap, karma, workers, boat, dice, raised values of buildings."""
    player = view.players[seat]
    parts = [
        labels.say("put.value", name=labels["rajas.fame"], value=player.fame),
        labels.say("put.value", name=labels["rajas.coins"], value=player.money),
        gap_words(player.overlap, labels),
        labels.say("put.value", name=labels["rajas.karma"], value=player.karma),
        labels.say("put.value", name=labels["rajas.workers"], value=f"{player.workers}/{player.active}"),
        labels.say("put.value", name=labels["rajas.boat"], value=player.boat),
    ]
    dice = dice_names(player.dice, labels)
    if dice:
        parts.append(labels.say("put.aside", what=labels["rajas.dice"], aside=dice))
    lowest = min(BUILDING_VALUES)
    raised = {f"building.{kind}": value for kind, value in player.values.items() if value > lowest}
    if raised:
        values = labels.join("items", [labels.say("put.value", name=labels[key], value=raised[key]) for key in raised])
        parts.append(labels.say("put.aside", what=labels["rajas.values"], aside=values))
    return labels.say("put.fact", name=seat_name(seat, labels), what=labels.join("items", parts))


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
    """Return the open tiles and what is on them, a sentence for each colour; the first names the quarry."""
    open_tiles: dict[str, list[str]] = {}
    for stack, here in view.stacks.items():
        if here.top:
            tile = describe_tile(BOARD.tiles[here.top], labels)
            open_tiles.setdefault(stack.partition(":")[0], []).append(tile)
    told = [labels.join("items", tiles) for tiles in open_tiles.values()]
    return [labels.say("put.fact", name=labels["action.quarry"], what=one) for one in told[:1]] + told[1:]


def describe_province(view: View, seat: str, labels: Labels) -> str:
    """Return the tiles of a province with their squares, or an empty string where none has been built."""
    province = view.players[seat].province
    tiles = [
        labels.say("put.numbered", number=square, what=describe_tile(BOARD.tiles[here.tile], labels))
        for square, here in province.items()
    ]
    what = labels.join("items", tiles)
    return labels.say("rajas.province_has", seat=seat_name(seat, labels), tiles=what) if tiles else ""


def describe_tile(tile: Tile, labels: Labels) -> str:
    """Return a tile and what is on it: "orange 9 (temple, silk 3)"."""
    parts = [labels[f"building.{building}"] for building in tile.buildings]
    parts += [labels.say("put.value", name=labels[f"good.{good}"], value=value) for good, value in tile.markets]
    return labels.say("put.aside", what=tile_name(tile, labels), aside=labels.join("items", parts))
