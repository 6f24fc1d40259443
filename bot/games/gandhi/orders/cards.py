"""Find the Event cards that typed text names by number or title, and complete a typed list of cards."""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors import BadInput
from bot.games.gandhi.facts import list_cards
from bot.games.names import CHOICES, NAME_LIMIT, plain
from bot.language import Language, load_language
from bot.typed import read_number
from engine.core.text import text

BETWEEN = ";"
"""The separator between cards: a title may contain a comma."""


def name_card(language: Language, number: int) -> str:
    """Return the number and title of a card, as a completion shows them."""
    return language.say("ui.card.typed", card=number)


def find_card(language: Language, typed: str) -> int:
    """Return the number of the Event card that typed text means: its number, its title, or a unique part of the title.

    The beginning of a title counts before other parts. Raises BadInput if the text means no card, or several.
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
    """Return the numbers of the cards in a list with semicolons, each once. Raises BadInput as `find_card` does."""
    parts = [part for part in typed.split(BETWEEN) if part.strip()]
    return tuple(dict.fromkeys(find_card(language, part) for part in parts))


def complete_cards(language: Language, typed: str, visible: Sequence[int]) -> list[tuple[str, str]]:
    """Return completions of a typed list of cards, each as the text to show and the text to send.

    The ``visible`` cards come first, then the others by number. An unknown card before the last gives no completions.
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
