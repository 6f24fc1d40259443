"""8.7 Special Activities of Non-player Factions: which one of a box can be executed, and how."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.core.decision import Decision
from engine.gandhi.arjuna.cards import SpecialBox, SpecialOption
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import choose_adversary, select_space
from engine.gandhi.arjuna.raj import removable, targets
from engine.gandhi.arjuna.working import Work, default_answer, spaces_of
from engine.gandhi.asking import DONE, NO, YES
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import (
    ACTIVE,
    ACTIVE_SUPPORT,
    CONGRESS,
    LEAGUE,
    LEAGUE_BASES,
    MUSLIM_STATE,
    PROTEST,
    REVOLUTIONARY_BASES,
    SEPOYS,
    TROOPS,
    UNDERGROUND,
)

SPECIAL = "special:"
MOST_AIDED = 2


class Way(msgspec.Struct, frozen=True):
    """One Special Activity as a card orders it: the engine's name, when it can be executed, and how."""

    special: str
    is_possible: Callable[[Mind, SpecialOption], bool]
    run: Callable[[Mind, Decision, SpecialOption], Work]


def execute_first(mind: Mind, decision: Decision, box: SpecialBox) -> Work:
    """8.7 Execute the first Special Activity of a box that can be; skip those that cannot. Returns what is pending."""
    for option in box.options:
        way = WAYS[option.special]
        key = SPECIAL + way.special
        if key not in decision.keys or not way.is_possible(mind, option):
            mind.think("skip", "skip_special", (), special=option.special)
            continue
        mind.think("choice", "special", (), special=option.special)
        refused = mind.refusals
        decision = yield key
        decision = yield from way.run(mind, decision, option)
        mind.special_done = mind.refusals == refused
        if mind.special_done:
            return decision
    return decision


def pursue(decision: Decision, action: str, answer: Callable[[Decision], str]) -> Work:
    """Answer everything a Special Activity asks until it is over."""
    while decision.kind.startswith(f"{action}."):
        decision = yield answer(decision)
    return decision


# -- 8.7.1 Raj ---------------------------------------------------------------------------------------------


def removable_by_treaty(mind: Mind, space: str) -> bool:
    """8.7.1 A State with Sepoys where Active adversaries can be removed."""
    return mind.state.is_state(space) and mind.state.spaces[space].sepoys > 0 and removable(mind, space) > 0


def treaty(mind: Mind, decision: Decision, option: SpecialOption) -> Work:
    """8.7.1 Treaty: remove or arrest Active adversaries in each State with Sepoys."""

    def answer(pending: Decision) -> str:
        if pending.kind == "treaty.space":
            mind.aim = Aim(removing=True)
            open_spaces = [space for space in spaces_of(pending) if removable_by_treaty(mind, space)]
            space = select_space(mind, "remove_or_replace", open_spaces)
            return space or (DONE if DONE in pending.keys else spaces_of(pending)[0])
        if pending.kind == "treaty.what":
            return "remove" if "remove" in pending.keys else pending.options[0].key
        return targets(mind, pending)

    return (yield from pursue(decision, "treaty", answer))


def can_treaty(mind: Mind, option: SpecialOption) -> bool:
    """8.7.1 Whether a State has Sepoys and somebody to remove."""
    return any(removable_by_treaty(mind, space) for space in BOARD.lands)


def can_clear_protest(mind: Mind, space: str) -> bool:
    """8.7.1 Govern: cubes, a Protest and no Activists."""
    here = mind.state.spaces[space]
    return here.cubes > 0 and here.protest and not here.activists


def can_buy(mind: Mind, space: str) -> bool:
    """8.7.1 Govern: a space open to Imperialism where there is something to remove or shift."""
    state = mind.state
    here = state.spaces[space]
    if GEOGRAPHY[space].is_railway or not here.cubes or state.active_adversaries_of_raj(space):
        return False
    return bool(here.unrest or here.muslim_state or here.level < ACTIVE_SUPPORT)


def can_remove(mind: Mind, space: str) -> bool:
    """8.7.1 Govern: cubes and somebody Active to remove."""
    return mind.state.spaces[space].cubes > 0 and removable(mind, space) > 0


