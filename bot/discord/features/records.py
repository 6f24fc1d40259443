"""Finished games: ``/records`` of a server, one game in full, and its **Review** with copies to try its turns in."""

from __future__ import annotations

import io
import logging
from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import app_commands

from bot.discord.common import Choice, Interaction, find_table
from bot.discord.delivery.ending import name_page
from bot.discord.delivery.status import list_past_tools
from bot.discord.feature import Feature, command, key_reader, verb
from bot.discord.features.overview import is_listed
from bot.discord.features.play import show
from bot.discord.layout import Style
from bot.discord.painter import to_file
from bot.discord.panel import NO_GAME, NO_TOKEN, Components, button, public_buttons, public_view
from bot.discord.reply import Answer
from bot.discord.rights import can_see_table
from bot.errors import NoTable, TableError
from bot.games.answers import GameReview
from bot.games.frontend import PLAIN_COLOUR
from bot.games.names import CHOICES
from bot.language import Language, plainly
from bot.narrate.announcements import write_ending
from bot.narrate.book import write_csv, write_extremes, write_people, write_period
from bot.narrate.panel import Sheet
from bot.narrate.records import write_past, write_proof, write_records, write_turning_point
from bot.narrate.reviews import list_chances, write_progress, write_review
from bot.narrate.seasons import write_ratings
from bot.narrate.standing import write_abandoned, write_seats
from bot.seasons.ratings import rate
from bot.tables.advice import ReviewState
from bot.tables.announcements import describe_ending
from bot.tables.past import Past, find_past
from bot.tables.practice import PRACTICE
from bot.tables.records import beside, period_of, prove, read_period
from bot.tables.table import Table
from bot.typed import read_number
from engine.core.errors import GameError, ReplayFailed
from engine.core.text import text
from storage.columns import utc_now

log = logging.getLogger(__name__)

LISTED = 500
"""The most finished games that a page takes into account: the newest."""
LARGEST_ID = 2**63 - 1
"""The largest id of a person that the database can hold."""
PAGES = ("games", "people", "best", "season", "ratings")
"""The pages of the book: single games, people with their Factions, extremes, the ranking of a period, the ratings."""
NAMING = ("games", "best")
"""The pages that name tables."""


async def show_proof(reply: Answer, game_id: str) -> None:
    """Check a finished game against its seed, and report the result.

    Raises TableError while the game is running, and if the present rules cannot replay it.
    """
    table = await reply.tables.table(game_id)
    try:
        proof = await prove(reply.tables.storage, game_id)
    except ReplayFailed as error:
        version = table.game.rules_version
        raise TableError(text("error.not_proved", name=table.game.name, why=error.text, version=version)) from error
    await reply.say(write_proof(reply.language, proof))


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of the book of finished games: its name, its person (0: everyone), and its season ("": none)."""

    page: str = "games"
    person: int = 0
    season: str = ""

    @property
    def key(self) -> str:
        """Return the key of a button that leads to the page."""
        return f"{self.page}.{self.person}.{self.season}"

    @property
    def user_id(self) -> int | None:
        """Return the id of the person, or None for everyone."""
        return self.person or None


@key_reader
def read_leaf(key: str) -> Leaf:
    """Return the page that a button names, “games” for an unknown name. Raises BadInput for an unknown season."""
    page, person, season = (*key.split("."), "", "")[:3]
    known = page if page in PAGES else PAGES[0]
    number = read_number(person, 0)
    return Leaf(known, number if number <= LARGEST_ID else 0, read_period(season).name if season else "")


@verb("leaf", in_place=True)
async def show_book(reply: Answer, leaf: Leaf) -> None:
    """Show a page of the records of this server's finished games. Raises BadInput for an unknown season."""
    found = await find_known(reply, leaf, names_tables=leaf.page in NAMING)
    sheet = Sheet(reply.language.say("ui.records.title"), write_leaf(reply.language, found, leaf), PLAIN_COLOUR)
    await reply.show(sheet=sheet, view=list_leaves(reply.language, leaf))


@verb("csv")
async def show_csv(reply: Answer, leaf: Leaf) -> None:
    """Send the games of a page of the records as a CSV file, or say that there are none."""
    games = await find_known(reply, leaf, names_tables=True)
    if not games:
        await reply.say(reply.language.say("ui.book.csv.none"))
        return
    file = discord.File(io.BytesIO(write_csv(games)), filename="records.csv")
    await reply.show(reply.language.say("ui.book.csv", count=len(games)), files=[file])


