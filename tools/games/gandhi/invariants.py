"""Invariants after every choice, computed again from the public view alone.

Nothing here asks the engine's own rules: Control, totals, margins and supplies are computed from what is in the
view, and from the printed board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.decision import Decision
from engine.core.game import Game
from engine.gandhi.board import BOARD, GEOGRAPHY
from tools.verify.invariants import check_question, check_secrets, hold

INVENTORY = {
    "troops": 15,
    "sepoys": 45,
    "congress": 16,
    "league": 16,
    "underground": 16,
    "league_bases": 5,
    "revolutionary_bases": 5,
}
MARKERS = 12
THRESHOLDS = {"raj": 38, "congress": 20, "league": 14, "revolutionaries": 14}
WEIGHTS = {
    "active_support": 2,
    "passive_support": 1,
    "neutral": 0,
    "passive_opposition": -1,
    "active_opposition": -2,
}
SEATS = tuple(THRESHOLDS)
STATUSES = ("eligible", "ineligible", "executed", "passed")

BOXES = ("available", "out_of_play", "jail")

Row = Mapping[str, Any]

RULE = re.compile(r"[1-8]\.\d+(\.\d+)?")


class GandhiWatch:
    """Follows one game and checks it after every choice."""

    def __init__(self) -> None:
        self.gandhi_placed = False

    def check(self, game: Game) -> None:
        """Check the view and the pending decision. Raises Broken."""
        view = msgspec.to_builtins(game.view())
        check_view(view)
        self.check_gandhi(view)
        check_secrets(view, game.start.seed)
        decision = game.decision
        hold((decision is None) == (game.result is not None), "a decision while the game goes on, and only then")
        hold(view["pending"] == (decision.seat if decision else ""), "the pending seat is the decision's")
        if decision is not None:
            check_decision(decision, view)

    def check_gandhi(self, view: Row) -> None:
        """1.4.5 Check that Gandhi is in at most one place, and in exactly one since he was placed."""
        places = [space for space, row in view["spaces"].items() if row.get("gandhi")]
        places += ["jail"] * view["jail"]["gandhi"]
        self.gandhi_placed = self.gandhi_placed or bool(places)
        hold(len(places) == self.gandhi_placed, "Gandhi is in one place", places)


# -- the board ---------------------------------------------------------------------------------------------


def check_view(view: Row) -> None:
    """Check the spaces, pieces, tracks, markers, totals and cards of a view. Raises Broken."""
    spaces: Mapping[str, Row] = view["spaces"]
    for space, row in spaces.items():
        check_space(space, row)
    check_pieces(view)
    check_tracks(view)
    check_markers(view)
    check_totals(view)
    check_cards(view)


def check_space(space: str, row: Row) -> None:
    """1.3, 1.4.2, 1.7 Check one space: counts, stacking, markers, Control and the Activists' side."""
    land = GEOGRAPHY[space]
    for name, value in row.items():
        if isinstance(value, int):
            hold(value >= 0, "no negative count", (space, name, value))
    state = land.is_princely_state or row.get("muslim_state", False)
    hold(not (state and row.get("troops")), "no Troops in States", space)
    hold(not row.get("muslim_state") or land.is_province, "Muslim States only in Provinces", space)
    hold(bases(row) <= land.population, "Bases within the Population", space)
    hold(not row.get("strike") or land.is_railway, "Strikes only on Railways", space)
    hold(not row.get("unrest") or not land.is_railway, "no Unrest on Railways", space)
    hold(not land.is_railway or row.get("level", "neutral") == "neutral", "no level on Railways", space)
    hold(row.get("protest", False) in (False, True), "at most one Protest", space)
    hold(row.get("control", False) == has_control(space, row), "Control is as recomputed", (space, row))
    active = row.get("protest", False) or land.is_railway
    hold(row.get("activists_active", False) == active, "Activists lie on their right side", space)


def bases(row: Row) -> int:
    """Return the Bases of both Factions."""
    return int(row.get("league_bases", 0) + row.get("revolutionary_bases", 0))


def has_control(space: str, row: Row) -> bool:
    """1.7.1 Return whether cubes exceed all other Active pieces in a City or Province."""
    land = GEOGRAPHY[space]
    if not (land.is_city or land.is_province) or row.get("muslim_state"):
        return False
    others = row.get("active", 0) + bases(row) + bool(row.get("gandhi"))
    if row.get("protest"):
        others += row.get("congress", 0) + row.get("league", 0)
    return bool(row.get("troops", 0) + row.get("sepoys", 0) > others)


