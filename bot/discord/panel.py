"""Panels and buttons on Discord. The custom id of every component has its table, moment, verb and key.

Some buttons lead from a refusal or a message to the paragraphs of the rules that it names. How the choices are arranged
is in `bot.discord.layout`, the text of a panel in `bot.narrate.panel`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import discord

from bot.discord.layout import BUDGET, ROW, Row, Style, lay_out, style_of
from bot.discord.limits import CUSTOM_ID_LIMIT
from bot.games.answers import Shortcut
from bot.games.playing import MOST_BUTTONS
from bot.games.showing import is_on_map
from bot.language import Language, Said, clean
from bot.narrate.options import (
    CHOICE_LIMIT,
    LABEL_LIMIT,
    NO_NUMBERS,
    hint_choice,
    label_choice,
    must_be_brief,
    name_action,
    name_choices,
)
from bot.narrate.panel import Sheet, seat_colour, write_panel, write_why_not
from bot.narrate.paragraphs import Paragraph, find_book
from bot.narrate.standing import shorten
from bot.tables.choices import Choice, find_choices, has_form
from bot.tables.moments import Moment
from bot.tables.offers import KEY_LIMIT, Offers
from bot.tables.table import Table
from engine.core.text import Text

PREFIX = "g1"
NO_TOKEN = "-"  # noqa: S105
NO_GAME = "0"
NEAR = "near"
"""The key of the button that shows only the parts of the map that change, enlarged."""
PARTS = 5
"""The number of parts of a custom id of the bot, which colons separate."""

STYLES: dict[Style, discord.ButtonStyle] = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
ACTION_STYLES: dict[str, Style] = {"guide": "primary", "drop": "danger"}
PUBLIC_STYLES: dict[str, Style] = {
    "turn": "primary",
    "keep": "primary",
    "reactivate": "primary",
    "start": "success",
    "begin": "success",
    "fill": "success",
    "alone": "primary",
    "quit": "danger",
    "end": "danger",
    "entrust": "danger",
    "cede": "danger",
    "forget": "danger",
}


Button = discord.ui.Button[discord.ui.View]
Select = discord.ui.Select[discord.ui.View]
Item = Button | Select


class Components(discord.ui.View):
    """Components that never expire. Only their custom ids decide what they do (see `bot.client`).

    An ordinary view would be kept by the library until the program ends, to find it at a click.
    """

    def __init__(self, buttons: Iterable[Button] = ()) -> None:
        super().__init__(timeout=None)
        for made in buttons:
            self.add_item(made)

    def is_dispatchable(self) -> bool:
        """Return False: buttons are found by their custom ids, so the library does not keep the view."""
        return False


class Press:
    """A click on a button or list, or a submitted form, read from its custom id.

    ``token`` names the moment of the panel, or is None. ``keys`` are the picks in a list or form, for a button its
    ``key``.
    """

    def __init__(self, match: re.Match[str], verb: str) -> None:
        self.game_id = match["game"]
        self.token = None if match["token"] == NO_TOKEN else match["token"]
        self.verb = verb
        self.key = match["key"]
        self.keys = [self.key]


def custom_id(game_id: str, token: str, verb: str, key: str = "") -> str:
    """Return a component's custom id: ``g1:<game>:<token>:<verb>:<key>``. Raises ValueError beyond Discord's limit."""
    made = f"{PREFIX}:{game_id}:{token}:{verb}:{key}"
    if len(made) > CUSTOM_ID_LIMIT:
        raise ValueError(f"The custom id {made!r} is longer than {CUSTOM_ID_LIMIT} characters.")
    return made


def read_custom_id(custom_id: str | None) -> tuple[str, str]:
    """Return verb and key of a custom id; both are "" if the id is not one of ours."""
    parts = (custom_id or "").split(":", PARTS - 1)
    return (parts[3], parts[4]) if len(parts) == PARTS and parts[0] == PREFIX else ("", "")


def button(
    label: str, game_id: str, token: str, verb: str, key: str = "", style: Style = "secondary", row: int | None = None
) -> Button:
    """Return a button, whose custom id alone decides what it does (see `bot.client`)."""
    return discord.ui.Button(
        label=shorten(label, LABEL_LIMIT), custom_id=custom_id(game_id, token, verb, key), style=STYLES[style], row=row
    )


def show_why_not(language: Language, moment: Moment, interaction_id: int) -> Sheet:
    """Return the options that cannot be chosen at a moment, with the reasons, as a sheet for a separate message.

    The sheet's footer has the time of the click, because the message stays while the game continues.
    """
    words, when = write_why_not(language, moment), discord.utils.snowflake_time(interaction_id)
    footer = language.say("ui.why_not.then", when=discord.utils.format_dt(when, "t"))
    return Sheet(language.say("ui.why_not.title"), words, seat_colour(moment), footer)


class Beside(NamedTuple):
    """Text with a button beside it."""

    words: str
    made: Button


class Rows:
    """The buttons and lists of a panel, row by row, with more room than in a message of the classic kind.

    Between them there may be text, with or without a button beside it.
    """

    def __init__(self) -> None:
        self.rows: list[list[Item] | Beside | str] = []

    @property
    def children(self) -> list[Item]:
        """Return the buttons and lists of the rows, without those beside text, which need no icon."""
        return [item for row in self.rows if isinstance(row, list) for item in row]

    def has_components_v2(self) -> bool:
        """Return True: only messages with Components V2 have room for these rows."""
        return True

    def add(self, *items: Item) -> None:
        """Add a row, unless it is empty."""
        if items:
            self.rows.append(list(items))

    def add_beside(self, words: str, made: Button) -> None:
        """Add text with a button beside it."""
        self.rows.append(Beside(words, made))

    def add_words(self, words: str) -> None:
        """Add text below the rows so far."""
        self.rows.append(words)

    def add_to_last(self, item: Item) -> bool:
        """Add a button to the last row if there is room. Return whether there was."""
        last = self.rows[-1] if self.rows else None
        if not isinstance(last, list) or len(last) >= ROW or isinstance(last[0], discord.ui.Select):
            return False
        last.append(item)
        return True

    def add_last(self, item: Item) -> None:
        """Add a button to the last row or, if there is no room, below it."""
        if not self.add_to_last(item):
            self.add(item)

    def add_second(self, item: Button) -> None:
        """Insert a button as the second of the last row, unless that is text. Drop the last button of a full row."""
        last = self.rows[-1]
        if isinstance(last, list):
            last.insert(1, item)
            del last[ROW:]

    def make_rows(self) -> Iterator[discord.ui.Item[Any]]:
        """Yield the rows as components of a message."""
        for row in self.rows:
            if isinstance(row, str):
                yield discord.ui.TextDisplay(row)
            elif isinstance(row, Beside):
                yield discord.ui.Section(row.words, accessory=row.made)
            else:
                made: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
                for item in row:
                    made.add_item(item)
                yield made

    def to_components(self) -> list[dict[str, Any]]:
        """Return the rows as Discord's API expects them."""
        return [part.to_component_dict() for part in self.make_rows()]


