"""Positions in and out: their JSON format, and the public view."""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping
from typing import Any

from engine.core.decision import Decision
from engine.core.dice import Dice
from engine.core.errors import BadPosition
from engine.core.fields import read_number, read_table, read_word, read_words, refuse_unknown
from engine.core.text import text
from engine.gandhi.board import BOARD
from engine.gandhi.campaign.redeploy import ROUND_PHASES
from engine.gandhi.facts import EMPTY_JAIL, Facts, Here
from engine.gandhi.ids import (
    BY_HAND,
    GANDHI,
    INVENTORY,
    LEVEL_NAMES,
    MOST_RESOURCES,
    RAJ,
    REVOLUTIONARIES,
    SEATS,
    THRESHOLDS,
)
from engine.gandhi.sequence import MOST_EXECUTING
from engine.gandhi.setup import (
    PILE,
    SCENARIOS,
    fill_available,
    read_seats,
    read_sides,
    read_space,
    refuse_impossible,
    shuffle_arjuna,
    split_kinds,
)
from engine.gandhi.state import State, empty_spaces
from engine.gandhi.victory import do_all_players_lose, ranked, result
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
    "played",
    "eligible",
    "executed",
    "passed",
    "first",
    "stays_eligible",
    "stays_ineligible",
    "seats",
    "sides",
    "turn",
    "phase",
    "programme",
    "ended",
    "told",
    "by_hand",
}
"""The fields of a position. All are optional.

``executed`` and ``passed`` name the seats that executed or passed on the current card, ``first`` what the 1st Eligible
Faction executed. ``seats`` says who plays each Faction: "player", "arjuna" or "chanakya"; with "away:arjuna" and
"away:chanakya" they play it for its absent owner. In a ``phase`` of a Campaign Round ``card`` is its Campaign card and
``next`` the Event that waits; ``programme`` holds the spaces already shifted (6.3.2). ``played`` are the Events that
cannot come any more. With ``told`` people enter each revealed card; ``by_hand`` names what else they enter (`BY_HAND`).
"""
DERIVED = {"control", "available", "totals", "margins", "total_support", "total_opposition", "crisis"}
"""Fields that `position_of` adds for readers; `state_at` derives them itself and ignores them."""

MOST_CAMPAIGNS = 5
"""A position may have this many Campaign cards left: twelve Events go with each."""

MAY = ("operation_and_special", "operation_only", "limited_operation", "event", "any")
EXECUTED_FIRST = ("operation_only", "operation_and_special", "event")
ENDINGS = ("victory", "final")


def state_at(position: Any, seed: bytes) -> State:
    """Return the state that a position describes. Pieces that it leaves out are not there; other values have defaults.

    Raises BadPosition with one clear reason.
    """
    if not isinstance(position, Mapping):
        raise BadPosition(text("error.bad_value", field="position"))
    refuse_unknown(position, KEYS | DERIVED)
    phase = read_word(
        position.get("phase", "turn"), "phase", ("turn", "gandhi_placed", "over", "crisis", *ROUND_PHASES)
    )
    spaces = empty_spaces()
    for space, row in read_table(position, "spaces").items():
        spaces[space] = read_space(space, row)
    entering = read_table(position, "out_of_play", INVENTORY)
    viceroy = read_word(position.get("viceroy", "mountbatten"), "viceroy", BOARD.viceroys)
    seats = read_seats(position.get("seats", {}))
    runners, away = split_kinds(seats)
    purses = read_table(position, "resources", (RAJ, REVOLUTIONARIES))
    dice = Dice(seed)
    card, upcoming, deck = deal(position, dice, viceroy, phase)
    state = State(
        scenario=read_word(position.get("scenario", "short"), "scenario", SCENARIOS),
        seats=runners,
        sides=read_sides(position.get("sides"), seats),
        phase=phase,
        restraint=read_number(position.get("restraint", 3), "restraint", 1, 5),
        unity=read_number(position.get("unity", 3), "unity", 1, 5),
        viceroy=viceroy,
        resources={
            seat: read_number(purses.get(seat, 0), f"resources.{seat}", 0, MOST_RESOURCES)
            for seat in (RAJ, REVOLUTIONARIES)
        },
        spaces=spaces,
        available=dict.fromkeys(INVENTORY, 0),
        out_of_play={
            piece: read_number(entering.get(piece, 0), f"out_of_play.{piece}", 0, total)
            for piece, total in INVENTORY.items()
        },
        jail=read_jail(position),
        deck=deck,
        card=card,
        upcoming=upcoming,
        played=read_played(position),
        cylinders=dict.fromkeys(SEATS, "ineligible"),
        dice=dice,
        away=away,
        told=position.get("told") is True,
        by_hand=read_words(position.get("by_hand", []), "by_hand", BY_HAND),
    )
    fill_available(state)
    refuse_impossible(state)
    shuffle_arjuna(state)
    read_eligibility(state, position)
    read_turn(state, position.get("turn"))
    read_round(state, position)
    return state


