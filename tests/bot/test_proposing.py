"""Arjuna proposes its turns: people confirm them, or change them to what their printed cards say."""

from __future__ import annotations

import re

import pytest

from bot.console.transfer import Destination, export_table, import_table
from bot.discord.features.learn import help_view
from bot.errors import TableError
from bot.games.gandhi.rival import EASY
from bot.language import load_language
from bot.narrate.panel import write_heading, write_panel
from bot.narrate.records import write_proof
from bot.narrate.standing import ask_whom
from bot.tables.absences import AUTOMATIC_PLAYER
from bot.tables.announcements import Turns
from bot.tables.draft import LONGEST_WAIT
from bot.tables.moments import AS_PROPOSED, TableMoment
from bot.tables.play import Tables
from bot.tables.privacy import Privacy
from bot.tables.records import Proof
from bot.tables.scheduler import Timekeeper
from bot.tables.table import Pace, change_state
from bot.web.turn import write_ways
from storage import Storage
from tests.bot.clock import Clock
from tests.bot.players import HOST, PEOPLE, act_plainly, open_lobby, open_table, posts_of, whose

ENGLISH = load_language("en")
RAJ, CONGRESS, OTHER = PEOPLE["raj"], PEOPLE["congress"], PEOPLE["league"]


async def open_proposing(tables: Tables, *seats: str, pace: Pace | None = None) -> str:
    """Start a game in which Arjuna proposes the turns of the seats that no one has, and return its id."""
    game_id = await open_lobby(tables)
    for seat in seats:
        await tables.lobby.join(None, game_id, PEOPLE[seat], seat.title(), seat)
    assert (await tables.settings.change(None, game_id, HOST, proposes=True, pace=pace)).is_done
    await tables.start(None, game_id, HOST, with_automatic=True)
    return game_id


async def go_to_proposal(tables: Tables, game_id: str) -> TableMoment:
    """Let people pass until Arjuna proposes a turn that has more to it than a pass."""
    for _ in range(20):
        moment = await tables.moment(game_id, RAJ)
        seat = whose(moment)
        if not moment.is_proposed:
            await act_plainly(tables, moment, PEOPLE[seat])
        elif len(moment.draft.keys) > 1:
            return moment
        else:
            for person in moment.table.people:
                if (await tables.moment(game_id)).table.game.version == moment.table.game.version:
                    await tables.at(game_id, person).confirm()
    raise AssertionError("Arjuna has proposed nothing.")


