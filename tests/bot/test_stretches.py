"""Automatic turns are announced when a person must decide: in one message, nothing missing and nothing twice."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import pairwise
from types import SimpleNamespace

import pytest

from bot.discord.features.look import find_tale
from bot.games.gandhi.front import FRONT
from bot.games.gandhi.words.totals import write_places
from bot.games.playing import TURN_PHASE
from bot.games.showing import is_on_map
from bot.language import load_language
from bot.tables import committing
from bot.tables.announcements import TURN, announce_notice
from bot.tables.committing import Found
from bot.tables.loading import decode_steps
from bot.tables.moments import TableMoment
from bot.tables.play import Tables
from engine.core.change import Change
from engine.core.text import text
from engine.gandhi.story import read_story
from storage import Storage, Turn
from tests.bot.players import PEOPLE, Message, open_table, posts_of
from tests.bot.test_automation import ME, open_solo, play_at_random
from tests.turns import at_random, draw_turn, plainly

ENGLISH = load_language()
TURNS = 30
MOST_TURNS = 20


class Stopped(Exception):
    """The program has died."""


async def told(storage: Storage, game_id: str) -> list[Message]:
    """Return the messages about turns, after the first."""
    return [message for message in await posts_of(storage, game_id) if message.kind == TURN][1:]


def span_of(message: Message) -> tuple[int, int]:
    """Return the numbers of the stored turns that a message is about; none for someone asked in the middle of one."""
    for made in message.buttons:
        verb, _, key = made.partition(":")
        if verb == "details":
            first, _, last = key.partition("-")
            return int(first.partition(".")[0]), int(last.partition(".")[0])
    return (0, 0)


async def check_told_once(storage: Storage, game_id: str) -> None:
    """Check that each turn is reported in one message, with each visible step on its map in order."""
    async with storage.read() as reader:
        turns = await reader.turns(game_id)
    messages = [message for message in await told(storage, game_id) if span_of(message) != (0, 0)]
    spans = [span_of(message) for message in messages]
    assert spans == sorted(spans)
    numbers = {number for first, last in spans for number in range(first, last + 1)}
    assert numbers == {turn.number for turn in turns}
    for one, two in pairwise(spans):
        # A turn may be announced in two parts: the turn, and the Campaign Round that followed it.
        assert two[0] >= one[1]
    await check_details(storage, game_id, messages, turns)
    changes, at = [change for message in messages for change in message.changes], 0
    for step in (step for turn in turns for step in decode_steps(turn.changes)):
        if is_on_map(FRONT.pictures, step.changes):
            size = len(step.changes)
            at = (
                next(start for start in range(at, len(changes)) if changes[start : start + size] == step.changes) + size
            )


async def check_details(storage: Storage, game_id: str, messages: Sequence[Message], turns: Sequence[Turn]) -> None:
    """Check that the details of the messages follow each other like the turns, without repetition."""
    table, after = await Tables(storage).table(game_id), None
    told: list[Change] = []
    keys: list[str] = []
    for message in messages:
        keys += [made.partition(":")[2] for made in message.buttons if made.startswith("details:")]
        tale = await find_tale(SimpleNamespace(tables=Tables(storage)), table, keys[-1])  # type: ignore[arg-type]
        assert after is None or tale.before.spaces == after.spaces
        told, after = [*told, *tale.changes], tale.after
    assert len(set(keys)) == len(keys)
    assert told == [change for turn in turns for step in decode_steps(turn.changes) for change in step.changes]


async def play_turns(tables: Tables, moment: TableMoment, turns: int, seed: int = 1) -> TableMoment:
    """Play ``turns`` turns at random."""
    return await play_at_random(tables, moment, random.Random(seed), turns)


async def test_arjunas_turns_between_two_questions_to_a_person_are_one_message(storage: Storage) -> None:
    tables = Tables(storage)
    moment = await play_turns(tables, await open_solo(tables, "raj"), TURNS)
    messages = await told(storage, moment.table.id)
    kinds = [
        "round" if message.is_round else "mine" if message.content.startswith(("**Raj: ", "**Raj** ")) else "arjuna"
        for message in messages
    ]
    assert {"round", "mine", "arjuna"} == set(kinds)
    # A person who has just acted is asked by name, and not pinged.
    asked = [message.ping == ME or "Asha, **Raj**" in message.content for message in messages]
    for is_asked, (kind, after) in zip(asked, pairwise(kinds), strict=False):
        assert kind == "mine" or kind != after or is_asked, "someone was asked in between"
    await check_told_once(storage, moment.table.id)
    for message, kind, is_asked in zip(messages, kinds, asked, strict=True):
        assert ("turn" in message.buttons) == is_asked, "Your turn hangs under questions"
        if kind == "arjuna":
            first, last = span_of(message)
            assert f"reasons:{first}-{last}" in message.buttons
            assert message.content.count("(Arjuna)") >= min(2, last - first + 1)


@pytest.mark.whole_game
async def test_a_persons_turn_is_never_in_an_arjuna_message(storage: Storage) -> None:
    """Congress's Protests after an arrest end the turn of Raj."""
    tables = Tables(storage)
    moment = await play_turns(tables, await open_solo(tables, "raj"), TURNS)
    for message in await told(storage, moment.table.id):
        is_mine = "**Raj: " in message.content and not message.is_round
        first, last = span_of(message)
        assert not is_mine or first == last


