"""The types with which front ends answer, the same for every game: actions, lines, standing orders, searches, reviews.

The parts of a front end that return them are in `bot.games.playing`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from time import monotonic
from typing import Any, Final, Literal, Protocol

import msgspec

from bot.language import Language
from engine import Game
from engine.core.text import Text

Situation = Literal["your_turn", "choosing", "event", "campaign", "middle", "setup"]
"""The kind of question that a person is asked. The help explains each kind."""


AHEAD: Final = "ahead"
"""The kind of a standing order that plans whole turns (`bot.games.planning`)."""
LATER: Final = "later"
"""The kind of a standing order with answers to the questions that its seat is asked later in a round."""
PLANS: Final = (AHEAD, LATER)
"""The kinds of standing orders that are plans. They come before other orders, and play each of their turns once."""


class Thought(Protocol):
    """One reason that an automatic player had in mind when it chose: a text, a kind, and the spaces concerned."""

    @property
    def text(self) -> Text:
        """Return the thought as a sentence for people."""

    @property
    def kind(self) -> str:
        """Return the kind of the thought: "column" begins a selection, "select" ends it. Games have other kinds too."""

    @property
    def spaces(self) -> Sequence[str]:
        """Return the spaces that the thought is about. In a selection, these are the candidates that are left."""


class Explanation(Protocol):
    """The reasons of an automatic player for its answers with one seat in one step."""

    @property
    def seat(self) -> str:
        """Return the seat that answered."""

    @property
    def thoughts(self) -> Sequence[Thought]:
        """Return the thoughts in the order in which they led to the answers."""


class AutomaticPlayer(Protocol):
    """The automatic player of a game. It answers the same decisions as a person."""

    @property
    def must_decide(self) -> bool:
        """Return whether the pending decision belongs to a seat that the automatic player has."""

    def answer(self) -> str:
        """Answer the pending decision in the game, and return the chosen key."""

    def finished(self) -> Sequence[Explanation]:
        """Return the explanations of the steps that have ended since the last call."""

    def thinking(self) -> Sequence[Explanation]:
        """Return the explanations of the running step so far."""


class Action(msgspec.Struct, frozen=True):
    """An action of a game that has a command.

    ``key`` is the option that chooses the action, and ``seats`` are the seats that have it. ``group`` is the command
    that has the action's command as a subcommand, or "". ``is_special`` marks an action that is added to the main
    action of a turn, and that cannot begin a turn.
    """

    id: str
    key: str
    seats: tuple[str, ...]
    is_special: bool
    group: str = ""

    @property
    def name(self) -> str:
        """Return the name of the slash command, without its group."""
        return self.id.replace("_", "-")

    @property
    def command(self) -> str:
        """Return the slash command as people type it, below its group if it has one."""
        return f"{self.group} {self.name}" if self.group else self.name


class Line(msgspec.Struct, frozen=True):
    """A turn in one line: the id of the action whose command takes the line, and the text of its option ``orders``."""

    action: str
    orders: str


class Understood(msgspec.Struct, frozen=True):
    """The answers of a turn line.

    ``keys`` are the answers in order. ``ending`` is the answer after them if that answer crosses a barrier, such as a
    die or the end of the turn, or else "". ``clauses`` are the parts into which the line was divided, as typed.
    ``rest`` is the part of the line that waits for a later moment, in the game's storage format ("" for nothing).
    """

    keys: tuple[str, ...]
    ending: str
    clauses: tuple[str, ...]
    rest: str = ""


class Shortcut(msgspec.Struct, frozen=True):
    """Several answers in one click: an identifier, the label of the button, and the keys in their order.

    ``is_end`` means that the last key crosses a barrier, so that the click needs no Confirm. No earlier key does.
    """

    name: str
    words: str
    keys: tuple[str, ...]
    is_end: bool = False


class Suggestion(msgspec.Struct, frozen=True):
    """A turn that is suggested to someone.

    ``keys`` are its answers from this moment on. The last answer rolls a die, reveals a card, asks someone else or ends
    the step. ``line`` has the same answers as a turn line, if they can be written as a line. ``reasons`` are shown in
    this order. ``is_own`` means that the automatic player would do the same.
    """

    keys: tuple[str, ...]
    reasons: tuple[Text, ...] = ()
    line: Line | None = None
    is_own: bool = False


class Acted(msgspec.Struct, frozen=True):
    """The answers of a standing order, and the order ``after`` them (None: used up); or ``why`` it is dropped."""

    keys: tuple[str, ...] = ()
    after: StandingOrder | None = None
    why: Text | None = None


class StandingOrder(msgspec.Struct, frozen=True, omit_defaults=True):
    """A standing order of a game, which answers for a seat when the seat is asked."""

    kind: str

    @property
    def seats(self) -> Sequence[str]:
        """Return the seats that the order can answer for. An empty result means all seats."""
        return ()

    def make_order(self, game: Game, seat: str) -> StandingOrder:
        """Return the order as it is stored for a seat, valid from the present moment of the game on."""
        return self

    def store(self) -> dict[str, Any]:
        """Return the order as plain data, which the database stores as JSON."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    def has_run_out(self, game: Game) -> bool:
        """Return whether the order is no longer valid."""
        return False

    def find_answer(self, seat: str, game: Game, obeyed: Collection[tuple[str, str]]) -> str:
        """Return the key that the order chooses at the pending decision, or "" if it does not answer that decision.

        ``obeyed`` has the orders that have answered just before, each as its seat and its kind.
        """
        return ""

    def act(self, seat: str, game: Game, obeyed: Collection[tuple[str, str]]) -> Acted | None:
        """Return the order's result at the pending decision, or None if it does not apply. The game is not changed."""
        key = self.find_answer(seat, game, obeyed)
        return Acted((key,), self.use(key, game)) if key else None

    def use(self, key: str, game: Game) -> StandingOrder:
        """Return the order after it has chosen a key at the pending decision."""
        return self

    def tell_use(self, seat: str, before: Any) -> Text | None:
        """Return a message on what the order has done since ``before``, its earlier state, for the person who gave it.

        Return None for an order that does not change when it is used.
        """
        return None

    def name_use(self, key: str) -> str:
        """Return ``<use>`` in the text key ``ui.order.used.<use>`` of the remark that the order has chosen ``key``."""
        return self.kind

    def write(self, language: Language, seat: str) -> str:
        """Return the order as a sentence for the person who gave it."""
        return language.word(f"order.kind.{self.kind}")


