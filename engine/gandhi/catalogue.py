"""Every Operation and Special Activity of every Faction."""

from __future__ import annotations

from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES
from engine.gandhi.operations.nonviolent import CONGRESS_OPERATIONS, LEAGUE_OPERATIONS
from engine.gandhi.operations.raj import RAJ_OPERATIONS
from engine.gandhi.operations.revolutionaries import REVOLUTIONARIES_OPERATIONS
from engine.gandhi.special_activities.nonviolent import CONGRESS_SPECIALS, LEAGUE_SPECIALS
from engine.gandhi.special_activities.raj import RAJ_SPECIALS
from engine.gandhi.special_activities.revolutionaries import REVOLUTIONARIES_SPECIALS
from engine.gandhi.turn import Operation, SpecialActivity

OPERATIONS: dict[str, dict[str, Operation]] = {
    RAJ: {operation.id: operation for operation in RAJ_OPERATIONS},
    CONGRESS: {operation.id: operation for operation in CONGRESS_OPERATIONS},
    LEAGUE: {operation.id: operation for operation in LEAGUE_OPERATIONS},
    REVOLUTIONARIES: {operation.id: operation for operation in REVOLUTIONARIES_OPERATIONS},
}
"""3.0 The Operations of each Faction."""

SPECIAL_ACTIVITIES: dict[str, dict[str, SpecialActivity]] = {
    RAJ: {special.id: special for special in RAJ_SPECIALS},
    CONGRESS: {special.id: special for special in CONGRESS_SPECIALS},
    LEAGUE: {special.id: special for special in LEAGUE_SPECIALS},
    REVOLUTIONARIES: {special.id: special for special in REVOLUTIONARIES_SPECIALS},
}
"""4.0 The Special Activities of each Faction."""