GOVERN_STEPS: dict[str, tuple[str, str, Callable[[Mind, str], bool]]] = {
    "remove_protests": (PROTEST, "remove_or_replace", can_clear_protest),
    "imperialism": ("imperialism", "shift_to_support", can_buy),
    "remove_adversaries": ("remove", "remove_or_replace", can_remove),
}
"""8.7.1 The instructions of Govern: the engine's key, the column, and where it can be done."""


def govern(mind: Mind, decision: Decision, option: SpecialOption) -> Work:
    """8.7.1 Govern: the card's actions in order, in up to two spaces; a die limits Imperialism (N-25)."""
    steps = list(option.steps)
    budget = -1
    current = ""

    def next_space(pending: Decision) -> str:
        nonlocal current, budget
        while steps:
            key, column, keep = GOVERN_STEPS[steps[0]]
            if key == "imperialism" and budget < 0 and any(keep(mind, name) for name in spaces_of(pending)):
                budget = mind.roll("imperialism")
            mind.aim = Aim(removing=key == "remove")
            places = [space for space in spaces_of(pending) if keep(mind, space)]
            if places and not (key == "imperialism" and budget == 0):
                current = key
                return select_space(mind, column, places, option.first)
            steps.pop(0)
        return ""

    def answer(pending: Decision) -> str:
        nonlocal budget
        if pending.kind == "govern.space":
            space = next_space(pending)
            return space or (DONE if DONE in pending.keys else spaces_of(pending)[0])
        if pending.kind == "govern.what":
            return current if current in pending.keys else pending.options[0].key
        if pending.kind in ("govern.unrest", "govern.levels"):
            counts = [int(choice.key) for choice in pending.options]
            count = max(min(counts), min(max(counts), budget))
            budget -= count
            return str(count)
        if pending.kind == "govern.muslim_state":
            take = budget > 0
            budget -= take
            return YES if take else NO
        return targets(mind, pending)

    return (yield from pursue(decision, "govern", answer))


def can_govern(mind: Mind, option: SpecialOption) -> bool:
    """8.7.1 Whether any of the card's Govern actions can be executed."""
    return any(GOVERN_STEPS[step][2](mind, space) for step in option.steps for space in BOARD.everywhere)


def open_to_martial_law(mind: Mind, space: str) -> bool:
    """8.7.1 Cubes and Activists, and Unrest already (not needed under Lord Linlithgow)."""
    here = mind.state.spaces[space]
    if not (here.cubes and here.activists):
        return False
    return here.unrest > 0 or not mind.state.lord.martial_law_adds_unrest


def martial_law(mind: Mind, decision: Decision, option: SpecialOption) -> Work:
    """8.7.1 Martial Law by Remove or Replace."""

    def answer(pending: Decision) -> str:
        if pending.kind == "martial_law.space":
            mind.aim = Aim(removing=True)
            places = [space for space in spaces_of(pending) if open_to_martial_law(mind, space)]
            space = select_space(mind, "remove_or_replace", places)
            return space or (DONE if DONE in pending.keys else spaces_of(pending)[0])
        return targets(mind, pending)

    return (yield from pursue(decision, "martial_law", answer))


def can_martial_law(mind: Mind, option: SpecialOption) -> bool:
    """8.7.1 Whether a space is open to Martial Law."""
    return any(open_to_martial_law(mind, space) for space in BOARD.everywhere)


# -- 8.7.2, 8.7.3 Congress and the Muslim League ----------------------------------------------------------


def can_negotiate_at(mind: Mind, space: str) -> bool:
    """4.3.1, 4.4.1 Own Activists and no Raj Control. The Operation's own spaces are left to the engine."""
    own = getattr(mind.state.spaces[space], mind.seat)
    return bool(own) and not mind.state.has_control(space)


def leads_congress(mind: Mind, space: str) -> bool:
    """8.7.2 A Muslim State where Congress pieces exceed those of the Muslim League."""
    here = mind.state.spaces[space]
    return here.muslim_state and here.congress_pieces > here.league_pieces and can_negotiate_at(mind, space)


def leads_league(mind: Mind, space: str) -> bool:
    """8.7.3 A Muslim Province at Opposition where Muslim League pieces exceed those of Congress."""
    here = mind.state.spaces[space]
    return (
        GEOGRAPHY[space].muslim
        and mind.state.is_province(space)
        and here.level < 0
        and here.league_pieces > here.congress_pieces
        and can_negotiate_at(mind, space)
    )


