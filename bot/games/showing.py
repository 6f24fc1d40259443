"""Words, score, outlook, pictures and icons of a game, as the bot asks for them: five of the parts of a `Frontend`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.games.playing import TURN_PHASE
from bot.language import Language
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision, Option
from engine.core.text import Text, text
from render.page import Stage
from render.pictures import Options, Picture, Turn

CATCHUP_LINES: Final = 8
"""The most lines about what happened while someone was away."""
NEWS_LINES: Final = 3
"""The most lines about what others did, above one's own turn."""
PHONE: Final = "phone"
"""The way to look at the whole board on a narrow screen, in games that have one."""


def list_runners(view: Any) -> Mapping[str, str]:
    """Return the kind of player of each seat. The views of every game have it as ``seats``."""
    runners: Mapping[str, str] = view["seats"] if isinstance(view, dict) else view.seats
    return runners


def fit_lines(lines: Sequence[str], most: int) -> list[str]:
    """Return the last of some lines, with a sign where there were more."""
    return list(lines) if len(lines) <= most else ["…", *lines[1 - most :]]


class Words:
    """The course of the game and its questions, in words."""

    def title(self, language: Language, view: Any) -> str:
        """Return what is open or under way, for the title of a panel."""
        return ""

    def name_step(self, label: Mapping[str, Any], number: int) -> Text:
        """Return the name of a played turn: of a seat's own turn, with the seat."""
        if label.get("phase") == TURN_PHASE and label.get("seat"):
            return text("ui.step.seat", number=number, seat=label["seat"])
        return text("ui.step.phase", number=number, phase=label.get("phase", ""))

    def name_deeds(self, language: Language, changes: Sequence[Change], seat: str = "") -> str:
        """Return what was done in a played turn, or what a button would do for a ``seat``, in one plain line."""
        lines = [line.replace("*", "").replace("`", "") for line in self.tell(language, changes)]
        return language.put_together("clauses", lines) or language.say("log.nothing")

    def ask(self, decision: Decision) -> Text:
        """Return the question of a decision for a panel whose title already says what is open."""
        return decision.prompt

    def write_preface(self, language: Language, view: Any, keys: Collection[str]) -> list[str]:
        """Return what a person should read before choosing among keys that are open or have been chosen."""
        return []

    def describe_option(self, language: Language, option: Option, view: Any, *, briefly: bool = False) -> str:
        """Return the second line of an option in a list: for a space, what is there."""
        return ""

    def tell(
        self,
        language: Language,
        changes: Iterable[Change],
        runners: Mapping[str, str] | None = None,
        *,
        is_under_way: bool = False,
    ) -> list[str]:
        """Return what Changes did, as lines. ``runners`` has the kind of player of each seat (`list_runners`)."""
        return [
            language.say(
                f"log.{change.verb}",
                seat=change.seat,
                piece=change.piece,
                count=change.count,
                origin=change.origin,
                target=change.target,
                old=change.old,
                new=change.new,
            )
            for change in changes
        ]

    def tell_briefly(
        self,
        language: Language,
        changes: Sequence[Change],
        runners: Mapping[str, str] | None = None,
        under_way: Sequence[Change] = (),
    ) -> list[str]:
        """Return what Changes of several turns did, a line for each seat; then a turn ``under_way``, as by `tell`."""
        return self.tell(language, [*changes, *under_way], runners, is_under_way=bool(under_way))

    def tell_round(
        self,
        language: Language,
        changes: Sequence[Change],
        before: Any,
        after: Any,
        runners: Mapping[str, str] | None = None,
    ) -> list[str]:
        """Return what Changes of a round did, from one view to another: totals in place of single steps."""
        return self.tell(language, changes, runners)

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
        """Return what Changes did, for the person who is choosing for a seat.

        ``space`` is what the present question is about, and ``is_over`` says that no other follows in this turn. The
        seat's own actions are named only if it ``is_headed``: not where the line already begins with their name.
        """
        return self.tell(language, changes)

    def tell_revealed(self, language: Language, changes: Sequence[Change], view: Any) -> list[str]:
        """Return what Changes have revealed for later and `tell` does not mention; ``view`` is after them."""
        return []

    def is_revealed(self, change: Change) -> bool:
        """Return whether a Change is one of those that `tell_revealed` says."""
        return False

    def tell_idle(self, language: Language, changes: Sequence[Change]) -> list[str]:
        """Return lines about a stretch in which someone could have done something and did not."""
        return []

    def is_round(self, phase: str) -> bool:
        """Return whether a step of this phase belongs to a round between turns, which has its own messages."""
        return False

    def is_turn_over(self, changes: Sequence[Change]) -> bool:
        """Return whether a turn has ended within these Changes; what is revealed only then is no longer part of it."""
        return False


