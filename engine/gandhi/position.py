"""Positions in and out: the JSON format of the design, and the public view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.decision import Decision
from engine.core.dice import Dice
from engine.core.errors import BadPosition
from engine.core.text import text
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.facts import EMPTY_JAIL, Facts, Here
from engine.gandhi.ids import (
    GANDHI,
    INVENTORY,
    LEVEL_NAMES,
    MOST_RESOURCES,
    RAJ,
    REVOLUTIONARIES,
    SEATS,
    THRESHOLDS,
    TROOPS,
)
from engine.gandhi.setup import PILE, fill_available, read_seats, read_sides, read_space
from engine.gandhi.state import State, empty_spaces
from engine.gandhi.view import CardView, SpaceView, VictoryView, View

KEYS = {
    "game",
    "scenario",
    "restraint",
    "unity",
    "viceroy",
    "resources",
    "spaces",
    "jail",
    "out_of_play",
    "card",
    "next",
    "campaigns_left",
    "eligible",
    "seats",
    "sides",
    "turn",
}
DERIVED = {"control", "available", "totals", "margins", "total_support", "total_opposition", "crisis", "phase"}
"""What `position_of` adds for readers; `state_at` works it out itself and ignores it."""

MOST_CAMPAIGNS = 5
"""A position may have this many Campaign cards left: twelve Events go with each."""

MAY = ("operation_and_special", "operation_only", "limited_operation", "event", "any")


def number(value: Any, name: str, low: int, high: int) -> int:
    """A whole number within bounds. Raises BadPosition naming the field."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadPosition(text("error.bad_number", field=name, low=low, high=high))
    return value


def state_at(position: Mapping[str, Any], seed: bytes) -> State:
    """The state a position describes; what it leaves out is none or zero. Raises BadPosition with one clear reason."""
    unknown = sorted(set(position) - KEYS - DERIVED)
    if unknown:
        raise BadPosition(text("error.unknown_field", field=unknown[0]))
    spaces = empty_spaces()
    for space, row in position.get("spaces", {}).items():
        spaces[space] = read_space(space, row)
    check_spaces(spaces)
    jail = dict(EMPTY_JAIL)
    for piece, count in position.get("jail", {}).items():
        if piece not in jail:
            raise BadPosition(text("error.unknown_piece", space="jail", piece=piece))
        jail[piece] = int(number(int(count), f"jail.{piece}", 0, 16))
    if jail[GANDHI] + sum(here.gandhi for here in spaces.values()) > 1:
        raise BadPosition(text("error.two_gandhis"))
    out_of_play = dict.fromkeys(INVENTORY, 0)
    for piece, count in position.get("out_of_play", {}).items():
        if piece not in out_of_play:
            raise BadPosition(text("error.unknown_piece", space="out_of_play", piece=piece))
        out_of_play[piece] = number(count, f"out_of_play.{piece}", 0, INVENTORY[piece])
    viceroy = position.get("viceroy", "mountbatten")
    if viceroy not in BOARD.viceroys:
        raise BadPosition(text("error.unknown_viceroy", viceroy=str(viceroy)))
    seats = read_seats(position.get("seats", {}))
    resources = {
        seat: number(position.get("resources", {}).get(seat, 0), f"resources.{seat}", 0, MOST_RESOURCES)
        for seat in (RAJ, REVOLUTIONARIES)
    }
    dice = Dice(seed)
    card, upcoming, deck = deal(position, dice, viceroy)
    eligible = position.get("eligible", list(SEATS))
    if any(seat not in SEATS for seat in eligible):
        raise BadPosition(text("error.unknown_seat", seat=str(eligible)))
    state = State(
        scenario=str(position.get("scenario", "short")),
        seats=seats,
        sides=read_sides(position.get("sides"), seats),
        phase="turn",
        restraint=number(position.get("restraint", 3), "restraint", 1, 5),
        unity=number(position.get("unity", 3), "unity", 1, 5),
        viceroy=viceroy,
        resources=resources,
        spaces=spaces,
        available=dict.fromkeys(INVENTORY, 0),
        out_of_play=out_of_play,
        jail=jail,
        deck=deck,
        card=card,
        upcoming=upcoming,
        played=[],
        cylinders={seat: "eligible" if seat in eligible else "ineligible" for seat in SEATS},
        dice=dice,
    )
    fill_available(state)
    read_turn(state, position.get("turn"))
    return state


def read_turn(state: State, turn: Any) -> None:
    """The ``turn`` of a position: whose it is and what that seat may do. Raises BadPosition."""
    if turn is None:
        return
    seat, may = turn.get("seat"), turn.get("may", "any")
    if seat not in SEATS:
        raise BadPosition(text("error.unknown_seat", seat=str(seat)))
    if may not in MAY:
        raise BadPosition(text("error.unknown_may", may=str(may)))
    state.whose, state.may = seat, may


def check_spaces(spaces: Mapping[str, Here]) -> None:
    """1.3, 1.4.2 What can never stand on the board. Raises BadPosition naming the space."""
    for space, here in spaces.items():
        land = GEOGRAPHY[space]
        if here.bases > land.population:
            raise BadPosition(text("error.too_many_bases", space=space))
        if here.troops and (land.is_princely_state or here.muslim_state):
            raise BadPosition(text("error.troops_in_state", space=space, piece=TROOPS))
        if here.muslim_state and not land.is_province:
            raise BadPosition(text("error.muslim_state_not_in_province", space=space))
        if land.is_railway and (here.level or here.unrest):
            raise BadPosition(text("error.not_on_railway", space=space))
        if here.strike and not land.is_railway:
            raise BadPosition(text("error.strike_not_on_railway", space=space))
    if sum(here.markers for here in spaces.values()) > BOARD.unrest_markers:
        raise BadPosition(text("error.too_many_unrest", total=BOARD.unrest_markers))
    if sum(here.protest for here in spaces.values()) > sum(BOARD.protest_boxes.values()):
        raise BadPosition(text("error.too_many_protests", total=sum(BOARD.protest_boxes.values())))


