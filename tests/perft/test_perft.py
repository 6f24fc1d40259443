"""Decision-tree counts: the number of ways to play on from named positions is a committed figure.

A deliberate change of the rules changes some of them: look at it with ``python -m tools.verify.perft NAME --divide``,
write it down with ``python -m tools.verify.perft --update``, and say in the commit why.
"""

from __future__ import annotations

import pytest

from tools.verify.perft import count_tree, divide, main, names, open_position, read_counts

COUNTS = read_counts()


@pytest.mark.few
def test_every_perft_position_has_expected_counts() -> None:
    assert sorted(COUNTS) == names()
    assert len(COUNTS) >= 12
    assert all(len(counts) >= 4 for counts in COUNTS.values())


@pytest.mark.parametrize("name", names())
def test_the_decision_tree_has_its_committed_size(name: str) -> None:
    assert count_tree(open_position(name), len(COUNTS[name])) == COUNTS[name]


def test_counts_by_first_choice_add_up_to_the_total() -> None:
    game = open_position("opening_short")
    parts = divide(game, 3)
    assert game.decision is not None
    assert set(parts) == game.decision.keys
    assert sum(parts.values()) == COUNTS["opening_short"][2]


@pytest.mark.few
def test_the_perft_command_prints_counts_and_refuses_unknown_positions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["raj_limited_operation", "--divide"]) == 0
    assert "raj_limited_operation" in capsys.readouterr().out
    with pytest.raises(SystemExit) as caught:
        main(["nowhere"])
    assert caught.value.code == 2
