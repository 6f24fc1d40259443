"""4.2 Raj Special Activities: Treaty, Govern, Martial Law."""

from __future__ import annotations

from engine.gandhi.turn import SpecialActivity

RAJ_SPECIALS: tuple[SpecialActivity, ...] = ()
