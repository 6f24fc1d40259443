"""Set-up, player, orders, planning, positions and lessons of a game for the bot: six of the parts of a `Frontend`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.errors import BadInput
from bot.games.answers import (
    Action,
    AutomaticPlayer,
    Explanation,
    Figures,
    Line,
    ReviewedTurn,
    Reviewer,
    Search,
    Shortcut,
    Situation,
    StandingOrder,
    Understood,
)
from bot.games.lessons import Course
from bot.language import Language
from engine import Game
from engine.core.decision import Decision, Option
from engine.core.text import Text, text
from render.pictures import Options, Picture

AUTOMATIC: Final = "arjuna"
"""The kind of an automatic player's seat, as tables call it in every game."""
PLAYER: Final = "player"
"""The kind of a person's seat, as the rules of every game call it."""
TURN_PHASE: Final = "turn"
"""The usual phase of a seat's own turn (`Setup.turn_phase`)."""


MOST_BUTTONS: Final = 10
"""The most options of a kind that are buttons, because a list costs one more click. More options are a list, in which
spaces are sorted by region."""
FORM: Final = "form:"
"""The prefix that turns a kind of question into that of its form, which has room for more choices than a panel
(`Orders.list_usual`)."""


def sort_by_region(keys: Sequence[str], regions: Mapping[str, str]) -> list[str]:
    """Return spaces region by region, those without one first. Up to `MOST_BUTTONS` spaces keep their order."""
    if len(keys) <= MOST_BUTTONS:
        return list(keys)
    places = {region: place for place, region in enumerate(dict.fromkeys(regions.values()), start=1)}
    return sorted(keys, key=lambda key: places.get(regions.get(key, ""), 0))


def name_rival(opponent: str) -> str:
    """Return the name of an opponent (``<name>_<strength>``) without its strength, or "" for the automatic player."""
    return opponent.rpartition("_")[0]


class Setup:
    """Seats, scenarios, options and data files of a game; the start of a table, copies, and stored views."""

    kind: str = ""
    """The name of the game for `engine.Game.new` and for stored tables."""
    seats: tuple[str, ...] = ()
    """The seats in the order of the rulebook."""
    scenarios: tuple[str, ...] = ()
    """The ids of the scenarios."""
    is_usual: bool = True
    """Whether every server offers the game until its moderators choose. If not, only the servers that have added the
    game have its commands, so that all commands together stay within Discord's hundred."""
    player_counts: tuple[int, ...] = ()
    """The numbers of players that a table may choose; a table has the first seats of ``seats``. Without any, it has
    all."""
    variants: tuple[str, ...] = ()
    """The variants that a table may add to a scenario. The option of the table with this name is then true."""
    option_keys: tuple[str, ...] = ()
    """The options of a table that are given to the rules."""
    turn_phase: str = TURN_PHASE
    """The phase of a seat's own turn (`engine.core.protocol.Label`)."""
    colours: Mapping[str, int] = {}
    """The accent of each seat's panels. A colour never says anything that the text does not say as well."""
    data_files: tuple[str, ...] = ()
    """The data files that an owner may replace, by their names in the folder GANDHI_DATA."""
    view_type: type | None = None
    """The struct of a public view, for a game whose views are not plain data (`read_view`)."""

    def list_seats(self, players: int = 0) -> tuple[str, ...]:
        """Return the seats of a table for a number of players. Without one (0), take the first of ``player_counts``.

        Raises ValueError for another number.
        """
        counts = self.player_counts or (len(self.seats),)
        wanted = players or counts[0]
        if wanted not in counts:
            raise ValueError(f"{self.kind} is not for {wanted}.")
        return self.seats[:wanted]

    def start_options(self, holders: Mapping[str, int]) -> dict[str, Any]:
        """Return the options of the rules that depend on who holds which seat when the game begins."""
        return {}

    def copy_game(self, game: Game, seed: bytes) -> Game:
        """Return a copy of the game in the same known position, at the start of the running step, with another seed.

        It is made only from what the viewers may see (`Game.seen_by`). Raises BadPosition if that is impossible.
        """
        position = game.rules.position(game.rules.decode(game.snapshot()), game.seen_by)
        return Game.at({"game": game.rules.name, **position}, seed=seed)

    def check_data(self) -> tuple[list[str], str]:
        """Return the faults of the data files, one sentence each, and a summary of the check."""
        return [], f"{self.kind}: nothing to check."


def read_view(setup: Setup, data: Any) -> Any:
    """Return a public view from its stored JSON data, or unchanged if it is one already."""
    kind = setup.view_type
    return data if kind is None or isinstance(data, kind) else msgspec.convert(data, kind)


def order_seats(setup: Setup, seats: Collection[str]) -> list[str]:
    """Return some seats of a game in the order of the rulebook."""
    return [seat for seat in setup.seats if seat in seats]