@pytest.mark.whole_game
async def test_automatic_turns_are_numbered_consecutively_on_one_map(storage: Storage) -> None:
    tables = Tables(storage)
    moment = await play_turns(tables, await open_solo(tables, "raj"), 8)
    longest = max(await told(storage, moment.table.id), key=lambda message: message.content.count("(Arjuna)"))
    assert longest.content.count("(Arjuna)") > 2
    numbers: list[int] = []
    for first, last in re.findall(r"(?:`|, )(\d+)(?:-(\d+))?(?=[`,])", longest.content):
        numbers += range(int(first), int(last or first) + 1)
    assert numbers == [step.number for step in read_story(longest.changes).steps]


@pytest.mark.whole_game
async def test_a_campaign_round_is_one_message_between_two_questions(storage: Storage) -> None:
    tables = Tables(storage)
    moment = await open_solo(tables, "raj")
    moment = await play_turns(tables, moment, TURNS)
    messages = await told(storage, moment.table.id)
    rounds = [message for message in messages if message.is_round]
    assert rounds
    for number, message in enumerate(messages):
        assert message.content.startswith("**Campaign Round ") == message.is_round
        if message.is_round and not messages[number - 1].is_round:
            assert "**Victory Phase**: " in message.content
    assert "**Victory Phase**: no one has won (Raj " in rounds[0].content
    assert "Raj Resources " in rounds[0].content
    assert rounds[0].content.startswith("**Campaign Round 1 of 3**")
    # Raj is asked in Imperialism and in the Redeploy: nothing else makes several messages.
    assert len([message for message in rounds if "Round 1 of" in message.content]) <= 3
    async with storage.read() as reader:
        turns = await reader.turns(moment.table.id)
    phases = {step.label.phase for turn in turns for step in decode_steps(turn.changes)} - {TURN_PHASE}
    assert phases >= {"victory", "resources", "imperialism", "redeploy_raj", "reset"}


@pytest.mark.seed("1917")
async def test_each_answer_of_a_person_in_a_round_is_a_message_with_its_heading(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    moment = await tables.moment(game_id)
    while moment.game.label.phase != "imperialism":
        seat = moment.game.pending_seat
        moment = await tables.at(game_id, PEOPLE[seat]).play(draw_turn(moment.game, plainly))
    messages = await told(storage, game_id)
    assert [message.is_round for message in messages[-2:]] == [False, True]
    # The turn, and the round that followed it by itself, are one stored turn: each has its own details.
    assert [made for message in messages[-2:] for made in message.buttons if made.startswith("details:")] == [
        f"details:{number}-{number}.0" if part == 0 else f"details:{number}.1-{number}"
        for part, number in enumerate([span_of(messages[-1])[1]] * 2)
    ]
    assert messages[-2].ping is None
    assert messages[-1].ping == PEOPLE["raj"]
    # The card that has become current is named, and so is the one behind it that was revealed: the next to be current.
    told_cards = "\n".join(message.content for message in messages)
    turned = re.findall(r"^Card (\d+) \*.*\* \(next (\d+|: Campaign card)\)$", told_cards, re.MULTILINE)
    assert len(turned) > 1
    assert [behind for _, behind in turned[:-1]] == [current for current, _ in turned[1:]]
    assert "Campaign" not in messages[-2].content.partition("Campaign card")[0]
    await tables.at(game_id, PEOPLE["raj"]).play(draw_turn(moment.game, plainly))
    assert (await told(storage, game_id))[-1].content.startswith("**Campaign Round 1 of 3**")
    await check_told_once(storage, game_id)


async def die_in_a_stretch(storage: Storage, tables: Tables, moment: TableMoment, transactions: int) -> int:
    """Play until Arjuna dies after ``transactions`` transactions in a row; return the number of messages before."""
    play_one = tables.automation._play_one
    for turn in range(MOST_TURNS):
        done, before = 0, len(await told(storage, moment.table.id))

        async def play(game_id: str, found: Found | None) -> bool:
            nonlocal done
            if done == transactions:
                raise Stopped
            done += 1
            return await play_one(game_id, found)

        async def tell(game_id: str) -> None:
            """Do nothing, since the program is dead."""

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tables.automation, "_play_one", play)
            patch.setattr(tables.automation, "_tell", tell)
            try:
                moment = await play_turns(tables, moment, 1, seed=turn)
            except Stopped:
                if len(await told(storage, moment.table.id)) == before + 1:
                    return before
                moment = await Tables(storage).moment(moment.table.id, ME)
        await tables.automation.resume()
        moment = await tables.moment(moment.table.id, ME)
    raise AssertionError("Arjuna has never played so long.")


