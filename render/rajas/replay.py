"""A View carried forward by Changes: what the table looked like between two steps of a turn, for animations.

Only what is drawn is followed. The last picture of an animation is the true View, so nothing here can mislead.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.core.change import Change
from engine.rajas.board import BOARD
from engine.rajas.ids import BUILDING_VALUES, DICE
from engine.rajas.roads import NAMES
from engine.rajas.view import PlayerView, SlotView, SquareView, View

ORDER = {die: index for index, die in enumerate(DICE)}


def apply_changes(view: View, changes: Sequence[Change]) -> View:
    """Return the View as it looks after the Changes. What lies below a tile that was taken is shown at the end only."""
    players, slots, reserve = dict(view.players), dict(view.slots), dict(view.reserve)
    for change in changes:
        seat, verb, new = change.seat, change.verb, change.new or 0
        player = players.get(seat)
        if verb == "workers_back":
            slots = {slot: SlotView(here.cost) for slot, here in slots.items()}
            players = {name: _set(here, workers=here.active) for name, here in players.items()}
        elif verb == "worker" and player is not None:
            slots[change.target] = SlotView(slots[change.target].cost, seat)
            players[seat] = _set(player, workers=player.workers - 1)
        elif player is not None:
            players[seat] = _follow(player, change, new)
            if verb in ("take_die", "give_die"):
                reserve[change.piece] += -1 if verb == "take_die" else 1
    return msgspec.structs.replace(view, players=players, slots=slots, reserve=reserve)


def _follow(player: PlayerView, change: Change, new: int) -> PlayerView:
    """Return one player after a Change."""
    verb = change.verb
    if verb in ("fame", "coins"):
        player = _set(player, **{"fame" if verb == "fame" else "money": new})
        return _set(player, overlap=player.fame + (player.money + 1) // 2 - BOARD.meet)
    if verb in ("karma", "boat"):
        return _set(player, **{verb: new})
    if verb in ("give_die", "take_die", "turn_die", "reroll"):
        dice = list(player.dice)
        if change.old is not None and f"{change.piece}:{change.old}" in dice:
            dice.remove(f"{change.piece}:{change.old}")
        if change.new is not None:
            dice.append(f"{change.piece}:{change.new}")
        return _set(player, dice=tuple(sorted(dice, key=ORDER.__getitem__)))
    if verb in ("build", "cover"):
        below = player.province[change.target].tile if verb == "cover" else ""
        here = SquareView(change.piece, NAMES[new], below)
        return _set(player, province={**player.province, change.target: here})
    if verb == "join":
        return _set(player, joined=(*player.joined, change.target))
    if verb == "lay_yield":
        return _set(player, yield_tiles={**player.yield_tiles, change.target: change.piece})
    if verb == "upgrade":
        return _set(player, values={**player.values, change.piece: BUILDING_VALUES[new]})
    if verb == "new_worker":
        waiting = tuple(place for place in player.waiting if place != change.origin)
        return _set(player, active=new, workers=player.workers + 1, waiting=waiting)
    return player


def _set(here: PlayerView, **values: object) -> PlayerView:
    return msgspec.structs.replace(here, **values)