def negotiate(column: str, then: str, keep: Callable[[Mind, str], bool]) -> Callable[..., Work]:
    """8.7.2, 8.7.3 Negotiate for one purpose, in a space selected by a column."""

    def run(mind: Mind, decision: Decision, option: SpecialOption) -> Work:
        def answer(pending: Decision) -> str:
            if pending.kind == "negotiate.space":
                mind.aim = Aim()
                places = [space for space in spaces_of(pending) if keep(mind, space)]
                return select_space(mind, column, places) or spaces_of(pending)[0]
            if pending.kind == "negotiate.then":
                return then if then in pending.keys else DONE
            return default_answer(pending)

        return (yield from pursue(decision, "negotiate", answer))

    return run


def can_negotiate(keep: Callable[[Mind, str], bool]) -> Callable[[Mind, SpecialOption], bool]:
    """Whether a space is open to Negotiate for a purpose."""
    return lambda mind, option: any(keep(mind, space) and space not in mind.selected for space in BOARD.everywhere)


def satyagraha(mind: Mind, decision: Decision, option: SpecialOption) -> Work:
    """8.7.2 Satyagraha: Gandhi moves by his column; where there is Unrest it goes, otherwise an Activist comes."""
    state = mind.state

    def answer(pending: Decision) -> str:
        if pending.kind == "satyagraha.space":
            mind.aim = Aim(weight=1)
            now = state.gandhi_space()
            places = [space for space in spaces_of(pending) if space != now and not GEOGRAPHY[space].is_railway]
            return select_space(mind, "move_or_release_gandhi", places) or spaces_of(pending)[0]
        if pending.kind == "satyagraha.what":
            remove = state.spaces[pending.space].unrest > 0 or "place" not in pending.keys
            return "remove" if remove else "place"
        return default_answer(pending)

    was_in_jail = state.is_gandhi_in_jail
    decision = yield from pursue(decision, "satyagraha", answer)
    if was_in_jail and state.is_gandhi_in_jail:
        mind.refusals += 1
    return decision


def persuadable(mind: Mind, space: str) -> list[str]:
    """4.3.3, 4.4.3 The pieces Persuade could remove in a space."""
    state = mind.state
    here = state.spaces[space]
    other = LEAGUE if mind.seat == CONGRESS else CONGRESS
    pieces = [SEPOYS] if here.sepoys else [TROOPS] if here.troops else []
    if getattr(here, other) and state.are_activists_active(space):
        pieces.append(other)
    if here.active:
        pieces.append(ACTIVE)
    if mind.seat == CONGRESS and here.league_bases and not here.league:
        pieces.append(LEAGUE_BASES)
    if here.revolutionary_bases and not here.guerrillas:
        pieces.append(REVOLUTIONARY_BASES)
    return pieces


def has_own(mind: Mind, space: str) -> bool:
    """Whether the Faction has pieces in a space."""
    here = mind.state.spaces[space]
    return bool(here.congress_pieces if mind.seat == CONGRESS else here.league_pieces)


def can_wake(mind: Mind, space: str) -> bool:
    """8.7.2 Own Active Activists, and Guerrillas to turn up where that would end Raj Control."""
    state = mind.state
    here = state.spaces[space]
    own = getattr(here, mind.seat)
    if not (own and state.are_activists_active(space) and here.underground and state.has_control(space)):
        return False
    turned = min(here.underground, state.active_nv(space))
    return here.cubes <= state.active_adversaries_of_raj(space) + turned


def persuade(mind: Mind, decision: Decision, option: SpecialOption) -> Work:
    """8.7.2, 8.7.3 Persuade in up to two spaces: Activate Guerrillas where that helps, then remove one piece each."""
    waking = False

    def answer(pending: Decision) -> str:
        nonlocal waking
        if pending.kind == "persuade.space":
            waking = False
            mind.aim = Aim(cubes_removed=1)
            if "activate" in option.steps:
                places = [space for space in spaces_of(pending) if can_wake(mind, space)]
                if places:
                    waking = True
                    return select_space(mind, "remove_or_replace", places)
            places = [space for space in spaces_of(pending) if persuadable(mind, space)]
            if "remove" in option.steps and places:
                return select_space(mind, "remove_or_replace", places)
            return DONE if DONE in pending.keys else spaces_of(pending)[0]
        if pending.kind == "persuade.what":
            if waking and "activate" in pending.keys:
                return "activate"
            pieces = [choice.key for choice in pending.options if choice.key != "activate"]
            return choose_adversary(mind, pending.space, pieces) if pieces else "activate"
        return default_answer(pending)

    return (yield from pursue(decision, "persuade", answer))


