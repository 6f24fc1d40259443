"""8.8 Events of Non-player Factions: which side, whether it is effective, by which column, and every choice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engine import Game
from engine.core.change import Change
from engine.gandhi.arjuna.event_effects import EFFECTS, column_of
from engine.gandhi.arjuna.event_play import choose_side, find_column
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.board import BOARD
from engine.gandhi.chanakya.actors import Actors
from engine.gandhi.chanakya.imagining import imagine
from engine.gandhi.chanakya.plans import make_plan
from engine.gandhi.events.data import EVENTS, EventStep
from engine.gandhi.events.execution import Effect
from engine.gandhi.events.interpreter import begin_event
from engine.gandhi.ids import ARJUNA, CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES, SEATS
from tests.arjuna.thinking import column_for, is_effective, mind_at, mind_of, table, take_event, texts, told
from tests.playing import Spaces, here, now

EVENT = "event"


def at_event(card: int, seat: str, spaces: Spaces, *rolls: int, **position: Any) -> Any:
    """Return a game in which a Faction may execute the Event of a card."""
    return table(spaces, seat, *rolls, may=EVENT, card=card, **position)


# -- 8.8.2 -------------------------------------------------------------------------------------------------


def test_only_raj_and_factions_with_a_halo_take_the_unshaded_text() -> None:
    """8.8.2 Unless a square halo says them otherwise."""
    for card, event in EVENTS.items():
        for seat in SEATS:
            unshaded = seat == RAJ or seat in event.halo.seats
            assert choose_side(mind_at({}, seat, card=card)) == ("unshaded" if unshaded else "shaded")


def test_congress_executes_card_16_unshaded_by_its_halo() -> None:
    """8.8.2, 8.8.4 EXAMPLE: NP Congress executes the unshaded text of card 16 (D-71)."""
    assert EVENTS[16].halo.seats == (CONGRESS,)
    assert EVENTS[16].halo.source == "known"
    assert choose_side(mind_at({}, CONGRESS, card=16)) == "unshaded"


# -- 8.8.3 -------------------------------------------------------------------------------------------------


FOREIGN = [(50, REVOLUTIONARIES), (51, CONGRESS), (51, LEAGUE), (58, RAJ), (63, REVOLUTIONARIES), (70, REVOLUTIONARIES)]


@pytest.mark.parametrize(("card", "seat"), FOREIGN)
def test_an_event_that_places_only_pieces_of_others_is_not_effective(card: int, seat: str) -> None:
    """8.8.3, 8.1.3 It must help the Faction itself."""
    everyone = {"troops": 2, "sepoys": 2, "congress": 2, "league": 2}
    assert not is_effective(at_event(card, seat, {}, out_of_play=everyone), seat)


def test_every_kind_of_event_step_is_judged_for_effectiveness() -> None:
    """8.8.3 No step of the data is unknown to the table of Effective Events."""
    kinds = EventStep.__args__
    assert set(kinds) == set(EFFECTS)


@pytest.mark.parametrize("card", [3, 45, 59])
def test_events_about_resources_or_eligibility_alone_are_effective_for_no_one(card: int) -> None:
    """8.8.3 Resources and eligibility alone never count."""
    assert not any(is_effective(table({"bihar": {"protest": True}}, seat, card=card, next=50), seat) for seat in SEATS)


def test_an_event_that_changes_only_restraint_or_unity_is_not_effective() -> None:
    """8.8.3 Cards 32 and 68 shaded: Raj, who would lose Resources too, is not a player."""
    assert not is_effective(at_event(32, CONGRESS, {}), CONGRESS)
    assert not is_effective(at_event(68, CONGRESS, {"bihar": {"congress": 1}}), CONGRESS)


def test_strikes_and_forces_on_railways_count_only_against_a_player_raj() -> None:
    """8.1.3 Card 34, shaded."""
    assert not is_effective(at_event(34, CONGRESS, {}), CONGRESS)
    assert is_effective(at_event(34, CONGRESS, {}, people=[RAJ]), CONGRESS)
    game = at_event(34, REVOLUTIONARIES, {}, people=[RAJ])
    take_event(game)
    assert sum(bool(here(game, railway).get("strike")) for railway in BOARD.railways) == 2


def test_an_event_is_not_effective_where_it_would_change_nothing() -> None:
    """8.8.3 Card 8 shaded for Congress: only Protest spaces that can still shift."""
    assert is_effective(at_event(8, CONGRESS, {"bihar": {"protest": True}}), CONGRESS)
    assert not is_effective(at_event(8, CONGRESS, {"bihar": {"protest": True, "level": "active_opposition"}}), CONGRESS)


def test_opposition_counts_for_the_muslim_league_in_muslim_spaces() -> None:
    """8.8.3 Card 56 shaded: elsewhere only against Support when Raj is a player. Card 46's note does not allow that."""
    flat = {"jammu_and_kashmir": {"level": "active_opposition"}, "orissa": {"level": "passive_support"}}
    for card in (46, 56):
        assert is_effective(at_event(card, LEAGUE, {}), LEAGUE), "Jammu and Kashmir is a Muslim space"
        assert not is_effective(at_event(card, LEAGUE, flat), LEAGUE)
    assert is_effective(at_event(56, LEAGUE, flat, people=[RAJ]), LEAGUE)
    assert not is_effective(at_event(46, LEAGUE, flat, people=[RAJ]), LEAGUE)


