"""5.1, 5.2 What holds for every Event, whatever its text says."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from engine.gandhi.events.data import EVENTS
from engine.gandhi.events.interpreter import SIDES, is_side_possible
from engine.gandhi.position import state_at
from tests.events.playing import NOTHING_WOULD_CHANGE, ONLY_A_PART, event, is_done, jail, tracks, warned
from tests.playing import SEED, Spaces, choose, game_at, here, keys, now, seed_rolling, why


def can_do(card: int, side: str, seat: str, spaces: Spaces) -> bool:
    """Return whether a side would change anything at a position."""
    return is_side_possible(state_at({"spaces": spaces, "card": card}, SEED), seat, side)


def test_5_2_every_faction_may_choose_either_side_of_an_event() -> None:
    """5.2: a player who executes the Event takes the unshaded or the shaded text."""
    for seat in ("raj", "congress", "league", "revolutionaries"):
        assert keys(game_at({}, seat, "event", card=35)) == {"event:unshaded", "event:shaded", "pass"}


def test_an_event_side_without_effect_may_be_executed() -> None:
    """5.1.2, R-68: a side that can do nothing is known as such, and a player may take it nevertheless."""
    assert not can_do(30, "shaded", "congress", {"punjab": {"troops": 1}})
    assert can_do(30, "shaded", "congress", {"punjab": {"sepoys": 1}})
    assert is_done(event(30, "shaded", "congress", {"punjab": {"troops": 1}}))


def test_general_limits_of_the_rules_overrule_the_text_of_an_event() -> None:
    """5.1.1, R-66, D-52: no Troops come to a State, no Base above the Population, and no second Protest anywhere."""
    state = event(35, "unshaded", "raj", {"punjab": {"muslim_state": True}})
    assert "troops" not in keys(state)
    full = event(18, "unshaded", "league", {"punjab": {"league_bases": 1, "revolutionary_bases": 1}})
    assert why(full, "punjab") == "why.not_as_the_event_says 5.1.2"
    marked = event(12, "shaded", "congress", {"bihar": {"congress": 1, "protest": True}, "sind": {"congress": 1}})
    assert warned(marked, "bihar") == "why.nothing_would_change 5.1.2"


def test_an_event_may_arrest_gandhi_but_never_remove_him() -> None:
    """1.4.5, R-58: no Event that removes pieces can remove Gandhi; one that arrests sends him to Jail."""
    spaces: Spaces = {"sind": {"gandhi": True, "troops": 1}}
    assert keys(event(9, "shaded", "league", spaces)) == {"troops", "done"}
    assert not can_do(33, "shaded", "league", {"sind": {"gandhi": True}})
    assert jail(event(11, "unshaded", "raj", spaces)) == (0, 0, True)


@pytest.mark.parametrize(("card", "side"), [(9, "shaded"), (15, "unshaded")])
@pytest.mark.parametrize("seat", ["raj", "congress", "league", "revolutionaries"])
def test_3_2_4_congress_activists_protect_a_league_base_from_events(card: int, side: str, seat: str) -> None:
    """3.2.4, R-33e: Congress Activists too protect a League Base wherever the step may remove them."""
    spaces: Spaces = {"punjab": {"sepoys": 3, "congress": 1, "league_bases": 1}, "bihar": {"unrest": 12}}
    game = event(card, side, seat, spaces)
    if "punjab" in keys(game):
        choose(game, "punjab")
    assert {"sepoys", "congress"} <= keys(game)
    assert "league_bases" not in keys(game)
    choose(game, "congress")
    assert {"sepoys", "league_bases"} <= keys(game)


def test_3_2_4_a_piece_that_an_event_cannot_remove_protects_no_base() -> None:
    """3.2.4: where only adversaries go, Congress's own Activists do not protect a League Base from Congress."""
    spaces: Spaces = {"punjab": {"congress": 2, "league_bases": 1}}
    game = event(33, "shaded", "congress", spaces, "punjab", unity=1)
    assert "league_bases" not in here(game, "punjab")
    guarded: Spaces = {"punjab": {"congress": 2, "league": 1, "league_bases": 1}}
    game = event(33, "shaded", "congress", guarded, "punjab", unity=1)
    assert here(game, "punjab") == {"congress": 2, "league_bases": 1}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("card", EVENTS)
