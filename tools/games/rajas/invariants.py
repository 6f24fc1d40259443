"""Invariants of Rajas of the Ganges after every choice, from the public view and the Changes alone.

Nothing here asks the rules: counts, roads, derived numbers and what each Change means are worked out again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from engine import Game
from engine.core.change import Change
from engine.rajas.board import BOARD
from engine.rajas.ids import COLOURS, HEADINGS
from tools.verify.invariants import check_question, check_secrets, hold

Row = Mapping[str, Any]

SHAPES = {"curve": 2, "straight": 2, "tee": 3}
SIDES = {"N": (0, -1, "S"), "E": (1, 0, "W"), "S": (0, 1, "N"), "W": (-1, 0, "E")}
LETTERS = "NESW"


class RajasWatch:
    """Follows one game and checks it after every choice."""

    def __init__(self) -> None:
        self.folded: dict[str, Any] = {}
        self.seen = 0

    def check(self, game: Game) -> None:
        """Check the view, the pending decision, and that the new Changes lead from the old view to this one."""
        view = msgspec.to_builtins(game.view())
        check_view(view)
        check_secrets(view, game.start.seed)
        decision = game.decision
        hold((decision is None) == (game.result is not None), "a decision while the game goes on, and only then")
        hold(view["pending"] == (decision.seat if decision else ""), "the pending seat is the decision's")
        if decision is not None:
            purse = view["players"][decision.seat]["money"]
            check_question(decision, tuple(view["seats"]), purse, lambda rule: rule in HEADINGS, ("", *BOARD.squares))
        self.check_changes(game, view)

    def check_changes(self, game: Game, view: dict[str, Any]) -> None:
        """Check that the Changes since the last look, folded over the old view, give the new one. Raises Broken."""
        changes = [change for step in game.steps for change in step.changes] + list(game.state.log)
        if self.folded:
            for change in changes[self.seen :]:
                fold(self.folded, change)
            settle(self.folded)
            now = comparable(view)
            different = [name for name, value in now.items() if self.folded[name] != value]
            hold(not different, "Changes folded over the old view give the new one", different)
        self.seen = len(changes)
        self.folded = comparable(view)


# -- the view ----------------------------------------------------------------------------------------------


def check_view(view: Row) -> None:
    """Check the dice, tiles, yields, players, boats and order of a view. Raises Broken."""
    check_dice(view)
    check_tiles(view)
    check_yields(view)
    for seat, player in view["players"].items():
        check_player(view, seat, player)
    boats = [player["boat"] for player in view["players"].values() if 0 < player["boat"] < BOARD.river_last]
    hold(len(set(boats)) == len(boats), "one boat on a river space", boats)
    hold(set(view["order"]) == set(view["seats"]), "everybody has a place in the order")


def check_dice(view: Row) -> None:
    """Check that there are 48 dice, twelve of each colour, on Kali or in the reserve."""
    held = Counter(die.partition(":")[0] for player in view["players"].values() for die in player["dice"])
    for colour in COLOURS:
        hold(held[colour] + view["reserve"][colour] == 12, "48 dice", (colour, held[colour]))
        hold(view["reserve"][colour] >= 0, "no negative count", colour)


def check_tiles(view: Row) -> None:
    """Check that 64 tiles are in stacks, in provinces or covered, none twice, and each open one on its own stack."""
    lying = [here for player in view["players"].values() for here in player["province"].values()]
    names = [here["tile"] for here in lying] + [here["covered"] for here in lying if here.get("covered")]
    hold(len(names) + sum(stack["count"] for stack in view["stacks"].values()) == 64, "64 tiles", len(names))
    tops = [stack["top"] for stack in view["stacks"].values() if stack["count"]]
    hold(len({*names, *tops}) == len(names) + len(tops), "no tile twice")
    for name, stack in view["stacks"].items():
        hold(not stack["top"] or BOARD.tiles[stack["top"]].stack == name, "tiles lie on their own stack", name)


def check_yields(view: Row) -> None:
    """Check the yield tiles: 30 open and on provinces, or eight white ones in the pile and its discards.

    Only with the Navaratnas are all of them in play.
    """
    laid = Counter(tile for player in view["players"].values() for tile in player["yield_tiles"].values())
    if view["scenario"] == "navaratnas":
        hold(sum(view["supply"].values()) + sum(laid.values()) == 30, "30 yield tiles")
        for tile, count in view["supply"].items():
            hold(count >= 0 and count + laid[tile] == BOARD.yield_tiles[tile].count, "30 yield tiles", tile)
    else:
        hold(not laid and not any(view["supply"].values()), "no yield tiles on provinces")
        hold(view["white_left"] + len(view["white_spent"]) == 8, "eight white yield tiles")
        spent: Counter[str] = Counter(view["white_spent"])
        hold(all(count <= BOARD.yield_tiles[tile].count for tile, count in spent.items()), "30 yield tiles", spent)


def check_player(view: Row, seat: str, player: Row) -> None:
    """Check one player: limits, workers, hands, roads and yields. Raises Broken."""
    hold(0 <= player["karma"] <= 3, "karma from 0 to 3", (seat, player["karma"]))
    hold(0 <= player["money"] <= BOARD.money_last, "money on its track", (seat, player["money"]))
    hold(0 <= player["fame"] <= BOARD.fame_last, "fame on its track", (seat, player["fame"]))
    hold(set(player["values"].values()) <= {2, 3, 4}, "buildings are worth 2, 3 or 4", seat)
    hold(player["hands"] == (8 if player["expert"] else 10), "Kali has ten or eight hands", seat)
    hold(len(player["dice"]) <= player["hands"], "no more dice than hands", seat)
    standing = sum(slot["seat"] == seat for slot in view["slots"].values() if slot.get("seat"))
    most = 6 if view["scenario"] == "navaratnas" else 5
    hold(3 <= player["active"] <= most, "three to six active workers", (seat, player["active"]))
    hold(player["active"] + len(player["waiting"]) <= 6, "24 workers", seat)
    hold(player["workers"] == player["active"] - standing >= 0, "workers are placed or at hand", seat)
    overlap = player["fame"] + (player["money"] + 1) // 2 - BOARD.meet
    hold(player["overlap"] == overlap, "the overlap is as recomputed", seat)
    hold(overlap < 0 or seat in view["crossed"], "who has crossed is named", seat)
    check_province(seat, player)


def check_province(seat: str, player: Row) -> None:
    """Check that every tile lies as it may and reaches the residence, and joined yields were gained. Raises Broken."""
    roads = {square: here["roads"] for square, here in player["province"].items()}
    hold(BOARD.residence not in roads, "nothing covers the residence", seat)
    for square, here in player["province"].items():
        tile = BOARD.tiles[here["tile"]]
        hold(len(here["roads"]) == SHAPES[tile.road], "a tile keeps its roads", (seat, square))
        straight = here["roads"] in ("NS", "EW")
        hold(len(here["roads"]) == 3 or straight == (tile.road == "straight"), "a tile keeps its roads", (seat, square))
        hold(here.get("covered", "") != here["tile"], "no tile twice", (seat, square))
    roads[BOARD.residence] = "".join(letter for bit, letter in enumerate(LETTERS) if BOARD.residence_roads >> bit & 1)
    found, waiting = {BOARD.residence}, [BOARD.residence]
    while waiting:
        square = waiting.pop()
        for letter in roads[square]:
            across, down, back = SIDES[letter]
            other = f"{chr(ord(square[0]) + across)}{int(square[1:]) + down}"
            if other in roads and other not in found and back in roads[other]:
                found.add(other)
                waiting.append(other)
            space = BOARD.joins[square].get(1 << LETTERS.index(letter))
            hold(space is None or space in player["joined"], "what is joined is known", (seat, space))
    hold(found == set(roads), "every tile reaches the residence", (seat, sorted(set(roads) - found)))
    hold(len(set(player["joined"])) == len(player["joined"]), "a yield is had once", seat)


# -- folding Changes ---------------------------------------------------------------------------------------


def comparable(view: Row) -> dict[str, Any]:
    """Return what Changes say of a view: not the next tile of a stack, derived values, or whose turn it is."""
    players = {}
    for seat, player in view["players"].items():
        players[seat] = {
            **{name: player[name] for name in ("karma", "fame", "money", "boat", "active", "bonus", "made_up")},
            "dice": sorted(player["dice"]),
            "values": dict(player["values"]),
            "waiting": list(player["waiting"]),
            "province": {square: dict(here) for square, here in player["province"].items()},
            "joined": list(player["joined"]),
            "yield_tiles": dict(player["yield_tiles"]),
        }
    return {
        "players": players,
        "seats": dict(view["seats"]),
        "round": view["round"],
        "phase_number": view["phase_number"],
        "first": view["order"][0],
        "next_first": view["next_first"],
        "workers": {slot: row["seat"] for slot, row in view["slots"].items() if row.get("seat")},
        "stacks": {stack: row["count"] for stack, row in view["stacks"].items()},
        "reserve": dict(view["reserve"]),
        "river": list(view["river"]),
        "white_left": view["white_left"],
        "white_spent": list(view["white_spent"]),
        "supply": dict(view["supply"]),
        "crossed": list(view["crossed"]),
        "winner": view.get("winner", ""),
    }


def letters(roads: int | None) -> str:
    """Return the letters of some sides, clockwise from north."""
    return "".join(letter for bit, letter in enumerate(LETTERS) if (roads or 0) >> bit & 1)


def settle(view: dict[str, Any]) -> None:
    """Sort what has no order, so that it can be compared."""
    for player in view["players"].values():
        player["dice"].sort()


def fold_tile(view: dict[str, Any], player: dict[str, Any], change: Change) -> None:
    """Apply a correction of a square to a province and the stacks."""
    square, tile = change.target, change.origin
    if change.piece == "tile_below":
        player["province"][square]["covered"] = tile
    else:
        gone = player["province"].pop(square, {})
        for name in (gone[part] for part in ("tile", "covered") if part in gone):
            view["stacks"][BOARD.tiles[name].stack] += 1
    if change.piece != "no_tile":
        view["stacks"][BOARD.tiles[tile].stack] -= 1
    if change.piece == "tile":
        player["province"][square] = {"tile": tile, "roads": letters(change.new)}


def fold_put_right(view: dict[str, Any], player: dict[str, Any], change: Change) -> None:
    """Apply to a view those parts of a correction that no turn can change."""
    match change.piece:
        case "workers":
            player["active"] = change.new
        case "apart":
            view["crossed"].remove(change.seat)
        case "worker":
            view["workers"][change.target] = change.seat
        case "no_worker":
            del view["workers"][change.target]
        case "tile" | "tile_below" | "no_tile":
            fold_tile(view, player, change)
        case "yield":
            player["joined"].append(change.target)
        case "no_yield":
            player["joined"].remove(change.target)
        case "river_tile" | "no_river_tile":
            view["river"][(change.new or 1) - 1] = change.target
        case "next_first":
            view["next_first"] = change.target


def fold(view: dict[str, Any], change: Change) -> None:
    """Apply a Change to a view."""
    player = view["players"].get(change.seat, {})
    new = change.new or 0
    match change.verb:
        case "worker":
            view["workers"][change.target] = change.seat
        case "workers_back":
            view["workers"] = {}
        case "coins":
            player["money"] = new
        case "fame" | "karma" | "boat" | "made_up":
            player[change.verb] = new
        case "upgrade":
            player["values"][change.piece] = 2 + new
        case "new_worker":
            player["active"] = new
            player["waiting"].remove(change.origin)
        case "worker_gone":
            player["waiting"].remove(change.origin)
        case "bonus":
            spaces = [bonus.space for bonus in BOARD.money_bonuses]
            player["bonus"] = spaces[new] if new < len(spaces) else 0
        case "take_die":
            player["dice"].append(f"{change.piece}:{new}")
            view["reserve"][change.piece] -= 1
        case "give_die":
            player["dice"].remove(f"{change.piece}:{change.old}")
            view["reserve"][change.piece] += 1
        case "turn_die" | "reroll":
            player["dice"].remove(f"{change.piece}:{change.old}")
            player["dice"].append(f"{change.piece}:{new}")
        case "build":
            view["stacks"][change.origin] -= 1
            player["province"][change.target] = {"tile": change.piece, "roads": letters(new)}
        case "cover":
            view["stacks"][change.origin] -= 1
            below = player["province"][change.target]["tile"]
            player["province"][change.target] = {"tile": change.piece, "roads": letters(new), "covered": below}
        case "join":
            player["joined"].append(change.target)
        case "draw_yield":
            view["white_left"] -= 1
            view["white_spent"].append(change.piece)
        case "shuffle_yields":
            view["white_left"], view["white_spent"] = len(view["white_spent"]), []
        case "lay_yield":
            view["supply"][change.piece] -= 1
            player["yield_tiles"][change.target] = change.piece
        case "river_tile":
            view["river"][new - 1] = change.piece
        case "first":
            view["first"], view["next_first"] = change.target, ""
        case "next_first":
            view["next_first"] = change.target
        case "phase":
            view["phase_number"] = new
        case "round":
            view["round"], view["phase_number"] = new, 1
            for everybody in view["players"].values():
                everybody["made_up"] = 0
        case "cross":
            view["crossed"].append(change.seat)
        case "hand_over":
            view["seats"][change.target] = change.piece
        case "over":
            view["winner"] = change.target
        case "put_right":
            fold_put_right(view, player, change)
        case "skip" | "decline" | "roll" | "draw_brown":
            pass
        case _:
            hold(False, "every verb is known", change.verb)
