"""The rules of all rewards: importing them here ensures that none is missing."""

from __future__ import annotations

from engine.rajas import hands, market, palace, rewards, river, tracks

RULES = rewards.RULES
"""The rule of every kind of reward, from all modules that hold one."""

MODULES = (tracks, hands, market, river, palace)
"""The modules with rules of rewards."""
