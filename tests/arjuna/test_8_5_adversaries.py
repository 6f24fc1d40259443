"""8.5 Adversary Priorities: the order of removal, replacing before removing, and own Protests."""

from __future__ import annotations

from typing import Any

import pytest

from engine.gandhi.arjuna.priorities import PRIORITIES, choose_adversaries, choose_adversary
from engine.gandhi.arjuna.specials_insurgent import replaceable
from engine.gandhi.ids import ACTIVE, CONGRESS, GANDHI, LEAGUE, RAJ, REVOLUTIONARIES, SEPOYS, TROOPS, UNDERGROUND
from tests.arjuna.thinking import mind_at, operate, special, table, take_event, told
from tests.playing import here


def test_the_adversary_priorities_are_in_order() -> None:
    """8.5, N-13 Unrest, Muslim State, Protest, Base, Gandhi, Troop, player Faction, most common, then by kind."""
    assert PRIORITIES.adversaries[:8] == (
        "unrest",
        "muslim_state",
        "protest",
        "base",
        "gandhi",
        "troop",
        "player_faction",
        "most_common",
    )
    assert PRIORITIES.adversaries[8:] == ("activist", "sepoy", "underground", "guerrilla")


@pytest.mark.parametrize(
    ("kinds", "chosen"),
    [
        (["muslim_state", "unrest", "protest"], "unrest"),
        (["muslim_state", "protest"], "muslim_state"),
        (["league_bases", "protest"], "protest"),
        ([GANDHI, "league_bases"], "league_bases"),
        ([TROOPS, GANDHI], GANDHI),
        ([SEPOYS, TROOPS, CONGRESS], TROOPS),
        ([SEPOYS, CONGRESS], SEPOYS),
        ([LEAGUE, UNDERGROUND], UNDERGROUND),
        ([CONGRESS, ACTIVE], CONGRESS),
        ([ACTIVE, UNDERGROUND], UNDERGROUND),
    ],
)
def test_the_adversary_to_remove_follows_the_priorities(kinds: list[str], chosen: str) -> None:
    """8.5.1, N-13 Two Sepoys are the most common; two Guerrillas each way, Underground first."""
    spaces = {"bihar": {"sepoys": 2, "troops": 1, "congress": 1, "league": 1, "underground": 2, "active": 1}}
    assert choose_adversary(mind_at(spaces, RAJ), "bihar", kinds) == chosen


def test_underground_guerrillas_are_removed_before_active_ones() -> None:
    """8.5 "Guerrilla (Underground first)": however many are Active, and together they may be the most common piece."""
    mind = mind_at({"bihar": {"underground": 1, "active": 3, "congress": 3}}, RAJ)
    assert choose_adversary(mind, "bihar", [ACTIVE, UNDERGROUND]) == UNDERGROUND
    assert choose_adversary(mind, "bihar", [ACTIVE, CONGRESS, UNDERGROUND]) == UNDERGROUND
    assert choose_adversary(mind, "bihar", [ACTIVE, CONGRESS]) == CONGRESS, "where only Active ones may go"


def test_a_players_pieces_are_removed_before_those_of_non_player_factions() -> None:
    """8.5 Player Faction is above the most common piece."""
    spaces = {"bihar": {"congress": 3, "active": 1}}
    assert choose_adversary(mind_at(spaces, RAJ), "bihar", [CONGRESS, ACTIVE]) == CONGRESS
    mind = mind_at(spaces, RAJ, people=[REVOLUTIONARIES])
    assert choose_adversary(mind, "bihar", [CONGRESS, ACTIVE]) == ACTIVE
    # The Faction counts as a player's while its owner is away, too.
    mind = mind_at(spaces, RAJ)
    mind.state.away = [REVOLUTIONARIES]
    assert choose_adversary(mind, "bihar", [CONGRESS, ACTIVE]) == ACTIVE


def test_equal_candidates_are_chosen_by_chance() -> None:
    """8.5.4 Several within the same priority: at random."""
    mind = mind_at({"bihar": {"congress": 1, "league": 1}}, RAJ)
    assert choose_adversary(mind, "bihar", [CONGRESS, LEAGUE]) in (CONGRESS, LEAGUE)
    assert "even_chance.piece" in told(mind)


