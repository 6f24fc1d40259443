"""Usual answers for clicks that answer several questions, such as a March to an adjacent space (`Orders.list_usual`).

The functions select some of the answers that the rules allow. Every other answer has a button for its question alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from bot.games.playing import FORM
from engine import Game
from engine.core.decision import Decision, Option
from engine.gandhi.asking import DONE
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.campaign.redeploy import MOVABLE
from engine.gandhi.ids import CUBES, RAJ, SEPOYS, TROOPS, UNDERGROUND
from engine.gandhi.state import State

MOST_PLANS: Final = 25
"""The most lines in a list of a form."""
FEW: Final = 3
"""The most answers of a question that are all offered together with the question before it."""
MOST_PLANNED: Final = 12
"""The most open spaces that are offered together with answers to their questions. More spaces are offered alone."""
HALF: Final = 3
"""3.2.1 Half of the cubes that a City can take."""
MOST_NEXT: Final = 10
"""The most Marches from all origins together that are offered, each as one click."""

Answers = Sequence[str] | None
"""Keys of a decision that are offered, in this order, or None if a person must answer it with a separate click."""


def list_usual(game: Game, decision: Decision, begun: str) -> Answers:
    """Return the usual answers to the pending decision, for a click that begins with a question of the kind ``begun``.

    `FINDERS` has the answers for some kinds. For other kinds, offer the spaces of the first question (`begin_any`), and
    all answers to a short question after it (`answer_few`).
    """
    finders = FINDERS.get(begun)
    if finders is not None:
        find = finders.get(decision.kind)
        return find(game, decision) if find is not None else None
    return begin_any(game, decision) if decision.kind == begun else answer_few(decision)


def begin_any(game: Game, decision: Decision) -> Answers:
    """Return the open spaces of a question, without those where nothing would happen.

    Return None for more than `MOST_PLANNED` spaces, and for a question about one space or of a kind in `ASKED_APART`.
    """
    if not 0 < len(spaces_of(decision)) <= MOST_PLANNED or decision.space or decision.kind in ASKED_APART:
        return None
    return list_useful(game, decision)


def answer_few(decision: Decision) -> Answers:
    """Return all answers to a question with at most `FEW`, or None for any other question and one about spaces.

    The usual answer comes first. If greater numbers cost more, the answers keep their order.
    """
    own = decision.own
    if len(own) > FEW or any(option.role in ("space", "stop", "extra", "special") for option in own):
        return None
    keys = [option.key for option in own]
    return keys if decision.prompt.params.get("price") else sorted(keys, key=lambda key: key != decision.usual)


def always(*keys: str) -> Callable[[Game, Decision], Answers]:
    """Return a function that returns the same keys in every position. Without keys, no click is offered."""
    return lambda game, decision: keys


def spaces_of(decision: Decision) -> list[Option]:
    """Return the options of a decision that are spaces."""
    return [option for option in decision.own if option.role == "space"]


def list_useful(game: Game, decision: Decision) -> Answers:
    """Return the open spaces of a question, without those where nothing would happen."""
    idle = decision.warnings()
    return [option.key for option in spaces_of(decision) if option.key not in idle]


# -- 3.2.1 Deploy ------------------------------------------------------------------------------------------


def deploy_piece(game: Game, decision: Decision) -> Answers:
    """Return Troops as the first pieces for a City, or Sepoys if there are no Troops; afterwards the end.

    After `HALF` Troops, return Sepoys in place of the end if some can be placed.
    """
    placed = keys_since(game, decision.space)
    if not placed:
        return [piece for piece in CUBES if decision.allows(piece)][:1]
    if placed[0] == TROOPS and placed[-1] == str(HALF) and decision.allows(SEPOYS) and SEPOYS not in placed:
        return [SEPOYS]
    return [DONE]


def deploy_count(game: Game, decision: Decision) -> Answers:
    """Return the greatest number, and for a City's first Troops also `HALF` if Sepoys are left to fill the City."""
    numbers, placed = decision.numbers, keys_since(game, decision.space)
    most = numbers[-1]
    if placed == [TROOPS] and most > HALF and state_of(game).available[SEPOYS]:
        return [str(most), str(HALF)]
    return [str(most)]


def any_piece(game: Game, decision: Decision) -> Answers:
    """Return both kinds of cubes for a City or, after its first cubes, Sepoys if none are placed yet, and the end."""
    placed = keys_since(game, decision.space)
    kinds = [piece for piece in CUBES if decision.allows(piece)]
    if not placed:
        return kinds
    return [*(kinds if SEPOYS in kinds and SEPOYS not in placed else ()), DONE][-2:]