def read_jail(position: Mapping[str, Any]) -> dict[str, int]:
    """1.3.9 Return who is in Jail: Activists as numbers, Gandhi as true or false. Raises BadPosition."""
    jail = {**EMPTY_JAIL, **read_table(position, "jail", EMPTY_JAIL)}
    for piece, count in jail.items():
        most = 1 if piece == GANDHI else INVENTORY[piece]
        jail[piece] = read_number(
            int(count) if piece == GANDHI and isinstance(count, bool) else count, f"jail.{piece}", 0, most
        )
    return jail


def read_played(position: Mapping[str, Any]) -> list[int]:
    """Return the Events already played. Raises BadPosition."""
    played = position.get("played", [])
    if not isinstance(played, (list, tuple)):
        raise BadPosition(text("error.bad_value", field="played"))
    return [read_card(card, "played", BOARD.events) for card in played]


def read_card(card: Any, field: str, allowed: Collection[int]) -> int:
    """Return the number of a card that is possible there. Raises BadPosition naming the field."""
    if not isinstance(card, int) or isinstance(card, bool) or card not in allowed:
        raise BadPosition(text("error.unknown_card", typed=str(card)))
    return card


def read_eligibility(state: State, position: Mapping[str, Any]) -> None:
    """2.3.1, 2.3.4 Read the cylinders, and what has been executed on the current card. Raises BadPosition."""
    executed = read_words(position.get("executed", []), "executed", SEATS)
    passed = read_words(position.get("passed", []), "passed", SEATS)
    others = [seat for seat in SEATS if seat not in executed and seat not in passed]
    eligible = read_words(position.get("eligible", others), "eligible", SEATS)
    named = [*executed, *passed, *eligible]
    if len(set(named)) < len(named):
        raise BadPosition(text("error.named_twice", field="eligible"))
    for status, names in (("executed", executed), ("passed", passed), ("eligible", eligible)):
        state.cylinders.update(dict.fromkeys(names, status))
    if executed or position.get("first"):
        state.first = read_word(position.get("first"), "first", EXECUTED_FIRST)
    if len(executed) > MOST_EXECUTING:
        raise BadPosition(text("error.too_many_acted"))
    if state.first and not executed:
        raise BadPosition(text("error.first_nobody"))
    state.stays_eligible = read_words(position.get("stays_eligible", []), "stays_eligible", SEATS)
    staying = read_table(position, "stays_ineligible", SEATS)
    state.stays_ineligible = {seat: read_number(staying[seat], "stays_ineligible", 1, 9) for seat in staying}


def read_turn(state: State, turn: Any) -> None:
    """Set from a position's ``turn`` whose turn it is and what that seat may do. Raises BadPosition."""
    if turn is None:
        return
    if not isinstance(turn, Mapping) or state.phase != "turn":
        raise BadPosition(text("error.bad_value", field="turn"))
    for field in turn:
        read_word(field, "turn", ("seat", "may"))
    state.whose = read_word(turn.get("seat"), "turn.seat", SEATS)
    state.may = read_word(turn.get("may", "any"), "turn.may", MAY)


def read_round(state: State, position: Mapping[str, Any]) -> None:
    """2.4, 6.0 Read where in a Campaign Round a position is, or how its game ended (7.0). Raises BadPosition."""
    state.final = state.phase in ROUND_PHASES and not state.campaigns_left
    state.programme = read_words(position.get("programme", []), "programme", BOARD.lands)
    if state.phase == "over":
        state.ended = read_word(position.get("ended", "final"), "ended", ENDINGS)
        state.ranking = ranked(state, players_lose=state.ended == "victory" and do_all_players_lose(state))


