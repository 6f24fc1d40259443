"""3.2 Raj Operations: Deploy and Assault (Garrison and Sweep are in `garrison` and `sweep`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.core.decision import Decision, Option
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asking import (
    DONE,
    DONE_OPTION,
    SPACE_OPTIONS,
    YES,
    Asked,
    ask_count,
    ask_option,
    ask_space,
    ask_yes,
    closed_options,
    closed_spaces,
    why_idle,
)
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.executing import select_space
from engine.gandhi.ids import AVAILABLE, CUBES, RAJ, SEPOYS, TROOPS
from engine.gandhi.operations.cubes import (
    CUBES_STAY_IN_PROTEST,
    count_movable,
    mark_moved,
    move_cubes,
    selectable_beside,
    sepoy_cost,
)
from engine.gandhi.operations.garrison import garrison, why_garrison_closed
from engine.gandhi.operations.sweep import (
    SWEEP_RAILWAY,
    search,
    sweep,
    sweep_into,
    use_sepoys_in_place,
    why_sweep_closed,
)
from engine.gandhi.operations.targets import count_removable, remove_targets
from engine.gandhi.state import State
from engine.gandhi.turn import Operation, Turn, why_none_open

MOST_PER_CITY = 6
MOST_FROM_OUT_OF_PLAY = 2
SEPOYS_PER_REMOVAL = 2
"""3.2.4 The number of Sepoys that remove one piece without Troops."""
FREE_SWEEP = "free_sweep"

NOT_A_CITY = why_not("not_a_city", "3.2.1")
NO_CUBES_TO_DEPLOY = why_not("no_cubes_to_deploy", "3.2.1")
DEPLOY_CANNOT_PAY = why_not("cannot_pay_sepoys", "3.2.1")
NO_CUBES_OF_THIS_TYPE = why_not("no_cubes_of_this_type", "3.2.1")

ASSAULT_NO_CUBES = why_not("no_cubes", "3.2.4")
ASSAULT_CANNOT_PAY = why_not("cannot_pay_sepoys", "3.2.4")
NO_ASSAULT_SPACE = why_not("no_space", "3.2.4")
IDLE_WITHOUT_CUBES = why_idle("no_cubes", "3.2.1")
IDLE_WITHOUT_TARGETS = why_idle("nobody_to_remove", "3.2.4")
IDLE_SEPOY = why_idle("one_sepoy", "3.2.4")


# -- 3.2.1 Deploy ------------------------------------------------------------------------------------------


def why_not_taken(turn: Turn, piece: str, space: str, city: str) -> Text | None:
    """3.2.1, 3.2 Return why a cube cannot be Deployed to a City from a space of the map, or None (R-29).

    Not out of a Protest space, and not one that this Deploy has just placed.
    """
    here = turn.state.spaces[space]
    if space == city or not getattr(here, piece):
        return NO_CUBES_OF_THIS_TYPE
    if here.protest:
        return CUBES_STAY_IN_PROTEST
    return None if count_movable(turn, piece, space) else NO_CUBES_OF_THIS_TYPE


def is_deployable(turn: Turn, piece: str, city: str) -> bool:
    """3.2.1 Return whether a cube of a type can be placed: Available, or from the map once none is Available (R-29).

    Non-player Raj never takes cubes from the map (8.1).
    """
    state = turn.state
    if state.available[piece]:
        return True
    return state.is_player(RAJ) and any(why_not_taken(turn, piece, space, city) is None for space in BOARD.everywhere)


def why_no_cube_deployed(turn: Turn, piece: str, city: str, price: int) -> Text | None:
    """3.2.1 Return why no cube of a type can be placed in a City, or None. ``price`` is the cost of Sepoys there."""
    if not is_deployable(turn, piece, city):
        return NO_CUBES_TO_DEPLOY
    return None if piece == TROOPS or turn.can_pay(price) else DEPLOY_CANNOT_PAY


def why_not_deploy(turn: Turn, city: str) -> Text | None:
    """3.2.1 Return why a space cannot be selected for Deploy, or None. Any City can, even if no cube comes (R-20)."""
    if not GEOGRAPHY[city].is_city:
        return NOT_A_CITY
    return turn.why_not_selectable(city) if turn.selected else None


def deploy(turn: Turn) -> Rule:
    """3.2.1 Place up to six cubes in each selected City, paying for Sepoys; then two cubes from Out of Play.

    No cubes come from Out of Play without a selected City (R-19).
    """
    while True:
        city = yield from select_space(
            turn,
            "deploy.city",
            BOARD.everywhere,
            partial(why_not_deploy, turn),
            cost=lambda city: deploy_cost(turn, city),
            idle=lambda city: why_deploy_idle(turn, city),
            useful=partial(count_deployed, turn),
        )
        if city == DONE:
            break
        yield from deploy_in(turn, city)
    if turn.selected:
        yield from deploy_from_out_of_play(turn)


def count_deployed(turn: Turn, cities: Sequence[str]) -> int:
    """3.2.1 Return in how many Cities cubes can be placed: each takes one that is Available, or from the map (R-29)."""
    state = turn.state
    served = sum(why_deploy_idle(turn, city) is None for city in cities)
    if state.is_player(RAJ) and any(state.on_map(piece) for piece in CUBES):
        return served
    return min(served, sum(state.available[piece] for piece in CUBES))


def why_deploy_idle(turn: Turn, city: str) -> Text | None:
    """3.2.1 Return why no cube could come to a City, or None (R-20)."""
    price = sepoy_cost(turn, "deploy", city)
    reasons = [why_no_cube_deployed(turn, piece, city, price) for piece in CUBES]
    return None if None in reasons else IDLE_WITHOUT_CUBES


def deploy_cost(turn: Turn, city: str) -> int:
    """3.2.1 Return what a City costs at least: the price of Sepoys if only they can come, otherwise nothing (R-20)."""
    price = sepoy_cost(turn, "deploy", city)
    only_sepoys = is_deployable(turn, SEPOYS, city) and not is_deployable(turn, TROOPS, city)
    return price if only_sepoys and turn.can_pay(price) else 0


def deploy_in(turn: Turn, city: str) -> Rule:
    """3.2.1 Place any cubes from none to six in one City (D-19, D-27); the first Sepoy is paid for (D-18)."""
    price = sepoy_cost(turn, "deploy", city)
    left = MOST_PER_CITY
    while left:
        kinds = [
            Option(
                piece,
                text("piece", piece=piece),
                price if piece == SEPOYS else 0,
                why_no_cube_deployed(turn, piece, city, price),
            )
            for piece in CUBES
        ]
        piece = yield from ask_option(
            RAJ,
            "deploy.piece",
            [*(kind for kind in kinds if kind.enabled), DONE_OPTION],
            closed=partial(closed_options, kinds),
            remaining=partial(deployable_left, turn, city, left, price),
            space=city,
            action="deploy",
            count=left,
        )
        if piece == DONE:
            return
        source = yield from ask_deploy_source(turn, piece, city)
        from_box = source == AVAILABLE
        most = turn.state.available[piece] if from_box else count_movable(turn, piece, source)
        count = yield from ask_count(
            RAJ, "deploy.count", min(left, most), 1, space=city, action="deploy", piece=piece, source=source
        )
        if piece == SEPOYS:
            turn.pay(price)
            price = 0
        if from_box:
            mark_moved(turn, piece, city, turn.state.place(piece, city, count))
        else:
            move_cubes(turn, piece, source, city, count)
        left -= count


def deployable_left(turn: Turn, city: str, left: int, price: int) -> int:
    """3.2.1 Return how many cubes can still be placed in a City, at most ``left``."""
    return min(
        left,
        sum(
            turn.state.available[piece]
            + sum(count_movable(turn, piece, space) for space in spaces_to_take_from(turn, piece, city))
            for piece in CUBES
            if why_no_cube_deployed(turn, piece, city, price) is None
        ),
    )


def spaces_to_take_from(turn: Turn, piece: str, city: str) -> list[str]:
    """3.2.1 Return the spaces that cubes of a type can be Deployed from; Non-player Raj takes none there (8.1)."""
    if not turn.state.is_player(RAJ):
        return []
    return [space for space in BOARD.everywhere if why_not_taken(turn, piece, space, city) is None]


def ask_deploy_source(turn: Turn, piece: str, city: str) -> Asked:
    """3.2.1 Ask from which space of the map cubes come, or `AVAILABLE` while there are any of that type (1.4.1)."""
    if turn.state.available[piece]:
        return AVAILABLE

    def why(space: str) -> Text | None:
        return why_not_taken(turn, piece, space, city)

    source = yield from ask_option(
        RAJ,
        "deploy.source",
        [SPACE_OPTIONS[space] for space in BOARD.everywhere if why(space) is None],
        closed=lambda: closed_spaces(BOARD.everywhere, why),
        space=city,
        action="deploy",
        piece=piece,
    )
    return source


def deploy_from_out_of_play(turn: Turn) -> Rule:
    """3.2.1 Let Raj move any two cubes from Out of Play to Available, after a Limited Operation too (R-24)."""
    state = turn.state
    troops, sepoys = state.out_of_play[TROOPS], state.out_of_play[SEPOYS]
    pairs = [
        (some, others)
        for total in range(min(MOST_FROM_OUT_OF_PLAY, troops + sepoys), -1, -1)
        for some in range(total, -1, -1)
        if some <= troops and (others := total - some) <= sepoys
    ]
    if len(pairs) < 2:
        return
    options = [Option(f"{some}:{others}", name_entering(some, others)) for some, others in pairs]
    key = yield Decision(
        RAJ, "deploy.enter", text("ask.deploy.enter"), options, default=options[0].key, action="deploy"
    )
    some, others = (int(part) for part in key.split(":"))
    state.enter(TROOPS, some)
    state.enter(SEPOYS, others)


def name_entering(troops: int, sepoys: int) -> Text:
    """Return a number of cubes as an option names them: "1 Troop and 1 Sepoy"."""
    cubes = [text("count", piece=piece, count=count) for piece, count in ((TROOPS, troops), (SEPOYS, sepoys)) if count]
    return text("option.enter.cubes", what=cubes) if cubes else text("option.enter.none")


def why_deploy_closed(turn: Turn) -> Text | None:
    """3.2.1 Return why Deploy cannot be chosen, or None: any City will do."""
    return why_not_deploy(turn, BOARD.cities[0])


# -- 3.2.4 Assault -----------------------------------------------------------------------------------------


def why_not_assault(turn: Turn, space: str) -> Text | None:
    """3.2.4 Return why a space cannot be selected for Assault, or None. It needs cubes, but no one to remove (R-20)."""
    here = turn.state.spaces[space]
    if not (here.troops or here.sepoys):
        return ASSAULT_NO_CUBES
    if turn.selected and (reason := turn.why_not_selectable(space)) is not None:
        return reason
    if here.troops:
        return None
    return None if turn.can_pay(sepoy_cost(turn, "assault", space)) else ASSAULT_CANNOT_PAY


def assault(turn: Turn) -> Rule:
    """3.2.4 Assault in each selected space; under Lord Wavell with one free Sweep at any time (R-33h)."""
    may_sweep = turn.state.lord.assault_grants_sweep

    def free_sweep() -> list[Option]:
        return [FREE_SWEEP_OPTION] if may_sweep and can_sweep_free(turn) else []

    def why_idle_here(space: str) -> Text | None:
        return None if may_sweep else why_assault_idle(turn.state, space)

    while True:
        key = yield from select_space(
            turn,
            "assault.space",
            BOARD.everywhere,
            partial(why_not_assault, turn),
            most=partial(selectable_beside, turn, partial(why_not_assault, turn)),
            besides=free_sweep,
            idle=why_idle_here,
        )
        if key == DONE:
            return
        if key == FREE_SWEEP:
            may_sweep = False
            yield from sweep_for_assault(turn)
        else:
            yield from assault_in(turn, key)


def why_assault_idle(state: State, space: str) -> Text | None:
    """3.2.4 Return why no one would be removed in a space, or None (R-20, R-33b). A free Sweep may find someone."""
    here = state.spaces[space]
    if not count_removable(state, space):
        return IDLE_WITHOUT_TARGETS
    return None if here.troops or here.sepoys >= SEPOYS_PER_REMOVAL else IDLE_SEPOY


def why_not_free_sweep(turn: Turn, space: str) -> Text | None:
    """3.2.4 Return why Lord Wavell's Sweep cannot go to a space, or None.

    It goes to a space of this Assault, or to its next one. The Sweep is free, so a space after this one needs cubes,
    but no payment (R-33h).
    """
    if GEOGRAPHY[space].is_railway:
        return SWEEP_RAILWAY
    if space in turn.selected:
        return None
    here = turn.state.spaces[space]
    return turn.why_not_selectable(space) if here.troops or here.sepoys else ASSAULT_NO_CUBES


def can_sweep_free(turn: Turn) -> bool:
    """3.2.4 Return whether Lord Wavell's Sweep can go anywhere."""
    return any(why_not_free_sweep(turn, space) is None for space in BOARD.lands)


