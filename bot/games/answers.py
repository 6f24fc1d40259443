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
"""The kind of question that a person is asked, for the help."""


AHEAD: Final = "ahead"
"""The kind of a standing order that plans whole turns (`bot.games.planning`)."""
LATER: Final = "later"
"""The kind of a standing order with answers to what its seat is asked later in a round."""
PLANS: Final = (AHEAD, LATER)
"""The kinds of standing orders that are plans. Each is used once, before any other order."""


class Thought(Protocol):
    """One thought of an automatic player: its text, its kind, and its spaces."""

    @property
    def text(self) -> Text:
        """Return the thought in words."""

    @property
    def kind(self) -> str:
        """Return what kind of thought it is: "column" for a selection that begins, "select" for its end, and others."""

    @property
    def spaces(self) -> Sequence[str]:
        """Return the spaces that the thought is about, or that are left after it."""


class Explanation(Protocol):
    """The reasons of an automatic player for the answers of one seat."""

    @property
    def seat(self) -> str:
        """Return the seat that answered."""

    @property
    def thoughts(self) -> Sequence[Thought]:
        """Return the thoughts, in order."""


class AutomaticPlayer(Protocol):
    """The automatic player of a game. It answers the same decisions as a person."""

    @property
    def must_decide(self) -> bool:
        """Return whether the pending decision belongs to a seat that it plays."""

    def answer(self) -> str:
        """Answer the pending decision in the game, and return the key."""

    def finished(self) -> Sequence[Explanation]:
        """Return the thoughts in the steps that have ended since the last call."""

    def thinking(self) -> Sequence[Explanation]:
        """Return the thoughts so far in the running step."""


class Action(msgspec.Struct, frozen=True):
    """An action of a game that has a command.

    ``key`` is the option that chooses it, ``seats`` are the seats that have it, and its command is below ``group`` (""
    for none). ``is_special`` means that it comes beside the main action of a turn and begins none.
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
    """A turn in one line: the action whose command takes it, and the orders."""

    action: str
    orders: str


class Understood(msgspec.Struct, frozen=True):
    """The answers of a turn line.

    ``keys`` are the answers in order, and ``ending`` is the one after them that crosses a barrier, such as a die or the
    end of the turn ("" for none). ``clauses`` are the parts of the line as they were understood. ``rest`` is the part
    that continues later, in the game's storage format ("" for nothing).
    """

    keys: tuple[str, ...]
    ending: str
    clauses: tuple[str, ...]
    rest: str = ""


class Shortcut(msgspec.Struct, frozen=True):
    """Several answers in one click: its identifier, the label of its button, and the keys in their order.

    ``is_end`` means that the last of them crosses a barrier (the others never do): the click needs no Confirm.
    """

    name: str
    words: str
    keys: tuple[str, ...]
    is_end: bool = False


class Suggestion(msgspec.Struct, frozen=True):
    """A turn that is suggested to someone.

    ``keys`` are its answers from this moment on: the last one rolls a die, reveals a card, asks someone else or ends
    the step. ``line`` is the same as a turn line, if there is one; ``reasons`` are shown in this order. ``is_own``
    means that the automatic player would do the same.
    """

    keys: tuple[str, ...]
    reasons: tuple[Text, ...] = ()
    line: Line | None = None
    is_own: bool = False


class Acted(msgspec.Struct, frozen=True):
    """The answers of a standing order: the keys, and the order after them (None: used up); or why it is dropped."""

    keys: tuple[str, ...] = ()
    after: StandingOrder | None = None
    why: Text | None = None


class StandingOrder(msgspec.Struct, frozen=True, omit_defaults=True):
    """A standing order of a game: it gives a seat's answers when the seat is asked."""

    kind: str

    @property
    def seats(self) -> Sequence[str]:
        """Return the seats that the order can answer for; none means all."""
        return ()

    def make_order(self, game: Game, seat: str) -> StandingOrder:
        """Return the order for a seat, valid from the present moment of the game on."""
        return self

    def store(self) -> dict[str, Any]:
        """Return the order as data that can be stored as JSON in the database."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    def has_run_out(self, game: Game) -> bool:
        """Return whether the order is no longer valid."""
        return False

    def find_answer(self, seat: str, game: Game, obeyed: Collection[tuple[str, str]]) -> str:
        """Return the key that the order chooses at the pending decision, or an empty string.

        ``obeyed`` are the seats and kinds of the orders that have just answered.
        """
        return ""

    def act(self, seat: str, game: Game, obeyed: Collection[tuple[str, str]]) -> Acted | None:
        """Return the result of the order at the pending decision, or None if it has none. The game is not changed."""
        key = self.find_answer(seat, game, obeyed)
        return Acted((key,), self.use(key, game)) if key else None

    def use(self, key: str, game: Game) -> StandingOrder:
        """Return the order after it has chosen a key at the pending decision."""
        return self

    def tell_use(self, seat: str, before: Any) -> Text | None:
        """Return what the order has done since ``before``, its earlier state, for the person who gave it.

        Only orders that change when they are used need it: for any other, None.
        """
        return None

    def name_use(self, key: str) -> str:
        """Return the end of the text key of the remark that the order has answered: ``ui.order.used.<this>``."""
        return self.kind

    def write(self, language: Language, seat: str) -> str:
        """Return the order as a sentence for the person who gave it."""
        return language.word(f"order.kind.{self.kind}")


class Search(msgspec.Struct, frozen=True):
    """A slow search for a turn: a function of a module, and its arguments except the last, the seconds allowed."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Searching(Protocol):
    """A search for a turn that imagines one game after another; ``tries`` counts them."""

    tries: int

    @property
    def is_decided(self) -> bool:
        """Return whether the result is certain, whatever further games bring."""

    def try_once(self) -> None:
        """Imagine one more game."""