def panel_view(
    language: Language,
    moment: Moment,
    offers: Offers,
    closer: str = "",
    mark: str = "",
    numbers: Mapping[str, int] = NO_NUMBERS,
) -> Rows:
    """Return the components of a person's panel at a moment; ``closer`` is `NEAR` while the whole map is shown.

    A ``mark`` gives its lists new custom ids. With the same custom id, Discord keeps showing the last pick from a list
    and does not let anyone pick the same again. ``numbers`` has the number of each place on the picture of the
    question.
    """
    made = Rows()
    decision = moment.decision
    ending = confirm_button(language, moment) if moment.is_mine else None
    choices = name_choices(language, moment, find_choices(language, moment, offers)) if moment.is_mine else []
    if decision is not None and choices:
        # Shortcuts come first, as many as fit into one row.
        first = [choice for choice in choices if choice.role == "shortcut"][:ROW]
        made.add(*(choice_button(language, moment, choice) for choice in first))
        answers = [choice for choice in choices if choice.role != "shortcut"]
        is_long = any(len(choice.words) > LABEL_LIMIT for choice in answers if choice.role == "plan")
        rows = lay_out(moment.front, decision, answers, BUDGET - len(first), has_long_plans=is_long)
        for place, row in enumerate(rows):
            if row.is_select:
                made.add(select(language, moment, row, f"{place}{mark}", numbers))
            else:
                made.add(*(choice_button(language, moment, choice, numbers) for choice in row.choices))
                if any(choice.is_confirm for choice in row.choices):
                    ending = None
        if has_form(moment, decision, offers.planned) and not moment.draft.queue:
            made.add_last(button(language.say("ui.button.form"), moment.id, moment.token, "form"))
        if ending is not None and made.add_to_last(ending):
            # Confirm is placed beside Done, because it makes that click unnecessary. The last row need not have it.
            ending = None
    last = [*([ending] if ending is not None else []), *controls(language, moment, offers, closer)]
    made.add(*last[:ROW])
    return made


def confirm_button(language: Language, moment: Moment) -> Button | None:
    """Return the Confirm button, which plays the draft and the answer that ends it; None while no answer ends it."""
    press = moment.find_press()
    if press is None:
        return None
    return button(language.say("ui.button.confirm"), moment.id, moment.token, "confirm", press, "success")


