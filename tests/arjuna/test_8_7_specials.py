"""8.7 Special Activities of Non-player Factions."""

from __future__ import annotations

from typing import Any

import pytest

from engine.gandhi.arjuna.cards import SpecialBox, SpecialOption
from engine.gandhi.arjuna.specials import execute_first
from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES
from tests.arjuna.thinking import Spaces, carry_out, draw_next, mind_of, play_turn, special, table, texts, told
from tests.playing import controls, here, now, seed_rolling

IMPERIALISM = ("govern", ("imperialism",))
ALL_GOVERN = ("govern", ("remove_protests", "imperialism", "remove_adversaries"))
SATYAGRAHA = ("satyagraha", ("remove_or_place",))


# -- which one ---------------------------------------------------------------------------------------------


def test_card_h_skips_negotiate_when_gandhi_is_free() -> None:
    """8.7 EXAMPLE, D-80: Gandhi is not in Jail, so it is Satyagraha, and no Muslim State is negotiated away instead."""
    spaces: Spaces = {
        "bihar": {"congress": 2},
        "sind": {"congress": 2, "muslim_state": True},
        "orissa": {"gandhi": True},
    }
    game = table(spaces, CONGRESS, may="operation_and_special", restraint=3)
    draw_next(game, CONGRESS, "H")
    explanation = play_turn(game)
    assert explanation.keys[0] == "special:satyagraha"
    assert here(game, "sind")["muslim_state"]
    assert [text["what"].key for text in texts(explanation, "skip_special")] == ["arjuna.special.negotiate_gandhi"]


@pytest.mark.parametrize(("unity", "crisis"), [(1, True), (2, False)])
def test_card_n_places_a_muslim_state_only_in_a_crisis(unity: int, crisis: bool) -> None:
    """8.7 EXAMPLE: otherwise the instruction is skipped."""
    spaces = {
        "punjab": {"league": 1, "protest": True},
        "assam": {"league": 1, "protest": True},
        "sind": {"league": 1, "protest": True, "league_bases": 1, "sepoys": 1},
    }
    game = table(spaces, LEAGUE, may="operation_and_special", restraint=1, unity=unity)
    draw_next(game, LEAGUE, "N")
    explanation = play_turn(game)
    assert ("special:infiltrate" in explanation.keys) is crisis
    assert here(game, "sind").get("muslim_state", False) is crisis


def test_a_special_activity_that_cannot_be_carried_out_is_skipped() -> None:
    """8.7 The first one that can be is executed, and only that."""
    game = table({"bihar": {"sepoys": 1, "active": 1}}, RAJ)
    mind, keys = special(game, ("treaty", ()), ("martial_law", ()), ("govern", ("remove_adversaries",)), IMPERIALISM)
    assert keys[0] == "special:govern"
    assert told(mind).count("skip_special") == 2
    assert told(mind).count("special") == 1


# -- 8.7.1 Raj ---------------------------------------------------------------------------------------------


def test_treaty_removes_pieces_in_every_state_with_sepoys_and_moves_no_sepoys() -> None:
    """8.7.1 Remove or arrest; nothing moves."""
    spaces = {
        "orissa": {"sepoys": 1, "active": 1, "underground": 1},
        "mysore": {"sepoys": 1, "congress": 1, "protest": True},
        "hyderabad": {"sepoys": 3},
        "bihar": {"sepoys": 5},
    }
    game = table(spaces, RAJ)
    special(game, ("treaty", ()))
    assert here(game, "orissa") == {"sepoys": 1, "underground": 1}
    assert here(game, "mysore") == {"sepoys": 1, "protest": True}
    assert here(game, "hyderabad") == {"sepoys": 3}
    assert here(game, "bihar") == {"sepoys": 5}