# -- 3.2.3 Sweep -------------------------------------------------------------------------------------------


def hidden_spaces(game: Game, decision: Decision) -> Answers:
    """Return the open spaces with Underground Guerrillas, the spaces with the most of them first."""
    spaces = state_of(game).spaces
    found = [option.key for option in spaces_of(decision) if spaces[option.key].underground]
    return sorted(found, key=lambda space: -spaces[space].underground)


def sweep_origin(game: Game, decision: Decision) -> Answers:
    """Return at most `FEW` spaces from which cubes can come, spaces with Troops first.

    Return the end if cubes have come already, or if the Troops are enough to find every Guerrilla.
    """
    here = state_of(game).spaces[decision.space]
    if keys_since(game, decision.space) or here.troops >= here.underground:
        return [DONE]
    spaces = state_of(game).spaces
    found = sorted((option.key for option in spaces_of(decision)), key=lambda space: not spaces[space].troops)
    return found[:FEW]


def sweep_count(game: Game, decision: Decision) -> Answers:
    """Return the number of cubes that are still needed to find every Guerrilla, or the nearest possible number."""
    here, numbers = state_of(game).spaces[decision.space], decision.numbers
    needed = here.underground - here.troops
    return [str(min(max(needed, numbers[0]), numbers[-1]))]


def every_space(game: Game, decision: Decision) -> Answers:
    """Return every space that the question allows."""
    return [option.key for option in spaces_of(decision)]


def every_answer(game: Game, decision: Decision) -> Answers:
    """Return every answer to the question itself, such as every number, without other things to do (`Decision.own`)."""
    return [option.key for option in decision.own]


# -- 3.3.2 Demonstrate -------------------------------------------------------------------------------------


def open_to_protest(game: Game, decision: Decision) -> Answers:
    """Return at most `MOST_PLANNED` spaces without a Protest, first without Raj Control, then the most populous."""
    state = state_of(game)
    found = [option.key for option in spaces_of(decision) if not state.spaces[option.key].protest]
    found.sort(key=lambda space: (state.has_control(space), -GEOGRAPHY[space].population))
    return found[:MOST_PLANNED]


def demonstrate_move(game: Game, decision: Decision) -> Answers:
    """Return the first two spaces from which Activists can come or, if some have come already, the Protest.

    Return no answer if a Protest is not allowed then, so that the move is not offered.
    """
    if keys_since(game, decision.space):
        return ["protest"] if decision.allows("protest") else []
    return [option.key for option in spaces_of(decision)][:2]


def enough_to_protest(game: Game, decision: Decision) -> Answers:
    """3.3.2 Return the least possible number of Activists, or the greatest in a space with Raj Control."""
    numbers = decision.numbers
    return [str(numbers[-1] if state_of(game).has_control(decision.space) else numbers[0])]


# -- 3.4.2 March -------------------------------------------------------------------------------------------


def march_piece(game: Game, decision: Decision) -> Answers:
    """Return the end after a move; before it, Underground Guerrillas, or Active ones if none are Underground."""
    if decision.allows(DONE):
        return [DONE]
    return [UNDERGROUND] if decision.allows(UNDERGROUND) else [decision.own[0].key]


