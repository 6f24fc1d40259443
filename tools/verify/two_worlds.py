"""Tables whose games differ in nothing but what is hidden: two copies of a database with other seeds and cards."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import tools.games
from bot.games.frontend import front_of
from bot.games.playing import PLAYER
from bot.tables.transaction import open_step
from engine import GAMES, Game
from engine.core.discovery import Discovered
from engine.core.record import Start
from storage import Storage
from tools.playing import pick, play_on
from tools.subjects import find_subject
from tools.verify.asking import GUILD, make_bot

FIRST_PERSON = 11
MOST_CHOICES = 150
"""The most choices, drawn by chance, before a table is opened."""
MOST_SEEDS = 3000
"""Seeds tried for one that gives the dice that have been rolled in the running step."""


class Secrets:
    """The hidden things of a game, and tables at which much depends on them; by default, random games in progress."""

    looks: tuple[tuple[str, dict[str, Any]], ...] = ()
    """Questions that anyone may ask at its tables besides `LOOKS`."""
    completions: tuple[tuple[str, str], ...] = ()
    """The commands with the game's own completions, and their options."""
    typed: tuple[str, ...] = ()
    """Words that someone types to complete a space."""
    corrections: tuple[str, ...] = ()
    """Lines with which someone may try to find out what is hidden (`/table correct`)."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.subject = find_subject(game)
        self.seats = front_of(game).setup.list_seats()

    @property
    def people(self) -> dict[str, int]:
        """Return the person on each seat."""
        return {seat: number for number, seat in enumerate(self.seats, start=FIRST_PERSON)}

    @property
    def views(self) -> list[tuple[str, ...]]:
        """Return the seats that get two worlds each, every one alone; or no seat, once, where all see the same."""
        return [(seat,) for seat in self.seats] if self.subject.has_hands else [()]

    def open_position(self, number: int, chance: Random) -> dict[str, Any]:
        """Return the position of a table, with who plays each seat.

        On tables with an even ``number`` no turns are played afterwards (`prepare`).
        """
        scenario = front_of(self.game).setup.scenarios[0]
        while True:
            game = Game.new(self.game, scenario, dict.fromkeys(self.seats, PLAYER), chance.randbytes(32))
            play_on(game, chance, chance.randint(0, MOST_CHOICES))
            if game.decision is not None:
                return dict(game.rules.position(game.rules.decode(game.snapshot())))

    def hide(self, state: Any, chance: Random, *, is_first: bool, seats: Collection[str] = ()) -> None:
        """Change what is hidden from all but some seats in a state, differently for the first and the second game."""
        self.subject.disguise(state, chance, seats)


SECRETS: Discovered[Secrets] = Discovered(tools.games.__name__, tools.games.__path__, "secrecy", "SECRETS")
"""The games with more questions than every game has, or with tables at which much depends on hidden things."""


def find_secrets(game: str) -> Secrets:
    """Return the hidden things of a game. Raises KeyError for an unknown game."""
    return SECRETS[game] if game in SECRETS else Secrets(game)


async def prepare(storage: Storage, game: str, chance: Random, count: int, first: int) -> None:
    """Open tables at random positions, in the channels from ``first`` on, and play some turns at them."""
    tables, secrets = make_bot(storage).tables, find_secrets(game)
    for number in range(first, first + count):
        position = secrets.open_position(number, chance)
        table = await tables.lobby.create(
            number,
            name=f"Table {number}",
            scenario=front_of(game).setup.scenarios[0],
            language="en",
            host_user_id=11,
            host_name="Person 11",
            guild_id=GUILD,
            channel_id=number,
        )
        async with tables.transactions.begin(table.id, None) as tx:
            for seat, kind in position["seats"].items():
                user_id = secrets.people[seat] if kind == PLAYER else None
                await tx.take_seat(table.id, seat, user_id, f"Person {user_id}", kind=kind)
            await tx.update_game(table.id, status="playing", options={"seats": position["seats"], "host": "Person 11"})
            await open_step(tx, table.id, Game.at({"game": game, **position}, seed=table.game.seed))
        await tables.automation.play(table.id)
        for _ in range(0 if number % 2 == 0 else chance.choice((0, 1, 3, 12, 30))):
            moment = await tables.moment(table.id)
            if moment.decision is None:
                break
            key = pick(moment.decision, chance)
            await tables.at(table.id, secrets.people[moment.decision.seat]).play([key])


async def part(one: Path, other: Path, storage: Storage, chance: Random, seats: Collection[str] = ()) -> list[str]:
    """Hide different things from all but some seats in two copies of a database; return the tables that now differ.

    ``storage`` is the original database, which stays as it is. Tables are named by their ids.
    """
    done: list[str] = []
    tables = make_bot(storage).tables
    with closing(sqlite3.connect(one)) as first, closing(sqlite3.connect(other)) as second:
        for table in await tables.lobby.find_tables(guild_id=GUILD, statuses=["playing"]):
            async with storage.read() as reader:
                play = await reader.load_play(table.id)
            if play.turn is None:  # No one must decide any more.
                continue
            game = Game.resume(
                GAMES[table.game.kind],
                play.turn.snapshot,
                play.keys,
                start=Start(table.game.kind, table.game.seed.hex()),
                number=play.turn.number,
            )
            if game.decision is None or table.front.player.is_automatic(game, game.decision.seat):
                continue
            pair = hide_differently(game, chance, seats)
            if pair is None:
                continue
            for connection, (seed, snapshot) in zip((first, second), pair, strict=True):
                connection.execute("UPDATE game SET seed = ? WHERE id = ?", (seed, table.id))
                connection.execute(
                    "UPDATE turn SET snapshot = ? WHERE game_id = ? AND status = 'open'", (snapshot, table.id)
                )
            done.append(table.id)
        first.commit()
        second.commit()
    return done


def hide_differently(game: Game, chance: Random, seats: Collection[str] = ()) -> list[tuple[bytes, bytes]] | None:
    """Return two seeds and snapshots that lead to the present position of a game, and then to other dice and cards.

    The first and the second hide different things from all but some seats (`Secrets.hide`): where another one is asked,
    it may have other answers. None when no seed was found that gives the dice that have been rolled in the running
    step.
    """
    is_known = not seats or game.pending_seat in seats
    made: list[tuple[bytes, bytes]] = []
    for is_first in (True, False):
        for _ in range(MOST_SEEDS):
            state = game.rules.decode(game.snapshot())
            state.dice.seed = chance.randbytes(32)
            find_secrets(game.rules.name).hide(state, chance, is_first=is_first, seats=seats)
            start = Start(game.rules.name, state.dice.seed.hex())
            snapshot = game.rules.encode(state)
            try:
                twin = Game.resume(game.rules, snapshot, game.keys, start=start, number=game.step_number)
            except Exception:  # noqa: S112 (another die has led elsewhere: this seed does not fit)
                continue
            is_same = repr(twin.decision) == repr(game.decision) or not is_known
            if twin.state.log == game.state.log and twin.pending_seat == game.pending_seat and is_same:
                made.append((state.dice.seed, snapshot))
                break
        else:
            return None
    return made
