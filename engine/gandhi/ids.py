"""The words of the game as ids, and the numbers printed in chapter 1."""

from __future__ import annotations

from typing import Final

RAJ: Final = "raj"
CONGRESS: Final = "congress"
LEAGUE: Final = "league"
REVOLUTIONARIES: Final = "revolutionaries"
SEATS: Final = (RAJ, CONGRESS, LEAGUE, REVOLUTIONARIES)

PLAYER: Final = "player"
ARJUNA: Final = "arjuna"
CHANAKYA: Final = "chanakya"
"""Our own opponent, beyond chapter 8: it pays and wins as a person does, and is never asked to transfer or agree."""
AWAY: Final = "away:"
"""Prefix of the kind of a player who has a seat only while its owner is away: the Faction stays the owner's."""
KINDS: Final = (PLAYER, ARJUNA, CHANAKYA, AWAY + ARJUNA, AWAY + CHANAKYA)
"""Kinds of players of a seat, as positions and hand-overs name them."""

DICE: Final = "dice"
BY_HAND: Final = (DICE, ARJUNA)
"""Dice and Arjuna's cards: people at a physical table may enter them, as they may enter the cards of the deck."""

TROOPS: Final = "troops"
SEPOYS: Final = "sepoys"
UNDERGROUND: Final = "underground"
ACTIVE: Final = "active"
LEAGUE_BASES: Final = "league_bases"
REVOLUTIONARY_BASES: Final = "revolutionary_bases"
GANDHI: Final = "gandhi"
PROTEST: Final = "protest"
UNREST: Final = "unrest"
STRIKE: Final = "strike"
MUSLIM_STATE: Final = "muslim_state"

CUBES: Final = (TROOPS, SEPOYS)
ACTIVISTS: Final = (CONGRESS, LEAGUE)
GUERRILLAS: Final = (UNDERGROUND, ACTIVE)
BASES: Final = (LEAGUE_BASES, REVOLUTIONARY_BASES)
PIECES: Final = (*CUBES, *ACTIVISTS, *GUERRILLAS, *BASES)
"""Pieces that the map holds as counts. Gandhi is a single, separate piece."""

POOL: Final = {ACTIVE: UNDERGROUND}
"""The kind under which a box counts a piece: Guerrillas lie Underground in every box (1.4.3)."""

FACTION_OF: Final = {
    TROOPS: RAJ,
    SEPOYS: RAJ,
    CONGRESS: CONGRESS,
    GANDHI: CONGRESS,
    LEAGUE: LEAGUE,
    LEAGUE_BASES: LEAGUE,
    UNDERGROUND: REVOLUTIONARIES,
    ACTIVE: REVOLUTIONARIES,
    REVOLUTIONARY_BASES: REVOLUTIONARIES,
}
OWN_PIECES: Final = {
    RAJ: CUBES,
    CONGRESS: (CONGRESS,),
    LEAGUE: (LEAGUE, LEAGUE_BASES),
    REVOLUTIONARIES: (UNDERGROUND, ACTIVE, REVOLUTIONARY_BASES),
}
"""A Faction's pieces that come in numbers (Gandhi apart)."""

INVENTORY: Final = {
    TROOPS: 15,
    SEPOYS: 45,
    CONGRESS: 16,
    LEAGUE: 16,
    UNDERGROUND: 16,
    LEAGUE_BASES: 5,
    REVOLUTIONARY_BASES: 5,
}
"""All pieces of each type (Available Forces chart). Guerrillas count as Underground."""

ACTIVE_SUPPORT: Final = 2
PASSIVE_SUPPORT: Final = 1
NEUTRAL: Final = 0
PASSIVE_OPPOSITION: Final = -1
ACTIVE_OPPOSITION: Final = -2
LEVEL_NAMES: Final = {
    ACTIVE_SUPPORT: "active_support",
    PASSIVE_SUPPORT: "passive_support",
    NEUTRAL: "neutral",
    PASSIVE_OPPOSITION: "passive_opposition",
    ACTIVE_OPPOSITION: "active_opposition",
}
LEVELS: Final = {name: level for level, name in LEVEL_NAMES.items()}

CAMPAIGN: Final = "campaign"
"""The symbol of a Campaign card in the place of a Faction order."""

AVAILABLE: Final = "available"
OUT_OF_PLAY: Final = "out_of_play"
JAIL: Final = "jail"

MOST_RESOURCES: Final = 50
THRESHOLDS: Final = {RAJ: 38, CONGRESS: 20, LEAGUE: 14, REVOLUTIONARIES: 14}
"""Numbers that a Faction's victory total must exceed (7.2)."""
TIE_ORDER: Final = (LEAGUE, CONGRESS, REVOLUTIONARIES, RAJ)
"""Precedence when margins are equal (7.1)."""
