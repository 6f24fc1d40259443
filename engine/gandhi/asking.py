"""How rules ask: small generators for common questions, and the texts of spaces and pieces."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from engine.core.decision import Decision, Option, Remaining
from engine.core.text import Text, text, why_not
from engine.gandhi.board import BOARD
from engine.gandhi.ids import DICE

if TYPE_CHECKING:
    from engine.gandhi.state import State

Asked = Generator[Decision, str, str]
AskedCount = Generator[Decision, str, int]
Reason = Callable[[str], Text | None]

DONE: Final = "done"
YES: Final = "yes"
NO: Final = "no"

NOTHING_LEFT_FOR_OPERATION: Final = why_not("nothing_left_for_operation", "4.1")
NOTHING_LEFT_FOR_SPECIAL: Final = why_not("nothing_left_for_special", "4.1")
LOOKED_AHEAD: Final = (NOTHING_LEFT_FOR_OPERATION, NOTHING_LEFT_FOR_SPECIAL)
"""4.1, R-44 Reasons that look ahead: where one of them leaves only one answer, the person is still asked."""

SPACE_TEXTS: Final = {space: text("space", space=space) for space in BOARD.everywhere}
SPACE_OPTIONS: Final = {space: Option(space, SPACE_TEXTS[space], role="space") for space in BOARD.everywhere}
DONE_OPTION: Final = Option(DONE, text("option.done"), role="stop")
NUMBER_OPTIONS: Final = [
    Option(str(number), text("option.number", number=number), role="number") for number in range(51)
]


def space_option(space: str, cost: int = 0) -> Option:
    """Return the option to choose a space, at a cost in Resources."""
    return SPACE_OPTIONS[space] if not cost else Option(space, SPACE_TEXTS[space], cost, role="space")


def closed_spaces(spaces: Iterable[str], why: Reason) -> list[Option]:
    """Return the spaces that may not be chosen now, each with its reason."""
    closed = []
    for space in spaces:
        reason = why(space)
        if reason is not None:
            closed.append(Option(space, SPACE_TEXTS[space], 0, reason, "space"))
    return closed


def idle_spaces(options: Iterable[Option], idle: Reason) -> dict[str, Text]:
    """Return the spaces in which nothing would happen, or less than expected, each with the reason."""
    warned = {}
    for option in options:
        reason = idle(option.key) if option.role == "space" else None
        if reason is not None:
            warned[option.key] = reason
    return warned


def why_idle(reason: str, rule: str, /, **params: object) -> Text:
    """Return the reason why a space may be selected although nothing would happen there (R-20)."""
    return why_not("idle", rule, reason=text(f"idle.{reason}", **params))


def why_part(reason: str, rule: str, /, **params: object) -> Text:
    """Return the reason why only part of the expected effect would happen in a space."""
    return why_not("part", rule, reason=text(f"idle.{reason}", **params))


def nothing_idle(space: str) -> Text | None:
    """Return None: the check of spaces where nothing would happen is left out."""
    return None


def closed_options(options: Iterable[Option]) -> list[Option]:
    """Return those of some options that carry a reason why they may not be chosen."""
    return [option for option in options if not option.enabled]


def ask_count(
    seat: str,
    kind: str,
    at_most: int,
    at_least: int = 0,
    /,
    *,
    default: int | None = None,
    there: int = 0,
    space: str = "",
    action: str = "",
    **params: object,
) -> AskedCount:
    """Ask for a number from ``at_least`` to ``at_most``, unless only one number is possible.

    A single number is asked for too if there are more pieces (``there``) that the Operation needs (R-44).
    """
    if at_least > at_most or (at_least == at_most and there <= at_most):
        return at_most
    chosen = default if default is not None else at_most
    key = yield Decision(
        seat,
        kind,
        text(f"ask.{kind}", at_least=at_least, at_most=at_most, space=space, **params),
        NUMBER_OPTIONS[at_least : at_most + 1],
        default=str(chosen),
        space=space,
        action=action,
    )
    return int(key)


def ask_option(
    seat: str,
    kind: str,
    options: Sequence[Option],
    /,
    *,
    closed: Callable[[], Iterable[Option]] | None = None,
    default: str | None = None,
    remaining: Remaining = None,
    space: str = "",
    action: str = "",
    **params: object,
) -> Asked:
    """Ask for one of several options. A single one is taken without a question, unless R-44 closes another."""
    if len(options) == 1 and (closed is None or not any(option.why in LOOKED_AHEAD for option in closed())):
        return options[0].key
    prompt = text(f"ask.{kind}", space=space, **params) if space else text(f"ask.{kind}", **params)
    if closed is None:
        key = yield Decision(
            seat, kind, prompt, list(options), default=default, remaining=remaining, space=space, action=action
        )
    else:
        key = yield Decision(
            seat,
            kind,
            prompt,
            list(options),
            closed=closed,
            default=default,
            remaining=remaining,
            space=space,
            action=action,
        )
    return key


def roll(state: State, purpose: str, space: str = "") -> AskedCount:
    """Roll a die, or ask for its number where people roll real ones. Their entry can be undone."""
    person = state.find_person(state.acting) if DICE in state.by_hand else ""
    if not person:
        return state.roll(purpose)
    number = yield from ask_die(person, text(f"die.{purpose}"), space)
    state.note("roll", purpose, new=number)
    return number


def ask_die(person: str, purpose: Text, space: str = "") -> AskedCount:
    """Ask a person which number a real die shows."""
    key = yield Decision(
        person, "die.rolled", text("ask.die.rolled", purpose=purpose), NUMBER_OPTIONS[1:7], space=space
    )
    return int(key)


def ask_yes(
    seat: str, kind: str, /, *, default: str = YES, cost: int = 0, space: str = "", action: str = "", **params: object
) -> Asked:
    """Ask yes or no. The prompt's texts for both answers follow from ``kind``; ``cost`` is what yes costs."""
    options = [
        Option(YES, text(f"option.{kind}.yes", space=space), cost),
        Option(NO, text(f"option.{kind}.no", space=space), role="decline"),
    ]
    key = yield Decision(
        seat, kind, text(f"ask.{kind}", space=space, **params), options, default=default, space=space, action=action
    )
    return key