def test_the_example_of_govern_removes_unrest_and_an_adversary() -> None:
    """8.6.6 EXAMPLE of NP Raj Govern, card BB: no Protest to remove, and a die of 2.

    Bihar loses its Unrest and shifts one level; then one adversary is removed in the last space.
    """
    spaces: Spaces = {
        "bihar": {"sepoys": 2, "unrest": 1, "level": "passive_opposition"},
        "united_provinces": {"sepoys": 2, "level": "active_opposition"},
        "punjab": {"troops": 1, "active": 1},
        "sind": {"sepoys": 1, "protest": True, "league": 1},
    }
    game = table(spaces, RAJ, 2)
    mind, keys = special(game, ALL_GOVERN)
    assert here(game, "bihar") == {"sepoys": 2}
    assert here(game, "united_provinces")["level"] == "active_opposition"
    assert here(game, "sind")["protest"]
    assert texts(mind, "roll")[0]["result"] == 2
    removed = [space for space in ("punjab", "sind") if space in keys]
    assert len(removed) == 1


def test_govern_first_removes_protests_in_spaces_without_activists() -> None:
    """8.7.1 Cubes, a Protest and no Activists; by Remove or Replace when there are more than two."""
    spaces: Spaces = {
        "bihar": {"sepoys": 1, "protest": True},
        "sind": {"sepoys": 1, "protest": True},
        "orissa": {"protest": True},
        "assam": {"sepoys": 1, "protest": True, "congress": 1},
    }
    game = table(spaces, RAJ)
    mind, _ = special(game, ALL_GOVERN)
    assert not here(game, "bihar").get("protest")
    assert not here(game, "sind").get("protest")
    assert "roll" not in told(mind), "two spaces are selected, so there is no Imperialism"


@pytest.mark.parametrize(("roll", "levels"), [(1, (1, 0)), (2, (2, 0)), (3, (2, 1)), (6, (2, 2))])
def test_imperialism_ends_when_the_die_or_two_spaces_are_used_up(roll: int, levels: tuple[int, int]) -> None:
    """8.7.1, N-25 Two levels in a space, in up to two spaces, at most the roll in all."""
    spaces = {
        "bihar": {"sepoys": 1, "level": "passive_opposition"},
        "sind": {"sepoys": 1, "level": "passive_opposition"},
    }
    game = table(spaces, RAJ, roll)
    special(game, IMPERIALISM)
    names = ["active_opposition", "passive_opposition", "neutral", "passive_support", "active_support"]
    now = [names.index(here(game, space).get("level", "neutral")) - 1 for space in ("bihar", "sind")]
    assert tuple(now) == levels


def test_the_card_decides_how_the_only_possible_space_is_governed() -> None:
    """8.7.1 The engine selects it by itself; the die still limits what is bought (N-25)."""
    game = table({"bihar": {"sepoys": 1, "unrest": 3}}, RAJ, 2)
    special(game, IMPERIALISM)
    assert here(game, "bihar") == {"sepoys": 1, "unrest": 1}
    game = table({"bihar": {"sepoys": 1, "unrest": 1, "level": "passive_support"}}, RAJ, 1)
    special(game, IMPERIALISM)
    assert here(game, "bihar") == {"sepoys": 1, "level": "passive_support"}


def test_imperialism_in_a_muslim_state_removes_its_marker_and_shifts_no_level() -> None:
    """8.7.1, N-25 Unrest, then the marker, else levels."""
    spaces = {"sind": {"sepoys": 2, "unrest": 1, "muslim_state": True, "level": "passive_opposition"}}
    game = table(spaces, RAJ, 6)
    special(game, IMPERIALISM)
    assert here(game, "sind") == {"sepoys": 2, "level": "passive_opposition"}


def test_non_player_raj_pays_nothing_for_imperialism() -> None:
    """8.1, 8.7.1 Non-player Raj uses no Resources."""
    game = table({"bihar": {"sepoys": 1}}, RAJ, 6, resources={"raj": 9})
    special(game, IMPERIALISM)
    assert now(game)["resources"]["raj"] == 9
    assert here(game, "bihar")["level"] == "active_support"


@pytest.mark.parametrize(
    ("viceroy", "unrest", "possible"), [("irwin", 0, False), ("irwin", 1, True), ("linlithgow", 0, True)]
)
def test_martial_law_needs_unrest_in_the_space_except_under_linlithgow(
    viceroy: str, unrest: int, possible: bool
) -> None:
    """8.7.1, 8.1.6 Lord Linlithgow needs no Unrest and places none."""
    game = table({"bihar": {"sepoys": 2, "congress": 1, "unrest": unrest}}, RAJ, viceroy=viceroy)
    _, keys = special(game, ("martial_law", ()))
    assert bool(keys) is possible
    if possible:
        assert here(game, "bihar").get("congress", 0) == 0
        assert here(game, "bihar").get("unrest", 0) == unrest + (viceroy != "linlithgow")


