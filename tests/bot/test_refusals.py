"""What is refused is reported in one sentence, to the one who asked, and changes nothing."""

from __future__ import annotations

import re

import pytest

from bot.discord import reply
from bot.discord.feature import SESSION_VERBS, VERBS
from bot.discord.panel import Rows, panel
from bot.errors import TableError
from bot.language import Language
from bot.narrate.panel import Sheet
from bot.tables.lessons import BEGIN
from bot.tables.loading import load
from bot.tables.moments import TableMoment
from bot.tables.practice import PRACTICE
from tests.bot.people import World, is_asked, read_panel
from tools.verify.asking import Asker


async def digest(world: World, game_id: str) -> str:
    """Return the state of the game and the version of its table."""
    async with world.storage.read() as reader:
        loaded = await load(reader, game_id, world.bot.tables.cache)
    return f"{loaded.game.digest()} {loaded.table.game.version}"


async def others(world: World, game_id: str) -> list[str]:
    """Return the people whose decision it is not."""
    whose = await world.whose(game_id)
    return [name for name in world.people if name != whose]


async def test_the_wrong_player_reads_whose_decision_it_is(world: World) -> None:
    game_id = await world.start_table()
    before = await digest(world, game_id)
    whose = await world.whose(game_id)
    wrong = (await others(world, game_id))[0]
    answer = await world.slash(wrong, "pass")
    assert whose in answer.words
    assert "not yours" in answer.words
    panel = await world.slash(wrong, "turn")
    assert not is_asked(panel)
    assert whose in panel.words
    assert await digest(world, game_id) == before


async def test_a_person_without_a_seat_reads_that_they_have_none(world: World) -> None:
    game_id = await world.start_table()
    before = await digest(world, game_id)
    stranger = world.guild.add_member(world.env.create_user("stranger", global_name="Stranger"))
    world.people["Stranger"] = stranger
    answer = await world.slash("Stranger", "pass")
    assert "You have no seat" in answer.words
    assert await digest(world, game_id) == before


async def test_a_stale_button_shows_the_present_moment(world: World) -> None:
    game_id = await world.start_table()
    whose = await world.whose(game_id)
    old = await world.slash(whose, "turn")
    new = await world.slash(whose, "pass")
    assert "earlier moment" not in new.words
    result = await world.press(whose, old, "choose", "pass")
    assert "earlier moment" in result.words
    assert set(result.buttons) == set(new.buttons)


async def test_a_double_click_confirms_only_once(world: World) -> None:
    game_id = await world.start_table()
    whose = await world.whose(game_id)
    panel = await world.arm_pass(whose)
    version = (await world.bot.tables.table(game_id)).game.version
    await world.press(whose, panel, "confirm", "")
    # The second click comes from the panel as it was when the mouse went down.
    token = panel.find("confirm", "").split(":")[2]
    with pytest.raises(TableError):
        await world.bot.tables.at(game_id, world.people[whose].id, 1, token).confirm()
    assert (await world.bot.tables.table(game_id)).game.version == version + 1


async def test_an_unknown_space_is_refused_with_a_suggestion(world: World) -> None:
    game_id = await world.start_table()
    whose = await world.whose(game_id)
    before = await digest(world, game_id)
    seat = (await world.bot.tables.moment(game_id)).decision
    assert seat is not None
    command = "deploy" if seat.seat == "raj" else "rally"
    answer = await world.slash(whose, command, spaces="pnujab")
    assert answer.words.strip() == "There is no space called “pnujab”. Did you mean Punjab?"
    assert await digest(world, game_id) == before
    assert (await world.bot.tables.moment(game_id, world.people[whose].id)).draft.is_empty


async def test_a_closed_space_is_refused_with_its_reason_and_paragraph(world: World) -> None:
    game_id = await world.start_table()
    whose = await world.whose(game_id)
    decision = (await world.bot.tables.moment(game_id)).decision
    assert decision is not None
    command = "deploy" if decision.seat == "raj" else "rally"
    space = "Punjab" if decision.seat == "raj" else "Orissa"
    answer = await world.slash(whose, command, spaces=space)
    # Such as “Punjab is not a City (3.2.1).”
    assert re.fullmatch(rf"(You cannot choose )?{space}[ :].+ \(3\.\d\.1\)\.", answer.words.strip()), answer.words
    assert (await world.bot.tables.moment(game_id, world.people[whose].id)).draft.is_empty


async def test_another_factions_action_is_refused(world: World) -> None:
    game_id = await world.start_table()
    whose = await world.whose(game_id)
    decision = (await world.bot.tables.moment(game_id)).decision
    assert decision is not None
    command = "march" if decision.seat != "revolutionaries" else "sweep"
    answer = await world.slash(whose, command)
    assert "belongs to" in answer.words


async def test_why_not_quotes_the_question_and_says_when_it_was_asked(world: World) -> None:
    game_id = await world.start_table()
    panel = await world.slash(await world.whose(game_id), "turn")
    answer = await world.press(await world.whose(game_id), panel, "why")
    assert "Why not?" in answer.words
    # The message stays while the game continues, so it quotes the question and says from when it is.
    assert "> Card " in answer.words or "> Choose" in answer.words
    assert re.search(r"-# As it was at <t:\d+:t>$", answer.words, re.MULTILINE)
    assert game_id


