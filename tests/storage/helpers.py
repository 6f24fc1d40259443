"""Games for the tests: the least that storage needs to know of one."""

from __future__ import annotations

from storage import Game, Storage, Turn, Writer

SEATS = ("raj", "congress", "league", "revolutionaries")
SEED = bytes(range(32))
HOST = 2**63 - 1  # The largest id that a snowflake could be.
CHANNEL = 1_100_000_000_000_000_001
SERVER = 1_100_000_000_000_000_002


async def create_game(tx: Writer, *, name: str = "Salt March", channel_id: int = CHANNEL) -> Game:
    """Return an open game with four empty seats."""
    return await tx.create_game(
        name=name,
        kind="gandhi",
        scenario="short",
        seats=SEATS,
        seed=SEED,
        rules_version="1",
        language="en",
        host_user_id=HOST,
        channel_id=channel_id,
        guild_id=SERVER,
        options={"pace": "day"},
    )


async def open_turn(tx: Writer, game_id: str, snapshot: bytes = b"start") -> Turn:
    """Return the next turn, with a label like a real one."""
    label = {"phase": "card", "seat": "raj", "card": 12}
    return await tx.open_turn(game_id, label=label, snapshot=snapshot, digest=f"digest of {snapshot.decode()}")


async def start_game(storage: Storage) -> Game:
    """Return a game with its first turn open."""
    async with storage.transaction() as tx:
        game = await create_game(tx)
        await open_turn(tx, game.id)
    return game
