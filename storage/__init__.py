"""The storage of games: tables, repositories and migrations. It knows nothing of rules or Discord.

storage = await open_storage("sqlite:///games.sqlite3")
async with storage.transaction() as tx:
    game = await tx.create_game(...)
async with storage.read() as view:
    play = await view.load_play(game.id)
await storage.close()
"""

from storage.connections import held
from storage.errors import InteractionSeen, NoOpenTurn, SeatTaken, StaleVersion, StorageError, UnknownGame
from storage.games import NamedGame
from storage.models import (
    Arrangement,
    ArrangementKind,
    AuditEntry,
    Ballot,
    Choice,
    Draft,
    Entrant,
    Entry,
    Game,
    GameStatus,
    Json,
    LeftBy,
    MessageRef,
    Post,
    PushDevice,
    Review,
    Season,
    SeasonGame,
    SeasonStatus,
    Seat,
    SeatKind,
    SeenInteraction,
    Statistic,
    Substitute,
    Timer,
    Turn,
    TurnStatus,
    WebLink,
)
from storage.play import Play, effective_choices, effective_keys
from storage.privacy import NOBODY, Traces
from storage.repository import Reader, Storage, Writer, open_beside, open_storage, open_to_read
from storage.seasons import EntrantChanges
from storage.unit import Circle

__all__ = [
    "NOBODY",
    "Arrangement",
    "ArrangementKind",
    "AuditEntry",
    "Ballot",
    "Choice",
    "Circle",
    "Draft",
    "Entrant",
    "EntrantChanges",
    "Entry",
    "Game",
    "GameStatus",
    "InteractionSeen",
    "Json",
    "LeftBy",
    "MessageRef",
    "NamedGame",
    "NoOpenTurn",
    "Play",
    "Post",
    "PushDevice",
    "Reader",
    "Review",
    "Season",
    "SeasonGame",
    "SeasonStatus",
    "Seat",
    "SeatKind",
    "SeatTaken",
    "SeenInteraction",
    "StaleVersion",
    "Statistic",
    "Storage",
    "StorageError",
    "Substitute",
    "Timer",
    "Traces",
    "Turn",
    "TurnStatus",
    "UnknownGame",
    "WebLink",
    "Writer",
    "effective_choices",
    "effective_keys",
    "held",
    "open_beside",
    "open_storage",
    "open_to_read",
]
