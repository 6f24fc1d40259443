"""Finished games for the tests of seasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from bot.tables.past import Past
from storage import Entry, Game, LeftBy, Seat

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
    left: Mapping[str, tuple[int, LeftBy]] | None = None,
    **state: object,
) -> Past:
    """Return a game that has ended; ``people`` sit on the seats in their order, None is the automatic player.

    ``left`` are those who began the game on a seat and have left it.
    """
    when = START + timedelta(days=number)
    options = {**({"opponent": opponent} if opponent else {}), **state}
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
    entries = tuple(
        Entry(game_id=game.id, seat=seat, number=0, user_id=who, display_name=f"P{who}", until=when, left_by=way)
        for seat, (who, way) in (left or {}).items()
    )
    numbers = dict(zip(ranking, margins, strict=bool(ranking)))
    return Past(game, seats, tuple(ranking), numbers, 40, 86_400, lost, when, left=entries)