@pytest.mark.parametrize(("people", "shifted"), [((), 1), ((RAJ,), 2)])
def test_the_non_player_muslim_league_shifts_only_useful_princely_states_by_card_56(
    people: tuple[str, ...], shifted: int
) -> None:
    """8.8.3 Card 56's note: the NP Muslim League leaves other Princely States alone, though the text says three."""
    game = at_event(56, LEAGUE, {"orissa": {"level": "passive_support"}}, people=people)
    take_event(game)
    assert here(game, "jammu_and_kashmir") == {"level": "passive_opposition"}
    assert (here(game, "orissa") == {}) == (shifted == 2)
    assert len([row for row in now(game)["spaces"].values() if row.get("level")]) == (1 if shifted == 2 else 2)


def test_a_non_player_faction_executes_the_resource_effects_on_a_player() -> None:
    """8.8.3, N-28 NP Factions ignore them; the part of a player's Faction applies."""
    game = table(
        {}, CONGRESS, may=EVENT, card=68, people=[RAJ], restraint=2, resources={"raj": 10, "revolutionaries": 9}
    )
    game.choose("event:shaded")
    assert now(game)["resources"] == {"raj": 2, "revolutionaries": 9}
    game = table({}, CONGRESS, may=EVENT, card=68, restraint=2, resources={"raj": 10})
    game.choose("event:shaded")
    assert now(game)["resources"]["raj"] == 10


# -- the examples ------------------------------------------------------------------------------------------


def test_card_6_removes_adversaries_and_never_cubes() -> None:
    """8.8.4 EXAMPLE: NP Raj, Remove or Replace for the Protest space, Adversary Priorities for the Faction."""
    spaces = {
        "punjab": {"protest": True, "sepoys": 5, "congress": 1, "league": 2, "league_bases": 1},
        "sind": {"protest": True, "sepoys": 4},
    }
    game = at_event(6, RAJ, spaces)
    assert column_for(game, RAJ) == "remove_or_replace"
    _, keys = take_event(game)
    assert keys[:3] == ["event:unshaded", "punjab", "league"]
    assert here(game, "punjab") == {"protest": True, "sepoys": 5, "congress": 1}
    assert not is_effective(at_event(6, RAJ, {"sind": {"protest": True, "sepoys": 4}}), RAJ)