@pytest.mark.parametrize(("unity", "spaces"), [(1, 2), (2, 1)])
def test_martial_law_takes_two_spaces_during_a_crisis(unity: int, spaces: int) -> None:
    """8.7.1 "If India is in Crisis, select two eligible spaces"."""
    rows = {space: {"sepoys": 1, "congress": 1, "unrest": 1} for space in ("bihar", "sind", "assam")}
    game = table(rows, RAJ, restraint=1, unity=unity)
    special(game, ("martial_law", ()))
    assert sum(not here(game, space).get("congress") for space in rows) == spaces


# -- 8.7.2 Congress ----------------------------------------------------------------------------------------


def test_negotiate_releases_gandhi_where_his_priority_column_says() -> None:
    """8.7.2 By Move or Release Gandhi; the roll is the game's own."""
    spaces: Spaces = {"bihar": {"congress": 1, "level": "passive_support"}, "sind": {"congress": 1}}
    game = table(spaces, CONGRESS, jail={"gandhi": True})
    game.state.dice.seed = seed_rolling(6)
    special(game, ("negotiate_gandhi", ()))
    assert here(game, "bihar")["gandhi"]


def test_negotiate_is_skipped_when_no_roll_can_release_gandhi() -> None:
    """8.7, R-48 With six Protests left in India no die is high enough; the Protest of its own space does not count."""
    protests = {space: {"protest": True} for space in ("sind", "assam", "punjab", "delhi", "bombay", "madras")}
    game = table({**protests, "bihar": {"congress": 1}}, CONGRESS, jail={"gandhi": True}, restraint=1)
    _, keys = special(game, ("negotiate_gandhi", ()))
    assert keys == []
    del protests["madras"]
    game = table({**protests, "bihar": {"congress": 1, "protest": True}}, CONGRESS, jail={"gandhi": True}, restraint=1)
    _, keys = special(game, ("negotiate_gandhi", ()))
    assert keys[0] == "special:negotiate"


def test_congress_removes_a_muslim_state_by_negotiate_only_where_it_leads() -> None:
    """8.7.2 By Remove or Replace among eligible spaces."""
    spaces: Spaces = {
        "sind": {"congress": 2, "league": 2, "muslim_state": True},
        "assam": {"congress": 2, "league": 1, "muslim_state": True, "level": "passive_support"},
    }
    game = table(spaces, CONGRESS)
    special(game, ("negotiate_muslim_state", ()))
    assert here(game, "assam") == {"congress": 2, "league": 1}
    assert here(game, "sind")["muslim_state"]


def test_satyagraha_moves_gandhi_and_removes_one_unrest_together_with_the_protest() -> None:
    """8.7.2 Where there is Unrest: it goes, and any Protest with it."""
    spaces = {
        "bihar": {"gandhi": True, "level": "active_support"},
        "punjab": {"unrest": 2, "protest": True, "level": "active_support"},
    }
    game = table(spaces, CONGRESS)
    special(game, SATYAGRAHA)
    assert here(game, "punjab") == {"gandhi": True, "unrest": 1, "level": "active_support"}


def test_satyagraha_places_an_activist_where_there_is_no_unrest() -> None:
    """8.7.2 "Remove Unrest, else place": the action of the card."""
    game = table({"orissa": {"gandhi": True}, "bihar": {"level": "active_support"}}, CONGRESS)
    special(game, SATYAGRAHA)
    assert here(game, "bihar") == {"gandhi": True, "congress": 1, "level": "active_support"}
    assert here(game, "orissa") == {}


def test_congress_takes_its_next_special_activity_if_raj_refuses_gandhis_release() -> None:
    """8.7.2, N-30, R-55 The request is always made; a refusal uses nothing up."""
    spaces = {"bihar": {"congress": 1, "sepoys": 1}}
    game = table(spaces, CONGRESS, jail={"gandhi": True})
    mind, keys = special(game, SATYAGRAHA, ("persuade", ("remove",)))
    assert keys[0] == "special:satyagraha"
    assert "special:persuade" in keys
    assert told(mind).count("refused") == 1, "told once, not again for the Special Activity that follows"
    assert here(game, "bihar") == {"congress": 1}