def test_adversaries_to_remove_are_chosen_one_at_a_time() -> None:
    """8.5.1 After each the most common piece may be another: of three and two, two leave one of each or two of one."""
    mind = mind_at({}, RAJ)
    taken = choose_adversaries(mind, "bihar", {CONGRESS: 3, LEAGUE: 1}, 3)
    assert taken == {CONGRESS: 2, LEAGUE: 1} or taken == {CONGRESS: 3, LEAGUE: 0}
    assert choose_adversaries(mind, "bihar", {CONGRESS: 1, LEAGUE: 1}, 5) == {CONGRESS: 1, LEAGUE: 1}


def test_the_example_of_assault_arrests_or_removes_every_adversary() -> None:
    """8.5.4 EXAMPLE, N-12: eight Sepoys in Punjab remove Gandhi, a Congress Activist, a League Activist, a Guerrilla.

    The rulebook's example lets the Guerrilla go before the last Activist; 1.4.4 treats NV as one Faction.
    """
    spaces = {"punjab": {"sepoys": 8, "gandhi": True, "congress": 1, "league": 1, "active": 1, "protest": True}}
    game = table(spaces, RAJ, people=[REVOLUTIONARIES])
    operate(game, "assault")
    assert here(game, "punjab") == {"sepoys": 8, "protest": True}
    assert game.position()["jail"] == {"congress": 1, "league": 1, "gandhi": True}


def test_the_piece_of_highest_priority_decides_which_group_is_removed_first() -> None:
    """8.5.4, N-12 With strength for one group only, a player's Guerrillas go before NV Activists."""
    spaces = {"punjab": {"troops": 2, "congress": 2, "active": 2, "protest": True}}
    game = table(spaces, RAJ, people=[REVOLUTIONARIES])
    operate(game, "assault")
    assert here(game, "punjab") == {"troops": 2, "congress": 2, "protest": True}


def test_gandhi_is_arrested_before_activists_when_not_all_can_be() -> None:
    """8.5 Gandhi has his own rank."""
    spaces = {"punjab": {"troops": 2, "congress": 3, "gandhi": True, "protest": True}}
    game = table(spaces, RAJ)
    operate(game, "assault")
    assert game.position()["jail"] == {"congress": 1, "league": 0, "gandhi": True}


def test_imperialism_removes_unrest_before_the_muslim_state() -> None:
    """8.5.4 EXAMPLE, 8.7.1, N-25: later in the same turn in Punjab."""
    spaces = {"punjab": {"sepoys": 8, "unrest": 1, "muslim_state": True, "level": "passive_opposition"}}
    game = table(spaces, RAJ, 1)
    special(game, ("govern", ("imperialism",)))
    assert here(game, "punjab") == {"sepoys": 8, "muslim_state": True, "level": "passive_opposition"}
    game = table(spaces, RAJ, 4)
    special(game, ("govern", ("imperialism",)))
    assert here(game, "punjab") == {"sepoys": 8, "level": "passive_opposition"}


@pytest.mark.parametrize(
    ("seat", "here_", "kinds"),
    [
        (LEAGUE, {"league": 1, "protest": True, "sepoys": 1}, [SEPOYS]),
        (LEAGUE, {"league": 1, "protest": True}, []),
        (REVOLUTIONARIES, {"underground": 1, "protest": True, "congress": 1}, [CONGRESS, "protest"]),
    ],
)
def test_the_muslim_league_replaces_no_protest_but_the_revolutionaries_may(
    seat: str, here_: dict[str, Any], kinds: list[str]
) -> None:
    """8.5.3 Protests are their own markers; the Revolutionaries may replace one."""
    assert replaceable(mind_at({"sind": here_}, seat), "sind") == kinds


@pytest.mark.parametrize(("seat", "own"), [(REVOLUTIONARIES, UNDERGROUND), (CONGRESS, CONGRESS), (LEAGUE, LEAGUE)])
def test_replacing_comes_before_removing_while_pieces_are_available(seat: str, own: str) -> None:
    """8.5.2 Card 47 shaded: two pieces replaced rather than three removed, unless nothing is Available to come."""
    spaces = {"bihar": {"underground": 1, "troops": 1, "sepoys": 3}}
    game = table(spaces, seat, may="event", card=47)
    _, keys = take_event(game)
    assert "replace" in keys
    # The Troop goes first, then the first of the others (8.5).
    assert here(game, "bihar")["sepoys"] == 2
    assert here(game, "bihar")[own] == (3 if seat == REVOLUTIONARIES else 2)
    game = table(spaces, seat, may="event", card=47, out_of_play={own: 15 if own == UNDERGROUND else 16})
    _, keys = take_event(game)
    assert "replace" not in keys
    assert here(game, "bihar").get("sepoys", 0) <= 2
