"""The finished games of a server: who won with which Faction, by how much, after how long; and sums of all that.

A person whose data was deleted is nobody here: the seat no longer has an id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.games.front import list_all_seats
from bot.service.moments import GONE_BACK
from storage import Game, Seat, Storage


@dataclass(frozen=True, slots=True)
class Past:
    """A finished game: its table, who sat where, and the facts kept of it.

    ``ranking`` are the seats from first to last, ``reason`` is why the game ended, ``nobody_won`` that all players
    lost. ``turns`` counts finished turns, ``seconds`` is from the opening of the table to the end.
    """

    game: Game
    seats: tuple[Seat, ...]
    ranking: tuple[str, ...]
    margins: dict[str, int]
    turns: int
    seconds: int
    nobody_won: bool
    finished: datetime
    reason: str = "final"

    @property
    def winner(self) -> str:
        """The seat that came first: an automatic one when all players lost."""
        return self.ranking[0]

    @property
    def times_back(self) -> int:
        """How often the table went back to an earlier turn."""
        return int(self.game.options.get(GONE_BACK, 0))

    def seat(self, name: str) -> Seat | None:
        """The row of a seat."""
        return next((row for row in self.seats if row.seat == name), None)

    def has_won(self, user_id: int) -> bool:
        """Whether a person ran the winning Faction. Where all players lost, it may be their own, run by Arjuna."""
        row = self.seat(self.winner)
        return row is not None and row.user_id == user_id and not self.nobody_won


@dataclass(slots=True)
class Sums:
    """A Faction's finished games: how many, how many won, and the margins at their ends."""

    games: int = 0
    won: int = 0
    margins: list[int] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The average margin."""
        return sum(self.margins) / len(self.margins) if self.margins else 0.0


async def find_past(
    storage: Storage,
    *,
    guild_id: int | None = None,
    user_id: int | None = None,
    game_id: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int | None = None,
) -> list[Past]:
    """The finished games that meet every condition given, the newest first."""
    async with storage.read() as reader:
        found = await reader.finished_games(
            guild_id=guild_id, user_id=user_id, game_id=game_id, since=since, until=until, limit=limit
        )
    return [
        Past(
            game=game,
            seats=tuple(seats),
            ranking=tuple(statistic.facts["ranking"]),
            margins=dict(statistic.facts["margins"]),
            turns=int(statistic.facts.get("turns", 0)),
            seconds=int(statistic.facts.get("seconds", 0)),
            nobody_won=bool(statistic.facts.get("all_players_lose")),
            finished=statistic.created,
            reason=str(statistic.facts.get("reason", "final")),
        )
        for game, statistic, seats in found
    ]


def find_name(games: Iterable[Past], user_id: int) -> str:
    """Under what name a person played last, of games of which the newest comes first; empty for nobody's."""
    names = (row.display_name for past in games for row in past.seats if row.user_id == user_id)
    return next(filter(None, names), "")


def add_up_seats(games: Iterable[Past], user_id: int | None = None) -> dict[str, Sums]:
    """The games by Faction, in the order of the rulebooks; with ``user_id`` only those that this person ran."""
    sums: dict[str, Sums] = {}
    for past in games:
        for row in past.seats:
            if row.seat not in past.margins or (user_id is not None and row.user_id != user_id):
                continue
            own = sums.setdefault(row.seat, Sums())
            own.games += 1
            own.won += row.seat == past.winner and (user_id is None or past.has_won(user_id))
            own.margins.append(past.margins[row.seat])
    return {seat: sums[seat] for seat in list_all_seats() if seat in sums}


def add_up_people(games: Sequence[Past]) -> list[tuple[int, int, int]]:
    """Everybody who sat at a game: id, games won, games played; the most successful first."""
    played: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for past in games:
        people = {row.user_id for row in past.seats if row.user_id is not None}
        played.update(people)
        won.update(person for person in people if past.has_won(person))
    order = sorted(played, key=lambda person: (-won[person], played[person], person))
    return [(person, won[person], played[person]) for person in order]