def test_every_event_begins_with_the_offer_to_remove_own_pieces(card: int, side: str) -> None:
    """1.4.1, R-04: own pieces may be removed when an Event begins, whatever it asks, and Raj never removes any."""
    spaces: Spaces = {"bihar": {"congress": 1, "league": 1, "underground": 1}}
    for seat in ("congress", "league", "revolutionaries"):
        game = game_at(spaces, seat, "event", card=card)
        choose(game, f"event:{side}")
        assert "remove_own" in keys(game)
    game = game_at(spaces, "raj", "event", card=card)
    choose(game, f"event:{side}")
    assert "remove_own" not in keys(game)


@pytest.mark.parametrize(
    ("card", "seat", "spaces", "keys_first", "then"),
    [
        (14, "revolutionaries", {"delhi": {"active": 8}, "sind": {"underground": 8}}, ("delhi", "2"), "guerrillas"),
        (20, "revolutionaries", {"delhi": {"active": 8}, "sind": {"underground": 8}}, ("delhi", "2"), "east_bengal"),
        (21, "revolutionaries", {"delhi": {"active": 8}, "sind": {"underground": 8}}, ("delhi", "2"), "underground"),
    ],
)
def test_own_pieces_may_be_removed_when_none_is_available(
    card: int, seat: str, spaces: Spaces, keys_first: tuple[str, ...], then: str
) -> None:
    """1.4.1, R-04: 14, 20 and 21 shaded with every Guerrilla on the map: two go to Available and can be placed."""
    resources = {"revolutionaries": 50}
    game = game_at(spaces, seat, "event", card=card, resources=resources)
    choose(game, "event:shaded", "remove_own", *keys_first)
    assert now(game)["available"]["underground"] == 2
    choose(game, *(("done",) if "done" in keys(game) and then not in keys(game) else ()))
    assert then in keys(game)


def test_own_bases_may_be_removed_so_that_an_event_can_place_them() -> None:
    """1.4.1, R-04: 16 shaded with all ten Bases on the map: the League takes one off and places it elsewhere."""
    league = {space: {"league_bases": 1} for space in ("sind", "assam", "baluchistan", "punjab", "karachi")}
    others = {space: {"revolutionary_bases": 1} for space in ("bihar", "delhi", "bombay", "madras", "gujarat")}
    game = game_at({**league, **others}, "league", "event", card=16)
    choose(game, "event:shaded", "remove_own", "sind")
    choose(game, "done", "east_bengal")
    assert here(game, "east_bengal") == {"league_bases": 1}
    assert here(game, "sind") == {}


def test_own_pieces_may_be_removed_at_later_questions_of_an_event() -> None:
    """1.4.1, R-04: beside a piece, a number, an alternative, a price and a free Attack too."""
    spaces: Spaces = {"bihar": {"active": 1, "underground": 3, "troops": 2, "congress": 2, "protest": True}}
    game = event(7, "shaded", "revolutionaries", spaces, "bihar")
    assert {"remove_own", "congress", "underground"} <= keys(game)
    choose(game, "underground")
    assert {"remove_own", "4"} <= keys(game)
    choose(game, "remove_own", "active")
    assert {"remove_own", "bihar"} <= keys(game), "what to place where is asked again"
    game = event(19, "unshaded", "congress", spaces, "bihar")
    assert {"remove_own", "active", "underground"} <= keys(game)
    game = event(49, "unshaded", "revolutionaries", spaces, "bihar", resources={"revolutionaries": 2})
    assert {"remove_own", "yes"} <= keys(game)
    game = event(23, "shaded", "revolutionaries", spaces, "bihar", seed=seed_rolling(1))
    assert {"remove_own", "troops", "congress", "done"} <= keys(game)
    choose(game, "remove_own", "2", "troops", "troops")
    assert here(game, "bihar")["underground"] == 2


def test_only_a_player_with_pieces_on_the_map_is_offered_a_removal() -> None:
    """1.4.1: a player who has no piece on the map, and a Non-player Faction, is asked nothing at the beginning."""
    assert is_done(game_after(68, "congress", {"sind": {"league": 1}}))
    assert "remove_own" not in keys(game_after(68, "congress", {"sind": {"congress": 1}}, seats={"congress": "arjuna"}))
    asked = game_after(68, "congress", {"sind": {"congress": 1}})
    assert keys(asked) == {"remove_own", "done"}
    choose(asked, "remove_own")
    assert is_done(asked), "with the last piece the question goes too"


