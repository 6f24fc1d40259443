"""Rajas of the Ganges at a table: opened for two, played by buttons, shortcuts and commands, with Birbal beside one."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.discord.features.table_settings import list_allowed
from bot.discord.layout import lay_out
from bot.discord.outgoing import check_message
from bot.discord.panel import panel, panel_view
from bot.games.frontend import front_of
from bot.games.rajas.standing_orders import NEXT, WorkerOrder
from bot.language import list_languages, load_language
from bot.tables.choices import list_answers
from bot.tables.draft import Draft
from bot.tables.practice import Move, Practice, look, place_of
from bot.tables.records import record_game
from bot.tables.table import follow_state
from engine import Game
from engine.core.record import read_record, verify_record
from tests.bot.people import World, read_panel
from tests.rulebook.rajas.table import table
from tests.turns import at_random, draw_turn
from tools.verify.panels import check_panels, make_moment

FRONT = front_of("rajas")
ENGLISH = load_language("en", "rajas")
ALL_PANELS = 1 / 12
"""The share of decisions of which every panel is built; of the others, only the mover's panel is."""


async def start(world: World, *names: str, scenario: str = "basic", **options: object) -> str:
    """Return a table at which these people sit in their order, and Birbal on what is left."""
    game_id = await world.open_table(scenario, "By the river", seed="ganges", **options)
    for name, seat in zip(names, FRONT.setup.seats, strict=False):
        await world.bot.tables.lobby.join(None, game_id, world.people[name].id, name, seat)
    await world.bot.tables.start(None, game_id, world.people[names[0]].id, with_automatic=True)
    await world.env.settle()
    await world.quiet()
    return game_id


async def test_a_table_opens_for_two_players_and_birbal_fills_the_free_seat(world: World) -> None:
    game_id = await world.open_table("basic", "By the river")
    table = await world.bot.tables.table(game_id)
    assert [row.seat for row in table.seats] == ["lotus", "peacock"]
    assert read_panel(world.status()).has("take", "lotus")
    await world.slash("Asha", "table join", seat="lotus")
    panel = await world.slash("Asha", "table start")
    assert "Birbal" in panel.words
    assert "Arjuna" not in panel.words
    lobby = await world.slash("Bilal", "table show")
    await world.press("Asha", panel, "fill")
    await world.quiet()
    # A refusal has the names of the table's game too.
    refused = (await world.press("Bilal", lobby, "take", "peacock")).words
    assert "Birbal" in refused
    assert "Arjuna" not in refused
    assert "Birbal" in world.status_words()
    assert "Arjuna" not in "".join(message.content for message in world.messages())


async def test_the_pinned_message_shows_free_and_taken_seats_after_joining_and_leaving(world: World) -> None:
    """The next person sees which seats are free, after a command and after a button."""
    await world.open_table("basic", "By the river")
    await world.slash("Asha", "table join", seat="lotus")
    await world.quiet()
    opened = read_panel(world.status())
    assert f"<@{world.people['Asha'].id}>" in opened.words or "Asha" in opened.words
    assert not opened.has("take", "lotus")
    assert opened.has("take", "peacock")
    await world.slash("Asha", "table leave", seat="lotus")
    await world.quiet()
    assert read_panel(world.status()).has("take", "lotus")
    for verb, left in (("take", "leave"), ("leave", "take")):
        await world.press("Asha", read_panel(world.status()), verb, "lotus")
        await world.quiet()
        shown = read_panel(world.status())
        assert (shown.has(left, "lotus"), shown.has(verb, "lotus")) == (True, False)


