"""People at a table without any Discord: what they do goes to the table service directly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.narrate.announcements import find_picture, list_buttons, speak_at, write_announcement
from bot.tables.announcements import STATUS, AnyAnnouncement, Attachment, Turns, read_announcement
from bot.tables.entrance import sit_down
from bot.tables.loading import load_table
from bot.tables.moments import TableMoment
from bot.tables.play import Tables
from bot.tables.table import Table
from bot.tables.transaction import open_step
from engine import Game
from engine.core.change import Change
from engine.gandhi.ids import SEATS
from storage import Post, Storage
from tests.turns import draw_turn, plainly

PEOPLE = {seat: number for number, seat in enumerate(SEATS, start=11)}
"""The person on each seat, who is named after it."""
HOST = 11
"""The person who opens and starts the tables, with a seat or without."""


async def open_lobby(tables: Tables, number: int = 1, *, scenario: str = "short", language: str = "en") -> str:
    """Open a table at which no one sits yet, and return its id. Several in a database have different numbers."""
    table = await tables.lobby.create(
        number,
        name="Salt",
        scenario=scenario,
        language=language,
        host_user_id=HOST,
        host_name="Raj",
        guild_id=1,
        channel_id=5,
    )
    return table.id


async def open_table(
    tables: Tables,
    people: Mapping[str, int] = PEOPLE,
    scenario: str = "short",
    *,
    with_automatic: bool = False,
    number: int = 1,
) -> str:
    """Open a table at which people sit and the game has begun, and return its id."""
    game_id = await open_lobby(tables, number, scenario=scenario)
    await seat_people(tables, game_id, [(seat, user_id, seat.title()) for seat, user_id in people.items()])
    await tables.start(None, game_id, HOST, with_automatic=with_automatic)
    return game_id


async def seat_people(tables: Tables, game_id: str, people: Iterable[tuple[str, int, str]]) -> None:
    """Put people, each with a seat, an id and a name, at a table that has not begun, all in one transaction."""
    async with tables.transactions.begin(game_id, None) as tx:
        for seat, user_id, name in people:
            await sit_down(tx, seat, user_id, name)


def whose(moment: TableMoment) -> str:
    """Return the seat that must decide."""
    assert moment.decision is not None
    return moment.decision.seat


def people_of(table: Table) -> set[str]:
    """Return the seats that people hold."""
    return {row.seat for row in table.seats if row.user_id is not None}


async def act_plainly(tables: Tables, moment: TableMoment, user_id: int) -> TableMoment:
    """Answer in the plainest way, until someone else must decide or another step has begun."""
    return await tables.at(moment.table.id, user_id).play(draw_turn(moment.game, plainly))


async def play_until(tables: Tables, game_id: str, *seats: str) -> str:
    """Let people answer plainly until the game waits for one of these seats, and return it."""
    moment = await tables.moment(game_id)
    while (seat := whose(moment)) not in seats:
        holder = moment.table.holder(seat)
        assert holder is not None
        assert holder.user_id is not None
        moment = await act_plainly(tables, moment, holder.user_id)
    return seat


@dataclass(frozen=True, slots=True)
class Message:
    """A queued announcement as it will be read: its words, the verbs of its buttons, and what its picture shows."""

    kind: str
    announced: AnyAnnouncement
    content: str
    buttons: list[str]
    picture: Attachment | None

    @property
    def is_round(self) -> bool:
        """Return whether it is about a round between turns."""
        return isinstance(self.announced, Turns) and self.announced.style == "round"

    @property
    def changes(self) -> list[Change]:
        """Return what its picture shows."""
        return self.picture.changes if self.picture is not None else []

    @property
    def ping(self) -> int | None:
        """Return the person who must act."""
        return self.announced.ping

    @property
    def pings(self) -> list[int]:
        """Return who else is pinged."""
        return self.announced.pings


def read_message(table: Table, post: Post) -> Message:
    """Return the message that a queued post becomes."""
    announced = read_announcement(post.payload)
    words = write_announcement(speak_at(table, announced.language), table, announced)
    return Message(
        post.kind, announced, words, list_buttons(table.front, announced), find_picture(table.front, announced)
    )


async def posts_of(storage: Storage, game_id: str) -> list[Message]:
    """Return the messages of a table with words in them, the oldest first."""
    async with storage.read() as reader:
        table = await load_table(reader, game_id)
        messages = [read_message(table, post) for post in await reader.posts(game_id) if post.kind != STATUS]
    return [message for message in messages if message.content]


async def open_position(tables: Tables, position: Mapping[str, Any], language: str = "en") -> str:
    """Open a table with people on all seats and the game at a position, and return its id."""
    game_id = await open_lobby(tables, 2, language=language)
    for seat, user_id in PEOPLE.items():
        await tables.lobby.join(None, game_id, user_id, seat.title(), seat)
    async with tables.transactions.begin(game_id, None) as tx:
        game = tx.table.game
        options = {**game.options, "seats": dict.fromkeys(SEATS, "player"), "sides": []}
        await tx.update_game(game_id, status="playing", options=options)
        await open_step(tx, game_id, Game.at(dict(position), seed=game.seed))
    return game_id
