"""Settings of people and tables, absences, votes and corrections as text; also the stored data about a person."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.language import Language
from bot.narrate.standing import fit
from bot.tables.absences import Prospect
from bot.tables.authorization import CORRECT, NEWCOMER
from bot.tables.preferences import NO_ZONE, Preferences, describe_pace, name_span, sum_up_advice, write_quiet
from bot.tables.rewinding import Correction
from bot.tables.table import Table, find_switches, name_stand_in
from bot.tables.votes import Outcome
from engine.core.text import Text
from storage import Traces


def write_preferences(language: Language, preferences: Preferences, now: datetime) -> str:
    """Return all settings of a person, a line for each, and how to change them. ``now`` is shown in their time zone."""
    own = f"language.{preferences.language}" if preferences.language else "ui.settings.discord"
    if preferences.remind is None:
        remind = language.say("ui.settings.as_table")
    elif preferences.remind:
        remind = language.say("ui.settings.after", when=name_span(preferences.remind))
    else:
        remind = language.say("ui.settings.never")
    quiet = write_quiet(preferences.quiet) if preferences.quiet is not None else language.say("ui.settings.no_quiet")
    zone = preferences.zone or NO_ZONE
    clock = f"{now.astimezone(preferences.time_zone):%H:%M}"
    lines = [
        language.say("ui.settings.title"),
        language.say("ui.settings.language", what=language.say(own)),
        language.say("ui.settings.remind", what=remind),
        language.say("ui.settings.quiet", what=quiet),
        language.say("ui.settings.zone", what=zone, when=clock),
        language.say("ui.settings.theme", what=language.say(f"ui.theme.{preferences.theme or 'classic'}")),
        language.say("ui.settings.ping", what=language.say(f"ui.settings.ping.{'on' if preferences.ping else 'off'}")),
        "",
        language.say("ui.settings.how"),
    ]
    if preferences.quiet is not None and not preferences.zone:
        lines.insert(-2, language.say("ui.settings.no_zone"))
    return "\n".join(lines)


def write_table_settings(language: Language, table: Table) -> str:
    """Return the settings of a table that its host can change, a line for each, and how to change them."""
    return "\n".join(
        [
            language.say("ui.table_settings.title", name=table.game.name),
            language.say("ui.settings.language", what=language.word(f"language.{table.game.language}")),
            language.say("ui.table_settings.pace", what=describe_pace(table.state.pace)),
            *name_opponent(language, table),
            *(language.say(key) for key in list_switch_lines(table) if language.has(key)),
            *(language.say(line) for line in sum_up_advice(table)),
            *(language.say(f"ui.table_settings.{name}") for name in DOOR if getattr(table.state, name)),
            "",
            language.say("ui.table_settings.how", who=table.state.host),
        ]
    )


DOOR: Final = ("private", "consent", "no_talk")
"""The on/off fields of a `TableState` that ``/table entrance`` sets. A table's settings show those that are on."""


def list_switch_lines(table: Table) -> list[str]:
    """Return the text keys of a table's on/off settings. Those that matter only before the game are left out later."""
    return [
        switch.find_key("ui.table_settings.", is_on=getattr(table.state, name))
        for name, switch in find_switches().items()
        if not switch.is_early or table.game.status == "open"
    ]


def name_opponent(language: Language, table: Table) -> list[str]:
    """Return a line with the opponent for empty seats, or nothing in a game without a choice of opponents."""
    if not table.front.player.opponents:
        return []
    name = language.say(f"ui.opponent.{table.opponent}" if table.opponent else "automatic")
    return [language.say("ui.table_settings.opponent", what=name)]


