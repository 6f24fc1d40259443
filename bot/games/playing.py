"""Set-up, players, orders and lessons of a game, as the bot asks for them: four of the parts of a `Frontend`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

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
"""The kind of a seat that an automatic player has, as tables name it in every game."""
PLAYER: Final = "player"
"""The kind of a seat that a person has, as the rules of every game name it."""
TURN_PHASE: Final = "turn"
"""The usual phase of a seat's own turn (`Setup.turn_phase`)."""


MOST_BUTTONS: Final = 10
"""So many options of a kind are buttons: a list costs one click more. More of them are a list, spaces by region."""
FORM: Final = "form:"
"""Before the kind of a question whose form offers more ways than its panel (`Orders.list_usual`)."""


def sort_by_region(keys: Sequence[str], regions: Mapping[str, str]) -> list[str]:
    """Return spaces region by region, those first that are in none. Few of them stay as they are."""
    if len(keys) <= MOST_BUTTONS:
        return list(keys)
    places = {region: place for place, region in enumerate(dict.fromkeys(regions.values()), start=1)}
    return sorted(keys, key=lambda key: places.get(regions.get(key, ""), 0))


def name_rival(opponent: str) -> str:
    """Return the name of an opponent without its strength; empty for the automatic player."""
    return opponent.rpartition("_")[0]


class Setup:
    """Seats, scenarios and options of a game, and its beginning, copies and stored views."""

    kind: str = ""
    """The name of the game, as `engine.Game.new` knows it and tables are stored with it."""
    seats: tuple[str, ...] = ()
    """The seats in the order of the rulebook."""
    scenarios: tuple[str, ...] = ()
    """The ids of what can be played."""
    is_usual: bool = True
    """Whether every server offers the game until its moderators choose. The commands of another game are only on the
    servers that have added it, so that all together fit Discord's hundred."""
    player_counts: tuple[int, ...] = ()
    """The numbers of players from which a table may choose; its seats are the first ones."""
    variants: tuple[str, ...] = ()
    """The variants that a table may add to a scenario: an option of the table with this name is then true."""
    option_keys: tuple[str, ...] = ()
    """The options of a table that the rules use (`start_options`)."""
    turn_phase: str = TURN_PHASE
    """The phase of a step that is a seat's own turn (`engine.core.protocol.Label`)."""
    colours: Mapping[str, int] = {}
    """The accent of each seat's panels. A colour never says anything that the text does not say as well."""
    data_files: tuple[str, ...] = ()
    """The data files that an owner may replace, as they are called in the folder that GANDHI_DATA names."""

    def list_seats(self, players: int = 0) -> tuple[str, ...]:
        """Return the seats of a table for so many, by default the fewest. Raises ValueError for another number."""
        counts = self.player_counts or (len(self.seats),)
        wanted = players or counts[0]
        if wanted not in counts:
            raise ValueError(f"{self.kind} is not for {wanted}.")
        return self.seats[:wanted]

    def start_options(self, holders: Mapping[str, int]) -> dict[str, Any]:
        """Return what the rules need to know about who holds which seat when the game begins."""
        return {}

    def copy_game(self, game: Game, seed: bytes) -> Game:
        """Return another game in the same known position, at the start of the running step, with its own seed.

        It is made from what those may see who see the game (`Game.seen_by`), and from nothing else. Raises BadPosition
        where that is impossible.
        """
        position = game.rules.position(game.rules.decode(game.snapshot()), game.seen_by)
        return Game.at({"game": game.rules.name, **position}, seed=seed)

    def read_view(self, data: Any) -> Any:
        """Return a public view from JSON data, as it was stored."""
        return data

    def check_data(self) -> tuple[list[str], str]:
        """Return what is wrong with the data files, one sentence each, and a summary of what was checked."""
        return [], f"{self.kind}: nothing to check."


def order_seats(setup: Setup, seats: Collection[str]) -> list[str]:
    """Return some seats of a game in the order of the rulebook."""
    return [seat for seat in setup.seats if seat in seats]