def can_persuade(mind: Mind, option: SpecialOption) -> bool:
    """8.7.2, 8.7.3 Whether any of the card's Persuade actions can be executed."""
    return any(
        has_own(mind, space) and (persuadable(mind, space) or ("activate" in option.steps and can_wake(mind, space)))
        for space in BOARD.everywhere
    )


# -- 8.7.3, 8.7.4 Infiltrate -------------------------------------------------------------------------------

REPLACED = {LEAGUE: (SEPOYS, UNDERGROUND, ACTIVE), "revolutionaries": (SEPOYS, CONGRESS, LEAGUE)}
"""What Infiltrate may replace. The Muslim League never replaces a Protest (8.5.3)."""


def infiltrator(mind: Mind, space: str) -> bool:
    """4.4.2, 4.5.2 A Muslim League Activist, or an Underground Guerrilla."""
    here = mind.state.spaces[space]
    return here.league > 0 if mind.seat == LEAGUE else here.underground > 0


def replaceable(mind: Mind, space: str) -> list[str]:
    """8.5.2 What would be replaced in a space: pieces, and for the Revolutionaries a Protest."""
    here = mind.state.spaces[space]
    kinds = [kind for kind in REPLACED[mind.seat] if getattr(here, kind)]
    if mind.seat != LEAGUE and here.protest:
        kinds.append(PROTEST)
    own = LEAGUE if mind.seat == LEAGUE else UNDERGROUND
    return kinds if mind.state.available[own] else []


def can_found(mind: Mind, space: str) -> bool:
    """6.8 In a Crisis: where Infiltrate may place a Muslim State or a Revolutionaries Base."""
    state = mind.state
    if not state.is_crisis or state.has_control(space) or not infiltrator(mind, space):
        return False
    if mind.seat == LEAGUE:
        return state.is_province(space) and state.spaces[space].league_bases > 0
    is_place = state.is_province(space) or state.is_state(space)
    return is_place and state.has_room_for_base(space) and state.available[REVOLUTIONARY_BASES] > 0


def infiltrate_replace(mind: Mind, decision: Decision, option: SpecialOption) -> Work:
    """8.7.3, 8.7.4 Infiltrate to replace the adversary piece that comes first by the Adversary Priorities."""

    def answer(pending: Decision) -> str:
        if pending.kind == "infiltrate.space":
            mind.aim = Aim(weight=1, cubes_removed=1)
            places = [space for space in spaces_of(pending) if replaceable(mind, space)]
            return select_space(mind, "remove_or_replace", places) or spaces_of(pending)[0]
        if pending.kind == "infiltrate.what":
            kinds = [kind for kind in replaceable(mind, pending.space) if kind in pending.keys]
            return choose_adversary(mind, pending.space, kinds) if kinds else pending.options[0].key
        return default_answer(pending)

    return (yield from pursue(decision, "infiltrate", answer))


def infiltrate_found(mind: Mind, decision: Decision, option: SpecialOption) -> Work:
    """8.7.3, 8.7.4 In a Crisis Infiltrate to place a Muslim State or a Base, by its column."""
    column = "place_muslim_states" if mind.seat == LEAGUE else "place_bases"
    goal = MUSLIM_STATE if mind.seat == LEAGUE else "base"

    def answer(pending: Decision) -> str:
        if pending.kind == "infiltrate.space":
            mind.aim = Aim(weight=1)
            places = [space for space in spaces_of(pending) if can_found(mind, space)]
            return select_space(mind, column, places) or spaces_of(pending)[0]
        if pending.kind == "infiltrate.what":
            return goal if goal in pending.keys else pending.options[0].key
        return default_answer(pending)

    return (yield from pursue(decision, "infiltrate", answer))


