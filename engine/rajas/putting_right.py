"""Corrections by a table: tracks, boats, dice, workers, improvements, provinces, the river, and tops of stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Final

from engine.core.change import Change
from engine.core.errors import BadPosition
from engine.core.putting_right import apply_patch, refuse_fields
from engine.core.text import Text, text
from engine.rajas.board import BOARD
from engine.rajas.facts import Player
from engine.rajas.ids import COLOUR_OF, FIRST_WORKERS, PLACE, VALUE_OF, WAITING_ORDER
from engine.rajas.position import position_of, state_at
from engine.rajas.sequence import next_seat
from engine.rajas.state import State

FIELDS: Final = ("players", "workers", "tops", "river", "next_first")
"""The fields of a position that can be corrected."""
PLAYER_FIELDS: Final = ("dice", "karma", "upgrades", "fame", "money", "boat", "active", "province")
"""The fields of a player that can be corrected. Passed bonuses and workers, and joined yields, follow from them."""
WORKERS: Final = FIRST_WORKERS + len(WAITING_ORDER)
"""The number of all workers of a player."""
TRACKS: Final = {"karma": "karma", "fame": "fame", "boat": "boat", "money": "coins"}
"""The verb of each number that moves on a track."""


def put_right(state: State, patch: Mapping[str, Any]) -> Text | None:
    """Apply a correction of the table to the state, or change nothing and return the reason why not.

    The corrected position must pass the checks of any position. No reason depends on hidden information.
    """
    if state.phase != PLACE:
        return text("error.put_right_later")
    try:
        refuse_fields(patch, FIELDS)
        position = apply_patch(position_of(state), patch)
        position["tops"] = apply_patch({}, patch.get("tops", {}))
        for row in list_rows(patch):
            refuse_fields(row, PLAYER_FIELDS)
        for row in list_rows(position):
            settle(row)
        wanted = state_at(position, b"")
        for stack, tiles in state.stacks.items():
            wanted.stacks[stack] = restack(stack, tiles, wanted.stacks[stack], position["tops"].get(stack, ""))
    except BadPosition as error:
        return error.text
    if next_seat(wanted) != next_seat(state):
        return text("error.put_right_turn")
    for seat, player in wanted.players.items():
        join_yields(state.players[seat], player)
    seen = len(state.log)
    note_differences(state, wanted)
    if len(state.log) == seen:
        return text("error.put_right_nothing")
    state.log.insert(seen, Change("put_right"))
    for seat, player in wanted.players.items():
        cross(state, seat, state.players[seat], player)
    state.players = wanted.players
    state.workers = wanted.workers
    state.river_tiles = wanted.river_tiles
    state.next_first = wanted.next_first
    state.stacks = wanted.stacks
    return None


def list_rows(position: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of the players in a position or correction, without those that are no tables."""
    players = position.get("players")
    return [row for row in players.values() if isinstance(row, dict)] if isinstance(players, dict) else []


def settle(row: dict[str, Any]) -> None:
    """Update the bonuses and waiting workers in the row of a player to match their markers."""
    fame, money, boat = (row.get(name) for name in ("fame", "money", "boat"))
    if "waiting" in row and isinstance(fame, int) and isinstance(money, int) and isinstance(boat, int):
        places = {"fame": fame, "money": money, "river": boat - 1}
        waiting = [origin for origin in row["waiting"] if places[origin] < BOARD.waiting[origin]]
        row["waiting"] = waiting[: max(0, WORKERS - row["active"])] if isinstance(row["active"], int) else waiting
        row["bonus"] = max(row["bonus"], sum(money >= bonus.space for bonus in BOARD.money_bonuses))


def restack(stack: str, before: list[str], after: Collection[str], top: str) -> list[str]:
    """Cava: return a stack after a correction, without turning up a tile that no one has seen.

    Returned tiles take the places of removed ones, and the rest lie below. Raises BadPosition when the top tile was
    removed, the correction does not name the new one, and several are possible.
    """
    back = [tile for tile in BOARD.stacks[stack] if tile in after and tile not in before]
    places = [tile if tile in after else back.pop(0) if back else "" for tile in before]
    tiles = [*back, *filter(None, places)]
    if top:
        tiles.remove(top)
        tiles.append(top)
    elif len(tiles) > 1 and places and not places[-1]:
        raise BadPosition(text("error.rajas.no_top", stack=stack))
    return tiles


