"""Texts, score, outlook, pictures and icons of a game for the bot: five of the parts of a `Frontend`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import asdict

from bot.games.playing import TURN_PHASE
from bot.language import Language
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision, Option
from engine.core.text import Text, text
from render.page import Stage
from render.pictures import Options, Picture, Turn

CATCHUP_LINES: Final = 8
"""The most lines about events while someone was away."""
NEWS_LINES: Final = 3
"""The most lines about others' actions, above a person's own turn."""
PHONE: Final = "phone"
"""The way to look at the whole board on a narrow screen, in games that have one."""


def list_runners(view: Any) -> Mapping[str, str]:
    """Return the kind of player of each seat. The views of every game have it as ``seats``."""
    runners: Mapping[str, str] = view["seats"] if isinstance(view, dict) else view.seats
    return runners


def fit_lines(lines: Sequence[str], most: int) -> list[str]:
    """Return the last lines, at most ``most``. If earlier ones are left out, the first is "…"."""
    return list(lines) if len(lines) <= most else ["…", *lines[1 - most :]]


class Focus(NamedTuple):
    """The point of view of the person who is choosing for a ``seat``.

    ``space`` is the subject of the present question. ``is_over`` means that no more questions follow in this turn. With
    ``is_headed``, the seat's own actions are named; without it they are not, because a title above names them.
    """

    seat: str = ""
    space: str = ""
    is_over: bool = False
    is_headed: bool = True


ANY_FOCUS: Final = Focus()


class Words:
    """The course of the game and its questions, as text."""

    rounds: Collection[str] = ()
    """The phases whose steps belong to a round between turns, which has its own messages."""

    def title(self, language: Language, view: Any) -> str:
        """Return the present card or phase, for the title of a panel."""
        return ""

    def name_step(self, label: Mapping[str, Any], number: int) -> Text:
        """Return the name of a played turn; for a seat's own turn, with the seat."""
        if label.get("phase") == TURN_PHASE and label.get("seat"):
            return text("ui.step.seat", number=number, seat=label["seat"])
        return text("ui.step.phase", number=number, phase=label.get("phase", ""))

    def name_deeds(self, language: Language, changes: Sequence[Change], seat: str = "") -> str:
        """Return the effects of a played turn, or of a button for a ``seat``, in one plain line."""
        lines = [line.replace("*", "").replace("`", "") for line in self.tell(language, changes)]
        return language.put_together("clauses", lines) or language.say("log.nothing")

    def ask(self, decision: Decision) -> Text:
        """Return the question of a decision for a panel whose title already names the present card or phase."""
        return decision.prompt

    def write_preface(self, language: Language, view: Any, keys: Collection[str]) -> list[str]:
        """Return what a person should read before they choose; ``keys`` are the open and the chosen ones."""
        return []

    def describe_option(self, language: Language, option: Option, view: Any, *, briefly: bool = False) -> str:
        """Return the second line of an option in a list, shorter if ``briefly``: for a space, its content."""
        return ""

    def tell(
        self,
        language: Language,
        changes: Iterable[Change],
        runners: Mapping[str, str] | None = None,
        *,
        is_under_way: bool = False,
    ) -> list[str]:
        """Return the effects of Changes, as lines. ``runners`` has the kind of player of each seat (`list_runners`).

        ``is_under_way`` means that more Changes of the same turn may follow.
        """
        return [language.say(f"log.{change.verb}", **asdict(change)) for change in changes]

    def tell_briefly(
        self,
        language: Language,
        changes: Sequence[Change],
        runners: Mapping[str, str] | None = None,
        under_way: Sequence[Change] = (),
    ) -> list[str]:
        """Return the effects of several turns, a line for each seat; then a turn ``under_way``, as by `tell`."""
        return self.tell(language, [*changes, *under_way], runners, is_under_way=bool(under_way))

    def tell_round(
        self,
        language: Language,
        changes: Sequence[Change],
        before: Any,
        after: Any,
        runners: Mapping[str, str] | None = None,
    ) -> list[str]:
        """Return the effects of a round, from one view to another: totals instead of single steps."""
        return self.tell(language, changes, runners)

    def tell_so_far(self, language: Language, changes: Iterable[Change], focus: Focus = ANY_FOCUS) -> list[str]:
        """Return the effects of Changes, for the person who is choosing."""
        return self.tell(language, changes)

    def tell_revealed(self, language: Language, changes: Sequence[Change], view: Any) -> list[str]:
        """Return lines on what Changes have revealed for later and `tell` leaves out. The ``view`` is after them."""
        return []

    def is_revealed(self, change: Change) -> bool:
        """Return whether a Change is one of those in `tell_revealed`."""
        return False

    def tell_idle(self, language: Language, changes: Sequence[Change]) -> list[str]:
        """Return lines about a period in which someone could have done something and did not."""
        return []

    def is_turn_over(self, changes: Sequence[Change]) -> bool:
        """Return whether a turn has ended within these Changes. What they reveal after its end is not part of it."""
        return False