def test_satyagraha_to_place_an_activist_removes_nothing_if_none_is_available() -> None:
    """8.7.2 Only the card's own action: Gandhi moves to where no Protest or Unrest would go instead."""
    spaces: Spaces = {
        "orissa": {"gandhi": True},
        "bihar": {"protest": True, "level": "active_support"},
        "punjab": {"unrest": 1, "level": "active_support"},
        "sind": {"level": "passive_support"},
    }
    game = table(spaces, CONGRESS, out_of_play={"congress": 16})
    special(game, ("satyagraha", ("place",)))
    assert here(game, "bihar") == {"protest": True, "level": "active_support"}
    assert here(game, "punjab") == {"unrest": 1, "level": "active_support"}
    assert [space for space, one in game.state.spaces.items() if one.gandhi and not one.protest]


def test_satyagraha_removes_a_protest_only_together_with_unrest() -> None:
    """8.7.2 "Remove Unrest, else place": where there is Unrest the Protest goes too; a Protest alone stays."""
    spaces: Spaces = {
        "orissa": {"gandhi": True},
        "bihar": {"protest": True, "level": "active_support"},
        "punjab": {"unrest": 1, "protest": True, "level": "active_support"},
    }
    game = table(spaces, CONGRESS, out_of_play={"congress": 16})
    special(game, SATYAGRAHA)
    assert here(game, "punjab") == {"gandhi": True, "level": "active_support"}
    assert here(game, "bihar")["protest"]


def test_raj_played_by_a_person_is_asked_before_satyagraha_releases_gandhi() -> None:
    """N-30 Even by NP Congress."""
    game = table({"bihar": {"congress": 1}}, CONGRESS, people=[RAJ], jail={"gandhi": True})
    game.choose("special:satyagraha")
    game.choose("bihar")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (RAJ, "satyagraha.release")


def test_persuade_first_activates_guerrillas_where_that_ends_raj_control() -> None:
    """8.7.2 Own Active Activists there; then pieces are removed, in up to two spaces."""
    spaces = {
        "bihar": {"congress": 2, "sepoys": 3, "underground": 2, "protest": True},
        "punjab": {"congress": 1, "sepoys": 1},
        "sind": {"congress": 1, "sepoys": 1},
    }
    game = table(spaces, CONGRESS)
    special(game, ("persuade", ("activate", "remove")))
    assert here(game, "bihar")["active"] == 2
    assert not controls(game, "bihar")
    assert here(game, "punjab") == {"congress": 1}
    assert here(game, "sind") == {"congress": 1, "sepoys": 1}


def test_persuade_in_the_only_possible_space_also_activates_guerrillas() -> None:
    """8.7.2 Although the engine does not ask for the space."""
    game = table({"bihar": {"congress": 2, "sepoys": 3, "underground": 2, "protest": True}}, CONGRESS)
    special(game, ("persuade", ("activate", "remove")))
    assert here(game, "bihar")["active"] == 2
    assert here(game, "bihar")["sepoys"] == 3


def test_persuade_removes_pieces_in_the_order_of_the_adversary_priorities() -> None:
    """8.7.2, 8.5 A Base first, when nothing protects it."""
    game = table({"bihar": {"congress": 1, "sepoys": 2, "league_bases": 1}}, CONGRESS)
    special(game, ("persuade", ("remove",)))
    assert here(game, "bihar") == {"congress": 1, "sepoys": 2}


# -- 8.7.3 Muslim League -----------------------------------------------------------------------------------


def test_the_league_places_a_muslim_state_in_the_order_of_its_column() -> None:
    """8.7.3 A Muslim Province at Opposition where it leads; by Place Muslim States."""
    spaces = {
        "sind": {"league": 1, "level": "passive_opposition"},
        "punjab": {"league": 2, "level": "passive_opposition"},
    }
    game = table(spaces, LEAGUE)
    special(game, ("negotiate_muslim_state", ()))
    assert here(game, "punjab") == {"league": 2, "level": "passive_support", "muslim_state": True}


