"""1.3, 1.4 Choices about forces that chapter 1 gives to a Faction in anyone's turn."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.decision import Decision, Option
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asking import DONE, NO, SPACE_OPTIONS, Reason, ask_count, ask_space
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import CONGRESS, CUBES, LEAGUE, RAJ, TROOPS
from engine.gandhi.state import State

NO_TROOPS_IN_STATES = why_not("no_troops_in_states", "1.3.5")
HAS_PROTEST = why_not("has_protest", "1.10")
NOT_ON_RAILWAY = why_not("not_on_railway", "3.2.4")
NO_BASE_ON_RAILWAY = why_not("no_base_on_railway", "1.4.2")
NO_ROOM_FOR_BASE = why_not("no_room_for_base", "1.4.2")


def displace_troops(state: State, space: str) -> Rule:
    """1.3.5 Let Raj move each Troop in a new Muslim State to a City of its choice, even past a Protest."""
    acting = state.acting
    while left := state.spaces[space].troops:
        key = yield Decision(
            RAJ,
            "displace.city",
            text("ask.displace.city", space=space, count=left),
            [SPACE_OPTIONS[city] for city in BOARD.cities],
            remaining=left,
            space=space,
        )
        state.acting = RAJ
        state.move(TROOPS, space, key)
        state.acting = acting


def create_muslim_state(state: State, space: str) -> Rule:
    """1.3.5 Place a Muslim State marker in a Province; its Troops leave at once (R-11). Sepoys stay.

    They leave just before the marker comes, so that no State holds Troops while Raj decides where they go.
    """
    if state.is_province(space):
        yield from displace_troops(state, space)
        state.add_muslim_state(space)


def place_protests(state: State, seat: str, kind: str, at_most: int, spaces: Iterable[str], rule: Text) -> Rule:
    """Place up to ``at_most`` Available Protests (1.10) in ``spaces`` without one; ``rule`` closes all other spaces."""
    lands = set(spaces)

    def why(space: str) -> Text | None:
        if space not in lands:
            return rule
        return HAS_PROTEST if state.spaces[space].protest else None

    for placed in range(at_most):
        left = min(at_most - placed, state.protests_available())
        if left <= 0:
            return
        space = yield from ask_space(seat, kind, BOARD.everywhere, why, optional=True, remaining=left, count=left)
        if space == DONE:
            return
        state.add_protest(space)


def why_no_cube(state: State, piece: str, space: str) -> Text | None:
    """1.3.5 Return why a cube cannot be placed in a space, or None: Troops never go into States."""
    return NO_TROOPS_IN_STATES if piece == TROOPS and state.is_state(space) else None


def place_cubes_out_of_play(state: State, kind: str, at_most: int) -> Rule:
    """6.8 Place Raj's cubes from Out of Play, ``at_most`` in all, anywhere it likes; Troops not into States."""
    left = at_most
    while left > 0:
        pieces = [piece for piece in CUBES if state.out_of_play.get(piece, 0)]
        if not pieces:
            return
        there = min(left, sum(state.out_of_play[piece] for piece in pieces))
        options = [Option(piece, text("piece", piece=piece), role="piece") for piece in pieces]
        options.append(Option(DONE, text("option.done"), role="stop"))
        piece = yield Decision(RAJ, f"{kind}.piece", text(f"ask.{kind}.piece", count=left), options, remaining=there)
        if piece == DONE:
            return
        why = _cube_reason(state, piece)
        space = yield from ask_space(RAJ, f"{kind}.space", BOARD.everywhere, why, piece=piece)
        most = min(left, state.out_of_play[piece])
        count = yield from ask_count(RAJ, f"{kind}.count", most, 1, space=space, piece=piece)
        left -= state.place(piece, space, count, "out_of_play")


def _cube_reason(state: State, piece: str) -> Reason:
    return lambda space: why_no_cube(state, piece, space)


def why_no_base(state: State, space: str) -> Text | None:
    """1.4.2 Return why a Base cannot be in a space, or None: never on Railways, and only while there is room."""
    if GEOGRAPHY[space].is_railway:
        return NO_BASE_ON_RAILWAY
    return None if state.has_room_for_base(space) else NO_ROOM_FOR_BASE


def release_activists(state: State, seat: str, kind: str, count: int) -> Rule:
    """3.3.1, 6.3.1 Release Activists from Jail to Available, as many as there are; ``seat`` chooses whose."""
    count = min(count, state.jail[CONGRESS] + state.jail[LEAGUE])
    if not count:
        return
    least = max(0, count - state.jail[LEAGUE])
    most = min(count, state.jail[CONGRESS])
    default = least if seat == LEAGUE else most
    own = yield from ask_count(seat, kind, most, least, default=default, count=count, piece=CONGRESS)
    state.release(CONGRESS, own)
    state.release(LEAGUE, count - own)


NO_ACTIVIST = Option(NO, text("option.enter.none"), role="decline")
"""The option to leave the Activists in Out of Play where they are."""


def activist_options(state: State, seat: str) -> list[Option]:
    """2.3.3, 3.3.1 Return the Activists an NV Faction may move from Out of Play to Available, own ones first.

    One of the other NV Faction shifts Unity +1.
    """
    own_first = (CONGRESS, LEAGUE) if seat == CONGRESS else (LEAGUE, CONGRESS)
    return [
        Option(piece, text("option.enter.activist", piece=piece, unity=int(piece != seat)))
        for piece in own_first
        if state.out_of_play.get(piece, 0)
    ]