class Player:
    """The automatic player, and the other opponents for empty seats."""

    kind: str = AUTOMATIC
    """The kind of an automatic player's seat, as the rules call it. Tables call it `AUTOMATIC` in every game."""
    name: str = "Arjuna"
    """The name of the automatic player as the holder of a seat."""
    opponents: tuple[str, ...] = ()
    """The other opponents that a table may choose for its empty seats: ``<name>_<strength>``."""
    figures: Figures = Figures()
    """The figures of ``gandhi simulate``."""

    def kind_of(self, opponent: str, *, is_owned: bool = False) -> str:
        """Return the kind of an opponent's seat, as the rules call it: the opponent's name, or else `kind`.

        ``is_owned`` means that a person who is away keeps the seat. The kind is the same unless a game overrides this.
        """
        return name_rival(opponent) or self.kind

    def kind_in(self, game: Game, seat: str) -> str:
        """Return the present kind of player of a seat. The state of every game has it in ``seats``."""
        return str(game.state.seats.get(seat, PLAYER))

    def is_automatic(self, game: Game, seat: str) -> bool:
        """Return whether an automatic player or another opponent has a seat now."""
        return bool(game.state.seats.get(seat, PLAYER) != PLAYER)

    def may_return(self, game: Game) -> bool:
        """Return whether a seat may go back from the automatic player to a person now."""
        return True

    def warn_of_giving_up(self, opponent: str) -> str:
        """Return the key of a warning for people who leave a seat to an opponent for good, or ""."""
        return ""

    def make(self, game: Game, found: Any = None) -> AutomaticPlayer | None:
        """Return the automatic player of a game, or None without one; ``found`` is the result of a search."""
        return None

    def plan_search(self, game: Game, opponent: str, tries: int = 0) -> Search | None:
        """Return the search that is needed before the automatic seats can continue, or None.

        ``tries`` is the most games to imagine; 0 stands for the opponent's own limit.
        """
        return None

    def plan_rehearsal(self, opponent: str) -> Search | None:
        """Return a short search without a result that speeds up the opponent's next one, or None."""
        return None

    def explain_found(self, found: Any, number: int) -> Explanation | None:
        """Return why the turn with this number was chosen, from the result of a search, or None."""
        return None

    def explain_step(self, game: Game, keys: Sequence[str]) -> Sequence[Explanation]:
        """Return the automatic player's thoughts in a step with these keys, which the game plays from its start."""
        return ()

    def summarise(self, explanation: Any) -> Sequence[Text]:
        """Return an explanation in a few lines."""
        return [thought.text for thought in explanation.thoughts]


class Orders:
    """The ways to answer: commands, turn lines, shortcuts, usual answers, standing orders; and lists of options."""

    actions: tuple[Action, ...] = ()
    """The actions that have a command."""
    spaces: Mapping[str, str] = {}
    """Every space of the board that people may name, with its kind. Lists that are too long are divided by kind."""
    standing: tuple[str, ...] = ()
    """The kinds of standing orders."""
    standing_type: type[StandingOrder] = StandingOrder
    """The struct of standing orders, apart from plans."""
    regions: Mapping[str, str] = {}
    """The region of each space. Lists have the regions in this order, with the names ``ui.view.<region>``."""
    plans: Collection[str] = ()
    """The kinds of questions at which an automatic player plans several answers that belong together. Reminders that
    play for someone keep that plan until the question comes again."""

    def understand(self, language: Language, game: Game, action: str, typed: str) -> Understood:
        """Return the answers of a one-line order for the seat that must decide. Raises BadInput."""
        return Understood((action,), "", ())

    def go_on(self, game: Game, rest: str) -> Understood | None:
        """Return the answers of the rest of an order, or None if it belongs to another moment. Raises BadInput."""
        return None

    def words_of_rest(self, rest: str) -> str:
        """Return the part of an order that has not been carried out, as text."""
        return ""

    def write_line(self, language: Language, game: Game, keys: Sequence[str]) -> Line | None:
        """Return the turn line for keys chosen since the start of a turn, or None."""
        return None

    def divide(self, decision: Decision) -> Mapping[str, Sequence[str]]:
        """Return the options of a decision by kinds, each of which becomes a list (``ui.kind.<kind>``).

        Options with an empty kind, or without one, become buttons before the lists. Without any kinds there are no such
        lists.
        """
        return {}

    def list_shortcuts(self, language: Language, game: Game) -> Sequence[Shortcut]:
        """Return answers that are often given together, each as one click. The game is not changed.

        They depend only on public information.
        """
        return ()

    def list_usual(self, game: Game, decision: Decision, begun: str) -> Sequence[str] | None:
        """Return the usual answers to the pending decision, for one click that answers several questions.

        ``begun`` is the kind of the first question of such a click. At that question, return the options that it can
        begin with, the most useful first. With `FORM` before the kind, the click is a line of a form, which has room
        for more of them. None means that a person answers this question with a separate click.
        """
        return None

    def about_option(self, option: Option, view: Any) -> dict[str, Any]:
        """Return parameters for the text of the reason why an option is closed."""
        return {}

    def count_resources(self, position: Any, seat: str) -> int | None:
        """Return how much a seat can pay for options, or None for a seat that pays nothing.

        ``position`` is a view or a state.
        """
        return None