async def test_turns_are_posted_with_the_picture_for_phones_if_the_table_chose_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await start(world, "Asha", "Bilal")
    layouts: list[str] = []
    draw = world.bot.painter.draw

    async def note(*told: Any, **more: Any) -> Any:
        layouts.append(more["options"].layout)
        return await draw(*told, **more)

    monkeypatch.setattr(world.bot.painter, "draw", note)

    async def place(space: str) -> list[str]:
        layouts.clear()
        mover = await world.whose(game_id)
        panel = await world.pick(mover, await world.slash(mover, "turn"), space)
        await world.press(mover, panel, "confirm", "")
        await world.quiet()
        return layouts

    assert set(await place("terrace:green")) == {"full"}
    assert "/board shows the wide one" in (await world.slash("Asha", "table settings", picture="narrow")).words
    assert set(await place("terrace:blue")) == {"phone"}
    layouts.clear()
    await world.slash("Asha", "board")
    assert layouts == ["full"]
    # A rematch keeps the narrow picture; once the table has the wide one again, the settings no longer mention it.
    state = (await world.bot.tables.table(game_id)).state
    assert follow_state(state).narrow
    assert "for phones" not in (await world.slash("Asha", "table settings", picture="wide")).words
    assert set(await place("terrace:orange")) == {"full"}


async def test_a_game_without_a_picture_for_phones_refuses_it_in_a_sentence(world: World) -> None:
    game_id = await world.open_table()
    refused = await world.slash("Asha", "table settings", picture="narrow")
    assert refused.words.endswith("has no picture for phones.")
    table = await world.bot.tables.table(game_id)
    assert not table.state.narrow
    assert "picture" not in [box.value for box in list_allowed(ENGLISH, table)]


async def test_the_board_for_two_players_has_no_buttons_for_missing_provinces(world: World) -> None:
    await start(world, "Asha", "Bilal")
    panel = await world.slash("Asha", "board")
    shown = {made.split(":")[4].partition(".")[0] for made in panel.buttons if ":look:" in made}
    seats = FRONT.setup.seats
    assert shown & set(seats) == set(seats[:2])


async def test_the_opener_of_a_table_may_choose_its_number_of_players_and_its_module(world: World) -> None:
    game_id = await world.open_table("navaratnas", "By the river", players=3, variant="ganga")
    table = await world.bot.tables.table(game_id)
    assert len(table.seats) == 3
    assert table.game.options["ganga"] is True
    refused = await world.slash("Asha", "table new", scenario="short", name="Salt", players=3)
    assert "4" in refused.words
    refused = await world.slash("Asha", "table new", scenario="short", name="Salt", variant="ganga")
    assert "does not have that variant" in refused.words
    refused = await world.slash("Asha", "table new", scenario="navaratnas", name="River", variant="head_start")
    assert "does not have that variant" in refused.words


async def test_a_turn_is_clicked_confirmed_and_announced(world: World) -> None:
    game_id = await start(world, "Asha", "Bilal")
    name = await world.whose(game_id)
    panel = await world.slash(name, "turn")
    assert "Place a worker (3 left this round)." in panel.words
    assert panel.has("choose", "quarry")
    panel = await world.pick(name, panel, "terrace:blue")
    assert "if you confirm, dice are rolled" in panel.words
    panel = await world.press(name, panel, "confirm", "")
    assert "Blue terrace" in world.messages()[-1].content
    assert await world.whose(game_id) != name
    other = await world.whose(game_id)
    panel = await world.slash(other, "turn")
    why = await world.press(other, panel, "why")
    assert "Blue terrace: every space is taken (Costs)." in why.words
    # A space is chosen by a command, and the choice is undone.
    panel = await world.slash(other, "palace", where="terrace:green")
    assert "Green terrace" in panel.words
    panel = await world.press(other, panel, "undo")
    assert "Confirm?" not in panel.words
    panel = await world.slash(other, "palace", orders="gallery")
    assert "is not a possible answer" in panel.words
    panel = await world.slash(other, "quarry", orders="zebra")
    assert "is not a possible answer" in panel.words or "dice cannot pay" in panel.words
    panel = await world.slash(other, "palace", orders="terrace orange")
    assert "In one line" in panel.words or "Understood" in panel.words


async def test_commands_of_another_game_get_a_polite_error_at_a_table(world: World) -> None:
    await start(world, "Asha", "Bilal")
    assert "not possible" in (await world.slash("Asha", "pass")).words
    refused = await world.slash("Asha", "rally")
    assert refused.words.strip() == "Another game is played at “By the river”."
    assert (await world.slash("Asha", "transfer", way="give", amount=2)).words == refused.words