# -- 8.7.4 Revolutionaries ---------------------------------------------------------------------------------


def aid(mind: Mind, decision: Decision, option: SpecialOption) -> Work:
    """8.7.4 Aid only to turn Guerrillas Underground, in up to two spaces by Attack or Go Underground."""
    done = 0

    def answer(pending: Decision) -> str:
        nonlocal done
        if pending.kind == "aid.space":
            mind.aim = Aim()
            places = [space for space in spaces_of(pending) if mind.state.spaces[space].active]
            if done >= MOST_AIDED or not places:
                return DONE if DONE in pending.keys else spaces_of(pending)[0]
            done += 1
            return select_space(mind, "attack_or_go_underground", places)
        if pending.kind == "aid.what":
            return "hide" if "hide" in pending.keys else pending.options[0].key
        return default_answer(pending)

    return (yield from pursue(decision, "aid", answer))


def assassinable(mind: Mind, space: str) -> list[str]:
    """4.5.3 The Active adversary pieces in a space, Gandhi apart."""
    here = mind.state.spaces[space]
    kinds = [kind for kind in (TROOPS, SEPOYS, LEAGUE_BASES) if getattr(here, kind)]
    if mind.state.are_activists_active(space):
        kinds += [kind for kind in (CONGRESS, LEAGUE) if getattr(here, kind)]
    return kinds


def assassinate(mind: Mind, decision: Decision, option: SpecialOption) -> Work:
    """8.7.4 Assassinate in a space selected for Unrest, by Remove or Replace."""

    def answer(pending: Decision) -> str:
        if pending.kind == "assassinate.space":
            mind.aim = Aim(cubes_removed=1)
            return select_space(mind, "remove_or_replace", spaces_of(pending))
        if pending.kind == "assassinate.remove":
            return choose_adversary(mind, pending.space, [choice.key for choice in pending.options])
        return default_answer(pending)

    return (yield from pursue(decision, "assassinate", answer))


WAYS: dict[str, Way] = {
    "treaty": Way("treaty", can_treaty, treaty),
    "govern": Way("govern", can_govern, govern),
    "martial_law": Way("martial_law", can_martial_law, martial_law),
    "negotiate_gandhi": Way(
        "negotiate",
        lambda mind, option: mind.state.is_gandhi_in_jail and can_negotiate(can_negotiate_at)(mind, option),
        negotiate("move_or_release_gandhi", "release_gandhi", can_negotiate_at),
    ),
    "negotiate_muslim_state": Way(
        "negotiate",
        lambda mind, option: can_negotiate(leads_congress if mind.seat == CONGRESS else leads_league)(mind, option),
        lambda mind, decision, option: (
            negotiate("remove_or_replace", "remove_muslim_state", leads_congress)
            if mind.seat == CONGRESS
            else negotiate("place_muslim_states", MUSLIM_STATE, leads_league)
        )(mind, decision, option),
    ),
    "negotiate_unrest": Way(
        "negotiate",
        can_negotiate(lambda mind, space: can_negotiate_at(mind, space) and mind.state.spaces[space].unrest > 0),
        negotiate(
            "remove_or_replace",
            "remove_unrest",
            lambda mind, space: can_negotiate_at(mind, space) and mind.state.spaces[space].unrest > 0,
        ),
    ),
    "satyagraha": Way("satyagraha", lambda mind, option: True, satyagraha),
    "persuade": Way("persuade", can_persuade, persuade),
    "infiltrate_muslim_state": Way(
        "infiltrate", lambda mind, option: any(can_found(mind, space) for space in BOARD.lands), infiltrate_found
    ),
    "infiltrate_base": Way(
        "infiltrate", lambda mind, option: any(can_found(mind, space) for space in BOARD.lands), infiltrate_found
    ),
    "infiltrate_replace": Way(
        "infiltrate",
        lambda mind, option: any(infiltrator(mind, space) and replaceable(mind, space) for space in BOARD.everywhere),
        infiltrate_replace,
    ),
    "aid": Way("aid", lambda mind, option: mind.state.on_map(ACTIVE) > 0, aid),
    "assassinate": Way(
        "assassinate", lambda mind, option: any(assassinable(mind, space) for space in mind.selected), assassinate
    ),
}
"""Every Special Activity that a card can order, by the card's word."""
