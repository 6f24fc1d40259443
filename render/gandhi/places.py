"""A space in words: its kind, level, control and markers, and the pieces in it."""

from __future__ import annotations

from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.view import View
from render.gandhi.captions import count_piece, piece_name, space_name
from render.labels import Labels

MARKERS = ("muslim_state", "protest", "strike")
PIECES = (
    "gandhi",
    "troops",
    "sepoys",
    "congress",
    "league",
    "underground",
    "active",
    "league_bases",
    "revolutionary_bases",
)


def describe_place(view: View, space: str, labels: Labels, mark: str = "") -> str:
    """Return the name of a space, after a ``mark`` such as the number of a step, and what a turn may change in it.

    A level that is Neutral is left out.
    """
    here = view.spaces[space]
    parts = [labels[f"level.{here.level}"]] if here.level != "neutral" else []
    parts += list_things(view, space, labels)
    name = space_name(space, labels)
    what = labels.join("items", parts) or labels["place.empty"]
    return labels.say("put.fact", name=labels.say("put.numbered", number=mark, what=name) if mark else name, what=what)


def describe_fully(view: View, space: str, labels: Labels) -> str:
    """Return everything about a space but its name: kind, Population or Econ, level, control, markers, pieces."""
    here, land = view.spaces[space], GEOGRAPHY[space]
    if land.is_railway:
        parts = [labels.say("place.econ", number=land.econ)]
    else:
        kind = "city" if land.is_city else "province" if land.is_province else "state"
        parts = [labels[f"legend.{kind}"], *([labels["legend.muslim"]] if land.muslim else [])]
        parts += [labels.say("place.population", number=land.population), labels[f"level.{here.level}"]]
    parts += list_things(view, space, labels) or [labels["place.empty"]]
    return labels.join("items", parts)


def list_things(view: View, space: str, labels: Labels) -> list[str]:
    """Return control, markers and pieces of a space, each with its number."""
    return [*list_markers(view, space, labels), *list_pieces(view, space, labels)]


def list_markers(view: View, space: str, labels: Labels, *, briefly: bool = False) -> list[str]:
    """Return control and markers of a space. ``briefly``: for a line in a list."""
    here = view.spaces[space]
    parts = [labels["place.control"]] if here.control else []
    parts += [piece_name(marker, 1, labels) for marker in MARKERS if getattr(here, marker)]
    unrest = "place.unrest.briefly" if briefly else "place.unrest"
    return [*parts, *([labels.say(unrest, count=here.unrest)] if here.unrest else [])]


def list_pieces(view: View, space: str, labels: Labels) -> list[str]:
    """Return the pieces in a space, each kind with its number; that Guerrillas are Underground is always said."""
    numbers = {kind: int(getattr(view.spaces[space], kind)) for kind in PIECES}
    return [
        labels.say("place.underground", count=count) if kind == "underground" else count_piece(kind, count, labels)
        for kind, count in numbers.items()
        if count
    ]


def write_score(labels: Labels, value: int, margin: int) -> str:
    """7.2, 7.3 Return a victory total with its margin: "20 (−18)"."""
    return labels.say("put.score", value=value, margin=labels.signed(margin))
