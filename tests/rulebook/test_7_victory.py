"""7.0 Victory: checks (7.2), margins (7.3), ranking and ties (7.1)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from engine.core.errors import IllegalChoice
from engine.core.protocol import Result
from engine.gandhi.ids import SEATS, THRESHOLDS
from engine.gandhi.victory import find_turning_point
from engine.gandhi.view import VictoryView
from tests.playing import asked, choose, game_at
from tests.rulebook.rounds import round_at

CONGRESS_WINS: dict[str, dict[str, Any]] = {
    space: {"level": "active_opposition"}
    for space in ("bihar", "united_provinces", "bombay_presidency", "madras_presidency", "gujarat", "orissa")
}
"""Opposition 20 in no Muslim space; the functions below add to it."""


def checked(spaces: dict[str, dict[str, Any]], **position: Any) -> Result | None:
    """Return the result of a victory check, or None when the game continues."""
    return round_at("victory", spaces, **position).result


def finished(spaces: dict[str, dict[str, Any]], **position: Any) -> Result:
    """Return the result of a game whose final Round ends with these spaces."""
    game = round_at("secret_societies", spaces, campaigns_left=0, **position)
    while game.decision is not None:
        game.choose("done")
    assert game.result is not None
    return game.result


def test_the_thresholds_are_as_printed_and_margins_are_measured_from_them() -> None:
    """7.2 Raj 38, Congress 20, the Muslim League 14, the Revolutionaries 14, to be exceeded."""
    assert THRESHOLDS == {"raj": 38, "congress": 20, "league": 14, "revolutionaries": 14}
    assert game_at({}).position()["margins"] == {"raj": -38, "congress": -20, "league": -14, "revolutionaries": -14}


def test_a_margin_of_zero_is_no_victory() -> None:
    """7.2, 7.3, R-85 Congress at exactly 20 does not win; at 21 it does."""
    assert checked(CONGRESS_WINS) is None
    result = checked({**CONGRESS_WINS, "mysore": {"level": "passive_opposition"}})
    assert result is not None
    assert result.ranking[0] == "congress"
    assert result.margins["congress"] == 1
    assert not result.all_players_lose


def test_the_highest_margin_decides_between_several_winners() -> None:
    """R-86, 7.1 The highest margin wins, not who is named first."""
    spaces = {
        **CONGRESS_WINS,
        "mysore": {"level": "passive_opposition"},
        "punjab": {"muslim_state": True, "level": "active_opposition"},
        "west_bengal": {"muslim_state": True, "level": "active_opposition"},
    }
    result = checked(spaces)
    assert result is not None
    # Congress has 29 and needs 20; the League 8 + 8 and needs 14.
    assert result.margins["congress"] == 9
    assert result.margins["league"] == 2
    assert result.ranking[:2] == ("congress", "league")


def test_equal_margins_follow_a_fixed_order_of_factions() -> None:
    """7.1, R-86 Equal margins: Muslim League, Congress, Revolutionaries, Raj."""
    result = finished({})
    assert result.ranking == ("league", "revolutionaries", "congress", "raj")
    # Congress has 6 and needs 20, the others have nothing: three have a margin of -14.
    spaces = {space: {"level": "passive_opposition"} for space in ("bihar", "united_provinces", "bombay_presidency")}
    result = finished(spaces)
    assert result.margins == {"raj": -38, "congress": -14, "league": -14, "revolutionaries": -14}
    assert result.ranking == ("league", "congress", "revolutionaries", "raj")


def test_after_the_final_campaign_the_highest_margin_wins() -> None:
    """7.3, 2.4.1 Without a win at a check the highest margin wins, positive or not."""
    result = finished({"bihar": {"unrest": 1}, "sind": {"revolutionary_bases": 1}})
    assert result.reason == "final"
    assert result.ranking[0] == "revolutionaries"
    assert result.margins["revolutionaries"] == -11


# -- Non-players and pairs ---------------------------------------------------------------------------------

EXCEEDING = {**CONGRESS_WINS, "mysore": {"level": "passive_opposition"}}


def test_all_players_lose_when_a_non_player_faction_passes_a_victory_check() -> None:
    """7.1, R-87 All players lose, even one who exceeds by more: Non-player Factions rank before them."""
    spaces = {
        **EXCEEDING,
        "punjab": {"unrest": 1},
        **{space: {"muslim_state": True} for space in ("west_bengal", "east_bengal", "assam", "sind", "baluchistan")},
        "northwest_frontier": {"muslim_state": True, "level": "active_opposition"},
    }
    seats = {"congress": "arjuna"}
    result = checked(spaces, seats=seats)
    assert result is not None
    assert result.margins["league"] > result.margins["congress"] > 0
    assert result.all_players_lose
    assert result.ranking[0] == "congress"
    assert result.ranking[1] == "league"


def test_a_non_player_faction_is_ranked_by_margin_at_the_end() -> None:
    """R-88 When no check was passed a Non-player Faction ranks like anyone."""
    result = finished({"bihar": {"unrest": 1}}, seats={"revolutionaries": "arjuna"})
    assert result.ranking[0] == "revolutionaries"
    assert not result.all_players_lose


@pytest.mark.parametrize("kind", ["away:arjuna", "away:chanakya"])
def test_the_faction_of_an_absent_person_counts_as_theirs(kind: str) -> None:
    """7.1, R-87 While it is played for them, its victory is theirs, alone and together with their other Faction."""
    result = checked(EXCEEDING, seats={"congress": kind})
    assert result is not None
    assert result.ranking[0] == "congress"
    assert not result.all_players_lose
    # R-90 Beside an absent person no one is a lone player.
    assert checked(EXCEEDING, seats={"raj": "arjuna", "revolutionaries": "arjuna", "league": kind}) is not None
    # R-89 Both Factions of the absent person must exceed, as if that person were there.
    pair: dict[str, Any] = {"sides": [["congress", "league"]]}
    assert checked(EXCEEDING, seats={"league": kind}, **pair) is None


@pytest.mark.parametrize("kind", ["away:arjuna", "away:chanakya"])
def test_an_absent_person_ranks_among_the_players_when_all_lose(kind: str) -> None:
    """7.1, R-87 Non-player Factions come before them, also before the one that exceeds by more."""
    spaces = {**EXCEEDING, "sind": {"revolutionary_bases": 1}, "assam": {"revolutionary_bases": 1}}
    spaces |= {
        space: {"unrest": 1} for space in ("punjab", "west_bengal", "east_bengal", "delhi", "calcutta", "madras")
    }
    spaces |= {space: {"unrest": 1} for space in ("karachi", "bombay", "northwest_frontier", "baluchistan")}
    result = checked(spaces, seats={"congress": kind, "revolutionaries": "arjuna"})
    assert result is not None
    assert result.all_players_lose
    assert result.ranking == ("revolutionaries", "congress", "league", "raj")


def test_a_person_with_two_factions_wins_early_only_if_both_exceed_their_goals() -> None:
    """1.5, R-89 Both must exceed to end the game; the lower margin counts, its Faction breaks ties."""
    pair: dict[str, Any] = {"sides": [["congress", "league"]]}
    assert checked(EXCEEDING) is not None
    assert checked(EXCEEDING, **pair) is None
    spaces: dict[str, dict[str, Any]] = {"bihar": {"level": "active_opposition"}, "sind": {"unrest": 1}}
    result = finished(spaces, **pair)
    # The pair of Congress (-16) and the League (-14) has -16; the Revolutionaries have -13, Raj -38.
    assert result.margins == {"raj": -38, "congress": -16, "league": -14, "revolutionaries": -13}
    assert result.ranking == ("revolutionaries", "league", "congress", "raj")
    result = finished(spaces, sides=[["congress", "league"], ["raj", "revolutionaries"]])
    # The person who plays Raj has its -38.
    assert result.ranking == ("league", "congress", "revolutionaries", "raj")


def test_a_tie_between_pairs_is_broken_by_the_factions_that_give_the_margins() -> None:
    """R-89 A tie goes by the Faction that gives the margin: here Congress's -14 beats the Revolutionaries' -14."""
    spaces = {space: {"level": "passive_opposition"} for space in ("bihar", "united_provinces", "bombay_presidency")}
    result = finished({**spaces, "sind": {"level": "passive_support"}}, sides=[["congress", "league"]])
    assert result.ranking.index("congress") < result.ranking.index("revolutionaries")


def test_a_faction_that_a_person_gives_up_no_longer_counts_with_their_other_faction() -> None:
    """1.5, R-89 Only Factions that one person still owns are ranked by the lower margin of the two."""
    position: dict[str, Any] = {"sides": [["congress", "league"]], "campaigns_left": 0}
    for gives_up, first in ((False, "revolutionaries"), (True, "league")):
        game = round_at("secret_societies", {"sind": {"underground": 1}}, **position)
        assert game.position()["sides"] == position["sides"]
        if gives_up:
            game.hand_over("league", "arjuna")
            assert "sides" not in game.position()
        while game.decision is not None:
            game.choose("done")
        assert game.result is not None
        # The League and the Revolutionaries have -14 each, Congress has -20.
        assert game.result.ranking[0] == first


def test_a_faction_that_another_person_takes_over_no_longer_counts_with_its_partner() -> None:
    """1.5, 1.5.2, R-89 Two people are two sides: each wins alone, and is asked for Resources."""
    sides = [["congress", "league"], ["raj", "revolutionaries"]]
    game = game_at({"bihar": {"underground": 1}}, "revolutionaries", sides=sides, resources={"raj": 9})
    game.hand_over("raj", "player")
    assert game.position()["sides"] == [["congress", "league"]]
    assert Game.at(game.position()).state.sides == game.state.sides
    choose(game, "transfer", "3")
    assert asked(game) == "raj transfer.consent"
    alone = game_at({}, "raj", sides=[["congress", "league"]])
    alone.hand_over("league", "away:arjuna")
    for seat, kind in (("raj", "player"), ("league", "away:arjuna")):
        with pytest.raises(IllegalChoice):
            alone.hand_over(seat, kind)
    alone.hand_over("league", "player")
    assert alone.position()["sides"] == [["congress", "league"]], "the owner is back"


@pytest.mark.parametrize("seat", SEATS)
def test_a_lone_player_never_wins_early(seat: str) -> None:
    """R-90 Alone among Non-player Factions success at a check does not end the game; theirs does."""
    seats = {other: "arjuna" for other in SEATS if other != seat}
    result = checked(EXCEEDING, seats=seats)
    if seat == "congress":
        assert result is None
    else:
        assert result is not None
        assert result.all_players_lose


def test_a_lone_player_wins_the_final_round_by_margins() -> None:
    """R-90, R-91 In the final Round the check is the same; then margins and ties decide, a difference of 0 included."""
    seats = {other: "arjuna" for other in SEATS if other != "league"}
    result = finished({}, seats=seats)
    assert result.ranking[0] == "league"
    assert result.margins["league"] == result.margins["revolutionaries"]


def test_the_turning_point_is_when_the_last_leader_took_the_lead_for_good() -> None:
    """7.1 Row 0 is the beginning; who led at times and not at the end does not count."""

    def row(first: str, second: str) -> dict[str, VictoryView]:
        return {first: VictoryView(21, 20, 1, 1), second: VictoryView(20, 20, 0, 2)}

    leads = [row("raj", "congress"), row("congress", "raj"), row("raj", "congress"), row("congress", "raj")]
    assert find_turning_point(leads) == (3, "congress")
    assert find_turning_point([*leads, row("congress", "raj")]) == (3, "congress")
    assert find_turning_point([row("raj", "congress")] * 3) == (0, "raj")
    assert find_turning_point([]) is None
    assert find_turning_point([{"raj": VictoryView(21, 20, 1)}]) is None, "stored before there were places"
