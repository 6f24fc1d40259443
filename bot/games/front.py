"""What the bot asks of a game. Every game has a `FrontEnd`; what it does not say for itself is said plainly here.

Views are the game's own public views; only the game's own folder looks inside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.games.answers import (
    Action,
    AutomaticPlayer,
    Explanation,
    Line,
    Search,
    Shortcut,
    Situation,
    StandingOrder,
    Understood,
)
from bot.games.lessons import Course
from bot.games.registry import list_kinds, load_front
from bot.language import Language
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision, Option
from engine.core.text import Text, text
from render.page import Scene, Stage
from render.pictures import Options, Picture, Turn

PLAIN_COLOUR = 0x8A7A5C
"""The accent of panels that belong to no seat."""
AUTOMATIC: Final = "arjuna"
"""The kind of a seat that an automatic player has, as tables name it in every game."""
PLAYER: Final = "player"
"""The kind of a seat that a person has, as the rules of every game name it."""
TURN_PHASE = "turn"
"""What games usually call the phase of a seat's own turn (`FrontEnd.turn_phase`)."""

CATCHUP_LINES: Final = 8
"""So many lines tell what happened while somebody was away."""


def name_rival(opponent: str) -> str:
    """The name of an opponent without its strength; empty for the automatic player."""
    return opponent.rpartition("_")[0]


