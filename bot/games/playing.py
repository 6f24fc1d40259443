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
"""The kind that tables give to a seat of the automatic player, in every game."""
PLAYER: Final = "player"
"""The kind that the rules of every game give to a person's seat."""
TURN_PHASE: Final = "turn"
"""The phase of a seat's own turn in most games (`Setup.turn_phase`)."""


MOST_BUTTONS: Final = 10
"""The most options of a kind that become buttons. More options become a list, in which spaces are sorted by region. A
choice from a list takes one click more than a button."""
FORM: Final = "form:"
"""The prefix before the kind of a question that is asked in a form, which has room for more choices than a panel
(`Orders.list_usual`)."""


def sort_by_region(keys: Sequence[str], regions: Mapping[str, str]) -> list[str]:
    """Return spaces sorted by region, first spaces without a region. Up to `MOST_BUTTONS` spaces keep their order."""
    if len(keys) <= MOST_BUTTONS:
        return list(keys)
    places = {region: place for place, region in enumerate(dict.fromkeys(regions.values()), start=1)}
    return sorted(keys, key=lambda key: places.get(regions.get(key, ""), 0))


def name_rival(opponent: str) -> str:
    """Return the name in an opponent's id ``<name>_<strength>``, or "" for the id of the automatic player."""
    return opponent.rpartition("_")[0]


class Setup:
    """The seats, scenarios, options and data files of a game, and what the bot needs to begin and to copy a game."""

    kind: str = ""
    """The name of the game for `engine.Game.new` and for stored tables."""
    seats: tuple[str, ...] = ()
    """The ids of the seats, in the order of the rulebook."""
    scenarios: tuple[str, ...] = ()
    """The ids of the scenarios."""
    is_usual: bool = True
    """Whether a server has the commands of the game until its moderators choose its games. Otherwise it has them only
    after they have added the game, because Discord allows a server no more than 100 commands."""
    player_counts: tuple[int, ...] = ()
    """The numbers of players that a table may choose: it then has that many of ``seats``, the first ones. Without any
    number, every table has all ``seats``."""
    variants: tuple[str, ...] = ()
    """The variants that a table may add to a scenario. The option of the table with this name is then true."""
    option_keys: tuple[str, ...] = ()
    """The names of the table's options that the rules get too."""
    turn_phase: str = TURN_PHASE
    """The phase of a seat's own turn, as in the `Label` of a step."""
    colours: Mapping[str, int] = {}
    """The accent colour of each seat's panels, as 0xRRGGBB. The text says everything that a colour says."""
    data_files: tuple[str, ...] = ()
    """The names of the data files that an owner may replace by a file in the folder GANDHI_DATA."""
    view_type: type | None = None
    """The struct of a public view (`read_view`), or None if views are plain data."""

    def list_seats(self, players: int = 0) -> tuple[str, ...]:
        """Return the seats of a table for a number of players; 0 means the first of ``player_counts``.

        Raises ValueError for a number that the game does not allow.
        """
        counts = self.player_counts or (len(self.seats),)
        wanted = players or counts[0]
        if wanted not in counts:
            raise ValueError(f"{self.kind} is not for {wanted}.")
        return self.seats[:wanted]

    def start_options(self, holders: Mapping[str, int]) -> dict[str, Any]:
        """Return the options of the rules that depend on who has which seat when the game begins.

        ``holders`` has the user id for each seat of a person.
        """
        return {}

    def copy_game(self, game: Game, seed: bytes) -> Game:
        """Return a game with another seed, in the position that this game had at the start of the running step.

        Only what the seats in `Game.seen_by` may see is copied. Raises BadPosition if no game can be made of that.
        """
        position = game.rules.position(game.rules.decode(game.snapshot()), game.seen_by)
        return Game.at({"game": game.rules.name, **position}, seed=seed)

    def check_data(self) -> tuple[list[str], str]:
        """Return the faults of the data files, one sentence each, and then a sentence on how much was checked."""
        return [], f"{self.kind}: nothing to check."