def deal(position: Mapping[str, Any], dice: Dice, viceroy: str, phase: str) -> tuple[int, int, list[int]]:
    """Return the Current Card, the next card and the deck of a position: for each Campaign twelve Events and its card.

    Raises BadPosition for a card that cannot lie there.
    """
    campaigns_left = read_number(position.get("campaigns_left", 1), "campaigns_left", 0, MOST_CAMPAIGNS)
    lords = dice.shuffle("deck", [other for other, lord in BOARD.campaign_cards.items() if lord != viceroy])
    in_round = phase in ROUND_PHASES
    current: Collection[int] = BOARD.campaign_cards if in_round else BOARD.events
    if phase == "over":
        current = (*BOARD.campaign_cards, *BOARD.events)
    card = read_card(position.get("card", 0), "card", (0, *current))
    upcoming = read_card(position.get("next", 0), "next", (0, *BOARD.events))
    if in_round:
        card = card or lords[0]
    if card and card == upcoming:
        raise BadPosition(text("error.same_card", card=str(card)))
    gone = {card, upcoming, *read_played(position)}
    events = dice.shuffle("deck", [event for event in BOARD.events if event not in gone])
    if len(events) < 2 * PILE * campaigns_left + (not card) + (not upcoming):
        raise BadPosition(text("error.too_few_cards", campaigns=campaigns_left))
    if in_round or phase in ("turn", "crisis"):
        card = card or events.pop()
        upcoming = upcoming or events.pop()
    lords = [other for other in lords if other != card]
    deck: list[int] = []
    for _ in range(campaigns_left):
        first, second = events[:PILE], events[PILE : 2 * PILE]
        del events[: 2 * PILE]
        deck += first + dice.shuffle("deck", [*second, lords.pop()])
    return card, upcoming, deck


def space_out(here: Here) -> dict[str, Any]:
    """Return a space in the position format: only what is there."""
    row = {name: getattr(here, name) for name in Here.__struct_fields__ if name != "level" and getattr(here, name)}
    if here.level:
        row["level"] = LEVEL_NAMES[here.level]
    return row


def position_of(state: Facts) -> dict[str, Any]:
    """Return the public position in its JSON format, with derived Control, totals and margins."""
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
        "seats": {seat: state.kind_of(seat) for seat in SEATS},
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
    if pairs := [list(side) for side in state.sides_now() if len(side) > 1]:
        position["sides"] = pairs
    if state.whose:
        position["turn"] = {"seat": state.whose, "may": state.may}
    for status in ("executed", "passed"):
        if seats := [seat for seat in SEATS if state.cylinders[seat] == status]:
            position[status] = seats
    for name in ("first", "played", "stays_eligible", "stays_ineligible", "programme", "ended", "told", "by_hand"):
        if value := getattr(state, name):
            position[name] = copy.copy(value)
    return position


def card_view(number: int) -> CardView | None:
    """Return the view of a face-up card, or None for no card."""
    if number in BOARD.campaign_cards:
        lord = BOARD.viceroys[BOARD.campaign_cards[number]]
        return CardView(number, lord.name, viceroy=lord.id)
    event = BOARD.events.get(number)
    return CardView(event.number, event.title, event.order) if event else None


def space_view(state: Facts, space: str) -> SpaceView:
    """Return one space as everyone sees it."""
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


def victory_view(seat: str, margin: int, place: int) -> VictoryView:
    """7.3 Return how far a Faction is from its victory."""
    return VictoryView(margin + THRESHOLDS[seat], THRESHOLDS[seat], margin, place)


def view_of(state: Facts, decision: Decision | None) -> View:
    """Return the public view (see `engine.gandhi.view`): neither the seed nor the order of the deck."""
    margins = state.margins()
    ranking = state.ranking or ranked(state, margins)
    outcome = result(state)
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
        victory={seat: victory_view(seat, margins[seat], ranking.index(seat) + 1) for seat in SEATS},
        total_support=state.total_support(),
        total_opposition=state.total_opposition(),
        seats=dict(state.seats),
        winner=state.ranking[0] if state.ranking else "",
        ending=state.ended,
        all_players_lose=outcome is not None and outcome.all_players_lose,
        played=tuple(state.played),
        foreseen=state.foreseen,
    )
