"""Helps tests to play Events: a card, a side, the executing Faction, keys, and the expected board."""

from __future__ import annotations

from typing import Any

from engine import Game
from engine.core.change import Change
from tests.playing import SEED, Spaces, choose, game_at, keys, now

NOT_AS_THE_EVENT_SAYS = "why.not_as_the_event_says 5.1.2"
NOTHING_WOULD_CHANGE = "why.nothing_would_change 5.1.2"
ONLY_A_PART = "why.only_a_part 5.1.2"


def event(
    card: int,
    side: str,
    seat: str,
    spaces: Spaces,
    *answers: str,
    seed: bytes = SEED,
    may: str = "event",
    **position: Any,
) -> Game:
    """Return a game in which a seat has begun one side of an Event and chosen the keys.

    The offer to remove own pieces, before an Event that asks nothing at first (1.4.1), is declined.
    """
    game = game_at(spaces, seat, may, seed=seed, card=card, **position)
    begin(game, side)
    choose(game, *answers)
    return game


def begin(game: Game, side: str) -> list[Change]:
    """Begin one side of the current Event without taking own pieces off first."""
    changes = choose(game, f"event:{side}")
    if game.decision is not None and game.decision.kind == "event.begin":
        changes += choose(game, "done")
    return changes


def changes_of(card: int, side: str, seat: str, spaces: Spaces, *answers: str, **position: Any) -> list[Change]:
    """Return everything that an Event changes, to the end of the turn."""
    game = game_at(spaces, seat, "event", card=card, **position)
    return begin(game, side) + choose(game, *answers)


def warned(game: Game, key: str) -> str:
    """Return what is said of an allowed answer before it is chosen, such as ``why.nothing_would_change 5.1.2``."""
    assert game.decision is not None
    assert key in game.decision.keys, f"{key!r} is closed: {game.decision!r}"
    warning = game.decision.warnings().get(key)
    return f"{warning.key} {warning.rule}" if warning is not None else ""


def useful(game: Game) -> set[str]:
    """Return the answers that carry out a part of the text: allowed, useful, and no extra action (1.4.1)."""
    answers = keys(game) - {"remove_own", "transfer"}
    return {key for key in answers if warned(game, key) != NOTHING_WOULD_CHANGE}


def is_done(game: Game) -> bool:
    """Return whether the Event is over: the next Faction chooses what to do."""
    return game.decision is not None and game.decision.kind == "turn.action"


def rolls(game: Game, *answers: str) -> list[int | None]:
    """Return the dice that choosing these keys rolls."""
    return [change.new for change in choose(game, *answers) if change.verb == "roll"]


def available(game: Game, piece: str) -> int:
    """Return how many pieces of a kind are Available."""
    return int(now(game)["available"][piece])


def out_of_play(game: Game, piece: str) -> int:
    """Return how many pieces of a kind are Out of Play."""
    return int(now(game)["out_of_play"].get(piece, 0))


def jail(game: Game) -> tuple[int, int, bool]:
    """Return the Congress Activists and Muslim League Activists in Jail, and whether Gandhi is there."""
    row = now(game)["jail"]
    return row["congress"], row["league"], row["gandhi"]


def tracks(game: Game) -> tuple[int, int]:
    """Return Restraint and Unity."""
    position = now(game)
    return position["restraint"], position["unity"]


def resources(game: Game, seat: str) -> int:
    """Return the Resources of Raj or the Revolutionaries."""
    return int(now(game)["resources"][seat])


def levels(game: Game, *spaces: str) -> list[str]:
    """Return the levels of some spaces."""
    rows = now(game)["spaces"]
    return [str(rows.get(space, {}).get("level", "neutral")) for space in spaces]


PROTESTS_EVERYWHERE: Spaces = {
    space: {"protest": True}
    for space in ("karachi", "delhi", "bombay", "calcutta", "madras", "sind", "assam", "baluchistan")
}
"""Every Protest marker of the game on the map."""
