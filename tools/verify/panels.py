"""Builds the panels of a decision for everyone, and checks them against Discord's limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

import discord

from bot.console.showing import open_table
from bot.discord.forms import make_form
from bot.discord.limits import repair
from bot.discord.outgoing import BeyondLimits, check_message, compose, fit_screen
from bot.discord.panel import NEAR, Rows, add_signpost, panel, rules_in, rules_view
from bot.language import Language
from bot.narrate.panel import Sheet, write_why_not
from bot.tables.choices import Field, find_fields
from bot.tables.draft import Draft, extend
from bot.tables.moments import TableMoment
from bot.tables.practice import Move, Practice, look, place_of
from bot.tables.table import Table
from engine import Game
from engine.core.text import text

LONG = "W" * 32
"""The longest name that Discord lets a person have."""
VERSION = 99_999
"""How often a table may have changed by the end of a long game."""
MOST_MARKS = ".9999"
NOTE = text("error.no_picture", rule="1.4")
"""A note that a panel may have to show, with a paragraph of the rules that has a button."""


def make_table(game: Game, table_id: str = "k7m2xq") -> Table:
    """Return a table for a game, with a person on every seat whose name is as long as Discord allows."""
    return open_table(game, table_id, LONG, VERSION)


def make_moment(game: Game, draft: Draft | None = None) -> TableMoment:
    """Return the moment of a person who must decide. ``game`` has already played the keys of their draft."""
    return TableMoment(
        game, draft or Draft(), game.view(), [], list(game.state.log), is_mine=True, table=make_table(game)
    )


def list_moments(game: Game) -> Iterator[TableMoment]:
    """Yield the moments of a decision: the mover's at first, in the middle and before Confirm, then other people's."""
    decision = game.decision
    if decision is None:
        return
    fresh = make_moment(game)
    fresh.undo_seat = decision.seat
    yield fresh
    keys = game.keys or ("pass",)
    # Both moments offer the same, which the copy keeps.
    fresh.find_offers()
    begun = copy(fresh)
    begun.draft, begun.undo_seat = Draft(keys), ""
    yield begun
    armed = next((key for key in sorted(decision.keys) if game.crosses_barrier(key)), "")
    if armed:
        yield make_moment(game, Draft(keys, armed))
    waiting = make_moment(game)
    waiting.is_mine = False
    yield waiting


def check_panels(game: Game, language: Language) -> list[TableMoment]:
    """Check every panel of a decision against Discord's limits, and return their moments. Raises BeyondLimits."""
    blind = game.blind((game.pending_seat,))
    moments = list(list_moments(blind))
    fields: list[Field] = []
    for number, moment in enumerate(moments):
        language = language.of_game(*moment.table.voice)
        moment.notes = [NOTE]
        sheet, view = panel(language, moment, NEAR if number % 2 else "", MOST_MARKS)
        add_signpost(view, language, moment.notes)
        check_answer(language, sheet, view)
        # The first two moments have the same form: they differ in what can be undone.
        fields = fields if number == 1 else find_fields(moment)
        check_form(language, moment, fields, may_choose=number == 0)
    if moments:
        closed = blind.decision.closed() if blind.decision is not None else []
        rules = rules_view(language, rules_in(*(option.why for option in closed if option.why is not None)))
        check_answer(language, Sheet("", write_why_not(language, moments[0]), 0), rules)
        place = place_of(blind)
        practice = Practice("", "Salt March", {}, blind.start, place, place, place, "0" * 8, [Move(())])
        check_answer(language, *panel(language, look(practice)))
    return moments


def check_form(language: Language, moment: TableMoment, fields: Sequence[Field], *, may_choose: bool) -> None:
    """Check the form of a question against Discord's limits. Raises BeyondLimits.

    ``may_choose`` chooses each of its answers too: once for a question, because they are the same at all its moments.
    """
    form = make_form(language, moment, fields)
    if form is None:
        return
    if faults := repair(form.to_dict()):
        raise BeyondLimits("; ".join(faults))
    for field in fields if may_choose else ():
        for choice in field.choices:
            extend(moment.game.clone(), Draft(), [choice.press])


def check_answer(language: Language, sheet: Sheet | None, view: discord.ui.View | Rows | None) -> None:
    """Check an answer against Discord's limits; a panel never has to be cut. Raises BeyondLimits."""
    _, fitted, full = fit_screen(language, "", sheet)
    check_message(view=compose("", fitted, view), content=full)
