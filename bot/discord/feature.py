"""A feature is a class whose decorated methods are slash commands. This module does what all commands have in common.

    class Look(Feature):
        @command(tables="any")
        async def board(self, reply: Answer, table: Table, region: Choice | None = None) -> None: ...

is ``/board region: table:``, and with ``verb="board"`` buttons with that verb do the same. The descriptions come from
the catalogues: ``command.board`` and ``command.board.region``. The decorators ``choices``, ``rename`` and
``autocomplete`` of `discord.app_commands` may be below ours.

The custom id of a button or list names a verb. ``@verb("board")`` makes a function beside the feature its handler; the
types of its parameters say what it gets (`make_handler`). Some verbs and commands open the board inside Discord
instead, where that is possible.
"""

from __future__ import annotations

import functools
import inspect
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Literal, TypeVar, get_args

import discord
from discord import app_commands

import bot.games
from bot.discord.common import (
    Choice,
    Command,
    Completion,
    Interaction,
    Seat,
    complete_among,
    complete_seat,
    describe,
    find_seat,
    find_table,
)
from bot.discord.context import BotContext, CommandTree
from bot.discord.forms import Form, Maker, send_form
from bot.discord.panel import Press, tables_view
from bot.discord.places import LOST
from bot.discord.reply import Answer, answer
from bot.errors import CommandClash, NoTable, SeveralTables, StaleButton, TableError
from bot.games.registry import FRONTS
from bot.tables.table import Table
from bot.typed import mend, read_number
from engine.core.errors import GameError
from engine.core.text import text
from storage import StorageError

log = logging.getLogger(__name__)

Work = TypeVar("Work", bound=Callable[..., Awaitable[None]])
Handler = Callable[[Answer, Press], Awaitable[None]]
"""Does the work of a click, and answers the click."""


class Verbs(dict[str, Handler]):
    """The handlers of clicks, by the verb in the custom id.

    A click on a button with a verb in ``in_place`` changes the message of the button; other clicks get a new private
    message. Verbs in ``launching`` open the board inside Discord if possible; those in ``forms`` show a form.
    """

    def __init__(self) -> None:
        super().__init__()
        self.in_place: set[str] = set()
        self.launching: set[str] = set()
        self.forms: dict[str, Maker] = {}

    def register(
        self, *names: str, in_place: bool = False, launches: bool = False, is_command: bool = False
    ) -> Callable[[Work], Work]:
        """Return a decorator that makes a function the handler of one verb or several (`make_handler`).

        It raises ValueError for a verb that has a handler already. A verb that ``launches`` opens the board inside
        Discord if possible; otherwise its handler answers.
        """

        def decorate(work: Work) -> Work:
            for name in names:
                if name in self:
                    raise ValueError(f"The verb {name!r} has two handlers.")
                self[name] = make_handler(work, is_command=is_command)
            self.in_place.update(names if in_place else ())
            self.launching.update(names if launches else ())
            return work

        return decorate

    def form(self, name: str) -> Callable[[Maker], Maker]:
        """Return a decorator for the function that makes the form of a verb.

        If the function returns None, the verb's handler answers the click.
        """

        def decorate(maker: Maker) -> Maker:
            self.forms[name] = maker
            return maker

        return decorate


VERBS = Verbs()
"""The verbs of tables, and of messages that belong to no table."""
SESSION_VERBS = Verbs()
"""The verbs of private sessions: copies of a table, and lessons."""
verb = VERBS.register


def play_verb(*names: str, in_place: bool = False) -> Callable[[Work], Work]:
    """Return a decorator that makes a function the handler of verbs at tables, in copies of them and in lessons."""

    def decorate(work: Work) -> Work:
        return SESSION_VERBS.register(*names, in_place=in_place)(verb(*names, in_place=in_place)(work))

    return decorate


async def find_pressed_table(reply: Answer, press: Press) -> Table:
    """Return the table that the custom id of a button names. Raises UnknownGame."""
    return await reply.tables.table(press.game_id)


FINDERS: Final[dict[str, Callable[[Answer, Press], Awaitable[Any]]]] = {"Table": find_pressed_table}
"""Functions that find the subject of a click, by the type name of the parameter that gets the subject."""
READERS: Final[dict[str, Callable[[str], Any]]] = {}
"""Functions that read the key of a click, by the type name of the parameter that gets the result."""
Read = TypeVar("Read", bound=Callable[[str], Any])


def key_reader(read: Read) -> Read:
    """Register a function in `READERS` as the reader of keys for the type that it returns, and return the function."""
    READERS[read.__annotations__["return"]] = read
    return read


