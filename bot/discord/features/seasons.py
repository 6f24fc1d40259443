"""``/season``: seasons of a club, from sign-up to standings, and their buttons."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord
from discord import app_commands

from bot.discord.common import (
    Choice,
    Interaction,
    complete_date,
    complete_scenario,
    complete_variant,
    localise,
    offer_named,
    read_choice,
    read_date,
    read_scenario,
    read_variant,
)
from bot.discord.context import BotContext
from bot.discord.feature import Feature, Subject, command, verb
from bot.discord.features.opening import COUNTS, SHORT
from bot.discord.features.settings import PACE_CHOICES, TABLE_LANGUAGES, complete_new_opponent, read_opponent
from bot.discord.layout import Style
from bot.discord.panel import Components, Press, public_buttons
from bot.discord.reply import Answer
from bot.discord.rights import find_rank
from bot.errors import TableError
from bot.games.frontend import PLAIN_COLOUR
from bot.language import Language, plainly
from bot.narrate.panel import Sheet
from bot.narrate.seasons import write_season, write_season_standings, write_standings_csv
from bot.seasons.club import Club, News, SeasonOptions
from bot.seasons.ratings import rate
from bot.seasons.service import MOST_ROUNDS, NAME_LENGTH
from bot.tables.authorization import END_SEASON
from bot.tables.past import find_past
from bot.tables.preferences import OPEN
from bot.web.seasons import find_season_page
from engine.core.text import text
from storage import StorageError, UnknownGame

STARTS = (1, 2, 3, 7, 14, 30)
ENDS = (30, 60, 90, 120, 180, 365)
"""Suggested numbers of days from now until a season starts and ends; any other date can be typed."""
CORRECTED = ("count", "dropped")
CORRECTED_CHOICES = [app_commands.Choice(name=localise(f"ui.corrected.{what}"), value=what) for what in CORRECTED]


async def complete_season(interaction: Interaction, typed: str) -> list[Choice]:
    """Return suggestions of seasons of the server: those whose name contains the typed text, or whose id equals it."""
    bot: BotContext = interaction.client
    try:
        seasons = await bot.seasons.find_all(interaction.guild_id)
    except StorageError:
        return []
    return offer_named({one.id: one.name for one in seasons}, typed)


async def pick(reply: Answer, wanted: str | None) -> Club:
    """Return the season that a command means (`Seasons.pick`). The answer then uses the terms of its game.

    Raises TableError if there is none.
    """
    club = await reply.bot.seasons.pick(reply.guild_id, wanted or "")
    reply.use_voice(club.season.kind)
    return club


async def find(reply: Answer, press: Press) -> Club:
    """Return the season that a button names by its id. Raises TableError for an unknown one.

    A season of another server counts as unknown.
    """
    try:
        club = await reply.bot.seasons.find(press.game_id)
    except UnknownGame:
        club = None
    if club is None or club.season.guild_id != reply.guild_id:
        raise TableError(text("error.no_such_season", name=press.game_id))
    reply.use_voice(club.season.kind)
    return club


SEASON = Subject(Club, pick, find, complete_season, "season.which")


class SeasonCommands(Feature, group="season", subject=SEASON):
    """The group of commands about seasons."""

    @command(language="table.new.language", pace="table.new.pace", scenario="table.new.scenario")
    @app_commands.choices(language=TABLE_LANGUAGES, pace=PACE_CHOICES)
    @app_commands.choices(corrected=CORRECTED_CHOICES)
    @app_commands.autocomplete(scenario=complete_scenario, variant=complete_variant, opponent=complete_new_opponent)
    @app_commands.autocomplete(starts=complete_date(*STARTS), ends=complete_date(*ENDS))
    async def open(
        self,
        reply: Answer,
        name: app_commands.Range[str, 1, NAME_LENGTH],
        ends: str,
        starts: str | None = None,
        scenario: str | None = None,
        players: app_commands.Range[int, COUNTS[0], COUNTS[-1]] | None = None,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
        role: discord.Role | None = None,
        pace: Choice | None = None,
        language: Choice | None = None,
        variant: str | None = None,
        opponent: str | None = None,
        corrected: Choice | None = None,
    ) -> None:
        """Open a season, announce it, and show it. Raises as `Seasons.open` does, and BadInput for a wrong option."""
        server = await reply.tables.servers.find(reply.guild_id)
        preferences = await reply.tables.wishes.find(reply.user_id)
        club = await reply.bot.seasons.open(
            reply.number,
            guild_id=reply.guild_id,
            channel_id=reply.channel_id,
            name=name,
            scenario=await read_scenario(reply, scenario) or server.choose_scenario(SHORT),
            language=read_choice(language, reply.language.code),
            host_user_id=reply.user_id,
            starts=read_date(starts, preferences) if starts is not None else None,
            ends=read_date(ends, preferences),
            players=players or 0,
            rounds=rounds or 0,
            rank=await find_rank(reply),
            options=SeasonOptions(
                role=role.id if role is not None and not role.is_default() else 0,
                pace=read_choice(pace, OPEN),
                opponent=read_opponent(reply.language, opponent),
                variant=read_variant(reply.language, variant),
                drops_corrected=corrected is not None and corrected.value == CORRECTED[1],
            ),
        )
        await reply.bot.news.announce(club, News(club.season.id, "entrance"))
        await show_season(reply, club)

    @command(verb="enroll")
    async def enter(self, reply: Answer, season: Club) -> None:
        """Enter a season, and show it. Raises TableError as `Seasons.enter` does."""
        person = reply.interaction.user
        roles = [role.id for role in person.roles] if isinstance(person, discord.Member) else []
        seasons, number = reply.bot.seasons, reply.number
        await show_season(reply, await seasons.enter(number, season.season.id, reply.user_id, reply.user_name, roles))

    @command(verb="withdraw", in_place=True)
    async def leave(self, reply: Answer, season: Club) -> None:
        """Leave a season. Once it has begun, say what is lost, and ask whether the person is sure."""
        if season.season.status == "playing" and season.find(reply.user_id) is not None:
            await ask(reply, season, "ui.season.sure", "dropout")
        else:
            await leave(reply, season)

    @command()
    async def remove(self, reply: Answer, person: discord.User, season: Club) -> None:
        """Take someone out of a season; once it has begun, ask them first. Raises as `Seasons.expel` does."""
        seasons, number, rank = reply.bot.seasons, reply.number, await find_rank(reply)
        await show_season(reply, await seasons.expel(number, season.season.id, reply.user_id, person.id, rank=rank))

    @command()
    async def substitute(self, reply: Answer, person: discord.User, season: Club) -> None:
        """Make a person a substitute, who may take free seats of the season's games; or end that if they are one."""
        rank = await find_rank(reply)
        after = await reply.bot.seasons.substitute(
            reply.number, season.season.id, reply.user_id, person.id, person.display_name, rank=rank
        )
        await show_season(reply, after)

    @command(verb="beginseason", in_place=True)
    async def start(self, reply: Answer, season: Club) -> None:
        """Begin a season now, and show it. Raises TableError as `Seasons.start` does."""
        seasons, number, rank = reply.bot.seasons, reply.number, await find_rank(reply)
        await show_season(reply, await seasons.start(number, season.season.id, reply.user_id, rank=rank))

    @command()
    async def close(self, reply: Answer, season: Club) -> None:
        """Ask for confirmation before ending a season. Raises TableError for a person who may not end it."""
        await reply.bot.seasons.gate.check(END_SEASON, season, reply.user_id, await find_rank(reply))
        await ask(reply, season, "ui.season.sure_close", "finish")

    @command(verb="season")
    async def show(self, reply: Answer, season: Club) -> None:
        """Show a season: who has entered it, its round and its dates."""
        await show_season(reply, season)

    @command(verb="standings")
    async def standings(self, reply: Answer, season: Club) -> None:
        """Show the standings of a season, with the ratings of its people."""
        ranked, _ = await reply.bot.seasons.rank(season)
        games = await find_past(reply.tables.storage, guild_id=season.season.guild_id, with_abandoned=True)
        ratings = rate(games).get(season.season.kind)
        words = write_season_standings(reply.language, season, ranked, ratings)
        view = view_season(reply.language, season, ["season", "seasoncsv"])
        if reply.bot.links is not None:
            link = find_season_page(reply.bot.links, season)
            view.add_item(discord.ui.Button(label=reply.language.say("ui.button.web_page"), url=link))
        title = reply.language.say("ui.standings.title", name=plainly(season.season.name))
        await reply.show(sheet=Sheet(title, words, PLAIN_COLOUR), view=view)