def test_card_6_removes_pieces_of_a_players_faction_before_those_of_others() -> None:
    """8.8.4, 8.5 With no Base about, the player's pieces go."""
    game = at_event(6, RAJ, {"punjab": {"protest": True, "congress": 3, "active": 1}}, people=[REVOLUTIONARIES])
    _, keys = take_event(game)
    assert "revolutionaries" in keys


def test_card_16_removes_a_base_and_must_place_unrest() -> None:
    """8.8.4 EXAMPLE, D-81: NP Congress, two Muslim spaces with Bases; Unrest comes to both, one Base goes."""
    spaces = {"sind": {"league_bases": 1}, "punjab": {"revolutionary_bases": 1}, "karachi": {"league": 3}}
    game = at_event(16, CONGRESS, spaces)
    assert column_for(game, CONGRESS) == "remove_or_replace"
    _, keys = take_event(game)
    assert {"sind", "punjab"} <= set(keys)
    assert "karachi" not in keys
    assert here(game, "sind")["unrest"] == here(game, "punjab")["unrest"] == 1
    left = [
        space
        for space in ("sind", "punjab")
        if here(game, space).get("league_bases", 0) + here(game, space).get("revolutionary_bases", 0)
    ]
    assert len(left) == 1


def test_card_16_without_bases_is_not_effective_for_congress() -> None:
    """8.8.4 EXAMPLE: adding Unrest alone is nothing to it."""
    assert not is_effective(at_event(16, CONGRESS, {"karachi": {"league": 3}}), CONGRESS)


def test_card_44_follows_the_leftmost_column_and_also_removes_guerrillas() -> None:
    """8.8.5 EXAMPLE, N-15: Shift to Support is left of Remove or Replace."""
    spaces: Spaces = {
        "bihar": {"underground": 1, "level": "active_opposition"},
        "punjab": {"underground": 3, "protest": True},
        "sind": {"underground": 2},
    }
    game = at_event(44, RAJ, spaces)
    assert column_for(game, RAJ) == "shift_to_support"
    take_event(game)
    assert here(game, "bihar") == {"level": "passive_opposition"}
    assert here(game, "punjab") == {"underground": 2, "protest": True, "level": "passive_support"}
    assert here(game, "sind") == {"underground": 2}


def test_card_44_removes_a_guerrilla_from_each_of_two_spaces_if_it_can() -> None:
    """8.8.4, 8.8.5 EXAMPLE: "up to 2 spaces" as much as possible, so that two spaces shift."""
    game = at_event(44, RAJ, {"bihar": {"underground": 2}, "punjab": {"active": 3, "protest": True}})
    take_event(game)
    assert here(game, "bihar") == {"underground": 1, "level": "passive_support"}
    assert here(game, "punjab") == {"active": 2, "protest": True, "level": "passive_support"}
    game = at_event(44, RAJ, {"bihar": {"underground": 1, "active": 1}})
    take_event(game)
    assert here(game, "bihar") == {"level": "passive_support"}, "both from one space where there is no other"


# -- 8.8.4 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [23, 24])
def test_events_activate_guerrillas_where_cubes_can_then_remove_them(card: int) -> None:
    """8.8.4 As much of the text as can be: Sind and Bihar hold cubes too, so that what turns Active there leaves."""
    spaces = {
        "assam": {"underground": 4},
        "east_bengal": {"underground": 4},
        "punjab": {"underground": 4},
        "sind": {"sepoys": 1, "underground": 1},
        "bihar": {"sepoys": 1, "underground": 1},
    }
    game = at_event(card, RAJ, spaces)
    take_event(game)
    assert here(game, "sind") == here(game, "bihar") == {"sepoys": 1}


def test_card_24_removes_active_guerrillas_if_none_is_underground() -> None:
    """8.8.4, 1.4.3 No Underground Guerrilla is needed where an Active one can be removed."""
    game = at_event(24, RAJ, {"sind": {"sepoys": 2, "active": 2}})
    assert is_effective(game, RAJ)
    take_event(game)
    assert here(game, "sind") == {"sepoys": 2}
    assert not is_effective(at_event(24, RAJ, {"sind": {"active": 2}}), RAJ)


