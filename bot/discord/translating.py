"""Texts of the commands on Discord, in every language that has a catalogue. Names of commands stay English."""

from __future__ import annotations

from discord import Locale, app_commands

from bot.language import DEFAULT, list_languages, load_language


def localise(key: str, **params: object) -> app_commands.locale_str:
    """Return a text of the catalogues for a description or choice: English, with its key for `CatalogueTranslator`."""
    return app_commands.locale_str(load_language(DEFAULT).say(key, **params), key=key, params=params)


def translate(string: app_commands.locale_str, locale: Locale) -> str | None:
    """Translate a text of `localise` into the language of a locale. Return None to use the default.

    English and Spanish have two locales each. Both get the text, because Discord does not fall back in both directions
    for all.
    """
    key = string.extras.get("key")
    code = locale.value.partition("-")[0]
    if key is None or code not in list_languages():
        return None
    language = load_language(code)
    return language.say(key, **string.extras["params"]) if language.knows(key) else None


class CatalogueTranslator(app_commands.Translator):
    """Gives Discord the descriptions and choices of the commands in all our languages."""

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the text for a locale. Names have no key, and so stay unchanged."""
        return translate(string, locale)
