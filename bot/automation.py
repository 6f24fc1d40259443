"""Non-player seats at a table: Arjuna plays whenever a game waits for one of them.

Each turn of Arjuna goes the same road as a person's: one transaction, one public message. After a crash the next start
finds the game waiting and goes on. Its reasons are not stored: thinking a turn again gives the same thoughts.
"""

from __future__ import annotations

from bot.gandhi import make_player
from bot.loading import Loaded, Memory, load, load_table
from bot.posting import NOBODY, announce
from bot.road import Road
from bot.writing import write_answers

MOST_TURNS = 400
"""Turns of Arjuna in a row after which something must be wrong: a whole game has fewer."""


class Automation:
    """Plays the Non-player seats of tables."""

    def __init__(self, road: Road, memory: Memory) -> None:
        self._road = road
        self._memory = memory

    async def play(self, game_id: str) -> int:
        """Let Arjuna play until a person must decide or the game is over. Returns how many turns it took.

        Raises NotStarted, ReplayFailed and StorageError as loading a game does.
        """
        for turns in range(MOST_TURNS):
            if not await self._play_one(game_id):
                return turns
        raise RuntimeError("Arjuna plays on and on.")

    async def _play_one(self, game_id: str) -> bool:
        """One turn of Arjuna, or in a Campaign Round all its phases up to a person's. False when none waits for it."""
        async with self._road.enter(game_id, None) as tx:
            loaded = await load(tx, game_id, self._memory)
            answers = think_ahead(loaded)
            if not answers:
                return False
            game = loaded.game.clone()
            written = await write_answers(tx, loaded, game, answers, None)
            await announce(tx, loaded, await load_table(tx, game_id), game, written, NOBODY)
            return True


def think_ahead(loaded: Loaded) -> list[tuple[str, str]]:
    """What Arjuna chooses next, as seats and keys, thought out on a copy; nothing when a person must decide."""
    game = loaded.game.clone()
    player = make_player(game)
    answers: list[tuple[str, str]] = []
    while player.must_decide and game.decision is not None:
        number, phase, seat = game.turn_number, game.label.phase, game.decision.seat
        answers.append((seat, player.answer()))
        if game.turn_number != number and phase == "turn":
            break
    return answers