async def test_there_is_no_advice_on_a_proposed_turn(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_proposing(tables, "raj")
    moment = await go_to_proposal(tables, game_id)
    with pytest.raises(TableError) as refusal:
        await tables.advisers.ask(game_id, RAJ, ENGLISH)
    assert refusal.value.text.key == "error.advice_proposed"
    assert "advise" not in {way["verb"] for way in write_ways(ENGLISH, moment)}
    shown = help_view(ENGLISH, moment.front, moment.table, moment, RAJ, "your_turn")
    assert not any(":advise:" in (getattr(item, "custom_id", None) or "") for item in shown.walk_children())


async def test_a_lone_person_confirms_what_arjuna_would_have_played(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_proposing(tables, "raj")
    moment = await go_to_proposal(tables, game_id)
    assert moment.is_mine
    assert moment.table.front.player.is_automatic(moment.game, whose(moment))
    assert "Arjuna proposes this turn" in write_heading(ENGLISH, moment)
    # The question how many cards Arjuna has drawn is neither asked nor shown.
    assert moment.decision is not None
    assert moment.decision.kind == "arjuna.cards"
    assert re.search(r"\*\*[A-Z][\w ]+: if you confirm, your turn ends[^“”]*\.\*\*", write_panel(ENGLISH, moment).body)
    assert "what Arjuna proposes waits" in ask_whom(ENGLISH, moment)
    assert not moment.undo_seat
    message = (await posts_of(storage, game_id))[-1]
    assert isinstance(message.announced, Turns)
    assert "confirm what Arjuna proposes" in message.content
    assert message.pings == [RAJ]
    assert "turn" in message.buttons
    number = moment.table.game.version
    alike = Tables(storage)
    drafted = moment.draft.to_commit
    after = await tables.at(game_id, RAJ, token=moment.token).confirm()
    async with storage.read() as reader:
        played = [row.key for row in await reader.choices(game_id) if row.seat == whose(moment)]
        people = {row.user_id for row in await reader.choices(game_id) if row.seat == whose(moment)}
    assert "".join(drafted) in "".join(played)
    assert people == {None}
    assert after.table.game.version > number
    assert after.table.state.differently == ()
    assert (await alike.reasonings.newest(game_id)) is not None


async def test_a_changed_turn_is_announced_explained_and_recorded(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_proposing(tables, "raj")
    moment = await go_to_proposal(tables, game_id)
    seat, mine = whose(moment), tables.at(game_id, RAJ)
    number, before = moment.game.step_number, dict(moment.game.position()["resources"])
    moment = await mine.reset()
    assert moment.actions == (AS_PROPOSED,)
    again = await mine.act(AS_PROPOSED)
    assert again.draft.to_commit == again.table.state.proposal.keys  # type: ignore[union-attr]
    await mine.reset()
    # The person begins another Operation, in one space, and answers until it ends.
    moment = await tables.moment(game_id, RAJ)
    assert moment.decision is not None
    first = again.draft.keys[0]
    other = next(
        option.key for option in moment.decision.options if option.role == "action" and not first.startswith(option.key)
    )
    moment = await mine.choose([other])
    assert moment.decision is not None
    moment = await mine.choose([next(one.key for one in moment.decision.options if one.role == "space")])
    while moment.find_offers().ending is None:
        assert moment.decision is not None
        moment = await mine.choose([moment.decision.usual or moment.decision.options[0].key])
    assert "This is not what Arjuna proposed." in write_heading(ENGLISH, moment)
    ending = moment.find_offers().ending
    assert ending is not None
    assert ending.keys[-1] == "0"
    assert ": 0" not in write_panel(ENGLISH, moment).body
    after = await mine.confirm("" if moment.draft.armed else ending.press)
    for _ in range(9):
        if after.game.step_number > number:
            break
        after = await mine.confirm()
    assert len(after.table.state.differently) == 1
    resources = after.game.position()["resources"]
    assert resources.get(seat) == before.get(seat)
    contents = "\n".join(message.content for message in await posts_of(storage, game_id))
    assert "Played differently from what Arjuna proposed, as confirmed by Raj." in contents
    reasons = await tables.reasonings.of(game_id, *after.table.state.differently * 2)
    assert reasons is not None
    keys = [thought.text.key for one in reasons.reasons[0].explanations for thought in one.thoughts]
    assert "arjuna.played_differently" in keys
    changed = [turn.number for turn in await tables.recaps.list_changed(game_id, 9)]
    assert changed == list(after.table.state.differently)
    # The record replays the turn that was played differently.
    exported = await export_table(storage, game_id)
    imported = await import_table(storage, exported.data, Destination(5, 6, "Again", "en", 7, {"raj": (8, "A")}))
    assert (await export_table(storage, imported.id)).data == exported.data
    proof = Proof(after.table, "", 9, 9, 9, 9, 9, None, differently=len(changed))
    assert "Turns of Arjuna that people changed: 1." in write_proof(ENGLISH, proof)
    assert "corrected" not in write_proof(ENGLISH, proof)


async def test_a_proposed_turn_is_played_once_two_people_have_confirmed_it(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_proposing(tables, "raj", "congress")
    moment = await go_to_proposal(tables, game_id)
    version = moment.table.game.version
    assert sorted((await posts_of(storage, game_id))[-1].pings) == [RAJ, CONGRESS]
    first = await tables.at(game_id, RAJ).confirm()
    assert first.table.game.version == version
    assert any(note.key == "ui.panel.one_more" for note in first.notes)
    notice = (await posts_of(storage, game_id))[-1]
    assert "Raj has confirmed what Arjuna proposes" in notice.content
    assert (notice.pings, "turn" in notice.buttons) == ([CONGRESS], True)
    with pytest.raises(TableError):
        await tables.at(game_id, RAJ).confirm()
    assert "Raj has confirmed it" in write_heading(ENGLISH, await tables.moment(game_id, CONGRESS))
    # Someone who does not play has no say, and a change asks both again.
    assert not (await tables.moment(game_id, 999)).is_mine
    with pytest.raises(TableError):
        await tables.at(game_id, 999).confirm()
    await tables.at(game_id, CONGRESS).undo()
    await tables.at(game_id, CONGRESS).act(AS_PROPOSED)
    after = await tables.at(game_id, CONGRESS).confirm()
    assert after.table.game.version > version
    assert after.table.state.differently == ()


async def test_a_proposal_that_waits_too_long_is_played_as_it_is(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    keeper = Timekeeper(tables)
    game_id = await open_proposing(tables, "raj", "congress")
    moment = await go_to_proposal(tables, game_id)
    seat, number = whose(moment), moment.game.step_number
    question = moment.table.state.question
    assert question is not None
    assert question.until - question.since == LONGEST_WAIT.total_seconds()
    # A change that only one person has confirmed has no effect.
    await tables.at(game_id, RAJ).reset()
    await tables.at(game_id, RAJ).confirm("pass")
    clock.go(hours=23, minutes=59)
    await keeper.fire_due()
    assert (await tables.moment(game_id)).game.step_number == number
    clock.go(minutes=2)
    await keeper.fire_due()
    after = await tables.moment(game_id)
    assert after.game.step_number > number
    assert after.table.state.differently == ()
    contents = [message.content for message in await posts_of(storage, game_id)]
    assert any("No one has confirmed what Arjuna proposes" in content for content in contents)
    async with storage.read() as reader:
        chosen = [row for row in await reader.choices(game_id) if row.seat == seat and row.key == "pass"]
    assert not [row for row in chosen if row.user_id is not None]


async def test_a_vote_begins_and_ends_proposals_in_a_running_game(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, {"raj": RAJ, "congress": CONGRESS}, with_automatic=True)
    asked = await tables.settings.change(None, game_id, HOST, proposes=True, opponent=None)
    assert not asked.is_done
    assert "Arjuna proposes its turns" in (await posts_of(storage, game_id))[-1].content
    await tables.votes.answer(None, game_id, CONGRESS, asked.number, agree=True)
    moment = await go_to_proposal(tables, game_id)
    asked = await tables.settings.change(None, game_id, HOST, proposes=False)
    done = await tables.votes.answer(None, game_id, CONGRESS, asked.number, agree=True)
    assert done.is_done
    after = await tables.moment(game_id)
    assert after.game.step_number > moment.game.step_number
    assert not after.is_proposed


async def test_going_back_withdraws_a_change_and_arjuna_proposes_again(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_proposing(tables, "raj")
    moment = await go_to_proposal(tables, game_id)
    proposed, mine = moment.draft.to_commit, tables.at(game_id, RAJ)
    await mine.reset()
    after = await mine.confirm("pass")
    (number,) = after.table.state.differently
    assert (await tables.rewinding.propose(None, game_id, RAJ, number)).is_done
    again = await tables.moment(game_id, RAJ)
    assert again.is_proposed
    assert again.draft.to_commit == proposed
    assert again.table.state.differently == ()


async def test_no_turn_is_proposed_for_the_seat_of_an_absent_person(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_proposing(tables, "raj", "congress")
    await tables.absences.leave(None, game_id, CONGRESS, AUTOMATIC_PLAYER, None)
    moment = await go_to_proposal(tables, game_id)
    assert whose(moment) != "congress"
    # The last person confirms alone.
    assert (await tables.at(game_id, RAJ).confirm()).table.game.version > moment.table.game.version


async def test_seasons_and_other_opponents_have_no_proposals(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    await tables.settings.change(None, game_id, HOST, opponent=EASY)
    with pytest.raises(TableError):
        await tables.settings.change(None, game_id, HOST, proposes=True)
    await tables.settings.change(None, game_id, HOST, opponent="")
    async with tables.transactions.begin(game_id, None) as tx:
        await change_state(tx, game_id, season="spring")
    with pytest.raises(TableError):
        await tables.settings.change(None, game_id, HOST, proposes=True)


async def test_the_confirmation_of_a_person_who_deletes_their_data_is_withdrawn(storage: Storage) -> None:
    """Their id stayed at the table as that of the first of two people who confirm."""
    tables = Tables(storage)
    game_id = await open_proposing(tables, "raj", "congress", "league")
    await go_to_proposal(tables, game_id)
    await tables.at(game_id, OTHER).confirm()
    proposal = (await tables.table(game_id)).state.proposal
    assert proposal is not None
    assert proposal.by == OTHER
    await Privacy(tables).forget(77, OTHER)
    left = (await tables.table(game_id)).state.proposal
    assert left is not None
    assert (left.by, left.draft, left.keys) == (0, "", proposal.keys)


@pytest.mark.parametrize("bank", [0, 24])
async def test_the_time_to_confirm_a_proposal_is_extended_after_an_outage(
    storage: Storage, clock: Clock, bank: int
) -> None:
    tables = Tables(storage)
    game_id = await open_proposing(tables, "raj", "congress", pace=Pace(0, 0, "remind", bank, 1) if bank else None)
    moment = await go_to_proposal(tables, game_id)
    number = moment.game.step_number
    clock.go(hours=24 + 6)
    await Timekeeper(tables).fire_due()
    after = await tables.moment(game_id)
    assert after.game.step_number == number
    assert after.table.state.question is not None
    assert after.table.state.question.until == int(clock().timestamp()) + 6 * 3600
    # No clock runs for a seat of Arjuna.
    assert set(after.table.state.clocks) <= {"raj", "congress"}
    assert "was not running when the time ended to confirm" in (await posts_of(storage, game_id))[-1].content
    clock.go(hours=6)
    await Timekeeper(tables).fire_due()
    assert (await tables.moment(game_id)).game.step_number > number
