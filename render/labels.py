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
        "victory.columns": "value · to exceed · margin",
        "victory.raj": "Support + Raj Control",
        "victory.congress": "Total Opposition",
        "victory.league": "Muslim Oppose + 2 × States",
        "victory.revolutionaries": "Unrest Pop + Bases",
        "available": "Available",
        "out_of_play": "Out of Play",
        "jail": "Jail",
        "piece.troops.one": "Troop",
        "piece.troops.many": "Troops",
        "piece.sepoys.one": "Sepoy",
        "piece.sepoys.many": "Sepoys",
        "piece.congress.one": "Congress Activist",
        "piece.congress.many": "Congress Activists",
        "piece.league.one": "League Activist",
        "piece.league.many": "League Activists",
        "piece.gandhi.one": "Gandhi",
        "piece.gandhi.many": "Gandhi",
        "piece.underground.one": "Guerrilla",
        "piece.underground.many": "Guerrillas",
        "piece.active.one": "Active Guerrilla",
        "piece.active.many": "Active Guerrillas",
        "piece.league_bases.one": "League Base",
        "piece.league_bases.many": "League Bases",
        "piece.revolutionary_bases.one": "Revolutionary Base",
        "piece.revolutionary_bases.many": "Revolutionary Bases",
        "piece.protest.one": "Protest",
        "piece.protest.many": "Protests",
        "piece.unrest.one": "Unrest",
        "piece.unrest.many": "Unrest",
        "piece.strike.one": "Strike",
        "piece.strike.many": "Strikes",
        "piece.muslim_state.one": "Muslim State",
        "piece.muslim_state.many": "Muslim States",
        "action.deploy": "Deploy",
        "action.garrison": "Garrison",
        "action.sweep": "Sweep",
        "action.assault": "Assault",
        "action.rally": "Rally",
        "action.demonstrate": "Demonstrate",
        "action.civil_disobedience": "Civil Disobedience",
        "action.non_cooperation": "Non-Cooperation",
        "action.march": "March",
        "action.attack": "Attack",
        "action.unrest": "Unrest",
        "action.treaty": "Treaty",
        "action.govern": "Govern",
        "action.martial_law": "Martial Law",
        "action.persuade": "Persuade",
        "action.negotiate": "Negotiate",
        "action.satyagraha": "Satyagraha",
        "action.infiltrate": "Infiltrate",
        "action.aid": "Aid",
        "action.assassinate": "Assassinate",
        "action.pass": "Pass",
        "action.limited_operation": "Limited Operation",
        "action.event": "Event",
        "action.event:unshaded": "Event",
        "action.event:shaded": "Event (shaded)",
        "level.active_support": "Active Support",
        "level.passive_support": "Passive Support",
        "level.neutral": "Neutral",
        "level.passive_opposition": "Passive Opposition",
        "level.active_opposition": "Active Opposition",
        "phase.other": "Campaign Round",
        "turn.none": "The board",
        "crisis.begins": "Crisis begins",
        "crisis.ends": "Crisis ends",
        "caption.step": "{space}: {what}",
        "caption.place": "+{count} {piece}",
        "caption.place_out_of_play": "+{count} {piece} from Out of Play",
        "caption.remove": "−{count} {piece}",
        "caption.remove_out_of_play": "−{count} {piece}, out of play",
        "caption.arrest": "{count} {piece} to Jail",
        "caption.release": "{count} {piece} freed from Jail",
        "caption.release_available": "{count} {piece} freed from Jail",
        "caption.move": "{count} {piece} from {space} to {target}",
        "caption.move_in": "{count} {piece} from {space}",
        "caption.move_out": "{count} {piece} to {target}",
        "caption.activate": "{count} {piece} turned Active",
        "caption.hide": "{count} {piece} gone Underground",
        "caption.level": "{old} to {new}",
        "caption.track": "{name} {old} to {new}",
        "caption.enter": "{count} {piece} from Out of Play to Available",
        "caption.control_gained": "Raj gains Control",
        "caption.control_lost": "Raj loses Control",
        "caption.roll": "die {number}",
        "caption.viceroy": "new Viceroy: {name}",
        "caption.over": "{seat} wins",
        "alt.pending": "{seat} to decide",
        "caption.more": "and {count} more",
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
_LANGUAGES = {"en": ENGLISH_LABELS}


def labels_for(language: str) -> Labels:
    """Return the labels of a language, English when there are none."""
    return _LANGUAGES.get(language, ENGLISH_LABELS)
