"""The vocabularies in which the values of Rajas' parameters are looked up. They can be read without the front end."""

from __future__ import annotations

from typing import Final

from bot.games.registry import Names

NAMES: Final = Names(
    vocabularies={"colour": "colour", "good": "good", "building": "building", "animal": "animal"}
    | {"roads": "roads", "counted": "counted", "for_action": "action", "takes": "colour"}
)
