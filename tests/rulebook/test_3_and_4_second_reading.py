"""3.0, 4.0 Two readings of the same rules agree: what may be selected, removed or chosen, and what may not."""

from __future__ import annotations

from collections import Counter

from tests.rulebook.second_reading import play_and_compare

TURNS = 1000
MEDDLED = 500
"""Further turns, in which Resources are transferred and own pieces removed all the time."""


def test_the_engine_offers_exactly_what_a_second_reading_of_the_rules_allows() -> None:
    """3.2 to 3.4, 4.2 to 4.5: at any position the open answers are exactly those of the rulebook's text."""
    compared: Counter[str] = Counter()
    for number in range(TURNS):
        kinds, differences = play_and_compare(number)
        assert differences == []
        compared += kinds
    # Every Operation and nearly every Special Activity has come up.
    assert len(compared) > 22
    assert sum(compared.values()) > 3000


def test_extra_actions_never_leave_an_operation_without_a_space() -> None:
    """4.1, R-19, R-44: whatever is given away, removed or done beside it, an Operation that begins selects a space."""
    for number in range(MEDDLED):
        _, differences = play_and_compare(TURNS + number, meddles=True)
        assert [line for line in differences if "R-19" in line] == []
