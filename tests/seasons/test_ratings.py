"""Ratings follow from the stored results, in the order in which the games ended."""

from __future__ import annotations

import random

from bot.language import load_language
from bot.narrate.seasons import write_ratings
from bot.seasons.ratings import MIDDLE, Rating, rate
from storage import LeftBy
from tests.seasons.results import GANDHI, finish

ASHA, BILAL, CHARU, DEV, EVA = 1, 2, 3, 4, 5
FOUR = (ASHA, BILAL, CHARU, DEV)


def test_no_one_is_rated_before_a_game() -> None:
    assert rate([]) == {}
    assert Rating(ASHA).shown == MIDDLE


def test_a_victory_raises_the_rating_and_each_game_its_certainty() -> None:
    first = rate([finish(1, FOUR)])["gandhi"]
    assert [one.who for one in first.list_best()] == [ASHA, BILAL, CHARU, DEV]
    assert first.overall[ASHA].shown > MIDDLE > first.overall[DEV].shown
    assert first.overall[BILAL].shown > first.overall[CHARU].shown > first.overall[DEV].shown
    second = rate([finish(1, FOUR), finish(2, FOUR)])["gandhi"]
    assert second.overall[ASHA].shown > first.overall[ASHA].shown
    assert second.overall[ASHA].uncertainty < first.overall[ASHA].uncertainty < Rating(ASHA).uncertainty
    assert second.overall[ASHA].games == 2


def test_the_order_in_which_games_are_given_does_not_matter() -> None:
    games = [finish(number, random.Random(number).sample(FOUR, 4)) for number in range(8)]
    shuffled = random.Random(1).sample(games, 8)
    assert rate(games) == rate(shuffled)


def test_each_seat_has_its_own_ratings() -> None:
    found = rate([finish(1, FOUR), finish(2, (BILAL, ASHA, CHARU, DEV), ("congress", "raj", "league", GANDHI[3]))])
    seats = found["gandhi"].by_seat
    assert {who: one.games for who, one in seats["raj"].items()} == {ASHA: 1, BILAL: 1}
    assert [one.who for one in found["gandhi"].list_best("congress")] == [ASHA, BILAL]
    assert found["gandhi"].list_best("nosuch") == []


def test_automatic_players_are_rated_by_their_names() -> None:
    games = [finish(1, (ASHA, None, BILAL, None)), finish(2, (ASHA, None, BILAL, None), opponent="chanakya_quick")]
    found = rate(games)["gandhi"].overall
    assert set(found) == {ASHA, BILAL, "Arjuna", "chanakya_quick"}
    assert found["Arjuna"].games == 1


def test_games_of_one_person_against_automatic_players_are_rated_apart() -> None:
    found = rate([finish(number, (ASHA, None, None, None)) for number in range(13)])["gandhi"]
    assert found.overall == {}
    assert found.by_seat == {}
    assert set(found.alone) == {ASHA, "Arjuna"}
    assert found.alone[ASHA].games == 13


def test_the_ratings_of_people_alone_have_their_own_heading_and_names() -> None:
    language = load_language()
    games = [finish(number, (ASHA, None, None, None)) for number in range(13)]
    words = write_ratings(language, games, rate(games))
    head, _, alone = words.partition("**Alone against automatic players**\n")
    assert "1. P1: " in alone or "2. P1: " in alone
    assert ". Arjuna: " in alone
    assert "P1" not in head
    games = [finish(number, FOUR) for number in range(13)]
    words = write_ratings(language, games, rate(games))
    assert "Alone against" not in words
    assert "**Raj**\n1. P1: " in words
    assert load_language().say("ui.book.nobody") in write_ratings(language, [], {})


def test_a_person_who_leaves_loses_the_game_and_their_successor_is_not_rated() -> None:
    found = rate([finish(1, (EVA, BILAL, CHARU, DEV), left={"raj": (ASHA, "left")})])["gandhi"].overall
    assert set(found) == {*FOUR}
    assert found[ASHA].shown < min(found[one].shown for one in (BILAL, CHARU, DEV))
    assert found[BILAL].shown > MIDDLE


def test_a_closed_game_counts_as_lost_for_leavers_only() -> None:
    left: dict[str, tuple[int, LeftBy]] = {"raj": (ASHA, "closed")}
    found = rate([finish(1, (ASHA, None, None, None), (), (), left=left)])["gandhi"]
    assert set(found.alone) == {ASHA}
    assert found.alone[ASHA].shown < MIDDLE
    left = {"raj": (ASHA, "closed"), "congress": (BILAL, "left")}
    met = rate([finish(1, (ASHA, None, None, None), (), (), left=left)])["gandhi"].overall
    assert set(met) == {ASHA, BILAL}
    assert all(one.shown < MIDDLE for one in met.values())


def test_a_game_closed_without_a_result_and_without_leavers_is_not_rated() -> None:
    assert rate([finish(1, FOUR, (), ())]) == {}


def test_a_person_replaced_with_everyones_consent_is_not_rated() -> None:
    found = rate([finish(1, (EVA, BILAL, CHARU, DEV), left={"raj": (ASHA, "agreed")})])["gandhi"].overall
    assert set(found) == {BILAL, CHARU, DEV}


def test_a_game_that_went_back_behind_a_die_or_a_card_is_not_rated() -> None:
    assert rate([finish(1, FOUR, gone_back=1, gone_behind=1)]) == {}
    assert rate([finish(1, FOUR, gone_back=1)]) != {}


def test_the_gain_of_one_person_from_another_is_limited() -> None:
    # Bilal loses to Asha forty times; the two automatic players beside them lose as well.
    games = [finish(number, (ASHA, BILAL, None, None)) for number in range(40)]
    found = rate(games)["gandhi"].overall
    assert found[ASHA].shown <= MIDDLE + 2 * 300
    duel = [finish(number, (ASHA, None, BILAL, ASHA)) for number in range(40)]
    assert rate(duel)["gandhi"].overall[ASHA].shown <= MIDDLE + 2 * 300
    # With another opponent there is more to win; what Bilal wins back makes room again.
    more = rate([*games, *(finish(40 + number, (ASHA, CHARU, None, None)) for number in range(10))])["gandhi"].overall
    assert more[ASHA].shown > found[ASHA].shown
    back = [*games, finish(50, (BILAL, ASHA, None, None)), finish(51, (ASHA, BILAL, None, None))]
    assert rate(back[:-1])["gandhi"].overall[ASHA].shown < rate(back)["gandhi"].overall[ASHA].shown


def test_people_who_all_lose_to_the_automatic_player_are_rated_equally() -> None:
    found = rate([finish(1, (None, BILAL, CHARU, DEV), lost=True)])["gandhi"].overall
    assert found["Arjuna"].shown > MIDDLE
    assert len({found[person].shown for person in (BILAL, CHARU, DEV)}) == 1


def test_a_game_of_one_player_alone_or_of_automatic_players_does_not_count() -> None:
    assert rate([finish(1, (ASHA,) * 4), finish(2, (None,) * 4)]) == {}


def test_a_person_whose_data_was_deleted_has_no_rating_but_was_an_opponent() -> None:
    found = rate([finish(1, (ASHA, 0, CHARU, DEV))])["gandhi"].overall
    assert set(found) == {ASHA, CHARU, DEV}
    assert found[ASHA].shown == rate([finish(1, FOUR)])["gandhi"].overall[ASHA].shown
