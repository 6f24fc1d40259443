"""Two strangers, and the host is hostile: by commands and buttons, with an accomplice, against a sleeping player."""

from __future__ import annotations

import discord
import pytest
import simcord

from bot.tables.table import Pace
from tests.bot.clock import Clock
from tests.bot.people import Panel, World, read_panel

pytestmark = pytest.mark.usefixtures("clock")

OWNER, SEAT = "Bilal", "congress"


@pytest.fixture
def world(world: World) -> World:
    """Return the world, with a timekeeper that rings only when the test says so."""
    world.bot.timekeeper.kick = lambda: None  # type: ignore[method-assign]
    return world


def add_person(world: World, name: str) -> simcord.MemberActor:
    """Return a person without a seat."""
    world.people[name] = world.guild.add_member(world.env.create_user(name.lower(), global_name=name))
    return world.people[name]


async def start(world: World) -> str:
    """Return a running game of Asha, who is its host, and Bilal; Arjuna plays the other seats. It waits for Bilal."""
    add_person(world, "Eve")
    game_id = await world.open_table(seed="hostile")
    await world.slash("Asha", "table join", seat="raj")
    await world.slash(OWNER, "table join", seat=SEAT)
    await world.press("Asha", await world.slash("Asha", "table start"), "fill")
    while await world.whose(game_id) != OWNER:
        await world.pass_turn(game_id)
    return game_id


async def pass_hours(world: World, clock: Clock, hours: int) -> None:
    """Let hours pass while the bot is up."""
    for _ in range(hours):
        clock.go(hours=1)
        await world.bot.timekeeper.fire_due()
    world.bot.outbox.kick()
    await world.quiet()


def find_question(world: World, words: str = "Proposal") -> discord.Message:
    """Return the newest message that asks for votes."""
    return next(found for found in reversed(world.messages()) if words in found.content)


async def press_all(world: World, question: discord.Message, verb: str) -> list[Panel]:
    """Have the host and everyone but the owner click a button of a question."""
    return [await world.press(name, read_panel(question), verb) for name in ("Asha", "Eve", "Charu")]


def count_pings(world: World, game_words: str) -> int:
    """Return how many messages with these words were allowed to ping the owner."""
    owner = str(world.people[OWNER].id)
    return sum(
        game_words in str(request.json.get("content")) and owner in map(str, request.json["allowed_mentions"]["users"])
        for request in world.env.http_requests
        if request.method == "POST"
        and isinstance(request.json, dict)
        and request.json.get("allowed_mentions", {}).get("users")
    )


async def check_unharmed(world: World, game_id: str) -> None:
    """Fail unless the owner has their seat, and the table its pace and its opponent."""
    table = await world.bot.tables.table(game_id)
    assert table.seats_of(world.people[OWNER].id) == [SEAT]
    assert table.state.pace == Pace()
    assert table.opponent == ""


async def test_a_host_cannot_set_a_limit_or_an_opponent_without_consent(world: World, clock: Clock) -> None:
    game_id = await start(world)
    for options in ({"limit": 6}, {"at_limit": "arjuna", "opponent": "chanakya_3"}, {"pace": "quick"}):
        assert "Waiting for: Congress." in (await world.slash("Asha", "table settings", **options)).words
        question = find_question(world)
        for answer in await press_all(world, question, "accept"):
            assert "Done" not in answer.words
        await pass_hours(world, clock, 20)
        await check_unharmed(world, game_id)
        # Someone who is not asked cannot end the vote; the host may withdraw it, and not ask again at once.
        assert "seat" in (await world.press("Eve", read_panel(question), "decline")).words
        assert "everything stays" in (await world.press("Asha", read_panel(question), "decline")).words
        assert "already proposed" in (await world.slash("Asha", "table settings", **options)).words
        await pass_hours(world, clock, 24)
    # The host may still do what harms no one.
    await world.slash("Asha", "table settings", language="it", reminders=12)
    assert (await world.bot.tables.table(game_id)).state.pace.remind == 12


