"""Undo is offered exactly where it is possible; a person who plays alone also undoes Arjuna's certain answers."""

from __future__ import annotations

from unittest.mock import AsyncMock, patch

import pytest

import engine
from bot.errors import TableError
from bot.games import registry
from bot.tables.absences import StandIn
from bot.tables.announcements import TURN, Turns
from bot.tables.play import Tables
from engine.gandhi.ids import SEATS
from storage import Storage, effective_choices
from tests.bot.players import PEOPLE, act_plainly, open_table, posts_of, whose
from tests.core.counting import CountingRules
from tests.core.counting_front import COUNTING

LEFT, RIGHT = 21, 22


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the counting game, whose automatic player adds three, never rolls, and refuses when it is asked."""
    monkeypatch.setitem(engine.GAMES, "counting", CountingRules())
    monkeypatch.setitem(registry.FRONTS, "counting", COUNTING)


async def open_count(tables: Tables, people: dict[str, int]) -> str:
    """Open a table of the counting game, with the automatic player where no one sits, and return its id."""
    table = await tables.lobby.create(
        3, name="Sum", scenario="count", language="en", host_user_id=LEFT, host_name="Lea", guild_id=1, channel_id=5
    )
    for seat, person in people.items():
        await tables.lobby.join(None, table.id, person, seat.title(), seat)
    await tables.start(None, table.id, LEFT, with_automatic=True)
    return table.id


async def buttons_of(storage: Storage, game_id: str) -> list[str]:
    """Return the buttons under the newest message about a turn."""
    newest = [post for post in await posts_of(storage, game_id) if post.kind == TURN][-1]
    return newest.buttons


@pytest.mark.usefixtures("counting")
async def test_a_lone_player_undoes_a_turn_with_the_answers_to_it(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_count(tables, {"left": LEFT})
    moment = await tables.at(game_id, LEFT).play(["1", "2", "done"])
    assert moment.view["total"] == 1 + 2 + 1 + 3 + 1
    assert moment.undo_seat == "left"
    (offered,) = [made for made in await buttons_of(storage, game_id) if made.startswith("retract")]
    back = await tables.at(game_id, LEFT).undo(int(offered.partition(":")[2]))
    assert back.draft.keys == ("1", "2")
    assert back.table.game.version > moment.table.game.version
    assert "with Arjuna’s answers to it" in (await posts_of(storage, game_id))[-1].content
    again = await tables.at(game_id, LEFT).play(["3", "done"])
    assert again.view["total"] == 3 + 1 + 3 + 1


@pytest.mark.usefixtures("counting")
async def test_a_turn_undone_while_the_automatic_player_thinks_is_not_announced_again(storage: Storage) -> None:
    """The table was pinged once more, and the next turn was compared with the board after the undone one."""
    tables = Tables(storage)
    game_id = await open_count(tables, {"left": LEFT})
    with patch.object(tables.automation, "play", AsyncMock()):
        await tables.at(game_id, LEFT).play(["1", "2", "done"])
    assert (await tables.table(game_id)).state.pending is not None
    await tables.at(game_id, LEFT).undo()
    before = await posts_of(storage, game_id)
    await tables.automation.play(game_id)
    assert len(await posts_of(storage, game_id)) == len(before)
    with patch.object(tables.automation, "play", AsyncMock()):
        await tables.at(game_id, LEFT).play(["3", "done"])
    announced = (await posts_of(storage, game_id))[-1].announced
    assert isinstance(announced, Turns)
    assert (announced.before["total"], announced.view["total"]) == (0, 3)


@pytest.mark.usefixtures("counting")
async def test_going_back_while_the_automatic_player_thinks_is_not_announced_as_a_turn(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_count(tables, {"left": LEFT})
    with patch.object(tables.automation, "play", AsyncMock()):
        await tables.at(game_id, LEFT).play(["1", "2", "done"])
        (turn,) = await tables.rewinding.list_turns(game_id)
        await tables.rewinding.propose(None, game_id, LEFT, turn.number)
        before = len(await posts_of(storage, game_id))
        await tables.at(game_id, LEFT).play(["3", "done"])
    announced = [message.announced for message in (await posts_of(storage, game_id))[before:]]
    totals = [(one.before["total"], one.view["total"]) for one in announced if isinstance(one, Turns)]
    assert totals == [(0, 3)]


@pytest.mark.usefixtures("counting")
async def test_an_undo_by_a_lone_player_keeps_who_gave_earlier_answers(
    storage: Storage,
) -> None:
    tables = Tables(storage)
    game_id = await open_count(tables, {"left": LEFT})
    await tables.at(game_id, LEFT).play(["roll"])
    await tables.at(game_id, LEFT).play(["2", "ask"])
    moment = await tables.moment(game_id, LEFT)
    assert moment.game.keys == ("roll", "2", "ask", "no")
    back = await tables.at(game_id, LEFT).undo()
    assert back.game.keys == ("roll", "2")
    assert back.draft.keys == ("2",)
    await tables.at(game_id, LEFT).play(["ask"])
    await tables.at(game_id, LEFT).play(["1", "ask"])
    for keys in (("roll", "ask", "no"), ("roll",)):
        await tables.at(game_id, LEFT).undo()
        async with storage.read() as reader:
            play = await reader.load_play(game_id)
            assert play.keys == keys
            assert play.turn is not None
            kept = effective_choices(await reader.choices(game_id, play.turn.number))
        assert [(choice.key, choice.seat, choice.user_id) for choice in kept] == [
            (key, "right" if key == "no" else "left", None if key == "no" else LEFT) for key in keys
        ]
        await tables.at(game_id, LEFT).reset()
    # Nothing before the die can be undone.
    with pytest.raises(TableError) as refusal:
        await tables.at(game_id, LEFT).undo()
    assert refusal.value.text.key == "error.nothing_to_undo"


@pytest.mark.usefixtures("counting")
@pytest.mark.parametrize("people", [{"left": LEFT, "right": RIGHT}, {"left": LEFT}])
async def test_an_undo_button_undoes_only_the_turn_above_it(storage: Storage, people: dict[str, int]) -> None:
    tables = Tables(storage)
    game_id = await open_count(tables, people)
    await tables.at(game_id, LEFT).play(["1", "done"])
    first = int((await offer(storage, game_id)).partition(":")[2])
    if RIGHT in people.values():
        await tables.at(game_id, RIGHT).play(["3", "done"])
        with pytest.raises(TableError):
            await tables.at(game_id, LEFT).undo(first)
    await tables.at(game_id, LEFT).play(["2", "done"])
    second = int((await offer(storage, game_id)).partition(":")[2])
    assert second > first
    with pytest.raises(TableError) as refusal:
        await tables.at(game_id, LEFT).undo(first)
    assert refusal.value.text.key == "error.nothing_to_undo"
    assert (await tables.at(game_id, LEFT).undo(second)).draft.keys == ("2",)


async def offer(storage: Storage, game_id: str) -> str:
    """Return the button that takes back, under the newest message about a turn; an empty string for none."""
    return next((made for made in await buttons_of(storage, game_id) if made.startswith("retract")), "")


@pytest.mark.usefixtures("counting")
async def test_nothing_is_undone_past_a_revealed_card_or_another_person(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_count(tables, {"left": LEFT})
    moment = await tables.at(game_id, LEFT).play(["1", "turn_up", "done"])
    # Choices after the card can be undone, but not the card itself.
    assert moment.undo_seat == "left"
    back = await tables.at(game_id, LEFT).undo()
    assert back.game.keys == ("1", "turn_up")
    with pytest.raises(TableError):
        await tables.at(game_id, LEFT).undo()
    other = await tables.lobby.create(
        4, name="Two", scenario="count", language="en", host_user_id=LEFT, host_name="Lea", guild_id=1, channel_id=6
    )
    await tables.lobby.join(None, other.id, LEFT, "Lea", "left")
    await tables.start(None, other.id, LEFT, with_automatic=True)
    await tables.at(other.id, LEFT).play(["1", "done"])
    # The stand-in has seen what Arjuna answered, so the turn cannot be undone.
    await tables.absences.leave(None, other.id, LEFT, StandIn(RIGHT, "Rita"), None)
    assert not (await tables.moment(other.id, RIGHT)).undo_seat


@pytest.mark.whole_game
@pytest.mark.parametrize("alone", [True, False])
async def test_undo_is_offered_exactly_when_someone_can_undo(storage: Storage, alone: bool) -> None:
    tables = Tables(storage)
    people = {"congress": PEOPLE["congress"]} if alone else PEOPLE
    game_id = await open_table(tables, people, with_automatic=alone)
    offered = refused = 0
    for _ in range(14 if alone else 10):
        seat = whose(await tables.moment(game_id))
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
        moments = [await tables.moment(game_id, PEOPLE[one]) for one in SEATS]
        works = any(moment.undo_seat for moment in moments)
        assert bool(await offer(storage, game_id)) == works
        offered, refused = offered + works, refused + (not works)
    assert refused
    assert alone or offered


async def test_the_person_who_is_no_longer_asked_learns_that_a_turn_was_undone(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    first = whose(await tables.moment(game_id))
    asked = whose(await act_plainly(tables, await tables.moment(game_id, PEOPLE[first]), PEOPLE[first]))
    await tables.at(game_id, PEOPLE[first]).undo()
    told = (await posts_of(storage, game_id))[-1]
    assert "last turn undone" in told.content
    assert told.announced.everybody == [PEOPLE[asked]]
