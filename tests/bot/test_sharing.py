"""Away, standing orders, watching, replacing and transfers as people meet them: by command, privately, in words."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import cast

import discord
import pytest
import simcord

from bot.discord.features.away import choose_stand_in
from bot.errors import TableError
from bot.language import load_language
from bot.narrate.standing import ask_whom
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn
from bot.tables.moments import TableMoment
from tests.bot.people import NAMES, SEATS, Panel, World, read_panel, restart
from tests.bot.players import seat_people
from tests.turns import at_random, draw_turn


def add_person(world: World, name: str) -> simcord.MemberActor:
    """Add a person without a seat to the server, and return them."""
    world.people[name] = world.guild.add_member(world.env.create_user(name.lower(), global_name=name))
    return world.people[name]


async def seat_of(world: World, game_id: str, name: str) -> str:
    """Return the seat that a person holds."""
    (seat,) = (await world.bot.tables.table(game_id)).seats_of(world.people[name].id)
    return seat


def pinged(world: World) -> list[int]:
    """Return whom the newest public message of the bot could ping."""
    sent = [
        request.json
        for request in world.env.http_requests
        if isinstance(request.json, dict) and request.json.get("nonce") and request.method == "POST"
    ]
    return [int(user) for user in sent[-1].get("allowed_mentions", {}).get("users", [])]


async def test_a_stand_in_named_by_away_plays_by_panels_after_a_restart(world: World) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    eva = add_person(world, "Eva")
    assert "You are not away" in (await world.slash(name, "away")).words
    assert "Say who plays for you" in (await world.slash(name, "away", until="3")).words
    assert (
        "“whenever” is neither a number of days (5) nor a date"
        in (await world.slash(name, "away", player=eva, until="whenever")).words
    )
    told = await world.slash(name, "away", player=eva, until="3")
    assert f"<@{eva.id}>" in told.words
    assert pinged(world) == [eva.id]
    assert "(away" in world.status_words()
    await restart(world)
    other = next(one for one in world.people if one not in (name, "Eva"))
    assert not (await world.slash(other, "turn")).has("choose")
    panel = await world.arm_pass("Eva")
    await world.press("Eva", panel, "confirm", "")
    assert f"Eva played for {name}" in world.messages()[-1].content
    assert (await world.slash(name, "away", back=True)).words.strip().startswith("Welcome back")
    assert "(away" not in world.status_words()
    assert "You have no seat at “Salt March”. Take one with /table join" in (await world.slash("Eva", "away")).words


async def test_the_command_away_may_hand_a_persons_seats_everywhere_to_arjuna(world: World) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    asked = await world.slash(name, "away", automatic=True, everywhere=True)
    assert "Salt March: it is your move. Arjuna would decide at once" in asked.words
    assert await world.whose(game_id) == name
    assert ": Arjuna (until " in (await world.press(name, asked, "entrust")).words
    assert await world.whose(game_id) != name
    assert sum("is away. In the meantime Arjuna (until " in message.content for message in world.messages()) == 1
    assert "Welcome back" in (await world.slash(name, "away", back=True, everywhere=True)).words
    assert "no seat in a running game" in (await world.slash(add(world), "away", automatic=True, everywhere=True)).words


async def test_an_absence_everywhere_is_refused_if_one_table_cannot_be_left_to_arjuna(world: World) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    other, third, *_ = (one for one in NAMES if one != name)
    tables, people = world.bot.tables, {one: world.people[one].id for one in NAMES}
    await world.slash(other, "table new", scenario="short", name="Second")
    (second,) = [one.id for one in await tables.lobby.find_tables(guild_id=world.guild.id) if one.id != game_id]
    await seat_people(tables, second, [("raj", people[other], other), ("congress", people[third], third)])
    await tables.start(None, second, people[other], with_automatic=True)
    await tables.absences.leave(None, second, people[third], AUTOMATIC_PLAYER, None)
    refused = await world.slash(other, "away", automatic=True, everywhere=True)
    assert "at least one person must stay at the table" in refused.words
    assert not refused.has("entrust")
    for table in await world.bot.tables.lobby.find_mine(world.people[other].id):
        assert all(one.user_id != world.people[other].id for one in table.absences)


async def test_a_game_that_a_person_plays_alone_is_left_out_of_an_absence_everywhere(world: World) -> None:
    """It refused, and so the person was away at none of their tables."""
    game_id = await world.start_table()
    name = await world.whose(game_id)
    other = next(one for one in NAMES if one != name)
    await world.press(other, await world.slash(other, "alone"), "beginalone")
    told = await world.slash(other, "away", automatic=True, everywhere=True)
    assert "because you are the only person. Arjuna cannot play every seat." in told.words
    assert ": Arjuna (until " in told.words
    away = {table.id: table.absences for table in await world.bot.tables.lobby.find_mine(world.people[other].id)}
    assert [one.user_id for one in away.pop(game_id)] == [world.people[other].id]
    assert list(away.values()) == [()]
    # A person can act for someone who plays alone.
    await world.slash(other, "away", player=world.people[name], everywhere=True)
    for table in await world.bot.tables.lobby.find_mine(world.people[other].id):
        assert [one.stand_in_id for one in table.absences] == [world.people[name].id]


async def test_away_asks_before_arjuna_takes_over_at_once_and_says_how_to_return(world: World) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    posts = len(world.messages())
    asked = await world.slash(name, "away", automatic=True, until="3")
    assert "it decides this at once and for good:" in asked.words
    assert "\n> " in asked.words
    assert asked.has("turn")
    assert len(world.messages()) == posts
    assert (await world.bot.tables.table(game_id)).absences == ()
    told = await world.press(name, asked, "entrust")
    assert "Arjuna (until <t:" in told.words
    assert "/away back: True" in told.words
    assert any("is away" in found.content and "/away back: True" in found.content for found in world.messages())
    back = await world.press(name, told, "back")
    assert "Welcome back" in back.words
    assert "until this card is over" in back.words
    assert "earlier moment" in (await world.press(name, asked, "entrust")).words


def test_a_bot_cannot_stand_in_for_a_person() -> None:
    def member(*, bot: bool) -> discord.Member:
        return cast(discord.Member, SimpleNamespace(id=7, display_name="Eva", bot=bot))

    assert choose_stand_in(member(bot=False), automatic=False) == StandIn(7, "Eva")
    assert choose_stand_in(None, automatic=True) == AUTOMATIC_PLAYER
    for named, automatic, key in ((True, False, "error.away_bot"), (False, True, "error.away_both")):
        with pytest.raises(TableError) as refused:
            choose_stand_in(member(bot=named), automatic=automatic)
        assert refused.value.text.key == key


async def test_someone_who_returns_in_their_turn_reads_the_question(world: World) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    eva = add_person(world, "Eva")
    await world.slash(name, "away", player=eva)
    back = await world.slash(name, "away", back=True)
    question = ask_whom(load_language(), await world.bot.tables.moment(game_id, world.people[name].id))
    assert back.words.splitlines() == [load_language().say("ui.away.back"), question]
    assert back.has("turn")
    other = next(one for one in NAMES if one != name)
    await world.slash(other, "away", player=eva)
    back = await world.slash(other, "away", back=True)
    assert (back.words, back.has("turn")) == (load_language().say("ui.away.back"), False)


async def test_a_refused_command_tells_a_stranger_how_to_join(world: World) -> None:
    await world.start_table()
    eva = add(world)
    for command in ("turn", "undo", "pass", "confirm", "away", "standing list", "table leave"):
        told = (await world.slash(eva, command)).words
        assert "You have no seat at “Salt March”. Take one with /table join" in told, command
    assert "You have no seat" in (await world.slash(eva, "away", back=True)).words
    message = read_panel(next(found for found in world.messages() if read_panel(found).has("turn")))
    assert "You have no seat" in (await world.press(eva, message, "turn")).words


def add(world: World) -> str:
    """Return the name of someone new."""
    add_person(world, "Fay")
    return "Fay"


async def test_a_standing_order_by_command_is_private_until_it_is_used(world: World) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    moment = await world.bot.tables.moment(game_id)
    card = moment.view.card
    assert card is not None
    waiting = [seat for seat in card.order[1:] if moment.view.eligibility[seat] == "eligible"]
    second = seat_holder(moment, waiting[0])
    assert "no standing orders" in (await world.slash(second, "standing list")).words
    offered = await world.people[second].autocomplete(world.channel, "standing pass", "unless", "")
    assert str(offered[0]["value"]) == str(card.number)
    assert len(offered) <= 25
    offered = await world.people[second].autocomplete(world.channel, "standing pass", "unless", "12; salt")
    assert {"12; 55"} <= {choice["value"] for choice in offered} <= {"12; 51", "12; 55"}
    assert "There is no card" in (await world.slash(second, "standing pass", unless="Atlantis")).words
    count = len(world.messages())
    given = await world.slash(second, "standing pass", unless="55; 12", **{"for": "game", "while": "second"})
    assert "unless the Current Card is 55 “" in given.words
    assert "for the whole game" in given.words
    assert len(world.messages()) == count
    assert "no standing orders" in (await world.slash(name, "standing list")).words
    if card.number in (12, 55):
        return
    await world.slash(second, "standing pass", **{"for": "card"})
    await world.press(name, await world.arm_pass(name), "confirm", "")
    assert "Standing order, " in world.messages()[-1].content
    assert world.people[second].id not in pinged(world)
    assert "1 standing order removed" in (await world.slash(second, "standing clear")).words


def seat_holder(moment: TableMoment, seat: str) -> str:
    """Return the name of who holds a seat."""
    holder = moment.table.holder(seat)
    assert holder is not None
    return holder.display_name


async def test_a_standing_order_is_refused_to_a_seat_that_is_never_asked(world: World) -> None:
    await world.start_table()
    assert "Only the player of " in (await world.slash("Bilal", "standing gandhi", answer="no")).words
    assert "keep Gandhi in Jail" in (await world.slash("Asha", "standing gandhi", answer="no")).words
    words = (await world.slash("Dev", "standing transfers", answer="yes", up_to=4, **{"for": "campaign"})).words
    assert "up to 4 on each card" in words
    assert "every optional step" in (await world.slash("Charu", "standing campaign", step="all")).words
    assert "Redeploy" in (await world.slash("Charu", "standing campaign", step="redeploy")).words


async def test_a_spectator_may_look_at_a_table_but_decides_nothing(world: World) -> None:
    game_id = await world.start_table()
    add_person(world, "Eva")
    for command in ("board", "card", "status", "log", "why", "table show"):
        assert (await world.slash("Eva", command)).words
    assert "pinged at the end of every card" in (await world.slash("Eva", "table watch", ping="card")).words
    panel = await world.slash("Eva", "turn")
    assert not panel.has("choose")
    assert not panel.has("confirm")
    assert "no seat" in (await world.slash("Eva", "pass")).words
    assert "no seat" in (await world.slash("Eva", "away", automatic=True)).words
    assert "no seat" in (await world.slash("Eva", "standing pass")).words
    version = (await world.bot.tables.table(game_id)).game.version
    assert "absences, standing orders and watched tables: 1" in (await world.slash("Eva", "privacy show")).words
    await world.press("Eva", await world.slash("Eva", "privacy delete"), "forget")
    assert (await world.slash("Eva", "privacy show")).words == "Nothing is stored about you."
    assert (await world.bot.tables.table(game_id)).game.version == version


async def test_a_spectator_is_let_into_the_thread(world: World) -> None:
    world.bot.threads = True
    game_id = await world.open_table(thread=True)
    table = await world.bot.tables.table(game_id)
    assert table.game.thread_id is not None
    eva = add_person(world, "Eva")
    assert f"<#{table.game.thread_id}>" in (await world.slash("Eva", "table watch", table=game_id)).words
    paths = [request.path for request in world.env.http_requests if request.method == "PUT"]
    assert any(path.endswith(f"/channels/{table.game.thread_id}/thread-members/{eva.id}") for path in paths)


async def test_a_player_hands_their_seat_over(world: World) -> None:
    game_id = await world.start_table()
    eva = add_person(world, "Eva")
    seat = await seat_of(world, game_id, "Bilal")
    assert "Say who takes the seat" in (await world.slash("Bilal", "table replace", seat=seat)).words
    asked = await world.slash("Bilal", "table replace", seat=seat, player=eva)
    assert "Waiting for: Eva" in asked.words
    assert pinged(world) == [eva.id]
    question = read_panel(world.messages()[-1])
    assert "no seat" in (await world.press(add(world), question, "accept")).words
    assert "Done: " in (await world.press("Eva", question, "accept")).words
    assert await seat_of(world, game_id, "Eva") == seat
    assert "From now on Eva plays Congress, in place of Bilal" in world.messages()[-1].content
    assert "vote is over" in (await world.press("Eva", question, "accept")).words


async def test_ones_own_seat_goes_to_arjuna_only_after_a_question(world: World) -> None:
    game_id = await world.start_table()
    seat = await seat_of(world, game_id, "Bilal")
    posts = len(world.messages())
    asked = await world.slash("Bilal", "table replace", seat=seat, automatic=True)
    assert "Hand over the seat of Congress at **Salt March** to Arjuna for good?" in asked.words
    assert "becomes an Arjuna Faction: if it wins a victory check, all players lose" in asked.words
    assert await seat_of(world, game_id, "Bilal") == seat
    assert len(world.messages()) == posts
    assert "Done: Arjuna plays Congress" in (await world.press("Bilal", asked, "cede")).words
    assert (await world.bot.tables.table(game_id)).seats_of(world.people["Bilal"].id) == []
    assert "earlier moment" in (await world.press("Bilal", asked, "cede")).words


async def test_an_objection_by_button_keeps_the_owner_on_the_seat(world: World) -> None:
    game_id = await world.start_table()
    eva = add_person(world, "Eva")
    await world.slash("Asha", "table replace", seat="congress", player=eva)
    question = read_panel(world.messages()[-1])
    assert "everything stays" in (await world.press("Dev", question, "decline")).words
    assert await seat_of(world, game_id, "Bilal") == "congress"


async def trader(world: World, game_id: str) -> str:
    """Return the name of someone with Resources whose turn it is, and who may ask for some."""
    for _ in range(20):
        moment = await world.bot.tables.moment(game_id)
        name = await world.whose(game_id)
        decision = moment.decision
        if decision is not None and decision.seat in ("raj", "revolutionaries") and "transfer" in decision.keys:
            return name
        await world.pass_turn(game_id)
    raise AssertionError("Nobody could trade.")


async def test_a_transfer_by_command_waits_for_confirm_and_for_the_giver(world: World) -> None:
    game_id = await world.start_table()
    name = await trader(world, game_id)
    other = "Dev" if name == "Asha" else "Asha"
    seat = await seat_of(world, game_id, name)
    before = (await world.bot.tables.moment(game_id)).view.resources
    wrong = await world.slash(other, "transfer", way="give", amount=1)
    assert "decision" in wrong.words or "turn" in wrong.words
    too_many = await world.slash(name, "transfer", way="request", amount=50)
    assert "(1.5.2, 1.8)" in too_many.words
    panel = await world.slash(name, "transfer", way="request", amount=1)
    assert panel.has("confirm", "")
    assert (await world.bot.tables.moment(game_id)).view.resources == before
    await world.press(name, panel, "confirm", "")
    told = world.messages()[-1].content
    assert ": 1 Resource. You are free to refuse" in told
    assert pinged(world) == [world.people[other].id]
    answer = await world.slash(other, "turn")
    await world.press(other, answer, "confirm" if answer.has("confirm", "yes") else "choose", "yes")
    panel = await world.slash(other, "turn")
    if panel.has("confirm", ""):
        await world.press(other, panel, "confirm", "")
    moment = await world.bot.tables.moment(game_id)
    assert moment.view.resources[seat] == before[seat] + 1
    assert moment.decision is not None
    assert moment.decision.seat == seat
    assert pinged(world) == [world.people[name].id]


async def test_a_transfer_by_command_can_be_undone_before_it_is_confirmed(world: World) -> None:
    game_id = await world.start_table()
    name = await trader(world, game_id)
    panel = await world.slash(name, "transfer", way="give", amount=1)
    assert "Resources" in panel.words
    assert panel.has("undo")
    while panel.has("undo"):
        panel = await world.press(name, panel, "undo")
    assert (await world.bot.tables.moment(game_id, world.people[name].id)).draft.is_empty


@pytest.mark.whole_game
async def test_with_orders_and_absences_a_game_continues_to_its_end(world: World) -> None:
    game_id = await world.start_table()
    eva = add_person(world, "Eva")
    await world.slash("Charu", "standing pass", **{"for": "game"})
    await world.slash("Bilal", "standing campaign", **{"for": "game"})
    await world.slash("Asha", "away", player=eva)
    asked = await world.slash("Dev", "away", automatic=True)
    if asked.has("entrust"):
        await world.press("Dev", asked, "entrust")
    tables, chance = world.bot.tables, random.Random(5)
    people = {person.id: name for name, person in world.people.items()}
    for _ in range(400):
        moment = await tables.moment(game_id)
        if moment.decision is None:
            break
        actor = moment.table.actor(moment.decision.seat)
        assert actor is not None
        assert actor.user_id is not None
        assert people[actor.user_id] in ("Eva", "Bilal", "Charu")
        await tables.at(game_id, actor.user_id).play(draw_turn(moment.game, at_random(chance)))
    assert (await tables.moment(game_id)).decision is None


async def test_with_several_tables_in_a_channel_pass_and_away_ask_which_with_buttons(world: World) -> None:
    first = await world.start_table()
    await world.open_table(name="Second")
    second = (await world.bot.tables.lobby.find_tables(guild_id=world.guild.id))[0].id
    tables = world.bot.tables
    for name, seat in SEATS.items():
        await tables.lobby.join(None, second, world.people[name].id, name, seat.split()[-1].lower())
    await tables.start(None, second, world.people["Asha"].id)
    name = await world.whose(first)
    panel = await world.slash(name, "pass")
    assert panel.words == "There are several tables here. Which one?"
    panel = await world.press(name, read_game(panel, first), "passing")
    assert panel.has("confirm", "")
    eva = add_person(world, "Eva")
    for options, words in (({"automatic": True}, "Arjuna"), ({"player": eva}, f"<@{eva.id}>")):
        panel = await world.slash(name, "away", **options)
        assert panel.words == "There are several tables here. Which one?"
        panel = await world.press(name, read_game(panel, second), "goaway")
        assert words in panel.words
    assert await tables.absences.find_away(eva.id, world.guild.id) == [second]


def read_game(panel: Panel, game_id: str) -> Panel:
    """Return a panel with the buttons of one table only."""
    panel.buttons = {made: label for made, label in panel.buttons.items() if made.split(":")[1] == game_id}
    return panel
