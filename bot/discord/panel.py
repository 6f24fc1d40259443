"""Panels and buttons as Discord shows them. Every component carries its game, moment, verb and key in its custom id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import discord

from bot.discord.layout import ROW, Row, Style, lay_out, style_of
from bot.discord.limits import CUSTOM_ID_LIMIT
from bot.games.answers import Shortcut
from bot.games.frontend import Frontend
from bot.language import Language
from bot.names import Said, clean
from bot.narrate.panel import (
    CHOICE_LIMIT,
    IDLE,
    LABEL_LIMIT,
    Sheet,
    hint_option,
    label_option,
    name_action,
    seat_colour,
    shorten,
    write_panel,
    write_why_not,
)
from bot.tables.draft import KEY_SEPARATOR
from bot.tables.moments import Moment
from bot.tables.offers import KEY_LIMIT, Offers
from bot.tables.table import Table
from engine.core.decision import Decision, Option
from engine.core.text import Text

PREFIX = "g1"
NO_TOKEN = "-"  # noqa: S105
NO_GAME = "0"
NEAR = "near"
"""The key of the button that shows the part of the map that matters, at twice the size."""

STYLES: dict[Style, discord.ButtonStyle] = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
ACTION_STYLES: dict[str, Style] = {"guide": "primary", "drop": "danger"}
PUBLIC_STYLES: dict[str, Style] = {
    "turn": "primary",
    "start": "success",
    "begin": "success",
    "fill": "success",
    "new": "primary",
    "quit": "danger",
    "end": "danger",
    "entrust": "danger",
    "cede": "danger",
}


class Components(discord.ui.View):
    """Components that never expire. What they do is found by their custom ids alone (see `bot.discord.router`).

    The library would keep each one that was ever sent until the program ends, to find it at a press.
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_dispatchable(self) -> bool:
        """Whether the library is to remember it: no."""
        return False


class Press:
    """A button pressed or a select used, as its custom id tells it."""

    def __init__(self, match: re.Match[str], verb: str) -> None:
        self.game_id = match["game"]
        self.token = None if match["token"] == NO_TOKEN else match["token"]
        self.verb = verb
        self.key = match["key"]


def custom_id(game_id: str, token: str, verb: str, key: str = "") -> str:
    """The custom id of a component: ``g1:<game>:<version>:<verb>:<key>``. Raises ValueError beyond Discord's limit."""
    made = f"{PREFIX}:{game_id}:{token}:{verb}:{key}"
    if len(made) > CUSTOM_ID_LIMIT:
        raise ValueError(f"The custom id {made!r} is longer than {CUSTOM_ID_LIMIT} characters.")
    return made


def button(
    label: str, game_id: str, token: str, verb: str, key: str = "", style: Style = "secondary", row: int | None = None
) -> discord.ui.Button[discord.ui.View]:
    """A button. What it does is decided by its custom id alone (see `bot.discord.router`)."""
    return discord.ui.Button(
        label=shorten(label, LABEL_LIMIT),
        custom_id=custom_id(game_id, token, verb, key),
        style=STYLES[style],
        row=row,
    )


def show_why_not(language: Language, moment: Moment, interaction_id: int) -> Sheet:
    """Return what is closed, and why. It is a message by itself that stays while the game goes on: it has a time."""
    words, when = write_why_not(language, moment), discord.utils.snowflake_time(interaction_id)
    footer = language.say("ui.why_not.then", when=discord.utils.format_dt(when, "t"))
    return Sheet(language.say("ui.why_not.title"), words, seat_colour(moment), footer)


def panel_view(language: Language, moment: Moment, offers: Offers, closer: str = "", mark: str = "") -> discord.ui.View:
    """The components of a person's panel at a moment; ``closer`` is `NEAR` while the whole map is shown.

    A ``mark`` makes its lists other lists than those of before. As long as its custom id stays, Discord goes on showing
    what was picked from a list, and does not let the same be picked again.
    """
    view = Components()
    decision = moment.decision
    made = confirm_button(language, moment, offers) if moment.is_mine else None
    if decision is not None and moment.is_mine and not moment.draft.armed:
        warnings = {**decision.warnings(), **offers.warnings}
        shortcuts = {
            KEY_SEPARATOR.join(short.keys): short for short in moment.front.orders.list_shortcuts(language, moment.game)
        }
        others = [short for press, short in shortcuts.items() if not offers.is_offered(decision, press)][:ROW]
        for short in others:
            view.add_item(shortcut_button(language, moment, short))
        first = int(bool(others))
        rows = lay_out(moment.front, decision, offers, ROW - 1 - first)
        for number, row in enumerate(rows, start=first):
            if row.is_select:
                view.add_item(select(language, moment, row, number, warnings, mark))
                continue
            for option in row.options:
                words = shortcuts[option.key].words if option.key in shortcuts else ""
                view.add_item(option_button(language, moment, decision, offers, option, number, warnings, words))
            if made is not None and any(offers.is_confirm(option.key) for option in row.options):
                made = None
        if made is not None and not rows[-1].is_select and len(rows[-1].options) < ROW:
            # Beside the end of the question, of which it is the shorter way on.
            made.row = first + len(rows) - 1
            view.add_item(made)
            made = None
    last = [*([made] if made is not None else []), *controls(language, moment, offers, closer)]
    for control in last[:ROW]:
        control.row = ROW - 1
        view.add_item(control)
    return view


