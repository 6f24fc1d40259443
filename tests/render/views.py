"""Views to draw in tests: set-up, the middle of a game, the fullest board there could be, and a turn."""

from __future__ import annotations

from functools import cache

import msgspec

from engine import Game
from engine.core.change import Change
from engine.gandhi.view import CardView, SpaceView, View
from render.gandhi.board import load_board
from render.gandhi.pieces import ON_LAND, ON_RAILS

SEED = b"pictures".ljust(32, b".")
FACES = (
    CardView(55, "The Salt March", ("league", "congress", "revolutionaries", "raj")),
    CardView(36, "Khudai Khidmatgars Active in Northwest", ("congress", "raj", "league", "revolutionaries")),
)


@cache
def setup_view(scenario: str) -> View:
    """Return a scenario's set-up with two set cards and a set Viceroy, so that no shuffle decides what is drawn."""
    view: View = Game.new(game="gandhi", scenario=scenario, seats={}, seed=SEED).view()
    return msgspec.structs.replace(view, card=FACES[0], next=FACES[1], viceroy="irwin", pending="congress")


def middle_view() -> View:
    """Return a board in the middle of a game: every level, Protests, Unrest, a Strike, a Muslim State, prisoners."""
    view = setup_view("short")
    spaces = dict(view.spaces)
    spaces["bihar"] = SpaceView(
        sepoys=2, congress=2, gandhi=True, underground=1, level="active_opposition", protest=True, activists_active=True
    )
    spaces["sind"] = SpaceView(league=3, league_bases=1, level="passive_opposition", muslim_state=True)
    spaces["mysore"] = SpaceView(sepoys=1, underground=2, unrest=2, level="passive_opposition")
    spaces["bombay_bhusawal"] = SpaceView(congress=2, active=1, strike=True, activists_active=True)
    spaces["punjab"] = SpaceView(
        troops=3, sepoys=4, league=1, active=2, revolutionary_bases=1, unrest=1, level="active_support", control=True
    )
    return msgspec.structs.replace(
        view,
        spaces=spaces,
        restraint=2,
        unity=1,
        jail={"congress": 2, "league": 1, "gandhi": 0},
        eligibility={"raj": "executed", "congress": "eligible", "league": "passed", "revolutionaries": "ineligible"},
        seats={"raj": "arjuna", "congress": "player", "league": "player", "revolutionaries": "arjuna"},
        protests_on_map=2,
        protests_available=4,
    )


def over_view() -> View:
    """Return a game that is over."""
    return msgspec.structs.replace(middle_view(), winner="congress", pending="", crisis=True, card=None, next=None)


def extreme_view() -> View:
    """Return a board with every kind in every space, with counts of two digits: more than any game can reach."""
    board = load_board()
    spaces = {}
    for number, key in enumerate(board.spaces):
        counts = {kind: 12 for kind in ON_LAND if kind not in ("gandhi", "protest", "muslim_state")}
        flags = {"gandhi": True, "protest": True, "muslim_state": True}
        level = ("active_opposition", "passive_opposition", "passive_support", "active_support")[number % 4]
        here = {**counts, **flags, "level": level, "control": True, "activists_active": number % 2 == 0}
        spaces[key] = msgspec.convert(here, SpaceView)
    for key in board.railways:
        counts = {kind: 11 for kind in ON_RAILS if kind not in ("gandhi", "protest", "strike")}
        here = {**counts, "gandhi": True, "protest": True, "strike": True, "activists_active": True}
        spaces[key] = msgspec.convert(here, SpaceView)
    return msgspec.structs.replace(
        setup_view("main"),
        spaces=spaces,
        restraint=1,
        unity=1,
        crisis=True,
        resources={"raj": 50, "revolutionaries": 50},
    )


def sample_turn() -> list[Change]:
    """Return a turn with every verb that is drawn, around what `middle_view` shows."""
    seat = "congress"
    return [
        Change("begin", seat, "civil_disobedience"),
        Change("select", seat, target="bihar"),
        Change("place", seat, "protest", target="bihar"),
        Change("place", seat, "congress", 2, "available", "bihar"),
        Change("control", seat, target="bihar", old=1, new=0),
        Change("level", seat, target="bihar", old=-1, new=-2),
        Change("select", seat, target="bombay_bhusawal"),
        Change("move", seat, "congress", 2, "bombay_presidency", "bombay_bhusawal"),
        Change("place", seat, "strike", target="bombay_bhusawal"),
        Change("begin", seat, "satyagraha"),
        Change("move", seat, "gandhi", 1, "bombay_presidency", "bihar"),
        Change("select", seat, target="punjab"),
        Change("remove", seat, "congress", 1, "punjab", "available"),
        Change("arrest", seat, "congress", 1, "punjab", "jail"),
        Change("activate", seat, "active", 2, target="punjab"),
        Change("level", seat, target="punjab", old=0, new=2),
        Change("select", seat, target="sind"),
        Change("release", seat, "league", 1, "jail", "sind"),
        Change("place", seat, "muslim_state", target="sind"),
        Change("select", seat, target="mysore"),
        Change("hide", seat, "underground", 1, target="mysore"),
        Change("place", seat, "unrest", target="mysore"),
        Change("roll", seat, "release", new=4),
        Change("enter", seat, "congress", 1, "out_of_play", "available"),
        Change("release", seat, "congress", 1, "jail", "available"),
        Change("restraint", seat, old=3, new=2),
        Change("unity", seat, old=2, new=1),
        Change("crisis", seat, old=0, new=1),
        Change("resources", seat, count=2, target="raj", old=28, new=26),
        Change("viceroy", seat, target="irwin"),
        Change("eligibility", seat, "executed", target="congress"),
        Change("reveal", piece="event", new=36),
        Change("phase", piece="resources"),
        Change("refuse", "raj", "transfer", target="congress"),
        Change("resume", "raj", "sweep"),
        Change("put_right", "", "eligible", target="league"),
        Change("agree", "raj", "transfer", target="congress"),
        Change("over", seat, "campaign", target="congress", new=2),
    ]