class Score:
    """The state of the game as text: tracks, cards, seats, totals, and the whole board."""

    def list_totals(self, view: Any) -> dict[str, int]:
        """Return everyone's score, so that a later picture can mark changes."""
        return {}

    def write_tracks(self, language: Language, view: Any, seat: str = "") -> str:
        """Return the most important values in one line; with a ``seat``, its own values in a second line."""
        return ""

    def write_hand(self, language: Language, view: Any, seat: str) -> list[str]:
        """Return what only the person on a seat sees, such as their hand; the ``view`` is that seat's."""
        return []

    def write_cards(self, language: Language, view: Any) -> list[str]:
        """Return the open cards by name, and the number of remaining ones."""
        return []

    def explain_cards(self, language: Language, game: Game) -> list[str]:
        """Return the open cards with their effects, in general and at this moment."""
        return self.write_cards(language, game.view())

    def write_boxes(self, language: Language, view: Any) -> list[str]:
        """Return lines about everything beside the board."""
        return []

    def write_board(self, language: Language, view: Any) -> dict[str, list[str]]:
        """Return the whole board as text, for people who do not see it: the lines of each part by its heading.

        A part that pictures show has the heading ``ui.view.<part>``.
        """
        return {language.say("ui.view.full"): [*self.write_state(language, view), *self.write_boxes(language, view)]}

    def write_state(self, language: Language, view: Any) -> list[str]:
        """Return the state of the game, for the table's status message."""
        return [self.write_tracks(language, view)] if self.write_tracks(language, view) else []

    def write_seat(self, language: Language, view: Any, seat: str, who: str) -> str:
        """Return one seat in one line: who plays it, and its score."""
        return language.say("ui.seat", seat=seat, who=who)

    def explain(self, language: Language, game: Game) -> list[str]:
        """Return how near each seat is to winning, and the parts of each total."""
        return []

    def sum_up(self, language: Language, game: Game, seat: str) -> str:
        """Return the parts of a seat's score in one line, or ""."""
        return ""

    def write_changes(self, language: Language, before: Any, after: Any) -> str:
        """Return the changes of the scores in one line, or ""."""
        return ""

    def write_end(self, language: Language, game: Game) -> list[str]:
        """Return further lines for the message about the end of a game."""
        return []

    def find_turning_point(self, views: Sequence[Any]) -> tuple[int, str] | None:
        """Return the index of the view from which the winner stayed in front, and the winner; None if unknown."""
        return None


