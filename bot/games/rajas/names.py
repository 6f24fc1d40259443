"""The vocabularies of this game, in a module apart from the front end: languages need them without front ends."""

from __future__ import annotations

from typing import Final

from bot.games.registry import Names

NAMES: Final = Names(
    vocabularies={"colour": "colour", "good": "good", "building": "building", "animal": "animal"}
    | {"roads": "roads", "counted": "counted", "for_action": "action", "takes": "colour"}
)