async def find_known(reply: Answer, leaf: Leaf, *, names_tables: bool) -> list[Past]:
    """Return the finished games of a page of the records, without those that the person may not know of.

    Where it ``names_tables``, private tables of other people are left out too.
    """
    season = read_period(leaf.season) if leaf.season else None
    found = await find_past(
        reply.tables.storage,
        guild_id=reply.guild_id,
        # In private messages there is no server: only the person's own games are searched.
        user_id=leaf.user_id or (reply.user_id if reply.guild_id is None else None),
        since=season.since if season is not None else None,
        until=season.until if season is not None else None,
        limit=LISTED,
        # Ratings include games that were closed early: a person who closes a game loses it.
        with_abandoned=leaf.page == "ratings",
    )
    tables = [(past, Table(past.game, past.seats)) for past in found]
    if names_tables:
        return [past for past, table in tables if is_listed(reply, table)]
    return [past for past, table in tables if can_see_table(reply.interaction, table)]


def write_leaf(language: Language, games: Sequence[Past], leaf: Leaf) -> str:
    """Return the text of a page of the records, made from the games of that page."""
    if leaf.page == "people":
        return write_people(language, games, leaf.user_id)
    if leaf.page == "best":
        return write_extremes(language, games)
    if leaf.page == "season":
        return write_period(language, games, read_period(leaf.season))
    if leaf.page == "ratings":
        return write_ratings(language, games, rate(games))
    return write_records(language, games, leaf.user_id)


def list_leaves(language: Language, leaf: Leaf) -> discord.ui.View:
    """Return the buttons to all pages, with the present one highlighted, and to the CSV file.

    The page of a season also leads to the seasons before and after. Pages of one person do not lead to the pages of the
    season and of the ratings.
    """
    view = Components()
    this_year = period_of(utc_now()).name
    for page in PAGES:
        if page in ("season", "ratings") and leaf.person:
            continue
        # The buttons keep a season that was chosen. The ranking always has one: without a choice, it is this year.
        other = Leaf(page, leaf.person, leaf.season or (this_year if page == "season" else ""))
        style: Style = "primary" if page == leaf.page else "secondary"
        view.add_item(button(language.say(f"ui.button.book.{page}"), NO_GAME, NO_TOKEN, "leaf", other.key, style, 0))
    view.add_item(button(language.say("ui.button.csv"), NO_GAME, NO_TOKEN, "csv", leaf.key, row=1))
    if leaf.page == "season":
        for step in (-1, 1):
            season = beside(read_period(leaf.season), step)
            if season.since <= utc_now():
                label = f"◀ {season.name}" if step < 0 else f"{season.name} ▶"
                key = Leaf("season", 0, season.name).key
                view.add_item(button(label, NO_GAME, NO_TOKEN, "leaf", key, row=1))
    return view


async def show_past(reply: Answer, table: Table) -> None:
    """Show a finished game: how it ended, its chart, and its record as a file.

    Raises TableError while the game is running, after too many pictures, and as `one_of` does.
    """
    if table.game.status != "over":
        raise TableError(text("error.record_only_when_over", name=table.game.name))
    reply.count_picture()
    bot, language = reply.bot, reply.language
    files: list[discord.File] = []
    end: list[str] = []
    chart = None
    try:
        tale = await bot.tables.recaps.tell_last(table.id, None)
        game = (await bot.tables.moment(table.id)).game
        ending = describe_ending(table, game)
        if ending is not None:
            end = [*write_ending(language, table, ending, game), *write_turning_point(language, tale)]
        chart = await bot.painter.draw_chart(tale, language.code, reply.theme)
    except GameError as error:
        log.info("Finished table %s cannot be played again: %s", table.id, error)
    if table.is_abandoned:
        lines = [write_abandoned(language, table.abandoned_by)]
        lines += write_seats(language, table)
    else:
        lines = write_past(language, await one_of(reply, table), end)
    sheet = Sheet(plainly(table.game.name), "\n".join(lines), PLAIN_COLOUR)
    if chart is not None:
        files.append(to_file(chart, "chart"))
    record = await bot.record_bytes(table.id)
    if record is not None:
        files.append(discord.File(io.BytesIO(record[1]), filename=record[0]))
    view = public_view(language, table.id, list_past_tools(table))
    await reply.show(sheet=sheet, view=view, files=files)


