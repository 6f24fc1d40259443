"""3.2 Raj Operations: Deploy, Garrison, Sweep, Assault."""

from __future__ import annotations

from engine.core.decision import Decision, Option
from engine.core.protocol import Step
from engine.core.text import Text, text, why_not
from engine.gandhi.asking import DONE, SPACE_OPTIONS, ask_count, ask_option
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import CUBES, RAJ, SEPOYS, TROOPS
from engine.gandhi.state import State
from engine.gandhi.turn import Operation, Turn

MOST_PER_CITY = 6
MOST_FROM_OUT_OF_PLAY = 2

NOT_A_CITY = why_not("not_a_city", "3.2.1")
NO_CUBES_TO_DEPLOY = why_not("no_cubes_to_deploy", "3.2.1")
ONLY_SEPOYS_LEFT = why_not("cannot_pay_sepoys", "3.2.1")


def sepoy_cost(turn: Turn, operation: str, space: str) -> int:
    """3.2 What it costs to use Sepoys in a selected space: Restraint, or what the Viceroy says (2.5.1)."""
    if turn.free or not turn.state.is_player(RAJ):
        return 0
    lord = turn.state.lord
    if operation in lord.free or (operation in lord.free_first and (turn.selected or [space])[0] == space):
        return 0
    return lord.sepoy_cost.get(operation, turn.state.restraint)


# -- 3.2.1 Deploy ------------------------------------------------------------------------------------------


def deployable(state: State, piece: str, city: str, placed: dict[str, dict[str, int]]) -> list[str]:
    """3.2.1 Where cubes of a type may come from: Available, or the map once none is Available (R-29).

    From the map they come from any space but this City and Protest spaces, and not if Deploy has just placed them.
    """
    if state.available[piece]:
        return ["available"]
    if not state.is_player(RAJ):
        return []
    return [
        space
        for space, here in state.spaces.items()
        if space != city and not here.protest and getattr(here, piece) > placed.get(space, {}).get(piece, 0)
    ]


def why_not_deploy(turn: Turn, city: str, placed: dict[str, dict[str, int]]) -> Text | None:
    """3.2.1 Why a space cannot be selected for Deploy, or None."""
    if not GEOGRAPHY[city].is_city:
        return NOT_A_CITY
    reason = turn.why_not_selectable(city)
    if reason is not None:
        return reason
    if deployable(turn.state, TROOPS, city, placed):
        return None
    if not deployable(turn.state, SEPOYS, city, placed):
        return NO_CUBES_TO_DEPLOY
    return None if turn.can_pay(sepoy_cost(turn, "deploy", city)) else ONLY_SEPOYS_LEFT


def deploy(turn: Turn) -> Step:
    """3.2.1 Deploy: up to six cubes into each selected City, paying for Sepoys; then two cubes from Out of Play."""
    placed: dict[str, dict[str, int]] = {}
    while True:
        city = yield from turn.select_space(
            "deploy.city", BOARD.lands, lambda space: why_not_deploy(turn, space, placed)
        )
        if city == DONE:
            break
        yield from deploy_in(turn, city, placed)
    yield from deploy_from_out_of_play(turn)


def deploy_in(turn: Turn, city: str, placed: dict[str, dict[str, int]]) -> Step:
    """3.2.1 Place up to six cubes in one City. The City is paid for when the first Sepoy comes."""
    state = turn.state
    mine = placed.setdefault(city, dict.fromkeys(CUBES, 0))
    cost = sepoy_cost(turn, "deploy", city)
    paid = False
    while (left := MOST_PER_CITY - sum(mine.values())) > 0:
        options = []
        for piece in CUBES:
            price = cost if piece == SEPOYS and not paid else 0
            if turn.can_pay(price) and deployable(state, piece, city, placed):
                options.append(Option(piece, text("piece", piece=piece), price))
        if not options:
            return
        if sum(mine.values()):
            options.append(Option(DONE, text("option.done")))
        piece = yield from ask_option(RAJ, "deploy.piece", options, space=city, action="deploy", count=left)
        if piece == DONE:
            return
        sources = deployable(state, piece, city, placed)
        source = sources[0]
        if source != "available":
            source = yield from ask_option(
                RAJ, "deploy.source", [SPACE_OPTIONS[space] for space in sources], space=city, piece=piece
            )
        here = state.available[piece]
        if source != "available":
            here = getattr(state.spaces[source], piece) - placed.get(source, {}).get(piece, 0)
        count = yield from ask_count(RAJ, "deploy.count", min(left, here), 1, space=city, piece=piece)
        if piece == SEPOYS and not paid:
            turn.pay(cost)
            paid = True
        if source == "available":
            state.place(piece, city, count)
        else:
            state.move(piece, source, city, count)
        mine[piece] += count


def deploy_from_out_of_play(turn: Turn) -> Step:
    """3.2.1 Then Raj may move any two cubes from Out of Play to Available."""
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
    options = [
        Option(f"{some}:{others}", text("option.enter.cubes", troops=some, sepoys=others)) for some, others in pairs
    ]
    key = yield Decision(
        RAJ, "deploy.enter", text("ask.deploy.enter"), options, default=options[0].key, action="deploy"
    )
    some, others = (int(part) for part in key.split(":"))
    state.enter(TROOPS, some)
    state.enter(SEPOYS, others)


def why_deploy_closed(turn: Turn) -> Text | None:
    """3.2.1 Why Deploy cannot be chosen, or None."""
    if any(why_not_deploy(turn, city, {}) is None for city in BOARD.cities):
        return None
    return NO_CUBES_TO_DEPLOY


RAJ_OPERATIONS = (Operation("deploy", RAJ, "3.2.1", why_deploy_closed, deploy, closes=True),)
"""3.2 The Operations of the Raj."""