def shortcut_button(language: Language, moment: Moment, short: Shortcut) -> discord.ui.Button[discord.ui.View]:
    """The button of a shortcut. One that ends in a barrier is its own Confirm, where its keys fit into the button."""
    press = KEY_SEPARATOR.join(short.keys)
    if short.is_end and len(press) <= KEY_LIMIT:
        label = language.say("ui.button.confirm_key", what=short.words)
        return button(label, moment.id, moment.token, "confirm", press, "success", 0)
    return button(short.words, moment.id, moment.token, "short", short.name, "primary", 0)


def confirm_button(language: Language, moment: Moment, offers: Offers) -> discord.ui.Button[discord.ui.View] | None:
    """The button that plays the draft with all that ends it; None where nothing does yet."""
    if offers.ending is None:
        return None
    press = "" if moment.draft.armed else offers.ending.press
    return button(language.say("ui.button.confirm"), moment.id, moment.token, "confirm", press, "success")


def option_button(
    language: Language,
    moment: Moment,
    decision: Decision,
    offers: Offers,
    option: Option,
    row: int,
    warnings: Mapping[str, Text],
    words: str = "",
) -> discord.ui.Button[discord.ui.View]:
    """The button of an option. One that ends the turn with nothing left to ask is its own Confirm.

    ``words`` are those of a shortcut to the same, which say more.
    """
    style = style_of(option, decision, offers)
    label = words or label_option(language, option, warnings=warnings)
    if offers.is_confirm(option.key):
        is_stop = option.role == "stop" and not offers.decisive
        label = language.say("ui.button.confirm" if is_stop else "ui.button.confirm_key", what=label)
        return button(label, moment.id, moment.token, "confirm", option.key, style, row)
    return button(label, moment.id, moment.token, "choose", option.key, style, row)


def select(
    language: Language, moment: Moment, row: Row, number: int, warnings: Mapping[str, Text], mark: str = ""
) -> discord.ui.Select[discord.ui.View]:
    """A select of options; several may be chosen at once where the question comes several times.

    What would come to nothing stands last.
    """
    view = moment.view
    options = sorted(row.options, key=lambda option: option.key in warnings and warnings[option.key].key == IDLE)
    placeholder = language.say("ui.select.several" if row.most > 1 else "ui.select.one", count=row.most)
    if row.kinds:
        placeholder = language.put_together("items", (language.say(f"ui.kind.{kind}") for kind in row.kinds))
        if row.most > 1:
            placeholder = language.say("ui.select.kinds", what=placeholder, count=row.most)
    if row.is_onward:
        placeholder = language.say("ui.select.onward.kinds" if row.kinds else "ui.select.onward", what=placeholder)
    return discord.ui.Select(
        custom_id=custom_id(moment.id, moment.token, "pick", f"{number}{mark}"),
        placeholder=shorten(placeholder, LABEL_LIMIT),
        max_values=row.most,
        options=[choice(language, moment.front, option, view, warnings) for option in options],
        row=number,
    )


def choice(
    language: Language, front: Frontend, option: Option, view: Any, warnings: Mapping[str, Text]
) -> discord.SelectOption:
    """One line of a select."""
    return discord.SelectOption(
        label=label_option(language, option, CHOICE_LIMIT, warnings),
        value=option.key,
        description=hint_option(language, front, option, view, warnings) or None,
    )


