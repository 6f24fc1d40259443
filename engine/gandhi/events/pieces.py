"""5.1 The steps of Events that bring, turn and move pieces: place, replace, enter, release, flip, Gandhi."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.decision import Option
from engine.core.protocol import Step
from engine.core.text import text
from engine.gandhi.asking import DONE, DONE_OPTION
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.events import data
from engine.gandhi.events.execution import Execution, Procedure, expand, expand_placed
from engine.gandhi.events.places import meets
from engine.gandhi.ids import (
    ACTIVISTS,
    AVAILABLE,
    BASES,
    CONGRESS,
    FACTION_OF,
    GANDHI,
    LEAGUE,
    OUT_OF_PLAY,
    POOL,
    TROOPS,
)
from engine.gandhi.state import State


def run_place(execution: Execution, step: data.Place, space: str) -> Step:
    """5.1.1 Place pieces that are Available, or that the text takes from Out of Play."""
    state = execution.state
    left = execution.amount(step.at_most, space)
    from_out_of_play = 0
    kinds = expand_placed(step.pieces)
    placed: dict[str, int] = {}
    while left > 0:
        boxes = placing_boxes(step, from_out_of_play)

        def candidates(boxes: tuple[str, ...] = boxes) -> list[str]:
            return [
                name
                for name in spaces_of(execution, step.where, space, step.among_selected)
                if not (step.per_space and placed.get(name, 0) >= step.per_space)
                and any(can_place(state, kind, name, box) for kind in kinds for box in boxes)
            ]

        there = yield from execution.ask_candidates(
            "event.to",
            candidates,
            optional=step.up_to,
            remaining=left,
            space=space,
            prompt=text("ask.event.place.to", piece=kinds),
        )
        if there == DONE:
            return
        ways = [(kind, box) for kind in kinds for box in boxes if can_place(state, kind, there, box)]
        options = [
            Option(f"{kind}:{box}" if box != AVAILABLE else kind, text(f"option.place.{box}", piece=kind))
            for kind, box in ways
        ]
        if step.up_to and space:
            options.append(DONE_OPTION)
        prompt = text("ask.event.place.what", where=there)
        key = yield from execution.ask_plain("event.what", options, space=there, remaining=left, prompt=prompt)
        if key == DONE:
            return
        if not key:
            continue
        kind, _, box_name = key.partition(":")
        box = box_name or AVAILABLE
        most = min(left, stock(state, kind, box), step.per_space - placed.get(there, 0) if step.per_space else left)
        if box == OUT_OF_PLAY:
            most = min(most, step.most_out_of_play - from_out_of_play)
        if kind in BASES:
            most = min(most, GEOGRAPHY[there].population - state.spaces[there].bases)
        least = 1 if step.up_to or len(ways) > 1 or not space else most
        count = yield from execution.ask_count(most, least, space=there, piece=kind)
        if not count:
            continue
        done = state.place(kind, there, count, box)
        placed[there] = placed.get(there, 0) + done
        left -= done
        from_out_of_play += done if box == OUT_OF_PLAY else 0


def placing_boxes(step: data.Place, from_out_of_play: int) -> tuple[str, ...]:
    """Which boxes a step may still place from."""
    if step.origin == "either":
        return (AVAILABLE, OUT_OF_PLAY) if from_out_of_play < step.most_out_of_play else (AVAILABLE,)
    return (step.origin,)


def stock(state: State, piece: str, box: str) -> int:
    """How many pieces of a kind lie in a box."""
    return (state.available if box == AVAILABLE else state.out_of_play).get(POOL.get(piece, piece), 0)


def can_place(state: State, piece: str, space: str, box: str) -> bool:
    """1.4.1, 1.4.2 Whether a piece can be placed in a space from a box."""
    if not stock(state, piece, box):
        return False
    if piece in BASES:
        return state.has_room_for_base(space)
    return piece != TROOPS or not state.is_state(space)


def place_possible(execution: Execution, step: data.Place, space: str) -> bool:
    """Whether any piece can be placed."""
    boxes = placing_boxes(step, 0)
    return execution.is_worth(step.at_most, space) and any(
        can_place(execution.state, kind, name, box)
        for name in spaces_of(execution, step.where, space, step.among_selected)
        for kind in expand_placed(step.pieces)
        for box in boxes
    )


def spaces_of(execution: Execution, where: tuple[str, ...], space: str, among_selected: bool = False) -> Iterable[str]:
    """The selected space, or every space that meets the conditions, perhaps only among those selected before."""
    if space:
        return (space,)
    names = execution.selected if among_selected else BOARD.everywhere
    return [name for name in names if meets(execution.state, execution.seat, name, where)]


def run_replace(execution: Execution, step: data.Replace, space: str) -> Step:
    """5.1.1 Replace pieces one by one, new ones not again; with none of the new kind Available they only go."""
    state = execution.state
    left = execution.amount(step.at_most, space)
    where = list(spaces_of(execution, step.where, space))
    done: dict[str, int] = {}
    new_there: dict[tuple[str, str], int] = {}
    bases = 0

    def kinds_in(name: str) -> list[str]:
        here = state.spaces[name]
        kinds = [kind for kind in expand(step.pieces) if getattr(here, kind) > new_there.get((name, kind), 0)]
        return [kind for kind in kinds if kind not in BASES or bases < step.most_bases]

    def candidates() -> list[str]:
        return [
            name for name in where if not (step.per_space and done.get(name, 0) >= step.per_space) and kinds_in(name)
        ]

    while left > 0:
        there = yield from execution.ask_candidates(
            "event.from",
            candidates,
            optional=step.up_to,
            remaining=left,
            space=space,
            prompt=text("ask.event.replace.from", piece=expand(step.pieces)),
        )
        if there == DONE:
            return
        options = [Option(name, text("piece", piece=name)) for name in kinds_in(there)]
        if step.up_to and space:
            options.append(DONE_OPTION)
        prompt = text("ask.event.replace.what", where=there)
        kind = yield from execution.ask_plain("event.what", options, space=there, remaining=left, prompt=prompt)
        if kind == DONE:
            return
        if not kind:
            continue
        placeable = [name for name in expand_placed(step.by) if stock(state, name, AVAILABLE)]
        options = [Option(name, text("piece", piece=name)) for name in placeable or expand_placed(step.by)[:1]]
        new = yield from execution.ask_plain("event.by", options, space=there)
        if not new:
            continue
        if state.replace(kind, there, new):
            new_there[there, new] = new_there.get((there, new), 0) + 1
        done[there] = done.get(there, 0) + 1
        bases += kind in BASES
        left -= 1


def replace_possible(execution: Execution, step: data.Replace, space: str) -> bool:
    """Whether any piece can be replaced."""
    return any(
        getattr(execution.state.spaces[name], kind)
        for name in spaces_of(execution, step.where, space)
        for kind in expand(step.pieces)
    )


def run_enter(execution: Execution, step: data.Enter, space: str) -> Step:
    """2.3.3 Move pieces from Out of Play to Available; the other NV Faction's Activist shifts Unity +1."""
    state = execution.state
    left = execution.amount(step.at_most, space)
    factions: list[str] = []
    while left > 0:
        kinds = [kind for kind in expand_placed(step.pieces) if state.out_of_play.get(kind, 0)]
        missing = step.factions - len(factions)
        others = [kind for kind in kinds if FACTION_OF[kind] not in factions]
        if step.factions and not missing:
            kinds = [kind for kind in kinds if FACTION_OF[kind] in factions]
        elif others and left <= missing:
            kinds = others
        if not kinds:
            return
        options = [Option(kind, text("option.enter.piece", piece=kind)) for kind in kinds]
        if step.up_to and not (factions and others and missing > 0):
            options.append(DONE_OPTION)
        kind = yield from execution.ask_plain("event.enter", options, remaining=left)
        if kind == DONE:
            return
        if not kind:
            continue
        if kind in ACTIVISTS and execution.seat in ACTIVISTS:
            state.enter_activist(kind, execution.seat)
        else:
            state.enter(kind)
        if FACTION_OF[kind] not in factions:
            factions.append(FACTION_OF[kind])
        left -= 1


