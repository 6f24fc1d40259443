"""4.5 Revolutionaries Special Activities: Aid, Infiltrate, Assassinate."""

from __future__ import annotations

from engine.gandhi.turn import SpecialActivity

REVOLUTIONARIES_SPECIALS: tuple[SpecialActivity, ...] = ()
