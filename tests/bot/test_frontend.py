"""The front ends of games: eleven small parts, with plain answers that are enough to play."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from io import BytesIO

import discord
import pytest
from PIL import Image

import engine
from bot import client
from bot.client import make_tree
from bot.discord.features import add_commands
from bot.errors import CommandClash
from bot.games import registry
from bot.games.answers import Action
from bot.games.frontend import Frontend, find_lacks, front_of, list_fronts
from bot.games.playing import Lessons, Orders, Planning, Player, Positions, Setup
from bot.games.showing import Icons, Outlook, Pictures, Score, Words
from bot.tables.play import Tables
from engine import Game
from storage import Storage
from tests.core.counting import SEATS, CountingRules

PARTS = (Setup, Words, Score, Outlook, Pictures, Icons, Player, Orders, Planning, Positions, Lessons)
MOST_MEMBERS = 15
LEA = 31


class PlainSetup(Setup):
    """The counting game, of which nothing is known but its seats and its scenario."""

    kind = "counting"
    seats = SEATS
    scenarios = ("count",)


def list_members(part: type) -> set[str]:
    """Return the public members of a part."""
    return {name for name in vars(part) if not name.startswith("_")}


def test_a_front_end_has_eleven_parts() -> None:
    assert [one.name for one in fields(Frontend)] == [part.__name__.casefold() for part in PARTS]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_a_front_end_has_few_members(part: type) -> None:
    assert 0 < len(list_members(part)) <= MOST_MEMBERS


def test_a_game_adds_no_public_members_to_the_parts_of_its_front_end() -> None:
    for front in list_fronts():
        for part in PARTS:
            given = getattr(front, part.__name__.casefold())
            assert list_members(type(given)) <= list_members(part), type(given)


async def test_a_front_end_needs_only_seats_and_a_scenario(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engine.GAMES, "counting", CountingRules())
    monkeypatch.setitem(registry.FRONTS, "counting", Frontend(PlainSetup()))
    tables = Tables(storage)
    table = await tables.lobby.create(
        1, name="Sum", scenario="count", language="en", host_user_id=LEA, host_name="Lea", guild_id=1, channel_id=5
    )
    for seat in SEATS:
        await tables.lobby.join(None, table.id, LEA, "Lea", seat)
    moment = await tables.start(None, table.id, LEA)
    while moment.decision is not None:
        moment = await tables.at(table.id, LEA).play(["1", "done"])
    assert moment.game.result is not None


def test_every_icon_of_a_front_end_is_a_small_square_picture() -> None:
    for front in list_fronts():
        for name in front.icons.names:
            data = front.icons.draw(name)
            assert data == front.icons.draw(name)
            assert len(data) < 256_000
            assert Image.open(BytesIO(data)).size == (128, 128)
        assert {f"seat_{seat}" for seat in front.setup.seats} <= {*front.icons.names} or not front.icons.names


@pytest.mark.parametrize(("kind", "scenario"), [("gandhi", "short"), ("rajas", "basic")])
def test_every_icon_of_an_option_exists_and_several_kinds_of_options_have_one(kind: str, scenario: str) -> None:
    front = front_of(kind)
    seats = dict.fromkeys(front.setup.list_seats(), "player")
    game = Game.new(game=kind, scenario=scenario, seats=seats, seed=b"i" * 32)
    chance = random.Random(1)
    found = set()
    while (decision := game.decision) is not None and len(game.steps) < 40:
        found |= {front.icons.find(option, game.view()) for option in decision.options}
        game.choose(chance.choice(decision.options).key)
    assert found - {""} <= {*front.icons.names}
    wanted = {"gandhi": {"passive_opposition", "troops"}, "rajas": {"die_orange2", "market", "tiger"}}
    assert wanted[kind] <= found


def test_the_included_games_have_every_required_part() -> None:
    assert [find_lacks(front_of(kind)) for kind in ("gandhi", "rajas")] == ["", ""]
    plain = Frontend(PlainSetup())
    assert plain.offers == frozenset()


def test_two_commands_with_the_same_name_are_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    taken, owner = "rally", "the game gandhi and the game rajas"
    own = front_of("rajas")
    orders = type(own.orders)()
    orders.actions = (Action(taken, taken, own.setup.seats, is_special=False),)
    monkeypatch.setitem(registry.FRONTS, "rajas", replace(own, orders=orders))
    # The other tests share commands that were made once.
    monkeypatch.setattr(client, "add_commands", add_commands)
    with pytest.raises(CommandClash, match=f"The command /{taken} is there twice, from {owner}: give one"):
        make_tree(discord.Client(intents=discord.Intents.none()))
    orders.actions = (Action(taken, taken, own.setup.seats, is_special=False, group="ganges"),)
    tree = make_tree(discord.Client(intents=discord.Intents.none()))
    group = tree.get_command("ganges")
    assert isinstance(group, discord.app_commands.Group)
    assert group.get_command(taken) is not None