def make_handler(work: Callable[..., Awaitable[None]], *, is_command: bool = False) -> Handler:
    """Return the handler that calls a function with the answer, and with an argument for each further parameter.

    A `Press` parameter gets the click; one with the type of a subject, such as `Table`, gets the subject of the click
    (`FINDERS`); ``game_id`` gets the table's id. Any other parameter gets the key, read for its type (`READERS`). An
    ``int`` gets the number in the key, or else its default; without a default, StaleButton is raised. Keyword-only
    parameters get nothing. A method that ``is_command`` gets only its subject.
    """
    asked = inspect.signature(work).parameters.values()
    wanted = [one for one in asked if one.kind is one.POSITIONAL_OR_KEYWORD and one.annotation != "Answer"]
    if is_command:
        wanted = [one for one in wanted if one.annotation in FINDERS and one.default is one.empty]
    if [one.annotation for one in wanted] == ["Press"]:
        return work

    async def handle(reply: Answer, press: Press) -> None:
        await work(reply, *[await find_argument(reply, press, one) for one in wanted])

    return handle


async def find_argument(reply: Answer, press: Press, wanted: inspect.Parameter) -> Any:
    """Return the argument that a click gives for a parameter (`make_handler`).

    Raises StaleButton without a needed number, and for a subject the errors of its finder, such as UnknownGame.
    """
    kind = wanted.annotation
    if kind == "Press":
        return press
    if kind in FINDERS:
        return await FINDERS[kind](reply, press)
    if wanted.name == "game_id":
        return press.game_id
    if not str(kind).startswith("int"):
        return READERS.get(kind, str)(press.key)
    is_needed = wanted.default is wanted.empty
    number = read_number(press.key, None if is_needed else wanted.default)
    if is_needed and number is None:
        raise StaleButton
    return number


async def launch(interaction: discord.Interaction[BotContext], game_id: str = "") -> bool:
    """Open the board inside Discord, at a table if one is named, as the first answer to an interaction.

    Return False if the host has not turned this on, or if Discord refuses.
    """
    inside = interaction.client.inside
    if inside is None:
        return False
    if game_id:
        inside.guests.want(interaction.user.id, game_id)
    try:
        await interaction.response.launch_activity()
    except (discord.HTTPException, *LOST) as error:
        log.warning("Discord does not open the board inside its window: %s", error)
        return False
    return True


async def launch_table(reply: Answer, wanted: str | None) -> bool:
    """Open the table that a command means inside Discord. Return False if the command has to be answered normally."""
    if reply.bot.inside is None:
        return False
    try:
        table = await find_table(reply, wanted, is_over_fine=True)
    except (GameError, StorageError):
        return False
    return await launch(reply.interaction, table.id)


Which = Literal["current", "lobby", "any", "finished", "archived"]
"""The tables that a command may mean. ``current``: those that are not over. ``lobby``: the same, but one that has not
begun comes first. ``any``: all. ``finished`` and ``archived``: all, but only such tables are suggested."""

COMPLETIONS: Final = {"finished": complete_among("over"), "archived": complete_among("archived")}
complete_table = complete_among("open", "playing")

MARK: Final = "__slash_command__"
KEYWORD: Final = inspect.Parameter.KEYWORD_ONLY
GAME: Final = "game"
"""The key in a command's ``extras`` for its game, if only one game has the command."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Something besides a table that commands and buttons can be about, such as a season.

    ``kind`` is the type of the option. ``find`` returns the subject for the typed text, ``find_pressed`` for a click.
    ``complete`` suggests subjects while a person types; ``words`` is the key of the option's description below
    ``command.``.
    """

    kind: type[Any]
    find: Callable[[Answer, str | None], Awaitable[Any]]
    find_pressed: Callable[[Answer, Press], Awaitable[Any]]
    complete: Completion
    words: str


FormMaker = Callable[[Answer, Table | None], Awaitable[Form | None]]
"""Makes the form of a command, for its table if it has one. It returns None if there is no form to show."""
OptionLister = Callable[[], Mapping[str, list[Choice]]]
"""Lists further options of a command by name, each with its choices."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The arguments of the decorator `command`, kept on a method until its command is made.

    ``game`` is the only game that has the command, or "" to take it from the folder of the method's module.
    """

    name: str
    tables: Which = "current"
    keys: Mapping[str, str] = field(default_factory=dict)
    offers: str = ""
    launches: bool = False
    form: FormMaker | None = None
    verb: str = ""
    in_place: bool = False
    game: str = ""
    more: OptionLister = dict


