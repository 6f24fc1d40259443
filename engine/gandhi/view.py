"""The public view of a game: all that everyone may see, as typed plain data.

Pictures, messages and automation read this and nothing else. It never holds the seed or the order of the deck.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from engine.gandhi.setup import PILE, SCENARIOS


class SpaceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One City, Province, State or Railway: its fields in a position, and what follows from them.

    ``control`` is Raj Control (1.7). ``activists_active`` is the side of the Activists (1.4.3).
    """

    troops: int = 0
    sepoys: int = 0
    congress: int = 0
    league: int = 0
    gandhi: bool = False
    underground: int = 0
    active: int = 0
    league_bases: int = 0
    revolutionary_bases: int = 0
    level: str = "neutral"
    protest: bool = False
    unrest: int = 0
    strike: bool = False
    muslim_state: bool = False
    control: bool = False
    activists_active: bool = False


class CardView(msgspec.Struct, frozen=True):
    """A card that lies face up: an Event (title and Faction order), or a Campaign card with its Viceroy."""

    number: int
    title: str
    order: tuple[str, ...] = ()
    viceroy: str = ""


class VictoryView(msgspec.Struct, frozen=True):
    """A Faction's victory total, the number it must exceed, and the margin (7.3).

    ``place`` is where it would come, or has come, in the ranking (7.1); 0 in a view of an older version.
    """

    value: int
    threshold: int
    margin: int
    place: int = 0


class View(msgspec.Struct, frozen=True):
    """The public view of a game.

    ``phase`` is the stage of play; ``pending`` the seat that must decide, empty when no one must.
    ``eligibility`` holds for each seat: eligible, ineligible, executed (this card) or passed (this card).
    ``available``, ``out_of_play`` and ``jail`` count pieces by id. ``protests_available`` is the number of Protest
    markers that Operations may place at the present Restraint (1.10). ``cards_left`` counts the face-down deck, and
    ``played`` are the Events played so far: both are open to inspection (2.2). Of a game that is over ``winner`` is
    the first of the ranking, ``ending`` "victory" (6.1) or "final" (6.3.5), and ``all_players_lose`` as in 7.1.
    """

    scenario: str
    phase: str
    pending: str
    restraint: int
    unity: int
    crisis: bool
    viceroy: str
    resources: dict[str, int]
    spaces: dict[str, SpaceView]
    available: dict[str, int]
    out_of_play: dict[str, int]
    jail: dict[str, int]
    protests_available: int
    protests_on_map: int
    unrest_available: int
    card: CardView | None
    next: CardView | None
    cards_left: int
    campaigns_left: int
    eligibility: dict[str, str]
    victory: dict[str, VictoryView]
    total_support: int
    total_opposition: int
    seats: dict[str, str]
    winner: str = ""
    played: tuple[int, ...] = ()
    ending: str = ""
    all_players_lose: bool = False
    foreseen: tuple[str, ...] = ()


def number_round(view: View, phases: Collection[str] = ()) -> tuple[int, int]:
    """2.4 Return the number of the present or last Campaign Round and of all; (0, 0) in a game from a position.

    ``phases`` are those that have just been played. A Reset may turn up the next Campaign card at once.
    """
    piles = SCENARIOS.get(view.scenario, {}).get("campaign_piles", ())
    if not piles:
        return (0, 0)
    left = view.campaigns_left + (view.phase == "victory" and "reset" in phases)
    return (len(piles) - left, len(piles))


def may_bring_campaign(view: View) -> bool:
    """2.1, 2.4 Return whether the next card to be turned up may be a Campaign card, as anyone can count.

    Its Campaign Round comes at once, before the face-up card. The piles of a game from a position are unknown.
    """
    row = SCENARIOS.get(view.scenario, {})
    piles = row.get("campaign_piles", ())
    if not (piles and view.campaigns_left):
        return view.campaigns_left > 0
    sizes = [PILE + (number in piles) for number in range(1, row["piles"] + 1)]
    left = view.cards_left
    number = len(sizes)
    while left > sizes[number - 1]:
        left -= sizes[number - 1]
        number -= 1
    return number in piles and view.campaigns_left == sum(one >= number for one in piles)
