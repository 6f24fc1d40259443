"""Usual answers in one click: cubes that find every Guerrilla, Activists for a Protest, a March to an adjacent space.

They are a selection of the answers that the rules allow, and every other answer has its own button.
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
"""The most answers to a question that are all offered together with the question before it."""
MOST_PLANNED: Final = 12
"""The most open spaces whose questions are combined; with more, the questions come afterwards."""
HALF: Final = 3
"""3.2.1 Half of the cubes that a City can take."""
MOST_NEXT: Final = 10
"""The most marches that are offered as one click."""

Answers = Sequence[str] | None


def list_usual(game: Game, decision: Decision, begun: str) -> Answers:
    """Return the usual answers to the pending decision, for a click that begins with a question of the kind ``begun``.

    Return None if a person answers it separately.
    """
    is_first = decision.kind == begun
    finders = FINDERS.get(begun)
    if finders is not None:
        find = finders.get(decision.kind)
        return find(game, decision) if find is not None else None
    if is_first:
        return begin_any(decision)
    return answer_few(decision)


def begin_any(decision: Decision) -> Answers:
    """Return the spaces of a question, without those where nothing would happen. None if they are many."""
    spaces = [option for option in decision.own if option.role == "space"]
    if not spaces or len(spaces) > MOST_PLANNED or decision.space or decision.kind in ASKED_APART:
        return None
    idle = decision.warnings()
    return [option.key for option in spaces if option.key not in idle]


def answer_few(decision: Decision) -> Answers:
    """Return all answers to a question with few answers, or None. None of them may be about another space.

    The usual answer comes first, unless a greater number costs more.
    """
    own = decision.own
    if len(own) > FEW or any(option.role in ("space", "stop", "extra", "special") for option in own):
        return None
    keys = [option.key for option in own]
    return keys if decision.prompt.params.get("price") else sorted(keys, key=lambda key: key != decision.usual)


def always(*keys: str) -> Callable[[Game, Decision], Answers]:
    """Return a finder that gives the same answers in every position. With none, nothing is offered as one click."""
    return lambda game, decision: keys


def spaces_of(decision: Decision) -> list[Option]:
    """Return the spaces among the answers."""
    return [option for option in decision.own if option.role == "space"]


# -- 3.2.1 Deploy ------------------------------------------------------------------------------------------


def open_cities(game: Game, decision: Decision) -> Answers:
    """Return the Cities where a Deploy would have an effect."""
    return [option.key for option in spaces_of(decision) if option.key not in decision.warnings()]


def deploy_piece(game: Game, decision: Decision) -> Answers:
    """Return the pieces to place: Troops, or Sepoys if there are no Troops; then the end.

    After half a City of Troops, Sepoys come before the end.
    """
    placed = keys_since(game, decision.space)
    if not placed:
        return [piece for piece in CUBES if decision.allows(piece)][:1]
    if placed[0] == TROOPS and placed[-1] == str(HALF) and decision.allows(SEPOYS) and SEPOYS not in placed:
        return [SEPOYS]
    return [DONE]


def deploy_count(game: Game, decision: Decision) -> Answers:
    """Return the greatest number. For the first Troops in a City, add half a City if Sepoys could fill the rest."""
    numbers, placed = decision.numbers, keys_since(game, decision.space)
    most = numbers[-1]
    if placed == [TROOPS] and most > HALF and state_of(game).available[SEPOYS]:
        return [str(most), str(HALF)]
    return [str(most)]


def any_piece(game: Game, decision: Decision) -> Answers:
    """Return Troops and Sepoys for the first cubes of a City; after Troops, Sepoys and the end; else the end."""
    placed = keys_since(game, decision.space)
    kinds = [piece for piece in CUBES if decision.allows(piece)]
    if not placed:
        return kinds
    return [*(kinds if SEPOYS in kinds and SEPOYS not in placed else ()), DONE][-2:]


# -- 3.2.3 Sweep -------------------------------------------------------------------------------------------


def hidden_spaces(game: Game, decision: Decision) -> Answers:
    """Return the spaces with hidden Guerrillas, those with the most first."""
    spaces = state_of(game).spaces
    found = [option.key for option in spaces_of(decision) if spaces[option.key].underground]
    return sorted(found, key=lambda space: -spaces[space].underground)


def sweep_origin(game: Game, decision: Decision) -> Answers:
    """Return a few spaces that cubes can come from, those with Troops first.

    Return the end if cubes have come already, or if there are enough Troops to find every Guerrilla.
    """
    here = state_of(game).spaces[decision.space]
    if keys_since(game, decision.space) or here.troops >= here.underground:
        return [DONE]
    spaces = state_of(game).spaces
    found = sorted((option.key for option in spaces_of(decision)), key=lambda space: not spaces[space].troops)
    return found[:FEW]


def sweep_count(game: Game, decision: Decision) -> Answers:
    """Return the number of cubes that is enough to find every Guerrilla, or the nearest possible number."""
    here, numbers = state_of(game).spaces[decision.space], decision.numbers
    needed = here.underground - here.troops
    return [str(min(max(needed, numbers[0]), numbers[-1]))]


def every_space(game: Game, decision: Decision) -> Answers:
    """Return every space that the question allows."""
    return [option.key for option in spaces_of(decision)]


def every_answer(game: Game, decision: Decision) -> Answers:
    """Return every answer to the question itself, such as every number or every kind of piece."""
    return [option.key for option in decision.own]


# -- 3.3.2 Demonstrate -------------------------------------------------------------------------------------


def open_to_protest(game: Game, decision: Decision) -> Answers:
    """Return the spaces without a Protest, at most twelve: those without Raj Control first, then the most populous."""
    state = state_of(game)
    found = [option.key for option in spaces_of(decision) if not state.spaces[option.key].protest]
    found.sort(key=lambda space: (state.has_control(space), -GEOGRAPHY[space].population))
    return found[:MOST_PLANNED]


def demonstrate_move(game: Game, decision: Decision) -> Answers:
    """Return two possible origins of Activists; after a move, the Protest.

    If the Protest is not allowed then, return nothing: such a move is not offered.
    """
    if keys_since(game, decision.space):
        return ["protest"] if decision.allows("protest") else []
    return [option.key for option in spaces_of(decision)][:2]


def enough_to_protest(game: Game, decision: Decision) -> Answers:
    """3.3.2 Return the least number of Activists, or the greatest if Raj Control has to end first."""
    numbers = decision.numbers
    return [str(numbers[-1] if state_of(game).has_control(decision.space) else numbers[0])]


# -- 3.4.2 March -------------------------------------------------------------------------------------------


def march_piece(game: Game, decision: Decision) -> Answers:
    """Return Underground Guerrillas, or Active ones if there are none; the end once some have moved."""
    if decision.allows(DONE):
        return [DONE]
    return [UNDERGROUND] if decision.allows(UNDERGROUND) else [decision.own[0].key]


def march_destination(game: Game, decision: Decision) -> Answers:
    """Return a few adjacent spaces where a Guerrilla is worth most.

    Spaces without Guerrillas come first, then those without Support, then the most populous.
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
    """Return the most populous of the spaces to which Gandhi can go."""
    found = sorted(spaces_of(decision), key=lambda option: -GEOGRAPHY[option.key].population)
    return [option.key for option in found][: MOST_NEXT // 2]


def satyagraha_what(game: Game, decision: Decision) -> Answers:
    """Return Gandhi's possible actions in the space, without those that would change nothing."""
    return [option.key for option in decision.own if option.role == "choice" and option.key not in decision.warnings()]


# -- 6.4 Redeploy ------------------------------------------------------------------------------------------


def redeploy_origins(game: Game, decision: Decision) -> Answers:
    """Return the origins of pieces: first those where they cannot stay, then those with the most pieces."""
    state, kinds = state_of(game), MOVABLE[decision.seat]

    def weigh(space: str) -> tuple[bool, int]:
        here = state.spaces[space]
        return not is_pressing(state, decision.seat, space), -sum(int(getattr(here, piece)) for piece in kinds)

    return sorted((option.key for option in spaces_of(decision)), key=weigh)


def is_pressing(state: State, seat: str, space: str) -> bool:
    """6.4.2 to 6.4.5 Return whether pieces of a Faction have to leave a space or are removed there."""
    land, here = GEOGRAPHY[space], state.spaces[space]
    if seat != RAJ:
        return land.is_railway
    return here.troops > 1 if land.is_city else state.is_province(space) and not state.has_control(space)


def redeploy_targets(game: Game, decision: Decision) -> Answers:
    """Return the nearest spaces, with distant Railways last.

    There are as many as fit into a list together with every kind and number of pieces from the origin.
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
    """Return the keys chosen since a space was last selected, or none if it was not."""
    keys = list(game.keys)
    return keys[len(keys) - keys[::-1].index(space) :] if space in keys else []


def state_of(game: Game) -> State:
    """Return the state of a game of Gandhi."""
    state: State = game.state
    return state


ASKED_APART: Final = frozenset({"rally.space", "redeploy.origin"})
"""Questions about spaces that no click combines with those after them: they have their own lists, or nothing usual
follows."""

FINDERS: Final[dict[str, dict[str, Callable[[Game, Decision], Answers]]]] = {
    "deploy.city": {
        "deploy.city": open_cities,
        "deploy.piece": deploy_piece,
        "deploy.source": always(),
        "deploy.count": deploy_count,
    },
    FORM + "deploy.city": {
        "deploy.city": open_cities,
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
"""The functions that find the usual answers of a click: by its first question, and then by the pending one."""
