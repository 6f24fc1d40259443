"""Helps tests to play: a position, keys, and the expected board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Game
from engine.core.change import Change

Spaces = dict[str, dict[str, Any]]
"""Rows of a position: what is in each space."""

SEED = b"a seed for tests only, 32 bytes."


ONLY_REMOVAL = "remove_own.first"
"""The question that asks for the removal of own pieces and nothing else (1.4.1)."""


def game_at(
    spaces: Mapping[str, Mapping[str, Any]], seat: str = "", may: str = "any", seed: bytes = SEED, **position: Any
) -> Game:
    """Return a game at a position that opens on a seat's decision."""
    full: dict[str, Any] = {"spaces": dict(spaces), **position}
    if seat:
        full["turn"] = {"seat": seat, "may": may}
    return Game.at(full, seed=seed)


def seed_rolling(*rolls: int, stream: str = "dice") -> bytes:
    """Return a seed whose first dice fall as given, found by trying: no test replaces the dice."""
    from engine.core.dice import Dice

    for number in range(1_000_000):
        seed = number.to_bytes(32, "big")
        dice = Dice(seed)
        if all(dice.roll(stream) == roll for roll in rolls):
            return seed
    raise AssertionError(f"No seed rolls {rolls}.")


def choose(game: Game, *keys: str) -> list[Change]:
    """Choose keys in order; a key that is not allowed fails the test, which names those that are.

    A Faction that is asked about removals alone (1.4.1) removes nothing, unless the keys say so.
    """
    changes: list[Change] = []
    for key in keys:
        assert game.decision is not None, f"The game is over before {key!r}."
        if game.decision.kind == ONLY_REMOVAL and key not in game.decision.keys:
            changes += game.choose("done")
        assert key in game.decision.keys, f"{key!r} is not allowed: {game.decision!r}; {game.refusal(key)}"
        changes += game.choose(key)
    if game.decision is not None and game.decision.kind == ONLY_REMOVAL:
        changes += game.choose("done")
    return changes


def keys(game: Game) -> set[str]:
    """Return the keys that are allowed now."""
    return set(game.decision.keys) if game.decision else set()


def answers(game: Game) -> set[str]:
    """Return the keys that answer the pending question: those that are allowed, without removing own pieces (1.4.1)."""
    return keys(game) - {"remove_own"}


def asked(game: Game) -> str:
    """Return whom the game asks for what, such as ``congress arrest.protest``; empty when it is over."""
    return f"{game.decision.seat} {game.decision.kind}" if game.decision else ""


def costs(game: Game) -> dict[str, int]:
    """Return what every answer that is allowed now costs."""
    return {option.key: option.cost for option in game.decision.options} if game.decision else {}


def remaining(game: Game) -> int | None:
    """Return how often the pending question may still be answered."""
    return game.decision.remaining if game.decision else None


def why(game: Game, key: str) -> str:
    """Return the text key of the reason why a key is closed, with its paragraph: ``why.at_support 3.3.1``."""
    assert game.decision is not None
    option = game.decision.option(key)
    assert option is not None, f"The decision does not know {key!r}: {game.decision!r}"
    assert option.why is not None, f"{key!r} is allowed."
    return f"{option.why.key} {option.why.rule}"


def now(game: Game) -> dict[str, Any]:
    """Return the present position; `Game.position` is that of the start of the step."""
    return game.rules.position(game.state)


def here(game: Game, space: str) -> dict[str, Any]:
    """Return what is in a space, in the position format."""
    row: dict[str, Any] = now(game)["spaces"].get(space, {})
    return row


def controls(game: Game, space: str) -> bool:
    """Return whether Raj Controls a space."""
    return space in now(game)["control"]
