"""3.4 Revolutionaries Operations: 3.4.1 Rally."""

from __future__ import annotations

from engine.gandhi.ids import REVOLUTIONARIES
from tests.playing import choose, game_at, here, keys, now, why


def test_the_example_places_the_last_base() -> None:
    """3.4.1 The example: Unity 2, two Guerrillas in Punjab become the last Base, for 1 Resource."""
    game = game_at(
        {
            "punjab": {"underground": 3},
            "bihar": {"revolutionary_bases": 2},
            "east_bengal": {"revolutionary_bases": 2},
        },
        REVOLUTIONARIES,
        unity=2,
        resources={"revolutionaries": 1},
    )
    choose(game, "rally", "punjab")
    assert keys(game) == {"guerrillas", "base"}
    choose(game, "base")
    position = now(game)
    assert here(game, "punjab") == {"underground": 1, "revolutionary_bases": 1}
    assert position["available"]["revolutionary_bases"] == 0
    assert position["resources"]["revolutionaries"] == 0


def test_rally_needs_a_space_without_support_or_with_a_base() -> None:
    """3.4.1, R-43 Support closes a space, but not one with a Revolutionaries Base; Railways never."""
    game = game_at(
        {
            "bihar": {"level": "passive_support"},
            "punjab": {"level": "active_support", "revolutionary_bases": 1},
            "delhi": {"level": "passive_opposition", "troops": 3},
        },
        REVOLUTIONARIES,
        resources={"revolutionaries": 5},
    )
    choose(game, "rally")
    assert {"punjab", "delhi", "orissa"} <= keys(game)
    assert why(game, "bihar") == "why.at_support_without_base 3.4.1"
    assert why(game, "lahore_delhi") == "why.on_railway 3.4.1"
    assert game.decision is not None
    assert game.decision.remaining == 5
    option = game.decision.option("punjab")
    assert option is not None
    assert option.cost == 1


def test_rally_places_one_guerrilla_plus_one_for_each_base() -> None:
    """R-43 The Bases that count are those in the space when it is resolved; the new pieces are Underground (1.4.3)."""
    game = game_at(
        {"punjab": {"underground": 3, "revolutionary_bases": 1}, "bihar": {"revolutionary_bases": 2, "active": 1}},
        REVOLUTIONARIES,
        unity=3,
        resources={"revolutionaries": 5},
    )
    choose(game, "rally", "bihar")
    assert here(game, "bihar") == {"underground": 3, "active": 1, "revolutionary_bases": 2}
    choose(game, "punjab", "base")
    assert here(game, "punjab") == {"revolutionary_bases": 2}
    assert why(game, "punjab") == "why.already_selected 3.1.1"


def test_a_base_replaces_as_many_guerrillas_as_unity() -> None:
    """D-32, R-03 Unity Guerrillas give one Base, with room (1.4.2) and a Base Available; the sides are chosen."""
    spaces = {"punjab": {"underground": 2, "active": 2}}
    game = game_at(spaces, REVOLUTIONARIES, unity=3, resources={"revolutionaries": 1})
    choose(game, "rally", "punjab", "base")
    assert keys(game) == {"1", "2"}
    choose(game, "2")
    assert here(game, "punjab") == {"underground": 1, "revolutionary_bases": 1}

    game = game_at(spaces, REVOLUTIONARIES, unity=5, resources={"revolutionaries": 1})
    choose(game, "rally", "punjab")
    assert here(game, "punjab") == {"underground": 3, "active": 2}

    full = {"sind": {"underground": 4, "league_bases": 1}}
    game = game_at(full, REVOLUTIONARIES, unity=3, resources={"revolutionaries": 1})
    choose(game, "rally", "sind")
    assert here(game, "sind")["underground"] == 5

    used = {
        "punjab": {"underground": 4},
        "bihar": {"revolutionary_bases": 2},
        "east_bengal": {"revolutionary_bases": 2},
    }
    game = game_at(
        used | {"madras": {"revolutionary_bases": 1}}, REVOLUTIONARIES, unity=3, resources={"revolutionaries": 1}
    )
    choose(game, "rally", "punjab")
    assert here(game, "punjab")["underground"] == 5


def test_placing_uses_only_available_guerrillas() -> None:
    """R-03, R-20 With one Guerrilla left only one comes; with none a space may be selected all the same."""
    game = game_at(
        {"punjab": {"revolutionary_bases": 1}, "delhi": {"underground": 15}},
        REVOLUTIONARIES,
        resources={"revolutionaries": 2},
    )
    choose(game, "rally", "punjab")
    assert here(game, "punjab")["underground"] == 1
    choose(game, "orissa", "done")
    assert here(game, "orissa") == {}
    assert now(game)["resources"]["revolutionaries"] == 0


def test_a_guerrilla_comes_from_out_of_play_after_placing() -> None:
    """R-43, 2.3.5 One Guerrilla may leave Out of Play after all placing, in a Limited Operation too (R-24)."""
    game = game_at(
        {}, REVOLUTIONARIES, "limited_operation", resources={"revolutionaries": 4}, out_of_play={"underground": 16}
    )
    choose(game, "rally")
    assert game.decision is not None
    assert game.decision.remaining == 1
    choose(game, "punjab")
    assert here(game, "punjab") == {}
    assert why(game, "bihar") == "why.limited_operation 2.3.5"
    choose(game, "done")
    assert keys(game) == {"0", "1"}
    choose(game, "1")
    position = now(game)
    assert position["out_of_play"] == {"underground": 15}
    assert position["available"]["underground"] == 1
    assert position["resources"]["revolutionaries"] == 3


def test_rally_needs_a_resource() -> None:
    """3.1 Without Resources Rally is closed."""
    game = game_at({}, REVOLUTIONARIES)
    assert why(game, "rally") == "why.cannot_pay 3.4.1"


def test_non_player_revolutionaries_pay_nothing_for_rally() -> None:
    """8.1 Arjuna's Revolutionaries use no Resources."""
    game = game_at({}, REVOLUTIONARIES, "limited_operation", seats={"revolutionaries": "arjuna"})
    choose(game, "rally", "punjab")
    assert here(game, "punjab") == {"underground": 1}