def test_card_37_is_effective_for_the_revolutionaries_when_it_gives_them_a_base() -> None:
    """8.8.3, 8.8.5 The Muslim State is not their aim, but the Base in its place is; by Place Bases."""
    spaces: Spaces = {"sind": {"muslim_state": True}, "punjab": {"muslim_state": True, "league": 2}}
    game = at_event(37, REVOLUTIONARIES, spaces)
    mind = mind_of(game, REVOLUTIONARIES)
    assert find_column(mind, "shaded") == "place_bases"
    take_event(game)
    assert here(game, "punjab") == {"revolutionary_bases": 1, "league": 2}, "2-Pop comes first"
    assert here(game, "sind") == {"muslim_state": True}
    assert not is_effective(at_event(37, REVOLUTIONARIES, {}), REVOLUTIONARIES)
    full = at_event(37, REVOLUTIONARIES, {"sind": {"muslim_state": True, "league_bases": 1}})
    assert not is_effective(full, REVOLUTIONARIES), "no room for a Base"
    assert not is_effective(at_event(37, CONGRESS, {}), CONGRESS)


def test_an_event_that_says_up_to_omits_ineffective_actions() -> None:
    """8.8.4 Card 40 shaded shifts 2 spaces; card 8 up to 2, and one of two Protest spaces can shift."""
    spaces: Spaces = {"bihar": {"protest": True}, "sind": {"protest": True, "level": "active_opposition"}}
    game = at_event(8, CONGRESS, spaces)
    _, keys = take_event(game)
    assert "sind" not in keys
    assert here(game, "bihar")["level"] == "passive_opposition"


def test_required_actions_of_an_event_are_carried_out_even_without_an_effect() -> None:
    """8.8.3 "But will always implement any required actions": card 40 shaded, 2 spaces."""
    game = at_event(40, LEAGUE, {})
    take_event(game)
    shifted = [space for space, row in now(game)["spaces"].items() if row.get("level") == "passive_opposition"]
    assert len(shifted) == 2


def test_nonviolent_non_player_factions_do_not_remove_protests_by_card_49() -> None:
    """8.5.3 Card 49 shaded would take Protests off: not for NP Congress or the NP Muslim League."""
    spaces = {"bihar": {"protest": True}}
    assert not is_effective(at_event(49, CONGRESS, spaces), CONGRESS)
    assert not is_effective(at_event(49, LEAGUE, {"sind": {"protest": True}}), LEAGUE)


def test_by_card_35_congress_places_protests_and_the_revolutionaries_place_unrest() -> None:
    """8.5.3 Card 35 shaded: a Protest for Congress, Unrest for the Revolutionaries."""
    game = at_event(35, CONGRESS, {})
    take_event(game)
    assert sum(row.get("protest", False) for row in now(game)["spaces"].values()) == 2
    game = at_event(35, REVOLUTIONARIES, {})
    take_event(game)
    assert sum(row.get("unrest", 0) for row in now(game)["spaces"].values()) == 2


def test_an_event_removes_pieces_in_the_order_of_the_adversary_priorities() -> None:
    """8.5 Card 33 unshaded for NP Raj: one Guerrilla, Activist, Protest or Unrest in each space; Unrest before all."""
    game = at_event(33, RAJ, {"bihar": {"unrest": 1, "protest": True, "congress": 1}}, restraint=1)
    take_event(game)
    assert here(game, "bihar") == {"protest": True, "congress": 1}


def test_the_non_player_revolutionaries_do_not_remove_unrest_by_card_49() -> None:
    """8.5.3 Card 49 unshaded offers one Protest or one Unrest."""
    game = at_event(49, REVOLUTIONARIES, {"bihar": {"unrest": 1, "protest": True}})
    take_event(game)
    assert here(game, "bihar").get("unrest", 0) == 1


