"""Forms on Discord: several answers that are submitted together. The custom id of a form decides what it does."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

import discord

from bot.discord.limits import FORM_LABEL_LIMIT, FORM_TITLE_LIMIT, Part, repair
from bot.discord.outgoing import report
from bot.discord.panel import PREFIX, Press, custom_id, make_lines
from bot.discord.places import LOST
from bot.discord.reply import Answer
from bot.games.playing import MOST_BUTTONS
from bot.language import Language
from bot.narrate.options import hint_option, label_option, name_choices
from bot.narrate.panel import find_prompt
from bot.narrate.standing import shorten
from bot.tables.choices import Field, find_fields
from bot.tables.moments import Moment
from bot.typed import mend
from engine.core.errors import GameError
from storage import StorageError

log = logging.getLogger(__name__)

SUBMITTED = re.compile(
    rf"{PREFIX}:(?P<game>[a-z0-9]{{1,12}}):(?P<token>[0-9a-z-]{{1,64}}):(?P<verb>submit|opening|setting|serversetting|corrected):(?P<key>.*)"
)


Maker = Callable[[Answer, Press], Awaitable[discord.ui.Modal | None]]
"""Makes the form that answers a click. It returns None if the handler of the click's verb answers."""


class Form(discord.ui.Modal):
    """A form to send.

    It is stopped at once: otherwise the library would keep it until it is submitted, perhaps for ever.
    """

    def __init__(self, payload: Part) -> None:
        super().__init__(title=payload["title"], custom_id=payload["custom_id"])
        self._payload = payload
        self.stop()

    def to_dict(self) -> Part:
        """Return the form as Discord receives it."""
        return self._payload

    def avoid_boxes(self) -> None:
        """Change the form's groups of checkboxes into lists."""
        for label in self._payload["components"]:
            part = label.get("component") or {}
            if part.get("type") == discord.ComponentType.checkbox_group.value:
                part["type"] = discord.ComponentType.select.value
                part.setdefault("min_values", 0)
                part.setdefault("max_values", len(part["options"]))


def make_form(language: Language, moment: Moment, fields: Sequence[Field] | None = None) -> Form | None:
    """Return the form of a moment's question, within Discord's limits, or None if the question has no form.

    ``fields`` is the result of `find_fields`, if the caller has it.
    """
    fields, decision = find_fields(moment) if fields is None else fields, moment.decision
    if not fields or decision is None:
        return None
    title = shorten(language.say(find_prompt(moment.front, decision)), FORM_TITLE_LIMIT)
    labels = [make_field(language, moment, field, str(place)) for place, field in enumerate(fields)]
    return fit_form(title, custom_id(moment.id, moment.token, "submit"), labels)


def fit_form(title: str, form_id: str, labels: Sequence[discord.ui.Label[Any]]) -> Form:
    """Return a form with a title, a custom id and fields, repaired where it would exceed Discord's limits."""
    components = [label.to_component_dict() for label in labels]
    payload: Part = {"title": title, "custom_id": form_id, "components": components}
    if faults := repair(payload):
        report(faults)
    return Form(payload)


def make_named(language: Language, key: str, name: str, component: Any) -> discord.ui.Label[Any]:
    """Return a field of a form: the component, which gets ``name`` as its custom id, below the text of a key."""
    component.custom_id = name
    return discord.ui.Label(text=language.say(key), component=component)


def read_named(keys: Iterable[str]) -> dict[str, list[str]]:
    """Return the chosen values or the text of each named field, by name, from the result of `read_form`."""
    said: dict[str, list[str]] = {}
    for key in keys:
        name, _, value = key.partition("=")
        said.setdefault(name, []).append(value)
    return said


def make_field(language: Language, moment: Moment, field: Field, name: str) -> discord.ui.Label[Any]:
    """Return a field that may stay empty: checkboxes where several of a few choices may be picked, otherwise a list."""
    component: discord.ui.CheckboxGroup[Any] | discord.ui.Select[Any]
    view, is_long = moment.view, len(field.choices) > MOST_BUTTONS
    choices = name_choices(language, moment, field.choices)
    lines = make_lines(language, moment, choices, view, has_region=is_long)
    if field.most > 1 and not is_long:
        boxes = [
            discord.CheckboxGroupOption(label=line.label, value=line.value, description=line.description)
            for line in lines
        ]
        component = discord.ui.CheckboxGroup(
            custom_id=name, required=False, min_values=0, max_values=field.most, options=boxes
        )
    else:
        component = discord.ui.Select(
            custom_id=name, required=False, min_values=0, max_values=field.most, options=lines
        )
    hint = None
    if field.subject is not None:
        words = label_option(language, field.subject, FORM_LABEL_LIMIT)
        hint = hint_option(language, moment.front, field.subject, view) or None
    elif field.is_beside:
        words = language.say("ui.form.beside")
    else:
        words = language.say("ui.form.several", count=field.most)
    return discord.ui.Label(text=words, description=hint, component=component)


def read_form(data: Mapping[str, Any]) -> list[str]:
    """Return the chosen values and texts of a submitted form, from Discord's data.

    A field with a name (`make_named`) gives “name=value”, any other field only the value.
    """
    chosen: list[str] = []
    for label in data.get("components") or ():
        component = label.get("component") or {}
        name, written = str(component.get("custom_id", "")), component.get("value")
        found = [mend(str(value)) for value in component.get("values") or ([written] if written else [])]
        chosen += found if not name or name.isdecimal() else [f"{name}={value}" for value in found]
    return chosen


async def make_form_of_moment(reply: Answer, press: Press) -> Form | None:
    """Return the form for the moment of a click, or None if the game has continued since or there is no form.

    Raises GameError and StorageError.
    """
    moment = await reply.session(press.game_id, press.token).moment()
    reply.use_voice(*moment.voice)
    return make_form(reply.language, moment) if press.token == moment.token else None


async def show_form(reply: Answer, press: Press, maker: Maker) -> bool:
    """Answer a click with its form. Return False if there is none, or it could not be made: the caller then answers."""

    async def make() -> discord.ui.Modal | None:
        await reply.sit_down(press.game_id)
        return await maker(reply, press)

    return await send_form(reply, make)


async def send_form(reply: Answer, make: Callable[[], Awaitable[discord.ui.Modal | None]]) -> bool:
    """Answer an interaction with a form. Return False if there is none, or it could not be made: the caller answers.

    Discord takes a form only as the first answer, so the interaction must not be acknowledged before.
    """
    try:
        await reply.learn()
        form = await make()
        if form is not None:
            if reply.bot.capabilities.boxes is False and isinstance(form, Form):
                form.avoid_boxes()
            await reply.interaction.response.send_modal(form)
            return True
    except (GameError, StorageError):
        # The caller answers without a form, and says what is wrong.
        return False
    except (discord.HTTPException, *LOST) as error:
        log.warning("A form could not be shown: %r", error)
        return reply.interaction.response.is_done()
    return False
