"""Positions in and out: the game as public JSON data, and the public view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.core.decision import Decision
from engine.core.dice import Dice
from engine.core.errors import BadPosition
from engine.core.fields import read_number, read_table, read_word, read_words, refuse_unknown
from engine.core.text import text
from engine.rajas.board import BOARD
from engine.rajas.facts import Facts, Placed, Player
from engine.rajas.ids import (
    BASIC,
    BUILDING_VALUES,
    BUILDINGS,
    DICE,
    DICE_OF_A_COLOUR,
    FIRST_WORKERS,
    MOST_KARMA,
    MOST_UPGRADES,
    MOST_WORKERS,
    OVER,
    PLACE,
    ROUND_END,
    SCENARIOS,
    SETUP,
    START_KARMA,
    WAITING_ORDER,
)
from engine.rajas.navaratnas import MOST_MADE_UP
from engine.rajas.roads import NAMES, TURNINGS, reached
from engine.rajas.sequence import next_seat
from engine.rajas.setup import read_experts, read_seats, white_tiles
from engine.rajas.state import ORDER_OF_DICE, State
from engine.rajas.victory import ranked
from engine.rajas.view import PlayerView, SlotView, SquareView, StackView, View

KEYS = {
    "game",
    "scenario",
    "ganga",
    "seats",
    "experts",
    "phase",
    "round",
    "phase_number",
    "first",
    "next_first",
    "acting",
    "placed",
    "players",
    "workers",
    "tops",
    "white_spent",
    "river",
    "crossed",
}
"""The fields of a position. All are optional.

