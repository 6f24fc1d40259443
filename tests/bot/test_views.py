"""Every way to look at the board, by command and by button; details of a turn; recaps; the enlarged map of a panel."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.discord.features.look import list_ways, paginate
from bot.discord.outgoing import walk
from bot.discord.painter import Recent
from bot.games.gandhi.front import FRONT
from bot.language import load_language
from engine import Game
from engine.gandhi.board import GEOGRAPHY
from render.gandhi.picture import LAYOUTS
from render.gandhi.regions import find_regions, find_regions_of
from tests.bot.people import World, read_panel
from tests.bot.pressing import LOCALES, put, speak


def test_every_view_is_a_picture_layout_except_pairs_steps_and_words() -> None:
    assert {*FRONT.pictures.parts, *list_ways(FRONT)} - {"pair", "steps", "words"} <= set(LAYOUTS)


@pytest.mark.parametrize("region", FRONT.pictures.parts)
async def test_the_board_command_shows_the_chosen_region(world: World, region: str) -> None:
    await world.start_table()
    panel = await world.slash("Dev", "board", region=region)
    assert world.pool.options[-1].layout == region
    assert len(panel.message.attachments) == 1
    assert "Waiting for" in panel.words


async def test_buttons_under_the_board_replace_it_with_another_view(world: World) -> None:
    await world.start_table()
    world.bot.painter.recent = Recent(0)
    panel = await world.slash("Dev", "board")
    assert not panel.has("look", "full."), "what is shown cannot be pressed"
    for name in ("east", "map", "panel", "full"):
        panel = await world.press("Dev", panel, "look", f"{name}.")
        assert world.pool.options[-1].layout == name
        assert not panel.has("look", f"{name}.")
    assert "There is no such turn" in (await world.press("Dev", panel, "look", "pair.")).words


@pytest.mark.parametrize("code", LOCALES)
async def test_a_blind_person_finds_a_protest_in_bihar(
    world: World, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    """By command and page by page, from words alone: each space is in one line with its name."""
    speak(world, monkeypatch, {"Dev": code})
    game_id = await world.start_table()
    bihar = {"protest": True, "congress": 2, "level": "passive_opposition"}
    await put(world, game_id, Game.at({"spaces": {"bihar": bihar}, "turn": {"seat": "raj", "may": "any"}}))
    panel = await world.slash("Dev", "board", view="words")
    heard, page = [panel.words], 2
    while panel.has("look", f"words.{page}"):
        panel = await world.press("Dev", panel, "look", f"words.{page}")
        heard.append(panel.words)
        page += 1
    lines = [line for words in heard for line in words.splitlines()]
    language = load_language(code)
    told = {
        space: [line for line in lines if line.startswith(f"**{language.word(f'space.{space}')}**")]
        for space in GEOGRAPHY
    }
    assert all(len(found) == 1 for found in told.values()), told
    (line,) = told["bihar"]
    assert language.word("piece.protest") in line
    assert language.word("level.passive_opposition") in line
    assert language.count("congress", 2) in line
    assert not panel.message.attachments
    assert line in (await world.slash("Dev", "board", region="north", view="words")).words


def test_a_long_board_in_words_has_pages_that_divide_no_section_that_fits() -> None:
    sections = {"A": ["a" * 40] * 3, "B": ["b" * 40], "C": ["c" * 40] * 8}
    pages = paginate(sections, 200)
    assert [line for page in pages for line in page] == [
        line for heading, lines in sections.items() for line in (f"### {heading}", *lines)
    ]
    assert all(sum(len(line) + 1 for line in page) <= 200 for page in pages)
    assert [page[0] for page in pages[:2]] == ["### A", "### C"]


async def test_the_details_button_shows_the_turn_of_its_message_after_later_turns(world: World) -> None:
    game_id = await world.start_table()
    await world.pass_turn(game_id)
    await world.quiet()
    first = read_panel([message for message in world.messages() if not message.pinned][-1])
    assert first.has("details", "1-1")
    await world.pass_turn(game_id)
    panel = await world.press("Dev", first, "details")
    shown = world.pool.options[-1]
    tale = await world.bot.tables.recaps.tell_turns(game_id, 1, 1)
    assert shown.layout == "map"
    assert shown.before == tale.before
    assert world.pool.drawn[-1][0] == tale.after
    assert "Pass" in panel.words
    near = await world.press("Dev", panel, "look", "west.1-1")
    assert "Pass" in near.words, "the words stay when the picture changes"
    assert world.pool.drawn[-1] == (tale.after, tale.changes)
    near = await world.press("Dev", near, "look", "map.1-1")
    dimmed = [(options.layout, options.dim) for options in world.pool.options[-2:]]
    assert dimmed == [("west", False), ("map", True)], "on the whole map, the spaces that did not change are dimmed"
    await world.press("Dev", near, "look", "steps.1-1")
    name, arguments = world.pool.ran[-1]
    assert name == "recap_turn"
    assert arguments[0] == tale.before


async def test_only_the_message_of_the_last_turn_has_an_undo_button(world: World) -> None:
    game_id = await world.start_table()

    async def list_undo() -> list[bool]:
        await world.env.settle()
        await world.quiet()
        return [read_panel(found).has("retract") for found in world.messages() if not found.pinned]

    before = await list_undo()
    assert not any(before)
    await world.pass_turn(game_id)
    assert await list_undo() == [*before, True]
    name = await world.pass_turn(game_id)
    assert await list_undo() == [*before, False, True]
    await world.slash(name, "undo")
    assert not any(await list_undo()), "the turn before has been followed by another's choice"


async def test_a_turn_that_was_taken_back_has_no_details(world: World) -> None:
    game_id = await world.start_table()
    name = await world.pass_turn(game_id)
    await world.quiet()
    message = read_panel([found for found in world.messages() if not found.pinned][-1])
    await world.slash(name, "undo")
    assert "has been rewound" in (await world.press("Dev", message, "details")).words


async def test_a_recap_shows_the_last_turns_or_the_whole_game(world: World) -> None:
    game_id = await world.start_table()
    assert "no such turn" in (await world.slash("Asha", "recap")).words
    for _ in range(3):
        await world.pass_turn(game_id)
    assert "step by step" in (await world.slash("Asha", "recap")).words
    assert world.pool.ran[-1][0] == "recap_turn"
    panel = await world.slash("Asha", "recap", turns=2)
    assert "the last 2 turns" in panel.words
    name, arguments = world.pool.ran[-1]
    assert (name, len(arguments[1])) == ("recap_game", 2)
    assert [file["filename"] if isinstance(file, dict) else file.filename for file in panel.message.attachments] == [
        "recap.gif"
    ]
    await world.slash("Asha", "recap", whole=True)
    assert len(world.pool.ran[-1][1][1]) == 3


async def test_the_map_button_switches_between_the_whole_map_and_the_region(world: World) -> None:
    game_id = await world.start_table()
    whose = await world.whose(game_id)
    decision = (await world.bot.tables.moment(game_id)).decision
    assert decision is not None
    command, space = ("deploy", "Madras") if decision.seat == "raj" else ("rally", "Bihar")
    panel = await world.slash(whose, command, spaces=space)
    panel = await world.press(whose, panel, "map", "")
    assert world.pool.options[-1].layout == "full"
    panel = await world.press(whose, panel, "map", "near")
    assert world.pool.options[-1].layout in FRONT.pictures.parts
    assert world.pool.options[-1].scores is not None
    assert panel.has("map", "")
    assert space in panel.words


async def test_the_closer_view_shows_every_space_of_the_draft_in_several_pictures(world: World) -> None:
    game_id = await world.start_table()
    whose, game = await world.whose(game_id), (await world.bot.tables.moment(game_id)).game
    assert game.decision is not None
    command = "deploy" if game.decision.seat == "raj" else "rally"
    game.choose(command)
    assert game.decision is not None
    spaces = [option.key for option in game.decision.options if option.role == "space"]
    far = next(pair for pair in combinations(spaces, 2) if len(find_regions(pair)) == 2)
    words = ", ".join(load_language().word(f"space.{space}") for space in far)
    panel = await world.slash(whose, command, spaces=words)
    panel = await world.press(whose, panel, "map", "")
    before = len(world.pool.options)
    panel = await world.press(whose, panel, "map", "near")
    shown = world.pool.options[before:]
    draft = (await world.bot.tables.moment(game_id, world.people[whose].id)).changes
    assert tuple(options.layout for options in shown) == find_regions_of(draft)
    assert len(shown) == len(panel.message.attachments)
    assert [options.strip for options in shown] == [*([False] * (len(shown) - 1)), True], "the words stand once"


async def test_the_legend_is_shown_by_command_and_by_button(world: World) -> None:
    await world.start_table()
    world.bot.painter.recent = Recent(0)
    await world.slash("Dev", "board", view="legend")
    assert world.pool.options[-1].layout == "legend"
    panel = await world.slash("Dev", "board")
    await world.press("Dev", panel, "look", "legend.")
    assert world.pool.options[-1].layout == "legend"


async def test_a_button_of_an_older_version_is_answered(world: World) -> None:
    game_id = await world.start_table()
    panel = await world.slash("Dev", "board")
    made = next(iter(panel.buttons))
    old = f"g1:{game_id}:-:bygone:1"
    stored = world.env.backend.get_message(world.channel.id, panel.message.id)
    for part in walk(stored.components):
        if part.get("custom_id") == made:
            part["custom_id"] = old
    result = await world.people["Dev"].click(panel.message, custom_id=old)
    answers = [*result.followups, *([result.response] if result.response is not None else [])]
    words = " ".join(read_panel(answer).words for answer in answers)
    assert "earlier moment" in words
