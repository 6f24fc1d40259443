"""Every word drawn into a picture, by key, so that a language is one mapping."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

ENGLISH: Mapping[str, str] = MappingProxyType(
    {
        "title": "Gandhi",
        "subtitle": "The Decolonization of British India",
        "scenario.short": "Short: 1930 – 1947",
        "scenario.main": "Main: 1917 – 1947",
        "country.afghanistan": "Afghanistan",
        "country.tibet": "Tibet",
        "country.nepal": "Nepal",
        "country.burma": "Burma",
        "country.ceylon": "Ceylon",
        "sea.arabian": "Arabian Sea",
        "sea.bengal": "Bay of Bengal",
        "town.lahore": "Lahore",
        "town.peshawar": "Peshawar",
        "town.allahabad": "Allahabad",
        "town.bhusawal": "Bhusawal",
        "town.guntakal": "Guntakal",
        "town.ahmedabad": "Ahmedabad",
        "town.chittagong": "Chittagong",
        "seat.raj": "Raj",
        "seat.congress": "Congress",
        "seat.league": "Muslim League",
        "seat.revolutionaries": "Revolutionaries",
        "arjuna": "Arjuna",
        "status.eligible": "Eligible",
        "status.ineligible": "Ineligible",
        "status.executed": "Has acted",
        "status.passed": "Passed",
        "campaigns_left": "Campaigns left",
        "cards_left": "Cards in deck",
        "card.current": "Current card",
        "card.next": "Next card",
        "card.none": "none",
        "restraint": "Restraint",
        "unity": "Unity",
        "protests_available": "Protests for Operations",
        "crisis.yes": "CRISIS",
        "crisis.no": "No Crisis",
        "resources": "Resources",
        "victory": "Victory",
        "victory.columns": "value / needs more than · margin",
        "victory.raj": "Support + Raj Control",
        "victory.congress": "Total Opposition",
        "victory.league": "Muslim Oppose + 2 × States",
        "victory.revolutionaries": "Unrest Pop + Bases",
        "available": "Available",
        "out_of_play": "Out of Play",
        "jail": "Jail",
        "viceroy.chelmsford": "Lord Chelmsford, the Authoritarian",
        "viceroy.reading": "Lord Reading, the Imperialist",
        "viceroy.irwin": "Lord Irwin, the Compromiser",
        "viceroy.willingdon": "Lord Willingdon, the Bureaucrat",
        "viceroy.linlithgow": "Lord Linlithgow, the Defender",
        "viceroy.wavell": "Lord Wavell, the General",
        "viceroy.mountbatten": "Lord Mountbatten, the Negotiator",
        "capability.chelmsford": "With Sepoys, each Assault space costs Raj 1, whatever the Restraint.",
        "capability.reading": "Garrison costs nothing; so does the first space of Deploy, Sweep and Assault.",
        "capability.irwin": "With Sepoys, each Sweep space costs Raj 1, whatever the Restraint.",
        "capability.willingdon": "Bringing Sepoys by Deploy costs Raj 1 a City, whatever the Restraint.",
        "capability.linlithgow": "Martial Law leaves no Unrest behind.",
        "capability.wavell": "Once in each Assault, a free Sweep into one of its spaces.",
        "capability.mountbatten": "Imperialism costs 2 Resources a step instead of 3.",
    }
)


class Labels:
    """The words of one language. A key that a language lacks falls back to English, then to the key itself."""

    def __init__(self, language: str = "en", words: Mapping[str, str] | None = None) -> None:
        self.language = language
        self._words: Mapping[str, str] = words if words is not None else ENGLISH

    def __getitem__(self, key: str) -> str:
        found = self._words.get(key)
        return found if found is not None else ENGLISH.get(key, key)

    def get(self, key: str, default: str) -> str:
        """Return the words for a key, or the default when no language has them."""
        return self._words.get(key, ENGLISH.get(key, default))

    def lines(self, space: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """Return a space's name as it is broken into lines on the land."""
        words = self._words.get(f"lines.{space}")
        return tuple(words.split("|")) if words else default


ENGLISH_LABELS = Labels()