class Score:
    """The state of the game in words: tracks, cards, seats, totals."""

    def list_totals(self, view: Any) -> dict[str, int]:
        """Return everyone's score, so that a later picture can mark where it has changed."""
        return {}

    def write_tracks(self, language: Language, view: Any, seat: str = "") -> str:
        """Return what everyone wants to see all the time, in one line; in a second one what is a seat's own."""
        return ""

    def write_hand(self, language: Language, view: Any, seat: str) -> list[str]:
        """Return what only the person on a seat sees, such as their hand; the ``view`` is one of that seat."""
        return []

    def write_cards(self, language: Language, view: Any) -> list[str]:
        """Return the cards that are open, by name, and how many are left."""
        return []

    def explain_cards(self, language: Language, game: Game) -> list[str]:
        """Return the cards that are open, with what they do, and what they would do at this moment."""
        return self.write_cards(language, game.view())

    def write_boxes(self, language: Language, view: Any) -> list[str]:
        """Return what is beside the board."""
        return []

    def write_board(self, language: Language, view: Any) -> dict[str, list[str]]:
        """Return the whole board in words, for those who do not see it: the lines of each part by its heading.

        The heading of one of the parts that pictures show is its ``ui.view.<part>``.
        """
        return {language.say("ui.view.full"): [*self.write_state(language, view), *self.write_boxes(language, view)]}

    def write_state(self, language: Language, view: Any) -> list[str]:
        """Return the state of the game, for the table's status message."""
        return [self.write_tracks(language, view)] if self.write_tracks(language, view) else []

    def write_seat(self, language: Language, view: Any, seat: str, who: str) -> str:
        """Return one seat in one line: who plays it, and its score."""
        return language.say("ui.seat", seat=seat, who=who)

    def write_status(self, language: Language, view: Any, seat: str) -> str:
        """Return whether a seat may act soon, in a word or two, or an empty string."""
        return ""

    def explain(self, language: Language, game: Game) -> list[str]:
        """Return how near each seat is to winning, and the parts of each total."""
        return []

    def sum_up(self, language: Language, game: Game, seat: str) -> str:
        """Return the parts of a seat's score in one line, or an empty string."""
        return ""

    def write_changes(self, language: Language, before: Any, after: Any) -> str:
        """Return how the scores have changed, in one line; an empty string when they have not."""
        return ""

    def write_end(self, language: Language, game: Game) -> list[str]:
        """Return what else there is to say when a game is over."""
        return []

    def find_turning_point(self, views: Sequence[Any]) -> tuple[int, str] | None:
        """Return the view from which the winner stayed in front, and the winner; None where that is unknown."""
        return None


class Outlook:
    """News since an earlier view, and an outlook from the present one, in few words."""

    def write_catchup(self, language: Language, before: Any, game: Game, changes: Sequence[Change]) -> list[str]:
        """Return what has happened since an earlier view, in few lines: scores then and now, what changed hands."""
        return []

    def write_news(
        self, language: Language, turns: Sequence[tuple[Any, Sequence[Change]]], after: Any, seat: str
    ) -> list[str]:
        """Return what others have done, in at most three lines, what concerns a seat first.

        Each of the ``turns`` is the view before it with its Changes; ``after`` is the view after all of them.
        """
        return []

    def write_outlook(self, language: Language, game: Game) -> list[str]:
        """Return what the next round would bring, as everyone could work it out."""
        return []

    def write_verdict(self, language: Language, game: Game) -> list[str]:
        """Return who would win if victory were checked now, or how much is missing, as everyone could work it out."""
        return []

    def write_stakes(self, language: Language, game: Game) -> str:
        """Return who would win now, and how soon that will be checked, in one line; an empty string where none says."""
        return ""


class Pictures:
    """The board and what else can be drawn. Without an answer the bot shows no picture."""

    parts: tuple[str, ...] = ()
    """The parts of the board that can be looked at closer."""
    ways: tuple[str, ...] = ("full",)
    """The ways to look at the whole board."""
    contents: tuple[str, ...] = ()
    """The pictures of what is in the box, for ``gandhi render`` alone."""
    pictured: frozenset[str] = frozenset()
    """The kinds of questions whose panel shows a picture (`draw_question`)."""

    def number_places(self, decision: Decision) -> Mapping[str, int]:
        """Return the number that each option of a question has on its picture; empty where it has none."""
        return {}

    def is_on_map(self, changes: Iterable[Change]) -> bool:
        """Return whether any of these Changes can be seen on a picture of the board."""
        return any(True for _ in changes)

    def find_parts(self, changes: Sequence[Change]) -> tuple[str, ...]:
        """Return the layouts that together show all of what has happened at its largest."""
        return (self.ways[0],)

    def draw(self, view: Any, changes: Sequence[Change], options: Options) -> Picture | None:
        """Draw the board with the marks of a turn."""
        return None

    def draw_question(self, game: Game, options: Options) -> Picture | None:
        """Draw what is asked, for the kinds of questions that are hard to answer without (`pictured`)."""
        return None

    def list_faces(self, language: Language, view: Any) -> list[tuple[Any, list[str]]]:
        """Return the open cards, each with the words of its sides, for `draw_card`."""
        return []

    def draw_card(self, card: Any, sides: Sequence[str], options: Options) -> Picture | None:
        """Draw a card."""
        return None

    def draw_chart(self, views: Sequence[Any], options: Options) -> Picture | None:
        """Draw how near each seat was to winning, from view to view."""
        return None

    def recap_turn(self, before: Any, view: Any, changes: Sequence[Change], options: Options) -> Picture | None:
        """Draw one turn in motion."""
        return None

    def recap_game(self, before: Any, turns: Sequence[Turn], options: Options) -> Picture | None:
        """Draw several turns in motion."""
        return None

    def set_stage(self, view: Any) -> Stage | None:
        """Return what the page of a whole game shows (`render.page`) that begins with a view."""
        return None


def is_pictured(pictures: Pictures, decision: Decision) -> bool:
    """Return whether the panel of a question shows a picture (`Pictures.draw_question`)."""
    return decision.kind in pictures.pictured or bool(pictures.number_places(decision))


class Icons:
    """Small pictures beside words. Without them the bot has words alone."""

    names: tuple[str, ...] = ()
    """The names of the icons. That of a seat is ``seat_<its id>``."""

    def draw(self, name: str) -> bytes:
        """Draw an icon, as a PNG file of 128 by 128 pixels."""
        raise LookupError(f"The game has no icon called {name!r}.")

    def find(self, option: Option, view: Any) -> str:
        """Return the name of the icon beside an option's words, or an empty string."""
        named = (str(option.text.params.get("piece", "")), f"seat_{option.text.params.get('seat', '')}")
        return next((name for name in named if name in self.names), "")