def count_served(asking: Iterable[Iterable[str]], supply: Mapping[str, int]) -> int:
    """Return how many requests can be served at once, each with one piece from one of its places.

    >>> count_served([("delhi",), ("delhi", "punjab")], {"delhi": 1, "punjab": 1})
    2
    """
    pieces = {place: [f"{place}:{number}" for number in range(count)] for place, count in supply.items()}
    served: dict[str, list[str]] = {}

    def serve(wanted: list[str], seen: set[str]) -> bool:
        for piece in wanted:
            if piece not in seen:
                seen.add(piece)
                if piece not in served or serve(served[piece], seen):
                    served[piece] = wanted
                    return True
        return False

    return sum(serve([piece for place in places for piece in pieces.get(place, ())], set()) for places in asking)


def ask_nothing() -> Asked:
    """Answer `DONE` without a question, because there is no choice left."""
    yield from ()
    return DONE


def piece_option(piece: str, why: Text | None = None) -> Option:
    """Return the option to choose a kind of piece or marker; closed if there is a reason why not."""
    return Option(piece, text("piece", piece=piece), 0, why, "piece")


def ask_space(
    seat: str,
    kind: str,
    spaces: Iterable[str],
    why: Reason,
    /,
    *,
    optional: bool = False,
    idle: Reason = nothing_idle,
    remaining: Remaining = None,
    default: str | None = None,
    action: str = "",
    **params: object,
) -> Asked:
    """Ask for a space outside of a Faction's own Operation. Returns `DONE` when none can be or was chosen.

    ``idle`` gives the reason why nothing would happen in a space, or None.
    """
    candidates = tuple(spaces)
    found = (SPACE_OPTIONS[space] for space in candidates if why(space) is None)
    first = [*islice(found, 2)]
    if not first:
        return DONE
    if not optional and len(first) == 1 and not any(why(space) in LOOKED_AHEAD for space in candidates):
        return first[0].key

    def list_open() -> list[Option]:
        return [SPACE_OPTIONS[space] for space in candidates if why(space) is None]

    key = yield Decision(
        seat,
        kind,
        text(f"ask.{kind}", **params),
        # Listed only when read: a copy of the game repeats the questions of the turn, and reads no other answers.
        lambda: [*first, *found, *([DONE_OPTION] if optional else ())],
        closed=lambda: closed_spaces(candidates, why),
        warnings=lambda: idle_spaces(list_open(), idle),
        remaining=(lambda: min(remaining, len(list_open()))) if isinstance(remaining, int) else remaining,
        default=default,
        action=action,
    )
    return key
