"""A View carried forward by Changes: what the board looked like between two steps of a turn, for animations.

Only what is drawn is followed. The last picture of an animation is the true View, so nothing here can mislead.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.core.change import Change
from engine.gandhi.story import BOXES
from engine.gandhi.view import SpaceView, View
from render.gandhi.board import load_board

LEVELS = ("active_opposition", "passive_opposition", "neutral", "passive_support", "active_support")
FLAGS = frozenset({"gandhi", "protest", "strike", "muslim_state"})


def apply_changes(view: View, changes: Sequence[Change]) -> View:
    """Return the View as it looks after the Changes. Control follows its own Changes; victory stays as it was."""
    spaces = dict(view.spaces)
    restraint, unity, crisis, resources = view.restraint, view.unity, view.crisis, dict(view.resources)
    for change in changes:
        verb = change.verb
        if verb in ("remove", "arrest", "move") and change.origin not in BOXES:
            spaces[change.origin] = _add(spaces[change.origin], change.piece, -change.count)
        if verb in ("place", "release", "move") and change.target not in BOXES:
            spaces[change.target] = _add(spaces[change.target], change.piece, change.count)
        if verb in ("activate", "hide"):
            gained, lost = ("active", "underground") if verb == "activate" else ("underground", "active")
            here = _add(spaces[change.target], gained, change.count)
            spaces[change.target] = _add(here, lost, -change.count)
        if change.new is not None:
            if verb == "level":
                spaces[change.target] = _set(spaces[change.target], level=LEVELS[change.new + 2])
            elif verb == "control":
                spaces[change.target] = _set(spaces[change.target], control=bool(change.new))
            elif verb == "restraint":
                restraint = change.new
            elif verb == "unity":
                unity = change.new
            elif verb == "crisis":
                crisis = bool(change.new)
            elif verb == "resources":
                resources[change.target] = change.new
    raised = {
        key: _set(here, activists_active=here.protest or key in load_board().railways) for key, here in spaces.items()
    }
    return msgspec.structs.replace(
        view, spaces=raised, restraint=restraint, unity=unity, crisis=crisis, resources=resources
    )


def _add(here: SpaceView, piece: str, count: int) -> SpaceView:
    if piece in FLAGS:
        return _set(here, **{piece: count > 0})
    return _set(here, **{piece: max(int(getattr(here, piece)) + count, 0)})


def _set(here: SpaceView, **values: object) -> SpaceView:
    return msgspec.structs.replace(here, **values)