def read_view(setup: Setup, data: Any) -> Any:
    """Return the public view that was stored as JSON ``data``. Return ``data`` itself if it is already a view."""
    kind = setup.view_type
    return data if kind is None or isinstance(data, kind) else msgspec.convert(data, kind)


def order_seats(setup: Setup, seats: Collection[str]) -> list[str]:
    """Return some seats of a game in the order of the rulebook."""
    return [seat for seat in setup.seats if seat in seats]


class Player:
    """The automatic player, and the other opponents for empty seats."""

    kind: str = AUTOMATIC
    """The kind that the rules of this game give to a seat of the automatic player. Tables always say `AUTOMATIC`."""
    name: str = "Arjuna"
    """The name of the automatic player, which is shown beside its seats."""
    opponents: tuple[str, ...] = ()
    """The ids of the other opponents that a table may choose for its empty seats: ``<name>_<strength>``."""

    def kind_of(self, opponent: str, *, is_owned: bool = False) -> str:
        """Return the kind that the rules give to an opponent's seat: its name, or `kind` for the automatic player.

        ``is_owned`` means that the seat still belongs to a person who is away. By default that makes no difference.
        """
        return name_rival(opponent) or self.kind

    def kind_in(self, game: Game, seat: str) -> str:
        """Return the kind of player who has a seat now, as the rules call it: `PLAYER`, `kind` or an opponent's."""
        return str(game.state.seats.get(seat, PLAYER))

    def is_automatic(self, game: Game, seat: str) -> bool:
        """Return whether the automatic player or another opponent, and no person, has a seat now."""
        return bool(game.state.seats.get(seat, PLAYER) != PLAYER)

    def find_parted(self, game: Game, holders: Mapping[str, int]) -> str:
        """Return a seat that the game still counts as one side with another person's, or "" if there is none.

        ``holders`` has the user id of each person by seat. `hand_over` of that seat to `PLAYER` parts the two.
        """
        return ""

    def may_return(self, game: Game) -> bool:
        """Return whether the automatic player may hand a seat back to a person now."""
        return True

    def warn_of_giving_up(self, opponent: str) -> str:
        """Return the text key of a warning for a person who would leave a seat to an opponent, or "" for no warning."""
        return ""

    def make(self, game: Game, found: Any = None) -> AutomaticPlayer | None:
        """Return the automatic player for a running game, or None if this kind of game has none.

        ``found`` is the result of the search from `plan_search`, if one was needed.
        """
        return None

    def plan_search(self, game: Game, opponent: str, tries: int = 0) -> Search | None:
        """Return the search that an opponent needs before it can answer the pending decision, or None if it needs none.

        ``tries`` is the most games to imagine; 0 means the opponent's own limit.
        """
        return None

    def plan_rehearsal(self, opponent: str) -> Search | None:
        """Return a short search without a result, after which the opponent's next search is faster, or None."""
        return None

    def explain_found(self, found: Any, number: int) -> Explanation | None:
        """Return the reasons for a turn that its search has ``found``, or None. The turn begins at step ``number``."""
        return None

    def explain_step(self, game: Game, keys: Sequence[str]) -> Sequence[Explanation]:
        """Return the automatic player's thoughts in a step: play the ``keys`` of the step in a game at its start."""
        return ()

    def summarise(self, explanation: Any) -> Sequence[Text]:
        """Return the most important thoughts of an explanation as texts. By default, return all of them."""
        return [thought.text for thought in explanation.thoughts]


