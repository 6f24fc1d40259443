"""Settings of servers, and the log of their moderators' actions, as text."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language import Language, Mention, Place, Role, Said, Time, show
from bot.narrate.standing import fit
from bot.tables.preferences import DAY, PACES, describe_pace, name_span
from bot.tables.servers import Periods, ServerSettings, name_games
from engine.core.text import Text, text
from storage import NOBODY, AuditEntry


def write_server_settings(language: Language, settings: ServerSettings, periods: Periods) -> str:
    """Return all settings of a server, a line for each, and how to change them. ``periods`` are the bot's defaults."""

    def span(name: str) -> Text:
        return name_span(settings.find_period(name, periods).days * DAY)

    own = f"language.{settings.language}" if settings.language else "ui.server.as_opened"
    where = text("ui.server.somewhere", what=[Place(one) for one in settings.channels])
    nobody, no_role = language.say("ui.server.nobody"), language.say("ui.server.no_role")
    lines = [
        language.say("ui.server.title"),
        language.say("ui.server.moderators", what=Role(settings.moderators) if settings.moderators else nobody),
        language.say("ui.server.language", what=language.say(own)),
        language.say("ui.server.pace", what=describe_pace(PACES[settings.pace]))
        if settings.pace
        else language.say("ui.server.no_pace"),
        language.say("ui.server.games", what=name_games(settings)),
        language.say(where if settings.channels else "ui.server.everywhere"),
        language.say("ui.server.ping", what=Role(settings.ping) if settings.ping else no_role),
        language.say("ui.server.lobby_days", when=span("lobby_days")),
        language.say("ui.server.game_days", when=span("game_days"), what=span("archive_days")),
        "",
        language.say("ui.server.how"),
    ]
    return "\n".join(lines)


def write_actions(language: Language, entries: Sequence[AuditEntry]) -> str:
    """Return a line for each action of moderators in the given order, or a sentence that there are none."""
    if not entries:
        return language.say("ui.server.log.nothing")
    lines = [write_action(language, entry) for entry in entries]
    return fit(language, [language.say("ui.server.log.title"), *lines], [])


def write_action(language: Language, entry: AuditEntry) -> str:
    """Return one action of a moderator or of the bot's host in one line: when, who, what, and at which table."""
    who = Mention(entry.user_id) if entry.user_id is not None else text("ui.server.log.host")
    whom: str | Text = str(entry.details.get("whom", ""))
    if entry.details.get("whom_id") == NOBODY:
        whom = text("ui.server.log.forgotten")
    what = text(
        f"ui.server.log.{entry.action}",
        name=str(entry.details.get("name", "")),
        id=entry.game_id or "",
        whom=whom,
        seat=str(entry.details.get("seat", "")),
        what=[Said(f"`{option}`") for option in sorted(entry.details)],
    )
    return language.say("ui.server.log.line", when=show(Time.of(entry.created)), who=who, what=what)
