"""The rules of all games. `Game` is a game in progress; it is played by answering its pending decision."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any, Self

from engine.core import game as driver
from engine.core.discovery import Discovered
from engine.core.errors import BadPosition
from engine.core.protocol import Rules
from engine.core.record import Record, RecordFile, Start
from engine.core.text import text

GAMES: MutableMapping[str, Rules] = Discovered(__name__, __path__, "rules", "RULES")
"""The rules of every game by its name: each folder in this package whose module ``rules`` offers them as ``RULES``."""


def load_games() -> None:
    """Load the rules and the data of every game. Raises BadData for data of an owner that cannot be used."""
    for _ in GAMES.values():
        pass


def rules_of(game: str) -> Rules:
    """Return the rules of a game by its name. Raises BadPosition for an unknown name.

    >>> rules_of("gandhi").name
    'gandhi'
    """
    if game not in GAMES:
        raise BadPosition(text("error.unknown_game", game=game))
    return GAMES[game]


class Game(driver.Game):
    """Game in progress: `decision` is the pending question, `choose` answers it (see `engine.core.game`).

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
        """Start a game with a scenario (default: the first one of the game). Raises BadPosition.

        ``seats`` names the kind of player of each seat (default: players); ``seed`` determines every die and shuffle.

        >>> game = Game.new("gandhi", "short", seats={"raj": "arjuna"}, seed=b"example")
        >>> game.position()["seats"]["raj"], game.decision.seat
        ('arjuna', 'congress')
        """
        rules = rules_of(game)
        start = Start(
            game=game,
            seed=seed.hex(),
            scenario=scenario or rules.first_scenario,
            seats=dict(seats or {}),
            options=dict(options or {}),
        )
        return cls.from_start(start, rules)

    @classmethod
    def at(cls, position: Any, seed: bytes = b"") -> Self:
        """Start a game from a position, a mapping in which every key is optional (docs/records.md). Raises BadPosition.

        >>> game = Game.at({"spaces": {"delhi": {"troops": 2}}, "turn": {"seat": "raj", "may": "any"}})
        >>> game.decision.seat
        'raj'
        """
        if not isinstance(position, Mapping):
            raise BadPosition(text("error.bad_value", field="position"))
        game = str(position.get("game", "gandhi"))
        return cls.from_start(Start(game=game, seed=seed.hex(), position={"game": game, **position}), rules_of(game))

    @classmethod
    def from_start(cls, start: Start, rules: Rules | None = None) -> Self:
        """Start a recorded game from its first line. Raises BadPosition.

        >>> game = Game.new("gandhi", seed=b"example")
        >>> Game.from_start(game.start).digest() == game.digest()
        True
        """
        rules = rules or rules_of(start.game)
        seed = bytes.fromhex(start.seed)
        if start.position:
            return cls(rules, rules.at(start.position, seed), start=start)
        return cls(rules, rules.new(start.scenario, start.seats, seed, start.options), start=start)

    @classmethod
    def load(cls, record: Record | RecordFile) -> Self:
        """Replay a record up to its last choice. Raises ReplayFailed if a choice does not fit the rules.

        >>> game = Game.new("gandhi", seed=b"example")
        >>> changes = game.choose_all(["pass", "no"])
        >>> Game.load(game.record()).digest() == game.digest()
        True
        """
        return driver.replay(cls.from_start(record.start), [step.keys for step in record.steps])
