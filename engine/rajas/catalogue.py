"""Every rule of a reward in one place: those who need them all ask here, so that none is left out."""

from __future__ import annotations

from engine.rajas import hands, market, palace, rewards, river, tracks

RULES = rewards.RULES
"""The rule of every kind of reward, of all the modules that hold one."""

MODULES = (tracks, hands, market, river, palace)
"""Where the rules of rewards stand."""
