"""Ratings follow from the stored results, in the order in which the games ended."""

from __future__ import annotations

import random

from bot.seasons.ratings import MIDDLE, Rating, rate
from tests.seasons.results import GANDHI, finish

ASHA, BILAL, CHARU, DEV = 1, 2, 3, 4
FOUR = (ASHA, BILAL, CHARU, DEV)


def test_nobody_is_rated_before_a_game() -> None:
    assert rate([]) == {}
    assert Rating(ASHA).shown == MIDDLE


def test_a_victory_raises_the_rating_and_each_game_its_certainty() -> None:
    first = rate([finish(1, FOUR)])["gandhi"]
    assert [one.who for one in first.list_best()] == [ASHA, BILAL, CHARU, DEV]
    assert first.overall[ASHA].shown > MIDDLE > first.overall[DEV].shown
    second = rate([finish(1, FOUR), finish(2, FOUR)])["gandhi"]
    assert second.overall[ASHA].shown > first.overall[ASHA].shown
    assert second.overall[ASHA].uncertainty < first.overall[ASHA].uncertainty < Rating(ASHA).uncertainty
    assert second.overall[ASHA].games == 2


def test_the_order_in_which_games_are_given_does_not_matter() -> None:
    games = [finish(number, random.Random(number).sample(FOUR, 4)) for number in range(8)]
    shuffled = random.Random(1).sample(games, 8)
    assert rate(games) == rate(shuffled)


def test_each_seat_has_ratings_of_its_own() -> None:
    found = rate([finish(1, FOUR), finish(2, (BILAL, ASHA, CHARU, DEV), ("congress", "raj", "league", GANDHI[3]))])
    seats = found["gandhi"].by_seat
    assert {who: one.games for who, one in seats["raj"].items()} == {ASHA: 1, BILAL: 1}
    assert [one.who for one in found["gandhi"].list_best("congress")] == [ASHA, BILAL]
    assert found["gandhi"].list_best("nosuch") == []


def test_automatic_players_are_rated_by_their_names() -> None:
    found = rate([finish(1, (ASHA, None, None, None)), finish(2, (ASHA, None, BILAL, None), opponent="chanakya_quick")])
    assert set(found["gandhi"].overall) == {ASHA, BILAL, "Arjuna", "chanakya_quick"}
    assert found["gandhi"].overall["Arjuna"].games == 1


def test_where_all_players_lost_nobody_gains_on_the_others() -> None:
    found = rate([finish(1, (None, BILAL, CHARU, DEV), lost=True)])["gandhi"].overall
    assert found["Arjuna"].shown > MIDDLE
    assert len({found[person].shown for person in (BILAL, CHARU, DEV)}) == 1


def test_a_game_of_one_player_alone_or_of_automatic_players_does_not_count() -> None:
    assert rate([finish(1, (ASHA,) * 4), finish(2, (None,) * 4)]) == {}


def test_a_person_whose_data_was_deleted_has_no_rating_but_was_an_opponent() -> None:
    found = rate([finish(1, (ASHA, 0, CHARU, DEV))])["gandhi"].overall
    assert set(found) == {ASHA, CHARU, DEV}