def command(
    name: str = "",
    *,
    tables: Which = "current",
    verb: str = "",
    in_place: bool = False,
    offers: str = "",
    launches: bool = False,
    form: FormMaker | None = None,
    more: OptionLister = dict,
    **keys: str,
) -> Callable[[Work], Work]:
    """Return a decorator that makes a method of a `Feature` a slash command, called ``name`` or like the method.

    The method takes an `Answer`, then the options. A table (``table: Table``), a `Seat` and the feature's `Subject` are
    found before the call; ``table: str | None`` stays the typed text. If several tables fit, the answer has a button
    for each, with the verb ``offers`` or else ``verb``. Buttons with ``verb`` call the method too, with their table or
    subject as the first option; if ``in_place``, they change the message that they are on. Without options, a command
    shows its ``form``, or ``launches`` the board inside Discord. ``more`` lists further options; ``keys`` are the keys
    of descriptions, by option. The command of a game is refused at tables of other games.
    """

    def decorate(work: Work) -> Work:
        mark = Mark(name or work.__name__, tables, keys, offers or verb, launches, form, verb, in_place, more=more)
        setattr(work, MARK, mark)
        return work

    return decorate


class Feature:
    """The commands of one feature: at the top level, or below the name of a ``group``.

    ``extends`` adds them to the group of another feature instead. ``subject`` is what they may be about besides a
    table, such as a season.
    """

    group: ClassVar[str]
    extends: ClassVar[str]
    subject: ClassVar[Subject | None]

    def __init_subclass__(cls, *, group: str = "", extends: str = "", subject: Subject | None = None) -> None:
        super().__init_subclass__()
        cls.group, cls.extends, cls.subject = group, extends, subject
        if subject is not None:
            FINDERS[subject.kind.__name__] = subject.find_pressed
        for name, work in list(vars(cls).items()):
            mark: Mark | None = getattr(work, MARK, None)
            if mark is not None and mark.verb:
                decorate = VERBS.register(mark.verb, in_place=mark.in_place, launches=mark.launches, is_command=True)
                decorate(getattr(cls(), name))

    def make_commands(self) -> Iterator[Command]:
        """Yield every command of the feature, in the order of its methods."""
        above = self.group or self.extends
        for attribute, work in vars(type(self)).items():
            mark: Mark | None = getattr(work, MARK, None)
            if mark is not None:
                key = f"{above}.{mark.name}" if above else mark.name
                yield make_command(mark, describe(key), getattr(self, attribute), key, self.subject)

    def add_to(self, tree: CommandTree) -> None:
        """Add the commands to the tree. Raises CommandClash, and LookupError if the group to extend does not exist."""
        home: CommandTree | app_commands.Group = tree
        if self.group:
            home = app_commands.Group(name=self.group, description=describe(self.group))
            add_command(tree, home)
        elif self.extends:
            found = tree.get_command(self.extends)
            if not isinstance(found, app_commands.Group):
                raise LookupError(f"No group of commands is called {self.extends!r}.")
            home = found
        for made in self.make_commands():
            add_command(home, made)


def add_command(home: CommandTree | app_commands.Group, made: Command | app_commands.Group) -> None:
    """Add a command to the tree or to a group. Raises CommandClash for a taken name or beyond a limit of Discord."""
    try:
        home.add_command(made)
    except (app_commands.CommandLimitReached, ValueError) as error:
        raise CommandClash(
            f"There is no room for the command /{made.qualified_name} of {find_owner(made)}: Discord takes a hundred, "
            "and 25 in a group. Put the commands of a game below a group (docs/a-game.md)."
        ) from error
    except app_commands.CommandAlreadyRegistered as error:
        other = home.get_command(made.name)
        owners = " and ".join(sorted({find_owner(made), find_owner(other)}))
        raise CommandClash(
            f"The command /{made.qualified_name} is there twice, from {owners}: "
            "give one of them another name, or put the commands of the game below a group (docs/a-game.md)."
        ) from error


def find_owner(made: object) -> str:
    """Return the owner of a command or a group, as text for an error: “the game ...”, otherwise “the bot”."""
    game = find_game(made)
    return f"the game {game}" if game else "the bot"


def find_game(made: object) -> str:
    """Return the only game that has a command or all commands of a group; "" if the bot or several games have them."""
    if isinstance(made, app_commands.Group):
        games = {find_game(inner) for inner in made.commands}
        return games.pop() if len(games) == 1 else ""
    return str(made.extras.get(GAME, "")) if isinstance(made, app_commands.Command) else ""


def find_home(module: str) -> str:
    """Return the game in whose folder a module is, or "" for a module of the bot itself."""
    _, inside, rest = module.partition(f"{bot.games.__name__}.")
    return rest.partition(".")[0] if inside else ""