class Search(msgspec.Struct, frozen=True):
    """A slow search in another process, which calls ``function(*arguments, seconds)`` with the seconds allowed.

    ``function`` is at the top level of a module.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Searching(Protocol):
    """A search for a turn that imagines one game after another; ``tries`` is the number of games imagined so far."""

    tries: int

    @property
    def is_decided(self) -> bool:
        """Return whether no further game can change the result of the search."""

    def try_once(self) -> None:
        """Imagine one more game."""


def try_often(searching: Searching, most: int, least: int, end: float) -> None:
    """Imagine games until ``most`` are done or `monotonic` has reached ``end``, but at least ``least`` games.

    Stop earlier only if the result of the search is certain.
    """
    while searching.tries < most and not searching.is_decided and (searching.tries < least or monotonic() < end):
        searching.try_once()


class ReviewedTurn(msgspec.Struct, frozen=True):
    """A stored turn of a finished game.

    ``snapshot`` is the state at the start of its first step, ``number`` the number of that step, and ``keys`` are all
    answers in the turn.
    """

    snapshot: bytes
    number: int
    keys: tuple[str, ...]


class Costly(msgspec.Struct, frozen=True):
    """A turn that reduced its seat's chance to win. ``turn`` is its index among the turns of the game, from 0.

    ``cost`` is the lost share of games won, from 0 to 1. ``done`` are the actions of the turn. ``better`` has, for each
    other turn that did better, the actions of that turn, the best turn first.
    """

    turn: int
    seat: str
    cost: float
    done: tuple[str, ...]
    better: tuple[tuple[str, ...], ...]


class Swing(msgspec.Struct, frozen=True):
    """A turn (its index, from 0) whose dice or revealed card changed a seat's chance to win by ``gain`` (-1 to 1)."""

    turn: int
    seat: str
    gain: float
    by_dice: bool = False
    by_card: bool = False


class GameReview(msgspec.Struct, frozen=True):
    """The review of a finished game.

    ``curve`` has each seat's chance to win at the start of each turn, and last the result of the game. The first
    ``unsaid`` turns are not judged. ``costly`` has no turn that cost less than ``threshold``, and ``swings`` none whose
    luck was less than ``luck_threshold``. ``games`` is the number of imagined games.
    """

    curve: tuple[dict[str, float], ...]
    costly: tuple[Costly, ...]
    swings: tuple[Swing, ...]
    unsaid: int
    threshold: float
    games: int
    luck_threshold: float = 0.2


class Reviewer(Protocol):
    """The planner of a review: it plans the searches one by one, and makes the review from their results.

    ``found`` are the results of the searches so far, in their order.
    """

    def count(self, found: Sequence[Any]) -> int:
        """Return the number of all searches of the review. It may become smaller with further results."""

    def plan(self, found: Sequence[Any]) -> Search | None:
        """Return the next search, whose result must be JSON data, or None if all searches are done."""

    def sum_up(self, found: Sequence[Any]) -> GameReview:
        """Return the review from the results of all searches."""


class Figures(msgspec.Struct, frozen=True):
    """The figures that ``gandhi simulate`` counts in a game besides wins and margins.

    ``leads`` names everything that can lead a turn of the automatic player, such as cards or areas, and ``title`` is
    the heading of that list. ``name_lead`` returns the lead of a turn from its `Explanation`, or "". ``count_rounds``
    counts the rounds of a finished game. ``early_end`` is the reason of a result before the last round, or "" if no
    game can end early. ``choose_options`` returns the options of the rules for a scenario and its seats.
    """

    title: str = "Led by"
    leads: tuple[str, ...] = ()
    name_lead: Callable[[Any], str] = lambda explanation: ""
    count_rounds: Callable[[Game], int] = lambda game: 0
    early_end: str = ""
    choose_options: Callable[[str, Sequence[str]], dict[str, Any]] = lambda scenario, seats: {}