``first`` is the first player, ``acting`` whose turn it is, ``phase_number`` counts the phases of the round, and
``placed`` names those who have placed a worker in this one. ``workers`` says whose worker is on which slot, ``tops``
which tile lies on a stack, ``river`` which tile lies on which river space.
"""
PLAYER_KEYS = {
    "dice",
    "karma",
    "upgrades",
    "fame",
    "money",
    "boat",
    "active",
    "waiting",
    "bonus",
    "province",
    "joined",
    "yield_tiles",
    "made_up",
}
"""The fields of a player in a position. ``province`` has rows of ``tile``, ``roads`` and perhaps ``covered``."""

PLAYER_DERIVED = {"overlap", "workers_left"}
DERIVED = {"reserve", "stacks", "supply", "white_left", "ranking"}
"""Fields that `position_of` adds for readers; `state_at` derives them itself and ignores them."""

PHASES = (SETUP, PLACE, ROUND_END, OVER)
MOST_ROUNDS = 999


# -- in ----------------------------------------------------------------------------------------------------


def state_at(position: Any, seed: bytes) -> State:
    """Return the state that a position describes. Parts that it leaves out have default values.

    Raises BadPosition with a reason.
    """
    if not isinstance(position, Mapping):
        raise BadPosition(text("error.bad_value", field="position"))
    refuse_unknown(position, KEYS | DERIVED)
    scenario = read_word(position.get("scenario", BASIC), "scenario", SCENARIOS)
    seats = read_seats(position.get("seats", {}))
    experts = read_experts(scenario, position.get("experts") if scenario == "mixed" else None, seats)
    players = read_table(position, "players", seats)
    ganga = position.get("ganga", False)
    if not isinstance(ganga, bool):
        raise BadPosition(text("error.bad_value", field="ganga"))
    dice = Dice(seed)
    state = State(
        scenario=scenario,
        ganga=ganga,
        seats=seats,
        players={
            seat: read_player(seat, players.get(seat, {}), scenario=scenario, expert=seat in experts) for seat in seats
        },
        stacks={},
        white=[],
        spent=read_words(position.get("white_spent", []), "white_spent", BOARD.yield_tiles, repeated=True),
        supply={},
        river_tiles=read_river(position),
        dice=dice,
        phase=read_word(position.get("phase", PLACE), "phase", PHASES),
        round=read_number(position.get("round", 1), "round", 1, MOST_ROUNDS),
        phase_number=read_number(position.get("phase_number", 1), "phase_number", 1, MOST_ROUNDS),
        first=read_word(position.get("first", next(iter(seats))), "first", (*seats, "")),
        next_first=read_word(position.get("next_first", ""), "next_first", ("", *seats)),
        placed=read_words(position.get("placed", []), "placed", seats),
        crossed=read_words(position.get("crossed", []), "crossed", seats),
    )
    check_boats(state)
    read_workers(state, position)
    check_dice(state)
    read_stacks(state, position)
    read_yields(state)
    acting = position.get("acting", "")
    state.index = state.order().index(read_word(acting, "acting", seats)) if acting else 0
    if state.phase == PLACE and not next_seat(state):
        raise BadPosition(text("error.bad_value", field="acting"))
    if state.phase == OVER:
        state.ranking = ranked(state)
    return state


def read_player(seat: str, row: Any, *, scenario: str, expert: bool) -> Player:
    """Return one player of a position. Raises BadPosition."""
    field = f"players.{seat}"
    if not isinstance(row, Mapping):
        raise BadPosition(text("error.bad_value", field=field))
    refuse_unknown(row, PLAYER_KEYS | PLAYER_DERIVED)
    steps = read_table(row, "upgrades", BUILDINGS)
    dice = read_words(row.get("dice", []), f"{field}.dice", DICE, repeated=True)
    player = Player(
        expert=expert,
        dice=sorted(dice, key=ORDER_OF_DICE.__getitem__),
        karma=read_number(row.get("karma", START_KARMA), f"{field}.karma", 0, MOST_KARMA),
        upgrades={
            building: read_number(steps.get(building, 0), f"{field}.upgrades", 0, MOST_UPGRADES)
            for building in BUILDINGS
        },
        fame=read_number(row.get("fame", 0), f"{field}.fame", 0, BOARD.fame_last),
        money=read_number(row.get("money", 0), f"{field}.money", 0, BOARD.money_last),
        boat=read_number(row.get("boat", 0), f"{field}.boat", 0, BOARD.river_last),
        active=read_number(row.get("active", FIRST_WORKERS), f"{field}.active", FIRST_WORKERS, MOST_WORKERS[scenario]),
        waiting=[],
        province=read_province(row, field),
        joined=read_words(row.get("joined", []), f"{field}.joined", BOARD.yields),
        yield_tiles=read_table(row, "yield_tiles", BOARD.yields),
        made_up=read_number(row.get("made_up", 0), f"{field}.made_up", 0, MOST_MADE_UP),
    )
    had = sum(player.money >= bonus.space for bonus in BOARD.money_bonuses)
    player.bonus = read_number(row.get("bonus", had), f"{field}.bonus", had, len(BOARD.money_bonuses))
    player.waiting = read_waiting(player, row, field, MOST_WORKERS[scenario])
    if player.free_hands < 0:
        raise BadPosition(text("error.rajas.too_many_dice", seat=seat, hands=player.hands))
    for space, tile in player.yield_tiles.items():
        read_word(tile, f"{field}.yield_tiles", BOARD.yield_tiles)
        if BOARD.yield_tiles[tile].colour != BOARD.yields[space].colour:
            raise BadPosition(text("error.bad_value", field=f"{field}.yield_tiles"))
    return player


def read_waiting(player: Player, row: Mapping[str, Any], field: str, most: int) -> list[str]:
    """Nuovi Lavoratori: return where workers still wait; by default wherever the player's marker has not been. Raises
    BadPosition.
    """
    places = {"fame": player.fame, "money": player.money, "river": player.boat - 1}
    ahead = [origin for origin in WAITING_ORDER if places[origin] < BOARD.waiting[origin]]
    if player.active == most:
        return []
    return read_words(row.get("waiting", ahead), f"{field}.waiting", ahead)


def read_province(row: Mapping[str, Any], field: str) -> dict[str, Placed]:
    """La Plancia Provincia: return the tiles of a province, which must all reach the residence. Raises BadPosition."""
    squares = [square for square in BOARD.squares if square != BOARD.residence]
    province: dict[str, Placed] = {}
    for square, here in read_table(row, "province", squares).items():
        place = f"{field}.province.{square}"
        if not isinstance(here, Mapping):
            raise BadPosition(text("error.bad_value", field=place))
        refuse_unknown(here, ("tile", "roads", "covered"))
        tile = read_word(here.get("tile"), place, BOARD.tiles)
        ways = {NAMES[roads]: roads for roads in TURNINGS[BOARD.tiles[tile].road]}
        letters = read_word(here.get("roads", next(iter(ways))), place, ways)
        province[square] = Placed(tile, ways[letters], read_word(here.get("covered", ""), place, ("", *BOARD.tiles)))
    player = Player(province=province)
    lying = player.road_map()
    if apart := sorted(lying.keys() - reached(lying, BOARD.residence, BOARD.near)):
        raise BadPosition(text("error.rajas.no_road", square=apart[0]))
    return province


def read_river(position: Mapping[str, Any]) -> list[str]:
    """Ganga: return the tiles on the river, never on its last space. Raises BadPosition."""
    tiles = position.get("river", {})
    if not isinstance(tiles, Mapping):
        raise BadPosition(text("error.bad_value", field="river"))
    river = [""] * BOARD.river_last
    spaces = {str(space): space for space in range(1, BOARD.river_last)}
    for space, tile in tiles.items():
        river[spaces[read_word(str(space), "river", spaces)] - 1] = read_word(tile, "river", BOARD.river_tiles)
    used = Counter(tile for tile in river if tile)
    if any(count > BOARD.river_tile_counts[tile] for tile, count in used.items()):
        raise BadPosition(text("error.named_twice", field="river"))
    return river


def check_boats(state: State) -> None:
    """IV. Check that two boats share only the start and the last space. Raises BadPosition."""
    boats = [player.boat for player in state.players.values() if 0 < player.boat < BOARD.river_last]
    if len(set(boats)) < len(boats):
        raise BadPosition(text("error.named_twice", field="boat"))


def read_workers(state: State, position: Mapping[str, Any]) -> None:
    """Set the workers on spaces that this table has, no more than their owners have active. Raises BadPosition."""
    workers = read_table(position, "workers", state.slots())
    state.workers = {slot: read_word(seat, "workers", state.seats) for slot, seat in workers.items()}
    for seat in state.seats:
        if state.workers_left(seat) < 0:
            raise BadPosition(text("error.rajas.too_many_workers", seat=seat, total=state.players[seat].active))


def check_dice(state: State) -> None:
    """Dadi: check that there are no more dice of a colour than exist. Raises BadPosition."""
    for colour, count in state.reserves().items():
        if count < 0:
            raise BadPosition(text("error.too_many_pieces", piece=colour, total=DICE_OF_A_COLOUR))


def read_stacks(state: State, position: Mapping[str, Any]) -> None:
    """Preparazione: put all tiles outside provinces into their stacks, under the named ones. Raises BadPosition."""
    used = [tile for player in state.players.values() for here in player.province.values() for tile in (here.tile,)]
    used += [here.covered for player in state.players.values() for here in player.province.values() if here.covered]
    if len(set(used)) < len(used):
        raise BadPosition(text("error.named_twice", field="province"))
    tops = read_table(position, "tops", BOARD.stacks)
    for stack, tiles in BOARD.stacks.items():
        left = state.dice.shuffle("stacks", [tile for tile in tiles if tile not in used])
        if stack in tops:
            top = read_word(tops[stack], f"tops.{stack}", left)
            left.remove(top)
            left.append(top)
        state.stacks[stack] = left


def read_yields(state: State) -> None:
    """Set the pile of white tiles, or the open yield tiles: all that are not elsewhere. Raises BadPosition."""
    laid = Counter(tile for player in state.players.values() for tile in player.yield_tiles.values())
    if laid and not state.uses_yield_tiles:
        raise BadPosition(text("error.bad_value", field="yield_tiles"))
    if state.uses_yield_tiles:
        left = {tile.id: tile.count - laid[tile.id] for tile in BOARD.yield_tiles.values()}
        state.supply = left
    else:
        left = dict(Counter(white_tiles()) - Counter())
        for tile in state.spent:
            left[tile] = left.get(tile, 0) - 1
        state.white = state.dice.shuffle("yields", [tile for tile, count in left.items() for _ in range(count)])
    if min(left.values()) < 0:
        raise BadPosition(text("error.named_twice", field="yield_tiles"))


# -- out ---------------------------------------------------------------------------------------------------


def player_out(state: Facts, seat: str) -> dict[str, Any]:
    """Return a player in the position format."""
    player = state.players[seat]
    province = {}
    for square, here in player.province.items():
        province[square] = {"tile": here.tile, "roads": NAMES[here.roads]}
        if here.covered:
            province[square]["covered"] = here.covered
    return {
        "dice": list(player.dice),
        "karma": player.karma,
        "upgrades": dict(player.upgrades),
        "fame": player.fame,
        "money": player.money,
        "boat": player.boat,
        "active": player.active,
        "waiting": list(player.waiting),
        "bonus": player.bonus,
        "province": province,
        "joined": list(player.joined),
        "yield_tiles": dict(player.yield_tiles),
        "made_up": player.made_up,
        "overlap": player.overlap,
        "workers_left": state.workers_left(seat),
    }


def position_of(state: Facts) -> dict[str, Any]:
    """Return the public position, with derived fields for readers."""
    position: dict[str, Any] = {
        "game": "rajas",
        "scenario": state.scenario,
        "ganga": state.ganga,
        "seats": dict(state.seats),
        "phase": state.phase,
        "round": state.round,
        "phase_number": state.phase_number,
        "first": state.first,
        "next_first": state.next_first,
        "placed": list(state.placed),
        "players": {seat: player_out(state, seat) for seat in state.seats},
        "workers": dict(state.workers),
        "tops": {stack: tiles[-1] for stack, tiles in state.stacks.items() if tiles},
        "white_spent": list(state.spent),
        "river": {str(space): tile for space, tile in enumerate(state.river_tiles, 1) if tile},
        "crossed": list(state.crossed),
        "reserve": state.reserves(),
        "stacks": {stack: len(tiles) for stack, tiles in state.stacks.items()},
        "supply": dict(state.supply),
        "white_left": len(state.white),
        "ranking": list(state.ranking),
    }
    if state.scenario == "mixed":
        position["experts"] = [seat for seat, player in state.players.items() if player.expert]
    if state.phase == PLACE and (seat := next_seat(state)):
        position["acting"] = seat
    return position


def player_view(state: Facts, seat: str) -> PlayerView:
    """Return one player as everyone sees them."""
    player = state.players[seat]
    bonuses = BOARD.money_bonuses
    return PlayerView(
        expert=player.expert,
        dice=tuple(player.dice),
        hands=player.hands,
        karma=player.karma,
        values={building: BUILDING_VALUES[steps] for building, steps in player.upgrades.items()},
        fame=player.fame,
        money=player.money,
        overlap=player.overlap,
        boat=player.boat,
        active=player.active,
        workers=state.workers_left(seat),
        waiting=tuple(player.waiting),
        bonus=bonuses[player.bonus].space if player.bonus < len(bonuses) else 0,
        province={
            square: SquareView(here.tile, NAMES[here.roads], here.covered) for square, here in player.province.items()
        },
        joined=tuple(player.joined),
        yield_tiles=dict(player.yield_tiles),
        made_up=player.made_up,
    )


def view_of(state: Facts, decision: Decision | None) -> View:
    """Return the public view (see `engine.rajas.view`)."""
    return View(
        scenario=state.scenario,
        ganga=state.ganga,
        phase=state.phase,
        pending=decision.seat if decision else "",
        round=state.round,
        phase_number=state.phase_number,
        order=tuple(state.order()),
        next_first=state.next_first,
        seats=dict(state.seats),
        players={seat: player_view(state, seat) for seat in state.seats},
        slots={slot: SlotView(cost, state.workers.get(slot, "")) for slot, cost in state.slots().items()},
        stacks={stack: StackView(tiles[-1] if tiles else "", len(tiles)) for stack, tiles in state.stacks.items()},
        reserve=state.reserves(),
        river=tuple(state.river_tiles),
        white_left=len(state.white),
        white_spent=tuple(state.spent),
        supply=dict(state.supply),
        crossed=tuple(state.crossed),
        winner=state.ranking[0] if state.ranking else "",
    )
