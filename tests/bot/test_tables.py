"""The table service by itself: draft, commit, undo, and restarts."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors import StaleButton, TableError, WrongPlayer
from bot.tables.draft import Draft, Queued, extend
from bot.tables.moments import TableMoment
from bot.tables.play import Tables
from engine import Game
from engine.core.errors import IllegalChoice
from engine.gandhi.ids import SEATS
from storage import Storage
from tests.bot.players import posts_of
from tests.playing import game_at

HOST = 100
PEOPLE = {seat: HOST + number for number, seat in enumerate(SEATS)}


@dataclass
class Desk:
    """A table service with a count of interactions."""

    tables: Tables
    storage: Storage
    count: int = 0

    def next_id(self) -> int:
        """Return a fresh interaction id."""
        self.count += 1
        return self.count

    async def open(self, people: dict[str, int] | None = None, scenario: str = "short") -> str:
        """Open a table, seat people and begin."""
        lobby = self.tables.lobby
        table = await lobby.create(
            self.next_id(),
            name="Salt March",
            scenario=scenario,
            language="en",
            host_user_id=HOST,
            host_name="Host",
            guild_id=1,
            channel_id=2,
        )
        for seat, user in (people or PEOPLE).items():
            await lobby.join(self.next_id(), table.id, user, f"Player {user}", seat)
        await lobby.start(self.next_id(), table.id, HOST)
        return table.id

    async def now(self, game_id: str) -> tuple[int, TableMoment]:
        """Return whose decision it is, and the moment as that person sees it."""
        moment = await self.tables.moment(game_id)
        assert moment.decision is not None
        holder = moment.table.holder(moment.decision.seat)
        assert holder is not None
        assert holder.user_id is not None
        return holder.user_id, await self.tables.moment(game_id, holder.user_id)

    async def arm_pass(self, game_id: str, user: int) -> TableMoment:
        """Choose to pass, and whatever follows from it, until only Confirm is left."""
        moment = await self.tables.at(game_id, user, self.next_id()).choose(["pass"])
        while not moment.draft.armed:
            assert moment.decision is not None
            key = moment.decision.default or sorted(moment.decision.keys)[0]
            moment = await self.tables.at(game_id, user, self.next_id(), moment.token).choose([key])
        return moment

    async def pass_turn(self, game_id: str, user: int) -> TableMoment:
        """Choose to pass, and confirm."""
        armed = await self.arm_pass(game_id, user)
        return await self.tables.at(game_id, user, self.next_id(), armed.token).confirm()

    async def texts(self, game_id: str) -> list[str]:
        """Return the words of every queued message of a game."""
        return [message.content for message in await posts_of(self.storage, game_id)]


@pytest_asyncio.fixture
async def desk(storage: Storage) -> AsyncIterator[Desk]:
    """Provide a table service on an empty database."""
    yield Desk(Tables(storage), storage)


async def test_a_draft_is_private_and_only_confirm_commits_it(desk: Desk) -> None:
    game_id = await desk.open()
    user, before = await desk.now(game_id)
    armed = await desk.arm_pass(game_id, user)
    assert (*armed.draft.keys, armed.draft.armed) == armed.draft.to_commit
    assert armed.table.game.version == before.table.game.version
    other = await desk.tables.moment(game_id, user + 1)
    assert other.draft.is_empty
    after = await desk.tables.at(game_id, user, desk.next_id(), armed.token).confirm()
    assert after.table.game.version > before.table.game.version
    assert after.decision is not None
    assert before.decision is not None
    assert after.decision.seat != before.decision.seat


async def test_a_repeated_interaction_does_nothing(desk: Desk) -> None:
    game_id = await desk.open()
    user, _ = await desk.now(game_id)
    armed = await desk.arm_pass(game_id, user)
    await desk.tables.at(game_id, user, 7002, armed.token).confirm()
    version = (await desk.tables.table(game_id)).game.version
    messages = len(await desk.texts(game_id))
    again = await desk.tables.at(game_id, user, 7002, armed.token).confirm()
    assert again.table.game.version == version
    assert len(await desk.texts(game_id)) == messages


async def test_a_repeated_interaction_opens_only_one_table(desk: Desk) -> None:
    facts = {"name": "T", "scenario": "short", "language": "en", "host_user_id": 1, "host_name": "H"}
    one = await desk.tables.lobby.create(5, guild_id=1, channel_id=2, **facts)  # type: ignore[arg-type]
    two = await desk.tables.lobby.create(5, guild_id=1, channel_id=2, **facts)  # type: ignore[arg-type]
    assert one.id == two.id


async def test_a_button_of_another_moment_is_stale(desk: Desk) -> None:
    game_id = await desk.open()
    user, moment = await desk.now(game_id)
    await desk.tables.at(game_id, user, desk.next_id(), moment.token).choose(["pass"])
    with pytest.raises(StaleButton):
        await desk.tables.at(game_id, user, desk.next_id(), moment.token).choose(["pass"])
    with pytest.raises(StaleButton):
        await desk.tables.at(game_id, user, desk.next_id(), "no token at all").confirm()


async def test_a_click_by_the_wrong_person_changes_nothing(desk: Desk) -> None:
    game_id = await desk.open()
    user, moment = await desk.now(game_id)
    for wrong in (*(set(PEOPLE.values()) - {user}), 999):
        with pytest.raises(WrongPlayer):
            await desk.tables.at(game_id, wrong, desk.next_id()).choose(["pass"])
    assert (await desk.tables.moment(game_id, user)).draft.is_empty
    assert moment.table.game.version == (await desk.tables.table(game_id)).game.version


async def test_playing_several_keys_chooses_all_or_none(desk: Desk) -> None:
    game_id = await desk.open()
    user, moment = await desk.now(game_id)
    version = moment.table.game.version
    with pytest.raises(IllegalChoice):
        await desk.tables.at(game_id, user, desk.next_id()).play(["pass", "atlantis"], version)
    assert (await desk.tables.table(game_id)).game.version == version
    with pytest.raises(StaleButton):
        await desk.tables.at(game_id, user, desk.next_id()).play(["pass"], version + 1)
    await desk.tables.at(game_id, user, desk.next_id()).play(["pass"], version)
    assert (await desk.tables.table(game_id)).game.version > version


async def test_undo_empties_the_draft_first(desk: Desk) -> None:
    game_id = await desk.open()
    user, moment = await desk.now(game_id)
    await desk.tables.at(game_id, user, desk.next_id(), moment.token).choose(["pass"])
    back = await desk.tables.at(game_id, user, desk.next_id()).undo()
    assert back.draft.is_empty
    with pytest.raises(TableError):
        await desk.tables.at(game_id, user, desk.next_id()).undo()


async def test_only_the_player_of_the_last_turn_can_undo_it(desk: Desk) -> None:
    game_id = await desk.open()
    user, before = await desk.now(game_id)
    after = await desk.pass_turn(game_id, user)
    assert before.decision is not None
    assert after.undo_seat == before.decision.seat
    other, _ = await desk.now(game_id)
    with pytest.raises(WrongPlayer):
        await desk.tables.at(game_id, other, desk.next_id()).undo()
    back = await desk.tables.at(game_id, user, desk.next_id()).undo()
    assert back.is_mine
    assert not back.draft.armed
    fresh = await desk.tables.at(game_id, user, desk.next_id()).reset()
    assert fresh.game.digest() == before.game.digest()
    assert any("last turn undone" in words for words in await desk.texts(game_id))


async def test_undo_stops_at_a_revealed_card(desk: Desk) -> None:
    game_id = await desk.open()
    for _ in range(4):
        last, _ = await desk.now(game_id)
        await desk.pass_turn(game_id, last)
    with pytest.raises(TableError) as error:
        await desk.tables.at(game_id, last, desk.next_id()).undo()
    assert error.value.text.key == "error.nothing_to_undo"


async def test_a_turn_taken_back_returns_as_a_draft(desk: Desk) -> None:
    game_id = await desk.open(dict.fromkeys(SEATS, HOST))
    chance = random.Random(11)
    for _ in range(400):
        user, moment = await desk.now(game_id)
        assert moment.decision is not None
        if moment.draft.armed and len(moment.draft.keys) > 2:
            kept = moment.draft
            done = await desk.tables.at(game_id, user, desk.next_id(), moment.token).confirm()
            if done.undo_seat:
                back = await desk.tables.at(game_id, user, desk.next_id()).undo()
                assert back.draft.keys == kept.keys
                return
        elif moment.draft.armed:
            await desk.tables.at(game_id, user, desk.next_id(), moment.token).confirm()
        else:
            key = chance.choice([key for key in sorted(moment.decision.keys) if key != "pass"] or ["pass"])
            await desk.tables.at(game_id, user, desk.next_id(), moment.token).choose([key])
    raise AssertionError("No turn could be taken back.")


async def test_only_one_of_several_simultaneous_clicks_counts(desk: Desk) -> None:
    game_id = await desk.open(dict.fromkeys(SEATS, HOST))
    _, moment = await desk.now(game_id)
    results = await asyncio.gather(
        *(desk.tables.at(game_id, HOST, 9000 + number, moment.token).choose(["pass"]) for number in range(8)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, TableMoment) for result in results) == 1
    assert sum(isinstance(result, StaleButton) for result in results) == 7


async def test_a_step_that_no_longer_replays_is_reset_and_announced(desk: Desk) -> None:
    game_id = await desk.open()
    user, before = await desk.now(game_id)
    async with desk.storage.transaction() as tx:
        await tx.append_choices(game_id, before.table.game.version, "raj", ["a key of another age"])
    desk.tables.cache.forget(game_id)
    moment = await desk.tables.moment(game_id, user)
    assert moment.game.digest() == before.game.digest()
    assert any("goes back to its start" in words for words in await desk.texts(game_id))
    await desk.pass_turn(game_id, user)


async def test_a_draft_is_found_by_a_restarted_service(desk: Desk) -> None:
    game_id = await desk.open()
    user, _ = await desk.now(game_id)
    armed = await desk.arm_pass(game_id, user)
    fresh = Tables(desk.storage)
    assert (await fresh.moment(game_id, user)).draft == armed.draft


async def test_two_people_with_two_factions_each_form_two_sides(desk: Desk) -> None:
    game_id = await desk.open({"raj": HOST, "revolutionaries": HOST, "congress": 5, "league": 5})
    table = await desk.tables.table(game_id)
    assert sorted(table.game.options["sides"]) == [["congress", "league"], ["raj", "revolutionaries"]]
    alone = await desk.open(dict.fromkeys(SEATS, HOST))
    assert (await desk.tables.table(alone)).game.options["sides"] == []


async def test_a_game_cannot_start_with_an_empty_seat(desk: Desk) -> None:
    lobby = desk.tables.lobby
    table = await lobby.create(
        1, name="T", scenario="short", language="en", host_user_id=1, host_name="H", guild_id=1, channel_id=2
    )
    await lobby.join(2, table.id, 1, "H", "raj")
    with pytest.raises(TableError) as error:
        await lobby.start(3, table.id, 1)
    assert error.value.text.key == "error.seats_empty"
    with pytest.raises(TableError):
        await lobby.start(4, table.id, 77)


async def test_a_game_waits_for_a_newcomer_on_an_abandoned_seat(desk: Desk) -> None:
    game_id = await desk.open()
    user, moment = await desk.now(game_id)
    assert moment.decision is not None
    await desk.tables.lobby.leave(desk.next_id(), game_id, user, "")
    with pytest.raises(WrongPlayer):
        await desk.tables.at(game_id, user, desk.next_id()).choose(["pass"])
    await desk.tables.lobby.join(desk.next_id(), game_id, 500, "Newcomer", moment.decision.seat)
    await desk.pass_turn(game_id, 500)


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
async def test_an_empty_or_too_long_name_of_a_table_is_refused(desk: Desk, name: str) -> None:
    with pytest.raises(TableError):
        await desk.tables.lobby.create(
            1, name=name, scenario="short", language="en", host_user_id=1, host_name="H", guild_id=1, channel_id=2
        )


def test_a_stored_draft_is_read_back_unchanged() -> None:
    draft = Draft(("rally", "punjab", "special:aid"), "2:0", (Queued("rally.space", "bihar"),))
    assert Draft.read(draft.store()) == draft
    assert Draft.read([]) == Draft()


def test_several_selected_spaces_are_chosen_in_order_with_the_largest_numbers() -> None:
    game = game_at({"bihar": {"congress": 1}, "bombay": {"congress": 1}}, "congress", restraint=3)
    outcome = extend(game, Draft(), ["rally"])
    outcome = extend(game, outcome.draft, ["bihar", "punjab"])
    assert [key for key in outcome.draft.keys if not key.isdecimal()] == ["rally", "bihar", "punjab"]
    assert outcome.draft.keys == ("rally", "bihar", "2", "punjab", "2")
    assert outcome.draft.queue == ()


def test_selected_spaces_that_became_impossible_are_left_out_with_a_note_each() -> None:
    game = game_at({"bihar": {"congress": 1}}, "congress", restraint=1)
    outcome = extend(game, Draft(), ["rally"])
    outcome = extend(game, outcome.draft, ["bihar", "orissa", "punjab"])
    assert "bihar" in outcome.draft.keys
    assert "punjab" not in outcome.draft.keys
    assert len(outcome.notes) == 2


def test_a_batch_with_a_forbidden_first_key_changes_nothing() -> None:
    game = game_at({"orissa": {"level": "active_support"}}, "congress", restraint=1)
    outcome = extend(game, Draft(), ["rally"])
    before = game.digest()
    with pytest.raises(IllegalChoice):
        extend(game, outcome.draft, ["orissa", "bihar"])
    assert game.digest() == before


def test_a_key_that_ends_the_step_waits_for_confirm() -> None:
    game: Game = game_at({}, "raj")
    before = game.digest()
    outcome = extend(game, Draft(), ["pass"])
    assert outcome.draft.armed == "pass"
    assert game.digest() == before
    with pytest.raises(IllegalChoice):
        extend(game, outcome.draft, ["pass"])


def test_the_database_file_is_made_at_the_given_path(storage: Storage, tmp_path: Path) -> None:
    assert (tmp_path / "games.sqlite3").exists()
    assert storage is not None