class FrontEnd:
    """Everything that the bot must know of a game by name.

    A game overrides what it has more to say about; a game that overrides nothing but `seats` and `list_scenarios` can
    be played, in plain words and without pictures.
    """

    kind: str = ""
    """The game's name, as `engine.Game.new` knows it and tables are stored with it."""
    seats: tuple[str, ...] = ()
    """The seats in the order of the rulebook."""
    automatic_kind: str = AUTOMATIC
    """What the rules call a seat that the automatic player runs. Tables call it `AUTOMATIC` in every game."""
    automatic_name: str = "Arjuna"
    """The name under which the automatic player holds a seat."""
    early_end: str = ""
    """Why a game ends before its time (`Result.reason`), where it may."""
    name_of_leads: str = "Led by"
    """What ``gandhi simulate`` calls what it counts (`name_lead`)."""
    colours: Mapping[str, int] = {}
    """The accent of each seat's panels. A colour never says anything that the text does not say as well."""
    space_kinds: tuple[str, ...] = ()
    """The kinds of spaces, in the order in which lists of too many are divided."""
    parts: tuple[str, ...] = ()
    """The parts of the board that can be looked at closer."""
    ways: tuple[str, ...] = ("full",)
    """The other ways to look at the board."""
    pictured: frozenset[str] = frozenset()
    """The kinds of questions under which a panel shows a picture by itself (`draw_question`)."""
    command_packages: tuple[str, ...] = ()
    """Packages of modules with slash commands and buttons that only this game has (`bot.discord.features`)."""
    turn_phase: str = TURN_PHASE
    """The phase of a step that is a seat's own turn (`engine.core.protocol.Label`)."""
    player_counts: tuple[int, ...] = ()
    """How many may sit at a table, where that is for the table to choose; its seats are the first so many."""
    variants: tuple[str, ...] = ()
    """What a table may choose to add to a scenario: an option of the table with this name is then true."""
    vocabularies: Mapping[str, str] = {}
    """The vocabularies of the game's own names, by the parameters of texts that hold such names."""
    option_keys: tuple[str, ...] = ()
    """Which of a table's options the rules want to know (`start_options`)."""
    rulebook: str = ""
    """The folder of ``texts/rules`` with its rules in short; empty for those at the top."""
    opponents: tuple[str, ...] = ()
    """Who else a table may choose for its empty seats instead of the automatic player: ``<name>_<strength>``."""
    has_page: bool = False
    """Whether a whole game can be written as a page (`set_stage`, `show`)."""
    data_files: tuple[str, ...] = ()
    """The data files that an owner may replace, as they are called in the folder that GANDHI_DATA names."""
    courses: tuple[Course, ...] = ()
    """The lessons: at most one guided first turn, and examples of the rules in the order of the rulebook."""

    # -- facts ---------------------------------------------------------------------------------------------

    def list_scenarios(self) -> dict[str, str]:
        """What can be played: id and a few words."""
        return {}

    def find_names(self) -> dict[str, str]:
        """The proper names that the data of the game holds, by the text key under which a language may translate."""
        return {}

    def find_replaced_names(self) -> dict[str, str]:
        """Those of `find_names` that an owner's data replaces."""
        return {}

    def name_value(self, vocabulary: str, value: int) -> str:
        """The id of a number in a vocabulary of the game, or an empty string."""
        return ""

    def order_seats(self, seats: Collection[str]) -> list[str]:
        """Some seats in the order of the rulebook."""
        return [seat for seat in self.seats if seat in seats]

    def list_seats(self, players: int = 0) -> tuple[str, ...]:
        """The seats of a table for so many, the fewest where that is not said. Raises ValueError for another number."""
        counts = self.player_counts or (len(self.seats),)
        wanted = players or counts[0]
        if wanted not in counts:
            raise ValueError(f"{self.kind} is not for {wanted}.")
        return self.seats[:wanted]

    def start_options(self, holders: Mapping[str, int]) -> dict[str, Any]:
        """What the rules want to know about who holds which seat when the game begins."""
        return {}

    def give_options(self, scenario: str, seats: Sequence[str]) -> dict[str, Any]:
        """What a scenario must be told that nobody has chosen, for ``gandhi simulate``."""
        return {}

    def list_actions(self) -> list[Action]:
        """The actions that get a command of their own."""
        return []

    def kind_of_space(self, space: str) -> str:
        """Which of `space_kinds` a space is."""
        return ""

    def list_spaces(self) -> Sequence[str]:
        """Every space of the board that people may name."""
        return ()

    def is_on_map(self, changes: Iterable[Change]) -> bool:
        """Whether any of these Changes can be seen on a picture of the board."""
        return any(True for _ in changes)

    def list_runners(self, view: Any) -> Mapping[str, str]:
        """What kind of player runs each seat, as a view shows it."""
        return {}

    def find_card(self, view: Any) -> int:
        """The number of the card that is being played; 0 for a game without cards."""
        return 0

    def copy_game(self, game: Game, seed: bytes) -> Game:
        """Another game in the same public position, at the start of the running step, with a seed of its own.

        Made from what everybody may see, and from nothing else. Raises BadPosition where that cannot be.
        """
        position = game.rules.position(game.rules.decode(game.snapshot()))
        return Game.at({"game": game.rules.name, **position}, seed=seed)

    def read_view(self, data: Any) -> Any:
        """A public view from JSON data, as it was stored."""
        return data

    # -- automatic seats -----------------------------------------------------------------------------------

    def is_automatic(self, game: Game, seat: str) -> bool:
        """Whether an automatic player runs a seat as the rules see it at this moment."""
        return False

    def may_return(self, game: Game) -> bool:
        """Whether a seat may go back from the automatic player to a person now."""
        return True

    def kind_of(self, opponent: str, *, is_owned: bool = False) -> str:
        """What the rules call a seat that an opponent runs; the automatic player when none is named.

        ``is_owned``: a person keeps the seat, and is away. Where nothing depends on that, it is called the same.
        """
        return name_rival(opponent) or self.automatic_kind

    def kind_in(self, game: Game, seat: str) -> str:
        """What kind of player runs a seat as the rules see it at this moment."""
        return self.automatic_kind if self.is_automatic(game, seat) else PLAYER

    def warn_of_giving_up(self, opponent: str) -> str:
        """The key of what a person should know before they leave a seat to an opponent for good; empty for nothing."""
        return ""

    def plan_search(self, game: Game, opponent: str, tries: int = 0) -> Search | None:
        """What has to be thought about, elsewhere, before the automatic seats can go on; None for nothing.

        ``tries`` limits the search by a number in place of the opponent's own.
        """
        return None

    def plan_rehearsal(self, opponent: str) -> Search | None:
        """A short search for nothing, after which an opponent's are as quick as ever; None where it makes none."""
        return None

    def plan_advice(self, language: Language, game: Game) -> Search | None:
        """What finds turns that the seat that must decide may take: a list of `Suggestion`; None where nobody advises.

        Whatever is found follows from what everybody may see.
        """
        return None

    def make_player(self, game: Game, found: Any = None) -> AutomaticPlayer | None:
        """The automatic player of a game, with what a search has ``found``; None for a game without."""
        return None

    def explain_found(self, found: Any, number: int) -> Explanation | None:
        """Why the turn with this number was chosen, from what a search had found; None where nothing can be told."""
        return None

    def explain_step(self, game: Game, keys: Sequence[str]) -> Sequence[Explanation]:
        """What the automatic player thought in a step, thought again: the game stands at its start."""
        return ()

    def summarise(self, explanation: Explanation) -> Sequence[Text]:
        """An explanation in a few lines."""
        return [thought.text for thought in explanation.thoughts]

    def begins_plan(self, kind: str) -> bool:
        """Whether a question of this kind begins a plan of several answers that has to be carried through."""
        return False

    # -- standing orders -----------------------------------------------------------------------------------

    def list_order_kinds(self) -> tuple[str, ...]:
        """The kinds of standing orders that there are."""
        return ()

    def make_order(self, wish: Any, game: Game, seat: str) -> StandingOrder:
        """A standing order as it is wished for, for a seat at this moment of a game."""
        raise LookupError(f"{self.kind} has no standing orders.")

    def seats_asked(self, order_kind: str) -> tuple[str, ...]:
        """The seats that are asked what an order of a kind answers; none: all are."""
        return ()

    def read_order(self, payload: Mapping[str, Any]) -> StandingOrder:
        """A standing order that was stored."""
        raise LookupError(f"{self.kind} has no standing orders.")

    def has_run_out(self, order: StandingOrder, game: Game) -> bool:
        """Whether the time for which an order was given is over."""
        return False

    def obey(self, order: StandingOrder, seat: str, game: Game, obeyed: Collection[tuple[str, str]]) -> str:
        """The key that an order chooses at the pending decision, or an empty string.

        ``obeyed`` are the seats and kinds of orders that have answered just before.
        """
        return ""

    def use_order(self, order: StandingOrder, key: str, game: Game) -> StandingOrder:
        """Return an order as it is once it has chosen a key at the pending decision."""
        return order

    def tell_use(self, seat: str, before: StandingOrder, after: StandingOrder) -> Text:
        """Return what an order that has changed by its use has done, for the person who gave it."""
        raise LookupError(f"No order of {self.kind} changes by its use.")

    def write_order(self, language: Language, seat: str, order: StandingOrder) -> str:
        """A standing order as a sentence, for the person who has given it."""
        return language.word(f"order.kind.{order.kind}")

    def name_use(self, order: StandingOrder, key: str) -> str:
        """The key of the remark that an order has answered: ``ui.order.used.<this>``."""
        return order.kind

    # -- one-line orders -----------------------------------------------------------------------------------

    def understand(self, language: Language, game: Game, action: str, typed: str) -> Understood:
        """What a one-line order comes to for the seat that must decide. Raises BadInput; the game is not changed."""
        return Understood((action,), "", ())

    def go_on(self, game: Game, rest: str) -> Understood | None:
        """What the rest of an order comes to now; None when it is about another moment. Raises BadInput."""
        return None

    def words_of_rest(self, rest: str) -> str:
        """What of an order has not been begun, as it was typed."""
        return ""

    def write_line(self, language: Language, game: Game, keys: Sequence[str]) -> Line | None:
        """The line that says the same as keys chosen since the start of a turn, or None when there is none."""
        return None

    # -- words ---------------------------------------------------------------------------------------------

    def name_moment(self, language: Language, view: Any) -> str:
        """What lies open or goes on, for the title of a panel."""
        return ""

    def name_step(self, label: Mapping[str, Any], number: int) -> Text:
        """Return the name of a played turn."""
        return text("ui.step.phase", number=number, phase=label.get("phase", ""))

    def name_deeds(self, language: Language, changes: Sequence[Change]) -> str:
        """What was done in a played turn, in one plain line: here, the beginning of all that is told of it."""
        lines = [line.replace("*", "").replace("`", "") for line in self.tell(language, changes)]
        return language.put_together("clauses", lines) or language.say("log.nothing")

    def write_preface(self, language: Language, view: Any, keys: Collection[str]) -> list[str]:
        """What a person should read before choosing among keys that are open or have been chosen."""
        return []

    def ask(self, decision: Decision) -> Text:
        """The question of a decision as a panel asks it, whose title says where one is."""
        return decision.prompt

    def tell(
        self,
        language: Language,
        changes: Iterable[Change],
        runners: Mapping[str, str] | None = None,
        *,
        is_under_way: bool = False,
    ) -> list[str]:
        """What Changes did, as lines. ``runners`` tells what kind of player runs each seat."""
        return [
            language.say(f"log.{change.verb}", seat=change.seat, count=change.count, old=change.old, new=change.new)
            for change in changes
        ]

    def is_round(self, phase: str) -> bool:
        """Whether a step of this phase belongs to a round between turns, which is told in messages of its own."""
        return False

    def tell_briefly(
        self,
        language: Language,
        changes: Sequence[Change],
        runners: Mapping[str, str] | None = None,
        under_way: Sequence[Change] = (),
    ) -> list[str]:
        """What Changes of several turns did, a line for each seat; after them a turn ``under_way``, as by `tell`."""
        return self.tell(language, [*changes, *under_way], runners, is_under_way=bool(under_way))

    def tell_round(
        self,
        language: Language,
        changes: Sequence[Change],
        before: Any,
        after: Any,
        runners: Mapping[str, str] | None = None,
    ) -> list[str]:
        """What Changes of a round did, from one view to another, as lines: totals in place of single steps."""
        return self.tell(language, changes, runners)

    def tell_revealed(self, language: Language, changes: Sequence[Change], view: Any) -> list[str]:
        """What these Changes have revealed for later, of which their own words say nothing; ``view`` is after them."""
        return []

    def tell_so_far(
        self,
        language: Language,
        changes: Iterable[Change],
        seat: str = "",
        space: str = "",
        *,
        is_over: bool = False,
        is_headed: bool = True,
    ) -> list[str]:
        """As `tell`, for the panel of the person who is choosing for a seat, without what `write_spending` tells.

        ``space`` is what the present question is about, and ``is_over`` says that no other follows in this turn. The
        seat's own actions are named only if it ``is_headed``: not where the line already begins with their name.
        """
        return self.tell(language, changes)

    def is_turn_over(self, changes: Sequence[Change]) -> bool:
        """Whether a turn has come to its end within these Changes; what is revealed only then is no longer its own."""
        return False

    def tell_idle(self, language: Language, changes: Sequence[Change]) -> list[str]:
        """A stretch in which somebody could have done something and did not."""
        return []

    def write_spending(self, language: Language, before: Any, after: Any, seat: str) -> str:
        """What a draft has cost, or an empty string."""
        return ""

    def count_spent(self, before: Any, after: Any, seat: str) -> int:
        """What a seat has spent between two views, in what options cost."""
        return 0

    def write_tracks(self, language: Language, view: Any) -> str:
        """What everybody wants to see all the time, in one line."""
        return ""

    def write_cards(self, language: Language, view: Any, *, effects: bool = True) -> list[str]:
        """What lies open for everybody, and what is left of it."""
        return []

    def write_now(self, language: Language, game: Game) -> list[str]:
        """What the cards would do at this moment, where that needs saying."""
        return []

    def write_score(self, language: Language, view: Any) -> list[str]:
        """How near each seat is to winning."""
        return []

    def list_scores(self, view: Any) -> dict[str, int]:
        """Everybody's score, to be marked on a later picture where it has changed; nothing in a game without any."""
        return {}

    def write_catchup(self, language: Language, before: Any, game: Game, changes: Sequence[Change]) -> list[str]:
        """What has happened since an earlier view, in few lines: scores then and now, what changed hands."""
        return fit_lines(self.tell(language, changes, self.list_runners(game.view())), CATCHUP_LINES)

    def explain_score(self, language: Language, game: Game) -> list[str]:
        """How near each seat is to winning, and what that is made of."""
        return self.write_score(language, game.view())

    def sum_up_score(self, language: Language, game: Game, seat: str) -> str:
        """What a seat's score is made of, in one line; an empty string where there is nothing to say."""
        return ""

    def write_outlook(self, language: Language, game: Game) -> list[str]:
        """Who would win now, and what the next round would bring, as everybody could work it out."""
        return []

    def write_score_changes(self, language: Language, before: Any, after: Any) -> str:
        """How that has changed, in one line; an empty string when it has not."""
        return ""

    def write_boxes(self, language: Language, view: Any) -> list[str]:
        """What lies beside the board."""
        return []

    def write_standing(self, language: Language, view: Any, seat: str, who: str) -> str:
        """One seat in one line: who plays it, and how it stands."""
        return language.say("ui.seat", seat=seat, who=who)

    def write_status(self, language: Language, view: Any, seat: str) -> str:
        """Whether a seat may act soon, in a word or two; an empty string where there is nothing to say."""
        return ""

    def write_state(self, language: Language, view: Any) -> list[str]:
        """How the game stands, for the table's status message."""
        return [self.write_tracks(language, view)] if self.write_tracks(language, view) else []

    def write_end(self, language: Language, game: Game) -> list[str]:
        """What else is to be said when a game is over."""
        return []

    def describe_option(self, language: Language, option: Option, view: Any, *, briefly: bool = False) -> str:
        """The second line of an option in a list: for a space, what stands there."""
        return ""

    def divide(self, decision: Decision) -> Mapping[str, Sequence[str]]:
        """The options of a decision by kinds, each of which becomes a list (``ui.kind.<kind>``); empty: as usual.

        What stands under an empty kind, or under none, are buttons before the lists.
        """
        return {}

    def list_shortcuts(self, language: Language, game: Game) -> Sequence[Shortcut]:
        """The answers to what is asked now that are usually given together, each as one press. The game is left alone.

        They follow from what everybody may see.
        """
        return ()

    def about_option(self, option: Option, view: Any) -> dict[str, Any]:
        """What a reason why an option is closed may speak of."""
        return {}

    def name_situation(self, view: Any, decision: Decision) -> Situation:
        """What kind of thing a person is asked."""
        return "choosing"

    def find_paragraph(self, decision: Decision) -> str:
        """The paragraph of the rules about a decision, or an empty string."""
        return ""

    def find_chapters(self, seat: str) -> tuple[str, ...]:
        """The paragraphs of the rules that belong to a seat."""
        return ()

    def give_example(self, seat: str) -> str:
        """A whole turn of a seat in one line, as it would be typed; empty where there is none."""
        return ""

    # -- pictures ------------------------------------------------------------------------------------------

    def draw(self, view: Any, changes: Sequence[Change], options: Options) -> Picture | None:
        """The board with the marks of a turn; None for a game without pictures."""
        return None

    def draw_question(self, game: Game, options: Options) -> Picture | None:
        """What is asked, as a picture, for the kinds of questions that are hard to answer without (`pictured`)."""
        return None

    def find_parts(self, changes: Sequence[Change]) -> tuple[str, ...]:
        """The layouts that together show all of what has happened at its largest."""
        return (self.ways[0],)

    def list_faces(self, language: Language, view: Any) -> list[tuple[Any, list[str]]]:
        """The cards that lie open, each with the words of its sides, for `draw_card`."""
        return []

    def draw_card(self, card: Any, sides: Sequence[str], options: Options) -> Picture | None:
        """A card."""
        return None

    def draw_sheet(self, seat: str, options: Options) -> Picture | None:
        """A seat's sheet: its goal, and what it can do."""
        return None

    def write_sheet(self, seat: str, language: Language) -> list[str]:
        """A seat's sheet in words."""
        return []

    def find_turning_point(self, views: Sequence[Any]) -> tuple[int, str] | None:
        """Which of the views, and who, since when the seat that came first stayed in front; None: nobody can tell."""
        return None

    def draw_chart(self, views: Sequence[Any], options: Options) -> Picture | None:
        """How near each seat was to winning, from view to view."""
        return None

    def set_stage(self, view: Any) -> Stage | None:
        """What the page of a whole game shows (`render.page`) that begins with a view; None without `has_page`."""
        return None

    def show(self, view: Any, changes: Sequence[Change]) -> Scene:
        """A moment for that page: a view, and what has happened just before."""
        raise LookupError(f"{self.kind} has no page.")

    def recap_turn(self, before: Any, view: Any, changes: Sequence[Change], options: Options) -> Picture | None:
        """One turn in motion."""
        return None

    def recap_game(self, before: Any, turns: Sequence[Turn], options: Options) -> Picture | None:
        """Several turns in motion."""
        return None

    # -- the command line ----------------------------------------------------------------------------------

    def check_data(self) -> tuple[list[str], str]:
        """What is wrong with the game's data files, one sentence each; and what was checked."""
        return [], f"{self.kind}: nothing to check."

    def name_lead(self, explanation: Explanation) -> str:
        """What led a turn of the automatic player, for ``gandhi simulate`` to count; an empty string for nothing."""
        return ""

    def list_leads(self) -> tuple[str, ...]:
        """Everything that `name_lead` can say."""
        return ()

    def count_rounds(self, game: Game) -> int:
        """How many rounds a finished game had."""
        return 0


def fit_lines(lines: Sequence[str], most: int) -> list[str]:
    """The last of some lines, with a sign where there were more."""
    return list(lines) if len(lines) <= most else ["…", *lines[1 - most :]]


def front_of(kind: str) -> FrontEnd:
    """The front end of a game. Raises KeyError for a name that is not known."""
    front: FrontEnd = load_front(kind)
    return front


def list_fronts() -> list[FrontEnd]:
    """The front ends of all games."""
    return [front_of(kind) for kind in list_kinds()]


def list_all_seats() -> list[str]:
    """The seats of all games, each once."""
    return list(dict.fromkeys(seat for front in list_fronts() for seat in front.seats))


def find_scenario(name: str) -> tuple[str, str]:
    """The game and scenario that a name means: ``short``, or ``<game>:<scenario>``. Raises KeyError for neither."""
    kind, _, scenario = name.rpartition(":")
    for front in [front_of(kind)] if kind else list_fronts():
        if scenario in front.list_scenarios():
            return front.kind, scenario
    raise KeyError(name)