def make_command(
    mark: Mark,
    description: app_commands.locale_str,
    work: Callable[..., Awaitable[None]],
    key: str = "",
    subject: Subject | None = None,
) -> Command:
    """Return the slash command that calls ``work`` with the answer and the options.

    The keys of the descriptions of its options are below ``key``.
    """
    signature, more = inspect.signature(work, eval_str=True), mark.more()
    parameters = {name: one for name, one in signature.parameters.items() if one.kind != one.VAR_KEYWORD}
    for name in more:
        parameters[name] = inspect.Parameter(name, KEYWORD, default=None, annotation=Choice | None)
    about = {
        name: subject for name, one in parameters.items() if subject is not None and one.annotation is subject.kind
    }
    for name in about:
        parameters[name] = parameters[name].replace(annotation=str | None, default=None)
    seats = [name for name, one in parameters.items() if Seat in (one.annotation, *get_args(one.annotation))]
    for name in seats:
        kind = str if parameters[name].annotation is Seat else str | None
        parameters[name] = parameters[name].replace(annotation=kind)
    game = mark.game or find_home(work.__module__)
    table = parameters.get("table")
    is_found = table is not None and table.annotation is Table

    async def make_form(reply: Answer, make: FormMaker, wanted: str | None) -> Form | None:
        return await make(reply, await find_table(reply, wanted) if is_found else None)

    async def run(interaction: Interaction, **given: Any) -> None:
        is_bare = all(value is None for name, value in given.items() if name != "table")
        if mark.form is not None and is_bare:
            asked = Answer(interaction)
            if await send_form(asked, functools.partial(make_form, asked, mark.form, given.get("table"))):
                return
        if mark.launches and is_bare and await launch_table(Answer(interaction), given.get("table")):
            return

        async def do(reply: Answer) -> None:
            if is_found:
                wanted = given.get("table")
                try:
                    given["table"] = await find_table(
                        reply,
                        wanted,
                        is_over_fine=mark.tables in ("any", "finished", "archived"),
                        is_lobby_first=mark.tables == "lobby",
                    )
                except NoTable as error:
                    if game in FRONTS:
                        await reply.tables.servers.check_game(reply.guild_id, game)
                    if not isinstance(error, SeveralTables) or not mark.offers:
                        raise
                    await reply.say(
                        reply.language.say("ui.which"), tables_view(reply.language, error.tables, mark.offers)
                    )
                    return
                if game in FRONTS and given["table"].game.kind != game:
                    await reply.tables.servers.check_game(reply.guild_id, game)
                    raise TableError(text("error.other_game", name=given["table"].game.name))
            options = {name: mend(value) if isinstance(value, str) else value for name, value in given.items()}
            for name, one in about.items():
                options[name] = await one.find(reply, options[name])
            for name in seats:
                if options[name]:
                    options[name] = find_seat(reply.language, options[name], given["table"] if is_found else None)
            await work(reply, **options)

        await answer(interaction, do)

    functools.update_wrapper(run, work, assigned=("__module__",))
    # discord.py recognises a method by its qualified name, and finds the options in its signature.
    run.__name__ = run.__qualname__ = mark.name
    run.__dict__["__signature__"] = sign(parameters)
    extras = {GAME: game} if game else {}
    made: Command = app_commands.Command(name=mark.name, description=description, callback=run, extras=extras)
    words = {"table": "which_past_table" if mark.tables == "finished" else "which_table", **mark.keys}
    words |= {name: one.words for name, one in about.items()}
    if made.parameters:
        # All options are described at once: a second call would delete the descriptions that it leaves out.
        options = {one.name: describe(words.get(one.name, f"{key}.{one.display_name}")) for one in made.parameters}
        app_commands.describe(**options)(made)
    app_commands.choices(**more)(made)
    for name, one in about.items():
        made.autocomplete(name)(one.complete)
    for name in seats:
        made.autocomplete(name)(complete_seat(is_lobby_first=mark.tables == "lobby"))
    if table is not None:
        made.autocomplete("table")(COMPLETIONS.get(mark.tables, complete_table))
    return made


def sign(parameters: Mapping[str, inspect.Parameter]) -> inspect.Signature:
    """Return a command's signature for discord.py: its options by name, and last the table, as an option for text."""
    options = [one for name, one in parameters.items() if name not in ("reply", "table")]
    if "table" in parameters:
        options.append(parameters["table"].replace(annotation=str | None, default=None))
    interaction = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY)
    return inspect.Signature([interaction, *(one.replace(kind=KEYWORD) for one in options)])
