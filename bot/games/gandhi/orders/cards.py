"""Cards as people type them, by number or title, one or several; and their completion."""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors import BadInput
from bot.games.gandhi.facts import list_cards
from bot.games.names import CHOICES, NAME_LIMIT, plain
from bot.language import Language, load_language
from bot.typed import read_number
from engine.core.text import text

BETWEEN = ";"


def name_card(language: Language, number: int) -> str:
    """Return a card by number and title."""
    return language.say("ui.card.typed", card=number)


def find_card(language: Language, typed: str) -> int:
    """Return the Event card that someone means: by number, by its title or its beginning, or by a unique part of it.

    Raises BadInput for none, and for more than one.
    """
    wanted, cards = typed.strip(), list_cards()
    number = read_number(wanted.partition(" ")[0], 0)
    if number in cards:
        return number
    # A card is found by its title in the language, and always by its English one.
    tongues = (language, load_language())
    titles = {card: [plain(tongue.word(f"card.{card}")) for tongue in tongues] for card in cards}
    key = plain(wanted)
    for found in (
        [card for card, names in titles.items() if key in names],
        [card for card, names in titles.items() if key and any(name.startswith(key) for name in names)],
        [card for card, names in titles.items() if key and any(key in name for name in names)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            several = [name_card(language, card) for card in found[:3]]
            raise BadInput(text("error.which_card", typed=wanted, names=several))
    raise BadInput(text("error.unknown_card", typed=wanted))


def find_cards(language: Language, typed: str) -> tuple[int, ...]:
    """Return several cards, separated by semicolons, each once. Raises BadInput."""
    parts = [part for part in typed.split(BETWEEN) if part.strip()]
    return tuple(dict.fromkeys(find_card(language, part) for part in parts))


def complete_cards(language: Language, typed: str, visible: Sequence[int]) -> list[tuple[str, str]]:
    """Return lines that continue the typed text, each as shown and as sent.

    The ``visible`` cards come first, then the others by number.
    """
    *done, last = typed.split(BETWEEN)
    try:
        before = find_cards(language, BETWEEN.join(done))
    except BadInput:
        return []
    key, shown = plain(last), "".join(f"{name_card(language, card)}{BETWEEN} " for card in before)
    sent = "".join(f"{card}{BETWEEN} " for card in before)
    cards = [card for card in dict.fromkeys([*visible, *list_cards()]) if card not in before]
    found = [card for card in cards if key in plain(name_card(language, card))]
    lines = [(f"{shown}{name_card(language, card)}", f"{sent}{card}") for card in found]
    return [(words[-NAME_LIMIT:], key) for words, key in lines if len(key) <= NAME_LIMIT][:CHOICES]