def march_destination(game: Game, decision: Decision) -> Answers:
    """Return a few adjacent destinations; the more origins there are, the fewer.

    Spaces without Guerrillas come first, then spaces without Support, then the most populous.
    """
    state = state_of(game)
    origin = str(decision.prompt.params["origin"])

    def weigh(space: str) -> tuple[bool, bool, int]:
        here = state.spaces[space]
        return bool(here.guerrillas), here.level > 0, -GEOGRAPHY[space].population

    reach = [space for space in GEOGRAPHY[origin].adjacent if decision.allows(space)]
    origins = sum(here.guerrillas > 0 for here in state.spaces.values())
    return sorted(reach, key=weigh)[: max(2, MOST_NEXT // max(1, origins))]


# -- 4.3.2 Satyagraha --------------------------------------------------------------------------------------


def gandhis_goals(game: Game, decision: Decision) -> Answers:
    """Return the spaces to which Gandhi can go, the most populous first, at most five."""
    found = sorted(spaces_of(decision), key=lambda option: -GEOGRAPHY[option.key].population)
    return [option.key for option in found][: MOST_NEXT // 2]


def satyagraha_what(game: Game, decision: Decision) -> Answers:
    """Return the choices of a Satyagraha in the space of the question that would change something."""
    return [option.key for option in decision.own if option.role == "choice" and option.key not in decision.warnings()]


# -- 6.4 Redeploy ------------------------------------------------------------------------------------------


def redeploy_origins(game: Game, decision: Decision) -> Answers:
    """Return the origins of pieces: first spaces where some cannot stay, then the spaces with the most pieces."""
    state, kinds = state_of(game), MOVABLE[decision.seat]

    def weigh(space: str) -> tuple[bool, int]:
        here = state.spaces[space]
        return not is_pressing(state, decision.seat, space), -sum(int(getattr(here, piece)) for piece in kinds)

    return sorted((option.key for option in spaces_of(decision)), key=weigh)


def is_pressing(state: State, seat: str, space: str) -> bool:
    """6.4.2 to 6.4.5 Return whether some pieces of a Faction may not stay in a space after the Redeploy."""
    land, here = GEOGRAPHY[space], state.spaces[space]
    if seat != RAJ:
        return land.is_railway
    return here.troops > 1 if land.is_city else state.is_province(space) and not state.has_control(space)


def redeploy_targets(game: Game, decision: Decision) -> Answers:
    """Return the destinations that are nearest to the origin, Railways that are not adjacent to it last.

    A list of `MOST_PLANS` lines has room for all of them with each kind of piece at the origin, in up to two numbers.
    """
    origin, state = str(decision.prompt.params["origin"]), state_of(game)
    there = (int(getattr(state.spaces[origin], piece)) for piece in MOVABLE[decision.seat])
    ways = sum(min(count, 2) for count in there)
    far = measure_from(origin)

    def weigh(space: str) -> tuple[bool, int]:
        return GEOGRAPHY[space].is_railway and far[space] > 1, far[space]

    return sorted((option.key for option in spaces_of(decision)), key=weigh)[: MOST_PLANS // max(1, ways)]


@cache
def measure_from(origin: str) -> dict[str, int]:
    """1.3.8 Return the distance from a space to every other, in steps between adjacent spaces."""
    far, edge = {origin: 0}, [origin]
    for space in edge:
        for beside in GEOGRAPHY[space].adjacent:
            if beside not in far:
                far[beside] = far[space] + 1
                edge.append(beside)
    return far


def keys_since(game: Game, space: str) -> list[str]:
    """Return the keys of the running step after the last choice of a space, or none if it was not chosen."""
    keys = list(game.keys)
    return keys[len(keys) - keys[::-1].index(space) :] if space in keys else []


def state_of(game: Game) -> State:
    """Return the state of a game of Gandhi."""
    state: State = game.state
    return state


ASKED_APART: Final = frozenset({"rally.space", "redeploy.origin"})
"""Kinds of questions about spaces that no click combines with the questions after them, except where `FINDERS` has
such a click."""

FINDERS: Final[dict[str, dict[str, Callable[[Game, Decision], Answers]]]] = {
    "deploy.city": {
        "deploy.city": list_useful,
        "deploy.piece": deploy_piece,
        "deploy.source": always(),
        "deploy.count": deploy_count,
    },
    FORM + "deploy.city": {
        "deploy.city": list_useful,
        "deploy.piece": any_piece,
        "deploy.source": always(),
        # A form has room for every number, the greatest first.
        "deploy.count": lambda game, decision: [str(number) for number in reversed(decision.numbers)],
    },
    "civil_disobedience.space": {
        "civil_disobedience.space": open_to_protest,
        # 3.3.3 In one click, no Activist moves onto a Railway.
        "civil_disobedience.railway": always(DONE),
    },
    "sweep.space": {
        "sweep.space": hidden_spaces,
        "sweep.origin": sweep_origin,
        "sweep.piece": every_answer,
        "sweep.count": sweep_count,
    },
    "sweep.origin": {"sweep.origin": every_space, "sweep.piece": every_answer, "sweep.count": every_answer},
    "demonstrate.space": {
        "demonstrate.space": open_to_protest,
        "demonstrate.move": demonstrate_move,
        "demonstrate.count": enough_to_protest,
        # In one click, Congress moves without an escort of the League.
        "demonstrate.escort": always("0"),
    },
    "march.origin": {
        "march.origin": every_space,
        "march.piece": march_piece,
        # Only the least number is offered as one click.
        "march.count": lambda game, decision: [str(decision.numbers[0])],
        "march.destination": march_destination,
    },
    FORM + "redeploy.origin": {
        "redeploy.origin": redeploy_origins,
        "redeploy.piece": every_answer,
        # The list has room for two numbers: all pieces, and all but one.
        "redeploy.count": lambda game, decision: [str(number) for number in reversed(decision.numbers[-2:])],
        "redeploy.target": redeploy_targets,
    },
    "satyagraha.space": {"satyagraha.space": gandhis_goals, "satyagraha.what": satyagraha_what},
}
"""The functions that return usual answers: by the kind of a click's first question, then of the pending one."""
