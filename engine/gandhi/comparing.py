"""Compares two views of a game: what came and went in between, without the moves."""

from __future__ import annotations

from engine.core.dice import Dice
from engine.gandhi.facts import Facts, Here
from engine.gandhi.ids import LEVELS
from engine.gandhi.story import Story
from engine.gandhi.view import SpaceView, View

COUNTED = (
    "troops",
    "sepoys",
    "congress",
    "league",
    "gandhi",
    "underground",
    "active",
    "league_bases",
    "revolutionary_bases",
    "protest",
    "unrest",
    "strike",
    "muslim_state",
)
"""The fields of a space that are numbers."""


def compare(before: View, after: View) -> Story:
    """Return the differences on the map and the tracks, as a Story without steps: it shows only lasting changes."""
    story = Story()
    for space, here in after.spaces.items():
        was = before.spaces[space]
        if here == was:
            continue
        if deltas := count_differences(was, here):
            story.deltas[space] = deltas
        if here.level != was.level:
            story.levels[space] = (LEVELS[was.level], LEVELS[here.level])
        if here.control != was.control:
            story.controls[space] = (int(was.control), int(here.control))
    tracks = {
        "restraint": (before.restraint, after.restraint),
        "unity": (before.unity, after.unity),
        "crisis": (int(before.crisis), int(after.crisis)),
        **{seat: (old, after.resources[seat]) for seat, old in before.resources.items() if seat in after.resources},
    }
    story.tracks = {key: pair for key, pair in tracks.items() if pair[0] != pair[1]}
    return story


def count_differences(was: SpaceView, here: SpaceView) -> dict[str, int]:
    """Return how many of each kind came to a space (positive) or left it."""
    pairs = ((kind, int(getattr(here, kind)) - int(getattr(was, kind))) for kind in COUNTED)
    return {kind: difference for kind, difference in pairs if difference}


def add_up_differences(story: Story) -> dict[str, int]:
    """Return the change in the number of each kind on the map."""
    total: dict[str, int] = {}
    for deltas in story.deltas.values():
        for kind, difference in deltas.items():
            total[kind] = total.get(kind, 0) + difference
    return {kind: total[kind] for kind in COUNTED if total.get(kind)}


def compare_shares(before: View, after: View, seat: str) -> dict[str, dict[str, int]]:
    """1.9 Return what spaces add more or less (negative) to a Faction's victory total, by kind."""
    differences: dict[str, dict[str, int]] = {}
    for view, sign in ((before, -1), (after, 1)):
        for kind, shares in facts_of(view).victory_parts(seat).items():
            here = differences.setdefault(kind, {})
            for space, worth, times in shares:
                here[space] = here.get(space, 0) + sign * worth * times
    changed = {kind: {space: number for space, number in here.items() if number} for kind, here in differences.items()}
    return {kind: here for kind, here in changed.items() if here}


def facts_of(view: View) -> Facts:
    """Return the content of a view as `Facts`, for derived values, without the cards."""
    spaces = {
        space: Here(**{name: getattr(here, name) for name in Here.__struct_fields__} | {"level": LEVELS[here.level]})
        for space, here in view.spaces.items()
    }
    return Facts(
        scenario=view.scenario,
        seats=view.seats,
        sides=(),
        phase=view.phase,
        restraint=view.restraint,
        unity=view.unity,
        viceroy=view.viceroy,
        resources=view.resources,
        spaces=spaces,
        available=view.available,
        out_of_play=view.out_of_play,
        jail=view.jail,
        deck=[],
        card=0,
        upcoming=0,
        played=list(view.played),
        cylinders=view.eligibility,
        dice=Dice(b""),
    )
