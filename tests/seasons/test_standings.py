"""Standings of a season, and what decides between people with as many points."""

from __future__ import annotations

from bot.seasons.standings import rank_people
from tests.seasons.results import GANDHI, finish

ASHA, BILAL, CHARU, DEV, EVA = 1, 2, 3, 4, 5
FOUR = (ASHA, BILAL, CHARU, DEV)
BACK = tuple(reversed(GANDHI))


def test_a_game_is_worth_the_seats_left_behind_and_a_victory() -> None:
    found = rank_people([finish(1, FOUR)], [*FOUR, EVA])
    assert [(one.person, one.points, one.won, one.played) for one in found] == [
        (ASHA, 4, 1, 1),
        (BILAL, 2, 0, 1),
        (CHARU, 1, 0, 1),
        (DEV, 0, 0, 1),
        (EVA, 0, 0, 0),
    ]
    assert [one.place for one in found] == [1, 2, 3, 4, 5]


def test_a_game_that_all_players_lost_is_worth_nothing() -> None:
    assert {one.points for one in rank_people([finish(1, (None, BILAL, CHARU, DEV), lost=True)], FOUR)} == {0}


def test_victories_decide_between_equal_points() -> None:
    # Asha wins once (4 points) and is last once; Bilal is second twice.
    games = [finish(1, FOUR), finish(2, (DEV, BILAL, CHARU, ASHA))]
    found = {one.person: one for one in rank_people(games, FOUR)}
    assert (found[ASHA].points, found[BILAL].points) == (4, 4)
    assert found[ASHA].place < found[BILAL].place
    assert found[BILAL].decides in ("won", "opponents")


def test_then_the_points_of_the_opponents_and_then_the_margins() -> None:
    games = [finish(1, (ASHA, None, BILAL, None)), finish(2, (CHARU, None, DEV, None), margins=(9, 2, -1, -3))]
    found = rank_people(games, FOUR)
    assert [one.person for one in found] == [CHARU, ASHA, BILAL, DEV]
    assert [one.decides for one in found] == ["points", "margin", "points", "shared"]
    assert [one.place for one in found] == [1, 2, 3, 3]
    stronger = [*games, finish(3, (BILAL, EVA, None, None))]
    found = rank_people(stronger, [*FOUR, EVA])
    assert next(one for one in found if one.person == CHARU).decides == "opponents"


def test_somebody_who_did_not_enter_has_no_place() -> None:
    assert [one.person for one in rank_people([finish(1, FOUR)], [BILAL])] == [BILAL]
