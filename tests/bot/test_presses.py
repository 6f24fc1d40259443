"""The clicks of typical turns, and the effect of a click that answers several questions."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.tables.draft import KEY_SEPARATOR, Draft, Queued, extend
from bot.tables.offers import find_offers
from engine import Game
from engine.core.decision import Decision, Option
from engine.core.errors import IllegalChoice
from engine.core.protocol import Barrier, Rule
from engine.core.record import Start
from engine.core.text import text
from tests.core.counting import SEED, CountingRules, CountingState
from tests.playing import game_at
from tools.bench.clicks import PAGE
from tools.games.gandhi.clicks import TURNS, Typical, count_presses, write_rows

RICH = {"raj": 20, "revolutionaries": 10}


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.name)
async def test_a_typical_turn_takes_few_clicks(turn: Typical) -> None:
    counts = await count_presses(turn), await count_presses(turn, with_fields=True)
    assert counts[0] <= turn.most
    rows = write_rows(dict.fromkeys((each.name for each in TURNS), counts))
    row = next(line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"| {turn.name} |"))
    assert row in rows


def offers_at(game: Game, *keys: str) -> tuple[Game, Draft]:
    """Return a game that knows nothing hidden, after some clicks, with the draft that they made."""
    blind, draft = game.blind(), Draft()
    for press in keys:
        draft = extend(blind, draft, [press]).draft
    return blind, draft


def test_one_list_combines_pieces_and_numbers() -> None:
    game = game_at({}, "raj", resources=RICH, restraint=3)
    blind, draft = offers_at(game, "deploy", "delhi")
    offers = find_offers(blind, draft, lambda before, after: before.resources["raj"] - after.resources["raj"])
    made = {option.key: option.cost for options in offers.counted.values() for option in options}
    troops, sepoys = (
        {f"{piece}>{number}": cost for number in range(1, 7)} for piece, cost in (("troops", 0), ("sepoys", 3))
    )
    assert made == troops | sepoys
    for press in made:
        twin = blind.clone()
        for key in press.split(KEY_SEPARATOR):
            twin.choose(key)


def test_undo_takes_back_one_click_with_all_its_answers() -> None:
    game = game_at({"delhi": {"troops": 3}, "punjab": {"underground": 1}}, "raj", resources=RICH)
    _, draft = offers_at(game, "sweep", "punjab", "delhi", "2", "done>delhi")
    assert draft.keys == ("sweep", "punjab", "delhi", "2", "done", "delhi")
    assert Draft.read(draft.store()) == draft
    back = draft.take_back()
    assert back.keys == ("sweep", "punjab", "delhi", "2")
    assert back.take_back().keys == ("sweep", "punjab", "delhi")


def test_several_spaces_selected_at_once_are_undone_one_by_one() -> None:
    spaces = {"bihar": {"congress": 1}, "delhi": {"congress": 1}}
    blind = game_at(spaces, "congress").blind()
    draft = extend(blind, Draft(), ["civil_disobedience"]).draft
    draft = extend(blind, draft, ["bihar", "delhi"]).draft
    assert draft.keys == ("civil_disobedience", "bihar", "done", "delhi", "done")
    assert draft.take_back().keys == ("civil_disobedience", "bihar", "done")


def test_selecting_several_spaces_never_chooses_for_a_person() -> None:
    """5.1.1 With no Congress Activist left a space would get one of the Muslim League without a question."""
    game = game_at({}, "congress", "event", card=4, available={"congress": 1}, out_of_play={"congress": 15})
    draft = Draft()
    for presses in (["event:shaded"], ["bihar", "madras"], ["congress"]):
        blind = game.blind()
        for key in draft.keys:
            blind.choose(key)
        extended = extend(blind, draft, presses)
        draft = Draft.read(extended.draft.store())
    assert draft.keys == ("event:shaded", "bihar", "congress")
    assert not draft.queue
    assert [note.key for note in extended.notes] == ["ui.panel.not_taken_unasked"]


@pytest.mark.parametrize("press", ["nonsense>delhi", "done>nonsense", "done>done>done>done"])
def test_a_forged_click_is_refused(press: str) -> None:
    game = game_at({"delhi": {"troops": 3}, "punjab": {"underground": 1}}, "raj", resources=RICH)
    blind, draft = offers_at(game, "sweep", "punjab", "delhi", "2")
    with pytest.raises(IllegalChoice):
        extend(blind, draft, [press])


def test_confirm_includes_usual_answers_only_if_they_cost_nothing() -> None:
    game = game_at({"delhi": {"sepoys": 3}, "punjab": {"underground": 3, "sepoys": 1}}, "raj", resources=RICH)
    blind, draft = offers_at(game, "sweep", "punjab")
    # Sepoys in place would cost Resources, which Confirm never spends unasked.
    assert find_offers(blind, draft, lambda before, after: 0).ending is None
    game = game_at({}, "raj", resources=RICH, out_of_play={"troops": 2, "sepoys": 2})
    blind, draft = offers_at(game, "deploy", "delhi")
    ending = find_offers(blind, draft, lambda before, after: 0).ending
    assert ending is not None
    assert ending.keys[:3] == ("done", "done", "2:0")
    assert [option.key for option in ending.taken] == ["option.enter.cubes"]


def piles(state: CountingState) -> Rule:
    """Play a turn of another game: a pile, a kind of card, a number of them; then the next pile, or the end."""
    state.steps += 1
    piles = ["oak", "elm", "ash"]
    done = Option("stop", text("done"), role="stop")
    while piles:
        options = [Option(pile, text("pile", pile=pile), role="space") for pile in piles]
        pile = yield Decision("left", "pile", text("ask"), [*options, done], action="take")
        if pile == "stop":
            return
        piles.remove(pile)
        while True:
            kinds = [Option(kind, text(kind), role="piece") for kind in ("red", "blue")]
            kind = yield Decision("left", "kind", text("ask"), [*kinds, done], space=pile, action="take")
            if kind == "stop":
                break
            numbers = [Option(str(number), text("number"), role="number") for number in range(1, 4)]
            state.add(int((yield Decision("left", "count", text("ask"), numbers, space=pile, action="take"))))


def test_choices_of_an_unknown_game_are_grouped_into_numbers_and_combined_clicks() -> None:
    rules = CountingRules(piles)
    game = Game(rules, rules.new("", {}, SEED, {}), start=Start("counting", SEED.hex()))
    offers = find_offers(game, Draft(), lambda before, after: 0)
    assert (offers.counted, offers.onward) == ({}, ())
    game.choose("oak")
    offers = find_offers(game, Draft(("oak",)), lambda before, after: 0)
    assert [option.key for option in offers.counted["red"]] == ["red>1", "red>2", "red>3"]
    assert [option.key for option in offers.onward] == ["stop>elm", "stop>ash"]
    assert offers.ending is not None
    assert offers.ending.keys == ("stop", "stop")
    assert offers.ending.foresight.barrier is Barrier.END
    draft = extend(game, Draft(("oak",)), ["blue>2"]).draft
    assert (draft.keys, draft.take_back().keys) == (("oak", "blue", "2"), ("oak",))


def at_the_oak() -> Game:
    """Return a game of piles at the question about the first pile."""
    rules = CountingRules(piles)
    game = Game(rules, rules.new("", {}, SEED, {}), start=Start("counting", SEED.hex()))
    game.choose("oak")
    return game


@pytest.mark.parametrize("other", ["red", "blue>2", "stop>elm"])
def test_a_click_submitted_with_the_end_of_a_turn_is_left_out_and_noted(other: str) -> None:
    extended = extend(at_the_oak(), Draft(("oak",)), ["stop>stop", other])
    assert extended.draft == Draft(("oak", "stop"), "stop", tied=(2,))
    assert [note.key for note in extended.notes] == ["ui.panel.not_taken"]


def test_a_click_after_a_change_of_the_question_is_left_out_with_a_note() -> None:
    extended = extend(at_the_oak(), Draft(("oak",)), ["red", "stop>elm"])
    assert extended.draft == Draft(("oak", "red"))
    assert [note.key for note in extended.notes] == ["ui.panel.not_taken"]


@pytest.mark.parametrize(
    ("presses", "keys"),
    [
        (["red", "blue>2"], ("oak", "red")),
        (["blue>2", "red"], ("oak", "blue", "2", "red")),
        (["blue>2", "red>1"], ("oak", "blue", "2", "red", "1")),
    ],
)
def test_several_clicks_about_one_space_keep_the_spaces_that_wait_for_their_turn(
    presses: Sequence[str], keys: tuple[str, ...]
) -> None:
    waiting = (Queued("pile", "elm", "kind"), Queued("pile", "ash", "kind"))
    extended = extend(at_the_oak(), Draft(("oak",), queue=waiting), presses)
    assert extended.draft.keys == keys
    assert extended.draft.queue == waiting