def sweep_for_assault(turn: Turn) -> Rule:
    """3.2.4 Sweep for free into one space of this Assault, before or after its removal (Lord Wavell, R-33h).

    A space that is not selected yet is selected, and its Assault follows.
    """
    space = yield from ask_space(
        RAJ,
        "assault.free_sweep",
        BOARD.everywhere,
        partial(why_not_free_sweep, turn),
        action="assault",
    )
    is_new = space not in turn.selected
    if is_new:
        turn.selected.append(space)
    turn.state.select(space)
    with_sepoys = yield from sweep_into(turn, space, 0)
    search(turn.state, space, with_sepoys or (yield from use_sepoys_in_place(turn, space, 0)))
    if is_new:
        yield from assault_in(turn, space)


def assault_in(turn: Turn, space: str) -> Rule:
    """3.2.4 Remove pieces in one space by the cubes that take part (R-33b).

    Troops always take part; Sepoys all of them or none, as Raj pays. With a Troop every cube removes one piece,
    Sepoys on their own one piece for two.
    """
    state = turn.state
    here = state.spaces[space]
    removals = here.troops
    with_sepoys = here.troops + here.sepoys if here.troops else here.sepoys // SEPOYS_PER_REMOVAL
    price = sepoy_cost(turn, "assault", space)
    removable = count_removable(state, space)
    if with_sepoys > removals and removable > removals and turn.can_pay(price):
        more = min(with_sepoys, removable) - removals
        use = yield from ask_yes(RAJ, "assault.sepoys", cost=price, space=space, action="assault", count=more)
        if use == YES:
            turn.pay(price)
            removals = with_sepoys
    yield from remove_targets(state, "assault", space, removals)


def why_assault_closed(turn: Turn) -> Text | None:
    """3.2.4 Return why Assault cannot be chosen, or None. Under Lord Wavell a free Sweep may come first (R-33h)."""
    if turn.state.lord.assault_grants_sweep and can_sweep_free(turn):
        return None
    return why_none_open(turn, why_not_assault, BOARD.everywhere, NO_ASSAULT_SPACE, ASSAULT_CANNOT_PAY)


FREE_SWEEP_OPTION = Option(FREE_SWEEP, text("option.assault.free_sweep"))

RAJ_OPERATIONS = (
    Operation("deploy", RAJ, "3.2.1", why_deploy_closed, deploy, closes=True),
    Operation("garrison", RAJ, "3.2.2", why_garrison_closed, garrison, closes=True),
    Operation("sweep", RAJ, "3.2.3", why_sweep_closed, sweep, closes=True),
    Operation("assault", RAJ, "3.2.4", why_assault_closed, assault),
)
"""3.2 The Operations of the Raj."""