def choice_button(
    language: Language, moment: Moment, choice: Choice, numbers: Mapping[str, int] = NO_NUMBERS
) -> Button:
    """Return the button of a choice. If nothing is left to ask after it, the button also confirms."""
    label = label_choice(language, choice, numbers=numbers)
    style = style_of(choice, moment.decision)
    if isinstance(choice.what, Shortcut) and not (choice.is_confirm and len(choice.press) <= KEY_LIMIT):
        return button(label, moment.id, moment.token, "short", choice.what.name, "primary")
    if choice.is_confirm:
        is_plain = choice.role == "stop" and not choice.is_decisive
        label = language.say("ui.button.confirm" if is_plain else "ui.button.confirm_key", what=label)
        return button(label, moment.id, moment.token, "confirm", choice.press, style)
    return button(label, moment.id, moment.token, "choose", choice.press, style)


def select(language: Language, moment: Moment, row: Row, name: str, numbers: Mapping[str, int] = NO_NUMBERS) -> Select:
    """Return the list for a row of choices, from which up to ``row.most`` may be picked at once."""
    view, is_long = moment.view, len(row.choices) > MOST_BUTTONS
    return discord.ui.Select(
        custom_id=custom_id(moment.id, moment.token, "pick", name),
        placeholder=shorten(write_placeholder(language, row), LABEL_LIMIT),
        max_values=row.most,
        options=make_lines(language, moment, row.choices, view, numbers, has_region=is_long),
    )


def write_placeholder(language: Language, row: Row) -> str:
    """Return the text that a list shows before anything is picked."""
    first = row.choices[0]
    if first.role == "plan":
        return language.say("ui.select.plans.several" if row.most > 1 else "ui.select.plans", count=row.most)
    words = language.say("ui.select.several" if row.most > 1 else "ui.select.one", count=row.most)
    if row.kinds:
        words = language.put_together("items", (language.say(f"ui.kind.{kind}") for kind in row.kinds))
        if row.most > 1:
            words = language.say("ui.select.kinds", what=words, count=row.most)
    if first.is_onward and first.role == "space":
        return language.say("ui.select.onward.kinds" if row.kinds else "ui.select.onward", what=words)
    return words


def make_lines(
    language: Language,
    moment: Moment,
    choices: Sequence[Choice],
    view: Any,
    numbers: Mapping[str, int] = NO_NUMBERS,
    *,
    has_region: bool = False,
) -> list[discord.SelectOption]:
    """Return the lines of a list. With ``has_region``, each description also names the region of the choice's place."""
    briefly = must_be_brief(language, moment, choices, view)
    return [
        discord.SelectOption(
            label=label_choice(language, choice, CHOICE_LIMIT, numbers),
            value=choice.press,
            description=hint_choice(language, moment, choice, view, has_region=has_region, briefly=briefly) or None,
        )
        for choice in choices
    ]


def controls(language: Language, moment: Moment, offers: Offers, closer: str = "") -> list[Button]:
    """Return the buttons that follow Confirm in the last row of a panel, the most needed first.

    They undo choices, show why options cannot be chosen, show the map or what’s new, and offer the session's other
    actions.
    """
    game_id, token = moment.id, moment.token
    made = ways_back(language, moment)
    if len(moment.draft.to_commit) == 1:
        # With a single choice, undoing it and undoing everything are the same: one button is enough.
        del made[1:]
    if moment.is_mine and not moment.draft.armed:
        made.append(button(language.say("ui.button.why_not"), game_id, token, "why"))
    changes, _ = moment.foretell(offers.ending)
    label = "ui.button.preview" if is_on_map(moment.front.pictures, changes) else "ui.button.board"
    made.append(button(language.say("ui.button.closer" if closer else label), game_id, token, "map", closer))
    if moment.has_past and moment.draft.is_empty and not closer:
        made.append(button(language.say("ui.button.catchup"), game_id, NO_TOKEN, "catchup"))
    return made + list_actions(language, moment)


def list_actions(language: Language, moment: Moment) -> list[Button]:
    """Return the buttons for a session's actions besides playing (`Moment.actions`), the most needed first."""
    return [
        button(
            name_action(language, moment, name), moment.id, moment.token, name, "", ACTION_STYLES.get(name, "secondary")
        )
        for name in moment.actions
    ]


