"""How long people have taken to answer."""

from __future__ import annotations

from datetime import timedelta

from storage import Storage
from tests.storage.helpers import create_game, open_turn

ASHA, BILAL = 10, 20


async def test_the_time_of_an_answer_is_measured_from_another_persons_choice(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
        await tx.update_game(game.id, status="playing")
        await open_turn(tx, game.id)
        await tx.take_seat(game.id, "raj", ASHA, "Asha")
        await tx.take_seat(game.id, "league", BILAL, "Bilal")
        version = await tx.append_choices(game.id, 0, "raj", ["deploy"], user_id=ASHA)
    async with storage.transaction() as tx:
        version = await tx.append_choices(game.id, version, "league", ["march", "punjab"], user_id=BILAL)
    async with storage.transaction() as tx:
        await tx.append_choices(game.id, version, "raj", ["pass"])
    async with storage.read() as view:
        # The first choice of all has no waiting time.
        (overdue,) = await view.answers_of(ASHA, 20)
        (answered,) = await view.answers_of(BILAL, 20)
        assert (overdue.is_theirs, answered.is_theirs) == (False, True)
        assert timedelta() <= answered.waited < timedelta(minutes=5)
        assert answered.options == {"pace": "day"}
        assert await view.answers_of(99, 20) == []