def test_card_29_makes_a_player_ineligible_before_a_non_player_faction() -> None:
    """8.8.4 Card 29's note: at random, a player Faction before an NP one."""
    game = at_event(29, RAJ, {"sind": {"muslim_state": True}}, people=[LEAGUE])
    _, keys = take_event(game)
    assert "league" in keys
    game = at_event(29, CONGRESS, {"sind": {"muslim_state": True}})
    _, keys = take_event(game)
    assert "congress" not in keys


@pytest.mark.parametrize(("seat", "key"), [(RAJ, "cubes"), (REVOLUTIONARIES, "guerrillas")])
def test_a_non_player_faction_counts_the_pieces_that_its_card_names_for_it(seat: str, key: str) -> None:
    """8.8.4 Card 43: NP Raj counts cubes, NP Revolutionaries count Guerrillas."""
    spaces = {"bihar": {"congress": 3, "sepoys": 1, "underground": 2}}
    game = at_event(43, seat, spaces)
    _, keys = take_event(game)
    assert key in keys


def test_the_revolutionaries_use_the_free_attack_of_card_23() -> None:
    """8.8.5 Card 23 shaded: Attack or Go Underground; the pieces by the Adversary Priorities."""
    game = at_event(23, REVOLUTIONARIES, {"bihar": {"underground": 6, "troops": 1, "sepoys": 1}})
    assert column_for(game, REVOLUTIONARIES) == "attack_or_go_underground"
    take_event(game)
    assert here(game, "bihar")["underground"] == 6
    assert not here(game, "bihar").get("sepoys")


# -- 8.8.5, 8.8.6 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "seat", "spaces", "column"),
    [
        (1, RAJ, {}, "place_cubes"),
        (24, RAJ, {"bihar": {"underground": 1}}, "remove_or_replace"),
        (5, RAJ, {}, "shift_to_support"),
        (7, CONGRESS, {"bihar": {"congress": 1}}, "place_activists"),
        (12, CONGRESS, {"bihar": {"congress": 1}}, "place_protests"),
        (40, CONGRESS, {}, "shift_to_opposition"),
        (30, CONGRESS, {"bihar": {"sepoys": 1}}, "remove_or_replace"),
        (
            71,
            CONGRESS,
            {"orissa": {"gandhi": True}, "punjab": {"level": "active_opposition"}},
            "move_or_release_gandhi",
        ),
        (16, LEAGUE, {}, "place_bases"),
        (38, LEAGUE, {}, "place_muslim_states"),
        (21, REVOLUTIONARIES, {}, "place_unrest"),
        (14, REVOLUTIONARIES, {}, "place_guerrillas"),
        (16, REVOLUTIONARIES, {}, "place_bases"),
        (2, REVOLUTIONARIES, {"bihar": {"congress": 1, "level": "passive_support"}}, "remove_or_replace"),
        (20, REVOLUTIONARIES, {"east_bengal": {"active": 1}}, "place_guerrillas"),
    ],
)
def test_an_event_uses_the_leftmost_column_of_its_effective_actions(
    card: int, seat: str, spaces: dict[str, Any], column: str
) -> None:
    """8.8.5, N-15 The leftmost column among those of the effective actions."""
    assert column_for(at_event(card, seat, spaces), seat) == column


def test_card_1_places_troops_before_sepoys_in_several_spaces() -> None:
    """8.8.6 Card 1 unshaded: six cubes, Troops before Sepoys, from Out of Play before Available."""
    game = at_event(1, RAJ, {}, out_of_play={"troops": 1, "sepoys": 4})
    _, keys = take_event(game)
    placed = [key for key in keys if key.partition(":")[0] in ("troops", "sepoys")]
    assert placed[0] == "troops:out_of_play"
    assert all(key.startswith("troops") for key in placed)
    assert now(game)["out_of_play"].get("troops", 0) == 0
    assert sum(row.get("troops", 0) for row in now(game)["spaces"].values()) == 6
    assert len([space for space, row in now(game)["spaces"].items() if row.get("troops")]) > 1


