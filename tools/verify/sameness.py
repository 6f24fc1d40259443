"""Comparisons of a game and its copies, a record and its replay, and two games that differ in secrets only."""

from __future__ import annotations

from random import Random

import msgspec

from engine import Game
from engine.core.decision import Option
from engine.core.errors import BadPosition, IllegalChoice, ReplayFailed
from engine.core.protocol import Barrier
from engine.core.record import Start, read_record, verify_record, write_record
from tools.playing import pick
from tools.subjects import find_subject
from tools.verify.invariants import Broken, hold


def barrier_of(game: Game) -> tuple[object, ...]:
    """Return the parts of a game that change at a barrier: the step, what is revealed, and who decides."""
    return game.step_number, game.state.reveals, game.pending_seat


def plain(options: list[Option]) -> list[tuple[object, ...]]:
    """Return options as comparable data."""
    return [(option.key, str(option.text), option.cost, str(option.why)) for option in options]


def picture(game: Game, secret: bool = True) -> tuple[object, ...]:
    """Return all that must be equal in two games at the same point; without ``secret``, only public data."""
    decision = game.decision
    asked: tuple[object, ...] = ()
    if decision is not None:
        asked = (
            decision.seat,
            decision.kind,
            str(decision.prompt),
            decision.remaining,
            decision.default,
            decision.space,
            decision.action,
            plain(decision.options),
            plain(decision.closed()),
        )
    state = (game.digest(), game.snapshot()) if secret else (msgspec.json.encode(game.view()), game.position())
    return (*state, game.label, game.keys, game.step_number, list(game.state.log), game.result, asked)


def check_refusal(game: Game, chance: Random) -> None:
    """Check that a closed or unknown key is refused with a reason, and changes nothing. Raises Broken."""
    decision = game.decision
    if decision is None:
        return
    closed = decision.closed()
    key = chance.choice(closed).key if closed and chance.random() < 0.8 else "no such key"
    before, undo_seat = picture(game), game.undo_seat
    try:
        game.choose(key)
    except IllegalChoice as error:
        hold(bool(error.text.key), "a refusal says why", key)
    else:
        hold(False, "closed keys are refused", key)
    hold(picture(game) == before and game.undo_seat == undo_seat, "a refusal changes nothing", key)


def check_copies(game: Game) -> None:
    """Check that a clone and a game loaded in mid-step are equal, and that choices in a copy leave the game unchanged.

    Raises Broken.
    """
    before = picture(game)
    twin = game.clone()
    hold(picture(twin) == before, "a clone is in the same place")
    loaded = Game.resume(game.rules, game.snapshot(), game.keys, start=game.start, number=game.step_number)
    hold(picture(loaded) == before, "a loaded game is in the same place")
    if twin.decision is not None:
        key = twin.decision.options[0].key
        hold(twin.choose(key) == loaded.choose(key), "a clone plays on as a loaded game does", key)
        hold(twin.digest() == loaded.digest(), "a clone plays on as a loaded game does", key)
    hold(picture(game) == before, "a copy's choices leave the game alone")
    if not game.keys:
        check_position(game)


def check_draft(game: Game, key: str, barrier: Barrier) -> None:
    """Check that a drafted choice is played before any barrier, and changes nothing at one. Raises Broken."""
    hold(game.look_ahead((key,)).foresight.barrier is barrier, "a look ahead names the barrier", (key, barrier))
    twin = game.blind((game.pending_seat,))
    before, undo_seat = picture(twin), twin.undo_seat
    changes = twin.draft(key)
    hold((changes is None) == (barrier is not Barrier.NONE), "a private choice stops before a barrier", (key, barrier))
    if changes is None:
        hold(picture(twin) == before and twin.undo_seat == undo_seat, "a private choice leaves no trace", key)
    else:
        hold(changes == game.clone().choose(key), "a private choice changes what the same choice does", key)


def check_position(game: Game) -> None:
    """Check that the start of a step, loaded from the position the deciding seat knows, says and asks the same.

    Raises Broken.

    Where a die is rolled before the first question (6.8), the games differ from then on, and only their texts are
    compared.
    """
    began = game.rules.decode(game.snapshot())
    seats = (game.pending_seat,)
    position = game.rules.position(began, seats)
    try:
        again = Game.at({"game": game.rules.name, **position}, seed=b"another seed")
    except BadPosition as error:
        raise Broken("a position of the game can be loaded", error) from error
    said = again.rules.position(again.rules.decode(again.snapshot()), seats)
    different = [name for name in {**position, **said} if said.get(name) != position.get(name)]
    hold(not different, "a loaded position says the same", [(name, position.get(name)) for name in different])
    if began.reveals == game.state.reveals:
        hold(repr(again.decision) == repr(game.decision), "a loaded position asks the same", game.decision)


def check_twin(game: Game, chance: Random) -> None:
    """Check that a game with another seed and other hidden things looks the same to the seat asked. Raises Broken."""
    state = game.rules.decode(game.snapshot())
    if state.reveals != game.state.reveals:
        return  # A die or a card has come in this step: the two games differ from here.
    state.dice.seed = chance.randbytes(32)
    seats = (game.pending_seat,)
    find_subject(game.rules.name).disguise(state, chance, seats)
    start = Start(game.start.game, state.dice.seed.hex(), game.start.scenario, game.start.seats)
    try:
        twin = Game.resume(game.rules, game.rules.encode(state), game.keys, start=start, number=game.step_number)
    except ReplayFailed:
        if game.pending_seat == game.label.seat:
            raise
        return  # The choices of another seat in this step do not fit the hand that it was dealt here.
    hold(picture(twin, secret=False) == picture(game, secret=False), "nothing shows seed or deck")
    hold(twin.view(seats) == game.view(seats), "a view of a seat shows nothing else")
    if game.decision is not None:
        key = pick(game.decision, chance)
        hold(game.crosses_barrier(key) == twin.crosses_barrier(key), "a barrier tells nothing of seed or deck", key)


def check_batch(game: Game, chance: Random) -> None:
    """Check that up to three keys in one call do what they do one by one, up to a barrier."""
    one = game.clone()
    keys: list[str] = []
    for _ in range(3):
        if one.decision is None:
            break
        keys.append(pick(one.decision, chance))
        where = barrier_of(one)
        one.choose(keys[-1])
        if barrier_of(one) != where:
            break
    whole = game.clone()
    whole.choose_all(keys)
    hold(whole.digest() == one.digest(), "a batch is its choices one by one", keys)
    before, undo_seat = picture(game), game.undo_seat
    try:
        game.choose_all([*keys, "no such key"])
    except IllegalChoice as error:
        hold(error.index == len(keys), "a batch names its first illegal key", (keys, error.index))
    else:
        hold(False, "a batch with an illegal key is refused", keys)
    hold(picture(game) == before and game.undo_seat == undo_seat, "a refused batch changes nothing", keys)


def check_record(game: Game) -> None:
    """Check that a record is read back as it was written and replays to the same digests. Raises Broken."""
    record = game.record()
    data = write_record(record)
    again = Game.load(read_record(data))
    verify_record(again.record(), read_record(data))
    hold(write_record(again.record()) == data, "a record replays to the same bytes")
    if game.decision is None:
        hold(again.digest() == game.digest(), "a replayed game ends in the same state")
