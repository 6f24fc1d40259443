"""A table is exported as a record file, and a new table that is imported from it continues the game."""

from __future__ import annotations

import asyncio
import json
import random
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli import main
from bot.console.transfer import Destination, count_behind, export_table, import_table
from bot.errors import SettingsError
from bot.tables.absences import AUTOMATIC_PLAYER
from bot.tables.authorization import list_holders
from bot.tables.play import Tables
from bot.tables.records import record_game
from bot.tables.votes import Outcome
from engine import Game
from engine.core.errors import BadPosition, ReplayFailed
from engine.core.record import read_record, write_record
from engine.gandhi.ids import SEATS
from storage import Storage, open_storage
from tests.bot.players import act_plainly
from tests.bot.test_tables import Desk

HOME = Destination(channel_id=5, guild_id=6, name="Again", language="en", host_user_id=7, people={"raj": (8, "Asha")})


@pytest.fixture
async def desk(database: str) -> Desk:
    """Return a table service with its own database."""
    storage = await open_storage(database)
    return Desk(Tables(storage), storage)


async def play_some(desk: Desk, turns: int) -> str:
    """Return a game with ``turns`` turns played, and a choice in the next."""
    game_id = await desk.open()
    for _ in range(turns):
        user, _moment = await desk.now(game_id)
        await desk.pass_turn(game_id, user)
    return game_id


async def test_an_exported_running_game_continues_in_another_database(desk: Desk) -> None:
    game_id = await play_some(desk, 6)
    exported = await export_table(desk.storage, game_id)
    assert exported.left_out == 0
    table = await import_table(desk.storage, exported.data, HOME)
    assert table.id != game_id
    assert {seat.seat: seat.user_id for seat in table.seats} == {**dict.fromkeys(SEATS), "raj": 8}
    here, there = await desk.tables.moment(game_id), await desk.tables.moment(table.id)
    assert there.game.digest() == here.game.digest()
    assert await desk.tables.recaps.list_steps(table.id, 6) == await desk.tables.recaps.list_steps(game_id, 6)
    # The record of the new table is the same, and its game can be continued.
    assert (await export_table(desk.storage, table.id)).data == exported.data
    for number, seat in enumerate(SEATS[1:]):
        await desk.tables.lobby.join(desk.next_id(), table.id, 20 + number, "Somebody", seat)
    user, _moment = await desk.now(table.id)
    await desk.pass_turn(table.id, user)
    await desk.storage.close()


@pytest.mark.parametrize("turns", [1, 4])
async def test_an_imported_game_keeps_the_counts_of_its_corrections_and_rewinds(desk: Desk, turns: int) -> None:
    """It was rated and listed as a game that had never gone back."""
    tables, game_id = desk.tables, await play_some(desk, 6)

    async def agree(asked: Outcome) -> None:
        for label in asked.missing:
            who = list_holders(asked.table)[label]
            asked = await tables.votes.answer(None, asked.table.id, who, asked.number, agree=True)
        assert asked.is_done

    user, _ = await desk.now(game_id)
    number = (await tables.rewinding.list_turns(game_id))[turns - 1].turn.number
    await agree(await tables.rewinding.propose(None, game_id, user, number))
    tried = await tables.corrections.try_out(game_id, user, lambda game: {"restraint": 2, "unity": 4})
    await agree(await tables.corrections.propose(None, game_id, user, tried.version))
    here = (await tables.table(game_id)).state
    exported = (await export_table(desk.storage, game_id)).data
    table = await import_table(desk.storage, exported, HOME)
    there = table.state
    assert (there.gone_back, there.put_right) == (here.gone_back, here.put_right) == (1, 1)
    assert there.gone_behind == here.gone_behind == (turns > 1)
    # The withdrawn turns, which tell how far the game went back, are in the record of the imported game too.
    assert [len(step.withdrawn) for step in read_record(exported).steps if step.withdrawn] == [turns]
    assert (await export_table(desk.storage, table.id)).data == exported
    for person, seat in enumerate(SEATS[1:], 20):
        await desk.tables.lobby.join(desk.next_id(), table.id, person, "Somebody", seat)
    user, _moment = await desk.now(table.id)
    await desk.pass_turn(table.id, user)
    number = (await tables.rewinding.list_turns(table.id))[0].turn.number
    await agree(await tables.rewinding.propose(None, table.id, user, number))
    again = read_record((await export_table(desk.storage, table.id)).data)
    assert [len(step.withdrawn) for step in again.steps if step.withdrawn] == [turns, 1]
    assert count_behind(again) == there.gone_behind
    await desk.storage.close()


