"""The form for playing alone: every button leads to a choice that can be played, in words of every language."""

from __future__ import annotations

import discord
import pytest

from bot.discord.features.alone import choice_view, choose_usual, list_scenarios, read_choice, write_choice
from bot.discord.features.page import ByTheBot
from bot.games.frontend import front_of
from bot.games.registry import FRONTS
from bot.language import list_languages, load_language
from bot.tables.preferences import PACES
from bot.web.application import Guest, Instance
from tests.bot.people import World


@pytest.mark.parametrize("kind", ["gandhi", "rajas"])
@pytest.mark.parametrize("code", list_languages())
def test_every_button_for_playing_alone_leads_to_a_possible_choice(kind: str, code: str) -> None:
    language = load_language(code, kind)
    waiting, seen = [choose_usual(kind)], set()
    while waiting:
        choice = waiting.pop()
        if choice.key in seen:
            continue
        seen.add(choice.key)
        words = write_choice(language, choice).body
        assert language.word(f"seat.{choice.seat}") in words or code != "en"
        assert "_" not in words
        view = choice_view(language, choice, {}, [kind])
        buttons = [item for item in view.children if isinstance(item, discord.ui.Button)]
        assert len({item.custom_id for item in buttons}) == len(buttons)
        for item in buttons:
            verb, key = str(item.custom_id).split(":", 4)[3:]
            made = read_choice(key if verb == "beginalone" else key.partition(".")[2])
            if verb == "solo" and not key.startswith("variant"):
                assert (item.style is discord.ButtonStyle.primary) == (made == choice), "what is chosen is highlighted"
            assert made.kind == kind
            assert made.seat in front_of(kind).setup.list_seats(made.players)
            waiting.append(made)
    assert len(seen) > len(front_of(kind).setup.seats)
    setup, reached = front_of(kind).setup, [read_choice(key) for key in seen]
    assert {choice.seat for choice in reached} == {*setup.seats}
    assert {choice.scenario for choice in reached} == {*list_scenarios(kind)}
    assert {choice.opponent for choice in reached} == {"", *front_of(kind).player.opponents}
    assert {choice.players for choice in reached} == {*(setup.player_counts or (0,))}
    assert {choice.variant for choice in reached} == {"", *setup.variants}


@pytest.mark.parametrize("kind", ["gandhi", "rajas"])
def test_each_group_of_choices_for_playing_alone_has_a_heading(kind: str) -> None:
    rows = choice_view(load_language("en", kind), choose_usual(kind), {}, [kind]).rows
    headings = [row for row in rows if isinstance(row, str)]
    assert {"**You play**", "**Against**"} <= {*headings}
    # Every group has a heading and buttons, except the last, which begins the game.
    assert [isinstance(row, str) for row in rows] == [True, False] * len(headings) + [False]


def test_a_scenario_that_needs_more_choices_is_not_offered() -> None:
    # A mixed group has to say first who plays the side of the Navaratnas.
    assert list_scenarios("rajas") == ("basic", "navaratnas")
    assert list_scenarios("gandhi") == front_of("gandhi").setup.scenarios
    assert read_choice("rajas.mixed.lotus..2.").scenario == "basic"


@pytest.mark.parametrize("key", ["", "nothing", "gandhi.short.lotus.nobody.9.ganga", "rajas.short.raj.nobody.x.y"])
def test_an_unknown_key_selects_the_usual_game(key: str) -> None:
    kind = key.partition(".")[0]
    assert read_choice(key) == choose_usual(kind if kind in FRONTS else "")


def test_only_games_that_the_server_offers_can_be_played_alone() -> None:
    language = load_language()
    usual = choose_usual("")
    both = choice_view(language, usual, {}, [*FRONTS])
    alone = choice_view(language, usual, {}, [usual.kind])
    assert len(both.children) == len(alone.children) + len(FRONTS) - 1


@pytest.mark.parametrize("pace", ["open", "daily"])
async def test_games_alone_begin_at_the_pace_of_the_server(world: World, pace: str) -> None:
    asha, tables = world.people["Asha"].id, world.bot.tables
    await tables.servers.change(None, world.guild.id, 1, "manager", {"pace": pace})
    place = Instance(world.channel.id, world.guild.id, frozenset({asha}))
    await ByTheBot(world.bot).open_alone(Guest(asha, "Asha", "en", "i-1", place, 0.0, 0.0), "gandhi")
    choices = await world.slash("Asha", "alone")
    await world.press("Asha", choices, "beginalone")
    found = await tables.lobby.find_mine(asha)
    assert [table.state.pace for table in found] == [PACES[pace]] * 2