def enter_possible(execution: Execution, step: data.Enter, space: str) -> bool:
    """Whether any such piece is Out of Play."""
    return any(execution.state.out_of_play.get(kind, 0) for kind in expand_placed(step.pieces))


def run_release(execution: Execution, step: data.Release, space: str) -> Step:
    """1.3.9 Release Activists from Jail, whose and where by the executing Faction's choice."""
    state = execution.state
    if not release_possible(execution, step, space):
        return
    everybody = state.jail[CONGRESS] + state.jail[LEAGUE]
    left = min(execution.amount(step.at_most, space), everybody)
    if left == everybody and not step.up_to and step.to != "spaces":
        for kind in ACTIVISTS:
            state.release(kind, state.jail[kind], space if step.to == "selected" else AVAILABLE)
        return
    used: list[str] = []

    def missing(target: str = "") -> int:
        """How many spaces (besides a target) must still receive an Activist, because the text names their number."""
        return 0 if step.most_spaces >= len(BOARD.everywhere) else step.most_spaces - len({*used, target} - {""})

    while left > 0:
        kinds = [kind for kind in ACTIVISTS if state.jail[kind]]
        options = [Option(kind, text("piece", piece=kind)) for kind in kinds]
        if step.up_to:
            options.append(DONE_OPTION)
        kind = yield from execution.ask_plain("event.release", options, remaining=left)
        if kind == DONE:
            return
        if not kind:
            continue
        target = space if step.to == "selected" else AVAILABLE
        if step.to == "spaces":

            def candidates(left: int = left) -> list[str]:
                if len(used) >= step.most_spaces:
                    return used
                return [name for name in BOARD.everywhere if name not in used or missing() < left]

            prompt = text("ask.event.release.to", piece=kind)
            target = yield from execution.ask_candidates(
                "event.to", candidates, optional=False, remaining=left, prompt=prompt
            )
        most = min(max(1, left - missing(target)) if step.to == "spaces" else left, state.jail[kind])
        least = most if len(kinds) == 1 and step.to != "spaces" and not step.up_to else 1
        count = yield from execution.ask_count(most, least, space=target, piece=kind)
        if not count:
            continue
        state.release(kind, count, target)
        left -= count
        if target not in used:
            used.append(target)