def join_yields(before: Player, after: Player) -> None:
    """Spazi Rendita: update the yields that a player has joined to match the corrected roads."""
    old, new = list_joined(before), list_joined(after)
    kept = [space for space in before.joined if space in new or space not in old]
    if before.province != after.province:
        after.joined = [*kept, *(space for space in new if space not in kept)]


def list_joined(player: Player) -> list[str]:
    """Return the yields to which the roads of a province lead now."""
    lying = player.province.items()
    ends = {space for square, here in lying for side, space in BOARD.joins[square].items() if here.roads & side}
    return [space for space in BOARD.yields if space in ends]


def cross(state: State, seat: str, before: Player, after: Player) -> None:
    """Fine del gioco: check whether the markers of a player whose fame or money was corrected have met."""
    if (before.fame, before.money) == (after.fame, after.money):
        return
    if after.overlap >= 0 and seat not in state.crossed:
        state.crossed.append(seat)
        state.note("cross", seat=seat)
    elif after.overlap < 0 and seat in state.crossed:
        state.crossed.remove(seat)
        state.note("put_right", "apart", seat=seat)


def note_differences(state: State, wanted: State) -> None:
    """Write a Change for each correction: with the verb that a turn would use, or else ``put_right``."""
    for seat, after in wanted.players.items():
        before = state.players[seat]
        for name, verb in TRACKS.items():
            if (old := getattr(before, name)) != (new := getattr(after, name)):
                state.note(verb, old=old, new=new, seat=seat)
        for building, steps in after.upgrades.items():
            if steps != before.upgrades[building]:
                state.note("upgrade", building, old=before.upgrades[building], new=steps, seat=seat)
        note_dice(state, seat, before, after)
        if before.bonus != after.bonus:
            state.note("bonus", old=before.bonus, new=after.bonus, seat=seat)
        if before.active != after.active:
            state.note("put_right", "workers", old=before.active, new=after.active, seat=seat)
        for origin in WAITING_ORDER:
            if origin in before.waiting and origin not in after.waiting:
                state.note("worker_gone", origin=origin, seat=seat)
        note_province(state, seat, before, after)
    note_board(state, wanted)


def note_dice(state: State, seat: str, before: Player, after: Player) -> None:
    """Write which dice go back to the reserve, and which come from it."""
    held, wanted = Counter(before.dice), Counter(after.dice)
    for die in (held - wanted).elements():
        state.note("give_die", COLOUR_OF[die], old=VALUE_OF[die], seat=seat)
    for die in (wanted - held).elements():
        state.note("take_die", COLOUR_OF[die], new=VALUE_OF[die], seat=seat)


def note_province(state: State, seat: str, before: Player, after: Player) -> None:
    """Write the tile on each changed square, and the yields that are joined or no longer joined."""
    for square in BOARD.squares:
        old, new = before.province.get(square), after.province.get(square)
        if new and new != old:
            state.note("put_right", "tile", origin=new.tile, target=square, new=new.roads, seat=seat)
            if new.covered:
                state.note("put_right", "tile_below", origin=new.covered, target=square, seat=seat)
        elif old and not new:
            state.note("put_right", "no_tile", origin=old.tile, target=square, seat=seat)
    for space in BOARD.yields:
        if (space in after.joined) != (space in before.joined):
            state.note("put_right", "yield" if space in after.joined else "no_yield", target=space, seat=seat)


def note_board(state: State, wanted: State) -> None:
    """Write the other differences: workers, stacks, the river, the next first player."""
    for slot in dict.fromkeys((*state.workers, *wanted.workers)):
        if (owner := wanted.workers.get(slot, "")) != state.workers.get(slot, ""):
            state.note("put_right", "worker" if owner else "no_worker", target=slot, seat=owner)
    for stack, tiles in wanted.stacks.items():
        if tiles and tiles[-1:] != state.stacks[stack][-1:]:
            state.note("put_right", "top", origin=stack, target=tiles[-1], seat="")
    for space, tile in enumerate(wanted.river_tiles, 1):
        if tile != state.river_tiles[space - 1]:
            state.note("put_right", "river_tile" if tile else "no_river_tile", target=tile, new=space, seat="")
    if wanted.next_first != state.next_first:
        state.note("put_right", "next_first", target=wanted.next_first, seat="")