class Outlook:
    """News since an earlier view, and an outlook from the present one, in few words."""

    def write_catchup(self, language: Language, before: Any, game: Game, changes: Sequence[Change]) -> list[str]:
        """Return the news since an earlier view, in few lines: scores then and now, spaces that changed hands."""
        return []

    def write_news(
        self, language: Language, turns: Sequence[tuple[Any, Sequence[Change]]], after: Any, seat: str
    ) -> list[str]:
        """Return others' actions, in at most three lines. Those that concern a seat come first.

        Each of the ``turns`` is the view before it with its Changes; ``after`` is the view after all of them.
        """
        return []

    def write_outlook(self, language: Language, game: Game) -> list[str]:
        """Return what the next round would bring if it came now, as far as everyone could compute it."""
        return []

    def write_verdict(self, language: Language, game: Game) -> list[str]:
        """Return who would win a victory check now, or how much is missing, as everyone could compute it."""
        return []

    def write_stakes(self, language: Language, game: Game) -> str:
        """Return who would win now, and how soon that will be checked, in one line, or ""."""
        return ""


class Pictures:
    """The board and other pictures. Where a method returns None, the bot shows no picture."""

    parts: tuple[str, ...] = ()
    """The parts of the board that can be enlarged."""
    ways: tuple[str, ...] = ("full",)
    """The ways to look at the whole board."""
    contents: tuple[str, ...] = ()
    """The pictures of the contents of the box, only for ``gandhi render``."""
    pictured: frozenset[str] = frozenset()
    """The kinds of questions whose panel shows a picture (`draw_question`)."""
    unseen: frozenset[str] = frozenset()
    """The verbs of Changes that leave the board as it was."""

    def number_places(self, decision: Decision) -> Mapping[str, int]:
        """Return the number of each option on the picture of a question, or nothing if it has none."""
        return {}

    def find_parts(self, changes: Sequence[Change]) -> tuple[str, ...]:
        """Return the layouts that together show all changes at the largest size."""
        return (self.ways[0],)

    def draw(self, view: Any, changes: Sequence[Change], options: Options) -> Picture | None:
        """Draw the board with the marks of a turn."""
        return None

    def draw_question(self, game: Game, options: Options) -> Picture | None:
        """Draw the question, for the kinds of questions that are hard to answer without a picture (`pictured`)."""
        return None

    def list_faces(self, language: Language, view: Any) -> list[tuple[Any, list[str]]]:
        """Return the open cards, each with the texts of its sides, for `draw_card`."""
        return []

    def draw_card(self, card: Any, sides: Sequence[str], options: Options) -> Picture | None:
        """Draw a card."""
        return None

    def draw_chart(self, views: Sequence[Any], options: Options) -> Picture | None:
        """Draw how near each seat was to winning, from view to view."""
        return None

    def recap_turn(self, before: Any, view: Any, changes: Sequence[Change], options: Options) -> Picture | None:
        """Draw one turn as an animation."""
        return None

    def recap_game(self, before: Any, turns: Sequence[Turn], options: Options) -> Picture | None:
        """Draw several turns as an animation."""
        return None

    def set_stage(self, view: Any) -> Stage | None:
        """Return what the page of a whole game shows (`render.page`), for a game with this first view."""
        return None


def is_pictured(pictures: Pictures, decision: Decision) -> bool:
    """Return whether the panel of a question shows a picture (`Pictures.draw_question`)."""
    return decision.kind in pictures.pictured or bool(pictures.number_places(decision))


def is_on_map(pictures: Pictures, changes: Iterable[Change]) -> bool:
    """Return whether any of these Changes can be seen on a picture of the board."""
    return any(change.verb not in pictures.unseen for change in changes)


class Icons:
    """Small pictures beside text. Without them the bot has text alone."""

    names: tuple[str, ...] = ()
    """The names of the icons. A seat's icon is ``seat_<its id>``."""

    def draw(self, name: str) -> bytes:
        """Draw an icon, as a PNG file of 128 by 128 pixels."""
        raise LookupError(f"The game has no icon called {name!r}.")

    def find(self, option: Option, view: Any) -> str:
        """Return the name of the icon for an option, or ""."""
        named = (str(option.text.params.get("piece", "")), f"seat_{option.text.params.get('seat', '')}")
        return next((name for name in named if name in self.names), "")