class Planning:
    """Turns that are not played yet: proposals of the automatic player, and plans of people."""

    proposes: bool = False
    """Whether people may change the turns of the automatic player, because printed cards describe its actions."""
    own_questions: tuple[str, ...] = ()
    """The kinds of decisions in an automatic player's turn that people cannot answer in its place."""
    actions: Mapping[str, str] = {}
    """Further actions that can begin a planned turn, besides those with a command, by the text key of their name."""
    phases: Collection[str] = ()
    """The phases in which later seats can answer in advance (`find_later`)."""

    def find_time(self, game: Game, seat: str, wanted: int) -> int:
        """Return the time of a turn in the game's count; 0 for ``wanted`` means the next possible one.

        Raises BadInput for an impossible time.
        """
        return wanted

    def find_later(self, game: Game, seat: str) -> Game | None:
        """Return the game as if a seat were asked now what it is asked later in the same round.

        The seats that are asked before it are assumed to change nothing. None if no such question will come for the
        seat.
        """
        return None

    def count_time(self, game: Game) -> int:
        """Return the present time in the game's count."""
        return 0

    def is_time(self, game: Game, time: int) -> bool:
        """Return whether the time for a turn has come."""
        return True

    def is_over(self, game: Game, time: int) -> bool:
        """Return whether the time for a turn is over."""
        return False

    def is_first(self, game: Game) -> bool:
        """Return whether the seat that is asked acts before any other."""
        return True

    def name_time(self, language: Language, time: int) -> str:
        """Return the name of a turn's time."""
        return language.word("order.lasts.game")

    def find_named(self, language: Language, orders: str) -> Collection[str]:
        """Return the things in orders that must not change before the orders are carried out."""
        return ()

    def describe(self, game: Game, names: Collection[str]) -> Mapping[str, Any]:
        """Return the present state of named things, as JSON data."""
        return {}

    def check_line(self, language: Language, seat: str, action: str, orders: str) -> None:
        """Raise BadInput for orders that are impossible in any position."""


class Positions:
    """Positions as lines with the letters of turn lines, and the data files of the game."""

    dealt: tuple[str, ...] = ()
    """The fields of a position that people give when a game at a physical table begins, because the cards are there.
    Without them a game has no helper for physical tables."""
    revealed: str = ""
    """The kind of the question that asks which card was revealed at the physical table."""

    def read_files(self) -> Mapping[str, tuple[dict[str, Any], dict[str, Any]]]:
        """Return the data files by name, each as the bot uses it and as it is shipped. Raises BadData."""
        return {}

    def read_lines(self, language: Language, position: Mapping[str, Any], typed: str) -> dict[str, Any]:
        """Return the changes in lines (docs/orders.md) as a merge patch of a position. Raises BadInput."""
        raise BadInput(text("error.no_corrections"))

    def write_lines(self, language: Language, position: Mapping[str, Any], space: str = "") -> str:
        """Return a space or, without one, everything else that can be corrected, in the format of `read_lines`."""
        return ""


class Lessons:
    """Help to learn the game: lessons, rules, sheets, advice."""

    courses: tuple[Course, ...] = ()
    """The lessons: at most one guided first turn, and examples of the rules in the order of the rulebook."""
    rulebook: str | None = None
    """The folder of the game's short rules in ``texts/rules``. "" means that folder itself, None that there are
    none."""
    chapters: Mapping[str, tuple[str, ...]] = {}
    """The paragraphs of the rules that buttons below a seat's sheet open."""
    examples: Mapping[str, str] = {}
    """A whole turn of each seat in one line, as people type it."""

    def find_paragraph(self, decision: Decision) -> str:
        """Return the paragraph of the rules about a decision, or an empty string."""
        return ""

    def name_situation(self, view: Any, decision: Decision) -> Situation:
        """Return what kind of question this is, for the help."""
        return "choosing"

    def draw_sheet(self, seat: str, options: Options) -> Picture | None:
        """Draw a seat's sheet: its goal and its actions."""
        return None

    def write_sheet(self, seat: str, language: str) -> list[str]:
        """Return a seat's sheet as text in a language, which is named by its code."""
        return []

    def plan_advice(self, language: Language, game: Game) -> Search | None:
        """Return the search for turns that the deciding seat may take, a list of `Suggestion`, or None without advice.

        Its result depends only on what that seat may know.
        """
        return None

    def review(self, turns: Sequence[ReviewedTurn]) -> Reviewer | None:
        """Return the reviewer of a finished game with these turns.

        A game whose part does not override this offers no reviews (`has_review`).
        """
        return None


def has_review(lessons: Lessons) -> bool:
    """Return whether finished games can be reviewed (`Lessons.review`)."""
    return type(lessons).review is not Lessons.review