def deal(position: Mapping[str, Any], dice: Dice, viceroy: str) -> tuple[int, int, list[int]]:
    """A deck for a position: the named cards face up, then for each Campaign left twelve Events and its card."""
    campaigns_left = number(position.get("campaigns_left", 1), "campaigns_left", 0, MOST_CAMPAIGNS)
    named = [position.get("card", 0), position.get("next", 0)]
    for field, card in zip(("card", "next"), named, strict=True):
        if card and card not in BOARD.events:
            raise BadPosition(text("error.unknown_card", field=field, card=str(card)))
    if named[0] and named[0] == named[1]:
        raise BadPosition(text("error.same_card", card=str(named[0])))
    events = dice.shuffle("deck", [card for card in BOARD.events if card not in named])
    current = named[0] or events.pop()
    upcoming = named[1] or events.pop()
    lords = dice.shuffle("deck", [card for card, lord in BOARD.campaign_cards.items() if lord != viceroy])
    deck: list[int] = []
    for _ in range(campaigns_left):
        first, second = events[:PILE], events[PILE : 2 * PILE]
        del events[: 2 * PILE]
        deck += first + dice.shuffle("deck", [*second, lords.pop()])
    return current, upcoming, deck


def space_out(here: Here) -> dict[str, Any]:
    """A space in the position format: only what is there."""
    row = {name: getattr(here, name) for name in Here.__struct_fields__ if name != "level" and getattr(here, name)}
    if here.level:
        row["level"] = LEVEL_NAMES[here.level]
    return row


def position_of(state: Facts) -> dict[str, Any]:
    """The public position in the format of the design, with derived Control, totals and margins."""
    rows = {space: space_out(here) for space, here in state.spaces.items()}
    position: dict[str, Any] = {
        "game": "gandhi",
        "scenario": state.scenario,
        "restraint": state.restraint,
        "unity": state.unity,
        "viceroy": state.viceroy,
        "resources": dict(state.resources),
        "spaces": {space: row for space, row in rows.items() if row},
        "jail": {piece: bool(count) if piece == GANDHI else count for piece, count in state.jail.items()},
        "out_of_play": {piece: count for piece, count in state.out_of_play.items() if count},
        "campaigns_left": state.campaigns_left,
        "eligible": [seat for seat in SEATS if state.cylinders[seat] == "eligible"],
        "seats": dict(state.seats),
        "control": [space for space in BOARD.lands if state.has_control(space)],
        "available": dict(state.available),
        "totals": {seat: state.victory_total(seat) for seat in SEATS},
        "margins": state.margins(),
        "total_support": state.total_support(),
        "total_opposition": state.total_opposition(),
        "crisis": state.is_crisis,
        "phase": state.phase,
    }
    if state.card:
        position["card"] = state.card
    if state.upcoming:
        position["next"] = state.upcoming
    if any(len(side) > 1 for side in state.sides):
        position["sides"] = [list(side) for side in state.sides if len(side) > 1]
    if state.whose:
        position["turn"] = {"seat": state.whose, "may": state.may}
    return position


def card_view(number: int) -> CardView | None:
    """A face-up card, or None."""
    if number in BOARD.campaign_cards:
        lord = BOARD.viceroys[BOARD.campaign_cards[number]]
        return CardView(number, lord.name, viceroy=lord.id)
    event = BOARD.events.get(number)
    return CardView(event.number, event.title, event.order) if event else None


def space_view(state: Facts, space: str) -> SpaceView:
    """One space as everybody sees it."""
    here = state.spaces[space]
    return SpaceView(
        troops=here.troops,
        sepoys=here.sepoys,
        congress=here.congress,
        league=here.league,
        gandhi=here.gandhi,
        underground=here.underground,
        active=here.active,
        league_bases=here.league_bases,
        revolutionary_bases=here.revolutionary_bases,
        level=LEVEL_NAMES[here.level],
        protest=here.protest,
        unrest=here.unrest,
        strike=here.strike,
        muslim_state=here.muslim_state,
        control=state.has_control(space),
        activists_active=state.are_activists_active(space),
    )


def view_of(state: Facts, decision: Decision | None) -> View:
    """The public view (see `engine.gandhi.view`): neither the seed nor the order of the deck."""
    totals = {seat: state.victory_total(seat) for seat in SEATS}
    return View(
        scenario=state.scenario,
        phase=state.phase,
        pending=decision.seat if decision else "",
        restraint=state.restraint,
        unity=state.unity,
        crisis=state.is_crisis,
        viceroy=state.viceroy,
        resources=dict(state.resources),
        spaces={space: space_view(state, space) for space in BOARD.everywhere},
        available=dict(state.available),
        out_of_play=dict(state.out_of_play),
        jail=dict(state.jail),
        protests_available=state.protests_available(),
        protests_on_map=state.protests_on_map(),
        unrest_available=state.unrest_available(),
        card=card_view(state.card),
        next=card_view(state.upcoming),
        cards_left=len(state.deck),
        campaigns_left=state.campaigns_left,
        eligibility=dict(state.cylinders),
        victory={seat: VictoryView(totals[seat], THRESHOLDS[seat], totals[seat] - THRESHOLDS[seat]) for seat in SEATS},
        total_support=state.total_support(),
        total_opposition=state.total_opposition(),
        seats=dict(state.seats),
        winner=state.ranking[0] if state.ranking else "",
    )
