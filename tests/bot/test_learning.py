"""Help by situation, paragraphs on request and from refusals, Faction sheets: in private, with buttons that work."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bot.client import TableBot
from bot.discord.feature import SESSION_VERBS, VERBS
from bot.discord.features.learn import NEXT, guess_seat, help_view, write_faction, write_paragraph
from bot.discord.outgoing import check_message, compose, fit_screen
from bot.discord.painter import NoPainter
from bot.discord.panel import add_signpost, panel, rules_in
from bot.games.frontend import front_of
from bot.games.gandhi.facts import list_actions
from bot.games.gandhi.front import FRONT
from bot.games.gandhi.words.guide import EXAMPLES, number_action
from bot.language import list_languages, load_language
from bot.narrate.advice import name_situation, write_help
from bot.narrate.paragraphs import load_paragraphs
from bot.tables.draft import Draft
from engine import Game
from engine.core.text import text
from engine.gandhi.ids import SEATS
from tests.bot.people import World, make_bot
from tests.playing import game_at
from tools.verify.panels import make_moment, make_table

HERE = 1
"""The person on the first seat of the table of `make_table`."""


# -- the rules -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", list_languages())
def test_every_paragraph_fits_a_message_with_its_buttons(code: str) -> None:
    language, paragraphs = load_language(code), load_paragraphs(code)
    for number in paragraphs.numbers:
        sheet, view = write_paragraph(language, paragraphs, paragraphs[number])
        assert sheet.title
        assert fit_screen(language, "", sheet) == ("", sheet, ""), number
        check_message(view=compose("", sheet, view))
        parts = [part for row in view.to_components() for part in row["components"]]
        ids = [part["custom_id"] for part in parts]
        assert 1 <= len(ids) <= 12
        assert len(ids) == len(set(ids)), number
        assert all(len(part["label"]) <= 80 for part in parts), number


async def test_the_rules_show_a_paragraph_with_buttons_to_other_paragraphs(world: World) -> None:
    panel = await world.slash("Asha", "rules", paragraph="3.2.3")
    assert "3.2.3 Sweep" in panel.words
    panel = await world.press("Asha", panel, "page", "3.2.4")
    assert "3.2.4 Assault" in panel.words
    panel = await world.press("Asha", panel, "page", "1.4.4")
    assert "1.4.4" in panel.words
    panel = await world.press("Asha", panel, "page", "1.4.3")
    assert "1.4.3" in panel.words
    assert world.messages() == []


async def test_rules_are_refused_at_a_table_whose_game_has_no_rulebook(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_table()
    monkeypatch.setattr(front_of("gandhi").lessons, "rulebook", None)
    assert load_language().say("error.no_rules") in (await world.slash("Asha", "rules")).words


async def test_a_paragraph_is_found_by_a_typed_word_and_an_unknown_word_is_refused(world: World) -> None:
    assert "3.4.4 Unrest" in (await world.slash("Asha", "rules", paragraph="unrest")).words
    chapters = await world.slash("Asha", "rules")
    assert "8.0" in chapters.words
    assert "8.0 " in (await world.press("Asha", chapters, "page", "8.0")).words
    assert (
        "There is no paragraph for “locomotives”" in (await world.slash("Asha", "rules", paragraph="locomotives")).words
    )


async def test_completion_of_paragraphs_keeps_to_discords_limits(world: World) -> None:
    person = world.people["Asha"]
    for typed, first in (("", "1.0"), ("3.2", "3.2"), ("sweep", "3.2.3"), ("crisis", "6.8")):
        choices = await person.autocomplete(world.channel, "rules", "paragraph", typed)
        assert choices[0]["value"] == first
        assert len(choices) <= 25
        assert all(len(choice["name"]) <= 100 for choice in choices)
    assert await person.autocomplete(world.channel, "rules", "paragraph", "locomotives") == []


async def test_a_refusal_offers_the_paragraph_that_it_names(world: World) -> None:
    game_id = await world.start_table()
    while (decision := (await world.bot.tables.moment(game_id)).decision) is not None and decision.seat == "raj":
        await world.pass_turn(game_id)
    whose = await world.whose(game_id)
    refused = await world.slash(whose, "rally", spaces="Karachi")
    assert "at Support" in refused.words
    number = next(made.split(":", 4)[4] for made in refused.buttons if made.split(":", 4)[3] == "rule")
    shown = await world.press(whose, refused, "rule", number)
    assert load_paragraphs()[number].words in shown.words


async def test_why_not_opens_the_paragraphs_of_its_reasons(world: World) -> None:
    game_id = await world.start_table()
    whose = await world.whose(game_id)
    begun = await world.press(whose, await world.slash(whose, "turn"), "choose")
    reasons = await world.press(whose, begun, "why")
    numbers = [made.split(":", 4)[4] for made in reasons.buttons]
    assert numbers
    assert all(f"({number})" in reasons.words for number in numbers)
    shown = await world.press(whose, reasons, "rule", numbers[0])
    assert load_paragraphs()[numbers[0]].name in shown.words


def test_a_note_on_a_panel_has_a_button_to_its_paragraph_if_it_fits() -> None:
    inner = text("why.no_cubes", rule="3.2.4", place=["punjab"], count=1)
    note = text("ui.panel.not_taken_because", why=inner)
    assert rules_in(note, text("error.stale")) == ["3.2.4"]
    moment = make_moment(game_at({}, "raj"))
    _, view = panel(load_language(), moment)
    add_signpost(view, load_language(), [note])
    ids = [part["custom_id"] for row in view.to_components() for part in row["components"]]
    assert "g1:0:-:rule:3.2.4" in ids
    before = len(ids)
    for _ in range(9):
        add_signpost(view, load_language(), [note])
    rows = view.to_components()
    assert all(len(row["components"]) <= 5 for row in rows)
    assert sum(len(row["components"]) for row in rows) <= before + 5


# -- Faction sheets --------------------------------------------------------------------------------------------


async def test_a_sheet_is_a_picture_with_buttons_for_the_other_factions(world: World) -> None:
    await world.start_table()
    panel = await world.slash("Bilal", "faction")
    assert panel.message.attachments
    assert last_sheet(world) == ("congress", "en")
    panel = await world.press("Bilal", panel, "sheet", "raj")
    assert last_sheet(world) == ("raj", "en")
    rules = await world.press("Bilal", panel, "rule", "3.2")
    assert "Raj Operations" in rules.words
    await world.slash("Bilal", "faction", faction="league")
    assert last_sheet(world) == ("league", "en")


def last_sheet(world: World) -> tuple[str, str]:
    """Return whose sheet was drawn last, and in which language."""
    name, (seat, options) = world.pool.ran[-1]
    assert name == "draw_sheet"
    return seat, options.language


async def test_a_sheet_that_cannot_be_drawn_is_sent_in_words(world: World) -> None:
    told = []
    world.pool.broken = True
    for painter in (world.bot.painter, NoPainter()):
        world.bot.painter = painter
        panel = await world.slash("Asha", "faction", faction="revolutionaries")
        assert not panel.message.attachments
        told.append(panel.words)
    assert told[0] == told[1]
    assert "Population with Unrest + own Bases, more than 14" in told[0]


@pytest.mark.parametrize("code", list_languages())
@pytest.mark.parametrize("seat", SEATS)
def test_a_sheet_in_words_fits_into_one_answer(code: str, seat: str) -> None:
    sheet = write_faction(load_language(code), FRONT, seat)
    assert sheet.body
    assert fit_screen(load_language(code), "", sheet) == ("", sheet, "")


def test_the_faction_sheet_is_chosen_by_the_seat_and_the_question() -> None:
    table = make_table(game_at({}, "raj"))
    game = game_at({"bihar": {"congress": 2}}, "congress")
    assert guess_seat(FRONT, None, None, HERE) == "raj"
    assert guess_seat(front_of("rajas"), None, None, HERE) == "lotus"
    assert guess_seat(FRONT, table, None, 3) == "league"
    assert guess_seat(FRONT, table, make_moment(game), 99) == "raj"
    for seat in table.seats:
        seat.user_id = 5
    assert guess_seat(FRONT, table, make_moment(game), 5) == "congress"


# -- help ------------------------------------------------------------------------------------------------------


def situations(games: int) -> Counter[str]:
    """Return the situations of the deciding player in random games, and check each of them."""
    language, seen = load_language(), Counter[str]()
    for number in range(games):
        chance = random.Random(number)
        game = Game.new(scenario=("short", "main")[number % 2], seed=bytes([number]) * 32)
        while game.decision is not None:
            moment = make_moment(game)
            table = moment.table
            situation = name_situation(table, moment, HERE)
            if (paragraph := FRONT.lessons.find_paragraph(game.decision)) and situation not in seen:
                assert paragraph in load_paragraphs()
                words = write_help(language, FRONT, table, moment, situation)
                assert language.say(FRONT.words.ask(game.decision)) in words
                assert len(words) <= 2000
                rows = help_view(language, FRONT, table, moment, HERE, situation).to_components()
                assert all(1 <= len(row["components"]) <= 5 for row in rows)
            assert paragraph, game.decision.kind
            seen[situation] += 1
            game.choose(chance.choice(game.decision.options).key)
    return seen


@pytest.mark.whole_game
def test_the_questions_of_whole_games_belong_to_six_situations_of_help() -> None:
    assert set(situations(10)) == {"your_turn", "choosing", "event", "campaign", "middle", "setup"}


def test_every_help_situation_has_a_text_in_every_language_and_known_buttons() -> None:
    for code in list_languages():
        language = load_language(code)
        for situation, verbs in NEXT.items():
            assert f"ui.help.{situation}" in language.keys, (code, situation)
            assert all(f"ui.button.{verb}" in language.keys for verb in verbs)
    assert {verb for verbs in NEXT.values() for verb in verbs} <= set(VERBS)
    assert {"page", "sheet"} <= VERBS.in_place
    assert {"guide", "again"} <= SESSION_VERBS.in_place
    assert set(EXAMPLES) == set(SEATS)


def test_help_depends_on_the_reader_and_on_the_state_of_the_table() -> None:
    game = game_at({"bihar": {"congress": 2}}, "congress")
    moment = make_moment(game)
    table = moment.table
    assert name_situation(table, moment, 2) == "your_turn"
    moment.is_mine = False
    assert name_situation(table, moment, 1) == "wait"
    assert name_situation(table, moment, 99) == "watch"
    table.seats[1].kind = "arjuna"
    assert name_situation(table, moment, 1) == "automatic"
    armed = make_moment(game, Draft((), "pass"))
    assert name_situation(armed.table, armed, 2) == "armed"
    table.game.status = "open"
    assert (name_situation(table, None, 1), name_situation(table, None, 99)) == ("seated", "open")
    table.game.status = "over"
    assert name_situation(table, None, 1) == "over"
    assert name_situation(None, None, 1) == "no_table"


def test_the_paragraph_of_every_action_has_the_name_of_the_action() -> None:
    titles = load_paragraphs()
    language = load_language()
    for action in list_actions():
        for seat in action.seats:
            number = number_action(seat, action.id)
            assert titles[number].title == language.word(f"action.{action.id}"), (seat, action.id)
    assert number_action("raj", "rally") == ""


@pytest.mark.parametrize(("seat", "line"), sorted(EXAMPLES.items()))
def test_an_example_line_is_a_command_of_its_faction(seat: str, line: str) -> None:
    name = line.removeprefix("/").split()[0].replace("-", "_")
    assert any(action.id == name and seat in action.seats for action in list_actions())


async def test_help_leads_from_an_empty_channel_to_the_start_button(world: World) -> None:
    nothing = await world.slash("Asha", "help")
    assert "There is no table in this channel" in nothing.words
    assert (await world.press("Asha", nothing, "lesson")).has("guide")
    shown = await world.people["Asha"].click(nothing.message, custom_id=nothing.find("new"))
    await world.people["Asha"].submit_modal(shown, {"game": ["short/0"]})
    waiting = await world.slash("Bilal", "help")
    assert "is waiting for players" in waiting.words
    await world.press("Bilal", waiting, "take", "congress")
    seated = await world.slash("Bilal", "help")
    assert "You have a seat" in seated.words
    assert seated.has("start")


async def test_the_buttons_of_help_open_the_panel_confirm_and_undo(world: World) -> None:
    game_id = await world.start_table()
    whose = await world.whose(game_id)
    mine = await world.slash(whose, "help")
    assert "three ways to act" in mine.words
    assert "orders:" in mine.words
    assert (await world.press(whose, mine, "rule", "2.3.4")).words.count("2.3.4") >= 1
    assert (await world.press(whose, mine, "turn")).has("why")
    other = next(name for name in world.people if name != whose)
    assert "You will be pinged" in (await world.slash(other, "help")).words
    await world.arm_pass(whose)
    armed = await world.slash(whose, "help")
    assert "not confirmed yet" in armed.words
    await world.press(whose, armed, "confirm")
    assert await world.whose(game_id) != whose
    after = await world.slash(whose, "help")
    assert after.has("retract")


def test_commands_for_help_rules_and_lessons_are_allowed_in_private_messages(simcord_bot: TableBot) -> None:
    payloads = {command.name: command.to_dict(simcord_bot.tree) for command in simcord_bot.tree.get_commands()}
    for name in ("help", "rules", "faction", "tutorial"):
        assert payloads[name].get("dm_permission") is not False, name


def test_making_a_bot_reads_no_paragraphs_of_the_rules(world: World) -> None:
    load_paragraphs.cache_clear()
    make_bot(world.storage, world.pool)
    assert load_paragraphs.cache_info().currsize == 0
