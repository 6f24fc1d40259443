"""Finished games for the tests of seasons."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from bot.tables.records import Past
from storage import Game, Seat

START = datetime(2031, 5, 1, tzinfo=UTC)
GANDHI = ("raj", "congress", "league", "revolutionaries")


def finish(
    number: int,
    people: Sequence[int | None],
    ranking: Sequence[str] = GANDHI,
    margins: Sequence[int] = (4, 2, -1, -3),
    *,
    lost: bool = False,
    opponent: str = "",
) -> Past:
    """A game that has ended; ``people`` sit on the seats in their order, None is the automatic player."""
    when = START + timedelta(days=number)
    options = {"opponent": opponent} if opponent else {}
    game = Game(
        id=f"game{number}",
        channel_id=1,
        name=f"Game {number}",
        kind="gandhi",
        scenario="short",
        status="over",
        language="en",
        rules_version="1",
        seed=b"",
        host_user_id=1,
        options=options,
        created=START,
        updated=when,
    )
    seats = tuple(
        Seat(
            game_id=game.id,
            seat=seat,
            place=place,
            kind="arjuna" if who is None else "player",
            user_id=who or None,
            display_name=f"P{who}" if who else "",
        )
        for place, (seat, who) in enumerate(zip(GANDHI, people, strict=True))
    )
    return Past(game, seats, tuple(ranking), dict(zip(ranking, margins, strict=True)), 40, 86_400, lost, when)