def game_after(card: int, seat: str, spaces: Spaces, **position: Any) -> Game:
    """Return a game in which a seat has chosen the shaded side and nothing else."""
    game = game_at(spaces, seat, "event", card=card, **position)
    choose(game, "event:shaded")
    return game


@pytest.mark.parametrize(
    ("card", "side", "spaces", "first", "idle"),
    [
        (62, "unshaded", {"calcutta": {"level": "passive_support"}}, (), ("calcutta", "calcutta_chittagong")),
        (27, "unshaded", {"delhi": {"troops": 1, "level": "passive_support"}, "bihar": {"sepoys": 1}}, (), ("delhi",)),
        (15, "shaded", {"lahore_delhi": {"sepoys": 1, "strike": True}, "bihar": {"sepoys": 1}}, (), ("lahore_delhi",)),
        (13, "unshaded", {"sind": {"sepoys": 1}}, (), ("unity",)),
    ],
)
def test_a_choice_without_effect_is_open_with_a_warning(
    card: int, side: str, spaces: Spaces, first: tuple[str, ...], idle: tuple[str, ...]
) -> None:
    """5.1.2, R-68: a space or alternative without effect may be chosen, and a warning says what it would do."""
    game = event(card, side, "raj", spaces, *first, unity=1)
    for key in idle:
        assert warned(game, key) == NOTHING_WOULD_CHANGE
    choose(game, idle[0])


@pytest.mark.parametrize(("card", "position"), [(15, {}), (24, {"out_of_play": {"underground": 2}}), (26, {}), (6, {})])
def test_a_railway_has_a_warning_where_only_a_part_of_the_event_applies(card: int, position: dict[str, Any]) -> None:
    """5.1.2, R-68: a Railway takes the Strike and has no level, which has a warning; a City has none."""
    spaces: Spaces = {
        "lahore_delhi": {"troops": 1, "sepoys": 1, "congress": 1},
        "delhi": {"troops": 1, "sepoys": 1, "congress": 1, "level": "active_support"},
    }
    game = event(card, "shaded", "raj", spaces, **position)
    assert warned(game, "lahore_delhi") == ONLY_A_PART
    assert warned(game, "delhi") == ""


def test_an_event_asks_no_question_where_no_answer_changes_anything() -> None:
    """5.1.2, R-68: when no space and no alternative would change anything, the Event continues without a question."""
    assert is_done(event(6, "shaded", "raj", {"bihar": {"congress": 1}}))
    assert is_done(event(19, "unshaded", "raj", {"bihar": {"congress": 1}}))


def test_own_pieces_may_be_removed_during_an_event() -> None:
    """1.4.1, R-04: a Faction may take own pieces back to Available while it executes an Event."""
    boxes = {"congress": 16, "league": 14}
    game = event(18, "shaded", "league", {"bihar": {"league": 2}}, out_of_play=boxes)
    assert is_done(game)
    game = event(18, "shaded", "league", {"bihar": {"league": 2}}, out_of_play={"congress": 16, "league": 13})
    assert "remove_own" in keys(game)
    choose(game, "remove_own", "1", "sind", "2")
    assert is_done(game)
    assert (here(game, "bihar"), here(game, "sind")) == ({"league": 1}, {"league": 2})


def test_a_new_muslim_state_keeps_its_level_sepoys_and_guerrillas() -> None:
    """1.3.5, R-11: only Troops must leave a new Muslim State, and its level stays."""
    spaces: Spaces = {"sind": {"sepoys": 1, "active": 1, "level": "passive_opposition"}}
    game = event(13, "unshaded", "league", spaces, "muslim_state", "sind")
    assert is_done(game)
    assert here(game, "sind") == {"sepoys": 1, "active": 1, "level": "passive_opposition", "muslim_state": True}


def test_6_8_an_event_may_trigger_a_crisis() -> None:
    """6.8: an Event that takes Unity to 1 while Restraint is 1 starts a Crisis, with Raj's roll at the turn's end."""
    game = event(13, "unshaded", "league", {}, "unity", restraint=1, out_of_play={"sepoys": 6})
    assert tracks(game) == (1, 1)
    assert now(game)["crisis"]
    assert game.decision is not None
    assert game.decision.seat == "raj"


@pytest.mark.parametrize("number", EVENTS)
def test_the_texts_of_events_are_whole_sentences(number: int) -> None:
    """5.2: each side says in whole sentences what it does."""
    for side in (EVENTS[number].unshaded, EVENTS[number].shaded):
        assert side.text[0].isupper()
        assert side.text.endswith(".")