def release_possible(execution: Execution, step: data.Release, space: str) -> bool:
    """Whether an Activist is in Jail. Does not roll."""
    return execution.is_worth(step.at_most, space) and any(execution.state.jail[kind] for kind in ACTIVISTS)


def flip_kind(step: data.Flip) -> str:
    """Which side of the Guerrillas a step turns over."""
    return "underground" if step.to == "active" else "active"


def may_turn(execution: Execution, step: data.Flip, space: str) -> bool:
    """1.4.3 Whether Guerrillas in a space can be turned over, or named once although they are Active already.

    The latter where a later part of the text uses the spaces: no Underground Guerrilla is needed for it (R-33j).
    """
    here = execution.state.spaces[space]
    is_open = step.remember and space not in execution.selected
    return bool(here.guerrillas if is_open else getattr(here, flip_kind(step)))


def run_flip(execution: Execution, step: data.Flip, space: str) -> Step:
    """1.4.3 Turn Guerrillas over."""
    state = execution.state
    kind = flip_kind(step)
    flip = state.activate if step.to == "active" else state.hide

    def candidates() -> list[str]:
        return [name for name in spaces_of(execution, step.where, space) if may_turn(execution, step, name)]

    if step.every:
        for there in candidates():
            flip(there, 99)
        return
    left = execution.amount(step.at_most, space)
    while left > 0:
        there = yield from execution.ask_candidates(
            "event.flip", candidates, optional=step.up_to, remaining=left, prompt=text(f"ask.event.flip.{step.to}")
        )
        if there == DONE:
            return
        most = min(left, getattr(state.spaces[there], kind) or 1)
        least = most if not step.up_to and len(candidates()) == 1 else 1
        count = yield from execution.ask_count(most, least, space=there, piece=kind)
        if not count:
            continue
        flip(there, count)
        left -= count
        if step.remember and there not in execution.selected:
            execution.selected.append(there)


def flip_possible(execution: Execution, step: data.Flip, space: str) -> bool:
    """Whether any such Guerrilla is there."""
    return execution.is_worth(step.at_most, space) and any(
        may_turn(execution, step, name) for name in spaces_of(execution, step.where, space)
    )


def run_move_gandhi(execution: Execution, step: data.MoveGandhi, space: str) -> Step:
    """1.4.5 Gandhi goes to the selected space, out of Jail only where the text says so."""
    yield from ()
    state = execution.state
    origin = state.gandhi_space()
    if origin and step.from_map:
        state.move(GANDHI, origin, space)
    elif step.from_jail:
        state.release(GANDHI, 1, space)


def move_gandhi_possible(execution: Execution, step: data.MoveGandhi, space: str) -> bool:
    """Whether Gandhi would move."""
    state = execution.state
    origin = state.gandhi_space()
    return step.from_map and origin != space if origin else step.from_jail and state.is_gandhi_in_jail


PROCEDURES = {
    data.Place: Procedure(run_place, place_possible),
    data.Replace: Procedure(run_replace, replace_possible),
    data.Enter: Procedure(run_enter, enter_possible),
    data.Release: Procedure(run_release, release_possible),
    data.Flip: Procedure(run_flip, flip_possible),
    data.MoveGandhi: Procedure(run_move_gandhi, move_gandhi_possible),
}
"""How each kind of step about pieces runs, and whether it would change anything."""