@pytest.mark.parametrize("transactions", [0, 1, 2])
async def test_automatic_turns_interrupted_by_a_kill_are_announced_once_and_completely(
    storage: Storage, transactions: int
) -> None:
    tables = Tables(storage)
    moment = await open_solo(tables, "raj")
    game_id = moment.table.id
    before = await die_in_a_stretch(storage, tables, moment, transactions)
    assert (await tables.table(game_id)).state.pending is not None
    again = Tables(storage)
    await again.automation.resume()
    assert len(await told(storage, game_id)) >= before + 2, "one's own turn is told at once, the rest now"
    assert (await again.table(game_id)).state.pending is None
    now = await told(storage, game_id)
    await again.automation.resume()
    assert await told(storage, game_id) == now
    await check_told_once(storage, game_id)


async def test_a_game_of_an_older_version_continues_after_its_last_announced_turn(storage: Storage) -> None:
    """The older version announced each of Arjuna's turns separately: they are not announced again."""
    tables = Tables(storage)
    moment = await open_solo(tables, "raj")
    game_id = moment.table.id
    before = await die_in_a_stretch(storage, tables, moment, 1)
    async with storage.transaction() as tx:
        options = {name: value for name, value in (await tx.game(game_id)).options.items() if name != "untold"}
        await tx.update_game(game_id, options=options)
        done = (await tx.turns(game_id))[-1].number
    again = Tables(storage)
    await again.automation.resume()
    assert span_of((await told(storage, game_id))[before + 1])[0] == done + 1


