"""4.3, 4.4 Special Activities of Congress and the Muslim League: Negotiate, Satyagraha, Infiltrate, Persuade."""

from __future__ import annotations

from engine.gandhi.turn import SpecialActivity

CONGRESS_SPECIALS: tuple[SpecialActivity, ...] = ()
LEAGUE_SPECIALS: tuple[SpecialActivity, ...] = ()