def write_absences(language: Language, table: Table, user_id: int) -> str:
    """Return who acts for a person at a table, and for whom the person acts, or a sentence that there is no one."""
    lines = []
    for absence in table.absences:
        holder = table.holder(absence.seat)
        if absence.user_id == absence.stand_in_id == user_id:
            lines.append(language.say("ui.away.alone", name=table.game.name, seat=absence.seat))
        elif absence.user_id == user_id:
            by = name_stand_in(absence)
            lines.append(language.say("ui.away.mine", name=table.game.name, seat=absence.seat, by=by))
        elif absence.stand_in_id == user_id and holder is not None:
            who = holder.display_name
            lines.append(language.say("ui.away.for", name=table.game.name, seat=absence.seat, who=who))
    return "\n".join(lines) if lines else language.say("ui.away.nobody", name=table.game.name)


def write_prospect(language: Language, prospect: Prospect, note: Text | None = None) -> str:
    """Return the effects of the automatic player's turn in a person's place, and the question for the person's consent.

    At a table without advice, the effects are hidden. ``note`` says that seeing the effects counts as advice.
    """
    end = [language.say("ui.away.sure.end"), *([f"-# {language.say(note)}"] if note is not None else [])]
    if not prospect.table.state.allows_advice:
        unseen = language.say("ui.away.sure.unseen", seat=prospect.seat, name=prospect.table.game.name)
        return fit(language, [unseen], end)
    lines = prospect.table.front.words.tell(language, prospect.changes, prospect.runners)
    lines = lines or [language.say(reason) for reason in prospect.reasons]
    if not prospect.is_whole:
        lines.append(language.say("ui.away.chance"))
    head = language.say("ui.away.sure", seat=prospect.seat, name=prospect.table.game.name)
    return fit(language, [head, *(f"> {line}" for line in lines)], end)


def write_outcome(language: Language, outcome: Outcome) -> str:
    """Return the result of a proposal as text: who still has to agree or, if no one, what has changed."""
    if not outcome.is_done:
        return write_missing(language, outcome)
    if outcome.kind == CORRECT.name:
        return language.say("ui.correct.done")
    if outcome.seat:
        return language.say("ui.replace.done", seat=outcome.seat, who=outcome.name)
    return write_table_settings(language, outcome.table)


def write_correction(language: Language, tried: Correction) -> str:
    """Return the effects of a proposed correction: changes, totals, victory checks, and whether others must agree."""
    front = tried.table.front
    before, after = (front.outlook.write_verdict(language, game) for game in (tried.before, tried.after))
    totals = front.score.write_changes(language, tried.before.view(), tried.after.view())
    lines = [*front.words.tell(language, tried.changes), *([f"-# {totals}"] if totals else [])]
    if before != after:
        lines += [
            language.say("ui.correct.was", what="".join(before)),
            language.say("ui.correct.is", what="".join(after)),
        ]
    else:
        lines += before
    return fit(language, lines, ["", language.say(f"ui.correct.{'alone' if tried.is_alone else 'together'}")])


def write_missing(language: Language, outcome: Outcome) -> str:
    """Return a sentence on who still has to agree to a proposal: seats, and a newcomer by name."""
    names = [outcome.name if one == NEWCOMER else language.word(f"seat.{one}") for one in outcome.missing]
    return language.say("ui.replace.waiting", names=names)


def write_vote(language: Language, vote: Outcome) -> str:
    """Return a sentence that the game has gone back, or on the seats that still have to agree to going back."""
    if vote.is_done:
        return language.say("ui.rewind.done")
    return language.say("ui.rewind.waiting", seat=list(vote.missing))


def write_traces(language: Language, traces: Traces) -> str:
    """Return the amount of stored data about a person, a line for each kind, or a sentence that there is none."""
    if traces.is_empty:
        return language.say("ui.privacy.nothing")
    counts = (
        ("seats", traces.seats),
        ("past_seats", traces.past_seats),
        ("hosted", traces.hosted),
        ("choices", traces.choices),
        ("arrangements", traces.arrangements),
        ("seasons", traces.seasons),
        ("audited", traces.audited),
        ("devices", traces.devices),
        ("preferences", int(traces.has_preferences)),
    )
    lines = [language.say(f"ui.privacy.{name}", count=count) for name, count in counts if count]
    return "\n".join([language.say("ui.privacy.title"), *(f"- {line}" for line in lines)])
