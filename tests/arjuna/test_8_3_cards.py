"""8.3 The Arjuna deck: drawing, flipping, boxes in order, and what a Limited Operation leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine import Game
from engine.core.errors import BadPosition
from engine.gandhi.arjuna import cards
from engine.gandhi.arjuna.cards import CARDS, DRAW, STACKS, Card, OperationBox, SpecialBox, every_node
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.play import PROCEDURES, find_unknown
from engine.gandhi.arjuna.specials import WAYS
from engine.gandhi.board import read_row
from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES, SEATS
from tests.arjuna.conftest import Lay
from tests.arjuna.thinking import ALL_ARJUNA, Spaces, draw_next, mind_at, play_turn, table, texts, told

# -- the deck ----------------------------------------------------------------------------------------------


def test_every_faction_has_six_arjuna_cards() -> None:
    """8.3 Letters A to Z without I and O."""
    assert list(CARDS) == list("ABCDEFGHJKLMNPQRSTUVWXYZ")
    assert {seat: "".join(STACKS[seat]) for seat in SEATS} == {
        RAJ: "ABCDEF",
        CONGRESS: "GHJKLM",
        LEAGUE: "NPQRST",
        REVOLUTIONARIES: "UVWXYZ",
    }


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)
def test_no_back_side_has_an_arrow_and_every_side_has_both_kinds_of_box(card: Card) -> None:
    """8.3 Only fronts send on to a new card or to the back; every side has an Operation."""
    assert not any(isinstance(node, cards.Test) for node in card.back)
    for side in (card.front, card.back):
        assert any(isinstance(node, OperationBox) for node in every_node(side))
        assert any(isinstance(node, SpecialBox) for node in every_node(side))


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)
def test_a_card_orders_only_what_its_faction_can_do(card: Card) -> None:
    """8.3 Operations, Special Activities and their steps are those of the Faction; Raj never has Garrison (8.6.3)."""
    assert list(find_unknown(card, (*card.front, *card.back))) == []
    for node in every_node((*card.front, *card.back)):
        if isinstance(node, OperationBox):
            assert node.operation in PROCEDURES[card.seat]
            numbers = (2, 3, "restraint") if card.seat == REVOLUTIONARIES else (0,)
            assert node.number in numbers, "8.6.2: two, three or Restraint as the card says"


def test_every_special_activity_is_on_some_card() -> None:
    """An activity that no card orders would be dead code."""
    ordered = {
        option.special
        for card in CARDS.values()
        for node in every_node((*card.front, *card.back))
        if isinstance(node, SpecialBox)
        for option in node.options
    }
    assert ordered == set(WAYS)


@pytest.mark.parametrize(
    "row",
    [
        {"do": "test", "test": "the_moon_is_full"},
        {"do": "test", "test": "low_raj", "no": "sideways"},
        {"do": "operation", "operation": "deploy", "first": [{"rows": ["prettiest"]}]},
        {"do": "special", "options": [{"special": "govern", "first": ["prettiest"]}]},
    ],
)
def test_a_card_that_contains_an_unknown_name_is_refused(row: dict[str, object]) -> None:
    """An owner may correct the cards: a mistake is reported at the start, and not in the middle of a game."""
    card = read_row({"id": "A", "seat": "raj", "front": [row], "back": []}, Card, "arjuna.toml")
    with pytest.raises(BadPosition, match="is not known"):
        cards.check_card(card)


@pytest.mark.parametrize(
    "row",
    [
        {"do": "operation", "operation": "garrison"},
        {"do": "operation", "operation": "deploy", "number": "unity"},
        {"do": "special", "options": [{"special": "persuade"}]},
        {"do": "special", "options": [{"special": "govern", "steps": ["sleep"]}]},
    ],
)
def test_the_check_finds_a_box_that_its_faction_cannot_execute(row: dict[str, object]) -> None:
    """Everything that the cards order must exist for their Faction."""
    card = read_row({"id": "A", "seat": "raj", "front": [row], "back": []}, Card, "arjuna.toml")
    assert list(find_unknown(card, card.front))


# -- drawing -----------------------------------------------------------------------------------------------


def test_drawing_a_card_first_moves_the_top_card_of_the_stack_to_the_bottom() -> None:
    """8.3, N-08 Then the next one shows, face up at the bottom of the ring after its use."""
    mind = mind_at({}, RAJ)
    order = list(mind.stack)
    assert [cards.draw(mind) for _ in range(6)] == [*order[1:], order[0]]
    assert mind.cards_drawn == 6


def test_cards_drawn_in_a_turn_go_to_the_bottom_of_the_factions_stack() -> None:
    """8.3, N-08 The cards drawn lie at the bottom of the Faction's own stack; other stacks stay."""
    game = table({"bihar": {"congress": 2, "protest": True}}, CONGRESS, may="operation_and_special")
    before = {seat: list(stack) for seat, stack in game.state.arjuna.items()}
    explanation = play_turn(game)
    drawn = int(explanation.keys[-1])
    assert drawn >= 1
    assert told(explanation).count("card") == drawn
    assert game.state.arjuna[CONGRESS] == before[CONGRESS][drawn:] + before[CONGRESS][:drawn]
    assert game.state.arjuna[RAJ] == before[RAJ]