async def test_played_turns_are_announced_even_if_arjuna_cannot_continue(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(storage)
    moment = await open_solo(tables, "raj")
    think, done = committing.think_ahead, 0

    def fail(*given: object) -> list[tuple[str, str]]:
        nonlocal done
        done += 1
        if done == 2:
            raise LookupError("Arjuna has lost a card.")
        return think(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(committing, "think_ahead", fail)
    with pytest.raises(LookupError):
        await play_turns(tables, moment, MOST_TURNS)
    assert (await tables.table(moment.table.id)).state.pending is None
    await check_told_once(storage, moment.table.id)


# -- the words of totals -----------------------------------------------------------------------------------


def redeploy() -> list[Change]:
    """Return a Redeploy in which pieces go to and fro, and Raj's Resources before and after it."""
    return [
        Change("phase", "", "redeploy_raj"),
        Change("move", "raj", "troops", 2, "delhi", "punjab"),
        Change("move", "raj", "troops", 1, "punjab", "delhi"),
        Change("move", "raj", "sepoys", 1, "delhi", "bihar"),
        Change("resources", "raj", count=40, target="raj", old=26, new=66),
        Change("resources", "raj", count=18, target="raj", old=66, new=48),
    ]


async def test_the_summary_of_a_redeploy_has_totals_and_the_sum_of_resources(storage: Storage) -> None:
    view = (await open_solo(Tables(storage), "raj")).view
    assert FRONT.words.tell_round(ENGLISH, redeploy(), view, view) == [
        "**Campaign Round 0 of 3**",
        "**Raj Redeploy**: Troops → Punjab 1 · Sepoys → Bihar 1 · Raj Resources 26 + 40 − 18 = 48",
    ]


async def test_the_summary_of_a_redeploy_separates_removed_and_moved_pieces(storage: Storage) -> None:
    changes = [
        Change("phase", "", "redeploy_raj"),
        Change("move", "raj", "troops", 1, "delhi", "punjab"),
        Change("remove", "raj", "troops", 4, "delhi", "available"),
        Change("remove", "raj", "troops", 1, "bihar", "available"),
        Change("remove", "raj", "sepoys", 2, "bihar", "available"),
    ]
    view = (await open_solo(Tables(storage), "raj")).view
    assert FRONT.words.tell_round(ENGLISH, changes, view, view)[1] == (
        "**Raj Redeploy**: Troops → Punjab 1 · removed to Available: 5 Troops, 2 Sepoys"
    )


async def test_the_summary_of_a_redeploy_names_its_faction_once(storage: Storage) -> None:
    changes = [
        Change("phase", "", "redeploy_congress"),
        Change("move", "congress", "congress", 1, "delhi", "punjab"),
        Change("move", "congress", "gandhi", 1, "delhi", "sind"),
    ]
    view = (await open_solo(Tables(storage), "raj")).view
    assert FRONT.words.tell_round(ENGLISH, changes, view, view)[1] == (
        "**Congress Redeploy**: Activists → Punjab 1 · Gandhi → Sind"
    )


def test_a_step_of_a_phase_is_named_by_its_spaces_alone() -> None:
    changes = [Change("phase", "", "redeploy_congress"), Change("move", "congress", "congress", 1, "delhi", "punjab")]
    assert FRONT.words.name_deeds(ENGLISH, changes) == "Punjab"


async def test_an_idle_phase_is_reported_as_changing_nothing(storage: Storage) -> None:
    view = (await open_solo(Tables(storage), "raj")).view
    assert FRONT.words.tell_round(ENGLISH, [Change("phase", "", "imperialism")], view, view) == [
        "**Campaign Round 0 of 3**",
        "**Imperialism**: nothing changes",
    ]


def test_the_short_line_of_a_turn_has_map_numbers_and_results() -> None:
    changes = [
        Change("begin", "revolutionaries", "infiltrate", target="punjab"),
        Change("remove", "revolutionaries", "sepoys", 1, "punjab", "available"),
        Change("place", "revolutionaries", "underground", 1, "available", "punjab"),
        Change("begin", "revolutionaries", "march"),
        Change("select", "revolutionaries", target="punjab"),
        Change("move", "revolutionaries", "underground", 2, "punjab", "bihar"),
    ]
    assert FRONT.words.tell_briefly(ENGLISH, changes) == [
        "**Revolutionaries** Infiltrate + March `1-2`: −1 Sepoy, +1 Guerrilla, 2 Underground Guerrillas moved"
    ]


def test_successive_changes_of_one_value_or_kind_of_piece_are_one_clause() -> None:
    changes = [
        Change("begin", "raj", "event:unshaded", new=61),
        Change("select", "raj", target="punjab"),
        Change("move", "raj", "sepoys", 1, "delhi", "punjab"),
        Change("control", "raj", target="delhi", old=1, new=0),
        Change("move", "raj", "sepoys", 1, "delhi", "punjab"),
        Change("level", "raj", target="punjab", old=0, new=1),
        Change("control", "raj", target="punjab", old=0, new=1),
        Change("level", "raj", target="punjab", old=1, new=2),
        Change("unity", "raj", old=3, new=2),
        Change("resources", "raj", target="raj", old=9, new=6),
        Change("unity", "raj", old=2, new=1),
    ]
    told = FRONT.words.tell(ENGLISH, changes)
    assert "`1` **Punjab**: 2 Sepoys from Delhi; Neutral to Active Support" in told
    assert "Unity 3 to 1" in told


def test_the_map_of_totals_has_no_arrows_and_the_detailed_map_has_all() -> None:
    totals, whole = read_story(redeploy(), totals=True), read_story(redeploy())
    assert totals.moves == []
    assert totals.steps == []
    assert totals.deltas == whole.deltas
    assert len(whole.moves) == 3


def test_spaces_with_the_same_totals_are_named_together() -> None:
    strikes = [Change("place", piece="strike", target=space) for space in ("karachi_lahore", "lahore_delhi")]
    protest = Change("remove", piece="protest", origin="bombay_bhusawal")
    changes = [Change("phase", piece="resources"), *strikes, protest]
    section = read_story(changes, totals=True).sections[-1]
    assert write_places(ENGLISH, section) == [
        "+1 Strike each (Karachi–Lahore and Lahore–Delhi)",
        "Bombay–Bhusawal −1 Protest",
    ]


def test_two_turns_of_one_faction_in_a_row_are_separate_lines() -> None:
    """The second to act on a card may be the first on the next."""
    turn = [Change("begin", "congress", "rally"), Change("place", "congress", "congress", 1, "available", "bihar")]
    end = [Change("eligibility", "congress", "executed", target="congress"), Change("reveal", "", "event", new=30)]
    lines = FRONT.words.tell_briefly(ENGLISH, [*turn, *end, *turn], {"congress": "arjuna"})
    assert lines == [
        "**Congress** (Arjuna) Rally `1`: +1 Activist",
        "Current card: 30 *Japan Occupies Indochina*",
        "**Congress** (Arjuna) Rally `2`: +1 Activist",
    ]


@pytest.mark.parametrize(("kind", "name"), [("arjuna", " (Arjuna)"), ("chanakya", " (Chanakya)"), ("player", "")])
def test_a_brief_turn_names_the_opponent_that_took_it(kind: str, name: str) -> None:
    language = load_language("en", "gandhi", "chanakya" if kind == "chanakya" else "")
    turn = [Change("begin", "congress", "rally"), Change("place", "congress", "congress", 1, "available", "bihar")]
    assert FRONT.words.tell(language, turn, {"congress": kind})[0] == f"**Congress{name}: Rally**"
    assert FRONT.words.tell_briefly(language, turn, {"congress": kind}) == [
        f"**Congress**{name} Rally `1`: +1 Activist"
    ]


# -- sentences of the same moment ---------------------------------------------------------------------------


async def test_notices_of_one_transaction_are_one_message_until_one_has_buttons(
    storage: Storage,
) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    before = len(await posts_of(storage, game_id))
    async with tables.transactions.begin(game_id, None) as tx:
        for number in (1, 2, 3):
            await announce_notice(tx, tx.table, text("ui.public.opponent"), pings=[number])
        await announce_notice(tx, tx.table, text("ui.public.opponent"), offers=["vote"], pings=[2])
        await announce_notice(tx, tx.table, text("ui.public.opponent"))
    async with tables.transactions.begin(game_id, None) as tx:
        await announce_notice(tx, tx.table, text("ui.public.opponent"))
    messages = (await posts_of(storage, game_id))[before:]
    sentence = "From now on Arjuna plays the empty seats."
    assert [one.content.count(sentence) for one in messages] == [4, 1, 1]
    assert [sorted(one.pings) for one in messages] == [[1, 2, 3], [], []]
    assert [bool(one.buttons) for one in messages] == [True, False, False]


# -- 4: every reason ---------------------------------------------------------------------------------------


async def test_the_buttons_earlier_and_later_reach_every_reason_of_arjuna(storage: Storage) -> None:
    tables = Tables(storage)
    moment = await open_solo(tables, "raj")
    chance = random.Random(1)
    while moment.decision is not None and moment.game.label.phase != "imperialism":
        keys = draw_turn(moment.game, at_random(chance))
        moment = await tables.at(moment.table.id, ME).play(keys)
    game_id = moment.table.id
    async with storage.read() as reader:
        wanted = {row.turn_number for row in await reader.choices(game_id) if row.user_id is None}
    found = await tables.reasonings.newest(game_id)
    forth = []
    while found is not None:
        forth.append(found.first)
        assert found.has_later == (len(forth) > 1)
        found = await tables.reasonings.before(game_id, found.first)
    assert set(forth) == wanted
    back = []
    found = await tables.reasonings.after(game_id, 0)
    while found is not None:
        back.append(found.last)
        found = await tables.reasonings.after(game_id, found.last)
    assert back == forth[::-1]
    span = await tables.reasonings.of(game_id, back[0], back[2])
    assert span is not None
    assert [one.turn.number for one in span.reasons] == back[:3]
    assert (span.has_earlier, span.has_later) == (False, True)
    own = next(number for number in range(back[0], back[-1]) if number not in wanted)
    assert await tables.reasonings.of(game_id, own, own) is None
