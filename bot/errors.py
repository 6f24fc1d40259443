"""Errors of tables, each with a sentence for the person who acted, and of settings, each a sentence for the host.

A refused action changes nothing. Errors of the rules are in `engine.core.errors`, those of the database in `storage`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from bot.language import load_language
from engine.core.errors import GameError, IllegalChoice
from engine.core.text import Text, text

if TYPE_CHECKING:
    # A process for searches imports this module, and must not load the database with it.
    from storage import StorageError

MOST_NAMED: Final = 5
"""The most tables that a refusal names."""


class TableError(GameError):
    """A refusal of the table service. ``text`` is its message."""


class WrongPlayer(TableError):
    """The decision belongs to someone else, or to no one at this moment."""


class StaleButton(TableError):
    """The button belongs to an earlier moment of the game; the person who clicked it is shown the present moment."""

    def __init__(self) -> None:
        super().__init__(text("error.stale"))


class NoTable(TableError):
    """No table fits the request."""


class SeveralTables(NoTable):
    """Several tables fit the request. ``tables`` are all of them, with their seats; the message names the first few."""

    def __init__(self, tables: Sequence[Any]) -> None:
        games = [table.game for table in tables[:MOST_NAMED]]
        named = [text("error.several_tables.one", name=game.name, id=game.id) for game in games]
        super().__init__(text("error.several_tables", names=named))
        self.tables = tables


class NotStarted(TableError):
    """The game at this table is not running: it has not begun, or is over, archived, or closed before its beginning."""


class BadInput(TableError):
    """A typed text cannot be understood."""


class SeatsEmpty(TableError):
    """A game cannot begin yet, because ``seats`` are free. The automatic player could take them."""

    def __init__(self, seats: list[str]) -> None:
        super().__init__(text("error.seats_empty", seat=seats, count=len(seats)))
        self.seats = seats


class UnreadableTable(TableError):
    """This version of the program cannot read the stored game of the table called ``name``."""

    def __init__(self, name: str) -> None:
        super().__init__(text("error.unreadable_table", name=name))


def name_key(key: str) -> Text:
    """Return a name for the key of an option whose own text is unknown: a number, a known term, or “that choice”."""
    if key.isdigit():
        return text("option.number", number=key)
    known, bare = load_language(), key.rpartition(":")[2]
    if known.find_thing(key)[0] is not None:
        return text("thing", thing=key)
    if known.has(f"option.{bare}"):
        return text(f"option.{bare}")
    return text("option.unnamed")


def explain(error: GameError) -> Text:
    """Return the text of an error. The reason why a choice is refused becomes a sentence that names the option."""
    if isinstance(error, IllegalChoice) and error.text.key.startswith("why."):
        return about(error.text, [error.name or name_key(error.key)])
    return error.text


def explain_storage(error: StorageError) -> Text:
    """Return the text for a player about a failure of the database, without names of files or servers."""
    from storage import UnknownGame

    if isinstance(error, UnknownGame):
        return text("error.no_such_table", name=error.game_id)
    return text(f"error.storage.{error.trouble}")


def about(why: Text, places: list[Text]) -> Text:
    """Return the reason ``why`` spaces or actions cannot be chosen, as a sentence that names them (``places``)."""
    return text(why.key, **{**why.params, "place": places, "count": len(places)})


class SettingsError(Exception):
    """A setting of the program is missing or wrong. The message is one sentence for the host of the bot."""


class CommandClash(SettingsError):
    """Two games, or a game and the bot, have a command of the same name, or there are more than Discord takes."""


class NoRestart(SettingsError):
    """An error that a restart would make worse, such as too many servers for one connection to Discord."""


def to_sentence(error: Exception) -> str | None:
    """Return the sentence for an error that a person can correct, or None for a fault in the program."""
    from storage import StorageError
    from texts import BrokenCatalogue

    if isinstance(error, GameError):
        return load_language().say(error.text)
    return str(error) if isinstance(error, SettingsError | StorageError | BrokenCatalogue) else None