@pytest.mark.whole_game
async def test_one_person_and_birbal_play_to_the_end(world: World) -> None:
    game_id = await start(world, "Asha")
    await world.play_out(game_id, lambda turn: at_random(random.Random(turn)))
    await world.quiet()
    told = "\n".join(message.content for message in world.messages())
    assert "fame and money have met" in told
    assert "Birbal" in told
    _, data = await record_game(world.bot.tables.storage, game_id)
    record = read_record(data)
    assert (record.start.game, len(record.start.seats)) == ("rajas", 2)
    verify_record(Game.load(record).record(), record)
    proof = await world.slash("Asha", "table verify", table=game_id)
    assert "was fair" in proof.words
    reasons = await world.slash("Asha", "why")
    assert "in total" in reasons.words


@pytest.mark.whole_game
def test_panels_of_random_games_fit_into_five_rows_in_every_language() -> None:
    """Buttons and lists stay within Discord's limits whatever is asked, shortcuts included."""
    for number, (scenario, players) in enumerate((("basic", 2), ("navaratnas", 4))):
        seats = dict.fromkeys(FRONT.setup.list_seats(players), "player")
        game = Game.new("rajas", scenario, seats, bytes([number]) * 32)
        chance = random.Random(number)
        while (decision := game.decision) is not None:
            language = load_language(chance.choice(list_languages()), "rajas")
            moment = make_moment(game.blind(), Draft())
            check_message(view=panel_view(language, moment, moment.find_offers()))
            if chance.random() < ALL_PANELS:
                check_panels(game, language)
            game.choose(chance.choice(decision.options).key)


async def test_a_standing_order_places_the_next_worker(world: World) -> None:
    game_id = await start(world, "Asha", "Bilal")
    mover = await world.whose(game_id)
    other = "Bilal" if mover == "Asha" else "Asha"
    told = await world.slash(other, "standing next", place="market:silk", **{"or": "terrace:green"}, or_last="veranda")
    assert "place a worker on Silk market, then Green terrace, then Veranda, whichever has room first" in told.words
    refused = await world.slash(other, "standing pass")
    assert "Another game" in refused.words
    panel = await world.pick(mover, await world.slash(mover, "turn"), "terrace:green")
    await world.press(mover, panel, "confirm", "")
    await world.quiet()
    # The green terrace is taken and a market brings nothing yet: the order takes the veranda, without a roll.
    message = world.messages()[-1].content
    assert "Veranda" in message
    assert "Standing order" in message
    assert await world.whose(game_id) == mover
    assert "no standing orders" in (await world.slash(other, "standing list")).words
    assert "Rajas" not in (await world.slash(other, "standing clear")).words


async def test_players_of_a_mixed_group_say_who_is_an_expert(world: World) -> None:
    game_id = await world.open_table("mixed", "By the river")
    for name, seat in (("Asha", "lotus"), ("Bilal", "peacock")):
        await world.slash(name, "table join", seat=seat)
    refused = await world.slash("Asha", "table start")
    assert "/table expert" in refused.words
    assert "Lotus" in (await world.slash("Asha", "table expert")).words
    assert "No one" in (await world.slash("Asha", "table expert")).words
    await world.slash("Bilal", "table expert")
    await world.slash("Asha", "table start")
    players = (await world.bot.tables.moment(game_id)).view.players
    assert [players[seat].expert for seat in ("lotus", "peacock")] == [False, True]
    assert (
        "no sides to choose" in (await world.slash("Charu", "table expert")).words
        or "begun" in (await world.slash("Bilal", "table expert")).words
    )


async def test_a_player_chooses_a_square_on_a_picture_of_their_province(world: World) -> None:
    game_id = await start(world, "Asha", "Bilal")
    name = await world.whose(game_id)
    panel = await world.press(name, await world.slash(name, "turn"), "choose", "quarry")
    (made,) = panel.selects
    panel = await world.pick(name, panel, panel.selects[made][0])
    while not panel.has("choose", "square:c2"):
        panel = await world.press(name, panel, "choose")
    assert "1 · square b1" in " ".join(panel.buttons.values()).lower()
    assert world.pool.ran[-1][0] == "draw_question"
    assert panel.message.attachments
    panel = await world.press(name, panel, "choose", "square:c2")
    assert "A: " in " ".join(panel.buttons.values()) or panel.has("confirm", "")