def check_pieces(view: Row) -> None:
    """1.4.1 Check that Map, boxes and Jail hold the whole inventory, and that no number is negative."""
    rows = view["spaces"].values()
    for piece, total in INVENTORY.items():
        on_map = sum(row.get(piece, 0) for row in rows)
        if piece == "underground":
            on_map += sum(row.get("active", 0) for row in rows)
        boxes = [view[box].get(piece, 0) for box in ("available", "out_of_play", "jail")]
        hold(min(boxes) >= 0, "no negative count", (piece, boxes))
        hold(on_map + sum(boxes) == total, "piece totals", (piece, on_map, boxes))
    for box in ("available", "out_of_play"):
        hold(set(view[box]) <= set(INVENTORY), "only known pieces in boxes", view[box])
    hold(set(view["jail"]) == {"congress", "league", "gandhi"}, "only NV pieces in Jail", view["jail"])


def check_tracks(view: Row) -> None:
    """1.8, 1.3.11, 1.3.12 Check tracks (1 to 5), Resources (0 to 50), and 6.8 Crisis while both tracks are at one."""
    hold(1 <= view["restraint"] <= 5, "Restraint from 1 to 5", view["restraint"])
    hold(1 <= view["unity"] <= 5, "Unity from 1 to 5", view["unity"])
    hold(view["crisis"] == (view["restraint"] == view["unity"] == 1), "Crisis while both tracks are at one")
    hold(set(view["resources"]) == {"raj", "revolutionaries"}, "Resources of two Factions only")
    for seat, resources in view["resources"].items():
        hold(0 <= resources <= 50, "Resources from 0 to 50", (seat, resources))


def check_markers(view: Row) -> None:
    """1.10 - 1.12 Check that markers are within their supplies, and the supplies follow from the map."""
    rows = view["spaces"].values()
    protests = sum(row.get("protest", False) for row in rows)
    hold(protests == view["protests_on_map"], "Protests on the map are counted right", protests)
    hold(protests <= sum(BOARD.protest_boxes.values()), "Protests within their boxes", protests)
    reach = sum(boxes for row, boxes in BOARD.protest_boxes.items() if row >= view["restraint"])
    hold(view["protests_available"] == max(0, reach - protests), "Available Protests follow from Restraint")
    markers = sum(row.get("unrest", 0) + row.get("strike", False) for row in rows)
    hold(markers <= MARKERS, "Unrest and Strike markers within their supply", markers)
    hold(view["unrest_available"] == MARKERS - markers, "Unrest markers left are counted right")


def check_totals(view: Row) -> None:
    """1.6, 1.9, 7.3 Check totals and margins against levels, Control, markers and Bases."""
    support = opposition = muslim = control = muslim_states = unrest = 0
    for space, row in view["spaces"].items():
        land = GEOGRAPHY[space]
        worth = land.population * WEIGHTS[row.get("level", "neutral")]
        support += max(0, worth)
        opposition += max(0, -worth)
        muslim += max(0, -worth) if land.muslim else 0
        control += land.population if has_control(space, row) else 0
        muslim_states += land.population if row.get("muslim_state") else 0
        unrest += land.population if row.get("unrest") else 0
    built = sum(row.get("revolutionary_bases", 0) for row in view["spaces"].values())
    values = {
        "raj": support + control,
        "congress": opposition,
        "league": muslim + 2 * muslim_states,
        "revolutionaries": unrest + built,
    }
    hold(view["total_support"] == support, "Total Support is as recomputed", support)
    hold(view["total_opposition"] == opposition, "Total Opposition is as recomputed", opposition)
    for seat, value in values.items():
        row = {"value": value, "threshold": THRESHOLDS[seat], "margin": value - THRESHOLDS[seat]}
        shown = {name: view["victory"][seat][name] for name in row}
        hold(shown == row, "victory totals are as recomputed", (seat, row, view["victory"][seat]))


def check_cards(view: Row) -> None:
    """2.3 Check that at most two seats have executed on a card, and that two different cards lie face up."""
    hold(set(view["eligibility"]) == set(SEATS), "every seat has a status")
    hold(set(view["eligibility"].values()) <= set(STATUSES), "statuses are known", view["eligibility"])
    executed = [seat for seat, status in view["eligibility"].items() if status == "executed"]
    hold(len(executed) <= 2, "at most two Factions execute on a card", executed)
    if view["card"] and view["next"]:
        hold(view["card"]["number"] != view["next"]["number"], "two different cards lie face up")
    hold(view["cards_left"] >= 0, "no negative count", "cards_left")


# -- the decision ------------------------------------------------------------------------------------------


def check_decision(decision: Decision, view: Row) -> None:
    """Check a question of this game: costs are in Resources, which only players pay (8.1). Raises Broken."""
    pays = view["seats"][decision.seat] == "player"
    purse = view["resources"].get(decision.seat, 0) if pays else 50
    check_question(decision, SEATS, purse, lambda rule: RULE.fullmatch(rule) is not None, ("", *GEOGRAPHY, *BOXES))