async def one_of(reply: Answer, table: Table) -> Past:
    """Return the facts of one finished game. Raises TableError for a game that ended before facts were kept."""
    for found in await find_past(reply.tables.storage, game_ids=[table.id]):
        return found
    raise TableError(text("error.no_records", name=table.game.name))


async def complete_season(interaction: Interaction, typed: str) -> list[Choice]:
    """Return suggestions of this year, last year and their months until now, if they begin with the typed text."""
    now = period_of(utc_now())
    years = [now.name, beside(now, -1).name]
    months = [f"{year}-{month:02}" for year in years for month in range(12, 0, -1)]
    open_now = [name for name in [*years, *months] if read_period(name).since <= utc_now()]
    return [app_commands.Choice(name=name, value=name) for name in open_now if name.startswith(typed)][:CHOICES]


class Records(Feature):
    """The command for finished games, as totals or one by one."""

    @command(tables="finished")
    @app_commands.autocomplete(season=complete_season)
    async def records(
        self, reply: Answer, person: discord.User | None = None, season: str | None = None, table: str | None = None
    ) -> None:
        """Show the finished games of the server, of a person or of a season, or a single one in full."""
        if table is None:
            named = read_period(season).name if season else ""
            page = "season" if named and person is None else "games"
            await show_book(reply, Leaf(page, person.id if person is not None else 0, named))
        else:
            await show_past(reply, await find_table(reply, table))


@verb("reviewagain", in_place=True)
@verb("review")
async def show_review(reply: Answer, game_id: str) -> None:
    """Show the review of a game, or the progress of making it.

    Raises TableError as `Reviews.ask` does, and NoTable for a table that the person may not know of.
    """
    await check_known(reply, game_id)
    state = await reply.tables.reviews.ask(game_id, reply.user_id)
    if state.review is None:
        view = public_view(reply.language, game_id, ["reviewagain"])
        await reply.show(sheet=write_progress(reply.language, state), view=view)
        return
    await show_made(reply, state, state.review)


async def show_made(reply: Answer, state: ReviewState, review: GameReview) -> None:
    """Show a finished review with its chart, and a button to try each costly turn in another way.

    Raises TableError after too many pictures.
    """
    reply.count_picture()
    language, table = reply.language, state.table
    tale = await reply.tables.recaps.tell_last(table.id, None)
    chart = await reply.bot.painter.draw_chart(tale, language.code, reply.theme, review)
    labels = {one.turn: language.say("ui.button.tryturn", number=one.turn + 1) for one in review.costly}
    tries = [button(label, table.id, NO_TOKEN, "tryturn", str(turn)) for turn, label in labels.items()]
    view = Components([*tries, *public_buttons(language, table.id, ["reviewpage"])])
    await reply.show(
        sheet=write_review(language, state, review, tale.turns),
        view=view,
        files=[to_file(chart, "chart")] if chart is not None else [],
    )


@verb("reviewpage")
async def show_page(reply: Answer, game_id: str) -> None:
    """Send the game as a page with the chances from its review; until the review is finished, show its progress.

    Raises as `show_review` does, and TableError after too many pictures.
    """
    await check_known(reply, game_id)
    state = await reply.tables.reviews.ask(game_id, reply.user_id)
    record = await reply.bot.record_bytes(game_id)
    if state.review is None or record is None:
        await show_review(reply, game_id)
        return
    reply.count_picture()
    tale = await reply.tables.recaps.tell_last(game_id, None)
    chances = list_chances(state.review, tale.turns)
    page = await reply.bot.painter.write_page(record[1], state.table.game.name, reply.language.code, chances)
    if page is None:
        await reply.say(reply.language.say("error.no_picture"))
        return
    await reply.show(files=[discord.File(io.BytesIO(page), filename=name_page(game_id))])


async def check_known(reply: Answer, game_id: str) -> None:
    """Raise NoTable for a table that the person may not know of."""
    table = await reply.tables.table(game_id)
    if not can_see_table(reply.interaction, table):
        raise NoTable(text("error.no_such_table", name=game_id))


@verb("tryturn")
async def try_turn(reply: Answer, game_id: str, number: int) -> None:
    """Open a copy of the table at the start of a turn. Raises NoTable, and TableError as `Reviews.find_turn` does."""
    await check_known(reply, game_id)
    table, game = await reply.tables.reviews.find_turn(game_id, number)
    reply.tables.practices.open_at(table, game, reply.user_id)
    await show(reply, await reply.session(PRACTICE).moment())