async def test_commands_and_buttons_are_answered_at_a_rajas_table(world: World) -> None:
    game_id = await start(world, "Asha", "Bilal", scenario="navaratnas", players=2)
    await world.bot.tables.standing_orders.give(
        None, game_id, world.people["Bilal"].id, WorkerOrder(NEXT, ("veranda", "terrace:blue"), "round")
    )
    chance = random.Random(1)
    for _ in range(6):
        moment = await world.bot.tables.moment(game_id)
        keys = draw_turn(moment.game, at_random(chance))
        assert moment.decision is not None
        holder = moment.table.holder(moment.decision.seat)
        assert holder is not None
        await world.bot.tables.at(game_id, holder.user_id or 0).play(keys)
    asked: tuple[tuple[str, dict[str, object]], ...] = (
        ("turn", {}),
        ("help", {}),
        ("status", {}),
        ("card", {}),
        ("board", {}),
        ("board", {"view": "phone"}),
        ("board", {"view": "pair"}),
        ("board", {"region": "lotus"}),
        ("board", {"region": "conch"}),
        ("log", {"turns": 3}),
        ("recap", {}),
        ("recap", {"whole": True}),
        ("why", {}),
        ("faction", {}),
        ("faction", {"faction": "peacock"}),
        ("rules", {}),
        ("rules", {"paragraph": "river"}),
        ("standing list", {}),
        ("table show", {}),
        ("table list", {}),
        ("records", {}),
        ("event", {}),
        ("transfer", {"way": "give", "amount": 1}),
        ("undo", {}),
        ("away", {"automatic": True}),
    )
    for command, options in asked:
        panel = await world.slash("Asha", command, **options)
        assert panel.words.strip() or panel.message.attachments, command
        assert "Something went wrong" not in panel.words, command
        assert "{" not in panel.words, command
    helped = await world.slash("Asha", "help")
    assert [one for one in helped.buttons if ":lesson:" in one] == ["g1:0:-:lesson:rajas"]
    assert "`/tutorial`" in helped.words
    assert "Lotus" in (await world.slash("Asha", "tutorial")).words, "the first turn of this game"
    for verb in ("board", "card", "log"):
        panel = await world.press("Asha", read_panel(world.status()), verb)
        assert "Something went wrong" not in panel.words


def test_the_controls_of_a_copy_have_room_beside_confirm() -> None:
    """Where Confirm is in the row of the controls, there is no room for all of them."""
    seats = dict.fromkeys(FRONT.setup.list_seats(2), "player")
    game, chance, full = Game.new("rajas", "navaratnas", seats, bytes(32)), random.Random(0), 0
    while (decision := game.decision) is not None and not full:
        blind = game.blind()
        if decision.kind == "place":
            place = place_of(blind)
            practice = Practice("", "Salt March", {}, blind.start, place, place, place, "0", [Move(())])
            ends = [key for key in decision.keys if blind.crosses_barrier(key)]
            for armed in ["", *ends[:1]]:
                moment = replace(look(practice), draft=Draft(armed=armed))
                _, view = panel(ENGLISH, moment)
                check_message(view=view)
                verbs = [part["custom_id"].split(":")[3] for part in view.to_components()[-1]["components"]]
                full += "confirm" in verbs
                assert "take" in verbs
        game.choose(chance.choice(decision.options).key)
    assert full


def test_one_list_replaces_lists_by_kind_if_they_would_take_too_many_rows() -> None:
    game = table()
    decision = game.decision
    assert decision is not None
    assert decision.kind == "place"
    answers = list(list_answers(decision))
    assert len(lay_out(FRONT, decision, answers)) == 2
    few = lay_out(FRONT, decision, answers, budget=3)
    assert len(few) == 1
    assert sorted(choice.press for row in few for choice in row.choices) == sorted(decision.keys)
