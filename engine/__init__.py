"""The rules. `Game` is a game in progress; everybody plays it through its one pending decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from engine.core import game as driver
from engine.core.errors import BadPosition
from engine.core.protocol import Rules
from engine.core.record import Record, RecordFile, Start
from engine.core.text import text
from engine.gandhi.rules import GandhiRules
from engine.rajas.rules import RajasRules

GAMES: dict[str, Rules] = {"gandhi": GandhiRules(), "rajas": RajasRules()}
"""Every game by its name."""

FIRST_SCENARIO = {"gandhi": "short", "rajas": "basic"}
"""What is played when no scenario is named."""


def rules_of(game: str) -> Rules:
    """The rules of a game by name. Raises BadPosition for a name that is not known."""
    if game not in GAMES:
        raise BadPosition(text("error.unknown_game", game=game))
    return GAMES[game]


class Game(driver.Game):
    """A game in progress: `decision` is what it waits for, `choose` answers it (see `engine.core.game`).

    >>> game = Game.at({"spaces": {"delhi": {"troops": 2}}, "turn": {"seat": "raj", "may": "any"}}, seed=b"example")
    >>> game.decision.seat, game.decision.kind
    ('raj', 'turn.action')
    >>> "sweep" in game.decision.keys
    True
    >>> changes = game.choose("deploy")
    >>> game.undo()
    >>> game.decision.kind
    'turn.action'
    """

    @classmethod
    def new(
        cls,
        game: str = "gandhi",
        scenario: str = "",
        seats: Mapping[str, str] | None = None,
        seed: bytes = b"",
        options: Mapping[str, Any] | None = None,
    ) -> Self:
        """Start a scenario, the first one if none is named. Raises BadPosition.

        ``seats`` says who runs each seat (default: players).
        """
        rules = rules_of(game)
        start = Start(
            game=game,
            seed=seed.hex(),
            scenario=scenario or FIRST_SCENARIO[game],
            seats=dict(seats or {}),
            options=dict(options or {}),
        )
        return cls.from_start(start, rules)

    @classmethod
    def at(cls, position: Any, seed: bytes = b"") -> Self:
        """Start from a position, a mapping with nothing obligatory in it (DESIGN section 4). Raises BadPosition."""
        if not isinstance(position, Mapping):
            raise BadPosition(text("error.bad_value", field="position"))
        game = str(position.get("game", "gandhi"))
        return cls.from_start(Start(game=game, seed=seed.hex(), position={"game": game, **position}), rules_of(game))

    @classmethod
    def from_start(cls, start: Start, rules: Rules | None = None) -> Self:
        """The beginning of a recorded game."""
        rules = rules or rules_of(start.game)
        seed = bytes.fromhex(start.seed)
        if start.position:
            return cls(rules, rules.at(start.position, seed), start=start)
        return cls(rules, rules.new(start.scenario, start.seats, seed, start.options), start=start)

    @classmethod
    def load(cls, record: Record | RecordFile) -> Self:
        """Play a record again to its last choice. Raises ReplayFailed when a choice no longer fits."""
        return driver.replay(cls.from_start(record.start), [step.keys for step in record.steps])
