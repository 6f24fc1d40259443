"""The tables.

Each table has two classes: the plain one (``Game``) names the columns and is what repositories return, already
checked by type and no longer tied to a session; the other (``GameTable``) is its row in the database, and stays
inside this package. Ids are text or numbers from outside, payloads are JSON or bytes: nothing here knows the rules
or Discord.
"""

from __future__ import annotations

from storage.models.base import Json, Stored
from storage.models.games import (
    Choice,
    ChoiceKind,
    ChoiceTable,
    Draft,
    DraftTable,
    Game,
    GameStatus,
    GameTable,
    Seat,
    SeatKind,
    SeatTable,
    Statistic,
    StatisticTable,
    Turn,
    TurnStatus,
    TurnTable,
)
from storage.models.people import (
    Arrangement,
    ArrangementKind,
    ArrangementTable,
    AuditEntry,
    AuditEntryTable,
    Ballot,
    BallotTable,
    ServerSetting,
    ServerSettingTable,
    UserPreference,
    UserPreferenceTable,
)
from storage.models.post import (
    MessageRef,
    MessageRefTable,
    Post,
    PostStatus,
    PostTable,
    SeenInteraction,
    SeenInteractionTable,
    Timer,
    TimerStatus,
    TimerTable,
)
from storage.models.seasons import Entrant, EntrantTable, Season, SeasonGame, SeasonGameTable, SeasonStatus, SeasonTable
from storage.models.web import WebLink, WebLinkTable, WebPage, WebPageTable

__all__ = [
    "Arrangement",
    "ArrangementKind",
    "ArrangementTable",
    "AuditEntry",
    "AuditEntryTable",
    "Ballot",
    "BallotTable",
    "Choice",
    "ChoiceKind",
    "ChoiceTable",
    "Draft",
    "DraftTable",
    "Entrant",
    "EntrantTable",
    "Game",
    "GameStatus",
    "GameTable",
    "Json",
    "MessageRef",
    "MessageRefTable",
    "Post",
    "PostStatus",
    "PostTable",
    "Season",
    "SeasonGame",
    "SeasonGameTable",
    "SeasonStatus",
    "SeasonTable",
    "Seat",
    "SeatKind",
    "SeatTable",
    "SeenInteraction",
    "SeenInteractionTable",
    "ServerSetting",
    "ServerSettingTable",
    "Statistic",
    "StatisticTable",
    "Stored",
    "Timer",
    "TimerStatus",
    "TimerTable",
    "Turn",
    "TurnStatus",
    "TurnTable",
    "UserPreference",
    "UserPreferenceTable",
    "WebLink",
    "WebLinkTable",
    "WebPage",
    "WebPageTable",
]