def test_without_an_operation_no_card_is_drawn() -> None:
    """8.2.1, 8.3 Only when the table says Operation."""
    game = Game.at({"card": 50, "next": 62, "eligible": [LEAGUE], "seats": ALL_ARJUNA})
    explanation = play_turn(game)
    assert explanation.keys == ("pass", "0")


def test_only_cards_of_non_player_factions_are_shuffled() -> None:
    """8.3, N-08 A stack for each Faction that Arjuna runs."""
    game = Game.new(seats={**ALL_ARJUNA, LEAGUE: "player"}, seed=b"any")
    assert {seat: sorted(stack) for seat, stack in game.state.arjuna.items()} == {
        seat: sorted(STACKS[seat]) for seat in SEATS if seat != LEAGUE
    }


# -- walking a side ----------------------------------------------------------------------------------------


DEPLOY = {"do": "operation", "operation": "deploy"}
SWEEP = {"do": "operation", "operation": "sweep"}
WEAK = {"do": "test", "test": "low_raj"}


def test_an_arrow_leads_on_to_a_new_card_or_to_the_back(lay: Lay) -> None:
    """8.3 Blue boxes from the top down: true follows one arrow, false the other."""
    lay(
        "A", [{**WEAK, "no": "draw"}, {"do": "test", "test": "unity_above", "value": 2, "yes": "flip"}, DEPLOY], [SWEEP]
    )
    strong = {"bihar": {"troops": 6}, "delhi": {"sepoys": 40}}
    assert list(cards.sides(mind_at(strong, RAJ), "A")) == [DRAW]
    assert operations(mind_at({}, RAJ, unity=2), "A") == ["deploy"]
    mind = mind_at({}, RAJ, unity=3)
    assert operations(mind, "A") == ["sweep"]
    assert texts(mind, "flip") == [{"letter": "AA"}]
    assert told(mind) == ["answer.yes", "answer.yes", "flip"]


def test_the_test_of_a_branch_chooses_between_two_paths(lay: Lay) -> None:
    """8.3 A blue box in the middle of a card."""
    lay("A", [{"do": "branch", "test": "low_raj", "yes": [DEPLOY], "no": [SWEEP]}])
    assert operations(mind_at({}, RAJ), "A") == ["deploy"]
    assert operations(mind_at({"bihar": {"troops": 6}, "delhi": {"sepoys": 40}}, RAJ), "A") == ["sweep"]


def test_after_a_branch_the_side_of_the_card_continues(lay: Lay) -> None:
    """8.3 When the Operation of either way is complete, the next instruction follows."""
    govern = {"do": "special", "options": [{"special": "govern", "steps": ["imperialism"]}]}
    inner = {"do": "branch", "test": "restraint_above", "value": 3, "yes": [SWEEP], "no": [DEPLOY]}
    lay("A", [{"do": "branch", "test": "low_raj", "yes": [DEPLOY], "no": [inner]}, govern])
    strong = {"bihar": {"troops": 6}, "delhi": {"sepoys": 40}}
    for mind in (mind_at({}, RAJ), mind_at(strong, RAJ), mind_at(strong, RAJ, restraint=4)):
        assert [type(box) for box in cards.sides(mind, "A")] == [OperationBox, SpecialBox]


def test_a_test_inside_a_branch_can_still_flip_the_card(lay: Lay) -> None:
    """8.3 A new card or the other side ends this one, wherever its arrow starts."""
    flip = {"do": "test", "test": "restraint_above", "value": 3, "yes": "flip"}
    lay("A", [{"do": "branch", "test": "low_raj", "yes": [flip, DEPLOY], "no": [SWEEP]}, SWEEP], [DEPLOY])
    assert operations(mind_at({}, RAJ, restraint=4), "A") == ["deploy"]
    assert operations(mind_at({}, RAJ), "A") == ["deploy", "sweep"]