def controls(
    language: Language, moment: Moment, offers: Offers, closer: str = ""
) -> list[discord.ui.Button[discord.ui.View]]:
    """The last row of a panel, after its Confirm: take back, reasons, map, and as much else as there is room for."""
    game_id, token = moment.id, moment.token
    made = ways_back(language, moment)
    if len(moment.draft.to_commit) == 1:
        # There is no more to take back than the one.
        del made[1:]
    if moment.is_mine and not moment.draft.armed:
        made.append(button(language.say("ui.button.why_not"), game_id, token, "why"))
    changes, _ = moment.foretell(offers.ending)
    label = "ui.button.preview" if moment.front.pictures.is_on_map(changes) else "ui.button.board"
    made.append(button(language.say("ui.button.closer" if closer else label), game_id, token, "map", closer))
    if moment.has_past and moment.draft.is_empty and not closer:
        made.append(button(language.say("ui.button.catchup"), game_id, NO_TOKEN, "catchup"))
    return made + list_actions(language, moment)


def list_actions(language: Language, moment: Moment) -> list[discord.ui.Button[discord.ui.View]]:
    """The buttons of what one can do in this session besides playing, the most needed first."""
    return [
        button(
            name_action(language, moment, name), moment.id, moment.token, name, "", ACTION_STYLES.get(name, "secondary")
        )
        for name in moment.actions
    ]


def ways_back(language: Language, moment: Moment) -> list[discord.ui.Button[discord.ui.View]]:
    """The buttons that take back what was chosen, or confirmed last. They need no panel."""
    if moment.is_mine and not moment.draft.is_empty:
        labels = {"undo": "ui.button.undo", "reset": "ui.button.reset"}
    else:
        labels = {"undo": "ui.button.take_back"} if moment.undo_seat else {}
    return [button(language.say(label), moment.id, moment.token, verb) for verb, label in labels.items()]


def add_to_last_row(view: discord.ui.View, made: discord.ui.Button[discord.ui.View]) -> None:
    """Add a button to the last row of a panel, where there is room for it."""
    if sum(item.row == ROW - 1 for item in view.children) < ROW:
        made.row = ROW - 1
        view.add_item(made)


def put_together(buttons: Iterable[discord.ui.Button[discord.ui.View]]) -> discord.ui.View | None:
    """Return buttons as a view, or None when there is none."""
    view = Components()
    for made in buttons:
        view.add_item(made)
    return view if view.children else None


def panel(language: Language, moment: Moment, closer: str = "", mark: str = "") -> tuple[Sheet, discord.ui.View]:
    """A person's whole panel at a moment."""
    offers = moment.find_offers()
    return write_panel(language, moment, offers), panel_view(language, moment, offers, closer, mark)


def public_view(language: Language, game_id: str, verbs: Sequence[str]) -> discord.ui.View:
    """The buttons under a public message, which never go stale. A verb may bring a key along: "agree:57"."""
    view = Components()
    for made in verbs:
        verb, _, key = made.partition(":")
        style = PUBLIC_STYLES.get(verb, "secondary")
        view.add_item(button(language.say(f"ui.button.{verb}"), game_id, NO_TOKEN, verb, key, style))
    return view


def tables_view(language: Language, tables: Sequence[Table], verb: str, key: str = "") -> discord.ui.View:
    """A button for each of some tables, which does the same at it; ``key`` is that of its label, "" for the name alone.

    There is room for so many as a message may have.
    """
    view = Components()
    for table in tables[: ROW * ROW]:
        name = Said(clean(table.game.name))
        label = language.of_game(table.game.kind).say(key, name=name) if key else name
        view.add_item(button(label, table.id, NO_TOKEN, verb, "", "primary"))
    return view


def status_view(language: Language, table: Table) -> discord.ui.View:
    """The buttons of the pinned status message: seats to take and Start, or the way into the game.

    *Your turn* is there while the game waits for a person.
    """
    if table.game.status in ("over", "closed"):
        verbs = ["board", "log", "verify", "rematch"] if table.game.status == "over" else []
        return public_view(language, table.id, verbs)
    view = Components()
    for seat in table.seats:
        if seat.kind == "empty":
            label = language.say("ui.button.take", seat=seat.seat)
            view.add_item(button(label, table.id, NO_TOKEN, "take", seat.seat, "primary", 0))
    if table.game.status == "playing":
        waiting = table.state.waiting
        calls = ["turn"] if waiting is None or waiting.who else []
        for made in public_view(language, table.id, [*calls, "board", "card", "log"]).children:
            made.row = 1
            view.add_item(made)
        return view
    view.add_item(button(language.say("ui.button.leave"), table.id, NO_TOKEN, "leave", row=1))
    start = button(language.say("ui.button.start"), table.id, NO_TOKEN, "start", "", "success", 1)
    start.disabled = all(seat.kind == "empty" for seat in table.seats)
    view.add_item(start)
    return view
