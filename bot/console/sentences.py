"""Errors of the command line as one sentence, in a separate module because it reads the texts."""

from __future__ import annotations

from bot.errors import SettingsError
from bot.language import load_language
from engine.core.errors import GameError
from storage import StorageError
from texts import BrokenCatalogue


def to_sentence(error: Exception) -> str | None:
    """Return the sentence for an error that a person can mend, or None for a fault in the program."""
    if isinstance(error, GameError):
        return load_language().say(error.text)
    return str(error) if isinstance(error, SettingsError | StorageError | BrokenCatalogue) else None