def ways_back(language: Language, moment: Moment) -> list[Button]:
    """Return the buttons that undo choices or, without any, the last confirmed turn; they work without a panel."""
    if moment.is_mine and not moment.draft.is_empty:
        labels = {"undo": "ui.button.undo", "reset": "ui.button.reset"}
    else:
        labels = {"undo": "ui.button.take_back"} if moment.undo_seat else {}
    return [button(language.say(label), moment.id, moment.token, verb) for verb, label in labels.items()]


def put_together(buttons: Iterable[Button]) -> discord.ui.View | None:
    """Return buttons as a view, or None if there are none."""
    view = Components(buttons)
    return view if view.children else None


def panel(
    language: Language, moment: Moment, closer: str = "", mark: str = "", *, is_pictured: bool = False
) -> tuple[Sheet, Rows]:
    """Return the sheet and the rows of a person's panel at a moment; ``closer`` and ``mark`` are those of `panel_view`.

    ``is_pictured`` means that a picture of the question is shown with the panel, which numbers the places.
    """
    offers, decision = moment.find_offers(), moment.decision
    numbers = moment.front.pictures.number_places(decision) if is_pictured and decision is not None else NO_NUMBERS
    sheet = write_panel(language, moment, offers, in_full=bool(closer))
    return sheet, panel_view(language, moment, offers, closer, mark, numbers)


def public_view(language: Language, game_id: str, verbs: Sequence[str]) -> Components:
    """Return the buttons under a public message, which never expire. A verb may carry a key, as in “agree:57”."""
    return Components(public_buttons(language, game_id, verbs))


def public_buttons(
    language: Language, game_id: str, verbs: Iterable[str], styles: Mapping[str, Style] = PUBLIC_STYLES
) -> Iterator[Button]:
    """Yield a button for each verb of a public message (`public_view`)."""
    for made in verbs:
        verb, _, key = made.partition(":")
        style = styles.get(verb, "secondary")
        yield button(language.say(f"ui.button.{verb}"), game_id, NO_TOKEN, verb, key, style)


def tables_view(
    language: Language, tables: Sequence[Table], verb: str, label_key: str = "", *, key: str = ""
) -> Components:
    """Return the buttons of `table_buttons` as the view of a message."""
    return Components(table_buttons(language, tables, verb, label_key, key=key))


def table_buttons(
    language: Language, tables: Sequence[Table], verb: str, label_key: str = "", *, key: str = ""
) -> Iterator[Button]:
    """Yield a button for each of some tables, with the same verb and ``key``; as many as fit into a message.

    ``label_key`` is the key of the label, or "" for the table's name alone.
    """
    shown = tables[: ROW * ROW]
    names = Counter(table.game.name for table in shown)
    for table in shown:
        name = Said(clean(table.game.name))
        if names[table.game.name] > 1:
            name = Said(language.say("ui.option.aside", what=name, aside=Said(table.id)))
        label = language.of_game(table.game.kind).say(label_key, name=name) if label_key else name
        yield button(label, table.id, NO_TOKEN, verb, key, "primary")


MOST_PARAGRAPHS = 10
"""The most paragraphs that are offered under one message."""


def paragraph_button(paragraph: Paragraph, verb: str, row: int | None = None, sign: str = "") -> Button:
    """Return the button of a paragraph: “page” shows it in the same message, “rule” in a new one."""
    label = f"{sign} {paragraph.name}" if sign else paragraph.name
    return button(label, NO_GAME, NO_TOKEN, verb, paragraph.number, row=row)


def rule_buttons(language: Language, numbers: Iterable[str], row: int = 0) -> list[Button]:
    """Return a button for each of these paragraphs that is known, up to `MOST_PARAGRAPHS`, from the row ``row`` on."""
    books = [(number, find_book(language.code, number)) for number in dict.fromkeys(numbers) if number]
    known = [book[number] for number, book in books if book is not None][:MOST_PARAGRAPHS]
    return [paragraph_button(paragraph, "rule", row + place // ROW) for place, paragraph in enumerate(known)]


def rules_view(language: Language, numbers: Iterable[str]) -> discord.ui.View | None:
    """Return the buttons of these paragraphs as a view, or None if none of them is known."""
    return put_together(rule_buttons(language, numbers))


def rules_in(*reasons: Text) -> list[str]:
    """Return the numbers of the paragraphs that reasons name, directly or in a nested text."""
    found = []
    for reason in reasons:
        inner = [value for value in reason.params.values() if isinstance(value, Text)]
        found += [reason.rule] if reason.rule else []
        found += rules_in(*inner)
    return found


def add_signpost(rows: Rows, language: Language, notes: Iterable[Text]) -> None:
    """Add a button to the last row, if there is room, for the first paragraph that the notes on a panel name."""
    for made in rule_buttons(language, rules_in(*notes))[:1]:
        rows.add_to_last(made)
