"""Playing alone: the choices before a game, with sensible defaults, and a table where the bot plays all other seats.

A game at a physical table can be continued here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec
from discord import app_commands

from bot.discord.common import Seat
from bot.discord.feature import Feature, command, key_reader, verb
from bot.discord.features.opening import SHORT, Opening, create_table
from bot.discord.icons import Known, find_seat
from bot.discord.layout import ROW, Style
from bot.discord.panel import NO_GAME, NO_TOKEN, Item, Press, Rows, button
from bot.discord.reply import Answer
from bot.games.frontend import PLAIN_COLOUR, Frontend, front_of, list_fronts
from bot.games.registry import FRONTS
from bot.language import Language
from bot.narrate.panel import Sheet
from bot.narrate.paragraphs import name_game
from bot.tables.entrance import Door
from bot.tables.lessons import list_first_turns
from bot.tables.records import read_set_up
from bot.tables.table import Table
from bot.typed import read_number
from engine import Game
from engine.core.errors import BadPosition

BETWEEN: Final = "."
"""The separator of the parts of a choice in a custom id."""


class GameAlone(msgspec.Struct, frozen=True):
    """All choices before a game for one person. Every button has them in its key.

    ``opponent`` is "" for the game's usual automatic player, ``variant`` is "" for none, and ``players`` is 0 where the
    number of seats is fixed.
    """

    kind: str
    scenario: str
    seat: str
    opponent: str = ""
    players: int = 0
    variant: str = ""

    @property
    def front(self) -> Frontend:
        """Return the front end of the game."""
        return front_of(self.kind)

    @property
    def key(self) -> str:
        """Return all choices as the key of a button."""
        parts = (self.kind, self.scenario, self.seat, self.opponent, str(self.players), self.variant)
        return BETWEEN.join(parts)


@key_reader
def read_choice(key: str) -> GameAlone:
    """Return the choices in a key. A choice that this version does not offer is replaced by the usual one."""
    kind, scenario, seat, opponent, players, variant = (key.split(BETWEEN) + [""] * 6)[:6]
    usual = choose_usual(kind)
    setup, player = usual.front.setup, usual.front.player
    count = read_number(players, 0)
    count = count if count in setup.player_counts else usual.players
    seats = setup.list_seats(count)
    return GameAlone(
        kind=usual.kind,
        scenario=scenario if scenario in list_scenarios(usual.kind) else usual.scenario,
        seat=seat if seat in seats else usual.seat if usual.seat in seats else seats[0],
        opponent=opponent if opponent in player.opponents else "",
        players=count,
        variant=variant if variant in setup.variants else "",
    )


def choose_usual(kind: str) -> GameAlone:
    """Return the choices for a beginner in a game: a short scenario, and the seat of its guided first turn.

    For an unknown ``kind``, return the choices for the first game.
    """
    front = front_of(kind) if kind in FRONTS else list_fronts()[0]
    setup = front.setup
    seats = setup.list_seats()
    taught = [course.seat for course in list_first_turns() if course.kind == setup.kind and course.seat in seats]
    return GameAlone(
        kind=setup.kind,
        scenario=SHORT if SHORT in setup.scenarios else setup.scenarios[0],
        seat=(taught or seats)[0],
        players=setup.player_counts[0] if setup.player_counts else 0,
    )


@cache
def list_scenarios(kind: str) -> tuple[str, ...]:
    """Return the scenarios of a game that need no other choice than the seats."""
    setup = front_of(kind).setup
    return tuple(name for name in setup.scenarios if can_begin(kind, name, setup.list_seats()))


def can_begin(kind: str, scenario: str, seats: Sequence[str]) -> bool:
    """Return whether a scenario can begin with people on all these seats, and without other choices."""
    try:
        Game.new(game=kind, scenario=scenario, seats=dict.fromkeys(seats, "player"), seed=b"0")
    except BadPosition:
        return False
    return True


def name_part(language: Language, part: str, name: str) -> str:
    """Return the name of a choice of the kind ``part``, such as “scenario”, if possible without its game's name."""
    keys = (f"ui.alone.{part}.{name}", f"ui.{part}.{name}", f"{part}.{name}")
    return language.word(next(filter(language.has, keys), keys[-1]))


def name_opponent(language: Language, opponent: str) -> str:
    """Return the name of the automatic player of the other seats; ``opponent`` is "" for the game's usual one."""
    return name_part(language, "opponent", opponent) if opponent else language.word("automatic")


def write_choice(language: Language, choice: GameAlone) -> Sheet:
    """Return a sheet with the choices as text, and with a hint at the next click."""
    lines = [
        language.say(
            "ui.alone.game",
            name=name_game(language, choice.front),
            what=name_part(language, "scenario", choice.scenario),
        )
    ]
    if choice.players:
        lines.append(language.say("ui.alone.players", count=choice.players))
    rival = name_opponent(language, choice.opponent)
    lines.append(language.say("ui.alone.seats", seat=choice.seat, what=rival, count=choice.players))
    if choice.variant:
        lines.append(language.say("ui.alone.with", what=name_part(language, "variant", choice.variant)))
    colour = choice.front.setup.colours.get(choice.seat, PLAIN_COLOUR)
    return Sheet(language.say("ui.button.alone"), "\n".join(lines), colour, language.say("ui.alone.hint"))


