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
"""The layouts of single parts of the table: each seat's province, which has the seat's id."""
PROVINCE: Final = "province"
WAYS: Final = ("full", PHONE, "seats")
"""The layouts of the whole table. Their buttons and those that every game has fill one row."""
PICTURED: Final = frozenset({"pay", "square", "roads", "cover", "yield_space"})
"""The kinds of questions with a picture: about a player's own province, and about the payment for a tile."""


def draw(view: View, changes: Sequence[Change], options: Options) -> Picture:
    """Return the picture of the table in a layout, with the marks of some Changes.

    The layout may also be the id of a seat, for its province, or a part of the box (`CONTENTS`). For a seat without a
    player, all provinces are shown.
    """
    if options.layout in CONTENTS:
        return draw_contents(options)
    if options.layout in view.players:
        return draw_province(view, options.layout, replace(options, layout="full"), changes=changes)
    if options.layout not in LAYOUTS:
        options = replace(options, layout="seats" if options.layout in SEATS else LAYOUTS[0])
    return draw_board(view, changes, options)


ICONS_BY_PREFIX: Final = {"die": "die", "flip": "die", "reroll": "die", "return": "die", "take": "die"}
"""The kind of icon for options about a die, by the first word of their keys."""
ICONS_OF_ACTIONS: Final = {"quarry": "chamber", "harbour": "boat"}
"""The icons of areas that have no icon of the same name."""


def find_icon(option: Option, view: View) -> str:
    """Return the name of the icon for an option, or "": of its die, animal, good, area, person or building."""
    first, _, rest = option.key.partition(":")
    if first in ICONS_BY_PREFIX:
        colour, _, pips = rest.partition(":")
        return next((name for name in (f"die_{colour}{pips}", f"die_{colour}") if name in ICONS), "")
    last = option.key.rpartition(":")[2]
    named = (last, ICONS_OF_ACTIONS.get(first, ""), first, str(option.text.params.get("building", "")))
    return next((name for name in named if name in ICONS), "")


def find_parts(changes: Sequence[Change]) -> tuple[str, ...]:
    """Return the layouts of the provinces of seats that have acted, or the layout of the table if none has."""
    return tuple(dict.fromkeys(change.seat for change in changes if change.seat)) or LAYOUTS[:1]


def draw_question(game: Game, options: Options) -> Picture | None:
    """Return a picture of the pending question, or None for a question of another kind than `PICTURED`.

    It shows the seat's province with the squares or yield spaces to choose, or the rotations of a tile with their
    letters. For a payment, it shows the tile where one click would place it (`find_place`), or is None if none would.
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
    """Return the picture of a seat's province as it would be with the tile in this place."""
    player = view.players[seat]
    laid = put_into(player, province={**player.province, place.square: SquareView(place.tile, NAMES[place.roads])})
    shown = put_into(view, players={**view.players, seat: laid})
    return draw_province(shown, seat, options, tile=place.tile, square=place.square)
