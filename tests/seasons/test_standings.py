"""Standings of a season, and what decides between people with as many points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.narrate.book import harmless
from bot.seasons.club import rank_people
from bot.tables.past import Past
from storage import LeftBy
from tests.seasons.results import GANDHI, finish

ASHA, BILAL, CHARU, DEV, EVA = 1, 2, 3, 4, 5
FOUR = (ASHA, BILAL, CHARU, DEV)
BACK = tuple(reversed(GANDHI))


def test_a_game_gives_a_point_for_each_seat_behind_and_for_a_victory() -> None:
    found = rank_people([finish(1, FOUR)], [*FOUR, EVA])
    assert [(one.person, one.points, one.won, one.played) for one in found] == [
        (ASHA, 4, 1, 1),
        (BILAL, 2, 0, 1),
        (CHARU, 1, 0, 1),
        (DEV, 0, 0, 1),
        (EVA, 0, 0, 0),
    ]
    assert [one.place for one in found] == [1, 2, 3, 4, 5]


def points_of(*games: Past) -> dict[int, int]:
    """Return everyone's points after games."""
    return {one.person: one.points for one in rank_people(games, [*FOUR, EVA])}


@pytest.mark.parametrize("arjuna", range(4))
def test_if_all_players_lose_the_people_are_ranked_among_themselves(arjuna: int) -> None:
    people: list[int | None] = [ASHA, BILAL, CHARU]
    people.insert(arjuna, None)
    found = points_of(finish(1, people, lost=True))
    # No one has won, and it does not matter where the automatic player came.
    assert [found[one] for one in FOUR] == [2, 1, 0, 0]
    assert not any(one.won for one in rank_people([finish(1, people, lost=True)], FOUR))


def test_a_person_who_leaves_has_lost_and_their_successor_earns_nothing() -> None:
    # Asha leaves a won seat, and Eva takes it over: all others move up, no one has won.
    left = finish(1, (EVA, BILAL, CHARU, DEV), left={"raj": (ASHA, "left")})
    assert points_of(left) == {ASHA: 0, BILAL: 3, CHARU: 2, DEV: 1, EVA: 0}
    assert [one.won for one in rank_people([left], [*FOUR, EVA])] == [0] * 5
    by_person = {one.person: one for one in rank_people([left], [*FOUR, EVA])}
    assert (by_person[ASHA].played, by_person[EVA].played) == (1, 0)
    assert by_person[ASHA].margin == -3


@pytest.mark.parametrize("way", ["left", "replaced", "freed", "dropped_out", "closed", "forgotten"])
def test_each_way_to_leave_loses_the_game(way: LeftBy) -> None:
    assert points_of(finish(1, (None, BILAL, CHARU, DEV), left={"raj": (ASHA, way)}))[ASHA] == 0


def test_a_person_replaced_with_everyones_consent_gets_the_seats_result() -> None:
    assert points_of(finish(1, (EVA, BILAL, CHARU, DEV), left={"raj": (ASHA, "agreed")}))[ASHA] == 4


def test_a_person_who_has_their_seat_again_has_not_left() -> None:
    assert points_of(finish(1, FOUR, left={"raj": (ASHA, "left")}))[ASHA] == 4


def test_two_people_who_left_share_the_last_place() -> None:
    game = finish(1, (None, BILAL, None, DEV), left={"raj": (ASHA, "left"), "league": (CHARU, "freed")})
    assert points_of(game) == {ASHA: 0, BILAL: 3, CHARU: 0, DEV: 2, EVA: 0}


def test_an_unfinished_game_is_lost_only_by_people_who_left_it() -> None:
    game = finish(1, (ASHA, None, None, DEV), (), (), left={"congress": (BILAL, "left"), "raj": (ASHA, "closed")})
    found = {one.person: (one.played, one.points) for one in rank_people([game], FOUR)}
    assert found == {ASHA: (1, 0), BILAL: (1, 0), CHARU: (0, 0), DEV: (0, 0)}


def test_points_of_a_seat_go_to_the_person_who_was_paired_with_it() -> None:
    # Eva sits on every seat at the end; no one has noted how she came there.
    paired = dict(zip(GANDHI, FOUR, strict=True))
    assert points_of(replace(finish(1, (EVA,) * 4), paired=paired)) == dict.fromkeys([*FOUR, EVA], 0)
    game = replace(finish(1, (ASHA, EVA, CHARU, DEV)), paired=paired)
    assert points_of(game) == {ASHA: 4, BILAL: 0, CHARU: 2, DEV: 1, EVA: 0}


def test_victories_decide_between_equal_points() -> None:
    # Asha wins once (4 points) and is last once; Bilal is second twice.
    games = [finish(1, FOUR), finish(2, (DEV, BILAL, CHARU, ASHA))]
    found = {one.person: one for one in rank_people(games, FOUR)}
    assert (found[ASHA].points, found[BILAL].points) == (4, 4)
    assert found[ASHA].place < found[BILAL].place
    assert found[BILAL].decides in ("won", "opponents")


def test_the_points_of_opponents_and_then_margins_break_ties() -> None:
    games = [finish(1, (ASHA, None, BILAL, None)), finish(2, (CHARU, None, DEV, None), margins=(9, 2, -1, -3))]
    found = rank_people(games, FOUR)
    assert [one.person for one in found] == [CHARU, ASHA, BILAL, DEV]
    assert [one.decides for one in found] == ["points", "margin", "points", "shared"]
    assert [one.place for one in found] == [1, 2, 3, 3]
    stronger = [*games, finish(3, (BILAL, EVA, None, None))]
    found = rank_people(stronger, [*FOUR, EVA])
    assert next(one for one in found if one.person == CHARU).decides == "opponents"


def test_a_person_who_did_not_enter_is_not_in_the_standings() -> None:
    assert [one.person for one in rank_people([finish(1, FOUR)], [BILAL])] == [BILAL]


@pytest.mark.parametrize(
    "name",
    [
        "=SUM(A1)",
        "+1",
        "-1",
        "@cmd",
        "\t=1",
        "\r=1",
        "＝1+1",
        "＋1",
        "－1",
        "＠a",
        " =1",
        "\u3000=1",
        "\u200b=1",
        "\ufeff＝1",
    ],
)
def test_a_name_like_a_formula_is_escaped_in_the_csv(name: str) -> None:
    assert harmless(name) == f"'{name}"


@pytest.mark.parametrize("name", ["Asha", "A=B", " Asha", "ア－シャ", ""])
def test_a_harmless_name_is_unchanged_in_the_csv(name: str) -> None:
    assert harmless(name) == name
