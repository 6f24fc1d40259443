"""4.2 Raj Special Activities: Treaty, Govern, Martial Law."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.core.decision import Option, Remaining
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asking import (
    DONE,
    DONE_OPTION,
    SPACE_OPTIONS,
    YES,
    Asked,
    Reason,
    ask_count,
    ask_option,
    ask_space,
    ask_yes,
    closed_options,
    closed_spaces,
    count_served,
    piece_option,
)
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import ACTIVE_SUPPORT, CONGRESS, LEAGUE, PROTEST, RAJ, SEPOYS, STRIKE
from engine.gandhi.operations.cubes import move_cubes_in_special
from engine.gandhi.operations.targets import count_removable, removable_pieces, remove_one, remove_targets
from engine.gandhi.state import State
from engine.gandhi.turn import SpecialActivity, Turn, first_open, why_none_open

TREATY = "treaty"
GOVERN = "govern"
MARTIAL_LAW = "martial_law"
MOST_GOVERNED = 2
LEVELS_PER_SPACE = 2
IMPERIALISM = "imperialism"
REMOVE = "remove"
MOVE = "move"

ALREADY_SELECTED = why_not("already_selected", "4.1.1")

NOT_A_STATE = why_not("not_a_state", "4.2.1")
NO_SEPOYS_FOR_TREATY = why_not("no_sepoys_here_or_adjacent", "4.2.1")
NOBODY_FOR_TREATY = why_not("nobody_active_and_no_sepoys_adjacent", "4.2.1")
NO_SEPOYS_THERE = why_not("no_sepoys", "4.2.1")
SEPOYS_STAY_IN_PROTEST = why_not("cubes_stay_in_protest", "4.2")
SEPOYS_HAVE_MOVED = why_not("already_moved", "4.2.1")
NO_TREATY_SPACE = why_not("no_space", "4.2.1")

GOVERN_NO_CUBES = why_not("no_cubes", "4.2.2")
NOTHING_TO_GOVERN = why_not("nothing_to_govern", "4.2.2")
NOBODY_TO_REMOVE = why_not("nobody_active", "4.2.2")
NO_SUCH_MARKER = why_not("no_such_marker", "4.2.2")
ACTIVISTS_PRESENT = why_not("has_activists", "4.2.2")
NO_IMPERIALISM_ON_RAILWAY = why_not("on_railway", "4.2.2")
ACTIVE_ADVERSARIES = why_not("has_active_adversaries", "4.2.2")
NOTHING_TO_BUY = why_not("nothing_to_buy", "4.2.2")
GOVERN_CANNOT_PAY = why_not("cannot_pay", "4.2.2")
NO_GOVERN_SPACE = why_not("no_space", "4.2.2")

MARTIAL_LAW_NO_CUBES = why_not("no_cubes", "4.2.3")
MARTIAL_LAW_NO_ACTIVISTS = why_not("no_activists", "4.2.3")
NO_MARTIAL_LAW_SPACE = why_not("no_space", "4.2.3")


def select_space(turn: Turn, action: str, why: Reason, remaining: Remaining) -> Asked:
    """4.1.1 Ask for the next space of a Special Activity, or `DONE`; the first must be chosen, and each only once."""
    space = yield from ask_space(
        turn.seat,
        f"{action}.space",
        BOARD.everywhere,
        partial(why_not_again, turn, why) if turn.special_selected else why,
        optional=bool(turn.special_selected),
        remaining=remaining,
        action=action,
    )
    if space != DONE:
        turn.special_selected.append(space)
        turn.state.select(space)
    return space


def why_not_again(turn: Turn, why: Reason, space: str) -> Text | None:
    """4.1.1 Return why a space cannot be selected after others, or None."""
    return ALREADY_SELECTED if space in turn.special_selected else why(space)


# -- 4.2.1 Treaty ------------------------------------------------------------------------------------------


def why_no_sepoys_come(turn: Turn, origin: str, space: str, arrived: dict[str, int], count: int = 1) -> Text | None:
    """4.2.1, 4.2 Return why Sepoys cannot move into a State from an adjacent space, or None: each moves once (R-59).

    A Protest in the State would hold them there, and the Operation may need them (R-44).
    """
    here = turn.state.spaces[origin]
    if not here.sepoys:
        return NO_SEPOYS_THERE
    if here.protest:
        return SEPOYS_STAY_IN_PROTEST
    if here.sepoys < arrived.get(origin, 0) + count:
        return SEPOYS_HAVE_MOVED
    rows = {origin: {SEPOYS: here.sepoys - count}, space: {SEPOYS: turn.state.spaces[space].sepoys + count}}
    return turn.why_spoils(rows, special=TREATY)


def why_no_treaty_by_move(turn: Turn, space: str, arrived: dict[str, int]) -> Text | None:
    """4.2.1 Return why no Sepoy can move into a State from any adjacent space, a Railway included, or None."""
    origins = GEOGRAPHY[space].adjacent
    return first_open((why_no_sepoys_come(turn, origin, space, arrived) for origin in origins), NO_SEPOYS_FOR_TREATY)


def why_no_treaty_by_removal(turn: Turn, space: str) -> Text | None:
    """4.2.1 Return why the Sepoys in a State can remove no one, or None."""
    if not turn.state.spaces[space].sepoys:
        return NO_SEPOYS_FOR_TREATY
    return turn.why_spoils(special=TREATY) if count_removable(turn.state, space) else NOBODY_FOR_TREATY


def why_not_treaty(turn: Turn, arrived: dict[str, int], space: str) -> Text | None:
    """4.2.1 Return why a space cannot be selected for Treaty, or None.

    It must be a State whose Sepoys can remove someone, or into which Sepoys can come.
    """
    if not turn.state.is_state(space):
        return NOT_A_STATE
    removal = why_no_treaty_by_removal(turn, space)
    return None if removal is None else first_open([why_no_treaty_by_move(turn, space, arrived)], removal)


def why_not_first_treaty(turn: Turn, space: str) -> Text | None:
    """4.2.1 Return why Treaty cannot begin in a space, or None: no Sepoys have moved yet."""
    return why_not_treaty(turn, {}, space)


def treaty(turn: Turn) -> Rule:
    """4.2.1 Remove pieces from States or bring Sepoys into them, for free."""
    state = turn.state
    arrived: dict[str, int] = {}
    while True:
        space = yield from select_space(
            turn, "treaty", partial(why_not_treaty, turn, arrived), partial(treaties_left, turn, arrived)
        )
        if space == DONE:
            return
        here = state.spaces[space]
        removes = text("option.treaty.remove", count=min(here.sepoys, count_removable(state, space)))
        ways = [
            Option(REMOVE, removes, 0, why_no_treaty_by_removal(turn, space)),
            Option(MOVE, text("option.treaty.move"), 0, why_no_treaty_by_move(turn, space, arrived)),
        ]
        what = yield from ask_option(
            RAJ,
            "treaty.what",
            [way for way in ways if way.enabled],
            closed=partial(closed_options, ways),
            space=space,
            action="treaty",
        )
        if what == REMOVE:
            yield from remove_targets(state, "treaty", space, here.sepoys)
        else:
            yield from bring_sepoys(turn, space, arrived)


def count_sepoys(turn: Turn, origin: str, arrived: dict[str, int]) -> int:
    """4.2.1 Return how many Sepoys of a space may still move: none out of a Protest space, each only once (R-59)."""
    here = turn.state.spaces[origin]
    return 0 if here.protest else here.sepoys - arrived.get(origin, 0)


def treaties_left(turn: Turn, arrived: dict[str, int]) -> int:
    """4.2.1 Return in how many more States Sepoys can act: a Sepoy must move into each State without targets."""
    states = [space for space in BOARD.lands if space not in turn.special_selected and turn.state.is_state(space)]
    removing = [space for space in states if why_no_treaty_by_removal(turn, space) is None]
    others = [GEOGRAPHY[space].adjacent for space in states if space not in removing]
    supply = {space: count_sepoys(turn, space, arrived) for space in BOARD.everywhere}
    return len(removing) + count_served(others, supply)


def bring_sepoys(turn: Turn, space: str, arrived: dict[str, int]) -> Rule:
    """4.2.1 Move any Sepoys that are not in Protest spaces into a State from adjacent spaces, at least one."""
    adjacent = GEOGRAPHY[space].adjacent
    came = 0

    def why(origin: str) -> Text | None:
        return why_no_sepoys_come(turn, origin, space, arrived)

    while True:
        options = [SPACE_OPTIONS[origin] for origin in adjacent if why(origin) is None]
        if came:
            options.append(DONE_OPTION)
        origin = yield from ask_option(
            RAJ,
            "treaty.origin",
            options,
            closed=lambda: closed_spaces(adjacent, why),
            default=DONE if came else None,
            remaining=lambda: sum(count_sepoys(turn, origin, arrived) for origin in adjacent),
            space=space,
            action="treaty",
        )
        if origin == DONE:
            break
        most = there = count_sepoys(turn, origin, arrived)
        while why_no_sepoys_come(turn, origin, space, arrived, most) is not None:
            most -= 1
        count = yield from ask_count(
            RAJ, "treaty.count", most, 1, there=there, space=space, action="treaty", origin=origin, piece=SEPOYS
        )
        move_cubes_in_special(turn, SEPOYS, origin, space, count)
        came += count
    arrived[space] = came


def why_treaty_closed(turn: Turn) -> Text | None:
    """4.2.1 Return why Treaty cannot be executed now, or None."""
    return why_none_open(turn, why_not_first_treaty, BOARD.lands, NO_TREATY_SPACE)


# -- 4.2.2 Govern ------------------------------------------------------------------------------------------


def why_no_removal(turn: Turn, space: str) -> Text | None:
    """4.2.2 Return why Govern cannot remove a piece in a space, or None. It must be Active; Bases go last (R-60)."""
    return turn.why_spoils(special=GOVERN) if count_removable(turn.state, space) else NOBODY_TO_REMOVE


def why_no_marker(turn: Turn, space: str, marker: str) -> Text | None:
    """4.2.2 Return why Govern cannot remove a Strike or Protest, or None. No Activists may be there (R-61)."""
    here = turn.state.spaces[space]
    if not getattr(here, marker):
        return NO_SUCH_MARKER
    return ACTIVISTS_PRESENT if here.activists else turn.why_spoils({space: {marker: False}}, special=GOVERN)


def why_no_imperialism(turn: Turn, space: str) -> Text | None:
    """4.2.2 Return why Imperialism cannot be bought in a space, or None.

    No Active adversaries may be there; Control is not needed (R-62).
    """
    state = turn.state
    if GEOGRAPHY[space].is_railway:
        return NO_IMPERIALISM_ON_RAILWAY
    if state.active_adversaries_of_raj(space):
        return ACTIVE_ADVERSARIES
    here = state.spaces[space]
    if not (here.unrest or here.muslim_state) and here.level == ACTIVE_SUPPORT:
        return NOTHING_TO_BUY
    if not turn.can_pay(state.lord.imperialism_cost):
        return GOVERN_CANNOT_PAY
    return turn.why_spoils(spend=state.lord.imperialism_cost, special=GOVERN)


GOVERN_WAYS: dict[str, Callable[[Turn, str], Text | None]] = {
    REMOVE: why_no_removal,
    STRIKE: lambda turn, space: why_no_marker(turn, space, STRIKE),
    PROTEST: lambda turn, space: why_no_marker(turn, space, PROTEST),
    IMPERIALISM: why_no_imperialism,
}
"""4.2.2 The actions of Govern, each with the function that returns why it is closed in a space."""
GOVERN_TEXTS = {way: text(f"option.govern.{way}") for way in GOVERN_WAYS}


def why_not_govern(turn: Turn, space: str) -> Text | None:
    """4.2.2 Return why a space cannot be selected for Govern, or None. It needs cubes, and something to do."""
    here = turn.state.spaces[space]
    if not (here.troops or here.sepoys):
        return GOVERN_NO_CUBES
    reasons = [why(turn, space) for why in GOVERN_WAYS.values()]
    return first_open(reasons, GOVERN_CANNOT_PAY if GOVERN_CANNOT_PAY in reasons else NOTHING_TO_GOVERN)


def govern(turn: Turn) -> Rule:
    """4.2.2 Remove a piece, a Strike or a Protest, or buy Imperialism, in up to two spaces."""
    for left in range(MOST_GOVERNED, 0, -1):
        space = yield from select_space(
            turn, "govern", partial(why_not_govern, turn), partial(governable_left, turn, left)
        )
        if space == DONE:
            return
        yield from govern_in(turn, space)


def governable_left(turn: Turn, left: int) -> int:
    """4.2.2 Return how many more spaces can be selected, at most ``left``. If only Imperialism is open, Raj pays."""
    free = [why for way, why in GOVERN_WAYS.items() if way != IMPERIALISM]
    spaces = [space for space in BOARD.everywhere if space not in turn.special_selected]
    useful = [space for space in spaces if why_not_govern(turn, space) is None]
    unpaid = sum(any(why(turn, space) is None for why in free) for space in useful)
    return min(left, unpaid + affordable(turn, turn.state.lord.imperialism_cost, len(useful) - unpaid))


def govern_in(turn: Turn, space: str) -> Rule:
    """4.2.2 Govern in one space. A piece goes to Jail or Available as in Assault (D-38, R-60)."""
    state = turn.state

    def closed() -> list[Option]:
        reasons = {way: why(turn, space) for way, why in GOVERN_WAYS.items()}
        return [Option(way, GOVERN_TEXTS[way], 0, reason) for way, reason in reasons.items() if reason is not None]

    price = state.lord.imperialism_cost if state.is_player(RAJ) else 0
    options = [
        Option(way, GOVERN_TEXTS[way], price if way == IMPERIALISM else 0)
        for way, why in GOVERN_WAYS.items()
        if why(turn, space) is None
    ]
    what = yield from ask_option(RAJ, "govern.what", options, closed=closed, space=space, action="govern")
    if what == IMPERIALISM:
        yield from buy_imperialism(turn, space)
    elif what == STRIKE:
        state.remove_strike(space)
    elif what == PROTEST:
        state.remove_protest(space)
    else:
        pieces = [piece_option(piece) for piece in removable_pieces(state, space)]
        piece = yield from ask_option(RAJ, "govern.piece", pieces, space=space, action="govern")
        remove_one(state, piece, space)


def buy_imperialism(turn: Turn, space: str) -> Rule:
    """4.2.2 Buy off Unrest first, then up to two levels, and in a Muslim State its marker (R-62).

    Every purchase costs 3 Resources, 2 under Lord Mountbatten; at least one is made.
    """
    state = turn.state
    here = state.spaces[space]
    price = state.lord.imperialism_cost
    bought = 0
    if here.unrest:
        most, there = affordable(turn, price, here.unrest), payable(turn, price, here.unrest)
        bought = yield from ask_count(
            RAJ, "govern.unrest", most, 1, there=there, space=space, action="govern", price=price
        )
        turn.pay(price * bought)
        state.remove_unrest(space, bought)
        if here.unrest:
            return
    levels = min(LEVELS_PER_SPACE, ACTIVE_SUPPORT - here.level)
    if here.muslim_state and affordable(turn, price, 1):
        take = YES
        if bought or levels:
            cost = price if state.is_player(RAJ) else 0
            take = yield from ask_yes(RAJ, "govern.muslim_state", cost=cost, space=space, action="govern")
        if take == YES:
            turn.pay(price)
            state.remove_muslim_state(space)
            bought += 1
    there, levels = payable(turn, price, levels), affordable(turn, price, levels)
    least = 0 if bought else 1
    shifts = yield from ask_count(
        RAJ, "govern.levels", levels, least, there=there, space=space, action="govern", price=price, level=here.level
    )
    if shifts > 0:
        turn.pay(price * shifts)
        state.shift_level(space, shifts)


def payable(turn: Turn, price: int, at_most: int) -> int:
    """1.8 Return how many purchases Raj can pay for. Non-player Raj pays nothing (8.1)."""
    return min(at_most, turn.state.resources[RAJ] // price) if turn.state.is_player(RAJ) else at_most


def affordable(turn: Turn, price: int, at_most: int) -> int:
    """4.1 Return how many purchases Raj can pay for that leave the Operation possible (R-44)."""
    most = payable(turn, price, at_most)
    if not turn.state.is_player(RAJ):
        return most
    while most > 0 and turn.why_spoils(spend=price * most) is not None:
        most -= 1
    return most


def why_govern_closed(turn: Turn) -> Text | None:
    """4.2.2 Return why Govern cannot be executed now, or None."""
    return why_none_open(turn, why_not_govern, BOARD.everywhere, NO_GOVERN_SPACE)


# -- 4.2.3 Martial Law -------------------------------------------------------------------------------------


def why_not_martial_law(turn: Turn, space: str) -> Text | None:
    """4.2.3 Return why a space cannot be selected for Martial Law, or None. It needs cubes and any Activists."""
    here = turn.state.spaces[space]
    if not (here.troops or here.sepoys):
        return MARTIAL_LAW_NO_CUBES
    if not (here.congress or here.league):
        return MARTIAL_LAW_NO_ACTIVISTS
    return turn.why_spoils({space: {PROTEST: False}}, special=MARTIAL_LAW)


def martial_law(turn: Turn) -> Rule:
    """4.2.3, 6.8 Declare Martial Law in one space, or in up to two during a Crisis (D-39)."""
    state = turn.state
    for left in range(2 if state.is_crisis else 1, 0, -1):
        space = yield from select_space(turn, "martial_law", partial(why_not_martial_law, turn), left)
        if space == DONE:
            return
        yield from martial_law_in(state, space)


def martial_law_in(state: State, space: str) -> Rule:
    """4.2.3 Remove one Activist per cube to Available, as Raj chooses; then Protest, Unrest and the shift (R-63).

    Under Lord Linlithgow, and on a Railway, no Unrest comes.
    """
    here = state.spaces[space]
    count = min(here.cubes, here.activists)
    congress = yield from ask_count(
        RAJ,
        "martial_law.congress",
        min(count, here.congress),
        max(0, count - here.league),
        space=space,
        action="martial_law",
        count=count,
    )
    state.remove(CONGRESS, space, congress)
    state.remove(LEAGUE, space, count - congress)
    state.remove_protest(space)
    if state.lord.martial_law_adds_unrest and not GEOGRAPHY[space].is_railway:
        state.add_unrest(space)
    state.shift_toward_neutral(space)


def why_martial_law_closed(turn: Turn) -> Text | None:
    """4.2.3 Return why Martial Law cannot be executed now, or None."""
    return why_none_open(turn, why_not_martial_law, BOARD.everywhere, NO_MARTIAL_LAW_SPACE)


RAJ_SPECIALS = (
    SpecialActivity("treaty", RAJ, "4.2.1", why_treaty_closed, treaty),
    SpecialActivity("govern", RAJ, "4.2.2", why_govern_closed, govern),
    SpecialActivity("martial_law", RAJ, "4.2.3", why_martial_law_closed, martial_law),
)
"""4.2 The Special Activities of the Raj."""