@pytest.mark.parametrize("is_named", [True, False])
async def test_the_seat_of_an_absent_person_does_not_become_automatic_in_an_imported_game(
    desk: Desk, is_named: bool
) -> None:
    """It was refused to its person, and went to the automatic player for good if no one was named for it."""
    game_id = await desk.open()
    moment = await desk.tables.moment(game_id)
    seat, person = next(one for one in list_holders(moment.table).items() if one[0] != moment.game.pending_seat)
    await desk.tables.absences.leave(None, game_id, person, AUTOMATIC_PLAYER, None)
    while not (moment := await desk.tables.moment(game_id)).front.player.is_automatic(moment.game, seat):
        user, moment = await desk.now(game_id)
        await act_plainly(desk.tables, moment, user)
    people = {seat: (8, "Asha")} if is_named else {}
    exported = await export_table(desk.storage, game_id)
    table = await import_table(desk.storage, exported.data, replace(HOME, people=people))
    holder = table.holder(seat)
    assert (holder.user_id if holder is not None else None) == (8 if is_named else None)
    assert (holder is not None) == is_named
    await desk.storage.close()


@pytest.mark.parametrize("name", ["", " \n ", "x" * 61])
def test_an_imported_table_has_a_name_that_fits(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    record = tmp_path / f"{'a long name ' * 9}.gandhi.jsonl"
    record.write_bytes(write_record(Game.new(seed=bytes(32)).record()))
    command = ["import", str(record), "--channel", "5", "--database", f"sqlite:///{tmp_path}/games.sqlite3"]
    assert main([*command, "--name", name]) == (2 if name else 0)
    if name:
        assert "1 to 60 characters" in capsys.readouterr().err


async def test_an_imported_table_has_the_name_of_its_host(desk: Desk) -> None:
    """A person who may not change its settings read “Only , the host of the table, can do that”."""
    exported = await export_table(desk.storage, await play_some(desk, 1))
    table = await import_table(desk.storage, exported.data, replace(HOME, host_user_id=8))
    assert table.state.host == "Asha"
    await desk.storage.close()


async def test_an_imported_finished_game_keeps_its_result(desk: Desk) -> None:
    game, chance = Game.new(seed=bytes(32)), random.Random(5)
    while game.decision is not None:
        game.choose(chance.choice(game.decision.options).key)
    table = await import_table(desk.storage, write_record(game.record()), Destination(5, None, "Old", "en", 7, {}))
    assert table.game.status == "over"
    _, data = await record_game(desk.tables.storage, table.id)
    assert data == write_record(game.record())
    async with desk.storage.read() as reader:
        (statistic,) = await reader.statistics()
    assert game.result is not None
    assert statistic.facts["ranking"] == list(game.result.ranking)
    assert statistic.facts["turns"] > 10
    assert statistic.facts["seats"] == dict.fromkeys(SEATS, "empty")
    await desk.storage.close()


async def test_a_game_that_began_from_a_position_continues_at_a_table(desk: Desk) -> None:
    turn = {"seat": "raj", "may": "any"}
    game = Game.at({"restraint": 2, "spaces": {"delhi": {"troops": 2}}, "turn": turn}, seed=b"chosen")
    while not game.steps:
        assert game.decision is not None
        game.choose("pass" if not game.keys else min(game.decision.keys))
    data = write_record(game.record())
    table = await import_table(desk.storage, data, HOME)
    assert (await export_table(desk.storage, table.id)).data == data
    moment = await desk.tables.moment(table.id)
    assert moment.game.position() == game.position()
    for number, seat in enumerate(SEATS[1:]):
        await desk.tables.lobby.join(desk.next_id(), table.id, 20 + number, "Somebody", seat)
    user, _moment = await desk.now(table.id)
    await desk.pass_turn(table.id, user)
    again = await export_table(desk.storage, table.id)
    assert again.data.startswith(data)
    await desk.storage.close()


async def test_an_invalid_record_leaves_no_table(desk: Desk) -> None:
    game_id = await play_some(desk, 3)
    good = (await export_table(desk.storage, game_id)).data
    lines = good.splitlines()
    wrong = json.loads(lines[1])
    wrong["digest"] = "0" * 16
    forged = b"\n".join([lines[0], json.dumps(wrong).encode(), *lines[2:]])
    for data, error in ((b"", BadPosition), (b"{", BadPosition), (forged, ReplayFailed)):
        with pytest.raises(error):
            await import_table(desk.storage, data, HOME)
    with pytest.raises(SettingsError, match="No person can sit on simla"):
        await import_table(desk.storage, good, Destination(5, 6, "Again", "en", 7, {"simla": (8, "Asha")}))
    assert len(await desk.tables.lobby.find_tables()) == 1
    await desk.storage.close()


def run(address: str, work: Callable[[Storage], object]) -> None:
    """Open a database, do something with it, close it."""

    async def do() -> None:
        storage = await open_storage(address)
        await work(storage)  # type: ignore[misc]
        await storage.close()

    asyncio.run(do())


def test_hosts_can_back_up_export_import_and_restore_by_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"sqlite:///{tmp_path}/games.sqlite3"
    found: list[str] = []

    async def begin(storage: Storage) -> None:
        found.append(await play_some(Desk(Tables(storage), storage), 2))

    run(address, begin)
    record, backup = tmp_path / "table.gandhi.jsonl", tmp_path / "backup.sqlite3"
    assert main(["backup", str(backup), "--database", address]) == 0
    record.write_bytes(b"anybody may read what is here")
    record.chmod(0o644)
    assert main(["export", found[0], "-o", str(record), "--database", address]) == 0
    assert stat.S_IMODE(record.stat().st_mode) == 0o600
    assert main(["replay", str(record), "--verify"]) == 0
    command = ["import", str(record), "--channel", "5", "--seat", "raj=8:Asha", "--database", address]
    assert main(command) == 0
    assert main(["statistics", "--database", address]) == 0
    assert main(["statistics", "--json", "--database", address]) == 0
    told = capsys.readouterr().out
    assert "No game is over yet." in told
    assert "{}" in told
    assert "(table) is there" in told
    assert main(["restore", str(backup), "--database", address]) == 0
    assert "before-restore" in capsys.readouterr().out
    for wrong, reason in (
        (["export", "nosuch", "-o", str(record), "--database", address], "no game 'nosuch'"),
        (["export", found[0], "-o", str(tmp_path), "--database", address], "cannot be written"),
        (["import", str(tmp_path / "nosuch"), "--channel", "5", "--database", address], "cannot be read"),
        ([*command, "--seat", "raj"], "not of the form"),
        (["backup", str(backup), "--database", address], "exists already"),
        (["backup", str(backup), "--database", "postgresql://gandhi@db/games"], "pg_dump"),
    ):
        assert main(wrong) == 2
        lines = capsys.readouterr().err.strip().splitlines()
        assert len(lines) == 1
        assert reason in lines[0]


@pytest.mark.parametrize("number", ["1" + "0" * 23, str(1 << 63), "-5", "٣", "five", ""])
@pytest.mark.parametrize("option", ["--channel", "--server", "--host", "--seat"])
def test_an_invalid_discord_id_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, number: str
) -> None:
    record = tmp_path / "table.gandhi.jsonl"
    record.write_bytes(b"{}")
    given = f"raj={number}:Asha" if option == "--seat" else number
    address = f"sqlite:///{tmp_path}/games.sqlite3"
    try:
        code: object = main(["import", str(record), "--channel", "5", f"{option}={given}", "--database", address])
    except SystemExit as error:
        code = error.code
    lines = capsys.readouterr().err.strip().splitlines()
    assert code == 2
    assert len(lines) == 1
    assert "is not an id of Discord's" in lines[0] or "not of the form" in lines[0]
