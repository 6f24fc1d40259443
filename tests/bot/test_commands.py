"""The slash commands keep to Discord's limits, and there is one for everything one may do."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.client import TableBot
from bot.discord.features.overview import fit_last
from bot.discord.reply import Answer
from bot.games.gandhi.facts import ACTIONS
from bot.games.names import complete, find_space, find_spaces
from bot.language import load_language
from bot.narrate.panel import BODY_LIMIT
from engine.gandhi import catalogue
from engine.gandhi.board import GEOGRAPHY
from tests.bot.people import World
from tests.bot.pressing import begin
from tests.playing import game_at

NAME = re.compile(r"[-_a-z0-9]{1,32}")
OURS = {
    "catchup",
    "table",
    "turn",
    "pass",
    "undo",
    "confirm",
    "board",
    "card",
    "status",
    "log",
    "help",
    "records",
    "recap",
    "why",
}


def payloads(bot: TableBot) -> list[dict[str, Any]]:
    """Return the commands as they are sent to Discord."""
    return [command.to_dict(bot.tree) for command in bot.tree.get_commands()]


def leaves(options: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return every option and sub-command."""
    return [leaf for option in options for leaf in (option, *leaves(option.get("options") or []))]


def test_every_operation_and_special_activity_has_a_command(simcord_bot: TableBot) -> None:
    names = {payload["name"] for payload in payloads(simcord_bot)}
    wanted = {
        name.replace("_", "-")
        for menu in (catalogue.OPERATIONS, catalogue.SPECIAL_ACTIVITIES)
        for actions in menu.values()
        for name in actions
    }
    assert wanted <= names
    assert names - wanted >= OURS


def test_commands_keep_to_discords_limits(simcord_bot: TableBot) -> None:
    found = payloads(simcord_bot)
    assert len(found) <= 100
    for payload in found:
        parts = leaves(payload.get("options") or [])
        assert len(payload.get("options") or []) <= 25
        for part in (payload, *parts):
            assert NAME.fullmatch(part["name"]), part["name"]
            assert 1 <= len(part["description"]) <= 100, part["description"]
            assert len(part.get("choices") or []) <= 25
            for choice in part.get("choices") or []:
                assert 1 <= len(choice["name"]) <= 100
        size = sum(len(part["name"]) + len(part["description"]) for part in (payload, *parts))
        size += sum(len(c["name"]) + len(str(c["value"])) for part in parts for c in part.get("choices") or [])
        assert size <= 8000


def test_no_description_of_a_command_is_a_raw_key(simcord_bot: TableBot) -> None:
    for payload in payloads(simcord_bot):
        assert "." not in payload["description"].split()[0], payload["description"]


def test_an_action_is_listed_once_however_many_factions_have_it() -> None:
    names = [(action.id, action.is_special) for action in ACTIONS]
    assert len(names) == len(set(names))
    rally = next(action for action in ACTIONS if action.id == "rally")
    assert rally.seats == ("congress", "league", "revolutionaries")


@pytest.mark.parametrize(
    ("typed", "space"),
    [
        ("Punjab", "punjab"),
        ("punj", "punjab"),
        ("UP", "united_provinces"),
        ("jammu & kashmir", "jammu_and_kashmir"),
        ("karachi-lahore", "karachi_lahore"),
        ("  east BENGAL ", "east_bengal"),
    ],
)
def test_a_space_is_found_by_name_initials_or_beginning(typed: str, space: str) -> None:
    assert find_space(load_language(), typed, GEOGRAPHY) == space


def test_every_space_is_found_by_its_name_and_its_key() -> None:
    language = load_language()
    for space, land in GEOGRAPHY.items():
        assert find_space(language, land.name, GEOGRAPHY) == space
        assert find_space(language, space, GEOGRAPHY) == space


def test_a_list_of_spaces_may_use_commas_and_semicolons() -> None:
    assert find_spaces(load_language(), "Punjab, bihar; punjab", list(GEOGRAPHY)) == ["punjab", "bihar"]
    found = find_spaces(load_language(), "Punjab、bihar；sind，delhi", list(GEOGRAPHY))
    assert found == ["punjab", "bihar", "sind", "delhi"]


def test_completion_continues_from_what_is_typed() -> None:
    language = load_language()
    lines = complete(language, "Punjab, b", list(GEOGRAPHY), ["punjab", "bihar", "bombay", "sind"])
    assert [shown for shown, _ in lines] == ["Punjab, Bihar", "Punjab, Bombay", "Punjab, Sind"][:2]
    assert complete(language, "nowhere, b", list(GEOGRAPHY), ["bihar"]) == []
    assert len(complete(language, "", list(GEOGRAPHY), list(GEOGRAPHY))) == 25