class Player:
    """The automatic player, and the other opponents for empty seats."""

    kind: str = AUTOMATIC
    """The kind of a seat of the automatic player in the rules. Tables call it `AUTOMATIC` in every game."""
    name: str = "Arjuna"
    """The name under which the automatic player holds a seat."""
    opponents: tuple[str, ...] = ()
    """The other opponents that a table may choose for its empty seats: ``<name>_<strength>``."""
    figures: Figures = Figures()
    """The figures of ``gandhi simulate``."""

    def kind_of(self, opponent: str, *, is_owned: bool = False) -> str:
        """Return what the rules call a seat that an opponent plays; the automatic player when none is named.

        ``is_owned``: a person keeps the seat, and is away. Where nothing depends on that, the name is the same.
        """
        return name_rival(opponent) or self.kind

    def kind_in(self, game: Game, seat: str) -> str:
        """Return the kind of player of a seat at this moment. The state of every game has it in ``seats``."""
        return str(game.state.seats.get(seat, PLAYER))

    def is_automatic(self, game: Game, seat: str) -> bool:
        """Return whether an automatic player has a seat at this moment."""
        return bool(game.state.seats.get(seat, PLAYER) != PLAYER)

    def may_return(self, game: Game) -> bool:
        """Return whether a seat may go back from the automatic player to a person now."""
        return True

    def warn_of_giving_up(self, opponent: str) -> str:
        """Return the key of what a person should know before they leave a seat to an opponent for good, or nothing."""
        return ""

    def make(self, game: Game, found: Any = None) -> AutomaticPlayer | None:
        """Return the automatic player of a game, with what a search has ``found``; None for a game without."""
        return None

    def plan_search(self, game: Game, opponent: str, tries: int = 0) -> Search | None:
        """Return the search that is needed before the automatic seats can continue, or None.

        ``tries`` limits the search by a number in place of the opponent's own.
        """
        return None

    def plan_rehearsal(self, opponent: str) -> Search | None:
        """Return a short search whose result no one needs, so that the opponent's next one is quick; or None."""
        return None

    def explain_found(self, found: Any, number: int) -> Explanation | None:
        """Return why the turn with this number was chosen, from what a search had found, or None."""
        return None

    def explain_step(self, game: Game, keys: Sequence[str]) -> Sequence[Explanation]:
        """Return what the automatic player thought in a step, worked out again: the game is at its start."""
        return ()

    def summarise(self, explanation: Any) -> Sequence[Text]:
        """Return an explanation in a few lines."""
        return [thought.text for thought in explanation.thoughts]


class Orders:
    """The ways to answer: commands, one-line orders, shortcuts, standing orders."""

    actions: tuple[Action, ...] = ()
    """The actions that have a command."""
    spaces: Mapping[str, str] = {}
    """Every space of the board that people may name, with its kind; the kinds divide lists that are too long."""
    standing: tuple[str, ...] = ()
    """The kinds of standing orders."""
    regions: Mapping[str, str] = {}
    """The region of each space (``ui.view.<region>``), in the order of lists."""

    def read_standing(self, payload: Mapping[str, Any]) -> StandingOrder:
        """Return a standing order that was stored."""
        raise LookupError("The game has no standing orders.")

    def understand(self, language: Language, game: Game, action: str, typed: str) -> Understood:
        """Return the answers of a one-line order for the seat that must decide. Raises BadInput."""
        return Understood((action,), "", ())

    def go_on(self, game: Game, rest: str) -> Understood | None:
        """Return the answers of the rest of an order; None when it is about another moment. Raises BadInput."""
        return None

    def words_of_rest(self, rest: str) -> str:
        """Return the part of an order that has not been begun, as it was typed."""
        return ""

    def write_line(self, language: Language, game: Game, keys: Sequence[str]) -> Line | None:
        """Return the line that says the same as keys chosen since the start of a turn, or None."""
        return None

    def divide(self, decision: Decision) -> Mapping[str, Sequence[str]]:
        """Return the options of a decision by kinds, each of which becomes a list (``ui.kind.<kind>``).

        What is under an empty kind, or under none, becomes buttons before the lists. Empty: no such lists.
        """
        return {}

    def list_shortcuts(self, language: Language, game: Game) -> Sequence[Shortcut]:
        """Return answers that are usually given together, each as one click. The game is not changed.

        They follow from what everyone may see.
        """
        return ()

    def list_usual(self, game: Game, decision: Decision, begun: str) -> Sequence[str] | None:
        """Return the usual answers to the pending decision, for one click that answers several questions.

        ``begun`` is the kind of the question with which such a click begins: for the first one, these are the options
        that it can begin with, the most useful first. With `FORM` before the kind, it is a line of a form, which has
        room for more. None: a person answers this question by a click for itself.
        """
        return None

    def about_option(self, option: Option, view: Any) -> dict[str, Any]:
        """Return parameters for the reason why an option is closed."""
        return {}

    def count_resources(self, position: Any, seat: str) -> int | None:
        """Return what a seat can pay the costs of options with; None for one that pays nothing.

        A position is a view or a state: both have it.
        """
        return None

    def begins_plan(self, kind: str) -> bool:
        """Return whether a question of this kind begins several answers that belong together."""
        return False


