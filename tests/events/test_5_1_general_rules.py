"""5.1, 5.2 What holds for every Event, whatever its text says."""

from __future__ import annotations

import pytest

from engine.gandhi.events.data import EVENTS
from engine.gandhi.events.interpreter import is_side_possible
from engine.gandhi.position import state_at
from tests.events.playing import event, is_done, jail, tracks
from tests.playing import SEED, Spaces, choose, game_at, here, keys, why


def can_do(card: int, side: str, seat: str, spaces: Spaces) -> bool:
    """Whether a side would change anything at a position."""
    return is_side_possible(state_at({"spaces": spaces, "card": card}, SEED), seat, side)


def test_5_2_either_side_is_open_to_everybody() -> None:
    """5.2: whoever executes the Event takes the unshaded or the shaded text."""
    for seat in ("raj", "congress", "league", "revolutionaries"):
        assert keys(game_at({}, seat, "event", card=35)) == {"event:unshaded", "event:shaded", "pass"}


def test_r68_a_side_without_effect_may_be_executed() -> None:
    """5.1.2, R-68: a side that can do nothing is known as such, and a player may take it nevertheless."""
    assert not can_do(30, "shaded", "congress", {"punjab": {"troops": 1}})
    assert can_do(30, "shaded", "congress", {"punjab": {"sepoys": 1}})
    assert is_done(event(30, "shaded", "congress", {"punjab": {"troops": 1}}))


def test_r66_limits_stand_above_the_text() -> None:
    """5.1.1, R-66: Troops never come to a State, a Base never above the Population, a second Protest never anywhere."""
    state = event(35, "unshaded", "raj", {"punjab": {"muslim_state": True}})
    assert "troops" not in keys(state)
    full = event(18, "unshaded", "league", {"punjab": {"league_bases": 1, "revolutionary_bases": 1}})
    assert why(full, "punjab") == "why.not_as_the_event_says 5.1.2"
    marked = event(12, "shaded", "congress", {"bihar": {"congress": 1, "protest": True}, "sind": {"congress": 1}})
    assert why(marked, "bihar") == "why.nothing_would_change 5.1.2"


def test_r58_gandhi_is_arrested_or_nothing() -> None:
    """1.4.5, R-58: no Event that removes pieces can remove Gandhi; one that arrests sends him to Jail."""
    spaces: Spaces = {"sind": {"gandhi": True, "troops": 1}}
    assert keys(event(9, "shaded", "league", spaces)) == {"troops", "done"}
    assert not can_do(33, "shaded", "league", {"sind": {"gandhi": True}})
    assert jail(event(11, "unshaded", "raj", spaces)) == (0, 0, True)


@pytest.mark.parametrize(("card", "side"), [(9, "shaded"), (15, "unshaded")])
@pytest.mark.parametrize("seat", ["raj", "congress", "league", "revolutionaries"])
def test_3_2_4_bases_last_is_the_same_for_everybody(card: int, side: str, seat: str) -> None:
    """3.2.4, R-33e: Activists of either Faction protect a League Base wherever the step may remove them too."""
    spaces: Spaces = {"punjab": {"sepoys": 3, "congress": 1, "league_bases": 1}, "bihar": {"unrest": 12}}
    game = event(card, side, seat, spaces)
    if "punjab" in keys(game):
        choose(game, "punjab")
    assert {"sepoys", "congress"} <= keys(game)
    assert "league_bases" not in keys(game)
    choose(game, "congress")
    assert {"sepoys", "league_bases"} <= keys(game)


def test_3_2_4_what_a_step_cannot_remove_protects_nothing() -> None:
    """3.2.4: where only adversaries go, Congress's own Activists do not protect a League Base from Congress."""
    spaces: Spaces = {"punjab": {"congress": 2, "league_bases": 1}}
    game = event(33, "shaded", "congress", spaces, "punjab", unity=1)
    assert "league_bases" not in here(game, "punjab")
    guarded: Spaces = {"punjab": {"congress": 2, "league": 1, "league_bases": 1}}
    game = event(33, "shaded", "congress", guarded, "punjab", unity=1)
    assert here(game, "punjab") == {"congress": 2, "league_bases": 1}


def test_r04_own_pieces_may_be_removed_during_an_event() -> None:
    """1.4.1, R-04: a Faction may take own pieces back to Available while it executes an Event."""
    game = event(18, "shaded", "league", {"bihar": {"league": 2}}, out_of_play={"congress": 16, "league": 14})
    assert is_done(game)
    game = event(18, "shaded", "league", {"bihar": {"league": 2}}, out_of_play={"congress": 16, "league": 13})
    assert "remove_own" in keys(game)
    choose(game, "remove_own", "1", "sind", "2")
    assert is_done(game)
    assert (here(game, "bihar"), here(game, "sind")) == ({"league": 1}, {"league": 2})


def test_r11_the_states_own_control_ends() -> None:
    """1.3.5, R-11: a Muslim State has no Raj Control, its level stays, and only the Troops must leave."""
    spaces: Spaces = {"sind": {"sepoys": 1, "active": 1, "level": "passive_opposition"}}
    game = event(13, "unshaded", "league", spaces, "muslim_state", "sind")
    assert is_done(game)
    assert here(game, "sind") == {"sepoys": 1, "active": 1, "level": "passive_opposition", "muslim_state": True}


def test_6_8_an_event_may_trigger_a_crisis() -> None:
    """6.8: an Event that takes Unity to 1 while Restraint is 1 starts a Crisis, with Raj's roll at the turn's end."""
    game = event(13, "unshaded", "league", {}, "unity", restraint=1, out_of_play={"sepoys": 6})
    assert tracks(game) == (1, 1)
    assert game.position()["crisis"]
    assert game.decision is not None
    assert game.decision.seat == "raj"


@pytest.mark.parametrize("number", [number for number in EVENTS if number <= 36])
def test_texts_are_whole_sentences(number: int) -> None:
    """5.2: each side says in whole sentences what it does."""
    for side in (EVENTS[number].unshaded, EVENTS[number].shaded):
        assert side.text[0].isupper()
        assert side.text.endswith(".")