async def test_an_owner_in_quiet_hours_keeps_the_seat_and_one_click_ends_the_vote(world: World, clock: Clock) -> None:
    game_id = await start(world)
    eve = world.people["Eve"]
    await world.slash(OWNER, "settings", quiet="22-7")
    await world.slash("Asha", "table replace", seat=SEAT, player=eve)
    question = find_question(world)
    await press_all(world, question, "accept")
    for hours in (6, 5):
        await pass_hours(world, clock, hours)
        await check_unharmed(world, game_id)
    assert count_pings(world, "Proposal: Eve plays") == 1
    await pass_hours(world, clock, 12)
    assert count_pings(world, "Half of the time is over") == 1
    await check_unharmed(world, game_id)
    # Opening their panel is enough to keep the seat.
    await world.slash(OWNER, "turn")
    await world.quiet()
    assert "Bilal is there and keeps the seat of Congress" in world.messages()[-1].content
    assert "vote is over" in (await world.press("Eve", read_panel(question), "accept")).words
    await pass_hours(world, clock, 1)
    assert "already proposed" not in (await world.slash("Asha", "table replace", seat=SEAT, automatic=True)).words
    await pass_hours(world, clock, 23)
    await world.press(OWNER, read_panel(find_question(world)), "decline")
    assert "already proposed" in (await world.slash("Asha", "table replace", seat=SEAT, player=eve)).words
    await pass_hours(world, clock, 48)
    await check_unharmed(world, game_id)


async def test_a_silent_owner_loses_the_seat_only_after_a_day_and_is_pinged_three_times(
    world: World, clock: Clock
) -> None:
    game_id = await start(world)
    await world.slash("Asha", "table replace", seat=SEAT, player=world.people["Eve"])
    await press_all(world, find_question(world), "accept")
    await pass_hours(world, clock, 23)
    await check_unharmed(world, game_id)
    await pass_hours(world, clock, 1)
    assert (await world.bot.tables.table(game_id)).seats_of(world.people["Eve"].id) == [SEAT]
    for words in ("Proposal: Eve plays", "Half of the time is over", "From now on Eve plays Congress"):
        assert count_pings(world, words) == 1


@pytest.mark.parametrize("who", ["Eve", "Asha"])
async def test_a_hostile_stand_in_cannot_take_the_seat(world: World, clock: Clock, who: str) -> None:
    game_id = await start(world)
    await world.slash(OWNER, "away", player=world.people[who], until="10")
    for attacker in ("Asha", "Eve"):
        for options in ({"player": world.people["Eve"]}, {"automatic": True}):
            answer = (await world.slash(attacker, "table replace", seat=SEAT, **options)).words
            assert "keeps the seat" in answer or "Only people at" in answer, answer
    # The seat is not lost by a vote to go back either, nor when the host leaves a seat first.
    turn = (await world.bot.tables.rewinding.list_turns(game_id))[-1].number
    assert "Waiting for: Congress" in (await world.slash("Asha", "table rewind", to=turn)).words
    question = find_question(world, "to go back to the start of")
    for name in ("Asha", "Eve"):
        assert "has gone back" not in (await world.press(name, read_panel(question), "agree")).words
    await world.press("Asha", read_panel(question), "refuse")
    await world.slash(who, "away", back=True)
    assert "keeps the seat" in (await world.slash("Asha", "table replace", seat=SEAT, player=world.people["Eve"])).words
    await pass_hours(world, clock, 60)
    await check_unharmed(world, game_id)


async def test_only_an_accepted_offer_gives_the_seat_away(world: World, clock: Clock) -> None:
    game_id = await start(world)
    for name in ("Asha", "Eve"):
        for command, options in (
            ("table join", {"seat": SEAT}),
            ("table leave", {"seat": SEAT}),
            ("table close", {}),
            ("standing pass", {"seat": SEAT}),
            ("pass", {}),
            ("undo", {}),
        ):
            panel = await world.slash(name, command, **options)
            assert not (command == "pass" and panel.has("confirm")), panel.words
            assert not any(made.split(":")[3] in ("quit", "end") for made in panel.buttons), panel.words
    # Only the owner and the newcomer can answer an offer of the owner's seat.
    await world.slash(OWNER, "table replace", seat=SEAT, player=world.people["Charu"])
    question = find_question(world, "offers")
    for name in ("Asha", "Eve"):
        for verb in ("accept", "decline"):
            await world.press(name, read_panel(question), verb)
    await pass_hours(world, clock, 40)
    await check_unharmed(world, game_id)
    assert "Done" in (await world.press("Charu", read_panel(question), "accept")).words
    assert (await world.bot.tables.table(game_id)).seats_of(world.people["Charu"].id) == [SEAT]