class Orders:
    """The ways to answer besides single options: commands, turn lines, shortcuts, usual answers and standing orders."""

    actions: tuple[Action, ...] = ()
    """The actions that have a command."""
    spaces: Mapping[str, str] = {}
    """The kind of every space that people may name. A list of spaces that is too long is divided by kind."""
    standing: tuple[str, ...] = ()
    """The kinds of standing orders that the game has, plans included."""
    standing_type: type[StandingOrder] = StandingOrder
    """The struct of all standing orders that are not plans."""
    regions: Mapping[str, str] = {}
    """The region of each space. Lists have the regions in this order, with the names ``ui.view.<region>``."""
    plans: Collection[str] = ()
    """The kinds of questions at which an automatic player plans several answers that belong together. If it plays for a
    silent person, it makes no new plan before such a question comes again."""

    def understand(self, language: Language, game: Game, action: str, typed: str) -> Understood:
        """Return the answers of a turn line for the seat that must decide. The game is not changed.

        ``action`` is the id of the action whose command was used, and ``typed`` is the line. Raises BadInput for a line
        that is not understood or not allowed. A game without turn lines ignores ``typed``.
        """
        return Understood((action,), "", ())

    def go_on(self, game: Game, rest: str) -> Understood | None:
        """Return the answers of the ``rest`` of a turn line (`Understood.rest`) at the pending decision.

        Return None if the rest belongs to another moment. Raises BadInput if its next part is not allowed.
        """
        return None

    def words_of_rest(self, rest: str) -> str:
        """Return the part of a turn line that has not been carried out (`Understood.rest`), as text for people."""
        return ""

    def write_line(self, language: Language, game: Game, keys: Sequence[str]) -> Line | None:
        """Return the turn line for the keys of a turn, or None if no line has the same answers.

        In ``game``, all keys but the last are chosen already.
        """
        return None

    def divide(self, decision: Decision) -> Mapping[str, Sequence[str]]:
        """Return keys of a decision by kind, or nothing to show its options without such lists.

        Each kind becomes a list with the name ``ui.kind.<kind>``. The options of the kind "", and those without a kind,
        become buttons before the lists.
        """
        return {}

    def list_shortcuts(self, language: Language, game: Game) -> Sequence[Shortcut]:
        """Return sequences of answers that are often given together, each for one click. The game is not changed.

        The sequences depend only on public information.
        """
        return ()

    def list_usual(self, game: Game, decision: Decision, begun: str) -> Sequence[str] | None:
        """Return the keys of the usual answers to the pending decision, for clicks that answer several questions.

        ``begun`` is the kind of the first question of such a click. At that question, return the keys with which a
        click can begin, the most useful first. `FORM` before the kind means that the clicks are lines of a form, which
        has room for more of them. None means that a person answers this question with a separate click.
        """
        return None

    def about_option(self, option: Option, view: Any) -> dict[str, Any]:
        """Return further parameters for the text that says why an option is closed."""
        return {}

    def count_resources(self, position: Any, seat: str) -> int | None:
        """Return how much a seat can pay for options, or None for a seat that pays nothing.

        ``position`` is a view or a state of the game.
        """
        return None


class Planning:
    """Proposals of the automatic player, and plans of people. The ``time`` of a plan is a game's card or round."""

    proposes: bool = False
    """Whether people may change the automatic player's turns before they are played. Printed cards must describe its
    actions."""
    own_questions: tuple[str, ...] = ()
    """The kinds of decisions in an automatic player's turn that people cannot answer in its place."""
    actions: Mapping[str, str] = {}
    """The ids of further actions that can begin a planned turn, besides those with a command. The keys are the text
    keys of their names."""
    phases: Collection[str] = ()
    """The phases in which a seat that is asked later can answer in advance (`find_later`)."""

    def find_time(self, game: Game, seat: str, wanted: int) -> int:
        """Return the time of a seat's planned turn: the time ``wanted``, or for 0 the next possible time.

        Raises BadInput for a time at which the seat cannot plan a turn.
        """
        return wanted

    def find_later(self, game: Game, seat: str) -> Game | None:
        """Return a copy of the game in which a seat has already been asked its later question of this round.

        The copy assumes that the seats that are asked before change nothing. Return None if no such question will come.
        """
        return None

    def count_time(self, game: Game) -> int:
        """Return the time at which a turn taken now would count."""
        return 0

    def is_time(self, game: Game, time: int) -> bool:
        """Return whether it is now the ``time`` of a planned turn."""
        return True

    def is_over(self, game: Game, time: int) -> bool:
        """Return whether the ``time`` of a planned turn has passed."""
        return False

    def is_first(self, game: Game) -> bool:
        """Return whether the seat that is asked acts before all other seats, for plans that depend on that."""
        return True

    def name_time(self, language: Language, time: int) -> str:
        """Return the name of the ``time`` of a planned turn, such as the name of its card or round."""
        return language.word("order.lasts.game")

    def find_named(self, language: Language, orders: str) -> Collection[str]:
        """Return the ids of everything named in orders that must stay as it is until they are carried out."""
        return ()

    def describe(self, game: Game, names: Collection[str]) -> Mapping[str, Any]:
        """Return, for each id from `find_named`, its present state as JSON data. If it changes, a plan is dropped."""
        return {}

    def check_line(self, language: Language, seat: str, action: str, orders: str) -> None:
        """Raise BadInput for orders that are impossible in any position."""