def test_the_league_removes_unrest_by_negotiate_in_the_order_of_its_column() -> None:
    """8.7.3 Remove or Replace: a 2-Pop Muslim space before a 1-Pop one and before one that is not Muslim."""
    row = {"league": 1, "unrest": 1}
    game = table({"sind": row, "bihar": row, "punjab": row}, LEAGUE, restraint=2)
    special(game, ("negotiate_unrest", ()))
    assert here(game, "punjab") == {"league": 1, "level": "passive_support"}
    assert here(game, "sind") == here(game, "bihar") == row
    assert now(game)["restraint"] == 3


@pytest.mark.parametrize(
    ("seat", "row", "after"),
    [
        (LEAGUE, {"league": 1, "sepoys": 2, "underground": 1}, {"league": 2, "sepoys": 1, "underground": 1}),
        (LEAGUE, {"league": 1, "sepoys": 1, "underground": 1, "active": 1, "protest": True}, None),
        (
            REVOLUTIONARIES,
            {"underground": 1, "sepoys": 1, "congress": 2},
            {"underground": 2, "sepoys": 1, "congress": 1},
        ),
        (REVOLUTIONARIES, {"underground": 1, "sepoys": 1, "protest": True}, {"underground": 2, "sepoys": 1}),
    ],
)
def test_infiltrate_replaces_pieces_in_the_order_of_the_adversary_priorities(
    seat: str, row: dict[str, Any], after: dict[str, Any] | None
) -> None:
    """8.7.3, 8.7.4, D-82, 8.5 The Muslim League never replaces a Protest, the Revolutionaries that first."""
    game = table({"sind": row}, seat)
    special(game, ("infiltrate_replace", ()))
    if after is None:
        assert here(game, "sind")["protest"]
    else:
        assert here(game, "sind") == after


def test_infiltrate_replaces_no_piece_when_no_own_piece_is_available() -> None:
    """8.5.2 It replaces; it does not merely remove."""
    game = table({"sind": {"league": 1, "sepoys": 1}}, LEAGUE, out_of_play={"league": 15})
    _, keys = special(game, ("infiltrate_replace", ()))
    assert keys == []


# -- 8.7.4 Revolutionaries ---------------------------------------------------------------------------------


def test_aid_turns_guerrillas_underground_in_two_spaces_and_brings_no_resources() -> None:
    """8.7.4 Never for Resources."""
    spaces = {"bihar": {"active": 2}, "sind": {"active": 1, "underground": 1}, "assam": {"active": 1}}
    game = table(spaces, REVOLUTIONARIES)
    special(game, ("aid", ()))
    assert sum(here(game, space).get("active", 0) == 0 for space in spaces) == 2
    assert now(game)["resources"]["revolutionaries"] == 0


def test_in_a_crisis_infiltrate_places_a_base() -> None:
    """8.7.4, 6.8 By Place Bases, in a State or Province with no Raj Control and room."""
    spaces = {"bihar": {"underground": 1, "sepoys": 1}, "punjab": {"underground": 1}, "delhi": {"underground": 1}}
    game = table(spaces, REVOLUTIONARIES, restraint=1, unity=1)
    special(game, ("infiltrate_base", ()))
    assert here(game, "punjab") == {"underground": 1, "revolutionary_bases": 1}


def test_assassinate_removes_a_troop_first_in_a_space_selected_for_unrest() -> None:
    """8.7.4 By Remove or Replace and the Adversary Priorities; a Troop before Sepoys."""
    spaces = {"bihar": {"underground": 1, "troops": 1, "sepoys": 2}, "sind": {"sepoys": 1}}
    game = table(spaces, REVOLUTIONARIES)
    mind = mind_of(game, REVOLUTIONARIES)
    game.choose("unrest")
    game.choose("bihar")
    decision = game.decision
    assert decision is not None
    carry_out(game, mind, execute_first(mind, decision, SpecialBox((SpecialOption("assassinate"),))))
    assert here(game, "bihar") == {"active": 1, "sepoys": 2, "unrest": 1}