@verb("staysin")
async def stay(reply: Answer, club: Club) -> None:
    """Store that the person still plays in a season, and show it. Raises TableError for someone who is not in it."""
    await show_season(reply, await reply.bot.seasons.stay(reply.number, club.season.id, reply.user_id))


@verb("finish", in_place=True)
async def finish(reply: Answer, club: Club) -> None:
    """End a season, after confirmation, and show it. Raises TableError for a person who may not end it."""
    rank = await find_rank(reply)
    after = await reply.bot.seasons.close(reply.number, club.season.id, reply.user_id, rank=rank)
    await show_season(reply, after)


@verb("seasoncsv")
async def export(reply: Answer, club: Club) -> None:
    """Send the standings of a season as a CSV file."""
    standings, games = await reply.bot.seasons.rank(club)
    file = discord.File(io.BytesIO(write_standings_csv(club, standings)), filename="standings.csv")
    await reply.show(reply.language.say("ui.standings.csv", count=len(games)), files=[file])


@verb("dropout", in_place=True)
async def leave(reply: Answer, club: Club) -> None:
    """Leave a season, and show it. Raises TableError for someone who is not in it."""
    await show_season(reply, await reply.bot.seasons.leave(reply.number, club.season.id, reply.user_id))


async def ask(reply: Answer, club: Club, key: str, verb: str) -> None:
    """Ask whether the person is sure, with the text of ``key`` and a button for ``verb``."""
    view = view_season(reply.language, club, [verb])
    await reply.show(reply.language.say(key, name=club.season.name), view=view)


def view_season(language: Language, club: Club, verbs: Sequence[str]) -> Components:
    """Return the buttons of a message about a season, one for each verb, in the colours of `BUTTONS`."""
    return Components(public_buttons(language, club.season.id, verbs, BUTTONS))


BUTTONS: dict[str, Style] = {
    "enroll": "success",
    "staysin": "success",
    "beginseason": "primary",
    "dropout": "danger",
    "finish": "danger",
}


async def show_season(reply: Answer, club: Club) -> None:
    """Show a season: its dates, people and round, with a button for each thing that the person may do in it."""
    season, language = club.season, reply.language
    words = write_season(language, club, reply.user_id, await reply.bot.seasons.find_places(club))
    own, verbs = club.find(reply.user_id), list[str]()
    if season.status == "open":
        is_host = season.host_user_id == reply.user_id
        verbs = ["withdraw" if own is not None else "enroll", *(["beginseason"] if is_host else [])]
    elif season.status == "playing" and own is not None:
        verbs = [*(["staysin"] if own.asked_by is not None else []), "withdraw"]
    verbs += ["standings"] if season.round else []
    title = language.say("ui.season.title", name=plainly(season.name), id=season.id)
    await reply.show(sheet=Sheet(title, words, PLAIN_COLOUR), view=view_season(language, club, verbs))