def try_often(searching: Searching, most: int, least: int, end: float) -> None:
    """Imagine games until ``most`` are done or `monotonic` passes ``end``, but at least ``least``.

    Stop earlier only if the result is certain.
    """
    while searching.tries < most and not searching.is_decided and (searching.tries < least or monotonic() < end):
        searching.try_once()


class ReviewedTurn(msgspec.Struct, frozen=True):
    """A stored turn of a finished game.

    ``snapshot`` is the state at the start of its first step, ``number`` the number of that step, ``keys`` are its
    answers.
    """

    snapshot: bytes
    number: int
    keys: tuple[str, ...]


class Costly(msgspec.Struct, frozen=True):
    """A turn that cost its seat some of its chance to win. ``turn`` is its position among the turns of the game.

    ``cost`` is the lost share of games won, ``done`` are the actions of the turn. ``better`` are the actions of other
    turns that did better, the best first.
    """

    turn: int
    seat: str
    cost: float
    done: tuple[str, ...]
    better: tuple[tuple[str, ...], ...]


class Swing(msgspec.Struct, frozen=True):
    """A turn whose dice, or the card revealed after it, changed a seat's chance to win by ``gain``."""

    turn: int
    seat: str
    gain: float
    by_dice: bool = False
    by_card: bool = False


class GameReview(msgspec.Struct, frozen=True):
    """The review of a finished game.

    ``curve`` has everyone's chance to win at the start of each turn, and the result at the end. The first ``unsaid``
    turns are not judged. Turns that cost less than ``threshold`` and luck below ``luck_threshold`` are not listed.
    ``games`` is the number of imagined games.
    """

    curve: tuple[dict[str, float], ...]
    costly: tuple[Costly, ...]
    swings: tuple[Swing, ...]
    unsaid: int
    threshold: float
    games: int
    luck_threshold: float = 0.2


class Reviewer(Protocol):
    """The part of a game that plans the searches of a review one by one, and makes the review from their results."""

    def count(self, found: Sequence[Any]) -> int:
        """Return how many searches there will be in all, as far as the results so far show it."""

    def plan(self, found: Sequence[Any]) -> Search | None:
        """Return the next search after some results, or None if there are no more. Its result is JSON data."""

    def sum_up(self, found: Sequence[Any]) -> GameReview:
        """Return the review from all results."""


class Figures(msgspec.Struct, frozen=True):
    """Figures that ``gandhi simulate`` counts in a game besides wins and margins.

    ``leads`` are all that can lead a turn of the automatic player, ``name_lead`` returns the one that did ("" for
    none), and ``title`` is their heading. ``count_rounds`` counts the rounds of a finished game. ``early_end`` is the
    reason of a result before the last round, if that is possible. ``choose_options`` returns the rules' options for a
    scenario and its seats.
    """

    title: str = "Led by"
    leads: tuple[str, ...] = ()
    name_lead: Callable[[Any], str] = lambda explanation: ""
    count_rounds: Callable[[Game], int] = lambda game: 0
    early_end: str = ""
    choose_options: Callable[[str, Sequence[str]], dict[str, Any]] = lambda scenario, seats: {}
