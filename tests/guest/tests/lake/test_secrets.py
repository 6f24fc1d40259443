"""What each seat knows: in a view, in a position, in a copy, and in what a search is given."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from bot.games.frontend import front_of
from bot.games.lake.player import KINGFISHER, Kingfisher, LakeThought, Reason
from engine import Game
from engine.core.change import Change
from engine.core.dice import Hidden
from engine.core.game import replay
from engine.core.public import publish, resume_public
from engine.core.record import Start
from engine.core.text import text
from engine.lake.state import State
from tools.games.lake.subject import SUBJECT
from tools.playing import pick
from tools.verify.invariants import Broken
from tools.verify.telling import check_hidden_choice, check_reasons, check_words

SEATS = ("heron", "otter", "pike")


def play_some(number: int, kind: str = "player") -> Game:
    """Return a game of three after so many choices by chance."""
    chance = Random(number)
    game = Game.new("lake", seats=dict.fromkeys(SEATS, kind), seed=bytes([number]))
    for _ in range(number):
        if game.decision is not None:
            game.choose(pick(game.decision, chance))
    return game


def hide_from(game: Game, seats: tuple[str, ...], chance: Random) -> Game | None:
    """Return the same game for some seats, with other cards everywhere else; None where it could not have come here."""
    state = game.rules.decode(game.snapshot())
    SUBJECT.disguise(state, chance, seats)
    twin = Game(game.rules, state, start=Start("lake", ""), number=game.step_number)
    try:
        return replay(twin, [game.keys])
    except (ValueError, Hidden, Exception):
        return None


def cards_of(game: Game, seat: str) -> tuple[list[str], list[str]]:
    """Return the cards of a seat."""
    boat = game.state.boats[seat]
    return boat.hand, boat.stored


@pytest.mark.parametrize("number", range(3, 21, 3))
def test_a_copy_contains_only_the_hands_of_its_seats(number: int) -> None:
    game = play_some(number)
    blind = game.blind(("otter",))
    assert cards_of(blind, "otter") == cards_of(game, "otter")
    assert {card for cards in cards_of(blind, "heron") for card in cards} <= {"back"}
    assert blind.view() == game.view(("otter",))
    assert blind.clone().view() == blind.view() == blind.blind().view()
    assert blind.at_start().seen_by == ("otter",)
    assert "hand" not in game.view()["boats"]["otter"]


def test_a_seat_tries_its_choices_with_its_own_hand() -> None:
    game = play_some(0)
    goods = game.state.boats["heron"].hand[0]
    assert game.foresee("store").barrier == "none"
    assert game.look_ahead(["store", goods]).foresight.barrier == "end"
    assert game.look_ahead(["draw"]).foresight.barrier == "reveals"
    with pytest.raises(Hidden):
        game.blind(("heron",)).choose("draw")


def test_a_copy_for_another_seat_does_not_show_which_cards_can_be_stored() -> None:
    game = play_some(0)
    assert game.pending_seat == "heron"
    assert game.blind(("otter",)).foresee("store").barrier == "reveals"


def test_a_search_gets_only_the_hand_of_its_seat() -> None:
    """It also knows what it has drawn in the running turn, and nothing of what others hold."""
    compared = 0
    for number in range(60):
        game = play_some(number % 20)
        if game.decision is None:
            continue
        seat = game.pending_seat
        public = publish(game, (seat,))
        twin = resume_public(Game, game.rules, public)
        assert sorted(twin.state.boats[seat].hand) == sorted(game.state.boats[seat].hand)
        assert [option.key for option in twin.decision.options] == [option.key for option in game.decision.options]
        others = [card for other in SEATS if other != seat for card in twin.state.boats[other].hand]
        assert "back" in others or not others
        other = hide_from(game, (seat,), Random(number))
        if other is not None and other.state.dice.counters == game.state.dice.counters:
            compared += publish(other, (seat,)).snapshot == public.snapshot
    assert compared > 20


def test_the_automatic_player_decides_by_the_view_of_its_seat() -> None:
    compared = 0
    for number in range(80):
        game = play_some(number % 20, KINGFISHER)
        if game.decision is None:
            continue
        other = hide_from(game, (game.pending_seat,), Random(number))
        if other is None or other.view((game.pending_seat,)) != game.view((game.pending_seat,)):
            continue
        answers = [front_of("lake").player.make(one).answer() for one in (game, other)]
        assert answers[0] == answers[1]
        compared += 1
    assert compared > 20


def test_a_position_deals_unknown_cards_to_others() -> None:
    game = play_some(4)
    position = game.rules.position(game.rules.decode(game.snapshot()), ("heron",))
    dealt = {
        msgspec.json.encode(cards_of(Game.at({"game": "lake", **position}, seed=bytes([seed])), "otter"))
        for seed in range(20)
    }
    again = Game.at({"game": "lake", **position}, seed=b"other")
    began = game.at_start()
    assert sorted(again.state.boats["heron"].hand) == sorted(began.state.boats["heron"].hand)
    assert len(dealt) > 3


def test_the_fuzzer_finds_a_thought_that_names_a_hidden_card(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("lake", seats=dict.fromkeys(SEATS, "player"), seed=bytes(32))
    for number in range(20):
        check_reasons(game, Random(number))

    def tell_all(self: Kingfisher) -> list[Reason]:
        held = self.game.state.boats["heron"].hand[0]
        return [Reason("heron", [LakeThought(text("piece", piece=held))])]

    monkeypatch.setattr(Kingfisher, "finished", tell_all)
    with pytest.raises(Broken, match="names what is hidden"):
        for number in range(20):
            check_reasons(game, Random(number))


def test_the_fuzzer_finds_a_change_that_names_a_stored_card(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(found for found in map(play_some, range(200)) if is_storing(found))
    for number in range(20):
        check_hidden_choice(game, Random(number))
    store = State.store

    def tell_all(self: State, seat: str, goods: str) -> None:
        store(self, seat, goods)
        self.log[-1] = Change("store", seat, goods)

    monkeypatch.setattr(State, "store", tell_all)
    with pytest.raises(Broken, match="no Change names"):
        for number in range(20):
            check_hidden_choice(game, Random(number))


def is_storing(game: Game) -> bool:
    """Return whether a seat chooses which of several cards it stores."""
    return game.decision is not None and game.decision.kind == "lake.store" and len(game.decision.keys) > 1


def test_the_fuzzer_finds_a_change_without_a_text() -> None:
    game = play_some(3)
    check_words(game, game.steps[-1].changes if game.steps else [], None)
    with pytest.raises(Broken, match=r"log\.vanish"):
        check_words(game, [Change("vanish")], None)