class Planning:
    """Turns that are not played yet: those that the automatic player proposes, and those that people plan ahead."""

    proposes: bool = False
    """Whether people may change the turns of the automatic player, because printed cards say what it does."""
    own_questions: tuple[str, ...] = ()
    """The kinds of decisions in a turn of the automatic player that people cannot answer in its place."""
    actions: Mapping[str, str] = {}
    """Other actions than those with a command with which a planned turn may begin: keys of names, and the actions."""
    phases: Collection[str] = ()
    """The phases in which the seats that come later can answer already (`find_later`)."""

    def find_time(self, game: Game, seat: str, wanted: int) -> int:
        """Return the time that someone means, as the game counts it (0: the next). Raises BadInput for no such."""
        return wanted

    def find_later(self, game: Game, seat: str) -> Game | None:
        """Return the game as it would be if a seat were asked now what it is asked later in the same round.

        It is as if those before it changed nothing. None where nothing of that kind is to come for the seat.
        """
        return None

    def count_time(self, game: Game) -> int:
        """Return the present time, as the game counts it."""
        return 0

    def is_time(self, game: Game, time: int) -> bool:
        """Return whether it is time for a turn."""
        return True

    def is_over(self, game: Game, time: int) -> bool:
        """Return whether the time for a turn is over."""
        return False

    def is_first(self, game: Game) -> bool:
        """Return whether who is asked acts before anyone else."""
        return True

    def name_time(self, language: Language, time: int) -> str:
        """Return when a turn is for."""
        return language.word("order.lasts.game")

    def find_named(self, language: Language, orders: str) -> Collection[str]:
        """Return what orders name that must not change before they are carried out."""
        return ()

    def describe(self, game: Game, names: Collection[str]) -> Mapping[str, Any]:
        """Return what named things are like now, as JSON data."""
        return {}

    def check_line(self, language: Language, seat: str, action: str, orders: str) -> None:
        """Raise BadInput for orders that no position could make sense of."""


class Positions:
    """Positions in the letters of orders, and the data behind them."""

    dealt: tuple[str, ...] = ()
    """The fields of a position that people give when a game at a physical table begins: its cards are theirs. Without
    them a game has no helper for real tables."""
    revealed: str = ""
    """The kind of the question which card people have revealed there."""

    def read_files(self) -> Mapping[str, tuple[dict[str, Any], dict[str, Any]]]:
        """Return the data files by name, each as it is used and as it came. Raises BadData."""
        return {}

    def read_lines(self, language: Language, position: Mapping[str, Any], typed: str) -> dict[str, Any]:
        """Return what lines change in a position (docs/orders.md), as a merge patch of it. Raises BadInput."""
        raise BadInput(text("error.no_corrections"))

    def write_lines(self, language: Language, position: Mapping[str, Any], space: str = "") -> str:
        """Return what is in a space, or with none what else can be put right, as `read_lines` reads it."""
        return ""


class Lessons:
    """Help to learn the game: lessons, rules, sheets, advice."""

    courses: tuple[Course, ...] = ()
    """The lessons: at most one guided first turn, and examples of the rules in the order of the rulebook."""
    rulebook: str | None = None
    """The folder of ``texts/rules`` with its rules in short; empty for those at the top, None for none."""

    def find_paragraph(self, decision: Decision) -> str:
        """Return the paragraph of the rules about a decision, or an empty string."""
        return ""

    def find_chapters(self, seat: str) -> tuple[str, ...]:
        """Return the paragraphs of the rules that belong to a seat."""
        return ()

    def name_situation(self, view: Any, decision: Decision) -> Situation:
        """Return what kind of question this is, for the help."""
        return "choosing"

    def give_example(self, seat: str) -> str:
        """Return a whole turn of a seat in one line, as one would type it, or an empty string."""
        return ""

    def draw_sheet(self, seat: str, options: Options) -> Picture | None:
        """Draw a seat's sheet: its goal, and what it can do."""
        return None

    def write_sheet(self, seat: str, language: str) -> list[str]:
        """Return a seat's sheet in the words of a language, which is named by its code."""
        return []

    def plan_advice(self, language: Language, game: Game) -> Search | None:
        """Return the search for turns that the deciding seat may take, a list of `Suggestion`; None without advice.

        What it finds follows from what everyone may see.
        """
        return None

    def review(self, turns: Sequence[ReviewedTurn]) -> Reviewer | None:
        """Return what makes the review of a finished game with these turns; None for a game without reviews.

        A game whose part does not override this offers none.
        """
        return None


def has_review(lessons: Lessons) -> bool:
    """Return whether finished games can be reviewed (`Lessons.review`)."""
    return type(lessons).review is not Lessons.review