def choice_view(language: Language, choice: GameAlone, icons: Known, games: Sequence[str]) -> Rows:
    """Return the rows: each group of choices with an alternative, below its heading; then Start and the other games."""
    rows, replace = Rows(), msgspec.structs.replace
    setup, player = choice.front.setup, choice.front.player
    groups: dict[str, list[tuple[str, str, GameAlone]]] = {
        "seats": [
            ("seat", language.word(f"seat.{seat}"), replace(choice, seat=seat))
            for seat in setup.list_seats(choice.players)
        ],
        "scenarios": [
            ("scenario", name_part(language, "scenario", name), replace(choice, scenario=name))
            for name in list_scenarios(setup.kind)
        ],
        "opponents": [
            ("opponent", name_opponent(language, name), replace(choice, opponent=name))
            for name in ("", *player.opponents)
        ],
        "counts": [
            ("players", language.say("ui.alone.players", count=count), replace(choice, players=count))
            for count in setup.player_counts
        ],
        "variants": [
            (
                f"variant-{name}",
                name_part(language, "variant", name),
                replace(choice, variant="" if name == choice.variant else name),
            )
            for name in setup.variants
        ],
    }
    for heading, group in groups.items():
        if (len(group) < 2 and heading != "variants") or not group:
            # A group without an alternative needs no buttons.
            continue
        made: list[Item] = []
        for field, label, result in group[:ROW]:
            is_chosen = field == f"variant-{choice.variant}" or (result == choice and not field.startswith("variant"))
            key = f"{field}{BETWEEN}{result.key}"
            style: Style = "primary" if is_chosen else "secondary"
            item = button(label, NO_GAME, NO_TOKEN, "solo", key, style)
            item.emoji = find_seat(icons, result.seat) if field == "seat" else None
            made.append(item)
        rows.add_words(language.say(f"ui.alone.heading.{heading}"))
        rows.add(*made)
    last = [button(language.say("ui.button.start"), NO_GAME, NO_TOKEN, "beginalone", choice.key, "success")]
    for kind in [kind for kind in games if kind != choice.kind][: ROW - 1]:
        key = f"game{BETWEEN}{choose_usual(kind).key}"
        last.append(button(name_game(language, front_of(kind)), NO_GAME, NO_TOKEN, "solo", key))
    rows.add(*last)
    return rows


async def show_choice(reply: Answer, choice: GameAlone) -> None:
    """Show the choices and their alternatives. If the server does not offer the game, take the first that it offers."""
    server = await reply.tables.servers.find(reply.guild_id)
    games = [kind for kind in FRONTS if server.offers(kind)]
    if games and choice.kind not in games:
        choice = choose_usual(games[0])
    reply.use_voice(choice.kind)
    language = reply.language
    await reply.show(sheet=write_choice(language, choice), view=choice_view(language, choice, reply.bot.icons, games))


@verb("beginalone", in_place=True)
async def begin_alone(reply: Answer, choice: GameAlone, *, typed: str = "") -> None:
    """Open a table for one person, begin, and show the first decision. Raises TableError as `create_table` does.

    ``typed`` are lines about a game at a physical table, which continues here. Raises BadPosition and BadInput if they
    cannot be read (`read_set_up`).
    """
    position = read_set_up(reply.language.of_game(choice.kind), choice.front, choice.scenario, typed) if typed else None
    tables = reply.tables
    opening = Opening(
        f"{choice.kind}:{choice.scenario}",
        language=reply.language.code,
        players=choice.players,
        variant=choice.variant,
        opponent=choice.opponent,
        door=Door(private=position is not None),
    )
    table, remarks = await create_table(reply, opening)
    if table.game.status == "open":
        if not table.seats_of(reply.user_id):
            await tables.lobby.join(None, table.id, reply.user_id, reply.user_name, choice.seat)
        if position is not None:
            await tables.lobby.lay(table.id, reply.user_id, position)
        await tables.start(None, table.id, reply.user_id, with_automatic=True)
    await reply.show_panel(await tables.moment(table.id, reply.user_id))
    if table.place != reply.channel_id:
        remarks = [reply.language.say("ui.alone.where", where=f"<#{table.place}>"), *remarks]
    if remarks:
        await reply.say("\n".join(remarks))


class Alone(Feature):
    """Commands to play alone, and to enter cards of a game at a physical table."""

    @command()
    async def alone(self, reply: Answer, physical: str | None = None, seat: Seat | None = None) -> None:
        """Show the choices before playing alone; with lines about a physical table, begin at once with its game."""
        server = await reply.tables.servers.find(reply.guild_id)
        choice = choose_usual(server.find_usual().setup.kind)
        if not physical:
            await show_choice(reply, choice)
            return
        mine = seat if seat in choice.front.setup.seats else choice.seat
        await begin_alone(reply, msgspec.structs.replace(choice, seat=mine), typed=physical)

    @command()
    async def revealed(self, reply: Answer, table: Table, card: app_commands.Range[int, 1, 99]) -> None:
        """Enter the card that has been revealed at a physical table, and show the panel."""
        await reply.show_panel(await reply.at(table.id).play([str(card)]))


@verb("solo", in_place=True)
@verb("alone")
async def choose(reply: Answer, press: Press) -> None:
    """Show the choices before playing alone. The key of “alone” is a game; the key of “solo” ends with all choices."""
    await show_choice(reply, read_choice(press.key if press.verb == "alone" else press.key.partition(BETWEEN)[2]))