async def test_completion_offers_what_is_legal(world: World) -> None:
    game_id = await world.start_table()
    whose = await world.whose(game_id)
    decision = (await world.bot.tables.moment(game_id)).decision
    assert decision is not None
    command = "deploy" if decision.seat == "raj" else "rally"
    person = world.people[whose]
    choices = await person.autocomplete(world.channel, command, "spaces", "")
    assert 0 < len(choices) <= 25
    if command == "deploy":
        assert {choice["value"] for choice in choices} <= {"Karachi", "Delhi", "Bombay", "Calcutta", "Madras"}
    wrong = next(name for name in world.people if name != whose)
    assert await world.people[wrong].autocomplete(world.channel, command, "spaces", "") == []
    tables = await person.autocomplete(world.channel, command, "table", "salt")
    assert [choice["value"] for choice in tables] == [game_id]


async def test_spaces_named_in_a_command_are_chosen_on_its_panel(world: World) -> None:
    game_id = await world.start_table()
    whose = await world.whose(game_id)
    decision = (await world.bot.tables.moment(game_id)).decision
    assert decision is not None
    command, space = ("deploy", "Delhi") if decision.seat == "raj" else ("rally", "Bihar")
    panel = await world.slash(whose, command, spaces=space)
    assert space in panel.words
    draft = (await world.bot.tables.moment(game_id, world.people[whose].id)).draft
    assert draft.keys[:2] == (command, space.lower())
    again = await world.slash(whose, command)
    assert space in again.words


async def test_a_command_during_another_action_is_refused_with_the_reason(world: World) -> None:
    game_id = await world.start_table()
    name, _ = await begin(world, game_id, game_at({"bihar": {"congress": 2}}, "congress", restraint=2), "congress")
    await world.slash(name, "rally", spaces="Bihar")
    for command in ("demonstrate", "pass"):
        assert "You have begun Rally" in (await world.slash(name, command)).words
    refused = (await world.slash(name, "negotiate")).words
    assert refused == "First answer the question on your panel: “Bihar: how many Activists do you place?”"
    draft = (await world.bot.tables.moment(game_id, world.people[name].id)).draft
    assert draft.keys[:2] == ("rally", "bihar")
    for _ in draft.keys:
        await world.slash(name, "undo")
    assert "Demonstrate" in (await world.slash(name, "demonstrate")).words


def test_a_log_that_is_too_long_keeps_its_last_lines() -> None:
    reply = cast(Answer, SimpleNamespace(language=load_language()))
    lines = [f"{number:04} Delhi" for number in range(BODY_LIMIT)]
    kept = fit_last(reply, lines).splitlines()
    assert kept == lines[-len(kept) :]
    assert BODY_LIMIT - 22 < len("\n".join(kept)) <= BODY_LIMIT
    assert fit_last(reply, lines[:3]).splitlines() == lines[:3]


async def test_a_whole_turn_in_one_line_waits_for_confirm(world: World) -> None:
    game_id = await world.start_table()
    whose = await world.whose(game_id)
    decision = (await world.bot.tables.moment(game_id)).decision
    assert decision is not None
    if decision.seat == "raj":
        panel = await world.slash(whose, "deploy", orders="delhi: 1T")
    else:
        panel = await world.slash(whose, "rally", orders="bihar")
    assert "Understood:" in panel.words
    assert not (await world.bot.tables.moment(game_id, world.people[whose].id)).draft.is_empty


async def test_commands_that_only_show_something_answer_privately(world: World) -> None:
    assert "no table in this channel" in (await world.slash("Asha", "help")).words
    game_id = await world.open_table()
    assert "is waiting for players" in (await world.slash("Bilal", "help")).words
    await world.slash("Asha", "table close")
    assert (await world.bot.tables.table(game_id)).game.status == "closed"
    await world.start_table()
    for command, words in (
        ("board", "Waiting for"),
        ("card", "Current card:"),
        ("status", "If victory were checked now"),
        ("log", "Nothing has happened yet"),
        ("help", "Any time"),
        ("table show", "Salt March"),
        ("table list", "waiting for "),
        ("mine", "[Salt March](https://discord.com/channels/"),
    ):
        assert words in (await world.slash("Asha", command)).words, command
    game = (await world.bot.tables.lobby.find_tables(guild_id=world.guild.id))[0].id
    assert "once the game is over" in (await world.slash("Asha", "records", table=game)).words
    assert "once the game is over" in (await world.slash("Asha", "table verify")).words


def test_the_commands_sent_to_discord_can_be_written_as_json(simcord_bot: TableBot) -> None:
    assert json.dumps(payloads(simcord_bot))
