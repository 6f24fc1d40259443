"""Tuning: what is known stays, nothing impossible is ordered, and the report says each part of the target."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.gandhi.arjuna import cards
from engine.gandhi.arjuna.cards import CARDS, Branch, Card, Node, OperationBox, every_node
from engine.gandhi.arjuna.priorities import TABLES
from engine.gandhi.board import read_row
from engine.gandhi.ids import SEATS
from tools.balance import tune
from tools.balance.tune import Part, find_impossible, keeps_known, parts, report, score, variations
from tools.balance.tune_games import Figures, Tables, every_action, measure, play_game, tables_in_use


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)
def test_no_card_orders_a_special_activity_that_cannot_accompany_its_operation(card: Card) -> None:
    """4.1.2, 8.3 A Special Activity is only beside Operations that it may accompany."""
    assert find_impossible(card) == ""


def test_the_check_finds_an_instruction_that_the_rules_forbid() -> None:
    """4.1.2 Assassinate accompanies Unrest only, on every way through a side."""
    march = {"do": "operation", "operation": "march", "number": 2}
    unrest = {"do": "operation", "operation": "unrest", "number": 2}
    special = {"do": "special", "options": [{"special": "assassinate"}]}
    branch = {"do": "branch", "test": "low_revolutionaries", "yes": [unrest], "no": [march]}
    row = {"id": "V", "seat": "revolutionaries", "front": [branch, special], "back": []}
    assert find_impossible(read_row(row, Card, "arjuna.toml")) == "V: assassinate with march"
    row["front"] = [unrest, special]
    assert find_impossible(read_row(row, Card, "arjuna.toml")) == ""


def known_of(card: Card) -> list[object]:
    """Return the known nodes of a card, and of a branch only its known paths."""
    found: list[object] = []
    for node in every_node((*card.front, *card.back)):
        if node.known:
            found.append((node.test, node.value) if isinstance(node, Branch) else node)
    return found


def test_the_tuner_varies_only_inferred_rules() -> None:
    """Known nodes and rows are the same in every variation, and each differs from the tables in use."""
    now = tables_in_use()
    every = variations(now)
    assert len(every) > 300
    for other in every:
        assert other != now
        for letter, card in other.cards.items():
            if card is not now.cards[letter]:
                assert known_of(card) == known_of(now.cards[letter])
                assert find_impossible(card) == ""
        assert all(keeps_known(now.priorities[seat], other.priorities[seat]) for seat in SEATS)


def test_the_tuner_notices_reordered_known_rows() -> None:
    """8.4.1 Congress, Place Protests: not at Active Opposition, then 2-Pop (the printed example)."""
    table = TABLES["congress"]
    first, second, *rest = table.rows
    assert "place_protests" in first.known
    assert not keeps_known(table, msgspec.structs.replace(table, rows=(second, first, *rest)))


def test_a_figure_outside_its_interval_costs_its_weighted_distance() -> None:
    assert Part("a share", 0.2, 0.18, 0.33, 3).holds
    assert Part("a share", 0.2, 0.18, 0.33, 3).miss == 0
    assert Part("a share", 0.1, 0.2, 0.3, 2).miss == pytest.approx(0.2)
    assert Part("a share", 0.5, 0.2, 0.3, 2).miss == pytest.approx(0.4)


@pytest.fixture(scope="module")
def figures() -> Figures:
    """Return the figures of a few games with the tables in use."""
    return measure(tables_in_use(), "a test", 2, 1)


def test_the_tuners_figures_are_shares_of_games_turns_and_openings(figures: Figures) -> None:
    """Two games of each scenario, and one of a lone player from each seat."""
    assert (figures.games, figures.lone_games) == (4, 4)
    for scenario in ("short", "main"):
        assert sum(figures.wins[scenario].values()) == pytest.approx(1)
    assert set(figures.uses) == set(every_action())
    assert all(0 <= share <= 1 for share in figures.uses.values())
    for seat in SEATS:
        led = [figures.leads[side] for card in CARDS.values() if card.seat == seat for side in (card.id, card.id * 2)]
        assert sum(led) == pytest.approx(1)


def test_equal_seeds_give_equal_figures(figures: Figures) -> None:
    """Nothing but the words of the seed decides which games are played."""
    assert measure(tables_in_use(), "a test", 2, 1) == figures


def test_in_a_measured_game_the_seat_of_the_lone_player_follows_arjunas_cards() -> None:
    """8.10 The person's seat follows the cards, and no check ends the game for it before the last one."""
    played = play_game("short", "a test", 0, "congress")
    assert any(action.startswith("congress.") for action in played.used)
    assert any(played.sides[side] for card in CARDS.values() if card.seat == "congress" for side in (card.id,))