class Positions:
    """Positions as lines of text in the notation of turn lines, and the data files of the game."""

    dealt: tuple[str, ...] = ()
    """The fields of a position that people type when a game at a physical table begins, where the cards are. A game
    without such fields cannot be played at a physical table with the bot's help."""
    revealed: str = ""
    """The kind of the question that asks which card was revealed at the physical table."""
    entered: tuple[str, ...] = ()
    """The kinds of questions in which people enter cards and dice of the physical table: no one else knows the answers.
    `revealed` is one of them."""

    def read_files(self) -> Mapping[str, tuple[dict[str, Any], dict[str, Any]]]:
        """Return each data file by its name: as the bot uses it, and as it is shipped. Raises BadData."""
        return {}

    def read_lines(self, language: Language, position: Mapping[str, Any], typed: str) -> dict[str, Any]:
        """Return the changes that typed lines (docs/orders.md) make to a position, as a merge patch.

        Raises BadInput for a line that is not understood, and always in a game without such lines.
        """
        raise BadInput(text("error.no_corrections"))

    def write_lines(self, language: Language, position: Mapping[str, Any], space: str = "") -> str:
        """Return the content of a space, or without one the values beside the spaces, as lines for `read_lines`."""
        return ""


class Lessons:
    """Help to learn the game: lessons, rules, sheets, advice and reviews."""

    courses: tuple[Course, ...] = ()
    """The lessons: at most one guided first turn, and examples of the rules in the order of the rulebook."""
    rulebook: str | None = None
    """The folder of the game's short rules in ``texts/rules``: "" for that folder itself, None for no rules."""
    chapters: Mapping[str, tuple[str, ...]] = {}
    """For each seat, the paragraphs of the rules that have a button below the seat's sheet."""
    examples: Mapping[str, str] = {}
    """A whole turn of each seat in one line, as people type it."""

    def find_paragraph(self, decision: Decision) -> str:
        """Return the number or heading of the rules' paragraph about a decision, or "" if there is none."""
        return ""

    def name_situation(self, view: Any, decision: Decision) -> Situation:
        """Return the `Situation` of the person who must answer a decision, for the help."""
        return "choosing"

    def draw_sheet(self, seat: str, options: Options) -> Picture | None:
        """Return a picture of a seat's sheet, with its goal and its actions, or None if there is no such picture."""
        return None

    def write_sheet(self, seat: str, language: str) -> list[str]:
        """Return the lines of a seat's sheet, in the language with this code, or none in a game without sheets."""
        return []

    def plan_advice(self, language: Language, game: Game) -> Search | None:
        """Return the search for turns that the deciding seat may take, or None in a game without advice.

        The search returns a list of `Suggestion`, which depends only on what that seat may know.
        """
        return None

    def review(self, turns: Sequence[ReviewedTurn]) -> Reviewer | None:
        """Return the reviewer of a finished game with these turns, or None in a game without reviews (`has_review`)."""
        return None


def has_review(lessons: Lessons) -> bool:
    """Return whether a game can review finished games: whether its part overrides `Lessons.review`."""
    return type(lessons).review is not Lessons.review