def every_path(monkeypatch: pytest.MonkeyPatch, nodes: Sequence[cards.Node]) -> Iterator[list[cards.Box | str]]:
    """Yield every way through a side: each blue box is answered both ways."""
    answers: list[list[bool]] = [[]]
    while answers:
        given = answers.pop()
        asked: list[cards.Test | cards.Branch] = []

        def answer(mind: Mind, node: cards.Test | cards.Branch, given: list[bool] = given, asked: Any = asked) -> bool:
            asked.append(node)
            return given[len(asked) - 1] if len(asked) <= len(given) else False

        monkeypatch.setattr(cards, "does_hold", answer)
        yield list(cards.walk(mind_at({}, RAJ), nodes))
        answers += [[*given, *[False] * index, True] for index in range(len(asked) - len(given))]


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)
@pytest.mark.parametrize("side", ["front", "back"])
def test_every_box_of_every_side_can_be_reached(card: Card, side: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """8.3 Every path that stays on a side reaches its top-level instructions; together the paths reach every box."""
    nodes = getattr(card, side)
    paths = list(every_path(monkeypatch, nodes))
    always = [node for node in nodes if isinstance(node, OperationBox | SpecialBox)]
    for path in paths:
        if path[-1] not in (DRAW, cards.FLIP):
            assert all(box in path for box in always)
            assert sum(isinstance(box, OperationBox) for box in path) == 1, "8.3: one Operation, whatever the way"
            assert sum(isinstance(box, SpecialBox) for box in path) == 1
    met = [box for path in paths for box in path]
    assert all(node in met for node in cards.every_node(nodes) if isinstance(node, OperationBox | SpecialBox))


@pytest.mark.parametrize("scenario", ["short", "main"])
def test_in_a_game_every_turn_with_an_operation_reaches_the_end_of_its_card(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """8.3 The last box of the side that a turn followed was tried, or was reported as passed over with the reason."""
    reached: list[cards.Box | str] = []
    walked: list[Sequence[cards.Node]] = []
    walk = cards.walk

    def watch(mind: Mind, nodes: Sequence[cards.Node]) -> Iterator[cards.Box | str]:
        walked.append(nodes)
        for item in walk(mind, nodes):
            reached.append(item)
            yield item

    monkeypatch.setattr(cards, "walk", watch)
    game = Game.new(scenario=scenario, seats=ALL_ARJUNA, seed=b"every box")
    turns = 0
    while game.decision is not None and turns < 60:
        reached.clear()
        walked.clear()
        explanation = play_turn(game)
        if not any(isinstance(box, OperationBox) for box in reached) or "no_card" in told(explanation):
            continue
        turns += 1
        assert isinstance(reached[-1], OperationBox | SpecialBox)
        last = next(nodes for nodes in reversed(walked) if nodes in EVERY_SIDE)[-1]
        assert reached[-1] == last or isinstance(last, cards.Branch)
        if isinstance(reached[-1], SpecialBox):
            assert SPECIAL_TOLD & set(told(explanation))


EVERY_SIDE = [side for card in CARDS.values() for side in (card.front, card.back)]
SPECIAL_TOLD = {"special", "skip_special", "no_special_allowed", "special_done", "nothing_follows"}


@pytest.mark.parametrize("may", ["operation_only", "limited_operation"])
def test_the_explanation_says_why_a_special_activity_box_is_skipped(lay: Lay, may: str) -> None:
    """8.3 A Limited Operation has no Special Activity, nor has an Operation only."""
    lay("M", [DISOBEDIENCE, {"do": "special", "options": [{"special": "persuade", "steps": ["remove"]}]}])
    game = table({"bihar": {"congress": 2}}, CONGRESS, may=may)
    draw_next(game, CONGRESS, "M")
    assert told(play_turn(game))[-1] == "no_special_allowed"


def operations(mind: Mind, card: str) -> list[str]:
    """Return the Operations that a card leads to."""
    return [box.operation for box in cards.sides(mind, card) if isinstance(box, OperationBox)]


def test_the_space_that_meets_a_cards_condition_need_not_be_selected(lay: Lay) -> None:
    """8.3 PLAY NOTE: the space that triggers an Operation need not be one of its spaces."""
    lay("L", [{"do": "test", "test": "underground_at_opposition", "no": "draw"}, DISOBEDIENCE])
    spaces: Spaces = {"sind": {"underground": 3, "level": "passive_opposition"}, "bihar": {"congress": 2}}
    game = table(spaces, CONGRESS, may="operation_only")
    draw_next(game, CONGRESS, "L")
    explanation = play_turn(game)
    assert explanation.keys[:2] == ("civil_disobedience", "bihar")
    assert "sind" not in explanation.keys


DISOBEDIENCE = {"do": "operation", "operation": "civil_disobedience"}


# -- Special Activities and Operations on a card -----------------------------------------------------------


CROWDED = {"bihar": {"underground": 6, "congress": 1}, "sind": {"underground": 1}}


def test_a_turn_follows_the_order_of_the_boxes_on_its_card() -> None:
    """8.3 Card U has its Special Activity before its Operation (known)."""
    game = table(CROWDED, REVOLUTIONARIES, may="operation_and_special", unity=3)
    draw_next(game, REVOLUTIONARIES, "U")
    explanation = play_turn(game)
    assert explanation.keys[0] == "special:infiltrate"
    assert "rally" in explanation.keys


@pytest.mark.parametrize("may", ["operation_only", "limited_operation"])
def test_a_turn_that_allows_no_special_activity_skips_the_boxes_for_one(may: str) -> None:
    """8.3, N-11 In a Limited Operation, or when the turn is an Operation only."""
    game = table(CROWDED, REVOLUTIONARIES, may=may, unity=3)
    draw_next(game, REVOLUTIONARIES, "U")
    explanation = play_turn(game)
    assert explanation.keys[0] == "rally"
    assert not any(key.startswith("special:") for key in explanation.keys)


def test_when_the_eligibility_table_says_operation_only_no_special_activity_is_executed() -> None:
    """8.2.1, N-11 The engine would allow one; the Eligibility table does not."""
    game = Game.at(
        {
            "card": 62,
            "next": 43,
            "seats": ALL_ARJUNA,
            "spaces": {"sind": {"league": 3}, "bihar": {"league": 1, "underground": 1}},
            "eligible": [LEAGUE, CONGRESS],
        },
        seed=b"any",
    )
    # Nothing has Raj Control, so the Event has no effect for the Muslim League, but it is Critical for Congress.
    explanation = play_turn(game)
    assert "decides.operation_only" in told(explanation)
    assert not any(key.startswith("special:") for key in explanation.keys)


def test_a_limited_operation_acts_in_the_first_space_only(lay: Lay) -> None:
    """8.6.1, 2.3.5, N-11 One space, no roll (N-03)."""
    spaces = {"bihar": {"congress": 2}, "united_provinces": {"congress": 2}}
    game = table(spaces, CONGRESS, may="limited_operation", restraint=4)
    lay("M", [DISOBEDIENCE])
    draw_next(game, CONGRESS, "M")
    explanation = play_turn(game)
    assert "limited" in told(explanation)
    assert told(explanation).count("select_for") == 1


def test_after_a_failed_operation_the_next_card_does_not_repeat_the_special_activity(lay: Lay) -> None:
    """8.6, N-10 The Special Activity is done; the new card's own is ignored."""
    satyagraha = {"do": "special", "options": [{"special": "satyagraha"}]}
    lay("J", [satyagraha, {"do": "operation", "operation": "non_cooperation"}])
    lay("H", [satyagraha, DISOBEDIENCE])
    game = table({"bihar": {"congress": 1}, "sind": {"gandhi": True}}, CONGRESS, may="operation_and_special")
    draw_next(game, CONGRESS, "J", "H")
    explanation = play_turn(game)
    assert [key for key in explanation.keys if key.startswith("special:")] == ["special:satyagraha"]
    assert texts(explanation, "skip_operation") == [{"operation": "non_cooperation"}]
    assert "special_done" in told(explanation)
    assert "civil_disobedience" in explanation.keys


def test_a_faction_for_which_no_card_has_an_operation_passes() -> None:
    """8.3, N-09 After all six cards, flips included."""
    game = table({}, REVOLUTIONARIES, may="operation_and_special", out_of_play={"underground": 16})
    explanation = play_turn(game)
    assert explanation.keys == ("pass", "6")
    assert "no_card" in told(explanation)


def test_no_special_activity_begins_if_no_operation_can_follow_it(lay: Lay) -> None:
    """4.1, R-44 Without any Operation with an effect none begins: Aid would be possible here, and nothing after it."""
    lay(
        "X",
        [{"do": "special", "options": [{"special": "aid"}]}, {"do": "operation", "operation": "march", "number": 2}],
    )
    spaces: Spaces = {
        "bihar": {"active": 1, "revolutionary_bases": 1, "level": "active_support"},
        "orissa": {"unrest": 12},
    }
    game = table(spaces, REVOLUTIONARIES, may="operation_and_special", out_of_play={"underground": 15})
    draw_next(game, REVOLUTIONARIES, "X")
    explanation = play_turn(game)
    assert texts(explanation, "skip_operation")[0] == {"operation": "march"}
    assert explanation.keys == ("pass", "6")


def test_after_a_special_activity_some_operation_follows_even_if_every_card_fails(lay: Lay) -> None:
    """4.1, R-44, N-10 The Faction cannot pass any more: it takes an Operation that has an effect."""
    for letter in "UVWXYZ":
        lay(
            letter,
            [
                {"do": "special", "options": [{"special": "infiltrate_replace"}]},
                {"do": "operation", "operation": "attack", "number": 2},
            ],
        )
    spaces = {"bihar": {"underground": 1, "congress": 1, "revolutionary_bases": 1}, "orissa": {"unrest": 12}}
    game = table(spaces, REVOLUTIONARIES, may="operation_and_special")
    explanation = play_turn(game)
    assert explanation.keys[0] == "special:infiltrate"
    assert "must_operate" in told(explanation)
    assert "rally" in explanation.keys
