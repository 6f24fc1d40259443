"""Tables as record files, from one database into another, for the host. A record contains the seed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from bot.errors import SettingsError
from bot.games.frontend import front_of
from bot.games.playing import AUTOMATIC, PLAYER, name_rival
from bot.games.showing import list_runners
from bot.language import clean
from bot.tables.loading import Loaded, load_table
from bot.tables.lobby import NAME_LENGTH, rules_version
from bot.tables.records import write_game
from bot.tables.rewinding import CHANCE
from bot.tables.table import Table, TableState, store_state
from bot.tables.transaction import TableTransaction, open_step
from engine import Game
from engine.core.errors import IllegalChoice
from engine.core.game import replay
from engine.core.putting_right import PUT_RIGHT_PHASE
from engine.core.record import RecordFile, read_record, verify_record
from storage import Storage


@dataclass(frozen=True, slots=True)
class Exported:
    """A table's record. ``left_out`` is the number of choices in the running step, which no record contains."""

    data: bytes
    steps: int
    left_out: int


@dataclass(frozen=True, slots=True)
class Destination:
    """The place and name of an imported table, and the people at it: user ids and names by seat."""

    channel_id: int
    guild_id: int | None
    name: str
    language: str
    host_user_id: int
    people: Mapping[str, tuple[int, str]]


def read_name(words: str) -> str:
    """Return the name of a table that the host of the bot has typed. Raises SettingsError for one that does not fit."""
    name = clean(words)
    if not 0 < len(name) <= NAME_LENGTH:
        raise SettingsError(f"A name has 1 to {NAME_LENGTH} characters.")
    return name


async def export_table(storage: Storage, game_id: str) -> Exported:
    """Return the record of a table that has begun, over or not.

    It holds the seed: while the game continues, keep it secret.

    Raises UnknownGame, SettingsError for a table that has not begun, and ReplayFailed after a change of the rules.
    """
    async with storage.read() as reader:
        table = await load_table(reader, game_id)
        if table.game.status not in ("playing", "archived", "over"):
            raise SettingsError(f"The game at {table.game.name} has not begun: there is nothing to record.")
        running = (await reader.load_play(game_id)).keys
        data, steps = await write_game(reader, table)
    return Exported(data, steps, len(running))


async def import_table(storage: Storage, data: bytes, home: Destination) -> Table:
    """Open a table that continues from the end of a record; people's seats for which no one is named are free.

    So is the seat of an absent person for whom the automatic player acts. The record may begin from a position. The bot
    posts the status when it starts. Raises BadPosition and ReplayFailed for a file that is not a record or cannot be
    replayed, and SettingsError for a seat that no person can have.
    """
    record = read_record(data)
    game = replay(Game.from_start(record.start), [step.keys for step in record.steps])
    verify_record(game.record(), record)
    kinds, owned = dict(list_runners(game.view())), list_owned(game)
    # Not every game distinguishes an absent person’s seat from one that was given up.
    begun = {seat for seat in kinds if record.start.seats.get(seat, PLAYER) == PLAYER}
    wrong = sorted(seat for seat in home.people if seat not in owned | begun)
    if wrong:
        raise SettingsError(f"No person can sit on {', '.join(wrong)} in this game.")
    async with storage.transaction(TableTransaction) as tx:
        return await write_table(tx, record, home, kinds, owned)


def list_owned(game: Game) -> set[str]:
    """Return the seats of a game that belong to people, also of those for whom the automatic player acts now."""
    player = front_of(game.start.game).player
    automatic = {player.kind_of(opponent) for opponent in ("", *player.opponents)}
    return {seat for seat in list_runners(game.view()) if player.kind_in(game, seat) not in automatic}


async def write_table(
    tx: TableTransaction, record: RecordFile, home: Destination, kinds: Mapping[str, str], owned: Collection[str]
) -> Table:
    """Store a table with every step of a record, as if it had been played here.

    ``kinds`` has the kind of player of each seat at the end of the record, ``owned`` the seats that belong to people.
    """
    start, front, game = record.start, front_of(record.start.game), Game.from_start(record.start)
    options = {key: start.options.get(key, []) for key in front.setup.option_keys}
    # A record does not say which strength an automatic player had: all have the same name.
    others = [opponent for opponent in front.player.opponents if name_rival(opponent) != front.player.kind]
    rivals = [opponent for opponent in others if name_rival(opponent) in kinds.values()]
    state = TableState(
        host=dict(home.people.values()).get(home.host_user_id, ""),
        seats=dict(start.seats),
        opponent=rivals[-1] if rivals else "",
        position=dict(start.position),
        data=dict(start.data),
        options=options,
        gone_back=sum(step.label.phase == "go_back" for step in record.steps),
        gone_behind=count_behind(record),
        # The steps of a record are counted from 0, stored turns from 1.
        withdrawn=tuple((step.number + 1, step.withdrawn) for step in record.steps if step.withdrawn),
        put_right=sum(step.label.phase == PUT_RIGHT_PHASE for step in record.steps),
    )
    stored = await tx.create_game(
        name=home.name,
        kind=start.game,
        scenario=start.scenario or game.position()["scenario"],
        seats=list(kinds),
        seed=bytes.fromhex(start.seed),
        rules_version=rules_version(),
        language=home.language,
        host_user_id=home.host_user_id,
        guild_id=home.guild_id,
        channel_id=home.channel_id,
        options=store_state(state),
    )
    for seat in kinds:
        if seat in home.people:
            await tx.take_seat(stored.id, seat, *home.people[seat])
        elif seat not in owned:
            await tx.take_seat(stored.id, seat, None, Table(stored, ()).automatic_name, kind=AUTOMATIC)
    await tx.update_game(stored.id, status="playing")
    await open_step(tx, stored.id, game)
    play = await tx.load_play(stored.id)
    if play.turn is not None and record.steps:
        loaded = Loaded(await load_table(tx, stored.id), play.turn, (), game)
        await tx.play(loaded, game, list_answers(record))
    return await load_table(tx, stored.id)


def count_behind(record: RecordFile) -> int:
    """Return how often a recorded game went back to before a die or a card.

    A return also counts if its withdrawn turns are not in the record or no longer fit the rules.
    """
    game, count = Game.from_start(record.start), 0
    for step in record.steps:
        if step.label.phase == "go_back":
            count += not step.withdrawn or shows_chance(game.clone(), step.withdrawn)
        for key in step.keys:
            game.choose(key)
    return count


def shows_chance(twin: Game, turns: Sequence[Sequence[str]]) -> bool:
    """Return whether a die or a card is seen when withdrawn turns are played in ``twin``, or if they cannot be."""
    try:
        return any(change.verb in CHANCE for keys in turns for key in keys for change in twin.choose(key))
    except IllegalChoice:
        return True


def list_answers(record: RecordFile) -> list[tuple[str, str]]:
    """Return the seat and the key of every choice in a record."""
    game = Game.from_start(record.start)
    answers: list[tuple[str, str]] = []
    for step in record.steps:
        for key in step.keys:
            answers.append((game.pending_seat, key))
            game.choose(key)
    return answers