def test_arjuna_can_answer_every_question_of_every_event() -> None:
    """8.8 Every side of every Event, for every Faction that would take it, on a crowded map."""
    crowd = {
        "troops": 0,
        "sepoys": 1,
        "congress": 1,
        "league": 1,
        "underground": 1,
        "unrest": 1,
    }
    spaces: Spaces = {
        space: dict(crowd) for space in ("bihar", "punjab", "sind", "east_bengal", "orissa", "delhi", "mysore")
    }
    spaces["bihar"] |= {"troops": 2, "protest": True, "gandhi": True}
    spaces["punjab"] |= {"protest": True, "league_bases": 1, "level": "passive_support"}
    spaces["sind"] |= {"muslim_state": True, "active": 2}
    spaces["delhi"] |= {"troops": 3, "sepoys": 5, "level": "active_support"}
    for card in EVENTS:
        for seat in SEATS:
            game = at_event(
                card, seat, spaces, jail={"congress": 2, "league": 2}, out_of_play={"congress": 1, "league": 1}
            )
            mind, keys = take_event(game)
            assert keys, (card, seat)
            assert "not_possible" not in told(mind)


def test_the_explanation_says_whether_an_event_is_effective_and_names_its_columns() -> None:
    """The explanation says whether the Event is effective and what for."""
    mind = mind_of(at_event(44, RAJ, {"bihar": {"underground": 1}}), RAJ)
    find_column(mind, "unshaded")
    (effect,) = texts(mind, "effective")
    assert [column.key for column in effect["columns"]] == [
        "arjuna.column.shift_to_support",
        "arjuna.column.remove_or_replace",
    ]
    mind = mind_of(at_event(44, RAJ, {}), RAJ)
    assert not find_column(mind, "unshaded")
    assert told(mind) == ["not_effective"]


# -- what is found and what is done ------------------------------------------------------------------------

EFFECTS_OF_CHANGES = {
    "place": "place",
    "enter": "enter",
    "release": "release",
    "move": "move",
    "remove": "remove",
    "arrest": "remove",
    "activate": "activate",
    "hide": "hide",
    "level": "level",
}


def served_by(game: Game, seat: str, changes: Iterable[Change]) -> bool:
    """8.8.3 Return whether any of these Changes serves a Faction, judged by the board before them."""
    event = begin_event(game.state, seat)
    for change in changes:
        if verb := EFFECTS_OF_CHANGES.get(change.verb):
            place = {"remove": change.origin, "enter": ""}.get(verb, change.target)
            if column_of(event, Effect(verb, change.piece, place, change.new or 0)):
                return True
    return False


@pytest.mark.parametrize("scenario", ["short", "main"])
def test_an_event_is_judged_effective_exactly_where_it_serves_the_faction(scenario: str) -> None:
    """8.8.3 In a whole game: an Event is found effective where playing it on a copy serves the Faction, dice aside."""
    game = Game.new(scenario=scenario, seats=dict.fromkeys(SEATS, ARJUNA), seed=b"looks and trials")
    arjuna = Arjuna(game, explains=False)
    looks = 0
    while (decision := game.decision) is not None:
        side = choose_side(mind_of(game, decision.seat))
        event = EVENTS.get(game.state.card)
        never = (*event.never, *event.never_unless_raj_plays) if event is not None else SEATS
        if decision.kind == "turn.action" and decision.seat not in never and decision.allows(f"event:{side}"):
            twin = imagine(game, b"trial")
            actors, changes, number = Actors(twin, make_plan(f"event:{side}")), twin.state.log, twin.step_number
            while twin.decision is not None and twin.step_number == number:
                actors.answer()
            decides = any(change.verb == "roll" for change in changes)
            found, served = is_effective(game, decision.seat), served_by(game, decision.seat, changes)
            assert found == served or (found and decides), (game.state.card, side, decision.seat)
            looks += 1
        arjuna.answer()
    assert looks > 20
