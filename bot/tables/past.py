"""Finished games and their players. A result counts for the person who began the game on the seat.

Points, ratings and books read the results from here. A person whose data was deleted has no results: the id is gone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict, Unpack

from bot.tables.table import TableState, read_state
from storage import Entry, Reader, Seat, Statistic, Storage
from storage import Game as StoredGame


@dataclass(frozen=True, slots=True)
class Participant:
    """Someone who began a game on a seat. ``person`` is None if their data is deleted.

    ``has_left`` means that they lost by leaving, ``is_excused`` that someone else got their seat and everyone agreed.
    """

    seat: str
    person: int | None
    name: str = ""
    has_left: bool = False
    is_excused: bool = False


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a person in a finished game: their best seat with its place, points and margin.

    Places are counted from 0. ``has_left`` means that the person lost by leaving.
    """

    seat: str
    place: int
    points: int = 0
    margin: int = 0
    has_won: bool = False
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class Past:
    """A finished game: its table, its people, and its stored facts.

    ``ranking`` are the seats from first to last, ``margins`` their margins at the end (neither in a game that ended
    unfinished), ``reason`` is why it ended, ``nobody_won`` means that all players lost. ``turns`` counts finished
    turns, ``seconds`` is the time from the opening of the table to the end. ``left`` has an entry for each person who
    gave up or lost a seat during the game. In a season, ``paired`` has the planned person for each seat.
    """

    game: StoredGame
    seats: tuple[Seat, ...]
    ranking: tuple[str, ...]
    margins: dict[str, int]
    turns: int
    seconds: int
    nobody_won: bool
    finished: datetime
    reason: str = "final"
    left: tuple[Entry, ...] = ()
    paired: Mapping[str, int | None] | None = None

    @property
    def state(self) -> TableState:
        """Return the stored state of the game's table."""
        return read_state(self.game.options)

    @property
    def winner(self) -> str:
        """Return the seat that came first: an automatic one if all players lost. The ranking must not be empty."""
        return self.ranking[0]

    def seat(self, name: str) -> Seat:
        """Return the row of a seat of the game."""
        return next(row for row in self.seats if row.seat == name)

    @property
    def players(self) -> list[Participant]:
        """Return the people who played for a result: those who began the game, but not people who came later.

        A person who has left, was replaced or closed the game has lost it, except if they have their seat again, or
        everyone agreed to their replacement. Closing the game always counts as leaving.
        """
        found = []
        kinds = self.state.seats
        for row in self.seats:
            ended = [one for one in self.left if one.seat == row.seat]
            if self.paired is not None:
                person = self.paired.get(row.seat)
                ended = [one for one in ended if one.user_id == person]
                if person is None:
                    continue
            elif kinds.get(row.seat, "player") != "player":
                # A person who took an automatic seat later has not begun the game.
                continue
            elif ended:
                person = ended[0].user_id
            elif row.kind == "player":
                person = row.user_id
            else:
                continue
            # A person who closes a game still has the seat at its end: only the entry says that they closed it.
            is_there = row.kind == "player" and row.user_id == person
            has_closed = any(one.left_by == "closed" for one in ended)
            agreed = bool(ended) and ended[0].left_by == "agreed"
            name = ended[0].display_name if ended else row.display_name
            has_left = has_closed or not (is_there or agreed)
            found.append(Participant(row.seat, person, name, has_left, agreed and not is_there))
        return found

    @property
    def results(self) -> dict[int, GameResult]:
        """Return the result of each person, for their best seat; in an unfinished game, only of those who left."""
        players = self.players
        behind = {one.seat: one for one in players if one.has_left}
        order = [*(seat for seat in self.ranking if seat not in behind), *behind]
        people = {one.seat for one in players}
        lowest = min(self.margins.values(), default=0)
        found: dict[int, GameResult] = {}
        for place, seat in enumerate(order):
            player = next((one for one in players if one.seat == seat), None)
            if player is None or player.person is None or player.person in found:
                continue
            if player.has_left:
                found[player.person] = GameResult(seat, max(0, len(order) - 1), margin=lowest, has_left=True)
                continue
            # If all players lost, people are ranked among themselves: automatic seats do not matter.
            beaten = sum(not self.nobody_won or other in people for other in order[place + 1 :])
            has_won = not self.nobody_won and seat == self.winner
            found[player.person] = GameResult(seat, place, beaten + has_won, self.margins[seat], has_won)
        return found

    @property
    def days(self) -> int:
        """Return the time from the opening of the table to the end in days, rounded, but at least 1."""
        return max(1, round(self.seconds / 86_400))

    def has_won(self, user_id: int) -> bool:
        """Return whether a person has won; False if all players lost, or if they did not play."""
        result = self.results.get(user_id)
        return result is not None and result.has_won


class Conditions(TypedDict, total=False):
    """Conditions for finished games, as `storage.Reader.finished_games` takes them."""

    guild_id: int | None
    user_id: int | None
    game_ids: Collection[str] | None
    since: datetime | None
    until: datetime | None
    limit: int | None
    with_abandoned: bool


async def find_past(storage: Storage, **conditions: Unpack[Conditions]) -> list[Past]:
    """Return the finished games that meet every condition given, the newest first."""
    async with storage.read() as reader:
        return await read_past(reader, **conditions)


async def read_past(reader: Reader, **conditions: Unpack[Conditions]) -> list[Past]:
    """Return the same as `find_past`, read by an open reader or transaction."""
    return [make_past(*one) for one in await reader.finished_games(**conditions)]


def make_past(game: StoredGame, statistic: Statistic | None, seats: Sequence[Seat], left: Sequence[Entry]) -> Past:
    """Return a finished game from its stored data. A game that ended unfinished has no ``statistic``."""
    facts = statistic.facts if statistic is not None else {}
    return Past(
        game=game,
        seats=tuple(seats),
        ranking=tuple(facts.get("ranking", ())),
        margins=dict(facts.get("margins", {})),
        turns=int(facts.get("turns", 0)),
        seconds=int(facts.get("seconds", 0)),
        nobody_won=bool(facts.get("all_players_lose")),
        finished=statistic.created if statistic is not None else game.finished or game.updated,
        reason=str(facts.get("reason", "final")),
        left=tuple(left),
    )


def find_name(games: Iterable[Past], user_id: int) -> str:
    """Return the name under which a person last played, or "" if they did not. ``games`` begin with the newest."""
    names = (row.display_name for past in games for row in past.seats if row.user_id == user_id)
    return next(filter(None, names), "")
