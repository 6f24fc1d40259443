"""Pictures and icons: the table after a turn, a province on request, questions about a province, icons of options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from msgspec.structs import replace as put_into

from bot.games.rajas.shortcuts import TilePlace, find_place, follow
from bot.games.showing import PHONE
from engine import Game
from engine.core.change import Change
from engine.core.decision import Option
from engine.rajas.ids import SEATS
from engine.rajas.quarry import Placing
from engine.rajas.roads import NAMES
from engine.rajas.view import SquareView, View
from render.pictures import Options, Picture
from render.rajas import CONTENTS, ICONS, LAYOUTS, draw_board, draw_contents, draw_province

PROVINCES: Final = SEATS
"""The parts that can be enlarged: everyone's province."""
PROVINCE: Final = "province"
WAYS: Final = ("full", PHONE, "seats")
"""The ways to look at the table. Their buttons and those of every game together fill a row."""
PICTURED: Final = frozenset({"pay", "square", "roads", "cover", "yield_space"})
"""The kinds of questions with a picture: about a player's own province, and about the payment for a tile."""


def draw(view: View, changes: Sequence[Change], options: Options) -> Picture:
    """Return the picture of the table, or what the layout names instead.

    A seat of this game stands for its province, and a part of the box for that part. For a seat that is not in this
    game, all provinces are shown.
    """
    if options.layout in CONTENTS:
        return draw_contents(options)
    if options.layout in view.players:
        return draw_province(view, options.layout, replace(options, layout="full"), changes=changes)
    if options.layout not in LAYOUTS:
        options = replace(options, layout="seats" if options.layout in SEATS else LAYOUTS[0])
    return draw_board(view, changes, options)


ICONS_BY_PREFIX: Final = {"die": "die", "flip": "die", "reroll": "die", "return": "die", "take": "die"}
"""The icon for the options about a die, by the beginning of their keys."""
ICONS_OF_ACTIONS: Final = {"quarry": "chamber", "harbour": "boat"}
"""The icons of areas without a sprite of the same name."""


def find_icon(option: Option, view: View) -> str:
    """Return the name of the icon for an option, or "".

    It shows the option's die, or else its tile's animal, its building, its area or its person.
    """
    first, _, rest = option.key.partition(":")
    if first in ICONS_BY_PREFIX:
        colour, _, pips = rest.partition(":")
        return next((name for name in (f"die_{colour}{pips}", f"die_{colour}") if name in ICONS), "")
    last = option.key.rpartition(":")[2]
    named = (last, ICONS_OF_ACTIONS.get(first, ""), first, str(option.text.params.get("building", "")))
    return next((name for name in named if name in ICONS), "")


def find_parts(changes: Sequence[Change]) -> tuple[str, ...]:
    """Return the seats that have acted, as the layouts of their provinces, or the whole table if no one has."""
    return tuple(dict.fromkeys(change.seat for change in changes if change.seat)) or LAYOUTS[:1]


def draw_question(game: Game, options: Options) -> Picture | None:
    """Return the player's own province with its numbered squares or yield spaces, or the lettered rotations of a tile.

    During the payment for a tile, the tile is shown where one click would place it.
    """
    decision = game.decision
    if decision is None or decision.kind not in PICTURED:
        return None
    view, seat = game.view(), decision.seat
    if decision.kind == "pay":
        place = find_place(game, follow(game, decision))
        return draw_place(view, seat, place, replace(options, layout=PROVINCE)) if place is not None else None
    names = [option.key.partition(":")[2] for option in decision.options]
    tile = decision.subject.tile.id if isinstance(decision.subject, Placing) else ""
    if decision.kind == "roads" and tile:
        turnings = [name.upper() for name in names]
        chosen = replace(options, layout=PHONE)
        return draw_province(view, seat, chosen, tile=tile, square=decision.space, turnings=turnings)
    chosen = replace(options, layout=PROVINCE)
    if decision.kind == "yield_space":
        return draw_province(view, seat, chosen, yields=names)
    return draw_province(view, seat, chosen, squares=names, tile=tile)


def draw_place(view: View, seat: str, place: TilePlace, options: Options) -> Picture:
    """Return the picture of a seat's province as it would be with a tile in some place."""
    player = view.players[seat]
    laid = put_into(player, province={**player.province, place.square: SquareView(place.tile, NAMES[place.roads])})
    shown = put_into(view, players={**view.players, seat: laid})
    return draw_province(shown, seat, options, tile=place.tile, square=place.square)