def test_the_report_marks_parts_outside_their_intervals_and_counts_those_within(figures: Figures) -> None:
    """Each part is reported before and after, except what quietly held in both."""
    lines = list(report([figures, figures]))
    held = sum(part.holds for part in parts(figures))
    assert lines[-1].startswith(f"parts that hold: {held:3} of {len(parts(figures))}")
    assert f"{score(figures):.2f}" in lines[-1]
    missed = [part.name for part in parts(figures) if not part.holds]
    assert all(any(line.startswith(name) and "*" in line for line in lines) for name in missed)


def test_comparing_an_owners_cards_prints_the_difference_and_writes_no_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """``--with`` reads an owner's rows; the difference is printed."""
    seen: list[Tables] = []

    def pretend(tables: Tables, seed: str, games: int, lone: int, *, head_start: bool = False) -> Figures:
        seen.append(tables)
        return measure_once()

    monkeypatch.setattr(tune, "measure", pretend)
    (tmp_path / "arjuna.toml").write_text(
        '[[card]]\nid = "F"\nseat = "raj"\nfront = [{ do = "operation", operation = "deploy" }]\nback = []\n', "utf-8"
    )
    before = sorted(tmp_path.iterdir())
    tune.main(["--with", str(tmp_path), "--games", "1"])
    assert len(seen) == 2
    assert seen[1].cards["F"].front == (OperationBox("deploy"),)
    assert seen[1].cards["A"] == seen[0].cards["A"]
    assert "F.front = " in capsys.readouterr().out
    assert sorted(tmp_path.iterdir()) == before
    assert CARDS["F"].front != (OperationBox("deploy"),)


def measure_once() -> Figures:
    """Return the figures of no games."""
    even = {name: dict.fromkeys(SEATS, 0.25) for name in ("short", "main")}
    return Figures(0, 0, even, even, {"short": 0.5}, {}, {}, {})


def test_a_search_drops_a_change_that_is_not_better_in_the_first_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change must be better over the first games, and over both sets together."""
    better_at: list[str] = []

    def pretend(tables: Tables, seed: str, games: int, lone: int) -> Figures:
        better = tables != now and seed in better_at
        made = measure_once()
        return msgspec.structs.replace(made, checks={"short": 0.5 if better else 0.9})

    now = tables_in_use()
    monkeypatch.setattr(tune, "measure", pretend)
    better_at[:] = ["luck"]
    assert tune.search(now, 3, "luck", 1, 0) != now, "far better at first, and no worse afterwards"
    better_at[:] = ["luck again"]
    assert tune.search(now, 3, "luck", 1, 0) == now


def test_a_varied_card_keeps_to_the_options_of_its_faction() -> None:
    """A test by its number, an Operation by another of the Faction, Special Activities by their order and choice."""
    node: Node = cards.Test("restraint_above", value=2, no="flip")
    assert [other.value for other in tune.vary_node("raj", node) if isinstance(other, cards.Test)] == [1, 3]
    assert not list(tune.vary_node("raj", msgspec.structs.replace(node, known=True)))
    boxes = [other for other in tune.vary_node("raj", OperationBox("deploy")) if isinstance(other, OperationBox)]
    assert {box.operation for box in boxes} == {"sweep", "assault"}