async def test_a_command_says_that_there_is_no_table_or_asks_which_is_meant(world: World) -> None:
    answer = await world.slash("Asha", "turn")
    assert "no table in this channel" in answer.words
    first = await world.open_table(name="One")
    await world.open_table(name="Two")
    answer = await world.slash("Asha", "table start")
    assert "There are several tables here" in answer.words
    assert any(f":{first}:" in made for made in answer.buttons)
    same = await world.open_table(name="One")
    asked = await world.slash("Asha", "turn")
    assert {f"One ({first})", f"One ({same})", "Two"} <= set(asked.buttons.values())
    answer = await world.slash("Asha", "table join", seat="raj", table="Two")
    assert "You now play Raj" in answer.words
    answer = await world.slash("Asha", "table join", table="Three")
    assert "no table “Three”" in answer.words


async def test_a_game_that_has_not_begun_has_no_turn(world: World) -> None:
    await world.open_table()
    answer = await world.slash("Asha", "turn")
    assert "has not begun" in answer.words


async def test_a_taken_seat_cannot_be_taken_again(world: World) -> None:
    await world.open_table()
    await world.slash("Asha", "table join", seat="raj")
    answer = await world.slash("Bilal", "table join", seat="raj")
    assert answer.words.strip() == "Asha already has the seat of Raj."
    answer = await world.slash("Asha", "table join", seat="raj")
    assert "already have the seat" in answer.words
    assert not read_panel(world.status()).has("take", "raj")


async def test_undo_and_confirm_say_that_there_is_nothing_to_do(world: World) -> None:
    game_id = await world.start_table()
    whose = await world.whose(game_id)
    answer = await world.slash(whose, "undo")
    assert "nothing to undo" in answer.words
    answer = await world.slash(whose, "confirm")
    assert "nothing to confirm" in answer.words


async def test_an_internal_fault_gets_an_incident_number(world: World, monkeypatch: object) -> None:
    game_id = await world.start_table()

    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("A mistake.")

    world.bot.tables.moment = fail  # type: ignore[method-assign, assignment]
    answer = await world.slash("Asha", "turn")
    assert "incident" in answer.words
    assert "RuntimeError" not in answer.words
    assert game_id


@pytest.mark.parametrize("verb", ["undo", "reset"])
async def test_a_failed_panel_still_offers_undo_and_reset(
    world: World, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(language: Language, moment: TableMoment, *more: str, is_pictured: bool = False) -> tuple[Sheet, Rows]:
        if not moment.draft.is_empty:
            raise RuntimeError("This panel cannot be made.")
        return panel(language, moment, *more, is_pictured=is_pictured)

    monkeypatch.setattr(reply, "panel", make)
    game_id = await world.start_table()
    whose = await world.whose(game_id)
    stuck = await world.slash(whose, "pass")
    assert "incident" in stuck.words
    assert {made.split(":")[3] for made in stuck.buttons} == {"undo", "reset"}
    assert "incident" in (await world.slash(whose, "turn")).words
    free = await world.press(whose, stuck, verb)
    assert is_asked(free)
    # If a pass ends the turn, its button is the Confirm.
    assert (
        free.has("confirm", "pass")
        or free.has("choose", "pass")
        or any("pass" in values for values in free.selects.values())
    )


HUGE = "9" * 20
KEYS = (
    "",
    "x",
    "a:b",
    "²",
    "1.5",
    ">",
    "a>b",
    "x" * 60,
    HUGE,
    f"1.{HUGE}",
    f"at.{HUGE}-{HUGE}",
    f"{HUGE}-{HUGE}",
    "1-0",
)
"""What no button of ours carries."""
LONG = {"advise", "heed"}
"""What starts other processes."""


def list_hostile(verb: str) -> list[tuple[str, ...]]:
    """Return the keys of clicks that no one could make; of a list the picked values, of which there may be none."""
    return [(), ("",), ("x", "x"), ("pass", "x")] if verb == "pick" else [(key,) for key in KEYS]


@pytest.mark.fuzz
@pytest.mark.few("lesson")
@pytest.mark.parametrize("kind", ["table", "lesson", "trial", "none"])
async def test_an_impossible_click_causes_no_incident(world: World, kind: str) -> None:
    game_id = await world.start_table()
    moment = await world.bot.tables.moment(game_id)
    assert moment.decision is not None
    holder = moment.table.holder(moment.decision.seat)
    assert holder is not None
    assert holder.user_id is not None
    practices, asker = world.bot.tables.practices, Asker(world.bot, 5)
    practice = practices.open(moment, holder.user_id)
    place, verbs = {
        "table": (game_id, VERBS),
        "lesson": ("lesson", SESSION_VERBS),
        "trial": (PRACTICE, SESSION_VERBS),
        "none": ("zzzzzz", VERBS),
    }[kind]
    # Only a click at the real table changes something, and needs a new token.
    tokens = {"lesson": BEGIN, "trial": practice.token, "none": moment.token}
    token, commits = tokens.get(kind, ""), -1
    for verb in sorted(set(verbs) - LONG):
        for keys in list_hostile(verb):
            practices._games.setdefault(holder.user_id, practice)
            if kind == "table" and commits != (commits := world.bot.metrics.find_count("commits")):
                token = (await world.bot.tables.moment(game_id, holder.user_id)).token
            await asker.press(holder.user_id, "en-GB", f"g1:{place}:{token}:{verb}:{keys[0] if keys else 0}", keys)
            assert world.bot.metrics.find_count("incidents") == 0, (verb, keys)
